#pragma once

#include "base/choice.hpp"
#include "continuation/pieces.hpp"
#include "io/hdf5_file.hpp"

#include <string>

namespace slideway::app {

/// Units and meanings of the unknowns and the parameter of a branch.
struct BranchMeaning {
    std::string x_unit, x;
    std::string p_unit, p;
    std::string bounded; ///< name of the parameter: "the frequency"
};

/// Writes a branch into a group ("levels/0001/branch/"). A branch that is read back can be
/// continued.
void write_branch(io::ArraySink& sink, const std::string& group, const continuation::Branch& branch,
                  const BranchMeaning& meaning);

/// @throws std::runtime_error     missing arrays
/// @throws std::invalid_argument  inconsistent arrays
[[nodiscard]] continuation::Branch read_branch(const io::Hdf5Reader& h5, const std::string& group);

/// Writes a curve with its pieces in the groups `group` + "pieces/0001/", numbered from 1.
void write_curve(io::ArraySink& sink, const std::string& group,
                 const continuation::PiecewiseCurve& curve, const BranchMeaning& meaning);
[[nodiscard]] std::string piece_group(const std::string& group, std::size_t piece); ///< from 0
/// @throws see read_branch
[[nodiscard]] continuation::PiecewiseCurve read_curve(const io::Hdf5Reader& h5,
                                                      const std::string& group);

/// Returns "what/0001/" for k = 0.
[[nodiscard]] std::string numbered(const std::string& what, std::size_t k);

/// Returns the meaning of the numbers of an array: "0 opening, 1 closing".
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
