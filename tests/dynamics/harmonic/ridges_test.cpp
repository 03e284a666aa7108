#include "dynamics/harmonic/ridges.hpp"

#include "base/golden_section.hpp"
#include "contact/laws/joint_laws.hpp"
#include "dynamics/harmonic/forced_response.hpp"
#include "tests/dynamics/harmonic/known_ridges.hpp"
#include "tests/dynamics/harmonic/modal_joints.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace slideway;
using namespace slideway::dynamics;
using Catch::Contains;

namespace {

std::vector<double> logarithmic(double from, double to, int n)
{
    std::vector<double> levels;
    for (int k = 0; k < n; ++k)
        levels.push_back(from * std::pow(to / from, k / (n - 1.0)));
    levels.back() = to;
    return levels;
}

// `n` of each, from log-uniform distributions.
std::vector<double> random_levels(unsigned seed, int n,
                                  const std::vector<std::pair<double, double>>& ranges)
{
    std::mt19937 engine(seed);
    std::vector<double> levels;
    for (const auto& [from, to] : ranges)
        for (int k = 0; k < n; ++k)
            levels.push_back(from * std::pow(to / from, double(engine()) / engine.max()));
    return levels;
}

struct Known {
    double level, frequency_hz, rms;
};

// Each is a maximum of its level.
// @param largest  from this level on: the largest
void check_rows(const HarmonicBalance& hb, RidgesOptions options, const std::vector<Known>& rows,
                double largest)
{
    for (const Known& row : rows)
        options.values.push_back(row.level);
    const Ridges found = ridges(hb, options);
    CHECK(found.lost.empty());
    for (std::size_t k = 0; k < rows.size(); ++k) {
        CAPTURE(rows[k].level);
        const std::vector<RidgePoint>& here =
            found.points_at_values[options.values.size() - rows.size() + k];
        const auto at =
            std::min_element(here.begin(), here.end(), [&](const auto& a, const auto& b) {
                auto off = [&](const RidgePoint& p) {
                    return std::abs(test::frequency_hz(p.at.x) - rows[k].frequency_hz);
                };
                return off(a) < off(b);
            });
        REQUIRE(at != here.end());
        CHECK(at->at.maximum);
        CHECK(test::frequency_hz(at->at.x) == Approx(rows[k].frequency_hz).epsilon(1e-6));
        CHECK(std::exp(at->at.log_rms) == Approx(rows[k].rms).epsilon(1e-6));
        if (rows[k].level >= largest)
            for (const RidgePoint& other : here)
                CHECK((!other.at.maximum || other.at.log_rms <= at->at.log_rms));
    }
}

// Golden sections of the response below and above an extremum, which end at it.
// @param width  of each section [rad/s]
void check_extremum(const HarmonicBalance& hb, const Extremum& e, double width)
{
    const Index n = hb.n();
    const double Omega = e.x(n), sign = e.maximum ? 1 : -1;
    for (const double side : {-1.0, 1.0}) {
        test::Response response(hb, e.value, Vector(e.x.head(n)));
        CHECK(response.rms(Omega) == Approx(std::exp(e.log_rms)).epsilon(1e-9));
        // Measured from the extremum: a section finds what differs from it by round-off of rms.
        const double rms = std::exp(e.log_rms);
        auto f = [&](double d) -> double {
            return sign * (response.rms(Omega + side * d) / rms - 1);
        };
        const Maximum found = golden_section_maximum(f, 0, width, 1e-9 * Omega);
        CAPTURE(e.value, test::frequency_hz(e.x), side, found.x, found.value, width);
        constexpr double noise = 1e-12; // of rms from Newton's method
        CHECK((found.x <= 1e-6 * Omega || std::abs(found.value) <= noise));
    }
}

int check_all(const HarmonicBalance& hb, const Ridges& found)
{
    int n_checked = 0;
    for (const std::vector<RidgePoint>& here : found.points_at_values)
        for (std::size_t k = 0; k < here.size(); ++k) {
            auto Omega = [&](std::size_t i) { return here[i].at.x(hb.n()); };
            double width = 1e-3 * Omega(k);
            if (k > 0)
                width = std::min(width, 0.5 * (Omega(k) - Omega(k - 1)));
            if (k + 1 < here.size())
                width = std::min(width, 0.5 * (Omega(k + 1) - Omega(k)));
            check_extremum(hb, here[k].at, width);
            ++n_checked;
        }
    return n_checked;
}

} // namespace

