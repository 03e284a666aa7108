#include "base/runge_kutta_78.hpp"

#include <boost/numeric/odeint/external/eigen/eigen_algebra.hpp>
#include <boost/numeric/odeint/external/eigen/eigen_resize.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>

namespace slideway {

namespace odeint = boost::numeric::odeint;

struct RungeKutta78::Stepper {
    odeint::runge_kutta_fehlberg78<Vector, double, Vector, double, odeint::vector_space_algebra> rk;
};

RungeKutta78::RungeKutta78() : stepper_(std::make_unique<Stepper>()) {}
RungeKutta78::~RungeKutta78() = default;
RungeKutta78::RungeKutta78(RungeKutta78&&) noexcept = default;
RungeKutta78& RungeKutta78::operator=(RungeKutta78&&) noexcept = default;

void RungeKutta78::step(const RightHandSide& f, const Vector& y, const Vector& dydt, double t,
                        double h, Vector& y_end, Vector& error)
{
    y_end.resize(y.size());
    error.resize(y.size());
    stepper_->rk.do_step(
        [&f](const Vector& state, Vector& rate, double time) { f(state, time, rate); }, y, dydt, t,
        y_end, h, error);
}

} // namespace slideway
