#include "dynamics/events/locked_modes.hpp"

#include "dynamics/events/first_order_form.hpp"
#include "dynamics/events/locked_basis.hpp"
#include "reduction/modal_coupling.hpp"

#include <cmath>
#include <utility>

namespace slideway::dynamics {

namespace {

constexpr Complex j(0, 1);

// Part of q that the harmonic motions of sticking contacts, r_S, move, and the necessary force.
struct Moved {
    ComplexVector q, force;
};

// A r_S, and (omega^2 + j Omega D) A r_S; zero rows of r give zero.
Moved moved_by_contacts(const DrySystem& system, const LockedModes& modes, const Matrix& D)
{
    ComplexVector r_S(modes.A.cols());
    if (r_S.size() > 0)
        r_S = system.r(modes.stick);
    const Vector K = system.modes.omega.cwiseAbs2();
    Moved moved;
    moved.q = modes.A.cast<Complex>() * r_S;
    moved.force =
        K.cast<Complex>().cwiseProduct(moved.q) + j * system.Omega * (D.cast<Complex>() * moved.q);
    return moved;
}

// z under the harmonic force g: to_z (0, Re(g e)) is plus e + minus conj(e), which z' - s z equals
// term by term; where j Omega meets s the term stays apart.
void add_forced_coordinates(LockedModes& modes, double Omega)
{
    const Index n = modes.Psi.cols(), n_z = modes.s.size();
    const ComplexVector plus = modes.to_z.rightCols(n) * modes.g / 2.0;
    const ComplexVector minus = modes.to_z.rightCols(n) * modes.g.conjugate() / 2.0;
    modes.plus = ComplexVector::Zero(n_z);
    modes.minus = ComplexVector::Zero(n_z);
    std::vector<Complex> resonant;
    for (Index i = 0; i < n_z; ++i) {
        const Complex s = modes.s(i);
        modes.minus(i) = minus(i) / (-j * Omega - s);
        if (std::abs(j * Omega - s) > LockedModes::resonance * Omega) {
            modes.plus(i) = plus(i) / (j * Omega - s);
        } else {
            modes.resonant.push_back(i);
            resonant.push_back(plus(i));
        }
    }
    modes.resonant_force =
        Eigen::Map<const ComplexVector>(resonant.data(), static_cast<Index>(resonant.size()));
}

// Rows of sliding velocities and of reactions A^T (p - omega^2 q - D q' - q'') on the coordinates.
struct Rows {
    Matrix B_Psi;    // k x n: velocities by y'
    Matrix A_K, A_D; // n_s x m: reactions by q and q'
};

Rows add_rows(const DrySystem& system, const Matrix& D, LockedModes& modes)
{
    const Vector K = system.modes.omega.cwiseAbs2();
    const Index n = modes.Psi.cols();
    const Matrix& Psi = modes.Psi;
    Rows rows{system.B * Psi, modes.A.transpose() * K.asDiagonal(), modes.A.transpose() * D};
    const ComplexMatrix y = modes.from_z.topRows(n), y_rate = modes.from_z.bottomRows(n);
    modes.velocity = rows.B_Psi.cast<Complex>() * y_rate;
    modes.reaction =
        -(rows.A_D * Psi).cast<Complex>() * y_rate - (rows.A_K * Psi).cast<Complex>() * y;
    modes.constant_force = Psi.transpose();
    modes.offset_force = Psi.transpose() * rows.A_K.transpose();
    modes.offset_reaction = rows.A_K * modes.A;
    return rows;
}

// Velocities and reactions of the steady motion under the harmonic force, except for slow modes.
void add_forced_rows(const DrySystem& system, const Moved& moved, const Rows& rows,
                     LockedModes& modes)
{
    const double Omega = system.Omega;
    auto forced = [&](const ComplexMatrix& of_z) -> ComplexVector {
        return of_z * modes.plus + (of_z * modes.minus).conjugate();
    };
    modes.forced_velocity =
        j * Omega * (system.r - system.B.cast<Complex>() * moved.q) + forced(modes.velocity);
    for (const Index position : modes.rigid) // y' = g / (j Omega)
        modes.forced_velocity +=
            rows.B_Psi.col(position).cast<Complex>() * (modes.g(position) / (j * Omega));
    modes.forced_reaction =
        modes.A.transpose().cast<Complex>() * (system.p - Omega * Omega * moved.q + moved.force) +
        forced(modes.reaction);
}

// Slow modes: y = Re(forced e^{j Omega t}), and their part of velocities and reactions.
void add_slow_rows(const DrySystem& system, const Rows& rows, LockedModes& modes)
{
    const double Omega = system.Omega;
    const auto n_slow = static_cast<Index>(modes.slow.size());
    modes.slow_velocity.resize(system.n_contacts(), n_slow);
    modes.slow_reaction.resize(modes.A.cols(), n_slow);
    modes.slow_drag.resize(modes.A.cols(), n_slow);
    for (Index i = 0; i < n_slow; ++i) {
        SlowMode& slow = modes.slow[static_cast<std::size_t>(i)];
        slow.forced = modes.g(slow.at) / Complex(slow.k - Omega * Omega, Omega * slow.c);
        modes.slow_velocity.col(i) = rows.B_Psi.col(slow.at);
        modes.slow_reaction.col(i) = -rows.A_K * modes.Psi.col(slow.at);
        modes.slow_drag.col(i) = -rows.A_D * modes.Psi.col(slow.at);
        const Complex rate = j * Omega * slow.forced;
        modes.forced_velocity += modes.slow_velocity.col(i) * rate;
        modes.forced_reaction +=
            modes.slow_reaction.col(i) * slow.forced + modes.slow_drag.col(i) * rate;
    }
}

} // namespace

LockedModes locked_modes(const DrySystem& system, const std::vector<Index>& stick)
{
    const Matrix D = system.modes.damping();
    LockedBasis basis = locked_basis(system, stick, D);
    LockedModes modes;
    modes.stick = stick;
    modes.Psi = std::move(basis.Psi);
    modes.A = std::move(basis.A);
    const Matrix C = reduction::modal_damping_matrix(D.sparseView(0, 0), modes.Psi);
    FirstOrderForm z = first_order_form(basis.omega, C, system.Omega);
    modes.s = std::move(z.s);
    modes.from_z = std::move(z.from_z);
    modes.to_z = std::move(z.to_z);
    modes.rigid = std::move(z.rigid);
    modes.slow = std::move(z.slow);

    const Moved moved = moved_by_contacts(system, modes, D);
    modes.g = modes.Psi.transpose() * (system.p + moved.force);
    add_forced_coordinates(modes, system.Omega);
    const Rows rows = add_rows(system, D, modes);
    add_forced_rows(system, moved, rows, modes);
    add_slow_rows(system, rows, modes);
    return modes;
}

} // namespace slideway::dynamics
