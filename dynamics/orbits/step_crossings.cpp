#include "dynamics/orbits/step_crossings.hpp"

#include <cmath>

namespace slideway::dynamics {

StepPolynomial rate_of(const StepPolynomial& p)
{
    StepPolynomial rate{};
    for (std::size_t k = 1; k < p.size(); ++k)
        rate[k - 1] = static_cast<double>(k) * p[k];
    return rate;
}

double value_of(const StepPolynomial& p, double x)
{
    double value = 0;
    for (std::size_t k = p.size(); k-- > 0;)
        value = value * x + p[k];
    return value;
}

const std::vector<Crossings::At>& Crossings::over(const StepPolynomial& p, double scale)
{
    int sign = changes_.sign();
    const std::vector<double>& found = changes_.over(p, scale);
    if (sign == 0)
        sign = changes_.first();
    at_.clear();
    for (const double x : found) {
        sign = -sign;
        at_.push_back({x, sign > 0});
    }
    return at_;
}

void motion_of(const TaylorScheme& scheme, const ModalOutput& output, double taken, StepMotion& out)
{
    scheme.series().displacement(output.row, output.follow, taken, out.displacement);
    out.size = 0;
    for (const double a : out.displacement)
        out.size += std::abs(a);
}

} // namespace slideway::dynamics
