#pragma once

#include "studies/basins.hpp"
#include "studies/shared_work.hpp"

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

namespace slideway::dynamics {
struct LaneKernel;
}

namespace slideway::studies {

/// How starts run.
struct BasinPass {
    std::string what;
    double tolerance = 0;
    bool to_the_end = false; ///< capture stops nothing
    bool keeps_ends = false;

    friend void each_member(auto& record, Either<BasinPass> auto& pass)
    {
        record(pass.what, pass.tolerance, pass.to_the_end, pass.keeps_ends);
    }
};

/// Schedule of starts: runs them in SIMD lanes, in threads and on other ranks, each until it is
/// beside a known orbit.
class BasinRuns {
public:
    using State = std::function<Vector(std::size_t point)>;
    /// Begins a part of the work of so many starts.
    using Part = std::function<Progress(const std::string& what, std::size_t n)>;

    /// @param out  its points and orbits are read, reasons of failures and interruptions are added
    /// @param header  as for basins
    BasinRuns(const dynamics::OrbitFamily& family, State state, const BasinOptions& options,
              Part part, Basins& out, BasinHeader header = {});

    /// Runs the starts `which`. Entry i of the outcomes belongs to which[i].
    [[nodiscard]] Outcomes run(const std::vector<std::size_t>& which, const BasinPass& pass);
    /// Progress of the part at work.
    [[nodiscard]] const Progress& progress() const { return progress_; }
    /// Work of a thread of another rank on starts; `record` holds the rest of their header.
    [[nodiscard]] TaskWork help(RecordReader& record);

private:
    struct Lane;
    void work(Tasks& tasks, const std::vector<std::size_t>& which, const BasinPass& pass,
              Outcomes& out);
    void share_out(const std::vector<std::size_t>& which, const BasinPass& pass, Outcomes& out);
    void add_failure(const std::string& why);
    void ask(std::size_t n);
    void count(std::size_t n); // a start that is done

    const dynamics::OrbitFamily& family_;
    State state_;
    const BasinOptions& o_;
    Part part_;
    Basins& out_;
    BasinHeader header_; // none: not shared
    bool helps_ = false; // rank 0
    Vector weight_;
    const dynamics::LaneKernel* kernel_;
    Progress progress_; // of the part at work
    std::atomic<bool> go_on_ = true;
    std::atomic<std::size_t> done_ = 0;
    std::mutex mutex_;
};

} // namespace slideway::studies
