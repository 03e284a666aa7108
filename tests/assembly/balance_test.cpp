#include "assembly/bond.hpp"
#include "assembly/configuration.hpp"
#include "assembly/coupled_model.hpp"
#include "assembly/joint.hpp"
#include "contact/node_to_segment.hpp"
#include "fem/beam.hpp"
#include "fem/beam_mesh.hpp"
#include "fem/group_ports.hpp"
#include "fem/local_origin.hpp"
#include "fem/plane.hpp"
#include "fem/plane_stress.hpp"
#include "fem/rectangle_mesh.hpp"
#include "fem/rigid.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <tuple>

// A rigid motion of both bodies causes no displacement in bonds and contacts: B R = 0. Its
// transpose means that bond and contact forces have neither resultant nor moment.
// tests/app/model/joint_balance_test.cpp tests joints with every law.

using namespace slideway;

namespace {

constexpr double extent = 1; // extent of the models [m]

struct Lie {
    double angle_deg = 0, x = 0, y = 0;

    [[nodiscard]] double angle() const { return angle_deg * std::numbers::pi / 180; }
    [[nodiscard]] Eigen::Vector2d of(double px, double py) const
    {
        const double c = std::cos(angle()), s = std::sin(angle());
        return {c * px - s * py + x, s * px + c * py + y};
    }
    // Coordinates are known to eps of the largest one; rows are sums of some tens of them.
    [[nodiscard]] double round_off() const
    {
        return 64 * std::numeric_limits<double>::epsilon() * (extent + std::hypot(x, y));
    }
};

const std::vector<Lie> lies{{}, {37, 0, 0}, {37, 100, -60}, {-120, 0, 1000}};

fem::Substructure plate(const std::string& name, const Lie& lie, const std::string& element,
                        const std::string& shape, int nx, int ny, double x, double y)
{
    fem::Substructure body = fem::plane_stress(
        name,
        fem::rectangle_mesh(shape, nx, ny, 0.4, 0.2,
                            [&](double px, double py) { return lie.of(x + px, y + py); }),
        {.material = {70e9, 0.3, 2700}, .thickness = 0.01, .elements = {element}});
    fem::turn_about(body, fem::in_space(lie.of(0, 0)));
    return body;
}

Matrix of_rigid_motions(const std::vector<fem::Substructure>& bodies, const assembly::Bond& bond)
{
    return bond.first.rows * bodies[bond.first.body].rigid -
           bond.second.rows * bodies[bond.second.body].rigid;
}

} // namespace

TEST_CASE("a rigid motion of both bodies costs nothing in a bond", "[assembly]")
{
    struct Kind {
        std::string element, shape;
    };
    for (const Lie& lie : lies) {
        for (const Kind& one : {Kind{"qm6", "quad4"}, {"q8", "quad8"}, {"t6", "tri6"}})
            for (const Kind& other : {Kind{"t3", "tri3"}, {"q8", "quad8"}})
                for (const int n : {2, 3, 5}) {
                    const std::vector<fem::Substructure> bodies{
                        plate("left", lie, one.element, one.shape, 3, 3, 0, 0),
                        plate("right", lie, other.element, other.shape, 3, n, 0.4, 0)};
                    const assembly::Bond bond =
                        assembly::make_bond("seam", bodies, 0, fem::port(bodies[0], "right"), 1,
                                            fem::port(bodies[1], "left"));
                    CAPTURE(one.element, other.element, n, lie.angle_deg, lie.x);
                    CHECK(of_rigid_motions(bodies, bond).cwiseAbs().maxCoeff() <= lie.round_off());
                }

        // Single points: the rigid motion of a side, a beam, and a rigid body.
        std::vector<fem::Substructure> bodies{plate("plate", lie, "qm6", "quad4", 3, 3, 0, 0)};
        fem::add_group_port(bodies[0], {"face", "right", fem::GroupMotion::rigid});
        fem::Mesh line = fem::beam_line({0.5, 4, {}});
        for (Index i = 0; i < line.X.rows(); ++i)
            line.X.row(i).head(2) =
                lie.of(0.4 + 0.6 * line.X(i, 0), 0.1 + 0.8 * line.X(i, 0)).transpose();
        bodies.push_back(fem::beam(
            "beam", line,
            {.material = {70e9, 0.3, 2700}, .section = fem::rectangle_section(0.02, 0.01)}));
        bodies.push_back(fem::rigid("block", {.mass = 1.0,
                                              .inertia = 0.1,
                                              .at = lie.of(0.8, 0.5),
                                              .angle = lie.angle(),
                                              .points = {{"p", {-0.1, 0.0}}}}));
        for (const std::size_t b : {1U, 2U})
            fem::turn_about(bodies[b], fem::in_space(lie.of(0, 0)));
        for (const auto& [first, one, second, other] :
             {std::tuple{0U, "face", 1U, "start"}, {1U, "end", 2U, "p"}}) {
            const assembly::Bond bond =
                assembly::make_bond("pin", bodies, first, fem::port(bodies[first], one), second,
                                    fem::port(bodies[second], other));
            CAPTURE(one, other, lie.angle_deg, lie.x);
            CHECK(of_rigid_motions(bodies, bond).cwiseAbs().maxCoeff() <= lie.round_off());
        }
    }
}

