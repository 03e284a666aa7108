"""The command `slideway paper`: figures of papers with a verdict on each statement."""
from __future__ import annotations

import argparse
import os
import sys
import warnings
from pathlib import Path

from slideway.files import OwnFiles, to_csv, whole
from slideway.papers import manifest
from slideway.papers.expressions import ManifestError, Readable
from slideway.values import ResultsError

WRONG_INPUT, CHANGED = 2, 1


class _Parser(argparse.ArgumentParser):
    def error(self, message):  # one line, as everywhere in the program
        self.exit(WRONG_INPUT, f"command line: {message}; see slideway paper --help\n")


def _threads(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a whole number of at least 1")
    return int(text)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="slideway paper", allow_abbrev=False,
                     description="Computes and draws the figures of a paper, and judges its statements. "
                                 "The exit status is 1 if a verdict has changed.")
    parser.add_argument("what", metavar="ID[/FIGURE]", nargs="?", default="",
                        help="paper, figure (002/16) or panel (002/16a); default: all papers")
    parser.add_argument("--quick", action="store_true", help="coarser grids, in seconds")
    parser.add_argument("--list", action="store_true", help="list papers, figures and panels")
    parser.add_argument("--output", metavar="DIR", help="default: results/papers, with --quick "
                                                        "results/papers_quick")
    parser.add_argument("--markdown", action="store_true", help="print docs/papers.md")
    parser.add_argument("--check", action="store_true",
                        help="check the manifests: cases, keys and quantities; nothing is computed")
    parser.add_argument("--threads", type=_threads, default=len(os.sched_getaffinity(0)),
                        help="runs at a time; default: all processors")
    return parser


def main(arguments: list[str]) -> int:
    """Runs `slideway paper`. arguments: path of the program, folder of the manifests, then those of
    the command line. Returns the exit status: 0 done, 1 a verdict has changed, 2 wrong input."""
    program, folder, *rest = arguments
    try:
        options = _parser().parse_args(rest)
    except SystemExit as stop:  # --help, or a wrong command line
        return stop.code
    try:
        return _run(program, Path(folder), options)
    except (ManifestError, ResultsError) as error:
        print(getattr(error, "reason", error), file=sys.stderr)
        return WRONG_INPUT
    except ModuleNotFoundError as error:
        print(f"slideway paper: {sys.executable} has no {error.name}; apt-get install python3-numpy "
              "python3-h5py python3-matplotlib, and Python 3.11 or newer", file=sys.stderr)
        return WRONG_INPUT
    except OSError as error:
        print(f"{error.filename}: cannot write: {error.strerror}", file=sys.stderr)
        return WRONG_INPUT
    except KeyboardInterrupt:
        print("interrupted; the same command continues", file=sys.stderr)
        return 130


def _run(program: str, folder: Path, options) -> int:
    name, _, number = options.what.partition("/")
    papers = [manifest.read(folder, one) for one in ([name] if name else manifest.names_of(folder))]
    chosen, panel = papers[0].figure(number) if number else (None, "")
    if options.list:
        for paper in papers:
            print(_listed(paper, [chosen] if chosen else paper.figures), end="")
        return 0
    if options.markdown:
        from slideway.papers.report import markdown
        print(markdown(papers), end="")
        return 0
    if options.check:
        from slideway.papers.check import check
        for paper in papers:
            check(program, paper)
            print(f"{paper.name}: {len(paper.runs)} runs, {len(paper.figures)} figures and tables")
        return 0
    output = Path(options.output or ("results/papers_quick" if options.quick else "results/papers"))
    status = 0
    for paper in papers:
        work = _Work(program, paper, output / paper.name, options)
        status = max(status, work.do(chosen, panel))
    return status


def _listed(paper, figures) -> str:
    """Lines of `--list`."""
    text = f"{paper.name}  {paper.title}\n"
    for figure in figures:
        letters = ", ".join(panel.name for panel in figure.panels if panel.name)
        text += f"  {paper.name}/{figure.number:<8} {figure.title}" + (f" ({letters})" if letters else "") + "\n"
    return text


