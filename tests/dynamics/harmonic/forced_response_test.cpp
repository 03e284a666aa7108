#include "base/two_pi.hpp"
#include "contact/laws/joint_laws.hpp"
#include "dynamics/harmonic/forced_response.hpp"
#include "dynamics/harmonic/resonant_modes.hpp"
#include "dynamics/harmonic/response_points.hpp"
#include "dynamics/harmonic/restart.hpp"
#include "support/free_play.hpp"
#include "support/harmonic_models.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

using namespace slideway;
using namespace slideway::dynamics;
using Catch::Contains;

namespace {

struct Peak {
    double frequency_hz, rms;
};

ForcedResponse respond(HarmonicBalance& hb, double level, double from_hz, double to_hz)
{
    return forced_response(hb, {.level = level,
                                .Omega_from = two_pi * from_hz,
                                .Omega_to = two_pi * to_hz,
                                .stability = false});
}

// The maxima of a level, and no others: references have 8 or 9 digits, and 1e-6 is required.
void check_peaks(HarmonicBalance& hb, double level, double from_hz, double to_hz,
                 const std::vector<Peak>& expected)
{
    CAPTURE(hb.harmonics().n_h, level);
    const ForcedResponse r = respond(hb, level, from_hz, to_hz);
    CHECK(r.branch.back.stop == continuation::Stop::bound);
    const std::vector<Index> found =
        continuation::points_of(r.branch, continuation::PointKind::monitor_maximum);
    REQUIRE(found.size() == expected.size());
    for (std::size_t k = 0; k < found.size(); ++k) {
        CHECK(r.branch.p(found[k]) / two_pi == Approx(expected[k].frequency_hz).epsilon(1e-6));
        CHECK(r.branch.monitors(0, found[k]) == Approx(expected[k].rms).epsilon(1e-6));
    }
}

struct Known {
    Index n_h;
    double level;
    std::vector<Peak> peaks; // from high to low frequency
};

} // namespace

// Reference: an independent implementation, peaks by golden section and by the extremum system.

TEST_CASE("Two blades with a wedge damper peak where it is known, stuck, slipping and separating",
          "[dynamics]")
{
    const Peak in_phase{203.441145, 2.86271320e-4};
    const std::vector<Known> list = {
        {1, 1.2, {{211.624671, 1.16324513e-4}, {203.441145, 1.14508528e-4}}},
        {1, 3, {{212.065776, 2.45878634e-4}, in_phase}},
        {1, 20, {{198.709616, 2.04407818e-3}}},
        {1, 25.49303, {{198.392357, 2.98548350e-3}}},
        {1, 50, {{197.884646, 6.78440352e-3}}},
        {1, 101.71781, {{197.676646, 1.44496697e-2}}},
        {3, 1.2, {{211.624671, 1.16324513e-4}, {203.441145, 1.14508528e-4}}},
        {3, 3, {{212.115506, 2.45328227e-4}, in_phase}},
        {3, 20, {{198.715935, 2.06583144e-3}}},
        {3, 50.922443, {{197.905748, 6.91082924e-3}}},
        {3, 128.10309, {{197.567901, 1.81667554e-2}}}};
    const test::HarmonicModel model = test::blade_damper_blade(1.5e-5);
    for (const Known& known : list) {
        HarmonicBalance hb(model.system, {known.n_h, false}, model.outputs);
        check_peaks(hb, known.level, 225, 190, known.peaks);
    }
}

TEST_CASE("A wedge with parallel faces peaks elsewhere once both slip", "[dynamics]")
{
    const test::HarmonicModel model = test::blade_damper_blade(1.5e-5, false);
    HarmonicBalance hb(model.system, {1, false}, model.outputs);
    check_peaks(hb, 50, 225, 190, {{197.807907, 6.455093e-3}});
}

