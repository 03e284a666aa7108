#include "studies/basins.hpp"

#include "base/error.hpp"
#include "base/interruptible.hpp"
#include "base/ranks.hpp"
#include "base/text.hpp"
#include "base/threads.hpp"
#include "dynamics/lanes/lane_run.hpp"
#include "dynamics/orbits/orbit_equations.hpp"
#include "dynamics/orbits/passage.hpp"
#include "dynamics/orbits/settling.hpp"
#include "studies/orbit_record.hpp"
#include "studies/shared_work.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <numbers>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>

namespace slideway::studies {

namespace {

using dynamics::Capture;
using dynamics::KnownOrbit;

// Periods of motions in lanes that continue: an interruption does not wait for their ends.
constexpr int asked_after = 64;
// Distance from a known orbit, relative to its size, at which a state leads to it.
constexpr double approaches = 1e-4;
// Steps of a hundredth of the tolerance cannot be finer.
constexpr double least_tolerance = 1e-16;

Outcomes none(Index n_states, std::size_t n)
{
    return {std::vector<int>(n, not_run), std::vector<int>(n, -1), std::vector<int>(n, 0),
            Matrix::Zero(n_states, static_cast<Index>(n))};
}

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

// Some starts that have become others.
void take(Outcomes& into, const std::vector<std::size_t>& which, const Outcomes& from)
{
    for (std::size_t i = 0; i < which.size(); ++i) {
        into.label[which[i]] = from.label[i];
        into.since[which[i]] = from.since[i];
        into.taken[which[i]] = from.taken[i];
        if (into.end.rows() > 0)
            into.end.col(static_cast<Index>(which[i])) = from.end.col(static_cast<Index>(i));
    }
}

std::vector<std::size_t> labelled(const Outcomes& outcomes, int label)
{
    std::vector<std::size_t> which;
    for (std::size_t i = 0; i < outcomes.label.size(); ++i)
        if (outcomes.label[i] == label)
            which.push_back(i);
    return which;
}

class Search {
public:
    using State = std::function<Vector(std::size_t point)>;
    // Begins a part of the work: so many starts.
    using Part = std::function<Progress(const std::string& what, std::size_t n)>;

    Search(const dynamics::OrbitFamily& family, State state, const BasinOptions& options, Part part,
           Basins& out, BasinHeader header = {})
        : family_(family), state_(std::move(state)), o_(options), part_(std::move(part)), out_(out),
          header_(std::move(header)), weight_(family.energy_weights()),
          kernel_(kernel_of(family, options))
    {
        out.kernel = kernel_name(family, options);
    }

