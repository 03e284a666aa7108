#include "base/error.hpp"
#include "base/interruptible.hpp"
#include "contact/laws/joint_laws.hpp"
#include "dynamics/events/taylor_run.hpp"
#include "dynamics/orbits/orbit_tracer.hpp"
#include "support/free_play.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

using namespace slideway;
using namespace slideway::dynamics;
using Catch::Contains;

// Two masses with free play (support/free_play.hpp). Numbers: independent programs with exact
// events (Taylor steps of their own, closed by DOP853 to 2e-14), shooting and half-period maps;
// those of dashpots: one of them.

namespace {

using std::numbers::pi;

const std::vector<ModalOutput>& first_mass()
{
    static const std::vector<ModalOutput> outputs = {{test::free_play_modes().row(0).transpose()}};
    return outputs;
}

const double PO2_12[] = {-0.029176778235, -0.08695676581, -0.113592803271, -0.210889045443};
const double PO2_125[] = {-0.040074233989, -0.138078355202, -0.107111601324, -0.250617298714};
const double PO2_13[] = {-0.018795484333, -0.195426764845, -0.059051188757, -0.300191003349};
const double P9_15[] = {0.050718051131, -0.039547358708, 0.045022106653, -0.008682908092};

Vector modal(const double* z)
{
    return test::free_play_state(z[0], z[1], z[2], z[3]);
}

struct Label {
    OrbitLabel label;
    double Omega;
};
constexpr auto FP = OrbitLabel::fold, BP = OrbitLabel::branch_point,
               PD = OrbitLabel::period_doubling, TR = OrbitLabel::neimark_sacker,
               GR = OrbitLabel::grazing;

// The derivatives against differences of F, which straddle no event: 1e-6 of the largest entry of
// a column.
void check_derivatives_of(OrbitEquations& equations, const Vector& x, double p)
{
    const auto at = [&](const Vector& y, double q) -> continuation::Equations {
        continuation::Equations out;
        out.F.setZero(equations.n());
        out.F_x.setZero(equations.n(), equations.n());
        out.F_p.setZero(equations.n());
        REQUIRE(equations.evaluate(y, q, out));
        return out;
    };
    const continuation::Equations here = at(x, p);
    constexpr double h = 1e-6;
    for (Index i = 0; i <= x.size(); ++i) {
        const Vector dx =
            i < x.size() ? Vector(h * Vector::Unit(x.size(), i)) : Vector(Vector::Zero(x.size()));
        const double dp = i < x.size() ? 0 : h;
        const Vector difference = (at(x + dx, p + dp).F - at(x - dx, p - dp).F) / (2 * h);
        const Vector column = i < x.size() ? Vector(here.F_x.col(i)) : here.F_p;
        CAPTURE(i);
        CHECK((difference - column).cwiseAbs().maxCoeff() < 1e-6 * column.cwiseAbs().maxCoeff());
    }
}

// All labels of a branch but its start and bounds, and no others, in the order of Omega.
void check_labels(const OrbitBranch& branch, std::vector<Label> expected, double error)
{
    std::vector<Label> found;
    for (Index k = 0; k < branch.branch.n_points(); ++k) {
        const OrbitLabel label = branch.labels[static_cast<std::size_t>(k)];
        if (label != OrbitLabel::none && label != OrbitLabel::start && label != OrbitLabel::bound)
            found.push_back({label, branch.branch.p(k)});
    }
    const auto by_Omega = [](const Label& a, const Label& b) -> bool { return a.Omega < b.Omega; };
    std::sort(found.begin(), found.end(), by_Omega);
    std::sort(expected.begin(), expected.end(), by_Omega);
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        CAPTURE(i, name_of(found[i].label), found[i].Omega, expected[i].Omega);
        CHECK((found[i].label == expected[i].label));
        CHECK(std::abs(found[i].Omega - expected[i].Omega) <= error);
    }
}

OrbitBranches follow(const test::FreePlay& parameters, const PeriodicMotion& start,
                     const OrbitBranchOptions& options)
{
    return orbit_branches({test::free_play(parameters), {}}, start, parameters.Omega, first_mass(),
                          options);
}