TEST_CASE("A maximum at the onset of slip, where the slope jumps, is located", "[dynamics]")
{
    // Level 2.42: on the upper side the right contact slips, on the lower it is stuck.
    const test::HarmonicModel model = test::blade_damper_blade(1.5e-5);
    for (const Index n_h : {1, 3}) {
        HarmonicBalance hb(model.system, {n_h, false}, model.outputs);
        const ForcedResponse r = respond(hb, 2.42, 225, 209);
        const auto found =
            continuation::points_of(r.branch, continuation::PointKind::monitor_maximum);
        REQUIRE(found.size() == 1);
        CHECK(r.branch.p(found[0]) / two_pi == Approx(211.800561).epsilon(1e-8));
        CHECK(r.branch.monitors(0, found[0]) == Approx(2.3353451e-4).epsilon(1e-7));
    }
    // Level 5.6933069: a maximum at the onset of the left contact.
    HarmonicBalance hb(model.system, {1, false}, model.outputs);
    const ForcedResponse r = respond(hb, 5.6933069, 225, 209);
    const auto found = continuation::points_of(r.branch, continuation::PointKind::monitor_maximum);
    REQUIRE_FALSE(found.empty());
    CHECK(r.branch.p(found[0]) / two_pi == Approx(212.015514).epsilon(1e-7));
    CHECK(r.branch.monitors(0, found[0]) == Approx(2.96927041e-4).epsilon(1e-7));
}

TEST_CASE("Stuck and free blades have the frequencies and peaks that are known", "[dynamics]")
{
    struct Damped {
        double beta;
        std::vector<double> right_hz, left_hz;
    };
    for (const Damped& d : {Damped{1.5e-5, {211.624671, 203.441145}, {210.885798, 204.250631}},
                            Damped{8e-6, {211.464023, 203.640383}, {211.232381, 203.893921}},
                            Damped{3e-6, {211.378326, 203.742893}, {211.344103, 203.780400}}}) {
        CAPTURE(d.beta);
        const test::HarmonicModel model = test::blade_damper_blade(d.beta);
        for (const bool left : {false, true}) {
            std::vector<ModalOutput> outputs = model.outputs;
            if (left)
                std::swap(outputs[0], outputs[1]);
            HarmonicBalance hb(model.system, {1, false}, outputs);
            const Vector stuck = stuck_frequencies(hb, 1300) / two_pi;
            CHECK(stuck(0) == Approx(203.762173).epsilon(1e-8));
            CHECK(stuck(1) == Approx(211.362097).epsilon(1e-8));
            const ForcedResponse r = respond(hb, 0.1, 225, 190); // far below the onset of slip
            const auto found =
                continuation::points_of(r.branch, continuation::PointKind::monitor_maximum);
            REQUIRE(found.size() == 2);
            for (std::size_t k = 0; k < 2; ++k)
                CHECK(r.branch.p(found[k]) / two_pi ==
                      Approx((left ? d.left_hz : d.right_hz)[k]).epsilon(1e-8));
            if (d.beta == 1.5e-5)
                CHECK(r.branch.monitors(0, found[0]) / 0.1 ==
                      Approx(left ? 8.869160e-5 : 9.693709e-5).epsilon(1e-6));
        }
    }
}

TEST_CASE("A cantilever with a friction pad peaks where it is known over five decades",
          "[dynamics]")
{
    const std::vector<Known> list = {
        {1, 0.03, {{582.839183, 6.42290558e-6}}},
        {1, 0.1, {{580.975445, 1.06968086e-5}}},
        {1, 1, {{530.545980, 1.22468196e-5}}},
        {1, 3, {{427.398999, 1.49136153e-5}}},
        {1, 6, {{209.178102, 2.15680203e-3}}},
        {1, 20, {{209.145001, 3.92983542e-2}}},
        {1, 200, {{209.144881, 5.16848473e-1}}},
        {3, 0.03, {{582.839183, 6.42290558e-6}}},
        {3, 0.1, {{580.528951, 9.67427324e-6}}},
        {3, 1, {{521.810371, 1.05664489e-5}}},
        {3, 1.5, {{491.274080, 1.10733321e-5}}},
        {3, 4.5, {{290.597115, 3.86388052e-5}, {190.618971, 1.20429557e-5}}},
        {3, 6, {{209.179795, 2.15692223e-3}}},
        {3, 20, {{209.145004, 3.92983549e-2}}}};
    const test::HarmonicModel model = test::beam_with_pad();
    {
        HarmonicBalance hb(model.system, {1, false}, model.outputs);
        CHECK(hb.system().modes.omega.minCoeff() / two_pi == Approx(209.145757).epsilon(1e-8));
        CHECK(stuck_frequencies(hb, 1300)(0) / two_pi == Approx(582.856684).epsilon(1e-8));
    }
    for (const Known& known : list) {
        HarmonicBalance hb(model.system, {known.n_h, false}, model.outputs);
        check_peaks(hb, known.level, 600, 180, known.peaks);
    }
}

