#include "dynamics/orbits/orbit_equations.hpp"

#include "base/dense_eigen.hpp"
#include "contact/laws/joint_phases.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <utility>

namespace slideway::dynamics {

namespace {

// Of a passage: an extremum so near to its end may be told by the next one too.
constexpr double same_instant = 1e-9;

// The stops of a joint: ends of its phase at rest that depend on displacements alone.
void add_stops(const ModalLaw& joint, std::size_t j, std::vector<OrbitEquations::Stop>& out)
{
    const Vector zero = Vector::Zero(joint.on.rows.rows());
    contact::JointPiece piece;
    contact::piece_of(joint.law, contact::phases_at(joint.law, zero, zero), piece);
    for (const contact::JointPiece::Guard& guard : piece.guards) {
        if (!guard.by_v.isZero(0) || guard.by_r(guard.row) == 0)
            continue;
        const double by_r = guard.by_r(guard.row);
        out.push_back({0, -guard.constant / by_r, by_r < 0 ? 1 : -1, j, guard.row});
    }
}

} // namespace

OrbitEquations::OrbitEquations(OrbitFamily family, OrbitForm form, std::vector<ModalOutput> outputs,
                               double tolerance)
    : family_(std::move(family)), form_(form), n_outputs_(outputs.size())
{
    if (form_.periods < 1 || form_.nodes < 1 || (form_.half && form_.periods % 2 == 0))
        throw std::invalid_argument("OrbitEquations: no such form");
    options_.tolerance = tolerance;
    options_.by = family_.derived_by();
    find_stops();
    for (Stop& stop : stops_) {
        const JointOnModes& on = family_.system().joints[stop.joint].on;
        if (options_.watched.empty() || stop.of == options_.watched.size())
            options_.watched.push_back({on.rows.row(stop.row), on.follow(stop.row)});
        stop_scale_ = std::max(stop_scale_, std::abs(stop.level));
    }
    first_output_ = options_.watched.size();
    options_.watched.insert(options_.watched.end(), outputs.begin(), outputs.end());
    passages_.resize(static_cast<std::size_t>(form_.nodes));
}

// Rows in the order of joints; both stops of a row watch the same displacement.
void OrbitEquations::find_stops()
{
    stops_.clear();
    const auto& joints = family_.system().joints;
    for (std::size_t j = 0; j < joints.size(); ++j)
        add_stops(joints[j], j, stops_);
    std::size_t of = 0;
    for (std::size_t i = 0; i < stops_.size(); ++i) {
        if (i > 0 && (stops_[i].joint != stops_[i - 1].joint || stops_[i].row != stops_[i - 1].row))
            ++of;
        stops_[i].of = of;
    }
}

double OrbitEquations::duration() const
{
    return (form_.half ? 1 : 2) * std::numbers::pi * form_.periods / form_.nodes /
           family_.system().Omega;
}

Passage OrbitEquations::passage_of(Index node, const VectorIn& z)
{
    if (node == 0)
        return passage(family_.system(), z, duration(), options_);
    const double phase = (form_.half ? 1 : 2) * std::numbers::pi * form_.periods *
                         static_cast<double>(node) / form_.nodes;
    return passage(turned(family_.system(), phase), z, duration(), options_);
}

Vector OrbitEquations::nodes_of(const Vector& z, double p)
{
    if (!family_.move_to(p))
        return {};
    Vector x(n());
    x.head(2 * m()) = z;
    for (Index k = 0; k + 1 < form_.nodes; ++k) {
        const Passage to = passage_of(k, x.segment(2 * m() * k, 2 * m()));
        if (!to.failure.empty())
            return {};
        x.segment(2 * m() * (k + 1), 2 * m()) = to.end;
    }
    return x;
}

bool OrbitEquations::evaluate(const Vector& x, double p, continuation::Equations& out)
{
    known_ = false;
    if (!family_.move_to(p))
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
        auto F_p = out.F_p.segment(size * k, size);
        F_p = sign * part.by.col(size);
        if (family_.parameter().kind == OrbitParameter::Kind::Omega)
            F_p -= sign * duration() / p * part.rate; // the end comes earlier
        else if (family_.parameter().kind == OrbitParameter::Kind::level)
            F_p /= p; // from that by its logarithm
    }
    x_ = x;
    p_ = p;
    known_ = true;
    return true;
}

