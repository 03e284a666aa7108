"""Models in other places: moved, turned, mirrored in the y axis (x becomes -x), and what their results become."""
from __future__ import annotations

import math
import re

import numpy as np

from model import BODIES_WITH_A_PLACE, Model, component
from observe import Observation, Observations, Prediction

SIGN = {"x": -1.0, "y": 1.0, "rotation": -1.0, "": 1.0}  # of a component in the mirror


def refuse_without_places(model: Model) -> str:
    without = [b["name"] for b in model.bodies() if b["type"] not in BODIES_WITH_A_PLACE]
    return f"body {without[0]} has no place" if without else ""


def moved(model: Model, by: tuple[float, float]) -> Model:
    other = model.copy()
    for body in other.bodies():
        place = body.setdefault("placement", {})
        place["at"] = [a + b for a, b in zip(place.get("at", [0.0, 0.0]), by)]
    for joint in other.entries("joint"):
        if "at" in joint:
            joint["at"] = [a + b for a, b in zip(joint["at"], by)]
    return other


def refuse_turning(model: Model) -> str:
    if refuse_without_places(model):
        return refuse_without_places(model)
    for body in model.bodies():
        if any(component(f) in ("x", "y") or f in ("x", "y") for f in body.get("fixed", [])):
            return f"a support of body {body['name']} holds one direction"
        if body["type"] == "beam" and not body.get("axial", True):
            return "a beam without axial dofs moves across its axis alone"
    for joint in model.entries("joint"):
        if any(component(port) in ("x", "y") for port in joint["between"]) or joint["law"] == "coulomb":
            return f"joint {joint['name']} acts along x or y"
    for motion in model.entries("motion"):
        if component(motion["on"]) in ("x", "y") and not _motion_across(model, motion):
            return f"motion {motion['name']} holds one direction"
    if any("noise" in load for load in model.entries("load")):
        return "noise has no sign"
    start = model.analysis.get("start")
    for values in start.values() if isinstance(start, dict) else ():
        for port in values:
            if component(port) in ("x", "y") and _across(port) not in values:
                return f"the start gives {port} without its other component"
    return ""


def _across(port: str) -> str:
    return port[:-1] + ("y" if port.endswith("x") else "x")


def _motion_across(model: Model, motion: dict) -> dict | None:
    """The motion of the other component of a port, with the same course in time: both are a vector."""
    def course(one: dict) -> dict:
        return {key: {k: v for k, v in one[key].items() if k not in ("amplitude", "value")}
                for key in ("velocity", "displacement") if key in one}
    return next((m for m in model.entries("motion")
                 if m["on"] == _across(motion["on"]) and course(m) == course(motion)), None)


def _turn_motions(model: Model, degrees: float) -> None:
    for along in [m for m in model.entries("motion") if component(m["on"]) == "x"]:
        across = _motion_across(model, along)
        for key in ("velocity", "displacement"):
            if key not in along:
                continue
            size = "amplitude" if "amplitude" in along[key] else "value"
            vector = rotate([along[key][size], across[key][size]], degrees)
            for motion, part in zip((along, across), vector):
                motion[key] = times({**motion[key], size: 1.0}, part)


def turned(model: Model, degrees: float) -> Model:
    other = model.copy()
    for body in other.bodies():
        place = body.setdefault("placement", {})
        place["angle_deg"] = place.get("angle_deg", 0.0) + degrees
        place["at"] = rotate(place.get("at", [0.0, 0.0]), degrees)
    for joint in other.entries("joint"):
        if "normal_deg" in joint:
            joint["normal_deg"] += degrees
        if "at" in joint:
            joint["at"] = rotate(joint["at"], degrees)
    _turn_motions(other, degrees)
    loads = []
    for load in other.entries("load"):
        if component(load["on"]) not in ("x", "y"):
            loads.append(load)
            continue
        along = [1.0, 0.0] if load["on"].endswith("x") else [0.0, 1.0]
        for axis, share in zip("xy", rotate(along, degrees)):
            loads.append({**load, "name": f"{load['name']}_{axis}", "on": load["on"][:-1] + axis,
                          "force": times(load["force"], share)})
    if loads:
        other.case["load"] = loads
    start = other.analysis.get("start")
    for values in start.values() if isinstance(start, dict) else ():
        for port in [p for p in values if component(p) == "x"]:
            values[port], values[_across(port)] = rotate([values[port], values[_across(port)]], degrees)
    return other


def rotate(vector, degrees: float) -> list:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    x, y = vector
    return [c * x - s * y, s * x + c * y]


def times(drive, factor: float):
    """A force, or an imposed velocity or displacement, times a number of any sign."""
    if isinstance(drive, (int, float)):
        return drive * factor
    if "value" in drive:
        return {**drive, "value": drive["value"] * factor}
    if "values" in drive:
        return {**drive, "values": [v * factor for v in drive["values"]]}
    phase = drive.get("phase_deg", 0.0) + (180.0 if factor < 0 else 0.0)
    return {**drive, "amplitude": drive["amplitude"] * abs(factor), "phase_deg": phase}


