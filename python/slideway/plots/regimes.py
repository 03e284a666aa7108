"""Figures of the regimes of a dry contact: the friction forces that separate them, and maps of
them."""
from __future__ import annotations

import warnings

import numpy as np
from matplotlib.colors import BoundaryNorm, ListedColormap
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator
from matplotlib.tri import Triangulation

from slideway.plots import maps, style

BOUNDARIES = (("no-motion", "no motion above", style.BLACK, "-", 1.3),
              ("continuous", "continuous below, two reversals", style.BLUE, "-", 1.1),
              ("continuous-unit-S", "continuous below, S = 1", style.VERMILION, (0, (4, 2)), 1.0))
REGIONS = {"continuous": style.pale(style.SKY, 0.55), "stick-slip": style.pale(style.ORANGE, 0.5),
           "no-motion": (0.84, 0.84, 0.84), "moving": style.pale(style.GREEN, 0.35),
           "unbounded": style.pale(style.PINK, 0.5)}
MARKS = {"continuous": ("o", style.BLUE), "stick-slip": ("D", style.ORANGE),
         "no-motion": ("s", "0.4"), "moving": ("^", style.GREEN), "unbounded": ("x", style.PINK)}
PARTED = ("continuous", "stick-slip", "no-motion")
BY_BOUNDARIES = "regime.by_boundaries"
MOST_LIMITS = 4  # largest ratio of a friction force to the limit that a sweep shows
# Both ends of sliding without stops above the closed form, with more reversals a period.
MORE = ("stop-free-from", "stop-free")
WIDE = ("amplitude", "dissipation_per_cycle")  # span decades near resonances
ABOVE_ONE = 1e-6  # S counts as 1 below 1 + this


# ---- forces of locked contacts

def has_locked_forces(results) -> bool:
    """True if the results hold the forces of several locked contacts with their limits."""
    return {"force", "limit"} <= set(results.names("locked"))


@style.styled
def locked_forces(results):
    """Force that holds each of several contacts, beside its limit. Returns a Figure."""
    force, limit = results["locked/force"], results["locked/limit"].values
    names = results.attributes["contact"].split(", ")
    factor, unit = style.scale(force.unit, force.values, limit)
    figure, ((axes,),) = style.panels(height=2.6)
    place = np.arange(len(names))
    holds = force.values <= limit
    axes.bar(place, factor * force.values, 0.5,
             color=[REGIONS["no-motion" if held else "moving"] for held in holds])
    axes.hlines(factor * limit, place - 0.35, place + 0.35, color=style.BLACK, linewidth=1.3)
    axes.set_xticks(place, names)
    axes.set_ylabel(f"force [{unit}]")
    axes.set_title(results.title)
    style.legend_below(figure, {
        "limit": Line2D([], [], color=style.BLACK, linewidth=1.3),
        "below its limit": Patch(facecolor=REGIONS["no-motion"]),
        "above its limit": Patch(facecolor=REGIONS["moving"])})
    return figure


# ---- boundaries over Omega

def has_boundaries(results) -> bool:
    """True if the boundaries were computed over a range."""
    return "boundaries/Omega" in results and len(results["boundaries/Omega"].values) > 1


@style.styled
def regime_boundaries(results):
    """Friction forces that separate the regimes of a contact, over Omega, with S below.

    Dotted lines are driven frequencies of the system with locked contact, where no friction force
    holds it. Dots are free resonances, triangles are antiresonances. A star is the case. In the
    hatched area below the dash-dotted line, the contact slides without stops, with more than two
    reversals a period. Where S > 1, the boundary for S = 1 is too high, and the area is shaded.
    Returns a Figure.
    """
    Omega = results["boundaries/Omega"].values
    curves = _of_file(results)
    S = results["boundaries/S"].values if "boundaries/S" in results else None
    figure, axes = style.panels(1 if S is None else 2, height=3.2 if S is None else 4.6,
                                sharex=True,
                                **({} if S is None else {"gridspec_kw": {"height_ratios": [3, 1]}}))
    top = axes[0, 0]
    limit = results["boundaries/at/limit"].values[0]
    highest = _highest(curves, limit)
    factor, unit = style.scale(results["boundaries/at/limit"].unit, np.array([highest]))
    curves = {name: factor * values for name, values in curves.items()}
    poles = _array(results, "peaks/infinite")
    top.set_ylim(0, factor * highest)
    _shade(top, Omega, curves)
    handles = _regions_of(curves)
    for at in poles:
        handles["contact locked: resonances"] = top.axvline(at, color=style.GREY, linestyle=":",
                                                            linewidth=0.8)
    handles |= _draw(top, Omega, curves, poles)
    if "continuous" in curves and "peaks/resonances" in results:
        handles["free resonances"], = top.plot(
            _array(results, "peaks/resonances"), factor * _array(results, "peaks/finite"), "o",
            color=style.BLUE, markersize=4, label="free resonances")
    still = _array(results, "peaks/antiresonances")
    if still.size:
        handles["antiresonances"], = top.plot(
            still, np.zeros(still.size), "^", color=style.GREEN, markersize=6, clip_on=False,
            zorder=4, label="antiresonances")
    handles["this case"], = top.plot(results["boundaries/at/Omega"].values, [factor * limit], "*",
                                     color=style.BLACK, markersize=9, markeredgecolor="white",
                                     markeredgewidth=0.5, zorder=5, label="this case")
    top.set_ylabel(f"friction force [{unit}]")
    top.set_title(results.title)
    style.span(top, Omega)
    if S is not None:
        _draw_S(axes[1, 0], Omega, S)
    axes[-1, 0].set_xlabel("Omega [rad/s]")
    style.legend_below(figure, handles)
    return figure


