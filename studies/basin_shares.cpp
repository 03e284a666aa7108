#include "studies/basin_shares.hpp"

#include "base/error.hpp"
#include "base/interruptible.hpp"
#include "base/ranks.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace slideway::studies {

namespace {

using dynamics::KnownOrbit;
using dynamics::NamedOrbits;
using dynamics::NamedState;

// Probability of missing a share as large as at the previous value with the same number of starts.
// A share of fewer than 7 starts therefore does not count as vanishing.
constexpr double by_chance = 1e-3;

class Shares {
public:
    Shares(const dynamics::OrbitFamily& family, const std::vector<double>& values,
           const ShareStarts& starts, const ShareOptions& options, const Progress& progress,
           std::vector<ValueOutcome> earlier)
        : family_(family), values_(values), starts_(starts), o_(options), progress_(progress),
          names_(family, options.branches, [this](double /*of a branch*/) { return ask(0); })
    {
        out_.outcome = std::move(earlier);
    }
    Shares(const Shares&) = delete; // names_ refers to it
    Shares& operator=(const Shares&) = delete;

    BasinShares take(const std::vector<NamedMotion>& named);

private:
    [[nodiscard]] bool ask(double share);
    void name(const std::vector<NamedMotion>& named);
    // Returns true if the value is done.
    [[nodiscard]] bool take_value(double p);
    [[nodiscard]] std::optional<ValueOutcome> outcome(const Matrix& starts,
                                                      std::vector<KnownOrbit> known);
    [[nodiscard]] std::pair<std::vector<KnownOrbit>, std::vector<int>> stable_at(std::size_t value);
    [[nodiscard]] bool rerun_unsettled(std::size_t value);
    [[nodiscard]] std::size_t name_of(const KnownOrbit& orbit);
    [[nodiscard]] const NamedState& state(std::size_t name, std::size_t value);
    [[nodiscard]] SharedOrbit shared_orbit(std::size_t name);
    [[nodiscard]] Matrix on_axes(std::size_t value, const KnownOrbit& orbit) const;

