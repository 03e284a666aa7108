#include "assembly/coupled_model.hpp"
#include "assembly/joint.hpp"
#include "assembly/primal.hpp"

#include "contact/laws/joint_laws.hpp"
#include "fem/lumped.hpp"

#include <catch2/catch.hpp>

using namespace slideway;

namespace {

// Two bodies: masses 1 and 2 on a spring of 100, mass 3 free with x and y.
assembly::CoupledModel two_bodies()
{
    assembly::CoupledModel model;
    model.bodies.push_back(
        fem::lumped("chain", fem::chain_network({"ground", "", {1, 2}, {100, 50}, {}})));
    model.bodies.push_back(fem::lumped("pad", {{{"p", {{"x", 3}, {"y", 3}}}}, {}, {}, {}}));
    return model;
}

SparseMatrix row(std::initializer_list<double> values)
{
    Matrix m(1, static_cast<Index>(values.size()));
    Index k = 0;
    for (const double value : values)
        m(0, k++) = value;
    return m.sparseView();
}

} // namespace

TEST_CASE("Linear joints add their springs and dashpots to the matrices of the bodies they join",
          "[assembly]")
{
    // A spring of 7 and a dashpot of 0.5 act between m2 and pad.x, 4 and 0.25 between
    // pad.y and ground.
    assembly::CoupledModel model = two_bodies();
    model.joints.push_back({"link",
                            {},
                            {0, row({0, 1})},
                            assembly::RowsOn{1, row({1, 0})},
                            contact::Linear{{7}, {0.5}}});
    model.joints.push_back({"hang", {}, {1, row({0, 1})}, {}, contact::Linear{{4}, {0.25}}});
    Matrix K(4, 4), C(4, 4);
    K << 150, -50, 0, 0, -50, 57, -7, 0, 0, -7, 7, 0, 0, 0, 0, 4;
    C << 0, 0, 0, 0, 0, 0.5, -0.5, 0, 0, -0.5, 0.5, 0, 0, 0, 0, 0.25;
    const assembly::PrimalModel primal = assembly::primal_model(model);
    CHECK(Matrix(primal.K) == K);
    CHECK(Matrix(primal.C) == C);
    CHECK(Matrix(primal.M) == Matrix(Eigen::Vector4d(1, 2, 3, 3).asDiagonal()));
    // The bodies form one component; uncoupled assembly omits the joints.
    const auto parts = assembly::components(model);
    REQUIRE(parts.size() == 1);
    CHECK(Matrix(parts[0].K) == K);
    CHECK(Matrix(assembly::primal_model(model, false).K.bottomRightCorner(2, 2)) ==
          Matrix::Zero(2, 2));
}

TEST_CASE("A joint on several rows takes a stiffness for each", "[assembly]")
{
    assembly::CoupledModel model = two_bodies();
    const SparseMatrix both = Matrix::Identity(2, 2).sparseView();
    model.joints.push_back({"mount", {}, {1, both}, {}, contact::Linear{{4, 9}, {0, 1}}});
    const auto parts = assembly::components(model);
    REQUIRE(parts.size() == 2); // joints to ground connect no bodies
    CHECK(Matrix(parts[1].K) == Matrix(Eigen::Vector2d(4, 9).asDiagonal()));
    CHECK(Matrix(parts[1].C) == Matrix(Eigen::Vector2d(0, 1).asDiagonal()));
}

TEST_CASE("Other joints leave components apart and act in coupled modes with their tangent at rest",
          "[assembly]")
{
    assembly::CoupledModel model = two_bodies();
    const SparseMatrix t_n = (Matrix(2, 2) << 0, 1, 0, 0).finished().sparseView();
    const SparseMatrix on_pad = Matrix::Identity(2, 2).sparseView();
    model.joints.push_back(
        {"pad",
         {},
         {0, t_n},
         assembly::RowsOn{1, on_pad},
         contact::ElasticCoulomb({.k_t = 6, .k_n = 20, .friction = 0.3, .preload = 5})});
    Matrix K(4, 4);
    K << 150, -50, 0, 0, -50, 50, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0;
    CHECK(Matrix(assembly::primal_model(model, false).K) == K);
    CHECK(assembly::components(model).size() == 2);
    // With preload the contact sticks: k_t between m2 and pad.x, k_n at pad.y (row n of the
    // chain is 0).
    K(1, 1) += 6;
    K(1, 2) = K(2, 1) = -6;
    K(2, 2) = 6;
    K(3, 3) = 20;
    CHECK(Matrix(assembly::primal_model(model).K) == K);
    // Without preload, or with a clearance, it is open.
    for (const double preload : {0.0, -1.0}) {
        model.joints[0].law =
            contact::ElasticCoulomb({.k_t = 6, .k_n = 20, .friction = 0.3, .preload = preload});
        CHECK(assembly::primal_model(model).K.coeff(3, 3) == 0);
    }
    model.joints[0].law = contact::Gap({.stiffness = 1e3, .clearance = 0.1});
    CHECK(assembly::primal_model(model).K.coeff(3, 3) == 0);
    model.joints[0].law = contact::Cubic{1e3};
    CHECK(assembly::primal_model(model).K.coeff(3, 3) == 0);
}