// Levels, frequencies and rms here: an independent implementation (events by the roots of companion
// matrices, maxima by golden section; W. Wen, W. Qi & W. Wen's models with the parameters of
// docs/theory/harmonic_balance.md). Levels are printed with 8 digits; rounding moves rms by up to
// 2e-7.

TEST_CASE("Backbones of the cantilever with a pad are those of an independent implementation",
          "[dynamics]")
{
    const test::HarmonicModel model = test::beam_with_pad();
    const RidgesOptions range = test::between({}, 150, 700);
    check_rows(test::balance(model, 1), range,
               {{0.02, 582.839183, 4.28193706e-06},
                {0.05, 582.686229, 9.51427301e-06},
                {0.15409492, 578.747462, 1.10955189e-05},
                {0.57713871, 554.771256, 1.18460014e-05},
                {1.7899656, 489.782283, 1.30135001e-05},
                {3.8067498, 372.252344, 1.77115741e-05},
                {5.5514848, 209.279154, 9.69555198e-04},
                {8.0958785, 209.148351, 7.71623747e-03},
                {14.257593, 209.145259, 2.40634455e-02},
                {53.399613, 209.144873, 1.27909394e-01},
                {200, 209.144881, 5.16848473e-01}},
               0);
    check_rows(test::balance(model, 3), range,
               {{0.02, 582.839183, 4.28193706e-06},
                {0.05, 582.649072, 9.34719365e-06},
                {0.15409492, 577.386870, 9.78357361e-06},
                {0.57713871, 549.096030, 1.02029130e-05},
                {1.7899656, 473.727560, 1.14511343e-05},
                {3.8067498, 318.289177, 3.25529828e-05},
                {5.5514848, 209.287537, 9.70033813e-04},
                {8.0958785, 209.148483, 7.71625091e-03},
                {14.257593, 209.145273, 2.40634472e-02},
                {53.399613, 209.144873, 1.27909394e-01},
                {200, 209.144881, 5.16848473e-01}},
               0);
}

TEST_CASE("Backbones of the blades with a wedge damper are those of an independent implementation",
          "[dynamics]")
{
    const test::HarmonicModel model = test::blade_damper_blade(1.5e-5);
    const RidgesOptions range = test::between({1}, 190, 225);
    const double one_ridge = 10;
    check_rows(test::balance(model, 1), range,
               {{1.1980078, 211.624671, 1.16131398e-04},
                {2.3720555, 211.624671, 2.29940168e-04},
                {2.4678961, 211.971386, 2.34845475e-04},
                {2.8502097, 212.056234, 2.42880359e-04},
                {3.5895451, 212.052271, 2.57343797e-04},
                {4.5206617, 211.930610, 2.75023369e-04},
                {5.6933069, 212.015514, 2.96927041e-04}, // a kink
                {10.133771, 201.334996, 7.43746710e-04},
                {12.762439, 200.176483, 9.90912667e-04},
                {16.072975, 199.236409, 1.41758686e-03},
                {20.242254, 198.690369, 2.08547996e-03},
                {25.49303, 198.392357, 2.98548350e-03},
                {32.105841, 198.163726, 4.04578572e-03},
                {40.433994, 197.997437, 5.33255188e-03},
                {50.922443, 197.876367, 6.92342057e-03},
                {64.131564, 197.799802, 8.89171283e-03},
                {80.767087, 197.738288, 1.13419602e-02},
                {101.71781, 197.676646, 1.44496697e-02},
                {128.10309, 197.618563, 1.83749965e-02}},
               one_ridge);
    check_rows(test::balance(model, 3), range,
               {{1.1980078, 211.624671, 1.16131398e-04},
                {2.3720555, 211.624671, 2.29940168e-04},
                {2.4678961, 211.972540, 2.34845433e-04},
                {2.8502097, 212.096130, 2.42541993e-04},
                {3.5895451, 212.128003, 2.55810030e-04},
                {4.5206617, 212.016825, 2.71903697e-04},
                {5.6933069, 211.810092, 2.92646599e-04}, // a kink
                {10.133771, 201.287668, 7.45213189e-04},
                {12.762439, 200.151270, 1.00031093e-03},
                {16.072975, 199.229292, 1.43262572e-03},
                {20.242254, 198.698098, 2.10797013e-03},
                {25.49303, 198.406438, 3.02422229e-03},
                {32.105841, 198.192081, 4.10566910e-03},
                {40.433994, 198.031250, 5.37653114e-03},
                {50.922443, 197.905748, 6.91082924e-03},
                {64.131564, 197.801273, 8.83701666e-03},
                {80.767087, 197.712097, 1.12620029e-02},
                {101.71781, 197.633497, 1.43157777e-02},
                {128.10309, 197.567901, 1.81667554e-02}},
               one_ridge);
}

