#include "fem/inertia.hpp"

#include "fem/elements/plane_element.hpp"

#include <algorithm>

namespace slideway::fem {

namespace {

// Sums of m and m x. Positions are relative to one node, so a distant origin costs no digits.
class Sum {
public:
    explicit Sum(const Mesh& mesh) : from_(mesh.X.row(0).transpose()) {}

    void add(double mass, const Eigen::Vector3d& X)
    {
        mass_ += mass;
        moment_ += mass * (X - from_);
    }
    [[nodiscard]] Inertia result() const
    {
        return {mass_,
                mass_ > 0 ? std::optional(Eigen::Vector3d(from_ + moment_ / mass_)) : std::nullopt};
    }

private:
    Eigen::Vector3d from_, moment_ = Eigen::Vector3d::Zero();
    double mass_ = 0;
};

// Returns the column of a rigid motion; empty if the body has none of that name.
Vector motion(const Substructure& s, const std::string& name)
{
    const auto found = std::find(s.rigid_names.begin(), s.rigid_names.end(), name);
    return found == s.rigid_names.end() ? Vector() : s.rigid.col(found - s.rigid_names.begin());
}

} // namespace

Inertia inertia(const Mesh& mesh, const PlaneStressOptions& options)
{
    Sum sum(mesh);
    const Sections sections = sections_of(mesh, by_group(options));
    for (std::size_t b = 0; b < mesh.blocks.size(); ++b) {
        const ElementBlock& block = mesh.blocks[b];
        const PlaneElement& element = plane_element(block.shape, options.elements);
        for (Index e = 0; e < block.nodes.rows(); ++e) {
            ElementNodes X(block.nodes.cols(), 2);
            for (Index i = 0; i < X.rows(); ++i)
                X.row(i) =
                    (mesh.X.row(block.nodes(e, i)) - mesh.X.row(block.nodes(e, 0))).head<2>();
            const auto& [material, thickness] = sections.at(b, e);
            const Vector share = node_shares(element, X, material.density * thickness);
            for (Index i = 0; i < X.rows(); ++i)
                sum.add(share(i), mesh.X.row(block.nodes(e, i)).transpose());
        }
    }
    return sum.result();
}

Inertia inertia(const Mesh& mesh, const BeamOptions& options)
{
    Sum sum(mesh);
    for (const ElementBlock& block : mesh.blocks)
        for (Index e = 0; e < block.nodes.rows(); ++e) {
            const Eigen::Vector3d a = mesh.X.row(block.nodes(e, 0)).transpose(),
                                  b = mesh.X.row(block.nodes(e, 1)).transpose();
            sum.add(options.material.density * options.section.area * (b - a).norm(), (a + b) / 2);
        }
    return sum.result();
}

Inertia inertia(const LumpedOptions& network)
{
    double total = 0;
    for (const LumpedMass& point : network.masses) {
        double mass = 0;
        for (const auto& [component, value] : point.components)
            if (component == "x" || component == "y")
                mass = std::max(mass, value);
        total += mass;
    }
    return {total, std::nullopt};
}

std::optional<Inertia> inertia(const Substructure& s)
{
    const Vector x = motion(s, "translation in x"), y = motion(s, "translation in y");
    const Vector along = x.size() > 0 ? x : y;
    if (along.size() == 0)
        return std::nullopt;
    Inertia result{along.dot(s.M * along), std::nullopt};
    Vector turning = motion(s, "rotation");
    if (turning.size() == 0)
        turning = motion(s, "rotation about z");
    if (x.size() > 0 && y.size() > 0 && turning.size() > 0 && result.mass > 0) {
        const Vector momentum = s.M * turning / result.mass; // x_c times e_z
        const Vector about_x = motion(s, "rotation about x");
        const double z = about_x.size() > 0 ? 0 - y.dot(s.M * about_x) / result.mass : 0;
        result.centre = Eigen::Vector3d(y.dot(momentum), 0 - x.dot(momentum), z); // 0 - 0 is no -0
    }
    return result;
}

} // namespace slideway::fem
