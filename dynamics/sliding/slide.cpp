#include "dynamics/sliding/slide.hpp"

#include "assembly/joint_tangents.hpp"
#include "base/bisection.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "contact/contact_rows.hpp"
#include "contact/laws/friction.hpp"
#include "dynamics/sliding/refusals.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace slideway::dynamics {

// The laws of friction at the speed of the drive, for the equilibrium too.
struct SteadyFriction {
    std::vector<double> mu, slope; ///< per contact; d mu / d speed

    [[nodiscard]] bool rates() const
    {
        return std::any_of(slope.begin(), slope.end(), [](double s) -> bool { return s != 0; });
    }
};

namespace {

// Appends rows of P, R and Z to a linearisation. Rows have a column per mode, then one per motion.
class RowBuilder {
public:
    RowBuilder(const ModalModel& modal, const std::vector<Index>& first)
        : modal_(modal), first_(first), m_(modal.n_modes()),
          n_(m_ + static_cast<Index>(modal.motions.size()))
    {
    }

    using Row = Eigen::RowVectorXd;

    [[nodiscard]] Row contact(const ContactPoint& point, const contact::ContactRow& entries) const
    {
        const ModalContact& rows = modal_.contacts[point.contact];
        Row row = Row::Zero(n_);
        const auto slave = contact::on_slave(entries).transpose();
        const auto master = contact::on_master(entries).transpose();
        part(row, rows.slave) += slave * rows.slave.rows.middleRows<2>(2 * point.slave);
        part(row, rows.master) += master * rows.master.rows.middleRows<4>(2 * point.segment);
        row.tail(n_ - m_) += slave * rows.slave.follow.middleRows<2>(2 * point.slave) +
                             master * rows.master.follow.middleRows<4>(2 * point.segment);
        return row;
    }

    /// Rows of a joint: displacement of its first body minus its second.
    [[nodiscard]] Matrix joint(const ModalJoint& joint) const
    {
        Matrix rows = Matrix::Zero(joint.first.rows.rows(), n_);
        auto add = [&](const ModalRows& side, double sign) {
            rows.middleCols(first_[side.component], side.rows.cols()) += sign * side.rows;
            rows.rightCols(n_ - m_) += sign * side.follow;
        };
        add(joint.first, 1);
        if (joint.second)
            add(*joint.second, -1);
        return rows;
    }

    void add(const Row& R, const Row& P, const Row& P_rate, double Z)
    {
        R_.push_back(R);
        P_.push_back(P);
        P_rate_.push_back(P_rate);
        Z_.push_back(Z);
    }

    void fill(LinearisedContacts& c) const
    {
        const auto k = static_cast<Index>(Z_.size());
        c.R.resize(k, m_);
        c.P.resize(k, m_);
        c.follow.resize(k, n_ - m_);
        c.Z.resize(k);
        bool rates = false;
        for (Index i = 0; i < k; ++i) {
            const auto index = static_cast<std::size_t>(i);
            c.R.row(i) = R_[index].head(m_);
            c.P.row(i) = P_[index].head(m_);
            c.follow.row(i) = R_[index].tail(n_ - m_);
            c.Z(i) = Z_[index];
            rates = rates || P_rate_[index].size() > 0;
        }
        c.P_rate.resize(0, 0);
        if (!rates)
            return;
        c.P_rate = RowMatrix::Zero(k, m_);
        for (Index i = 0; i < k; ++i)
            if (P_rate_[static_cast<std::size_t>(i)].size() > 0)
                c.P_rate.row(i) = P_rate_[static_cast<std::size_t>(i)].head(m_);
    }

private:
    auto part(Row& row, const ModalRows& rows) const -> Eigen::VectorBlock<Row>
    {
        return row.segment(first_[rows.component], rows.rows.cols());
    }