TEST_CASE("At each level all maxima of the blades are listed, kinks among them", "[dynamics]")
{
    const test::HarmonicModel model = test::blade_damper_blade(1.5e-5);
    const RidgesOptions range = test::between({1, 140}, 190, 225);
    const HarmonicBalance one = test::balance(model, 1), three = test::balance(model, 3);
    check_rows(one, range,
               {{2.42, 211.800561, 2.3353451e-4},
                {5.0, 207.8680933, 2.621125554e-4},
                {6.2, 212.130773, 3.0595363e-4},
                {6.2, 211.543598, 3.0601554e-4},
                {6.3, 203.015838, 5.00223112e-4},
                {6.3, 211.228402, 3.08002555e-4},
                {6.3, 212.152689, 3.07707492e-4}},
               10);
    check_rows(three, range, {{2.42, 211.800561, 2.3353451e-4}}, 10);
    RidgesOptions at = range;
    at.values = {1, 5.2, 5.5, 6.3, 140};
    std::vector<int> maxima;
    for (const std::vector<RidgePoint>& here : ridges(one, at).points_at_values)
        maxima.push_back(static_cast<int>(std::count_if(
            here.begin(), here.end(), [](const RidgePoint& p) { return p.at.maximum; })));
    CHECK(maxima == std::vector<int>{2, 3, 2, 3, 1});
}

TEST_CASE("The largest maximum of the blades goes from one ridge to the other in a kink",
          "[dynamics]")
{
    const test::HarmonicModel model = test::blade_damper_blade(1.5e-5);
    const HarmonicBalance hb = test::balance(model, 1);
    const double change = 2.458925415, step = 1e-9;
    RidgesOptions options =
        test::between({1, change * (1 - step), change * (1 + step), 3}, 190, 225);
    const Ridges found = ridges(hb, options);
    auto largest = [&](std::size_t level) -> const RidgePoint& {
        const std::vector<RidgePoint>& here = found.points_at_values[level];
        return *std::max_element(here.begin(), here.end(), [](const auto& a, const auto& b) {
            return std::make_pair(a.at.maximum, a.at.log_rms) <
                   std::make_pair(b.at.maximum, b.at.log_rms);
        });
    };
    const RidgePoint &below = largest(1), &above = largest(2);
    CHECK(test::frequency_hz(below.at.x) == Approx(211.9592829).epsilon(1e-9));
    CHECK(std::exp(below.at.log_rms) == Approx(2.346399416e-4).epsilon(1e-9));
    CHECK(test::frequency_hz(above.at.x) == Approx(203.4411452).epsilon(1e-9));
    CHECK(below.curve != above.curve);
    CHECK(below.kink.has_value());
}

