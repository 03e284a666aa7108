#include "reduction/static_errors.hpp"

#include "base/dense_solve.hpp"
#include "base/interruptible.hpp"
#include "base/sparse.hpp"
#include "base/text.hpp"
#include "reduction/mechanism.hpp"

#include <algorithm>
#include <numbers>
#include <optional>
#include <utility>

namespace slideway::reduction {

namespace {

// A symmetric positive definite matrix whose rows have very different units. It is scaled to a unit
// diagonal before the factorisation.
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
    // True if positive definite; see SparseCholesky::positive_definite.
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

// K^-1 of the full body, on own rows.
class StaticResponse {
public:
    StaticResponse(const StaticParts& parts, const Matrix& T, const Spread& spread,
                   const Progress& progress)
        : parts_(parts), T_b_(T.leftCols(parts.n_interface)), spread_(spread), S_(parts.S, progress)
    {
    }
    [[nodiscard]] bool defined() const { return S_.positive_definite(); }

    [[nodiscard]] Matrix compliance_of_interface() const
    {
        return S_.solve(Matrix::Identity(T_b_.cols(), T_b_.cols()));
    }
    [[nodiscard]] Matrix solve(const Matrix& f) const
    {
        Matrix u = f;
        parts_.solve_internal(u);
        if (T_b_.cols() > 0)
            u += T_b_ * S_.solve(spread_.inner(T_b_, f));
        return u;
    }

private:
    const StaticParts& parts_;
    Eigen::Ref<const Matrix> T_b_; ///< constraint modes
    const Spread& spread_;
    ScaledFactor S_;
};

Matrix schur_complement(const fem::Substructure& s, const InterfaceSplit& split,
                        const MatrixIn& T_b)
{
    if (split.means.rows() > 0)
        return congruence(s.K, T_b);
    Matrix S = Matrix::Zero(T_b.cols(), T_b.cols());
    for (Index k = 0; k < S.rows(); ++k) // a column of K is its row
        for (SparseMatrix::InnerIterator it(s.K, split.b[static_cast<std::size_t>(k)]); it; ++it)
            S.row(k) += it.value() * T_b.row(it.row());
    return (0.5 * (S + S.transpose())).eval();
}

StaticParts parts_of(const fem::Substructure& s, const InterfaceSplit& split, const Matrix& T)
{
    return {split.n_interface(), schur_complement(s, split, T.leftCols(split.n_interface())),
            [&split](Eigen::Ref<Matrix> f) {
                Matrix u_i = internal_rows(split, f);
                f.setZero();
                if (!split.factor)
                    return;
                split.factor->solve_in_place(u_i);
                set_internal_rows(split, u_i, f);
            }};
}

// Computes F restricted to loaded rows, a few solutions at a time.
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

namespace {

// Relative error for unit loads: F of the body compared with F_r = rows K_r^-1 rows^T
// of its reduction.
double error_of_loads(const Matrix& F, const Matrix& rows, const ScaledFactor& K_r)
{
    const Matrix F_r = rows * K_r.solve(rows.transpose());
    return ((F_r - F).colwise().norm().array() / F.colwise().norm().array()).maxCoeff();
}

std::vector<BodyLoadError> errors_of_accelerations(const fem::Substructure& s,
                                                   const StaticResponse& body, const Matrix& T,
                                                   const ScaledFactor& K_r, const Spread& spread,
                                                   const Progress& progress)
{
    std::vector<BodyLoadError> errors;
    for (Index k = 0; k < s.rigid.cols(); ++k) {
        const std::string& motion = s.rigid_names[static_cast<std::size_t>(k)];
        ask(progress);
        if (!motion.starts_with("translation") || s.rigid.col(k).isZero(0))
            continue;
        const Matrix f = spread.product(s.M, spread.rows(s.rigid.col(k)));
        const Matrix u = body.solve(f);
        const Matrix left_out = u - T * K_r.solve(spread.inner(T, f));
        const auto energy = [&](const Matrix& x) -> double {
            return spread.inner(x, spread.product(s.K, x))(0, 0);
        };
        errors.push_back({motion, energy(left_out) / energy(u)});
    }
    return errors;
}

// Returns the report without static response; empty if there is one.
std::optional<Truncation> if_free(const fem::Substructure& s, const ReducedModel& model,
                                  const Spread& spread)
{
    const std::vector<std::string> motions =
        free_rigid_motions(s.K, s.rigid, s.rigid_names, SparseMatrix(0, s.n()), spread);
    if (motions.empty())
        return std::nullopt;
    return truncation_of_free_body(model, join(motions));
}

} // namespace

namespace {

// Errors of internal loads with a held interface: u of the body compared with that of the columns
// of T that leave the interface at rest.
std::vector<LoadError> errors_of_loads(const fem::Substructure& s, const StaticParts& parts,
                                       const ReducedModel& model,
                                       const std::vector<InternalLoad>& loads, const Spread& spread,
                                       const Progress& progress)
{
    if (loads.empty())
        return {};
    const Index n = model.T->cols() - parts.n_interface;
    const Matrix T = model.T->rightCols(n);
    const ScaledFactor K(Matrix(model.substructure.K).bottomRightCorner(n, n), progress);
    std::vector<LoadError> errors;
    for (const InternalLoad& load : loads) {
        ask(progress);
        const Matrix f = spread.rows(load.f);
        Matrix u = f;
        parts.solve_internal(u);
        const auto energy = [&](const Matrix& x) -> double {
            return spread.inner(x, spread.product(s.K, x))(0, 0);
        };
        const double whole = energy(u);
        Matrix left_out = u;
        if (n > 0)
            left_out -= T * K.solve(spread.inner(T, f));
        errors.push_back({load.name, whole > 0 ? energy(left_out) / whole : 0});
    }
    return errors;
}

Truncation static_errors(const fem::Substructure& s, const InterfaceSplit& split,
                         const StaticParts& parts, const ReducedModel& model,
                         const Interface& loaded, const Progress& progress)
{
    const Spread whole;
    if (const auto free = if_free(s, model, whole))
        return *free;
    const Matrix& T = *model.T;
    const StaticResponse body(parts, T, whole, progress);
    if (!body.defined())
        return truncation_of_free_body(model, internal_mechanism);

    Truncation report;
    report.highest_kept_hz = highest_kept_hz(model);
    const ScaledFactor K_r(Matrix(model.substructure.K), progress);
    if (loaded.size() > 0) {
        const SparseMatrix rows_of_loaded = loaded.rows(s.n());
        const bool is_interface =
            loaded.dofs == split.b && loaded.means.rows() == split.means.rows();
        report.interface_load =
            error_of_loads(is_interface ? body.compliance_of_interface()
                                        : compliance(body, rows_of_loaded, progress),
                           rows_of_loaded * T, K_r);
    }
    report.body_load = errors_of_accelerations(s, body, T, K_r, whole, progress);
    return report;
}

Truncation static_errors(const fem::Substructure& s, const StaticParts& parts,
                         const ReducedModel& model, const Spread& spread, const Progress& progress)
{
    if (const auto free = if_free(s, model, spread))
        return *free;
    const Matrix& T = *model.T;
    const StaticResponse body(parts, T, spread, progress);
    if (!body.defined())
        return truncation_of_free_body(model, internal_mechanism);

    Truncation report;
    report.highest_kept_hz = highest_kept_hz(model);
    const ScaledFactor K_r(Matrix(model.substructure.K), progress);
    if (parts.n_interface > 0)
        report.interface_load = error_of_loads(body.compliance_of_interface(),
                                               Matrix::Identity(parts.n_interface, T.cols()), K_r);
    report.body_load = errors_of_accelerations(s, body, T, K_r, spread, progress);
    return report;
}

} // namespace

Truncation truncation(const fem::Substructure& s, const InterfaceSplit& split,
                      const ReducedModel& model, const Interface& loaded, const Progress& progress)
{
    const StaticParts parts = parts_of(s, split, *model.T);
    Truncation report = static_errors(s, split, parts, model, loaded, progress);
    report.loads = errors_of_loads(s, parts, model, loaded.loads, Spread(), progress);
    return report;
}

Truncation truncation(const fem::Substructure& s, const StaticParts& parts,
                      const ReducedModel& model, const std::vector<InternalLoad>& loads,
                      const Spread& spread, const Progress& progress)
{
    Truncation report = static_errors(s, parts, model, spread, progress);
    report.loads = errors_of_loads(s, parts, model, loads, spread, progress);
    return report;
}

} // namespace slideway::reduction
