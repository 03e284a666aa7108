#pragma once

#include "reduction/distributed/processes.hpp"

namespace slideway::reduction {

/// Initialises PETSc and SLEPc on MPI_COMM_WORLD, which must be initialised. Option files,
/// environment and command line of PETSc are ignored.
void initialise_petsc();
void finalise_petsc();

[[nodiscard]] std::unique_ptr<SpreadSystem> petsc_system(const MatrixRows& K);

} // namespace slideway::reduction
