#pragma once

#include "dynamics/events/corner_series.hpp"
#include "dynamics/events/crossing.hpp"
#include "dynamics/events/function_series.hpp"
#include "dynamics/events/guard.hpp"
#include "dynamics/events/polynomial_series.hpp"
#include "dynamics/events/switched_phases.hpp"

#include <array>
#include <vector>

namespace slideway::dynamics {

/// Motion of a SwitchedModel from a state, while no phase changes, as power series of q:
///
///   q(t + tau) = sum_k Q_k (tau / unit)^k,    k = 0 .. order;    q' is its derivative
///
/// Laws of joints are polynomials in a phase, smoothed corners, or smooth functions of (r, v), so
/// that Q_{k+2} follows from Q_0 .. Q_{k+1} by sums and Cauchy products. Contacts that stick are
/// held by their reactions, order by order.
class TaylorSeries {
public:
    static constexpr int order = static_cast<int>(step_degree);

    /// @param model, phases  must outlive the series
    /// @param unit    unit of time [s], about a step, so that coefficients have ordinary magnitudes
    /// @param works   true: also compute the works of drive, dampers and joints
    TaylorSeries(const SwitchedModel& model, const SwitchedPhases& phases, double unit, bool works);

    /// Takes over the current phases.
    void take_phases();
    /// Expands the motion from y at t.
    void expand(const Vector& y, double t);

    /// Returns the longest step for which the last two coefficients of q and q', times their powers
    /// of the step, stay below `tolerance` times the sizes of q and q' over a step of h [s].
    [[nodiscard]] double reach(double tolerance, double h) const;
    /// Returns the part of a step h that smoothed corners and functions allow (their `reach`).
    [[nodiscard]] double reach_of_corners(double tolerance, double h) const;
    [[nodiscard]] bool has_corners() const { return !corners_.empty() || !functions_.empty(); }
    /// Sets y to the state at tau after the start. Works are unchanged if they are not computed.
    void at(double tau, Vector& y) const;
    /// Sets `out` to row . q + Re(follow e^{j Omega t}) over tau from the start.
    void displacement(const Vector& row, Complex follow, double tau, StepPolynomial& out) const;

    /// Returns the guards without values, in the order of SwitchedSystem::guards.
    [[nodiscard]] const std::vector<Guard>& guards() const { return guards_; }
    /// Sets `out` to the guards over a step of h that is accurate to a tolerance. Reactions have
    /// that accuracy, and therefore the accelerations of contacts that were just released.
    void guards_over(double h, double tolerance, std::vector<GuardPolynomial>& out) const;

    /// Ratios of the last four coefficients, times their powers, to the size of their quantity.
    using Shares = std::array<double, 4>;
    /// Returns the step, in units, for which the last two shares equal the tolerance. The other two
    /// shares are used if these vanish.
    [[nodiscard]] static double reach_of(const Shares& shares, double tolerance);

private:
    friend class TaylorColumns;
    /// Term of a guard that is linear in the motion: factors of r and r' of a row.
    struct Term {
        Index row = 0;
        double r = 0, v = 0;
    };
    /// Form of a guard. Without terms it is constant + side times a reaction.
    struct Form {
        double constant = 0, size = 0;
        std::size_t first = 0, end = 0; ///< range in terms_
        Index reaction = -1;            ///< row
        double side = 0;
    };
    /// f_row += k r_col + c r_col', of rows that a piece couples.
    struct Coupling {
        Index row = 0, col = 0;
        double k = 0, c = 0;
    };

    [[nodiscard]] Index m() const { return stiffness_.size(); }
    void take_joint(std::size_t j);
    void take_contacts();
    void drive(double t);
    void rows_at(int k);
    void forces_at(int k);
    double force_of(FunctionSeries& function, int k) const;
    double force_of(PolynomialSeries& polynomial, int k) const;
    void modes_at(int k);
    void hold(int k);
    void sum_works();
    [[nodiscard]] double scale_of(const Form& form, double s) const;

    const SwitchedModel& model_;
    const SwitchedPhases& phases_;
    double unit_;
    bool works_;

    // Data of the system. Rows of the joints come first, then those of the dry contacts, each
    // padded to a multiple of four. Accelerations are multiplied by unit^2, velocities by unit.
    Index first_contact_ = 0;
    std::vector<Index> first_row_;                          // of each joint
    Vector stiffness_, damping_, constant_, cosine_, sine_; // m
    Matrix coupled_damping_;                                // m x m; empty if it is classical
    Matrix B_;                                              // rows x m
    Matrix B_lanes_;                                        // 4 x (m rows/4): mode after mode
    Matrix pull_;                                           // m x rows
    Vector follow_cosine_, follow_sine_;                    // rows
    Vector row_norm_, follow_;                              // rows
    bool moved_ = false;                                    // of motions of components

    // Data of the phases.
    Vector load_;                                           // m
    Vector f_constant_, f_stiffness_, f_damping_, f_cubic_; // rows
    std::vector<Coupling> couplings_;
    std::vector<Index> acting_; // rows of joints with a force
    bool cubic_ = false;
    std::vector<CornerSeries> corners_;     // joint after joint
    std::vector<FunctionSeries> functions_; // joint after joint
    std::vector<PolynomialSeries> polynomials_;
    std::vector<Guard> guards_;
    std::vector<Form> forms_; // of guards_
    std::vector<Term> terms_;

    // Coefficients in columns 0 .. order.
    Matrix q_;              // m
    Matrix r_, f_, square_; // rows; f of contacts: friction and reactions
    Matrix e_;              // 2: cos and sin of the drive
    Matrix work_;           // 2 order + 1 and what fills lanes x 3
    Vector a_, held_;       // work
    Matrix seen_, damped_;  // 2: what the drive works on, by its cos and sin; m: D q'
    double q_size_ = 0, v_size_ = 0, force_size_ = 0;
};

} // namespace slideway::dynamics
