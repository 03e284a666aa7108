#include "reduction/reduced_model.hpp"

#include "base/dense_eigen.hpp"
#include "base/dense_product.hpp"
#include "base/dense_solve.hpp"
#include "base/interruptible.hpp"
#include "base/rigid_motion.hpp"
#include "base/sparse.hpp"
#include "fem/recovery.hpp"
#include "reduction/mechanism.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>
#include <utility>

namespace slideway::reduction {

std::vector<Index> port_dofs(const fem::Port& port, Index component)
{
    std::set<Index> dofs;
    for (const fem::PortRow& row : fem::rows_of(port, component))
        dofs.insert(row.dofs.begin(), row.dofs.end());
    return {dofs.begin(), dofs.end()};
}

ReducedModel unreduced(const fem::Substructure& s)
{
    ReducedModel model;
    model.substructure = s;
    model.n_full = model.n_constraint = s.n();
    return model;
}

namespace {

SparseMatrix nonzeros(const Matrix& A)
{
    return A.sparseView(0, 0);
}

// Returns the port W T. Only the rows of T that the port reads are accessed.
fem::Port in_basis(fem::Port port, const Matrix& T, const Spread& spread)
{
    const SparseRows& W = port.W;
    const Index n = W.cols(), first = spread.share().first(n);
    Index entries = 0;
    for (Index row = 0; row < W.rows() && entries <= max_port_entries; ++row)
        for (SparseRows::InnerIterator it(W, row); it; ++it)
            if (spread.share().holds(it.col(), n))
                entries += (T.row(it.col() - first).array() != 0).count();
    const auto all = spread.sum(Matrix::Constant(1, 1, static_cast<double>(entries)))(0, 0);
    if (all <= static_cast<double>(max_port_entries)) {
        port.W = nonzeros(spread.times(SparseMatrix(port.W), T));
        return port;
    }
    Matrix mean(port.n_components(), T.cols());
    for (Index c = 0; c < mean.rows(); ++c)
        mean.row(c) =
            spread.sum(T.transpose() * Vector(spread.rows(fem::mean_row(port, c)))).transpose();
    port.W = nonzeros(mean);
    port.X = (port.share.transpose() * port.X).eval();
    port.share = Vector::Ones(1);
    port.edges.clear();
    return port;
}

// Solves T q = r for a rigid motion r, if there is a solution. It uses least squares in the norm of
// M / tr M + K / tr K; the reduced matrices give the normal matrix. The sum is definite even if a
// point without mass makes M singular.
class MotionsInBasis {
public:
    MotionsInBasis(const fem::Substructure& s, const Matrix& T, const Matrix& M_r,
                   const Matrix& K_r, const Spread& spread, const Progress& progress)
        : s_(s), T_(T), spread_(spread), mass_(inverse_or_zero(spread.trace(s.M))),
          stiffness_(inverse_or_zero(spread.trace(s.K)))
    {
        const Matrix normal = mass_ * M_r + stiffness_ * K_r;
        const Vector diagonal = normal.diagonal();
        scale_ = (diagonal.array() > 0).select(diagonal.cwiseSqrt().cwiseInverse(), 1.0);
        Matrix scaled = scale_.asDiagonal() * normal * scale_.asDiagonal();
        factor_ = interruptible([scaled = std::move(scaled)] { return SymmetricFactor(scaled); },
                                if_long(scale_.size(), progress));
    }
    [[nodiscard]] Vector solve(const Vector& r) const
    {
        Vector q = Vector::Zero(T_.cols());
        Vector left = r;
        for (int pass = 0; pass < 3; ++pass) { // each pass corrects the remainder
            const Vector weighted =
                mass_ * spread_.product(s_.M, left) + stiffness_ * spread_.product(s_.K, left);
            q +=
                scale_.asDiagonal() *
                factor_.solve(scale_.asDiagonal() * Vector(spread_.sum(T_.transpose() * weighted)));
            left = r - T_ * q;
        }
        return q;
    }

private:
    const fem::Substructure& s_;
    const Matrix& T_;
    const Spread& spread_;
    double mass_, stiffness_;
    Vector scale_;
    SymmetricFactor factor_;