    const ModalModel& modal_;
    const std::vector<Index>& first_;
    Index m_, n_; // modes; modes and motions
    std::vector<Row> R_, P_, P_rate_;
    std::vector<double> Z_;
};

// Displacement of the rows for motions that advance by v tau.
Matrix moved(const Matrix& X, const Matrix& follow, const Vector& v, double tau)
{
    const Vector shift = follow * v * tau; // x, y, x, y, ...
    return X + Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, 2, Eigen::RowMajor>>(
                   shift.data(), X.rows(), 2);
}

Vector velocities(const assembly::CoupledModel& model)
{
    Vector v(static_cast<Index>(model.motions.size()));
    for (Index k = 0; k < v.size(); ++k)
        v(k) = model.motions[static_cast<std::size_t>(k)].velocity;
    return v;
}

// Velocity of a slave node relative to the point of the master it touches, at the drive's speed.
Eigen::Vector2d relative_velocity(const ModalContact& contact, const ContactPoint& point,
                                  const Vector& v)
{
    const Eigen::Vector4d master = contact.master.follow.middleRows<4>(2 * point.segment) * v;
    const Eigen::Vector2d slave = contact.slave.follow.middleRows<2>(2 * point.slave) * v;
    const double alpha = point.projection.alpha;
    return slave - (1 - alpha) * master.head<2>() - alpha * master.tail<2>();
}

constexpr int halvings = 100; // of a time or a position, to round-off

// Time after the start of a cosine ramp at which the motion has covered `distance`.
double time_of(double distance, double speed, double ramp)
{
    if (distance == 0)
        return 0;
    if (distance < 0)
        return distance / speed;
    if (distance >= speed * ramp / 2)
        return distance / speed + ramp / 2;
    using std::numbers::pi;
    const auto below = [&](double t) {
        return speed / 2 * (t - ramp / pi * std::sin(pi * t / ramp)) < distance;
    };
    const auto [low, high] = bisect(0, ramp, below, halvings);
    return (low + high) / 2;
}

double distance_at(double t, double speed, double ramp)
{
    if (t < 0)
        return speed * t;
    if (t >= ramp)
        return speed * (t - ramp / 2);
    return speed / 2 * (t - ramp / std::numbers::pi * std::sin(std::numbers::pi * t / ramp));
}

std::string millimetres(double length)
{
    return number_text(1e3 * length, 8) + " mm";
}

// The message of an equilibrium, with the position at which it was requested.
InputError at_position(const assembly::CoupledModel& model, const InputError& error,
                       double position)
{
    const bool of_contact =
        std::any_of(model.sliding.begin(), model.sliding.end(),
                    [&](const assembly::Sliding& s) -> bool { return s.where == error.place(); });
    return error.has_place() && !of_contact
               ? error
               : error.noted(" (at position " + millimetres(position) + ")");
}

// Contact points of the moved model with constant friction; its equilibrium where they depend on
// it.
SlidingEquilibrium settled(const assembly::CoupledModel& drawn, assembly::CoupledModel& moved,
                           const ModalModel& modal, const std::vector<double>& direction,
                           About about, const SteadyFriction& friction)
{
    std::vector<contact::Friction> laws;
    for (std::size_t c = 0; c < moved.sliding.size(); ++c) {
        laws.push_back(moved.sliding[c].friction);
        moved.sliding[c].friction = contact::ConstantFriction{friction.mu[c]};
        // About the deformed state the bodies may have to come closer first.
        moved.sliding[c].gap_tolerance =
            about == About::deformed ? 1 : drawn.sliding[c].gap_tolerance;
    }
    auto restore = [&] {
        for (std::size_t c = 0; c < laws.size(); ++c)
            moved.sliding[c].friction = laws[c];
    };
    SlidingEquilibrium state;
    try {
        if (about == About::deformed || friction.rates())
            state = sliding_equilibrium(moved, modal, direction, about);
        else
            state.points = undeformed_points(moved);
    } catch (...) {
        restore();
        throw;
    }
    restore();
    return state;
}

// Compatibility B_C against equilibrium B_E of each closed point; then, as springs with Z = 1, what
// turning segments and friction that varies with speed add.
void add_contacts(About about, const std::vector<double>& direction, const SteadyFriction& friction,
                  RowBuilder& rows, LinearisedContacts& result)
{
    const std::vector<double>&mu = friction.mu, &slope = friction.slope;
    for (const ContactPoint& p : result.points)
        if (p.closed)
            rows.add(rows.contact(p, contact::compatibility_row(p.projection)),
                     rows.contact(p, contact::equilibrium_row(p.projection, mu[p.contact],
                                                              direction[p.contact])),
                     {}, 0);
    for (const ContactPoint& p : result.points) {
        if (!p.closed)
            continue;
        const double d = direction[p.contact];
        ++result.n_constraints;
        const bool falls = slope[p.contact] != 0;
        if (about == About::deformed)
            rows.add(rows.contact(p, contact::turning_row(p.projection)),
                     p.lambda * rows.contact(p, contact::equilibrium_by_gamma(p.projection,
                                                                              mu[p.contact], d)),
                     {}, 1);
        if (about != About::deformed && !falls)
            continue;
        const RowBuilder::Row sliding = rows.contact(p, contact::sliding_row(p.projection));
        RowBuilder::Row P = RowBuilder::Row::Zero(sliding.size()), P_rate;
        if (about == About::deformed)
            P = p.lambda / p.projection.length *
                rows.contact(p, contact::equilibrium_by_alpha(p.projection, mu[p.contact], d));
        if (falls)
            P_rate = p.lambda * slope[p.contact] * sliding;
        rows.add(sliding, P, P_rate, 1);
    }
}

// Tangents at rest of the joints that are not part of the modes.
void add_joints(const assembly::CoupledModel& model, const ModalModel& modal, RowBuilder& rows)
{
    for (std::size_t j = 0; j < modal.joints.size(); ++j) {
        if (!modal.joints[j])
            continue;
        const assembly::JointTangents at_rest = tangents_at_rest(model.joints[j]);
        const Matrix r = rows.joint(*modal.joints[j]);
        const Matrix k = at_rest.k.transpose() * r, c = at_rest.c.transpose() * r;
        for (Index i = 0; i < r.rows(); ++i)
            rows.add(r.row(i), k.row(i),
                     c.row(i).squaredNorm() > 0 ? RowBuilder::Row(c.row(i)) : RowBuilder::Row(), 1);
    }
}

} // namespace

