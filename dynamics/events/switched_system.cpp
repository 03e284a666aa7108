#include "dynamics/events/switched_system.hpp"

#include "contact/laws/law.hpp"
#include "contact/patch/patch_rest.hpp"
#include "dynamics/events/contact_states.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace slideway::dynamics {

namespace {

// A sliding velocity at the start below this fraction of its terms is round-off. From 0 to 1e-5 no
// test changes; event_driven, with the same constant, fails at 1e-15.
constexpr double standing = 1e-11;
// Largest number of phase changes of a row at the start: each of its phases at most twice.
constexpr Index most_passes = 8;

void add_guard(std::vector<Guard>& out, double value, double scale, bool contact, std::size_t index,
               int number, int row)
{
    out.push_back({scale > 0 ? value / scale : 0, contact, index, number, row, false, scale});
}

} // namespace

void SwitchedSystem::hold()
{
    phases_.hold(model_);
    forces_.take_phases();
}

void SwitchedSystem::impose(const std::vector<std::size_t>& patches,
                            const std::vector<ImposedMotion>& motions)
{
    for (std::size_t i = 0; i < patches.size(); ++i) {
        phases_.patches[patches[i]].imposed = motions[i];
        phases_.patches[patches[i]].slides = false;
    }
    hold();
}

void SwitchedSystem::let_slide()
{
    bool any = false;
    for (PatchPhase& patch : phases_.patches)
        if (patch.imposed) {
            patch.imposed.reset();
            patch.departure = {};
            patch.slides = any = true;
        }
    if (any)
        hold();
}

void SwitchedSystem::begin_joints(const Vector& y, double t,
                                  const std::optional<MotionPhases>& given)
{
    const std::vector<ModalLaw>& joints = model_.system.joints;
    for (std::size_t j = 0; j < joints.size(); ++j) {
        const contact::JointLaw& law = joints[j].law;
        forces_.move_joint(y, model_.drive(t), j);
        const contact::JointVector &r = forces_.joint_displacement(j),
                                   &r_rate = forces_.joint_velocity(j);
        contact::JointPhases& phases = phases_.joints[j];
        if (law->is_state_function()) { // a single phase, without end and piece
            phases.codes.assign(static_cast<std::size_t>(r.size()), 0);
            continue;
        }
        phases = given ? given->joints[j] : law->phases_at(r, r_rate);
        contact::piece_of(law, phases, phases_.pieces[j]);
        if (given)
            pass_ended(j, y.head(m()).norm(), y.segment(m(), m()).norm());
    }
}

// Guards of the motion that `move_joint` sets.
void SwitchedSystem::add_joint_guards(std::size_t j, double q_size, double v_size)
{
    const contact::JointVector &norm = model_.row_norm[j], &follow = model_.follow_size[j];
    r_size_ = norm * q_size + follow;
    v_size_ = norm * v_size + model_.system.Omega * follow;
    joint_guards_.clear();
    contact::add_guards(phases_.pieces[j], forces_.joint_displacement(j), forces_.joint_velocity(j),
                        {r_size_, v_size_}, joint_guards_);
}

// Takes the phases of a joint to those that last.
void SwitchedSystem::pass_ended(std::size_t j, double q_size, double v_size)
{
    const contact::JointLaw& law = model_.system.joints[j].law;
    const contact::JointVector &r = forces_.joint_displacement(j),
                               &r_rate = forces_.joint_velocity(j);
    contact::JointPhases& phases = phases_.joints[j];
    for (Index passes = 0; passes < most_passes * r.size(); ++passes) {
        add_joint_guards(j, q_size, v_size);
        const auto ended = std::find_if(
            joint_guards_.begin(), joint_guards_.end(),
            [](const contact::JointGuard& g) -> bool { return g.value < -same_event * g.scale; });
        if (ended == joint_guards_.end())
            return;
        law->pass(phases, static_cast<int>(ended - joint_guards_.begin()), r, r_rate);
        contact::piece_of(law, phases, phases_.pieces[j]);
    }
    phases = law->phases_at(r, r_rate);
    contact::piece_of(law, phases, phases_.pieces[j]);
}

