#include "dynamics/sliding/integrator.hpp"

#include "assembly/coupled_model.hpp"
#include "assembly/joint.hpp"
#include "base/dense_solve.hpp"
#include "contact/laws/law.hpp"
#include "dynamics/sliding/drives.hpp"

#include <algorithm>
#include <cmath>

namespace slideway::dynamics {

Integrator::Integrator(const assembly::CoupledModel& model, const ModalModel& modal,
                       const Settings& settings, const SlidingEquilibrium& start)
    : model_(model), modal_(modal), settings_(settings)
{
    make_bodies(start);
    make_loads();
    make_drives();
    for (Body& body : bodies_)
        body.modes.F() = body.F_constant.map(0);
    make_rows(start);
    start_velocities();
    load_start_.resize(modal.loads.size());
}

namespace {

// w p: what a modal force p does to the increments, per h^2.
template <class Body>
void weigh(const Body& body, VectorIn p, Vector& result)
{
    if (body.coupled)
        result.noalias() = body.coupled->w * p;
    else
        result = body.modes.w().cwiseProduct(p);
}

} // namespace

// Modes of the components at the start, with the coefficients of the scheme.
void Integrator::make_bodies(const SlidingEquilibrium& start)
{
    const double h = settings_.h;
    const bool central = settings_.scheme == Scheme::forward_increment;
    for (std::size_t i = 0; i < modal_.components.size(); ++i) {
        const reduction::ModalForm& form = modal_.components[i];
        const Index m = form.n_modes();
        Body& body = bodies_.emplace_back(m);
        body.modes.q() = start.q[i];
        body.scratch.resize(m);
        FirstStep& first = first_.emplace_back();
        first.q = start.q[i];
        first.hv = start.v.empty() ? Vector(Vector::Zero(m)) : Vector(h * start.v[i]);
        first.contact.setZero(m);
        first.d.setZero(m);
        first.work.resize(m);
        stored_at_start_ += first.hv.squaredNorm() / (2 * h * h) +
                            form.omega.cwiseProduct(first.q).squaredNorm() / 2;
        if (form.classical()) {
            const SchemeCoefficients s =
                central ? central_difference(form, h) : exact_propagator(form, h);
            body.modes.a() = s.a;
            body.modes.b() = s.b;
            body.modes.w() = first.w = s.w;
            body.modes.k() = (1 - s.a.array()) / (4 * h * h * s.w.array());
            first.s = s.s;
            first.j = s.j;
        } else {
            body.coupled =
                central ? coupled_central_difference(form, h) : coupled_propagator(form, h);
            body.modal_force.resize(m);
            const Lu<double> w(body.coupled->w);
            body.w_inverse = w.inverse();
            body.w_inverse_a = w.solve(body.coupled->a);
            first.a_inverse = continued_back(body.coupled->a);
        }
    }
}

void Integrator::make_loads()
{
    const double h = settings_.h;
    for (std::size_t k = 0; k < model_.loads.size(); ++k) {
        const ModalLoad& load = modal_.loads[k];
        Body& body = bodies_[load.component];
        const Vector wp = h * h * weighted(body, load.p);
        if (const auto* constant = std::get_if<assembly::Constant>(&model_.loads[k].signal)) {
            body.F_constant.map(0) += constant->force * wp;
            continue;
        }
        if (const auto* noise = std::get_if<assembly::Noise>(&model_.loads[k].signal);
            noise && !(noise->rms > 0))
            continue;
        VaryingLoad& varying = varying_.emplace_back();
        varying.load = k;
        varying.body = load.component;
        varying.wp = PaddedRows(Matrix(wp.transpose()));
        varying.y = load.p.dot(body.modes.q());
        if (const auto* noise = std::get_if<assembly::Noise>(&model_.loads[k].signal))
            varying.noise.emplace(noise->rms, noise->band_low, noise->band_high, noise->seed,
                                  BandNoise::record_duration(noise->band_high, settings_.duration));
    }
}

void Integrator::make_drives()
{
    const double h = settings_.h;
    for (std::size_t k = 0; k < modal_.motions.size(); ++k) {
        const ModalMotion& motion = modal_.motions[k];
        const Body& body = bodies_[motion.component];
        Drive& drive = drives_.emplace_back();
        drive.body = motion.component;
        drive.v = mean_velocity(model_.motions[k], 0, h) -
                  h * motion_acceleration(model_.motions[k], 0); // continued to before the start
        drive.w_inertia = PaddedRows(Matrix(h * h * weighted(body, motion.inertia).transpose()));
        for (std::size_t l = 0; l < model_.loads.size(); ++l)
            if (const auto* constant = std::get_if<assembly::Constant>(&model_.loads[l].signal))
                drive.load += constant->force *
                              modal_.loads[l].follow(static_cast<Index>(drives_.size() - 1));
        if (motion.drag.size() > 0)
            drive.w_drag = PaddedRows(Matrix(h * h * weighted(body, motion.drag).transpose()));
    }
}

Vector Integrator::weighted(const Body& body, VectorIn p) const
{
    Vector result;
    weigh(body, p, result);
    return result;
}

// Gives every contact point, joint and varying load its rows on the components.
void Integrator::make_rows(const SlidingEquilibrium& start)
{
    make_point_rows(start);
    make_other_rows();
    make_second_points();
    active_.reserve(points_.size());
    const auto n_points = static_cast<Index>(points_.size());
    compliance_ = PaddedRows(n_points + 2, n_points);
    work_.resize(n_points, n_points);
    if (settings_.follow_sticking) {
        problem_ = contact::StickSlipSolver(n_points);
        changes_.reserve(most_changes);
    }
    start_rows(start);
}

void Integrator::make_point_rows(const SlidingEquilibrium& start)
{
    for (const ModalContact& contact : modal_.contacts) {
        slave_rows_.emplace_back(Matrix(contact.slave.rows));
        master_rows_.emplace_back(Matrix(contact.master.rows));
    }
    for (const ContactPoint& start_point : start.points) {
        const ModalContact& contact = modal_.contacts[start_point.contact];
        const assembly::Sliding& sliding = model_.sliding[start_point.contact];
        Point& point = points_.emplace_back();
        point.sliding = &sliding;
        point.state.contact = start_point.contact;
        point.state.slave = start_point.slave;
        point.state.segment = start_point.segment;
        point.state.state = !start_point.closed ? contact::State::none
                            : settings_.follow_sticking && settings_.ramp == 0
                                ? contact::State::stuck
                                : contact::State::sliding;
        point.state.predicted = start_point.projection;
        point.state.lambda = start_point.lambda;
        point.mu = contact::coefficient(sliding.friction, 0.0);
        point.state.friction = settings_.direction[start_point.contact] * point.mu;
        point.slave = &bodies_[contact.slave.component];
        point.slave_row = point.slave->n_rows();
        for (Index r = 0; r < 2; ++r)
            point.slave->add_row(slave_rows_[start_point.contact].row(2 * start_point.slave + r));
        point.master = &bodies_[contact.master.component];
        point.master_row = point.master->n_rows();
        for (Index r = 0; r < 4; ++r)
            point.master->add_row(
                master_rows_[start_point.contact].row(2 * start_point.segment + r));
        for (std::size_t k = 0; k < drives_.size(); ++k)
            if (drives_[k].body == contact.slave.component ||
                drives_[k].body == contact.master.component) {
                Carried& carried = point.carried.emplace_back();
                carried.motion = k;
                carried.slave =
                    contact.slave.follow.block<2, 1>(2 * start_point.slave, static_cast<Index>(k));
            }
        constexpr double round_off = 1e-12; // of positions
        if (start_point.closed &&
            start_point.projection.gap < -round_off * start_point.projection.length) {
            const Eigen::Vector2d normal(-start_point.projection.sin_gamma,
                                         start_point.projection.cos_gamma);
            point.raised = -start_point.projection.gap * normal;
            point.state.predicted.gap = 0;
        }
        place_master(point);
        point.node = points_.size() - 1;
        point.gap = point.state.predicted.gap;
        point.segment_last = start_point.segment;
        point.record = NodeRecord(settings_.h, settings_.statistics_from, settings_.episode,
                                  settings_.window, point.state.state);
    }
    n_nodes_ = points_.size();
}

void Integrator::make_other_rows()
{
    // The rows of joints and varying loads are kept here; a reallocation does not move their data.
    auto padded = [this](const Matrix& rows) -> const PaddedRows& {
        return other_rows_.emplace_back(rows);
    };
    for (std::size_t j = 0; j < modal_.joints.size(); ++j) {
        if (!modal_.joints[j])
            continue;
        JointForce joint;
        joint.joint = j;
        auto add_end = [&](const ModalRows& rows, double sign) {
            Body& body = bodies_[rows.component];
            JointEnd end{rows.component, body.n_rows(), sign, {}, rows.follow};
            Matrix w_rows(rows.rows.rows(), rows.rows.cols());
            const PaddedRows& kept = padded(Matrix(rows.rows));
            for (Index r = 0; r < w_rows.rows(); ++r) {
                body.add_row(kept.row(r));
                w_rows.row(r) = -settings_.h * settings_.h * sign *
                                weighted(body, rows.rows.row(r).transpose()).transpose();
            }
            end.w_rows = PaddedRows(w_rows);
            joint.ends.push_back(std::move(end));
        };
        add_end(modal_.joints[j]->first, 1);
        if (modal_.joints[j]->second)
            add_end(*modal_.joints[j]->second, -1);
        joints_.push_back(std::move(joint));
    }
    for (VaryingLoad& load : varying_) {
        Body& body = bodies_[load.body];
        load.row = body.add_row(padded(Matrix(modal_.loads[load.load].p.transpose())).row(0));
    }
}

// Displacements of all rows at the start, and the forces of joints there.
void Integrator::start_rows(const SlidingEquilibrium& start)
{
    const auto n_points = static_cast<Index>(points_.size());
    for (Body& body : bodies_) {
        const auto n = static_cast<Index>(body.rows.size());
        body.values = PaddedRows(5, n);
        body.force = body.values.row(0);
        body.y = body.values.row(1);
        body.u = body.values.row(2);
        body.u_last = body.values.row(3);
        body.u_before = body.values.row(4);
        body.gram = PaddedRows(n, n);
        body.response = PaddedRows(n_points, n);
        if (settings_.follow_sticking) {
            body.response_C = PaddedRows(n_points, n);
            body.response_S = PaddedRows(n_points, n);
        }
        update_gram(body, 0, body.n_rows());
        for (Index r = 0; r < n; ++r)
            body.y[r] = body.u[r] = body.u_last[r] = body.u_before[r] =
                Eigen::Map<const Vector>(body.rows[static_cast<std::size_t>(r)],
                                         body.modes.q().size())
                    .dot(body.modes.q());
    }
    for (JointForce& joint : joints_) {
        const Index n = model_.joints[joint.joint].n_rows();
        joint.r_last.setZero(n);
        joint.r_before.resize(n);
        for (const JointEnd& end : joint.ends)
            joint.r_last += end.sign * Eigen::Map<const Vector>(bodies_[end.body].u + end.row, n);
        joint.state.r = joint.r_last;
        joint.state.v.setZero(n);
        for (const JointEnd& end : joint.ends) {
            for (Index r = 0; r < n && !start.v.empty(); ++r)
                joint.state.v(r) +=
                    end.sign * Eigen::Map<const Vector>(
                                   bodies_[end.body].rows[static_cast<std::size_t>(end.row + r)],
                                   start.v[end.body].size())
                                   .dot(start.v[end.body]);
            for (std::size_t k = 0; k < drives_.size(); ++k)
                joint.state.v += end.sign * motion_velocity(model_.motions[k], 0) *
                                 end.follow.col(static_cast<Index>(k));
        }
        joint.velocity.resize(static_cast<std::size_t>(n));
        for (Index r = 0; r < n; ++r)
            joint.velocity[static_cast<std::size_t>(r)].start(joint.state.v(r));
        model_.joints[joint.joint].law->force(joint.memory, joint.state.r, joint.state.v,
                                              joint.state.force);
    }
}

void Integrator::update_gram(Body& body, Index first, Index count)
{
    if (!body.moves())
        return;
    const Index m = body.modes.q().size();
    auto row = [&body, m](Index r) -> Eigen::Map<const Vector> {
        return {body.rows[static_cast<std::size_t>(r)], m};
    };
    Vector& response = body.scratch;
    for (Index j = first; j < first + count; ++j) {
        weigh(body, row(j), response);
        for (Index i = 0; i < body.n_rows(); ++i)
            body.gram.row(j)[i] = row(i).dot(response);
    }
    if (first == 0 && count == body.n_rows())
        return;
    for (Index j = 0; j < body.n_rows(); ++j) { // the other columns: w need not be symmetric
        if (j >= first && j < first + count)
            continue;
        if (!body.coupled) {
            for (Index i = first; i < first + count; ++i)
                body.gram.row(j)[i] = body.gram.row(i)[j];
            continue;
        }
        weigh(body, row(j), response);
        for (Index i = first; i < first + count; ++i)
            body.gram.row(j)[i] = row(i).dot(response);
    }
}

void Integrator::add_force(Body& body, double factor, const PaddedRows& rows, Index row)
{
    const double* from = body.varied ? body.modes.F().data() : body.F_constant.row(0);
    dynamics::add_force(body.modes, from, factor, rows.row(row));
    body.varied = true;
}

void Integrator::apply_forces(double t)
{
    for (Body& body : bodies_)
        body.varied = false;
    for (std::size_t k = 0; k < drives_.size(); ++k) {
        Drive& drive = drives_[k];
        const double before = drive.acceleration;
        drive.acceleration = motion_acceleration(model_.motions[k], t);
        if (drive.acceleration != 0 || before != 0) // once more after the ramp: F is constant again
            add_force(bodies_[drive.body], -drive.acceleration, drive.w_inertia);
        if (drive.w_drag.n() > 0)
            add_force(bodies_[drive.body], -motion_velocity(model_.motions[k], t), drive.w_drag);
    }
    for (VaryingLoad& load : varying_) {
        load.value = load.noise ? (*load.noise)(t)
                                : load_value(model_, model_.loads[load.load], t, settings_.t_start);
        add_force(bodies_[load.body], load.value, load.wp);
    }
    for (const JointForce& joint : joints_)
        for (const JointEnd& end : joint.ends)
            for (Index r = 0; r < joint.state.force.f.size(); ++r)
                add_force(bodies_[end.body], joint.state.force.f(r), end.w_rows, r);
}

// Corrects by the contact force of the last step, accounts for its damping, predicts the next.
void Integrator::advance(Body& body)
{
    if (!body.moves())
        return;
    if (!body.coupled) {
        body.pending = false;
        account_.damping += step_pass(body.modes, static_cast<int>(body.n_rows()), body.rows.data(),
                                      body.force, body.y);
        return;
    }
    settle(body);
    account_.damping += damping_of_last_step(body);
    auto q = body.modes.q();
    auto d = body.modes.d();
    body.modes.d_last() = d;
    body.scratch.noalias() = body.coupled->a * d;
    body.scratch.noalias() -= body.coupled->b * q;
    d = body.scratch + body.modes.F();
    q += d;
    for (Index r = 0; r < body.n_rows(); ++r)
        body.y[r] =
            Eigen::Map<const Vector>(body.rows[static_cast<std::size_t>(r)], q.size()).dot(q);
}

void Integrator::settle(Body& body)
{
    if (!body.pending)
        return;
    if (body.coupled) {
        body.modal_force.setZero();
        for (Index r = 0; r < body.n_rows(); ++r)
            if (body.force[r] != 0)
                body.modal_force +=
                    body.force[r] * Eigen::Map<const Vector>(body.rows[static_cast<std::size_t>(r)],
                                                             body.modal_force.size());
        body.scratch.noalias() = body.coupled->w * body.modal_force;
        body.modes.q() -= body.scratch;
        body.modes.d() -= body.scratch;
    } else {
        correct_pass(body.modes, static_cast<int>(body.n_rows()), body.rows.data(), body.force);
    }
    std::fill_n(body.force, body.n_rows(), 0.0);
    body.pending = false;
}

void Integrator::settle()
{
    for (Body& body : bodies_)
        settle(body);
}

// Means of the velocities over the step that ends at the time reached.
void Integrator::advance_drives()
{
    const double end = elapsed(), begin = static_cast<double>(n_steps_ - 1) * settings_.h;
    for (std::size_t k = 0; k < drives_.size(); ++k) {
        Drive& drive = drives_[k];
        drive.v_before = drive.v;
        drive.v = mean_velocity(model_.motions[k], begin, end);
        drive.x += settings_.h * drive.v;
    }
}

StepEvent Integrator::step()
{
    if (n_steps_ == 0)
        return first_step();
    apply_forces(elapsed());
    for (Body& body : bodies_)
        advance(body);
    ++n_steps_;
    advance_drives();
    const StepEvent event = contact_step();
    if (event == StepEvent::none || event == StepEvent::reversal)
        account_step();
    joint_step();
    return event;
}

void Integrator::joint_step()
{
    for (JointForce& joint : joints_) {
        const Index n = joint.r_last.size();
        JointState& state = joint.state;
        joint.r_before = state.r;
        state.r.setZero();
        for (const JointEnd& end : joint.ends) {
            state.r += end.sign * Eigen::Map<const Vector>(bodies_[end.body].u + end.row, n);
            for (std::size_t k = 0; k < drives_.size(); ++k)
                state.r += end.sign * drives_[k].x * end.follow.col(static_cast<Index>(k));
        }
        // The force acted at the state before this step: its velocity is the mean of both steps.
        account_.joints += 0.5 * state.force.f.dot(state.r - joint.r_last);
        joint.r_last = joint.r_before;
        for (Index r = 0; r < n; ++r) {
            StepVelocity& velocity = joint.velocity[static_cast<std::size_t>(r)];
            velocity.add((state.r(r) - joint.r_before(r)) / settings_.h);
            state.v(r) = velocity.now();
        }
        model_.joints[joint.joint].law->force(joint.memory, state.r, state.v, state.force);
    }
}

} // namespace slideway::dynamics