Slide::Slide(const assembly::CoupledModel& model, const ModalModel& modal,
             const SlideOptions& options)
    : model_(model), modal_(modal), about_(options.about), first_(modal.first_modes()),
      t_start_(options.t_start)
{
    for (const reduction::ModalForm& form : modal.components)
        static_q_.emplace_back(Vector::Zero(form.n_modes()));
    refuse_turning(model, "positions are those of one velocity");
    refuse_raised(model);
    moved_.joints = model.joints;
    moved_.sliding = model.sliding;
    moved_.loads = model.loads;
    moved_.motions = model.motions;
    if (options.friction)
        for (assembly::Sliding& sliding : moved_.sliding)
            sliding.friction = contact::ConstantFriction{*options.friction};
    if (!has_contact())
        return;

    direction_ = sliding_directions(moved_, modal);
    const Vector v = velocities(model);
    const std::vector<ContactPoint> points = undeformed_points(model);
    slide_speed_.assign(model.sliding.size(), 0.0);
    for (std::size_t c = model.sliding.size(); c-- > 0;)
        for (const ContactPoint& point : points)
            if (point.contact == c && point.closed) {
                const Eigen::Vector2d along(point.projection.cos_gamma, point.projection.sin_gamma);
                slide_speed_[c] =
                    std::abs(relative_velocity(modal.contacts[c], point, v).dot(along));
            }

    const Matrix& X = model.sliding.front().master_X;
    nodes_ = Vector::Zero(X.rows());
    for (Index k = 1; k < X.rows(); ++k)
        nodes_(k) = nodes_(k - 1) + (X.row(k) - X.row(k - 1)).norm();
    length_ = nodes_(X.rows() - 1);
    const ContactPoint& first_point = points.front();
    start_ =
        nodes_(first_point.segment) + first_point.projection.alpha * first_point.projection.length;
    const Eigen::Vector2d along(first_point.projection.cos_gamma, first_point.projection.sin_gamma);
    const double velocity = relative_velocity(modal.contacts.front(), first_point, v).dot(along);
    speed_ = std::abs(velocity);
    sense_ = velocity < 0 ? -1 : 1;
    for (const assembly::Motion& motion : model.motions)
        if (motion.velocity != 0)
            ramp_ = std::max(ramp_, motion.ramp);
}

