#include "contact/patch/spherical_law.hpp"

#include "contact/patch/quadrature.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

namespace slideway::contact {

namespace {

using std::numbers::pi;

// A polynomial of (x, y, z).
using Powers = std::array<int, 3>;
using Polynomial = std::map<Powers, double>;

Polynomial times(const Polynomial& p, double pressure_value, Powers add)
{
    Polynomial out;
    for (const auto& [at, value] : p)
        out[{at[0] + add[0], at[1] + add[1], at[2] + add[2]}] += pressure_value * value;
    return out;
}

Polynomial operator+(Polynomial p, const Polynomial& q)
{
    for (const auto& [at, value] : q)
        p[at] += value;
    return p;
}

Polynomial by_radius2(const Polynomial& p, double value)
{
    return times(p, value, {2, 0, 0}) + times(p, value, {0, 2, 0}) + times(p, value, {0, 0, 2});
}

double value(const Polynomial& p, const Vector3& w)
{
    double sum = 0;
    for (const auto& [at, by] : p)
        sum += by * std::pow(w(0), at[0]) * std::pow(w(1), at[1]) * std::pow(w(2), at[2]);
    return sum;
}

struct Harmonic {
    int degree;
    Polynomial polynomial; // homogeneous polynomial of that degree
};

// Real solid harmonics of even degree up to L, from (x + i y)^m with Legendre's recurrence.
std::vector<Harmonic> harmonics(int L)
{
    std::vector<Harmonic> all;
    Polynomial re{{{0, 0, 0}, 1.0}}, im;
    for (int m = 0; m <= L; ++m) {
        for (const Polynomial& sectoral : {re, im}) {
            if (sectoral.empty())
                continue;
            Polynomial before, now = sectoral;
            for (int l = m; l <= L; ++l) {
                if (l % 2 == 0)
                    all.push_back({l, now});
                Polynomial next = times(now, (2.0 * l + 1) / (l - m + 1), {0, 0, 1}) +
                                  by_radius2(before, -(l + m) / (l - m + 1.0));
                before = std::move(now);
                now = std::move(next);
            }
        }
        const Polynomial real = times(re, 1, {1, 0, 0}) + times(im, -1, {0, 1, 0});
        im = times(re, 1, {0, 1, 0}) + times(im, 1, {1, 0, 0});
        re = real;
    }
    return all;
}

} // namespace

SphericalLaw::SphericalLaw(const std::function<double(const Vector3&)>& dissipation, int degree)
    : degree_(degree)
{
    struct Sample {
        Vector3 w;
        double weight, D;
    };
    // D is even, so half of the sphere suffices. D has kinks of high order. The rule is exact for
    // products of harmonics, and its error is far below that of the series.
    const int latitudes = 4 * degree + 40, longitudes = 2 * latitudes;
    std::vector<Sample> samples;
    for (const QuadratureNode& node : gauss_rule(latitudes))
        for (int k = 0; k < longitudes; ++k) {
            const double z = node.from_start - node.to_end,
                         c = 2 * std::sqrt(node.from_start * node.to_end),
                         angle = pi * (k + 0.5) / longitudes;
            const Vector3 w(c * std::cos(angle), c * std::sin(angle), z);
            samples.push_back({w, 4 * pi * node.weight / longitudes, dissipation(w)});
        }
    Polynomial sum;
    std::vector<double> squares(static_cast<std::size_t>(degree) + 1);
    for (const Harmonic& h : harmonics(degree)) {
        double norm = 0, product = 0;
        for (const Sample& sample : samples) {
            const double Y = value(h.polynomial, sample.w);
            norm += sample.weight * Y * Y;
            product += sample.weight * Y * sample.D;
        }
        squares[static_cast<std::size_t>(h.degree)] += product * product / norm;
        Polynomial raised = times(h.polynomial, product / norm, {0, 0, 0});
        for (int l = h.degree; l < degree; l += 2)
            raised = by_radius2(raised, 1);
        sum = std::move(sum) + raised;
    }
    for (const auto& [at, by] : sum)
        terms_.push_back({at[0], at[1], at[2], by});
    // |Y_l| <= sqrt((2l+1)/4pi) |coefficients|; on great circles D = r g(angle), g of degree l, and
    // |D'''| <= |h'| + 2/sqrt(3) |h|, h = g + g'', |h| <= (1 + l^2) |g|, |h'| <= l |h|.
    steepest_ = 0;
    for (int l = 0; l <= degree; l += 2)
        steepest_ += (l + 2 / std::sqrt(3.0)) * (1 + l * l) *
                     std::sqrt((2 * l + 1) / (4 * pi) * squares[static_cast<std::size_t>(l)]);
}

PatchForce SphericalLaw::at(const Vector3& x) const
{
    const double r = x.norm();
    const Vector3 w = x / r;
    constexpr int most = 32;
    std::array<std::array<double, most + 1>, 3> power;
    for (std::size_t i = 0; i < 3; ++i) {
        power[i][0] = 1;
        for (std::size_t k = 1; k <= static_cast<std::size_t>(degree_); ++k)
            power[i][k] = power[i][k - 1] * w(static_cast<Index>(i));
    }
    // P, its gradient and second derivative on the unit sphere.
    double P = 0;
    Vector3 g = Vector3::Zero();
    Matrix3 H = Matrix3::Zero();
    for (const Term& term : terms_) {
        auto part = [&](std::size_t i, int n, int order) -> double {
            return order == 0            ? power[i][static_cast<std::size_t>(n)]
                   : order == 1 && n > 0 ? n * power[i][static_cast<std::size_t>(n - 1)]
                   : order == 2 && n > 1 ? n * (n - 1) * power[i][static_cast<std::size_t>(n - 2)]
                                         : 0;
        };
        const double x0 = part(0, term.x, 0), x1 = part(0, term.x, 1), y0 = part(1, term.y, 0),
                     y1 = part(1, term.y, 1), z0 = part(2, term.z, 0), z1 = part(2, term.z, 1);
        P += term.by * x0 * y0 * z0;
        g += term.by * Vector3(x1 * y0 * z0, x0 * y1 * z0, x0 * y0 * z1);
        H(0, 0) += term.by * part(0, term.x, 2) * y0 * z0;
        H(1, 1) += term.by * x0 * part(1, term.y, 2) * z0;
        H(2, 2) += term.by * x0 * y0 * part(2, term.z, 2);
        H(0, 1) += term.by * x1 * y1 * z0;
        H(0, 2) += term.by * x1 * y0 * z1;
        H(1, 2) += term.by * x0 * y1 * z1;
    }
    H(1, 0) = H(0, 1);
    H(2, 0) = H(0, 2);
    H(2, 1) = H(1, 2);
    // D = r^(1-L) P(x).
    const double n = 1 - degree_;
    PatchForce out;
    out.power = r * P;
    out.force = g + n * P * w;
    out.tangent = (H + n * (g * w.transpose() + w * g.transpose()) +
                   n * P * (Matrix3::Identity() + (n - 2) * w * w.transpose())) /
                  r;
    return out;
}

Interval33 SphericalLaw::bounds(const Interval3& box) const
{
    Vector3 middle, half, nearest;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto k = static_cast<Index>(i);
        middle(k) = box[i].middle();
        half(k) = 0.5 * box[i].width();
        nearest(k) = magnitude(box[i]).lo;
    }
    const Matrix3 H = at(middle).tangent;
    const double pressure_value = steepest_ * half.norm() / nearest.squaredNorm();
    Interval33 out;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
            const double value = H(static_cast<Index>(i), static_cast<Index>(j));
            out[i][j] = {value - pressure_value, value + pressure_value};
        }
    return out;
}

