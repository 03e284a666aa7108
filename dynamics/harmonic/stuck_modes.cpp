#include "dynamics/harmonic/stuck_modes.hpp"

#include "base/dense_eigen.hpp"
#include "base/dense_solve.hpp"
#include "dynamics/harmonic/response_level.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace slideway::dynamics {

namespace {

constexpr Complex j(0, 1);

// k and c of every joint, with its rows. c is 0 x 0 if the force does not depend on velocity.
template <class Use>
void for_stuck_joints(const HarmonicBalance& model, double Omega, const Use& use)
{
    HarmonicBalance::Evaluation evaluation(model);
    model.evaluate(equilibrium(model, Omega), Omega, 0, evaluation);
    const Index size = model.harmonics().size(), first_cosine = model.harmonics().means ? 1 : 0;
    for (std::size_t k = 0; k < evaluation.forces.size(); ++k) {
        // Under vanishing vibrations: what the first harmonic meets.
        const JointOnModes& modes = model.system().joints[k].on;
        const contact::HarmonicForce& force = evaluation.forces[k];
        const auto cosines = Eigen::seqN(first_cosine, modes.rows.rows(), size),
                   sines = Eigen::seqN(first_cosine + 1, modes.rows.rows(), size);
        const Matrix stiffness = force.J(cosines, cosines);
        Matrix damping;
        if (force.F_Omega.size() > 0)
            damping = force.J(cosines, sines) / Omega;
        use(modes, stiffness, damping);
    }
}

// Re(p^H H p) as a sum over poles.
class PoleSum {
public:
    PoleSum(const HarmonicBalance& model, double low, double high);

    struct Value {
        double at, slope;
    };
    [[nodiscard]] Value operator()(double Omega) const;
    /// Bound of |d^2/dOmega^2| from a to b; infinite if a pole lies between them.
    [[nodiscard]] double bend(double a, double b) const;

private:
    using Numerator = std::array<Complex, 5>; ///< coefficients of powers of Omega
    ComplexVector poles_;
    std::vector<Numerator> numerators_;
};

PoleSum::PoleSum(const HarmonicBalance& model, double low, double high)
{
    constexpr double held = 1e-4; // of `low`
    const StuckModes stuck = stuck_modes(model, std::sqrt(low * high));
    const Index m = stuck.omega.size();
    const Vector omega = stuck.omega.cwiseMax(held * low);
    // States (omega eta, eta'); forces act on eta'.
    Matrix A = Matrix::Zero(2 * m, 2 * m);
    A.topRightCorner(m, m) = omega.asDiagonal();
    A.bottomLeftCorner(m, m) = -Matrix(omega.asDiagonal());
    A.bottomRightCorner(m, m) = -stuck.D;
    const auto [values, V] = eigen(std::move(A));
    poles_ = values;
    const DrivenJoints& system = model.system();
    // p = force - j drag Omega + inertia Omega^2; what drives differs in the first two.
    ComplexMatrix loads(m, 5);
    loads << system.force, -j * system.drag, system.inertia, system.force + stuck.push,
        -j * (system.drag + stuck.drag);
    loads = stuck.shapes.transpose() * loads;
    const ComplexMatrix enter =
        Lu(V).solve((ComplexMatrix(2 * m, 5) << ComplexMatrix::Zero(m, 5), loads).finished());
    const ComplexMatrix leave =
        (omega.cwiseInverse().asDiagonal() * V.topRows(m)).transpose() * loads.conjugate();
    for (Index i = 0; i < 2 * m; ++i) {
        Numerator& n = numerators_.emplace_back();
        const std::array<Complex, 3> in = {enter(i, 3), enter(i, 4), enter(i, 2)};
        for (int a = 0; a < 3; ++a)
            for (int b = 0; b < 3; ++b)
                n[static_cast<std::size_t>(a + b)] += leave(i, a) * in[static_cast<std::size_t>(b)];
    }
}

PoleSum::Value PoleSum::operator()(double Omega) const
{
    Value sum{0, 0};
    for (Index i = 0; i < poles_.size(); ++i) {
        Complex n = 0, rate = 0;
        for (std::size_t k = 5; k-- > 0;) {
            rate = rate * Omega + n;
            n = n * Omega + numerators_[static_cast<std::size_t>(i)][k];
        }
        const Complex h = 1.0 / (j * Omega - poles_(i));
        sum.at += (n * h).real();
        sum.slope += (rate * h - j * n * h * h).real();
    }
    return sum;
}

double PoleSum::bend(double a, double b) const
{
    double bound = 0;
    for (Index i = 0; i < poles_.size(); ++i) {
        double n = 0, rate = 0, second = 0; // second: half of it
        for (std::size_t k = 5; k-- > 0;) {
            second = second * b + rate;
            rate = rate * b + n;
            n = n * b + std::abs(numerators_[static_cast<std::size_t>(i)][k]);
        }
        const double nu = poles_(i).imag();
        const double near = 1 / std::hypot(poles_(i).real(), std::max({a - nu, nu - b, 0.0}));
        if (n > 0)
            bound += 2 * near * (second + near * (rate + near * n));
    }
    return bound;
}

class ZeroSearch {
public:
    explicit ZeroSearch(const PoleSum& sum) : of_(sum) {}

