#include "base/two_pi.hpp"
#include "dynamics/frozen/complex_modes.hpp"
#include "dynamics/sliding/slide.hpp"

#include "assembly/configuration.hpp"
#include "contact/laws/joint_laws.hpp"
#include "dynamics/frozen/characteristic_function.hpp"
#include "dynamics/modal/modes.hpp"
#include "support/beam_on_beam.hpp"
#include "support/independent.hpp"
#include "tests/dynamics/frozen/whole_model.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <random>

using namespace slideway;
using namespace slideway::dynamics;
using Catch::Contains;

namespace {

std::vector<Complex> sorted(const ComplexVector& all, double below)
{
    std::vector<Complex> s;
    for (const Complex z : all)
        if (z.imag() > 0 && std::abs(z) < below)
            s.push_back(z);
    std::sort(s.begin(), s.end(), [](Complex a, Complex b) -> bool { return a.imag() < b.imag(); });
    return s;
}

// A zone of a reference that knows growth on a grid of positions: its first and last point with
// growth, and the largest growth of a point.
struct Zone {
    double hz, from_mm, to_mm, growth;
};

// Largest growth near a frequency at a position of the locus.
double growth_at(const ModeLocus& locus, double mm, double hz)
{
    Index i = 0;
    REQUIRE((locus.position.array() - 1e-3 * mm).abs().minCoeff(&i) < 1e-10);
    double growth = -1e300;
    for (const Complex s : locus.s.row(i))
        if (std::abs(s.imag() / two_pi - hz) < 60)
            growth = std::max(growth, s.real());
    return growth;
}

// At the positions of the reference: its signs everywhere, and its printed digits.
void check_grid(const ModeLocus& locus, double grid_mm, const std::vector<Zone>& reference)
{
    for (const Zone& z : reference) {
        double largest = -1e300;
        const int points = static_cast<int>(std::lround((z.to_mm - z.from_mm) / grid_mm)) + 1;
        for (int k = -1; k <= points; ++k) {
            const double mm = z.from_mm + k * grid_mm, growth = growth_at(locus, mm, z.hz);
            CAPTURE(z.hz, mm, growth);
            CHECK((growth > 0) == (k >= 0 && k < points));
            largest = std::max(largest, growth);
        }
        CAPTURE(z.hz, z.from_mm);
        CHECK(std::abs(largest - z.growth) <= 0.05);
    }
}

// Between them: a zone ends within one step of the grid outside its outermost points (to the
// micrometre of the resolution), and rises by no more than a parabola over the zone can between two
// points. The locus has every zone of the reference, and else only such as fit between two points.
void check_zones(const ModeLocus& locus, double grid_mm, const std::vector<Zone>& reference)
{
    std::vector<const UnstableZone*> left;
    for (const UnstableZone& zone : locus.zones)
        left.push_back(&zone);
    for (const Zone& z : reference) {
        CAPTURE(z.hz, z.from_mm);
        const auto found =
            std::find_if(left.begin(), left.end(), [&](const UnstableZone* u) -> bool {
                return std::abs(u->frequency_hz - z.hz) < 20 && 1e3 * u->from < z.to_mm + 1e-3 &&
                       1e3 * u->to > z.from_mm - 1e-3;
            });
        REQUIRE(found != left.end());
        const UnstableZone& zone = **found;
        const double from_mm = 1e3 * zone.from, to_mm = 1e3 * zone.to;
        CHECK(from_mm < z.from_mm + 1e-3);
        CHECK(from_mm > z.from_mm - grid_mm - 1e-3);
        CHECK(to_mm > z.to_mm - 1e-3);
        CHECK(to_mm < z.to_mm + grid_mm + 1e-3);
        const double rise = zone.growth_rate * std::pow(grid_mm / (to_mm - from_mm), 2);
        CHECK(zone.growth_rate > z.growth - 0.05);
        CHECK(zone.growth_rate < z.growth + 0.05 + rise);
        left.erase(found);
    }
    for (const UnstableZone* zone : left) {
        CAPTURE(zone->frequency_hz, zone->from, zone->to);
        CHECK(std::ceil(1e3 * zone->from / grid_mm) > 1e3 * zone->to / grid_mm);
    }
}

// A structure for slow checks: the same beams, few elements and modes.
const test::BeamOnBeamOptions coarse{
    .upper_modes = 4, .lower_modes = 4, .upper_nx = 8, .lower_nx = 10};

} // namespace

