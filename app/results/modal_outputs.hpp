#pragma once

#include "dynamics/modal/modal_model.hpp"
#include "dynamics/modal/outputs.hpp"

#include <vector>

namespace slideway::assembly {
struct CoupledModel;
}

namespace slideway::app {

/// The displacements of probes on all modes, with what harmonic motions of components move.
[[nodiscard]] std::vector<dynamics::ModalOutput>
modal_outputs(const assembly::CoupledModel& model, const dynamics::ModalModel& modal,
              const std::vector<dynamics::Probe>& probes);

} // namespace slideway::app
