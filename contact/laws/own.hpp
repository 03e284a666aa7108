#pragma once

#include "contact/laws/law.hpp"

#include <memory>

namespace slideway::contact {

/// A force without memory, f(r, v) along one row, that is stated outside the program: a smooth
/// function of the state as far as its slopes show. Threads share it.
class OwnForce {
public:
    struct Value {
        double f = 0, df_dr = 0, df_dv = 0; ///< [N, N/m, N s/m]
    };

    OwnForce() = default;
    virtual ~OwnForce() = default;
    OwnForce(const OwnForce&) = delete;
    OwnForce& operator=(const OwnForce&) = delete;

    [[nodiscard]] virtual Value at(double r, double v) const = 0;
    /// At n states at once: n numbers each.
    virtual void at(const double* r, const double* v, Index n, double* f, double* df_dr,
                    double* df_dv) const = 0;
};

/// A law of a script: on one row, f(r, v) of an OwnForce. No case file can name it, so it does not
/// stand in joint_laws.hpp.
class Own final : public Law {
public:
    Own() = default;
    explicit Own(std::shared_ptr<const OwnForce> own_force);

    [[nodiscard]] LawDescription description() const override;
    /// The largest slopes of a few |r| <= reach at rest: the function could hide larger ones.
    [[nodiscard]] Bound bound(Index row, double reach) const override;
    void force(JointMemory& memory, const JointVector& r, const JointVector& v,
               ForceAndTangent& out) const override;
    [[nodiscard]] bool stiffens() const override { return true; }
    [[nodiscard]] bool is_state_function() const override { return true; }
    void forces(const Matrix& r, const Matrix& v, RowForces& out) const override;
    void sampled_force(const Harmonics& harmonics, const VectorIn& R, double Omega, Index samples,
                       HarmonicForce& out) const override;

private:
    std::shared_ptr<const OwnForce> force_;
};

} // namespace slideway::contact
