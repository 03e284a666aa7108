#pragma once

#include "dynamics/harmonic/extremum_equations.hpp"
#include "dynamics/harmonic/response_scales.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

/// Motions and extrema near a point of a curve of extrema.
namespace slideway::dynamics {

/// A motion of a level.
struct LevelPoint {
    Vector x;     ///< n + 1: r, Omega
    double p = 0; ///< ln level
};

/// An extremum of a level.
struct Extremum {
    Vector x; ///< n + 1: r, Omega
    double level = 0, log_rms = 0;
    bool maximum = false;
    std::size_t piece = 0; ///< of its curve
};

struct OnsetPassed {
    Kink kink;
    bool from_slip;      ///< the first of two motions slips
    double distance = 0; ///< its margin there in parts of its size, or a length
};

/// For one thread: it holds the memory of evaluations.
class ExtremumSearch {
public:
    /// @param output     of the balance, whose rms has extrema
    /// @param tolerance  of Newton's method
    ExtremumSearch(const HarmonicBalance& model, std::size_t output, double tolerance)
        : model_(model), output_(output), n_(model.n()),
          equations_(model, output), scales_{AmplitudeScales(model)}
    {
        newton_.residual_tol = tolerance;
    }

    /// {F = 0, s = 0}, without monitors.
    [[nodiscard]] continuation::Problem problem();
    [[nodiscard]] ExtremumEquations& equations() { return equations_; }
    [[nodiscard]] const continuation::NewtonOptions& newton() const { return newton_; }
    [[nodiscard]] continuation::Scales scales(const VectorIn& x);
    [[nodiscard]] double log_rms(const HarmonicBalance::Evaluation& at);

    /// Slope of ln rms over Omega; not a number where there is none.
    [[nodiscard]] double slope(const LevelPoint& at);
    /// The motion at a frequency of a level, by Newton's method from r of `guess`.
    /// @param tolerance  at most that of Newton's method elsewhere
    [[nodiscard]] std::optional<LevelPoint> on_response(const Vector& guess, double Omega, double p,
                                                        double tolerance = 1);
    /// The kink of that level, and whether it is a maximum.
    [[nodiscard]] std::optional<Extremum> on_kink(const LevelPoint& guess, const Kink& kink);
    /// An extremum near a guess; where Newton's method goes astray, from the motion at the guess's
    /// frequency. @param r  of a motion close by
    [[nodiscard]] std::optional<Extremum> extremum_near(const LevelPoint& guess, const Vector& r,
                                                        double near);
    /// Newton's method for an extremum at a level.
    [[nodiscard]] std::optional<LevelPoint> extremum(const LevelPoint& guess);
    /// Where the slope changes its sign between two motions of a level, which are moved towards it;
    /// none where it jumps.
    [[nodiscard]] std::optional<LevelPoint> refine(LevelPoint& a, LevelPoint& b);
    /// The first extremum from a motion upwards (way = 1) or downwards in frequency.
    /// @param limit  share of the frequency to look at
    [[nodiscard]] std::optional<LevelPoint> extremum_from(const LevelPoint& at, double limit,
                                                          int way);

    /// The first maximum, or minimum, likewise: the first extremum or the second.
    [[nodiscard]] std::optional<LevelPoint> next_extremum(const LevelPoint& at, int way,
                                                          bool maximum);

    /// Down to round-off, after Newton's method.
    static void polish(continuation::Corrector& corrector, Vector& x, double& p,
                       const Vector& fixed);
    /// Of every joint.
    [[nodiscard]] std::vector<contact::SlipOnsets> onsets(const LevelPoint& at);
    /// The onset of slip between a and b; none: no onset's margin changes its sign.
    [[nodiscard]] std::optional<OnsetPassed> onset(const LevelPoint& a, const LevelPoint& b);
    /// Those whose margin is less than a share of its size, the nearest first.
    [[nodiscard]] std::vector<OnsetPassed> onsets_near(const LevelPoint& at, double share);
    /// Those to which margins lead within a length of a curve, the nearest first.
    /// @param along  d(x)/ds
    [[nodiscard]] std::vector<OnsetPassed> onsets_ahead(const LevelPoint& at, const Vector& along,
                                                        double length);
    /// Whether a motion lies beyond the onset.
    [[nodiscard]] bool slips(const LevelPoint& at, const Kink& kink);

private:
    const HarmonicBalance& model_;
    std::size_t output_;
    Index n_;
    ExtremumEquations equations_;
    LevelScales scales_;
    continuation::NewtonOptions newton_;
    Vector Y_;

    using Distance =
        std::function<double(const contact::SlipOnset& onset,
                             const std::function<double(const Vector& along)>& derivative)>;
    [[nodiscard]] std::vector<OnsetPassed> onsets_within(const LevelPoint& at, double most,
                                                         const Distance& distance);
};

/// What the states of the joints are, as a number: how often each occurs in a cycle.
[[nodiscard]] double states_code(const HarmonicBalance::Evaluation& at);

} // namespace slideway::dynamics
