#pragma once

#include "dynamics/sliding/sliding_state.hpp"

#include <vector>

namespace slideway::dynamics {

/// Account of the energies of a SlidingState since the start, in the fixed frame, half a step
/// before the time reached. With the weights w of the scheme it closes to round-off whatever h,
/// except where a motion deforms its body:
///
///   E_{n+1/2} = sum [ (1 + a) d^2 / (4 w h^2) + omega^2 q_n q_{n+1} / 2 ],  d = q_{n+1} - q_n
///
/// relative to the moving frame, to which its own kinetic energy is added.
class EnergyAccount {
public:
    explicit EnergyAccount(SlidingState& state);

    /// Begins half a step before the start, with energies and displacements there.
    /// @param first  increment of each component before the first step
    void begin(const std::vector<Vector>& first);
    /// Adds a step, after its contact forces are known.
    void add_step();
    /// Counts from the start, after the first step.
    void count_from_start();
    /// Sums of all parts but the stored energy, to which the parts of a step add [J].
    [[nodiscard]] Energy& sums() { return account_; }
    /// Adds to the energy stored half a step before the start [J].
    void add_before_start(double stored) { stored_before_ += stored; }

    /// Stored energy at the start, of the undeformed bodies at rest 0 [J].
    [[nodiscard]] double stored_at_start() const { return stored_at_start_; }
    /// Energies since the start. Settles.
    [[nodiscard]] Energy energy();
    /// Kinetic part of the stored energy. Settles.
    [[nodiscard]] double kinetic_energy();
    /// Includes the modes and the energy of their moving frames. Does not settle, so that it
    /// changes no bit of the motion: in between, the modes lack the contact forces of one step.
    void include_in(ExchangedEnergy& exchange) const;

private:
    void add_contact(ContactPointState& point);
    void add_drive(std::size_t motion);
    // Sum of a value of each drive, times what a motion shares with it.
    template <class Value>
    [[nodiscard]] double shared_by_drives(const Vector& shared, const Value& value) const
    {
        double sum = 0;
        for (std::size_t l = 0; l < s_.drives.size(); ++l)
            sum += shared(static_cast<Index>(l)) * value(s_.drives[l]);
        return sum;
    }
    [[nodiscard]] double relative_momentum(std::size_t motion, VectorIn d) const;
    [[nodiscard]] double load_displacement(std::size_t load, double fraction) const;
    [[nodiscard]] double stored_energy();

    SlidingState& s_;
    Energy account_;                 // since half a step before the start
    Energy before_start_;            // share of the account that lies before the start
    double stored_at_start_ = 0;     // [J]
    double stored_before_ = 0;       // [J] half a step before the start
    std::vector<double> load_start_; // displacement of each load's row half a step before it
};

} // namespace slideway::dynamics
