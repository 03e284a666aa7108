// slideway-gmsh: reads files with Gmsh for fem/readers/gmsh_process.cpp, which starts it.
// It handles one request from standard input, whose answer goes to descriptor 3, or
// serves many requests.

#include "fem/readers/gmsh_cage.hpp"
#include "fem/readers/gmsh_exchange.hpp"
#include "fem/readers/gmsh_serving.hpp"

#include <fcntl.h>
#include <gmsh.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace {

using namespace slideway::fem;

std::string all_input()
{
    std::string text;
    std::array<char, 4096> part{};
    for (ssize_t n; (n = read(STDIN_FILENO, part.data(), part.size())) > 0;)
        text.append(part.data(), static_cast<std::size_t>(n));
    return text;
}

void write_all(int file, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t n = write(file, text.data(), text.size());
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            throw std::runtime_error("cannot write");
        text.remove_prefix(static_cast<std::size_t>(n));
    }
}

// Returns a file in memory that sets the parameters and then reads the requested file.
// DefineConstant[] does not change a name that exists.
std::string with_parameters(const GmshRequest& request)
{
    std::string text;
    for (const auto& [name, value] : request.parameters) {
        std::array<char, 32> digits{};
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
        text += name + " = " + std::string(digits.data(), end) + ";\n";
    }
    text += "Merge \"" + request.file + "\";\n";
    const int file = memfd_create("parameters", 0);
    if (file < 0)
        throw std::runtime_error("no file in memory");
    write_all(file, text);
    return "/proc/self/fd/" + std::to_string(file);
}

// Returns the first error in Gmsh's log, or ""; later ones mostly result from it.
std::string logged_error()
{
    std::vector<std::string> log;
    gmsh::logger::get(log);
    const std::string mark = "Error: ";
    for (const std::string& line : log)
        if (line.starts_with(mark))
            return line.substr(mark.size());
    return "";
}

// Reports missing MED support, because Gmsh without MED silently reads nothing.
void require_med()
{
    std::string options;
    gmsh::option::getString("General.BuildOptions", options);
    if (options.find("Med") == std::string::npos)
        throw std::runtime_error("this Gmsh is built without MED (Debian's is); save the mesh as "
                                 ".msh, .unv or .inp instead");
}

// Returns the partitions of the elements of one dimension.
std::vector<int> partitions_of(int dimension)
{
    std::set<int> all;
    gmsh::vectorpair entities;
    gmsh::model::getEntities(entities, dimension);
    for (const auto& entity : entities) {
        std::vector<int> types, partitions;
        std::vector<std::vector<std::size_t>> tags, nodes;
        gmsh::model::mesh::getElements(types, tags, nodes, entity.first, entity.second);
        if (types.empty())
            continue;
        gmsh::model::getPartitions(entity.first, entity.second, partitions);
        all.insert(partitions.begin(), partitions.end());
    }
    return {all.begin(), all.end()};
}

void collect(GmshAnswer& answer)
{
    std::vector<double> parametric;
    gmsh::model::mesh::getNodes(answer.node_tags, answer.coordinates, parametric);

    gmsh::vectorpair groups;
    gmsh::model::getPhysicalGroups(groups);
    std::map<std::pair<int, int>, std::vector<int>> groups_of_entity;
    for (const auto& [dimension, tag] : groups) {
        GmshGroup group{dimension, tag, ""};
        gmsh::model::getPhysicalName(dimension, tag, group.name);
        std::vector<int> entities;
        gmsh::model::getEntitiesForPhysicalGroup(dimension, tag, entities);
        for (const int entity : entities)
            groups_of_entity[{dimension, entity}].push_back(static_cast<int>(answer.groups.size()));
        answer.groups.push_back(group);
    }

    gmsh::vectorpair entities;
    gmsh::model::getEntities(entities);
    for (const auto& entity : entities) {
        std::vector<int> types;
        std::vector<std::vector<std::size_t>> tags, nodes;
        gmsh::model::mesh::getElements(types, tags, nodes, entity.first, entity.second);
        for (std::size_t i = 0; i < types.size(); ++i) {
            if (tags[i].empty())
                continue;
            GmshElements elements;
            int order = 0, primary_nodes = 0;
            std::vector<double> local;
            gmsh::model::mesh::getElementProperties(types[i], elements.kind, elements.dimension,
                                                    order, elements.n_nodes, local, primary_nodes);
            elements.tags = std::move(tags[i]);
            elements.nodes = std::move(nodes[i]);
            elements.groups = groups_of_entity[{entity.first, entity.second}];
            answer.elements.push_back(std::move(elements));
        }
    }
    for (const int dimension : {3, 2, 1})
        if (answer.partitions.empty())
            answer.partitions = partitions_of(dimension);
}