TEST_CASE("Peaks do not depend on the mesh of the cantilever, nor on its reduction", "[dynamics]")
{
    // 20 elements are exact to 1e-6 for the modes that matter; 20 inner modes leave out as much.
    for (const double level : {0.1, 1.0, 6.0}) {
        std::vector<Peak> found;
        for (const auto& [elements, modes] : {std::pair{20, 0}, {20, 20}, {200, 20}}) {
            const test::HarmonicModel model = test::beam_with_pad(elements, modes);
            HarmonicBalance hb(model.system, {3, false}, model.outputs);
            CHECK(hb.system().n_modes() == (modes > 0 ? 22 : 40));
            const ForcedResponse r = respond(hb, level, 600, 180);
            const auto at =
                continuation::points_of(r.branch, continuation::PointKind::monitor_maximum);
            REQUIRE(at.size() == 1);
            found.push_back({r.branch.p(at[0]), r.branch.monitors(0, at[0])});
        }
        CAPTURE(level);
        for (const std::size_t k : {1, 2}) {
            CHECK(found[k].frequency_hz == Approx(found[0].frequency_hz).epsilon(1e-5));
            CHECK(found[k].rms == Approx(found[0].rms).epsilon(1e-5));
        }
    }
}

TEST_CASE("The first slip of the cantilever comes at the level of the closed form", "[dynamics]")
{
    // |k_t X| = mu N0 at the largest X over frequency, level 0.0423464565.
    const test::HarmonicModel model = test::beam_with_pad();
    HarmonicBalance hb(model.system, {1, false}, model.outputs);
    for (const double part : {1 - 1e-6, 1 + 1e-6}) {
        const ForcedResponse r = respond(hb, part * 0.0423464565, 582.9, 582.8);
        INFO(r.branch.back.message);
        REQUIRE(r.branch.n_points() > 1);
        const ResponsePoints points = response_points(hb, r);
        CHECK((points.joints[0].share.row(1).maxCoeff() > 0) == (part > 1));
    }
}

TEST_CASE("Samples of the forces give the peaks of exact ones", "[dynamics]")
{
    const test::HarmonicModel model = test::blade_damper_blade(1.5e-5);
    HarmonicBalance exact(model.system, {3, true}, model.outputs),
        sampled(model.system, {3, true}, model.outputs, 4096);
    for (const double level : {3.0, 20.0}) {
        const ForcedResponse a = respond(exact, level, 225, 190),
                             b = respond(sampled, level, 225, 190);
        const auto in_a =
                       continuation::points_of(a.branch, continuation::PointKind::monitor_maximum),
                   in_b =
                       continuation::points_of(b.branch, continuation::PointKind::monitor_maximum);
        REQUIRE(in_a.size() == in_b.size());
        for (std::size_t k = 0; k < in_a.size(); ++k) {
            // The error of samples is of second order in 2 pi / 4096, times 10.
            CHECK(b.branch.p(in_b[k]) == Approx(a.branch.p(in_a[k])).epsilon(2e-5));
            CHECK(b.branch.monitors(0, in_b[k]) ==
                  Approx(a.branch.monitors(0, in_a[k])).epsilon(2e-5));
        }
    }
}

