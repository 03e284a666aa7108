#include "reduction/static_errors.hpp"

#include "base/dense_solve.hpp"
#include "base/interruptible.hpp"
#include "base/sparse.hpp"
#include "base/text.hpp"
#include "reduction/mechanism.hpp"

#include <algorithm>
#include <numbers>

namespace slideway::reduction {

namespace {

// A symmetric positive definite matrix with rows of very different units: scaled to a unit diagonal
// before it is factorised.
class ScaledFactor {
public:
    ScaledFactor(const Matrix& A, const Progress& progress)
        : scale_(A.diagonal().cwiseSqrt().cwiseInverse())
    {
        Matrix scaled = scale_.asDiagonal() * A * scale_.asDiagonal();
        factor_ = interruptible([scaled = std::move(scaled)] { return SymmetricFactor(scaled); },
                                if_long(scale_.size(), progress));
    }
    [[nodiscard]] Matrix solve(const Matrix& b) const
    {
        return scale_.asDiagonal() * factor_.solve(scale_.asDiagonal() * b);
    }
    // As SparseCholesky::positive_definite.
    [[nodiscard]] bool positive_definite() const
    {
        if (scale_.size() == 0)
            return true;
        return scale_.allFinite() && factor_.smallest_pivot() > 1e-13 * factor_.largest_pivot();
    }

private:
    Vector scale_;
    SymmetricFactor factor_;
};

// K^-1 of the full body.
class StaticResponse {
public:
    StaticResponse(const fem::Substructure& s, const InterfaceSplit& split, const Matrix& T,
                   const Progress& progress)
        : split_(split), T_b_(T.leftCols(split.n_interface())),
          S_(schur_complement(s, split, T_b_), progress)
    {
    }
    [[nodiscard]] bool defined() const { return S_.positive_definite(); }

    [[nodiscard]] Matrix compliance_of_interface() const
    {
        return S_.solve(Matrix::Identity(T_b_.cols(), T_b_.cols()));
    }
    [[nodiscard]] Matrix solve(const Matrix& f) const
    {
        Matrix u = Matrix::Zero(f.rows(), f.cols());
        if (split_.factor) {
            Matrix u_i = internal_rows(split_, f);
            split_.factor->solve_in_place(u_i);
            set_internal_rows(split_, u_i, u);
        }
        if (T_b_.cols() > 0)
            u += T_b_ * S_.solve(T_b_.transpose() * f);
        return u;
    }

private:
    const InterfaceSplit& split_;
    Eigen::Ref<const Matrix> T_b_; ///< constraint modes
    ScaledFactor S_;

    static Matrix schur_complement(const fem::Substructure& s, const InterfaceSplit& split,
                                   const Eigen::Ref<const Matrix>& T_b)
    {
        if (split.means.rows() > 0)
            return congruence(s.K, T_b);
        Matrix S = Matrix::Zero(T_b.cols(), T_b.cols());
        for (Index k = 0; k < S.rows(); ++k) // a column of K is its row
            for (SparseMatrix::InnerIterator it(s.K, split.b[static_cast<std::size_t>(k)]); it;
                 ++it)
                S.row(k) += it.value() * T_b.row(it.row());
        return (0.5 * (S + S.transpose())).eval();
    }
};

// F restricted to loaded rows, from a few solutions at a time.
Matrix compliance(const StaticResponse& body, const SparseMatrix& loaded, const Progress& progress)
{
    constexpr Index block = 32;
    const Index m = loaded.rows();
    const SparseMatrix loads = loaded.transpose();
    Matrix F(m, m);
    for (Index first = 0; first < m; first += block) {
        ask(progress);
        const Index width = std::min(block, m - first);
        F.middleCols(first, width) = loaded * body.solve(Matrix(loads.middleCols(first, width)));
    }
    return F;
}

double highest_kept_hz(const ReducedModel& model)
{
    return model.omega.size() > 0 ? model.omega(model.omega.size() - 1) / (2 * std::numbers::pi)
                                  : 0;
}

} // namespace

Truncation truncation_of_free_body(const ReducedModel& model, const std::string& motions)
{
    Truncation report;
    report.highest_kept_hz = highest_kept_hz(model);
    report.undefined = "the body is free: " + motions;
    return report;
}

Truncation truncation(const fem::Substructure& s, const InterfaceSplit& split,
                      const ReducedModel& model, const Interface& loaded, const Progress& progress)
{
    if (const std::vector<std::string> motions =
            free_rigid_motions(s.K, s.rigid, s.rigid_names, SparseMatrix(0, s.n()));
        !motions.empty())
        return truncation_of_free_body(model, join(motions));
    const Matrix& T = *model.T;
    const StaticResponse body(s, split, T, progress);
    if (!body.defined())
        return truncation_of_free_body(model, internal_mechanism);

    Truncation report;
    report.highest_kept_hz = highest_kept_hz(model);
    const ScaledFactor K_r(Matrix(model.substructure.K), progress);
    if (loaded.size() > 0) {
        const SparseMatrix rows_of_loaded = loaded.rows(s.n());
        const bool is_interface =
            loaded.dofs == split.b && loaded.means.rows() == split.means.rows();
        const Matrix F = is_interface ? body.compliance_of_interface()
                                      : compliance(body, rows_of_loaded, progress);
        const Matrix rows = rows_of_loaded * T;
        const Matrix F_r = rows * K_r.solve(rows.transpose());
        report.interface_load =
            ((F_r - F).colwise().norm().array() / F.colwise().norm().array()).maxCoeff();
    }
    for (Index k = 0; k < s.rigid.cols(); ++k) {
        const std::string& motion = s.rigid_names[static_cast<std::size_t>(k)];
        ask(progress);
        const Vector f = s.M * s.rigid.col(k);
        if (!motion.starts_with("translation") || f.isZero(0))
            continue;
        const Vector u = body.solve(f);
        const Vector left_out = u - T * K_r.solve(T.transpose() * f);
        report.body_load.push_back({motion, left_out.dot(s.K * left_out) / u.dot(s.K * u)});
    }
    return report;
}

} // namespace slideway::reduction
