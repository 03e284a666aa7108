#include "app/analyses/analyses.hpp"
#include "app/analyses/forced_response_curves.hpp"
#include "app/analyses/forced_response_restart.hpp"
#include "app/analyses/response_shapes.hpp"
#include "app/results/modal_outputs.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"
#include "base/threads.hpp"
#include "dynamics/harmonic/response_points.hpp"
#include "dynamics/modal/modal_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <mutex>
#include <numbers>
#include <optional>

namespace slideway::app {

namespace {

using continuation::Branch;
using continuation::Stop;
using dynamics::ForcedResponse;

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
        if (!std::holds_alternative<contact::Linear>(law) && !contact::has_harmonic_force(law))
            throw InputError(entry.places.of("law"), "joint." + entry.name + ".law",
                             "\"" + entry.law + "\"" + (entry.law == "gap" ? " with damping" : ""),
                             "forced-response takes elastic-coulomb, cubic, gap without damping, "
                             "and linear");
        const auto* contact = std::get_if<contact::ElasticCoulomb>(&law);
        if (contact && contact->k_n == 0 && !(contact->preload > 0))
            throw InputError(entry.places.of("preload"), "joint." + entry.name + ".preload",
                             number_text(contact->preload),
                             "expected a number > 0: with k_n = 0 it is the normal force, and "
                             "without it the contact never closes");
    }
}

// Means are balanced with loads alone.
void refuse_motions(const Case& c)
{
    for (const MotionEntry& motion : c.motions)
        if (motion.displacement != 0 && c.analysis.forced_response.static_part == "balanced")
            throw InputError(motion.places.of("displacement"),
                             "motion." + motion.name + ".displacement",
                             number_text(motion.displacement),
                             "forced-response takes harmonic motions, { amplitude = ... }; give a "
                             "constant load in place of it, or static_part = \"excluded\"");
}