    dynamics::OrbitFamily family_;
    const std::vector<double>& values_;
    const ShareStarts& starts_;
    const ShareOptions& o_;
    const Progress& progress_;
    NamedOrbits names_;
    std::map<std::pair<std::size_t, std::size_t>, NamedState> states_; // by name and value
    std::vector<std::pair<std::vector<dynamics::ModalOutput>, double>>
        axes_;                         // with Omega, by value
    std::vector<std::size_t> n_names_; // number of names known before each value
    int others_ = 0;
    BasinShares out_;
};

bool Shares::ask(double share)
{
    const double done = static_cast<double>(out_.p.size()) + share;
    return !progress_ || progress_(done / static_cast<double>(values_.size()));
}

void Shares::name(const std::vector<NamedMotion>& named)
{
    for (const NamedMotion& motion : named) {
        if (const auto known = names_.find(motion.motion, motion.p))
            throw InputError("orbits." + motion.name, "\"" + motion.name + "\"",
                             "is the motion \"" + names_.names()[*known].name +
                                 "\" at another value, or the same; expected another");
        (void)names_.add(motion.name, motion.motion, motion.p);
        if (names_.interrupted())
            return;
    }
    for (std::size_t n = 0; n < named.size(); ++n)
        names_.add_mirror(n);
}

// Name of an orbit that starts lead to, in the modes of the current value.
std::size_t Shares::name_of(const KnownOrbit& orbit)
{
    const double p = family_.value();
    dynamics::PeriodicMotion motion;
    motion.found = true;
    motion.form = {orbit.periods(), orbit.own_mirror, orbit.periods()};
    motion.z = family_.to_states(orbit.states.front());
    if (const auto known = names_.find(motion, p))
        return *known;
    const std::size_t n = names_.add("other " + std::to_string(others_ + 1), motion, p);
    if (const auto half = names_.doubled(n))
        names_.rename(n, "P2 of " + names_.names()[*half].name);
    else
        ++others_;
    names_.add_mirror(n);
    return n;
}

const NamedState& Shares::state(std::size_t name, std::size_t value)
{
    const auto [at, added] = states_.try_emplace({name, value});
    if (added)
        at->second = names_.at(name, values_[value]);
    return at->second;
}

// Returns the stable orbits at the current value of the family, in its modes, and the indices
// of their names.
std::pair<std::vector<KnownOrbit>, std::vector<int>> Shares::stable_at(std::size_t value)
{
    std::pair<std::vector<KnownOrbit>, std::vector<int>> out;
    for (std::size_t n = 0; n < names_.names().size(); ++n) {
        const NamedState& named = state(n, value);
        if (named.kind != NamedState::Kind::stable)
            continue;
        out.first.push_back(named.orbit);
        for (Vector& z : out.first.back().states)
            z = family_.on_modes(z);
        out.second.push_back(static_cast<int>(n));
    }
    return out;
}

// Runs starts that had not settled again with the orbits found at later values. Returns false if
// interrupted; then nothing has changed.
bool Shares::rerun_unsettled(std::size_t value)
{
    std::vector<int>& label = out_.label[value];
    bool more = false;
    for (std::size_t n = n_names_[value]; n < names_.names().size(); ++n)
        more = more || state(n, value).kind == NamedState::Kind::stable;
    if (!more || out_.count(value, not_settled) == 0)
        return true;
    if (!family_.move_to(out_.p[value]))
        throw InputError("no model " + family_.refusal());
    auto [known, number] = stable_at(value);
    const Matrix all = family_.on_modes(starts_.at(family_));
    std::vector<Index> which;
    for (std::size_t i = 0; i < label.size(); ++i)
        if (label[i] == not_settled)
            which.push_back(static_cast<Index>(i));
    BasinOptions options = o_.basins;
    options.sought = options.sample = 0;
    const Basins found = basins(
        {family_.system(), {}}, all(Eigen::all, which), std::move(known), options,
        [this](double) { return ask(0); },
        [&](RecordWriter& record) { record(out_.p[value], which); });
    if (found.interrupted)
        return false;
    for (std::size_t k = 0; k < which.size(); ++k)
        if (const int index = found.starts.label[k]; index >= 0)
            label[static_cast<std::size_t>(which[k])] = number[static_cast<std::size_t>(index)];
    return true;
}

// Computes the outcome at the current value of the family; empty if interrupted.
std::optional<ValueOutcome> Shares::outcome(const Matrix& starts, std::vector<KnownOrbit> known)
{
    const auto n_known = static_cast<Index>(known.size());
    Basins found = basins(
        {family_.system(), {}}, starts, std::move(known), o_.basins,
        [this](double share) { return ask(share); },
        [this](RecordWriter& record) { record(family_.value(), std::vector<Index>()); });
    if (found.interrupted)
        return std::nullopt;
    ValueOutcome out;
    out.label = found.starts.label;
    out.found.assign(found.orbits.begin() + n_known, found.orbits.end());
    out.sample = Basins::done(found.to_the_end);
    out.wrong = found.wrong();
    out.uncertain = found.uncertain();
    for (const int periods : found.starts.taken)
        out.periods += periods;
    out.periods /= static_cast<double>(starts.cols());
    out.failures = std::move(found.failures);
    return out;
}

bool Shares::take_value(double p)
{
    if (!family_.move_to(p))
        throw InputError("no model " + family_.refusal());
    const std::size_t value = out_.p.size();
    auto [known, number] = stable_at(value);
    n_names_.push_back(names_.names().size());
    const Matrix starts = family_.on_modes(starts_.at(family_));
    if (value == out_.outcome.size()) {
        std::optional<ValueOutcome> computed = outcome(starts, std::move(known));
        if (!computed)
            return false;
        out_.outcome.push_back(std::move(*computed));
    }
    const ValueOutcome& outcome = out_.outcome[value];
    for (const KnownOrbit& orbit : outcome.found)
        number.push_back(static_cast<int>(name_of(orbit)));
    if (names_.interrupted())
        return false;
    std::vector<int> label = outcome.label;
    for (int& index : label)
        if (index >= 0)
            index = number.at(static_cast<std::size_t>(index));
    axes_.emplace_back(family_.outputs(starts_.axes), family_.system().Omega);
    out_.p.push_back(p);
    out_.n = static_cast<int>(starts.cols());
    out_.label.push_back(std::move(label));
    out_.sample.push_back(outcome.sample);
    out_.wrong.push_back(outcome.wrong);
    out_.uncertain.push_back(outcome.uncertain);
    out_.periods.push_back(outcome.periods);
    out_.kernel = kernel_name({family_.system(), {}}, o_.basins);
    for (const std::string& why : outcome.failures)
        if (std::find(out_.failures.begin(), out_.failures.end(), why) == out_.failures.end())
            out_.failures.push_back(why);
    return true;
}

Matrix Shares::on_axes(std::size_t value, const KnownOrbit& orbit) const
{
    const auto& [axes, Omega] = axes_[value];
    Matrix places(static_cast<Index>(axes.size()), orbit.periods());
    for (std::size_t a = 0; a < axes.size(); ++a)
        places.row(static_cast<Index>(a)) =
            at_phase_zero(axes[a], orbit, Omega).row(starts_.velocity[a] ? 1 : 0);
    return places;
}

SharedOrbit Shares::shared_orbit(std::size_t name)
{
    SharedOrbit out;
    out.name = names_.names()[name].name;
    out.piece = names_.piece(name);
    out.periods = out.piece.branch->form.periods;
    for (auto [end, meets] :
         {std::pair{&out.piece.low, &out.low_meets}, {&out.piece.high, &out.high_meets}})
        if (end->why == dynamics::OrbitPiece::Why::symmetry)
            if (const auto met = names_.met(out.piece, *end))
                *meets = names_.names()[*met].name;
    for (std::size_t v = 0; v < out_.p.size(); ++v) {
        const NamedState& named = state(name, v);
        out.state.push_back(named.kind);
        out.starts.push_back(out_.count(v, static_cast<int>(name)));
        out.growth.push_back(named.orbit.growth);
        out.at.emplace_back();
        out.integrity.emplace_back();
        if (named.orbit.states.empty() || starts_.axes.empty())
            continue;
        out.at.back() = on_axes(v, named.orbit);
        if (named.kind == NamedState::Kind::stable && starts_.plane.size() > 0)
            out.integrity.back() = integrity(starts_.plane, out_.label[v], static_cast<int>(name),
                                             starts_.scale.asDiagonal() * out.at.back());
    }
    return out;
}

// Finds crises between values at both of which the motion is stable.
std::vector<ShareCrisis> crises_of(const SharedOrbit& orbit, const BasinShares& shares, double jump)
{
    const double least = 1 - std::pow(by_chance, 1.0 / shares.n);
    std::vector<ShareCrisis> out;
    for (std::size_t v = 0; v + 1 < orbit.state.size(); ++v) {
        if (orbit.state[v] != NamedState::Kind::stable ||
            orbit.state[v + 1] != NamedState::Kind::stable)
            continue;
        const double before = static_cast<double>(orbit.starts[v]) / shares.n,
                     after = static_cast<double>(orbit.starts[v + 1]) / shares.n;
        ShareCrisis crisis{ShareCrisis::Kind::jumps, shares.p[v], shares.p[v + 1], before, after};
        if (after == 0 && before >= least)
            crisis.kind = ShareCrisis::Kind::vanishes;
        else if (before == 0 && after >= least)
            crisis.kind = ShareCrisis::Kind::appears;
        else if (std::abs(after - before) < jump)
            continue;
        out.push_back(crisis);
    }
    return out;
}

BasinShares Shares::take(const std::vector<NamedMotion>& named)
{
    try {
        name(named);
        out_.interrupted = names_.interrupted();
        for (std::size_t v = 0; v < values_.size() && !out_.interrupted; ++v)
            out_.interrupted = !ask(0) || !take_value(values_[v]);
        for (std::size_t v = 0; v < out_.p.size() && !out_.interrupted; ++v)
            out_.interrupted = !rerun_unsettled(v);
    } catch (const Interrupted&) { // thrown within a motion
        out_.interrupted = true;
    }
    if (out_.p.empty())
        return std::move(out_);
    for (std::size_t n = 0; n < names_.names().size(); ++n) {
        out_.orbits.push_back(shared_orbit(n));
        out_.orbits.back().crises = crises_of(out_.orbits.back(), out_, o_.jump);
    }
    return std::move(out_);
}

} // namespace

