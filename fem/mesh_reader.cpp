#include "fem/mesh_reader.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "fem/gmsh_module.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cctype>
#include <cmath>
#include <fstream>
#include <iterator>
#include <set>
#include <system_error>
#include <unordered_map>
#include <utility>

namespace slideway::fem {

namespace {

namespace fs = std::filesystem;

// ---- the module
// ----------------------------------------------------------------------------------

std::vector<fs::path> module_places()
{
    std::vector<fs::path> places;
    std::error_code ignored;
    auto beside = [&places](const fs::path& binary) -> void {
        places.push_back(binary.parent_path());
        places.push_back(binary.parent_path().parent_path() / "lib" / "slideway");
    };
    if (const fs::path program = fs::read_symlink("/proc/self/exe", ignored); !program.empty())
        beside(program);
    Dl_info info{};
    if (dladdr(reinterpret_cast<const void*>(&module_places), &info) != 0 && info.dli_fname)
        beside(fs::absolute(info.dli_fname, ignored));
    places.emplace_back(SLIDEWAY_GMSH_MODULE_DIR);
    return places;
}

GmshRead* open_module()
{
    std::vector<std::string> searched;
    for (const fs::path& place : module_places()) {
        const fs::path file = place / gmsh_module_file;
        std::error_code ignored;
        if (!fs::exists(file, ignored)) {
            if (std::find(searched.begin(), searched.end(), place.string()) == searched.end())
                searched.push_back(place.string());
            continue;
        }
        // Never closed: Gmsh and its libraries do not survive being unloaded.
        void* const module = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
        void* const entry = module ? dlsym(module, gmsh_entry_point) : nullptr;
        if (entry == nullptr) {
            const char* const reason = dlerror();
            throw InputError("cannot open the mesh module " + file.string() + ": " +
                             (reason ? reason : "unknown reason"));
        }
        return reinterpret_cast<GmshRead*>(entry);
    }
    throw InputError(std::string("the mesh module ") + gmsh_module_file +
                     " is missing; looked in " + join(searched));
}

// ---- parameters of a .geo
// ------------------------------------------------------------------------

// The text without comments; strings stay.
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

// Names that the DefineConstant[ a = 1, b = {2, Name "b"} ] of a .geo define. Files that it
// includes are not looked into.
std::vector<std::string> defined_constants(const fs::path& file)
{
    std::ifstream stream(file);
    const std::string text = without_comments({std::istreambuf_iterator<char>(stream), {}});
    const std::string keyword = "DefineConstant";
    std::vector<std::string> names;
    for (auto at = text.find(keyword); at != std::string::npos; at = text.find(keyword, at)) {
        at += keyword.size();
        std::string name;
        int depth = 0;
        bool quoted = false, before_value = true;
        auto entry_ends = [&]() -> void {
            if (!name.empty())
                names.push_back(name);
            name.clear();
            before_value = true;
        };
        for (; at < text.size(); ++at) {
            const char c = text[at];
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
        throw InputError(file.string() + ": parameters belong to a .geo; a .msh has none");
    const std::vector<std::string> defined = defined_constants(file);
    for (const auto& [name, value] : parameters) {
        if (std::find(defined.begin(), defined.end(), name) == defined.end())
            throw InputError(file.string() + ": DefineConstant has no parameter \"" + name + "\"" +
                             name_hint(name, defined));
        if (!std::isfinite(value))
            throw InputError(file.string() + ": parameter " + name + " = " + number_text(value) +
                             "; expected a number");
    }
}

// A file that is gone when its scope ends.
struct ScratchFile {
    fs::path path;

    ScratchFile()
    {
        static std::atomic<int> count{0};
        path = fs::temp_directory_path() /
               ("slideway_" + std::to_string(getpid()) + "_" + std::to_string(count++) + ".geo");
    }
    ~ScratchFile()
    {
        std::error_code ignored;
        fs::remove(path, ignored);
    }
    ScratchFile(const ScratchFile&) = delete;
    ScratchFile& operator=(const ScratchFile&) = delete;
};

// ---- from Gmsh's answer to a mesh
// ----------------------------------------------------------------

struct FileElement {
    std::size_t tag = 0;            ///< number in the file
    std::vector<std::size_t> nodes; ///< node numbers of the file
};

using Nodes = std::unordered_map<std::size_t, std::array<double, 3>>;

// Twice the signed area: triangles, and quadrilaterals by their diagonals.
double twice_area(const FileElement& element, const Nodes& X)
{
    const auto& n = element.nodes;
    const auto &a = X.at(n[0]), &b = X.at(n[1]), &c = X.at(n[2]), &d = X.at(n.back());
    if (n.size() == 3)
        return (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
    return (c[0] - a[0]) * (d[1] - b[1]) - (d[0] - b[0]) * (c[1] - a[1]);
}

// The body: elements of the physical surfaces, or of all surfaces if none is physical, as Gmsh
// saves them.
std::vector<FileElement> body_elements(const std::string& source, const GmshAnswer& answer)
{
    const bool physical =
        std::any_of(answer.groups.begin(), answer.groups.end(),
                    [](const GmshGroup& group) -> bool { return group.dimension == 2; });
    std::vector<FileElement> elements;
    std::set<std::vector<std::size_t>> seen; // .msh 2.2 repeats the elements of overlapping groups
    for (const GmshElements& block : answer.elements) {
        if (block.dimension == 3)
            throw InputError(source + ": element " + std::to_string(block.tags.front()) + " is a " +
                             block.kind + "; only plane meshes are read");
        if (block.dimension != 2 || (physical && block.groups.empty()))
            continue;
        if (block.kind != "Triangle 3" && block.kind != "Quadrilateral 4")
            throw InputError(source + ": element " + std::to_string(block.tags.front()) +
                             " is a \"" + block.kind +
                             "\"; allowed: Triangle 3, Quadrilateral 4 (first order)");
        const auto n = static_cast<std::size_t>(block.n_nodes);
        for (std::size_t e = 0; e < block.tags.size(); ++e) {
            const auto first = block.nodes.begin() + static_cast<std::ptrdiff_t>(n * e);
            FileElement element{block.tags[e], {first, first + block.n_nodes}};
            std::vector<std::size_t> key = element.nodes;
            std::sort(key.begin(), key.end());
            if (seen.insert(std::move(key)).second)
                elements.push_back(std::move(element));
        }
    }
    if (elements.empty())
        throw InputError(source + ": no triangles or quadrilaterals in the file; save the mesh of "
                                  "the surfaces, or give a .geo with a surface");
    return elements;
}

// Gmsh orients elements as their surface, which may be drawn clockwise.
void orient(const std::string& source, std::vector<FileElement>& elements, const Nodes& X)
{
    auto clockwise = [&X](const FileElement& element) -> bool {
        return twice_area(element, X) < 0;
    };
    const auto count = std::count_if(elements.begin(), elements.end(), clockwise);
    if (count == 0)
        return;
    if (count < static_cast<std::ptrdiff_t>(elements.size())) {
        const FileElement& first = *std::find_if(elements.begin(), elements.end(), clockwise);
        std::string places;
        for (const std::size_t node : first.nodes)
            places +=
                " (" + number_text(X.at(node)[0], 6) + ", " + number_text(X.at(node)[1], 6) + ")";
        throw InputError(source + ": element " + std::to_string(first.tag) +
                         " is clockwise and others are not; its nodes are at" + places);
    }
    for (FileElement& element : elements)
        std::reverse(element.nodes.begin() + 1, element.nodes.end());
}

// Nodes of the body in the order of their numbers in the file.
std::map<std::size_t, int> number_nodes(const std::vector<FileElement>& elements)
{
    std::map<std::size_t, int> number;
    for (const FileElement& element : elements)
        for (const std::size_t node : element.nodes)
            number.emplace(node, 0);
    int next = 0;
    for (auto& [tag, index] : number)
        index = next++;
    return number;
}

Matrix positions(const std::string& source, const std::map<std::size_t, int>& number,
                 const Nodes& X)
{
    Matrix positions(static_cast<Index>(number.size()), 2);
    double extent = 0, out_of_plane = 0;
    std::size_t worst = 0;
    for (const auto& [tag, index] : number) {
        const auto& x = X.at(tag);
        positions.row(index) << x[0], x[1];
        extent = std::max({extent, std::abs(x[0]), std::abs(x[1])});
        if (std::abs(x[2]) > out_of_plane) {
            out_of_plane = std::abs(x[2]);
            worst = tag;
        }
    }
    if (out_of_plane > 1e-9 * extent)
        throw InputError(source + ": node " + std::to_string(worst) + " has z = " +
                         number_text(X.at(worst)[2], 6) + "; a plane mesh lies in z = 0");
    return positions;
}

// Directed edges of the elements; an edge with the body on its right is the reverse of one.
std::set<std::array<int, 2>> element_edges(const std::vector<FileElement>& elements,
                                           const std::map<std::size_t, int>& number)
{
    std::set<std::array<int, 2>> edges;
    for (const FileElement& element : elements)
        for (std::size_t i = 0; i < element.nodes.size(); ++i)
            edges.insert({number.at(element.nodes[i]),
                          number.at(element.nodes[(i + 1) % element.nodes.size()])});
    return edges;
}

std::map<std::string, NodeGroup> named_groups(const std::string& source, const GmshAnswer& answer,
                                              const std::vector<FileElement>& body,
                                              const std::map<std::size_t, int>& number)
{
    std::map<std::string, NodeGroup> groups;
    for (const GmshGroup& group : answer.groups)
        if (!group.name.empty() && group.dimension <= 2)
            if (!groups.emplace(group.name, NodeGroup{group.dimension, {}, {}}).second)
                throw InputError(source + ": two physical groups are named \"" + group.name + "\"");

    const std::set<std::array<int, 2>> edges = element_edges(body, number);
    for (const GmshElements& block : answer.elements)
        for (const int index : block.groups) {
            const GmshGroup& named = answer.groups[static_cast<std::size_t>(index)];
            if (named.name.empty())
                continue;
            NodeGroup& group = groups.at(named.name);
            const auto n = static_cast<std::size_t>(block.n_nodes);
            for (std::size_t e = 0; e < block.tags.size(); ++e) {
                std::vector<int> nodes;
                for (std::size_t i = 0; i < n; ++i)
                    if (const auto at = number.find(block.nodes[n * e + i]); at != number.end())
                        nodes.push_back(at->second);
                if (nodes.size() < n)
                    continue; // not on the body
                if (group.dimension == 1) {
                    const Edge edge{nodes[0], nodes[1]}, reverse{nodes[1], nodes[0]};
                    if (edges.contains({reverse.first, reverse.second}))
                        group.edges.push_back(edge);
                    else if (edges.contains({edge.first, edge.second}))
                        group.edges.push_back(reverse);
                    else
                        continue;
                }
                group.nodes.insert(group.nodes.end(), nodes.begin(), nodes.end());
            }
        }

    for (auto at = groups.begin(); at != groups.end();) {
        NodeGroup& group = at->second;
        std::sort(group.nodes.begin(), group.nodes.end());
        group.nodes.erase(std::unique(group.nodes.begin(), group.nodes.end()), group.nodes.end());
        std::sort(group.edges.begin(), group.edges.end());
        group.edges.erase(std::unique(group.edges.begin(), group.edges.end()), group.edges.end());
        at = group.nodes.empty() ? groups.erase(at) : std::next(at);
    }
    return groups;
}

ElementBlock block_of(const std::string& shape, Index n_nodes,
                      const std::vector<FileElement>& elements,
                      const std::map<std::size_t, int>& number)
{
    ElementBlock block{shape, {}};
    Index count = 0;
    for (const FileElement& element : elements)
        count += static_cast<Index>(element.nodes.size()) == n_nodes ? 1 : 0;
    block.nodes.resize(count, n_nodes);
    Index row = 0;
    for (const FileElement& element : elements) {
        if (static_cast<Index>(element.nodes.size()) != n_nodes)
            continue;
        for (Index i = 0; i < n_nodes; ++i)
            block.nodes(row, i) = number.at(element.nodes[static_cast<std::size_t>(i)]);
        ++row;
    }
    return block;
}

Mesh mesh_of(const std::string& source, const GmshAnswer& answer)
{
    Nodes X;
    for (std::size_t i = 0; i < answer.node_tags.size(); ++i)
        X[answer.node_tags[i]] = {answer.coordinates[3 * i], answer.coordinates[3 * i + 1],
                                  answer.coordinates[3 * i + 2]};

    std::vector<FileElement> elements = body_elements(source, answer);
    for (const FileElement& element : elements)
        for (const std::size_t node : element.nodes)
            if (!X.contains(node))
                throw InputError(source + ": element " + std::to_string(element.tag) +
                                 " names node " + std::to_string(node) +
                                 ", which is not in the file");
    const std::map<std::size_t, int> number = number_nodes(elements);

    Mesh mesh;
    mesh.source = source;
    mesh.X = positions(source, number, X);
    orient(source, elements, X);
    for (const auto& [shape, n_nodes] : {std::pair{"quad4", 4}, std::pair{"tri3", 3}})
        if (ElementBlock block = block_of(shape, n_nodes, elements, number); block.nodes.rows() > 0)
            mesh.blocks.push_back(std::move(block));
    mesh.groups = named_groups(source, answer, elements, number);
    return mesh;
}

} // namespace

Mesh read_mesh(const fs::path& file, const std::map<std::string, double>& parameters)
{
    const std::string source = file.string();
    const std::string extension = file.extension().string();
    const bool geometry = extension == ".geo";
    if (!geometry && extension != ".msh")
        throw InputError(source + ": not a mesh file; allowed: .geo, .msh");
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored) || !std::ifstream(file))
        throw InputError(source + ": no such file, or it cannot be read");
    if (!geometry) { // Gmsh would run any other text as a .geo
        std::string head(11, '\0');
        std::ifstream(file).read(head.data(), 11);
        if (head != "$MeshFormat" && !head.starts_with("$Comment"))
            throw InputError(source + ": not a Gmsh mesh (it does not start with $MeshFormat)");
    }
    check_parameters(file, geometry, parameters);

    static GmshRead* const gmsh_read = open_module();
    const ScratchFile scratch;
    const GmshRequest request{fs::absolute(file).string(), geometry, parameters,
                              scratch.path.string()};
    GmshAnswer answer;
    gmsh_read(&request, &answer);
    if (!answer.error.empty())
        throw InputError(source + ": Gmsh: " + answer.error);
    return mesh_of(source, answer);
}

} // namespace slideway::fem
