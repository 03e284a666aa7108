#include "contact/patch/radial_pressure.hpp"

#include "base/bisection.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "contact/patch/quadrature.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace slideway::contact {

namespace {

using std::numbers::pi;

const std::vector<QuadratureNode>& rule()
{
    // The reach is so large that the rest of 1/sqrt at the rim is round-off.
    static const std::vector<QuadratureNode> nodes = endpoint_rule(1.0 / 16, 3.9);
    return nodes;
}

void add(LawParts& sum, double load, const LawParts& parts)
{
    sum.slip += load * parts.slip;
    sum.spin += load * parts.spin;
    sum.bend += load * parts.bend;
}

// Q/eps, T and dQ/deps of a punch of radius a.
LawParts spinning_punch(double a, double eps)
{
    if (eps <= a) {
        const LawParts p = spinning_parts(PressureShape::flat_punch, eps / a);
        return {p.slip / a, a * p.spin, p.bend / a};
    }
    const double y = a / eps;
    const LawParts p = sliding_parts(PressureShape::flat_punch, y);
    return {p.slip / eps, a * y * p.spin, y * y * y / a * p.bend};
}

} // namespace

RadialPressure::RadialPressure(const std::vector<double>& radii,
                               const std::vector<double>& pressures)
{
    if (radii.size() < 2 || radii.front() != 0)
        throw InputError("radii", radii.empty() ? "[]" : number_text(radii.front()),
                         "expected two or more radii, the first 0");
    for (std::size_t k = 1; k < radii.size(); ++k)
        if (!(radii[k] > radii[k - 1]))
            throw InputError("radii", number_text(radii[k]), "expected ascending radii");
    if (pressures.size() != radii.size())
        throw InputError("pressures", std::to_string(pressures.size()) + " numbers",
                         "expected one per radius: " + std::to_string(radii.size()));
    radius_ = radii.back();
    double load = 0; // load for R = 1
    for (std::size_t k = 0; k + 1 < radii.size(); ++k) {
        const double from = radii[k] / radius_, to = radii[k + 1] / radius_,
                     slope = (pressures[k + 1] - pressures[k]) / (to - from);
        pieces_.push_back({from, to, slope, pressures[k], load, {}});
        load += load_on(pieces_.back(), to);
    }
    if (!(load > 0) || !std::isfinite(load))
        throw InputError("pressures", number_text(load * radius_ * radius_),
                         "expected a resultant > 0");
    load_ = load * radius_ * radius_;
    edge_ = pressures.back() / load;
    for (Piece& piece : pieces_) {
        piece.slope /= load;
        piece.p /= load;
        piece.within /= load;
    }
    for (std::size_t k = 0; k < pieces_.size(); ++k)
        add_punches(k, pieces_[k].from, pieces_[k].to, pieces_[k].punches);
    refuse_narrow_peaks();
}

// The law of a narrow ring is a small difference of two large sums: what round-off leaves of it has
// to hold for its derivatives and bounds, too.
void RadialPressure::refuse_narrow_peaks() const
{
    double falls = 0;
    for (const Piece& piece : pieces_)
        for (const Punch& one : piece.punches)
            falls += one.falls;
    constexpr double most = 5000; // of the load
    if (falls <= most)
        return;
    const auto steepest =
        std::max_element(pieces_.begin(), pieces_.end(),
                         [](const Piece& a, const Piece& b) -> bool { return a.slope < b.slope; });
    const double width = (steepest->to - steepest->from) * radius_;
    throw InputError("radii",
                     number_text(steepest->from * radius_, 6) + " to " +
                         number_text(steepest->to * radius_, 6) + " m",
                     "the pressure rises within " + number_text(width, 2) +
                         " m to a peak too narrow to compute; expected a peak about " +
                         number_text(falls / most, 2) +
                         " times as wide, which changes friction by less than the width over R");
}

double RadialPressure::load_on(const Piece& piece, double r)
{
    const double length = r - piece.from, p = piece.p + piece.slope * length;
    return pi / 3 * length * (piece.p * (2 * piece.from + r) + p * (piece.from + 2 * r));
}

double RadialPressure::radius_within(double share) const
{
    auto piece = pieces_.rbegin();
    while (piece->within > share)
        ++piece;
    constexpr int halvings = 60; // to round-off
    const auto below = [&](double r) { return piece->within + load_on(*piece, r) < share; };
    return bisect(piece->from, piece->to, below, halvings).second;
}

RadialPressure::Punch RadialPressure::punch(double a, std::size_t own, double to_end) const
{
    // acosh(r/a). For the piece that contains a, r - a is known to full precision.
    auto acosh_over = [a](double r, double beyond) -> double {
        return std::asinh(std::sqrt(beyond * (r + a)) / a);
    };
    const double rest = pieces_.back().to - a, edge = own + 1 == pieces_.size() ? to_end : rest;
    double falls = edge_ / std::sqrt(edge * (1 + a)), rises = 0, before = 0;
    for (std::size_t k = own; k < pieces_.size(); ++k) {
        const Piece& piece = pieces_[k];
        const double value = acosh_over(piece.to, k == own ? to_end : piece.to - a),
                     part = piece.slope * (value - before);
        (part < 0 ? falls : rises) += std::abs(part);
        before = value;
    }
    const double pressure_value = 4 * a * a; // 2 pi a times 2 a / pi
    return {a, pressure_value * falls, pressure_value * rises};
}

void RadialPressure::add_punches(std::size_t piece, double from, double to,
                                 std::vector<Punch>& out) const
{
    const double length = to - from;
    for (const QuadratureNode& node : rule()) {
        const double a = from + length * node.from_start,
                     beyond = length * node.to_end + (pieces_[piece].to - to);
        if (!(a > 0) || !(beyond > 0)) // a node that round-off moves onto an end has no weight
            continue;
        Punch one = punch(a, piece, beyond);
        one.falls *= length * node.weight;
        one.rises *= length * node.weight;
        out.push_back(one);
    }
}

RadialPressure::Sums RadialPressure::spinning(double eps) const
{
    Sums sums;
    auto take = [&](const std::vector<Punch>& punches) {
        for (const Punch& one : punches) {
            const LawParts p = spinning_punch(one.a, eps);
            add(sums.falls, one.falls, p);
            add(sums.rises, one.rises, p);
        }
    };
    for (std::size_t k = 0; k < pieces_.size(); ++k)
        if (pieces_[k].from < eps && eps < pieces_[k].to) {
            // The law of a punch has a kink at a = eps.
            std::vector<Punch> punches;
            add_punches(k, pieces_[k].from, eps, punches);
            add_punches(k, eps, pieces_[k].to, punches);
            take(punches);
        } else {
            take(pieces_[k].punches);
        }
    return sums;
}

RadialPressure::Sums RadialPressure::sliding(double y) const
{
    Sums sums;
    for (const Piece& piece : pieces_)
        for (const Punch& one : piece.punches) {
            const LawParts p = sliding_parts(PressureShape::flat_punch, one.a * y);
            const LawParts scaled{p.slip, one.a * one.a * p.spin, one.a * one.a * p.bend};
            add(sums.falls, one.falls, scaled);
            add(sums.rises, one.rises, scaled);
        }
    return sums;
}

} // namespace slideway::contact