TEST_CASE("Complex eigenvalues about the undeformed state match the reference", "[dynamics]")
{
    // An independent implementation; digits as printed: 1e-6 in frequency, 1e-5 in growth.
    struct Row {
        double re[3], hz[3];
    };
    const double positions[3] = {0.010, 0.050, 0.090};
    const std::vector<Row> low = {
        {{-10.001470, -10.000901, -10.000304}, {45.45141, 35.56317, 20.61433}},
        {{-10.017827, -10.014763, -10.034312}, {158.37959, 144.12683, 219.73285}},
        {{-10.057736, -10.060217, -10.059588}, {285.03674, 291.09537, 289.57220}},
        {{-10.396816, -10.449701, -10.434253}, {747.26928, 795.50853, 781.72547}},
        {{-10.759861, -10.884852, -11.243480}, {1034.07078, 1115.88307, 1322.82624}},
        {{-11.730244, -11.749538, -11.716278}, {1560.40482, 1569.08062, 1554.09430}},
        {{-13.855279, -14.649880, -14.472405}, {2329.22588, 2558.02377, 2508.73204}},
        {{-17.287048, -17.702213, -18.274830}, {3202.28177, 3292.23988, 3412.42622}},
        {{-18.818421, -18.818852, -18.818712}, {3522.72828, 3522.81437, 3522.78623}},
        {{-21.054529, -21.157821, -20.882332}, {3944.15389, 3962.53772, 3913.31412}},
        {{-26.922972, -29.802060, -27.740329}, {4880.02484, 5278.84475, 4996.48452}},
        {{-38.698177, -38.083017, -39.242855}, {6354.93088, 6286.45135, 6414.95419}},
        {{-48.964821, -48.899520, -48.618138}, {7404.91335, 7398.70580, 7371.89781}},
        {{-62.730912, -66.301358, -63.124382}, {8614.22537, 8901.08628, 8646.30461}},
        {{-89.348371, -86.151356, -89.352406}, {10567.01914, 10351.95364, 10567.28781}},
        {{-91.152240, -89.358628, -91.267280}, {10686.45683, 10567.70207, 10694.02857}},
        {{-113.485007, -113.318596, -113.104285}, {12067.63341, 12057.92675, 12045.41455}},
    };
    const std::vector<Row> high = {
        {{-10.001470, -10.000896, -10.000302}, {45.44967, 35.47380, 20.57076}},
        {{-10.015908, -10.014005, -10.032821}, {149.61439, 140.37845, 214.90635}},
        {{-10.057725, -10.060017, -10.059410}, {285.00809, 290.61358, 289.14043}},
        {{-10.402265, -10.449806, -10.434144}, {752.38275, 795.60174, 781.62753}},
        {{-10.778283, -10.892916, -11.237416}, {1046.53082, 1120.95599, 1319.59685}},
        {{-11.729759, -11.748177, -11.716149}, {1560.18598, 1568.47012, 1554.03588}},
        {{-13.888769, -14.649768, -14.492232}, {2339.32065, 2557.99299, 2514.28666}},
        {{-17.290792, -17.678009, -18.243830}, {3203.10421, 3287.06307, 3406.02809}},
        {{-18.818686, -18.819940, -18.819556}, {3522.78104, 3523.03156, 3522.95492}},
        {{-21.003886, -21.097107, -20.811890}, {3935.10894, 3951.74228, 3900.62796}},
        {{-27.109611, -29.801256, -27.898852}, {4906.86126, 5278.73755, 5018.75846}},
        {{-38.860556, -38.243416, -39.288064}, {6372.88414, 6304.37866, 6419.91099}},
        {{-48.825009, -48.736858, -48.441251}, {7391.61639, 7383.22046, 7354.99525}},
        {{-62.975789, -66.298143, -63.232758}, {8634.20396, 8900.83209, 8655.11953}},
        {{-89.322314, -86.447902, -89.315758}, {10565.28393, 10372.09012, 10564.84732}},
        {{-91.434326, -89.324064, -91.175779}, {10705.01376, 10565.40046, 10688.00655}},
        {{-112.665867, -112.527704, -112.314717}, {12019.77771, 12011.68712, 11999.20437}},
    };
    const auto beams = test::beam_on_beam();
    for (int p = 0; p < 3; ++p) {
        const auto result = complex_modes(
            beams.model, {.friction = {0.1, 0.3}, .from = positions[p], .band_high_hz = 13e3});
        REQUIRE(result.loci.size() == 2);
        for (const auto& [rows, locus] :
             {std::pair{&low, &result.loci[0]}, std::pair{&high, &result.loci[1]}}) {
            CHECK(locus->determinant);
            CHECK(locus->n_dense == 0);
            const auto s = sorted(locus->s.row(0).transpose(), two_pi * 13e3);
            REQUIRE(s.size() >= rows->size());
            for (std::size_t k = 0; k < rows->size(); ++k) {
                CAPTURE(positions[p], *locus->friction, k);
                CHECK(s[k].imag() / two_pi == Approx((*rows)[k].hz[p]).epsilon(1e-6));
                CHECK(s[k].real() == Approx((*rows)[k].re[p]).epsilon(1e-5));
            }
        }
    }
}

