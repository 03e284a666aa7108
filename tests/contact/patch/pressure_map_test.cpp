#include "tests/contact/patch/slopes.hpp"

#include "base/error.hpp"
#include "contact/patch/radial_pressure.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

// Pressures beside those of a disc in closed form, and approximations of their laws.

using namespace slideway;
using namespace slideway::contact;
using Catch::Matchers::Contains;

namespace {

using std::numbers::pi;

// mu P = 1.
PatchLaw law_of(std::vector<PressurePart> map, PatchForm form = PatchForm::exact, int n = 1)
{
    return PatchLaw({.friction = 1, .form = form, .n = n, .map = std::move(map)});
}
PatchLaw law_of(const DiscPressure& pressure, PatchForm form = PatchForm::exact, int n = 1)
{
    return law_of({{DiscPart{pressure, 1}, 1}}, form, n);
}

const RadialPressure valley({0, 0.3, 0.6, 1}, {2, 1, 3, 0}); // falls and rises
const EllipsePressure skewed(1, 0.5, {0.5, 0}), straight(1, 0.5);

TrianglePressure polygon(int n, int rings)
{
    // A disc of radius 1 with uniform pressure, divided into rings.
    std::vector<TrianglePressure::Vertex> vertices{{{0, 0}, 1}};
    std::vector<TrianglePressure::Corners> triangles;
    auto at = [n](int ring, int k) -> std::size_t {
        return ring == 0 ? 0 : static_cast<std::size_t>(1 + (ring - 1) * n + k % n);
    };
    for (int ring = 1; ring <= rings; ++ring)
        for (int k = 0; k < n; ++k) {
            const double r = static_cast<double>(ring) / rings, angle = 2 * pi * k / n;
            vertices.push_back({{r * std::cos(angle), r * std::sin(angle)}, 1});
            triangles.push_back({at(ring - 1, k), at(ring, k), at(ring, k + 1)});
            if (ring > 1)
                triangles.push_back({at(ring - 1, k), at(ring, k + 1), at(ring - 1, k + 1)});
        }
    return {std::move(vertices), std::move(triangles)};
}

// A plate of 2 x 10 x 10 triangles with a curved pressure.
TrianglePressure plate()
{
    constexpr int n = 10;
    std::vector<TrianglePressure::Vertex> vertices;
    std::vector<TrianglePressure::Corners> triangles;
    for (int j = 0; j <= n; ++j)
        for (int i = 0; i <= n; ++i) {
            const double x = 2.0 * i / n - 1, y = 2.0 * j / n - 1;
            vertices.push_back({{x, y}, 1.4 - 0.5 * x * x - 0.6 * y * y + 0.2 * x});
        }
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
            const auto a = static_cast<std::size_t>(j * (n + 1) + i);
            triangles.push_back({a, a + 1, a + n + 2});
            triangles.push_back({a, a + n + 2, a + n + 1});
        }
    return {std::move(vertices), std::move(triangles)};
}

std::vector<PressurePart> feet()
{
    return {{DiscPart{PressureShape::uniform, 0.1}, 0.5, {1, 0}},
            {DiscPart{PressureShape::hertz, 0.2}, 0.2, {-0.5, 0.8}},
            {DiscPart{valley, 0.15}, 0.3, {-0.5, -0.8}}};
}

struct Named {
    std::string name;
    PatchLaw law;
};
std::vector<Named> all_laws()
{
    return {{"power", law_of(PowerPressure(1.7))},
            {"power near -1", law_of(PowerPressure(-0.8))},
            {"table", law_of(valley)},
            {"ellipse", law_of({{straight, 1}})},
            {"skewed ellipse beside the port", law_of({{skewed, 1, {0.2, -0.3}}})},
            {"slender ellipse", law_of({{EllipsePressure(0.05, 1, {3, 0.4}), 1}})},
            {"triangles", law_of({{plate(), 1}})},
            {"feet", law_of(feet())},
            {"disc and triangles",
             law_of({{DiscPart{PressureShape::hertz, 0.3}, 0.4, {2, 0}}, {plate(), 0.6}})},
            {"pade", law_of(PressureShape::uniform, PatchForm::pade, 2)},
            {"pade with kinks", law_of(PressureShape::uniform, PatchForm::pade, 1)},
            {"spherical", law_of({{skewed, 1}}, PatchForm::spherical, 8)}};
}

