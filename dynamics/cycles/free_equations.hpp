#pragma once

#include "continuation/problem.hpp"
#include "continuation/rescaled_trace.hpp"
#include "dynamics/modal/floquet.hpp"
#include "dynamics/orbits/grazing.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace slideway::dynamics {

/// Free periodic motions as F(x, p) = 0 over p = ln sqrt(2 E), E the energy. The last two of the n
/// unknowns are Omega and xi, a damping that is zero on the branch and makes the equations regular.
class FreeEquations {
public:
    virtual ~FreeEquations() = default;

    [[nodiscard]] virtual Index n() const = 0;
    [[nodiscard]] Index at_Omega() const { return n() - 2; }
    [[nodiscard]] std::size_t n_outputs() const { return outputs_.size(); }
    [[nodiscard]] const ModalOutput& output(std::size_t i) const { return outputs_[i]; }

    /// Unknowns of a small motion in a mode.
    [[nodiscard]] virtual Vector small_motion(Index mode, double p) const = 0;
    [[nodiscard]] virtual continuation::Scales scales(const VectorIn& x, double p) const = 0;
    /// (q, q', Omega, xi) at the beginning of the motion.
    [[nodiscard]] virtual Vector state(const VectorIn& x) const = 0;

    /// Takes the phase, and the frequency that others are near to, from a motion close by.
    virtual void take_phase(const VectorIn& x) = 0;
    /// The tangent d(x, p) of a branch without the part that only begins later in the motion.
    virtual void keep_phase(Eigen::Ref<Vector> tangent) const = 0;

    /// Evaluates the equations, as continuation::Problem requires.
    virtual bool evaluate(const Vector& x, double p, continuation::Equations& out) = 0;

    /// Properties of a motion that solves the equations, the last one passed to `at`.
    struct At {
        Vector x;
        /// Multipliers of a period, without the two that are 1: by a later start and by energy.
        Stability others;
        bool stable = true;
        std::vector<MotionExtremum> extrema;
        Grazing grazing;
    };
    virtual const At& at(const Vector& x, double p) = 0;
    /// Range of output i over a period.
    [[nodiscard]] MotionRange range(const At& motion, std::size_t output) const;
    /// Whether the equations resolve a motion that solves them.
    [[nodiscard]] virtual bool resolves(const VectorIn& /*x*/) const { return true; }
    /// Equations that resolve the motion x of these; null: there are none.
    [[nodiscard]] virtual std::unique_ptr<FreeEquations> resolving(const VectorIn& /*x*/) const
    {
        return nullptr;
    }
    /// Equations near x for motions of any symmetry; null: these.
    [[nodiscard]] virtual std::unique_ptr<FreeEquations>
    without_symmetry(const VectorIn& /*x*/) const
    {
        return nullptr;
    }
    /// Why there are none, for users.
    [[nodiscard]] virtual std::string limit() const { return {}; }
    /// Unknowns of the motion x of other equations of the same system.
    [[nodiscard]] virtual Vector taken_over(const FreeEquations& /*from*/, const VectorIn& x) const
    {
        return x;
    }
    /// Share of the fundamental in the energy; 1 where it is not known.
    [[nodiscard]] virtual double fundamental(const VectorIn& /*x*/) const { return 1; }
    /// Number of times that a motion repeats itself within its period, as far as it is known.
    [[nodiscard]] virtual int repeats(const VectorIn& /*x*/) const { return 1; }
    /// The mode whose motion a direction from the motion x adds at one higher harmonic, with hardly
    /// anything else, in words; empty: there is none.
    [[nodiscard]] virtual std::string lone_mode(const VectorIn& /*x*/,
                                                const VectorIn& /*direction*/) const
    {
        return {};
    }
    /// Whether other motions may cross a branch that these equations do not have: zeros of
    /// free_others are branch points then.
    [[nodiscard]] virtual bool tests_cross() const { return false; }
    /// Stops that an extremum is at, as "stops at 0.05".
    [[nodiscard]] virtual std::vector<std::string> grazed(const At& motion) const = 0;

protected:
    /// @param first  number of the first output among what is watched
    FreeEquations(std::vector<ModalOutput> outputs, std::size_t first)
        : outputs_(std::move(outputs)), first_output_(first)
    {
    }

    std::vector<ModalOutput> outputs_;
    std::size_t first_output_;
};

/// Multipliers of a period without the two that are 1. The rate f of the motion is an eigenvector
/// of the map, and the gradient g of the energy one of its transpose, f . g = 0: what is orthogonal
/// to both has the other multipliers.
/// @param map  in coordinates of the energy norm, as f and g
[[nodiscard]] ComplexVector other_multipliers(Matrix map, const Vector& f, const Vector& g);

/// Bounds of Newton's iterates, in parts of the frequency nearby: beyond them a period would be the
/// time of many, or the motion would grow without bound.
constexpr double largest_ratio = 2, largest_damping = 1;

/// Largest growth of a stable motion in a period. Pairs that meet on the unit circle part by the
/// square root of what Taylor steps and Newton's method leave, 1e-12.
constexpr double stable_growth = 1e-6;

} // namespace slideway::dynamics
