"""Measured responses over computed ones, and the modal assurance criterion."""
from __future__ import annotations

import numpy as np

from slideway.exchange.mode_data import label_in
from slideway.exchange.responses import Response
from slideway.exchange.universal_writer import KINDS
from slideway.plots import style


def matching(results_pair: str, several: list[Response], pairs: list[str]) -> list[tuple[Response, str]]:
    """Measured responses of a computed pair OUTPUT/INPUT, with the quantity of the output.

    A response matches by the labels and directions of its points (port n512 or 512 is node 512), or by the name of
    the pair. One response without points matches one pair.
    """
    output, entry = results_pair.split("/")
    point, _, quantity = output.rpartition(".")
    if quantity not in KINDS:
        return []
    found = []
    for response in several:
        named = response.name == results_pair
        alone = response.output is None and not response.name and len(pairs) == 1 and len(several) == 1
        if named or alone or _is(response.output, point) and _is(response.input, entry):
            found.append((response, quantity))
    return found


def _is(point, text: str) -> bool:
    """True if a measured point is BODY.PORT.COMPONENT of a model."""
    port, _, component = text.rpartition(".")
    if point is None or point.direction == 0:
        return False
    label = label_in(port.partition(".")[2])
    spoken = {"rotation": "rotation_z"}.get(component, component)
    return label == point.label and spoken == point.component


def lay_over(top, bottom, factor: float, found: list[tuple[Response, str]]) -> None:
    """Draws measured responses into the panels of magnitude and phase. factor: of the frequency axis."""
    for k, (response, quantity) in enumerate(found):
        H = response.along(quantity)
        use = np.isfinite(H) & (np.abs(H) > 0)
        colour = (style.VERMILION, style.GREEN, style.ORANGE)[k % 3]
        look = dict(color=colour, linestyle="--", marker="." if np.sum(use) <= 100 else "", markersize=3)
        top.plot(factor * response.frequency_hz[use], style.decibel(np.abs(H[use]) ** 2),
                 label=f"measured {response.pair}".rstrip(), **look)
        phase = np.degrees(np.angle(H[use]))
        phase[:-1][np.abs(np.diff(phase)) > 180] = np.nan
        bottom.plot(factor * response.frequency_hz[use], phase, **look)


@style.styled
def assurance(found):
    """Modal assurance criterion of `sw.mac`, as a table of squares. Returns a Figure."""
    values = found.values
    n, m = values.shape
    figure, ((axes,),) = style.panels(height=min(1.6 + 0.35 * n, 7.0))
    picture = axes.imshow(values, origin="lower", cmap="Blues", vmin=0, vmax=1, aspect="auto")
    if n * m <= 400:
        for i in range(n):
            for j in range(m):
                axes.text(j, i, f"{values[i, j]:.2f}", ha="center", va="center", fontsize=7,
                          color="white" if values[i, j] > 0.6 else "black")
    for ticks, labels, hz in ((axes.set_xticks, axes.set_xticklabels, found.computed_hz),
                              (axes.set_yticks, axes.set_yticklabels, found.measured_hz)):
        shown = range(0, len(hz), max(1, len(hz) // 20))
        ticks(list(shown))
        labels([f"{hz[k]:.4g}" for k in shown])
    axes.tick_params(axis="x", rotation=45 if m > 8 else 0)
    axes.set_xlabel(f"computed mode [Hz]: {found.computed}")
    axes.set_ylabel("measured mode [Hz]")
    axes.set_title(f"modal assurance criterion at {len(found.dofs)} common translations\nmeasured: {found.measured}")
    figure.colorbar(picture, ax=axes, pad=0.01, label="criterion")
    return figure
