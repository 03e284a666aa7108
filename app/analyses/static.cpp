#include "app/analyses/analyses.hpp"
#include "app/results/paraview.hpp"
#include "fem/recovery.hpp"
#include "io/hdf5_file.hpp"
#include "io/vtk_file.hpp"

#include <cstdio>

namespace slideway::app {

namespace {

void write_files(const std::filesystem::path& folder, const Case& c, const BuiltModel& built,
                 const dynamics::StaticResult& result)
{
    io::Hdf5Writer h5(folder / "results.h5");
    h5.attribute("title", c.title);
    h5.attribute("analysis", "static");
    for (std::size_t b = 0; b < result.u.size(); ++b) {
        const fem::Substructure& body = built.model.bodies[b];
        const std::string at = "bodies/" + body.name + "/";
        h5.write(at + "dofs", result.u[b], "m", "dofs of the (reduced) body");
        if (!body.recovery)
            continue;
        h5.write(at + "displacement", body.recovery->displacement(result.u[b]), "m",
                 "nodes x (x, y)");
        h5.write(at + "stress", body.recovery->stress(result.u[b]), "Pa",
                 "nodes x (s_xx, s_yy, s_xy)");
    }
    h5.close();

    const Scene scene(built);
    if (!scene.empty()) {
        std::filesystem::create_directories(folder / "fields");
        io::VtkGrid grid = scene.grid(scene.displacement(result.u), scene.stress(result.u));
        std::vector<PointContact> points;
        for (const dynamics::ContactPoint& p : result.points)
            points.push_back({p.contact, p.slave, p.segment, p.lambda,
                              contact::coefficient(built.model.sliding[p.contact].friction, 0.0),
                              result.direction[p.contact], p.projection,
                              p.closed ? contact::State::sliding : contact::State::none});
        if (!points.empty())
            scene.add_contacts(grid, points);
        io::write_vtu(folder / "fields" / "static.vtu", grid);
        io::write_pvd(folder / "static.pvd", {{0.0, "fields/static.vtu"}});
    }
}

} // namespace

Outcome run_static(const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    auto result = located(c.analysis.places, "analysis", [&]() -> dynamics::StaticResult {
        return dynamics::static_solution(built.model, monitor.until_stopped());
    });
    Summary summary = summarise(built, result);
    return {std::move(summary), [&c, &built, result = std::move(result)](const auto& folder) {
                write_files(folder, c, built, result);
            }};
}

void check_static(const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    located(c.analysis.places, "analysis",
            [&] { (void)dynamics::static_solution(built.model, monitor.until_stopped()); });
    std::printf("analysis static\n");
}

} // namespace slideway::app