Vector3 any(std::mt19937& random)
{
    std::normal_distribution<double> number;
    return {number(random), number(random), number(random)};
}

// Root mean square of the error of the force, T over kappa, over the sphere of rho = kappa.
double error_of(const PatchLaw& law, const PatchLaw& exact)
{
    constexpr int latitudes = 60, longitudes = 60;
    double sum = 0, all = 0;
    for (int i = 0; i < latitudes; ++i)
        for (int j = 0; j < longitudes; ++j) {
            const double theta = pi * ((i + 0.5) / latitudes - 0.5),
                         phi = 2 * pi * (j + 0.5) / longitudes, c = std::cos(theta);
            const Vector2 u(c * std::cos(phi), c * std::sin(phi));
            const double spin = std::sin(theta) / exact.kappa();
            const Vector3 defect = law.force(u, spin).force - exact.force(u, spin).force;
            sum += c * (defect.head<2>().squaredNorm() + std::pow(defect(2) / exact.kappa(), 2));
            all += c;
        }
    return std::sqrt(sum / all);
}

} // namespace

TEST_CASE("A power of any exponent > -1 follows hypergeometric functions", "[contact]")
{
    // mpmath, 30 digits: Q, T, dQ/deps.
    struct Row {
        double nu, eps, Q, T, slope;
    };
    const std::vector<Row> rows = {
        {-0.8, 1.0e-8, 6.2686531240860364e-9, 0.99999999999999996, 0.62686531240860365},
        {-0.8, 0.3, 0.18936781560646853, 0.96817020099366675, 0.64021821868091119},
        {-0.8, 0.9375, 0.648472319215011, 0.64194611936501199, 0.93418283080505477},
        {-0.8, 1.0, 0.7147605202314252, 0.57010693212956858, 1.786901300578563},
        {-0.8, 1.0625, 0.76674040927347259, 0.51044465857969288, 0.63362274150137461},
        {-0.8, 1.5, 0.89878411325552358, 0.32904012335423985, 0.14932938351533891},
        {-0.8, 100.0, 0.99997916631153916, 0.0046528333184755491, 4.166808720444766e-7},
        {1.0, 1.0e-8, 1.3333333333333333e-8, 0.99999999999999987, 1.3333333333333332},
        {1.0, 0.3, 0.38665333365049684, 0.89312340266307363, 1.2008988589009599},
        {1.0, 0.9375, 0.88894448968027117, 0.36939942298610667, 0.30437303580073452},
        {1.0, 1.0, 0.9054147873672268, 0.33953054526271005, 0.2263536968418067},
        {1.0, 1.0625, 0.91790638509426571, 0.31540669494566422, 0.17708506762334605},
        {1.0, 1.5, 0.96121322702939606, 0.21481099234422786, 0.05438360408132512},
        {1.0, 100.0, 0.99999166658853971, 0.0031250195316894684, 1.6666979178385986e-7},
        {3.3, 1.0e-8, 1.891803402846646e-8, 0.99999999999999976, 1.8918034028466457},
        {3.3, 0.3, 0.5219714510901335, 0.80983068519987588, 1.4551385219938473},
        {3.3, 0.9375, 0.94160322562779164, 0.26989680544636329, 0.13879011855492865},
        {3.3, 1.0, 0.94933804539464966, 0.25090821910092661, 0.11038814481333136},
        {3.3, 1.0625, 0.95556310133436885, 0.2346369887581358, 0.089828069667423852},
        {3.3, 1.5, 0.97843296362111979, 0.16260870099467773, 0.029633003732537241},
        {3.3, 100.0, 0.99999528299079018, 0.002393652453371971, 9.4340745761102689e-8}};
    for (const Row& row : rows) {
        CAPTURE(row.nu, row.eps);
        const PatchLaw law = law_of(PowerPressure(row.nu));
        const PatchForce f = law.force({row.eps, 0}, 1);
        CHECK(f.force(0) == Approx(row.Q).epsilon(1e-13));
        CHECK(f.force(2) / law.kappa() == Approx(row.T).epsilon(1e-13));
        CHECK(f.tangent(0, 0) == Approx(row.slope).epsilon(1e-12));
    }
    for (const auto& [nu, shape] : {std::pair{0.0, PressureShape::uniform},
                                    {0.5, PressureShape::hertz},
                                    {-0.5, PressureShape::flat_punch}})
        for (const double eps : {0.01, 0.7, 0.8, 0.999, 1.0, 1.2, 1.5, 40.0}) {
            CAPTURE(nu, eps);
            const PatchForce a = law_of(PowerPressure(nu)).force({eps, 0}, 1),
                             b = law_of(shape).force({eps, 0}, 1);
            CHECK((a.force - b.force).norm() <= 1e-13 * b.force.norm());
            CHECK((a.tangent - b.tangent).norm() <= 1e-12 * b.tangent.norm());
        }
}

