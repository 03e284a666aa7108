#include "contact/laws/polynomial.hpp"

#include "contact/laws/state_harmonics.hpp"

namespace slideway::contact {

LawDescription Polynomial::description() const
{
    return {"polynomial", "f = sum of k_ij r^i v^j", Directions::one};
}

Bound Polynomial::bound(Index, double reach) const
{
    const RowSlope most = steepest(terms_, reach);
    return {most.by_r, most.by_v};
}

void Polynomial::force(JointMemory&, const JointVector& r, const JointVector& v,
                       ForceAndTangent& out) const
{
    out.clear(r.size());
    for (Index i = 0; i < r.size(); ++i) {
        const TermValue value = value_at(terms_, r(i), v(i));
        out.f(i) = value.f;
        out.df_dr(i, i) = value.r;
        out.df_dv(i, i) = value.v;
    }
}

bool Polynomial::is_odd() const
{
    return contact::is_odd(terms_);
}

RowSlope Polynomial::slope(double r, double v) const
{
    const TermValue value = value_at(terms_, r, v);
    return {value.r, value.v};
}

bool Polynomial::depends_on_velocity() const
{
    return contact::depends_on_velocity(terms_);
}

Dissipation Polynomial::dissipation() const
{
    return dissipate(terms_) ? Dissipation::unbounded_force : Dissipation::none;
}

void Polynomial::piece(const JointPhases&, JointPiece& out) const
{
    add_terms(terms_, out);
}

double Polynomial::potential(const JointVector& r) const
{
    double sum = 0;
    for (const double displacement : r)
        sum += contact::potential(terms_, displacement);
    return sum;
}

void Polynomial::harmonic_force(const VectorIn& R, const VectorIn& lambda, HeldOnsets,
                                HarmonicWorkspace& work, HarmonicForce& out) const
{
    polynomial_force(terms_, R, lambda, work, out);
}

void Polynomial::sampled_force(const Harmonics& harmonics, const VectorIn& R, double Omega,
                               Index samples, HarmonicForce& out) const
{
    sampled_polynomial_force(terms_, harmonics, R, Omega, samples, out);
}

std::optional<JointLaw> Polynomial::times(double n) const
{
    std::vector<PolynomialTerm> terms = terms_;
    for (PolynomialTerm& term : terms)
        term.value *= n;
    return Polynomial(std::move(terms));
}

} // namespace slideway::contact
