#include "dynamics/sliding/unheld_motions.hpp"

#include "assembly/coupled_model.hpp"
#include "base/elimination.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "contact/contact_rows.hpp"
#include "contact/laws/friction.hpp"

#include <algorithm>
#include <utility>

namespace slideway::dynamics {

namespace {

// A row of a contact point on the dofs of all components, one component after the other.
Vector on_all_dofs(const assembly::CoupledModel& model, const ModalModel& modal,
                   const ContactPoint& point, const contact::ContactRow& row)
{
    std::vector<Index> first = {0}; // dof of each component
    for (const assembly::PrimalModel& part : modal.parts)
        first.push_back(first.back() + part.offset.back());
    const assembly::Sliding& sliding = model.sliding[point.contact];
    Vector all = Vector::Zero(first.back());
    const auto act = [&](std::size_t body, const SparseMatrix& rows, Index position,
                         const VectorIn& factors) {
        const std::size_t c = modal.component_of[body];
        const Vector entries =
            Matrix(rows.middleRows(position, factors.size())).transpose() * factors;
        all.segment(first[c] + modal.offset[body], rows.cols()) += entries;
    };
    act(sliding.slave_body, sliding.slave_rows, 2 * point.slave, contact::on_slave(row));
    act(sliding.master_body, sliding.master_rows, 2 * point.segment, contact::on_master(row));
    return all;
}

// Rows that closed contact points hold, on the dofs of all components: gaps, and slip if friction
// may stick.
SparseMatrix held_by_contacts(const assembly::CoupledModel& model, const ModalModel& modal,
                              const std::vector<ContactPoint>& points,
                              const std::vector<double>& direction)
{
    Index n = 0;
    for (const assembly::PrimalModel& part : modal.parts)
        n += part.offset.back();
    std::vector<SparseMatrix> blocks;
    const auto add = [&](const ContactPoint& point, const contact::ContactRow& row) {
        blocks.emplace_back(
            Matrix(on_all_dofs(model, modal, point, row).transpose()).sparseView(0, 0));
    };
    for (const ContactPoint& point : points) {
        if (!point.closed)
            continue;
        add(point, contact::compatibility_row(point.projection));
        const contact::Friction& friction = model.sliding[point.contact].friction;
        if (direction[point.contact] == 0 && contact::coefficient(friction, 0.0) > 0)
            add(point, contact::sliding_row(point.projection));
    }
    return stacked_rows(blocks, n);
}

// A plane motion in words: a translation with a rotation is a rotation about some point.
std::string in_words(const std::string& motion)
{
    return motion.find("rotation") != std::string::npos &&
                   motion.find(" with ") != std::string::npos
               ? "a rotation"
               : motion;
}

} // namespace

std::string name_of_point(const assembly::CoupledModel& model, const ContactPoint& point)
{
    std::string text = assembly::slave_name(model.sliding[point.contact], point.slave);
    if (text.ends_with(','))
        text.pop_back();
    return text;
}

std::optional<std::string> points_at_one_place(const assembly::CoupledModel& model,
                                               const ModalModel& modal,
                                               const std::vector<ContactPoint>& points)
{
    std::vector<std::pair<const ContactPoint*, Vector>> known;
    for (const ContactPoint& point : points) {
        if (!point.closed)
            continue;
        const Vector row =
            on_all_dofs(model, modal, point, contact::compatibility_row(point.projection));
        for (const auto& [other, other_row] : known)
            if ((row - other_row).squaredNorm() <= 1e-20 * row.squaredNorm())
                return name_of_point(model, *other) + " and " + name_of_point(model, point) +
                       " press on the same place of the same bodies";
        known.emplace_back(&point, row);
    }
    return std::nullopt;
}

void refuse_unheld_motions(const assembly::CoupledModel& model, const ModalModel& modal,
                           const std::vector<ContactPoint>& points,
                           const std::vector<double>& direction)
{
    const SparseMatrix held = held_by_contacts(model, modal, points, direction);
    const std::vector<ContactPoint> touching = undeformed_points(model, true);
    std::string why;
    for (std::size_t i = 0; i < points.size() && why.empty(); ++i)
        if (!points[i].closed && touching[i].closed)
            why = " (" + name_of_point(model, points[i]) +
                  " opens, because the loads do not press there)";
    if (const auto same = points_at_one_place(model, modal, points); same && why.empty())
        why = " (" + *same + ")";
    if (!points.empty() && why.empty())
        why = " (contacts that touch leave it)";
    const std::string remedy = why + "; add a support, a motion or a spring";
    Index first = 0;
    for (const assembly::PrimalModel& part : modal.parts) { // while all others stand still
        const Index n = part.offset.back();
        std::vector<std::string> free = assembly::free_motions({part}, held.middleCols(first, n));
        std::transform(free.begin(), free.end(), free.begin(), in_words);
        if (!free.empty())
            throw InputError("nothing holds " + listed(free, "and") + " of " +
                             (part.bodies.size() == 1 ? "body " : "bodies ") + part.name + remedy);
        first += n;
    }
    const std::vector<std::string> together = assembly::free_motions(modal.parts, held);
    if (!together.empty())
        throw InputError("nothing holds " + listed(together, "and") + remedy);
}

} // namespace slideway::dynamics
