#pragma once

#include "base/choice.hpp"
#include "continuation/pieces.hpp"
#include "io/hdf5_file.hpp"

#include <string>

namespace slideway::app {

/// What the unknowns and the parameter of a branch are: units and meanings of its arrays.
struct BranchMeaning {
    std::string x_unit, x;
    std::string p_unit, p;
    std::string bounded; ///< p in words: "the frequency"
};

/// A branch as results hold it, under the group `at` ("levels/0001/branch/"); what is read back
/// can be gone on with.
void write_branch(io::ArraySink& sink, const std::string& at, const continuation::Branch& branch,
                  const BranchMeaning& meaning);

/// @throws std::runtime_error     arrays that are not there
/// @throws std::invalid_argument  arrays that do not fit together
[[nodiscard]] continuation::Branch read_branch(const io::Hdf5Reader& h5, const std::string& at);

/// A curve in pieces, its pieces under `at` + "pieces/0001/"; a piece can be found by its number.
void write_curve(io::ArraySink& sink, const std::string& at,
                 const continuation::PiecewiseCurve& curve, const BranchMeaning& meaning);
[[nodiscard]] std::string piece_group(const std::string& at, std::size_t piece); ///< from 0
/// @throws  as read_branch
[[nodiscard]] continuation::PiecewiseCurve read_curve(const io::Hdf5Reader& h5,
                                                      const std::string& at);

/// "what/0001/", of the first.
[[nodiscard]] std::string numbered(const std::string& what, std::size_t k);

/// The names behind the numbers that arrays hold in their place: "0 opening, 1 closing".
template <Choosable E>
[[nodiscard]] std::string numbered_names(E one)
{
    std::string text;
    for (const Choice<E>& choice : choices(one))
        text += (text.empty() ? "" : ", ") + std::to_string(static_cast<int>(choice.value)) + " " +
                std::string(choice.name);
    return text;
}

} // namespace slideway::app
