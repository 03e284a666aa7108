"""Curves of backbones on data whose picture is known: figures and tables."""
import csv
import unittest
from unittest import mock

import numpy as np
import synthetic
from figure_case import FigureCase

import slideway
from slideway import plots
from slideway.plots import standard


def drawn_lines(axes):
    """Points, dashes and width of the lines, marks left out."""
    return [(list(zip(*np.round(line.get_data(), 9).tolist())), line.get_linestyle(),
             line.get_linewidth()) for line in axes.get_lines()
            if line.get_linestyle() in ("-", "--")]


def marks(axes, marker):
    """Points that bear a mark."""
    return [tuple(point) for line in axes.get_lines() if line.get_marker() == marker
            for point in np.round(np.transpose(line.get_data()), 9).tolist()]


class BackboneTest(FigureCase):
    def test_minima_are_dashed_and_kinks_thick(self):
        figure = plots.amplitude_over_level(self.make(synthetic.backbone))
        (axes,) = figure.axes
        thin, thick = 0.8, plots.backbone.KINK_WIDTH
        self.assertEqual(drawn_lines(axes), [
            ([(1, 1), (1.5, 1.5), (2, 2)], "-", thin),
            ([(2, 2), (2.5, 1.5), (3, 2.4)], "-", thick),
            ([(3, 2.4), (3.5, 3.15), (4, 4)], "-", thin),  # to the fold
            ([(4, 4), (3.5, 2.8), (3, 2.1)], "--", thin),
            ([(1, 0.1), (4, 0.4)], "--", thin)])
        colours = [line.get_color() for line in axes.get_lines() if line.get_linestyle() != "None"]
        self.assertEqual(len(set(colours[:4])), 1)
        self.assertNotEqual(colours[4], colours[0])
        self.assertEqual((axes.get_xscale(), axes.get_yscale()), ("log", "log"))
        self.assertEqual((axes.get_xlabel(), axes.get_ylabel()), ("level", "rms of mass.x [mm]"))
        self.assertEqual(axes.xaxis.get_major_formatter().format_ticks([0.01, 1, 10]),
                         ["0.01", "1", "10"])

    def test_nodes_folds_and_largest_maxima_are_marked(self):
        figure = plots.frequency_over_level(self.make(synthetic.backbone))
        (axes,) = figure.axes
        self.assertEqual(marks(axes, "o"), [(2, 10), (3, 11)])
        self.assertEqual(marks(axes, "^"), [(4, 12)])
        self.assertEqual(marks(axes, "."), [(1, 10), (2.5, 10.5), (4, 12)])
        self.assertEqual([line.get_ydata()[0] for line in axes.get_lines()
                          if line.get_linestyle() == ":"], [10.5])
        self.assertEqual(axes.get_ylabel(), "frequency [Hz]")
        self.assertEqual([text.get_text() for text in figure.legends[0].get_texts()],
                         ["curve 1", "curve 2", "maximum", "minimum",
                          "kink: a contact begins to slip", "node: a kink begins or ends", "fold",
                          "largest maximum", "natural frequency, contacts stuck"])

    def test_a_kink_is_a_maximum_if_its_slope_falls_with_the_frequency(self):
        for margin, stick, slip, sign in ((2, 1, -3, -1), (2, -1, 3, 1), (-2, 1, -3, 1),
                                          (-2, -1, 3, -1)):
            rows = {"stick slope": [stick], "slip slope": [slip], "margin": [margin]}
            at = "curves/0001/pieces/0001/"
            arrays = {at + name: ([1.0], "") for name in ("level", "frequency", "mass.x/rms", "mass.x/phase_lag")}
            arrays |= {at + "equations": (["kink of pad"], ""), at + "branch/kind": ([0], ""),
                       at + "branch/monitor_names": (list(rows), ""),
                       at + "branch/monitors": (list(rows.values()), "")}
            results = slideway.read(synthetic.write(self.folder / "kink", "backbone", arrays,
                                                      attributes={"monitor": "mass.x", "parameter": "level"}))
            (piece,) = slideway.backbone.pieces_of(results)
            self.assertEqual(np.sign(piece.bend), sign)
            self.assertEqual(list(piece.label), [""])  # it meets no other piece

    def test_amplitude_stands_over_the_frequency(self):
        (axes,) = plots.amplitude_over_frequency(self.make(synthetic.backbone)).axes
        self.assertEqual(drawn_lines(axes)[1][0], [(10, 2), (10.5, 1.5), (11, 2.4)])
        self.assertEqual([line.get_xdata()[0] for line in axes.get_lines()
                          if line.get_linestyle() == ":"], [10.5])
        self.assertEqual((axes.get_xlabel(), axes.get_ylabel()),
                         ("frequency [Hz]", "rms of mass.x [mm]"))

    def test_the_smallest_amplitude_per_level_has_a_ring(self):
        figure = plots.amplitude_per_level(self.make(synthetic.backbone))
        (axes,) = figure.axes
        self.assertEqual(axes.get_ylabel(), "rms of mass.x per level [mm]")
        self.assertEqual(drawn_lines(axes)[0][0], [(1, 1), (1.5, 1), (2, 1)])
        self.assertEqual(marks(axes, "o"), [(2, 1), (3, 0.8), (2.5, 0.6)])
        self.assertIn("smallest of these, level 2.5",
                      [text.get_text() for text in figure.legends[0].get_texts()])
        self.assertEqual((axes.get_yscale(), axes.get_ylim()[0]), ("linear", 0))

    def test_a_linear_resonance_is_drawn_without_a_ring(self):
        def linear(folder):
            level, at = np.array([1.0, 2, 4]), "curves/0001/pieces/0001/"
            curve = {"level": (level, ""), "frequency": (np.full(3, 10.0), "Hz"),
                     "mass.x/rms": (1e-3 * level * [1, 1 - 1e-12, 1], "m"),
                     "mass.x/phase_lag": (np.full(3, 1.5), "rad")}
            arrays = {at + name: array for name, array in curve.items()}
            arrays |= {at + "equations": (["extremum"], ""), at + "branch/kind": ([1, 0, 6], ""),
                       at + "branch/monitor_names": (["curvature"], ""),
                       at + "branch/monitors": ([[-1.0, -1, -1]], ""),
                       "stuck_frequency": ([], "Hz"), "extrema/largest": ([1, 1, 1], ""),
                       "extrema/level": curve["level"], "extrema/frequency": curve["frequency"],
                       "extrema/mass.x/rms": curve["mass.x/rms"],
                       "extrema/mass.x/phase_lag": curve["mass.x/phase_lag"]}
            return synthetic.write(folder, "backbone", arrays, attributes={"monitor": "mass.x", "parameter": "level"})
        results = self.make(linear)
        figure = plots.amplitude_per_level(results)
        self.assertEqual([text.get_text() for text in figure.legends[0].get_texts()],
                         ["maximum", "largest maximum"])
        low, high = plots.frequency_over_level(results).axes[0].get_ylim()
        self.assertGreaterEqual(high - low, 0.01)

    def test_rotations_are_drawn_in_rad(self):
        with mock.patch.dict(synthetic.UNITS, {"m": "rad"}):
            results = self.make(synthetic.backbone)
        self.assertEqual(plots.amplitude_over_level(results).axes[0].get_ylabel(),
                         "rms of mass.x [mrad]")
        self.assertIn("mass.x rms [rad]", slideway.backbone.curves_table(results))

    def test_curves_and_extrema_are_written_as_tables_that_read_back(self):
        folder = synthetic.backbone(self.folder / "run")
        out = self.folder / "out"
        written = [line.rpartition("/")[2] for line in
                   standard.draw_all([str(folder)], str(out), ["png"], 40)]
        self.assertEqual(written, ["amplitude_over_level.png", "frequency_over_level.png",
                                   "amplitude_over_frequency.png", "amplitude_per_level.png",
                                   "motion_over_level_mass.x.png", "transition.png",
                                   "backbone_curves.csv", "backbone_extrema.csv"])
        self.assertEqual(sorted(file.name for file in out.iterdir()), [".slideway.files", *sorted(written)])
        with open(out / "backbone_curves.csv", encoding="utf-8", newline="") as stream:
            rows = list(csv.DictReader(stream))
        self.assertEqual(list(rows[0]), ["curve", "piece", "equations", "level", "frequency [Hz]",
                                         "mass.x rms [m]", "mass.x phase_lag [rad]", "maximum", "label"])
        self.assertEqual([row["label"] for row in rows],
                         [""] * 3 + ["node", "", "node"] + ["", "", "fold", "", ""] + [""] * 2)
        self.assertEqual([row["piece"] for row in rows], [*"1112223333311"])
        self.assertEqual({row["equations"] for row in rows[3:6]}, {"kink of pad"})
        results = slideway.read(folder)
        rms = np.concatenate([piece.rms["mass.x"] for piece in slideway.backbone.pieces_of(results)])
        self.assertEqual([float(row["mass.x rms [m]"]) for row in rows], rms.tolist())
        self.assertEqual((out / "backbone_extrema.csv").read_text().splitlines()[:4], [
            "level,frequency [Hz],maximum,kink,largest,curve,stable,states,mass.x rms [m],"
            "mass.x phase_lag [rad]",
            "1.0,10.0,1,0,1,1,1,pad stick,0.001,1.5",
            "1.0,20.0,0,0,0,2,1,pad stick,0.0001,1.5",
            '2.5,10.5,1,1,1,1,1,"pad stick, slip",0.0015,1.5'])
        without = slideway.read(synthetic.backbone(self.folder / "without", stable=False))
        slideway.to_csv(slideway.backbone.extrema_table(without), self.folder / "table.csv")
        self.assertNotIn("stable", (self.folder / "table.csv").read_text())

    # ---- with damped modes, phase resonances and responses

    def test_all_methods_stand_beside_each_other(self):
        results = self.make(synthetic.backbone, methods=True)
        figure = plots.frequency_over_level(results)
        names = [text.get_text() for text in figure.legends[0].get_texts()]
        self.assertEqual(names[:2], ["maximum", "minimum"])  # one colour for all ridges
        self.assertEqual(names[-4:], ["damped mode", "phase resonance", "largest maximum",
                                      "natural frequency, contacts stuck"])
        others = {line.get_color(): line.get_ydata()[0] for line in figure.axes[0].get_lines()
                  if len(line.get_xdata()) == 3}
        self.assertEqual(others[plots.style.VERMILION], 10.2)
        self.assertEqual(others[plots.style.GREEN], 10.1)

    def test_amplitude_and_phase_of_a_monitor_go_over_the_level(self):
        results = self.make(synthetic.backbone, methods=True)
        top, bottom = plots.motion_over_level(results, "mass.x").axes
        self.assertEqual((top.get_ylabel(), bottom.get_ylabel(), bottom.get_xlabel()),
                         ("rms of mass.x [mm]", "phase lag [°]", "level"))
        green = [line for line in bottom.get_lines() if line.get_color() == plots.style.GREEN]
        self.assertEqual(list(green[0].get_ydata()), [90, 90, 90])

    def test_phases_go_on_from_piece_to_piece(self):
        results = self.make(synthetic.backbone)
        pieces = slideway.backbone.pieces_of(results)
        # 269 and 271 degrees, as they are stored.
        for piece, lag in zip(pieces, (np.radians(-91), np.radians(-89), np.radians(-91), 0)):
            piece.phase_lag["mass.x"][:] = lag
        with mock.patch.object(slideway.backbone, "pieces_of", return_value=pieces):
            lags = plots.backbone.phase_lags(results, "mass.x")
            np.testing.assert_allclose([lags(piece)[0] for piece in pieces], [269, 271, 269, 0])

    def test_responses_lie_below_the_backbones(self):
        results = self.make(synthetic.backbone, methods=True)
        figure = plots.responses_and_backbones(results, "mass.x")
        top = figure.axes[0]
        self.assertEqual([text.get_text() for text in top.texts], ["1", "4"])
        grey = [line for line in top.get_lines() if line.get_color() == plots.style.GREY
                and len(line.get_xdata()) == 3]
        np.testing.assert_allclose(grey[0].get_ydata(), [0.1, 1, 0.2])
        names = [text.get_text() for text in figure.legends[0].get_texts()]
        self.assertIn("unstable response", names[:2])
        self.assertIn("shapes: lowest, highest", names)
        self.assertEqual(marks(top, "s"), [(10, 1), (12, 4)])
        self.assertTrue({"maximum", "damped mode", "phase resonance"} < set(names))
        self.assertEqual(figure.axes[1].get_ylabel(), "phase lag [°]")

    def test_the_first_slip_is_magnified(self):
        results = self.make(synthetic.backbone, methods=True)
        frequency, amplitude = plots.transition(results).axes  # a long kink: none of its own
        width = np.log(3 / 2)
        np.testing.assert_allclose(frequency.get_xlim(), 100 * np.expm1([-width, 3 * width]))
        self.assertEqual(frequency.get_xlabel(), "change of level [%]")
        self.assertEqual(amplitude.get_ylabel(), "rms of mass.x [mm]")
        self.assertFalse(plots.backbone_details.has_transition(
            self.make(synthetic.forced_response, "response")))

    def test_damping_stands_over_the_modal_amplitude(self):
        results = self.make(synthetic.backbone, methods=True)
        figure = plots.damping_over_amplitude(results)
        top, bottom = figure.axes
        self.assertEqual((bottom.get_xlabel(), bottom.get_ylabel()),
                         ("modal amplitude [m √kg]", "damping ratio [%]"))
        self.assertEqual(list(bottom.get_lines()[0].get_ydata()), [1, 3, 1])
        self.assertEqual(marks(bottom, "o"), [(0.002, 3)])
        self.assertEqual([text.get_text() for text in figure.legends[0].get_texts()],
                         ["mode 1, 10.2 Hz at rest", "largest damping, level 2"])

    def test_tables_of_all_methods_are_written(self):
        results = self.make(synthetic.backbone, methods=True)
        modes = slideway.backbone.damped_mode_table(results)
        self.assertEqual(list(modes), ["mode", "modal amplitude [m kg^(1/2)]", "damping ratio",
                                       "level", "frequency [Hz]", "mass.x rms [m]",
                                       "mass.x phase_lag [rad]"])
        phases = slideway.backbone.phase_resonance_table(results)
        self.assertEqual(list(phases), ["curve", "level", "frequency [Hz]", "mass.x rms [m]",
                                        "mass.x phase_lag [rad]"])
        np.testing.assert_allclose(phases["mass.x rms [m]"], [0.9e-3, 1.8e-3, 3.6e-3])
        standards = [one.name for one in (*standard.FIGURES, *standard.TABLES)
                     if one.subjects(results)]
        self.assertEqual(standards[-7:], ["responses", "transition", "damping_over_amplitude",
                                          "backbone_curves", "backbone_extrema",
                                          "phase_resonances", "damped_modes"])

    # ---- derivatives, the best preload, and other numbers than the level

    def test_derivatives_of_the_largest_maximum_go_over_the_level(self):
        results = self.make(synthetic.backbone, design=True)
        figure = plots.derivatives_over_level(results)
        top, bottom = figure.axes
        self.assertEqual([text.get_text() for text in figure.legends[0].get_texts()],
                         ["level", "damping", "preload, all joints", "pad.k_t",
                          "another maximum becomes the largest"])
        dotted = [line for line in top.get_lines() if line.get_marker() == "."]
        np.testing.assert_array_equal(dotted[0].get_xdata(), [1, 2, 2.5, 4])
        # The line breaks where another maximum becomes the largest.
        np.testing.assert_array_equal(dotted[0].get_ydata(), [0.5, np.nan, 1.5, 2.5])
        np.testing.assert_allclose(dotted[2].get_ydata(), [0.3, np.nan, 0.9, 1.5])
        dotted = [line for line in bottom.get_lines() if line.get_marker() == "."]
        np.testing.assert_array_equal(dotted[0].get_ydata(), [-0.5, np.nan, -1.5, -2.5])
        self.assertEqual((top.get_ylabel(), bottom.get_ylabel(), bottom.get_xlabel()),
                         ("d ln rms / d ln p", "d ln frequency / d ln p", "level"))
        table = slideway.backbone.derivatives_table(results)
        self.assertEqual(list(table)[:6], ["level", "frequency [Hz]", "maximum", "largest",
                                           "rms by all.preload", "frequency by all.preload"])
        self.assertEqual(len(table), 4 + 2 * 6)  # those of each joint too
        np.testing.assert_allclose(table["rms by pad.preload"], 0.1 * np.arange(1, 7))

    def test_maxima_per_level_stand_over_the_preload_per_level(self):
        figure = plots.preload_curve(self.make(synthetic.backbone, design=True))
        (axes,) = figure.axes
        self.assertEqual((axes.get_xlabel(), axes.get_ylabel()),
                         ("preload of pad per level [N]", "rms of mass.x per level [mm]"))
        self.assertEqual((axes.get_xscale(), axes.get_yscale()), ("log", "log"))
        self.assertEqual(marks(axes, "."), [(50, 1), (20, 0.6), (12.5, 1)])
        self.assertEqual(marks(axes, "o"), [(20, 0.6)])
        (change,) = [line for line in axes.get_lines() if line.get_color() == plots.style.GREY]
        self.assertEqual(list(change.get_xdata()), [25, 25])
        names = [text.get_text() for text in figure.legends[0].get_texts()]
        self.assertIn("best preload, 20 N per level", names)
        drawn = np.concatenate([line.get_ydata() for line in axes.get_lines()
                                if line.get_linestyle() == "-"])
        self.assertAlmostEqual(np.nanmin(drawn), 0.6)  # no minima over frequency

    def test_curves_go_over_another_number(self):
        folder = synthetic.backbone(self.folder / "run", over="k_t", design=True)
        out = self.folder / "out"
        written = [line.rpartition("/")[2] for line in
                   standard.draw_all([str(folder)], str(out), ["png"], 40)]
        self.assertEqual(written, ["amplitude_over_k_t.png", "frequency_over_k_t.png",
                                   "amplitude_over_frequency.png", "motion_over_k_t_mass.x.png",
                                   "derivatives_over_k_t.png", "backbone_curves.csv",
                                   "backbone_extrema.csv", "backbone_derivatives.csv"])
        results = slideway.read(folder)
        figure = plots.amplitude_over_level(results)
        self.assertEqual(figure.axes[0].get_xlabel(), "k_t")
        self.assertEqual(drawn_lines(figure.axes[0])[0][0], [(1, 1), (1.5, 1.5), (2, 2)])
        self.assertEqual(plots.derivatives_over_level(results).axes[1].get_xlabel(), "k_t")
        self.assertEqual(list(slideway.backbone.curves_table(results))[3], "k_t")
        extrema = slideway.backbone.extrema_table(results)
        self.assertEqual(list(extrema)[:2], ["k_t", "level"])
        self.assertEqual((extrema["k_t"][2], extrema["level"][2]), (2.5, 7))
        self.assertEqual(list(slideway.backbone.derivatives_table(results))[0], "k_t")

    def test_the_smallest_maximum_over_a_number_has_a_ring(self):
        results = self.make(synthetic.backbone, over="k_t")
        largest = slideway.backbone.largest_of(results)
        largest.rms["mass.x"][1] = 5e-4
        with mock.patch.object(slideway.backbone, "largest_of", return_value=largest):
            figure = plots.amplitude_over_level(results)
        self.assertIn("smallest of these, k_t 2.5",
                      [text.get_text() for text in figure.legends[0].get_texts()])

    def test_a_table_is_written_whole_or_not_at_all(self):
        with self.assertRaises(ValueError):
            slideway.to_csv({"a": np.arange(3), "b": np.arange(2)}, self.folder / "table.csv")
        self.assertEqual(list(self.folder.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
