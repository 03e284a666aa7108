#pragma once

#include "dynamics/modal/scheme.hpp"
#include "dynamics/sliding/scheme.hpp"
#include "dynamics/sliding/step_kernel.hpp"

#include <optional>
#include <vector>

namespace slideway::dynamics {

/// A component of a model in the steps of a scheme: its modes, the weights W of the scheme, and the
/// rows that contacts, joints and varying loads see of it.
///
/// The contact forces of a step stay in `force` until the next pass over the modes (`advance`) or
/// `settle` applies them to displacement and increment.
class StepBody {
public:
    /// @param form    must outlive the body
    /// @param scheme  forward_increment or modal_propagator
    StepBody(const reduction::ModalForm& form, Scheme scheme, double h, const Vector& q,
             const Vector& hv);

    StepArrays modes;
    PaddedRows F_constant;                      ///< w h^2 times the constant modal force
    std::optional<CoupledCoefficients> coupled; ///< damping that couples the modes
    Matrix w_inverse, w_inverse_a;              ///< m x m, with `coupled` only
    Vector q_start, hv_start;        ///< m: displacement at the start, and h times the velocity
    bool pending = false;            ///< whether q and d still lack the contact forces
    std::vector<const double*> rows; ///< rows, those of second segments last
    Index n_used = 0;                ///< rows that the passes see: without idle ones at the end
    PaddedRows values;               ///< values of the rows: the five below
    double* force = nullptr;         ///< contact force to correct by, h^2 lambda B_E
    double* y = nullptr;             ///< predicted displacement
    double* u = nullptr;             ///< displacement after the contact forces
    double* u_last = nullptr;        ///< u one step before
    double* u_before = nullptr;      ///< u two steps before
    PaddedRows gram; ///< rows w rows^T; gram.row(j): what a unit force on row j does to all
    /// gram B_E^T: response.row(i) is what a unit force of point i does to the rows; zero where
    /// the point is not on this component.
    PaddedRows response;
    PaddedRows response_C, response_S; ///< responses to B_C and B_S, if sticking is followed

    [[nodiscard]] bool moves() const { return modes.q().size() > 0; }
    [[nodiscard]] Index n_rows() const { return n_used; }
    [[nodiscard]] Eigen::Map<const Vector> row(Index r) const
    {
        return {rows[static_cast<std::size_t>(r)], modes.q().size()};
    }
    /// Displacements of a row `back` steps before the end of this step.
    [[nodiscard]] const double* displacements(int back) const
    {
        return back == 0 ? y : back == 1 ? u : u_last;
    }
    /// @return its index
    Index add_row(const double* row)
    {
        rows.push_back(row);
        return n_used++;
    }
    /// Makes the values of the rows at the start, for n contact points.
    void start_rows(Index n_points, bool follows_sticking);
    /// Updates what forces on `count` rows from `first` do to all rows, and the reverse.
    void update_gram(Index first, Index count);
    /// Sets `result` to w p, what a modal force p does to the increments, per h^2.
    void weigh(VectorIn p, Vector& result) const;
    [[nodiscard]] Vector weighted(VectorIn p) const;

    /// Begins the forces of a step with the constant ones.
    void begin_forces() { varied_ = false; }
    /// Adds a force, w h^2 times its row.
    void add_force(double factor, const PaddedRows& weighted_rows, Index row = 0);
    /// Corrects by the contact force of the last step, predicts the next, and evaluates y.
    /// @return the energy that damping dissipated in the last step [J]
    double advance();
    /// Applies the contact forces that q and d still lack.
    void settle();

    /// Energy that damping dissipated in the step with increment d [J]. @pre settled
    [[nodiscard]] double damping_of_last_step() const;
    /// Kinetic energy relative to the moving frame with increment d [J].
    [[nodiscard]] double kinetic(VectorIn d) const;
    /// Elastic energy half a step before the displacement q, to which the increment d leads [J].
    [[nodiscard]] double elastic(VectorIn q, VectorIn d) const;
    [[nodiscard]] const Vector& omega() const { return *omega_; }

private:
    const Vector* omega_;
    double h_;
    bool varied_ = false;                  // whether F has been made from F_constant in this step
    mutable Vector scratch_, modal_force_; // m; the second with `coupled` only
};

} // namespace slideway::dynamics
