"""Models of transients: each function makes one with numbers from a generator. Add a model by a function with @transient."""
from __future__ import annotations

import math
import random
from typing import Callable

from model import Mesh, Model

TRANSIENTS: dict[str, Callable[[random.Random], Model]] = {}

FIXED_STEPS = "round-off of some 1e4 steps, each of which adds 1e-16 of the largest values"
EVENTS = "events are located to round-off, and the motion depends smoothly on them"
STOPS = "steps of 1e-11, and the friction of a patch that comes to rest turns within the last 1e-4 of its slip"
ADAPTIVE = "a hundred times the tolerance of the steps, whose ends move with the last digits"


def transient(make: Callable[[random.Random], Model]):
    TRANSIENTS[make.__name__] = make
    return make


def case(bodies: list, analysis: dict, history: list, rate: float, **tables) -> dict:
    return {"title": "Metamorphic test", "substructure": bodies, **{k: v for k, v in tables.items() if v},
            "analysis": {"type": "transient", **analysis},
            "output": {"history": history, "history_rate_hz": rate}}


def lumped(name: str, masses: dict, springs: list, dashpots: list = (), **more) -> dict:
    body = {"name": name, "type": "lumped", "masses": masses,
            "springs": [{"between": [a, b], "stiffness": k} for a, b, k in springs]}
    if dashpots:
        body["dashpots"] = [{"between": [a, b], "damping": c} for a, b, c in dashpots]
    return {**body, **more}


def rigid(name: str, rng: random.Random, at=(0.0, 0.0), angle=0.0, **more) -> dict:
    return {"name": name, "type": "rigid", "mass": rng.uniform(0.5, 2.0), "inertia": rng.uniform(0.05, 0.2),
            "placement": {"at": list(at), "angle_deg": angle}, **more}


def fixed_rigid(name: str, at=(0.0, 0.0), **more) -> dict:
    return {"name": name, "type": "rigid", "placement": {"at": list(at)}, "fixed": ["centre"], **more}


def xy(port: str, rotation: bool = False) -> list[str]:
    return [f"{port}.{c}" for c in ("x", "y", "rotation")[:3 if rotation else 2]]


def along(degrees: float, length: float = 1.0) -> list[float]:
    return [length * math.cos(math.radians(degrees)), length * math.sin(math.radians(degrees))]


def plus(a, b) -> list[float]:
    return [a[0] + b[0], a[1] + b[1]]


@transient
def chain_under_sudden_load(rng):
    n = rng.randint(3, 6)
    chain = {"from": "ground", "masses": [rng.uniform(0.5, 2.0) for _ in range(n)],
             "springs": [rng.uniform(500.0, 2000.0) for _ in range(n)], "dashpots": [rng.uniform(0.0, 2.0) for _ in range(n)]}
    body = {"name": "chain", "type": "lumped", "chain": chain}
    return Model(case([body], {"scheme": "forward-increment", "start": "rest", "h": 1e-3, "t_end": 0.8},
                      ["chain.m1.x", f"chain.m{n}.x"], 500.0,
                      load=[{"name": "push", "on": f"chain.m{n}.x", "force": rng.uniform(1.0, 5.0)}]),
                 1e-10, FIXED_STEPS)


@transient
def chain_with_two_frequencies(rng):
    n = rng.randint(3, 6)
    chain = {"from": "ground", "to": "ground", "masses": [rng.uniform(0.5, 2.0) for _ in range(n)],
             "springs": [rng.uniform(500.0, 2000.0) for _ in range(n + 1)]}
    body = {"name": "chain", "type": "lumped", "chain": chain, "damping": {"alpha": 0.3, "beta": 1e-4}}
    loads = [{"name": "push", "on": "chain.m1.x", "force": {"amplitude": rng.uniform(1.0, 5.0), "phase_deg": 30.0}},
             {"name": "weight", "on": f"chain.m{n}.x", "force": {"value": -2.0, "ramp": 0.3}}]
    return Model(case([body], {"scheme": "modal-propagator", "h": 1e-3, "t_end": 1.0, "start": "rest"},
                      ["chain.m1.x", f"chain.m{n}.x"], 500.0, load=loads, excitation={"Omega": rng.uniform(10.0, 40.0)}),
                 1e-10, FIXED_STEPS)


