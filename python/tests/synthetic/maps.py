"""Synthetic results of regimes of contacts, and maps over keys of a case."""
import numpy as np

from .folder import write


def regimes(folder, boundaries=("continuous", "continuous-unit-S", "no-motion"), more=False):
    """A boundary of no motion with a pole at Omega = 1, twice that of continuous sliding.

    more: from 0.3 to 0.4 rad/s also sliding without stops with more reversals a period.
    """
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
    if more:
        some, low = (Omega > 0.29) & (Omega < 0.41), values["continuous"]
        arrays["boundaries/stop-free-from"] = (np.where(some, 1.1 * low, low), "N")
        arrays["boundaries/stop-free"] = (np.where(some, 1.8 * low, low), "N")
    return write(folder, "regimes", arrays, title="Synthetic regimes",
                 attributes={"contact": "wall"})


def map_of_regimes(folder, curves=True, y_key="joint.wall.limit", computed=False, contact="",
                   two=True):
    """Regimes over Omega (and the limit): no motion above x, continuous below x / 2, or x / 1.5.

    A pole of no motion at 1.3 that the points do not see. The last point failed. curves: the file
    has them; without, x and y change places unless y_key is the limit. computed: regimes of
    motions too, which differ at point 7, with amplitude and stops, and at point 9, where they
    slide without stops with six reversals a period.
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
        reversals = np.where(other == "continuous", 2.0, 0.0)
        if two and y_key == "joint.wall.limit" and regime[9] == "stick-slip":
            other[9], reversals[9] = "continuous", 6.0
        texts[name + "regime"] = other
        quantities |= {name + "amplitude": 1e-3 * over, name + "stops_per_period": (over > 1) * 2.0,
                       name + "reversals_per_period": reversals}
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
