"""Readers and tables of backbone results: resonances over the level or over another parameter."""
from __future__ import annotations

import dataclasses

import numpy as np

FOLD = 2


@dataclasses.dataclass(frozen=True)
class Curve:
    """Resonances along a curve, one entry per point. `rms` and `phase_lag` are dicts by monitor:
    rms in the monitor's unit, phase lag of the first harmonic behind cos(Omega t) [rad]."""

    number: int  #: counted from 1
    value: np.ndarray  #: level, or parameter of the ridge
    frequency: np.ndarray  #: [Hz]
    rms: dict[str, np.ndarray]
    phase_lag: dict[str, np.ndarray]


@dataclasses.dataclass(frozen=True)
class Piece(Curve):
    """A piece of a curve of extrema: smooth extrema, or kinks where a contact begins to slip."""

    piece: int  #: number within its curve, from 1
    equations: str  #: "extremum", or "kink of J"
    bend: np.ndarray  #: curvature of ln rms over frequency, or jump of its slope; < 0: a maximum
    label: np.ndarray  #: "fold", "node" (a kink piece meets another piece) or ""

    @property
    def kink(self) -> bool:
        return self.equations != "extremum"


@dataclasses.dataclass(frozen=True)
class DampedMode(Curve):
    """A damped mode. Its level is the one whose work equals the dissipated energy."""

    mode: int  #: number of the natural frequency
    amplitude: np.ndarray  #: modal amplitude [m kg^(1/2)]
    damping_ratio: np.ndarray


def has_ridges(results) -> bool:
    return results.analysis == "backbone" and bool(results.names("curves"))


def has_phase_resonances(results) -> bool:
    return results.analysis == "backbone" and bool(results.names("phase_resonance/curves"))


def has_damped_modes(results) -> bool:
    return results.analysis == "backbone" and bool(results.names("damped_mode"))


def has_curves(results) -> bool:
    """True if the results hold curves of any method."""
    return has_ridges(results) or has_phase_resonances(results) or has_damped_modes(results)


def parameter_of(results) -> str:
    """Parameter of the curves: "level", or a key such as "preload"."""
    return results.attributes["parameter"]


def over_level(results) -> bool:
    return parameter_of(results) == "level"


def monitor_of(results) -> str:
    """Displacement whose extrema were computed."""
    return results.attributes["monitor"]


def monitors_of(results) -> list[str]:
    """All recorded displacements, the first monitor first."""
    if not has_curves(results):
        return []
    group = _groups(results)[0]
    first = monitor_of(results)
    return sorted(_recorded_names(results, group), key=lambda name: (name != first, name))


def unit_of(results, monitor: str | None = None) -> str:
    """Unit of the rms of a monitor."""
    return results[f"{_groups(results)[0]}/{monitor or monitor_of(results)}/rms"].unit


def pieces_of(results) -> list[Piece]:
    """All pieces of all curves of extrema, curve by curve."""
    return [_piece(results, curve, k, len(names))
            for curve in results.names("curves")
            for names in [results.names(f"curves/{curve}/pieces")]
            for k in range(len(names))]


def phase_resonances_of(results) -> list[Curve]:
    if not has_phase_resonances(results):
        return []
    return [Curve(int(name), **_motions(results, f"phase_resonance/curves/{name}"))
            for name in results.names("phase_resonance/curves")]


def damped_modes_of(results) -> list[DampedMode]:
    if not has_damped_modes(results):
        return []
    return [DampedMode(int(name), **_motions(results, group),
                       mode=int(results[f"{group}/mode"].values[0]),
                       amplitude=results[f"{group}/amplitude"].values,
                       damping_ratio=results[f"{group}/damping_ratio"].values)
            for name in results.names("damped_mode") for group in [f"damped_mode/{name}"]]


def largest_of(results) -> Curve:
    """Largest maximum at each requested level or value, in their order."""
    which = results["extrema/largest"].values == 1
    motions = _motions(results, "extrema")
    return Curve(0, **{name: {monitor: values[which] for monitor, values in array.items()}
                       if isinstance(array, dict) else array[which]
                       for name, array in motions.items()})


def derivatives_of(results) -> dict[str, dict[str, np.ndarray]]:
    """Derivatives of the extrema by parameter name: d ln rms ("rms") and d ln frequency
    ("frequency") by d ln p. NaN where the derivative is unbounded."""
    names = results.names("extrema/derivatives")
    if not names:
        return {}
    there = results["extrema/differentiated"].values == 1

    def in_all_rows(array):
        whole = np.full(len(there), np.nan)
        whole[there] = array.values
        return whole
    return {name: {what: in_all_rows(results[f"extrema/derivatives/{name}/{what}"])
                   for what in ("rms", "frequency")}
            for name in names}


def drawn_of(results) -> Curve:
    """Motions that are written for ParaView, in the order of `shapes/what`."""
    return Curve(0, **_motions(results, "shapes"))


def curves_table(results) -> dict[str, np.ndarray]:
    """Table of all points of all curves of extrema, as a dict of columns."""
    pieces = pieces_of(results)
    return {"curve": _joined(pieces, lambda p: p.number),
            "piece": _joined(pieces, lambda p: p.piece),
            "equations": _joined(pieces, lambda p: p.equations),
            **_columns(results, pieces),
            "maximum": _joined(pieces, lambda p: (p.bend < 0).astype(int)),
            "label": _joined(pieces, lambda p: p.label)}


