#pragma once

#include "base/progress.hpp"
#include "studies/status.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace slideway::studies {

/// A key figure under a stable dotted name: numbers, or texts in their place.
struct Quantity {
    std::string name;
    std::vector<double> value; ///< one number, or a list; empty with texts
    std::string unit;
    std::vector<std::string> texts = {}; ///< one text, or a list: "continuous"
    bool is_list = false;                ///< of as many as there are, though there be one
};

[[nodiscard]] inline Quantity list(std::string name, std::vector<double> values, std::string unit)
{
    return {std::move(name), std::move(values), std::move(unit), {}, true};
}
[[nodiscard]] inline Quantity list(std::string name, std::vector<std::string> texts)
{
    return {std::move(name), {}, "", std::move(texts), true};
}

/// What the computation at one point gave.
struct PointResult {
    Status status = Status::not_run;
    std::string message; ///< why it stopped or failed
    std::vector<Quantity> quantities;
};

/// Computes one point, counted from 0; several of them at once if the sweep has several threads.
using Point = std::function<PointResult(std::size_t k)>;

/// What a point gives: `failed` and the reason where it throws, or gives a number that is not
/// finite; `interrupted` where it throws Interrupted.
[[nodiscard]] PointResult computed(const Point& point, std::size_t k);

/// Computes n points that do not depend on each other. Results stand by index, so they are the same
/// with any number of threads. Where one fails, the others go on.
///
/// @param threads   >= 1, the calling one among them
/// @param progress  asked before and after each point, by one thread at a time; after an answer of
///                  false no point begins, and those not begun are `not_run`
/// @throws std::invalid_argument  threads < 1; and what `progress` throws
[[nodiscard]] std::vector<PointResult> sweep(std::size_t n, const Point& point, int threads = 1,
                                             const Progress& progress = {});

/// One quantity over all points that gave it: value[i], or texts[i], belongs to point[i]. An array
/// gives several entries with the same point.
struct Series {
    std::string name, unit;
    std::vector<int> point; ///< ascending
    std::vector<double> value;
    std::vector<std::string> texts = {}; ///< in place of value

    [[nodiscard]] bool of_texts() const { return !texts.empty(); }
    [[nodiscard]] bool one_per_point() const; ///< one entry at each of its points
};

/// Every quantity that any point gave, in the order in which they first appear.
/// @throws std::invalid_argument  a quantity that is numbers at one point and texts at another
[[nodiscard]] std::vector<Series> collect(const std::vector<PointResult>& points);

} // namespace slideway::studies
