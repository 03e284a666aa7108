#include "studies/bifurcation_diagram.hpp"

#include "base/interruptible.hpp"
#include "base/threads.hpp"
#include "dynamics/orbits/orbit_equations.hpp"
#include "studies/outcomes.hpp"
#include "studies/parts_account.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <numbers>
#include <utility>

namespace slideway::studies {

namespace {

using dynamics::KnownOrbit;

// Multiplies displacements and velocities separately.
Vector times(const Matrix& factor, const Vector& z)
{
    if (factor.size() == 0)
        return z;
    const Index m = factor.rows();
    Vector out(2 * m);
    out << factor * z.head(m), factor * z.tail(m);
    return out;
}

// Converts a state in the modes at one value to those at another.
Vector carried(const DiagramSystem& from, const DiagramSystem& to, const Vector& z)
{
    return times(to.from_states, times(from.to_states, z));
}

// Numbers of steps between two values in which an orbit is followed; the second is tried if
// the first fails.
constexpr std::array fewer_or_more = {1, 4};

class Diagram {
public:
    Diagram(const DiagramSystems& systems, const std::vector<DiagramSweep>& sweeps,
            const dynamics::LongMotionOptions& options, const Progress& progress,
            BifurcationDiagram earlier, KeptRecord kept)
        : of_(systems), systems_(systems.at), o_(options), kept_(kept),
          n_starts_(systems_.front().starts.size()),
          account_(sweeps.size() * n_starts_ * systems_.size(), progress)
    {
        for (const DiagramSweep sweep : sweeps)
            for (std::size_t start = 0; start < n_starts_; ++start) {
                const std::size_t s = out_.series.size();
                out_.series.push_back({sweep, start, {}, {}});
                out_.series.back().motions.resize(systems_.size());
                if (sweep != DiagramSweep::same) {
                    out_.series.back().joined.resize(systems_.size() - 1);
                    tasks_.push_back({s, 0, systems_.size()});
                    continue;
                }
                for (std::size_t i = 0; i < systems_.size(); ++i)
                    tasks_.push_back({s, i, i + 1});
            }
        for (std::size_t s = 0; s < earlier.series.size(); ++s)
            go_on_with(s, std::move(earlier.series[s]));
    }
    BifurcationDiagram take();

private:
    // Some values of a series in succession.
    struct Task {
        std::size_t series, first, end;
    };
    [[nodiscard]] std::size_t part(std::size_t s, std::size_t i) const
    {
        return s * systems_.size() + i;
    }
    void go_on_with(std::size_t s, DiagramSeries earlier);
    void take_task(const Task& task);
    void run(std::size_t s, std::size_t i, const Vector& z);
    void join(DiagramSeries& series, std::size_t i);
    bool leads_to(std::size_t i, const KnownOrbit& orbit, std::size_t j, const KnownOrbit& there);
    [[nodiscard]] DiagramSystem between(double value)
    {
        const std::lock_guard lock(mutex_);
        return of_.between(value);
    }
    [[nodiscard]] std::optional<dynamics::PeriodicMotion>
    followed(std::size_t i, const KnownOrbit& orbit, std::size_t j, int steps);

