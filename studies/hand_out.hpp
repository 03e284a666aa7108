#pragma once

#include <algorithm>
#include <cstddef>

/// Rules by which a scheduler distributes tasks to ranks on demand: guided self-scheduling. The
/// functions are pure, so bench/ranks.cpp also runs them in simulated time.
namespace slideway::studies {

/// Number of the remaining tasks for a rank that requests some: a quarter of them times its
/// part of all threads, but at least one. The other three quarters compensate for tasks that
/// take longer. Source: Polychronopoulos & Kuck, IEEE Trans. Comput. C-36(12), 1987,
/// doi:10.1109/TC.1987.5009495; they assign (remaining tasks) / ranks, because their tasks
/// take equal times.
/// @param of_rank, of_all  threads of the rank and of all ranks, >= 1
[[nodiscard]] constexpr std::size_t chunk(std::size_t left, std::size_t of_rank, std::size_t of_all)
{
    return std::min(left, std::max<std::size_t>(1, left * of_rank / (4 * of_all)));
}

/// True if a rank requests more tasks: a thread waits, or the last queued task will have begun
/// before an answer arrives.
/// @param task    mean time of a task [s]; 0: unknown
/// @param answer  time of the last answer [s]
[[nodiscard]] constexpr bool asks(bool thread_waits, std::size_t queued, double task, double answer,
                                  std::size_t threads)
{
    return thread_waits || (task > 0 && (static_cast<double>(queued) + 1) * task <=
                                            2 * answer * static_cast<double>(threads));
}

/// Order in which tasks are distributed. Entry i is i itself or, scattered, a task far from those
/// before it, so that all ranks share regions of long tasks.
class Order {
public:
    Order(std::size_t n, bool scattered);
    [[nodiscard]] std::size_t operator()(std::size_t i) const { return i * stride_ % n_; }

private:
    std::size_t n_, stride_ = 1; // coprime
};

} // namespace slideway::studies
