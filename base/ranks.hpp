#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace slideway {

/// Processes that a launcher of MPI (mpirun, srun) started together for one computation, numbered
/// from 0. Rank 0, the root, distributes the work, gathers, prints and writes; the other ranks
/// help. Only leave() waits. All functions may be called by several threads at once.
class Ranks {
public:
    struct Message {
        int sender = 0;
        std::string text;
    };

    virtual ~Ranks() = default;
    [[nodiscard]] virtual int rank() const = 0;
    [[nodiscard]] virtual int size() const = 0;
    /// Name of the machine of this rank.
    [[nodiscard]] virtual std::string host() const = 0;
    /// Sends a message. Messages from one rank to another arrive in the order of sending.
    virtual void send(int receiver, std::shared_ptr<const std::string> text) = 0;
    /// Returns the next message that has arrived; empty if there is none.
    [[nodiscard]] virtual std::optional<Message> receive() = 0;
    /// Waits until all ranks call it; no other call may follow.
    virtual void leave() = 0;
    /// Ends all ranks immediately.
    [[noreturn]] virtual void abort(int exit_status) = 0;

    /// Requests that the computation stops. The request comes from rank 0, or another rank sent it
    /// to rank 0.
    void stop() { stopped_ = true; }
    [[nodiscard]] bool stopped() const { return stopped_; }
    /// Number of the next work that the ranks share, from 1.
    [[nodiscard]] std::uint32_t next_work() { return ++works_; }

    /// Records, on ranks other than 0, that rank 0 has announced the end.
    void end() { over_ = true; }
    [[nodiscard]] bool over() const { return over_; }
    /// Records, on rank 0, that one more rank has confirmed the end.
    void gone() { ++n_gone_; }
    [[nodiscard]] bool all_gone() const { return n_gone_ == size() - 1; }

private:
    std::atomic<bool> stopped_ = false, over_ = false;
    std::atomic<int> n_gone_ = 0;
    std::uint32_t works_ = 0;
};

/// Ranks that take part in the computation of the calling thread; null (the default) if
/// it computes alone.
[[nodiscard]] Ranks* ranks();
void set_ranks(Ranks* ranks);

/// Makes the calling thread compute alone during its lifetime, for parts of shared work.
class OneRank {
public:
    OneRank() : ranks_(ranks()) { set_ranks(nullptr); }
    ~OneRank() { set_ranks(ranks_); }
    OneRank(const OneRank&) = delete;
    OneRank& operator=(const OneRank&) = delete;

private:
    Ranks* ranks_;
};

} // namespace slideway
