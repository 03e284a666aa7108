#include "contact/laws/joint_laws.hpp"
#include "dynamics/events/event_driven.hpp"
#include "dynamics/events/runge_kutta_run.hpp"
#include "dynamics/events/taylor_run.hpp"
#include "support/coulomb_matrices.hpp"
#include "support/free_play.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <stdexcept>
#include <vector>

// States that runs keep, and runs from them.

using namespace slideway;
using namespace slideway::dynamics;
using Catch::Contains;

namespace {

using std::numbers::pi;

using Simulate = std::function<MotionRecord(const EventDrivenOptions&)>;

EventDrivenOptions between(double t_start, double t_end)
{
    EventDrivenOptions o;
    o.t_start = t_start;
    o.t_end = t_end;
    return o;
}

EventDrivenOptions from(const KeptState& state, double t_end)
{
    EventDrivenOptions o = between(state.t, t_end);
    o.q = state.q;
    o.v = state.v;
    o.phases = state.phases;
    return o;
}

struct Differences {
    double halted = 0;   // from a state that the whole run kept
    double in_parts = 0; // from the end of a run of its own
};

// Differences of q and q' at the end, relative to the largest q'. States are stored in the middle
// of motions, with contacts and joints in all their phases.
Differences differences(const Simulate& simulate, double period, int n)
{
    const double end = n * period;
    EventDrivenOptions whole = between(0, end);
    for (int k = 1; k <= 7; ++k)
        whole.keep_at.push_back((n / 2 + k / 7.3) * period);
    const MotionRecord record = simulate(whole);
    const MotionRecord undivided = simulate(between(0, end));
    REQUIRE(record.kept.size() == 8);
    CHECK(record.kept.back().t == end);
    CHECK(record.kept.back().q == record.q);
    Differences d;
    for (std::size_t k = 0; k < 7; ++k) {
        const KeptState& state = record.kept[k];
        CHECK(state.t == whole.keep_at[k]);
        EventDrivenOptions same = from(state, end);
        same.keep_at.assign(whole.keep_at.begin() + static_cast<long>(k) + 1, whole.keep_at.end());
        const MotionRecord rest = simulate(same);
        const MotionRecord first = simulate(between(0, state.t));
        const MotionRecord second = simulate(from(first.kept.back(), end));
        for (std::size_t j = 0; j < state.phases.joints.size(); ++j)
            CHECK(first.kept.back().phases.joints[j].codes == state.phases.joints[j].codes);
        CHECK(first.kept.back().phases.contacts == state.phases.contacts);
        CHECK(rest.kept.back().phases.contacts == record.kept.back().phases.contacts);
        auto off = [](const MotionRecord& a, const MotionRecord& b) -> double {
            return std::max((a.q - b.q).norm(), (a.v - b.v).norm()) / b.v.norm();
        };
        d.halted = std::max(d.halted, off(rest, record));
        d.in_parts = std::max(d.in_parts, off(second, undivided));
    }
    return d;
}

// Stops with dashpots, and dry friction on the second mass.
JointedSystem rubbing_free_play()
{
    JointedSystem s = test::free_play({.dashpot = 0.5});
    s.B = test::free_play_modes().row(1);
    s.limit = Vector::Constant(1, 0.004);
    s.r = ComplexVector::Zero(1);
    s.names = {"rub"};
    return s;
}

// A mass on a spring rubs on an elastic contact that opens.
JointedSystem elastic_rub()
{
    JointedSystem s = test::free_play({.clearance = 1e3});
    const Matrix Phi = test::free_play_modes();
    ModalLaw rub{"rub", contact::ElasticCoulomb{}, {Phi, ComplexVector::Zero(2)}};
    contact::ElasticCoulomb law;
    law.k_t = 1;
    law.k_n = 1;
    law.friction = 0.5;
    law.preload = 0.01;
    rub.law = law;
    s.joints.push_back(rub);
    return s;
}

} // namespace

TEST_CASE("a run from a kept state repeats the rest of the run to the bit", "[dynamics]")
{
    // Cut in two elsewhere, steps are others: they miss the undivided run by their errors, which
    // this motion does not enlarge, and the closed form by round-off.
    const int n = 40;
    SECTION("event-driven")
    {
        const DrySystem s = test::on_modes(test::two_contact_block()).system;
        const Differences d = differences(
            [&](const EventDrivenOptions& o) -> MotionRecord { return event_driven(s, o); },
            2 * pi / s.Omega, n);
        CAPTURE(d.in_parts);
        CHECK(d.halted == 0);
        CHECK(d.in_parts < 1e-12);
    }
    for (const JointedSystem& s : {rubbing_free_play(), elastic_rub()}) {
        CAPTURE(s.names.size());
        for (const double tolerance : {1e-9, 1e-13}) {
            CAPTURE(tolerance);
            const Differences d = differences(
                [&](const EventDrivenOptions& o) -> MotionRecord {
                    return runge_kutta(s, {o, tolerance});
                },
                2 * pi / s.Omega, n);
            CAPTURE(d.in_parts);
            CHECK(d.halted == 0);
            CHECK(d.in_parts < 1e3 * tolerance);
        }
        for (const double tolerance : {1e-9, 1e-16}) {
            CAPTURE(tolerance);
            const Differences d = differences(
                [&](const EventDrivenOptions& o) -> MotionRecord {
                    return taylor(s, {o, tolerance});
                },
                2 * pi / s.Omega, n);
            CAPTURE(d.in_parts);
            CHECK(d.halted == 0);
            CHECK(d.in_parts < std::max(1e3 * tolerance, 1e-12));
        }
    }
}

