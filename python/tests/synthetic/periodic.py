"""Synthetic results of motions with the period of the drive, and free ones."""
import numpy as np

from .folder import write


def forced_response(folder, levels=(1.0, 2.0), stability=True, states=True, normal="still"):
    """Curves of 41 points from 20 to 10 Hz with a peak of 1 mm per level at 15 Hz.

    The contact sticks above 15 Hz, below it slips forward from 90 to 180 and back from 270 to 360
    degrees; below 11 Hz the motion is unstable. Its normal displacement is still, or varies with a
    force of the preload alone, or of a closed contact. states: those of the contact are known.
    """
    frequency = np.linspace(20, 10, 41)
    slips = np.flatnonzero(frequency <= 15)
    phase = np.linspace(0, 2 * np.pi, 513)
    arrays = {"stuck_frequency": ([15.5], "Hz"), "n_h": ([1], "")}
    open_and_close, force = {"still": (0, 0), "preload": (1, 0), "closed": (1, 1)}[normal]
    for k, level in enumerate(levels):
        rms = 1e-3 * level / (1 + (frequency - 15) ** 2)
        kind = np.zeros(41, dtype=int)
        kind[[0, 20, 40]] = 1, 5, 6
        events = {"point": (np.repeat(slips, 4), ""),
                  "phase": (np.tile([0, 0.5, 1, 1.5], len(slips)) * np.pi, "rad"),
                  "before": (np.tile([2, 0, 1, 0], len(slips)), ""),
                  "after": (np.tile([0, 1, 0, 2], len(slips)), "")}
        share = np.where(frequency > 15, [[1.0], [0], [0]], [[0.5], [0.5], [0]])
        of_level = {"level": ([level], ""), "frequency": (frequency, "Hz"), "loops": ([20], ""),
                    "branch/kind": (kind, ""),
                    "points/mass.x/rms": (rms, "m"),
                    "points/mass.x/phase_lag": (np.pi / 2 + np.arctan(frequency - 15), "rad"),
                    "joints/pad/loops/displacement": (np.outer([level, open_and_close], np.cos(phase)), "m"),
                    "joints/pad/loops/force": (np.outer([10, force], np.cos(phase + 0.5)), "N")}
        if states:
            of_level["joints/pad/share"] = (share, "")
            of_level |= {f"joints/pad/events/{name}": array for name, array in events.items()}
        if stability:
            of_level["stable"] = ((frequency >= 11).astype(int), "")
        arrays |= {f"levels/{k + 1:04d}/{name}": array for name, array in of_level.items()}
    return write(folder, "forced-response", arrays, title="Synthetic response",
                 attributes={"monitor": "mass.x", "static_part": "balanced"})


def periodic_orbits(folder, branches=1, contact=True, curves=False, search=False):
    """Branches of 21 motions from 1 to 2 rad/s, the k-th k mm larger: the third grazes a stop at 5 mm,
    the eleventh is a fold, beyond it they are unstable. Told in full: a circle about 0 at the fold of
    each branch (without contact: no events), and one between points of the first. curves: branch
    points from clearance 1, which vanish at 2 and Omega = 1.5. search: from -1 mm to the first branch, from
    1 mm to nothing, at 1.5 rad/s."""
    meaning = "0 none, 1 start, 2 fold, 3 branch point, 6 grazing"
    arrays = {}
    Omega = np.linspace(1, 2, 21)
    for b in range(branches):
        label = np.zeros(21, dtype=int)
        label[[0, 2, 10]] = 1, 6, 2
        arrays |= {f"branches/{b + 1:04d}/{name}": array for name, array in {
            "period": ([b + 1], ""), "parameter": (Omega, "rad/s"), "label": (label, "", meaning),
            "stable": ((Omega <= 1.5).astype(int), ""), "growth": (Omega - 0.5, ""),
            "contacts": (np.full(21, 2), ""),
            "points/mass.x/least": (-1e-3 * np.arange(21) - 3e-3, "m"),
            "points/mass.x/largest": (1e-3 * (np.arange(21) + b) + 3e-3, "m")}.items()}
    phase = np.linspace(0, 2 * np.pi, 101)
    for k in range(branches + 1):
        asked = k == branches
        size = 8e-3
        arrays |= {f"orbits/{k + 1:04d}/{name}": array for name, array in {
            "label": ([0 if asked else 2], "", meaning), "branch": ([1 if asked else k + 1], ""),
            "point": ([-1 if asked else 10], ""), "parameter": ([1.25 if asked else 1.5], "rad/s"),
            "period": ([1], ""), "stable": ([0 if asked else 1], ""),
            "multipliers/real": ([0.9, 0.5], ""), "multipliers/imag": ([0.0, 0.0], ""),
            "points/mass.x/displacement": (size * np.cos(phase), "m"),
            "points/mass.x/extrema/value": ([size, -size], "m"),
            "points/mass.x/velocity": (-size * np.sin(phase), "m/s"),
            "joints/stops/displacement": (size * np.cos(phase[None]), "m"),
            "joints/stops/velocity": (-size * np.sin(phase[None]), "m/s"),
            "joints/stops/stops": ([5e-3], "m")}.items()}
        if contact:
            rate = np.sqrt(8e-3 ** 2 - 5e-3 ** 2)
            arrays |= {f"orbits/{k + 1:04d}/events/{name}": array for name, array in {
                "joint": (["stops", "stops"], ""), "kind": ([1, 0], ""),
                "displacement": ([5e-3, 5e-3], ""), "speed": ([rate, -rate], "")}.items()}
    if search:
        arrays |= {f"search/{name}": array for name, array in {
            "parameter": ([1.5, 1.5], "rad/s"), "displacement/mass.x": ([-1e-3, 1e-3], "m"),
            "outcome": ([0, 1], "", "0 found, 1 no recurrence"), "period": ([1, 0], ""),
            "branch": ([1, 0], "")}.items()}
    if curves:
        second = np.r_[np.linspace(1, 2, 11), np.linspace(1.9, 1, 10)]
        kind = np.zeros(21, dtype=int)
        kind[10] = 2
        arrays |= {f"curves/0001/{name}": array for name, array in {
            "label": ([3], "", meaning), "from": ([1, 10], ""), "period": ([1], ""),
            "parameter": (Omega, "rad/s"), "second": (second, ""),
            "branch/kind": (kind, "")}.items()}
    return write(folder, "periodic-orbits", arrays, title="Synthetic orbits",
                 attributes={"parameter": "Omega", "over": "Omega", "monitor": "mass.x"}
                 | ({"second": "clearance"} if curves else {}))


