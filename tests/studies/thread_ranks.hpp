#pragma once

#include "base/ranks.hpp"

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace slideway::test {

/// Ranks as threads of this process, with mailboxes for messages.
class ThreadRanks {
public:
    explicit ThreadRanks(int n)
    {
        for (int rank = 0; rank < n; ++rank)
            all_.push_back(std::make_unique<One>(*this, rank));
    }

    [[nodiscard]] Ranks& rank(int number) { return *all_.at(static_cast<std::size_t>(number)); }

    /// Runs rank 0 in this thread and the others in further threads.
    void run(const std::function<void(Ranks&)>& first, const std::function<void(Ranks&)>& others)
    {
        std::vector<std::jthread> threads;
        for (std::size_t rank = 1; rank < all_.size(); ++rank)
            threads.emplace_back([&, rank] { others(*all_[rank]); });
        first(*all_.front());
    }

private:
    class One : public Ranks {
    public:
        One(ThreadRanks& all, int rank) : of_(all), rank_(rank) {}

        [[nodiscard]] int rank() const override { return rank_; }
        [[nodiscard]] int size() const override { return static_cast<int>(of_.all_.size()); }
        [[nodiscard]] std::string host() const override { return "here"; }
        void send(int receiver, std::shared_ptr<const std::string> text) override
        {
            of_.all_.at(static_cast<std::size_t>(receiver))->put({rank_, *text});
        }
        [[nodiscard]] std::optional<Message> receive() override
        {
            const std::lock_guard lock(mutex_);
            if (messages_.empty())
                return std::nullopt;
            Message message = std::move(messages_.front());
            messages_.pop_front();
            return message;
        }
        void leave() override {}
        [[noreturn]] void abort(int /*exit_status*/) override { throw std::logic_error("aborted"); }

    private:
        void put(Message message)
        {
            const std::lock_guard lock(mutex_);
            messages_.push_back(std::move(message));
        }

        ThreadRanks& of_;
        int rank_;
        std::mutex mutex_;
        std::deque<Message> messages_;
    };

    std::vector<std::unique_ptr<One>> all_;
};

} // namespace slideway::test
