"""Figures of the friction of a contact patch and of its limit directions."""
import unittest

import numpy as np
import synthetic
from figure_case import FigureCase, lines

from slideway import plots


class LimitDirectionsTest(FigureCase):
    def test_the_law_is_drawn_over_eps_in_radii_and_as_a_curve_of_force_and_torque(self):
        results = self.make(synthetic.limit_directions)
        by_eps, by_angle, body = plots.patch_law(results).axes
        force, torque = by_eps.get_lines()
        # eps = u / (R omega) = rho / (R tan theta), rho = R / 2.
        eps = force.get_xdata()
        np.testing.assert_allclose(force.get_ydata(), np.cos(np.arctan(0.5 / eps[0:])))
        np.testing.assert_allclose(torque.get_ydata(), np.sin(np.arctan(0.5 / eps)))
        self.assertLessEqual(eps.max(), 3)
        self.assertEqual(by_angle.get_lines()[0].get_xdata()[-1], 90)
        x, y = body.get_lines()[0].get_data()
        np.testing.assert_allclose(np.hypot(x, y), 1)  # the exact law is the same: drawn once
        self.assertEqual(len(body.get_lines()), 1)

    def test_directions_are_marked_on_sphere_and_circle_filled_where_they_attract(self):
        sphere, circle = plots.directions(self.make(synthetic.limit_directions)).axes
        marks = {(line.get_xdata()[0], line.get_markerfacecolor() == "white")
                 for line in sphere.get_lines() if line.get_marker() in "os"}
        # What points along -x stands at both ends of the longitudes.
        self.assertEqual(marks, {(0.0, False), (180.0, True), (-180.0, True)})
        at = sorted(line.get_xdata()[0] for line in circle.get_lines() if line.get_marker() in "os")
        self.assertEqual(at, [-1.0, 1.0])

    def test_curves_over_the_load_tell_types_and_what_the_exact_law_lacks(self):
        results = self.make(synthetic.limit_directions, spurious=True)
        figure = plots.directions_over_load(results)
        upper, lower = figure.axes
        self.assertEqual(upper.get_ylabel(), "angle from slip to spin [°]")
        self.assertEqual(lower.get_xlabel(), "load [N]")
        labels = [text.get_text() for text in figure.legends[0].get_texts()]
        self.assertEqual(labels, ["stable node", "saddle", "tangency",
                                  "fold, not of the exact law"])
        fold = [line for line in upper.get_lines() if line.get_marker() == "v"]
        np.testing.assert_allclose(fold[0].get_xydata(), [[0.5, np.degrees(0.4)]])
        self.assertEqual(fold[0].get_markerfacecolor(), "white")
        saddle = [line for line in lower.get_lines() if line.get_marker() != "v"][1]
        np.testing.assert_allclose(saddle.get_ydata(), [-1, -0.75, -0.5])

    def test_slideway_plot_draws_all_three(self):
        folder = synthetic.limit_directions(self.folder / "run")
        self.assertEqual(self.drawn(folder), {"patch_law", "directions", "directions_over_load"})


if __name__ == "__main__":
    unittest.main()
