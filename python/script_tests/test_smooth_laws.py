"""Laws of a script's own that depend on displacement and velocity, where motions are followed exactly: forced
responses, backbones and periodic orbits. Springs in conservative backbones."""
import math
import unittest
from pathlib import Path

import numpy as np
from scipy.special import ellipk

import slideway as sw
from slideway.slopes import ComplexStep
from support import ScriptTest, with_own_laws

HERE = Path(__file__).name


def given(k3, c):
    """k3 r^3 + c v."""
    return sw.Law(lambda r, v: (k3 * r**3 + c * v, 3 * k3 * r**2, c), smooth=True, odd=True)


def by_complex_step(k3, c):
    return sw.Law(lambda r, v: k3 * r**3 + c * v, smooth=True, odd=True, slopes="complex-step")


def by_differences(k3, c):
    return sw.Law(lambda r, v: k3 * r**3 + c * v, smooth=True, odd=True, slopes="differences", step=[1e-3, 1e-3])


COUNTS = {"points", "branches.points"}  # of steps, which change with round-off
WAYS = {"given": given, "complex step": by_complex_step, "differences": by_differences}


def damped_by_laws(case, law_of):
    """A shipped case, with laws of a script in place of its cubic springs and half of the dashpots beside them."""
    dampings = iter(dashpot["damping"] for dashpot in sw.load(case).tables()["substructure"][0]["dashpots"])
    return with_own_laws(case, lambda k3: law_of(k3, next(dampings) / 2), share=0.5)


def oscillator(law, damping=0.05):
    """A mass of 1 kg on a spring of 4 N/m, 2 rad/s, and a dashpot [N s/m], pushed by 1 N."""
    model = sw.Model("Mass on a spring")
    model.lumped("body", masses=dict(m=dict(x=1.0)), springs=[dict(between=["m.x", "ground"], stiffness=4.0)],
                 dashpots=[dict(between=["m.x", "ground"], damping=damping)])
    model.joint("own", law=law, between=["body.m.x", "ground"])
    model.load("push", on="body.m.x", force=dict(amplitude=1.0))
    return model


def van_der_pol(r, v):
    return 0.1 * (r**2 - 1) * v, 0.2 * r * v, 0.1 * (r**2 - 1)


def rayleigh(r, v):
    return 0.1 * (v**3 / 3 - v), 0.0 * r, 0.1 * (v**2 - 1)


