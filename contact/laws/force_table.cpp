#include "contact/laws/force_table.hpp"

#include "contact/laws/state_harmonics.hpp"
#include "contact/laws/stop_force.hpp"
#include "contact/periodic/harmonic_moments.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace slideway::contact {

namespace {

// Largest number of knots of a tangent cycle, whose states are of one byte.
constexpr std::size_t most_states = 126;

// Calls use(index of the cosine of k, k).
template <class Use>
void for_harmonics(const Harmonics& h, const Use& use)
{
    for (Index k = 1; k <= h.n_h; ++k)
        use(2 * (k - 1) + (h.means ? 1 : 0), static_cast<double>(k));
}

double swing(const Harmonics& h, const VectorIn& R)
{
    double sum = 0;
    for_harmonics(h, [&](Index c, double) { sum += std::hypot(R(c), R(c + 1)); });
    return sum;
}

// Coefficients of du/dtheta, without its mean.
void differentiate(const Harmonics& h, const VectorIn& u, Vector& out)
{
    out.setZero(h.size());
    for_harmonics(h, [&](Index c, double k) {
        out(c) = k * u(c + 1);
        out(c + 1) = -k * u(c);
    });
}

// The transposed map on factors of the coefficients of du/dtheta.
void differentiate_transposed(const Harmonics& h, const VectorIn& u, Vector& out)
{
    out.setZero(h.size());
    for_harmonics(h, [&](Index c, double k) {
        out(c) = -k * u(c + 1);
        out(c + 1) = k * u(c);
    });
}

} // namespace

ForceTable::ForceTable(TableArgument argument, Interpolation interpolation,
                       const std::vector<double>& x, const std::vector<double>& f)
    : argument_(argument), interpolation_(interpolation),
      f_(interpolation == Interpolation::linear ? PiecewiseCubic::linear(x, f)
                                                : PiecewiseCubic::monotone(x, f))
{
}

LawDescription ForceTable::description() const
{
    return {"table",
            depends_on_velocity() ? "force over velocity by points"
                                  : "force over displacement or velocity by points",
            Directions::one};
}

Bound ForceTable::bound(Index, double reach) const
{
    if (depends_on_velocity())
        return {0, f_.steepest(std::numeric_limits<double>::max())};
    return {f_.steepest(reach), 0};
}

void ForceTable::force(JointMemory&, const JointVector& r, const JointVector& v,
                       ForceAndTangent& out) const
{
    out.clear(r.size());
    const bool of_velocity = depends_on_velocity();
    for (Index i = 0; i < r.size(); ++i) {
        const PiecewiseCubic::Value value = f_(of_velocity ? v(i) : r(i));
        out.f(i) = value.f;
        (of_velocity ? out.df_dv : out.df_dr)(i, i) = value.slope;
    }
}

RowSlope ForceTable::slope(double r, double v) const
{
    return depends_on_velocity() ? RowSlope{0, f_(v).slope} : RowSlope{f_(r).slope, 0};
}

// The force has the sign of v at the knots and at 0, and so between them; it changes its sign at 0
// alone.
Dissipation ForceTable::dissipation() const
{
    if (!depends_on_velocity() || f_.knots().empty() || f_(0).f != 0)
        return Dissipation::none;
    for (const double v : f_.knots())
        if (v != 0 && !(f_(v).f * v > 0))
            return Dissipation::none;
    const double before = f_.pieces().front().c[1], behind = f_.pieces().back().c[1];
    if (before < 0 || behind < 0)
        return Dissipation::none;
    return before > 0 && behind > 0 ? Dissipation::unbounded_force : Dissipation::bounded_force;
}

std::string_view ForceTable::phase_codes() const
{
    return "number of the interval of the table, 0 before its first point";
}

JointPhases ForceTable::phases_at(const JointVector& r, const JointVector& v) const
{
    JointPhases phases;
    for (Index i = 0; i < r.size(); ++i)
        phases.codes.push_back(static_cast<int>(f_.interval(depends_on_velocity() ? v(i) : r(i))));
    return phases;
}

void ForceTable::piece(const JointPhases& phases, JointPiece& out) const
{
    const std::vector<double>& knots = f_.knots();
    const double by_r = depends_on_velocity() ? 0 : 1, by_v = 1 - by_r;
    for (Index i = 0; i < out.at.size(); ++i) {
        const auto k = static_cast<std::size_t>(phases.codes[static_cast<std::size_t>(i)]);
        const PiecewiseCubic::Piece& p = f_.pieces()[k];
        const auto add = [&](int r_power, int v_power, double value) {
            if (value != 0)
                out.terms.push_back({i, {r_power, v_power, value}});
        };
        if (depends_on_velocity()) { // powers of v about 0
            const double a = p.at;
            out.constant(i) = p.c[0] - a * (p.c[1] - a * (p.c[2] - a * p.c[3]));
            out.damping(i, i) = p.c[1] - a * (2 * p.c[2] - 3 * a * p.c[3]);
            add(0, 2, p.c[2] - 3 * a * p.c[3]);
            add(0, 3, p.c[3]);
        } else {
            out.at(i) = p.at;
            out.constant(i) = p.c[0];
            out.stiffness(i, i) = p.c[1];
            add(2, 0, p.c[2]);
            add(3, 0, p.c[3]);
        }
        if (k > 0)
            out.add_guard(i, -knots[k - 1], by_r, by_v);
        if (k < knots.size())
            out.add_guard(i, knots[k], -by_r, -by_v);
    }
}

