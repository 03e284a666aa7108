#include "support/hill.hpp"

#include "base/dense_eigen.hpp"
#include "dynamics/modal/linearised_joints.hpp"

#include <numbers>
#include <stdexcept>
#include <string>

namespace slideway::dynamics {

Matrix hill_matrix(const DrivenJoints& system, const contact::Harmonics& harmonics,
                   const VectorIn& R, double Omega, Index n_hill)
{
    check_harmonic_laws(system);
    const Matrix B = stacked_rows(system);
    check_motion(R, Omega, B.rows() * harmonics.size());
    if (n_hill < harmonics.n_h)
        throw std::invalid_argument("hill_matrix: n_hill = " + std::to_string(n_hill) +
                                    "; at least " + std::to_string(harmonics.n_h));
    const contact::Harmonics wide{n_hill, true};
    contact::HarmonicWorkspace work(wide);
    contact::HarmonicForce force;
    const StackedModes& modes = system.modes;
    const Vector scale = state_scale(modes);
    const Index m = modes.n(), blocks = wide.size(), n = 2 * m;
    Matrix H = Matrix::Zero(n * blocks, n * blocks);
    const Matrix A = first_order(modes, scale, Matrix::Zero(m, m));
    for (Index b = 0; b < blocks; ++b)
        H.block(b * n, b * n, n, n) = A;
    // -d/dt: (c, s)' = k Omega (s, -c).
    for (Index k = 1; k <= n_hill; ++k) {
        const Index c = (2 * k - 1) * n, s = 2 * k * n;
        const double turn = static_cast<double>(k) * Omega;
        H.block(c, s, n, n).diagonal().array() -= turn;
        H.block(s, c, n, n).diagonal().array() += turn;
    }
    Index row = 0;
    const Index size = harmonics.size(), mean = harmonics.means ? 1 : 0;
    for (const ModalLaw& joint : system.joints) {
        const Index n_rows = joint.on.rows.rows();
        Vector motion = Vector::Zero(n_rows * blocks);
        for (Index i = 0; i < n_rows; ++i)
            motion.segment(i * blocks + 1 - mean, size) = R.segment((row + i) * size, size);
        contact::harmonic_force(joint.law, motion, Vector(), work, force);
        for (Index a = 0; a < n_rows; ++a)
            for (Index b = 0; b < n_rows; ++b) {
                const Matrix outer =
                    B.row(row + a).transpose() * B.row(row + b).cwiseQuotient(scale.transpose());
                for (Index row = 0; row < blocks; ++row)
                    for (Index from = 0; from < blocks; ++from)
                        H.block(row * n + m, from * n, m, m) -=
                            force.J(a * blocks + row, b * blocks + from) * outer;
            }
        row += n_rows;
    }
    return H;
}

Matrix hill_monodromy(const DrivenJoints& system, const contact::Harmonics& harmonics,
                      const VectorIn& R, double Omega, Index n_hill)
{
    const Matrix H = hill_matrix(system, harmonics, R, Omega, n_hill);
    const Index n = 2 * system.n_modes();
    const Matrix e = exponential(H * (2 * std::numbers::pi / Omega));
    Matrix M = e.topLeftCorner(n, n);
    for (Index k = 1; k <= n_hill; ++k)
        M += e.block((2 * k - 1) * n, 0, n, n);
    return M;
}

} // namespace slideway::dynamics
