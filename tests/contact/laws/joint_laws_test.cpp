#include "contact/laws/joint_laws.hpp"

#include "contact/laws/harmonic_force.hpp"
#include "contact/laws/joint_phases.hpp"
#include "contact/laws/own.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <numbers>
#include <random>
#include <string>
#include <type_traits>

using namespace slideway::contact;
using slideway::Index;

namespace {

JointVector two(double t, double n)
{
    JointVector r(2);
    r << t, n;
    return r;
}

const JointVector at_rest = JointVector::Zero(2);

ForceAndTangent force_at(const JointLaw& law, JointMemory memory, const JointVector& r,
                         const JointVector& v)
{
    ForceAndTangent out;
    law->force(memory, r, v, out);
    return out;
}

// Which formula of a law holds at a state, from the definition of the law alone.
std::string branch(const Linear&, JointMemory, const JointVector&, const JointVector&)
{
    return "linear";
}
std::string branch(const Cubic&, JointMemory, const JointVector&, const JointVector&)
{
    return "cubic";
}
std::string branch(const ElasticCoulomb& law, JointMemory memory, const JointVector& r,
                   const JointVector&)
{
    const double normal = law.preload + law.k_n * r(1), trial = law.k_t * (r(0) - memory[0]);
    if (normal <= 0)
        return "separated";
    if (std::abs(trial) <= law.friction * normal)
        return "sticks";
    return trial > 0 ? "slips forward" : "slips back";
}
std::string branch(const Gap& law, JointMemory, const JointVector& r, const JointVector& v)
{
    std::string all;
    for (Eigen::Index i = 0; i < r.size(); ++i) {
        const bool low = law.both_sides && r(i) < -law.clearance;
        const double depth =
            r(i) > law.clearance ? r(i) - law.clearance : (low ? r(i) + law.clearance : 0);
        const double push = law.stiffness * depth + law.damping * v(i);
        if (depth == 0)
            all += "open ";
        else if (depth > 0)
            all += push > 0 ? "touches above " : "would pull above ";
        else
            all += push < 0 ? "touches below " : "would pull below ";
    }
    return all;
}

// Tangents against central differences at random states; a state whose differences reach into
// another branch is passed over. Returns how often each branch was seen.
template <class Law>
std::map<std::string, int> check_tangents(const Law& law, double size)
{
    std::mt19937 random(7);
    std::uniform_real_distribution<double> number(-size, size);
    std::map<std::string, int> seen;
    const double d = 1e-6 * size;
    for (int n = 0; n < 2000; ++n) {
        JointMemory memory{number(random)};
        const JointVector r = two(number(random), number(random));
        const JointVector v = two(number(random), number(random));
        const std::string here = branch(law, memory, r, v);
        const ForceAndTangent at = force_at(law, memory, r, v);
        const double stiffest =
            std::max(at.df_dr.cwiseAbs().maxCoeff(), at.f.cwiseAbs().maxCoeff());
        for (Eigen::Index j = 0; j < 2; ++j)
            for (const bool rate : {false, true}) {
                JointVector ahead = rate ? v : r, behind = ahead;
                ahead(j) += d;
                behind(j) -= d;
                const JointVector &r1 = rate ? r : ahead, &r2 = rate ? r : behind;
                const JointVector &v1 = rate ? ahead : v, &v2 = rate ? behind : v;
                if (branch(law, memory, r1, v1) != here || branch(law, memory, r2, v2) != here)
                    continue;
                const JointVector slope =
                    (force_at(law, memory, r1, v1).f - force_at(law, memory, r2, v2).f) / (2 * d);
                const JointVector tangent = rate ? at.df_dv.col(j) : at.df_dr.col(j);
                CAPTURE(here, n, j, rate);
                // Round-off eps f / d, and d^2 of the third derivative (the cubic law).
                CHECK((slope - tangent).cwiseAbs().maxCoeff() <= 1e-8 * stiffest + 1e-9);
                ++seen[here];
            }
    }
    return seen;
}

} // namespace

