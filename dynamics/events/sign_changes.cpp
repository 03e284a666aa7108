#include "dynamics/events/sign_changes.hpp"

#include <algorithm>
#include <cmath>

namespace slideway::dynamics {

namespace {

// A rate below this fraction of its terms is zero. Roots of the polynomial of a step leave 1e-16 of
// its slope.
constexpr double nothing = 1e-13;

// p(low + (1 - low) x).
StepPolynomial rest_of(StepPolynomial p, double low)
{
    for (std::size_t i = 0; i + 1 < p.size(); ++i)
        for (std::size_t k = p.size() - 1; k-- > i;)
            p[k] += low * p[k + 1];
    double power = 1;
    for (double& a : p) {
        a *= power;
        power *= 1 - low;
    }
    return p;
}

// Without the factor x^k of what is nothing at x = 0; false: nothing is left.
bool divide_by_zeros(StepPolynomial& p, double none)
{
    const auto first =
        std::find_if(p.begin(), p.end(), [&](double a) -> bool { return std::abs(a) > none; });
    std::fill(std::copy(first, p.end(), p.begin()), p.end(), 0.0);
    return first != p.end();
}

} // namespace

const std::vector<double>& SignChanges::over(const StepPolynomial& rate, double scale)
{
    at_.clear();
    double sum = 0;
    for (std::size_t k = 1; k < rate.size(); ++k)
        sum += std::abs(rate[k]);
    if (sign_ != 0 && sign_ * rate[0] > sum)
        return at_;
    const double none = nothing * (scale + sum + std::abs(rate[0]));
    StepPolynomial p = rate;
    for (double low = 0;;) {
        if (!divide_by_zeros(p, none))
            return at_;
        const int start_sign = p[0] > 0 ? 1 : -1;
        if (sign_ == 0)
            first_ = start_sign;
        else if (start_sign != sign_)
            at_.push_back(low);
        sign_ = start_sign;
        if (sign_ < 0)
            for (double& a : p)
                a = -a;
        const SignChange change = first_sign_change(p);
        if (!change.root)
            return at_;
        low += (1 - low) * change.x;
        at_.push_back(low);
        sign_ = -sign_;
        if (!(low < 1))
            return at_;
        p = rest_of(rate, low);
        p[0] = 0;
    }
}

} // namespace slideway::dynamics
