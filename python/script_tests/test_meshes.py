"""Meshes that a script gives: arrays, a session of Gmsh, meshio."""
import inspect
import unittest
from pathlib import Path

import numpy as np
import scipy.linalg

import slideway as sw
from support import ScriptTest, needs

HERE = Path(__file__).name
STEEL = dict(young=210e9, poisson=0.3, density=7800.0)


def line():
    """That of the caller."""
    return inspect.currentframe().f_back.f_lineno


def rectangle(n_x, n_y, length, height):
    """Points and quads row by row, from the lower left corner."""
    x, y = np.meshgrid(np.linspace(0, length, n_x + 1), np.linspace(0, height, n_y + 1))
    first = (np.arange(n_y)[:, None] * (n_x + 1) + np.arange(n_x)).ravel()
    quads = np.column_stack([first, first + 1, first + n_x + 2, first + n_x + 1])
    return np.column_stack([x.ravel(), y.ravel()]), quads


def plate(mesh, **keys):
    model = sw.Model("Plate")
    model.plane_stress("plate", mesh=mesh, thickness=0.02, material=STEEL, **keys)
    return model


AT_PLATE = inspect.getsourcelines(plate)[1] + 2  # where it gives the keys


def left_side(n_x, n_y):
    nodes = np.arange(n_y + 1) * (n_x + 1)
    return np.column_stack([nodes[:-1], nodes[1:]])


def as_arrays(body):
    return {name: getattr(body, name).toarray() for name in "MCK"} | \
        {f"{name}.{what}": np.asarray(getattr(port, what).toarray() if what == "W" else getattr(port, what))
         for name, port in body.ports.items() for what in ("W", "X", "share", "area")}


class MeshBodyTest(ScriptTest):
    def assert_same_body(self, one, other):
        one, other = as_arrays(one), as_arrays(other)
        self.assertEqual(one.keys(), other.keys())
        for name in one:
            np.testing.assert_array_equal(one[name], other[name], name)


def bar(n_x, second_order):
    """A bar of n_x cubes of 10 mm along x as points, elements in the order of VTK, and the face at x = 0."""
    edges = [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4), (0, 4), (1, 5), (2, 6), (3, 7)]
    corners = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]])
    places = np.vstack([corners, [(corners[a] + corners[b]) / 2 for a, b in edges]]) if second_order else corners
    every = np.vstack([places + [i, 0, 0] for i in range(n_x)])
    points, rows = np.unique(every, axis=0, return_inverse=True)
    face = [0, 3, 7, 4] + ([11, 19, 15, 16] if second_order else [])  # seen from outside or not: it does not matter
    rows = rows.reshape(n_x, -1)
    return 0.01 * points, rows, rows[:1, face]


class SolidMeshTest(MeshBodyTest):
    def model(self, mesh, **keys):
        model = sw.Model("Bar")
        model.solid("bar", mesh=mesh, material=STEEL, **keys)
        return model

    def test_a_solid_of_arrays_is_that_of_its_saved_file_and_carries_its_load(self):
        for second_order, kind, face_kind in [(False, "hexahedron", "quad"), (True, "hexahedron20", "quad8")]:
            points, cells, face = bar(4, second_order)
            mesh = sw.Mesh(points, {kind: cells}, {"clamp": {face_kind: face}, "last": {kind: cells[3:]},
                                                   "tip": {"vertex": [len(points) - 1]}})
            self.assertEqual(repr(mesh), f"<slideway.Mesh: {len(points)} nodes, 4 {kind}; 40 x 10 x 10 mm; "
                                         "groups: clamp, last, tip>")
            np.testing.assert_array_equal(mesh.elements[kind], cells)  # the order of Gmsh and back
            model = self.model(mesh, fixed=["clamp"])
            model.load("pull", on="bar.last.x", force=1000.0)
            model.save(self.folder / "bar.toml", analysis=dict(type="static"))
            self.assert_same_body(model.body("bar"), sw.load(self.folder / "bar.toml").body("bar"))
            found = sw.load(self.folder / "bar.toml").run().quantities
            self.assertAlmostEqual(float(found["bar.support.clamp.force.x"].value), -1000.0, places=6)

    @needs("meshio")
    def test_a_solid_of_meshio_is_that_of_arrays(self):
        import meshio
        points, cells, face = bar(3, True)
        given = meshio.Mesh(points, [("hexahedron20", cells), ("quad8", face)],
                            cell_sets={"clamp": [None, np.array([0])]})
        of_arrays = sw.Mesh(points, {"hexahedron20": cells}, {"clamp": {"quad8": face}})
        self.assert_same_body(self.model(sw.Mesh.from_meshio(given), fixed=["clamp"]).body("bar"),
                              self.model(of_arrays, fixed=["clamp"]).body("bar"))

    def test_wrong_solids_of_arrays_are_refused(self):
        points, cells, _ = bar(2, False)
        with self.refused(f"{HERE}:{line() + 1}: groups['a']['hexahedron'][0]", "not one of elements['hexahedron']"):
            sw.Mesh(points, {"hexahedron": cells[:1]}, {"a": {"hexahedron": cells[1:]}})
        with self.refused("is inverted or degenerate"):
            self.model(sw.Mesh(points, {"hexahedron": cells[:, [4, 5, 6, 7, 0, 1, 2, 3]]})).body("bar")