TEST_CASE("A table over the radius is a sum of flat punches", "[contact]")
{
    // Rings with complete elliptic integrals, mpmath: Q, T of the pressure of `valley`.
    struct Row {
        double eps, Q, T;
    };
    const PatchLaw law = law_of(valley);
    CHECK(law.kappa() == Approx(0.60987261146496815).epsilon(1e-13));
    for (const Row& row : std::vector<Row>{{0.05, 0.052442032214626204, 0.99785228384319342},
                                           {0.3, 0.30652279710321377, 0.92540705010779622},
                                           {0.45, 0.46125278060675142, 0.83005936807474319},
                                           {0.95, 0.86728130467723525, 0.39134666608615406},
                                           {1.0, 0.88317915702037339, 0.36595704420610602},
                                           {1.3, 0.93526341356433529, 0.2697695450089111},
                                           {4.0, 0.99356788407890535, 0.084197350928818048}}) {
        CAPTURE(row.eps);
        const PatchForce f = law.force({row.eps, 0}, 1);
        CHECK(f.force(0) == Approx(row.Q).epsilon(1e-12));
        CHECK(f.force(2) / law.kappa() == Approx(row.T).epsilon(1e-12));
    }
    // Equal pressures give the uniform law.
    const PatchLaw flat = law_of(RadialPressure({0, 0.4, 2}, {3, 3, 3}));
    for (const double eps : {0.1, 0.4, 0.9, 1.1, 5.0})
        CHECK((flat.force({eps, 0}, 1).force -
               law_of(PressureShape::uniform).force({eps, 0}, 1).force)
                  .norm() <= 1e-12);
}