GmshAnswer read_with_gmsh(const GmshRequest& request, const std::string& file)
{
    gmsh::initialize(0, nullptr, false); // false: the user's .gmshrc must not change a mesh
    gmsh::option::setNumber("General.Terminal", 0);
    // With the API's default of 2, the first error throws out of the parser. With 0, errors go to
    // the log with their wording and the file.
    gmsh::option::setNumber("General.AbortOnError", 0);
    gmsh::logger::start();
    GmshAnswer answer;
    try {
        if (request.med)
            require_med();
        gmsh::open(file);
        if (request.geometry && logged_error().empty())
            gmsh::model::mesh::generate(request.solid ? 3 : 2);
        answer.error = logged_error();
        if (answer.error.empty())
            collect(answer);
    } catch (const std::string& error) { // gmsh 4.8 throws strings
        answer.error = error;
    }
    return answer;
}

GmshAnswer answer_to(const GmshRequest& request)
{
    try {
        const std::string file =
            request.parameters.empty() ? request.file : with_parameters(request);
        if (!request.trusted) {
            const std::string obstacle = close_cage();
            if (!obstacle.empty())
                throw std::runtime_error("this system cannot keep a mesh from starting programs (" +
                                         obstacle + "); if it is trusted: --trust-meshes");
        }
        return read_with_gmsh(request, file);
    } catch (const std::bad_alloc&) {
        return {out_of_memory};
    } catch (const std::exception& error) {
        return {error.what()};
    }
}

std::string packed_answer_to(const GmshRequest& request)
{
    try {
        return packed(answer_to(request));
    } catch (const std::bad_alloc&) { // the mesh fitted in memory, its text does not
    }
    return packed(GmshAnswer{.error = out_of_memory});
}

// Handles the request of standard input.
// @param trustable  true if the request may disable the cage
// @return exit status
int answer(bool trustable)
{
    try {
        if (fcntl(answer_descriptor, F_SETFD, FD_CLOEXEC) != 0)
            return 2;
        GmshRequest request = unpacked_request(all_input());
        request.trusted = request.trusted && trustable;
        if (!request.trusted)
            limit_memory(request.memory);
        write_all(answer_descriptor, packed_answer_to(request));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "slideway-gmsh: %s\n", error.what());
        return 1;
    }
    return 0;
}

int answer_served(pid_t parent)
{
    return end_with(parent) ? answer(false) : 2;
}

} // namespace

// @param argv[1]  parent process
// @param argv[2]  "serve": requests arrive over standard input
int main(int argc, char** argv)
{
    const bool serves = argc == 3 && std::string_view(argv[2]) == "serve";
    int status = 2;
    if (serves)
        status = serve_requests(answer_served) ? 0 : 2;
    else if (argc == 2 && end_with(std::atoi(argv[1])))
        status = answer(true);
    if (status == 2)
        std::fputs("slideway-gmsh reads meshes for slideway, which starts it\n", stderr);
    std::_Exit(status); // without gmsh::finalize(), which only frees memory
}