class MeshTest(MeshBodyTest):
    def test_a_mesh_of_arrays_bends_as_its_clamped_beam(self):
        n_x, n_y, length, height = 40, 4, 0.2, 0.01
        points, quads = rectangle(n_x, n_y, length, height)
        mesh = sw.Mesh(points, {"quad": quads}, {"left": {"line": left_side(n_x, n_y)},
                                                 "tip": {"vertex": [n_x]}, "all": {"quad": quads}})
        self.assertEqual(repr(mesh), "<slideway.Mesh: 205 nodes, 160 quad; 200 x 10 mm; groups: left, tip, all>")
        model = plate(mesh, fixed=["left"])
        found = model.modes(of="bodies", n_modes=1).quantities["plate.frequency"].value
        # Euler-Bernoulli, beta l = 1.87510407; shear and rotary inertia lower it by 0.3 % at l/h = 20
        beam = 1.87510407**2 / (2 * np.pi * length**2) * np.sqrt(210e9 * height**2 / (12 * 7800.0))
        self.assertTrue(0.99 < np.ravel(found)[0] / beam < 1, np.ravel(found)[0] / beam)
        body = model.body("plate")
        self.assertEqual(list(body.ports), ["all", "left", "tip"])
        np.testing.assert_array_equal(body.ports["tip"].X, [[length, 0, 0]])
        self.assertAlmostEqual(body.ports["left"].area, height * 0.02)

    def test_a_saved_mesh_makes_the_same_body_of_its_file(self):
        points, quads = rectangle(6, 3, 1 / 3, 0.1)
        triangles = [[0, 7, 28], [7, 14, 28], [14, 21, 28]]
        points = np.vstack([points, [-0.1, 0.05]])
        mesh = sw.Mesh(points, {"quad": quads, "triangle": triangles[::1]},
                       {"left": {"line": [[0, 28], [21, 28]]}, "tip": {"vertex": [6]},
                        "part": {"quad": quads[:5]}})
        for given in (mesh, sw.Mesh(points[:, ::-1], {"quad": quads, "triangle": triangles})):
            model = plate(given)
            model.save(self.folder / "plate.toml", analysis=dict(type="modes", of="bodies", n_modes=5))
            self.assertTrue((self.folder / "plate.plate.mesh.msh").is_file())
            loaded = sw.load(self.folder / "plate.toml")
            self.assertEqual(loaded["substructure.plate.mesh"], "plate.plate.mesh.msh")
            self.assert_same_body(model.body("plate"), loaded.body("plate"))
            self.assert_same(loaded.run(), self.program(str(self.folder / "plate.toml")))
            found = model.modes(of="bodies", n_modes=5).quantities
            for name, quantity in loaded.run().quantities.items():
                np.testing.assert_array_equal(quantity.value, found[name].value)

    def test_elements_of_second_order_and_beams_come_back_too(self):
        points = [[0, 0], [2, 0], [2, 1], [0, 1], [1, 0], [2, 0.5], [1, 1], [0, 0.5],
                  [3, 0.5], [2.5, 0.25], [2.5, 0.75]]
        mesh = sw.Mesh(points, {"quad8": [[0, 1, 2, 3, 4, 5, 6, 7]], "triangle6": [[1, 8, 2, 9, 10, 5]]},
                       {"left": {"line3": [[3, 0, 7]]}})
        model = plate(mesh, scale=0.01)
        model.save(self.folder / "plate.toml")
        self.assert_same_body(model.body("plate"), sw.load(self.folder / "plate.toml").body("plate"))
        self.assertEqual(model.body("plate").ports["left"].X.tolist(), [[0, 0, 0], [0, 0.01, 0], [0, 0.005, 0]])

        arc = np.linspace(0, np.pi, 9)
        line = sw.Mesh(np.column_stack([np.cos(arc), np.sin(arc)]), {},
                       {"arc": {"line": np.column_stack([np.arange(8), np.arange(1, 9)])}})
        model = sw.Model()
        model.beam("arch", mesh=line, curve="arc", material=dict(young=1e9, density=1e3),
                   section=dict(width=0.1, height=0.1))
        model.save(self.folder / "arch.toml")
        self.assert_same_body(model.body("arch"), sw.load(self.folder / "arch.toml").body("arch"))

    def test_groups_of_elements_do_not_cut_the_body(self):
        points, quads = rectangle(4, 2, 2.0, 1.0)
        whole = plate(sw.Mesh(points, {"quad": quads})).body("plate")
        with_group = plate(sw.Mesh(points, {"quad": quads}, {"part": {"quad": quads[2:4]}}))
        np.testing.assert_array_equal(with_group.body("plate").K.toarray(), whole.K.toarray())
        self.assertEqual(with_group.body("plate").ports["part"].X.shape, (6, 3))
        self.assertNotIn("left out", repr(with_group.body("plate")))

    def test_a_mesh_is_kept_by_its_numbers(self):
        points, quads = rectangle(4, 2, 2.0, 1.0)
        mesh = sw.Mesh(points, {"quad": quads}, {"tip": {"vertex": [4]}})
        model = plate(mesh)
        first = model.body("plate").K.toarray()
        points *= 2  # in place, after it was given
        np.testing.assert_array_equal(model.body("plate").K.toarray(), first)
        model["substructure.plate.mesh"] = sw.Mesh(points / 2, {"quad": quads}, {"tip": {"vertex": [[4]]}})
        model.body("plate")
        self.assertEqual(model.made["bodies"], 1)
        model["substructure.plate.mesh"] = sw.Mesh(points, {"quad": quads})
        model.body("plate")
        self.assertEqual(model.made["bodies"], 2)
        held = model["substructure.plate.mesh"]
        np.testing.assert_array_equal(held.points[:, :2], points)
        np.testing.assert_array_equal(held.elements["quad"], quads)
        self.assertEqual(held.groups, {})
        np.testing.assert_array_equal(mesh.groups["tip"]["vertex"], [[4]])

    def test_what_makes_no_mesh_is_refused_in_its_line(self):
        points, quads = rectangle(2, 1, 2.0, 1.0)
        nan = points.copy()
        nan[3, 1] = np.nan
        good = {"quad": quads}
        for given, said in [
                ((points, {"quad": [[0, 1, 4, 6]]}),
                 "elements['quad'][0] = [0, 1, 4, 6]; expected rows of points, 0 to 5"),
                ((points, {"quad": [[0, 1, 4, -1]]}), "elements['quad'][0] = [0, 1, 4, -1]; expected rows"),
                ((points, good, {"left": {"line": [[0, 3], [3, 9]]}}),
                 "groups['left']['line'][1] = [3, 9]; expected rows of points, 0 to 5"),
                ((points, good, {"tip": {"vertex": [6]}}), "groups['tip']['vertex'][0] = [6]; expected rows"),
                ((points, {"quad": quads.astype(float)}), "an array of float64, shape (2, 4); expected m x 4 whole"),
                ((points, {"quad": quads[:, :3]}), "shape (2, 3); expected m x 4 whole numbers"),
                ((points, {"quad": [[0, 1, 2], [3]]}), "expected m x 4 whole numbers"),
                ((points, {"pyramid": quads}), "no type of elements 'pyramid'; allowed: vertex, line"),
                ((points, quads), "elements = ndarray; expected a dict"),
                ((points, {}), "a mesh without elements; expected triangles, quadrilaterals or solid"),
                ((points, good, {"a": {"line": [[0, 3]], "vertex": [0]}}),
                 "groups['a']; expected points, sides or elements, of one kind"),
                ((points, good, {"a": {}}), "groups['a']; expected points, sides or elements"),
                ((points, good, {'a"b': {"vertex": [0]}}), "a name has no quote"),
                ((points, good, {"a" * 251: {"vertex": [0]}}), "at most 250 bytes"),
                ((points, good, {"part": {"quad": [quads[1], [0, 1, 5, 4]]}}),
                 "groups['part']['quad'][1] = [0, 1, 5, 4]; not one of elements['quad']"),
                ((points, good, {"part": {"triangle": [[0, 1, 3]]}}), "not one of elements['triangle']"),
                ((points, good, {"": {"vertex": [0]}}), "group ''; expected a name"),
                ((nan, good), "points[3] = "),
                ((points * 1j, good), "points, an array of complex128, shape (6, 2)"),
                ((None, good), "points, an array of object, shape ()"),
                ((points[0], good), "shape (2,); expected n x 2 or n x 3 numbers"),
                (([[0, 0], [1]], good), "expected n x 2 or n x 3 numbers")]:
            with self.subTest(said=said):
                with self.refused(f"{HERE}:{line() + 1}: ", said):
                    sw.Mesh(*given)

    def test_clockwise_and_repeated_elements_are_warnings(self):
        points, quads = rectangle(2, 1, 2.0, 1.0)
        mixed = np.vstack([quads, quads[0]])
        mixed[1] = mixed[1, ::-1]
        found = plate(sw.Mesh(points, {"quad": mixed})).modes(of="bodies", n_modes=4)
        self.assertEqual(found.summary["warnings"], [
            "body plate: 1 element has the corners of an earlier one and is left out: 3; it would count twice",
            "body plate: 1 of 2 elements are clockwise and were reversed: 2"])
        other = plate(sw.Mesh(points, {"quad": quads})).modes(of="bodies", n_modes=4)
        np.testing.assert_array_equal(found.quantities["plate.frequency"].value,
                                      other.quantities["plate.frequency"].value)

    def test_what_makes_no_body_is_refused_with_the_line_of_its_key(self):
        points, quads = rectangle(2, 1, 2.0, 1.0)
        for mesh, keys, said in [
                (sw.Mesh(np.column_stack([points, points[:, 0]]), {"quad": quads}), {}, "lies in z = 0"),
                (sw.Mesh(points, {"quad": quads}), dict(fixed=["left"]), "left"),
                (sw.Mesh(points, {"quad": quads}), dict(mesh_parameters=dict(nx=3)), "parameters belong to a .geo"),
                (points, {}, "mesh = a ndarray; expected a file, or a slideway.Mesh"),
                (None, {}, "mesh = a NoneType; expected a file, or a slideway.Mesh")]:
            with self.subTest(said=said):
                with self.refused(f"{HERE}:{AT_PLATE}: substructure.plate", said):
                    plate(mesh, **keys).body("plate")


