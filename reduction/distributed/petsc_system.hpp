#pragma once

#include "reduction/distributed/processes.hpp"

namespace slideway::reduction {

/// PETSc and SLEPc over MPI_COMM_WORLD, which is initialised; the options of their own files,
/// environment and command lines are not looked at.
void initialise_petsc();
void finalise_petsc();

[[nodiscard]] std::unique_ptr<SpreadSystem> petsc_system(const MatrixRows& K);

} // namespace slideway::reduction
