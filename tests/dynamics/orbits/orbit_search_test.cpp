#include "dynamics/orbits/orbit_restart.hpp"
#include "dynamics/orbits/orbit_search.hpp"
#include "support/free_play.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

using namespace slideway;
using namespace slideway::dynamics;

// Two masses with free play, 7 x 7 starts at rest on +-0.2. Numbers: an independent program with
// exact events; 43 or 44 of 49 starts there at 1.5, 11 of 49 at 1.0, the rest other motions.

namespace {

FoundOrbits search(double Omega, double reach)
{
    const OrbitFamily family(test::free_play({.Omega = Omega}), {});
    OrbitSearch s;
    s.p = {Omega};
    s.z.emplace_back();
    for (int i = 0; i < 7; ++i)
        for (int j = 0; j < 7; ++j)
            s.z.front().push_back(
                test::free_play_state(-0.2 + 0.4 * i / 6, 0, -0.2 + 0.4 * j / 6, 0));
    OrbitBranchOptions o;
    o.from = Omega - reach;
    o.to = Omega + reach;
    return search_orbits(family, s, {{test::free_play_modes().row(0).transpose()}}, o);
}

const OrbitBranch& of_period(const FoundOrbits& found, int periods)
{
    const auto at =
        std::find_if(found.branches.begin(), found.branches.end(),
                     [&](const OrbitBranch& b) -> bool { return b.form.periods == periods; });
    REQUIRE(at != found.branches.end());
    return *at;
}

long starts_of(const FoundOrbits& found, int periods)
{
    return std::count_if(
        found.starts.begin(), found.starts.end(), [&](const SearchedStart& s) -> bool {
            return s.outcome == SearchedStart::Outcome::found && s.periods == periods;
        });
}

std::vector<double> labels_of(const OrbitBranch& branch, OrbitLabel label)
{
    std::vector<double> out;
    for (std::size_t k = 0; k < branch.labels.size(); ++k)
        if (branch.labels[k] == label)
            out.push_back(branch.branch.p(static_cast<Index>(k)));
    std::sort(out.begin(), out.end());
    return out;
}

void check_labels(const OrbitBranch& branch, OrbitLabel label, const std::vector<double>& at)
{
    const std::vector<double> found = labels_of(branch, label);
    CAPTURE(name_of(label));
    REQUIRE(found.size() == at.size());
    for (std::size_t i = 0; i < at.size(); ++i)
        CHECK(found[i] == Approx(at[i]).margin(1e-8));
}

} // namespace

// 49 starts of 240 periods, a second.
TEST_CASE("a search finds the isola of period 9", "[dynamics]")
{
    const FoundOrbits found = search(1.5, 0.1);
    CHECK(found.starts.size() == 49);
    CHECK(starts_of(found, 9) >= 40);
    const OrbitBranch& P9 = of_period(found, 9);
    CHECK(P9.branch.closed());
    check_labels(P9, OrbitLabel::fold, {1.4861450052, 1.5145236328});
    // None twice: of period 9 there is one.
    CHECK(std::count_if(found.branches.begin(), found.branches.end(),
                        [](const OrbitBranch& b) { return b.form.periods == 9; }) == 1);
}

// The hardest place for step control: folds, grazing and period doublings within 2e-6.
TEST_CASE("a search finds the branch of period 8 and its mirror as one, with all its labels",
          "[dynamics]")
{
    const FoundOrbits found = search(1.0, 0.05);
    CHECK(starts_of(found, 8) >= 8);
    const OrbitBranch& P8 = of_period(found, 8);
    CHECK(P8.branch.closed());
    check_labels(P8, OrbitLabel::fold, {0.9962243942, 1.0041622088});
    check_labels(P8, OrbitLabel::period_doubling,
                 {0.9962430198, 0.9975736935, 0.9978652632, 1.0041602203});
    check_labels(P8, OrbitLabel::grazing, {0.9962463873, 0.9975791521, 0.9983640226, 1.0035513657});

    // To period 16 at the last one, and 2e-6 below it.
    const OrbitFamily family(test::free_play({.Omega = 1.0}), {});
    const std::vector<ModalOutput> outputs = {{test::free_play_modes().row(0).transpose()}};
    OrbitBranchOptions o;
    o.from = 1.0041;
    o.to = 1.0042;
    OrbitRestart restart;
    restart.from = OrbitRestart::From::label;
    restart.branches = found.branches;
    restart.at.branch = static_cast<std::size_t>(&P8 - found.branches.data());
    for (std::size_t k = 0; k < P8.labels.size(); ++k)
        if (P8.labels[k] == OrbitLabel::period_doubling &&
            P8.branch.p(static_cast<Index>(k)) > 1.0041)
            restart.at.point = static_cast<Index>(k);
    o.max_periods = 8;
    CHECK_THROWS_WITH(checked(family, restart, outputs, o),
                      Catch::Contains("its motions have 16 periods"));
    o.max_periods = 16;
    const OrbitBranches r =
        orbit_branches_from(family, checked(family, restart, outputs, o), outputs, o);
    // Branches that were found are kept and not followed again.
    REQUIRE(r.branches.size() == found.branches.size() + 1);
    CHECK(r.branches[restart.at.branch].branch.x == P8.branch.x);
    CHECK(r.branches.back().parent == static_cast<Index>(restart.at.branch));
    CHECK(r.branches.back().parent_point == restart.at.point);
    const auto doubled =
        std::find_if(r.branches.begin(), r.branches.end(),
                     [](const OrbitBranch& b) -> bool { return b.form.periods == 16; });
    REQUIRE(doubled != r.branches.end());
    const double Omega = 1.0041602203 - 2e-6;
    Index at = 0;
    (doubled->branch.p.array() - Omega).abs().minCoeff(&at);
    const PeriodicMotion motion =
        periodic_motion(family, doubled->branch.x.col(at).head(4), Omega, 16);
    REQUIRE(motion.found);
    REQUIRE(motion.form.periods == 16);
    OrbitEquations equations(family, motion.form, outputs, 1e-13);
    const auto& here = equations.at(equations.nodes_of(motion.z, Omega), Omega);
    const MotionRange range = equations.range(here, 0);
    CHECK(std::max(range.most, -range.least) == Approx(0.0629303407).margin(1e-7));
    CHECK(std::min(range.most, -range.least) == Approx(0.0625175111).margin(1e-7));
    CHECK(std::abs(here.stability.multipliers(0)) == Approx(1.068380).margin(1e-4));
}
