#!/usr/bin/env python3
"""The program with several ranks, as mpirun starts it: the results of one process, to the bit.

    tests/app/ranks_test.py PROGRAM MPIRUN [--kills N] [test ...]

--kills: how many runs with two and three ranks are killed, and go on; ctest has two. What ranks tell each other is
tested without MPI in tests/studies/shared_work_test.cpp.
"""
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import compare_results  # noqa: E402

PROGRAM, MPIRUN = (pathlib.Path(a).resolve() for a in sys.argv[1:3])
REST = sys.argv[3:]
KILLS = int(REST.pop(REST.index("--kills") + 1)) if "--kills" in REST else 2
REST = [word for word in REST if word != "--kills"]
# More ranks than processors, also for root; messages of this machine alone, without a search for networks (0.2 s of each
# run); no waiting after a rank that ends with a status, which mpirun does twice.
ENVIRONMENT = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMPI_ALLOW_RUN_AS_ROOT": "1",
               "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1",
               "OMPI_MCA_hwloc_base_binding_policy": "none", "OMPI_MCA_btl": "self,vader",
               "OMPI_MCA_pml": "ob1", "OMPI_MCA_odls_base_sigkill_timeout": "0"}
# A grid refined where regimes change, with boundary curves and their poles.
REGIMES = ["motion_regimes/five_masses_map", "--set", "map.x.n=9", "--set", "map.y.n=5"]
# A body with a mesh, that points share and that each point builds.
FRICTION = ["beam_on_beam/lock_in", "--set", "map.x.n=9"]
THICKNESS = ["beam_on_beam/lock_in", "--set", "map.x.key=substructure.lower.thickness", "--set", "map.x.from=0.010",
             "--set", "map.x.to=0.012", "--set", "map.x.n=4"]
LEVELS = ["harmonic_balance/clamped_plate", "--set", "analysis.n_h=1"]
BASINS = ["free_play/basins", "--set", "analysis.all_again=false", "--set", "analysis.refine=1"]
SHARES = ["free_play/shares", "--set", "analysis.Omega.n=3"]

RECOVER = f"""[[substructure]]
name = "lower"
type = "plane-stress"
mesh = "{ROOT}/meshes/beam_on_beam/lower.geo"
material = {{ young = 2.38e9, poisson = 0.37, density = 1200.0 }}
thickness = 0.010
fixed = ["clamp"]
reduction = {{ method = "craig-bampton", n_modes = 4, recover = ["clamp"] }}
[[load]]
name = "push"
on = "lower.free_tip.y"
force = 1.0
[analysis]
type = "static"
"""


def of_the_run(line):
    """Whether a difference is one of how the run was made, not of what it found."""
    return any(f".used.{key}" in line for key in ("threads", "ranks", "start"))


