#include "base/error.hpp"
#include "contact/laws/joint_laws.hpp"
#include "dynamics/orbits/label_curves.hpp"
#include "dynamics/orbits/long_motion.hpp"
#include "support/free_play.hpp"
#include "support/independent.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

using namespace slideway;
using namespace slideway::dynamics;
using Catch::Contains;

// Periodic motions over numbers that change the modes: two masses with free play, their first mass
// and the spring between them, what moves the stops, a constant load. States are given on the modes
// of support/free_play.hpp; those of each value come in an order and with signs of their own.

namespace {

struct Numbers {
    double mass = 1, between = 0.5, base = 0, preload = 0, clearance = 0.05, dashpot = 0;
};
struct Key {
    const char* name;
    double Numbers::*number;
};
const Key mass{"mass", &Numbers::mass};
const Key all_keys[] = {mass,
                        {"between", &Numbers::between},
                        {"base", &Numbers::base},
                        {"preload", &Numbers::preload},
                        {"clearance", &Numbers::clearance},
                        {"dashpot", &Numbers::dashpot}};

Matrix matrix(double a, double b, double c)
{
    return (Matrix(2, 2) << a, b, b, c).finished();
}

KeyedSystem at(const Numbers& n, double Omega)
{
    if (!(n.mass > 0.3))
        throw InputError("the mass is " + std::to_string(n.mass) + "; expected more than 0.3");
    const Matrix M = matrix(n.mass, 0, 1), C = matrix(0.03, -0.01, 0.03),
                 K = matrix(1 + n.between, -n.between, 1 + n.between);
    const independent::SymmetricEigen modes = independent::symmetric_eigen(K, M);
    const auto number = static_cast<int>(std::floor(1e7 * n.mass + 3e7 * n.between));
    const bool turned = number % 2 != 0;
    Matrix Phi = modes.vectors;
    Vector squares = modes.values;
    if (turned) {
        Phi = Phi.rowwise().reverse().eval();
        squares = squares.reverse().eval();
    }
    Phi.col(number % 3 == 0 ? 0 : 1) *= -1;
    KeyedSystem out{test::free_play({.Omega = Omega}), {}, {}, {}};
    JointedSystem& s = out.system;
    s.modes.omega = squares.cwiseSqrt();
    s.modes.D = Phi.transpose() * C * Phi;
    s.modes.c = s.modes.D.diagonal();
    s.p0 = Phi.transpose() * Eigen::Vector2d(n.preload, 0);
    s.force = (Phi.transpose() * Eigen::Vector2d(0.035, -0.02)).cast<Complex>();
    s.p = s.p_at(Omega);
    for (ModalLaw& joint : s.joints)
        joint.on.rows = joint.on.rows * test::free_play_modes().transpose() * Phi;
    s.joints[3].law = contact::Gap({10, n.clearance, true, n.dashpot});
    s.joints[3].on.follow(0) = Complex(0.6, 0.8) * n.base;
    out.to_states = test::free_play_modes().transpose() * Phi;
    out.from_states = independent::inverse(out.to_states);
    out.outputs = {{Phi.row(0).transpose()}};
    return out;
}

OrbitParameter parameter(const Numbers& n, const Key& key, double range = 1)
{
    return {OrbitParameter::Kind::key, {}, n.*key.number, range};
}

SystemOfKeys systems(const Numbers& n, const Key& key, double Omega)
{
    return [=](const std::vector<double>& values) -> std::shared_ptr<const KeyedSystem> {
        Numbers moved = n;
        moved.*key.number = values.at(0);
        return std::make_shared<const KeyedSystem>(at(moved, Omega));
    };
}

OrbitFamily family(const Numbers& n, const Key& key, double Omega, double range = 1)
{
    return {
        test::free_play({.Omega = Omega}), parameter(n, key, range), {}, systems(n, key, Omega)};
}

Vector modal(double x1, double v1, double x2, double v2)
{
    return test::free_play_state(x1, v1, x2, v2);
}

// At 1.2, with contact on either side, of the system without base, preload and dashpot.
Vector impacting()
{
    return modal(-0.029176778235, -0.08695676581, -0.113592803271, -0.210889045443);
}

void check_column(OrbitEquations& equations, const Vector& x, double p)
{
    const auto at = [&](double q) -> continuation::Equations {
        continuation::Equations out;
        out.F.setZero(equations.n());
        out.F_x.setZero(equations.n(), equations.n());
        out.F_p.setZero(equations.n());
        REQUIRE(equations.evaluate(x, q, out));
        return out;
    };
    const Vector column = at(p).F_p;
    const double h = 1e-6;
    const Vector difference = (at(p + h).F - at(p - h).F) / (2 * h);
    CHECK((difference - column).cwiseAbs().maxCoeff() < 1e-6 * column.cwiseAbs().maxCoeff());
}

} // namespace

