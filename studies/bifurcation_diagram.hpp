#pragma once

#include "base/choice.hpp"
#include "dynamics/orbits/long_motion.hpp"
#include "studies/sweep.hpp"

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace slideway::studies {

/// Start of the motion at a value of the parameter. Files store the numbers.
enum class DiagramSweep {
    same = 0, ///< the given start, for all values
    up = 1,   ///< the end of the motion at the next smaller value
    down = 2, ///< the end of the motion at the next larger value
};
constexpr auto choices(DiagramSweep /*one of*/)
{
    using enum DiagramSweep;
    return std::to_array<Choice<DiagramSweep>>({{same, "same"}, {up, "up"}, {down, "down"}});
}

/// A system at one value of the parameter, in coordinates of its modes at that value.
struct DiagramSystem {
    dynamics::OrbitFamily family; ///< family over Omega at the value
    std::vector<dynamics::ModalOutput> watched;
    std::vector<Vector> starts; ///< 2 m each: (q, q') at phase 0; the same number at all values
    /// Transformations (m x m) to coordinates that do not depend on the value, and back. Empty if
    /// the modes do not depend on it.
    Matrix to_states = {}, from_states = {};
};

/// Systems of a diagram at all its values.
struct DiagramSystems {
    std::vector<double> values; ///< values of the parameter, ascending
    std::vector<DiagramSystem> at;
    /// Creates the system at a value between two of `values`, without starts. One thread at a time
    /// calls it.
    /// @throws InputError  no system exists at that value
    std::function<DiagramSystem(double value)> between;
};

/// Motion over many periods from one start.
struct StartedMotion {
    PointResult result; ///< without quantities
    dynamics::LongMotion motion;
    std::optional<dynamics::LyapunovExponent> exponent;
    bool carried = false; ///< true if it continues another motion, false if it begins at the start

    [[nodiscard]] bool done() const { return result.status == Status::end; }
    [[nodiscard]] bool broke_off() const
    {
        return result.status == Status::failed || !motion.failure.empty();
    }
    /// Returns its label (studies/outcomes.hpp). @param orbit  index of its orbit, if it settled
    [[nodiscard]] int label(int orbit) const;
};

/// Motions from one start over all values.
struct DiagramSeries {
    DiagramSweep sweep = DiagramSweep::same;
    std::size_t start = 0;
    std::vector<StartedMotion> motions; ///< one per value
    /// True if the orbits at this value and at the next one are on the same branch. They are if
    /// they have equal numbers of periods, and Newton's method leads from each to the other in one
    /// or four steps. One entry per value except the last; only for sweeps up and down.
    std::vector<bool> joined;
};

/// Motions over many periods at many values of a parameter.
struct BifurcationDiagram {
    std::vector<DiagramSeries> series; ///< ordered by sweeps, then by starts
    bool interrupted = false;
};

/// Parts of the record of a motion that are kept.
enum class KeptRecord { without_growth, whole };

/// Computes a motion at each value, from each start, for each sweep. In sweeps up and down, a
/// motion begins with the last displacements and velocities at phase 0 of the drive at the previous
/// value. If the previous motion failed, it begins at the start again. The motions of `same` and
/// the starts of the other sweeps run in parallel on threads(). They are independent, so the
/// results do not depend on the number of threads.
///
/// @param options  options of each motion; the watched outputs are those of the systems
/// @param progress  also polled within the motions; an interrupted motion counts as not computed
/// @param earlier   an interrupted computation with the same input, which is continued: completed
///                  motions are kept, others are computed again
/// @param kept      whether motions keep `growth` and `states`
/// @throws InputError  see check of the options
[[nodiscard]] BifurcationDiagram
bifurcation_diagram(const DiagramSystems& systems, const std::vector<DiagramSweep>& sweeps,
                    const dynamics::LongMotionOptions& options, const Progress& progress = {},
                    BifurcationDiagram earlier = {}, KeptRecord kept = KeptRecord::without_growth);

} // namespace slideway::studies
