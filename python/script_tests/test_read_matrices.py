"""Matrices of other programs in Python: every format gives the same body."""
import json
import unittest
from pathlib import Path

import numpy as np
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
                (lambda: sw.read_matrices(FILES / "se.pch", names={"K": "KAXX"}), ("no matrix KAXX", "KAAX")),
                (lambda: sw.read_matrices(FILES / "se.pch", units="mm"), ("units = 'mm'", "mm-t-s")),
                (lambda: sw.read_matrices(FILES / "se.pch", scale=1e-3, units="mm-t-s"), ("scale", "give one")),
                (lambda: sw.read_matrices(), ("either file, or M, C and K",)),
                (lambda: sw.read_matrices(SAMPLES / "block_v5.mat", dofs=["a.x"]), ("90 rows, but 1 names",))):
            with self.subTest(texts=texts), self.refused(Path(__file__).name, *texts):
                call()


if __name__ == "__main__":
    unittest.main()