TEST_CASE("A start deep in slip is found by raising the level", "[dynamics]")
{
    const test::HarmonicModel model = test::beam_with_pad();
    HarmonicBalance hb(model.system, {3, false}, model.outputs);
    const ForcedResponse down = respond(hb, 4.6, 600, 180);
    for (const double from_hz : {300.0, 285.0, 250.0}) {
        CAPTURE(from_hz);
        const ForcedResponse inside = respond(hb, 4.6, from_hz, 600);
        REQUIRE(inside.branch.n_points() > 2);
        CHECK(inside.branch.back.stop == continuation::Stop::bound);
        const Index last = inside.branch.n_points() - 1;
        CHECK(inside.branch.monitors(0, last) == Approx(down.branch.monitors(0, 0)).epsilon(1e-8));
    }
}

TEST_CASE("What the points of a response show agrees with its branch", "[dynamics]")
{
    const test::HarmonicModel model = test::blade_damper_blade(1.5e-5);
    HarmonicBalance hb(model.system, {3, true}, model.outputs);
    const ForcedResponse r = respond(hb, 80, 225, 190);
    const ResponsePoints points = response_points(hb, r);
    REQUIRE(points.outputs.size() == 2);
    REQUIRE(points.joints.size() == 2);
    const Index N = r.branch.n_points();
    bool separates = false;
    for (Index k = 0; k < N; ++k) {
        CHECK(points.outputs[0].rms(k) == Approx(r.branch.monitors(0, k)).epsilon(1e-12));
        CHECK(points.outputs[0].peak(k) <=
              2.5 * points.outputs[0].rms(k)); // three harmonics: at most sqrt(2 * 3)
        CHECK(points.outputs[0].peak(k) >= points.outputs[0].rms(k));
        double drive = 0; // work of the load per cycle: pi level s_1
        drive = std::numbers::pi * 80 * points.outputs[0].coefficients(2, k);
        for (const ResponsePoints::Joint& joint : points.joints) {
            CHECK(joint.share.col(k).sum() == Approx(1).epsilon(1e-12));
            CHECK(joint.dissipated(k) >= 0);
            CHECK(joint.dissipated(k) <= drive);
            separates = separates || joint.share(2, k) > 0;
        }
    }
    CHECK(separates);
    CHECK(points.joints[1].states[static_cast<std::size_t>(N / 2)].find("slip") !=
          std::string::npos);
}

TEST_CASE("A curve that cannot go on is returned with the reason", "[dynamics]")
{
    const test::HarmonicModel model = test::beam_with_pad();
    HarmonicBalance hb(model.system, {3, false}, model.outputs);
    const ForcedResponse few = forced_response(
        hb, {.level = 1, .Omega_from = two_pi * 600, .Omega_to = two_pi * 180, .max_points = 17});
    CHECK(few.branch.back.stop == continuation::Stop::max_points);
    CHECK(few.branch.n_points() >= 17);
    int calls = 0;
    const ForcedResponse stopped =
        forced_response(hb, {.level = 1, .Omega_from = two_pi * 600, .Omega_to = two_pi * 180},
                        [&](double) -> bool { return ++calls < 30; });
    CHECK(stopped.branch.back.stop == continuation::Stop::interrupted);
    CHECK(stopped.branch.n_points() > 5);
}

