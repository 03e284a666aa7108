#include "assembly/configuration.hpp"

#include "assembly/coupled_model.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <limits>

namespace slideway::assembly {

namespace {

std::string place(const Sliding& sliding, Index slave)
{
    const Eigen::Vector2d X = sliding.origin + sliding.slave_X.row(slave).transpose();
    return "(" + number_text(X.x(), 6) + ", " + number_text(X.y(), 6) + ") m";
}

} // namespace

std::vector<Configuration> undeformed_configuration(const Sliding& sliding, bool may_be_open)
{
    std::vector<Configuration> configurations;
    std::vector<double> distance;
    bool any_touches = false;
    for (Index slave = 0; slave < sliding.n_slaves(); ++slave) {
        const Eigen::Vector2d X = sliding.slave_X.row(slave).transpose();
        Configuration best;
        double best_distance = std::numeric_limits<double>::infinity();
        for (Index k = 0; k < sliding.n_segments(); ++k) {
            const contact::Projection p = contact::project(X, sliding.master_X.row(k).transpose(),
                                                           sliding.master_X.row(k + 1).transpose());
            const double beside = p.length * (p.alpha - std::clamp(p.alpha, 0.0, 1.0));
            const double from = std::hypot(beside, p.gap);
            // A node belongs to the segment that begins there (half-open intervals).
            if (from < best_distance - 1e-9 * p.length ||
                (from < best_distance + 1e-9 * p.length && p.alpha < 0.5)) {
                best = {k, p, false};
                best_distance = from;
            }
        }
        best.touches = best_distance <= sliding.gap_tolerance * best.projection.length;
        any_touches = any_touches || best.touches;
        configurations.push_back(best);
        distance.push_back(best_distance);
    }

    const auto nearest = std::min_element(distance.begin(), distance.end()) - distance.begin();
    for (std::size_t s = 0; s < distance.size(); ++s) {
        const contact::Projection& p = configurations[s].projection;
        const bool inside = p.gap < 0 && p.alpha >= 0 && p.alpha <= 1 && !configurations[s].touches;
        if (any_touches || may_be_open ? !inside : static_cast<std::ptrdiff_t>(s) != nearest)
            continue;
        throw InputError(
            sliding.where,
            "contact." + sliding.name + ": the slave node at " +
                place(sliding, static_cast<Index>(s)) +
                (any_touches || may_be_open ? " lies inside the master body at the start"
                                            : " does not touch the master surface at the start") +
                ": distance " + number_text(distance[s], 4) + " m" +
                (p.gap < 0 && !any_touches ? " (inside the master body)" : "") +
                "; place it within " + number_text(sliding.gap_tolerance * p.length, 2) + " m");
    }
    return configurations;
}

CoupledRow expand(const Sliding& sliding, Index slave, Index segment,
                  const contact::ContactRow& row)
{
    const Eigen::Map<const Eigen::Vector4d> on_master(row.master.data());
    const Eigen::Map<const Eigen::Vector2d> on_slave(row.slave.data());
    return {sliding.master_rows.middleRows(2 * segment, 4).transpose() * on_master,
            sliding.slave_rows.middleRows(2 * slave, 2).transpose() * on_slave};
}

std::string slave_name(const Sliding& sliding, Index slave)
{
    const std::string name = "contact." + sliding.name;
    if (sliding.n_slaves() == 1)
        return name;
    return name + ", slave node " + std::to_string(slave) + " at " + place(sliding, slave) + ",";
}

} // namespace slideway::assembly
