#pragma once

#include "app/case/case.hpp"
#include "app/results/picture_folder.hpp"
#include "io/array_sink.hpp"
#include "studies/sweep.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace slideway::io {
class Entries; // visitor of results, io/entries.hpp
}

namespace slideway::app {

using studies::Quantity; ///< key figure in summary.json and [expected]
using studies::Status;

/// Names and values of the settings of an analysis, in order.
using Settings = std::vector<std::pair<std::string, std::string>>;
/// Returns the text of `check`: a line for the analysis, and one for each of its settings.
[[nodiscard]] std::string check_text(std::string_view type, const Settings& settings);

/// All results of a run except its arrays.
struct Summary {
    Status status = Status::end;
    std::string message;  ///< reason for stopping early; "" if the run is complete
    double wall_time = 0; ///< [s]
    /// Another time integration scheme that could compute the same motion.
    struct Other {
        std::string scheme;
        double h = 0; ///< [s]
        long long steps = 0;
        double time = 0; ///< estimated time [s]; depends on the machine, like wall_time
    };
    std::optional<Other> other = {};
    Settings used; ///< settings as used
    std::vector<Quantity> quantities;
    std::string extent;                ///< "44389500 steps to t = 3.13 s"
    std::vector<std::string> lines;    ///< sentences about the results
    std::vector<std::string> warnings; ///< warnings, in sentences
    std::vector<std::string> checks;   ///< sentences about the accuracy of the results
    int pictures_left_out = 0;         ///< because the run was interrupted while it wrote them
};

/// Returns a line such as "rub.normal_force.min = 0.02 N; expected at least 0.03" for each
/// expectation that the summary does not meet, including quantities that do not exist.
[[nodiscard]] std::vector<std::string> unmet(const std::vector<Expectation>& expected,
                                             const Summary& summary);

/// A finished computation: its key figures, and functions that write its arrays and pictures.
/// `write_results` calls them; `arrays` can also fill memory (io::ArraysInMemory).
struct Outcome {
    Summary summary;
    std::function<void(io::ArraySink& sink)> arrays;
    std::function<void(const PictureFolder& folder)> pictures = {}; ///< writes files for ParaView
    /// The results.h5 that the run resumed, if any. If it lies in the folder of the run, the
    /// results replace it only if they have `new_points`.
    std::filesystem::path continues = {};
    bool new_points = true;
    /// Computes data that only `arrays` and `pictures` need. It must be called before them. Points
    /// of a map, which write no files, skip it.
    std::function<void()> complete = {};
};

/// Partial results of an interrupted run in the folder of this run.
struct OwnResults {
    std::filesystem::path file = {};      ///< results.h5 in its folder; "": none
    std::vector<std::string> source = {}; ///< everything that its numbers depend on
};

} // namespace slideway::app
