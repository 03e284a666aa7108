"""Bodies that go back to other programs, and `slideway convert`."""
import json
import os
import subprocess
import unittest
from pathlib import Path

import numpy as np
import scipy.io
import scipy.linalg

import slideway as sw
from support import PROGRAM, ScriptTest

SAMPLES = Path(__file__).parent / "samples"
FILES = Path(__file__).resolve().parents[2] / "tests/fem/matrix_files/samples"
EXPECTED = json.loads((SAMPLES / "expected.json").read_text())


def frequencies(read):
    squares = scipy.linalg.eigh(read.K.toarray(), read.M.toarray(), eigvals_only=True)
    return np.sqrt(np.maximum(squares, 0)) / (2 * np.pi)


def held_block(n_modes=6):
    """The block reduced to a node at its tip, held at its foot."""
    model = sw.Model("Block")
    model.matrices("block", file=FILES / "se.pch", units="mm-t-s", fixed=["n901"],
                   reduction=dict(method="craig-bampton", n_modes=n_modes, boundary=["n902"]))
    return model


class WriteBodiesTest(ScriptTest):
    def convert(self, *words, status=0):
        done = subprocess.run([PROGRAM, "convert", *map(str, words)], capture_output=True, text=True, check=False,
                              cwd=self.folder)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def assert_equal_matrices(self, one, other, rtol=0.0):
        self.assertEqual(set(one.given()), set(other.given()))
        for key, A in one.given().items():
            A, B = A.toarray(), other.given()[key].toarray()
            if rtol == 0:
                np.testing.assert_array_equal(A, B)
            else:
                np.testing.assert_allclose(A, B, rtol=rtol, atol=0)

    def test_every_format_is_read_back(self):
        read = sw.read_matrices(FILES / "se.pch", units="mm-t-s")
        for units in (None, "mm-t-s", "in-lbf-s"):
            for name, back, keys, rtol in (
                    ("b.pch", "b.pch", {}, 1e-9), ("b.op4", ["b.op4", "b.pch"], {}, 0.0), ("b.mat", "b.mat", {}, 0.0),
                    ("b.inp", ["b_STIF1.mtx", "b_MASS1.mtx"], {"mesh": "b.inp"}, 0.0),
                    ("b.mtx", ["b_K.mtx", "b_M.mtx"], {"dofs": "b_dofs.csv"}, 0.0)):
                with self.subTest(units=units, file=name):
                    folder = self.folder / f"{units}_{Path(name).suffix[1:]}"
                    read.write(folder / name, units=units)
                    back = [folder / one for one in ([back] if isinstance(back, str) else back)]
                    keys = {key: folder / value for key, value in keys.items()}
                    found = sw.read_matrices(back, **keys, **({} if units is None else {"units": units}))
                    if name == "b.inp":  # internal nodes are before the others
                        self.assertEqual(sorted(found.dof_names), sorted(read.dof_names))
                        np.testing.assert_allclose(frequencies(found)[6:], frequencies(read)[6:], rtol=1e-12)
                        continue
                    # A congruence and its inverse have six roundings of 1.1e-16 each
                    self.assert_equal_matrices(found, read, max(rtol, 0.0 if units is None else 2e-15))
                    self.assertEqual(found.dof_names, read.dof_names)
                    if not name.endswith(".mtx"):
                        self.assertEqual(found.dofs, read.dofs)
                    if not name.endswith(".mtx"):  # a table has positions of all nodes or of none
                        for node, X in read.nodes.items():
                            np.testing.assert_allclose(found.nodes[node], X, rtol=1e-11, atol=1e-15)

    def test_load_cases_are_written(self):
        """Two load cases on 902.z, 10 and 20 N, in the file that the list of samples describes."""
        read = sw.read_matrices([FILES / "se.pch", FILES / "loads.pch"], units="mm-t-s")
        row = read.dofs.index((902, 3))
        for units in (None, "mm-t-s", "in-lbf-s"):
            for name, back in (("b.pch", ["b.pch"]), ("b.op4", ["b.op4", "b.pch"]), ("b.mat", ["b.mat"])):
                with self.subTest(units=units, file=name):
                    folder = self.folder / f"{units}_{Path(name).suffix[1:]}"
                    read.write(folder / name, units=units)
                    found = sw.read_matrices([folder / one for one in back], **({} if units is None else {"units": units}))
                    self.assertEqual(list(found.loads), ["load_1", "load_2"])
                    for one, other in zip(found.loads.values(), read.loads.values()):
                        np.testing.assert_allclose(one, other, rtol=1e-9 if name == "b.pch" else 1e-15)
        read.write(self.folder / "b.mtx")
        held = scipy.io.mmread(self.folder / "b_loads.mtx")
        self.assertEqual((held.shape, list(held[row])), ((18, 2), [10.0, 20.0]))
        done = self.convert(FILES / "se.pch", FILES / "loads.pch", "rom", "--units", "mm-t-s")
        self.assertIn("2 load cases: ports load_1", done.stderr)
        done = self.convert(FILES / "se.pch", FILES / "loads.pch", "b.inp", "--units", "mm-t-s")
        self.assertIn("2 load cases: not written; Abaqus", done.stderr)
        self.assertEqual(list(sw.read_matrices(self.folder / "rom").loads), ["load_1", "load_2"])
        for keys in (dict(folder=self.folder / "rom"), dict(file=[FILES / "se.pch", FILES / "loads.pch"], units="mm-t-s")):
            model = sw.Model()
            model.matrices("b", **keys, fixed=["n901"])
            model.load("push", on="b.load_2", force=0.5)  # 10 N
            model.output(history=["b.n902.z"])
            tip = float(model.static().quantities["b.n902.z.displacement"])
            self.assertAlmostEqual(tip, 10 * 5.257831117e-08, delta=1e-8 * 10 * 5.257831117e-08)
        body = model.body("b")  # held, and not reduced
        body.write(self.folder / "c.op4")
        found = sw.read_matrices([self.folder / "c.op4", self.folder / "c.pch"])
        self.assertEqual([force[force != 0].tolist() for force in found.loads.values()], [[10.0], [20.0]])

    def test_internal_nodes_of_abaqus_are_scalar_points(self):
        """Modes have negative labels in the substructure, and its load case PUSH is 1 N on 511 in z."""
        read = sw.read_matrices(FILES / "block_substructure.mtx", units="mm-t-s")
        self.assertEqual([(read.dof_names[k], f[k]) for f in read.loads.values() for k in np.flatnonzero(f)],
                         [("n511.z", 1.0)])
        for name, back in (("a.pch", ["a.pch"]), ("a.op4", ["a.op4", "a.pch"])):
            found = sw.read_matrices([self.folder / one for one in (read.write(self.folder / name) and back)])
            self.assertEqual(found.dof_names, read.dof_names)
            self.assertTrue(all(label > 0 for label, _ in found.dofs))
            self.assert_equal_matrices(found, read, 1e-9)
            np.testing.assert_allclose(found.loads["load_1"], read.loads["load_1"], rtol=1e-9)

    def test_scipy_reads_our_files(self):
        read = sw.read_matrices(SAMPLES / "block_v5.mat")
        read.write(self.folder / "b.mtx")
        read.write(self.folder / "b.mat")
        for key, A in read.given().items():
            np.testing.assert_array_equal(scipy.io.mmread(self.folder / f"b_{key}.mtx").toarray(), A.toarray())
        held = scipy.io.loadmat(self.folder / "b.mat", simplify_cells=True)
        np.testing.assert_array_equal(held["K"].toarray(), read.K.toarray())
        self.assertEqual(list(held["dof_names"][:2]), ["n111.x", "n111.y"])
        np.testing.assert_array_equal(held["node_coords"][-1], read.nodes["n532"])

    def test_structural_damping_and_unsymmetric_matrices(self):
        for name in ("se_damped.pch", "unsymmetric.pch"):
            read = sw.read_matrices(SAMPLES / name)
            for ending, back in (("pch", ["b.pch"]), ("op4", ["b.op4", "b.pch"])):
                folder = self.folder / f"{name}_{ending}"
                read.write(folder / f"b.{ending}")
                self.assert_equal_matrices(sw.read_matrices([folder / one for one in back]), read,
                                           1e-9 if ending == "pch" else 0.0)

    def test_export_folder_and_back_has_the_same_bits(self):
        read = sw.read_matrices(SAMPLES / "block_v73.mat")
        read.write(self.folder / "export")
        found = sw.read_matrices(self.folder / "export")
        self.assertEqual(found.dof_names, read.dof_names)
        self.assert_equal_matrices(found, read)
        case = sw.Model()
        case.matrices("block", folder=self.folder / "export")
        np.testing.assert_array_equal(case.body("block").K.toarray(), read.K.toarray())

    def test_reduced_body_goes_back_to_nastran(self):
        body = held_block().body("block")
        names = body.write(self.folder / "b.pch", units="mm-t-s", labels={"n902": 100})
        self.assertEqual(names, [str(self.folder / "b.pch")])
        model = sw.Model()
        model.matrices("block", file=self.folder / "b.pch", units="mm-t-s")
        found = model.modes(of="bodies", n_modes=6).quantities["block.frequency"].value
        np.testing.assert_allclose(found, EXPECTED["B"]["clamped_at_901_hz"][:6], rtol=1e-8)
        text = (self.folder / "b.pch").read_text()
        self.assertIn("GRID*                100", text)
        self.assertIn("SPOINT  ", text)
        self.assertIn("K2GG = KAAX", text)
        self.assertLessEqual(max(map(len, text.splitlines())), 80)

    def test_a_port_outside_of_the_interface_is_no_node(self):
        model = sw.Model()
        model.lumped("chain", chain={"from": "ground", "to": "ground", "masses": [1.0] * 4, "springs": [1.0] * 5},
                     reduction=dict(method="craig-bampton", n_modes=3, boundary=["m2"]))
        body = model.body("chain")
        self.assertEqual(body.write(self.folder / "chain.op4"), [str(self.folder / name) for name in ("chain.op4", "chain.pch")])
        found = sw.read_matrices([self.folder / "chain.op4", self.folder / "chain.pch"])
        self.assertEqual(found.dofs, [(1, 1), (11, 0), (12, 0), (13, 0)])
        np.testing.assert_array_equal(found.K.toarray(), body.K.toarray())
        with self.refused("no node or group m3", "port m3 combines several dofs"):
            body.write(self.folder / "chain.op4", labels={"m3": 1})

    def test_held_components_are_no_dofs(self):
        M, K = np.diag([1.0, 2, 3, 4]), np.diag([5.0, 6, 7, 8])
        model = sw.Model()
        model.matrices("part", M=M, K=K, dofs=["a.x", "a.y", "b.x", "b.y"], fixed=["a.y", "b"],
                       nodes={"a": [100.0, 0.5], "b": [101.0, 0.5]})
        model.body("part").write(self.folder / "part.pch", units="mm-t-s")
        text = (self.folder / "part.pch").read_text()
        found = sw.read_matrices(self.folder / "part.pch", units="mm-t-s")
        self.assertEqual((found.dofs, found.K[0, 0], text.count("GRID")), ([(1, 1)], 5.0, 1))
        np.testing.assert_allclose(found.nodes["n1"], [100.0, 0.5, 0])

    def test_from_punch_to_op4_and_back(self):
        self.convert(FILES / "se.pch", "b.op4", "--units", "mm-t-s", "--out-units", "mm-t-s")
        done = self.convert("b.op4", "b.pch", "back.pch", "--units", "mm-t-s")
        self.assertEqual(done.stdout, "back.pch\n")
        self.assertIn("18 dofs", done.stderr)
        expected = EXPECTED["B"]["free_hz"]
        np.testing.assert_allclose(frequencies(sw.read_matrices(self.folder / "back.pch"))[6:len(expected)],
                                   expected[6:], rtol=1e-8)
        self.assertNotIn("\n", (self.folder / "back.pch").read_text().splitlines()[0])

    def test_convert_matrices_of_matlab_to_a_folder_of_a_case(self):
        self.convert(SAMPLES / "joint_rom_v5.mat", "rom", "--dofs", SAMPLES / "superelement_A_dofs.csv")
        model = sw.Model()
        model.matrices("rom", folder=self.folder / "rom")
        found = model.modes(of="bodies", n_modes=12).quantities["rom.frequency"].value
        np.testing.assert_allclose(found[6:], EXPECTED["A"]["free_hz"][6:12], rtol=1e-9)

    def test_convert_with_names_mesh_and_units(self):
        self.convert(FILES / "block_STIF1.mtx", FILES / "block_MASS1.mtx", "b.mat", "--mesh", FILES / "block.inp",
                     "--units", "1e-3,1e3,1", "--names", "K=block_STIF1,M=block_MASS1")
        np.testing.assert_allclose(frequencies(sw.read_matrices(self.folder / "b.mat"))[6:14],
                                   EXPECTED["block"]["free_hz"][6:], rtol=1e-9)

    def test_responses_and_results(self):
        self.convert(SAMPLES / "frf.csv", "frf.unv")
        self.convert("frf.unv", "back.csv")
        [one], [other] = (sw.read_responses(file) for file in (SAMPLES / "frf.csv", self.folder / "back.csv"))
        np.testing.assert_allclose(other.H, one.H, rtol=1e-11)
        model = held_block()
        model.load("push", on="block.n902.z", force=1.0)
        modes = model.modes(of="bodies", n_modes=4)
        modes.write(self.folder / "modes")
        self.convert("modes", "modes.unv")
        found = sw.read_universal(self.folder / "modes.unv").modes
        np.testing.assert_allclose(found.frequency_hz, EXPECTED["B"]["clamped_at_901_hz"][:4], rtol=5e-6)
        self.assertEqual(list(found.labels), [902])
        np.testing.assert_allclose(found.modal_mass, 1)
        for ending in ("csv", "mat"):
            self.convert("modes", f"modes.{ending}")
        self.assertIn("quantities", scipy.io.loadmat(self.folder / "modes.mat"))
        self.convert("modes", "modes.pch", status=2)

    def test_never_replaces_a_file_of_another_program(self):
        own = self.folder / "b.pch"
        own.write_text("mine\n")
        done = self.convert(FILES / "se.pch", "b.op4", status=2)  # b.op4 and b.pch
        self.assertEqual((done.stderr.count("\n"), own.read_text()), (1, "mine\n"))
        self.assertIn("b.pch: cannot write: was not written by Slideway", done.stderr)
        self.assertFalse((self.folder / "b.op4").exists())
        self.convert(FILES / "se.pch", "b.op4", "--force")
        self.convert(FILES / "se.pch", "b.op4")  # its own files
        self.assertNotEqual(own.read_text(), "mine\n")
        with self.refused("is read too"):
            os.chdir(self.folder)
            self.addCleanup(os.chdir, "/")
            from slideway.exchange.convert import Options, convert
            convert(["b.pch"], "./b.pch", Options())

    def test_refused(self):
        read = sw.read_matrices(FILES / "se.pch", units="mm-t-s")
        unnamed = sw.read_matrices(SAMPLES / "struct_v5.mat")
        lumped = sw.Model()
        lumped.lumped("chain", chain={"from": "ground", "to": "ground", "masses": [1.0] * 2, "springs": [1.0] * 3})
        for call, texts in (
                (lambda: read.write(self.folder / "b.xyz"), ("b.xyz", ".pch", ".op4")),
                (lambda: read.write(self.folder / "b.pch", labels={"n903": 1}), ("no node or group n903", "n902")),
                (lambda: read.write(self.folder / "b.pch", labels={"n901": 902}), ("n901 and n902 have the number 902",)),
                (lambda: read.write(self.folder / "b.pch", labels={"n901": -1}), ("n901 = -1", "1 to 99999999")),
                (lambda: unnamed.write(self.folder / "b.pch"), ("rows without names", "dofs=")),
                (lambda: unnamed.write(self.folder / "folder"), ("rows without names",)),
                (lambda: read.write(self.folder / "folder", units="mm-t-s"), ("an export is in SI",))):
            with self.subTest(texts=texts), self.refused(Path(__file__).name, *texts):
                call()
        for words, texts in (
                ((FILES / "dmig_nan.bdf", "b.op4"), ("dmig_nan.bdf:3:", "NaN")),
                ((SAMPLES / "block_v5.mat", "b.unv"), ("block_v5.mat: a binary file", "expected a universal file")),
                ((FILES / "dmig_cut_off.pch", "b.op4"), ("scalar points 9001", "is the file whole?")),
                ((SAMPLES / "no_K.mat", "b.op4"), ("Mass (2 x 2), Stiffness (2 x 2), notes", "names")),
                ((SAMPLES / "uff58_cut_off.unv", "b.csv"), ("36 of 40 points",)),
                ((FILES / "se.pch", "b.op4", "--units", "mm"), ("units = 'mm'",)),
                ((SAMPLES / "frf.csv", "b.unv", "--units", "mm-t-s"), ("--units", "only with matrices")),
                (("none.pch", "b.op4"), ("none.pch: no such file",)), ((FILES / "se.pch",), ("slideway convert --help",)),
                ((FILES / "se.pch", "b.op4", "--names", "Q=1"), ("K=KAAX,M=MAAX",))):
            with self.subTest(words=words):
                done = self.convert(*words, status=2)
                self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
                for text in texts:
                    self.assertIn(text, done.stderr)


if __name__ == "__main__":
    unittest.main()
