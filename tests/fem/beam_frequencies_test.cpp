#include "fem/plane_stress.hpp"
#include "frequencies.hpp"
#include "rectangle_mesh.hpp"
#include "support/independent.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

using namespace slideway;
using namespace slideway::fem;

namespace {

struct Beam {
    double L, h, b, E, nu, rho;
};

// Determinant of the boundary conditions of a clamped-free Timoshenko beam, zero at its
// frequencies:
//   E I phi'' + k G A (w' - phi) + rho I omega^2 phi = 0,  k G A (w'' - phi') + rho A omega^2 w =
//   0, w = phi = 0 at 0,  phi' = w' - phi = 0 at L,  with k = 5/6 (rectangle).
double clamped_free(const Beam& beam, double omega)
{
    const double kG = 5.0 / 6.0 * beam.E / (2 * (1 + beam.nu));
    const double r2 = beam.h * beam.h / 12; // I / A
    // lambda^4 + p lambda^2 - q = 0 has the roots +-alpha, +-i beta
    const double p = omega * omega * beam.rho * (1 / beam.E + 1 / kG);
    const double q = omega * omega * beam.rho / (beam.E * r2) -
                     std::pow(omega * omega * beam.rho, 2) / (beam.E * kG);
    const double root = std::sqrt(p * p / 4 + q);
    const double al = std::sqrt(root - p / 2), be = std::sqrt(root + p / 2);
    const double P = al + beam.rho * omega * omega / (kG * al);
    const double Q = be - beam.rho * omega * omega / (kG * be);
    // w = a1 cosh + a2 sinh + a3 cos + a4 sin,  phi = P (a1 sinh + a2 cosh) + Q (-a3 sin + a4 cos)
    const double ch = std::cosh(al * beam.L), sh = std::sinh(al * beam.L);
    const double co = std::cos(be * beam.L), si = std::sin(be * beam.L);
    Eigen::Matrix4d A;
    A << 1, 0, 1, 0,                                          //
        0, P, 0, Q,                                           //
        P * al * ch, P * al * sh, -Q * be * co, -Q * be * si, //
        (al - P) * sh, (al - P) * ch, (Q - be) * si, (be - Q) * co;
    return independent::determinant(A);
}

// The n-th frequency [Hz]: bisection below the Euler-Bernoulli value.
double timoshenko_hz(const Beam& beam, int n)
{
    const double kL[] = {1.8751040687, 4.6940911330, 7.8547574382};
    const double euler =
        std::pow(kL[n] / beam.L, 2) * std::sqrt(beam.E * beam.h * beam.h / 12 / beam.rho);
    double low = 0.9 * euler, high = 1.0001 * euler;
    const double sign = clamped_free(beam, low);
    REQUIRE(sign * clamped_free(beam, high) < 0);
    for (int i = 0; i < 100; ++i) {
        const double middle = (low + high) / 2;
        (sign * clamped_free(beam, middle) > 0 ? low : high) = middle;
    }
    return low / (2 * std::numbers::pi);
}

Vector beam_hz(const Beam& beam, const ElementCase& element, int nx, int ny, Index count)
{
    const Mesh mesh = rectangle_mesh(element.shape, nx, ny, beam.L, beam.h);
    PlaneStressOptions options{{beam.E, beam.nu, beam.rho}, beam.b, {}, {"left"}};
    options.elements = {element.name};
    return lowest_frequencies(plane_stress("beam", mesh, options), count);
}

// The lower beam of the shipped sliding pair.
const Beam polycarbonate{0.1, 0.002, 0.01, 2.38e9, 0.37, 1200};

} // namespace

TEST_CASE("Bending frequencies of a cantilever follow Timoshenko's beam", "[fem]")
{
    CHECK(timoshenko_hz(polycarbonate, 0) == Approx(45.485).epsilon(2e-5)); // five digits given
    const Vector f = beam_hz(polycarbonate, {"qm6", "quad4"}, 100, 2, 3);
    // Effects that the theory neglects are 5e-4 to 1e-3 on 200 x 4 elements: the clamp of a plane
    // body also prevents the contraction across the height, and the shear coefficient is
    // approximate. This mesh adds 2e-4, 5e-4, 1e-3 at the three modes.
    const double tolerance[] = {1e-3, 1.5e-3, 2.5e-3};
    for (int n = 0; n < 3; ++n) {
        CAPTURE(n);
        CHECK(f(n) == Approx(timoshenko_hz(polycarbonate, n)).epsilon(tolerance[n]));
    }
}

TEST_CASE("One second-order element through the height follows Timoshenko's beam", "[fem]")
{
    // 50 square cells have errors of at most 1.7e-3, 2.0e-3, 2.8e-3. On 100 x 2 cells 6e-4, 7e-4,
    // 8e-4 remain, which belong to the theory (see above).
    const double tolerance[] = {2e-3, 2.5e-3, 3.5e-3};
    for (const ElementCase& element : {ElementCase{"q8", "quad8"}, ElementCase{"t6", "tri6"}}) {
        const Vector f = beam_hz(polycarbonate, element, 50, 1, 3);
        for (int n = 0; n < 3; ++n) {
            CAPTURE(element.name, n);
            CHECK(f(n) == Approx(timoshenko_hz(polycarbonate, n)).epsilon(tolerance[n]));
        }
    }
}

TEST_CASE("Two bilinear elements through the height make a beam 6 % too stiff in bending", "[fem]")
{
    // Square elements have parasitic shear: see the energy of one element in
    // stress_recovery_test.cpp.
    const double ratio =
        beam_hz(polycarbonate, {"q4", "quad4"}, 100, 2, 1)(0) / timoshenko_hz(polycarbonate, 0);
    CHECK(ratio == Approx(1.0642).margin(1e-3));
}