    const DiagramSystems& of_;
    const std::vector<DiagramSystem>& systems_;
    const dynamics::LongMotionOptions& o_;
    KeptRecord kept_;
    std::size_t n_starts_;
    PartsAccount account_;
    std::vector<Task> tasks_;
    BifurcationDiagram out_;
    std::mutex mutex_; // guards systems between values
};

void Diagram::go_on_with(std::size_t s, DiagramSeries earlier)
{
    DiagramSeries& series = out_.series.at(s);
    series.joined = std::move(earlier.joined);
    for (std::size_t i = 0; i < earlier.motions.size(); ++i)
        if (earlier.motions[i].done()) {
            series.motions.at(i) = std::move(earlier.motions[i]);
            account_.of_part(part(s, i), 1);
        }
}

void Diagram::run(std::size_t s, std::size_t i, const Vector& z)
{
    const DiagramSystem& system = systems_[i];
    StartedMotion& motion = out_.series[s].motions[i];
    motion.result = computed(
        [&](std::size_t) -> PointResult {
            dynamics::LongMotionOptions options = o_;
            options.watched = system.watched;
            motion.motion =
                dynamics::long_motion(system.family, z, options, [&](double fraction) -> bool {
                    return account_.of_part(part(s, i), fraction);
                });
            return {motion.motion.interrupted ? Status::interrupted : Status::end, "", {}};
        },
        i);
    motion.exponent = dynamics::lyapunov_exponent(
        motion.motion.growth, 2 * std::numbers::pi / system.family.system().Omega);
    if (kept_ == KeptRecord::without_growth)
        motion.motion.growth = motion.motion.states = {};
    account_.of_part(part(s, i), 1);
}

void Diagram::take_task(const Task& task)
{
    DiagramSeries& series = out_.series[task.series];
    const bool down = series.sweep == DiagramSweep::down;
    const StartedMotion* before = nullptr;
    std::size_t last = 0;
    for (std::size_t k = task.first; k < task.end && account_.goes_on(); ++k) {
        const std::size_t i = down ? systems_.size() - 1 - k : k;
        StartedMotion& motion = series.motions[i];
        try {
            if (!motion.done()) {
                motion.carried = before && !before->broke_off();
                run(task.series, i,
                    motion.carried ? carried(systems_[last], systems_[i], before->motion.end)
                                   : systems_[i].starts[series.start]);
                if (before)
                    join(series, std::min(i, last));
            }
        } catch (const Interrupted&) { // interrupted while joining: it runs again
            motion.result = {Status::interrupted, "", {}};
            return;
        }
        before = &motion;
        last = i;
    }
}

// Finds the motion at value j to which Newton's method leads from the orbit at value i.
std::optional<dynamics::PeriodicMotion> Diagram::followed(std::size_t i, const KnownOrbit& orbit,
                                                          std::size_t j, int steps)
{
    const double a = of_.values[i], b = of_.values[j];
    DiagramSystem current = systems_[i];
    dynamics::PeriodicMotion motion;
    motion.z = orbit.states.front();
    for (int k = 1; k <= steps; ++k) {
        DiagramSystem next = k == steps ? systems_[j] : between(a + (b - a) * k / steps);
        motion = dynamics::periodic_motion(next.family, carried(current, next, motion.z),
                                           next.family.value(), orbit.periods());
        if (!motion.found || motion.form.periods != orbit.periods())
            return std::nullopt;
        current = std::move(next);
    }
    return motion;
}

bool Diagram::leads_to(std::size_t i, const KnownOrbit& orbit, std::size_t j,
                       const KnownOrbit& there)
{
    const dynamics::OrbitFamily& family = systems_[j].family;
    return std::any_of(fewer_or_more.begin(), fewer_or_more.end(), [&](int steps) -> bool {
        const auto motion = followed(i, orbit, j, steps);
        return motion && same_orbit(family.energy_weights(),
                                    known_orbit(family, *motion, family.value(),
                                                dynamics::OrbitBranchOptions().step_tolerance),
                                    there);
    });
}

// Determines whether the motions at value i and the next are joined.
void Diagram::join(DiagramSeries& series, std::size_t i)
{
    const auto &a = series.motions[i].motion.settled, &b = series.motions[i + 1].motion.settled;
    if (!a || !b || a->orbit.periods() != b->orbit.periods())
        return;
    bool both = false;
    const PointResult tried = computed( // a failure means no connection
        [&](std::size_t) -> PointResult {
            both = leads_to(i, a->orbit, i + 1, b->orbit) && leads_to(i + 1, b->orbit, i, a->orbit);
            return {Status::end, "", {}};
        },
        i);
    series.joined[i] = tried.status == Status::end && both;
}

BifurcationDiagram Diagram::take()
{
    const int n_threads = threads();
    const OneThread alone; // the motions use the threads
    const auto go_on = [&](double) -> bool { return account_.goes_on(); };
    (void)sweep(
        tasks_.size(),
        [&](std::size_t k) -> PointResult {
            take_task(tasks_[k]);
            return {Status::end, "", {}};
        },
        n_threads, go_on);
    out_.interrupted = !account_.goes_on();
    return std::move(out_);
}

} // namespace

int StartedMotion::label(int orbit) const
{
    if (broke_off())
        return studies::broke_off;
    if (motion.recorded_periods == 0)
        return not_run;
    return motion.settled ? orbit : not_settled;
}

BifurcationDiagram bifurcation_diagram(const DiagramSystems& systems,
                                       const std::vector<DiagramSweep>& sweeps,
                                       const dynamics::LongMotionOptions& options,
                                       const Progress& progress, BifurcationDiagram earlier,
                                       KeptRecord kept)
{
    return Diagram(systems, sweeps, options, progress, std::move(earlier), kept).take();
}

} // namespace slideway::studies
