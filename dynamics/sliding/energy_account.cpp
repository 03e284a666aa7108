#include "assembly/coupled_model.hpp"
#include "contact/contact_rows.hpp"
#include "dynamics/sliding/drives.hpp"
#include "dynamics/sliding/integrator.hpp"

#include <type_traits>

// The account of energies: exact for both schemes, whatever the step. Multiply a step of a mode by
// (d_{n+1} + d_n) / (2 w h^2), d_n = q_n - q_{n-1}:
//
//   E_{n+1/2} - E_{n-1/2} = p_n (q_{n+1} - q_{n-1}) / 2 - (1 - a) (d_n + d_{n+1})^2 / (4 w h^2)
//   E_{n+1/2} = (1 + a) d_{n+1}^2 / (4 w h^2) + omega^2 q_n q_{n+1} / 2

namespace slideway::dynamics {

namespace {

// Steps after a node was open in which it loses the velocity with which it closed.
constexpr long long closing_steps = 2;

// x^T A x, without memory for A x.
double quadratic(const Matrix& A, VectorIn x)
{
    double sum = 0;
    for (Index j = 0; j < x.size(); ++j)
        sum += x(j) * A.col(j).dot(x);
    return sum;
}

void add(Energy& step_energy, double factor, const Energy& energy)
{
    for (const auto part : {&Energy::stored, &Energy::loads, &Energy::drive, &Energy::friction,
                            &Energy::impact, &Energy::turning, &Energy::damping, &Energy::joints})
        step_energy.*part += factor * energy.*part;
}

} // namespace

// The account begins half a step before the start, where the increments before the first step
// belong: energies and displacements there.
void Integrator::begin_account()
{
    const double h = settings_.h;
    for (std::size_t i = 0; i < bodies_.size(); ++i)
        stored_before_ +=
            relative_kinetic(i, first_[i].d) + relative_elastic(i, first_[i].q, first_[i].d);
    for (std::size_t k = 0; k < drives_.size(); ++k) {
        Drive& drive = drives_[k];
        drive.momentum = relative_momentum(k, first_[drive.body].d);
        const double frame =
            coupled_drives(modal_.motions[k].mass, [](const Drive& l) { return l.v_before; });
        stored_before_ += drive.v_before * (drive.momentum + 0.5 * frame);
    }
    auto increment = [&](std::size_t l) -> double {
        const ModalLoad& load = modal_.loads[l];
        double y = load.p.dot(first_[load.component].d);
        for (std::size_t k = 0; k < drives_.size(); ++k)
            y += load.follow(static_cast<Index>(k)) * h * drives_[k].v_before;
        return y;
    };
    for (VaryingLoad& load : varying_)
        load.y_step = increment(load.load);
    for (std::size_t l = 0; l < load_start_.size(); ++l)
        load_start_[l] =
            modal_.loads[l].p.dot(first_[modal_.loads[l].component].q) - 0.5 * increment(l);
    for (JointForce& joint : joints_)
        for (const JointEnd& end : joint.ends) {
            const Body& body = bodies_[end.body];
            for (Index r = 0; r < joint.r_last.size(); ++r)
                joint.r_last(r) -=
                    end.sign * (body.u_last[end.row + r] - body.u_before[end.row + r]);
            for (std::size_t k = 0; k < drives_.size(); ++k)
                joint.r_last -=
                    end.sign * h * drives_[k].v_before * end.follow.col(static_cast<Index>(k));
        }
}

// The start lies in the middle of the two half steps about it: each has half of what they exchange.
// A drive without a ramp sets its body in motion at once, from rest.
void Integrator::count_from_start()
{
    Energy before;
    add(before, 0.5, energy());
    for (std::size_t k = 0; k < drives_.size(); ++k) {
        const Drive& drive = drives_[k];
        const std::size_t c = drive.body;
        const double momentum = 0.5 * (relative_momentum(k, bodies_[c].modes.d_last()) +
                                       relative_momentum(k, bodies_[c].modes.d()));
        double frame = 0;
        for (std::size_t l = 0; l < drives_.size(); ++l)
            frame += modal_.motions[k].mass(static_cast<Index>(l)) *
                     motion_velocity(model_.motions[l], 0);
        const double jump = motion_velocity(model_.motions[k], 0) * (momentum + 0.5 * frame);
        before.stored -= jump;
        before.drive -= jump;
    }
    before_start_ = before;
}

// Work of a contact force over the two steps about it, on the rows of this step: what a node slides
// goes into friction, what it moves along the normal into its impact, or into the turning of the
// segment within a step.
void Integrator::account_contact(Point& point)
{
    const contact::Projection& projection = point.state.predicted;
    const double h = settings_.h;
    auto moved = [](const Body& body, Index row, auto size) {
        constexpr int n = decltype(size)::value;
        using Values = Eigen::Map<const Eigen::Matrix<double, n, 1>>;
        return Eigen::Matrix<double, n, 1>(Values(body.u + row) - Values(body.u_before + row));
    };
    Eigen::Vector2d slave = moved(*point.slave, point.slave_row, std::integral_constant<int, 2>());
    Eigen::Vector4d master =
        moved(*point.master, point.master_row, std::integral_constant<int, 4>());
    for (const Carried& carried : point.carried) {
        const Drive& drive = drives_[carried.motion];
        const double way = h * (drive.v + drive.v_before);
        slave += way * carried.slave;
        master += way * carried.master;
        drives_[carried.motion].contact_force +=
            point.factor() / (h * h) *
            (carried.slave.dot(contact::on_slave(point.row_E)) +
             carried.master.dot(contact::on_master(point.row_E)));
    }
    const Eigen::Vector2d relative =
        slave - (1 - projection.alpha) * master.head<2>() - projection.alpha * master.tail<2>();
    const double along = projection.cos_gamma * relative.x() + projection.sin_gamma * relative.y();
    const double away = -projection.sin_gamma * relative.x() + projection.cos_gamma * relative.y();
    account_.friction -= 0.5 * point.scaled_friction / (h * h) * along;
    double closed = point.closed_steps <= closing_steps ? away : 0; // [m] lost to the impact
    if (const double e = point.sliding->restitution; e != 0 && n_steps_ > 1 && !point.behind)
        closed = point.gap - point.rebound / e; // in a narrow groove an impact takes more steps
    account_.impact -= 0.5 * point.state.lambda * closed;
    account_.turning -= 0.5 * point.state.lambda * (away - closed);
}

void Integrator::account_step()
{
    for (Drive& drive : drives_)
        drive.contact_force = 0;
    for (const std::size_t i : active_)
        if (points_[i].scaled != 0)
            account_contact(points_[i]);
    for (VaryingLoad& varying : varying_) {
        const ModalLoad& load = modal_.loads[varying.load];
        double y = bodies_[varying.body].u[varying.row];
        for (std::size_t k = 0; k < drives_.size(); ++k)
            y += load.follow(static_cast<Index>(k)) * drives_[k].x;
        const double y_step = y - varying.y;
        account_.loads += varying.value * 0.5 * (varying.y_step + y_step);
        varying.y = y;
        varying.y_step = y_step;
    }
    for (std::size_t k = 0; k < drives_.size(); ++k)
        account_drive(k);
}

// Force of a drive: e^T (M u'' + C u' + K u + B_E^T lambda + joints - f); what mass-proportional
// damping takes from the moving frame stays in the frame. Drives of one component share mass,
// damping and stiffness.
void Integrator::account_drive(std::size_t k)
{
    const double h = settings_.h;
    Drive& drive = drives_[k];
    const ModalMotion& motion = modal_.motions[k];
    const double mean = 0.5 * (drive.v_before + drive.v);
    const auto column = static_cast<Index>(k);
    const double loss =
        coupled_drives(motion.damping, [](const Drive& l) { return 0.5 * (l.v_before + l.v); });
    double force = coupled_drives(motion.stiffness, [h](const Drive& l) { return l.x - h * l.v; }) +
                   loss - drive.load + drive.contact_force;
    for (const JointForce& joint : joints_)
        for (const JointEnd& end : joint.ends)
            force += end.sign * joint.state.force.f.dot(end.follow.col(column));
    for (const VaryingLoad& varying : varying_)
        force -= varying.value * modal_.loads[varying.load].follow(column);
    if (motion.drag.size() > 0) {
        settle(bodies_[drive.body]);
        const double relative =
            0.5 *
            motion.drag.dot(bodies_[drive.body].modes.d() + bodies_[drive.body].modes.d_last()) / h;
        force += relative;
        account_.damping += h * mean * (2 * relative + loss);
    }
    account_.drive += mean * h * force;
    if (drive.v == drive.v_before && drive.acceleration == 0)
        return; // momentum times velocity is summed up in energy()
    settle(bodies_[drive.body]);
    const double momentum = relative_momentum(k, bodies_[drive.body].modes.d());
    const double before = motion.inertia.dot(bodies_[drive.body].modes.d_last()) / h;
    account_.drive +=
        drive.v * momentum - drive.v_before * drive.momentum +
        0.5 * (drive.v - drive.v_before) *
            coupled_drives(motion.mass, [](const Drive& l) { return l.v + l.v_before; }) -
        0.5 * h * drive.acceleration * (momentum + before);
    drive.momentum = momentum;
}

double Integrator::relative_momentum(std::size_t motion, VectorIn d) const
{
    return modal_.motions[motion].inertia.dot(d) / settings_.h;
}

// Displacement of a load's row, `fraction` of a step back.
double Integrator::load_displacement(std::size_t load, double fraction) const
{
    const ModalLoad& l = modal_.loads[load];
    const Body& body = bodies_[l.component];
    double y = l.p.dot(body.modes.q()) - fraction * l.p.dot(body.modes.d());
    for (std::size_t k = 0; k < drives_.size(); ++k)
        y += l.follow(static_cast<Index>(k)) *
             (drives_[k].x - fraction * settings_.h * drives_[k].v);
    return y;
}

// Energy that damping dissipated in the step with increment d. @pre settled
double Integrator::damping_of_last_step(Body& body) const
{
    const auto d = body.modes.d();
    const auto last = body.modes.d_last();
    if (!body.coupled)
        return (body.modes.k().array() * (last + d).array().square()).sum();
    // With R = w^-1 (1 - a): what w^-1 takes as the whole kinetic energy is R / 4 more than it.
    const double h = settings_.h;
    body.modal_force = last + d;
    body.scratch.noalias() = body.w_inverse * body.modal_force;
    double sum = last.dot(body.scratch) / 2;
    body.scratch.noalias() = body.w_inverse_a * last;
    sum -= body.scratch.dot(body.modal_force) / 2;
    auto rest = [&body](const auto& x) -> double {
        body.scratch.noalias() = body.w_inverse * x;
        body.scratch.noalias() -= body.w_inverse_a * x;
        return x.dot(body.scratch) / 4;
    };
    return (sum + rest(d) - rest(last)) / (h * h);
}

double Integrator::relative_kinetic(std::size_t component, VectorIn d) const
{
    const Body& body = bodies_[component];
    const double h = settings_.h;
    if (body.coupled)
        return (quadratic(body.w_inverse, d) + quadratic(body.w_inverse_a, d)) / (4 * h * h);
    return ((1 + body.modes.a().array()) * d.array().square() / body.modes.w().array()).sum() /
           (4 * h * h);
}

// Half a step before the displacement q, to which the increment d leads.
double Integrator::relative_elastic(std::size_t component, VectorIn q, VectorIn d) const
{
    return 0.5 * (modal_.components[component].omega.array().square() * q.array() * (q - d).array())
                     .sum();
}

double Integrator::kinetic_energy()
{
    settle();
    double energy = 0;
    for (std::size_t i = 0; i < bodies_.size(); ++i)
        energy += relative_kinetic(i, bodies_[i].modes.d());
    for (std::size_t k = 0; k < drives_.size(); ++k) {
        const double frame =
            coupled_drives(modal_.motions[k].mass, [](const Drive& l) { return l.v; });
        energy +=
            drives_[k].v * (relative_momentum(k, bodies_[drives_[k].body].modes.d()) + 0.5 * frame);
    }
    return energy;
}

double Integrator::stored_energy()
{
    const double h = settings_.h;
    double energy = kinetic_energy();
    for (std::size_t i = 0; i < bodies_.size(); ++i)
        energy += relative_elastic(i, bodies_[i].modes.q(), bodies_[i].modes.d());
    for (std::size_t k = 0; k < drives_.size(); ++k)
        energy += 0.5 * drives_[k].x *
                  coupled_drives(modal_.motions[k].stiffness,
                                 [h](const Drive& l) { return l.x - h * l.v; });
    return energy;
}

void Integrator::include_in(ExchangedEnergy& exchange) const
{
    const double h = settings_.h;
    exchange.begin(modal_.n_modes());
    Index position = 0;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        const auto q = bodies_[i].modes.q(), d = bodies_[i].modes.d();
        const Vector& omega = modal_.components[i].omega;
        for (Index k = 0; k < omega.size(); ++k) {
            const double v = d(k) / h, strain = omega(k) * (q(k) - 0.5 * d(k));
            exchange.add(position++, 0.5 * v * v, 0.5 * strain * strain);
        }
    }
    double frame = 0;
    for (std::size_t k = 0; k < drives_.size(); ++k) {
        const double x = drives_[k].x - 0.5 * h * drives_[k].v;
        const ModalMotion& motion = modal_.motions[k];
        const auto velocity = [](const Drive& l) -> double { return l.v; };
        const auto place = [h](const Drive& l) -> double { return l.x - 0.5 * h * l.v; };
        frame += 0.5 * drives_[k].v * coupled_drives(motion.mass, velocity) +
                 0.5 * x * coupled_drives(motion.stiffness, place);
    }
    exchange.end(frame);
}

Energy Integrator::energy()
{
    settle();
    for (std::size_t k = 0; k < drives_.size(); ++k) {
        const double momentum = relative_momentum(k, bodies_[drives_[k].body].modes.d());
        account_.drive += drives_[k].v * (momentum - drives_[k].momentum);
        drives_[k].momentum = momentum;
    }
    Energy step_energy = account_;
    for (Body& body : bodies_)
        if (body.moves())
            step_energy.damping += damping_of_last_step(body);
    step_energy.stored = stored_energy() - stored_before_;
    for (std::size_t l = 0; l < model_.loads.size(); ++l)
        if (const auto* constant = std::get_if<assembly::Constant>(&model_.loads[l].signal))
            step_energy.loads += constant->force * (load_displacement(l, 0.5) - load_start_[l]);
    add(step_energy, -1, before_start_);
    return step_energy;
}

} // namespace slideway::dynamics
