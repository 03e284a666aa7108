#pragma once

#include "dynamics/events/switched_system.hpp"

#include <optional>
#include <vector>

namespace slideway::dynamics {

/// A step from y at t to y_end at t + h, with f(y, t).
struct SwitchedStep {
    const Vector &y, &rate, &y_end;
    double t, h;
};

/// Finds the first event in a step of a SwitchedSystem: a guard that passes zero.
///
/// Guards are looked at in the quintic that has the state and its rate at both ends of the step, in
/// eight parts and at its minima; then the step is repeated with a length that ends on the event.
class GuardSearch {
public:
    /// @param shortest  time that passes where what has just begun ends at once [s]
    GuardSearch(SwitchedSystem& system, double shortest);

    /// Time from the start of the step to the event [s]; none if the step has none.
    [[nodiscard]] std::optional<double> next(const SwitchedStep& step);

    /// At the event: state, guards, and which of them take part.
    [[nodiscard]] const Vector& y() const { return y_; }
    [[nodiscard]] const std::vector<Guard>& guards() const { return guards_; }
    [[nodiscard]] const std::vector<bool>& hit() const { return hit_; }

private:
    // Where a guard reaches zero, as a fraction of a step.
    struct Crossing {
        double s = 1;
        std::size_t guard = 0;
    };
    // The quintic through (q, q', q'') at both ends of a step.
    struct Quintic {
        const SwitchedStep& step;
        const Vector& rate_end;
        void at(double s, Eigen::Ref<Vector> q, Eigen::Ref<Vector> v) const; // s in [0, 1]
    };

    [[nodiscard]] Index m() const { return system_.n_modes(); }
    double on_quintic(const Quintic& path, double s, std::size_t guard);
    double exactly(double s, const SwitchedStep& step, std::size_t guard);
    [[nodiscard]] std::optional<Crossing> crossing(const SwitchedStep& step);
    [[nodiscard]] std::optional<Crossing> in_part(const Quintic& path, int part);
    [[nodiscard]] std::optional<double> dip(const Quintic& path, int center, std::size_t guard);
    [[nodiscard]] std::optional<double> refine(std::size_t guard, double low, double high,
                                               double guess, const SwitchedStep& step);

    SwitchedSystem& system_;
    double shortest_;
    Vector y_, rate_end_, error_;
    std::vector<std::vector<Guard>> seen_; // at the ends of the parts, one beyond each side
    std::vector<Guard> guards_;
    std::vector<bool> fresh_; // guards that are zero where the step begins
    std::vector<bool> hit_;
};

} // namespace slideway::dynamics