TEST_CASE("The unstable zones about the undeformed state are those of the reference", "[dynamics]")
{
    const auto beams = test::beam_on_beam();
    const auto result = complex_modes(
        beams.model, {.friction = {0.1, 0.3}, .from = 0.010, .to = 0.098, .resolution = 1e-6});
    REQUIRE(result.loci.size() == 2);

    const ModeLocus& low = result.loci[0];
    CHECK(low.zones.empty());
    CHECK(low.largest->growth_rate == Approx(-1.4).margin(0.1));
    CHECK(low.largest->at == Approx(47.76e-3).margin(0.05e-3));

    const ModeLocus& high = result.loci[1];
    check_zones(high, 0.01,
                {{6996, 29.79, 29.85, 7.4},
                 {6996, 43.09, 43.17, 10.4},
                 {6996, 69.80, 69.85, 4.8},
                 {6993, 83.14, 83.29, 33.6},
                 {10568, 36.85, 36.94, 8.0},
                 {10568, 41.00, 41.29, 37.7},
                 {10568, 47.50, 47.93, 68.2},
                 {10568, 51.59, 52.15, 67.6},
                 {10568, 58.34, 58.68, 31.5}});
    for (const UnstableZone& zone : high.zones) {
        CHECK(zone.amplification > 1);
        CHECK(zone.time_to - zone.time_from == Approx((zone.to - zone.from) / 0.030).epsilon(1e-6));
    }
    for (const ModeLocus& locus : result.loci)
        CHECK(locus.n_dense == 0);
}

