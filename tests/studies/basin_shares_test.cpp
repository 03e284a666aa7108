// Two masses with free play (support/free_play.hpp) over the frequency of their drive, with shares
// of a square of starts at rest. Reference numbers come from an independent program with exact
// events: labels at 1.2, folds and bifurcations of the branches.

#include "base/threads.hpp"
#include "studies/basin_shares.hpp"
#include "support/free_play.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <tuple>

using namespace slideway;
using namespace slideway::studies;
using dynamics::NamedState;
using dynamics::OrbitLabel;
using dynamics::OrbitPiece;

namespace {

// Starts on +-half, 2 x n^2, with x1 fastest.
Matrix square(double half, int n)
{
    Matrix plane(2, n * n);
    for (int i = 0; i < n * n; ++i)
        plane.col(i) << -half + 2 * half * (i % n) / (n - 1), -half + 2 * half * (i / n) / (n - 1);
    return plane;
}

ShareStarts at_rest(const Matrix& plane)
{
    Matrix z(4, plane.cols());
    for (Index i = 0; i < plane.cols(); ++i)
        z.col(i) = test::free_play_state(plane(0, i), 0, plane(1, i), 0);
    const Matrix Phi = test::free_play_modes();
    ShareStarts starts;
    starts.at = [z](const dynamics::OrbitFamily&) { return z; };
    for (const Index row : {0, 1})
        starts.axes.push_back({Phi.row(row).transpose()});
    starts.velocity = {false, false};
    starts.plane = plane;
    starts.scale = Vector::Ones(2);
    return starts;
}

std::vector<NamedMotion> two_at_1_2(const dynamics::OrbitFamily& family)
{
    std::vector<NamedMotion> named;
    for (const auto& [name, z] :
         {std::pair{"PO1", test::free_play_state(0.024370642, 0, -0.0583920697, 0)},
          {"PO2+", test::free_play_state(-0.029176778235, -0.08695676581, -0.113592803271,
                                         -0.210889045443)}}) {
        named.push_back({name, periodic_motion(family, z, 1.2, 1), 1.2});
        REQUIRE(named.back().motion.found);
    }
    return named;
}

dynamics::OrbitFamily family()
{
    return {test::free_play({.Omega = 1.2}), {}};
}

ShareOptions between(double from, double to)
{
    ShareOptions options;
    options.branches.from = from;
    options.branches.to = to;
    options.basins.sample = 0;
    options.basins.sought = 20;
    return options;
}

} // namespace

// The square of the reference counts at 1.2 must have the same resolution; at 1.33 nearly all
// starts run all periods.
TEST_CASE("Shares over the frequency: those of the basin at 1.2, and none beyond a fold",
          "[studies][shares]")
{
    ShareOptions options = between(1.12, 1.34); // steps between the two Neimark-Sacker points
    options.basins.sought = 0;
    options.jump = 1;
    const Matrix plane = square(0.2, 31);
    const BasinShares found =
        basin_shares(family(), {1.2, 1.25, 1.33}, at_rest(plane), two_at_1_2(family()), options);
    REQUIRE(found.orbits.size() == 3);
    CHECK(found.orbits[2].name == "mirror of PO2+");
    const std::vector<int> at_1_2{418, 285, 258};
    for (std::size_t v = 0; v < 3; ++v) {
        int sum = found.count(v, not_settled) + found.count(v, broke_off);
        for (std::size_t k = 0; k < 3; ++k)
            sum += found.orbits[k].starts[v];
        CHECK(sum == 961);
        CHECK(found.orbits[v].starts[0] == at_1_2[v]);
    }
    const SharedOrbit &po1 = found.orbits[0], &po2 = found.orbits[1];
    using Kind = NamedState::Kind;
    CHECK(po2.state == std::vector{Kind::stable, Kind::stable, Kind::absent});
    CHECK(po2.starts[1] > 20);
    CHECK(po2.starts[2] == 0);
    CHECK(po2.piece.high.why == OrbitPiece::Why::fold);
    CHECK(po2.piece.high.stable);
    CHECK_FALSE(po2.piece.low.message.empty());
    CHECK(po2.piece.high.p == Approx(1.320065957).margin(2e-9));
    CHECK(po2.piece.low.why == OrbitPiece::Why::symmetry);
    CHECK(po2.piece.low.p == Approx(1.183707481).margin(2e-9));
    REQUIRE(po2.piece.changes.size() == 2);
    for (const auto& [k, p, stable] : {std::tuple{0, 1.184435158, false}, {1, 1.184985302, true}}) {
        const OrbitPiece::Change& change = po2.piece.changes[static_cast<std::size_t>(k)];
        CHECK(change.label == OrbitLabel::neimark_sacker);
        CHECK(change.p == Approx(p).margin(2e-9));
        CHECK(change.stable_above == stable);
    }
    CHECK(po2.growth[0] == Approx(0.9270306861).margin(1e-8));
    CHECK(po1.growth[0] == Approx(0.9489872946).margin(1e-8));
    CHECK(po1.state == std::vector{Kind::stable, Kind::stable, Kind::unstable});
    CHECK(po1.piece.high.why == OrbitPiece::Why::range);
    REQUIRE(po1.piece.changes.size() == 1);
    CHECK(po1.piece.changes[0].p == Approx(1.324686527).margin(2e-9));
    // States of PO2+ in the plane, and of its mirror at a drive phase of pi.
    CHECK(po2.at[0](0, 0) == Approx(-0.029176778235).margin(1e-9));
    CHECK(po2.at[0](1, 0) == Approx(-0.113592803271).margin(1e-9));
    // Shares change much between such distant values; none vanishes while its motion exists.
    for (const SharedOrbit& orbit : found.orbits)
        CHECK(orbit.crises.empty());
}

