#pragma once

#include "base/progress.hpp"
#include "continuation/rescaled_trace.hpp"
#include "dynamics/harmonic/harmonic_balance.hpp"
#include "dynamics/harmonic/harmonic_stability.hpp"
#include "dynamics/harmonic/response.hpp"
#include "dynamics/harmonic/response_scales.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// The equations of one level of a forced response, with what is recorded along its curves.
namespace slideway::dynamics {

/// rms of output 0 with its derivative along the branch.
class RmsMonitor {
public:
    /// @param at  shared with the equations of the level
    RmsMonitor(const HarmonicBalance& model, double level, HarmonicBalance::Evaluation& evaluation)
        : model_(model), level_(level), at_(evaluation)
    {
    }

    [[nodiscard]] double value(const continuation::Solution& solution);
    [[nodiscard]] double slope(const continuation::Solution& solution);
    /// That was asked for last.
    [[nodiscard]] double last() const { return last_; }

private:
    void update(const Vector& x, double Omega);

    const HarmonicBalance& model_;
    double level_;
    HarmonicBalance::Evaluation& at_;
    Vector Y_, dY_, Y_Omega_;
    Matrix Y_R_;
    double last_ = 0;
};

/// Stability of the points, computed once for all monitors.
class StabilityMonitor {
public:
    /// @param go_on  asked while a large system is computed
    StabilityMonitor(const HarmonicBalance& model, std::function<bool()> go_on)
        : stability_(std::make_shared<HarmonicStability>(model.system(), model.harmonics())),
          large_(model.system().n_modes() > quick), go_on_(std::move(go_on))
    {
    }

    /// @throws Interrupted
    [[nodiscard]] const Stability& at(const Vector& x, double Omega);
    /// After an interruption it is known of the points that `at` was asked for before.
    [[nodiscard]] bool neutral_saddle(const Vector& x, double Omega);

private:
    static constexpr Index quick = 50; ///< modes: some ten milliseconds

    std::shared_ptr<HarmonicStability> stability_; ///< none after an interruption
    bool large_;
    std::function<bool()> go_on_;
    std::vector<std::pair<double, Vector>> neutral_saddles_; ///< Omega, x
    Stability last_;
    Vector x_ = Vector(0);
    double Omega_ = -1;
};

/// In the order of ResponseMonitor.
[[nodiscard]] std::vector<std::string> monitor_names(bool stability);

/// Where the constant loads alone hold the joints: coefficients of which the means alone are not
/// zero. If Newton's method does not find it, that of the joints linearised at no displacement.
/// @param Omega  [rad/s] of evaluations, > 0: no matter which
[[nodiscard]] Vector equilibrium(const HarmonicBalance& model, double Omega);

/// The equations of one level with what is recorded and located along its curves.
class ResponseLevel {
public:
    ResponseLevel(const HarmonicBalance& model, const ForcedResponseOptions& o,
                  const Progress& progress);
    ResponseLevel(const ResponseLevel&) = delete;
    ResponseLevel& operator=(const ResponseLevel&) = delete;

    [[nodiscard]] const HarmonicBalance& model() const { return model_; }
    [[nodiscard]] const continuation::Problem& problem() const { return problem_; }
    [[nodiscard]] const continuation::Options& options() const { return options_; }
    [[nodiscard]] long long n_evaluations() const { return n_evaluations_; }
    [[nodiscard]] continuation::RescaledTrace stretches() const
    {
        const double range = options_.p_max - options_.p_min;
        return {problem_, options_, ResponseScales{AmplitudeScales(model_), range, per_frequency},
                progress_};
    }

    /// The linear motion about the equilibrium, where contacts stick, under a share of the drive.
    [[nodiscard]] Vector stuck_motion(double Omega, double share = 1);

    /// Newton's method at one frequency, from x; whether it converges.
    [[nodiscard]] bool correct(Vector& x, double Omega) const;

    /// Leads a motion at one frequency from a share of the level to the whole of it.
    [[nodiscard]] continuation::Branch raise(double Omega, const Vector& x, double share) const;

    /// The motion at one frequency; without one, why in `end`.
    [[nodiscard]] std::optional<Vector> motion_at(double Omega, continuation::BranchEnd& end);

    /// Zeros of the tests of stability where nothing happens lose their label.
    void tidy(continuation::Branch& branch);

private:
    const HarmonicBalance& model_;
    HarmonicBalance::Evaluation at_;
    RmsMonitor amplitude_;
    std::optional<StabilityMonitor> stability_;
    double level_, least_ = 0, done_ = 0;
    Progress progress_;
    long long n_evaluations_ = 0;
    continuation::Problem problem_;
    continuation::Options options_;
};

/// Whether a branch of ResponseLevel::raise got to the whole level.
[[nodiscard]] bool arrived(const continuation::Branch& raised);

} // namespace slideway::dynamics
