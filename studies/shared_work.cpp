#include "studies/shared_work.hpp"

#include "base/parallel.hpp"
#include "studies/hand_out.hpp"
#include "studies/rank_messages.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <deque>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace slideway::studies {

namespace {

using namespace std::chrono_literals;

// Intervals between checks for messages on a helping rank.
constexpr auto short_interval = 200us; // while an answer is expected
constexpr auto long_interval = 20ms;   // while only a stop may arrive
// Results are delayed up to this time, or this number of bytes, to be sent together.
constexpr double held_back = 0.5; // [s]
constexpr std::size_t full = 1 << 18;
constexpr double patience = 0.25; // [s] for tasks of other ranks after a stop

void put_number(std::string& text, std::uint64_t n)
{
    text.append(reinterpret_cast<const char*>(&n), sizeof n);
}

std::uint64_t take_number(std::string_view& text)
{
    std::uint64_t n = 0;
    if (text.size() < sizeof n)
        throw std::runtime_error("a report of a rank is incomplete");
    std::memcpy(&n, text.data(), sizeof n);
    text.remove_prefix(sizeof n);
    return n;
}

// Threads that compute in addition to the calling one; an exception in one ends the work.
class Threads {
public:
    Threads(int n, const std::function<void()>& work, std::function<void()> ended)
        : ended_(std::move(ended)), running_(n)
    {
        try {
            for (int t = 0; t < n; ++t)
                threads_.emplace_back([this, work] {
                    try {
                        work();
                    } catch (...) {
                        const std::lock_guard lock(mutex_);
                        if (!failure_)
                            failure_ = std::current_exception();
                    }
                    --running_;
                    ended_();
                });
        } catch (const std::system_error&) { // fewer than requested; one is needed
            if (threads_.empty())
                throw;
            running_ -= n - static_cast<int>(threads_.size());
        }
    }

    [[nodiscard]] bool done() const { return running_ == 0; }
    [[nodiscard]] bool failed() const
    {
        const std::lock_guard lock(mutex_);
        return failure_ != nullptr;
    }
    void end()
    {
        threads_.clear(); // waits for the threads
        if (failure_)
            std::rethrow_exception(failure_);
    }

private:
    std::function<void()> ended_;
    std::atomic<int> running_;
    mutable std::mutex mutex_;
    std::exception_ptr failure_;
    std::vector<std::jthread> threads_; // last member: destroyed first
};

// Tasks for threads of this process only.
class LocalTasks : public Tasks {
public:
    explicit LocalTasks(std::size_t n) : n_(n) {}
    [[nodiscard]] std::optional<std::size_t> next() override
    {
        const std::size_t i = next_++;
        return i < n_ ? std::optional(i) : std::nullopt;
    }
    void done(std::size_t /*task*/, std::string /*result*/) override {}
    void end() { next_ = n_; }

private:
    std::size_t n_;
    std::atomic<std::size_t> next_ = 0;
};

// Rank 0, from the beginning of a work to its end.
class Scheduler : public Tasks {
public:
    Scheduler(Ranks& ranks, int threads, const SharedWork& work, std::uint32_t number)
        : ranks_(ranks), threads_(static_cast<std::size_t>(threads)), work_(work), number_(number),
          order_(work.n, work.scattered), others_(static_cast<std::size_t>(ranks.size()))
    {
        for (Other& other : others_)
            other.threads = threads_; // until it reports
    }

    void run();

    [[nodiscard]] std::optional<std::size_t> next() override
    {
        const std::lock_guard lock(mutex_);
        if (stopped_ || next_ == work_.n)
            return std::nullopt;
        return order_(next_++);
    }
    void done(std::size_t /*task*/, std::string /*result*/) override {}

private:
    struct Other {
        std::size_t threads = 1;
        std::uint64_t given = 0, got = 0, holds = 0;
        [[nodiscard]] bool at_rest() const { return given == got && holds == 0; }
    };

    void handle_messages(); // in a separate thread, so that answers are immediate
    void answer(ReceivedMessage report);
    void stop();
    [[nodiscard]] bool all_here();
    void take_results(std::string_view results);

