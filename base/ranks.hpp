#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace slideway {

/// The processes that a launcher of MPI (mpirun, srun) began together for one computation, numbered
/// from 0. Rank 0 has the say: it hands out work, gathers, prints and writes; the others help.
/// Nothing here waits, but leave(). For several threads at once.
class Ranks {
public:
    struct Letter {
        int from = 0;
        std::string text;
    };

    virtual ~Ranks() = default;
    [[nodiscard]] virtual int rank() const = 0;
    [[nodiscard]] virtual int size() const = 0;
    /// Name of the machine that this one runs on.
    [[nodiscard]] virtual std::string host() const = 0;
    /// What one rank sends another arrives in the order in which it was sent.
    virtual void send(int to, std::shared_ptr<const std::string> text) = 0;
    /// The next that has arrived.
    [[nodiscard]] virtual std::optional<Letter> receive() = 0;
    /// Waits until all do the same; nothing may follow.
    virtual void leave() = 0;
    /// Ends all ranks as they are.
    [[noreturn]] virtual void abort(int exit_status) = 0;

    /// That the computation is to stop: asked for by rank 0, or known to it from another.
    void stop() { stopped_ = true; }
    [[nodiscard]] bool stopped() const { return stopped_; }
    /// Number of another work that ranks do together, from 1.
    [[nodiscard]] std::uint32_t next_work() { return ++works_; }

    /// Of ranks but 0: that rank 0 has said that all is over.
    void end() { over_ = true; }
    [[nodiscard]] bool over() const { return over_; }
    /// Of rank 0: that another has answered to that.
    void gone() { ++n_gone_; }
    [[nodiscard]] bool all_gone() const { return n_gone_ == size() - 1; }

private:
    std::atomic<bool> stopped_ = false, over_ = false;
    std::atomic<int> n_gone_ = 0;
    std::uint32_t works_ = 0;
};

/// Those that take part in what the calling thread computes; null unless set: it computes alone.
[[nodiscard]] Ranks* ranks();
void set_ranks(Ranks* ranks);

/// The calling thread computes alone, as long as this lives: for parts of work that is shared.
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
