#pragma once

#include "continuation/problem.hpp"
#include "dynamics/modal/floquet.hpp"
#include "dynamics/orbits/grazing.hpp"
#include "dynamics/orbits/orbit_family.hpp"
#include "dynamics/orbits/passage.hpp"

#include <vector>

namespace slideway::dynamics {

/// How a periodic motion is sought: P_n(z) = z after n periods of the drive, or
/// H_n(z) = -phi_{n T/2}(z) = z, n odd, of motions that are their own mirror.
struct OrbitForm {
    int periods = 1;   ///< n
    bool half = false; ///< H_n
    int nodes = 1;     ///< nodes of multiple shooting, at equally spaced phases
    double phase = 0;  ///< phase of the drive at the first node [rad]

    bool operator==(const OrbitForm&) const = default;
};

/// The largest energy norm of states (q, q'), one below the other.
[[nodiscard]] double energy_size(const Vector& weight, const VectorIn& states);

/// Periodic motions of a family as F(x, p) = 0, x: states (q, q') at the nodes, one below the
/// other,
///
///   F_k = phi(x_k) - x_{k+1},    F_N = +-phi(x_N) - x_1.
///
/// Nodes stay at their phases of the drive, so that events may pass them.
class OrbitEquations {
public:
    /// @param outputs    whose extrema are wanted
    /// @param tolerance  of Taylor steps
    /// @param weights    number of joints that each joint represents; empty: one
    OrbitEquations(OrbitFamily family, OrbitForm form, std::vector<ModalOutput> outputs,
                   double tolerance, std::vector<int> weights = {});

    [[nodiscard]] const OrbitFamily& family() const { return family_; }
    [[nodiscard]] const OrbitForm& form() const { return form_; }
    [[nodiscard]] Index m() const { return family_.m(); }
    [[nodiscard]] Index n() const { return 2 * m() * form_.nodes; }
    [[nodiscard]] std::size_t n_outputs() const { return outputs_.size(); }
    /// Index of the first output among the watched quantities; rows of stops come first.
    [[nodiscard]] std::size_t first_output() const { return first_output_; }
    [[nodiscard]] long long n_evaluations() const { return n_evaluations_; }

    /// Evaluates the equations for continuation::Problem.
    bool evaluate(const Vector& x, double p, continuation::Equations& out);

    /// x of a start at the phase of the first node; empty where the motion breaks off.
    [[nodiscard]] Vector nodes_of(const Vector& z, double p);
    /// Propagates a direction of the start along the motion at p.
    [[nodiscard]] Vector directions_of(const Vector& z, const Vector& direction, double p);

    /// Moves states, with a tangent (x, p) if it is not empty, by an angle of the drive: those at
    /// nodes whose first one is at a phase. False if a motion breaks off.
    bool move_on(Vector& x, Vector& tangent, double p, double phase, double value);

    /// Images of a motion for continuation::Problem: the motion started at another period of the
    /// drive and, if the system is symmetric, its mirror. The number of nodes is a multiple of the
    /// periods.
    [[nodiscard]] std::vector<continuation::Image> images(const Vector& x, double p,
                                                          const Vector& tangent);
    /// |z + phi_{nT/2}(z)| over |z|, n odd, in the energy norm: 0 of a motion that is its own
    /// mirror.
    [[nodiscard]] double symmetry_index(const Vector& x, double p);
    /// |F| over |x|, in the energy norm; infinite where the motion breaks off.
    [[nodiscard]] double residual(const Vector& x, double p);

    using Stop = DisplacementStop;

    /// Properties of a motion that solves the equations. Refers to the last evaluated motion.
    struct At {
        Vector x;
        double p = 0;
        Matrix map; ///< 2 m x 2 m: derivative of P_n or H_n
        Stability
            stability; ///< stability of the map; multipliers of n T are squares of those of H_n
        std::vector<MotionExtremum> extrema; ///< extrema in n or n/2 periods; times from phase 0
        std::vector<JointEvent> events;      ///< events in the same interval
        std::vector<Stop> stops;
        double grazing = 1; ///< test function of grazing: zero if an extremum is at a stop
        int beyond = 0;     ///< extrema beyond stops
        int touching = 0;   ///< extrema at stops
        int contacts = 0;   ///< number of extrema beyond stops, for all represented joints
        /// Stops of these that are touched, over the whole period; and those of them whose mirror
        /// is a stop of the same joint.
        int touched = 0, touched_twice = 0;
        double room = 1; ///< distance of the nearest extremum that is not beyond from its stop
    };
    const At& at(const Vector& x, double p);
    /// Largest and smallest value of output i over the whole period.
    [[nodiscard]] MotionRange range(const At& motion, std::size_t output) const;

private:
    [[nodiscard]] double angle() const; ///< angle of the drive from node to node
    [[nodiscard]] Passage passage_of(Index node, const VectorIn& z) const;
    [[nodiscard]] Passage over(double phase, double angle, const VectorIn& z) const;
    [[nodiscard]] Vector by_parameter(const Passage& passage, double angle) const;
    bool move_to(double p);
    void watch();
    void gather(At& motion);

    OrbitFamily family_;
    bool mirrored_ = false; ///< the system is its own mirror
    OrbitForm form_;
    PassageOptions options_;
    std::vector<ModalOutput> outputs_;
    std::size_t first_output_ = 0;
    double stop_scale_ = 0;
    long long n_evaluations_ = 0;
    Vector x_;
    double p_ = 0;
    bool known_ = false;
    std::vector<int> weights_;
    std::vector<Passage> passages_; // of x_ at p_
    At at_;
};

} // namespace slideway::dynamics