@transient
def chain_on_moving_base(rng):
    chain = {"from": "base", "masses": [rng.uniform(0.5, 2.0) for _ in range(3)],
             "springs": [rng.uniform(500.0, 2000.0) for _ in range(3)]}
    body = {"name": "chain", "type": "lumped", "chain": chain, "damping": {"beta": 1e-3}}
    motion = {"name": "shaking", "on": "chain.base.x", "velocity": {"amplitude": 0.2, "frequency_hz": 3.0, "ramp": 0.1}}
    return Model(case([body], {"scheme": rng.choice(["forward-increment", "modal-propagator"]), "h": 1e-3, "t_end": 0.8},
                      ["chain.base.x", "chain.m3.x"], 500.0, motion=[motion]), 1e-10, FIXED_STEPS)


@transient
def masses_that_move_and_turn(rng):
    masses = {"a": {"x": 1.0, "rotation": rng.uniform(0.1, 0.4)}, "b": {"y": rng.uniform(1.0, 2.0), "rotation": 0.2}}
    springs = [("a.x", "ground", 900.0), ("b.y", "ground", 500.0), ("a.rotation", "b.rotation", rng.uniform(50.0, 90.0)),
               ("a.rotation", "ground", 60.0)]
    loads = [{"name": "torque", "on": "body.b.rotation", "force": rng.uniform(0.5, 1.0)},
             {"name": "lift", "on": "body.b.y", "force": {"value": 2.0, "ramp": 0.2}}]
    start = {"velocity": {"body.a.x": 0.1, "body.a.rotation": -0.2}}
    return Model(case([lumped("body", masses, springs, [("a.x", "ground", 1.0)])],
                      {"scheme": "modal-propagator", "h": 1e-3, "t_end": 0.6, "start": start},
                      ["body.a.x", "body.a.rotation", "body.b.y", "body.b.rotation"], 500.0, load=loads),
                 1e-10, FIXED_STEPS)


@transient
def dry_friction_under_harmonic_load(rng):
    n = rng.randint(2, 4)
    masses = {f"m{i}": {"x": rng.uniform(0.5, 1.5)} for i in range(1, n + 1)}
    springs = [("m1.x", "ground", 1.0)] + [(f"m{i}.x", f"m{i + 1}.x", rng.uniform(0.7, 1.3)) for i in range(1, n)]
    joints = [{"name": "wall", "law": "coulomb", "between": ["row.m1.x", "ground"], "limit": rng.uniform(0.2, 0.5)}]
    if rng.random() < 0.5:
        joints.append({"name": "pair", "law": "coulomb", "between": ["row.m1.x", "row.m2.x"], "limit": 0.13})
    return Model(case([lumped("row", masses, springs, [("m1.x", "ground", 0.05)])],
                      {"scheme": "event-driven", "cycles": 6, "start": "rest"}, ["row.m1.x", f"row.m{n}.x", "wall"], 8.0,
                      joint=joints, load=[{"name": "push", "on": f"row.m{n}.x", "force": {"amplitude": 1.0}}],
                      excitation={"Omega": rng.uniform(0.5, 1.3)}), 1e-9, EVENTS)


@transient
def stops_and_hardening_springs(rng):
    masses = {"left": {"x": 1.0}, "right": {"x": rng.uniform(0.8, 1.5)}}
    springs = [("left.x", "ground", 1.0), ("right.x", "ground", 1.0), ("left.x", "right.x", 0.5)]
    joints = [{"name": "hardening", "law": "cubic", "between": ["pair.left.x", "pair.right.x"], "k3": rng.uniform(1.0, 9.0)},
              {"name": "stops", "law": "gap", "between": ["pair.left.x", "ground"], "both_sides": True,
               "stiffness": rng.uniform(10.0, 1000.0), "clearance": 0.2}]
    return Model(case([lumped("pair", masses, springs, [("left.x", "ground", 0.05), ("right.x", "ground", 0.05)])],
                      {"scheme": "taylor", "cycles": 4, "tolerance": 1e-12, "start": "rest"},
                      ["pair.left.x", "pair.right.x", "stops", "hardening"], 10.0, joint=joints,
                      load=[{"name": "push", "on": "pair.right.x", "force": {"amplitude": 0.5}}],
                      excitation={"Omega": rng.uniform(0.8, 1.2)}), 1e-9, ADAPTIVE, adaptive=True)


@transient
def damped_stop_between_bodies(rng):
    bodies = [lumped("one", {"m": {"x": 1.0}}, [("m.x", "ground", 4.0)]),
              lumped("two", {"m": {"x": rng.uniform(1.0, 3.0)}}, [("m.x", "ground", 3.0)], [("m.x", "ground", 0.1)])]
    joint = {"name": "buffer", "law": "gap", "between": ["one.m.x", "two.m.x"], "stiffness": rng.uniform(100.0, 500.0),
             "clearance": 0.1, "damping": rng.uniform(1.0, 5.0)}
    return Model(case(bodies, {"scheme": "runge-kutta", "tolerance": 1e-11, "t_end": 6.0,
                               "start": {"velocity": {"one.m.x": 1.0, "two.m.x": -0.5}}},
                      ["one.m.x", "two.m.x", "buffer"], 20.0, joint=[joint]), 1e-8, ADAPTIVE, adaptive=True)


