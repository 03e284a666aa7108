"""Figures of the friction of a contact patch over slip and spin: force and torque, exact and
approximate."""
from __future__ import annotations

import numpy as np
from matplotlib.lines import Line2D

from slideway.plots import style

SAME = 1e-9  # error of a law that is exact except for round-off
EXACT = {"linestyle": (0, (4, 2)), "linewidth": 0.7}


def has_law(results) -> bool:
    return "law/latitude" in results


def has_balance(results) -> bool:
    return "balance/latitude" in results


def _law(results, at: str) -> list[np.ndarray]:
    """Force and torque of a law; at: "law" or "law/exact"."""
    return [results[f"{at}/{name}"].values for name in ("force", "torque")]


def _is_exact(results) -> bool:
    return np.abs(np.subtract(_law(results, "law"), _law(results, "law/exact"))).max() <= SAME


def _over_radius(results, latitude: np.ndarray) -> np.ndarray:
    """Latitudes [°] on the sphere whose spin axis is scaled by the radius, independent of the scale
    of the run."""
    by = results["law/radius"].values[0] / results["law/rho"].values[0]
    return np.degrees(np.arctan2(by * np.sin(latitude), np.cos(latitude)))


@style.styled
def patch_law(results):
    """Force and torque for slip along x: over eps = u/(R omega), over the spin of the direction,
    over the latitude on the sphere of the run, and over each other. They are fractions of the
    values of pure slip and pure spin. Thin dashed lines are the exact law if the case has
    another. Returns a Figure."""
    theta = results["law/latitude"].values
    eps = results["law/rho"].values[0] / results["law/radius"].values[0] / np.tan(
        np.clip(theta, 1e-9, None))
    figure, axes = style.panels(1, 4, height=2.2)
    by_eps, by_spin, by_angle, body = axes[0]
    approximate = not _is_exact(results)
    for at, look in (("law/exact", EXACT), ("law", {"linewidth": 1.2})):
        if at == "law/exact" and not approximate:
            continue
        Q, T = _law(results, at)
        shown = eps <= 3
        for values, colour in ((Q, style.BLUE), (T, style.VERMILION)):
            by_eps.plot(eps[shown], values[shown], color=colour, **look)
            by_spin.plot(np.sin(theta), values, color=colour, **look)
            by_angle.plot(np.degrees(theta), values, color=colour, **look)
        body.plot(Q, T, color=style.BLACK, **look)
    by_eps.set_xlim(0, 3)
    by_eps.set_xlabel("ε = slip / (R spin)")
    by_eps.set_ylabel("force, torque")
    by_spin.set_xlim(0, 1)
    by_spin.set_xlabel("spin of the direction")
    by_angle.set_xlim(0, 90)
    by_angle.set_xticks([0, 30, 60, 90])
    by_angle.set_xlabel("latitude [°]")
    body.set_xlabel("force")
    body.set_ylabel("torque")
    for each in (by_eps, by_spin, by_angle):
        each.set_ylim(0, None)
    body.set_xlim(0, None)
    body.set_ylim(0, None)
    handles = {"force": Line2D([], [], color=style.BLUE),
               "torque": Line2D([], [], color=style.VERMILION)}
    if approximate:
        handles["exact law"] = Line2D([], [], color=style.GREY, linestyle=EXACT["linestyle"])
    style.legend_below(figure, handles)
    return figure


# ---- laws of several results

def _names(several) -> list[str]:
    """Names of results: the law, with the length of its sphere if laws repeat, otherwise as for all
    results."""
    laws = [str(results.summary["used"]["law"]) for results in several]
    if len(set(laws)) < len(laws):
        laws = [f"{law}, ρ = {results.summary['used']['rho']}"
                for law, results in zip(laws, several)]
    return laws if len(set(laws)) == len(laws) else style.labels(several)


