// The module: a stiffness and a mass matrix in PETSc, a factorisation by MUMPS, modes by SLEPc.

#include "reduction/distributed/petsc_system.hpp"

#include <slepceps.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace slideway::reduction {

namespace {

std::string last_message; // message of PETSc at the origin of an error

PetscErrorCode keep_message(MPI_Comm /*comm*/, int /*line*/, const char* function,
                            const char* /*file*/, PetscErrorCode code, PetscErrorType type,
                            const char* message, void* /*context*/)
{
    if (type == PETSC_ERROR_INITIAL)
        last_message = std::string(function) + ": " + message;
    return code;
}

void call(PetscErrorCode code)
{
    if (code != 0)
        throw std::runtime_error("PETSc failed (error " + std::to_string(code) + ") in " +
                                 last_message);
}

} // namespace

void initialise_petsc()
{
    PetscBool done = PETSC_FALSE;
    SlepcInitialized(&done);
    if (done == PETSC_TRUE)
        return;
    // PETSc reads PETSC_OPTIONS when it starts, so the variable is hidden and then restored.
    const char* const given = std::getenv("PETSC_OPTIONS");
    const std::string options = given != nullptr ? given : "";
    unsetenv("PETSC_OPTIONS");
    PetscOptionsSetValue(nullptr, "-skip_petscrc", "true");
    PetscOptionsSetValue(nullptr, "-no_signal_handler", "true");
    const PetscErrorCode code = SlepcInitializeNoArguments();
    if (given != nullptr)
        setenv("PETSC_OPTIONS", options.c_str(), 1);
    call(code);
    call(PetscOptionsClear(nullptr));
    call(PetscPushErrorHandler(keep_message, nullptr));
}

void finalise_petsc()
{
    SlepcFinalize();
}

namespace {

Mat matrix_of(const MatrixRows& rows)
{
    constexpr Index most = std::numeric_limits<PetscInt>::max();
    if (rows.n > most || static_cast<Index>(rows.values.size()) > most)
        throw std::runtime_error("a matrix of " + std::to_string(rows.n) +
                                 " rows has more of them or of entries in a process than PETSc "
                                 "counts (2^31)");
    const auto n_own = static_cast<PetscInt>(rows.starts.size() - 1);
    const auto n = static_cast<PetscInt>(rows.n);
    Mat A = nullptr;
    call(MatCreateMPIAIJWithArrays(PETSC_COMM_WORLD, n_own, n_own, n, n, rows.starts.data(),
                                   rows.columns.data(), rows.values.data(), &A));
    call(MatSetOption(A, MAT_SYMMETRIC, PETSC_TRUE));
    call(MatSetOption(A, MAT_SYMMETRY_ETERNAL, PETSC_TRUE));
    return A;
}

void put(const double* values, Index n, Vec x)
{
    double* target = nullptr;
    call(VecGetArray(x, &target));
    std::copy_n(values, n, target);
    call(VecRestoreArray(x, &target));
}

void get(Vec x, Index n, double* values)
{
    const double* from = nullptr;
    call(VecGetArrayRead(x, &from));
    std::copy_n(from, n, values);
    call(VecRestoreArrayRead(x, &from));
}

struct InverseOn {
    Index n_own = 0;
    const SolveInPlace& inverse;
};

PetscErrorCode apply_inverse(PC pc, Vec b, Vec x);
PetscErrorCode direction(Mat K, Vec x, Vec y);
PetscErrorCode stop_where_asked(EPS eps, PetscInt its, PetscInt most, PetscInt converged,
                                PetscInt wanted, EPSConvergedReason* reason, void* go_on);

class PetscSystem : public SpreadSystem {
public:
    explicit PetscSystem(const MatrixRows& K)
        : n_own_(static_cast<Index>(K.starts.size()) - 1), n_(K.n), K_(matrix_of(K))
    {
        call(MatSetOption(K_, MAT_SPD, PETSC_TRUE)); // makes MUMPS compute L D L^T without pivoting
        call(MatSetOption(K_, MAT_SPD_ETERNAL, PETSC_TRUE));
        call(MatGetFactor(K_, MATSOLVERMUMPS, MAT_FACTOR_CHOLESKY, &factor_));
        call(MatFactorInfoInitialize(&info_));
        call(MatCholeskyFactorSymbolic(factor_, K_, nullptr, &info_));
        PetscInt megabytes = 0;
        call(MatMumpsGetInfo(factor_, 15, &megabytes));
        factor_bytes_ = 1e6 * megabytes;
    }
    PetscSystem(const PetscSystem&) = delete;
    PetscSystem& operator=(const PetscSystem&) = delete;
    ~PetscSystem() override
    {
        MatDestroy(&factor_);
        MatDestroy(&K_);
    }

