#include "contact/laws/friction_cycle.hpp"

#include "contact/laws/friction_intervals.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace slideway::contact {

namespace {

using State = FrictionState;
using Rise = HarmonicWorkspace::Rise;

constexpr double infinity = std::numeric_limits<double>::infinity();
// Fraction of a period before opening within which a slip does not begin; without tangential force
// both events coincide. From 0 to 2e-6 no test changes; at 2e-3 slips vanish.
constexpr double opens_at_once = 8 * std::numeric_limits<double>::epsilon();

State slip_state(int side)
{
    return side == 0 ? State::slip_forward : State::slip_back;
}

std::size_t first_above(const std::vector<Rise>& rises, double theta)
{
    std::size_t i = 0;
    while (i < rises.size() && rises[i].high <= theta)
        ++i;
    return i;
}

} // namespace

FrictionCycle::FrictionCycle(const ElasticCoulomb& law, const double* R, HeldOnsets held,
                             HarmonicWorkspace& work)
    : law_(law), held_(held), w_(work)
{
    one_set_of_extrema_ = law.friction * law.k_n == 0;
    frictionless_ = law.friction == 0;
    for (const OnsetPlace& onset : held_) {
        held_stuck_ = held_stuck_ || onset.kind == OnsetKind::first_slip;
        held_at_zero_ = held_at_zero_ || onset.kind == OnsetKind::first_push;
    }
    known_ = is_there(R);
    if (known_)
        return;
    const Harmonics& h = w_.harmonics;
    assign(h, R, law.k_t, w_.x);
    assign(h, R + h.size(), law.k_n, w_.normal);
    w_.normal.mean += law.preload;
    for (const int side : {0, 1}) {
        const double sign = side == 0 ? 1 : -1;
        TrigonometricSum& u = w_.bound[side];
        u.mean = sign * w_.x.mean - law.friction * w_.normal.mean;
        for (std::size_t k = 0; k < u.c.size(); ++k) {
            u.c[k] = sign * w_.x.c[k] - law.friction * w_.normal.c[k];
            u.s[k] = sign * w_.x.s[k] - law.friction * w_.normal.s[k];
        }
    }
    w_.changes.clear();
}

// Whether the cycle in the workspace is that of these numbers; else the next one will be.
bool FrictionCycle::is_there(const double* R)
{
    std::vector<double>& values = w_.cycle_of;
    std::size_t n = 0;
    bool same = w_.cycle_kind >= 0;
    auto compare = [&](double number) -> void {
        if (n == values.size())
            values.push_back(std::numeric_limits<double>::quiet_NaN());
        same = same && values[n] == number;
        values[n++] = number;
    };
    for (const double number : {law_.k_t, law_.k_n, law_.friction, law_.preload})
        compare(number);
    for (Index i = 0; i < 2 * w_.harmonics.size(); ++i)
        compare(R[i]);
    for (const OnsetPlace& onset : held_)
        for (const double number :
             {static_cast<double>(onset.kind), static_cast<double>(onset.side), onset.phase})
            compare(number);
    same = same && n == values.size();
    values.resize(n);
    if (!same)
        w_.cycle_kind = -1;
    return same;
}

FrictionCycle::Kind FrictionCycle::march()
{
    if (!known_)
        w_.cycle_kind = static_cast<int>(march_anew());
    return static_cast<Kind>(w_.cycle_kind);
}

FrictionCycle::Kind FrictionCycle::march_anew()
{
    w_.finder.find(w_.normal, 0, w_.openings);
    const bool touching = !w_.openings.empty();
    if (!touching && !(w_.normal.mean > 0))
        return Kind::open;
    find_rises();
    hold();
    if (touching)
        march_touching();
    else if (held_stuck_ || largest(0) + largest(1) <= 0 || !march_closed())
        return Kind::sticks;
    differentiate_sticks();
    return touching ? Kind::touching : Kind::slips;
}

template <class Values>
void FrictionCycle::collect(std::vector<Rise>& rises, bool top_is_minimum, Values values) const
{
    const std::size_t n = w_.extrema.size();
    for (std::size_t i = 0; i < n; ++i) {
        const SignChange& high = w_.extrema[i];
        if (high.rising != top_is_minimum)
            continue;
        const SignChange& low = w_.extrema[i > 0 ? i - 1 : n - 1];
        const auto [top, bend] = values(high);
        rises.push_back(
            {low.theta - (i > 0 ? 0 : period), high.theta, values(low)[0], top, bend, false});
    }
}

void FrictionCycle::find_rises()
{
    for (const int side : {0, 1}) {
        std::vector<Rise>& rises = w_.rises[side];
        rises.clear();
        if (side == 1 && one_set_of_extrema_) {
            // u_1 = const - u_0: its maxima are the minima of u_0.
            const double b2 = w_.bound[0].mean + w_.bound[1].mean;
            collect(rises, true, [b2](const SignChange& e) -> std::array<double, 2> {
                return {b2 - e.u.d[0], -e.u.d[2]};
            });
            continue;
        }
        w_.finder.find(w_.bound[side], 1, w_.extrema);
        collect(rises, false, [](const SignChange& e) -> std::array<double, 2> {
            return {e.u.d[0], e.u.d[2]};
        });
    }
}

