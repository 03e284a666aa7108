"""Faults that are known and not yet mended. Pairs of this table run; their differences are listed and do not fail.

Each line: model, relation and result (regular expressions of the whole name), reason. Remove a line when its fault is mended:
the program names lines that no pair needed.
"""
from __future__ import annotations

import re

KNOWN: list[tuple[str, str, str, str]] = []


def known(model: str, relation: str, result: str) -> int | None:
    """Place in KNOWN of the line that covers a difference."""
    for place, (models, relations, results, _) in enumerate(KNOWN):
        if re.fullmatch(models, model) and re.fullmatch(relations, relation) and re.fullmatch(results, result):
            return place
    return None


def concerned(model: str, relation: str) -> bool:
    """True if a line covers some result of a pair."""
    return any(re.fullmatch(line[0], model) and re.fullmatch(line[1], relation) for line in KNOWN)