TEST_CASE("About the deformed state the 3.5 kHz instability appears", "[dynamics]")
{
    const auto beams = test::beam_on_beam();
    const auto result = complex_modes(beams.model, {.about = About::deformed,
                                                    .friction = {0.1, 0.3},
                                                    .from = 0.010,
                                                    .to = 0.098,
                                                    .resolution = 1e-6});
    REQUIRE(result.loci.size() == 2);
    const std::vector<Zone> low = {
        {3523, 55.4, 55.5, 5.6},   {3523, 63.3, 63.6, 19.9}, {3523, 74.3, 74.7, 47.3},
        {3523, 82.1, 82.9, 43.5},  {3523, 91.2, 91.6, 72.3}, {10569, 41.3, 41.3, 1.6},
        {10569, 47.8, 47.8, 11.5}, {10569, 52.1, 52.1, 2.3}, {10569, 94.1, 94.2, 42.2}};
    const std::vector<Zone> high = {
        {3523, 55.4, 55.7, 26.2},  {3523, 62.8, 63.4, 48.5},  {3523, 74.2, 75.1, 100.7},
        {3523, 81.5, 82.9, 94.7},  {3523, 90.9, 92.0, 149.9}, {6996, 43.2, 43.2, 0.7},
        {6996, 83.3, 83.3, 19.5},  {10569, 36.8, 37.1, 52.0}, {10569, 40.9, 41.4, 71.5},
        {10569, 47.5, 48.0, 95.1}, {10569, 51.6, 52.2, 89.3}, {10569, 58.4, 58.7, 39.9},
        {10567, 90.8, 91.7, 71.5}, {10569, 93.5, 94.3, 149.8}};
    for (const auto& [zones, locus] :
         {std::pair{&low, &result.loci[0]}, std::pair{&high, &result.loci[1]}}) {
        CAPTURE(*locus->friction);
        check_zones(*locus, 0.1, *zones);
        check_grid(*locus, 0.1, *zones);
    }
    const Vector force = result.loci[1].normal_force.col(0);
    CHECK(force.minCoeff() > 0.079);
    CHECK(force.maxCoeff() < 0.0801);
}

TEST_CASE("A zone narrower than the reference's grid has the peak of the dense solve", "[dynamics]")
{
    // Near 7 kHz the reference has 19.5 1/s at its one grid point inside, 83.3 mm.
    const auto beams = test::beam_on_beam();
    const auto result = complex_modes(
        beams.model, {.about = About::deformed, .friction = {0.3}, .from = 0.083, .to = 0.0835});
    const auto& zones = result.loci[0].zones;
    const auto zone = std::find_if(zones.begin(), zones.end(), [](const UnstableZone& z) -> bool {
        return std::abs(z.frequency_hz - 6996) < 20;
    });
    REQUIRE(zone != zones.end());
    const ModalModel modal = modal_model(beams.model);
    Slide slide(beams.model, modal, {About::deformed, 0.3, 0});
    auto growth = [&](double x) -> double {
        double largest = -1e300;
        for (const Complex s : sorted(dense_eigenvalues(stacked_modes(modal), slide.at(x)), 5e4))
            if (std::abs(s.imag() / two_pi - 6996) < 60)
                largest = std::max(largest, s.real());
        return largest;
    };
    CHECK(growth(zone->at) == Approx(zone->growth_rate).margin(1e-5)); // 1e-10 of omega
    CHECK(zone->growth_rate == Approx(21.96).margin(0.01));
    CHECK(growth(zone->at - 2e-6) < zone->growth_rate);
    CHECK(growth(zone->at + 2e-6) < zone->growth_rate);
}

TEST_CASE("At one position about the deformed state the reference is met to its digits",
          "[dynamics]")
{
    // Friction, growing eigenvalues: growth [1/s] to its last digit, frequency [Hz].
    const auto beams = test::beam_on_beam();
    const auto result = complex_modes(
        beams.model, {.about = About::deformed, .friction = {0.1, 0.3}, .from = 0.0915});
    auto growing = [](const ModeLocus& locus) -> std::vector<Complex> {
        std::vector<Complex> s;
        for (const Complex z : sorted(locus.s.row(0).transpose(), two_pi * 20e3))
            if (z.real() > 0)
                s.push_back(z);
        return s;
    };
    const auto low = growing(result.loci[0]), high = growing(result.loci[1]);
    REQUIRE(low.size() == 1);
    CHECK(low[0].real() == Approx(64.6395).margin(1e-3));
    CHECK(low[0].imag() / two_pi == Approx(3528.784).margin(1e-3));
    REQUIRE(high.size() == 2);
    CHECK(high[0].real() == Approx(149.8720).margin(1e-3));
    CHECK(high[0].imag() / two_pi == Approx(3524.705).margin(1e-3));
    CHECK(high[1].real() == Approx(59.6704).margin(1e-3));
    CHECK(high[1].imag() / two_pi == Approx(10556.774).margin(1e-3));
}

