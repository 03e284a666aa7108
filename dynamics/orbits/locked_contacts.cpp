#include "dynamics/orbits/locked_contacts.hpp"

#include "base/error.hpp"
#include "dynamics/events/locked_modes.hpp"
#include "dynamics/orbits/refusals.hpp"
#include "dynamics/orbits/regime_limits.hpp"

#include <cmath>
#include <stdexcept>

namespace slideway::dynamics {

bool LockedContacts::at_rest(const Vector& limit) const
{
    if (force && force->size() != limit.size())
        throw std::invalid_argument("LockedContacts: one limit per contact");
    constexpr double same_limit = RegimeTolerances::same_limit;
    return force && (limit.array() >= (1 - same_limit) * force->array()).all();
}

LockedContacts locked_contacts(const DrySystem& system, double Omega)
{
    if (!(Omega > 0))
        throw std::invalid_argument("locked_contacts: Omega must be positive");
    refuse_no_closed_form(system);
    refuse_dependent_contacts(system);

    DrySystem dry_system = system;
    dry_system.Omega = Omega;
    dry_system.p = system.p_at(Omega);
    std::vector<Index> all;
    for (Index k = 0; k < system.n_contacts(); ++k)
        all.push_back(k);
    const LockedModes modes = locked_modes(dry_system, all);

    // Round-off of eigenvalues of the locked system, relative to Omega. At 1e-13 resonances have
    // forces of 1e11 loads instead of none; at 1e-7 a frequency 1e-8 from a resonance has none.
    constexpr double locked_resonance = 1e-10;
    // Share of the loads on a mode, and of the largest force, that is round-off. From 1e-13 to 1e-7
    // and from 1e-18 to 1e-12 no test moves.
    constexpr double unloaded = 1e-10;
    constexpr double no_force = 1e-15;
    ComplexVector force = modes.forced_reaction;
    // An undamped mode takes the loads as they are: its row of to_z has 1 for its own force.
    const ComplexVector moved = modes.A.cast<Complex>() * dry_system.r;
    const double load =
        dry_system.p.norm() +
        dry_system.modes.omega.cwiseAbs2().cast<Complex>().cwiseProduct(moved).norm();
    for (std::size_t i = 0; i < modes.resonant.size(); ++i) {
        const Index mode = modes.resonant[i];
        const Complex push = modes.resonant_force(static_cast<Index>(i));
        const Complex distance = Complex(0, Omega) - modes.s(mode);
        if (std::abs(push) <= unloaded * load)
            continue; // from rest it never moves
        if (std::abs(distance) <= locked_resonance * Omega)
            return {};
        force += modes.reaction.col(mode) * (push / distance);
    }
    if (!force.allFinite())
        return {};
    Vector carried = force.cwiseAbs();
    const double least = no_force * carried.maxCoeff();
    carried = (carried.array() > least).select(carried, 0.0);
    return {carried};
}

} // namespace slideway::dynamics