@needs("gmsh")
class GmshTest(MeshBodyTest):
    def setUp(self):
        super().setUp()
        import gmsh
        self.gmsh = gmsh
        gmsh.initialize(["gmsh"], False)
        self.addCleanup(gmsh.finalize)
        gmsh.option.setNumber("General.Terminal", 0)

    def draw_pad(self):
        """60 x 15 mm, triangles, with its faces named."""
        gmsh = self.gmsh
        gmsh.option.setNumber("Mesh.MeshSizeMax", 2e-3)
        gmsh.model.occ.addRectangle(0, 0, 0, 0.06, 0.015)
        gmsh.model.occ.synchronize()
        gmsh.model.setPhysicalName(2, gmsh.model.addPhysicalGroup(2, [1]), "pad")
        for name, y in (("friction_face", 0.0), ("piston_face", 0.015)):
            curves = gmsh.model.getEntitiesInBoundingBox(-1e-6, y - 1e-6, -1, 0.061, y + 1e-6, 1, 1)
            gmsh.model.setPhysicalName(1, gmsh.model.addPhysicalGroup(1, [tag for _, tag in curves]), name)
        gmsh.model.mesh.generate(2)

    def session(self):
        """All that the model of the user holds."""
        model, mesh = self.gmsh.model, self.gmsh.model.mesh
        plain = [[np.asarray(part).tolist() for part in mesh.getNodes()], model.getEntities(),
                 [[np.asarray(p).tolist() for p in parts] for parts in mesh.getElements()]]
        groups = [(group, model.getPhysicalName(*group), list(model.getEntitiesForPhysicalGroup(*group)))
                  for group in model.getPhysicalGroups()]
        return [model.getCurrent(), model.list(), plain, groups,
                self.gmsh.option.getNumber("Mesh.MeshSizeMax"), self.gmsh.option.getNumber("General.Terminal")]

    def pad(self, mesh, **keys):
        model = sw.Model("Pad")
        model.plane_stress("pad", mesh=mesh, thickness=0.04,
                           material=dict(young=8e9, poisson=0.25, density=2600.0), **keys)
        return model

    def test_a_pad_drawn_with_gmsh_keeps_its_first_frequency_when_it_is_reduced(self):
        self.draw_pad()
        mesh = sw.Mesh.from_gmsh(self.gmsh.model)
        self.assertRegex(repr(mesh), r"^<slideway.Mesh: \d+ nodes, \d+ triangle; 60 x 15 mm; "
                                     "groups: friction_face, piston_face, pad>$")
        reduced = self.pad(mesh, reduction=dict(method="craig-bampton", n_modes=15,
                                                boundary=["friction_face"]))
        body = reduced.body("pad")
        omega2 = scipy.linalg.eigh(body.K.toarray(), body.M.toarray(), eigvals_only=True)
        found = np.sqrt(omega2[3]) / (2 * np.pi)
        whole = self.pad(mesh).modes(of="bodies", n_modes=5).quantities["pad.frequency"].value
        self.assertLess(np.abs(omega2[:3]).max(), 1e-6 * omega2[3])  # three rigid motions
        self.assertAlmostEqual(found / whole[3], 1, delta=1e-3)
        face = body.ports["friction_face"]
        self.assertEqual(face.W.shape, (2 * len(face.X), body.K.shape[0]))
        self.assertEqual(body.T.shape, (2 * len(mesh.points), body.K.shape[0]))

    def test_the_session_and_its_file_make_the_same_body_and_the_session_stays(self):
        self.draw_pad()
        before = self.session()
        mesh = sw.Mesh.from_gmsh(self.gmsh.model)
        self.assertEqual(self.session(), before)
        self.gmsh.write(str(self.folder / "pad.msh"))
        model = self.pad(mesh)
        model.save(self.folder / "pad.toml")  # every digit
        self.assert_same_body(model.body("pad"), sw.load(self.folder / "pad.toml").body("pad"))
        self.gmsh.model.add("mine")
        before = self.session()
        own = as_arrays(self.pad(str(self.folder / "pad.msh")).body("pad"))
        for name, given in as_arrays(self.pad(mesh).body("pad")).items():  # Gmsh writes 16 digits
            np.testing.assert_allclose(given, own[name], rtol=0, atol=1e-12 * np.abs(given).max(), err_msg=name)
        sw.load("substructures/elastic_pad").modes(of="bodies", n_modes=2)  # its mesh is a .geo
        self.assertEqual(self.session(), before)

    def test_a_mesh_that_is_not_there_is_told(self):
        self.gmsh.model.occ.addRectangle(0, 0, 0, 0.06, 0.015)
        self.gmsh.model.occ.synchronize()
        with self.refused(f"{HERE}:{line() + 1}: gmsh.model; has no mesh; gmsh.model.mesh.generate(2)"):
            sw.Mesh.from_gmsh(self.gmsh.model)
        self.draw_pad()
        with self.refused(f"{HERE}:{line() + 1}: a module; expected gmsh.model"):
            sw.Mesh.from_gmsh(self.gmsh)
        with self.refused(f"{HERE}:{line() + 1}: scale = 0; expected a number > 0"):
            sw.Mesh.from_gmsh(self.gmsh.model, scale=0)


