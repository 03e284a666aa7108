#include "tests/contact/patch/slopes.hpp"

#include "base/error.hpp"
#include "contact/patch/slip_series.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

using namespace slideway;
using namespace slideway::contact;
using Catch::Matchers::Contains;

namespace {

PatchOptions unit(PressureShape shape, PatchForm form = PatchForm::exact, int n = 1,
                  SpinLength rho = {})
{
    return {.shape = shape,
            .radius = 1,
            .normal_force = 1,
            .friction = 1,
            .form = form,
            .n = n,
            .rho = rho};
}

struct QT {
    double Q, T, slope; // T over kappa; dQ/deps
};

QT at_eps(const PatchLaw& law, double eps)
{
    const PatchForce f = law.force({eps, 0}, 1);
    return {f.force(0), f.force(2) / law.kappa(), f.tangent(0, 0)};
}

const SpinLength of_radius{SpinLength::Of::radius};

std::vector<PatchLaw> all_forms()
{
    std::vector<PatchLaw> laws;
    for (const PressureShape shape :
         {PressureShape::uniform, PressureShape::hertz, PressureShape::flat_punch})
        for (const SpinLength rho : {SpinLength{}, of_radius}) {
            laws.emplace_back(unit(shape));
            laws.emplace_back(unit(shape, PatchForm::ellipsoid, 1, rho));
            for (const int n : {1, 2, 4, 6}) {
                laws.emplace_back(unit(shape, PatchForm::harmonic, n, rho));
                laws.emplace_back(unit(shape, PatchForm::potential, n, rho));
            }
        }
    return laws;
}

} // namespace

TEST_CASE("Force and torque of a disc are those of a quadrature over its area", "[contact]")
{
    // Quadrature in polar coordinates about the instantaneous centre, 12 decimals.
    struct Row {
        double eps, Q_uniform, T_uniform, Q_hertz, T_hertz;
    };
    const PatchLaw uniform(unit(PressureShape::uniform)), hertz(unit(PressureShape::hertz));
    for (const Row& row :
         std::vector<Row>{{0.05, 0.049984370113, 0.998125879212, 0.058868046716, 0.997502343750},
                          {0.2, 0.198994936383, 0.970226266708, 0.233263254529, 0.960600000000},
                          {0.4, 0.391831388016, 0.883684531029, 0.452389342117, 0.849600000000},
                          {0.6, 0.571621588645, 0.749265630368, 0.643241095823, 0.688600000000},
                          {0.653, 0.616031941847, 0.707541707623, 0.687288656517, 0.641775238230},
                          {0.8, 0.729409707349, 0.584281742641, 0.791681348705, 0.513600000000},
                          {0.9, 0.795759308900, 0.499817536100, 0.845579297668, 0.436037500000},
                          {1.1, 0.881353878758, 0.373374756091, 0.907369604786, 0.332718733251},
                          {1.3, 0.919163310657, 0.305910939821, 0.936252262847, 0.274368409286},
                          {2.0, 0.967687511260, 0.191713797426, 0.974278579257, 0.173006656867},
                          {5.0, 0.994974681914, 0.075252860355, 0.995982663576, 0.068102096644},
                          {20.0, 0.999687402267, 0.018753908999, 0.999749932989, 0.016979560682}}) {
        CAPTURE(row.eps);
        CHECK(at_eps(uniform, row.eps).Q == Approx(row.Q_uniform).margin(1e-12).epsilon(0));
        CHECK(at_eps(uniform, row.eps).T == Approx(row.T_uniform).margin(1e-12).epsilon(0));
        CHECK(at_eps(hertz, row.eps).Q == Approx(row.Q_hertz).margin(1e-12).epsilon(0));
        CHECK(at_eps(hertz, row.eps).T == Approx(row.T_hertz).margin(1e-12).epsilon(0));
    }
    CHECK(uniform.kappa() == Approx(2.0 / 3).epsilon(1e-15));
}

