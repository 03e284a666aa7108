"""`slideway paper`: manifests, expressions, verdicts, sheets and pages."""
import contextlib
import io
import os
import tempfile
import unittest
from pathlib import Path

import numpy as np

import slideway
import synthetic
from figure_case import FigureCase
from slideway.papers import check, command, manifest, patch_panels, report, runs, sheets
from slideway.papers.expressions import Expression, ManifestError, Readable
from slideway.plots import style

ROOT = Path(__file__).resolve().parents[2]
MANIFESTS = ROOT / "cases/papers"

HEAD = 'title = "T"\nsource = "S"\n[[run]]\nname = "one"\ncase = "lumped/chain_modes"\n'
FIGURE = '[[figure]]\nnumber = "1"\ntitle = "F"\n'
PANEL = FIGURE + """[[figure.panel]]
name = "a"
kind = "curves"
curves = [{ x = 'one["t"]', y = 'one["t"]' }]
"""
SAYS = FIGURE + """[[figure.says]]
text = "x"
quantity = 'one["q"]'
value = 1.0
atol = 0.1
verdict = "holds"
why = "y"
"""


class ManifestTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def read(self, text, name="000"):
        (self.folder / f"{name}.toml").write_text(text)
        return manifest.read(self.folder, name)

    def check_refused(self, text, *parts):
        with self.assertRaises(ManifestError) as caught:
            self.read(text)
        self.assertNotIn("\n", str(caught.exception))
        for part in ("000.toml", *parts):
            self.assertIn(part, str(caught.exception))

    def test_wrong_manifests_are_refused_in_one_line(self):
        for text, *parts in (
            ("title = ", "000.toml: "),
            (HEAD.replace("title", "tilte") + FIGURE, "manifest: unknown key tilte; did you mean title?"),
            (HEAD, "manifest: figure is missing"),
            (HEAD + 'sets = []\n' + FIGURE, "run one: unknown key sets; did you mean set?"),
            (HEAD + 'set = "x"\n' + FIGURE, "run one: set = 'x'; expected a list"),
            (HEAD + '[[run]]\nname = "one"\ncase = "x"\n' + FIGURE, "run one: given twice"),
            (HEAD.replace('"one"', '"1 1"') + FIGURE, "name = '1 1'; expected letters, digits and _"),
            (HEAD + FIGURE + FIGURE, "figure 1: given twice"),
            (HEAD + PANEL.replace("curves\"", "curvs\""), "panel a: kind = 'curvs'; did you mean curves?"),
            (HEAD + PANEL + 'x_lable = "t"\n', "panel a: unknown key x_lable; did you mean x_label?"),
            (HEAD + PANEL + 'of = ["onee"]\n', "panel a: no run 'onee'; did you mean one?"),
            (HEAD + PANEL.replace("y = 'one", "y = 'onee"), "curves 1: y = ", "unknown name onee; did you mean one?"),
            (HEAD + PANEL.replace("x = 'one[\"t\"]'", "x = 'one'"), "unknown name one"),
            (HEAD + PANEL.replace("x = 'one[\"t\"]'", "x = 'one[1]'"), "expected the name of a quantity"),
            (HEAD + PANEL.replace("x = 'one[\"t\"]'", "x = '1 +'"), "not an expression"),
            (HEAD + PANEL.replace("x = 'one[\"t\"]'", "x = 'one.results'"), "Attribute is not allowed"),
            (HEAD + PANEL.replace("x = 'one[\"t\"]'", "x = '(lambda: 1)()'"), "Lambda is not allowed"),
            (HEAD + PANEL + PANEL.removeprefix(FIGURE), "two panels have one name"),
            (HEAD + SAYS.replace('"holds"', '"hold"'), "statement 1: verdict = 'hold'; did you mean holds?"),
            (HEAD + SAYS.replace("value = 1.0\natol = 0.1\n", ""), "a verdict needs a quantity and value, min or max"),
            (HEAD + SAYS.replace("atol = 0.1\n", ""), "value needs rtol or atol"),
            (HEAD + SAYS.replace('"holds"', '"not computable"'), "only 'not computable' has none"),
            (HEAD + SAYS.replace("atol = 0.1", "atol = true"), "atol = True; expected a whole number or a number"),
        ):
            with self.subTest(parts):
                self.check_refused(text, *parts)

    def test_papers_figures_and_panels_that_do_not_exist_are_refused_with_those_that_do(self):
        paper = self.read(HEAD + PANEL + '[[figure]]\nnumber = "2"\ntitle = "G"\nnot_drawn = { b = "no data" }\n')
        self.assertEqual(paper.figure("1")[1], "")
        self.assertEqual(paper.figure("1a")[1], "a")
        for number, text in (("3", "000/3: no such figure; paper 000 has 1, 2"),
                             ("1c", "000/1c: no panel c; Fig. 1 has a"),
                             ("2b", "000/2b is not drawn: no data")):
            with self.assertRaisesRegex(ManifestError, text):
                paper.figure(number)
        with self.assertRaisesRegex(ManifestError, "no paper '7'; expected one of 000"):
            manifest.read(self.folder, "7")

    def test_the_command_refuses_in_one_line(self):
        self.read(HEAD + PANEL)
        for arguments, part in ((["001"], "no paper '001'"), (["000/9"], "no such figure"),
                                (["000", "--threads", "0"], "'0': expected a whole number of at least 1"),
                                (["000", "--colour"], "unrecognized arguments: --colour")):
            err = io.StringIO()
            with contextlib.redirect_stderr(err):
                status = command.main(["slideway", str(self.folder), *arguments])
            self.assertEqual(status, 2)
            self.assertEqual(err.getvalue().count("\n"), 1)
            self.assertIn(part, err.getvalue())

    def test_figures_are_listed(self):
        self.read(HEAD + PANEL)
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            status = command.main(["slideway", str(self.folder), "--list"])
        self.assertEqual((status, out.getvalue()), (0, "000  T\n  000/1        F (a)\n"))


