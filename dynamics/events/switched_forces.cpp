#include "dynamics/events/switched_forces.hpp"

#include "contact/laws/law.hpp"
#include "contact/patch/turned_map.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace slideway::dynamics {

namespace {

// Weights of the sixth difference of f over a step, at the evaluations of RungeKutta78: these stand
// at 2/27, 1/9, 1/6, 5/12, 1/2, 5/6, 1/6, 2/3, 1/3, 1, 0 and 1 of it. Of two at 1/6 and 1 the
// second is closer to the motion.
constexpr std::array<double, 12> sixth_difference = {0, 0, 0, 0, -20, -6, -6, 15, 15, 0, 1, 1};

} // namespace

SwitchedForces::SwitchedForces(const SwitchedModel& model, const SwitchedPhases& phases)
    : model_(model), s_(model.system), phases_(phases), load_(Vector::Zero(m())), a_(load_),
      law_(s_.joints.size()), patches_(model.n_patches()), moving_row_norm_(model.row_norm),
      spring_(load_)
{
    for (const ModalLaw& joint : s_.joints) {
        r_.emplace_back(joint.on.rows.rows());
        r_rate_.emplace_back(joint.on.rows.rows());
    }
}

void SwitchedForces::take_phases()
{
    reaction_.resize(phases_.held.size());
    size_forces();
}

void SwitchedForces::apply(const Vector& y, double t, Complex e)
{
    const auto q = y.head(m()), v = y.segment(m(), m());
    load_ = (s_.p * e).real();
    a_ = s_.p0 + load_ - phases_.friction_load - s_.modes.omega.cwiseAbs2().cwiseProduct(q);
    if (s_.modes.classical())
        a_ -= s_.modes.c.cwiseProduct(v);
    else
        a_.noalias() -= s_.modes.D * v;
    for (std::size_t j = 0; j < s_.joints.size(); ++j) {
        move_joint(y, e, j);
        const contact::JointPiece& piece = phases_.pieces[j];
        if (piece.at.size() == 0) // of the state
            s_.joints[j].law->force(no_memory_, r_[j], r_rate_[j], law_[j]);
        else
            contact::force_in(piece, r_[j], r_rate_[j], law_[j]);
        a_.noalias() -= s_.joints[j].on.rows.transpose() * law_[j].f;
    }
    for (std::size_t p = 0; p < patches_.size(); ++p) {
        PatchEvaluation& patch = patches_[p];
        patch.velocity = model_.patch_velocity(p, y, t);
        if (!phases_.patches[p].slides)
            continue;
        patch.friction = model_.patch_friction(p, patch.velocity, y, t);
        patch.force = patch.friction.force;
        a_.noalias() -= s_.patches[p].on.rows.transpose() * patch.force;
    }
}

// Reactions that leave held rows the accelerations that they are held to.
void SwitchedForces::hold(double t, Complex e)
{
    const HeldRows& held = phases_.held;
    if (held.empty())
        return;
    reaction_.noalias() = held.B() * a_;
    for (std::size_t i = 0; i < held.rows().size(); ++i)
        reaction_(static_cast<Index>(i)) -=
            s_.Omega * s_.Omega * (model_.follow(held.rows()[i]) * e).real();
    for (const PatchPhase& patch : phases_.patches)
        if (patch.imposed)
            reaction_.segment<3>(patch.held) -= patch.imposed->acceleration(t);
    held.take_out(reaction_, a_);
    for (std::size_t p = 0; p < patches_.size(); ++p)
        if (!phases_.patches[p].slides)
            patches_[p].force = reaction_.segment<3>(phases_.patches[p].held);
}

