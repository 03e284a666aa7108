#pragma once

#include "base/choice.hpp"
#include "dynamics/sliding/linearised_contacts.hpp"

#include <array>
#include <optional>
#include <vector>

namespace slideway::dynamics {

/// Method for the eigenvalues at a position.
enum class EigenMethod {
    automatic,   ///< determinant if possible, otherwise dense
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
    std::optional<double> from, to; ///< positions of the slide [m]; empty: position of the case
    double step = 1e-4;             ///< step of the grid [m]; master nodes are added
    std::vector<double> positions;  ///< ascending, in place of from, to and step [m]
    double resolution = 5e-5;       ///< accuracy of the ends of unstable zones [m]
    double band_low_hz = 0, band_high_hz = 20e3; ///< modes of interest
    double t_start = 0;                          ///< [s] start of the motions
    std::vector<double> shapes_at;               ///< positions with requested mode shapes [m]
    EigenMethod method = EigenMethod::automatic;
};

/// True if an eigenvalue lies in the band of interest.
[[nodiscard]] bool in_band(const ComplexModesOptions& options, Complex s);

/// A part of the slide with a growing mode.
struct UnstableZone {
    double frequency_hz = 0;           ///< at the largest growth
    double from = 0, to = 0;           ///< [m]
    double growth_rate = 0;            ///< largest [1/s]
    double at = 0;                     ///< position of the largest growth [m]
    Index branch = 0;                  ///< -1: a real eigenvalue (divergence)
    double amplification = 1;          ///< exp of the integral of the growth over the passage
    double time_from = 0, time_to = 0; ///< times of entering and leaving [s]; 0 if no body moves
};

/// Right and left shape of a mode at one position, per body of the model.
struct ComplexShape {
    double position = 0;
    Index branch = 0;
    Complex s;
    std::vector<ComplexVector> right, left; ///< n of each body; l^T (2 s M + C) r = 1
    std::vector<Vector> placed; ///< n per body: displacement by motions and static loads
};

/// The eigenvalues along the slide for one friction coefficient.
struct ModeLocus {
    std::optional<double> friction;
    Vector position;                  ///< n [m], ascending
    Vector time;                      ///< n [s]; empty if no body moves
    ComplexMatrix s;                  ///< n x K [1/s], Im > 0: a column follows one mode
    Vector largest_real;              ///< n [1/s]: largest real eigenvalue > 0, otherwise 0
    Matrix normal_force;              ///< n x slave nodes [N]; empty about the undeformed state
    std::vector<UnstableZone> zones;  ///< in the band; ascending frequency, then position
    std::vector<ComplexShape> shapes; ///< at the worst point of each zone, and at shapes_at
    bool determinant = true;          ///< the method; false: dense
    Index n_dense = 0;                ///< positions that needed the dense solve
    /// Largest growth of a mode in the band, or of a real eigenvalue; empty without such modes.
    struct Largest {
        double growth_rate = 0;  ///< [1/s]
        double at = 0;           ///< [m]
        double frequency_hz = 0; ///< 0: a real eigenvalue
    };
    std::optional<Largest> largest;
    bool complete = true; ///< false if interrupted: partial results without zones and shapes
};

} // namespace slideway::dynamics
