#pragma once

#include "dynamics/modal/modal_model.hpp"
#include "dynamics/modal/outputs.hpp"

#include <vector>

namespace slideway::assembly {
struct CoupledModel;
}

namespace slideway::app {

/// Displacements of probes in terms of all modes, plus the part of harmonic imposed motions.
[[nodiscard]] std::vector<dynamics::ModalOutput>
modal_outputs(const assembly::CoupledModel& model, const dynamics::ModalModel& modal,
              const std::vector<dynamics::Probe>& probes);

} // namespace slideway::app
