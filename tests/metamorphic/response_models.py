"""Models of periodic responses, free motions and their labels. Add a model by a function with @response."""
from __future__ import annotations

import random
from typing import Callable

from model import Model
from transient_models import along, beam, fixed_rigid, lumped, plus, rigid, _turned

RESPONSES: dict[str, Callable[[random.Random], Model]] = {}

ORBITS = "labels are located by Newton's method to 1e-11; at folds and grazing the place is the square root of round-off"
BALANCE = "curves are followed to 1e-10, peaks and folds are located on a polynomial between points of the curve"
ENERGY = "as periodic orbits; a label on a family of motions is a place along it"


def response(make: Callable[[random.Random], Model]):
    RESPONSES[make.__name__] = make
    return make


def case(bodies: list, analysis: dict, monitor, **tables) -> dict:
    return {"title": "Metamorphic test", "substructure": bodies, **{k: v for k, v in tables.items() if v},
            "analysis": {**analysis, "monitor": monitor}}


def push(on: str, amplitude: float, phase: float = 0.0, name: str = "push") -> dict:
    return {"name": name, "on": on, "force": {"amplitude": amplitude, "phase_deg": phase}}


def gap(between: list, stiffness: float, clearance: float, both: bool, **more) -> dict:
    return {"name": "stops", "law": "gap", "between": between, "stiffness": stiffness, "clearance": clearance,
            **({"both_sides": True} if both else {}), **more}


def orbits(bodies, low: float, high: float, monitor, **tables) -> Model:
    analysis = {"type": "periodic-orbits", "Omega": {"from": low, "to": high}, **tables.pop("keys", {})}
    return Model(case(bodies, analysis, monitor, **tables), 1e-7, ORBITS, adaptive=True)


@response
def orbits_of_a_mass_between_stops(rng):
    body = lumped("body", {"m": {"x": 1.0}}, [("m.x", "ground", 1.0)], [("m.x", "ground", rng.uniform(0.04, 0.06))])
    return orbits([body], 0.7, 1.1, "body.m.x", joint=[gap(["body.m.x", "ground"], rng.uniform(3.0, 20.0), 0.2, True)],
                  load=[push("body.m.x", rng.uniform(0.15, 0.25))])


@response
def orbits_of_a_hardening_mass(rng):
    body = lumped("body", {"m": {"x": 1.0}}, [("m.x", "ground", 1.0)], [("m.x", "ground", rng.uniform(0.04, 0.06))])
    joint = {"name": "hard", "law": "cubic", "between": ["body.m.x", "ground"], "k3": rng.uniform(0.3, 0.6)}
    return orbits([body], 0.8, 1.6, "body.m.x", joint=[joint], load=[push("body.m.x", 0.1)])


@response
def orbits_of_two_masses_with_a_stop(rng):
    bodies = [lumped("one", {"m": {"x": 1.0}}, [("m.x", "ground", 1.0)], [("m.x", "ground", 0.1)]),
              lumped("two", {"m": {"x": 1.0}}, [("m.x", "ground", 2.0)], [("m.x", "ground", 0.1)])]
    return orbits(bodies, 0.8, 1.1, ["one.m.x", "two.m.x"],
                  joint=[gap(["one.m.x", "two.m.x"], rng.uniform(1.0, 3.0), 0.3, False)],
                  load=[push("one.m.x", rng.uniform(0.10, 0.15)), push("two.m.x", 0.1, 60.0, "aside")])


@response
def orbits_of_two_hardening_masses_between_stops(rng):
    body = lumped("pair", {"left": {"x": 1.0}, "right": {"x": 1.0}},
                  [("left.x", "ground", 1.0), ("right.x", "ground", 1.0), ("left.x", "right.x", 0.5)],
                  [("left.x", "ground", 0.02), ("right.x", "ground", 0.02), ("left.x", "right.x", 0.01)])
    joints = [{"name": "hard", "law": "cubic", "between": ["pair.left.x", "pair.right.x"], "k3": rng.uniform(8.0, 12.0)},
              gap(["pair.left.x", "ground"], 10.0, 0.05, True)]
    return orbits([body], 0.8, 1.2, ["pair.left.x", "pair.right.x"], joint=joints,
                  load=[push("pair.left.x", 0.035), push("pair.right.x", 0.02, 180.0, "other")])


