#include "app/analyses/basins/basin_results.hpp"

#include "app/results/interrupted_run.hpp"
#include "io/entries.hpp"

#include <utility>

namespace slideway::app {

namespace {

using dynamics::KnownOrbit;

studies::Basins read_all(const io::Hdf5Reader& h5, const BasinModel& model)
{
    BasinResults r;
    io::read_arrays(h5, [&](io::Entries& a) { arrays(a, r); });
    if (model.starts.refine == 0)
        r.grid.round.assign(r.grid.label.size(), 0);
    studies::Basins out = studies::from_grid(model.starts, r.grid, r.resume->unsettled);
    out.orbits = model.orbits;
    for (std::size_t k = out.orbits.size(); k < r.orbits.size(); ++k) {
        const BasinOrbit& found = r.orbits[k];
        KnownOrbit& orbit = out.orbits.emplace_back();
        for (Index i = 0; i < found.states.cols(); ++i)
            orbit.states.emplace_back(found.states.col(i));
        orbit.size = found.size.value();
        orbit.growth = found.growth;
        orbit.stable = true;
        orbit.own_mirror = found.own_mirror.value();
        orbit.name = found.name;
    }
    out.failures = r.resume->failures;
    out.to_the_end.label = r.found.to_the_end.label;
    out.at_hundredth.label = r.found.at_hundredth.label;
    return out;
}

} // namespace

void add_resume(const BasinModel& model, BasinResults& results,
                const std::vector<std::string>& source)
{
    const studies::Basins& found = results.found;
    results.resume = {with_kernel(source, model.family, model.options), found.failures,
                      unsettled_of(found)};
    for (std::size_t k = model.orbits.size(); k < found.orbits.size(); ++k) {
        results.orbits[k].size = found.orbits[k].size;
        results.orbits[k].own_mirror = found.orbits[k].own_mirror;
    }
}

studies::Basins read_interrupted(const OwnResults& own, const BasinModel& model,
                                 const Monitor& monitor)
{
    studies::Basins out;
    read_interrupted(own, with_kernel(own.source, model.family, model.options), monitor,
                     [&](const io::Hdf5Reader& h5) -> std::string {
                         out = read_all(h5, model);
                         return std::to_string(studies::Basins::done(out.starts)) + " starts";
                     });
    return out;
}

} // namespace slideway::app
