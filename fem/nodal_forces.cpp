#include "fem/nodal_forces.hpp"

#include "base/error.hpp"
#include "fem/recovery.hpp"
#include "fem/substructure.hpp"

namespace slideway::fem {

ForcePerMass centrifugal(const Eigen::Vector3d& axis, const Eigen::Vector3d& point, double omega)
{
    const Eigen::Vector3d e = axis / axis.stableNorm();
    const Eigen::Matrix3d gradient =
        omega * omega * (Eigen::Matrix3d::Identity() - e * e.transpose());
    return {-(gradient * point), gradient};
}

Vector NodalForces::on_dofs(const Matrix& forces, Index n) const
{
    Vector row = Vector::Zero(n);
    const Index d = forces.cols();
    for (Index node = 0; node < forces.rows(); ++node)
        for (Index c = 0; c < d; ++c)
            if (const Index own = dof[static_cast<std::size_t>(d * node + c)]; own >= 0)
                row(own) = forces(node, c);
    return row;
}

Matrix field_forces(const Substructure& s, const ForcePerMass& field)
{
    if (s.recovery && s.recovery->forces) {
        ForcePerMass own = field; // in the coordinates of the elements
        own.constant += field.gradient * s.recovery->forces->origin;
        return s.recovery->forces->of_field(own);
    }
    throw InputError(
        "body " + s.name +
        " has no mesh of surfaces or volumes, over which an acceleration or a rotation "
        "spreads a load; give a force");
}

} // namespace slideway::fem
