"""Figures of dry contacts and forced responses on data whose picture is known."""
import unittest
from unittest import mock

import numpy as np
import synthetic
from figure_case import FigureCase, lines

import slideway
from slideway import plots
from slideway.plots import standard


class PeriodicFigureTest(FigureCase):
    # ---- dry contacts

    def test_contact_motion_shows_sticking_events_and_jumps(self):
        results = self.make(synthetic.stick_slip)
        figure = plots.contact_motion(results, "joints/rub", periods=2)
        displacement, velocity, force, phase, loop = figure.axes
        self.assertEqual([axes.get_ylabel() for axes in (displacement, velocity, force)],
                         ["displacement [mm]", "sliding velocity [mm/s]", "friction force [N]"])
        self.assertEqual((phase.get_xlabel(), phase.get_ylabel()),
                         ("displacement [mm]", "sliding velocity [mm/s]"))
        self.assertEqual(force.get_xlim(), (2.0, 6.0))
        shaded = [(p.get_xy()[:, 0].min(), p.get_xy()[:, 0].max()) for p in force.patches]
        np.testing.assert_allclose(shaded, [(3, 3.5), (5, 6)])
        time, f = force.get_lines()[-1].get_data()
        # At the stick the force jumps from 2 N to 0, within no time.
        np.testing.assert_allclose(sorted(set(np.round(f[time == 3.0], 9))), [0, 2], atol=1e-9)
        marked = {tuple(line.get_xdata()): line.get_marker() for line in velocity.get_lines()
                  if line.get_marker() not in ("", "None")}
        self.assertEqual({tuple(sorted(set(x))): m for x, m in marked.items()},
                         {(3.0, 5.0): "s", (3.5,): "o", (4.25,): "D"})
        names = [text.get_text() for text in figure.legends[0].get_texts()]
        self.assertEqual(names, ["sticking", "stick", "slip", "reversal without a stop"])
        # Between samples (1/16 s) the drawn line is the cubic: sin to (pi/16)^4 / 384 of it.
        t, u = displacement.get_lines()[0].get_data()
        early = t < 3
        np.testing.assert_allclose(u[early], 1 - np.cos(np.pi * (t[early] - 2)), atol=1e-5)

    def test_contact_motion_of_the_last_period_and_of_an_orbit(self):
        results = self.make(synthetic.stick_slip)
        figure = plots.contact_motion(results, "joints/rub", periods=0.75)
        self.assertEqual(figure.axes[2].get_xlim(), (4.5, 6.0))
        orbit = self.make(synthetic.stick_slip, "orbit", group="orbit/wall")
        self.assertEqual(plots.dry_contact.contacts_of(orbit), ["orbit/wall"])
        self.assertEqual(self.drawn(self.folder / "orbit"), {"contact_motion_wall"})
        without = self.make(synthetic.stick_slip, "without", events=False)
        self.assertEqual(plots.dry_contact.contacts_of(without), [])
        with self.assertRaisesRegex(slideway.ResultsError, "no sample of joints/rub from 9 s"):
            plots.dry_contact.motion_of(results, "joints/rub", 9.0)

    def test_joint_motion_shows_stops_and_corners_between_samples(self):
        results = self.make(synthetic.stops)
        self.assertEqual(plots.dry_contact.joints_of(results), ["stops"])
        displacement, force, loop = plots.joint_motion(results, "stops", periods=1).axes
        shaded = [(p.get_xy()[:, 0].min(), p.get_xy()[:, 0].max()) for p in force.patches]
        np.testing.assert_allclose(shaded, [(2 + 1 / 6, 2 + 5 / 6), (3 + 1 / 6, 3 + 5 / 6)])
        time, u = displacement.get_lines()[0].get_data()
        f = force.get_lines()[0].get_ydata()
        # Four corners in the last period, at 50 mm without force; the cubic errs by (pi/16)^4 / 16.
        corners = [k for k, t in enumerate(time) if abs(16 * t - round(16 * t)) > 1e-6]
        self.assertEqual(len(corners), 4)
        np.testing.assert_allclose(np.abs(u[corners]), 50, atol=0.01)
        np.testing.assert_array_equal(f[corners], 0)
        self.assertEqual((loop.get_xlabel(), loop.get_ylabel()), ("displacement [mm]", "force [N]"))
        several = self.make(synthetic.stops, "several", rows=2)
        figure = plots.joint_motion(several, "stops")
        self.assertEqual([text.get_text() for text in figure.legends[0].get_texts()],
                         ["on a stop", "component 1", "component 2"])

    # ---- rotations

    def test_components_of_a_patch_have_their_names_and_the_rotation_its_own_panels(self):
        patch = self.make(synthetic.stops, "patch", rows=3, components=["x", "y", "rotation"])
        figure = plots.joint_motion(patch, "stops")
        labels = [text.get_text() for text in figure.legends[0].get_texts()]
        self.assertEqual(labels, ["on a stop", "x", "y", "rotation"])
        self.assertEqual([axes.get_ylabel() for axes in figure.axes],
                         ["displacement [mm]", "force [N]", "rotation [mrad]", "torque [N m]",
                          "force [N]", "torque [N m]"])

    def test_rotations_are_drawn_in_rad_and_what_turns_them_in_newton_metres(self):
        with mock.patch.dict(synthetic.UNITS, {"m": "rad", "m/s": "rad/s", "N": "N m"}):
            rub, stops, response, regimes = (
                self.make(make, f"turning {k}") for k, make in enumerate(
                    (synthetic.stick_slip, synthetic.stops, synthetic.forced_response,
                     synthetic.regimes)))
            sweep = self.make(synthetic.map_of_regimes, "turning sweep", two=False)
        labels = [axes.get_ylabel() for axes in plots.contact_motion(rub, "joints/rub").axes]
        self.assertEqual(labels[:3], ["displacement [mrad]", "sliding velocity [rad/s]",
                                      "friction force [N m]"])
        loop = plots.joint_motion(stops, "stops").axes[2]
        self.assertEqual((loop.get_xlabel(), loop.get_ylabel()),
                         ("displacement [mrad]", "force [N m]"))
        self.assertEqual(plots.response_curves(response, "mass.x").axes[0].get_ylabel(),
                         "rms of mass.x [mrad]")
        panel = plots.joint_loops(response, "pad").axes[0]
        self.assertIn("rad", panel.get_xlabel())
        self.assertEqual(panel.get_ylabel(), "tangential force [N m]")
        self.assertEqual(plots.regime_boundaries(regimes).axes[0].get_ylabel(),
                         "friction force [N m]")
        self.assertEqual(plots.regime_sweep(sweep).axes[0].get_ylabel(), "friction force [N m]")

    # ---- periodic orbits

    def test_branches_of_orbits_are_dashed_where_unstable_and_marked_at_labels(self):
        results = self.make(synthetic.periodic_orbits, branches=2)
        top, bottom = plots.orbit_branches(results, "mass.x").axes
        self.assertEqual((top.get_ylabel(), bottom.get_xlabel()),
                         ("largest mass.x [mm]", "Omega [rad/s]"))
        for panel in (top, bottom):
            drawn = [line for line in panel.get_lines() if len(line.get_xdata()) > 2]
            self.assertEqual([line.get_linestyle() for line in drawn], ["-", "--"] * 2)
        self.assertEqual(top.get_lines()[1].get_ydata().max(), 23)  # mm
        marks = {line.get_marker(): (line.get_xdata()[0], round(line.get_ydata()[0], 9))
                 for line in top.get_lines() if line.get_marker() not in ("", "None")}
        self.assertEqual(marks, {"s": (1, 4), "^": (1.5, 14), "o": (1.1, 6)})
        names = [text.get_text() for text in top.figure.legends[0].get_texts()]
        self.assertEqual(names, ["branch 1, period 1", "branch 2, period 2", "start", "fold",
                                 "grazing", "unstable"])

    def test_phase_plane_shows_events_at_their_stop(self):
        results = self.make(synthetic.periodic_orbits)
        self.assertEqual(plots.orbits.joints_with_events(results), ["stops"])
        places, fold, asked = plots.phase_plane(results, "stops").axes
        self.assertEqual([text.get_text() for text in places.texts], ["1", "2"])
        self.assertEqual((fold.get_title("left"), asked.get_title("left")),
                         ("1: fold, 1.5", "2: 1.25"))
        circle, stop, closing, opening = fold.get_lines()
        np.testing.assert_allclose(np.hypot(*circle.get_data()), 8, rtol=1e-12)
        np.testing.assert_array_equal(stop.get_xdata(), 5)
        for dot, sign in ((closing, 1), (opening, -1)):
            np.testing.assert_allclose(np.hypot(*dot.get_data()), 8, rtol=1e-12)
            self.assertEqual(np.sign(dot.get_ydata()[0]), sign)
        self.assertEqual(self.drawn(self.folder / "run"),
                         {"orbit_branches_mass.x", "phase_plane_stops", "orbit_branches.csv"})
        free = self.make(synthetic.periodic_orbits, "free", contact=False)
        self.assertEqual(plots.orbits.joints_with_events(free), [])

    def test_branches_of_several_results_are_compared_and_magnified_about_grazing(self):
        one, two = (self.make(synthetic.periodic_orbits, name) for name in ("one", "two"))
        self.assertEqual(self.drawn(self.folder / "one", self.folder / "two"),
                         {"compare_orbit_branches_mass.x"})
        top, below = plots.compare_orbit_branches([one, two], "mass.x").axes
        self.assertEqual(top.get_xlim(), (1.0, 2.0))
        # Grazing is at 1.1; 4 % of the range to either side.
        np.testing.assert_allclose(below.get_xlim(), (1.06, 1.14))
        self.assertLess(below.get_ylim()[1], 0.7)
        other = self.make(synthetic.stops, "other")
        self.assertEqual(plots.orbits.comparable([one, other]), [])

    def test_smoothed_force_shows_radius_and_largest_error_of_a_corner(self):
        # k = 10, a = 0.05, delta = 1500; radius, error and its place of an independent program.
        k, a, delta, far = 10.0, 0.05, 1500.0, 0.852310e-3
        told = {"stops.smoothing.radius": (1.71867914e-3, "m"),
                "stops.smoothing.force_error": (1.856430e-3, "N")}
        part = {"stops.smoothing.part_of_clearance": (0.0343735827, "")}
        made = self.make(synthetic.write, "run", analysis="modes", arrays={"time": ([0.0], "s")},
                         quantities=told | part)
        self.assertEqual(self.drawn(self.folder / "run"), {"smoothed_force_stops"})
        top, bottom = plots.smoothed_force(made, "stops").axes
        x, exact = lines(top)["with a corner"].get_data()
        depth = a * (x - 1)
        np.testing.assert_allclose(exact, 1e3 * k * np.maximum(depth, 0), rtol=1e-6, atol=1e-9)
        smoothed = lines(top)["smoothed"].get_ydata()
        np.testing.assert_allclose(smoothed, 1e3 * k * depth / (1 + np.exp(-delta * depth)),
                                   rtol=1e-5, atol=1e-6)
        np.testing.assert_allclose(lines(bottom)["_error"].get_ydata(), exact - smoothed, atol=1e-9)
        (dots,) = [line for line in bottom.get_lines() if line.get_marker() == "o"]
        np.testing.assert_allclose(dots.get_xdata(), [1 - far / a, 1 + far / a], rtol=1e-6)
        np.testing.assert_allclose(dots.get_ydata(), 1.856430)
        self.assertEqual(dots.get_label(), "largest: 1.86 mN")
        for panel in (top, bottom):
            (shaded,) = panel.patches
            np.testing.assert_allclose(shaded.get_extents().transformed(
                panel.transData.inverted()).intervalx, [1 - 0.0343735827, 1 + 0.0343735827])
        self.assertEqual(bottom.get_xlabel(), "displacement / clearance")
        self.assertIn("1.72 mm, 3.44 % of the clearance", top.get_title("left"))
        bare = self.make(synthetic.write, "bare", analysis="modes", arrays={"time": ([0.0], "s")},
                         quantities=told)
        _, bottom = plots.smoothed_force(bare, "stops").axes
        self.assertEqual(bottom.get_xlabel(), "displacement [mm]")
        np.testing.assert_allclose(bottom.get_xlim(), [-4 * 1.71867914, 4 * 1.71867914])

    def test_label_curves_have_a_ring_where_two_labels_vanish(self):
        results = self.make(synthetic.periodic_orbits, curves=True)
        panel, = plots.label_curves(results).axes
        curve, ring = panel.get_lines()
        self.assertEqual((panel.get_xlabel(), panel.get_ylabel()), ("clearance", "Omega [rad/s]"))
        self.assertEqual(len(curve.get_xdata()), 21)
        self.assertEqual((ring.get_xdata()[0], ring.get_ydata()[0]), (2, 1.5))
        names = [text.get_text() for text in panel.figure.legends[0].get_texts()]
        self.assertEqual(names, ["branch point", "two vanish"])
        table = slideway.orbits.label_curves_table(results)
        self.assertEqual(list(table), ["curve", "label", "clearance", "Omega [rad/s]",
                                       "two vanish"])
        self.assertEqual(table["two vanish"].sum(), 1)
        self.assertTrue({"label_curves", "label_curves.csv"} < self.drawn(self.folder / "run"))

    def test_branches_of_a_search_have_colours_and_their_periods(self):
        results = self.make(synthetic.periodic_orbits, branches=2, search=True)
        panel, = plots.orbit_search(results, "mass.x").axes  # both span the whole
        self.assertEqual(panel.get_ylabel(), "largest mass.x [mm]")
        drawn = [line for line in panel.get_lines() if len(line.get_xdata()) > 2]
        self.assertEqual([line.get_linestyle() for line in drawn], ["-", "--"] * 2)
        self.assertEqual(len({line.get_color() for line in drawn}), 2)
        names = [text.get_text() for text in panel.figure.legends[0].get_texts()]
        self.assertEqual(names, ["branch 1, period 1", "branch 2, period 2", "unstable"])

    def test_a_search_has_a_row_per_start(self):
        table = slideway.orbits.search_table(self.make(synthetic.periodic_orbits, search=True))
        self.assertEqual({name: list(values) for name, values in table.items()}, {
            "Omega [rad/s]": [1.5, 1.5], "displacement mass.x [m]": [-1e-3, 1e-3],
            "outcome": ["found", "no recurrence"], "period": [1, 0], "branch": [1, 0]})
        self.assertIn("orbit_search.csv", self.drawn(self.folder / "run"))
        self.assertFalse(slideway.orbits.has_search(self.make(synthetic.periodic_orbits, "one")))

    def test_table_of_branches_has_a_row_per_point(self):
        table = slideway.orbits.branches_table(self.make(synthetic.periodic_orbits, branches=2))
        self.assertEqual(list(table), ["branch", "period", "Omega [rad/s]", "label", "stable",
                                       "largest multiplier", "contacts", "least mass.x [m]",
                                       "largest mass.x [m]"])
        self.assertEqual([len(column) for column in table.values()], [42] * 9)
        self.assertEqual(list(table["label"][[0, 1, 2, 10]]), ["start", "", "grazing", "fold"])
        self.assertEqual(table["largest mass.x [m]"].max(), 24e-3)

    # ---- forced responses

    def test_response_curves_have_a_line_per_level_dashed_where_unstable(self):
        results = self.make(synthetic.forced_response)
        figure = plots.response_curves(results, "mass.x")
        top, bottom = figure.axes
        drawn = [line for line in top.get_lines() if len(line.get_xdata()) > 2]
        self.assertEqual([line.get_linestyle() for line in drawn], ["-", "--", "-", "--"])
        self.assertEqual(drawn[0].get_ydata().max(), 1)  # mm
        self.assertEqual(drawn[2].get_ydata().max(), 2)
        np.testing.assert_allclose(drawn[1].get_xdata().max(), 11, atol=0.3)
        # A dot at the peak of each level; both levels and the marks in the legend.
        dots = [line for line in top.get_lines() if line.get_marker() == "o"]
        self.assertEqual([list(line.get_xdata()) for line in dots], [[15], [15]])
        labels = [text.get_text() for text in figure.legends[0].get_texts()]
        self.assertEqual(labels, ["level 1", "level 2", "maximum", "unstable",
                                  "natural frequency, contacts stuck"])
        self.assertEqual(bottom.get_ylabel(), "phase lag [°]")
        self.assertEqual(top.get_ylabel(), "rms of mass.x [mm]")

    def test_many_levels_share_a_colour_bar_and_wide_ones_a_log_axis(self):
        levels = tuple(10.0 ** np.linspace(0, 3, 12))
        figure = plots.response_curves(self.make(synthetic.forced_response, levels=levels,
                                                 stability=False), "mass.x")
        self.assertEqual(figure.axes[0].get_yscale(), "log")
        self.assertEqual(figure.axes[2].get_ylabel(), "level")
        self.assertNotIn("unstable", [t.get_text() for t in figure.legends[0].get_texts()])

    def test_contact_states_fill_the_cycle(self):
        figure = plots.contact_states(self.make(synthetic.forced_response), "pad")
        (boxes,) = figure.axes[0].collections
        areas = {}
        for path, colour in zip(boxes.get_paths(), boxes.get_facecolors()):
            (x0, y0), (x1, y1) = path.vertices[0], path.vertices[2]
            areas[tuple(colour)] = areas.get(tuple(colour), 0) + abs((x1 - x0) * (y1 - y0))
        # Stick: all above 15 Hz and half below it (a point has half a step on either side).
        np.testing.assert_allclose(sum(areas.values()), 10 * 360)
        np.testing.assert_allclose(max(areas.values()), (4.875 + 5.125 / 2) * 360)
        self.assertEqual([t.get_text() for t in figure.legends[0].get_texts()],
                         ["stick", "slip forward", "slip back"])

    def test_joint_loops_stand_in_parts_of_their_amplitude(self):
        figure = plots.joint_loops(self.make(synthetic.forced_response), "pad")
        (axes,) = figure.axes  # the normal row does not move
        for line in axes.get_lines():
            np.testing.assert_allclose(np.abs(line.get_xdata()).max(), 1)
            np.testing.assert_allclose(np.abs(line.get_ydata()).max(), 10, rtol=1e-4)
        self.assertIn("(1 m to 2 m)", axes.get_xlabel())
        self.assertEqual([t.get_text() for t in figure.legends[0].get_texts()],
                         ["level 1, 15 Hz", "level 2, 15 Hz"])

    def test_joint_loops_leave_out_a_normal_force_that_stays(self):
        # The displacement varies, as it does with k_n = 0.
        figure = plots.joint_loops(self.make(synthetic.forced_response, normal="preload"), "pad")
        self.assertEqual(len(figure.axes), 1)
        figure = plots.joint_loops(self.make(synthetic.forced_response, normal="closed"), "pad")
        self.assertEqual(len(figure.axes), 2)

    def test_sampled_forces_have_no_figure_of_states(self):
        results = self.make(synthetic.forced_response, states=False)
        drawn = {figure.name: figure.subjects(results) for figure in standard.FIGURES
                 if figure.subjects(results)}
        self.assertEqual(drawn, {"forced_response": ["mass.x"], "loops": ["pad"]})

    def test_forced_responses_draw_their_standard_figures(self):
        results = self.make(synthetic.forced_response)
        drawn = {figure.name: figure.subjects(results) for figure in standard.FIGURES
                 if figure.subjects(results)}
        self.assertEqual(drawn, {"forced_response": ["mass.x"], "contact_states": ["pad"],
                                 "loops": ["pad"]})


if __name__ == "__main__":
    unittest.main()