class RunTest(unittest.TestCase):
    """Which results are used again."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        (self.folder / "case.toml").write_text("")
        log, case = self.folder / "log", self.folder / "case.toml"
        program = self.folder / "slideway"  # it takes: run CASE --quiet --threads 1 --output DIR ...
        program.write_text(f'''#!/bin/sh
echo run >> {log}
[ "$2" != refused ] || {{ echo "refused: no such case" >&2; exit 2; }}
mkdir -p "$7"
[ "${{8:-}}" = --set ] && set="\\"$9\\"" || set=""
echo '{{"status": "'${{STATUS:-end}}'", "case": {{"file": "{case}", "overrides": ['$set']}}}}' > "$7/summary.json"
''')
        program.chmod(0o755)
        os.utime(program, (1e9, 1e9))
        os.utime(self.folder / "case.toml", (1e9, 1e9))
        self.program = str(program)

    def computed(self, *of, quick=False):
        """Number of processes that `compute` starts."""
        log = self.folder / "log"
        log.write_text("")
        all_runs = runs.Runs(self.program, self.folder / "runs", quick)
        all_runs.compute(list(of), 2, lambda line: None)
        self.failures = all_runs.failures
        return log.read_text().count("run")

    def test_what_is_missing_is_computed_once(self):
        one, two = manifest.Run("one", "case"), manifest.Run("two", "case", ["a=1"])
        self.assertEqual(self.computed(one, two), 2)
        self.assertEqual(self.computed(one, two), 0)
        two.set = ["a=2"]
        self.assertEqual(self.computed(one, two), 1)
        one.quick = ["b=1"]
        self.assertEqual(self.computed(one, two, quick=True), 1)
        (self.folder / "runs/two/summary.json").write_text("{")  # a killed run
        self.assertEqual(self.computed(two), 1)
        os.utime(self.program)  # results are older than the program
        self.assertEqual(self.computed(two), 1)

    def test_an_interrupted_run_continues_and_a_refused_one_is_reported(self):
        os.environ["STATUS"] = "interrupted"
        self.addCleanup(os.environ.pop, "STATUS")
        one = manifest.Run("one", "case")
        self.assertEqual((self.computed(one), self.computed(one)), (1, 1))
        self.assertEqual(self.computed(manifest.Run("two", "refused")), 1)
        self.assertEqual(self.failures, {"two": "refused: no such case"})
        with self.assertRaisesRegex(slideway.ResultsError, "run one: has not been computed"):
            runs.Runs(self.program, self.folder / "runs", False).of(one)


class NumberTest(unittest.TestCase):
    def scratch(self) -> str:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return folder.name

    def test_expressions_read_quantities_and_arrays(self):
        class Results:
            label = "r"
            quantities = {"a.b": slideway.Quantity(2.0, "m")}
            summary = {"wall_time_s": 3.0, "bodies": [{"name": "beam", "dofs": 7}]}

            def __getitem__(self, name):
                return slideway.Array(np.array([1.0, 5.0, 4.0]), "m", "")
        one = {"one": Readable(Results())}

        def value(text):
            return Expression(text, "here", ["one"]).value(one)
        self.assertEqual(value('one["a.b"]*2 + one["wall_time_s"]'), 7)
        self.assertEqual(value('max(one["x"])/one["bodies.beam.dofs"]'), 5 / 7)
        self.assertEqual(value('near(one["x"], [10, 20, 30], 3.9)'), 30)
        self.assertEqual(list(value('local_maxima(one["x"])')), [1])
        self.assertEqual(Expression('one["a"] + one["b"]', "here", ["one"]).used, [("one", "a"), ("one", "b")])
        for text, error in (('one["bodies.bar.dofs"]', "no bodies.bar.dofs"), ('one["x"][7]', "out of bounds")):
            with self.assertRaisesRegex(slideway.ResultsError, error):
                value(text)
        joined = {"one": Readable(slideway.read(synthetic.bifurcation_diagram(Path(self.scratch()))))}
        self.assertEqual(list(Expression('one["series/*/period"]', "here", ["one"]).value(joined)),
                         [1, 1, 2, 1, 0, 1, 1, 2, 1, 1])
        self.assertEqual(list(Expression('isin([1, 7], one["series/*/period"])', "here", ["one"]).value(joined)),
                         [True, False])
        with self.assertRaisesRegex(slideway.ResultsError, r"no serie/\*/period"):
            Expression('one["serie/*/period"]', "here", ["one"]).value(joined)
        with self.assertRaisesRegex(slideway.ResultsError, "no results of the run"):
            Expression('two["x"]', "here", ["one", "two"]).value(one)

    def judged(self, found, **limits):
        class Fixed:
            def value(self, _):
                return found
        says = dict(text="", paper="", verdict="holds", why="", quantity=Fixed(), low=None, high=None,
                    value=None, unit="m")
        return report.judge(manifest.Says(**(says | limits)), {})

    def test_a_verdict_stands_while_the_number_is_in_its_range(self):
        self.assertTrue(self.judged(1.0, low=0.5, high=1.0).stands)
        self.assertFalse(self.judged(1.1, low=0.5, high=1.0).stands)
        self.assertFalse(self.judged(np.nan, low=0.5).stands)
        self.assertTrue(self.judged([1.0, 2.0], low=[1.0, 2.0], high=[1.0, 2.0]).stands)
        self.assertFalse(self.judged([1.0], low=[1.0, 2.0]).stands)
        self.assertTrue(self.judged(np.array([3.0, 4.0]), low=2.0).stands)
        self.assertTrue(self.judged("continuous", value="continuous").stands)
        self.assertFalse(self.judged("stick-slip", value="continuous").stands)
        self.assertEqual(self.judged(0.123456789, low=0).ours, "0.123457 m")


class SheetTest(unittest.TestCase):
    def test_a_sheet_has_the_panels_labels_and_one_legend(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        folder = Path(scratch.name)
        results = slideway.read(synthetic.write(folder / "run", "transient", {"time": ([0.0, 1.0, 2.0], "s")}))
        (folder / "000.toml").write_text(HEAD.replace("case =", 'substitute = "ours"\ncase =') + FIGURE + """
