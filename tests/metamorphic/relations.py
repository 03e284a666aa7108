"""Relations: changes of a model after which its results are known from those before.

A relation gives the reason why it does not apply to a model, the changed model, and the results that it predicts.
Add one by a class here and its name in RELATIONS.
"""
from __future__ import annotations

import math
import random
import re

import numpy as np

import geometry
import units
from model import NAMED_TABLES, Model, map_references, renamed, without_chain
from observe import Observation, Observations, Prediction

TINY_MASS = 1e-8  #: of a mass between two springs in series, over the mass beside it


class Relation:
    name = ""
    #: Round-off of the relation relative to that of the model, for example of cos(37 degrees) in every direction.
    growth = 1.0

    def refuse(self, model: Model) -> str:
        """Reason why the relation does not apply to the model; empty if it does."""
        return ""

    def change(self, model: Model, rng: random.Random) -> Model:
        raise NotImplementedError

    def predict(self, before: Observations, model: Model) -> Prediction:
        """Results of the changed model. @param model  before the change; predict follows change"""
        return Prediction(dict(before))

    def extra_tolerance(self, model: Model) -> float:
        """Error that the relation itself brings, relative to the largest values."""
        return 0.0

    def extra_acceleration(self, model: Model) -> float:
        """Error of accelerations [m/s^2] and of contact forces per mass, which are second differences over the step."""
        return 0.0


class Units(Relation):
    name = "units"

    def change(self, model, rng):
        self.system = rng.choice(units.SYSTEMS)
        other = model.copy()
        for body in other.bodies():
            if "mesh" in body:
                body.setdefault("scale", 1.0)
        other.case = units.convert_case(other.case, self.system)
        return other

    def predict(self, before, model):
        return Prediction({name: scaled(o, self.system) for name, o in before.items()})


def scaled(observation: Observation, system: units.UnitSystem) -> Observation:
    values = observation.values
    if observation.textual:
        return observation
    if "," in observation.unit:
        columns = units.units_of_columns(observation.unit, values.shape[-1])
        return Observation(values * np.array([system.factor(u) for u in columns]), observation.unit)
    return Observation(values * system.factor(observation.unit), observation.unit)


class Moved(Relation):
    name = "moved"

    def refuse(self, model):
        return geometry.refuse_without_places(model)

    def change(self, model, rng):
        self.by = (rng.choice((100.0, -100.0)), rng.uniform(-100.0, 100.0))
        return geometry.moved(model, self.by)

    def predict(self, before, model):
        values = dict(before)
        for name, o in before.items():
            for axis, by in zip("xy", self.by):
                if re.search(rf"contact_{axis}(\.end)?$", name):
                    values[name] = Observation(o.values + by, o.unit)
        return Prediction(values)

    def extra_tolerance(self, model):
        # A position of 100 m has round-off of 1.4e-14 m, which a few operations add up.
        return 20 * 1.5e-14 / model.displacement

    def extra_acceleration(self, model):
        h = model.analysis.get("h")
        return 4 * 1.5e-14 / h ** 2 if h else 0.0


class Rotated(Relation):
    name = "rotated"
    growth = 4.0
    angle = 37.0

    def refuse(self, model):
        return geometry.refuse_turning(model)

    def change(self, model, rng):
        return geometry.turned(model, self.angle)

    def predict(self, before, model):
        return geometry.predict_turned(before, model, self.angle)


class Mirrored(Relation):
    name = "mirrored"

    def refuse(self, model):
        return geometry.refuse_mirroring(model)

    def change(self, model, rng):
        return geometry.mirrored(model)

    def predict(self, before, model):
        return geometry.predict_mirrored(before, model)


class Reordered(Relation):
    """Entries, masses, springs, points, keys and histories in another order. Monitors keep theirs: the first counts."""

    name = "reordered"

    def change(self, model, rng):
        other = model.copy()

        def shuffled(value, key=""):
            if isinstance(value, dict):
                keys = list(value)
                rng.shuffle(keys)
                return {k: shuffled(value[k], k) for k in keys}
            if isinstance(value, list):
                value = [shuffled(v) for v in value]
                # The springs of a chain are numbers, whose order counts.
                if key == "history" or key in NAMED_TABLES + ("springs", "dashpots", "parts") and isinstance(value[0], dict):
                    rng.shuffle(value)
            return value
        other.case = shuffled(other.case)
        return other


