#include "dynamics/harmonic/ridges.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/two_pi.hpp"
#include "dynamics/harmonic/forced_response.hpp"
#include "dynamics/harmonic/response_completion.hpp"
#include "dynamics/harmonic/stuck_modes.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <utility>

namespace slideway::dynamics {

namespace {

constexpr double same_frequency = 1e-7; // relative, of one extremum found twice
constexpr std::size_t most_between = 8; // values between the ends whose responses are computed

// Up to `most_between` of the ascending values without their ends, evenly spaced by their numbers.
std::vector<double> between_ends(const std::vector<double>& values)
{
    std::vector<double> some;
    if (values.size() < 3)
        return some;
    const std::size_t inner = values.size() - 2, n = std::min(inner, most_between);
    for (std::size_t k = 0; k < n; ++k)
        some.push_back(values[1 + (2 * k + 1) * inner / (2 * n)]);
    return some;
}

// Whether every contact sticks, or stays open, throughout the linear motions of the range, none at
// the very onset of slip: a node cannot be distinguished from such a motion.
bool sticks(MotionFamily& motions, const std::vector<ExtremumStart>& extrema,
            const ExtremaOptions& options)
{
    constexpr double onset = 1e-6; // share of the size of a margin
    const Index n = motions.model().n();
    ExtremumSearch search(motions, options.output, options.tolerance);
    HarmonicBalance::Evaluation evaluation(motions.model());
    return std::all_of(extrema.begin(), extrema.end(), [&](const ExtremumStart& e) -> bool {
        const MotionAt motion{e.x, std::log(e.value)};
        return motions.evaluate(e.x.head(n), e.x(n), motion.p, evaluation) &&
               dynamics::sticks(motions.model(), evaluation) &&
               search.onsets_near(motion, onset).empty();
    });
}

bool rubs(const HarmonicBalance& model)
{
    const auto& joints = model.system().joints;
    return std::any_of(joints.begin(), joints.end(),
                       [](const ModalLaw& joint) { return joint.law->rubs(); });
}

void sort_by_frequency(std::vector<RidgePoint>& points, Index n)
{
    std::sort(points.begin(), points.end(),
              [n](const RidgePoint& a, const RidgePoint& b) { return a.at.x(n) < b.at.x(n); });
}

bool has_maximum(const std::vector<RidgePoint>& points)
{
    return std::any_of(points.begin(), points.end(),
                       [](const RidgePoint& point) { return point.at.maximum; });
}

bool covers(const ForcedResponse& response, const ForcedResponseOptions& range)
{
    return response.branch.n_points() > 0 &&
           response.branch.back.stop == continuation::Stop::bound && !unreached(response, range);
}

std::string end_text(const continuation::Branch& branch)
{
    if (branch.n_points() == 0)
        return "has no start (" + branch.back.message + ")";
    return "ends at " + number_text(branch.p(branch.n_points() - 1) / two_pi, 8) + " Hz (" +
           branch.back.message + ")";
}

class Builder {
public:
    Builder(MotionFamily& motions, const RidgesOptions& options, const Progress& progress)
        : motions_(motions), n_(motions.model().n()), o_(options), extrema_(options.extrema),
          progress_([this, &progress](double done) -> bool {
              result_.interrupted = result_.interrupted || (progress && !progress(done));
              return !result_.interrupted;
          })
    {
        extrema_.from = *std::min_element(o_.values.begin(), o_.values.end());
        extrema_.to = *std::max_element(o_.values.begin(), o_.values.end());
        extrema_.values = o_.values;
        std::sort(extrema_.values.begin(), extrema_.values.end());
    }

    Ridges build();

private:
    MotionFamily& motions_;
    Index n_;
    const RidgesOptions& o_;
    ExtremaOptions extrema_;
    Progress progress_;
    Ridges result_;
    std::set<double> searched_; // values at which forced responses were searched for extrema