bool SphericalLaw::is_convex() const
{
    // Cells (s, t) of three faces of a cube suffice, because D is even.
    struct Cell {
        Index face;
        double s, t, half;
    };
    std::vector<Cell> open;
    for (Index face = 0; face < 3; ++face)
        open.push_back({face, 0, 0, 1});
    constexpr std::size_t most = 200000; // largest number of cells, which takes 0.1 s
    for (std::size_t count = 0; !open.empty(); ++count) {
        const Cell cell = open.back();
        open.pop_back();
        Vector3 x;
        x(cell.face) = 1;
        x((cell.face + 1) % 3) = cell.s;
        x((cell.face + 2) % 3) = cell.t;
        const Vector3 w = x.normalized();
        const Matrix3 H = at(w).tangent; // H w = 0
        const double trace = H.trace(), minors = H(0, 0) * H(1, 1) - H(0, 1) * H(0, 1) +
                                                 H(0, 0) * H(2, 2) - H(0, 2) * H(0, 2) +
                                                 H(1, 1) * H(2, 2) - H(1, 2) * H(1, 2);
        const double least = 0.5 * trace - std::sqrt(std::max(0.25 * trace * trace - minors, 0.0));
        if (least < 0 || count > most)
            return false;
        // Eigenvalues change by at most the angle times the bound; one of them stays 0.
        if (least > steepest_ * std::numbers::sqrt2 * cell.half)
            continue;
        const double h = 0.5 * cell.half;
        for (const double ds : {-h, h})
            for (const double dt : {-h, h})
                open.push_back({cell.face, cell.s + ds, cell.t + dt, h});
    }
    return true;
}

} // namespace slideway::contact
