#include "contact/laws/joint_laws.hpp"

#include <stdexcept>
#include <type_traits>

namespace slideway::contact {

namespace {

void prepare(ForceAndTangent& out, Eigen::Index rows)
{
    out.f.setZero(rows);
    out.df_dr.setZero(rows, rows);
    out.df_dv.setZero(rows, rows);
}

Bound bound_of(const Linear& law, Eigen::Index row, double)
{
    const auto i = static_cast<std::size_t>(row);
    return {law.stiffness[i], law.damping[i]};
}

Bound bound_of(const Coulomb&, Eigen::Index, double)
{
    return {};
}

Bound bound_of(const ElasticCoulomb& law, Eigen::Index row, double)
{
    return {row == 0 ? law.k_t : law.k_n, 0};
}

Bound bound_of(const Gap& law, Eigen::Index, double)
{
    return {law.stiffness, law.damping};
}

Bound bound_of(const Cubic& law, Eigen::Index, double reach)
{
    return {3 * std::abs(law.k3) * reach * reach, 0};
}

} // namespace

void force(const Linear& law, JointMemory&, const JointVector& r, const JointVector& v,
           ForceAndTangent& out)
{
    prepare(out, r.size());
    for (Eigen::Index i = 0; i < r.size(); ++i) {
        const auto k = static_cast<std::size_t>(i);
        out.f(i) = law.stiffness[k] * r(i) + law.damping[k] * v(i);
        out.df_dr(i, i) = law.stiffness[k];
        out.df_dv(i, i) = law.damping[k];
    }
}

void force(const ElasticCoulomb& law, JointMemory& memory, const JointVector& r, const JointVector&,
           ForceAndTangent& out)
{
    prepare(out, 2);
    const double normal = law.preload + law.k_n * r(1);
    if (normal <= 0) { // separation: the slider follows, so that touching again starts without T
        memory.z = r(0);
        return;
    }
    out.f(1) = normal;
    out.df_dr(1, 1) = law.k_n;
    const double trial = law.k_t * (r(0) - memory.z), limit = law.friction * normal;
    if (std::abs(trial) <= limit) {
        out.f(0) = trial;
        out.df_dr(0, 0) = law.k_t;
    } else {
        const double sense = trial > 0 ? 1 : -1;
        out.f(0) = sense * limit;
        out.df_dr(0, 1) = sense * law.friction * law.k_n;
        memory.z = law.k_t > 0 ? r(0) - out.f(0) / law.k_t : r(0);
    }
}

void force(const Gap& law, JointMemory&, const JointVector& r, const JointVector& v,
           ForceAndTangent& out)
{
    prepare(out, r.size());
    for (Eigen::Index i = 0; i < r.size(); ++i) {
        const bool high = r(i) > law.clearance, low = law.both_sides && r(i) < -law.clearance;
        if (!high && !low)
            continue;
        const double stop = high ? law.clearance : -law.clearance;
        const double f = law.stiffness * (r(i) - stop) + law.damping * v(i);
        if (high ? f <= 0 : f >= 0)
            continue; // the dashpot would pull
        out.f(i) = f;
        out.df_dr(i, i) = law.stiffness;
        out.df_dv(i, i) = law.damping;
    }
}

void force(const Cubic& law, JointMemory&, const JointVector& r, const JointVector&,
           ForceAndTangent& out)
{
    prepare(out, r.size());
    for (Eigen::Index i = 0; i < r.size(); ++i) {
        out.f(i) = law.k3 * r(i) * r(i) * r(i);
        out.df_dr(i, i) = 3 * law.k3 * r(i) * r(i);
    }
}

void force(const JointLaw& law, JointMemory& memory, const JointVector& r, const JointVector& v,
           ForceAndTangent& out)
{
    std::visit(
        [&](const auto& l) {
            if constexpr (std::is_same_v<std::decay_t<decltype(l)>, Coulomb>)
                throw std::logic_error("rigid dry friction is not a function of the motion");
            else
                force(l, memory, r, v, out);
        },
        law);
}

Bound bound(const JointLaw& law, Eigen::Index row, double reach)
{
    return std::visit([&](const auto& l) -> Bound { return bound_of(l, row, reach); }, law);
}

} // namespace slideway::contact
