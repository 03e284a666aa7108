#pragma once

#include "base/ranks.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

/// Messages between ranks, used by studies/shared_work.hpp and rank_lifecycle.hpp.
namespace slideway::studies {

/// Interval between two checks for messages. A check with its change of threads takes 10 us.
constexpr auto check_interval = std::chrono::milliseconds(1);

using Clock = std::chrono::steady_clock;

[[nodiscard]] inline double seconds_since(Clock::time_point then)
{
    return std::chrono::duration<double>(Clock::now() - then).count();
}

/// Kinds of messages. The other ranks send: introduction, report, farewell. Rank 0 sends: continue,
/// work begins, tasks, stop, end of all work.
enum class MessageKind : std::uint8_t {
    introduction,
    report,
    farewell,
    proceed,
    open,
    chunk,
    stop,
    end
};

struct MessageHeader {
    MessageKind kind{};
    std::uint8_t asks = 0, stopped = 0; // of a report
    std::uint32_t work = 0;             // index of the work, counted from 1; 0: none
    std::uint64_t a = 0, b = 0;         // open: n, scattered; chunk: first, number; report:
                                        // threads, pending tasks
    std::uint64_t c = 0;                // report: number of tasks received so far
};

[[nodiscard]] std::shared_ptr<const std::string> encode(const MessageHeader& head,
                                                        std::string_view text = {});

struct ReceivedMessage {
    int sender;
    MessageHeader head;
    std::string text; // whole message
    [[nodiscard]] std::string_view body() const
    {
        return std::string_view(text).substr(sizeof(MessageHeader));
    }
};

/// Returns the next message that has arrived; empty if there is none.
/// @throws std::runtime_error  unknown message
[[nodiscard]] std::optional<ReceivedMessage> received(Ranks& ranks);

/// Forwards a message to the ranks below in a tree with root rank 0; all ranks have it
/// after log2(ranks) steps.
void forward_to_children(Ranks& ranks, const std::shared_ptr<const std::string>& text);
/// Sends a message from rank 0 to all ranks.
void broadcast(Ranks& ranks, const MessageHeader& head);

} // namespace slideway::studies
