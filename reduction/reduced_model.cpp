#include "reduction/reduced_model.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>

#include <limits>
#include <set>
#include <utility>

namespace slideway::reduction {

std::vector<Index> port_dofs(const fem::Port& port, Index component)
{
    std::set<Index> dofs;
    for (Index column = 0; column < port.W.outerSize(); ++column)
        for (SparseMatrix::InnerIterator it(port.W, column); it; ++it)
            if (it.value() != 0 && (component < 0 || it.row() % port.n_components() == component))
                dofs.insert(column);
    return {dofs.begin(), dofs.end()};
}

ReducedModel unreduced(const fem::Substructure& s)
{
    ReducedModel model;
    model.substructure = s;
    model.n_full = model.n_constraint = s.n();
    return model;
}

fem::Substructure project(const fem::Substructure& s, const Matrix& T)
{
    auto congruence = [&T](const SparseMatrix& A) -> SparseMatrix {
        const Matrix AT = A * T;
        Matrix reduced = T.transpose() * AT;
        reduced = (0.5 * (reduced + reduced.transpose())).eval();
        return reduced.sparseView(0, 0);
    };

    fem::Substructure r;
    r.name = s.name;
    r.mass_damping = s.mass_damping;
    r.M = congruence(s.M);
    r.C = congruence(s.C);
    r.K = congruence(s.K);
    r.ports = s.ports;
    for (fem::Port& port : r.ports)
        port.W = Matrix(port.W * T).sparseView(0, 0);
    if (s.recovery) {
        auto full = s.recovery;
        auto basis = std::make_shared<const Matrix>(T);
        r.recovery = std::make_shared<const fem::Recovery>(fem::Recovery{
            full->mesh,
            [full, basis](const Vector& q) -> Matrix { return full->displacement(*basis * q); },
            [full, basis](const Vector& q) -> Matrix { return full->stress(*basis * q); }});
    }

    const Eigen::ColPivHouseholderQR<Matrix> qr(T);
    std::vector<Vector> kept;
    for (Index k = 0; k < s.rigid.cols(); ++k) {
        const Vector q = qr.solve(s.rigid.col(k));
        if ((T * q - s.rigid.col(k)).norm() <= 1e-6 * s.rigid.col(k).norm()) {
            kept.push_back(q);
            r.rigid_names.push_back(s.rigid_names[static_cast<std::size_t>(k)]);
        }
    }
    r.rigid.resize(T.cols(), static_cast<Index>(kept.size()));
    for (std::size_t k = 0; k < kept.size(); ++k)
        r.rigid.col(static_cast<Index>(k)) = kept[k];
    return r;
}

ReducedModel reduce_to(const fem::Substructure& s, Matrix T, Index n_constraint)
{
    ReducedModel model;
    model.T = std::move(T);
    model.substructure = project(s, model.T);
    model.n_full = s.n();
    model.n_constraint = n_constraint;
    model.condition_M = condition(Matrix(model.substructure.M));
    return model;
}

double condition(const Matrix& M)
{
    const Eigen::SelfAdjointEigenSolver<Matrix> eigen(M, Eigen::EigenvaluesOnly);
    const double least = eigen.eigenvalues()(0);
    return least > 0 ? eigen.eigenvalues()(M.rows() - 1) / least
                     : std::numeric_limits<double>::infinity();
}

} // namespace slideway::reduction
