#include "studies/basin_check.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace slideway::studies {

namespace {

// Runs the starts of the sample that have not been run.
void run_open(const BasinPass& pass, Basins& basins, BasinRuns& runs, Outcomes& sample)
{
    const std::vector<std::size_t> open = labelled(sample, not_run);
    std::vector<std::size_t> which;
    for (const std::size_t i : open)
        which.push_back(basins.sample[i]);
    if (!which.empty() && !basins.interrupted)
        replace(sample, open, runs.run(which, pass));
}

int differing(const Basins& basins, const Outcomes& again)
{
    int n = 0;
    for (std::size_t i = 0; i < again.label.size(); ++i)
        n += again.label[i] != not_run && again.label[i] != basins.starts.label[basins.sample[i]];
    return n;
}

} // namespace

void verify(Basins& basins, const BasinOptions& options, BasinRuns& runs)
{
    const std::size_t n = basins.points.size(),
                      again = std::min(n, static_cast<std::size_t>(options.sample));
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    order = in_order(basins, std::move(order));
    basins.sample.clear();
    for (std::size_t k = 0; k < again; ++k)
        basins.sample.push_back(order[(2 * k + 1) * n / (2 * again)]);
    for (Outcomes* sample : {&basins.to_the_end, &basins.at_hundredth}) {
        sample->label.resize(again, not_run);
        sample->since.resize(again, -1);
        sample->taken.resize(again, 0);
    }
    run_open({"starts of the sample to the end", options.tolerance, true, false}, basins, runs,
             basins.to_the_end);
    if (options.tolerance >= 100 * least_basin_tolerance)
        run_open({"starts of the sample in finer steps", options.tolerance / 100, false, false},
                 basins, runs, basins.at_hundredth);
}

int Basins::done(const Outcomes& again)
{
    return static_cast<int>(
        again.label.size() -
        static_cast<std::size_t>(std::count(again.label.begin(), again.label.end(), not_run)));
}

int Basins::wrong() const
{
    return differing(*this, to_the_end);
}

int Basins::uncertain() const
{
    return differing(*this, at_hundredth);
}

} // namespace slideway::studies
