#include "found_directions.hpp"

#include "dynamics/resting/direction_diagram.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>
#include <vector>

using namespace slideway;
using namespace slideway::contact;
using namespace slideway::dynamics;
using test::indices;
using test::near;

// Limit directions of discs.

namespace {

constexpr double kappa = 2.0 / 3;
const SpinLength of_radius{SpinLength::Of::radius};

// A disc of mass 1 and radius 1 with uniform pressure, mu P = 1.
RestingPatch disc(PatchForm form, int n, SpinLength rho, double inertia, Vector3 load)
{
    const PatchLaw law(
        {.radius = 1, .normal_force = 1, .friction = 1, .form = form, .n = n, .rho = rho});
    return {law, Vector3(1, 1, inertia).asDiagonal(), load, law.length_of(rho)};
}

RestingPatch exact_disc(Vector3 load, double inertia = 0.5)
{
    return disc(PatchForm::exact, 1, {}, inertia, load);
}

std::vector<double> loads_of(const DirectionDiagram& diagram, DiagramEvent event, bool spurious)
{
    std::vector<double> loads;
    for (const DiagramPoint& point : diagram.events)
        if (point.event == event && point.spurious == spurious &&
            (loads.empty() || std::abs(point.p - loads.back()) > 1e-9))
            loads.push_back(point.p);
    return loads;
}

} // namespace

TEST_CASE("Limit directions of a pushed disc, their rates, eigenvalues and types", "[resting]")
{
    // From zeros of the flow on the great circle of the load, in 9 digits; rho = kappa.
    struct Row {
        bool exact;
        double F, w1, w3, rdot, in_circle, along_phi;
        DirectionType type;
    };
    const std::vector<Row> rows = {
        {true, 1.2, 1.0, 0.0, 0.2, -0.7, -1.2, DirectionType::stable_node},
        {true, 1.2, -1.0, 0.0, -2.2, 1.7, 1.2, DirectionType::unstable_node},
        {true, 0.75, 1.0, 0.0, -0.25, -0.25, -0.75, DirectionType::stable_node},
        {true, 0.75, -1.0, 0.0, -1.75, 1.25, 0.75, DirectionType::unstable_node},
        {true, 0.35, 1.0, 0.0, -0.65, 0.15, -0.35, DirectionType::saddle},
        {true, 0.35, -1.0, 0.0, -1.35, 0.85, 0.35, DirectionType::unstable_node},
        {true, 0.35, 0.86433799, 0.502911364, -0.627402415, -0.43003292, -0.40493419,
         DirectionType::stable_node},
        {true, 0.0402316235554, 1.0, 0.0, -0.959768376, 0.45976838, -0.040231624,
         DirectionType::saddle},
        {true, 0.0402316235554, -1.0, 0.0, -1.04023162, 0.54023162, 0.040231624,
         DirectionType::unstable_node},
        {true, 0.0402316235554, 0.731623148, 0.681709299, -0.855523273, -0.6901434, -0.054989544,
         DirectionType::stable_node},
        {true, 0.0402316235554, -0.650876201, 0.759183885, -0.902449262, -0.35732252, 0.061811484,
         DirectionType::saddle},
        {true, 0.0402316235554, -0.185592694, 0.982626761, -0.893880074, 0.19808846, 0.21677375,
         DirectionType::unstable_node},
        {false, 1.2, 1.0, 0.0, 0.152679396, -0.80977957, -1.2, DirectionType::stable_node},
        {false, 1.2, -1.0, 0.0, -2.2473206, 1.5902204, 1.2, DirectionType::unstable_node},
        {false, 0.75, 1.0, 0.0, -0.297320604, -0.35977957, -0.75, DirectionType::stable_node},
        {false, 0.75, -1.0, 0.0, -1.7973206, 1.1402204, 0.75, DirectionType::unstable_node},
        {false, 0.35, 1.0, 0.0, -0.697320604, 0.040220425, -0.35, DirectionType::saddle},
        {false, 0.35, -1.0, 0.0, -1.3973206, 0.74022043, 0.35, DirectionType::unstable_node},
        {false, 0.35, 0.974088535, 0.226167033, -0.671369434, -0.077037403, -0.35931026,
         DirectionType::stable_node},
        {false, 0.02451986405, 1.0, 0.0, -1.02280074, 0.36570056, -0.024519864,
         DirectionType::saddle},
        {false, 0.02451986405, -1.0, 0.0, -1.07184047, 0.41474029, 0.024519864,
         DirectionType::unstable_node},
        {false, 0.02451986405, 0.645814168, 0.763494637, -0.819712963, -0.31596464, -0.037967368,
         DirectionType::stable_node},
        {false, 0.02451986405, -0.526472533, 0.850192138, -0.858740265, -0.20847062, 0.046573871,
         DirectionType::saddle},
        {false, 0.02451986405, -0.119341635, 0.992853249, -0.932087599, 0.18556534, 0.20545943,
         DirectionType::unstable_node}};
    for (const Row& row : rows) {
        const RestingPatch patch = row.exact ? exact_disc({row.F, 0, 0})
                                             : disc(PatchForm::harmonic, 2, {}, 0.5, {row.F, 0, 0});
        const LimitDirections set = limit_directions(patch);
        CAPTURE(row.exact, row.F, row.w1, set.doubt);
        CHECK(set.certified());
        CHECK(indices(set) == 2);
        // Every row with its mirror image; the table has all of them.
        std::size_t in_table = 0;
        for (const Row& other : rows)
            if (other.exact == row.exact && other.F == row.F)
                in_table += other.w3 == 0 ? 1 : 2;
        CHECK(set.directions.size() == in_table);
        for (const double side : {1.0, -1.0}) {
            const LimitDirection* d = near(set, {row.w1, 0, side * row.w3}, 1e-6);
            REQUIRE(d);
            CHECK(d->rdot == Approx(row.rdot).margin(2e-8).epsilon(0));
            CHECK(d->attracting() == (row.rdot < 0));
            std::vector<double> expected = {row.in_circle, row.along_phi};
            std::sort(expected.begin(), expected.end());
            for (std::size_t i = 0; i < 2; ++i) {
                CHECK(d->eigenvalues[i].real() == Approx(expected[i]).margin(1e-6).epsilon(0));
                CHECK(d->eigenvalues[i].imag() == 0);
            }
            CHECK(d->type == row.type);
        }
    }
}

