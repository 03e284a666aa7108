"""Reading a results folder, and what is said when there is nothing to read."""
import tempfile
import unittest
from pathlib import Path

import numpy as np
import synthetic

import slideway


class ReadingTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def refusal(self, folder):
        with self.assertRaises(slideway.ResultsError) as caught:
            slideway.read(folder)
        message = str(caught.exception)
        self.assertNotIn("\n", message)
        return message

    def test_summary_and_arrays_come_with_their_units(self):
        results = slideway.read(synthetic.transient(self.folder / "run"))
        self.assertEqual((results.title, results.analysis, results.status),
                         ("Synthetic transient", "transient", "end"))
        self.assertAlmostEqual(results.quantities["time.end"].value, 1.2)
        self.assertEqual(results.quantities["time.end"].unit, "s")
        np.testing.assert_array_equal(results.quantities["rub.segment.start"].value, [9, 8])
        force = results["contacts/rub/normal_force"]
        self.assertEqual((force.unit, force.meaning), ("N", "a test array"))
        self.assertEqual(force.values.shape, results["time"].values.shape)
        self.assertAlmostEqual(force.values[0], 0.08)
        self.assertEqual(results["signals/tip/of"].values.tolist(),
                         ["lower.free_end.y.acceleration"])
        self.assertEqual(results.names("points"), ["lower.free_end.y"])
        self.assertEqual(results.names("nothing"), [])
        self.assertIn("energy", results)
        self.assertNotIn("complex_modes", results)

    def test_an_array_that_is_not_there_is_named_with_those_that_are(self):
        results = slideway.read(synthetic.transient(self.folder / "run"))
        for name, parts in {
            "points/lower.fre_end.y/acceleration": ("did you mean points/lower.free_end.y?",),
            "points/lower.free_end.y/jerk": ("acceleration, displacement, velocity",),
            "points": ("no array points; points/ holds: lower.free_end.y",),
            "tmie": ("did you mean time?", "contacts, energy, points, signals, time"),
        }.items():
            with self.subTest(name), self.assertRaises(slideway.ResultsError) as caught:
                results[name]
            self.assertIn(f"run/results.h5: no array {name}", str(caught.exception))
            for part in parts:
                self.assertIn(part, str(caught.exception))

    def test_a_folder_that_holds_no_results_is_refused_in_one_line(self):
        self.assertIn("nowhere: no such folder", self.refusal(self.folder / "nowhere"))
        (self.folder / "file").write_text("")
        self.assertIn("file: not a folder", self.refusal(self.folder / "file"))
        self.assertIn("no summary.json; expected the results folder", self.refusal(self.folder))
        run = synthetic.force_map(self.folder / "run")
        (run / "results.h5").unlink()
        self.assertIn("run: no results.h5; expected", self.refusal(run))

    def test_spoilt_files_are_refused_in_one_line(self):
        run = synthetic.force_map(self.folder / "run")
        (run / "results.h5").write_text("not HDF5")
        self.assertIn("run/results.h5: cannot be read: ", self.refusal(run))
        for text in ("{", "[]", "{}", '{"quantities": {"a": 1}}', '{"quantities": 3}'):
            (run / "summary.json").write_text(text)
            with self.subTest(text):
                self.assertIn("run/summary.json: cannot be read: ", self.refusal(run))


if __name__ == "__main__":
    unittest.main()
