"""Figures of modes and static solutions on bodies whose motion is known."""
import unittest

import numpy as np
import synthetic
from figure_case import FigureCase

from slideway import plots
from slideway.plots import shapes


def lines_of(axes):
    """Line collections of a panel: arrays of lines x 2 x 2."""
    return [np.array(collection.get_segments()) for collection in axes.collections]


class ShapesTest(FigureCase):
    def test_a_mode_is_drawn_beside_its_undeformed_outline_with_its_frequency(self):
        results = self.make(synthetic.mode_shapes, damping=[0, 0.02, 0.02, 0.5])
        figure = plots.mode_shapes(results, "coupled")
        self.assertEqual([axes.get_title("left") for axes in figure.axes],
                         ["1: rigid", "2: 10 Hz, ζ = 2 %, equal to 3", "3: 10 Hz, ζ = 2 %, equal to 2",
                          "4: 1.5 kHz, ζ = 50 %"])
        size = np.sqrt(2) * 0.1  # the track does not count
        for axes in figure.axes:
            undeformed, _, block, track = lines_of(axes)
            np.testing.assert_allclose(block - undeformed, [[[shapes.DRAWN * size, 0]] * 2] * 4, atol=1e-15)
            np.testing.assert_array_equal(track, [[[-50, 0], [50, 0]]])
            self.assertLess(np.ptp(axes.get_xlim()), 0.13)
        self.assertEqual(figure._suptitle.get_text(),
                         "Synthetic modes: coupled, 4 modes\n"
                         "the largest displacement of each is drawn as 8 % of the size, 141 mm")
        self.assertEqual([text.get_text() for text in figure.legends[0].get_texts()],
                         ["undeformed", "block, 100 × 100 mm", "track, 100 m"])

    def test_bodies_in_space_are_seen_from_above_beside_plane_ones(self):
        (axes,) = plots.deformation(self.make(synthetic.static, column=True)).axes
        square, column, _, grown = lines_of(axes)
        np.testing.assert_allclose(column, [[[0, 0], [0, 0.2 * np.cos(shapes.RISE)]]], atol=1e-15)
        self.assertGreater(grown[0, 1, 1], column[0, 1, 1])
        self.assertEqual(grown[0, 1, 0], 0)
        np.testing.assert_allclose(square.reshape(-1, 2).max(axis=0) - square.reshape(-1, 2).min(axis=0),
                                   [0.1 * (np.cos(shapes.TURN) + np.sin(shapes.TURN)),
                                    0.1 * (np.cos(shapes.TURN) + np.sin(shapes.TURN)) * np.sin(shapes.RISE)])
        self.assertEqual([text.get_text() for text in axes.texts], ["x", "y", "z"])
        self.assertEqual(axes.get_xlabel(), "")

    def test_many_modes_are_limited_and_the_title_states_it(self):
        figure = plots.mode_shapes(self.make(synthetic.mode_shapes, frequency=np.arange(1.0, 21)), "coupled")
        self.assertEqual(len(figure.axes), shapes.MOST_MODES)
        self.assertIn("modes 1 to 12 of 20", figure._suptitle.get_text())

    def test_one_mode_of_one_body_has_a_picture(self):
        figure = plots.mode_shapes(self.make(synthetic.mode_shapes, frequency=[2.0], track=False), "coupled")
        self.assertEqual([axes.get_title("left") for axes in figure.axes], ["1: 2 Hz"])
        self.assertIn("coupled, 1 mode\n", figure._suptitle.get_text())

    def test_all_bodies_of_a_mode_have_one_scale_so_that_round_off_is_not_drawn(self):
        results = self.make(synthetic.mode_shapes, frequency=[1.0, 2.0], mass=[1e12, 0.5])
        first, second = plots.mode_shapes(results, "coupled").axes
        self.assertEqual([axes.get_title("left") for axes in (first, second)], ["1: 1 Hz, at rest here", "2: 2 Hz"])
        undeformed, _, block, _ = lines_of(first)
        np.testing.assert_allclose(block, undeformed, atol=1e-12)
        heights = [axes.patches[0].get_height() for axes in plots.mode_amplitudes(results, "coupled").axes]
        self.assertEqual(heights, [1.0, 0.25])

    def test_bodies_without_lines_have_bars_of_their_ports(self):
        results = self.make(synthetic.mode_bars)
        first, second = plots.mode_amplitudes(results, "pair").axes
        self.assertEqual([bar.get_height() for bar in first.patches], [0.5, 1.0])
        self.assertEqual([bar.get_height() for bar in second.patches], [1.0, -0.5])
        self.assertEqual([text.get_text() for text in first.get_xticklabels()], ["m1", "m2"])
        self.assertEqual((first.get_ylabel(), second.get_ylabel()), ("relative displacement", ""))

    def test_round_off_beside_a_rotation_is_not_drawn(self):
        results = self.make(synthetic.mode_bars)
        heights = [[bar.get_height() for axes in plots.mode_amplitudes(results, "shaft", rotations).axes
                    for bar in axes.patches] for rotations in (False, True)]
        self.assertEqual(heights, [[1.0, 0.0], [0.0, 1.0]])

    def test_a_static_solution_states_scale_and_largest_displacements(self):
        figure = plots.deformation(self.make(synthetic.static))
        (axes,) = figure.axes
        self.assertEqual(axes.get_title("left"), "Synthetic static solution: displacements × 10000")
        undeformed, block = lines_of(axes)
        self.assertAlmostEqual(np.abs(block - undeformed).max(), 0.01)
        self.assertEqual((axes.get_xlabel(), axes.get_ylabel()), ("x [mm]", "y [mm]"))
        self.assertEqual([text.get_text() for text in figure.legends[0].get_texts()],
                         ["undeformed", "block, 100 × 100 mm, largest displacement 1 µm"])

    def test_large_displacements_are_drawn_as_they_are(self):
        for largest in (0.05, 0.0):
            (axes,) = plots.deformation(self.make(synthetic.static, str(largest), largest=largest)).axes
            self.assertTrue(axes.get_title("left").endswith("displacements × 1"))

    def test_ports_of_a_static_solution_have_a_panel_per_unit(self):
        figure = plots.port_displacements(self.make(synthetic.static, bars=True))
        self.assertEqual([axes.get_ylabel() for axes in figure.axes], ["displacement [µm]", "rotation [mrad]"])
        self.assertEqual([round(bar.get_height(), 9) for axes in figure.axes for bar in axes.patches], [-3, 2])

    def test_a_static_contact_shows_pressure_along_its_master_or_forces_of_points(self):
        for thickness, label, values in ((0.01, "pressure [MPa]", [3, 1]), (0.0, "normal force [kN]", [3, 1])):
            results = self.make(synthetic.static, str(thickness), thickness=thickness)
            (axes,) = plots.contact_pressure(results, "rub").axes
            self.assertEqual((axes.get_xlabel(), axes.get_ylabel()), ("position along the master [mm]", label))
            np.testing.assert_allclose(axes.get_lines()[0].get_xdata(), [100, 200])
            np.testing.assert_allclose(axes.get_lines()[0].get_ydata(), values)
            self.assertEqual(axes.get_title("left"),
                             "Synthetic static solution, contact rub, total normal force 4 kN")
            self.assertEqual(self.drawn(self.folder / str(thickness)), {"deformation", "contact_pressure_rub"})

    def test_standard_figures_are_those_that_apply(self):
        for make, files in ((synthetic.mode_shapes, {"mode_shapes_coupled"}),
                            (synthetic.mode_bars, {"mode_amplitudes_pair", "mode_amplitudes_shaft", "mode_rotations_shaft"}),
                            (synthetic.static, {"deformation"})):
            folder = self.folder / make.__name__
            make(folder)
            with self.subTest(make.__name__):
                self.assertEqual(self.drawn(folder), files)


if __name__ == "__main__":
    unittest.main()
