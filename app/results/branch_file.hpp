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
