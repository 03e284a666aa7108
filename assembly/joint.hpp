#pragma once

#include "assembly/joint_place.hpp"
#include "assembly/rows_on.hpp"
#include "base/measure.hpp"
#include "base/source_line.hpp"
#include "contact/laws/law.hpp"

#include <optional>
#include <string>
#include <vector>

namespace slideway::assembly {

/// A law between two bodies on constant rows: r = first.rows u_1 - second.rows u_2. The bodies get
/// the forces -first.rows^T f and +second.rows^T f. Without `second` the joint acts against ground.
struct Joint {
    std::string name;
    SourceLine where;
    RowsOn first;
    std::optional<RowsOn> second;
    contact::JointLaw law;
    std::vector<Measure> measures = {}; ///< quantity of each row; empty: displacements
    JointPlace place = {};              ///< place whose levers the rows contain

    [[nodiscard]] Index n_rows() const { return first.rows.rows(); }
};

} // namespace slideway::assembly
