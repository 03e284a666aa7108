#include "base/error.hpp"
#include "contact/laws/joint_laws.hpp"
#include "dynamics/orbits/orbit_restart.hpp"
#include "support/free_play.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace slideway;
using namespace slideway::dynamics;
using Catch::Contains;

// Branches of two masses with free play (support/free_play.hpp), taken up again: what one run
// would have given.

namespace {

const std::vector<ModalOutput>& first_mass()
{
    static const std::vector<ModalOutput> outputs = {{test::free_play_modes().row(0).transpose()}};
    return outputs;
}

OrbitFamily family(const test::FreePlay& parameters = {})
{
    return {test::free_play(parameters), {}};
}

OrbitBranchOptions between(double from, double to)
{
    OrbitBranchOptions o;
    o.from = from;
    o.to = to;
    return o;
}

OrbitBranches follow(const Vector& z, double p, int periods, const OrbitBranchOptions& o,
                     const Progress& progress = {})
{
    const PeriodicMotion start = periodic_motion(family({.Omega = p}), z, p, periods, {}, o);
    REQUIRE(start.found);
    return orbit_branches(family(), start, p, first_mass(), o, progress);
}

OrbitBranches taken_up(const OrbitRestart& restart, const OrbitBranchOptions& o,
                       const OrbitFamily& of = family(), const Progress& progress = {})
{
    return orbit_branches_from(of, checked(of, restart, first_mass(), o), first_mass(), o,
                               progress);
}

struct Labelled {
    OrbitLabel label;
    double p;
};

std::vector<Labelled> labels_of(const OrbitBranch& branch)
{
    std::vector<Labelled> out;
    for (std::size_t k = 0; k < branch.labels.size(); ++k)
        if (const OrbitLabel label = branch.labels[k];
            label != OrbitLabel::none && label != OrbitLabel::start && label != OrbitLabel::bound)
            out.push_back({label, branch.branch.p(static_cast<Index>(k))});
    return out;
}

// All labels, in the order along the branch; located to round-off of the equations.
void check_same_labels(const OrbitBranch& a, const OrbitBranch& b)
{
    const std::vector<Labelled> in_a = labels_of(a), in_b = labels_of(b);
    REQUIRE(in_a.size() == in_b.size());
    for (std::size_t k = 0; k < in_a.size(); ++k) {
        CAPTURE(k, name_of(in_a[k].label), name_of(in_b[k].label));
        CHECK((in_a[k].label == in_b[k].label));
        CHECK(std::abs(in_a[k].p - in_b[k].p) <= 1e-10);
    }
}

Index point_of(const OrbitBranch& branch, OrbitLabel label, int number = 1)
{
    for (Index k = 0; k < branch.branch.n_points(); ++k)
        if (branch.labels[static_cast<std::size_t>(k)] == label && --number == 0)
            return k;
    FAIL("no such label");
    return -1;
}

// The points of the one in front of those of the other, to the last bit.
void check_begins_with(const OrbitBranch& longer, const OrbitBranch& old, Index at = 0)
{
    const Index N = old.branch.n_points();
    REQUIRE(longer.branch.n_points() >= at + N);
    CHECK(longer.branch.x.middleCols(at, N) == old.branch.x);
    CHECK(longer.branch.p.segment(at, N) == old.branch.p);
}

// B1 from 0.7, as a run from rest finds it.
const OrbitBranches& part_of_B1()
{
    static const OrbitBranches part = follow(Vector::Zero(4), 0.7, 1, between(0.7, 1.2));
    return part;
}

const OrbitBranches& whole_B1()
{
    static const OrbitBranches whole = follow(Vector::Zero(4), 0.7, 1, between(0.7, 2.0));
    return whole;
}

// Between the branch points of B1, with coarse steps.
const OrbitBranchOptions& about_piece()
{
    static const OrbitBranchOptions options = [] {
        OrbitBranchOptions o = between(0.86, 0.9);
        o.max_step = 0.05;
        return o;
    }();
    return options;
}

const OrbitBranches& B1_about_piece()
{
    static const OrbitBranches B1 = follow(Vector::Zero(4), 0.87, 1, about_piece());
    return B1;
}

OrbitRestart at_branch_point()
{
    OrbitRestart restart{OrbitRestart::From::label, B1_about_piece().branches};
    restart.at.point = point_of(restart.branches[0], OrbitLabel::branch_point);
    return restart;
}

const OrbitBranch& asymmetric_piece()
{
    static const OrbitBranch piece = taken_up(at_branch_point(), about_piece()).branches.at(1);
    return piece;
}

} // namespace

