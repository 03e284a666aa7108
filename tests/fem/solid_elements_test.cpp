#include "base/error.hpp"
#include "base/sparse.hpp"
#include "fem/elements/solid_element.hpp"
#include "fem/inertia.hpp"
#include "fem/named_nodes.hpp"
#include "fem/nodal_forces.hpp"
#include "fem/recovery.hpp"
#include "fem/solid.hpp"
#include "solid_mesh.hpp"
#include "support/independent.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <numbers>

using namespace slideway;
using namespace slideway::fem;

// Reference numbers: an independent program (numpy and scipy), which CalculiX confirmed on the same
// meshes to the seven digits that it prints. All printed digits are compared.

namespace {

const std::vector<std::string> all_elements{"tet4",  "tet10",  "hex8",   "hex8i",
                                            "hex20", "hex20r", "wedge6", "wedge15"};

const SolidElement& named(const std::string& name)
{
    for (const SolidElement& element : solid_elements())
        if (element.name == name)
            return element;
    throw std::invalid_argument(name);
}

SolidNodes distorted(const SolidElement& element)
{
    const Shape& s = shape(element.shape);
    SolidNodes X = cell_of(s).places(s.n_nodes);
    const double a = s.second_order() ? 0.05 : 0.1;
    for (Index i = 0; i < X.rows(); ++i) {
        const double k = static_cast<double>(i) + 1;
        X.row(i) +=
            a * Eigen::RowVector3d(std::sin(3 * k + 1), std::sin(5 * k + 2), std::sin(7 * k + 3));
    }
    return X;
}

Matrix three_directions(const SolidNodeMatrix& m)
{
    Matrix M = Matrix::Zero(3 * m.rows(), 3 * m.rows());
    for (Index i = 0; i < m.rows(); ++i)
        for (Index j = 0; j < m.rows(); ++j)
            M.block<3, 3>(3 * i, 3 * j) = m(i, j) * Eigen::Matrix3d::Identity();
    return M;
}

// Nine printed digits.
Approx printed(double value)
{
    return Approx(value).epsilon(6e-9).margin(0);
}

// Map of the unit cube of the patch test; t = 0: straight.
Unit curved(const Unit& p, double t)
{
    const double a = p(0), b = p(1), c = p(2), turn = 2 * std::numbers::pi;
    return {a + t * (.15 * std::sin(turn * b) * c + .2 * a * b),
            b + t * (.1 * std::sin(turn * a) * (c + .3) + .1 * c * c),
            c + .12 * t * std::sin(turn * (a + b))};
}

// Error of the inner nodes of a patch under a linear field on its boundary, over the largest
// displacement.
double patch_error(const std::string& name, const Mesh& mesh)
{
    SolidOptions options{{1, 0.3, 1}, {name}, {}, {}};
    const Substructure s = solid("patch", mesh, options);
    Vector exact(s.n());
    for (Index i = 0; i < mesh.X.rows(); ++i) {
        const double x = mesh.X(i, 0), y = mesh.X(i, 1), z = mesh.X(i, 2);
        exact.segment<3>(3 * i) << x + .5 * y - .2 * z, .3 * x - .7 * y + .1 * z,
            .25 * x - .4 * y + .6 * z;
    }
    std::vector<Index> held;
    for (const int node : group(mesh, "boundary").nodes)
        held.insert(held.end(), {3 * node, 3 * node + 1, 3 * node + 2});
    const std::vector<Index> inner = complement(s.n(), held);
    Vector u = exact;
    u(inner).setZero();
    const Vector force = s.K * u;
    u(inner) = independent::solve_sparse(submatrix(s.K, inner, inner), -force(inner));
    return (u - exact).cwiseAbs().maxCoeff() / exact.cwiseAbs().maxCoeff();
}

} // namespace