class Renamed(Relation):
    """Other names, which sort in another order and begin alike."""

    name = "renamed"

    def change(self, model, rng):
        names = model.names()
        fresh = [f"n{'n' * (i % 3)}{i}" for i in range(len(names))]
        rng.shuffle(fresh)
        self.names = dict(zip(names, fresh))
        return renamed(model, self.names)

    def predict(self, before, model):
        return Prediction({in_names(name, self.names): in_texts(o, self.names) for name, o in before.items()})


def in_texts(observation: Observation, names: dict[str, str]) -> Observation:
    """Texts with names of entries replaced: "face stick/slip"."""
    if not observation.textual:
        return observation
    return Observation(np.array([in_names(text, names) for text in observation.values.tolist()], dtype=str), "")


def with_copies(observation: Observation, names: dict[str, str], interleaved: bool) -> Observation:
    """Texts of several joints, "first stick, second stick/slip", where those that have a copy are named with it."""
    def doubled(text: str) -> str:
        owners = [owner for owner in text.split(", ") if owner]
        copies = [in_names(owner, names) for owner in owners]
        if interleaved:
            both = [t for pair in zip(owners, copies) for t in dict.fromkeys(pair)]
        else:
            both = owners + [copy for owner, copy in zip(owners, copies) if copy != owner]
        return ", ".join(both)
    return Observation(np.array([doubled(text) for text in observation.values.tolist()], dtype=str), "")


def in_names(name: str, names: dict[str, str]) -> str:
    """The name of a result with names of entries replaced."""
    if not names:
        return name
    words = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    return re.sub(rf"(?<!\w)({words})(?!\w)", lambda m: names[m[1]], name)


class Twins(Relation):
    """The whole model twice in one case. Each copy gives the results of one; energies and counts double."""

    name = "twins"
    each = units.UnitSystem("one copy")

    def refuse(self, model):
        if model.analysis["type"] in ("limit-directions", "regimes"):
            return f"{model.analysis['type']} report other results of several contacts"
        if model.analysis.get("method") == "conservative":
            return "free motions of equal copies go together in any ratio"
        return refuse_one_key(model)

    def change(self, model, rng):
        self.copy_names = {name: name + "_2" for name in model.names()}
        one = model.copy()
        one.case = units.convert_case(one.case, self.each)
        two = renamed(one, self.copy_names)
        for table in NAMED_TABLES:
            if table in one.case:
                one.case[table] = one.case[table] + two.case[table]
        self._join(one.case, two.case)
        return one

    @staticmethod
    def _join(one: dict, two: dict) -> None:
        start = one["analysis"].get("start")
        if isinstance(start, dict):
            for key in start:
                if isinstance(start[key], dict):
                    start[key] = {**start[key], **two["analysis"]["start"][key]}
        if "history" in one.get("output", {}):
            one["output"]["history"] = one["output"]["history"] + two["output"]["history"]

    def predict(self, before, model):
        values, excluded = {}, {}
        for name, o in before.items():
            if whole(name):
                values[name] = scaled(o, units.UnitSystem("", mass=2 * self.each.mass)) if counted_in_joules(name) \
                    else Observation(2 * o.values, o.unit)
                continue
            if o.textual and name.endswith(".states"):
                values[name] = with_copies(o, self.copy_names, False)
                continue
            values[name] = scaled(o, self.each)
            if name == "stuck.frequency":
                values[name] = Observation(np.repeat(o.values, 2), o.unit)
            if name == "damped_mode.mode":  # the first of twice as many modes of equal frequency
                values[name] = Observation(2 * o.values - 1, o.unit)
            if name.endswith("preload_per_level"):
                values[name] = Observation(np.tile(values[name].values, 2), o.unit)
            twin = in_names(name, self.copy_names)
            if twin != name:
                values[twin] = values[name]
                if monitored_only(name, model):
                    del values[twin]
        return Prediction(values, excluded)


def refuse_one_key(model: Model) -> str:
    key = model.analysis.get("over", {}).get("key", "level")
    return f"{key} is a key of one entry" if "." in key else ""


def counted_in_joules(name: str) -> bool:
    return name.startswith(("energy.", "/energy/"))


def whole(name: str) -> bool:
    """True for results that add up over the copies of a model."""
    if name in ("events", "start.events") or name.endswith(".multiplicity"):
        return True
    return counted_in_joules(name) and not name.endswith(("residual", "time"))


def monitored_only(name: str, model: Model) -> bool:
    """True if the result belongs to a monitor, which the copy has not."""
    monitors = model.analysis.get("monitor", [])
    return any(m in name for m in ([monitors] if isinstance(monitors, str) else monitors))


class Halves(Twins):
    """Two halves side by side, driven alike: every mass, stiffness, damping, limit and load is half in each."""

    name = "halves"
    each = units.UnitSystem("one half", mass=0.5)


