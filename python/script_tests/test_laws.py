"""Joint laws of a script's own, of Python and compiled."""
import contextlib
import ctypes
import functools
import inspect
import math
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import unittest
from pathlib import Path

import numpy as np
import scipy

import slideway as sw
from support import ScriptTest, in_python

HERE = Path(__file__).name
SHARE = "share of the time in own laws"

K, K3, C, V0 = 4.0e4, 8.0e9, 30.0, 0.05  # of an engine's rubber bush

SOURCE = """
#include <cmath>
extern "C" double bush(double r, double v, const double* p, double* df)
{
    const double drag = std::tanh(v / p[3]);
    df[0] = p[0] + 3 * p[1] * r * r;     // df/dr [N/m]
    df[1] = p[2] * (1 - drag * drag);    // df/dv [N s/m]
    return p[0] * r + p[1] * r * r * r + p[2] * p[3] * drag;
}
extern "C" double cubic(double r, double, const double* p, double* df)
{
    df[0] = 3 * p[0] * r * r;
    df[1] = 0;
    return p[0] * r * r * r;
}
extern "C" double hole(double r, double, const double* p, double* df)
{
    df[0] = p[0];
    df[1] = 0;
    return std::abs(r) > 1e-4 ? std::nan("") : p[0] * r;
}
"""


def line():
    """That of the caller."""
    return inspect.currentframe().f_back.f_lineno


def bush(r, v):
    drag = np.tanh(v / V0)
    return K * r + K3 * r**3 + C * V0 * drag, K + 3 * K3 * r**2, C * (1 - drag**2)


def bush_of_numbers(r, v):
    drag = math.tanh(v / V0)
    return (K * r + K3 * r * r * r + C * V0 * drag, K + 3 * K3 * r * r, C * (1 - drag * drag))


def cubic(r, v, k3=2e9):
    return k3 * r * r * r, 3 * k3 * r * r, 0.0


def engine(law):
    model = sw.Model("Engine on a rubber bush")
    model.lumped("engine", masses=dict(block=dict(x=12.0)))
    model.joint("bush", law=law, between=["engine.block.x", "ground"])
    model.load("unbalance", on="engine.block.x", force=dict(amplitude=60.0))
    return model


def oscillator(law=None, **keys):
    """A mass on a spring and a joint."""
    model = sw.Model("Oscillator")
    model.lumped("body", masses=dict(m=dict(x=2.0)),
                 springs=[dict(between=["m.x", "ground"], stiffness=5e3)],
                 dashpots=[dict(between=["m.x", "ground"], damping=4.0)])
    model.joint("spring", law=law, between=["body.m.x", "ground"], **keys)
    model.load("push", on="body.m.x", force=dict(amplitude=10.0))
    return model


RUN = dict(scheme="runge-kutta", cycles=20, tolerance=1e-11, excitation=dict(frequency_hz=9.0),
           output=dict(history=["body.m.x", "spring"], history_rate_hz=300.0))
STEPS = dict(scheme="forward-increment", t_end=1.0, h=1e-4, start="rest", excitation=dict(frequency_hz=9.0),
             output=dict(history=["body.m.x", "spring"], history_rate_hz=300.0))
RESPONSE = dict(monitor="body.m.x", n_h=5, forces="sampled", samples=256, level=0.02,
                frequency_hz=sw.span(4.0, 16.0))
POINT = "points/body.m.x/displacement"


