#include "dynamics/orbits/orbit_family.hpp"

#include "base/error.hpp"
#include "contact/laws/joint_phases.hpp"

#include <cmath>
#include <utility>

namespace slideway::dynamics {

namespace {

void scale_drive(JointedSystem& system, Complex factor)
{
    for (ComplexVector* of : {&system.force, &system.inertia, &system.drag, &system.p, &system.r})
        *of *= factor;
    for (ModalLaw& joint : system.joints)
        joint.on.follow *= factor;
}

// The drive of another system, times a level.
void take_drive(JointedSystem& system, const JointedSystem& unit, double level)
{
    system.force = level * unit.force;
    system.inertia = level * unit.inertia;
    system.drag = level * unit.drag;
    system.r = level * unit.r;
    for (std::size_t j = 0; j < system.joints.size(); ++j)
        system.joints[j].on.follow = level * unit.joints[j].on.follow;
    system.p = system.p_at(system.Omega);
}

double number_of(const JointedSystem& system, const OrbitParameter& of)
{
    return system.joints[of.number.joint].law.parameter(of.number.name);
}

} // namespace

JointedSystem turned(JointedSystem system, double angle)
{
    scale_drive(system, std::polar(1.0, angle));
    return system;
}

OrbitFamily::OrbitFamily(JointedSystem system, OrbitParameter parameter,
                         std::optional<OrbitParameter> second)
    : system_(std::move(system)), parameters_{std::move(parameter)}
{
    if (!(system_.Omega > 0))
        throw InputError("nothing moves harmonically: a periodic motion needs a drive");
    if (second) {
        if (second->kind == parameters_.front().kind)
            throw InputError("two parameters of one kind: expected Omega, the level, or a number "
                             "of one joint");
        parameters_.push_back(std::move(*second));
    }
    check_derivatives(system_, derived_by());
    if (derived_by().level)
        unit_ = std::make_shared<const JointedSystem>(system_);
    for (const OrbitParameter& of : parameters_)
        values_.push_back(of.kind == OrbitParameter::Kind::Omega   ? system_.Omega
                          : of.kind == OrbitParameter::Kind::level ? 1
                                                                   : number_of(system_, of));
}

DerivedBy OrbitFamily::derived_by() const
{
    DerivedBy by{.start = true};
    for (const OrbitParameter& of : parameters_)
        switch (of.kind) {
        case OrbitParameter::Kind::Omega:
            by.Omega = true;
            break;
        case OrbitParameter::Kind::level:
            by.level = true;
            break;
        case OrbitParameter::Kind::number:
            by.number = of.number;
            break;
        }
    return by;
}

Index OrbitFamily::column(std::size_t i) const
{
    Index column = 2 * m();
    for (const OrbitParameter& of : parameters_)
        column += of.kind < parameters_[i].kind ? 1 : 0; // in the order of DerivedBy
    return column;
}

Vector OrbitFamily::by_parameter(const MatrixIn& by, const VectorIn& rate, double angle,
                                 std::size_t i) const
{
    Vector out = by.col(column(i));
    const double p = values_[i];
    if (parameters_[i].kind == OrbitParameter::Kind::Omega)
        out -= angle / (p * p) * rate; // the end comes earlier
    else if (parameters_[i].kind == OrbitParameter::Kind::level)
        out /= p; // from that by its logarithm
    return out;
}

bool OrbitFamily::move(std::size_t i, double to)
{
    double& value = values_[i];
    if (to == value)
        return true;
    const OrbitParameter& of = parameters_[i];
    if (!std::isfinite(to) || to < 0 || (to == 0 && of.kind != OrbitParameter::Kind::number))
        return false;
    switch (of.kind) {
    case OrbitParameter::Kind::Omega:
        system_.Omega = to;
        system_.p = system_.p_at(to);
        break;
    case OrbitParameter::Kind::level:
        take_drive(system_, *unit_, to);
        break;
    case OrbitParameter::Kind::number: {
        contact::JointLaw& law = system_.joints[of.number.joint].law;
        law = law.with(of.number.name, to);
        break;
    }
    }
    value = to;
    return true;
}

std::string OrbitFamily::asymmetry() const
{
    if (!system_.p0.isZero(0))
        return "a constant load";
    for (const ModalLaw& joint : system_.joints)
        if (!joint.law->is_odd())
            return "joint." + joint.name + ": its force is not odd";
    return "";
}

} // namespace slideway::dynamics
