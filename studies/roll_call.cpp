#include "studies/roll_call.hpp"

#include "studies/rank_letters.hpp"

#include <chrono>
#include <string>
#include <thread>
#include <utility>

namespace slideway::studies {

namespace {

constexpr double farewell = 20; // [s] for all actions of ranks after their last task

} // namespace

bool end_others(Ranks& ranks)
{
    to_all(ranks, {Kind::over});
    const Clock::time_point begin = Clock::now();
    while (!ranks.all_gone()) {
        if (received(ranks))
            continue;
        if (seconds_since(begin) > farewell)
            return false;
        std::this_thread::sleep_for(attentive);
    }
    return true;
}

bool await_end(Ranks& ranks, double patience)
{
    const Clock::time_point begin = Clock::now();
    while (!ranks.over()) {
        const std::optional<Opened> letter = received(ranks);
        if (letter && letter->head.kind == Kind::open) { // this rank does not take part any more
            pass_on(ranks, std::make_shared<const std::string>(letter->text));
            ranks.send(0, studies::letter({Kind::report, 0, 1, letter->head.work, 1}));
        }
        if (!letter && seconds_since(begin) > patience)
            return false;
        if (!letter)
            std::this_thread::sleep_for(attentive);
    }
    ranks.send(0, letter({Kind::bye}));
    return true;
}

std::vector<std::string> gathered(Ranks& ranks, std::string own, const std::function<bool()>& go_on)
{
    std::vector<std::string> all(static_cast<std::size_t>(ranks.size()));
    all.front() = std::move(own);
    for (int left = ranks.size() - 1; left > 0 && go_on();) {
        const std::optional<Opened> letter = received(ranks);
        if (letter && letter->head.kind == Kind::self) {
            all.at(static_cast<std::size_t>(letter->from)) = letter->body();
            --left;
        }
        if (!letter)
            std::this_thread::sleep_for(attentive);
    }
    return all;
}

bool introduce(Ranks& ranks, std::string own)
{
    ranks.send(0, letter({Kind::self}, own));
    for (;;) {
        const std::optional<Opened> letter = received(ranks);
        if (ranks.over() || (letter && letter->head.kind == Kind::go))
            return !ranks.over();
        if (!letter)
            std::this_thread::sleep_for(attentive);
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
    to_all(ranks, {Kind::go});
}

} // namespace slideway::studies