[[figure.panel]]
name = "a"
kind = "curves"
title = "first"
x_label = "$r_1$"
y_limits = [0, 4]
h_lines = [1]
curves = [{ x = 'one["time"]', y = '2*one["time"]', label = "line", colour = "green", line = "--" }]
[[figure.panel]]
name = "b"
kind = "curves"
x_log = true
curves = [{ x = 'one["time"] + 1', y = 'one["time"]', label = "line" },
          { x = '1.0', y = '2.0', marker = "o", label = "point" }]
""")
        paper = manifest.read(folder, "000")
        drawing = sheets.draw(paper, paper.figures[0], {"one": results}, {"one": Readable(results)})
        first, second = drawing.axes
        self.assertEqual([axes.get_title("left") for axes in drawing.axes], ["a) first", "b)"])
        self.assertEqual((first.get_xlabel(), first.get_ylim(), second.get_xscale()), ("$r_1$", (0, 4), "log"))
        np.testing.assert_array_equal(first.lines[0].get_ydata(), [0, 2, 4])
        self.assertEqual([text.get_text() for text in drawing.legends[0].texts], ["line", "point"])
        self.assertEqual(drawing._suptitle.get_text(), "Paper 000, Fig. 1: F\nours")
        drawing = sheets.draw(paper, paper.figures[0], {"one": results}, {"one": Readable(results)}, "b")
        self.assertEqual(len(drawing.axes), 1)


class KindTest(FigureCase):
    """Kinds of panels with results of known numbers."""

    def sheet(self, results, *panels):
        """The sheet of panels of the run `one`, and the labels of its legend."""
        text = HEAD + FIGURE + "".join(f'[[figure.panel]]\nname = "{letter}"\nof = ["one"]\n{keys}\n'
                                       for letter, keys in zip("abcd", panels))
        (self.folder / "000.toml").write_text(text)
        paper = manifest.read(self.folder, "000")
        drawing = sheets.draw(paper, paper.figures[0], {"one": results}, {"one": Readable(results)})
        style.settle(drawing, 40)
        return drawing, [text.get_text() for legend in drawing.legends for text in legend.texts]

    def test_limit_directions(self):
        drawing, labels = self.sheet(self.make(synthetic.limit_directions), 'kind = "direction_circle"',
                                     'kind = "direction_sphere"\nazimuth = 130')
        self.assertEqual(drawing.axes[0].get_xlabel(), "$w_1$")
        self.assertIn("attracting, stable node", labels)

    def test_kinds_of_saddles(self):
        self.assertEqual([patch_panels.name_of([w, 0, 0], rate, of) for w, rate, of in (
            (1, -1, "saddle"), (-1, -1, "saddle"), (1, 1, "stable node"), (1, -1, "stable focus"),
            (-1, -1, "unstable node"), (1, 0, "degenerate"))],
            [patch_panels.BROWN, patch_panels.GREEN, patch_panels.REPELLING, patch_panels.STABLE,
             patch_panels.UNSTABLE, patch_panels.DEGENERATE])

    def test_backbones(self):
        results = self.make(synthetic.backbone, methods=True)
        drawing, labels = self.sheet(results, 'kind = "backbones"\nhorizontal = "frequency"\nvertical = "rms"',
                                     'kind = "backbones"\nhorizontal = "level"\nvertical = "phase"\nmethods = ["ridge"]',
                                     'kind = "backbone_space"')
        self.assertTrue({"ridge", "damped mode", "phase resonance"} <= set(labels))
        n_ridges = len(slideway.backbone.pieces_of(results))
        n_responses = len(results.names("levels"))
        self.assertEqual(len(drawing.axes[1].lines), n_ridges + n_responses)
        np.testing.assert_array_equal(drawing.axes[1].lines[n_responses].get_xdata(),
                                      slideway.backbone.pieces_of(results)[0].value)

    def test_branches_and_orbits(self):
        results = self.make(synthetic.periodic_orbits)
        at = slideway.orbits.orbits_of(results)[0].parameter
        drawing, labels = self.sheet(results, 'kind = "branches"\nquantity = "amplitude"\nlabels = ["ideal"]',
                                     'kind = "branches"\nquantity = "growth"\nonly = [1]',
                                     f'kind = "orbits"\nlabels = ["PO"]\nat = [{at}]\nmirror = true\nstops = [0.1]')
        self.assertTrue({"ideal", "unstable", "PO", "mirror image of PO"} <= set(labels))
        orbit, mirror = drawing.axes[2].lines[:2]
        np.testing.assert_array_equal(orbit.get_xdata(), -mirror.get_xdata())
        branch = slideway.orbits.branches_of(results)[0]
        monitor = slideway.orbits.monitors_of(results)[0]
        self.assertEqual(drawing.axes[0].lines[0].get_ydata()[0],
                         (branch.largest[monitor][0] - branch.least[monitor][0]) / 2)

    def test_diagrams_and_basins(self):
        drawing, labels = self.sheet(self.make(synthetic.bifurcation_diagram),
                                     'kind = "diagram"\nsection = "strobe"\nlabels = ["rest"]')
        self.assertIn("rest", labels)
        self.assertTrue(drawing.axes[0].lines)
        results = self.make(synthetic.basins, "starts")
        drawing, labels = self.sheet(results, 'kind = "basins"\nrange = [0, 1]')
        self.assertEqual(drawing.axes[0].images[0].get_clim(), (0, 1))

    def test_periods_that_starts_lead_to(self):
        for results, starts, settled, on_two in (
                (self.make(synthetic.bifurcation_diagram), 10, 9, 2),
                (self.make(synthetic.periodic_orbits, "found", search=True), 2, 1, "none")):
            drawing, labels = self.sheet(results, 'kind = "periods"\nsought = 2', 'kind = "periods"\nsought = 7',
                                         'kind = "period_counts"\nsought = [2, 7]')
            counted = f"{starts} starts, {settled} settle"
            self.assertEqual([axes.get_title("right") for axes in drawing.axes],
                             [f"{counted}, {on_two} on period 2", f"{counted}, none on period 7", counted])
            self.assertEqual(len(drawing.axes[0].lines[1].get_xdata()), settled)
            heights = {label.get_text(): bar.get_height() for label, bar in
                       zip(drawing.axes[2].get_xticklabels(), drawing.axes[2].patches)}
            self.assertEqual(heights, {"1": settled - (0 if on_two == "none" else on_two),
                                       "2": 0 if on_two == "none" else on_two, "7": 0})
            self.assertIn("period sought", labels)
        with self.assertRaisesRegex(slideway.ResultsError, "neither a diagram nor a search"):
            self.sheet(self.make(synthetic.map_of_regimes, "map"), 'kind = "periods"\nsought = 7')

    def test_figures_of_plot_and_maps_of_numbers(self):
        drawing, labels = self.sheet(self.make(synthetic.map_of_regimes),
                                     'kind = "plot"\nfigure = "regime_map"\nx_label = "$r$"')
        self.assertEqual((drawing.axes[0].get_title("left"), drawing.axes[0].get_xlabel()), ("a)", "$r$"))
        self.assertIn("stick-slip", labels)
        with self.assertRaisesRegex(slideway.ResultsError, "panel a: .*no figure regime_mop; did you mean regime_map"):
            self.sheet(self.make(synthetic.map_of_regimes), 'kind = "plot"\nfigure = "regime_mop"')

    def test_tables(self):
        results = slideway.read(synthetic.write(self.folder / "run", "transient", {"time": ([0.5, 1.0], "s")}))
        (self.folder / "000.toml").write_text(HEAD + FIGURE + """[[figure.panel]]
