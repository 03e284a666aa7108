#include "studies/basins.hpp"

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "base/text.hpp"
#include "base/threads.hpp"
#include "dynamics/lanes/lane_run.hpp"
#include "dynamics/orbits/orbit_equations.hpp"
#include "dynamics/orbits/passage.hpp"
#include "dynamics/orbits/settling.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <numbers>
#include <optional>
#include <utility>

namespace slideway::studies {

namespace {

using dynamics::Capture;
using dynamics::KnownOrbit;

// Of motions that go on: an interruption does not wait for their ends.
constexpr int asked_after = 1000;
// Of the size of a known orbit: a state so near leads to it, not to another beside it.
constexpr double approaches = 1e-4;
constexpr std::size_t most_sought = 1000; // starts from which other orbits are sought
// Steps of a hundredth of the tolerance cannot be finer.
constexpr double least_tolerance = 1e-16;

Outcomes none(Index n_states, std::size_t n)
{
    return {std::vector<int>(n, not_run), std::vector<int>(n, -1), std::vector<int>(n, 0),
            Matrix::Zero(n_states, static_cast<Index>(n))};
}

// As lane_motions, one after another.
void single_motions(const dynamics::JointedSystem& system, double tolerance,
                    const dynamics::Motions& motions)
{
    const double period = 2 * std::numbers::pi / system.Omega;
    dynamics::PassageOptions options;
    options.tolerance = tolerance;
    Vector z(2 * system.n_modes());
    for (Index i = motions.next(0, z); i >= 0; i = motions.next(0, z))
        for (int k = 1;; ++k) {
            const dynamics::Passage passed = dynamics::passage(system, z, period, options);
            if (!passed.failure.empty()) {
                motions.failed(0, i, passed.failure);
                break;
            }
            z = passed.end;
            if (!motions.after(0, i, k, z))
                break;
        }
}

class Search {
public:
    Search(const dynamics::OrbitFamily& family, const Matrix& starts, const BasinOptions& options,
           const Progress& progress, Basins& out)
        : family_(family), starts_(starts), o_(options), progress_(progress), out_(out),
          weight_(family.energy_weights()),
          kernel_(options.lanes && dynamics::lanes_refuse(family.system()).empty()
                      ? dynamics::lane_kernel()
                      : nullptr)
    {
        if (kernel_)
            out.kernel = kernel_->name;
    }

    struct Pass {
        double tolerance = 0;
        bool to_the_end = false; // capture stops nothing
        bool keeps_ends = false;
        double from = 0, to = 1; // of the progress
    };
    // The starts `which`; entry i of the outcome is that of which[i].
    Outcomes run(const std::vector<std::size_t>& which, const Pass& pass);
    // Whether orbits came in that unsettled starts lead to.
    bool seek_others(double at);

private:
    struct Lane {
        std::optional<Capture> capture;
        std::optional<Capture::Settled> settled;
    };
    void work(const std::vector<std::size_t>& which, const Pass& pass, Outcomes& out);
    void ask(const Pass& pass, std::size_t n);
    void count(const Pass& pass, std::size_t n); // a start that is done
    [[nodiscard]] std::optional<KnownOrbit> orbit_near(const Vector& z) const;

