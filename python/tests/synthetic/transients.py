"""Synthetic results of transients: sliding, sticking, stops, wear."""
import numpy as np

from .folder import write

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
                        ("damping", 1e-6), ("joints", 0.0), ("residual", 1e-12)):
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
    return write(folder, "transient", arrays, title="Synthetic stick-slip",
                 used={"Omega": f"{np.pi} rad/s"})


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
    return write(folder, "transient", arrays, title="Synthetic stops",
                 used={"Omega": f"{np.pi} rad/s"})


def wear(folder):
    """A patch of two cells, a square and a triangle beside it, which wears three times as much."""
    vertices = np.array([[0.0, 0], [1, 0], [1, 1], [0, 1], [2, 0]])
    return write(folder, "transient", {
        "wear/floor/vertices": (vertices, "m"),
        "wear/floor/corners": (np.array([[0.0, 1, 2, 3], [1, 4, 2, 2]]), ""),
        "wear/floor/area": ([1.0, 0.5], "m^2"), "wear/floor/normal_force": ([2.0, 1.0], "N"),
        "wear/floor/dissipated": ([10.0, 30.0], "J/m^2")})