def _of_file(results) -> dict:
    """Boundaries that a file has, by name."""
    return {name: results[f"boundaries/{name}"].values
            for name in [*(name for name, *_ in BOUNDARIES), *MORE]
            if f"boundaries/{name}" in results}


def _array(results, name: str) -> np.ndarray:
    return results[name].values if name in results else np.array([])


def _highest(curves: dict, *forces: float) -> float:
    """Upper end of an axis of forces. Finite peaks stay visible, infinite ones leave the figure."""
    finite = [*forces, *(values.max() for name, values in curves.items()
                         if name in ("continuous", "stop-free"))]
    base = max(finite, default=0.0)
    for name, values in curves.items():
        if name == "no-motion":
            base = max(base, min(values.max(), 1.5 * base if base > 0 else np.median(values) * 2.5))
    if "continuous-unit-S" in curves:
        base = max(base, min(curves["continuous-unit-S"].max(), 1.3 * base))
    return 1.08 * base if base > 0 else 1.0


def _draw(axes, x, curves: dict, poles) -> dict:
    """Draws boundaries over x (n), interrupted at poles and cut off by the axes. Returns handles by
    label."""
    handles = {}
    for name, label, colour, dashes, width in BOUNDARIES:
        if name in curves and curves[name].min(initial=np.inf) <= axes.get_ylim()[1]:
            at = broken(x, curves[name], poles, axes.get_ylim()[1]) if name == "no-motion" else \
                (x, curves[name])
            handles[label], = axes.plot(*at, color=colour, linestyle=dashes, linewidth=width,
                                        label=label, zorder=3)
    return handles | _draw_more(axes, x, curves)


def _draw_more(axes, x, curves: dict) -> dict:
    """Draws where the contact slides without stops above the closed form. Returns handles by label."""
    if not {"continuous", *MORE} <= curves.keys():
        return {}
    low, high = (curves[name] for name in MORE)
    some = high > curves["continuous"]
    if not some.any():
        return {}
    axes.fill_between(x, low, high, where=some, facecolor=REGIONS["continuous"], zorder=0.5,
                      hatch="////", edgecolor=style.pale(style.BLUE, 0.6), linewidth=0)
    label = "continuous below, more reversals"
    line, = axes.plot(x, np.where(some, high, np.nan), color=style.BLUE, linestyle="-.",
                      marker="." if some.sum() < 3 else None, markersize=4, linewidth=1.1,
                      label=label, zorder=3)
    return {label: line}


def broken(x: np.ndarray, y: np.ndarray, poles, high: float) -> tuple[np.ndarray, np.ndarray]:
    """Extends a curve beyond the axes, which end at `high` > 0, on both sides of each pole."""
    for pole in poles:
        k = np.searchsorted(x, pole)
        if 0 < k < len(x):
            x = np.insert(x, k, [pole, pole, pole])
            y = np.insert(y, k, [10 * high, np.nan, 10 * high])
    return x, y


def _shade(axes, x, curves: dict) -> bool:
    """Shades the regions between boundaries (n) over x, if both boundaries exist."""
    if not {"continuous", "no-motion"} <= curves.keys():
        return False
    high = axes.get_ylim()[1]
    top = np.minimum(curves["no-motion"], high)
    # If two boundaries coincide, the no-motion boundary decides.
    low = np.minimum(curves["continuous"], top)
    for region, below, above in (("continuous", np.zeros_like(x), low), ("stick-slip", low, top),
                                 ("no-motion", top, np.full_like(x, high))):
        axes.fill_between(x, below, above, color=REGIONS[region], linewidth=0, zorder=0)
    return True