TEST_CASE("Exact laws keep their digits from almost pure spin to almost pure slip", "[contact]")
{
    // Hypergeometric functions with 40 digits (mpmath): Q, T and dQ/deps.
    struct Row {
        PressureShape shape;
        double eps, Q, T, slope;
    };
    const std::vector<Row> rows = {
        {PressureShape::flat_punch, 1e-8, 7.8539816339744833e-9, 0.99999999999999995,
         0.78539816339744831},
        {PressureShape::flat_punch, 1e-4, 7.8539816339744835e-5, 0.999999995, 0.78539816339744831},
        {PressureShape::flat_punch, 0.03125, 0.02454369260617026, 0.99951171875,
         0.78539816339744831},
        {PressureShape::flat_punch, 0.3125, 0.2454369260617026, 0.951171875, 0.78539816339744831},
        {PressureShape::flat_punch, 0.34375, 0.26998061866787286, 0.94091796875,
         0.78539816339744831},
        {PressureShape::flat_punch, 0.625, 0.49087385212340519, 0.8046875, 0.78539816339744831},
        {PressureShape::flat_punch, 0.96875, 0.76085447079127805, 0.53076171875,
         0.78539816339744831},
        {PressureShape::flat_punch, 0.9999990463256836, 0.78539741438339173, 0.50000095367386165,
         0.78539816339744831},
        {PressureShape::flat_punch, 1, 0.78539816339744831, 0.5, 0.78539816339743417},
        {PressureShape::flat_punch, 1.0000009536743164, 0.78539891153344609, 0.49999904744320868,
         0.78401709689229257},
        {PressureShape::flat_punch, 1.0625, 0.82032077173993545, 0.45425334924682752,
         0.45402853829984078},
        {PressureShape::flat_punch, 1.5, 0.91997373842018972, 0.29781138990889603,
         0.11641183061350655},
        {PressureShape::flat_punch, 2.875, 0.97945343628019356, 0.14948157646750097,
         0.014571952840780751},
        {PressureShape::flat_punch, 3.5, 0.98622290126303801, 0.12227779629266893,
         0.0079737296466080398},
        {PressureShape::flat_punch, 128, 0.99998982738082405, 0.003315748219075735,
         1.5894862987925308e-7},
        {PressureShape::flat_punch, 16384, 0.99999999937911828, 2.5904124861846545e-5,
         7.5791225232447315e-14},
        {PressureShape::flat_punch, 134217728, 0.99999999999999999, 3.1621246157466439e-9,
         1.3786343542550461e-25},
        {PressureShape::uniform, 1e-8, 1.0e-8, 0.99999999999999992, 0.99999999999999996},
        {PressureShape::uniform, 1e-4, 9.9999999875000005e-5, 0.99999999250000001,
         0.99999999624999999},
        {PressureShape::uniform, 0.03125, 0.031246184836930918, 0.99926771225364647,
         0.99963371452484422},
        {PressureShape::uniform, 0.3125, 0.30863725150090729, 0.92811771680362852,
         0.96260014967062577},
        {PressureShape::uniform, 0.34375, 0.33859472071589356, 0.91337400912386707,
         0.95453718605900302},
        {PressureShape::uniform, 0.625, 0.5927709775172384, 0.72983571542959667,
         0.83895444813392721},
        {PressureShape::uniform, 0.96875, 0.83418547262843617, 0.44602217223174738,
         0.5030548405328118},
        {PressureShape::uniform, 0.9999990463256836, 0.84882595840054672, 0.42441378871244066,
         0.42442184877158478},
        {PressureShape::uniform, 1, 0.84882636315677512, 0.42441318157838756, 0.42441318157838756},
        {PressureShape::uniform, 1.0000009536743164, 0.84882676790444835, 0.42441257445658822,
         0.4244045143968651},
        {PressureShape::uniform, 1.0625, 0.87086816400681441, 0.39037385980378973,
         0.30171465960735485},
        {PressureShape::uniform, 1.5, 0.94081937549889914, 0.26069715828784593,
         0.084654880338859378},
        {PressureShape::uniform, 2.875, 0.98463928982566919, 0.13179696644969565,
         0.010857881922659059},
        {PressureShape::uniform, 3.5, 0.98968903974271386, 0.10788904829976177,
         0.0059546844862065134},
        {PressureShape::uniform, 128, 0.99999237054725998, 0.0029297024014169957,
         1.1921110859222835e-7},
        {PressureShape::uniform, 16384, 0.99999999953433871, 2.2888183600855427e-5,
         5.6843418913747574e-14},
        {PressureShape::uniform, 134217728, 0.99999999999999999, 2.7939677238464356e-9,
         1.0339757656912846e-25},
        {PressureShape::hertz, 1e-8, 1.1780972450961725e-8, 0.9999999999999999, 1.1780972450961724},
        {PressureShape::hertz, 1e-4, 0.00011780972421509294, 0.99999999000000004,
         1.1780972362604431},
        {PressureShape::hertz, 0.03125, 0.036806550740576372, 0.99902379512786865,
         1.1772343809029868},
        {PressureShape::hertz, 0.3125, 0.35916722041353647, 0.90592002868652344,
         1.0918108257776051},
        {PressureShape::hertz, 0.34375, 0.39300767549003709, 0.88707196712493896,
         1.073690677720706},
        {PressureShape::hertz, 0.625, 0.66440542875296836, 0.666595458984375, 0.83295156782190319},
        {PressureShape::hertz, 0.96875, 0.87351517307030885, 0.39180028438568115,
         0.34888475544474053},
        {PressureShape::hertz, 0.9999990463256836, 0.88357265294105453, 0.37500047683829507,
         0.29452599655486682},
        {PressureShape::hertz, 1, 0.88357293382212935, 0.375, 0.29452431127404312},
        {PressureShape::hertz, 1.0000009536743164, 0.88357321470159797, 0.37499952316397696,
         0.29452262862578911},
        {PressureShape::hertz, 1.0625, 0.89954147032050624, 0.34708224016535455,
         0.22368197246278811},
        {PressureShape::hertz, 1.5, 0.95311838732259165, 0.23450977339054448, 0.066289297804803846},
        {PressureShape::hertz, 2.875, 0.98773933776432654, 0.11915050634653954,
         0.0086461580703996348},
        {PressureShape::hertz, 3.5, 0.99176366210772092, 0.09758629093887222,
         0.0047492235811567833},
        {PressureShape::hertz, 128, 0.9999938964444605, 0.0026525939493828361,
         9.5368678979366259e-8},
        {PressureShape::hertz, 16384, 0.99999999962747097, 2.0723299887271513e-5,
         4.5474735124947824e-14},
        {PressureShape::hertz, 134217728, 0.99999999999999999, 2.5296996925973151e-9,
         8.2718061255302768e-26}};
    for (const Row& row : rows) {
        CAPTURE(name_of(row.shape), row.eps);
        const QT got = at_eps(PatchLaw(unit(row.shape)), row.eps);
        CHECK(got.Q == Approx(row.Q).epsilon(1e-13));
        CHECK(got.T == Approx(row.T).epsilon(1e-13));
        // The slope of the punch is a root of eps - 1 there: 1e-6 beside it half the digits count.
        CHECK(got.slope == Approx(row.slope).epsilon(1e-12));
    }
}

