"""Figures and tables of long motions on data whose picture is known."""
import unittest

import numpy as np
import synthetic
from figure_case import FigureCase

from slideway import long_motions, plots


class LongMotionTest(FigureCase):
    def test_sections_at_a_phase_are_points_of_the_phase_plane(self):
        results = self.make(synthetic.long_motion)
        figure = plots.section_points(results, "strobe")
        panel, = figure.axes
        self.assertEqual((panel.get_xlabel(), panel.get_ylabel()),
                         ("mass.x [mm]", "velocity [mm/s]"))
        x, y = panel.get_lines()[0].get_data()
        np.testing.assert_allclose(x ** 2 + (y / 3) ** 2, np.full(100, 4.0))
        self.assertEqual(len(panel.get_lines()), 1)
        self.assertIn("section strobe, 100 points", figure._suptitle.get_text())

    def test_what_a_section_holds_is_drawn_over_the_phase(self):
        panel, = plots.section_points(self.make(synthetic.long_motion), "turns").axes
        self.assertEqual((panel.get_xlabel(), panel.get_ylabel()),
                         ("phase of the drive [°]", "mass.x [mm]"))
        x, y = panel.get_lines()[0].get_data()
        np.testing.assert_allclose(x, 50 * [90.0, 108.0])
        np.testing.assert_allclose(y, 2 * np.cos(0.1 * np.arange(10, 110)))

    def test_the_orbit_that_a_motion_settles_on_is_ringed_at_phase_0(self):
        results = self.make(synthetic.long_motion, settles=True)
        figure = plots.section_points(results, "strobe")
        ring = figure.axes[0].get_lines()[1]
        np.testing.assert_allclose(ring.get_data(), [[0.5, -0.5], [1, -1]])
        self.assertEqual([t.get_text() for t in figure.legends[0].get_texts()],
                         ["periodic motion"])
        # At another phase its states are others.
        self.assertEqual(len(plots.section_points(results, "turns").axes[0].get_lines()), 1)

    def test_convergence_of_the_exponent_beside_that_of_the_multiplier(self):
        results = self.make(synthetic.long_motion, settles=True)
        figure = plots.convergence_of_exponent(results)
        panel, = figure.axes
        x, y = panel.get_lines()[0].get_data()
        np.testing.assert_allclose(x, np.arange(1, 101))
        np.testing.assert_allclose(y, np.full(100, 0.25))
        dotted = [line for line in panel.get_lines() if line.get_linestyle() == ":"]
        # e^-2 over two periods of 2 s: -0.5 1/s.
        np.testing.assert_allclose(dotted[0].get_ydata(), [-0.5, -0.5])
        self.assertEqual([t.get_text() for t in figure.legends[0].get_texts()],
                         ["exponent", "three standard errors", "of the multiplier"])

    def test_the_last_periods_have_their_extrema(self):
        results = self.make(synthetic.long_motion)
        history, plane = plots.last_periods(results, "mass.x").axes
        curve, extrema = history.get_lines()
        np.testing.assert_allclose(curve.get_xdata(), np.arange(217, 221) / 2)
        np.testing.assert_allclose(extrema.get_data(), [[108.5, 109], [1, -1]])
        self.assertEqual(plane.get_xlabel(), "displacement [mm]")

    def test_starts_that_have_not_settled_are_counted(self):
        results = self.make(synthetic.life_times)
        periods, number = long_motions.unsettled(results)
        # Four count: the one that broke off does not.
        np.testing.assert_array_equal(periods, [0, 5, 20, 20, 50])
        np.testing.assert_array_equal(number, [4, 3, 2, 1, 1])
        panel, = plots.life_times(results).axes
        self.assertEqual(panel.get_xlim(), (0, 50))
        table = long_motions.starts_table(results)
        self.assertEqual(list(table["outcome"]),
                         ["transient", "not settled", "transient", "broke off", "transient"])
        np.testing.assert_array_equal(table["displacement mass.x [m]"], np.arange(5.0))

    def test_what_is_drawn_of_which_results(self):
        self.make(synthetic.long_motion)
        self.assertEqual(self.drawn(self.folder / "run"),
                         {"section_strobe", "section_turns", "exponent", "last_periods_mass.x",
                          "sections.csv", "exponent.csv", "starts.csv"})
        self.make(synthetic.long_motion, "without", exponent=False)
        self.assertNotIn("exponent", self.drawn(self.folder / "without"))
        self.make(synthetic.life_times, "many")
        self.assertEqual(self.drawn(self.folder / "many"), {"life_times", "starts.csv"})

    def test_points_of_all_sections_in_one_table(self):
        table = long_motions.sections_table(self.make(synthetic.long_motion))
        self.assertEqual(len(table["time [s]"]), 200)
        self.assertEqual(list(table["section"][[0, 100]]), ["strobe", "turns"])
        np.testing.assert_allclose(table["velocity mass.x [m/s]"][100:], np.zeros(100))


if __name__ == "__main__":
    unittest.main()
