#include "fem/plane.hpp"

#include <cmath>

namespace slideway::fem {

bool Box::empty() const
{
    return (min.array() > max.array()).any();
}

Eigen::Vector2d Box::sizes() const
{
    return max - min;
}

void Box::extend(const Eigen::Vector2d& place)
{
    extend(Box{place, place});
}

void Box::extend(const Box& other)
{
    min = min.cwiseMin(other.min);
    max = max.cwiseMax(other.max);
}

Eigen::Matrix2d rotation(double angle)
{
    const double c = std::cos(angle), s = std::sin(angle);
    return Eigen::Matrix2d{{c, -s}, {s, c}};
}

} // namespace slideway::fem