TEST_CASE("Near pure spin and pure slip the uniform law follows its series", "[contact]")
{
    // Exact rationals; the paper prints 5/584 and 1/512 for 5/384 and 3/512 in its (79).
    const PatchLaw law(unit(PressureShape::uniform));
    for (const double eps : {0.01, 0.02}) {
        const double e2 = eps * eps;
        const QT spins = at_eps(law, eps), slides = at_eps(law, 1 / eps);
        // The next terms are of order eps^8 of the first.
        const double rest = 4 * e2 * e2 * e2 * e2;
        CHECK(spins.Q == Approx(eps * (1 - e2 / 8 - e2 * e2 / 64 - 5 * e2 * e2 * e2 / 1024))
                             .epsilon(1e-14 + rest));
        CHECK(spins.T ==
              Approx(1.5 * (2.0 / 3 - e2 / 2 + 3 * e2 * e2 / 32 + 5 * e2 * e2 * e2 / 384))
                  .epsilon(1e-14 + rest));
        CHECK(slides.Q ==
              Approx(1 - e2 / 8 - e2 * e2 / 64 - 5 * e2 * e2 * e2 / 1024).epsilon(1e-14 + rest));
        CHECK(slides.T ==
              Approx(1.5 * eps * (0.25 + e2 / 48 + 3 * e2 * e2 / 512 + 5 * e2 * e2 * e2 / 2048))
                  .epsilon(1e-14 + rest));
    }
}

