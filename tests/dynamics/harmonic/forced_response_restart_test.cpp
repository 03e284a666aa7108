#include "base/two_pi.hpp"
#include "contact/laws/joint_laws.hpp"
#include "dynamics/harmonic/forced_response.hpp"
#include "dynamics/harmonic/restart.hpp"
#include "support/harmonic_models.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

using namespace slideway;
using namespace slideway::dynamics;
using Catch::Contains;
using continuation::Branch;
using continuation::PointKind;
using continuation::Stop;

namespace {

// Duffing's oscillator: m = k = k3 = 1, c = 0.1, F = 0.4.
DrivenJoints duffing()
{
    DrivenJoints s;
    s.modes.omega = Vector::Ones(1);
    s.modes.c = Vector::Constant(1, 0.1);
    s.p0 = Vector::Zero(1);
    s.force = Vector::Constant(1, 0.4).cast<Complex>();
    s.inertia = s.drag = ComplexVector::Zero(1);
    s.joints.push_back(
        {"hardening", contact::Cubic{1}, {Matrix::Ones(1, 1), ComplexVector::Zero(1)}});
    return s;
}

HarmonicBalance duffing_balance()
{
    return {duffing(), {5, false}, {{Vector::Ones(1), 0}}};
}

struct Found {
    PointKind kind;
    double Omega, rms;
};

// Peaks and folds along a branch.
std::vector<Found> marks(const Branch& branch)
{
    std::vector<Found> list;
    for (Index k = 0; k < branch.n_points(); ++k)
        if (branch.kind_of(k) == PointKind::fold || branch.kind_of(k) == PointKind::monitor_maximum)
            list.push_back({branch.kind_of(k), branch.p(k), branch.monitors(monitor_rms, k)});
    return list;
}

// Located to Newton's tolerance, 1e-10 of the amplitude, and to 1e-12 of length.
void check_same(const std::vector<Found>& a, const std::vector<Found>& b)
{
    REQUIRE(a.size() == b.size());
    for (std::size_t k = 0; k < a.size(); ++k) {
        CHECK(a[k].kind == b[k].kind);
        CHECK(a[k].Omega == Approx(b[k].Omega).epsilon(1e-9));
        CHECK(a[k].rms == Approx(b[k].rms).epsilon(1e-9));
    }
}

void check_ascending(const Branch& branch)
{
    for (Index k = 1; k < branch.n_points(); ++k)
        CHECK(branch.s(k) >= branch.s(k - 1));
}

Index largest(const Branch& branch)
{
    Index most = 0;
    branch.monitors.row(monitor_rms).maxCoeff(&most);
    return most;
}

} // namespace