TEST_CASE("Single distorted solid elements have the reference eigenvalues", "[fem]")
{
    struct Reference {
        const char* name;
        double first, largest, trace, mass, first_w, largest_w;
    };
    for (const Reference& r : std::vector<Reference>{
             {"tet4", 0.116853759, 1.12508450, 2.27072440, 0.162427254, 14.3884423, 138.533955},
             {"tet10", 0.0136304489, 2.56944200, 9.82051077, 0.168053374, 5.65111659, 428.987564},
             {"hex8", 0.112249167, 2.54884756, 11.4515909, 8.21590567, 0.983860038, 7.50404240},
             {"hex8i", 0.112017078, 2.54863536, 10.1672521, 8.21590567, 0.981637802, 7.46386914},
             {"hex20", 0.0757049796, 6.75299675, 68.6413230, 8.64133424, 1.06761170, 39.2634988},
             {"hex20r", 0.0624828622, 6.75291840, 63.8269266, 8.64133424, 1.05047629, 36.4542717},
             {"wedge6", 0.0151969097, 2.41196559, 6.55223248, 1.02697291, 1.05699126, 59.9798617},
             {"wedge15", 0.0103421282, 7.68027225, 34.3870584, 0.971910427, 0.930835421,
              229.214776}}) {
        CAPTURE(r.name);
        const SolidElement& element = named(r.name);
        const SolidNodes X = distorted(element);
        SolidMatrix K;
        SolidNodeMatrix m;
        element.stiffness(X, isotropic(1, 0.3), K);
        element.mass(X, 1, m);
        const Vector values = independent::symmetric_eigenvalues(Matrix(K));
        const Index rigid = std::string(r.name) == "hex20r" ? 12 : 6; // with six spurious modes
        CHECK(values.head(rigid).cwiseAbs().maxCoeff() < 1e-13 * r.largest);
        CHECK(values(rigid) == printed(r.first));
        CHECK(values(values.size() - 1) == printed(r.largest));
        CHECK(K.trace() == printed(r.trace));
        CHECK(m.sum() == printed(r.mass));
        const Vector w = independent::symmetric_eigenvalues(Matrix(K), three_directions(m));
        CHECK(w(rigid) == printed(r.first_w));
        CHECK(w(w.size() - 1) == printed(r.largest_w));
    }
}

TEST_CASE("Solid elements represent pure bending as well as they are known to", "[fem]")
{
    struct Reference {
        const char* name;
        double box, skew; // energy over the exact one
    };
    const double nu = 0.3;
    for (const Reference& r : std::vector<Reference>{{"hex8i", 1, 1},
                                                     {"hex8", 2.69423, 2.99085},
                                                     {"wedge6", 2.69423, 3.84418},
                                                     {"tet4", 8.775, 14.16936},
                                                     {"tet10", 1, 1},
                                                     {"hex20", 1, 1},
                                                     {"hex20r", 1, 1},
                                                     {"wedge15", 1, 1}})
        for (const bool skew : {false, true}) {
            CAPTURE(r.name, skew);
            const Mesh mesh =
                solid_mesh(std::string(named(r.name).shape), {1, 1, 1}, [&](const Unit& p) -> Unit {
                    if (!skew)
                        return {2 * p(0), p(1), p(2)};
                    return {2 * p(0) + .3 * p(1) + .2 * p(2), p(1) + .25 * p(2), p(2)};
                });
            const Substructure s = solid("cell", mesh, {{1, nu, 1}, {r.name}, {}, {}});
            const Eigen::RowVector3d origin = mesh.X.colwise().mean();
            Vector u(s.n());
            for (Index i = 0; i < mesh.X.rows(); ++i) {
                const Eigen::RowVector3d at = mesh.X.row(i) - origin;
                const double x = at(0), y = at(1), z = at(2);
                u.segment<3>(3 * i) << x * z, -nu * y * z, -x * x / 2 + nu * (y * y - z * z) / 2;
            }
            // s_xx = E z alone: energy E / 2 int z^2 dV = E V / 24 for the unit height
            const double exact = 2.0 / 24;
            // six printed digits
            CHECK(u.dot(s.K * u) / 2 / exact ==
                  Approx(skew ? r.skew : r.box).epsilon(r.box == 1 ? 1e-11 : 2e-6));
        }
}