TEST_CASE("Coefficients of series are Fourier integrals of the exact law", "[contact]")
{
    struct Row {
        PressureShape shape;
        SpinLength rho;
        double length;
        std::vector<double> c, s;
        std::vector<std::vector<double>> C, S; // of cos sin^(2i-2), sin^(2i-1), N = 2, 3, ...
    };
    const std::vector<Row> rows = {
        {PressureShape::uniform,
         SpinLength{},
         2.0 / 3,
         {0.965989138584, 0.081331465769, -0.034457824785, -0.020776295151, 0.001398834915,
          0.007005004862},
         {0.974610618758, -0.078457639044, -0.061415638103, 0.001520714209, 0.015943283476,
          0.004894998506},
         {{1.0473206044, -0.3253258631},
          {1.0128627796, 0.0881680343, -0.5513251966},
          {0.9920864844, 0.5867991180, -2.2134288086, 1.3296828896},
          {0.9934853193, 0.5308457214, -1.8777084290, 0.7030048477, 0.3581017383},
          {1.0004903242, 0.1105454296, 2.0450942936, -11.8499638647, 16.4976329399, -7.1731249785}},
         {{0.7392377016, 0.3138305562},
          {0.4321595111, 1.5421433182, -0.9826502097},
          {0.4428045106, 1.4569833226, -0.8123302183, -0.0973257094},
          {0.5862940618, -0.4562106945, 6.0751682432, -9.2806569913, 4.0814805697},
          {0.6401390454, -1.5331103658, 12.1058064023, -23.0649727837, 17.8657963621,
           -5.0124784700}}},
        {PressureShape::uniform,
         of_radius,
         1,
         {1.075625062997, -0.045118582829, -0.045118582829, 0.009693882513, 0.009693882513,
          -0.003417509468},
         {0.840557734369, -0.189948745799, -0.005684648690, 0.029740051626, -0.002719202103,
          -0.008995575148},
         {{1.0305064802, 0.1804743313},
          {0.9853878973, 0.7218973253, -0.7218973253},
          {0.9950817799, 0.4892441450, 0.0536132758, -0.6204084808},
          {1.0047756624, 0.1014888444, 2.3801450789, -4.9632678466, 2.4816339233},
          {1.0013581529, 0.3065394125, 0.4663397766, 1.1609091205, -5.3923078916, 3.4995296955}},
         {{0.2707114970, 0.7597949832},
          {0.2422882535, 0.8734879570, -0.0909543790},
          {0.4504686149, -0.7919549340, 3.2399314030, -1.9033633040},
          {0.4259957960, -0.4656506816, 2.0652360944, -0.3371028925, -0.6961157385},
          {0.3270444693, 1.5133758509, -9.0173124879, 24.9944367242, -26.0276553551,
           9.2114689515}}},
        {PressureShape::hertz,
         SpinLength{},
         3 * std::numbers::pi / 16,
         {0.967876888804, 0.074588508588, -0.029702227845, -0.018144885312, -0.000282962550,
          0.004993004776},
         {0.977184605102, -0.071485936489, -0.057942439202, -0.002026694228, 0.012819333393,
          0.005727055542},
         {{1.0424653974, -0.2983540344},
          {1.0127631695, 0.0580726998, -0.4752356455},
          {0.9946182842, 0.4935499473, -1.9268264705, 1.1612726600},
          {0.9943353217, 0.5048684493, -1.9947374825, 1.2880398825, -0.0724384128},
          {0.9993283265, 0.2052881627, 0.8013451918, -7.6594246755, 11.4314445903, -5.1128368903}},
         {{0.7627267956, 0.2859437460},
          {0.4730145996, 1.4447925300, -0.9270790272},
          {0.4588277400, 1.5582874068, -1.1540687808, 0.1297084306},
          {0.5742017406, 0.0199673996, 4.3838832451, -7.2542276039, 3.2817493487},
          {0.6371993515, -1.2399848196, 11.4396156723, -23.3816160091, 19.4091377539,
           -5.8645048746}}}};
    for (const Row& row : rows) {
        const double kappa = DiscPressure(row.shape).torque_arm();
        const SlipSeries series = harmonic_series(row.shape, row.length, 6);
        REQUIRE(series.terms.size() == 6);
        for (std::size_t i = 0; i < 6; ++i) {
            CAPTURE(name_of(row.shape), row.length, i);
            CHECK(series.terms[i].slip == Approx(row.c[i]).margin(1e-11).epsilon(0));
            CHECK(series.terms[i].spin * row.length / kappa ==
                  Approx(row.s[i]).margin(1e-11).epsilon(0));
        }
        // In powers of sin^2, as the paper has them: 10 decimals, and coefficients up to 30.
        for (std::size_t k = 0; k < row.C.size(); ++k)
            for (const double theta : {0.1, 0.5, 1.0, 1.4}) {
                const double cos = std::cos(theta), sin = std::sin(theta);
                double Q = 0, T = 0, by_cos = cos, by_sin = sin;
                for (std::size_t i = 0; i < row.C[k].size(); ++i) {
                    Q += row.C[k][i] * by_cos;
                    T += row.S[k][i] * by_sin;
                    by_cos *= sin * sin;
                    by_sin *= sin * sin;
                }
                const PatchLaw law(unit(row.shape, PatchForm::harmonic,
                                        static_cast<int>(row.C[k].size()), row.rho));
                const Meridian m = law.meridian({cos, sin});
                CHECK(m.slip * cos == Approx(Q).margin(1e-9).epsilon(0));
                CHECK(m.spin * sin * row.length / kappa == Approx(T).margin(1e-9).epsilon(0));
            }
    }

    const std::vector<double> uniform =
                                  dissipation_coefficients(PressureShape::uniform, 2.0 / 3, 7),
                              hertz = dissipation_coefficients(PressureShape::hertz,
                                                               3 * std::numbers::pi / 16, 7);
    const std::vector<double> d_uniform = {0.97029987867126,   -0.002873826724677,
                                           0.031957820962689,  0.003851116188408,
                                           -0.002477445484386, -0.001322222596403,
                                           0.000162308181230},
                              d_hertz = {0.97253074695331,  -0.003102572099276, 0.029214889015479,
                                         0.004034315908187, -0.001790910120441, -0.001191117813033,
                                         -0.000056465443535};
    for (std::size_t i = 0; i < 7; ++i) {
        CHECK(uniform[i] == Approx(d_uniform[i]).margin(1e-11).epsilon(0));
        CHECK(hertz[i] == Approx(d_hertz[i]).margin(1e-11).epsilon(0));
    }
}

