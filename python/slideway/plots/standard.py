"""The list of standard figures and tables with the results that each applies to, and a function
that writes them."""
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from slideway import backbone, basin_shares, basins, bifurcation_diagram, long_motions, orbits
from slideway.files import LIST, OwnFiles, to_csv
from slideway.plots import backbone as backbones
from slideway.plots import basin_shares as share_figures
from slideway.plots import basins as basin_figures
from slideway.plots import backbone_design as design
from slideway.plots import diagrams as diagram_figures
from slideway.plots import limit_directions
from slideway.plots import long_motions as long_motion_figures
from slideway.plots import orbits as orbit_figures
from slideway.plots import (backbone_details, comparison, complex_modes, contact, dry_contact,
                            energy, forced_response, found_orbits, free_motions, frf,
                            friction_bodies, maps, motion, patch_laws, regimes, shapes, signals,
                            smoothed_stops, stick_slip, style, wear)
from slideway.results import ResultsError, read
from slideway.tables import TABLES, Standard
from slideway.tables import whole as _whole


def _parameter(results) -> list[str]:
    """Parameter of the curves of a backbone."""
    return [backbone.parameter_of(results)] if backbone.has_curves(results) else []


FIGURES = [
    Standard("mode_shapes", shapes.sets_with_lines, shapes.mode_shapes),
    Standard("mode_amplitudes", lambda r: shapes.sets_with_components(r, False),
             shapes.mode_amplitudes),
    Standard("mode_rotations", lambda r: shapes.sets_with_components(r, True),
             lambda r, name: shapes.mode_amplitudes(r, name, rotations=True)),
    Standard("deformation", _whole(shapes.has_deformation), lambda r, _: shapes.deformation(r)),
    Standard("port_displacements", _whole(shapes.has_port_displacements),
             lambda r, _: shapes.port_displacements(r)),
    Standard("acceleration", motion.moving_points, motion.acceleration),
    Standard("displacement", lambda r: r.names("points"), motion.displacement),
    Standard("contact_pressure", contact.contacts_at_rest, contact.contact_pressure),
    Standard("contact", contact.contacts_over_time, contact.contact_status),
    Standard("states", stick_slip.contacts_of, stick_slip.followed_states),
    Standard("friction_loop", stick_slip.loops_of, stick_slip.friction_loop),
    Standard("contact_motion", lambda r: [group.partition("/")[2] for group in
                                          dry_contact.contacts_of(r)],
             lambda r, name: dry_contact.contact_motion(r, dry_contact.group_of(r, name))),
    Standard("joint_motion", dry_contact.joints_of, dry_contact.joint_motion),
    Standard("energy", _whole(lambda r: "energy" in r), lambda r, _: energy.energy_account(r)),
    Standard("spectrogram", lambda r: signals.signals_of(r, "spectrogram"), signals.spectrogram),
    Standard("spectra", _whole(lambda r: signals.signals_of(r, "spectrum")),
             lambda r, _: signals.spectra(r)),
    Standard("band_levels", _whole(lambda r: signals.signals_of(r, "band level")),
             lambda r, _: signals.band_levels(r)),
    Standard("locus", _whole(complex_modes.has_modes), lambda r, _: complex_modes.locus(r)),
    Standard("over_position", _whole(complex_modes.has_places),
             lambda r, _: complex_modes.over_position(r)),
    Standard("frf", frf.pairs, frf.frequency_response),
    Standard("forced_response", forced_response.monitors_of, forced_response.response_curves),
    Standard("contact_states", forced_response.contacts_of, forced_response.contact_states),
    Standard("loops", forced_response.joints_of, forced_response.joint_loops),
    Standard("amplitude_over", _parameter, lambda r, _: backbones.amplitude_over_level(r)),
    Standard("frequency_over", _parameter, lambda r, _: backbones.frequency_over_level(r)),
    Standard("amplitude_over_frequency", _whole(backbone.has_curves),
             lambda r, _: backbones.amplitude_over_frequency(r)),
    Standard("amplitude_per_level", _whole(backbones.has_amplitude_per_level),
             lambda r, _: backbones.amplitude_per_level(r)),
    Standard("motion_over", lambda r: [f"{of}_{name}" for of in _parameter(r)
                                       for name in backbone.monitors_of(r)],
             lambda r, subject: backbones.motion_over_level(
                 r, subject.removeprefix(f"{backbone.parameter_of(r)}_"))),
    Standard("derivatives_over", lambda r: _parameter(r) if backbone.has_derivatives(r) else [],
             lambda r, _: design.derivatives_over_level(r)),
    Standard("preload_curve", _whole(design.has_preload_curve),
             lambda r, _: design.preload_curve(r)),
    Standard("responses", lambda r: backbone.monitors_of(r) if backbone_details.has_responses(r)
             else [], backbone_details.responses_and_backbones),
    Standard("transition", _whole(backbone_details.has_transition),
             lambda r, _: backbone_details.transition(r)),
    Standard("damping_over_amplitude", _whole(backbone.has_damped_modes),
             lambda r, _: backbone_details.damping_over_amplitude(r)),
    Standard("frequency_over_energy", _whole(free_motions.has_free_motions),
             lambda r, _: free_motions.frequency_over_energy(r)),
    Standard("frequency_over_amplitude", free_motions.monitors_of,
             free_motions.frequency_over_amplitude),
    Standard("orbit_branches", orbits.monitors_of, orbit_figures.orbit_branches),
    Standard("label_curves", _whole(orbits.has_label_curves),
             lambda r, _: orbit_figures.label_curves(r)),
    Standard("orbit_search", found_orbits.monitors_of, found_orbits.orbit_search),
    Standard("smoothed_force", smoothed_stops.joints_of, smoothed_stops.smoothed_force),
    Standard("basins", _whole(basins.has_basins),
             lambda r, _: basin_figures.basins_of_attraction(r)),
    Standard("settling_time", _whole(basins.settle),
             lambda r, _: basin_figures.settling_time(r)),
    Standard("largest_displacement", lambda r: basins.monitors_of(r) if basins.settle(r) else [],
             basin_figures.largest_displacement),
    Standard("shares", _whole(basin_shares.has_shares), lambda r, _: share_figures.shares(r)),
    Standard("phase_plane", orbit_figures.joints_with_events, orbit_figures.phase_plane),
    Standard("section", long_motions.sections_of, long_motion_figures.section_points),
    Standard("exponent", _whole(long_motions.has_exponent),
             lambda r, _: long_motion_figures.convergence_of_exponent(r)),
    Standard("last_periods", long_motion_figures.sampled, long_motion_figures.last_periods),
    Standard("life_times", _whole(long_motions.has_starts),
             lambda r, _: long_motion_figures.life_times(r)),
    Standard("bifurcation_diagram", bifurcation_diagram.sections_of,
             diagram_figures.bifurcation_diagram),
    Standard("exponent_over", lambda r: [bifurcation_diagram.parameter_of(r)]
             if diagram_figures.has_exponents(r) else [],
             lambda r, _: diagram_figures.exponent_over_parameter(r)),
    Standard("patch_law", _whole(patch_laws.has_law), lambda r, _: patch_laws.patch_law(r)),
    Standard("friction_body", _whole(friction_bodies.has_body),
             lambda r, _: friction_bodies.friction_body(r)),
    Standard("directions", _whole(limit_directions.has_directions),
             lambda r, _: limit_directions.directions(r)),
    Standard("direction_sphere", _whole(limit_directions.has_directions),
             lambda r, _: friction_bodies.direction_sphere(r)),
    Standard("directions_over_load", _whole(limit_directions.has_diagram),
             lambda r, _: limit_directions.directions_over_load(r)),
    Standard("wear", wear.patches_of, wear.wear_map),
    Standard("regime_boundaries", _whole(regimes.has_boundaries),
             lambda r, _: regimes.regime_boundaries(r)),
    Standard("locked_forces", _whole(regimes.has_locked_forces),
             lambda r, _: regimes.locked_forces(r)),
    Standard("regime_map", lambda r: regimes.of_contacts(r) if maps.over_two_keys(r) else [],
             regimes.regime_map),
    Standard("regime_sweep", lambda r: [] if maps.over_two_keys(r) else regimes.of_contacts(r),
             regimes.regime_sweep),
    Standard("lock_in", _whole(maps.has_lock_in), lambda r, _: maps.lock_in(r)),
    Standard("map", _whole(lambda r: not maps.has_lock_in(r)
                           and set(maps.varying(r)) - regimes.shown(r)),
             lambda r, _: maps.map_quantities(r, without=regimes.shown(r))),
]

