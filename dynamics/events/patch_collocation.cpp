#include "dynamics/events/patch_collocation.hpp"

#include "base/dense_solve.hpp"
#include "contact/patch/patch_rest.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace slideway::dynamics {

namespace {

constexpr Index terms = 6;
// Size of the last Newton step, relative to the allowed error of a step and to the velocity of a
// patch. If steps no longer decrease, the second one suffices. The error estimate of the step
// judges the result.
constexpr double solved = 1e-2, solved_nearly = 1e-3;
// Change relative to all velocities that counts as zero, for any share of a tiny velocity.
constexpr double round_off = 1e-15;
// Largest Newton step, relative to the velocity of a patch. Friction has no direction at rest, and
// a step beyond rest does not return.
constexpr double most_share = 0.5;
constexpr int most_newton_steps = 30;
// Largest excess of a reaction over the surface of its set at a start, relative to tolerance times
// limit. It is caused by errors of other patches; 10 and once 27 were observed.
constexpr double most_excess = 1000;
// A start for which no length is found begins again from one longer by this: of the velocities of
// short ones round-off leaves too little.
constexpr double retry = 5;
// Between the instants, where friction and reaction differ most.
constexpr double between[] = {0.03, 0.4, 0.86};
// Factor on the step that would meet the tolerance; bounds of the next step, and of a repeated
// step, relative to the current one.
constexpr double cautious = 0.9, most_change = 5, least_cut = 0.1, most_cut = 0.9,
                 unsolved_cut = 0.25;

// Chebyshev's points, except the start, where nothing is evaluated.
double instant(Index i)
{
    return (1 - std::cos(std::numbers::pi * static_cast<double>(i + 1) / terms)) / 2;
}

Vector3 scale_of(const contact::PatchLaw& law)
{
    return Vector3(1, 1, 1 / law.length()) / law.limit();
}

} // namespace

// Velocity of the prescribed motion. It is exact for any size, while the modes lose small
// velocities to round-off.
Vector3 PatchCollocation::Moving::velocity(double part, double h) const
{
    Vector3 sum = Vector3::Zero();
    for (Index k = a.cols(); k-- > 0;)
        sum = sum * part + a.col(k);
    return from + std::pow(part * h, how.power) * sum;
}

void PatchCollocation::hold_to(double t, double h)
{
    std::vector<ImposedMotion> motions;
    for (const Moving& moving : moving_)
        motions.push_back({t, h, moving.how.power, moving.a});
    system_.impose(patches_, motions);
    system_.forces().right_hand_side(*y_, t_, rate_);
    for (std::size_t i = 0; i < moving_.size(); ++i)
        if (moving_[i].how.power == 2)
            find_excess(i);
}

// Computes the excess of the reaction of a departing patch over the surface of its set.
void PatchCollocation::find_excess(std::size_t i)
{
    const contact::Matrix3 axes = system_.model().map_axes(patches_[i], *y_, t_);
    const Vector3 f = system_.forces().patch_force(patches_[i]), on_map = axes.transpose() * f;
    const contact::PatchGauge patch_gauge =
        contact::gauge(system_.model().system.patches[patches_[i]].law, on_map);
    moving_[i].excess = (1 - 1 / patch_gauge.value) * f;
    moving_[i].excess_by_f =
        f * (axes * patch_gauge.normal / on_map.dot(patch_gauge.normal)).transpose();
}

// Difference of friction and reactions at a part of the step, in units of limits and lengths. State
// and rate there are y_end_ and rate_end_. A departing patch starts where its guard ended the step,
// also if errors of others changed its reaction.
Vector PatchCollocation::missing(double part)
{
    system_.forces().step(*y_, rate_, t_, part * h_, y_end_, error_);
    system_.forces().right_hand_side(y_end_, t_ + part * h_, rate_end_);
    Vector left(3 * static_cast<Index>(patches_.size()));
    for (std::size_t i = 0; i < patches_.size(); ++i) {
        const contact::PatchLaw& law = system_.model().system.patches[patches_[i]].law;
        const Vector3 x = moving_[i].velocity(part, h_);
        left.segment<3>(3 * static_cast<Index>(i)) = scale_of(law).cwiseProduct(
            system_.forces().patch_force(patches_[i]) - moving_[i].excess -
            system_.model().patch_friction(patches_[i], x, y_end_, t_ + part * h_).force);
    }
    return left;
}