TEST_CASE("a branch that is extended has the labels of one run and its old points in front",
          "[dynamics]")
{
    REQUIRE(labels_of(whole_B1().branches[0]).size() == 9);
    const OrbitBranches extended = taken_up({.branches = part_of_B1().branches}, between(0.7, 2.0));
    REQUIRE(extended.branches.size() == 1);
    check_same_labels(extended.branches[0], whole_B1().branches[0]);
    check_begins_with(extended.branches[0], part_of_B1().branches[0]);
    // Where it continued is no end of it any more.
    const std::vector<OrbitLabel>& labels = extended.branches[0].labels;
    CHECK(std::count(labels.begin(), labels.end(), OrbitLabel::bound) == 1);
    // Now there is nothing to add.
    CHECK_THAT(
        ended(family(), {.branches = extended.branches}, first_mass(), between(0.7, 2.0)),
        Contains("the branch ends there at 2 rad/s and leads out of the range; widen the range"));
}

TEST_CASE("wherever a run stops, the rest of it has the labels of one run in their order",
          "[dynamics]")
{
    // From within the range, both ways.
    const Vector rest = Vector::Zero(4);
    const OrbitBranchOptions all = between(0.8, 1.1);
    const OrbitBranches whole = follow(rest, 0.85, 1, all);
    const Index N = whole.branches[0].branch.n_points();
    REQUIRE(labels_of(whole.branches[0]).size() == 6);
    SECTION("bounded by max_points, which are then added at both ends")
    {
        OrbitBranchOptions few = all;
        few.max_points = 4;
        OrbitBranches part = follow(rest, 0.85, 1, few);
        few.max_points = 60;
        Index before = 0;
        int runs = 0;
        while (ended(family(), {.branches = part.branches}, first_mass(), few).empty()) {
            before = part.branches[0].branch.n_points();
            part = taken_up({.branches = part.branches}, few);
            REQUIRE(part.branches[0].branch.n_points() > before);
            ++runs;
        }
        CHECK(runs > 1);
        check_same_labels(part.branches[0], whole.branches[0]);
    }
    SECTION("interrupted, on its first way and on its second")
    {
        for (const long calls : {3L, 12L, 40L, 80L}) {
            CAPTURE(calls);
            long left = calls;
            const Progress stops = [&](double) -> bool { return left-- > 0; };
            const OrbitBranches part = follow(rest, 0.85, 1, all, stops);
            REQUIRE(part.interrupted);
            REQUIRE(part.branches[0].branch.n_points() < N);
            const OrbitBranches done = taken_up({.branches = part.branches}, all);
            CHECK(!done.interrupted);
            check_same_labels(done.branches[0], whole.branches[0]);
            CHECK(done.branches[0].branch.p(0) == whole.branches[0].branch.p(0));
        }
    }
    SECTION("interrupted again where it is taken up")
    {
        long left = 40;
        const Progress stops = [&](double) -> bool { return left-- > 0; };
        OrbitBranches part = follow(rest, 0.85, 1, all, stops);
        left = 15;
        part = taken_up({.branches = part.branches}, all, family(), stops);
        CHECK(part.interrupted);
        check_same_labels(taken_up({.branches = part.branches}, all).branches[0],
                          whole.branches[0]);
    }
}

TEST_CASE("a wider range continues with a branch at both of its ends, or at the one requested",
          "[dynamics]")
{
    const OrbitBranches part = follow(Vector::Zero(4), 0.85, 1, between(0.8, 0.9));
    const OrbitBranchOptions wide = between(0.7, 1.2);
    const OrbitBranches both = taken_up({.branches = part.branches}, wide);
    check_same_labels(both.branches[0], part_of_B1().branches[0]);
    Index at = 0;
    while (both.branches[0].branch.p(at) < 0.8)
        ++at;
    check_begins_with(both.branches[0], part.branches[0], at);
    for (const auto from : {OrbitRestart::From::front, OrbitRestart::From::back}) {
        const OrbitBranch one = taken_up({from, part.branches}, wide).branches[0];
        const bool front = from == OrbitRestart::From::front;
        CHECK(one.branch.p.minCoeff() == (front ? 0.7 : 0.8));
        CHECK(one.branch.p.maxCoeff() == Approx(front ? 0.9 : 1.2).epsilon(1e-12));
    }
}

