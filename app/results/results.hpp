#pragma once

#include "app/case/case.hpp"
#include "app/results/picture_folder.hpp"
#include "io/array_sink.hpp"
#include "studies/sweep.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace slideway::app {

using studies::list;
using studies::Quantity; ///< what summary.json lists and [expected] asks for
using studies::Status;

/// Everything a run produced, apart from its arrays.
struct Summary {
    Status status = Status::end;
    std::string message;  ///< why it stopped early; "" if it did not
    double wall_time = 0; ///< [s]
    /// Another scheme that could have computed the same.
    struct Other {
        std::string scheme;
        double h = 0; ///< [s]
        long long steps = 0;
        double time = 0; ///< [s] estimated; like wall_time it is of the machine, not of the results
    };
    std::optional<Other> other = {};
    std::vector<std::pair<std::string, std::string>> used; ///< options as used, in order
    std::vector<Quantity> quantities;
    std::string extent;                ///< "44389500 steps to t = 3.13 s"
    std::vector<std::string> lines;    ///< what happened, in sentences
    std::vector<std::string> warnings; ///< what to doubt, in sentences
    std::vector<std::string> checks;   ///< what the result says about its own accuracy
    int pictures_left_out = 0;         ///< because the run was interrupted while it wrote them
};

/// Lines of the form "rub.normal_force.min = 0.02 N; expected at least 0.03", one per expectation
/// that the summary does not meet; a quantity that does not exist is one of them.
[[nodiscard]] std::vector<std::string> unmet(const std::vector<Expectation>& expected,
                                             const Summary& summary);

/// A finished computation: its key figures, and what gives its arrays and pictures. `write_results`
/// writes them, `arrays` alone fills memory (io::ArraysInMemory).
struct Outcome {
    Summary summary;
    std::function<void(io::ArraySink& sink)> arrays;
    std::function<void(const PictureFolder& folder)> pictures = {}; ///< for ParaView
    /// The results.h5 that it goes on with, if any. Where it lies in the folder of the run, results
    /// replace it only if they hold something `new_points`, and it is there until they do.
    std::filesystem::path continues = {};
    bool new_points = true;
    /// Computes what `arrays` and `pictures` need beyond the summary; call it before them. Points
    /// of a map, which write nothing, do without.
    std::function<void()> complete = {};
};

/// Where a run finds what an interrupted one of the same source left.
struct OwnResults {
    std::filesystem::path file = {};      ///< results.h5 in its folder; "": none
    std::vector<std::string> source = {}; ///< what decides about its numbers
};

} // namespace slideway::app
