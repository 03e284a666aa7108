#include "dynamics/events/patch_stop.hpp"

#include "base/dense_solve.hpp"
#include "base/runge_kutta_78.hpp"

#include <cmath>
#include <limits>

namespace slideway::dynamics {

namespace {

// Of the largest speed of a slide: loads are as they will be at rest, up to as much of themselves,
// and the time left is wrong by its square.
constexpr double near_rest = 1e-9;
// Of the error of a step: at slower slips their direction is that of the errors.
constexpr double beyond_errors = 10;
// Of the way to rest: a step.
constexpr double part_of_way = 0.5;
// ln r: rest, whatever the direction does; and no rest, if it grows by so much.
constexpr double at_rest = -2000, leaves = 2;
// Of a direction: it stays. Of its steps: their error.
constexpr double stays = 1e-13, exact = 1e-13;
constexpr double cautious = 0.9, least_change = 0.2, most_change = 5;
constexpr int most_steps = 10000;

Vector3 scale_of(const contact::PatchLaw& law)
{
    return {1, 1, law.length()};
}

struct Limit {
    Vector3 w;
    double ln_r = 0, time = 0; // over the first r
};

// The end of the flow of directions from w, all on the axes of the map. None: it leads away from
// rest.
std::optional<Limit> limit_of(const contact::PatchLaw& law, const contact::Matrix3& mass,
                              const Vector3& load, const Vector3& from)
{
    const Vector3 scale = scale_of(law);
    const contact::Matrix3 flexibility =
        scale.asDiagonal() * Lu<double>(mass).inverse() * scale.asDiagonal();
    const auto velocity = [&](const Vector3& w) -> Vector3 {
        const Vector3 x = w.cwiseQuotient(scale);
        return flexibility *
               (load - law.force(x.head<2>(), x(2)).force).cwiseQuotient(scale).eval();
    };
    // (w, ln r, time over the first r) by tau.
    const RightHandSide flow = [&](const Vector& z, double, Vector& rate) -> void {
        const Vector3 w = z.head<3>().normalized(), V = velocity(w);
        rate.resize(5);
        rate.head<3>() = V - w.dot(V) * w;
        rate(3) = w.dot(V);
        rate(4) = std::exp(z(3));
    };
    RungeKutta78 stepper;
    Vector z = Vector::Zero(5), rate(5), z_end(5), error(5);
    z.head<3>() = from;
    flow(z, 0, rate);
    const double unit = 1 / velocity(from).norm();
    double h = 0.01 * unit;
    for (int step = 0; step < most_steps; ++step) {
        const double fall = -rate(3);
        if (fall > 0 && rate.head<3>().norm() <= stays * fall)
            return Limit{z.head<3>(), z(3), z(4) + std::exp(z(3)) / fall};
        if (z(3) <= at_rest)
            return Limit{z.head<3>(), z(3), z(4)};
        if (z(3) >= leaves)
            return std::nullopt;
        stepper.step(flow, z, rate, 0, h, z_end, error);
        const double off = std::max(error.head<4>().cwiseAbs().maxCoeff(),
                                    std::abs(error(4)) / std::max(z_end(4), unit)) /
                           exact;
        const double factor =
            off > 0 ? cautious * std::pow(off, -1.0 / RungeKutta78::error_order) : most_change;
        if (off <= 1) {
            z = z_end;
            z.head<3>().normalize();
            flow(z, 0, rate);
        }
        h *= std::isfinite(factor) ? std::clamp(factor, least_change, most_change) : least_change;
    }
    return std::nullopt;
}

} // namespace

PatchStop::PatchStop(SwitchedSystem& system, double tolerance)
    : system_(system), tolerance_(tolerance), fastest_(system.n_patches(), 0)
{
    for (const PatchContact& patch : system.system().patches)
        terms_.push_back((scale_of(patch.law).asDiagonal() * patch.on.rows).cwiseAbs());
}

double PatchStop::reach(const Vector& y, const Vector& rate, double t) const
{
    double reach = std::numeric_limits<double>::infinity();
    for (std::size_t p = 0; p < system_.n_patches(); ++p) {
        if (!system_.slides(p))
            continue;
        const Vector3 scale = scale_of(system_.system().patches[p].law),
                      x = scale.cwiseProduct(system_.patch_velocity(p, y, t)),
                      a = scale.cwiseProduct(system_.patch_acceleration(p, rate, t));
        if (x.dot(a) < 0)
            reach = std::min(reach, part_of_way * x.norm() / a.norm());
    }
    return reach;
}

std::optional<PatchStop::Stop> PatchStop::of(std::size_t p, const Vector3& x, const Vector& y,
                                             double t)
{
    const contact::PatchLaw& law = system_.system().patches[p].law;
    const Vector3 scale = scale_of(law);
    // Mass and load of a patch that is held where it is.
    ImposedMotion still{t, 1, 1, Eigen::Matrix<double, 3, Eigen::Dynamic>::Zero(3, 1)};
    system_.impose({p}, {still});
    Vector rate = Vector::Zero(y.size());
    system_.right_hand_side(y, t, rate);
    const contact::Matrix3 mass = system_.masses({p});
    const Vector3 load = system_.patch_force(p);
    system_.let_slide();
    const contact::Matrix3 axes = system_.map_axes(p, y, t); // as they are to the end
    const Vector3 scaled = scale.cwiseProduct(x);
    const double r = scaled.norm();
    const auto limit = limit_of(law, axes.transpose() * mass * axes, axes.transpose() * load,
                                axes.transpose() * scaled / r);
    if (!limit)
        return std::nullopt;
    Stop stop{p, limit->time * r, std::move(still), (axes * limit->w).cwiseQuotient(scale)};
    stop.motion.a.col(0) = -x / stop.duration;
    return stop;
}

std::optional<PatchStop::Stop> PatchStop::next(const Vector& y, double t)
{
    const auto v = y.segment(system_.n_modes(), system_.n_modes());
    for (std::size_t p = 0; p < system_.n_patches(); ++p) {
        if (!system_.slides(p)) {
            fastest_[p] = 0;
            continue;
        }
        const Vector3 x = system_.patch_velocity(p, y, t);
        const double r = scale_of(system_.system().patches[p].law).cwiseProduct(x).norm();
        fastest_[p] = std::max(fastest_[p], r);
        const double error = tolerance_ * (terms_[p] * v.cwiseAbs()).norm();
        if (!(r <= std::max(near_rest * fastest_[p], beyond_errors * error)))
            continue;
        if (auto stop = of(p, x, y, t))
            return stop;
    }
    return std::nullopt;
}

} // namespace slideway::dynamics
