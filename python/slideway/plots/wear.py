"""Figure of the dissipated energy per area of contact patches."""
from __future__ import annotations

import numpy as np
from matplotlib.collections import PolyCollection

from slideway.plots import style


def patches_of(results) -> list[str]:
    """Names of the patches with computed wear."""
    return results.names("wear")


@style.styled
def wear_map(results, patch: str):
    """Dissipated energy per area of `patch`, on the axes of its pressure. A dot marks the largest
    value. Returns a Figure."""
    vertices = results[f"wear/{patch}/vertices"].values
    corners = results[f"wear/{patch}/corners"].values.astype(int)
    dissipated = results[f"wear/{patch}/dissipated"]
    cells = vertices[corners]
    height, scale = 3.2, 1.0  # width of the figure, and of the parts beside the map [in]
    figure, axes = style.panels(1, 1, height=height)
    width, depth = np.ptp(vertices, axis=0)
    figure.set_figwidth(min(style.WIDTH, height * width / depth + scale))
    ax = axes[0, 0]
    colours = PolyCollection(cells, array=dissipated.values, cmap=style.HEAT, edgecolors="face",
                             linewidths=0.1, rasterized=True)
    ax.add_collection(colours)
    ax.plot(*cells[np.argmax(dissipated.values)].mean(axis=0), "o", markersize=4,
            markerfacecolor="white", markeredgecolor=style.BLACK)
    ax.autoscale_view()
    ax.set_aspect("equal")
    ax.set_xlabel("x of the pressure [m]")
    ax.set_ylabel("y of the pressure [m]")
    figure.colorbar(colours, ax=ax, label=f"dissipated [{style.unit_text(dissipated.unit)}]")
    return figure
