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

/// Writes transient.pvd and fields/frame_*.vtu, if there are frames and bodies with a mesh.
void write_frames(const PictureFolder& folder, const BuiltModel& built,
                  const std::vector<dynamics::FieldFrame>& frames);

/// @throws InputError  fields_rate_hz is given, but no body has a mesh
void refuse_frames_without_mesh(const Case& c, const BuiltModel& built);

/// Frames of a simulation in modal coordinates with a harmonic drive. The modes are sampled for
/// them.
class ModalFrames {
public:
    ModalFrames() = default; ///< no frames

    /// Adds all modes to the outputs of a simulation if the case requests frames and a body has a
    /// mesh. Every n-th sample becomes a frame, with the n that comes closest to the requested
    /// rate.
    /// @throws InputError  the frames would take more than 4 GB
    ModalFrames(const BuiltModel& built, const dynamics::ModalModel& modal,
                const dynamics::TransientOptions& rates,
                std::vector<dynamics::ModalOutput>& outputs);

    /// Returns deformed bodies with their imposed motions. Removes the modes from the points of the
    /// history.
    [[nodiscard]] std::vector<dynamics::FieldFrame> take(const BuiltModel& built,
                                                         const dynamics::ModalModel& modal,
                                                         double Omega,
                                                         dynamics::History& history) const;

private:
    std::size_t first_ = 0; ///< output of the first mode
    std::size_t every_ = 0; ///< interval of frames in samples; 0: no frames
};

} // namespace slideway::app