PeriodicMotion motion(const test::FreePlay& parameters, const Vector& z, int periods = 1,
                      std::optional<bool> half = {})
{
    const PeriodicMotion out =
        periodic_motion({test::free_play(parameters), {}}, z, parameters.Omega, periods, half);
    CHECK(out.message == "");
    REQUIRE(out.found);
    CHECK(out.residual < 1e-12);
    return out;
}

OrbitBranchOptions between(double from, double to)
{
    OrbitBranchOptions o;
    o.from = from;
    o.to = to;
    return o;
}

double largest_of(const OrbitBranch& branch, Index k)
{
    return branch.branch.monitors(orbit_outputs + 1, k);
}

Index start_of(const OrbitBranch& branch)
{
    const auto at = std::find(branch.labels.begin(), branch.labels.end(), OrbitLabel::start);
    return at - branch.labels.begin();
}

} // namespace

TEST_CASE("a search far from any motion reports its share and ends when asked", "[dynamics]")
{
    const OrbitFamily family(test::free_play({}), {});
    const Vector far = test::free_play_state(100, 0, 0, 0);
    std::vector<double> shares;
    const auto seek = [&](std::size_t most) -> PeriodicMotion {
        shares.clear();
        return periodic_motion(family, far, 1.2, 1, {}, {}, [&](double share) -> bool {
            shares.push_back(share);
            return shares.size() < most;
        });
    };
    CHECK_FALSE(seek(1000).found);
    CHECK(shares.size() > 10);
    CHECK(shares.back() <= 1);
    CHECK(std::adjacent_find(shares.begin(), shares.end(), std::greater_equal<double>()) ==
          shares.end()); // each more than the one before
    CHECK_THROWS_AS(seek(3), Interrupted);
    CHECK(shares.size() == 3);
}

TEST_CASE("steady motions with free play: extrema and largest multipliers", "[dynamics]")
{
    struct Row {
        double Omega;
        Vector z;
        int periods;
        double largest, growth;
    };
    // Newton's method finds the low orbit from rest.
    const Row rows[] = {{1.2, Vector::Zero(4), 1, 0.0246824743, 0.9489872946},
                        {1.2, modal(PO2_12), 1, 0.0775977319, 0.9270306861},
                        {1.25, Vector::Zero(4), 1, 0.0346853061, 0.9509773356},
                        {1.25, modal(PO2_125), 1, 0.0929711433, 0.9284869640},
                        {1.3, Vector::Zero(4), 1, 0.0448228445, 0.9528172192},
                        {1.3, modal(PO2_13), 1, 0.1088380535, 0.9304056062},
                        {1.5, modal(P9_15), 9, 0.0719022460, 0.7554045269}};
    for (const Row& row : rows) {
        CAPTURE(row.Omega, row.periods, row.largest);
        const PeriodicMotion found = motion({.Omega = row.Omega}, row.z, row.periods);
        CHECK(found.form.periods == row.periods);
        OrbitBranchOptions o = between(row.Omega - 1e-3, row.Omega + 1e-3);
        o.max_points = 2;
        const OrbitBranches r = follow({.Omega = row.Omega}, found, o);
        const OrbitBranch& branch = r.branches.front();
        const Index k = start_of(branch);
        CHECK(largest_of(branch, k) == Approx(row.largest).margin(1e-10));
        CHECK(branch.branch.monitors(orbit_growth, k) == Approx(row.growth).margin(1e-9));
        // In time too, by steps of another tolerance.
        EventDrivenOptions run;
        run.t_end = row.periods * 2 * pi / row.Omega;
        run.q = found.z.head(2);
        run.v = found.z.tail(2);
        const MotionRecord again = taylor(test::free_play({.Omega = row.Omega}), {run, 1e-14});
        CHECK((again.q - run.q).norm() < 1e-12);
        CHECK((again.v - run.v).norm() < 1e-12);
    }
}

