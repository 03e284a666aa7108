"""Every figure on data whose picture is known."""
import tempfile
import unittest
import warnings
from pathlib import Path

import h5py
import numpy as np
import synthetic
from matplotlib.patches import Rectangle

import slideway
from slideway import plots
from slideway.plots import comparison, standard


def lines(axes):
    """The curves of axes by their labels."""
    return {line.get_label(): line for line in axes.get_lines()}


class FigureTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        caught = warnings.catch_warnings()
        caught.__enter__()
        self.addCleanup(caught.__exit__, None, None, None)
        warnings.simplefilter("error")  # as of an axis without extent

    def make(self, what, name="run", **options):
        return slideway.read(what(self.folder / name, **options))

    # ---- transients

    def test_acceleration_shows_the_record_with_its_spike(self):
        results = self.make(synthetic.transient)
        figure = plots.acceleration(results, "lower.free_end.y")
        (axes,) = figure.axes
        a = results["points/lower.free_end.y/acceleration"].values
        drawn = axes.get_lines()[0].get_ydata()
        self.assertEqual((drawn.min(), drawn.max()), (a.min(), a.max()))
        self.assertEqual((axes.get_xlabel(), axes.get_ylabel()),
                         ("time [s]", "acceleration [m/s²]"))
        self.assertIn("lower.free_end.y", axes.get_title("left"))
        # Where the contact is: 30 mm/s from 10 mm at 0.2 s.
        (top,) = axes.child_axes
        self.assertEqual(top.get_xlabel(), "contact point, x [mm]")
        np.testing.assert_allclose(top._functions[0](np.array([0.2, 1.2])), [10, 40])

    def test_part_of_a_record_and_a_scaled_unit(self):
        results = self.make(synthetic.transient)
        (axes,) = plots.displacement(results, "lower.free_end.y", 0.7, 1.2).axes
        line = axes.get_lines()[0]
        self.assertEqual(axes.get_ylabel(), "displacement [mm]")
        self.assertGreaterEqual(line.get_xdata()[0], 0.7 - 1e-9)
        self.assertAlmostEqual(line.get_ydata()[-1], -1.0)

    def test_contact_status_shows_force_velocities_and_limits(self):
        top, bottom = plots.contact_status(self.make(synthetic.transient), "rub").axes
        self.assertEqual(top.get_ylabel(), "normal force [mN]")
        self.assertEqual(bottom.get_ylabel(), "velocity [mm/s]")
        force = lines(top)["normal force"].get_ydata()
        # Extremes of the samples: 50 kHz hits those of the sine of 30 Hz to 1e-5 of its amplitude.
        np.testing.assert_allclose([force.min(), force.max()], [60, 100], atol=1e-3)
        np.testing.assert_allclose(lines(bottom)["velocity of the slave, x"].get_ydata(), 30)
        for axes, limit in ((top, "limit: contact opens"), (bottom, "limit: sliding reverses")):
            self.assertEqual(list(lines(axes)[limit].get_ydata()), [0, 0])
            self.assertLess(axes.get_ylim()[0], 0)

    def test_several_slave_nodes_become_mean_and_range(self):
        results = self.make(synthetic.transient, slaves=21)
        top, _ = plots.contact_status(results, "rub").axes
        self.assertIn("mean and range of 21 nodes", top.get_title("left"))
        mean = lines(top)["normal force"].get_ydata()
        np.testing.assert_allclose([mean.min(), mean.max()], [60, 100], atol=1e-3)
        (band,) = top.collections
        low, high = band.get_datalim(top.transData).intervaly
        np.testing.assert_allclose([low, high], [30, 150], atol=1e-2)

    def test_energy_leaves_out_terms_that_are_zero(self):
        top, bottom = plots.energy_account(self.make(synthetic.transient)).axes
        self.assertEqual(len(top.get_lines()), 5)
        self.assertNotIn("into joints", lines(top))
        self.assertAlmostEqual(lines(top)["work of the drives"].get_ydata()[-1], 5)
        self.assertEqual(top.get_ylabel(), "energy since the start [µJ]")
        self.assertEqual(bottom.get_ylabel(), "residual [pJ]")

    # ---- signals

    def test_spectrogram_puts_a_line_at_its_time_frequency_and_level(self):
        results = self.make(synthetic.transient)
        figure = plots.spectrogram(results, "tip")
        axes, bar = figure.axes
        (picture,) = axes.get_images()
        level = np.asarray(picture.get_array())  # frequency x time
        row, column = np.unravel_index(level.argmax(), level.shape)
        left, right, bottom, top = picture.get_extent()
        self.assertAlmostEqual(level.max(), 10 * np.log10(5000))
        # The middle of the brightest cell.
        f = bottom + (row + 0.5) * (top - bottom) / level.shape[0]
        t = left + (column + 0.5) * (right - left) / level.shape[1]
        self.assertAlmostEqual(f, 3.5)
        self.assertLess(abs(t - 0.6), 0.011)
        self.assertLessEqual(axes.get_ylim()[1], 20)
        self.assertEqual(axes.get_ylabel(), "frequency [kHz]")
        self.assertIn("dB re (m/s²)²", bar.get_ylabel())
        self.assertEqual(picture.get_clim(), (-20, 40))

    def test_spectra_stand_in_the_order_of_time_and_name_their_peaks(self):
        early, late = plots.spectra(self.make(synthetic.transient)).axes
        self.assertTrue(early.get_title("left").startswith("early: 0.3 to 0.4 s"))
        self.assertTrue(late.get_title("left").startswith("late: 0.8 to 0.9 s"))
        self.assertEqual([text.get_text() for text in early.texts], ["3.5 kHz", "10.5 kHz"])
        self.assertEqual(early.get_ylabel(), "amplitude [m/s²]")
        self.assertEqual(early.get_lines()[0].get_ydata().max(), 100)

    def test_band_levels_share_a_logarithmic_panel(self):
        (axes,) = plots.band_levels(self.make(synthetic.transient)).axes
        self.assertEqual(axes.get_yscale(), "log")
        self.assertEqual(set(lines(axes)), {"3.5 kHz", "10.5 kHz"})
        np.testing.assert_allclose(lines(axes)["3.5 kHz"].get_ydata(), 2.0)

    def test_a_part_outside_the_record_is_refused(self):
        results = self.make(synthetic.transient)
        for draw in (plots.acceleration, plots.displacement):
            for part, said in ((dict(t_from=9, t_to=10), "from 9 s to 10 s"),
                               (dict(t_to=0.1), "to 0.1 s"),
                               (dict(t_from=0.9, t_to=0.5), "from 0.9 s to 0.5 s")):
                with self.subTest(f"{draw.__name__} {said}"), self.assertRaisesRegex(
                        slideway.ResultsError, f"no sample of lower.free_end.y {said}; the record "
                                               "goes from 0.2 to 1.2 s"):
                    draw(results, "lower.free_end.y", **part)

    # ---- linear analyses

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
        self.assertGreater(axes.get_ylim()[1], drawn["continuous below"].get_ydata().max())
        self.assertEqual(list(drawn["this case"].get_xdata()), [0.5])
        self.assertEqual(list(drawn["free resonances"].get_xdata()), [0.75])
        self.assertNotIn("antiresonances", drawn)
        self.assertEqual(len(axes.collections), 3)  # regions
        self.assertEqual(bottom.get_ylabel(), "S")
        # Omega = 0.1, 0.15, ... 2: 6 of 39 lie below 0.4.
        self.assertEqual(bottom.get_title("left"), "S > 1: 15 % of the frequencies")
        one = self.make(synthetic.regimes, "one", boundaries=("no-motion",))
        (axes,) = plots.regime_boundaries(one).axes
        self.assertNotIn("continuous below", lines(axes))
        self.assertEqual(len(axes.collections), 0)

    def test_regime_map_draws_the_curves_of_the_file(self):
        figure = plots.regime_map(self.make(synthetic.map_of_regimes))
        (axes,) = figure.axes
        drawn = lines(axes)
        self.assertEqual((axes.get_xlabel(), axes.get_ylabel()),
                         ("frequency [rad/s]", "friction [N]"))
        self.assertEqual(axes.get_xlim() + axes.get_ylim(), (0.2, 2.0, 0.1, 1.5))
        x, y = drawn["continuous below"].get_data()
        np.testing.assert_allclose(y, x / 2)
        self.assertEqual(np.isnan(drawn["no motion above"].get_ydata()).sum(), 1)  # at the pole
        self.assertEqual(len({line.get_color() for name, line in drawn.items()
                              if "below" in name or "above" in name}), 3)
        self.assertNotEqual(drawn["continuous below, S = 1"].get_linestyle(), "-")
        (legend,) = figure.legends
        names = [text.get_text() for text in legend.get_texts()]
        self.assertEqual(set(names), {"continuous sliding", "stick-slip", "no motion", "no result",
                                      "no motion above", "continuous below",
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
        # Of two contacts each has its figure.
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
        self.assertEqual(len(drawn["continuous below"].get_xdata()), 1001)
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
        for label, force in (("limit of the contact", 300), ("continuous below", 500),
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
        figure = plots.map_quantities(slideway.read(folder), ["regime"])
        figure.canvas.draw()
        self.assertEqual([t.get_text() for t in figure.axes[0].get_yticklabels()],
                         ["stick", "slip"])

    # ---- comparisons

    def test_compared_motions_share_their_axes(self):
        several = [self.make(synthetic.transient, "a", title="A"),
                   self.make(synthetic.transient, "b", title="B", burst=0.9)]
        figure = plots.compare_motion(several, "lower.free_end.y")
        first, second = figure.axes
        self.assertEqual([axes.get_title("left")[0] for axes in (first, second)], ["A", "B"])
        self.assertEqual(first.get_ylim(), second.get_ylim())
        (both,) = plots.compare_motion(several, "lower.free_end.y", overlay=True).axes
        self.assertEqual(set(lines(both)), {"A", "B"})

    def test_compared_spectrograms_share_their_colours(self):
        several = [self.make(synthetic.transient, "a"), self.make(synthetic.transient, "b")]
        first, second, _ = plots.compare_spectrograms(several, "tip").axes
        self.assertEqual(first.get_images()[0].get_clim(), second.get_images()[0].get_clim())
        # Equal titles: told apart by their folders.
        self.assertTrue(first.get_title("left").endswith("/a"))

    def test_long_titles_stay_above_their_panels(self):
        title = "A beam on a beam with a title that is far too long, 150 segments"
        several = [self.make(synthetic.transient, name, title=f"{title} {name}") for name in "ab"]
        figure = plots.compare_spectrograms(several, "tip")
        figure.draw_without_rendering()
        for axes, name in zip(figure.axes, "ab"):
            text = axes.get_title("left")
            self.assertEqual(" ".join(text.split()), f"{title} {name}")
            self.assertIn("\n", text)
            self.assertLessEqual(axes._left_title.get_window_extent().width, axes.bbox.width + 1)

    def test_zones_enter_before_they_leave(self):
        folder = synthetic.complex_modes(self.folder / "back")
        with h5py.File(folder / "results.h5", "r+") as h5:
            zones = h5["complex_modes/mu_0.3/zones"]
            zones.move("time_from", "other")
            zones.move("time_to", "time_from")
            zones.move("other", "time_to")
        zones = plots.complex_modes.zones_of(slideway.read(folder), "mu_0.3")
        self.assertTrue(np.all(zones.time_from < zones.time_to))

    def boxes(self, axes):
        return [(p.get_x() + p.get_width() / 2, p.get_y() + p.get_height() / 2)
                for p in axes.patches if isinstance(p, Rectangle)]

    def test_predicted_zones_stand_at_their_time_and_frequency(self):
        run = self.make(synthetic.transient, "run", seconds=3.0)
        undeformed = self.make(synthetic.complex_modes, "undeformed")
        deformed = self.make(synthetic.complex_modes, "deformed", about="deformed",
                             frictions=("mu_0.3",))
        axes, _ = plots.predicted_zones(run, [undeformed, deformed], "tip").axes
        # Middle of a zone: 0.2 s + (48 - 10) mm / (30 mm/s); two zones, predicted twice.
        expected = [(0.2 + 0.038 / 0.03, 10.56), (0.2 + 0.048 / 0.03, 10.55)] * 2
        np.testing.assert_allclose(sorted(self.boxes(axes)), sorted(expected))
        self.assertEqual([text.get_text() for text in axes.get_legend().get_texts()],
                         ["undeformed bodies, μ = 0.3: 2 zones",
                          "deformed bodies, μ = 0.3: 2 zones"])

    def test_bands_are_named_by_the_case_unless_overridden(self):
        case = synthetic.CASE + '[[output.band_level]]\nname = "3.5 kHz"\nband_hz = [3.3e3, 3.8e3]\n'
        (axes,) = plots.band_levels(self.make(synthetic.transient, case=case)).axes
        self.assertEqual(set(lines(axes)), {"3.5 kHz: 3.3 to 3.8 kHz", "10.5 kHz"})
        (axes,) = plots.band_levels(self.make(
            synthetic.transient, "b", case=case,
            overrides=["output.band_level.3.5 kHz.band_hz=[1, 2]"])).axes
        self.assertEqual(set(lines(axes)), {"3.5 kHz", "10.5 kHz"})

    def test_a_number_of_a_node_stays_with_the_quantity(self):
        label = standard.signals.quantity_label
        self.assertEqual(label("lower.free_end.y.acceleration"), "acceleration of lower.free_end.y")
        self.assertEqual(label("pad.normal_force.3"), "normal force 3 of pad")

    def test_predictions_are_those_for_the_friction_of_the_transient(self):
        modes = self.make(synthetic.complex_modes, "modes")

        def group(name, **options):
            return comparison.group_for(self.make(synthetic.transient, name, **options), modes)
        self.assertEqual(group("case"), "mu_0.3")
        self.assertEqual(group("override", overrides=["contact.rub.friction=0.1"]), "mu_0.1")
        self.assertEqual(group("table", case='[[contact]]\nname = "rub"\n'
                                             'friction = { static = 0.1 }\n'), "mu_0.3")
        self.assertEqual(group("none", case="nonsense ="), "mu_0.3")

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

    # ---- the lists

    def drawn(self, *folders):
        return {Path(line).name.partition(".{")[0]
                for line in standard.draw_all([str(f) for f in folders], str(self.folder / "out"),
                                              ["png", "svg"], 40)}

    def test_each_analysis_gets_its_figures_and_no_others(self):
        for make, expected in (
            (synthetic.transient, {"acceleration_lower.free_end.y", "displacement_lower.free_end.y",
                                   "contact_rub", "energy", "spectrogram_tip", "spectra",
                                   "band_levels"}),
            (synthetic.complex_modes, {"locus", "over_position"}),
            (synthetic.frf, {"frf_lower.free_end.y.acceleration_per_upper.tip.y"}),
            (synthetic.regimes, {"regime_boundaries"}),
            (synthetic.map_of_regimes, {"regime_map"}),
            (synthetic.stick_slip, {"contact_motion_rub"}),
            (synthetic.stops, {"joint_motion_stops"}),
            (synthetic.lock_in_map, {"lock_in"}),
            (synthetic.force_map, {"map"}),
            (synthetic.regime_map, {"map"}),
        ):
            with self.subTest(make.__name__):
                folder = make(self.folder / make.__name__)
                self.assertEqual(self.drawn(folder), expected)
                for stem in expected:
                    for ending in ("png", "svg"):
                        self.assertTrue((self.folder / "out" / f"{stem}.{ending}").is_file())

    def test_the_shortest_results_can_be_drawn(self):
        """One sample, one window, one place: without a warning, and what can be seen is drawn."""
        at = "signals/tip/"
        short = {"time": ([0.2], "s"), "energy/time": ([0.2], "s"),
                 at + "of": (["p.x.acceleration"], ""), at + "time": ([0.2], "s"),
                 at + "frequency": ([0.0, 100.0], "Hz"), at + "power": ([[1.0, 2.0]], "(m/s^2)^2")}
        for name in ("normal_force", "sliding_velocity", "slave_velocity_x", "contact_x"):
            short[f"contacts/rub/{name}"] = ([0.1], "N")
        for name in ("acceleration", "displacement"):
            short[f"points/p.x/{name}"] = ([0.1], "m")
        for name in ("stored", "residual"):
            short["energy/" + name] = ([0.0], "J")
        self.assertEqual(self.drawn(synthetic.write(self.folder / "a", "transient", short)),
                         {"acceleration_p.x", "displacement_p.x", "contact_rub", "energy",
                          "spectrogram_tip"})
        modes = synthetic.modes(self.folder / "b", [0.05], [[10.0, 20.0]], [[-1.0, 2.0]],
                                groups=["as_given"], about="")
        self.assertEqual(self.drawn(modes), {"locus"})
        (axes,) = plots.locus(slideway.read(modes)).axes
        self.assertEqual(axes.get_title("left"), "friction as in the case")
        self.assertEqual(lines(axes)["unstable"].get_marker(), "o")

    def test_several_folders_are_compared(self):
        a = synthetic.transient(self.folder / "a", seconds=3.0)
        b = synthetic.transient(self.folder / "b", title="B")
        modes = synthetic.complex_modes(self.folder / "c")
        self.assertEqual(self.drawn(a, b), {"compare_acceleration_lower.free_end.y",
                                            "compare_spectrogram_tip"})
        self.assertEqual(self.drawn(a, modes), {"predicted_zones_tip"})
        self.assertEqual(self.drawn(modes, modes), {"compare_locus"})
        with self.assertRaisesRegex(slideway.ResultsError, "no figure compares these results"):
            self.drawn(a, synthetic.frf(self.folder / "d"))

    def test_svg_files_of_long_records_stay_small(self):
        folder = synthetic.transient(self.folder / "long", seconds=3.0)
        list(standard.draw_all([str(folder)], None, ["svg"]))
        for file in (folder / "figures").iterdir():
            self.assertLess(file.stat().st_size, 1e6, file.name)

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
        self.assertEqual(top.get_ylabel(), "mass.x [mm], rms")

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
        # Its displacement varies, as with k_n = 0.
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