TEST_CASE("two branches that a wider range unites are one", "[dynamics]")
{
    // Below the fold at 1.0926579 the branch and what comes back from it.
    const OrbitBranchOptions narrow = between(0.7, 1.07), wide = between(0.7, 1.2);
    OrbitBranches parts = follow(Vector::Zero(4), 0.7, 1, narrow);
    const OrbitBranch& B1 = part_of_B1().branches[0];
    const Index fold = point_of(B1, OrbitLabel::fold, 2);
    OrbitRestart back{OrbitRestart::From::motion, {B1}, {0, fold}, B1.branch.p(fold), true};
    parts.branches.push_back(taken_up(back, narrow).branches[0]);
    REQUIRE(parts.branches[1].branch.p.minCoeff() == Approx(1.046633369).margin(2e-9));
    const OrbitBranches one = taken_up({.branches = parts.branches}, wide);
    REQUIRE(one.branches.size() == 1);
    check_same_labels(one.branches[0], B1);

    // Found on the branch that is left out.
    std::swap(parts.branches[0], parts.branches[1]);
    OrbitBranch piece = asymmetric_piece();
    piece.parent = 1;
    piece.parent_point = point_of(parts.branches[1], OrbitLabel::branch_point);
    parts.branches.push_back(piece);
    const OrbitBranches two = taken_up({.branches = parts.branches}, wide);
    REQUIRE(two.branches.size() == 2);
    CHECK(two.branches[1].parent == 0);
    const Index at = two.branches[1].parent_point;
    CHECK((two.branches[0].labels[static_cast<std::size_t>(at)] == OrbitLabel::branch_point));
    CHECK(two.branches[0].branch.p(at) == Approx(0.877824903).margin(2e-9));
    // It is not left out within the reach of a few points.
    OrbitBranchOptions few = wide;
    few.max_points = 6;
    CHECK(taken_up({.branches = {parts.branches[0], parts.branches[1]}}, few).branches.size() == 2);
}

TEST_CASE("at a branch point the asymmetric piece is followed, as in a run with branches",
          "[dynamics]")
{
    const OrbitBranchOptions& o = about_piece();
    const OrbitBranches& B1 = B1_about_piece();
    const OrbitRestart restart = at_branch_point();
    const OrbitBranches r = taken_up(restart, o);
    REQUIRE(r.branches.size() == 2);
    CHECK(r.branches[0].branch.x == B1.branches[0].branch.x);
    OrbitBranchOptions all = o;
    all.branches = true;
    const OrbitBranches whole = follow(Vector::Zero(4), 0.87, 1, all);
    check_same_labels(r.branches[1], whole.branches[1]);
    CHECK(r.branches[1].branch.x == whole.branches[1].branch.x);
    CHECK(r.branches[1].parent == 0);
    CHECK(r.branches[1].parent_point == restart.at.point);

    // It joins both branch points: at neither is there another one left.
    for (const int number : {1, 2}) {
        OrbitRestart again{OrbitRestart::From::label, r.branches};
        again.at.point = point_of(r.branches[0], OrbitLabel::branch_point, number);
        CHECK_THROWS_WITH(taken_up(again, o),
                          Contains("the results hold the other branch there already"));
    }
    CHECK(!ended(family(), {.branches = r.branches}, first_mass(), all).empty());
    // With branches the missing one is added to a branch that has ended.
    CHECK(!ended(family(), {.branches = B1.branches}, first_mass(), o).empty());
    CHECK(ended(family(), {.branches = B1.branches}, first_mass(), all).empty());
    const OrbitBranches added = taken_up({.branches = B1.branches}, all);
    REQUIRE(added.branches.size() == 2);
    CHECK(added.branches[1].branch.x == whole.branches[1].branch.x);
    // Within a range that holds one of the branch points.
    OrbitBranchOptions narrow = all;
    narrow.to = 0.88;
    const OrbitBranches within = taken_up({.branches = B1.branches}, narrow);
    REQUIRE(within.branches.size() == 2);
    CHECK(within.branches[1].branch.p.maxCoeff() == 0.88);

    // Neither the beginning of the piece nor its end leads on.
    for (const auto end : {OrbitRestart::From::front, OrbitRestart::From::back})
        CHECK_THAT(ended(family(), {end, r.branches, {1, 0}}, first_mass(), between(0.5, 2.0)),
                   Contains("meets motions that are their own mirror") ||
                       Contains("where it left motions of more symmetry"));
}

