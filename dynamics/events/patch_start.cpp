#include "dynamics/events/patch_start.hpp"

#include "base/dense_solve.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace slideway::dynamics {

namespace {

constexpr Index terms = 6;
// Of the coefficients: a Newton step that leaves nothing. Instants of the step.
constexpr double solved = 1e-12;
// The same where steps no longer fall: of the tiny velocities at instants next to the start
// round-off leaves no more. The error of the step judges it.
constexpr double solved_nearly = 1e-3;
constexpr int most_newton_steps = 12;
// Between the instants, where friction and reaction differ most.
constexpr double between[] = {0.03, 0.4, 0.86};
constexpr double least_cut = 0.1, most_cut = 0.5;

// Chebyshev's, but for the start, where nothing is asked.
double instant(Index i)
{
    return (1 - std::cos(std::numbers::pi * static_cast<double>(i + 1) / terms)) / 2;
}

Vector3 scale_of(const contact::PatchLaw& law)
{
    return Vector3(1, 1, 1 / law.length()) / law.limit();
}

} // namespace

void PatchStart::hold_to(double t, double h)
{
    std::vector<ImposedMotion> motions;
    for (const Leaving& leaving : leaving_)
        motions.push_back({t, h, leaving.how.power, leaving.a});
    system_.impose(patches_, motions);
    system_.right_hand_side(*y_, t_, rate_);
}

// What friction misses of the reactions at a part of the step, in units of limits and lengths;
// state and rate there are y_end_ and rate_end_.
Vector PatchStart::missing(double part)
{
    system_.step(*y_, rate_, t_, part * h_, y_end_, error_);
    system_.right_hand_side(y_end_, t_ + part * h_, rate_end_);
    Vector left(3 * static_cast<Index>(patches_.size()));
    for (std::size_t i = 0; i < patches_.size(); ++i) {
        const contact::PatchLaw& law = system_.system().patches[patches_[i]].law;
        const Vector3 x = system_.patch_velocity(patches_[i], y_end_, t_ + part * h_);
        left.segment<3>(3 * static_cast<Index>(i)) = scale_of(law).cwiseProduct(
            system_.patch_force(patches_[i]) -
            system_.patch_friction(patches_[i], x, y_end_, t_ + part * h_).force);
    }
    return left;
}

// The coefficients for a step of h, by Newton's method from those that are there; what depends on
// the motion of the patches but their inertia and friction is left out of its matrix.
bool PatchStart::solve(double h)
{
    h_ = h;
    const auto n = 3 * static_cast<Index>(patches_.size());
    double last = 0;
    for (int newton = 0; newton < most_newton_steps; ++newton) {
        hold_to(t_, h);
        const Matrix M = system_.masses(patches_);
        Matrix J = Matrix::Zero(n * terms, n * terms);
        Vector left(n * terms);
        for (Index i = 0; i < terms; ++i) {
            const double part = instant(i), s = part * h;
            left.segment(n * i, n) = missing(part);
            for (std::size_t l = 0; l < leaving_.size(); ++l) {
                const auto col = 3 * static_cast<Index>(l);
                const Vector3 x = system_.patch_velocity(patches_[l], y_end_, t_ + s);
                const contact::Matrix3 H =
                    system_.patch_friction(patches_[l], x, y_end_, t_ + s).tangent;
                const int power = leaving_[l].how.power;
                for (Index k = 0; k < terms; ++k) {
                    const double x_by = std::pow(s, power) * std::pow(part, k),
                                 rate_by = static_cast<double>(power + k) * x_by / s;
                    for (std::size_t r = 0; r < leaving_.size(); ++r) {
                        const auto row = 3 * static_cast<Index>(r);
                        contact::Matrix3 block = -rate_by * M.block<3, 3>(row, col);
                        if (r == l)
                            block -= x_by * H;
                        J.block<3, 3>(n * i + row, n * k + col) =
                            scale_of(system_.system().patches[patches_[r]].law).asDiagonal() *
                            block;
                    }
                }
            }
        }
        const Vector step = Lu<double>(J).solve(left);
        if (!step.allFinite())
            return false;
        double share = 0;
        for (std::size_t l = 0; l < leaving_.size(); ++l) {
            const contact::PatchLaw& law = system_.system().patches[patches_[l]].law;
            const Vector3 scale(1, 1, law.length());
            Eigen::Matrix<double, 3, Eigen::Dynamic> change(3, terms);
            for (Index k = 0; k < terms; ++k)
                change.col(k) = step.segment<3>(n * k + 3 * static_cast<Index>(l));
            leaving_[l].a -= change;
            share = std::max(share, (scale.asDiagonal() * change).norm() /
                                        (scale.asDiagonal() * leaving_[l].a).norm());
        }
        if (share <= solved)
            return true;
        if (newton > 2 && share > last)
            return share <= solved_nearly;
        last = share;
    }
    return last <= solved_nearly;
}

