#include "base/symmetric_modes.hpp"
#include "fem/elements/solid_element.hpp"
#include "fem/named_nodes.hpp"
#include "fem/recovery.hpp"
#include "fem/solid.hpp"
#include "solid_mesh.hpp"
#include "support/independent.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

using namespace slideway;
using namespace slideway::fem;

// Reference numbers: see solid_elements_test.cpp.

namespace {

const Material steel{210e9, 0.3, 7800};

std::string shape_of_element(const std::string& name)
{
    for (const SolidElement& element : solid_elements())
        if (element.name == name)
            return std::string(element.shape);
    throw std::invalid_argument(name);
}

// A block with curved edges.
Unit block(const Unit& p)
{
    const double a = p(0), b = p(1), c = p(2), pi = std::numbers::pi;
    return {.1 * (a + .06 * std::sin(pi * a) * (b - .5)),
            .02 * (b + .1 * std::sin(2 * pi * a) * (c - .5)),
            .01 * (c + .15 * std::sin(pi * a) * (b - .5))};
}

Mesh block_mesh(const std::string& element)
{
    return solid_mesh(shape_of_element(element), {8, 2, 2}, block);
}

Vector frequencies(const std::string& element, const Mesh& mesh,
                   const std::vector<std::string>& fixed, Index count)
{
    const Substructure s = solid("body", mesh, {steel, {element}, fixed, {}});
    return lowest_modes(s.K, s.M, count).omega / (2 * std::numbers::pi);
}

// Nine printed digits.
void check_printed(const Vector& found, const std::vector<std::pair<Index, double>>& printed)
{
    for (const auto& [number, f] : printed) {
        CAPTURE(number);
        CHECK(found(number - 1) == Approx(f).epsilon(6e-9).margin(0));
    }
}

} // namespace

TEST_CASE("A clamped block has the reference frequencies with every solid element", "[fem]")
{
    struct Reference {
        const char* element;
        Index dofs;
        std::array<double, 7> f; // 1 to 6 and 16
    };
    for (const Reference& r : std::vector<Reference>{
             {"hex8",
              216,
              {1080.58903, 1821.89701, 6656.87925, 6765.21013, 10213.2652, 13103.2262, 65688.0774}},
             {"hex8i",
              216,
              {839.194668, 1655.27424, 5304.59947, 6512.61557, 9318.21600, 13073.1723, 62457.1208}},
             {"hex20",
              720,
              {832.501110, 1642.49899, 5071.44780, 6098.26979, 8908.36539, 12995.5224, 51002.0045}},
             {"hex20r",
              720,
              {829.901907, 1637.44499, 5048.52615, 6049.06986, 8882.52490, 12978.8118, 50580.9449}},
             {"wedge6",
              216,
              {1097.58222, 2558.10993, 6838.72215, 11410.8522, 12947.1856, 13807.7227, 74158.1516}},
             {"wedge15",
              864,
              {833.021151, 1644.25176, 5077.68396, 6122.76501, 8948.26743, 12995.8979, 52200.4783}},
             {"tet4",
              216,
              {1515.43973, 2628.18975, 9128.75690, 12953.6927, 13451.2532, 13983.6749, 74195.0525}},
             {"tet10",
              1200,
              {834.637135, 1646.96962, 5100.89883, 6208.69201, 8956.03536, 13001.2798,
               52202.4333}}}) {
        CAPTURE(r.element);
        const Mesh mesh = block_mesh(r.element);
        CHECK(3 * (mesh.X.rows() - static_cast<Index>(group(mesh, "start").nodes.size())) ==
              r.dofs);
        const Vector f = frequencies(r.element, mesh, {"start"}, 16);
        check_printed(f, {{1, r.f[0]},
                          {2, r.f[1]},
                          {3, r.f[2]},
                          {4, r.f[3]},
                          {5, r.f[4]},
                          {6, r.f[5]},
                          {16, r.f[6]}});
    }
}

TEST_CASE("A free cube and a free disc have the reference frequencies", "[fem]")
{
    const auto cube = [](const Unit& p) -> Unit { return 0.1 * p; };
    const auto disc = [](const Unit& p) -> Unit {
        const double r = .14 - .08 * p(1), angle = 2 * std::numbers::pi * p(0);
        return {r * std::cos(angle), r * std::sin(angle), .01 * (p(2) - .5)};
    };
    // numbers count the six rigid motions
    check_printed(frequencies("hex8i", solid_mesh("hex8", {3, 3, 3}, cube), {}, 16),
                  {{7, 16082.8222},
                   {8, 16082.8222},
                   {9, 21219.1549},
                   {11, 21219.1549},
                   {12, 22291.2692},
                   {16, 24082.8623}});
    check_printed(frequencies("hex20", solid_mesh("hex20", {3, 3, 3}, cube), {}, 16),
                  {{7, 14690.0937},
                   {8, 14690.0937},
                   {9, 19821.6991},
                   {11, 19821.6991},
                   {12, 20125.8678},
                   {16, 22793.5339}});
    check_printed(frequencies("hex20", solid_mesh("hex20", {24, 3, 1}, disc, true), {}, 16),
                  {{7, 572.537651},
                   {8, 572.537651},
                   {9, 1107.51177},
                   {10, 1501.86615},
                   {11, 1501.86615},
                   {12, 2103.86304},
                   {16, 3848.24366}});
    check_printed(frequencies("hex8i", solid_mesh("hex8", {24, 3, 1}, disc, true), {}, 16),
                  {{7, 600.319400},
                   {8, 600.319400},
                   {9, 1135.89112},
                   {10, 1635.96564},
                   {11, 1635.96564},
                   {12, 2186.10752},
                   {16, 4109.68897}});
}