TEST_CASE("A curve cut in two and gone on with is the one that was not cut", "[dynamics]")
{
    const test::HarmonicModel blades = test::blade_damper_blade(1.5e-5);
    struct Model {
        std::string name;
        HarmonicBalance hb;
        ForcedResponseOptions options;
        std::size_t n_marks;
    };
    std::vector<Model> models = {
        {"Duffing", duffing_balance(), {.level = 1, .Omega_from = 0.5, .Omega_to = 3}, 3},
        {"friction",
         HarmonicBalance(blades.system, {3, false}, blades.outputs),
         {.level = 3, .Omega_from = two_pi * 225, .Omega_to = two_pi * 190, .stability = false},
         2}};
    for (Model& m : models) {
        CAPTURE(m.name);
        const ForcedResponse whole = forced_response(m.hb, m.options);
        REQUIRE(whole.branch.back.stop == Stop::bound);
        REQUIRE(marks(whole.branch).size() == m.n_marks);
        for (const int n : {10, 40, static_cast<int>(whole.branch.n_points()) - 5}) {
            CAPTURE(n);
            ForcedResponseOptions few = m.options;
            few.max_points = n;
            const ForcedResponse part = forced_response(m.hb, few);
            REQUIRE(part.branch.back.stop == Stop::max_points);
            const Branch& cut = part.branch;
            const Index last = cut.n_points() - 1;

            // On from its end: old points, then new ones.
            const ForcedResponse on =
                forced_response_from(m.hb, m.options, {cut, m.options.level, last});
            CHECK(on.branch.back.stop == Stop::bound);
            CHECK(on.branch.x.leftCols(last) == cut.x.leftCols(last));
            check_same(marks(on.branch), marks(whole.branch));
            check_ascending(on.branch);
            CHECK_NOTHROW(check(on.branch));

            // The other half first, then back to where the first began.
            const Index end = whole.branch.n_points() - 1;
            ForcedResponse other = forced_response_from(
                m.hb, few, {whole.branch, m.options.level, end - 1, Restart::Direction::backward});
            REQUIRE(other.branch.back.stop == Stop::max_points);
            other = forced_response_from(
                m.hb, m.options, {other.branch, m.options.level, other.branch.n_points() - 1});
            std::vector<Found> list = marks(other.branch);
            std::reverse(list.begin(), list.end());
            check_same(list, marks(whole.branch));
            CHECK(other.branch.p(other.branch.n_points() - 1) == m.options.Omega_from);
        }
    }
}

TEST_CASE("A curve is extended beyond either end of its range", "[dynamics]")
{
    HarmonicBalance hb = duffing_balance();
    const ForcedResponse whole = forced_response(hb, {.Omega_from = 0.5, .Omega_to = 3});
    const ForcedResponse middle = forced_response(hb, {.Omega_from = 1.2, .Omega_to = 1.9});
    REQUIRE(middle.branch.back.stop == Stop::bound);
    REQUIRE(marks(middle.branch).empty());
    const ForcedResponseOptions wide = {.Omega_from = 0.5, .Omega_to = 3};
    const Index last = middle.branch.n_points() - 1;
    const ForcedResponse up = forced_response_from(hb, wide, {middle.branch, 1, last});
    check_same(marks(up.branch), marks(whole.branch));
    CHECK(up.branch.kind_of(last) == PointKind::regular); // no bound any longer
    const ForcedResponse both =
        forced_response_from(hb, wide, {up.branch, 1, 0, Restart::Direction::backward});
    check_same(marks(both.branch), marks(whole.branch));
    CHECK(both.branch.p(0) == 0.5);
    CHECK(both.branch.p(both.branch.n_points() - 1) == 3);
    CHECK(both.branch.front.stop == Stop::bound);
    check_ascending(both.branch);
    CHECK(both.branch.monitors(monitor_rms, 0) ==
          Approx(whole.branch.monitors(monitor_rms, 0)).epsilon(1e-9));
    // Both ways from any point: the same curve once more.
    for (const Index k : {Index(3), largest(whole.branch), whole.branch.n_points() - 4}) {
        const ForcedResponse through =
            forced_response_from(hb, wide, {whole.branch, 1, k, Restart::Direction::both});
        CAPTURE(k);
        CHECK(through.branch.p(0) == 0.5);
        CHECK(through.branch.p(through.branch.n_points() - 1) == 3);
        check_same(marks(through.branch), marks(whole.branch));
        check_ascending(through.branch);
    }
}

