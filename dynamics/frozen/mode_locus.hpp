#pragma once

#include "base/choice.hpp"
#include "dynamics/sliding/linearised_contacts.hpp"

#include <array>
#include <optional>
#include <vector>

namespace slideway::dynamics {

/// How the eigenvalues at a position are found.
enum class EigenMethod {
    automatic,   ///< by determinant where that applies
    determinant, ///< few contacts, classical damping
    dense        ///< nonsymmetric eigensolve
};
constexpr auto choices(EigenMethod /*one of*/)
{
    using enum EigenMethod;
    return std::to_array<Choice<EigenMethod>>(
        {{automatic, "auto"}, {determinant, "determinant"}, {dense, "dense"}});
}

struct ComplexModesOptions {
    About about = About::undeformed;
    std::vector<double> friction; ///< coefficients of all contacts; empty: the laws of the contacts
    std::optional<double> from, to; ///< [m] positions of the slide; none: where the case places it
    double step = 1e-4;             ///< [m] of the grid, which master nodes belong to
    double resolution = 5e-5;       ///< [m] within which ends of unstable zones are known
    double band_low_hz = 0, band_high_hz = 20e3; ///< modes of interest
    double t_start = 0;                          ///< [s] start of the motions
    std::vector<double> shapes_at;               ///< [m] positions whose mode shapes are wanted
    EigenMethod method = EigenMethod::automatic;
};

/// Whether an eigenvalue is a mode of interest.
[[nodiscard]] bool in_band(const ComplexModesOptions& options, Complex s);

/// A stretch of the slide with a growing mode.
struct UnstableZone {
    double frequency_hz = 0;           ///< at the largest growth
    double from = 0, to = 0;           ///< [m]
    double growth_rate = 0;            ///< largest [1/s]
    double at = 0;                     ///< where [m]
    Index branch = 0;                  ///< -1: a real eigenvalue (divergence)
    double amplification = 1;          ///< exp of the integral of the growth over the passage
    double time_from = 0, time_to = 0; ///< [s] entering and leaving; 0 if nothing moves
};

/// Right and left shape of a mode at one position, per body of the model.
struct ComplexShape {
    double position = 0;
    Index branch = 0;
    Complex s;
    std::vector<ComplexVector> right, left; ///< n of each body; l^T (2 s M + C) r = 1
    std::vector<Vector> placed; ///< n of each body: where motions and static loads have moved it
};

/// The eigenvalues along the slide for one friction coefficient.
struct ModeLocus {
    std::optional<double> friction;
    Vector position;                  ///< n [m], ascending
    Vector time;                      ///< n [s]; empty if nothing moves
    ComplexMatrix s;                  ///< n x K [1/s], Im > 0: a column follows one mode
    Vector largest_real;              ///< n [1/s]: largest real eigenvalue > 0, else 0
    Matrix normal_force;              ///< n x slave nodes [N]; empty about the undeformed state
    std::vector<UnstableZone> zones;  ///< in the band; ascending frequency, then position
    std::vector<ComplexShape> shapes; ///< at the worst point of each zone, and at shapes_at
    bool determinant = true;          ///< the method; false: dense
    Index n_dense = 0;                ///< positions that needed the dense solve
    /// Largest growth of a mode of the band, or of a real eigenvalue; none without modes there.
    struct Largest {
        double growth_rate = 0;  ///< [1/s]
        double at = 0;           ///< [m]
        double frequency_hz = 0; ///< 0: a real eigenvalue
    };
    std::optional<Largest> largest;
    bool complete = true; ///< false: interrupted; as far as it came, without zones and shapes
};

} // namespace slideway::dynamics
