#include "dynamics/integrator.hpp"

#include <cmath>
#include <numbers>

namespace slideway::dynamics {

double motion_velocity(const assembly::Motion& motion, double t)
{
    if (t >= motion.ramp)
        return motion.velocity;
    return 0.5 * motion.velocity * (1 - std::cos(std::numbers::pi * t / motion.ramp));
}

double motion_acceleration(const assembly::Motion& motion, double t)
{
    if (t >= motion.ramp)
        return 0;
    const double rate = std::numbers::pi / motion.ramp;
    return 0.5 * motion.velocity * rate * std::sin(rate * t);
}

Integrator::Integrator(const assembly::CoupledModel& model, const ModalModel& modal,
                       const Settings& settings, const SlidingEquilibrium& start)
    : model_(model), modal_(modal), settings_(settings)
{
    const double h = settings.h;
    for (std::size_t i = 0; i < modal.bodies.size(); ++i) {
        const SchemeCoefficients s = settings.scheme == Scheme::forward_increment
                                         ? central_difference(modal.bodies[i], h)
                                         : exact_propagator(modal.bodies[i], h);
        Body& body = bodies_.emplace_back(modal.bodies[i].n_modes());
        body.modes.a() = s.a;
        body.modes.b() = s.b;
        body.modes.w() = s.w;
        body.modes.q() = start.q[i];
        body.modes.c_over_h() = modal.bodies[i].c / h;
    }

    for (std::size_t k = 0; k < model.loads.size(); ++k) {
        const ModalLoad& load = modal.loads[k];
        Body& body = bodies_[load.body];
        const Vector wp = h * h * body.modes.w().cwiseProduct(load.p);
        if (const auto* constant = std::get_if<assembly::Constant>(&model.loads[k].signal))
            body.F_constant.map(0) += constant->force * wp;
        else if (const auto* noise = std::get_if<assembly::Noise>(&model.loads[k].signal);
                 noise->rms > 0)
            noise_.push_back(
                {k, load.body,
                 BandNoise(noise->rms, noise->band_low, noise->band_high, noise->seed,
                           BandNoise::record_duration(noise->band_high, settings.duration)),
                 PaddedRows(Matrix(wp.transpose())), Vector(), 0, load.p.dot(body.modes.q()), 0});
    }
    for (const ModalMotion& motion : modal.motions) {
        const Vector wm = h * h * bodies_[motion.body].modes.w().cwiseProduct(motion.inertia);
        drives_.push_back({motion.body, PaddedRows(Matrix(wm.transpose()))});
    }

    for (Body& body : bodies_)
        body.modes.F() = body.F_constant.map(0);

    if (!modal.contacts.empty()) {
        const ModalContact& contact = modal.contacts.front();
        Body& slave = bodies_[contact.slave_body];
        Body& master = bodies_[contact.master_body];
        slave.n_rows = 2;
        slave_rows_ = PaddedRows(contact.slave_rows);
        master_rows_ = PaddedRows(contact.master_rows);
        slave.rows = slave_rows_.row(0);
        slave_gram_ =
            contact.slave_rows * slave.modes.w().asDiagonal() * contact.slave_rows.transpose();
        slave_u_ = contact.slave_rows * slave.modes.q();
        master.n_rows = 4;
        for (Index k = 0; k < model.sliding.front().n_segments(); ++k) {
            const auto rows = contact.master_rows.middleRows(2 * k, 4);
            master_gram_.emplace_back(rows * master.modes.w().asDiagonal() * rows.transpose());
        }
        for (NoiseLoad& noise : noise_) {
            const Vector wp = noise.wp.map(0) / (h * h);
            if (noise.body == contact.slave_body)
                noise.gram = contact.slave_rows * wp;
            else if (noise.body == contact.master_body)
                noise.gram = contact.master_rows * wp;
        }
        contact_.predicted = start.contact.projection;
        contact_.lambda = start.lambda;
        move_master(start.contact.segment);
    }

    stored_start_ = stored_energy();
    for (std::size_t k = 0; k < modal.loads.size(); ++k)
        load_start_.push_back(load_displacement(k, 0));
}

void Integrator::add_force(Body& body, double factor, const PaddedRows& row)
{
    const double* from = body.varied ? body.modes.F().data() : body.F_constant.row(0);
    dynamics::add_force(body.modes, from, factor, row.row(0));
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
            add_force(bodies_[drive.body], -drive.acceleration, drive.wm);
    }
    for (NoiseLoad& noise : noise_) {
        noise.value = noise.noise(t);
        add_force(bodies_[noise.body], noise.value, noise.wp);
    }
}

