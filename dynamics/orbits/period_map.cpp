#include "dynamics/orbits/period_map.hpp"

#include "base/interruptible.hpp"

#include <cmath>
#include <numbers>

namespace slideway::dynamics {

namespace {

using std::numbers::pi;
// Value of EventDrivenOptions::still for an exact orbit. From 1e-12 to 1e-6 no test changes.
constexpr double still = 1e-9;

// The static displacement of the elastic modes, which constant forces give them alone.
Vector static_of(const DrivenModes& s)
{
    Vector q = Vector::Zero(s.n_modes());
    for (Index i = 0; i < s.n_modes(); ++i)
        if (const double omega = s.modes.omega(i); omega != 0)
            q(i) = s.p0(i) / (omega * omega);
    return q;
}

// The system about its static equilibrium. Constant forces remain only on rigid modes.
DrySystem about_static(DrySystem s)
{
    s.p0 = (s.modes.omega.array() == 0).select(s.p0, 0);
    return s;
}

} // namespace

PeriodMap::PeriodMap(const DrySystem& system)
    : s_(about_static(system)), table_(s_), static_(static_of(system)), T_(2 * pi / system.Omega),
      half_(s_.p0.isZero(0))
{
    weight_ = (s_.modes.omega.array() == 0).select(s_.Omega, s_.modes.omega);
}

double PeriodMap::norm(const Vector& z) const
{
    return std::sqrt(z.head(m()).cwiseProduct(weight_).squaredNorm() + z.tail(m()).squaredNorm());
}

EventDrivenOptions PeriodMap::from(const Vector& z, double maps) const
{
    EventDrivenOptions options;
    options.t_end = maps * (half_ ? T_ / 2 : T_);
    options.q = z.head(m());
    options.v = z.tail(m());
    options.energies = false;
    options.still = still;
    return options;
}

Vector PeriodMap::end_of(const MotionRecord& run, long long maps) const
{
    Vector z(2 * m());
    z << run.q, run.v;
    return half_ && maps % 2 != 0 ? Vector(-z) : z;
}

MotionRecord PeriodMap::run(const EventDrivenOptions& options, const Progress& progress)
{
    MotionRecord result = event_driven(table_, options, progress);
    if (result.interrupted)
        throw Interrupted();
    return result;
}

PeriodMap::Point PeriodMap::evaluate(const Vector& z, const Progress& progress)
{
    EventDrivenOptions options = from(z, 1);
    options.tangent = true;
    const MotionRecord map = run(options, progress);
    Point point{z, end_of(map, 1), half_ ? Matrix(-map.tangent) : map.tangent, 0};
    point.residual = norm(point.image - z);
    return point;
}

} // namespace slideway::dynamics
