#include "dynamics/resting/direction_search.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace slideway::dynamics {

namespace {

// A cell of a face of the cube about the sphere.
struct Square {
    Index face;
    double sign, s, t, half;

    [[nodiscard]] Vector3 at(double ds, double dt) const
    {
        Vector3 x;
        x(face) = sign;
        x((face + 1) % 3) = s + ds * half;
        x((face + 2) % 3) = t + dt * half;
        return x.normalized();
    }
};

// Newton's method on the sphere, w . V being the rate: a mass that spins much harder than it slips
// does not lead it astray.
Vector3 flow_step(const ScaledPatch& patch, const ScaledPatch::Friction& friction, const Vector3& w)
{
    return direction_step(patch, friction, w, rate_along(patch, friction, w)).head<3>();
}

// From a sample whose linear field has its zero about as near as the next samples; none if it runs
// away, where another sample is nearer.
bool find(const ScaledPatch& patch, const FrictionSample& from, Vector3& w)
{
    constexpr double converged = 1e-10, cells = 3;
    w = from.w;
    Vector3 step = flow_step(patch, from.friction, w);
    constexpr int most = 20;
    for (int k = 0; k < most; ++k) {
        if (!(step.norm() <= cells * from.size))
            return false;
        w = (w - step).normalized();
        if (step.norm() < converged)
            return true;
        step = flow_step(patch, patch.friction(w), w);
    }
    return false;
}

} // namespace

std::vector<FrictionSample> friction_samples(const ScaledPatch& patch)
{
    // Cells are split where the linear field of the middle misses the force in a corner, in
    // friction limits; below the smallest a direction is lost only beside a kink.
    constexpr int per_edge = 12;
    constexpr double miss = 0.03, smallest = 2e-4;
    std::vector<Square> open;
    for (Index face = 0; face < 3; ++face)
        for (const double sign : {1.0, -1.0})
            for (int a = 0; a < per_edge; ++a)
                for (int b = 0; b < per_edge; ++b)
                    open.push_back({face, sign, (2 * a + 1.0) / per_edge - 1,
                                    (2 * b + 1.0) / per_edge - 1, 1.0 / per_edge});
    std::vector<FrictionSample> samples;
    while (!open.empty()) {
        const Square cell = open.back();
        open.pop_back();
        const Vector3 w = cell.at(0, 0);
        const ScaledPatch::Friction friction = patch.friction(w);
        double worst = 0, size = 0;
        for (const double ds : {-1.0, 1.0})
            for (const double dt : {-1.0, 1.0}) {
                const Vector3 corner = cell.at(ds, dt);
                const Vector3 linear = friction.force + friction.tangent * (corner - w);
                worst = std::max(worst, (patch.friction(corner).force - linear).norm());
                size = std::max(size, (corner - w).norm());
            }
        if (worst <= miss || cell.half < smallest) {
            samples.push_back({w, size, friction});
            continue;
        }
        const double half = 0.5 * cell.half;
        for (const double ds : {-half, half})
            for (const double dt : {-half, half})
                open.push_back({cell.face, cell.sign, cell.s + ds, cell.t + dt, half});
    }
    return samples;
}

DirectionSearch search_samples(const ScaledPatch& patch, const std::vector<FrictionSample>& samples)
{
    DirectionSearch search;
    search.doubt = "the pressure gives no bounds of its law: found by Newton's method from " +
                   std::to_string(samples.size()) + " directions";
    constexpr double same = 1e-7;
    for (const FrictionSample& sample : samples) {
        Vector3 w;
        if (find(patch, sample, w) &&
            std::none_of(search.found.begin(), search.found.end(),
                         [&w](const Vector3& other) -> bool { return (other - w).norm() < same; }))
            search.found.push_back(w);
    }
    return search;
}

} // namespace slideway::dynamics
