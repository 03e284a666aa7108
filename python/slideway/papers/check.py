"""Checks that the cases, keys and quantities of a manifest exist, without computing."""
from __future__ import annotations

import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor

from slideway.papers.expressions import ManifestError, Readable, hint
from slideway.papers.manifest import Paper, Run


def check(program: str, paper: Paper) -> None:
    """Raises ManifestError for a run that `slideway check` refuses, and for a quantity or an array
    that the analysis of its run does not have."""
    names = _Names(program)
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for run, checked in zip(paper.runs.values(), pool.map(lambda run: _checked(program, run), paper.runs.values())):
            if checked.returncode:
                raise ManifestError(f"{paper.name}: run {run.name}: {checked.stderr.strip()}")
            names.add(run.name, checked.stdout)
    for figure in paper.figures:
        quantities = [says.quantity for says in figure.says if says.quantity]
        for expression in [*(e for panel in figure.panels for e in panel.expressions), *quantities]:
            for run, name in expression.used:
                names.require(run, name, expression.where)


def _checked(program: str, run: Run) -> subprocess.CompletedProcess:
    """Result of `slideway check` of a run. It is that of the quick variant if this is refused."""
    for overrides in dict.fromkeys((tuple(run.overrides(True)), tuple(run.overrides(False)))):
        command = [program, "check", run.case]
        for override in overrides:
            command += ["--set", override]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            break
    return done


class _Names:
    """Names of the quantities and arrays of the analyses of runs."""

    def __init__(self, program: str):
        self._program = program
        self._types: dict[str, list[str]] = {}  # analyses by run
        self._known: dict[str, list[tuple[str, re.Pattern]]] = {}  # by analysis

    def add(self, run: str, checked: str) -> None:
        """Adds a run. checked: what `slideway check` printed."""
        analysis = re.search(r"^analysis (\S+)", checked, re.M)
        also = ["smoothing"] + (["map"] if re.search(r"^map ", checked, re.M) else [])
        self._types[run] = [analysis[1], *also]  # smoothed joints add quantities to any analysis

    def require(self, run: str, name: str, where: str) -> None:
        """Raises ManifestError unless results of the run may have the name."""
        patterns = [pattern for kind in self._types[run] for _, pattern in self._of(kind)]
        if name in Readable.SUMMARY or name.startswith("bodies.") or any(
                pattern.fullmatch(name.lstrip("/")) for pattern in patterns):
            return
        known = [text for kind in self._types[run] for text, _ in self._of(kind)]
        raise ManifestError(f"{where}: {run}[{name!r}]; {self._types[run][0]} has no such quantity "
                            f"or array{hint(name, known)[:200]}")

    def _of(self, analysis: str) -> list[tuple[str, re.Pattern]]:
        """Names of an analysis with patterns, from `slideway results`. Words that stand for a name
        (J, M, K, branch_K, ...) match any text."""
        if analysis not in self._known:
            text = subprocess.run([self._program, "results", analysis], capture_output=True, text=True,
                                  check=True).stdout
            names = re.findall(r"^  (\S+?)(?: \([^)]*\))?(?: \[[^\]]*\])?$", text, re.M)
            placeholders = set(re.findall(r"([A-Z][A-Z]*|branch_K|period_n|\bn)(?= stands? for)", text))
            self._known[analysis] = [(name, _pattern(name, placeholders)) for name in names]
        return self._known[analysis]


def _pattern(name: str, placeholders: set[str]) -> re.Pattern:
    """Pattern of a name. Prefixes, such as the contact of a regime, are left open."""
    for several in (one for one in placeholders if "_" in one):  # of period_n the last part varies
        name = name.replace(several, f"{several.rpartition('_')[0]}_X")
    parts = re.split(r"([./_])", name)
    pattern = ""
    for part in parts:
        wild = part in placeholders or len(parts) > 1 and re.fullmatch(r"[A-Z]+", part)
        pattern += ".+" if wild else re.escape(part)
    return re.compile(r"(?:.+[./])?" + pattern + r"(?:_\d+)?")
