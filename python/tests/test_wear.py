"""The figure of what patches dissipate per area."""
import unittest

import numpy as np
import synthetic
from figure_case import FigureCase

from slideway import plots


class WearTest(FigureCase):
    def test_cells_have_the_colour_of_their_energy_and_a_dot_marks_the_largest(self):
        figure = plots.wear_map(self.make(synthetic.wear), "floor")
        ax, scale = figure.axes
        (cells,) = ax.collections
        np.testing.assert_allclose(cells.get_array(), [10, 30])
        square, triangle = (path.vertices for path in cells.get_paths())
        np.testing.assert_allclose(square[:4], [[0, 0], [1, 0], [1, 1], [0, 1]])
        np.testing.assert_allclose(triangle[:3], [[1, 0], [2, 0], [1, 1]])
        x, y = ax.get_lines()[0].get_data()
        np.testing.assert_allclose([x[0], y[0]], [1.25, 0.5])
        self.assertEqual(scale.get_ylabel(), "dissipated [J/m²]")

    def test_slideway_plot_draws_one_for_each_patch(self):
        self.assertIn("wear_floor", self.drawn(synthetic.wear(self.folder / "run")))


if __name__ == "__main__":
    unittest.main()