Eigen::Vector2d Integrator::follow_slave() const
{
    Eigen::Vector2d shift = Eigen::Vector2d::Zero();
    for (std::size_t k = 0; k < drives_.size(); ++k)
        shift += drives_[k].x * modal_.contacts.front().slave_follow.col(static_cast<Index>(k));
    return shift;
}

Eigen::Vector2d Integrator::master_position(Index node, const Eigen::Vector2d& elastic) const
{
    Eigen::Vector2d position = model_.sliding.front().master_X.row(node).transpose() + elastic;
    for (std::size_t k = 0; k < drives_.size(); ++k)
        position += drives_[k].x * modal_.contacts.front().master_follow.block<2, 1>(
                                       2 * node, static_cast<Index>(k));
    return position;
}

// The rows of another segment: their predicted displacement, and that of the step before.
void Integrator::move_master(Index segment)
{
    const ModalContact& contact = modal_.contacts.front();
    Body& master = bodies_[contact.master_body];
    contact_.segment = segment;
    master.rows = master_rows_.row(2 * segment);
    for (Index r = 0; r < 4; ++r) {
        const auto row = contact.master_rows.row(2 * segment + r);
        master.y(r) = row.dot(master.modes.q());
        master_u_(r) = master.y(r) - row.dot(master.modes.d());
    }
}

StepEvent Integrator::step()
{
    const double h = settings_.h;
    apply_forces(elapsed());
    for (Body& body : bodies_) {
        const double dissipated =
            step_pass(body.modes, body.n_rows, body.rows, body.force.data(), body.y.data());
        account_.damping += dissipated;
    }
    ++n_steps_;
    for (std::size_t k = 0; k < drives_.size(); ++k) {
        Drive& drive = drives_[k];
        drive.v_before = drive.v;
        drive.v = motion_velocity(model_.motions[k], elapsed());
        drive.x += h * drive.v;
    }
    return contact_step();
}

