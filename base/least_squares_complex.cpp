#include "base/least_squares_of.hpp"

namespace slideway {

LeastSquares<Complex> least_squares(const ComplexMatrix& A,
                                    const Eigen::Ref<const ComplexMatrix>& b,
                                    std::optional<double> threshold)
{
    return least_squares_of<Complex>(A, b, threshold);
}

} // namespace slideway
