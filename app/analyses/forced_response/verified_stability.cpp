#include "app/analyses/forced_response/verified_stability.hpp"

#include "app/case/joint_entry.hpp"
#include "base/error.hpp"
#include "base/interruptible.hpp"
#include "dynamics/modal/jointed_system.hpp"

#include <algorithm>
#include <cmath>

namespace slideway::app {

namespace {

using dynamics::OrbitFamily;
using Kind = dynamics::OrbitParameter::Kind;

// Verdicts of all points by those of the points with an exact motion.
void judge(const studies::CurveStability& exact, ResponseCurve& curve)
{
    const continuation::Branch& branch = curve.response.branch;
    StabilityVerdict verdict{branch.monitors.row(dynamics::monitor_stable),
                             branch.monitors.row(dynamics::monitor_growth)};
    const auto growth = [](const studies::StabilityPoint& point) -> double {
        return std::abs(point.multipliers(0));
    };
    for (std::size_t i = 0; i < exact.points.size(); ++i) {
        const studies::StabilityPoint& stability_point = exact.points[i];
        verdict.stable(stability_point.point) = stability_point.n_outside == 0 ? 1 : 0;
        verdict.growth(stability_point.point) = growth(stability_point);
        if (i + 1 == exact.points.size())
            continue;
        const studies::StabilityPoint& next = exact.points[i + 1];
        // Between different counts lies a label, at which one multiplier is on the circle.
        for (Index k = stability_point.point + 1; k < next.point; ++k) {
            const double share = static_cast<double>(k - stability_point.point) /
                                 static_cast<double>(next.point - stability_point.point);
            verdict.stable(k) = std::min(stability_point.n_outside, next.n_outside) == 0 ? 1 : 0;
            verdict.growth(k) = (1 - share) * growth(stability_point) + share * growth(next);
        }
    }
    curve.verdict = std::move(verdict);
}

} // namespace

ExactMotions::ExactMotions(const ForcedResponse& e, const Case& c, const BuiltModel& built,
                           const dynamics::ModalModel& modal)
{
    if (e.static_part == StaticPart::excluded) {
        obstacle_ = "static_part = \"excluded\"";
        return;
    }
    for (const JointEntry& joint : c.joints) {
        if (!has_frictionless_phases(joint.chosen)) {
            obstacle_ = "joint." + joint.name + ": law \"" + joint.law + "\"";
            return;
        }
    }
    try {
        dynamics::JointedSystem system = dynamics::jointed_system(built.model, modal);
        system.Omega = e.options.Omega_from;
        system.p = system.p_at(system.Omega);
        over_level_.emplace(std::move(system), dynamics::OrbitParameter{Kind::level});
    } catch (const InputError& error) {
        obstacle_ = error.what();
    }
}

OrbitFamily ExactMotions::at_level(double level) const
{
    OrbitFamily family = *over_level_;
    family.move_to(level);
    return {family.system(), {Kind::Omega}};
}

VerifiedStability verified_stability(const ExactMotions& motions, const HarmonicModel& model,
                                     const dynamics::ForcedResponseOptions& options,
                                     const Progress& progress, ResponseCurve& curve)
{
    VerifiedStability out;
    const continuation::Branch& branch = curve.response.branch;
    if (!has_stability(curve) || branch.n_points() < 2) {
        out.exact.obstacle = "no curve";
        return out;
    }
    if (model.balance.system().joints.empty()) {
        out.exact.obstacle = "the model is linear";
        out.linear = true;
        return out;
    }
    try {
        out.exact.obstacle = motions.obstacle();
        if (out.exact.obstacle.empty()) {
            OrbitFamily family = motions.at_level(curve.response.level);
            family.set_go_on(progress);
            out.exact = studies::exact_stability(model.balance, curve.response.level, family,
                                                 branch, progress);
        }
        if (out.exact.known()) {
            judge(out.exact, curve);
            return out;
        }
        out.multiplicities = studies::multiplicities(model.balance, curve.response.level, branch);
        out.series = studies::series_stability(model.balance, options, branch, progress);
        out.convergence = studies::series_convergence(model.balance, options, branch,
                                                      out.series.labels, progress);
    } catch (const Interrupted&) {
        out.exact = {};
        out.exact.obstacle = "interrupted";
        out.series = {};
        out.series.obstacle = "interrupted";
    }
    return out;
}

} // namespace slideway::app
