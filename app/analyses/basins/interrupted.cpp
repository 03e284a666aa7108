#include "app/analyses/basins/basin_results.hpp"

#include "app/results/branch_file.hpp"
#include "app/results/interrupted_run.hpp"

#include <stdexcept>
#include <utility>

namespace slideway::app {

namespace {

using dynamics::KnownOrbit;

// Stored row by row.
Matrix read_matrix(const io::Hdf5Reader& h5, const std::string& name, Index rows)
{
    const std::vector<double> numbers = h5.numbers(name);
    const auto size = static_cast<Index>(numbers.size());
    if (size % rows != 0)
        throw std::invalid_argument(name + ": arrays do not fit together");
    return Eigen::Map<const dynamics::RowMatrix>(numbers.data(), rows, size / rows);
}

// Reads the orbits that the run found, and appends them to the given ones.
void read_found(const io::Hdf5Reader& h5, const BasinModel& model, std::vector<KnownOrbit>& orbits)
{
    orbits = model.orbits;
    for (std::size_t k = orbits.size(); h5.holds(numbered("orbits", k) + "name"); ++k) {
        const std::string group = "resume/" + numbered("orbits", k);
        const Matrix states =
            read_matrix(h5, numbered("orbits", k) + "states", 2 * model.family.m());
        KnownOrbit orbit;
        for (Index i = 0; i < states.cols(); ++i)
            orbit.states.emplace_back(states.col(i));
        orbit.size = h5.numbers(group + "size").at(0);
        orbit.growth = h5.numbers(numbered("orbits", k) + "growth").at(0);
        orbit.stable = true;
        orbit.own_mirror = h5.integers(group + "own_mirror").at(0) != 0;
        orbit.name = h5.texts(numbered("orbits", k) + "name").at(0);
        orbits.push_back(std::move(orbit));
    }
}

studies::Basins read_all(const io::Hdf5Reader& h5, const BasinModel& model)
{
    studies::GridOutcomes grid{
        h5.integers("starts/label"), h5.integers("starts/since"), h5.integers("starts/taken"), {}};
    grid.round = model.starts.refine > 0 ? h5.integers("starts/round")
                                         : std::vector<int>(grid.label.size(), 0);
    const Index n = 2 * model.family.m();
    const Matrix unsettled =
        h5.holds("resume/unsettled") ? read_matrix(h5, "resume/unsettled", n) : Matrix(n, 0);
    studies::Basins out = studies::from_grid(model.starts, grid, unsettled);
    read_found(h5, model, out.orbits);
    if (h5.holds("resume/failures"))
        out.failures = h5.texts("resume/failures");
    if (h5.holds("sample")) {
        out.to_the_end.label = h5.integers("sample/to_the_end");
        out.at_hundredth.label = h5.integers("sample/at_hundredth");
    }
    return out;
}

} // namespace

std::vector<std::string> with_kernel(std::vector<std::string> source,
                                     const dynamics::OrbitFamily& family,
                                     const studies::BasinOptions& options)
{
    source.push_back("lanes of " + std::string(studies::kernel_name(family, options)));
    return source;
}

void write_interrupted(io::ArraySink& sink, const BasinModel& model, const BasinResults& results,
                       const std::vector<std::string>& source)
{
    const studies::Basins& found = results.found;
    write_source(sink, with_kernel(source, model.family, model.options));
    if (const Matrix unsettled = unsettled_of(found); unsettled.cols() > 0)
        sink.write("resume/unsettled", unsettled, "",
                   "displacements and rates of the modes where starts that have not settled "
                   "stopped, in their order");
    if (!found.failures.empty())
        sink.write("resume/failures", found.failures, "why motions broke off");
    for (std::size_t k = model.orbits.size(); k < found.orbits.size(); ++k) {
        const KnownOrbit& orbit = found.orbits[k];
        const std::string group = "resume/" + numbered("orbits", k);
        sink.write(group + "size", std::vector{orbit.size}, "",
                   "the largest energy norm of its states");
        sink.write(group + "own_mirror", std::vector<int>{orbit.own_mirror ? 1 : 0}, "1 or 0");
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
