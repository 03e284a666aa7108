#include "studies/basin_runs.hpp"

#include "base/interruptible.hpp"
#include "base/ranks.hpp"
#include "base/threads.hpp"
#include "dynamics/lanes/lane_run.hpp"
#include "dynamics/orbits/passage.hpp"
#include "studies/orbit_record.hpp"

#include <algorithm>
#include <numbers>
#include <numeric>
#include <optional>
#include <utility>

namespace slideway::studies {

namespace {

using dynamics::Capture;

// Periods of motions in lanes that continue: an interruption does not wait for their ends.
constexpr int asked_after = 64;

// Computes what lane_motions computes, one motion after another. @pre motions.go_on
void single_motions(const dynamics::JointedSystem& system, double tolerance,
                    const dynamics::Motions& motions)
{
    const Progress go_on = [&motions](double) -> bool { return motions.go_on(); };
    const dynamics::PassageOptions options{.tolerance = tolerance};
    Vector z(2 * system.n_modes());
    for (Index i = motions.next(0, z); i >= 0; i = motions.next(0, z))
        for (int k = 1;; ++k) {
            const dynamics::Passage passed =
                dynamics::passage(system, z, 2 * std::numbers::pi / system.Omega, options, go_on);
            if (!passed.failure.empty()) {
                motions.failed(0, i, passed.failure);
                break;
            }
            z = passed.end;
            if (!motions.after(0, i, k, z))
                break;
        }
}

const dynamics::LaneKernel* kernel_of(const dynamics::OrbitFamily& family,
                                      const BasinOptions& options)
{
    return options.lanes && dynamics::lanes_refuse(family.system()).empty()
               ? dynamics::lane_kernel()
               : nullptr;
}

// Outcome of a start, sent to rank 0.
struct StartOutcome {
    int label = not_run, since = -1, taken = 0;
    Vector end;
    std::string failure;
};
void each_member(auto& record, Either<StartOutcome> auto& outcome)
{
    record(outcome.label, outcome.since, outcome.taken, outcome.end, outcome.failure);
}

} // namespace

std::string_view kernel_name(const dynamics::OrbitFamily& family, const BasinOptions& options)
{
    const dynamics::LaneKernel* kernel = kernel_of(family, options);
    return kernel ? std::string_view(kernel->name) : "";
}

struct BasinRuns::Lane {
    std::optional<Capture> capture;
    std::optional<Capture::Settled> settled;
};

BasinRuns::BasinRuns(const dynamics::OrbitFamily& family, State state, const BasinOptions& options,
                     Part part, Basins& out, BasinHeader header)
    : family_(family), state_(std::move(state)), o_(options), part_(std::move(part)), out_(out),
      header_(std::move(header)), weight_(family.energy_weights()),
      kernel_(kernel_of(family, options))
{
    out.kernel = kernel_name(family, options);
}

void BasinRuns::ask(std::size_t n)
{
    const std::lock_guard lock(mutex_);
    const double share = static_cast<double>(done_) / static_cast<double>(n);
    if (progress_ && !progress_(share))
        go_on_ = false;
}

void BasinRuns::count(std::size_t n)
{
    ++done_;
    ask(n);
}

void BasinRuns::add_failure(const std::string& why)
{
    const std::lock_guard lock(mutex_);
    if (std::find(out_.failures.begin(), out_.failures.end(), why) == out_.failures.end())
        out_.failures.push_back(why);
}

void BasinRuns::work(Tasks& tasks, const std::vector<std::size_t>& which, const BasinPass& pass,
                     Outcomes& out)
{
    // A start that is done with.
    const auto report = [&](std::size_t i, const std::string& failure) {
        count(which.size());
        if (!helps_)
            return;
        RecordWriter record;
        record(StartOutcome{
            out.label[i], out.since[i], out.taken[i],
            out.end.rows() > 0 ? Vector(out.end.col(static_cast<Index>(i))) : Vector(), failure});
        tasks.done(i, text_of(record.take()));
    };
    std::vector<Lane> lanes(kernel_ ? static_cast<std::size_t>(kernel_->width) : 1);
    dynamics::Motions motions;
    motions.next = [&](std::size_t lane, Vector& z) -> Index {
        const std::optional<std::size_t> i = go_on_ ? tasks.next() : std::nullopt;
        if (!i)
            return -1;
        z = state_(out_.points[which[*i]]);
        lanes[lane].capture.emplace(weight_, o_.capture);
        (void)lanes[lane].capture->next(out_.orbits, 0, z);
        return static_cast<Index>(*i);
    };
    motions.after = [&](std::size_t lane, Index start, int period, const Vector& z) -> bool {
        lanes[lane].settled = lanes[lane].capture->next(out_.orbits, period, z);
        const auto& settled = lanes[lane].settled;
        if (!kernel_ || period % asked_after == 0)
            ask(which.size());
        if (!go_on_) { // it stays not run
            tasks.done(static_cast<std::size_t>(start), "");
            return false;
        }
        if (period < o_.periods && (pass.to_the_end || !settled))
            return true;
        const auto i = static_cast<std::size_t>(start);
        out.label[i] = settled ? static_cast<int>(settled->orbit) : not_settled;
        out.since[i] = settled ? static_cast<int>(settled->since) : -1;
        out.taken[i] = period;
        if (out.end.rows() > 0)
            out.end.col(start) = z;
        report(i, "");
        return false;
    };
    motions.failed = [&](std::size_t, Index start, const std::string& why) -> void {
        out.label[static_cast<std::size_t>(start)] = broke_off;
        add_failure(why);
        report(static_cast<std::size_t>(start), why);
    };
    motions.go_on = [&]() -> bool {
        ask(which.size());
        return go_on_;
    };
    try {
        if (kernel_)
            dynamics::lane_motions(family_.system(), pass.tolerance, *kernel_, motions);
        else
            single_motions(family_.system(), pass.tolerance, motions);
    } catch (const Interrupted&) { // starts at hand stay not run
    }
}

Outcomes BasinRuns::run(const std::vector<std::size_t>& which, const BasinPass& pass)
{
    Outcomes out = open_outcomes(pass.keeps_ends ? 2 * family_.m() : 0, which.size());
    progress_ = part_(pass.what, which.size());
    done_ = 0;
    share_out(which, pass, out);
    std::sort(out_.failures.begin(), out_.failures.end());
    out_.interrupted = !go_on_;
    return out;
}

void BasinRuns::share_out(const std::vector<std::size_t>& which, const BasinPass& pass,
                          Outcomes& out)
{
    SharedWork shared{which.size(), "", true};
    Ranks* const all = header_ ? ranks() : nullptr;
    if (all) {
        std::vector<std::size_t> points;
        for (const std::size_t i : which)
            points.push_back(out_.points[i]);
        RecordWriter header;
        header_(header);
        header(pass, out_.orbits, points);
        shared.header = text_of(header.take());
    }
    shared.own = [&](Tasks& tasks) { work(tasks, which, pass, out); };
    shared.take = [&](std::size_t i, std::string_view text) {
        if (text.empty())
            return; // stopped
        StartOutcome outcome;
        RecordReader record(record_of(text));
        record(outcome);
        out.label.at(i) = outcome.label;
        out.since[i] = outcome.since;
        out.taken[i] = outcome.taken;
        if (out.end.rows() > 0 && outcome.end.size() > 0)
            out.end.col(static_cast<Index>(i)) = outcome.end;
        if (!outcome.failure.empty())
            add_failure(outcome.failure);
        count(which.size());
    };
    shared.go_on = [&]() -> bool {
        ask(which.size());
        return go_on_;
    };
    share(all, threads(), shared);
}

TaskWork BasinRuns::help(RecordReader& record)
{
    struct Given {
        BasinPass pass;
        std::vector<std::size_t> which;
        Outcomes out;
    };
    const auto given = std::make_shared<Given>();
    record(given->pass, out_.orbits, out_.points);
    given->which.resize(out_.points.size());
    std::iota(given->which.begin(), given->which.end(), std::size_t{0});
    given->out = open_outcomes(given->pass.keeps_ends ? 2 * family_.m() : 0, out_.points.size());
    progress_ = part_("", given->which.size());
    helps_ = true;
    return [this, given](Tasks& tasks) { work(tasks, given->which, given->pass, given->out); };
}

} // namespace slideway::studies