TEST_CASE("An axial mode moves against its own contact force where the slope says so", "[dynamics]")
{
    // docs/theory/stability.md, section 7: the residue R_j P_j of the axial modes of the lower
    // beam. Undeformed by Poisson's contraction: of sin(pi x / 2L) positive everywhere, of sin(3 pi
    // x / 2L) negative in the middle third; 1 mm is left for what the beam theory leaves out.
    // Deformed the first is negative in the outer half.
    const auto beams = test::beam_on_beam();
    const ModalModel modal = modal_model(beams.model);
    const StackedModes modes = stacked_modes(modal);
    auto residue = [&](Slide& slide, double x, double hz) -> double {
        Index j = 0;
        (modes.omega.array() - two_pi * hz).abs().minCoeff(&j);
        const LinearisedContacts contacts = slide.at(x);
        return contacts.R(0, j) * contacts.P(0, j);
    };
    const double L = 0.1, first = 3522.690, second = 10568.586;
    Slide drawn(beams.model, modal, {About::undeformed, 0.3, 0});
    Slide bent(beams.model, modal, {About::deformed, 0.3, 0});
    for (double x = 0.005; x < 0.098; x += 0.0013) {
        CAPTURE(x);
        CHECK(residue(drawn, x, first) > 0);
        if (std::abs(x - L / 3) > 1e-3 && std::abs(x - 2 * L / 3) > 1.5e-3)
            CHECK((residue(drawn, x, second) < 0) == (x > L / 3 && x < 2 * L / 3));
        if (std::abs(x - L / 2) > 2e-3)
            CHECK((residue(bent, x, first) < 0) == (x > L / 2));
    }
}

TEST_CASE("The certified count and the eigenvalues equal those of the dense solve", "[dynamics]")
{
    // 50 random positions, half of them about the deformed state. The dense solve knows s to about
    // eps omega_max = 4e-9 1/s, the lowest mode is 125 1/s.
    const auto beams = test::beam_on_beam();
    const ModalModel modal = modal_model(beams.model);
    const StackedModes modes = stacked_modes(modal);
    CharacteristicFunction function(modes);
    std::mt19937 random(4);
    std::uniform_real_distribution<double> place(0.002, 0.0985), radius(3e3, 25e3);
    for (const About about : {About::undeformed, About::deformed}) {
        Slide slide(beams.model, modal, {about, 0.3, 0});
        for (int trial = 0; trial < 25; ++trial) {
            const double x = place(random), r = two_pi * radius(random);
            CAPTURE(x, r / two_pi);
            const LinearisedContacts contacts = slide.at(x);
            const ComplexVector all = dense_eigenvalues(modes, contacts);
            REQUIRE(all.size() == 488);
            function.set(contacts);
            const std::optional<int> count = function.count_inside(r);
            REQUIRE(count);
            CHECK(*count == std::count_if(all.begin(), all.end(),
                                          [r](Complex z) -> bool { return std::abs(z) < r; }));
            const std::vector<Complex> dense = sorted(all, r);
            ComplexVector s =
                frictionless_eigenvalues(modes, contacts).head(static_cast<Index>(dense.size()));
            REQUIRE(function.refine(s));
            const std::vector<Complex> found = sorted(s, 2 * r);
            for (std::size_t k = 0; k < dense.size(); ++k)
                CHECK(std::abs(found[k] - dense[k]) < 1e-9 * std::abs(dense[k]));
        }
    }
}

TEST_CASE("The count on a circle finds an eigenvalue that was left out", "[dynamics]")
{
    // Purpose of the certificate: with one missing guess, too few eigenvalues are found.
    const auto beams = test::beam_on_beam(coarse);
    const StackedModes modes = stacked_modes(modal_model(beams.model));
    const ModalModel modal = modal_model(beams.model);
    Slide slide(beams.model, modal, {About::undeformed, 0.3, 0});
    const LinearisedContacts contacts = slide.at(0.0437);
    CharacteristicFunction function(modes);
    function.set(contacts);
    ComplexVector s = frictionless_eigenvalues(modes, contacts).head(9);
    REQUIRE(function.refine(s));
    const double r = (std::abs(s(7)) + std::abs(s(8))) / 2;
    CHECK(function.count_inside(r) == 16);
    ComplexVector fewer(7);
    fewer << s.head(3), s.segment(4, 4);
    REQUIRE(function.refine(fewer));
    CHECK(2 * fewer.size() < function.count_inside(r));
}

