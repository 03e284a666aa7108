"""What is wrong in a script: one ValueError of one line, which names the line of the script."""
import inspect
import unittest
from pathlib import Path

import numpy as np

import slideway as sw
from support import ScriptTest, chain, in_python

HERE = Path(__file__).name


def line():
    """That of the caller."""
    return inspect.currentframe().f_back.f_lineno


class BadInputTest(ScriptTest):
    def test_a_value_out_of_range_names_the_line_that_gave_it(self):
        model = sw.load("beam_on_beam/lock_in")
        model["contact.rub.friction"] = -0.3; at = line()
        with self.refused(f"{HERE}:{at}: contact.rub.friction = -0.3; expected a number >= 0"):
            model.complex_modes(position=0.0477)

    def test_the_message_of_a_script_is_the_whole_message(self):
        script = self.folder / "sweep.py"
        script.write_text("import slideway as sw\n"
                          "model = sw.load('beam_on_beam/lock_in')\n"
                          "model['contact.rub.friction'] = -0.3\n"
                          "try:\n"
                          "    model.modes()\n"
                          "except ValueError as error:\n"
                          "    print(type(error).__name__, error)\n")
        said = in_python(f"import os, runpy; os.chdir({str(self.folder)!r}); "
                         f"runpy.run_path({str(script)!r})")
        self.assertEqual(said, "InputError sweep.py:3: contact.rub.friction = -0.3; "
                               "expected a number >= 0, or a table\n")

    def test_unknown_keywords_and_paths_get_the_nearest_name(self):
        model = chain()
        at = line() + 2
        with self.refused(f"{HERE}:{at}: unknown key analysis.n_mods; did you mean n_modes?"):
            model.modes(of="bodies", n_mods=3)
        model["substructure.chain.dampng"] = dict(alpha=1.0); at = line()
        with self.refused(f"{HERE}:{at}: unknown key substructure.chain.dampng; did you mean damping?"):
            model.modes(of="bodies")
        with self.refused("no entry named chian in substructure; did you mean chain?"):
            model["substructure.chian.damping"] = dict(alpha=1.0)
        with self.refused("substructure.chian is not given; did you mean chain?"):
            model["substructure.chian"]
        with self.refused('".a" is no path; expected one such as "contact.rub.friction"'):
            model[".a"] = 1
        with self.assertRaises(AttributeError):
            model.mods()

    def test_values_that_no_case_file_could_hold_are_refused_where_they_are_given(self):
        model = chain()
        key = "substructure.chain.damping.alpha"
        deep = 1.0
        for _ in range(100):
            deep = [deep]
        for value, said in [(None, "None; a NoneType"), (1 + 2j, "(1+2j); a complex"),
                            (object, "<class 'object'>; a type"), ({1, 2}, "{1, 2}; a set"),
                            (np.array([1j]), "1j; a complex"),
                            (np.array([None, 1], dtype=object), "None; a NoneType"),
                            ("a\0b", "expected a text without control characters"),
                            ("\ud800", "expected a text without control characters"),
                            ({1: 2}, "key 1; expected keys that are texts"),
                            (10**400, "a int; expected a number"),
                            (deep, "is nested more than 64 deep")]:
            with self.subTest(value=str(value)[:40].encode("ascii", "replace")):
                at = line() + 2
                with self.refused(f"{HERE}:{at}: ", key, said):
                    model[key] = value
        self.assertEqual(model.modes(of="bodies", n_modes=1).status, "end")  # it is as it was

    def test_values_of_another_kind_are_refused_as_in_a_case_file(self):
        for value, said in [(float("nan"), "nan; expected a number >= 0 [1/s], finite"),
                            (float("inf"), "inf; expected a number >= 0 [1/s], finite"),
                            ("much", '"much"; expected a number'), (True, "true; expected a number"),
                            ([1.0], "[1]; expected a number"),
                            (np.zeros((2, 2)), "[[0, 0], [0, 0]]; expected a number")]:
            model = chain()
            with self.subTest(value=value):
                model["substructure.chain.damping.alpha"] = value; at = line()
                with self.refused(f"{HERE}:{at}: substructure.chain.damping.alpha = {said}"):
                    model.modes(of="bodies")

    def test_what_is_missing_names_the_line_of_the_analysis_or_of_the_statement(self):
        at = line() + 2
        with self.refused(f"{HERE}:{at}: no [[substructure]]; a case needs at least one body"):
            sw.Model().modes()
        at = line() + 2
        with self.refused(f"{HERE}:{at}: missing table [analysis]"):
            chain().run()
        model = chain()
        model.joint("wall", law="coulomb", between=["chain.m1.x", "ground"]); at = line()
        with self.refused(f"{HERE}:{at}: joint.wall: missing key limit"):
            model.modes()
        model.joint("wall", law="coulomb", between=["chain.m1.x", "ground"], limit=1.0); again = line()
        with self.refused(f'{HERE}:{again}: joint.name = "wall"; already used at', f"{HERE}:{at}"):
            model.modes()

    def test_ports_that_are_not_there_are_told_when_the_model_is_built(self):
        model = chain()
        model.load("push", on="chain.m9.x", force=1.0); at = line()
        with self.refused(f"{HERE}:{at}: load.push.on"):
            model.static()

    def test_what_is_not_offered_is_told_as_for_a_case_file(self):
        model = chain()
        model["substructure.chain.n_blades"] = 12; at = line()
        with self.refused(f"{HERE}:{at}: ", "n_blades"):
            model.modes(of="bodies")

    def test_files_that_are_not_there(self):
        with self.refused(f"{HERE}:{line() + 1}: lumped/chain_mods", "did you mean lumped/chain_modes?"):
            sw.load("lumped/chain_mods")
        with self.refused(f"{HERE}:{line() + 1}: meshes/nothing.geo: no such shipped file"):
            sw.shipped("meshes/nothing.geo")
        model = sw.Model()
        at = line() + 1
        model.plane_stress("plate", mesh="nothing.msh", thickness=1.0,
                           material=dict(young=1.0, poisson=0.3, density=1.0))
        with self.refused(f"{HERE}:{at}: substructure.plate.mesh = \"nothing.msh\""):
            model.modes()

    def test_options_of_a_computation(self):
        for wrong in (0, -1, 1.5, "2", None, True):
            with self.subTest(threads=wrong):
                with self.refused(f"{HERE}:{line() + 1}: threads = {wrong!r}; expected at least 1"):
                    chain().modes(threads=wrong)
        with self.refused("progress = 3; expected True, False or a callable"):
            chain().modes(progress=3)
        with self.refused("map.x = 3; expected (path of a key, values)"):
            chain().map("modes", x=3)

    def test_results_that_are_not_there(self):
        modes = chain().modes(of="bodies")
        with self.refused("the results: no array modes/chian; did you mean modes/chain? modes/ holds: chain"):
            modes["modes/chian"]
        with self.refused("output folder /dev/null/x cannot be written"):
            modes.write("/dev/null/x")


if __name__ == "__main__":
    unittest.main()