TEST_CASE("derivatives by keys that change modes are the differences of maps", "[dynamics]")
{
    for (const double dashpot : {0.0, 0.5, 5.0})
        for (const Key& key : all_keys) {
            if (dashpot == 0 && key.number == &Numbers::dashpot)
                continue; // on one side alone: below
            const Numbers n{.mass = 1.05, .base = 0.01, .preload = 0.003, .dashpot = dashpot};
            for (const int periods : {1, 2}) { // two nodes: at other phases of the drive
                CAPTURE(dashpot, key.name, periods);
                OrbitEquations equations(family(n, key, 1.2), {periods, false, periods}, {}, 1e-15);
                check_column(equations, equations.nodes_of(impacting(), n.*key.number),
                             n.*key.number);
            }
        }
}

TEST_CASE("derivatives by keys hold on both sides of grazing", "[dynamics]")
{
    // The first branch grazes at 0.8595453660; with a dashpot its map has a corner there.
    for (const double dashpot : {0.0, 0.5, 5.0})
        for (const double Omega : {0.8595453660 - 1e-4, 0.8595453660 + 1e-4}) {
            CAPTURE(dashpot, Omega);
            const OrbitFamily over = family({.dashpot = dashpot}, mass, Omega);
            const PeriodicMotion motion = periodic_motion(over, Vector::Zero(4), 1, 1, true);
            REQUIRE(motion.found);
            OrbitEquations equations(over, motion.form, {}, 1e-15);
            check_column(equations, motion.z, 1);
            CHECK(equations.at(motion.z, 1).beyond == (Omega > 0.8595453660 ? 1 : 0));
        }
}

TEST_CASE("at the end of what a key may be its derivative is taken from within", "[dynamics]")
{
    const Key key{"dashpot", &Numbers::dashpot};
    const auto guarded = [&](const std::vector<double>& values) {
        if (values[0] < 0)
            throw InputError("a dashpot that drives");
        return systems({}, key, 1.2)(values);
    };
    const OrbitFamily over(test::free_play({}), parameter({}, key), {}, guarded),
        exact(test::free_play({}), {OrbitParameter::Kind::number, {3, "damping"}});
    const auto column = [](const OrbitFamily& of) -> Vector {
        OrbitEquations equations(of, {}, {}, 1e-15);
        continuation::Equations out;
        out.F.setZero(4);
        out.F_x.setZero(4, 4);
        out.F_p.setZero(4);
        REQUIRE(equations.evaluate(impacting(), 0, out));
        return out.F_p;
    };
    CHECK((column(over) - column(exact)).norm() < 1e-9 * column(exact).norm());
}

TEST_CASE("a branch over a mass has the motions of runs at each mass", "[dynamics]")
{
    const OrbitFamily over = family({}, mass, 1.2, 0.3);
    const std::vector<ModalOutput> first = {{test::free_play_modes().row(0).transpose()}};
    OrbitBranchOptions o;
    o.from = 0.9;
    o.to = 1.2;
    const PeriodicMotion start = periodic_motion(over, impacting(), 1, 1);
    REQUIRE(start.found);
    const OrbitBranch branch = orbit_branches(over, start, 1, first, o).branches.front();
    const Index n = branch.branch.n_points();
    REQUIRE(n > 20);
    int compared = 0;
    for (int i = 0; i < 10; ++i) {
        const Index k = (2 * i + 1) * n / 20;
        const double m1 = branch.branch.p(k);
        CAPTURE(i, m1);
        // Next to a fold or branch point the motion at a given mass hangs on round-off.
        if (std::abs(branch.branch.monitors(orbit_growth, k) - 1) < 1e-2)
            continue;
        ++compared;
        const KeyedSystem here = at({.mass = m1}, 1.2);
        const auto on_modes = [&](const Vector& y) -> Vector {
            Vector z(4);
            z << here.from_states * y.head(2), here.from_states * y.tail(2);
            return z;
        };
        const Vector z = on_modes(branch.branch.x.col(k));
        const OrbitFamily alone(here.system, {});
        const PeriodicMotion motion = periodic_motion(alone, z, 1.2, 1);
        REQUIRE(motion.found);
        CHECK((motion.z - z).norm() < 1e-9 * z.norm());
        OrbitEquations equations(alone, motion.form, here.outputs, 1e-13);
        const auto& of = equations.at(motion.z, 1.2);
        CHECK(branch.branch.monitors(orbit_outputs + 1, k) ==
              Approx(equations.range(of, 0).most).epsilon(1e-9));
        CHECK(branch.branch.monitors(orbit_growth, k) ==
              Approx(std::abs(of.stability.multipliers(0))).epsilon(1e-8));
    }
    CHECK(compared >= 8);
}

