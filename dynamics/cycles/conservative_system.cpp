#include "dynamics/cycles/conservative_system.hpp"

#include "base/dense_eigen.hpp"
#include "base/dense_solve.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "contact/laws/law.hpp"
#include "dynamics/orbits/grazing.hpp"

#include <algorithm>
#include <cmath>

namespace slideway::dynamics {

namespace {

// Distance from the stop at which the system rests at it, relative to the clearance or to the
// displacement at rest.
constexpr double at_stop = 1e-9;

void refuse(const JointedSystem& system)
{
    if (system.n_modes() == 0)
        throw InputError("no part can move, so there is no free motion");
    if (system.n_contacts() > 0)
        throw InputError("joint." + system.names.front() + ".law", "\"coulomb\"",
                         "dry friction dissipates; free motions are those of systems that "
                         "conserve their energy");
    for (const ModalLaw& joint : system.joints)
        if (!joint.law->has_potential())
            throw InputError("joint." + joint.name + ".law",
                             "\"" + std::string(joint.law->keyword()) + "\"",
                             "its force has no potential; expected " +
                                 listed(contact::laws_with(&contact::Law::has_potential), "or"));
    if (!(system.modes.omega.minCoeff() > 0))
        throw InputError("a body moves freely, or joints alone hold it: small motions have no "
                         "frequency; expected supports or springs");
}

void leave_out(JointedSystem& s, std::vector<std::string>& left_out)
{
    if (!s.modes.c.isZero(0) || !s.modes.classical())
        left_out.emplace_back("damping of the bodies");
    s.modes.c.setZero();
    s.modes.D.resize(0, 0);
    std::vector<ComplexVector*> drives{&s.force, &s.inertia, &s.drag, &s.p};
    for (ModalLaw& joint : s.joints) {
        if (const auto law = joint.law->without_dashpot()) {
            left_out.push_back("dashpot of " + joint.name);
            joint.law = *law;
        }
        drives.push_back(&joint.on.follow);
    }
    s.Omega = 0;
    const bool driven =
        std::any_of(drives.begin(), drives.end(),
                    [](const ComplexVector* values) -> bool { return !values->isZero(0); });
    if (driven)
        left_out.emplace_back("harmonic loads and motions");
    for (ComplexVector* drive_values : drives)
        drive_values->setZero();
}

Matrix stiffness(const JointedSystem& s, const Vector& q)
{
    Matrix K = s.modes.omega.cwiseAbs2().asDiagonal();
    contact::ForceAndTangent tangent;
    for (const ModalLaw& joint : s.joints) {
        contact::JointMemory none;
        const Vector r = joint.on.rows * q;
        joint.law->force(none, r, Vector::Zero(r.size()), tangent);
        K += joint.on.rows.transpose() * tangent.df_dr * joint.on.rows;
    }
    return K;
}

// The minimum of a convex potential, by Newton's method. Where a step does not reduce the gradient
// it is halved: stops make it kinked, not steep.
Vector rest_of(const ConservativeSystem& c)
{
    const JointedSystem& s = c.system;
    Vector q = Vector::Zero(s.n_modes());
    Vector g = c.gradient(q);
    const double size = g.norm(); // loads, and forces of laws without displacement
    if (size == 0)
        return q;
    for (int k = 0; k < 200 && g.norm() > 1e-14 * size; ++k) {
        const Vector step = Cholesky(stiffness(s, q)).solve(g);
        double share = 1;
        Vector values = q - step;
        while (c.gradient(values).norm() > (1 - share / 4) * g.norm() && share > 1e-6) {
            share /= 2;
            values = q - share * step;
        }
        if (share <= 1e-6)
            break; // round-off
        q = values;
        g = c.gradient(q);
    }
    if (!(g.norm() <= 1e-9 * size))
        throw InputError("no equilibrium under the constant loads was found");
    return q;
}

void refuse_stops(const ConservativeSystem& c)
{
    for (const DisplacementStop& stop : stops_of(c.system.joints)) {
        const ModalLaw& joint = c.system.joints[stop.joint];
        const double r = joint.on.rows.row(stop.row).dot(c.rest);
        if (std::abs(stop.beyond(r)) <= at_stop * std::max(std::abs(r), std::abs(stop.level)))
            throw InputError("joint." + joint.name +
                             ": it is at its stop where the system rests: small motions are not "
                             "linear");
    }
}

} // namespace

Vector ConservativeSystem::gradient(const VectorIn& q) const
{
    Vector g = system.modes.omega.cwiseAbs2().cwiseProduct(q) - system.p0;
    contact::ForceAndTangent tangent;
    for (const ModalLaw& joint : system.joints) {
        contact::JointMemory none;
        const Vector r = joint.on.rows * q;
        joint.law->force(none, r, Vector::Zero(r.size()), tangent);
        g.noalias() += joint.on.rows.transpose() * tangent.f;
    }
    return g;
}

double ConservativeSystem::energy(const VectorIn& z) const
{
    const Vector q = z.head(m()), away = q - rest;
    double energy =
        0.5 * (z.tail(m()).squaredNorm() + away.cwiseProduct(system.modes.omega).squaredNorm()) +
        pull_.dot(away);
    for (std::size_t j = 0; j < system.joints.size(); ++j)
        energy += system.joints[j].law->potential(system.joints[j].on.rows * q) - potential_[j];
    return energy;
}

ConservativeSystem conservative_system(JointedSystem system)
{
    refuse(system);
    ConservativeSystem c;
    c.system = std::move(system);
    leave_out(c.system, c.left_out);
    c.rest = rest_of(c);
    refuse_stops(c);
    c.pull_ = c.system.modes.omega.cwiseAbs2().cwiseProduct(c.rest) - c.system.p0;
    for (const ModalLaw& joint : c.system.joints)
        c.potential_.push_back(joint.law->potential(joint.on.rows * c.rest));
    SymmetricEigen small = symmetric_eigen(stiffness(c.system, c.rest));
    if (!(small.values.minCoeff() > 0))
        throw InputError("the system is not stable where it rests, because laws of its joints push "
                         "it away; expected a rest at a minimum of the potential");
    c.omega = small.values.cwiseSqrt();
    c.shapes = std::move(small.vectors);
    return c;
}

} // namespace slideway::dynamics
