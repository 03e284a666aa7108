#pragma once

#include "continuation/branch.hpp"

#include <string>
#include <vector>

/// Curves that are smooth in pieces: where one ends, other equations begin.
namespace slideway::continuation {

/// A part of such a curve, with the equations that it solves. What they are is the caller's to say.
struct Piece {
    std::string equations; ///< a name, for reading back: "extremum", "kink of left_face"
    Branch branch;
    std::string begins, ends; ///< why, in words for users
};

/// Pieces in the order of the curve; one begins where the one before ends.
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

/// Where a number of successive points passes a value: between point k and the next, at a share of
/// the way.
struct Crossing {
    Index k = 0;
    double share = 0;
};
[[nodiscard]] std::vector<Crossing> crossings(const VectorIn& values, double of);

/// The first n points of a branch, whose last is then its end.
void truncate(Branch& branch, Index n);

} // namespace slideway::continuation
