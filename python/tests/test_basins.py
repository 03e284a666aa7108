"""Basins of attraction on data whose picture is known."""
import numpy as np
import synthetic
from figure_case import FigureCase

from slideway import basins, plots


class BasinsTest(FigureCase):
    def test_a_plane_shows_labels_orbits_and_what_the_sample_says(self):
        results = self.make(synthetic.basins)
        axes, = plots.basins_of_attraction(results).axes
        image, = axes.get_images()
        np.testing.assert_array_equal(image.get_array(), [[0] * 4, [1] * 4, [2, 2, 2, 4]])
        np.testing.assert_allclose(image.get_extent(), [-1.5, 2.5, -0.5, 2.5])  # [mm], [m/s]
        self.assertEqual((axes.get_xlabel(), axes.get_ylabel()),
                         ("mass.x [mm]", "velocity of mass.x [m/s]"))
        small, large, uncertain, wrong = axes.get_lines()
        self.assertEqual([tuple(zip(*line.get_data())) for line in (small, large)],
                         [((0.0, 1.0),), ((1.0, 2.0),)])  # the other state is beyond the plane
        self.assertEqual([tuple(zip(*line.get_data())) for line in (uncertain, wrong)],
                         [((0.0, 1.0),), ((0.0, 2.0),)])
        names = [text.get_text() for text in axes.figure.legends[0].get_texts()]
        self.assertEqual(names, ["small: 33.3 %", "large, period 2: 33.3 %", "not settled: 25 %",
                                 "broke off: 8.33 %", "uncertain: 1 of 3", "wrong: 1 of 3"])

    def test_a_refined_plane_says_how_many_starts_were_run(self):
        results = self.make(synthetic.basins, refined=True)
        np.testing.assert_array_equal(np.argwhere(~basins.was_run(results)), [[1, 2]])
        axes, = plots.basins_of_attraction(results).axes
        self.assertEqual(axes.get_title("left"), "Synthetic basins, 11 of 12 starts run")

    def test_more_motions_than_colours_leave_the_smallest_basins_grey(self):
        results = self.make(synthetic.many_basins, n=12)
        axes, = plots.basins_of_attraction(results).axes
        image, = axes.get_images()
        colours = [tuple(image.cmap(k)) for k in range(12)]
        own = [0, 2, 4, 6, 8, 10, 1]  # most starts lead to these; of equals the first
        self.assertEqual(len({colours[k] for k in own}), 7)
        grey = {colours[k] for k in range(12) if k not in own}
        self.assertEqual(grey, {(0.6, 0.6, 0.6, 1.0)})
        self.assertFalse(grey & {colours[k] for k in own})
        names = [text.get_text() for text in axes.figure.legends[0].get_texts()]
        self.assertEqual(names[-1], "5 other motions: 20.8 %")
        self.assertEqual(len(names), 8)
        figure = plots.compare_basins([results, results])
        compared = figure.axes[1].get_images()[0].cmap
        self.assertEqual([tuple(compared(k)) for k in range(12)], colours)
        names = [text.get_text() for text in figure.legends[0].get_texts()]
        self.assertEqual(names[:3] + names[-1:], ["motion 0", "motion 1", "motion 2", "motion 10"])
        self.assertEqual(names[3], "other motions")

    def test_settling_times_leave_out_starts_that_do_not_settle(self):
        figure = plots.settling_time(self.make(synthetic.basins))
        unsettled, broken, image = figure.axes[0].get_images()
        np.testing.assert_array_equal(image.get_array().filled(-9),
                                      [[0, 1, 2, 3], [4, 5, 6, 7], [-9] * 4])
        for of, where in ((unsettled, [(2, 0), (2, 1), (2, 2)]), (broken, [(2, 3)])):
            self.assertEqual([tuple(at) for at in np.argwhere(~of.get_array().mask)], where)
        self.assertEqual([text.get_text() for text in figure.legends[0].get_texts()],
                         ["not settled", "broke off"])

    def test_without_starts_that_settle_there_are_no_times_to_draw(self):
        results = self.make(synthetic.basins, settle=False)
        self.assertEqual(self.drawn(self.folder / "run"), {"basins", "basins.csv"})
        self.assertFalse(basins.settle(results))

    def test_starts_have_the_largest_displacement_of_the_motion_that_they_lead_to(self):
        figure = plots.largest_displacement(self.make(synthetic.basins), "mass.x")
        *_, image = figure.axes[0].get_images()
        np.testing.assert_allclose(image.get_array().filled(-9),
                                   [[2] * 4, [4] * 4, [-9] * 4])  # [mm]
        self.assertEqual(figure.axes[1].get_ylabel(), "largest mass.x [mm]")

    def test_two_planes_are_compared_by_the_names_of_what_starts_lead_to(self):
        several = [self.make(synthetic.basins, "one"),
                   self.make(synthetic.basins, "two", reordered=True)]
        figure = plots.compare_basins(several)
        first, second = figure.axes
        np.testing.assert_array_equal(first.get_images()[0].get_array(),
                                      [[0] * 4, [1] * 4, [2, 2, 2, 4]])
        np.testing.assert_array_equal(second.get_images()[0].get_array(),
                                      [[0, 0, 0, 1], [1] * 4, [2, 2, 2, 4]])
        self.assertEqual(len(first.get_lines()), 0)
        others, = second.get_lines()
        self.assertEqual([tuple(zip(*others.get_data()))], [((2.0, 0.0),)])  # [mm], [m/s]
        self.assertIn("1 of 12 others", second.get_title(loc="left") or second.get_title())
        names = [text.get_text() for text in figure.legends[0].get_texts()]
        self.assertEqual(names, ["small", "large", "not settled", "broke off",
                                 "another than in the first"])
        self.assertEqual(self.drawn(self.folder / "one", self.folder / "two"), {"compare_basins"})

    def test_all_figures_and_the_table(self):
        results = self.make(synthetic.basins, sample=False)
        self.assertEqual(self.drawn(self.folder / "run"),
                         {"basins", "settling_time", "largest_displacement_mass.x", "basins.csv"})
        self.assertEqual(basins.looked_at_again(results), {})
        table = basins.basins_table(results)
        self.assertEqual(list(table["orbit"]), ["small", "large", "not settled", "broke off"])
        self.assertEqual(list(table["starts"]), [4, 4, 3, 1])
        np.testing.assert_array_equal(table["period"], [1, 2, np.nan, np.nan])
        np.testing.assert_array_equal(table["largest mass.x [m]"], [2e-3, 4e-3, np.nan, np.nan])
