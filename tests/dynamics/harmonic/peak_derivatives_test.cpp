#include "dynamics/harmonic/peak_derivatives.hpp"

#include "contact/laws/joint_laws.hpp"
#include "tests/dynamics/harmonic/known_ridges.hpp"
#include "tests/dynamics/harmonic/modal_joints.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace slideway;
using namespace slideway::dynamics;
using Catch::Contains;

namespace {

// Both at once.
PeakParameter together(PeakParameter a, const PeakParameter& b)
{
    a.level = a.level || b.level;
    a.numbers.insert(a.numbers.end(), b.numbers.begin(), b.numbers.end());
    return a;
}

// A structure, and what its derivatives are compared at.
struct Model {
    std::string name;
    DrivenJoints system;
    std::vector<ModalOutput> outputs;
    contact::Harmonics harmonics;
    double low_hz, high_hz;

    [[nodiscard]] HarmonicBalance balance() const { return {system, harmonics, outputs}; }
    /// With a factor on what a parameter is.
    [[nodiscard]] HarmonicBalance balance(const PeakParameter& p, double factor) const
    {
        DrivenJoints other = system;
        for (const auto& [joint, parameter] : p.numbers) {
            contact::JointLaw& law = other.joints[joint].law;
            const std::string_view number =
                law->parameters()[static_cast<std::size_t>(parameter)].name;
            law = law->with(number, factor * law->parameter(number));
        }
        if (p.damping) {
            other.modes = damped(other.modes, {0, factor});
            other.drag *= factor;
        }
        return {other, harmonics, outputs};
    }
    /// The level, all linear damping, and each number of each joint that is not zero.
    [[nodiscard]] std::vector<PeakParameter> parameters() const
    {
        std::vector<PeakParameter> list{the_level(), all_damping()};
        for (std::size_t joint = 0; joint < system.joints.size(); ++joint)
            for (Index i = 0; i < static_cast<Index>(system.joints[joint].law->parameters().size());
                 ++i)
                if (system.joints[joint].law->parameter(i) != 0)
                    list.push_back({"number", false, false, {{joint, i}}});
        return list;
    }
};

Model of(const test::HarmonicModel& model, const std::string& name, Index n_h, double low_hz,
         double high_hz)
{
    return {name, model.system, model.outputs, {n_h, false}, low_hz, high_hz};
}

Model with_means(Model model)
{
    model.harmonics.means = true;
    return model;
}

Model oscillator(const contact::JointLaw& law, const contact::Harmonics& harmonics)
{
    DrivenJoints s = test::oscillator(1, 0.1, law);
    s.force = s.p = ComplexVector::Ones(1);
    return {std::string(law->keyword()),
            s,
            {{Vector::Ones(1), 0}},
            harmonics,
            0.3 / two_pi,
            6 / two_pi};
}

// The extremum of a changed model or level.
std::pair<double, double> extremum_of(const HarmonicBalance& hb, const MotionAt& guess,
                                      const std::optional<Kink>& kink)
{
    MotionFamily motions(hb);
    ExtremumSearch search(motions, 0, 1e-12);
    const Index n = hb.n();
    if (kink) {
        const std::optional<Extremum> found = search.on_kink(guess, *kink);
        REQUIRE(found);
        return {found->log_rms, std::log(found->x(n))};
    }
    const std::optional<MotionAt> found = search.extremum(guess);
    REQUIRE(found);
    REQUIRE(search.equations().evaluate(found->x, found->p));
    return {search.log_rms(search.equations().at()), std::log(found->x(n))};
}

// Central differences, steps halved, until they agree.
// @return the error left, in parts of the larger of 1 and the derivative
double difference_error(const Model& model, const RidgePoint& point,
                        const std::optional<Kink>& kink, const PeakParameter& p, PeakSlopes slopes)
{
    double error = 1e300;
    for (double step = 1e-3; step > 1e-6 && error > 1e-6; step /= 2) {
        std::array<std::pair<double, double>, 2> at;
        for (const int side : {0, 1}) {
            const double factor = std::exp(side == 0 ? -step : step);
            const double level = p.level ? point.at.value * factor : point.at.value;
            at[static_cast<std::size_t>(side)] =
                extremum_of(model.balance(p, factor), {point.at.x, std::log(level)}, kink);
        }
        auto off = [&](double ahead, double behind, double slope) -> double {
            return std::abs((ahead - behind) / (2 * step) - slope) / std::max(1.0, std::abs(slope));
        };
        error = std::min(error, std::max(off(at[1].first, at[0].first, slopes.log_rms),
                                         off(at[1].second, at[0].second, slopes.log_frequency)));
    }
    return error;
}

bool near_node(const ExtremaCurve& curve, double level)
{
    const std::vector<test::CurveNode> nodes = test::nodes(curve);
    return std::any_of(nodes.begin(), nodes.end(), [&](const test::CurveNode& node) -> bool {
        return node.what != "start" && std::abs(std::log(level / node.level)) < 0.01;
    });
}

const RidgePoint& nearest(const std::vector<RidgePoint>& points, double hz)
{
    return *std::min_element(points.begin(), points.end(), [hz](const auto& a, const auto& b) {
        return std::abs(test::frequency_hz(a.at.x) - hz) <
               std::abs(test::frequency_hz(b.at.x) - hz);
    });
}

} // namespace

