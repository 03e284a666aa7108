#pragma once

#include "base/ranks.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace slideway::studies {

/// Tasks of one kind as a thread takes them, until there are none left.
class Tasks {
public:
    virtual ~Tasks() = default;
    /// May wait for an answer of rank 0.
    [[nodiscard]] virtual std::optional<std::size_t> next() = 0;
    /// The result of a task: on ranks but 0, from where it goes to rank 0.
    virtual void done(std::size_t task, std::string result) = 0;
};
/// What a thread does with them; throws nothing that belongs to a single task.
using TaskWork = std::function<void(Tasks& tasks)>;

/// Work that threads of all ranks do together, each task once.
struct SharedWork {
    std::size_t n = 0;      ///< tasks
    std::string header;     ///< by which the other ranks know what they are
    bool scattered = false; ///< not in their order: neighbours take equally long, and share nothing
    TaskWork own;           ///< of a thread of rank 0
    /// Takes what another rank made of a task; by the thread that calls.
    std::function<void(std::size_t task, std::string_view result)> take;
    std::function<bool()> go_on; ///< asked now and then; after an answer of false none begins on
                                 ///< other ranks
};

/// Rank 0, or a process without others (null): has the work done. When it was stopped some tasks
/// may be without a result: those that did not end within a quarter of a second on other ranks.
/// @param threads  of this rank, >= 1; with others the calling one comes on top, and hardly
/// computes
/// @throws what `own`, `take` and `go_on` throw
void share(Ranks* ranks, int threads, const SharedWork& work);

/// The other ranks: take part in all that rank 0 shares, until it has said that all is over.
/// @param begin    what a thread does with the tasks that a header tells of
/// @param stopped  of this rank; then rank 0 stops all
void help(Ranks& ranks, int threads, const std::function<bool()>& stopped,
          const std::function<TaskWork(std::string_view header)>& begin);

} // namespace slideway::studies
