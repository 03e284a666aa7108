#pragma once

#include "dynamics/cycles/conservative_system.hpp"
#include "dynamics/cycles/free_equations.hpp"
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
class ConservativeEquations : public FreeEquations {
public:
    /// @param outputs    whose extrema are wanted
    /// @param tolerance  of Taylor steps
    ConservativeEquations(const ConservativeSystem& system, std::vector<ModalOutput> outputs,
                          double tolerance);

    [[nodiscard]] Index n() const override { return 2 * m() + 2; }
    [[nodiscard]] Vector small_motion(Index mode, double p) const override;
    [[nodiscard]] continuation::Scales scales(const VectorIn& x, double p) const override;
    [[nodiscard]] Vector state(const VectorIn& x) const override { return x; }
    void take_phase(const VectorIn& x) override;
    void keep_phase(Eigen::Ref<Vector> tangent) const override;
    bool evaluate(const Vector& x, double p, continuation::Equations& out) override;
    const At& at(const Vector& x, double p) override;
    [[nodiscard]] std::vector<std::string> grazed(const At& motion) const override;

private:
    [[nodiscard]] Index m() const { return c_.m(); }
    [[nodiscard]] ComplexVector multipliers(const Vector& z) const;

    const ConservativeSystem& c_;
    JointedSystem system_; // with -xi
    std::vector<DisplacementStop> stops_;
    PassageOptions options_;
    double stop_scale_ = 0;
    Vector weight_;    // 2 m: omega, 1
    Vector z_0_, f_0_; // 2 m, f with weights
    double Omega_0_ = 1;
    Vector x_;
    Passage passage_; // of x_
    At at_;
};

} // namespace slideway::dynamics
