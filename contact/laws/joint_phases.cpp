#include "contact/laws/joint_phases.hpp"

#include <cstdlib>
#include <stdexcept>
#include <type_traits>

namespace slideway::contact {

namespace {

constexpr int open = 2; // of elastic-coulomb

double normal_force(const ElasticCoulomb& law, const JointVector& r)
{
    return law.preload + law.k_n * r(1);
}

int sign(double value)
{
    return value < 0 ? -1 : 1;
}

// Without friction a closed contact is one that slips: its phase has no end but opening.
JointPhases phases_of(const ElasticCoulomb& law, const JointVector& r, const JointVector&)
{
    JointPhases phases;
    const double normal = normal_force(law, r);
    if (normal <= 0)
        phases.of[0] = open;
    else if (law.friction == 0 || std::abs(law.k_t * r(0)) > law.friction * normal)
        phases.of[0] = sign(r(0));
    return phases;
}

JointPhases phases_of(const Gap& law, const JointVector& r, const JointVector& v)
{
    JointPhases phases;
    for (Eigen::Index i = 0; i < r.size(); ++i) {
        const int side = r(i) > law.clearance                      ? 1
                         : law.both_sides && r(i) < -law.clearance ? -1
                                                                   : 0;
        const double pushes =
            law.stiffness * (std::abs(r(i)) - law.clearance) + law.damping * side * v(i);
        phases.of[static_cast<std::size_t>(i)] = pushes > 0 ? side : 2 * side;
    }
    return phases;
}

template <class Smooth>
JointPhases phases_of(const Smooth&, const JointVector&, const JointVector&)
{
    return {};
}

void force_of(const ElasticCoulomb& law, const JointPhases& phases, const JointVector& r,
              const JointVector&, ForceAndTangent& out)
{
    out.f.setZero(2);
    out.df_dr.setZero(2, 2);
    out.df_dv.setZero(2, 2);
    const int phase = phases.of[0];
    if (phase == open)
        return;
    out.f(1) = normal_force(law, r);
    out.df_dr(1, 1) = law.k_n;
    if (phase == 0) {
        out.f(0) = law.k_t * (r(0) - phases.z);
        out.df_dr(0, 0) = law.k_t;
    } else {
        out.f(0) = phase * law.friction * out.f(1);
        out.df_dr(0, 1) = phase * law.friction * law.k_n;
    }
}

void force_of(const Gap& law, const JointPhases& phases, const JointVector& r, const JointVector& v,
              ForceAndTangent& out)
{
    out.f.setZero(r.size());
    out.df_dr.setZero(r.size(), r.size());
    out.df_dv.setZero(r.size(), r.size());
    for (Eigen::Index i = 0; i < r.size(); ++i) {
        const int side = phases.of[static_cast<std::size_t>(i)];
        if (std::abs(side) != 1)
            continue;
        out.f(i) = law.stiffness * (r(i) - side * law.clearance) + law.damping * v(i);
        out.df_dr(i, i) = law.stiffness;
        out.df_dv(i, i) = law.damping;
    }
}

template <class Smooth>
void force_of(const Smooth& law, const JointPhases&, const JointVector& r, const JointVector& v,
              ForceAndTangent& out)
{
    JointMemory none;
    force(law, none, r, v, out);
}

// Sizes of r and v for round-off.
struct Sizes {
    const JointVector &r, &v;
};

void guards_of(const ElasticCoulomb& law, const JointPhases& phases, const JointVector& r,
               const JointVector& v, Sizes size, std::vector<JointGuard>& out)
{
    const double normal = normal_force(law, r);
    const double load = std::abs(law.preload) + law.k_n * size.r(1);
    const int phase = phases.of[0];
    out.push_back({phase == open ? -normal : normal, load, 0});
    if (phase == open || law.friction == 0)
        return;
    if (phase == 0) {
        const double tangential = law.k_t * (r(0) - phases.z), limit = law.friction * normal;
        const double scale = law.friction * load + law.k_t * (size.r(0) + std::abs(phases.z));
        out.push_back({limit - tangential, scale, 0});
        out.push_back({limit + tangential, scale, 0});
        return;
    }
    // The slider moves with r_t' - d/dt (T / k_t).
    const double drag = law.friction * law.k_n / law.k_t;
    out.push_back({phase * v(0) - drag * v(1), size.v(0) + drag * size.v(1), 0});
}

void guards_of(const Gap& law, const JointPhases& phases, const JointVector& r,
               const JointVector& v, Sizes size, std::vector<JointGuard>& out)
{
    const double drag = law.damping / law.stiffness;
    for (Eigen::Index i = 0; i < r.size(); ++i) {
        const auto row = static_cast<int>(i);
        const int phase = phases.of[static_cast<std::size_t>(i)], side = sign(phase);
        const double reach = law.clearance + size.r(i);
        const double left = law.clearance - side * r(i);
        const double pushes = -left + drag * side * v(i); // over the stiffness
        const double push_scale = reach + drag * size.v(i);
        if (phase == 0) {
            out.push_back({left, reach, row});
            if (law.both_sides)
                out.push_back({law.clearance + r(i), reach, row});
        } else if (std::abs(phase) == 1) {
            out.push_back({pushes, push_scale, row});
        } else {
            out.push_back({-left, reach, row});
            out.push_back({-pushes, push_scale, row});
        }
    }
}

template <class Smooth>
void guards_of(const Smooth&, const JointPhases&, const JointVector&, const JointVector&, Sizes,
               std::vector<JointGuard>&)
{
}

JointPhases next(const ElasticCoulomb& law, JointPhases phases, int guard, const JointVector& r,
                 const JointVector& v)
{
    int& phase = phases.of[0];
    if (phase == open) { // closes with T = 0: sticks if |T| grows more slowly than its limit
        phases.z = r(0);
        const bool slips =
            law.friction == 0 || law.k_t * std::abs(v(0)) > law.friction * law.k_n * v(1);
        phase = slips ? sign(v(0)) : 0;
    } else if (guard == 0) {
        phase = open;
    } else if (phase == 0) {
        phase = guard == 1 ? 1 : -1;
    } else {
        phases.z = r(0) - phase * law.friction * normal_force(law, r) / law.k_t;
        phase = 0;
    }
    return phases;
}

JointPhases next(const Gap& law, JointPhases phases, int guard, const JointVector& r,
                 const JointVector&)
{
    for (Eigen::Index i = 0; i < r.size(); ++i) {
        int& phase = phases.of[static_cast<std::size_t>(i)];
        const int side = sign(phase);
        const int n = std::abs(phase) == 1 || (phase == 0 && !law.both_sides) ? 1 : 2;
        if (guard >= n) {
            guard -= n;
            continue;
        }
        if (phase == 0)
            phase = guard == 0 ? 1 : -1;
        else if (std::abs(phase) == 1)
            phase = law.damping > 0 && side * r(i) > law.clearance ? 2 * side : 0;
        else
            phase = guard == 0 ? 0 : side;
        break;
    }
    return phases;
}

template <class Smooth>
JointPhases next(const Smooth&, JointPhases phases, int, const JointVector&, const JointVector&)
{
    return phases;
}

void refuse_rigid(const JointLaw& law)
{
    if (!has_force(law))
        throw std::logic_error("rigid dry friction is not a function of the motion");
}

} // namespace

JointPhases phases_at(const JointLaw& law, const JointVector& r, const JointVector& v)
{
    refuse_rigid(law);
    return std::visit([&](const auto& l) -> JointPhases { return phases_of(l, r, v); }, law);
}

void force_in(const JointLaw& law, const JointPhases& phases, const JointVector& r,
              const JointVector& v, ForceAndTangent& out)
{
    std::visit(
        [&](const auto& l) {
            if constexpr (std::is_same_v<std::decay_t<decltype(l)>, Coulomb>)
                refuse_rigid(law);
            else
                force_of(l, phases, r, v, out);
        },
        law);
}

void add_guards(const JointLaw& law, const JointPhases& phases, const JointVector& r,
                const JointVector& v, const JointVector& r_size, const JointVector& v_size,
                std::vector<JointGuard>& out)
{
    std::visit([&](const auto& l) { guards_of(l, phases, r, v, Sizes{r_size, v_size}, out); }, law);
}

JointPhases phases_after(const JointLaw& law, const JointPhases& phases, int guard,
                         const JointVector& r, const JointVector& v)
{
    return std::visit([&](const auto& l) -> JointPhases { return next(l, phases, guard, r, v); },
                      law);
}

} // namespace slideway::contact
