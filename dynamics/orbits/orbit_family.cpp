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

} // namespace

JointedSystem turned(JointedSystem system, double angle)
{
    scale_drive(system, std::polar(1.0, angle));
    return system;
}

OrbitFamily::OrbitFamily(JointedSystem system, OrbitParameter parameter)
    : system_(std::move(system)), parameter_(std::move(parameter))
{
    if (!(system_.Omega > 0))
        throw InputError("nothing moves harmonically: a periodic motion needs a drive");
    check_derivatives(system_, derived_by());
    if (parameter_.kind == OrbitParameter::Kind::level)
        unit_ = system_;
    switch (parameter_.kind) {
    case OrbitParameter::Kind::Omega:
        p_ = system_.Omega;
        break;
    case OrbitParameter::Kind::level:
        p_ = 1;
        break;
    case OrbitParameter::Kind::number:
        p_ = system_.joints[parameter_.number.joint].law.parameter(parameter_.number.name);
        break;
    }
}

DerivedBy OrbitFamily::derived_by() const
{
    DerivedBy by{.start = true};
    switch (parameter_.kind) {
    case OrbitParameter::Kind::Omega:
        by.Omega = true;
        break;
    case OrbitParameter::Kind::level:
        by.level = true;
        break;
    case OrbitParameter::Kind::number:
        by.number = parameter_.number;
        break;
    }
    return by;
}

bool OrbitFamily::move_to(double p)
{
    if (p == p_)
        return true;
    if (!std::isfinite(p))
        return false;
    switch (parameter_.kind) {
    case OrbitParameter::Kind::Omega:
        if (!(p > 0))
            return false;
        system_.Omega = p;
        system_.p = system_.p_at(p);
        break;
    case OrbitParameter::Kind::level:
        if (!(p > 0))
            return false;
        system_ = unit_;
        scale_drive(system_, p);
        break;
    case OrbitParameter::Kind::number: {
        if (!(p >= 0))
            return false;
        contact::JointLaw& law = system_.joints[parameter_.number.joint].law;
        law = law.with(parameter_.number.name, p);
        break;
    }
    }
    p_ = p;
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