TEST_CASE("Tangents of joint laws are the slopes of their forces in every branch", "[contact]")
{
    check_tangents(Linear{{3e4, 2e4}, {5, 7}}, 1);
    check_tangents(Cubic{4e3}, 2);
    for (const auto& [name, count] : check_tangents(
             ElasticCoulomb({.k_t = 2e3, .k_n = 3e3, .friction = 0.4, .preload = 500}), 1)) {
        CAPTURE(name);
        CHECK(count > 100);
    }
    CHECK(
        check_tangents(ElasticCoulomb({.k_t = 2e3, .k_n = 3e3, .friction = 0.4, .preload = 500}), 1)
            .size() == 4);
    const auto two_sided = check_tangents(
        Gap({.stiffness = 2e3, .clearance = 0.3, .both_sides = true, .damping = 600}), 1);
    CHECK(two_sided.size() == 25); // five states of each row
    CHECK(check_tangents(Gap({.stiffness = 2e3, .clearance = 0.3, .damping = 600}), 1).size() == 9);
}

TEST_CASE("A joint with free play gives no force within its clearance and never pulls", "[contact]")
{
    const Gap stop({.stiffness = 1e4, .clearance = 0.01, .both_sides = true, .damping = 50});
    auto f = [](const Gap& law, double r, double v) -> double {
        return force_at(law, {}, JointVector::Constant(1, r), JointVector::Constant(1, v)).f(0);
    };
    CHECK(f(stop, 0.009, 3) == 0);
    CHECK(f(stop, 0.012, 0) == Approx(20));
    CHECK(f(stop, -0.012, 0) == Approx(-20));
    CHECK(f(stop, 0.012, 0.1) == Approx(25));
    CHECK(f(stop, 0.012, -1) == 0); // 20 - 50: released
    CHECK(f(stop, -0.012, 1) == 0);
    Gap one_sided = stop;
    one_sided.both_sides = false;
    CHECK(f(one_sided, -0.5, -3) == 0);
    one_sided.clearance = 0;
    CHECK(f(one_sided, 0.001, 0) == Approx(10)); // an elastic stop
}

TEST_CASE("A joint without free play between two stops is a spring, at rest too", "[contact]")
{
    const JointLaw law = Gap({.stiffness = 300, .clearance = 0, .both_sides = true});
    for (const double r : {-0.2, 0.0, 0.1}) {
        const ForceAndTangent out = force_at(law, {}, two(r, -r), at_rest);
        CHECK(out.f(0) == 300 * r);
        CHECK(out.f(1) == -300 * r);
        CHECK(out.df_dr == 300 * JointMatrix::Identity(2, 2));
        CHECK(out.df_dv.isZero(0));
    }
}

TEST_CASE("An elastic-Coulomb joint under constant load draws the hysteresis loop of a Jenkins "
          "element",
          "[contact]")
{
    // Amplitude A, slip limit T = mu N, k_t A > T. From the turn at +A the joint sticks,
    // T - k_t (A - r), until -T at r = A - 2 T / k_t, and slips from there to -A; the other half is
    // the mirror image. Work per cycle 4 T (A - T / k_t).
    const ElasticCoulomb law({.k_t = 2e5, .k_n = 1e6, .friction = 0.25, .preload = 40});
    const double T = 0.25 * 40, A = 2e-4; // k_t A = 4 T
    JointMemory memory;
    ForceAndTangent out;
    const int steps = 400; // per stroke: A / 200 each, so the corner at A / 2 is a sample
    auto move = [&](double r) -> double {
        law.force(memory, two(r, 0), at_rest, out);
        CHECK(out.f(1) == 40);
        return out.f(0);
    };
    for (int n = 0; n <= steps / 2; ++n) // first loading
        move(A * n / (steps / 2));
    double work = 0, before = T;
    for (int stroke = 0; stroke < 4; ++stroke) {
        const double way = stroke % 2 == 0 ? -1 : 1;
        for (int n = 1; n <= steps; ++n) {
            const double s = 2 * A * n / steps; // distance from the turn
            const double f = move(-way * (A - s));
            CHECK(f == Approx(way * std::min(law.k_t * s - T, T)).margin(1e-12 * T));
            work += 0.5 * (f + before) * way * 2 * A / steps; // exact: linear between samples
            before = f;
        }
    }
    CHECK(work == Approx(2 * 4 * T * (A - T / law.k_t)).epsilon(1e-12));
}

