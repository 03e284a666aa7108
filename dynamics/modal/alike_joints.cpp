#include "dynamics/modal/alike_joints.hpp"

#include "contact/laws/joint_phases.hpp"
#include "contact/laws/law.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>
#include <vector>

namespace slideway::dynamics {

namespace {

// Relative difference of numbers and rows that count as equal: round-off of the modes.
constexpr double equal_rows = 1e-12, equal_numbers = 1e-13;
constexpr double far_away = 1e12; // [m] beyond every stop

bool near(double a, double b)
{
    return std::abs(a - b) <= equal_numbers * std::max(std::abs(a), std::abs(b));
}

template <class A, class B>
bool all_near(const A& a, const B& b)
{
    if (a.rows() != b.rows() || a.cols() != b.cols())
        return false;
    for (Index j = 0; j < a.cols(); ++j)
        for (Index i = 0; i < a.rows(); ++i)
            if (!near(a(i, j), b(i, j)))
                return false;
    return true;
}

// True if a guard is another one, or n times it: it has the same zeros.
bool ends_alike(const contact::JointPiece::Guard& one, const contact::JointPiece::Guard& all,
                double n)
{
    const auto is_times = [&](double factor) -> bool {
        return near(factor * one.constant, all.constant) && all_near(factor * one.by_r, all.by_r) &&
               all_near(factor * one.by_v, all.by_v);
    };
    return one.row == all.row && (is_times(1) || is_times(n));
}

// True if a piece has n times the force of another one, and ends where that one does.
bool times(const contact::JointPiece& one, const contact::JointPiece& all, double n)
{
    const auto n_times = [n](const contact::JointPiece::Term& a,
                             const contact::JointPiece::Term& b) -> bool {
        return a.row == b.row && a.of.r_power == b.of.r_power && a.of.v_power == b.of.v_power &&
               near(n * a.of.value, b.of.value);
    };
    if (!one.corners.empty() || !all.corners.empty() || one.guards.size() != all.guards.size() ||
        !std::equal(one.terms.begin(), one.terms.end(), all.terms.begin(), all.terms.end(),
                    n_times) ||
        !all_near(one.at, all.at) || !all_near(n * one.constant, all.constant) ||
        !all_near(n * one.cubic, all.cubic) || !all_near(n * one.stiffness, all.stiffness) ||
        !all_near(n * one.damping, all.damping))
        return false;
    for (std::size_t k = 0; k < one.guards.size(); ++k)
        if (!ends_alike(one.guards[k], all.guards[k], n))
            return false;
    return true;
}

contact::JointPiece piece_at(const contact::JointLaw& law, Index rows, double displacement,
                             double velocity = 0)
{
    contact::JointPiece piece;
    contact::piece_of(
        law, law->phases_at(Vector::Constant(rows, displacement), Vector::Constant(rows, velocity)),
        piece);
    return piece;
}

// True if a table has n times the force of another one in each of its intervals.
bool tables_times(const contact::JointLaw& one, const contact::JointLaw& all, Index rows, double n)
{
    const std::span<const double> knots = one->knots();
    if (knots.size() != all->knots().size() ||
        one->depends_on_velocity() != all->depends_on_velocity())
        return false;
    for (std::size_t k = 0; k <= knots.size(); ++k) {
        const double x = k == 0              ? knots[0] - 1
                         : k == knots.size() ? knots[k - 1] + 1
                                             : (knots[k - 1] + knots[k]) / 2;
        if (!times(piece_at(one, rows, x, x), piece_at(all, rows, x, x), n))
            return false;
    }
    return true;
}

// True if a law on so many rows has n times the force of another one in each of its phases.
bool times(const contact::JointLaw& one, const contact::JointLaw& all, Index rows, double n)
{
    if (!one->knots().empty() || !all->knots().empty())
        return !one->knots().empty() && tables_times(one, all, rows, n);
    constexpr std::array places{0.0, far_away, -far_away};
    return std::all_of(places.begin(), places.end(), [&](double r) -> bool {
        return times(piece_at(one, rows, r), piece_at(all, rows, r), n);
    });
}

// Numbers of a law whose scaling is known.
std::vector<contact::LawParameter> scaled_numbers(const contact::Law& law)
{
    std::vector<contact::LawParameter> numbers;
    for (const contact::LawParameter& number : law.parameters())
        if (number.scaling)
            numbers.push_back(number);
    return numbers;
}

bool is_chosen(unsigned chosen, std::size_t i)
{
    return (chosen >> i & 1U) != 0;
}

// True if a factor on all chosen numbers is one on the force: f(R; s p) = s f(R; p).
bool scales_force(const std::vector<contact::LawParameter>& numbers, unsigned chosen)
{
    contact::Scaling sum{};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (!is_chosen(chosen, i))
            continue;
        const contact::Scaling& one = *numbers[i].scaling;
        sum.force.first += one.force.first;
        sum.force.others += one.force.others;
        sum.displacement.first += one.displacement.first;
        sum.displacement.others += one.displacement.others;
    }
    return sum.force.first == 1 && sum.force.others == 1 && sum.displacement.first == 0 &&
           sum.displacement.others == 0;
}

bool opposite(const JointOnModes& a, const JointOnModes& b)
{
    return a.rows.rows() == b.rows.rows() &&
           (a.rows + b.rows).norm() <= equal_rows * a.rows.norm() &&
           (a.follow + b.follow).norm() <= equal_rows * a.follow.norm();
}

} // namespace

