"""Writing of universal files: modes (55) and frequency responses (58), in SI."""
from __future__ import annotations

import numpy as np

from slideway.exchange.file_error import FileError
from slideway.exchange.matrix_data import NUMBERS, label_in
from slideway.exchange.mode_data import Numbered
from slideway.exchange.responses import Point, Response
from slideway.values import hint

KINDS = {"displacement": (8, "m"), "velocity": (11, "m/s"), "acceleration": (12, "m/s^2")}
TURNS = {"displacement": "rad", "velocity": "rad/s", "acceleration": "rad/s^2"}


def block(number: int, lines: list[str]) -> list[str]:
    """A dataset between lines with -1."""
    return ["    -1", f"{number:6d}", *lines, "    -1"]


def units_lines() -> list[str]:
    """Dataset 164: SI."""
    factor = f"{1.0:25.17E}".replace("E", "D")
    return block(164, [f"{1:10d}{'SI: m (newton)':20}{2:10d}", factor * 3, f"{273.15:25.17E}".replace("E", "D")])


def node_lines(nodes: dict[int, np.ndarray]) -> list[str]:
    """Dataset 2411."""
    lines = []
    for label, X in sorted(nodes.items()):
        lines += [f"{label:10d}{1:10d}{1:10d}{11:10d}", "".join(f"{x:25.16E}" for x in X).replace("E", "D")]
    return block(2411, lines) if lines else []


def mode_lines(title: str, found: Numbered) -> list[str]:
    """Datasets 55 of the modes: translations and, if there are any, rotations. Modal mass 1 kg."""
    modes = found.modes
    turns = np.any(np.nan_to_num(modes.shapes[:, :, 3:]) != 0)
    values = 6 if turns else 3
    lines = []
    for k in range(len(modes)):
        held = ["NORMAL MODE", title[:80] or "NONE", "SHAPES FOR MODAL MASS 1 KG", "NONE", "NONE",
                f"{1:10d}{2:10d}{3 if turns else 2:10d}{8:10d}{2:10d}{values:10d}", f"{2:10d}{4:10d}{1:10d}{k + 1:10d}",
                "".join(f"{v:13.5E}" for v in (modes.frequency_hz[k], modes.modal_mass[k], modes.damping_ratio[k], 0.0))]
        for label, shape in zip(modes.labels, np.nan_to_num(modes.shapes[k])):
            held += [f"{label:10d}", "".join(f"{v:13.5E}" for v in shape[:values])]
        lines += block(55, held)
    return lines


def response_lines(response: Response, entry_unit: str = "N") -> list[str]:
    """Dataset 58 of a response: double precision, even or uneven."""
    f, H = response.frequency_hz, response.H
    output, entry = response.output or Point(0, 0), response.input or Point(0, 0)
    steps = np.diff(f)
    even = len(f) > 1 and np.allclose(steps, steps[0], rtol=1e-9, atol=0) and steps[0] > 0
    if even:  # six digits must reach the last frequency
        start, step = float(f"{f[0]:.5E}"), float(f"{steps[0]:.5E}")
        even = abs(start + step * (len(f) - 1) - f[-1]) <= 1e-6 * abs(f[-1])
    kind, unit = KINDS.get(response.quantity, (0, response.unit or "NONE"))
    if response.quantity and abs(output.direction) > 3:
        unit = TURNS[response.quantity]
    below = (13, "N m" if abs(entry.direction) > 3 else entry_unit) if response.per_force else (0, "NONE")
    names = [text.replace(" ", "_")[:10] or "NONE" for text in response.name.partition("/")[::2]]
    lines = [response.name[:80] or "NONE", "NONE", "NONE", "NONE", "NONE",
             f"{4:5d}{1:10d}{0:5d}{0:10d} {names[0]:10}{output.label:10d}{output.direction:4d} "
             f"{names[1]:10}{entry.label:10d}{entry.direction:4d}",
             f"{6:10d}{len(f):10d}{1 if even else 0:10d}"
             + "".join(f"{v:13.5E}" for v in ((start, step, 0.0) if even else (0.0, 0.0, 0.0))),
             _axis(18, (0, 0), "Frequency", "Hz"), _axis(kind, (1 if kind else 0, 0), "Response", unit),
             _axis(below[0], (0, 1 if below[0] else 0), "Force", below[1]), _axis(0, (0, 0), "NONE", "NONE")]
    if even:
        numbers = [f"{v:20.12E}" for h in H for v in (h.real, h.imag)]
        lines += ["".join(numbers[k:k + 4]) for k in range(0, len(numbers), 4)]
    else:
        lines += [f"{x:13.5E}{h.real:20.12E}{h.imag:20.12E}" for x, h in zip(f, H)]
    return block(58, lines)


def _axis(kind: int, exponents: tuple[int, int], label: str, unit: str) -> str:
    return f"{kind:10d}{exponents[0]:5d}{exponents[1]:5d}{0:5d} {label:20} {unit[:20]:20}"


# ---- results

def responses_of_results(results, labels: dict[str, int]) -> tuple[list[Response], dict[int, str]]:
    """(frequency responses of results of `frf`, one for each pair and place; names of their points by number)

    labels: numbers by "BODY.PORT" or "PORT".
    """
    place = results["position"].values
    numbers = _numbers_of(results, labels)
    found = []
    for output in results.names("frf"):
        for entry in results.names(f"frf/{output}"):
            real = results[f"frf/{output}/{entry}/real"]
            H = np.atleast_2d(real.values + 1j * results[f"frf/{output}/{entry}/imag"].values)
            top, quantity = _split(output)
            for x, h in zip(place, H):
                name = f"{output}/{entry}" + (f" at {x:.6g} m" if len(place) > 1 else "")
                found.append(Response(h, results["frequency"].values, _point(top, numbers), _point(entry, numbers),
                                      quantity, "/" in real.unit and not entry.startswith("motion."), real.unit, name,
                                      results.label))
    return found, {number: point for point, number in numbers.items()}


def _split(output: str) -> tuple[str, str]:
    """("lower.free_end.y", "acceleration")"""
    point, _, quantity = output.rpartition(".")
    return (point, quantity) if quantity in KINDS else (output, "")


def _numbers_of(results, labels: dict[str, int]) -> dict[str, int]:
    """Number of each BODY.PORT: the given one, that in its name if it is free, else the next one."""
    points = dict.fromkeys(point.rpartition(".")[0] for output in results.names("frf")
                           for point in (_split(output)[0], *results.names(f"frf/{output}"))
                           if not point.startswith("motion."))
    known = {*points, *(point.partition(".")[2] for point in points)}
    for wrong in labels:
        if wrong not in known:
            raise FileError(f"labels: no point {wrong}{hint(wrong, sorted(known))}")
    numbers = {}
    for point in points:
        port = point.partition(".")[2]
        label = labels.get(point, labels.get(port, label_in(port)))
        if label is not None and label not in numbers.values():
            numbers[point] = label
    free = (k for k in range(1, 2 * len(points) + 2) if k not in set(numbers.values()))
    return {point: numbers[point] if point in numbers else next(free) for point in points}


def _point(text: str, numbers: dict[str, int]) -> Point | None:
    port, _, component = text.rpartition(".")
    return Point(numbers[port], NUMBERS.get(component, 0)) if port in numbers else None


def universal_text(lines: list[str]) -> bytes:
    return ("\n".join(lines) + "\n").encode("ascii", "replace")
