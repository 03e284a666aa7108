#include "fem/readers/mesh_reader.hpp"

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "base/text.hpp"
#include "fem/readers/abaqus_reader.hpp"
#include "fem/readers/abaqus_solids.hpp"
#include "fem/readers/file_mesh.hpp"
#include "fem/readers/geo_commands.hpp"
#include "fem/readers/mesh_kind.hpp"
#include "fem/readers/mesh_text.hpp"
#include "fem/readers/nastran_reader.hpp"
#include "fem/readers/universal_reader.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <fstream>
#include <iterator>
#include <set>
#include <system_error>
#include <utility>

namespace slideway::fem {

namespace {

namespace fs = std::filesystem;

// ---- parameters of a .geo

// Removes comments but not strings.
std::string without_comments(const std::string& text)
{
    std::string out;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"')
            quoted = !quoted;
        if (!quoted && text.compare(i, 2, "//") == 0) {
            i = std::min(text.find('\n', i), text.size()) - 1;
        } else if (!quoted && text.compare(i, 2, "/*") == 0) {
            const auto end = text.find("*/", i);
            i = end == std::string::npos ? text.size() : end + 1;
            out += ' ';
        } else {
            out += text[i];
        }
    }
    return out;
}

bool name_letter(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Returns the names that DefineConstant[ a = 1, b = {2, Name "b"} ] of a .geo defines. Included
// files are not searched.
std::vector<std::string> defined_constants(const fs::path& file)
{
    std::ifstream stream(file);
    const std::string text = without_comments({std::istreambuf_iterator<char>(stream), {}});
    const std::string keyword = "DefineConstant";
    std::vector<std::string> names;
    for (auto position = text.find(keyword); position != std::string::npos;
         position = text.find(keyword, position)) {
        position += keyword.size();
        std::string name;
        int depth = 0;
        bool quoted = false, before_value = true;
        auto entry_ends = [&]() -> void {
            if (!name.empty())
                names.push_back(name);
            name.clear();
            before_value = true;
        };
        for (; position < text.size(); ++position) {
            const char c = text[position];
            if (c == '"')
                quoted = !quoted;
            if (quoted)
                continue;
            if (c == '[' || c == '{' || c == '(')
                ++depth;
            if (c == ']' || c == '}' || c == ')')
                if (--depth == 0)
                    break;
            if (depth == 0 && c == ';')
                break;
            if (depth != 1)
                continue;
            if (c == ',')
                entry_ends();
            else if (c == '=')
                before_value = false;
            else if (before_value && name_letter(c))
                name += c;
        }
        entry_ends();
    }
    return names;
}

void check_parameters(const fs::path& file, bool geometry,
                      const std::map<std::string, double>& parameters)
{
    if (parameters.empty())
        return;
    if (!geometry)
        throw InputError::in_file(file.string(), "parameters belong to a .geo; a " +
                                                     file.extension().string() + " has none");
    const std::vector<std::string> defined = defined_constants(file);
    for (const auto& [name, value] : parameters) {
        if (std::find(defined.begin(), defined.end(), name) == defined.end())
            throw InputError::in_file(file.string(), "DefineConstant has no parameter \"" + name +
                                                         "\"" + name_hint(name, defined));
        if (!std::isfinite(value))
            throw InputError::in_file(file.string(), "parameter " + name + " = " +
                                                         number_text(value) +
                                                         "; expected a number");
    }
}

// ---- partitions

// Returns the number of partitions stated in a .msh of version 4; 0 if there are none.
std::size_t stated_partitions(const fs::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    bool binary = false;
    for (std::string line; std::getline(stream, line);) {
        if (line.starts_with("$MeshFormat")) {
            std::getline(stream, line);
            const std::vector<std::string> words = blank_fields(line);
            binary = words.size() > 1 && words[1] == "1";
        } else if (line.starts_with("$PartitionedEntities")) {
            std::size_t n = 0;
            if (binary)
                stream.read(reinterpret_cast<char*>(&n), sizeof n);
            else
                stream >> n;
            return stream ? n : 0;
        } else if (line.starts_with("$Nodes")) {
            return 0; // the number would precede these lines
        }
    }
    return 0;
}

// Refuses a file with a part of a partitioned mesh, which would be a part of the body.
void refuse_missing_partitions(const fs::path& file, const std::vector<int>& there)
{
    if (there.empty())
        return;
    const auto n_there = there.size();
    const std::size_t n =
        std::max(stated_partitions(file), static_cast<std::size_t>(std::max(there.back(), 1)));
    std::vector<std::string> names;
    for (const int partition : there)
        if (names.size() < 5)
            names.push_back(std::to_string(partition));
    const std::string what = "holds partition" + std::string(n_there == 1 ? " " : "s ") +
                             join(names) + (n_there > 5 ? ", ..." : "");
    const char* const remedy = "; save the whole mesh in one file (in Gmsh "
                               "Mesh.PartitionSplitMeshFiles = 0)";
    if (n_there < n)
        throw InputError::in_file(file.string(),
                                  what + " of " + std::to_string(n) + " alone" + remedy);
    // .msh 2.2 does not state the number, but its other files are in the same folder
    const std::string stem = file.stem().string(), own = "_" + std::to_string(there.front());
    std::error_code ignored;
    if (n_there == 1 && stem.ends_with(own)) {
        const fs::path next =
            file.parent_path() / (stem.substr(0, stem.size() - own.size()) + "_" +
                                  std::to_string(there.front() + 1) + file.extension().string());
        if (fs::exists(next, ignored))
            throw InputError::in_file(file.string(), what + " alone, and " +
                                                         next.filename().string() +
                                                         " stands beside it" + remedy);
    }
}

// ---- from Gmsh's answer to a mesh

// A kind of elements of Gmsh that a body may have.
struct KnownKind {
    std::string name; ///< Gmsh's name
    int dimension = 2;
    std::vector<std::size_t> order; ///< place in Gmsh of each node; empty: the same order
};

const std::vector<KnownKind>& known_kinds()
{
    static const std::vector<KnownKind> kinds{
        {"Triangle 3", 2, {}},
        {"Quadrilateral 4", 2, {}},
        {"Triangle 6", 2, {}},
        {"Quadrilateral 8", 2, {}},
        {"Tetrahedron 4", 3, {}},
        {"Hexahedron 8", 3, {}},
        {"Prism 6", 3, {}},
        {"Tetrahedron 10", 3, {0, 1, 2, 3, 4, 5, 6, 7, 9, 8}},
        {"Hexahedron 20", 3, {0,  1, 2,  3,  4,  5,  6,  7,  8,  11,
                              13, 9, 16, 18, 19, 17, 10, 12, 14, 15}},
        {"Prism 15", 3, {0, 1, 2, 3, 4, 5, 6, 9, 7, 12, 14, 13, 8, 10, 11}},
    };
    return kinds;
}

// Kind of the elements of a body; null if a body cannot have them.
const KnownKind* known_kind(const std::string& name, int dimension)
{
    for (const KnownKind& kind : known_kinds())
        if (kind.name == name && kind.dimension == dimension)
            return &kind;
    return nullptr;
}

[[noreturn]] void refuse(const std::string& source, const GmshElements& block, int dimension)
{
    const std::string element =
        source + ": element " + std::to_string(block.tags.front()) + " is a ";
    if (block.dimension != dimension)
        throw InputError(element + block.kind + "; only plane meshes are read");
    std::vector<std::string> allowed;
    for (const KnownKind& kind : known_kinds())
        if (kind.dimension == dimension)
            allowed.push_back(kind.name);
    const bool complete = block.kind == "Quadrilateral 9" || block.kind == "Hexahedron 27" ||
                          block.kind == "Prism 18";
    throw InputError(
        element + "\"" + block.kind + "\"; allowed: " + join(allowed) +
        (complete ? " (in the .geo: Mesh.SecondOrderIncomplete = 1)" : "") +
        (block.kind.starts_with("Pyramid")
             ? " (pyramids join quadrilaterals to tetrahedra; in the .geo: no Recombine "
               "on surfaces of volumes of tetrahedra)"
             : ""));
}

std::vector<std::size_t> nodes_of(const GmshElements& block, std::size_t element)
{
    const auto first = block.nodes.begin() + static_cast<std::ptrdiff_t>(element) *
                                                 static_cast<std::ptrdiff_t>(block.n_nodes);
    return {first, first + block.n_nodes};
}

// Returns the elements of the body: those of the physical surfaces, or of all surfaces if none is
// physical, as saved by Gmsh; for a solid body those of volumes.
// @param n_left_out  number of elements that are not physical, if others are
std::vector<FileElement> body_elements(const std::string& source, const GmshAnswer& answer,
                                       int dimension, std::size_t& n_left_out)
{
    const bool physical = std::any_of(
        answer.groups.begin(), answer.groups.end(),
        [dimension](const GmshGroup& group) -> bool { return group.dimension == dimension; });
    std::vector<FileElement> elements;
    std::set<std::vector<std::size_t>> seen;
    for (const GmshElements& block : answer.elements) {
        if (block.dimension > dimension)
            refuse(source, block, dimension);
        if (block.dimension != dimension)
            continue;
        if (physical && block.groups.empty()) {
            n_left_out += block.tags.size();
            continue;
        }
        const KnownKind* const kind = known_kind(block.kind, dimension);
        if (!kind)
            refuse(source, block, dimension);
        for (std::size_t e = 0; e < block.tags.size(); ++e) {
            const std::vector<std::size_t> in_file = nodes_of(block, e);
            FileElement element{block.tags[e], in_file};
            for (std::size_t i = 0; i < kind->order.size(); ++i)
                element.nodes[i] = in_file[kind->order[i]];
            std::vector<std::size_t> key = in_file;
            std::sort(key.begin(), key.end());
            // .msh 1 and 2.2 repeat the elements of overlapping groups
            if (seen.insert(std::move(key)).second || block.groups.size() < 2)
                elements.push_back(std::move(element));
        }
    }
    if (elements.empty())
        throw InputError::in_file(
            source, dimension == 3 ? "no solid elements in the file; save the mesh of the "
                                     "volumes, or give a .geo with a volume"
                                   : "no triangles or quadrilaterals in the file; save the mesh "
                                     "of the surfaces, or give a .geo with a surface");
    return elements;
}

// True if the group contains all elements of the body.
bool is_body(const GmshAnswer& answer, int dimension, int group)
{
    return answer.groups[static_cast<std::size_t>(group)].dimension == dimension &&
           std::all_of(answer.elements.begin(), answer.elements.end(),
                       [=](const GmshElements& block) -> bool {
                           return block.dimension != dimension ||
                                  std::count(block.groups.begin(), block.groups.end(), group) > 0;
                       });
}

// Makes the body of Gmsh's answer.
Mesh body_of(const std::string& source, const GmshAnswer& answer, int dimension)
{
    FileMesh file;
    file.source = source;
    file.dimension = dimension;
    file.notes = answer.notes;
    for (std::size_t i = 0; i < answer.node_tags.size(); ++i)
        file.X[answer.node_tags[i]] = {answer.coordinates[3 * i], answer.coordinates[3 * i + 1],
                                       answer.coordinates[3 * i + 2]};
    std::size_t n_left_out = 0;
    file.elements = body_elements(source, answer, dimension, n_left_out);
    if (n_left_out > 0)
        file.notes.push_back(std::to_string(n_left_out) +
                             (n_left_out == 1 ? " element" : " elements") +
                             (dimension == 3 ? " of volumes" : " of surfaces") +
                             " without a physical group left out: others have one");

    std::vector<int> place(answer.groups.size(), -1); // indices of named groups in file.groups
    for (std::size_t i = 0; i < answer.groups.size(); ++i) {
        const GmshGroup& group = answer.groups[i];
        if (group.dimension > dimension)
            continue;
        if (group.name.empty() && is_body(answer, dimension, static_cast<int>(i)))
            continue;
        if (group.name.empty()) {
            file.notes.push_back("physical group " + std::to_string(group.tag) + " of dimension " +
                                 std::to_string(group.dimension) + " has no name; left out");
            continue;
        }
        place[i] = static_cast<int>(file.groups.size());
        file.groups.push_back({group.name, group.dimension, {}});
    }
    for (const GmshElements& block : answer.elements)
        for (const int index : block.groups)
            if (const int group = place[static_cast<std::size_t>(index)]; group >= 0)
                for (std::size_t e = 0; e < block.tags.size(); ++e)
                    file.groups[static_cast<std::size_t>(group)].cells.push_back(
                        nodes_of(block, e));
    return body_mesh(std::move(file));
}

// ---- formats

// Adapts a reader of lengths without a unit.
template <Mesh (*read)(const fs::path&)>
Mesh scaled(const fs::path& file, std::optional<double> scale)
{
    Mesh mesh = read(file);
    mesh.X *= scale.value_or(1);
    return mesh;
}

const MeshFormat* format_of(const std::string& ending)
{
    for (const MeshFormat& format : mesh_formats())
        if (std::find(format.endings.begin(), format.endings.end(), ending) != format.endings.end())
            return &format;
    return nullptr;
}

void refuse_other_kind(const fs::path& file, const std::string& ending)
{
    if (const std::string kind = other_kind(file, ending); !kind.empty())
        throw InputError::in_file(file.string(), kind);
}

std::vector<std::string> endings(bool of_gmsh)
{
    std::vector<std::string> all;
    for (const MeshFormat& format : mesh_formats())
        if (!of_gmsh || !format.read)
            all.insert(all.end(), format.endings.begin(), format.endings.end());
    return all;
}

} // namespace

const std::vector<MeshFormat>& mesh_formats()
{
    static const std::vector<MeshFormat> formats = {
        {{".geo"}, "of Gmsh (meshed here)", nullptr},
        {{".msh"}, "1 / 2.2 / 4.1", nullptr},
        {{".med"}, "", nullptr},
        {{".inp"}, "of Abaqus", scaled<read_abaqus>, scaled<read_abaqus_solids>, true},
        {{".bdf", ".nas", ".dat", ".fem"},
         "of Nastran",
         scaled<read_nastran>,
         scaled<read_nastran_solids>,
         true},
        {{".unv"}, "of I-deas", read_universal, read_universal_solids},
    };
    return formats;
}

const MeshFormat* mesh_format(const fs::path& file)
{
    return format_of(lower_case(file.extension().string()));
}

GmshAnswer ask_gmsh(const fs::path& file, const std::map<std::string, double>& parameters,
                    const GmshOptions& options, int dimension)
{
    const std::string source = file.string(), extension = lower_case(file.extension().string());
    const bool geometry = extension == ".geo";
    if (const MeshFormat* format = format_of(extension); !format || format->read)
        throw InputError::in_file(source, "not a file of Gmsh; allowed: " + join(endings(true)));
    require_regular_file(file);
    check_parameters(file, geometry, parameters);
    refuse_other_kind(file, extension);
    if (extension == ".msh") { // Gmsh would run any other text as a .geo
        std::string head(11, '\0');
        std::ifstream(file).read(head.data(), 11);
        if (head != "$MeshFormat" && !head.starts_with("$Comments") && !head.starts_with("$NOD"))
            throw InputError::in_file(
                source, "not a Gmsh mesh (it starts with neither $MeshFormat nor $NOD)");
    }
    const std::vector<fs::path> files = files_of_gmsh(file, options.trusted);
    GmshRequest request;
    request.file = fs::absolute(file).string();
    request.geometry = geometry;
    request.solid = dimension == 3;
    request.med = extension == ".med";
    request.parameters = parameters;
    GmshAnswer answer = run_gmsh(std::move(request), source, options);
    if (extension == ".msh")
        refuse_missing_partitions(file, answer.partitions);
    for (std::size_t i = 1; i < files.size(); ++i)
        answer.notes.push_back("reads " + files[i].string() + " too");
    return answer;
}

namespace {

Mesh read_body(const fs::path& file, const std::map<std::string, double>& parameters,
               std::optional<double> scale, const GmshOptions& options, int dimension)
{
    const std::string source = file.string(), extension = lower_case(file.extension().string());
    const MeshFormat* format = format_of(extension);
    if (!format) {
        std::error_code ignored;
        const std::string kind =
            fs::is_regular_file(file, ignored) ? other_kind(file, extension) : "";
        throw InputError::in_file(source, "not a mesh file; allowed: " + join(endings(false)) +
                                              (kind.empty() ? "" : ". It " + kind));
    }
    require_regular_file(file);
    check_parameters(file, extension == ".geo", parameters);
    refuse_other_kind(file, extension);
    if (format->read_solid && dimension == 3)
        return format->read_solid(file, scale);
    if (format->read)
        return format->read(file, scale);
    Mesh mesh = body_of(source, ask_gmsh(file, parameters, options, dimension), dimension);
    mesh.X *= scale.value_or(1);
    return mesh;
}

} // namespace

std::optional<std::vector<std::size_t>> order_in_gmsh(const std::string& kind, int dimension)
{
    const KnownKind* const known = known_kind(kind, dimension);
    return known ? std::optional(known->order) : std::nullopt;
}

Mesh mesh_of(const std::string& source, const GmshAnswer& answer)
{
    return body_of(source, answer, 2);
}

Mesh solid_mesh_of(const std::string& source, const GmshAnswer& answer)
{
    return body_of(source, answer, 3);
}

Mesh read_mesh(const fs::path& file, const std::map<std::string, double>& parameters,
               std::optional<double> scale, const GmshOptions& options)
{
    return read_body(file, parameters, scale, options, 2);
}

Mesh read_solid_mesh(const fs::path& file, const std::map<std::string, double>& parameters,
                     std::optional<double> scale, const GmshOptions& options)
{
    return read_body(file, parameters, scale, options, 3);
}

} // namespace slideway::fem
