#pragma once

#include <algorithm>
#include <cstddef>

/// By which rule tasks are handed out to ranks on demand: guided self-scheduling. Pure functions,
/// which bench/ranks.cpp runs in simulated time too.
namespace slideway::studies {

/// How many of the tasks that are left a rank gets that asks: the part of its threads in a quarter
/// of what is left, so that three quarters make up for what takes longer than others; one at least.
/// Source: Polychronopoulos & Kuck, IEEE Trans. Comput. C-36(12), 1987,
/// doi:10.1109/TC.1987.5009495, who give all of what is left / ranks; there tasks take equal times.
/// @param threads  of the rank, of all of them: >= 1
[[nodiscard]] constexpr std::size_t chunk(std::size_t left, std::size_t of_rank, std::size_t of_all)
{
    return std::min(left, std::max<std::size_t>(1, left * of_rank / (4 * of_all)));
}

/// Whether a rank asks for more: a thread waits, or the last one will have begun what is queued
/// before an answer comes.
/// @param task    [s] that one takes in the mean; 0: not known
/// @param answer  [s] that the last answer took
[[nodiscard]] constexpr bool asks(bool thread_waits, std::size_t queued, double task, double answer,
                                  std::size_t threads)
{
    return thread_waits || (task > 0 && (static_cast<double>(queued) + 1) * task <=
                                            2 * answer * static_cast<double>(threads));
}

/// Task number i in the order in which tasks are handed out: i itself, or, scattered, one that is
/// far from those before, so that regions of long tasks are everybody's.
class Order {
public:
    Order(std::size_t n, bool scattered);
    [[nodiscard]] std::size_t operator()(std::size_t i) const { return i * stride_ % n_; }

private:
    std::size_t n_, stride_ = 1; // without a common divisor
};

} // namespace slideway::studies
