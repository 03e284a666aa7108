#include "base/two_pi.hpp"
#include "dynamics/cycles/conservative_backbone.hpp"

#include "base/dense_eigen.hpp"
#include "base/error.hpp"
#include "contact/laws/joint_laws.hpp"
#include "dynamics/orbits/passage.hpp"
#include "support/free_play.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

using namespace slideway;
using namespace slideway::dynamics;
using Catch::Matchers::Contains;

namespace {

std::vector<ModalOutput> masses()
{
    const Matrix Phi = test::free_play_modes();
    return {{Phi.row(0), 0, "x1"}, {Phi.row(1), 0, "x2"}};
}

FreeOptions over_energy(double from, double to)
{
    FreeOptions o;
    o.from = from;
    o.to = to;
    return o;
}

std::vector<Index> labelled(const FreeCurve& curve, OrbitLabel label)
{
    std::vector<Index> at;
    for (std::size_t k = 0; k < curve.labels.size(); ++k)
        if (curve.labels[k] == label)
            at.push_back(static_cast<Index>(k));
    return at;
}

double Omega_at(const FreeCurve& curve, Index k)
{
    return curve.branch.x(curve.branch.x.rows() - 2, k);
}

double energy_at(const FreeCurve& curve, Index k)
{
    return std::exp(2 * curve.branch.p(k)) / 2;
}

double least(const FreeCurve& curve, Index output, Index k)
{
    return curve.branch.monitors(free_outputs + 2 * output, k);
}

double most(const FreeCurve& curve, Index output, Index k)
{
    return curve.branch.monitors(free_outputs + 2 * output + 1, k);
}

// The motion at a point in even steps over a period, 2 m x (samples + 1).
Matrix sampled(const ConservativeSystem& system, const VectorIn& x, int samples)
{
    const Index size = 2 * system.m();
    Matrix z(size, samples + 1);
    z.col(0) = x.head(size);
    const PassageOptions options;
    for (Index k = 0; k < samples; ++k)
        z.col(k + 1) = passage(system.system, z.col(k), two_pi / x(size) / samples, options).end;
    return z;
}

// The state where mass 1 passes x = 0, of all such in a period that where mass 2 is nearest to 0.
Vector passing_zero(const ConservativeSystem& system, const VectorIn& x)
{
    const Matrix Phi = test::free_play_modes();
    constexpr int samples = 64;
    const double step = two_pi / x(4) / samples;
    const Matrix z = sampled(system, x, samples);
    Vector found = Vector::Constant(4, 1);
    for (Index k = 0; k < samples; ++k) {
        const auto x1 = [&](const Vector& at) -> double { return Phi.row(0).dot(at.head(2)); };
        if (x1(z.col(k)) * x1(z.col(k + 1)) > 0)
            continue;
        double t = step / 2;
        Passage to;
        for (int i = 0; i < 8; ++i) {
            to = passage(system.system, z.col(k), t, {});
            t -= x1(to.end) / Phi.row(0).dot(to.rate.head(2));
        }
        Vector state(4);
        state << Phi * to.end.head(2), Phi * to.end.tail(2);
        if (std::abs(state(1)) < std::abs(found(1)))
            found = state;
    }
    return found;
}

// A mass of 1 kg on a spring of 1 N/m and one joint.
JointedSystem one_mass(const contact::JointLaw& law, double load = 0)
{
    JointedSystem s;
    s.modes.omega = Vector::Ones(1);
    s.modes.c = Vector::Zero(1);
    s.p0 = Vector::Constant(1, load);
    s.force = s.inertia = s.drag = s.p = ComplexVector::Zero(1);
    s.B.resize(0, 1);
    s.limit.resize(0);
    s.r.resize(0);
    s.joints.push_back({"joint", law, {Matrix::Ones(1, 1), ComplexVector::Zero(1)}});
    return s;
}

const std::vector<ModalOutput> displacement = {{Vector::Ones(1), 0, "x"}};

// A chain of three masses whose end is loaded away from one stop; a second is `time` new ones, a
// metre `length`.
ConservativeBackbones backbones_of_chain(double time, double length, double max_step = 0.1)
{
    const double stiffness = 1 / (time * time), load = length * stiffness, energy = length * load;
    const Vector root = Vector{{1.3, 0.7, 0.4}}.cwiseSqrt();
    const Matrix K{{450, -150, 0}, {-150, 240, -90}, {0, -90, 90}};
    const SymmetricEigen modes =
        symmetric_eigen(root.cwiseInverse().asDiagonal() * K * root.cwiseInverse().asDiagonal());
    const Matrix end = modes.vectors.row(2) / root(2);
    JointedSystem s;
    s.modes.omega = modes.values.cwiseSqrt() / time;
    s.modes.c = Vector::Zero(3);
    s.p0 = -0.7 * load * end.transpose();
    s.force = s.inertia = s.drag = s.p = ComplexVector::Zero(3);
    s.B.resize(0, 3);
    s.limit.resize(0);
    s.r.resize(0);
    s.joints.push_back({"stop",
                        contact::Gap({900 * stiffness, 0.03 * length, false, 0}),
                        {end, ComplexVector::Zero(1)}});
    FreeOptions o = over_energy(0.001 * energy, 2 * energy);
    o.modes = {0};
    o.max_step = max_step;
    return conservative_backbones(conservative_system(s), {{end.transpose(), 0, "end"}}, o);
}

} // namespace

