#pragma once

#include "continuation/problem.hpp"
#include "dynamics/modal/floquet.hpp"
#include "dynamics/orbits/conservative_system.hpp"
#include "dynamics/orbits/grazing.hpp"
#include "dynamics/orbits/passage.hpp"

#include <vector>

namespace slideway::dynamics {

/// Free periodic motions as F(x, p) = 0: 2 m + 2 equations for x = (q, q', Omega, xi) over
/// p = ln sqrt(2 E), E the energy,
///
///   phi_T(z) - z = 0,   f(z_0) . (z - z_0) = 0,   ln sqrt(2 E(z)) - p = 0,     T = 2 pi / Omega
///
/// with displacements times omega, and all but the last in parts of e^p = sqrt(2 E): numbers, the
/// same in any units.
///
/// phi with a force -xi q' on all modes: the first equations depend on each other as energy is
/// conserved, and xi, which is zero on the branch, makes them regular. The second fixes the phase
/// by a state z_0 close by and its rate f, both in the energy norm.
class ConservativeEquations {
public:
    /// @param outputs    whose extrema are wanted
    /// @param tolerance  of Taylor steps
    ConservativeEquations(const ConservativeSystem& system, std::vector<ModalOutput> outputs,
                          double tolerance);

    [[nodiscard]] Index m() const { return c_.m(); }
    [[nodiscard]] Index n() const { return 2 * m() + 2; }
    [[nodiscard]] std::size_t n_outputs() const { return n_outputs_; }
    [[nodiscard]] const ModalOutput& output(std::size_t i) const
    {
        return options_.watched[first_output_ + i];
    }

    /// Takes the phase, and the frequency that others are near to, from a motion close by.
    void take_phase(const VectorIn& x);
    /// The tangent d(x, p) of a branch without the part that only begins later in the motion.
    void keep_phase(Eigen::Ref<Vector> tangent) const;

    /// Of continuation::Problem.
    bool evaluate(const Vector& x, double p, continuation::Equations& out);

    /// What is known of a motion that solves the equations. Refers to the last one asked for.
    struct At {
        Vector x;
        /// Multipliers of a period, without the two that are 1: by a later start and by energy.
        Stability others;
        bool stable = true;
        std::vector<MotionExtremum> extrema;
        Grazing grazing;
    };
    const At& at(const Vector& x, double p);
    /// Of output i over a period.
    struct Range {
        double least = 0, most = 0;
        [[nodiscard]] double amplitude() const { return (most - least) / 2; }
    };
    [[nodiscard]] Range range(const At& motion, std::size_t output) const;
    /// Stops that an extremum is at, as "stops at 0.05".
    [[nodiscard]] std::vector<std::string> grazed(const At& motion) const;

private:
    [[nodiscard]] ComplexVector other_multipliers(const Vector& z) const;

    const ConservativeSystem& c_;
    JointedSystem system_; // with -xi
    std::vector<DisplacementStop> stops_;
    PassageOptions options_;
    std::size_t n_outputs_ = 0, first_output_ = 0;
    double stop_scale_ = 0;
    Vector weight_;    // 2 m: omega, 1
    Vector z_0_, f_0_; // 2 m, f with weights
    double Omega_0_ = 1;
    Vector x_;
    Passage passage_; // of x_
    At at_;
};

} // namespace slideway::dynamics
