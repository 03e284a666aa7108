#include "dynamics/orbits/orbit_tracer.hpp"

#include "base/interruptible.hpp"
#include "base/text.hpp"
#include "continuation/pieces.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace slideway::dynamics {

using continuation::Branch;
using continuation::PointKind;

namespace {

constexpr double same_start = 1e-6; // arclength
// Distance of multipliers of a label from where it has them.
constexpr double at_once = 1e-5;

OrbitLabel label_of(const Branch& branch, Index k, bool half)
{
    if (branch.kind_of(k) != PointKind::monitor_zero)
        return dynamics::label_of(branch.kind_of(k));
    switch (branch.monitor[static_cast<std::size_t>(k)]) {
    case orbit_flip:
        return half ? OrbitLabel::branch_point : OrbitLabel::period_doubling;
    case orbit_neimark_sacker:
        return OrbitLabel::neimark_sacker;
    case orbit_grazing:
        return OrbitLabel::grazing;
    default:
        return OrbitLabel::none;
    }
}

// Multipliers outside the unit circle: those above 1, those below -1, complex ones.
struct OutsideCount {
    int above = 0, below = 0, complex = 0;

    [[nodiscard]] int all() const { return above + below + complex; }
};

OutsideCount outside_of(const ComplexVector& multipliers, double circle)
{
    OutsideCount out;
    for (const Complex& value : multipliers)
        if (std::abs(value) > circle)
            ++(value.imag() != 0 ? out.complex : value.real() > 0 ? out.above : out.below);
    return out;
}

} // namespace

// Ends a branch before point k, or with its first point, for an interruption.
void OrbitTracer::end_interrupted(Branch& branch, Index k)
{
    if (branch.closed())
        branch.front = {continuation::Stop::start, branch.front.step, "the start", {}};
    if (branch.n_points() > std::max<Index>(k, 1))
        continuation::truncate(branch, std::max<Index>(k, 1));
    branch.back.stop = continuation::Stop::interrupted;
    branch.back.message = "interrupted";
}

// Labels take motions of their own. Interrupted, the branch ends before the first point without.
OrbitBranch OrbitTracer::finished(Branch branch)
{
    try {
        branch = ended_on_symmetry(branch);
        if (branch.front.stop == continuation::Stop::failed)
            branch = continuation::reversed(ended_on_symmetry(continuation::reversed(branch)));
        return labelled(branch);
    } catch (const Interrupted&) {
        Index first = 0;
        while (first < branch.n_points() && (branch.kind_of(first) == PointKind::regular ||
                                             branch.kind_of(first) == PointKind::start ||
                                             branch.kind_of(first) == PointKind::bound))
            ++first;
        end_interrupted(branch, first);
        OrbitBranch out;
        out.form = form_;
        for (Index k = 0; k < branch.n_points(); ++k) {
            out.labels.push_back(label_of(branch, k, form_.half));
            out.multiplicity.push_back(out.labels.back() == OrbitLabel::none ? 0 : 1);
            out.notes.emplace_back();
        }
        out.branch = std::move(branch);
        return out;
    }
}

OrbitBranch OrbitTracer::labelled(Branch branch)
{
    if (options_.max_step > same_start) // else points that are closer are points of their own
        unite_start(branch);
    OrbitBranch out;
    out.form = form_;
    for (Index k = 0; k < branch.n_points(); ++k)
        out.labels.push_back(label_of(branch, k, form_.half));
    out.branch = std::move(branch);
    for (Index k = 0; k < out.branch.n_points(); ++k) {
        out.multiplicity.push_back(multiplicity(out, k));
        out.notes.push_back(out.labels[static_cast<std::size_t>(k)] == OrbitLabel::grazing
                                ? changes_across(out, k)
                                : "");
    }
    find_unlocated(out);
    return out;
}

const ComplexVector& OrbitTracer::multipliers(const Branch& branch, Index k)
{
    return multipliers_at(branch.x.col(k), branch.p(k));
}

int OrbitTracer::multiplicity(const OrbitBranch& orbit_branch, Index k)
{
    const Branch& branch = orbit_branch.branch;
    const OrbitLabel label = orbit_branch.labels[static_cast<std::size_t>(k)];
    if (label == OrbitLabel::grazing) {
        const OrbitEquations::At& point = equations_.at(branch.x.col(k), branch.p(k));
        return std::max(1, point.touched - (reports_halves_ ? point.touched_twice : 0));
    }
    if (!is_bifurcation(label))
        return label == OrbitLabel::none ? 0 : 1;
    const bool pair = label == OrbitLabel::neimark_sacker;
    const double place = (branch.kind_of(k) == PointKind::monitor_zero ? -1 : 1);
    const auto count = [&](const ComplexVector& all) -> int {
        return static_cast<int>(
            std::count_if(all.begin(), all.end(), [&](const Complex& value) -> bool {
                return pair ? value.imag() > 0 && std::abs(std::abs(value) - 1) < at_once
                            : std::abs(value - place) < at_once;
            }));
    };
    const int at_circle = count(multipliers(branch, k));
    if (at_circle < 2)
        return 1;
    if (k == 0 || k + 1 == branch.n_points()) {
        const int own = count(equations_.at(branch.x.col(k), branch.p(k)).stability.multipliers);
        return whole_ && own > 0 ? at_circle / own : 1;
    }
    // Without damping, multipliers come in pairs, and one of each leaves the circle.
    const auto change = static_cast<int>(
        std::abs(branch.monitors(orbit_stable, k + 1) - branch.monitors(orbit_stable, k - 1)));
    return std::clamp(pair ? change / 2 : change, 1, at_circle);
}

