#pragma once

#include "dynamics/harmonic/motion_family.hpp"
#include "dynamics/harmonic/resonance_slope.hpp"

#include <string>
#include <vector>

/// The equations of the pieces of a curve of extrema: unknowns (r, Omega), n + 1, over p of a
/// family of motions, and their derivatives by other parameters.
namespace slideway::dynamics {

/// Derivatives by ln p at fixed (r, Omega).
struct PeakColumn {
    Vector E; ///< n + 1: of the equations
    double log_rms = 0;
};

/// {F = 0, s = 0}: the rms of an output has an extremum over frequency.
class ExtremumEquations {
public:
    ExtremumEquations(MotionFamily& motions, std::size_t output)
        : motions_(motions), at_(motions.model()), slope_(motions.model(), output)
    {
    }

    /// @return whether all is finite
    bool operator()(const Vector& x, double p, continuation::Equations& out);

    /// F at a motion; nothing is done again where it is the last one.
    bool evaluate(const Vector& x, double p);
    /// Returns only the slope; NaN if there is none ...
    [[nodiscard]] double slope(const Vector& x, double p);
    /// ... and with its derivatives.
    [[nodiscard]] const ResonanceSlope& derivatives(const Vector& x, double p);
    /// Column of a parameter, at the motion whose derivatives were computed last.
    void column(const PeakParameter& p, PeakColumn& out);
    /// Evaluation of the last motion.
    [[nodiscard]] HarmonicBalance::Evaluation& at() { return at_; }

private:
    MotionFamily& motions_;
    HarmonicBalance::Evaluation at_;
    ResonanceSlope slope_;
    ResonanceSlope::Partials partials_;
    PeakColumn column_;
    bool differentiated_ = false;
};

/// Where a joint begins to slip: onsets that coincide (in odd motions those of both senses).
struct Kink {
    std::size_t joint = 0;
    std::vector<contact::OnsetPlace> places;
    /// Other joints that begin to slip at the same instant wherever this one does: contacts that
    /// move alike. One kink with all jumps; the margin is that of `joint`.
    std::vector<Kink> also = {};
};

/// "left", "above and below".
[[nodiscard]] std::string joints_of(const HarmonicBalance& model, const Kink& kink);

/// {F = 0, margin = 0}: J jumps, and with it s. F is that of the contact that sticks still, smooth
/// on both sides.
class KinkEquations {
public:
    KinkEquations(MotionFamily& motions, std::size_t output, Kink kink);
    KinkEquations(const KinkEquations&) = delete; // parts point to the kink
    KinkEquations& operator=(const KinkEquations&) = delete;

    bool operator()(const Vector& x, double p, continuation::Equations& out);
    /// These equations, which the problem refers to, without monitors.
    [[nodiscard]] continuation::Problem problem();

    /// Slopes of the response at a point of the piece, on the side that sticks and on the one that
    /// slips, and dmargin/dOmega along the response: > 0 if slip lies at higher frequencies.
    struct Slopes {
        double stick, slip, margin;
    };
    [[nodiscard]] Slopes slopes(const Vector& x, double p);
    /// The slope on the side that sticks with its derivatives, of the last motion ...
    [[nodiscard]] const ResonanceSlope& derivatives();
    /// ... and then those of the equations.
    void column(const PeakParameter& p, PeakColumn& out);
    /// Derivatives of the motion on the side that sticks.
    struct Way {
        Vector r;          ///< n
        double margin = 0; ///< > 0 if slip lies at higher values
    };
    /// Derivatives along the response, by Omega, at the last motion of `slopes`.
    [[nodiscard]] Way along_frequency() const;
    /// Derivatives by p at fixed frequency, at the last motion of `slopes`.
    [[nodiscard]] Way along_parameter();
    /// Shortest change of r by which the margin grows by 1, with those of the other joints of the
    /// kink in proportion to their sizes.
    [[nodiscard]] Vector into_slip() const;
    /// Takes the places of the onsets from the motion that was evaluated last.
    void take_places();
    [[nodiscard]] const Kink& kink() const { return kink_; }
    [[nodiscard]] HarmonicBalance::Evaluation& at() { return at_; }

private:
    /// A joint of the kink, the first one that of the margin.
    struct Part {
        Kink* kink;                 ///< kink_, or one of kink_.also
        Index first = 0, n = 0;     ///< rows in r
        contact::SlipOnsets onsets; ///< onsets of slip in the last motion
    };

    bool evaluate(const Vector& x, double p);
    [[nodiscard]] double margin_column(const PeakParameter& p) const;
    [[nodiscard]] double margin_along(const Vector& r) const;

    MotionFamily& motions_;
    const HarmonicBalance& model_;
    Kink kink_;
    HarmonicBalance::Evaluation at_;
    ResonanceSlope slope_;
    ResonanceSlope::Partials partials_;
    std::vector<Part> parts_;
    std::vector<ResonanceSlope::Jump> jumps_;
    bool defined_ = false; ///< true if defined at the last motion
    Vector v_;             ///< dr/dOmega of the response, on the side that sticks
    Lu<double> lu_;
};

/// True if rms has a maximum on a kink. At a node one slope is zero up to round-off, so the larger
/// one decides.
[[nodiscard]] bool is_maximum(const KinkEquations::Slopes& slopes);

/// Distance of two phases.
[[nodiscard]] double apart(double a, double b);

/// Index of an onset in the list of a neighbouring motion; -1 if there is none of its kind and
/// side.
[[nodiscard]] Index matching(const contact::SlipOnsets& onsets, const contact::OnsetPlace& place);

} // namespace slideway::dynamics
