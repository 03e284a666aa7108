"""Copies and pickles of models and results, and several processes."""
import copy
import multiprocessing
import pickle
import unittest

import numpy as np
import scipy.sparse

import slideway as sw
from support import ScriptTest, chain, sliding_mass


def stiffening(r, v):
    return 40.0 * r + 8.0e3 * r**3, 40.0 + 2.4e4 * r**2, 0.0 * r


def amplitude(model):
    """Work of a process of a pool."""
    return model.regimes(method="steady-state")


def own_matrices():
    K = scipy.sparse.diags([-np.ones(4), np.r_[2 * np.ones(4), 1.0], -np.ones(4)], [-1, 0, 1])
    model = sw.Model("Own")
    model.matrices("chain", M=scipy.sparse.identity(5), K=K, dofs=[f"m{i + 1}.x" for i in range(5)])
    return model


def own_mesh():
    model = sw.Model("Plate")
    mesh = sw.Mesh([[0, 0], [1, 0], [1, 1], [0, 1]], {"quad": [[0, 1, 2, 3]]}, {"left": {"line": [[3, 0]]}})
    model.plane_stress("plate", mesh=mesh, thickness=0.1, fixed=["left"],
                       material=dict(young=1e9, poisson=0.3, density=1e3))
    return model


COPIES = {"copy": copy.copy, "deepcopy": copy.deepcopy, "method": sw.Model.copy,
          "pickle": lambda one: pickle.loads(pickle.dumps(one))}


class CopiesTest(ScriptTest):
    def test_copies_of_models_are_equal_and_independent(self):
        for name, duplicate in COPIES.items():
            for model in (sliding_mass(), sw.load("beam_on_beam/lock_in"), own_matrices(), own_mesh()):
                with self.subTest(name, model=model["title"]):
                    other = duplicate(model)
                    self.assertEqual(other, model)
                    self.assertEqual(other.to_toml(), model.to_toml())
                    other["title"] = "changed"
                    self.assertNotEqual(other, model)
                    self.assertNotEqual(model["title"], "changed")

    def test_copies_compute_the_same_bits(self):
        for model, keys in ((sliding_mass(), {}), (own_matrices(), {}), (own_mesh(), {})):
            expected = model.modes(of="bodies", **keys)
            for name, duplicate in COPIES.items():
                with self.subTest(name, model=model["title"]):
                    self.assert_same(duplicate(model).modes(of="bodies", **keys), expected)
        loaded = sw.load("lumped/chain_modes")  # its text is that of the file, not of the statements
        for name, duplicate in COPIES.items():
            self.assert_same(duplicate(loaded).run(), loaded.run())

    def test_a_pickled_model_names_the_lines_of_its_script(self):
        model = sliding_mass()
        model["joint.dry.limit"] = -1.0
        with self.assertRaises(sw.InputError) as first:
            model.regimes(method="steady-state")
        with self.assertRaises(sw.InputError) as second:
            COPIES["pickle"](model).regimes(method="steady-state")
        self.assertEqual(str(first.exception), str(second.exception))
        self.assertIn("test_copies.py:", str(first.exception))

    def test_laws_of_scripts_are_copied_with_their_function(self):
        asked = dict(scheme="runge-kutta", t_end=0.5, output=dict(history=["body.m.x"]))
        model = sw.Model("Own law")
        model.lumped("body", masses=dict(m=dict(x=2.0)))
        model.joint("own", law=sw.Law(stiffening), between=["body.m.x", "ground"])
        model.load("push", on="body.m.x", force=1.0)
        expected = model.transient(**asked)["points/body.m.x/displacement"]
        for name, duplicate in COPIES.items():
            with self.subTest(name):
                found = duplicate(model).transient(**asked)["points/body.m.x/displacement"]
                np.testing.assert_array_equal(found.values, expected.values)
        model["joint.own.law"] = sw.Law(lambda r, v: (r, 1.0, 0.0))
        with self.refused("test_copies.py:", "Law(<lambda>)", "expected a function that a module"):
            pickle.dumps(model)

    def test_copies_of_results_have_every_number(self):
        found = sliding_mass().regimes(method="steady-state")
        for name, duplicate in COPIES.items():
            if name != "method":
                with self.subTest(name):
                    self.assert_same(duplicate(found), found)
        found.write(self.folder / "written")
        read = sw.read(self.folder / "written")
        for name, duplicate in COPIES.items():
            if name != "method":
                with self.subTest(name):
                    self.assert_same(duplicate(read), read)
        other = copy.deepcopy(found)
        other.summary["title"] = "changed"
        self.assertNotEqual(found.summary["title"], "changed")
        other.write(self.folder / "copy")
        received = COPIES["pickle"](found)
        self.assertEqual(received.quantities["amplitude"], found.quantities["amplitude"])
        self.assertEqual(received.root.orbit.dry.velocity.unit, "m/s")
        with self.refused("test_copies.py:", "computed in another process"):
            received.write(self.folder / "received")

    def test_arrays_keep_their_units(self):
        time = sliding_mass().regimes(method="steady-state")["orbit/time"]
        for name, duplicate in COPIES.items():
            if name != "method":
                self.assertEqual((duplicate(time).unit, duplicate(time).meaning), ("s", time.meaning), name)

    def test_a_pool_of_processes_computes_what_this_process_computes(self):
        models = []
        for limit in (0.5, 1.0, 1.5):
            model = sliding_mass()
            model["joint.dry.limit"] = limit
            models.append(model)
        with multiprocessing.Pool(2) as pool:
            found = pool.map(amplitude, models)
        for results, model in zip(found, models):
            self.assert_same(results, model.regimes(method="steady-state"))

    def test_what_no_pickle_can_hold_is_named(self):
        with self.refused("test_copies.py:", "body chain", "expected its model, or its matrices"):
            pickle.dumps(chain().body("chain"))


if __name__ == "__main__":
    unittest.main()
