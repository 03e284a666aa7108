#include "base/least_squares_of.hpp"

namespace slideway {

LeastSquares<double> least_squares(const Matrix& A, const MatrixIn& b,
                                   std::optional<double> threshold)
{
    return least_squares_of<double>(A, b, threshold);
}

} // namespace slideway
