#include "dynamics/modal/linearised_joints.hpp"

#include "contact/laws/harmonic_force.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace slideway::dynamics {

Vector state_scale(const StackedModes& modes)
{
    double lowest = std::numeric_limits<double>::infinity();
    for (const double omega : modes.omega)
        if (omega > 0)
            lowest = std::min(lowest, omega);
    if (!std::isfinite(lowest))
        lowest = 1;
    return modes.omega.cwiseMax(lowest);
}

void check_harmonic_laws(const DrivenJoints& system)
{
    for (const ModalLaw& joint : system.joints)
        if (!joint.law->has_sampled_force())
            throw std::invalid_argument("stability of harmonic balance: joint." + joint.name +
                                        " has no harmonic force");
}

void check_motion(const VectorIn& R, double Omega, Index n)
{
    if (R.size() != n)
        throw std::invalid_argument("stability of harmonic balance: R has " +
                                    std::to_string(R.size()) + " coefficients; needs " +
                                    std::to_string(n));
    if (!R.allFinite() || !std::isfinite(Omega) || !(Omega > 0))
        throw std::invalid_argument(
            "stability of harmonic balance: needs finite coefficients and Omega > 0");
}

Matrix first_order(const StackedModes& modes, const Vector& scale, const Matrix& K)
{
    const Index m = modes.n();
    Matrix A = Matrix::Zero(2 * m, 2 * m);
    A.topRightCorner(m, m).diagonal() = scale;
    A.bottomLeftCorner(m, m) = -K * scale.cwiseInverse().asDiagonal();
    A.bottomLeftCorner(m, m).diagonal() -= modes.omega.cwiseAbs2().cwiseQuotient(scale);
    if (modes.classical())
        A.bottomRightCorner(m, m).diagonal() = -modes.c;
    else
        A.bottomRightCorner(m, m) = -modes.D;
    return A;
}

} // namespace slideway::dynamics
