#include "dynamics/cycles/conservative_equations.hpp"

#include "base/dense_eigen.hpp"
#include "base/text.hpp"
#include "base/two_pi.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

namespace slideway::dynamics {

namespace {

// Residual of Newton's method at a stop, relative to its level.
constexpr double at_stop = 1e-9;

} // namespace

ConservativeEquations::ConservativeEquations(const ConservativeSystem& system,
                                             std::vector<ModalOutput> outputs, double tolerance)
    : FreeEquations(outputs,
                    watched_by(stops_of(system.system.joints), system.system.joints).size()),
      c_(system), system_(system.system), stops_(stops_of(system_.joints))
{
    options_.tolerance = tolerance;
    options_.by.start = options_.by.damping = true;
    options_.watched = watched_by(stops_, system_.joints);
    for (ModalOutput& output : outputs) {
        output.follow = 0;
        options_.watched.push_back(std::move(output));
    }
    for (const DisplacementStop& stop : stops_)
        stop_scale_ = std::max(stop_scale_, std::abs(stop.level));
    weight_ = Vector::Ones(2 * m());
    weight_.head(m()) = system_.modes.omega;
}

Vector ConservativeEquations::small_motion(Index mode, double p) const
{
    Vector x(n());
    x << c_.rest, std::exp(p) * c_.shapes.col(mode), c_.omega(mode), 0;
    return x;
}

continuation::Scales ConservativeEquations::scales(const VectorIn& x, double p) const
{
    const double size = std::exp(p), Omega = x(at_Omega());
    continuation::Scales scales;
    scales.x.resize(n());
    scales.x << size * c_.system.modes.omega.cwiseInverse(), Vector::Constant(m(), size),
        Omega / 10, 2 * Omega;
    return scales;
}

void ConservativeEquations::take_phase(const VectorIn& x)
{
    z_0_ = x.head(2 * m());
    Omega_0_ = x(2 * m());
    f_0_.resize(2 * m());
    f_0_ << z_0_.tail(m()), -c_.gradient(z_0_.head(m()));
    f_0_ = f_0_.cwiseProduct(weight_.cwiseAbs2());
    f_0_ /= f_0_.cwiseQuotient(weight_).norm();
}

void ConservativeEquations::keep_phase(Eigen::Ref<Vector> tangent) const
{
    const Vector later = f_0_.cwiseQuotient(weight_.cwiseAbs2());
    tangent.head(2 * m()) -= f_0_.dot(tangent.head(2 * m())) / f_0_.dot(later) * later;
}

bool ConservativeEquations::evaluate(const Vector& x, double p, continuation::Equations& out)
{
    const Index size = 2 * m();
    const Vector z = x.head(size);
    const double Omega = x(size), xi = x(size + 1);
    x_.resize(0);
    if (!(Omega < largest_ratio * Omega_0_ && Omega * largest_ratio > Omega_0_ &&
          std::abs(xi) < largest_damping * Omega_0_))
        return false;
    const double energy = c_.energy(z), T = two_pi / Omega;
    if (!(energy > 0))
        return false;
    system_.modes.c.setConstant(xi);
    passage_ = passage(system_, z, T, options_);
    if (!passage_.failure.empty())
        return false;
    out.F_x.setZero();
    out.F_p.setZero();
    out.F.head(size) = passage_.end - z;
    out.F_x.topLeftCorner(size, size) = passage_.by.leftCols(size);
    out.F_x.diagonal().head(size).array() -= 1;
    out.F_x.col(size).head(size) = -T / Omega * passage_.rate;
    out.F_x.col(size + 1).head(size) = passage_.by.col(size);
    out.F(size) = f_0_.dot(z - z_0_);
    out.F_x.row(size).head(size) = f_0_.transpose();
    out.F(size + 1) = 0.5 * std::log(2 * energy) - p;
    out.F_x.row(size + 1).head(m()) = c_.gradient(z.head(m())).transpose() / (2 * energy);
    out.F_x.row(size + 1).segment(m(), m()) = z.tail(m()).transpose() / (2 * energy);
    out.F_p(size + 1) = -1;
    // Numbers alone: rows are compared where branches cross.
    Vector per_row(size + 1);
    per_row << weight_, 1;
    per_row *= std::exp(-p);
    out.F.head(size + 1) = out.F.head(size + 1).cwiseProduct(per_row).eval();
    out.F_x.topRows(size + 1) = (per_row.asDiagonal() * out.F_x.topRows(size + 1)).eval();
    out.F_p.head(size + 1) = -out.F.head(size + 1);
    x_ = x;
    return true;
}

ComplexVector ConservativeEquations::multipliers(const Vector& z) const
{
    const Index size = 2 * m();
    if (size == 2)
        return {};
    const Vector gradient = c_.gradient(z.head(m()));
    Vector f(size), g(size);
    f << z.tail(m()), -gradient;
    g << gradient, z.tail(m());
    return other_multipliers(weight_.asDiagonal() * passage_.by.leftCols(size) *
                                 weight_.cwiseInverse().asDiagonal(),
                             f.cwiseProduct(weight_), g.cwiseQuotient(weight_));
}

const FreeEquations::At& ConservativeEquations::at(const Vector& x, double p)
{
    if (at_.x.size() == x.size() && at_.x == x)
        return at_;
    if (x_.size() != x.size() || x_ != x) {
        continuation::Equations again;
        again.F.setZero(n());
        again.F_x.setZero(n(), n());
        again.F_p.setZero(n());
        if (!evaluate(x, p, again))
            throw std::runtime_error("ConservativeEquations: no motion at a point of the branch");
    }
    at_.x = x;
    at_.others = stability_of(multipliers(x.head(2 * m())));
    const ComplexVector& multipliers = at_.others.multipliers;
    at_.stable = multipliers.size() == 0 || std::abs(multipliers(0)) <= 1 + stable_growth;
    at_.extrema = extrema_of({passage_}, options_.watched, two_pi / x(2 * m()), 0, 0, false);
    at_.grazing = grazing_of(stops_, at_.extrema, stop_scale_);
    return at_;
}

std::vector<std::string> ConservativeEquations::grazed(const At& motion) const
{
    std::vector<std::string> names;
    for (const DisplacementStop& stop : stops_)
        if (std::any_of(motion.extrema.begin(), motion.extrema.end(),
                        [&](const MotionExtremum& extremum) -> bool {
                            return extremum.of == stop.of &&
                                   std::abs(stop.beyond(extremum.value)) <= at_stop * stop_scale_;
                        }))
            names.push_back(system_.joints[stop.joint].name + " at " + number_text(stop.level, 6));
    return names;
}

} // namespace slideway::dynamics