TEST_CASE("A skewed ellipse has the forces of a quadrature over its area", "[contact]")
{
    // Affine polar coordinates about the instantaneous centre, 12 decimals; rho = kappa.
    const PatchLaw law = law_of({{skewed, 1}});
    const double kappa = law.kappa();
    CHECK(kappa == Approx(0.454146010338172).epsilon(1e-14));
    const std::vector<std::pair<Vector3, Vector3>> rows = {
        {{0, 0, 1}, {0, 0.167981778923, 1}},
        {{0, 1, 0}, {0, 1, 0.220193501041}},
        {{0.6, 0, 0.8}, {0.582868377322, 0.148663657917, 0.792898738661}},
        {{0, 0.6, 0.8}, {0, 0.578486549986, 0.852743783625}},
        {{0.6, 0.64, 0.48}, {0.622923437470, 0.666394762158, 0.476189477163}},
        {{-0.48, 0.6, 0.64}, {-0.500128740143, 0.613777699456, 0.649824570097}},
        {{0.36, -0.48, 0.8}, {0.380248268322, -0.209222456858, 0.802657113501}},
        {{0.8, 0.36, -0.48}, {0.855141208520, 0.228141182930, -0.380732238014}}};
    for (const auto& [w, gradient] : rows) {
        CAPTURE(w.transpose());
        const PatchForce f = law.force(w.head<2>(), w(2) / kappa);
        CHECK((f.force - Vector3(gradient(0), gradient(1), kappa * gradient(2))).norm() <= 2e-12);
    }
    // A round one is Hertz's disc, with its centre inside, on and outside of the rim.
    const PatchLaw round = law_of({{EllipsePressure(1, 1), 1}}),
                   disc = law_of(PressureShape::hertz);
    for (const double eps : {1e-6, 0.3, 0.999, 0.999999, 1.0, 1.0000001, 1.1, 1.9, 2.1, 1e6}) {
        const PatchForce a = round.force({0.6 * eps, 0.8 * eps}, 1),
                         b = disc.force({0.6 * eps, 0.8 * eps}, 1);
        CHECK((a.force - b.force).norm() <= 1e-14);
        CHECK((a.tangent - b.tangent).norm() <= 1e-13 * b.tangent.norm());
    }
}

TEST_CASE("Inside an ellipse the dissipation is a polynomial of the instantaneous centre",
          "[contact]")
{
    // D/|omega| at c = (-u_y, u_x)/omega: of degree 4 without skew, 5 with it. Differences of
    // degree + 1 along a line vanish, those of the degree do not.
    for (const auto& [ellipse, degree] : {std::pair{straight, 4}, {skewed, 5}}) {
        std::vector<double> D;
        for (int k = 0; k <= degree + 1; ++k) {
            const Vector2 c = Vector2(-0.5, -0.2) + k * 0.15 * Vector2(0.8, 0.35);
            D.push_back(ellipse.force({c(1), -c(0)}, 1).power);
        }
        double last = 0;
        for (int order = 1; order <= degree + 1; ++order) {
            last = D[1] - D[0];
            for (std::size_t k = 0; k + 1 < D.size(); ++k)
                D[k] = D[k + 1] - D[k];
            D.pop_back();
            if (order == degree)
                CHECK(std::abs(last) > 1e-6);
        }
        CHECK(std::abs(last) <= 1e-14); // 2^6 round-offs of 0.3
    }
}

TEST_CASE("A square with equal pressure has the torque of its closed form", "[contact]")
{
    const TrianglePressure square({{{0, 0}, 7}, {{2, 0}, 7}, {{2, 2}, 7}, {{0, 2}, 7}},
                                  {{0, 1, 2}, {0, 2, 3}});
    const PatchLaw law = law_of({{square, 1, {-1, -1}}});
    CHECK(law.kappa() == Approx(2 * (std::sqrt(2) + std::asinh(1.0)) / 6).epsilon(1e-14));
    CHECK(law.radius() == Approx(std::sqrt(2)).epsilon(1e-15));
    // Adjacent parts form the same map.
    const TrianglePressure one({{{0, 0}, 1}, {{2, 0}, 1}, {{2, 2}, 1}}, {{0, 1, 2}}),
        other({{{0, 0}, 1}, {{2, 2}, 1}, {{0, 2}, 1}}, {{0, 1, 2}});
    const PatchLaw sum = law_of({{one, 0.5, {-1, -1}}, {other, 0.5, {-1, -1}}});
    std::mt19937 random(2);
    for (int k = 0; k < 50; ++k) {
        const Vector3 v = any(random);
        const PatchForce a = law.force(v.head<2>(), v(2)), b = sum.force(v.head<2>(), v(2));
        CHECK((a.force - b.force).norm() <= 1e-12);
        CHECK((a.tangent - b.tangent).norm() <= 1e-11 * a.tangent.norm());
    }
}

