#!/usr/bin/env python3
"""Runs the shipped cases with two builds of the program and compares their results bit by bit.

    tools/compare_results.py OLD/bin/slideway build/release/bin/slideway            # all cases
    tools/compare_results.py OLD NEW --cases beam_on_beam/lock_in lumped/chain_modes
    tools/compare_results.py OLD NEW --jobs 2 --skip _150

It compares every array and attribute of results.h5, the quantities, status and warnings of summary.json,
and the time of computing. For an array that differs it prints the largest difference relative to its largest
entry. The exit status is 1 if anything except the time differs.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import h5py
import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
OF_THE_RUN = {"wall_time_s", "estimated_time_s", "checksum"}  # keys of summary.json that belong to the run


def arrays(file):
    """Returns {path: array} of a results.h5, with attributes under path@name."""
    found = {}

    def look(name, item):
        for key, value in item.attrs.items():
            found[f"{name}@{key}"] = np.asarray(value)
        if isinstance(item, h5py.Dataset):
            found[name] = item[()]
    with h5py.File(file) as h5:
        look("", h5)
        h5.visititems(look)
    return found


def leaves(value, path=""):
    """Returns {path: value} of nested dictionaries and lists."""
    if isinstance(value, dict):
        return {k: v for key, child in value.items() if key not in OF_THE_RUN
                for k, v in leaves(child, f"{path}.{key}").items()}
    if isinstance(value, list):
        return {k: v for i, child in enumerate(value) for k, v in leaves(child, f"{path}[{i}]").items()}
    return {path: value}


def difference(old, new):
    """"" if two arrays are bitwise equal, otherwise a description of the difference."""
    old, new = np.asarray(old), np.asarray(new)
    if old.shape != new.shape or old.dtype != new.dtype:
        return f"{old.dtype} {old.shape}, now {new.dtype} {new.shape}"
    if old.tobytes() == new.tobytes() or (old.dtype.kind not in "fc" and np.array_equal(old, new)):
        return ""
    if old.dtype.kind not in "fc":
        return f"{np.count_nonzero(old != new)} of {old.size} entries differ"
    size = np.nanmax(np.abs(old), initial=0)
    least = np.nanmax(np.abs(np.where(old == new, 0, new - old)), initial=0)
    return f"largest difference {least / size if size else least:.1e} of the largest entry"


def compared(old, new):
    """Returns lines that describe the differences between the folders of two runs."""
    found = []
    for name, read in (("results.h5", arrays), ("summary.json", lambda f: leaves(json.loads(f.read_text())))):
        files = [folder / name for folder in (old, new)]
        if files[0].exists() != files[1].exists():
            found.append(f"{name} in one run only")
        if not all(f.exists() for f in files):
            continue
        a, b = (read(f) for f in files)
        found += [f"{name}: {key} is gone" for key in a.keys() - b.keys()]
        found += [f"{name}: {key} is new" for key in b.keys() - a.keys()]
        for key in sorted(a.keys() & b.keys()):
            if name.endswith("json"):
                if a[key] != b[key]:
                    found.append(f"{name}: {key} = {a[key]!r}, now {b[key]!r}")
            elif change := difference(a[key], b[key]):
                found.append(f"{name}: {key}: {change}")
    return found


def run(program, case, folder):
    """Returns the seconds of a run and its output on stderr."""
    start = time.monotonic()
    done = subprocess.run([program, "run", case, "--threads", "1", "--quiet", "--output", folder], check=False,
                          capture_output=True, text=True, env={**os.environ, "OPENBLAS_NUM_THREADS": "1"})
    return time.monotonic() - start, f"exit {done.returncode} {done.stderr.strip()}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs=2, type=pathlib.Path, metavar="PROGRAM")
    parser.add_argument("--cases", nargs="+", help="names; default: all")
    parser.add_argument("--skip", default="\0", help="omits cases whose name contains this")
    parser.add_argument("--jobs", type=int, default=1, help="cases at a time; use 1 on an idle machine to compare times")
    options = parser.parse_args()
    names = options.cases or sorted(str(f.relative_to(ROOT / "cases").with_suffix(""))
                                    for f in (ROOT / "cases").rglob("*.toml") if f.parent.name != "papers")
    names = [n for n in names if options.skip not in n]
    for name in names:
        if not (ROOT / "cases" / f"{name}.toml").is_file():
            parser.error(f"{name}: no such case in {ROOT / 'cases'}")
    programs = [p.resolve() for p in options.programs]

    def both(name):
        with tempfile.TemporaryDirectory() as scratch:
            folders = [pathlib.Path(scratch) / side for side in ("old", "new")]
            case = ROOT / "cases" / f"{name}.toml"
            runs = [run(program, case, folder) for program, folder in zip(programs, folders)]
            found = compared(*folders)
            if runs[0][1] != runs[1][1]:
                found.insert(0, f"{runs[0][1]!r}, now {runs[1][1]!r}")
            return name, [r[0] for r in runs], found

    differ = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name, (before, after), found in pool.map(both, names):
            differ += bool(found)
            print(f"{name}: {before:.2f} s, now {after:.2f} s" + ("" if found else ", equal"), flush=True)
            for line in found:
                print(f"    {line}", flush=True)
    print(f"{differ} of {len(names)} cases differ")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
