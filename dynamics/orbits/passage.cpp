#include "dynamics/orbits/passage.hpp"

#include "base/text.hpp"
#include "dynamics/events/sign_changes.hpp"
#include "dynamics/events/taylor_scheme.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slideway::dynamics {

namespace {

constexpr int endless = 1000; // events that follow each other without time

StepPolynomial rate_of(const StepPolynomial& p)
{
    StepPolynomial rate{};
    for (std::size_t k = 1; k < p.size(); ++k)
        rate[k - 1] = static_cast<double>(k) * p[k];
    return rate;
}

double at(const StepPolynomial& p, double x)
{
    double value = 0;
    for (std::size_t k = p.size(); k-- > 0;)
        value = value * x + p[k];
    return value;
}

class Motion {
public:
    Motion(const JointedSystem& system, double duration, const PassageOptions& options)
        : o_(options), Omega_(system.Omega), duration_(duration),
          times_(run_times(system, duration)), phases_(system),
          scheme_(phases_, times_, options.tolerance, false, options.by),
          turns_(options.watched.size())
    {
    }

    Passage take(const Vector& z);

private:
    [[nodiscard]] Index m() const { return phases_.n_modes(); }
    void look_for_extrema(double taken);
    void derive(MotionExtremum& extremum, double tau) const;

    const PassageOptions& o_;
    double Omega_, duration_;
    RunTimes times_;
    SwitchedSystem phases_;
    TaylorScheme scheme_;
    std::vector<SignChanges> turns_;
    double t_ = 0;
    Passage out_;
};

void Motion::derive(MotionExtremum& extremum, double tau) const
{
    const ModalOutput& watched = o_.watched[extremum.of];
    extremum.by = scheme_.columns_at(tau).topRows(m()).transpose() * watched.row;
    Index column = o_.by.start ? 2 * m() : 0;
    const Complex moved = watched.follow * std::polar(1.0, Omega_ * extremum.time);
    if (o_.by.Omega)
        extremum.by(column++) += (Complex(0, extremum.time) * moved).real();
    if (o_.by.level)
        extremum.by(column) += moved.real();
    if (o_.watched_changes.empty())
        return;
    Vector y = Vector::Zero(2 * m() + 3);
    scheme_.series().at(tau, y);
    column = extremum.by.size() - static_cast<Index>(o_.watched_changes.size());
    for (const std::vector<ModalOutput>& changes : o_.watched_changes) {
        const ModalOutput& change = changes[extremum.of];
        extremum.by(column++) += change.row.dot(y.head(m())) +
                                 (change.follow * std::polar(1.0, Omega_ * extremum.time)).real();
    }
}

void Motion::look_for_extrema(double taken)
{
    StepPolynomial y;
    for (std::size_t w = 0; w < turns_.size(); ++w) {
        scheme_.series().displacement(o_.watched[w].row, o_.watched[w].follow, taken, y);
        double size = 0;
        for (const double a : y)
            size += std::abs(a);
        int sign = turns_[w].sign();
        const auto& found = turns_[w].over(rate_of(y), size);
        if (sign == 0)
            sign = turns_[w].first();
        for (const double x : found) {
            MotionExtremum extremum{w, t_ + x * taken, at(y, x), sign > 0, {}};
            if (o_.derive_extrema)
                derive(extremum, x * taken);
            out_.extrema.push_back(std::move(extremum));
            sign = -sign;
        }
    }
}

Passage Motion::take(const Vector& z)
{
    Vector y = Vector::Zero(2 * m() + 3);
    y.head(2 * m()) = z;
    phases_.begin(y, t_);
    scheme_.take_phases();
    ContactRecord none(phases_.displacement(y, t_), std::numeric_limits<double>::infinity());
    for (int instants = 0; t_ < duration_;) {
        const auto step = scheme_.step(y, t_, duration_ - t_);
        if (!step) {
            out_.failure = "the step size vanished at t = " + number_text(t_, 9) + " s";
            return std::move(out_);
        }
        const bool last = !step->event && step->taken == duration_ - t_;
        if (step->taken > 0)
            look_for_extrema(step->taken);
        y = scheme_.end();
        t_ = last ? duration_ : t_ + step->taken;
        if (step->event) {
            phases_.pass(scheme_.guards(), scheme_.hit(), y, t_, none, out_.events);
            scheme_.take_phases();
        }
        instants = step->taken > 2 * times_.shortest || !step->event ? 0 : instants + 1;
        if (instants > endless) {
            out_.failure =
                "at t = " + number_text(t_, 9) + " s: events follow each other without end";
            return std::move(out_);
        }
    }
    Vector rate = y;
    phases_.right_hand_side(y, t_, rate);
    out_.end = y.head(2 * m());
    out_.rate = rate.head(2 * m());
    out_.by = scheme_.columns();
    std::stable_sort(
        out_.extrema.begin(), out_.extrema.end(),
        [](const MotionExtremum& a, const MotionExtremum& b) -> bool { return a.time < b.time; });
    for (const SignChanges& turn : turns_) {
        out_.first_sign.push_back(turn.first());
        out_.sign.push_back(turn.sign());
    }
    return std::move(out_);
}

} // namespace

Passage passage(const JointedSystem& system, const Vector& z, double duration,
                const PassageOptions& options)
{
    return Motion(system, duration, options).take(z);
}

} // namespace slideway::dynamics
