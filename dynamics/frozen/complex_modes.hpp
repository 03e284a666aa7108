#pragma once

#include "base/progress.hpp"
#include "dynamics/frozen/mode_locus.hpp"

#include <string>
#include <vector>

namespace slideway::assembly {
struct CoupledModel;
}

namespace slideway::dynamics {

struct ComplexModesResult {
    About about = About::undeformed;
    bool classical = true;
    bool complete = true; ///< false if interrupted; loci are then incomplete
    std::vector<ModeLocus> loci;
    std::vector<std::string> component; ///< names
    std::vector<ComplexVector>
        uncoupled; ///< eigenvalues of each component without contact, Im >= 0
};

/// Throws the errors of complex_modes, but computes only the first and the last position.
void check_complex_modes(const assembly::CoupledModel& model, const ModalModel& modal,
                         const ComplexModesOptions& options);

/// Complex eigenvalues of the coupled model over the positions of its slide.
///
/// Few contact points on classically damped bodies are solved by CharacteristicFunction, and the
/// number of eigenvalues below the end of the band is certified at every position. All other
/// models, and positions where that fails, are solved by dense_eigenvalues. The grid is refined at
/// lock-in of two modes and at the ends and peaks of unstable zones.
///
/// @throws InputError  empty band; positions outside the master surface; no motion; what Slide and
///                     modal_model refuse
[[nodiscard]] ComplexModesResult complex_modes(const assembly::CoupledModel& model,
                                               const ModalModel& modal,
                                               const ComplexModesOptions& options,
                                               const Progress& progress = {});

} // namespace slideway::dynamics
