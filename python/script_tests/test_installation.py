"""What `cmake --install` makes: programs, a Python module and a library that find their files wherever they are."""
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from support import ScriptTest, in_python

TREE = Path(__file__).resolve().parents[2]
BUILD = os.environ["SLIDEWAY_BUILD"]


class InstallationTest(ScriptTest):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory(prefix="slideway-")
        cls.addClassCleanup(scratch.cleanup)
        cls.prefix = Path(scratch.name) / "moved"
        subprocess.run(["cmake", "--install", BUILD, "--prefix", "relative"], cwd=scratch.name, check=True,
                       capture_output=True)
        (cls.prefix.parent / "relative").rename(cls.prefix)

    def run_command(self, *words, **options):
        done = subprocess.run([str(word) for word in words], cwd=self.folder, capture_output=True, text=True,
                              check=False, **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_a_moved_module_finds_shipped_cases_and_the_reader_of_meshes(self):
        [package] = self.prefix.glob("lib/python3.*/dist-packages")
        helper = self.prefix / "lib" / "slideway" / "slideway-gmsh"
        helper.rename(helper.with_name("real"))
        self.addCleanup(helper.with_name("real").rename, helper)
        helper.write_text(f"#!/bin/sh\necho read >> {self.folder}/calls\n"
                          f"exec {helper.with_name('real')} \"$@\"\n")
        helper.chmod(0o755)
        said = in_python("""
import slideway as sw, _slideway
print(sw.__file__); print(_slideway.__file__); print(sw.shipped("cases"))
model = sw.load("substructures/elastic_pad")
print(model.modes(of="bodies", n_modes=1).status)""", PYTHONPATH=str(package))
        module, extension, cases, status = said.splitlines()
        self.assertEqual(module, str(package / "slideway" / "__init__.py"))
        self.assertTrue(extension.startswith(str(package / "_slideway.")))
        self.assertEqual(cases, str(self.prefix / "share" / "slideway" / "cases"))
        self.assertEqual(status, "end")
        self.assertEqual((self.folder / "calls").read_text(), "read\n")

    def test_a_moved_program_runs_draws_and_holds_no_path_of_the_build(self):
        program = self.prefix / "bin" / "slideway"
        self.run_command(program, "run", "substructures/elastic_pad", "--quiet")
        self.run_command(program, "plot", "--ready", env={**os.environ, "PYTHONPATH": ""})
        for file in self.prefix.rglob("*"):
            if file.is_file() and "share" not in file.parts:
                self.assertNotIn(os.fsencode(BUILD), file.read_bytes(), file)
                self.assertNotIn(os.fsencode(str(TREE) + "/"), file.read_bytes(), file)

    def test_documents_and_manual_page_are_installed(self):
        share = self.prefix / "share"
        for name in ("LICENSE", "README.md", "docs/case_files.md"):
            self.assertTrue((share / "doc" / "slideway" / name).is_file(), name)
        page = (share / "man" / "man1" / "slideway.1").read_text()
        for part in ("dynamics of bodies that slide", "EXIT STATUS", "time\\-limit"):
            self.assertIn(part, page)

    def test_bash_completes_commands_options_and_cases(self):
        script = self.prefix / "share" / "bash-completion" / "completions" / "slideway"
        for words, expected in ((["r"], "run results"), (["check", "--t"], "--trust-meshes"),
                                (["run", "beam_on_beam/lo"], "beam_on_beam/lock_in"),
                                (["results", "basin"], "basins basin-shares"), (["keys", "jo"], "joint")):
            said = self.run_command("bash", "-c", f"""source {script}
COMP_WORDS=(slideway {" ".join(words)}); COMP_CWORD={len(words)}; _slideway; echo "${{COMPREPLY[*]}}" """,
                                    env={**os.environ, "PATH": f"{self.prefix}/bin:{os.environ['PATH']}"})
            self.assertEqual(said.strip(), expected)

    def test_a_program_in_cpp_builds_against_the_library(self):
        self.run_command("cmake", "-S", TREE / "tests" / "installed", "-B", "build",
                         f"-DCMAKE_PREFIX_PATH={self.prefix}")
        self.run_command("cmake", "--build", "build")
        for line in self.run_command("build/beam_modes").splitlines():
            computed, theory = (float(part.split()[-2]) for part in line.split(","))
            # Hermite elements: error (k h)^4/720 of the frequency of a beam with 20 of them, 3e-5 for the third
            self.assertAlmostEqual(computed / theory, 1, delta=5e-5)


if __name__ == "__main__":
    unittest.main()
