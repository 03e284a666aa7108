#include "dynamics/orbits/capture.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

namespace slideway::dynamics {

namespace {

constexpr double same = 1e-6; // share of the size: far above what Newton's method leaves

} // namespace

KnownOrbit known_orbit(const OrbitFamily& family, const PeriodicMotion& motion, double p,
                       double tolerance)
{
    const int n = motion.form.periods;
    OrbitEquations equations(family, {n, false, n}, {}, tolerance);
    const OrbitEquations::At& point = equations.at(equations.nodes_of(motion.z, p), p);
    const Index size = motion.z.size();
    KnownOrbit out;
    for (Index k = 0; k < n; ++k)
        out.states.emplace_back(point.x.segment(size * k, size));
    out.size = energy_size(equations.family().energy_weights(), point.x);
    out.growth = std::abs(point.stability.multipliers(0));
    out.stable = point.stability.stable;
    out.own_mirror = motion.form.half;
    return out;
}

KnownOrbit mirror_of(const OrbitFamily& given, const KnownOrbit& orbit, double p, double tolerance)
{
    OrbitFamily family = given;
    family.move_to(p);
    PassageOptions options;
    options.tolerance = tolerance;
    KnownOrbit out = orbit;
    for (Vector& z : out.states) {
        const Passage half =
            family.passage(z, 0, std::numbers::pi / family.system().Omega, options);
        if (!half.failure.empty())
            throw std::runtime_error("the mirror of a periodic motion: " + half.failure);
        z = -half.end;
    }
    return out;
}

Matrix at_phase_zero(const ModalOutput& output, const KnownOrbit& orbit, double Omega)
{
    const Index m = output.row.size();
    Matrix motion(2, orbit.periods());
    for (Index p = 0; p < motion.cols(); ++p) {
        const Vector& z = orbit.states[static_cast<std::size_t>(p)];
        motion(0, p) = output.row.dot(z.head(m)) + output.follow.real();
        motion(1, p) = output.row.dot(z.tail(m)) - Omega * output.follow.imag();
    }
    return motion;
}

bool same_orbit(const Vector& weight, const KnownOrbit& a, const KnownOrbit& b)
{
    return a.periods() == b.periods() &&
           std::any_of(b.states.begin(), b.states.end(), [&](const Vector& z) -> bool {
               return energy_size(weight, z - a.states.front()) <= same * std::max(a.size, b.size);
           });
}

void check(const CaptureRule& rule)
{
    if (!(rule.radius > 0 && rule.radius < 1))
        throw InputError("radius", number_text(rule.radius), "expected a number > 0 and < 1");
    if (rule.stay < 0)
        throw InputError("stay", std::to_string(rule.stay), "expected at least 0");
}

std::optional<Capture::Settled> Capture::next(const std::vector<KnownOrbit>& orbits, long long k,
                                              const VectorIn& z)
{
    beside_.resize(orbits.size());
    std::optional<Settled> nearest;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t o = 0; o < orbits.size(); ++o) {
        const KnownOrbit& orbit = orbits[o];
        if (!orbit.stable)
            continue;
        const auto distance = [&](Index state) -> double {
            return energy_size(weight_, z - orbit.states[static_cast<std::size_t>(state)]);
        };
        const double radius = rule_.radius * orbit.size;
        Beside& beside = beside_[o];
        const Index n = orbit.periods(), expected = beside.state < 0 ? -1 : (beside.state + 1) % n;
        double apart = expected < 0 ? radius : distance(expected);
        if (expected >= 0 && apart <= radius) {
            beside.state = expected;
        } else {
            beside.state = -1;
            beside.since = k;
            for (Index state = 0; state < n && beside.state < 0; ++state)
                if (apart = distance(state); apart <= radius)
                    beside.state = state;
        }
        if (beside.state >= 0 && k - beside.since >= rule_.stay && apart < least) {
            least = apart;
            nearest = Settled{o, beside.since};
        }
    }
    return nearest;
}

} // namespace slideway::dynamics
