#include "app/bodies/matrices.hpp"

#include "app/bodies/files_of_matrices.hpp"
#include "app/bodies/named_value.hpp"
#include "base/text.hpp"
#include "fem/exported_body.hpp"
#include "fem/local_origin.hpp"
#include "fem/matrices.hpp"
#include "fem/matrix_files/matrix_format.hpp"
#include "fem/readers/mesh_text.hpp"

#include <cmath>
#include <system_error>
#include <utility>

namespace slideway::app {

namespace {

void matrix_fields(io::Fields& f, Matrices& e)
{
    std::vector<std::string> formats;
    for (const fem::MatrixFormat& format : fem::matrix_formats())
        formats.push_back(format.name);
    f.text_or_texts({"file",
                     "",
                     "file or files with several matrices, in place of M, C and K, e.g. "
                     "\"disc.sti\" of CalculiX or a substructure of Abaqus",
                     false,
                     {},
                     "none",
                     true},
                    e.file);
    bool named = false;
    f.table({"names", "",
             "matrices to take of `file`, e.g. { K = \"KAAX\", M = \"MAAX\" }; by default their "
             "first letter decides"},
            named, [&e](io::Fields& n) {
                for (const std::string key : {"M", "C", "K"}) {
                    std::string name;
                    n.text({key, "", "name of the matrix", false, {}, "by its first letter"}, name);
                    if (!name.empty())
                        e.names[key] = fem::upper(name);
                }
            });
    f.text({"structural_damping",
            "",
            "imaginary part of the stiffness among the matrices of `file`, besides that of a "
            "complex K; \"none\": without the matrix of that name. For frf, complex-modes; "
            "damping.viscous_at_hz makes it viscous",
            false,
            {},
            "K4... of Nastran, _DMPS of Abaqus",
            true},
           e.structural_damping);
    const bool single = !f.has("file");
    if (single && f.has("structural_damping"))
        f.refuse("structural_damping", "names a matrix of file; give file in place of M, C and K");
    f.file_or({"M",
               "kg",
               "file of the mass matrix; the content decides the format: " + listed(formats, "or"),
               single,
               {},
               {},
               true},
              e.M);
    f.file_or({"C", "N s/m", "of the damping matrix", false, {}, "no damping", true}, e.C);
    f.file_or({"K", "N/m", "of the stiffness matrix", single, {}, {}, true}, e.K);
    for (const std::string key : {"M", "C", "K"})
        if (f.has(key) && !single)
            f.refuse(key, "give either file, or M, C and K");
}

void drawing_fields(io::Fields& f, Matrices& e)
{
    f.text(
        {"mesh",
         "",
         "file with the nodes of the matrices, of Abaqus, CalculiX, Nastran, Gmsh (.msh) or Ansys "
         "Mechanical, or a universal file: positions by label, sets and surfaces as groups, and "
         "elements, which show the body",
         false,
         {},
         "none",
         true},
        e.mesh);
    f.file_or(
        {"T",
         "",
         "file with a matrix in Matrix Market or OP4 that gives the motion of nodes of `mesh` for "
         "pictures, u = T q: x, y and z of each node by ascending labels (or with rotations, 6 "
         "rows), a column per dof",
         false,
         {},
         "the matrices move the nodes, or MUG1 of the files",
         true},
        e.T);
    f.numbers({"T_nodes",
               "",
               "labels of the nodes of T, in the order of its rows; without T, of the recovery "
               "vectors of a substructure of Abaqus",
               false,
               {.min = 1, .max = static_cast<double>(fem::most_label)},
               "all nodes of mesh"},
              e.T_nodes);
    for (const double label : e.T_nodes)
        if (label != std::floor(label))
            f.refuse("T_nodes", "expected whole numbers, the labels of nodes");
    f.refuse_repeated("T_nodes", e.T_nodes);
}

void dofs_fields(io::Fields& f, Matrices& e)
{
    f.file_or({"dofs",
               "",
               "table of comma-separated values, a line per row of the matrices, with the columns "
               "dof, node, component and, if known, X, Y, Z and groups; or a name for each row, "
               "\"node.component\", or \"\" if it is not used; or the mapping of HBMAT or the "
               "vector BACK of "
               "Ansys. Not needed if the files name their rows. Beside mesh, names hold labels of "
               "its nodes, \"n111.x\"",
               false,
               {},
               "labels in the files, or nodes of mesh",
               true},
              e.dofs);
    f.named_lists({"nodes", "m",
                   "with names in dofs: positions of nodes, X, Y and, if needed, Z, e.g. "
                   "{ tip = [0.1, 0] }; others have no place"},
                  e.nodes);
    f.named_lists(
        {"groups", "",
         "nodes of groups by label or name, e.g. { face = [111, \"n112\"] }; not with a table of "
         "dofs, which has a column for them"},
        e.groups);
    if (f.has("nodes") && !e.dofs.given)
        f.refuse("nodes", "goes with a list of names in dofs; a table has columns for that");
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
        matrix_fields(f, e);
        drawing_fields(f, e);
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
        units_field(f, e.units, "matrices and positions");
    } else {
        for (const std::string key :
             {"file", "M", "C", "K", "dofs", "mesh", "T", "T_nodes", "nodes", "groups", "faces"})
            if (f.has(key))
                f.refuse(key, "give either folder or the files M, C, K and dofs");
        for (const std::string key : {"scale", "units"})
            if (f.has(key))
                f.refuse(key, "what `export` writes is in SI");
    }
}

std::vector<std::filesystem::path> input_files(const Matrices& e,
                                               const std::filesystem::path& folder)
{
    namespace fs = std::filesystem;
    std::vector<fs::path> files;
    std::error_code refused_later;
    for (const std::string& name :
         {e.M.file, e.C.file, e.K.file, e.dofs.file, e.faces, e.mesh, e.T.file})
        if (!name.empty())
            files.push_back(folder / name);
    for (const std::string& name : e.file) // CalculiX has a mass matrix and a table beside it
        for (const char* ending : {"", ".mas", ".dof"})
            if (const fs::path file = fs::path(folder / name);
                *ending == 0 || fs::exists(fs::path(file).replace_extension(ending), refused_later))
                files.push_back(*ending == 0 ? file : fs::path(file).replace_extension(ending));
    if (!e.folder.empty())
        for (const auto& file :
             std::filesystem::directory_iterator(folder / e.folder, refused_later))
            files.push_back(file.path());
    return files;
}

Drawing draw(const Matrices& e, const BodySource& source, const Monitor& /*monitor*/)
{
    Drawing drawing;
    fem::Substructure body =
        e.folder.empty() ? body_of_files(e, source, drawing.notes)
                         : name_value_in_errors("folder", e.folder, [&]() -> fem::Substructure {
                               return fem::read_exported(source.name, source.folder / e.folder);
                           });
    std::optional<fem::Inertia> inertia;
    if (!body.without_mass)
        inertia = fem::inertia(body);
    fem::hold(body, source.fixed);
    if (e.units)
        drawing.units = fem::units_text(*e.units);
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