TEST_CASE("Triangles tend to the disc that they fill with second order", "[contact]")
{
    const PatchLaw disc = law_of(PressureShape::uniform);
    auto error = [&disc](int n) -> double {
        // The missing segments of a polygon of radius 1 are of order 1/n^2.
        return error_of(law_of({{polygon(n, 2), 1}}), disc);
    };
    const double coarse = error(12), middle = error(24), fine = error(48);
    CHECK(std::log2(coarse / middle) == Approx(2).margin(0.1));
    CHECK(std::log2(middle / fine) == Approx(2).margin(0.1));
    CHECK(fine < 1.5e-3);
}

TEST_CASE("Far away triangles are as well as near", "[contact]")
{
    // Both sides of the distance of 8 radii: sides of triangles, and the grid.
    const TrianglePressure map = plate();
    const double edge = 8 * std::sqrt(2);
    for (const double angle : {0.1, 1.0, 2.3, 4.0}) {
        auto at = [&](double distance) -> PatchForce {
            const Vector2 c = distance * Vector2(std::cos(angle), std::sin(angle));
            return map.force({c(1), -c(0)}, 1);
        };
        const double h = 1e-13;
        const PatchForce inside = at(edge * (1 - h)), outside = at(edge * (1 + h));
        CHECK((inside.force - outside.force).norm() <= 3e-12);
        // Sides lose the cube of 8 of the digits of the force, and more of its slope.
        CHECK((inside.tangent - outside.tangent).norm() <= 1e-9 * inside.tangent.norm());
    }
    // Pure slip: mu P against it, at the middle of pressure.
    CHECK(map.force({3, 4}, 0).force.head<2>().isApprox(Vector2(0.6, 0.8), 1e-14));
}

TEST_CASE("Tangents of all pressures are the slopes of their forces", "[contact]")
{
    std::mt19937 random(3);
    for (const auto& [name, law] : all_laws())
        for (int k = 0; k < 40; ++k) {
            Vector3 v = any(random);
            if (k == 0)
                v = {0, 0.01, -1.3};
            if (k == 1)
                v = {0.4, -0.6, 0};
            CAPTURE(name, v.transpose());
            const PatchForce at = law.force(v.head<2>(), v(2));
            const Matrix3 slopes = test::slopes(law, v);
            // Round-off 1e-13 / h; h^2 of the third derivative, which a pressure with a step or a
            // pole at a rim has large there.
            const double size = std::max(1.0, at.tangent.cwiseAbs().maxCoeff());
            CHECK((slopes - at.tangent).cwiseAbs().maxCoeff() <= 1e-4 * size);
            CHECK(at.power == Approx(v.dot(at.force)).epsilon(1e-12));
            CHECK((at.tangent * v).norm() <= 1e-12 * at.tangent.norm() * v.norm());
            if (law.has_potential()) // curl-free: 1e-15, of powers of degree 8 that cancel 1e-13
                CHECK((at.tangent - at.tangent.transpose()).cwiseAbs().maxCoeff() <=
                      1e-13 * at.tangent.cwiseAbs().maxCoeff());
        }
}

