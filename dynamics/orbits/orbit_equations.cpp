#include "dynamics/orbits/orbit_equations.hpp"

#include "contact/laws/law.hpp"
#include "dynamics/orbits/product_eigenvalues.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <utility>

namespace slideway::dynamics {

double energy_size(const Vector& weight, const VectorIn& x)
{
    const Index m = weight.size(), N = x.size() / (2 * m);
    double most = 0;
    for (Index k = 0; k < N; ++k) {
        const auto z = x.segment(2 * m * k, 2 * m);
        most = std::max(most, std::hypot(weight.cwiseProduct(z.head(m)).norm(), z.tail(m).norm()));
    }
    return most;
}

OrbitEquations::OrbitEquations(OrbitFamily family, OrbitForm form, std::vector<ModalOutput> outputs,
                               double tolerance, std::vector<int> weights)
    : family_(std::move(family)), mirrored_(family_.asymmetry().empty()), form_(form),
      outputs_(std::move(outputs)), weights_(std::move(weights))
{
    if (form_.periods < 1 || form_.nodes < 1 || (form_.half && form_.periods % 2 == 0))
        throw std::invalid_argument("OrbitEquations: no such form");
    options_.tolerance = tolerance;
    options_.by = family_.derived_by();
    watch();
    for (const Stop& stop : stops_of(family_.joints()))
        stop_scale_ = std::max(stop_scale_, std::abs(stop.level));
    passages_.resize(static_cast<std::size_t>(form_.nodes));
}

// The rows of stops and the outputs, as they are now.
void OrbitEquations::watch()
{
    options_.watched = watched_by(stops_of(family_.joints()), family_.joints());
    first_output_ = options_.watched.size();
    const std::vector<ModalOutput> outputs = family_.outputs(outputs_);
    options_.watched.insert(options_.watched.end(), outputs.begin(), outputs.end());
}

bool OrbitEquations::move_to(double p)
{
    if (p == family_.value())
        return true;
    if (!family_.move_to(p))
        return false;
    watch();
    return true;
}

double OrbitEquations::angle() const
{
    return (form_.half ? 1 : 2) * std::numbers::pi * form_.periods / form_.nodes;
}

// From a state at a phase of the drive, over that much of it.
Passage OrbitEquations::over(double phase, double angle, const VectorIn& z) const
{
    return family_.passage(z, phase, angle / family_.system().Omega, options_);
}

Passage OrbitEquations::passage_of(Index node, const VectorIn& z) const
{
    return over(form_.phase + static_cast<double>(node) * angle(), angle(), z);
}

Vector OrbitEquations::by_parameter(const Passage& part, double angle) const
{
    return family_.by_parameter(part.by, part.rate, angle);
}

Vector OrbitEquations::nodes_of(const Vector& z, double p)
{
    if (!move_to(p))
        return {};
    Vector x(n());
    x.head(2 * m()) = z;
    for (Index k = 0; k + 1 < form_.nodes; ++k) {
        const Passage passage = passage_of(k, x.segment(2 * m() * k, 2 * m()));
        if (!passage.failure.empty())
            return {};
        x.segment(2 * m() * (k + 1), 2 * m()) = passage.end;
    }
    return x;
}

Vector OrbitEquations::directions_of(const Vector& z, const Vector& direction, double p)
{
    Vector d(n());
    if (!move_to(p))
        return d.setZero();
    Vector y = z;
    d.head(2 * m()) = direction;
    for (Index k = 0; k + 1 < form_.nodes; ++k) {
        const Passage passage = passage_of(k, y);
        y = passage.end;
        d.segment(2 * m() * (k + 1), 2 * m()) =
            passage.by.leftCols(2 * m()) * d.segment(2 * m() * k, 2 * m());
    }
    return d;
}

bool OrbitEquations::move_on(Vector& x, Vector& tangent, double p, double phase, double value)
{
    if (!move_to(p))
        return false;
    const Index size = 2 * m();
    for (Index k = 0; k < form_.nodes; ++k) {
        const Passage part =
            over(phase + static_cast<double>(k) * angle(), value, x.segment(size * k, size));
        if (!part.failure.empty())
            return false;
        x.segment(size * k, size) = part.end;
        if (tangent.size() > 0)
            tangent.segment(size * k, size) =
                (part.by.leftCols(size) * tangent.segment(size * k, size) +
                 tangent(n()) * by_parameter(part, value))
                    .eval();
    }
    return true;
}

std::vector<continuation::Image> OrbitEquations::images(const Vector& x, double p,
                                                        const Vector& tangent)
{
    std::vector<continuation::Image> out;
    const Index size = 2 * m(), N = form_.nodes;
    const int periods = form_.periods;
    if (N % periods != 0 || !move_to(p))
        return out;
    // Begun k periods later; of a half-period map, half as many.
    const auto add_later = [&](const Vector& y, const Vector& t, bool itself) {
        for (int k = itself ? 1 : 0; k < periods; ++k) {
            continuation::Image image{Vector(n()), t};
            for (Index i = 0; i < N; ++i) {
                const Index from = i + k * (N / periods);
                const double sign = form_.half && (k + (from >= N ? 1 : 0)) % 2 != 0 ? -1 : 1;
                image.x.segment(size * i, size) = sign * y.segment(size * (from % N), size);
                image.tangent.segment(size * i, size) = sign * t.segment(size * (from % N), size);
            }
            out.push_back(std::move(image));
        }
    };
    add_later(x, tangent, true);
    if (form_.half || !mirrored_)
        return out;
    Vector y(n()), t = tangent;
    for (Index i = 0; i < N; ++i) {
        const Passage half = over(form_.phase + static_cast<double>(i) * angle(), std::numbers::pi,
                                  x.segment(size * i, size));
        if (!half.failure.empty())
            return out;
        y.segment(size * i, size) = -half.end;
        t.segment(size * i, size) = -(half.by.leftCols(size) * tangent.segment(size * i, size) +
                                      tangent(n()) * by_parameter(half, std::numbers::pi));
    }
    add_later(y, t, false);
    return out;
}

double OrbitEquations::symmetry_index(const Vector& x, double p)
{
    if (form_.half)
        return 0;
    if (form_.periods % 2 == 0 || !move_to(p))
        return 1;
    const Vector z = x.head(2 * m());
    PassageOptions end_alone;
    end_alone.tolerance = options_.tolerance;
    const Passage half = family_.passage(
        z, form_.phase, std::numbers::pi * form_.periods / family_.system().Omega, end_alone);
    const Vector weight = family_.energy_weights();
    return half.failure.empty() ? energy_size(weight, z + half.end) / energy_size(weight, z) : 1;
}

double OrbitEquations::residual(const Vector& x, double p)
{
    continuation::Equations equations;
    equations.F.setZero(n());
    equations.F_x.setZero(n(), n());
    equations.F_p.setZero(n());
    if (!evaluate(x, p, equations))
        return std::numeric_limits<double>::infinity();
    const Vector weight = family_.energy_weights();
    return energy_size(weight, equations.F) / energy_size(weight, x);
}

bool OrbitEquations::evaluate(const Vector& x, double p, continuation::Equations& out)
{
    known_ = false;
    if (!move_to(p))
        return false;
    ++n_evaluations_;
    const Index size = 2 * m(), N = form_.nodes;
    out.F_x.setZero();
    for (Index k = 0; k < N; ++k) {
        Passage& part = passages_[static_cast<std::size_t>(k)];
        part = passage_of(k, x.segment(size * k, size));
        if (!part.failure.empty())
            return false;
        const double sign = form_.half && k + 1 == N ? -1 : 1;
        const Index next = (k + 1) % N;
        out.F.segment(size * k, size) = sign * part.end - x.segment(size * next, size);
        out.F_x.block(size * k, size * k, size, size) = sign * part.by.leftCols(size);
        out.F_x.block(size * k, size * next, size, size).diagonal().array() -= 1;
        out.F_p.segment(size * k, size) = sign * by_parameter(part, angle());
    }
    x_ = x;
    p_ = p;
    known_ = true;
    return true;
}

const OrbitEquations::At& OrbitEquations::at(const Vector& x, double p)
{
    if (at_.x.size() == x.size() && at_.p == p && at_.x == x)
        return at_;
    if (!known_ || p_ != p || x_ != x) {
        continuation::Equations again;
        again.F.setZero(n());
        again.F_x.setZero(n(), n());
        again.F_p.setZero(n());
        if (!evaluate(x, p, again))
            throw std::runtime_error("OrbitEquations: no motion at a point of the branch");
    }
    at_.x = x;
    at_.p = p;
    gather(at_);
    return at_;
}

void OrbitEquations::gather(At& motion)
{
    const Index size = 2 * m();
    std::vector<Matrix> factors;
    for (const Passage& passage : passages_)
        factors.emplace_back(passage.by.leftCols(size));
    if (form_.half)
        factors.front() = -factors.front();
    motion.map = factors.front();
    for (std::size_t k = 1; k < factors.size(); ++k)
        motion.map = factors[k] * motion.map;
    motion.stability = stability_of(product_eigenvalues(factors));
    motion.stops = stops_of(family_.joints());
    const double T = angle() / family_.system().Omega;
    motion.events.clear();
    for (std::size_t k = 0; k < passages_.size(); ++k)
        for (JointEvent event : passages_[k].events) {
            event.time += static_cast<double>(k) * T;
            motion.events.push_back(event);
        }
    motion.extrema =
        extrema_of(passages_, options_.watched, T, family_.system().Omega, form_.phase, form_.half);
    const Grazing grazing = grazing_of(motion.stops, motion.extrema,
                                       stop_scale_ > 0 ? stop_scale_ : motion.x.norm(), weights_);
    motion.grazing = grazing.test(grazing.beyond);
    motion.beyond = grazing.beyond;
    motion.touching = grazing.touching;
    motion.room = grazing.room;
    motion.contacts = grazing.contacts;
    motion.touched = motion.touched_twice = 0;
    for (const std::size_t joint : grazing.touching_joints) {
        const int weight = weights_.empty() ? 1 : weights_[joint];
        motion.touched += form_.half ? 2 * weight : weight;
        if (form_.half && family_.joints()[joint].law->is_odd())
            motion.touched_twice += weight;
    }
}

MotionRange OrbitEquations::range(const At& motion, std::size_t output) const
{
    const std::size_t row = first_output_ + output;
    MotionRange range =
        range_of(motion.extrema, row, options_.watched[row].row.dot(motion.x.head(m())));
    if (form_.half) {
        range.most = std::max(range.most, -range.least);
        range.least = -range.most;
    }
    return range;
}

} // namespace slideway::dynamics
