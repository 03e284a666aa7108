"""Units as files of responses spell them: "m/s^2", "mm/N", "g", "(m/s²)/N"."""
from __future__ import annotations

import re

G = 9.80665  #: standard acceleration of gravity [m/s^2]
LBF = 4.4482216152605  #: pound-force [N]

# Factor to SI, and the powers of length, mass and time.
_UNITS = {
    **{name: (factor, (1, 0, 0)) for name, factor in (
        ("m", 1.0), ("km", 1e3), ("cm", 1e-2), ("mm", 1e-3), ("um", 1e-6), ("µm", 1e-6), ("μm", 1e-6), ("nm", 1e-9),
        ("in", 0.0254), ("inch", 0.0254), ("ft", 0.3048), ("meter", 1.0), ("metre", 1.0))},
    **{name: (factor, (0, 0, 1)) for name, factor in (("s", 1.0), ("sec", 1.0), ("ms", 1e-3))},
    "Hz": (1.0, (0, 0, -1)), "kHz": (1e3, (0, 0, -1)), "rad": (1.0, (0, 0, 0)), "kg": (1.0, (0, 1, 0)),
    "g": (G, (1, 0, -2)), "gn": (G, (1, 0, -2)), "mg": (1e-3 * G, (1, 0, -2)),
    **{name: (factor, (1, 1, -2)) for name, factor in (
        ("N", 1.0), ("kN", 1e3), ("mN", 1e-3), ("MN", 1e6), ("daN", 10.0), ("lbf", LBF), ("lb", LBF),
        ("kgf", G), ("Newton", 1.0))},
    "1": (1.0, (0, 0, 0)),
}
_LOWER = {}
for _name in _UNITS:  # capitals of old files: "MM", "M/S^2"
    _LOWER.setdefault(_name.lower(), _name)
_SUPERSCRIPTS = str.maketrans({"²": "^2", "³": "^3", "·": "*"})
_TOKEN = re.compile(r"\s*(?:(?P<sign>[*/(). ])|(?P<unit>[A-Za-zµμ]+|1)(?:(?:\^|\*\*)?\(?(?P<power>[+-]?\d+)\)?)?)")

QUANTITIES = {(1, 0, 0): "displacement", (1, 0, -1): "velocity", (1, 0, -2): "acceleration"}
POWERS = {"displacement": 0, "velocity": 1, "acceleration": 2}  #: of i Omega
FORCE = (1, 1, -2)
MOMENT = (2, 1, -2)


def parsed(text: str) -> tuple[float, tuple[int, int, int]] | None:
    """(factor to SI, powers of length, mass and time) of a unit; None if it is unknown."""
    text = text.strip().translate(_SUPERSCRIPTS)
    if not text or text.upper() in ("NONE", "-", "UNKNOWN"):
        return None
    factor, powers, place, sign, depth = 1.0, [0, 0, 0], 0, [1], 1
    while place < len(text):
        token = _TOKEN.match(text, place)
        if token is None or token.end() == place:
            return None
        place = token.end()
        if token["unit"] is None:
            if token["sign"] == "/":
                depth = -1
            elif token["sign"] == "(":
                sign.append(sign[-1] * depth)
                depth = 1
            elif token["sign"] == ")":
                if len(sign) == 1:
                    return None
                sign.pop()
            continue
        name = token["unit"] if token["unit"] in _UNITS else _LOWER.get(token["unit"].lower())
        if name is None:
            return None
        power = int(token["power"] or 1) * sign[-1] * depth
        depth = 1
        factor *= _UNITS[name][0] ** power
        powers = [a + power * b for a, b in zip(powers, _UNITS[name][1])]
    return factor, tuple(powers)


def motion_of(powers: tuple[int, int, int]) -> str:
    """Displacement, velocity or acceleration; "" for another quantity."""
    return QUANTITIES.get(powers, "")


def si_text(quantity: str, rotation: bool = False) -> str:
    """SI unit of a motion."""
    return ("rad" if rotation else "m") + {"displacement": "", "velocity": "/s", "acceleration": "/s^2"}[quantity]
