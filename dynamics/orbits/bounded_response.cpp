#include "dynamics/orbits/bounded_response.hpp"

#include "base/dense_solve.hpp"
#include "base/text.hpp"

#include <cmath>
#include <numbers>
#include <stdexcept>
#include <vector>

namespace slideway::dynamics {

namespace {

using std::numbers::pi;
// Omega and an undamped mode are the same; shares of the loads on such modes that are round-off,
// and that no contact reaches; what friction may lack. From 1e-12 to 1e-6, and from a thousandth to
// a thousand times the others, no test moves.
constexpr double free_resonance = 1e-9;
constexpr double unloaded = 1e-12;
constexpr double out_of_reach = 1e-9;
constexpr double just_enough = 1e-12;

double damping_of(const StackedModes& modes, Index i)
{
    return modes.classical() ? modes.c(i) : modes.D.col(i).cwiseAbs().sum();
}

} // namespace

// Only friction can absorb the energy that the drive feeds into undamped modes of its own
// frequency. The first harmonics of friction are at most 4 / pi limit: p_E = B_E^T f. The response
// is unbounded if |a^H p_E| exceeds their work for some motion a of these modes (modes of one
// frequency are known only up to a rotation).
bool grows_without_bound(const DrySystem& s)
{
    std::vector<Index> numbers;
    for (Index i = 0; i < s.n_modes(); ++i)
        if (damping_of(s.modes, i) == 0 &&
            std::abs(s.modes.omega(i) - s.Omega) <= free_resonance * s.Omega)
            numbers.push_back(i);
    const ComplexVector p = s.p(numbers);
    if (!(p.norm() > unloaded * s.p.norm()))
        return false;
    const Matrix A = s.limit.asDiagonal() * s.B(Eigen::all, numbers);
    const Matrix inverse = least_squares(A, Matrix::Identity(A.rows(), A.rows())).x;
    const ComplexVector f = inverse.transpose() * p; // the least, in parts of the limits
    if ((p - A.transpose() * f).norm() > out_of_reach * p.norm())
        return true; // along what is left no contact moves
    const Matrix P = A * inverse;
    auto exceeds = [&](const ComplexVector& direction) -> bool {
        const ComplexVector d = P * direction;
        return std::abs(d.dot(f)) > 4 / pi * (1 + just_enough) * d.cwiseAbs().sum();
    };
    bool found = exceeds(f);
    for (Index k = 0; k < f.size() && !found; ++k)
        found = exceeds(ComplexVector::Unit(f.size(), k));
    return found;
}

void refuse_no_steady_state(const DrySystem& s)
{
    if (grows_without_bound(s))
        throw std::runtime_error("no steady state: Omega = " + number_text(s.Omega, 10) +
                                 " rad/s is an undamped resonance, and the friction is too "
                                 "small to bound the response; raise the limit, add damping or "
                                 "change Omega");
    for (Index i = 0; i < s.n_modes(); ++i)
        if (s.modes.omega(i) == 0 && damping_of(s.modes, i) == 0 &&
            std::abs(s.p0(i)) > s.B.col(i).cwiseAbs().dot(s.limit) * (1 + just_enough))
            throw std::runtime_error("no steady state: a constant load accelerates a body that "
                                     "can move freely; friction is too small to hold it");
}

} // namespace slideway::dynamics