TEST_CASE("A block under a tip load has the reference displacement and stress", "[fem]")
{
    struct Reference {
        const char* element;
        double u_z, top, middle; // mean of the loaded face [m], s_xx at two nodes [Pa]
    };
    for (const Reference& r :
         std::vector<Reference>{{"hex8i", 9.40588482e-4, -253504233, 151311930},
                                {"hex20", 9.53626958e-4, -262186591, 151688698},
                                {"wedge15", 9.52490907e-4, -259727404, 151935721},
                                {"tet10", 9.49195170e-4, -261167101, 147195391}}) {
        CAPTURE(r.element);
        const Mesh mesh = block_mesh(r.element);
        Substructure s = solid("block", mesh, {steel, {r.element}, {"start"}, {}});
        make_port(s, "end");
        const Port& end = port(s, "end");
        // 1000 N in equal parts on the nodes
        const SparseRows rows = component_rows(end, 2);
        const Vector equal =
            Vector::Constant(end.n_nodes(), 1.0 / static_cast<double>(end.n_nodes()));
        const Vector row = rows.transpose() * equal;
        const Vector u = independent::solve_sparse(s.K, 1000 * row);
        CHECK(row.dot(u) == Approx(r.u_z).epsilon(6e-9).margin(0));
        const Matrix stress = s.recovery->stress(u);
        const auto stress_at = [&](const Unit& place) -> double {
            Index node = 0;
            (void)(mesh.X.rowwise() - block(place).transpose()).rowwise().norm().minCoeff(&node);
            return stress(node, 0);
        };
        CHECK(stress_at({.25, 0, 1}) == Approx(r.top).epsilon(6e-9).margin(0));
        CHECK(stress_at({.5, .5, 0}) == Approx(r.middle).epsilon(6e-9).margin(0));
    }
}

TEST_CASE("Frequencies of a solid do not depend on place, rotation, units and order", "[fem]")
{
    for (const char* element : {"hex8i", "hex20", "wedge15", "tet10"}) {
        CAPTURE(element);
        const Mesh mesh = block_mesh(element);
        const Vector f = frequencies(element, mesh, {"start"}, 6);
        const auto differ = [&](const Vector& other) -> double {
            return ((other - f).cwiseQuotient(f)).cwiseAbs().maxCoeff();
        };
        Mesh turned = mesh;
        Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
        for (const auto& [axis, angle] : {std::pair{0, 0.4}, {1, -1.1}, {2, 2.3}}) {
            Eigen::Matrix3d about = Eigen::Matrix3d::Identity();
            const int i = (axis + 1) % 3, j = (axis + 2) % 3;
            about(i, i) = about(j, j) = std::cos(angle);
            about(j, i) = std::sin(angle);
            about(i, j) = -std::sin(angle);
            R = (about * R).eval();
        }
        turned =
            placed(turned, R, Eigen::Vector3d(0.01, 0.02, 0.03), Eigen::Vector3d(100, -70, 130));
        CHECK(differ(frequencies(element, turned, {"start"}, 6)) < 1e-8);

        Mesh reversed = mesh; // nodes numbered backwards
        const auto last = static_cast<int>(mesh.X.rows()) - 1;
        reversed.X = mesh.X.colwise().reverse();
        reversed.blocks[0].nodes = last - mesh.blocks[0].nodes.array();
        for (auto& [name, group] : reversed.groups) {
            for (int& node : group.nodes)
                node = last - node;
            std::reverse(group.nodes.begin(), group.nodes.end());
            group.faces.clear();
        }
        CHECK(differ(frequencies(element, reversed, {"start"}, 6)) < 1e-8);

        Mesh in_mm = mesh; // mm, tonne, s: MPa and t/mm^3
        in_mm.X *= 1000;
        const Substructure s = solid("mm", in_mm, {{210e3, 0.3, 7.8e-9}, {element}, {"start"}, {}});
        CHECK(differ(lowest_modes(s.K, s.M, 6).omega / (2 * std::numbers::pi)) < 1e-8);
    }
}