@response
def orbits_over_the_level(rng):
    body = lumped("body", {"m": {"x": 1.0}}, [("m.x", "ground", 1.0)], [("m.x", "ground", 0.05)])
    keys = {"over": {"key": "level", "from": 0.2, "to": 2.0}}
    model = orbits([body], 0.0, 0.0, "body.m.x", joint=[gap(["body.m.x", "ground"], rng.uniform(3.0, 9.0), 0.2, True)],
                   load=[push("body.m.x", 0.1)], excitation={"Omega": rng.uniform(1.2, 1.4)}, keys=keys)
    del model.analysis["Omega"]
    return model


@response
def orbits_between_stiff_stops(rng):
    # From rest the motion stays within the stops at 0.7 rad/s: beside stiff stops it would settle irregularly.
    body = lumped("body", {"m": {"x": 1.0}}, [("m.x", "ground", 1.0)], [("m.x", "ground", 0.1)])
    return orbits([body], 0.7, 0.95, "body.m.x", joint=[gap(["body.m.x", "ground"], 10.0 ** rng.uniform(2.0, 4.0), 0.2, True)],
                  load=[push("body.m.x", 0.05)])


@response
def labels_over_the_level(rng):
    """Places of folds over frequency and level."""
    model = orbits_of_a_hardening_mass(rng)
    model.analysis["curves"] = {"key": "level", "from": 0.9, "to": 1.1, "labels": ["fold"]}
    return model


@response
def orbits_over_the_clearance(rng):
    model = orbits_over_the_level(rng)
    model.analysis["over"] = {"key": "joint.stops.clearance", "from": 0.4, "to": 0.15}
    return model


def _bracket(rng, law: dict) -> tuple[list, list, list]:
    """A rigid body in the plane on a spring, one point of which meets a fixed body."""
    angle, hand = rng.uniform(-60.0, 60.0), [0.3, rng.uniform(-0.1, 0.1)]
    arm = rigid("arm", rng, (0.2, -0.1), angle, points={"hand": {"at": hand}})
    wall = fixed_rigid("wall", plus([0.2, -0.1], _turned(hand, angle)))
    joints = [{"name": "base", "law": "linear", "between": ["arm.centre", "ground"], "stiffness": arm["mass"],
               "damping": 0.08 * arm["mass"], "rotational_stiffness": 3.0 * arm["inertia"],
               "rotational_damping": 0.1 * arm["inertia"]}, {"between": ["arm.hand", "wall.centre"], **law}]
    loads = [push("arm.centre.x", 0.1 * arm["mass"]), push("arm.centre.y", 0.05 * arm["mass"], 70.0, "aside"),
             push("arm.centre.rotation", 0.1 * arm["inertia"], 20.0, "twist")]
    return [arm, wall], joints, loads


@response
def orbits_of_a_rigid_body_at_a_stop(rng):
    bodies, joints, loads = _bracket(rng, {"name": "stops", "law": "gap", "normal_deg": rng.uniform(-180.0, 180.0),
                                           "stiffness": rng.uniform(1.0, 3.0), "clearance": 0.3})
    return orbits(bodies, 0.8, 1.2, "arm.centre.rotation", joint=joints, load=loads)


def balance(bodies, low: float, high: float, monitor, n_h: int, **tables) -> Model:
    analysis = {"type": "forced-response", "n_h": n_h, "Omega": {"from": low, "to": high}, **tables.pop("keys", {})}
    return Model(case(bodies, analysis, monitor, **tables), 1e-6, BALANCE, adaptive=True)


@response
def response_of_a_hardening_mass(rng):
    body = lumped("body", {"m": {"x": 1.0}, "n": {"x": 0.3}}, [("m.x", "ground", 1.0), ("m.x", "n.x", 0.5)],
                  [("m.x", "ground", 0.05)])
    joint = {"name": "hard", "law": "cubic", "between": ["body.m.x", "ground"], "k3": rng.uniform(0.3, 0.6)}
    return balance([body], 0.5, 1.8, "body.m.x", 5, joint=[joint], load=[push("body.m.x", 0.1)], keys={"level": [0.5, 1.0]})


