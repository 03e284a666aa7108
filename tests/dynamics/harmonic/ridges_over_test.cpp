#include "dynamics/harmonic/largest_maximum.hpp"
#include "tests/dynamics/harmonic/known_ridges.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

using namespace slideway;
using namespace slideway::dynamics;

namespace {

// With another number of some joints, or other damping.
test::HarmonicModel with(test::HarmonicModel model, const PeakParameter& p, double factor)
{
    for (const auto& [joint, parameter] : p.numbers) {
        contact::JointLaw& law = model.system.joints[joint].law;
        const std::string name(law->parameters()[static_cast<std::size_t>(parameter)].name);
        law = law->with(name, factor * law->parameter(name));
    }
    if (p.damping) {
        model.system.modes = damped(model.system.modes, {0, factor});
        model.system.drag *= factor;
    }
    return model;
}

// Verifies that all extrema agree. @param add  added to ln rms of b
void check_same(const std::vector<RidgePoint>& a, const std::vector<RidgePoint>& b, double add,
                double margin)
{
    REQUIRE(a.size() == b.size());
    for (std::size_t k = 0; k < a.size(); ++k) {
        CAPTURE(k, a[k].at.value);
        CHECK(test::frequency_hz(a[k].at.x) ==
              Approx(test::frequency_hz(b[k].at.x)).epsilon(margin));
        CHECK(a[k].at.log_rms == Approx(b[k].at.log_rms + add).epsilon(0).margin(margin));
        CHECK(a[k].at.maximum == b[k].at.maximum);
    }
}

} // namespace

TEST_CASE("A ridge in preload is the ridge in level rescaled", "[dynamics]")
{
    // Nothing but contacts is not linear, the static part excluded: a factor on level and preloads
    // is one on the motion. Levels 1 to 140 at the preloads of the models.
    const double level = 20;
    for (const auto& [model, low, high] :
         {std::tuple{test::beam_with_pad(), 150.0, 700.0},
          std::tuple{test::blade_damper_blade(1.5e-5), 190.0, 225.0}})
        for (const int n_h : {1, 3}) {
            CAPTURE(n_h);
            const HarmonicBalance hb = test::balance(model, n_h);
            const std::vector<double> levels{1, 2.42, 3.99, 5.2, 6.3, 12, 40, 48.04, 140};
            const RidgesOptions over_level = test::between(levels, low, high);
            RidgesOptions over_preload = over_level;
            for (double& value : over_preload.values)
                value = level / value;
            MotionFamily motions(hb, number_of(hb, "preload"), level);
            const Ridges a = ridges(motions, over_preload), b = ridges(hb, over_level);
            CHECK(a.lost.empty());
            CHECK(a.curves.size() == b.curves.size());
            for (std::size_t k = 0; k < levels.size(); ++k)
                check_same(a.points_at_values[k], b.points_at_values[k],
                           std::log(level / levels[k]), 1e-9);
        }
}

TEST_CASE("A ridge in any number passes the extrema of models that have it", "[dynamics]")
{
    const test::HarmonicModel blades = test::blade_damper_blade(1.5e-5);
    const double level = 20;
    const std::array<std::size_t, 1> right{1};
    for (const int n_h : {1, 3}) {
        const HarmonicBalance hb = test::balance(blades, n_h);
        for (const PeakParameter& p :
             {number_of(hb, "friction"), number_of(hb, "k_t"), number_of(hb, "k_n"),
              number_of(hb, "preload", right), all_damping()}) {
            const RidgesOptions options = test::between({0.4, 0.63, 1, 1.13, 1.6, 2.5}, 190, 225);
            MotionFamily motions(hb, p, level);
            const Ridges found = ridges(motions, options);
            CHECK(found.lost.empty());
            for (std::size_t k = 0; k < options.values.size(); ++k) {
                CAPTURE(n_h, p.name, options.values[k]);
                const test::HarmonicModel other = with(blades, p, options.values[k]);
                const Ridges known =
                    ridges(test::balance(other, n_h), test::between({1, level}, 190, 225));
                check_same(found.points_at_values[k], known.points_at_values[1], 0, 1e-9);
            }
        }
    }
}

