// The module: communication of processes by MPI. See processes.hpp.

#include "reduction/distributed/petsc_system.hpp"
#include "reduction/distributed/processes.hpp"

#include <slepcsys.h>

#include <algorithm>
#include <cstdlib>

namespace slideway::reduction {

namespace {

constexpr int root = 0;

class MpiExchange : public RowExchange {
public:
    MpiExchange(Index first, Index n_own, const std::vector<Index>& wanted)
    {
        int size = 0;
        MPI_Comm_size(MPI_COMM_WORLD, &size);
        const auto n = static_cast<std::size_t>(size);
        long long mine = first + n_own;
        std::vector<long long> ends(n);
        MPI_Allgather(&mine, 1, MPI_LONG_LONG, ends.data(), 1, MPI_LONG_LONG, MPI_COMM_WORLD);
        in_.assign(n, 0);
        for (const Index row : wanted) // owned by the first process that ends behind the row
            ++in_[static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), row) -
                                           ends.begin())];
        out_.assign(n, 0);
        MPI_Alltoall(in_.data(), 1, MPI_INT, out_.data(), 1, MPI_INT, MPI_COMM_WORLD);
        std::vector<long long> asked(wanted.begin(), wanted.end());
        std::vector<long long> given(static_cast<std::size_t>(total(out_)));
        const std::vector<int> in_at = starts(in_), out_at = starts(out_);
        MPI_Alltoallv(asked.data(), in_.data(), in_at.data(), MPI_LONG_LONG, given.data(),
                      out_.data(), out_at.data(), MPI_LONG_LONG, MPI_COMM_WORLD);
        for (const long long row : given)
            rows_.push_back(row - first);
    }

    [[nodiscard]] Matrix wanted(const MatrixIn& own) const override
    {
        Matrix in(total(in_), own.cols());
        Vector out(static_cast<Index>(rows_.size()));
        const std::vector<int> in_at = starts(in_), out_at = starts(out_);
        for (Index j = 0; j < own.cols(); ++j) {
            for (Index i = 0; i < out.size(); ++i)
                out(i) = own(rows_[static_cast<std::size_t>(i)], j);
            MPI_Alltoallv(out.data(), out_.data(), out_at.data(), MPI_DOUBLE, in.col(j).data(),
                          in_.data(), in_at.data(), MPI_DOUBLE, MPI_COMM_WORLD);
        }
        return in;
    }

private:
    std::vector<int> in_, out_; // counts by rank
    std::vector<Index> rows_;   // own rows for the other processes

    static Index total(const std::vector<int>& counts)
    {
        Index sum = 0;
        for (const int count : counts)
            sum += count;
        return sum;
    }
    static std::vector<int> starts(const std::vector<int>& counts)
    {
        std::vector<int> offsets;
        int next = 0;
        for (const int count : counts) {
            offsets.push_back(next);
            next += count;
        }
        return offsets;
    }
};

class MpiProcesses : public Processes {
public:
    MpiProcesses()
    {
        int initialised = 0;
        MPI_Initialized(&initialised);
        if (initialised == 0) {
            // Without mpirun there is only this process and no daemon.
            if (std::getenv("OMPI_COMM_WORLD_SIZE") == nullptr)
                setenv("OMPI_MCA_ess_singleton_isolated", "1", 0);
            int provided = 0;
            MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
            finalise_ = true;
        }
        initialise_petsc();
        MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here_);
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
        MPI_Comm_size(MPI_COMM_WORLD, &size_);
        MPI_Comm_size(here_, &size_here_);
    }
    void finalise() override
    {
        int finalised = 0;
        MPI_Finalized(&finalised);
        if (finalised != 0)
            return;
        MPI_Comm_free(&here_);
        finalise_petsc();
        if (finalise_)
            MPI_Finalize();
    }

    [[nodiscard]] int rank() const override { return rank_; }
    [[nodiscard]] int size() const override { return size_; }
    [[nodiscard]] int size_here() const override { return size_here_; }

    // The sum is formed on one process, because MPI_Allreduce need not give all processes
    // the same bits.
    void sum(double* values, Index n) const override
    {
        if (size_ == 1)
            return;
        constexpr Index most = 1 << 24;
        for (Index first = 0; first < n; first += most) {
            const auto count = static_cast<int>(std::min(most, n - first));
            double* part = values + first;
            MPI_Reduce(rank_ == root ? MPI_IN_PLACE : part, part, count, MPI_DOUBLE, MPI_SUM, root,
                       MPI_COMM_WORLD);
            MPI_Bcast(part, count, MPI_DOUBLE, root, MPI_COMM_WORLD);
        }
    }
    [[nodiscard]] double sum_here(double value) const override
    {
        double sum = 0;
        MPI_Allreduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, here_);
        return sum;
    }
    [[nodiscard]] double largest(double value) const override
    {
        double most = 0;
        MPI_Allreduce(&value, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        return most;
    }
    [[nodiscard]] std::vector<double> all(double value) const override
    {
        std::vector<double> values(static_cast<std::size_t>(size_));
        MPI_Allgather(&value, 1, MPI_DOUBLE, values.data(), 1, MPI_DOUBLE, MPI_COMM_WORLD);
        return values;
    }
    [[nodiscard]] std::string text_of(int from, const std::string& text) const override
    {
        std::string message = text;
        auto length = static_cast<int>(message.size());
        MPI_Bcast(&length, 1, MPI_INT, from, MPI_COMM_WORLD);
        message.resize(static_cast<std::size_t>(length));
        MPI_Bcast(message.data(), length, MPI_CHAR, from, MPI_COMM_WORLD);
        return message;
    }
    [[nodiscard]] std::unique_ptr<RowExchange>
    exchange(Index first, Index n_own, const std::vector<Index>& wanted) const override
    {
        return std::make_unique<MpiExchange>(first, n_own, wanted);
    }
    [[nodiscard]] std::unique_ptr<SpreadSystem> system(const MatrixRows& K) const override
    {
        return petsc_system(K);
    }

private:
    MPI_Comm here_ = MPI_COMM_NULL;
    int rank_ = 0, size_ = 1, size_here_ = 1;
    bool finalise_ = false;
};

} // namespace

} // namespace slideway::reduction

extern "C" slideway::reduction::Processes& slideway_processes()
{
    static auto* const processes = new slideway::reduction::MpiProcesses(); // lives until exit
    return *processes;
}
