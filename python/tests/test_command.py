"""`python3 -m slideway plot`: what it prints, and its exit status."""
import contextlib
import io
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import synthetic
from slideway.command import main

PACKAGE = str(Path(__file__).resolve().parent.parent)


class CommandTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def run_command(self, *arguments):
        """What the command does with its arguments, in this process."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.chdir(self.folder), contextlib.redirect_stdout(out), \
                contextlib.redirect_stderr(err):
            status = main(list(arguments))
        return subprocess.CompletedProcess(arguments, status, out.getvalue(), err.getvalue())

    def run_process(self, *arguments, path=PACKAGE):
        return subprocess.run([sys.executable, "-m", "slideway", *arguments], cwd=self.folder,
                              env={**os.environ, "PYTHONPATH": path}, capture_output=True,
                              text=True, check=False)

    def check_refused(self, run, *parts):
        self.assertEqual((run.returncode, run.stdout), (2, ""))
        self.assertEqual(run.stderr.count("\n"), 1, run.stderr)
        for part in parts:
            self.assertIn(part, run.stderr)

    def test_files_are_written_and_named(self):
        synthetic.force_map(self.folder / "a map's folder")
        run = self.run_command("plot", "a map's folder", "--format", "svg,pdf")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertEqual(run.stdout, "a map's folder/figures/map.{svg,pdf}\n")
        self.assertEqual(sorted(os.listdir(self.folder / "a map's folder/figures")),
                         [".slideway.files", "map.pdf", "map.svg"])
        run = self.run_command("plot", "a map's folder", "--format", "png", "--output", "x/y",
                               "--dpi", "50")
        self.assertEqual((run.returncode, run.stdout), (0, "x/y/map.png\n"))

    def test_wrong_input_is_refused_in_one_line(self):
        synthetic.write(self.folder / "run", "modes", {"time": ([0.0], "s")})
        (self.folder / "empty").mkdir()
        (self.folder / "file").write_text("")
        for arguments, part in (
            (["plot", "nowhere"], "nowhere: no such folder"),
            (["plot", "empty"], "empty: no summary.json"),
            (["plot"], "command line: the following arguments are required: DIR"),
            (["plot", "run", "--format", "gif"], "'gif': expected some of png, svg, pdf"),
            (["plot", "run", "--dpi", "x"], "'x': expected a whole number, 30 to 1200"),
            (["plot", "run", "--colour"], "unrecognized arguments: --colour"),
            (["plot", "run", "run"], "no figure compares these results (modes)"),
            (["show", "run"], "usage: "),
        ):
            with self.subTest(arguments):
                self.check_refused(self.run_command(*arguments), part)
        synthetic.force_map(self.folder / "map")
        self.check_refused(self.run_command("plot", "map", "--output", "file/x"),
                           "file/x: cannot write")

    def test_what_cannot_be_drawn_is_said(self):
        synthetic.write(self.folder / "run", "modes", {"time": ([0.0], "s")})
        run = self.run_command("plot", "run")
        self.assertEqual((run.returncode, run.stdout),
                         (0, "no figure for the analysis modes: run\n"))
        synthetic.transient(self.folder / "silent", signals=False)
        run = self.run_command("plot", "silent", "--format", "png", "--dpi", "40")
        self.assertEqual(run.returncode, 0)
        self.assertIn("ask for [[output.spectrogram]] in the case", run.stdout)
        # Asked for, but the record was too short: the run has said so.
        synthetic.transient(self.folder / "short", signals=False,
                            case='[[output.spectrogram]]\nname = "tip"\n')
        run = self.run_command("plot", "short", "--format", "png", "--dpi", "40")
        self.assertNotIn("ask for", run.stdout)

    def test_an_incomplete_file_is_named(self):
        synthetic.write(self.folder / "run", "transient", {"points/p/velocity": ([0.0], "m/s")})
        self.check_refused(self.run_command("plot", "run"), "run/results.h5: no array ")

    def test_missing_packages_are_named_with_the_line_to_install_them(self):
        fake = self.folder / "fake"
        synthetic.force_map(self.folder / "map")
        for modules, packages in ((["matplotlib"], "python3-matplotlib"),
                                  (["h5py", "matplotlib"], "python3-h5py python3-matplotlib"),
                                  (["numpy", "h5py", "matplotlib"],
                                   "python3-numpy python3-h5py python3-matplotlib")):
            for module in modules:
                (fake / module).mkdir(parents=True, exist_ok=True)
                (fake / module / "__init__.py").write_text("raise ImportError('not there')")
            with self.subTest(modules):
                run = self.run_process("plot", "map", path=f"{fake}:{PACKAGE}")
                self.check_refused(run, f"apt-get install {packages}\n")
                run = self.run_process("plot", "--ready", path=f"{fake}:{PACKAGE}")
                self.check_refused(run, f"apt-get install {packages}\n")
        run = self.run_process("plot", "--ready")
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "", ""))

    def test_help_names_the_options(self):
        run = self.run_process("plot", "--help")
        self.assertEqual(run.returncode, 0)
        for option in ("--format", "--output", "--dpi"):
            self.assertIn(option, run.stdout)


if __name__ == "__main__":
    unittest.main()