class LawTest(ScriptTest):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="slideway-")
        cls.addClassCleanup(folder.cleanup)
        source, binary = Path(folder.name) / "laws.cpp", Path(folder.name) / "laws.so"
        source.write_text(SOURCE)
        compiler = next(filter(shutil.which, ("c++", "g++", "clang++")))
        subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", binary, source], check=True)
        cls.code = ctypes.CDLL(str(binary))

    def assert_arrays_equal(self, one, other, names):
        for name in names:
            with self.subTest(array=name):
                self.assertEqual(one[name].values.tobytes(), other[name].values.tobytes())

    def test_a_law_of_a_cubic_spring_moves_as_the_cubic_spring(self):
        own, known = oscillator(sw.Law(cubic)), oscillator("cubic", k3=2e9)
        # (options, how far): steps differ by round-off; n_h = 5 of a cubic force is exact in 256 samples
        for scheme, asked in [("runge-kutta", RUN), ("forward-increment", STEPS)]:
            with self.subTest(scheme=scheme):
                found, expected = own.transient(**asked), known.transient(**asked)
                u, v = found[POINT].values, expected[POINT].values
                self.assertGreater(np.abs(v).max(), 1e-3)  # where the cubic part is not nothing
                np.testing.assert_allclose(u, v, rtol=0, atol=1e-9 * np.abs(v).max())
                f, g = found["joints/spring/force"].values, expected["joints/spring/force"].values
                np.testing.assert_allclose(f, g, rtol=0, atol=1e-8 * np.abs(g).max())
        found = own.forced_response(**RESPONSE)
        for forces in ("sampled", "exact"):
            asked = dict(RESPONSE, forces=forces)
            if forces == "exact":
                del asked["samples"]
            expected = known.forced_response(**asked)
            for name in ("peaks.frequency", "peaks.rms"):
                np.testing.assert_allclose(found.quantities[name].value,
                                           expected.quantities[name].value, rtol=1e-9)

    def test_laws_of_python_and_compiled_ones_give_the_same_bits(self):
        compiled = sw.Law(self.code.cubic, parameters=[2e9])
        names = [POINT, "joints/spring/force", "time"]
        for asked in (RUN, STEPS):
            one = oscillator(sw.Law(cubic)).transient(**asked)
            self.assert_arrays_equal(one, oscillator(compiled).transient(**asked), names)
        one = oscillator(sw.Law(cubic)).forced_response(**RESPONSE)
        other = oscillator(compiled).forced_response(**RESPONSE)
        for name in ("peaks.frequency", "peaks.rms"):
            np.testing.assert_array_equal(one.quantities[name].value, other.quantities[name].value)
        asked = dict(scheme="runge-kutta", cycles=10, excitation=dict(frequency_hz=12.0),
                     output=dict(history=["engine.block.x", "bush"]))
        one = engine(sw.Law(bush_of_numbers)).transient(**asked)
        other = engine(sw.Law(self.code.bush, parameters=[K, K3, C, V0])).transient(**asked)
        self.assert_arrays_equal(one, other, ["points/engine.block.x/displacement", "joints/bush/force"])

    def test_an_engine_on_a_bush_of_ones_own_responds_in_frequency_as_in_time(self):
        model = engine(sw.Law(bush))
        curve = model.forced_response(monitor="engine.block.x", n_h=9, forces="sampled", samples=512,
                                      static_part="excluded", frequency_hz=sw.span(4.0, 15.0), level=[0.005, 0.01])
        peaks, at = curve.quantities["peaks.rms"].value, curve.quantities["peaks.frequency"].value
        self.assertEqual(len(peaks), 2)
        self.assertEqual(curve.used["stability"], "not computed: it is not offered for laws of scripts")
        self.assertTrue((np.diff(at) > 0).all())  # it hardens
        # The peak is a motion in time too. Motions die into it by the drag, at C / (4 m) = 0.6 1/s or more while
        # |v| < 1.9 V0: 1e-11 after 40 s; so low it has no fold. RMS of 64 samples a period; harmonics above 9 are less than 1e-6 of it.
        model["load.unbalance.force.amplitude"] = 0.01 * 60.0
        asked = dict(scheme="runge-kutta", t_end=40.0, tolerance=1e-9, excitation=dict(frequency_hz=float(at[1])),
                     output=dict(history=["engine.block.x", "bush"], history_rate_hz=64 * float(at[1])))
        motion = model.transient(**asked)
        u = motion["points/engine.block.x/displacement"].values[-64:]
        self.assertAlmostEqual(np.sqrt(np.mean((u - u.mean())**2)) / peaks[1], 1, delta=1e-5)
        self.assertGreater(float(motion.used[SHARE]), 0)
        self.assertLessEqual(float(motion.used[SHARE]), 1)
        model["joint.bush.law"] = sw.Law(self.code.bush, parameters=[K, K3, C, V0], check_slopes=True)
        again = model.transient(**asked)
        np.testing.assert_allclose(again["points/engine.block.x/displacement"].values[-64:], u, rtol=0,
                                   atol=1e-7 * np.abs(u).max())

    def test_addresses_of_compiled_functions_are_taken_in_any_form(self):
        address = ctypes.cast(self.code.cubic, ctypes.c_void_p).value

        class OfNumba:
            def __init__(self, address):
                self.address = address
        known = oscillator(sw.Law(self.code.cubic, [2e9])).transient(**RUN)
        for function in (address, OfNumba(address)):
            found = oscillator(sw.Law(function, [2e9])).transient(**RUN)
            self.assert_arrays_equal(found, known, [POINT])
        low_level = scipy.LowLevelCallable(ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(address))
        functions = [low_level]
        with contextlib.suppress(ImportError):  # python3-cffi-backend
            import _cffi_backend
            functions.append(_cffi_backend.FFI().cast("void *", address))
        for function in functions:
            found = oscillator(sw.Law(function, [2e9])).transient(**RUN)
            self.assert_arrays_equal(found, known, [POINT])

    def test_several_threads_and_computations_give_the_same_bits(self):
        asked = dict(RESPONSE, level=[0.005, 0.01, 0.015, 0.02])
        for law in (sw.Law(cubic), sw.Law(self.code.cubic, [2e9])):
            model = oscillator(law)
            one = model.forced_response(**asked)
            four = model.forced_response(threads=4, **asked)
            np.testing.assert_array_equal(one.quantities["peaks.rms"].value,
                                          four.quantities["peaks.rms"].value)
            alone, found = model.transient(**RUN), {}

            def work(k):
                found[k] = model.copy().transient(**RUN)
            threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            for k in range(4):
                self.assert_arrays_equal(found[k], alone, [POINT])

    def test_steps_know_how_stiff_a_law_is(self):
        # 4 = 2 h c / m + h^2 k / m of c = 4, k = 1e7 + 5e3, m = 2: h = 8.938e-4 s
        stiff = oscillator(sw.Law(lambda r, v: (1e7 * r, 1e7, 0.0)))
        with self.refused("step limit of the reduced model with its joints, 0.0008938"):
            stiff.transient(**dict(STEPS, h=9e-4))
        self.assertEqual(stiff.transient(**dict(STEPS, h=8.5e-4)).status, "end")
        asked = dict(STEPS, h=5e-4)
        found = oscillator(sw.Law(functools.partial(cubic, k3=1e18))).transient(**asked)
        self.assertEqual(found.status, "instability")
        self.assertIn("joint.spring is too stiff for its force to be lagged by a step (", found.message)
        self.assertEqual(found.message, oscillator("cubic", k3=1e18).transient(**asked).message)

    def test_a_map_takes_a_law(self):
        model = oscillator(sw.Law(cubic))
        asked = {k: v for k, v in RUN.items() if k not in ("excitation", "output")}
        model.excitation(frequency_hz=9.0)
        grid = model.map("transient", x=("load.push.force.amplitude", [5.0, 10.0]), threads=2, **asked)
        one = model.transient(**asked)
        name = "spring.displacement.max"
        values = grid[f"map/quantities/{name}/value"].values
        self.assertEqual(values[1], one.quantities[name].value)
        self.assertIn(SHARE, grid.used)

    def test_a_law_is_what_the_model_says_it_is(self):
        law = sw.Law(cubic)
        model = oscillator(law)
        self.assertIs(model["joint.spring.law"], law)
        self.assertIs(model.copy()["joint.spring.law"], law)
        self.assertEqual(repr(law), "<slideway.Law(cubic)>")
        found = model.transient(**RUN)
        self.assertEqual(found.case["joint"][0]["law"], "Law(cubic)")
        found.write(self.folder / "written")

    def test_a_law_lives_as_long_as_a_model_has_it(self):
        model = oscillator(sw.Law(functools.partial(cubic, k3=1e9)))
        self.assertEqual(model.transient(**RUN).status, "end")
        self.assertEqual(model["joint.spring.law"].function.keywords, {"k3": 1e9})

    # ---- what goes wrong

    def test_a_law_that_raises_is_told_with_its_traceback(self):
        def broken(r, v):
            return {}["nothing"] if abs(np.max(r)) > 1e-4 else cubic(r, v)
        for compute in (functools.partial(sw.Model.transient, **RUN),
                        functools.partial(sw.Model.transient, **STEPS),
                        functools.partial(sw.Model.forced_response, **RESPONSE),
                        functools.partial(sw.Model.map, analysis="transient", threads=2,
                                          x=("load.push.force.amplitude", np.linspace(5, 10, 200)), **RUN)):
            model = oscillator(sw.Law(broken))
            with self.assertRaises(sw.InputError) as caught:
                compute(model)
            said = str(caught.exception)
            self.assertIn(f"{HERE}:", said)
            self.assertIn("joint.spring.law = Law(broken); at r = ", said)
            self.assertIn(" m/s it raises KeyError: 'nothing'", said)
            self.assertNotIn("\n", said)
            self.assertIsInstance(caught.exception.__cause__, KeyError)
            self.assertEqual(caught.exception.__cause__.__traceback__.tb_frame.f_code.co_name, "broken")

    def test_values_that_are_no_force_and_two_slopes_are_refused(self):
        far = lambda r: np.max(np.abs(r)) > 1e-4
        cases = [
            (lambda r, v: cubic(r, v) if not far(r) else (math.nan * r, 0, 0), "it gives nan for the force"),
            (lambda r, v: cubic(r, v) if not far(r) else (1.0 * r, math.nan, 0), "it gives nan for df/dr"),
            (lambda r, v: (cubic(r, v) if not far(r) else (1.0, 2.0)), "it gives 2 values; expected force"),
            (lambda r, v: cubic(r, v) if not far(r) else 1.0, "it gives a float; expected force, df/dr"),
            (lambda r, v: cubic(r, v) if not far(r) else None, "it gives a NoneType; expected force"),
            (lambda r, v: cubic(r, v) if not far(r) else ("a", 0, 0), " for the force; expected a"),
            (lambda r, v: cubic(r, v) if not far(r) else (1j * r, 0, 0), " for the force; expected a"),
        ]
        for function, said in cases:
            for asked in (RUN, RESPONSE):
                with self.subTest(said=said, asked=list(asked)[0]):
                    model = oscillator("cubic")
                    model["joint.spring.law"] = sw.Law(function); at = line()
                    compute = model.transient if asked is RUN else model.forced_response
                    with self.refused(f"{HERE}:{at}: joint.spring.law = Law(<lambda>); at r = ", said):
                        compute(**asked)
        model = oscillator(sw.Law(lambda r, v: (r[:-1], r, r)))
        with self.refused("it gives 255 numbers for the force of 256 states"):
            model.forced_response(**RESPONSE)
        model["joint.spring.law"] = sw.Law(self.code.hole, [1e3]); at = line()
        for compute, asked in ((model.transient, RUN), (model.forced_response, RESPONSE)):
            with self.refused(f"{HERE}:{at}: joint.spring.law = Law(hole); at r = ", "it gives nan for the force"):
                compute(**asked)

    def test_slopes_that_disagree_with_differences_are_told(self):
        def wrong(r, v):
            f, df_dr, df_dv = cubic(r, v)
            return f + 3.0 * v, 1.01 * df_dr, 3.0

        def wrong_in_v(r, v):
            f, df_dr, df_dv = cubic(r, v)
            return f + 3.0 * v, df_dr, 3.1
        for asked in (RUN, STEPS, RESPONSE):
            run = sw.Model.forced_response if asked is RESPONSE else sw.Model.transient
            with self.refused("it gives df/dr = ", ", but differences of its force give "):
                run(oscillator(sw.Law(wrong)), **asked)
            with self.refused("it gives df/dv = 3.1, but differences of its force give 3"):
                run(oscillator(sw.Law(wrong_in_v)), **asked)
        self.assertEqual(oscillator(sw.Law(wrong, check_slopes=False)).transient(**RUN).status, "end")

    def test_kinks_are_no_wrong_slopes(self):
        def stop(r, v):  # 0.1 mm of play
            over = np.maximum(np.abs(r) - 1e-4, 0) * np.sign(r)
            return 1e5 * over, 1e5 * (over != 0), 0.0 * r

        def edge(r, v):  # at the start itself
            return 1e5 * np.maximum(r, 0), 1e5 * (r > 0), 0.0 * r
        for law in (stop, edge):
            for asked in (dict(RUN, tolerance=1e-7), STEPS):
                self.assertEqual(oscillator(sw.Law(law)).transient(**asked).status, "end")

    def test_analyses_that_take_no_law_of_a_script_name_those_that_do(self):
        model = oscillator(sw.Law(cubic))
        model.excitation(frequency_hz=9.0)
        said = ('joint.spring.law = a law of a script; transient takes it with scheme = "forward-increment" or '
                '"runge-kutta", forced-response with forces = "sampled"; ')
        for compute, asked in ((model.regimes, dict(method="steady-state")), (model.complex_modes, {}),
                               (model.transient, dict(scheme="taylor")),
                               (model.transient, dict(scheme="event-driven"))):
            with self.refused(f"{HERE}:", said):
                compute(**asked)
        with self.refused(f"{HERE}:", said, "forced-response with these keys does not"):
            oscillator(sw.Law(cubic)).forced_response(monitor="body.m.x", frequency_hz=sw.span(4, 16))
        with self.refused("analysis.stability = true; the law of joint.spring is that of a script"):
            oscillator(sw.Law(cubic)).forced_response(**RESPONSE, stability=True)

    def test_a_model_with_a_law_of_a_script_is_not_saved(self):
        model = oscillator("cubic")
        model["joint.spring.law"] = sw.Law(cubic); at = line()
        file = self.folder / "case.toml"
        with self.refused(f"{HERE}:{at}: joint.spring.law = Law(cubic); a law of this process"):
            model.save(file, analysis=dict(type="modes"))
        self.assertFalse(file.exists())

    def test_what_is_no_law_is_refused_where_it_is_made(self):
        for arguments, said in [((3.0,), "function = 3.0; expected a callable"),
                                ((None,), "function = None; expected a callable"),
                                ((0,), "no function of this process lies at its address"),
                                ((12345,), "no function of this process lies at its address"),
                                ((id(self),), "no function of this process lies at its address"),
                                ((-1,), "no function of this process lies at its address"),
                                ((2**70,), "no function of this process lies at its address"),
                                ((True,), "function = True; expected a callable"),
                                ((self.code.cubic, ["a"]), "parameters = ['a']; expected numbers"),
                                ((self.code.cubic, 3), "parameters = 3; expected numbers"),
                                ((self.code.cubic, [math.nan]), "expected finite numbers"),
                                ((cubic, [1.0]), "a function of Python has its own"),
                                ((cubic, [], 3), "check_slopes = 3; expected True or False")]:
            with self.subTest(arguments=arguments):
                with self.refused(f"{HERE}:{line() + 1}: Law: ", said):
                    sw.Law(*arguments)
        model = oscillator(sw.Law(cubic))
        model["joint.spring.k3"] = 3.0
        with self.refused("unknown key joint.spring.k3"):
            model.transient(**RUN)
        model = oscillator("cubic", k3=sw.Law(cubic))
        with self.refused("joint.spring.k3 = Law(cubic); expected a number"):
            model.transient(**RUN)

    def test_a_run_with_a_law_of_python_is_interrupted(self):
        model, sent = oscillator(sw.Law(cubic)), []

        def progress(fraction, words, lines):
            if fraction > 0 and not sent:
                sent.append(time.monotonic())
                os.kill(os.getpid(), signal.SIGINT)
        with self.assertRaises(sw.Interrupted) as caught:
            model.transient(**dict(RUN, cycles=1e6), progress=progress)
        self.assertLess(time.monotonic() - sent[0], 0.5)
        self.assertEqual(caught.exception.results.status, "interrupted")

    def test_the_process_ends_while_a_law_is_at_work(self):
        said = in_python("""
import threading, time, slideway as sw
model = sw.Model()
model.lumped("b", masses=dict(m=dict(x=1.0)), springs=[dict(between=["m.x", "ground"], stiffness=1.0)])
model.joint("j", law=sw.Law(lambda r, v: (r, 1.0, 0.0)), between=["b.m.x", "ground"])
model.load("p", on="b.m.x", force=1.0)
threading.Thread(target=lambda: model.transient(scheme="runge-kutta", t_end=1e9), daemon=True).start()
time.sleep(0.3)
print("end")""")
        self.assertEqual(said, "end\n")


if __name__ == "__main__":
    unittest.main()