TEST_CASE("the branch of symmetric motions has its labels at any step, and no others", "[dynamics]")
{
    const test::FreePlay at{.Omega = 0.7};
    const PeriodicMotion start = motion(at, Vector::Zero(4));
    CHECK(start.form.half);
    for (const double max_step : {0.01, 0.02, 0.005}) {
        OrbitBranchOptions o = between(0.7, 2.0);
        o.max_step = max_step;
        CAPTURE(max_step);
        const OrbitBranches r = follow(at, start, o);
        check_labels(r.branches.front(),
                     {{GR, 0.8595453660},
                      {BP, 0.877824903},
                      {BP, 0.884617009},
                      {FP, 1.046633369},
                      {GR, 1.0466346411},
                      {FP, 1.092657886},
                      {GR, 1.3246193936},
                      {TR, 1.324686527},
                      {TR, 1.826681422}},
                     2e-9);
        CHECK((r.branches.front().branch.back.stop == continuation::Stop::bound));
    }
}

TEST_CASE("without free play the branch folds twice and does nothing else", "[dynamics]")
{
    const test::FreePlay at{.Omega = 0.7, .clearance = 1e3};
    const OrbitBranches r = follow(at, motion(at, Vector::Zero(4)), between(0.7, 2.6));
    check_labels(r.branches.front(), {{FP, 2.54204173}, {FP, 1.63412502}}, 1e-8);
}

TEST_CASE("with a dashpot in the gap the branch has corners at grazing", "[dynamics]")
{
    struct Row {
        double dashpot;
        std::vector<Label> labels;
        const char* note; ///< at the second grazing
    };
    const Row rows[] = {
        {0.05,
         {{GR, 0.8595453660},
          {BP, 0.8783797806},
          {BP, 0.8838677314},
          {FP, 1.0466335237},
          {GR, 1.0466346411},
          {FP, 1.0916169300},
          {GR, 1.3246193936},
          {TR, 1.3246840721}},
         ""},
        {0.5,
         {{GR, 0.8595453660}, {GR, 1.0466346411}, {FP, 1.0841494073}, {GR, 1.3246193936}},
         "fold"}};
    for (const Row& row : rows) {
        CAPTURE(row.dashpot);
        const test::FreePlay at{.Omega = 0.7, .dashpot = row.dashpot};
        const OrbitBranches r = follow(at, motion(at, Vector::Zero(4)), between(0.7, 1.8));
        const OrbitBranch& branch = r.branches.front();
        check_labels(branch, row.labels, 1e-8);
        std::vector<std::string> notes;
        for (std::size_t k = 0; k < branch.labels.size(); ++k)
            if (branch.labels[k] == GR)
                notes.push_back(branch.notes[k]);
        REQUIRE(notes.size() == 3);
        CHECK(notes[0] == "");
        CHECK(notes[1] == row.note);
        CHECK(notes[2] == (row.dashpot == 0.5 ? "Neimark-Sacker" : ""));
    }
}

TEST_CASE("a strong dashpot in the gap turns the branch at every grazing", "[dynamics]")
{
    // At the first grazing det (H_1 + 1) goes from 3.36 to -2.70: a real multiplier of H_1 jumps
    // over -1. At the second the branch turns back by more than a right angle.
    const test::FreePlay at{.Omega = 0.7, .dashpot = 5};
    const OrbitBranches r = follow(at, motion(at, Vector::Zero(4)), between(0.7, 1.2));
    const OrbitBranch& branch = r.branches.front();
    std::vector<std::pair<double, std::string>> grazing;
    for (std::size_t k = 0; k < branch.labels.size(); ++k)
        if (branch.labels[k] == GR)
            grazing.emplace_back(branch.branch.p(static_cast<Index>(k)), branch.notes[k]);
    REQUIRE(grazing.size() == 2);
    CHECK(grazing[0].first == Approx(0.8595453660).margin(1e-8));
    CHECK(grazing[0].second == "branch point");
    CHECK(grazing[1].first == Approx(1.0466346411).margin(1e-8));
    CHECK(grazing[1].second == "fold");
    CHECK((branch.branch.back.stop == continuation::Stop::bound));
}

