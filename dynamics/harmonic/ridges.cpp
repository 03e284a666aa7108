#include "dynamics/harmonic/ridges.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "dynamics/harmonic/forced_response.hpp"
#include "dynamics/harmonic/stuck_modes.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <utility>

namespace slideway::dynamics {

namespace {

constexpr double two_pi = 2 * std::numbers::pi;

// Whether every contact sticks, or stays open, throughout the linear motions of the range.
bool sticks(const HarmonicBalance& model, const std::vector<ExtremumStart>& extrema)
{
    HarmonicBalance::Evaluation at(model);
    return std::all_of(extrema.begin(), extrema.end(), [&](const ExtremumStart& e) -> bool {
        return model.evaluate(e.x.head(model.n()), e.x(model.n()), e.level, at) &&
               dynamics::sticks(at);
    });
}

bool rubs(const HarmonicBalance& model)
{
    const auto& joints = model.system().joints;
    return std::any_of(joints.begin(), joints.end(),
                       [](const ModalLaw& joint) { return joint.law->rubs(); });
}

class Builder {
public:
    Builder(const HarmonicBalance& model, const RidgesOptions& options, const Progress& progress)
        : model_(model), o_(options), extrema_(options.extrema),
          progress_([this, &progress](double done) -> bool {
              result_.interrupted = result_.interrupted || (progress && !progress(done));
              return !result_.interrupted;
          })
    {
        extrema_.level_from = *std::min_element(o_.levels.begin(), o_.levels.end());
        extrema_.level_to = *std::max_element(o_.levels.begin(), o_.levels.end());
    }

    Ridges build();

private:
    const HarmonicBalance& model_;
    const RidgesOptions& o_;
    ExtremaOptions extrema_;
    Progress progress_;
    Ridges result_;

    void start_from(const std::vector<ExtremumStart>& starts);
    [[nodiscard]] bool known(const ExtremumStart& start) const;
    void list_levels();
    void differentiate();
};

bool Builder::known(const ExtremumStart& start) const
{
    constexpr double same = 1e-7; // frequencies, relative
    std::vector<std::string> ignored;
    const Index n = model_.n();
    return std::any_of(
        result_.curves.begin(), result_.curves.end(), [&](const ExtremaCurve& curve) -> bool {
            const std::vector<Extremum> there =
                extrema_at(model_, curve, start.level, extrema_, ignored);
            return std::any_of(there.begin(), there.end(), [&](const Extremum& e) -> bool {
                return std::abs(e.x(n) - start.x(n)) <= same * e.x(n);
            });
        });
}

void Builder::start_from(const std::vector<ExtremumStart>& starts)
{
    for (const ExtremumStart& start : starts) {
        if (result_.interrupted || known(start))
            continue;
        ExtremaCurve curve;
        curve.begins = "the lowest level";
        if (start.level > extrema_.level_from)
            curve = reversed(extrema_curve(model_, start, -1, extrema_, progress_));
        ExtremaCurve up;
        if (start.level < extrema_.level_to && !curve.interrupted && !curve.closed)
            up = extrema_curve(model_, start, 1, extrema_, progress_);
        std::move(up.curve.pieces.begin(), up.curve.pieces.end(),
                  std::back_inserter(curve.curve.pieces));
        std::move(up.kinks.begin(), up.kinks.end(), std::back_inserter(curve.kinks));
        if (!up.curve.pieces.empty())
            curve.ends = up.ends;
        else if (curve.closed)
            curve.begins = curve.ends = "closed";
        else if (start.level >= extrema_.level_to)
            curve.ends = "the highest level";
        result_.curves.push_back(std::move(curve));
    }
}

void Builder::list_levels()
{
    const Index n = model_.n();
    for (const double level : o_.levels) {
        std::vector<RidgePoint>& here = result_.at_levels.emplace_back();
        for (std::size_t c = 0; c < result_.curves.size(); ++c)
            for (Extremum& e : extrema_at(model_, result_.curves[c], level, extrema_, result_.lost))
                here.push_back({std::move(e), c});
        std::sort(here.begin(), here.end(),
                  [n](const RidgePoint& a, const RidgePoint& b) { return a.at.x(n) < b.at.x(n); });
        // Where curves overlap an extremum is one.
        constexpr double same = 1e-9; // frequencies and rms, relative; what Newton's method leaves
        here.erase(std::unique(here.begin(), here.end(),
                               [n](const RidgePoint& a, const RidgePoint& b) {
                                   return b.at.x(n) - a.at.x(n) <= same * a.at.x(n) &&
                                          std::abs(b.at.log_rms - a.at.log_rms) <= same &&
                                          a.at.maximum == b.at.maximum;
                               }),
                   here.end());
    }
}

void Builder::differentiate()
{
    PeakDerivatives peak(model_, extrema_.output);
    for (std::size_t level = 0; level < result_.at_levels.size(); ++level)
        for (RidgePoint& point : result_.at_levels[level]) {
            const std::optional<Kink>& kink = result_.curves[point.curve].kinks[point.at.piece];
            if (!peak.move(point.at.x, o_.levels[level], kink)) {
                result_.lost.push_back("level " + number_text(o_.levels[level], 8) +
                                       ": derivatives at " +
                                       number_text(point.at.x(model_.n()) / two_pi, 8) + " Hz");
                continue;
            }
            for (const PeakParameter& p : o_.parameters)
                point.derivatives.push_back(peak.by(p));
        }
}

Ridges Builder::build()
{
    std::vector<double> responses = o_.responses;
    const double lowest = extrema_.level_from, highest = extrema_.level_to;
    std::vector<ExtremumStart> first = response_extrema(model_, lowest, extrema_, progress_);
    // Curves begin where everything sticks.
    constexpr double lower = 0.1;
    for (int k = 0; k < 12 && !result_.interrupted && rubs(model_) && !sticks(model_, first); ++k) {
        extrema_.level_from *= lower;
        first = response_extrema(model_, extrema_.level_from, extrema_, progress_);
        if (k == 0)
            responses.insert(responses.begin(), lowest);
    }
    start_from(first);
    if (highest > lowest)
        responses.push_back(highest);
    for (const double level : responses)
        if (!result_.interrupted)
            start_from(response_extrema(model_, level, extrema_, progress_));
    if (result_.curves.empty() && !result_.interrupted)
        throw InputError("frequency",
                         number_text(extrema_.Omega_low / two_pi) + " to " +
                             number_text(extrema_.Omega_high / two_pi) + " Hz",
                         "the response has no maximum or minimum there; widen the range");
    list_levels();
    if (!o_.parameters.empty())
        differentiate();
    return std::move(result_);
}

} // namespace

Ridges ridges(const HarmonicBalance& model, const RidgesOptions& options, const Progress& progress)
{
    return Builder(model, options, progress).build();
}

} // namespace slideway::dynamics
