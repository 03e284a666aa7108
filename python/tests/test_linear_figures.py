"""Figures of modes, frequency responses and maps on data whose picture is known."""
import unittest

import h5py
import numpy as np
import synthetic
from figure_case import FigureCase, lines

import slideway
from slideway import plots
from slideway.plots import standard


class LinearFigureTest(FigureCase):
    def test_locus_has_a_panel_per_friction_and_marks_what_is_unstable(self):
        results = self.make(synthetic.complex_modes)
        stable, unstable = plots.locus(results).axes
        self.assertEqual(stable.get_title("left"), "μ = 0.1, undeformed bodies")
        self.assertNotIn("unstable", lines(stable))
        marked = lines(unstable)["unstable"].get_xdata()
        self.assertAlmostEqual(np.nanmax(marked), 68.0)
        self.assertGreater(np.nanmin(marked), 0)
        self.assertEqual([t.get_text() for t in unstable.texts], ["10.56 kHz\nat 48 mm"])
        own = lines(stable)["lower, uncoupled"]
        self.assertEqual(len(own.get_xdata()), 6)
        # Dotted between them: -(alpha + beta omega^2) / 2, exact for Rayleigh damping.
        dotted = [line for line in stable.get_lines() if line.get_linestyle() == ":"]
        self.assertEqual(len(dotted), 2)
        omega = 2 * np.pi * 1e3 * dotted[0].get_ydata()
        np.testing.assert_allclose(dotted[0].get_xdata(), -(20 + 3.6e-8 * omega**2) / 2)
        self.assertEqual((stable.get_xlabel(), stable.get_ylabel()),
                         ("growth rate [1/s]", "frequency [kHz]"))

    def assertInside(self, inner, outer):
        self.assertGreaterEqual(inner.x0, outer.x0 - 1)
        self.assertGreaterEqual(inner.y0, outer.y0 - 1)
        self.assertLessEqual(inner.x1, outer.x1 + 1)
        self.assertLessEqual(inner.y1, outer.y1 + 1)

    def test_nothing_hides_the_text_at_the_only_unstable_mode(self):
        for groups in (["mu_0.5"], [f"mu_0.{k}" for k in range(1, 7)]):
            for zones in ([(132.6, 1.0642, 4.457)], [(132.6, 1.0642, 4.457), (0, 1.0642, 1.0)]):
                with self.subTest(f"{len(groups)} panels, {len(zones)} zones"):
                    figure = plots.locus(slideway.read(synthetic.modes(
                        self.folder / "m", [1.0642], [[132.6, 132.6]], [[4.457, -4.457]], zones,
                        groups=groups)))
                    figure.draw_without_rendering()
                    (legend,) = figure.legends
                    self.assertInside(legend.get_window_extent(), figure.bbox)
                    for axes in figure.axes:
                        self.assertEqual([text.get_text() for text in axes.texts],
                                         ["132.6 Hz\nat 1064 mm", "divergence\nat 1064 mm"]
                                         [:len(zones)])
                        for text in axes.texts:
                            self.assertInside(text.get_window_extent(), axes.bbox)
                        self.assertLess(legend.get_window_extent().y1,
                                        axes.get_tightbbox().y0 + 1)
                        self.assertGreater(axes.get_xlim()[1], 4.457)
                        self.assertEqual("divergence" in lines(axes), len(zones) == 2)

    def test_undamped_modes_have_axes(self):
        for name, x in (("one", [0.01]), ("same", [0.01, 0.01]), ("two", [0.01, 0.02])):
            results = self.make(synthetic.modes, name, position=x,
                                frequency=[[10.0, 20.0]] * len(x),
                                growth=[[0.0, 1e-15]] * len(x))
            self.assertEqual(self.drawn(results.folder),
                             {"locus", "over_position"} if name == "two" else {"locus"})
            (axes,) = plots.locus(results).axes
            low, high = axes.get_xlim()
            self.assertTrue(low < -1e-6 and high > 1e-6)
            self.assertNotIn("unstable", lines(axes))
            self.assertEqual(lines(axes)["branch of the coupled system"].get_marker(), "o")
            if name == "two":
                _, growth = plots.over_position(results).axes
                self.assertTrue(growth.get_ylim()[0] < -1e-6 and growth.get_ylim()[1] > 1e-6)
            else:
                with self.assertRaisesRegex(slideway.ResultsError, "at one position only"):
                    plots.over_position(results)

    def test_results_without_a_mode_or_a_position_are_said_to_have_no_figure(self):
        run = synthetic.transient(self.folder / "run")
        none = np.zeros((0, 0))
        for name, x, values in (("modes", [0.01, 0.02], np.zeros((2, 0))), ("mode", [0.01], none),
                                ("positions", np.zeros(0), np.zeros((0, 3))),
                                ("both", np.zeros(0), none)):
            with self.subTest(name):
                folder = synthetic.modes(self.folder / name, x, values, values)
                self.assertEqual(list(standard.draw_all([str(folder)])),
                                 [f"no figure for the analysis complex-modes: {folder}"])
                for several in ([folder, folder], [run, folder]):
                    with self.assertRaisesRegex(slideway.ResultsError, "no figure compares"):
                        list(standard.draw_all([str(f) for f in several]))
                results = slideway.read(folder)
                for draw in (plots.locus, plots.over_position, lambda r: plots.predicted_zones(
                        slideway.read(run), [r], "tip")):
                    with self.assertRaisesRegex(slideway.ResultsError, "no mode at any position"):
                        draw(results)
        results = self.make(synthetic.frf, places=0)
        self.assertEqual(standard.frf.pairs(results), [])
        with self.assertRaisesRegex(slideway.ResultsError, "no response at any place"):
            plots.frequency_response(results, "lower.free_end.y.acceleration/upper.tip.y")

    def test_a_mode_is_unstable_by_the_threshold_of_the_program_and_within_the_band(self):
        size = 2 * np.pi * 1000
        x, f = [0.01, 0.02, 0.03], [[1000.0, 2000.0, 9000.0]] * 3
        g = [[0.9e-8 * size, -1.0, 5.0], [1.1e-8 * size, -1.0, 6.0], [1.2e-8 * size, -1.0, 7.0]]

        def marked(name, **options):
            results = self.make(synthetic.modes, name, position=x, frequency=f, growth=g, **options)
            (axes,) = plots.locus(results).axes
            top, _ = plots.over_position(results).axes
            bold = [line for line in top.get_lines() if line.get_linewidth() == 4]
            curves = [line for line in axes.get_lines() if line.get_label() == "unstable"]
            self.assertEqual(len(bold), len(curves))
            return [int(np.isfinite(line.get_xdata()).sum()) for line in curves]
        self.assertEqual(marked("a"), [2, 3])
        self.assertEqual(marked("b", case="[analysis]\nband_hz = [0, 5e3]\n"), [2])
        self.assertEqual(marked("c", case="[analysis]\nband_hz = [5e3, 10e3]\n"), [3])
        # A case that cannot be read: not far above the zones.
        self.assertEqual(marked("d", case="nonsense =", zones=[(1000, 0.03, 7e-5)]), [2])
        self.assertEqual(marked("e", case="nonsense ="), [2, 3])

    def test_the_frequency_axis_ends_with_the_band(self):
        def limits(name, **options):
            results = self.make(synthetic.complex_modes, name, **options)
            locus, _ = plots.locus(results).axes
            over_position = plots.over_position(results).axes[0]
            self.assertEqual(locus.get_ylim(), over_position.get_ylim())
            return locus.get_ylim()
        band = "[analysis]\nband_hz = [3e3, 12e3]\n"
        np.testing.assert_allclose(limits("a", case=band), (3, 12))
        np.testing.assert_allclose(limits("b", case=band, overrides=[
            "analysis.band_hz=[0, 8e3]"]), (0, 8))
        # A band far above the data, and one that is not known: as the data.
        most = 1.05 * slideway.read(self.folder / "a")[
            "complex_modes/mu_0.3/frequency"].values.max() / 1e3
        np.testing.assert_allclose(limits("c", case="[analysis]\nband_hz = [0, 1e6]\n"), (0, most))
        np.testing.assert_allclose(limits("d", case="nonsense ="), (0, most))

    def test_over_position_shades_every_zone(self):
        figure = plots.over_position(self.make(synthetic.complex_modes))
        stable, unstable, _, growth = figure.axes
        self.assertEqual(len(stable.patches), 0)
        for axes in (unstable, growth):
            spans = sorted(patch.get_extents().transformed(axes.transData.inverted()).intervalx
                           .tolist() for patch in axes.patches)
            np.testing.assert_allclose(spans, [[47.6, 48.4], [57.8, 58.2]], atol=1e-9)
        self.assertAlmostEqual(lines(growth)["10.56 kHz"].get_ydata().max(), 68.0)
        self.assertEqual(growth.get_xlabel(), "place of the contact point [mm]")

    def test_response_over_many_places_is_a_map(self):
        results = self.make(synthetic.frf)
        (pair,) = standard.frf.pairs(results)
        axes, bar = plots.frequency_response(results, pair).axes
        (picture,) = axes.get_images()
        # Peak 1 / 0.01.
        self.assertAlmostEqual(np.asarray(picture.get_array()).max(), 40)
        self.assertEqual(axes.get_xlabel(), "time [s]")
        np.testing.assert_allclose(axes.child_axes[0]._functions[0](np.array([0.2])), [10])
        self.assertEqual(bar.get_ylabel(), "magnitude [dB re 1 m/s²/N]")
        still = self.make(synthetic.frf, "still", moving=False)
        axes, _ = plots.frequency_response(still, pair).axes
        self.assertEqual(axes.get_xlabel(), "place of the contact point [mm]")

    def test_response_at_one_place_is_magnitude_and_phase(self):
        results = self.make(synthetic.frf, places=1)
        top, bottom = plots.frequency_response(results, standard.frf.pairs(results)[0]).axes
        level, phase = top.get_lines()[0], bottom.get_lines()[0]
        self.assertAlmostEqual(level.get_xdata()[level.get_ydata().argmax()], 5.0)
        self.assertAlmostEqual(phase.get_ydata()[np.argmin(abs(phase.get_xdata() - 5.0))], -90)

    def test_forces_of_locked_contacts_stand_beside_their_limits(self):
        folder = synthetic.write(self.folder / "locked", "regimes", {
            "locked/force": ([5.4e3, 3.0e3], "N"), "locked/limit": ([6.0e3, 2.5e3], "N")},
            title="Locked", attributes={"contact": "first, third"})
        (axes,) = plots.locked_forces(slideway.read(folder)).axes
        self.assertEqual([bar.get_height() for bar in axes.patches], [5.4, 3.0])
        self.assertEqual([segment[0][1] for segment in axes.collections[0].get_segments()], [6.0, 2.5])
        self.assertNotEqual(*(bar.get_facecolor() for bar in axes.patches))
        self.assertEqual(axes.get_ylabel(), "force [kN]")
        self.assertEqual([label.get_text() for label in axes.get_xticklabels()], ["first", "third"])
        self.assertEqual(self.drawn(folder), {"locked_forces"})

    def test_a_point_that_rests_has_no_figure_of_acceleration(self):
        t = np.linspace(0, 1, 50)
        noise = 1e-21 * np.sin(40 * t)
        folder = synthetic.write(self.folder / "rest", "transient", {
            "time": (t, "s"), "points/still/displacement": (1e-6 + noise, "m"),
            "points/still/acceleration": (1e12 * noise, "m/s^2"), "points/moves/displacement": (1e-6 * t**2, "m"),
            "points/moves/acceleration": (0 * t + 2e-6, "m/s^2")})
        self.assertEqual({name for name in self.drawn(folder) if name.startswith("acc")}, {"acceleration_moves"})

    def test_regime_boundaries_leave_infinite_peaks_out_of_sight(self):
        results = self.make(synthetic.regimes)
        axes, bottom = plots.regime_boundaries(results).axes
        drawn = lines(axes)
        # The curve leaves the axes on both sides of the pole at 1.001, where it is broken.
        held = drawn["no motion above"]
        (gap,) = np.flatnonzero(np.isnan(held.get_ydata()))
        np.testing.assert_array_equal(held.get_xdata()[gap - 1:gap + 2], 1.001)
        self.assertGreater(held.get_ydata()[gap - 1], axes.get_ylim()[1])
        self.assertGreater(held.get_ydata()[gap + 1], axes.get_ylim()[1])
        self.assertLess(axes.get_ylim()[1], 10)
        self.assertGreater(axes.get_ylim()[1], drawn["continuous below, two reversals"].get_ydata().max())
        self.assertEqual(list(drawn["this case"].get_xdata()), [0.5])
        self.assertEqual(list(drawn["free resonances"].get_xdata()), [0.75])
        self.assertNotIn("antiresonances", drawn)
        self.assertEqual(len(axes.collections), 3)  # regions
        self.assertEqual(bottom.get_ylabel(), "S")
        # Omega = 0.1, 0.15, ... 2: 6 of 39 lie below 0.4.
        self.assertEqual(bottom.get_title("left"), "S > 1: 15 % of the frequencies")
        one = self.make(synthetic.regimes, "one", boundaries=("no-motion",))
        (axes,) = plots.regime_boundaries(one).axes
        self.assertNotIn("continuous below, two reversals", lines(axes))
        self.assertEqual(len(axes.collections), 0)

    def test_regime_boundaries_draw_both_limits_of_sliding_without_stops(self):
        results = self.make(synthetic.regimes, more=True)
        axes, _ = plots.regime_boundaries(results).axes
        drawn = lines(axes)
        x, y = drawn["continuous below, more reversals"].get_data()
        some = np.isfinite(y)
        np.testing.assert_allclose(x[some], [0.3, 0.35, 0.4])
        two = drawn["continuous below, two reversals"].get_ydata()
        np.testing.assert_allclose(y[some], 1.8 * two[some])
        self.assertEqual(len(axes.collections), 4)  # regions, and the range

    def test_regime_map_draws_the_curves_of_the_file(self):
        figure = plots.regime_map(self.make(synthetic.map_of_regimes))
        (axes,) = figure.axes
        drawn = lines(axes)
        self.assertEqual((axes.get_xlabel(), axes.get_ylabel()),
                         ("frequency [rad/s]", "friction [N]"))
        self.assertEqual(axes.get_xlim() + axes.get_ylim(), (0.2, 2.0, 0.1, 1.5))
        x, y = drawn["continuous below, two reversals"].get_data()
        np.testing.assert_allclose(y, x / 2)
        self.assertEqual(np.isnan(drawn["no motion above"].get_ydata()).sum(), 1)  # at the pole
        self.assertEqual(len({line.get_color() for name, line in drawn.items()
                              if "below" in name or "above" in name}), 3)
        self.assertNotEqual(drawn["continuous below, S = 1"].get_linestyle(), "-")
        (legend,) = figure.legends
        names = [text.get_text() for text in legend.get_texts()]
        self.assertEqual(set(names), {"continuous sliding", "stick-slip", "no motion", "no result",
                                      "no motion above", "continuous below, two reversals",
                                      "continuous below, S = 1"})
        self.assertEqual(axes.get_lines()[-1].get_xdata()[0], 2.0)  # the point that failed

    def test_regime_map_takes_computed_regimes_and_tells_where_they_differ(self):
        results = self.make(synthetic.map_of_regimes, computed=True)
        self.assertEqual(plots.regimes.regimes_of(results), ["regime"])
        figure = plots.regime_map(results)
        picture = figure.axes[0].collections[0].get_array().reshape(8, 10)
        # x = 0.2: limits 0.1 to 1.5 in steps of 0.2; point 7, the last of them, was changed.
        np.testing.assert_array_equal(picture[:, 0], [1, 2, 2, 2, 2, 2, 2, 1])
        self.assertTrue(picture.mask[7, 9])
        self.assertIn("not as by the boundaries: 1 of 79 points",
                      [text.get_text() for text in figure.legends[0].get_texts()])
        # Each of two contacts has its own figure.
        several = self.make(synthetic.map_of_regimes, "two", computed=True, contact="first")
        self.assertEqual(plots.regimes.of_contacts(several), ["first"])
        (axes,) = plots.regime_map(several, "first").axes
        self.assertEqual(axes.get_title("left"), "Synthetic map of regimes, contact first")

    def test_regime_map_of_other_keys_finds_the_boundaries_between_its_points(self):
        results = self.make(synthetic.map_of_regimes, curves=False, y_key="load.push.force")
        (axes,) = plots.regime_map(results).axes
        contours = [c for c in axes.collections[1:] if c.get_paths() and len(c.get_paths()[0])]
        self.assertEqual(len(contours), 3)
        # limit = x, boundaries y, y / 2 and y / 1.5: straight lines, found by the logarithm of
        # their quotient: off by less than 15 % of the step 0.2 of the points.
        for contour, slope in zip(contours, (1, 2, 1.5)):
            at = contour.get_paths()[0].vertices
            self.assertGreater(len(at), 3)
            np.testing.assert_allclose(at[:, 1] / slope, at[:, 0], rtol=0, atol=0.03)

    def test_regime_sweep_shows_forces_and_what_motions_gave(self):
        results = self.make(synthetic.map_of_regimes, computed=True, two=False)
        forces, amplitude, stops = plots.regime_sweep(results).axes
        drawn = lines(forces)
        np.testing.assert_allclose(drawn["limit of the contact"].get_ydata()[:-1], 0.3)
        self.assertEqual(len(drawn["continuous below, two reversals"].get_xdata()), 1001)
        self.assertEqual(amplitude.get_ylabel(), "amplitude [mm]")
        self.assertEqual(amplitude.get_yscale(), "linear")
        self.assertAlmostEqual(forces.get_ylim()[1], 1.2)  # four times the limit
        self.assertEqual(stops.get_ylabel(), "stops\nper period")
        self.assertEqual(stops.get_xlabel(), "frequency [rad/s]")
        without = self.make(synthetic.map_of_regimes, "b", curves=False, two=False)
        (forces,) = plots.regime_sweep(without).axes  # at the points
        np.testing.assert_allclose(lines(forces)["no motion above"].get_data()[1],
                                   np.linspace(0.2, 2, 10)[:-1])

    def test_regime_sweep_of_one_value_shows_its_forces(self):
        at = "map/quantities/"
        arrays = {"map/x": ([0.7], "rad/s"), "map/status": (["end"], ""), "map/message": ([""], ""),
                  "map/key": (["excitation.Omega"], ""), "boundaries/x": ([0.7], "rad/s"),
                  "boundaries/no-motion": ([0.7], "N"), "boundaries/continuous": ([0.5], "N"),
                  at + "limit/point": ([0], ""), at + "limit/value": ([0.3], "N"),
                  at + "regime.by_boundaries/point": ([0], ""),
                  at + "regime.by_boundaries/value": (["continuous"], "")}
        results = slideway.read(synthetic.write(self.folder / "one", "regimes", arrays, title="",
                                                attributes={"map": "x"}))
        (axes,) = plots.regime_sweep(results).axes
        for label, force in (("limit of the contact", 300), ("continuous below, two reversals", 500),
                             ("no motion above", 700)):
            x, y = lines(axes)[label].get_data()
            np.testing.assert_allclose(y, [force, force])
            self.assertLess(x[0], 0.7)
            self.assertGreater(x[1], 0.7)

    def test_titles_leave_out_what_is_empty(self):
        self.assertEqual(plots.style.title("", "contact rub"), "contact rub")
        self.assertEqual(plots.style.title("Beam", "tip.y", between=": "), "Beam: tip.y")

    def test_lock_in_separates_stable_from_unstable(self):
        top, bottom = plots.lock_in(self.make(synthetic.lock_in_map)).axes
        unstable = lines(bottom)["unstable"]
        # -5 + 50 sqrt(mu - 0.25) > 0 beyond mu = 0.26: 24 of the 51 points, and round-off at 0.26.
        self.assertEqual(len(unstable.get_xdata()), 24)
        self.assertAlmostEqual(min(unstable.get_xdata()), 0.27)
        self.assertEqual(len(lines(top)["stable"].get_xdata()), 2 * 51 - 24)
        self.assertEqual(list(lines(top)["failed or stopped early"].get_xdata()), [0.5])
        self.assertEqual(bottom.get_xlabel(), "friction coefficient")
        self.assertEqual(bottom.get_ylabel(), "growth rate [1/s]")

    def test_map_shows_the_quantities_that_vary(self):
        (axes,) = plots.map_quantities(self.make(synthetic.force_map)).axes
        self.assertEqual(axes.get_title("left"), "tip.displacement [µm]")
        self.assertEqual(axes.get_xlabel(), "pressing force [N]")
        np.testing.assert_allclose(axes.get_lines()[0].get_ydata(), 10 * np.arange(11))

    def test_map_over_two_keys_shows_numbers_as_colours_and_texts_as_regions(self):
        results = self.make(synthetic.regime_map)
        self.assertEqual(standard.maps.varying(results), ["regime", "work"])  # no arrays
        figure = plots.map_quantities(results)
        regime, work = (axes for axes in figure.axes if axes.get_title("left"))
        self.assertEqual(regime.get_title("left"), "regime")
        self.assertEqual((work.get_xlabel(), work.get_ylabel()), ("force [N]", "Omega [rad/s]"))
        self.assertEqual((work.get_xscale(), work.get_yscale()), ("linear", "log"))
        picture = work.collections[0].get_array().reshape(3, 5)  # rows: y
        np.testing.assert_allclose(picture[1], [0, 0.25, 0.5, 0.75, 1])  # y = 1
        np.testing.assert_allclose(picture[:, 2], [0.05, 0.5, 5])  # x = 0.5
        self.assertTrue(picture.mask[2, 4])  # the point that failed
        self.assertEqual(picture.mask.sum(), 1)
        # "slip", the more frequent text, comes first.
        names = [text.get_text() for text in regime.get_legend().get_texts()]
        self.assertEqual(names, ["slip", "stick", "no result"])
        regions = regime.collections[0].get_array().reshape(3, 5)
        np.testing.assert_array_equal(regions[0], [1, 1, 1, 1, 0])
        np.testing.assert_array_equal(regions[1], [1, 0, 0, 0, 0])

    def test_points_that_refining_added_are_drawn_at_their_place(self):
        figure = plots.map_quantities(self.make(synthetic.regime_map, refined=True), ["work"])
        picture = figure.axes[0].collections[0].get_array().reshape(3, 6)
        np.testing.assert_allclose(picture[0], [0, 0.025, 0.05, 0.0625, 0.075, 0.1])
        self.assertIn(picture[1, 3], (0.5, 0.75))  # not computed: as a neighbour

    def test_map_of_texts_over_one_key_names_them(self):
        folder = synthetic.force_map(self.folder / "texts")
        with h5py.File(folder / "results.h5", "a") as h5:
            h5["map/quantities/regime/point"] = np.arange(11)
            h5.create_dataset("map/quantities/regime/value", data=["stick"] * 4 + ["slip"] * 7,
                              dtype=h5py.string_dtype())
        synthetic.seal(folder)
        figure = plots.map_quantities(slideway.read(folder), ["regime"])
        figure.canvas.draw()
        self.assertEqual([t.get_text() for t in figure.axes[0].get_yticklabels()],
                         ["stick", "slip"])


if __name__ == "__main__":
    unittest.main()
