"""The commands `slideway plot`, which draws standard figures of results and writes them beside the
results, and `slideway convert`, which reads and writes files of other programs. `slideway paper` is in
`slideway.papers.command`."""
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
        self.exit(WRONG_INPUT, f"command line: {message}; see {self.prog} --help\n")


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
    parser.add_argument("--over", metavar="FILE",
                        help="measured responses, which are drawn over those of the same pair: a universal file "
                             "(dataset 58) or CSV")
    return parser


def _names(text: str) -> dict[str, str]:
    pairs = [part.partition("=") for part in text.split(",")]
    if not all(key in ("M", "C", "K", "H") and name for key, _, name in pairs):
        raise argparse.ArgumentTypeError(f"{text!r}: expected names of matrices, as in K=KAAX,M=MAAX")
    return {key: name for key, _, name in pairs}


def _units(text: str):
    """A system of units, or length, mass and time in SI: "1e-3,1e3,1"."""
    try:
        values = [float(part) for part in text.split(",")]
    except ValueError:
        return text
    if len(values) != 3:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a name such as mm-t-s, or length,mass,time in SI")
    return dict(zip(("length", "mass", "time"), values))


def _scale(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number > 0")
    return value


def _convert_parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="slideway convert", allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Reads matrices of a body, responses or a folder of results, and writes them for another "
                    "program.\nThe content of IN and the ending of OUT decide the formats.",
        epilog="""OUT of matrices:
  FOLDER   as `export` writes it, for the key folder of a case
  .pch     DMIG of Nastran with GRID and SPOINT; also .bdf, .dat
  .op4     OUTPUT4 of Nastran, and the order of its rows in .pch
  .inp     Abaqus: nodes, node sets and *MATRIX INPUT of OUT_STIF1.mtx and OUT_MASS1.mtx
  .mtx     Matrix Market OUT_M.mtx, OUT_K.mtx, and the table OUT_dofs.csv
  .mat     MATLAB
OUT of responses, from a universal file or CSV: .unv, .csv
OUT of results: .unv (modes, frf), .csv, .mat

  slideway convert disc.pch disc.op4 --units mm-t-s --out-units mm-t-s
  slideway convert rom.mat rom --dofs rom_dofs.csv
  slideway convert frf.csv frf.unv
  slideway convert results/modes modes.unv""")
    parser.add_argument("files", metavar="IN", nargs="+", help="files of one body, a file of responses, or a folder")
    parser.add_argument("out", metavar="OUT", help="file or folder to write")
    parser.add_argument("--units", type=_units, metavar="UNITS",
                        help="units of IN: SI, mm-t-s, ..., or length,mass,time in SI; default SI")
    parser.add_argument("--out-units", type=_units, metavar="UNITS", help="units of OUT; default SI")
    parser.add_argument("--names", type=_names, metavar="K=NAME,M=NAME", help="matrices to take of IN")
    parser.add_argument("--dofs", metavar="FILE", help="file that names the rows, as in a case")
    parser.add_argument("--mesh", metavar="FILE", help="file with the nodes, as in a case")
    parser.add_argument("--scale", type=_scale, metavar="S", help="[m] per unit of the positions in --dofs")
    parser.add_argument("--force", action="store_true", help="replace files that Slideway did not write")
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
    if arguments[:1] == ["convert"]:
        return _convert(arguments[1:])
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
    return _print_files(lambda: draw_all(options.folders, options.output, options.format, options.dpi, options.over))


def _convert(arguments: list[str]) -> int:
    """Runs `slideway convert`. Returns the exit status."""
    try:
        given = vars(_convert_parser().parse_args(arguments))
    except SystemExit as stop:
        return stop.code
    try:
        from slideway.exchange.convert import Options, convert
        from slideway.exchange.file_error import FileError
        from slideway.results import ResultsError
    except ImportError as error:
        print(f"slideway convert: {sys.executable} has no {error.name}; apt-get install python3-{error.name}",
              file=sys.stderr)
        return WRONG_INPUT
    files, out = given.pop("files"), given.pop("out")
    warnings.simplefilter("ignore", UserWarning)  # they are among the remarks
    try:
        written, remarks = convert(files, out, Options(**given))
    except (FileError, ResultsError) as error:
        print(error.reason, file=sys.stderr)
        return WRONG_INPUT
    except KeyboardInterrupt:
        return 130
    for remark in dict.fromkeys(remarks):
        print(f"note: {remark}", file=sys.stderr)
    for file in written:
        print(file)
    return 0


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
