#include "app/model/pressure_source.hpp"

#include "app/case/joint_entry.hpp"
#include "app/case/named_results.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "io/hdf5_file.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace slideway::app {

namespace {

contact::ExternalPressure of_surface(const fem::Port& port)
{
    const auto refuse = [&](const std::string& reason) {
        throw InputError("pressure.shape", "\"surface\"", "port " + port.name + reason);
    };
    if (!port.surface)
        refuse(" has no faces; expected a port (ports) whose group is a surface: elements of a "
               "mesh, or faces of type matrices");
    if (!port.surface->level)
        refuse(" lies in space: its faces are not in one plane of x and y");
    contact::ExternalPressure pressure;
    for (Index i = 0; i < port.surface->X.rows(); ++i)
        pressure.vertices.push_back({port.surface->X.row(i).transpose(), 1});
    for (const std::array<int, 3>& t : port.surface->triangles)
        pressure.triangles.push_back({static_cast<std::size_t>(t[0]),
                                      static_cast<std::size_t>(t[1]),
                                      static_cast<std::size_t>(t[2])});
    return pressure;
}

[[noreturn]] void refuse_results(const std::string& results, const std::string& reason)
{
    throw InputError("pressure.results", "\"" + results + "\"", reason);
}

// Nodes along a master curve with their pressures and forces.
struct StaticContact {
    std::vector<double> along, pressure, force;
    double thickness = 0;
    std::string title; ///< title of the case
};

StaticContact read_contact(const std::filesystem::path& file, const std::string& results,
                           const std::string& name)
{
    try {
        const io::Hdf5Reader h5(file);
        const std::string group = "contacts/" + name + "/";
        if (!h5.holds(group + "along"))
            refuse_results(results, "holds no contact " + name +
                                        " of a static analysis; expected results of type = "
                                        "\"static\" of a case with that contact");
        StaticContact c{h5.numbers(group + "along"), h5.numbers(group + "pressure"),
                        h5.numbers(group + "force"), h5.numbers(group + "thickness").at(0),
                        h5.attribute("", "title")};
        if (c.pressure.size() != c.along.size() || c.force.size() != c.along.size())
            refuse_results(results, "contact " + name + ": its arrays differ in length");
        return c;
    } catch (const std::runtime_error& error) { // missing or damaged results
        refuse_results(results, error.what());
    }
}

// Pressure on rectangles between neighbouring nodes: linear along the master and constant across.
contact::ExternalPressure of_contact(const std::filesystem::path& file, const std::string& results,
                                     const std::string& name)
{
    const StaticContact c = read_contact(file, results, name);
    if (!(c.thickness > 0) || c.along.size() < 2)
        refuse_results(results, "contact " + name +
                                    " has slave nodes without thickness: points; expected a curve "
                                    "of a body that has one");
    contact::ExternalPressure pressure;
    pressure.source = "contact " + name + " in " + results +
                      (c.title.empty() ? "" : ", \"" + c.title + "\"") + ", checksum " +
                      io::checksum_in(file);
    pressure.normal_force = std::accumulate(c.force.begin(), c.force.end(), 0.0);
    if (!(pressure.normal_force > 0))
        refuse_results(results, "contact " + name + " is open everywhere, so there is no pressure");
    const double centre = std::inner_product(c.along.begin(), c.along.end(), c.force.begin(), 0.0) /
                          pressure.normal_force;

    std::vector<std::size_t> order(c.along.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) -> bool { return c.along[a] < c.along[b]; });
    for (std::size_t k = 0; k < order.size(); ++k) {
        const double x = c.along[order[k]] - centre, p = c.pressure[order[k]];
        pressure.vertices.push_back({{x, -c.thickness / 2}, p});
        pressure.vertices.push_back({{x, c.thickness / 2}, p});
        if (k > 0 && (p > 0 || c.pressure[order[k - 1]] > 0)) {
            pressure.triangles.push_back({2 * k - 2, 2 * k, 2 * k - 1});
            pressure.triangles.push_back({2 * k, 2 * k + 1, 2 * k - 1});
        }
    }
    return pressure;
}

NamedResults results_of(const Case& c, const JointEntry& entry, const std::string& results)
{
    return named_results(c, entry.places.of("pressure.results"), results);
}

} // namespace

contact::PressureSource pressure_source(const Case& c, const JointEntry& entry,
                                        const fem::Port& first, std::size_t body)
{
    return {.angle = placement_angle(c.substructures[body].kind),
            .surface = [&first]() -> contact::ExternalPressure { return of_surface(first); },
            .contact = [&c, &entry](const std::string& results,
                                    const std::string& name) -> contact::ExternalPressure {
                const NamedResults named = results_of(c, entry, results);
                if (!named.file)
                    refuse_results(results,
                                   "no such file; expected results.h5 of a static analysis, or "
                                   "its folder, relative to the " +
                                       named.relative_to);
                return of_contact(*named.file, results, name);
            }};
}

std::vector<std::filesystem::path> pressure_files(const Case& c)
{
    std::vector<std::filesystem::path> files;
    for (const JointEntry& entry : c.joints)
        for (const std::string& results : entry.results)
            if (const NamedResults named = results_of(c, entry, results); named.file)
                files.push_back(*named.file);
    return files;
}

} // namespace slideway::app
