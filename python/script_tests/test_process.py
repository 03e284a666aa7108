"""A script's process is its own: what is loaded, printed, interrupted, and computed at once."""
import contextlib
import functools
import io
import os
import signal
import threading
import time
import unittest

import numpy as np

import slideway as sw
from support import ScriptTest, chain, in_python, sliding_mass

DEAR = ["numpy", "scipy", "h5py", "matplotlib", "gmsh", "_slideway"]
LIMIT = 0.5  # [s] from a signal to the exception


# Long motions that take minutes to compute.
LONG = dict(scheme="event-driven", t_end=1e6, output=dict(history=["body.m.x"], history_rate_hz=1))


class ProcessTest(ScriptTest):
    def test_importing_loads_nothing_dear_and_takes_no_time(self):
        said = in_python(f"""
import sys, time
begin = time.process_time()
import slideway
took = time.process_time() - begin
print([name for name in {DEAR} if name in sys.modules], took < 0.1)
slideway.Model
print([name for name in {DEAR[1:5]} if name in sys.modules])""")
        self.assertEqual(said, "[] True\n[]\n")

    def test_nothing_is_printed_unasked_and_no_signal_is_handled(self):
        said = in_python("""
import signal, slideway as sw
before = [signal.getsignal(s) for s in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]
sw.load("lumped/chain_modes").run()
assert before == [signal.getsignal(s) for s in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]
status = open("/proc/self/status").read()
caught = int(next(l for l in status.splitlines() if l.startswith("SigCgt")).split()[1], 16)
print(caught >> (signal.SIGTERM - 1) & 1, caught >> (signal.SIGHUP - 1) & 1)""")
        self.assertEqual(said, "0 0\n")

    def interrupt(self, compute):
        """Results that Ctrl-C leaves, which comes when there are some, and how long it takes."""
        sent = []

        def send():
            sent.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)

        def progress(fraction, words, lines):
            if fraction > 0 and not timers:
                timers.append(threading.Timer(0.05, send))
                timers[0].start()
        timers = []
        with self.assertRaises(sw.Interrupted) as caught:
            compute(progress=progress)
        took = time.monotonic() - sent[0]
        timers[0].join()
        self.assertIsInstance(caught.exception, KeyboardInterrupt)
        self.assertLess(took, LIMIT)
        return caught.exception.results

    def test_an_interrupted_transient_has_its_motion_so_far(self):
        found = self.interrupt(functools.partial(sliding_mass().transient, **LONG))
        self.assertEqual(found.status, "interrupted")
        self.assertGreater(len(found["time"]), 1)
        self.assertLess(found["time"][-1], 1e6)

    def test_an_interrupted_map_has_its_points_so_far(self):
        limits = np.linspace(0.5, 1.5, 3000)
        found = self.interrupt(functools.partial(
            sliding_mass().map, "regimes", x=("joint.dry.limit", limits), method="steady-state"))
        self.assertEqual(found.status, "interrupted")
        self.assertGreater(len(found["map/quantities/amplitude/value"]), 1)

    def test_an_interrupted_forced_response_has_its_curves_so_far(self):
        model = sw.load("harmonic_balance/jenkins_oscillator")
        model["analysis.level"] = np.linspace(0.5, 1.5, 500)
        found = self.interrupt(model.run)
        self.assertEqual(found.status, "interrupted")
        self.assertTrue(found.names())

    def test_progress_is_told_where_the_user_calls(self):
        calls, here = [], threading.get_ident()

        def progress(fraction, words, lines):
            calls.append((fraction, words, lines, threading.get_ident() == here))
        sliding_mass().transient(scheme="event-driven", t_end=2e3, progress=progress)
        self.assertTrue(all(call[3] for call in calls))
        self.assertIn("Mass with dry friction", "".join(call[2] for call in calls))
        self.assertEqual(calls[-1][:2], (1, "2e+03 of 2e+03 s of motion"))
        self.assertEqual([c[0] for c in calls], sorted(c[0] for c in calls))

    def test_progress_true_writes_on_stderr(self):
        with contextlib.redirect_stderr(io.StringIO()) as stderr:
            chain().modes(of="bodies", progress=True)
        self.assertIn("body chain (lumped)", stderr.getvalue())

    def test_what_progress_raises_ends_the_computation(self):
        def progress(fraction, words, lines):
            if fraction > 0:
                raise LookupError("enough")
        begin = time.monotonic()
        with self.assertRaisesRegex(LookupError, "enough"):
            sliding_mass().transient(**LONG, progress=progress)
        self.assertLess(time.monotonic() - begin, 5)

    def test_a_model_is_not_changed_while_it_is_computed(self):
        model = sliding_mass()

        def progress(fraction, words, lines):
            model["joint.dry.limit"] = 2.0
        with self.refused("test_process.py:", "the model is being computed; change it before or after"):
            model.transient(**LONG, progress=progress)
        model["joint.dry.limit"] = 2.0  # now it can be

    def test_four_threads_at_once_find_the_same_bits(self):
        names = ["motion_regimes/five_masses_contact_4", "lumped/step_response"]
        alone = {name: sw.load(name).run() for name in names}
        found = [None] * 4

        def compute(k):
            found[k] = sw.load(names[k % 2]).run(threads=k + 1)
        threads = [threading.Thread(target=compute, args=(k,)) for k in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for k, results in enumerate(found):
            self.assert_same(results, alone[names[k % 2]])

    def test_other_python_threads_go_on_while_it_computes(self):
        counted, stop = [0], threading.Event()

        def count():
            while not stop.is_set():
                counted[0] += 1
        counter = threading.Thread(target=count)
        counter.start()
        try:
            before = counted[0]
            sliding_mass().transient(scheme="event-driven", t_end=3e3)
            self.assertGreater(counted[0] - before, 1000)
        finally:
            stop.set()
            counter.join()


if __name__ == "__main__":
    unittest.main()