TEST_CASE("backbones of two masses with free play graze, branch and turn where the theory says",
          "[orbits]")
{
    // docs/theory/backbones.md, section 12: closed form and two other formulations.
    const ConservativeSystem system = conservative_system(test::free_play({}));
    FreeOptions o = over_energy(1e-6, 0.2);
    o.Omega = {1.1, 1.2, 1.6};
    const ConservativeBackbones out = conservative_backbones(system, masses(), o);
    CHECK(out.left_out.empty());
    REQUIRE(out.curves.size() == 3);
    const FreeCurve &in_phase = out.curves[0], &out_of_phase = out.curves[1],
                    &third = out.curves[2];

    SECTION("both linear modes graze both stops at once")
    {
        const std::vector<Index> first = labelled(in_phase, OrbitLabel::grazing),
                                 second = labelled(out_of_phase, OrbitLabel::grazing);
        REQUIRE(first.size() == 1);
        REQUIRE(second.size() == 1);
        CHECK(Omega_at(in_phase, first[0]) == Approx(1.0000937449).margin(1e-10).epsilon(0));
        CHECK(Omega_at(out_of_phase, second[0]) == Approx(1.4662026933).margin(1e-10).epsilon(0));
        CHECK(most(in_phase, 0, first[0]) == Approx(0.05).epsilon(1e-11));
        CHECK(in_phase.notes[static_cast<std::size_t>(first[0])] ==
              "stops at 0.05, stops at -0.05");
    }
    SECTION("a third leaves the one in phase, which becomes unstable there")
    {
        const std::vector<Index> at = labelled(in_phase, OrbitLabel::branch_point);
        REQUIRE(at.size() == 1);
        CHECK(Omega_at(in_phase, at[0]) == Approx(1.1876828886).margin(1e-10).epsilon(0));
        CHECK(most(in_phase, 0, at[0]) == Approx(0.0722138718).margin(1e-10).epsilon(0));
        CHECK(most(in_phase, 1, at[0]) == Approx(0.1908503803).margin(1e-10).epsilon(0));
        CHECK(in_phase.branch.monitors(free_stable, at[0] - 1) == 1);
        CHECK(in_phase.branch.monitors(free_stable, at[0] + 1) == 0);
        CHECK(third.mode == -1);
        CHECK(third.parent == 0);
        CHECK(third.at == at[0]);
        CHECK(third.branch.monitors(free_stable, 5) == 1);
    }
    SECTION("the third is never at rest, and passes x = 0 as a whole")
    {
        const std::vector<Index> at = labelled(third, OrbitLabel::frequency);
        REQUIRE(at.size() == 1);
        REQUIRE(Omega_at(third, at[0]) == Approx(1.2).epsilon(1e-12));
        CHECK(most(third, 0, at[0]) == Approx(0.0756883498).margin(1e-10).epsilon(0));
        CHECK(least(third, 0, at[0]) == Approx(-0.0756883498).margin(1e-10).epsilon(0));
        Vector state = passing_zero(system, third.branch.x.col(at[0]));
        state *= state(2) < 0 ? 1 : -1;
        CHECK(std::abs(state(1)) < 1e-10);
        CHECK(state(2) == Approx(-0.035426988186).margin(1e-11).epsilon(0));
        CHECK(state(3) == Approx(-0.245226077232).margin(1e-11).epsilon(0));
        const Matrix z = sampled(system, third.branch.x.col(at[0]), 200);
        CHECK(z.bottomRows(2).colwise().norm().minCoeff() > 0.02);
        CHECK((z.col(200) - z.col(0)).norm() < 1e-11);
    }
    SECTION("the linear modes are at rest at their extrema")
    {
        for (const auto& [curve, Omega, x1, x2] :
             {std::tuple(&in_phase, 1.1, 0.0588114970, 0.0932330380),
              std::tuple(&out_of_phase, 1.6, 0.0595173283, 0.0325510408)}) {
            CAPTURE(Omega);
            const std::vector<Index> at = labelled(*curve, OrbitLabel::frequency);
            const auto there =
                std::find_if(at.begin(), at.end(), [&, c = curve, w = Omega](Index k) {
                    return std::abs(Omega_at(*c, k) - w) < 1e-11;
                });
            REQUIRE(there != at.end());
            CHECK(most(*curve, 0, *there) == Approx(x1).margin(1e-10).epsilon(0));
            CHECK(most(*curve, 1, *there) == Approx(x2).margin(1e-10).epsilon(0));
        }
    }
    SECTION("nothing else happens, and damping stays zero")
    {
        CHECK(labelled(in_phase, OrbitLabel::fold).empty());
        CHECK(labelled(out_of_phase, OrbitLabel::branch_point).empty());
        // The energy turns back twice behind the grazing, and the motion is unstable between.
        const std::vector<Index> folds = labelled(out_of_phase, OrbitLabel::fold);
        REQUIRE(folds.size() == 2);
        CHECK(energy_at(out_of_phase, folds[0]) > energy_at(out_of_phase, folds[1]));
        CHECK(out_of_phase.branch.monitors(free_stable, (folds[0] + folds[1]) / 2) == 0);
        CHECK(labelled(third, OrbitLabel::branch_point) == std::vector<Index>{0});
        for (const FreeCurve& curve : out.curves) {
            CHECK(curve.branch.x.row(5).cwiseAbs().maxCoeff() < 1e-11);
            CHECK(energy_at(curve, curve.branch.n_points() - 1) == Approx(0.2));
        }
    }
}

