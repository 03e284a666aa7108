#pragma once

#include "base/progress.hpp"
#include "dynamics/events/event_driven.hpp"

namespace slideway::dynamics {

/// Poincare map of the event-driven motion: z = (q, q') from t = 0 over a period 2 pi / Omega of
/// the drive, about the static equilibrium of the elastic modes. Without constant loads on rigid
/// modes it is the map of half a period with opposite sign, whose fixed points are motions with
/// that symmetry.
class PeriodMap {
public:
    /// @throws InputError  as LockedModesTable
    explicit PeriodMap(const DrySystem& system);
    PeriodMap(const PeriodMap&) = delete; // the table refers to the system
    PeriodMap& operator=(const PeriodMap&) = delete;

    /// About the static equilibrium: constant forces are left on rigid modes.
    [[nodiscard]] const DrySystem& system() const { return s_; }
    [[nodiscard]] LockedModesTable& table() { return table_; }
    [[nodiscard]] const Vector& static_displacement() const { return static_; } ///< m
    [[nodiscard]] Index m() const { return s_.n_modes(); }
    [[nodiscard]] double T() const { return T_; } ///< period of the drive [s]
    [[nodiscard]] bool half() const { return half_; }
    [[nodiscard]] double maps_per_period() const { return half_ ? 2 : 1; }
    /// m: omega, or Omega for rigid modes: (weight q, q') has the energy norm.
    [[nodiscard]] const Vector& weight() const { return weight_; }
    [[nodiscard]] double norm(const Vector& z) const;

    /// Options of a run over so many maps from z at t = 0.
    [[nodiscard]] EventDrivenOptions from(const Vector& z, double maps) const;
    [[nodiscard]] Vector end_of(const MotionRecord& run, long long maps) const;
    /// @throws Interrupted
    [[nodiscard]] MotionRecord run(const EventDrivenOptions& options, const Progress& progress);

    /// A point of the map and where it leads.
    struct Point {
        Vector z, image;     ///< 2 m
        Matrix J;            ///< d image / d z
        double residual = 0; ///< |image - z|: of its own size, a motion far away would seem at rest
    };
    /// @throws Interrupted
    [[nodiscard]] Point evaluate(const Vector& z, const Progress& progress);

private:
    DrySystem s_;
    LockedModesTable table_;
    Vector static_, weight_;
    double T_;
    bool half_;
};

} // namespace slideway::dynamics