def _regions_of(curves: dict) -> dict:
    if not {"continuous", "no-motion"} <= curves.keys():
        return {}
    return {_words(region): Patch(color=REGIONS[region]) for region in PARTED}


def _words(region: str) -> str:
    return {"continuous": "continuous sliding", "no-motion": "no motion"}.get(region, region)


def _draw_S(axes, x, S) -> None:
    above = S > 1 + ABOVE_ONE
    if S.max() > 5:
        axes.set_yscale("log")
    axes.set_ylim(1, max(1.08 * S.max(), 1.05))
    axes.fill_between(x, 1, np.where(above, axes.get_ylim()[1], 1), step="mid", linewidth=0,
                      color=style.pale(style.VERMILION, 0.25))
    axes.plot(x, S, color=style.VERMILION, linewidth=1.0)
    axes.set_ylabel("S")
    share = above.mean()
    axes.set_title(f"S > 1: {100 * share:.0f} % of the frequencies" if share else
                   "S = 1 throughout")


# ---- maps

def regimes_of(results) -> list[str]:
    """Quantities of a map that are regimes, those of computed motions first.

    ["regime"], ["first.regime", "third.regime"], or those of the closed form if there are no
    others.
    """
    def of_regimes(name):
        values = results[f"map/quantities/{name}/value"].values
        return values.dtype.kind == "U" and set(values) <= set(REGIONS)
    names = [name for name in maps.quantities(results)
             if (name == "regime" or name.endswith(".regime")) and of_regimes(name)]
    closed = BY_BOUNDARIES in maps.quantities(results) and of_regimes(BY_BOUNDARIES)
    return names or ([BY_BOUNDARIES] if closed else [])


def shown(results) -> set[str]:
    """Quantities that figures of regimes show; other figures of a map leave them out."""
    if not regimes_of(results):
        return set()
    closed = {BY_BOUNDARIES, "limit", "S", "found_by", "cycles", "at_key.stop-free",
              "stop_free.from", "stop_free.to", "stop_free.reversals",
              *(f"at_key.{name}" for name, *_ in BOUNDARIES)}
    return closed | set(regimes_of(results))


def of_contacts(results) -> list[str]:
    """A name for each of `regimes_of`: "" for the only contact, otherwise the name of the contact."""
    return ["" if name in ("regime", BY_BOUNDARIES) else name.removesuffix(".regime")
            for name in regimes_of(results)]


def _regime_name(results, contact: str) -> str:
    return f"{contact}.regime" if contact else regimes_of(results)[0]


@style.styled
def regime_map(results, contact: str = ""):
    """Regimes of a contact over two keys as coloured regions, with the analytic boundaries.

    Regimes are those of computed motions if the map has them, otherwise those of the closed form.
    Boundaries are curves if the file has them, otherwise contours between the points, where the
    limit of the contact equals the boundary. Crosses are points without a result. Returns a Figure.
    """
    name = _regime_name(results, contact)
    figure, ((axes,),) = style.panels(height=4.4)
    at = f"map/quantities/{name}/"
    point, texts = results[at + "point"].values.astype(int), results[at + "value"].values
    factor, unit = style.scale(results["map/y"].unit, results["map/y"].values)
    x, y, values = maps.picture(results, point, np.array([list(REGIONS).index(t) for t in texts]))
    picture = maps.mesh(axes, x, factor * y, values, cmap=ListedColormap(list(REGIONS.values())),
                        norm=BoundaryNorm(np.arange(-0.5, len(REGIONS)), len(REGIONS)))
    axes.set_facecolor("white")
    for values, limits in ((x, axes.set_xlim), (factor * y, axes.set_ylim)):
        if len(values) > 1:
            limits(values[0], values[-1])
    handles = {_words(region): Patch(color=colour) for region, colour in REGIONS.items()
               if region in texts}
    at_x, curves = _curves(results)
    if not contact and curves:
        limits = axes.axis()
        curves = {name: factor * values for name, values in curves.items()}
        if name == BY_BOUNDARIES and _shade(axes, at_x, curves):
            picture.remove()  # curves separate the regions more precisely than points
        handles |= _draw(axes, at_x, curves, _array(results, "boundaries/poles"))
        axes.axis(limits)
    elif not contact:
        handles |= _contours(axes, results, factor)
    handles |= _mark_points(axes, results, name, point, texts, factor)
    axes.set_xlabel(maps.key_label(results))
    label = results["map/y"].meaning or maps.key_label(results, "y")
    axes.set_ylabel(f"{label} [{unit}]" if unit else label)
    axes.set_title(style.title(results.title, f"contact {contact}" if contact else ""))
    style.legend_below(figure, handles)
    return figure