    void search(double a, double b)
    {
        constexpr double least = 1e-12;
        const double centre = 0.5 * (a + b), half = 0.5 * (b - a), bend = of_.bend(a, b);
        const PoleSum::Value value = of_(centre);
        if (std::abs(value.at) > half * (std::abs(value.slope) + 0.5 * half * bend))
            return;
        if (std::abs(value.slope) > half * bend) {
            refine(a, b);
        } else if (half > least * centre) {
            search(a, centre);
            search(centre, b);
        }
    }

    std::vector<double> zeros;

private:
    const PoleSum& of_;

    // One at most: monotone from a to b. A zero at b belongs to the next interval.
    void refine(double a, double b)
    {
        const bool rises = of_(a).at < 0;
        if (of_(a).at != 0 && (of_(b).at < 0) == rises)
            return;
        for (int k = 0; k < 100 && b - a > 1e-15 * b; ++k) {
            const double middle = 0.5 * (a + b);
            ((of_(middle).at < 0) == rises ? a : b) = middle;
        }
        zeros.push_back(0.5 * (a + b));
    }
};

} // namespace

Matrix stuck_stiffness(const HarmonicBalance& model, double Omega)
{
    Matrix K = model.system().modes.omega.array().square().matrix().asDiagonal();
    for_stuck_joints(model, Omega,
                     [&](const JointOnModes& modes, const Matrix& k, const Matrix&) -> void {
                         K += modes.rows.transpose() * k * modes.rows;
                     });
    return K;
}

StuckModes stuck_modes(const HarmonicBalance& model, double Omega)
{
    StuckModes result;
    auto [values, vectors] = symmetric_eigen(stuck_stiffness(model, Omega));
    result.omega = values.cwiseMax(0).cwiseSqrt();
    result.shapes = std::move(vectors);
    const StackedModes& modes = model.system().modes;
    Matrix D = modes.classical() ? Matrix(modes.c.asDiagonal()) : modes.D;
    result.push.setZero(modes.n());
    result.drag.setZero(modes.n());
    for_stuck_joints(model, Omega,
                     [&](const JointOnModes& on, const Matrix& k, const Matrix& c) -> void {
                         result.push -= on.rows.transpose() * (k * on.follow);
                         if (c.size() == 0)
                             return;
                         D += on.rows.transpose() * c * on.rows;
                         result.drag += on.rows.transpose() * (c * on.follow);
                     });
    result.D = result.shapes.transpose() * D * result.shapes;
    return result;
}

Vector stuck_motion(const HarmonicBalance& model, double Omega, double level)
{
    const Vector rest = equilibrium(model, Omega);
    HarmonicBalance::Evaluation evaluation(model);
    model.evaluate(rest, Omega, level, evaluation);
    return rest - Lu(evaluation.equations.F_x).solve(evaluation.equations.F);
}

bool sticks(const HarmonicBalance& model, const HarmonicBalance::Evaluation& evaluation)
{
    const auto holds = [&](std::size_t k) -> bool {
        const std::vector<contact::FrictionState>& states = evaluation.forces[k].states;
        // Without friction a closed contact slips to and fro at no force.
        return states.size() <= 1 ||
               (!model.system().joints[k].law->rubs() &&
                std::find(states.begin(), states.end(), contact::FrictionState::separation) ==
                    states.end());
    };
    bool all = true;
    for (std::size_t k = 0; k < evaluation.forces.size(); ++k)
        all = all && holds(k);
    return all;
}

std::vector<double> stuck_phase_resonances(const HarmonicBalance& model, double low, double high)
{
    const PoleSum sum(model, low, high);
    ZeroSearch search(sum);
    search.search(low, high);
    return std::move(search.zeros);
}

} // namespace slideway::dynamics
