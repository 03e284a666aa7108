#include "dynamics/harmonic/largest_maximum.hpp"

#include <algorithm>
#include <cmath>

namespace slideway::dynamics {

namespace {

// Halves of an interval of ln level: to round-off.
constexpr int halves = 52;

} // namespace

std::size_t largest_of(const std::vector<RidgePoint>& points)
{
    std::size_t largest = points.size();
    for (std::size_t k = 0; k < points.size(); ++k)
        if (points[k].at.maximum &&
            (largest == points.size() || points[k].at.log_rms > points[largest].at.log_rms))
            largest = k;
    return largest;
}

std::optional<RidgePoint> LargestMaximum::at(double value, std::vector<std::string>& lost) const
{
    std::vector<RidgePoint> points;
    for (std::size_t c = 0; c < found_.curves.size(); ++c)
        for (Extremum& e : extrema_at(motions_, found_.curves[c], value, options_, lost))
            points.push_back({std::move(e), c, {}});
    const std::size_t k = largest_of(points);
    if (k == points.size())
        return std::nullopt;
    points[k].at.value = value; // not what comes back from its logarithm
    return points[k];
}

std::vector<LargestChange> LargestMaximum::changes(const std::vector<double>& values) const
{
    // Nearer to `a` than to `b`: of its curve, or nearer in frequency.
    const Index n = motions_.model().n();
    const auto like = [n](const RidgePoint& p, const RidgePoint& a, const RidgePoint& b) -> bool {
        if (a.curve != b.curve)
            return p.curve == a.curve;
        return std::abs(p.at.x(n) - a.at.x(n)) < std::abs(p.at.x(n) - b.at.x(n));
    };
    std::vector<LargestChange> list;
    std::vector<std::string> ignored;
    for (std::size_t k = 0; k + 1 < values.size(); ++k) {
        std::optional<RidgePoint> a = at(values[k], ignored), b = at(values[k + 1], ignored);
        for (int i = 0; a && b && i < halves; ++i) {
            const double middle = std::sqrt(a->at.value * b->at.value);
            if (!(middle > a->at.value && middle < b->at.value))
                break;
            const std::optional<RidgePoint> c = at(middle, ignored);
            if (!c)
                break;
            (like(*c, *a, *b) ? a : b) = c;
        }
        constexpr double jump = 1e-6; // of the frequency: one maximum moves less so close by
        if (a && b && std::abs(a->at.x(n) - b->at.x(n)) > jump * a->at.x(n))
            list.push_back({b->at.value, *a, *b});
    }
    return list;
}

std::optional<BestPreload> LargestMaximum::best_preload(const std::vector<double>& values) const
{
    std::vector<std::string> ignored;
    std::vector<RidgePoint> listed;
    for (const double value : values)
        if (const std::optional<RidgePoint> point = at(value, ignored))
            listed.push_back(*point);
    const auto per_level = [](const RidgePoint& p) { return p.at.log_rms - std::log(p.at.value); };
    const auto least = std::min_element(
        listed.begin(), listed.end(),
        [&](const RidgePoint& a, const RidgePoint& b) { return per_level(a) < per_level(b); });
    if (listed.size() < 3 || least == listed.begin() || least + 1 == listed.end())
        return std::nullopt;
    // d ln (rms / level) changes its sign, with or without a jump.
    PeakDerivatives peak(motions_, options_.output);
    const auto falls = [&](const RidgePoint& p) -> bool {
        const std::optional<Kink>& kink = found_.curves[p.curve].kinks[p.at.piece];
        return peak.move({p.at.x, std::log(p.at.value)}, kink) && peak.by(the_level()).log_rms < 1;
    };
    RidgePoint a = *(least - 1), b = *(least + 1);
    for (int i = 0; i < halves; ++i) {
        const double middle = std::sqrt(a.at.value * b.at.value);
        const std::optional<RidgePoint> c = at(middle, ignored);
        if (!c || !(middle > a.at.value && middle < b.at.value))
            break;
        (falls(*c) ? a : b) = *c;
    }
    return BestPreload{b, b.at.value};
}

bool scales_with_preloads(const HarmonicBalance& model)
{
    const auto& joints = model.system().joints;
    return !(model.harmonics().means && model.system().p0.norm() > 0) &&
           std::all_of(joints.begin(), joints.end(), [](const ModalLaw& joint) -> bool {
               const auto parameters = joint.law.info().parameters;
               return std::any_of(
                   parameters.begin(), parameters.end(), [&](const contact::LawParameter& p) {
                       return p.name == "preload" && joint.law.parameter("preload") > 0;
                   });
           });
}

} // namespace slideway::dynamics