@transient
def elastic_friction_with_separation(rng):
    masses = {"m": {"x": 1.0, "y": 1.0}, "far": {"x": rng.uniform(0.5, 1.5)}}
    springs = [("m.x", "ground", 1.0), ("m.y", "ground", 2.0), ("m.x", "far.x", 1.0)]
    joint = {"name": "face", "law": "elastic-coulomb", "between": ["body.m", "ground"], "normal_deg": rng.uniform(-150.0, 150.0),
             "k_t": 5.0, "k_n": 4.0, "friction": 0.4, "preload": 0.5}
    return Model(case([lumped("body", masses, springs, [("m.x", "ground", 0.1), ("m.y", "ground", 0.1)])],
                      {"scheme": rng.choice(["runge-kutta", "taylor"]), "tolerance": 1e-12, "cycles": 3, "start": "rest"},
                      ["body.m.x", "body.m.y", "body.far.x", "face"], 10.0, joint=[joint],
                      load=[{"name": "push", "on": "body.far.x", "force": {"amplitude": 1.0, "phase_deg": -90.0}}],
                      excitation={"Omega": rng.uniform(0.6, 1.1)}), 1e-8, ADAPTIVE, adaptive=True)


def _joined_pair(rng, law: dict, together: bool, scheme: dict, tolerance: float, because: str, adaptive: bool) -> Model:
    """Two rigid bodies in the plane, the first on springs, joined at points that lie together or apart."""
    angles = [rng.uniform(-60.0, 60.0), rng.uniform(-60.0, 60.0)]
    arm, hand = [rng.uniform(0.2, 0.5), rng.uniform(-0.2, 0.2)], [rng.uniform(-0.5, -0.2), 0.1]
    first = rigid("first", rng, [0.0, 0.0], angles[0], points={"arm": {"at": arm}})
    tip = _turned(arm, angles[0])
    centre = plus(tip, [-v for v in _turned(hand, angles[1])])
    if not together:
        centre = plus(centre, along(rng.uniform(0.0, 360.0), 0.3))
    second = rigid("second", rng, centre, angles[1], points={"hand": {"at": hand}})
    joints = [{"name": "base", "law": "linear", "between": ["first.centre", "ground"], "stiffness": rng.uniform(50.0, 90.0),
               "damping": 0.5, "rotational_stiffness": rng.uniform(5.0, 9.0), "rotational_damping": 0.1},
              {"name": "tie", "between": ["first.arm", "second.hand"], **law}]
    if law["law"] != "linear":
        joints.append({"name": "back", "law": "linear", "between": ["second.centre", "ground"], "stiffness": 40.0,
                       "rotational_stiffness": 3.0, "damping": 0.2})
    loads = [{"name": "push", "on": "second.centre.x", "force": rng.uniform(1.0, 3.0)},
             {"name": "lift", "on": "second.centre.y", "force": rng.uniform(1.0, 3.0)},
             {"name": "torque", "on": "first.centre.rotation", "force": 0.3}]
    start = {"velocity": {"first.centre.x": 0.2, "first.centre.y": -0.1, "second.centre.x": 0.0, "second.centre.y": 0.3,
                          "second.centre.rotation": 1.0, "first.centre.rotation": 0.0}}
    history = xy("first.centre", True) + xy("second.hand", True) + (["tie"] if law["law"] != "linear" else [])
    return Model(case([first, second], {**scheme, "start": start}, history, 100.0, joint=joints, load=loads),
                 tolerance, because, displacement=0.1, adaptive=adaptive)


def _turned(vector, degrees: float) -> list[float]:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return [c * vector[0] - s * vector[1], s * vector[0] + c * vector[1]]


LINEAR = {"law": "linear", "stiffness": 200.0, "damping": 0.3, "rotational_stiffness": 3.0}


@transient
def rigid_bodies_on_a_hinge(rng):
    scheme = {"scheme": rng.choice(["modal-propagator", "forward-increment"]), "h": 1e-3, "t_end": 1.5}
    return _joined_pair(rng, LINEAR, True, scheme, 1e-10, FIXED_STEPS, False)


@transient
def rigid_bodies_on_a_long_spring(rng):
    return _joined_pair(rng, LINEAR, False, {"scheme": "modal-propagator", "h": 1e-3, "t_end": 1.5}, 1e-10, FIXED_STEPS, False)