TEST_CASE("backbones are the same in millimetres and tonnes", "[orbits]")
{
    // q = sqrt(m) x: 10^1.5 times as large, and so are the rows of joints.
    const double scale = std::pow(10, 1.5);
    JointedSystem s = test::free_play({});
    for (ModalLaw& joint : s.joints)
        joint.on.rows *= scale;
    s.force *= scale;
    s.p *= scale;
    s.joints[0].law = s.joints[1].law = contact::Cubic{0.1e-9};
    s.joints[2].law = contact::Cubic{10e-9};
    s.joints[3].law = contact::Gap({10e-3, 50, true, 0});
    std::vector<ModalOutput> outputs = masses();
    for (ModalOutput& output : outputs)
        output.row *= scale;
    const ConservativeSystem metres = conservative_system(test::free_play({})),
                             millimetres = conservative_system(std::move(s));
    const auto a = conservative_backbones(metres, masses(), over_energy(1e-4, 0.1)),
               b = conservative_backbones(millimetres, outputs, over_energy(0.1, 100));
    REQUIRE(a.curves.size() == b.curves.size());
    for (std::size_t c = 0; c < a.curves.size(); ++c) {
        const FreeCurve &in_m = a.curves[c], &in_mm = b.curves[c];
        for (const OrbitLabel label :
             {OrbitLabel::start, OrbitLabel::fold, OrbitLabel::branch_point, OrbitLabel::grazing,
              OrbitLabel::bound}) {
            CAPTURE(c, name_of(label));
            const std::vector<Index> in = labelled(in_m, label), of = labelled(in_mm, label);
            REQUIRE(in.size() == of.size());
            for (std::size_t k = 0; k < in.size(); ++k) {
                CHECK(Omega_at(in_mm, of[k]) == Approx(Omega_at(in_m, in[k])).epsilon(1e-9));
                CHECK(energy_at(in_mm, of[k]) ==
                      Approx(1e3 * energy_at(in_m, in[k])).epsilon(1e-8));
                CHECK(most(in_mm, 0, of[k]) == Approx(1e3 * most(in_m, 0, in[k])).epsilon(1e-8));
            }
        }
    }
}

