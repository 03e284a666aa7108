#include "app/analyses/basins/basin_results.hpp"

#include "app/results/interrupted_run.hpp"
#include "io/entries.hpp"
#include "io/vtk_file.hpp"

#include <cmath>
#include <limits>

namespace slideway::app {

namespace {

// Largest displacement of the first monitor in the motion of each start; NaN without a motion.
Vector largest_of(const BasinResults& results)
{
    const std::vector<int>& labels = results.grid.label;
    Vector largest(static_cast<Index>(labels.size()));
    for (Index i = 0; i < largest.size(); ++i) {
        const int label = labels[static_cast<std::size_t>(i)];
        largest(i) = label >= 0
                         ? results.orbits[static_cast<std::size_t>(label)].monitors[0].largest
                         : std::numeric_limits<double>::quiet_NaN();
    }
    return largest;
}

} // namespace

void arrays(io::Entries& a, BasinResults& r)
{
    PlaneAxis &x = r.axes[0], &y = r.axes[1];
    studies::GridOutcomes& grid = r.grid;
    const std::string units = "m, m/s", plane_unit = a.unit(r.measure.unit, "m, m/s or none");
    a.note("n_x and n_y are the numbers of starts along the axes, with `refine` those of the "
           "finest grid. Start k has the number i_y n_x + i_x. n is the period of a motion, in "
           "periods of the drive.");
    a.note("`basins.vti` has `label`, `since`, `largest` and, with `refine`, `round` of each "
           "start, for ParaView.");
    a.attribute(r.monitor, "monitor", "first monitor");
    a.attribute(x.name(), "x", "first axis of the plane");
    a.attribute(y.name(), "y", "second axis of the plane");
    a.derived([&] { return x.values(); }, "x", a.unit(x.unit, units),
              "values of the starts on the first axis", "n_x");
    a.derived([&] { return y.values(); }, "y", a.unit(y.unit, units),
              "values of the starts on the second axis", "n_y");
    a.group("starts", [&] {
        a.array(grid.label, "label", "",
                "number of the orbit from 0; -1 not settled, -2 not run, -3 broke off; x fastest",
                "n_x n_y");
        a.array(grid.since, "since", "",
                "periods of the drive to the first state near that orbit; -1: none", "n_x n_y");
        a.array(grid.taken, "taken", "", "number of periods of the motion", "n_x n_y");
        a.array(grid.round, "round", "",
                "round in which the start was chosen, 0: of the grid of the case; -1: it was not "
                "run, and has label and since of a corner of the cell around it, whose border "
                "has one label",
                "n_x n_y", "with `refine`");
    });
    const std::string again = "if starts were run again";
    a.array(r.again, "sample/start", "", "starts that were run again, from 0", "s", again);
    a.array(r.found.to_the_end.label, "sample/to_the_end", "",
            "their labels at the end of all periods", "s", again);
    a.array(r.found.at_hundredth.label, "sample/at_hundredth", "",
            "their labels at a hundredth of the tolerance", "s", again);
    a.numbered(
        r.orbits, "orbits", "K", "the number of an orbit; its label is K - 1", [&](BasinOrbit& o) {
            a.array(o.name, "name", "", "name of the motion");
            a.array(o.growth, "growth", "", "magnitude of the largest multiplier of its period");
            a.array(
                o.states, "states", "",
                "displacements q [m sqrt(kg)] and rates q' [m sqrt(kg)/s] of the modes at phase "
                "0, period after period",
                "2 m x n");
            a.derived(o.integrity ? std::optional(o.integrity->radius) : std::nullopt, "integrity",
                      plane_unit,
                      "radius of the largest disc about its states in the plane without a start of "
                      "another label (docs/theory/basins.md, section 4); without unit: relative to "
                      "the widths of the axes",
                      "", "if all states lie in the plane and the run was complete");
            a.array(o.x, "x", a.unit(x.unit, units), "first coordinate on the plane, at phase 0",
                    "n");
            a.array(o.y, "y", a.unit(y.unit, units), "second coordinate on the plane, at phase 0",
                    "n");
            a.named(o.monitors, "points", "M", "a monitor", [&](MonitoredOrbit& m) {
                const std::string unit = unit_on("m", m.measure);
                a.array(m.displacement, "displacement", unit, "at phase 0, period after period",
                        "n");
                a.array(m.velocity, "velocity", unit_on("m/s", m.measure),
                        "at phase 0, period after period", "n");
                a.array(m.largest, "largest", unit, "largest displacement in the period");
                a.array(m.least, "least", unit, "least displacement in the period");
            });
        });
    a.group("modes", [&] { arrays(a, r.modes); });
    a.optional(r.resume, "resume", "after an interruption", [&](BasinResults::Resume& resume) {
        resume_source(a, resume.source);
        a.array(resume.unsettled, "unsettled", "",
                "displacements and rates of the modes where starts that have not settled "
                "stopped, in their order",
                "2 m x starts", "if there are any");
        a.array(resume.failures, "failures", "", "reasons for which motions broke off", "f",
                "if there are any");
    });
    a.numbered(r.orbits, "resume/orbits", "K", "the number of an orbit; its label is K - 1",
               [&](BasinOrbit& o) {
                   const std::string found = "for motions that an interrupted run found";
                   a.array(o.size, "size", "", "largest energy norm of the states", "", found);
                   a.array(o.own_mirror, "own_mirror", "",
                           "1 if the motion is its own mirror image, otherwise 0", "", found);
               });
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
                          {"largest", largest_of(results)}};
    if (model.starts.refine > 0)
        image.point_arrays.push_back({"round", numbers(grid.round)});
    io::write_vti(folder / "basins.vti", image);
}

} // namespace slideway::app
