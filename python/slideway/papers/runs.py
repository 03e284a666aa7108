"""Runs of a paper: computes those that are missing, one process each."""
from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from slideway.papers.manifest import Run
from slideway.results import Results, ResultsError, read

UNFINISHED = ("interrupted",)  # status of a run that the same command continues


class Runs:
    """Results of the runs of a paper in a folder.

    program: path of `slideway`. folder: each run has a folder of its name there.
    """

    def __init__(self, program: str, folder: Path, quick: bool):
        self._program, self._folder, self._quick = program, folder, quick
        self._read: dict[str, Results] = {}
        self.failures: dict[str, str] = {}  #: reason by name of a run that has no results

    def compute(self, runs: list[Run], threads: int, report: Callable[[str], None]) -> None:
        """Computes the runs without usable results, `threads` at a time. Those that fail are
        listed in `failures`, with the last line of their message."""
        missing = [run for run in runs if not self._is_done(run)]
        if not missing:
            return
        with ThreadPoolExecutor(max_workers=threads) as pool:
            begun = {pool.submit(self._compute, run): run for run in missing}
            try:
                for k, future in enumerate(as_completed(begun), 1):
                    run, message = begun[future], future.result()
                    report(f"{k}/{len(missing)} {run.name}" + (f": {message}" if message else ""))
            except KeyboardInterrupt:  # the processes got the signal too and save what they have
                pool.shutdown(wait=True, cancel_futures=True)
                raise

    def of(self, run: Run) -> Results:
        """Returns the results of a run. Raises ResultsError if it has none."""
        if run.name not in self._read:
            if not self._is_done(run):
                raise ResultsError(f"run {run.name}: "
                                   f"{self.failures.get(run.name, 'has not been computed')}")
            self._read[run.name] = read(self._folder / run.name)
        return self._read[run.name]

    def _compute(self, run: Run) -> str:
        """Runs the case. Returns "", or the reason why there are no usable results."""
        command = [self._program, "run", run.case, "--quiet", "--threads", "1",
                   "--output", str(self._folder / run.name)]
        for override in run.overrides(self._quick):
            command += ["--set", override]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        lines = done.stderr.strip().splitlines()
        if done.returncode == 2 or not self._is_done(run):
            self.failures[run.name] = lines[-1] if lines else f"exit status {done.returncode}"
            return self.failures[run.name]
        return lines[-1] if done.returncode and lines else ""

    def _is_done(self, run: Run) -> bool:
        """True if the results in the folder are of this case and these keys, and not older than the
        program or the case file."""
        file = self._folder / run.name / "summary.json"
        try:
            summary = json.loads(file.read_text(encoding="utf-8"))
            case = summary["case"]
            time = file.stat().st_mtime
            return (case["overrides"] == run.overrides(self._quick)
                    and Path(case["file"]).with_suffix("").as_posix().endswith(run.case)
                    and summary["status"] not in UNFINISHED
                    and time > os.stat(self._program).st_mtime
                    and time > os.stat(case["file"]).st_mtime)
        except (OSError, ValueError, KeyError, TypeError):
            return False
