#include "dynamics/modal/unbounded_potential.hpp"

#include "assembly/coupled_model.hpp"
#include "assembly/joint.hpp"
#include "base/measure.hpp"
#include "base/text.hpp"
#include "contact/laws/law.hpp"
#include "contact/laws/polynomial_terms.hpp"
#include "dynamics/modal/driven_joints.hpp"
#include "dynamics/modal/modal_model.hpp"

#include <algorithm>
#include <cmath>

namespace slideway::dynamics {

namespace {

using contact::PolynomialTerm;

// Force against a displacement s > 0 to one side, as coefficients of s^0, s^1, ...
std::vector<double> force_on_side(double stiffness, std::span<const PolynomialTerm> terms, int side)
{
    std::vector<double> f(2, 0.0);
    f[1] = stiffness;
    for (const PolynomialTerm& term : terms) {
        const auto n = static_cast<std::size_t>(term.r_power);
        if (term.v_power > 0)
            continue;
        f.resize(std::max(f.size(), n + 1), 0.0);
        f[n] += n % 2 == 1 ? term.value : side * term.value;
    }
    while (!f.empty() && f.back() == 0)
        f.pop_back();
    return f;
}

double value_at(const std::vector<double>& f, double s)
{
    double sum = 0;
    for (auto c = f.rbegin(); c != f.rend(); ++c)
        sum = sum * s + *c;
    return sum;
}

// Smallest s > 0 at which the force falls through zero; 0 if it pulls away from rest on. All roots
// lie between the bounds of Lagrange and Fujiwara.
double first_fall(const std::vector<double>& f)
{
    const std::size_t top = f.size() - 1;
    std::size_t bottom = 0;
    while (f[bottom] == 0)
        ++bottom;
    if (f[bottom] < 0)
        return 0;
    double far = 0, near = 0;
    for (std::size_t k = 0; k < top; ++k)
        far =
            std::max(far, 2 * std::pow(std::abs(f[k] / f[top]), 1 / static_cast<double>(top - k)));
    for (std::size_t k = bottom + 1; k <= top; ++k)
        near = std::max(
            near, 2 * std::pow(std::abs(f[k] / f[bottom]), 1 / static_cast<double>(k - bottom)));
    constexpr int parts = 4000;
    const double low = 1 / near, ratio = std::pow(far / low, 1.0 / parts);
    double before = low;
    for (int i = 1; i <= parts + 1; ++i) {
        const double s = low * std::pow(ratio, i);
        if (value_at(f, s) < 0) {
            double positive = before, negative = s;
            for (int halving = 0; halving < 100; ++halving) {
                const double middle = (positive + negative) / 2;
                (value_at(f, middle) < 0 ? negative : positive) = middle;
            }
            return positive;
        }
        before = s;
    }
    return far;
}

// Static stiffness against a force along a row: 0 if a rigid motion moves it.
double static_stiffness(const Eigen::RowVectorXd& row, const Vector& omega)
{
    double compliance = 0;
    for (Index i = 0; i < omega.size(); ++i) {
        if (row(i) == 0)
            continue;
        if (!(omega(i) > 0))
            return 0;
        compliance += row(i) * row(i) / (omega(i) * omega(i));
    }
    return compliance > 0 ? 1 / compliance : 0;
}

} // namespace

std::vector<PotentialMaximum> unbounded_sides(double stiffness,
                                              std::span<const PolynomialTerm> terms)
{
    std::vector<PotentialMaximum> list;
    for (const int side : {1, -1}) {
        const std::vector<double> f = force_on_side(stiffness, terms, side);
        if (f.empty() || f.back() > 0)
            continue;
        const double s = first_fall(f);
        list.push_back({side, s, stiffness * s * s / 2 + contact::potential(terms, side * s)});
    }
    return list;
}

bool has_polynomials(const assembly::CoupledModel& model)
{
    return std::any_of(
        model.joints.begin(), model.joints.end(),
        [](const assembly::Joint& joint) -> bool { return !joint.law->polynomial().empty(); });
}

std::vector<std::string> unbounded_potentials(const assembly::CoupledModel& model,
                                              const ModalModel& modal)
{
    constexpr double equal_rows = 1e-12;
    std::vector<std::string> sentences;
    const DrivenJoints system = driven_joints(model, modal);
    std::vector<bool> done(system.joints.size(), false);
    for (std::size_t j = 0; j < system.joints.size(); ++j) {
        if (done[j] || system.joints[j].law->polynomial().empty())
            continue;
        const Matrix& rows = system.joints[j].on.rows;
        std::vector<PolynomialTerm> terms;
        std::vector<std::string> names;
        for (std::size_t other = j; other < system.joints.size(); ++other) {
            const ModalLaw& joint = system.joints[other];
            const std::vector<PolynomialTerm> own = joint.law->polynomial();
            if (own.empty() || joint.on.rows.rows() != rows.rows() ||
                (joint.on.rows - rows).norm() > equal_rows * rows.norm())
                continue;
            done[other] = true;
            names.push_back("joint " + joint.name);
            terms.insert(terms.end(), own.begin(), own.end());
        }
        const Measure measure = measure_at(system.joints[j].measures, 0);
        for (const PotentialMaximum& maximum :
             unbounded_sides(static_stiffness(rows.row(0), system.modes.omega), terms)) {
            const std::string beyond =
                number_text(maximum.side * maximum.displacement, 6) + " " + unit_on("m", measure);
            sentences.push_back(join(names, " and ") + ": the potential energy has no lower bound" +
                                (maximum.displacement > 0
                                     ? "; its maximum is at a displacement of " + beyond + ", " +
                                           number_text(maximum.energy, 6) +
                                           " J above rest, and motions beyond it do not return"
                                     : " on the side r " +
                                           std::string(maximum.side > 0 ? ">" : "<") +
                                           " 0, and falls from rest on"));
        }
    }
    return sentences;
}

} // namespace slideway::dynamics
