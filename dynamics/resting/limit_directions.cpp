#include "dynamics/resting/limit_directions.hpp"

#include "base/dense_solve.hpp"
#include "dynamics/resting/direction_search.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <tuple>

namespace slideway::dynamics {

namespace {

// Newton's method from a point found to about 1e-6.
double refine(const ScaledPatch& patch, Vector3& w)
{
    double rdot = 0;
    constexpr int most = 8; // quadratic: four do, and round-off is met at the last
    for (int k = 0; k < most; ++k) {
        const ScaledPatch::Friction friction = patch.friction(w);
        if (k == 0)
            rdot = rate_along(patch, friction, w);
        const Eigen::Vector4d step = direction_step(patch, friction, w, rdot);
        if (!step.allFinite())
            break;
        w -= step.head<3>();
        rdot -= step(3);
        constexpr double converged = 1e-15;
        if (step.norm() < converged)
            break;
    }
    w.normalize();
    return rdot;
}

Vector3 cross(const Vector3& a, const Vector3& b)
{
    return {a(1) * b(2) - a(2) * b(1), a(2) * b(0) - a(0) * b(2), a(0) * b(1) - a(1) * b(0)};
}

// The flow on the sphere about w, dt = r dtau: -P M^-1 H - rdot on the plane across.
Eigen::Matrix2d flow_about(const ScaledPatch& patch, const Vector3& w, double rdot)
{
    const Vector3 axis = std::abs(w(2)) < 0.9 ? Vector3(0, 0, 1) : Vector3(1, 0, 0),
                  along = cross(axis, w).normalized(), across = cross(w, along);
    Eigen::Matrix<double, 3, 2> plane;
    plane << along, across;
    return -plane.transpose() * patch.flexibility * patch.friction(w).tangent * plane -
           rdot * Eigen::Matrix2d::Identity();
}

// Eigenvalues that are round-off, of accelerations of the order 1.
constexpr double zero_eigenvalue = 1e-10;

DirectionType type_of(const std::array<Complex, 2>& values)
{
    const double low = values[0].real(), high = values[1].real();
    if (std::min(std::abs(low), std::abs(high)) < zero_eigenvalue)
        return DirectionType::degenerate;
    if (values[0].imag() != 0)
        return high < 0 ? DirectionType::stable_focus : DirectionType::unstable_focus;
    return high < 0  ? DirectionType::stable_node
           : low > 0 ? DirectionType::unstable_node
                     : DirectionType::saddle;
}

LimitDirection direction_at(const ScaledPatch& patch, Vector3 w)
{
    const double rdot = refine(patch, w);
    return direction_on(patch, w, rdot);
}

int index(DirectionType type)
{
    using enum DirectionType;
    switch (type) {
    case saddle:
        return -1;
    case degenerate:
    case stable_circle: // not isolated
    case unstable_circle:
        return 0;
    default:
        return 1;
    }
}

// The type of a direction beside others of its latitude: one eigenvalue is 0, except for round-off.
DirectionType type_on_circle(const std::array<Complex, 2>& values)
{
    const double a = values[0].real(), b = values[1].real(),
                 along_meridian = std::abs(a) > std::abs(b) ? a : b;
    return std::abs(along_meridian) < zero_eigenvalue ? DirectionType::degenerate
           : along_meridian < 0                       ? DirectionType::stable_circle
                                                      : DirectionType::unstable_circle;
}

LimitCircle circle_at(const ScaledPatch& patch, double theta)
{
    const double c = std::cos(theta), s = std::sin(theta);
    const ScaledPatch::Friction friction = patch.friction({c, 0, s});
    const double rdot = -friction.force(0) / (patch.mass(0, 0) * c);
    const Vector3 meridian(-s, 0, c);
    const double eigenvalue = -meridian.dot(patch.flexibility * friction.tangent * meridian) - rdot;
    return {theta, rdot * patch.acceleration_unit(), eigenvalue * patch.acceleration_unit()};
}

// Without a force every longitude is alike.
LimitDirections without_force(const ScaledPatch& patch)
{
    LimitDirections result;
    const DirectionSearch latitudes = search_latitudes(patch);
    result.doubt = latitudes.doubt;
    for (const Vector3& w : latitudes.found)
        result.circles.push_back(circle_at(patch, std::atan2(w(2), w(0))));
    std::sort(result.circles.begin(), result.circles.end(),
              [](const LimitCircle& a, const LimitCircle& b) { return a.theta < b.theta; });
    for (const double pole : {1.0, -1.0})
        result.directions.push_back(direction_at(patch, {0, 0, pole}));
    return result;
}

// Limit directions under the load of the patch; samples: those of a law without bounds.
LimitDirections directions_on(const ScaledPatch& patch, const std::vector<FrictionSample>* samples)
{
    if (patch.axisymmetric() && patch.load.head<2>().isZero(0))
        return without_force(patch);

    const DirectionSearch search = samples                ? search_samples(patch, *samples)
                                   : patch.axisymmetric() ? search_great_circle(patch)
                                                          : search_sphere(patch);
    LimitDirections result;
    result.doubt = search.doubt;
    int sum = 0;
    for (const Vector3& found : search.found) {
        const LimitDirection d = direction_at(patch, found);
        if (result.certified() && !((d.w - found).norm() <= search.within))
            result.doubt = "Newton's method leaves a direction that was enclosed";
        constexpr double same = 1e-9; // found in two cells that overlap
        if (std::any_of(
                result.directions.begin(), result.directions.end(),
                [&d](const LimitDirection& other) { return (other.w - d.w).norm() < same; }))
            continue;
        sum += index(d.type);
        result.directions.push_back(d);
    }
    // Poincare and Hopf: 2 on a sphere, whatever the law.
    const bool regular =
        std::none_of(result.directions.begin(), result.directions.end(),
                     [](const auto& d) -> bool { return d.type == DirectionType::degenerate; });
    if (result.certified() && !regular)
        result.doubt = "a direction is degenerate: others meet it under this load";
    if ((result.certified() || samples) && sum != 2)
        result.doubt =
            "the indices of the directions add up to " + std::to_string(sum) + " in place of 2";
    auto order = [](const LimitDirection& d) {
        constexpr double digits = 1e9; // round-off orders nothing
        const double phi = std::round(digits * d.phi()), theta = std::round(digits * d.theta()),
                     half_turn = std::round(digits * std::numbers::pi);
        return std::tuple(std::abs(phi), phi < 0 && phi != -half_turn, std::abs(theta), theta < 0);
    };
    std::sort(result.directions.begin(), result.directions.end(),
              [order](const auto& a, const auto& b) { return order(a) < order(b); });
    return result;
}

} // namespace

double LimitDirection::theta() const
{
    return std::atan2(w(2), w.head<2>().norm());
}

double LimitDirection::phi() const
{
    return w.head<2>().norm() > 0 ? std::atan2(w(1), w(0)) : 0;
}

double rate_along(const ScaledPatch& patch, const ScaledPatch::Friction& friction, const Vector3& w)
{
    return w.dot(patch.flexibility * (patch.load - friction.force));
}

Eigen::Vector4d direction_step(const ScaledPatch& patch, const ScaledPatch::Friction& friction,
                               const Vector3& w, double rdot)
{
    const Vector3 Mw = patch.mass * w;
    Eigen::Matrix4d J = Eigen::Matrix4d::Zero();
    J.topLeftCorner<3, 3>() = rdot * patch.mass + friction.tangent;
    J.topRightCorner<3, 1>() = Mw;
    J.bottomLeftCorner<1, 3>() = w.transpose();
    Eigen::Vector4d F;
    F << rdot * Mw + friction.force - patch.load, 0.5 * (w.squaredNorm() - 1);
    return Lu<double>(Matrix(J)).solve(F);
}

LimitDirection direction_on(const ScaledPatch& patch, const Vector3& w, double rdot)
{
    LimitDirection d;
    const Eigen::Matrix2d A = flow_about(patch, w, rdot);
    const double mean = 0.5 * A.trace(), half = 0.5 * (A(0, 0) - A(1, 1)),
                 square = half * half + A(0, 1) * A(1, 0);
    // A double eigenvalue is real to round-off.
    constexpr double double_value = 1e-24;
    const Complex root = std::abs(square) < double_value ? 0 : std::sqrt(Complex(square));
    d.eigenvalues = {mean - root, mean + root};
    // The smaller of two real eigenvalues follows from the determinant: a body that is easy to spin
    // has eigenvalues of 1e12 beside 1.
    if (square >= double_value && mean != 0) {
        Complex &large = d.eigenvalues[mean > 0 ? 1 : 0], &small = d.eigenvalues[mean > 0 ? 0 : 1];
        small = (A(0, 0) * A(1, 1) - A(0, 1) * A(1, 0)) / large.real();
    }
    d.type = patch.on_circle(w) ? type_on_circle(d.eigenvalues) : type_of(d.eigenvalues);
    d.w = w;
    d.rdot = rdot * patch.acceleration_unit();
    for (Complex& value : d.eigenvalues)
        value *= patch.acceleration_unit();
    return d;
}

DirectionFinder::DirectionFinder(const RestingPatch& patch) : patch_(patch)
{
    if (!Cholesky(patch.mass).positive_definite())
        throw std::invalid_argument("limit directions: the mass must be positive definite");
    if (!patch.law.has_bounds())
        samples_ = std::make_shared<const std::vector<FrictionSample>>(
            friction_samples(ScaledPatch(patch, patch.law.length())));
}

LimitDirections DirectionFinder::on_sphere_of_law(const Vector3& load) const
{
    RestingPatch patch = patch_;
    patch.load = load;
    return directions_on(ScaledPatch(patch, patch.law.length()), samples_.get());
}

LimitDirections DirectionFinder::under(const Vector3& load) const
{
    LimitDirections set = on_sphere_of_law(load);
    rescale(set, patch_.law.length(), patch_.rho);
    return set;
}

void rescale(LimitDirection& d, double from, double to)
{
    d.w(2) *= to / from;
    const double speed = d.w.norm(); // of the motion of speed 1 on the other sphere
    d.w /= speed;
    d.rdot *= speed;
    for (Complex& value : d.eigenvalues)
        value *= speed;
}

void rescale(LimitCircle& circle, double from, double to)
{
    const double c = std::cos(circle.theta), s = std::sin(circle.theta) * (to / from),
                 speed = std::hypot(c, s);
    circle.theta = std::atan2(s, c);
    circle.rdot *= speed;
    circle.eigenvalue *= speed;
}

void rescale(LimitDirections& set, double from, double to)
{
    for (LimitDirection& d : set.directions)
        rescale(d, from, to);
    for (LimitCircle& circle : set.circles)
        rescale(circle, from, to);
}

LimitDirections limit_directions(const RestingPatch& patch)
{
    return DirectionFinder(patch).under(patch.load);
}

} // namespace slideway::dynamics
