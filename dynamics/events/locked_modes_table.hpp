#pragma once

#include "dynamics/events/locked_motion.hpp"

#include <map>
#include <vector>

namespace slideway::dynamics {

/// Motion of the contact rows, linear in (q, q', Re e, Im e, 1), k x (2 m + 3) each; a and its rate
/// are those without friction forces f, which make them a - B B^T f and rate + B D B^T f.
struct ContactKinematics {
    Matrix rows;    ///< 4 k: displacement, sliding velocity, acceleration a, rate of a
    Matrix damping; ///< B D B^T [1/(kg s)]
};

/// Cache of locked forms of a DrySystem, one per set of sticking rows, for successive runs. Entries
/// are made on first use. It refers to the system, which must not change.
class LockedModesTable {
public:
    /// @throws InputError  contacts that depend on each other (B B^T singular)
    explicit LockedModesTable(const DrySystem& system);

    [[nodiscard]] const DrySystem& system() const { return *system_; }
    [[nodiscard]] const ContactKinematics& contacts() const { return contacts_; }
    /// B B^T, k x k [1/kg].
    [[nodiscard]] const Matrix& G() const { return G_; }
    /// @param state  of each row: 0 sticks
    [[nodiscard]] const LockedModes& of(const std::vector<int>& state) { return at(state).modes; }
    [[nodiscard]] const LockedMaps& maps_of(const std::vector<int>& state)
    {
        return at(state).maps;
    }

private:
    struct Entry {
        LockedModes modes;
        LockedMaps maps;
    };
    const Entry& at(const std::vector<int>& state);

    const DrySystem* system_;
    Matrix G_;
    ContactKinematics contacts_;
    std::map<std::vector<char>, Entry> entries_; // of each row: whether it sticks
    std::vector<char> key_;
};

} // namespace slideway::dynamics