TEST_CASE("the backbone of Duffing's oscillator is that of elliptic integrals", "[orbits]")
{
    // Omega = pi sqrt(k + k3 A^2) / (2 K(m)), m = k3 A^2 / (2 (k + k3 A^2)).
    const double k3 = 0.7;
    const auto system = conservative_system(one_mass(contact::Cubic{k3}));
    FreeOptions o;
    o.over = FreeParameter::amplitude;
    o.from = 1e-6;
    o.to = 5;
    const auto out = conservative_backbones(system, displacement, o);
    REQUIRE(out.curves.size() == 1);
    const FreeCurve& curve = out.curves[0];
    const Index last = curve.branch.n_points() - 1;
    CHECK(Omega_at(curve, 0) == Approx(1).epsilon(1e-12));
    CHECK(most(curve, 0, 0) == Approx(1e-6).epsilon(1e-10));
    CHECK(most(curve, 0, last) == Approx(5).epsilon(1e-11));
    for (Index k = 0; k <= last; ++k) {
        const double A = most(curve, 0, k), stiff = 1 + k3 * A * A;
        const double exact = std::numbers::pi * std::sqrt(stiff) /
                             (2 * std::comp_ellint_1(std::sqrt(k3 * A * A / (2 * stiff))));
        CHECK(Omega_at(curve, k) == Approx(exact).epsilon(1e-10));
        CHECK(energy_at(curve, k) == Approx(A * A / 2 + k3 / 4 * A * A * A * A).epsilon(1e-10));
        CHECK(curve.branch.monitors(free_stable, k) == 1);
    }
}

TEST_CASE("a mass between stops moves at its natural frequency, then by arcs of two sines",
          "[orbits]")
{
    const double k_p = 20, a = 0.3;
    const auto system = conservative_system(one_mass(contact::Gap({k_p, a, true, 0})));
    const auto out = conservative_backbones(system, displacement, over_energy(1e-4, 10));
    REQUIRE(out.curves.size() == 1);
    const FreeCurve& curve = out.curves[0];
    REQUIRE(labelled(curve, OrbitLabel::grazing).size() == 1);
    for (Index k = 0; k < curve.branch.n_points(); ++k) {
        const double v = std::sqrt(2 * energy_at(curve, k));
        double quarter = std::numbers::pi / 2;
        if (v > a) {
            const double touch = std::sqrt(v * v - a * a), omega = std::sqrt(1 + k_p);
            // In touch about x = k_p a / (1 + k_p).
            quarter = std::asin(a / v) + std::atan(touch * omega / a) / omega;
        }
        CHECK(Omega_at(curve, k) == Approx(std::numbers::pi / (2 * quarter)).epsilon(1e-10));
    }
}

TEST_CASE("a constant load moves the centre of free motions", "[orbits]")
{
    // At rest 0.2 beside the middle of the play, 0.1 from the stop above.
    JointedSystem s = one_mass(contact::Gap({10, 0.3, true, 0.5}), 0.2);
    s.modes.c(0) = 0.1;
    s.Omega = 1.3;
    s.force(0) = s.p(0) = 2;
    const auto system = conservative_system(std::move(s));
    CHECK(system.left_out == std::vector<std::string>{"damping of the bodies", "dashpot of joint",
                                                      "harmonic loads and motions"});
    CHECK(system.rest(0) == Approx(0.2).epsilon(1e-14));
    FreeOptions o;
    o.over = FreeParameter::amplitude;
    o.from = 1e-3;
    o.to = 1;
    const auto out = conservative_backbones(system, displacement, o);
    REQUIRE(out.curves.size() == 1);
    const FreeCurve& curve = out.curves[0];
    const std::vector<Index> touches = labelled(curve, OrbitLabel::grazing);
    REQUIRE(touches.size() == 2); // above, then below
    CHECK(most(curve, 0, touches[0]) == Approx(0.3).epsilon(1e-10));
    CHECK(least(curve, 0, touches[0]) == Approx(0.1).epsilon(1e-10));
    CHECK(least(curve, 0, touches[1]) == Approx(-0.3).epsilon(1e-10));
    for (Index k = 0; k <= touches[0]; ++k) {
        CHECK(Omega_at(curve, k) == Approx(1).epsilon(1e-11));
        CHECK((most(curve, 0, k) + least(curve, 0, k)) / 2 == Approx(0.2).epsilon(1e-10));
    }
    CHECK(Omega_at(curve, touches[0] + 1) > 1);
}