TEST_CASE("Derivatives of peaks are those of an independent implementation", "[dynamics]")
{
    // Both contacts together, k = k_t = k_n, of the cantilever k_t alone; one harmonic.
    struct Row {
        const test::HarmonicModel& model;
        double level, low_hz, high_hz, hz;
        PeakSlopes by_level, by_preload, by_friction, by_k, by_damping;
    };
    const test::HarmonicModel beam = test::beam_with_pad(),
                              blades = test::blade_damper_blade(1.5e-5);
    for (const Row& row : {Row{beam,
                               1.7899656,
                               150,
                               700,
                               489.782,
                               {0.15018885, -0.17854438},
                               {0.84981115, 0.17854438},
                               {0.84981115, 0.17854438},
                               {-0.02915484, 0.00857385},
                               {0.00007718, 0.00187301}},
                           {blades,
                            20.242254,
                            190,
                            225,
                            198.690,
                            {1.66379679, -0.00783766},
                            {-0.66379679, 0.00783766},
                            {-0.53553912, 0.00918175},
                            {-0.08811352, 0.00664296},
                            {-0.96500928, 0.00410974}},
                           {blades,
                            2.42,
                            190,
                            225,
                            211.8006,
                            {0.37653231, 0.05855429},
                            {0.62346769, -0.05855429},
                            {0.62346769, -0.05855429},
                            {-0.68455450, 0.10903625},
                            {-0.28238590, -0.05214290}}}) {
        const HarmonicBalance hb = test::balance(row.model, 1);
        RidgesOptions options = test::between({0.02, row.level}, row.low_hz, row.high_hz);
        options.parameters = {the_level(), number_of(hb, "preload"), number_of(hb, "friction"),
                              together(number_of(hb, "k_t"), number_of(hb, "k_n")), all_damping()};
        const Ridges found = ridges(hb, options);
        const RidgePoint& point = nearest(found.points_at_values[1], row.hz);
        CHECK(test::frequency_hz(point.at.x) == Approx(row.hz).epsilon(0).margin(1e-3));
        REQUIRE(point.derivatives.size() == 5);
        std::size_t i = 0;
        for (const PeakSlopes& known :
             {row.by_level, row.by_preload, row.by_friction, row.by_k, row.by_damping}) {
            CAPTURE(row.level, i);
            CHECK(point.derivatives[i].log_rms == Approx(known.log_rms).epsilon(0).margin(1e-7));
            CHECK(point.derivatives[i].log_frequency ==
                  Approx(known.log_frequency).epsilon(0).margin(1e-7));
            ++i;
        }
    }
}

TEST_CASE("Derivatives of extrema are the differences of extrema computed anew", "[dynamics]")
{
    const test::HarmonicModel beam = test::beam_with_pad(),
                              blades = test::blade_damper_blade(1.5e-5);
    struct Case {
        Model model;
        double from, to;
        int n_levels;
    };
    using contact::Cubic;
    using contact::Gap;
    std::mt19937 engine(19);
    int n_points = 0, n_kinks = 0;
    for (const auto& [model, from, to, n_levels] : std::vector<Case>{
             {of(beam, "cantilever", 1, 150, 700), 0.02, 200, 6},
             {of(beam, "cantilever", 3, 150, 700), 0.02, 200, 6},
             {of(blades, "blades", 1, 190, 225), 1, 140, 5},
             {of(blades, "blades", 3, 190, 225), 1, 140, 5},
             {of(blades, "blades", 1, 190, 225), 4.9, 6.6, 4},
             {of(blades, "blades", 3, 190, 225), 4.9, 6.6, 4},
             {of(blades, "blades", 1, 190, 225), 2.4205, 2.434, 1},
             {with_means(of(blades, "blades", 1, 190, 225)), 1, 140, 3},
             {oscillator(Cubic{1}, {3, false}), 0.01, 1, 3},
             {oscillator(Gap({0.5, 1, true}), {3, false}), 0.01, 1, 4},
             {oscillator(Gap({0.5, 1, false}), {3, true}), 0.01, 1, 4},
         }) {
        const HarmonicBalance hb = model.balance();
        std::vector<double> levels{from, to};
        for (int k = 0; k < n_levels; ++k)
            levels.push_back(from * std::pow(to / from, double(engine()) / double(engine.max())));
        RidgesOptions options = test::between(levels, model.low_hz, model.high_hz);
        options.parameters = model.parameters();
        const Ridges found = ridges(hb, options);
        CHECK(found.lost.empty());
        for (std::size_t l = 2; l < levels.size(); ++l)
            for (const RidgePoint& point : found.points_at_values[l]) {
                if (near_node(found.curves[*point.curve], levels[l]))
                    continue;
                const std::optional<Kink>& kink = found.curves[*point.curve].kinks[point.at.piece];
                ++n_points;
                n_kinks += kink.has_value();
                REQUIRE(point.derivatives.size() == options.parameters.size());
                for (std::size_t i = 0; i < point.derivatives.size(); ++i) {
                    CAPTURE(model.name, model.harmonics.n_h, levels[l],
                            test::frequency_hz(point.at.x), kink.has_value(), i);
                    CHECK(difference_error(model, point, kink, options.parameters[i],
                                           point.derivatives[i]) <= 1e-5);
                }
            }
    }
    CHECK(n_points >= 50);
    CHECK(n_kinks >= 5);
}

