#pragma once

#include "app/build_model.hpp"
#include "io/vtk_file.hpp"

#include <string>
#include <vector>

namespace slideway::app {

/// All bodies of a model that have a mesh, as one ParaView grid.
class Scene {
public:
    explicit Scene(const BuiltModel& built);

    [[nodiscard]] bool empty() const { return meshes_.empty(); }
    [[nodiscard]] Index n_points() const { return X_.rows(); }
    [[nodiscard]] const Matrix& X() const { return X_; } ///< undeformed, placed
    [[nodiscard]] double size() const;                   ///< diagonal of the bounding box [m]

    /// n_points x 2: displacement of all points for the dofs of each body of the model.
    [[nodiscard]] Matrix displacement(const std::vector<Vector>& u) const;
    /// n_points x 3: s_xx, s_yy, s_xy [Pa].
    [[nodiscard]] Matrix stress(const std::vector<Vector>& u) const;
    /// Point at an undeformed position of one body; -1 if there is none.
    [[nodiscard]] Index point(std::size_t body, const Eigen::Vector2d& X) const;

    /// Grid at X + shift with displacement, stress components and von Mises stress, body number.
    [[nodiscard]] io::VtkGrid grid(const Matrix& displacement, const Matrix& stress,
                                   double scale = 1) const;

private:
    const assembly::CoupledModel& model_;
    std::vector<std::size_t> bodies_; ///< with a mesh
    std::vector<Index> offset_;       ///< first point of each
    std::vector<const fem::Mesh*> meshes_;
    Matrix X_, body_of_cell_;
};

} // namespace slideway::app
