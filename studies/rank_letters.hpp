#pragma once

#include "base/ranks.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

/// What ranks tell each other, behind studies/shared_work.hpp and roll_call.hpp.
namespace slideway::studies {

/// From one look for letters to the next. A look and the change of threads for it take 10 us.
constexpr auto attentive = std::chrono::milliseconds(1);

using Clock = std::chrono::steady_clock;

[[nodiscard]] inline double seconds_since(Clock::time_point then)
{
    return std::chrono::duration<double>(Clock::now() - then).count();
}

/// Of the other ranks: who they are, a report, farewell. Of rank 0: go
/// on, work begins, tasks, stop, all is over.
enum class Kind : std::uint8_t { self, report, bye, go, open, chunk, stop, over };

struct Head {
    Kind kind{};
    std::uint8_t asks = 0, stopped = 0; // of a report
    std::uint32_t work = 0;             // which, counted from 1; 0: none
    std::uint64_t a = 0, b = 0; // open: n, scattered; chunk: first, number; report: threads, tasks
                                // that it holds
    std::uint64_t c = 0;        // report: tasks that it got so far
};

[[nodiscard]] std::shared_ptr<const std::string> letter(const Head& head,
                                                        std::string_view text = {});

struct Opened {
    int from;
    Head head;
    std::string text; // whole
    [[nodiscard]] std::string_view body() const
    {
        return std::string_view(text).substr(sizeof(Head));
    }
};

/// The next that has come. @throws std::runtime_error  it is none of these
[[nodiscard]] std::optional<Opened> received(Ranks& ranks);

/// To those below a rank in a tree whose root is rank 0: all have it after log2(ranks) steps.
void pass_on(Ranks& ranks, const std::shared_ptr<const std::string>& text);
/// From rank 0.
void to_all(Ranks& ranks, const Head& head);

} // namespace slideway::studies