TEST_CASE(
    "Every form of the law has its tangency, pitchfork, fold and final ratio of slip and spin",
    "[resting]")
{
    // F_T = Q(0), F_P = limit of G = Q - b T cot(theta) at the equator, F_F = |min G|, and eps, w3
    // = sin(theta) and theta [deg] where a free disc comes to rest. The false folds are maxima of
    // G.
    constexpr double none = -1;
    struct Row {
        PatchForm form;
        int n;
        SpinLength rho;
        double F_T, F_P, F_F, eps, w3, theta;
    };
    const std::vector<Row> rows = {
        {PatchForm::ellipsoid, 1, SpinLength{}, 1.0, 0.111111111, none, none, none, none},
        {PatchForm::ellipsoid, 1, of_radius, 1.0, -0.333333333, none, none, none, none},
        {PatchForm::harmonic, 1, SpinLength{}, 0.965989138584, 0.099668589, none, none, none, none},
        {PatchForm::harmonic, 1, of_radius, 1.075625063, -0.045118583, none, none, none, none},
        {PatchForm::harmonic, 2, SpinLength{}, 1.04732060435, 0.390220425, 0.0490397281,
         0.493773206736, 0.803588298406, 53.47413887},
        {PatchForm::harmonic, 2, of_radius, 1.03050648017, 0.669557817, 0.0277668280,
         0.493442815113, 0.896766926695, 63.73629566},
        {PatchForm::harmonic, 3, SpinLength{}, 1.01286277957, 0.628720992, 0.0886181348,
         0.576086325227, 0.75663840625, 49.16873675},
        {PatchForm::harmonic, 3, of_radius, 0.985387897339, 0.662336893, 0.0716688760,
         0.586057397379, 0.862754237018, 59.62724939},
        {PatchForm::harmonic, 4, SpinLength{}, 0.992086484418, 0.598482475, 0.0887908206,
         0.610580558843, 0.737446404292, 47.51434031},
        {PatchForm::harmonic, 4, of_radius, 0.995081779852, 0.394456960, 0.0863443178,
         0.613087898004, 0.852531099913, 58.48804232},
        {PatchForm::harmonic, 5, SpinLength{}, 0.993485319333, 0.472335042, 0.0885431741,
         0.6287922216, 0.727469138157, 46.67464047},
        {PatchForm::harmonic, 5, of_radius, 1.00477566236, 0.436781268, 0.0859746129,
         0.628191808194, 0.846781351502, 57.86329825},
        {PatchForm::harmonic, 6, SpinLength{}, 1.00049032419, 0.431477839, 0.0830983642,
         0.641300243103, 0.720684736341, 46.11104251},
        {PatchForm::harmonic, 6, of_radius, 1.0013581529, 0.565298860, 0.0851431324, 0.640884879395,
         0.841932978698, 57.34480383},
        {PatchForm::exact, 1, SpinLength{}, 1.0, 0.500000000, 0.0804632471, 0.653001789206,
         0.714390418866, 45.59326403},
        {PatchForm::exact, 1, of_radius, 1.0, 0.500000000, 0.0804632471, 0.653001789206,
         0.837293286653, 56.85539149},
        {PatchForm::potential, 2, SpinLength{}, 0.967426051947, 0.097273732973, none, none, none,
         none},
        {PatchForm::potential, 3, SpinLength{}, 0.999383872909, 0.55533583344, 0.099477540791,
         0.549068160067, none, 50.525053794},
        {PatchForm::potential, 4, SpinLength{}, 1.0032349891, 0.67899945327, 0.082868942878,
         0.599201358261, none, 48.050731759},
        {PatchForm::potential, 5, SpinLength{}, 1.00075754361, 0.53778506066, 0.096178888447,
         0.615471508181, none, 47.286578123},
        {PatchForm::potential, 6, SpinLength{}, 0.999435321017, 0.42010724958, 0.082957428323,
         0.64068353512, none, 46.138583835},
        {PatchForm::potential, 7, SpinLength{}, 0.999597629198, 0.44090073102, 0.083397363274,
         0.641603928101, none, 46.097489709}};
    for (const Row& row : rows) {
        CAPTURE(name_of(row.form), row.n, row.rho.of == SpinLength::Of::radius);
        const RestingPatch patch = disc(row.form, row.n, row.rho, 0.5, {0, 0, 0});
        const DirectionDiagram diagram =
            direction_diagram(patch, {.rate = {1, 0, 0}, .from = 0, .to = 1.3, .points = 41});
        CAPTURE(diagram.doubt);
        CHECK(diagram.certified());
        const auto tangency = loads_of(diagram, DiagramEvent::tangency, false);
        REQUIRE(tangency.size() == 1);
        CHECK(tangency[0] == Approx(row.F_T).margin(1e-8).epsilon(0)); // digits of the table
        // A negative limit is met by the load the other way, where the exact law has no pitchfork.
        const auto pitchfork = loads_of(diagram, DiagramEvent::pitchfork, row.F_P < 0);
        REQUIRE(pitchfork.size() == 1);
        CHECK(pitchfork[0] == Approx(std::abs(row.F_P)).margin(1e-8).epsilon(0));
        const auto fold = loads_of(diagram, DiagramEvent::fold, false);
        REQUIRE(fold.size() == (row.F_F == none ? 0 : 1));
        if (row.F_F != none)
            CHECK(fold[0] == Approx(row.F_F).margin(1e-8).epsilon(0));
        if (row.form == PatchForm::exact && row.rho.of == SpinLength::Of::kappa)
            for (const DiagramPoint& point : diagram.events) // at its top G is known to half the
                if (point.event == DiagramEvent::fold)       // digits of its place
                    CHECK(std::abs(point.direction.w(2)) == Approx(0.876431278).margin(1e-8));
        CHECK(diagram.missing.size() == (row.F_F == none ? 2u : 0u) + (row.F_P < 0 ? 1u : 0u));
        // Two mirrored folds that the exact law lacks, before the pitchfork.
        const bool kappa_scaled = row.rho.of == SpinLength::Of::kappa;
        const bool has_false = (row.form == PatchForm::harmonic &&
                                (kappa_scaled ? row.n >= 5 : row.n == 4 || row.n == 5)) ||
                               (row.form == PatchForm::potential && row.n >= 6);
        CHECK(loads_of(diagram, DiagramEvent::fold, true).size() == (has_false ? 1 : 0));

        const LimitDirections free = limit_directions(patch);
        const auto between = std::find_if(free.circles.begin(), free.circles.end(),
                                          [](const LimitCircle& c) -> bool { return c.theta > 0; });
        CHECK(free.certified());
        if (row.eps == none) {
            CHECK((between == free.circles.end() || !(between->eigenvalue < 0)) == true);
        } else {
            REQUIRE(between != free.circles.end());
            CHECK(patch.rho / std::tan(between->theta) == Approx(row.eps).margin(1e-8).epsilon(0));
            CHECK(between->theta ==
                  Approx(row.theta * std::numbers::pi / 180).margin(1e-8).epsilon(0));
            if (row.w3 != none)
                CHECK(std::sin(between->theta) == Approx(row.w3).margin(1e-8).epsilon(0));
            CHECK(between->eigenvalue < 0);
            CHECK(between->rdot < 0);
        }
    }
}