class Tied(Halves):
    """Two halves driven alike whose masses, centres of rigid bodies and ends of beams are bonded to each other."""

    name = "tied"

    def refuse(self, model):
        if model.entries("contact") or any(j["law"] in ("patch", "coulomb") for j in model.entries("joint")):
            return "how two rigid contacts of one body share their friction is not determined"
        return super().refuse(model) or ("" if self._ports(model) else "no points to tie")

    def change(self, model, rng):
        other = super().change(model, rng)
        bonds = [{"name": f"tie_{i}", "between": [port, port.replace(".", "_2.", 1)]}
                 for i, port in enumerate(self._ports(model))]
        other.case["bond"] = other.entries("bond") + bonds
        start = other.analysis.get("start")
        for values in start.values() if isinstance(start, dict) else ():
            for port in [p for p in values if p.rsplit(".", 1)[0] in {b["between"][1] for b in bonds}]:
                del values[port]  # it follows the other half
        return other

    @staticmethod
    def _ports(model: Model) -> list[str]:
        """Points of bodies that neither a support nor a motion holds, one of each rigid body and beam."""
        bonded = {body.split(".")[0] for bond in model.entries("bond") for body in bond["between"][1:]}
        moved = {motion["on"].rsplit(".", 1)[0] for motion in model.entries("motion")}
        ports = []
        for body in model.bodies():
            names = {"rigid": ["centre"], "beam": ["end"], "lumped": list(without_chain(body).get("masses", []))}
            ports += [f"{body['name']}.{name}" for name in names.get(body["type"], [])
                      if name not in body.get("fixed", []) and body["name"] not in bonded]
        return [port for port in ports if port not in moved]

    def predict(self, before, model):
        prediction = super().predict(before, model)
        for name in ("stuck.frequency", "damped_mode.mode"):
            if name in before:  # tied halves have the modes of the whole, and others without motion
                prediction.values[name] = before[name]
        for name in before:  # the halves meet their stops both, but move as one
            if name.endswith(".multiplicity") and name != "grazing.multiplicity":
                prediction.values[name] = before[name]
        return prediction


class Parallel(Relation):
    """Every spring, dashpot, joint and load as two of half the strength, in the same place. How two rigid contacts share
    their friction is not determined: of a patch the pressure is split, a coulomb joint stays whole."""

    name = "parallel"

    def refuse(self, model):
        if not any(b["type"] == "lumped" for b in model.bodies()) and not model.entries("joint"):
            return "nothing to split: no lumped body and no joint"
        return refuse_one_key(model)

    def change(self, model, rng):
        half = units.UnitSystem("half", mass=0.5)
        other = model.copy()
        halved = units.convert_case(other.case, half)
        for body, light in zip(other.bodies(), halved["substructure"]):
            light = without_chain(light)
            pairs = {kind: light[kind] + light[kind] for kind in ("springs", "dashpots") if kind in light}
            replace(body, {**without_chain(body), **pairs})
        self.split = {}
        for table in ("joint", "load"):
            entries = []
            for whole_, part in zip(other.entries(table), halved.get(table, [])):
                if whole_.get("law") == "patch":
                    pressures = part["pressure"].get("parts", [part["pressure"]])
                    entries.append({**whole_, "pressure": {"parts": pressures + pressures}})
                elif whole_.get("law") == "coulomb":
                    entries.append(whole_)
                else:
                    self.split[part["name"]] = part["name"] + "_2"
                    entries += [part, {**part, "name": part["name"] + "_2"}]
            if entries:
                other.case[table] = entries
        history = other.case.get("output", {}).get("history", [])
        history += [self.split[h] for h in history if h in self.split]
        return other

    def predict(self, before, model):
        half = units.UnitSystem("half", mass=0.5)
        values, excluded = {}, {}
        split = {j["name"]: self.split[j["name"]] for j in model.entries("joint") if j["name"] in self.split}
        for name, o in before.items():
            twin = in_names(name, split)
            if name == "grazing.multiplicity":
                values[name] = Observation(2 * o.values, o.unit)
            elif name in ("events", "start.events") and not any(j["law"] in ("patch", "coulomb") for j in model.entries("joint")):
                values[name] = Observation(2 * o.values, o.unit)
            elif o.textual and name.endswith(".states"):
                values[name] = with_copies(o, split, True)
            elif name.endswith("preload_per_level"):
                values[name] = Observation(np.repeat(scaled(o, half).values, 2), o.unit)
            elif twin != name and not monitored_only(name, model):
                values[name] = values[twin] = scaled(o, half)
            else:
                values[name] = o
        return Prediction(values, excluded)