kind = "table"
columns = ["system", "first", "both"]
rows = [{ label = "x", values = ['one["time"][0]', 'one["time"]'] }]
""")
        paper = manifest.read(self.folder, "000")
        head, rows = sheets.table_of(paper.figures[0].panels[0], {"one": Readable(results)})
        self.assertEqual((head, rows), (["system", "first", "both"], [["x", "0.5", "0.5, 1"]]))
        self.assertIn("| x | 0.5 | 0.5, 1 |", report.table_text(head, rows))


class CheckTest(unittest.TestCase):
    def test_names_of_results_match_their_patterns(self):
        for pattern, placeholders, name, fits in (
                ("J.limit", {"J"}, "floor.limit", True), ("J.limit", {"J"}, "floor.limits", False),
                ("diagram/branch_K/load", {"branch_K"}, "diagram/branch_2/load", True),
                ("S", set(), "S", True), ("regime", set(), "left.regime", True),
                ("directions.count", set(), "direction.count", False), ("period.n", {"n"}, "period.9", True),
                ("period_n", {"period_n"}, "period_9", True)):
            with self.subTest(name):
                self.assertEqual(bool(check._pattern(pattern, placeholders).fullmatch(name)), fits)


    def test_unknown_cases_keys_and_quantities_are_refused_in_one_line(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        folder = Path(scratch.name)
        program = folder / "slideway"
        program.write_text("""#!/bin/sh
