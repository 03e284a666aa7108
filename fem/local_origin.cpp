#include "fem/local_origin.hpp"

#include "fem/named_nodes.hpp"
#include "fem/nodal_forces.hpp"
#include "fem/recovery.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

namespace slideway::fem {

Eigen::Vector3d local_origin(const Box& box)
{
    const double side = box.empty() ? 0 : box.sizes().maxCoeff();
    if (!(side > 0 && std::isfinite(side)))
        return Eigen::Vector3d::Zero();
    const double unit = std::exp2(std::ceil(std::log2(4 * side)));
    return unit * ((box.min + box.max) / 2 / unit).array().round().matrix();
}

Box box_of(const Matrix& X)
{
    Box box;
    for (Index i = 0; i < X.rows(); ++i)
        if (X.row(i).allFinite())
            box.extend(Eigen::Vector3d(X.row(i).transpose()));
    return box;
}

Box box_of(const Substructure& s)
{
    Box box = s.recovery ? box_of(s.recovery->mesh.X) : Box();
    for (const Port& port : s.ports)
        box.extend(box_of(port.X));
    if (s.nodes)
        box.extend(box_of(s.nodes->X));
    return box;
}

void move(Substructure& s, const Eigen::Vector3d& offset)
{
    if (offset.isZero(0))
        return;
    for (Port& port : s.ports)
        port.X.rowwise() += offset.transpose();
    if (s.nodes) {
        NamedNodes moved = *s.nodes;
        moved.X.rowwise() += offset.transpose();
        s.nodes = std::make_shared<const NamedNodes>(std::move(moved));
    }
    if (s.recovery) {
        Recovery moved = *s.recovery;
        if (moved.forces) {
            NodalForces forces = *moved.forces;
            forces.origin += offset;
            moved.forces = std::make_shared<const NodalForces>(std::move(forces));
        }
        moved.mesh.X.rowwise() += offset.transpose();
        s.recovery = std::make_shared<const Recovery>(std::move(moved));
    }
}

void turn_about(Substructure& s, const Eigen::Vector3d& centre)
{
    // e x (X - by) = e x X - e x by, and e x by is a translation.
    auto column = [&s](const char* name) -> Index {
        const auto found = std::find(s.rigid_names.begin(), s.rigid_names.end(), name);
        return found == s.rigid_names.end() ? -1 : found - s.rigid_names.begin();
    };
    auto add = [&](const char* rotation, double amount, const char* translation) {
        const Index r = column(rotation), t = column(translation);
        if (r >= 0 && t >= 0 && amount != 0)
            s.rigid.col(r) += amount * Vector(s.rigid.col(t));
    };
    for (const char* about_z : {"rotation", "rotation about z"}) {
        add(about_z, centre.y(), "translation in x");
        add(about_z, -centre.x(), "translation in y");
    }
    add("rotation about x", centre.z(), "translation in y");
    add("rotation about x", -centre.y(), "translation in z");
    add("rotation about y", -centre.z(), "translation in x");
    add("rotation about y", centre.x(), "translation in z");
}

} // namespace slideway::fem