TEST_CASE("A curve whose range is widened on both sides is extended at both ends", "[dynamics]")
{
    HarmonicBalance hb = duffing_balance();
    const ForcedResponseOptions wide = {.Omega_from = 0.5, .Omega_to = 3};
    const ForcedResponse whole = forced_response(hb, wide);
    const ForcedResponse middle = forced_response(hb, {.Omega_from = 1.2, .Omega_to = 1.9});
    Restart restart = {middle.branch, 1, middle.branch.n_points() - 1};
    restart.old_range = {1.2, 1.9};
    const ForcedResponse both = forced_response_from(hb, wide, restart);
    check_same(marks(both.branch), marks(whole.branch));
    CHECK(both.branch.p(0) == 0.5);
    CHECK(both.branch.p(both.branch.n_points() - 1) == 3);
    check_ascending(both.branch);
    // On the side of its beginning alone.
    const ForcedResponseOptions below = {.Omega_from = 0.5, .Omega_to = 1.9};
    CHECK(ended(hb, below, restart).empty());
    CHECK(forced_response_from(hb, below, restart).branch.p(0) == 0.5);
    // A curve that began within its range is not gone on with there.
    Restart within = {forced_response_from(hb, below, {both.branch, 1, 12}).branch, 1};
    REQUIRE(within.branch.p(0) > 0.5);
    within.point = within.branch.n_points() - 1;
    within.old_range = {0.5, 1.9};
    CHECK(forced_response_from(hb, wide, within).branch.p(0) == within.branch.p(0));

    // A curve that turned back in the old range crosses the new one; the other curve is part of it.
    const ForcedResponse turned = forced_response(hb, {.Omega_from = 1.7, .Omega_to = 0.6});
    REQUIRE(turned.other_end);
    restart = {turned.branch, 1, turned.branch.n_points() - 1};
    restart.other_end = turned.other_end;
    restart.old_range = {1.7, 0.6};
    const ForcedResponse through =
        forced_response_from(hb, {.Omega_from = 3, .Omega_to = 0.5}, restart);
    CHECK_FALSE(through.other_end);
    std::vector<Found> list = marks(through.branch);
    std::reverse(list.begin(), list.end());
    check_same(list, marks(whole.branch));
    CHECK(through.branch.p(0) == 3);
    CHECK(through.branch.p(through.branch.n_points() - 1) == 0.5);
}

TEST_CASE("A curve that continues keeps the other curves of its level", "[dynamics]")
{
    HarmonicBalance hb = duffing_balance();
    const ForcedResponseOptions options = {.Omega_from = 1.7, .Omega_to = 0.5};
    const ForcedResponse r = forced_response(hb, options);
    REQUIRE(r.other_end);
    Restart restart = {r.branch, 1, r.branch.n_points() - 1};
    CHECK(ended(hb, options, restart).empty()); // the other curve is missing
    restart.other_end = r.other_end;
    CHECK_THAT(ended(hb, options, restart), Contains("widen the range"));
    const ForcedResponse kept = forced_response_from(hb, options, restart);
    CHECK(kept.n_evaluations == 0);
    CHECK(kept.branch.x == r.branch.x);
    REQUIRE(kept.other_end);
    CHECK(kept.other_end->x == r.other_end->x);
    // An unfinished one is gone on with.
    ForcedResponseOptions few = options;
    few.max_points = 20;
    const ForcedResponse part = forced_response(hb, few);
    REQUIRE(part.branch.back.stop == Stop::max_points);
    Restart second = {part.branch, 1, part.branch.n_points() - 1};
    const ForcedResponse rest = forced_response_from(hb, options, second);
    REQUIRE(rest.other_end);
    check_same(marks(*rest.other_end), marks(*r.other_end));
    restart.other_end->p.conservativeResize(20);
    restart.other_end->s.conservativeResize(20);
    restart.other_end->x.conservativeResize(Eigen::NoChange, 20);
    restart.other_end->tangent.conservativeResize(Eigen::NoChange, 20);
    restart.other_end->monitors.conservativeResize(Eigen::NoChange, 20);
    for (std::vector<int>* labels : {&restart.other_end->orientation, &restart.other_end->kind,
                                     &restart.other_end->monitor, &restart.other_end->iterations})
        labels->resize(20);
    restart.other_end->back = part.branch.back;
    const ForcedResponse on = forced_response_from(hb, options, restart);
    CHECK(on.branch.x == r.branch.x);
    REQUIRE(on.other_end);
    check_same(marks(*on.other_end), marks(*r.other_end));
    // By its number it can be taken up alone.
    restart.curve = 2;
    CHECK_THROWS_WITH(check_restart(hb, options, restart), Contains("no curve 2, but 0 to 1"));
}

