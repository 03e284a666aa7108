"""Colours of periodic motions that starts lead to, and of what else becomes of starts."""
from __future__ import annotations

from slideway import basins
from slideway.plots import style

OWN = [c for c in style.COLOURS if c != style.BLACK]  # greys are of starts without a motion
FURTHER = "0.6"  # of all motions beyond these
OTHERS = {basins.NOT_SETTLED: "0.85", basins.NOT_RUN: "white", basins.BROKE_OFF: "0.3"}


def of_motions(starts: dict) -> dict:
    """A colour for each motion, in their order: its own where most starts lead, else grey.
    starts: how many, by what a motion is known by."""
    most = sorted(starts, key=lambda k: -starts[k])[:len(OWN)]
    own = dict(zip((k for k in starts if k in most), OWN))
    return {k: own.get(k, FURTHER) for k in starts}


def area(colour: str, share: float):
    """For areas; share: of the colour, the rest is white."""
    return colour if colour == FURTHER else style.pale(colour, share)