const OrbitEquations::At& OrbitEquations::at(const Vector& x, double p)
{
    if (at_.p == p && at_.x == x)
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
    motion.map = passages_[0].by.leftCols(size);
    for (std::size_t k = 1; k < passages_.size(); ++k)
        motion.map = passages_[k].by.leftCols(size) * motion.map;
    if (form_.half)
        motion.map = -motion.map;
    motion.stability = stability_of(eigenvalues(motion.map));
    find_stops();
    motion.stops = stops_;
    join(motion, passages_);
    test_grazing(motion);
}

// Passages one after another. Where the signs of a rate on both sides of a node differ, an extremum
// at the node was told twice or not at all.
void OrbitEquations::join(At& motion, const std::vector<Passage>& passages) const
{
    motion.extrema.clear();
    motion.events.clear();
    const double T = duration();
    std::vector<std::vector<MotionExtremum>> of(options_.watched.size());
    for (std::size_t k = 0; k < passages.size(); ++k) {
        const double start = static_cast<double>(k) * T;
        for (MotionExtremum extremum : passages[k].extrema) {
            extremum.time += start;
            of[extremum.of].push_back(std::move(extremum));
        }
        for (JointEvent event : passages[k].events) {
            event.time += start;
            motion.events.push_back(event);
        }
    }
    const auto N = static_cast<double>(passages.size());
    for (std::size_t w = 0; w < of.size(); ++w) {
        for (std::size_t k = 0; k < passages.size(); ++k) {
            const bool last = k + 1 == passages.size();
            const int mirror = last && form_.half ? -1 : 1;
            const int here = passages[k].sign[w],
                      next = mirror * passages[last ? 0 : k + 1].first_sign[w];
            if (here == next || here == 0 || next == 0)
                continue;
            const double node = static_cast<double>(k + 1) * T;
            const auto near = std::find_if(
                of[w].begin(), of[w].end(), [&](const MotionExtremum& extremum) -> bool {
                    const double apart = std::abs(extremum.time - node);
                    return std::min(apart, std::abs(apart - N * T)) < same_instant * T;
                });
            if (near != of[w].end()) {
                of[w].erase(near);
                continue;
            }
            const ModalOutput& watched = options_.watched[w];
            MotionExtremum extremum;
            extremum.of = w;
            extremum.time = node;
            extremum.value =
                watched.row.dot(passages[k].end.head(m())) +
                (watched.follow * std::polar(1.0, family_.system().Omega * node)).real();
            extremum.maximum = here > 0;
            of[w].push_back(std::move(extremum));
        }
        motion.extrema.insert(motion.extrema.end(), of[w].begin(), of[w].end());
    }
}

// (-1)^n times the smallest distance of an extremum from a stop, n of them beyond: it changes its
// sign where one of them crosses, and pairs that are born on one side leave it alone.
void OrbitEquations::test_grazing(At& motion) const
{
    double least = std::numeric_limits<double>::infinity();
    motion.beyond = 0;
    for (const Stop& stop : motion.stops)
        for (const MotionExtremum& extremum : motion.extrema) {
            if (extremum.of != stop.of)
                continue;
            const double beyond = stop.side * (extremum.value - stop.level);
            motion.beyond += beyond > 0 ? 1 : 0;
            least = std::min(least, std::abs(beyond));
        }
    const double scale = stop_scale_ > 0 ? stop_scale_ : motion.x.norm();
    motion.grazing =
        std::isfinite(least) && scale > 0 ? (motion.beyond % 2 == 0 ? 1 : -1) * least / scale : 1;
}

OrbitEquations::Range OrbitEquations::range(const At& motion, std::size_t output) const
{
    constexpr double none = std::numeric_limits<double>::infinity();
    Range range{none, -none};
    for (const MotionExtremum& extremum : motion.extrema)
        if (extremum.of == first_output_ + output) {
            range.least = std::min(range.least, extremum.value);
            range.most = std::max(range.most, extremum.value);
        }
    if (range.least == none)
        return {};
    if (form_.half) {
        range.most = std::max(range.most, -range.least);
        range.least = -range.most;
    }
    return range;
}

} // namespace slideway::dynamics