TEST_CASE("Where contacts are all that is not linear, a factor on level and preloads is one on the "
          "rms",
          "[dynamics]")
{
    for (const auto& [model, low, high] :
         {std::tuple{test::beam_with_pad(), 150.0, 700.0},
          std::tuple{test::blade_damper_blade(1.5e-5), 190.0, 225.0}})
        for (const int n_h : {1, 3}) {
            const HarmonicBalance hb = test::balance(model, n_h);
            RidgesOptions options = test::between({1, 2.42, 3, 5.2, 6.3, 20, 60, 100}, low, high);
            options.parameters = {together(the_level(), number_of(hb, "preload"))};
            int seen = 0;
            for (const std::vector<RidgePoint>& here : ridges(hb, options).points_at_values)
                for (const RidgePoint& point : here) {
                    CAPTURE(n_h, point.at.value, test::frequency_hz(point.at.x));
                    CHECK(point.derivatives[0].log_rms == Approx(1).epsilon(1e-9));
                    CHECK(point.derivatives[0].log_frequency == Approx(0).margin(1e-9));
                    ++seen;
                }
            CHECK(seen >= 8);
        }
}

TEST_CASE("At a kink both sides give the same derivatives of the rms", "[dynamics]")
{
    const test::HarmonicModel blades = test::blade_damper_blade(1.5e-5);
    for (const int n_h : {1, 3}) {
        const Model model = of(blades, "blades", n_h, 190, 225);
        const HarmonicBalance hb = model.balance();
        RidgesOptions options = test::between({1, 2.42, 5.6933069}, 190, 225);
        options.parameters = model.parameters();
        const Ridges found = ridges(hb, options);
        MotionFamily motions(hb);
        int seen = 0;
        for (std::size_t l = 1; l < options.values.size(); ++l)
            for (const RidgePoint& point : found.points_at_values[l]) {
                const std::optional<Kink>& kink = found.curves[*point.curve].kinks[point.at.piece];
                if (!kink)
                    continue;
                ++seen;
                KinkEquations at_kink(motions, 0, *kink);
                const double p = std::log(options.values[l]), Omega = point.at.x(hb.n());
                const double slip = at_kink.slopes(point.at.x, p).margin > 0 ? 1 : -1;
                ExtremumEquations beyond(motions, 0);
                // J leaves its limit with the root of the distance: of two distances the limit,
                // except for a term of the first order.
                for (std::size_t i = 0; i < options.parameters.size(); ++i) {
                    auto by = [&](double distance) -> double {
                        Vector x = point.at.x;
                        x.head(hb.n()) += slip * distance * Omega * at_kink.along_frequency().r;
                        x(hb.n()) += slip * distance * Omega;
                        PeakColumn column;
                        const ResonanceSlope& slope = beyond.derivatives(x, p);
                        beyond.column(options.parameters[i], column);
                        return column.log_rms + slope.lambda().dot(column.E.head(hb.n())) +
                               slope.s() * Omega * point.derivatives[i].log_frequency;
                    };
                    const double distance = 1e-9;
                    CAPTURE(n_h, options.values[l], i);
                    CHECK(2 * by(distance / 4) - by(distance) ==
                          Approx(point.derivatives[i].log_rms).epsilon(0).margin(1e-5));
                }
            }
        CHECK(seen >= 2);
    }
}

TEST_CASE("A parameter is a number that a joint has", "[dynamics]")
{
    const HarmonicBalance hb = test::balance(test::blade_damper_blade(1.5e-5), 1);
    CHECK(number_of(hb, "preload").numbers.size() == 2);
    const std::array<std::size_t, 1> right{1};
    CHECK(number_of(hb, "k_n", right).numbers[0].joint == 1);
    CHECK_THROWS_WITH(number_of(hb, "k3"), Contains("\"k3\""));
    CHECK_THROWS_WITH(number_of(hb, "k3", right), Contains("k_t, k_n, friction and preload"));
}
