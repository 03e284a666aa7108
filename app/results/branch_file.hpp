#pragma once

#include "base/choice.hpp"
#include "continuation/pieces.hpp"
#include "io/hdf5_file.hpp"

#include <string>

namespace slideway::io {
class Entries;
}

namespace slideway::app {

/// Units and meanings of the unknowns and the parameter of a branch.
struct BranchMeaning {
    std::string x_unit, x;
    std::string p_unit, p;
    std::string bounded; ///< name of the parameter: "the frequency"
};

/// Describes a branch. A branch that is read back can be continued.
/// @throws std::invalid_argument  arrays that were read are inconsistent
void arrays(io::Entries& a, continuation::Branch& branch, const BranchMeaning& meaning);
/// Describes a curve with its pieces.
/// @throws std::invalid_argument  as for a branch
void arrays(io::Entries& a, continuation::PiecewiseCurve& curve, const BranchMeaning& meaning);

/// Writes a branch into a group, for example "levels/0001/branch".
void write_branch(io::ArraySink& sink, const std::string& group, continuation::Branch branch,
                  const BranchMeaning& meaning);
/// @throws std::runtime_error     missing arrays
/// @throws std::invalid_argument  inconsistent arrays
[[nodiscard]] continuation::Branch read_branch(const io::Hdf5Reader& h5, const std::string& group);

[[nodiscard]] std::string piece_group(const std::string& group,
                                      std::size_t piece); ///< group of piece 0, 1, ...

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
