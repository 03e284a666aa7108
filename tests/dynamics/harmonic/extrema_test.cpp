#include "dynamics/harmonic/extrema.hpp"

#include "tests/dynamics/harmonic/known_ridges.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace slideway;
using namespace slideway::dynamics;
using Catch::Contains;
using test::CurveNode;

namespace {

ExtremaOptions within(double level_from, double level_to, double low_hz, double high_hz)
{
    ExtremaOptions options;
    options.from = level_from;
    options.to = level_to;
    options.Omega_low = two_pi * low_hz;
    options.Omega_high = two_pi * high_hz;
    return options;
}

// The curve from an extremum of the response at the lowest level.
ExtremaCurve curve_from(const HarmonicBalance& hb, double near_hz, const ExtremaOptions& options)
{
    MotionFamily motions(hb);
    for (const ExtremumStart& start : response_extrema(motions, options.from, options))
        if (std::abs(test::frequency_hz(start.x) - near_hz) < 1e-5)
            return extrema_curve(motions, start, 1, options);
    FAIL("no extremum at " << near_hz << " Hz");
    return {};
}

// Levels, frequencies and rms of the nodes of a curve, in their order.
void check_nodes(const ExtremaCurve& curve, const std::vector<CurveNode>& expected, double relative)
{
    const std::vector<CurveNode> found = test::nodes(curve);
    REQUIRE(found.size() == expected.size());
    for (std::size_t k = 0; k < found.size(); ++k) {
        CAPTURE(k, found[k].what, found[k].level);
        CHECK(found[k].what == expected[k].what);
        CHECK(found[k].level == Approx(expected[k].level).epsilon(relative));
        CHECK(found[k].frequency_hz == Approx(expected[k].frequency_hz).epsilon(relative));
        CHECK(found[k].rms == Approx(expected[k].rms).epsilon(relative));
    }
}

std::vector<bool> maxima(const ExtremaCurve& curve)
{
    std::vector<bool> list;
    for (std::size_t k = 0; k < curve.kinks.size(); ++k) {
        const continuation::Branch& b = curve.curve.pieces[k].branch;
        const Index middle = b.n_points() / 2;
        const auto value = b.monitors.col(middle);
        list.push_back(!curve.kinks[k]             ? value(extrema_first) < 0
                       : value(extrema_margin) > 0 ? value(extrema_first) > 0
                                                   : value(extrema_first) < 0);
    }
    return list;
}

const std::vector<CurveNode> out_of_phase = {
    {"start", 1, 211.6246707, 9.693709386e-5},
    {"kink of right", 2.396015446, 211.6246707, 2.322627742e-4},
    {"extremum", 2.459350316, 211.9607267, 2.346498143e-4},
    {"kink of left", 4.987106009, 211.8403539, 2.838624750e-4},
    {"extremum", 6.453630065, 212.1858818, 3.103860698e-4},
    {"fold", 6.129978369, 211.8811145, 3.046865831e-4},
    {"fold", 6.485160480, 210.1527312, 3.120086033e-4},
    // The independent implementation joined the pieces between the nodes from responses at 16
    // levels and shows no fold here: see the test of that fold.
    {"fold", 4.935701911, 207.9825732, 2.595047727e-4},
    {"kink of right", 4.935772505, 207.9823191, 2.595075157e-4},
    {"extremum", 5.461710262, 206.7313295, 2.941709958e-4},
    {"kink of left", 4.270251597, 207.2201860, 1.469225734e-4},
    {"extremum", 4.174994905, 207.5331422, 1.411691145e-4}};

} // namespace

// Levels, frequencies and rms here: an independent implementation (events by the roots of companion
// matrices; W. Wen, W. Qi & W. Wen's models with the parameters of
// docs/theory/harmonic_balance.md).