bool alike(const contact::JointLaw& a, const contact::JointLaw& b, Index rows)
{
    if (a->is_of_script() || b->is_of_script())
        return &*a == &*b;
    if (a->keyword() != b->keyword() || a->description().about != b->description().about ||
        !a->has_phases() || a->is_odd() != b->is_odd() ||
        !std::equal(a->parameters().begin(), a->parameters().end(), b->parameters().begin(),
                    b->parameters().end(),
                    [](const auto& x, const auto& y) -> bool { return x.name == y.name; }))
        return false;
    for (const contact::LawParameter& number : a->parameters())
        if (!near(a->parameter(number.name), b->parameter(number.name)))
            return false;
    return times(a, b, rows, 1);
}

std::optional<contact::JointLaw> strengthened(const contact::JointLaw& law, Index rows, int n)
{
    if (auto all = law->times(n))
        return all;
    const std::vector<contact::LawParameter> numbers = scaled_numbers(*law);
    for (unsigned chosen = 1; chosen < 1U << numbers.size(); ++chosen) {
        if (!scales_force(numbers, chosen))
            continue;
        contact::JointLaw all = law;
        const auto strengthen = [&](std::string_view name) -> void {
            all = all->with(name, n * law->parameter(name));
        };
        for (std::size_t i = 0; i < numbers.size(); ++i)
            if (is_chosen(chosen, i))
                strengthen(numbers[i].name);
        for (const contact::LawParameter& number : law->parameters())
            if (number.name == "damping") // a dashpot, whose scaling is unknown
                strengthen(number.name);
        if (times(law, all, rows, n))
            return all;
    }
    return std::nullopt;
}

bool are_odd_together(const std::vector<ModalLaw>& joints, const std::vector<std::size_t>& single)
{
    std::vector<bool> faced(joints.size(), false);
    const auto may_face = [&](std::size_t j) -> bool {
        return !faced[j] && std::find(single.begin(), single.end(), j) == single.end();
    };
    for (std::size_t i = 0; i < joints.size(); ++i) {
        if (joints[i].law->is_odd() || faced[i])
            continue;
        std::size_t j = i + 1;
        while (j < joints.size() &&
               !(may_face(i) && may_face(j) && opposite(joints[i].on, joints[j].on) &&
                 alike(joints[i].law, joints[j].law, joints[i].on.rows.rows())))
            ++j;
        if (j == joints.size())
            return false;
        faced[i] = faced[j] = true;
    }
    return true;
}

} // namespace slideway::dynamics
