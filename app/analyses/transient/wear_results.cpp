#include "app/analyses/transient/wear_results.hpp"

#include "app/results/quantities.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "io/vtk_file.hpp"

#include <algorithm>

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

// Runs `work` on the name and the wear of each patch that has any.
template <class Work>
void for_each_wear(const std::vector<dynamics::PatchContact>& patches,
                   const dynamics::MotionRecord& result, const Work& work)
{
    for (std::size_t p = 0; p < result.wear.size(); ++p)
        if (result.wear[p])
            work(patches[p].name, *result.wear[p]);
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

void write_wear(io::ArraySink& sink, const std::vector<dynamics::PatchContact>& patches,
                const dynamics::MotionRecord& result)
{
    for_each_wear(patches, result, [&](const std::string& name, const PatchWear& wear) {
        const std::string group = "wear/" + name + "/";
        sink.write(group + "vertices", places(wear.cells.vertices), "m",
                   "x, y from the port, on the axes of the map");
        Matrix corners(static_cast<Index>(wear.cells.size()), 4);
        std::vector<double> loads;
        for (std::size_t i = 0; i < wear.cells.size(); ++i) {
            for (std::size_t k = 0; k < 4; ++k)
                corners(static_cast<Index>(i), static_cast<Index>(k)) =
                    static_cast<double>(wear.cells.corners[i][k]);
            loads.push_back(wear.cells.loads[i].load);
        }
        sink.write(group + "corners", corners, "",
                   "vertices of each cell, from 0; of a triangle the last one twice");
        sink.write(group + "area", wear.cells.areas, "m^2", "of each cell");
        sink.write(group + "normal_force", loads, "N", "on each cell");
        sink.write(group + "dissipated", per_area(wear), "J/m^2", "in each cell, over its area");
    });
}

void summarise_wear(Summary& s, const std::vector<dynamics::PatchContact>& patches,
                    const dynamics::MotionRecord& result)
{
    for_each_wear(patches, result, [&](const std::string& name, const PatchWear& wear) {
        const Vector density = per_area(wear);
        Index most = 0;
        density.maxCoeff(&most);
        const contact::Vector2& place = wear.cells.loads[static_cast<std::size_t>(most)].at;
        add(s, name + ".wear.cells", static_cast<double>(wear.cells.size()), "");
        add(s, name + ".wear.dissipated", wear.dissipated.sum(), "J");
        add(s, name + ".wear.max", density(most), "J/m^2");
        add(s, name + ".wear.max_x", place(0), "m");
        add(s, name + ".wear.max_y", place(1), "m");
    });
}

void draw_wear(const PictureFolder& folder, const std::vector<dynamics::PatchContact>& patches,
               const dynamics::MotionRecord& result)
{
    for_each_wear(patches, result, [&](const std::string& name, const PatchWear& wear) {
        if (!folder.takes_next())
            return;
        fem::Mesh mesh;
        mesh.X = places(wear.cells.vertices);
        Eigen::MatrixXi nodes(static_cast<Index>(wear.cells.size()), 4);
        Matrix pressure(nodes.rows(), 1);
        for (std::size_t i = 0; i < wear.cells.size(); ++i) {
            const auto cell = static_cast<Index>(i);
            for (std::size_t k = 0; k < 4; ++k)
                nodes(cell, static_cast<Index>(k)) = static_cast<int>(wear.cells.corners[i][k]);
            pressure(cell, 0) = wear.cells.loads[i].load / wear.cells.areas[i];
        }
        mesh.blocks = {{"quad4", nodes}};
        io::write_vtu(folder / ("wear_" + name + ".vtu"),
                      {{&mesh},
                       mesh.X,
                       {},
                       {{"dissipated", Matrix(per_area(wear))}, {"pressure", pressure}}});
    });
}

} // namespace slideway::app
