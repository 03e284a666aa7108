"""What `cmake --install` makes: a module that finds what belongs to it by its own place."""
import os
import subprocess
import unittest

from support import ScriptTest, in_python


class InstallationTest(ScriptTest):
    def test_the_installed_module_finds_shipped_cases_and_the_reader_of_meshes(self):
        prefix = self.folder / "prefix"
        subprocess.run(["cmake", "--install", os.environ["SLIDEWAY_BUILD"], "--prefix", prefix],
                       check=True, capture_output=True)
        [package] = prefix.glob("lib/python3.*/dist-packages")
        helper = prefix / "lib" / "slideway" / "slideway-gmsh"
        helper.rename(helper.with_name("real"))
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
        self.assertEqual(cases, str(prefix / "share" / "slideway" / "cases"))
        self.assertEqual(status, "end")
        self.assertEqual((self.folder / "calls").read_text(), "read\n")
        done = subprocess.run([prefix / "bin" / "slideway", "plot", "--ready"], capture_output=True,
                              env={**os.environ, "PYTHONPATH": ""}, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
