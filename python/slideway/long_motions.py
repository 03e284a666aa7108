"""Readers and tables of long-motions results: motions over many periods, from one start or many."""
from __future__ import annotations

import numpy as np


def has_motions(results) -> bool:
    return results.analysis == "long-motions" and "starts/outcome" in results


def is_one(results) -> bool:
    """True if the results hold one motion in full."""
    return has_motions(results) and "told" in results


def period(results) -> float:
    """Period of the drive [s]."""
    return float(results["period"].values[0])


def monitor_of(results) -> str:
    return results.attributes["monitor"]


def sections_of(results) -> list[str]:
    """Names of the sections that the motion crosses."""
    return results.names("sections") if is_one(results) else []


def watched_in(results, group: str) -> list[str]:
    """Names with points in a group such as "sections/touches" or "last", the monitor first."""
    return sorted(results.names(f"{group}/points"),
                  key=lambda name: (name != monitor_of(results), name))


def has_exponent(results) -> bool:
    return is_one(results) and "growth" in results


def running_exponent(results) -> tuple[np.ndarray, np.ndarray]:
    """Numbers of periods (1, 2, ...), and the exponent over so many periods [1/s]."""
    growth = results["growth"].values
    periods = np.arange(1, len(growth) + 1)
    return periods, np.cumsum(growth) / (periods * period(results))


def has_starts(results) -> bool:
    """True if the results hold motions from many starts."""
    return has_motions(results) and "told" not in results


def unsettled(results) -> tuple[np.ndarray, np.ndarray]:
    """Periods at which the number of unsettled motions changes, and the number from there on.
    Motions that broke off or were not run do not count."""
    outcome, life, ran = (results[f"starts/{name}"].values
                          for name in ("outcome", "life", "periods"))
    names = results["starts/outcome"].names()
    counted = np.array([names[int(k)] not in ("not run", "broke off") for k in outcome])
    lives = np.sort(life[counted & (life >= 0)])
    last = ran[counted].max(initial=0)
    periods = np.r_[0, lives, last]
    return periods, np.r_[counted.sum(), counted.sum() - np.arange(1, len(lives) + 1),
                          counted.sum() - len(lives)]


def starts_table(results) -> dict[str, np.ndarray]:
    """Table of the outcome of each start, as a dict of columns."""
    columns = {}
    for what in ("displacement", "velocity"):
        for name in results.names(f"starts/{what}"):
            array = results[f"starts/{what}/{name}"]
            columns[f"{what} {name} [{array.unit}]"] = array.values
    outcome = results["starts/outcome"]
    names = outcome.names()
    columns |= {"outcome": np.array([names[int(k)] for k in outcome.values]),
                "periods": results["starts/periods"].values,
                "life time [periods]": results["starts/life"].values,
                "orbit": results["starts/orbit"].values}
    if "starts/penetration" in results:  # the model has stops
        columns |= {"impacts per period": results["starts/impacts"].values,
                    "penetration [m]": results["starts/penetration"].values}
    for name in results.names("starts/points"):
        for what in ("least", "largest"):
            array = results[f"starts/points/{name}/{what}"]
            columns[f"{what} {name} [{array.unit}]"] = array.values
    return columns


def sections_table(results) -> dict[str, np.ndarray]:
    """Table of the points of all sections, one after the other, as a dict of columns."""
    names = sections_of(results)

    def column(values_of):
        return np.concatenate([values_of(f"sections/{name}") for name in names])
    columns = {"section": np.concatenate([[name] * len(results[f"sections/{name}/time"].values)
                                          for name in names]),
               "time [s]": column(lambda group: results[f"{group}/time"].values)}
    for watched in watched_in(results, f"sections/{names[0]}"):
        for what in ("displacement", "velocity"):
            unit = results[f"sections/{names[0]}/points/{watched}/{what}"].unit
            columns[f"{what} {watched} [{unit}]"] = column(
                lambda group, w=watched, q=what: results[f"{group}/points/{w}/{q}"].values)
    return columns


def exponent_table(results) -> dict[str, np.ndarray]:
    """Table of the growth of a disturbance period by period, as a dict of columns."""
    periods, exponent = running_exponent(results)
    return {"period": periods, "growth": results["growth"].values, "exponent [1/s]": exponent}