TEST_CASE("Tangents of patch laws are the slopes of their forces", "[contact]")
{
    std::mt19937 random(3);
    std::normal_distribution<double> number;
    for (const PatchLaw& law : all_forms())
        for (int k = 0; k < 60; ++k) {
            Vector3 v(number(random), number(random), number(random));
            if (k == 0)
                v = {0, 0, -1.3};
            if (k == 1)
                v = {0.4, -0.6, 0};
            const PatchForce at = law.force(v.head<2>(), v(2));
            const Matrix3 slopes = test::slopes(law, v);
            // Round-off 1e-11; h^2 of the third derivative, and at eps = 1, where the tangent of
            // the uniform law has the slope of a logarithm and that of the punch of a root,
            // sqrt(h).
            const double eps = v.head<2>().norm() / std::abs(v(2));
            const double bend = std::abs(eps - 1) < 0.02 ? 0.1 : 1e-7;
            CAPTURE(name_of(law.options().form), name_of(law.options().shape), law.options().n,
                    law.length(), v.transpose());
            CHECK((slopes - at.tangent).cwiseAbs().maxCoeff() <=
                  bend * std::max(1.0, at.tangent.cwiseAbs().maxCoeff()));
            CHECK(at.power == Approx(v.dot(at.force)).epsilon(1e-13));
            if (law.has_potential()) // grad D: curl-free, and Euler's theorem
                CHECK((at.tangent - at.tangent.transpose()).cwiseAbs().maxCoeff() <=
                      1e-13 * at.tangent.cwiseAbs().maxCoeff());
            CHECK((at.tangent * v).norm() <= 1e-13 * at.tangent.norm() * v.norm());
        }
}