TEST_CASE("Interrupted among crossing curves nothing more is requested", "[dynamics]")
{
    // Two coupled hardening oscillators driven against each other: modes (x1 +- x2) / sqrt(2). At
    // two branch points curves without the symmetry cross.
    DrivenJoints s;
    const double half = std::sqrt(0.5);
    s.modes.omega = Eigen::Vector2d(1.1 - 0.1, 1.1 + 0.1).cwiseSqrt();
    s.modes.c = Vector::Constant(2, 0.05);
    s.p0 = Vector::Zero(2);
    s.force = Eigen::Vector2d(0, 0.2 * half).cast<Complex>();
    s.inertia = s.drag = ComplexVector::Zero(2);
    for (const double sign : {1.0, -1.0})
        s.joints.push_back(
            {"hardening",
             contact::Cubic{1},
             {Matrix(Eigen::RowVector2d(half, sign * half)), ComplexVector::Zero(1)}});
    HarmonicBalance hb(s, {1, false}, {{Vector(Eigen::Vector2d(half, half)), 0}});
    ForcedResponseOptions options = {.Omega_from = 0.6, .Omega_to = 2.5};
    int calls = 0;
    const ForcedResponse alone = forced_response(hb, options, [&](double) -> bool {
        ++calls;
        return true;
    });
    REQUIRE(continuation::points_of(alone.branch, continuation::PointKind::branch_point).size() ==
            2);
    options.branches = true;
    const int last = calls + 5;
    calls = 0;
    const ForcedResponse stopped =
        forced_response(hb, options, [&](double) -> bool { return ++calls < last; });
    CHECK(calls == last);
    CHECK(stopped.branch.back.stop == continuation::Stop::bound);
    REQUIRE(stopped.crossing.size() == 1);
    CHECK(stopped.crossing[0].back.stop == continuation::Stop::interrupted);
    REQUIRE(stopped.not_followed.size() == 1);
    CHECK_THAT(stopped.not_followed[0], Contains("interrupted"));

    // The interrupted curve is continued, the rest is kept.
    Restart restart = {stopped.branch, 1, stopped.branch.n_points() - 1};
    restart.crossing = stopped.crossing;
    CHECK(ended(hb, options, restart).empty());
    const ForcedResponse rest = forced_response_from(hb, options, restart);
    CHECK(rest.branch.x == stopped.branch.x);
    CHECK(rest.not_followed.empty());
    REQUIRE(rest.crossing.size() == 1);
    CHECK(rest.crossing[0].back.stop == continuation::Stop::closed);
    restart.crossing = rest.crossing;
    CHECK_THAT(ended(hb, options, restart), Contains("widen the range"));
    // Curves that the earlier run did not request are added.
    restart.crossing.clear();
    CHECK(ended(hb, options, restart).empty());
    const ForcedResponse added = forced_response_from(hb, options, restart);
    REQUIRE(added.crossing.size() == 1);
    CHECK(added.crossing[0].back.stop == continuation::Stop::closed);
}

TEST_CASE("A resonance without damping in the range is refused", "[dynamics]")
{
    const test::HarmonicModel model = test::blade_damper_blade(0);
    HarmonicBalance hb(model.system, {3, false}, model.outputs);
    // Free blades at 195.492923 Hz; at a third of it the third harmonic resonates.
    CHECK_THROWS_WITH(respond(hb, 1, 225, 190), Contains("195.4929") && Contains("no damping"));
    CHECK_THROWS_WITH(respond(hb, 1, 60, 70), Contains("harmonic 3"));
    CHECK(respond(hb, 1, 225, 200).branch.back.stop == continuation::Stop::bound);
    CHECK_THROWS_WITH(respond(hb, 1, 200, 200), Contains("empty"));
    CHECK_THROWS_WITH(respond(hb, 1, 0, 200), Contains("> 0"));
    CHECK_THROWS_WITH(respond(hb, 0, 225, 200), Contains("level = 0"));
}

// At 10 Hz the stuck linear motion is far from the one that slips: Newton's method from there ends
// at another frequency.
TEST_CASE("A curve begins at its frequency, and finds the same peaks from both ends", "[dynamics]")
{
    test::HarmonicModel model = test::beam_with_pad();
    model.system.modes.c *= 0.01; // beta 3e-8 s: peaks 1e-5 of their frequency wide
    HarmonicBalance hb(model.system, {3, false}, model.outputs);
    const ForcedResponse deep = respond(hb, 6, 10, 1000);
    REQUIRE(deep.branch.n_points() > 0);
    CHECK(deep.branch.p(0) == two_pi * 10);
    CHECK(deep.branch.back.stop == continuation::Stop::bound);

    // Peaks after a resonance 1e5 times as high, small beside it.
    std::vector<std::vector<Peak>> peaks;
    for (const auto& [from, to] : {std::pair(20.0, 4000.0), std::pair(4000.0, 20.0)}) {
        const ForcedResponse r = forced_response(hb, {.level = 10,
                                                      .Omega_from = two_pi * from,
                                                      .Omega_to = two_pi * to,
                                                      .max_step = 0.01,
                                                      .stability = false});
        CHECK(r.branch.p(0) == two_pi * from);
        std::vector<Peak>& list = peaks.emplace_back();
        for (const Index k :
             continuation::points_of(r.branch, continuation::PointKind::monitor_maximum))
            list.push_back({r.branch.p(k) / two_pi, r.branch.monitors(0, k)});
    }
    std::reverse(peaks[1].begin(), peaks[1].end());
    REQUIRE(peaks[0].size() == 5);
    REQUIRE(peaks[1].size() == 5);
    for (std::size_t k = 0; k < 5; ++k) {
        CHECK(peaks[0][k].frequency_hz == Approx(peaks[1][k].frequency_hz).epsilon(1e-8));
        CHECK(peaks[0][k].rms == Approx(peaks[1][k].rms).epsilon(1e-7));
    }
}

