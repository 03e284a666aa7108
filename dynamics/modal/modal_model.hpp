#pragma once

#include "assembly/primal.hpp"
#include "base/progress.hpp"
#include "base/types.hpp"
#include "reduction/modal_form.hpp"

#include <vector>

namespace slideway::assembly {
struct CoupledModel;
}

namespace slideway::dynamics {

class ModalSource;

/// Row-major, because the hot loop reads rows mode by mode.
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

struct ModalLoad {
    std::size_t component = 0;
    Vector p;      ///< m: Phi^T row
    Vector follow; ///< row . follower of each motion
};

/// Imposed motion x(t) of one component: u = Phi q + follower x.
///
/// The follower is the rigid motion that follows x, or otherwise the static response to x. The
/// relative motion w = Phi q is then driven only by -M e x'' and by the damping of e that is not
/// mass proportional (mass-proportional damping acts only on w).
struct ModalMotion {
    std::size_t component = 0;
    Vector follower;  ///< e: stacked dofs of the component per unit of x
    Vector inertia;   ///< m: Phi^T M e
    Vector drag;      ///< m: Phi^T C e without the mass-proportional part; empty if zero
    Vector mass;      ///< n_motions: e^T M e_l with each motion l [kg]
    Vector damping;   ///< e^T C e_l without the mass-proportional part [N s/m]
    Vector stiffness; ///< e^T K e_l [N/m]; 0 if either follower is rigid
};

/// Rows of a body in the modes of its component, and the part that imposed motions move.
struct ModalRows {
    std::size_t component = 0;
    RowMatrix rows; ///< r x m
    Matrix follow;  ///< r x n_motions
};

struct ModalJoint {
    ModalRows first;
    std::optional<ModalRows> second;
};

struct ModalContact {
    ModalRows slave;  ///< 2 S rows
    ModalRows master; ///< 2 N rows
};

/// The coupled model for time integration: components (bodies connected by bonds and linear joints)
/// in modal form; contacts, loads and motions in the order of the model.
struct ModalModel {
    std::vector<assembly::PrimalModel> parts;     ///< assembled bodies of each component
    std::vector<reduction::ModalForm> components; ///< Phi: stacked dofs x m
    std::vector<std::size_t> component_of;        ///< per body of the model
    std::vector<Index> offset;                    ///< first stacked row of each body
    std::vector<ModalLoad> loads;
    std::vector<ModalMotion> motions;
    std::vector<ModalContact> contacts;
    std::vector<std::optional<ModalJoint>>
        joints; ///< empty for linear joints, which are part of the modes

    [[nodiscard]] Index n_modes() const;
    /// Index of the first mode of each component in the list of all modes; the last entry is
    /// n_modes.
    [[nodiscard]] std::vector<Index> first_modes() const;
    [[nodiscard]] bool classical() const;
    /// Modal rows of one body of the model.
    [[nodiscard]] ModalRows rows(std::size_t body, const SparseMatrix& rows) const;
    /// Displacement of one body, u_b = Phi_b q + sum followers x.
    [[nodiscard]] Vector displacement(const assembly::CoupledModel& model, std::size_t body,
                                      const Vector& q, const Vector& x) const;
    /// Displacements of all bodies from the modes of all components, one after the other.
    [[nodiscard]] std::vector<Vector> displacements(const assembly::CoupledModel& model,
                                                    const Vector& q, const Vector& x) const;
};

/// Computes the modal model.
/// @throws InputError  a component is too large; bonds or motions over-constrain it; a component
///                     can follow a motion neither rigidly nor statically
/// @throws Interrupted
[[nodiscard]] ModalModel modal_model(const ModalSource& source, const Progress& progress = {});
/// Computes the modal model of bodies without parts beside M and symmetric C and K.
/// @throws InputError  as above; a body with such parts
[[nodiscard]] ModalModel modal_model(const assembly::CoupledModel& model,
                                     const Progress& progress = {});

} // namespace slideway::dynamics
