#include "dynamics/events/taylor_run.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "dynamics/events/switched_run.hpp"
#include "dynamics/events/taylor_scheme.hpp"

namespace slideway::dynamics {

namespace {

DerivedBy derived_by(const TaylorOptions& options)
{
    DerivedBy derived = options.by;
    derived.start = derived.start || options.run.tangent;
    return derived;
}

} // namespace

void check_taylor(const JointedSystem& system, const TaylorOptions& options)
{
    if (!(options.tolerance >= 1e-16) || !(options.tolerance <= 1e-3))
        throw InputError("tolerance", number_text(options.tolerance), "allowed: 1e-16 to 0.001");
    for (const PatchContact& patch : system.patches)
        throw InputError("joint." + patch.name + ".law", "\"patch\"",
                         "its friction has no power series; expected scheme = \"runge-kutta\"");
    check_switched_run(system, options.run);
    if (const DerivedBy derived = derived_by(options); derived.any())
        check_derivatives(system, derived);
}

MotionRecord taylor(const JointedSystem& system, const TaylorOptions& options,
                    const Progress& progress)
{
    check_taylor(system, options);
    const auto make = [&](SwitchedSystem& switched,
                          const RunTimes& times) -> std::unique_ptr<SwitchedScheme> {
        return std::make_unique<TaylorScheme>(switched, times, options.tolerance,
                                              options.run.energies, derived_by(options));
    };
    return switched_run(system, options.run, make, progress);
}

} // namespace slideway::dynamics
