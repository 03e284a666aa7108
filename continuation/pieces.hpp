#pragma once

#include "continuation/branch.hpp"

#include <string>
#include <vector>

/// Piecewise smooth curves; each piece solves its own equations.
namespace slideway::continuation {

/// A piece of such a curve with the name of its equations, which the caller defines.
struct Piece {
    std::string equations; ///< name for reading back: "extremum", "kink of left_face"
    Branch branch;
    std::string begins, ends; ///< reasons in words for users
};

/// Pieces in the order of the curve; each begins at the end of the one before.
struct PiecewiseCurve {
    std::vector<Piece> pieces;

    [[nodiscard]] Index n_points() const
    {
        Index n = 0;
        for (const Piece& piece : pieces)
            n += piece.branch.n_points();
        return n;
    }
};

/// Position where a series of numbers passes a value: between points k and k + 1, at
/// the fraction `share`.
struct Crossing {
    Index k = 0;
    double share = 0;
};
[[nodiscard]] std::vector<Crossing> crossings(const VectorIn& values, double level);

/// Keeps the first n points of a branch, whose last becomes its end.
void truncate(Branch& branch, Index n);

} // namespace slideway::continuation