    [[nodiscard]] double factor_bytes() const override { return factor_bytes_; }

    [[nodiscard]] bool factorise() override
    {
        call(MatCholeskyFactorNumeric(factor_, K_, &info_));
        MatFactorError error = MAT_FACTOR_NOERROR;
        call(MatFactorGetError(factor_, &error));
        if (error == MAT_FACTOR_NUMERIC_ZEROPIVOT || error == MAT_FACTOR_STRUCT_ZEROPIVOT)
            return false;
        if (error != MAT_FACTOR_NOERROR) {
            PetscInt status = 0, more = 0;
            call(MatMumpsGetInfog(factor_, 1, &status));
            call(MatMumpsGetInfog(factor_, 2, &more));
            throw std::runtime_error(
                "MUMPS could not factorise the stiffness (INFOG(1) = " + std::to_string(status) +
                ", INFOG(2) = " + std::to_string(more) + "; -9, -13 and -19: memory)");
        }
        call(MatDestroy(&K_)); // the factor is independent of it
        PetscInt negative = 0;
        call(MatMumpsGetInfog(factor_, 12, &negative));
        return negative == 0;
    }

    void solve_in_place(Eigen::Ref<Matrix> b) override
    {
        Matrix right = b; // contiguous
        const auto rows = static_cast<PetscInt>(n_own_), all = static_cast<PetscInt>(n_);
        const auto columns = static_cast<PetscInt>(b.cols());
        if (columns == 1) {
            solve_column(right.data());
        } else {
            Mat B = nullptr, X = nullptr;
            Matrix solution(b.rows(), b.cols());
            call(MatCreateDense(PETSC_COMM_WORLD, rows, PETSC_DECIDE, all, columns, right.data(),
                                &B));
            call(MatCreateDense(PETSC_COMM_WORLD, rows, PETSC_DECIDE, all, columns, solution.data(),
                                &X));
            call(MatMatSolve(factor_, B, X));
            call(MatDestroy(&B));
            call(MatDestroy(&X));
            right = std::move(solution);
        }
        b = right;
    }

    [[nodiscard]] std::optional<SymmetricModes>
    lowest_modes(const MatrixRows& mass, Index count, const MatrixIn& others,
                 const SolveInPlace& inverse, const Vector& start, double tolerance,
                 const std::function<bool()>& go_on) override
    {
        const Index n_own = start.size();
        const InverseOn context{n_own, inverse};
        Mat M = matrix_of(mass), K = nullptr;
        // The search uses only the inverse of the stiffness, and whether `others` are in
        // its null space.
        call(MatCreateShell(PETSC_COMM_WORLD, static_cast<PetscInt>(n_own),
                            static_cast<PetscInt>(n_own), static_cast<PetscInt>(mass.n),
                            static_cast<PetscInt>(mass.n), nullptr, &K));
        call(MatShellSetOperation(K, MATOP_MULT, reinterpret_cast<void (*)()>(direction)));
        EPS eps = nullptr;
        call(EPSCreate(PETSC_COMM_WORLD, &eps));
        call(EPSSetOperators(eps, K, M));
        call(EPSSetProblemType(eps, EPS_GHEP));
        call(EPSSetType(eps, EPSKRYLOVSCHUR));
        call(EPSSetDimensions(eps, static_cast<PetscInt>(count), PETSC_DEFAULT, PETSC_DEFAULT));
        // Errors of frequencies are the square of this tolerance; errors of shapes are it divided
        // by their distance.
        call(EPSSetTolerances(eps, tolerance, 1000));
        call(EPSSetWhichEigenpairs(eps, EPS_TARGET_MAGNITUDE));
        call(EPSSetTarget(eps, 0));
        call(EPSSetStoppingTestFunction(eps, stop_where_asked,
                                        const_cast<std::function<bool()>*>(&go_on), nullptr));
        ST st = nullptr;
        KSP ksp = nullptr;
        PC pc = nullptr;
        call(EPSGetST(eps, &st));
        call(STSetType(st, STSINVERT));
        call(STGetKSP(st, &ksp));
        call(KSPSetType(ksp, KSPPREONLY));
        call(KSPGetPC(ksp, &pc));
        call(PCSetType(pc, PCSHELL));
        call(PCShellSetContext(pc, const_cast<InverseOn*>(&context)));
        call(PCShellSetApply(pc, apply_inverse));
        Vec first = nullptr;
        call(MatCreateVecs(M, &first, nullptr));
        put(start.data(), n_own, first);
        EPSConvergedReason reason = EPS_CONVERGED_ITERATING;
        PetscInt found = 0;
        const bool any = others.cols() == 0 || deflate(eps, M, others, first);
        if (any) {
            call(EPSSetInitialSpace(eps, 1, &first));
            call(EPSSolve(eps));
            call(EPSGetConvergedReason(eps, &reason));
            call(EPSGetConverged(eps, &found));
        }
        const bool stopped = reason == EPS_CONVERGED_USER;
        if (any && !stopped && found < count)
            throw std::runtime_error("the eigensolver found " + std::to_string(found) + " of " +
                                     std::to_string(count) + " modes");
        count = std::min<Index>(count, stopped ? 0 : found);
        SymmetricModes modes{Vector(count), Matrix(n_own, count)};
        Vec shape = nullptr;
        call(VecDuplicate(first, &shape));
        for (Index j = 0; j < modes.omega.size(); ++j) {
            PetscScalar square = 0;
            call(EPSGetEigenpair(eps, static_cast<PetscInt>(j), &square, nullptr, shape, nullptr));
            modes.omega(j) = std::sqrt(std::max(square, 0.0));
            get(shape, n_own, modes.Phi.col(j).data());
        }
        call(VecDestroy(&shape));
        call(VecDestroy(&first));
        call(EPSDestroy(&eps));
        call(MatDestroy(&K));
        call(MatDestroy(&M));
        if (stopped)
            return {};
        return modes;
    }

private:
    Index n_own_ = 0, n_ = 0;
    Mat K_ = nullptr, factor_ = nullptr;
    MatFactorInfo info_{};
    double factor_bytes_ = 0;

