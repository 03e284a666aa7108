#!/usr/bin/env python3
"""Writes cases/README.md: every shipped case with its picture, its question and its run time.

    tools/case_table.py build/release/bin/slideway                                # run all cases, renew page and pictures
    tools/case_table.py build/release/bin/slideway --cases lumped/chain_modes     # renew these, keep times of the others
    tools/case_table.py build/release/bin/slideway --cases lumped/chain_modes --only pictures   # keep all times
    tools/case_table.py --check                                                   # compare the page with the cases

A time is the processor time (user and system) of `slideway run CASE --threads 1`, with reading, building and writing
results. It hardly depends on other load of the machine. Needs the packages of `slideway plot`.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
CASES = ROOT / "cases"
PAGE = CASES / "README.md"
PICTURES = ROOT / "docs/images/cases"
WIDTH = 480  # of a picture [pixels]
COLOURS = 64  # of the palette of a picture

# Folders in the order of the page, with their heading and the pages of docs/theory that explain them.
FOLDERS = {
    "beam_on_beam": ("Two beams in sliding contact", ["sliding_contact", "stability"]),
    "stick_and_impact": ("Stick and impact", ["stick_and_impact"]),
    "stability": ("Stability of steady sliding", ["stability"]),
    "lumped": ("Masses and springs", ["substructures"]),
    "substructures": ("Substructures", ["substructures"]),
    "motion_regimes": ("Regimes of dry contacts", ["motion_regimes", "events"]),
    "free_play": ("Free play", ["periodic_orbits", "long_motions", "basins", "smoothed_gap"]),
    "contact_patch": ("Contact patches", ["patch_friction"]),
    "harmonic_balance": ("Forced response", ["harmonic_balance", "harmonic_stability"]),
    "backbones": ("Backbones", ["backbones"])}

# The picture of a case is the first of these standard figures that applies to its results, after that of its folder.
FIRST = {"beam_on_beam": "acceleration"}
FIGURES = ["mode_shapes", "mode_amplitudes", "deformation", "port_displacements", "regime_map", "regime_boundaries",
           "locked_forces",
           "regime_sweep", "lock_in", "frf", "over_position", "locus", "preload_curve", "frequency_over_energy",
           "amplitude_over_frequency", "forced_response", "orbit_search", "label_curves", "orbit_branches", "shares",
           "basins", "bifurcation_diagram", "life_times", "section", "directions_over_load", "directions",
           "friction_loop", "states", "contact_motion", "joint_motion", "contact", "displacement", "map"]

HEAD = """# Shipped cases

This page shows the shipped cases: a picture of the results, the question of the case, and the time of a run. Use one as
a start for your own. For example:

```
slideway list                                   # this list, with titles
slideway run lumped/step_response --plot        # run one and draw its figures
slideway draw lumped/step_response              # draw its model
```

Each file begins with a sketch, its question and its source. It ends with `[expected]`, the values that a run is
compared with. [The gallery](../docs/gallery.md) shows more figures.