    void start_from(const std::vector<ExtremumStart>& starts);
    void search_between();
    [[nodiscard]] bool known(const ExtremumStart& start) const;
    void list_values();
    void add_from_responses();
    void add_maxima(const ForcedResponse& response, double value,
                    std::vector<RidgePoint>& points) const;
    void differentiate();
};

bool Builder::known(const ExtremumStart& start) const
{
    std::vector<std::string> ignored;
    return std::any_of(
        result_.curves.begin(), result_.curves.end(), [&](const ExtremaCurve& curve) -> bool {
            const std::vector<Extremum> there =
                extrema_at(motions_, curve, start.value, extrema_, ignored);
            return std::any_of(there.begin(), there.end(), [&](const Extremum& e) -> bool {
                return std::abs(e.x(n_) - start.x(n_)) <= same_frequency * e.x(n_);
            });
        });
}

void Builder::start_from(const std::vector<ExtremumStart>& starts)
{
    for (const ExtremumStart& start : starts) {
        if (result_.interrupted || known(start))
            continue;
        ExtremaCurve curve;
        curve.begins = motions_.lowest();
        if (start.value > extrema_.from)
            curve = reversed(extrema_curve(motions_, start, -1, extrema_, progress_));
        ExtremaCurve up;
        if (start.value < extrema_.to && !curve.interrupted && !curve.closed)
            up = extrema_curve(motions_, start, 1, extrema_, progress_);
        if (up.closed) // it holds the whole curve
            curve = {};
        std::move(up.curve.pieces.begin(), up.curve.pieces.end(),
                  std::back_inserter(curve.curve.pieces));
        std::move(up.kinks.begin(), up.kinks.end(), std::back_inserter(curve.kinks));
        if (!up.curve.pieces.empty())
            curve.ends = up.ends;
        curve.closed = curve.closed || up.closed;
        if (curve.closed)
            curve.begins = curve.ends = "closed";
        else if (up.curve.pieces.empty() && start.value >= extrema_.to)
            curve.ends = motions_.highest();
        result_.curves.push_back(std::move(curve));
    }
}

// Starts curves at the largest maxima of responses where these are on no curve yet. A curve that
// was lost needs no search: add_from_responses() then computes the responses of all values.
void Builder::search_between()
{
    for (const double value : between_ends(extrema_.values)) {
        if (result_.interrupted || !lost_ends(result_).empty())
            return;
        if (!searched_.insert(value).second)
            continue;
        const std::vector<ExtremumStart> there =
            response_extrema(motions_, value, extrema_, progress_);
        const auto height = [](const ExtremumStart& e) {
            return e.maximum ? e.log_rms : -std::numeric_limits<double>::infinity();
        };
        const auto largest =
            std::max_element(there.begin(), there.end(),
                             [&](const auto& a, const auto& b) { return height(a) < height(b); });
        if (largest != there.end() && largest->maximum)
            start_from({*largest});
    }
}

void Builder::list_values()
{
    for (const double value : o_.values) {
        std::vector<RidgePoint>& points = result_.points_at_values.emplace_back();
        for (std::size_t c = 0; c < result_.curves.size(); ++c)
            for (Extremum& e :
                 extrema_at(motions_, result_.curves[c], value, extrema_, result_.lost)) {
                const std::optional<Kink> kink = result_.curves[c].kinks[e.piece];
                points.push_back({std::move(e), c, kink});
            }
        sort_by_frequency(points, n_);
        // Where curves overlap an extremum is one.
        constexpr double same = 1e-9; // frequencies and rms, relative; what Newton's method leaves
        points.erase(std::unique(points.begin(), points.end(),
                                 [n = n_](const RidgePoint& a, const RidgePoint& b) {
                                     return b.at.x(n) - a.at.x(n) <= same * a.at.x(n) &&
                                            std::abs(b.at.log_rms - a.at.log_rms) <= same &&
                                            a.at.maximum == b.at.maximum;
                                 }),
                     points.end());
    }
}

// The maxima of the forced response at each requested value, where curves do not lead to all.
void Builder::add_from_responses()
{
    const auto complete = [](const std::vector<RidgePoint>& points) { return has_maximum(points); };
    if (result_.lost.empty() && lost_ends(result_).empty() &&
        std::all_of(result_.points_at_values.begin(), result_.points_at_values.end(), complete))
        return;
    searched_ = {o_.values.begin(), o_.values.end()};
    for (std::size_t k = 0; k < result_.values.size() && !result_.interrupted; ++k) {
        const double value = result_.values[k];
        const HarmonicBalance model = motions_.balance(std::log(value));
        ForcedResponseOptions range;
        range.level = motions_.level(std::log(value));
        range.Omega_from = extrema_.Omega_low;
        range.Omega_to = extrema_.Omega_high;
        range.tolerance = extrema_.tolerance;
        range.stability = false;
        const ForcedResponse up = forced_response(model, range, progress_);
        add_maxima(up, value, result_.points_at_values[k]);
        if (covers(up, range) || result_.interrupted)
            continue;
        std::swap(range.Omega_from, range.Omega_to);
        const ForcedResponse down = forced_response(model, range, progress_);
        add_maxima(down, value, result_.points_at_values[k]);
        if (!covers(down, range) && !result_.interrupted)
            result_.gaps.push_back({value, "the forced response from the lowest frequency " +
                                               end_text(up.branch) + ", the one from the highest " +
                                               end_text(down.branch)});
    }
}

// Maxima of a response that are not listed yet.
void Builder::add_maxima(const ForcedResponse& response, double value,
                         std::vector<RidgePoint>& points) const
{
    for (const continuation::Branch* branch : curves_of(response))
        for (const Index i :
             continuation::points_of(*branch, continuation::PointKind::monitor_maximum)) {
            if (branch->monitor[static_cast<std::size_t>(i)] != monitor_rms)
                continue;
            const double Omega = branch->p(i);
            if (std::any_of(points.begin(), points.end(), [&](const RidgePoint& point) {
                    return std::abs(point.at.x(n_) - Omega) <= same_frequency * Omega;
                }))
                continue;
            Vector x(n_ + 1);
            x << branch->x.col(i), Omega;
            points.push_back(
                {{std::move(x), value, std::log(branch->monitors(monitor_rms, i)), true}, {}});
        }
    sort_by_frequency(points, n_);
}

void Builder::differentiate()
{
    PeakDerivatives peak(motions_, extrema_.output);
    for (std::vector<RidgePoint>& points : result_.points_at_values)
        for (RidgePoint& point : points) {
            if (!point.curve)
                continue;
            std::vector<PeakSlopes>& slopes = point.derivatives;
            if (peak.move({point.at.x, std::log(point.at.value)}, point.kink))
                for (const PeakParameter& p : o_.parameters)
                    slopes.push_back(peak.by(p));
            const bool bounded =
                !slopes.empty() &&
                std::all_of(slopes.begin(), slopes.end(), [](const PeakSlopes& one) {
                    return std::isfinite(one.log_rms) && std::isfinite(one.log_frequency);
                });
            if (!bounded) {
                slopes.clear();
                result_.unbounded.push_back(motions_.value_text(point.at.value) + ", " +
                                            number_text(point.at.x(n_) / two_pi, 8) + " Hz");
            }
        }
}

Ridges Builder::build()
{
    std::vector<double> responses = o_.responses;
    const double lowest = extrema_.from, highest = extrema_.to;
    std::vector<ExtremumStart> first = response_extrema(motions_, lowest, extrema_, progress_);
    // Over the level curves begin where everything sticks.
    constexpr double lower = 0.1;
    const bool begins_stuck = motions_.parameter().level && rubs(motions_.model());
    for (int k = 0;
         k < 12 && !result_.interrupted && begins_stuck && !sticks(motions_, first, extrema_);
         ++k) {
        extrema_.from *= lower;
        first = response_extrema(motions_, extrema_.from, extrema_, progress_);
        if (k == 0)
            responses.insert(responses.begin(), lowest);
    }
    start_from(first);
    if (highest > lowest)
        responses.push_back(highest);
    for (const double value : responses)
        if (!result_.interrupted)
            start_from(response_extrema(motions_, value, extrema_, progress_));
    result_.values = o_.values;
    searched_ = {responses.begin(), responses.end()};
    searched_.insert(lowest);
    search_between();
    if (result_.curves.empty() && !result_.interrupted)
        throw InputError("frequency",
                         number_text(extrema_.Omega_low / two_pi, 9) + " to " +
                             number_text(extrema_.Omega_high / two_pi, 9) + " Hz",
                         "the response has no maximum or minimum there; widen the range");
    list_values();
    add_from_responses();
    result_.n_searched = static_cast<std::size_t>(
        std::count_if(o_.values.begin(), o_.values.end(),
                      [this](double value) { return searched_.contains(value); }));
    if (!o_.parameters.empty())
        differentiate();
    return std::move(result_);
}

} // namespace

std::vector<LostEnd> lost_ends(const Ridges& found)
{
    // Relative. Where a kink ends just inside of a bound, the next piece may begin outside.
    constexpr double at_bound = 1e-3;
    if (found.values.empty() || found.interrupted)
        return {};
    const auto [low, high] = std::minmax_element(found.values.begin(), found.values.end());
    std::vector<LostEnd> list;
    for (std::size_t c = 0; c < found.curves.size(); ++c) {
        const ExtremaCurve& curve = found.curves[c];
        if (curve.closed || curve.curve.pieces.empty())
            continue;
        const auto add = [&](const continuation::Branch& branch, Index k, const std::string& why) {
            const double value = std::exp(branch.p(k));
            const bool inside = value > *low * (1 + at_bound) && value < *high * (1 - at_bound) &&
                                branch.monitors(extrema_low, k) > at_bound &&
                                branch.monitors(extrema_high, k) > at_bound;
            if (inside)
                list.push_back({c, value, branch.x(branch.x.rows() - 1, k), why});
        };
        const continuation::Branch& last = curve.curve.pieces.back().branch;
        add(curve.curve.pieces.front().branch, 0, curve.begins);
        add(last, last.n_points() - 1, curve.ends);
    }
    return list;
}

Ridges ridges(MotionFamily& motions, const RidgesOptions& options, const Progress& progress)
{
    return Builder(motions, options, progress).build();
}

Ridges ridges(const HarmonicBalance& model, const RidgesOptions& options, const Progress& progress)
{
    MotionFamily over_level(model);
    return ridges(over_level, options, progress);
}

} // namespace slideway::dynamics
