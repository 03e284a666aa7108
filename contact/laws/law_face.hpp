#pragma once

#include "contact/laws/joint_law.hpp"
#include "contact/laws/law_capabilities.hpp"
#include "contact/laws/law_info.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Interface of joint laws.
namespace slideway::contact {

/// Everything that a law may be asked. JointLaw makes it of a law.
class LawFace {
public:
    virtual ~LawFace() = default;
    [[nodiscard]] virtual const LawInfo& info() const = 0;
    [[nodiscard]] virtual Bound bound(Index row, double reach) const = 0;
    [[nodiscard]] virtual double dry_limit() const = 0;
    [[nodiscard]] virtual bool is_constant(Index row) const = 0;
    [[nodiscard]] virtual bool is_odd() const = 0; ///< known to be
    [[nodiscard]] virtual std::optional<NeverActs> never_acts() const = 0;
    /// None: no corner of the law is smoothed.
    [[nodiscard]] virtual std::optional<Smoothing> smoothing() const = 0;
    virtual void force(JointMemory& memory, const JointVector& r, const JointVector& v,
                       ForceAndTangent& out) const = 0;
    virtual void forces(const Matrix& r, const Matrix& v, RowForces& out) const = 0;
    /// Null: the law itself.
    [[nodiscard]] virtual std::shared_ptr<const LawFace>
    on(const std::vector<std::string>& components) const = 0;

    [[nodiscard]] virtual JointPhases phases_at(const JointVector& r,
                                                const JointVector& v) const = 0;
    virtual void piece(const JointPhases& phases, JointPiece& out) const = 0;
    virtual void pass(JointPhases& phases, int guard, const JointVector& r,
                      const JointVector& v) const = 0;

    [[nodiscard]] virtual double potential(const JointVector& r) const = 0;
    /// Null: there is none.
    [[nodiscard]] virtual std::shared_ptr<const LawFace> without_dashpot() const = 0;

    [[nodiscard]] virtual std::string_view harmonic_obstacle() const = 0;
    /// A law without onsets ignores what is held.
    virtual void harmonic_force(const VectorIn& R, const VectorIn& lambda, HeldOnsets held,
                                HarmonicWorkspace& work, HarmonicForce& out) const = 0;
    /// H alone; a law that has no way to it of its own sets the rest too.
    virtual void second_derivatives(const VectorIn& R, const VectorIn& lambda, HeldOnsets held,
                                    HarmonicWorkspace& work, HarmonicForce& out) const = 0;
    /// False: the law has no onsets.
    virtual bool slip_onsets(const VectorIn& R, HeldOnsets held, HarmonicWorkspace& work,
                             SlipOnsets& out) const = 0;
    [[nodiscard]] virtual double parameter(Index i) const = 0;
    [[nodiscard]] virtual std::shared_ptr<const LawFace> with(Index parameter,
                                                              double value) const = 0;
    /// False: it has no way of its own.
    virtual bool sampled_force(const Harmonics& harmonics, const VectorIn& R, Index samples,
                               HarmonicForce& out) const = 0;
    [[nodiscard]] virtual bool rubs() const = 0;
    [[nodiscard]] virtual double slope(double r) const = 0;
    /// False: the law is smooth.
    virtual bool read_cycle(const VectorIn& R, HarmonicWorkspace& work, HarmonicForce& force,
                            TangentCycle& out) const = 0;
    virtual void tangent(const signed char* states, Index rows, StateTangent& out) const = 0;
    [[nodiscard]] virtual const PatchLaw& patch() const = 0;

protected:
    [[noreturn]] void refuse(const char* what) const;
};

/// Force at (r, v); moves the memory. `out` is resized.
/// @throws std::logic_error  a law without has_force
inline void force(const JointLaw& law, JointMemory& memory, const JointVector& r,
                  const JointVector& v, ForceAndTangent& out)
{
    law->force(memory, r, v, out);
}
template <HasForce L>
void force(const L& law, JointMemory& memory, const JointVector& r, const JointVector& v,
           ForceAndTangent& out)
{
    law.force(memory, r, v, out);
}
} // namespace slideway::contact
