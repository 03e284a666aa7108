"""Results of backbone analyses: curves of extrema over the level, in pieces, and tables of them."""
from __future__ import annotations

import dataclasses

import numpy as np

FOLD = 2


@dataclasses.dataclass(frozen=True)
class Piece:
    """A piece of a curve: smooth extrema, or kinks where a contact begins to slip. Arrays hold an
    entry per point, along the curve."""

    curve: int  #: from 1
    number: int  #: of its curve, from 1
    equations: str  #: "extremum", or "kink of J"
    level: np.ndarray
    frequency: np.ndarray  #: [Hz]
    rms: np.ndarray  #: of the first monitor, in its unit
    bend: np.ndarray  #: of ln rms over frequency: curvature, or jump of the slope; < 0: a maximum
    label: np.ndarray  #: "fold", "node" where a kink piece meets another, or ""

    @property
    def kink(self) -> bool:
        return self.equations != "extremum"


def has_curves(results) -> bool:
    return results.analysis == "backbone" and bool(results.names("curves"))


def monitor_of(results) -> str:
    """The displacement whose extrema they are."""
    return results.attributes["monitor"]


def unit_of(results) -> str:
    """The unit of its rms."""
    return results[f"extrema/{monitor_of(results)}/rms"].unit


def pieces_of(results) -> list[Piece]:
    """All pieces, curve by curve."""
    return [_piece(results, curve, k, len(names))
            for curve in results.names("curves")
            for names in [results.names(f"curves/{curve}/pieces")]
            for k in range(len(names))]


def curves_table(results) -> dict[str, np.ndarray]:
    """All points of all curves, as columns."""
    pieces = pieces_of(results)

    def joined(of):
        return np.concatenate([np.broadcast_to(of(piece), piece.level.shape) for piece in pieces])
    return {"curve": joined(lambda p: p.curve), "piece": joined(lambda p: p.number),
            "equations": joined(lambda p: p.equations), "level": joined(lambda p: p.level),
            "frequency [Hz]": joined(lambda p: p.frequency),
            f"{monitor_of(results)} rms [{unit_of(results)}]": joined(lambda p: p.rms),
            "maximum": joined(lambda p: (p.bend < 0).astype(int)),
            "label": joined(lambda p: p.label)}


def extrema_table(results) -> dict[str, np.ndarray]:
    """The extrema at the levels asked for, as columns."""
    first = ["level", "frequency", "maximum", "kink", "largest", "curve", "stable", "states"]
    there = results.names("extrema")
    names = [name for name in first if name in there]
    names += [f"{monitor}/{what}" for monitor in there if monitor not in first
              for what in ("rms", "phase_lag")]
    arrays = {name: results[f"extrema/{name}"] for name in names}
    return {name.replace("/", " ") + (f" [{array.unit}]" if array.unit else ""): array.values
            for name, array in arrays.items()}


def _piece(results, curve: str, k: int, n_pieces: int) -> Piece:
    at = f"curves/{curve}/pieces/{k + 1:04d}/"
    rows = dict(zip(results[at + "branch/monitor_names"].values,
                    results[at + "branch/monitors"].values))
    label = np.where(results[at + "branch/kind"].values == FOLD, "fold", "")
    equations = _equations(results, curve, k)
    if "curvature" in rows:
        bend = rows["curvature"]
    else:  # slip lies at higher frequencies where the margin grows with them
        bend = np.sign(rows["margin"]) * (rows["slip slope"] - rows["stick slope"])
        # Where a curve started on a kink, two pieces of it meet in no node.
        if k > 0 and _equations(results, curve, k - 1) != equations:
            label[0] = "node"
        if k < n_pieces - 1 and _equations(results, curve, k + 1) != equations:
            label[-1] = "node"
    return Piece(int(curve), k + 1, equations, results[at + "level"].values,
                 results[at + "frequency"].values,
                 results[f"{at}{monitor_of(results)}/rms"].values, bend, label)


def _equations(results, curve: str, k: int) -> str:
    return str(results[f"curves/{curve}/pieces/{k + 1:04d}/equations"].values[0])