TEST_CASE("A free disc ends combined for inertias between two closed forms, else in pure motion",
          "[resting]")
{
    // 1/(4 + 2 nu) < j < 2/(3 + 2 nu), at eps = 1 for j = 1/(3 + 2 nu).
    for (const auto& [shape, nu] : {std::pair{PressureShape::flat_punch, -0.5},
                                    {PressureShape::uniform, 0.0},
                                    {PressureShape::hertz, 0.5}}) {
        const PatchLaw law({.shape = shape, .radius = 1, .normal_force = 1, .friction = 1});
        auto free = [&law = law](double j) -> LimitDirections {
            return limit_directions({law, Vector3(1, 1, j).asDiagonal(), {0, 0, 0}, 1.0});
        };
        const double low = 1 / (4 + 2 * nu), high = 2 / (3 + 2 * nu);
        CAPTURE(nu);
        for (const double j : {0.99 * low, 1.01 * low, 0.99 * high, 1.01 * high}) {
            CAPTURE(j);
            const LimitDirections set = free(j);
            CHECK(set.certified());
            const bool combined = low < j && j < high;
            REQUIRE(set.circles.size() == (combined ? 3 : 1));
            const LimitCircle& equator = set.circles[combined ? 1 : 0];
            CHECK(equator.theta == 0);
            CHECK((equator.eigenvalue < 0) == (j < low));
            CHECK((set.directions[0].type == DirectionType::stable_node) == (j > high));
        }
        const LimitDirections even = free(1 / (3 + 2 * nu));
        REQUIRE(even.circles.size() == 3);
        CHECK(even.circles[2].theta == Approx(std::numbers::pi / 4).epsilon(1e-10));
    }
    const std::vector<std::tuple<PressureShape, double, double>> rows = {
        {PressureShape::flat_punch, 0.4, 1.319396388711},
        {PressureShape::uniform, 0.4, 0.8535128222205},
        {PressureShape::hertz, 0.4, 0.5377791498567},
        {PressureShape::uniform, 0.5, 0.653001789206}};
    for (const auto& [shape, j, eps] : rows) {
        const PatchLaw law({.shape = shape, .radius = 1, .normal_force = 1, .friction = 1});
        const LimitDirections set =
            limit_directions({law, Vector3(1, 1, j).asDiagonal(), {0, 0, 0}, 1.0});
        REQUIRE(set.circles.size() == 3);
        CHECK(1 / std::tan(set.circles[2].theta) == Approx(eps).margin(1e-11).epsilon(0));
    }
}