StepEvent Integrator::contact_step()
{
    if (modal_.contacts.empty()) {
        account_step(0);
        return StepEvent::none;
    }
    const double h = settings_.h;
    const assembly::Sliding& sliding = model_.sliding.front();
    const ModalContact& contact = modal_.contacts.front();
    Body& slave = bodies_[contact.slave_body];
    Body& master = bodies_[contact.master_body];

    const Eigen::Vector2d slave_x = sliding.slave_X + slave.y.head<2>() + follow_slave();
    const Index in_use = contact_.segment;
    auto node_position = [&](Index node) -> Eigen::Vector2d {
        if (node == in_use || node == in_use + 1)
            return master_position(node, master.y.segment<2>(2 * (node - in_use)));
        return master_position(node,
                               contact.master_rows.middleRows<2>(2 * node) * master.modes.q());
    };
    const auto [segment, at] = contact::walk(slave_x, in_use, sliding.n_segments(), node_position);
    if (segment < 0 || segment >= sliding.n_segments())
        return StepEvent::left_master;
    if (segment != in_use)
        move_master(segment);
    contact_.predicted = at;

    const contact::ContactRow row_C = contact::compatibility_row(at);
    row_E_ = contact::equilibrium_row(at, sliding.mu, settings_.direction);
    const Eigen::Map<const Eigen::Vector2d> C_s(row_C.slave.data()), E_s(row_E_.slave.data());
    const Eigen::Map<const Eigen::Vector4d> C_m(row_C.master.data()), E_m(row_E_.master.data());
    const Eigen::Matrix4d& master_gram = master_gram_[static_cast<std::size_t>(segment)];
    const Eigen::Vector2d response_s = slave_gram_ * E_s;
    const Eigen::Vector4d response_m = master_gram * E_m;
    const double scaled = -at.gap / (C_s.dot(response_s) + C_m.dot(response_m)); // h^2 lambda
    const double lambda = scaled / (h * h);
    slave.force.head<2>() = scaled * E_s;
    master.force = scaled * E_m;
    slave.pending = master.pending = true;

    const Eigen::Vector2d slave_u = slave.y.head<2>() - scaled * response_s;
    const Eigen::Vector4d master_u = master.y - scaled * response_m;
    contact_.slave_velocity = (slave_u - slave_u_) / h;
    Eigen::Vector4d master_velocity = (master_u - master_u_) / h;
    for (std::size_t k = 0; k < drives_.size(); ++k) {
        const double v = drives_[k].v;
        contact_.slave_velocity += v * contact.slave_follow.col(static_cast<Index>(k));
        master_velocity +=
            v * contact.master_follow.block<4, 1>(2 * segment, static_cast<Index>(k));
    }
    slave_u_ = slave_u;
    master_u_ = master_u;
    const Eigen::Vector2d relative = contact_.slave_velocity -
                                     (1 - at.alpha) * master_velocity.head<2>() -
                                     at.alpha * master_velocity.tail<2>();
    const double sliding_before = contact_.sliding_velocity;
    contact_.sliding_velocity = at.cos_gamma * relative.x() + at.sin_gamma * relative.y();
    contact_.lambda = lambda;
    watch_.record(lambda);
    if (!(lambda > 0))
        return watch_.diverges() ? StepEvent::instability : StepEvent::detachment;

    contact_.lambda_range.include(lambda);
    const double t = elapsed();
    if (t >= settings_.settling)
        contact_.slave_velocity_x_range.include(contact_.slave_velocity.x());
    if (t >= settings_.ramp)
        contact_.sliding_velocity_range.include(contact_.sliding_velocity);
    account_step(sliding_before);
    if (sliding.mu > 0 && t >= settings_.ramp &&
        settings_.direction * contact_.sliding_velocity <= 0)
        return StepEvent::reversal;
    return StepEvent::none;
}

void Integrator::account_step(double sliding_before)
{
    const double h = settings_.h;
    if (!modal_.contacts.empty())
        account_.friction += settings_.direction * model_.sliding.front().mu * contact_.lambda * h *
                             0.5 * (sliding_before + contact_.sliding_velocity);

    for (NoiseLoad& noise : noise_) {
        const Body& body = bodies_[noise.body];
        const ModalLoad& load = modal_.loads[noise.load];
        double y = load.p.dot(body.modes.q());
        if (body.n_rows == 2)
            y -= noise.gram.dot(body.force.head<2>());
        else if (body.n_rows == 4)
            y -= noise.gram.segment<4>(2 * contact_.segment).dot(body.force);
        for (std::size_t k = 0; k < drives_.size(); ++k)
            y += load.follow(static_cast<Index>(k)) * drives_[k].x;
        const double y_step = y - noise.y;
        account_.loads += noise.value * 0.5 * (noise.y_step + y_step);
        noise.y = y;
        noise.y_step = y_step;
    }

    // Force of a drive: e^T (M u'' + B_E^T lambda - f); what damping takes from the moving frame
    // stays in the frame.
    for (std::size_t k = 0; k < drives_.size(); ++k) {
        Drive& drive = drives_[k];
        const double mean = 0.5 * (drive.v_before + drive.v);
        const auto column = static_cast<Index>(k);
        double force = 0;
        if (!modal_.contacts.empty()) {
            const ModalContact& contact = modal_.contacts.front();
            force += contact_.lambda *
                     (contact.slave_follow.col(column).dot(
                          Eigen::Map<const Eigen::Vector2d>(row_E_.slave.data())) +
                      contact.master_follow.block<4, 1>(2 * contact_.segment, column)
                          .dot(Eigen::Map<const Eigen::Vector4d>(row_E_.master.data())));
        }
        for (std::size_t l = 0; l < model_.loads.size(); ++l)
            if (const auto* constant = std::get_if<assembly::Constant>(&model_.loads[l].signal))
                force -= constant->force * modal_.loads[l].follow(column);
        for (const NoiseLoad& noise : noise_)
            force -= noise.value * modal_.loads[noise.load].follow(column);
        account_.drive += mean * h * force;
        if (drive.v !=
            drive.v_before) { // while constant, momentum times velocity is summed up in energy()
            settle(bodies_[drive.body]);
            const double momentum = relative_momentum(k);
            account_.drive += mean * (momentum - drive.momentum +
                                      modal_.motions[k].mass * (drive.v - drive.v_before));
            drive.momentum = momentum;
        }
    }
}

