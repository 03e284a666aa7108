#pragma once

#include "contact/laws/law.hpp"

#include <algorithm>
#include <string>

namespace slideway::contact {

/// f = sum of k_ij r^i v^j on each row.
class Polynomial final : public Law {
public:
    static constexpr int most_power = 20;

    Polynomial() = default;
    explicit Polynomial(std::vector<PolynomialTerm> terms) : terms_(std::move(terms)) {}

    [[nodiscard]] LawDescription description() const override;
    [[nodiscard]] Bound bound(Index row, double reach) const override;
    void force(JointMemory& memory, const JointVector& r, const JointVector& v,
               ForceAndTangent& out) const override;
    [[nodiscard]] bool stiffens() const override { return true; }
    [[nodiscard]] bool is_odd() const override;
    [[nodiscard]] bool is_smooth() const override { return true; }
    [[nodiscard]] RowSlope slope(double r, double v) const override;
    [[nodiscard]] bool depends_on_velocity() const override;
    [[nodiscard]] Dissipation dissipation() const override;
    [[nodiscard]] bool has_phases() const override { return true; }
    void piece(const JointPhases& phases, JointPiece& out) const override;
    /// True without terms of velocity.
    [[nodiscard]] bool has_potential() const override { return !depends_on_velocity(); }
    [[nodiscard]] double potential(const JointVector& r) const override;
    [[nodiscard]] std::vector<PolynomialTerm> polynomial() const override { return terms_; }
    [[nodiscard]] bool has_harmonic_force() const override { return true; }
    void harmonic_force(const VectorIn& R, const VectorIn& lambda, HeldOnsets held,
                        HarmonicWorkspace& work, HarmonicForce& out) const override;
    void sampled_force(const Harmonics& harmonics, const VectorIn& R, double Omega, Index samples,
                       HarmonicForce& out) const override;
    [[nodiscard]] std::optional<JointLaw> times(double n) const override;

private:
    std::vector<PolynomialTerm> terms_;
};

template <class F>
void fields(F& f, Polynomial& law)
{
    using Range = typename F::Range;
    std::vector<double> coefficients;
    f.numbers(
        {"coefficients", "N/m^k", "[k_1, k_2, ...]: f = k_1 r + k_2 r^2 + ...", false, {}, "none"},
        coefficients);
    if (static_cast<int>(coefficients.size()) > Polynomial::most_power)
        f.refuse("coefficients",
                 "expected at most " + std::to_string(Polynomial::most_power) + " numbers");
    std::vector<PolynomialTerm> terms;
    for (std::size_t k = 0; k < coefficients.size(); ++k)
        if (coefficients[k] != 0)
            terms.push_back({static_cast<int>(k) + 1, 0, coefficients[k]});
    f.tables({"terms", "", "terms value r^r v^v, in addition to the coefficients"}, [&terms](F& t) {
        PolynomialTerm term;
        const Range powers = Range::between(0, Polynomial::most_power);
        t.integer({"r", "", "power of the displacement", false, powers}, term.r_power);
        t.integer({"v", "", "power of the velocity", false, powers}, term.v_power);
        t.number({"value", "N s^v/m^(r+v)", "factor of the term", true}, term.value);
        const auto same = [&term](const PolynomialTerm& other) {
            return other.r_power == term.r_power && other.v_power == term.v_power;
        };
        if (std::any_of(terms.begin(), terms.end(), same))
            t.refuse("value", "another term or coefficient has the same powers, r = " +
                                  std::to_string(term.r_power) + " and v = " +
                                  std::to_string(term.v_power) + "; expected their sum");
        terms.push_back(term);
    });
    if (terms.empty() && f.has("coefficients"))
        f.refuse("coefficients", "expected a number besides 0");
    if (terms.empty() && f.has("law")) // false where keys are described
        f.refuse("law", "expected the key coefficients, terms, or both");
    law = Polynomial(std::move(terms));
}

} // namespace slideway::contact