TEST_CASE("the column of the damping agrees with differences", "[orbits]")
{
    // At a time at which both differences have met the same stops.
    JointedSystem s = conservative_system(test::free_play({})).system;
    const auto end = [&](double xi) -> Passage {
        PassageOptions options;
        options.by.start = options.by.damping = true;
        s.modes.c.setConstant(xi);
        return passage(s, Eigen::Vector4d(0.02, -0.01, 0.1, 0.05), 12, options);
    };
    for (const double xi : {0.0, 0.03, -0.02}) {
        CAPTURE(xi);
        const Passage at = end(xi);
        REQUIRE(at.events.size() > 4);
        const Vector column = at.by.col(4);
        constexpr double h = 1e-5; // error of fourth order
        const Vector difference = (8 * (end(xi + h).end - end(xi - h).end) -
                                   (end(xi + 2 * h).end - end(xi - 2 * h).end)) /
                                  (12 * h);
        CHECK((column - difference).norm() < 1e-8 * column.norm());
    }
}

TEST_CASE("free motions are refused of systems that have none", "[orbits]")
{
    const auto of = [](const contact::JointLaw& law) { return one_mass(law); };
    contact::ElasticCoulomb rubs;
    CHECK_THROWS_WITH(conservative_system(of(rubs)),
                      Contains("joint.joint.law = \"elastic-coulomb\"") &&
                          Contains("no potential") && Contains("gap, cubic, polynomial or table"));
    JointedSystem dry = of(contact::Cubic{1});
    dry.B = Matrix::Ones(1, 1);
    dry.limit = Vector::Ones(1);
    dry.r = ComplexVector::Zero(1);
    dry.names = {"pad"};
    CHECK_THROWS_WITH(conservative_system(dry), Contains("joint.pad") && Contains("dissipates"));
    JointedSystem free = of(contact::Gap({1, 0.1, true, 0}));
    free.modes.omega(0) = 0;
    CHECK_THROWS_WITH(conservative_system(free), Contains("supports or springs"));
    CHECK_THROWS_WITH(conservative_system(of(contact::Gap({1, 0, true, 0}))),
                      Contains("at its stop where the system rests"));
    CHECK_THROWS_WITH(conservative_system(one_mass(contact::Gap({1, 0.1, false, 0}), 0.1)),
                      Contains("at its stop where the system rests"));
}