TEST_CASE("contact forces balance in both bodies, and friction too where the contact is closed",
          "[assembly]")
{
    std::mt19937 random(3);
    std::uniform_real_distribution<double> anywhere(0, 1);
    for (const Lie& lie : lies) {
        std::vector<fem::Substructure> bodies{plate("base", lie, "q8", "quad8", 4, 2, 0, 0),
                                              plate("slider", lie, "qm6", "quad4", 3, 2, 0.1, 0.2)};
        const assembly::Sliding sliding =
            assembly::make_sliding("rub", bodies, 1, fem::port(bodies[1], "bottom"), 0,
                                   fem::port(bodies[0], "top"), contact::ConstantFriction{0.4});
        for (int trial = 0; trial < 30; ++trial) {
            // Every slave node on every segment and next to it, open or closed.
            const auto slave =
                static_cast<Index>(anywhere(random) * static_cast<double>(sliding.n_slaves()));
            const auto segment =
                static_cast<Index>(anywhere(random) * static_cast<double>(sliding.n_segments()));
            const contact::Projection p = contact::project(
                sliding.slave_X.row(slave).transpose(), sliding.master_X.row(segment).transpose(),
                sliding.master_X.row(segment + 1).transpose());
            const auto moved = [&](const contact::ContactRow& row) -> Vector {
                const assembly::CoupledRow on = assembly::expand(sliding, slave, segment, row);
                return bodies[0].rigid.transpose() * on.master +
                       bodies[1].rigid.transpose() * on.slave;
            };
            CAPTURE(lie.angle_deg, lie.x, slave, segment, p.gap, p.alpha);
            CHECK(moved(contact::compatibility_row(p)).cwiseAbs().maxCoeff() <= lie.round_off());
            // Friction acts across the gap; in a closed contact only round-off remains.
            for (const double direction : {-1.0, 1.0})
                CHECK(moved(contact::equilibrium_row(p, 0.4, direction)).cwiseAbs().maxCoeff() <=
                      0.4 * std::abs(p.gap) + lie.round_off());
        }
    }
}

TEST_CASE("friction across an open gap has the moment of that gap and nothing else", "[assembly]")
{
    // A point above a floor by more than the tolerance of a contact.
    const double gap = 0.02;
    std::vector<fem::Substructure> bodies{
        fem::rigid("ball", {.mass = 1.0, .inertia = 1.0, .at = {0.3, gap}}),
        fem::rigid("floor", {.mass = 1.0,
                             .inertia = 1.0,
                             .at = {0, -1},
                             .polylines = {{"face", (Matrix(2, 2) << -1, 1, 1, 1).finished()}}})};
    const assembly::Sliding sliding =
        assembly::make_sliding("rub", bodies, 0, fem::port(bodies[0], "centre"), 1,
                               fem::port(bodies[1], "face"), contact::ConstantFriction{0.4});
    const contact::Projection p =
        contact::project(sliding.slave_X.row(0).transpose(), sliding.master_X.row(0).transpose(),
                         sliding.master_X.row(1).transpose());
    REQUIRE(std::abs(p.gap) == Approx(gap));
    const assembly::CoupledRow row =
        assembly::expand(sliding, 0, 0, contact::equilibrium_row(p, 0.4, 1));
    const Vector sum =
        bodies[1].rigid.transpose() * row.master + bodies[0].rigid.transpose() * row.slave;
    CHECK(sum.head(2).cwiseAbs().maxCoeff() < 1e-15);
    CHECK(std::abs(sum(2)) == Approx(0.4 * gap));
}
