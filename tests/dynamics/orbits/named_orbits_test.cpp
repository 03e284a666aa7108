// The parts of branches that names go with, on branches drawn by hand. Names themselves:
// tests/studies/basin_shares_test.cpp.

#include "dynamics/orbits/named_orbits.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <memory>

using namespace slideway;
using namespace slideway::dynamics;
using Why = OrbitPiece::Why;

namespace {

std::shared_ptr<OrbitBranch> drawn(const std::vector<double>& p)
{
    auto of = std::make_shared<OrbitBranch>();
    const auto n = static_cast<Index>(p.size());
    of->branch.p = Eigen::Map<const Vector>(p.data(), n);
    of->branch.x = Matrix::Zero(2, n);
    of->branch.monitors = Matrix::Ones(orbit_outputs, n); // stable
    of->labels.assign(p.size(), OrbitLabel::none);
    return of;
}

std::vector<Index> indices(const OrbitPiece& of)
{
    std::vector<Index> k;
    for (const OrbitPiece::Point& point : of.points)
        k.push_back(point.k);
    return k;
}

} // namespace

TEST_CASE("A name goes with the branch up to where it turns back", "[orbits]")
{
    //  up to a fold at 3, back to one at 1, and up again to the end of the range at 4
    const auto branch = drawn({0, 2, 3, 2.5, 1, 2, 4});
    branch->labels[2] = branch->labels[4] = OrbitLabel::fold;
    branch->branch.front.stop = continuation::Stop::failed;
    branch->branch.front.message = "no step succeeds";
    branch->branch.back.stop = continuation::Stop::bound;
    const OrbitPiece first = piece_of(branch, 0, false), second = piece_of(branch, 3, false),
                     third = piece_of(branch, 4, false);
    CHECK(indices(first) == std::vector<Index>{0, 1, 2});
    CHECK(first.low.why == Why::lost);
    CHECK(first.low.message == "no step succeeds");
    CHECK(first.high.why == Why::fold);
    CHECK(first.high.p == 3);
    CHECK(indices(second) == std::vector<Index>{4, 3, 2}); // ascending in p
    CHECK(second.low.why == Why::fold);
    CHECK(second.low.p == 1);
    CHECK(second.high.p == 3);
    CHECK(indices(third) == std::vector<Index>{4, 5, 6});
    CHECK(third.high.why == Why::range);
}

TEST_CASE("A closed branch continues behind its end, as the mirror if it closes on that",
          "[orbits]")
{
    // A circle that begins in the middle of its upper half: folds at 1 and -1.
    const auto branch = drawn({0, 0.7, 1, 0.7, 0, -0.7, -1, -0.7, 0});
    branch->labels[2] = branch->labels[6] = OrbitLabel::fold;
    branch->branch.back.stop = continuation::Stop::closed;
    for (const bool mirrored : {false, true}) {
        const OrbitPiece upper = piece_of(branch, 0, mirrored);
        CHECK(indices(upper) == std::vector<Index>{6, 7, 8, 0, 1, 2});
        CHECK(upper.points.front().mirrored == mirrored);
        CHECK_FALSE(upper.points.back().mirrored);
        CHECK(upper.low.why == Why::fold);
        CHECK(upper.low.p == -1);
        CHECK(upper.high.p == 1);
        CHECK(indices(piece_of(branch, 3, mirrored)) == std::vector<Index>{6, 5, 4, 3, 2});
    }
}

TEST_CASE("Stability changes at the label between points that differ in it", "[orbits]")
{
    const auto branch = drawn({0, 1, 2, 3, 4, 5, 6});
    branch->branch.back.stop = continuation::Stop::monitor; // meets motions of more symmetry
    branch->branch.front.stop = continuation::Stop::bound;
    branch->labels[2] = OrbitLabel::period_doubling;
    branch->labels[4] = OrbitLabel::grazing; // where a force jumps
    branch->labels[6] = OrbitLabel::branch_point;
    branch->branch.monitors(orbit_stable, 3) = branch->branch.monitors(orbit_stable, 4) = 0;
    const OrbitPiece of = piece_of(branch, 0, false);
    CHECK(of.high.why == Why::symmetry);
    CHECK(of.low.stable);
    CHECK(of.high.stable);
    REQUIRE(of.changes.size() == 2);
    CHECK(of.changes[0].label == OrbitLabel::period_doubling);
    CHECK(of.changes[0].p == 2);
    CHECK_FALSE(of.changes[0].stable_above);
    CHECK(of.changes[1].label == OrbitLabel::grazing);
    CHECK(of.changes[1].p == 4);
    CHECK(of.changes[1].stable_above);
}