def predict_turned(before: Observations, model: Model, degrees: float) -> Prediction:
    values, excluded = {}, {}
    joints = {j["name"]: j for j in model.entries("joint")}
    for name, o in before.items():
        partner = _partner(name)
        owner = name.split("/")[2] if name.startswith("/joints/") else name.split(".")[0]
        patch = joints.get(owner, {}).get("law") == "patch"
        if partner in before:
            x, y = (o, before[partner]) if _axis(name) == "x" else (before[partner], o)
            turned_ = rotate([x.values, y.values], degrees)
            values[name] = Observation(turned_[0] if _axis(name) == "x" else turned_[1], o.unit)
        elif partner or re.search(r"\.[xy]\.|_[xy]\.", name):
            excluded[name] = "extrema of one component"
        elif patch and not name.endswith("/state") and name.startswith("/joints/") and o.values.ndim == 2 and o.values.shape[1] == 3:
            columns = np.array(o.values)
            columns[:, 0], columns[:, 1] = rotate([columns[:, 0], columns[:, 1]], degrees)
            values[name] = Observation(columns, o.unit)
        elif name == "directions.longitude":
            values[name] = Observation(o.values + degrees, o.unit)
        elif name.endswith("/slope"):
            values[name] = Observation(_wrapped(o.values + math.radians(degrees)), o.unit)
        else:
            values[name] = o
    return Prediction(values, excluded)


def _axis(name: str) -> str:
    """The axis of a component whose partner across makes a vector; empty for other results."""
    match = re.fullmatch(r"/points/.*\.([xy])/\w+|/contacts/.*_([xy])|.*\.(?:stops|starts)\.(?:direction_)?([xy])", name)
    return next(filter(None, match.groups()), "") if match else ""


def _partner(name: str) -> str:
    axis = _axis(name)
    if not axis:
        return ""
    other = "y" if axis == "x" else "x"
    return re.sub(rf"(?<=[._]){axis}(?=/\w+$|$)", other, name)


def _wrapped(angle):
    return np.angle(np.exp(1j * angle))


def refuse_mirroring(model: Model) -> str:
    for joint in model.entries("joint"):
        one_sided = joint["law"] == "gap" and not joint.get("both_sides", False) and "normal_deg" not in joint
        if one_sided and component(joint["between"][0]) in ("x", "rotation") and joint["between"][1] == "ground":
            return f"joint {joint['name']} would push the ground from its other side"
        if joint["law"] == "patch" and joint["pressure"].get("shape") in ("surface", "contact"):
            return "a pressure from another file"
    if any("noise" in load for load in model.entries("load")):
        return "noise has no sign"
    return ""


def mirrored(model: Model) -> Model:
    other = model.copy()
    for body in other.bodies():
        _mirror_body(body)
    for mesh in other.meshes.values():
        mesh.nodes = [(-x, y) for x, y in mesh.nodes]
        mesh.elements = [tuple(reversed(e)) for e in mesh.elements]
    beams = {b["name"] for b in other.bodies() if b["type"] == "beam"}
    for contact in other.entries("contact"):
        for key in ("slave", "master"):
            body, port = contact[key].split(".")[:2]
            if body in beams and port in ("axis", "axis_reversed"):
                contact[key] = f"{body}.{'axis_reversed' if port == 'axis' else 'axis'}"
    for joint in other.entries("joint"):
        _mirror_joint(joint)
    for load in other.entries("load"):
        load["force"] = times(load["force"], SIGN[component(load["on"])])
    for motion in other.entries("motion"):
        for key in ("velocity", "displacement"):
            if key in motion:
                motion[key] = times(motion[key], SIGN[component(motion["on"])])
    start = other.analysis.get("start")
    for values in start.values() if isinstance(start, dict) else ():
        for port in values:
            values[port] *= SIGN[component(port)]
    return other


def _mirror_body(body: dict) -> None:
    if body["type"] not in BODIES_WITH_A_PLACE:
        return
    place = body.setdefault("placement", {})
    x, y = place.get("at", [0.0, 0.0])
    place["at"] = [-x, y]
    # A beam lies along its own x axis; all other bodies are mirrored in their own axes.
    place["angle_deg"] = (180.0 if body["type"] == "beam" else 0.0) - place.get("angle_deg", 0.0)
    if body["type"] == "rigid":
        for point in body.get("points", {}).values():
            point["at"] = [-point["at"][0], point["at"][1]]
        for line in body.get("polylines", {}).values():
            line["x"], line["y"] = [-x for x in reversed(line["x"])], list(reversed(line["y"]))