TEST_CASE("One curve joins the peak of the blades out of phase with their antiresonance",
          "[dynamics]")
{
    const test::HarmonicModel model = test::blade_damper_blade(1.5e-5);
    const HarmonicBalance hb = test::balance(model, 1);
    const ExtremaOptions range = within(1, 140, 190, 225);
    ExtremaCurve curve = curve_from(hb, 211.6246707, range);
    check_nodes(curve, out_of_phase, 1e-7);
    CHECK(curve.ends == "the lowest level");
    const continuation::Branch& last = curve.curve.pieces.back().branch;
    CHECK(last.p(last.n_points() - 1) == Approx(0).margin(1e-12));
    CHECK(test::frequency_hz(last.x.col(last.n_points() - 1)) == Approx(207.5331422).epsilon(1e-9));

    // From the antiresonance the same nodes are passed in the opposite order.
    const ExtremaCurve back = reversed(curve_from(hb, 207.5331422, range));
    const std::vector<CurveNode> there = test::nodes(curve), here = test::nodes(back);
    REQUIRE(there.size() == here.size());
    for (std::size_t k = 1; k < here.size(); ++k) {
        CAPTURE(k, here[k].what);
        CHECK(here[k].level == Approx(there[k].level).epsilon(1e-9));
        CHECK(here[k].frequency_hz == Approx(there[k].frequency_hz).epsilon(1e-9));
    }
}

TEST_CASE("In phase the curve has a kink for the onset of each contact", "[dynamics]")
{
    const test::HarmonicModel model = test::blade_damper_blade(1.5e-5);
    const HarmonicBalance hb = test::balance(model, 1);
    const ExtremaCurve curve = curve_from(hb, 203.4411452, within(1, 140, 190, 225));
    check_nodes(curve,
                {{"start", 1, 203.4411452, 9.542377339e-5},
                 {"kink of right", 3.991476736, 203.4411452, 3.808817715e-4},
                 {"extremum", 4.020367083, 203.5705190, 3.827274506e-4},
                 {"kink of left", 48.03664059, 197.9020432, 6.488254473e-3},
                 {"extremum", 48.05040563, 197.9042296, 6.490334124e-3}},
                1e-7);
    CHECK(maxima(curve) == std::vector<bool>(5, true));
    CHECK(curve.ends == "the highest level");
}

TEST_CASE("Just below the turn at a kink the curve of the blades folds once more", "[dynamics]")
{
    // Differences of rms at a thousand frequencies, 207.975 to 207.995 Hz, by Newton's method
    // alone: below the fold, 4.935701911, the response falls throughout, and above it has a maximum
    // and a minimum already before the kink is a maximum, from 4.935772505.
    const test::HarmonicModel model = test::blade_damper_blade(1.5e-5);
    const HarmonicBalance hb = test::balance(model, 1);
    struct Row {
        double level;
        std::vector<double> extrema_hz;
    };
    const double grid = 2e-5;
    for (const Row& row : {Row{4.93569, {}},
                           {4.93571, {207.98249, 207.98266}},
                           {4.93574, {207.98239, 207.98277}},
                           {4.9359, {207.98210, 207.98304}}}) {
        CAPTURE(row.level);
        std::vector<double> found;
        test::Response response(hb, row.level, two_pi * 207.975);
        double before = 0, last = response.rms(two_pi * 207.975);
        for (int k = 1; k <= 1000; ++k) {
            const double hz = 207.975 + k * grid, now = response.rms(two_pi * hz);
            if (before * (now - last) < 0)
                found.push_back(hz - grid);
            before = now - last;
            last = now;
        }
        REQUIRE(found.size() == row.extrema_hz.size());
        for (std::size_t k = 0; k < found.size(); ++k)
            CHECK(found[k] == Approx(row.extrema_hz[k]).margin(1.5 * grid));
    }
}