TEST_CASE("An elastic-Coulomb joint under varying load sticks, slips and separates as the closed "
          "form says",
          "[contact]")
{
    // r_t = A c, r_n = B c, c = cos(theta); N = N0 + k_n B c, open below c_s = -N0 / (k_n B).
    // Back from c = 1: sticks, T = mu (N0 + k_n B) - k_t A (1 - c), until T = -mu N at
    // c_1 = (k_t A - 2 mu N0 - mu k_n B) / (k_t A + mu k_n B); slips, T = -mu N, until c_s. When it
    // closes again it slips at once if k_t A > mu k_n B: T = mu N up to c = 1.
    const ElasticCoulomb law({.k_t = 3e5, .k_n = 5e5, .friction = 0.3, .preload = 30});
    const double mu = 0.3, N0 = 30, A = 2e-4, B = 1e-4;
    const double tangential = law.k_t * A, normal = law.k_n * B; // 60 N, 50 N
    const double c_s = -N0 / normal, c_1 = (tangential - 2 * mu * N0 - mu * normal) /
                                           (tangential + mu * normal); // -0.6, 0.36
    JointMemory memory;
    ForceAndTangent out;
    double work = 0, before = 0, c_before = 1;
    const int steps = 20000;
    for (int n = 0; n <= 2 * steps; ++n) { // the first cycle from rest, the second is periodic
        const double c = std::cos(2 * std::numbers::pi * n / steps);
        law.force(memory, two(A * c, B * c), at_rest, out);
        const double N = std::max(0.0, N0 + normal * c);
        CHECK(out.f(1) == Approx(N).margin(1e-12 * N0));
        if (n >= steps) {
            const bool back = 2 * n < 3 * steps;
            double T = mu * N;
            if (back && c > c_1)
                T = mu * (N0 + normal) - tangential * (1 - c);
            else if (back)
                T = -T;
            CHECK(out.f(0) == Approx(T).margin(1e-11 * N0));
            if (n > steps)
                work += 0.5 * (out.f(0) + before) * A * (c - c_before);
        }
        before = out.f(0);
        c_before = c;
    }
    auto slipping = [&](double from, double to) -> double { // integral of mu N dc
        return mu * (N0 * (to - from) + 0.5 * normal * (to * to - from * from));
    };
    const double loop =
        A * (slipping(c_s, 1) + slipping(c_s, c_1) -
             (mu * (N0 + normal) * (1 - c_1) - 0.5 * tangential * (1 - c_1) * (1 - c_1)));
    // Trapezoids miss the corners: (2 pi / steps)^2 of the work.
    CHECK(work == Approx(loop).epsilon(1e-6));
}

TEST_CASE("A preload of an elastic-Coulomb joint below zero is a clearance", "[contact]")
{
    const ElasticCoulomb law({.k_t = 1e5, .k_n = 1e5, .friction = 0.5, .preload = -20});
    CHECK(force_at(law, {}, two(1, 1.9e-4), at_rest).f.norm() == 0);
    CHECK(force_at(law, {}, two(0, 3e-4), at_rest).f(1) == Approx(10));
    // Touching again starts without a tangential force.
    JointMemory memory{0};
    ForceAndTangent out;
    law.force(memory, two(0.3, 0), at_rest, out);
    CHECK(memory[0] == 0.3);
    law.force(memory, two(0.3, 3e-4), at_rest, out);
    CHECK(out.f(0) == 0);
}

TEST_CASE("The bound of a joint law is no less than any tangent within its reach", "[contact]")
{
    const double reach = 0.7;
    const std::vector<JointLaw> laws{
        Linear{{3, 4}, {5, 6}},
        Cubic{40},
        ElasticCoulomb({.k_t = 20, .k_n = 30, .friction = 0.4, .preload = 5}),
        Gap({.stiffness = 70, .clearance = 0.2, .both_sides = true, .damping = 6}),
        SmoothedGap({.stiffness = 70, .clearance = 0.2, .both_sides = true, .delta = 20}),
        ForceTable(TableArgument::displacement, Interpolation::pchip, {-1, -0.2, 0.1, 0.6, 2},
                   {-3, 0, 0.5, 7, 8})};
    for (const JointLaw& law : laws) {
        CAPTURE(law->keyword());
        double largest[2] = {0, 0};
        for (double r = -reach; r <= reach; r += 0.01) {
            const ForceAndTangent at = force_at(law, {0.2}, two(r, r), two(1, 1));
            for (const Eigen::Index i : {0, 1}) {
                CHECK(at.df_dr(i, i) <= law->bound(i, reach).stiffness * (1 + 1e-12));
                CHECK(at.df_dv(i, i) <= law->bound(i, reach).damping);
                largest[i] = std::max(largest[i], at.df_dr(i, i));
            }
        }
        for (const Eigen::Index i : {0, 1}) // and not more than it takes
            CHECK(largest[i] == Approx(law->bound(i, reach).stiffness).epsilon(0.05));
    }
    CHECK(Cubic{40}.bound(0, 0).stiffness == 0);
}

