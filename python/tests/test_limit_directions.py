"""Figures of the friction of a contact patch and of its limit directions."""
import unittest

import numpy as np
import synthetic
from figure_case import FigureCase, lines

from slideway import plots


class LimitDirectionsTest(FigureCase):
    def test_the_law_is_drawn_over_eps_in_radii_and_as_a_curve_of_force_and_torque(self):
        results = self.make(synthetic.limit_directions)
        by_eps, by_spin, by_angle, body = plots.patch_law(results).axes
        force, torque = by_eps.get_lines()
        # eps = u / (R omega) = rho / (R tan theta), rho = R / 2.
        eps = force.get_xdata()
        np.testing.assert_allclose(force.get_ydata(), np.cos(np.arctan(0.5 / eps[0:])))
        np.testing.assert_allclose(torque.get_ydata(), np.sin(np.arctan(0.5 / eps)))
        self.assertLessEqual(eps.max(), 3)
        self.assertEqual(by_angle.get_lines()[0].get_xdata()[-1], 90)
        spin, torque = by_spin.get_lines()[1].get_data()
        np.testing.assert_allclose(torque, spin)
        x, y = body.get_lines()[0].get_data()
        np.testing.assert_allclose(np.hypot(x, y), 1)  # the exact law is the same: drawn once
        self.assertEqual(len(body.get_lines()), 1)

    def test_laws_of_several_results_stand_over_one_abscissa_with_what_they_are_off_by(self):
        several = [self.make(synthetic.limit_directions, "exact"),
                   self.make(synthetic.limit_directions, "off", law="other", off=0.1)]
        force, torque, off, _ = plots.compare_patch_laws(several).axes
        # R = 2 rho: tan of the angle on the sphere of R is twice that of the run.
        exact, other = force.get_lines()  # the exact law is that of the first: not drawn again
        angle = np.radians(exact.get_xdata())
        np.testing.assert_allclose(exact.get_ydata(), np.cos(np.arctan(np.tan(angle) / 2)),
                                   atol=1e-12)
        np.testing.assert_allclose(other.get_ydata(), 1.1 * exact.get_ydata(), atol=1e-12)
        np.testing.assert_allclose(off.get_lines()[0].get_ydata(), 0.1 * exact.get_ydata(),
                                   atol=1e-12)

        balances = plots.compare_balances(several)
        labels = [text.get_text() for text in balances.legends[0].get_texts()]
        self.assertEqual(labels, ["ball, exact", "other"])
        alone = plots.compare_patch_laws(several[1:])
        labels = [text.get_text() for text in alone.legends[0].get_texts()]
        self.assertEqual(labels, ["exact law", "other"])
        own = balances.axes[0].get_lines()[0].get_ydata()
        np.testing.assert_allclose(own[0], -1.5 * np.cos(0.01))  # over the limit, 2 N
        self.assertEqual(self.drawn(self.folder / "exact", self.folder / "off"),
                         {"compare_patch_laws", "compare_balances"})

    def test_the_friction_body_has_the_load_in_it_and_its_distance_over_the_sphere(self):
        figure = plots.friction_body(self.make(synthetic.limit_directions))
        body, distance, _ = figure.axes
        outline = body.get_lines()[0].get_xydata()
        np.testing.assert_allclose(np.hypot(*outline.T), 1)
        # In the plane a distance is an acceleration: torques count twice, J = 1/4.
        self.assertAlmostEqual(body.get_aspect(), 2)
        to_foot = body.get_lines()[1].get_xydata()
        np.testing.assert_allclose(to_foot, [[0.5, 0], [1, 0]])
        touching = body.get_lines()[3].get_xydata()
        np.testing.assert_allclose((touching[:, 0] - 0.5) ** 2 + (2 * touching[:, 1]) ** 2, 0.25)
        # The distance from (0.5, 0, 0) to pure spin, (0, 0, 1): |(0.5, 0, 2)|.
        image = distance.get_images()[0].get_array()
        w = np.linspace(-1.4, 1.4, 9)[-1]
        expected = np.hypot(np.cos(w) - 0.5, 2 * np.sin(w))
        self.assertAlmostEqual(image[-1, 6], expected)

    def test_a_mass_that_couples_slip_and_spin_bends_what_is_as_near_not_the_axes(self):
        results = self.make(synthetic.limit_directions, coupled=1.2)
        body = plots.friction_body(results).axes[0]
        np.testing.assert_allclose(body.get_lines()[1].get_xydata(), [[0.5, 0], [1, 0]])
        off = body.get_lines()[3].get_xydata() - [0.5, 0]
        # (x, torque) F (x, torque)' of the foot of the stable node, (0.5, 0)
        np.testing.assert_allclose(off[:, 0] ** 2 + 2.4 * off[:, 0] * off[:, 1]
                                   + 4 * off[:, 1] ** 2, 0.25)

    def test_a_friction_body_that_fills_space_is_drawn_in_space(self):
        for coupled in (0.0, 1.2):  # axes are those of force and torque
            figure = plots.friction_body(
                self.make(synthetic.limit_directions, f"run_{coupled}", plane=False,
                          coupled=coupled))
            body = figure.axes[0]
            self.assertEqual(body.name, "3d")
            to_foot = np.column_stack(body.get_lines()[0].get_data_3d())
            np.testing.assert_allclose(to_foot, [[0.5, 0.1, 0], [1, 0, 0]])

    def test_the_sphere_shows_each_direction_on_the_side_that_has_it(self):
        front, back = plots.direction_sphere(self.make(synthetic.limit_directions)).axes
        faces = [[line.get_markerfacecolor() for line in side.get_lines()
                  if line.get_marker() in ("o", "s")] for side in (front, back)]
        self.assertEqual([len(side) for side in faces], [1, 1])
        self.assertNotEqual(faces[0], faces[1])  # one attracts, one repels

    def test_directions_are_marked_on_sphere_and_circle_filled_where_they_attract(self):
        sphere, circle = plots.directions(self.make(synthetic.limit_directions)).axes
        marks = {(line.get_xdata()[0], line.get_markerfacecolor() == "white")
                 for line in sphere.get_lines() if line.get_marker() in "os"}
        # Directions along -x appear at both ends of the longitudes.
        self.assertEqual(marks, {(0.0, False), (180.0, True), (-180.0, True)})
        at = sorted(line.get_xdata()[0] for line in circle.get_lines() if line.get_marker() in "os")
        self.assertEqual(at, [-1.0, 1.0])

    def test_circles_of_directions_are_lines_of_latitude(self):
        results = self.make(synthetic.limit_directions, circles=True)
        sphere, circle = plots.directions(results).axes
        flat = [line for line in sphere.get_lines() if line.get_linestyle() == "-"
                and line.get_marker() in (None, "None", "")]
        np.testing.assert_allclose([line.get_ydata()[0] for line in flat], np.degrees([0, 0.5]))
        at = [line.get_xydata() for line in circle.get_lines() if line.get_marker() == "o"
              and len(line.get_xdata()) == 2]
        np.testing.assert_allclose(at[1], [[np.cos(0.5), np.sin(0.5)], [-np.cos(0.5), np.sin(0.5)]])
        labels = [text.get_text() for text in
                  plots.direction_sphere(results).legends[0].get_texts()]
        self.assertEqual(labels[-2:], ["stable circle", "unstable circle"])

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

    def test_slideway_plot_draws_all(self):
        folder = synthetic.limit_directions(self.folder / "run")
        self.assertEqual(self.drawn(folder),
                         {"patch_law", "friction_body", "directions", "direction_sphere",
                          "directions_over_load"})


if __name__ == "__main__":
    unittest.main()
