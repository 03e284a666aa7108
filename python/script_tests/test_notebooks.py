"""What a notebook and an editor show: figures, tables, progress, completion."""
import contextlib
import io
import textwrap
import unittest

import matplotlib.figure
import numpy as np

import slideway as sw
from slideway.progress import Bar
from support import ScriptTest, chain, in_python, needs, sliding_mass

PNG = b"\x89PNG\r\n\x1a\n"

# A shell with the display hooks of a notebook. `shown` collects what each cell displays, as lists of MIME types.
SHELL = """
import sys
from IPython.core.interactiveshell import InteractiveShell
import IPython
shell = InteractiveShell.instance()
shell.kernel = object()           # as a notebook has
shown = []
publish = type("Pub", (), {"publish": lambda self, data, metadata=None, **_: shown.append(sorted(data)),
                           "is_publishing": False})
shell.display_pub = publish()
shell.displayhook.write_output_prompt = lambda: None
shell.displayhook.write_format_data = lambda data, md=None: shown.append(sorted(data))
import matplotlib
matplotlib.use("module://matplotlib_inline.backend_inline")
def cell(text):
    shown.clear()
    result = shell.run_cell(text)
    result.raise_error()
    return [types for types in shown if types]
"""


class NotebooksTest(ScriptTest):
    def in_shell(self, code):
        return in_python(SHELL + textwrap.dedent(code), MPLBACKEND="")

    @needs("IPython")
    def test_figures_show_once_in_a_notebook(self):
        said = self.in_shell("""
            cell('import slideway as sw; m = sw.load("lumped/step_response"); r = m.run()')
            print(cell('r.plot()'))
            print(cell('figure = r.plot()'))
            print(cell('[r.plot(), 3][1]'))
            print(cell('figure = m.plot(); figure.savefig("/dev/null", format="png")'))
            print(cell('r'))
            print(cell('m'))
            """)
        figure = "[['image/png', 'text/plain']]"
        lines = said.splitlines()
        self.assertEqual(lines[:2], [figure, figure])
        self.assertIn("image/png", lines[2])
        self.assertEqual(lines[3], figure)
        self.assertEqual(lines[4], "[['image/png', 'text/html', 'text/plain']]")
        self.assertEqual(lines[5], "[['text/html', 'text/plain']]")

    def test_a_prompt_shows_text_and_pyplot_is_left_alone(self):
        said = in_python("""
import sys, slideway as sw
r = sw.load("lumped/step_response").run()
r.plot()
print("matplotlib.pyplot" in sys.modules)
import matplotlib; matplotlib.use("agg")
import matplotlib.pyplot as plt
figure = r.plot()
print(plt.gcf() is figure)
sw.plots.acceleration(r, r.names("points")[0])
print(plt.get_fignums())""")
        self.assertEqual(said, "False\nTrue\n[1]\n")

    def test_results_and_models_show_their_picture(self):
        found = sw.load("lumped/step_response").run()
        self.assertTrue(found._repr_png_().startswith(PNG))
        self.assertIn("<table>", found._repr_html_())
        self.assertIn('<img src="data:image/png;base64,', found._repr_html_())
        model = sliding_mass()
        model["title"] = "<Mass>"
        shown = model._repr_html_()
        self.assertIn("<b>&lt;Mass&gt;</b>", shown)
        self.assertIn("<td>joint</td><td>dry</td><td>law = &#x27;coulomb&#x27;", shown)
        self.assertIn('<img src="data:image/png;base64,', shown)
        model["substructure.body.masses"] = 3
        self.assertRegex(model._repr_html_(), r"not drawn: .*test_notebooks\.py:\d+: substructure\.body\.masses = 3")

    def test_figures_are_drawn_into_axes_of_a_script(self):
        found = sw.load("lumped/step_response").run()
        figure = matplotlib.figure.Figure()
        left, right = figure.subplots(1, 2)
        alone = found.plot("displacement")
        self.assertEqual(len(alone.axes), 1)
        self.assertIs(found.plot("displacement", ax=left), left)
        self.assertIs(sw.plots.displacement(found, found.names("points")[0], ax=right), right)
        for axes in (left, right):
            np.testing.assert_array_equal(axes.get_lines()[0].get_xydata(), alone.axes[0].get_lines()[0].get_xydata())
            self.assertEqual(axes.get_ylabel(), alone.axes[0].get_ylabel())
        self.assertEqual(figure.axes, [left, right])
        with self.refused("test_notebooks.py:", "ax = one axes; this figure has 2 x 1 panels: expected ax=figure.sub"):
            sw.load("harmonic_balance/duffing").run().plot("forced_response", ax=left)
        with self.refused("test_notebooks.py:", "ax = 3; expected axes of matplotlib"):
            found.plot(ax=3)
        dry = sliding_mass().regimes(method="steady-state")
        with self.refused("this figure arranges its panels itself"):
            sw.plots.contact_motion(dry, "orbit/dry", ax=left)

    def test_a_figure_that_is_not_there_names_those_that_are(self):
        found = sw.load("lumped/step_response").run()
        with self.refused("test_notebooks.py:", "no figure displacment; expected one of acceleration "):
            found.plot("displacment")

    def test_progress_is_a_bar_in_a_terminal(self):
        class Terminal(io.StringIO):
            def isatty(self):
                return True
        with contextlib.redirect_stderr(Terminal()) as stderr:
            bar = Bar()
            bar(0.25, "1 of 4 s", "body\n")
            bar(0.5, "2 of 4 s", "")  # too soon after the first
            bar.close()
        self.assertEqual(stderr.getvalue(), "body\n\r[#####...............]  25.0 %  1 of 4 s"
                                            "\r[##########..........]  50.0 %  2 of 4 s\n")

    @needs("IPython")
    def test_progress_is_a_bar_in_a_notebook(self):
        said = self.in_shell("""
            print(cell('''
            from slideway.progress import Bar
            bar = Bar()
            bar(0.25, "1 of 4 s", "body")
            bar(1.0, "4 of 4 s", "")
            bar.close()'''))""")
        self.assertEqual(said, "[['text/html', 'text/plain'], ['text/html', 'text/plain']]\n")

    def complete(self, code, namespace=None):
        import jedi
        script = jedi.Interpreter(code, [namespace]) if namespace is not None else jedi.Script(code)
        return {completion.name_with_symbols for completion in script.complete()}

    @needs("jedi")
    def test_editors_complete_names_methods_and_keys(self):
        start = "import slideway as sw\nmodel = sw.load('lumped/chain_modes')\n"
        self.assertLessEqual({"load", "read", "run", "list", "keys", "Model", "plots", "__version__"},
                             self.complete("import slideway as sw\nsw."))
        self.assertLessEqual({"joint", "complex_modes", "map", "check", "plot", "copy"}, self.complete(start + "model."))
        self.assertIn("n_modes=", self.complete(start + "model.modes(n_"))
        self.assertIn("stiffness=", self.complete(start + "model.joint('a', stiff"))
        results = start + "found = model.modes()\n"
        self.assertLessEqual({"quantities", "plot", "to_pandas", "root", "keys"}, self.complete(results + "found."))
        self.assertLessEqual({"value", "unit"}, self.complete(
            start + "q = sw.Quantity(1, 'm')\nq."))
        self.assertLessEqual({"acceleration", "regime_map"}, self.complete("import slideway as sw\nsw.plots."))

    @needs("jedi")
    def test_notebooks_complete_names_methods_and_keys(self):
        model = chain()
        names = {"sw": sw, "model": model, "found": model.modes(of="bodies")}
        self.assertLessEqual({"load", "list", "keys"}, self.complete("sw.", names))
        self.assertLessEqual({"joint", "modes", "check"}, self.complete("model.", names))
        self.assertIn("n_modes=", self.complete("model.modes(n_", names))
        self.assertLessEqual({"quantities", "to_xarray"}, self.complete("found.", names))
        self.assertEqual(names["found"]._ipython_key_completions_(), list(names["found"]))
        self.assertIn("substructure.chain.chain.springs", model._ipython_key_completions_())

    def test_the_import_takes_less_than_ten_milliseconds(self):
        code = "import time; begin = time.process_time(); import slideway; print(time.process_time() - begin)"
        self.assertLess(min(float(in_python(code)) for _ in range(5)), 0.010)

    def test_the_installed_version_is_that_of_the_program(self):
        import _slideway
        self.assertEqual(sw.__version__, _slideway.version)
        self.assertNotIn("_PLACES", dir(sw))
        self.assertTrue(set(sw.__all__) <= set(dir(sw)))


if __name__ == "__main__":
    unittest.main()
