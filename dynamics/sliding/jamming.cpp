#include "dynamics/sliding/jamming.hpp"

#include "assembly/configuration.hpp"
#include "assembly/coupled_model.hpp"
#include "base/bisection.hpp"
#include "base/text.hpp"
#include "contact/complementarity.hpp"
#include "contact/contact_rows.hpp"
#include "dynamics/sliding/contact_step.hpp"

#include <algorithm>

namespace slideway::dynamics {

namespace {

// Part of their friction up to which the forces of all nodes are unique, to 1e-6.
double unique_part(const Jam& jam)
{
    constexpr int halvings = 20;
    const auto is_unique = [&](double part) {
        return contact::is_p_matrix(jam.without + part * (jam.with - jam.without));
    };
    return bisect(0, 1, is_unique, halvings).first;
}

// Share of what the normal force of a node opens that is left with its friction, below which the
// node counts as jammed where the integration fails: forces swing with a gain that grows without
// bound towards the coefficient that jams.
constexpr double nearly = 0.01;

std::string contacts_of(const assembly::CoupledModel& model, const Jam& jam)
{
    std::vector<std::string> names;
    for (const Jam::Node& node : jam.nodes) {
        const std::string name = "contact." + model.sliding[node.contact].name;
        if (std::find(names.begin(), names.end(), name) == names.end())
            names.push_back(name);
    }
    return join(names);
}

} // namespace

bool nearly_jams(const Jam& jam)
{
    for (Index i = 0; i < jam.with.rows(); ++i)
        if (jam.with(i, i) < nearly * jam.without(i, i))
            return true;
    return false;
}

std::string jamming_message(const assembly::CoupledModel& model, const Jam& jam)
{
    const std::string advice = "lower the friction, or let the body trail its contact";
    for (Index i = 0; i < jam.with.rows(); ++i) {
        const double without = jam.without(i, i), with = jam.with(i, i);
        if (with >= nearly * without)
            continue;
        const Jam::Node& node = jam.nodes[static_cast<std::size_t>(i)];
        return assembly::slave_name(model.sliding[node.contact], node.slave) +
               " jams: its friction of " + number_text(node.friction, 4) + " closes the gap by " +
               (with > 0 ? "nearly as much as" : "more than") +
               " its normal force opens it, so that contact forces have no unique solution; they "
               "have below " +
               number_text(node.friction * without / (without - with), 4) + "; " + advice;
    }
    const bool rubs = std::any_of(jam.nodes.begin(), jam.nodes.end(),
                                  [](const Jam::Node& node) -> bool { return node.friction > 0; });
    if (!rubs)
        return contacts_of(model, jam) + ": no normal forces keep " +
               std::to_string(jam.nodes.size()) +
               " gaps open at once; segments of the master face each other too closely there, or "
               "two masters do; leave more room between them";
    const std::string together = contacts_of(model, jam) + ": jamming: the contact forces of " +
                                 std::to_string(jam.nodes.size()) + " closed nodes together have ";
    if (contact::is_p_matrix(jam.with))
        return together + "no solution that could be found; " + advice;
    return together + "no unique solution, each alone has; they have with less than " +
           number_text(unique_part(jam), 4) + " of their friction; " + advice;
}

Jam ContactStep::jam()
{
    const auto n = static_cast<Index>(s_.active.size());
    Jam jam{{}, Matrix(n, n), Matrix(n, n)};
    auto column = [&](Matrix& A, Index j, const contact::ContactRow& row) {
        const std::size_t index = s_.active[static_cast<std::size_t>(j)];
        respond(s_.points[index], index, row, &StepBody::response);
        for (Index i = 0; i < n; ++i) {
            const ContactPointState& slave_point =
                s_.points[s_.active[static_cast<std::size_t>(i)]];
            const double* slave =
                slave_point.slave->response.row(static_cast<Index>(index)) + slave_point.slave_row;
            const double* master = slave_point.master->response.row(static_cast<Index>(index)) +
                                   slave_point.master_row;
            A(i, j) =
                contact::on_slave(slave_point.row_C).dot(Eigen::Map<const Eigen::Vector2d>(slave)) +
                contact::on_master(slave_point.row_C)
                    .dot(Eigen::Map<const Eigen::Vector4d>(master));
        }
    };
    for (Index j = 0; j < n; ++j) {
        const ContactPointState& point = s_.points[s_.active[static_cast<std::size_t>(j)]];
        const assembly::Sliding& sliding = s_.model.sliding[point.state.contact];
        const bool either = s_.settings.follow_sticking; // way of sliding: the one that closes more
        const double mu =
            either ? std::max(point.mu, contact::coefficient_at_rest(sliding.friction)) : point.mu;
        const double direction = either ? 1 : s_.settings.direction[point.state.contact];
        jam.nodes.push_back({point.state.contact, point.state.slave, mu});
        column(jam.without, j, point.row_C);
        column(jam.with, j, contact::equilibrium_row(point.state.predicted, mu, direction));
        if (either && jam.with(j, j) > jam.without(j, j))
            column(jam.with, j, contact::equilibrium_row(point.state.predicted, mu, -direction));
    }
    return jam;
}

} // namespace slideway::dynamics
