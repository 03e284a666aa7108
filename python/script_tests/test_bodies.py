"""Bodies of models as arrays."""
import gc
import sys
import time
import unittest
from unittest import mock

import numpy as np
import scipy.io
import scipy.linalg

import slideway as sw
from support import ScriptTest, chain


def plate(n_x=40, n_y=4, **keys):
    """200 mm x 10 mm of steel, clamped at its left end."""
    model = sw.Model("Plate")
    model.plane_stress("plate", mesh=sw.shipped("meshes/plates/rectangle.geo"), thickness=0.02,
                       mesh_parameters=dict(length=0.2, height=0.01, nx=n_x, ny=n_y),
                       material=dict(young=210e9, poisson=0.3, density=7800.0), fixed=["left"],
                       damping=dict(alpha=20.0, beta=1e-7), **keys)
    return model


class BodyTest(ScriptTest):
    def test_the_matrices_of_a_chain_are_those_of_the_closed_form(self):
        body = chain(5, 2e4, 0.5).body("chain")
        np.testing.assert_array_equal(body.M.toarray(), 0.5 * np.eye(5))
        tridiagonal = 2e4 * (2 * np.eye(5) - np.eye(5, k=1) - np.eye(5, k=-1))
        np.testing.assert_array_equal(body.K.toarray(), tridiagonal)
        self.assertEqual(np.abs(body.C).max(), 0)
        self.assertIsNone(body.T)
        W = body.ports["m2"].W.toarray()
        np.testing.assert_array_equal(W, np.eye(5)[1:2])
        self.assertEqual(body.ports["m2"].components, ["x"])

    def test_a_reduced_body_is_the_whole_one_in_its_basis(self):
        whole = plate().body("plate")
        reduced = plate(reduction=dict(method="craig-bampton", n_modes=6, boundary=["right"]))
        body = reduced.body("plate")
        T = body.T
        self.assertEqual(T.shape, (whole.K.shape[0], body.K.shape[0]))
        for name in ("M", "C", "K"):  # sums of products of n terms: round-off in parts of the largest
            expected = T.T @ (getattr(whole, name) @ T)
            np.testing.assert_allclose(getattr(body, name).toarray(), expected, rtol=0,
                                       atol=1e-12 * np.abs(expected).max())
        for name, port in body.ports.items():
            np.testing.assert_allclose(port.W.toarray(), whole.ports[name].W @ T, atol=1e-12)
        omega2 = scipy.linalg.eigh(body.K.toarray(), body.M.toarray(), eigvals_only=True)
        found = reduced.modes(of="bodies", n_modes=3).quantities["plate.frequency"].value
        np.testing.assert_allclose(np.sqrt(omega2[:3]) / (2 * np.pi), found, rtol=1e-7)
        self.assertEqual(len(body.omega), 6)

    def test_views_share_memory_refuse_writing_and_outlive_the_model(self):
        model = plate(reduction=dict(method="craig-bampton", n_modes=4, boundary=["right"]))
        body, again = model.body("plate"), model.body("plate")
        self.assertEqual(model.made["bodies"], 1)
        port, other = body.ports["right"], again.ports["right"]
        views = [(body.M.data, again.M.data), (body.K.data, again.K.data),
                 (body.K.indices, again.K.indices), (body.T, again.T), (body.omega, again.omega),
                 (port.W.data, other.W.data), (port.X, other.X), (port.share, other.share)]
        kept = [(one, one.copy()) for one, _ in views]
        for one, two in views:
            self.assertTrue(np.shares_memory(one, two))
            self.assertFalse(one.flags.writeable)
            with self.assertRaises(ValueError):
                one[...] = 0
        K = body.K
        expected = K.toarray()
        del model, body, again, port, other, views
        gc.collect()
        plate().body("plate")  # takes memory that is free
        for one, copy in kept:
            np.testing.assert_array_equal(one, copy)
        np.testing.assert_array_equal(K.toarray(), expected)

    def test_taking_a_matrix_copies_nothing_however_large_it_is(self):
        body = plate(400, 40).body("plate")
        begin = time.process_time()
        K = body._found.matrix("K")
        self.assertLess(time.process_time() - begin, 1e-3)  # [s]; its 6e5 numbers fill 7 MB
        self.assertGreater(len(K[0]), 3e5)
        self.assertTrue(np.shares_memory(K[0], body.K.data))

    def test_a_saved_body_is_read_as_matrices(self):
        model = plate(reduction=dict(method="craig-bampton", n_modes=4, boundary=["right"]))
        model.body("plate").save(self.folder / "element")
        other = sw.Model("From matrices")
        other.matrices("plate", folder=str(self.folder / "element"))
        asked = dict(of="bodies", n_modes=4)
        np.testing.assert_allclose(
            other.modes(**asked).quantities["plate.frequency"].value,
            model.modes(**asked).quantities["plate.frequency"].value, rtol=1e-7)

    def test_a_body_for_matlab(self):
        body = chain().body("chain")
        body.to_mat(self.folder / "body.mat")
        read = scipy.io.loadmat(self.folder / "body.mat")
        np.testing.assert_array_equal(read["K"].toarray(), body.K.toarray())
        with mock.patch.dict(sys.modules, {"scipy": None, "scipy.io": None}):
            with self.refused("has no scipy; apt-get install python3-scipy"):
                body.to_mat(self.folder / "other.mat")

    def test_bodies_that_are_not_there_and_bodies_in_words(self):
        model = chain()
        with self.refused("no body chian; did you mean chain?"):
            model.body("chian")
        self.assertIn("body chain (lumped): not reduced, 5 dofs", repr(model.body("chain")))
        self.assertIn("mass 2.5 kg", repr(model.body("chain")))


if __name__ == "__main__":
    unittest.main()
