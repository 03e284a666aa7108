// The only unit that uses MPI. It is a separate shared object, which the program loads if a
// launcher has started several processes (studies/launched_ranks.cpp). Of the program it contains
// only the declaration of Ranks.
#include "base/ranks.hpp"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <list>
#include <mutex>

namespace {

using slideway::Ranks;

constexpr int tag = 1;

// Messages of a separate communicator; one thread at a time is in the library.
class MpiRanks : public Ranks {
public:
    MpiRanks()
    {
        int begun = 0;
        MPI_Initialized(&begun);
        int level = 0;
        if (begun == 0)
            MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &level);
        else
            MPI_Query_thread(&level);
        threads_ = level >= MPI_THREAD_SERIALIZED;
        MPI_Comm_dup(MPI_COMM_WORLD, &all_);
        MPI_Comm_rank(all_, &rank_);
        MPI_Comm_size(all_, &size_);
        std::array<char, MPI_MAX_PROCESSOR_NAME> name{};
        int length = 0;
        MPI_Get_processor_name(name.data(), &length);
        host_.assign(name.data(), static_cast<std::size_t>(length));
    }

    [[nodiscard]] bool takes_threads() const { return threads_; }
    [[nodiscard]] int rank() const override { return rank_; }
    [[nodiscard]] int size() const override { return size_; }
    [[nodiscard]] std::string host() const override { return host_; }

    void send(int receiver, std::shared_ptr<const std::string> text) override
    {
        const std::lock_guard lock(mutex_);
        if (all_ == MPI_COMM_NULL)
            return; // call of a detached thread
        forget_sent();
        Sent& sent = sent_.emplace_back();
        sent.text = std::move(text);
        MPI_Isend(sent.text->data(), static_cast<int>(sent.text->size()), MPI_BYTE, receiver, tag,
                  all_, &sent.request);
    }

    [[nodiscard]] std::optional<Message> receive() override
    {
        const std::lock_guard lock(mutex_);
        if (all_ == MPI_COMM_NULL)
            return std::nullopt;
        forget_sent();
        int there = 0;
        MPI_Status status;
        MPI_Iprobe(MPI_ANY_SOURCE, tag, all_, &there, &status);
        if (there == 0)
            return std::nullopt;
        int n = 0;
        MPI_Get_count(&status, MPI_BYTE, &n);
        Message message{status.MPI_SOURCE, std::string(static_cast<std::size_t>(n), '\0')};
        MPI_Recv(message.text.data(), n, MPI_BYTE, message.sender, tag, all_, MPI_STATUS_IGNORE);
        return message;
    }

    void leave() override
    {
        const std::lock_guard lock(mutex_);
        for (Sent& sent : sent_)
            MPI_Wait(&sent.request, MPI_STATUS_IGNORE);
        sent_.clear();
        MPI_Comm_free(&all_);
        int ended = 0;
        MPI_Finalized(&ended);
        if (ended == 0)
            MPI_Finalize();
    }

    [[noreturn]] void abort(int exit_status) override
    {
        MPI_Abort(MPI_COMM_WORLD, exit_status);
        std::_Exit(exit_status);
    }

private:
    struct Sent {
        std::shared_ptr<const std::string> text;
        MPI_Request request = MPI_REQUEST_NULL;
    };

    void forget_sent()
    {
        sent_.remove_if([](Sent& sent) -> bool {
            int done = 0;
            MPI_Test(&sent.request, &done, MPI_STATUS_IGNORE);
            return done != 0;
        });
    }

    MPI_Comm all_ = MPI_COMM_NULL;
    int rank_ = 0, size_ = 1;
    bool threads_ = false;
    std::string host_;
    std::list<Sent> sent_;
    std::mutex mutex_;
};

} // namespace

/// @return null if only one thread may call the library
extern "C" Ranks* slideway_mpi_ranks()
{
    static MpiRanks ranks; // lives until the process ends
    return ranks.takes_threads() ? &ranks : nullptr;
}
