#include "fem/named_nodes.hpp"

#include "base/error.hpp"
#include "fem/matrices.hpp"

#include <catch2/catch.hpp>

using namespace slideway;
using namespace slideway::fem;
using Catch::Matchers::Contains;

namespace {

// A chain of n nodes that move in x, y and z, of unit masses and springs.
Substructure chain(int n, const std::vector<std::string>& fixed = {})
{
    std::vector<Eigen::Triplet<double>> springs;
    std::vector<std::string> names;
    NamedDofs dofs;
    for (int node = 0; node < n; ++node) {
        const std::string name = "n" + std::to_string(node + 1);
        dofs.nodes[name] = {0.1 * node, 0, 0.5};
        for (int c = 0; c < 3; ++c) {
            names.push_back(name + "." + "xyz"[c]);
            const int i = 3 * node + c, j = i - 3;
            springs.emplace_back(i, i, node + 1 < n ? 2.0 : 1.0);
            if (node > 0) {
                springs.emplace_back(i, j, -1.0);
                springs.emplace_back(j, i, -1.0);
            }
        }
    }
    dofs.groups["ends"] = {"n1", "n" + std::to_string(n)};
    dofs.names = std::make_shared<const std::vector<std::string>>(names);
    SparseMatrix M(3 * n, 3 * n), K(3 * n, 3 * n);
    M.setIdentity();
    K.setFromTriplets(springs.begin(), springs.end());
    MatricesOptions options;
    options.M = std::make_shared<const SparseMatrix>(M);
    options.K = std::make_shared<const SparseMatrix>(K);
    options.names = dofs;
    options.fixed = fixed;
    return matrices("chain", options);
}

} // namespace

TEST_CASE("A named node becomes a port when it is named, once", "[fem]")
{
    Substructure s = chain(4);
    CHECK(s.nodes->n() == 4);
    REQUIRE(s.ports.size() == 1);
    CHECK(port(s, "ends").n_nodes() == 2);
    CHECK(is_unmade(s, "n3"));
    CHECK_THROWS_WITH(port(s, "n33"), Contains("no port \"n33\"") && Contains("did you mean n3?"));
    make_port(s, "n3");
    make_port(s, "n3");
    make_port(s, "n9"); // no such node
    CHECK_FALSE(is_unmade(s, "n3"));
    REQUIRE(s.ports.size() == 2);
    const Port& n3 = port(s, "n3");
    CHECK(n3.components == std::vector<std::string>{"x", "y", "z"});
    CHECK(n3.X == Eigen::RowVector3d(0.2, 0, 0.5));
    CHECK(Matrix(n3.W) == Matrix(Matrix::Identity(12, 12).middleRows(6, 3)));
}

TEST_CASE("Named nodes keep their dofs when others are held", "[fem]")
{
    Substructure s = chain(4, {"n1", "n3.y"});
    REQUIRE(s.n() == 8);
    CHECK(dof_name(*s.nodes, 0) == "n2.x");
    CHECK(dof_name(*s.nodes, 4) == "n3.z");
    CHECK(dof_name(*s.nodes, 8).empty());
    make_port(s, "n3");
    Matrix W = Matrix::Zero(3, 8);
    W(0, 3) = W(2, 4) = 1;
    CHECK(Matrix(port(s, "n3").W) == W);
}

TEST_CASE("Ports of a large body take memory for their own nodes", "[fem]")
{
    Substructure s = chain(20000);
    for (int node = 1; node <= 1000; ++node)
        make_port(s, "n" + std::to_string(20 * node));
    std::size_t numbers = 0;
    for (const Port& port : s.ports)
        numbers += static_cast<std::size_t>(port.W.nonZeros() + port.W.outerSize() + port.X.size() +
                                            port.share.size());
    CHECK(numbers == 1000 * (3 + 3 + 3 + 1) + (6 + 6 + 6 + 2));
    const Vector u = Vector::LinSpaced(s.n(), 0, s.n() - 1);
    CHECK(Vector(port(s, "n20000").W * u) == u.tail(3));
    CHECK(mean_row(port(s, "ends"), 1).dot(u) == 0.5 * (1 + u(s.n() - 2)));
}
