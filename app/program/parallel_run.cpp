#include "app/program/run.hpp"

#include "app/analyses/job.hpp"
#include "app/computation/computation.hpp"
#include "app/maps/map_run.hpp"
#include "app/model/solver.hpp"
#include "app/program/exit_status.hpp"
#include "app/program/interruption.hpp"
#include "base/error.hpp"
#include "base/serial_record.hpp"
#include "base/threads.hpp"
#include "io/checksum.hpp"
#include "io/terminal_monitor.hpp"
#include "studies/rank_lifecycle.hpp"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace slideway::app {

/// Message that each rank sends before the computation.
struct Introduction {
    std::string host, error;         ///< reason why the rank cannot read the case; empty if it can
    std::vector<std::string> source; ///< result of source_of
};

} // namespace slideway::app

namespace slideway {

void each_member(auto& record, Either<app::Introduction> auto& introduction)
{
    record(introduction.host, introduction.error, introduction.source);
}

} // namespace slideway

namespace slideway::app {

namespace {

// Time for rank 0 to meet the failure that this rank has met [s].
constexpr double until_others_fail = 20;

Introduction of_job(const Ranks& ranks, const Job& job)
{
    Introduction out{ranks.host(), "", source_of(job)};
    std::string& text = out.source.at(1); // of the case
    io::Checksum sum;
    sum.add(text.data(), text.size());
    text = sum.text();
    return out;
}

std::string text_of(const Introduction& introduction)
{
    RecordWriter record;
    record(introduction);
    return slideway::text_of(record.take());
}

// Describes the difference between two ranks.
std::string difference(const Introduction& introduction, const Introduction& first)
{
    if (introduction.source.front() != first.source.front())
        return "is slideway " + introduction.source.front() + ", rank 0 on " + first.host + " is " +
               first.source.front();
    for (std::size_t k = 1; k < std::min(introduction.source.size(), first.source.size()); ++k)
        if (introduction.source[k] != first.source[k])
            return "reads " +
                   (k == 1 ? "another case file"
                           : "another " + introduction.source[k].substr(
                                              0, introduction.source[k].find(' '))) +
                   " than rank 0 on " + first.host;
    return "reads other files than rank 0 on " + first.host;
}

std::string named(std::size_t rank, const std::string& host)
{
    return "rank " + std::to_string(rank) + " on " + host;
}

// @throws InputError  the case has no work that ranks can share
void require_shared_work(const Job& job, const Ranks& ranks)
{
    const Case& c = job.c;
    const auto distributed =
        std::find_if(c.substructures.begin(), c.substructures.end(), [](const auto& body) -> bool {
            return body.reduction.solver == Solver::distributed;
        });
    if (!shared_by_ranks(job) &&
        std::none_of(c.substructures.begin(), c.substructures.end(),
                     [](const auto& body) -> bool { return may_be_distributed(body.reduction); }))
        throw nothing_to_share(job, ranks.size());
    if (distributed != c.substructures.end() && c.map && points_have_bodies(*c.map))
        throw InputError(distributed->places.of("reduction.solver"),
                         "substructure." + distributed->name + ".reduction.solver",
                         "\"distributed\"",
                         "the points of this map build bodies of their own, each on one rank; "
                         "expected \"embedded\"");
}

int lead(const RunOptions& options, Ranks& ranks)
{
    return run_case(options, &ranks, [&ranks](const Job& job) {
        const Introduction own = of_job(ranks, job);
        const std::vector<std::string> all =
            studies::gathered(ranks, text_of(own), [] { return !interrupted(); });
        if (interrupted())
            return;
        for (std::size_t rank = 1; rank < all.size(); ++rank) {
            Introduction introduction;
            RecordReader record(record_of(all[rank]));
            record(introduction);
            if (!introduction.error.empty())
                throw InputError(named(rank, introduction.host) + ": " + introduction.error);
            if (introduction.source != own.source)
                throw InputError(named(rank, introduction.host) + " " +
                                 difference(introduction, own) +
                                 "; all ranks must have the same program and files");
        }
        require_shared_work(job, ranks);
        studies::welcome(ranks);
    });
}

// Works for rank 0. @return reason of a failure; empty if there was none
std::string helped(const RunOptions& options, Ranks& ranks, int& status)
{
    std::string trouble;
    status = exit_status(
        [&] {
            std::shared_ptr<const Job> job;
            Introduction own{ranks.host(), "", {}};
            try {
                job = std::make_shared<const Job>(job_of(options));
                own = of_job(ranks, *job);
            } catch (const InputError& error) {
                own.error = error.what();
            }
            watch_interrupts();
            if (!studies::introduce(ranks, text_of(own)))
                return 0;
            const auto stopped = [&ranks] { return interrupted() || ranks.stopped(); };
            (void)compute(job, {.threads = threads(), .ranks = &ranks, .exports = false},
                          {std::make_shared<io::TerminalMonitor>(true, stopped), stopped,
                           [] { return true; }});
            return 0;
        },
        [&](const std::string& line) { trouble = line; });
    return trouble;
}

} // namespace

int run_in_parallel(const RunOptions& options, Ranks& ranks)
{
    if (ranks.rank() == 0) {
        const int status = exit_status(
            [&] { return lead(options, ranks); },
            [](const std::string& line) { std::fprintf(stderr, "%s\n", line.c_str()); });
        if (!studies::end_others(ranks))
            ranks.abort(status == 0 ? exit_stopped : status);
        ranks.leave();
        return status;
    }
    int status = 0;
    const std::string trouble = helped(options, ranks, status);
    if (!studies::await_end(ranks, trouble.empty() ? std::numeric_limits<double>::infinity()
                                                   : until_others_fail)) {
        std::fprintf(stderr, "%s: %s\n",
                     named(static_cast<std::size_t>(ranks.rank()), ranks.host()).c_str(),
                     trouble.c_str());
        ranks.abort(status);
    }
    ranks.leave();
    return 0;
}

} // namespace slideway::app
