#include "app/analyses/long_motions/motion_results.hpp"

#include "app/results/branch_file.hpp"

namespace slideway::app {

namespace {

using dynamics::LongMotion;

std::string unit_of(const MotionModel& model, std::size_t w, const std::string& unit)
{
    return unit_on(unit, model.options.watched[w].measure);
}

// Displacement and velocity of what is watched, a column each.
void write_watched(io::ArraySink& sink, const std::string& group, const MotionModel& model,
                   const Matrix& displacement, const Matrix& velocity)
{
    for (std::size_t w = 0; w < model.watched.size(); ++w) {
        const std::string target = group + "points/" + model.watched[w] + "/";
        sink.write(target + "displacement", Vector(displacement.row(static_cast<Index>(w))),
                   unit_of(model, w, "m"), "of joints: first body minus second");
        sink.write(target + "velocity", Vector(velocity.row(static_cast<Index>(w))),
                   unit_of(model, w, "m/s"), "likewise");
    }
}

void write_sections(io::ArraySink& sink, const LongMotions& e, const MotionModel& model,
                    const LongMotion& motion)
{
    const auto W = static_cast<Index>(model.watched.size());
    for (std::size_t k = 0; k < e.sections.size(); ++k) {
        const dynamics::SectionPoints& points = motion.sections[k];
        if (points.time.empty())
            continue;
        const std::string group = "sections/" + e.sections[k].name + "/";
        sink.write(group + "time", points.time, "s", "from the start of the motion");
        const Eigen::Map<const Matrix> all(points.motion.data(), 2 * W,
                                           static_cast<Index>(points.time.size()));
        Matrix u(W, all.cols()), v(W, all.cols());
        for (Index w = 0; w < W; ++w) {
            u.row(w) = all.row(2 * w);
            v.row(w) = all.row(2 * w + 1);
        }
        write_watched(sink, group, model, u, v);
    }
}

void write_last(io::ArraySink& sink, const MotionModel& model, const LongMotion& motion)
{
    const dynamics::SampledMotion& last = motion.last;
    if (last.time.size() < 2)
        return;
    sink.write("last/time", last.time, "s", "of samples of the last periods, from the start");
    write_watched(sink, "last/", model, last.displacement, last.velocity);
    for (std::size_t w = 0; w < model.watched.size(); ++w) {
        std::vector<double> time, value;
        std::vector<int> maximum;
        for (const dynamics::MotionExtremum& extremum : last.extrema)
            if (extremum.of == w) {
                time.push_back(extremum.time);
                value.push_back(extremum.value);
                maximum.push_back(extremum.maximum ? 1 : 0);
            }
        if (time.empty())
            continue;
        const std::string target = "last/points/" + model.watched[w] + "/extrema/";
        sink.write(target + "time", time, "s", "from the start");
        sink.write(target + "value", value, unit_of(model, w, "m"), "there");
        sink.write(target + "maximum", maximum, "1 or 0");
    }
}

void write_orbits(io::ArraySink& sink, const MotionModel& model, const MotionResults& results)
{
    const auto W = static_cast<Index>(model.watched.size());
    const Index m = model.family.m();
    for (std::size_t o = 0; o < results.found.orbits.size(); ++o) {
        const dynamics::KnownOrbit& orbit = results.found.orbits[o];
        const std::string group = numbered("orbits", o);
        sink.write(group + "name", std::vector<std::string>{orbit.name}, "in the order of starts");
        sink.write(group + "growth", std::vector{orbit.growth}, "",
                   "magnitude of the largest multiplier of its period");
        Matrix z(2 * m, orbit.periods()), u(W, orbit.periods()), v(W, orbit.periods());
        for (Index k = 0; k < orbit.periods(); ++k) {
            z.col(k) = orbit.states[static_cast<std::size_t>(k)];
            for (Index w = 0; w < W; ++w) {
                const dynamics::ModalOutput& output =
                    model.options.watched[static_cast<std::size_t>(w)];
                u(w, k) = output.row.dot(z.col(k).head(m)) + output.follow.real();
                v(w, k) = output.row.dot(z.col(k).tail(m)) -
                          model.family.system().Omega * output.follow.imag();
            }
        }
        sink.write(group + "states", z, "",
                   "displacements q and rates q' of the modes at phase 0, period after period");
        write_watched(sink, group, model, u, v);
    }
}

void write_starts(io::ArraySink& sink, const LongMotions& e, const MotionModel& model,
                  const MotionResults& results)
{
    const studies::LongMotions& found = results.found;
    std::vector<int> outcome, taken, life, orbit;
    std::vector<double> impacts, penetration;
    for (std::size_t k = 0; k < found.motions.size(); ++k) {
        const LongMotion& motion = found.motions[k];
        outcome.push_back(static_cast<int>(results.outcome[k]));
        taken.push_back(motion.taken);
        life.push_back(motion.settled ? motion.settled->since : -1);
        orbit.push_back(static_cast<int>(found.orbit[k]) + 1);
        impacts.push_back(motion.recorded_periods > 0
                              ? static_cast<double>(motion.impacts) / motion.recorded_periods
                              : 0);
        penetration.push_back(motion.penetration);
    }
    sink.write("starts/outcome", outcome, numbered_names(MotionOutcome()));
    sink.write("starts/periods", taken, "that the motion ran, with those discarded");
    sink.write("starts/life", life,
               "periods to its first state beside the orbit that it settled on; -1: none");
    sink.write("starts/orbit", orbit, "on which it settled, from 1; 0: none");
    if (model.has_stops()) {
        sink.write("starts/impacts", impacts, "", "beginnings of contact per period");
        sink.write("starts/penetration", penetration, "m", "largest beyond a stop");
    }
    if (e.starts)
        write_values(sink, "starts/", model.grid);
    for (std::size_t w = 0; w < e.monitors.size(); ++w) {
        std::vector<double> least, most;
        for (const LongMotion& motion : found.motions) {
            const bool any = w < motion.turns.size();
            least.push_back(any ? motion.turns[w].least : 0);
            most.push_back(any ? motion.turns[w].most : 0);
        }
        const std::string target = "starts/points/" + e.monitors[w] + "/";
        sink.write(target + "least", least, unit_of(model, w, "m"), "over the periods told");
        sink.write(target + "largest", most, unit_of(model, w, "m"), "likewise");
    }
    if (!e.options.indicators)
        return;
    std::vector<double> exponent, error, K;
    std::vector<int> of_exponent, of_K;
    for (std::size_t k = 0; k < found.motions.size(); ++k) {
        if (const auto& given_exponent = results.exponent[k]) {
            of_exponent.push_back(static_cast<int>(k));
            exponent.push_back(given_exponent->whole);
            error.push_back(given_exponent->error);
        }
        if (results.zero_one[k]) {
            of_K.push_back(static_cast<int>(k));
            K.push_back(*results.zero_one[k]);
        }
    }
    if (!exponent.empty()) {
        sink.write("starts/exponent/start", of_exponent, "whose exponent it is, from 0");
        sink.write("starts/exponent/value", exponent, "1/s", "largest Lyapunov exponent");
        sink.write("starts/exponent/error", error, "1/s", "its standard error");
    }
    if (!K.empty()) {
        sink.write("starts/zero_one/start", of_K, "whose K it is, from 0");
        sink.write("starts/zero_one/value", K, "", "K of the 0-1 test");
    }
}

} // namespace

void write_motions(io::ArraySink& sink, const LongMotions& e, const MotionModel& model,
                   const MotionResults& results)
{
    sink.attribute("monitor", e.monitors.front());
    sink.write("period", std::vector{model.period()}, "s", "of the drive");
    write_starts(sink, e, model, results);
    write_orbits(sink, model, results);
    if (e.starts)
        return;
    const LongMotion& motion = results.found.motions.front();
    sink.write("told", std::vector<int>{motion.taken - motion.recorded_periods, motion.taken},
               "periods from which on, and up to which, the motion is told");
    if (!motion.states.empty())
        sink.write(
            "states", motion.states, unit_of(model, 0, "m"),
            "displacement of the first monitor at phase 0, at the start of each period told");
    if (!motion.growth.empty())
        sink.write("growth", motion.growth, "",
                   "logarithm of what a disturbance grows by, in each period told");
    write_sections(sink, e, model, motion);
    write_last(sink, model, motion);
}

} // namespace slideway::app