TEST_CASE("Every joint law has the capabilities that its analyses need", "[contact]")
{
    using Names = std::vector<std::string>;
    CHECK(laws_with(&Law::is_linear) == Names{"linear"});
    CHECK(laws_with(&Law::is_dry) == Names{"coulomb"});
    CHECK(laws_with(&Law::is_patch) == Names{"patch"});
    CHECK(laws_with(&Law::is_set_valued_at_rest) == Names{"coulomb", "patch"});
    CHECK(laws_with(&Law::has_force) ==
          Names{"linear", "elastic-coulomb", "iwan", "gap", "cubic", "polynomial", "table"});
    CHECK(laws_with(&Law::has_phases) ==
          Names{"linear", "elastic-coulomb", "iwan", "gap", "cubic", "polynomial", "table"});
    CHECK(laws_with(&Law::stiffens) == Names{"cubic", "polynomial", "table"});
    CHECK(laws_with(&Law::is_smooth) == Names{"cubic", "polynomial"});
    CHECK(laws_with(&Law::is_state_function).empty());
    CHECK(laws_with(&Law::has_potential) == Names{"gap", "cubic", "polynomial", "table"});
    CHECK(laws_with(&Law::has_stability) ==
          Names{"elastic-coulomb", "iwan", "gap", "cubic", "polynomial", "table"});
    CHECK(laws_with(&Law::has_friction_states) == Names{"elastic-coulomb"});
    CHECK(laws_with(&Law::has_harmonic_force) ==
          Names{"elastic-coulomb", "iwan", "gap", "cubic", "polynomial", "table"});
    CHECK(laws_with_harmonic_force() ==
          Names{"elastic-coulomb", "iwan", "cubic", "polynomial", "table", "gap without damping"});
    const std::map<std::string_view, Names> parameters{
        {"linear", {}},
        {"coulomb", {}},
        {"elastic-coulomb", {"k_t", "k_n", "friction", "preload"}},
        {"iwan", {"k_t", "limit"}},
        {"gap", {"stiffness", "clearance", "damping"}},
        {"cubic", {"k3", "c3"}},
        {"polynomial", {}},
        {"table", {}},
        {"patch", {}}};
    CHECK(all_laws().size() == parameters.size());
    for (const Law& law : all_laws()) {
        CAPTURE(law.keyword());
        CHECK_FALSE(law.description().about.empty());
        Names names;
        for (const LawParameter& parameter : law.parameters())
            names.emplace_back(parameter.name);
        CHECK(names == parameters.at(law.keyword()));
    }
    const PatchOptions disc{.radius = 2, .normal_force = 3, .friction = 0.5};
    CHECK(Patch(PatchLaw(disc)).patch()->limit() == 1.5);
    CHECK(ElasticCoulomb{}.has_normal());
    CHECK_FALSE(Gap{}.has_normal());
    CHECK(Coulomb{3}.dry_limit() == 3);
    CHECK(Coulomb{3}.static_limit() == 3);
}

namespace {

// True if a law has a function of its own in place of the default in Law.
template <class Own, class Default>
constexpr bool overrides(Own, Default)
{
    return !std::is_same_v<Own, Default>;
}

// A spring f = r of a script.
class Spring final : public OwnForce {
public:
    [[nodiscard]] Value at(double r, double) const override { return {r, 1, 0}; }
    void at(const double* r, const double*, Index n, double* f, double* df_dr,
            double* df_dv) const override
    {
        std::copy_n(r, n, f);
        std::fill_n(df_dr, n, 1.0);
        std::fill_n(df_dv, n, 0.0);
    }
    [[nodiscard]] bool is_spring() const override { return true; }
};

template <class L>
void check_functions(const L& law = L())
{
    CAPTURE(law.keyword());
    CHECK(law.has_force() == overrides(&L::force, &Law::force));
    // A table is smooth or has a tangent cycle, according to its interpolation.
    constexpr bool is_table = std::is_same_v<L, ForceTable>;
    CHECK((is_table || law.is_smooth()) == overrides(&L::slope, &Law::slope));
    CHECK(law.is_state_function() == overrides(&L::forces, &Law::forces));
    CHECK(law.has_phases() == overrides(&L::piece, &Law::piece));
    CHECK(!law.phase_codes().empty() == overrides(&L::pass, &Law::pass));
    CHECK(!law.phase_codes().empty() == overrides(&L::phases_at, &Law::phases_at));
    CHECK(law.has_potential() == overrides(&L::potential, &Law::potential));
    CHECK(law.has_harmonic_force() == overrides(&L::harmonic_force, &Law::harmonic_force));
    CHECK(law.has_friction_states() == overrides(&L::rubs, &Law::rubs));
    CHECK(law.has_friction_states() == overrides(&L::slip_onsets, &Law::slip_onsets));
    CHECK((is_table || law.has_tangent_cycle()) == overrides(&L::read_cycle, &Law::read_cycle));
    CHECK((is_table || law.has_tangent_cycle()) == overrides(&L::tangent, &Law::tangent));
    for (const LawParameter& parameter : law.parameters())
        CHECK(law.with(parameter.name, 0.25)->parameter(parameter.name) == 0.25);
}

template <class... L>
void check_functions(const std::variant<L...>*)
{
    (check_functions<L>(), ...);
}

} // namespace