class SmoothLawTest(ScriptTest):
    # ---- the same as laws of the program

    def test_backbones_are_those_of_a_cubic_spring_and_a_dashpot(self):
        # Ridge, damped mode and phase resonance. Newton's method takes another path with second derivatives by
        # differences: motions agree to its tolerance, 1e-10.
        expected = sw.load("backbones/duffing").run()
        for way, law in WAYS.items():
            with self.subTest(slopes=way):
                model, asked = damped_by_laws("backbones/duffing", law)
                self.assert_quantities_agree(model.backbone(**asked), expected, 1e-7, COUNTS)

    def test_forced_responses_are_those_of_a_cubic_spring_and_a_dashpot(self):
        expected = sw.load("harmonic_balance/duffing").run()
        self.assertIn("peaks.stable", expected.quantities)
        for way, law in WAYS.items():
            with self.subTest(slopes=way):
                model, asked = damped_by_laws("harmonic_balance/duffing", law)
                self.assert_quantities_agree(model.forced_response(**asked), expected, 1e-7, COUNTS)

    def test_periodic_orbits_are_those_of_cubic_springs_and_dashpots(self):
        # Grazing, folds, branch points and Neimark-Sacker bifurcations beside stops.
        expected = sw.load("free_play/b1").run()
        model, asked = damped_by_laws("free_play/b1", given)
        self.assert_quantities_agree(model.periodic_orbits(**asked), expected, 1e-8,
                                     COUNTS | {"start.symmetry"})

    def test_conservative_backbones_are_those_of_cubic_springs(self):
        expected = sw.load("free_play/backbones").run()
        model, asked = with_own_laws("free_play/backbones", lambda k3: sw.Law(
            lambda r: k3 * r**3, spring=True, odd=True, slopes="complex-step"))
        self.assert_quantities_agree(model.backbone(**asked), expected, 1e-8)

    # ---- closed forms

    def test_responses_of_oscillators_that_excite_themselves_are_closed_forms(self):
        # One harmonic of amplitude a: a damper c v with c = 0.1 (a^2 / 4 - 1) of van der Pol, 0.1 (Omega^2 a^2 / 4
        # - 1) of Rayleigh, and the dashpot 0.05 balance the load of 1 N.
        for law, damping in [(van_der_pol, lambda a, Omega: 0.1 * (a**2 / 4 - 1) + 0.05),
                             (rayleigh, lambda a, Omega: 0.1 * ((Omega * a)**2 / 4 - 1) + 0.05)]:
            with self.subTest(law=law.__name__):
                found = oscillator(sw.Law(law, smooth=True, odd=True)).forced_response(
                    monitor="body.m.x", n_h=1, static_part="excluded", tolerance=1e-12, Omega=sw.span(1.0, 3.0))
                Omega = 2 * math.pi * found["levels/0001/frequency"].values
                a = math.sqrt(2) * found["levels/0001/points/body.m.x/rms"].values
                stable = found["levels/0001/stable"].values
                force = np.hypot((4 - Omega**2) * a, damping(a, Omega) * Omega * a)
                np.testing.assert_allclose(force, 1.0, rtol=1e-8)
                self.assertEqual(set(stable), {0, 1})  # far from the resonance two frequencies live side by side

    def test_backbones_of_a_cubic_damper_are_closed_forms(self):
        # f = c3 v^3 beside a dashpot c: c + 3/4 c3 V^2 at the velocity V = Omega a. In quadrature with the load
        # Omega = 2 and V (c + 3/4 c3 V^2) = F; the damping ratio is (c + 3/4 c3 V^2) / (2 Omega). The largest rms
        # solves dF/dOmega = 0 at fixed a.
        c, c3, levels = 0.1, 0.2, [0.1, 1.0, 3.0]
        model = oscillator(sw.Law(lambda r, v: c3 * v**3, smooth=True, odd=True, slopes="complex-step"), damping=c)
        asked = dict(monitor="body.m.x", n_h=1, level=levels, Omega=sw.span(1.0, 4.0))
        found = model.backbone(method=["phase-resonance", "damped-mode"], **asked).quantities
        V = 2 * math.sqrt(2) * np.asarray(found["phase_resonance.rms"].value)
        np.testing.assert_allclose(V * (c + 0.75 * c3 * V**2), levels, rtol=1e-8)
        np.testing.assert_allclose(found["phase_resonance.frequency"].value, 2 / (2 * math.pi), rtol=1e-9)
        np.testing.assert_allclose(found["damped_mode.largest_damping_ratio"].value, (c + 0.75 * c3 * V[-1]**2) / 4,
                                   rtol=1e-8)
        ridge = model.backbone(**asked).quantities
        Omega = 2 * math.pi * np.asarray(ridge["largest.frequency"].value)
        a = math.sqrt(2) * np.asarray(ridge["largest.rms"].value)
        drag = c + 0.75 * c3 * (Omega * a)**2
        np.testing.assert_allclose(np.hypot((4 - Omega**2) * a, drag * Omega * a), levels, rtol=1e-8)
        by_Omega = -2 * Omega * (4 - Omega**2) + drag * Omega * (drag + 1.5 * c3 * (Omega * a)**2)
        np.testing.assert_allclose(by_Omega, 0, atol=1e-8)

    def test_free_motions_of_a_pendulum_have_the_frequencies_of_elliptic_integrals(self):
        # The body's spring is part of f = sin r; potential by quadrature: energy = 1 - cos a.
        model = oscillator(sw.Law(lambda r: np.sin(r) - 4 * r, spring=True, odd=True, slopes="complex-step"))
        found = model.backbone(method="conservative", monitor="body.m.x", energy={"from": 1e-4, "to": 1.8})
        curve = "free_motions/0001/"
        amplitude = found[curve + "body.m.x/amplitude"].values
        np.testing.assert_allclose(found[curve + "energy"].values, 1 - np.cos(amplitude), rtol=1e-9)
        np.testing.assert_allclose(found[curve + "frequency"].values, 1 / (4 * ellipk(np.sin(amplitude / 2)**2)),
                                   rtol=1e-9)

    # ---- what is refused

    def test_a_complex_step_changes_no_force_also_where_it_vanishes(self):
        calls = ComplexStep(lambda r, v: 0.02 * r**2 * v + 0.1 * v**3, spring=False)
        self.assertEqual(calls(0.0, 0.0), (0.0, 0.0, 0.0))
        for r, v in [(0.0, 0.5), (0.3, 0.5)]:
            force, by_r, by_v = calls(r, v)
            self.assertEqual(force, 0.02 * r**2 * v + 0.1 * v**3)
            np.testing.assert_allclose([by_r, by_v], [0.04 * r * v, 0.02 * r**2 + 0.3 * v**2], rtol=1e-15)

    def test_conservative_backbones_refuse_laws_that_depend_on_velocity(self):
        model = oscillator(sw.Law(van_der_pol, smooth=True))
        with self.refused(f"{HERE}:", "joint.own.law = a law of a script that depends on velocity",
                          "springs of scripts"):
            model.backbone(method="conservative", monitor="body.m.x", energy={"from": 1e-4, "to": 1.0})

    def test_laws_that_are_not_smooth_or_contradict_themselves_are_refused(self):
        span = dict(monitor="body.m.x", Omega=sw.span(1.0, 3.0))
        for law, said in [
                (sw.Law(lambda r, v: (np.abs(v) * v, 0 * r, 2.5 * np.abs(v)), smooth=True), "differences of its force"),
                (sw.Law(lambda r, v: (np.sign(v), 0 * r, 0 * v), smooth=True), "does not settle with "),
                (sw.Law(lambda r, v: (v**3, 0 * r, math.nan), smooth=True), "it gives nan for df/dv"),
                (sw.Law(lambda r, v: (v**3, 0 * r), smooth=True), "gives 2 values; expected force, df/dr and df/dv"),
                (sw.Law(lambda r, v: (v[:-1] if np.ndim(v) else v, 0 * r, 1.0), smooth=True),
                 "numbers for the force of "),
                (sw.Law(lambda r, v: 1 / 0, smooth=True), "it raises ZeroDivisionError"),
                (sw.Law(lambda r, v: (v + r**2, 2 * r, 1.0), smooth=True, odd=True), "expected opposite forces"),
        ]:
            with self.subTest(said=said):
                model = oscillator(law)
                runs = [model.forced_response, lambda **asked: model.backbone(level=[0.5, 1.0], **asked)]
                if "settle" not in said:
                    runs.append(model.periodic_orbits)
                for run in runs:
                    with self.refused(f"{HERE}:", "joint.own", said):
                        run(**span)
        with self.refused(f"{HERE}:", "smooth = 2; expected True or False"):
            sw.Law(van_der_pol, smooth=2)


if __name__ == "__main__":
    unittest.main()
