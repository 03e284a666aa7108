#pragma once

#include "base/progress.hpp"
#include "studies/status.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace slideway::studies {

/// A key figure with a stable dotted name: numbers or texts.
struct Quantity {
    std::string name;
    std::vector<double> value; ///< one number, or a list; empty with texts
    std::string unit;
    std::vector<std::string> texts = {}; ///< one text, or a list: "continuous"
    bool is_list = false;                ///< true for a list, even if it has one entry
};

/// Result of the computation at one point.
struct PointResult {
    Status status = Status::not_run;
    std::string message; ///< reason for the stop or the failure
    std::vector<Quantity> quantities;
};

/// Computes one point, counted from 0. Several threads may call it at once.
using Point = std::function<PointResult(std::size_t k)>;

/// Returns the result of a point: `failed` with the reason if it throws or gives a number that is
/// not finite, `interrupted` if it throws Interrupted.
[[nodiscard]] PointResult computed(const Point& point, std::size_t k);

/// Computes n independent points. Results are stored by index, so they do not depend on the number
/// of threads. If one fails, the others continue.
///
/// @param threads   >= 1, including the calling one
/// @param progress  polled before and after each point, by one thread at a time; after false no
///                  point begins, and those not begun are `not_run`
/// @throws std::invalid_argument  threads < 1; and any exception of `progress`
[[nodiscard]] std::vector<PointResult> sweep(std::size_t n, const Point& point, int threads = 1,
                                             const Progress& progress = {});

/// One quantity over all points with it: value[i], or texts[i], belongs to point[i]. A list gives
/// several entries with the same point.
struct Series {
    std::string name, unit;
    std::vector<int> point; ///< ascending
    std::vector<double> value;
    std::vector<std::string> texts = {}; ///< replaces value

    [[nodiscard]] bool of_texts() const { return !texts.empty(); }
    [[nodiscard]] bool one_per_point() const; ///< true if each of its points has one entry
};

/// Collects every quantity of any point, in the order of first occurrence.
/// @throws std::invalid_argument  a quantity that is numbers at one point and texts at another
[[nodiscard]] std::vector<Series> collect(const std::vector<PointResult>& points);

} // namespace slideway::studies
