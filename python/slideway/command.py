"""The command `slideway plot`: draws standard figures of results and writes them beside the
results. `slideway paper` is in `slideway.papers.command`."""
from __future__ import annotations

import argparse
import importlib
import sys
import warnings

FORMATS = ("png", "svg", "pdf")
PACKAGES = {"numpy": "python3-numpy", "h5py": "python3-h5py", "matplotlib": "python3-matplotlib"}
WRONG_INPUT = 2


class _Parser(argparse.ArgumentParser):
    def error(self, message):  # one line, as everywhere in the program
        self.exit(WRONG_INPUT, f"command line: {message}; see slideway plot --help\n")


def _formats(text: str) -> list[str]:
    formats = [part.strip() for part in text.split(",")]
    wrong = [part for part in formats if part not in FORMATS]
    if wrong:
        raise argparse.ArgumentTypeError(
            f"{wrong[0]!r}: expected some of {', '.join(FORMATS)}, separated by commas")
    return list(dict.fromkeys(formats))


def _dpi(text: str) -> int:
    if not text.isdecimal() or not 30 <= int(text) <= 1200:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a whole number, 30 to 1200")
    return int(text)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="slideway plot", allow_abbrev=False,
        description="Draws the standard figures of results; curves of backbones are written as CSV "
                    "too. Of several folders: the figures that compare them, in the first folder.")
    parser.add_argument("folders", metavar="DIR", nargs="+", help="results folder of a run")
    parser.add_argument("--format", type=_formats, default=["png", "svg"], metavar="LIST",
                        help=f"some of {','.join(FORMATS)}; default png,svg")
    parser.add_argument("--output", metavar="FOLDER", help="default: DIR/figures of the first DIR")
    parser.add_argument("--dpi", type=_dpi, default=200,
                        help="dots per inch of PNG files and of pictures inside SVG; default 200")
    return parser


def missing_modules() -> list[str]:
    """Names of the missing modules without which nothing can be drawn."""
    missing = []
    for module in PACKAGES:
        try:
            importlib.import_module(module)
        except ImportError:
            missing.append(module)
    return missing


def main(arguments: list[str]) -> int:
    """Runs `python3 -m slideway ARGUMENTS`. Returns the exit status: 0 done, 2 wrong input."""
    if arguments[:1] == ["draw"] and len(arguments) == 3:
        return _draw_model(*arguments[1:])
    if arguments[:1] == ["paper"]:
        from slideway.papers.command import main as paper
        return paper(arguments[1:])
    if not arguments or arguments[0] != "plot":
        print("usage: python3 -m slideway plot DIR [DIR ...]; see plot --help", file=sys.stderr)
        return WRONG_INPUT
    ready = arguments[1:] == ["--ready"]  # asked by `slideway run --plot`, before it computes
    try:
        options = None if ready else _parser().parse_args(arguments[1:])
    except SystemExit as stop:  # --help, or a wrong command line
        return stop.code
    missing = missing_modules()
    if missing:
        print(f"slideway plot: {sys.executable} has no {', '.join(missing)}; "
              f"apt-get install {' '.join(PACKAGES[module] for module in missing)}",
              file=sys.stderr)
        return WRONG_INPUT
    if ready:
        return 0

    from slideway.plots.standard import draw_all
    return _print_files(lambda: draw_all(options.folders, options.output, options.format, options.dpi))


def _draw_model(description: str, folder: str) -> int:
    """Draws a model for `slideway draw`, from the file of its description. Returns the exit status."""
    from slideway.plots.model import draw_model
    return _print_files(lambda: draw_model(description, folder))


def _print_files(draw) -> int:
    """Prints the files that `draw` writes. Returns the exit status."""
    from slideway.results import ResultsError
    warnings.filterwarnings("ignore", "Glyph .* missing from", UserWarning)  # a box in its place
    try:
        for line in draw():
            print(line, flush=True)
    except ResultsError as error:
        print(error.reason, file=sys.stderr)
        return WRONG_INPUT
    except OSError as error:
        print(f"{error.filename}: cannot write: {error.strerror}", file=sys.stderr)
        return WRONG_INPUT
    except KeyboardInterrupt:
        return 130
    return 0
