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

/// The first n points of a branch, whose last is then its end.
void truncate(Branch& branch, Index n);

} // namespace slideway::continuation
