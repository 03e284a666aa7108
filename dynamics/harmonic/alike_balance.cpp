#include "dynamics/harmonic/alike_balance.hpp"

#include "dynamics/modal/symmetric_part.hpp"

#include <utility>

namespace slideway::dynamics {

namespace {

// Rows of the unknowns of the whole from those of the part; the rows behind them are copied.
Matrix with_all_joints(const HarmonicBalance& whole, const AlikeBalance& part, const Matrix& values)
{
    const Index size = whole.harmonics().size(), n = part.balance.n(), more = values.rows() - n;
    std::vector<Index> first; // unknown of each joint of the part
    Index next = 0;
    for (const ModalLaw& joint : part.balance.system().joints) {
        first.push_back(next);
        next += joint.on.rows.rows() * size;
    }
    Matrix out(whole.n() + more, values.cols());
    next = 0;
    for (std::size_t j = 0; j < part.joint_of.size(); ++j) {
        const Index rows = whole.system().joints[j].on.rows.rows() * size;
        out.middleRows(next, rows) = values.middleRows(first[part.joint_of[j]], rows);
        next += rows;
    }
    out.bottomRows(more) = values.bottomRows(more);
    return out;
}

} // namespace

std::optional<AlikeBalance> alike_balance(const HarmonicBalance& whole)
{
    JointedSystem system;
    static_cast<DrivenModes&>(system) = whole.system();
    system.joints = whole.system().joints;
    system.B.resize(0, whole.system().n_modes());
    system.limit.resize(0);
    system.r.resize(0);
    std::optional<SymmetricPart> part = symmetric_part(system, {});
    if (!part)
        return std::nullopt;
    std::vector<ModalOutput> outputs = whole.outputs();
    for (ModalOutput& output : outputs)
        output.row = part->Z.transpose() * output.row;
    DrivenJoints joints;
    static_cast<DrivenModes&>(joints) = part->system;
    joints.joints = std::move(part->system.joints);
    return AlikeBalance{HarmonicBalance(joints, whole.harmonics(), outputs, whole.samples()),
                        std::move(part->joint_of)};
}

DampedMode of_whole(const HarmonicBalance& whole, const AlikeBalance& part, DampedMode mode)
{
    continuation::Branch& branch = mode.branch;
    if (branch.n_points() > 0) {
        branch.x = with_all_joints(whole, part, branch.x);
        branch.tangent = with_all_joints(whole, part, branch.tangent);
    }
    for (std::vector<DampedMotion>& motions : mode.at_levels)
        for (DampedMotion& motion : motions)
            motion.x = with_all_joints(whole, part, motion.x);
    return mode;
}

} // namespace slideway::dynamics