TEST_CASE("phases that do not last with other laws are passed, and sliders stay where they are",
          "[dynamics]")
{
    const JointedSystem s = elastic_rub();
    const double period = 2 * pi / s.Omega;
    const auto rub = [](const KeptState& state) -> const contact::JointPhases& {
        return state.phases.joints.back();
    };
    EventDrivenOptions o = between(0, 10 * period);
    for (int k = 1; k < 200; ++k)
        o.keep_at.push_back(k * period / 20);
    const MotionRecord whole = taylor(s, {o, 1e-12});
    int stuck = 0, slipped = 0;
    for (const KeptState& state : whole.kept) {
        const Vector r = s.joints.back().on.rows * state.q;
        const double normal = 0.01 + r(1), tangential = r(0) - rub(state).memory.at(0);
        if (rub(state).codes[0] != 0 || !(std::abs(tangential) > 0.2 * normal))
            continue;
        ++stuck;
        // With less friction the force falls to its limit, whether it slips from then on or moves
        // back.
        JointedSystem slippery = s;
        contact::ElasticCoulomb law;
        law.k_t = law.k_n = 1;
        law.friction = 0.1;
        law.preload = 0.01;
        slippery.joints.back().law = law;
        EventDrivenOptions rest = from(state, state.t + period);
        rest.history_rate_hz = 1 / period;
        const MotionRecord slips = taylor(slippery, {rest, 1e-12});
        slipped += slips.history.joints.back().state.front() == (tangential > 0 ? 1 : -1) ? 1 : 0;
        CHECK(slips.history.joints.back().force.front() ==
              Approx(std::copysign(0.1 * normal, tangential)).epsilon(1e-12));
        // With more it sticks on, on its slider.
        law.friction = 2;
        slippery.joints.back().law = law;
        const MotionRecord sticks = taylor(slippery, {rest, 1e-12});
        CHECK(sticks.history.joints.back().state.front() == 0);
        CHECK(sticks.history.joints.back().force.front() == Approx(tangential).epsilon(1e-12));
    }
    CHECK(stuck > 5);
    CHECK(slipped > 5);
    CHECK(slipped < stuck);

    // Into stops that have come nearer.
    const JointedSystem wide = test::free_play({}), narrow = test::free_play({.clearance = 1e-3});
    EventDrivenOptions rest =
        from(taylor(wide, {between(0, 0.3 * period), 1e-12}).kept.back(), period);
    rest.history_rate_hz = 1 / period;
    const Vector r = narrow.joints.back().on.rows * rest.q;
    REQUIRE(std::abs(r(0)) > 1e-3);
    CHECK(rest.phases->joints.back().codes.front() == 0);
    const MotionRecord touching = runge_kutta(narrow, {rest, 1e-12});
    CHECK(touching.history.joints.back().state.front() == (r(0) > 0 ? 1 : -1));
}

TEST_CASE("times to keep states at and phases that do not fit are refused", "[dynamics]")
{
    const JointedSystem s = rubbing_free_play();
    EventDrivenOptions o = between(0, 10);
    for (const std::vector<double>& times :
         {std::vector{0.0}, {10.0}, {-1.0}, {3.0, 3.0}, {4.0, 3.0}}) {
        o.keep_at = times;
        CHECK_THROWS_WITH(taylor(s, {o, 1e-9}),
                          Contains("keep_at") && Contains("between t_start = 0 s and t_end = 10"));
        CHECK_THROWS_WITH(event_driven(s, o), Contains("keep_at"));
    }
    o.keep_at.clear();
    o.phases = taylor(s, {o, 1e-9}).kept.back().phases;
    CHECK(taylor(s, {o, 1e-9}).failure.empty());
    CHECK_THROWS_AS(event_driven(s, o), std::invalid_argument); // it has no joints
    o.phases->contacts.push_back(0);
    CHECK_THROWS_AS(taylor(s, {o, 1e-9}), std::invalid_argument);
    o.phases->contacts.pop_back();
    o.phases->joints.front().codes.push_back(0);
    CHECK_THROWS_AS(runge_kutta(s, {o, 1e-9}), std::invalid_argument);
}