TEST_CASE("Motions that are found keep their names along their branches", "[studies][shares]")
{
    // At 1.16 and 1.17 a large motion is its own mirror. At 1.183707481 it loses its stability to
    // two motions that are mirrors of each other.
    const BasinShares found =
        basin_shares(family(), {1.16, 1.17, 1.2}, at_rest(square(0.2, 11)), {}, between(1.16, 1.2));
    const auto orbit_of = [&](int label) -> const SharedOrbit& {
        return found.orbits.at(static_cast<std::size_t>(label));
    };
    const auto symmetric = [&](std::size_t v) {
        std::vector<int> labels;
        for (int k = 0; k < static_cast<int>(found.orbits.size()); ++k)
            if (orbit_of(k).starts[v] > 20 && orbit_of(k).piece.changes.size() == 1 &&
                orbit_of(k).piece.changes[0].label == OrbitLabel::branch_point)
                labels.push_back(k);
        return labels;
    };
    REQUIRE(symmetric(0).size() == 1);
    CHECK(symmetric(1) == symmetric(0));
    const SharedOrbit& large = orbit_of(symmetric(0)[0]);
    CHECK(large.piece.changes[0].p == Approx(1.183707481).margin(2e-9));
    CHECK(large.state[2] == NamedState::Kind::unstable);
    CHECK(large.starts[2] == 0);
    int pair = 0;
    for (const SharedOrbit& orbit : found.orbits)
        if (orbit.low_meets == large.name) {
            ++pair;
            CHECK(orbit.starts[0] + orbit.starts[1] == 0);
            CHECK(orbit.starts[2] > 10);
            CHECK(orbit.name ==
                  (pair == 1 ? "" : "mirror of ") + orbit.name.substr(orbit.name.rfind("other ")));
        }
    CHECK(pair == 2);
    for (std::size_t v = 0; v < 3; ++v)
        CHECK(found.count(v, not_settled) == 0);
}

TEST_CASE("Starts that had not settled run again with what is found later", "[studies][shares]")
{
    // One start is tried, so that at the first value one motion is found, with its mirror.
    ShareOptions options = between(1.19, 1.25);
    options.basins.sought = 1;
    const auto with = [&](const std::vector<NamedMotion>& named) {
        return basin_shares(family(), {1.2, 1.21}, at_rest(square(0.2, 7)), named, options);
    };
    const BasinShares found = with({}), known = with(two_at_1_2(family()));
    REQUIRE(found.orbits.size() == 3);
    for (const std::size_t v : {0, 1}) {
        CHECK(found.count(v, not_settled) == 0);
        std::vector<int> a, b;
        for (int k = 0; k < 3; ++k) {
            a.push_back(found.count(v, k));
            b.push_back(known.count(v, k));
        }
        std::sort(a.begin(), a.end());
        std::sort(b.begin(), b.end());
        CHECK(a == b);
    }
}

