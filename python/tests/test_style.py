"""Decimation, units, files."""
import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import numpy as np

from slideway.plots import style


class EnvelopeTest(unittest.TestCase):
    def test_extremes_of_every_bin_stay_at_their_times(self):
        rng = np.random.default_rng(1)
        t = np.arange(150_001) / 50e3
        y = rng.standard_normal(t.size)
        y[[17, 70_000]] = 50.0, -60.0  # single samples
        tt, yy = style.envelope(t, y)
        self.assertLessEqual(yy.size, 2 * 2000 + 2)
        self.assertTrue(np.all(np.diff(tt) > 0))
        np.testing.assert_array_equal(yy, y[np.searchsorted(t, tt)])
        self.assertEqual((yy.max(), tt[yy.argmax()]), (50.0, t[17]))
        self.assertEqual((yy.min(), tt[yy.argmin()]), (-60.0, t[70_000]))
        self.assertEqual((tt[0], tt[-1]), (t[0], t[-1]))
        edges = np.linspace(0, t.size, 2001).astype(int)
        for first, last in zip(edges[:-1], edges[1:]):
            inside = yy[(tt >= t[first]) & (tt <= t[last - 1])]
            self.assertEqual((inside.min(), inside.max()),
                             (y[first:last].min(), y[first:last].max()))

    def test_short_records_stay_whole(self):
        t = np.arange(8000.0)
        self.assertIs(style.envelope(t, t)[1], t)


class UnitTest(unittest.TestCase):
    def test_prefixes_keep_axes_between_1_and_1000(self):
        for largest, unit, label in ((0.11, "N", "mN"), (1000.0, "Hz", "kHz"), (999.0, "Hz", "Hz"),
                                     (20e3, "Hz", "kHz"), (0.03, "m/s", "mm/s"),
                                     (3e-11, "J", "pJ"), (5e-20, "J", "pJ"), (0.0, "N", "N"),
                                     (2e-3, "m/s^2", "m/s²"), (1e-3, "", "")):
            with self.subTest(f"{largest} {unit}"):
                factor, text = style.scale(unit, np.array([0.0, -largest]))
                self.assertEqual(text, label)
                if largest > 1e-12 and unit not in ("m/s^2", ""):
                    self.assertTrue(1 <= factor * largest * (1 + 1e-9) < 1000)

    def test_levels_are_of_power(self):
        np.testing.assert_allclose(style.decibel(np.array([1.0, 100.0, 0.0])), [0, 20, 0])


class TitleTest(unittest.TestCase):
    def test_titles_that_would_leave_the_figure_are_broken_into_lines(self):
        figure, ((left, right),) = style.panels(columns=2, height=5.0)
        text = "A title that is much longer than a figure is wide " * 2
        figure.suptitle(text, x=0.01, ha="left")
        right.set_title(text, loc="left")
        left.set_title("short", loc="left")
        style.settle(figure, 100)
        for title in (figure._suptitle, left._left_title, right._left_title):
            self.assertLessEqual(title.get_window_extent().x1, figure.bbox.x1)
        self.assertEqual(left.get_title("left"), "short")
        self.assertEqual(right.get_title("left").split(), text.split())

    def test_a_title_never_lies_on_the_label_of_the_places(self):
        time = np.linspace(0, 1, 11)
        for text in ("short", "displacement of beam.end.rotation per force on pad.mid_top.y"):
            with self.subTest(title=text):
                figure, ((axes,),) = style.panels(height=3.2)
                axes.plot(time, time)
                axes.set_title(text, loc="left")
                style.place_axis(axes, time, 0.1 + 0.1 * time, "place of the contact point [mm]")
                style.settle(figure, 100)
                label = axes.child_axes[0].xaxis.label.get_window_extent()
                self.assertFalse(axes._left_title.get_window_extent().overlaps(label))


class SaveTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        self.figure, ((axes,),) = style.panels()
        axes.plot([0, 1], [1, 0])

    def test_the_same_figure_gives_the_same_file(self):
        for ending in ("svg", "png", "pdf"):
            for name in "ab":
                style.save(self.figure, self.folder / f"{name}.{ending}", dpi=50)
            a, b = ((self.folder / f"{name}.{ending}").read_bytes() for name in "ab")
            self.assertEqual(a, b, ending)

    def test_a_figure_is_whole_or_absent(self):
        file = self.folder / "figures" / "a.png"
        style.save(self.figure, file, dpi=50)
        before = file.read_bytes()
        with mock.patch.object(os, "replace", side_effect=OSError("full")):
            with self.assertRaises(OSError):
                style.save(self.figure, file, dpi=60)
        self.assertEqual(file.read_bytes(), before)
        self.assertEqual(os.listdir(file.parent), ["a.png"])


class PictureRulesTest(unittest.TestCase):
    """What figures leave out or put together, so that they can be read."""

    def test_phases_too_short_to_show_are_chatter(self):
        from slideway.plots.stick_slip import CHATTER, FORWARD, OPEN, STUCK, visible
        short = [(0.5 + k * 1e-5, 0.5 + (k + 1) * 1e-5, OPEN if k % 2 else FORWARD) for k in range(6)]
        phases = [(0.0, 0.5, STUCK), *short, (short[-1][1], 1.0, FORWARD)]
        self.assertEqual(visible(phases), [phases[0], (0.5, short[-1][1], CHATTER), phases[-1]])
        few = [(0.0, 0.5, STUCK), *short[:2], (short[1][1], 1.0, FORWARD)]
        self.assertEqual(visible(few), few)
        self.assertEqual(visible([]), [])

    def test_colours_of_a_map_do_not_follow_a_few_outliers(self):
        from slideway.plots.maps import common_range
        values = np.linspace(1, 2, 400)
        self.assertEqual(common_range(values, False), (1.0, 2.0))
        values[7] = 1e6
        low, high = common_range(values, False)
        self.assertEqual(low, 1.0)
        self.assertLess(high, 2.01)
        low, high = common_range(np.append(np.geomspace(1, 1e3, 400), 1e30), True)
        self.assertLess(high, 1.1e3)

    def test_round_off_of_the_solver_has_no_panel(self):
        from slideway.plots.maps import _differs
        self.assertFalse(_differs("frequency", np.array([1.0, 1 + 1e-12])))
        self.assertFalse(_differs("energy.residual", np.array([1e-15, 3e-14])))
        self.assertTrue(_differs("frequency", np.array([1.0, 1.001])))
        self.assertTrue(_differs("growth", np.array([0.0, 1e-20])))


if __name__ == "__main__":
    unittest.main()
