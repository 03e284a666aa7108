#include "dynamics/modal/start_state.hpp"

#include "base/dense_solve.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

#include <cmath>

namespace slideway::dynamics {

namespace {

// Regularisation of a system scaled to one, for free rigid motions.
constexpr double regular = 1e-13;
// Relative error of the given values that reveals dependent components.
constexpr double missed = 1e-9;

// Minimises sum omega_i^2 z_i^2 subject to rows z = values, with Lagrange multipliers. Modes with
// omega = 0 are unknowns without cost.
Vector least(const std::string& key, const GivenComponents& given, const Vector& omega,
             const Vector& values)
{
    const auto n = static_cast<Index>(given.rows.size());
    const Index m = omega.size();
    std::vector<std::string> names;
    Matrix rows(n, m);
    Vector scale(n);
    for (Index k = 0; k < n; ++k) {
        const ModalOutput& row = given.rows[static_cast<std::size_t>(k)];
        names.push_back(row.name);
        scale(k) = row.row.norm();
        if (!(scale(k) > 0))
            throw InputError(key, row.name, "expected a component that can move");
        rows.row(k) = row.row.transpose() / scale(k);
    }
    std::vector<Index> stiff, free;
    for (Index i = 0; i < m; ++i)
        (omega(i) > 0 ? stiff : free).push_back(i);
    const auto f = static_cast<Index>(free.size());
    double softest = 1;
    if (!stiff.empty())
        softest = Vector(omega(stiff)).minCoeff();
    const Vector give = (omega(stiff) / softest).cwiseAbs2().cwiseInverse();
    const Matrix matrix = rows(Eigen::all, stiff), on_free = rows(Eigen::all, free);
    Matrix K(n + f, n + f);
    K << matrix * give.asDiagonal() * matrix.transpose(), on_free, on_free.transpose(),
        -regular * Matrix::Identity(f, f);
    const Vector x = values.cwiseQuotient(scale);
    Vector right = Vector::Zero(n + f);
    right.head(n) = x;
    const Vector solution = Lu(K).solve(right);
    Vector z = Vector::Zero(m);
    z(stiff) = give.cwiseProduct(matrix.transpose() * solution.head(n));
    z(free) = solution.tail(f);
    const bool met = z.allFinite() && (rows * z - x).norm() <= missed * x.norm();
    if (!met)
        throw InputError(key, join(names), "these components cannot move independently");
    return z;
}

} // namespace

ModalState start_state(const DrivenModes& system, const GivenComponents& displacement,
                       const GivenComponents& velocity, double t, const std::string& key)
{
    const Index m = system.n_modes();
    ModalState state{Vector::Zero(m), Vector::Zero(m)};
    const Complex e = std::polar(1.0, system.Omega * t), e_rate = Complex(0, system.Omega) * e;
    // Values relative to the part that harmonic imposed motions move.
    const auto values = [](const GivenComponents& given, Complex moved) -> Vector {
        Vector x(static_cast<Index>(given.values.size()));
        for (std::size_t k = 0; k < given.values.size(); ++k)
            x(static_cast<Index>(k)) = given.values[k] - (given.rows[k].follow * moved).real();
        return x;
    };
    if (!displacement.rows.empty())
        state.q = least(key, displacement, system.modes.omega, values(displacement, e));
    if (!velocity.rows.empty())
        state.v = least(key, velocity, Vector::Ones(m), values(velocity, e_rate));
    return state;
}

} // namespace slideway::dynamics
