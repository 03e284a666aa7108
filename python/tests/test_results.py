"""Reading a results folder, and what is said when there is nothing to read."""
import random
import shutil
import tempfile
import unittest
from pathlib import Path

import h5py
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

    def test_an_array_is_a_numpy_array_with_its_unit(self):
        force = slideway.read(synthetic.transient(self.folder / "run"))["contacts/rub/normal_force"]
        self.assertIsInstance(force, np.ndarray)
        self.assertEqual((force[1:].unit, force.mean()), ("N", force.values.mean()))
        for computed in (2 * force, np.sqrt(force), force > 0, force + force):
            self.assertIs(type(computed), np.ndarray)  # N^2 or nothing at all: it has no unit
        np.testing.assert_array_equal(2 * force, 2 * force.values)

    def test_groups_offer_their_members_as_attributes_and_items(self):
        root = slideway.read(synthetic.basins(self.folder / "run")).root
        self.assertEqual(dir(root), ["orbits", "sample", "starts", "x", "y"])
        self.assertEqual([orbit.name.item() for orbit in root.orbits], ["small", "large"])
        self.assertEqual((len(root.orbits), root.orbits[1].growth.item()), (2, 0.25))
        largest = root.orbits["0002"].points["mass.x"].largest
        self.assertEqual((largest.tolist(), largest.unit), ([4e-3], "m"))
        self.assertIn("sample", root)
        self.assertEqual(repr(root.starts), "<slideway group starts: label, since>")
        with self.assertRaises(AttributeError) as caught:
            root.orbits[0].grwth
        self.assertIn("did you mean orbits/0001/growth?", str(caught.exception))
        self.assertFalse(hasattr(root, "modes"))

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

    def test_any_flipped_bit_of_the_arrays_is_refused(self):
        run = synthetic.force_map(self.folder / "run")
        sound = (run / "results.h5").read_bytes()
        draw = random.Random(16)
        bits = [draw.randrange(8 * len(sound)) for _ in range(300)]
        for bit in bits + [8 * k for k in range(0, 1024, 8)]:  # with the block of the checksum
            spoilt = bytearray(sound)
            spoilt[bit // 8] ^= 1 << bit % 8
            (run / "results.h5").write_bytes(spoilt)
            with self.subTest(bit=bit):
                self.assertIn("run/results.h5: cannot be read: damaged", self.refusal(run))
        (run / "results.h5").write_bytes(sound[:-1])
        self.assertIn("run/results.h5: cannot be read: damaged", self.refusal(run))
        (run / "results.h5").write_bytes(sound)
        slideway.read(run)

    def test_a_file_without_a_checksum_is_refused(self):
        run = synthetic.force_map(self.folder / "run")
        with h5py.File(run / "results.h5", "w") as h5:
            h5["time"] = [0.0]
        self.assertIn("it has no checksum", self.refusal(run))

    def test_summary_and_arrays_of_two_runs_are_not_mixed(self):
        one = synthetic.force_map(self.folder / "one")
        other = synthetic.transient(self.folder / "other")
        shutil.copy(other / "results.h5", one / "results.h5")
        self.assertIn("is not of the same run as summary.json", self.refusal(one))
        results = slideway.read(other)
        shutil.copy(synthetic.transient(self.folder / "next", seconds=0.5) / "results.h5", other)
        with self.assertRaises(slideway.ResultsError):
            results["time"]  # replaced since the summary was read

    def test_results_that_a_killed_run_did_not_finish_moving_are_the_new_ones(self):
        run = synthetic.transient(self.folder / "run")
        whole = run / ".slideway.whole"
        new = synthetic.transient(self.folder / "new", title="New")
        for moved in ((), ("results.h5",), ("results.h5", "summary.json")):
            shutil.copytree(new, whole)
            for name in moved:
                (whole / name).replace(run / name)
            with self.subTest(moved):
                self.assertEqual(slideway.read(run).title, "New")
            shutil.rmtree(whole)


if __name__ == "__main__":
    unittest.main()
