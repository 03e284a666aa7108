#pragma once

#include "dynamics/harmonic/extremum_equations.hpp"
#include "dynamics/harmonic/response_scales.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

/// Motions and extrema near a point of a curve of extrema.
namespace slideway::dynamics {

/// An extremum.
struct Extremum {
    Vector x;         ///< n + 1: r, Omega
    double value = 0; ///< e^p of the parameter: the level, or a factor
    double log_rms = 0;
    bool maximum = false;
    std::size_t piece = 0; ///< index of the piece in its curve
};

struct OnsetPassed {
    Kink kink;
    bool from_slip;      ///< the first of two motions slips
    double distance = 0; ///< margin of the onset there relative to its size, or a length
};

/// For one thread: it holds the memory of evaluations.
class ExtremumSearch {
public:
    /// @param output     of the balance, whose rms has extrema
    /// @param tolerance  of Newton's method
    ExtremumSearch(MotionFamily& motions, std::size_t output, double tolerance)
        : motions_(motions), model_(motions.model()), output_(output), n_(model_.n()),
          equations_(motions, output), scales_{AmplitudeScales(model_)}
    {
        newton_.residual_tol = tolerance_ = tolerance;
    }

    /// Raises the tolerance to what evaluations near a motion repeat to, in stiff contacts more
    /// than it, at most 1e-6; or sets it back.
    void heed_roughness(const MotionAt& motion);

    /// {F = 0, s = 0}, without monitors.
    [[nodiscard]] continuation::Problem problem();
    [[nodiscard]] ExtremumEquations& equations() { return equations_; }
    [[nodiscard]] const continuation::NewtonOptions& newton() const { return newton_; }
    [[nodiscard]] continuation::Scales scales(const VectorIn& x);
    [[nodiscard]] double log_rms(const HarmonicBalance::Evaluation& evaluation);

    /// Slope of ln rms over Omega; not a number where there is none.
    [[nodiscard]] double slope(const MotionAt& motion);
    /// The motion at a frequency, by Newton's method from r of `guess`.
    /// @param tolerance  at most that of Newton's method elsewhere
    [[nodiscard]] std::optional<MotionAt> on_response(const Vector& guess, double Omega, double p,
                                                      double tolerance = 1);
    /// The kink of that p, and whether it is a maximum.
    [[nodiscard]] std::optional<Extremum> on_kink(const MotionAt& guess, const Kink& kink);
    /// An extremum near a guess; where Newton's method goes astray, from the motion at the guess's
    /// frequency. @param r  of a motion close by
    [[nodiscard]] std::optional<Extremum> extremum_near(const MotionAt& guess, const Vector& r,
                                                        double near);
    /// Newton's method for an extremum at p of the guess, or at its frequency.
    [[nodiscard]] std::optional<MotionAt> extremum(const MotionAt& guess,
                                                   bool at_frequency = false);
    /// Where the slope changes its sign between two motions of one p, which are moved towards it;
    /// none where it jumps.
    [[nodiscard]] std::optional<MotionAt> refine(MotionAt& a, MotionAt& b);
    /// The first extremum from a motion upwards (way = 1) or downwards in frequency.
    /// @param limit  share of the frequency to look at
    [[nodiscard]] std::optional<MotionAt> extremum_from(const MotionAt& motion, double limit,
                                                        int way);

    /// The first maximum or minimum in the same way: the first extremum or the second.
    [[nodiscard]] std::optional<MotionAt> next_extremum(const MotionAt& motion, int way,
                                                        bool maximum);

    /// Down to round-off, after Newton's method.
    static void polish(continuation::Corrector& corrector, Vector& x, double& p,
                       const Vector& fixed);
    /// Slip onsets of all joints.
    [[nodiscard]] std::vector<contact::SlipOnsets> onsets(const MotionAt& motion);
    /// The onset of slip between a and b; none: no onset's margin changes its sign.
    [[nodiscard]] std::optional<OnsetPassed> onset(const MotionAt& a, const MotionAt& b);
    /// Onsets whose margin is less than a share of its size, the nearest first.
    [[nodiscard]] std::vector<OnsetPassed> onsets_near(const MotionAt& motion, double share);
    /// Onsets whose margin vanishes within a length of the curve, the nearest first.
    /// @param along  d(x)/ds
    [[nodiscard]] std::vector<OnsetPassed> onsets_ahead(const MotionAt& motion, const Vector& along,
                                                        double length);
    /// Whether a motion lies beyond the onset.
    [[nodiscard]] bool slips(const MotionAt& motion, const Kink& kink);

private:
    MotionFamily& motions_;
    const HarmonicBalance& model_;
    std::size_t output_;
    Index n_;
    ExtremumEquations equations_;
    LevelScales scales_;
    continuation::NewtonOptions newton_;
    double tolerance_ = 0;
    Vector Y_;

    /// An onset of a motion with those that coincide.
    [[nodiscard]] OnsetPassed passed(const MotionAt& motion, std::size_t joint,
                                     const std::vector<contact::SlipOnsets>& all,
                                     const contact::SlipOnset& onset);

    using Distance =
        std::function<double(const contact::SlipOnset& onset,
                             const std::function<double(const Vector& along)>& derivative)>;
    [[nodiscard]] std::vector<OnsetPassed> onsets_within(const MotionAt& motion, double most,
                                                         const Distance& distance);
};

/// Code of the states of the joints: a number that counts how often each occurs in a cycle.
[[nodiscard]] double states_code(const HarmonicBalance::Evaluation& evaluation);

} // namespace slideway::dynamics
