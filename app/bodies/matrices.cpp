#include "app/bodies/matrices.hpp"

#include "app/bodies/body_keys.hpp"
#include "app/bodies/named_value.hpp"
#include "fem/local_origin.hpp"
#include "fem/matrices.hpp"

#include <system_error>
#include <tuple>

namespace slideway::app {

namespace {

fem::Substructure of_files(const Matrices& e, const BodySource& source)
{
    const std::filesystem::path& folder = source.folder;
    auto matrix = [&folder](const io::FileOr<io::GivenMatrix>& given) -> fem::MatrixSource {
        if (given.given)
            return given.given->matrix();
        return given.empty() ? fem::MatrixSource() : folder / given.file;
    };
    fem::MatricesOptions options{matrix(e.M),
                                 matrix(e.C),
                                 matrix(e.K),
                                 folder / e.dofs.file,
                                 {},
                                 e.scale.value_or(1),
                                 e.faces.empty() ? "" : folder / e.faces};
    if (e.dofs.given)
        options.names = {e.dofs.given->names(), e.nodes, e.groups};
    try {
        return fem::matrices(source.name, options);
    } catch (const InputError& error) { // the error names the file; find its key
        for (const auto& [key, value, file] :
             {std::tuple{"M", e.M.file, options.M.file}, std::tuple{"C", e.C.file, options.C.file},
              std::tuple{"K", e.K.file, options.K.file},
              std::tuple{"dofs", e.dofs.file, options.dofs},
              std::tuple{"faces", e.faces, options.faces}})
            if (!file.empty() && error.file().file == file.string())
                throw InputError(key, "\"" + value + "\"", error.what());
        throw;
    }
}

void dofs_fields(io::Fields& f, Matrices& e)
{
    f.file_or({"dofs",
               "",
               "table of comma-separated values, a line per row of the matrices, with the columns "
               "dof, node, component, X, Y and, if needed, Z and groups; or a name for each row, "
               "\"node.component\", or \"\" if it is not used",
               true,
               {},
               {},
               true},
              e.dofs);
    f.named_lists({"nodes", "m",
                   "with names in dofs: positions of nodes, X, Y and, if needed, Z, e.g. "
                   "{ tip = [0.1, 0] }; others have no place"},
                  e.nodes);
    f.named_lists(
        {"groups", "", "with names in dofs: nodes of groups, e.g. { face = [\"n1\", \"n2\"] }"},
        e.groups);
    for (const std::string key : {"nodes", "groups"})
        if (f.has(key) && !e.dofs.given)
            f.refuse(key, "goes with a list of names in dofs; a table has columns for that");
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
        f.file_or({"M", "kg", "Matrix Market file of the mass matrix", true, {}, {}, true}, e.M);
        f.file_or({"C", "N s/m", "of the damping matrix", false, {}, "no damping", true}, e.C);
        f.file_or({"K", "N/m", "of the stiffness matrix", true, {}, {}, true}, e.K);
        dofs_fields(f, e);
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
        for (const std::string key : {"M", "C", "K", "dofs", "nodes", "groups", "faces"})
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
    for (const std::string& name : {e.M.file, e.C.file, e.K.file, e.dofs.file, e.faces})
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
                         : name_value_in_errors("folder", e.folder, [&]() -> fem::Substructure {
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
