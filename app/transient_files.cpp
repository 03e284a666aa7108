#include "app/paraview.hpp"
#include "app/results.hpp"
#include "app/summary_file.hpp"
#include "io/hdf5_file.hpp"
#include "io/vtk_file.hpp"

#include <array>
#include <cstdio>

namespace slideway::app {

namespace {

Vector vector(const std::vector<double>& values)
{
    return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

void write_arrays(const std::filesystem::path& file, const Case& c, const BuiltModel& built,
                  const dynamics::TransientResult& r, const Summary& summary)
{
    io::Hdf5Writer h5(file);
    h5.attribute("title", c.title);
    h5.attribute("analysis", "transient");
    h5.attribute("status", summary.status);
    h5.attribute("message", summary.message);
    h5.write("time", vector(r.time), "s", "time of each sample");
    for (const dynamics::ProbeHistory& p : r.probes) {
        const std::string at = "points/" + p.name + "/";
        h5.write(at + "displacement", vector(p.u), "m", "mean over the port, fixed frame");
        h5.write(at + "velocity", vector(p.v), "m/s", "central difference over two time steps");
        h5.write(at + "acceleration", vector(p.a), "m/s^2", "second difference of the time step");
    }
    for (const dynamics::ContactHistory& k : r.contacts) {
        if (!built.recorded_contacts.contains(k.name))
            continue;
        const std::string at = "contacts/" + k.name + "/";
        h5.write(at + "normal_force", vector(k.normal_force), "N", "lambda, > 0 compression");
        h5.write(at + "friction_force", vector(k.friction_force), "N",
                 "on the slave, along the segment from its first to its second node");
        h5.write(at + "gap", vector(k.gap), "m", "> 0 open");
        h5.write(at + "sliding_velocity", vector(k.sliding_velocity), "m/s",
                 "slave minus master, along the segment");
        h5.write(at + "slave_velocity_x", vector(k.slave_velocity_x), "m/s", "v_C, fixed frame");
        h5.write(at + "slave_velocity_y", vector(k.slave_velocity_y), "m/s", "v_C, fixed frame");
        h5.write(at + "contact_x", vector(k.contact_x), "m", "contact point, fixed frame");
        h5.write(at + "contact_y", vector(k.contact_y), "m", "contact point, fixed frame");
        h5.write(at + "slope", vector(k.slope), "rad", "gamma of the segment");
        h5.write(at + "alpha", vector(k.alpha), "", "position on the segment, 0 to 1");
        h5.write(at + "segment", k.segment, "counted from 0 along the master");
        h5.write(at + "state", k.state,
                 "0 none, 1 ramp of the drive (friction taken as developed), 2 sliding");
    }
    const dynamics::EnergyHistory& e = r.energy;
    h5.write("energy/time", vector(e.time), "s", "half a time step after each sample");
    h5.write("energy/stored", vector(e.stored), "J", "kinetic and elastic, since the start");
    h5.write("energy/loads", vector(e.loads), "J", "work of the loads");
    h5.write("energy/drive", vector(e.drive), "J", "work of the imposed motions");
    h5.write("energy/friction", vector(e.friction), "J", "dissipated in the contacts");
    h5.write("energy/damping", vector(e.damping), "J", "dissipated in the bodies");
    h5.write("energy/residual", vector(e.residual), "J",
             "stored - loads - drive + friction + damping");
    h5.close();
}

// Contact force on the points it acts on: the slave node and the two nodes of the segment.
void add_contact(io::VtkGrid& grid, const Scene& scene, const assembly::CoupledModel& model,
                 const dynamics::FieldFrame& frame, double direction)
{
    Matrix force = Matrix::Zero(scene.n_points(), 2), state = Matrix::Zero(scene.n_points(), 1);
    if (!model.sliding.empty()) {
        const assembly::Sliding& sliding = model.sliding.front();
        const contact::ContactRow row =
            contact::equilibrium_row(frame.projection, sliding.mu, direction);
        auto put = [&](std::size_t body, const Eigen::Vector2d& X, double x, double y) {
            if (const Index point = scene.point(body, X); point >= 0) {
                force.row(point) << -frame.lambda * x, -frame.lambda * y;
                state(point, 0) = static_cast<double>(frame.state);
            }
        };
        put(sliding.slave_body, sliding.slave_X, row.slave[0], row.slave[1]);
        for (Index k = 0; k < 2; ++k)
            put(sliding.master_body, sliding.master_X.row(frame.segment + k).transpose(),
                row.master[static_cast<std::size_t>(2 * k)],
                row.master[static_cast<std::size_t>(2 * k + 1)]);
    }
    grid.point_arrays.push_back({"contact_force", force});
    grid.point_arrays.push_back({"contact_state", state});
}

} // namespace

void write_results(const std::filesystem::path& folder, const Case& c, const BuiltModel& built,
                   const dynamics::TransientResult& r, const Summary& summary)
{
    clear_results(folder);
    write_arrays(folder / "results.h5", c, built, r, summary);
    const Scene scene(built);
    if (!r.frames.empty() && !scene.empty()) {
        std::filesystem::create_directories(folder / "fields");
        std::vector<std::pair<double, std::filesystem::path>> steps;
        for (std::size_t k = 0; k < r.frames.size(); ++k) {
            const dynamics::FieldFrame& frame = r.frames[k];
            std::array<char, 32> name{};
            std::snprintf(name.data(), name.size(), "frame_%05zu.vtu", k);
            io::VtkGrid grid = scene.grid(scene.displacement(frame.u), scene.stress(frame.u));
            add_contact(grid, scene, built.model, frame, r.direction);
            io::write_vtu(folder / "fields" / name.data(), grid);
            steps.emplace_back(frame.time, std::filesystem::path("fields") / name.data());
        }
        io::write_pvd(folder / "transient.pvd", steps);
    }
    write_summary(folder, c, built, summary);
}

} // namespace slideway::app