    Ranks& ranks_;
    std::size_t threads_;
    const SharedWork& work_;
    std::uint32_t number_;
    Order order_;
    std::mutex mutex_;
    std::condition_variable news_, closing_;
    // Guarded members:
    std::size_t next_ = 0;
    bool stopped_ = false, closed_ = false;
    std::vector<Other> others_;           // entry 0 is unused
    std::deque<ReceivedMessage> reports_; // reports whose results are to be taken
    std::size_t taken_ = 0;               // number of results of others
    std::exception_ptr failure_;          // failure of the message thread
    Clock::time_point stopped_at_{};
};

void Scheduler::answer(ReceivedMessage report)
{
    const MessageHeader& head = report.head;
    if (head.kind != MessageKind::report || head.work != number_)
        return; // late message of a work that was stopped
    const std::lock_guard lock(mutex_);
    Other& other = others_.at(static_cast<std::size_t>(report.sender));
    other.threads = std::max<std::uint64_t>(1, head.a);
    other.holds = head.b;
    other.got = head.c;
    if (head.stopped != 0)
        ranks_.stop();
    if (head.asks != 0) {
        std::size_t all = threads_;
        for (std::size_t r = 1; r < others_.size(); ++r)
            all += others_[r].threads;
        const std::size_t left = stopped_ ? 0 : work_.n - next_;
        const std::size_t n = left == 0 ? 0 : chunk(left, other.threads, all);
        ranks_.send(report.sender, encode({MessageKind::chunk, 0, 0, number_, next_, n}));
        next_ += n;
        other.given += n;
    }
    if (!report.body().empty())
        reports_.push_back(std::move(report));
    news_.notify_one();
}

void Scheduler::handle_messages()
{
    try {
        for (;;) {
            while (std::optional<ReceivedMessage> report = received(ranks_))
                answer(std::move(*report));
            std::unique_lock lock(mutex_);
            if (closing_.wait_for(lock, check_interval, [this] { return closed_; }))
                return;
        }
    } catch (...) {
        const std::lock_guard lock(mutex_);
        failure_ = std::current_exception();
        news_.notify_one();
    }
}

void Scheduler::stop()
{
    {
        const std::lock_guard lock(mutex_);
        if (std::exchange(stopped_, true))
            return;
        stopped_at_ = Clock::now();
    }
    broadcast(ranks_, {MessageKind::stop, 0, 0, number_});
}

// True if nothing more will arrive or needs to.
bool Scheduler::all_here()
{
    const std::lock_guard lock(mutex_);
    if (!reports_.empty())
        return false;
    const bool at_rest = std::all_of(others_.begin() + 1, others_.end(),
                                     [](const Other& other) { return other.at_rest(); });
    if (stopped_)
        return at_rest || seconds_since(stopped_at_) > patience;
    return next_ == work_.n && at_rest;
}

void Scheduler::take_results(std::string_view results)
{
    while (!results.empty()) {
        const std::uint64_t task = take_number(results), size = take_number(results);
        if (task >= work_.n || size > results.size())
            throw std::runtime_error("a rank sent a result of an unknown task");
        work_.take(task, results.substr(0, size));
        results.remove_prefix(size);
    }
}

void Scheduler::run()
{
    forward_to_children(
        ranks_, encode({MessageKind::open, 0, 0, number_, work_.n, work_.scattered}, work_.header));
    Threads own(
        static_cast<int>(threads_), [this] { work_.own(*this); },
        [this] {
            const std::lock_guard lock(mutex_);
            news_.notify_one();
        });
    std::jthread messages([this] { handle_messages(); });
    const auto close = [&] {
        {
            const std::lock_guard lock(mutex_);
            closed_ = true;
            closing_.notify_one();
        }
        messages.join();
    };
    try {
        while (!own.done() || !all_here()) {
            std::deque<ReceivedMessage> reports;
            {
                std::unique_lock lock(mutex_);
                news_.wait_for(lock, long_interval,
                               [&] { return !reports_.empty() || failure_ || own.done(); });
                if (failure_)
                    std::rethrow_exception(failure_);
                reports.swap(reports_);
            }
            for (const ReceivedMessage& report : reports)
                take_results(report.body());
            if (ranks_.stopped() || own.failed() || (work_.go_on && !work_.go_on()))
                stop();
            else if (own.done() && reports.empty())
                std::this_thread::sleep_for(check_interval);
        }
    } catch (...) {
        stop();
        close();
        throw;
    }
    close();
    own.end();
}

// Another rank, from the beginning of a work to its end.
class Helper : public Tasks {
public:
    Helper(Ranks& ranks, int threads, const std::function<bool()>& stopped,
           const MessageHeader& header)
        : ranks_(ranks), threads_(static_cast<std::size_t>(threads)), stopped_(stopped),
          number_(header.work), order_(header.a, header.b != 0)
    {
    }

    /// @return the message that opens the next work, if it has arrived already
    std::optional<ReceivedMessage> run(const TaskWork& work);

    [[nodiscard]] std::optional<std::size_t> next() override;
    void done(std::size_t task, std::string result) override;

private:
    [[nodiscard]] bool wants() const // @pre locked
    {
        return !asked_ && !no_more_ &&
               asks(waiting_ > 0, queue_.size(), n_done_ > 0 ? worked_ / n_done_ : 0, answer_time_,
                    threads_);
    }
    [[nodiscard]] bool sends(bool all_ended) const // @pre locked
    {
        return wants() || results_.size() > full ||
               (!results_.empty() && (all_ended || seconds_since(sent_at_) > held_back)) ||
               (stopped_() && !reported_stop_) || (all_ended && !reported_rest_);
    }
    void report(bool all_ended); // @pre locked
    std::optional<ReceivedMessage> read(ReceivedMessage message);

