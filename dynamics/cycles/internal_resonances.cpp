#include "dynamics/cycles/free_tracer.hpp"

#include "base/text.hpp"
#include "base/two_pi.hpp"
#include "dynamics/cycles/free_harmonics.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

// Internal resonances of backbones: a harmonic of the motion meets a mode, and the curve leaves
// along motions in which that mode has most of the energy. Where it does not come back, the
// backbone continues beyond the resonance.

namespace slideway::dynamics {

using continuation::Branch;
using continuation::PointKind;

namespace {

constexpr double most_of_energy = 0.5;
// Share of the pair in resonance in the energy before the resonance counts ...
constexpr double before_resonance = 0.02;
// ... and behind it: the pair follows the motion there.
constexpr double behind_resonance = 0.25;
// Steps of the largest length within which a backbone continues beyond a narrow resonance.
constexpr double narrow = 2;
constexpr int most_resonances = 10;
constexpr int most_held_points = 150;

} // namespace

// The last point of a curve whose fundamental has most of the energy; none: the last one of all.
std::optional<FreeTracer::Place>
FreeTracer::last_of_fundamental(const std::vector<Part>& parts) const
{
    for (std::size_t part = parts.size(); part-- > 0;)
        for (Index k = parts[part].branch.n_points(); k-- > 0;)
            if (parts[part].equations->fundamental(parts[part].branch.x.col(k)) >= most_of_energy)
                return part + 1 == parts.size() && k + 1 == parts[part].branch.n_points()
                           ? std::nullopt
                           : std::optional(Place{part, k});
    return std::nullopt;
}

// A motion of the system from one whose pair in resonance is held at zero.
std::optional<FreeTracer::StartOf> FreeTracer::released(const FreeHarmonics& held, const Vector& x,
                                                        double p)
{
    const FreeHarmonics::Pair pair = *held.size().held;
    const std::shared_ptr<FreeHarmonics> system = held.released(x);
    use(system);
    for (const double share : {0.0, 1.0}) { // of the linear response of the pair
        Vector y = system->taken_over(held, x);
        if (share > 0)
            system->set_response(pair, y);
        if (!correct(y, p) || !system->resolves(y))
            continue;
        if (system->fundamental(y) >= most_of_energy && system->share(y, pair) < behind_resonance)
            return StartOf{system, continuation::start_of(y, p, 1)};
    }
    return std::nullopt;
}

// From a motion beyond a resonance back to where the fundamental has half of the energy; forward
// from there.
FreeTracer::StartOf FreeTracer::back_to_resonance(const StartOf& from, double p_least)
{
    use(from.equations);
    Look look;
    look.resonance_ends = true;
    continuation::Start start = from.start;
    start.direction = -1;
    const double p_min = std::exchange(p_min_, p_least);
    const Part back = follow_part(start, most_held_points, o_.max_step / 4, look);
    p_min_ = p_min;
    if (back.branch.n_points() < 2)
        return from;
    continuation::Start forward = continuation::start_at(back.branch, back.branch.n_points() - 1);
    forward.tangent = -forward.tangent;
    forward.kind = PointKind::start;
    forward.monitor = -1;
    return {from.equations, forward};
}

// The backbone while the pair in resonance is held at zero passes the resonance; beyond it the pair
// is released.
std::optional<FreeTracer::StartOf> FreeTracer::beyond_resonance(const std::vector<Part>& parts,
                                                                Place last, double p_most)
{
    const auto harmonics = [&](std::size_t part) -> const FreeHarmonics& {
        return dynamic_cast<const FreeHarmonics&>(*parts[part].equations);
    };
    const bool ends_part = last.k + 1 == parts[last.part].branch.n_points();
    const Place next = ends_part ? Place{last.part + 1, 1} : Place{last.part, last.k + 1};
    const FreeHarmonics::Pair pair =
        harmonics(next.part).shares(parts[next.part].branch.x.col(next.k)).pair;
    const double p_last = parts[last.part].branch.p(last.k);
    Place from = last;
    while (harmonics(from.part).share(parts[from.part].branch.x.col(from.k), pair) >
           before_resonance) {
        if (from.k > 0)
            --from.k;
        else if (from.part > 0)
            from = {from.part - 1, parts[from.part - 1].branch.n_points() - 1};
        else
            return std::nullopt;
    }
    const Vector x_from = parts[from.part].branch.x.col(from.k);
    double p = parts[from.part].branch.p(from.k);
    const std::shared_ptr<FreeEquations> held = harmonics(from.part).holding(pair, x_from);
    use(held);
    Vector x = held->taken_over(*parts[from.part].equations, x_from);
    if (!correct(x, p))
        return std::nullopt;
    const double p_max = std::exchange(p_max_, std::min(p_max_, p_most));
    const Traced passed =
        follow({held, continuation::start_of(x, p, 1)}, most_held_points, false, false);
    p_max_ = p_max;
    for (const Part& part : passed.parts)
        for (Index k = 0; k < part.branch.n_points(); ++k)
            if (part.branch.p(k) > p_last && !out_.interrupted)
                if (const auto found = released(dynamic_cast<const FreeHarmonics&>(*part.equations),
                                                part.branch.x.col(k), part.branch.p(k)))
                    return back_to_resonance(*found, parts[from.part].branch.p(from.k));
    return std::nullopt;
}

// Passes a resonance that has just been met where the backbone continues within a step or so; true:
// done. Its motions are left out then.
bool FreeTracer::pass_resonance(const std::vector<Part>& before, Part& part, StartOf& from)
{
    std::vector<Part> parts = before;
    parts.push_back(part);
    const std::optional<Place> last = last_of_fundamental(parts);
    if (!last || last->part + 1 != parts.size())
        return false;
    const double p_last = part.branch.p(last->k);
    const std::optional<StartOf> beyond =
        beyond_resonance(parts, *last, p_last + narrow * o_.max_step);
    if (!beyond)
        return false;
    ++passed_resonances_;
    continuation::truncate(part.branch, last->k + 1);
    from = *beyond;
    return true;
}

void FreeTracer::go_beyond_resonances(Index mode, std::vector<Part> parts)
{
    for (int n = 0; n < most_resonances; ++n) {
        const std::optional<Place> last = last_of_fundamental(parts);
        if (!last || full())
            return;
        const std::size_t number = out_.curves.size();
        const Part& part = parts[last->part];
        const double Omega = part.branch.x(part.equations->at_Omega(), last->k),
                     energy = std::exp(2 * part.branch.p(last->k)) / 2;
        std::string note = "curve " + std::to_string(number) + ": beyond " +
                           number_text(Omega / two_pi, 8) + " Hz, " + number_text(energy, 6) +
                           " J, an internal resonance has most of the energy of its motions; ";
        const std::optional<StartOf> beyond = beyond_resonance(parts, *last, p_max_);
        if (!beyond) {
            if (!out_.interrupted)
                out_.notes.push_back(note + "no backbone was found beyond it");
            return;
        }
        Traced traced = follow(*beyond, o_.max_points, false, true);
        if (traced.curve.branch.n_points() < 2)
            return;
        const Branch& branch = traced.curve.branch;
        out_.notes.push_back(
            note + "the backbone continues beyond it as curve " + std::to_string(number + 1) +
            ", from " + number_text(branch.x(branch.x.rows() - 2, 0) / two_pi, 8) + " Hz, " +
            number_text(std::exp(2 * branch.p(0)) / 2, 6) + " J; what lies between is not covered");
        traced.curve.mode = numbers_[static_cast<std::size_t>(mode)];
        traced.curve.beyond = static_cast<Index>(number) - 1;
        parts = traced.parts;
        add(std::move(traced));
    }
}

} // namespace slideway::dynamics
