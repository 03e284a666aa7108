"""Matrices of other programs in Python: every format gives the same body."""
import json
import unittest
from pathlib import Path

import numpy as np
import scipy.io
import scipy.linalg

import slideway as sw
from support import ScriptTest, needs

SAMPLES = Path(__file__).parent / "samples"
FILES = Path(__file__).resolve().parents[2] / "tests/fem/matrix_files/samples"
EXPECTED = json.loads((SAMPLES / "expected.json").read_text())
MM = {"units": "mm-t-s"}
RIGID = 0.6  #: [Hz] round-off of zero frequencies: matrices with ten digits give 3e-2, single precision 0.6


def frequencies(read):
    """[Hz] of the free body."""
    squares = scipy.linalg.eigh(read.K.toarray(), read.M.toarray(), eigvals_only=True)
    return np.sqrt(np.maximum(squares, 0)) / (2 * np.pi)


class ReadMatricesTest(ScriptTest):
    def assert_frequencies(self, read, model, rtol=1e-9):
        """1e-9: the expected numbers have ten digits."""
        expected = np.array(EXPECTED[model]["free_hz"])
        found = frequencies(read)[:len(expected)]
        self.assertLess(np.max(found[:6]), RIGID)
        np.testing.assert_allclose(found[6:], expected[6:], rtol=rtol)

    def test_matrices_of_nastran_come_by_their_names(self):
        # The punch file has ten digits, the text file sixteen, of one superelement.
        punch, text = sw.read_dmig(FILES / "se.pch"), sw.read_op4(FILES / "se_ascii.op4")
        self.assertEqual(sorted(punch), ["KAAX", "MAAX"])
        self.assertEqual(sorted(text), ["KAA", "MAA"])
        read = sw.read_matrices(FILES / "se.pch")
        for key, name in (("K", "KAAX"), ("M", "MAAX")):
            self.assertEqual(abs(punch[name] - getattr(read, key)).max(), 0)
            largest = abs(text[name[:3]]).max()
            self.assertLess(abs(np.sort(punch[name].diagonal()) - np.sort(text[name[:3]].diagonal())).max(), 1e-9 * largest)
        for read_one, file in ((sw.read_op4, "se.pch"), (sw.read_dmig, "se_ascii.op4")):
            with self.assertRaises(sw.FileError) as caught:
                read_one(FILES / file)
            self.assertIn(f"{file}: ", str(caught.exception))
            self.assertIn("; expected ", str(caught.exception))

    def test_every_format_gives_the_block(self):
        for files, keys in (
                (dict(K=FILES / "block_K.mtx", M=FILES / "block_M.mtx", dofs=FILES / "block_dofs.csv"), {}),
                ((FILES / "block_STIF1.mtx", FILES / "block_MASS1.mtx"), MM | {"mesh": FILES / "block.inp"}),
                (dict(K=FILES / "block_coordinate_lower_unsorted_STIF1.mtx", M=FILES / "block_coordinate_MASS1.mtx"),
                 MM | {"mesh": FILES / "block.inp"}),
                (FILES / "block.sti", MM),
                (dict(K=FILES / "block_K.mmf", M=FILES / "block_M.mmf", dofs=FILES / "block_BACK.mmf"), {}),
                (dict(K=FILES / "block_K.matrix", M=FILES / "block_M.matrix", dofs=FILES / "block.mapping"), {}),
                (SAMPLES / "block_v5.mat", {}), (SAMPLES / "block_v73.mat", {})):
            with self.subTest(files=files):
                read = sw.read_matrices(**files, **keys) if isinstance(files, dict) else sw.read_matrices(files, **keys)
                self.assert_frequencies(read, "block")
                self.assertEqual(len(read.dof_names), 90)
                mass = sum(read.M.toarray()[i, j] for i in range(90) for j in range(90)
                           if all(read.dof_names[k].endswith(".x") for k in (i, j)))
                self.assertAlmostEqual(mass, EXPECTED["block"]["mass_kg"], delta=1e-8)

    def test_every_superelement_of_nastran_gives_b(self):
        for name, keys, rtol in (
                ("se.pch", {}, 1e-8), ("se_e10.pch", {}, 1e-8), ("se_unsorted_free.bdf", {}, 1e-9),
                *((f"se_{kind}.op4", {"dofs": FILES / "se.asm.csv"}, 1e-9)
                  for kind in ("dense_le", "dense_be", "sparse_le", "bigmat_be", "bigmat_i64")),
                ("se_ascii.op4", {"dofs": FILES / "se.asm.csv"}, 1e-8),
                ("se_ascii_sparse_D.op4", {"dofs": FILES / "se.asm.csv"}, 1e-8),
                ("se_ascii_bigmat_narrow.op4", {"dofs": FILES / "se.asm.csv"}, 1e-8),
                ("se_single.op4", {"dofs": FILES / "se.asm.csv"}, 1e-5)):
            with self.subTest(file=name):
                self.assert_frequencies(sw.read_matrices(FILES / name, **MM, **keys), "B", rtol)

    def test_superelement_of_abaqus_and_of_matlab(self):
        self.assert_frequencies(sw.read_matrices(FILES / "block_substructure.mtx", **MM), "A")
        read = sw.read_matrices(SAMPLES / "joint_rom_v5.mat", dofs=SAMPLES / "superelement_A_dofs.csv")
        self.assert_frequencies(read, "A")
        self.assertEqual(read.dof_names[0], "n111.x")
        self.assertEqual(read.dof_names.count(""), 6)
        self.assertEqual(read.variables["R"].shape, (3, 42))
        read = sw.read_matrices(SAMPLES / "struct_v5.mat")
        self.assertEqual(read.names, {"M": "rotor.M", "K": "rotor.K"})
        self.assert_frequencies(read, "B")

    def test_content_of_a_superelement(self):
        read = sw.read_matrices(FILES / "se.pch", **MM)
        self.assertEqual(read.dofs[:2] + read.dofs[-1:], [(901, 1), (901, 2), (9006, 0)])
        self.assertEqual(read.dof_names[3:5] + read.dof_names[-1:], ["n901.rotation_x", "n901.rotation_y", ""])
        np.testing.assert_allclose(read.nodes["n902"], [0.2, 0.024, 0.0105], rtol=1e-12)
        self.assertEqual(read.names["K"], "KAAX")

    def test_structural_damping_and_unsymmetric_stiffness(self):
        read = sw.read_matrices(SAMPLES / "se_damped.pch", **MM)
        self.assertEqual(read.names["H"], "K4AAX")
        keep = [k for k, dof in enumerate(read.dofs) if dof[0] != 901]
        omega = 2 * np.pi * 300
        D = (-omega**2 * read.M + 1j * omega * read.C + read.K + 1j * read.H).toarray()[np.ix_(keep, keep)]
        load = np.zeros(len(keep))
        load[[read.dofs[k] for k in keep].index((902, 3))] = 1.0
        real, imag = map(float, EXPECTED["nastran/se_damped.pch"]["H_902z_m_per_N"])
        found = np.linalg.solve(D, load) @ load
        self.assertLess(abs(found - (real + 1j * imag)), 1e-7 * abs(found))
        read = sw.read_matrices(SAMPLES / "unsymmetric.pch")
        hz = np.sort(np.sqrt(scipy.linalg.eigvals(read.K.toarray(), read.M.toarray()).real)) / (2 * np.pi)
        np.testing.assert_allclose(hz, EXPECTED["nastran/unsymmetric.pch"]["free_hz"], rtol=1e-9)

    def test_loads(self):
        read = sw.read_matrices([FILES / "se.pch", FILES / "loads.pch"], **MM)
        row = read.dofs.index((902, 3))
        self.assertEqual([load[row] for load in read.loads.values()], [10.0, 20.0])

    def test_matrices_of_a_model(self):
        model = sw.Model()
        model.matrices("block", file=FILES / "se.pch", units="mm-t-s", fixed=["n901"])
        held = model.modes(of="bodies", n_modes=6).quantities["block.frequency"].value
        np.testing.assert_allclose(held, EXPECTED["B"]["clamped_at_901_hz"][:6], rtol=1e-8)
        other = sw.Model()
        sw.read_matrices(FILES / "se.pch", units="mm-t-s").to_model(other, "block", fixed=["n901"])
        found = other.modes(of="bodies", n_modes=6).quantities["block.frequency"].value
        np.testing.assert_allclose(found, held, rtol=1e-9)

    def test_a_model_takes_a_file_of_matlab(self):
        """The keys of a case hold: units, names, mesh, groups, fixed, dofs. Frequencies: expected.json, ten digits."""
        def held(name, **keys):
            model = sw.Model()
            model.matrices("block", file=SAMPLES / name, **keys)
            return model, model.modes(of="bodies", n_modes=6).quantities["block.frequency"].value
        foot = labels = [f"n{label}" for label in (111, 112, 121, 122, 131, 132)]
        expected = EXPECTED["block"]["clamped_at_foot_hz"][:6]
        for name in ("block_v5.mat", "block_v73.mat"):
            model, found = held(name, fixed=foot)
            np.testing.assert_allclose(found, expected, rtol=1e-9)
            foot = [f"n{k}" for k in range(1, 7)]  # the other file has no labels
        found = held("block_v5.mat", fixed=["base"], groups={"base": [111, 112, 121, "n122", 131, 132]})[1]
        np.testing.assert_allclose(found, expected, rtol=1e-9)
        model, foot = held("block_v5.mat", fixed=["n511"], groups={"tip": [521, 522]})[0], labels
        np.testing.assert_allclose(model.body("block").ports["tip"].X, [[0.2, 0.024, 0], [0.2, 0.024, 0.021]], atol=1e-15)
        # Ten digits of the mass stand in the list of samples
        self.assertIn("2.16216 kg", model.check())
        read = sw.read_matrices(SAMPLES / "block_v5.mat")
        mm = self.folder / "mm.mat"
        read.write(mm, units="mm-t-s")
        scipy.io.savemat(self.folder / "unnamed.mat", {"stiff": 1e-3 * read.K, "mass": 1e-3 * read.M})
        for keys in (dict(file=mm, **MM, fixed=foot), dict(file=mm, mesh=FILES / "block.inp", **MM, fixed=["FOOT"]),
                     dict(file=[self.folder / "unnamed.mat"], names={"M": "mass", "K": "stiff"}, **MM,
                          mesh=str(FILES / "block.inp"), fixed=["FOOT"])):
            model = sw.Model()
            model.matrices("block", **keys)
            body = model.body("block")
            found = model.modes(of="bodies", n_modes=6).quantities["block.frequency"].value
            np.testing.assert_allclose(found, expected, rtol=1e-9)
            if "mesh" in keys:
                self.assertIn("TIP", body.ports)
                np.testing.assert_allclose(np.max(body.ports["TIP"].X[:, 0]), 0.2, rtol=1e-12)
            model.save(self.folder / "case.toml", analysis=dict(type="modes", of="bodies", n_modes=6))
            found = sw.run(self.folder / "case.toml").quantities["block.frequency"].value
            np.testing.assert_allclose(found, expected, rtol=1e-9)
        model = sw.Model()
        model.matrices("rom", file=SAMPLES / "joint_rom_v5.mat", dofs=SAMPLES / "superelement_A_dofs.csv")
        found = model.modes(of="bodies", n_modes=12).quantities["rom.frequency"].value
        np.testing.assert_allclose(found[6:], EXPECTED["A"]["free_hz"][6:12], rtol=1e-9)

    def test_a_model_refuses_a_file_of_matlab(self):
        scipy.io.savemat(self.folder / "complex.mat", {"M": np.eye(2), "K": (1 + 0.02j) * np.eye(2)})
        def call(**keys):
            sw.Model().matrices("rom", **keys)
        for keys, texts in (
                (dict(file=SAMPLES / "no_K.mat"), ("substructure.rom.file = ", "Mass (2 x 2), Stiffness (2 x 2), notes")),
                (dict(file=SAMPLES / "struct_v5.mat"), ("18 rows without names", "dofs or mesh")),
                (dict(file=[SAMPLES / "block_v5.mat", FILES / "se.pch"]), ("expected it alone",)),
                (dict(file=SAMPLES / "block_v5.mat", K=np.eye(2)), ("file is given beside K",)),
                (dict(file=self.folder / "complex.mat", dofs=["a.x", "a.y"]), ("K is complex",)),
                (dict(file=SAMPLES / "no_K.mat", names={"M": "Mass", "K": "Stifness"}), ("did you mean Stiffness?",))):
            with self.subTest(texts=texts), self.refused(Path(__file__).name, *texts):
                call(**keys)

    def test_shapes_of_a_superelement_as_an_array(self):
        """An array T moves the nodes as its file does (tests/app/model/imported_drawing_test.cpp)."""
        read = sw.read_matrices(FILES / "se.pch", **MM)
        T = scipy.io.mmread(FILES / "superelement_B_T.mtx")

        def body(given):
            model = sw.Model()
            model.matrices("b", M=read.M, K=read.K, dofs=read.dof_names, mesh=FILES / "block.inp", scale=1e-3, T=given,
                           fixed=["n901"])
            return model
        shapes = [body(given).modes(of="bodies", n_modes=3)["modes/b/outline/b"].values
                  for given in (FILES / "superelement_B_T.mtx", T, T.toarray())]
        self.assertEqual(shapes[0].size, 3 * 3 * 24)  # three modes at the nodes on the edges of the block
        for other in shapes[1:]:
            np.testing.assert_array_equal(other, shapes[0])
        for wrong, texts in ((T.toarray()[:89], ("T = 89 x 18 matrix", "89 rows for 30 nodes")),
                             (T.toarray()[:, :17], ("T = 90 x 17 matrix", "17 columns, but the matrices have 18 rows"))):
            with self.refused(*texts):
                body(wrong).check()
        with self.refused("K = 2 x 3 matrix", "expected a square matrix"):
            model = sw.Model()
            model.matrices("b", M=np.eye(2), K=np.ones((2, 3)), dofs=["a.x", "a.y"])
            model.check()
        body(T).save(self.folder / "case.toml", analysis=dict(type="modes", of="bodies", n_modes=3))
        again = sw.run(self.folder / "case.toml")["modes/b/outline/b"].values
        np.testing.assert_array_equal(again, shapes[0])

    def test_names_with_labels_go_with_a_mesh(self):
        read = sw.read_matrices(SAMPLES / "block_v5.mat")
        model = sw.Model()
        model.matrices("block", M=read.M, K=read.K, dofs=read.dof_names, mesh=FILES / "block.inp", scale=1e-3,
                       fixed=["FOOT"])
        found = model.modes(of="bodies", n_modes=6).quantities["block.frequency"].value
        np.testing.assert_allclose(found, EXPECTED["block"]["clamped_at_foot_hz"][:6], rtol=1e-9)
        for names, texts in ((["tip.x", *read.dof_names[1:]], ('dofs.1 = "tip.x"', "n111.x")),
                             ([read.dof_names[1], *read.dof_names[1:]], ("dofs.2", "repeated")),
                             (read.dof_names[1:], ("89 names", "expected 90"))):
            with self.subTest(texts=texts), self.refused(*texts):
                model = sw.Model()
                model.matrices("block", M=read.M, K=read.K, dofs=names, mesh=FILES / "block.inp", scale=1e-3)
                model.check()

    def test_meshes_of_universal_files_and_of_gmsh(self):
        """Matrices of Abaqus with nodes, sets and surfaces of another file. Frequencies: expected.json, ten digits."""
        nodes = sw.read_universal(SAMPLES / "block_modes.unv").nodes
        label = {(i, j, k): 100 * (i + 1) + 10 * (j + 1) + k + 1 for i in range(5) for j in range(3) for k in range(2)}
        foot = [[label[0, j, k] for j, k in ((j0, 0), (j0, 1), (j0 + 1, 1), (j0 + 1, 0))] for j0 in range(2)]
        ring = ((0, 0), (1, 0), (1, 1), (0, 1))
        bricks = [[label[i0 + i, j0 + j, k] for k in range(2) for i, j in ring] for i0 in range(4) for j0 in range(2)]
        lines = ["$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$PhysicalNames", "2", '2 1 "FOOT"', '3 2 "ALL"',
                 "$EndPhysicalNames", "$Nodes", str(len(nodes))]
        lines += [f"{n} {' '.join(repr(1e3 * float(x)) for x in X)}" for n, X in nodes.items()]
        lines += ["$EndNodes", "$Elements", str(len(foot) + len(bricks))]
        lines += [f"{k + 1} 3 2 1 1 {' '.join(map(str, face))}" for k, face in enumerate(foot)]
        lines += [f"{k + 11} 5 2 2 1 {' '.join(map(str, brick))}" for k, brick in enumerate(bricks)]
        msh = self.folder / "block.msh"
        msh.write_text("\n".join([*lines, "$EndElements", ""]))
        for mesh in (SAMPLES / "block_modes.unv", msh):
            with self.subTest(mesh=mesh.name):
                model = sw.Model()
                model.matrices("block", M=FILES / "block_MASS1.mtx", K=FILES / "block_STIF1.mtx", **MM, mesh=mesh,
                               fixed=["FOOT"])
                self.assertIn("size 0.2 m x 0.06 m x 0.03 m, mass 2.16216 kg", model.check())
                results = model.modes(of="bodies", n_modes=6)
                np.testing.assert_allclose(results.quantities["block.frequency"].value,
                                           EXPECTED["block"]["clamped_at_foot_hz"][:6], rtol=1e-9)
                self.assertEqual(results["bodies/block/outline/X"].shape, (24, 3))  # nodes on the edges of the block
        self.assertAlmostEqual(model.body("block").ports["FOOT"].area, 0.06 * 0.03, delta=1e-12)

    def test_matrices_of_matlab_with_a_mesh(self):
        read = sw.read_matrices(SAMPLES / "block_v5.mat")
        scipy.io.savemat(self.folder / "unnamed.mat", {"K": read.K, "M": read.M})
        for file in (SAMPLES / "block_v5.mat", self.folder / "unnamed.mat"):
            found = sw.read_matrices(file, mesh=FILES / "block.inp", scale=1e-3)
            self.assertEqual(found.dof_names, read.dof_names)
            self.assertEqual(found.groups["FOOT"], [f"n{label}" for label in (111, 112, 121, 122, 131, 132)])
            np.testing.assert_allclose(found.nodes["n532"], read.nodes["n532"], rtol=1e-12)
        scipy.io.savemat(self.folder / "small.mat", {"K": np.eye(4), "M": np.eye(4)})
        with self.refused("small.mat: 4 rows without names", "has 30 nodes"):
            sw.read_matrices(self.folder / "small.mat", mesh=FILES / "block.inp")

    @needs("h5py")
    def test_forms_of_version_7_3(self):
        import h5py
        file = self.folder / "forms.mat"
        with h5py.File(file, "w", userblock_size=512) as held:
            for name in ("M", "K"):
                held[name] = np.array([[2.0, -1.0], [-1.0, 2.0]])
                held[name].attrs["MATLAB_class"] = np.bytes_("double")
            empty = held.create_group("D")
            empty["jc"] = np.zeros(3, np.uint64)
            empty.attrs["MATLAB_sparse"] = 2
            empty.attrs["MATLAB_class"] = np.bytes_("double")
            texts = [held.create_dataset(f"#refs#/{k}", data=np.array([[ord(c)] for c in text], np.uint16))
                     for k, text in enumerate(("a.x", "b.x"))]
            for text in texts:
                text.attrs["MATLAB_class"] = np.bytes_("char")
            held["dof_names"] = np.array([[text.ref for text in texts]], h5py.ref_dtype)
            held["dof_names"].attrs["MATLAB_class"] = np.bytes_("cell")
        with open(file, "r+b") as stream:
            stream.write(b"MATLAB 7.3 MAT-file, by a test")
        read = sw.read_matrices(file)
        self.assertEqual(read.dof_names, ["a.x", "b.x"])
        self.assertEqual((read.C.nnz, read.K[0, 1]), (0, -1.0))

    def test_refused(self):
        octave, lfs, damaged = (self.folder / name for name in ("octave.mat", "lfs.mat", "damaged.mat"))
        octave.write_text("# Created by Octave 7.3.0\n# name: K\n")
        lfs.write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\n")
        damaged.write_bytes((SAMPLES / "block_v5.mat").read_bytes()[:9000])
        for call, texts in (
                (lambda: sw.read_matrices(SAMPLES / "no_K.mat"),
                 ("no_K.mat", "Mass (2 x 2), Stiffness (2 x 2), notes", "names")),
                (lambda: sw.read_matrices(SAMPLES / "no_K.mat", names={"M": "Mass", "K": "Stifness"}),
                 ("no variable Stifness", "did you mean Stiffness?")),
                (lambda: sw.read_matrices(octave), ("octave.mat", "save -v7")),
                (lambda: sw.read_matrices(lfs), ("lfs.mat", "git lfs pull")),
                (lambda: sw.read_matrices(damaged), ("damaged.mat", "cannot be read")),
                (lambda: sw.read_matrices(self.folder / "none.mat"), ("none.mat", "No such file")),
                (lambda: sw.read_matrices(FILES / "dmig_nan.bdf"), ("dmig_nan.bdf:3", "NaN")),
                (lambda: sw.read_matrices(FILES / "dmig_cut_off.pch"),
                 ("dmig_cut_off.pch: scalar points 9001, 9002", "is the file whole?")),
                (lambda: sw.read_matrices(FILES / "se.pch", names={"K": "KAXX"}), ("no matrix KAXX", "KAAX")),
                (lambda: sw.read_matrices(FILES / "se.pch", units="mm"), ("units = 'mm'", "mm-t-s")),
                (lambda: sw.read_matrices(FILES / "se.pch", scale=1e-3, units="mm-t-s"), ("scale", "give one")),
                (lambda: sw.read_matrices(), ("either file, or M, C and K",)),
                (lambda: sw.read_matrices(SAMPLES / "block_v5.mat", dofs=["a.x"]), ("90 rows, but 1 names",))):
            with self.subTest(texts=texts), self.refused(Path(__file__).name, *texts):
                call()


if __name__ == "__main__":
    unittest.main()