TEST_CASE("A motion of another level is led to this one at its frequency", "[dynamics]")
{
    HarmonicBalance hb = duffing_balance();
    const ForcedResponseOptions options = {.level = 1, .Omega_from = 0.5, .Omega_to = 3};
    const ForcedResponse at_1 = forced_response(hb, options);
    ForcedResponseOptions other = options;
    for (const double level : {0.9, 1.1}) {
        CAPTURE(level);
        other.level = level;
        const ForcedResponse expected = forced_response(hb, other);
        // From the upper motion between the folds, where the one at rest does not lead.
        Index k = 0;
        while (at_1.branch.p(k) < 1.8)
            ++k;
        const ForcedResponse led =
            forced_response_from(hb, other, {at_1.branch, 1, k, Restart::Direction::both});
        CHECK(led.level == level);
        check_same(marks(led.branch), marks(expected.branch));
        CHECK(led.branch.monitors(monitor_rms, 0) ==
              Approx(expected.branch.monitors(monitor_rms, 0)).epsilon(1e-8));
    }
    // At level 0.2 there is no upper motion at that frequency.
    other.level = 0.2;
    const ForcedResponse none =
        forced_response_from(hb, other, {at_1.branch, 1, largest(at_1.branch)});
    CHECK(none.branch.n_points() == 0);
    CHECK(none.branch.back.stop == Stop::failed);
    CHECK_THAT(
        none.branch.back.message,
        Contains("cannot be led from level 1 to 0.2: its branch over the level turns back at "
                 "level 0.") &&
            Contains("and leads to level 1; begin at another point"));
    // Round-off is 1e-16 of the amplitude: nothing converges to less.
    other.level = 0.9;
    other.tolerance = 1e-30;
    const ForcedResponse strict =
        forced_response_from(hb, other, {at_1.branch, 1, largest(at_1.branch)});
    CHECK(strict.branch.back.stop == Stop::failed);
    CHECK_THAT(strict.branch.back.message,
               Contains("from level 1 to 0.9: it has no beginning (no branch at the start") &&
                   Contains("; p: level / 0.9; residuals of Newton's method there "));
}

TEST_CASE("What cannot be gone on with is refused", "[dynamics]")
{
    HarmonicBalance hb = duffing_balance();
    const ForcedResponseOptions options = {.Omega_from = 0.5, .Omega_to = 3};
    const ForcedResponse whole = forced_response(hb, options);
    const Branch& branch = whole.branch;
    const Index last = branch.n_points() - 1;
    auto refused = [&](const Restart& restart, const ForcedResponseOptions& o) {
        check_restart(hb, o, restart);
    };
    CHECK_THROWS_WITH(refused({branch, 1, last + 1}, options), Contains("no point"));
    CHECK_THROWS_WITH(refused({branch, 1.01, 5}, options),
                      Contains("does not solve the equations") && Contains("level 1.01"));
    // A curve at its end is kept as it is.
    CHECK_THAT(ended(hb, options, {branch, 1, last}), Contains("widen the range"));
    CHECK_THAT(ended(hb, options, {branch, 1, 0, Restart::Direction::backward}),
               Contains("widen the range"));
    CHECK(ended(hb, options, {branch, 1, last, Restart::Direction::backward}).empty());
    CHECK(ended(hb, {.Omega_from = 0.5, .Omega_to = 4}, {branch, 1, last}).empty());
    CHECK(forced_response_from(hb, options, {branch, 1, last}).branch.kind == branch.kind);
    CHECK_THROWS_WITH(refused({branch, 1, last}, {.Omega_from = 0.5, .Omega_to = 2.9}),
                      Contains("outside the range"));
    CHECK_THROWS_WITH(
        refused({branch, 1, last}, {.Omega_from = 0.5, .Omega_to = 4, .stability = false}),
        Contains("with stability"));
    HarmonicBalance other(duffing(), {3, false}, {{Vector::Ones(1), 0}});
    CHECK_THROWS_WITH(check_restart(other, options, {branch, 1, 5}),
                      Contains("10 unknowns, this case has 6"));
    DrivenJoints softer = duffing();
    softer.modes.c *= 1.0001;
    HarmonicBalance changed(softer, {5, false}, {{Vector::Ones(1), 0}});
    CHECK_THROWS_WITH(check_restart(changed, options, {branch, 1, largest(branch)}),
                      Contains("same model"));
    CHECK_NOTHROW(refused({branch, 1, 5}, options));
    // All points of a continued curve are kept, so each must belong to this model.
    Branch mixed = branch;
    mixed.x.col(last / 2) *= 1.001;
    const ForcedResponseOptions wider = {.Omega_from = 0.5, .Omega_to = 4};
    CHECK_NOTHROW(refused({branch, 1, last}, wider));
    CHECK_THROWS_WITH(refused({mixed, 1, last}, wider), Contains("the motion of the curve at"));
    CHECK_NOTHROW(refused({mixed, 1, 5}, wider));
}

