#include "fem/gmsh_module.hpp"

#include "fem/gmsh_session.hpp"

#include <array>
#include <charconv>
#include <exception>
#include <fstream>
#include <mutex>
#include <stdexcept>
#include <utility>

namespace {

using namespace slideway::fem;

// The first error in Gmsh's log, or "". Later ones mostly follow from it.
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

// Constants set before the file runs: DefineConstant[] leaves a name that exists as it is. The
// other way, -setnumber, is never forgotten by later sessions of the same process.
void write_with_parameters(const GmshRequest& request)
{
    std::ofstream file(request.scratch);
    for (const auto& [name, value] : request.parameters) {
        std::array<char, 32> text{};
        const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
        file << name << " = " << std::string(text.data(), end) << ";\n";
    }
    file << "Merge \"" << request.file << "\";\n";
    if (!file.flush())
        throw std::runtime_error("cannot write the scratch file " + request.scratch);
}

void open(const GmshRequest& request)
{
    if (request.parameters.empty()) {
        gmsh::open(request.file);
    } else {
        write_with_parameters(request);
        gmsh::open(request.scratch);
    }
}

// Without MED Gmsh reads nothing and tells nothing.
void require_med()
{
    std::string options;
    gmsh::option::getString("General.BuildOptions", options);
    if (options.find("Med") == std::string::npos)
        throw std::runtime_error("this Gmsh is built without MED (Debian's is); save the mesh as "
                                 ".msh, .unv or .inp instead");
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
}

} // namespace

extern "C" __attribute__((visibility("default"))) void
slideway_gmsh_read(const GmshRequest* request, GmshAnswer* answer) noexcept
{
    static std::mutex one_at_a_time;
    try {
        const std::scoped_lock lock(one_at_a_time);
        const GmshSession session;
        try {
            if (request->med)
                require_med();
            open(*request);
            if (request->geometry && logged_error().empty())
                gmsh::model::mesh::generate(2);
            answer->error = logged_error();
            if (answer->error.empty())
                collect(*answer);
        } catch (const std::string& error) { // what gmsh 4.8 throws
            answer->error = error;
        }
    } catch (const std::exception& error) {
        answer->error = error.what();
    } catch (...) {
        answer->error = "Gmsh failed without a reason";
    }
}
