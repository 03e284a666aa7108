"""What tests of scripts share."""
import contextlib
import importlib.util
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np

import slideway as sw

PROGRAM = os.environ["SLIDEWAY_PROGRAM"]

RESULTS_DIFFER_BY = {"wall_time_s", "other_scheme", "checksum"}  # of summary.json: times, and the file of results


def needs(*modules):
    """Skips a test on a machine without these packages of Debian."""
    missing = [module for module in modules if not importlib.util.find_spec(module)]
    return unittest.skipIf(missing, f"needs {', '.join('python3-' + module for module in missing)}")


def sliding_mass():
    """A mass on a spring, dry friction, pushed by a harmonic force."""
    model = sw.Model("Mass with dry friction")
    model.lumped("body", masses=dict(m=dict(x=2.0)),
                 springs=[dict(between=["m.x", "ground"], stiffness=50.0)])
    model.joint("dry", law="coulomb", between=["body.m.x", "ground"], limit=1.5)
    model.load("push", on="body.m.x", force=dict(amplitude=4.0))
    model.excitation(Omega=6.0)
    return model


def with_own_laws(case, law_of, share=1.0):
    """A shipped case of a lumped body, with laws of a script in place of its cubic ones, and a share of its
    dashpots."""
    tables = sw.load(case).tables()
    model = sw.Model(tables["title"])
    for body in tables["substructure"]:
        dashpots = [{**dashpot, "damping": share * dashpot["damping"]} for dashpot in body["dashpots"]]
        model.lumped(body["name"], **{**{key: body[key] for key in body if key not in ("name", "type")},
                                      "dashpots": dashpots})
    joints = {}
    for joint in tables["joint"]:
        joint = {**joints.get(joint.get("like"), {}), **joint}
        joints[joint["name"]] = joint
        if joint["law"] == "cubic":
            model.joint(joint["name"], law=law_of(joint["k3"]), between=joint["between"])
        else:
            model.joint(joint["name"], **{key: joint[key] for key in joint if key not in ("name", "like")})
    for load in tables.get("load", []):
        model.load(load["name"], **{key: load[key] for key in load if key != "name"})
    return model, {key: value for key, value in tables["analysis"].items() if key != "type"}


class ScriptTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="slideway-")
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def program(self, *arguments):
        """What `slideway run` finds, one thread."""
        output = self.folder / "program"
        done = subprocess.run([PROGRAM, "run", *arguments, "--threads", "1", "--quiet", "--output",
                               output], capture_output=True, text=True, check=False)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return sw.read(output)

    def assert_same(self, one, other, used=True):
        """Every array, quantity and word of the summary, to the bit."""
        def summary(results):
            left_out = RESULTS_DIFFER_BY | (set() if used else {"used"})
            return {k: v for k, v in results.summary.items() if k not in left_out}
        self.maxDiff = 2000
        self.assertEqual(summary(one), summary(other))
        self.assertEqual(one.attributes, other.attributes)
        names = list(arrays_of(one))
        self.assertEqual(names, list(arrays_of(other)))
        for name in names:
            a, b = one[name], other[name]
            with self.subTest(array=name):
                self.assertEqual((a.dtype, a.shape, a.unit, a.meaning),
                                 (b.dtype, b.shape, b.unit, b.meaning))
                if a.dtype.kind == "U":
                    self.assertEqual(a.tolist(), b.tolist())
                else:
                    self.assertEqual(a.values.tobytes(), b.values.tobytes())

    def assert_quantities_agree(self, found, expected, rtol, round_off=()):
        """All numbers and texts of the summary, except names that are round-off."""
        self.assertEqual(list(found.quantities), list(expected.quantities))
        for name, quantity in expected.quantities.items():
            if name in round_off:
                continue
            with self.subTest(quantity=name):
                value, other = quantity.value, found.quantities[name].value
                if np.asarray(value).dtype.kind == "U":
                    np.testing.assert_array_equal(other, value)
                else:
                    scale = np.max(np.abs(np.atleast_1d(value)), initial=0)
                    np.testing.assert_allclose(other, value, rtol=rtol, atol=rtol * scale)

    @contextlib.contextmanager
    def refused(self, *texts):
        """One ValueError of one line, which names this file and holds the texts."""
        with self.assertRaises(ValueError) as caught:
            yield
        message = str(caught.exception)
        self.assertNotIn("\n", message)
        for text in texts:
            self.assertIn(text, message)


def arrays_of(results, group=""):
    """The names of all arrays."""
    for name in results.names(group):
        path = f"{group}/{name}" if group else name
        if results.names(path):
            yield from arrays_of(results, path)
        else:
            yield path


def in_python(code, **environment):
    """The output of a script in a process of its own."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd="/",
                          env=os.environ | environment)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return done.stdout


def chain(masses=5, stiffness=2e4, mass=0.5):
    """A chain between two walls."""
    model = sw.Model("Chain")
    model.lumped("chain", chain={"from": "ground", "to": "ground", "masses": [mass] * masses,
                                 "springs": [stiffness] * (masses + 1)})
    return model


def chain_frequencies(masses=5, stiffness=2e4, mass=0.5):
    """[Hz] omega_j = 2 sqrt(k/m) sin(j pi / (2 (n + 1)))"""
    j = np.arange(1, masses + 1)
    return np.sqrt(stiffness / mass) / np.pi * np.sin(j * np.pi / (2 * (masses + 1)))
