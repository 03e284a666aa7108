#include "dynamics/harmonic/largest_maximum.hpp"
#include "tests/dynamics/harmonic/known_ridges.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

// Curves of extrema where they turned back on themselves, or began at the very onset of slip.

using namespace slideway;
using namespace slideway::dynamics;

namespace {

struct Known {
    double level, frequency_hz, rms;
};

} // namespace

// Where two slips of the cycle merge on the kink from level 3.94848 on, the slope on the side that
// sticks is zero at 3.94858538 and again at 3.95248, within a step. The peaks are those of forced
// responses, the first one in closed form, stuck.
TEST_CASE("With nine harmonics the ridge of the cantilever is one curve", "[dynamics]")
{
    const HarmonicBalance hb = test::balance(test::beam_with_pad(), 9);
    const std::vector<Known> rows = {{0.02, 582.839183, 4.28193706e-6},
                                     {1, 530.822492, 1.00909213e-5},
                                     {20, 209.144944, 3.92983497e-2}};
    std::vector<double> levels;
    for (const Known& row : rows)
        levels.push_back(row.level);
    const RidgesOptions options = test::between(levels, 150, 620);
    MotionFamily motions(hb);
    const Ridges found = ridges(motions, options);
    REQUIRE(found.curves.size() == 1);
    CHECK(found.curves[0].begins == "the lowest level");
    CHECK(found.curves[0].ends == "the highest level");
    CHECK(found.lost.empty());
    for (std::size_t k = 0; k < rows.size(); ++k) {
        const std::size_t i = largest_of(found.points_at_values[k]);
        REQUIRE(i < found.points_at_values[k].size());
        const Extremum& peak = found.points_at_values[k][i].at;
        CHECK(test::frequency_hz(peak.x) == Approx(rows[k].frequency_hz).epsilon(5e-9)); // digits
        CHECK(std::exp(peak.log_rms) == Approx(rows[k].rms).epsilon(5e-9));
    }
}

// No piece of a curve is followed twice, there and back.
TEST_CASE("With more harmonics the ridge of the cantilever has a maximum at each level",
          "[dynamics]")
{
    for (const int n_h : {9, 11}) {
        CAPTURE(n_h);
        const HarmonicBalance hb = test::balance(test::beam_with_pad(), n_h);
        std::vector<double> levels;
        for (int k = 0; k < 20; ++k)
            levels.push_back(0.02 * std::pow(1e4, k / 19.0));
        const RidgesOptions options = test::between(levels, 150, 620);
        MotionFamily motions(hb);
        const Ridges found = ridges(motions, options);
        CHECK(LargestMaximum(motions, found, options.extrema).missing().empty());
    }
}

// Nodes of the blades: kinks on R from 2.396015446 to 2.459350316 (docs/theory/backbones.md).
TEST_CASE("Levels may begin or end at a node", "[dynamics]")
{
    const HarmonicBalance hb = test::balance(test::blade_damper_blade(1.5e-5), 1);
    constexpr double stick = 2.396015446296893, slip = 2.459350315521921;
    std::vector<std::pair<double, double>> ranges;
    for (const double off : {-1e-9, -1e-12, -2e-16, 0.0, 2e-16, 1e-12, 1e-9}) {
        ranges.emplace_back(stick * (1 + off), 3.0);
        ranges.emplace_back(slip * (1 + off), 3.0);
        ranges.emplace_back(1.0, stick * (1 + off));
        ranges.emplace_back(2.0, slip * (1 + off));
        ranges.emplace_back(stick * (1 + off), slip);
    }
    for (const auto& [from, to] : ranges) {
        CAPTURE(from, to);
        MotionFamily motions(hb);
        const RidgesOptions options = test::between({from, to}, 190, 225);
        const Ridges found = ridges(motions, options);
        for (const std::vector<RidgePoint>& here : found.points_at_values) {
            // In phase 203.4411452 Hz, stuck; out of phase 211.6246707 (stick) to 211.9607267 Hz.
            bool in_phase = false, out_of_phase = false;
            for (const RidgePoint& point : here) {
                const double hz = test::frequency_hz(point.at.x);
                in_phase = in_phase || (point.at.maximum && std::abs(hz - 203.4411452) < 1e-5);
                out_of_phase = out_of_phase || (point.at.maximum && hz > 211.6 && hz < 212.1);
            }
            CHECK(in_phase);
            CHECK(out_of_phase);
        }
    }
}

namespace {

// Each contact as several at the same place, with these shares of its stiffnesses and its preload:
// the same structure.
test::HarmonicModel in_parts(test::HarmonicModel model, const std::vector<double>& shares)
{
    std::vector<ModalLaw> joints;
    for (const ModalLaw& whole : model.system.joints)
        for (const double share : shares) {
            ModalLaw part = whole;
            part.name += "_" + std::to_string(joints.size());
            for (const char* number : {"k_t", "k_n", "preload"})
                part.law = part.law->with(number, share * part.law->parameter(number));
            joints.push_back(std::move(part));
        }
    model.system.joints = std::move(joints);
    return model;
}

} // namespace

