#include "fem/mesh.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <Eigen/Geometry>

namespace slideway::fem {

const NodeGroup& group(const Mesh& mesh, const std::string& name)
{
    if (const auto found = mesh.groups.find(name); found != mesh.groups.end())
        return found->second;
    std::vector<std::string> names;
    for (const auto& [known, nodes] : mesh.groups)
        names.push_back(known);
    throw InputError(mesh.source + ": no physical group \"" + name + "\"" + name_hint(name, names));
}

Mesh placed(Mesh mesh, double angle, const Eigen::Vector2d& pivot, const Eigen::Vector2d& at)
{
    const Eigen::Matrix2d R = Eigen::Rotation2Dd(angle).toRotationMatrix();
    for (Index i = 0; i < mesh.X.rows(); ++i) {
        const Eigen::Vector2d arm = mesh.X.row(i).transpose() - pivot;
        mesh.X.row(i) = (at + R * arm).transpose();
    }
    return mesh;
}

} // namespace slideway::fem
