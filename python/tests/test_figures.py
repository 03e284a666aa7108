"""Figures of transients and comparisons, and which figures results have."""
import unittest

import h5py
import numpy as np
import synthetic
from figure_case import FigureCase, lines
from matplotlib.patches import Rectangle

import slideway
from slideway import plots
from slideway.plots import comparison, standard, stick_slip


class FigureTest(FigureCase):
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

    def test_states_show_every_change_however_short(self):
        results = self.make(synthetic.fretting)
        self.assertEqual(stick_slip.stretches(results, "rub"),
                         [(0.2, 0.2495, 2), (0.2495, 0.2505, 3), (0.2505, 0.26, 4),
                          (0.26, 0.26001, 0), (0.26001, 0.55, 4)])
        states, top, bottom = plots.followed_states(results, "rub").axes
        bars = [c.get_datalim(states.transData) for c in states.collections if len(c.get_paths())]
        self.assertTrue(any(np.isclose(b.x0, 0.2495) and np.isclose(b.x1, 0.2505) for b in bars))
        self.assertEqual(top.get_ylabel(), "normal force [mN]")
        self.assertEqual(bottom.get_xlabel(), "time [s]")
        several = plots.followed_states(self.make(synthetic.fretting, slaves=3), "rub").axes[0]
        self.assertEqual(several.get_ylabel(), "slave node")

    def test_friction_loop_tells_the_energy_of_its_last_cycle(self):
        results = self.make(synthetic.fretting)
        # 24 mN over 4 mm; the samples cut the corners at the turning points: 2e-5.
        (axes,) = plots.friction_loop(results, "rub").axes
        self.assertIn("last cycle: 96 µJ", lines(axes))
        x = lines(axes)["last cycle: 96 µJ"].get_xdata()
        self.assertAlmostEqual(x.max() - x.min(), 2000, places=2)  # [µm]
        self.assertEqual(stick_slip.loops_of(results), ["rub"])
        self.assertIsNone(stick_slip.last_cycle(np.linspace(0, 1, 100)))
        # Three nodes alike: three times the force and the energy.
        (axes,) = plots.friction_loop(self.make(synthetic.fretting, slaves=3), "rub").axes
        self.assertIn("last cycle: 288 µJ", lines(axes))
        self.assertTrue(axes.get_ylabel().startswith("total friction on the slave"))

    def test_energy_leaves_out_terms_that_are_zero(self):
        top, bottom = plots.energy_account(self.make(synthetic.transient)).axes
        self.assertEqual(len(top.get_lines()), 5)
        self.assertNotIn("into joints", lines(top))
        self.assertAlmostEqual(lines(top)["work of the drives"].get_ydata()[-1], 5)
        self.assertEqual(top.get_ylabel(), "energy since the start [µJ]")
        self.assertEqual(bottom.get_ylabel(), "residual [pJ]")

    def test_a_residual_of_energy_that_is_round_off_has_no_panel(self):
        t = np.linspace(0, 1, 50)
        folder = synthetic.write(self.folder / "a", "transient", {
            "energy/time": (t, "s"), "energy/drive": (t, "J"), "energy/residual": (2e-16 * t, "J")}, title="Run")
        (axes,) = plots.energy_account(slideway.read(folder)).axes
        self.assertEqual(axes.get_title("left"), "Run, residual up to 2e-16 J")
        self.assertEqual(axes.get_xlabel(), "time [s]")

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
        synthetic.seal(folder)
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

    # ---- the lists

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
                self.assertEqual(self.drawn(folder, formats=("png", "svg")), expected)
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


if __name__ == "__main__":
    unittest.main()
