#pragma once

#include "base/types.hpp"

namespace slideway::dynamics {

/// Energy that modes exchange between motion and strain. A conservative motion has no other energy
/// to compare the residual of its account with, because no work is done in it.
///
/// For each mode, with the unit of modal mass,
///
///   T_i = q_i'^2 / 2,   U_i = omega_i^2 q_i^2 / 2,   exchanged = sum_i max(range of T_i, range of
///   U_i)
///
/// where a range is the largest value less the smallest one over the instants included. The sum is
/// taken over modes because the energies of all modes together may stay constant in a vibration,
/// for example in a mass that circles on equal springs. What does not change, as the kinetic energy
/// of a free flight or the strain of a held body, is not exchanged; it counts in `largest` alone.
class ExchangedEnergy {
public:
    /// Includes an instant.
    /// @param q, v, omega  m coordinates, their velocities and the frequencies of the modes
    /// @param frame        [J] further energy that is no part of the modes, >= 0
    void include(const Eigen::Ref<const Vector>& q, const Eigen::Ref<const Vector>& v,
                 const Eigen::Ref<const Vector>& omega, double frame = 0);
    /// Includes an instant part by part: begin, add for each mode i of m, end.
    void begin(Index m);
    void add(Index i, double kinetic, double elastic);
    void end(double frame);

    /// [J]; 0 before the second instant.
    [[nodiscard]] double exchanged() const;
    /// Largest sum of kinetic and elastic energy at an instant [J].
    [[nodiscard]] double largest() const { return largest_; }

private:
    Vector least_kinetic_, most_kinetic_, least_elastic_, most_elastic_; // m
    double largest_ = 0, sum_ = 0;
};

} // namespace slideway::dynamics
