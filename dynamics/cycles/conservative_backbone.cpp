#include "dynamics/cycles/conservative_backbone.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/two_pi.hpp"
#include "dynamics/cycles/conservative_equations.hpp"
#include "dynamics/cycles/free_harmonics.hpp"
#include "dynamics/cycles/free_tracer.hpp"
#include "dynamics/cycles/independent_parts.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace slideway::dynamics {

namespace {

// Ratio to the highest frequency followed above which a mode is not followed in time if that can be
// avoided, since the number of Taylor steps grows with the ratio.
constexpr double much_faster = 30;

// A curve of a part in the coordinates of the whole, whose other parts are at rest.
void lift(FreeCurve& curve, const ConservativeSystem& whole, const Matrix& Z,
          const std::vector<ModalOutput>& outputs)
{
    const Index m = whole.m(), n = Z.cols(), points = curve.branch.n_points();
    const Vector others = whole.rest - Z * (Z.transpose() * whole.rest);
    const auto lifted = [&](const Matrix& part) -> Matrix {
        Matrix out(part.rows() + 2 * (m - n), points);
        out.topRows(m) = Z * part.topRows(n);
        out.middleRows(m, m) = Z * part.middleRows(n, n);
        out.bottomRows(part.rows() - 2 * n) = part.bottomRows(part.rows() - 2 * n);
        return out;
    };
    curve.branch.x = lifted(curve.branch.x);
    curve.branch.x.topRows(m).colwise() += others;
    curve.branch.tangent = lifted(curve.branch.tangent);
    for (std::size_t i = 0; i < outputs.size(); ++i)
        curve.branch.monitors.middleRows(free_outputs + 2 * static_cast<Index>(i), 2).array() +=
            outputs[i].row.dot(others);
}

/// Modes of one part that are followed, by number in the part.
struct Wanted {
    std::size_t part = 0;
    std::vector<Index> numbers; ///< number of each mode of the part in the whole
    std::vector<Index> modes;
};

void trace(const ConservativeSystem& system, FreeTracer::EquationsOf equations,
           const Wanted& wanted, const FreeOptions& options, const Progress& progress,
           FoundCurves& found)
{
    FreeTracer tracer(system, std::move(equations), wanted.part, wanted.numbers, options, progress,
                      found);
    for (const Index mode : wanted.modes)
        tracer.find_start(mode);
    for (const Index mode : wanted.modes)
        tracer.follow_mode(mode);
    tracer.follow_crossings();
    if (const auto* largest = dynamic_cast<const FreeHarmonics*>(tracer.largest().get()))
        found.out.notes.push_back(
            "up to " + std::to_string(largest->size().harmonics) +
            " harmonics of the joints, and those of modes that are near to resonance; " +
            std::to_string(system.m() - largest->n_slow()) +
            " modes follow the joints exactly, without resonances of their own");
    const int passed = tracer.passed_resonances(), between = tracer.weak_resonances();
    if (passed + between > 0)
        found.out.notes.push_back("internal resonances of higher harmonics with modes were passed, "
                                  "and motions within them "
                                  "are not covered: " +
                                  std::to_string(passed) + " left along motions beyond them, " +
                                  std::to_string(between) + " narrower than the step there");
}

// Equations of the motions of a part near to a small one: by harmonics where the laws take them
// and fast modes would make Taylor steps slow.
FreeTracer::EquationsOf equations_of(const ConservativeSystem& system,
                                     std::vector<ModalOutput> outputs, const Wanted& wanted,
                                     const FreeOptions& options)
{
    double highest = 0;
    for (const Index mode : wanted.modes)
        highest = std::max(highest, system.omega(mode));
    if (FreeHarmonics::takes(system) && system.omega.maxCoeff() > much_faster * highest) {
        FreeHarmonics::Size size;
        size.at_rest = true;
        size.odd = FreeHarmonics::is_odd(system);
        return [&system, outputs = std::move(outputs),
                size](Index mode) -> std::shared_ptr<FreeEquations> {
            FreeHarmonics::Size near = size;
            near.least = 0.9 * system.omega(mode);
            near.most = 1.12 * system.omega(mode);
            return std::make_shared<FreeHarmonics>(system, outputs, near);
        };
    }
    return [shooting = std::make_shared<ConservativeEquations>(system, std::move(outputs),
                                                               options.step_tolerance)](
               Index /*mode*/) -> std::shared_ptr<FreeEquations> { return shooting; };
}

std::vector<Wanted> wanted_of(const ConservativeSystem& system, const IndependentParts& split,
                              const FreeOptions& options)
{
    std::vector<Wanted> wanted(split.parts.size());
    for (std::size_t k = 0; k < split.modes.size(); ++k)
        wanted[split.modes[k].first].numbers.push_back(static_cast<Index>(k));
    std::vector<Index> modes = options.modes;
    if (modes.empty())
        for (Index mode = 0; mode < system.m(); ++mode)
            modes.push_back(mode);
    for (const Index mode : modes) {
        const auto [part, number] = split.modes[static_cast<std::size_t>(mode)];
        wanted[part].modes.push_back(number);
    }
    for (std::size_t k = 0; k < wanted.size(); ++k)
        wanted[k].part = k;
    return wanted;
}

// Outputs in the coordinates of a part.
std::vector<ModalOutput> seen_by(const IndependentPart& part, std::vector<ModalOutput> outputs)
{
    for (ModalOutput& output : outputs)
        output.row = part.Z.transpose() * output.row;
    return outputs;
}

} // namespace

