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

/// Rows are read mode after mode in the hot loop.
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

struct ModalLoad {
    std::size_t component = 0;
    Vector p;      ///< m: Phi^T row
    Vector follow; ///< row . follower of each motion
};

/// Imposed motion x(t) of one component: u = Phi q + follower x.
///
/// The follower is the rigid motion that goes with x, or else the static response to it; then the
/// motion relative to it, w = Phi q, sees only -M e x'' and the damping of e that is not mass
/// proportional (which acts on w alone).
struct ModalMotion {
    std::size_t component = 0;
    Vector follower;  ///< e: stacked dofs of the component per unit of x
    Vector inertia;   ///< m: Phi^T M e
    Vector drag;      ///< m: Phi^T C e without the mass-proportional part; empty if zero
    Vector mass;      ///< n_motions: e^T M e_l with each motion l [kg]
    Vector damping;   ///< e^T C e_l without the mass-proportional part [N s/m]
    Vector stiffness; ///< e^T K e_l [N/m]; 0 if either follower is rigid
};

/// Rows of a body in the modes of its component, and their part that the motions move.
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

/// The coupled model as the time loops see it: components (bodies that bonds and linear joints
/// connect) in modal form; contacts, loads and motions in the model's order.
struct ModalModel {
    std::vector<assembly::PrimalModel> parts;     ///< what each component is made of
    std::vector<reduction::ModalForm> components; ///< Phi: stacked dofs x m
    std::vector<std::size_t> component_of;        ///< per body of the model
    std::vector<Index> offset;                    ///< first stacked row of each body
    std::vector<ModalLoad> loads;
    std::vector<ModalMotion> motions;
    std::vector<ModalContact> contacts;
    std::vector<std::optional<ModalJoint>> joints; ///< none for linear ones: they are in the modes

    [[nodiscard]] Index n_modes() const;
    /// First mode of each component where their modes stand one after the other; last: n_modes.
    [[nodiscard]] std::vector<Index> first_modes() const;
    [[nodiscard]] bool classical() const;
    /// Rows of one body of the model.
    [[nodiscard]] ModalRows rows(std::size_t body, const SparseMatrix& rows) const;
    /// Displacement of one body, u_b = Phi_b q + sum followers x.
    [[nodiscard]] Vector displacement(const assembly::CoupledModel& model, std::size_t body,
                                      const Vector& q, const Vector& x) const;
    /// The same of all bodies, for the modes of all components one after the other.
    [[nodiscard]] std::vector<Vector> displacements(const assembly::CoupledModel& model,
                                                    const Vector& q, const Vector& x) const;
};

/// @throws InputError  a component too large; bonds or motions that over-constrain; a motion that
///                     its component can follow neither as a rigid body nor statically
/// @throws Interrupted
[[nodiscard]] ModalModel modal_model(const ModalSource& source, const Progress& progress = {});
[[nodiscard]] ModalModel modal_model(const assembly::CoupledModel& model,
                                     const Progress& progress = {});

} // namespace slideway::dynamics