TEST_CASE("A share that goes while its motion lives on is a crisis", "[studies][shares]")
{
    const BasinShares found = basin_shares(family(), {1.26, 1.27, 1.29}, at_rest(square(0.2, 9)),
                                           two_at_1_2(family()), between(1.19, 1.29));
    const SharedOrbit& po1 = found.orbits[0];
    REQUIRE(po1.crises.size() == 1);
    CHECK(po1.crises[0].kind == ShareCrisis::Kind::jumps);
    CHECK(po1.crises[0].from == 1.27);
    CHECK(po1.crises[0].to == 1.29);
    CHECK(po1.crises[0].before - po1.crises[0].after >= 0.2);
    CHECK(po1.state == std::vector(3, NamedState::Kind::stable));

    // The starts move so that none leads to it any more: within 0.02 of PO1 all do, within 0.02
    // of PO2+ none.
    ShareStarts moving = at_rest(square(0.02, 4));
    const Matrix to_small = moving.at(family());
    const Matrix offset =
        test::free_play_state(-0.0292, -0.0870, -0.1136, -0.2109).replicate(1, to_small.cols());
    moving.at = [&](const dynamics::OrbitFamily& family) -> Matrix {
        return family.value() < 1.205 ? to_small : Matrix(0.05 * to_small + offset);
    };
    moving.axes.clear();
    moving.plane.resize(0, 0);
    const BasinShares gone =
        basin_shares(family(), {1.2, 1.21}, moving, two_at_1_2(family()), between(1.19, 1.21));
    REQUIRE(gone.orbits[0].crises.size() == 1);
    CHECK(gone.orbits[0].crises[0].kind == ShareCrisis::Kind::vanishes);
    CHECK(gone.orbits[1].crises.at(0).kind == ShareCrisis::Kind::appears);
}

TEST_CASE("Shares are the same bits with any number of threads, and keep the values that are done",
          "[studies][shares]")
{
    const auto shares = [](const Progress& progress) {
        return basin_shares(family(), {1.2, 1.22, 1.24}, at_rest(square(0.2, 7)),
                            two_at_1_2(family()), between(1.19, 1.25), progress);
    };
    const BasinShares one = shares({});
    set_threads(3);
    const BasinShares three = shares({});
    set_threads(1);
    CHECK(three.label == one.label);
    CHECK(three.periods == one.periods);
    for (std::size_t k = 0; k < one.orbits.size(); ++k) {
        CHECK(three.orbits[k].growth == one.orbits[k].growth);
        CHECK(three.orbits[k].at == one.orbits[k].at);
    }
    const BasinShares part = shares([](double share) { return share < 0.5; });
    CHECK(part.interrupted);
    CHECK(part.p == std::vector{1.2});
    CHECK(part.label[0] == one.label[0]);
    CHECK(part.orbits[1].starts == std::vector{one.orbits[1].starts[0]});
    CHECK(shares([](double) { return false; }).p.empty());
}

TEST_CASE("Integrity is the distance to the nearest other label, or to the edge", "[studies]")
{
    const Matrix plane = square(1, 21); // 0.1 apart
    std::vector<int> labels;
    for (Index i = 0; i < plane.cols(); ++i)
        labels.push_back(plane(0, i) > 0.25 ? 1 : 0);
    const auto about = [&](int label, std::vector<Eigen::Vector2d> states) {
        Matrix positions(2, static_cast<Index>(states.size()));
        for (std::size_t k = 0; k < states.size(); ++k)
            positions.col(static_cast<Index>(k)) = states[k];
        return integrity(plane, labels, label, positions);
    };
    // Labels change at 0.25, between starts at 0.2 and 0.3.
    CHECK(about(0, {{-0.1, 0}})->radius == Approx(0.4));
    CHECK_FALSE(about(0, {{-0.1, 0}})->at_edge);
    CHECK(about(0, {{-0.1, 0.35}})->radius == Approx(std::hypot(0.4, 0.05)));
    CHECK(about(0, {{-0.8, 0}})->radius == Approx(0.2));
    CHECK(about(0, {{-0.8, 0}})->at_edge);
    CHECK(about(1, {{0.5, 0}})->radius == Approx(0.3));
    CHECK(about(0, {{-0.1, 0}, {0.1, 0}})->radius == Approx(0.2)); // the smaller one of two periods
    CHECK(about(0, {{0.32, 0}})->radius == Approx(0.02)); // in the basin of the other motion
    CHECK_FALSE(about(0, {{-0.1, 1.1}}));
}