void SwitchedForces::right_hand_side(const Vector& y, double t, Vector& rate)
{
    ++n_evaluations_;
    const Complex e = model_.drive(t), e_rate = Complex(0, s_.Omega) * e;
    apply(y, t, e);
    hold(t, e);
    const auto v = y.segment(m(), m());
    double drives = v.dot(load_), joints = 0;
    for (Index i = 0; i < model_.n_contacts(); ++i)
        drives += phases_.friction(i) * (s_.r(i) * e_rate).real();
    const std::vector<Index>& held = phases_.held.rows();
    for (std::size_t i = 0; i < held.size(); ++i)
        drives += reaction_(static_cast<Index>(i)) * (model_.follow(held[i]) * e_rate).real();
    for (std::size_t p = 0; p < patches_.size(); ++p) {
        if (phases_.patches[p].slides)
            drives += patches_[p].force.dot((s_.patches[p].on.follow * e_rate).real());
        rate(model_.patch_work(p)) = patches_[p].force.dot(patches_[p].velocity);
    }
    for (std::size_t j = 0; j < s_.joints.size(); ++j) {
        for (Index i = 0; i < r_[j].size(); ++i)
            drives += law_[j].f(i) * (s_.joints[j].on.follow(i) * e_rate).real();
        joints += law_[j].f.dot(r_rate_[j]);
    }
    rate.head(m()) = v;
    rate.segment(m(), m()) = a_;
    rate(2 * m()) = drives;
    rate(2 * m() + 1) =
        s_.modes.classical() ? v.cwiseAbs2().dot(s_.modes.c) : v.dot(s_.modes.D * v);
    rate(2 * m() + 2) = joints;
}

void SwitchedForces::step(const Vector& y, const Vector& rate, double t, double h, Vector& y_end,
                          Vector& error)
{
    for (PatchEvaluation& patch : patches_)
        patch.difference.setZero();
    std::size_t evaluation = 0;
    const auto f = [this, &evaluation](const Vector& values, double time, Vector& rate_at) -> void {
        right_hand_side(values, time, rate_at);
        const double weight = sixth_difference.at(evaluation++);
        for (std::size_t p = 0; p < patches_.size(); ++p)
            if (phases_.patches[p].slides && weight != 0)
                patches_[p].difference += weight * patches_[p].force;
    };
    stepper_.step(f, y, rate, t, h, y_end, error);
}

Vector SwitchedForces::jerk(const std::vector<Index>& rows, const Vector& forces, const Vector& y,
                            double t) const
{
    Vector a = a_;
    for (std::size_t i = 0; i < rows.size(); ++i)
        a -= forces(static_cast<Index>(i)) * model_.rows.row(rows[i]).transpose();
    const Complex e = model_.drive(t), e_rate = model_.drive_rate(t);
    const Vector v = y.segment(m(), m());
    Vector rate = (s_.p * e_rate).real() - s_.modes.omega.cwiseAbs2().cwiseProduct(v);
    if (s_.modes.classical())
        rate -= s_.modes.c.cwiseProduct(a);
    else
        rate -= s_.modes.D * a;
    for (std::size_t j = 0; j < s_.joints.size(); ++j) {
        const JointOnModes& on = s_.joints[j].on;
        const Vector r2 = on.rows * a - s_.Omega * s_.Omega * (on.follow * e).real();
        rate -= on.rows.transpose() * (law_[j].df_dr * r_rate_[j] + law_[j].df_dv * r2).eval();
    }
    for (std::size_t p = 0; p < patches_.size(); ++p)
        if (phases_.patches[p].slides) {
            const JointOnModes& on = s_.patches[p].on;
            const Vector3 r2 = on.rows * a - s_.Omega * s_.Omega * (on.follow * e).real();
            rate -= on.rows.transpose() * contact::force_rate(patches_[p].friction,
                                                              patches_[p].velocity, r2,
                                                              model_.map_rate(p, y, t));
        }
    return model_.rows * rate - s_.Omega * s_.Omega * (model_.follow * e_rate).real();
}

Vector SwitchedForces::contact_forces() const
{
    Vector f = phases_.friction;
    const std::vector<Index>& held = phases_.held.rows();
    for (std::size_t n = 0; n < held.size() && held[n] < model_.n_contacts(); ++n)
        f(held[n]) = reaction_(static_cast<Index>(n));
    return f;
}

