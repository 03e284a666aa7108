#include "app/analyses/forced_response/forced_response.hpp"

#include "app/analyses/forced_response/curves.hpp"
#include "app/analyses/forced_response/restart.hpp"
#include "app/case/joint_entry.hpp"
#include "app/case/located.hpp"
#include "app/results/quantities.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"
#include "base/threads.hpp"
#include "base/two_pi.hpp"
#include "studies/rank_lifecycle.hpp"
#include "studies/response_levels.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <memory>
#include <optional>

namespace slideway::app {

namespace {

using continuation::Branch;
using continuation::Stop;

// Model and options of the curves.
struct Setup {
    HarmonicModel harmonic;
    Restarts restarts;
    std::optional<ExactMotions> exact; // with stability
};

dynamics::ForcedResponseOptions options_of(const ForcedResponse& e, double level)
{
    dynamics::ForcedResponseOptions options = e.options;
    options.level = level;
    return options;
}

Setup setup(const ForcedResponse& e, const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    const std::array<double, 2> range = {e.options.Omega_from, e.options.Omega_to};
    Setup s{harmonic_model(e, c, built, ForcedResponse::type, monitor, range), {}, {}};
    for (const double level : e.levels)
        dynamics::check_forced_response(s.harmonic.balance, options_of(e, level));
    s.restarts = read_restarts(e, c, s.harmonic.balance);
    if (e.options.stability)
        s.exact.emplace(e, c, built, *s.harmonic.modal);
    return s;
}

// Describes the part of the range that neither the curve that turned back nor the one from the
// other end reaches.
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

// The curves of one level with their quantities.
struct ReportedLevel {
    std::vector<ResponseCurve> curves;
    std::vector<VerifiedStability> stability; // of each
    std::vector<std::string> not_followed, not_reached;
    bool new_points = false;
};

ReportedLevel reported(const ForcedResponse& e, const BuiltModel& built, const Setup& s,
                       studies::LevelCurves level, const Progress& progress)
{
    ReportedLevel result;
    result.new_points = level.new_points;
    dynamics::ForcedResponse& response = level.response;
    if (level.unreached)
        result.not_reached = {gap_text(response, *level.unreached)};
    result.not_followed = std::move(response.not_followed);
    const dynamics::ForcedResponseOptions options = options_of(e, response.level);
    result.curves = response_curves(built, s.harmonic, std::move(response));
    for (ResponseCurve& curve : result.curves)
        result.stability.push_back(
            s.exact ? verified_stability(*s.exact, s.harmonic, options, progress, curve)
                    : VerifiedStability());
    return result;
}

// Adds the properties of the model to the summary.
void add_model(const ForcedResponse& e, const BuiltModel& built, const Setup& s,
               ResponseCurves& all)
{
    const dynamics::ForcedResponseOptions& range = e.options;
    const OneThread alone; // of the BLAS too, as for the levels
    all.static_part = name_of(e.static_part);
    all.monitor = e.monitors.front();
    all.n_h = e.n_h;
    all.range = {range.Omega_from, range.Omega_to};
    all.stuck_hz = stuck_hz(s.harmonic.balance, range.Omega_from, range.Omega_to);
    all.used = settings(e, s.harmonic.balance);
    all.recorded = recorded(e, built, s.harmonic.balance);
}

// Every level on its own.
ResponseCurves compute(const ForcedResponse& e, const BuiltModel& built, const Setup& s,
                       const Progress& report, const Progress& until_stopped)
{
    const std::vector<double>& levels = e.levels;
    studies::ResponseLevels study{s.harmonic.balance, {}, s.restarts.levels};
    for (const double level : levels)
        study.options.push_back(options_of(e, level));
    std::vector<ReportedLevel> found(levels.size());
    const std::vector<studies::PointResult> results = studies::response_levels(
        study,
        [&](std::size_t k, studies::LevelCurves level) {
            found[k] = reported(e, built, s, std::move(level), until_stopped);
        },
        report);
    ResponseCurves all;
    all.left_out = s.restarts.left_out;
    for (std::size_t k = 0; k < levels.size(); ++k) {
        if (results[k].status == Status::failed)
            all.failed.push_back({levels[k], results[k].message});
        else if (results[k].status != Status::end)
            all.not_begun.push_back(levels[k]);
        ReportedLevel& level = found[k];
        all.new_points = all.new_points || level.new_points;
        std::move(level.curves.begin(), level.curves.end(), std::back_inserter(all.levels));
        std::move(level.stability.begin(), level.stability.end(),
                  std::back_inserter(all.stability));
        std::move(level.not_followed.begin(), level.not_followed.end(),
                  std::back_inserter(all.not_followed));
        std::move(level.not_reached.begin(), level.not_reached.end(),
                  std::back_inserter(all.not_reached));
    }
    if (all.levels.empty() && !all.failed.empty())
        throw std::runtime_error("level " + number_text(all.failed.front().level) + ": " +
                                 all.failed.front().message);
    add_model(e, built, s, all);
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
    refuse_drives(e, c, ForcedResponse::type);
}

void heed_laws(ForcedResponse& e, const Case& c)
{
    const auto own = std::find_if(c.joints.begin(), c.joints.end(), [](const JointEntry& joint) {
        return joint.chosen->is_state_function() && !joint.chosen->has_stability();
    });
    if (own == c.joints.end())
        return;
    if (e.asks_for_stability)
        throw InputError(c.analysis.places.of("stability"), "analysis.stability", "true",
                         "the law of joint." + own->name +
                             " is that of a script, which offers stability with smooth = True or "
                             "spring = True alone; expected false");
    e.options.stability = false;
    e.without_stability = true;
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
    return check_text(e.type, settings(e, s.harmonic.balance));
}

Outcome run(const ForcedResponse& e, const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    const Setup s = located(c.analysis.places, "analysis",
                            [&]() -> Setup { return setup(e, c, built, monitor); });
    const Progress progress = monitor.part("levels", static_cast<double>(e.levels.size()));
    monitor.print(studies::more_ranks_text(e.levels.size(), "levels"));
    const auto curves =
        std::make_shared<ResponseCurves>(compute(e, built, s, progress, monitor.until_stopped()));
    if (interrupted_before_all(*curves))
        throw Interrupted();
    return {.summary = summarise(e, *curves),
            .arrays = writer_of(curves),
            .pictures =
                [&built, curves](const auto& folder) {
                    const Scene scene(built);
                    for (const ResponseCurve& curve : curves->levels)
                        for (const ResponseShape& shape : curve.shapes)
                            write_shape(folder, scene, shape);
                },
            .continues = e.restart.given ? restart_file(e, c) : std::filesystem::path(),
            .new_points = curves->new_points};
}

} // namespace slideway::app
