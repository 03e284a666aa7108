#include "base/threads.hpp"
#include "contact/laws/law.hpp"
#include "studies/bifurcation_diagram.hpp"
#include "support/free_play.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

using namespace slideway;
using namespace slideway::studies;

// Two masses with free play (support/free_play.hpp) over the frequency. Folds, period
// doublings, maxima and multipliers come from an independent program
// (docs/theory/periodic_orbits.md, section 8).

namespace {

using Starts = std::vector<Vector>;

const Vector rest = Vector::Zero(4),
             PO2 = test::free_play_state(-0.029176778235, -0.08695676581, -0.113592803271,
                                         -0.210889045443),
             P9 = test::free_play_state(0.050718051131, -0.039547358708, 0.045022106653,
                                        -0.008682908092);

std::vector<double> values(double from, double to, int n)
{
    std::vector<double> all;
    for (int i = 0; i < n; ++i)
        all.push_back(from + (to - from) * i / (n - 1));
    return all;
}

DiagramSystems over(const std::vector<double>& Omega, const Starts& starts)
{
    const auto system_at = [starts](double value) -> DiagramSystem {
        return {dynamics::OrbitFamily(test::free_play({.Omega = value}), {}),
                {{test::free_play_modes().row(0).transpose()}},
                starts};
    };
    DiagramSystems systems{Omega, {}, system_at};
    for (const double value : Omega)
        systems.at.push_back(system_at(value));
    return systems;
}

dynamics::LongMotionOptions options(int discard, int periods)
{
    dynamics::LongMotionOptions o;
    o.discard = discard;
    o.periods = periods;
    o.sections = {{.phase = 0.0}};
    o.indicators = false;
    o.last = 0;
    return o;
}

int period_of(const StartedMotion& motion)
{
    return motion.motion.settled ? motion.motion.settled->orbit.periods() : 0;
}

} // namespace

TEST_CASE("sweeps up and down differ exactly between the folds of a branch", "[studies]")
{
    const double lower_fold = 1.046633369, upper_fold = 1.092657886;
    // Basins are small near the end of the branch, so the steps are small too.
    const std::vector<double> Omega = values(1.0433, 1.0953, 53);
    const DiagramSystems systems = over(Omega, {rest});
    const BifurcationDiagram found =
        bifurcation_diagram(systems, {DiagramSweep::up, DiagramSweep::down}, options(300, 20));
    REQUIRE(found.series.size() == 2);
    const DiagramSeries &up = found.series[0], &down = found.series[1];
    for (std::size_t i = 0; i < Omega.size(); ++i) {
        CAPTURE(Omega[i]);
        CHECK(period_of(up.motions[i]) == 1);
        CHECK(period_of(down.motions[i]) == 1);
        const bool between = Omega[i] > lower_fold && Omega[i] < upper_fold;
        CHECK(same_orbit(systems.at[i].family.energy_weights(), up.motions[i].motion.settled->orbit,
                         down.motions[i].motion.settled->orbit) == !between);
        CHECK(up.motions[i].carried == (i > 0));
        CHECK(down.motions[i].carried == (i + 1 < Omega.size()));
        if (i + 1 == Omega.size())
            continue;
        // Motions leave their branch at its fold.
        const auto holds = [&](double fold) -> bool {
            return Omega[i] < fold && fold < Omega[i + 1];
        };
        CHECK(up.joined[i] == !holds(upper_fold));
        CHECK(down.joined[i] == !holds(lower_fold));
    }
}

TEST_CASE("motions keep to their branches, whose extrema and multipliers are known", "[studies]")
{
    const std::vector<double> Omega = values(1.2, 1.3, 11);
    const BifurcationDiagram found =
        bifurcation_diagram(over(Omega, {rest, PO2}), {DiagramSweep::up}, options(300, 10));
    struct Known {
        std::size_t at;
        double small, small_multiplier, large, large_multiplier;
    };
    for (const Known& known : {Known{0, 0.0246824743, 0.9489872946, 0.0775977319, 0.9270306861},
                               Known{5, 0.0346853061, 0.9509773356, 0.0929711433, 0.9284869640},
                               Known{10, 0.0448228445, 0.9528172192, 0.1088380535, 0.9304056062}}) {
        const StartedMotion &small = found.series[0].motions[known.at],
                            &large = found.series[1].motions[known.at];
        REQUIRE(small.motion.settled);
        REQUIRE(large.motion.settled);
        // After 300 periods 0.953^300 = 5e-7 of the start, 0.1, remains.
        CHECK(small.motion.turns[0].most == Approx(known.small).margin(2e-7));
        CHECK(large.motion.turns[0].most == Approx(known.large).margin(2e-7));
        CHECK(small.motion.settled->orbit.growth == Approx(known.small_multiplier).margin(1e-8));
        CHECK(large.motion.settled->orbit.growth == Approx(known.large_multiplier).margin(1e-8));
    }
    for (const DiagramSeries& series : found.series)
        CHECK(std::count(series.joined.begin(), series.joined.end(), true) == 10);
}

TEST_CASE("a motion of nine periods ends with its isola", "[studies]")
{
    const std::vector<double> Omega = values(1.5, 1.518, 10);
    const BifurcationDiagram found =
        bifurcation_diagram(over(Omega, {P9}), {DiagramSweep::up}, options(600, 18));
    for (std::size_t i = 0; i < Omega.size(); ++i) {
        CAPTURE(Omega[i]);
        const StartedMotion& motion = found.series[0].motions[i];
        if (Omega[i] > 1.5145236328) // fold
            CHECK(period_of(motion) != 9);
        if (Omega[i] > 1.5113187241) // beyond it the period may double
            continue;
        REQUIRE(period_of(motion) == 9);
        std::vector<double> x;
        for (std::size_t k = 0; k < 18; ++k)
            x.push_back(motion.motion.sections[0].motion[2 * k]);
        for (std::size_t k = 0; k < 9; ++k)
            CHECK(x[k + 9] == Approx(x[k]).margin(1e-5)); // at 1.51 a multiplier is near 1
        std::sort(x.begin(), x.end());
        for (std::size_t k = 1; k < 9; ++k)
            CHECK(x[2 * k] - x[2 * k - 1] > 1e-4);
    }
}