@needs("meshio")
class MeshioTest(MeshBodyTest):
    def test_what_meshio_reads_makes_the_body_of_the_file(self):
        import meshio
        points, quads = rectangle(6, 3, 300, 100)
        mesh = sw.Mesh(points, {"quad": quads}, {"left": {"line": left_side(6, 3)}, "tip": {"vertex": [6]},
                                                 "plate": {"quad": quads}})
        plate(mesh).save(self.folder / "plate.toml")
        file = self.folder / "plate.plate.mesh.msh"
        read = sw.Mesh.from_meshio(meshio.read(file), scale=1e-3)
        self.assertEqual(set(read.groups), {"left", "tip", "plate"})
        self.assert_same_body(plate(read).body("plate"), plate(str(file), scale=1e-3).body("plate"))

    def test_sets_of_cells_and_points_are_groups(self):
        import meshio
        points, quads = rectangle(2, 1, 2.0, 1.0)
        given = meshio.Mesh(points, [("quad", quads), ("line", [[0, 3], [0, 1], [1, 2]])],
                            point_sets={"tip": np.array([2]), "below": np.array([0, 1, 2])},
                            cell_sets={"left": [None, np.array([0])],
                                       "below": [np.array([], dtype=int), np.array([1, 2])]})
        mesh = sw.Mesh.from_meshio(given)
        self.assertEqual({name: sorted(parts) for name, parts in mesh.groups.items()},
                         {"left": ["line"], "below": ["line"], "tip": ["vertex"]})
        np.testing.assert_array_equal(mesh.groups["below"]["line"], [[0, 1], [1, 2]])
        own = plate(mesh).body("plate").ports
        self.assertEqual(own["left"].X.tolist(), [[0, 0, 0], [0, 1, 0]])

    def test_names_of_gmsh_in_meshes_of_meshio_are_groups(self):
        import meshio
        points, quads = rectangle(2, 1, 2.0, 1.0)
        given = meshio.Mesh(points, [("quad", quads), ("line", [[0, 3], [0, 1], [1, 2]])],
                            cell_data={"gmsh:physical": [np.array([1, 1]), np.array([1, 2, 2])]},
                            field_data={"plate": np.array([1, 2]), "below": np.array([2, 1])})
        mesh = sw.Mesh.from_meshio(given)
        self.assertEqual(list(mesh.groups), ["plate", "below"])
        np.testing.assert_array_equal(mesh.groups["below"]["line"], [[0, 1], [1, 2]])
        np.testing.assert_array_equal(mesh.groups["plate"]["quad"], quads)

    def test_other_meshes_of_meshio_are_refused(self):
        import meshio
        pyramid = meshio.Mesh([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 0, 1]], [("pyramid", [[0, 1, 2, 3, 4]])])
        with self.refused(f"{HERE}:{line() + 1}: a mesh with elements 'pyramid'; allowed: vertex"):
            sw.Mesh.from_meshio(pyramid)
        points, quads = rectangle(2, 1, 2.0, 1.0)
        for sets, said in [(dict(point_sets={"tip": np.array([6])}), "point_sets['tip'][0] = [6]; expected rows of"),
                           (dict(cell_sets={"a": [np.array([2])]}), "cell_sets['a']; index 2 is out of bounds")]:
            with self.refused(f"{HERE}:{line() + 1}: ", said):
                sw.Mesh.from_meshio(meshio.Mesh(points, [("quad", quads)], **sets))
        with self.refused(f"{HERE}:{line() + 1}: a str; expected a mesh of meshio"):
            sw.Mesh.from_meshio("pad.inp")
        with self.refused(f"{HERE}:{line() + 1}: scale = 'mm'; expected a number > 0"):
            sw.Mesh.from_meshio(meshio.Mesh([[0, 0]], []), scale="mm")


if __name__ == "__main__":
    unittest.main()