TEST_CASE("Axisymmetric pressures of any kind are certified on the circle of the load", "[resting]")
{
    // A free disc ends combined for 1/(4 + 2 nu) < j < 2/(3 + 2 nu); eps* of nu = 1, j = 0.3.
    auto of = [](const DiscPressure& pressure, double j, const Vector3& load) -> LimitDirections {
        return limit_directions({PatchLaw({.friction = 1, .map = {{DiscPart{pressure, 1}, 1}}}),
                                 Vector3(1, 1, j).asDiagonal(), load, 1});
    };
    const LimitDirections free = of(PowerPressure(1), 0.3, {0, 0, 0});
    CHECK(free.certified());
    REQUIRE(free.circles.size() == 3);
    CHECK(1 / std::tan(free.circles[2].theta) == Approx(0.5733131526905).margin(1e-11).epsilon(0));
    for (const double nu : {-0.8, 2.5}) {
        const double low = 1 / (4 + 2 * nu), high = 2 / (3 + 2 * nu);
        for (const double j : {0.99 * low, 1.01 * low, 0.99 * high, 1.01 * high}) {
            CAPTURE(nu, j);
            const LimitDirections set = of(PowerPressure(nu), j, {0, 0, 0});
            CHECK(set.certified());
            CHECK(set.circles.size() == (low < j && j < high ? 3 : 1));
        }
    }
    const DiscPressure table = RadialPressure({0, 0.3, 0.6, 1}, {2, 1, 3, 0});
    const LimitDirections pushed = of(table, 0.4, {0.2, 0, 0});
    CHECK(pushed.certified());
    CHECK(indices(pushed) == 2);
}

