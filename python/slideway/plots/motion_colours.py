"""Colours of the periodic motions that starts lead to, and of other outcomes."""
from __future__ import annotations

from slideway import basins
from slideway.plots import style

OWN = [c for c in style.COLOURS if c != style.BLACK]  # greys are for starts without a motion
FURTHER = "0.6"  # colour of all other motions
OTHERS = {basins.NOT_SETTLED: "0.85", basins.NOT_RUN: "white", basins.BROKE_OFF: "0.3"}


def of_motions(starts: dict) -> dict:
    """Colours of motions in their order. The motions with most starts have colours of their own,
    the others are grey. starts: number of starts by key of a motion."""
    most = sorted(starts, key=lambda k: -starts[k])[:len(OWN)]
    own = dict(zip((k for k in starts if k in most), OWN))
    return {k: own.get(k, FURTHER) for k in starts}


def area(colour: str, share: float):
    """Colour of a filled area. share: share of the colour, the rest is white."""
    return colour if colour == FURTHER else style.pale(colour, share)