class _Work:
    """Figures and statements of one paper in one folder."""

    def __init__(self, program: str, paper, folder: Path, options):
        from slideway.papers.runs import Runs
        self._paper, self._folder = paper, folder
        self._runs = Runs(program, folder / "runs", options.quick)
        self._threads = options.threads
        self._own = OwnFiles(folder, False)

    def do(self, chosen, only: str) -> int:
        """Computes, draws and judges one figure, or all. Returns the exit status."""
        paper = self._paper
        figures = [chosen] if chosen else paper.figures
        names = dict.fromkeys(name for figure in figures for name in figure.runs())
        self._runs.compute([paper.runs[name] for name in names], self._threads,
                           lambda line: print(f"{paper.name}: {line}", file=sys.stderr, flush=True))
        status = 0
        for figure in figures:
            try:
                for file in self._draw(figure, only):
                    print(file, flush=True)
            except ResultsError as error:
                print(f"{paper.name}/{figure.number}: {error.reason}", file=sys.stderr)
                status = CHANGED
        return max(status, self._judge(figures))

    def _results(self, names) -> tuple[dict, dict]:
        """Results of the runs that have some, and the same as expressions see them."""
        found = {}
        for name in names:
            try:
                found[name] = self._runs.of(self._paper.runs[name])
            except ResultsError:
                pass
        return found, {name: Readable(results) for name, results in found.items()}

    def _draw(self, figure, only: str):
        """Draws a sheet, or writes the tables. Yields the names of the files."""
        from slideway.papers import sheets
        from slideway.plots import style
        for name in figure.runs():
            self._runs.of(self._paper.runs[name])  # or the reason why there are none
        results, readable = self._results(figure.runs())
        for panel in figure.panels:
            if panel.kind == "table":
                head, rows = sheets.table_of(panel, readable)
                file = self._own.claim(self._folder / f"{figure.stem}.csv")
                to_csv(dict(zip(head, zip(*rows))), file)
                yield str(file)
        if any(panel.kind != "table" for panel in figure.panels):
            warnings.filterwarnings("ignore", "Glyph .* missing from", UserWarning)
            drawing = sheets.draw(self._paper, figure, results, readable, only)
            style.settle(drawing, 150)
            file = self._own.claim(self._folder / f"{figure.stem}{only}.png")
            style.save(drawing, file, 150)
            yield str(file)

    def _judge(self, figures) -> int:
        """Judges statements, prints those whose verdict has changed, and writes index.md for all
        figures of the paper that the folder has. Returns the exit status."""
        from slideway.papers import report
        names = dict.fromkeys(name for figure in self._paper.figures for name in figure.runs())
        _, readable = self._results(names)
        there = [figure for figure in self._paper.figures if set(figure.runs()) <= readable.keys()
                 or figure in figures]
        judgements = {figure.number: [report.judge(says, readable) for says in figure.says] for figure in there}
        status = 0
        for figure in figures:
            for k, found in enumerate(judgements[figure.number], 1):
                if found.stands:
                    continue
                status = CHANGED
                why = f"{found.ours}; {report.expected_text(found.says)} was expected" if found.ours else found.reason
                print(f"{self._paper.name}/{figure.number}: statement {k} ({found.says.text}): the verdict "
                      f"{found.says.verdict!r} has changed: {why}", file=sys.stderr)
        pictures = {figure.number: f"{figure.stem}.png" for figure in there
                    if (self._folder / f"{figure.stem}.png").exists()}
        file = self._own.claim(self._folder / "index.md")
        with whole(file) as temporary:
            temporary.write_text(report.index(self._paper, there, judgements, pictures, readable), encoding="utf-8")
        print(f"{file}: {report.counts(figures)}")
        return status
