#pragma once

#include "base/interruptible.hpp"
#include "base/progress.hpp"
#include "dynamics/frozen/characteristic_function.hpp"
#include "dynamics/frozen/mode_locus.hpp"

#include <exception>
#include <map>
#include <optional>
#include <vector>

namespace slideway::dynamics {

class Slide;

/// The modes of one configuration.
struct LocusPoint {
    ComplexVector s; ///< K: a place for each mode that is followed; 0 while it does not oscillate
    double largest_real = 0;          ///< [1/s] largest real eigenvalue > 0, else 0
    bool dense = false;               ///< took the dense solve
    std::vector<double> normal_force; ///< [N] per slave node; empty about the undeformed state
};

using LocusPoints = std::map<double, LocusPoint>; ///< by position [m]

/// Thrown: a mode came into the band that is not among those followed.
struct MoreModes : std::exception {};

/// Solves one configuration after another and keeps the modes in order.
class LocusSolver {
public:
    /// Refers to all of them. @param determinant  whether CharacteristicFunction may be used
    LocusSolver(Slide& slide, const StackedModes& modes, const ComplexModesOptions& options,
                bool determinant, Progress progress = {});

    /// First configuration; `extra` modes above the band are followed too.
    [[nodiscard]] LocusPoint first(double position, Index extra);
    /// A configuration whose eigenvalues are about `guess`.
    [[nodiscard]] LocusPoint at(double position, const ComplexVector& guess);
    /// As above; modes that come close are told apart by their shapes at the `previous` position,
    /// which was solved last.
    [[nodiscard]] LocusPoint follow(double position, const ComplexVector& guess,
                                    const ComplexVector& previous);

    [[nodiscard]] const LinearisedContacts& contacts() const { return contacts_; }
    /// @throws Interrupted
    void poll() const;
    /// What to report as done from now on.
    void set_fraction(double fraction) { fraction_ = fraction; }

private:
    void configure(double position);
    [[nodiscard]] LocusPoint solve(const ComplexVector& guess);
    [[nodiscard]] bool complete(const ComplexVector& s);
    void match(const ComplexVector& all, const ComplexVector& guess, LocusPoint& result) const;
    [[nodiscard]] bool swapped(const LinearisedContacts& before, const ComplexVector& previous,
                               const ComplexVector& now, Index a, Index b);

    Slide& slide_;
    const StackedModes& modes_;
    double band_end_; ///< [rad/s]
    About about_;
    std::optional<CharacteristicFunction> function_;
    bool use_function_ = false; ///< for the configuration at hand
    LinearisedContacts contacts_;
    Progress progress_;
    double fraction_ = 0;
};

} // namespace slideway::dynamics