TEST_CASE("Patches of solid elements reproduce linear fields, straight and curved", "[fem]")
{
    for (const std::string& name : all_elements)
        for (const double t : {0.0, 0.5}) {
            CAPTURE(name, t);
            const Mesh mesh = solid_mesh(std::string(named(name).shape), {2, 2, 2},
                                         [t](const Unit& p) -> Unit { return curved(p, t); });
            const double error = patch_error(name, mesh);
            if (name == "hex20r" && t > 0)
                CHECK(error == Approx(1.007e-3).epsilon(5e-4)); // four printed digits
            else
                CHECK(error < 2e-14); // a few hundred eps
        }
}

TEST_CASE("A linear field has its exact stress at the nodes of every solid element", "[fem]")
{
    for (const std::string& name : all_elements) {
        CAPTURE(name);
        const Mesh mesh = solid_mesh(std::string(named(name).shape), {2, 2, 2},
                                     [](const Unit& p) -> Unit { return curved(p, 0.5); });
        const Substructure s = solid("patch", mesh, {{210e9, 0.3, 1}, {name}, {}, {}});
        Eigen::Matrix3d H;
        H << 1, .5, -.2, .3, -.7, .1, .25, -.4, .6;
        Vector u(s.n());
        for (Index i = 0; i < mesh.X.rows(); ++i)
            u.segment<3>(3 * i) = H * mesh.X.row(i).transpose();
        Eigen::Matrix<double, 6, 1> strain;
        strain << H(0, 0), H(1, 1), H(2, 2), H(0, 1) + H(1, 0), H(1, 2) + H(2, 1),
            H(2, 0) + H(0, 2);
        const Eigen::Matrix<double, 6, 1> stress = isotropic(210e9, 0.3) * strain;
        const Matrix found = s.recovery->stress(u);
        CHECK((found.rowwise() - stress.transpose()).cwiseAbs().maxCoeff() < 1e-13 * stress.norm());
    }
}

TEST_CASE("Rigid motions of a free solid carry no force, and its inertia is exact", "[fem]")
{
    for (const std::string& name : all_elements) {
        CAPTURE(name);
        const Mesh mesh =
            solid_mesh(std::string(named(name).shape), {2, 1, 1}, [](const Unit& p) -> Unit {
                return {0.4 * p(0) + 0.1 * p(1) + 3, 0.2 * p(1), 0.3 * p(2) - 1};
            });
        const SolidOptions options{{210e9, 0.3, 7800}, {name}, {}, {}};
        const Substructure s = solid("free", mesh, options);
        CHECK((s.K * s.rigid).cwiseAbs().maxCoeff() <
              1e-13 * 4 * Matrix(s.K).cwiseAbs().maxCoeff());
        const double mass = 7800 * 0.4 * 0.2 * 0.3;
        const Matrix inertia_matrix = s.rigid.transpose() * s.M * s.rigid;
        CHECK(inertia_matrix.topLeftCorner(3, 3).isApprox(mass * Matrix::Identity(3, 3), 1e-13));
        const Inertia found = inertia(mesh, options);
        CHECK(found.mass == Approx(mass).epsilon(1e-13));
        CHECK((*found.centre - Eigen::Vector3d(3.25, 0.1, -0.85)).norm() < 1e-13);
        const std::optional<Inertia> of_matrix = inertia(s);
        REQUIRE(of_matrix);
        CHECK((*of_matrix->centre - *found.centre).norm() < 1e-12);
    }
}

