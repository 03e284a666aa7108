#include "contact/laws/cubic.hpp"

#include "contact/periodic/harmonic_moments.hpp"

namespace slideway::contact {

LawDescription Cubic::description() const
{
    return {"cubic", "f = k3 r^3", Directions::one};
}

std::span<const LawParameter> Cubic::parameters() const
{
    static const LawParameter list[] = {law_parameter("k3", &Cubic::k3, Scaling{{1, 1}, {0, 0}})};
    return list;
}

std::shared_ptr<Law> Cubic::copy() const
{
    return std::make_shared<Cubic>(*this);
}

void Cubic::force(JointMemory&, const JointVector& r, const JointVector&,
                  ForceAndTangent& out) const
{
    out.clear(r.size());
    for (Index i = 0; i < r.size(); ++i) {
        out.f(i) = k3 * r(i) * r(i) * r(i);
        out.df_dr(i, i) = slope(r(i));
    }
}

double Cubic::slope(double r) const
{
    return 3 * k3 * r * r;
}

void Cubic::piece(const JointPhases&, JointPiece& out) const
{
    out.cubic.setConstant(k3);
}

double Cubic::potential(const JointVector& r) const
{
    return k3 / 4 * r.array().square().square().sum();
}

Bound Cubic::bound(Index, double reach) const
{
    return {3 * std::abs(k3) * reach * reach, 0};
}

void Cubic::harmonic_force(const VectorIn& R, const VectorIn& lambda, HeldOnsets,
                           HarmonicWorkspace& work, HarmonicForce& out) const
{
    const Harmonics& h = work.harmonics;
    const Index rows = rows_of(h, R), m = h.size();
    if (!prepare(h, rows, R, lambda, out))
        return;
    // r^3 times the basis holds 4 n_h harmonics: more samples than that integrate it exactly.
    const Index samples = 4 * h.n_h + 1;
    const double* basis = work.basis.data();
    for (Index i = 0; i < samples; ++i) {
        const double theta =
            2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(samples);
        multiples(theta, static_cast<std::size_t>(h.n_h) + 1, work.cosines.data(),
                  work.sines.data());
        basis_at(h, work.cosines.data(), work.sines.data(), work.basis.data());
        for (Index row = 0; row < rows; ++row) {
            const Index first = row * m;
            double r = 0, weight = 0;
            for (Index j = 0; j < m; ++j) {
                r += basis[j] * R(first + j);
                if (lambda.size() > 0)
                    weight += basis[j] * projection(h, j) * lambda(first + j);
            }
            const double step = 2 * std::numbers::pi / static_cast<double>(samples) * k3;
            for (Index j = 0; j < m; ++j) {
                const double projected = step * projection(h, j) * basis[j];
                out.F(first + j) += projected * r * r * r;
                for (Index l = 0; l < m; ++l)
                    out.J(first + j, first + l) += projected * 3 * r * r * basis[l];
                if (lambda.size() > 0)
                    for (Index l = 0; l < m; ++l)
                        out.H(first + j, first + l) +=
                            step * 6 * r * weight * (basis[j] * basis[l]);
            }
        }
    }
}

} // namespace slideway::contact