Times are processor seconds of `slideway run CASE --threads 1` on a machine with {machine}.
With several threads, maps and studies of many starts take less time.
[tools/case_table.py](../tools/case_table.py) wrote this page and its pictures.
"""
MACHINE = re.compile(r"on a machine with (.*?)\.$", re.M)
ROW = re.compile(r"^\| !\[.*\]\(\S+\) \| `(\S+?)`.*\| (\S+) s \|$", re.M)


def names():
    """Names of all shipped cases, in the order of the page."""
    found = sorted(str(file.relative_to(CASES).with_suffix("")) for file in CASES.rglob("*.toml")
                   if file.parent.name != "papers")  # manifests of `slideway paper`
    unknown = {name.partition("/")[0] for name in found} - FOLDERS.keys()
    if unknown:
        sys.exit(f"tools/case_table.py: FOLDERS has no heading for {', '.join(sorted(unknown))}")
    return sorted(found, key=lambda name: (list(FOLDERS).index(name.partition("/")[0]), name))


def question(text):
    """Question of a case: the part of its first comment from `Question:` to the first question mark.

    >>> question("# A mass.\\n#\\n# Question: how far\\n#   does it go? Not far.\\n# Source: none.")
    'How far does it go?'
    """
    found = re.search(r"^# Question: (.*?\?)", text, re.M | re.S)
    if not found:
        return ""
    line = re.sub(r"\s*\n#\s*", " ", found[1])
    return line[0].upper() + line[1:]


def picture(name):
    """File of the picture of a case."""
    return PICTURES / f"{name}.png"


def seconds_text(seconds):
    """Seconds with two digits.

    >>> [seconds_text(s) for s in (0.0312, 0.4567, 4.567, 45.67, 456.7)]
    ['0.03', '0.46', '4.6', '46', '457']
    """
    return f"{seconds:.2f}" if seconds < 1 else f"{seconds:.1f}" if seconds < 10 else f"{seconds:.0f}"


def times(page):
    """Seconds of each case on the page.

    >>> times("| ![A](../a.png) | `lumped/a` ([file](lumped/a.toml))<br>A<br>B? | 0.31 s |\\n")
    {'lumped/a': 0.31}
    """
    return {name: float(seconds) for name, seconds in ROW.findall(page)}


def machine_of(page):
    """Description of the machine on which the times of the page were measured."""
    found = MACHINE.search(page)
    return " ".join(found[1].split()) if found else ""


def this_machine():
    model = re.search(r"^model name\s*: (.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.M)
    return f"{os.cpu_count()} processors, {' '.join(model[1].split()) if model else os.uname().machine}"


def page_text(seconds, machine):
    """The page. seconds: {case: seconds}."""
    parts = [HEAD.format(machine=machine)]
    for folder, (heading, theory) in FOLDERS.items():
        links = ", ".join(f"[{page.replace('_', ' ')}](../docs/theory/{page}.md)" for page in theory)
        parts.append(f"\n## {heading}\nTheory: {links}.\n\n| picture | case | time |\n|---|---|---|\n")
        for name in names():
            if not name.startswith(f"{folder}/"):
                continue
            text = (CASES / f"{name}.toml").read_text(encoding="utf-8")
            title = tomllib.loads(text)["title"].replace("|", "\\|")
            parts.append(f"| ![{title}]({os.path.relpath(picture(name), CASES)}) | `{name}` ([file]({name}.toml))<br>"
                         f"{title}<br>{question(text)} | {seconds_text(seconds[name])} s |\n")
    return "".join(parts)


def without_times(page):
    return re.sub(r"\| \S+ s \|$", "| |", MACHINE.sub("on a machine with X.", page), flags=re.M)


def faults():
    """Differences between the page with its pictures and the cases, a line each."""
    page = PAGE.read_text(encoding="utf-8")
    found = [f"cases/{name}.toml has no line `# Question: ...?`" for name in names()
             if not question((CASES / f"{name}.toml").read_text(encoding="utf-8"))]
    listed = times(page)
    found += [f"cases/README.md has no row of {name}" for name in names() if name not in listed]
    found += [f"cases/README.md has a row of {name}, which is not a case" for name in listed.keys() - set(names())]
    if not found and without_times(page) != without_times(page_text(listed, "X")):
        found.append("cases/README.md differs from what the cases give")
    there = {str(file.relative_to(PICTURES).with_suffix("")) for file in PICTURES.rglob("*.png")}
    found += [f"no picture {picture(name).relative_to(ROOT)}" for name in names() if name not in there]
    found += [f"{picture(name).relative_to(ROOT)} belongs to no case" for name in sorted(there - set(names()))]
    for name in sorted(there & set(names())):
        begin = picture(name).read_bytes()[:24]
        if begin[:8] != b"\x89PNG\r\n\x1a\n" or struct.unpack(">I", begin[16:20])[0] != WIDTH:
            found.append(f"{picture(name).relative_to(ROOT)} is not a PNG of {WIDTH} pixels width")
    return found


def draw(folder, name):
    """Draws the picture of a case from its results. Returns the name of the figure."""
    import io

    from PIL import Image
    sys.path.insert(0, str(ROOT / "python"))
    from slideway import read
    from slideway.plots import standard, style
    results = read(folder)
    by_name = {figure.name: figure for figure in standard.FIGURES}
    first = FIRST.get(name.partition("/")[0])
    for figure in (by_name[one] for one in [first or FIGURES[0], *FIGURES]):
        subjects = figure.subjects(results)
        if not subjects:
            continue
        drawing = figure.draw(results, subjects[0])
        dpi = WIDTH / style.WIDTH
        style.settle(drawing, dpi)
        stream = io.BytesIO()
        with style.matplotlib.rc_context(style.STYLE):
            drawing.savefig(stream, dpi=dpi, format="png")
        small = Image.open(stream).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
        picture(name).parent.mkdir(parents=True, exist_ok=True)
        small.save(picture(name), optimize=True)
        return figure.name
    raise RuntimeError(f"{name}: no standard figure of tools/case_table.py applies to its results")


def run(program, name, folder):
    """Runs a case into a folder. Returns its processor seconds, those of Gmsh included."""
    with tempfile.TemporaryFile("w+") as messages:
        started = subprocess.Popen([program, "run", CASES / f"{name}.toml", "--threads", "1", "--quiet", "--output", folder],
                                   stdout=subprocess.DEVNULL, stderr=messages,
                                   env={**os.environ, "OPENBLAS_NUM_THREADS": "1"})
        _, status, used = os.wait4(started.pid, 0)
        started.returncode = os.waitstatus_to_exitcode(status)
        messages.seek(0)
        if started.returncode != 0:
            raise RuntimeError(f"{name}: exit status {started.returncode}: {messages.read().strip()}")
    return used.ru_utime + used.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", type=pathlib.Path, metavar="PROGRAM")
    parser.add_argument("--cases", nargs="+", metavar="NAME", help="names; default: all")
    parser.add_argument("--jobs", type=int, default=1, help="cases at a time; their processor time hardly depends on it")
    parser.add_argument("--only", choices=["pictures"], help="keep the times of the page")
    parser.add_argument("--check", action="store_true", help="compare the page with the cases; no run")
    options = parser.parse_args()
    if options.check:
        found = faults()
        print("\n".join(found) + "\nrenew it: tools/case_table.py build/release/bin/slideway --cases NAME ..."
              if found else f"cases/README.md and its pictures agree with {len(names())} cases")
        return 1 if found else 0
    if not options.program:
        parser.error("PROGRAM is missing, for example build/release/bin/slideway")
    renewed = options.cases or names()
    for name in renewed:
        if name not in names():
            parser.error(f"{name}: no such case in {CASES}")
    page = PAGE.read_text(encoding="utf-8")
    kept = times(page)
    missing = [name for name in names() if name not in renewed and name not in kept]
    if missing:
        parser.error(f"the page has no time of {missing[0]}; add it to --cases")
    machine = this_machine() if len(renewed) == len(names()) and not options.only else machine_of(page)
    if not options.only and machine != this_machine():
        parser.error(f"the times of the page are of a machine with {machine}, this one has {this_machine()}; "
                     "run all cases, or --only pictures")
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        folders = {name: pathlib.Path(scratch) / name for name in renewed}
        runs = {pool.submit(run, options.program.resolve(), name, folder): name for name, folder in folders.items()}
        for done in concurrent.futures.as_completed(runs):
            if done.exception():
                pool.shutdown(cancel_futures=True)
                sys.exit(str(done.exception()))
            name, seconds = runs[done], done.result()
            if not options.only or name not in kept:
                kept[name] = seconds
            print(f"{name}: {seconds_text(seconds)} s, {draw(folders[name], name)}", flush=True)
            shutil.rmtree(folders[name])
    for stale in {*PICTURES.rglob("*.png")} - {picture(name) for name in names()}:
        stale.unlink()
    PAGE.write_text(page_text(kept, machine), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