TEST_CASE("Groups of a solid become ports with areas as weights on demand", "[fem]")
{
    Substructure s = solid("block",
                           solid_mesh("hex20", {2, 2, 2},
                                      [](const Unit& p) -> Unit {
                                          return {p(0), 2 * p(1), 3 * p(2)};
                                      }),
                           {{1, 0.3, 1}, {}, {"start.x"}, {}});
    CHECK(s.ports.empty());
    make_port(s, "end");
    make_port(s, "n1");
    make_port(s, "body");
    make_port(s, "end");
    REQUIRE(s.ports.size() == 3);
    CHECK(s.ports[0].name == "n1");
    CHECK(s.ports[1].name == "body");
    const Port& end = s.ports[2];
    CHECK(end.components == std::vector<std::string>{"x", "y", "z"});
    CHECK(end.area == Approx(6).epsilon(1e-14));
    CHECK(end.share.sum() == Approx(1).epsilon(1e-14));
    CHECK(end.share.minCoeff() < 0); // corners of quad8: -A/12
    CHECK((end.share.transpose() * end.X - Eigen::RowVector3d(1, 1, 1.5)).norm() < 1e-14);
    // the supported x of node 1 has no dof
    CHECK(SparseMatrix(s.ports[0].W).nonZeros() == 2);
    CHECK_THROWS_WITH(port(s, "emd"), Catch::Contains("did you mean end?"));
}

TEST_CASE("A pressure all around a solid with curved faces has no resultant", "[fem]")
{
    for (const char* name : {"hex8", "hex20", "tet10", "wedge15"}) {
        CAPTURE(name);
        const Mesh mesh = solid_mesh(std::string(named(name).shape), {2, 2, 2},
                                     [](const Unit& p) -> Unit { return curved(p, 0.5); });
        const Substructure s = solid("body", mesh, {{1, 0.3, 1}, {name}, {}, {}});
        const auto row = [&s](const char* group) -> Vector {
            return s.recovery->forces->on_dofs(pressure_forces(s, group), s.n());
        };
        const Vector around = row("boundary"), end = row("end");
        // no force and no moment; the rules integrate faces whose map is of second order exactly
        CHECK((s.rigid.transpose() * around).cwiseAbs().maxCoeff() < 1e-14 * around.size());
        // a pressure works against the growth of the volume, whose gradient by a radial motion is 3
        // V
        const double volume = inertia(mesh, SolidOptions{{1, 0.3, 1}, {name}, {}, {}}).mass;
        Vector radial(s.n());
        for (Index i = 0; i < mesh.X.rows(); ++i)
            radial.segment<3>(3 * i) = mesh.X.row(i).transpose();
        CHECK(around.dot(radial) == Approx(-3 * volume).epsilon(1e-12));
        CHECK(s.rigid.col(0).dot(end) < 0); // the end looks along x
    }
    const Substructure s =
        solid("cube", solid_mesh("tet10", {2, 1, 1}, [](const Unit& p) -> Unit { return p; }),
              {{1, 0.3, 1}, {}, {}, {}});
    CHECK_THROWS_WITH(pressure_forces(s, "body"), Catch::Contains("allowed: boundary, end, start"));
}

TEST_CASE("Solid elements that fold are refused with number and place", "[fem]")
{
    Mesh mesh = solid_mesh("hex20", {1, 1, 1}, [](const Unit& p) -> Unit { return p; });
    const SolidOptions options{{1, 0.3, 1}, {}, {}, {}};
    Mesh quarter = mesh; // mid node of the first edge at a quarter of it: det J = 0 at the corner
    quarter.X.row(quarter.blocks[0].nodes(0, 8)) << 0.25, 0, 0;
    CHECK_THROWS_WITH(solid("b", quarter, options),
                      Catch::Contains("element 1 (hex20)") && Catch::Contains("quarter"));
    mesh.blocks[0].nodes.col(0).swap(mesh.blocks[0].nodes.col(1));
    CHECK_THROWS_WITH(solid("b", mesh, options), Catch::Contains("inverted"));
}