def phase_resonance_table(results) -> dict[str, np.ndarray]:
    """Table of all points of all curves of phase resonances, as a dict of columns."""
    curves = phase_resonances_of(results)
    return {"curve": _joined(curves, lambda c: c.number), **_columns(results, curves)}


def damped_mode_table(results) -> dict[str, np.ndarray]:
    """Table of all points of all damped modes, as a dict of columns."""
    modes = damped_modes_of(results)
    unit = results[f"damped_mode/{results.names('damped_mode')[0]}/amplitude"].unit
    return {"mode": _joined(modes, lambda m: m.mode),
            f"modal amplitude [{unit}]": _joined(modes, lambda m: m.amplitude),
            "damping ratio": _joined(modes, lambda m: m.damping_ratio),
            **_columns(results, modes)}


def extrema_table(results) -> dict[str, np.ndarray]:
    """Table of the extrema at the requested levels or values, as a dict of columns."""
    first = ["value", "level", "frequency", "maximum", "kink", "largest", "curve", "stable",
             "states"]
    there = results.names("extrema")
    names = [name for name in first if name in there]
    names += [f"{monitor}/{what}" for monitor in _recorded_names(results, "extrema")
              for what in ("rms", "phase_lag")]
    arrays = {name: results[f"extrema/{name}"] for name in names}
    columns = {parameter_of(results) if name == "value" else name.replace("/", " "): array
               for name, array in arrays.items()}
    return {name + (f" [{array.unit}]" if array.unit else ""): array.values
            for name, array in columns.items()}


def has_derivatives(results) -> bool:
    return has_ridges(results) and bool(derivatives_of(results))


def derivatives_table(results) -> dict[str, np.ndarray]:
    """Table of d ln rms and d ln frequency by the logarithm of each parameter, at the requested
    extrema."""
    columns = {parameter_of(results): _along(results, "extrema"),
               "frequency [Hz]": results["extrema/frequency"].values,
               "maximum": results["extrema/maximum"].values,
               "largest": results["extrema/largest"].values}
    for name, slopes in derivatives_of(results).items():
        columns |= {f"rms by {name}": slopes["rms"], f"frequency by {name}": slopes["frequency"]}
    return columns


def _recorded_names(results, group: str) -> list[str]:
    """Names of the monitors of a group of motions."""
    return [name for name in results.names(group) if f"{group}/{name}/rms" in results]


def _groups(results) -> list[str]:
    """Groups that hold curves of any method."""
    groups = [f"curves/{curve}/pieces/{name}" for curve in results.names("curves")
              for name in results.names(f"curves/{curve}/pieces")]
    if has_phase_resonances(results):
        groups += [f"phase_resonance/curves/{name}"
                   for name in results.names("phase_resonance/curves")]
    return groups + [f"damped_mode/{name}" for name in results.names("damped_mode")]


def _along(results, group: str) -> np.ndarray:
    """Level of each motion of a group, or the parameter of ridges."""
    return results[f"{group}/{'level' if over_level(results) else 'value'}"].values


def _motions(results, group: str) -> dict:
    recorded = _recorded_names(results, group)
    return {"value": _along(results, group),
            "frequency": results[f"{group}/frequency"].values,
            "rms": {name: results[f"{group}/{name}/rms"].values for name in recorded},
            "phase_lag": {name: results[f"{group}/{name}/phase_lag"].values for name in recorded}}


def _joined(curves: list[Curve], column) -> np.ndarray:
    return np.concatenate([np.broadcast_to(column(curve), curve.value.shape) for curve in curves])


def _columns(results, curves: list[Curve]) -> dict[str, np.ndarray]:
    columns = {parameter_of(results): _joined(curves, lambda c: c.value),
               "frequency [Hz]": _joined(curves, lambda c: c.frequency)}
    for name in monitors_of(results):
        columns[f"{name} rms [{unit_of(results, name)}]"] = _joined(curves, lambda c: c.rms[name])
        columns[f"{name} phase_lag [rad]"] = _joined(curves, lambda c: c.phase_lag[name])
    return columns


def _piece(results, curve: str, k: int, n_pieces: int) -> Piece:
    group = f"curves/{curve}/pieces/{k + 1:04d}"
    rows = dict(zip(results[f"{group}/branch/monitor_names"].values,
                    results[f"{group}/branch/monitors"].values))
    label = np.where(results[f"{group}/branch/kind"].values == FOLD, "fold", "")
    equations = _equations(results, curve, k)
    if "curvature" in rows:
        bend = rows["curvature"]
    else:  # slip lies at higher frequencies if the margin grows with frequency
        bend = np.sign(rows["margin"]) * (rows["slip slope"] - rows["stick slope"])
        # Two pieces of the same equations meet at the start of a curve; this is no node.
        if k > 0 and _equations(results, curve, k - 1) != equations:
            label[0] = "node"
        if k < n_pieces - 1 and _equations(results, curve, k + 1) != equations:
            label[-1] = "node"
    return Piece(int(curve), **_motions(results, group), piece=k + 1, equations=equations, bend=bend,
                 label=label)


def _equations(results, curve: str, k: int) -> str:
    return str(results[f"curves/{curve}/pieces/{k + 1:04d}/equations"].values[0])