namespace {

// Mass 1 kg on a spring of 1 N/m without damping, under 1 N cos(Omega t), with a joint to the
// ground.
DrivenJoints mass_with(const contact::JointLaw& law)
{
    DrivenJoints s;
    s.modes.omega = s.modes.c = Vector::Zero(1);
    s.modes.omega(0) = 1;
    s.p0 = Vector::Zero(1);
    s.force = ComplexVector::Ones(1);
    s.inertia = s.drag = ComplexVector::Zero(1);
    s.joints.push_back({"rub", law, {Matrix::Ones(1, 1), ComplexVector::Zero(1)}});
    return s;
}

ForcedResponse between(const DrivenJoints& system, Index n_h, double from, double to,
                       bool stability = true)
{
    const auto [low, high] = std::minmax(from, to);
    const HarmonicBalance hb(without_bounded_resonances(system, n_h, low, high), {n_h, true},
                             {{Vector::Ones(1), 0}});
    return forced_response(hb, {.Omega_from = from, .Omega_to = to, .stability = stability});
}

} // namespace

TEST_CASE("friction bounds the resonance of an undamped mode with a higher harmonic", "[dynamics]")
{
    // f = 0.5 N tanh(v / 0.05 m/s). At Omega = 0.5 harmonic 2 resonates. rms 0.96887273 m by
    // shooting with an own integrator, 8 digits. 21 harmonics leave out 1.1e-4 of it, 41 5e-6, 81
    // 3e-8.
    const DrivenJoints system = mass_with(contact::SmoothedCoulomb({.limit = 0.5, .speed = 0.05}));
    for (const auto& [n_h, error] : {std::pair<Index, double>(21, 1.3e-4), {41, 7e-6}}) {
        const ForcedResponse at = between(system, n_h, 0.5, 0.51, false);
        REQUIRE(at.branch.n_points() > 1);
        CHECK(at.branch.back.stop == continuation::Stop::bound);
        CHECK(at.branch.p(0) == 0.5);
        CHECK(at.branch.monitors(0, 0) == Approx(0.96887273).epsilon(error));
    }
    const ForcedResponse down = between(system, 21, 0.55, 0.5);
    const ForcedResponse through = between(system, 21, 0.45, 0.55);
    CHECK(through.branch.back.stop == continuation::Stop::bound);
    CHECK(continuation::points_of(through.branch, continuation::PointKind::branch_point).empty());
    const Index last = through.branch.n_points() - 1;
    CHECK(through.branch.monitors(0, last) == Approx(down.branch.monitors(0, 0)).epsilon(1e-8));
    // Friction is smaller than the drive, and does not bound the resonance with harmonic 1.
    CHECK_THROWS_WITH(between(system, 3, 0.9, 1.1), Contains("resonates with harmonic 1"));
}

