#include "assembly/configuration.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <limits>

namespace slideway::assembly {

Configuration undeformed_configuration(const Sliding& sliding)
{
    Configuration best;
    double best_distance = std::numeric_limits<double>::infinity();
    for (Index k = 0; k < sliding.n_segments(); ++k) {
        const contact::Projection p =
            contact::project(sliding.slave_X, sliding.master_X.row(k).transpose(),
                             sliding.master_X.row(k + 1).transpose());
        const double beside = p.length * (p.alpha - std::clamp(p.alpha, 0.0, 1.0));
        const double distance = std::hypot(beside, p.gap);
        // A node belongs to the segment that begins there (half-open intervals).
        if (distance < best_distance - 1e-9 * p.length ||
            (distance < best_distance + 1e-9 * p.length && p.alpha < 0.5)) {
            best = {k, p};
            best_distance = distance;
        }
    }
    const double tolerance = sliding.gap_tolerance * best.projection.length;
    if (best_distance > tolerance)
        throw InputError(sliding.where,
                         "contact." + sliding.name + ": the slave node at (" +
                             number_text(sliding.slave_X.x(), 6) + ", " +
                             number_text(sliding.slave_X.y(), 6) +
                             ") m does not touch the master surface at the start: distance " +
                             number_text(best_distance, 4) + " m" +
                             (best.projection.gap < 0 ? " (inside the master body)" : "") +
                             "; place it within " + number_text(tolerance, 2) + " m");
    return best;
}

CoupledRow expand(const Sliding& sliding, Index segment, const contact::ContactRow& row)
{
    const Eigen::Map<const Eigen::Vector4d> master(row.master.data());
    const Eigen::Map<const Eigen::Vector2d> slave(row.slave.data());
    return {sliding.master_rows.middleRows(2 * segment, 4).transpose() * master,
            sliding.slave_rows.transpose() * slave};
}

} // namespace slideway::assembly