TEST_CASE("Left and right modes are bi-orthogonal", "[dynamics]")
{
    const auto beams = test::beam_on_beam();
    const ModalModel modal = modal_model(beams.model);
    const StackedModes modes = stacked_modes(modal);
    REQUIRE(modes.classical());
    for (const About about : {About::undeformed, About::deformed}) {
        const auto result =
            complex_modes(beams.model, {.about = about, .friction = {0.3}, .from = 0.0915});
        Slide slide(beams.model, modal, {about, 0.3, 0});
        const LinearisedContacts contacts = slide.at(0.0915);
        const auto s = sorted(result.loci[0].s.row(0).transpose(), two_pi * 20e3);
        std::vector<ModeVectors> v;
        for (const Complex z : s)
            v.push_back(mode_vectors(modes, contacts, z));
        for (std::size_t a = 0; a < s.size(); ++a)
            for (std::size_t b = 0; b < s.size(); ++b) {
                CAPTURE(a, b);
                // l_a^T (S(s_a) - S(s_b)) / (s_a - s_b) r_b, of one and the same l^T S'(s) r.
                const ComplexVector slope = modes.c.cast<Complex>().array() + (s[a] + s[b]); // of S
                Complex product = v[a].q_left.cwiseProduct(slope).cwiseProduct(v[b].q_right).sum();
                if (contacts.P_rate.size() > 0)
                    product += (contacts.P_rate * v[a].q_left).cwiseProduct(v[b].w_right).sum();
                CHECK(std::abs(product - (a == b ? 1.0 : 0.0)) < 1e-8);
            }
    }
}

TEST_CASE("Without friction and damping the modes are those of the symmetric problem", "[dynamics]")
{
    const auto beams = test::beam_on_beam({.mu = 0, .s0 = 0.050, .alpha = 0, .beta = 0});
    const auto result = complex_modes(beams.model, {});
    const auto s = sorted(result.loci[0].s.row(0).transpose(), two_pi * 20e3);
    const auto symmetric = modes(beams.model, {.of = dynamics::ModesOf::coupled, .n_modes = 20});
    REQUIRE(s.size() >= 20);
    for (std::size_t k = 0; k < 20; ++k) {
        CAPTURE(k);
        CHECK(std::abs(s[k].real()) < 1e-10 * std::abs(s[k])); // convergence of the iteration
        // The symmetric solve knows omega^2 to eps omega_max^2: 1e-8 of the lowest mode.
        CHECK(s[k].imag() / two_pi ==
              Approx(symmetric[0].frequency_hz(static_cast<Index>(k))).epsilon(2e-8));
    }
    CHECK(result.loci[0].zones.empty());
}

TEST_CASE("Reversed friction has another spectrum", "[dynamics]")
{
    const auto forward = test::beam_on_beam({.s0 = 0.0478});
    const auto backward = test::beam_on_beam({.s0 = 0.0478, .velocity = -0.030});
    const auto a = complex_modes(forward.model, {}), b = complex_modes(backward.model, {});
    CHECK(a.loci[0].largest->growth_rate == Approx(61.6).epsilon(0.01)); // reference, friction 0.3
    CHECK(b.loci[0].largest->growth_rate < 0);
    const auto s = sorted(a.loci[0].s.row(0).transpose(), two_pi * 5e3);
    const auto r = sorted(b.loci[0].s.row(0).transpose(), two_pi * 5e3);
    CHECK(std::abs(s[1] - r[1]) > 1e-2 * std::abs(s[1]));
}

