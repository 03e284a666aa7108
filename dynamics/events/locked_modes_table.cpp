#include "dynamics/events/locked_modes_table.hpp"

namespace slideway::dynamics {

namespace {

ContactKinematics kinematics(const DrySystem& s)
{
    const Index m = s.n_modes(), k = s.n_contacts(), one = 2 * m + 2;
    const Complex step(0, s.Omega); // d/dt of e
    const auto K = s.modes.omega.cwiseAbs2().asDiagonal();
    const Matrix D = s.modes.damping();
    const Matrix BD = s.B * D;
    ContactKinematics contacts{Matrix::Zero(4 * k, 2 * m + 3), BD * s.B.transpose()};
    auto rows = [&](Index order) { return contacts.rows.middleRows(order * k, k); };
    auto add_drive = [&](Index order, const ComplexVector& factor) {
        rows(order).col(2 * m) += factor.real();
        rows(order).col(2 * m + 1) -= factor.imag();
    };
    rows(0).leftCols(m) = s.B;
    add_drive(0, s.r);
    rows(1).middleCols(m, m) = s.B;
    add_drive(1, step * s.r);
    rows(2).leftCols(m) = -s.B * K;
    rows(2).middleCols(m, m) = -BD;
    rows(2).col(one) = s.B * s.p0;
    add_drive(2, s.B * s.p + step * step * s.r);
    rows(3).leftCols(m) = BD * K;
    rows(3).middleCols(m, m) = BD * D - s.B * K;
    rows(3).col(one) = -BD * s.p0;
    add_drive(3, step * (s.B * s.p) - BD * s.p + step * step * step * s.r);
    return contacts;
}

} // namespace

LockedModesTable::LockedModesTable(const DrySystem& system)
    : system_(&system), G_(system.B * system.B.transpose()), contacts_(kinematics(system))
{
    refuse_dependent_contacts(system);
}

const LockedModesTable::Entry& LockedModesTable::at(const std::vector<int>& state)
{
    key_.resize(state.size());
    for (std::size_t i = 0; i < state.size(); ++i)
        key_[i] = state[i] == 0;
    const auto found = entries_.find(key_);
    if (found != entries_.end())
        return found->second;
    std::vector<Index> stick;
    for (std::size_t i = 0; i < state.size(); ++i)
        if (key_[i])
            stick.push_back(static_cast<Index>(i));
    Entry entry{locked_modes(*system_, stick), {}};
    entry.maps = locked_maps(*system_, entry.modes);
    return entries_.emplace(key_, std::move(entry)).first->second;
}

} // namespace slideway::dynamics
