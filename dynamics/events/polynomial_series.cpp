#include "dynamics/events/polynomial_series.hpp"

#include <algorithm>

namespace slideway::dynamics {

namespace {

template <class Series>
double product_at(const Series& a, const Series& b, std::size_t k)
{
    double sum = 0;
    for (std::size_t i = 0; i <= k; ++i)
        sum += a[i] * b[k - i];
    return sum;
}

template <class Powers>
void extend(Powers& powers, std::size_t k, double coefficient)
{
    powers[0][k] = k == 0 ? 1 : 0;
    if (powers.size() > 1)
        powers[1][k] = coefficient;
    for (std::size_t j = 2; j < powers.size(); ++j)
        powers[j][k] = product_at(powers[1], powers[j - 1], k);
}

} // namespace

PolynomialSeries::PolynomialSeries(std::vector<contact::PolynomialTerm> terms, Index row, double at)
    : terms_(std::move(terms)), row_(row), at_(at)
{
    std::size_t most_r = 0, most_v = 0;
    for (const contact::PolynomialTerm& term : terms_) {
        most_r = std::max(most_r, static_cast<std::size_t>(term.r_power));
        most_v = std::max(most_v, static_cast<std::size_t>(term.v_power));
    }
    r_.resize(most_r + 1);
    v_.resize(most_v + 1);
}

double PolynomialSeries::next(int order_of, double r, double v)
{
    const auto k = static_cast<std::size_t>(order_of);
    extend(r_, k, k == 0 ? r - at_ : r);
    extend(v_, k, v);
    double sum = 0;
    by_r_[k] = by_v_[k] = 0;
    for (const contact::PolynomialTerm& term : terms_) {
        const auto n = static_cast<std::size_t>(term.r_power),
                   m = static_cast<std::size_t>(term.v_power);
        sum += term.value * product_at(r_[n], v_[m], k);
        if (n > 0)
            by_r_[k] += term.value * term.r_power * product_at(r_[n - 1], v_[m], k);
        if (m > 0)
            by_v_[k] += term.value * term.v_power * product_at(r_[n], v_[m - 1], k);
    }
    return sum;
}

std::vector<PolynomialSeries> polynomials_of(const contact::JointPiece& piece, Index first)
{
    std::vector<PolynomialSeries> list;
    for (Index row = 0; row < piece.at.size(); ++row) {
        std::vector<contact::PolynomialTerm> terms;
        for (const contact::JointPiece::Term& term : piece.terms)
            if (term.row == row)
                terms.push_back(term.of);
        if (!terms.empty())
            list.emplace_back(std::move(terms), first + row, piece.at(row));
    }
    return list;
}

} // namespace slideway::dynamics
