#include "fem/readers/grid_cards.hpp"

#include "base/error.hpp"

#include <algorithm>

namespace slideway::fem {

namespace {

// Number of a system; empty if the field is blank. -1 marks a point of a fluid, which has no axes.
std::optional<std::size_t> system_field(const MeshLines& lines, const BulkCard& card, std::size_t i)
{
    if (card.field(i) == "-1")
        return 0;
    const auto number = whole_field(lines, card, i, "coordinate system", 0);
    return number ? std::optional(static_cast<std::size_t>(*number)) : std::nullopt;
}

} // namespace

bool GridCards::read(const BulkCard& card)
{
    if (card.name == "GRID") {
        read_grid(card);
    } else if (card.name == "GRDSET") {
        if (!is_known("GRDSET", card)) {
            default_system_ = system_field(*lines_, card, 2).value_or(0);
            default_axes_ = system_field(*lines_, card, 6).value_or(0);
        }
    } else if (card.name.starts_with("CORD")) {
        read_system(card);
    } else {
        return false;
    }
    return true;
}

void GridCards::read_grid(const BulkCard& card)
{
    const auto label = static_cast<std::size_t>(needed_field(*lines_, card, 1, "grid"));
    const auto system = system_field(*lines_, card, 2), axes = system_field(*lines_, card, 6);
    NastranGrid grid;
    grid.place = card.place;
    grid.system = system.value_or(0);
    for (std::size_t c = 0; c < 3; ++c)
        grid.x[c] = real_field(*lines_, card, 3 + c);
    const auto [at, added] = grids_.emplace(label, grid);
    if (!added) {
        const auto before = of_displacements_.find(label);
        if (at->second.x != grid.x || at->second.system != grid.system ||
            (before == of_displacements_.end() ? 0 : before->second) != axes.value_or(0))
            lines_->refuse(card.place, "grid " + std::to_string(label) +
                                           " is defined twice, first at " +
                                           lines_->text_of(at->second.place));
        return;
    }
    if (!system)
        system_open_.push_back(label);
    if (!axes)
        axes_open_.push_back(label);
    else if (*axes != 0)
        of_displacements_.emplace(label, *axes);
}

// True if a card of this name with this content was read. @throws InputError  with another content
bool GridCards::is_known(const std::string& name, const BulkCard& card)
{
    const auto [at, added] = first_.emplace(name, card);
    if (added)
        return false;
    const std::size_t n = std::max(card.fields.size(), at->second.fields.size());
    for (std::size_t i = 1; i <= n; ++i)
        if (card.field(i) != at->second.field(i))
            lines_->refuse(card.place, name + " is defined twice, first at " +
                                           lines_->text_of(at->second.place));
    return true;
}

void GridCards::read_system(const BulkCard& card)
{
    const auto number = [&](std::size_t i) -> std::size_t {
        return static_cast<std::size_t>(needed_field(*lines_, card, i, "coordinate system"));
    };
    const auto name = [](std::size_t tag) -> std::string {
        return "coordinate system " + std::to_string(tag);
    };
    const bool known = card.name.size() == 6 && std::string_view("RCS").find(card.name[5]) < 3;
    if (known && card.name[4] == '1') {
        for (std::size_t first = 1; first <= 5; first += 4) { // one card may have two systems
            if (first > 1 && card.field(first).empty())
                break;
            BulkCard one = card;
            one.fields.clear();
            for (std::size_t i = first; i < first + 4; ++i)
                one.fields.emplace_back(card.field(i));
            if (is_known(name(number(first)), one))
                continue;
            std::array<std::size_t, 3> grids{};
            for (std::size_t i = 0; i < 3; ++i)
                grids[i] =
                    static_cast<std::size_t>(needed_field(*lines_, card, first + 1 + i, "grid"));
            systems_.add(number(first), card.name, card.place, grids);
        }
        return;
    }
    if (is_known(name(number(1)), card))
        return;
    if (!known || card.name[4] != '2') {
        systems_.add_unread(number(1), card.name, card.place);
        return;
    }
    std::array<std::array<double, 3>, 3> points{};
    for (std::size_t i = 0; i < 9; ++i)
        points[i / 3][i % 3] = real_field(*lines_, card, 3 + i);
    systems_.add(number(1), card.name, card.place, system_field(*lines_, card, 2).value_or(0),
                 points);
}

std::unordered_map<std::size_t, std::array<double, 3>> GridCards::positions()
{
    for (const std::size_t label : system_open_)
        grids_.at(label).system = default_system_;
    return systems_.basic(grids_);
}

std::map<long long, NodeAxes>
GridCards::axes(const std::unordered_map<std::size_t, std::array<double, 3>>& X)
{
    std::map<std::size_t, std::size_t> systems = of_displacements_;
    if (default_axes_ != 0)
        for (const std::size_t label : axes_open_)
            systems.emplace(label, default_axes_);
    std::map<long long, NodeAxes> all;
    std::map<std::size_t, std::string> failed; // reason by system
    for (const auto& [label, system] : systems) {
        NodeAxes& axes = all[static_cast<long long>(label)];
        axes.Q.setIdentity();
        if (axes.unknown = failed[system]; !axes.unknown.empty())
            continue;
        try {
            axes.Q = systems_.displacement_axes(system, X.at(label), grids_.at(label).place,
                                                "grid " + std::to_string(label), grids_);
        } catch (const InputError& error) {
            axes.unknown = failed[system] = error.what();
        }
    }
    return all;
}

} // namespace slideway::fem