// A rise that is held begins no slip: for the march it is not there.
void FrictionCycle::hold()
{
    for (const OnsetPlace& onset : held_) {
        if (onset.kind != OnsetKind::further_slip)
            continue;
        Rise* nearest = nullptr;
        double least = infinity;
        for (Rise& rise : w_.rises[onset.side]) {
            const double distance = std::abs(std::remainder(rise.high - onset.phase, period));
            if (!rise.held && distance < least) {
                nearest = &rise;
                least = distance;
            }
        }
        if (nearest)
            nearest->held = true;
    }
}

const HarmonicWorkspace::Rise* FrictionCycle::highest(int side) const
{
    const Rise* highest = nullptr;
    for (const Rise& rise : w_.rises[side])
        if (!rise.held && (!highest || rise.top > highest->top))
            highest = &rise;
    return highest;
}

double FrictionCycle::largest(int side) const
{
    if (w_.rises[side].empty())
        return w_.bound[side].mean;
    const Rise* rise = highest(side);
    return rise ? rise->top : -infinity;
}

// Held beyond its first slip, the slider stays with the one that pushes it there.
bool FrictionCycle::pushes(int side) const
{
    return w_.harmonics.means && !held_at_zero_ && largest(side) > 0 &&
           (!held_stuck_ || side == nearer());
}

// dc/dY = dc_dy H of the sticks that begin: section 2, last two lines.
void FrictionCycle::differentiate_sticks()
{
    for (Change& change : w_.changes)
        if (change.after == State::stick)
            change.dc_dy = change.before == State::separation
                               ? change.a1 * law_.k_n * inverse(change.n1)
                               : sense(change.before) * (law_.friction * law_.k_n);
}

// A cycle in contact that slips passes through the end of slip at the largest u_1: the slider
// cannot lie above -u_1 there, and the largest u_0 has pushed it up before. Of equal maxima that is
// the first one after the largest u_0. False if slip is but the round-off of a load that touches
// zero: there both bounds meet.
bool FrictionCycle::march_closed()
{
    const std::vector<Rise>& back = w_.rises[1];
    if (w_.rises[0].empty() || back.empty())
        return false;
    const double pushed = highest(0)->high, largest = highest(1)->top;
    std::size_t start = 0;
    double wait = infinity;
    for (std::size_t i = 0; i < back.size(); ++i) {
        const double after = back[i].high - pushed + (back[i].high > pushed ? 0 : period);
        if (!back[i].held && back[i].top == largest && after < wait) {
            wait = after;
            start = i;
        }
    }
    const double theta = back[start].high;
    turn(1, start + 1, false);
    turn(0, first_above(w_.rises[0], theta), true);
    opening_ = infinity;
    end_slip(1, back[start], theta);
    while (state_ != State::stick || stick())
        if (!slip())
            return true;
    return false;
}

// A cycle with separation starts where a contact closes.
void FrictionCycle::march_touching()
{
    std::vector<SignChange>& openings = w_.openings;
    if (!openings.front().rising) { // begin with a closing
        SignChange last = openings.front();
        last.theta += period;
        openings.erase(openings.begin());
        openings.push_back(last);
    }
    const double theta = openings.front().theta;
    for (const int side : {0, 1})
        turn(side, first_above(w_.rises[side], theta), true);
    for (std::size_t i = 0; i + 1 < openings.size(); i += 2) {
        opening_ = openings[i + 1].theta;
        at_opening_ = &openings[i + 1];
        close(openings[i]);
        while (state_ != State::separation && (state_ == State::stick ? stick() : slip())) {
        }
    }
}

// The rises in the order in which a cycle that begins with number `first` meets them, and the
// first of them once more if `again`.
void FrictionCycle::turn(int side, std::size_t first, bool again)
{
    const std::vector<Rise>& rises = w_.rises[side];
    std::vector<Rise>& out = w_.turned[side];
    out.clear();
    const std::size_t n = rises.size();
    for (std::size_t j = 0; j < n + (again && n > 0 ? 1 : 0); ++j) {
        Rise rise = rises[(first + j) % n];
        const double laps = static_cast<double>((first + j) / n);
        rise.low += laps * period;
        rise.high += laps * period;
        out.push_back(rise);
    }
    next_[side] = 0;
}

void FrictionCycle::pass(double theta)
{
    theta_ = theta;
    for (const int side : {0, 1})
        while (next_[side] < w_.turned[side].size() && w_.turned[side][next_[side]].high <= theta)
            ++next_[side];
}