void Integrator::settle(Body& body)
{
    if (!body.pending)
        return;
    correct_pass(body.modes, body.n_rows, body.rows, body.force.data());
    body.force.setZero();
    body.pending = false;
}

void Integrator::settle()
{
    for (Body& body : bodies_)
        settle(body);
}

double Integrator::relative_momentum(std::size_t motion) const
{
    return modal_.motions[motion].inertia.dot(bodies_[drives_[motion].body].modes.d()) /
           settings_.h;
}

// Displacement of a load's row, `fraction` of a step back.
double Integrator::load_displacement(std::size_t load, double fraction) const
{
    const ModalLoad& l = modal_.loads[load];
    double y = l.p.dot(bodies_[l.body].modes.q()) - fraction * l.p.dot(bodies_[l.body].modes.d());
    for (std::size_t k = 0; k < drives_.size(); ++k)
        y += l.follow(static_cast<Index>(k)) *
             (drives_[k].x - fraction * settings_.h * drives_[k].v);
    return y;
}

double Integrator::stored_energy() const
{
    const double h = settings_.h;
    double energy = 0;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        const Body& body = bodies_[i];
        energy += 0.5 * body.modes.d().squaredNorm() / (h * h) +
                  0.5 * (modal_.bodies[i].omega.array().square() * body.modes.q().array() *
                         (body.modes.q() - body.modes.d()).array())
                            .sum();
    }
    for (std::size_t k = 0; k < drives_.size(); ++k) {
        const double v = drives_[k].v;
        energy += v * relative_momentum(k) + 0.5 * modal_.motions[k].mass * v * v;
    }
    return energy;
}

EnergyAccount Integrator::energy()
{
    settle();
    for (std::size_t k = 0; k < drives_.size(); ++k) {
        const double momentum = relative_momentum(k);
        account_.drive += drives_[k].v * (momentum - drives_[k].momentum);
        drives_[k].momentum = momentum;
    }
    EnergyAccount now = account_;
    now.stored = stored_energy() - stored_start_;
    for (std::size_t l = 0; l < model_.loads.size(); ++l)
        if (const auto* constant = std::get_if<assembly::Constant>(&model_.loads[l].signal))
            now.loads += constant->force * (load_displacement(l, 0.5) - load_start_[l]);
    return now;
}

Eigen::Vector2d Integrator::slave_position() const
{
    const ModalContact& contact = modal_.contacts.front();
    return model_.sliding.front().slave_X + follow_slave() +
           contact.slave_rows * bodies_[contact.slave_body].modes.q();
}

contact::Projection Integrator::settled_projection() const
{
    const ModalContact& contact = modal_.contacts.front();
    const Vector& q = bodies_[contact.master_body].modes.q();
    auto node = [&](Index k) -> Eigen::Vector2d {
        return master_position(k, contact.master_rows.middleRows<2>(2 * k) * q);
    };
    return contact::project(slave_position(), node(contact_.segment), node(contact_.segment + 1));
}

} // namespace slideway::dynamics