def _of_points(results, name: str) -> np.ndarray | None:
    """A quantity at each point of a map, NaN where a point has none; None if the map does not have
    it."""
    if name not in maps.quantities(results):
        return None
    values = np.full(len(results["map/status"].values), np.nan)
    at = f"map/quantities/{name}/"
    values[results[at + "point"].values.astype(int)] = results[at + "value"].values
    return values


def _force_unit(results) -> str:
    """Unit of the limit and the boundaries of a map: "N", or "N m" for a contact that rotates."""
    names = ["map/quantities/limit/value"]
    for name, *_ in BOUNDARIES:
        names += [f"boundaries/{name}", f"map/quantities/at_key.{name}/value"]
    return next((results[name].unit for name in names if name in results), "")


def _curves(results) -> tuple[np.ndarray, dict]:
    """Boundaries over x in the file of a map, by name; empty if there are none."""
    return _array(results, "boundaries/x"), _of_file(results)


def _contours(axes, results, factor: float) -> dict:
    """Draws contours where the limit of the contact equals a boundary, interpolated between points.
    Returns handles by label."""
    limit = _of_points(results, "limit")
    handles = {}
    if limit is None:
        return handles
    x, y = maps.places(results)
    for name, label, colour, dashes, width in BOUNDARIES:
        boundary = _of_points(results, f"at_key.{name}")
        if boundary is None:
            continue
        # The quotient crosses 1 smoothly where the difference has a pole.
        some = (limit > 0) & (boundary > 0)
        level = np.log(limit[some] / boundary[some])
        if not some.any() or not level.min() < 0 < level.max():
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                triangles = Triangulation(_unit(x[some], axes.get_xscale()),
                                          _unit(y[some], axes.get_yscale())).triangles
            except (RuntimeError, ValueError):  # points on a line
                continue
        axes.tricontour(Triangulation(x[some], factor * y[some], triangles), level, [0],
                        colors=[colour], linestyles=[dashes], linewidths=[width], zorder=3)
        handles[label] = Line2D([], [], color=colour, linestyle=dashes, linewidth=width)
    return handles


def _unit(values: np.ndarray, scale: str) -> np.ndarray:
    """Scales values to 0 to 1, so that distances are those in the picture."""
    values = np.log(values) if scale == "log" else values
    return (values - values.min()) / (np.ptp(values) or 1)


def _mark_points(axes, results, name, point, texts, factor: float) -> dict:
    """Draws crosses at points without a result, and dots where the boundaries contradict the
    motion.

    The closed form of continuous sliding holds for two reversals a period. A motion without stops
    above it that has more reversals does not contradict it.
    """
    handles = {}
    x, y = maps.places(results)
    status = results["map/status"].values
    computed = ~np.isin(status, ("not run", "interrupted"))
    failed = np.setdiff1d(np.flatnonzero(computed), point)
    if failed.size:
        handles["no result"], = axes.plot(x[failed], factor * y[failed], "x", color=style.BLACK,
                                       markersize=4, markeredgewidth=0.8, zorder=4, clip_on=False)
    if name == "regime" and BY_BOUNDARIES in maps.quantities(results):
        at = f"map/quantities/{BY_BOUNDARIES}/"
        closed = dict(zip(results[at + "point"].values, results[at + "value"].values))
        reversals = _of_points(results, "reversals_per_period")

        def contradicts(k, text):
            more = text == "continuous" and closed[k] == "stick-slip" and reversals is not None
            return closed[k] != text and not (more and reversals[k] > 2)

        other = np.array([k for k, t in zip(point, texts) if k in closed and contradicts(k, t)],
                         dtype=int)
        if other.size:
            handles[f"not as by the boundaries: {other.size} of {len(point)} points"], = axes.plot(
                x[other], factor * y[other], ".", color=style.PINK, markersize=4, zorder=4)
    return handles