TEST_CASE("Friction has the properties of the paper's propositions", "[contact]")
{
    std::mt19937 random(7);
    for (const auto& [name, law] : all_laws())
        for (int k = 0; k < 40; ++k) {
            const Vector3 v = any(random);
            CAPTURE(name, v.transpose());
            const double size = law.limit() * std::max(1.0, law.radius());
            auto force = [&law = law](const Vector3& at) -> Vector3 {
                return law.force(at.head<2>(), at(2)).force;
            };
            const Vector3 f = force(v);
            // 1: homogeneous of degree 0, and odd.
            CHECK((force(3.7 * v) - f).norm() <= 1e-12 * size);
            CHECK((force(-v) + f).norm() <= 1e-12 * size);
            // 2: pure slip is Coulomb's law; the spin alone has the torque kappa. Of series this is
            // what is approximated.
            if (name != "spherical") {
                const Vector3 slides = force({v(0), v(1), 0}), spins = force({0, 0, v(2)});
                CHECK((slides.head<2>() - v.head<2>().normalized()).norm() <= 1e-12);
                CHECK(spins(2) == Approx(std::copysign(law.kappa(), v(2))).epsilon(1e-12));
            }
            if (!law.axisymmetric())
                continue;
            // 3: mirrored, 4: along the slip, 5: it turns with it.
            const Vector3 mirrored = force({v(0), v(1), -v(2)});
            CHECK((mirrored - Vector3(f(0), f(1), -f(2))).norm() <= 1e-12 * size);
            CHECK(std::abs(f(0) * v(1) - f(1) * v(0)) <= 1e-12 * size * v.norm());
            const double c = std::cos(0.8), s = std::sin(0.8);
            const Vector3 turned = force({c * v(0) - s * v(1), s * v(0) + c * v(1), v(2)});
            CHECK((turned - Vector3(c * f(0) - s * f(1), s * f(0) + c * f(1), f(2))).norm() <=
                  1e-12 * size);
        }
}

TEST_CASE("Padé's fractions are off by what is known of them", "[contact]")
{
    // Largest errors of Q and of T (over kappa).
    for (const auto& [shape, degree, of_Q, of_T] :
         {std::tuple{PressureShape::uniform, 1, 0.358, 0.401},
          {PressureShape::hertz, 1, 0.344, 0.392},
          {PressureShape::uniform, 2, 0.236, 0.218},
          {PressureShape::hertz, 2, 0.223, 0.199}}) {
        CAPTURE(name_of(shape), degree);
        const PatchLaw pade = law_of(shape, PatchForm::pade, degree), exact = law_of(shape);
        double Q = 0, T = 0;
        for (double eps = 0.01; eps < 50; eps *= 1.01) {
            const Vector3 defect = pade.force({eps, 0}, 1).force - exact.force({eps, 0}, 1).force;
            Q = std::max(Q, std::abs(defect(0)));
            T = std::max(T, std::abs(defect(2)) / exact.kappa());
        }
        CHECK(Q == Approx(of_Q).margin(6e-4)); // three digits are given
        CHECK(T == Approx(of_T).margin(6e-4));
        CHECK_FALSE(pade.has_potential());
    }
    // First degree: Zhuravlev's coefficients, Q = eps/(eps + 8/(3 pi)), T = 1/(1 + 15 pi/16 eps),
    // with kinks: Q decreases with |omega| near pure slip, and T with |u| near pure spin.
    const PatchLaw first = law_of(PressureShape::hertz, PatchForm::pade, 1);
    for (const double eps : {0.01, 0.3, 1.0, 7.0}) {
        const Vector3 f = first.force({eps, 0}, 1).force;
        CHECK(f(0) == Approx(eps / (eps + 8 / (3 * pi))).epsilon(1e-12));
        CHECK(f(2) == Approx(first.kappa() / (1 + 15 * pi / 16 * eps)).epsilon(1e-12));
    }
    constexpr double h = 1e-6;
    for (const double side : {h, -h}) {
        CHECK((first.force({1, 0}, side).force(0) - 1) / h == Approx(-8 / (3 * pi)).epsilon(2 * h));
        CHECK((first.force({side, 0}, 1).force(2) / first.kappa() - 1) / h ==
              Approx(-15 * pi / 16).epsilon(4 * h));
    }
}