// Of the step, over what is allowed: velocities along friction keep what it misses of the
// reactions, across it they follow. All else has the error of a step.
double PatchStart::error(double h)
{
    hold_to(t_, h);
    const Index m = system_.n_modes();
    double most = 0;
    for (const double part : between) {
        const Vector left = missing(part);
        for (std::size_t i = 0; i < patches_.size(); ++i) {
            const contact::PatchLaw& law = system_.system().patches[patches_[i]].law;
            const Vector3 x = system_.patch_velocity(patches_[i], y_end_, t_ + part * h);
            const Vector3 force =
                left.segment<3>(3 * static_cast<Index>(i)).cwiseQuotient(scale_of(law));
            const Matrix M = system_.masses({patches_[i]});
            const double inertia = std::sqrt(x.dot(M * x)); // norm of the velocities on the modes
            const double along = std::abs(force.dot(x)) / inertia * h,
                         across = inertia * left.segment<3>(3 * static_cast<Index>(i)).norm();
            most = std::max(most, along + across);
        }
    }
    (void)missing(1);
    most += error_.segment(m, m).norm(); // of the others
    return most / (tolerance_ * (y_end_.segment(m, m).norm() + h * system_.force_size(y_end_)));
}

// Whether guards of others are where they were: an event is left to a step behind a shorter start.
bool PatchStart::others_last(double h)
{
    for (const double part : {0.5, 1.0}) {
        (void)missing(part);
        system_.guards(y_end_, t_ + part * h, guards_);
        for (const Guard& guard : guards_)
            if (guard.value < -same_event)
                return false;
    }
    return true;
}

std::optional<double> PatchStart::take(const Vector& y, double t, double longest, double shortest)
{
    y_ = &y;
    t_ = t;
    rate_ = y_end_ = rate_end_ = error_ = y;
    leaving_.clear();
    patches_.clear();
    system_.right_hand_side(y, t, rate_);
    for (std::size_t p = 0; p < system_.n_patches(); ++p) {
        Departure how = system_.departure(p);
        if (system_.slides(p))
            how = {1, system_.patch_acceleration(p, rate_, t)};
        if (how.power == 0)
            continue;
        Leaving leaving{p, how, {}};
        leaving.a.setZero(3, terms);
        leaving.a.col(0) = how.lead;
        leaving_.push_back(std::move(leaving));
        patches_.push_back(p);
    }
    const std::vector<Leaving> leads = leaving_;
    double h = std::min(first_, longest);
    while (h > shortest) {
        const bool is_solved = solve(h);
        const double off = is_solved ? error(h) : 0;
        if (is_solved && off <= 1 && others_last(h))
            return h;
        const double cut = is_solved && off > 1
                               ? std::clamp(std::pow(off, -1.0 / (terms + 1)), least_cut, most_cut)
                               : most_cut / 2;
        h *= cut;
        leaving_ = leads;
    }
    return std::nullopt;
}

} // namespace slideway::dynamics
