#include "dynamics/orbits/grazing.hpp"

#include "contact/laws/joint_phases.hpp"
#include "dynamics/modal/driven_joints.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace slideway::dynamics {

namespace {

// Extrema within this fraction of the end of a passage may also be reported by the next one.
constexpr double same_grazing = 1e-9;
// Relative difference of extrema that are equal by a symmetry of the motion and cross together. It
// is far above the error of Newton's method; other extrema cross such a distance between two
// points.
constexpr double equal = 1e-8;
constexpr double touches = 1e-9; // of the scale: a grazing is located to 1e-13 of it

} // namespace

namespace {

// Kinks of a table of forces over displacement, row by row.
void add_kinks(const ModalLaw& joint, std::size_t j, std::size_t& index,
               std::vector<DisplacementStop>& stops)
{
    constexpr double same_slope = 1e-12;
    const contact::Law& law = *joint.law;
    if (law.is_smooth() || law.depends_on_velocity())
        return;
    for (Index row = 0; row < joint.on.rows.rows(); ++row)
        for (const double level : law.knots()) {
            const double step = std::numeric_limits<double>::epsilon() * std::abs(level) +
                                std::numeric_limits<double>::min();
            const double before = law.slope(level - 2 * step, 0).by_r,
                         behind = law.slope(level, 0).by_r;
            if (std::abs(behind - before) <=
                same_slope * std::max(std::abs(behind), std::abs(before)))
                continue;
            if (!stops.empty() && (stops.back().joint != j || stops.back().row != row))
                ++index;
            stops.push_back({index, level, level < 0 ? -1 : 1, j, row});
        }
}

} // namespace

std::vector<DisplacementStop> stops_of(const std::vector<ModalLaw>& joints)
{
    std::vector<DisplacementStop> stops;
    std::size_t index = 0;
    for (std::size_t j = 0; j < joints.size(); ++j) {
        if (!joints[j].law->knots().empty()) {
            add_kinks(joints[j], j, index, stops);
            continue;
        }
        const Vector zero = Vector::Zero(joints[j].on.rows.rows());
        contact::JointPiece piece;
        contact::piece_of(joints[j].law, joints[j].law->phases_at(zero, zero), piece);
        for (const contact::JointPiece::Guard& guard : piece.guards) {
            const double by_r = guard.by_r(guard.row);
            if (!guard.by_v.isZero(0) || by_r == 0)
                continue;
            if (!stops.empty() && (stops.back().joint != j || stops.back().row != guard.row))
                ++index;
            stops.push_back({index, -guard.constant / by_r, by_r < 0 ? 1 : -1, j, guard.row});
        }
    }
    return stops;
}

std::vector<ModalOutput> watched_by(const std::vector<DisplacementStop>& stops,
                                    const std::vector<ModalLaw>& joints)
{
    std::vector<ModalOutput> watched;
    for (const DisplacementStop& stop : stops)
        if (stop.of == watched.size()) {
            const JointOnModes& modes = joints[stop.joint].on;
            watched.push_back({modes.rows.row(stop.row), modes.follow(stop.row)});
        }
    return watched;
}

Grazing grazing_of(const std::vector<DisplacementStop>& stops,
                   const std::vector<MotionExtremum>& extrema, double scale,
                   const std::vector<int>& weights)
{
    double least = std::numeric_limits<double>::infinity();
    std::vector<double> outside;
    Grazing out;
    for (const DisplacementStop& stop : stops)
        for (const MotionExtremum& extremum : extrema) {
            if (extremum.of != stop.of)
                continue;
            const double beyond = stop.beyond(extremum.value);
            const int weight = weights.empty() ? 1 : weights[stop.joint];
            least = std::min(least, std::abs(beyond));
            if (std::abs(beyond) <= touches * scale) {
                ++out.touching;
                out.touching_joints.push_back(stop.joint);
            }
            if (beyond > 0) {
                outside.push_back(beyond);
                out.contacts += weight;
            } else if (scale > 0) {
                out.room = std::min(out.room, -beyond / scale);
            }
        }
    std::sort(outside.begin(), outside.end());
    out.beyond = static_cast<int>(outside.size());
    for (std::size_t i = 0; i < outside.size(); ++i)
        out.distinct += i == 0 || outside[i] - outside[i - 1] > equal * scale ? 1 : 0;
    if (std::isfinite(least) && scale > 0)
        out.distance = least / scale;
    return out;
}

std::vector<MotionExtremum> extrema_of(const std::vector<Passage>& passages,
                                       const std::vector<ModalOutput>& watched, double T,
                                       double Omega, double phase, bool mirrored)
{
    std::vector<std::vector<MotionExtremum>> extrema_by_output(watched.size());
    for (std::size_t k = 0; k < passages.size(); ++k)
        for (MotionExtremum extremum : passages[k].extrema) {
            extremum.time += static_cast<double>(k) * T;
            extrema_by_output[extremum.of].push_back(std::move(extremum));
        }
    const auto N = static_cast<double>(passages.size());
    std::vector<MotionExtremum> all;
    for (std::size_t w = 0; w < extrema_by_output.size(); ++w) {
        for (std::size_t k = 0; k < passages.size(); ++k) {
            const bool last = k + 1 == passages.size();
            const int mirror = last && mirrored ? -1 : 1;
            const int end_sign = passages[k].sign[w],
                      next = mirror * passages[last ? 0 : k + 1].first_sign[w];
            if (end_sign == next || end_sign == 0 || next == 0)
                continue;
            const double node = static_cast<double>(k + 1) * T;
            const auto near =
                std::find_if(extrema_by_output[w].begin(), extrema_by_output[w].end(),
                             [&](const MotionExtremum& extremum) -> bool {
                                 const double apart = std::abs(extremum.time - node);
                                 return std::min(apart, std::abs(apart - N * T)) < same_grazing * T;
                             });
            if (near != extrema_by_output[w].end()) {
                extrema_by_output[w].erase(near);
                continue;
            }
            MotionExtremum extremum;
            extremum.of = w;
            extremum.time = node;
            extremum.value = watched[w].row.dot(passages[k].end.head(watched[w].row.size())) +
                             (watched[w].follow * std::polar(1.0, phase + Omega * node)).real();
            extremum.maximum = end_sign > 0;
            extrema_by_output[w].push_back(std::move(extremum));
        }
        all.insert(all.end(), extrema_by_output[w].begin(), extrema_by_output[w].end());
    }
    return all;
}

} // namespace slideway::dynamics
