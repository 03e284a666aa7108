#include "dynamics/sliding/energy_account.hpp"
#include "assembly/coupled_model.hpp"
#include "contact/contact_rows.hpp"
#include "dynamics/sliding/drives.hpp"

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

void add(Energy& step_energy, double factor, const Energy& energy)
{
    for (const auto part : {&Energy::stored, &Energy::loads, &Energy::drive, &Energy::friction,
                            &Energy::impact, &Energy::turning, &Energy::damping, &Energy::joints})
        step_energy.*part += factor * energy.*part;
}

} // namespace

EnergyAccount::EnergyAccount(SlidingState& state) : s_(state), load_start_(state.modal.loads.size())
{
    const double h = s_.settings.h;
    for (const StepBody& body : s_.bodies)
        stored_at_start_ += body.hv_start.squaredNorm() / (2 * h * h) +
                            body.omega().cwiseProduct(body.q_start).squaredNorm() / 2;
}

// The account begins half a step before the start, where the increments before the first step
// belong: energies and displacements there.
void EnergyAccount::begin(const std::vector<Vector>& first)
{
    const double h = s_.settings.h;
    for (std::size_t i = 0; i < s_.bodies.size(); ++i)
        stored_before_ +=
            s_.bodies[i].kinetic(first[i]) + s_.bodies[i].elastic(s_.bodies[i].q_start, first[i]);
    for (std::size_t k = 0; k < s_.drives.size(); ++k) {
        Drive& drive = s_.drives[k];
        drive.momentum = relative_momentum(k, first[drive.body]);
        const double frame =
            shared_by_drives(s_.modal.motions[k].mass, [](const Drive& l) { return l.v_before; });
        stored_before_ += drive.v_before * (drive.momentum + 0.5 * frame);
    }
    auto increment = [&](std::size_t l) -> double {
        const ModalLoad& load = s_.modal.loads[l];
        double y = load.p.dot(first[load.component]);
        for (std::size_t k = 0; k < s_.drives.size(); ++k)
            y += load.follow(static_cast<Index>(k)) * h * s_.drives[k].v_before;
        return y;
    };
    for (VaryingLoad& load : s_.varying)
        load.y_step = increment(load.load);
    for (std::size_t l = 0; l < load_start_.size(); ++l)
        load_start_[l] = s_.modal.loads[l].p.dot(s_.bodies[s_.modal.loads[l].component].q_start) -
                         0.5 * increment(l);
    for (SteppedJoint& joint : s_.joints)
        for (const JointEnd& end : joint.ends) {
            const StepBody& body = s_.bodies[end.body];
            for (Index r = 0; r < joint.r_last.size(); ++r)
                joint.r_last(r) -=
                    end.sign * (body.u_last[end.row + r] - body.u_before[end.row + r]);
            for (std::size_t k = 0; k < s_.drives.size(); ++k)
                joint.r_last -=
                    end.sign * h * s_.drives[k].v_before * end.follow.col(static_cast<Index>(k));
        }
}

// The start lies in the middle of the two half steps about it: each has half of what they exchange.
// A drive without a ramp sets its body in motion at once, from rest.
void EnergyAccount::count_from_start()
{
    Energy before;
    add(before, 0.5, energy());
    for (std::size_t k = 0; k < s_.drives.size(); ++k) {
        const Drive& drive = s_.drives[k];
        const std::size_t c = drive.body;
        const double momentum = 0.5 * (relative_momentum(k, s_.bodies[c].modes.d_last()) +
                                       relative_momentum(k, s_.bodies[c].modes.d()));
        double frame = 0;
        for (std::size_t l = 0; l < s_.drives.size(); ++l)
            frame += s_.modal.motions[k].mass(static_cast<Index>(l)) *
                     motion_velocity(s_.model.motions[l], 0);
        const double jump = motion_velocity(s_.model.motions[k], 0) * (momentum + 0.5 * frame);
        before.stored -= jump;
        before.drive -= jump;
    }
    before_start_ = before;
}

