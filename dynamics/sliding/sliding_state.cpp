#include "dynamics/sliding/sliding_state.hpp"

#include "assembly/coupled_model.hpp"
#include "assembly/joint.hpp"
#include "contact/laws/law.hpp"
#include "dynamics/sliding/drives.hpp"

#include <algorithm>
#include <utility>

namespace slideway::dynamics {

SlidingState::SlidingState(const assembly::CoupledModel& coupled_model,
                           const ModalModel& modal_model, const StepSettings& step_settings,
                           const SlidingEquilibrium& start)
    : model(coupled_model), modal(modal_model), settings(step_settings)
{
    bodies.reserve(modal.components.size()); // points refer to them
    for (std::size_t i = 0; i < modal.components.size(); ++i) {
        const Index m = modal.components[i].n_modes();
        bodies.emplace_back(modal.components[i], settings.scheme, settings.h, start.q[i],
                            start.v.empty() ? Vector(Vector::Zero(m))
                                            : Vector(settings.h * start.v[i]));
    }
    make_loads();
    make_drives();
    for (StepBody& body : bodies)
        body.modes.F() = body.F_constant.map(0);
    make_points(start);
    make_other_rows();
    make_second_points();
    active.reserve(points.size());
    for (StepBody& body : bodies)
        body.start_rows(static_cast<Index>(points.size()), settings.follow_sticking);
    start_joints(start);
    start_velocities();
}

void SlidingState::make_loads()
{
    const double h = settings.h;
    for (std::size_t k = 0; k < model.loads.size(); ++k) {
        const ModalLoad& load = modal.loads[k];
        StepBody& body = bodies[load.component];
        const Vector wp = h * h * body.weighted(load.p);
        if (const auto* constant = std::get_if<assembly::Constant>(&model.loads[k].signal)) {
            body.F_constant.map(0) += constant->force * wp;
            continue;
        }
        if (const auto* noise = std::get_if<assembly::Noise>(&model.loads[k].signal);
            noise && !(noise->rms > 0))
            continue;
        VaryingLoad& added = varying.emplace_back();
        added.load = k;
        added.body = load.component;
        added.wp = PaddedRows(Matrix(wp.transpose()));
        added.y = load.p.dot(body.modes.q());
        if (const auto* noise = std::get_if<assembly::Noise>(&model.loads[k].signal))
            added.noise.emplace(noise->rms, noise->band_low, noise->band_high, noise->seed,
                                BandNoise::record_duration(noise->band_high, settings.duration));
    }
}

void SlidingState::make_drives()
{
    const double h = settings.h;
    for (std::size_t k = 0; k < modal.motions.size(); ++k) {
        const ModalMotion& motion = modal.motions[k];
        const StepBody& body = bodies[motion.component];
        Drive& drive = drives.emplace_back();
        drive.body = motion.component;
        drive.v = mean_velocity(model.motions[k], 0, h) -
                  h * motion_acceleration(model.motions[k], 0); // continued to before the start
        drive.w_inertia = PaddedRows(Matrix(h * h * body.weighted(motion.inertia).transpose()));
        for (std::size_t l = 0; l < model.loads.size(); ++l)
            if (const auto* constant = std::get_if<assembly::Constant>(&model.loads[l].signal))
                drive.load +=
                    constant->force * modal.loads[l].follow(static_cast<Index>(drives.size() - 1));
        if (motion.drag.size() > 0)
            drive.w_drag = PaddedRows(Matrix(h * h * body.weighted(motion.drag).transpose()));
    }
}

void SlidingState::make_points(const SlidingEquilibrium& start)
{
    for (const ModalContact& contact : modal.contacts) {
        slave_rows_.emplace_back(Matrix(contact.slave.rows));
        master_rows_.emplace_back(Matrix(contact.master.rows));
    }
    for (const ContactPoint& start_point : start.points) {
        const ModalContact& contact = modal.contacts[start_point.contact];
        const assembly::Sliding& sliding = model.sliding[start_point.contact];
        ContactPointState& point = points.emplace_back();
        point.sliding = &sliding;
        point.state.contact = start_point.contact;
        point.state.slave = start_point.slave;
        point.state.segment = start_point.segment;
        point.state.state = !start_point.closed ? contact::State::none
                            : settings.follow_sticking && settings.ramp == 0
                                ? contact::State::stuck
                                : contact::State::sliding;
        point.state.predicted = start_point.projection;
        point.state.lambda = start_point.lambda;
        point.mu = contact::coefficient(sliding.friction, 0.0);
        point.state.friction = settings.direction[start_point.contact] * point.mu;
        point.slave = &bodies[contact.slave.component];
        point.slave_row = point.slave->n_rows();
        for (Index r = 0; r < 2; ++r)
            point.slave->add_row(slave_rows_[start_point.contact].row(2 * start_point.slave + r));
        point.master = &bodies[contact.master.component];
        point.master_row = point.master->n_rows();
        for (Index r = 0; r < 4; ++r)
            point.master->add_row(
                master_rows_[start_point.contact].row(2 * start_point.segment + r));
        for (std::size_t k = 0; k < drives.size(); ++k)
            if (drives[k].body == contact.slave.component ||
                drives[k].body == contact.master.component) {
                CarriedNodes& carried = point.carried.emplace_back();
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
        point.node = points.size() - 1;
        point.gap = point.state.predicted.gap;
        point.segment_last = start_point.segment;
        point.record = NodeRecord(settings.h, settings.statistics_from, settings.episode,
                                  settings.window, point.state.state);
    }
    n_nodes = points.size();
}

void SlidingState::make_other_rows()
{
    // The rows of joints and varying loads are kept here; a reallocation does not move their data.
    auto padded = [this](const Matrix& rows) -> const PaddedRows& {
        return other_rows_.emplace_back(rows);
    };
    for (std::size_t j = 0; j < modal.joints.size(); ++j) {
        if (!modal.joints[j])
            continue;
        SteppedJoint joint;
        joint.joint = j;
        auto add_end = [&](const ModalRows& rows, double sign) {
            StepBody& body = bodies[rows.component];
            JointEnd end{rows.component, body.n_rows(), sign, {}, rows.follow};
            Matrix w_rows(rows.rows.rows(), rows.rows.cols());
            const PaddedRows& kept = padded(Matrix(rows.rows));
            for (Index r = 0; r < w_rows.rows(); ++r) {
                body.add_row(kept.row(r));
                w_rows.row(r) = -settings.h * settings.h * sign *
                                body.weighted(rows.rows.row(r).transpose()).transpose();
            }
            end.w_rows = PaddedRows(w_rows);
            joint.ends.push_back(std::move(end));
        };
        add_end(modal.joints[j]->first, 1);
        if (modal.joints[j]->second)
            add_end(*modal.joints[j]->second, -1);
        joints.push_back(std::move(joint));
    }
    for (VaryingLoad& load : varying) {
        StepBody& body = bodies[load.body];
        load.row = body.add_row(padded(Matrix(modal.loads[load.load].p.transpose())).row(0));
    }
}

// Forces of the joints at the start.
void SlidingState::start_joints(const SlidingEquilibrium& start)
{
    for (SteppedJoint& joint : joints) {
        const Index n = model.joints[joint.joint].n_rows();
        joint.r_last.setZero(n);
        joint.r_before.resize(n);
        for (const JointEnd& end : joint.ends)
            joint.r_last += end.sign * Eigen::Map<const Vector>(bodies[end.body].u + end.row, n);
        joint.state.r = joint.r_last;
        joint.state.v.setZero(n);
        for (const JointEnd& end : joint.ends) {
            for (Index r = 0; r < n && !start.v.empty(); ++r)
                joint.state.v(r) +=
                    end.sign * bodies[end.body].row(end.row + r).dot(start.v[end.body]);
            for (std::size_t k = 0; k < drives.size(); ++k)
                joint.state.v += end.sign * motion_velocity(model.motions[k], 0) *
                                 end.follow.col(static_cast<Index>(k));
        }
        joint.velocity.resize(static_cast<std::size_t>(n));
        for (Index r = 0; r < n; ++r)
            joint.velocity[static_cast<std::size_t>(r)].start(joint.state.v(r));
        model.joints[joint.joint].law->force(joint.memory, joint.state.r, joint.state.v,
                                             joint.state.force);
    }
}

void SlidingState::start_velocities()
{
    for (std::size_t i = 0; i < n_nodes; ++i) {
        ContactPointState& point = points[i];
        const PointVelocity v = velocity_at_start(point);
        const contact::Projection& projection = point.state.predicted;
        point.state.slave_velocity = v.slave;
        point.state.sliding_velocity =
            Eigen::Vector2d(projection.cos_gamma, projection.sin_gamma).dot(v.slave - v.master);
        point.slides.start(point.state.sliding_velocity);
    }
}

void SlidingState::apply_forces(double t)
{
    for (StepBody& body : bodies)
        body.begin_forces();
    for (std::size_t k = 0; k < drives.size(); ++k) {
        Drive& drive = drives[k];
        const double before = drive.acceleration;
        drive.acceleration = motion_acceleration(model.motions[k], t);
        if (drive.acceleration != 0 || before != 0) // once more after the ramp: F is constant again
            bodies[drive.body].add_force(-drive.acceleration, drive.w_inertia);
        if (drive.w_drag.n() > 0)
            bodies[drive.body].add_force(-motion_velocity(model.motions[k], t), drive.w_drag);
    }
    for (VaryingLoad& load : varying) {
        load.value = load.noise ? (*load.noise)(t)
                                : load_value(model, model.loads[load.load], t, settings.t_start);
        bodies[load.body].add_force(load.value, load.wp);
    }
    for (const SteppedJoint& joint : joints)
        for (const JointEnd& end : joint.ends)
            for (Index r = 0; r < joint.state.force.f.size(); ++r)
                bodies[end.body].add_force(joint.state.force.f(r), end.w_rows, r);
}

void SlidingState::settle()
{
    for (StepBody& body : bodies)
        body.settle();
}

// Means of the velocities over the step that ends at the time reached.
void SlidingState::advance_drives()
{
    const double end = elapsed(), begin = static_cast<double>(n_steps - 1) * settings.h;
    for (std::size_t k = 0; k < drives.size(); ++k) {
        Drive& drive = drives[k];
        drive.v_before = drive.v;
        drive.v = mean_velocity(model.motions[k], begin, end);
        drive.x += settings.h * drive.v;
    }
}

void SlidingState::advance_joints(double& work)
{
    for (SteppedJoint& joint : joints) {
        const Index n = joint.r_last.size();
        JointState& state = joint.state;
        joint.r_before = state.r;
        state.r.setZero();
        for (const JointEnd& end : joint.ends) {
            state.r += end.sign * Eigen::Map<const Vector>(bodies[end.body].u + end.row, n);
            for (std::size_t k = 0; k < drives.size(); ++k)
                state.r += end.sign * drives[k].x * end.follow.col(static_cast<Index>(k));
        }
        // The force acted at the state before this step: its velocity is the mean of both steps.
        work += 0.5 * state.force.f.dot(state.r - joint.r_last);
        joint.r_last = joint.r_before;
        for (Index r = 0; r < n; ++r) {
            StepVelocity& velocity = joint.velocity[static_cast<std::size_t>(r)];
            velocity.add((state.r(r) - joint.r_before(r)) / settings.h);
            state.v(r) = velocity.now();
        }
        model.joints[joint.joint].law->force(joint.memory, state.r, state.v, state.force);
    }
}

} // namespace slideway::dynamics