TEST_CASE("A mode keeps its column where another one crosses it between two positions",
          "[dynamics]")
{
    // At friction 1e-3 the axial modes of the lower beam (3523, 10569 Hz) part from its bending
    // modes by about 5 Hz where these cross them, which move by 80 Hz and more from millimetre to
    // millimetre: only the shapes show which is which. (On a grid that resolves a veering a column
    // follows its curve through it.)
    const auto beams = test::beam_on_beam();
    const auto result =
        complex_modes(beams.model, {.friction = {1e-3}, .from = 0.02, .to = 0.09, .step = 1e-3});
    const ModeLocus& locus = result.loci[0];
    for (const double axial : {3523.0, 10568.5}) {
        Index column = 0;
        (locus.s.row(0).imag().array() / two_pi - axial).abs().minCoeff(&column);
        const Vector f = locus.s.col(column).imag() / two_pi;
        int crossed = 0;
        for (Index k = 0; k < locus.s.cols(); ++k) {
            const Vector other = locus.s.col(k).imag() / two_pi;
            for (Index i = 1; k != column && i < f.size(); ++i)
                crossed += (other(i) > f(i)) != (other(i - 1) > f(i - 1)) ? 1 : 0;
        }
        CAPTURE(axial);
        CHECK(f.minCoeff() > axial - 10); // at a position beside a veering
        CHECK(f.maxCoeff() < axial + 10);
        CHECK(crossed >= 3);
    }
}

TEST_CASE("Damping that couples the modes is solved as the first-order problem", "[dynamics]")
{
    // A dashpot at the free end of the lower beam; eigenvalues of the physical reduced matrices
    // with null spaces of B_C and B_E written out by hand.
    auto beams = test::beam_on_beam(coarse);
    assembly::CoupledModel& model = beams.model;
    const fem::Port& tip = fem::port(model.bodies[0], "right");
    model.joints.push_back({"dashpot",
                            {},
                            {0, fem::mean_row(tip, 1).transpose().sparseView()},
                            std::nullopt,
                            contact::Linear{{0}, {0.5}}});
    const auto result = complex_modes(model, {.friction = {0.2}, .band_high_hz = 10e3});
    CHECK_FALSE(result.classical);
    CHECK_FALSE(result.loci[0].determinant);

    const auto& lower = model.bodies[0];
    const auto& upper = model.bodies[1];
    const Index n0 = lower.n(), n = n0 + upper.n();
    Matrix M = Matrix::Zero(n, n), C = M, K = M;
    M.topLeftCorner(n0, n0) = lower.M;
    C.topLeftCorner(n0, n0) = lower.C;
    K.topLeftCorner(n0, n0) = lower.K;
    M.bottomRightCorner(upper.n(), upper.n()) = upper.M;
    C.bottomRightCorner(upper.n(), upper.n()) = upper.C;
    K.bottomRightCorner(upper.n(), upper.n()) = upper.K;
    const Vector row = fem::mean_row(tip, 1);
    C.topLeftCorner(n0, n0) += 0.5 * row * row.transpose();
    const assembly::Sliding& sliding = model.sliding[0];
    const assembly::Configuration at = assembly::undeformed_configuration(sliding)[0];
    auto constraint = [&](const contact::ContactRow& entries) -> Matrix {
        const assembly::CoupledRow r = assembly::expand(sliding, 0, at.segment, entries);
        Matrix B(1, n);
        B << r.master.transpose(), r.slave.transpose();
        return B;
    };
    const Matrix held = Matrix(model.motions[0].on.rows);
    auto null_space = [&](const Matrix& B) -> Matrix {
        Matrix all(1 + held.rows(), n);
        all << B, Matrix::Zero(held.rows(), n0), held;
        return independent::kernel(all);
    };
    const Matrix L_C = null_space(constraint(contact::compatibility_row(at.projection)));
    const Matrix L_E = null_space(constraint(contact::equilibrium_row(at.projection, 0.2, 1)));
    const Index m = L_C.cols();
    auto projected = [&](const Matrix& X) -> Matrix {
        return independent::product(L_E.transpose(), independent::product(X, L_C));
    };
    const Matrix mass = projected(M);
    const double w = 1e4; // time unit that balances the blocks
    Matrix A = Matrix::Zero(2 * m, 2 * m);
    A.topRightCorner(m, m).setIdentity();
    A.bottomLeftCorner(m, m) = -independent::solve(mass, projected(K)) / (w * w);
    A.bottomRightCorner(m, m) = -independent::solve(mass, projected(C)) / w;
    const auto exact = sorted(w * independent::eigenvalues(A), two_pi * 10e3);
    const auto found = sorted(result.loci[0].s.row(0).transpose(), two_pi * 10e3);
    REQUIRE(found.size() >= exact.size());
    REQUIRE(exact.size() >= 8);

    // The dense eigenvalues are off by eps of the largest one: in the lowest a ninth digit. They
    const std::vector<Complex> refined = independent::refined_eigenvalues(M, C, K, L_E, L_C, exact);
    for (std::size_t k = 0; k < exact.size(); ++k) {
        CAPTURE(k);
        const Complex s = refined[k];
        REQUIRE(std::abs(s - exact[k]) < 1e-6 * std::abs(s)); // the same eigenvalue
        CHECK(std::abs(found[k] - s) < 1e-9 * std::abs(s));
    }
}

