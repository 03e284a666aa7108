#pragma once

#include "continuation/rescaled_trace.hpp"
#include "dynamics/orbits/orbit_branches.hpp"
#include "dynamics/orbits/traced_motions.hpp"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace slideway::dynamics {

/// Scales of states by their size, those of late too; the parameter by its range, but at most some
/// times its value, and at least a share of the range.
struct OrbitScales {
    Vector weight;
    Index nodes = 1;
    double range = 1;
    double most = 0;

    [[nodiscard]] continuation::Scales operator()(const VectorIn& x, double p);
};

/// F and its images.
[[nodiscard]] continuation::Problem problem_of(OrbitEquations& equations);

/// Tolerance of Newton's method: that of the options, or more if keys are parameters and models do
/// not repeat to it. It is then twice the roughness of the equations at a start, along a scaled
/// direction of the parameters.
[[nodiscard]] double tolerance_over_keys(const OrbitFamily& family,
                                         const continuation::Problem& problem, const Vector& x,
                                         double p, const Vector& direction,
                                         const continuation::Options& options);

/// Newton's method at p from x: "", or why it found nothing.
/// @param progress  asked before each motion that it takes; a share of the most that it may take
/// @throws Interrupted
[[nodiscard]] std::string corrected(OrbitEquations& equations, Vector& x, double p,
                                    double tolerance, const Progress& progress = {});

/// Real eigenvector of the eigenvalue of a map that is nearest to a place.
[[nodiscard]] Vector direction_at(const Matrix& map, double place);

/// Follows periodic motions of one form. Motions with a symmetry are traced by equations that keep
/// it (see TracedMotions); their branches are reported in the form of the tracer.
class OrbitTracer {
public:
    OrbitTracer(const OrbitFamily& family, const OrbitForm& form,
                const std::vector<ModalOutput>& outputs, const OrbitBranchOptions& options,
                const Progress& progress);
    ~OrbitTracer();
    OrbitTracer(const OrbitTracer&) = delete; // the problem refers to the equations
    OrbitTracer& operator=(const OrbitTracer&) = delete;

    [[nodiscard]] OrbitEquations& equations() { return equations_; }
    [[nodiscard]] long long n_evaluations() const;
    /// Tolerance of Newton's method along branches: tolerance_over_keys at the start of the first
    /// one.
    [[nodiscard]] double tolerance() const;

    /// Corrects a motion by Newton's method. Returns the reason of a failure, or "".
    [[nodiscard]] std::string correct(Vector& x, double p);

    /// Both ways from a motion, or until the branch closes.
    [[nodiscard]] OrbitBranch both_ways(const Vector& z, double p);
    [[nodiscard]] OrbitBranch both_ways(const continuation::Start& start);
    /// From a motion that other equations located as a zero of a monitor, if it is one of these
    /// too: it is then labelled, and not looked for once more.
    [[nodiscard]] OrbitBranch both_ways(const Vector& x, double p, int monitor);
    /// From a point where another branch is left, in a direction of states at phase 0.
    /// @return  no points: the message of its end says why
    [[nodiscard]] OrbitBranch leaving(const Vector& z, double p, const Vector& direction);
    /// From point k of a branch of the same form, along the other tangent there.
    [[nodiscard]] OrbitBranch crossing(const continuation::Branch& branch, Index k);
    /// True if motions of whole periods are their own mirror.
    [[nodiscard]] bool are_own_mirrors(const Vector& x, double p);
    /// True if motions beside one that is its own mirror are so too, in a direction at phase 0.
    [[nodiscard]] bool direction_keeps_mirror(const Vector& z, double p, const Vector& direction);

    /// Whether more of a branch of this form lies beyond one of its ends: within the range, and not
    /// where it meets motions of more symmetry.
    [[nodiscard]] bool leads_on(const continuation::Branch& branch, continuation::End end);
    /// Adds points there, at most max_points.
    void go_on(OrbitBranch& branch, continuation::End end);

private:
    /// Another tracer that keeps a symmetry of motions.
    struct Inner;
    OrbitTracer(const OrbitFamily& family, const OrbitForm& form,
                const std::vector<ModalOutput>& outputs, const OrbitBranchOptions& options,
                const Progress& progress, const OrbitFamily::Part* part, bool reports_halves);
    [[nodiscard]] static OrbitTracer& tracer_of(Inner& inner);
    [[nodiscard]] Inner* inner_of(const Vector& x, double p, const Vector& tangent,
                                  bool breaks_mirror = false);
    [[nodiscard]] bool keeps_mirror(const Vector& x, double p, const Vector& tangent);
    [[nodiscard]] continuation::Start inside(Inner& inner, continuation::Start start);
    [[nodiscard]] bool flips(const Vector& x, double p);
    [[nodiscard]] OrbitBranch reported(Inner& inner, OrbitBranch branch);
    void report_point(Inner& inner, const continuation::Branch& traced, Index k,
                      continuation::Branch& branch);
    [[nodiscard]] continuation::Branch traced(Inner& inner, const continuation::Branch& branch);
    [[nodiscard]] OrbitBranch go_on_inside(Inner& inner, const continuation::Branch& branch);
    void add_problem();
    [[nodiscard]] OrbitBranch leaving(const continuation::Start& start);
    [[nodiscard]] const ComplexVector& multipliers_at(const Vector& x, double p);