TEST_CASE(
    "Exact laws and those made of one dissipation have a potential, series of force and torque "
    "none",
    "[contact]")
{
    for (const PatchLaw& law : all_forms()) {
        const PatchOptions& o = law.options();
        CAPTURE(name_of(o.form), name_of(o.shape), o.n, law.length());
        const bool kappa = o.rho.of == SpinLength::Of::kappa;
        CHECK(law.has_potential() ==
              (o.form == PatchForm::exact || o.form == PatchForm::potential ||
               (o.form == PatchForm::ellipsoid && kappa)));
        if (o.form == PatchForm::exact)
            CHECK(law.is_convex());
    }
    // Largest |cos theta dQ/dtheta + (kappa/rho) sin theta dT/dtheta|, uniform, rho = kappa.
    for (const auto& [n, defect] : {std::pair{2, 0.24}, {6, 0.012}}) {
        const PatchLaw law(unit(PressureShape::uniform, PatchForm::harmonic, n));
        double largest = 0;
        for (int k = 0; k <= 1000; ++k) {
            const double theta = k * std::numbers::pi / 2000, c = std::cos(theta),
                         s = std::sin(theta);
            const Meridian m = law.meridian({c, s});
            largest = std::max(largest, std::abs(s * m.rise - c * m.fall));
        }
        CHECK(largest == Approx(defect).epsilon(0.05)); // two digits are given
    }
    // Cut off after two to seven terms the dissipation of the uniform disc is still convex.
    for (int n = 2; n <= 7; ++n)
        CHECK(PatchLaw(unit(PressureShape::uniform, PatchForm::potential, n)).is_convex());
}

TEST_CASE("Bounds of a patch law on an arc hold it, and shrink with the arc", "[contact]")
{
    std::mt19937 random(5);
    std::uniform_real_distribution<double> share;
    for (const PatchLaw& law : all_forms())
        for (int k = 0; k < 100; ++k) {
            const double length = std::pow(10, -3 * share(random)),
                         from = share(random) * (std::numbers::pi / 2 - length * share(random));
            const double to = std::min(from + length, std::numbers::pi / 2);
            const MeridianBounds on = law.bounds({std::cos(from), std::sin(from)},
                                                 {std::max(std::cos(to), 0.0), std::sin(to)});
            CAPTURE(name_of(law.options().form), name_of(law.options().shape), law.options().n,
                    from, to);
            for (int i = 0; i <= 10; ++i) {
                const double theta = from + (to - from) * i / 10;
                const Meridian m = law.meridian({std::max(std::cos(theta), 0.0), std::sin(theta)});
                auto held = [](const Interval& by, double value) -> bool {
                    const double round_off = 1e-12 * std::max(1.0, std::abs(value));
                    return by.lo - round_off <= value && value <= by.hi + round_off;
                };
                CHECK(held(on.slip, m.slip));
                CHECK(held(on.spin, m.spin));
                CHECK(held(on.fall, m.fall));
                CHECK(held(on.rise, m.rise));
            }
            if (length < 2e-3)
                CHECK(on.slip.width() <= 20 * length);
        }
}

TEST_CASE("Patch laws do not depend on units", "[contact]")
{
    // A disc in mm, tonne, s: forces in N, torques in N mm.
    for (const PatchForm form : {PatchForm::exact, PatchForm::harmonic}) {
        PatchOptions si = unit(PressureShape::uniform, form, 3);
        si.radius = 0.02;
        si.normal_force = 300;
        si.friction = 0.25;
        PatchOptions mm = si;
        mm.radius = 20;
        const PatchForce a = PatchLaw(si).force({0.03, 0.01}, 2.5),
                         b = PatchLaw(mm).force({30, 10}, 2.5);
        CHECK(b.force(0) == Approx(a.force(0)).epsilon(1e-14));
        CHECK(b.force(2) == Approx(1e3 * a.force(2)).epsilon(1e-14));
        CHECK(b.tangent(2, 2) == Approx(1e3 * a.tangent(2, 2)).epsilon(1e-13));
    }
}

TEST_CASE("Numbers of a patch law outside their ranges are refused by key", "[contact]")
{
    auto refused = [](auto change) -> std::string {
        PatchOptions options = unit(PressureShape::uniform);
        change(options);
        try {
            (void)PatchLaw(options);
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    };
    CHECK_THAT(refused([](PatchOptions& o) { o.radius = 0; }),
               Contains("pressure.radius = 0; expected a number > 0"));
    CHECK_THAT(refused([](PatchOptions& o) { o.normal_force = -1; }),
               Contains("pressure.normal_force = -1; expected a number > 0"));
    CHECK_THAT(refused([](PatchOptions& o) { o.friction = 0; }), Contains("friction = 0"));
    CHECK_THAT(refused([](PatchOptions& o) {
                   o.form = PatchForm::harmonic;
                   o.n = 41;
               }),
               Contains("expand.n = 41; expected 1 to 40"));
    CHECK_THAT(refused([](PatchOptions& o) {
                   o.rho = {SpinLength::Of::length, -1};
               }),
               Contains("expand.rho = -1"));
}
