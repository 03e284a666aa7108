#pragma once

#include "fem/substructure.hpp"

#include <string>
#include <vector>

namespace slideway::reduction {

/// How a body can move without deforming while the dofs `held` stay: "translation in x, rotation".
/// "" if it cannot; "an internal mechanism (...)" if only a part of it moves.
[[nodiscard]] std::string free_motions(const fem::Substructure& s, const std::vector<Index>& held);

} // namespace slideway::reduction
