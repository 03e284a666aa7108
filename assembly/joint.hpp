#pragma once

#include "assembly/joint_place.hpp"
#include "assembly/rows_on.hpp"
#include "base/measure.hpp"
#include "base/source_line.hpp"
#include "contact/laws/joint_law.hpp"

#include <optional>
#include <string>
#include <vector>

namespace slideway::assembly {

/// A law between two bodies on rows that do not change: r = first.rows u_1 - second.rows u_2, and
/// the bodies get -first.rows^T f, +second.rows^T f. Without second: to ground.
struct Joint {
    std::string name;
    SourceLine where;
    RowsOn first;
    std::optional<RowsOn> second;
    contact::JointLaw law;
    std::vector<Measure> measures = {}; ///< of the rows; empty: displacements
    JointPlace place = {};              ///< place whose levers the rows contain

    [[nodiscard]] Index n_rows() const { return first.rows.rows(); }
};

} // namespace slideway::assembly