@transient
def rigid_bodies_with_a_stop(rng):
    law = {"law": "gap", "normal_deg": rng.uniform(-180.0, 180.0), "stiffness": 500.0, "clearance": 0.02, "damping": 1.0}
    return _joined_pair(rng, law, True, {"scheme": "runge-kutta", "tolerance": 1e-11, "t_end": 1.5}, 1e-8, ADAPTIVE, True)


@transient
def rigid_bodies_on_a_hardening_spring(rng):
    law = {"law": "cubic", "normal_deg": rng.uniform(-180.0, 180.0), "k3": rng.uniform(1e3, 1e4)}
    return _joined_pair(rng, law, True, {"scheme": "taylor", "tolerance": 1e-12, "t_end": 1.5}, 1e-9, ADAPTIVE, True)


@transient
def rigid_bodies_with_a_friction_face(rng):
    law = {"law": "elastic-coulomb", "normal_deg": rng.uniform(-180.0, 180.0), "k_t": 80.0, "k_n": 100.0, "friction": 0.5,
           "preload": 1.0}
    return _joined_pair(rng, law, True, {"scheme": "runge-kutta", "tolerance": 1e-11, "t_end": 1.2}, 1e-8, ADAPTIVE, True)


def beam(name: str, rng: random.Random, angle: float, at=(0.0, 0.0), **more) -> dict:
    return {"name": name, "type": "beam", "length": 0.4, "elements": 8, "section": {"width": 0.02, "height": 0.01},
            "material": {"young": rng.uniform(1e9, 3e9), "density": 1200.0}, "placement": {"at": list(at), "angle_deg": angle},
            "fixed": ["start"], "damping": {"alpha": 2.0, "beta": 1e-6}, **more}


@transient
def beam_that_carries_a_mass(rng):
    angle = rng.uniform(-170.0, 170.0)
    end = along(angle, 0.4)
    bodies = [beam("mast", rng, angle, points={"middle": 0.5}),
              rigid("mass", rng, plus(end, [0.02, 0.01]), 0.0, points={"foot": {"at": [-0.02, -0.01]}})]
    bodies[1] |= {"mass": 0.1, "inertia": 1e-4}
    bonds = [{"name": "glue", "between": ["mast.end", "mass.foot"], "tolerance": 1e-3}]
    loads = [{"name": "push", "on": "mast.middle.x", "force": rng.uniform(0.5, 1.0)},
             {"name": "lift", "on": "mass.centre.y", "force": {"value": 1.0, "ramp": 0.01}}]
    return Model(case(bodies, {"scheme": "modal-propagator", "h": 2e-5, "t_end": 0.05, "start": "rest"},
                      xy("mast.middle", True) + xy("mass.centre", True), 5e3, bond=bonds, load=loads),
                 1e-8, "modes of a beam of condition 1e8", displacement=1e-3)


@transient
def beam_against_a_stop(rng):
    angle = rng.uniform(-170.0, 170.0)
    end = along(angle, 0.4)
    bodies = [beam("arm", rng, angle, reduction={"method": "craig-bampton", "n_modes": 3}),
              fixed_rigid("wall", end)]
    joint = {"name": "stop", "law": "gap", "between": ["arm.end", "wall.centre"], "normal_deg": angle + 90.0,
             "stiffness": 1e4, "clearance": 1e-3}
    push = along(angle + 90.0, rng.uniform(0.5, 1.0))
    loads = [{"name": "push", "on": "arm.end.x", "force": push[0]}, {"name": "lift", "on": "arm.end.y", "force": push[1]}]
    return Model(case(bodies, {"scheme": "runge-kutta", "tolerance": 1e-10, "t_end": 0.04, "start": "rest"},
                      xy("arm.end", True) + ["stop"], 5e3, joint=[joint], load=loads),
                 1e-7, ADAPTIVE, displacement=1e-3, adaptive=True)


def plate_mesh(nx: int, ny: int, width: float, height: float) -> Mesh:
    nodes = [(width * i / nx, height * j / ny) for j in range(ny + 1) for i in range(nx + 1)]
    number = lambda i, j: j * (nx + 1) + i
    elements = [(number(i, j), number(i + 1, j), number(i + 1, j + 1), number(i, j + 1)) for j in range(ny) for i in range(nx)]
    return Mesh(nodes, elements, {"clamp": [number(0, j) for j in range(ny + 1)],
                                  "face": [number(nx, j) for j in range(ny + 1)], "corner": [number(nx, ny)]})


