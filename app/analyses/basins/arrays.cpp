#include "app/analyses/basins/plane.hpp"

#include "app/results/branch_file.hpp"
#include "io/vtk_file.hpp"

#include <cmath>
#include <limits>

namespace slideway::app {

namespace {

// The largest displacement of the motion that a start settles on; not a number of the others.
Vector largest_of(const BasinResults& results, Index monitor)
{
    const std::vector<int>& labels = results.grid.label;
    Vector largest(static_cast<Index>(labels.size()));
    for (Index i = 0; i < largest.size(); ++i) {
        const int label = labels[static_cast<std::size_t>(i)];
        largest(i) =
            label >= 0 ? results.largest(monitor, label) : std::numeric_limits<double>::quiet_NaN();
    }
    return largest;
}

void write_orbits(io::ArraySink& sink, const Basins& e, const BasinModel& model,
                  const BasinResults& results)
{
    const double Omega = model.family.system().Omega;
    for (std::size_t k = 0; k < results.found.orbits.size(); ++k) {
        const dynamics::KnownOrbit& orbit = results.found.orbits[k];
        const std::string group = numbered("orbits", k);
        sink.write(group + "name", std::vector<std::string>{orbit.name},
                   "of the orbit whose label is its number from 0");
        sink.write(group + "growth", std::vector{orbit.growth}, "",
                   "magnitude of the largest multiplier of its period");
        Matrix states(2 * model.family.m(), orbit.periods());
        for (Index i = 0; i < states.cols(); ++i)
            states.col(i) = orbit.states[static_cast<std::size_t>(i)];
        sink.write(group + "states", states, "",
                   "displacements q and rates q' of the modes at phase 0, period after period");
        if (!results.integrity.empty() && results.integrity[k])
            sink.write(group + "integrity", std::vector{results.integrity[k]->radius},
                       measure_of(model.axes).unit,
                       "radius of the largest disc about it in the plane without another label; "
                       "without unit: in parts of the widths of the axes");
        for (std::size_t a = 0; a < 2; ++a) {
            const PlaneAxis& axis = model.axes[a];
            const Matrix motion = at_phase_zero(model.plane[a], orbit, Omega);
            sink.write(group + (a == 0 ? "x" : "y"),
                       Vector(motion.row(axis.velocity ? 1 : 0).transpose()), axis.unit,
                       "on the plane, at phase 0 of the drive, period after period");
        }
        for (std::size_t w = 0; w < e.monitors.size(); ++w) {
            const dynamics::ModalOutput& output = model.watched[w];
            const std::string unit = unit_on("m", output.measure),
                              to = group + "points/" + e.monitors[w] + "/";
            const Matrix motion = at_phase_zero(output, orbit, Omega);
            sink.write(to + "displacement", Vector(motion.row(0).transpose()), unit,
                       "at phase 0 of the drive, period after period");
            sink.write(to + "velocity", Vector(motion.row(1).transpose()),
                       unit_on("m/s", output.measure), "likewise");
            sink.write(to + "largest",
                       std::vector{results.largest(static_cast<Index>(w), static_cast<Index>(k))},
                       unit, "in its period");
            sink.write(to + "least",
                       std::vector{results.least(static_cast<Index>(w), static_cast<Index>(k))},
                       unit, "likewise");
        }
    }
}

} // namespace

void write_basins(io::ArraySink& sink, const Basins& e, const BasinModel& model,
                  const BasinResults& results)
{
    const studies::Basins& found = results.found;
    sink.attribute("monitor", e.monitors.front());
    sink.attribute("x", model.axes[0].name());
    sink.attribute("y", model.axes[1].name());
    sink.write("x", model.axes[0].values(), model.axes[0].unit, "of the starts, first axis");
    sink.write("y", model.axes[1].values(), model.axes[1].unit, "of the starts, second axis");
    sink.write("starts/label", results.grid.label,
               "number of the orbit from 0; -1 not settled, -2 not run, -3 broke off; x fastest");
    sink.write("starts/since", results.grid.since,
               "periods to the first state beside that orbit; -1: none");
    sink.write("starts/taken", results.grid.taken, "periods that the motion ran");
    if (e.refine > 0)
        sink.write("starts/round", results.grid.round,
                   "in which the start was chosen, 0: of the first grid; -1: it was not run, and "
                   "has what the cell around it has");
    if (!found.sample.empty()) {
        std::vector<int> which;
        for (const std::size_t i : found.sample)
            which.push_back(static_cast<int>(found.points[i]));
        sink.write("sample/start", which, "starts that were looked at again, from 0");
        sink.write("sample/to_the_end", found.to_the_end.label,
                   "their labels where nothing stops a motion early");
        sink.write("sample/at_hundredth", found.at_hundredth.label,
                   "their labels at a hundredth of the tolerance");
    }
    write_orbits(sink, e, model, results);
}

void write_image(const PictureFolder& folder, const BasinModel& model, const BasinResults& results)
{
    if (!folder.takes_next())
        return;
    const studies::GridOutcomes& grid = results.grid;
    io::VtkImage image;
    for (std::size_t k = 0; k < 2; ++k) {
        const PlaneAxis& axis = model.axes[k];
        image.n[k] = axis.n;
        image.origin[k] = axis.from;
        image.spacing[k] = (axis.to - axis.from) / (axis.n - 1);
    }
    const auto numbers = [](const std::vector<int>& given_numbers) {
        return Vector(Eigen::Map<const Eigen::VectorXi>(given_numbers.data(),
                                                        static_cast<Index>(given_numbers.size()))
                          .cast<double>());
    };
    image.point_arrays = {{"label", numbers(grid.label)},
                          {"since", numbers(grid.since)},
                          {"largest", largest_of(results, 0)}};
    if (model.starts.refine > 0)
        image.point_arrays.push_back({"round", numbers(grid.round)});
    io::write_vti(folder / "basins.vti", image);
}

} // namespace slideway::app
