"""Shipped cases in Python: the same tree when saved, the same numbers as those of the program.

SLIDEWAY_CASES=all runs every case that takes under ten seconds, and takes minutes; else some of each
analysis run here, together in seconds.
"""
import os
import unittest
from pathlib import Path

import slideway as sw
from support import ScriptTest

CASES = Path(sw.shipped("cases"))
NAMES = sorted(sw.list())

# One fast case per analysis.
QUICK = ["backbones/duffing", "beam_on_beam/frf_at_50_mm", "contact_patch/disc", "free_play/motion",
         "harmonic_balance/jenkins_oscillator", "lumped/step_response",
         "motion_regimes/five_masses_contact_4", "motion_regimes/free_play",
         "stability/mode_coupling", "substructures/cantilever_map",
         "substructures/imported_matrices"]
LONG = 10  # [s] of computing

FILE_KEYS = {"mesh", "M", "C", "K", "dofs", "folder", "export", "results"}


def whole(tree, folder):
    """The tree with its files as whole paths, and with the types of its numbers."""
    if isinstance(tree, dict):
        return {key: os.path.realpath(folder / value)
                if key in FILE_KEYS and isinstance(value, str) else whole(value, folder)
                for key, value in tree.items()}
    if isinstance(tree, list):
        return [whole(item, folder) for item in tree]
    return type(tree), tree


class ShippedCasesTest(ScriptTest):
    def test_every_case_that_is_loaded_and_saved_is_the_same_case(self):
        self.assertGreater(len(NAMES), 50)
        for name in NAMES:
            with self.subTest(name):
                file = CASES / f"{name}.toml"
                model = sw.load(name)
                copy = self.folder / "copy.toml"
                model.save(copy)
                one, other = model.tables(), sw.load(copy).tables()
                self.assertEqual(whole(one, file.parent), whole(other, self.folder))
                self.assertEqual(list(one), list(other))  # their order too

    def test_cases_run_in_python_give_the_numbers_of_the_program_to_the_bit(self):
        names = NAMES if os.environ.get("SLIDEWAY_CASES") == "all" else QUICK
        compared = 0
        for name in names:
            with self.subTest(name):
                before = os.times().children_user
                expected = self.program(name)
                if os.times().children_user - before < LONG:
                    self.assert_same(sw.load(name).run(), expected)
                    compared += 1
        self.assertGreaterEqual(compared, len(QUICK))


if __name__ == "__main__":
    unittest.main()
