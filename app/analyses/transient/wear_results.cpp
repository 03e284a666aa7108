#include "app/analyses/transient/wear_results.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "fem/plane.hpp"
#include "io/vtk_file.hpp"

#include <algorithm>
#include <functional>

namespace slideway::app {

namespace {

using dynamics::PatchWear;

Vector per_area(const PatchWear& wear)
{
    const auto areas = Eigen::Map<const Vector>(wear.cells.areas.data(),
                                                static_cast<Index>(wear.cells.areas.size()));
    return wear.dissipated.cwiseQuotient(areas);
}

Matrix places(const std::vector<contact::Vector2>& points)
{
    Matrix X(static_cast<Index>(points.size()), 2);
    for (std::size_t i = 0; i < points.size(); ++i)
        X.row(static_cast<Index>(i)) = points[i].transpose();
    return X;
}

Matrix corners_of(const contact::MapCells& cells)
{
    Matrix corners(static_cast<Index>(cells.size()), 4);
    for (std::size_t i = 0; i < cells.size(); ++i)
        for (std::size_t k = 0; k < 4; ++k)
            corners(static_cast<Index>(i), static_cast<Index>(k)) =
                static_cast<double>(cells.corners[i][k]);
    return corners;
}

struct WornPatch {
    std::string name;
    const PatchWear* wear;
};

std::vector<WornPatch> worn_patches(const std::vector<dynamics::PatchContact>& patches,
                                    const dynamics::MotionRecord& result)
{
    std::vector<WornPatch> all;
    for (std::size_t p = 0; p < result.wear.size(); ++p)
        if (result.wear[p])
            all.push_back({patches[p].name, &*result.wear[p]});
    return all;
}

// Visits the patches with wear. The describer visits a null pointer.
void each_worn(io::Entries& a, const std::vector<dynamics::PatchContact>& patches,
               const dynamics::MotionRecord& result, const std::string& group,
               const std::function<void(const PatchWear* wear)>& members)
{
    const std::vector<WornPatch> all = worn_patches(patches, result);
    a.each_group(io::names_of(all), group, "W", "a patch that `analysis.wear` names",
                 [&](std::size_t k) { members(a.describes() ? nullptr : all[k].wear); });
}

} // namespace

std::vector<int> wear_cells(const Transient& e, const Case& c,
                            const std::vector<dynamics::PatchContact>& patches)
{
    std::vector<int> cells;
    std::vector<std::string> names;
    for (const dynamics::PatchContact& patch : patches)
        if (!patch.law.is_point())
            names.push_back(patch.name);
    for (const std::string& name : e.wear) {
        const auto found = std::find_if(
            patches.begin(), patches.end(),
            [&](const dynamics::PatchContact& patch) -> bool { return patch.name == name; });
        if (found == patches.end() || found->law.is_point())
            throw InputError(c.analysis.places.of("wear"), "analysis.wear", "\"" + name + "\"",
                             "no joint of law patch with an area has that name" +
                                 name_hint(name, names));
        cells.resize(patches.size(), 0);
        cells[static_cast<std::size_t>(found - patches.begin())] = e.wear_cells;
    }
    return cells;
}

void wear_arrays(io::Entries& a, const std::vector<dynamics::PatchContact>& patches,
                 const dynamics::MotionRecord& result)
{
    each_worn(a, patches, result, "wear", [&](const PatchWear* wear) {
        a.derived([&] { return places(wear->cells.vertices); }, "vertices", "m",
                  "x, y from the port, on the axes of the pressure map", "vertices x 2");
        a.derived([&] { return corners_of(wear->cells); }, "corners", "",
                  "vertices of each cell, from 0; of a triangle the last one twice", "cells x 4");
        a.derived([&] { return wear->cells.areas; }, "area", "m^2", "area of each cell", "cells");
        a.derived([&] { return io::column(wear->cells.loads, &contact::LoadedPoint::load); },
                  "normal_force", "N", "normal force on each cell", "cells");
        a.derived([&] { return per_area(*wear); }, "dissipated", "J/m^2",
                  "energy dissipated in each cell over its area; `wear_W.vtu` has it and the "
                  "pressure for ParaView",
                  "cells");
    });
}

void wear_quantities(io::Entries& q, const std::vector<dynamics::PatchContact>& patches,
                     const dynamics::MotionRecord& result)
{
    each_worn(q, patches, result, "", [&](const PatchWear* wear) {
        double most = 0;
        contact::Vector2 place = contact::Vector2::Zero();
        if (wear != nullptr) {
            Index cell = 0;
            most = per_area(*wear).maxCoeff(&cell);
            place = wear->cells.loads[static_cast<std::size_t>(cell)].at;
        }
        q.derived([&] { return static_cast<double>(wear->cells.size()); }, "wear.cells", "",
                  "number of cells");
        q.derived([&] { return wear->dissipated.sum(); }, "wear.dissipated", "J",
                  "sum of the energy dissipated in the cells");
        q.derived(most, "wear.max", "J/m^2", "largest energy per area");
        q.derived(place(0), "wear.max_x", "m", "where it is, on the axes of the pressure");
        q.derived(place(1), "wear.max_y", "m", "where it is, on the axes of the pressure");
    });
}

void draw_wear(const PictureFolder& folder, const std::vector<dynamics::PatchContact>& patches,
               const dynamics::MotionRecord& result)
{
    for (const auto& [name, wear] : worn_patches(patches, result)) {
        if (!folder.takes_next())
            continue;
        const contact::MapCells& cells = wear->cells;
        fem::Mesh mesh;
        mesh.X = fem::positions_in_space(places(cells.vertices));
        mesh.blocks = {{"quad4", corners_of(cells).cast<int>()}};
        Matrix pressure(static_cast<Index>(cells.size()), 1);
        for (std::size_t i = 0; i < cells.size(); ++i)
            pressure(static_cast<Index>(i), 0) = cells.loads[i].load / cells.areas[i];
        io::write_vtu(folder / ("wear_" + name + ".vtu"),
                      {{&mesh},
                       mesh.X,
                       {},
                       {{"dissipated", Matrix(per_area(*wear))}, {"pressure", pressure}}});
    }
}

} // namespace slideway::app