TEST_CASE("At a kink the response rises on the side that sticks and falls on the one that slips",
          "[dynamics]")
{
    const test::HarmonicModel model = test::blade_damper_blade(1.5e-5);
    struct Row {
        int n_h;
        double level, near_hz, stick, slip; // slopes of rms [m s/rad]
        double digits;
    };
    for (const Row& row : {Row{1, 2.42, 211.800561, -1.86853e-6, 4.22899e-7, 1e-5},
                           {3, 2.42, 211.800561, -1.86853e-6, 4.18465e-7, 1e-5},
                           {1, 5.6933069, 212.015514, -3.902774e-7, 3.717988e-7, 1e-6}}) {
        CAPTURE(row.n_h, row.level);
        const HarmonicBalance hb = test::balance(model, row.n_h);
        const Ridges found = ridges(hb, test::between({1, row.level}, 190, 225));
        MotionFamily motions(hb);
        bool there = false;
        for (const RidgePoint& point : found.points_at_values[1]) {
            const std::optional<Kink>& kink = point.kink;
            if (!kink || std::abs(test::frequency_hz(point.at.x) - row.near_hz) > 1e-3)
                continue;
            there = true;
            const KinkEquations::Slopes s =
                KinkEquations(motions, 0, *kink).slopes(point.at.x, std::log(row.level));
            const double rms = std::exp(point.at.log_rms);
            CHECK(rms * s.stick == Approx(row.stick).epsilon(row.digits));
            CHECK(rms * s.slip == Approx(row.slip).epsilon(row.digits));
        }
        CHECK(there);
    }
}

TEST_CASE("Every point of a ridge is an extremum of the response by golden section", "[dynamics]")
{
    // Twenty random levels of each ridge: of the whole range, and of those of the kinks.
    const test::HarmonicModel blades = test::blade_damper_blade(1.5e-5),
                              beam = test::beam_with_pad();
    for (const int n_h : {1, 3}) {
        CAPTURE(n_h);
        const HarmonicBalance of_blades = test::balance(blades, n_h),
                              of_beam = test::balance(beam, n_h);
        RidgesOptions options =
            test::between(random_levels(7, 20, {{1, 140}, {2.3, 6.6}}), 190, 225);
        options.values.push_back(1);
        options.values.push_back(140);
        Ridges found = ridges(of_blades, options);
        CHECK(found.lost.empty());
        CHECK(check_all(of_blades, found) > 80);
        options = test::between(random_levels(8, 20, {{0.02, 200}, {3, 6}}), 150, 700);
        options.values.push_back(0.02);
        options.responses = {4.5}; // superharmonic maxima have curves of their own
        found = ridges(of_beam, options);
        CHECK(found.lost.empty());
        CHECK(check_all(of_beam, found) >= 40);
    }
}

TEST_CASE("With less damping the curves of the blades are whole and miss no maximum", "[dynamics]")
{
    // Maxima that responses in steps of a fifth of the usual ones locate, at random levels of the
    // whole range and of that of the kinks, twenty for each damping.
    for (const double beta : {8e-6, 3e-6})
        for (const int n_h : {1, 3}) {
            CAPTURE(beta, n_h);
            const test::HarmonicModel model = test::blade_damper_blade(beta);
            const HarmonicBalance hb = test::balance(model, n_h);
            RidgesOptions options =
                test::between(random_levels(n_h, 5, {{1, 140}, {0.9, 6}}), 190, 225);
            const std::size_t n_random = options.values.size();
            options.values.push_back(1);
            options.values.push_back(140);
            const Ridges found = ridges(hb, options);
            CHECK(found.lost.empty());
            CHECK(found.curves.size() == 2);
            for (const ExtremaCurve& curve : found.curves) {
                CHECK(curve.begins == "the lowest level");
                CHECK((curve.ends == "the highest level" || curve.ends == "the lowest level"));
            }
            int n_maxima = 0;
            for (std::size_t k = 0; k < n_random; ++k) {
                CAPTURE(options.values[k]);
                const ForcedResponse response =
                    forced_response(hb, {.level = options.values[k],
                                         .Omega_from = options.extrema.Omega_low,
                                         .Omega_to = options.extrema.Omega_high,
                                         .max_step = 0.004,
                                         .stability = false});
                for (const Index i : continuation::points_of(
                         response.branch, continuation::PointKind::monitor_maximum)) {
                    const double Omega = response.branch.p(i);
                    CAPTURE(Omega / two_pi);
                    const auto& here = found.points_at_values[k];
                    CHECK(std::any_of(here.begin(), here.end(), [&](const RidgePoint& point) {
                        return point.at.maximum &&
                               std::abs(point.at.x(hb.n()) - Omega) <= 1e-6 * Omega;
                    }));
                    ++n_maxima;
                }
            }
            CHECK(n_maxima >= 10);
        }
}

