#include "contact/node_to_segment.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <cmath>

using namespace slideway::contact;

namespace {

constexpr double eps = 1e-14; // round-off of a few products of numbers near 1

// A segment that lies askew and a slave node on its line.
const Vector2 T1{0.3, -0.2}, T2{1.5, 0.7}; // length 1.5, direction (0.8, 0.6)

Vector2 point_on(double alpha, double gap)
{
    return (1 - alpha) * T1 + alpha * T2 + gap * Vector2{-0.6, 0.8};
}

} // namespace

TEST_CASE("The projection on a segment gives its position and the gap along the outward normal",
          "[contact]")
{
    for (const double alpha : {-0.4, 0.0, 0.25, 1.0, 1.7}) {
        for (const double gap : {-0.01, 0.0, 0.3}) {
            const Projection p = project(point_on(alpha, gap), T1, T2);
            CAPTURE(alpha, gap);
            CHECK(p.alpha == Approx(alpha).margin(eps));
            CHECK(p.gap == Approx(gap).margin(eps));
            CHECK(p.length == Approx(1.5).margin(eps));
            CHECK(p.cos_gamma == Approx(0.8).margin(eps));
            CHECK(p.sin_gamma == Approx(0.6).margin(eps));
        }
    }
}

TEST_CASE("The compatibility row is the gradient of the closure, minus the gap", "[contact]")
{
    // At zero gap, where a turn of the segment does not change the gap to first order.
    const double alpha = 0.35;
    const std::array<Vector2, 3> at{T1, T2, point_on(alpha, 0)};
    const ContactRow row = compatibility_row(project(at[2], at[0], at[1]));
    const double step = 1e-6; // central: error step^2 = 1e-12 in the third derivative of about 1,
                              // round-off eps / step = 2e-10
    for (std::size_t node = 0; node < 3; ++node)
        for (int component = 0; component < 2; ++component) {
            std::array<Vector2, 3> forward = at, back = at;
            forward[node](component) += step;
            back[node](component) -= step;
            const double slope = (project(forward[2], forward[0], forward[1]).gap -
                                  project(back[2], back[0], back[1]).gap) /
                                 (2 * step);
            const double entry = node < 2
                                     ? row.master[2 * node + static_cast<std::size_t>(component)]
                                     : row.slave[static_cast<std::size_t>(component)];
            CAPTURE(node, component);
            CHECK(entry == Approx(-slope).margin(1e-9));
        }
}

TEST_CASE("The compatibility row times positions is minus the gap, also of an open contact",
          "[contact]")
{
    for (const double gap : {-0.02, 0.0, 0.4}) {
        const Vector2 slave = point_on(0.8, gap);
        const ContactRow row = compatibility_row(project(slave, T1, T2));
        CHECK(row.master[0] * T1.x() + row.master[1] * T1.y() + row.master[2] * T2.x() +
                  row.master[3] * T2.y() + row.slave[0] * slave.x() + row.slave[1] * slave.y() ==
              Approx(-gap).margin(eps));
    }
}

TEST_CASE("Without friction the equilibrium row is the compatibility row", "[contact]")
{
    const Projection p = project(point_on(0.6, 0), T1, T2);
    for (const double direction : {1.0, -1.0}) {
        const ContactRow C = compatibility_row(p), E = equilibrium_row(p, 0, direction);
        CHECK(C.master == E.master);
        CHECK(C.slave == E.slave);
    }
}

TEST_CASE("Contact forces of slave and master are in balance, in force and in moment", "[contact]")
{
    const double lambda = 3.2, alpha = 0.37;
    for (const double mu : {0.0, 0.3})
        for (const double direction : {1.0, -1.0}) {
            const Vector2 slave = point_on(alpha, 0);
            const ContactRow row = equilibrium_row(project(slave, T1, T2), mu, direction);
            const Vector2 f1 = -lambda * Vector2{row.master[0], row.master[1]}; // g = -B_E^T lambda
            const Vector2 f2 = -lambda * Vector2{row.master[2], row.master[3]};
            const Vector2 f_slave = -lambda * Vector2{row.slave[0], row.slave[1]};
            CHECK((f1 + f2 + f_slave).norm() < eps * lambda);
            auto moment = [](const Vector2& x, const Vector2& f) -> double {
                return x.x() * f.y() - x.y() * f.x();
            };
            CHECK(std::abs(moment(T1, f1) + moment(T2, f2) + moment(slave, f_slave)) <
                  4 * eps * lambda);
        }
}

TEST_CASE("Compression pushes the slave outward and friction opposes its sliding", "[contact]")
{
    const double lambda = 0.5, mu = 0.3;
    const Vector2 t{0.8, 0.6}, n{-0.6, 0.8};
    for (const double direction : {1.0, -1.0}) {
        const ContactRow row = equilibrium_row(project(point_on(0.5, 0), T1, T2), mu, direction);
        const Vector2 f_slave = -lambda * Vector2{row.slave[0], row.slave[1]};
        CHECK(f_slave.dot(n) == Approx(lambda).epsilon(eps));
        CHECK(f_slave.dot(t) == Approx(-direction * mu * lambda).epsilon(eps));
        CHECK(f_slave.dot(direction * t) < 0); // power of friction on a slave that slides
    }
}

TEST_CASE("The contact force follows the turn of the segment and the place of the slave on it",
          "[contact]")
{
    // d(equilibrium_row) / d(node) = by_gamma (x) turning_row + by_alpha (x) sliding_row / l at
    // zero gap. Central differences with step 1e-6: 1e-12 of third derivatives, eps / step = 2e-10.
    const double alpha = 0.35, step = 1e-6;
    const std::array<Vector2, 3> at{T1, T2, point_on(alpha, 0)};
    auto entry = [](const ContactRow& row, std::size_t node, int component) -> double {
        const auto c = static_cast<std::size_t>(component);
        return node < 2 ? row.master[2 * node + c] : row.slave[c];
    };
    for (const double mu : {0.0, 0.4})
        for (const double direction : {1.0, -1.0}) {
            const Projection p = project(at[2], at[0], at[1]);
            const ContactRow turn = turning_row(p), slide = sliding_row(p);
            const ContactRow by_gamma = equilibrium_by_gamma(p, mu, direction);
            const ContactRow by_alpha = equilibrium_by_alpha(p, mu, direction);
            for (std::size_t node = 0; node < 3; ++node)
                for (int component = 0; component < 2; ++component) {
                    std::array<Vector2, 3> forward = at, back = at;
                    forward[node](component) += step;
                    back[node](component) -= step;
                    const ContactRow up =
                        equilibrium_row(project(forward[2], forward[0], forward[1]), mu, direction);
                    const ContactRow down =
                        equilibrium_row(project(back[2], back[0], back[1]), mu, direction);
                    for (std::size_t on = 0; on < 3; ++on)
                        for (int c = 0; c < 2; ++c) {
                            CAPTURE(mu, direction, node, component, on, c);
                            const double slope =
                                (entry(up, on, c) - entry(down, on, c)) / (2 * step);
                            const double expected =
                                entry(by_gamma, on, c) * entry(turn, node, component) +
                                entry(by_alpha, on, c) * entry(slide, node, component) / p.length;
                            CHECK(slope == Approx(expected).margin(1e-9));
                        }
                }
        }
}