TEST_CASE("over a key whose models have errors of their own Newton's method ends above these",
          "[dynamics]")
{
    // Frequencies off by up to 1e-9, as those of a mesh by the round-off of its entries: at masses
    // next to each other by other amounts.
    const SystemOfKeys rough = [exact = systems({}, mass, 1.2)](const std::vector<double>& values) {
        KeyedSystem out = *exact(values);
        out.system.modes.omega *= 1 + 1e-9 * std::sin(1e12 * values[0]);
        return std::make_shared<const KeyedSystem>(std::move(out));
    };
    OrbitBranchOptions o;
    o.from = 0.95;
    o.to = 1.05;
    o.max_step = 0.1;
    const auto branches = [&](const SystemOfKeys& of) -> OrbitBranches {
        const OrbitFamily over(test::free_play({.Omega = 1.2}), parameter({}, mass, 0.1), {}, of);
        const PeriodicMotion start = periodic_motion(over, Vector::Zero(4), 1, 1);
        REQUIRE(start.found);
        return orbit_branches(over, start, 1, {}, o);
    };
    const OrbitBranches smooth = branches(systems({}, mass, 1.2)), off = branches(rough);
    CHECK(smooth.tolerance == o.tolerance);
    CHECK(off.tolerance > 10 * o.tolerance);
    CHECK(off.tolerance < 1e-7);
    for (const OrbitBranches* of : {&smooth, &off}) {
        const continuation::Branch& branch = of->branches.front().branch;
        CHECK((branch.front.stop == continuation::Stop::bound));
        CHECK((branch.back.stop == continuation::Stop::bound));
    }
    const auto last = [](const OrbitBranches& of) -> Vector {
        return of.branches.front().branch.x.rightCols(1);
    };
    CHECK((last(off) - last(smooth)).norm() < 1e-6 * last(smooth).norm());

    // Labels agree too.
    OrbitBranchOptions over_Omega;
    over_Omega.from = 0.7;
    over_Omega.to = 0.87;
    const OrbitFamily of_Omega(test::free_play({.Omega = 0.7}), {});
    const OrbitBranch grazes =
        orbit_branches(of_Omega, periodic_motion(of_Omega, Vector::Zero(4), 0.7, 1), 0.7, {},
                       over_Omega)
            .branches.front();
    LabelCurveOptions curve;
    curve.from = 0.99;
    curve.to = 1.01;
    const auto label = std::find(grazes.labels.begin(), grazes.labels.end(), OrbitLabel::grazing);
    REQUIRE(label != grazes.labels.end());
    const LabelCurve found =
        label_curve({test::free_play({.Omega = 0.7}), {}, parameter({}, mass, 0.02), rough}, grazes,
                    label - grazes.labels.begin(), curve);
    CHECK(found.tolerance > 10 * curve.tolerance);
    CHECK((found.branch.front.stop == continuation::Stop::bound));
    CHECK((found.branch.back.stop == continuation::Stop::bound));
}