TEST_CASE("an interrupted branch that left another one continues one way", "[dynamics]")
{
    const OrbitBranchOptions& o = about_piece();
    const OrbitBranch& whole = asymmetric_piece();
    long left = 4;
    const Progress stops = [&](double) -> bool { return left-- > 0; };
    const OrbitBranches part = taken_up(at_branch_point(), o, family(), stops);
    REQUIRE(part.interrupted);
    REQUIRE(part.branches.size() == 2);
    REQUIRE(part.branches[1].branch.n_points() < whole.branch.n_points());
    const OrbitBranches done = taken_up({.branches = part.branches}, o);
    REQUIRE(done.branches.size() == 2);
    check_same_labels(done.branches[1], whole);
    CHECK(done.branches[1].branch.x.col(0) == whole.branch.x.col(0));
    CHECK(done.branches[1].parent == 0);
}

TEST_CASE("a labelled motion begins a branch over another parameter", "[dynamics]")
{
    // At a fold over Omega the branch over the level, at that Omega, turns back too: both are where
    // a multiplier is +1. At a grazing it grazes.
    const OrbitBranch& B1 = part_of_B1().branches[0];
    for (const OrbitLabel label : {OrbitLabel::fold, OrbitLabel::grazing}) {
        CAPTURE(name_of(label));
        const Index k = point_of(B1, label);
        OrbitRestart restart{OrbitRestart::From::motion, {B1}, {0, k}, 1};
        const OrbitFamily over_level(test::free_play({.Omega = B1.branch.p(k)}),
                                     {OrbitParameter::Kind::level});
        OrbitBranchOptions o = between(0.9, 1.1);
        const OrbitBranches r = taken_up(restart, o, over_level);
        REQUIRE(r.branches.size() == 1);
        const OrbitBranch& branch = r.branches[0];
        CHECK(branch.form == B1.form);
        double nearest = 1;
        for (const Labelled& at : labels_of(branch))
            if (at.label == label)
                nearest = std::min(nearest, std::abs(at.p - 1));
        CHECK(nearest <= 1e-8);
        CHECK_THROWS_WITH(taken_up(restart, between(1.1, 1.3), over_level),
                          Contains("the motion lies at 1, outside the range of this case"));
    }
}