@response
def response_with_an_elastic_friction_face(rng):
    masses = {"m": {"x": 1.0, "y": 1.0}, "far": {"x": rng.uniform(0.5, 1.5)}}
    springs = [("m.x", "ground", 1.0), ("m.y", "ground", 2.0), ("m.x", "far.x", 1.0)]
    joint = {"name": "face", "law": "elastic-coulomb", "between": ["body.m", "ground"], "normal_deg": rng.uniform(60.0, 120.0),
             "k_t": 5.0, "k_n": 4.0, "friction": 0.4, "preload": 0.5}
    return balance([lumped("body", masses, springs, [("m.x", "ground", 0.1), ("m.y", "ground", 0.1), ("far.x", "ground", 0.1)])],
                   0.4, 1.6, "body.m.x", 3, joint=[joint], load=[push("body.far.x", 0.3)])


@response
def response_between_stops(rng):
    body = lumped("body", {"m": {"x": 1.0}, "n": {"x": 2.0}}, [("m.x", "ground", 1.0), ("m.x", "n.x", 1.0)],
                  [("m.x", "ground", 0.1), ("m.x", "n.x", 0.1)])
    return balance([body], 0.3, 1.0, ["body.m.x", "body.n.x"], 7,
                   joint=[gap(["body.m.x", "ground"], rng.uniform(1.0, 3.0), 0.2, True)], load=[push("body.n.x", 0.1)])


@response
def response_of_a_rigid_body_on_a_face(rng):
    bodies, joints, loads = _bracket(rng, {"name": "face", "law": "elastic-coulomb", "normal_deg": rng.uniform(-180.0, 180.0),
                                           "k_t": 1.0, "k_n": 0.5, "friction": 0.4, "preload": 0.2})
    return balance(bodies, 0.7, 2.0, "arm.centre.rotation", 3, joint=joints, load=loads)


def _padded_beam(rng):
    body = {**beam("arm", rng, 0.0, points={"pad": 0.5}), "axial": False, "damping": {"beta": 1e-4}, "elements": 6}
    joint = {"name": "pad", "law": "elastic-coulomb", "between": ["arm.pad", "ground"], "normal_deg": 0.0, "k_t": 2e4, "k_n": 0.0,
             "friction": 0.3, "preload": rng.uniform(3.0, 6.0)}
    return body, joint


@response
def response_of_a_beam_with_a_pad(rng):
    body, joint = _padded_beam(rng)
    model = balance([body], 0.0, 0.0, "arm.end.y", 3, joint=[joint], load=[push("arm.end.y", 1.0)], keys={"level": [0.1, 1.0]})
    del model.analysis["Omega"]
    model.analysis["frequency_hz"] = {"from": 80.0, "to": 8.0}
    return model


def backbone(bodies, monitor, keys: dict, tolerance: float, because: str, **tables) -> Model:
    return Model(case(bodies, {"type": "backbone", **keys}, monitor, **tables), tolerance, because, adaptive=True)


@response
def ridge_of_a_beam_with_a_pad(rng):
    body, joint = _padded_beam(rng)
    return backbone([body], "arm.end.y", {"method": rng.choice(["ridge", "phase-resonance"]), "n_h": 1,
                                          "level": {"from": 0.1, "to": 4.0, "n": 4, "spacing": "log"},
                                          "frequency_hz": {"from": 8.0, "to": 80.0}},
                    1e-6, BALANCE, joint=[joint], load=[push("arm.end.y", 1.0)])


@response
def ridge_of_a_mass_with_a_face(rng):
    # Onsets of slip, pushes of the slider and openings begin below level 0.08. Far above it, the truncated motion of a face
    # that opens has extrema in pairs closer together than steps, and only some of them are found.
    model = response_with_an_elastic_friction_face(rng)
    keys = {"method": "ridge", "n_h": 3, "level": {"from": 0.02, "to": 0.08, "n": 4}, "Omega": {"from": 0.4, "to": 1.6}}
    model.case["analysis"] = {"type": "backbone", **keys, "monitor": "body.m.x"}
    return model