// The level multiplies all harmonic drives, or the only one by name.
void refuse_loads(const Case& c)
{
    const std::string& name = c.analysis.forced_response.load;
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

dynamics::ForcedResponseOptions options_of(const Case& c, double level)
{
    dynamics::ForcedResponseOptions options = c.analysis.forced_response.options;
    options.level = level;
    return options;
}

Setup setup(const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    const ForcedResponseEntry& entry = c.analysis.forced_response;
    refuse_laws(c, built);
    refuse_motions(c);
    refuse_loads(c);
    dynamics::ModalModel modal = dynamics::modal_model(built.model, monitor.until_stopped());
    std::vector<dynamics::ModalOutput> outputs = modal_outputs(built.model, modal, built.outputs);
    for (std::size_t k = 0; k < outputs.size(); ++k)
        if (outputs[k].row.isZero(0) && outputs[k].follow == Complex(0))
            throw InputError(c.analysis.places.of("monitor"), "analysis.monitor",
                             "\"" + entry.monitors[k] + "\"", "a support holds it");
    dynamics::HarmonicBalance model{dynamics::driven_joints(built.model, modal),
                                    {entry.n_h, entry.static_part == "balanced"},
                                    std::move(outputs),
                                    entry.forces == "sampled" ? entry.samples : 0};
    Setup s{std::move(modal), std::move(model), {}, {}};
    for (const double level : entry.levels)
        dynamics::check_forced_response(s.model, options_of(c, level));
    s.restarts = read_restarts(c, s.model);
    s.left_out = levels_left_out(c);
    return s;
}

// What of the range neither the curve that turned back nor the one from the other end reaches.
std::string gap_text(const ForcedResponse& response, const std::array<double, 2>& gap)
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
bool adds_points(const ForcedResponse& response, const ForcedResponse& to)
{
    auto n_crossing = [](const ForcedResponse& r) -> Index {
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
ResponseCurves compute(const Case& c, const BuiltModel& built, const Setup& s,
                       const Progress& report)
{
    const std::vector<double>& levels = c.analysis.forced_response.levels;
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
               dynamics::extends(*s.restarts[k], options_of(c, levels[k]));
    };
    auto store = [&](std::size_t k, ForcedResponse response) {
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
            curve.points = dynamics::response_points(s.model, curve.response);
            curve.shapes =
                response_shapes(built, s.modal, s.model, curve.response, curve.points.loops);
        }
    };
    auto point = [&](std::size_t k) -> studies::PointResult {
        const dynamics::ForcedResponseOptions options = options_of(c, levels[k]);
        const Progress part = [&](double fraction) -> bool { return progress(k, fraction); };
        const bool restarts = !s.restarts.empty() && s.restarts[k];
        ForcedResponse response =
            restarts ? dynamics::forced_response_from(s.model, options, *s.restarts[k], part)
                     : dynamics::forced_response(s.model, options, part);
        adds[k] = adds_points(response,
                              keeps(k) ? dynamics::kept_curves(*s.restarts[k]) : ForcedResponse());
        not_followed[k] = std::move(response.not_followed);
        if (const auto gap = dynamics::unreached(response, options); gap && (!restarts || keeps(k)))
            not_reached[k] = {gap_text(response, *gap)};
        store(k, std::move(response));
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
                store(k, dynamics::forced_response_from(s.model, options_of(c, levels[k]),
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
    const dynamics::ForcedResponseOptions& range = c.analysis.forced_response.options;
    std::vector<double> stuck;
    for (const double omega : dynamics::stuck_frequencies(s.model, range.Omega_from))
        if (omega >= std::min(range.Omega_from, range.Omega_to) &&
            omega <= std::max(range.Omega_from, range.Omega_to))
            stuck.push_back(omega / two_pi);
    all.stuck_hz = Eigen::Map<const Vector>(stuck.data(), static_cast<Index>(stuck.size()));
    all.n_unknowns = s.model.n();
    all.n_modes = s.model.system().n_modes();
    all.form = s.model.form();
    for (const dynamics::ModalLaw& joint : s.model.system().joints) {
        all.joints.push_back(joint.name);
        const auto* contact = std::get_if<contact::ElasticCoulomb>(&joint.law);
        all.rubs = all.rubs || (contact && contact->friction > 0);
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

Outcome run_forced_response(const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    const Setup s =
        located(c.analysis.places, "analysis", [&]() -> Setup { return setup(c, built, monitor); });
    const std::filesystem::path continues =
        c.analysis.forced_response.restart.given ? restart_file(c) : std::filesystem::path();
    const Progress progress =
        monitor.part("levels", static_cast<double>(c.analysis.forced_response.levels.size()));
    ResponseCurves curves = compute(c, built, s, progress);
    if (interrupted_before_all(curves))
        throw Interrupted();
    Summary summary = summarise(c, curves);
    const bool new_points = curves.new_points;
    return {summary,
            [&c, &built, curves = std::move(curves), summary](const auto& folder) {
                write_curves(folder / "results.h5", c, curves, summary);
                const Scene scene(built);
                for (const ResponseCurve& curve : curves.levels)
                    for (const ResponseShape& shape : curve.shapes)
                        write_animation(folder, scene, std::filesystem::path("shapes") / shape.name,
                                        shape.name, shape.motion);
            },
            continues, new_points};
}

void check_forced_response(const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    const ForcedResponseEntry& entry = c.analysis.forced_response;
    const Setup s =
        located(c.analysis.places, "analysis", [&]() -> Setup { return setup(c, built, monitor); });
    const std::size_t n = entry.levels.size();
    std::printf("analysis forced-response of %s: %s to %s Hz, %zu level%s, %d harmonics, static "
                "part %s: %lld unknowns on %lld modes\n",
                join(entry.monitors).c_str(),
                number_text(entry.options.Omega_from / two_pi, 9).c_str(),
                number_text(entry.options.Omega_to / two_pi, 9).c_str(), n, n == 1 ? "" : "s",
                entry.n_h, entry.static_part.c_str(), static_cast<long long>(s.model.n()),
                static_cast<long long>(s.model.system().n_modes()));
}

} // namespace slideway::app
