#pragma once

#include "dynamics/events/derived_by.hpp"
#include "dynamics/events/taylor_series.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace slideway::dynamics {

/// Derivatives of the motion of a TaylorSeries: power series of the variational equation, and the
/// jumps at events where a force begins or ends with its dashpot alone. There the force goes by
/// beta g', g the guard, beta the change of the dashpot over dg/dr, and
///
///   dq' -> dq' - rows^T beta dg
///
/// without a division by g', which vanishes at grazing. Other forces are continuous: no jump.
class TaylorColumns {
public:
    /// From the columns of the start, at any time; a direction is to be given.
    TaylorColumns(const TaylorSeries& series, const DerivedBy& derived);
    /// Sets the columns at the next start, 2 m x columns.
    void begin(const MatrixIn& state) { state_ = state; }

    /// At events: the phases are new, the series still that before them.
    /// @param hit  of the guards of the series
    /// @param t    of the event
    void pass(const std::vector<bool>& hit, double t);
    /// The phases as they are now.
    void take_phases();
    /// From the columns at the start of the expanded series, at t.
    void expand(double t);
    /// Two laws, and the difference of a number between them.
    struct LawChange {
        contact::JointLaw high, low;
        double width = 1;
    };

    /// Largest step for all columns; see TaylorSeries::reach.
    [[nodiscard]] double reach(double tolerance, double h) const;
    /// The columns that long after become those of the next start.
    void advance(double tau);

    /// 2 m x columns, at the next start.
    [[nodiscard]] const Matrix& state() const { return state_; }
    /// 2 m x columns, of (q, q') that long after the start of the series.
    [[nodiscard]] Matrix at(double tau) const;

private:
    [[nodiscard]] Index m() const { return series_.m(); }
    [[nodiscard]] double* q(int k) { return q_.data() + k * m() * width_; }
    [[nodiscard]] double* r(int k) { return r_.data() + k * series_.first_contact_ * width_; }
    void rows_at(int k);
    void forces_at(int k);
    void modes_at(int k);
    void vary_drive(double t);
    /// Adds the products of df/dr and df/dv with the columns to the forces.
    template <class Series>
    void add_slopes(int k, const std::vector<Series>& list);
    /// Change of the law of a joint per unit of a number.
    struct PieceChange {
        contact::JointPiece piece; ///< without force if the law is a function of the state
        std::vector<PolynomialSeries> polynomials; ///< series of the terms
        std::vector<std::pair<FunctionSeries, FunctionSeries>>
            functions; ///< series of high and low
        LawChange law;
    };
    [[nodiscard]] PieceChange piece_change(const LawChange& change, std::size_t joint) const;
    /// Adds the effect of a change of the law of a joint to a column of its forces.
    void vary_law(int k, std::size_t joint, PieceChange& change, Index column);
    /// A change of the system, in the units of the series.
    struct Change {
        const SystemChange& of;
        Index column = 0;
        Matrix rows, pull;               // rows x m, m x rows
        ComplexVector follow;            // rows
        Matrix stiffness, damping;       // m x m
        Vector p0;                       // m
        ComplexVector p;                 // m
        std::vector<PieceChange> pieces; // of each joint, of its phase
    };
    [[nodiscard]] Change change_of(const SystemChange& change, Index column) const;
    void vary_rows(int k, const Change& change);
    void vary_modes(int k, const Change& change);

    const TaylorSeries& series_;
    Index n_ = 0, width_ = 0; // columns, and with those that fill lanes
    Index Omega_ = -1, level_ = -1, number_ = -1, xi_ = -1; // their columns
    std::optional<LawNumber> by_number_;
    std::vector<std::shared_ptr<const SystemChange>> held_; // what changes_ refers to
    std::vector<Change> changes_;
    ComplexVector load_rate_, follow_; // m: d p / d Omega; rows
    PieceChange number_piece_;         // of the piece of the number's joint, by the number
    std::vector<Index> pulling_;       // rows whose forces change

    Matrix state_;                // 2 m x columns
    Vector q_, r_;                // of order k, then mode or row, then column
    Vector f_;                    // of the order at hand: row, then column
    std::vector<Complex> e_, de_; // the drive, and by Omega, of order k
    Matrix square_;               // of r, of rows whose cubic force changes, as far as order k
    Vector q_end_;                // m: of the motion at the next start
    Vector dg_;                   // columns: work of pass
};

} // namespace slideway::dynamics
