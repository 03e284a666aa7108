#pragma once

#include "assembly/coupled_model.hpp"
#include "base/types.hpp"

#include <vector>

namespace slideway::dynamics {

/// Rows are read mode after mode in the hot loop.
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// One body in modal form in the moving frame of its motions: u = Phi q + sum_k follower_k x_k(t).
///
/// The rigid part of an imposed motion carries no elastic and no damping force (damping acts on the
/// motion relative to the moving frame), only the inertia -M e x''.
struct ModalBody {
    Vector omega; ///< m [rad/s]
    Vector c;     ///< m modal damping 2 zeta omega [1/s]
    Matrix Phi;   ///< n x m; zero rows at imposed dofs
    [[nodiscard]] Index n_modes() const { return omega.size(); }
};

struct ModalLoad {
    std::size_t body = 0;
    Vector p;      ///< m: Phi^T row
    Vector follow; ///< row . follower of each motion: 0 for motions of other bodies
};

struct ModalMotion {
    std::size_t body = 0;
    Vector follower; ///< n: rigid motion of the body per unit of x
    Vector inertia;  ///< m: Phi^T M e
    double mass = 0; ///< e^T M e [kg]
};

struct ModalContact {
    std::size_t slave_body = 0, master_body = 0;
    RowMatrix slave_rows;  ///< 2 x m_slave
    RowMatrix master_rows; ///< 2 N x m_master
    Matrix slave_follow;   ///< 2 x n_motions: position per unit of each motion
    Matrix master_follow;  ///< 2 N x n_motions
};

/// The coupled model as the time loops see it; contacts, loads and motions in the model's order.
struct ModalModel {
    std::vector<ModalBody> bodies;
    std::vector<ModalLoad> loads;
    std::vector<ModalMotion> motions;
    std::vector<ModalContact> contacts;

    [[nodiscard]] Index n_modes() const;
};

/// @throws InputError  non-classical damping, a body too large, a motion that deforms its body
[[nodiscard]] ModalModel modal_model(const assembly::CoupledModel& model);

} // namespace slideway::dynamics