TEST_CASE("The cover of the sphere and the great circle find the same directions", "[resting]")
{
    // A moment of 1e-9 leaves the closed form to the general search, and hardly moves the
    // directions.
    for (const double F : {1.2, 0.75, 0.35, 0.2, 0.0402316})
        for (const PatchForm form : {PatchForm::exact, PatchForm::harmonic, PatchForm::potential}) {
            const LimitDirections circle = limit_directions(disc(form, 4, {}, 0.5, {F, 0, 0})),
                                  sphere = limit_directions(disc(form, 4, {}, 0.5, {F, 0, 1e-9}));
            CAPTURE(F, name_of(form), sphere.doubt);
            CHECK(sphere.certified());
            REQUIRE(sphere.directions.size() == circle.directions.size());
            for (const LimitDirection& d : circle.directions)
                CHECK(near(sphere, d.w, 1e-6));
        }
}

TEST_CASE("What differences of loads leave beside friction is no load", "[resting]")
{
    const LimitDirections free = limit_directions(exact_disc({1e-17, 0, -1e-17}));
    CHECK(free.certified());
    CHECK(free.circles.size() == 3);
    // A range that meets zero except for a digit.
    const DirectionDiagram through = direction_diagram(
        exact_disc({-0.3, 0, 0}), {.rate = {1, 0, 0}, .from = 0.1, .to = 0.5, .points = 5});
    REQUIRE(through.loads[2] != 0.3);
    CHECK(through.certified());
    CHECK(through.sets[2].circles.size() == 3);
}