// Sudden changes at a grazing: where the force jumps, and at hard stops within round-off. All other
// changes are points of their own.
std::string OrbitTracer::changes_across(const OrbitBranch& orbit_branch, Index k)
{
    const Branch& branch = orbit_branch.branch;
    if (k == 0 || k + 1 >= branch.n_points())
        return "";
    const Index n = branch.x.rows();
    const bool folds = branch.kind_of(k - 1) != PointKind::fold &&
                       branch.kind_of(k + 1) != PointKind::fold &&
                       branch.tangent(n, k - 1) * branch.tangent(n, k + 1) < 0;
    const OutsideCount outside_count = outside_of(multipliers(branch, k), 1 + at_once);
    bool real = false, flips = false, turns = false;
    for (const Index side : {k - 1, k + 1}) {
        const ComplexVector& there = multipliers(branch, side);
        // A label has multipliers on the circle, which count as either.
        const bool labelled = is_bifurcation(orbit_branch.labels[static_cast<std::size_t>(side)]);
        const OutsideCount least = outside_of(there, 1 + at_once),
                           most = outside_of(there, labelled ? 1 - at_once : 1 + at_once);
        if (least.all() <= outside_count.all() && outside_count.all() <= most.all())
            continue;
        const auto differs = [](int count, int low, int high) -> bool {
            return count < low || count > high;
        };
        real = real || differs(outside_count.above, least.above, most.above);
        flips = flips || differs(outside_count.below, least.below, most.below);
        turns = turns || differs(outside_count.complex, least.complex, most.complex);
    }
    std::vector<std::string> words;
    const double contacts =
        branch.monitors(orbit_beyond, k + 1) - branch.monitors(orbit_beyond, k - 1);
    const int touched = equations_.at(branch.x.col(k), branch.p(k)).touched;
    if (const int several = form_.half ? touched / 2 : touched;
        several > 1 && contacts != 0 && std::abs(contacts) < several)
        words.emplace_back("the extrema part: other branches begin there");
    if (folds)
        words.emplace_back("fold");
    if ((flips && form_.half) || (real && !folds))
        words.emplace_back("branch point");
    if (flips && !form_.half)
        words.emplace_back("period doubling");
    if (turns)
        words.emplace_back("Neimark-Sacker");
    return join(words);
}

// Between points without a label multipliers stay on their side of the unit circle.
void OrbitTracer::find_unlocated(OrbitBranch& orbit_branch) const
{
    const Branch& branch = orbit_branch.branch;
    const Index last = branch.n_points() - 1;
    const auto explains_change = [&](Index k) -> bool {
        // The end of a closed branch is its beginning, or an image of it.
        const Index position = k == last && branch.closed() ? 0 : k;
        const OrbitLabel label = orbit_branch.labels[static_cast<std::size_t>(position)];
        return is_bifurcation(label) || label == OrbitLabel::grazing;
    };
    for (Index k = 0; k + 1 < branch.n_points(); ++k) {
        const double from = 1 - branch.monitors(orbit_stable, k),
                     to = 1 - branch.monitors(orbit_stable, k + 1);
        if (from == to || explains_change(k) || explains_change(k + 1))
            continue;
        orbit_branch.unlocated.push_back(
            "the number of multipliers outside the unit circle changes from " + number_text(from) +
            " to " + number_text(to) + " between " + number_text(branch.p(k), 11) + " and " +
            number_text(branch.p(k + 1), 11) + ", and no label was located there");
    }
}

// A start that is a labelled point of its branch is found once more beside it.
void OrbitTracer::unite_start(Branch& branch)
{
    for (const Index k : continuation::points_of(branch, PointKind::start))
        for (const Index other : {k - 1, k + 1}) {
            if (other < 0 || other >= branch.n_points() ||
                branch.kind_of(other) == PointKind::regular ||
                std::abs(branch.s(other) - branch.s(k)) > same_start)
                continue;
            const auto from = static_cast<std::size_t>(other), to = static_cast<std::size_t>(k);
            branch.kind[to] = branch.kind[from];
            branch.monitor[to] = branch.monitor[from];
            branch.kind[from] = static_cast<int>(PointKind::regular);
            branch.monitor[from] = -1;
        }
}

} // namespace slideway::dynamics
