#pragma once

#include "contact/state.hpp"

#include <Eigen/Core>

#include <vector>

namespace slideway::contact {

/// Equations of one slave node over a time step. P and Q are h^2 times the normal force and the
/// friction force on the slave along the master:
///
///   gap  = gap*  + Ann P + Ant Q >= 0,   P >= 0,   P gap = 0
///   slip = slip* + Atn P + Att Q,   |Q| <= mu P,   slip != 0  =>  Q = -mu P sign(slip)
///
/// Q may reach mu_rest P >= mu P while slip = 0.
struct NodeStep {
    double Ann = 0, Ant = 0, Atn = 0, Att = 0; ///< [1/kg], the matrix positive definite
    double gap = 0, slip = 0;                  ///< [m] without the forces of this step
    double mu = 0, mu_rest = 0;
};

/// Forces and state of a slave node.
struct NodeForces {
    State state = State::none; ///< none, sliding, stuck or backward
    double P = 0, Q = 0;       ///< [N s^2]
};

/// Smaller one of (Ann - mu_rest |Ant|) / Ann and (Ann Att - Ant Atn) / (Ann Att). If it is
/// positive, there is exactly one solution for every gap and slip (with mu_rest = mu). Otherwise
/// there are one or three, and the node may jam (Painleve's paradox).
[[nodiscard]] double uniqueness_margin(const NodeStep& node);

/// Solves the equations of a node. If there are several solutions, the order of preference is:
/// state of the last step, stuck, sliding.
///
/// @param last  state in the last step
/// @pre uniqueness_margin(node) > 0
[[nodiscard]] NodeForces solve(const NodeStep& node, State last);

/// Quality of the forces of several nodes.
enum class StickSlipOutcome {
    exact,      ///< unique solution of the equations of the states
    not_unique, ///< by relaxation, because these equations are singular (rigid bodies); only
                ///< sums of the forces are unique
    loose,      ///< by relaxation, to 1e-6
    jamming     ///< no solution found, or a node without a unique solution
};

/// Several slave nodes over a time step: gap and slip of each depend on the forces of all.
///
/// First the states of the last step are tried: one linear system for the normal forces of all
/// closed nodes and the friction of the stuck ones; every state that its inequality contradicts
/// changes (pulls -> open, |Q| > mu_rest P -> slides, slides against its friction -> stuck,
/// penetrates -> stuck), up to 8 times. Where that ends nowhere or the system is singular, nodes
/// are solved one after another until nothing changes (block Gauss-Seidel). Where that is slow, as
/// for a node that sticks in a corner, all states of up to three nodes are tried; those of more
/// change again. Of singular systems the forces that the others do not determine stay as in the
/// last step. No allocation after construction, except where all of this fails and complementary
/// pivots find the forces.
class StickSlipSolver {
public:
    /// @param most  largest number of nodes
    explicit StickSlipSolver(Eigen::Index most = 0);

    /// Sets the number of nodes. Node k has the rows and columns 2 k (normal) and 2 k + 1
    /// (tangential).
    void resize(Eigen::Index n);
    double& A(Eigen::Index row, Eigen::Index column) { return A_(row, column); }
    Eigen::VectorXd free;            ///< gap* and slip* of each node [m]
    Eigen::VectorXd force;           ///< P and Q of each node; input: those of the last step
    std::vector<double> mu, mu_rest; ///< friction coefficients of each node
    std::vector<State>
        state; ///< input: states of the last step; stuck for a node that has just closed

    [[nodiscard]] StickSlipOutcome solve();
    /// Equations of node k, with the forces of the other nodes inserted.
    [[nodiscard]] NodeStep node(Eigen::Index k) const;

private:
    enum class System { regular, singular, inconsistent };
    [[nodiscard]] System solve_states();
    [[nodiscard]] bool change_states(bool at_limit = false);
    [[nodiscard]] bool does_not_slip(Eigen::Index k, double part) const;
    [[nodiscard]] StickSlipOutcome keep_undetermined();
    [[nodiscard]] StickSlipOutcome try_all_states();
    void hold();
    [[nodiscard]] StickSlipOutcome relax(int sweeps);
    [[nodiscard]] StickSlipOutcome pivot();
    [[nodiscard]] StickSlipOutcome finish();

    Eigen::Index n_ = 0;
    Eigen::MatrixXd A_, work_;
    Eigen::VectorXd right_, last_;
    std::vector<Eigen::Index> unknown_; ///< entry of force of each unknown
    std::vector<Eigen::Index> pivot_;   ///< unknown of each row of the eliminated system
    std::vector<State> found_;
};

} // namespace slideway::contact