TEST_CASE("A contact in parts has the curves of the whole one", "[dynamics]")
{
    struct System {
        test::HarmonicModel model;
        double from, to, low_hz, high_hz;
    };
    for (const auto& [model, from, to, low_hz, high_hz] :
         {System{test::beam_with_pad(), 0.02, 200, 150, 620},
          System{test::blade_damper_blade(1.5e-5), 1, 140, 190, 225}})
        for (const int n_h : {1, 3}) {
            const HarmonicBalance hb = test::balance(model, n_h);
            const RidgesOptions options =
                test::between({from, std::sqrt(from * to), to}, low_hz, high_hz);
            const Ridges whole = ridges(hb, options);
            for (const std::vector<double>& shares :
                 {std::vector<double>{0.5, 0.5}, {0.3, 0.7}, {0.25, 0.25, 0.5}}) {
                CAPTURE(low_hz, n_h, shares);
                const HarmonicBalance parts = test::balance(in_parts(model, shares), n_h);
                const Ridges found = ridges(parts, options);
                REQUIRE(found.curves.size() == whole.curves.size());
                for (std::size_t c = 0; c < whole.curves.size(); ++c) {
                    const std::vector<test::CurveNode> a = test::nodes(found.curves[c]),
                                                       b = test::nodes(whole.curves[c]);
                    REQUIRE(a.size() == b.size());
                    for (std::size_t k = 0; k < a.size(); ++k) {
                        // Secants locate nodes and folds to 1e-9.
                        CHECK(a[k].level == Approx(b[k].level).epsilon(1e-7));
                        CHECK(a[k].frequency_hz == Approx(b[k].frequency_hz).epsilon(1e-7));
                        CHECK(a[k].rms == Approx(b[k].rms).epsilon(1e-7));
                    }
                }
            }
        }
}

// The isola of the maxima from level 38.27 to 125.84 is cut by second derivatives without bound, so
// it consists of several pieces.
TEST_CASE("A superharmonic maximum of the cantilever lies on a closed curve", "[dynamics]")
{
    const test::HarmonicModel model = test::beam_with_pad();
    const HarmonicBalance hb = test::balance(model, 3);
    RidgesOptions options = test::between({0.02, 4.5, 200}, 150, 600);
    CHECK(ridges(hb, options).points_at_values[1].size() == 1);
    options.responses = {4.5};
    const Ridges found = ridges(hb, options);
    const auto& here = found.points_at_values[1];
    const auto at = std::find_if(here.begin(), here.end(), [](const RidgePoint& p) {
        return std::abs(test::frequency_hz(p.at.x) - 190.618971) < 1e-3;
    });
    REQUIRE(at != here.end());
    CHECK(at->at.maximum);
    CHECK(test::frequency_hz(at->at.x) == Approx(190.618971).epsilon(5e-9));
    CHECK(std::exp(at->at.log_rms) == Approx(1.20429557e-05).epsilon(5e-9));
    const ExtremaCurve& curve = found.curves[at->curve.value()];
    CHECK(curve.closed);
    const continuation::Branch &first = curve.curve.pieces.front().branch,
                               &last = curve.curve.pieces.back().branch;
    CHECK(first.p(0) == Approx(last.p(last.n_points() - 1)).margin(1e-8));
}

TEST_CASE("A curve that comes back to itself is closed and has each fold once", "[dynamics]")
{
    const HarmonicBalance hb = test::balance(test::blade_damper_blade(1e-7), 1);
    std::vector<double> levels;
    for (int k = 0; k < 10; ++k)
        levels.push_back(20 * std::pow(7.0, k / 9.0));
    RidgesOptions options = test::between(levels, 190, 225);
    options.responses = {70};
    MotionFamily motions(hb);
    const Ridges found = ridges(motions, options);
    CHECK(lost_ends(found).empty());
    int closed = 0;
    for (const ExtremaCurve& curve : found.curves) {
        std::vector<double> folds;
        for (const continuation::Piece& piece : curve.curve.pieces)
            for (const Index k :
                 continuation::points_of(piece.branch, continuation::PointKind::fold))
                folds.push_back(piece.branch.p(k));
        closed += curve.closed ? 1 : 0;
        for (std::size_t k = 0; k < folds.size(); ++k)
            for (std::size_t other = 0; other < k; ++other)
                CHECK(std::abs(folds[k] - folds[other]) > 1e-6);
    }
    CHECK(closed > 0);
}

TEST_CASE("No best preload is given where a curve was lost", "[dynamics]")
{
    const HarmonicBalance hb = test::balance(test::beam_with_pad(), 1);
    std::vector<double> levels;
    for (int k = 0; k < 10; ++k)
        levels.push_back(0.02 * std::pow(1e4, k / 9.0));
    RidgesOptions options = test::between(levels, 150, 620);
    MotionFamily motions(hb);
    const Ridges whole = ridges(motions, options);
    CHECK(lost_ends(whole).empty());
    CHECK(LargestMaximum(motions, whole, options.extrema).best_preload());
    options.extrema.max_pieces = 2; // behind the kink of the first slip nothing is followed
    const Ridges part = ridges(motions, options);
    REQUIRE_FALSE(lost_ends(part).empty());
    CHECK(lost_ends(part).front().value == Approx(0.04234731108).epsilon(1e-6));
    CHECK(lost_ends(part).front().why == "2 pieces, as requested");
    CHECK_FALSE(LargestMaximum(motions, part, options.extrema).best_preload());
}