def _transients(several):
    return [r for r in several if r.analysis == "transient" and "time" in r]


def _complex(several):
    return [r for r in several if complex_modes.has_modes(r)]


def _all_transient(several):
    return len(_transients(several)) == len(several)


def _common_spectrograms(several):
    found = [set(signals.signals_of(r, "spectrogram")) for r in several]
    return sorted(name for name in set.intersection(*found)
                  if comparison.compatible(several, name))


# Figures of several results, in the order of the command line.
COMPARISONS = [
    Standard("compare_acceleration",
             lambda several: comparison.same_points(several) if _all_transient(several) else [],
             comparison.compare_motion),
    Standard("compare_spectrogram",
             lambda several: _common_spectrograms(several) if _all_transient(several) else [],
             comparison.compare_spectrograms),
    Standard("predicted_zones",
             lambda several: signals.signals_of(_transients(several)[0], "spectrogram")
             if len(_transients(several)) == 1 and len(_complex(several)) == len(several) - 1
             else [],
             lambda several, name: comparison.predicted_zones(_transients(several)[0],
                                                              _complex(several), name)),
    Standard("compare_locus",
             _whole(lambda several: len(_complex(several)) == len(several)),
             lambda several, _: complex_modes.locus(several)),
    Standard("compare_orbit_branches", orbit_figures.comparable,
             orbit_figures.compare_orbit_branches),
    Standard("compare_patch_laws",
             _whole(lambda several: all(map(patch_laws.has_law, several))),
             lambda several, _: patch_laws.compare_patch_laws(several)),
    Standard("compare_balances",
             _whole(lambda several: all(map(patch_laws.has_balance, several))),
             lambda several, _: patch_laws.compare_balances(several)),
    Standard("compare_basins",
             _whole(lambda several: all(map(basins.has_basins, several))
                    and basins.same_plane(several)),
             lambda several, _: basin_figures.compare_basins(several)),
]