// An independent program: shooting with variational equations of the smoothed law, by steps of
// order 8; six digits.
TEST_CASE("smoothed stops move the labels, and less the sharper they are", "[dynamics]")
{
    const test::FreePlay whole{.Omega = 0.7, .smoothing = 1500};
    check_labels(follow(whole, motion(whole, Vector::Zero(4)), between(0.7, 2.0)).branches.front(),
                 {{BP, 0.869856},
                  {BP, 0.901287},
                  {FP, 1.045227},
                  {FP, 1.092643},
                  {TR, 1.324173},
                  {TR, 1.826790}},
                 1e-6);
    OrbitBranchOptions high = between(1.0, 1.5);
    high.branches = true;
    const test::FreePlay unequal{.Omega = 1.2, .smoothing = 1500};
    const OrbitBranches r = follow(unequal, motion(unequal, modal(PO2_12)), high);
    REQUIRE(r.branches.size() == 2);
    check_labels(r.branches[0],
                 {{BP, 1.183626}, {TR, 1.184355}, {TR, 1.184894}, {BP, 1.208295}, {FP, 1.320043}},
                 1e-6);
    check_labels(r.branches[1], {{FP, 1.127446}, {BP, 1.183626}, {BP, 1.208295}, {FP, 1.285033}},
                 1e-6);
    struct Row {
        double smoothing, first, second;
    };
    for (const Row row : {Row{3000, 0.868927, 0.895270},
                          {15000, 0.876416, 0.885634},
                          {40000, 0.877614, 0.884779}}) {
        CAPTURE(row.smoothing);
        const test::FreePlay at{.Omega = 0.866, .smoothing = row.smoothing};
        OrbitBranchOptions o = between(0.866, 0.9);
        o.max_step = 0.1;
        check_labels(follow(at, motion(at, Vector::Zero(4)), o).branches.front(),
                     {{BP, row.first}, {BP, row.second}}, 1e-6);
    }
}

TEST_CASE("asymmetric motions end at their mirror, and lead to symmetric ones", "[dynamics]")
{
    const test::FreePlay at{.Omega = 1.2};
    OrbitBranchOptions o = between(1.0, 1.5);
    o.branches = true;
    const OrbitBranches r = follow(at, motion(at, modal(PO2_12)), o);
    REQUIRE(r.branches.size() == 2);
    CHECK(r.not_followed.empty());
    CHECK(!r.branches[0].form.half);
    // No label at the neutral saddle 1.2083973742.
    check_labels(r.branches[0],
                 {{BP, 1.183707481},
                  {TR, 1.184435158},
                  {TR, 1.184985302},
                  {BP, 1.208363225},
                  {FP, 1.320065957}},
                 2e-9);
    CHECK(r.branches[1].form.half);
    CHECK(r.branches[1].branch.closed());
    check_labels(r.branches[1],
                 {{FP, 1.127414621}, {BP, 1.183707481}, {BP, 1.208363225}, {FP, 1.285064710}},
                 2e-9);
}

TEST_CASE("a branch that is left does not judge the next one of its form", "[dynamics]")
{
    // A branch counts as left if its second point is far enough from more symmetry. One that
    // begins beside the place where it meets its mirror is nearer, and none the less followed.
    const OrbitFamily family(test::free_play({.Omega = 1.2}), {});
    const OrbitBranchOptions o = between(0.86, 1.4);
    const Progress none;
    OrbitTracer alone(family, {1, false, 1}, first_mass(), o, none),
        used(family, {1, false, 1}, first_mass(), o, none);
    const PeriodicMotion start = motion({.Omega = 1.2}, modal(PO2_12));
    const continuation::Branch whole = alone.both_ways(start.z, 1.2).branch;
    const Vector meets = whole.x.col(0), beside = whole.x.col(1);
    const OrbitBranch expected = alone.both_ways(beside, whole.p(1));
    CHECK(expected.branch.n_points() > 50);
    const OrbitBranch left = used.leaving(meets, whole.p(0), beside - meets);
    CHECK(left.branch.n_points() > 50);
    const OrbitBranch next = used.both_ways(beside, whole.p(1));
    REQUIRE(next.branch.n_points() == expected.branch.n_points());
    CHECK(next.branch.x == expected.branch.x);
}