TEST_CASE("labels over a mass end where runs in frequency have them", "[dynamics]")
{
    OrbitBranchOptions o;
    o.from = 0.7;
    o.to = 2.0;
    const auto run = [&](const JointedSystem& system) -> OrbitBranch {
        const OrbitFamily of(system, {});
        const PeriodicMotion start = periodic_motion(of, Vector::Zero(4), 0.7, 1);
        return orbit_branches(of, start, 0.7, {}, o).branches.front();
    };
    const OrbitBranch branch = run(test::free_play({.Omega = 0.7})),
                      other = run(at({.mass = 1.002}, 0.7).system);
    const OrbitFamily two(test::free_play({.Omega = 0.7}), {}, parameter({}, mass),
                          systems({}, mass, 0.7));
    LabelCurveOptions curve;
    curve.from = 1;
    curve.to = 1.002;
    int compared = 0;
    for (Index k = 0; k < branch.branch.n_points(); ++k) {
        if (!has_curve(two, branch, k))
            continue;
        const LabelCurve found = label_curve(two, branch, k, curve);
        REQUIRE(found.branch.n_points() > 1);
        const Index last = found.branch.n_points() - 1, end = found.branch.p(last) > 1 ? last : 0;
        CAPTURE(name_of(found.label), found.first(end), found.branch.back.message);
        REQUIRE(found.branch.p(end) == 1.002);
        double least = 1;
        for (Index i = 0; i < other.branch.n_points(); ++i)
            if (other.labels[static_cast<std::size_t>(i)] == found.label)
                least = std::min(least, std::abs(other.branch.p(i) - found.first(end)));
        CHECK(least < 5e-9);
        ++compared;
    }
    CHECK(compared == 9);
}

namespace {

Matrix block_diagonal(const MatrixIn& a)
{
    Matrix both = Matrix::Zero(2 * a.rows(), 2 * a.cols());
    both.topLeftCorner(a.rows(), a.cols()) = both.bottomRightCorner(a.rows(), a.cols()) = a;
    return both;
}

// Two systems side by side, the second one as at `second`.
JointedSystem side_by_side(const JointedSystem& one, const JointedSystem& second)
{
    JointedSystem both = one;
    const Index m = one.n_modes();
    both.modes.omega = (Vector(2 * m) << one.modes.omega, second.modes.omega).finished();
    both.modes.D = block_diagonal(one.modes.D);
    both.modes.D.bottomRightCorner(m, m) = second.modes.D;
    both.modes.c = both.modes.D.diagonal();
    both.p0 = (Vector(2 * m) << one.p0, second.p0).finished();
    both.force = (ComplexVector(2 * m) << one.force, second.force).finished();
    both.inertia = both.drag = ComplexVector::Zero(2 * m);
    both.p = both.p_at(both.Omega);
    both.B.resize(0, 2 * m);
    both.joints.clear();
    for (const JointedSystem* each : {&one, &second})
        for (ModalLaw joint : each->joints) {
            const Matrix rows = joint.on.rows;
            joint.on.rows = Matrix::Zero(rows.rows(), 2 * m);
            joint.on.rows.middleCols(each == &one ? 0 : m, m) = rows;
            both.joints.push_back(joint);
        }
    return both;
}

} // namespace

TEST_CASE("two systems that are not connected have the labels of one over a key", "[dynamics]")
{
    const auto both_at = [](double first, double second) -> KeyedSystem {
        const KeyedSystem one = at({.mass = first}, 1.2), other = at({.mass = second}, 1.2);
        KeyedSystem both{side_by_side(one.system, other.system),
                         block_diagonal(one.to_states),
                         block_diagonal(one.from_states),
                         {}};
        both.to_states.bottomRightCorner(2, 2) = other.to_states;
        both.from_states.bottomRightCorner(2, 2) = other.from_states;
        both.outputs = one.outputs;
        both.outputs[0].row.conservativeResizeLike(Vector::Zero(4));
        return both;
    };
    const auto family_of = [](const SystemOfKeys& systems) -> OrbitFamily {
        return {systems({1})->system, parameter({}, mass, 0.3), {}, systems};
    };
    const OrbitFamily one = family({}, mass, 1.2, 0.3),
                      two = family_of([&](const std::vector<double>&values) {
                          return std::make_shared<const KeyedSystem>(both_at(values[0], values[0]));
                      });
    OrbitBranchOptions o;
    o.from = 0.9;
    o.to = 1.2;
    const auto labels = [&](const OrbitFamily& family, const Vector& z) -> OrbitBranch {
        const PeriodicMotion start = periodic_motion(family, z, 1, 1);
        REQUIRE(start.found);
        return orbit_branches(family, start, 1, {}, o).branches.front();
    };
    const Vector z = impacting();
    const Vector z_twice = (Vector(8) << z.head(2), z.head(2), z.tail(2), z.tail(2)).finished();
    const OrbitBranch known = labels(one, z), found = labels(two, z_twice);
    CHECK(found.unlocated.empty());
    std::vector<std::pair<OrbitLabel, double>> a, b;
    for (auto [branch, list] : {std::pair{&known, &a}, std::pair{&found, &b}})
        for (std::size_t k = 0; k < branch->labels.size(); ++k)
            if (branch->labels[k] != OrbitLabel::none)
                list->emplace_back(branch->labels[k], branch->branch.p(static_cast<Index>(k)));
    REQUIRE(a.size() >= 3);
    REQUIRE(a.size() == b.size());
    for (std::size_t k = 0; k < a.size(); ++k) {
        CAPTURE(k, a[k].second);
        CHECK(b[k].first == a[k].first);
        CHECK(b[k].second == Approx(a[k].second).epsilon(1e-8)); // error of models over a key
    }
    // A key that changes one of them: they are not alike, except at the values of the model.
    const OrbitFamily other = family_of([&](const std::vector<double>& values) {
        return std::make_shared<const KeyedSystem>(both_at(1, values[0]));
    });
    CHECK(two.part_alike());
    CHECK_FALSE(other.part_alike());
}

