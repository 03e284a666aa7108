"""Figures and tables of bifurcation diagrams on data whose picture is known."""
import unittest

import numpy as np
import synthetic
from figure_case import FigureCase

from slideway import bifurcation_diagram, plots
from slideway.plots import style


def dots(panel, colour):
    """All marks of a colour, sorted."""
    points = [np.column_stack(line.get_data()) for line in panel.get_lines()
              if line.get_linestyle() == "None" and line.get_color() == colour]
    return np.array(sorted(np.concatenate(points).tolist()))


class BifurcationDiagramTest(FigureCase):
    def test_points_of_sections_stand_over_the_parameter_in_colours_of_sweeps(self):
        figure = plots.bifurcation_diagram(self.make(synthetic.bifurcation_diagram), "strobe")
        panel, periods = figure.axes
        self.assertEqual((panel.get_ylabel(), periods.get_xlabel(), periods.get_ylabel()),
                         ("mass.x [mm]", "Omega [rad/s]", "period"))
        np.testing.assert_allclose(dots(panel, style.VERMILION), [
            [1, 1.1], [2, 2.1], [3, 3.1], [3, 3.6], [4, 4.1], [5, 5.1], [5, 5.1], [5, 5.1]])
        np.testing.assert_allclose(dots(panel, style.BLUE), [
            [1, 1.2], [2, 2.2], [3, 3.2], [3, 3.7], [4, 4.2], [5, 5.2]])
        # Period 2 at the third value; what has not settled stands above.
        np.testing.assert_allclose(dots(periods, style.VERMILION),
                                   [[1, 0], [2, 0], [3, 1], [4, 0], [5, 2]])
        self.assertEqual([t.get_text() for t in periods.get_yticklabels()],
                         ["1", "2", "not settled"])
        self.assertEqual([t.get_text() for t in figure.legends[0].get_texts()],
                         ["upwards", "downwards", "period doubling", "stable branch", "unstable"])

    def test_a_branch_goes_on_where_its_points_change_their_order(self):
        panel = plots.bifurcation_diagram(self.make(synthetic.bifurcation_diagram),
                                          "strobe").axes[0]
        lines = {line.get_linestyle(): [] for line in panel.get_lines()}
        for line in panel.get_lines():
            lines[line.get_linestyle()].append(np.asarray(line.get_ydata()).tolist())
        np.testing.assert_allclose(sorted(lines["-"]), [[1, 2, 3], [6, 7, 8]])
        np.testing.assert_allclose(sorted(lines["--"]), [[3, 4], [8, 9]])

    def test_of_a_level_the_velocity_is_drawn(self):
        panel = plots.bifurcation_diagram(self.make(synthetic.bifurcation_diagram),
                                          "touches").axes[0]
        self.assertEqual(panel.get_ylabel(), "mass.x,\nvelocity [mm/s]")
        np.testing.assert_allclose(dots(panel, style.BLUE), [[1, 200], [2, 300]])

    def test_exponents_stand_over_the_parameter(self):
        results = self.make(synthetic.bifurcation_diagram, exponent=True)
        panel, = plots.exponent_over_parameter(results).axes
        x, y = panel.get_lines()[0].get_data()
        np.testing.assert_allclose(x, np.arange(1, 6))
        np.testing.assert_allclose(y, np.linspace(-0.2, 0.2, 5))

    def test_tables_have_a_line_per_motion_and_one_per_point(self):
        results = self.make(synthetic.bifurcation_diagram, starts=2)
        table = bifurcation_diagram.diagram_table(results)
        self.assertEqual(len(table["period"]), 20)
        self.assertEqual(list(table["sweep"][[0, 5, 10]]), ["up", "up", "down"])
        self.assertEqual(list(table["start"][[0, 5, 10]]), [1, 2, 1])
        self.assertEqual(table["outcome"][4], "not settled")
        np.testing.assert_allclose(table["largest mass.x [m]"][:5], 1e-3 * np.arange(1, 6))
        points = bifurcation_diagram.sections_table(results)
        branch = points["of"] == "branch 1"
        self.assertEqual(branch.sum(), 8)
        np.testing.assert_allclose(points["Omega [rad/s]"][branch], np.repeat(np.arange(1, 5), 2))
        self.assertEqual((points["section"] == "touches").sum(), 8)

    def test_the_command_draws_each_section(self):
        folder = synthetic.bifurcation_diagram(self.folder / "run", exponent=True)
        self.assertEqual(self.drawn(folder),
                         {"bifurcation_diagram_strobe", "bifurcation_diagram_touches",
                          "exponent_over_Omega", "bifurcation_diagram.csv",
                          "diagram_sections.csv"})


if __name__ == "__main__":
    unittest.main()
