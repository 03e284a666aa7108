#include "contact/laws/polynomial_terms.hpp"

#include <algorithm>
#include <cmath>

namespace slideway::contact {

TermValue value_at(std::span<const PolynomialTerm> terms, double r, double v)
{
    TermValue sum;
    for (const PolynomialTerm& term : terms) {
        const TermValue one = value_at(term, r, v);
        sum.f += one.f;
        sum.r += one.r;
        sum.v += one.v;
        sum.rr += one.rr;
        sum.rv += one.rv;
        sum.vv += one.vv;
    }
    return sum;
}

double potential(std::span<const PolynomialTerm> terms, double r)
{
    double sum = 0;
    for (const PolynomialTerm& term : terms)
        if (term.v_power == 0)
            sum += term.value / (term.r_power + 1) * power(r, term.r_power + 1);
    return sum;
}

// A term with an even power of r has one sign on both sides of rest.
RowSlope steepest(std::span<const PolynomialTerm> terms, double reach)
{
    const auto largest = [reach](double factor, int n) -> double {
        return (n % 2 == 0 ? std::max(0.0, factor) : std::abs(factor)) * power(reach, n);
    };
    RowSlope sum;
    for (const PolynomialTerm& term : terms) {
        if (term.v_power == 0 && term.r_power > 0)
            sum.by_r += largest(term.r_power * term.value, term.r_power - 1);
        if (term.v_power == 1)
            sum.by_v += largest(term.value, term.r_power);
    }
    return sum;
}

bool is_odd(std::span<const PolynomialTerm> terms)
{
    return std::all_of(terms.begin(), terms.end(), [](const PolynomialTerm& term) {
        return (term.r_power + term.v_power) % 2 == 1;
    });
}

bool depends_on_velocity(std::span<const PolynomialTerm> terms)
{
    return std::any_of(terms.begin(), terms.end(),
                       [](const PolynomialTerm& term) { return term.v_power > 0; });
}

bool dissipate(std::span<const PolynomialTerm> terms)
{
    return depends_on_velocity(terms) &&
           std::all_of(terms.begin(), terms.end(), [](const PolynomialTerm& term) {
               return term.v_power == 0 ||
                      (term.value > 0 && term.r_power % 2 == 0 && term.v_power % 2 == 1);
           });
}

int degree(std::span<const PolynomialTerm> terms)
{
    int most = 0;
    for (const PolynomialTerm& term : terms)
        most = std::max(most, term.r_power + term.v_power);
    return most;
}

void add_terms(std::span<const PolynomialTerm> terms, JointPiece& out)
{
    for (Index row = 0; row < out.at.size(); ++row)
        for (const PolynomialTerm& term : terms)
            out.terms.push_back({row, term});
}

} // namespace slideway::contact