TEST_CASE("options of conservative backbones out of range are refused", "[orbits]")
{
    const auto system = conservative_system(one_mass(contact::Cubic{1}));
    const auto refused = [&](auto change) -> std::string {
        FreeOptions o = over_energy(1e-3, 1);
        change(o);
        try {
            check(system, {}, o);
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    };
    CHECK(refused([](FreeOptions&) {}).empty());
    CHECK_THAT(refused([](FreeOptions& o) { o.from = 0; }), Contains("expected 0 < from < to"));
    CHECK_THAT(refused([](FreeOptions& o) { o.to = o.from; }), Contains("expected 0 < from < to"));
    CHECK_THAT(refused([](FreeOptions& o) { o.modes = {1}; }), Contains("there are modes 1 to 1"));
    CHECK_THAT(refused([](FreeOptions& o) { o.Omega = {0}; }), Contains("frequencies > 0"));
    CHECK_THAT(refused([](FreeOptions& o) { o.tolerance = 1; }), Contains("tolerance"));
    CHECK_THAT(refused([](FreeOptions& o) { o.max_step = 2; }), Contains("max_step"));
    CHECK_THAT(refused([](FreeOptions& o) { o.max_points = 1; }), Contains("max_points"));
    CHECK_THAT(refused([](FreeOptions& o) { o.max_curves = 0; }), Contains("max_curves"));
    CHECK_THAT(refused([](FreeOptions& o) { o.over = FreeParameter::amplitude; }),
               Contains("amplitude"));
}

TEST_CASE("a backbone that cannot be followed is reported with its reason", "[orbits]")
{
    const ConservativeSystem system = conservative_system(test::free_play({}));
    SECTION("an output that does not move has no amplitude")
    {
        FreeOptions o;
        o.over = FreeParameter::amplitude;
        o.from = 1e-3;
        o.to = 0.1;
        const auto out = conservative_backbones(system, {{Eigen::Vector2d(1, 0), 0, "mean"}}, o);
        REQUIRE(out.left_out.size() == 1);
        CHECK_THAT(out.left_out[0], Contains("mode 2") && Contains("does not move"));
    }
    SECTION("a curve ends with as many points as requested")
    {
        FreeOptions o = over_energy(1e-6, 0.2);
        o.max_points = 20;
        const auto out = conservative_backbones(system, masses(), o);
        REQUIRE(out.curves.size() == 2);
        CHECK(out.curves[0].branch.n_points() == 20);
        CHECK_THAT(out.curves[0].branch.back.message, Contains("20 points"));
    }
    SECTION("as many curves as requested")
    {
        FreeOptions o = over_energy(1e-6, 0.2);
        o.max_curves = 2;
        const auto out = conservative_backbones(system, masses(), o);
        CHECK(out.curves.size() == 2);
        REQUIRE(out.left_out.size() == 1);
        CHECK_THAT(out.left_out[0], Contains("beyond 2 curves"));
    }
    SECTION("an interrupted run keeps what it has")
    {
        int calls = 0;
        const auto out = conservative_backbones(system, masses(), over_energy(1e-6, 0.2),
                                                [&](double) { return ++calls < 30; });
        CHECK(out.interrupted);
        REQUIRE(out.curves.size() == 1);
        CHECK(out.curves[0].branch.n_points() > 10);
    }
}

TEST_CASE("backbones are the same in any units of time and length", "[orbits]")
{
    const ConservativeBackbones out = backbones_of_chain(1, 1);
    // Up and down from the branch point of mode 1, and from that of what leads down.
    REQUIRE(out.curves.size() == 4);
    CHECK(labelled(out.curves[0], OrbitLabel::branch_point).size() == 1);
    CHECK(labelled(out.curves[2], OrbitLabel::branch_point).size() == 2);
    CHECK(out.curves[3].parent == 2);
    for (const auto& [time, length] : {std::pair{0x1p10, 1.0},
                                       {0x1p30, 1.0},
                                       {0x1p-14, 0x1p-3},
                                       {1.0, 0x1p20},
                                       {0x1p20, 0x1p20}}) {
        CAPTURE(time, length);
        const ConservativeBackbones other = backbones_of_chain(time, length);
        REQUIRE(other.curves.size() == out.curves.size());
        for (std::size_t c = 0; c < out.curves.size(); ++c) {
            CAPTURE(c);
            const FreeCurve &here = out.curves[c], &there = other.curves[c];
            REQUIRE(there.labels == here.labels);
            CHECK(there.parent == here.parent);
            CHECK(there.at == here.at);
            for (Index k = 0; k < here.branch.n_points(); ++k)
                if (here.labels[static_cast<std::size_t>(k)] != OrbitLabel::none) {
                    CHECK(time * Omega_at(there, k) == Approx(Omega_at(here, k)).epsilon(1e-9));
                    CHECK(most(there, 0, k) / length == Approx(most(here, 0, k)).epsilon(1e-7));
                }
        }
    }
}

TEST_CASE("a curve that crosses another close to a grazing is followed by steps of any length",
          "[orbits]")
{
    const auto at_end = [](const FreeCurve& curve) {
        return Omega_at(curve, curve.branch.n_points() - 1);
    };
    const ConservativeBackbones usual = backbones_of_chain(1, 1);
    for (const double max_step : {0.2, 0.02}) {
        CAPTURE(max_step);
        const ConservativeBackbones out = backbones_of_chain(1, 1, max_step);
        REQUIRE(out.curves.size() == 4);
        CHECK(out.curves[3].parent == 2);
        CHECK(at_end(out.curves[3]) == Approx(at_end(usual.curves[3])).epsilon(1e-7));
        for (std::size_t c = 0; c < 3; ++c) // none of the others once more
            CHECK(at_end(out.curves[3]) != Approx(at_end(out.curves[c])).epsilon(1e-3));
    }
}
