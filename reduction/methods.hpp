#pragma once

#include "base/progress.hpp"
#include "reduction/interface.hpp"
#include "reduction/reduced_model.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace slideway::reduction {

/// A method that reduces a body to its interface and n_modes other coordinates.
struct Method {
    std::string_view name; ///< name in case files: "craig-bampton"
    std::string_view help; ///< one line for the reference of case files
    bool takes_modes;      ///< false: n_modes is ignored
    /// @throws InputError, Interrupted
    ReducedModel (*reduce)(const fem::Substructure& s, const Interface& interface, Index n_modes,
                           const Progress& progress);
};

/// List of all methods. A new method is a file and a line in methods.cpp.
[[nodiscard]] std::span<const Method> methods();

/// Returns the method `name`. @throws InputError with the valid names.
[[nodiscard]] const Method& method(std::string_view name);

} // namespace slideway::reduction
