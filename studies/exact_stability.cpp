#include "studies/exact_stability.hpp"

#include "dynamics/harmonic/periodic_state.hpp"
#include "dynamics/orbits/motion_steps.hpp"
#include "dynamics/orbits/orbit_branches.hpp"
#include "dynamics/orbits/orbit_tracer.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace slideway::studies {

namespace {

using continuation::Branch;
using dynamics::OrbitEquations;

constexpr double terms_a_step = 25; // of a Taylor series
constexpr double motions_a_point = 4;

// State: that of the modes at phase 0.
class ExactMotions final : public CurveMotions {
public:
    ExactMotions(const dynamics::HarmonicBalance& model, double level,
                 const dynamics::OrbitFamily& family, const Branch& curve)
        : model_(model), level_(level), curve_(curve),
          equations_(family, {1, false, 1}, {}, step_tolerance),
          problem_(dynamics::problem_of(equations_)), weight_(family.energy_weights()),
          series_(model)
    {
    }

    [[nodiscard]] Vector state(Index point) override
    {
        model_.evaluate(curve_.x.col(point), curve_.p(point), level_, series_);
        const dynamics::ModalState state = dynamics::periodic_state(model_, series_, 0);
        Vector z(2 * state.q.size());
        z << state.q, state.v;
        return z;
    }

    [[nodiscard]] const continuation::Problem& problem() const override { return problem_; }

    [[nodiscard]] continuation::Scales scales(const std::vector<Vector>& states) const override
    {
        double most = 0;
        for (const Vector& z : states)
            most = std::max(most, dynamics::energy_size(weight_, z));
        const Index m = weight_.size();
        continuation::Scales scales;
        scales.x.resize(2 * m);
        scales.x << most * weight_.cwiseInverse(), Vector::Constant(m, most);
        scales.p = curve_.p.maxCoeff() - curve_.p.minCoeff();
        return scales;
    }

    [[nodiscard]] ComplexVector multipliers(const Vector& x, double Omega) override
    {
        return equations_.at(x, Omega).stability.multipliers;
    }

    [[nodiscard]] double distance(const Vector& x, const Vector& other) const override
    {
        return dynamics::energy_size(weight_, x - other) / dynamics::energy_size(weight_, x);
    }

    [[nodiscard]] std::array<double, 2> output(const Vector& x, double Omega) override;

    [[nodiscard]] double work() const override
    {
        const dynamics::JointedSystem& system = equations_.family().system();
        const auto m = static_cast<double>(system.n_modes());
        const double steps = dynamics::steps_a_period(system, curve_.p.minCoeff()) + 20;
        return steps * terms_a_step * 2 * m * (2 * m + 4) * (1 + m / 10) * motions_a_point;
    }

    // Residual of Newton's method.
    [[nodiscard]] double on_circle() const override { return 1e-7; }

private:
    static constexpr double step_tolerance = 1e-13;

    const dynamics::HarmonicBalance& model_;
    double level_;
    const Branch& curve_;
    OrbitEquations equations_;
    continuation::Problem problem_;
    Vector weight_;
    dynamics::HarmonicBalance::Evaluation series_;
};

std::array<double, 2> ExactMotions::output(const Vector& x, double Omega)
{
    constexpr int samples = 256;
    const dynamics::SampledOrbit motion =
        dynamics::sampled(equations_.family(), {1, false, 1}, x, Omega, samples);
    const dynamics::ModalOutput& output = model_.outputs().front();
    double mean = 0, square = 0;
    Complex first = 0;
    for (Index i = 0; i < samples; ++i) {
        const Complex turn = std::polar(1.0, motion.phase(i));
        const double y = output.row.dot(motion.z.col(i).head(output.row.size())) +
                         (level_ * output.follow * turn).real();
        mean += y / samples;
        square += y * y / samples;
        first += y * turn;
    }
    return {std::sqrt(std::max(0.0, square - mean * mean)), std::arg(first)};
}

} // namespace

CurveStability exact_stability(const dynamics::HarmonicBalance& model, double level,
                               const dynamics::OrbitFamily& family, const Branch& curve,
                               const Progress& progress)
{
    ExactMotions motions(model, level, family, curve);
    return stability_labels(motions, curve,
                            "motions of " + std::to_string(model.system().n_modes()) +
                                " modes take too long; reduce the bodies",
                            progress);
}

} // namespace slideway::studies
