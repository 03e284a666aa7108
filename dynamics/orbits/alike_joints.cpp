#include "dynamics/orbits/alike_joints.hpp"

#include "contact/laws/joint_phases.hpp"
#include "contact/laws/law.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

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

// True if a piece has n times the force of another one, and the same guards.
bool times(const contact::JointPiece& one, const contact::JointPiece& all, double n)
{
    if (!one.corners.empty() || !all.corners.empty() || one.guards.size() != all.guards.size() ||
        !all_near(one.at, all.at) || !all_near(n * one.constant, all.constant) ||
        !all_near(n * one.cubic, all.cubic) || !all_near(n * one.stiffness, all.stiffness) ||
        !all_near(n * one.damping, all.damping))
        return false;
    for (std::size_t k = 0; k < one.guards.size(); ++k) {
        const contact::JointPiece::Guard &a = one.guards[k], &b = all.guards[k];
        if (a.row != b.row || !near(a.constant, b.constant) || !all_near(a.by_r, b.by_r) ||
            !all_near(a.by_v, b.by_v))
            return false;
    }
    return true;
}

contact::JointPiece piece_at(const contact::JointLaw& law, Index rows, double displacement)
{
    contact::JointPiece piece;
    contact::piece_of(law, law->phases_at(Vector::Constant(rows, displacement), Vector::Zero(rows)),
                      piece);
    return piece;
}

// True if a law on so many rows has n times the force of another one in each of its phases.
bool times(const contact::JointLaw& one, const contact::JointLaw& all, Index rows, double n)
{
    constexpr std::array places{0.0, far_away, -far_away};
    return std::all_of(places.begin(), places.end(), [&](double r) -> bool {
        return times(piece_at(one, rows, r), piece_at(all, rows, r), n);
    });
}

bool opposite(const JointOnModes& a, const JointOnModes& b)
{
    return a.rows.rows() == b.rows.rows() &&
           (a.rows + b.rows).norm() <= equal_rows * a.rows.norm() &&
           (a.follow + b.follow).norm() <= equal_rows * a.follow.norm();
}

} // namespace

bool alike(const contact::JointLaw& a, const contact::JointLaw& b)
{
    if (a->is_state_function() || b->is_state_function()) // known at single states alone
        return &*a == &*b;
    if (a->keyword() != b->keyword() || !a->has_phases() || a->is_odd() != b->is_odd())
        return false;
    for (const contact::LawParameter& number : a->parameters())
        if (!near(a->parameter(number.name), b->parameter(number.name)))
            return false;
    return times(a, b, 1, 1);
}

std::optional<contact::JointLaw> strengthened(const contact::JointLaw& law, int n)
{
    contact::JointLaw all = law;
    for (const contact::LawParameter& number : law->parameters()) {
        const auto& scaling = number.scaling;
        const bool of_force = scaling && scaling->force.first == 1 && scaling->force.others == 1 &&
                              scaling->displacement.first == 0 && scaling->displacement.others == 0;
        if (of_force || number.name == "damping")
            all = all->with(number.name, n * law->parameter(number.name));
    }
    return times(law, all, 1, n) ? std::optional(all) : std::nullopt;
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
                 alike(joints[i].law, joints[j].law)))
            ++j;
        if (j == joints.size())
            return false;
        faced[i] = faced[j] = true;
    }
    return true;
}

} // namespace slideway::dynamics