HarmonicWorkspace::Change& FrictionCycle::change(State after)
{
    w_.changes.push_back({theta_, state_, after, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    state_ = after;
    return w_.changes.back();
}

// A slip ends in a stick; without friction the slip back begins at once, as u_1 = -u_0.
void FrictionCycle::end_slip(int side, const Rise& rise, double theta)
{
    state_ = slip_state(side);
    pass(theta);
    if (frictionless_) {
        slip_side_ = 1 - side;
        slip_rise_ = next_[slip_side_];
        change(slip_state(slip_side_));
        return;
    }
    c_ = side == 0 ? -rise.top : rise.top;
    Change& e = change(State::stick);
    e.c = c_;
    e.slope = rise.bend;
    e.force = sense(slip_state(side)) * law_.friction * normal_force();
}

void FrictionCycle::close(const SignChange& sign_change)
{
    state_ = State::separation;
    pass(sign_change.theta);
    const TrigonometricValue a = value(w_.x, theta_);
    State after = State::stick;
    if (frictionless_) { // whether or not it moves
        after = State::slip_forward;
        slip_side_ = 0;
        slip_rise_ = next_[0];
    }
    for (const int side : {1, 0})
        if (next_[side] < w_.turned[side].size() && w_.turned[side][next_[side]].low <= theta_) {
            after = slip_state(side);
            slip_side_ = side;
            slip_rise_ = next_[side];
        }
    Change& e = change(after);
    e.c = c_ = -a.d[0];
    e.a1 = a.d[1];
    e.a2 = a.d[2];
    e.n1 = sign_change.u.d[1];
    e.n2 = sign_change.u.d[2];
}

bool FrictionCycle::open()
{
    const double a1 = state_ == State::stick ? value(w_.x, opening_).d[1] : 0;
    if (state_ == State::stick)
        w_.changes.back().length = opening_ - theta_;
    pass(opening_);
    Change& e = change(State::separation);
    e.a1 = a1;
    e.n1 = at_opening_->u.d[1];
    e.n2 = at_opening_->u.d[2];
    return true;
}

double FrictionCycle::normal_force() const
{
    return law_.k_n == 0 ? law_.preload : value(w_.normal, theta_).d[0];
}

// From the start of a stick to its end; false if it has none. In a stiff contact the stick may be
// very short, so its length is computed from the growth of the bounds since its start.
bool FrictionCycle::stick()
{
    const Rise* first[2] = {nullptr, nullptr};
    for (const int side : {0, 1}) {
        const double offset = side == 0 ? c_ : -c_;
        const std::vector<Rise>& rises = w_.turned[side];
        for (std::size_t k = next_[side]; k < rises.size() && rises[k].low < opening_; ++k)
            if (!rises[k].held && rises[k].top + offset > 0) {
                first[side] = &rises[k];
                break;
            }
    }
    // Rises of both may overlap: the earlier root counts.
    const double limit = law_.friction * normal_force(), force = w_.changes.back().force;
    double length = infinity;
    SignChange found;
    int found_side = -1;
    const int order = first[0] && (!first[1] || first[0]->low <= first[1]->low) ? 0 : 1;
    for (const int side : {order, 1 - order}) {
        const Rise* rise = first[side];
        if (!rise || rise->low - theta_ >= length)
            continue;
        const double level = side == 0 ? -c_ : c_;
        const double part = std::clamp((rise->top - level) / (rise->top - rise->bottom), 0., 1.);
        const double high = rise->high - theta_, guess = high - (rise->high - rise->low) *
                                                                    (2 / std::numbers::pi) *
                                                                    std::asin(std::sqrt(part));
        move_origin(w_.bound[side], theta_, w_.from_stick);
        const SignChange root =
            growth_between(w_.from_stick, side == 0 ? limit - force : limit + force,
                           std::max(0., rise->low - theta_), high, guess);
        if (root.theta < length) {
            length = root.theta;
            found = root;
            found_side = side;
        }
    }
    const double theta = theta_ + length;
    if (opening_ < infinity && !(theta < opening_ - opens_at_once * period))
        return open();
    if (found_side < 0)
        return false;
    slip_side_ = found_side;
    slip_rise_ = static_cast<std::size_t>(first[found_side] - w_.turned[found_side].data());
    w_.changes.back().length = length;
    pass(theta);
    next_[found_side] = slip_rise_;
    change(slip_state(found_side)).slope = found.u.d[1];
    return true;
}

// From the start of a slip to its end; false if that is the start of the cycle.
bool FrictionCycle::slip()
{
    const std::vector<Rise>& rises = w_.turned[slip_side_];
    const double end = slip_rise_ < rises.size() ? rises[slip_rise_].high : infinity;
    if (opening_ < infinity && !(end < opening_))
        return open();
    if (opening_ == infinity && slip_side_ == 1 && slip_rise_ + 1 >= rises.size())
        return false; // at the start of the cycle
    const std::size_t rise = slip_rise_;
    next_[slip_side_] = rise + 1;
    end_slip(slip_side_, rises[rise], end);
    return true;
}

} // namespace slideway::contact