TEST_CASE("a branch ends with the reason where there is no model", "[dynamics]")
{
    const OrbitFamily over = family({}, mass, 0.7, 0.9);
    OrbitBranchOptions o;
    o.from = 0.1;
    o.to = 1;
    o.max_step = 0.1;
    const PeriodicMotion start = periodic_motion(over, Vector::Zero(4), 1, 1);
    REQUIRE(start.found);
    const OrbitBranch branch = orbit_branches(over, start, 1, {}, o).branches.front();
    CHECK(branch.branch.p.minCoeff() > 0.3);
    CHECK(branch.branch.p.minCoeff() < 0.301);
    const bool back = branch.branch.back.stop == continuation::Stop::failed;
    CHECK_THAT((back ? branch.branch.back : branch.branch.front).message,
               Contains("the mass is 0.") && Contains("expected more than 0.3"));
    CHECK_THROWS_WITH(family({.mass = 0.2}, mass, 0.7), Contains("expected more than 0.3"));
}

TEST_CASE("the mirror of a motion over a key is that of the system alone", "[dynamics]")
{
    // A mode of the system at this mass has another sign than that of states.
    const OrbitFamily over = family({}, mass, 1.2), alone(test::free_play({.Omega = 1.2}), {});
    REQUIRE((over.on_modes(impacting()) - impacting()).norm() > 0.1);
    const KnownOrbit known = known_orbit(over, periodic_motion(over, impacting(), 1, 1), 1, 1e-13);
    const KnownOrbit mirror = mirror_of(over, known, 1, 1e-13),
                     expected = mirror_of(alone, known, 1.2, 1e-13);
    CHECK((mirror.states[0] - expected.states[0]).norm() < 1e-11 * known.size);
    // A long motion watches rows of the system: it takes none of a key.
    CHECK_THROWS_AS(long_motion(over, impacting(), {}), std::invalid_argument);
}

TEST_CASE("values that a parameter cannot have are reported", "[dynamics]")
{
    OrbitFamily over_Omega(test::free_play({.Omega = 1.2}), {});
    CHECK(!over_Omega.move_to(0));
    CHECK(over_Omega.refusal() == "at 0: expected a number > 0");
    CHECK(over_Omega.move_to(1.1));
    CHECK(over_Omega.refusal().empty());
    OrbitFamily over_clearance(test::free_play({.Omega = 1.2}),
                               {OrbitParameter::Kind::number, {3, "clearance"}});
    CHECK(!over_clearance.move_to(-1));
    CHECK(over_clearance.refusal() == "at -1: expected a number >= 0");
    OrbitFamily over_mass = family({}, mass, 1.2);
    CHECK(!over_mass.move_to(0.1));
    CHECK_THAT(over_mass.refusal(), Contains("expected more than 0.3"));
}

TEST_CASE("a key that brings a constant load makes motions other than their mirrors", "[dynamics]")
{
    CHECK(family({}, mass, 1.2).asymmetry().empty());
    CHECK(family({}, {"preload", &Numbers::preload}, 1.2).asymmetry() == "a constant load");
}
