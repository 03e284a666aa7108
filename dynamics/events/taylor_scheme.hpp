#pragma once

#include "dynamics/events/switched_run.hpp"
#include "dynamics/events/taylor_columns.hpp"
#include "dynamics/events/taylor_series.hpp"

#include <optional>
#include <vector>

namespace slideway::dynamics {

/// Steps of a TaylorSeries, with the requested derivatives.
class TaylorScheme : public SwitchedScheme {
public:
    TaylorScheme(const SwitchedSystem& system, const RunTimes& times, double tolerance, bool works,
                 const DerivedBy& derived);

    void take_phases() override;
    std::optional<Step> step(const Vector& y, double t, double longest) override;
    void at(double tau, Vector& y) override { series_.at(tau, y); }
    [[nodiscard]] const Vector& end() const override { return y_end_; }
    [[nodiscard]] const std::vector<Guard>& guards() const override { return series_.guards(); }
    [[nodiscard]] const std::vector<bool>& hit() const override { return hit_; }
    [[nodiscard]] double next_length() const override { return h_; }
    [[nodiscard]] long long n_evaluations() const override { return n_evaluations_; }
    /// Returns the derivatives of the state at the end of the step, after its event: 2 m x columns;
    /// empty if none are requested.
    [[nodiscard]] Matrix columns() const override;
    /// Replaces the derivatives.
    /// @pre some derivatives are requested
    void set_columns(const MatrixIn& columns) { columns_->begin(columns); }

    /// Returns the series of the last step. `columns_at` returns the derivatives at tau after its
    /// start, before any event.
    [[nodiscard]] const TaylorSeries& series() const { return series_; }
    [[nodiscard]] Matrix columns_at(double tau) const { return columns_->at(tau); }

private:
    TaylorSeries series_;
    std::optional<TaylorColumns> columns_;
    double tolerance_, vanishing_, h_max_, h_;
    double t_end_ = 0;
    Vector y_end_;
    std::vector<GuardPolynomial> guards_;
    std::vector<bool> hit_;
    long long n_evaluations_ = 0;
};

} // namespace slideway::dynamics
