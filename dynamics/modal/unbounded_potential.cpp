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
#include <optional>

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

// Bound of Fujiwara: all roots are smaller.
double root_bound(const std::vector<double>& f)
{
    const std::size_t top = f.size() - 1;
    double far = 0;
    for (std::size_t k = 0; k < top; ++k)
        far =
            std::max(far, 2 * std::pow(std::abs(f[k] / f[top]), 1 / static_cast<double>(top - k)));
    return far;
}

// Place between `positive` and `negative` at which a force falls through zero.
template <class Force>
double fall_between(const Force& force, double positive, double negative)
{
    for (int halving = 0; halving < 100; ++halving) {
        const double middle = (positive + negative) / 2;
        (force(middle) < 0 ? negative : positive) = middle;
    }
    return positive;
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
    const double far = root_bound(f);
    double near = 0;
    for (std::size_t k = bottom + 1; k <= top; ++k)
        near = std::max(
            near, 2 * std::pow(std::abs(f[k] / f[bottom]), 1 / static_cast<double>(k - bottom)));
    constexpr int parts = 4000;
    const double low = 1 / near, ratio = std::pow(far / low, 1.0 / parts);
    double before = low;
    for (int i = 1; i <= parts + 1; ++i) {
        const double s = low * std::pow(ratio, i);
        if (value_at(f, s) < 0)
            return fall_between([&f](double x) -> double { return value_at(f, x); }, before, s);
        before = s;
    }
    return far;
}

bool is_table(const contact::Law& law)
{
    return !law.knots().empty() && law.has_potential();
}

// Force of all laws and of a stiffness, against a displacement s to one side.
class SideForce {
public:
    SideForce(double stiffness, std::span<const contact::Law* const> laws, int side)
        : laws_(laws), stiffness_(stiffness), side_(side)
    {
    }

    double operator()(double s) const
    {
        contact::JointMemory none;
        contact::ForceAndTangent law_force;
        double sum = stiffness_ * s;
        for (const contact::Law* law : laws_) {
            law->force(none, Vector::Constant(1, side_ * s), Vector::Zero(1), law_force);
            sum += side_ * law_force.f(0);
        }
        return sum;
    }

    [[nodiscard]] double energy(double s) const
    {
        double sum = stiffness_ * s * s / 2;
        for (const contact::Law* law : laws_)
            if (is_table(*law))
                sum += law->potential(Vector::Constant(1, side_ * s));
            else
                sum += contact::potential(law->polynomial(), side_ * s);
        return sum;
    }

private:
    std::span<const contact::Law* const> laws_;
    double stiffness_;
    int side_;
};

// Smallest s > 0 at which the force falls through zero. Behind the last of the places, it is the
// polynomial f, which ends below zero.
double first_fall(const SideForce& force, std::vector<double> places, const std::vector<double>& f)
{
    constexpr int parts = 100;
    std::sort(places.begin(), places.end());
    double before = 0;
    const auto falls_until = [&](double to) -> std::optional<double> {
        for (int i = 1; i <= parts; ++i) {
            const double s = before + (to - before) * i / parts;
            if (force(s) < 0)
                return before == 0 && i == 1 && force(1e-6 * s) < 0
                           ? 0
                           : fall_between(force, i == 1 ? before : s - (to - before) / parts, s);
        }
        before = to;
        return std::nullopt;
    };
    for (const double place : places)
        if (place > before)
            if (const auto s = falls_until(place))
                return *s;
    for (const double far = std::max(root_bound(f), before); before < 2 * far;)
        if (const auto s = falls_until(before > 0 ? 2 * before : far))
            return *s;
    return before;
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

std::vector<PotentialMaximum> unbounded_sides(double stiffness,
                                              std::span<const contact::Law* const> laws)
{
    std::vector<PolynomialTerm> terms;
    std::vector<double> places;
    for (const contact::Law* law : laws) {
        const std::vector<PolynomialTerm> own = law->polynomial();
        terms.insert(terms.end(), own.begin(), own.end());
        if (is_table(*law))
            for (const double knot : law->knots())
                places.push_back(std::abs(knot));
    }
    if (places.empty())
        return unbounded_sides(stiffness, terms);
    const double last = *std::max_element(places.begin(), places.end());
    std::vector<PotentialMaximum> list;
    for (const int side : {1, -1}) {
        const SideForce force(stiffness, laws, side);
        std::vector<double> f = force_on_side(stiffness, terms, side); // behind the last place
        f.resize(std::max<std::size_t>(f.size(), 2), 0.0);
        for (const contact::Law* law : laws) {
            if (!is_table(*law))
                continue;
            contact::JointMemory none;
            contact::ForceAndTangent at;
            law->force(none, Vector::Constant(1, side * 2 * last), Vector::Zero(1), at);
            f[0] += side * at.f(0) - at.df_dr(0, 0) * 2 * last;
            f[1] += at.df_dr(0, 0);
        }
        while (!f.empty() && f.back() == 0)
            f.pop_back();
        if (f.empty() || f.back() > 0)
            continue;
        const double s = first_fall(force, places, f);
        list.push_back({side, s, force.energy(s)});
    }
    return list;
}

bool may_be_unbounded(const assembly::CoupledModel& model)
{
    return std::any_of(model.joints.begin(), model.joints.end(),
                       [](const assembly::Joint& joint) -> bool {
                           return !joint.law->polynomial().empty() || is_table(*joint.law);
                       });
}

std::vector<std::string> unbounded_potentials(const assembly::CoupledModel& model,
                                              const ModalModel& modal)
{
    constexpr double equal_rows = 1e-12;
    std::vector<std::string> sentences;
    // Drives do not matter, so they may be of any kind.
    const Vector omega = stacked_modes(modal).omega;
    std::vector<ModalLaw> joints;
    for (std::size_t j = 0; j < model.joints.size(); ++j)
        if (const assembly::Joint& joint = model.joints[j];
            !joint.law->polynomial().empty() || is_table(*joint.law))
            joints.push_back(
                {joint.name, joint.law, joint_on_modes(model, modal, j), joint.measures});
    std::vector<bool> done(joints.size(), false);
    for (std::size_t j = 0; j < joints.size(); ++j) {
        if (done[j])
            continue;
        const Matrix& rows = joints[j].on.rows;
        std::vector<const contact::Law*> laws;
        std::vector<std::string> names;
        for (std::size_t other = j; other < joints.size(); ++other) {
            const ModalLaw& joint = joints[other];
            if (joint.on.rows.rows() != rows.rows() ||
                (joint.on.rows - rows).norm() > equal_rows * rows.norm())
                continue;
            done[other] = true;
            names.push_back("joint " + joint.name);
            laws.push_back(&*joint.law);
        }
        const Measure measure = measure_at(joints[j].measures, 0);
        for (const PotentialMaximum& maximum :
             unbounded_sides(static_stiffness(rows.row(0), omega),
                             std::span<const contact::Law* const>(laws))) {
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