@transient
def plate_pulled_at_its_edge(rng):
    body = {"name": "plate", "type": "plane-stress", "mesh": "plate.inp", "thickness": 0.01, "fixed": ["clamp"],
            "material": {"young": rng.uniform(1e9, 3e9), "poisson": 0.3, "density": 1200.0},
            "placement": {"angle_deg": rng.uniform(-90.0, 90.0), "at": [0.3, -0.2]}, "damping": {"beta": 1e-6}}
    loads = [{"name": "push", "on": "plate.face.x", "force": 10.0}, {"name": "lift", "on": "plate.corner.y", "force": 5.0}]
    return Model(case([body], {"scheme": rng.choice(["modal-propagator", "forward-increment"]), "t_end": 0.004, "start": "rest"},
                      xy("plate.corner") + xy("plate.face"), 5e4, load=loads),
                 1e-8, "modes of a mesh of condition 1e6", displacement=1e-4,
                 meshes={"plate.inp": plate_mesh(6, 2, 0.12, 0.04)})


def _foot(rng, angle: float, **contact) -> tuple[list, list, list]:
    """A rigid foot on a curve that rises by this angle, pressed on it: bodies, contact and loads."""
    line = {"x": [along(angle, s)[0] for s in (-1.0, 0.2, 2.0)], "y": [along(angle, s)[1] for s in (-1.0, 0.2, 2.0)]}
    bodies = [fixed_rigid("ground", polylines={"face": line}), rigid("block", rng, (0.0, 0.0))]
    contacts = [{"name": "rub", "slave": "block.centre", "master": "ground.face", **contact}]
    press = along(angle - 90.0, rng.uniform(5.0, 9.0))
    loads = [{"name": "weight_x", "on": "block.centre.x", "force": press[0]},
             {"name": "weight_y", "on": "block.centre.y", "force": press[1]}]
    return bodies, contacts, loads


@transient
def foot_that_slides_to_rest(rng):
    angle = rng.uniform(-70.0, 70.0)
    bodies, contacts, loads = _foot(rng, angle, friction=rng.uniform(0.2, 0.5))
    slide = along(angle, rng.uniform(0.5, 1.0))
    start = {"velocity": {"block.centre.x": slide[0], "block.centre.y": slide[1], "block.centre.rotation": 0.0}}
    return Model(case(bodies, {"scheme": "forward-increment", "h": 1e-3, "sticking": "follow", "t_end": 0.6, "start": start,
                               "statistics": {"from": 0.0, "window": 0.01}},
                      xy("block.centre") + ["rub"], 500.0, contact=contacts, load=loads), 1e-9, FIXED_STEPS, displacement=0.1)


@transient
def ball_that_bounces(rng):
    angle = rng.uniform(-30.0, 30.0)
    bodies, contacts, loads = _foot(rng, angle, friction=0.1, restitution=rng.uniform(0.5, 0.9))
    bodies[1]["placement"]["at"] = along(angle + 90.0, 0.3)
    throw = along(angle, 0.4)
    start = {"velocity": {"block.centre.x": throw[0], "block.centre.y": throw[1], "block.centre.rotation": 0.0}}
    return Model(case(bodies, {"scheme": "forward-increment", "h": 1e-3, "sticking": "follow", "t_end": 0.8, "start": start,
                               "statistics": {"from": 0.0, "window": 0.01}},
                      xy("block.centre") + ["rub"], 500.0, contact=contacts, load=loads), 1e-8, FIXED_STEPS, displacement=0.1)


@transient
def block_on_two_feet_on_a_beam(rng):
    track = beam("track", rng, 0.0, fixed=["start", "end"], reduction={"method": "craig-bampton", "n_modes": 6})
    block = rigid("block", rng, (0.1, 0.03), 0.0, points={"rear": {"at": [-0.02, -0.03]}, "front": {"at": [0.02, -0.03]}})
    block |= {"mass": 0.2, "inertia": 1e-4}
    contacts = [{"name": name, "slave": f"block.{name.split('_')[0]}", "master": "track.axis", "friction": 0.3}
                for name in ("rear_foot", "front_foot")]
    loads = [{"name": "weight", "on": "block.centre.y", "force": -rng.uniform(10.0, 20.0)}]
    motions = [{"name": "pull", "on": "block.centre.x", "velocity": {"value": 0.3, "ramp": 0.0103}}]
    return Model(case([track, block], {"t_end": 0.05}, xy("block.centre") + ["rear_foot", "front_foot"], 2e3,
                      contact=contacts, load=loads, motion=motions),
                 1e-7, "a beam of condition 1e8", displacement=1e-3)