    static double inverse_or_zero(double x) { return x > 0 ? 1 / x : 0; }
};

Matrix side_by_side(const std::vector<Vector>& columns, Index rows)
{
    Matrix all(rows, static_cast<Index>(columns.size()));
    for (std::size_t k = 0; k < columns.size(); ++k)
        all.col(static_cast<Index>(k)) = columns[k];
    return all;
}

// Computes T^T K T. For slow motions its entries are differences of large terms. A careful product
// therefore computes them, up to a size where it costs little.
Matrix stiffness_in(const SparseMatrix& K, const Matrix& T, const Spread& spread,
                    const Progress& progress)
{
    constexpr Index careful = 20000;
    if (K.rows() > careful)
        return spread.congruence(K, T, progress);
    Matrix K_r = Matrix::Zero(T.cols(), T.cols());
    for (Index first = 0; first < T.cols(); first += congruence_columns) {
        ask(progress);
        const Index width = std::min(congruence_columns, T.cols() - first);
        add_transposed_product(1, T, spread.careful_product(K, T.middleCols(first, width)),
                               K_r.middleCols(first, width));
    }
    K_r = spread.sum(std::move(K_r));
    return 0.5 * (K_r + K_r.transpose());
}

// Makes rigid motions q that carry no force in the body force-free in its reduction, where the
// entries of K_r are only round-off. K_r acts on the part of a motion without its projection on q.
void release(Matrix& K_r, const Matrix& M_r, const Matrix& q)
{
    if (q.cols() == 0)
        return;
    const Matrix momenta = M_r * q;
    const SymmetricFactor mass(q.transpose() * momenta);
    if (!(mass.smallest_pivot() > 0))
        return;                                     // motions of points without mass
    auto project = [&](const Matrix& A) -> Matrix { // A - A q (q^T M q)^-1 q^T M
        return A - careful_product(A.sparseView(0, 0), q) * mass.solve(momenta.transpose());
    };
    K_r = project(project(K_r).transpose());
    K_r = (0.5 * (K_r + K_r.transpose())).eval();
    // If a coordinate is itself such a motion (a free mode), its row contains only round-off.
    const Matrix share = q * mass.solve(momenta.transpose());
    for (Index i = 0; i < K_r.rows(); ++i) {
        const Vector apart = Vector::Unit(K_r.rows(), i) - share.col(i);
        if (apart.dot(M_r * apart) <= 1e-12 * M_r(i, i)) {
            K_r.row(i).setZero();
            K_r.col(i).setZero();
        }
    }
}

fem::Substructure project_shared(const fem::Substructure& s,
                                 const std::shared_ptr<const Matrix>& basis, const Spread& spread,
                                 const Progress& progress)
{
    const Matrix& T = *basis;
    const Matrix M_r = spread.congruence(s.M, T, progress);
    Matrix K_r = stiffness_in(s.K, T, spread, progress);
    const MotionsInBasis motions(s, T, M_r, K_r, spread, progress);
    const Vector weight = // makes translations and rotations comparable
        spread.rows(unit_scale(s.K.diagonal()).cwiseInverse());
    const auto norm = [&](const Vector& own) -> double {
        return std::sqrt(spread.sum(Matrix::Constant(1, 1, own.squaredNorm()))(0, 0));
    };
    auto in_reduced = [&](const Vector& r, std::vector<Vector>& kept) -> bool {
        Vector q = motions.solve(r);
        const Vector size = M_r.diagonal().cwiseMax(0).cwiseSqrt().cwiseProduct(q).cwiseAbs();
        q = (size.array() > 1e-9 * size.maxCoeff() || M_r.diagonal().array() <= 0).select(q, 0.0);
        if (norm(weight.cwiseProduct(T * q - r)) > 1e-6 * norm(weight.cwiseProduct(r)))
            return false;
        kept.push_back(q);
        return true;
    };
    std::vector<Vector> free;
    const Matrix without_force =
        spread.rows(s.rigid * free_combinations(s.K, s.rigid, SparseMatrix(0, s.n()), spread));
    for (Index k = 0; k < without_force.cols(); ++k)
        (void)in_reduced(without_force.col(k), free);
    release(K_r, M_r, side_by_side(free, T.cols()));

    fem::Substructure r;
    r.name = s.name;
    r.mass_damping = s.mass_damping;
    r.stiffness_damping = s.stiffness_damping;
    r.M = nonzeros(M_r);
    // C then has the same round-off as K_r, which leaves the modes uncoupled.
    r.C = nonzeros(s.mass_damping * M_r + s.stiffness_damping * K_r +
                   spread.congruence(fem::other_damping(s), T, progress));
    r.K = nonzeros(K_r);
    for (const fem::Port& port : s.ports)
        r.ports.push_back(in_basis(port, T, spread));
    if (s.recovery && spread.share().whole())
        r.recovery = std::make_shared<const fem::Recovery>(
            fem::composed(s.recovery, [basis](const Vector& q) -> Vector { return *basis * q; }));

    std::vector<Vector> kept;
    for (Index k = 0; k < s.rigid.cols(); ++k)
        if (in_reduced(spread.rows(s.rigid.col(k)), kept))
            r.rigid_names.push_back(s.rigid_names[static_cast<std::size_t>(k)]);
    r.rigid = side_by_side(kept, T.cols());
    return r;
}

} // namespace

SparseMatrix in_basis(const ReducedModel& model, const SparseMatrix& rows)
{
    if (!model.T || model.T_rows.empty())
        return model.T ? nonzeros(rows * *model.T) : rows;
    Matrix reduced = Matrix::Zero(rows.rows(), model.T->cols());
    for (Index dof = 0; dof < rows.outerSize(); ++dof)
        for (SparseMatrix::InnerIterator it(rows, dof); it; ++it) {
            const auto found = std::lower_bound(model.T_rows.begin(), model.T_rows.end(), dof);
            if (found == model.T_rows.end() || *found != dof)
                throw std::invalid_argument("a row on dof " + std::to_string(dof) +
                                            ", which the basis lacks");
            reduced.row(it.row()) += it.value() * model.T->row(found - model.T_rows.begin());
        }
    return nonzeros(reduced);
}

fem::Substructure project(const fem::Substructure& s, const Matrix& T)
{
    return project_shared(s, std::make_shared<const Matrix>(T), Spread(), {});
}

ReducedModel reduce_to(const fem::Substructure& s, Matrix T, Index n_constraint,
                       const Progress& progress, const Spread& spread)
{
    ReducedModel model;
    model.T = std::make_shared<const Matrix>(std::move(T));
    model.substructure = project_shared(s, model.T, spread, progress);
    model.n_full = s.n();
    model.n_constraint = n_constraint;
    model.condition_M = condition(Matrix(model.substructure.M), progress);
    return model;
}

void add_other_parts(const fem::Substructure& s, ReducedModel& model)
{
    if (!model.T)
        return; // the same matrices
    for (const auto member :
         {&fem::Substructure::C_skew, &fem::Substructure::K_skew, &fem::Substructure::H})
        if (const SparseMatrix& A = s.*member; A.nonZeros() > 0) {
            const Matrix AT = A * *model.T;
            Matrix reduced = Matrix::Zero(model.T->cols(), model.T->cols());
            add_transposed_product(1, *model.T, AT, reduced);
            model.substructure.*member = nonzeros(reduced);
        }
}

double condition(const Matrix& M, const Progress& progress)
{
    const Vector values =
        interruptible([M] { return symmetric_eigenvalues(M); }, if_long(M.rows(), progress));
    const double least = values(0);
    return least > 0 ? values(M.rows() - 1) / least : std::numeric_limits<double>::infinity();
}

} // namespace slideway::reduction
