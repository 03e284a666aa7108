"""Springs of a script's own: in backbones, forced responses with exact forces, and periodic orbits."""
import math
import pickle
import unittest
from pathlib import Path

import numpy as np

import slideway as sw
from slideway.slopes import Differences
from support import ScriptTest, with_own_laws

HERE = Path(__file__).name


def given(k3):
    return sw.Law(lambda r: (k3 * r**3, 3 * k3 * r**2), spring=True, odd=True)


def by_complex_step(k3):
    return sw.Law(lambda r: k3 * r**3, spring=True, odd=True, slopes="complex-step")


def by_differences(k3, step=1e-3):
    return sw.Law(lambda r: k3 * r**3, spring=True, odd=True, slopes="differences", step=step)


WAYS = {"given": given, "complex step": by_complex_step, "differences": by_differences}


def hardening(r):
    """The spring of `harmonic_balance/duffing`."""
    return r**3


class SpringTest(ScriptTest):
    def test_backbones_of_a_cubic_spring_are_those_of_the_law_cubic(self):
        # Both forces are exact for polynomials. Second derivatives by differences change the path of Newton's
        # method, so that motions agree to its tolerance, 1e-10, and slopes of differences to 1e-9.
        expected = sw.load("backbones/duffing").run()
        self.assertIn("largest.frequency", expected.quantities)
        for way, law in WAYS.items():
            with self.subTest(slopes=way):
                model, asked = with_own_laws("backbones/duffing", law)
                self.assert_quantities_agree(model.backbone(**asked), expected, 1e-7)

    def test_a_pickled_spring_is_the_same_spring(self):
        law = sw.Law(hardening, spring=True, odd=True, slopes="differences", step=1e-3)
        found = []
        for one in (law, pickle.loads(pickle.dumps(law))):
            model, asked = with_own_laws("harmonic_balance/duffing", lambda _: one)
            found.append(model.forced_response(**asked))
        self.assert_quantities_agree(found[1], found[0], 0)

    def test_forced_responses_with_exact_forces_have_folds_and_stability(self):
        expected = sw.load("harmonic_balance/duffing").run()
        self.assertEqual(len(expected.quantities["folds.frequency"].value), 2)
        for way, law in WAYS.items():
            with self.subTest(slopes=way):
                model, asked = with_own_laws("harmonic_balance/duffing", law)
                self.assert_quantities_agree(model.forced_response(**asked), expected, 1e-7)

    def test_periodic_orbits_have_the_labels_of_the_law_cubic(self):
        # Grazing, folds, branch points, Neimark-Sacker bifurcations and ends of the shipped case, whose numbers
        # hold to 2e-9: passages by power series agree to 1e-13 a step.
        expected = sw.load("free_play/b1").run()
        self.assertEqual(len(expected.quantities["grazing.Omega"].value), 3)
        for way, law in WAYS.items():
            with self.subTest(slopes=way):
                model, asked = with_own_laws("free_play/b1", law)
                self.assert_quantities_agree(model.periodic_orbits(**asked), expected, 1e-8, {"start.symmetry"})

    def test_the_slopes_by_differences_state_their_error(self):
        # A step h misses the slope of r^3 by h^2, half of it by h^2 / 4, and the fourth order by nothing.
        slopes = Differences(lambda r: r**3, spring=True, step=1e-2)
        force, slope, _ = slopes(0.5, 0.0)
        self.assertEqual(force, 0.125)
        self.assertAlmostEqual(slope, 0.75, delta=1e-13)
        self.assertAlmostEqual(slopes.error, 0.75 * 1e-4 / 0.75, delta=1e-8)
        law = by_differences(1.0)
        self.assertEqual(law.slope_error, 0.0)
        model, asked = with_own_laws("harmonic_balance/duffing", lambda k3: law)
        model.forced_response(**dict(asked, Omega=sw.span(0.5, 0.6)))
        self.assertGreater(law.slope_error, 0.0)
        self.assertIsNone(given(1.0).slope_error)

    def test_a_spring_with_a_kink_has_no_power_series(self):
        model, asked = with_own_laws("free_play/b1", lambda k3: sw.Law(
            lambda r: (k3 * np.abs(r), k3 * np.sign(r)), spring=True))
        with self.refused("joint.hardening_", "its force is not smooth at r = ", " m; expected a force without kinks"):
            model.periodic_orbits(**asked)

    # ---- what goes wrong

    def refused_duffing(self, law, *said, case="harmonic_balance/duffing"):
        model, asked = with_own_laws(case, lambda k3: law)
        run = {"harmonic_balance/duffing": model.forced_response, "backbones/duffing": model.backbone,
               "free_play/b1": model.periodic_orbits}[case]
        with self.refused("support.py:", "joint.hardening", *said):  # which states the joint
            run(**asked)

    def test_forces_that_are_no_smooth_springs_are_refused(self):
        kink = sw.Law(lambda r: (10 * np.maximum(r - 0.1, 0), 10.0 * (r > 0.1)), spring=True)
        self.refused_duffing(kink, "its harmonic force does not settle with ", "expected a force without kinks")
        for case in ("harmonic_balance/duffing", "backbones/duffing", "free_play/b1"):
            for law, said in [
                    (sw.Law(lambda r: (r**2, 2 * r), spring=True, odd=True), "expected opposite forces, or odd = False"),
                    (sw.Law(lambda r: (r**3, 3.1 * r**2), spring=True), "but differences of its force give "),
                    (sw.Law(lambda r: (r**3, math.nan), spring=True), "it gives nan for df/dr"),
                    (sw.Law(lambda r: {}["nothing"], spring=True), "it raises KeyError: 'nothing'"),
                    (sw.Law(lambda r: (r**3, 3 * r**2, 0), spring=True), "it returned 3 values; expected force and df/dr"),
                    (sw.Law(lambda r: (r**3)[:-1] if np.ndim(r) else r**3, spring=True, slopes="complex-step"),
                     " numbers for the force of "),
                    (sw.Law(lambda r: np.abs(r)**3, spring=True, slopes="complex-step"),
                     "for a complex argument; expected an analytic function"),
            ]:
                with self.subTest(case=case, said=said):
                    self.refused_duffing(law, said, case=case)

    def test_a_law_that_is_not_stated_to_be_smooth_is_refused_by_name(self):
        drag = sw.Law(lambda r, v: (r**3 + v, 3 * r**2, 1.0))
        for case in ("harmonic_balance/duffing", "backbones/duffing", "free_play/b1"):
            self.refused_duffing(drag, "with smooth = True or spring = True also forced-response, backbone and ", case=case)

    def test_other_analyses_refuse_springs(self):
        model, _ = with_own_laws("backbones/duffing", given)
        with self.refused("joint.hardening.law", "long-motions with these keys does not"):
            model.long_motions(monitor="oscillator.mass.x", excitation=dict(Omega=1.0), periods=10)

    def test_what_is_stated_wrongly_is_refused_where_it_is_made(self):
        spring = dict(spring=True)
        for keys, said in [(dict(spring=1), "spring = 1; expected True or False"),
                           (dict(odd="yes"), "odd = 'yes'; expected True or False"),
                           (dict(slopes="analytic"), "slopes = 'analytic'; expected \"given\", "),
                           (dict(spring, step=1e-6), "step = 1e-06; only slopes = \"differences\" take steps"),
                           (dict(spring, slopes="differences"), "step = None; expected a step of r [m] > 0"),
                           (dict(spring, slopes="differences", step=-1e-6), "expected a step of r [m] > 0"),
                           (dict(spring, slopes="differences", step="a"), "expected a step of r [m] > 0"),
                           (dict(slopes="differences", step=1e-6), "expected steps of r [m] and v [m/s]")]:
            with self.subTest(keys=keys):
                with self.refused(f"{HERE}:", "Law: ", said):
                    sw.Law(lambda r: r, **keys)


if __name__ == "__main__":
    unittest.main()