TEST_CASE("A joint law states a capability if and only if it has its functions", "[contact]")
{
    check_functions(static_cast<const JointLaws*>(nullptr));
    check_functions<SmoothedGap>();
    check_functions<SmoothedCoulomb>(SmoothedCoulomb({.limit = 1, .speed = 1}));
    check_functions(Own(std::make_shared<Spring>()));
    check_functions(ForceTable(TableArgument::displacement, Interpolation::pchip, {-2, -1, 1, 2},
                               {-1, -2, 2, 1}));
}

TEST_CASE("A joint law refuses the functions of a capability that it does not have", "[contact]")
{
    const Coulomb dry;
    JointMemory memory;
    ForceAndTangent out;
    RowForces rows;
    JointPhases phases;
    JointPiece piece;
    TangentCycle cycle;
    StateTangent tangent;
    HarmonicWorkspace work({1});
    HarmonicForce force;
    const signed char state = 0;
    CHECK_THROWS_AS(dry.force(memory, at_rest, at_rest, out), std::logic_error);
    CHECK_THROWS_AS(dry.forces(Matrix(), Matrix(), rows), std::logic_error);
    CHECK_THROWS_AS(dry.slope(0, 0), std::logic_error);
    CHECK_THROWS_AS(dry.phases_at(at_rest, at_rest), std::logic_error);
    CHECK_THROWS_AS(dry.piece(phases, piece), std::logic_error);
    CHECK_THROWS_AS(dry.pass(phases, 0, at_rest, at_rest), std::logic_error);
    CHECK_THROWS_AS(dry.potential(at_rest), std::logic_error);
    CHECK_THROWS_AS(dry.harmonic_force(at_rest, at_rest, {}, work, force), std::logic_error);
    CHECK_THROWS_AS(dry.second_derivatives(at_rest, at_rest, {}, work, force), std::logic_error);
    CHECK_THROWS_AS(dry.read_cycle(at_rest, work, force, cycle), std::logic_error);
    CHECK_THROWS_AS(dry.tangent(&state, 1, tangent), std::logic_error);
}

TEST_CASE("Copies of a joint law share it, and a change of one is a law of its own", "[contact]")
{
    Cubic cubic{2};
    JointLaw one = cubic;
    const JointLaw other = one;
    cubic.k3 = 5; // the law was copied
    one = Gap({.stiffness = 1});
    CHECK(other->keyword() == "cubic");
    CHECK(one->keyword() == "gap");
    CHECK(other->bound(0, 1).stiffness == 6);
}

TEST_CASE("Springs and dashpots of a case go to translations and rotations", "[contact]")
{
    Linear law{{7}, {0.1}, 90, 3};
    const JointLaw on = law.adapted({"x", "radial", "rotation", "rotation_y"}).value();
    for (const Index row : {0, 1, 2, 3}) {
        CHECK(on->bound(row, 0).stiffness == (row >= 2 ? 90 : 7));
        CHECK(on->bound(row, 0).damping == (row >= 2 ? 3 : 0.1));
    }
}

