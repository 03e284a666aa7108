#include "contact/laws/piecewise_cubic.hpp"

#include <math.h> // the next header calls isnan without a namespace

#include <boost/math/interpolators/pchip.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace slideway::contact {

PiecewiseCubic::Value PiecewiseCubic::Piece::operator()(double x) const
{
    const double s = x - at;
    return {c[0] + s * (c[1] + s * (c[2] + s * c[3])), c[1] + s * (2 * c[2] + s * 3 * c[3]),
            2 * c[2] + s * 6 * c[3]};
}

double PiecewiseCubic::Piece::integral(double x) const
{
    const double s = x - at;
    return s * (c[0] + s * (c[1] / 2 + s * (c[2] / 3 + s * c[3] / 4)));
}

PiecewiseCubic::PiecewiseCubic(std::vector<double> knots, const std::vector<double>& values,
                               const std::vector<double>& slopes, const std::vector<Piece>& inner)
    : knots_(std::move(knots))
{
    pieces_.push_back({knots_.front(), {values.front(), slopes.front(), 0, 0}});
    pieces_.insert(pieces_.end(), inner.begin(), inner.end());
    pieces_.push_back({knots_.back(), {values.back(), slopes.back(), 0, 0}});
    integrate();
}

void PiecewiseCubic::integrate()
{
    integrals_.assign(1, 0);
    for (std::size_t k = 1; k < knots_.size(); ++k)
        integrals_.push_back(integrals_.back() + pieces_[k].integral(knots_[k]));
}

PiecewiseCubic PiecewiseCubic::linear(std::vector<double> x, const std::vector<double>& y)
{
    std::vector<Piece> inner;
    for (std::size_t k = 0; k + 1 < x.size(); ++k)
        inner.push_back({x[k], {y[k], (y[k + 1] - y[k]) / (x[k + 1] - x[k]), 0, 0}});
    return {std::move(x), y, {inner.front().c[1], inner.back().c[1]}, inner};
}

PiecewiseCubic PiecewiseCubic::monotone(const std::vector<double>& x, const std::vector<double>& y)
{
    std::vector<double> knots = x, values = y;
    const boost::math::interpolators::pchip<std::vector<double>> function(std::move(knots),
                                                                          std::move(values));
    std::vector<double> slopes;
    for (const double knot : x)
        slopes.push_back(function.prime(knot));
    std::vector<Piece> inner;
    for (std::size_t k = 0; k + 1 < x.size(); ++k) {
        const double h = x[k + 1] - x[k], line = (y[k + 1] - y[k]) / h, a = slopes[k],
                     b = slopes[k + 1];
        inner.push_back(
            {x[k], {y[k], a, (3 * line - 2 * a - b) / h, (a + b - 2 * line) / (h * h)}});
    }
    return {x, y, {slopes.front(), slopes.back()}, inner};
}

std::size_t PiecewiseCubic::interval(double x) const
{
    return static_cast<std::size_t>(std::upper_bound(knots_.begin(), knots_.end(), x) -
                                    knots_.begin());
}

double PiecewiseCubic::integral(double x) const
{
    const auto from_first = [this](double to) -> double {
        const std::size_t k = interval(to);
        return knots_.empty() ? 0 : integrals_[k > 0 ? k - 1 : 0] + pieces_[k].integral(to);
    };
    return from_first(x) - from_first(0);
}

double PiecewiseCubic::steepest(double reach) const
{
    double most = 0;
    if (knots_.empty())
        return most;
    if (-reach < knots_.front())
        most = std::max(most, pieces_.front().c[1]);
    if (reach > knots_.back())
        most = std::max(most, pieces_.back().c[1]);
    for (std::size_t k = 1; k < knots_.size(); ++k) {
        const double low = std::max(-reach, knots_[k - 1]), high = std::min(reach, knots_[k]);
        if (low > high)
            continue;
        const Piece& piece = pieces_[k];
        most = std::max({most, piece(low).slope, piece(high).slope});
        if (const double c = piece.c[3]; c < 0) // the slope has a maximum
            most =
                std::max(most, piece(std::clamp(piece.at - piece.c[2] / (3 * c), low, high)).slope);
    }
    return most;
}

bool PiecewiseCubic::is_odd() const
{
    constexpr double round_off = 1e-12;
    const auto near = [](double a, double b) -> bool {
        return std::abs(a - b) <= round_off * std::max(std::abs(a), std::abs(b));
    };
    const std::size_t n = knots_.size();
    double size = 0;
    for (const double knot : knots_)
        size = std::max(size, std::abs((*this)(knot).f));
    for (std::size_t k = 0; k < n; ++k) {
        const double x = knots_[k];
        if (!near(x, -knots_[n - 1 - k]) && std::abs(x) > round_off * (knots_[n - 1] - knots_[0]))
            return false;
        if (std::abs((*this)(x).f + (*this)(-x).f) > round_off * size)
            return false;
    }
    return n == 0 || std::abs((*this)(0).f) <= round_off * size;
}

PiecewiseCubic PiecewiseCubic::times(double n) const
{
    PiecewiseCubic out = *this;
    for (Piece& piece : out.pieces_)
        for (double& c : piece.c)
            c *= n;
    for (double& integral : out.integrals_)
        integral *= n;
    return out;
}

} // namespace slideway::contact