def _patch(rng, pressure: dict, analysis: dict, **more) -> Model:
    block = rigid("block", rng, (0.3, -0.4), rng.uniform(-80.0, 80.0), points={"foot": {"at": [0.1, 0.05]}})
    port = more.pop("port", "block.centre")
    joints = [{"name": "floor", "law": "patch", "between": [port, "ground"], "friction": rng.uniform(0.5, 1.0),
               "pressure": pressure, **more.pop("patch", {})}] + more.pop("joints", [])
    return Model(case([block], {"scheme": "runge-kutta", "tolerance": 1e-11, **analysis},
                      xy("block.centre", True) + ["floor"], 50.0, joint=joints, **more),
                 1e-6, STOPS, displacement=0.1, adaptive=True)


def _thrown(rng, spin: float) -> dict:
    slide = along(rng.uniform(0.0, 360.0), rng.uniform(0.5, 1.0))
    return {"start": {"velocity": {"block.centre.x": slide[0], "block.centre.y": slide[1], "block.centre.rotation": spin}},
            "t_end": 2.0}


@transient
def disc_that_is_thrown(rng):
    return _patch(rng, {"shape": "uniform", "radius": rng.uniform(0.1, 0.5), "normal_force": 3.0}, _thrown(rng, rng.uniform(-3.0, 3.0)))


@transient
def disc_under_force_and_moment(rng):
    loads = [{"name": "push", "on": "block.centre.x", "force": {"amplitude": rng.uniform(2.0, 3.0)}},
             {"name": "aside", "on": "block.centre.y", "force": {"amplitude": 0.7, "phase_deg": 50.0}},
             {"name": "twist", "on": "block.centre.rotation", "force": {"amplitude": 0.2, "phase_deg": -90.0}}]
    return _patch(rng, {"shape": "hertz", "radius": 0.3, "normal_force": 2.0}, {"cycles": 2, "start": "rest"}, load=loads,
                  excitation={"Omega": rng.uniform(2.0, 4.0)})


@transient
def disc_with_its_foot_aside(rng):
    return _patch(rng, {"shape": "uniform", "radius": 0.2, "normal_force": 2.0}, _thrown(rng, 1.5), port="block.foot")


@transient
def skewed_ellipse_that_is_thrown(rng):
    pressure = {"shape": "ellipse", "half_axes": [0.4, 0.25], "skew": [rng.uniform(-1.0, 1.0), rng.uniform(-1.0, 1.0)],
                "normal_force": 3.0}
    return _patch(rng, pressure, _thrown(rng, rng.uniform(-3.0, 3.0)))


@transient
def stool_on_three_feet(rng):
    parts = [{"shape": "uniform", "radius": 0.05, "at": at, "normal_force": force}
             for at, force in (([0.4, 0.0], 1.0), ([-0.2, 0.3], 0.5), ([-0.2, -0.3], rng.uniform(0.4, 0.7)))]
    return _patch(rng, {"parts": parts}, _thrown(rng, rng.uniform(-2.0, 2.0)))


@transient
def disc_on_a_spring(rng):
    joint = {"name": "spring", "law": "linear", "between": ["block.foot", "ground"], "stiffness": rng.uniform(2.0, 5.0),
             "rotational_stiffness": 0.2}
    loads = [{"name": "push", "on": "block.centre.x", "force": 2.0}, {"name": "aside", "on": "block.centre.y", "force": -1.5}]
    return _patch(rng, {"shape": "uniform", "radius": 0.3, "normal_force": 2.0}, {"start": "rest", "t_end": 2.0}, load=loads,
                  joints=[joint])


@transient
def limit_directions_of_a_disc(rng):
    """No motion: the directions in which a body on a patch comes to rest."""
    block = rigid("block", rng, (0.3, -0.4), rng.uniform(-80.0, 80.0), points={"foot": {"at": [0.1, 0.05]}})
    joint = {"name": "floor", "law": "patch", "between": ["block.foot", "ground"], "friction": 0.7,
             "pressure": {"shape": "uniform", "radius": rng.uniform(0.3, 0.5), "normal_force": 3.0}}
    loads = [{"name": "push", "on": "block.centre.x", "force": rng.uniform(0.1, 0.5)},
             {"name": "aside", "on": "block.centre.y", "force": rng.uniform(0.1, 0.5)},
             {"name": "twist", "on": "block.centre.rotation", "force": rng.uniform(-0.1, 0.1)}]
    return Model({"title": "Metamorphic test", "substructure": [block], "joint": [joint], "load": loads,
                  "analysis": {"type": "limit-directions", "rho": "kappa"}}, 1e-8, "directions by Newton's method to 1e-12")