TEST_CASE("Spherical harmonics and points tend to the law of a skewed ellipse", "[contact]")
{
    const PatchLaw exact = law_of({{skewed, 1}});
    for (const auto& [degree, expected] :
         {std::pair{2, 0.0988}, {4, 0.0345}, {6, 0.0153}, {8, 0.0121}, {12, 0.0042}}) {
        CAPTURE(degree);
        const PatchLaw law = law_of({{skewed, 1}}, PatchForm::spherical, degree);
        // Three digits are given, of the last one two.
        CHECK(error_of(law, exact) == Approx(expected).epsilon(0.02));
        CHECK(law.has_potential());
    }
    const double few = error_of(law_of({{skewed, 1}}, PatchForm::points, 64), exact),
                 many = error_of(law_of({{skewed, 1}}, PatchForm::points, 1024), exact);
    CHECK(std::log(few / many) / std::log(16.0) == Approx(1).margin(0.15)); // first order
    CHECK(many < 2e-3);
    // By triangles, of a table and of a sum.
    CHECK(error_of(law_of({{plate(), 1}}, PatchForm::points, 800), law_of({{plate(), 1}})) < 3e-3);
    CHECK(error_of(law_of(feet(), PatchForm::points, 1000), law_of(feet())) < 3e-3);
}

TEST_CASE("A series cut off is called convex only where a cover of the sphere proves it",
          "[contact]")
{
    CHECK(law_of({{skewed, 1}}, PatchForm::spherical, 4).is_convex());
    // Two points: D = |u - c omega|/2 + |u + c omega|/2 is flat nearly everywhere, and what
    // harmonics make of it bends down.
    const std::vector<PressurePart> two = {{DiscPart{PressureShape::uniform, 1e-3}, 0.5, {1, 0}},
                                           {DiscPart{PressureShape::uniform, 1e-3}, 0.5, {-1, 0}}};
    CHECK_FALSE(law_of(two, PatchForm::spherical, 6).is_convex());
    CHECK(law_of(two).is_convex());
}

TEST_CASE("Bounds of tangents on boxes of velocities hold them, and shrink with the box",
          "[contact]")
{
    std::mt19937 random(5);
    std::uniform_real_distribution<double> share(-1, 1);
    for (const auto& [name, law] : all_laws()) {
        CAPTURE(name);
        const bool ellipse_or_triangles = name.find("ellipse") != std::string::npos ||
                                          name.find("triangles") != std::string::npos;
        CHECK(law.has_bounds() == !ellipse_or_triangles);
        if (!law.has_bounds())
            continue;
        for (int k = 0; k < 60; ++k) {
            Vector3 x = any(random);
            x /= x.cwiseAbs().maxCoeff();
            const double half = std::pow(10, -1 - 2 * std::abs(share(random)));
            Interval3 box;
            for (std::size_t i = 0; i < 3; ++i)
                box[i] = {x(static_cast<Index>(i)) - half, x(static_cast<Index>(i)) + half};
            const std::optional<Interval33> H = law.tangent_bounds(box);
            if (!H)
                continue; // a foot may rest in a large box
            for (int sample = 0; sample < 10; ++sample) {
                const Vector3 at = x + half * Vector3(share(random), share(random), share(random));
                const Vector3 scale(1, 1, 1 / law.length());
                const Matrix3 tangent = scale.asDiagonal() *
                                        law.force(at.head<2>(), at(2) / law.length()).tangent *
                                        scale.asDiagonal();
                for (std::size_t i = 0; i < 3; ++i)
                    for (std::size_t j = 0; j < 3; ++j) {
                        const double value = tangent(static_cast<Index>(i), static_cast<Index>(j));
                        const double round_off = 1e-11 * std::max(1.0, std::abs(value));
                        CHECK((*H)[i][j].lo - round_off <= value);
                        CHECK(value <= (*H)[i][j].hi + round_off);
                    }
            }
        }
    }
}

