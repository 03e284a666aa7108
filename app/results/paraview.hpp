#pragma once

#include "app/model/built_model.hpp"
#include "contact/node_to_segment.hpp"
#include "contact/state.hpp"
#include "io/vtk_file.hpp"

#include <string>
#include <vector>

namespace slideway::app {

/// Von Mises stress of plane stress (s_xx, s_yy, s_xy), a row per point.
[[nodiscard]] Vector von_mises(const Matrix& stress);

/// A slave node at one time.
struct PointContact {
    std::size_t contact = 0; ///< of the model
    Index slave = 0, segment = 0;
    double lambda = 0, friction = 0; ///< [N]; the force on the slave along t is -friction lambda
    contact::Projection projection;
    contact::State state = contact::State::none;
};

/// All bodies of a model that have a mesh, as one ParaView grid.
class Scene {
public:
    explicit Scene(const BuiltModel& built);

    [[nodiscard]] bool empty() const { return meshes_.empty(); }
    [[nodiscard]] Index n_points() const { return X_.rows(); }
    [[nodiscard]] const Matrix& X() const { return X_; } ///< undeformed, placed
    [[nodiscard]] double size() const;                   ///< diagonal of the bounding box [m]

    /// Factor that draws a displacement [m] as a twentieth of the model; 1 for none.
    [[nodiscard]] double scale_to_be_seen(double largest) const;

    /// n_points x 2: displacement of all points for the dofs of each body of the model.
    [[nodiscard]] Matrix displacement(const std::vector<Vector>& u) const;
    /// n_points x 3: s_xx, s_yy, s_xy [Pa].
    [[nodiscard]] Matrix stress(const std::vector<Vector>& u) const;
    /// Point at an undeformed position of one body; -1 if there is none.
    [[nodiscard]] Index point(std::size_t body, const Eigen::Vector2d& X) const;

    /// Grid at X + placed + scale displacement (placed: none if empty) with displacement, stress
    /// components and von Mises stress, body number.
    [[nodiscard]] io::VtkGrid grid(const Matrix& displacement, const Matrix& stress,
                                   double scale = 1, const Matrix& placed = {}) const;

    /// Adds contact_force [N] (on slave and master nodes), contact_pressure [Pa] (slave nodes of
    /// curves, by their tributary area) and contact_state (both) to a grid.
    void add_contacts(io::VtkGrid& grid, const std::vector<PointContact>& points) const;

private:
    const assembly::CoupledModel& model_;
    std::vector<std::size_t> bodies_; ///< with a mesh
    std::vector<Index> offset_;       ///< first point of each
    std::vector<const fem::Mesh*> meshes_;
    Matrix X_, body_of_cell_;
};

} // namespace slideway::app