def offered(results) -> list[tuple[str, str]]:
    """(name, subject) of each figure of one result, in the order of `slideway plot`."""
    return [(figure.name, subject) for figure in FIGURES for subject in figure.subjects(results)]


def draw_one(results, name: str = "", subject: str = ""):
    """Draws the first figure of a result that has this name and this subject; "": any.

    Raises ResultsError that lists the figures.
    """
    there = offered(results)
    fitting = [one for one in there if name in ("", one[0]) and subject in ("", one[1])]
    if not fitting:
        asked = " ".join(str(part) for part in (name, subject) if part)
        known = ", ".join(" ".join(filter(None, one)) for one in there)
        if not there:
            raise ResultsError(f"{results.label}: no figure for the analysis {results.analysis}")
        raise ResultsError(f"{results.label}: no figure {asked}; expected one of {known}")
    name, subject = fitting[0]
    return next(figure for figure in FIGURES if figure.name == name).draw(results, subject)


def _measured(several, file: str) -> tuple[list, list[str]]:
    """Measured responses of a file, and remarks. Raises ResultsError unless one belongs to a pair of the results."""
    from slideway.exchange.file_error import FileError
    from slideway.exchange.measured import read_with_notes
    try:
        responses, notes = read_with_notes(file)
    except FileError as error:
        raise ResultsError(error.reason) from None
    there = frf.pairs(several[0]) if len(several) == 1 else []
    if not there:
        raise ResultsError(f"--over {file}: expected one folder with frequency responses (analysis frf)")
    if len(several[0]["position"]) > frf.MOST_CURVES:
        raise ResultsError(f"--over {file}: {several[0].label} has responses at more than {frf.MOST_CURVES} places")
    if not frf.matched(several[0], responses):
        raise ResultsError(f"{file}: no response of a pair of {several[0].label}; measured: "
                           f"{', '.join(r.pair or 'without names' for r in responses[:8])}; computed: {', '.join(there[:8])}")
    return responses, [f"note: {note}" for note in notes]


NO_SPECTROGRAM = ("no spectrogram in {}: ask for [[output.spectrogram]] in the case, and run it "
                  "again")


def draw_all(folders: list[str], output: str | None = None, formats: list[str] = ("png", "svg"),
             dpi: int = 200, over: str | None = None) -> Iterator[str]:
    """Draws and writes all standard figures and tables of one folder, or comparisons of several.

    output: folder of the files; default `figures` in the first of the folders. over: file of measured
    responses, which are drawn over those of the same pairs. Yields a line to
    print for every figure and table, and hints. Raises ResultsError for wrong input (before
    anything is written, or naming the array that is missing), OSError if a file cannot be written or
    is of somebody else.
    """
    several = [read(folder) for folder in folders]
    measured = []
    if over is not None:
        measured, remarks = _measured(several, over)
        yield from remarks
    target = Path(output) if output else Path(folders[0]) / "figures"
    own = OwnFiles(target, output is None and not (target / LIST).exists()
                   and not (Path(folders[0]) / LIST).exists())
    one = len(several) == 1
    drawn = 0
    for figure in FIGURES if one else COMPARISONS:
        of = several[0] if one else several
        for subject in figure.subjects(of):
            stem = "_".join(part for part in (figure.name, subject.replace("/", "_per_")) if part)
            drawing = frf.frequency_response(of, subject, over=measured) \
                if measured and figure.name == "frf" else figure.draw(of, subject)
            style.settle(drawing, dpi)
            for ending in formats:
                style.save(drawing, own.claim(target / f"{stem}.{ending}"), dpi)
            drawn += 1
            yield f"{target / stem}.{{{','.join(formats)}}}" if len(formats) > 1 else \
                f"{target / stem}.{formats[0]}"
    for table in TABLES if one else []:
        for subject in table.subjects(several[0]):
            file = target / f"{table.name}.csv"
            to_csv(table.draw(several[0], subject), own.claim(file))
            yield str(file)
    for results in _transients(several):
        asked = results.case.get("output", {}).get("spectrogram")
        if not asked and not signals.signals_of(results, "spectrogram") and results.names("points"):
            yield NO_SPECTROGRAM.format(results.label)
    if drawn == 0 and one:
        yield f"no figure for the analysis {several[0].analysis}: {folders[0]}"
    elif drawn == 0:
        kinds = ", ".join(dict.fromkeys(r.analysis for r in several))
        raise ResultsError(f"no figure compares these results ({kinds}); figures of several results "
                           f"are {', '.join(figure.name for figure in COMPARISONS)}")
