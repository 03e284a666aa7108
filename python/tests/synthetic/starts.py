"""Synthetic results of motions from many starts, and what they settle on."""
import numpy as np

from .folder import write


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