// Coefficients to begin with: of what slides those of a step of implicit Euler, in which a
// direction that round-off has moved comes back, however stiff it is.
void PatchCollocation::guess(double h)
{
    for (Moving& moving : moving_) {
        moving.a.setZero(3, terms);
        moving.a.col(0) = moving.how.lead;
    }
    hold_to(t_, h);
    const Matrix M = system_.phases().masses(patches_);
    Matrix stiff = M;
    Vector lead(M.rows());
    for (std::size_t i = 0; i < moving_.size(); ++i) {
        const auto index = 3 * static_cast<Index>(i);
        lead.segment<3>(index) = moving_[i].how.lead;
        if (moving_[i].how.power == 1 && moving_[i].from != Vector3::Zero())
            stiff.block<3, 3>(index, index) +=
                h * system_.model().patch_friction(patches_[i], moving_[i].from, *y_, t_).tangent;
    }
    const Vector first = Lu<double>(stiff).solve(Vector(M * lead));
    for (std::size_t i = 0; i < moving_.size(); ++i)
        moving_[i].a.col(0) = first.segment<3>(3 * static_cast<Index>(i));
}

// Newton step for the coefficients. Its matrix contains only inertia and friction of the patches.
Vector PatchCollocation::newton_step(double h)
{
    hold_to(t_, h);
    const auto n = 3 * static_cast<Index>(patches_.size());
    const Matrix M = system_.phases().masses(patches_);
    Matrix J = Matrix::Zero(n * terms, n * terms);
    Vector left(n * terms);
    for (Index i = 0; i < terms; ++i) {
        const double part = instant(i), s = part * h;
        left.segment(n * i, n) = missing(part);
        for (std::size_t l = 0; l < moving_.size(); ++l)
            moving_[l].axes[static_cast<std::size_t>(i)] =
                system_.model().map_axes(patches_[l], y_end_, t_ + s);
        for (std::size_t l = 0; l < moving_.size(); ++l) {
            const auto col = 3 * static_cast<Index>(l);
            const Vector3 x = moving_[l].velocity(part, h);
            const contact::Matrix3 H =
                system_.model().patch_friction(patches_[l], x, y_end_, t_ + s).tangent;
            const int power = moving_[l].how.power;
            for (Index k = 0; k < terms; ++k) {
                const double x_by = std::pow(s, power) * std::pow(part, k),
                             rate_by = static_cast<double>(power + k) * x_by / s;
                for (std::size_t r = 0; r < moving_.size(); ++r) {
                    const auto row = 3 * static_cast<Index>(r);
                    contact::Matrix3 block = -rate_by * M.block<3, 3>(row, col);
                    if (r == l)
                        block -= x_by * H;
                    if (k == 0 && power == 1 && // accelerates from the start on
                        moving_[r].how.power == 2)
                        block += moving_[r].excess_by_f * M.block<3, 3>(row, col);
                    J.block<3, 3>(n * i + row, n * k + col) =
                        scale_of(system_.model().system.patches[patches_[r]].law).asDiagonal() *
                        block;
                }
            }
        }
    }
    return Lu<double>(J).solve(left);
}

// The most that a Newton step changes a velocity by at an instant, as a share of it; where friction
// of a part turns beside a port that is fast, as under a foot that a body turns about, of the slip
// and spin there.
double PatchCollocation::share_of_velocities(const Vector& step, double h) const
{
    const auto n = 3 * static_cast<Index>(patches_.size());
    double most = 0;
    for (std::size_t l = 0; l < moving_.size(); ++l) {
        const Vector3 scale(1, 1, system_.model().system.patches[patches_[l]].law.length());
        for (Index i = 0; i < terms; ++i) {
            const double part = instant(i);
            Vector3 change = Vector3::Zero();
            for (Index k = terms; k-- > 0;)
                change = change * part + step.segment<3>(n * k + 3 * static_cast<Index>(l));
            change *= std::pow(part * h, moving_[l].how.power);
            const Vector3 x = moving_[l].velocity(part, h);
            most = std::max(most, scale.cwiseProduct(change).norm() / scale.cwiseProduct(x).norm());
            const contact::Matrix3& axes = moving_[l].axes[static_cast<std::size_t>(i)];
            for (const contact::SlipTurn& turn : moving_[l].turns)
                most = std::max(most, contact::turn_size(turn, axes.transpose() * change) /
                                          contact::turn_size(turn, axes.transpose() * x));
        }
    }
    return most;
}

