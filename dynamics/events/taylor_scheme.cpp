#include "dynamics/events/taylor_scheme.hpp"

#include <algorithm>

namespace slideway::dynamics {

namespace {

constexpr double steps_a_period = 6; // at least: cos of the drive is then true to 1e-18
// Steps below this fraction of the time of the run end it.
constexpr double vanished = 1e-14;
// Initial length for the size of the first step, relative to the time of the fastest mode in 1 rad.
constexpr double first_step = 0.1;
// A step shorter than this fraction of the length it was sized from is sized again.
constexpr double sized_well = 0.5;

} // namespace

TaylorScheme::TaylorScheme(const SwitchedSystem& system, const RunTimes& times, double tolerance,
                           bool works, const DerivedBy& derived)
    : series_(system.model(), system.phases(), 1 / times.fastest, works), tolerance_(tolerance),
      vanishing_(vanished * times.span),
      h_max_(std::min(times.period / steps_a_period, times.span)),
      h_(std::min(h_max_, times.first > 0 ? times.first : first_step / times.fastest)),
      y_end_(Vector::Zero(2 * system.model().n_modes() + 3))
{
    if (derived.any())
        columns_.emplace(series_, derived);
}

void TaylorScheme::take_phases()
{
    if (columns_)
        columns_->pass(hit_, t_end_);
    std::fill(hit_.begin(), hit_.end(), false);
    series_.take_phases();
    if (columns_)
        columns_->take_phases();
}

std::optional<SwitchedScheme::Step> TaylorScheme::step(const Vector& y, double t, double longest)
{
    series_.expand(y, t);
    if (columns_)
        columns_->expand(t);
    ++n_evaluations_;
    for (double sized = 0; sized == 0 || h_ < sized_well * sized;) {
        sized = h_;
        h_ = std::min(series_.reach(tolerance_, sized), h_max_);
        if (columns_)
            h_ = std::min(h_, columns_->reach(tolerance_, sized));
        h_ = series_.reach_of_corners(tolerance_, h_);
        if (!(h_ > vanishing_))
            return std::nullopt;
    }
    const double h = std::min(h_, longest);
    series_.guards_over(h, tolerance_, guards_);
    const auto crossing = first_crossing(guards_);
    Step step{h, crossing.has_value()};
    if (crossing) {
        step.taken = crossing->x * h;
        take_part(guards_, *crossing, hit_);
    }
    series_.at(step.taken, y_end_);
    if (!y_end_.allFinite())
        return std::nullopt;
    if (columns_)
        columns_->advance(step.taken);
    t_end_ = t + step.taken;
    return step;
}

Matrix TaylorScheme::columns() const
{
    return columns_ ? columns_->state() : Matrix();
}

} // namespace slideway::dynamics
