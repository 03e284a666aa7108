"""Shares of basins over a parameter, on data whose picture is known."""
import numpy as np
import synthetic
from figure_case import FigureCase

from slideway import basin_shares, plots


def corners(area):
    """Points of an area in a figure, each once."""
    return {tuple(point) for path in area.get_paths() for point in np.round(path.vertices, 9)}


class BasinSharesTest(FigureCase):
    def test_shares_are_stacked_and_step_where_a_motion_ends(self):
        results = self.make(synthetic.basin_shares)
        shares, integrity = plots.shares(results).axes
        areas = {area.get_label(): corners(area) for area in shares.collections}
        self.assertEqual(set(areas), {"small", "large", "not settled"})
        # Up to the fold at 2.5 large keeps its share, small has the rest; beyond, small has all.
        for point in ((1.0, 0.2), (2.0, 0.4), (2.5, 0.4), (2.5, 1.0), (3.0, 1.0), (4.0, 0.25)):
            self.assertIn(point, areas["small"])
        for point in ((1.0, 0.2), (1.0, 1.0), (2.5, 0.4), (2.5, 1.0)):
            self.assertIn(point, areas["large"])
        self.assertIn((4.0, 0.25), areas["not settled"])
        self.assertEqual(integrity.get_ylabel(), "integrity [mm]")
        self.assertEqual(integrity.get_xlabel(), "Omega [rad/s]")
        drawn = [line.get_ydata() for line in integrity.get_lines() if len(line.get_ydata()) == 4]
        np.testing.assert_allclose(drawn, [[3, 4, 9, 1], [2, 1, np.nan, np.nan],
                                           [2, 1, np.nan, np.nan]])

    def test_ends_of_stable_motions_and_crises_are_marked(self):
        results = self.make(synthetic.basin_shares)
        self.assertEqual(basin_shares.marks_of(results),
                         [basin_shares.Mark("fold", 2.5, 2.5, ("large", "mirror of large")),
                          basin_shares.Mark("crisis", 3, 4, ("small",))])
        shares, _ = plots.shares(results).axes
        fold, = shares.get_lines()
        self.assertEqual(list(fold.get_xdata()), [2.5, 2.5])
        crisis, = shares.patches
        extent = shares.transData.inverted().transform(crisis.get_window_extent())
        np.testing.assert_allclose(extent[:, 0], [3, 4])
        names = [text.get_text() for text in shares.figure.legends[0].get_texts()]
        self.assertEqual(names, ["small", "large", "not settled", "below the resolution", "fold",
                                 "crisis"])

    def test_more_motions_than_colours_leave_the_smallest_shares_grey(self):
        shares, _ = plots.shares(self.make(synthetic.basin_shares, others=7)).axes
        colours = {area.get_label(): tuple(area.get_facecolor()[0]) for area in shares.collections}
        motions = ["small", "large"] + [f"other {k}" for k in range(1, 8)]
        self.assertEqual(len({colours[k] for k in motions[:7]}), 7)
        self.assertEqual({colours[k] for k in motions[7:]}, {(0.6, 0.6, 0.6, 1.0)})
        names = [text.get_text() for text in shares.figure.legends[0].get_texts()]
        self.assertEqual(names[:9], motions[:7] + ["other motions", "not settled"])

    def test_random_starts_have_standard_errors_and_no_integrity(self):
        axes, = plots.shares(self.make(synthetic.basin_shares, random=True)).axes
        bars = [c for c in axes.collections if c.get_label().startswith("_")]
        self.assertEqual(len(bars), 2)  # of small and large, which have starts
        ends = np.array(bars[0].get_segments())[:, :, 1]
        np.testing.assert_allclose(ends, [[0.19, 0.21], [0.39, 0.41], [0.99, 1.01], [0.24, 0.26]])

    def test_all_figures_and_tables(self):
        results = self.make(synthetic.basin_shares)
        self.assertEqual(self.drawn(self.folder / "run"),
                         {"shares", "shares.csv", "share_ends.csv"})
        table = basin_shares.shares_table(results)
        np.testing.assert_array_equal(table["Omega [rad/s]"], [1, 2, 3, 4])
        self.assertEqual(list(table["large: state"]), ["stable", "stable", "absent", "absent"])
        np.testing.assert_array_equal(table["small: integrity [m]"], [3e-3, 4e-3, 9e-3, 1e-3])
        ends = basin_shares.ends_table(results)
        self.assertEqual(list(ends["what"]), ["fold", "crisis"])
        self.assertEqual(list(ends["motions"]), ["large; mirror of large", "small"])