TEST_CASE(
    "Where the onset of another slip meets a kink, the extremum continues along the other kink",
    "[dynamics]")
{
    // At that level the response of the blades, beta = 3e-6 s, in phase has its maximum where the
    // right contact begins to slip below the corner, and where the left one does above it.
    const test::HarmonicModel model = test::blade_damper_blade(3e-6);
    for (const int n_h : {1, 3}) {
        const HarmonicBalance hb = test::balance(model, n_h);
        RidgesOptions options = test::between({0.5, 0.979489, 0.97949, 140}, 190, 225);
        const Ridges found = ridges(hb, options);
        const std::vector<test::CurveNode> nodes = test::nodes(found.curves[0]);
        const auto corner = std::adjacent_find(
            nodes.begin(), nodes.end(), [](const test::CurveNode& a, const test::CurveNode& b) {
                return a.what == "kink of right" && b.what == "kink of left";
            });
        REQUIRE(corner != nodes.end());
        const double level = std::next(corner)->level, hz = std::next(corner)->frequency_hz;
        CHECK(level == Approx(0.97948966).epsilon(1e-7));
        CHECK(hz == Approx(203.780677).epsilon(1e-8));
        for (const std::size_t k : {1, 2})
            for (const RidgePoint& point : found.points_at_values[k])
                if (std::abs(test::frequency_hz(point.at.x) - hz) < 1e-3) {
                    CHECK(point.at.maximum);
                    const auto& kink = point.kink;
                    REQUIRE(kink);
                    CHECK(model.system.joints[kink->joint].name == (k == 1 ? "right" : "left"));
                    check_extremum(hb, point.at, 1e-5 * point.at.x(hb.n()));
                }
    }
}

TEST_CASE("With means the curves of the blades are whole at five harmonics", "[dynamics]")
{
    const test::HarmonicModel model = test::blade_damper_blade(1.5e-5);
    const HarmonicBalance hb(model.system, {5, true}, model.outputs);
    const Ridges found = ridges(hb, test::between(logarithmic(1, 140, 10), 190, 225));
    CHECK(found.lost.empty());
    REQUIRE(found.curves.size() == 2);
    CHECK(found.curves[0].ends == "the highest level");
    CHECK(found.curves[1].ends == "the lowest level");
}

TEST_CASE("Curves of random systems with free play are whole, and none comes twice", "[dynamics]")
{
    // Touching leaves second derivatives without bound, beside which curves turn.
    std::mt19937 engine(3);
    auto between = [&](double a, double b) { return a + (b - a) * (engine() / 4294967296.0); };
    for (int trial = 0; trial < 15; ++trial) {
        CAPTURE(trial);
        const int m = 2 + trial % 4;
        Vector omega(m), c(m), row(m), out(m);
        ComplexVector force(m);
        double last = 1;
        for (int i = 0; i < m; ++i) {
            omega(i) = last *= between(1.1, 2);
            c(i) = 2 * omega(i) * between(0.002, 0.02);
            row(i) = between(-1, 1);
            out(i) = between(-1, 1);
            force(i) = between(-1, 1);
        }
        DrivenJoints s = test::modes(omega, c.asDiagonal());
        contact::Gap gap;
        gap.stiffness = between(0.1, 2);
        gap.clearance = between(0.5, 2);
        gap.both_sides = trial % 2 == 0;
        test::join(s, gap, row.transpose());
        s.force = s.p = force;
        const HarmonicBalance hb(s, {1 + 2 * (trial % 3), false}, {{out, 0}});
        const Ridges found =
            ridges(hb, test::between(logarithmic(0.01, 10, 15), 0.6 * omega(0) / two_pi,
                                     1.6 * omega(m - 1) / two_pi));
        CHECK(found.lost.empty());
        for (const ExtremaCurve& curve : found.curves)
            for (const std::string& end : {curve.begins, curve.ends}) {
                CAPTURE(end);
                CHECK((end == "closed" || end.starts_with("the ")));
            }
        for (const std::vector<RidgePoint>& here : found.points_at_values)
            for (std::size_t k = 1; k < here.size(); ++k) // the same motion has the same kind
                CHECK((here[k].at.x(hb.n()) - here[k - 1].at.x(hb.n()) > 1e-9 * omega(0) ||
                       std::abs(here[k].at.log_rms - here[k - 1].at.log_rms) > 1e-9));
    }
}

