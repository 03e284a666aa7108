#pragma once

#include "contact/laws/law.hpp"

#include <memory>
#include <string>

namespace slideway::contact {

struct StateSamples;

/// A force without memory, f(r, v) along one row, that is stated outside the program. Threads share
/// it.
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
    /// True for a smooth force of r alone.
    [[nodiscard]] virtual bool is_spring() const { return false; }
    /// True for a smooth force of (r, v).
    [[nodiscard]] virtual bool is_smooth() const { return is_spring(); }
    /// True if f(-r, -v) = -f(r, v).
    [[nodiscard]] virtual bool is_odd() const { return false; }
    /// Refuses the force, for a reason that follows from its values about r [m], v [m/s].
    /// @throws InputError  always
    [[noreturn]] virtual void refuse(double r, double v, const std::string& why) const;
};

/// A law of a script: on one row, f(r, v) of an OwnForce. No case file can name it, so it does not
/// stand in joint_laws.hpp. That of a smooth force has all capabilities of a smooth law, and that
/// of a spring has a potential too. Its force is known at single states alone, so its phase has an
/// empty piece: schemes that know is_state_function evaluate the force.
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
    [[nodiscard]] bool is_of_script() const override { return true; }
    void forces(const Matrix& r, const Matrix& v, RowForces& out) const override;
    [[nodiscard]] bool is_odd() const override { return force_ && force_->is_odd(); }
    [[nodiscard]] bool is_smooth() const override { return force_ && force_->is_smooth(); }
    [[nodiscard]] RowSlope slope(double r, double v) const override;
    [[nodiscard]] bool depends_on_velocity() const override { return !is_spring(); }
    [[nodiscard]] bool has_phases() const override { return is_smooth(); }
    void piece(const JointPhases& phases, JointPiece& out) const override;
    [[nodiscard]] bool has_potential() const override { return is_spring(); }
    /// Integral of the force from 0, to 1e-12 of its size: the rule of Gauss and Kronrod on as many
    /// parts as it needs.
    [[nodiscard]] double potential(const JointVector& r) const override;
    [[nodiscard]] bool has_harmonic_force() const override { return is_smooth(); }
    /// By equal steps, as many as the force needs: it is that of half as many to 1e-8. Second
    /// derivatives are central differences of the slopes, to 1e-9; Newton's method alone uses them.
    void harmonic_force(const VectorIn& R, const VectorIn& lambda, HeldOnsets held,
                        HarmonicWorkspace& work, HarmonicForce& out) const override;
    void sampled_force(const Harmonics& harmonics, const VectorIn& R, double Omega, Index samples,
                       HarmonicForce& out) const override;

private:
    [[nodiscard]] bool is_spring() const { return force_ && force_->is_spring(); }
    void evaluate(bool second, StateSamples& samples) const;

    std::shared_ptr<const OwnForce> force_;
};

} // namespace slideway::contact
