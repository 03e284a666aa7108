#!/usr/bin/env python3
"""Kills runs at random times, fills disks, and checks the remaining files.

    tools/kill_runs.py [--program slideway] [--kills 100] [--full 20] [--seed 16] [--disk FOLDER]

A map, a transient, forced responses, periodic orbits and a backbone are computed in turn, each into a folder with
the results of another variant of the same case. Half of the kills (-9) happen at any time, half while files are
written or replaced. After each kill the folder must contain either the old or the new results, complete and
bitwise equal. After the next run it must contain only the new ones; a map must continue with its stored points.
On a full disk, runs must end with status 1 and one line, and leave the earlier results. The disk is FOLDER, a
small separate file system (mount -t tmpfs -o size=2m tmpfs FOLDER), which is filled except for a random rest.
Without it a limit on the size of files (ulimit -f) replaces the disk.

The exit status is 1 if anything else was found.
"""
import argparse
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import h5py
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))
import slideway  # noqa: E402

CASES = {  # arguments, and the key in which the two variants differ
    "map": (["motion_regimes/five_masses_map", "--set", "map.x.n=17", "--set",
             "map.y.n=9", "--keep", "0"], ("motion.shaking.displacement.amplitude", "1.0", "1.1")),
    "transient": (["beam_on_beam/unstable_rough", "--set", "analysis.t_end=0.22"],
                  ("contact.rub.friction", "0.3", "0.25")),
    "forced response": (["harmonic_balance/clamped_plate", "--set", "analysis.level=8"],
                        ("analysis.n_h", "3", "2")),
    "periodic orbits": (["free_play/b1"], ("analysis.max_step", "0.02", "0.03")),
    "backbone": (["backbones/duffing"], ("analysis.n_h", "1", "2")),
}
WRITING = (".slideway.new/results.h5", ".slideway.new/summary.json", ".slideway.whole")


def arrays(folder):
    """Reads all arrays of a result; refuses a wrong checksum or a mixture of two results."""
    results = slideway.read(folder)
    found = {}

    def collect(name, item):
        if isinstance(item, h5py.Dataset):
            found[name] = item[()]
    with results._open() as h5:
        h5.visititems(collect)
    return found


def same(one, other):
    return one.keys() == other.keys() and all(
        one[k].shape == other[k].shape and one[k].tobytes() == other[k].tobytes()
        if one[k].dtype.kind not in "OS" else np.array_equal(one[k], other[k]) for k in one)


class Kind:
    """One case in two variants: their results, and a folder that changes between them."""

    def __init__(self, name, program, scratch):
        self.name, self.program, self.folder = name, program, scratch / name.replace(" ", "_")
        self.variant = 0
        begin = time.monotonic()
        self.expected = []
        for variant in (1, 0):
            self.run(variant)
            self.expected.insert(0, arrays(self.folder))
        self.seconds = (time.monotonic() - begin) / 2
        assert not same(*self.expected)

    def command(self, variant, folder=None):
        arguments, (key, *values) = CASES[self.name]
        return [self.program, "run", *arguments, "--set", f"{key}={values[variant]}", "--output",
                str(folder or self.folder), "--threads", "2"]

    def start(self, variant, **options):
        return subprocess.Popen(self.command(variant), stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE, text=True, **options)

    def run(self, variant):
        process = self.start(variant)
        said = process.communicate()[1]
        if process.returncode != 0:
            raise RuntimeError(f"{' '.join(self.command(variant))}: {said}")
        return said

    def check(self, variants):
        """Determines which variant the folder contains."""
        found = arrays(self.folder)
        for variant in variants:
            if self.holds(found, variant):
                return variant
        raise RuntimeError(f"{self.name}: the folder contains neither old nor new results")

    def holds(self, found, variant):
        return same(without_source(found), without_source(self.expected[variant]))

    def kill(self, draw, count):
        old, new = self.variant, 1 - self.variant
        process = self.start(new)
        if draw.random() < 0.5:
            time.sleep(draw.uniform(0, 1.1 * self.seconds))
            moment = "at any time"
        else:
            while process.poll() is None and not any(
                    os.path.lexists(self.folder / name) for name in WRITING):
                time.sleep(2e-4)
            time.sleep(draw.uniform(0, 0.02))
            moment = "while writing"
        process.kill()
        process.communicate()
        if process.returncode != -signal.SIGKILL:
            count[f"{self.name}, ended before"] += 1
        count[f"{self.name}, {moment}"] += 1
        left = self.check((old, new))
        count[f"{self.name}, left the {'new' if left == new else 'old'} results"] += 1
        if (self.folder / ".slideway.whole").exists():
            count["replacements cut short"] += 1
        if draw.random() < 0.3 and left == old:  # killed again while it continues
            process = self.start(new)
            time.sleep(draw.uniform(0, self.seconds))
            process.kill()
            process.communicate()
            count["killed once more"] += 1
            self.check((old, new))
        if "continues with" in self.run(new):
            count[f"{self.name}, continued with stored points"] += 1
        self.check((new,))
        self.variant = new
        hidden = [path.name for path in self.folder.iterdir() if path.name.startswith(".")]
        if hidden:
            raise RuntimeError(f"{self.name}: {hidden} left in the folder")

    def fill(self, draw, disk, count):
        """Makes a run that finds the disk full when it writes."""
        old, new = self.variant, 1 - self.variant
        options = {}
        size = sum(path.stat().st_size for path in self.folder.rglob("*") if path.is_file())
        if disk:
            shutil.rmtree(disk / "out", ignore_errors=True)
            (disk / "ballast").unlink(missing_ok=True)
            shutil.copytree(self.folder, disk / "out")
            free = os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize
            with open(disk / "ballast", "wb") as ballast:
                ballast.write(bytes(max(0, free - draw.randrange(4096, size))))
            folder = disk / "out"
        else:
            limit = draw.randrange(256, (self.folder / "results.h5").stat().st_size)

            def restrict():
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
            options["preexec_fn"] = restrict
            folder = self.folder
        done = subprocess.run(self.command(new, folder) + ["--quiet"], stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True, check=False, **options)
        if done.returncode != 1 or len(done.stderr.splitlines()) != 1:
            raise RuntimeError(f"{self.name}, full disk: status {done.returncode}, {done.stderr}")
        if not self.holds(arrays(folder), old):
            raise RuntimeError(f"{self.name}, full disk: the earlier results are missing")
        count[f"{self.name}, full disk: status 1, one line, earlier results kept"] += 1


def without_source(found):
    """Removes the text of the overrides, which differs between variants."""
    return {name: values for name, values in found.items() if name != "map/source"}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default="build/release/bin/slideway")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--full", type=int, default=20, help="runs on a full disk")
    parser.add_argument("--seed", type=int, default=16)
    parser.add_argument("--disk", type=Path, help="a small separate file system")
    options = parser.parse_args()
    draw, count = random.Random(options.seed), Counter()
    status = 0
    with tempfile.TemporaryDirectory(prefix="slideway-kill-") as scratch:
        kinds = [Kind(name, str(Path(options.program).resolve()), Path(scratch)) for name in CASES]
        try:
            for k in range(options.kills):
                kinds[k % len(kinds)].kill(draw, count)
            for k in range(options.full):
                kinds[k % len(kinds)].fill(draw, options.disk, count)
        except (RuntimeError, slideway.ResultsError) as error:
            print(f"FOUND: {error}")
            status = 1
    for what, n in sorted(count.items()):
        print(f"{n:5d}  {what}")
    return status


if __name__ == "__main__":
    sys.exit(main())