// The coefficients for a step of h.
bool PatchCollocation::solve(double h)
{
    h_ = h;
    guess(h);
    const auto n = 3 * static_cast<Index>(patches_.size());
    double last = 0;
    for (int newton = 0; newton < most_newton_steps; ++newton) {
        const Vector step = newton_step(h);
        if (!step.allFinite())
            return false;
        const double share = share_of_velocities(step, h),
                     taken = std::min(1.0, most_share / share);
        double change_of_v = 0;
        for (std::size_t l = 0; l < moving_.size(); ++l) {
            Eigen::Matrix<double, 3, Eigen::Dynamic> change(3, terms);
            for (Index k = 0; k < terms; ++k)
                change.col(k) = step.segment<3>(n * k + 3 * static_cast<Index>(l));
            moving_[l].a -= taken * change;
            const contact::Matrix3 M = system_.phases().masses({patches_[l]});
            const Vector3 sum = change.cwiseAbs().rowwise().sum();
            change_of_v += std::pow(h, moving_[l].how.power) *
                           std::sqrt(sum.dot(M.diagonal().cwiseProduct(sum)));
        }
        if ((share <= solved_nearly && change_of_v <= solved * allowed(h)) ||
            change_of_v <= round_off * allowed(h) / tolerance_)
            return true;
        if (newton > 2 && share > last && share <= most_share)
            return share <= solved_nearly;
        last = share;
    }
    return last <= solved_nearly;
}

// Error of the step relative to the allowed one: velocities that the missing force would cause in
// the step, against inertia and friction. All other parts have the error of a step.
double PatchCollocation::error(double h)
{
    hold_to(t_, h);
    for (std::size_t i = 0; i < moving_.size(); ++i)
        if (const auto& law = system_.model().system.patches[patches_[i]].law;
            scale_of(law).cwiseProduct(moving_[i].excess).norm() > most_excess * tolerance_)
            return std::numeric_limits<double>::infinity();
    const Index m = system_.model().n_modes();
    double most = 0;
    for (const double part : between) {
        const Vector left = missing(part);
        double sum = 0;
        for (std::size_t i = 0; i < patches_.size(); ++i) {
            const contact::PatchLaw& law = system_.model().system.patches[patches_[i]].law;
            const double t = t_ + part * h;
            const Vector3 x = moving_[i].velocity(part, h);
            const contact::Matrix3
                M = system_.phases().masses({patches_[i]}),
                H = system_.model().patch_friction(patches_[i], x, y_end_, t).tangent;
            const Vector3 force =
                left.segment<3>(3 * static_cast<Index>(i)).cwiseQuotient(scale_of(law));
            const Vector3 off = Lu<double>(M / h + H).solve(force);
            sum += std::sqrt(off.dot(M * off));
        }
        most = std::max(most, sum);
    }
    (void)missing(1);
    most += error_.segment(m, m).norm(); // of the others
    return most / allowed(h);
}

// Error of the velocities on the modes in a step that has just been taken.
double PatchCollocation::allowed(double h) const
{
    const Index m = system_.model().n_modes();
    return tolerance_ * (y_end_.segment(m, m).norm() + h * system_.forces().force_size(y_end_));
}

std::optional<double> PatchCollocation::take(const Vector& y, double t, double longest,
                                             double shortest)
{
    y_ = &y;
    t_ = t;
    rate_ = y_end_ = rate_end_ = error_ = y;
    moving_.clear();
    patches_.clear();
    system_.forces().right_hand_side(y, t, rate_);
    for (std::size_t p = 0; p < system_.model().n_patches(); ++p) {
        Departure how = system_.phases().patches[p].departure;
        if (system_.phases().patches[p].slides)
            how = {1, system_.model().patch_acceleration(p, rate_, t)};
        else if (how.power > 0)
            length_ = first_;
        if (how.power == 0)
            continue;
        moving_.push_back({p,
                           how,
                           system_.phases().patches[p].slides
                               ? system_.model().patch_velocity(p, y, t)
                               : Vector3::Zero(),
                           {},
                           {}});
        if (const contact::PatchLaw& law = system_.model().system.patches[p].law;
            !law.axisymmetric())
            moving_.back().turns = contact::slip_turns(law);
        moving_.back().axes.assign(static_cast<std::size_t>(terms), contact::Matrix3::Identity());
        patches_.push_back(p);
    }
    const double usual = length_;
    for (const double begin : {length_, retry * length_, retry * retry * length_}) {
        if (const auto taken = shorten(std::min(begin, longest), longest, shortest))
            return taken;
        if (!system_.phases().departs())
            break;
    }
    length_ = std::max(shortest, std::min(usual, first_));
    return std::nullopt;
}

// From h on, until a step is good; `longest` is left to one that is cut there.
std::optional<double> PatchCollocation::shorten(double h, double longest, double shortest)
{
    while (h > shortest) {
        const bool is_solved = solve(h);
        const double off = is_solved ? error(h) : std::numeric_limits<double>::infinity();
        const double factor =
            std::isfinite(off) ? cautious * std::pow(off, -1.0 / (terms + 1)) : unsolved_cut;
        if (is_solved && off <= 1) {
            const double next = h * std::min(factor, most_change);
            length_ = h == longest ? std::max(next, length_) : next;
            return h;
        }
        length_ = h *= std::clamp(factor, least_cut, most_cut);
    }
    return std::nullopt;
}

} // namespace slideway::dynamics