TEST_CASE("steps that fall back onto the branch that is left are noticed", "[dynamics]")
{
    // From a branch point in the direction of the symmetric branch in place of the other one.
    const OrbitFamily family(test::free_play({.Omega = 0.87}), {});
    const OrbitBranchOptions o = between(0.86, 0.9);
    const Progress none;
    OrbitTracer symmetric(family, {1, true, 1}, first_mass(), o, none),
        other(family, {1, false, 1}, first_mass(), o, none);
    const OrbitBranch B1 = symmetric.both_ways(motion({.Omega = 0.87}, Vector::Zero(4)).z, 0.87);
    const Index k = std::find(B1.labels.begin(), B1.labels.end(), BP) - B1.labels.begin();
    REQUIRE(k < B1.branch.n_points() - 1);
    const OrbitBranch left = other.leaving(B1.branch.x.col(k), B1.branch.p(k),
                                           B1.branch.x.col(k + 1) - B1.branch.x.col(k));
    CHECK(left.branch.n_points() == 0);
    CHECK(left.branch.back.message == "steps from there fall back onto the branch it leaves");
}

TEST_CASE("an interruption where a branch is left is reported", "[dynamics]")
{
    const test::FreePlay at{.Omega = 0.87};
    const OrbitFamily family(test::free_play(at), {});
    OrbitBranchOptions o = between(0.86, 0.9);
    const PeriodicMotion start = motion(at, Vector::Zero(4));
    long calls = 0, most = 1000000;
    const Progress progress = [&](double) -> bool { return ++calls <= most; };
    CHECK(!orbit_branches(family, start, 0.87, first_mass(), o, progress).interrupted);
    most = calls; // the next call comes at the first branch point
    calls = 0;
    o.branches = true;
    const OrbitBranches r = orbit_branches(family, start, 0.87, first_mass(), o, progress);
    CHECK(r.interrupted);
    CHECK(r.branches.size() == 1);
    REQUIRE(r.not_followed.size() == 1);
    CHECK_THAT(r.not_followed[0], Contains("branch point at 0.87782490") &&
                                      Contains("rad/s of branch 1: interrupted"));
}

TEST_CASE("a short branch of asymmetric motions joins both branch points", "[dynamics]")
{
    const test::FreePlay at{.Omega = 0.87};
    OrbitBranchOptions o = between(0.86, 0.9);
    o.branches = true;
    o.max_step = 0.05;
    const OrbitBranches r = follow(at, motion(at, Vector::Zero(4)), o);
    REQUIRE(r.branches.size() == 2);
    const OrbitBranch& piece = r.branches[1];
    CHECK(piece.parent == 0);
    check_labels(piece, {{BP, 0.877824903}, {BP, 0.884617009}}, 2e-9);
    // At 0.881, from the point of the piece next to it.
    Index nearest = 0;
    (piece.branch.p.array() - 0.881).abs().minCoeff(&nearest);
    const test::FreePlay there{.Omega = 0.881};
    const PeriodicMotion asymmetric = motion(there, piece.branch.x.col(nearest), 1, false);
    OrbitBranchOptions near = between(0.8809, 0.8811);
    near.max_points = 2;
    const OrbitBranch branch = follow(there, asymmetric, near).branches.front();
    const Index k = start_of(branch);
    const double least = branch.branch.monitors(orbit_outputs, k), largest = largest_of(branch, k);
    CHECK(std::min(largest, -least) == Approx(0.0508946495).margin(1e-9));
    CHECK(std::max(largest, -least) == Approx(0.0513502578).margin(1e-9));
    CHECK(branch.branch.monitors(orbit_growth, k) == Approx(0.9259474626).margin(1e-8));
}

TEST_CASE("a symmetric isola of period 9 closes on an image of its start", "[dynamics]")
{
    const test::FreePlay at{.Omega = 1.5};
    const PeriodicMotion start = motion(at, modal(P9_15), 9);
    CHECK(start.form.half);
    const OrbitBranches r = follow(at, start, between(1.3, 1.7));
    CHECK(r.branches.front().branch.closed());
    check_labels(r.branches.front(),
                 {{FP, 1.4861450052}, {BP, 1.4873299866}, {BP, 1.5113187241}, {FP, 1.5145236328}},
                 2e-9);
}