void ForceTable::pass(JointPhases& phases, int guard, const JointVector&, const JointVector&) const
{
    const auto last = static_cast<int>(f_.knots().size());
    for (int& code : phases.codes) {
        const int below = code > 0 ? 1 : 0, above = code < last ? 1 : 0;
        if (guard < below + above) {
            code += guard < below ? -1 : 1;
            return;
        }
        guard -= below + above;
    }
}

double ForceTable::potential(const JointVector& r) const
{
    double sum = 0;
    for (const double displacement : r)
        sum += f_.integral(displacement);
    return sum;
}

std::optional<JointLaw> ForceTable::times(double n) const
{
    ForceTable all = *this;
    all.f_ = f_.times(n);
    return all;
}

void ForceTable::evaluate(bool second, StateSamples& s) const
{
    const bool of_velocity = depends_on_velocity();
    Vector &slope = of_velocity ? s.f_v : s.f_r, &other = of_velocity ? s.f_r : s.f_v;
    for (Index i = 0; i < s.r.size(); ++i) {
        const PiecewiseCubic::Value value = f_(of_velocity ? s.v(i) : s.r(i));
        s.f(i) = value.f;
        slope(i) = value.slope;
        other(i) = 0;
        if (second) {
            s.f_rr(i) = s.f_rv(i) = s.f_vv(i) = 0;
            (of_velocity ? s.f_vv : s.f_rr)(i) = value.curvature;
        }
    }
}

// The line of the interval of the mean, and a stop at each kink that the motion reaches.
void ForceTable::add_lines(Index row, const VectorIn& argument, const VectorIn& lambda,
                           HarmonicWorkspace& work, HarmonicForce& out) const
{
    const Harmonics& h = work.harmonics;
    const Index m = h.size(), first = row * m;
    const auto x = argument.segment(first, m);
    const std::vector<PiecewiseCubic::Piece>& pieces = f_.pieces();
    const double mean = h.means ? x(0) : 0, reach = swing(h, x);
    const std::size_t base = f_.interval(mean);
    const double slope = pieces[base].c[1];
    out.F.segment(first, m) += slope * x;
    out.J.block(first, first, m, m).diagonal().array() += slope;
    if (h.means)
        out.F(first) += pieces[base].c[0] - slope * pieces[base].at;
    const auto kink = [&](std::size_t k, double sign) {
        const double change = sign * (pieces[k + 1].c[1] - pieces[k].c[1]), at = f_.knots()[k];
        if (change != 0 && sign * (at - mean) <= reach)
            add_stop(
                {-std::abs(change) * sign * at, std::abs(change), sign, change > 0 ? 1.0 : -1.0},
                row, argument, lambda, work, out);
    };
    for (std::size_t k = base; k < f_.knots().size(); ++k)
        kink(k, 1);
    for (std::size_t k = base; k-- > 0;)
        kink(k, -1);
}

// Lines over v = Omega D R with D = d/dtheta: derivatives by R and Omega from those by v.
void ForceTable::add_velocity_lines(Index row, const VectorIn& R, const VectorIn& lambda,
                                    HarmonicWorkspace& work, HarmonicForce& out) const
{
    const Harmonics& h = work.harmonics;
    const Index m = h.size(), first = row * m;
    const double Omega = work.Omega;
    Vector& rate = work.part_lambda; // D R
    HarmonicForce& by_v = work.part;
    differentiate(h, R.segment(first, m), rate);
    work.part_motion = Omega * rate;
    const bool second = lambda.size() > 0;
    const Eigen::Map<const Vector> weights(second ? lambda.data() + first : nullptr,
                                           second ? m : 0);
    if (!prepare(h, 1, work.part_motion, weights, by_v))
        return;
    add_lines(0, work.part_motion, weights, work, by_v);
    out.F.segment(first, m) += by_v.F;
    if (out.F_Omega.size() == 0)
        out.F_Omega.setZero(out.F.size());
    out.F_Omega.segment(first, m).noalias() += by_v.J * rate;
    for_harmonics(h, [&](Index c, double k) {
        out.J.col(first + c).segment(first, m) -= Omega * k * by_v.J.col(c + 1);
        out.J.col(first + c + 1).segment(first, m) += Omega * k * by_v.J.col(c);
        out.dissipated += std::numbers::pi * (by_v.F(c) * rate(c) + by_v.F(c + 1) * rate(c + 1));
    });
    if (!second)
        return;
    if (out.H_Omega.size() == 0)
        out.H_Omega.setZero(out.F.size());
    Vector &H_rate = work.samples.weights, &factors = work.samples.weighted,
           &back = work.samples.coefficients;
    H_rate.noalias() = by_v.H * rate;
    factors.noalias() = by_v.J.transpose() * weights;
    factors += Omega * H_rate;
    differentiate_transposed(h, factors, back);
    out.H_Omega.segment(first, m) += back;
    out.H_OmegaOmega += rate.dot(H_rate);
    work.mixed.resize(m, m); // H D, from (D^T H)^T
    for (Index j = 0; j < m; ++j) {
        differentiate_transposed(h, by_v.H.col(j), back);
        work.mixed.row(j) = back;
    }
    for (Index j = 0; j < m; ++j) {
        differentiate_transposed(h, work.mixed.col(j), back);
        out.H.block(first, first, m, m).col(j) += Omega * Omega * back;
    }
}