int BasinShares::count(std::size_t value, int orbit) const
{
    return static_cast<int>(std::count(label[value].begin(), label[value].end(), orbit));
}

double BasinShares::standard_error(std::size_t value, int orbit) const
{
    const double s = share(value, orbit);
    return std::sqrt(s * (1 - s) / n);
}

void check(const ShareOptions& options)
{
    check(options.basins);
    dynamics::check(options.branches);
    if (!(options.jump > 0 && options.jump <= 1))
        throw InputError("jump", number_text(options.jump), "expected a number > 0 and <= 1");
}

namespace {

// Starts at a value for a helping rank: all or some of them.
class StartsAtValues {
public:
    StartsAtValues(const dynamics::OrbitFamily& family, const ShareStarts& starts)
        : family_(family), starts_(starts)
    {
    }

    HelpedStarts operator()(RecordReader& header)
    {
        double p = 0;
        std::vector<Index> which;
        header(p, which);
        if (!at_ || p != p_) {
            if (!family_.move_to(p))
                throw InputError("no model " + family_.refusal());
            all_ = std::make_shared<const Matrix>(family_.on_modes(starts_.at(family_)));
            at_ = std::make_shared<const dynamics::OrbitFamily>(family_.system(),
                                                                dynamics::OrbitParameter{});
            p_ = p;
        }
        return {at_, [all = all_, which](std::size_t k) -> Vector {
                    return all->col(which.empty() ? static_cast<Index>(k) : which.at(k));
                }};
    }

private:
    dynamics::OrbitFamily family_;
    const ShareStarts& starts_;
    double p_ = 0;
    std::shared_ptr<const Matrix> all_;
    std::shared_ptr<const dynamics::OrbitFamily> at_; // family at the value
};

} // namespace

BasinShares basin_shares(const dynamics::OrbitFamily& family, const std::vector<double>& values,
                         const ShareStarts& starts, const std::vector<NamedMotion>& named,
                         const ShareOptions& options, const Progress& progress,
                         std::vector<ValueOutcome> earlier)
{
    check(options);
    if (Ranks* const all = ranks(); all && all->rank() > 0)
        help_basins(*all, options.basins, progress, StartsAtValues(family, starts));
    return Shares(family, values, starts, options, progress, std::move(earlier)).take(named);
}

} // namespace slideway::studies