def backbone(folder, stable=True, methods=False, over="", design=False):
    """Two curves from 10 to 20 Hz over levels 1 to 4, with three levels asked for.

    Curve 1: a maximum, sticking at 10 Hz, 1 mm per level, up to a kink of `pad` from level 2 to 3,
    which damps it to 0.6 mm per level at 2.5; then a smooth maximum that folds at level 4, 12 Hz,
    into a minimum. Curve 2: a minimum at 20 Hz, 0.1 mm per level. Phases lag by 1.5 rad.
    methods: also a phase resonance at 10.1 Hz and a damped mode at 10.2 Hz over levels 1 to 4, of
    0.9 and 0.8 mm per level, the mode's damping ratio 1 % and 3 % at level 2, and responses at
    levels 1 and 4.
    over: the same over a number of this name at level 7. design: with derivatives by level (0.5, 1,
    ... of the extrema), damping and the preload of two joints, pad (50 N) and other, their largest
    maxima changing at level 2, and the best preload at level 2.5.
    """
    along = "value" if over else "level"
    def extremum(level, frequency, per_level, curvature, kind=None):
        return "extremum", level, frequency, per_level, {"curvature": curvature}, kind
    pieces = {
        "0001/pieces/0001": extremum([1, 1.5, 2], [10, 10, 10], [1, 1, 1], [-1, -1, -1]),
        # Slip lies at lower frequencies: the slope rises to the maximum on the side that slips.
        "0001/pieces/0002": ("kink of pad", [2, 2.5, 3], [10, 10.5, 11], [1, 0.6, 0.8],
                             {"stick slope": [0, -1, -2], "slip slope": [2, 1, 0],
                              "margin": [-3, -3, -3]}, None),
        "0001/pieces/0003": extremum([3, 3.5, 4, 3.5, 3], [11, 11.5, 12, 12.5, 13],
                                     [0.8, 0.9, 1, 0.8, 0.7], [-2, -1, 1e-9, 1, 2],
                                     [0, 1, 2, 0, 6]),
        "0002/pieces/0001": extremum([1, 4], [20, 20], [0.1, 0.1], [1, 1])}
    arrays = {"n_h": ([1], ""),
              "stuck_frequency": ([10.5], "Hz", "natural frequencies with the contacts stuck")}
    for name, (equations, level, frequency, per_level, rows, kind) in pieces.items():
        at, n = f"curves/{name}/", len(level)
        rows = {"log rms": np.zeros(n), **rows}
        arrays |= {at + "equations": ([equations], ""), at + along: (np.array(level, float), ""),
                   at + "frequency": (np.array(frequency, float), "Hz"),
                   at + "mass.x/rms": (1e-3 * np.array(per_level) * level, "m"),
                   at + "mass.x/phase_lag": (np.full(n, 1.5), "rad"),
                   at + "branch/monitor_names": (list(rows), ""),
                   at + "branch/monitors": (np.array(list(rows.values()), float), ""),
                   at + "branch/kind": (np.array(kind or [0] * n), "")}
    extrema = {"level": ([1, 1, 2.5, 2.5, 4, 4.0], ""), "maximum": ([1, 0, 1, 0, 1, 0], ""),
               "frequency": ([10, 20, 10.5, 20, 12, 20.0], "Hz"), "kink": ([0, 0, 1, 0, 0, 0], ""),
               "largest": ([1, 0, 1, 0, 1, 0], ""), "curve": ([1, 2, 1, 2, 1, 2], ""),
               "states": (["pad stick"] * 2 + ["pad stick, slip"] * 4, ""),
               "mass.x/rms": ([1e-3, 1e-4, 1.5e-3, 2.5e-4, 4e-3, 4e-4], "m"),
               "mass.x/phase_lag": ([1.5] * 6, "rad")}
    if stable:
        extrema["stable"] = ([1] * 6, "")
    if over:
        extrema |= {"value": extrema["level"], "level": ([7.0] * 6, "")}
    arrays |= {f"extrema/{name}": array for name, array in extrema.items()}
    quantities = {}
    if design:
        for name, by in (("level", 0.5), ("damping", -1), ("pad.preload", 0.1),
                         ("other.preload", 0.2), ("all.preload", 0.3), ("pad.k_t", 0.4)):
            at = f"extrema/derivatives/{name}/"
            arrays |= {at + "rms": (by * np.arange(1.0, 7), ""),
                       at + "frequency": (-by * np.arange(1.0, 7), "")}
        arrays["extrema/differentiated"] = ([1] * 6, "")
        arrays["joints"] = (["pad", "other"], "")
        quantities = {f"largest.changes.{along}": ([2.0], ""), "best_preload.level": (2.5, ""),
                      "best_preload.preload_per_level": ([20.0, 40.0], "N"),
                      "best_preload.rms_per_level": (6e-4, "m"),
                      "best_preload.frequency": (10.5, "Hz")}
    if methods:
        level = np.array([1, 2, 4.0])
        for at, frequency, per_level in (("phase_resonance/curves/0001/", 10.1, 0.9),
                                         ("damped_mode/0001/", 10.2, 0.8)):
            arrays |= {at + "level": (level, ""), at + "frequency": (np.full(3, frequency), "Hz"),
                       at + "mass.x/rms": (1e-3 * per_level * level, "m"),
                       at + "mass.x/phase_lag": (np.full(3, np.pi / 2), "rad")}
        arrays |= {"damped_mode/0001/mode": ([1], ""),
                   "shapes/what": (["lowest", "highest"], ""), "shapes/level": ([1, 4.0], ""),
                   "shapes/frequency": ([10, 12.0], "Hz"), "shapes/mass.x/rms": ([1e-3, 4e-3], "m"),
                   "shapes/mass.x/phase_lag": ([1.5, 1.5], "rad"),
                   "damped_mode/0001/amplitude": ([1e-3, 2e-3, 4e-3], "m kg^(1/2)"),
                   "damped_mode/0001/damping_ratio": ([0.01, 0.03, 0.01], "")}
        for k, at_level in enumerate((1.0, 4.0)):
            at = f"levels/{k + 1:04d}/"
            arrays |= {at + "level": ([at_level], ""), at + "frequency": ([8.0, 10, 12], "Hz"),
                       at + "stable": ([1, 1, 0], ""),
                       at + "points/mass.x/rms": (1e-3 * at_level * np.array([0.1, 1, 0.2]), "m"),
                       at + "points/mass.x/phase_lag": (np.array([0.1, 1.5, 3.0]), "rad")}
    return write(folder, "backbone", arrays, quantities, title="Synthetic backbone",
                 attributes={"monitor": "mass.x", "parameter": over or "level",
                             "static_part": "balanced"})


def free_motions(folder):
    """A curve that grazes, branches and loses its stability, and the one that leaves there."""
    arrays = {"small_frequency": ([10.0, 30.0], "Hz")}
    curves = [([1e-3, 2e-3, 3e-3, 4e-3, 5e-3], [10.0, 11.0, 13.0, 16.0, 17.0], [1, 1, 1, 1, 0],
               ["start", "grazing", "", "branch point", "bound"]),
              ([4e-3, 5e-3], [16.0, 16.5], [1, 1], ["branch point", "bound"])]
    for k, (energy, frequency, stable, label) in enumerate(curves):
        at = f"free_motions/{k + 1:04d}/"
        arrays |= {at + "energy": (energy, "J"), at + "frequency": (frequency, "Hz"),
                   at + "stable": (stable, ""), at + "label": (label, "")}
        for monitor in ("a.b.x", "a.c.x"):
            arrays[at + monitor + "/amplitude"] = (np.sqrt(energy) / 10, "m")
    return write(folder, "backbone", arrays, attributes={"over": "energy"})
