#include "app/bodies/matrices.hpp"

#include "app/bodies/body_keys.hpp"
#include "fem/local_origin.hpp"
#include "fem/matrices.hpp"

#include <system_error>
#include <tuple>

namespace slideway::app {

namespace {

fem::Substructure of_files(const Matrices& e, const BodySource& source)
{
    const std::filesystem::path& folder = source.folder;
    const fem::MatricesOptions options{folder / e.M,
                                       e.C.empty() ? "" : folder / e.C,
                                       folder / e.K,
                                       folder / e.dofs,
                                       {},
                                       e.scale.value_or(1),
                                       e.faces.empty() ? "" : folder / e.faces};
    try {
        return fem::matrices(source.name, options);
    } catch (const InputError& error) { // names the file: of which key?
        for (const auto& [key, value, file] :
             {std::tuple{"M", e.M, options.M}, std::tuple{"C", e.C, options.C},
              std::tuple{"K", e.K, options.K}, std::tuple{"dofs", e.dofs, options.dofs},
              std::tuple{"faces", e.faces, options.faces}})
            if (!file.empty() && error.file().file == file.string())
                throw InputError(key, "\"" + value + "\"", error.what());
        throw;
    }
}

} // namespace

void fields(io::Fields& f, Matrices& e)
{
    const bool files = !f.has("folder");
    f.text({"folder",
            "",
            "written by `export`; in place of the files M, C, K and dofs",
            false,
            {},
            "none",
            true},
           e.folder);
    if (files) {
        f.text({"M", "kg", "Matrix Market file of the mass matrix", true, {}, {}, true}, e.M);
        f.text({"C", "N s/m", "of the damping matrix", false, {}, "no damping", true}, e.C);
        f.text({"K", "N/m", "of the stiffness matrix", true, {}, {}, true}, e.K);
        f.text({"dofs",
                "",
                "table of comma-separated values, a line per row of the matrices, with the columns "
                "dof, node, component, X, Y and, if needed, Z and groups",
                true,
                {},
                {},
                true},
               e.dofs);
        f.text(
            {"faces",
             "",
             "table with the columns group and nodes, a line per face: 3, 4, 6 or 8 named nodes, "
             "corners around it, then mid nodes; or 2, a side with the body on its right. Their "
             "groups weigh nodes by area or length",
             false,
             {},
             "groups weigh nodes alike"},
            e.faces);
        scale_field(f, e.scale, "X, Y and Z in dofs", "1");
    } else {
        for (const std::string key : {"M", "C", "K", "dofs", "faces"})
            if (f.has(key))
                f.refuse(key, "give either folder or the files M, C, K and dofs");
        if (f.has("scale"))
            f.refuse("scale", "what `export` writes is in metres");
    }
}

std::vector<std::filesystem::path> input_files(const Matrices& e,
                                               const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> files;
    for (const std::string& name : {e.M, e.C, e.K, e.dofs, e.faces})
        if (!name.empty())
            files.push_back(folder / name);
    std::error_code refused_later;
    if (!e.folder.empty())
        for (const auto& file :
             std::filesystem::directory_iterator(folder / e.folder, refused_later))
            files.push_back(file.path());
    return files;
}

Drawing draw(const Matrices& e, const BodySource& source, const Monitor& /*monitor*/)
{
    fem::Substructure body =
        e.folder.empty() ? of_files(e, source)
                         : of_value("folder", e.folder, [&]() -> fem::Substructure {
                               return fem::read_exported(source.name, source.folder / e.folder);
                           });
    const std::optional<fem::Inertia> inertia = fem::inertia(body);
    fem::hold(body, source.fixed);
    Drawing drawing;
    drawing.box = fem::box_of(body);
    drawing.made = {std::move(body), inertia};
    return drawing;
}

MadeBody make(const Matrices& /*e*/, const BodySource& source, Drawing drawing)
{
    MadeBody made = std::move(drawing.made).value();
    fem::turn_about(made.body, source.origin);
    return made;
}

} // namespace slideway::app
