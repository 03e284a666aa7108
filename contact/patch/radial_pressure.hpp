#pragma once

#include "contact/patch/power_pressure.hpp"

#include <vector>

namespace slideway::contact {

/// Piecewise linear pressure over the radius, as a superposition of flat punches. A punch of radius
/// a carries the load 2 pi a h(a) da, with
///
///   h(a) = (2a/pi) [p(R)/sqrt(R^2 - a^2) - sum of slopes times (acosh(r2/a) - acosh(r1/a))]
///
/// over the pieces from r1 to r2 beyond a. Loads are > 0 where the pressure decreases, and < 0
/// where it increases. Both sums are monotone, because the law of a punch is.
class RadialPressure {
public:
    /// @param radii      ascending from 0; the last is R
    /// @param pressures  one per radius, >= 0, of any unit
    /// @throws InputError  also for a peak so narrow that round-off spoils its law
    RadialPressure(const std::vector<double>& radii, const std::vector<double>& pressures);

    [[nodiscard]] double radius() const { return radius_; }
    /// Load per unit of the pressure [m^2].
    [[nodiscard]] double load() const { return load_; }
    /// Radius of the circle that carries a share of the load, as a fraction of R.
    [[nodiscard]] double radius_within(double share) const;

    /// The two sums for load 1 and R = 1. The law is falls - rises.
    struct Sums {
        LawParts falls, rises;
    };
    [[nodiscard]] Sums spinning(double eps) const;
    [[nodiscard]] Sums sliding(double y) const;

private:
    struct Punch {
        double a, falls, rises; // loads
    };
    struct Piece {
        double from, to, slope; // radii as fractions of R; slope of the pressure per load
        double p, within;       // pressure at `from`, and load inside of it
        std::vector<Punch> punches;
    };
    [[nodiscard]] static double load_on(const Piece& piece, double r); // from its start to r
    [[nodiscard]] Punch punch(double a, std::size_t piece, double to_end) const;
    void refuse_narrow_peaks() const;
    void add_punches(std::size_t piece, double from, double to, std::vector<Punch>& out) const;

    double radius_ = 0, load_ = 0, edge_ = 0; // edge: p(R) per load
    std::vector<Piece> pieces_;
};

} // namespace slideway::contact
