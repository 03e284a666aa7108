"""Figures of results: plain functions that return a matplotlib Figure.

`standard.FIGURES` and `standard.COMPARISONS` list the figures that `slideway plot` draws, and
`standard.TABLES` the tables that it writes.
"""
from slideway.plots.backbone import (amplitude_over_frequency, amplitude_over_level,
                                     amplitude_per_level, frequency_over_level,
                                     motion_over_level)
from slideway.plots.backbone_details import (damping_over_amplitude, responses_and_backbones,
                                             transition)
from slideway.plots.backbone_design import derivatives_over_level, preload_curve
from slideway.plots.basin_shares import shares
from slideway.plots.basins import (basins_of_attraction, compare_basins,
                                   largest_displacement, settling_time)
from slideway.plots.comparison import compare_motion, compare_spectrograms, predicted_zones
from slideway.plots.complex_modes import locus, over_position
from slideway.plots.contact import contact_pressure, contact_status
from slideway.plots.diagrams import bifurcation_diagram, exponent_over_parameter
from slideway.plots.dry_contact import contact_motion, joint_motion
from slideway.plots.energy import energy_account
from slideway.plots.forced_response import contact_states, joint_loops, response_curves
from slideway.plots.found_orbits import orbit_search
from slideway.plots.free_motions import frequency_over_amplitude, frequency_over_energy
from slideway.plots.frf import frequency_response
from slideway.plots.friction_bodies import direction_sphere, friction_body
from slideway.plots.limit_directions import directions, directions_over_load
from slideway.plots.long_motions import (convergence_of_exponent, last_periods, life_times,
                                         section_points)
from slideway.plots.maps import lock_in, map_quantities
from slideway.plots.measured import assurance
from slideway.plots.motion import acceleration, displacement
from slideway.plots.orbits import compare_orbit_branches, label_curves, orbit_branches, phase_plane
from slideway.plots.patch_laws import compare_balances, compare_patch_laws, patch_law
from slideway.plots.regimes import locked_forces, regime_boundaries, regime_map, regime_sweep
from slideway.plots.shapes import deformation, mode_amplitudes, mode_shapes, port_displacements
from slideway.plots.signals import band_levels, spectra, spectrogram
from slideway.plots.smoothed_stops import smoothed_force
from slideway.plots.stick_slip import followed_states, friction_loop
from slideway.plots.style import envelope, save
from slideway.plots.wear import wear_map

__all__ = ["acceleration", "amplitude_over_frequency", "amplitude_over_level",
           "amplitude_per_level", "assurance", "band_levels", "basins_of_attraction", "bifurcation_diagram",
           "compare_balances", "compare_basins", "compare_motion", "compare_orbit_branches",
           "compare_patch_laws", "compare_spectrograms", "contact_motion", "contact_pressure",
           "contact_states", "contact_status", "convergence_of_exponent", "damping_over_amplitude",
           "deformation", "derivatives_over_level", "direction_sphere", "directions",
           "directions_over_load", "displacement", "energy_account", "envelope",
           "exponent_over_parameter", "followed_states", "frequency_over_amplitude",
           "frequency_over_energy", "frequency_over_level", "frequency_response", "friction_body",
           "friction_loop", "joint_loops", "joint_motion", "label_curves", "largest_displacement",
           "last_periods", "life_times", "lock_in", "locked_forces", "locus", "map_quantities",
           "mode_amplitudes", "mode_shapes", "motion_over_level", "orbit_branches", "orbit_search",
           "over_position", "patch_law", "phase_plane", "port_displacements", "predicted_zones",
           "preload_curve", "regime_boundaries", "regime_map", "regime_sweep", "response_curves",
           "responses_and_backbones", "save", "section_points", "settling_time", "shares",
           "smoothed_force", "spectra", "spectrogram", "transition", "wear_map"]