void SwitchedSystem::begin(const Vector& y, double t, const std::optional<MotionPhases>& given)
{
    const JointedSystem& s = model_.system;
    begin_joints(y, t, given);
    phases_.held_at = model_.rows * y.head(m()) + (model_.follow * model_.drive(t)).real();
    const Vector v = model_.sliding(y, t);
    const Vector size = s.B.cwiseAbs() * y.segment(m(), m()).cwiseAbs() + s.Omega * s.r.cwiseAbs();
    const Vector x_size = s.B.cwiseAbs() * y.head(m()).cwiseAbs() + s.r.cwiseAbs();
    std::vector<Index> slow;
    for (Index i = 0; i < model_.n_contacts(); ++i) {
        const auto index = static_cast<std::size_t>(i);
        int& side = phases_.contacts[index];
        side = given ? given->contacts[index] : 0; // just released, or about to stop
        if (std::abs(v(i)) > standing * size(i))
            side = v(i) > 0 ? 1 : -1;
        else if (side == 0)
            slow.push_back(i);
        if (given && std::abs(given->held(i) - phases_.held_at(i)) <= standing * x_size(i))
            phases_.held_at(i) = given->held(i);
    }
    std::vector<std::size_t> at_rest;
    for (std::size_t p = 0; p < model_.n_patches(); ++p) {
        const JointOnModes& modes = s.patches[p].on;
        const Vector3 speed = model_.patch_velocity(p, y, t).cwiseAbs(),
                      terms = modes.rows.cwiseAbs() * y.segment(m(), m()).cwiseAbs() +
                              s.Omega * modes.follow.cwiseAbs();
        phases_.patches[p] = {};
        phases_.patches[p].slides = (speed.array() > standing * terms.array()).any();
        if (!phases_.patches[p].slides)
            at_rest.push_back(p);
    }
    const NextMotions next = next_motions(slow, at_rest, Hits(), y, t);
    for (std::size_t i = 0; i < slow.size(); ++i)
        phases_.contacts[static_cast<std::size_t>(slow[i])] = next.dry[i];
    for (std::size_t i = 0; i < at_rest.size(); ++i)
        phases_.patches[at_rest[i]].departure = next.patches[i];
    hold();
}

void SwitchedSystem::pass(const std::vector<Guard>& guards, const std::vector<bool>& hit, Vector& y,
                          double t, ContactRecord& record, std::vector<JointEvent>& joint_events)
{
    const std::vector<bool> no_patch(model_.n_patches(), false);
    Hits hits{std::vector<bool>(phases_.contacts.size(), false), no_patch, no_patch};
    for (std::size_t g = 0; g < guards.size(); ++g)
        if (hit[g] && guards[g].contact)
            hits.contacts[guards[g].index] = true;
        else if (hit[g] && guards[g].patch)
            (phases_.patches[guards[g].index].imposed ? hits.stopped
                                                      : hits.reached)[guards[g].index] = true;
    // Guards of a joint that reach zero together belong to different rows; an elastic-coulomb one
    // opens first. Numbers count within the phases before the event, so go back from the last.
    std::vector<std::size_t> ended;
    for (std::size_t g = 0; g < guards.size(); ++g)
        if (hit[g] && !guards[g].contact && !guards[g].patch &&
            (ended.empty() || guards[ended.back()].index != guards[g].index ||
             guards[ended.back()].row != guards[g].row))
            ended.push_back(g);
    for (auto g = ended.rbegin(); g != ended.rend(); ++g) {
        const Guard& guard = guards[*g];
        const std::size_t j = guard.index;
        forces_.move_joint(y, model_.drive(t), j);
        const contact::JointLaw& law = model_.system.joints[j].law;
        contact::JointPhases& phases = phases_.joints[j];
        law->pass(phases, guard.number, forces_.joint_displacement(j), forces_.joint_velocity(j));
        contact::piece_of(law, phases, phases_.pieces[j]);
        joint_events.push_back(
            {t, j, guard.row, phases.codes[static_cast<std::size_t>(guard.row)]});
    }
    if (model_.rows.rows() > 0)
        pass_contacts(hits, y, t, record);
}

