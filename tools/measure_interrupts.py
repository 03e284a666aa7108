#!/usr/bin/env python3
"""Measures the time from a signal to the end of the program, in every analysis and phase.

    tools/measure_interrupts.py build/release/bin/slideway [--times 5] [--seed 1] [--only TEXT]
                                [--large]

Each run gets SIGTERM, SIGINT or SIGHUP at a random time, and every other run gets a second signal 50 ms
later. The table shows the seconds from the first signal to the exit of the process, including the writing of
results, and how the runs ended. The exit status is 1 if a run took longer than 0.5 s plus the time for writing
its results (--writing), died of the signal, or had another exit status than 1 (0 if its computation had ended).
"""
import argparse
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent

BEAM = """title = "Beam"
[[substructure]]
name     = "beam"
type     = "beam"
length   = 0.5
elements = {elements}
section  = {{ width = 0.02, height = 0.01 }}
material = {{ young = 210e9, density = 7800 }}
fixed    = ["start"]
damping  = {{ alpha = 1.0, beta = 1e-9 }}
[[load]]
name  = "push"
on    = "beam.end.y"
force = {force}
"""
DAMPER = """[[joint]]
name    = "damper"
law     = "linear"
between = ["beam.end", "ground"]
damping = 10.0
"""
CONTACT = """[[joint]]
name    = "rub"
law     = "coulomb"
between = ["beam.end.y", "ground"]
limit   = 0.2
[excitation]
frequency_hz = 60.0
"""
PAD = """[[joint]]
name       = "pad"
law        = "elastic-coulomb"
between    = ["beam.end", "ground"]
normal_deg = 0.0
k_t        = 2.0e4
k_n        = 0.0
friction   = 0.3
preload    = 4.0
"""
HARMONIC = "{ amplitude = 1.0 }"
FRF = """[analysis]
type           = "frf"
inputs         = ["beam.end.y"]
outputs        = ["beam.end.y"]
frequency_hz = { from = 1, to = 2000, step = 0.01 }
"""
REGIMES = """[analysis]
type   = "regimes"
method = "%s"
"""


def beam(elements, rest, harmonic=False):
    return BEAM.format(elements=elements, force=HARMONIC if harmonic else "-1.0") + rest


# name: (text of a case or name of a shipped one, overrides, window of the signal [s])
RUNS = {
    "transient, forward-increment": ("beam_on_beam/unstable_rough", [], (0.5, 6)),
    "transient, modal-propagator": ("beam_on_beam/unstable_rough",
                                    ["analysis.scheme=modal-propagator", "analysis.h=2e-7"],
                                    (0.5, 5)),
    "transient, event-driven": (beam(20, CONTACT + """[analysis]
type   = "transient"
scheme = "event-driven"
cycles = 100000
""", True), [], (0.3, 3)),
    "transient, runge-kutta": ("motion_regimes/free_play",
                               ["analysis.cycles=1000000", "output.history_rate_hz=1"], (1, 4)),
    "steady state, 120 modes": (beam(40, CONTACT + REGIMES % "steady-state", True), [], (0.05, 2)),
    "simulated cycles": (beam(20, CONTACT + (REGIMES % "simulation") + "cycles = 1000000\n", True),
                         [], (0.2, 2)),
    "boundaries of regimes, 3000 dofs": (beam(1000, CONTACT + REGIMES % "closed-form", True), [],
                                         (0.2, 20)),
    "modal form of 3000 dofs (frf)": (beam(1000, FRF), [], (0.2, 20)),
    "frf, positions and frequencies": ("beam_on_beam/frf_map",
                                       ["analysis.frequency_hz.step=0.5"], (0.3, 8)),
    "frf, one position": (beam(30, FRF), ["analysis.frequency_hz.step=0.0005"], (0.2, 3)),
    "frf, damping couples 300 modes": (beam(100, DAMPER + FRF), [], (1, 10)),
    "frf, damping couples 1200 modes": (beam(400, DAMPER + FRF), [], (8, 20)),
    "complex modes, determinant": ("beam_on_beam/complex_modes",
                                   ["analysis.positions.step=1e-5"], (0.3, 8)),
    "complex modes, dense": ("beam_on_beam/complex_modes", ["analysis.method=dense"], (0.3, 8)),
    "complex modes, deformed": ("beam_on_beam/complex_modes_deformed", [], (0.3, 8)),
    "forced response": ("harmonic_balance/clamped_plate", ["analysis.n_h=15"], (0.3, 5)),
    "forced response, 300 modes": (beam(100, PAD + """[analysis]
type         = "forced-response"
n_h          = 5
monitor      = "beam.end.y"
level        = { values = [1.0, 5.0] }
frequency_hz = { from = 50.0, to = 20.0 }
""", True), [], (0.5, 10)),
    "map of regimes": ("motion_regimes/five_masses_map", [], (0.2, 8)),
    "map, bodies built at each point": (beam(300, """[analysis]
type = "static"
[map]
x = { key = "substructure.beam.section.height", from = 0.005, to = 0.020, n = 3000 }
"""), [], (0.2, 4)),
    "map, a point of 3000 modes": (beam(1000, CONTACT + REGIMES % "closed-form" + """[map]
x = { key = "joint.rub.limit", from = 0.01, to = 1.0, n = 3 }
""", True), [], (0.5, 10)),
    "boundaries of a map": (beam(60, CONTACT + REGIMES % "closed-form" + """[map]
x = { key = "excitation.frequency_hz", from = 10, to = 60, n = 2 }
y = { key = "joint.rub.limit", from = 0.01, to = 1.0, n = 2 }
""", True), [], (0.4, 3)),
    "modes of 300 000 dofs": (beam(100000, "[analysis]\ntype = \"modes\"\nn_modes = 20\n"), [],
                              (0.2, 4)),
    "static, 300 000 dofs": (beam(100000, "[analysis]\ntype = \"static\"\n"), [], (0.2, 1.5)),
}
FINE = ["substructure.lower.mesh=\"%s\"" % (ROOT / "meshes/beam_on_beam/lower_fine.geo"),
        "substructure.lower.mesh_parameters={ refine = %d }"]


