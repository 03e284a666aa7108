#include "studies/rank_lifecycle.hpp"

#include "studies/rank_messages.hpp"

#include <chrono>
#include <string>
#include <thread>
#include <utility>

namespace slideway::studies {

namespace {

constexpr double end_timeout = 20; // [s] for all actions of ranks after their last task

} // namespace

bool end_others(Ranks& ranks)
{
    broadcast(ranks, {MessageKind::end});
    const Clock::time_point begin = Clock::now();
    while (!ranks.all_gone()) {
        if (received(ranks))
            continue;
        if (seconds_since(begin) > end_timeout)
            return false;
        std::this_thread::sleep_for(check_interval);
    }
    return true;
}

bool await_end(Ranks& ranks, double patience)
{
    const Clock::time_point begin = Clock::now();
    while (!ranks.over()) {
        const std::optional<ReceivedMessage> message = received(ranks);
        if (message &&
            message->head.kind == MessageKind::open) { // this rank does not take part any more
            forward_to_children(ranks, std::make_shared<const std::string>(message->text));
            ranks.send(0, encode({MessageKind::report, 0, 1, message->head.work, 1}));
        }
        if (!message && seconds_since(begin) > patience)
            return false;
        if (!message)
            std::this_thread::sleep_for(check_interval);
    }
    ranks.send(0, encode({MessageKind::farewell}));
    return true;
}

std::vector<std::string> gathered(Ranks& ranks, std::string own, const std::function<bool()>& go_on)
{
    std::vector<std::string> all(static_cast<std::size_t>(ranks.size()));
    all.front() = std::move(own);
    for (int left = ranks.size() - 1; left > 0 && go_on();) {
        const std::optional<ReceivedMessage> message = received(ranks);
        if (message && message->head.kind == MessageKind::introduction) {
            all.at(static_cast<std::size_t>(message->sender)) = message->body();
            --left;
        }
        if (!message)
            std::this_thread::sleep_for(check_interval);
    }
    return all;
}

bool introduce(Ranks& ranks, std::string own)
{
    ranks.send(0, encode({MessageKind::introduction}, own));
    for (;;) {
        const std::optional<ReceivedMessage> message = received(ranks);
        if (ranks.over() || (message && message->head.kind == MessageKind::proceed))
            return !ranks.over();
        if (!message)
            std::this_thread::sleep_for(check_interval);
    }
}

std::string more_ranks_text(std::size_t n, const std::string& parts)
{
    const Ranks* const all = ranks();
    return all == nullptr || static_cast<std::size_t>(all->size()) <= n
               ? ""
               : std::to_string(all->size()) + " ranks for " + std::to_string(n) + " " + parts +
                     ": those without one wait\n";
}

void welcome(Ranks& ranks)
{
    broadcast(ranks, {MessageKind::proceed});
}

} // namespace slideway::studies
