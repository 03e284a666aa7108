"""Small results folders in the formats of docs/results.md, with numbers a test knows."""
import json
from pathlib import Path

import h5py
import numpy as np

from slideway import results


UNITS = {}  #: written in place of others

def write(folder, analysis, arrays, quantities=None, title="Synthetic", attributes=None, case="",
          overrides=()):
    """A results folder: `arrays` maps a path to (values, unit) or (values, unit, meaning)."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with h5py.File(folder / "results.h5", "w", userblock_size=results.BLOCK) as h5:
        h5.attrs.update({"title": title, "analysis": analysis, **(attributes or {})})
        for name, (values, unit, *meaning) in arrays.items():
            if isinstance(values, list) and values and isinstance(values[0], str):
                data = h5.create_dataset(name, data=values, dtype=h5py.string_dtype())
            else:
                data = h5.create_dataset(name, data=values)
            data.attrs["unit"] = UNITS.get(unit, unit)
            data.attrs["meaning"] = meaning[0] if meaning else "a test array"
    summary = {"title": title, "version": "0", "status": "end", "message": "",
               "analysis": analysis,
               "quantities": {k: {"value": v, "unit": u} for k, (v, u) in
                              (quantities or {}).items()},
               "case": {"file": "case.toml", "overrides": list(overrides), "text": case}}
    (folder / "summary.json").write_text(json.dumps(summary))
    seal(folder)
    return folder


def seal(folder):
    """The checksum of results.h5, as it is now, where the program writes it."""
    with open(folder / "results.h5", "r+b") as stream:
        stream.seek(results.BLOCK)
        text, block = results._seal(stream)
        stream.seek(0)
        stream.write(block)
    summary = json.loads((folder / "summary.json").read_text())
    (folder / "summary.json").write_text(json.dumps(summary | {"checksum": text}))


CASE = '[[contact]]\nname = "rub"\nfriction = 0.3\n'
RATE = 50e3  # [Hz]


def transient(folder, seconds=1.0, signals=True, title="Synthetic transient", slaves=1, case=CASE,
              overrides=(), burst=0.6):
    """A sine of 3.5 kHz whose amplitude peaks with 100 m/s^2 at the time `burst`, with a spike."""
    t = 0.2 + np.arange(int(seconds * RATE) + 1) / RATE
    a = 100 * np.exp(-((t - burst) / 0.02) ** 2) * np.sin(2 * np.pi * 3500 * t)
    a[len(a) // 3] = -140.0  # one sample that no drawing may lose
    force = 0.08 + 0.02 * np.sin(2 * np.pi * 30 * t)
    if slaves > 1:
        force = np.outer(force, np.linspace(0.5, 1.5, slaves))

    def like(value):
        return np.full(force.shape, value)
    arrays = {"time": (t, "s"),
              "points/lower.free_end.y/acceleration": (a, "m/s^2"),
              "points/lower.free_end.y/velocity": (0 * t, "m/s"),
              "points/lower.free_end.y/displacement": (-1e-3 * (t - 0.2), "m"),
              "contacts/rub/normal_force": (force, "N"),
              "contacts/rub/sliding_velocity": (like(0.03) + 0.1 * (force - 0.08), "m/s"),
              "contacts/rub/slave_velocity_x": (like(0.03), "m/s"),
              "contacts/rub/contact_x": (0.01 + 0.03 * (t - 0.2) + like(0).T, "m") if slaves == 1
              else (like(0.01), "m")}
    for name, value in (("stored", 1e-6), ("loads", 2e-6), ("drive", 5e-6), ("friction", -5e-6),
                        ("damping", 1e-6), ("joints", 0.0), ("residual", 1e-15)):
        arrays[f"energy/{name}"] = (value * (t - 0.2), "J")
    arrays["energy/time"] = (t, "s")
    if signals:
        of = (["lower.free_end.y.acceleration"], "")
        centre, f = np.arange(0.25, t[-1] - 0.05, 0.02), np.arange(0, 25e3 + 1, 250.0)
        # A line of amplitude 100 at 3.5 kHz in one window, 1e-3 of it elsewhere.
        power = np.full((len(centre), len(f)), 0.005)
        power[np.argmin(abs(centre - burst)), 14] = 5000.0
        arrays |= {"signals/tip/of": of, "signals/tip/time": (centre, "s"),
                   "signals/tip/frequency": (f, "Hz"),
                   "signals/tip/power": (power, "(m/s^2)^2")}
        amplitude = np.zeros(len(f))
        amplitude[[14, 42]] = [100.0, 40.0]
        for name, start in (("late", 0.8), ("early", 0.3)):
            arrays |= {f"signals/{name}/of": of, f"signals/{name}/frequency": (f, "Hz"),
                       f"signals/{name}/amplitude": (amplitude, "m/s^2"),
                       f"signals/{name}/from": ([start], "s"),
                       f"signals/{name}/to": ([start + 0.1], "s")}
        for name, level in (("3.5 kHz", 2.0), ("10.5 kHz", 0.5)):
            arrays |= {f"signals/{name}/of": of, f"signals/{name}/time": (centre, "s"),
                       f"signals/{name}/level": (np.full(len(centre), level), "m/s^2")}
    return write(folder, "transient", arrays, title=title, case=case, overrides=overrides,
                 quantities={"time.end": (t[-1], "s"), "rub.segment.start": ([9.0, 8.0], "")})


def fretting(folder, slaves=1):
    """To and fro by 1 mm at 10 Hz under a friction of 24 mN: stuck from 0.2495 to 0.2505 s, open for
    10 microseconds at 0.26 s."""
    t = 0.2 + np.arange(int(0.35 * RATE) + 1) / RATE
    v = 1e-3 * 20 * np.pi * np.cos(20 * np.pi * (t - 0.2))
    state = np.where(v > 0, 2, 4)
    columns = (lambda a: a) if slaves == 1 else (lambda a: np.outer(a, np.ones(slaves)))
    arrays = {"time": (t, "s"),
              "contacts/rub/normal_force": (columns(np.full(t.shape, 0.08)), "N"),
              "contacts/rub/friction_force": (columns(-0.024 * np.sign(v)), "N"),
              "contacts/rub/sliding_velocity": (columns(v), "m/s"),
              "contacts/rub/contact_x": (columns(np.full(t.shape, 0.05)), "m"),
              "contacts/rub/state": (columns(state), "")}
    changes = [(0.2495, 0, 3), (0.2505, 0, 4), (0.26, 0, 0), (0.26001, 0, 4)]
    for k, (name, unit) in enumerate((("time", "s"), ("node", ""), ("state", ""))):
        arrays[f"contacts/rub/events/{name}"] = (np.array([c[k] for c in changes]), unit)
    return write(folder, "transient", arrays, title="Synthetic fretting", case=CASE)


def complex_modes(folder, about="undeformed", frictions=("mu_0.1", "mu_0.3"), moving=True,
                  title="Synthetic complex modes", case="", overrides=()):
    """Six branches; two of them lock in at 48 and 58 mm with mu = 0.3, growing with 68 and 30."""
    x = np.linspace(0.010, 0.098, 441)
    arrays = {}
    for group in frictions:
        at = f"complex_modes/{group}/"
        f = np.array([45.5, 900.0, 3520.0, 7000.0, 10560.0, 17000.0])[None, :] * \
            (1 + 0.02 * np.sin(60 * x)[:, None] * np.arange(6) / 3)
        g = -(20 + 3.6e-8 * (2 * np.pi * f) ** 2) / 2
        if group != "mu_0.1":
            for place, peak, width in ((0.048, 68.0, 6e-4), (0.058, 30.0, 4e-4)):
                bell = np.exp(-((x - place) / width) ** 2)
                k = np.argmin(abs(x - place))
                g[:, 4] += bell * (peak - g[k, 4])
            arrays |= {at + f"zones/{name}": (values, unit) for name, values, unit in (
                ("frequency", [10560.0, 10550.0], "Hz"), ("from", [0.0476, 0.0578], "m"),
                ("to", [0.0484, 0.0582], "m"), ("at", [0.048, 0.058], "m"),
                ("growth_rate", [68.0, 30.0], "1/s"), ("branch", [4, 4], ""))}
            if moving:
                arrays |= {at + "zones/time_from": (0.2 + (np.array([0.0476, 0.0578]) - 0.01) / 0.03,
                                                    "s"),
                           at + "zones/time_to": (0.2 + (np.array([0.0484, 0.0582]) - 0.01) / 0.03,
                                                  "s"),
                           at + "zones/amplification": ([3.0, 1.3], "")}
        arrays |= {at + "position": (x, "m"), at + "frequency": (f, "Hz"),
                   at + "growth_rate": (g, "1/s"),
                   at + "damping_ratio": (-g / (2 * np.pi * f), "")}
        if moving:
            arrays[at + "time"] = (0.2 + (x - 0.01) / 0.03, "s")
    for body, own in (("lower", [45.5, 285.0, 795.0, 3522.0, 10568.0, 19000.0]),
                      ("upper", [220.0, 1400.0, 3900.0, 18000.0])):
        own = np.array(own)
        arrays |= {f"uncoupled/{body}/frequency": (own, "Hz"),
                   f"uncoupled/{body}/growth_rate":
                       (-(20 + 3.6e-8 * (2 * np.pi * own) ** 2) / 2, "1/s")}
    return write(folder, "complex-modes", arrays, title=title, case=case, overrides=overrides,
                 attributes={"about": about, "case": "case.toml"})


def modes(folder, position, frequency, growth, zones=None, case="[analysis]\n", title="Modes",
          groups=("mu_0.5",), about="undeformed"):
    """Complex modes as given, the same in every group. zones: frequency, place and growth rate of
    each."""
    arrays = {}
    for group in groups:
        at = f"complex_modes/{group}/"
        arrays |= {at + "position": (np.array(position), "m"),
                   at + "frequency": (np.array(frequency), "Hz"),
                   at + "growth_rate": (np.array(growth), "1/s")}
        for name, k in (("frequency", 0), ("from", 1), ("to", 1), ("at", 1), ("growth_rate", 2)):
            if zones:
                arrays[at + "zones/" + name] = (np.array([float(zone[k]) for zone in zones]), "")
    return write(folder, "complex-modes", arrays, title=title, case=case,
                 attributes={"about": about})


def frf(folder, places=60, moving=True):
    """One resonance with a peak of 40 dB at 5 kHz at every place."""
    f = np.arange(0, 20e3 + 1, 50.0)
    h = 1 / (1 - (f / 5e3) ** 2 + 0.01j * f / 5e3)
    h = np.repeat(h[None, :], places, axis=0)
    x = np.linspace(0.01, 0.098, places)
    at = "frf/lower.free_end.y.acceleration/upper.tip.y/"
    arrays = {"frequency": (f, "Hz"), "position": (x, "m"),
              at + "real": (h.real, "m/s^2/N"), at + "imag": (h.imag, "m/s^2/N")}
    if moving:
        arrays["time"] = (0.2 + (x - 0.01) / 0.03, "s")
    return write(folder, "frf", arrays, title="Synthetic FRF", attributes={"about": "undeformed"})


def regimes(folder, boundaries=("continuous", "continuous-unit-S", "no-motion")):
    """A boundary of no motion with a pole at Omega = 1, twice that of continuous sliding."""
    Omega = np.linspace(0.1, 2, 39)
    no_motion = 0.5 / np.abs(1.001 - Omega)
    values = {"no-motion": no_motion, "continuous": np.minimum(no_motion / 2, 1),
              "continuous-unit-S": np.minimum(no_motion / 1.9, 1)}
    arrays = {"boundaries/Omega": (Omega, "rad/s"),
              "boundaries/at/Omega": ([0.5], "rad/s"), "boundaries/at/limit": ([0.3], "N"),
              "peaks/infinite": ([1.001], "rad/s"), "peaks/resonances": ([0.75], "rad/s"),
              "peaks/finite": ([0.996], "N"), "peaks/antiresonances": ([], "rad/s")}
    arrays |= {f"boundaries/{name}": (values[name], "N") for name in boundaries}
    if "continuous" in boundaries:
        arrays["boundaries/S"] = (np.where(Omega < 0.4, 1.5, 1.0), "")
    return write(folder, "regimes", arrays, title="Synthetic regimes",
                 attributes={"contact": "wall"})


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


def many_basins(folder, n):
    """A plane of n x 2 starts: the lower half of column k leads to "motion k", and so does the upper
    one for even k; for odd k it leads to motion 0."""
    k = np.arange(n)
    arrays = {"x": (k.astype(float), "m"), "y": (np.array([0.0, 1]), "m"),
              "starts/label": (np.concatenate((k, np.where(k % 2 == 0, k, 0))), ""),
              "starts/since": (np.zeros(2 * n, dtype=int), "")}
    for i in range(n):
        arrays |= {f"orbits/{i + 1:04d}/{what}": array for what, array in {
            "name": ([f"motion {i}"], ""), "growth": ([0.5], ""), "x": ([float(i)], "m"),
            "y": ([0.0], "m"), "points/mass.x/least": ([-1.0], "m"),
            "points/mass.x/largest": ([1.0], "m")}.items()}
    return write(folder, "basins", arrays, title="Many",
                 attributes={"monitor": "mass.x", "x": "mass.x", "y": "other.x"})


def basins(folder, sample=True, reordered=False, refined=False, settle=True):
    """A plane of 4 x 3 starts, mass.x from -1 to 2 mm and its velocity from 0 to 2 m/s: the first row
    leads to "small" (period 1, at (0, 1)), the second to "large" (period 2, at (1, 2) and beyond the
    plane), the last to nothing but for its last start, which broke off. Start k settled after k
    periods. sample: starts 1, 5, 9; of these 5 is uncertain, 9 leads to "large" at the end.
    reordered: "large" is the first orbit, and start 3 leads to it too. refined: start 6 was not run.
    settle: if not, no start leads to any."""
    orbits = {"small": ([0.0], [1.0], 0.5), "large": ([1e-3, 9e-3], [2.0, 9.0], 0.25)}
    label = np.repeat([0, 1, -1] if settle else [-1] * 3, 4) - 2 * (np.arange(12) == 11)
    if reordered:
        orbits = dict(reversed(orbits.items()))
        label[:8] = np.repeat([1, 0], 4)
        label[3] = 0
    arrays = {"x": (np.array([-1e-3, 0, 1e-3, 2e-3]), "m"), "y": (np.array([0.0, 1, 2]), "m/s"),
              "starts/label": (label, ""),
              "starts/since": (np.where(np.arange(12) < 8, np.arange(12), -1), "")}
    for k, (name, (x, y, growth)) in enumerate(orbits.items()):
        arrays |= {f"orbits/{k + 1:04d}/{what}": array for what, array in {
            "name": ([name], ""), "growth": ([growth], ""), "x": (x, "m"), "y": (y, "m/s"),
            "points/mass.x/least": ([-1e-3 * (k + 1)], "m"),
            "points/mass.x/largest": ([2e-3 * (k + 1)], "m")}.items()}
    if refined:
        arrays["starts/round"] = (np.where(np.arange(12) == 6, -1, 0), "")
    if sample:
        arrays |= {"sample/start": ([1, 5, 9], ""), "sample/to_the_end": ([0, 1, 1], ""),
                   "sample/at_hundredth": ([0, 0, -1], "")}
    return write(folder, "basins", arrays, title="Synthetic basins",
                 attributes={"monitor": "mass.x", "x": "mass.x", "y": "velocity of mass.x"})


def basin_shares(folder, random=False, others=0):
    """"small" and "large" at Omega = 1, 2, 3, 4 rad/s, in a plane of starts: small has 0.2, 0.4, 1 and
    0.25 of them, is stable throughout and jumps from 3 to 4; large has 0.8 and 0.6, ends at a fold at
    2.5 and, unstable, at 0.5; at 4 the others do not settle. Its mirror is as large, without starts.
    random: starts with standard errors, and no integrity. others: motions "other 1", ... with 0.01."""
    nan = np.nan
    both = {"share": (np.zeros(4), ""), "state": ([2, 2, 0, 0], "", "0 absent, 1 unstable, 2 stable"),
            "growth": ([0.5, 0.5, nan, nan], ""), "integrity": ([2e-3, 1e-3, nan, nan], "m"),
            "low/parameter": ([0.5], "rad/s"), "low/kind": (["fold"], ""), "low/stable": ([0], ""),
            "high/parameter": ([2.5], "rad/s"), "high/kind": (["fold"], ""),
            "high/stable": ([1], "")}
    small = {"share": ([0.2, 0.4, 1.0, 0.25], ""), "state": ([2] * 4, "", both["state"][2]),
             "growth": ([0.5] * 4, ""), "integrity": ([3e-3, 4e-3, 9e-3, 1e-3], "m"),
             "crises/from": ([3.0], "rad/s"), "crises/to": ([4.0], "rad/s"),
             "low/parameter": ([1.0], "rad/s"), "low/kind": (["range"], ""),
             "low/stable": ([1], ""), "high/parameter": ([4.0], "rad/s"),
             "high/kind": (["range"], ""), "high/stable": ([1], "")}
    orbits = {"small": small, "large": both | {"share": ([0.8, 0.6, 0.0, 0.0], "")},
              "mirror of large": both}
    orbits |= {f"other {k + 1}": both | {"share": ([0.01] * 4, "")} for k in range(others)}
    arrays = {"parameter": ([1.0, 2, 3, 4], "rad/s"), "resolution": ([1.5e-3], "m"),
              "shares/not_settled": ([0.0, 0, 0, 0.75], ""), "shares/broke_off": (np.zeros(4), "")}
    for k, (name, of) in enumerate(orbits.items()):
        of = of | {"name": ([name], ""), "period": ([1], "")}
        if random:
            of.pop("integrity")
            of["standard_error"] = ([0.01] * 4, "")
        arrays |= {f"orbits/{k + 1:04d}/{what}": array for what, array in of.items()}
    if random:
        arrays.pop("resolution")
    return write(folder, "basin-shares", arrays, title="Synthetic shares",
                 attributes={"parameter": "Omega", "starts": "random" if random else "plane"})


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


def map_of_regimes(folder, curves=True, y_key="joint.wall.limit", computed=False, contact="",
                   two=True):
    """Regimes over Omega (and the limit): no motion above x, continuous below x / 2, or x / 1.5.

    A pole of no motion at 1.3 that the points do not see. The last point failed. curves: the file
    has them; without, x and y change places unless y_key is the limit. computed: regimes of
    motions too, which differ at point 7, with amplitude and stops.
    """
    x, y = np.linspace(0.2, 2, 10), np.linspace(0.1, 1.5, 8)
    all_x, all_y = (np.repeat(x, 8), np.tile(y, 10)) if two else (x, np.full(10, 0.3))
    limit = all_y if y_key == "joint.wall.limit" else all_x
    over = all_x if y_key == "joint.wall.limit" else all_y
    regime = np.where(limit >= over, "no-motion",
                      np.where(limit < over / 2, "continuous", "stick-slip"))
    n = len(all_x)
    point, status, at = np.arange(n - 1), ["end"] * (n - 1) + ["failed"], "map/quantities/"
    arrays = {"map/x": (x, "rad/s", "frequency"), "map/status": (status, ""),
              "map/message": ([""] * n, ""), "map/key": (["excitation.Omega", y_key][:1 + two], "")}
    if two:
        arrays["map/y"] = (y, "N", "friction")
    quantities = {"limit": limit, "at_key.no-motion": over, "at_key.continuous": over / 2,
                  "at_key.continuous-unit-S": over / 1.5, "S": np.ones(n)}
    texts = {"regime.by_boundaries": regime}
    if computed:
        name = f"{contact}." if contact else ""
        other = regime.copy()
        other[7] = "stick-slip" if regime[7] != "stick-slip" else "continuous"
        texts[name + "regime"] = other
        quantities |= {name + "amplitude": 1e-3 * over, name + "stops_per_period": (over > 1) * 2.0}
    for quantity, values in quantities.items():
        unit = "m" if "amplitude" in quantity else "" if quantity.endswith("period") else "N"
        arrays |= {at + quantity + "/point": (point, ""),
                   at + quantity + "/value": (values[:-1], unit)}
    for quantity, values in texts.items():
        arrays |= {at + quantity + "/point": (point, ""),
                   at + quantity + "/value": ([str(v) for v in values[:-1]], "")}
    if curves:
        fine = np.linspace(0.2, 2, 1001)
        arrays |= {"boundaries/x": (fine, "rad/s"), "boundaries/poles": ([1.3001], "rad/s"),
                   "boundaries/no-motion": (fine, "N"), "boundaries/continuous": (fine / 2, "N"),
                   "boundaries/continuous-unit-S": (fine / 1.5, "N"),
                   "boundaries/S": (np.ones(1001), "")}
    return write(folder, "regimes", arrays, title="Synthetic map of regimes",
                 attributes={"map": "x, y" if two else "x"})


def stick_slip(folder, group="joints/rub", events=True):
    """A contact with Omega = pi that sticks from 3 to 3.5 s, slides on to 5 s, and sticks again.

    65 samples from 2 to 6 s. Before 3 s and after 3.5 s it slides as sin; friction force 2 N while
    it slides, the reaction rises by 4 N/s while it sticks from 0 N.
    """
    t = np.linspace(2, 6, 65)
    stuck = ((t >= 3) & (t < 3.5)) | (t >= 5)
    back = (t >= 3.5) & (t < 5)
    u = np.where(t < 3, 1 - np.cos(np.pi * (t - 2)), 2 - np.where(
        back, 0.5 * (1 - np.cos(2 * np.pi * (t - 3.5) / 1.5)), 0))
    v = np.where(t < 3, np.pi * np.sin(np.pi * (t - 2)), np.where(
        back, -np.pi / 1.5 * np.sin(2 * np.pi * (t - 3.5) / 1.5), 0))
    force = np.where(stuck, 4 * (t - np.where(t < 4, 3, 5)), np.where(t < 3, 2.0, -2.0))
    time = "orbit/time" if group.startswith("orbit") else "time"
    arrays = {time: (t, "s"), f"{group}/displacement": (1e-3 * u, "m"),
              f"{group}/velocity": (1e-3 * v, "m/s"), f"{group}/force": (force, "N"),
              f"{group}/state": (np.where(stuck, 0, np.where(back, -1, 1)), "")}
    if events:
        arrays |= {f"{group}/events/time": ([0.5, 3.0, 3.5, 4.25, 5.0], "s"),
                   f"{group}/events/kind": ([1, 0, 1, 2, 0], "")}
    write(folder, "transient", arrays, title="Synthetic stick-slip")
    summary = json.loads((Path(folder) / "summary.json").read_text())
    summary["used"] = {"Omega": f"{np.pi} rad/s"}
    (Path(folder) / "summary.json").write_text(json.dumps(summary))
    return Path(folder)


def stops(folder, rows=1, components=None):
    """A joint with stops of 400 N/m at 0.05 m: u = 0.1 sin(pi t) m, over two periods. With names of
    its components it has their units."""
    t = np.linspace(0, 4, 65)
    u = 0.1 * np.sin(np.pi * t)
    beyond = np.sign(u) * np.maximum(np.abs(u) - 0.05, 0)
    touch = np.array([k + part / 6 for k in range(4) for part in (1, 5)])
    arrays = {"time": (t, "s"), "joints/stops/displacement": (np.tile(u[:, None], rows), "m"),
              "joints/stops/force": (np.tile(400 * beyond[:, None], rows), "N"),
              "joints/stops/state": (np.tile(np.sign(beyond)[:, None], rows), "",
                                     "0 free, +1 or -1 on that stop"),
              "joints/stops/events/time": (touch, "s"),
              "joints/stops/events/row": (np.zeros(8, dtype=int), ""),
              "joints/stops/events/state": ([1, 0, -1, 0, 1, 0, -1, 0], "")}
    if components:
        arrays["joints/stops/components"] = (components, "")
        for name, unit in (("displacement", "m, rad"), ("force", "N, N m")):
            arrays[f"joints/stops/{name}"] = (arrays[f"joints/stops/{name}"][0], unit)
    write(folder, "transient", arrays, title="Synthetic stops")
    summary = json.loads((Path(folder) / "summary.json").read_text())
    summary["used"] = {"Omega": f"{np.pi} rad/s"}
    (Path(folder) / "summary.json").write_text(json.dumps(summary))
    return Path(folder)


def lock_in_map(folder):
    """Two frequencies that meet at mu = 0.25; from there on one of the two modes grows."""
    mu = np.linspace(0, 0.5, 51)
    point = np.repeat(np.arange(51), 2)
    apart = np.sqrt(np.maximum(0, 0.25 - mu))
    growth = np.sqrt(np.maximum(0, mu - 0.25))
    frequency = np.stack((1000 - 100 * apart, 1000 + 100 * apart), 1).ravel()
    rate = np.stack((-5 - 50 * growth, -5 + 50 * growth), 1).ravel()
    at = "map/quantities/"
    return write(folder, "complex-modes", {
        "map/x": (mu, "", "friction coefficient"), "map/key": (["contact.rub.friction"], ""),
        "map/status": (["end"] * 50 + ["jamming"], ""), "map/message": ([""] * 50 + ["why"], ""),
        at + "modes.frequency/point": (point, ""), at + "modes.frequency/value": (frequency, "Hz"),
        at + "modes.growth_rate/point": (point, ""),
        at + "modes.growth_rate/value": (rate, "1/s")}, title="Synthetic map",
        attributes={"map": "x"})


def regime_map(folder, refined=False):
    """A map over two keys: a number x y, and a text that changes where x + y > 1.

    x: 0, 0.25, ... 1; y: 0.1, 1, 10. The last point failed. refined: points between x = 0.5 and
    0.75 too, at the lowest y.
    """
    x, y = np.linspace(0, 1, 5), np.array([0.1, 1.0, 10.0])
    all_x, all_y = np.repeat(x, 3), np.tile(y, 5)
    axes = {"map/x": (x, "N", "force"), "map/y": (y, "rad/s", "Omega")}
    if refined:
        all_x, all_y = np.append(all_x, 0.625), np.append(all_y, 0.1)
        axes = {"map/x": (all_x, "N", "force"), "map/y": (all_y, "rad/s", "Omega"),
                "map/axis_x": (x, "N", "force"), "map/axis_y": (y, "rad/s", "Omega")}
    point = np.delete(np.arange(len(all_x)), 14)
    texts = np.where(all_x + all_y > 1, "slip", "stick")[point]
    status, at = ["end"] * len(all_x), "map/quantities/"
    status[14] = "failed"
    return write(folder, "static", {
        **axes, "map/key": (["load.push.force", "excitation.Omega"], ""),
        "map/status": (status, ""), "map/message": ([""] * len(all_x), ""),
        at + "work/point": (point, ""), at + "work/value": ((all_x * all_y)[point], "J"),
        at + "regime/point": (point, ""), at + "regime/value": ([str(t) for t in texts], ""),
        at + "modes/point": (np.repeat(point, 2), ""),
        at + "modes/value": (np.arange(2.0 * len(point)), "Hz")},
        title="Synthetic map over two keys", attributes={"map": "x, y"})


def force_map(folder):
    """A map of a static analysis: one quantity that varies, one that does not."""
    load = np.linspace(0, 10, 11)
    at = "map/quantities/"
    return write(folder, "static", {
        "map/x": (load, "N", "pressing force"), "map/key": (["load.pressing.force"], ""),
        "map/status": (["end"] * 11, ""), "map/message": ([""] * 11, ""),
        at + "tip.displacement/point": (np.arange(11), ""),
        at + "tip.displacement/value": (1e-5 * load, "m"),
        at + "rub.closed/point": (np.arange(11), ""), at + "rub.closed/value": (np.ones(11), "")},
        title="Synthetic static map", attributes={"map": "x"})


def long_motion(folder, settles=False, exponent=True):
    """A motion of 100 periods of 2 s behind 10, told at phase 0 and where it turns: x = 2 mm cos(pi t)
    turned by 0.1 rad a period, whose exponent is 0.25 1/s; settles: on an orbit of two periods with the
    multiplier e^-2."""
    k = np.arange(10, 110)
    turn = 0.1 * k
    time = 2.0 * np.arange(217, 221) / 2
    arrays = {"period": ([2.0], "s"), "told": ([10, 110], ""),
              "starts/outcome": ([2 if settles else 3], "", "2 transient, 3 not settled"),
              "starts/periods": ([110], ""), "starts/life": ([20 if settles else -1], ""),
              "starts/orbit": ([int(settles)], ""), "starts/impacts": ([0.5], ""),
              "starts/penetration": ([1e-4], "m"),
              "starts/points/mass.x/least": ([-1e-3], "m"),
              "starts/points/mass.x/largest": ([1e-3], "m"),
              "sections/strobe/time": (2.0 * k, "s"),
              "sections/strobe/points/mass.x/displacement": (2e-3 * np.cos(turn), "m"),
              "sections/strobe/points/mass.x/velocity": (-6e-3 * np.sin(turn), "m/s"),
              "sections/turns/time": (2.0 * k + 0.5 + 0.1 * (k % 2), "s"),
              "sections/turns/points/mass.x/displacement": (2e-3 * np.cos(turn), "m"),
              "sections/turns/points/mass.x/velocity": (np.zeros(100), "m/s"),
              "last/time": (time, "s"),
              "last/points/mass.x/displacement": (1e-3 * np.cos(np.pi * time), "m"),
              "last/points/mass.x/velocity": (-3e-3 * np.sin(np.pi * time) + 1e-3, "m/s"),
              "last/points/mass.x/extrema/time": (time[:2], "s"),
              "last/points/mass.x/extrema/value": ([1e-3, -1e-3], "m"),
              "last/points/mass.x/extrema/maximum": ([1, 0], "")}
    if exponent:
        arrays |= {"growth": (np.full(100, 0.5), ""), "starts/exponent/start": ([0], ""),
                   "starts/exponent/value": ([0.25], "1/s"),
                   "starts/exponent/error": ([0.01], "1/s")}
    if settles:
        arrays |= {"orbits/0001/name": (["orbit 1"], ""), "orbits/0001/growth": ([np.exp(-2)], ""),
                   "orbits/0001/points/mass.x/displacement": ([5e-4, -5e-4], "m"),
                   "orbits/0001/points/mass.x/velocity": ([1e-3, -1e-3], "m/s")}
    return write(folder, "long-motions", arrays, title="A long motion",
                 attributes={"monitor": "mass.x"})


def life_times(folder):
    """Five starts, of which three settle after 5, 20 and 20 periods, one does not in 50, and one
    breaks off."""
    meaning = "0 not run, 1 periodic, 2 transient, 3 not settled, 4 broke off"
    return write(folder, "long-motions", {
        "period": ([2.0], "s"), "starts/outcome": ([2, 3, 2, 4, 2], "", meaning),
        "starts/periods": ([25, 50, 10, 3, 25], ""), "starts/life": ([20, -1, 5, -1, 20], ""),
        "starts/orbit": ([1, 0, 1, 0, 2], ""), "starts/impacts": (np.ones(5), ""),
        "starts/penetration": (np.zeros(5), "m"),
        "starts/displacement/mass.x": (np.arange(5.0), "m"),
        "starts/points/mass.x/least": (-np.ones(5), "m"),
        "starts/points/mass.x/largest": (np.ones(5), "m")}, title="Life times",
        attributes={"monitor": "mass.x"})


def bifurcation_diagram(folder, exponent=False, starts=1, branch=True):
    """Five values, up and down: motions of one period, of two at the third value, and one that does
    not settle upwards at the last; a branch of one period through the first four, unstable from the
    third on, where it has a period doubling."""
    meaning = "0 not run, 1 periodic, 2 transient, 3 not settled, 4 broke off"
    values = np.array([1.0, 2.0, 3.0, 4.0, 5.0])
    arrays = {"values": (values, "rad/s"), "period": (2 * np.pi / values, "s")}
    n = 0
    for sweep in (1, 2):
        for start in range(starts):
            n += 1
            at = f"series/{n:04d}"
            lost = sweep == 1
            count = np.array([1, 1, 2, 1, 3 if lost else 1])
            x = 1e-3 * np.repeat(values, count) + 1e-4 * sweep
            x[3] += 5e-4  # the second of period 2
            arrays |= {
                f"{at}/sweep": ([sweep], "", "0 same, 1 up, 2 down"), f"{at}/start": ([start], ""),
                f"{at}/outcome": ([1, 1, 2, 1, 3 if lost else 1], "", meaning),
                f"{at}/period": ([1, 1, 2, 1, 0 if lost else 1], ""),
                f"{at}/life": ([5, 5, 80, 5, -1 if lost else 5], ""),
                f"{at}/growth": ([0.5, 0.5, 0.9, 0.5, 0 if lost else 0.5], ""),
                f"{at}/carried": (np.ones(5, dtype=int), ""), f"{at}/joined": ([1, 0, 0, 0], ""),
                f"{at}/points/mass.x/least": (-1e-3 * values, "m"),
                f"{at}/points/mass.x/largest": (1e-3 * values, "m"),
                f"{at}/sections/strobe/at": (np.repeat(np.arange(5), count), ""),
                f"{at}/sections/strobe/points/mass.x/displacement": (x, "m"),
                f"{at}/sections/strobe/points/mass.x/velocity": (2 * x, "m/s"),
                f"{at}/sections/touches/at": ([0, 1], ""),
                f"{at}/sections/touches/points/mass.x/displacement": ([1e-3, 1e-3], "m"),
                f"{at}/sections/touches/points/mass.x/velocity": ([0.2, 0.3], "m/s")}
            if exponent:
                arrays |= {f"{at}/exponent/at": (np.arange(5), ""),
                           f"{at}/exponent/value": (np.linspace(-0.2, 0.2, 5), "1/s"),
                           f"{at}/exponent/error": (np.full(5, 0.01), "1/s")}
    if branch:
        at = "branches/0001"
        arrays |= {
            f"{at}/results": (["b1"], ""), f"{at}/branch": ([1], ""), f"{at}/period": ([2], ""),
            f"{at}/point": ([4, 5, 6, 7], ""), f"{at}/parameter": (values[:4], "rad/s"),
            f"{at}/label": ([0, 0, 4, 0], "", "0 none, 1 start, 2 fold, 4 period doubling"),
            f"{at}/stable": ([1, 1, 0, 0], ""), f"{at}/growth": ([0.5, 0.5, 1.0, 2.0], ""),
            f"{at}/points/mass.x/least": (-1e-3 * values[:4], "m"),
            f"{at}/points/mass.x/largest": (1e-3 * values[:4], "m"),
            # Two points in a period, which change their order where the first passes phase 0.
            f"{at}/sections/strobe/at": (np.repeat(np.arange(4), 2), ""),
            f"{at}/sections/strobe/points/mass.x/displacement":
                (1e-3 * np.array([1, 6, 2, 7, 8, 3, 9, 4]), "m"),
            f"{at}/sections/strobe/points/mass.x/velocity": (np.zeros(8), "m/s")}
    return write(folder, "bifurcation-diagram", arrays, title="A diagram",
                 attributes={"monitor": "mass.x", "parameter": "Omega", "over": "Omega"})


def wear(folder):
    """A patch of two cells, a square and a triangle beside it, which wears three times as much."""
    vertices = np.array([[0.0, 0], [1, 0], [1, 1], [0, 1], [2, 0]])
    return write(folder, "transient", {
        "wear/floor/vertices": (vertices, "m"),
        "wear/floor/corners": (np.array([[0.0, 1, 2, 3], [1, 4, 2, 2]]), ""),
        "wear/floor/area": ([1.0, 0.5], "m^2"), "wear/floor/normal_force": ([2.0, 1.0], "N"),
        "wear/floor/dissipated": ([10.0, 30.0], "J/m^2")})


def limit_directions(folder, spurious=False, law="ball, exact", off=0.0, plane=True,
                     circles=False, coupled=0.0):
    """A disc under 0.5 N along x: one curve of directions over loads 0 to 2 N that is tangent at 1 N,
    and one that ends in a fold at 0.5 N. Its friction body is a ball, M = diag(1, 1, 1/4); forces
    are off by a share from the exact law. plane: all lies in that of x and rotation. circles: the
    equator, unstable, and the latitude 0.5, stable, as well. coupled: of the flexibility, the
    entry of x and rotation."""
    theta = np.linspace(0, np.pi / 2, 91)
    phi, latitude = np.linspace(-np.pi, np.pi, 13), np.linspace(-1.4, 1.4, 9)
    load, fold = np.linspace(0, 2, 21), np.array([0.0, 0.25, 0.5])
    angle = np.array([0.2, 0.3, 0.4])
    along = np.column_stack([np.ones(21), np.zeros(21), np.zeros(21)])
    bent = np.column_stack([np.cos(angle), np.zeros(3), np.sin(angle)])
    c, s = np.cos(latitude)[:, None], np.sin(latitude)[:, None] + 0 * phi
    circle = np.linspace(0, 2 * np.pi, 37)
    ends = np.array([[1.0, 0, 0], [-1.0, 0, 0]])
    balance = np.linspace(0.01, 1.56, 32)
    latitudes = {"circles/latitude": ([0.0, 0.5], "rad"),
                 "circles/rate": ([-1.0, -1.0], "m/s^2"),
                 "circles/eigenvalue": ([0.5, -0.5], "m/s^2")} if circles else {}
    folder = write(folder, "limit-directions", {
        **latitudes,
        "directions/w": (np.array([[1.0, 0, 0], [-1.0, 0, 0]]), ""),
        "directions/rate": ([-0.5, 0.5], "m/s^2"),
        "directions/type": (["stable node", "unstable node"], ""),
        "law/latitude": (theta, "rad"), "law/force": ((1 + off) * np.cos(theta), ""),
        "law/torque": (np.sin(theta), ""), "law/exact/force": (np.cos(theta), ""),
        "law/exact/torque": (np.sin(theta), ""), "law/radius": ([2.0], "m"),
        "law/rho": ([1.0], "m"),
        "flow/longitude": (phi, "rad"), "flow/latitude": (latitude, "rad"),
        "flow/longitude_rate": (-np.sin(phi)[None, :] / np.cos(latitude)[:, None], "m/s^2"),
        "flow/latitude_rate": (-np.cos(phi)[None, :] * np.sin(latitude)[:, None], "m/s^2"),
        "flow/force_x": (c * np.cos(phi), "N"), "flow/force_y": (c * np.sin(phi), "N"),
        "flow/torque": (s, "N m"),
        "directions/friction": (ends, "N, N, N m"),
        "body/circle": (np.column_stack([np.cos(circle), 0 * circle, np.sin(circle)]),
                        "N, N, N m"),
        "body/load": ([0.5, 0.0 if plane else 0.1, 0.0], "N, N, N m"),
        "body/flexibility": (np.array([[1.0, 0, coupled], [0, 1, 0], [coupled, 0, 4]]),
                             "1/kg, 1/(kg m), 1/(kg m^2)"),
        "balance/latitude": (balance, "rad"),
        "balance/force": (-3 * (1 + off) * np.cos(balance), "N"),
        "balance/exact/force": (-3 * np.cos(balance), "N"),
        "diagram/load": (load, "N"),
        "diagram/branch_1/load": (load, "N"), "diagram/branch_1/w": (along, ""),
        "diagram/branch_1/rate": (load - 1, "m/s^2"),
        "diagram/branch_1/type": (["stable node"] * 21, ""),
        "diagram/branch_2/load": (fold, "N"), "diagram/branch_2/w": (bent, ""),
        "diagram/branch_2/rate": (fold - 1, "m/s^2"),
        "diagram/branch_2/type": (["saddle", "saddle", "degenerate"], ""),
        "diagram/events/load": ([1.0, 0.5], "N"),
        "diagram/events/kind": (["tangency", "fold"], ""),
        "diagram/events/spurious": ([0, int(spurious)], ""),
        "diagram/events/w": (np.array([along[0], bent[2]]), ""),
        "diagram/events/rate": ([0.0, -0.5], "m/s^2")},
        {"floor.limit": (2.0, "N")}, title="A disc", attributes={"joint": "floor"})
    summary = json.loads((folder / "summary.json").read_text())
    summary["used"] = {"law": law, "rho": "1 m"}
    (folder / "summary.json").write_text(json.dumps(summary))
    return folder