void check(const ConservativeSystem& system, const std::vector<ModalOutput>& outputs,
           const FreeOptions& o)
{
    if (!(o.from > 0 && o.to > o.from) || !std::isfinite(o.to))
        throw InputError(std::string(name_of(o.over)),
                         number_text(o.from) + " to " + number_text(o.to),
                         "expected 0 < from < to");
    if (o.over == FreeParameter::amplitude && outputs.empty())
        throw InputError("no displacement whose amplitude is meant");
    for (const Index mode : o.modes)
        if (mode < 0 || mode >= system.m())
            throw InputError("modes", std::to_string(mode + 1),
                             "there are modes 1 to " + std::to_string(system.m()));
    for (const double Omega : o.Omega)
        if (!(Omega > 0) || !std::isfinite(Omega))
            throw InputError("at_frequency", number_text(Omega / two_pi),
                             "expected frequencies > 0");
    if (!(o.tolerance > 0 && o.tolerance <= 1e-6))
        throw InputError("tolerance", number_text(o.tolerance),
                         "expected a number > 0 and <= 1e-6");
    if (!(o.max_step > 0 && o.max_step <= 0.5))
        throw InputError("max_step", number_text(o.max_step), "expected a number > 0 and <= 0.5");
    if (o.max_points < 2)
        throw InputError("max_points", std::to_string(o.max_points), "expected at least 2");
    if (o.max_curves < 1)
        throw InputError("max_curves", std::to_string(o.max_curves), "expected at least 1");
}

std::string free_equations_text(const ConservativeSystem& system,
                                const std::vector<ModalOutput>& outputs, const FreeOptions& options)
{
    const IndependentParts split = independent_parts(system, outputs);
    std::vector<std::string> texts;
    for (const Wanted& wanted : wanted_of(system, split, options)) {
        if (wanted.modes.empty())
            continue;
        const IndependentPart& part = split.parts[wanted.part];
        const std::shared_ptr<FreeEquations> equations = equations_of(
            part.system, seen_by(part, outputs), wanted, options)(wanted.modes.front());
        const bool harmonics = dynamic_cast<const FreeHarmonics*>(equations.get()) != nullptr;
        texts.push_back(std::to_string(equations->n()) + " unknowns " +
                        (harmonics ? "to begin with, by harmonics, " : "") + "on " +
                        std::to_string(part.system.m()) + " modes");
    }
    return join(texts, " and ");
}

ConservativeBackbones conservative_backbones(const ConservativeSystem& system,
                                             const std::vector<ModalOutput>& outputs,
                                             const FreeOptions& options, const Progress& progress)
{
    check(system, outputs, options);
    const IndependentParts split = independent_parts(system, outputs);
    const std::vector<Wanted> wanted = wanted_of(system, split, options);
    FoundCurves found;
    found.out.notes = split.notes;
    for (std::size_t k = 0; k < split.parts.size(); ++k) {
        if (wanted[k].modes.empty())
            continue;
        const IndependentPart& part = split.parts[k];
        trace(part.system, equations_of(part.system, seen_by(part, outputs), wanted[k], options),
              wanted[k], options, progress, found);
    }
    if (found.cut)
        found.out.left_out.push_back("what crosses these curves beyond " +
                                     std::to_string(options.max_curves) + " curves");
    if (split.parts.size() > 1 || !split.notes.empty())
        for (std::size_t k = 0; k < found.out.curves.size(); ++k)
            lift(found.out.curves[k], system, split.parts[found.part_of[k]].Z, outputs);
    return std::move(found.out);
}

} // namespace slideway::dynamics
