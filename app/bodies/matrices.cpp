#include "app/bodies/matrices.hpp"

#include "app/bodies/named_value.hpp"
#include "base/text.hpp"
#include "fem/local_origin.hpp"
#include "fem/matrices.hpp"
#include "fem/matrix_files/imported_body.hpp"
#include "fem/matrix_files/matrix_format.hpp"
#include "fem/readers/mesh_text.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <system_error>
#include <tuple>
#include <utility>

namespace slideway::app {

namespace {

// Files of an entry as they were read, before they are a body.
struct ReadFiles {
    fem::ImportedMatrices imported;
    std::vector<fem::FileDof> held; ///< dofs that a file holds
    std::vector<std::string> notes;
};

// Runs `work` on a file that a key names. Its errors get the key and its value.
template <class Work>
auto of_key(const char* key, const std::string& value, const Work& work) -> decltype(work())
{
    try {
        return work();
    } catch (const InputError& error) {
        throw InputError(key, "\"" + value + "\"", error.what());
    }
}

// Reads a file of which a key takes one matrix: the one of this quantity, or the only one.
fem::ImportedMatrices read_one(const std::filesystem::path& file, fem::FileQuantity quantity)
{
    fem::ImportedMatrices imported = fem::read_matrices(file);
    std::vector<fem::FileMatrix>& all = imported.matrices;
    const auto found = std::find_if(all.begin(), all.end(), [&](const fem::FileMatrix& matrix) {
        return matrix.quantity == quantity;
    });
    if (found == all.end() && all.size() > 1)
        throw InputError::in_file(file.string(), "holds " + std::to_string(all.size()) +
                                                     " matrices; give the key file in place of M, "
                                                     "C and K");
    fem::FileMatrix one = std::move(found == all.end() ? all.front() : *found);
    one.quantity = quantity;
    all = {std::move(one)};
    return imported;
}

// Quantity of a matrix without a name, from the name of its file as Abaqus forms it.
fem::FileQuantity quantity_of(const std::string& file)
{
    const std::string name = lower_case(std::filesystem::path(file).stem().string());
    for (const auto& [word, quantity] : {std::pair{"_stif", fem::FileQuantity::stiffness},
                                         {"_mass", fem::FileQuantity::mass},
                                         {"_dmpv", fem::FileQuantity::damping},
                                         {"_dmps", fem::FileQuantity::structural}})
        if (name.find(word) != std::string::npos)
            return quantity;
    throw InputError::in_file(file, "holds one matrix without a name; name the file in M, C or K");
}

std::vector<fem::ImportedMatrices> read_parts(const Matrices& e,
                                              const std::filesystem::path& folder)
{
    std::vector<fem::ImportedMatrices> parts;
    for (const std::string& name : e.file)
        of_key("file", name, [&] {
            parts.push_back(fem::read_matrices(folder / name));
            for (fem::FileMatrix& matrix : parts.back().matrices)
                if (matrix.name.empty() && matrix.quantity == fem::FileQuantity::unknown)
                    matrix.quantity = quantity_of(matrix.source);
        });
    for (const auto& [key, given, quantity] : {std::tuple{"M", &e.M, fem::FileQuantity::mass},
                                               {"C", &e.C, fem::FileQuantity::damping},
                                               {"K", &e.K, fem::FileQuantity::stiffness}}) {
        if (given->empty())
            continue;
        if (given->given) {
            fem::ImportedMatrices& part = parts.emplace_back();
            part.format = "an array";
            part.matrices.push_back({key, quantity, *given->given->matrix(), ""});
            continue;
        }
        of_key(key, given->file, [&, quantity = quantity, given = given] {
            parts.push_back(read_one(folder / given->file, quantity));
        });
    }
    return parts;
}

// Matrices of the key `key`: that which `names` gives, or those of its quantity.
std::vector<fem::FileMatrix*> candidates(const Matrices& e, const std::string& key,
                                         fem::FileQuantity quantity,
                                         fem::ImportedMatrices& imported)
{
    const auto named = e.names.find(key);
    std::vector<fem::FileMatrix*> found;
    std::vector<std::string> all;
    for (fem::FileMatrix& matrix : imported.matrices) {
        all.push_back(matrix.name);
        if (named == e.names.end() ? matrix.quantity == quantity : matrix.name == named->second)
            found.push_back(&matrix);
    }
    if (named != e.names.end() && found.empty())
        throw InputError("names." + key, "\"" + named->second + "\"",
                         "no matrix has that name" + name_hint(named->second, all));
    return found;
}

// Source of the matrix of a key; empty if the files have none.
fem::MatrixSource source_of(const Matrices& e, const std::string& key, fem::FileQuantity quantity,
                            fem::ImportedMatrices& imported)
{
    fem::MatrixSource source;
    const std::vector<fem::FileMatrix*> found = candidates(e, key, quantity, imported);
    if (found.empty())
        return source;
    fem::FileMatrix& matrix = *found.front();
    if (found.size() > 1) {
        std::vector<std::string> names;
        for (const fem::FileMatrix* one : found)
            names.push_back(one->name.empty() ? one->source : one->name);
        throw InputError::in_file(matrix.source, "several matrices may be " + key + ": " +
                                                     join(names) + "; choose one by names = { " +
                                                     key + " = \"...\" }");
    }
    const auto taken = std::make_shared<SparseMatrix>();
    taken->swap(matrix.A); // without a copy
    source.given = taken;
    source.file = matrix.source;
    return source;
}

// Refuses coordinates of modes with stiffness and without mass: the file may have been cut off.
void refuse_modes_without_mass(const fem::ImportedMatrices& imported, const SparseMatrix& M,
                               const fem::MatrixSource& K)
{
    const Vector mass = M.diagonal(), stiffness = K.given->diagonal();
    std::vector<std::string> labels;
    for (std::size_t row = 0; row < imported.dofs.size(); ++row)
        if (const auto i = static_cast<Index>(row);
            !imported.dofs[row].on_node() && !(mass(i) > 0) && stiffness(i) != 0)
            labels.push_back(std::to_string(imported.dofs[row].label));
    if (labels.empty())
        return;
    constexpr std::size_t most = 10;
    const std::size_t n = labels.size();
    labels.resize(std::min(n, most));
    throw InputError::in_file(K.file.string(), "scalar points " + join(labels) +
                                                   (n > most ? ", ..." : "") +
                                                   " have stiffness and no mass; is the file "
                                                   "whole?");
}

// Describes the rows by the table of the case, by the labels in the files, or by the mesh.
void name_dofs(const Matrices& e, const std::filesystem::path& folder, ReadFiles& read,
               fem::MatricesOptions& options)
{
    const bool table = !e.dofs.empty();
    if (table && !read.imported.dofs.empty())
        throw InputError("dofs", e.dofs.file.empty() ? "a list" : "\"" + e.dofs.file + "\"",
                         "the files name their rows (" + read.imported.format + "); leave it out");
    options.dofs = folder / e.dofs.file;
    if (e.dofs.given)
        options.names = {e.dofs.given->names(), e.nodes, e.groups};
    if (table)
        return;
    std::optional<fem::LabelledNodes> mesh;
    if (!e.mesh.empty())
        mesh = of_key("mesh", e.mesh, [&] { return fem::read_labelled_nodes(folder / e.mesh); });
    if (read.imported.dofs.empty()) {
        if (!mesh)
            throw InputError("missing key dofs: files of the form " + read.imported.format +
                             " do not name their rows. Give a table (dofs), or a mesh with 3 or 6 "
                             "rows for each node");
        fem::name_rows(read.imported, *mesh);
    }
    if (!mesh && !read.imported.nodes.X.empty())
        mesh = std::move(read.imported.nodes);
    const double scale = e.units ? e.units->length : e.scale.value_or(1);
    options.table = fem::dof_table(read.imported, read.held, mesh, scale, read.notes);
}

// Makes the error of a file one of the key that names the file.
InputError of_its_key(const Matrices& e, const std::filesystem::path& folder,
                      const InputError& error)
{
    std::vector<std::pair<std::string, std::string>> keys{{"M", e.M.file},    {"C", e.C.file},
                                                          {"K", e.K.file},    {"dofs", e.dofs.file},
                                                          {"faces", e.faces}, {"mesh", e.mesh}};
    for (const std::string& name : e.file)
        keys.emplace_back("file", name);
    for (const auto& [key, value] : keys)
        if (!value.empty() && error.file().file == (folder / value).string())
            return {key, "\"" + value + "\"", error.what()};
    return error;
}

// "MATRIX INPUT of Abaqus: 90 translations, 6 coordinates of modes"
std::string content_text(const fem::ImportedMatrices& imported)
{
    std::size_t translations = 0, rotations = 0;
    for (const fem::FileDof& dof : imported.dofs)
        if (dof.on_node())
            ++(dof.component <= 3 ? translations : rotations);
    std::vector<std::string> parts;
    for (const auto& [n, word] :
         {std::pair{translations, "translation"},
          {rotations, "rotation"},
          {imported.dofs.size() - translations - rotations, "internal dof"}})
        if (n > 0)
            parts.push_back(plural(n, word));
    return imported.format + ": " + join(parts);
}

fem::Substructure of_files(const Matrices& e, const BodySource& source,
                           std::vector<std::string>& notes)
{
    const std::filesystem::path& folder = source.folder;
    ReadFiles read;
    try {
        read.imported = fem::joined(read_parts(e, folder));
        read.held = fem::remove_held(read.imported);
        fem::MatricesOptions options;
        name_dofs(e, folder, read, options);
        options.M = source_of(e, "M", fem::FileQuantity::mass, read.imported);
        options.C = source_of(e, "C", fem::FileQuantity::damping, read.imported);
        options.K = source_of(e, "K", fem::FileQuantity::stiffness, read.imported);
        for (const auto& [matrix, name] :
             {std::pair{&options.M, "mass"}, {&options.K, "stiffness"}})
            if (matrix->empty())
                throw InputError(std::string("no ") + name + " matrix in " + join(e.file));
        refuse_modes_without_mass(read.imported, *options.M.given, options.K);
        options.scale = e.scale.value_or(1);
        options.units = e.units;
        options.faces = e.faces.empty() ? "" : folder / e.faces;
        if (!read.imported.dofs.empty())
            notes.push_back(content_text(read.imported));
        for (const fem::FileMatrix& matrix : read.imported.matrices)
            if (matrix.A.size() > 0) // those in use were taken
                notes.push_back("matrix " + matrix.name + " of the file is not used" +
                                (matrix.quantity == fem::FileQuantity::structural
                                     ? ": structural damping is not read"
                                     : ""));
        notes.insert(notes.end(), read.imported.notes.begin(), read.imported.notes.end());
        notes.insert(notes.end(), read.notes.begin(), read.notes.end());
        return fem::matrices(source.name, options);
    } catch (const InputError& error) {
        throw error.key().empty() ? of_its_key(e, folder, error) : error;
    }
}

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
    const bool single = !f.has("file");
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
    f.text({"mesh",
            "",
            "input file of Abaqus or CalculiX (.inp) with the nodes of the matrices: positions and "
            "node sets by label",
            false,
            {},
            "none",
            true},
           e.mesh);
    if (f.has("mesh") && f.has("dofs"))
        f.refuse("mesh", "the table dofs has positions and groups; give one of them");
}

void dofs_fields(io::Fields& f, Matrices& e)
{
    f.file_or({"dofs",
               "",
               "table of comma-separated values, a line per row of the matrices, with the columns "
               "dof, node, component, X, Y and, if needed, Z and groups; or a name for each row, "
               "\"node.component\", or \"\" if it is not used. Not needed if the files name their "
               "rows",
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
        matrix_fields(f, e);
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
             {"file", "M", "C", "K", "dofs", "mesh", "nodes", "groups", "faces"})
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
    for (const std::string& name : {e.M.file, e.C.file, e.K.file, e.dofs.file, e.faces, e.mesh})
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
        e.folder.empty() ? of_files(e, source, drawing.notes)
                         : name_value_in_errors("folder", e.folder, [&]() -> fem::Substructure {
                               return fem::read_exported(source.name, source.folder / e.folder);
                           });
    const std::optional<fem::Inertia> inertia = fem::inertia(body);
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
