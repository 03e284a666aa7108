#pragma once

#include "assembly/coupled_model.hpp"
#include "assembly/joint.hpp"
#include "fem/mesh.hpp"
#include "reduction/reduced_model.hpp"

#include <string>

/// The shipped beam-on-beam case built in code, without Gmsh and case files.
/// Parameters: docs/theory/sliding_contact.md.
namespace slideway::test {

/// Structured mesh of the rectangle (0, y0) to (length, y0 + height) with nx x ny
/// quadrilaterals. Groups are the curves "left", "right", "bottom", "top" and the
/// points "bottom_left", "top_right".
[[nodiscard]] fem::Mesh rectangle_mesh(double length, double y0, double height, int nx, int ny);

struct BeamOnBeamOptions {
    double mu = 0.3;
    double noise_rms = 0; ///< [N]
    std::uint64_t seed = 1;
    double s0 = 0.010; ///< [m] undeformed position of the contact
    double alpha = 20, beta = 3.6e-8;
    std::string upper = "craig-bampton", lower = "hintz-herting"; ///< or "none"
    int upper_modes = 20, lower_modes = 20;
    int upper_nx = 75, lower_nx = 100; ///< elements along each beam
    double force = -0.08;              ///< [N] in y on the end of the upper beam
    double velocity = 0.030;           ///< [m/s]
};

struct BeamOnBeam {
    reduction::ReducedModel upper, lower;
    assembly::CoupledModel model; ///< bodies: lower, upper
};

[[nodiscard]] BeamOnBeam beam_on_beam(const BeamOnBeamOptions& options = {});

/// Full (unreduced) beams.
[[nodiscard]] fem::Substructure lower_beam(const BeamOnBeamOptions& options);
[[nodiscard]] fem::Substructure upper_beam(const BeamOnBeamOptions& options);

} // namespace slideway::test