TEST_CASE(
    "With five harmonics the ridge of the cantilever passes all its folds, beside a closed one",
    "[dynamics]")
{
    // Two of the folds, at levels 7.0292 and 7.2023, lie where second derivatives have no bound.
    const test::HarmonicModel model = test::beam_with_pad();
    const HarmonicBalance hb = test::balance(model, 5);
    const Ridges found = ridges(hb, test::between(logarithmic(0.02, 200, 30), 150, 700));
    // The largest maximum at level 1.242 lies on a closed curve (1.0164e-5 m at 570.6 Hz).
    REQUIRE(found.curves.size() == 2);
    CHECK(found.curves[0].begins == "the lowest level");
    CHECK(found.curves[0].ends == "the highest level");
    CHECK(found.curves[1].ends == "closed");
    CHECK(found.lost.empty());
    CHECK(check_all(hb, found) > 30);
}

TEST_CASE("The ridge of a Duffing oscillator is the closed form with one harmonic", "[dynamics]")
{
    // q'' + c q' + q + k3 q^3 = level cos(Omega t), q = A cos(...), kappa = 1 + 3/4 k3 A^2: rms is
    // largest where Omega^2 = kappa - c^2 / 2, level = c A sqrt(kappa - c^2 / 4).
    for (const double k3 : {1.0, -0.01})
        for (const double c : {0.1, 0.5}) {
            CAPTURE(k3, c);
            DrivenJoints s = test::oscillator(1, c, contact::Cubic{k3});
            s.force = s.p = ComplexVector::Ones(1);
            const HarmonicBalance hb(s, {1, false}, {{Vector::Ones(1), 0}});
            std::vector<double> A, levels;
            for (const double a : {0.05, 0.3, 0.7, 1.1, 1.6, 2.2, 3.1}) {
                A.push_back(a);
                levels.push_back(c * a * std::sqrt(1 + 0.75 * k3 * a * a - c * c / 4));
            }
            const Ridges found = ridges(hb, test::between(levels, 0.3 / two_pi, 6 / two_pi));
            for (std::size_t k = 0; k < A.size(); ++k) {
                CAPTURE(A[k]);
                REQUIRE(found.points_at_values[k].size() == 1);
                const Extremum& e = found.points_at_values[k][0].at;
                CHECK(e.maximum);
                CHECK(std::exp(e.log_rms) == Approx(A[k] / std::sqrt(2.0)).epsilon(1e-10));
                CHECK(e.x(2) ==
                      Approx(std::sqrt(1 + 0.75 * k3 * A[k] * A[k] - c * c / 2)).epsilon(1e-10));
            }
        }
}

