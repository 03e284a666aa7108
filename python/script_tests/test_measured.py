"""Measured responses over computed ones, and the modal assurance criterion."""
import subprocess
import unittest
from pathlib import Path

import matplotlib.image
import numpy as np

import slideway as sw
from slideway.plots import measured
from support import PROGRAM, ScriptTest

SAMPLES = Path(__file__).parent / "samples"
FILES = Path(__file__).resolve().parents[2] / "tests/fem/matrix_files/samples"


def block(units="mm-t-s"):
    """The block of the measurements, held at its foot."""
    model = sw.Model("Block held at its foot")
    if units == "SI":
        read = sw.read_matrices(SAMPLES / "block_v5.mat", names={"C": "D"})
        read.C = None
        read.to_model(model, "block", fixed=[f"n{label}" for label in (111, 112, 121, 122, 131, 132)])
    else:
        model.matrices("block", M=FILES / "block_MASS1.mtx", K=FILES / "block_STIF1.mtx", mesh=FILES / "block.inp",
                       units=units, fixed=["FOOT"])
    return model


class MeasuredTest(ScriptTest):
    def responses(self, model=None, **keys):
        keys = {"outputs": ["block.n512.z", "block.n531.y"], "inputs": ["block.n512.z"], "quantity": "acceleration",
                **keys}
        return (model or block()).frf(frequency_hz={"from": 100.0, "to": 950.0, "step": 50.0}, **keys)

    def test_signs_and_kinds_of_measured_responses(self):
        found = sw.read_universal(SAMPLES / "block_frf.unv").responses
        for model in (block(), block("SI")):
            for quantity in ("displacement", "velocity", "acceleration"):
                results = self.responses(model, quantity=quantity)
                for pair, n in ((f"block.n512.z.{quantity}/block.n512.z", 3), (f"block.n531.y.{quantity}/block.n512.z", 1)):
                    matched = measured.matching(pair, found, [pair])
                    self.assertEqual(len(matched), n)
                    computed = results[f"frf/{pair}/real"].values.ravel() + 1j * results[f"frf/{pair}/imag"].values.ravel()
                    for response, of in matched:
                        hz = results["frequency"].values
                        use = [k for k, f in enumerate(response.frequency_hz) if np.min(np.abs(hz - f)) < 1e-9]
                        self.assertGreaterEqual(len(use), 1)
                        at = [int(np.argmin(np.abs(hz - response.frequency_hz[k]))) for k in use]
                        # The measurement has hysteretic damping of 0.02: |k - w^2 m| changes by its square, and by
                        # more near the resonance at 1071 Hz
                        share = np.abs(0.02 / (1 - (hz[at] / 1071.54)**2))**2 + 5e-6
                        np.testing.assert_array_less(
                            np.abs(response.along(of)[use].real / computed[at].real - 1) if quantity != "velocity" else
                            np.abs(response.along(of)[use].imag / computed[at].imag - 1), 3 * share)

    def test_figure(self):
        results = self.responses()
        pair = "block.n531.y.acceleration/block.n512.z"
        figure = sw.plots.frequency_response(results, pair, over=sw.read_universal(SAMPLES / "block_frf.unv").responses)
        top, bottom = figure.axes
        self.assertEqual([line.get_label() for line in top.lines], ["computed", "measured 531.-y/512.z"])
        computed, over = top.lines
        common = np.isin(over.get_xdata(), computed.get_xdata())
        np.testing.assert_allclose(over.get_ydata()[common][:8], computed.get_ydata()[:8], atol=0.02)  # [dB]
        difference = bottom.lines[1].get_ydata()[:8] - bottom.lines[0].get_ydata()[:8]
        np.testing.assert_allclose((difference + 180) % 360 - 180, 0, atol=1)  # [°]

    def test_command(self):
        self.responses().write(self.folder / "results")
        plot = [PROGRAM, "plot", self.folder / "results", "--format", "png", "--over"]
        done = subprocess.run([*plot, SAMPLES / "block_frf.unv"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn('note: axes "Response" have no exponents', done.stdout)
        picture = self.folder / "results/figures/frf_block.n531.y.acceleration_per_block.n512.z.png"
        self.assertGreater(matplotlib.image.imread(picture).shape[0], 300)
        for file, text in ((SAMPLES / "frf.csv", "no response of a pair"), (SAMPLES / "uff58_cut_off.unv", "36 of 40 points"),
                           (SAMPLES / "block_modes.unv", "no response of a pair")):
            done = subprocess.run([*plot, file], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
            self.assertIn(text, done.stderr)
        block().modes(of="bodies", n_modes=2).write(self.folder / "modes")
        done = subprocess.run([PROGRAM, "plot", self.folder / "modes", "--over", SAMPLES / "frf.csv"],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("expected one folder with frequency responses", done.stderr)

    def test_a_response_without_points_belongs_to_the_only_pair(self):
        results = self.responses(outputs=["block.n512.z"], quantity="displacement")
        [pair] = ["block.n512.z.displacement/block.n512.z"]
        figure = sw.plots.frequency_response(results, pair, over=sw.read_responses(SAMPLES / "frf.csv"))
        computed, over = figure.axes[0].lines
        np.testing.assert_allclose(over.get_ydata()[:8], computed.get_ydata()[:8], atol=0.02)

    def test_written_responses_are_laid_over_their_own(self):
        results = self.responses()
        self.assertEqual(results.write_universal(self.folder / "own.unv"), {512: "block.n512", 531: "block.n531"})
        found = sw.read_universal(self.folder / "own.unv")
        self.assertEqual([r.pair for r in found.responses], ["512.z/512.z", "531.y/512.z"])
        for response, output in zip(found.responses, ("n512.z", "n531.y")):
            name = f"frf/block.{output}.acceleration/block.n512.z"
            np.testing.assert_allclose(response.H, results[f"{name}/real"].values.ravel()
                                       + 1j * results[f"{name}/imag"].values.ravel(), rtol=1e-11)

    def test_responses_in_csv_are_laid_over_the_pair_of_their_name(self):
        results = self.responses()
        results.to_csv(self.folder / "own.csv")
        found = sw.read_responses(self.folder / "own.csv")
        pair = "block.n531.y.acceleration/block.n512.z"
        self.assertEqual([r.name for r in found], ["block.n512.z.acceleration/block.n512.z", pair])
        [(response, quantity)] = measured.matching(pair, found, [pair, "other"])
        np.testing.assert_array_equal(response.along(quantity).real, results[f"frf/{pair}/real"].values.ravel())

    def test_mac(self):
        universal = sw.read_universal(SAMPLES / "block_modes.unv")
        labels = [label for label in universal.nodes if label >= 200]
        model = block()
        model["substructure.block.reduction"] = dict(method="none", boundary=[f"n{label}" for label in labels])
        results = model.modes(of="bodies", n_modes=6)
        for other in (results, universal.modes):
            criterion = sw.mac(universal, other)
            n = len(criterion.computed_hz)
            self.assertEqual(criterion.values.shape, (4, n))
            np.testing.assert_allclose(np.diag(criterion.values), 1, atol=1e-9)  # shapes with six digits
            self.assertLess(np.max(criterion.values - np.eye(4, n)), 0.7)
            self.assertEqual(np.asarray(criterion).shape, (4, n))
        criterion = sw.mac(universal, results)
        self.assertEqual(len(criterion.dofs), 3 * len(labels))
        turned = universal.modes.shapes * np.exp(0.3j)
        rotated = type(universal.modes)(**{**vars(universal.modes), "shapes": turned})
        np.testing.assert_allclose(sw.mac(rotated, results).values, criterion.values, rtol=1e-12)
        figure = criterion.plot()
        self.assertEqual(len([text for text in figure.axes[0].texts]), 4 * 6)
        self.assertIn("computed mode [Hz]", figure.axes[0].get_xlabel())

    def test_mac_of_a_meshed_body(self):
        """The points of its outline have the numbers of the file of the mesh. Ports by these numbers have the same modes."""
        steel = dict(young=210e9, poisson=0.3, density=7800.0)
        edges = [100 * i + 10 * j + k for i in range(1, 6) for j in ((1, 2, 3) if i in (1, 5) else (1, 3)) for k in (1, 2)]

        def meshed(**keys):
            model = sw.Model()
            model.solid("block", mesh=FILES / "block.inp", units="mm-t-s", material=steel, fixed=["FOOT"], **keys)
            return model
        results = meshed().modes(of="bodies", n_modes=4)
        np.testing.assert_array_equal(results["bodies/block/outline/label"].values, edges)
        free = [f"n{label}" for label in edges if label > 200]
        meshed(reduction=dict(method="none", boundary=free)).body("block").save(self.folder / "export")
        model = sw.Model()
        model.matrices("block", folder=self.folder / "export")
        criterion = sw.mac(model.modes(of="bodies", n_modes=4), results)
        self.assertEqual(len(criterion.dofs), 3 * len(free))
        np.testing.assert_allclose(np.diag(criterion.values), 1, rtol=1e-9)
        results.write_universal(self.folder / "modes.unv")
        universal = sw.read_universal(self.folder / "modes.unv")
        self.assertEqual(list(universal.modes.labels), edges)
        np.testing.assert_allclose(universal.nodes[532], [0.2, 0.048, 0.021], rtol=1e-12)
        np.testing.assert_allclose(np.diag(sw.mac(universal, results).values), 1, rtol=1e-9)
        two = meshed()
        two.solid("other", mesh=FILES / "block.inp", units="mm-t-s", material=steel, fixed=["TIP"])
        with self.refused("block.n111 and other.n111 have the number 111", 'of="bodies"'):
            sw.mac(universal, two.modes(of="coupled", n_modes=2))

    def test_mac_refused(self):
        universal = sw.read_universal(SAMPLES / "block_modes.unv")
        model = sw.Model()
        model.lumped("chain", chain={"from": "ground", "to": "ground", "masses": [1.0] * 2, "springs": [1.0] * 3})
        chain = model.modes(of="bodies", n_modes=2)
        for call, texts in (
                (lambda: sw.mac(universal, chain), ("no numbered nodes: chain.m1, chain.m2", "labels=")),
                (lambda: sw.mac(universal, chain, labels={"m1": 9}), ("no translation of a node in common", "labels=")),
                (lambda: sw.mac(universal, chain, labels={"m9": 512}), ("no node m9", "m1")),
                (lambda: self.responses().write_universal(self.folder / "b.unv", labels={"n51": 1}),
                 ("no point n51", "did you mean n531?")),
                (lambda: sw.mac(universal, 3), ("mac: 3", "results of modes")),
                (lambda: sw.mac(sw.read_universal(SAMPLES / "block_frf.unv"), chain), ("no modes",)),
                (lambda: sw.mac(universal, self.responses()), ("no modes; expected results of the analysis modes",))):
            with self.subTest(texts=texts), self.refused(Path(__file__).name, *texts):
                call()


if __name__ == "__main__":
    unittest.main()
