#pragma once

#include "app/model/built_model.hpp"
#include "contact/node_to_segment.hpp"
#include "contact/state.hpp"
#include "io/vtk_file.hpp"

#include <string>
#include <vector>

namespace slideway::app {

/// Von Mises stress.
/// @param stress  rows (s_xx, s_yy, s_xy) in plane stress, (s_xx, s_yy, s_xy, s_zz), or (s_xx,
/// s_yy,
///                s_zz, s_xy, s_yz, s_zx), one per point
[[nodiscard]] Vector von_mises(const Matrix& stress);

/// State of a slave node at one time.
struct PointContact {
    std::size_t contact = 0; ///< index of the contact in the model
    Index slave = 0, segment = 0;
    double lambda = 0,
           friction = 0; ///< normal force [N]; the force on the slave along t is -friction lambda
    contact::Projection projection;
    contact::State state = contact::State::none;
};

/// All meshed bodies of a model as one ParaView grid.
class Scene {
public:
    explicit Scene(const BuiltModel& built);

    [[nodiscard]] bool empty() const { return meshes_.empty(); }
    [[nodiscard]] Index n_points() const { return X_.rows(); }
    [[nodiscard]] const Matrix& X() const
    {
        return X_;
    }                                  ///< undeformed positions of the placed bodies
    [[nodiscard]] double size() const; ///< diagonal of the bounding box [m]

    /// Factor that scales a displacement [m] to a twentieth of the model; 1 for displacement 0.
    [[nodiscard]] double scale_to_be_seen(double largest) const;

    /// Displacement of all points for the dofs of each body of the model, n_points x 2, or x 3 if a
    /// body is solid; zero without dofs.
    [[nodiscard]] Matrix displacement(const std::vector<Vector>& u) const;
    /// Stress at all points [Pa], n_points x 3: s_xx, s_yy, s_xy; x 4 if a body has s_zz too; x 6
    /// if a body is solid: s_xx, s_yy, s_zz, s_xy, s_yz, s_zx; zero without dofs.
    [[nodiscard]] Matrix stress(const std::vector<Vector>& u) const;
    /// Values at the nodes of each body of the model, nodes x 2 or 3, in the rows of all points.
    /// Bodies with an empty matrix have zeros.
    [[nodiscard]] Matrix stacked(const std::vector<Matrix>& of_bodies) const;
    /// Index of the point at an undeformed position of a body; -1 if there is none.
    [[nodiscard]] Index point(std::size_t body, const Eigen::Vector2d& X) const;

    /// Grid at X + placed + scale displacement (`placed` may be empty), with displacement, stress
    /// components, von Mises stress and body number. With a solid body the stress is one array of
    /// six components, and the principal stresses are given, ascending.
    [[nodiscard]] io::VtkGrid grid(const Matrix& displacement, const Matrix& stress,
                                   double scale = 1, const Matrix& placed = {}) const;

    /// Adds contact_force [N] and contact_state (on slave and master nodes) and contact_pressure
    /// [Pa] (on slave nodes of curves, force per tributary area) to a grid.
    void add_contacts(io::VtkGrid& grid, const std::vector<PointContact>& points) const;

private:
    const assembly::CoupledModel& model_;
    bool in_space_ = false;           ///< a body is solid
    bool across_ = false;             ///< a body has stress out of its plane
    std::vector<std::size_t> bodies_; ///< indices of meshed bodies
    std::vector<Index> offset_;       ///< first point of each meshed body
    std::vector<const fem::Mesh*> meshes_;
    Matrix X_, body_of_cell_;
};

} // namespace slideway::app