double Slide::time(double position) const
{
    return t_start_ + time_of(advance(position), 1, ramp_);
}

double Slide::position(double time) const
{
    const double tau = distance_at(time - t_start_, 1, ramp_);
    const double straight = start_ + sense_ * speed_ * tau;
    if (!moves() || !(straight > 0 && straight < length_) ||
        std::abs(advance(straight) - tau) <= 1e-12 * std::abs(tau))
        return straight;
    const auto below = [&](double s) { return sense_ * (advance(s) - tau) < 0; };
    const auto [low, high] = bisect(0, length_, below, halvings); // the curve has bends
    return (low + high) / 2;
}

Vector Slide::motion(double position) const
{
    const Vector v = velocities(model_);
    return v * advance(position);
}

void Slide::check(double position, const std::string& key) const
{
    const std::string given = number_text(position, 8);
    if (!has_contact())
        throw InputError(key, given, "the model has no sliding contact to place");
    const std::string& contact = model_.sliding.front().name;
    const double tolerance = 1e-9 * length_;
    if (position < -tolerance || position > length_ + tolerance)
        throw InputError(key, given,
                         "the master surface of contact " + contact + " reaches from 0 to " +
                             number_text(length_, 8) + " m");
    if (!moves() && std::abs(position - start_) > tolerance)
        throw InputError(key, given,
                         "no motion slides the slave of contact " + contact +
                             " along its master; it stands at " + number_text(start_, 8) + " m");
}

double Slide::advance(double position) const
{
    if (!moves() || std::abs(position - start_) <= 1e-9 * length_)
        return 0;
    const assembly::Sliding& sliding = model_.sliding.front();
    const auto above = std::upper_bound(nodes_.begin() + 1, nodes_.end() - 1, position);
    const auto k = static_cast<Index>(above - nodes_.begin()) - 1;
    const Eigen::Vector2d T1 = sliding.master_X.row(k).transpose();
    const Eigen::Vector2d along =
        (sliding.master_X.row(k + 1).transpose() - T1) / (nodes_(k + 1) - nodes_(k));
    ContactPoint point;
    point.segment = k;
    point.projection.alpha = (position - nodes_(k)) / (nodes_(k + 1) - nodes_(k));
    const double rate =
        relative_velocity(modal_.contacts.front(), point, velocities(model_)).dot(along);
    if (std::abs(rate) < 1e-6 * speed_)
        throw InputError("at position " + millimetres(position) +
                         " the motions do not slide the slave along the master");
    const Eigen::Vector2d X0 = sliding.slave_X.row(0).transpose();
    return along.dot(T1 + (position - nodes_(k)) * along - X0) / rate;
}

void Slide::move_to(double position)
{
    check(position);
    const double tau = advance(position);
    const Vector v = velocities(model_);
    for (std::size_t c = 0; c < moved_.sliding.size(); ++c) {
        const assembly::Sliding& drawn = model_.sliding[c];
        moved_.sliding[c].slave_X = moved(drawn.slave_X, modal_.contacts[c].slave.follow, v, tau);
        moved_.sliding[c].master_X =
            moved(drawn.master_X, modal_.contacts[c].master.follow, v, tau);
    }
}

LinearisedContacts Slide::at(double position)
{
    LinearisedContacts result;
    result.position = position;
    RowBuilder rows(modal_, first_);
    if (has_contact()) {
        move_to(position);
        SteadyFriction friction;
        for (std::size_t c = 0; c < moved_.sliding.size(); ++c) {
            const contact::Friction& law = moved_.sliding[c].friction;
            friction.mu.push_back(contact::coefficient(law, slide_speed_[c]));
            friction.slope.push_back(contact::slope(law, slide_speed_[c]));
        }
        try {
            SlidingEquilibrium state =
                settled(model_, moved_, modal_, direction_, about_, friction);
            result.points = std::move(state.points);
            if (about_ == About::deformed)
                static_q_ = std::move(state.q);
        } catch (const InputError& error) {
            throw at_position(model_, error, position);
        }
        add_contacts(about_, direction_, friction, rows, result);
    }
    add_joints(model_, modal_, rows);
    rows.fill(result);
    return result;
}

} // namespace slideway::dynamics