@transient
def mass_on_a_base_shaken_in_the_plane(rng):
    place, angle = (0.3, -0.2), rng.uniform(-80.0, 80.0)
    base, block = rigid("base", rng, place, angle, fixed=["centre.rotation"]), rigid("block", rng, place, angle)
    joint = {"name": "mount", "law": "linear", "between": ["base.centre", "block.centre"], "stiffness": rng.uniform(100.0, 900.0),
             "damping": 1.0, "rotational_stiffness": 5.0, "rotational_damping": 0.05}
    law = {"frequency_hz": rng.uniform(1.0, 4.0), "ramp": 0.1}
    motions = [{"name": "along", "on": "base.centre.x", "velocity": {"amplitude": rng.uniform(0.1, 0.3), **law}},
               {"name": "across", "on": "base.centre.y", "velocity": {"amplitude": rng.uniform(0.1, 0.3), **law}}]
    load = {"name": "push", "on": "block.centre.y", "force": rng.uniform(0.5, 2.0)}
    return Model(case([base, block], {"scheme": "modal-propagator", "h": 1e-3, "t_end": 0.8, "start": "rest"},
                      xy("block.centre") + xy("base.centre"), 500.0, joint=[joint], motion=motions, load=[load]),
                 1e-10, FIXED_STEPS)


@transient
def dry_masses_on_a_shaken_base(rng):
    masses = {"base": {"x": 0.0}, "m1": {"x": 1.0}, "m2": {"x": rng.uniform(0.5, 1.5)}}
    joints = [{"name": "wall", "law": "coulomb", "between": ["row.m2.x", "ground"], "limit": rng.uniform(0.2, 0.5)}]
    motion = {"name": "shaking", "on": "row.base.x", "displacement": {"amplitude": 1.0, "phase_deg": 40.0}}
    return Model(case([lumped("row", masses, [("base.x", "m1.x", 1.0), ("m1.x", "m2.x", 1.0)], [("base.x", "m1.x", 0.05)])],
                      {"scheme": "event-driven", "cycles": 5, "start": "rest"}, ["row.m1.x", "row.m2.x", "wall"], 8.0,
                      joint=joints, motion=[motion], excitation={"Omega": rng.uniform(0.5, 0.9)}), 1e-9, EVENTS)


@transient
def disc_on_a_moving_table(rng):
    table, disc = rigid("table", rng, (1.0, 2.0), rng.uniform(-80.0, 80.0)), rigid("disc", rng, (1.0, 2.0), 10.0)
    spring = {"name": "spring", "law": "linear", "between": ["table.centre", "ground"], "stiffness": rng.uniform(20.0, 50.0),
              "rotational_stiffness": 2.0}
    patch = {"name": "floor", "law": "patch", "between": ["disc.centre", "table.centre"], "friction": 0.5,
             "pressure": {"shape": "uniform", "radius": 0.2, "normal_force": 2.0}}
    slide = along(rng.uniform(0.0, 360.0), 1.0)
    start = {"velocity": {"disc.centre.x": slide[0], "disc.centre.y": slide[1], "disc.centre.rotation": 2.0,
                          "table.centre.x": 0.0, "table.centre.y": 0.0, "table.centre.rotation": 0.0}}
    return Model(case([table, disc], {"scheme": "runge-kutta", "tolerance": 1e-11, "t_end": 1.5, "start": start},
                      xy("table.centre", True) + xy("disc.centre", True) + ["floor"], 50.0, joint=[spring, patch]),
                 1e-6, STOPS, displacement=0.1, adaptive=True)


@transient
def foot_on_a_wavy_track(rng):
    """A foot that slides over segments of several slopes, whose corners are blunt."""
    angle, slopes = rng.uniform(-40.0, 40.0), [0.0, rng.uniform(3.0, 10.0), rng.uniform(-10.0, -3.0), 0.0]
    corners = [along(angle, -1.0), [0.0, 0.0]]
    for slope in slopes:
        corners.append(plus(corners[-1], along(angle + slope, 0.2)))
    track = {"x": [c[0] for c in corners], "y": [c[1] for c in corners]}
    press, slide = along(angle - 90.0, 20.0), along(angle, rng.uniform(0.8, 1.2))
    loads = [{"name": "weight_x", "on": "block.centre.x", "force": press[0]},
             {"name": "weight_y", "on": "block.centre.y", "force": press[1]}]
    start = {"velocity": {"block.centre.x": slide[0], "block.centre.y": slide[1], "block.centre.rotation": 0.0}}
    return Model(case([fixed_rigid("ground", polylines={"face": track}), rigid("block", rng, (0.0, 0.0))],
                      {"scheme": "forward-increment", "h": 1e-3, "sticking": "follow", "t_end": 0.7, "start": start,
                       "statistics": {"from": 0.0, "window": 0.01}}, xy("block.centre") + ["rub"], 500.0,
                      contact=[{"name": "rub", "slave": "block.centre", "master": "ground.face", "friction": rng.uniform(0.0, 0.05)}],
                      load=loads), 1e-8, FIXED_STEPS, displacement=0.1)


