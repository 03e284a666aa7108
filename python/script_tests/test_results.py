"""Results for other programs, and for notebooks."""
import sys
import unittest
from unittest import mock

import numpy as np
import scipy.io

import slideway as sw
from slideway.results import _Fields
from support import ScriptTest, arrays_of, chain, sliding_mass


class ResultsTest(ScriptTest):
    def test_results_for_matlab_hold_every_quantity_and_array(self):
        model = sliding_mass()
        model.output(history=["body.m.x", "dry"])
        for found in (model.transient(scheme="event-driven", t_end=3.0), chain().modes(of="bodies"),
                      sw.load("motion_regimes/five_masses_contact_4").run()):
            file = self.folder / "results.mat"
            found.to_mat(file)
            read = scipy.io.loadmat(file, simplify_cells=True)
            self.assertEqual((read["analysis"], read["status"]), (found.analysis, found.status))
            by_name = {q["name"]: q for q in read["quantities"].values()}
            self.assertEqual(list(by_name), list(found.quantities))
            for name, q in found.quantities.items():
                np.testing.assert_array_equal(by_name[name]["value"], np.squeeze(q.value))

            def leaves(struct):
                for field, inner in struct.items():
                    if "values" in inner:
                        yield inner
                    else:
                        yield from leaves(inner)
            arrays = {leaf["name"]: leaf for leaf in leaves(read["arrays"])}
            self.assertEqual(sorted(arrays), sorted(arrays_of(found)))
            for name, leaf in arrays.items():
                if found[name].dtype.kind != "U" and found[name].size > 0:
                    np.testing.assert_array_equal(np.squeeze(leaf["values"]), np.squeeze(found[name].values))
                    self.assertEqual(leaf["unit"] if len(leaf["unit"]) else "", found[name].unit)
        with mock.patch.dict(sys.modules, {"scipy": None, "scipy.io": None}):
            with self.refused("test_results.py:", "has no scipy; apt-get install python3-scipy"):
                found.to_mat(file)

    def test_arrays_of_transients_responses_and_maps_are_attributes(self):
        model = sliding_mass()
        model.output(history=["body.m.x", "dry"])
        transient = model.transient(scheme="event-driven", t_end=3.0)
        root = transient.root
        for array, name in ((root.points["body.m.x"].displacement, "points/body.m.x/displacement"),
                            (root.joints.dry.events.time, "joints/dry/events/time"),
                            (root.energy.residual, "energy/residual"),
                            (root.states["0001"].q, "states/0001/q")):
            np.testing.assert_array_equal(array.values, transient[name].values)
            self.assertEqual(array.unit, transient[name].unit)
        self.assertEqual(root.joints.dry.force.shape, root.time.shape)

        response = sw.load("harmonic_balance/duffing").run()
        curve = response.root.levels[0]
        self.assertEqual(curve.frequency.unit, "Hz")
        np.testing.assert_array_equal(curve.frequency.values, curve.branch.p.values / (2 * np.pi))
        self.assertEqual(response.root.n_h.item(), response["n_h"].item())

        limits = [0.5, 1.5]
        grid = sliding_mass().map("regimes", x=("joint.dry.limit", limits), method="steady-state").root.map
        np.testing.assert_array_equal(grid.x.values, limits)
        np.testing.assert_array_equal(grid.quantities.amplitude.point.values, [0, 1])

    def test_names_of_fields_are_those_that_matlab_takes(self):
        fields = _Fields()
        for name in ("a.b", "a-b", "1", "_x", "\u03b1", "n" * 80, "n" * 81):
            fields.add([name], dict(name=name))
        self.assertEqual(list(fields.fields), ["a_b", "a_b_2", "x1", "x_x", "x_", "n" * 59, "n" * 59 + "_2"])

    def test_results_are_tables_in_a_notebook(self):
        model = chain()
        model["title"] = "<Chain> & more"
        found = model.modes(of="bodies", n_modes=2)
        table = found.quantities._repr_html_()
        self.assertIn("<tr><td>chain.frequency</td><td>16.47693, 31.83099</td><td>Hz</td></tr>", table)
        text = "<b>&lt;Chain&gt; &amp; more</b>: modes, end" + table + '<img src="data:image/png;base64,'
        self.assertEqual(found._repr_html_()[:len(text)], text)
        long = chain(masses=9).modes(of="bodies").quantities._repr_html_()
        self.assertIn(", ... (9)</td>", long)
        found.write(self.folder / "written")
        self.assertEqual(sw.read(self.folder / "written").quantities._repr_html_(), table)


if __name__ == "__main__":
    unittest.main()
