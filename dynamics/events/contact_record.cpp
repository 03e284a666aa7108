#include "dynamics/events/contact_record.hpp"

#include "base/error.hpp"
#include "base/memory.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace slideway::dynamics {

namespace {

// Fraction of a sampling interval within which the end of a run counts as a sample, because its
// time is rounded. From 0 to 1e-3 no test changes; at 1 there is one sample too many.
constexpr double at_end = 1e-6;
constexpr double events_per_period = 4; // of a contact: it slides, stops, slides back and stops

void refuse_many_events(const EventDrivenOptions& o, Index n_contacts, double Omega)
{
    const double periods = (o.t_end - o.t_start) * Omega / (2 * std::numbers::pi);
    const double bytes = events_per_period * periods * static_cast<double>(n_contacts) *
                         static_cast<double>(sizeof(ContactEvent));
    require_memory_of_much(bytes,
                           InputError(number_text(periods, 3) +
                                      " periods of the drive; the events of " +
                                      std::to_string(n_contacts) + " contacts"),
                           "Give an earlier end (t_end, cycles)");
}

} // namespace

long long check_run(const EventDrivenOptions& o, Index n_modes, double columns, Index n_contacts,
                    double Omega)
{
    if (!(o.t_end > o.t_start))
        throw InputError("t_end", number_text(o.t_end),
                         "must be later than t_start = " + number_text(o.t_start) + " s");
    if (!(o.history_rate_hz >= 0) || !(o.still >= 0))
        throw InputError("history_rate_hz and still must be >= 0");
    if ((o.q.size() != 0 && o.q.size() != n_modes) || (o.v.size() != 0 && o.v.size() != n_modes))
        throw InputError("the start has " + std::to_string(o.q.size()) + " displacements and " +
                         std::to_string(o.v.size()) + " velocities; expected none or " +
                         std::to_string(n_modes));
    double last = o.t_start;
    for (const double t : o.keep_at) {
        if (!(t > last) || !(t < o.t_end))
            throw InputError(
                "keep_at", number_text(t),
                "expected times in ascending order between t_start = " + number_text(o.t_start) +
                    " s and t_end = " + number_text(o.t_end) + " s");
        last = t;
    }
    refuse_many_events(o, n_contacts, Omega);
    if (o.history_rate_hz == 0)
        return 0;
    const double n = std::floor((o.t_end - o.t_start) * o.history_rate_hz + at_end) + 1;
    limit_results(8 * n * (8 + columns + 3 * static_cast<double>(o.outputs.size())), "the results",
                  "lower history_rate_hz");
    return static_cast<long long>(n);
}

void check_phases(const EventDrivenOptions& o, Index n_contacts, const std::vector<Index>& rows)
{
    if (!o.phases)
        return;
    const MotionPhases& given = *o.phases;
    bool fit = static_cast<Index>(given.contacts.size()) == n_contacts &&
               given.held.size() == n_contacts && given.joints.size() == rows.size();
    for (std::size_t j = 0; fit && j < rows.size(); ++j)
        fit = static_cast<Index>(given.joints[j].codes.size()) == rows[j];
    if (!fit)
        throw std::invalid_argument("phases at the start of other contacts or joints");
}

History history_of(const DryContacts& contacts, const std::vector<ModalOutput>& outputs)
{
    History history;
    history.dry.resize(static_cast<std::size_t>(contacts.n_contacts()));
    for (std::size_t k = 0; k < std::min(contacts.names.size(), history.dry.size()); ++k) {
        history.dry[k].name = contacts.names[k];
        history.dry[k].measure = measure_at(contacts.measures, static_cast<Index>(k));
    }
    for (const ModalOutput& output : outputs)
        history.points.push_back({.name = output.name, .measure = output.measure});
    return history;
}

