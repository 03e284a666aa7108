#pragma once

#include "fem/readers/labelled_nodes.hpp"

#include <filesystem>

namespace slideway::fem {

/// Reads the nodes of a universal file (datasets 15, 781 and 2411), its elements of any type with a
/// cell (2412), and its groups (2429 to 2477): nodes become sets, elements of dimension 2 surfaces.
/// Dataset 164 states the unit of length. Other datasets are skipped.
/// Source: SDRC universal file formats, as published by the University of Cincinnati (SDRL).
/// @throws InputError  with file and line: a dataset that ends early, no number, a node or an
///                     element that comes twice, an element on a node that is not in the file
[[nodiscard]] LabelledNodes read_labelled_universal(const std::filesystem::path& file);

} // namespace slideway::fem
