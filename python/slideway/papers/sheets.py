"""Sheets: one picture per printed figure, with its panels and one legend."""
from __future__ import annotations

import numpy as np

from slideway.papers.manifest import Figure, Paper, Panel
from slideway.papers.panels import KINDS
from slideway.plots import style
from slideway.values import ResultsError


@style.styled
def draw(paper: Paper, figure: Figure, results: dict, readable: dict, only: str = ""):
    """Draws the panels of a figure on one sheet. only: name of the single panel to draw.

    results, readable: of all runs that the figure uses, by name. Returns a Figure.
    """
    panels = [panel for panel in figure.panels
              if panel.kind != "table" and only in ("", panel.name)]
    columns = min(figure.columns or min(len(panels), 2), len(panels))
    rows = -(-len(panels) // columns)
    sheet = style.new_figure(style.WIDTH, 0.9 + figure.height * rows)
    grid = sheet.add_gridspec(rows, columns)
    legend: dict = {}
    for k, panel in enumerate(panels):
        legend |= _draw_panel(sheet, grid[k // columns, k % columns], panel, results, readable)
    sheet.suptitle(_title(paper, figure, panels), x=0.01, ha="left")
    if legend:
        style.legend_below(sheet, legend)
    return sheet


def _title(paper: Paper, figure: Figure, panels: list[Panel]) -> str:
    """Title of a sheet. It names parameters that replace those that the paper does not state."""
    used = [name for panel in panels for name in [*panel.of, *(run for e in panel.expressions
                                                                for run, _ in e.used)]]
    substitutes = dict.fromkeys(paper.runs[name].substitute for name in used
                                if paper.runs[name].substitute)
    title = f"Paper {paper.name}, {figure.label}: {figure.title}"
    return title + "".join(f"\n{text}" for text in substitutes)


def _draw_panel(sheet, place, panel: Panel, results: dict, readable: dict) -> dict:
    """Draws a panel. Returns the handles of its legend."""
    kind = KINDS[panel.kind]
    rows, columns = kind.shape or panel.options.get("shape", [1, 1])
    options = {"projection": kind.projection} if kind.projection else {}
    axes = [sheet.add_subplot(cell, **options) for cell in place.subgridspec(rows, columns)]
    try:
        handles = kind.draw(axes if len(axes) > 1 else axes[0], panel,
                            [results[name] for name in panel.of], readable)
    except ResultsError as error:
        raise ResultsError(f"panel {panel.name or 'a'}: {error.reason}") from None
    for one in axes:
        one.set_title("", loc="left")
    # A title stands beside the label of an axis on top.
    place = {"y": 1.0, "pad": 22} if axes[0].child_axes else {}
    axes[0].set_title(style.title(f"{panel.name})" if panel.name else "", panel.title, between=" "), **place)
    _apply(axes, panel.options)
    return handles


def _apply(axes: list, options: dict) -> None:
    """Labels, limits and lines that the manifest asks for. The abscissa belongs to the last axes."""
    first, last = axes[0], axes[-1]
    if "x_label" in options:
        last.set_xlabel(options["x_label"])
    if "y_label" in options:
        first.set_ylabel(options["y_label"])
    if "z_label" in options and hasattr(first, "set_zlabel"):
        first.set_zlabel(options["z_label"])
    if hasattr(first, "view_init") and ("elevation" in options or "azimuth" in options):
        first.view_init(options.get("elevation", 30), options.get("azimuth", -60))
    for one in axes:
        if options.get("x_log"):
            one.set_xscale("log")
        if "x_limits" in options:
            one.set_xlim(*options["x_limits"])
    if options.get("y_log"):
        first.set_yscale("log")
    if "y_limits" in options:
        first.set_ylim(*options["y_limits"])
    for at in options.get("h_lines", []):
        first.axhline(at, color=style.GREY, linewidth=0.6, linestyle=":", zorder=0)
    for at in options.get("v_lines", []):
        first.axvline(at, color=style.GREY, linewidth=0.6, linestyle=":", zorder=0)
    if options.get("equal"):
        first.set_aspect("equal", adjustable="datalim")


def table_of(panel: Panel, readable: dict) -> tuple[list[str], list[list[str]]]:
    """Head and rows of a table, as texts."""
    rows = []
    for row in panel.options["rows"]:
        cells = [row["label"]]
        for value in row["values"]:
            cells.append(number_text(value.value(readable)))
        rows.append(cells)
    return [*panel.options["columns"]], rows


def number_text(value) -> str:
    """A number, a text or a list of them, with six digits."""
    if isinstance(value, str):
        return value
    array = np.asarray(value)
    if array.ndim:
        return ", ".join(number_text(one.item()) for one in array.ravel())
    if array.dtype.kind in "Ub":
        return str(array)
    return f"{float(array):.6g}"