TEST_CASE("a motion of other numbers is a guess, which Newton's method decides on", "[dynamics]")
{
    const OrbitBranch& B1 = part_of_B1().branches[0];
    const Index k = point_of(B1, OrbitLabel::grazing);
    const double p = B1.branch.p(k);
    const OrbitRestart restart{OrbitRestart::From::motion, {B1}, {0, k}, p};
    const OrbitFamily wider(test::free_play({.Omega = p, .clearance = 0.06}), {});
    // The grazing at 0.06 (docs/theory/periodic_orbits.md, section 8).
    const OrbitBranches r = taken_up(restart, between(0.85, 0.95), wider);
    REQUIRE(r.branches.size() == 1);
    const Index at = point_of(r.branches[0], OrbitLabel::grazing);
    CHECK(r.branches[0].branch.p(at) == Approx(0.895332852).margin(1e-9));

    // Without contact that motion is one of the wider stops too. With contact it is not, and leads
    // to the branch that a run from rest leads to.
    const OrbitRestart in_contact = [] {
        OrbitRestart of = at_branch_point();
        of.from = OrbitRestart::From::motion;
        of.p = of.branches[0].branch.p(of.at.point);
        return of;
    }();
    const OrbitFamily narrower(test::free_play({.Omega = 0.87, .clearance = 0.049}), {});
    const PeriodicMotion rest = periodic_motion(narrower, Vector::Zero(4), 0.87, 1);
    REQUIRE(rest.found);
    const OrbitBranch expected =
        orbit_branches(narrower, rest, 0.87, first_mass(), about_piece()).branches[0];
    const OrbitBranches moved = taken_up(in_contact, about_piece(), narrower);
    REQUIRE(moved.branches.size() == 1);
    CHECK(labels_of(expected).size() == 2);
    check_same_labels(moved.branches[0], expected);

    // A motion of an asymmetric system is not symmetric either.
    JointedSystem loaded = test::free_play({.Omega = 0.87});
    loaded.p0 = 1e-3 * Vector::Ones(2);
    const OrbitBranches leaning = taken_up(in_contact, about_piece(), {loaded, {}});
    REQUIRE(leaning.branches.size() == 1);
    CHECK(leaning.branches[0].form == OrbitForm{1, false, 1});

    // A drive that is stronger by a thousandth: over Omega too, but the tangent is another one.
    JointedSystem driven = test::free_play({.Omega = 0.87});
    driven.force *= 1.001;
    driven.p = driven.p_at(driven.Omega);
    OrbitRestart same = in_contact;
    same.on_branch = true;
    CHECK(!checked(family(), same, first_mass(), about_piece()).correction());
    CHECK(checked({driven, {}}, same, first_mass(), about_piece()).correction().value() ==
          Approx(1e-3).epsilon(0.5));
    const OrbitBranches stronger = taken_up(same, about_piece(), {driven, {}});
    const PeriodicMotion driven_rest = periodic_motion({driven, {}}, Vector::Zero(4), 0.87, 1);
    check_same_labels(
        stronger.branches.at(0),
        orbit_branches({driven, {}}, driven_rest, 0.87, first_mass(), about_piece()).branches[0]);

    // None is found: the message says why.
    OrbitBranchOptions never = about_piece();
    never.tolerance = 1e-300;
    const OrbitBranches none = taken_up(in_contact, never, narrower);
    CHECK(none.branches.empty());
    REQUIRE(none.not_followed.size() == 1);
    CHECK_THAT(none.not_followed[0], Contains("Newton's method"));
}

TEST_CASE("what does not go on from earlier branches is refused by name", "[dynamics]")
{
    const std::vector<OrbitBranch>& old = part_of_B1().branches;
    const OrbitBranchOptions o = between(0.7, 2.0);
    using enum OrbitRestart::From;
    // The residuals show it: a clearance of 0.0501.
    CHECK_THROWS_WITH(taken_up({.branches = old}, o, family({.clearance = 0.0501})),
                      Contains("the motion at 0.877824") &&
                          Contains("of branch 1 does not solve the equations of this case: off "
                                   "by"));
    CHECK_THROWS_WITH(taken_up({.branches = old, .at = {1, 0}}, o),
                      Contains("there is no branch 2, but 1 to 1"));
    CHECK_THROWS_WITH(taken_up({label, old, {0, 10000}}, o),
                      Contains("the branch has no point 10000, but 0 to "));
    const Index fold = point_of(old[0], OrbitLabel::fold);
    CHECK_THROWS_WITH(taken_up({label, old, {0, fold}}, o), Contains("no branch leaves there"));
    CHECK_THROWS_WITH(checked(family(), {.branches = old}, {first_mass()[0], first_mass()[0]}, o),
                      Contains("branch 1 has 8 monitors, this case 10"));
    test::FreePlay one_sided;
    JointedSystem loaded = test::free_play(one_sided);
    loaded.p0 = Vector::Ones(2);
    CHECK_THROWS_WITH(taken_up({.branches = old}, o, {loaded, {}}),
                      Contains("branch 1 consists of motions that are their own mirror, but the "
                               "system is not symmetric: a constant load"));
    std::vector<OrbitBranch> wrong = old;
    wrong[0].form = {3, false, 3};
    CHECK_THROWS_WITH(taken_up({.branches = wrong}, o),
                      Contains("branch 1 has 4 unknowns, this case has 12"));
}
