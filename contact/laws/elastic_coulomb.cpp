#include "contact/laws/elastic_coulomb.hpp"

#include "contact/laws/sampled_cycle.hpp"
#include "contact/periodic/harmonic_moments.hpp"

#include <cmath>

namespace slideway::contact {

namespace {

constexpr int open = 2; // phase

double normal_force(const ElasticCoulomb& law, const JointVector& r)
{
    return law.single ? law.preload : law.preload + law.k_n * r(1);
}

int sign(double value)
{
    return value < 0 ? -1 : 1;
}

signed char code(FrictionState state)
{
    return static_cast<signed char>(state);
}

// The slider of the memory, sized if it is new.
double& slider(JointMemory& memory)
{
    if (memory.empty())
        memory.assign(1, 0);
    return memory[0];
}

double slider(const JointPhases& phases)
{
    return phases.memory.empty() ? 0 : phases.memory[0];
}

// Sets `out`, which is prepared, to the first of two rows.
void take_first_row(const HarmonicForce& both, HarmonicForce& out)
{
    const Index m = out.F.size();
    out.F = both.F.head(m);
    out.J = both.J.topLeftCorner(m, m);
}

} // namespace

LawDescription ElasticCoulomb::description() const
{
    return {"elastic-coulomb", "springs in both directions with friction and separation",
            single ? Directions::one : Directions::tangent_and_normal};
}

ElasticCoulomb ElasticCoulomb::on_two_rows(const VectorIn& R, const VectorIn& lambda,
                                           HarmonicWorkspace& work) const
{
    const Index m = work.harmonics.size();
    work.part_motion.setZero(2 * m);
    work.part_motion.head(m) = R;
    work.part_lambda.setZero(lambda.size() > 0 ? 2 * m : 0);
    if (lambda.size() > 0)
        work.part_lambda.head(m) = lambda;
    ElasticCoulomb law = *this;
    law.single = false;
    return law;
}

std::string_view ElasticCoulomb::phase_codes() const
{
    return "0 sticking, +1 or -1 slipping, 2 open";
}

std::span<const LawParameter> ElasticCoulomb::parameters() const
{
    using L = ElasticCoulomb;
    static const LawParameter list[] = {
        law_parameter<L>("k_t", &L::k_t, Scaling{{0, 0}, {1, 0}}),
        law_parameter<L>("k_n", &L::k_n, Scaling{{0, 0}, {0, 1}}),
        law_parameter<L>("friction", &L::friction, Scaling{{1, 0}, {-1, 0}}),
        law_parameter<L>("preload", &L::preload, Scaling{{1, 1}, {-1, -1}})};
    static const LawParameter of_limit[] = {
        law_parameter<L>("k_t", &L::k_t, Scaling{{0, 0}, {1, 0}}),
        law_parameter<L>("limit", &L::preload, Scaling{{1, 1}, {-1, -1}})};
    if (by_limit)
        return of_limit;
    return list;
}

std::optional<JointLaw> ElasticCoulomb::adapted(const std::vector<std::string>& components) const
{
    if (components.size() != 1 || k_n != 0)
        return std::nullopt;
    ElasticCoulomb law = *this;
    law.single = true;
    return law;
}

std::shared_ptr<Law> ElasticCoulomb::copy() const
{
    return std::make_shared<ElasticCoulomb>(*this);
}

void ElasticCoulomb::force(JointMemory& memory, const JointVector& r, const JointVector&,
                           ForceAndTangent& out) const
{
    out.clear(r.size());
    double& z = slider(memory);
    const double normal = normal_force(*this, r);
    if (normal <= 0) { // separation: the slider follows, so that touching again starts without T
        z = r(0);
        return;
    }
    if (!single) {
        out.f(1) = normal;
        out.df_dr(1, 1) = k_n;
    }
    const double trial = k_t * (r(0) - z), limit = friction * normal;
    if (std::abs(trial) <= limit) {
        out.f(0) = trial;
        out.df_dr(0, 0) = k_t;
    } else {
        const double sense = trial > 0 ? 1 : -1;
        out.f(0) = sense * limit;
        if (!single)
            out.df_dr(0, 1) = sense * friction * k_n;
        z = k_t > 0 ? r(0) - out.f(0) / k_t : r(0);
    }
}

Bound ElasticCoulomb::bound(Index row, double) const
{
    return {row == 0 ? k_t : k_n, 0};
}

bool ElasticCoulomb::is_constant(Index row) const
{
    return row == 1 && k_n == 0;
}

std::optional<NeverActs> ElasticCoulomb::never_acts() const
{
    if (k_n != 0 || preload > 0)
        return std::nullopt;
    return NeverActs{"preload", preload,
                     "expected a number > 0: with k_n = 0 it is the normal force, and "
                     "without it the contact never closes"};
}

// Without friction a closed contact is one that slips: its phase has no end but opening.
JointPhases ElasticCoulomb::phases_at(const JointVector& r, const JointVector&) const
{
    JointPhases phases{std::vector<int>(static_cast<std::size_t>(r.size()), 0), {0}};
    const double normal = normal_force(*this, r);
    if (normal <= 0)
        phases.codes[0] = open;
    else if (friction == 0 || std::abs(k_t * r(0)) > friction * normal)
        phases.codes[0] = sign(r(0));
    return phases;
}

void ElasticCoulomb::piece(const JointPhases& phases, JointPiece& out) const
{
    const int phase = phases.codes[0];
    const double closed = phase == open ? -1 : 1;
    JointPiece::Guard& normal = out.add_guard(0, closed * preload, 0, 0);
    if (!single)
        normal.by_r(1) = closed * k_n;
    if (phase == open)
        return;
    if (!single) {
        out.constant(1) = preload;
        out.stiffness(1, 1) = k_n;
    }
    if (phase == 0) {
        out.stiffness(0, 0) = k_t;
        out.at(0) = slider(phases);
    } else {
        out.constant(0) = phase * friction * preload;
        if (!single)
            out.stiffness(0, 1) = phase * friction * k_n;
    }
    if (friction == 0)
        return;
    if (phase == 0) {
        const double z = slider(phases);
        for (const int side : {1, -1}) {
            JointPiece::Guard& limit =
                out.add_guard(0, friction * preload + side * k_t * z, -side * k_t, 0);
            if (!single)
                limit.by_r(1) = friction * k_n;
            limit.size = friction * std::abs(preload) + k_t * std::abs(z);
        }
        return;
    }
    // The slider moves with r_t' - d/dt (T / k_t).
    JointPiece::Guard& turn = out.add_guard(0, 0, 0, phase);
    if (!single)
        turn.by_v(1) = -friction * k_n / k_t;
}

void ElasticCoulomb::pass(JointPhases& phases, int guard, const JointVector& r,
                          const JointVector& v) const
{
    int& phase = phases.codes[0];
    if (phase == open) { // closes with T = 0: sticks if |T| grows more slowly than its limit
        slider(phases.memory) = r(0);
        const bool slips = friction == 0 || single || k_t * std::abs(v(0)) > friction * k_n * v(1);
        phase = slips ? sign(v(0)) : 0;
    } else if (guard == 0) {
        phase = open;
    } else if (phase == 0) {
        phase = guard == 1 ? 1 : -1;
    } else {
        slider(phases.memory) = r(0) - phase * friction * normal_force(*this, r) / k_t;
        phase = 0;
    }
}

bool ElasticCoulomb::rubs() const
{
    return friction > 0;
}

void ElasticCoulomb::read_cycle(const VectorIn& R, HarmonicWorkspace& work, HarmonicForce& force,
                                TangentCycle& out) const
{
    const Harmonics& h = work.harmonics;
    harmonic_force(R, Vector(), {}, work, force);
    out.start.assign(single ? 1 : 2, 0);
    out.start[0] = code(force.states.back());
    out.events.clear();
    assign(h, R.data(), 1, work.x);
    if (!single)
        assign(h, R.data() + h.size(), 1, work.normal);
    for (const FrictionEvent& friction_event : force.events) {
        TangentEvent event{friction_event.phase, 0, code(friction_event.after)};
        if (friction_event.after == FrictionState::stick) {
            event.sticks = true;
            event.k_t = k_t;
            if (friction_event.before == FrictionState::separation) {
                // It closes where N = 0: later by -dy / y', further on by x' of that.
                const double ratio = value(work.x, friction_event.phase).d[1] /
                                     value(work.normal, friction_event.phase).d[1];
                event.dc_dy = std::isfinite(ratio) ? k_t * ratio : 0;
            } else {
                const double sense = friction_event.before == FrictionState::slip_forward ? 1 : -1;
                event.dc_dy = sense * friction * k_n;
            }
        }
        out.events.push_back(event);
    }
}

void ElasticCoulomb::tangent(const signed char* states, Index, StateTangent& out) const
{
    const signed char state = states[0];
    if (state == code(FrictionState::separation))
        return;
    if (!single)
        out.entries.push_back({1, 1, k_n});
    if (state == code(FrictionState::stick)) {
        out.entries.push_back({0, 0, k_t});
        out.slider_row = 0;
        out.k_t = k_t;
    } else if (!single) {
        const double sense = state == code(FrictionState::slip_forward) ? 1 : -1;
        out.entries.push_back({0, 1, sense * friction * k_n});
    }
}

void ElasticCoulomb::sampled_force(const Harmonics& harmonics, const VectorIn& R, double Omega,
                                   Index samples, HarmonicForce& out) const
{
    if (single) {
        HarmonicWorkspace work(harmonics);
        if (prepare(harmonics, 1, R, Vector(), out)) {
            on_two_rows(R, Vector(), work)
                .sampled_force(harmonics, work.part_motion, Omega, samples, work.part);
            take_first_row(work.part, out);
        }
        return;
    }
    if (!prepare(harmonics, 2, R, Vector(), out))
        return;
    const SampledCycle cycle(harmonics, R, samples);
    const Index m = harmonics.size(), cycles = 3;
    JointMemory memory;
    ForceAndTangent tangent;
    JointVector r(2);
    const JointVector v = JointVector::Zero(2);
    Matrix f(2, samples), df_dr(2, samples);
    Vector dT_dn = Vector::Zero(samples);
    // The slider stays where it was when it last moved, z = r_t - T / k_t of then: while it stays,
    // T varies with that motion too.
    Index moved = -1;
    double dT_dn_moved = 0;
    bool holds = false;
    Vector held = Vector::Zero(m); // sum over the samples since
    auto add_held = [&]() -> void {
        if (moved < 0 || !holds)
            return;
        out.J.topLeftCorner(m, m) -= k_t * held * cycle.basis.col(moved).transpose();
        out.J.topRightCorner(m, m) += dT_dn_moved * held * cycle.basis.col(moved).transpose();
        held.setZero();
        holds = false;
    };
    for (Index i = 0; i < cycles * samples; ++i) {
        const Index k = i % samples;
        r = cycle.motion.col(k);
        force(memory, r, v, tangent);
        f.col(k) = tangent.f;
        df_dr.col(k) = tangent.df_dr.diagonal();
        if (tangent.df_dr(0, 0) == 0) {
            add_held();
            dT_dn(k) = dT_dn_moved = tangent.df_dr(0, 1);
            moved = k;
        } else {
            dT_dn(k) = 0;
            if (i >= (cycles - 1) * samples) {
                held += cycle.projected.col(k);
                holds = true;
            }
        }
    }
    add_held();
    out.F.reshaped(m, 2) = cycle.projected * f.transpose();
    for (const Index row : {0, 1})
        cycle.add_slope(row, row, df_dr.row(row), out);
    cycle.add_slope(0, 1, dT_dn.transpose(), out);
}

} // namespace slideway::contact
