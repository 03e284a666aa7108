#include "dynamics/orbits/orbit_search.hpp"

#include "base/error.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"
#include "dynamics/orbits/orbit_tracer.hpp"
#include "dynamics/orbits/settling.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace slideway::dynamics {

namespace {

constexpr double ran_off = 0.5;    // of it: Newton's method has left the guess
constexpr double settling = 1e-12; // tolerance of steps

class RecurrenceSearch {
public:
    RecurrenceSearch(const OrbitFamily& family, const OrbitSearch& search,
                     const std::vector<ModalOutput>& outputs, const OrbitBranchOptions& options,
                     const Progress& progress)
        : family_(family), search_(search), o_(options),
          tracers_(family, outputs, options, progress_)
    {
        double all = 0;
        for (const std::vector<Vector>& starts : search.z)
            all += static_cast<double>(starts.size());
        progress_ = [this, progress, all](double /*of a branch*/) -> bool {
            return !progress || progress(static_cast<double>(out_.starts.size()) / all);
        };
    }
    RecurrenceSearch(const RecurrenceSearch&) = delete; // progress_ refers to it
    RecurrenceSearch& operator=(const RecurrenceSearch&) = delete;

    FoundOrbits take();

private:
    [[nodiscard]] SearchedStart from(std::size_t p, std::size_t z); // throws Interrupted
    [[nodiscard]] std::optional<std::size_t> known(const PeriodicMotion& motion, double p);

    const OrbitFamily& family_;
    const OrbitSearch& search_;
    const OrbitBranchOptions& o_;
    Progress progress_; // by the starts, while branches are followed too
    OrbitTracers tracers_;
    FoundOrbits out_;
};

std::optional<std::size_t> RecurrenceSearch::known(const PeriodicMotion& motion, double p)
{
    const std::vector<Vector> states = tracers_.states_of(motion.form, motion.z, p);
    for (std::size_t b = 0; b < out_.branches.size(); ++b)
        if (out_.branches[b].form.periods == motion.form.periods &&
            tracers_.passes(out_.branches[b], states, p))
            return b;
    return std::nullopt;
}

SearchedStart RecurrenceSearch::from(std::size_t p, std::size_t z)
{
    SearchedStart out;
    out.p = p;
    out.z = z;
    const Settled end =
        settled(family_, search_.z[p][z], search_.p[p], search_.settle, settling, progress_);
    if (end.interrupted)
        throw Interrupted();
    if (!end.failure.empty()) {
        out.outcome = SearchedStart::Outcome::broke_off;
        return out;
    }
    out.periods = recurrence(family_, end.z, search_.p[p], search_.longest, settling, progress_);
    if (out.periods == 0)
        return out;
    const PeriodicMotion motion =
        periodic_motion(family_, end.z, search_.p[p], out.periods, {}, o_, progress_);
    const Vector weight = family_.energy_weights();
    if (!motion.found ||
        energy_size(weight, motion.z - end.z) > ran_off * energy_size(weight, end.z)) {
        out.outcome = SearchedStart::Outcome::no_motion;
        return out;
    }
    out.outcome = SearchedStart::Outcome::found;
    out.periods = motion.form.periods;
    std::optional<std::size_t> branch = known(motion, search_.p[p]);
    if (!branch) {
        branch = out_.branches.size();
        out_.branches.push_back(tracers_.of(motion.form).both_ways(motion.z, search_.p[p]));
        out_.interrupted = continuation::interrupted(out_.branches.back().branch);
    }
    out.branch = static_cast<Index>(*branch);
    return out;
}

FoundOrbits RecurrenceSearch::take()
{
    try {
        for (std::size_t p = 0; p < search_.p.size(); ++p)
            for (std::size_t z = 0; z < search_.z[p].size() && !out_.interrupted; ++z) {
                ask(progress_);
                out_.starts.push_back(from(p, z));
            }
    } catch (const Interrupted&) { // the start at hand counts as not run
        out_.interrupted = true;
    }
    out_.n_evaluations = tracers_.n_evaluations();
    out_.tolerance = tracers_.tolerance();
    return std::move(out_);
}

} // namespace

FoundOrbits search_orbits(const OrbitFamily& family, const OrbitSearch& search,
                          const std::vector<ModalOutput>& outputs, const OrbitBranchOptions& o,
                          const Progress& progress)
{
    check(o);
    if (search.p.empty() || search.z.size() != search.p.size() ||
        std::any_of(search.z.begin(), search.z.end(),
                    [](const std::vector<Vector>& starts) -> bool { return starts.empty(); }))
        throw InputError("search: no values, or values without starts");
    for (const double p : search.p)
        if (p < std::min(o.from, o.to) || p > std::max(o.from, o.to))
            throw InputError("search", number_text(p), "expected values within the range");
    if (search.settle < 0 || search.longest < 1)
        throw InputError("search", "periods", "expected settle >= 0 and longest >= 1");
    return RecurrenceSearch(family, search, outputs, o, progress).take();
}

} // namespace slideway::dynamics