TEST_CASE("a damper bounds the resonance of an undamped mode as a joint and in the body",
          "[dynamics]")
{
    const DrivenJoints joint = mass_with(contact::Polynomial({{3, 0, 0.3}, {0, 1, 0.1}}));
    DrivenJoints body = mass_with(contact::Cubic(0.3));
    body.modes.c(0) = 0.1;
    const ForcedResponse a = between(joint, 3, 0.3, 2), b = between(body, 3, 0.3, 2);
    CHECK(a.branch.back.stop == continuation::Stop::bound);
    const auto peaks = [](const ForcedResponse& r) {
        return continuation::points_of(r.branch, continuation::PointKind::monitor_maximum);
    };
    REQUIRE(peaks(a).size() == peaks(b).size());
    REQUIRE_FALSE(peaks(a).empty());
    for (std::size_t k = 0; k < peaks(a).size(); ++k) {
        const Index i = peaks(a)[k], j = peaks(b)[k];
        CHECK(a.branch.p(i) == Approx(b.branch.p(j)).epsilon(1e-7));
        CHECK(a.branch.monitors(0, i) == Approx(b.branch.monitors(0, j)).epsilon(1e-7));
    }
    // Motion and stability do not depend on where the damper stands.
    const Index last_a = a.branch.n_points() - 1, last_b = b.branch.n_points() - 1;
    CHECK(a.branch.monitors(0, last_a) == Approx(b.branch.monitors(0, last_b)).epsilon(1e-8));
    CHECK(a.branch.monitors(monitor_growth, last_a) ==
          Approx(b.branch.monitors(monitor_growth, last_b)).epsilon(1e-7));
}

TEST_CASE("joints that may leave an undamped mode alone do not bound its resonance", "[dynamics]")
{
    const DrivenJoints stop = mass_with(contact::Gap({.stiffness = 10, .clearance = 1e3}));
    CHECK_THROWS_WITH(between(stop, 3, 0.45, 0.55), Contains("resonates with harmonic 2"));
    CHECK_THROWS_WITH(
        between(mass_with(contact::Polynomial({{3, 0, 1}, {0, 1, -0.1}})), 3, 0.45, 0.55),
        Contains("resonates with harmonic 2"));
    // Two equal modes: one damper leaves a combination of them alone.
    DrivenJoints twins = mass_with(contact::Polynomial({{0, 1, 0.1}}));
    twins.modes.omega = Vector::Ones(2);
    twins.modes.c = twins.p0 = Vector::Zero(2);
    twins.force = ComplexVector::Ones(2);
    twins.inertia = twins.drag = ComplexVector::Zero(2);
    twins.joints[0].on.rows = Eigen::RowVector2d(0.6, 0.8);
    const HarmonicBalance hb(without_bounded_resonances(twins, 3, 0.45, 0.55), {3, true},
                             {{Vector::Ones(2), 0}});
    CHECK_THROWS_WITH(forced_response(hb, {.Omega_from = 0.45, .Omega_to = 0.55}),
                      Contains("resonates with harmonic 2"));
}

TEST_CASE("smoothed stops move the branch points next to grazing", "[dynamics]")
{
    // Two masses with free play. Independent shooting: 0.877824903 and 0.884617009 with corners,
    // 0.869856 and 0.901287 with 1500 /m, as AUTO has them. Fifteen harmonics miss the former by
    // 3e-4 and 1e-4, the latter by less.
    for (const double smoothing : {0., 1500.}) {
        CAPTURE(smoothing);
        const JointedSystem s = test::free_play({.smoothing = smoothing});
        const HarmonicBalance hb({s, s.joints}, {15, true},
                                 {{test::free_play_modes().row(0).transpose()}},
                                 smoothing > 0 ? 1024 : 0);
        const ForcedResponse r =
            forced_response(hb, {.Omega_from = 0.865, .Omega_to = 0.905, .stability = false});
        const std::vector<Index> found =
            continuation::points_of(r.branch, continuation::PointKind::branch_point);
        REQUIRE(found.size() == 2);
        const double first = smoothing > 0 ? 0.869856 : 0.877824903,
                     second = smoothing > 0 ? 0.901287 : 0.884617009;
        CHECK(r.branch.p(found[0]) == Approx(first).margin(smoothing > 0 ? 1e-5 : 4e-4));
        CHECK(r.branch.p(found[1]) == Approx(second).margin(smoothing > 0 ? 1e-4 : 2e-4));
    }
}
