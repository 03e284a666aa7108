#include "dynamics/modal/exchanged_energy.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slideway::dynamics {

void ExchangedEnergy::include(const Eigen::Ref<const Vector>& q, const Eigen::Ref<const Vector>& v,
                              const Eigen::Ref<const Vector>& omega, double frame)
{
    begin(q.size());
    for (Index i = 0; i < q.size(); ++i) {
        const double strain = omega(i) * q(i);
        add(i, 0.5 * v(i) * v(i), 0.5 * strain * strain);
    }
    end(frame);
}

void ExchangedEnergy::begin(Index m)
{
    sum_ = 0;
    if (most_kinetic_.size() == m)
        return;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    least_kinetic_ = least_elastic_ = Vector::Constant(m, infinity);
    most_kinetic_ = most_elastic_ = Vector::Constant(m, -infinity);
}

void ExchangedEnergy::add(Index i, double kinetic, double elastic)
{
    least_kinetic_(i) = std::min(least_kinetic_(i), kinetic);
    most_kinetic_(i) = std::max(most_kinetic_(i), kinetic);
    least_elastic_(i) = std::min(least_elastic_(i), elastic);
    most_elastic_(i) = std::max(most_elastic_(i), elastic);
    sum_ += kinetic + elastic;
}

void ExchangedEnergy::end(double frame)
{
    if (std::isfinite(sum_ + frame))
        largest_ = std::max(largest_, sum_ + frame);
}

double ExchangedEnergy::exchanged() const
{
    return (most_kinetic_ - least_kinetic_).cwiseMax(most_elastic_ - least_elastic_).sum();
}

} // namespace slideway::dynamics
