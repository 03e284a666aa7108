#pragma once

#include "base/types.hpp"
#include "fem/mesh.hpp"

#include <array>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace slideway::io {

/// One array on points or cells. Columns are components; 2 columns are padded to a 3-vector.
struct VtkArray {
    std::string name;
    Matrix values; ///< points or cells x components
};

/// An unstructured grid of one or more meshes with the coordinates of the drawing.
struct VtkGrid {
    std::vector<const fem::Mesh*> meshes; ///< connectivity only
    Matrix X;                             ///< all points, mesh after mesh, x 3 [m]
    std::vector<VtkArray> point_arrays, cell_arrays;
};

/// Writes `.vtu` (raw appended, LZ4) atomically; doubles stay doubles.
/// @throws std::invalid_argument  inconsistent sizes; an unknown element shape
/// @throws std::runtime_error     the file cannot be written
void write_vtu(const std::filesystem::path& file, const VtkGrid& grid);

/// Values on a regular grid of points in two directions; the first index varies fastest.
struct VtkImage {
    std::array<int, 2> n{};                    ///< points, >= 2
    std::array<double, 2> origin{}, spacing{}; ///< spacing > 0
    std::vector<VtkArray> point_arrays;
};

/// Writes `.vti`. @throws  see write_vtu
void write_vti(const std::filesystem::path& file, const VtkImage& image);

/// Writes a `.pvd` that lists files (paths as given, relative to the .pvd) with
/// their times, atomically.
/// @throws std::invalid_argument  a time that is not finite
void write_pvd(const std::filesystem::path& file,
               const std::vector<std::pair<double, std::filesystem::path>>& steps);

} // namespace slideway::io