TEST_CASE("Pressures that are none are refused by key", "[contact]")
{
    using Vertices = std::vector<TrianglePressure::Vertex>;
    using Triangles = std::vector<TrianglePressure::Corners>;
    auto refused = [](auto make) -> std::string {
        try {
            make();
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    };
    const Vertices square = {{{0, 0}, 1}, {{1, 0}, 1}, {{1, 1}, 1}, {{0, 1}, 1}};
    auto triangles = [&refused](const Vertices& v, const Triangles& t) -> std::string {
        return refused([&] { (void)TrianglePressure(v, t); });
    };
    CHECK_THAT(triangles(square, {{0, 2, 1}}), Contains("triangle 1") && Contains("clockwise"));
    CHECK_THAT(triangles(square, {{0, 1, 2}, {0, 1, 3}}),
               Contains("triangle 2; it overlaps triangle 1; expected triangles side by side"));
    CHECK_THAT(triangles(square, {{0, 1, 1}}), Contains("it has no area"));
    CHECK_THAT(triangles(square, {{0, 1, 4}}), Contains("expected corners from 1 to 4"));
    CHECK_THAT(triangles({{{0, 0}, 1}, {{1, 0}, -1}, {{0, 1}, 1}}, {{0, 1, 2}}),
               Contains("pressure = -1"));
    CHECK_THAT(triangles({{{0, 0}, 0}, {{1, 0}, 0}, {{0, 1}, 0}}, {{0, 1, 2}}),
               Contains("no resultant"));
    CHECK(triangles(square, {{0, 1, 2}, {0, 2, 3}}).empty());

    CHECK_THAT(refused([] {
                   (void)RadialPressure({0, 1}, {0, 0});
               }),
               Contains("pressures = 0; expected a resultant > 0"));
    CHECK_THAT(refused([] {
                   (void)RadialPressure({0.1, 1}, {1, 1});
               }),
               Contains("radii = 0.1; expected two or more radii, the first 0"));
    CHECK_THAT(refused([] {
                   (void)RadialPressure({0, 1, 1}, {1, 1, 1});
               }),
               Contains("radii = 1; expected ascending radii"));
    CHECK_THAT(refused([] {
                   (void)RadialPressure({0, 1}, {1, 1, 1});
               }),
               Contains("pressures = 3 numbers; expected one per radius: 2"));
    // A ring of width w is the difference of two sums 1 / (4 w) times as large.
    for (const double w : {1e-5, 1e-9})
        CHECK_THAT(refused([w] {
                       (void)RadialPressure({0, 0.5 - w, 0.5, 0.5 + w, 1}, {0, 0, 1, 0, 0});
                   }),
                   Contains("to a peak too narrow to compute"));
    CHECK_THAT(
        refused([] { (void)EllipsePressure(1, 0.001); }),
        Contains("half_axes = [1, 0.001]; expected two numbers > 0, within a factor of 100"));
    CHECK_THAT(refused([] {
                   (void)EllipsePressure(1, 0.5, {1.1, 0});
               }),
               Contains("skew = [1.1, 0]; the pressure is negative at the rim"));
    CHECK_THAT(refused([] { (void)PowerPressure(-1); }),
               Contains("nu = -1; expected a number > -1"));
    CHECK_THAT(refused([] {
                   (void)law_of({{skewed, 1}}, PatchForm::harmonic, 2);
               }),
               Contains("expand.form = \"harmonic\"; expected a pressure on one disc about the "
                        "port"));
    CHECK_THAT(refused([] {
                   (void)law_of({{skewed, 1}}, PatchForm::spherical, 5);
               }),
               Contains("expand.n = 5; expected an even degree"));
    CHECK_THAT(refused([] {
                   (void)law_of({{skewed, 0}});
               }),
               Contains("pressure.normal_force = 0; expected a number > 0"));
}

TEST_CASE("The torque of a narrow ring of pressure is that of its mean radius", "[contact]")
{
    // A triangle of pressure from r - w to r + w: kappa = (r^2 + w^2 / 6) / r. Its width is known
    // to 1e-16 / w, and the two sums are 1 / (4 w) times as large as their difference.
    const double r = 0.5;
    for (const double w : {1e-1, 1e-2, 1e-3, 1e-4}) {
        const RadialPressure ring({0, r - w, r, r + w, 1}, {0, 0, 1, 0, 0});
        const RadialPressure::Sums sums = ring.spinning(0);
        CAPTURE(w);
        CHECK(sums.falls.spin - sums.rises.spin ==
              Approx(r + w * w / (6 * r)).margin(1e-16 / (4 * w * w)));
    }
}
