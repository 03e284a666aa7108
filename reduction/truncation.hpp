#pragma once

#include <optional>
#include <string>
#include <vector>

namespace slideway::reduction {

/// Static error of a reduced body under uniform acceleration.
struct BodyLoadError {
    std::string motion; ///< "translation in x"
    double error = 0;   ///< part of the elastic energy of K^-1 M r that the reduced body lacks
};

/// Static error of a reduced body under a load on its inside, such as its weight.
struct LoadError {
    std::string load; ///< "load.weight"
    /// Share of the elastic energy under this load, with the interface held, that the reduced body
    /// lacks. Displacements of the interface are exact with constraint modes.
    double error = 0;
};

/// Truncation errors of a reduction.
struct Truncation {
    double highest_kept_hz = 0; ///< highest added mode; 0 without modes

    /// Largest relative error for a unit load on one interface dof at a time: ||F_r - F|| / ||F||
    /// per column of the compliance F, over the displacements of all interface dofs. With
    /// constraint modes it is round-off by construction, but not for modal truncation. It is empty
    /// without interface dofs, or if the body is free.
    std::optional<double> interface_load;

    /// Error (u - T q)^T K (u - T q) / u^T K u for a load M r of each translation r of the body.
    /// Empty if the body is free.
    std::vector<BodyLoadError> body_load;

    std::vector<LoadError> loads; ///< errors of Interface::loads

    /// Why there are no static errors: "the body is free: translation in x"; "" if there are.
    std::string undefined;
};

} // namespace slideway::reduction