def large(refine, until):
    return ("beam_on_beam/unstable_rough", [FINE[0], FINE[1] % refine], (0.3, until))


LARGE = {"reduction of 90 000 dofs": large(20, 6), "reduction of 1e6 dofs": large(70, 80)}


def measure(program, run, rng, k):
    """Returns seconds from the signal to the exit, exit status, last line of stderr; None if it ended before."""
    case, overrides, (first, last) = run
    with tempfile.TemporaryDirectory() as folder:
        if "\n" in case:
            pathlib.Path(folder, "case.toml").write_text(case)
            case = "case.toml"
        command = [program, "run", case, "--output", "out", "--threads", str(rng.choice([1, 2]))]
        for override in overrides:
            command += ["--set", override]
        with open(pathlib.Path(folder, "err"), "wb") as err:
            process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=err)
        chosen = rng.choice([signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
        time.sleep(rng.uniform(first, last))
        if process.poll() is not None:
            return None
        start = time.monotonic()
        process.send_signal(chosen)
        if k % 2:
            time.sleep(0.05)
            process.send_signal(chosen)
        try:
            status = process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            status = process.wait()
        seconds = time.monotonic() - start
        lines = pathlib.Path(folder, "err").read_text(errors="replace").replace("\r", "\n")
        kept = pathlib.Path(folder, "out/summary.json").exists()
        return seconds, status, kept, (lines.strip().splitlines() or [""])[-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--writing", type=float, default=0.5, help="time for writing in addition to 0.5 s [s]")
    options = parser.parse_args()
    runs = dict(RUNS, **LARGE) if options.large else RUNS
    program = os.fspath(options.program.resolve())
    bad = False
    print("| interrupted in | runs | median [s] | longest [s] | results kept |")
    print("| --- | --- | --- | --- | --- |")
    for name, run in runs.items():
        if options.only not in name:
            continue
        rng = random.Random(f"{options.seed} {name}")
        got = [r for r in (measure(program, run, rng, k) for k in range(options.times)) if r]
        times = sorted(r[0] for r in got)
        if not times:
            print(f"| {name} | 0 | ended before | | |", flush=True)
            continue
        print(f"| {name} | {len(times)} | {times[len(times) // 2]:.2f} | {times[-1]:.2f} | "
              f"{sum(r[2] for r in got)} |", flush=True)
        for seconds, status, kept, line in got:
            if status not in (0, 1) or seconds > 0.5 + options.writing:
                bad = True
                print(f"  {seconds:.2f} s, exit status {status}: {line}", flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
