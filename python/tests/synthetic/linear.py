"""Synthetic results of modes, responses of linear models, directions of a patch."""
import numpy as np

from .folder import write


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
    return write(folder, "limit-directions", {
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
        {"floor.limit": (2.0, "N")}, title="A disc", attributes={"joint": "floor"},
        used={"law": law, "rho": "1 m"})


def _square(side=0.1, place=0.0):
    """Outline of a square: points and lines."""
    X = place + side * np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float)
    return {"outline/X": (X, "m"), "outline/first": (np.arange(4), ""), "outline/second": (np.array([1, 2, 3, 0]), "")}


def mode_shapes(folder, frequency=(0.0, 10.0, 10.0, 1500.0), track=True, damping=None, mass=None):
    """A square that moves along x in every mode, by 1 to n kg^-1/2, over a rigid track of 100 m that rests; `mass` is
    the motion of a mass without a position in each mode."""
    n = len(frequency)
    along = np.zeros((8, n))
    along[::2] = np.arange(1, n + 1)
    arrays = {f"bodies/block/{name}": values for name, values in _square().items()}
    arrays |= {"modes/coupled/frequency": (np.array(frequency), "Hz"), "modes/coupled/outline/block": (along, "")}
    bodies = [{"name": "block", "type": "plane-stress"}]
    if damping is not None:
        arrays["modes/coupled/damping_ratio"] = (np.array(damping), "")
    if mass is not None:
        arrays |= {"bodies/mass/components": (["m.x"], ""),
                   "modes/coupled/components/mass": (np.array([mass], float), "")}
        bodies.append({"name": "mass", "type": "lumped"})
    if track:
        arrays |= {"bodies/track/outline/X": (np.array([[-50.0, 0], [50, 0]]), "m"),
                   "bodies/track/outline/first": (np.array([0]), ""), "bodies/track/outline/second": (np.array([1]), ""),
                   "modes/coupled/outline/track": (np.zeros((4, n)), "")}
        bodies.append({"name": "track", "type": "rigid"})
    return write(folder, "modes", arrays, title="Synthetic modes", bodies=bodies)


def mode_bars(folder):
    """Two masses that move along x, and a shaft that turns; in its second mode x is round-off."""
    return write(folder, "modes", {
        "bodies/pair/components": (["m1.x", "m2.x"], ""),
        "bodies/shaft/components": (["end.x", "end.rotation"], ""),
        "bodies/shaft/outline/X": (np.array([[0.0, 0], [0.5, 0]]), "m"),
        "modes/pair/frequency": (np.array([1.0, 2.0]), "Hz"),
        "modes/pair/components/pair": (np.array([[1.0, 4.0], [2.0, -2.0]]), ""),
        "modes/shaft/frequency": (np.array([3.0, 4.0]), "Hz"),
        "modes/shaft/outline/shaft": (np.zeros((4, 2)), ""),
        "modes/shaft/components/shaft": (np.array([[1.0, 1e-15], [1e-15, 2.0]]), "")},
        title="Bars", bodies=[{"name": "pair", "type": "lumped"}, {"name": "shaft", "type": "matrices"}])


def static(folder, largest=1e-6, bars=False, thickness=None, column=False):
    """A square whose upper corners move along x by `largest` [m]; with `bars` a port that turns by 0.002 rad too; with
    a thickness a contact of two nodes that carry 1 and 3 kN; with `column` a line of 0.2 m along z that grows by
    `largest`."""
    moved = np.array([[0, 0], [0, 0], [1, 0], [1, 0]]) * largest
    arrays = {f"bodies/block/{name}": values for name, values in _square().items()}
    arrays |= {"bodies/block/outline/displacement": (moved, "m")}
    bodies = [{"name": "block", "type": "plane-stress"}]
    if bars:
        arrays |= {"bodies/ball/components": (["centre.x", "centre.rotation"], ""),
                   "bodies/ball/component_displacement": (np.array([-3e-6, 2e-3]), "")}
        bodies.append({"name": "ball", "type": "matrices"})
    if column:
        arrays |= {"bodies/column/outline/X": (np.array([[0, 0, 0], [0, 0, 0.2]]), "m"),
                   "bodies/column/outline/first": (np.array([0]), ""), "bodies/column/outline/second": (np.array([1]), ""),
                   "bodies/column/outline/displacement": (np.array([[0, 0, 0], [0, 0, largest]]), "m")}
        bodies.append({"name": "column", "type": "solid"})
    if thickness is not None:
        arrays |= {"contacts/rub/along": (np.array([0.2, 0.1]), "m"), "contacts/rub/force": (np.array([1e3, 3e3]), "N"),
                   "contacts/rub/pressure": (np.array([1e6, 3e6]) if thickness else np.zeros(2), "Pa"),
                   "contacts/rub/thickness": (np.array([thickness]), "m")}
    return write(folder, "static", arrays, title="Synthetic static solution", bodies=bodies)
