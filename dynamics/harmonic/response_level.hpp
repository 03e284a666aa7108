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

/// Equations of one level of a forced response, and quantities recorded along its curves.
namespace slideway::dynamics {

/// Rms of output 0 and its derivative along the branch.
class RmsMonitor {
public:
    /// @param evaluation  shared with the equations of the level
    RmsMonitor(const HarmonicBalance& model, double level, HarmonicBalance::Evaluation& evaluation)
        : model_(model), level_(level), at_(evaluation)
    {
    }

    [[nodiscard]] double value(const continuation::Solution& solution);
    [[nodiscard]] double slope(const continuation::Solution& solution);
    /// Returns the value that was computed last.
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
    /// @param go_on  called during the computation of a large system; false interrupts it
    StabilityMonitor(const HarmonicBalance& model, std::function<bool()> go_on)
        : stability_(std::make_shared<HarmonicStability>(model.system(), model.harmonics())),
          large_(model.system().n_modes() > quick), go_on_(std::move(go_on))
    {
    }

    /// @throws Interrupted
    [[nodiscard]] const Stability& at(const Vector& x, double Omega);
    /// True for a neutral saddle. After an interruption only points that `at` has computed are
    /// known.
    [[nodiscard]] bool neutral_saddle(const Vector& x, double Omega);

private:
    static constexpr Index quick = 50; ///< modes up to which a point takes some ten milliseconds

    std::shared_ptr<HarmonicStability> stability_; ///< null after an interruption
    bool large_;
    std::function<bool()> go_on_;
    std::vector<std::pair<double, Vector>> neutral_saddles_; ///< (Omega, x) of each
    Stability last_;
    Vector x_ = Vector(0);
    double Omega_ = -1;
};

/// Returns the names of the monitors, in the order of ResponseMonitor.
[[nodiscard]] std::vector<std::string> monitor_names(bool stability);

/// Computes the equilibrium under the constant loads, as coefficients whose harmonics are zero. If
/// Newton's method does not find it, the joints are linearised at zero displacement.
/// @param Omega  any frequency for evaluations [rad/s], > 0
[[nodiscard]] Vector equilibrium(const HarmonicBalance& model, double Omega);

/// Equations of one level, and quantities recorded and located along its curves.
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
    [[nodiscard]] continuation::RescaledTrace rescaled_trace() const
    {
        const double range = options_.p_max - options_.p_min;
        return {problem_, options_, ResponseScales{AmplitudeScales(model_), range, per_frequency},
                progress_};
    }

    /// Computes the linear motion about the equilibrium with sticking contacts, under a share of
    /// the drive.
    [[nodiscard]] Vector stuck_motion(double Omega, double share = 1);

    /// Applies Newton's method at one frequency, from x. Returns true if it converges.
    [[nodiscard]] bool correct(Vector& x, double Omega) const;

    /// Continues a motion at one frequency from a share of the level to the full level.
    [[nodiscard]] continuation::Branch raise(double Omega, const Vector& x, double share) const;

    /// Computes the motion at one frequency. If none is found, `end` has the reason.
    [[nodiscard]] std::optional<Vector> motion_at(double Omega, continuation::BranchEnd& end);

    /// Removes the labels of zeros of stability tests where the stability does not change, and of
    /// maxima where the monitor rests.
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

/// True if a branch of ResponseLevel::raise reached the full level.
[[nodiscard]] bool arrived(const continuation::Branch& raised);

} // namespace slideway::dynamics