TEST_CASE("Five rows of a joint are five joints of one row", "[contact]")
{
    const Index rows = 5;
    std::mt19937 random(3);
    std::normal_distribution<double> number;
    const Harmonics h{3, true};
    for (const JointLaw& law :
         {JointLaw(Cubic{0.7}),
          JointLaw(Gap({.stiffness = 3, .clearance = 0.4, .both_sides = true})),
          JointLaw(Gap({.stiffness = 3, .clearance = 0.4, .damping = 0.5})),
          JointLaw(Linear{{1, 2, 3, 4, 5}, {5, 4, 3, 2, 1}})}) {
        for (int n = 0; n < 50; ++n) {
            JointVector r(rows), v(rows);
            for (JointVector* x : {&r, &v})
                for (double& value : *x)
                    value = number(random);
            JointMemory memory;
            ForceAndTangent all, one;
            law->force(memory, r, v, all);
            const JointPhases phases = law->phases_at(r, v);
            ForceAndTangent in_phases;
            JointPiece piece, piece_of_row;
            piece_of(law, phases, piece);
            force_in(piece, r, v, in_phases);
            CHECK(in_phases.f == all.f);
            REQUIRE(phases.codes.size() == 5);
            std::vector<JointGuard> guards;
            const JointVector ones = JointVector::Ones(rows);
            add_guards(piece, r, v, {ones, ones}, guards);
            std::size_t guard = 0;
            for (Index i = 0; i < rows; ++i) {
                CAPTURE(law->keyword(), n, i);
                // Each row of the linear law has its own parameters.
                const JointLaw row = law->is_linear()
                                         ? JointLaw(Linear{{1. + static_cast<double>(i)},
                                                           {5. - static_cast<double>(i)}})
                                         : law;
                row->force(memory, r.segment(i, 1), v.segment(i, 1), one);
                CHECK(all.f(i) == one.f(0));
                CHECK(all.df_dr(i, i) == one.df_dr(0, 0));
                CHECK(all.df_dv(i, i) == one.df_dv(0, 0));
                CHECK(law->bound(i, 2).stiffness == row->bound(0, 2).stiffness);
                std::vector<JointGuard> of_row;
                piece_of(row, row->phases_at(r.segment(i, 1), v.segment(i, 1)), piece_of_row);
                const JointVector one_row = ones.segment(i, 1);
                add_guards(piece_of_row, r.segment(i, 1), v.segment(i, 1), {one_row, one_row},
                           of_row);
                for (const JointGuard& alone : of_row) {
                    REQUIRE(guard < guards.size());
                    CHECK(guards[guard].value == alone.value);
                    CHECK(guards[guard++].row == i);
                }
            }
            CHECK(guard == guards.size());
            CHECK(all.df_dr.isDiagonal(0));
        }
        if (!law->has_harmonic_force())
            continue;
        slideway::Vector R(rows * h.size());
        for (double& value : R)
            value = number(random);
        HarmonicWorkspace work(h);
        HarmonicForce all, one;
        harmonic_force(law, R, slideway::Vector::Ones(R.size()), work, all);
        HarmonicForce sampled;
        sampled_force(law, h, R, 0, 64, sampled);
        for (Index i = 0; i < rows; ++i) {
            const Index size = h.size(), at = i * size;
            CAPTURE(law->keyword(), i);
            harmonic_force(law, R.segment(at, size), slideway::Vector::Ones(size), work, one);
            CHECK(all.F.segment(at, size) == one.F);
            CHECK(all.J.block(at, at, size, size) == one.J);
            CHECK(all.H.block(at, at, size, size) == one.H);
            all.J.block(at, at, size, size).setZero();
            sampled_force(law, h, R.segment(at, size), 0, 64, one);
            // Sums of products of matrices, in an order of their own.
            CHECK((sampled.F.segment(at, size) - one.F).norm() <= 1e-14 * (1 + one.F.norm()));
        }
        CHECK(all.J.isZero(0));
    }
}

TEST_CASE("forces of joints are the gradients of their potentials, without dashpots", "[contact]")
{
    const JointVector r = Eigen::Vector3d(0.03, -0.4, 0.2);
    for (const JointLaw& law : {JointLaw(Cubic{3}), JointLaw(Gap({7, 0.1, true, 0.5})),
                                JointLaw(Gap({7, 0.1, false, 0.5}))}) {
        CAPTURE(law->keyword());
        const auto undamped = law->without_dashpot();
        CHECK(undamped.has_value() == (law->keyword() == "gap"));
        ForceAndTangent at;
        JointMemory memory;
        undamped.value_or(law)->force(memory, r, JointVector::Ones(3), at);
        for (Index i = 0; i < 3; ++i) {
            constexpr double h = 1e-4; // exact for quadratics, 1e-8 for quartics
            const double slope = (law->potential(r + h * JointVector::Unit(3, i)) -
                                  law->potential(r - h * JointVector::Unit(3, i))) /
                                 (2 * h);
            CHECK(at.f(i) == Approx(slope).margin(1e-7));
        }
    }
}
