"""Matrices that a script gives, dofs by their names."""
import inspect
import unittest
from pathlib import Path

import numpy as np
import scipy.io
import scipy.sparse

import slideway as sw
from support import ScriptTest, sliding_mass

HERE = Path(__file__).name
N = 5


def chain_matrices():
    """Masses of 1 kg on springs of 1 N/m; the first is held, the last has one neighbour."""
    K = scipy.sparse.diags([-np.ones(N - 1), np.r_[2 * np.ones(N - 1), 1.0], -np.ones(N - 1)],
                           [-1, 0, 1])
    return scipy.sparse.identity(N), K


def names():
    return [f"m{i + 1}.x" for i in range(N)]


def five_masses(M, K, limit=0.5, **keys):
    """Shaken at its first mass, dry contact at its fourth."""
    model = sw.Model("Five masses from numpy")
    model.matrices("chain", M=M, K=K, dofs=names(), **keys)
    model.load("shaking", on="chain.m1.x", force=dict(amplitude=1.0))
    model.joint("wall", law="coulomb", between=["chain.m4.x", "ground"], limit=limit)
    model["excitation.Omega"] = 1.1
    return model


def beam_part():
    """Two nodes in the plane, with numbers that differ in every entry."""
    stiff = np.array([[4.0, -1, 0.5, -0.25], [-1, 5, -0.75, 0], [0.5, -0.75, 6, -2], [-0.25, 0, -2, 7]])
    return np.diag([1.0, 1.5, 2, 2.5]), stiff