    // Makes the search and its start M-orthogonal to `others`. Returns false if nothing of
    // the start remains.
    static bool deflate(EPS eps, Mat M, const MatrixIn& others, Vec start)
    {
        const auto count = static_cast<PetscInt>(others.cols());
        Vec* columns = nullptr;
        Vec loads = nullptr;
        call(VecDuplicateVecs(start, count, &columns));
        call(VecDuplicate(start, &loads));
        for (PetscInt j = 0; j < count; ++j)
            put(others.col(j).data(), others.rows(), columns[j]);
        call(EPSSetDeflationSpace(eps, count, columns));
        double norm = 0, before = 0; // in the norm of M
        std::vector<PetscScalar> shares(static_cast<std::size_t>(count));
        for (int pass = 0; pass < 3; ++pass) {
            before = norm;
            call(MatMult(M, start, loads));
            PetscScalar square = 0;
            call(VecDot(start, loads, &square));
            norm = std::sqrt(std::max(square, 0.0));
            call(VecMDot(loads, count, columns, shares.data()));
            for (PetscScalar& share : shares)
                share = -share;
            call(VecMAXPY(start, count, shares.data(), columns));
        }
        call(VecDestroyVecs(count, &columns));
        call(VecDestroy(&loads));
        return norm > before / 2; // otherwise the remainder is round-off
    }
    void solve_column(double* b) const
    {
        Vec right = nullptr, x = nullptr;
        call(VecCreateMPI(PETSC_COMM_WORLD, static_cast<PetscInt>(n_own_),
                          static_cast<PetscInt>(n_), &x));
        call(VecDuplicate(x, &right));
        put(b, n_own_, right);
        call(MatSolve(factor_, right, x));
        get(x, n_own_, b);
        call(VecDestroy(&right));
        call(VecDestroy(&x));
    }
};

// PETSc is written in C, so no exception may pass through it.
PetscErrorCode apply_inverse(PC pc, Vec b, Vec x)
{
    void* context = nullptr;
    PCShellGetContext(pc, &context);
    const auto& inverse_on = *static_cast<const InverseOn*>(context);
    try {
        Matrix values(inverse_on.n_own, 1);
        get(b, inverse_on.n_own, values.data());
        inverse_on.inverse(values);
        put(values.data(), inverse_on.n_own, x);
    } catch (const std::exception& error) {
        last_message = error.what();
        return PETSC_ERR_LIB;
    }
    return 0;
}

// Replaces the product K x, because SLEPc only checks whether it is zero.
PetscErrorCode direction(Mat /*K*/, Vec x, Vec y)
{
    const PetscErrorCode code = VecCopy(x, y);
    return code != 0 ? code : VecNormalize(y, nullptr);
}

PetscErrorCode stop_where_asked(EPS eps, PetscInt its, PetscInt most, PetscInt converged,
                                PetscInt wanted, EPSConvergedReason* reason, void* go_on)
{
    const PetscErrorCode code =
        EPSStoppingBasic(eps, its, most, converged, wanted, reason, nullptr);
    const auto& ask = *static_cast<const std::function<bool()>*>(go_on);
    if (code == 0 && *reason == EPS_CONVERGED_ITERATING && ask && !ask())
        *reason = EPS_CONVERGED_USER;
    return code;
}

} // namespace

std::unique_ptr<SpreadSystem> petsc_system(const MatrixRows& K)
{
    return std::make_unique<PetscSystem>(K);
}

} // namespace slideway::reduction