    // Adds starts at these points that are not run yet.
    void choose(const std::vector<std::size_t>& points, int round);
    // Until every start has its label, among the orbits that it leads to. @param more  chooses
    // others; false: there are none
    void settle(const std::function<bool()>& more);
    // Some of them, to the end of all periods and with finer steps.
    void look_again();
    // Work of a thread of another rank on starts; `record` holds the rest of their header.
    TaskWork help(RecordReader& record);

private:
    struct Lane {
        std::optional<Capture> capture;
        std::optional<Capture::Settled> settled;
    };
    struct Pass {
        std::string what;
        double tolerance = 0;
        bool to_the_end = false; // capture stops nothing
        bool keeps_ends = false;
    };
    friend void each_member(auto& record, Either<Pass> auto& pass)
    {
        record(pass.what, pass.tolerance, pass.to_the_end, pass.keeps_ends);
    }
    // The starts `which`; entry i of the outcome is that of which[i].
    Outcomes run(const std::vector<std::size_t>& which, const Pass& pass);
    void run_open(const Pass& pass, Outcomes& sample);
    // Whether orbits came in that unsettled starts lead to.
    bool seek_others(const std::vector<std::size_t>& unsettled);
    void seek_from(const Vector& z); // throws Interrupted
    void work(Tasks& tasks, const std::vector<std::size_t>& which, const Pass& pass, Outcomes& out);
    void share_out(const std::vector<std::size_t>& which, const Pass& pass, Outcomes& out);
    void broke(const std::string& why);
    void ask(std::size_t n);
    void count(std::size_t n); // a start that is done
    [[nodiscard]] bool knows(const KnownOrbit& orbit) const;
    [[nodiscard]] std::optional<KnownOrbit> orbit_near(const Vector& z) const; // the same search

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

void Search::ask(std::size_t n)
{
    const std::lock_guard lock(mutex_);
    const double share = static_cast<double>(done_) / static_cast<double>(n);
    if (progress_ && !progress_(share))
        go_on_ = false;
}

void Search::count(std::size_t n)
{
    ++done_;
    ask(n);
}

void Search::broke(const std::string& why)
{
    const std::lock_guard lock(mutex_);
    if (std::find(out_.failures.begin(), out_.failures.end(), why) == out_.failures.end())
        out_.failures.push_back(why);
}

void Search::work(Tasks& tasks, const std::vector<std::size_t>& which, const Pass& pass,
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
        broke(why);
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

Outcomes Search::run(const std::vector<std::size_t>& which, const Pass& pass)
{
    Outcomes out = none(pass.keeps_ends ? 2 * family_.m() : 0, which.size());
    progress_ = part_(pass.what, which.size());
    done_ = 0;
    share_out(which, pass, out);
    std::sort(out_.failures.begin(), out_.failures.end());
    out_.interrupted = !go_on_;
    return out;
}

void Search::share_out(const std::vector<std::size_t>& which, const Pass& pass, Outcomes& out)
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
            broke(outcome.failure);
        count(which.size());
    };
    shared.go_on = [&]() -> bool {
        ask(which.size());
        return go_on_;
    };
    share(all, threads(), shared);
}

TaskWork Search::help(RecordReader& record)
{
    struct Given {
        Pass pass;
        std::vector<std::size_t> which;
        Outcomes out;
    };
    const auto given = std::make_shared<Given>();
    record(given->pass, out_.orbits, out_.points);
    given->which.resize(out_.points.size());
    std::iota(given->which.begin(), given->which.end(), std::size_t{0});
    given->out = none(given->pass.keeps_ends ? 2 * family_.m() : 0, out_.points.size());
    progress_ = part_("", given->which.size());
    helps_ = true;
    return [this, given](Tasks& tasks) { work(tasks, given->which, given->pass, given->out); };
}

void Search::choose(const std::vector<std::size_t>& points, int round)
{
    Outcomes& starts = out_.starts;
    const std::size_t n = out_.points.size() + points.size();
    out_.points.insert(out_.points.end(), points.begin(), points.end());
    out_.round.resize(n, round);
    starts.label.resize(n, not_run);
    starts.since.resize(n, -1);
    starts.taken.resize(n, 0);
    starts.end.conservativeResize(2 * family_.m(), static_cast<Index>(n));
    starts.end.rightCols(static_cast<Index>(points.size())).setZero();
}

void Search::settle(const std::function<bool()>& more)
{
    for (;;) {
        if (const std::vector<std::size_t> open = labelled(out_.starts, not_run); !open.empty())
            take(out_.starts, open, run(open, {"starts", o_.tolerance, false, true}));
        if (out_.interrupted)
            return;
        const std::vector<std::size_t> unsettled = labelled(out_.starts, not_settled);
        if (seek_others(unsettled)) // these run again; till then nobody knows
            take(out_.starts, unsettled, none(2 * family_.m(), unsettled.size()));
        else if (out_.interrupted || !more())
            return;
    }
}

// Runs the starts of the sample that have not been run.
void Search::run_open(const Pass& pass, Outcomes& sample)
{
    const std::vector<std::size_t> open = labelled(sample, not_run);
    std::vector<std::size_t> which;
    for (const std::size_t i : open)
        which.push_back(out_.sample[i]);
    if (!which.empty() && !out_.interrupted)
        take(sample, open, run(which, pass));
}

void Search::look_again()
{
    const std::size_t n = out_.points.size(),
                      again = std::min(n, static_cast<std::size_t>(o_.sample));
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    order = in_order(out_, std::move(order));
    out_.sample.clear();
    for (std::size_t k = 0; k < again; ++k)
        out_.sample.push_back(order[(2 * k + 1) * n / (2 * again)]);
    for (Outcomes* sample : {&out_.to_the_end, &out_.at_hundredth}) {
        sample->label.resize(again, not_run);
        sample->since.resize(again, -1);
        sample->taken.resize(again, 0);
    }
    run_open({"starts of the sample to the end", o_.tolerance, true, false}, out_.to_the_end);
    if (o_.tolerance >= 100 * least_tolerance)
        run_open({"starts of the sample in finer steps", o_.tolerance / 100, false, false},
                 out_.at_hundredth);
}

bool Search::knows(const KnownOrbit& orbit) const
{
    return std::any_of(out_.orbits.begin(), out_.orbits.end(),
                       [&](const KnownOrbit& known) { return same_orbit(weight_, known, orbit); });
}

std::optional<KnownOrbit> Search::orbit_near(const Vector& z) const
{
    const double p = family_.value();
    const int n = dynamics::recurrence(family_, z, p, o_.longest, o_.tolerance);
    if (n == 0)
        return std::nullopt;
    const dynamics::PeriodicMotion motion =
        dynamics::periodic_motion(family_, z, p, n, {}, {}, [this](double /*of Newton's method*/) {
            return !progress_ || progress_(1);
        });
    if (!motion.found)
        return std::nullopt;
    return known_orbit(family_, motion, p, dynamics::OrbitBranchOptions().step_tolerance);
}

void Search::seek_from(const Vector& z)
{
    slideway::ask(progress_, 1);
    const auto beside = [&](const KnownOrbit& known) {
        return std::any_of(known.states.begin(), known.states.end(), [&](const Vector& state) {
            return dynamics::energy_size(weight_, z - state) <= approaches * known.size;
        });
    };
    if (std::any_of(out_.orbits.begin(), out_.orbits.end(), beside))
        return; // of an orbit that is known, and not yet for long enough
    std::optional<KnownOrbit> orbit = orbit_near(z);
    if (!orbit || !orbit->stable || knows(*orbit))
        return;
    const auto found =
        std::count_if(out_.orbits.begin(), out_.orbits.end(),
                      [](const KnownOrbit& known) { return known.name.starts_with("other "); });
    orbit->name = "other " + std::to_string(found + 1);
    out_.orbits.push_back(*orbit);
    if (orbit->own_mirror || !family_.asymmetry().empty())
        return;
    KnownOrbit mirror =
        mirror_of(family_, *orbit, family_.value(), dynamics::OrbitBranchOptions().step_tolerance);
    mirror.name = "mirror of " + orbit->name;
    if (!knows(mirror))
        out_.orbits.push_back(std::move(mirror));
}

bool Search::seek_others(const std::vector<std::size_t>& unsettled)
{
    const std::size_t n = std::min(unsettled.size(), static_cast<std::size_t>(o_.sought)),
                      before = out_.orbits.size();
    try {
        for (std::size_t k = 0; k < n; ++k)
            seek_from(out_.starts.end.col(static_cast<Index>(unsettled[k * unsettled.size() / n])));
    } catch (const Interrupted&) {
        go_on_ = false;
        out_.interrupted = true;
        out_.orbits.resize(before); // sought again by what continues
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

std::vector<std::size_t> in_order(const Basins& basins, std::vector<std::size_t> which)
{
    std::sort(which.begin(), which.end(),
              [&](std::size_t a, std::size_t b) { return basins.points[a] < basins.points[b]; });
    return which;
}

void check(const BasinOptions& options)
{
    if (options.periods < 1)
        throw InputError("periods", std::to_string(options.periods), "expected at least 1");
    if (!(options.tolerance >= least_tolerance && options.tolerance <= 1e-3))
        throw InputError("tolerance", number_text(options.tolerance), "allowed: 1e-16 to 0.001");
    if (options.longest < 1)
        throw InputError("longest", std::to_string(options.longest), "expected at least 1");
    if (options.sought < 0)
        throw InputError("sought", std::to_string(options.sought), "expected at least 0");
    if (options.sample < 0)
        throw InputError("sample", std::to_string(options.sample), "expected at least 0");
    check(options.capture);
}

std::string_view kernel_name(const dynamics::OrbitFamily& family, const BasinOptions& options)
{
    const dynamics::LaneKernel* kernel = kernel_of(family, options);
    return kernel ? std::string_view(kernel->name) : "";
}

Basins basins(const dynamics::OrbitFamily& family, const Matrix& starts,
              std::vector<KnownOrbit> orbits, const BasinOptions& options, const Progress& progress,
              const BasinHeader& header)
{
    check(options);
    Basins out;
    out.orbits = std::move(orbits);
    const auto n = static_cast<std::size_t>(starts.cols());
    const auto all =
        static_cast<double>(n + 2 * std::min(n, static_cast<std::size_t>(options.sample)));
    double begun = 0;
    const auto part = [&](const std::string&, std::size_t index) -> Progress {
        const double from = begun, size = static_cast<double>(index);
        begun += size;
        if (!progress)
            return {};
        // Starts that run again come on top.
        return [&progress, all, from, size](double share) {
            return progress(std::min(1.0, (from + share * size) / all));
        };
    };
    Search search(
        family, [&starts](std::size_t k) -> Vector { return starts.col(static_cast<Index>(k)); },
        options, part, out, header);
    std::vector<std::size_t> points(n);
    std::iota(points.begin(), points.end(), std::size_t{0});
    search.choose(points, 0);
    search.settle([] { return false; });
    if (!out.interrupted)
        search.look_again();
    return out;
}

Basins basins(const dynamics::OrbitFamily& family, const StartPlane& plane,
              std::vector<KnownOrbit> orbits, const BasinOptions& options, const Monitor& monitor,
              Basins earlier)
{
    check(options);
    if (Ranks* const all = ranks(); all && all->rank() > 0) {
        const auto own = std::make_shared<const dynamics::OrbitFamily>(family);
        help_basins(*all, options, monitor.until_stopped(), [&](RecordReader&) -> HelpedStarts {
            return {own, [&plane](std::size_t k) { return plane.state(k); }};
        });
    }
    Basins out = std::move(earlier);
    out.interrupted = false;
    if (out.orbits.size() < orbits.size())
        out.orbits.resize(orbits.size());
    std::move(orbits.begin(), orbits.end(), out.orbits.begin());
    Search search(
        family, [&plane](std::size_t k) { return plane.state(k); }, options,
        [&monitor](const std::string& what, std::size_t n) {
            return monitor.part(what, static_cast<double>(n));
        },
        out, [](RecordWriter&) {});
    Cells cells = cells_of(plane, out.points);
    const auto choose = [&] {
        const std::vector<GridNode>& nodes = cells.nodes();
        std::vector<std::size_t> points;
        for (std::size_t k = out.points.size(); k < nodes.size(); ++k)
            points.push_back(point_of(plane, nodes[k]));
        search.choose(points, out.round.empty()
                                  ? 0
                                  : 1 + *std::max_element(out.round.begin(), out.round.end()));
    };
    choose();
    search.settle([&] {
        const bool more = cells.refine(out.starts.label);
        choose();
        return more;
    });
    if (!out.interrupted)
        search.look_again();
    return out;
}

void help_basins(Ranks& ranks, const BasinOptions& options, const Progress& progress,
                 const std::function<HelpedStarts(RecordReader&)>& starts)
{
    struct Work {
        HelpedStarts starts;
        Basins out;
        std::optional<Search> search;
    };
    const auto begin = [&](std::string_view header) -> TaskWork {
        const auto work = std::make_shared<Work>();
        RecordReader record(record_of(header));
        work->starts = starts(record);
        work->search.emplace(
            *work->starts.family, work->starts.state, options,
            [&progress](const std::string&, std::size_t) { return progress; }, work->out);
        TaskWork of_threads = work->search->help(record);
        return [work, of_threads = std::move(of_threads)](Tasks& tasks) { of_threads(tasks); };
    };
    const auto stopped = [&progress] { return progress && !progress(0); };
    help(ranks, threads(), stopped, begin);
    throw Interrupted();
}

} // namespace slideway::studies