@response
def free_motions_of_two_hardening_masses(rng):
    body = lumped("pair", {"left": {"x": 1.0}, "right": {"x": rng.uniform(1.2, 2.0)}},
                  [("left.x", "ground", 1.0), ("right.x", "ground", 1.0), ("left.x", "right.x", 0.5)])
    joint = {"name": "hard", "law": "cubic", "between": ["pair.left.x", "ground"], "k3": rng.uniform(0.5, 1.0)}
    return backbone([body], ["pair.left.x", "pair.right.x"], {"method": "conservative", "energy": {"from": 1e-4, "to": 0.3},
                                                              "at": {"Omega": [1.3, 1.4]}}, 1e-6, ENERGY, joint=[joint])


@response
def free_motions_between_stops(rng):
    body = lumped("pair", {"left": {"x": 1.0}, "right": {"x": rng.uniform(1.2, 2.0)}},
                  [("left.x", "ground", 1.0), ("right.x", "ground", 1.0), ("left.x", "right.x", 0.5)])
    return backbone([body], ["pair.left.x", "pair.right.x"], {"method": "conservative", "energy": {"from": 1e-5, "to": 0.05}},
                    1e-6, ENERGY, joint=[gap(["pair.left.x", "ground"], rng.uniform(5.0, 10.0), 0.1, True)])


BLADES = ("first", "second", "third")


def _ring_of_blades(rng) -> dict:
    masses = {blade: {"x": 1.0, "y": 1.0} for blade in BLADES}
    coupling = rng.uniform(0.1, 0.3)
    springs = [(f"{blade}.x", "ground", 1.0) for blade in BLADES] + [(f"{blade}.y", "ground", 7.0) for blade in BLADES]
    springs += [(f"{a}.x", f"{b}.x", coupling) for a, b in zip(BLADES, BLADES[1:] + BLADES[:1])]
    return {**lumped("ring", masses, springs, []), "damping": {"alpha": 0.02}}


@response
def damped_modes_of_a_ring_of_blades(rng):
    joints = [{"name": f"pad_{blade}", "law": "elastic-coulomb", "between": [f"ring.{blade}", "ground"], "normal_deg": 90.0,
               "k_t": 0.5, "k_n": 0.0, "friction": 0.3, "preload": 1.0} for blade in BLADES]
    driven = rng.choice(BLADES)
    return backbone([_ring_of_blades(rng)], f"ring.{driven}.x",
                    {"method": "damped-mode", "n_h": rng.choice([1, 3]), "Omega": {"from": 0.9, "to": 2.5},
                     "level": {"from": 0.02, "to": 1.0, "n": 4, "spacing": "log"}},
                    1e-6, BALANCE, joint=joints, load=[push(f"ring.{driven}.x", 1.0)])


@response
def free_motions_of_a_ring_of_blades(rng):
    stiffness = rng.uniform(3.0, 9.0)
    joints = [{**gap([f"ring.{blade}.x", "ground"], stiffness, 0.5, True), "name": f"stop_{blade}"} for blade in BLADES]
    return backbone([_ring_of_blades(rng)], f"ring.{rng.choice(BLADES)}.x",
                    {"method": "conservative", "energy": {"from": 1e-3, "to": 0.45}, "modes": [1, 2, 3]},
                    1e-6, ENERGY, joint=joints)


@response
def regimes_of_dry_masses(rng):
    masses = {"m1": {"x": 1.0}, "m2": {"x": rng.uniform(0.5, 1.5)}, "m3": {"x": 1.0}}
    body = lumped("row", masses, [("m1.x", "ground", 1.0), ("m1.x", "m2.x", 1.0), ("m2.x", "m3.x", rng.uniform(0.5, 1.5))])
    joint = {"name": "wall", "law": "coulomb", "between": ["row.m2.x", "ground"], "limit": rng.uniform(0.1, 0.5)}
    model = Model({"title": "Metamorphic test", "substructure": [body], "joint": [joint],
                   "load": [push("row.m3.x", 1.0)], "excitation": {"Omega": rng.uniform(0.7, 1.1)},
                   "analysis": {"type": "regimes", "method": "steady-state", "Omega_range": {"from": 0.1, "to": 2.5, "step": 0.01}}},
                  1e-8, "closed forms, and steady motions by Newton's method to 1e-12")
    return model