TEST_CASE("Where directions meet the set is not certified, and says where", "[resting]")
{
    // At the pitchfork of the exact disc.
    const LimitDirections set = limit_directions(exact_disc({0.5, 0, 0}));
    CHECK_FALSE(set.certified());
    CHECK_THAT(set.doubt, Catch::Matchers::Contains("meet"));
    CHECK_THROWS_AS(limit_directions(exact_disc({0.5, 0, 0}, -1)), std::invalid_argument);
}

TEST_CASE("The length of the spin axis scales directions and rates alone", "[resting]")
{
    // Slips over spins, accelerations and the loads of events are those of rho = kappa, to
    // round-off of the scaling.
    const DiagramOptions over{.rate = {1, 0, 0}, .from = 0, .to = 1.3, .points = 41};
    for (const bool beside : {false, true}) {
        RestingPatch patch = exact_disc({0.2, beside ? 0.1 : 0, 0});
        if (beside) // the centre of mass is 0.3 beside the patch
            patch.mass << 1, 0, 0, 0, 1, -0.3, 0, -0.3, 0.59;
        const LimitDirections set = limit_directions(patch);
        RestingPatch without = patch;
        without.load(0) = 0;
        const DirectionDiagram diagram = direction_diagram(without, over);
        CAPTURE(beside, set.doubt, diagram.doubt);
        CHECK(diagram.certified());
        for (const double by : {1e-6, 1e-3, 1e4, 1e6}) {
            RestingPatch scaled = patch;
            scaled.rho = by * patch.rho;
            const LimitDirections same = limit_directions(scaled);
            CAPTURE(by, same.doubt);
            CHECK(same.certified() == set.certified());
            REQUIRE(same.directions.size() == set.directions.size());
            for (std::size_t k = 0; k < set.directions.size(); ++k) {
                const LimitDirection &a = set.directions[k], &b = same.directions[k];
                const Vector3 at_a(a.w(0), a.w(1), a.w(2) / patch.rho),
                    at_b(b.w(0), b.w(1), b.w(2) / scaled.rho);
                CHECK((at_a.normalized() - at_b.normalized()).norm() < 1e-12);
                CHECK((a.rdot * at_a - b.rdot * at_b).norm() < 1e-12);
                CHECK(b.type == a.type);
            }
            scaled.load(0) = 0;
            const DirectionDiagram there = direction_diagram(scaled, over);
            CHECK(there.certified());
            REQUIRE(there.events.size() == diagram.events.size());
            for (std::size_t k = 0; k < diagram.events.size(); ++k) {
                CHECK(there.events[k].event == diagram.events[k].event);
                CHECK(there.events[k].p == diagram.events[k].p);
                CHECK(there.events[k].within > 0);
            }
        }
    }
}

TEST_CASE("Bodies that are very hard or very easy to spin have certified directions", "[resting]")
{
    // Under the force F: -e with the rate -F - 1, e with F - 1; further ones turn where the inertia
    // allows: a free disc ends between slip and spin for j from 1/4 to 2/3 alone.
    for (const double inertia : {1e-12, 1e-6, 1e-3, 1e3, 1e6, 1e12})
        for (const double F : {0.0, 1e-6, 0.35, 1.2}) {
            const LimitDirections set = limit_directions(exact_disc({F, 0, 0}, inertia));
            CAPTURE(inertia, F, set.doubt, set.directions.size());
            // Two directions are F inertia/kappa beside the poles, less than round-off there.
            CHECK(set.certified() != (F > 0 && F * inertia < 1e-16));
            for (const LimitDirection& d : set.directions) {
                CHECK(d.w.allFinite());
                CHECK(std::isfinite(d.rdot));
                if (std::abs(d.w(0)) > 1 - 1e-12)
                    CHECK(d.rdot == Approx((d.w(0) > 0 ? F : -F) - 1).margin(1e-12).epsilon(0));
            }
        }
}