TEST_CASE("equations of periodic motions have the derivatives of their differences", "[dynamics]")
{
    struct Row {
        OrbitParameter parameter;
        double p;
    };
    const Row rows[] = {{{}, 1.2},
                        {{OrbitParameter::Kind::level}, 1.1},
                        {{OrbitParameter::Kind::number, {3, "clearance"}}, 0.04},
                        {{OrbitParameter::Kind::number, {3, "stiffness"}}, 11},
                        {{OrbitParameter::Kind::number, {2, "k3"}}, 9}};
    for (const double dashpot : {0.0, 0.5, 5.0})
        for (const Row& row : rows)
            for (const OrbitForm& form :
                 {OrbitForm{1, true, 1}, {1, false, 1}, {3, true, 3}, {2, false, 4}}) {
                CAPTURE(dashpot, static_cast<int>(row.parameter.kind), form.periods, form.half);
                OrbitEquations equations({test::free_play({.dashpot = dashpot}), row.parameter},
                                         form, {}, 1e-14);
                const Vector x = equations.nodes_of(modal(PO2_12), row.p);
                REQUIRE(x.size() == equations.n());
                check_derivatives_of(equations, x, row.p);
            }
}

TEST_CASE("on either side of grazing the derivatives are those of differences", "[dynamics]")
{
    for (const double dashpot : {0.0, 0.5, 5.0})
        for (const double Omega : {0.8595453660 - 1e-5, 0.8595453660 + 1e-5}) {
            CAPTURE(dashpot, Omega);
            const test::FreePlay at{.Omega = Omega, .dashpot = dashpot};
            const PeriodicMotion found = motion(at, Vector::Zero(4));
            OrbitEquations equations({test::free_play(at), {}}, {1, true, 1}, {}, 1e-14);
            // In penetration the second derivative is 1 / its root.
            continuation::Equations here, there;
            for (continuation::Equations* of : {&here, &there}) {
                of->F.setZero(4);
                of->F_x.setZero(4, 4);
                of->F_p.setZero(4);
            }
            REQUIRE(equations.evaluate(found.z, Omega, here));
            constexpr double h = 1e-9;
            for (Index i = 0; i < 4; ++i) {
                REQUIRE(equations.evaluate(found.z + h * Vector::Unit(4, i), Omega, there));
                const Vector high = there.F;
                REQUIRE(equations.evaluate(found.z - h * Vector::Unit(4, i), Omega, there));
                const Vector difference = (high - there.F) / (2 * h);
                CHECK((difference - here.F_x.col(i)).cwiseAbs().maxCoeff() <
                      1e-6 * here.F_x.col(i).cwiseAbs().maxCoeff());
            }
        }
}

TEST_CASE("without nonlinear forces the motion and its derivatives are in closed form",
          "[dynamics]")
{
    // One mass: q'' + 2 zeta q' + q = f cos(Omega t): H_1 = -exp(A pi / Omega), amplitude
    // f / |1 - Omega^2 + 2 j zeta Omega|.
    JointedSystem s;
    s.modes.omega = Vector::Ones(1);
    s.modes.c = Vector::Constant(1, 0.1);
    s.p0 = Vector::Zero(1);
    s.force = ComplexVector::Constant(1, 0.3);
    s.inertia = s.drag = ComplexVector::Zero(1);
    s.Omega = 0.9;
    s.p = s.p_at(0.9);
    s.B.resize(0, 1);
    s.limit.resize(0);
    s.r.resize(0);
    const OrbitFamily family(s, {});
    const PeriodicMotion found = periodic_motion(family, Vector::Zero(2), 0.9, 1);
    REQUIRE(found.found);
    CHECK(found.form.half);
    const Complex gain = 0.3 / Complex(1 - 0.81, 0.1 * 0.9);
    CHECK(found.z(0) == Approx(gain.real()).epsilon(1e-12));
    CHECK(found.z(1) == Approx((gain * Complex(0, 0.9)).real()).epsilon(1e-12));
    OrbitEquations equations(family, found.form, {{Vector::Ones(1)}}, 1e-14);
    const OrbitEquations::At& at = equations.at(found.z, 0.9);
    CHECK(equations.range(at, 0).most == Approx(std::abs(gain)).epsilon(1e-12));
    const double decay = std::exp(-0.05 * pi / 0.9);
    for (const Complex& multiplier : at.stability.multipliers)
        CHECK(std::abs(multiplier) == Approx(decay).epsilon(1e-12));
}

