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
    ComplexVector s; ///< K eigenvalues, one per followed mode; 0 if the mode does not oscillate
    double largest_real = 0; ///< largest real eigenvalue > 0 [1/s], otherwise 0
    bool dense = false;      ///< true if solved by the dense eigensolver
    std::vector<double>
        normal_force; ///< normal force per slave node [N]; empty about the undeformed state
};

using LocusPoints = std::map<double, LocusPoint>; ///< points by position [m]

/// Thrown if a mode enters the band that is not followed.
struct MoreModes : std::exception {};

/// Solves configurations one after another and keeps the order of modes.
class LocusSolver {
public:
    /// Keeps references to the arguments. @param determinant  true if CharacteristicFunction may be
    /// used
    LocusSolver(Slide& slide, const StackedModes& modes, const ComplexModesOptions& options,
                bool determinant, Progress progress = {});

    /// Solves the first configuration. `extra` modes above the band are also followed.
    [[nodiscard]] LocusPoint first(double position, Index extra);
    /// Solves a configuration with eigenvalues close to `guess`.
    [[nodiscard]] LocusPoint at(double position, const ComplexVector& guess);
    /// Solves a configuration as `at` does. Close modes are distinguished by their shapes at the
    /// `previous` position, which must be the last one solved.
    [[nodiscard]] LocusPoint follow(double position, const ComplexVector& guess,
                                    const ComplexVector& previous);

    [[nodiscard]] const LinearisedContacts& contacts() const { return contacts_; }
    /// @throws Interrupted
    void poll() const;
    /// Sets the fraction that is reported as done.
    void set_fraction(double fraction) { fraction_ = fraction; }

private:
    void configure(double position);
    [[nodiscard]] LocusPoint solve(const ComplexVector& guess);
    [[nodiscard]] bool complete(const ComplexVector& s);
    void match(const ComplexVector& all, const ComplexVector& guess, LocusPoint& result) const;
    [[nodiscard]] bool swapped(const LinearisedContacts& before, const ComplexVector& previous,
                               const ComplexVector& values, Index a, Index b);

    Slide& slide_;
    const StackedModes& modes_;
    double band_end_; ///< [rad/s]
    About about_;
    std::optional<CharacteristicFunction> function_;
    bool use_function_ = false; ///< for the current configuration
    LinearisedContacts contacts_;
    Progress progress_;
    double fraction_ = 0;
};

} // namespace slideway::dynamics