// Work of a contact force over the two steps about it, on the rows of this step: what a node slides
// goes into friction, what it moves along the normal into its impact, or into the turning of the
// segment within a step.
void EnergyAccount::add_contact(ContactPointState& point)
{
    SlidingState& s = s_;
    const contact::Projection& projection = point.state.predicted;
    const double h = s.settings.h;
    auto moved = [](const StepBody& body, Index row, auto size) {
        constexpr int n = decltype(size)::value;
        using Values = Eigen::Map<const Eigen::Matrix<double, n, 1>>;
        return Eigen::Matrix<double, n, 1>(Values(body.u + row) - Values(body.u_before + row));
    };
    Eigen::Vector2d slave = moved(*point.slave, point.slave_row, std::integral_constant<int, 2>());
    Eigen::Vector4d master =
        moved(*point.master, point.master_row, std::integral_constant<int, 4>());
    for (const CarriedNodes& carried : point.carried) {
        const Drive& drive = s.drives[carried.motion];
        const double way = h * (drive.v + drive.v_before);
        slave += way * carried.slave;
        master += way * carried.master;
        s.drives[carried.motion].contact_force +=
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
    if (const double e = point.sliding->restitution; e != 0 && s.n_steps > 1 && !point.behind)
        closed = point.gap - point.rebound / e; // in a narrow groove an impact takes more steps
    account_.impact -= 0.5 * point.state.lambda * closed;
    account_.turning -= 0.5 * point.state.lambda * (away - closed);
}

void EnergyAccount::add_step()
{
    SlidingState& s = s_;
    for (Drive& drive : s.drives)
        drive.contact_force = 0;
    for (const std::size_t i : s.active)
        if (s.points[i].scaled != 0)
            add_contact(s.points[i]);
    for (VaryingLoad& varying : s.varying) {
        const ModalLoad& load = s.modal.loads[varying.load];
        double y = s.bodies[varying.body].u[varying.row];
        for (std::size_t k = 0; k < s.drives.size(); ++k)
            y += load.follow(static_cast<Index>(k)) * s.drives[k].x;
        const double y_step = y - varying.y;
        account_.loads += varying.value * 0.5 * (varying.y_step + y_step);
        varying.y = y;
        varying.y_step = y_step;
    }
    for (std::size_t k = 0; k < s.drives.size(); ++k)
        add_drive(k);
}

// Force of a drive: e^T (M u'' + C u' + K u + B_E^T lambda + joints - f); what mass-proportional
// damping takes from the moving frame stays in the frame. Drives of one component share mass,
// damping and stiffness.
void EnergyAccount::add_drive(std::size_t k)
{
    SlidingState& s = s_;
    const double h = s.settings.h;
    Drive& drive = s.drives[k];
    const ModalMotion& motion = s.modal.motions[k];
    const double mean = 0.5 * (drive.v_before + drive.v);
    const auto column = static_cast<Index>(k);
    const double loss =
        shared_by_drives(motion.damping, [](const Drive& l) { return 0.5 * (l.v_before + l.v); });
    double force =
        shared_by_drives(motion.stiffness, [h](const Drive& l) { return l.x - h * l.v; }) + loss -
        drive.load + drive.contact_force;
    for (const SteppedJoint& joint : s.joints)
        for (const JointEnd& end : joint.ends)
            force += end.sign * joint.state.force.f.dot(end.follow.col(column));
    for (const VaryingLoad& varying : s.varying)
        force -= varying.value * s.modal.loads[varying.load].follow(column);
    if (motion.drag.size() > 0) {
        s.bodies[drive.body].settle();
        const double relative =
            0.5 *
            motion.drag.dot(s.bodies[drive.body].modes.d() + s.bodies[drive.body].modes.d_last()) /
            h;
        force += relative;
        account_.damping += h * mean * (2 * relative + loss);
    }
    account_.drive += mean * h * force;
    if (drive.v == drive.v_before && drive.acceleration == 0)
        return; // momentum times velocity is summed up in energy()
    s.bodies[drive.body].settle();
    const double momentum = relative_momentum(k, s.bodies[drive.body].modes.d());
    const double before = motion.inertia.dot(s.bodies[drive.body].modes.d_last()) / h;
    account_.drive +=
        drive.v * momentum - drive.v_before * drive.momentum +
        0.5 * (drive.v - drive.v_before) *
            shared_by_drives(motion.mass, [](const Drive& l) { return l.v + l.v_before; }) -
        0.5 * h * drive.acceleration * (momentum + before);
    drive.momentum = momentum;
}

double EnergyAccount::relative_momentum(std::size_t motion, VectorIn d) const
{
    return s_.modal.motions[motion].inertia.dot(d) / s_.settings.h;
}

// Displacement of a load's row, `fraction` of a step back.
double EnergyAccount::load_displacement(std::size_t load, double fraction) const
{
    const ModalLoad& l = s_.modal.loads[load];
    const StepBody& body = s_.bodies[l.component];
    double y = l.p.dot(body.modes.q()) - fraction * l.p.dot(body.modes.d());
    for (std::size_t k = 0; k < s_.drives.size(); ++k)
        y += l.follow(static_cast<Index>(k)) *
             (s_.drives[k].x - fraction * s_.settings.h * s_.drives[k].v);
    return y;
}

double EnergyAccount::kinetic_energy()
{
    s_.settle();
    double energy = 0;
    for (std::size_t i = 0; i < s_.bodies.size(); ++i)
        energy += s_.bodies[i].kinetic(s_.bodies[i].modes.d());
    for (std::size_t k = 0; k < s_.drives.size(); ++k) {
        const double frame =
            shared_by_drives(s_.modal.motions[k].mass, [](const Drive& l) { return l.v; });
        energy += s_.drives[k].v *
                  (relative_momentum(k, s_.bodies[s_.drives[k].body].modes.d()) + 0.5 * frame);
    }
    return energy;
}

double EnergyAccount::stored_energy()
{
    const double h = s_.settings.h;
    double energy = kinetic_energy();
    for (std::size_t i = 0; i < s_.bodies.size(); ++i)
        energy += s_.bodies[i].elastic(s_.bodies[i].modes.q(), s_.bodies[i].modes.d());
    for (std::size_t k = 0; k < s_.drives.size(); ++k)
        energy += 0.5 * s_.drives[k].x *
                  shared_by_drives(s_.modal.motions[k].stiffness,
                                   [h](const Drive& l) { return l.x - h * l.v; });
    return energy;
}

void EnergyAccount::include_in(ExchangedEnergy& exchange) const
{
    const double h = s_.settings.h;
    exchange.begin(s_.modal.n_modes());
    Index position = 0;
    for (std::size_t i = 0; i < s_.bodies.size(); ++i) {
        const auto q = s_.bodies[i].modes.q(), d = s_.bodies[i].modes.d();
        const Vector& omega = s_.modal.components[i].omega;
        for (Index k = 0; k < omega.size(); ++k) {
            const double v = d(k) / h, strain = omega(k) * (q(k) - 0.5 * d(k));
            exchange.add(position++, 0.5 * v * v, 0.5 * strain * strain);
        }
    }
    double frame = 0;
    for (std::size_t k = 0; k < s_.drives.size(); ++k) {
        const double x = s_.drives[k].x - 0.5 * h * s_.drives[k].v;
        const ModalMotion& motion = s_.modal.motions[k];
        const auto velocity = [](const Drive& l) -> double { return l.v; };
        const auto place = [h](const Drive& l) -> double { return l.x - 0.5 * h * l.v; };
        frame += 0.5 * s_.drives[k].v * shared_by_drives(motion.mass, velocity) +
                 0.5 * x * shared_by_drives(motion.stiffness, place);
    }
    exchange.end(frame);
}

Energy EnergyAccount::energy()
{
    s_.settle();
    for (std::size_t k = 0; k < s_.drives.size(); ++k) {
        const double momentum = relative_momentum(k, s_.bodies[s_.drives[k].body].modes.d());
        account_.drive += s_.drives[k].v * (momentum - s_.drives[k].momentum);
        s_.drives[k].momentum = momentum;
    }
    Energy step_energy = account_;
    for (StepBody& body : s_.bodies)
        if (body.moves())
            step_energy.damping += body.damping_of_last_step();
    step_energy.stored = stored_energy() - stored_before_;
    for (std::size_t l = 0; l < s_.model.loads.size(); ++l)
        if (const auto* constant = std::get_if<assembly::Constant>(&s_.model.loads[l].signal))
            step_energy.loads += constant->force * (load_displacement(l, 0.5) - load_start_[l]);
    add(step_energy, -1, before_start_);
    return step_energy;
}

} // namespace slideway::dynamics
