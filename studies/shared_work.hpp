#pragma once

#include "base/ranks.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace slideway::studies {

/// Tasks of one kind that a thread takes until there are none left.
class Tasks {
public:
    virtual ~Tasks() = default;
    /// Returns the next task. The call may wait for an answer of rank 0.
    [[nodiscard]] virtual std::optional<std::size_t> next() = 0;
    /// Sends the result of a task to rank 0, on other ranks.
    virtual void done(std::size_t task, std::string result) = 0;
};
/// Work of a thread on the tasks. It must catch exceptions of single tasks.
using TaskWork = std::function<void(Tasks& tasks)>;

/// Work that threads of all ranks share; each task is done once.
struct SharedWork {
    std::size_t n = 0;      ///< number of tasks
    std::string header;     ///< description of the tasks for the other ranks
    bool scattered = false; ///< true if distributed out of order, for adjacent tasks that take
                            ///< equally long and share nothing
    TaskWork own;           ///< work of a thread of rank 0
    /// Receives the result of a task from another rank, in the calling thread.
    std::function<void(std::size_t task, std::string_view result)> take;
    std::function<bool()> go_on; ///< polled from time to time; after false, other ranks
                                 ///< begin no task
};

/// Rank 0, or a process without others (null): performs the shared work. After a stop some tasks
/// may have no result: those that did not end within a quarter of a second on other ranks.
/// @param threads  of this rank, >= 1; if there are other ranks, the calling thread is additional
///                 and has little work
/// @throws any exception of `own`, `take` and `go_on`
void share(Ranks* ranks, int threads, const SharedWork& work);

/// Other ranks: help with all shared work of rank 0 until it announces the end.
/// @param begin    returns the work of a thread on the tasks of a header
/// @param stopped  true if this rank was stopped; then rank 0 stops all
void help(Ranks& ranks, int threads, const std::function<bool()>& stopped,
          const std::function<TaskWork(std::string_view header)>& begin);

} // namespace slideway::studies
