"""Universal files and CSV of responses: values, units, signs, and what a writer leaves."""
import json
import unittest
import warnings
from pathlib import Path

import numpy as np

import slideway as sw
from slideway.exchange.responses import Point, Response
from slideway.exchange.results_writer import write_responses
from slideway.exchange.unit_text import parsed
from support import ScriptTest

SAMPLES = Path(__file__).parent / "samples"
EXPECTED = json.loads((SAMPLES / "expected.json").read_text())
SIX_DIGITS = 5e-6
AT_512 = dict(zip((100.0, 300.0, 600.0), map(complex, EXPECTED["uff/block_frf.unv"]["values"][
    "512+3/512+3 at 100, 300, 600 Hz [m/N]"])))


def values_at(response, hz, H=None):
    H = response.H if H is None else H
    return np.array([H[np.argmin(np.abs(response.frequency_hz - f))] for f in hz])


class UniversalTest(ScriptTest):
    def changed(self, source, *changes):
        """A copy of a sample with texts replaced."""
        data = (SAMPLES / source).read_bytes()
        for old, new in changes:
            self.assertIn(old, data)
            data = data.replace(old, new)
        file = self.folder / source
        file.write_bytes(data)
        return file

    def test_modes(self):
        expected = EXPECTED["uff/block_modes.unv"]
        for name, n in (("block_modes.unv", 4), ("block_modes_2414.unv", 2)):
            found = sw.read_universal(SAMPLES / name)
            hz, mass = ([float(text) for text in expected[key]] for key in ("clamped_at_foot_hz", "modal_mass_kg"))
            np.testing.assert_allclose(found.modes.frequency_hz, hz[:n], rtol=SIX_DIGITS)
            np.testing.assert_allclose(found.modes.modal_mass, mass[:n], rtol=SIX_DIGITS)
            np.testing.assert_allclose(found.modes.damping_ratio, 0.005)
            np.testing.assert_allclose(np.nanmax(np.abs(found.modes.shapes[:, :, :3]), axis=(1, 2)), 1, rtol=SIX_DIGITS)
            np.testing.assert_allclose(found.nodes[512], [0.2, 0, 0.021], rtol=1e-12, atol=1e-15)
            self.assertEqual(found.units["length"], 1000.0)
        found = sw.read_universal(SAMPLES / "block_modes.unv")
        self.assertEqual({name: len(group["nodes"]) for name, group in found.groups.items()}, {"FOOT": 6, "TIP": 6})
        self.assertEqual(found.elements[1], (115, [111, 211, 221, 121, 112, 212, 222, 122]))

    def test_complex_mode(self):
        modes = sw.read_universal(SAMPLES / "complex_mode_55.unv").modes
        real, imag = map(float, EXPECTED["uff/complex_mode_55.unv"]["eigenvalue_1_per_s"])
        self.assertAlmostEqual(modes.eigenvalue[0], real + 1j * imag, delta=SIX_DIGITS * abs(real + 1j * imag))
        self.assertAlmostEqual(modes.damping_ratio[0], 0.01, delta=1e-7)
        self.assertLess(abs(modes.modal_b[0] + modes.eigenvalue[0] * modes.modal_a[0]), 1e-5 * abs(modes.modal_b[0]))

    def test_points_without_units(self):
        nodes = sw.read_universal(SAMPLES / "test_points_15.unv").nodes
        np.testing.assert_allclose([nodes[label] for label in (111, 112, 121, 122)],
                                   [[0, 0, 0], [0, 0, 0.03], [0, 0.03, 0], [0, 0.03, 0.03]])

    def test_responses_as_text_and_bytes(self):
        for name in ("block_frf.unv", "block_frf_58b.unv"):
            for response in sw.read_universal(SAMPLES / name).responses:
                if response.output.label == 512:
                    self.assertEqual((response.pair, response.unit), ("512.z/512.z", "m/N"))
                    hz = [f for f in AT_512 if np.min(np.abs(response.frequency_hz - f)) < 1e-9]
                    self.assertIn(100.0, hz)
                    np.testing.assert_allclose(values_at(response, hz), [AT_512[f] for f in hz], rtol=SIX_DIGITS)
        uneven = sw.read_universal(SAMPLES / "block_frf.unv").responses[2]
        np.testing.assert_allclose(uneven.frequency_hz[:3], [100, 110, 121])

    def test_sign_of_the_direction_and_accelerance(self):
        response = sw.read_universal(SAMPLES / "block_frf.unv").responses[1]
        [values] = [[complex(text) for text in held] for key, held in EXPECTED["uff/block_frf.unv"]["values"].items()
                    if key.startswith("531-2")]
        hz = np.array([100.0, 300.0])
        self.assertEqual((response.pair, response.unit, response.quantity), ("531.-y/512.z", "m/s^2/N", "acceleration"))
        np.testing.assert_allclose(values_at(response, hz), values, rtol=SIX_DIGITS)
        displacement = values_at(response, hz, response.along("displacement"))
        np.testing.assert_allclose(displacement, np.array(values) / -(2 * np.pi * hz)**2 * -1, rtol=SIX_DIGITS)
        np.testing.assert_allclose(values_at(response, hz, response.along("velocity")),
                                   2j * np.pi * hz * displacement, rtol=SIX_DIGITS)

    def test_units_by_their_text(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            found = sw.read_universal(SAMPLES / "uff58_other_units.unv")
        reference = sw.read_universal(SAMPLES / "block_frf.unv").responses[1]
        np.testing.assert_allclose(found.responses[1].H, 9.80665 * reference.H, rtol=1e-12)
        self.assertTrue(any("9.80665" in note and ":30:" in note for note in found.notes), found.notes)
        file = self.changed("block_frf.unv", (b"Response             m                   ",
                                              b"Response             mm                  "))
        np.testing.assert_allclose(sw.read_universal(file).responses[0].H,
                                   1e-3 * sw.read_universal(SAMPLES / "block_frf.unv").responses[0].H, rtol=1e-12)

    def test_unit_text_counts_where_exponents_or_types_disagree(self):
        for old, new, words in (
                (b"        12    0    0    0 Response             m/s^2",
                 b"        12    0    1    0 Response             m/s^2", "exponents 0 of length and 1 of force"),
                (b"        12    0    0    0 Response             m/s^2",
                 b"         8    0    0    0 Response             m/s^2", "displacement by its type 8")):
            file = self.changed("block_frf.unv", (old, new))
            with self.assertWarnsRegex(UserWarning, words):
                found = sw.read_universal(file)
            self.assertEqual(found.responses[1].quantity, "acceleration")
            self.assertTrue(any("the unit counts" in note and words in note for note in found.notes))

    def test_axis_without_a_unit_is_in_the_units_of_dataset_164(self):
        units = (SAMPLES / "block_modes.unv").read_bytes().partition(b"    -1\n   164")
        block = b"    -1\n   164" + units[2].partition(b"    -1\n")[0] + b"    -1\n"
        file = self.changed("block_frf.unv", (b"Response             m                   ",
                                              b"Response             NONE                "))
        file.write_bytes(block + file.read_bytes())
        np.testing.assert_allclose(sw.read_universal(file).responses[0].H,
                                   1e-3 * sw.read_universal(SAMPLES / "block_frf.unv").responses[0].H, rtol=1e-12)

    def test_conjugated_driving_point_is_reported(self):
        [response] = sw.read_responses(SAMPLES / "frf.csv")
        at = Point(512, 3)
        for H, told in ((response.H, False), (response.H.conj(), True)):
            file = self.folder / "driving.unv"
            write_responses([Response(H, response.frequency_hz, at, at, "displacement", True, "m/N", "driving")], file,
                            False)
            self.assertEqual(any("conjugated?" in note for note in sw.read_universal(file).notes), told)

    def test_what_writers_leave(self):
        reference = sw.read_universal(SAMPLES / "block_frf.unv").responses
        blanks = self.folder / "blanks.unv"
        blanks.write_bytes(b"text before\r\n" + (SAMPLES / "block_frf.unv").read_bytes().replace(b"\n", b"   \r\n"))
        touching = self.changed("block_frf.unv", (b"    4         1    0         0 NONE             531  -2 NONE   ",
                                                  b"    4         1    0         0 A_long_name_ofit 531  -2 NONE   "))
        unknown = self.folder / "unknown.unv"
        unknown.write_bytes(b"    -1\n  1858\n text\n    -1\n" + (SAMPLES / "block_frf.unv").read_bytes())
        for file in (blanks, touching, unknown):
            for one, other in zip(sw.read_universal(file).responses, reference, strict=True):
                np.testing.assert_array_equal(one.H, other.H)
                self.assertEqual(one.output, other.output)
        self.assertTrue(any("1 x dataset 1858" in note for note in sw.read_universal(unknown).notes))

    def test_csv(self):
        for name in ("frf.csv", "frf_mag_phase_semicolon.csv"):
            [response] = sw.read_responses(SAMPLES / name)
            np.testing.assert_allclose(values_at(response, AT_512), list(AT_512.values()), rtol=SIX_DIGITS)
            self.assertEqual((response.unit, response.quantity), ("m/N", "displacement"))
        for heads in ("frequency [Hz],re_tip_end [m/N],im_tip_end [m/N]", "f,real tip_end [m/N],imag tip_end [m/N]",
                      "Hz_f;|tip|_m;x"):
            file = self.folder / "heads.csv"
            file.write_text(heads + "\n1,2,3\n")
            if "Hz_f" in heads:
                with self.assertRaises(sw.FileError):
                    sw.read_responses(file)
            else:
                [response] = sw.read_responses(file)
                self.assertEqual((response.name, response.H[0], response.unit), ("tip_end", 2 + 3j, "m/N"))
        plain = self.folder / "plain.txt"
        plain.write_text("100\t1,5\t-2e-1\n200\t1,0\t-1e-1\n")
        [response] = sw.read_responses(plain)
        np.testing.assert_array_equal(response.H, [1.5 - 0.2j, 1 - 0.1j])

    def test_written_and_read(self):
        f = np.array([10.0, 12.5, 17.0])
        even = 10.0 + 2.5 * np.arange(5)
        for quantity, unit in (("displacement", "m/N"), ("acceleration", "m/s^2/N")):
            for frequency in (f, even):
                H = (1e-7 * np.arange(1, len(frequency) + 1) - 1e-9j) * np.exp(0.1)
                file = self.folder / f"{quantity}_{len(frequency)}.unv"
                write_responses([Response(H, frequency, Point(5, -2), Point(7, 1), quantity, True, unit, "a.x/b.x")],
                                file, False)
                with warnings.catch_warnings():
                    warnings.simplefilter("error")
                    [found] = sw.read_universal(file).responses
                np.testing.assert_allclose(found.H, H, rtol=1e-11)
                np.testing.assert_allclose(found.frequency_hz, frequency, rtol=1e-6)
                self.assertEqual((found.pair, found.unit, found.name), ("5.-y/7.x", unit, "a.x/b.x"))

    def test_units(self):
        for text, expected in (("m/s^2", (1, (1, 0, -2))), ("(m/s²)/N", (1, (0, -1, 0))), ("MM", (1e-3, (1, 0, 0))),
                               ("m/(N s^2)", (1, (0, -1, 0))), ("M/S**2", (1, (1, 0, -2))), ("mm/N", (1e-3, (0, -1, 2))),
                               ("g", (9.80665, (1, 0, -2))), ("furlong", None), ("NONE", None), (")m", None)):
            self.assertEqual(parsed(text), expected, text)

    def test_refused(self):
        cut = self.folder / "cut.unv"
        cut.write_bytes((SAMPLES / "block_modes.unv").read_bytes()[:9000])
        csv = self.folder / "wrong.csv"
        for file, texts in (
                (SAMPLES / "uff58b_bytes.unv", ("640 bytes announced", "40 complex single numbers are 320", "line 2")),
                (SAMPLES / "uff58_cut_off.unv", ("begins at line 2", "36 of 40 points", "closing -1 is missing")),
                (cut, ("cut.unv", "closing -1 is missing")),
                (self.changed("block_frf_58b.unv", (b"        40         1", b" 999999999         1")), ("999999999 points",)),
                (self.changed("block_frf.unv", (b"  6.02641E-08", b"          NaN")), ("block_frf.unv:14", "NaN", "finite")),
                (SAMPLES / "expected.json", ("not a universal file",)), (self.folder / "none.unv", ("cannot be read",))):
            with self.subTest(file=file.name), self.refused(Path(__file__).name, *texts):
                sw.read_universal(file)
        for text, texts in (
                ("f,re\n1,2\n", ("wrong.csv:1", "real", "imag")), ("1,2\n", ("2 columns without headings",)),
                ("f,re,im\n1,2,x\n", ("wrong.csv:2", '"x"', "finite number")), ("f,what,im\n1,2,3\n", ('heading "what"',)),
                ("f,re [furlong],im\n1,2,3\n", ("furlong", "m/s^2/N")), ("f,mag,phase [turns]\n1,2,3\n", ("turns", "rad")),
                ("f,re,im\n1,2\n", ("2 values; expected 3",)), ("", ("no lines",))):
            csv.write_text(text)
            with self.subTest(text=text), self.refused(Path(__file__).name, *texts):
                sw.read_responses(csv)


if __name__ == "__main__":
    unittest.main()
