#pragma once

#include "studies/hand_out.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <deque>
#include <functional>
#include <queue>
#include <vector>

namespace slideway::test {

/// Simulates ranks that share tasks by the rules of studies/hand_out.hpp.
struct SimulatedRanks {
    std::size_t ranks = 1000, threads = 1; ///< threads per rank
    std::vector<double> seconds;           ///< time of each task, in their order
    bool scattered = true;
    double latency = 20e-6;   ///< [s] of a message between two machines
    double answering = 20e-6; ///< [s] of rank 0 for a message with its results
    double looks = 1e-3;      ///< [s] between two checks of rank 0 for messages
    double often = 2e-4;      ///< [s] between two checks of a rank that waits for an answer

    struct Result {
        double time = 0;       ///< [s] until rank 0 has all results
        double efficiency = 0; ///< computing time as a part of time x all threads
        std::size_t messages = 0;
    };
    [[nodiscard]] Result run() const;
};

inline SimulatedRanks::Result SimulatedRanks::run() const
{
    enum class What { thread_free, asked, answered };
    struct Event {
        double at;
        What what;
        std::size_t rank;
        double from = 0; // for an answer: time of the request
        std::size_t first = 0, n = 0;
        bool operator>(const Event& other) const { return at > other.at; }
    };
    struct Rank {
        std::deque<std::size_t> queue;
        std::size_t waiting = 0;
        bool asked = false, no_more = false;
        double worked = 0, n_done = 0, answer = 1e-3;
    };
    std::priority_queue<Event, std::vector<Event>, std::greater<>> events;
    std::vector<Rank> all(ranks);
    const studies::Order order(seconds.size(), scattered);
    std::size_t next = 0;
    double work = 0, busy_until = 0;
    Result out;

    const auto begin_task = [&](std::size_t r, std::size_t i, double time) {
        const double takes = seconds[order(i)];
        work += takes;
        all[r].worked += takes;
        ++all[r].n_done;
        out.time = std::max(out.time, time + takes);
        events.push({time + takes, What::thread_free, r});
    };
    const auto ask = [&](std::size_t r, double time) {
        Rank& rank = all[r];
        const double task = rank.n_done > 0 ? rank.worked / rank.n_done : 0;
        if (rank.asked || rank.no_more ||
            !studies::asks(rank.waiting > 0, rank.queue.size(), task, rank.answer, threads))
            return;
        rank.asked = true;
        events.push({time + latency, What::asked, r, time});
        ++out.messages;
    };
    for (std::size_t r = 0; r < ranks; ++r)
        for (std::size_t t = 0; t < threads; ++t)
            events.push({0, What::thread_free, r});
    while (!events.empty()) {
        const Event event = events.top();
        events.pop();
        const double time = event.at;
        Rank& rank = all[event.rank];
        switch (event.what) {
        case What::thread_free:
            if (event.rank == 0) {
                if (next < seconds.size())
                    begin_task(0, next++, time);
                break;
            }
            if (!rank.queue.empty()) {
                const std::size_t i = rank.queue.front();
                rank.queue.pop_front();
                begin_task(event.rank, i, time);
            } else if (!rank.no_more)
                ++rank.waiting;
            ask(event.rank, time);
            break;
        case What::asked: {
            // It handles messages that have arrived; otherwise it checks from time to time.
            const double seen = busy_until >= time ? busy_until : std::ceil(time / looks) * looks;
            busy_until = seen + answering;
            const std::size_t left = seconds.size() - next;
            const std::size_t n = left == 0 ? 0 : studies::chunk(left, threads, threads * ranks);
            const double arrival = std::ceil((busy_until + latency) / often) * often;
            events.push({arrival, What::answered, event.rank, event.from, next, n});
            next += n;
            break;
        }
        case What::answered:
            rank.asked = false;
            rank.answer = time - event.from;
            rank.no_more = event.n == 0;
            for (std::size_t i = 0; i < event.n; ++i)
                rank.queue.push_back(event.first + i);
            while (rank.waiting > 0 && !rank.queue.empty()) {
                --rank.waiting;
                const std::size_t i = rank.queue.front();
                rank.queue.pop_front();
                begin_task(event.rank, i, time);
            }
            ask(event.rank, time);
            break;
        }
    }
    out.time += looks;
    out.efficiency = work / (out.time * static_cast<double>(ranks * threads));
    return out;
}

} // namespace slideway::test
