#include "app/bodies/files_of_matrices.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "fem/massless.hpp"
#include "fem/matrices.hpp"
#include "fem/matrix_files/ansys_rows.hpp"
#include "fem/matrix_files/imported_body.hpp"
#include "fem/matrix_files/imported_drawing.hpp"
#include "fem/matrix_files/matrix_format.hpp"
#include "fem/matrix_files/rigid_forces.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <utility>

namespace slideway::app {

namespace {

// Files of an entry as they were read, before they are a body.
struct ReadFiles {
    fem::ImportedMatrices imported;
    std::optional<fem::LabelledNodes> mesh;
    std::vector<fem::OutputRows> motions; ///< rows of T, or of recovery vectors
    std::vector<fem::FileDof> held;       ///< dofs that a file holds
    std::vector<std::string> notes;
};

// Runs `work` on a value of a key. Its errors get the key and the value.
template <class Work>
auto of_key(const char* key, const std::string& value, const Work& work) -> decltype(work())
{
    try {
        return work();
    } catch (const InputError& error) {
        throw InputError(key, value, error.what());
    }
}

std::string quoted(const std::string& text)
{
    return "\"" + text + "\"";
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
    for (const fem::FileMatrix& other : all)
        if (!other.imaginary_of.empty() && other.imaginary_of == one.name)
            throw InputError::in_file(file.string(), one.name + " is complex; give the key file in "
                                                                "place of M, C and K");
    one.quantity = quantity;
    all = {std::move(one)};
    return imported;
}

// Quantity of a matrix without a name, from the name of its file as Abaqus forms it.
// @param only  no other matrix is given: it is the stiffness
fem::FileQuantity quantity_of(const std::string& file, bool only)
{
    const std::string name = lower_case(std::filesystem::path(file).stem().string());
    for (const auto& [word, quantity] : {std::pair{"_stif", fem::FileQuantity::stiffness},
                                         {"_mass", fem::FileQuantity::mass},
                                         {"_dmpv", fem::FileQuantity::damping},
                                         {"_dmps", fem::FileQuantity::structural}})
        if (name.find(word) != std::string::npos)
            return quantity;
    if (only)
        return fem::FileQuantity::stiffness;
    throw InputError::in_file(file, "holds one matrix without a name; name the file in M, C or K");
}

std::vector<fem::ImportedMatrices> read_parts(const Matrices& e,
                                              const std::filesystem::path& folder)
{
    std::vector<fem::ImportedMatrices> parts;
    for (const std::string& name : e.file)
        of_key("file", quoted(name), [&] {
            parts.push_back(fem::read_matrices(folder / name));
            std::vector<fem::FileMatrix>& matrices = parts.back().matrices;
            for (fem::FileMatrix& matrix : matrices)
                if (matrix.name.empty() && matrix.quantity == fem::FileQuantity::unknown)
                    matrix.quantity =
                        quantity_of(matrix.source, e.file.size() + matrices.size() == 2);
        });
    for (const auto& [key, given, quantity] : {std::tuple{"M", &e.M, fem::FileQuantity::mass},
                                               {"C", &e.C, fem::FileQuantity::damping},
                                               {"K", &e.K, fem::FileQuantity::stiffness}}) {
        if (given->empty())
            continue;
        if (given->given) {
            fem::ImportedMatrices& part = parts.emplace_back();
            part.format = "an array";
            const SparseMatrix& A = *given->given->matrix();
            if (A.rows() != A.cols())
                throw InputError(key, given->text(), "expected a square matrix");
            part.matrices.push_back({key, quantity, A, ""});
            continue;
        }
        of_key(key, given->text(), [&, quantity = quantity, given = given] {
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
    for (const fem::FileMatrix& other : imported.matrices)
        if (key != "K" && !matrix.name.empty() && other.imaginary_of == matrix.name)
            throw InputError::in_file(matrix.source, matrix.name + " is complex and would be " +
                                                         key + "; K may be complex");
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
    source.take(taken);
    source.file = matrix.source;
    source.precision = matrix.precision;
    return source;
}

// Imaginary part of the stiffness: that of a complex K, and the matrix of structural damping.
fem::MatrixSource structural_damping(const Matrices& e, const std::string& name_of_K,
                                     fem::ImportedMatrices& imported)
{
    const std::string &key = e.structural_damping, name = fem::upper(key);
    std::vector<fem::FileMatrix*> found;
    std::vector<std::string> all;
    for (fem::FileMatrix& matrix : imported.matrices) {
        all.push_back(matrix.name);
        if (key.empty() ? matrix.quantity == fem::FileQuantity::structural : matrix.name == name)
            found.push_back(&matrix);
    }
    if (found.empty() && !key.empty() && key != "none")
        throw InputError("structural_damping", "\"" + key + "\"",
                         "no matrix has that name" + name_hint(name, all));
    if (!key.empty() && !found.empty() && found.front()->A.size() == 0) // it was taken
        throw InputError("structural_damping", "\"" + key + "\"",
                         "this matrix is M, C or K of the body; expected another one");
    if (found.size() > 1)
        throw InputError::in_file(found.front()->source,
                                  "several matrices may be structural damping: " + found[0]->name +
                                      ", " + found[1]->name +
                                      "; choose one by structural_damping = \"...\"");
    for (fem::FileMatrix& matrix : imported.matrices)
        if (!name_of_K.empty() && matrix.imaginary_of == name_of_K)
            found.push_back(&matrix);
    fem::MatrixSource source;
    if (found.empty())
        return source;
    const auto sum = std::make_shared<SparseMatrix>();
    sum->swap(found.front()->A);
    if (found.size() > 1) {
        *sum = SparseMatrix(*sum + found.back()->A);
        found.back()->A.resize(0, 0);
    }
    source.take(sum);
    source.file = found.front()->source;
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

// Adds the groups of the case. A node is named "n111" or by its label, 111.
void add_groups(const Matrices& e, fem::DofTable& table)
{
    if (e.groups.empty())
        return;
    constexpr std::size_t most_listed = 30; // names in a message
    std::map<std::string, std::size_t> number;
    std::vector<std::string> names;
    for (const fem::TableNode& node : table.nodes) {
        number.emplace(node.name, number.size());
        names.push_back(node.name);
    }
    for (const auto& [group, members] : e.groups) {
        if (table.groups.contains(group) || number.contains(group))
            throw InputError("groups", "\"" + group + "\"",
                             "a set of the mesh or a node has that name");
        std::vector<std::size_t>& nodes = table.groups[group];
        for (const std::string& member : members) {
            auto found = number.find(member);
            if (found == number.end())
                found = number.find("n" + member);
            if (found == number.end())
                throw InputError("groups." + group, "\"" + member + "\"",
                                 "the matrices have no such node" +
                                     (names.size() <= most_listed ? name_hint(member, names) : ""));
            if (!nodes.empty() &&
                table.nodes[found->second].components != table.nodes[nodes.front()].components)
                throw InputError("groups." + group, "\"" + member + "\"",
                                 "other components (" +
                                     join(table.nodes[found->second].components) + ") than " +
                                     table.nodes[nodes.front()].name + " (" +
                                     join(table.nodes[nodes.front()].components) + ")");
            nodes.push_back(found->second);
        }
        if (nodes.empty())
            throw InputError("groups." + group, "[]", "expected the labels of its nodes");
        std::sort(nodes.begin(), nodes.end());
        nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    }
}

// Labels of the nodes that T moves.
std::vector<long long> moved_labels(const Matrices& e, const ReadFiles& read)
{
    const fem::LabelledNodes& nodes = read.mesh ? *read.mesh : read.imported.nodes;
    std::vector<long long> labels;
    for (const double given : e.T_nodes) {
        labels.push_back(static_cast<long long>(given));
        if (!nodes.X.contains(static_cast<std::size_t>(labels.back())))
            throw InputError("T_nodes", std::to_string(labels.back()),
                             nodes.X.empty() ? "no positions; give mesh"
                                             : "no node of " + nodes.source);
    }
    if (!e.T_nodes.empty())
        return labels;
    if (!read.mesh)
        throw InputError("T", e.T.text(),
                         "gives the motion of nodes of a mesh; give mesh, or T_nodes");
    for (const auto& [label, X] : nodes.X)
        labels.push_back(static_cast<long long>(label));
    std::sort(labels.begin(), labels.end());
    return labels;
}

// Reads the motion of drawn nodes: T of the case, recovery vectors of the files with T_nodes, or
// MUG1 of the files with its own rows.
void read_motions(const Matrices& e, const std::filesystem::path& folder, ReadFiles& read)
{
    fem::ImportedMatrices& imported = read.imported;
    if (!e.T.empty()) {
        fem::FileMatrix T{"T", fem::FileQuantity::unknown, {}, (folder / e.T.file).string()};
        of_key("T", e.T.text(), [&] {
            T.A = e.T.given ? *e.T.given->matrix() : fem::read_rectangular(folder / e.T.file);
            if (T.A.cols() == imported.n())
                return;
            const std::string message = std::to_string(T.A.cols()) +
                                        " columns, but the matrices have " +
                                        std::to_string(imported.n()) + " rows";
            throw e.T.given ? InputError(message) : InputError::in_file(T.source, message);
        });
        imported.outputs.assign(1, std::move(T));
    } else if (e.T_nodes.empty()) {
        if (imported.output_rows.empty() && !imported.outputs.empty())
            read.notes.push_back("not drawn: " + imported.outputs.front().name +
                                 " of the file; T_nodes gives the labels of its nodes");
        return;
    }
    if (imported.outputs.empty())
        throw InputError("T_nodes", "a list",
                         "no recovery vectors in the files; give T, the motion of these nodes");
    const std::vector<long long> labels = moved_labels(e, read);
    const bool given = !e.T.empty();
    const std::string value = given ? e.T.text() : "\"" + join(e.file) + "\"";
    read.motions = of_key(given ? "T" : "file", value, [&] {
        return fem::rows_of_nodes(imported.outputs.front().A, labels,
                                  imported.outputs.front().name);
    });
    imported.output_rows.clear(); // rows of T are in the basic directions
}

// Refuses keys that exclude each other beside a table of the dofs.
void refuse_beside_table(const Matrices& e)
{
    if (!e.dofs.given && !e.groups.empty())
        throw InputError("groups", "{ ... }",
                         "the table dofs has a column for them; give one of them");
    if (!e.mesh.empty() && e.T.empty())
        throw InputError("mesh", "\"" + e.mesh + "\"",
                         "the table dofs has positions and groups; give one of them, or T, which "
                         "moves the mesh");
}

// Returns the label and the component that a name of a dof holds, "n111.x"; empty if it holds none.
std::optional<fem::FileDof> labelled(const std::string& name)
{
    static const std::map<std::string, int> components{
        {"x", 1},          {"y", 2},          {"z", 3},       {"rotation_x", 4},
        {"rotation_y", 5}, {"rotation_z", 6}, {"rotation", 6}};
    const auto dot = name.find('.');
    const auto component =
        dot == std::string::npos ? components.end() : components.find(name.substr(dot + 1));
    const std::string digits = name.substr(name.starts_with('n') ? 1 : 0, dot);
    const std::string label = digits.substr(0, digits.find('.'));
    constexpr std::size_t most = 18; // digits of a label
    if (component == components.end() || label.empty() || label.size() > most ||
        label.find_first_not_of("0123456789") != std::string::npos || label.front() == '0')
        return std::nullopt;
    return fem::FileDof{std::stoll(label), component->second};
}

// Labels of the rows that names in the case hold, for positions and sets of a mesh. Rows without a
// name are coordinates of modes.
std::vector<fem::FileDof> labels_of_names(const std::vector<std::string>& names)
{
    std::vector<fem::FileDof> dofs;
    std::set<fem::FileDof> all;
    for (const std::string& name : names) {
        const auto dof = name.empty() ? fem::FileDof{-static_cast<long long>(dofs.size()) - 1, 1}
                                      : labelled(name);
        const std::string key = "dofs." + std::to_string(dofs.size() + 1);
        if (!dof)
            throw InputError(key, quoted(name),
                             "expected the label of a node of mesh, such as \"n111.x\"");
        if (!all.insert(*dof).second)
            throw InputError(key, quoted(name), "that name is repeated");
        dofs.push_back(*dof);
    }
    return dofs;
}

// Describes the rows by the table of the case, by the labels in the files, or by the mesh.
void name_dofs(const Matrices& e, const std::filesystem::path& folder, ReadFiles& read,
               fem::MatricesOptions& options)
{
    bool table = !e.dofs.empty();
    if (table && !read.imported.dofs.empty())
        throw InputError("dofs", e.dofs.file.empty() ? "a list" : "\"" + e.dofs.file + "\"",
                         "the files name their rows (" + read.imported.format + "); leave it out");
    if (!e.dofs.file.empty())
        if (auto rows = of_key("dofs", e.dofs.text(), [&] {
                return fem::read_ansys_rows(folder / e.dofs.file, read.imported.n());
            })) {
            read.imported.dofs = std::move(*rows);
            table = false;
        }
    if (e.dofs.given && !e.mesh.empty() && e.T.empty()) {
        const std::vector<std::string>& names = *e.dofs.given->names();
        if (!e.nodes.empty())
            throw InputError("nodes", "{ ... }", "mesh has the positions; give one of them");
        if (static_cast<Index>(names.size()) != read.imported.n())
            throw InputError("dofs", std::to_string(names.size()) + " names",
                             "expected " + std::to_string(read.imported.n()) +
                                 ", one for each row of M");
        read.imported.dofs = labels_of_names(names);
        table = false;
    }
    options.dofs = folder / e.dofs.file;
    if (table && e.dofs.given)
        options.names = {e.dofs.given->names(), e.nodes, e.groups};
    std::optional<fem::LabelledNodes>& mesh = read.mesh;
    if (!table && read.imported.dofs.empty()) {
        if (!mesh)
            throw InputError("missing key dofs: files of the form " + read.imported.format +
                             " do not name their rows. Give a table (dofs), a mesh with 3 or 6 "
                             "rows for each node, or a punch file with EXTRN beside them in file");
        fem::name_rows(read.imported, *mesh);
    }
    fem::UnitSystem units = e.units.value_or(fem::UnitSystem{});
    if (e.scale)
        units.length = *e.scale;
    if (mesh && mesh->unit && !e.scale) // the mesh states its own unit
        for (auto& [label, X] : mesh->X)
            for (double& x : X)
                x *= *mesh->unit / units.length;
    if (!mesh && !read.imported.nodes.X.empty())
        mesh = std::move(read.imported.nodes);
    else if (mesh) // nodes of the matrices alone, such as those of rigid faces
        mesh->X.insert(read.imported.nodes.X.begin(), read.imported.nodes.X.end());
    if (table)
        refuse_beside_table(e);
    else
        options.table = fem::dof_table(read.imported, read.held, mesh, units, read.notes);
    options.drawing = fem::drawing_of(read.imported, table ? nullptr : &*options.table, mesh,
                                      units.length, read.notes);
    if (!table)
        add_groups(e, *options.table);
}

// Makes the error of a file one of the key that names the file.
InputError of_its_key(const Matrices& e, const std::filesystem::path& folder,
                      const InputError& error)
{
    std::vector<std::pair<std::string, std::string>> keys{
        {"M", e.M.file},    {"C", e.C.file},  {"K", e.K.file}, {"dofs", e.dofs.file},
        {"faces", e.faces}, {"mesh", e.mesh}, {"T", e.T.file}};
    for (const std::string& name : e.file)
        keys.emplace_back("file", name);
    const std::string text = error.what(); // may begin with the file and a line
    for (const auto& [key, value] : keys)
        if (!value.empty() && (error.file().file == (folder / value).string() ||
                               text.starts_with((folder / value).string() + ":")))
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

} // namespace

fem::Substructure body_of_files(const Matrices& e, const BodySource& source,
                                std::vector<std::string>& notes)
{
    const std::filesystem::path& folder = source.folder;
    ReadFiles read;
    try {
        read.imported = fem::joined(read_parts(e, folder));
        if (!e.mesh.empty()) {
            read.mesh = of_key("mesh", quoted(e.mesh),
                               [&] { return fem::read_labelled_nodes(folder / e.mesh); });
            read.notes = std::move(read.mesh->notes);
        }
        read_motions(e, folder, read);
        read.held = fem::remove_held(read.imported);
        for (fem::FileMatrix& matrix : read.imported.matrices)
            matrix.precision = fem::relative_precision(matrix.A); // turning hides it
        fem::turn_to_basic(read.imported);
        if (!read.motions.empty())
            read.imported.output_rows = std::move(read.motions);
        fem::MatricesOptions options;
        name_dofs(e, folder, read, options);
        options.M = source_of(e, "M", fem::FileQuantity::mass, read.imported);
        options.C = source_of(e, "C", fem::FileQuantity::damping, read.imported);
        const std::vector<fem::FileMatrix*> stiffness =
            candidates(e, "K", fem::FileQuantity::stiffness, read.imported);
        const std::string name_of_K = stiffness.empty() ? "" : stiffness.front()->name;
        options.K = source_of(e, "K", fem::FileQuantity::stiffness, read.imported);
        options.H = structural_damping(e, name_of_K, read.imported);
        if (options.K.empty())
            throw InputError("no stiffness matrix in " + join(e.file));
        if (options.M.empty())
            read.notes.push_back(
                "no mass matrix: the body has stiffness alone, for static analyses");
        else
            refuse_modes_without_mass(read.imported, *options.M.given, options.K);
        options.scale = e.scale.value_or(1);
        options.units = e.units;
        options.faces = e.faces.empty() ? "" : folder / e.faces;
        if (!read.imported.dofs.empty())
            notes.push_back(content_text(read.imported));
        for (const fem::FileMatrix& matrix : read.imported.matrices)
            if (matrix.A.size() > 0) // those in use were taken
                notes.push_back("matrix " + matrix.name + " of the file is not used");
        notes.insert(notes.end(), read.imported.notes.begin(), read.imported.notes.end());
        notes.insert(notes.end(), read.notes.begin(), read.notes.end());
        fem::Substructure body = fem::matrices(source.name, options, &notes);
        for (const auto& [part, what] : {std::pair{&body.K_skew, "K"}, {&body.C_skew, "C"}})
            if (part->nonZeros() > 0)
                notes.push_back(std::string(what) +
                                " is not symmetric: for complex-modes, frf and static");
        if (!read.imported.dofs.empty())
            if (const std::string note = fem::rigid_force_note(body); !note.empty())
                notes.push_back(note);
        if (options.K.precision.value_or(0) > 0)
            if (std::string note = fem::release_rigid_motions(body); !note.empty())
                notes.push_back(std::move(note));
        return body;
    } catch (const InputError& error) {
        throw error.key().empty() ? of_its_key(e, folder, error) : error;
    }
}

} // namespace slideway::app