class Ranks(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="slideway-ranks-")
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def command(self, ranks, arguments, output="out", threads=1):
        launcher = [str(MPIRUN), "-n", str(ranks)] if ranks > 0 else []
        return [*launcher, str(PROGRAM), "run", *arguments, "--threads", str(threads), "--output",
                str(self.folder / output)]

    def run_with(self, ranks, arguments, output="out", status=0, threads=1, environment=None):
        done = subprocess.run(self.command(ranks, arguments, output, threads), check=False, text=True,
                              capture_output=True, cwd=ROOT, timeout=300,
                              env={**ENVIRONMENT, **(environment or {})})
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def own(self, stderr):
        """The lines that the program has written, without those of mpirun."""
        lines, own = stderr.splitlines(), True
        kept = []
        for line in lines:
            if set(line) == {"-"}:
                own = not own
            elif own and line.strip() and not line.startswith("["):
                kept.append(line)
        return kept

    def assert_same(self, one, other):
        found = compare_results.compared(self.folder / one, self.folder / other)
        self.assertEqual([line for line in found if not of_the_run(line)], [])

    def same_with(self, arguments, ranks=(2, 3)):
        self.run_with(0, arguments, "alone", threads=2)
        for n in ranks:
            with self.subTest(ranks=n):
                done = self.run_with(n, arguments, f"of {n}")
                self.assertEqual(done.stdout.count("results in"), 1)
                self.assert_same("alone", f"of {n}")

    def status(self, output="out"):
        return json.loads((self.folder / output / "summary.json").read_text())["status"]

    def test_map_with_boundaries(self):
        self.same_with(REGIMES, (1, 2, 3))

    def test_map_on_shared_bodies(self):
        self.same_with(FRICTION)

    def test_map_that_builds_bodies(self):
        self.same_with(THICKNESS, (2,))

    def test_levels(self):
        self.same_with(LEVELS, (2,))

    def test_basins(self):
        self.same_with(BASINS, (2,))

    def test_shares(self):
        self.same_with(SHARES, (2,))

    def test_more_ranks_than_points(self):
        self.same_with(["beam_on_beam/lock_in", "--set", "map.x.n=2"], (4,))

    @unittest.skipUnless((PROGRAM.parents[1] / "lib/slideway/libslideway_distributed.so").exists(),
                         "built without PETSc and SLEPc")
    def test_body_that_ranks_reduce(self):
        """Frequencies are those of the embedded solver (matrices: tests/reduction/distributed); a map shares the rest."""
        together = ["--set", 'substructure.upper.reduction.solver="distributed"',
                    "--set", 'substructure.lower.reduction.solver="distributed"']
        self.run_with(0, ["beam_on_beam/coupled_modes"], "alone")
        done = self.run_with(2, ["beam_on_beam/coupled_modes", *together])
        self.assertEqual(done.stdout.count("results in"), 1)
        for one, other in zip(*(json.loads((self.folder / name / "summary.json").read_text())["quantities"]
                                ["coupled.frequency"]["value"] for name in ("alone", "out"))):
            self.assertAlmostEqual(one, other, delta=1e-9 * one)
        self.run_with(2, [*FRICTION, *together], "map")
        self.assertEqual(self.status("map"), "end")
        done = self.run_with(2, [*THICKNESS, *together], status=2)
        self.assertEqual(len(self.own(done.stderr)), 1, done.stderr)
        self.assertIn("the points of this map build bodies of their own", done.stderr)

    @unittest.skipUnless((PROGRAM.parents[1] / "lib/slideway/libslideway_distributed.so").exists(),
                         "built without PETSc and SLEPc")
    def test_groups_that_ranks_recover(self):
        """Every rank has the stress of the groups, for the points of a map that it computes; rank 0 alone writes it."""
        together = ["--set", 'substructure.lower.reduction.solver="distributed"']
        for kind, table in (("point", ""), ("map", "[map]\nx = { key = \"load.push.force\", from = 1, to = 24, n = 24 }\n")):
            case = str(self.folder / f"{kind}.toml")
            pathlib.Path(case).write_text(RECOVER + table)
            self.run_with(0, [case], f"{kind} alone")
            self.run_with(2, [case, *together], f"{kind} together")
            one, other = (compare_results.arrays(self.folder / f"{kind} {how}" / "results.h5")
                          for how in ("alone", "together"))
            self.assertEqual(sorted(one), sorted(other))
            shown = [name for name in one if name.endswith(("/stress", "/displacement", ".max/value"))]
            self.assertGreater(len(shown), 1)
            for name in shown:
                # Stiffnesses of the two solvers differ by round-off, 1e-14; a static solution amplifies it.
                self.assertLess(abs(one[name] - other[name]).max(), 1e-9 * abs(one[name]).max(), name)
        self.assertTrue((self.folder / "point together/fields/static.vtu").exists())

    def test_killed_runs_go_on(self):
        """One rank or mpirun with all of them, at any time; the next run has the bits of one that was never killed."""
        arguments = [*REGIMES, "--keep", "0"]
        begin = time.monotonic()
        self.run_with(0, arguments, "alone")
        seconds = time.monotonic() - begin
        draw = random.Random(25)
        for k in range(KILLS):
            ranks = draw.choice((2, 3))
            process = subprocess.Popen(self.command(ranks, arguments), cwd=ROOT, env=ENVIRONMENT,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(draw.uniform(0.3, 1) * seconds)
            killed = [process.pid] if k % 2 == 0 else ranks_of(process.pid)[-1:]
            for pid in killed:
                kill(pid)
            process.wait()
            wait_for_end(self.folder)
            done = self.run_with(draw.choice((0, 2, 3)), arguments)
            self.assertNotIn("results in", done.stderr)
            self.assert_same("alone", "out")
            for path in (self.folder / "out").iterdir():
                self.assertTrue(path.name == ".slideway.files" or not path.name.startswith("."), path)
                path.unlink()

    def test_interrupted_run_goes_on(self):
        """The signal goes to one rank, as mpirun hands its own on after `odls_base_sigkill_timeout` seconds only."""
        arguments = [REGIMES[0], "--set", "map.x.n=21", "--set", "map.y.n=13"]  # long enough for a signal
        self.run_with(0, arguments, "alone", threads=2)
        for rank in (0, 1):
            for _ in range(5):  # where the machine is busy a run may end first
                process = subprocess.Popen(self.command(2, [*arguments, "--keep", "0"]), cwd=ROOT, env=ENVIRONMENT,
                                           text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                wait_until(lambda: (self.folder / "out/.slideway.kept/points.h5").exists()
                           or process.poll() is not None)
                for pid in ranks_of(process.pid)[rank:rank + 1]:
                    kill(pid, signal.SIGTERM)
                said = process.communicate()[1]
                if self.status() == "interrupted":
                    break
            self.assertEqual(self.status(), "interrupted")
            told = [line for line in said.splitlines() if line.startswith("stopped early: interrupted")]
            self.assertEqual(len(told), 1, said)
            self.assertIn("continues with", self.run_with(3, arguments).stderr)
            self.assert_same("alone", "out")
            shutil.rmtree(self.folder / "out")

    def test_time_limit(self):
        done = self.run_with(2, [*REGIMES, "--set", "map.x.n=201", "--set", "map.y.n=201", "--time-limit",
                                 "2.5"], status=1)
        self.assertIn("stopped early: time limit of 2.5: interrupted with", done.stderr)
        self.assertEqual(self.status(), "interrupted")

    def test_wrong_input_is_told_once(self):
        done = self.run_with(2, ["beam_on_beam/lock_in", "--set", "map.x.pints=2"], status=2)
        self.assertEqual(len(self.own(done.stderr)), 1, done.stderr)
        done = self.run_with(2, ["beam_on_beam/lock_in", "--thread", "2"], status=2)
        self.assertEqual(len(self.own(done.stderr)), 1, done.stderr)
        done = self.run_with(2, ["lumped/chain_modes"], status=2)
        self.assertEqual(len(self.own(done.stderr)), 1, done.stderr)
        self.assertIn("has nothing that 2 processes could share", done.stderr)

    def test_ranks_with_other_files(self):
        case = (ROOT / "cases/lumped/chain_modes.toml").read_text()
        case = case[:case.index("[expected]")] + ("[map]\nx = { key = \"analysis.n_modes\", values = [1, 2, 3] }\n"
                                                  if "n_modes" in case else "")
        for rank in "01":
            (self.folder / rank).mkdir()
            (self.folder / rank / "case.toml").write_text(case + f"# {rank}\n")
        script = self.folder / "run.sh"
        script.write_text(f"cd {self.folder}/$OMPI_COMM_WORLD_RANK && exec {PROGRAM} run case.toml\n")
        done = subprocess.run([str(MPIRUN), "-n", "2", "sh", str(script)], check=False, text=True, capture_output=True,
                              env=ENVIRONMENT, timeout=60)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(len(self.own(done.stderr)), 1, done.stderr)
        self.assertIn("reads another case file than rank 0", done.stderr)

    def test_nothing_of_mpi_is_loaded_without_a_launcher(self):
        done = subprocess.run([str(PROGRAM), "--version"], check=False, text=True, capture_output=True,
                              env={**os.environ, "LD_DEBUG": "files"})
        self.assertNotIn("libmpi", done.stderr)


def ranks_of(mpirun):
    """Processes of the program below mpirun, by their parent, as their names may be those of others."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
            except (OSError, ValueError):
                continue
            if parent == mpirun:
                found.append(int(entry.name))
    return sorted(found)


def kill(pid, by=signal.SIGKILL):
    try:
        os.kill(pid, by)
    except ProcessLookupError:
        pass


def wait_until(there, seconds=60):
    end = time.monotonic() + seconds
    while not there():
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(0.01)


def wait_for_end(folder):
    """Until no process has an output folder below: ranks end a moment after their mpirun was killed."""
    def idle():
        for entry in pathlib.Path("/proc").iterdir():
            try:
                if entry.name.isdigit() and str(folder) in (entry / "cmdline").read_text():
                    return False
            except OSError:
                continue
        return True
    wait_until(idle)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *REST], verbosity=2)