case "$1 $2" in
"check lumped/chain_modes") [ -z "$4" ] || { echo "--set $4: unknown key" >&2; exit 2; }; echo "analysis modes" ;;
"results smoothing") ;;
"results modes") printf 'modes: x\\n\\nQuantities\\n  modes.frequency (n) [Hz]\\n      frequencies\\n' ;;
*) echo "$2: neither a file nor a shipped case" >&2; exit 2 ;;
esac
""")
        program.chmod(0o755)
        quantity = HEAD + SAYS.replace('one["q"]', 'one["modes.frequency"]')
        for text, expected in ((quantity, None), (quantity.replace("chain_modes", "x"), "run one: lumped/x: neither"),
                               (quantity.replace('_modes"', '_modes"\nset = ["a=1"]'), "run one: --set a=1: unknown key"),
                               (quantity.replace("frequency", "frequencies"),
                                "one['modes.frequencies']; modes has no such quantity or array; did you mean modes.frequency?")):
            (folder / "000.toml").write_text(text)
            paper = manifest.read(folder, "000")
            with self.subTest(expected):
                if expected is None:
                    check.check(str(program), paper)
                    continue
                with self.assertRaises(ManifestError) as caught:
                    check.check(str(program), paper)
                self.assertIn(expected, str(caught.exception))
                self.assertNotIn("\n", str(caught.exception))


class ShippedTest(unittest.TestCase):
    def test_the_page_is_in_step_with_the_manifests(self):
        papers = [manifest.read(MANIFESTS, name) for name in manifest.names_of(MANIFESTS)]
        self.assertEqual((ROOT / "docs/papers.md").read_text(encoding="utf-8"), report.markdown(papers),
                         "renew it: slideway paper --markdown > docs/papers.md")

    def test_the_readme_states_how_many_statements_hold(self):
        papers = [manifest.read(MANIFESTS, name) for name in manifest.names_of(MANIFESTS)]
        counts = report.counts([figure for paper in papers for figure in paper.figures])
        self.assertIn(counts, " ".join((ROOT / "README.md").read_text(encoding="utf-8").split()))

    def test_cases_exist_and_each_run_is_used(self):
        for name in manifest.names_of(MANIFESTS):
            paper = manifest.read(MANIFESTS, name)
            used = {run for figure in paper.figures for run in figure.runs()}
            for run in paper.runs.values():
                self.assertTrue((ROOT / "cases" / f"{run.case}.toml").is_file(), run.case)
                self.assertIn(run.name, used, name)


if __name__ == "__main__":
    unittest.main()
