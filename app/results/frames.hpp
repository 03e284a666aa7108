#pragma once

#include "app/model/built_model.hpp"
#include "app/results/picture_folder.hpp"
#include "dynamics/modal/history.hpp"
#include "dynamics/modal/modal_model.hpp"
#include "dynamics/modal/outputs.hpp"
#include "dynamics/sliding/transient.hpp"

#include <filesystem>
#include <vector>

namespace slideway::app {

/// Writes transient.pvd and fields/frame_*.vtu; nothing without frames or bodies with a mesh.
void write_frames(const PictureFolder& folder, const BuiltModel& built,
                  const std::vector<dynamics::FieldFrame>& frames);

/// @throws InputError  fields_rate_hz is given, and no body has a mesh to deform
void refuse_frames_without_mesh(const Case& c, const BuiltModel& built);

/// Frames of a simulation on modes under harmonic drive, which samples its modes for them.
class ModalFrames {
public:
    ModalFrames() = default; ///< none

    /// Adds each mode to the outputs of a simulation if the case wants frames and a body has a
    /// mesh. A frame stands on every sample, or every second one, ..., as near to the rate as it
    /// gets.
    /// @throws InputError  frames that would take more than 4 GB
    ModalFrames(const BuiltModel& built, const dynamics::ModalModel& modal,
                const dynamics::TransientOptions& rates,
                std::vector<dynamics::ModalOutput>& outputs);

    /// Deformed bodies, with their imposed motions. Takes the modes out of the points of the
    /// history.
    [[nodiscard]] std::vector<dynamics::FieldFrame> take(const BuiltModel& built,
                                                         const dynamics::ModalModel& modal,
                                                         double Omega,
                                                         dynamics::History& history) const;

private:
    std::size_t first_ = 0; ///< output of the first mode
    std::size_t every_ = 0; ///< samples; 0: no frames
};

} // namespace slideway::app
