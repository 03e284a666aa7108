#pragma once

#include "base/monitor.hpp"
#include "base/ranks.hpp"
#include "base/serial_record.hpp"
#include "dynamics/orbits/capture.hpp"
#include "studies/outcomes.hpp"
#include "studies/start_plane.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace slideway::studies {

struct BasinOptions {
    int periods = 300; ///< number of periods of the drive within which a start must settle, >= 1
    double tolerance = 1e-10; ///< tolerance of Taylor steps
    dynamics::CaptureRule capture;
    int sought = 1000; ///< unsettled starts, evenly chosen, from which orbits are sought, >= 0
    int longest = 40;  ///< periods of an orbit that is found on the way, >= 1
    int sample = 200;  ///< starts that are looked at again, >= 0
    bool lanes = true; ///< several motions at once, where the system and the processor have it
};
/// @throws InputError  out of range
void check(const BasinOptions& options);
/// Instruction set of the lanes that motions run in; "": none.
[[nodiscard]] std::string_view kernel_name(const dynamics::OrbitFamily& family,
                                           const BasinOptions& options);

/// Which start leads to which periodic motion.
struct [[nodiscard]] Basins {
    std::vector<dynamics::KnownOrbit>
        orbits; ///< given orbits, then "other 1", "mirror of other 1", ...
    /// Number of each start (on a plane: of its point of the fine grid), and the round in which it
    /// was chosen; 0 for the grid itself.
    std::vector<std::size_t> points;
    std::vector<int> round;
    Outcomes starts;
    std::vector<std::string> failures; ///< why motions broke off, none twice
    bool interrupted = false;
    std::string_view kernel; ///< instruction set of the lanes; "": one motion after another

    /// Starts that were looked at again, evenly chosen, in the order of their points.
    std::vector<std::size_t> sample;
    Outcomes to_the_end;   ///< their labels if no motion is stopped early
    Outcomes at_hundredth; ///< their labels at a hundredth of the tolerance; not run below 1e-14
    [[nodiscard]] static int done(const Outcomes& again); ///< starts of a sample that were run
    [[nodiscard]] int wrong() const; ///< number of labels of the sample that differ at the end
    [[nodiscard]] int uncertain()
        const; ///< number of labels of the sample that differ at a hundredth of the tolerance
};

/// Starts in the order of their points.
[[nodiscard]] std::vector<std::size_t> in_order(const Basins& basins,
                                                std::vector<std::size_t> which);

/// Writes additional data for other ranks, besides options, orbits and numbers of starts.
using BasinHeader = std::function<void(RecordWriter& record)>;

/// Runs every start until it is beside a stable orbit, as CaptureRule says, or all periods are
/// over. Starts that have not settled by then may lead to orbits that are not known: where the
/// state recurs within a tenth of its size, Newton's method decides (periodic_motion), and these
/// starts run again. Each start is computed for itself:
/// the same numbers with any number of threads() and in any order.
/// @param orbits  stable ones; mirrors apart
/// @param starts  2 m x n: (q, q') at phase 0
/// @param progress  asked by one thread at a time
/// @param header  with it other ranks() help, which call help_basins
/// @throws InputError  as check
[[nodiscard]] Basins basins(const dynamics::OrbitFamily& family, const Matrix& starts,
                            std::vector<dynamics::KnownOrbit> orbits, const BasinOptions& options,
                            const Progress& progress = {}, const BasinHeader& header = {});

/// Basins in a plane: computes the points of its grid and, round by round, points that halve cells
/// with different labels on their border, until only cells of the fine grid have any. Other ranks
/// than 0 share the work, and throw Interrupted at the end.
/// @param earlier  what an interrupted computation of the same left, its points in their order
///                 (from_grid): it continues from there, and gives what one without interruption
///                 gives, to the bit. Of starts that were run `end` counts where they have not
///                 settled, of the sample the labels
/// @throws InputError  as check; std::invalid_argument  as Cells
[[nodiscard]] Basins basins(const dynamics::OrbitFamily& family, const StartPlane& plane,
                            std::vector<dynamics::KnownOrbit> orbits, const BasinOptions& options,
                            const Monitor& monitor, Basins earlier = {});

/// Starts of a header.
struct HelpedStarts {
    std::shared_ptr<const dynamics::OrbitFamily> family;
    std::function<Vector(std::size_t start)> state; ///< 2 m: (q, q') at phase 0
};
/// Ranks but 0: run starts for rank 0 until all is over.
/// @param starts  of what the header holds, which they take out
/// @throws Interrupted  when that is so
[[noreturn]] void help_basins(Ranks& ranks, const BasinOptions& options, const Progress& progress,
                              const std::function<HelpedStarts(RecordReader&)>& starts);

} // namespace slideway::studies
