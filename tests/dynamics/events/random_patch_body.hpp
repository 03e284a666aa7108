#pragma once

#include "base/dense_solve.hpp"
#include "contact/patch/patch_rest.hpp"
#include "tests/dynamics/events/free_patch.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <random>
#include <string>

namespace slideway::test {

/// A body on one or two discs under a load sin t on all modes that is up to 2.5 times what holds
/// it: up to eight modes, two fifths of them rigid, the last one between `slow` and `fast` times as
/// fast as the load, others up to that; damping ratios of 1e-4 to 5e-2.
inline dynamics::JointedSystem random_patch_body(unsigned seed, double slow, double fast)
{
    using namespace contact;
    using std::numbers::pi;
    std::mt19937 random(seed);
    const auto from = [&](double low, double high) -> double {
        return std::uniform_real_distribution<double>(low, high)(random);
    };
    const auto by_magnitude = [&](double low, double high) -> double {
        return std::exp(from(std::log(low), std::log(high)));
    };
    const Index n_patches = from(0, 1) < 0.5 ? 1 : 2, n = 3 * n_patches,
                m = n + static_cast<Index>(from(0, 9 - static_cast<double>(n)));
    dynamics::JointedSystem s = free_modes(m, 1);
    for (Index i = 0; i < m; ++i) {
        if (i == m - 1)
            s.modes.omega(i) = by_magnitude(slow, fast);
        else
            s.modes.omega(i) = from(0, 1) < 0.4 ? 0 : by_magnitude(1, fast);
        s.modes.c(i) = 2 * by_magnitude(1e-4, 5e-2) * s.modes.omega(i);
    }
    Matrix rows(n, m);
    for (Index i = 0; i < rows.size(); ++i)
        rows.data()[i] = from(-1, 1);
    constexpr std::array shapes = {PressureShape::uniform, PressureShape::hertz,
                                   PressureShape::flat_punch};
    for (Index p = 0; p < n_patches; ++p) {
        PatchOptions disc{.shape = shapes[static_cast<std::size_t>(from(0, 3))], .friction = 1};
        disc.radius = from(0.5, 2);
        disc.normal_force = from(0.5, 2);
        s.patches.push_back({"disc " + std::to_string(p + 1),
                             PatchLaw(disc),
                             {rows.middleRows(3 * p, 3), ComplexVector::Zero(3)}});
    }
    for (Index i = 0; i < m; ++i)
        s.p(i) = Complex(0, -from(-1, 1));
    // Reactions of steady motions with the discs held.
    ComplexVector flexible(m);
    for (Index i = 0; i < m; ++i)
        flexible(i) = 1.0 / Complex(std::pow(s.modes.omega(i), 2) - 1, s.modes.c(i));
    const ComplexMatrix to_discs = rows.cast<Complex>() * flexible.asDiagonal();
    const ComplexVector held =
        Lu<Complex>(to_discs * rows.transpose()).solve(ComplexVector(to_discs * s.p));
    double most = 0;
    for (int k = 0; k < 64; ++k)
        for (Index p = 0; p < n_patches; ++p) {
            const Vector3 f = (held.segment(3 * p, 3) * std::polar(1.0, k * pi / 64)).real();
            most = std::max(most, gauge(s.patches[static_cast<std::size_t>(p)].law, f).value);
        }
    s.p *= from(0.8, 2.5) / most;
    s.force = s.p;
    return s;
}

} // namespace slideway::test
