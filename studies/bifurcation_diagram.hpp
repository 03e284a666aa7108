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

/// Start of the motion at a value of the parameter. The numbers are those in files.
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

/// A system at a value of a parameter, in the modes at that value.
struct DiagramSystem {
    dynamics::OrbitFamily family; ///< at the value, over Omega
    std::vector<dynamics::ModalOutput> watched;
    std::vector<Vector> starts; ///< 2 m each: (q, q') at phase 0; the same number at all values
    /// m x m: to coordinates that do not depend on the value, and back; empty if the modes do not.
    Matrix to_states = {}, from_states = {};
};

/// The systems of a diagram.
struct DiagramSystems {
    std::vector<double> values; ///< values of the parameter, ascending
    std::vector<DiagramSystem> at;
    /// Creates the system at a value in between, without starts. One thread at a time calls it.
    /// @throws InputError  there is no such system
    std::function<DiagramSystem(double value)> between;
};

struct DiagramMotion {
    PointResult result;          ///< without quantities
    dynamics::LongMotion motion; ///< without growth and states
    std::optional<dynamics::LyapunovExponent> exponent;
    bool carried = false; ///< true if it continues another motion, false if it begins at the start

    [[nodiscard]] bool done() const { return result.status == Status::end; }
    [[nodiscard]] bool broke_off() const
    {
        return result.status == Status::failed || !motion.failure.empty();
    }
};

/// Motions from one start over all values.
struct DiagramSeries {
    DiagramSweep sweep = DiagramSweep::same;
    std::size_t start = 0;
    std::vector<DiagramMotion> motions; ///< one per value
    /// One entry per value except the last: true if the orbits of the motions at this value and the
    /// next are on one branch. This is so if they have equal numbers of periods and Newton's method
    /// leads from each one to the other, in one or four steps. Only for sweeps up and down.
    std::vector<bool> joined;
};

/// Motions over many periods at many values of a parameter.
struct BifurcationDiagram {
    std::vector<DiagramSeries> series; ///< ordered by sweeps, then by starts
    bool interrupted = false;
};

/// Runs a motion at each value, from each start, for each sweep. A motion that continues from the
/// value before takes over displacements and velocities at phase 0 of the drive. If the motion
/// before failed, it begins at the start again. The motions of `same` and the starts of the other
/// sweeps run in parallel on threads(). They are independent, so the numbers do not depend on the
/// number of threads.
///
/// @param options  options of each motion; the watched outputs are those of the systems
/// @param progress  also polled within the motions; interrupted motions count as not run
/// @param earlier   an interrupted computation with the same input, which is continued: completed
///                  motions do not run again, others are discarded
/// @throws InputError  see check of the options
[[nodiscard]] BifurcationDiagram bifurcation_diagram(const DiagramSystems& systems,
                                                     const std::vector<DiagramSweep>& sweeps,
                                                     const dynamics::LongMotionOptions& options,
                                                     const Progress& progress = {},
                                                     BifurcationDiagram earlier = {});

} // namespace slideway::studies
