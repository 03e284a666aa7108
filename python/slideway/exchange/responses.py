"""Measured frequency responses."""
from __future__ import annotations

import dataclasses

import numpy as np

from slideway.exchange.file_error import FileError
from slideway.exchange.unit_text import POWERS, si_text

AXES = ("x", "y", "z", "rotation_x", "rotation_y", "rotation_z")


@dataclasses.dataclass(frozen=True)
class Point:
    """A measured component: the label of the node, and the direction +-1 to +-3 (x, y, z) or +-4 to +-6 (rotations).
    A negative direction: the sign of the signal is reversed. 0: a scalar."""

    label: int
    direction: int

    @property
    def component(self) -> str:
        """Name of the component; "" for a scalar."""
        return AXES[abs(self.direction) - 1] if self.direction else ""

    @property
    def sign(self) -> int:
        return -1 if self.direction < 0 else 1

    def __str__(self) -> str:
        return f"{self.label}.{'-' if self.sign < 0 else ''}{self.component}" if self.direction else str(self.label)


@dataclasses.dataclass
class Response:
    """A frequency response output / input, with exp(+i Omega t).

    H: n_f complex, in SI, with the signs of the file. frequency_hz: n_f [Hz]. output, input: `Point`, or None
    if the file names none. quantity: of the output, displacement, velocity or acceleration; "" if it is
    unknown. per_force: the input is a force or a moment. unit: of H in SI, such as "m/s^2/N". name: words of the
    file. place: file and line.
    """

    H: np.ndarray
    frequency_hz: np.ndarray
    output: Point | None = None
    input: Point | None = None
    quantity: str = ""
    per_force: bool = True
    unit: str = ""
    name: str = ""
    place: str = ""

    def along(self, quantity: str) -> np.ndarray:
        """H in the positive directions of the axes, as a displacement, a velocity or an acceleration.

        Raises FileError if the quantity of the file is unknown. Without a frequency (0 Hz) an integral is nan.
        """
        if quantity not in POWERS:
            raise FileError(f"along({quantity!r}); expected one of {', '.join(POWERS)}")
        if not self.quantity:
            raise FileError(f"{self.place}: the quantity of the output is unknown; expected a unit such as m/s^2/N")
        sign = (self.output.sign if self.output else 1) * (self.input.sign if self.input else 1)
        power = POWERS[quantity] - POWERS[self.quantity]
        i_omega = 2j * np.pi * self.frequency_hz
        with np.errstate(divide="ignore", invalid="ignore"):
            factor = np.where((i_omega == 0) & (power < 0), np.nan, i_omega ** float(power)) if power else 1.0
        return sign * factor * self.H

    @property
    def pair(self) -> str:
        """OUTPUT/INPUT as the file has it: "531.-y/512.z"."""
        return f"{self.output}/{self.input}" if self.output is not None else self.name

    def is_driving_point(self) -> bool:
        return self.output is not None and self.input is not None and self.output.label == self.input.label and \
            abs(self.output.direction) == abs(self.input.direction) > 0 and self.per_force

    def note(self) -> str:
        """Remark on a driving point whose imaginary part has the wrong sign; "" if there is none."""
        if not self.is_driving_point() or not self.quantity:
            return ""
        imag = self.along("displacement").imag
        imag = imag[np.isfinite(imag)]
        if len(imag) and np.sum(imag > 0) > len(imag) / 2:
            return f"{self.place}: driving point {self.pair}: the imaginary part of the receptance is positive; conjugated?"
        return ""

    def __repr__(self) -> str:
        f = self.frequency_hz
        span = f"{f.min():g} to {f.max():g} Hz" if len(f) else "no frequency"
        return f"<slideway.Response {self.pair} [{self.unit}]: {len(f)} frequencies, {span}>"


def unit_of_response(quantity: str, output: Point | None, entry: Point | None, per_force: bool) -> str:
    """SI unit of a response."""
    if not quantity:
        return ""
    turns = output is not None and abs(output.direction) > 3
    moment = entry is not None and abs(entry.direction) > 3
    return si_text(quantity, turns) + (("/(N m)" if moment else "/N") if per_force else "")
