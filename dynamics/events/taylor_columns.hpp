#pragma once

#include "dynamics/events/derived_by.hpp"
#include "dynamics/events/taylor_series.hpp"

#include <optional>
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
    /// From the columns of the start, at any time.
    TaylorColumns(const TaylorSeries& series, const DerivedBy& by);

    /// At events: the phases are new, the series still that before them.
    /// @param hit  of the guards of the series
    /// @param t    of the event
    void pass(const std::vector<bool>& hit, double t);
    /// The phases as they are now.
    void take_phases();
    /// From the columns at the start of the expanded series, at t.
    void expand(double t);
    /// As TaylorSeries::reach, of every column.
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
    void vary_number(int k);

    const TaylorSeries& series_;
    Index n_ = 0, width_ = 0; // columns, and with those that fill lanes
    Index Omega_ = -1, level_ = -1, number_ = -1, xi_ = -1; // their columns
    std::optional<LawNumber> by_number_;
    ComplexVector load_rate_, follow_; // m: d p / d Omega; rows
    contact::JointPiece change_;       // of the piece of the number's joint, by the number
    std::vector<Index> pulling_;       // rows whose forces change

    Matrix state_;                // 2 m x columns
    Vector q_, r_, f_;            // of order k, then mode or row, then column
    std::vector<Complex> e_, de_; // the drive, and by Omega, of order k
    Matrix square_;               // of r of the number's joint, as far as order k
    Vector dg_;                   // columns: work of pass
};

} // namespace slideway::dynamics
