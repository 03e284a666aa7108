#include "contact/laws/friction_intervals.hpp"

#include <algorithm>

namespace slideway::contact {

void tabulate_multiples(HarmonicWorkspace& work)
{
    const std::size_t count = work.sticking.c.size(), n = work.changes.size();
    if (n * count > work.cosines.size()) {
        work.cosines.resize(n * count);
        work.sines.resize(n * count);
    }
    for (std::size_t e = 0; e < n; ++e)
        multiples(work.changes[e].theta, count, &work.cosines[e * count], &work.sines[e * count]);
}

void integrate_states(HarmonicWorkspace& work, bool touching)
{
    for (HarmonicWorkspace::Moments* m : {&work.sticking, &work.slipping, &work.touching}) {
        std::fill(m->c.begin(), m->c.end(), 0);
        std::fill(m->s.begin(), m->s.end(), 0);
    }
    for (const StateInterval s : state_intervals(work)) {
        if (s.state() == FrictionState::separation)
            continue;
        auto add = [&](HarmonicWorkspace::Moments& moments, double factor) -> void {
            add_interval(moments, factor, s.from, s.to, s.cos_from, s.sin_from, s.cos_to, s.sin_to);
        };
        if (s.state() != FrictionState::stick)
            add(work.slipping, sense(s.state()));
        else if (!s.is_short_stick(work.harmonics))
            add(work.sticking, 1);
        if (touching)
            add(work.touching, 1);
    }
}

} // namespace slideway::contact