// Cubics between the phases at which the motion passes a knot.
void ForceTable::add_cubics(Index row, const VectorIn& R, const VectorIn& lambda,
                            HarmonicWorkspace& work, HarmonicForce& out) const
{
    const Harmonics& h = work.harmonics;
    const Index m = h.size(), first = row * m;
    if (depends_on_velocity()) {
        differentiate(h, R.segment(first, m), work.part_motion);
        work.part_motion *= work.Omega;
    } else {
        work.part_motion = R.segment(first, m);
    }
    const double mean = h.means ? work.part_motion(0) : 0, reach = swing(h, work.part_motion);
    std::vector<double> passed;
    for (const double knot : f_.knots()) {
        if (std::abs(knot - mean) > reach)
            continue;
        assign(h, work.part_motion.data(), 1, work.normal);
        work.normal.mean -= knot;
        work.finder.find(work.normal, 0, work.openings);
        for (const SignChange& change : work.openings)
            passed.push_back(std::clamp(std::fmod(change.theta, 2 * std::numbers::pi), 0.0,
                                        2 * std::numbers::pi));
    }
    add_piecewise_force(
        {row, R, lambda, depends_on_velocity(), work.Omega}, passed,
        [this](bool second, StateSamples& s) { evaluate(second, s); }, work, out);
}

void ForceTable::harmonic_force(const VectorIn& R, const VectorIn& lambda, HeldOnsets,
                                HarmonicWorkspace& work, HarmonicForce& out) const
{
    const Index rows = rows_of(work.harmonics, R);
    if (!prepare(work.harmonics, rows, R, lambda, out))
        return;
    for (Index row = 0; row < rows; ++row)
        if (is_smooth())
            add_cubics(row, R, lambda, work, out);
        else if (depends_on_velocity())
            add_velocity_lines(row, R, lambda, work, out);
        else
            add_lines(row, R, lambda, work, out);
}

void ForceTable::sampled_force(const Harmonics& h, const VectorIn& R, double Omega, Index samples,
                               HarmonicForce& out) const
{
    HarmonicWorkspace work(h);
    const Vector none;
    if (prepare(h, rows_of(h, R), R, none, out))
        for (Index row = 0; row < rows_of(h, R); ++row)
            add_state_force(
                {row, R, none, depends_on_velocity(), Omega}, samples,
                [this](bool second, StateSamples& s) { evaluate(second, s); }, work, out);
}

bool ForceTable::has_tangent_cycle() const
{
    return !is_smooth() && f_.knots().size() <= most_states;
}

void ForceTable::read_cycle(const VectorIn& R, HarmonicWorkspace& work, HarmonicForce&,
                            TangentCycle& out) const
{
    const Harmonics& h = work.harmonics;
    const Index size = h.size(), rows = R.size() / size;
    out.start.assign(static_cast<std::size_t>(rows), 0);
    out.events.clear();
    for (Index i = 0; i < rows; ++i) {
        if (depends_on_velocity()) {
            differentiate(h, R.segment(i * size, size), work.part_motion);
            work.part_motion *= work.Omega;
        } else {
            work.part_motion = R.segment(i * size, size);
        }
        signed char& start = out.start[static_cast<std::size_t>(i)];
        for (std::size_t k = 0; k < f_.knots().size(); ++k) {
            assign(h, work.part_motion.data(), 1, work.normal);
            work.normal.mean -= f_.knots()[k];
            work.finder.find(work.normal, 0, work.openings);
            const auto below = static_cast<signed char>(k);
            const auto above = static_cast<signed char>(k + 1);
            if (work.openings.empty() ? work.normal.mean > 0 : !work.openings.front().rising)
                start = std::max(start, above);
            for (const SignChange& change : work.openings)
                out.events.push_back({change.theta, i, change.rising ? above : below});
        }
    }
}

void ForceTable::tangent(const signed char* states, Index rows, StateTangent& out) const
{
    for (Index i = 0; i < rows; ++i) {
        const double slope = f_.pieces()[static_cast<std::size_t>(states[i])].c[1];
        out.entries.push_back(depends_on_velocity() ? StateTangent::Entry{i, i, 0, slope}
                                                    : StateTangent::Entry{i, i, slope, 0});
    }
}

} // namespace slideway::contact