TEST_CASE("a motion of eight periods is lost at its period doubling", "[studies]")
{
    // 11 of 49 starts lead to it or to its mirror at 1.0.
    Starts grid;
    for (int i = 0; i < 49; ++i)
        grid.push_back(
            test::free_play_state(-0.2 + 0.4 * (i / 7) / 6.0, 0, -0.2 + 0.4 * (i % 7) / 6.0, 0));
    const BifurcationDiagram at_1 =
        bifurcation_diagram(over({1.0}, grid), {DiagramSweep::same}, options(200, 1));
    const auto eight = std::find_if(
        at_1.series.begin(), at_1.series.end(),
        [](const DiagramSeries& series) -> bool { return period_of(series.motions.front()) == 8; });
    REQUIRE(eight != at_1.series.end());

    const std::vector<double> Omega = {1.0, 1.001, 1.002, 1.003, 1.0035, 1.00385, 1.0041, 1.004165};
    const BifurcationDiagram found =
        bifurcation_diagram(over(Omega, {grid[eight->start]}), {DiagramSweep::up}, options(600, 1));
    for (std::size_t i = 0; i < Omega.size(); ++i) {
        CAPTURE(Omega[i]);
        CHECK((period_of(found.series[0].motions[i]) == 8) == (Omega[i] < 1.0041602203));
    }
}

TEST_CASE("a bifurcation diagram does not depend on threads, nor its motions on each other",
          "[studies]")
{
    const std::vector<double> Omega = values(1.28, 1.4, 7); // irregular motions among them
    const DiagramSystems systems = over(Omega, {rest, PO2});
    const auto with_threads = [&](int n) -> BifurcationDiagram {
        set_threads(n);
        BifurcationDiagram out = bifurcation_diagram(
            systems, {DiagramSweep::same, DiagramSweep::up, DiagramSweep::down}, options(60, 10));
        set_threads(1);
        return out;
    };
    const BifurcationDiagram one = with_threads(1), three = with_threads(3);
    REQUIRE(one.series.size() == 6);
    for (std::size_t s = 0; s < 6; ++s)
        for (std::size_t i = 0; i < Omega.size(); ++i) {
            CAPTURE(s, Omega[i]);
            const dynamics::LongMotion &a = one.series[s].motions[i].motion,
                                       &b = three.series[s].motions[i].motion;
            CHECK(a.end == b.end);
            CHECK(a.sections[0].motion == b.sections[0].motion);
            CHECK(a.taken == 70);
        }
    // At the beginning of a sweep, the motion equals that of a single computation from
    // the same start.
    dynamics::LongMotionOptions o = options(60, 10);
    o.watched = systems.at[3].watched;
    CHECK(one.series[1].motions[3].motion.end ==
          dynamics::long_motion(systems.at[3].family, PO2, o).end);
    CHECK(one.series[2].motions[0].motion.end == one.series[0].motions[0].motion.end);
    // It continues at the end of the previous motion.
    CHECK(one.series[2].motions[3].motion.end ==
          dynamics::long_motion(systems.at[3].family, one.series[2].motions[2].motion.end, o).end);
    CHECK(one.series[4].motions[3].motion.end ==
          dynamics::long_motion(systems.at[3].family, one.series[4].motions[4].motion.end, o).end);
}

TEST_CASE("a bifurcation diagram that is asked to end keeps the motions that have run", "[studies]")
{
    const std::vector<double> Omega = values(1.2, 1.3, 11);
    const BifurcationDiagram found =
        bifurcation_diagram(over(Omega, {rest}), {DiagramSweep::down}, options(20, 20),
                            [](double done) -> bool { return 11 * done < 4.5; });
    CHECK(found.interrupted);
    std::vector<int> taken;
    for (const StartedMotion& motion : found.series[0].motions)
        taken.push_back(motion.done() ? motion.motion.taken : -1);
    CHECK(std::count(taken.begin(), taken.end(), 40) == 4);
    CHECK(std::all_of(taken.end() - 4, taken.end(), [](int n) -> bool { return n == 40; }));
    CHECK(found.series[0].motions[0].result.status == Status::not_run);
}

TEST_CASE("after a motion that breaks off a sweep begins at its start again", "[studies]")
{
    // In the second system motions diverge, because a spring pushes outwards.
    DiagramSystems systems = over({1.2, 1.21, 1.22}, {rest});
    dynamics::JointedSystem wild = test::free_play({.Omega = 1.21});
    for (dynamics::ModalLaw& joint : wild.joints)
        if (!joint.law->parameters().empty() && joint.law->keyword() == "cubic")
            joint.law = joint.law->with("k3", -1000);
    systems.at[1].family = dynamics::OrbitFamily(wild, {});
    const BifurcationDiagram found =
        bifurcation_diagram(systems, {DiagramSweep::up}, options(20, 5));
    const std::vector<StartedMotion>& motions = found.series[0].motions;
    CHECK(motions[1].broke_off());
    CHECK_FALSE(motions[1].motion.failure.empty());
    CHECK_FALSE(motions[2].carried);
    CHECK(motions[2].motion.taken == 25);
    CHECK_FALSE(found.series[0].joined[1]);
}