def _mirror_joint(joint: dict) -> None:
    if "normal_deg" in joint:
        joint["normal_deg"] = 180.0 - joint["normal_deg"]
    elif joint["law"] == "gap" and not joint.get("both_sides", False):
        if component(joint["between"][0]) in ("x", "rotation"):
            joint["between"] = joint["between"][::-1]
    if "at" in joint:
        joint["at"] = [-joint["at"][0], joint["at"][1]]
    if joint["law"] == "patch":
        for part in joint["pressure"].get("parts", [joint["pressure"]]):
            for key in ("at", "skew"):
                if key in part:
                    part[key] = [-part[key][0], part[key][1]]
            for vertex in part.get("vertices", []):
                vertex["at"] = [-vertex["at"][0], vertex["at"][1]]
            if "triangles" in part:
                corners = part["triangles"]
                part["triangles"] = [c for i in range(0, len(corners), 3) for c in reversed(corners[i:i + 3])]


def predict_mirrored(before: Observations, model: Model) -> Prediction:
    values, excluded = {}, {}
    joints = {j["name"]: j for j in model.entries("joint")}
    contacts = {c["name"]: c for c in model.entries("contact")}
    for name, o in before.items():
        parts = name.strip("/").split("/") if name.startswith("/") else name.split(".")
        owner = parts[1] if name.startswith("/") and len(parts) > 1 else parts[0]
        if name == "directions.longitude":
            values[name] = Observation(180.0 - o.values, o.unit)
        elif name == "directions.latitude":
            values[name] = Observation(-o.values, o.unit)
        elif owner in joints:
            _mirror_joint_result(before, name, o, joints[owner], values, excluded)
        elif owner in contacts:
            _mirror_contact_result(before, name, o, model, contacts[owner], values, excluded)
        elif model.analysis["type"] != "transient" and _odd_monitor(model) and name.endswith((".phase_lag", ".largest")):
            if name.endswith("largest"):
                excluded[name] = "of the other sense of the monitor"
            else:
                values[name] = Observation(o.values + 180.0, o.unit)
        elif name.startswith("/points/"):
            values[name] = Observation(o.values * SIGN[component(parts[1])], o.unit)
        else:
            point = re.fullmatch(r"(.+)\.(x|rotation)\.(?:displacement\.)?(min|max|end)", name)
            values[name] = _odd(before, name, o) if point or re.search(r"\.(x|rotation)\.displacement$", name) else o
    return Prediction(values, excluded)


def _odd_monitor(model: Model) -> bool:
    monitors = model.analysis.get("monitor", "")
    return SIGN[component(monitors if isinstance(monitors, str) else monitors[0])] < 0


def _odd(before: Observations, name: str, o: Observation) -> Observation:
    """A result that changes its sign: the least value becomes the largest."""
    for this, that in ((".min", ".max"), (".max", ".min")):
        if name.endswith(this):
            return Observation(-before[name[:-4] + that].values, o.unit)
    return Observation(-o.values, o.unit)


def _mirror_joint_result(before, name, o, joint, values, excluded) -> None:
    last = re.split(r"[./]", name)[-1]
    if joint["law"] == "patch":
        signs = np.array([-1.0, 1.0, -1.0])
        if name.endswith("/state"):
            values[name] = o
        elif name.startswith("/") and o.values.ndim == 2 and o.values.shape[1] == 3:
            values[name] = Observation(o.values * signs, o.unit)
        elif re.search(r"(stops|starts)\.(direction_)?(x|rotation)$", name) or \
                re.search(r"\.(force|displacement)\.(x|rotation)\.(min|max)$", name):
            values[name] = _odd(before, name, o)
        elif "wear" in name:
            excluded[name] = "cells of the pressure are another division"
        else:
            values[name] = o
    elif joint["law"] == "elastic-coulomb":
        if name.endswith("/events/state") or last in ("min", "max"):
            excluded[name] = "tangential results change sign, normal ones do not"
        elif name.endswith("/state"):
            values[name] = Observation(np.where(np.abs(o.values) == 1, -o.values, o.values), o.unit)
        elif name.startswith("/") and o.values.ndim == 2 and o.values.shape[1] == 2:
            values[name] = Observation(o.values * np.array([-1.0, 1.0]), o.unit)
        else:
            values[name] = o
    elif "normal_deg" not in joint and component(joint["between"][0]) in ("x", "rotation") and \
            (joint["law"] != "gap" or joint.get("both_sides", False)):
        odd = last in ("min", "max", "force", "displacement", "velocity", "state")
        values[name] = _odd(before, name, o) if odd else o
    else:
        values[name] = o


def _mirror_contact_result(before, name, o, model, contact, values, excluded) -> None:
    """The curve runs the other way: its segments count from the other end."""
    last = re.split(r"[./]", name)[-1]
    if re.search(r"(friction_force|sliding_velocity|slave_velocity_x|contact_x|slope)(\.min|\.max|\.end)?$", name):
        values[name] = _odd(before, name, o)
    elif re.search(r"(segment|alpha|backward)(\.start)?$", name) or name.endswith("/events/state"):
        excluded[name] = "counted along the curve, which runs the other way"
    elif last == "state" and model.analysis.get("sticking") == "follow":
        swapped = {2.0: 4.0, 4.0: 2.0}
        values[name] = Observation(np.array([swapped.get(v, v) for v in o.values.ravel()]).reshape(o.values.shape),
                                   o.unit)
    else:
        values[name] = o
