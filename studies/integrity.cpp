#include "studies/integrity.hpp"

#include <algorithm>
#include <cmath>

namespace slideway::studies {

std::optional<Integrity> integrity(const Matrix& starts, const std::vector<int>& labels, int label,
                                   const Matrix& states)
{
    if (starts.cols() == 0 || states.cols() == 0)
        return std::nullopt;
    const Vector least = starts.rowwise().minCoeff(), most = starts.rowwise().maxCoeff();
    std::optional<Integrity> out;
    for (Index s = 0; s < states.cols(); ++s) {
        const Vector state = states.col(s);
        const double edge = std::min((state - least).minCoeff(), (most - state).minCoeff());
        if (edge < 0)
            return std::nullopt;
        Integrity disc{edge, true};
        for (Index i = 0; i < starts.cols(); ++i) {
            if (labels[static_cast<std::size_t>(i)] == label)
                continue;
            const double apart = (starts.col(i) - state).norm();
            if (apart <= disc.radius)
                disc = {apart, false};
        }
        if (!out || disc.radius < out->radius)
            out = disc;
    }
    return out;
}

} // namespace slideway::studies