// Contacts that stick or were hit, and patches that rest or have stopped, continue as they must.
void SwitchedSystem::pass_contacts(const Hits& hits, Vector& y, double t, ContactRecord& record)
{
    std::vector<Index> slow;
    for (Index i = 0; i < model_.n_contacts(); ++i)
        if (phases_.contacts[static_cast<std::size_t>(i)] == 0 ||
            hits.contacts[static_cast<std::size_t>(i)])
            slow.push_back(i);
    std::vector<Index> rows = slow;
    std::vector<std::size_t> held; // held at rest, or in a motion that continues
    const auto event = [&](std::size_t p, bool slides, const Vector3& velocity) -> void {
        const Vector3 scale(1, 1, model_.system.patches[p].law.length());
        patch_events_.push_back({t, p, slides, model_.patch_displacement(p, y, t),
                                 velocity / velocity.cwiseProduct(scale).norm(),
                                 y(model_.patch_work(p))});
    };
    for (std::size_t p = 0; p < model_.n_patches(); ++p) {
        PatchPhase& patch = phases_.patches[p];
        if (hits.stopped[p]) {
            patch.imposed.reset();
            event(p, false, patch.last_direction);
            phases_.held_at.segment<3>(model_.patch_row(p)) = model_.patch_displacement(p, y, t);
        } else if (patch.imposed && patch.departure.power > 0 && !(patch.imposed->begin < t)) {
            patch.imposed.reset(); // not begun
            patch.departure = {};
        }
        if (patch.slides)
            continue;
        held.push_back(p);
        for (Index i = 0; i < 3 && !patch.imposed; ++i)
            rows.push_back(model_.patch_row(p) + i);
    }
    if (!rows.empty()) { // what velocity is left is round-off
        HeldRows stopped;
        stopped.take(model_, rows);
        Vector left = stopped.B() * y.segment(m(), m());
        left += (model_.follow(rows) * model_.drive_rate(t)).real();
        stopped.take_out(left, y.segment(m(), m()));
    }
    const NextMotions then = next_motions(slow, held, hits, y, t);
    const std::vector<int>& next = then.dry;
    for (std::size_t i = 0; i < held.size(); ++i) {
        PatchPhase& patch = phases_.patches[held[i]];
        patch.departure = then.patches[i];
        patch.slides = patch.imposed.has_value();
        patch.imposed.reset();
        if (then.patches[i].power > 0)
            event(held[i], true, then.patches[i].lead);
    }
    const Vector x = model_.displacement(y, t);
    for (std::size_t i = 0; i < slow.size(); ++i) {
        int& value = phases_.contacts[static_cast<std::size_t>(slow[i])];
        if (next[i] == 0 && value != 0)
            phases_.held_at(slow[i]) = x(slow[i]);
        record.change(t, slow[i], value, next[i]);
        value = next[i];
    }
    hold();
}

// Next states of the contacts without sliding velocity, and of patches that rest; those held to a
// motion continue with it. Friction of these is the force that holds them: that of their velocities
// has lost its direction to round-off where they are slow, and the rate of it more.
NextMotions SwitchedSystem::next_motions(const std::vector<Index>& slow,
                                         const std::vector<std::size_t>& held, const Hits& hits,
                                         const Vector& y, double t)
{
    const JointedSystem& s = model_.system;
    phases_.set_friction(model_, slow);
    const Complex e = model_.drive(t);
    forces_.apply(y, t, e);
    Vector b =
        model_.rows * forces_.acceleration() - s.Omega * s.Omega * (model_.follow * e).real();
    Vector limit(model_.rows.rows());
    limit.head(model_.n_contacts()) = s.limit;
    for (std::size_t p = 0; p < model_.n_patches(); ++p)
        limit.segment<3>(model_.patch_row(p)) = model_.patch_limit(p);
    const Vector scale = b.cwiseAbs() + model_.G.cwiseAbs() * limit;
    double rate = s.Omega;
    if (rate == 0 && m() > 0)
        rate = s.modes.omega.maxCoeff();
    if (held.empty()) {
        NextStates next;
        const std::vector<bool> at_limit(static_cast<std::size_t>(model_.n_contacts()), false);
        Vector at_rest = s.limit;
        for (const Index i : slow)
            if (!hits.releases(phases_.contacts, static_cast<std::size_t>(i)))
                at_rest(i) = s.limit_at_rest(i);
        for (bool again = true; again;) { // what begins to slide has its limit while sliding
            next_states({at_rest, model_.G, slow, b, scale, rate, at_limit,
                         [&](const Vector& friction, Vector& rates) -> void {
                             rates = forces_.jerk(slow, friction, y, t);
                         }},
                        next);
            again = false;
            for (std::size_t k = 0; k < slow.size(); ++k)
                if (next.state[k] != 0 && at_rest(slow[k]) > s.limit(slow[k])) {
                    at_rest(slow[k]) = s.limit(slow[k]);
                    again = true;
                }
        }
        return {std::move(next.state), {}};
    }
    std::vector<Index> rows = slow;
    std::vector<const contact::PatchLaw*> laws;
    std::vector<double> turning;
    std::vector<bool> at_surface, to_motion;
    Vector jerks = Vector::Zero(model_.rows.rows()); // of these motions
    for (const std::size_t p : held) {
        laws.push_back(&s.patches[p].law);
        turning.push_back(model_.map_rate(p, y, t));
        at_surface.push_back(!hits.reached.empty() && hits.reached[p]);
        to_motion.push_back(phases_.patches[p].imposed.has_value());
        if (phases_.patches[p].imposed) {
            b.segment<3>(model_.patch_row(p)) -= phases_.patches[p].imposed->acceleration(t);
            jerks.segment<3>(model_.patch_row(p)) = phases_.patches[p].imposed->jerk(t);
        }
        for (Index i = 0; i < 3; ++i)
            rows.push_back(model_.patch_row(p) + i);
    }
    const auto n = static_cast<Index>(rows.size());
    Matrix axes = Matrix::Identity(n, n); // of the maps
    const auto first = [&](std::size_t i) -> Index {
        return static_cast<Index>(slow.size() + 3 * i);
    };
    for (std::size_t i = 0; i < held.size(); ++i)
        axes.block<3, 3>(first(i), first(i)) = model_.map_axes(held[i], y, t);
    const Matrix G = axes.transpose() * model_.G(rows, rows) * axes;
    const Vector on_axes = axes.transpose() * b(rows);
    const Vector size = on_axes.cwiseAbs() + G.cwiseAbs() * limit(rows);
    NextMotions next = dynamics::next_motions(
        {G, on_axes, size, s.limit(slow), std::move(laws), std::move(turning),
         std::move(at_surface), std::move(to_motion), rate,
         [&](const Vector& forces, Vector& rates) -> void {
             const Vector f = axes * forces;
             rates = axes.transpose() * (forces_.jerk(rows, f, y, t) - jerks)(rows);
         }});
    for (std::size_t i = 0; i < held.size(); ++i)
        next.patches[i].lead = axes.block<3, 3>(first(i), first(i)) * next.patches[i].lead;
    return next;
}