    Ranks& ranks_;
    std::size_t threads_;
    const std::function<bool()>& stopped_;
    std::uint32_t number_;
    Order order_;
    std::mutex mutex_;
    std::condition_variable tasks_, news_;
    // Guarded members:
    std::deque<std::size_t> queue_; // positions in the order
    std::size_t waiting_ = 0, in_work_ = 0;
    std::uint64_t got_ = 0;
    bool asked_ = false, no_more_ = false, reported_stop_ = false, reported_rest_ = false;
    std::string results_;
    Clock::time_point sent_at_ = Clock::now(), asked_at_{};
    double answer_time_ = 1e-3, worked_ = 0, n_done_ = 0; // [s]
    std::vector<std::pair<std::size_t, Clock::time_point>> begun_;
};

std::optional<std::size_t> Helper::next()
{
    std::unique_lock lock(mutex_);
    while (queue_.empty() && !no_more_) {
        ++waiting_;
        news_.notify_one();
        tasks_.wait(lock);
        --waiting_;
    }
    if (queue_.empty())
        return std::nullopt;
    const std::size_t task = order_(queue_.front());
    queue_.pop_front();
    ++in_work_;
    begun_.emplace_back(task, Clock::now());
    if (wants())
        news_.notify_one();
    return task;
}

void Helper::done(std::size_t task, std::string result)
{
    const std::lock_guard lock(mutex_);
    put_number(results_, task);
    put_number(results_, result.size());
    results_ += result;
    --in_work_;
    const auto found = std::find_if(begun_.begin(), begun_.end(),
                                    [task](const auto& begun) { return begun.first == task; });
    worked_ += seconds_since(found->second);
    ++n_done_;
    begun_.erase(found);
    if (results_.size() > full)
        news_.notify_one();
}

void Helper::report(bool all_ended)
{
    MessageHeader head{MessageKind::report,      wants(), stopped_(), number_, threads_,
                       queue_.size() + in_work_, got_};
    asked_ = asked_ || head.asks != 0;
    reported_stop_ = reported_stop_ || head.stopped != 0;
    reported_rest_ = all_ended;
    asked_at_ = head.asks != 0 ? Clock::now() : asked_at_;
    sent_at_ = Clock::now();
    ranks_.send(0, encode(head, results_));
    results_.clear();
}

std::optional<ReceivedMessage> Helper::read(ReceivedMessage message)
{
    const std::lock_guard lock(mutex_);
    const MessageHeader& head = message.head;
    const bool over = head.kind == MessageKind::end, next = head.kind == MessageKind::open;
    const bool own = head.work == number_;
    if (own && head.kind == MessageKind::chunk) {
        asked_ = false;
        answer_time_ = seconds_since(asked_at_);
        got_ += head.b;
        no_more_ = no_more_ || head.b == 0;
        for (std::uint64_t i = 0; i < head.b; ++i)
            if (!no_more_)
                queue_.push_back(head.a + i);
    }
    if (over || next || (own && head.kind == MessageKind::stop)) {
        no_more_ = true;
        queue_.clear();
        if (!next)
            ranks_.stop();
    }
    reported_rest_ = false;
    tasks_.notify_all();
    return next ? std::optional(std::move(message)) : std::nullopt;
}

std::optional<ReceivedMessage> Helper::run(const TaskWork& work)
{
    std::optional<ReceivedMessage> following;
    Threads own(
        static_cast<int>(threads_), [&] { work(*this); },
        [this] {
            const std::lock_guard lock(mutex_);
            news_.notify_one();
        });
    for (;;) {
        {
            std::unique_lock lock(mutex_);
            const auto until =
                asked_ ? Clock::duration(short_interval) : Clock::duration(long_interval);
            news_.wait_for(lock, until, [&] { return sends(own.done()); });
            if (own.failed() && !no_more_) { // the others must not wait for its tasks
                no_more_ = true;
                tasks_.notify_all();
            }
            if (sends(own.done()))
                report(own.done());
            if (own.done() && no_more_ && results_.empty() && reported_rest_)
                break;
        }
        while (std::optional<ReceivedMessage> message = received(ranks_))
            if (std::optional<ReceivedMessage> next = read(std::move(*message)))
                following = std::move(next);
    }
    own.end();
    return following;
}

} // namespace

void share(Ranks* ranks, int threads, const SharedWork& work)
{
    if (ranks) {
        Scheduler(*ranks, threads, work, ranks->next_work()).run();
        return;
    }
    LocalTasks tasks(work.n);
    const std::size_t n = std::min(work.n, static_cast<std::size_t>(threads));
    parallel_for(n, threads, [&](const std::stop_token&) -> Worker {
        return [&](std::size_t) {
            try {
                work.own(tasks);
            } catch (...) {
                tasks.end();
                throw;
            }
        };
    });
}

void help(Ranks& ranks, int threads, const std::function<bool()>& stopped,
          const std::function<TaskWork(std::string_view header)>& begin)
{
    std::optional<ReceivedMessage> opened;
    while (!ranks.over()) {
        if (!opened)
            opened = received(ranks);
        if (!opened) {
            std::this_thread::sleep_for(check_interval);
            continue;
        }
        const ReceivedMessage message = *std::exchange(opened, std::nullopt);
        if (message.head.kind != MessageKind::open)
            continue; // late message of a finished work
        forward_to_children(ranks, std::make_shared<const std::string>(message.text));
        opened = Helper(ranks, threads, stopped, message.head).run(begin(message.body()));
    }
}

} // namespace slideway::studies
