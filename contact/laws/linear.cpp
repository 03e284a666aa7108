#include "contact/laws/linear.hpp"

#include "base/measure.hpp"

#include <utility>

namespace slideway::contact {

Linear::Linear(std::vector<double> k, std::vector<double> c, double rotational_k,
               double rotational_c)
    : stiffness(std::move(k)), damping(std::move(c)), rotational_stiffness(rotational_k),
      rotational_damping(rotational_c)
{
}

LawDescription Linear::description() const
{
    return {"linear", "spring and dashpot", Directions::components};
}

void Linear::force(JointMemory&, const JointVector& r, const JointVector& v,
                   ForceAndTangent& out) const
{
    out.clear(r.size());
    for (Index i = 0; i < r.size(); ++i) {
        const auto k = static_cast<std::size_t>(i);
        out.f(i) = stiffness[k] * r(i) + damping[k] * v(i);
        out.df_dr(i, i) = stiffness[k];
        out.df_dv(i, i) = damping[k];
    }
}

void Linear::piece(const JointPhases&, JointPiece& out) const
{
    for (Index i = 0; i < out.at.size(); ++i) {
        out.stiffness(i, i) = stiffness[static_cast<std::size_t>(i)];
        out.damping(i, i) = damping[static_cast<std::size_t>(i)];
    }
}

Bound Linear::bound(Index row, double) const
{
    const auto i = static_cast<std::size_t>(row);
    return {stiffness[i], damping[i]};
}

std::optional<JointLaw> Linear::adapted(const std::vector<std::string>& components) const
{
    Linear law;
    for (const std::string& component : components) {
        const bool turns = measure_of(component) == Measure::rotation;
        law.stiffness.push_back(turns ? rotational_stiffness : stiffness[0]);
        law.damping.push_back(turns ? rotational_damping : damping[0]);
    }
    return law;
}

} // namespace slideway::contact
