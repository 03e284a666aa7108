"""Friction coefficients that are functions of the sliding speed."""
import inspect
import math
import unittest
from pathlib import Path

import numpy as np

import slideway as sw
from support import ScriptTest

HERE = Path(__file__).name


def line():
    """That of the caller."""
    return inspect.currentframe().f_back.f_lineno


class FrictionTest(ScriptTest):
    def test_a_table_is_as_near_to_its_function_as_it_says(self):
        decay = lambda v: 0.2 + 0.2 * math.exp(-v / 0.01)
        kink = lambda v: 0.3 - 2 * min(v, 0.0123)
        for function, up_to, error in [(decay, 1.0, 1e-5), (decay, 0.1, 1e-3), (kink, 0.5, 1e-4),
                                       (np.cos, 1.5, 1e-6), (lambda v: 0.3, 1.0, 1e-4)]:
            table = sw.friction(function, up_to, error)
            v = np.linspace(0, up_to, 20011)
            off = np.abs(np.interp(v, table["speed"], table["mu"]) - [function(x) for x in v])
            self.assertLessEqual(off.max(), error)
            self.assertEqual(table["error"], error)
            self.assertEqual((table["speed"][0], table["speed"][-1]), (0, up_to))
        # For a function with mu'' the pieces are as long as sqrt(8 error / mu''), halvings twice as many at most
        n = len(sw.friction(np.cos, 1.5, 1e-6)["mu"])
        self.assertLess(n, 2 * 1.5 / math.sqrt(8 * 1e-6))

    def test_a_table_stands_for_the_decay_that_it_was_made_of(self):
        model = sw.load("beam_on_beam/lock_in")
        asked = dict(position=0.0477, band_hz=[10e3, 11e3], t_start=0.2)
        growth = {}
        for error in (None, 1e-3, 1e-5):
            model["contact.rub.friction"] = dict(static=0.5, dynamic=0.3, speed=0.05) if error is None else \
                sw.friction(lambda v: 0.3 + 0.2 * math.exp(-v / 0.05), up_to=0.5, error=error)
            found = model.complex_modes(**asked)
            growth[error] = found.quantities["growth_rate.max"].value
            if error:
                self.assertRegex(found.used["friction of rub"],
                                 rf"^a table of \d+ speeds, within {error:g} of its function$")
            else:
                self.assertNotIn("friction of rub", found.used)
        # The slope of a piece is off by 4 error / length, of pieces of sqrt(8 error / mu''): like sqrt(error).
        self.assertLess(abs(growth[1e-5] - growth[None]), 0.2 * abs(growth[1e-3] - growth[None]) + 1e-3 * growth[None])
        file = self.folder / "case.toml"
        model.save(file, analysis=dict(type="complex-modes", **asked))
        self.assertEqual(self.program(str(file)).quantities["growth_rate.max"].value, growth[1e-5])

    def test_what_is_no_friction_is_refused_with_the_speed(self):
        def fails(v):
            raise LookupError(f"no friction\nat {v}")
        for function, keys, said in [
                (lambda v: 0.3 if v < 0.2345 else 0.2, {}, "<lambda>; jumps or winds near 0.2345 m/s"),
                (lambda v: 0.1 - v, {}, "m/s it gives -0.0"), (lambda v: math.nan, {}, "it gives nan; expected a number >= 0"),
                (lambda v: "much", {}, "it gives a str; expected a number"),
                (lambda v: 1j, {}, "it gives a complex; expected a number"),
                (fails, {}, "fails; at 0.00390625 m/s it raises LookupError: no friction at 0.0039"),
                (0.3, {}, "function = 0.3; expected a callable"), (math.cos, dict(error=0), "error = 0; expected a number > 0"),
                (math.cos, dict(up_to=math.inf), "up_to = inf"), (math.cos, dict(up_to=None), "up_to = None")]:
            with self.subTest(said=said):
                with self.refused(f"{HERE}:{line() + 1}: friction: ", said):
                    sw.friction(function, **(dict(up_to=1.0) | keys))
        with self.assertRaises(ValueError) as caught:
            sw.friction(fails, 1.0)
        self.assertIsInstance(caught.exception.__cause__, LookupError)
        model = sw.load("beam_on_beam/lock_in")
        with self.refused(f"{HERE}:{line() + 1}: contact.rub.friction = ", "sw.friction(f, up_to) makes a table of a function"):
            model["contact.rub.friction"] = lambda v: 0.3


if __name__ == "__main__":
    unittest.main()
