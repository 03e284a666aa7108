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

/// Where the motion at a value of the parameter begins. The numbers are those of files.
enum class DiagramSweep {
    same = 0, ///< at the start that is given, whatever the value
    up = 1,   ///< where that at the next smaller value has ended
    down = 2, ///< where that at the next larger value has ended
};
constexpr auto choices(DiagramSweep /*one of*/)
{
    using enum DiagramSweep;
    return std::to_array<Choice<DiagramSweep>>({{same, "same"}, {up, "up"}, {down, "down"}});
}

/// A system at a value of a parameter, on the modes that it has there.
struct DiagramSystem {
    dynamics::OrbitFamily family; ///< at the value, over Omega
    std::vector<dynamics::ModalOutput> watched;
    std::vector<Vector> starts; ///< 2 m each: (q, q') at phase 0; as many at all values
    /// m x m: to coordinates that mean the same at all values, and back; empty where the modes do.
    Matrix to_states = {}, from_states = {};
};

/// Those of a diagram.
struct DiagramSystems {
    std::vector<double> values; ///< of the parameter, ascending
    std::vector<DiagramSystem> at;
    /// At any value between, without starts. One thread at a time calls it.
    /// @throws InputError  there is none
    std::function<DiagramSystem(double value)> between;
};

struct DiagramMotion {
    PointResult result;          ///< without quantities
    dynamics::LongMotion motion; ///< without growth and states
    std::optional<dynamics::LyapunovExponent> exponent;
    bool carried = false; ///< it began where another has ended, not at the start

    [[nodiscard]] bool done() const { return result.status == Status::end; }
    [[nodiscard]] bool broke_off() const
    {
        return result.status == Status::failed || !motion.failure.empty();
    }
};

/// The motions from one start over all values.
struct DiagramSeries {
    DiagramSweep sweep = DiagramSweep::same;
    std::size_t start = 0;
    std::vector<DiagramMotion> motions; ///< of each value
    /// Of each value but the last: whether the orbits that the motions there and at the next value
    /// settled on are of one branch, as far as Newton's method tells: of as many periods, and from
    /// either one it leads to the other, at once or in four steps. Of sweeps up and down alone.
    std::vector<bool> joined;
};

/// Motions over many periods at each of many values of a parameter.
struct BifurcationDiagram {
    std::vector<DiagramSeries> series; ///< sweep by sweep, start by start
    bool interrupted = false;
};

/// Runs a motion at each value, from each start, for each sweep. One that goes on from the value
/// before takes over displacements and velocities, at phase 0 of the drive; where the motion before
/// broke off it begins at the start again. The motions of `same`, and the starts of the other
/// sweeps, run side by side on threads(), each computed for itself: the same numbers with any
/// number of threads.
///
/// @param options  of each motion; what is watched is that of the systems
/// @param progress  asked within the motions too; motions that are interrupted count as not run
/// @param earlier   an interrupted computation of the same, which goes on: motions that have run do
///                  not run again; of others nothing counts
/// @throws InputError  as check of the options
[[nodiscard]] BifurcationDiagram bifurcation_diagram(const DiagramSystems& systems,
                                                     const std::vector<DiagramSweep>& sweeps,
                                                     const dynamics::LongMotionOptions& options,
                                                     const Progress& progress = {},
                                                     BifurcationDiagram earlier = {});

} // namespace slideway::studies