    bool check_points(continuation::Branch& branch);
    [[nodiscard]] static bool has_jumped(const continuation::Branch& branch);
    bool runs_in_a_circle(continuation::Branch& branch);
    bool grows_without_bound(continuation::Branch& branch);
    bool check_or_interrupt(continuation::Branch& branch);
    [[nodiscard]] continuation::RescaledTrace rescaled_trace(const Vector& x, double p);
    [[nodiscard]] OrbitBranch both_ways(continuation::RescaledTrace& along,
                                        const continuation::Start& start);
    [[nodiscard]] OrbitBranch finished(continuation::Branch branch);
    void go_on_more_accurately(continuation::RescaledTrace& along, continuation::Branch& branch,
                               Index most);
    static void end_interrupted(continuation::Branch& branch, Index k);
    [[nodiscard]] OrbitBranch labelled(continuation::Branch branch);
    [[nodiscard]] const ComplexVector& multipliers(const continuation::Branch& branch, Index k);
    [[nodiscard]] int multiplicity(const OrbitBranch& branch, Index k);
    [[nodiscard]] std::string changes_across(const OrbitBranch& branch, Index k);
    void find_unlocated(OrbitBranch& branch) const;
    static void unite_start(continuation::Branch& branch);
    [[nodiscard]] double departure(const Vector& x, double p);
    [[nodiscard]] bool may_meet_symmetry() const;
    [[nodiscard]] bool has_more_symmetry(const Vector& x, double p);
    [[nodiscard]] OrbitForm symmetric_form() const;
    [[nodiscard]] Vector in_this_form(OrbitTracer& symmetric, const Vector& x, double p);
    [[nodiscard]] Vector symmetrised(OrbitTracer& symmetric, const Vector& x, double p);
    [[nodiscard]] Index meeting_point(OrbitTracer& symmetric, const OrbitBranch& found,
                                      const Vector& x, double p,
                                      const continuation::Scales& scales);
    [[nodiscard]] continuation::Branch ended_on_symmetry(continuation::Branch branch);
    void end_at_symmetry(continuation::Branch& branch, bool grazes) const;

    OrbitForm form_;
    OrbitEquations equations_;
    std::unique_ptr<OrbitEquations> whole_; ///< has all multipliers, if equations_ are of a part
    std::unique_ptr<TracedMotions> motions_;
    bool reports_halves_ = false; ///< the form in which branches are reported is that of H_n
    const OrbitFamily& family_;
    const std::vector<ModalOutput>& outputs_;
    OrbitBranchOptions given_;
    bool is_inner_ = false;
    std::vector<std::unique_ptr<Inner>> inner_;
    std::optional<OrbitFamily::Part> part_;
    bool part_known_ = false;
    continuation::Problem problem_;
    continuation::Options options_;
    const Progress& progress_;
    bool symmetric_ = false; ///< true if the motions have more symmetry than the form
    static constexpr int most_repeated = 12; ///< largest number of repeated steps of each kind

    /// State of the checks of the branch that is traced.
    struct Checks {
        Index last_point = 0;     ///< last point that was checked
        int symmetric_steps = 0;  ///< number of repeated steps that met motions of more symmetry
        int suspicious_steps = 0; ///< number of repeated steps that came close to such motions
        /// Least departure of the second point where another branch is left, in the energy norm per
        /// arclength; empty once that point is checked.
        std::optional<double> least_departure;
        bool fell_back = false; ///< the first step fell back onto the branch that is left
        bool jumped = false;    ///< the first step led to other motions

        [[nodiscard]] bool departure_failed() const { return fell_back || jumped; }
        /// Begins the other end of the branch. @param n  its number of points
        void continue_from(Index n)
        {
            last_point = n;
            symmetric_steps = suspicious_steps = 0;
        }
    };
    Checks checks_;
    std::optional<double> tolerance_;
};

/// One for each form that is met.
class OrbitTracers {
public:
    OrbitTracers(const OrbitFamily& family, const std::vector<ModalOutput>& outputs,
                 const OrbitBranchOptions& options, const Progress& progress)
        : family_(family), outputs_(outputs), o_(options), progress_(progress)
    {
    }

    [[nodiscard]] OrbitTracer& of(const OrbitForm& form);
    [[nodiscard]] long long n_evaluations() const; ///< total number of evaluations
    [[nodiscard]] double tolerance() const;        ///< largest tolerance of Newton's method

    /// States at phase 0 of a motion begun at any period of the drive, and in the mirror.
    /// @param z  2 m, or the states at all nodes
    [[nodiscard]] std::vector<Vector> states_of(const OrbitForm& form, const VectorIn& z, double p);
    /// Whether a branch passes one of them at p.
    [[nodiscard]] bool passes(const OrbitBranch& branch, const std::vector<Vector>& states,
                              double p);

private:
    const OrbitFamily& family_;
    const std::vector<ModalOutput>& outputs_;
    const OrbitBranchOptions& o_;
    const Progress& progress_;
    std::vector<std::pair<OrbitForm, std::unique_ptr<OrbitTracer>>> tracers_;
};

} // namespace slideway::dynamics