def _exact_curves(several, curves):
    """Curves (abscissa, values, ...) of the exact laws of approximate results. Each appears once,
    and only if no result has it as its own. curves: returns those of a result, with "" or
    "exact/" before its names."""
    known = [curves(results, "") for results in several if _is_exact(results)]
    missing = []
    for x, *values in (curves(results, "exact/") for results in several
                       if not _is_exact(results)):
        if all(max(np.abs(np.interp(x, at, other) - own).max()
                   for other, own in zip(others, values)) > 1e-3
               for at, *others in known + missing):
            missing.append((x, *values))
    return missing


def _law_curves(results, which: str):
    return (_over_radius(results, results["law/latitude"].values),
            *_law(results, f"law/{which}".rstrip("/")))


def _balance_curve(results, which: str):
    """Balance over the friction coefficient times the normal force."""
    limit = results.quantities[f"{results.attributes['joint']}.limit"].value
    return (_over_radius(results, results["balance/latitude"].values),
            results[f"balance/{which}force"].values / float(limit))


@style.styled
def compare_patch_laws(several):
    """Force and torque of the laws of several results over the angle between slip and R spin, as
    fractions of the values of pure slip and pure spin. Dashed lines are the exact laws. Lower
    panels show the errors of approximate laws. Returns a Figure."""
    approximate = [not _is_exact(results) for results in several]
    figure, axes = style.panels(1 + any(approximate), 2, height=4.2 if any(approximate) else 2.6,
                                sharex=True)
    handles = {}
    for theta, *law in _exact_curves(several, _law_curves):
        for panel, values in zip(axes[0], law):
            panel.plot(theta, values, color=style.BLACK, **EXACT)
        handles["exact law"] = Line2D([], [], color=style.BLACK, **EXACT)
    for k, (name, results) in enumerate(zip(_names(several), several)):
        colour = style.COLOURS[k % len(style.COLOURS)]
        theta, *own = _law_curves(results, "")
        exact = _law(results, "law/exact")
        for column in range(2):
            axes[0, column].plot(theta, own[column], color=colour, linewidth=1)
            if approximate[k]:
                axes[1, column].plot(theta, own[column] - exact[column], color=colour, linewidth=1)
        handles[name] = Line2D([], [], color=colour)
    for panel, name in zip(axes[0], ("force", "torque")):
        panel.set_ylabel(name)
    if any(approximate):
        for panel, name in zip(axes[1], ("force", "torque")):
            panel.set_ylabel(f"{name} − exact")
            panel.axhline(0, color=style.GREY, linewidth=0.6)
    for panel in axes[-1]:
        panel.set_xlim(0, 90)
        panel.set_xticks([0, 30, 60, 90])
        panel.set_xlabel("from slip to R spin [°]")
    style.legend_below(figure, handles)
    return figure


@style.styled
def compare_balances(several):
    """Force that balances a direction with slip and spin, over the angle between slip and R spin,
    for several results. A direction is a limit direction where the curve has the height of the
    load. The end of a curve is a pitchfork, extrema are folds. Dashed lines are exact laws.
    Returns a Figure."""
    figure, ((axes,),) = style.panels(1, 1, height=3.4)
    handles = {}
    for theta, force in _exact_curves(several, _balance_curve):
        axes.plot(theta, force, color=style.BLACK, **EXACT)
        handles["exact law"] = Line2D([], [], color=style.BLACK, **EXACT)
    for k, (name, results) in enumerate(zip(_names(several), several)):
        colour = style.COLOURS[k % len(style.COLOURS)]
        axes.plot(*_balance_curve(results, ""), color=colour, linewidth=1)
        handles[name] = Line2D([], [], color=colour)
    axes.axhline(0, color=style.GREY, linewidth=0.6)
    axes.set_xlim(0, 90)
    axes.set_xticks(range(0, 91, 15))
    axes.set_xlabel("from slip to R spin [°]")
    axes.set_ylabel("force / (friction × normal force)")
    style.legend_below(figure, handles)
    return figure
