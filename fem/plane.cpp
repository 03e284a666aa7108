#include "fem/plane.hpp"

#include "base/text.hpp"

#include <cmath>

namespace slideway::fem {

bool Box::empty() const
{
    return (min.array() > max.array()).any();
}

Eigen::Vector3d Box::sizes() const
{
    return max - min;
}

void Box::extend(const Eigen::Vector3d& place)
{
    extend(Box{place, place});
}

void Box::extend(const Box& other)
{
    min = min.cwiseMin(other.min);
    max = max.cwiseMax(other.max);
}

std::string position_text(const Eigen::Vector3d& position)
{
    return "(" + number_text(position.x(), 6) + ", " + number_text(position.y(), 6) +
           (position.z() != 0 ? ", " + number_text(position.z(), 6) : "") + ")";
}

Eigen::Vector3d in_space(const Eigen::Vector2d& position)
{
    return {position.x(), position.y(), 0};
}

Matrix positions_in_space(const Matrix& plane)
{
    Matrix X = Matrix::Zero(plane.rows(), 3);
    X.leftCols<2>() = plane;
    return X;
}

Eigen::Matrix2d rotation(double angle)
{
    const double c = std::cos(angle), s = std::sin(angle);
    return Eigen::Matrix2d{{c, -s}, {s, c}};
}

Eigen::Matrix3d rotation(const Eigen::Vector3d& axis, double angle)
{
    const Eigen::Vector3d e = axis / axis.stableNorm();
    Eigen::Matrix3d cross;
    cross << 0, -e(2), e(1), e(2), 0, -e(0), -e(1), e(0), 0;
    return Eigen::Matrix3d::Identity() + std::sin(angle) * cross +
           (1 - std::cos(angle)) * cross * cross;
}

} // namespace slideway::fem