void SwitchedSystem::remove_drift(Vector& y, double t)
{
    const HeldRows& held = phases_.held;
    if (held.empty() || std::any_of(phases_.patches.begin(), phases_.patches.end(),
                                    [](const PatchPhase& p) { return p.imposed.has_value(); }))
        return;
    const Complex e = model_.drive(t), e_rate = Complex(0, model_.system.Omega) * e;
    const auto take_out = [&](auto of_modes, const Complex& follow, bool place) -> void {
        left_.noalias() = held.B() * of_modes;
        for (std::size_t n = 0; n < held.rows().size(); ++n) {
            const Index i = held.rows()[n];
            left_(static_cast<Index>(n)) +=
                (model_.follow(i) * follow).real() - (place ? phases_.held_at(i) : 0);
        }
        held.take_out(left_, of_modes);
    };
    take_out(y.head(m()), e, true);
    take_out(y.segment(m(), m()), e_rate, false);
}

// Guards of contacts that stick and of patches that rest: their reactions, where y has no drift.
void SwitchedSystem::add_reaction_guards(const Vector& y, double t, std::vector<Guard>& out)
{
    const JointedSystem& s = model_.system;
    const std::vector<Index>& held = phases_.held.rows();
    forces_.right_hand_side(y, t, rate_);
    const double force =
        model_.steady_force + s.modes.omega.cwiseAbs2().cwiseProduct(y.head(m())).norm();
    for (std::size_t n = 0; n < held.size() && held[n] < model_.n_contacts(); ++n) {
        const Index i = held[n];
        const double f = forces_.reaction()(static_cast<Index>(n)), limit = s.limit_at_rest(i);
        const double scale = limit + force / std::sqrt(model_.G(i, i));
        add_guard(out, limit - f, scale, true, static_cast<std::size_t>(i), 0, 0);
        add_guard(out, limit + f, scale, true, static_cast<std::size_t>(i), 1, 0);
    }
    for (std::size_t p = 0; p < model_.n_patches(); ++p)
        if (phases_.patches[p].rests()) {
            const Vector3 f = model_.map_axes(p, y, t).transpose() * forces_.patch_force(p);
            out.push_back({1 - contact::gauge(s.patches[p].law, f).value, false, p, 0, 0, true});
        }
}

void SwitchedSystem::guards(const Vector& y, double t, std::vector<Guard>& out)
{
    const JointedSystem& s = model_.system;
    out.clear();
    const bool any_held = !phases_.held.empty();
    if (any_held) { // of a stiff mode drift is omega^2 times as much in the reaction
        undrifted_ = y;
        remove_drift(undrifted_, t);
        add_reaction_guards(undrifted_, t, out);
    }
    const Vector& values = any_held ? undrifted_ : y;
    const auto q = values.head(m()), v = values.segment(m(), m());
    const double q_size = q.norm(), v_size = v.norm();
    const Complex e = model_.drive(t), e_rate = Complex(0, s.Omega) * e;
    for (Index i = 0; i < model_.n_contacts(); ++i) {
        const auto index = static_cast<std::size_t>(i);
        const int side = phases_.contacts[index];
        if (side == 0)
            continue;
        const double follow = (s.r(i) * e_rate).real();
        add_guard(out, side * (s.B.row(i).dot(v) + follow),
                  std::sqrt(model_.G(i, i)) * v_size + s.Omega * std::abs(s.r(i)), true, index, 0,
                  0);
    }
    for (std::size_t j = 0; j < s.joints.size(); ++j) {
        forces_.move_joint(values, e, j);
        add_joint_guards(j, q_size, v_size);
        int number = 0;
        for (const contact::JointGuard& guard : joint_guards_)
            add_guard(out, guard.value, guard.scale, false, j, number++, guard.row);
    }
}

} // namespace slideway::dynamics
