#include "contact/periodic/harmonics.hpp"

#include "contact/periodic/harmonic_moments.hpp"

#include <limits>
#include <stdexcept>
#include <string>

namespace slideway::contact {

HarmonicWorkspace::HarmonicWorkspace(const Harmonics& h) : harmonics(h), finder(h.n_h)
{
    const auto n = static_cast<std::size_t>(h.n_h), m = static_cast<std::size_t>(h.size());
    for (TrigonometricSum* u : {&x, &normal, &bound[0], &bound[1], &from_stick}) {
        u->c.assign(n, 0);
        u->s.assign(n, 0);
    }
    // u' has at most 2 n_h sign changes, so u_i has n_h rises. Each may contain a slip and a stick,
    // and each of the n_h contacts may close and open.
    const std::size_t most = 6 * n + 8;
    extrema.reserve(2 * n + 2);
    openings.reserve(2 * n + 2);
    for (const int side : {0, 1}) {
        rises[side].reserve(n + 2);
        turned[side].reserve(n + 2);
    }
    changes.reserve(most);
    cycle_of.reserve(4 + 2 * m + 3 * (n + 2));
    cosines.resize(most * (2 * n + 1));
    sines.resize(most * (2 * n + 1));
    for (Moments* moments : {&sticking, &slipping, &touching}) {
        moments->c.assign(2 * n + 1, 0);
        moments->s.assign(2 * n + 1, 0);
    }
    phase.resize(2 * (n + 1));
    basis.resize(m);
    slope_basis.resize(m);
    update.resize(2 * m);
    w.resize(m);
    weighted.resize(2 * m);
    block.resize(h.size(), h.size());
}

void StateSamples::resize(Index samples)
{
    for (Vector* values : {&r, &by_theta, &v, &f, &f_r, &f_v, &f_rr, &f_rv, &f_vv, &weights})
        values->setZero(samples);
}

bool check(const Harmonics& h, Index rows, const VectorIn& R, const VectorIn& lambda)
{
    const Index n = rows * h.size();
    if (R.size() != n)
        throw std::invalid_argument("harmonic force: R has " + std::to_string(R.size()) +
                                    " coefficients; needs " + std::to_string(n));
    if (lambda.size() != 0 && lambda.size() != n)
        throw std::invalid_argument("harmonic force: lambda has " + std::to_string(lambda.size()) +
                                    " entries; needs 0 or " + std::to_string(n));
    return R.allFinite();
}

bool prepare(const Harmonics& h, Index rows, const VectorIn& R, const VectorIn& lambda,
             HarmonicForce& out)
{
    const bool finite = check(h, rows, R, lambda);
    const Index n = R.size();
    out.F.setZero(n);
    out.J.setZero(n, n);
    out.F_Omega.resize(0);
    out.H_Omega.resize(0);
    out.H_OmegaOmega = 0;
    const Index n_second = lambda.size() > 0 ? n : 0;
    out.H.setZero(n_second, n_second);
    out.events.clear();
    out.states.clear();
    out.dissipated = 0;
    if (!finite)
        out.F.setConstant(std::numeric_limits<double>::quiet_NaN());
    return finite;
}

} // namespace slideway::contact
