/* The 20 lowest modes by SLEPc: Krylov-Schur, shift-invert at 0, Cholesky factor by CHOLMOD.
   usage: slepc FOLDER [SLEPc options]   FOLDER holds K.petsc and M.petsc */
#include <slepceps.h>
#include <time.h>

static double cpu(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static PetscErrorCode load(const char* folder, const char* name, Mat* A)
{
    char path[4096];
    PetscViewer viewer;
    PetscFunctionBegin;
    PetscCall(PetscSNPrintf(path, sizeof path, "%s/%s.petsc", folder, name));
    PetscCall(PetscViewerBinaryOpen(PETSC_COMM_WORLD, path, FILE_MODE_READ, &viewer));
    PetscCall(MatCreate(PETSC_COMM_WORLD, A));
    PetscCall(MatSetType(*A, MATSEQAIJ));
    PetscCall(MatLoad(*A, viewer));
    PetscCall(MatSetOption(*A, MAT_SYMMETRIC, PETSC_TRUE));
    PetscCall(MatSetOption(*A, MAT_SPD, PETSC_TRUE));
    PetscCall(PetscViewerDestroy(&viewer));
    PetscFunctionReturn(0);
}

int main(int argc, char** argv)
{
    Mat K, M;
    EPS eps;
    ST st;
    KSP ksp;
    PC pc;
    PetscInt converged, its;
    PetscScalar low, high;
    PetscReal residual = 0, r;
    double start, factored, begun;
    PetscCall(SlepcInitialize(&argc, &argv, NULL, NULL));
    PetscCall(load(argv[1], "K", &K));
    PetscCall(load(argv[1], "M", &M));
    start = cpu();
    begun = MPI_Wtime();
    PetscCall(EPSCreate(PETSC_COMM_WORLD, &eps));
    PetscCall(EPSSetOperators(eps, K, M));
    PetscCall(EPSSetProblemType(eps, EPS_GHEP));
    PetscCall(EPSSetType(eps, EPSKRYLOVSCHUR));
    PetscCall(EPSSetDimensions(eps, 20, PETSC_DEFAULT, PETSC_DEFAULT));
    PetscCall(EPSSetTolerances(eps, 1e-10, 1000));
    PetscCall(EPSSetWhichEigenpairs(eps, EPS_TARGET_MAGNITUDE));
    PetscCall(EPSSetTarget(eps, 0));
    PetscCall(EPSGetST(eps, &st));
    PetscCall(STSetType(st, STSINVERT));
    PetscCall(STGetKSP(st, &ksp));
    PetscCall(KSPSetType(ksp, KSPPREONLY));
    PetscCall(KSPGetPC(ksp, &pc));
    PetscCall(PCSetType(pc, PCCHOLESKY));
    PetscCall(PCFactorSetMatSolverType(pc, MATSOLVERCHOLMOD));
    PetscCall(EPSSetFromOptions(eps));
    PetscCall(EPSSetUp(eps));
    factored = cpu();
    PetscCall(EPSSolve(eps));
    PetscCall(EPSGetConverged(eps, &converged));
    PetscCall(EPSGetIterationNumber(eps, &its));
    PetscCall(EPSGetEigenvalue(eps, 0, &low, NULL));
    PetscCall(EPSGetEigenvalue(eps, 19, &high, NULL));
    PetscCall(PetscPrintf(PETSC_COMM_WORLD, "slepc %.2f s CPU (factor %.2f), %.2f s of time\n", cpu() - start,
                          factored - start, MPI_Wtime() - begun));
    for (PetscInt i = 0; i < 20; ++i) {
        PetscCall(EPSComputeError(eps, i, EPS_ERROR_RELATIVE, &r));
        residual = PetscMax(residual, r);
    }
    PetscCall(PetscPrintf(PETSC_COMM_WORLD,
                          "modes %.12g to %.12g Hz, %d restarts, |K x - l M x| / |l x| %.1e\n",
                          PetscSqrtReal(low) / (2 * PETSC_PI), PetscSqrtReal(high) / (2 * PETSC_PI),
                          (int)its, residual));
    PetscCall(EPSDestroy(&eps));
    PetscCall(MatDestroy(&K));
    PetscCall(MatDestroy(&M));
    return SlepcFinalize();
}