class Series(Relation):
    """Beams as two bonded halves; springs of lumped bodies as two of twice the stiffness with a tiny mass between."""

    name = "series"

    def refuse(self, model):
        beams = [b for b in model.bodies() if b["type"] == "beam" and b["elements"] % 2 == 0]
        if any("reduction" in b for b in beams):
            return "modes of the halves are not those of the whole"
        if beams:
            return ""
        if any(b["type"] == "lumped" for b in model.bodies()):
            exact = model.analysis.get("scheme") == "modal-propagator"
            return "" if exact else "the tiny masses would take tiny steps, and have undamped modes of their own"
        return "no beam and no spring to split"

    def change(self, model, rng):
        other = model.copy()
        self.ends = {}
        beams = [b for b in other.bodies() if b["type"] == "beam" and b["elements"] % 2 == 0]
        for beam in beams:
            self._split_beam(other, beam)
        if not beams:
            for body in other.bodies():
                if body["type"] == "lumped":
                    self._split_springs(body)
        return other

    def _split_beam(self, model: Model, beam: dict) -> None:
        far = {**{k: v for k, v in beam.items() if k not in ("fixed", "points")}, "name": beam["name"] + "_far"}
        for half in (beam, far):
            half["length"] = beam["length"] / 2 if half is beam else half["length"] / 2
            half["elements"] = half["elements"] // 2
        angle = math.radians(beam.get("placement", {}).get("angle_deg", 0.0))
        at = beam.get("placement", {}).get("at", [0.0, 0.0])
        far["placement"] = {"angle_deg": math.degrees(angle), "at": [
            at[0] + beam["length"] * math.cos(angle), at[1] + beam["length"] * math.sin(angle)]}
        near_points = {n: 2 * s for n, s in beam.get("points", {}).items() if s <= 0.5}
        far_points = {n: 2 * s - 1 for n, s in beam.get("points", {}).items() if s > 0.5}
        far_ports = {"end", *far_points}
        far["fixed"] = [f for f in beam.get("fixed", []) if f.split(".")[0] in far_ports]
        beam["fixed"] = [f for f in beam.get("fixed", []) if f.split(".")[0] not in far_ports]
        for half, points in ((beam, near_points), (far, far_points)):
            half.pop("points", None)
            half.update({"points": points} if points else {})
        name = beam["name"]

        def to_far(reference: str) -> str:
            parts = reference.split(".")
            if len(parts) > 1 and parts[0] == name and parts[1] in far_ports:
                parts[0] = far["name"]
                self.ends[reference] = ".".join(parts)
            return ".".join(parts)
        bodies = model.case.pop("substructure")
        model.case = map_references(model.case, to_far)
        model.case["substructure"] = bodies + [far]
        model.case.setdefault("bond", []).append(
            {"name": name + "_bond", "between": [f"{name}.end", f"{far['name']}.start"]})

    @staticmethod
    def _split_springs(body: dict) -> None:
        stated = without_chain(body)
        mass = min(m for components in stated["masses"].values() for m in components.values() if m > 0)
        springs = []
        for i, spring in enumerate(stated["springs"]):
            (end,) = {e.split(".")[1] if "." in e else "x" for e in spring["between"] if e != "ground"}
            middle = f"middle{i}"
            stated["masses"][middle] = {end: TINY_MASS * mass}
            springs += [{"between": [a, f"{middle}.{end}"], "stiffness": 2 * spring["stiffness"]}
                        for a in spring["between"]]
        # Dashpots bridge both springs and stay.
        replace(body, {**stated, "springs": springs})

    def predict(self, before, model):
        values = {}
        for name, o in before.items():
            for near, far in self.ends.items():
                name = name.replace(near, far)
            values[name] = o
        return Prediction(values, {"time_step.limit": "the tiny masses and the order of dofs move it"})

    def extra_tolerance(self, model):
        split = any(b["type"] == "beam" for b in model.bodies())
        # Frequencies move by the share of the tiny masses, and by the round-off of eigenvalues, which is relative to the
        # largest; phases by both times the number of cycles.
        return 0.0 if split else 100 * (TINY_MASS + 1e-16 / TINY_MASS)


def replace(body: dict, by: dict) -> None:
    body.clear()
    body.update(by)


RELATIONS: dict[str, type[Relation]] = {r.name: r for r in (
    Units, Moved, Rotated, Mirrored, Reordered, Renamed, Twins, Halves, Tied, Parallel, Series)}