TEST_CASE("The best preload per level, and where ridges change places, are those known",
          "[dynamics]")
{
    // An independent implementation, one harmonic: all digits.
    struct Known {
        test::HarmonicModel model;
        double low_hz, high_hz, preload, level, hz, rms_per_level;
    };
    for (const Known& known :
         {Known{test::beam_with_pad(), 150, 700, 40, 3.71481709, 379.471, 4.64630789e-6},
          Known{test::blade_damper_blade(1.5e-5), 190, 225, 50, 9.58104115, 201.606538,
                7.32431350e-5}}) {
        const HarmonicBalance hb = test::balance(known.model, 1);
        CHECK(scales_with_preloads(hb));
        std::vector<double> levels;
        for (int k = 0; k <= 24; ++k)
            levels.push_back(std::pow(140.0, k / 24.0));
        const RidgesOptions options = test::between(levels, known.low_hz, known.high_hz);
        MotionFamily motions(hb);
        const Ridges found = ridges(motions, options);
        const LargestMaximum largest(motions, found, options.extrema);
        const std::optional<BestPreload> best = largest.best_preload();
        REQUIRE(best);
        CHECK(best->level == Approx(known.level).epsilon(1e-7));
        CHECK(std::exp(best->at.at.log_rms) / best->level ==
              Approx(known.rms_per_level).epsilon(1e-8));
        CHECK(test::frequency_hz(best->at.at.x) == Approx(known.hz).epsilon(2e-6));
        CHECK(largest.missing().empty());
        // Where levels have no maximum the smallest one may lie there, wherever they are.
        Ridges with_gaps = found;
        for (const std::size_t k : {3, 4, 23})
            with_gaps.points_at_values[k].clear();
        const LargestMaximum across(motions, with_gaps, options.extrema);
        const std::vector<ListedValues> missing = across.missing();
        REQUIRE(missing.size() == 2);
        CHECK(missing[0].from == levels[3]);
        CHECK(missing[0].to == levels[4]);
        CHECK(missing[0].n == 2);
        CHECK(missing[1].n == 1);
        CHECK(!across.best_preload());
        if (known.low_hz > 180) {
            const std::vector<LargestChange> changes = largest.changes();
            REQUIRE(!changes.empty());
            CHECK(changes.front().value == Approx(2.458925415).epsilon(1e-9));
        }
    }
}

TEST_CASE("Where the contacts stick at all levels no preload is best", "[dynamics]")
{
    // rms / level is the same at each level except for round-off.
    const HarmonicBalance hb = test::balance(test::beam_with_pad(), 1);
    MotionFamily motions(hb);
    std::vector<double> levels;
    for (int k = 1; k <= 30; ++k)
        levels.push_back(1e-3 * k);
    const RidgesOptions options = test::between(levels, 150, 700);
    const Ridges found = ridges(motions, options);
    const LargestMaximum largest(motions, found, options.extrema);
    CHECK(largest.missing().empty());
    CHECK(!largest.best_preload());
}

TEST_CASE("There is no best preload without preloads, or with a constant load", "[dynamics]")
{
    test::HarmonicModel blades = test::blade_damper_blade(1.5e-5);
    CHECK(scales_with_preloads(HarmonicBalance(blades.system, {1, true}, blades.outputs)));
    blades.system.p0 = Vector::Ones(blades.system.n_modes());
    CHECK(scales_with_preloads(HarmonicBalance(blades.system, {1, false}, blades.outputs)));
    CHECK(!scales_with_preloads(HarmonicBalance(blades.system, {1, true}, blades.outputs)));
    for (ModalLaw& joint : blades.system.joints)
        joint.law = joint.law->with("preload", 0);
    CHECK(!scales_with_preloads(HarmonicBalance(blades.system, {1, false}, blades.outputs)));
}