TEST_CASE("Both methods give the same modes", "[dynamics]")
{
    const auto beams = test::beam_on_beam(coarse);
    for (const About about : {About::undeformed, About::deformed}) {
        ComplexModesOptions options{.about = about,
                                    .friction = {0.3},
                                    .from = 0.02,
                                    .to = 0.04,
                                    .step = 2e-3,
                                    .resolution = 1e-3};
        const auto fast = complex_modes(beams.model, options);
        options.method = dynamics::EigenMethod::dense;
        const auto dense = complex_modes(beams.model, options);
        CHECK(dense.loci[0].n_dense == dense.loci[0].position.size());
        CHECK(fast.loci[0].n_dense == 0);
        CHECK(fast.loci[0].determinant);
        CHECK_FALSE(dense.loci[0].determinant);
        for (const double x : {0.02, 0.04}) {
            const auto row = [x](const ModeLocus& locus) -> std::vector<Complex> {
                Index i = 0;
                (locus.position.array() - x).abs().minCoeff(&i);
                return sorted(locus.s.row(i).transpose(), two_pi * 20e3);
            };
            const auto a = row(fast.loci[0]), b = row(dense.loci[0]);
            REQUIRE(a.size() == b.size());
            for (std::size_t k = 0; k < a.size(); ++k)
                CHECK(std::abs(a[k] - b[k]) < 1e-9 * std::abs(b[k]));
        }
    }
}

TEST_CASE("Complex modes refuse what they cannot do", "[dynamics]")
{
    const auto beams = test::beam_on_beam(coarse);
    auto run = [&](ComplexModesOptions options) { (void)complex_modes(beams.model, options); };
    CHECK_THROWS_WITH(run({.band_low_hz = 5e3, .band_high_hz = 5e3}),
                      Contains("band_hz = [5000, 5000]; expected [low, high]"));
    CHECK_THROWS_WITH(run({.from = 0.02, .to = 0.2}),
                      Contains("positions.to = 0.2; the master surface of contact rub reaches"));
    CHECK_THROWS_WITH(run({.from = 0.05, .to = 0.02}), Contains("expected at least from = 0.05 m"));
    CHECK_THROWS_WITH(run({.from = 0.02, .to = 0.03, .step = 0}), Contains("step = 0 m"));
    CHECK_THROWS_WITH(run({.from = 0.02, .to = 0.03, .resolution = -1}),
                      Contains("resolution = -1 m"));
}

TEST_CASE("An interrupted locus keeps the positions it has", "[dynamics]")
{
    const auto beams = test::beam_on_beam(coarse);
    const auto result =
        complex_modes(beams.model, {.friction = {0.1, 0.3}, .from = 0.01, .to = 0.09, .step = 1e-3},
                      [](double fraction) -> bool { return fraction < 18.5 / (2 * 81); });
    CHECK_FALSE(result.complete);
    REQUIRE(result.loci.size() == 1);
    CHECK(result.loci[0].position.size() == 19); // asked before each
}