@style.styled
def regime_sweep(results, contact: str = ""):
    """Regimes of a contact over one key: boundaries, limit, and quantities of the computed motions.

    Lower panels show amplitude, stops per period, ... if the map has them. Colours and markers show
    the regime of each point. Returns a Figure.
    """
    prefix = f"{contact}." if contact else ""
    name = _regime_name(results, contact)
    found = maps.quantities(results)
    below = [(quantity, words) for quantity, words in (
        ("amplitude", "amplitude"), ("stops_per_period", "stops per period"),
        ("sticking", "share of sticking"), ("dissipation_per_cycle", "dissipation per cycle"))
        if prefix + quantity in found]
    forces = not contact and ("limit" in found or "boundaries/x" in results)
    rows = forces + len(below)
    figure, axes = style.panels(rows or 1, height=0.9 + (2.8 if forces else 0) + 1.5 * len(below),
                                sharex=True,
                                gridspec_kw={"height_ratios": forces * [2] + len(below) * [1]}
                                if rows else None)
    panels = list(axes[:, 0])
    handles = _sweep_forces(panels.pop(0), results) if forces else {}
    texts = np.full(len(results["map/status"].values), "", dtype="U20")
    at = f"map/quantities/{name}/"
    texts[results[at + "point"].values.astype(int)] = results[at + "value"].values
    x = results["map/x"].values
    for (quantity, words), panel in zip(below, panels):
        array = results[f"map/quantities/{prefix + quantity}/value"]
        values = _of_points(results, prefix + quantity)
        factor, unit = style.scale(array.unit, array.values)
        order = np.argsort(x, kind="stable")
        panel.plot(x[order], factor * values[order], color=style.GREY, linewidth=0.6, zorder=1)
        for region, (marker, colour) in MARKS.items():
            some = texts == region
            if some.any():
                handles[f"point: {region}"], = panel.plot(
                    x[some], factor * values[some], marker, color=colour, zorder=2,
                    markersize=float(np.clip(300 / len(x), 2, 4)), linestyle="none")
        panel.set_ylabel(words.replace(" per", "\nper", 1) + (f" [{unit}]" if unit else ""))
        if quantity == "stops_per_period":
            panel.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=5))
        positive = factor * values[values > 0]
        if quantity in WIDE and positive.size and positive.max() > 20 * np.median(positive):
            panel.set_yscale("log")  # resonances; rest is left out
            panel.set_ylim(0.5 * max(positive.min(), 1e-6 * positive.max()), 2 * positive.max())
        else:
            panel.set_ylim(bottom=min(0, panel.get_ylim()[0]))
    for panel in axes[:, 0]:
        maps.mark_failed(panel, results)
    if x.size > 1 and x.min() < x.max():
        axes[0, 0].set_xlim(x.min(), x.max())
        if x.min() > 0 and maps.equal_ratios(np.unique(x)):
            axes[0, 0].set_xscale("log")
    figure.align_ylabels(axes[:, 0])
    axes[-1, 0].set_xlabel(maps.key_label(results))
    axes[0, 0].set_title(style.title(results.title, f"contact {contact}" if contact else ""))
    if handles:
        style.legend_below(figure, handles)
    return figure


def _sweep_forces(panel, results) -> dict:
    """Draws boundaries over the key, from the file or from the points, and the limit. Returns
    handles by label."""
    limit = _of_points(results, "limit")
    order = np.argsort(results["map/x"].values, kind="stable")
    poles = _array(results, "boundaries/poles")
    x, curves = _curves(results)
    if not curves:
        curves = {name: _of_points(results, f"at_key.{name}") for name, *_ in BOUNDARIES}
        curves = {name: values[order] for name, values in curves.items() if values is not None}
        known = np.all([np.isfinite(v) for v in curves.values()], axis=0) if curves else []
        x = results["map/x"].values[order][known]
        curves = {name: values[known] for name, values in curves.items()}
    forces = limit[np.isfinite(limit)] if limit is not None else np.array([])
    highest = _highest(curves, *forces)
    if forces.size and forces.max() > 0:
        highest = min(highest, MOST_LIMITS * forces.max())
    factor, unit = style.scale(_force_unit(results), np.array([highest]))
    curves = {name: factor * values for name, values in curves.items()}
    panel.set_ylim(0, factor * highest)
    at = results["map/x"].values[order]
    if len(at) == 1:  # a level line about it: a single point would draw nothing
        at = np.array(style.widened(at[0], at[0], 0.02 * abs(at[0]) or 1.0))
        x, limit, order = at, None if limit is None else np.repeat(limit, 2), slice(None)
        curves = {name: np.repeat(values, 2) for name, values in curves.items() if len(values) == 1}
    _shade(panel, x, curves)
    handles = _regions_of(curves) | _draw(panel, x, curves, poles)
    if limit is not None:
        handles["limit of the contact"], = panel.plot(
            at, factor * limit[order], color=style.GREEN,
            linestyle="-.", linewidth=1.2, zorder=4, label="limit of the contact")
    panel.set_ylabel(f"friction force [{unit}]")
    return handles