class ArraysTest(ScriptTest):
    def test_five_masses_from_numpy_have_the_motion_of_the_shipped_case(self):
        # cases/motion_regimes/five_masses_contact_4: its chain is lumped and shaken at its base
        found = five_masses(*chain_matrices()).regimes(method="steady-state")
        self.assertEqual(found.quantities["regime"].value, "stick-slip")
        at_rest = found.quantities["at_key.no-motion"]
        self.assertEqual(at_rest.unit, "N")
        self.assertAlmostEqual(at_rest.value / 0.91999621, 1, delta=1e-7)
        self.assertEqual(found["orbit/time"].shape, found["orbit/wall/velocity"].shape)

    def test_every_form_of_a_matrix_gives_the_same_body(self):
        M, K = (A.toarray() for A in chain_matrices())
        expected = five_masses(M, K).body("chain")
        twice = scipy.sparse.coo_matrix((np.r_[K[K != 0] / 2, K[K != 0] / 2],
                                         np.tile(np.nonzero(K), 2)), K.shape)
        unsorted = scipy.sparse.csc_matrix(K)
        for j in range(N):
            part = slice(unsorted.indptr[j], unsorted.indptr[j + 1])
            unsorted.indices[part], unsorted.data[part] = unsorted.indices[part][::-1], unsorted.data[part][::-1]
        unsorted.has_sorted_indices = False
        before = unsorted.indices.copy()
        for form in (K.tolist(), np.asfortranarray(K), K.astype(int), K.astype(np.float32),
                     scipy.sparse.csr_matrix(K), scipy.sparse.lil_matrix(K),
                     scipy.sparse.csc_array(K), scipy.sparse.bsr_matrix(K), twice, unsorted):
            with self.subTest(form=type(form).__name__):
                body = five_masses(M, form).body("chain")
                np.testing.assert_array_equal(body.K.toarray(), expected.K.toarray())
        np.testing.assert_array_equal(unsorted.indices, before)  # the user's stays as it is

    def test_an_entry_may_have_any_name(self):
        for name in ("1", "M", "mesh"):
            model = sw.Model()
            model.matrices(name, M=np.eye(2), K=np.eye(2), dofs=["a.x", "b.x"])
            np.testing.assert_array_equal(model.body(name).K.toarray(), np.eye(2))

    def test_bodies_are_made_anew_when_the_numbers_change_and_only_then(self):
        M, K = (A.toarray() for A in chain_matrices())
        model = five_masses(M, K)
        ask = dict(of="bodies", n_modes=2)
        first = model.modes(**ask).quantities["chain.frequency"].value
        K *= 4  # in place, after it was given
        np.testing.assert_array_equal(model.modes(**ask).quantities["chain.frequency"].value, first)
        model["substructure.chain.M"] = scipy.sparse.identity(N)  # the same numbers
        model["joint.wall.limit"] = 0.25
        np.testing.assert_array_equal(model.modes(**ask).quantities["chain.frequency"].value, first)
        self.assertEqual(model.made["bodies"], 1)
        model["substructure.chain.K"] = K
        again = model.modes(**ask).quantities["chain.frequency"].value
        np.testing.assert_allclose(again, 2 * first, rtol=1e-13)
        self.assertEqual(model.made["bodies"], 2)

    def test_a_model_is_saved_with_its_matrices_and_comes_back(self):
        M, K = chain_matrices()
        K = K.tolil()
        K[0, 1] = K[1, 0] = -1 / 3  # no short decimal
        C = scipy.sparse.csc_matrix(([1e-3], ([2], [2])), (N, N))
        model = five_masses(M, K, C=C, nodes={"m4": [0.1, 1 / 3]}, groups={"ends": ["m1", "m5"]})
        asked = dict(method="steady-state")
        found = model.regimes(**asked)
        file = self.folder / "there" / "five.toml"
        file.parent.mkdir()
        model.save(file, analysis=dict(type="regimes", **asked))
        self.assertEqual(sorted(p.name for p in file.parent.iterdir()),
                         ["five.chain.C.mtx", "five.chain.K.mtx", "five.chain.M.mtx", "five.toml"])
        np.testing.assert_array_equal(scipy.io.mmread(file.with_name("five.chain.K.mtx")).toarray(),
                                      K.toarray())
        loaded = sw.load(file)
        entry = loaded.tables()["substructure"][0]
        self.assertEqual(entry["K"], "five.chain.K.mtx")
        self.assertEqual(entry["dofs"], names())
        again = loaded.run()
        for name, quantity in found.quantities.items():
            np.testing.assert_array_equal(quantity.value, again.quantities[name].value, name)
        np.testing.assert_array_equal(found["orbit/wall/velocity"], again["orbit/wall/velocity"])
        self.assert_same(again, self.program(str(file)))
        loaded.save(file.with_name("copy.toml"))
        self.assertEqual(sw.load(file.with_name("copy.toml")).tables(), loaded.tables())
        self.assertEqual((file.parent / "copy.toml").read_text(), file.read_text())

    def test_a_result_tells_the_matrices_by_their_checksums(self):
        M, K = chain_matrices()
        [entry] = five_masses(M, K).regimes(method="steady-state").case["substructure"]
        self.assertRegex(entry["K"], r"^5 x 5 matrix, checksum [0-9a-f]{16}$")
        [other] = five_masses(M, 2 * K).regimes(method="steady-state").case["substructure"]
        self.assertNotEqual(entry["K"], other["K"])
        self.assertEqual(entry["M"], other["M"])

    def test_named_dofs_make_the_body_of_the_table_that_says_the_same(self):
        M, K = beam_part()
        for name, A in (("M", M), ("K", K)):
            scipy.io.mmwrite(self.folder / f"{name}.mtx", scipy.sparse.coo_matrix(A))
        (self.folder / "dofs.csv").write_text(
            "dof,node,component,X,Y,groups\n1,a,x,0,0.5,both\n2,a,y,0,0.5,both\n"
            "3,b,x,2,0.25,both\n4,b,y,2,0.25,both\n")
        named = dict(dofs=["a.x", "a.y", "b.x", "b.y"], nodes={"a": [0, 500], "b": np.array([2e3, 250])},
                     groups={"both": ["a", "b"]}, scale=1e-3)
        files = dict(M=str(self.folder / "M.mtx"), K=str(self.folder / "K.mtx"))
        bodies = []
        for keys in (dict(files, dofs=str(self.folder / "dofs.csv")), dict(files, **named),
                     dict(M=M, K=K, **named)):
            model = sw.Model()
            model.matrices("part", **keys)
            bodies.append(model.body("part"))
            bodies[-1].save(self.folder / f"export{len(bodies)}")
        texts = [{p.name: p.read_text() for p in (self.folder / f"export{k}").iterdir()} for k in (1, 2, 3)]
        self.assertIn("rotation", texts[0]["body.csv"])
        self.assertEqual(texts[0], texts[1])
        self.assertEqual(texts[0], texts[2])
        self.assertEqual(repr(bodies[0]), repr(bodies[2]))

    def test_what_has_no_place_or_no_name_has_no_rigid_motion_of_that_kind(self):
        M, K = beam_part()

        def rigid(**keys):
            model = sw.Model()
            model.matrices("part", M=M, K=K, **keys)
            model.body("part").save(self.folder / "out")
            return [line.split(",")[1] for line in (self.folder / "out" / "body.csv").read_text().split("\n")
                    if line.startswith("rigid,")]
        dofs = ["a.x", "a.y", "b.x", "b.y"]
        both = ["translation in x", "translation in y"]
        self.assertEqual(rigid(dofs=dofs), both)
        self.assertEqual(rigid(dofs=dofs, nodes={"a": [0, 0], "b": [1, 0]}), [*both, "rotation"])
        self.assertEqual(rigid(dofs=dofs, nodes={"a": [0, 0]}), both)
        self.assertEqual(rigid(dofs=["a.x", "", "b.x", "b.y"]), [])
        in_space = rigid(dofs=["a.x", "a.y", "a.z", "a.rotation_x"], nodes={"a": [1, 2, 3]})
        self.assertIn("rotation about x", in_space)

    def test_matrices_of_a_model_are_views_that_are_equal_when_their_numbers_are(self):
        M, K = chain_matrices()
        model = five_masses(M, K)
        one, two = model["substructure.chain.K"], model["substructure.chain.K"]
        np.testing.assert_array_equal(one.toarray(), K.toarray())
        self.assertTrue(np.shares_memory(one.data, two.data))
        with self.assertRaises(ValueError):
            one.data[0] = 3
        other = five_masses(M.copy(), K.copy())
        self.assertEqual(model.tables(), other.tables())
        other["substructure.chain.K"] = 2 * K
        self.assertNotEqual(model.tables(), other.tables())
        copy = sw.Model()
        [entry] = model.tables()["substructure"]
        del entry["type"]
        copy.matrices(entry.pop("name"), **entry)
        self.assertEqual(copy.tables()["substructure"], model.tables()["substructure"])
        del model, two
        np.testing.assert_array_equal(one.toarray(), K.toarray())

    def test_what_is_no_matrix_is_refused_where_it_is_given(self):
        M, K = (A.toarray() for A in chain_matrices())
        nan = K.copy()
        nan[1, 2] = np.nan
        bad = scipy.sparse.csc_matrix(K)
        bad.indices[0] = 7
        broken = scipy.sparse.csr_matrix(K)
        broken.indices[-1] = 10**9  # scipy itself crashes on it
        for value, said in [
                (None, "K = None; "), (K * 1j, "an array of complex128, shape (5, 5)"),
                (scipy.sparse.csr_matrix(K * 1j), "an array of complex128, shape (5, 5)"),
                (np.ma.masked_array(K, K < 0), "= a MaskedArray; expected"), (K.astype(object), "an array of object, shape (5, 5)"),
                (np.array([["a", "b"], ["c", "d"]]), "an array of <U1, shape (2, 2)"),
                (K > 0, "an array of bool, shape (5, 5)"), (K[:4], "4 x 5 matrix; expected a square matrix"), (K[0], "shape (5,)"),
                (K[:, :, None], "shape (5, 5, 1)"), (np.zeros((0, 0)), "shape (0, 0)"), (2.0, "= 2; "),
                ([[1, 2], [3]], "a list ("), (nan, "a matrix with entry (2, 3) = nan"),
                (scipy.sparse.csr_matrix(nan), "a matrix with entry (2, 3) = nan"),
                (np.where(K == 0, -np.inf, K), "a matrix with entry (3, 1) = -inf"), (object(), "shape ()"),
                (bad, "a csc_matrix (row index values must be < 5)"),
                (broken, "a csr_matrix (column index values must be < 5)"), ({"a": 1}, "shape ()"),
                (sw.Mesh([[0, 0], [1, 0], [0, 1]], {"triangle": [[0, 1, 2]]}), "shape ()")]:
            with self.subTest(said=said):
                model = five_masses(M, np.eye(N))
                at = inspect.currentframe().f_lineno + 2
                with self.refused(f"{HERE}:{at}: substructure.chain.K", said):
                    model["substructure.chain.K"] = value
                    model.body("chain")  # a number is refused here alone

    def test_matrices_that_do_not_make_a_body_are_refused_with_their_line(self):
        M, K = (A.toarray() for A in chain_matrices())
        skew = M.copy()
        skew[0, 1] += 1e-3
        wrong = M.copy()
        wrong[2, 2] = -1
        indefinite = M.copy()
        indefinite[0, 1] = indefinite[1, 0] = 2
        dofs = names()
        for key, value, said in [
                ("M", skew, "M = 5 x 5 matrix; not symmetric: entry (1, 2) = 0.001 and (2, 1) = 0"),
                ("M", wrong, "M = 5 x 5 matrix; entry (3, 3) = -1; a mass matrix is positive definite"),
                ("M", indefinite, "M = 5 x 5 matrix; not positive definite"),
                ("K", K[:4, :4], "K = 4 x 4 matrix; 4 x 4, but M is 5 x 5"),
                ("C", K[:4, :4], "C = 4 x 4 matrix; 4 x 4, but M is 5 x 5"),
                ("dofs", dofs[:4], "dofs = 4 names; expected 5, one for each row of M"),
                ("dofs", [*dofs[:4], "m5"], 'dofs.5 = "m5"; expected "node.component"'),
                ("dofs", [*dofs[:4], "m5.x.y"], 'dofs.5 = "m5.x.y"; a name has no dot'),
                ("dofs", [*dofs[:4], "m4.x"], 'dofs.5 = "m4.x"; that name is repeated'),
                ("dofs", [*dofs[:4], 3], "dofs.5 = 3; expected a text"),
                ("dofs", 3, "dofs = 3; expected a text in quotes, or a list of texts"),
                ("nodes", {"m6": [0, 0]}, 'nodes = "m6"; no dof has that node; did you mean'),
                ("nodes", {"m1": [0]}, "nodes.m1 = 1 numbers; expected X, Y"),
                ("nodes", {"m1": [0, "a"]}, 'nodes.m1.2 = "a"; expected a number'),
                ("nodes", [[0, 0]], "expected a table of lists of numbers"),
                ("groups", {"ends": ["m1", "m9"]}, 'groups.ends = "m9"; no dof has that node'),
                ("groups", {"ends": []}, "groups.ends = []; expected the names of its nodes"),
                ("groups", {"m1": ["m2"]}, 'groups = "m1"; a node has that name'),
                ("groups", {"a b": ["m2"]}, 'groups = "a b"; a name has no dot')]:
            with self.subTest(key=key, said=said):
                model = five_masses(M, K)
                model[f"substructure.chain.{key}"] = value; at = inspect.currentframe().f_lineno
                with self.refused(f"{HERE}:{at}: substructure.chain.", said):
                    model.modes(of="bodies")
        model = five_masses(M, K)
        table = self.folder / "table.csv"
        table.write_text("dof,node,component,X,Y\n" + "".join(f"{i},m{i},x,0,0\n" for i in range(1, 6)), "utf-8")
        model["substructure.chain.dofs"] = str(table)
        model["substructure.chain.groups"] = {"ends": ["m1"]}
        with self.refused("groups", "the table dofs has a column for them; give one of them"):
            model.modes(of="bodies")

    def test_matrices_go_where_a_key_takes_them_alone(self):
        model = sliding_mass()
        with self.refused("joint.dry.limit", "a csr_matrix; expected a number"):
            model["joint.dry.limit"] = scipy.sparse.csr_matrix(np.eye(2))
        plate = sw.Model()
        with self.refused("substructure.plate.mesh", "a csr_matrix; expected a file, or a slideway.Mesh"):
            plate.plane_stress("plate", mesh=scipy.sparse.csr_matrix(np.eye(2)))

    def test_a_map_and_a_thread_take_given_matrices(self):
        M, K = chain_matrices()
        model = five_masses(M, K)
        limits = [0.25, 0.5, 2.0]
        grid = model.map("regimes", x=("joint.wall.limit", limits), method="steady-state", threads=2)
        alone = [five_masses(M, K, limit).regimes(method="steady-state").quantities["amplitude"].value
                 for limit in limits]
        np.testing.assert_array_equal(grid["map/quantities/amplitude/value"], alone)
        self.assertEqual(model.made["bodies"], 1)


if __name__ == "__main__":
    unittest.main()