double SwitchedForces::force_size(const Vector& y) const
{
    double force = model_.steady_force;
    force += s_.modes.omega.cwiseAbs2().cwiseProduct(y.head(m())).norm();
    for (std::size_t j = 0; j < law_.size(); ++j)
        force += model_.row_norm[j].dot(law_[j].f.cwiseAbs());
    return force;
}

// Size of a force on the modes, without the part that sticking contacts and resting patches take.
double SwitchedForces::moving_size(const Eigen::Ref<const Vector>& force)
{
    moving_ = force;
    if (!at_rest_.empty()) {
        rest_left_.noalias() = at_rest_.B() * force;
        at_rest_.take_out(rest_left_, moving_);
    }
    return moving_.norm();
}

// Sizes of the forces that do not depend on the motion, beside what rests.
void SwitchedForces::size_forces()
{
    const Index k = model_.n_contacts();
    std::vector<Index> rows;
    for (const Index i : phases_.held.rows())
        if (i < k || phases_.patches[static_cast<std::size_t>(i - k) / 3].rests())
            rows.push_back(i);
    at_rest_.take(model_, std::move(rows));
    rest_left_.resize(at_rest_.size());
    moving_steady_force_ =
        moving_size(s_.p0) + std::hypot(moving_size(s_.p.real()), moving_size(s_.p.imag()));
    for (Index i = 0; i < k; ++i)
        if (phases_.contacts[static_cast<std::size_t>(i)] != 0)
            moving_steady_force_ += s_.limit(i) * moving_size(s_.B.row(i).transpose());
    for (std::size_t p = 0; p < patches_.size(); ++p) {
        const Vector3 limit = model_.patch_limit(p);
        for (Index i = 0; i < 3 && !phases_.patches[p].rests(); ++i)
            moving_steady_force_ +=
                limit(i) * moving_size(s_.patches[p].on.rows.row(i).transpose());
    }
    for (std::size_t j = 0; j < s_.joints.size(); ++j)
        for (Index i = 0; i < moving_row_norm_[j].size(); ++i)
            moving_row_norm_[j](i) = moving_size(s_.joints[j].on.rows.row(i).transpose());
}

double SwitchedForces::moving_force_size(const Vector& y, double least)
{
    spring_.array() = s_.modes.omega.array().square() * y.head(m()).array();
    double force = moving_steady_force_ + moving_size(spring_);
    for (std::size_t j = 0; j < law_.size(); ++j)
        force += moving_row_norm_[j].dot(law_[j].f.cwiseAbs());
    return std::max(force, least * force_size(y));
}

double SwitchedForces::friction_rate() const
{
    double rate = 0;
    for (std::size_t p = 0; p < patches_.size(); ++p)
        if (phases_.patches[p].slides)
            rate += model_.flexibility(p).cwiseProduct(patches_[p].friction.tangent).sum();
    return rate;
}

// The estimate of RungeKutta78 compares evaluations at its start and end alone. Its weights are
// those of Newton and Cotes on seven instants: of exp(s / L) in time, z = h/(6 L), their error is
// 9/8400 z^8 h, the sixth difference z^6. A jump is as large as its sixth difference, to a factor.
double SwitchedForces::unseen_error(double h) const
{
    constexpr double by_difference = 9.0 / 8400;
    // Difference, relative to friction, that errors of the stages leave if steps are right. Shares
    // of the load that turn unseen are below it.
    constexpr double of_stages = 1e-5;
    double sum = 0;
    for (std::size_t p = 0; p < patches_.size(); ++p) {
        if (!phases_.patches[p].slides)
            continue;
        const contact::Matrix3 B2 = model_.flexibility(p);
        const double most = s_.patches[p].law.limit() * std::sqrt(B2.topLeftCorner<2, 2>().trace()),
                     turn = std::sqrt(patches_[p].difference.dot(B2 * patches_[p].difference));
        if (turn > of_stages * most)
            sum += by_difference * most * std::pow(turn / most, 4.0 / 3);
    }
    return h * sum;
}

} // namespace slideway::dynamics