TEST_CASE("With three harmonics the curves of the blades have these nodes", "[dynamics]")
{
    const test::HarmonicModel model = test::blade_damper_blade(1.5e-5);
    const HarmonicBalance hb = test::balance(model, 3);
    const ExtremaOptions range = within(1, 140, 190, 225);
    const std::vector<CurveNode> found = test::nodes(curve_from(hb, 211.6246707, range));
    REQUIRE(found.size() == out_of_phase.size());
    for (std::size_t k = 0; k < found.size(); ++k)
        CHECK(found[k].what == out_of_phase[k].what);
    // Printed with these digits.
    CHECK(found[1].level == Approx(2.396015446).epsilon(1e-9));
    CHECK(found[2].level == Approx(2.458586).margin(1e-6));
    CHECK(found[3].level == Approx(5.552).margin(5e-4));
    CHECK(found[6].level == Approx(6.540990).margin(1e-6));
}

TEST_CASE("The cantilever begins to slip, and to slip once more in a cycle, at kinks", "[dynamics]")
{
    const test::HarmonicModel model = test::beam_with_pad();
    const ExtremaOptions range = within(0.02, 200, 150, 700);
    const HarmonicBalance one = test::balance(model, 1), three = test::balance(model, 3);
    check_nodes(curve_from(one, 582.839183, range),
                {{"start", 0.02, 582.839183, 4.28193706e-6},
                 {"kink of pad", 0.04234657481, 582.8391830, 9.066268395e-6},
                 {"extremum", 0.04234731108, 582.8265936, 9.066353891e-6}},
                1e-9);
    const ExtremaCurve curve = curve_from(three, 582.839183, range);
    const std::vector<CurveNode> found = test::nodes(curve);
    REQUIRE(found.size() == 7);
    CHECK(found[1].level == Approx(0.04234657481).epsilon(1e-9));
    CHECK(found[2].level == Approx(0.0423473107).margin(1e-12));
    CHECK(found[3].what == "kink of pad");
    CHECK(found[3].level == Approx(3.526752369).epsilon(1e-9));
    CHECK(found[3].frequency_hz == Approx(331.4395352).epsilon(1e-9));
    CHECK(found[3].rms == Approx(2.272832781e-5).epsilon(1e-9));
    CHECK(found[4].what == "extremum");
    CHECK(found[4].level == Approx(3.526777298).epsilon(1e-9));
    CHECK(found[4].frequency_hz == Approx(331.4992807).epsilon(1e-8));
    CHECK(found[4].rms == Approx(2.272898324e-5).epsilon(1e-9));
    CHECK(maxima(curve) == std::vector<bool>(curve.kinks.size(), true));
}

TEST_CASE("The cantilever's ridge folds twice where second derivatives have no bound", "[dynamics]")
{
    // The second maximum begins between 4.21058 and 4.21060, near 331.1 Hz (independent
    // implementation). The first ends at 4.2113505: differences of rms over frequency, by Newton's
    // method alone, show it at 4.21134 and not at 4.21136, where the second has left their range.
    const test::HarmonicModel model = test::beam_with_pad();
    const HarmonicBalance hb = test::balance(model, 3);
    std::vector<CurveNode> folds =
        test::nodes(curve_from(hb, 582.839183, within(0.02, 4.5, 150, 700)));
    folds.erase(std::remove_if(folds.begin(), folds.end(),
                               [](const CurveNode& node) { return node.what != "fold"; }),
                folds.end());
    REQUIRE(folds.size() == 2);
    CHECK(folds[0].level == Approx(4.21135).margin(1e-5));
    CHECK(folds[0].frequency_hz == Approx(332.876).margin(2e-3));
    CHECK(folds[1].level == Approx(4.21059).margin(1e-5));
    for (const auto& [level, extrema] :
         {std::pair{4.21056, 1}, {4.2107, 3}, {4.21134, 2}, {4.21136, 0}}) {
        CAPTURE(level);
        test::Response response(hb, level, two_pi * 330);
        double before = 0, last = response.rms(two_pi * 330);
        int found = 0;
        for (int k = 1; k <= 1500; ++k) {
            const double now = response.rms(two_pi * (330 + 0.0025 * k));
            found += before * (now - last) < 0;
            before = now - last;
            last = now;
        }
        CHECK(found == extrema);
    }
}
