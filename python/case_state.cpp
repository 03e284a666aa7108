#include "python/case_state.hpp"

#include "python/arrays.hpp"
#include "python/script_law.hpp"

#include <pybind11/stl.h>

#include <string>
#include <utility>
#include <vector>

namespace slideway::script {

namespace py = pybind11;

namespace {

using io::CaseNode;

// Value of a node: (kind, content). Kinds are "value", "list", "table", "law" and "given".
struct ToPython {
    py::tuple operator()(bool flag) const { return py::make_tuple("value", flag); }
    py::tuple operator()(double number) const { return py::make_tuple("value", number); }
    py::tuple operator()(const std::string& text) const { return py::make_tuple("value", text); }
    py::tuple operator()(const CaseNode::Array& items) const
    {
        py::list list;
        for (const CaseNode& item : items)
            list.append(node_state(item));
        return py::make_tuple("list", list);
    }
    py::tuple operator()(const CaseNode::Table& table) const
    {
        py::list list;
        for (const auto& [key, child] : table)
            list.append(py::make_tuple(key, node_state(child)));
        return py::make_tuple("table", list);
    }
    py::tuple operator()(const std::shared_ptr<const io::Given>& given) const
    {
        if (const auto* law = dynamic_cast<const RunningLaw*>(given.get()))
            return py::make_tuple("law", py::make_tuple(law->path(), law->object()));
        return py::make_tuple("given", given_object(given));
    }

    static py::tuple node_state(const CaseNode& node)
    {
        return py::make_tuple(node.where.file, node.where.line, node.integer,
                              std::visit(ToPython(), node.value));
    }
};

CaseNode node_from(const py::tuple& state)
{
    CaseNode node;
    node.where = {state[0].cast<std::string>(), state[1].cast<int>()};
    node.integer = state[2].cast<bool>();
    const auto held = state[3].cast<py::tuple>();
    const auto kind = held[0].cast<std::string>();
    const py::object content = held[1];
    if (kind == "list") {
        CaseNode::Array items;
        for (const py::handle item : content)
            items.push_back(node_from(item.cast<py::tuple>()));
        node.value = std::move(items);
    } else if (kind == "table") {
        CaseNode::Table table;
        for (const py::handle item : content) {
            const auto pair = item.cast<py::tuple>();
            table.emplace_back(pair[0].cast<std::string>(), node_from(pair[1].cast<py::tuple>()));
        }
        node.value = std::move(table);
    } else if (kind == "law") {
        const auto law = content.cast<py::tuple>();
        node.value =
            std::make_shared<const RunningLaw>(law[1], node.where, law[0].cast<std::string>());
    } else if (kind == "given") {
        node.value = given_from(content);
    } else if (py::isinstance<py::bool_>(content)) {
        node.value = content.cast<bool>();
    } else if (py::isinstance<py::str>(content)) {
        node.value = content.cast<std::string>();
    } else {
        node.value = content.cast<double>();
    }
    return node;
}

} // namespace

py::tuple state_of(const app::CaseTree& tree)
{
    return py::make_tuple(tree.file.string(), tree.text, tree.overrides,
                          ToPython::node_state(tree.root));
}

app::CaseTree tree_of(const py::tuple& state)
{
    return {state[0].cast<std::string>(), state[1].cast<std::string>(),
            state[2].cast<std::vector<std::string>>(), node_from(state[3].cast<py::tuple>())};
}

} // namespace slideway::script