TEST_CASE("units change no label of periodic motions", "[dynamics]")
{
    // Lengths in thousandths, times in thousands, masses in tens: rates and forces follow.
    constexpr double L = 1e3, T = 1e-3, M = 10;
    JointedSystem s = test::free_play({.Omega = 0.7});
    s.modes.omega /= T;
    s.modes.c /= T;
    const double sqrt_M = std::sqrt(M), force = M * L / (T * T);
    s.force *= force / sqrt_M; // modes are scaled by masses: q by L sqrt(M), rows by 1 / sqrt(M)
    s.Omega /= T;
    s.p = s.p_at(s.Omega);
    for (ModalLaw& joint : s.joints)
        joint.on.rows /= sqrt_M;
    const double k = force / L;
    for (const std::size_t j : {0, 1, 2})
        s.joints[j].law = contact::Cubic{(j == 2 ? 10 : 0.1) * k / (L * L)};
    s.joints[3].law = contact::Gap({10 * k, 0.05 * L, true, 0});
    const OrbitFamily family(s, {});
    const PeriodicMotion start = periodic_motion(family, Vector::Zero(4), s.Omega, 1);
    REQUIRE(start.found);
    const OrbitBranches r = orbit_branches(
        family, start, s.Omega, {{Vector(first_mass()[0].row / sqrt_M)}}, between(s.Omega, 1200));
    std::vector<double> found;
    for (std::size_t i = 0; i < r.branches[0].labels.size(); ++i)
        if (r.branches[0].labels[i] == GR || r.branches[0].labels[i] == FP ||
            r.branches[0].labels[i] == BP)
            found.push_back(r.branches[0].branch.p(static_cast<Index>(i)) * T);
    const double expected[] = {0.8595453660, 0.877824903, 0.884617009,
                               1.092657886,  1.046633369, 1.0466346411};
    REQUIRE(found.size() == std::size(expected));
    for (std::size_t i = 0; i < found.size(); ++i)
        CHECK(found[i] == Approx(expected[i]).margin(2e-9));
}

TEST_CASE("what cannot be sought is refused by name", "[dynamics]")
{
    JointedSystem loaded = test::free_play({});
    loaded.p0(0) = 1e-3;
    CHECK_THROWS_WITH(periodic_motion({loaded, {}}, Vector::Zero(4), 1.2, 1, true),
                      Contains("half_period") && Contains("a constant load"));
    JointedSystem one_sided = test::free_play({});
    one_sided.joints[3].law = contact::Gap({10, 0.05, false, 0});
    CHECK_THROWS_WITH(periodic_motion({one_sided, {}}, Vector::Zero(4), 1.2, 1, true),
                      Contains("stops"));
    CHECK_THROWS_WITH(periodic_motion({test::free_play({}), {}}, Vector::Zero(4), 1.2, 2, true),
                      Contains("even number"));
    JointedSystem rubbing = test::free_play({});
    rubbing.joints[0].law = contact::ElasticCoulomb({1, 1, 0.3, 1});
    rubbing.joints[0].on = {test::free_play_modes(), ComplexVector::Zero(2)}; // along, across
    CHECK_THROWS_AS(OrbitFamily(rubbing, {}), InputError);
    JointedSystem still = test::free_play({});
    still.Omega = 0;
    CHECK_THROWS_WITH(OrbitFamily(still, {}), Contains("drive"));
    CHECK_THROWS_WITH(check(between(1, 1)), Contains("empty"));
    CHECK_THROWS_AS(OrbitFamily(test::free_play({}), {}, OrbitParameter{}), InputError);
}
