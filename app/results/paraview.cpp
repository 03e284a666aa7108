#include "app/results/paraview.hpp"

#include "base/dense_eigen.hpp"
#include "fem/recovery.hpp"

#include <algorithm>

namespace slideway::app {

namespace {

// Principal stresses, ascending. @param stress  rows (s_xx, s_yy, s_zz, s_xy, s_yz, s_zx)
Matrix principal_stress(const Matrix& stress)
{
    Matrix principal(stress.rows(), 3);
    for (Index i = 0; i < stress.rows(); ++i) {
        const auto s = stress.row(i);
        Matrix tensor(3, 3);
        tensor << s(0), s(3), s(5), s(3), s(1), s(4), s(5), s(4), s(2);
        principal.row(i) = symmetric_eigenvalues(tensor).transpose();
    }
    return principal;
}

} // namespace

Scene::Scene(const BuiltModel& built) : model_(built.model)
{
    Index n_points = 0, n_cells = 0;
    for (std::size_t b = 0; b < model_.bodies.size(); ++b)
        if (model_.bodies[b].recovery) {
            bodies_.push_back(b);
            offset_.push_back(n_points);
            meshes_.push_back(&model_.bodies[b].recovery->mesh);
            in_space_ = in_space_ || model_.bodies[b].recovery->in_space;
            across_ = across_ || model_.bodies[b].recovery->stress_across;
            n_points += meshes_.back()->X.rows();
            for (const fem::ElementBlock& block : meshes_.back()->blocks)
                n_cells += block.nodes.rows();
        }
    X_.resize(n_points, 3);
    body_of_cell_.resize(n_cells, 1);
    Index cell = 0;
    for (std::size_t k = 0; k < bodies_.size(); ++k) {
        X_.middleRows(offset_[k], meshes_[k]->X.rows()) = meshes_[k]->X;
        for (const fem::ElementBlock& block : meshes_[k]->blocks) {
            body_of_cell_.middleRows(cell, block.nodes.rows()).setConstant(static_cast<double>(k));
            cell += block.nodes.rows();
        }
    }
}

double Scene::size() const
{
    return (X_.colwise().maxCoeff() - X_.colwise().minCoeff()).norm();
}

double Scene::scale_to_be_seen(double largest) const
{
    constexpr double drawn_fraction = 0.05; // fraction of the size of the model
    return largest > 0 ? drawn_fraction * size() / largest : 1;
}

Matrix Scene::displacement(const std::vector<Vector>& u) const
{
    Matrix all = Matrix::Zero(X_.rows(), in_space_ ? 3 : 2);
    for (std::size_t k = 0; k < bodies_.size() && !u.empty(); ++k) {
        const Matrix of_body = model_.bodies[bodies_[k]].recovery->displacement(u[bodies_[k]]);
        all.block(offset_[k], 0, of_body.rows(), of_body.cols()) = of_body;
    }
    return all;
}

Matrix Scene::stress(const std::vector<Vector>& u) const
{
    Matrix all = Matrix::Zero(X_.rows(), in_space_ ? 6 : across_ ? 4 : 3);
    for (std::size_t k = 0; k < bodies_.size() && !u.empty(); ++k) {
        const fem::Recovery& recovery = *model_.bodies[bodies_[k]].recovery;
        if (!recovery.stress)
            continue;
        const Matrix of_body = recovery.stress(u[bodies_[k]]);
        const bool turns = of_body.cols() < 6 && in_space_; // s_xx, s_yy, s_xy and s_zz
        for (Index c = 0; c < of_body.cols(); ++c)
            all.col(turns && c >= 2 ? 5 - c : c).segment(offset_[k], of_body.rows()) =
                of_body.col(c);
    }
    return all;
}

Matrix Scene::stacked(const std::vector<Matrix>& of_bodies) const
{
    Matrix all = Matrix::Zero(X_.rows(), in_space_ ? 3 : 2);
    for (std::size_t k = 0; k < bodies_.size(); ++k)
        if (const Matrix& own = of_bodies[bodies_[k]]; own.size() > 0)
            all.block(offset_[k], 0, own.rows(), own.cols()) = own;
    return all;
}

Index Scene::point(std::size_t body, const Eigen::Vector2d& X) const
{
    const double tolerance = 1e-9 * size();
    for (std::size_t k = 0; k < bodies_.size(); ++k)
        if (bodies_[k] == body)
            for (Index i = 0; i < meshes_[k]->X.rows(); ++i)
                if ((meshes_[k]->X.row(i).head<2>().transpose() - X).norm() < tolerance)
                    return offset_[k] + i;
    return -1;
}

void Scene::add_contacts(io::VtkGrid& grid, const std::vector<PointContact>& points) const
{
    Matrix force = Matrix::Zero(n_points(), 2), state = Matrix::Zero(n_points(), 1),
           pressure = Matrix::Zero(n_points(), 1);
    for (const PointContact& p : points) {
        const assembly::Sliding& sliding = model_.sliding[p.contact];
        const contact::ContactRow row = contact::equilibrium_row(p.projection, p.friction, 1);
        auto put = [&](std::size_t body, const Eigen::Vector2d& X, double x, double y) -> Index {
            const Index position = point(body, X);
            if (position >= 0) {
                force.row(position) += Eigen::RowVector2d(-p.lambda * x, -p.lambda * y);
                state(position, 0) = std::max(state(position, 0), static_cast<double>(p.state));
            }
            return position;
        };
        const Index slave =
            put(sliding.slave_body, sliding.origin + sliding.slave_X.row(p.slave).transpose(),
                row.slave[0], row.slave[1]);
        if (slave >= 0 && sliding.slave_area(p.slave) > 0)
            pressure(slave, 0) = p.lambda / sliding.slave_area(p.slave);
        for (Index k = 0; k < 2; ++k)
            put(sliding.master_body,
                sliding.origin + sliding.master_X.row(p.segment + k).transpose(),
                row.master[static_cast<std::size_t>(2 * k)],
                row.master[static_cast<std::size_t>(2 * k + 1)]);
    }
    grid.point_arrays.push_back({"contact_force", force});
    grid.point_arrays.push_back({"contact_pressure", pressure});
    grid.point_arrays.push_back({"contact_state", state});
}

Vector von_mises(const Matrix& stress)
{
    const auto s = stress.array();
    if (stress.cols() == 6)
        return (((s.col(0) - s.col(1)).square() + (s.col(1) - s.col(2)).square() +
                 (s.col(2) - s.col(0)).square()) /
                    2 +
                3 * (s.col(3).square() + s.col(4).square() + s.col(5).square()))
            .sqrt();
    if (stress.cols() == 4)
        return (((s.col(0) - s.col(1)).square() + (s.col(1) - s.col(3)).square() +
                 (s.col(3) - s.col(0)).square()) /
                    2 +
                3 * s.col(2).square())
            .sqrt();
    return (s.col(0).square() - s.col(0) * s.col(1) + s.col(1).square() + 3 * s.col(2).square())
        .sqrt();
}

io::VtkGrid Scene::grid(const Matrix& displacement, const Matrix& stress, double scale,
                        const Matrix& placed) const
{
    Matrix x = X_;
    x.leftCols(displacement.cols()) += scale * displacement;
    if (placed.size() > 0)
        x.leftCols(placed.cols()) += placed;
    const bool has_stress = std::any_of(bodies_.begin(), bodies_.end(), [this](std::size_t b) {
        return static_cast<bool>(model_.bodies[b].recovery->stress);
    });
    if (!has_stress)
        return {meshes_, x, {{"displacement", displacement}}, {{"body", body_of_cell_}}};
    if (in_space_)
        return {meshes_,
                x,
                {{"displacement", displacement},
                 {"stress", stress},
                 {"von_mises", von_mises(stress)},
                 {"principal_stress", principal_stress(stress)}},
                {{"body", body_of_cell_}}};
    io::VtkGrid grid{meshes_,
                     x,
                     {{"displacement", displacement},
                      {"stress_xx", stress.col(0)},
                      {"stress_yy", stress.col(1)},
                      {"stress_xy", stress.col(2)},
                      {"von_mises", von_mises(stress)}},
                     {{"body", body_of_cell_}}};
    if (across_)
        grid.point_arrays.push_back({"stress_zz", stress.col(3)});
    return grid;
}

} // namespace slideway::app
