#include "app/analyses/long_motions/long_motions.hpp"

#include "app/results/branch_file.hpp"
#include "io/entries.hpp"

#include <algorithm>
#include <functional>

namespace slideway::app {

namespace {

using dynamics::LongMotion;

std::string unit_of(const io::Entries& a, const MotionResults& r, std::size_t w,
                    const std::string& unit)
{
    return a.unit([&] { return unit_on(unit, r.model->options.watched[w].measure); }, unit);
}

using Row = std::function<Vector(std::size_t w)>; ///< values of what is watched

// Displacement and velocity of what is watched.
void watched_arrays(io::Entries& a, const MotionResults& r, const Row& displacement,
                    const Row& velocity)
{
    a.each_group(r.watched, "points", "X",
                 "a monitor, another component of a section, or a joint (`JOINT.ROW` if it has "
                 "several rows)",
                 [&](std::size_t w) {
                     a.derived([&] { return displacement(w); }, "displacement",
                               unit_of(a, r, w, "m"),
                               "displacement; of joints: first body minus second", "n");
                     a.derived([&] { return velocity(w); }, "velocity", unit_of(a, r, w, "m/s"),
                               "velocity; of joints: first body minus second", "n");
                 });
}

void section_arrays(io::Entries& a, const MotionResults& r, const LongMotion& motion)
{
    const auto W = static_cast<Index>(r.watched.size());
    std::vector<std::string> names;
    std::vector<const dynamics::SectionPoints*> all;
    for (std::size_t k = 0; k < motion.sections.size(); ++k)
        if (!motion.sections[k].time.empty()) {
            names.push_back(r.e->sections[k].name);
            all.push_back(&motion.sections[k]);
        }
    a.each_group(names, "sections", "S", "a section that the motion meets", [&](std::size_t k) {
        const auto row = [&](Index which) {
            return [&, which](std::size_t w) -> Vector {
                const Eigen::Map<const Matrix> points(all[k]->motion.data(), 2 * W,
                                                      static_cast<Index>(all[k]->time.size()));
                return points.row(2 * static_cast<Index>(w) + which).transpose();
            };
        };
        a.derived([&] { return all[k]->time; }, "time", "s", "time from the start of the motion",
                  "n");
        watched_arrays(a, r, row(0), row(1));
    });
}

void last_arrays(io::Entries& a, const MotionResults& r, const dynamics::SampledMotion& last)
{
    if (!a.describes() && last.time.size() < 2)
        return;
    a.derived(last.time, "time", "s",
              "samples of the last periods, 100 in each and one more, from the start", "n");
    watched_arrays(
        a, r, [&](std::size_t w) -> Vector { return last.displacement.row(static_cast<Index>(w)); },
        [&](std::size_t w) -> Vector { return last.velocity.row(static_cast<Index>(w)); });
    a.each_group(
        r.watched, "points", "X", "a monitor, another component of a section, or a joint",
        [&](std::size_t w) {
            std::vector<double> time, value;
            std::vector<int> maximum;
            for (const dynamics::MotionExtremum& extremum : last.extrema)
                if (extremum.of == w) {
                    time.push_back(extremum.time);
                    value.push_back(extremum.value);
                    maximum.push_back(extremum.maximum ? 1 : 0);
                }
            const std::string any = "if there are any";
            a.derived(time, "extrema/time", "s", "times of all extrema, from the start", "k", any);
            a.derived(value, "extrema/value", unit_of(a, r, w, "m"), "values there", "k", any);
            a.derived(maximum, "extrema/maximum", "", "1: maximum, 0: minimum", "k", any);
        });
}

void orbit_arrays(io::Entries& a, const MotionResults& r, dynamics::KnownOrbit& orbit)
{
    const auto at_phase_zero = [&](Index row) {
        return [&, row](std::size_t w) -> Vector {
            return dynamics::at_phase_zero(r.model->options.watched[w], orbit,
                                           r.model->family.system().Omega)
                .row(row);
        };
    };
    a.array(orbit.name, "name", "", "`orbit 1`, `mirror of orbit 1`, ..., in the order of starts");
    a.array(orbit.growth, "growth", "", "magnitude of the largest multiplier of its period");
    a.derived(
        [&] {
            Matrix z(orbit.states.front().size(), orbit.periods());
            for (Index k = 0; k < z.cols(); ++k)
                z.col(k) = orbit.states[static_cast<std::size_t>(k)];
            return z;
        },
        "states", "",
        "displacements q [m sqrt(kg)] and rates q' [m sqrt(kg)/s] of the modes at phase 0, period "
        "after period",
        "2 m x n");
    watched_arrays(a, r, at_phase_zero(0), at_phase_zero(1));
}

void indicator_arrays(io::Entries& a, const MotionResults& r)
{
    std::vector<double> exponent, error, K;
    std::vector<int> of_exponent, of_K;
    const bool reported = r.e && r.e->options.indicators;
    for (std::size_t k = 0; k < r.found.motions.size() && reported; ++k) {
        if (const auto& found = r.found.motions[k].exponent) {
            of_exponent.push_back(static_cast<int>(k));
            exponent.push_back(found->whole);
            error.push_back(found->error);
        }
        if (r.zero_one[k]) {
            of_K.push_back(static_cast<int>(k));
            K.push_back(*r.zero_one[k]);
        }
    }
    const std::string with = "with `indicators`";
    a.derived(of_exponent, "exponent/start", "", "start of each exponent, from 0", "k", with);
    a.derived(exponent, "exponent/value", "1/s", "largest Lyapunov exponent", "k", with);
    a.derived(error, "exponent/error", "1/s", "its standard error", "k", with);
    a.derived(of_K, "zero_one/start", "", "start of each K, from 0", "k", with);
    a.derived(K, "zero_one/value", "", "K of the 0-1 test", "k", with);
}

void start_arrays(io::Entries& a, const MotionResults& r)
{
    const studies::LongMotions& found = r.found;
    std::vector<int> outcome, taken, life, orbit;
    std::vector<double> impacts, penetration;
    const bool stops = r.model && r.model->has_stops();
    for (std::size_t k = 0; k < found.motions.size(); ++k) {
        const LongMotion& motion = found.motions[k].motion;
        outcome.push_back(static_cast<int>(r.outcome[k]));
        taken.push_back(motion.taken);
        life.push_back(motion.settled ? motion.settled->since : -1);
        orbit.push_back(std::max(found.label[k], -1) + 1);
        if (stops) {
            impacts.push_back(motion.recorded_periods > 0
                                  ? static_cast<double>(motion.impacts) / motion.recorded_periods
                                  : 0);
            penetration.push_back(motion.penetration);
        }
    }
    a.derived(outcome, "outcome", "", numbered_names(MotionOutcome()), "starts");
    a.derived(taken, "periods", "", "number of periods, including discarded ones", "starts");
    a.derived(life, "life", "", "life time: periods to the first state beside the orbit; -1: none",
              "starts");
    a.derived(orbit, "orbit", "", "number of the orbit on which it settled, from 1; 0: none",
              "starts");
    const std::string with = "with stops that are not smoothed";
    a.derived(impacts, "impacts", "", "beginnings of contact per period", "starts", with);
    a.derived(penetration, "penetration", "m", "largest extremum beyond a stop", "starts", with);
    start_values(a, r.e && r.e->starts ? r.model->grid : std::vector<StartEntry>());
    a.each_group(r.monitors, "points", "M", "a monitor", [&](std::size_t w) {
        std::vector<double> least, most;
        for (const auto& [result, motion, exponent, carried] : found.motions) {
            const bool any = w < motion.turns.size();
            least.push_back(any ? motion.turns[w].least : 0);
            most.push_back(any ? motion.turns[w].most : 0);
        }
        const std::string unit = unit_of(a, r, w, "m");
        a.derived(least, "least", unit, "least displacement in the evaluated periods", "starts");
        a.derived(most, "largest", unit, "largest displacement in the evaluated periods", "starts");
    });
    indicator_arrays(a, r);
}

} // namespace

void arrays(io::Entries& a, MotionResults& r)
{
    a.attribute(r.monitors.empty() ? "" : r.monitors.front(), "monitor", "first monitor");
    a.group("modes", [&] { arrays(a, r.modes); });
    a.derived([&] { return r.model->period(); }, "period", "s", "period of the drive");
    a.group("starts", [&] { start_arrays(a, r); });
    a.numbered(r.found.orbits, "orbits", "K", "the number of an orbit",
               [&](dynamics::KnownOrbit& orbit) { orbit_arrays(a, r, orbit); });
    if (r.e && r.e->starts)
        return;
    LongMotion motion = r.found.motions.empty() ? LongMotion() : r.found.motions.front().motion;
    const std::string one = "for one start";
    a.derived(std::vector<int>{motion.taken - motion.recorded_periods, motion.taken}, "told", "",
              "first and last evaluated period", "2", one);
    a.array(motion.states, "states", unit_of(a, r, 0, "m"),
            "displacement of the first monitor at phase 0, at the start of each evaluated period",
            "N", one);
    a.array(motion.growth, "growth", "",
            "logarithm of the growth factor of a disturbance in each evaluated period", "N", one);
    a.note("`sections` and `last` exist only for one start.");
    section_arrays(a, r, motion);
    a.group("last", [&] { last_arrays(a, r, motion.last); });
}

} // namespace slideway::app
