"""Results as tables of pandas and xarray and as CSV, with the numbers and units of the arrays."""
import csv
import sys
import unittest
from unittest import mock

import numpy as np

import slideway as sw
from support import ScriptTest, chain, needs, sliding_mass


def transient():
    model = sliding_mass()
    model.output(history=["body.m.x", "dry"])
    return model.transient(scheme="event-driven", t_end=3.0)


def responses(**keys):
    return chain().frf(frequency_hz=sw.span(1.0, 9.0, 2.0), inputs=["chain.m1.x", "chain.m2.x"],
                       outputs=["chain.m5.x"], **keys)


@needs("pandas", "xarray")
class TablesTest(ScriptTest):
    def csv(self, found, table=""):
        """Head and rows of the CSV file of a table."""
        found.to_csv(self.folder / "table.csv", table)
        with open(self.folder / "table.csv", encoding="utf-8", newline="") as stream:
            head, *rows = csv.reader(stream)
        return head, rows

    def test_a_transient_is_a_table_over_time(self):
        found = transient()
        frame, data = found.to_pandas(), found.to_xarray()
        name = "points/body.m.x/displacement"
        self.assertEqual(frame.index.name, "time")
        np.testing.assert_array_equal(frame[name], found[name])
        np.testing.assert_array_equal(data[name], found[name])
        np.testing.assert_array_equal(data["time"], found["time"])
        self.assertEqual(frame.attrs["units"][name], "m")
        self.assertEqual(data[name].attrs, {"units": "m", "long_name": found[name].meaning})
        self.assertEqual(data["joints/dry/force"].dims, ("time",))
        np.testing.assert_array_equal(frame["joints/dry/force"], found["joints/dry/force"])
        self.assertFalse([column for column in frame if "events" in column])
        head, rows = self.csv(found)
        self.assertEqual((head[0], len(rows)), ("time [s]", len(found["time"])))
        column = head.index(f"{name} [m]")
        np.testing.assert_array_equal([float(row[column]) for row in rows], found[name])  # all digits

    def test_several_entries_are_several_columns(self):
        model = sw.load("contact_patch/circling_point")
        found = model.run()
        [joint] = found.names("joints")
        force = found[f"joints/{joint}/force"]
        frame = found.to_pandas()
        for k in range(force.shape[1]):
            np.testing.assert_array_equal(frame[f"joints/{joint}/force[{k}]"], force[:, k])
        self.assertGreater(force.shape[1], 1)
        self.assertEqual(found.to_xarray()[f"joints/{joint}/force"].dims, ("time", f"joints/{joint} entry"))

    def test_responses_are_complex_over_frequency(self):
        found = responses()
        frame, data = found.to_pandas(), found.to_xarray()
        pair = "chain.m5.x.acceleration/chain.m2.x"
        expected = (found[f"frf/{pair}/real"] + 1j * found[f"frf/{pair}/imag"]).ravel()
        np.testing.assert_array_equal(frame[pair], expected)
        np.testing.assert_array_equal(frame.index, found["frequency"])
        self.assertEqual((data[pair].dims, data[pair].attrs["units"]), (("frequency",), "m/s^2/N"))
        np.testing.assert_array_equal(data[pair].sel(frequency=3.0), expected[1])
        head, rows = self.csv(found)
        self.assertEqual(head[:3], ["frequency [Hz]", "real chain.m5.x.acceleration/chain.m1.x [m/s^2/N]",
                                    "imag chain.m5.x.acceleration/chain.m1.x [m/s^2/N]"])
        self.assertEqual(float(rows[1][1]), found["frf/chain.m5.x.acceleration/chain.m1.x/real"].ravel()[1])

    def test_responses_at_several_places_are_a_grid(self):
        model = sw.load("beam_on_beam/lock_in")
        found = model.frf(times=sw.span(0.2, 0.4, 0.1), frequency_hz=sw.span(9e3, 1e4, 1e3), t_start=0.2,
                          inputs=["upper.tip.y"], outputs=["lower.free_end.y"])
        data = found.to_xarray()
        [pair] = data.data_vars
        self.assertEqual(data[pair].shape, (3, 2))
        np.testing.assert_array_equal(data[pair].real, found[f"frf/{pair}/real"])
        frame = found.to_pandas()
        self.assertEqual(frame.index.names, ["position", "frequency"])
        self.assertEqual(frame[pair].iloc[3], data[pair].values[1, 1])

    def test_curves_of_forced_responses_follow_each_other(self):
        model = sw.load("harmonic_balance/duffing")
        model["analysis.level"] = [0.5, 1.0]
        found = model.run()
        frame = found.to_pandas()
        self.assertEqual(frame["level"].unique().tolist(), [0.5, 1.0])
        for number, curve in enumerate(found.root.levels, 1):
            rows = frame[frame["curve"] == number]
            np.testing.assert_array_equal(rows["frequency"], curve.frequency)
            [point] = dir(curve.points)
            np.testing.assert_array_equal(rows[f"points/{point}/rms"], curve.points[point].rms)
        self.assertEqual(frame.attrs["units"]["frequency"], "Hz")
        data = found.to_xarray()
        self.assertEqual((data.sizes["point"], data["frequency"].attrs["units"]), (len(frame), "Hz"))
        self.assertEqual(self.csv(found)[0][:4], ["point", "curve", "level", "frequency [Hz]"])

    def test_maps_are_grids_over_their_keys(self):
        limits, frequencies = [0.5, 1.0, 1.5], [4.0, 6.0]
        found = sliding_mass().map("regimes", x=("joint.dry.limit", limits), y=("excitation.Omega", frequencies),
                                   method="steady-state")
        data = found.to_xarray()
        self.assertEqual(data["amplitude"].dims, ("joint.dry.limit", "excitation.Omega"))
        self.assertEqual((data["amplitude"].attrs["units"], data["joint.dry.limit"].attrs["units"]), ("m", "N"))
        np.testing.assert_array_equal(data["amplitude"].values.ravel(), found["map/quantities/amplitude/value"])
        one = sliding_mass()
        one["joint.dry.limit"], one["excitation.Omega"] = 1.5, 4.0
        self.assertEqual(data["amplitude"].sel({"joint.dry.limit": 1.5, "excitation.Omega": 4.0}),
                         one.regimes(method="steady-state").quantities["amplitude"].value)
        frame = found.to_pandas()
        self.assertEqual(frame.index.names, ["joint.dry.limit", "excitation.Omega"])
        self.assertEqual(set(frame["status"]), {"end"})
        self.assertEqual(frame.loc[(1.0, 6.0), "regime"], data["regime"].values[1, 1])

    def test_points_of_a_refined_map_and_of_lists_have_rows(self):
        found = sliding_mass().map("regimes", x=("joint.dry.limit", [0.5, 6.0]), method="steady-state",
                                   refine=2, refine_on="regime")
        frame = found.to_pandas()
        np.testing.assert_array_equal(frame["joint.dry.limit"], found["map/x"])
        self.assertGreater(len(frame), 2)
        lists = chain().map("modes", x=("substructure.chain.chain.masses.1", [0.5, 1.0]), of="bodies", n_modes=3)
        data = lists.to_xarray()
        self.assertEqual(data["chain.frequency"].shape, (2, 3))
        self.assertEqual(list(lists.to_pandas())[1:4], [f"chain.frequency[{k}]" for k in range(3)])

    def test_key_figures_are_a_table_too(self):
        modes = chain().modes(of="bodies", n_modes=2)
        frame = modes.to_pandas("quantities")
        rows = frame[frame["quantity"] == "chain.frequency"]
        self.assertEqual((rows["entry"].tolist(), rows["unit"].tolist()), ([0, 1], ["Hz", "Hz"]))
        np.testing.assert_array_equal(rows["value"].astype(float), modes.quantities["chain.frequency"].value)

    def test_tables_of_slideway_plot_have_the_units_of_their_heads(self):
        found = sw.load("backbones/duffing").run()
        frame, data = found.to_pandas(), found.to_xarray()
        self.assertEqual(frame.attrs["units"]["frequency"], "Hz")
        self.assertEqual(data["frequency"].attrs, {"units": "Hz"})
        np.testing.assert_array_equal(frame["frequency"], data["frequency"])
        self.assertIn("frequency [Hz]", self.csv(found)[0])

    def test_a_table_that_is_not_there_names_those_that_are(self):
        with self.refused("test_tables.py:", "no table histroy; expected one of history, quantities"):
            transient().to_pandas("histroy")

    def test_missing_packages_are_named(self):
        found = responses()
        for package, convert in (("pandas", found.to_pandas), ("xarray", found.to_xarray)):
            with mock.patch.dict(sys.modules, {package: None}):
                with self.refused("test_tables.py:", f"has no {package}; apt-get install python3-{package}"):
                    convert()


if __name__ == "__main__":
    unittest.main()
