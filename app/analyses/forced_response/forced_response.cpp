#include "app/analyses/forced_response/forced_response.hpp"

#include "app/analyses/forced_response/curves.hpp"
#include "app/analyses/forced_response/response_shapes.hpp"
#include "app/analyses/forced_response/restart.hpp"
#include "app/results/modal_outputs.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"
#include "base/threads.hpp"
#include "dynamics/harmonic/response_points.hpp"
#include "dynamics/modal/modal_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <memory>
#include <mutex>
#include <numbers>
#include <optional>

namespace slideway::app {

namespace {

using continuation::Branch;
using continuation::Stop;

constexpr double two_pi = 2 * std::numbers::pi;

// What the curves are computed on.
struct Setup {
    dynamics::ModalModel modal;
    dynamics::HarmonicBalance model;
    std::vector<std::optional<dynamics::Restart>> restarts; // one per level; empty without restart
    std::vector<double> left_out;                           // levels of the results restarted from
};

void refuse_laws(const Case& c, const BuiltModel& built)
{
    for (std::size_t k = 0; k < c.joints.size(); ++k) {
        const contact::JointLaw& law = built.model.joints[k].law;
        const JointEntry& entry = c.joints[k];
        if (!contact::is_linear(law) && !contact::has_harmonic_force(law)) {
            const std::string obstacle(law->harmonic_obstacle());
            throw InputError(entry.places.of("law"), "joint." + entry.name + ".law",
                             "\"" + entry.law + "\"" + (obstacle.empty() ? "" : " ") + obstacle,
                             "forced-response takes " + join(contact::laws_with_harmonic_force()) +
                                 ", and " + join(contact::laws_with(&contact::LawInfo::linear)));
        }
        if (const auto idle = law->never_acts()) {
            const std::string key(idle->key);
            throw InputError(entry.places.of(key), "joint." + entry.name + "." + key,
                             number_text(idle->value), std::string(idle->expected));
        }
    }
}

// Means are balanced with loads alone.
void refuse_motions(const ForcedResponse& e, const Case& c)
{
    for (const MotionEntry& motion : c.motions)
        if (motion.displacement != 0 && e.static_part == "balanced")
            throw InputError(motion.places.of("displacement"),
                             "motion." + motion.name + ".displacement",
                             number_text(motion.displacement),
                             "forced-response takes harmonic motions, { amplitude = ... }; give a "
                             "constant load in place of it, or static_part = \"excluded\"");
}

// The level multiplies all harmonic drives, or the only one by name.
void refuse_loads(const ForcedResponse& e, const Case& c)
{
    const std::string& name = e.load;
    if (name.empty())
        return;
    const SourceLine& where = c.analysis.places.of("level.load");
    const std::string key = "analysis.level.load", value = "\"" + name + "\"";
    std::vector<std::string> known, others;
    bool found = false;
    for (const LoadEntry& load : c.loads) {
        if (load.harmonic)
            known.push_back(load.name);
        if (load.harmonic && load.name != name)
            others.push_back("load." + load.name);
        found = found || (load.harmonic && load.name == name);
    }
    for (const MotionEntry& motion : c.motions)
        if (motion.harmonic)
            others.push_back("motion." + motion.name);
    if (!found)
        throw InputError(where, key, value, "no such harmonic load" + name_hint(name, known));
    if (!others.empty())
        throw InputError(where, key, value,
                         "the level multiplies every harmonic drive, also " + join(others) +
                             "; leave load out, or have one drive");
}

dynamics::ForcedResponseOptions options_of(const ForcedResponse& e, double level)
{
    dynamics::ForcedResponseOptions options = e.options;
    options.level = level;
    return options;
}

Setup setup(const ForcedResponse& e, const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    refuse_laws(c, built);
    dynamics::ModalModel modal = dynamics::modal_model(built.model, monitor.until_stopped());
    std::vector<dynamics::ModalOutput> outputs = modal_outputs(built.model, modal, built.outputs);
    for (std::size_t k = 0; k < outputs.size(); ++k)
        if (outputs[k].row.isZero(0) && outputs[k].follow == Complex(0))
            throw InputError(c.analysis.places.of("monitor"), "analysis.monitor",
                             "\"" + e.monitors[k] + "\"", "a support holds it");
    dynamics::HarmonicBalance model{dynamics::joint_system(built.model, modal),
                                    {e.n_h, e.static_part == "balanced"},
                                    std::move(outputs),
                                    e.forces == "sampled" ? e.samples : 0};
    Setup s{std::move(modal), std::move(model), {}, {}};
    for (const double level : e.levels)
        dynamics::check_forced_response(s.model, options_of(e, level));
    s.restarts = read_restarts(e, c, s.model);
    s.left_out = levels_left_out(e, c);
    return s;
}

// What of the range neither the curve that turned back nor the one from the other end reaches.
std::string gap_text(const dynamics::ForcedResponse& response, const std::array<double, 2>& gap)
{
    std::string text = "level " + number_text(response.level, 6) + ": the curve turns back at " +
                       number_text(gap[0] / two_pi, 8) +
                       " Hz and leaves the range where it began, the one from the other end ";
    if (!response.other_end)
        return text + "is missing";
    const Branch& other = *response.other_end;
    if (other.n_points() == 0)
        return text + "has no start (" + other.back.message + ")";
    const std::string end = number_text(gap[1] / two_pi, 8) + " Hz";
    if (other.back.stop == Stop::bound)
        return text + "turns back at " + end +
               ": the motion between them is another one; widen the range";
    return text + "gets to " + end + " (" + other.back.message + ")";
}

// Whether a response has points that another does not have.
bool adds_points(const dynamics::ForcedResponse& response, const dynamics::ForcedResponse& to)
{
    auto n_crossing = [](const dynamics::ForcedResponse& r) -> Index {
        Index n = 0;
        for (const Branch& branch : r.crossing)
            n += branch.n_points();
        return n;
    };
    return response.branch.n_points() > to.branch.n_points() ||
           (response.other_end &&
            response.other_end->n_points() > (to.other_end ? to.other_end->n_points() : 0)) ||
           n_crossing(response) > n_crossing(to);
}

// Every level on its own; they share threads and one account of progress.
ResponseCurves compute(const ForcedResponse& e, const BuiltModel& built, const Setup& s,
                       const Progress& report)
{
    const std::vector<double>& levels = e.levels;
    const std::size_t n = levels.size();
    std::vector<std::vector<ResponseCurve>> curves(n);
    std::vector<std::vector<std::string>> not_followed(n), not_reached(n);
    std::vector<double> done(n, 0);
    std::vector<char> adds(n, 0); // points; threads write side by side
    std::mutex mutex;
    bool go_on = true;
    auto asked = [&]() -> bool {
        double sum = 0;
        for (const double part : done)
            sum += part;
        go_on = report(sum / static_cast<double>(n)) && go_on;
        return go_on;
    };
    auto progress = [&](std::size_t k, double fraction) -> bool {
        const std::lock_guard lock(mutex);
        done[k] = fraction;
        return asked();
    };
    auto keeps = [&](std::size_t k) -> bool {
        return !s.restarts.empty() && s.restarts[k] &&
               dynamics::extends(*s.restarts[k], options_of(e, levels[k]));
    };
    auto store = [&](std::size_t k, dynamics::HarmonicBalance& model,
                     dynamics::ForcedResponse response) {
        std::vector<Branch> branches = {std::move(response.branch)};
        if (response.other_end)
            branches.push_back(std::move(*response.other_end));
        const int first = static_cast<int>(branches.size()) - 1;
        std::move(response.crossing.begin(), response.crossing.end(), std::back_inserter(branches));
        for (Branch& branch : branches) {
            ResponseCurve& curve = curves[k].emplace_back();
            const int i = static_cast<int>(curves[k].size()) - 1;
            curve.crossing = std::max(0, i - first);
            curve.other_end = i > 0 && i == first;
            curve.response.level = response.level;
            curve.response.branch = std::move(branch);
            curve.points = dynamics::response_points(model, curve.response);
            curve.shapes =
                response_shapes(built, s.modal, model, curve.response, curve.points.loops);
        }
    };
    auto point = [&](std::size_t k) -> studies::PointResult {
        dynamics::HarmonicBalance model = s.model;
        const dynamics::ForcedResponseOptions options = options_of(e, levels[k]);
        const Progress part = [&](double fraction) -> bool { return progress(k, fraction); };
        const bool restarts = !s.restarts.empty() && s.restarts[k];
        dynamics::ForcedResponse response =
            restarts ? dynamics::forced_response_from(model, options, *s.restarts[k], part)
                     : dynamics::forced_response(model, options, part);
        adds[k] = adds_points(response, keeps(k) ? dynamics::kept_curves(*s.restarts[k])
                                                 : dynamics::ForcedResponse());
        not_followed[k] = std::move(response.not_followed);
        if (const auto gap = dynamics::unreached(response, options); gap && (!restarts || keeps(k)))
            not_reached[k] = {gap_text(response, *gap)};
        store(k, model, std::move(response));
        return {"end", "", {}};
    };
    const int n_threads = threads();
    const OneThread alone; // the levels have the threads
    const std::vector<studies::PointResult> results =
        studies::sweep(n, point, n_threads, [&](double) -> bool {
            const std::lock_guard lock(mutex);
            return asked();
        });
    ResponseCurves all;
    all.left_out = s.left_out;
    for (std::size_t k = 0; k < n; ++k) {
        if (curves[k].empty()) {
            if (results[k].status == "failed")
                throw std::runtime_error("level " + number_text(levels[k]) + ": " +
                                         results[k].message);
            all.not_begun.push_back(levels[k]);
            if (keeps(k)) { // nothing of the earlier run is lost
                dynamics::HarmonicBalance model = s.model;
                store(k, model,
                      dynamics::forced_response_from(model, options_of(e, levels[k]),
                                                     *s.restarts[k],
                                                     [](double) -> bool { return false; }));
            }
        }
        all.new_points = all.new_points || adds[k] != 0;
        std::move(curves[k].begin(), curves[k].end(), std::back_inserter(all.levels));
        std::move(not_followed[k].begin(), not_followed[k].end(),
                  std::back_inserter(all.not_followed));
        std::move(not_reached[k].begin(), not_reached[k].end(),
                  std::back_inserter(all.not_reached));
    }
    const dynamics::ForcedResponseOptions& range = e.options;
    std::vector<double> stuck;
    dynamics::HarmonicBalance at_rest = s.model;
    for (const double omega : dynamics::stuck_frequencies(at_rest, range.Omega_from))
        if (omega >= std::min(range.Omega_from, range.Omega_to) &&
            omega <= std::max(range.Omega_from, range.Omega_to))
            stuck.push_back(omega / two_pi);
    all.stuck_hz = Eigen::Map<const Vector>(stuck.data(), static_cast<Index>(stuck.size()));
    all.n_unknowns = s.model.n();
    all.n_modes = s.model.system().dry.n_modes();
    all.form = s.model.form();
    for (const dynamics::ModalLaw& joint : s.model.system().joints) {
        all.joints.push_back(joint.name);
        all.rubs = all.rubs || joint.law->rubs();
    }
    return all;
}

bool interrupted_before_all(const ResponseCurves& curves)
{
    bool stopped = !curves.not_begun.empty();
    for (const ResponseCurve& curve : curves.levels) {
        stopped = stopped || curve.response.branch.back.stop == Stop::interrupted;
        if (curve.response.branch.n_points() > 0)
            return false;
    }
    return stopped;
}

} // namespace

Needs needs(const ForcedResponse& e)
{
    return {.observed = {"monitor", e.monitors}};
}

void refuse(const ForcedResponse& e, const Case& c)
{
    if (c.excitation.Omega > 0)
        throw InputError(c.excitation.where,
                         "excitation: the frequency of a forced response goes from "
                         "analysis.frequency_hz.from to .to; leave [excitation] out");
    refuse_motions(e, c);
    refuse_loads(e, c);
}

std::vector<std::filesystem::path> input_files(const ForcedResponse& e, const Case& c)
{
    if (!e.restart.given)
        return {};
    return {restart_file(e, c)};
}

std::string check(const ForcedResponse& e, const Case& c, const BuiltModel& built,
                  const Monitor& monitor)
{
    const Setup s = located(c.analysis.places, "analysis",
                            [&]() -> Setup { return setup(e, c, built, monitor); });
    const std::size_t n = e.levels.size();
    return "analysis forced-response of " + join(e.monitors) + ": " +
           number_text(e.options.Omega_from / two_pi, 9) + " to " +
           number_text(e.options.Omega_to / two_pi, 9) + " Hz, " + std::to_string(n) + " level" +
           (n == 1 ? "" : "s") + ", " + std::to_string(e.n_h) + " harmonics, static part " +
           e.static_part + ": " + std::to_string(s.model.n()) + " unknowns on " +
           std::to_string(s.model.system().dry.n_modes()) + " modes\n";
}

Outcome run(const ForcedResponse& e, const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    const Setup s = located(c.analysis.places, "analysis",
                            [&]() -> Setup { return setup(e, c, built, monitor); });
    const Progress progress = monitor.part("levels", static_cast<double>(e.levels.size()));
    const auto curves = std::make_shared<const ResponseCurves>(compute(e, built, s, progress));
    if (interrupted_before_all(*curves))
        throw Interrupted();
    return {.summary = summarise(e, *curves),
            .arrays = [&e, curves](io::ArraySink& sink) { write_curves(sink, e, *curves); },
            .pictures =
                [&built, curves](const auto& folder) {
                    const Scene scene(built);
                    for (const ResponseCurve& curve : curves->levels)
                        for (const ResponseShape& shape : curve.shapes)
                            write_animation(folder, scene,
                                            std::filesystem::path("shapes") / shape.name,
                                            shape.name, shape.motion);
                },
            .continues = e.restart.given ? restart_file(e, c) : std::filesystem::path(),
            .new_points = curves->new_points};
}

} // namespace slideway::app