TEST_CASE("A curve that turns back is completed from the other end", "[dynamics]")
{
    HarmonicBalance hb = duffing_balance();
    // From above the lower motion leads back at its fold, 1.385 rad/s: the upper one is not met.
    const ForcedResponseOptions options = {.Omega_from = 1.7, .Omega_to = 0.5};
    const ForcedResponse r = forced_response(hb, options);
    const ForcedResponse whole = forced_response(hb, {.Omega_from = 0.5, .Omega_to = 3});
    CHECK(r.branch.p(r.branch.n_points() - 1) == 1.7);
    REQUIRE(r.other_end);
    CHECK(r.other_end->p(0) == 0.5);
    CHECK(r.other_end->p(r.other_end->n_points() - 1) == 1.7);
    CHECK_FALSE(unreached(r, options));
    REQUIRE(marks(r.branch).size() == 1);
    CHECK(r.branch.p.minCoeff() == Approx(marks(whole.branch).back().Omega).epsilon(1e-9));

    // Without the part from the other end, or with a part of it, a gap is left.
    ForcedResponse gap = r;
    gap.other_end.reset();
    REQUIRE(unreached(gap, options));
    CHECK((*unreached(gap, options))[0] == r.branch.p.minCoeff());
    CHECK((*unreached(gap, options))[1] == 0.5);
    gap.other_end = Branch();
    gap.other_end->p = Eigen::Vector3d(0.5, 0.8, 0.5);
    CHECK((*unreached(gap, options))[1] == 0.8);
    // A curve that gets through has no other part.
    CHECK_FALSE(whole.other_end);
    CHECK_FALSE(unreached(whole, {.Omega_from = 0.5, .Omega_to = 3}));
}

TEST_CASE("Raising the level to a start is no progress, and no curve is traced for it",
          "[dynamics]")
{
    // At 10 Hz the stuck linear motion is far from the one that slips.
    test::HarmonicModel model = test::beam_with_pad();
    model.system.modes.c *= 0.01;
    HarmonicBalance hb(model.system, {3, false}, model.outputs);
    double last = 0;
    bool rises = true;
    const ForcedResponse r = forced_response(
        hb, {.level = 6, .Omega_from = two_pi * 10, .Omega_to = two_pi * 100, .stability = false},
        [&](double fraction) -> bool {
            rises = rises && fraction >= last;
            last = fraction;
            return true;
        });
    CHECK(r.branch.p(0) == two_pi * 10);
    CHECK(r.branch.back.stop == Stop::bound);
    CHECK(rises);
    CHECK(last > 0.5);
}
