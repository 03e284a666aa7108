"""Figures of backbones of free motions on data whose picture is known."""
import unittest

import numpy as np
import synthetic
from figure_case import FigureCase

from slideway.plots import free_motions, standard, style


class FreeMotionsTest(FigureCase):
    def test_frequency_over_energy_shows_stability_and_labels(self):
        results = self.make(synthetic.free_motions)
        panel = free_motions.frequency_over_energy(results).axes[0]
        self.assertEqual((panel.get_xlabel(), panel.get_ylabel()), ("energy [mJ]", "frequency [Hz]"))
        lines = {(line.get_color(), line.get_linestyle()): line.get_data()
                 for line in panel.get_lines() if line.get_marker() in ("", "None")}
        x, y = lines[style.BLUE, "-"]
        np.testing.assert_allclose(x, [1, 2, 3, 4, np.nan])  # the last piece is unstable
        np.testing.assert_allclose(lines[style.BLUE, "--"][1], [np.nan] * 3 + [16, 17])
        marks = {line.get_marker(): line.get_data() for line in panel.get_lines()
                 if line.get_marker() not in ("", "None")}
        np.testing.assert_allclose(marks["o"], [[2], [11]])
        np.testing.assert_allclose(marks["D"], [[4], [16]])

    def test_frequency_over_amplitude_is_drawn_for_each_monitor(self):
        results = self.make(synthetic.free_motions)
        self.assertEqual(free_motions.monitors_of(results), ["a.b.x", "a.c.x"])
        panel = free_motions.frequency_over_amplitude(results, "a.c.x").axes[0]
        self.assertEqual(panel.get_xlabel(), "amplitude of a.c.x [mm]")
        names = [one.name for one in standard.FIGURES if one.subjects(results)]
        self.assertEqual(names, ["frequency_over_energy", "frequency_over_amplitude"])


if __name__ == "__main__":
    unittest.main()
