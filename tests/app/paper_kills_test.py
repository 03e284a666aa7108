#!/usr/bin/env python3
"""Kills `slideway paper` while it computes and while it draws. The same command then gives what an
undisturbed run gives, and leaves no other files.

    tests/app/paper_kills_test.py PROGRAM [test ...]
"""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()
FIGURE = "004/13"  # one run and one picture
LIMIT = 300  # [s]


class PaperKillsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory(prefix="slideway-paper-kills-")
        cls.addClassCleanup(scratch.cleanup)
        cls.folder = pathlib.Path(scratch.name)
        cls.run_whole("whole")

    @classmethod
    def start(cls, name):
        """Starts the command in a group of its own, so that a kill reaches all of its processes."""
        return subprocess.Popen([PROGRAM, "paper", FIGURE, "--threads", "1", "--output", cls.folder / name],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)

    @classmethod
    def run_whole(cls, name) -> str:
        """Runs the command to its end. Returns what it printed about runs."""
        process = cls.start(name)
        _, said = process.communicate(timeout=LIMIT)
        if process.returncode != 0:
            raise RuntimeError(f"exit status {process.returncode}: {said}")
        return said

    def kill_when(self, name, moment):
        """Starts the command and kills it as soon as `moment` of the folder of the paper is true."""
        process = self.start(name)
        end = time.monotonic() + LIMIT
        while not moment(self.folder / name / "004"):
            self.assertIsNone(process.poll(), "it ended before the kill")
            self.assertLess(time.monotonic(), end)
            time.sleep(5e-4)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        self.assertEqual(process.returncode, -signal.SIGKILL)
        self.assertFalse((self.folder / name / "004/index.md").exists())

    def check_same(self, name):
        """Checks the names of all files, and the page and the pictures to the byte."""
        whole, other = self.folder / "whole", self.folder / name

        def files(of):
            return sorted(str(path.relative_to(of)) for path in of.rglob("*"))
        self.assertEqual(files(other), files(whole))
        compared = [path for path in whole.rglob("*") if path.name == "index.md" or path.suffix == ".png"]
        self.assertEqual(len(compared), 2)
        for path in compared:
            self.assertEqual((other / path.relative_to(whole)).read_bytes(), path.read_bytes(), path.name)

    def test_killed_while_it_computes(self):
        self.kill_when("computing", lambda paper: any((paper / "runs").glob("*")))
        self.assertFalse(any((self.folder / "computing").rglob("summary.json")))
        self.assertIn("1/1", self.run_whole("computing"))
        self.check_same("computing")

    def test_killed_while_it_draws(self):
        self.kill_when("drawing", lambda paper: any(paper.glob(".figure_13.*.png")))
        self.assertTrue(any((self.folder / "drawing").rglob("summary.json")))
        self.assertEqual(self.run_whole("drawing"), "")  # the run is not computed again
        self.check_same("drawing")

    def test_killed_twice(self):
        self.kill_when("twice", lambda paper: any((paper / "runs").glob("*")))
        self.kill_when("twice", lambda paper: any(paper.glob(".figure_13.*.png")))
        self.run_whole("twice")
        self.check_same("twice")


if __name__ == "__main__":
    unittest.main()
