"""Models stated line by line, changed, computed and saved."""
import unittest
from pathlib import Path

import numpy as np

import slideway as sw
from support import ScriptTest, arrays_of, chain, chain_frequencies, sliding_mass

STEPS = dict(scheme="event-driven", t_end=0.5)


class ModelTest(ScriptTest):
    def test_a_chain_in_numpy_has_the_frequencies_of_the_closed_form(self):
        modes = chain().modes(of="bodies", n_modes=5)
        found = modes.quantities["chain.frequency"]
        self.assertEqual(found.unit, "Hz")
        np.testing.assert_allclose(found.value, chain_frequencies(), rtol=1e-12)

    def test_values_of_numpy_are_taken_as_those_of_python(self):
        model = sw.Model("Chain")
        model.lumped("chain", chain={"from": "ground", "to": "ground", "masses": np.full(5, 0.5),
                                     "springs": np.full(6, np.float32(2e4))})
        modes = model.modes(of="bodies", n_modes=np.int64(5))
        self.assertEqual(modes.case, chain().modes(of="bodies", n_modes=5).case)

    def test_a_key_that_is_set_counts_from_then_on_as_with_set(self):
        model = sw.load("lumped/chain_modes")
        model["substructure.chain.chain.springs"] = [8e4] * 6
        self.assertEqual(model["substructure.chain.chain.springs"], [8e4] * 6)
        frequency = model.run().quantities["chain.frequency"].value
        np.testing.assert_allclose(frequency, 2 * chain_frequencies(), rtol=1e-12)
        other = self.program("lumped/chain_modes", "--set",
                             "substructure.chain.chain.springs=[8e4, 8e4, 8e4, 8e4, 8e4, 8e4]")
        np.testing.assert_array_equal(frequency, other.quantities["chain.frequency"].value)

    def test_both_names_of_a_renamed_key_are_keywords(self):
        asked = dict(inputs=["chain.m1.x"], outputs="chain.m5.x")
        now = chain().frf(frequency_hz=sw.span(1.0, 9.0, 2.0), **asked)
        former = chain().frf(frequencies_hz=sw.span(1.0, 9.0, 2.0), **asked)
        np.testing.assert_array_equal(former.quantities["response.real"].value,
                                      now.quantities["response.real"].value)
        self.assertEqual(now.summary["warnings"], [])
        self.assertRegex(former.summary["warnings"][0], r"test_models\.py:\d+: analysis\.frequencies_hz is called "
                                             r"frequency_hz now$")
        with self.assertRaisesRegex(sw.InputError, r"a former name of frequency_hz, which .*test_models\.py:\d+ gives, too"):
            chain().frf(frequency_hz=sw.span(1.0, 9.0, 2.0), frequencies_hz=sw.span(1.0, 9.0, 2.0), **asked)

    def test_a_former_name_changes_the_key_of_a_file(self):
        file = self.folder / "case.toml"
        chain().save(file, dict(type="frf", inputs="chain.m1.x", outputs="chain.m5.x",
                                frequency_hz=sw.span(1.0, 9.0, 2.0)))
        model = sw.load(file)
        model["analysis.frequencies_hz.to"] = 5.0
        np.testing.assert_array_equal(model.run().root.frequency, [1.0, 3.0, 5.0])
        model["analysis.frequency_hz.step"] = 1.0
        with self.assertRaisesRegex(sw.InputError, r"test_models\.py:\d+: analysis\.frequencies_hz = .*; a former name "
                                    r"of frequency_hz, which .*test_models\.py:\d+ gives, too; give frequency_hz alone$"):
            model.run()

    def test_a_copy_is_a_model_of_its_own(self):
        model = chain()
        other = model.copy()
        other["substructure.chain.chain.springs"] = [1.0] * 6
        self.assertEqual(model["substructure.chain.chain.springs"], [2e4] * 6)

    def test_a_loop_over_friction_gives_the_points_of_a_map_to_the_bit(self):
        model, limits = sliding_mass(), [0.5, 1.5, 2.5]
        peaks = []
        for limit in limits:
            model["joint.dry.limit"] = limit
            found = model.regimes(method="steady-state")
            peaks.append(found.quantities["amplitude"].value)
        grid = model.map("regimes", x=("joint.dry.limit", limits), method="steady-state")
        np.testing.assert_array_equal(grid["map/quantities/amplitude/value"].values, peaks)
        self.assertEqual(grid.quantities["map.points"].value, 3)

    def test_a_loop_over_friction_makes_bodies_and_modes_once_as_its_map_does(self):
        model = sw.load("beam_on_beam/lock_in")
        asked = dict(position=0.0477, band_hz=[10e3, 11e3], t_start=0.2)
        friction = [0.1, 0.25, 0.4, 0.55]
        growth = []
        for mu in friction:
            model["contact.rub.friction"] = mu
            found = model.complex_modes(**asked)
            growth.append(found.quantities["growth_rate.max"].value)
        self.assertEqual(model.made, {"bodies": 1, "modal models": 1})
        grid = model.map("complex-modes", x=("contact.rub.friction", friction), **asked)
        np.testing.assert_array_equal(grid["map/quantities/growth_rate.max/value"].values, growth)
        model["load.pressing.force"] = -0.1
        model.complex_modes(**asked)
        self.assertEqual(model.made, {"bodies": 1, "modal models": 1})  # the map shared them too
        model["substructure.lower.damping.alpha"] = 30.0
        model.complex_modes(**asked)
        self.assertEqual(model.made, {"bodies": 2, "modal models": 2})
        model["substructure.lower.damping.alpha"] = 20.0
        model.complex_modes(**asked)
        self.assertEqual(model.made, {"bodies": 2, "modal models": 2})  # both are kept

    def test_bodies_are_made_anew_when_a_file_or_the_interface_changes(self):
        model = sw.load("substructures/elastic_pad")
        mesh = self.folder / "pad.geo"
        mesh.write_bytes(Path(sw.shipped("meshes/plates/rectangle.geo")).read_bytes())
        model["substructure.pad.mesh"] = str(mesh)
        first = model.modes(of="bodies", n_modes=2).quantities["pad.frequency"].value
        self.assertEqual(model.made["bodies"], 1)
        mesh.write_text(mesh.read_text() + "\n// another time\n")
        again = model.modes(of="bodies", n_modes=2).quantities["pad.frequency"].value
        np.testing.assert_array_equal(again, first)
        self.assertEqual(model.made["bodies"], 2)
        model.load("push", on="pad.left.x", force=1.0)
        model.modes(of="bodies", n_modes=2)
        self.assertEqual(model.made["bodies"], 3)

    def test_a_blade_with_a_friction_damper_has_the_peak_of_its_shipped_case(self):
        blade = sw.Model("Blade with friction damper")
        blade.plane_stress(
            "blade", mesh=sw.shipped("meshes/plates/rectangle.geo"), thickness=0.020,
            mesh_parameters=dict(length=0.2, height=0.01, nx=40, ny=2, order=2), fixed=["left"],
            material=dict(young=210e9, poisson=0.3, density=7800.0), damping=dict(ratio=0.002),
            reduction=dict(method="craig-bampton", n_modes=6))
        blade.joint("damper", law="elastic-coulomb", between=["blade.bottom_right", "ground"],
                    normal_deg=0.0, k_t=2e5, k_n=0.0, friction=0.3, preload=10.0)
        blade.load("gas", on="blade.top_right.y", force=dict(amplitude=1.0))
        asked = dict(monitor="blade.top_right.y", n_h=3, level=8.0,
                     frequency_hz=sw.span(450.0, 150.0))
        blade.forced_response(**asked)
        blade["joint.damper.preload"] = 40.0
        peaks = blade.forced_response(**asked).quantities
        # harmonic_balance/clamped_plate: an own result, between ends that are closed forms there.
        self.assertAlmostEqual(peaks["peaks.frequency"].value[0] / 272.3557, 1, delta=1e-6)
        self.assertAlmostEqual(peaks["peaks.rms"].value[0] / 8.78976e-5, 1, delta=1e-6)
        self.assertEqual(blade.made, {"bodies": 1, "modal models": 1})

    def test_results_written_by_a_script_are_those_of_the_program_for_the_saved_case(self):
        model = sliding_mass()
        asked = dict(type="transient", **STEPS)
        model.output(history=["body.m.x", "dry"])
        found = model.transient(**STEPS)
        found.write(self.folder / "script")
        self.assert_same(found, sw.read(self.folder / "script"))
        file = self.folder / "case.toml"
        model.save(file, analysis=asked)
        program = self.program(str(file))
        self.assertGreater(len(list(arrays_of(program))), 8)
        program.summary["case"]["file"] = found.summary["case"]["file"]
        self.assertEqual(sw.load(file).tables(), found.case)
        self.assert_same(found, program)

    def test_a_result_keeps_the_case_that_was_computed(self):
        model = sliding_mass()
        found = model.regimes(method="steady-state")
        model["joint.dry.limit"] = 2.0
        self.assertEqual(found.case["joint"][0]["limit"], 1.5)
        self.assertEqual(found.case["analysis"], dict(type="regimes", method="steady-state"))

    def test_figures_take_results_that_were_computed_here(self):
        found = sliding_mass().regimes(method="steady-state")
        figure = sw.plots.contact_motion(found, "orbit/dry")
        self.assertTrue(figure.axes)

    def test_files_of_a_saved_case_are_found_from_where_it_lies(self):
        model = sw.load("substructures/elastic_pad")
        model.save(self.folder / "case.toml")
        mesh = sw.load(self.folder / "case.toml").tables()["substructure"][0]["mesh"]
        self.assertTrue(mesh.startswith("/"))
        (self.folder / "plate.geo").write_text("")
        own = sw.Model()
        own.plane_stress("plate", mesh=str(self.folder / "plate.geo"))
        own.save(self.folder / "own.toml")
        self.assertIn('"plate.geo"', (self.folder / "own.toml").read_text())

    def test_models_and_results_say_what_they_are(self):
        self.assertEqual(repr(sliding_mass()), "<slideway.Model 'Mass with dry friction': "
                         "1 substructure, 1 joint, 1 load>")
        self.assertEqual(repr(sw.Model()), "<slideway.Model '': empty>")
        self.assertIn("modes, end", repr(chain().modes(of="bodies")))


if __name__ == "__main__":
    unittest.main()
