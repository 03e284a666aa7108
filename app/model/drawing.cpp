#include "app/model/drawing.hpp"

#include "app/case/joint_entry.hpp"
#include "app/model/describe.hpp"
#include "app/model/outline.hpp"
#include "fem/named_nodes.hpp"
#include "io/json_file.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

namespace slideway::app {

namespace {

using io::JsonValue;

// Round-off of the sum of a row of the stiffness matrix, relative to the diagonal entry.
constexpr double round_off = 16 * std::numeric_limits<double>::epsilon();

// x1, y1, x2, y2 of each line.
std::vector<double> coordinates_of(const Outline& outline)
{
    std::vector<double> all;
    for (std::size_t k = 0; k < outline.first.size(); ++k)
        for (const int point : {outline.first[k], outline.second[k]})
            all.insert(all.end(), {outline.X(point, 0), outline.X(point, 1)});
    return all;
}

// x, y of the points that are on no line.
std::vector<double> points_of(const Outline& outline)
{
    std::vector<bool> on_line(static_cast<std::size_t>(outline.X.rows()), false);
    for (const auto* ends : {&outline.first, &outline.second})
        for (const int point : *ends)
            on_line[static_cast<std::size_t>(point)] = true;
    std::vector<double> all;
    for (Index k = 0; k < outline.X.rows(); ++k)
        if (!on_line[static_cast<std::size_t>(k)])
            all.insert(all.end(), {outline.X(k, 0), outline.X(k, 1)});
    return all;
}

JsonValue port_json(const fem::Port& port)
{
    JsonValue json = JsonValue::object();
    json.set("name", port.name).set("components", port.components);
    if (port.X.size() > 0 && port.X.allFinite()) {
        std::vector<double> X;
        for (Index k = 0; k < port.n_nodes(); ++k)
            X.insert(X.end(), {port.X(k, 0), port.X(k, 1)});
        json.set("X", X);
    }
    JsonValue segments = JsonValue::array();
    if (!port.edges.empty())
        for (const auto& [first, second] : fem::segments(port))
            segments.push(first).push(second);
    return json.set("segments", std::move(segments));
}

// Nodes of a support that are no port; none for a body without named nodes.
std::optional<fem::Port> held_nodes(const fem::Substructure& body, const std::string& name)
{
    const bool known = std::any_of(body.ports.begin(), body.ports.end(),
                                   [&](const fem::Port& port) { return port.name == name; });
    if (known || !body.nodes || !body.nodes->contains(name))
        return std::nullopt;
    const auto group = body.nodes->groups.find(name);
    const std::vector<Index> nodes = group != body.nodes->groups.end()
                                         ? group->second.nodes
                                         : std::vector<Index>{*body.nodes->find(name)};
    fem::Port port;
    port.name = name;
    port.components = body.nodes->components_of(nodes.front());
    port.X = body.nodes->X(nodes, Eigen::all);
    return port;
}

// Couplings of ports by the stiffness matrix.
JsonValue links_of(const fem::Substructure& body)
{
    std::vector<std::string> port_of(static_cast<std::size_t>(body.n()));
    for (const fem::Port& port : body.ports)
        for (const fem::PortRow& row : fem::rows_of(port))
            for (const Index dof : row.dofs)
                port_of[static_cast<std::size_t>(dof)] = port.name;
    std::set<std::pair<std::string, std::string>> links;
    Vector to_ground = Vector::Zero(body.n()), diagonal = Vector::Zero(body.n());
    for (Index j = 0; j < body.K.outerSize(); ++j)
        for (SparseMatrix::InnerIterator entry(body.K, j); entry; ++entry) {
            to_ground(j) += entry.value();
            const std::string& row = port_of[static_cast<std::size_t>(entry.row())];
            const std::string& column = port_of[static_cast<std::size_t>(j)];
            if (entry.row() == j)
                diagonal(j) = entry.value();
            else if (entry.value() != 0 && row < column)
                links.emplace(row, column);
        }
    for (Index j = 0; j < body.n(); ++j)
        if (std::abs(to_ground(j)) > round_off * diagonal(j))
            links.emplace(port_of[static_cast<std::size_t>(j)], "ground");
    JsonValue json = JsonValue::array();
    for (const auto& [first, second] : links)
        if (!first.empty())
            json.push(std::vector<std::string>{first, second});
    return json;
}

JsonValue body_json(const SubstructureEntry& entry, const BuiltBody& built,
                    const fem::Substructure& body)
{
    JsonValue ports = JsonValue::array();
    for (const fem::Port& port : body.ports)
        ports.push(port_json(port));
    std::set<std::string> held;
    for (const std::string& address : entry.fixed)
        held.insert(address.substr(0, address.find('.')));
    for (const std::string& name : held)
        if (const std::optional<fem::Port> port = held_nodes(body, name))
            ports.push(port_json(*port));
    const Outline outline = outline_of(body);
    JsonValue json = JsonValue::object();
    json.set("name", built.name).set("type", built.type).set("supports", entry.fixed);
    json.set("outline", coordinates_of(outline)).set("points", points_of(outline));
    json.set("ports", std::move(ports));
    json.set("in_space", outline.X.cols() == 3);
    return json.set("links", outline.X.size() > 0 ? JsonValue::array() : links_of(body));
}

template <class Entry, class Add>
JsonValue list_of(const std::vector<Entry>& entries, const Add& add)
{
    JsonValue all = JsonValue::array();
    for (const Entry& entry : entries) {
        JsonValue json = JsonValue::object();
        json.set("name", entry.name);
        add(json, entry);
        all.push(std::move(json));
    }
    return all;
}

JsonValue lines_of(const std::string& text)
{
    JsonValue lines = JsonValue::array();
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        lines.push(line);
    return lines;
}

} // namespace

std::string drawing_json(const Case& c, const BuiltModel& built)
{
    JsonValue bodies = JsonValue::array();
    for (std::size_t b = 0; b < built.bodies.size(); ++b)
        bodies.push(body_json(c.substructures[b], built.bodies[b], built.model.bodies[b]));
    const auto ends = [](JsonValue& json, const auto& entry) {
        json.set("between", entry.between);
    };
    const auto place = [](JsonValue& json, const auto& entry) { json.set("on", entry.on); };
    JsonValue json = JsonValue::object();
    json.set("title", c.title).set("text", lines_of(describe_model(c, built)));
    json.set("bodies", std::move(bodies));
    json.set("contacts", list_of(c.contacts, [](JsonValue& one, const ContactEntry& entry) {
                 one.set("slave", entry.slave).set("master", entry.master);
             }));
    json.set("bonds", list_of(c.bonds, ends)).set("joints", list_of(c.joints, ends));
    json.set("loads", list_of(c.loads, place)).set("motions", list_of(c.motions, place));
    return io::json_text(json);
}

} // namespace slideway::app
