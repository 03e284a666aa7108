#include "dynamics/orbits/passage.hpp"

#include "dynamics/orbits/motion_steps.hpp"
#include "dynamics/orbits/step_crossings.hpp"

#include <algorithm>
#include <complex>
#include <optional>
#include <utility>

namespace slideway::dynamics {

namespace {

class Motion {
public:
    Motion(const JointedSystem& system, double duration, const PassageOptions& options)
        : o_(options), Omega_(system.Omega), m_(system.n_modes()),
          steps_(system, duration, options.tolerance, options.by), turns_(options.watched.size())
    {
    }

    Passage take(const Vector& z, const Progress& go_on);

private:
    void look_for_extrema(double t, double taken);
    void derive(MotionExtremum& extremum, double tau) const;

    const PassageOptions& o_;
    double Omega_;
    Index m_;
    MotionSteps steps_;
    std::vector<Crossings> turns_; // of rates
    Passage out_;
};

void Motion::derive(MotionExtremum& extremum, double tau) const
{
    const ModalOutput& watched = o_.watched[extremum.of];
    extremum.by = steps_.scheme().columns_at(tau).topRows(m_).transpose() * watched.row;
    Index column = o_.by.start ? 2 * m_ : 0;
    const Complex moved = watched.follow * std::polar(1.0, Omega_ * extremum.time);
    if (o_.by.Omega)
        extremum.by(column++) += (Complex(0, extremum.time) * moved).real();
    if (o_.by.level)
        extremum.by(column) += moved.real();
    if (o_.watched_changes.empty())
        return;
    Vector y = Vector::Zero(2 * m_ + 3);
    steps_.scheme().series().at(tau, y);
    column = extremum.by.size() - static_cast<Index>(o_.watched_changes.size());
    for (const std::vector<ModalOutput>& changes : o_.watched_changes) {
        const ModalOutput& change = changes[extremum.of];
        extremum.by(column++) += change.row.dot(y.head(m_)) +
                                 (change.follow * std::polar(1.0, Omega_ * extremum.time)).real();
    }
}

void Motion::look_for_extrema(double t, double taken)
{
    StepMotion y;
    for (std::size_t w = 0; w < turns_.size(); ++w) {
        motion_of(steps_.scheme(), o_.watched[w], taken, y);
        for (const Crossings::At& point : turns_[w].over(rate_of(y.displacement), y.size)) {
            MotionExtremum extremum{
                w, t + point.x * taken, value_of(y.displacement, point.x), !point.rising, {}};
            if (o_.derive_extrema)
                derive(extremum, point.x * taken);
            out_.extrema.push_back(std::move(extremum));
        }
    }
}

Passage Motion::take(const Vector& z, const Progress& go_on)
{
    out_.failure = steps_.take(
        z, [this](double t, double taken) { look_for_extrema(t, taken); }, out_.events, go_on);
    if (!out_.failure.empty())
        return std::move(out_);
    out_.end = steps_.end();
    out_.rate = steps_.rate();
    out_.by = steps_.scheme().columns();
    std::stable_sort(
        out_.extrema.begin(), out_.extrema.end(),
        [](const MotionExtremum& a, const MotionExtremum& b) -> bool { return a.time < b.time; });
    for (const Crossings& turn : turns_) {
        out_.first_sign.push_back(turn.first());
        out_.sign.push_back(turn.sign());
    }
    return std::move(out_);
}

} // namespace

Passage passage(const JointedSystem& system, const Vector& z, double duration,
                const PassageOptions& options, const Progress& go_on)
{
    return Motion(system, duration, options).take(z, go_on);
}

MotionRange range_of(const std::vector<MotionExtremum>& extrema, std::size_t of, double value)
{
    std::optional<MotionRange> range;
    for (const MotionExtremum& extremum : extrema)
        if (extremum.of == of)
            range = {range ? std::min(range->least, extremum.value) : extremum.value,
                     range ? std::max(range->most, extremum.value) : extremum.value};
    return range.value_or(MotionRange{value, value});
}

} // namespace slideway::dynamics