@transient
def ball_in_a_box(rng):
    """A ball that meets two walls and the floor of an open box, some impacts long."""
    angle = rng.uniform(-180.0, 180.0)
    box = [_turned(corner, angle) for corner in ([-1.0, 2.0], [-1.0, 0.0], [1.0, 0.0], [1.0, 2.0])]
    start = _turned([rng.uniform(-0.3, 0.3), rng.uniform(0.5, 0.7)], angle)
    throw, fall = _turned([rng.uniform(0.7, 1.3), 0.0], angle), _turned([0.0, -1.0], angle)
    body = rigid("ball", rng, start)
    loads = [{"name": "weight_x", "on": "ball.centre.x", "force": fall[0]},
             {"name": "weight_y", "on": "ball.centre.y", "force": fall[1]}]
    velocity = {"ball.centre.x": throw[0], "ball.centre.y": throw[1], "ball.centre.rotation": 0.0}
    return Model(case([fixed_rigid("box", polylines={"face": {"x": [c[0] for c in box], "y": [c[1] for c in box]}}), body],
                      {"scheme": "forward-increment", "h": 1e-3, "sticking": "follow", "t_end": 3.0,
                       "start": {"velocity": velocity}, "statistics": {"from": 0.0, "window": 0.01}},
                      xy("ball.centre") + ["rub"], 100.0, load=loads,
                      contact=[{"name": "rub", "slave": "ball.centre", "master": "box.face", "friction": 0.0,
                                "restitution": rng.choice([1.0, 0.8])}]), 1e-6, "impacts magnify round-off", displacement=0.1)


def _plate_on_its_edge(rng, ramp: float) -> Model:
    """A meshed body whose face of three nodes is pressed on a rigid line and dragged along it."""
    angle = rng.uniform(-60.0, 60.0)
    body = {"name": "plate", "type": "plane-stress", "mesh": "plate.inp", "thickness": 0.01,
            "material": {"young": 1e8, "poisson": 0.3, "density": 1200.0}, "damping": {"alpha": 20.0, "beta": 1e-5},
            "placement": {"angle_deg": angle, "at": [0.0, 0.0]}}
    line = {"x": [along(angle, s)[0] for s in (-1.0, 1.0)], "y": [along(angle, s)[1] for s in (-1.0, 1.0)]}
    press, drag = along(angle - 90.0, 2.0), along(angle, rng.uniform(1.5, 2.0))
    loads = [{"name": f"{name}_{axis}", "on": f"plate.top.{axis}", "force": {"value": force[i], "ramp": ramp} if ramp else force[i]}
             for name, force in (("press", press), ("drag", drag)) for i, axis in enumerate("xy")]
    mesh = plate_mesh(4, 2, 0.12, 0.04)
    mesh.groups = {"foot": [0, 2, 4], "top": [10, 11, 12, 13, 14]}
    return Model(case([body, fixed_rigid("ground", polylines={"face": line})],
                      {"scheme": "forward-increment", "h": 2.5e-5, "sticking": "follow", "t_end": 0.03, "start": "rest",
                       "statistics": {"from": 0.0}}, xy("plate.top") + ["rub"], 2e3,
                      contact=[{"name": "rub", "slave": "plate.foot", "master": "ground.face", "friction": 0.3}], load=loads),
                 1e-7, FIXED_STEPS, displacement=1e-3, meshes={"plate.inp": mesh})


@transient
def plate_that_slides_on_its_edge(rng):
    return _plate_on_its_edge(rng, 0.0)


@transient
def plate_that_is_pressed_slowly(rng):
    # Loads on the top begin at zero, and their waves need some steps to the foot. Until then no force would act there, and
    # round-off would decide whether the contacts are open or stuck. A weight on the foot decides it: they are stuck.
    model = _plate_on_its_edge(rng, 0.01)
    angle = model.bodies()[0]["placement"]["angle_deg"]
    weight = along(angle - 90.0, 0.05)
    model.case["load"] += [{"name": f"weight_{axis}", "on": f"plate.foot.{axis}", "force": weight[i]} for i, axis in enumerate("xy")]
    return model