    const dynamics::OrbitFamily& family_;
    const Matrix& starts_;
    const BasinOptions& o_;
    const Progress& progress_;
    Basins& out_;
    Vector weight_;
    const dynamics::LaneKernel* kernel_;
    std::atomic<std::size_t> next_ = 0;
    std::atomic<bool> go_on_ = true;
    std::atomic<std::size_t> done_ = 0;
    std::mutex mutex_;
};

void Search::ask(const Pass& pass, std::size_t n)
{
    const std::lock_guard lock(mutex_);
    const double share = static_cast<double>(done_) / static_cast<double>(n);
    if (progress_ && !progress_(pass.from + share * (pass.to - pass.from)))
        go_on_ = false;
}

void Search::count(const Pass& pass, std::size_t n)
{
    ++done_;
    ask(pass, n);
}

void Search::work(const std::vector<std::size_t>& which, const Pass& pass, Outcomes& out)
{
    const std::size_t width = kernel_ ? static_cast<std::size_t>(kernel_->width) : 1;
    std::vector<Lane> lanes(width);
    dynamics::Motions motions;
    motions.next = [&](std::size_t lane, Vector& z) -> Index {
        const std::size_t i = go_on_ ? next_++ : which.size();
        if (i >= which.size())
            return -1;
        z = starts_.col(static_cast<Index>(which[i]));
        lanes[lane].capture.emplace(weight_, o_.capture);
        (void)lanes[lane].capture->next(out_.orbits, 0, z);
        return static_cast<Index>(i);
    };
    motions.after = [&](std::size_t lane, Index start, int period, const Vector& z) -> bool {
        lanes[lane].settled = lanes[lane].capture->next(out_.orbits, period, z);
        const auto& settled = lanes[lane].settled;
        if (period % asked_after == 0)
            ask(pass, which.size());
        if (!go_on_)
            return false; // it stays not run
        if (period < o_.periods && (pass.to_the_end || !settled))
            return true;
        const auto i = static_cast<std::size_t>(start);
        out.label[i] = settled ? static_cast<int>(settled->orbit) : not_settled;
        out.since[i] = settled ? static_cast<int>(settled->since) : -1;
        out.taken[i] = period;
        if (out.end.rows() > 0)
            out.end.col(start) = z;
        count(pass, which.size());
        return false;
    };
    motions.failed = [&](std::size_t, Index start, const std::string& why) -> void {
        out.label[static_cast<std::size_t>(start)] = broke_off;
        count(pass, which.size());
        const std::lock_guard lock(mutex_);
        if (std::find(out_.failures.begin(), out_.failures.end(), why) == out_.failures.end())
            out_.failures.push_back(why);
    };
    if (kernel_)
        dynamics::lane_motions(family_.system(), pass.tolerance, *kernel_, motions);
    else
        single_motions(family_.system(), pass.tolerance, motions);
}

Outcomes Search::run(const std::vector<std::size_t>& which, const Pass& pass)
{
    Outcomes out = none(pass.keeps_ends ? starts_.rows() : 0, which.size());
    next_ = done_ = 0;
    const int n_threads = threads();
    parallel_for(static_cast<std::size_t>(n_threads), n_threads,
                 [&](const std::stop_token&) -> Worker {
                     return [&](std::size_t) { work(which, pass, out); };
                 });
    std::sort(out_.failures.begin(), out_.failures.end());
    out_.interrupted = !go_on_;
    return out;
}

std::optional<KnownOrbit> Search::orbit_near(const Vector& z) const
{
    const double p = family_.value();
    const int n = dynamics::recurrence(family_, z, p, o_.longest, o_.tolerance);
    if (n == 0)
        return std::nullopt;
    const dynamics::PeriodicMotion motion = dynamics::periodic_motion(family_, z, p, n);
    if (!motion.found)
        return std::nullopt;
    return known_orbit(family_, motion, p, dynamics::OrbitBranchOptions().step_tolerance);
}

// @param at  of the progress
bool Search::seek_others(double at)
{
    std::vector<std::size_t> unsettled;
    for (std::size_t i = 0; i < out_.starts.label.size(); ++i)
        if (out_.starts.label[i] == not_settled)
            unsettled.push_back(i);
    const std::size_t n = std::min(unsettled.size(), most_sought), before = out_.orbits.size();
    int found = 0;
    for (std::size_t k = 0; k < n; ++k) {
        const Vector z =
            out_.starts.end.col(static_cast<Index>(unsettled[k * unsettled.size() / n]));
        if (progress_ && !progress_(at)) {
            go_on_ = false;
            out_.interrupted = true;
            break;
        }
        const auto beside = [&](const KnownOrbit& known) {
            return std::any_of(known.states.begin(), known.states.end(), [&](const Vector& state) {
                return dynamics::energy_size(weight_, z - state) <= approaches * known.size;
            });
        };
        if (std::any_of(out_.orbits.begin(), out_.orbits.end(), beside))
            continue; // of an orbit that is known, and not yet for long enough
        std::optional<KnownOrbit> orbit = orbit_near(z);
        const auto same = [&](const KnownOrbit& known) {
            return same_orbit(weight_, known, *orbit);
        };
        if (!orbit || !orbit->stable || std::any_of(out_.orbits.begin(), out_.orbits.end(), same))
            continue;
        orbit->name = "other " + std::to_string(++found);
        out_.orbits.push_back(*orbit);
        if (!orbit->own_mirror && family_.asymmetry().empty()) {
            KnownOrbit mirror = mirror_of(family_, *orbit, family_.value(),
                                          dynamics::OrbitBranchOptions().step_tolerance);
            mirror.name = "mirror of " + orbit->name;
            const auto same_as_mirror = [&](const KnownOrbit& known) {
                return same_orbit(weight_, known, mirror);
            };
            if (std::none_of(out_.orbits.begin(), out_.orbits.end(), same_as_mirror))
                out_.orbits.push_back(std::move(mirror));
        }
    }
    return out_.orbits.size() > before;
}

int differing(const Basins& basins, const Outcomes& again)
{
    int n = 0;
    for (std::size_t i = 0; i < again.label.size(); ++i)
        n += again.label[i] != not_run && again.label[i] != basins.starts.label[basins.sample[i]];
    return n;
}

} // namespace

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

void check(const BasinOptions& options)
{
    if (options.periods < 1)
        throw InputError("periods", std::to_string(options.periods), "expected at least 1");
    if (!(options.tolerance >= least_tolerance && options.tolerance <= 1e-3))
        throw InputError("tolerance", number_text(options.tolerance), "allowed: 1e-16 to 0.001");
    if (options.longest < 1)
        throw InputError("longest", std::to_string(options.longest), "expected at least 1");
    if (options.sample < 0)
        throw InputError("sample", std::to_string(options.sample), "expected at least 0");
    check(options.capture);
}

Basins basins(const dynamics::OrbitFamily& family, const Matrix& starts,
              std::vector<KnownOrbit> orbits, const BasinOptions& options, const Progress& progress)
{
    check(options);
    Basins out;
    out.orbits = std::move(orbits);
    const auto n = static_cast<std::size_t>(starts.cols());
    const std::size_t again = std::min(n, static_cast<std::size_t>(options.sample));
    const double main =
        static_cast<double>(n) / static_cast<double>(n + 2 * again); // share of the work
    Search search(family, starts, options, progress, out);
    std::vector<std::size_t> which(n);
    for (std::size_t i = 0; i < n; ++i)
        which[i] = i;
    out.starts = search.run(which, {options.tolerance, false, true, 0, main});
    if (!out.interrupted && search.seek_others(main)) {
        std::erase_if(which, [&out](std::size_t i) { return out.starts.label[i] != not_settled; });
        const Outcomes more = search.run(which, {options.tolerance, false, true, main, main});
        for (std::size_t i = 0; i < which.size(); ++i) {
            out.starts.label[which[i]] = more.label[i]; // not run again: nobody knows
            out.starts.since[which[i]] = more.since[i];
            out.starts.taken[which[i]] = more.taken[i];
            out.starts.end.col(static_cast<Index>(which[i])) = more.end.col(static_cast<Index>(i));
        }
    }
    if (out.interrupted)
        return out;
    for (std::size_t k = 0; k < again; ++k)
        out.sample.push_back((2 * k + 1) * n / (2 * again));
    out.to_the_end = out.at_hundredth = none(0, again);
    out.to_the_end = search.run(out.sample, {options.tolerance, true, false, main, (1 + main) / 2});
    if (!out.interrupted && options.tolerance >= 100 * least_tolerance)
        out.at_hundredth =
            search.run(out.sample, {options.tolerance / 100, false, false, (1 + main) / 2, 1});
    return out;
}

} // namespace slideway::studies