TEST_CASE("Curves of extrema do not depend on the units", "[dynamics]")
{
    // mm, tonne, s: forces keep their numbers; coordinates of modes and rows grow by sqrt(1000).
    const test::HarmonicModel si = test::blade_damper_blade(1.5e-5);
    test::HarmonicModel mm = si;
    const double rows = std::sqrt(1000.0);
    for (ComplexVector* load : {&mm.system.p, &mm.system.force})
        *load *= rows;
    mm.system.p0 *= rows;
    for (ModalLaw& joint : mm.system.joints) {
        joint.on.rows *= rows;
        joint.law = contact::ElasticCoulomb({1e2, 1e2, 0.3, 50});
    }
    for (ModalOutput& output : mm.outputs)
        output.row *= rows;
    for (const int n_h : {1, 3}) {
        const RidgesOptions options = test::between(logarithmic(1, 140, 25), 190, 225);
        const Ridges a = ridges(test::balance(si, n_h), options),
                     b = ridges(test::balance(mm, n_h), options);
        REQUIRE(a.curves.size() == b.curves.size());
        for (std::size_t c = 0; c < a.curves.size(); ++c) {
            const auto of_a = test::nodes(a.curves[c]), of_b = test::nodes(b.curves[c]);
            REQUIRE(of_a.size() == of_b.size());
            for (std::size_t k = 0; k < of_a.size(); ++k) {
                CAPTURE(n_h, c, k, of_a[k].what, of_a[k].level);
                CHECK(of_b[k].what == of_a[k].what);
                CHECK(of_b[k].level == Approx(of_a[k].level).epsilon(1e-9));
                CHECK(of_b[k].frequency_hz == Approx(of_a[k].frequency_hz).epsilon(1e-9));
                CHECK(of_b[k].rms == Approx(1e3 * of_a[k].rms).epsilon(1e-9));
            }
        }
        for (std::size_t l = 0; l < a.points_at_values.size(); ++l) {
            REQUIRE(a.points_at_values[l].size() == b.points_at_values[l].size());
            for (std::size_t k = 0; k < a.points_at_values[l].size(); ++k) {
                const Extremum &at = a.points_at_values[l][k].at,
                               &too = b.points_at_values[l][k].at;
                CHECK(test::frequency_hz(too.x) == Approx(test::frequency_hz(at.x)).epsilon(1e-9));
                CHECK(too.log_rms == Approx(at.log_rms + std::log(1e3)).margin(1e-9));
            }
        }
    }
}

TEST_CASE("An interrupted search of ridges returns what it has", "[dynamics]")
{
    const test::HarmonicModel model = test::blade_damper_blade(1.5e-5);
    const HarmonicBalance hb = test::balance(model, 1);
    const RidgesOptions options = test::between(logarithmic(1, 140, 20), 190, 225);
    int calls = 0;
    const Ridges whole = ridges(hb, options, [&](double) -> bool {
        ++calls;
        return true;
    });
    CHECK_FALSE(whole.interrupted);
    REQUIRE(calls > 20);
    Index before = 0;
    for (const double part : {0.0, 0.3, 0.6, 0.9}) {
        const int last = std::max(1, static_cast<int>(part * calls));
        int now = 0;
        const Ridges some = ridges(hb, options, [&](double) -> bool { return ++now < last; });
        CAPTURE(part);
        CHECK(some.interrupted);
        CHECK(now <= last + 1);
        Index points = 0;
        for (const ExtremaCurve& curve : some.curves)
            points += curve.curve.n_points();
        CHECK(points >= before);
        before = points;
    }
    CHECK(before > 0);
}

TEST_CASE("A range without an extremum is refused", "[dynamics]")
{
    const test::HarmonicModel model = test::beam_with_pad();
    CHECK_THROWS_WITH(ridges(test::balance(model, 1), test::between({0.02, 0.04}, 300, 400)),
                      Contains("frequency = 300 to 400 Hz") && Contains("no maximum or minimum"));
}

TEST_CASE("A curve that leaves the range of frequencies ends with that reason", "[dynamics]")
{
    const test::HarmonicModel model = test::beam_with_pad();
    const HarmonicBalance hb = test::balance(model, 1);
    const Ridges found = ridges(hb, test::between({0.02, 200}, 500, 700));
    REQUIRE(found.curves.size() == 1);
    const ExtremaCurve& curve = found.curves[0];
    CHECK(curve.begins == "the lowest level");
    CHECK(curve.ends == "the lowest frequency of the range");
    const continuation::Branch& last = curve.curve.pieces.back().branch;
    CHECK(test::frequency_hz(last.x.col(last.n_points() - 1)) == Approx(500).epsilon(1e-9));
    CHECK(found.points_at_values[1].empty());
}
