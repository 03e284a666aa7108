#include "contact/laws/own.hpp"

#include <boost/math/quadrature/gauss_kronrod.hpp>

#include <cmath>
#include <cstddef>
#include <vector>

namespace slideway::contact {

namespace {

using Rule = boost::math::quadrature::gauss_kronrod<double, 61>;
using Embedded = boost::math::quadrature::gauss<double, 30>;

constexpr double accuracy = 1e-12; // of the integral of |f|
constexpr int most_halvings = 20;

struct Integral {
    double value = 0, error = 0, size = 0; // size: that of |f|
};

// The rule on one interval, whose force is evaluated at all nodes at once.
Integral on_interval(const OwnForce& force, double low, double high)
{
    const auto& nodes = Rule::abscissa(); // 0 and those above it
    const auto& weights = Rule::weights();
    const auto& embedded = Embedded::weights(); // of nodes 1, 3, 5, ...
    const double centre = low + (high - low) / 2, half = (high - low) / 2;
    std::vector<double> r;
    for (const double node : nodes) {
        r.push_back(centre + half * node);
        if (node > 0)
            r.push_back(centre - half * node);
    }
    const std::vector<double> v(r.size(), 0.0);
    std::vector<double> f(r.size()), df_dr(r.size()), df_dv(r.size());
    force.at(r.data(), v.data(), static_cast<Index>(r.size()), f.data(), df_dr.data(),
             df_dv.data());
    Integral sum;
    double coarse = 0;
    for (std::size_t k = 0; k < nodes.size(); ++k) {
        const std::size_t first = k == 0 ? 0 : 2 * k - 1;
        const double here = k == 0 ? f[0] : f[first] + f[first + 1];
        sum.value += weights[k] * here;
        sum.size +=
            weights[k] * (k == 0 ? std::abs(f[0]) : std::abs(f[first]) + std::abs(f[first + 1]));
        if (k % 2 == 1)
            coarse += embedded[k / 2] * here;
    }
    return {half * sum.value, std::abs(half * (sum.value - coarse)), std::abs(half) * sum.size};
}

double integral(const OwnForce& force, double low, double high, double size, int halvings)
{
    const Integral whole = on_interval(force, low, high);
    const double allowed = accuracy * (size > 0 ? size : whole.size);
    if (whole.error <= allowed || !std::isfinite(whole.value))
        return whole.value;
    if (halvings == most_halvings)
        force.refuse(high, 0,
                     "its potential does not settle; expected a force without kinks and noise");
    const double middle = low + (high - low) / 2;
    const double total = size > 0 ? size : whole.size;
    return integral(force, low, middle, total, halvings + 1) +
           integral(force, middle, high, total, halvings + 1);
}

} // namespace

double Own::potential(const JointVector& r) const
{
    double sum = 0;
    for (const double displacement : r)
        if (displacement != 0)
            sum += integral(*force_, 0, displacement, 0, 0);
    return sum;
}

} // namespace slideway::contact
