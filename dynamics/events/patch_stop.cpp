#include "dynamics/events/patch_stop.hpp"

#include "base/dense_solve.hpp"
#include "base/runge_kutta_78.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slideway::dynamics {

namespace {

// Speed relative to the largest speed of the slide below which loads equal those at rest to this
// accuracy. The remaining time has an error of its square.
constexpr double near_rest = 1e-9;
// Slips below this multiple of the error of a step cannot be resolved by steps.
constexpr double beyond_errors = 10;
// Round-off of a slip relative to the largest speed of the slide, if all other motion is slow too.
constexpr double nothing = 1e-13;
// Round-off of velocities, relative to the velocity that all forces cause in the time of the
// fastest mode.
constexpr double round_off = 1e-14;
// Largest effect of the change of the load until rest, relative to the speed of the patch.
constexpr double steady = 0.1;
// Step relative to the distance to rest.
constexpr double part_of_way = 0.5;
// ln r: rest, whatever the direction does; and no rest, if it grows by so much.
constexpr double at_rest = -2000, leaves = 2;
// ln r that counts as rest: where it begins to grow the patch stops, and starts anew, for steps
// that follow such a pass vanish (e^-24); and where most_steps do not bring the direction to its
// end.
constexpr double passes = -7;
// Change of a direction that counts as zero, and relative error of its steps. The direction also
// stays if it changes by no more than that error, for example under a load just inside of the set,
// where a slip decays slowly.
constexpr double stays = 1e-13, exact = 1e-13;
constexpr double cautious = 0.9, least_change = 0.2, most_change = 5;
constexpr int most_steps = 10000;

Vector3 scale_of(const contact::PatchLaw& law)
{
    return {1, 1, law.length()};
}

ImposedMotion still_at(double t)
{
    return {t, 1, 1, Eigen::Matrix<double, 3, Eigen::Dynamic>::Zero(3, 1)};
}

struct Limit {
    Vector3 velocity; // its direction
    double time = 0;
};

// The end of the flow of directions from a velocity x, all on the axes of the map. None: it leads
// away from rest. In z = L^T x, M = L L^T, whose length falls wherever the load is in the set.
std::optional<Limit> limit_of(const contact::PatchLaw& law, const contact::Matrix3& mass,
                              const Vector3& load, const Vector3& x)
{
    const Cholesky factor(mass);
    const auto velocity_of = [&](Vector3 w) -> Vector3 { // L^-T w
        factor.solve_upper_in_place(w);
        return w;
    };
    const auto on_axes = [&](Vector3 force) -> Vector3 { // L^-1 f
        factor.solve_lower_in_place(force);
        return force;
    };
    const auto velocity = [&](const Vector3& w) -> Vector3 {
        const Vector3 vector3 = velocity_of(w);
        return on_axes(load - law.force(vector3.head<2>(), vector3(2)).force);
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
    const Vector3 from = on_axes(mass * x); // L^T x
    const double r = from.norm();
    z.head<3>() = from / r;
    flow(z, 0, rate);
    const auto limit = [&](double time) -> Limit { return {velocity_of(z.head<3>()), time * r}; };
    const double unit = 1 / velocity(from / r).norm();
    double h = 0.01 * unit;
    for (int step = 0; step < most_steps; ++step) {
        const double fall = -rate(3);
        const double turn = rate.head<3>().norm();
        if (fall > 0 && (turn <= stays * fall || turn * h <= exact))
            return limit(z(4) + std::exp(z(3)) / fall);
        if (z(3) <= at_rest || (fall <= 0 && z(3) <= passes))
            return limit(z(4));
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
    // Only the end of the way is left. What is left of the turn a body that spins light and slips
    // hard makes slow.
    if (z(3) <= passes && rate(3) < 0)
        return limit(z(4) - std::exp(z(3)) / rate(3));
    return std::nullopt;
}

} // namespace

PatchStop::PatchStop(SwitchedSystem& system, double tolerance, double shortest)
    : system_(system), tolerance_(tolerance), shortest_(shortest),
      fastest_(system.model().n_patches(), 0)
{
    for (std::size_t p = 0; p < system.model().n_patches(); ++p)
        mass_.emplace_back(Lu<double>(system.model().flexibility(p)).inverse());
}

double PatchStop::size_of(std::size_t p, const Vector3& x) const
{
    return std::sqrt(x.dot(mass_[p] * x));
}

double PatchStop::reach(std::size_t p, const Vector& y, const Vector& rate, double t) const
{
    const Vector3 x = system_.model().patch_velocity(p, y, t),
                  a = system_.model().patch_acceleration(p, rate, t);
    const double falls = -x.dot(mass_[p] * a);
    return falls > 0 ? part_of_way * x.dot(mass_[p] * x) / falls
                     : std::numeric_limits<double>::infinity();
}

double PatchStop::reach(const Vector& y, const Vector& rate, double t) const
{
    double all = std::numeric_limits<double>::infinity();
    for (std::size_t p = 0; p < system_.model().n_patches(); ++p)
        if (system_.phases().patches[p].slides)
            all = std::min(all, reach(p, y, rate, t));
    return all;
}

std::optional<PatchStop::Stop> PatchStop::of(std::size_t p, const Vector3& x, const Vector& y,
                                             double t)
{
    const contact::PatchLaw& law = system_.model().system.patches[p].law;
    // Mass and load of a patch that is held where it is.
    ImposedMotion still = still_at(t);
    system_.impose({p}, {still});
    Vector rate = Vector::Zero(y.size());
    system_.forces().right_hand_side(y, t, rate);
    const contact::Matrix3 mass = system_.phases().masses({p});
    const Vector3 load = system_.forces().patch_force(p);
    system_.let_slide();
    const contact::Matrix3 axes = system_.model().map_axes(p, y, t); // as they are to the end
    const auto limit = limit_of(law, axes.transpose() * mass * axes, axes.transpose() * load,
                                axes.transpose() * x);
    if (!limit)
        return std::nullopt;
    Stop stop{p, limit->time, size_of(p, x), std::move(still), axes * limit->velocity};
    stop.direction /= scale_of(law).cwiseProduct(stop.direction).norm();
    stop.motion.a.col(0) = -x / stop.duration;
    return stop;
}

bool PatchStop::is_short(const Stop& stop, const Vector3& change) const
{
    return std::sqrt(change.dot(system_.model().flexibility(stop.patch) * change)) *
               stop.duration <=
           steady * stop.speed;
}

bool PatchStop::is_lost(std::size_t p, const Vector& y, double t) const
{
    const double v = y.segment(system_.model().n_modes(), system_.model().n_modes()).norm();
    const double forces = round_off * system_.forces().force_size(y) * shortest_;
    return system_.phases().patches[p].slides &&
           size_of(p, system_.model().patch_velocity(p, y, t)) <=
               std::max({beyond_errors * tolerance_ * v, nothing * fastest_[p], forces});
}

std::optional<PatchStop::Stop> PatchStop::at_once(const Vector& y, const Vector& rate,
                                                  double t) const
{
    for (std::size_t p = 0; p < system_.model().n_patches(); ++p) {
        if (!is_lost(p, y, t))
            continue;
        const Vector3 x = system_.model().patch_velocity(p, y, t);
        if (!(x.dot(mass_[p] * system_.model().patch_acceleration(p, rate, t)) < 0))
            continue;
        Stop stop{p, 0, size_of(p, x), still_at(t), x};
        stop.direction /= scale_of(system_.model().system.patches[p].law).cwiseProduct(x).norm();
        return stop;
    }
    return std::nullopt;
}

bool PatchStop::any_is_lost(const Vector& y, double t) const
{
    for (std::size_t p = 0; p < system_.model().n_patches(); ++p)
        if (is_lost(p, y, t))
            return true;
    return false;
}

std::vector<PatchStop::Stop> PatchStop::next(const Vector& y, const Vector& rate, double t)
{
    std::vector<Stop> stops;
    std::vector<std::size_t> others;
    for (std::size_t p = 0; p < system_.model().n_patches(); ++p) {
        if (!system_.phases().patches[p].slides) {
            fastest_[p] = 0;
            continue;
        }
        const Vector3 x = system_.model().patch_velocity(p, y, t);
        const double r = size_of(p, x);
        fastest_[p] = std::max(fastest_[p], r);
        const bool near = r <= near_rest * fastest_[p] || is_lost(p, y, t);
        if (auto stop = near ? of(p, x, y, t) : std::nullopt)
            stops.push_back(std::move(*stop));
        else
            others.push_back(p);
    }
    if (stops.empty())
        return stops;
    const auto sooner = [](const Stop& a, const Stop& b) -> bool {
        return a.duration < b.duration;
    };
    const double duration = std::min_element(stops.begin(), stops.end(), sooner)->duration;
    for (const std::size_t p : others) // an ordinary step would take it through its rest
        if (reach(p, y, rate, t) < duration)
            if (auto stop = of(p, system_.model().patch_velocity(p, y, t), y, t))
                stops.push_back(std::move(*stop));
    std::stable_sort(stops.begin(), stops.end(), sooner);
    return stops;
}

} // namespace slideway::dynamics