void record(History& history, const Vector& x, const Eigen::Ref<const Vector>& v,
            const Vector& force, const std::vector<int>& state)
{
    for (std::size_t k = 0; k < state.size(); ++k) {
        const auto i = static_cast<Index>(k);
        DryHistory& contact = history.dry[k];
        contact.displacement.push_back(x(i));
        contact.velocity.push_back(state[k] == 0 ? 0 : v(i));
        contact.force.push_back(force(i));
        contact.state.push_back(state[k]);
    }
}

ContactRecord::ContactRecord(const Vector& x, double window)
    : window_(window), x_(x), path_(Vector::Zero(x.size())), x_min_(x), x_max_(x), path0_(path_),
      stuck_since_(Vector::Constant(x.size(), window)), stuck_(path_)
{
}

void ContactRecord::move(const Vector& x, const std::vector<int>& state)
{
    for (Index i = 0; i < x.size(); ++i)
        if (state[static_cast<std::size_t>(i)] != 0)
            path_(i) += std::abs(x(i) - x_(i));
    x_ = x;
    if (in_window_) {
        x_min_ = x_min_.cwiseMin(x_);
        x_max_ = x_max_.cwiseMax(x_);
    }
}

void ContactRecord::change(double t, Index i, int old, int value)
{
    if (old == value)
        return;
    events_.push_back({t, i,
                       value == 0 ? Transition::stick
                       : old == 0 ? Transition::slip
                                  : Transition::reversal});
    if (value == 0)
        stuck_since_(i) = t;
    else if (old == 0 && t > window_)
        stuck_(i) += t - std::max(window_, stuck_since_(i));
}

void ContactRecord::open_window()
{
    in_window_ = true;
    x_min_ = x_max_ = x_;
    path0_ = path_;
}

double ContactRecord::dissipation(const Vector& limit, const Vector& x,
                                  const std::vector<int>& state) const
{
    double sum = limit.dot(path_);
    for (Index i = 0; i < x.size(); ++i)
        if (state[static_cast<std::size_t>(i)] != 0)
            sum += limit(i) * std::abs(x(i) - x_(i));
    return sum;
}

std::vector<ContactPeriod> ContactRecord::last_period(const DrySystem& system, double t,
                                                      const std::vector<int>& state, double still,
                                                      double shortest) const
{
    std::vector<ContactPeriod> periods(state.size());
    if (!in_window_)
        return periods;
    const double span = std::max(t - window_, 1e-300);
    for (Index i = 0; i < x_.size(); ++i) {
        ContactPeriod& last = periods[static_cast<std::size_t>(i)];
        last.amplitude = (x_max_(i) - x_min_(i)) / 2;
        last.dissipation = system.limit(i) * (path_(i) - path0_(i));
        double stuck = stuck_(i);
        if (state[static_cast<std::size_t>(i)] == 0)
            stuck += t - std::max(window_, stuck_since_(i));
        last.sticking = std::clamp(stuck / span, 0.0, 1.0);
        double begun = -1;
        for (const ContactEvent& event : events_) {
            if (event.contact != i || !(event.time > window_))
                continue;
            if (event.kind == Transition::stick)
                begun = event.time;
            else if (event.kind == Transition::slip && begun >= 0) {
                last.stops += event.time - begun > shortest;
                begun = -1;
            }
        }
        last.stops += begun >= 0;
        // How far friction can move it: modes above the drive by their stiffness, others by
        // inertia.
        const Vector b2 = system.B.row(i).cwiseAbs2().transpose();
        const double reach =
            system.limit(i) *
            b2.cwiseQuotient(system.modes.omega.cwiseMax(system.Omega).cwiseAbs2()).sum();
        // A contact that sticks for a whole period rests, whatever round-off the other masses give
        // its position.
        const bool rests = last.amplitude <= still * reach ||
                           (last.sticking == 1 && path_(i) == path0_(i) && last.stops == 0);
        if (rests)
            last.stops = 0;
        last.regime = rests            ? Regime::no_motion
                      : last.stops > 0 ? Regime::stick_slip
                                       : Regime::continuous;
    }
    return periods;
}

} // namespace slideway::dynamics
