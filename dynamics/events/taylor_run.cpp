#include "dynamics/events/taylor_run.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "dynamics/events/switched_run.hpp"
#include "dynamics/events/taylor_scheme.hpp"

namespace slideway::dynamics {

namespace {

DerivedBy derived_by(const TaylorOptions& options)
{
    DerivedBy by = options.by;
    by.start = by.start || options.run.tangent;
    return by;
}

} // namespace

void check_taylor(const JointedSystem& system, const TaylorOptions& options)
{
    if (!(options.tolerance >= 1e-16) || !(options.tolerance <= 1e-3))
        throw InputError("tolerance", number_text(options.tolerance), "allowed: 1e-16 to 0.001");
    check_switched_run(system, options.run);
    if (const DerivedBy by = derived_by(options); by.any())
        check_derivatives(system, by);
    for (const ModalLaw& joint : system.joints)
        if (!contact::has_piece(joint.law))
            throw InputError("joint." + joint.name + ".law",
                             "\"" + std::string(contact::keyword(joint.law)) + "\"",
                             "expected a law that is a polynomial in each phase: " +
                                 listed(contact::laws_with(&contact::LawInfo::polynomial), "or"));
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
