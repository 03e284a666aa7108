#pragma once

#include "continuation/state.hpp"

#include <optional>
#include <vector>

namespace slideway::continuation {

/// Test function. A change of its sign along the branch is an event; a maximum is a change from
/// plus to minus.
struct Test {
    PointKind kind; ///< kind of the event: fold, branch_point, monitor_zero, monitor_maximum, bound
    int monitor = -1;
    double bound = 0; ///< value of p
};

/// Returns the tests that options and monitors require, except those of bounds.
[[nodiscard]] std::vector<Test> tests(const Problem& problem, const Options& options);

/// Value of a test at a point. It is zero if the point itself has the label, so that the event is
/// not located again.
[[nodiscard]] double value(const Test& test, const State& state);

/// True if the values of a test at both ends show an event.
[[nodiscard]] bool changes(const Test& test, double from, double to);

struct Event {
    State at;
    double sigma = 0; ///< coordinate along the tangent of the step's first point
    Test test;
};

/// Locates the labelled points of the branch between two successive points a and b.
class Locator {
public:
    explicit Locator(Workspace& work);

    /// Locates a branch point between a and b, where the determinant changes its sign. Its defining
    /// equations are solved, which are regular there.
    bool crossing(const State& a, const State& b, Event& event);

    /// Locates all events between a and b in their order, including `crossing` (may be null).
    /// Bounds and monitors that stop end the branch: such an event removes the following ones and
    /// is reported in `end`. If multipliers are known, each event is verified by its own
    /// multiplier. The number of multipliers outside the unit circle then changes only at events.
    /// @param entered  b lies just behind a surface; changes between a and b belong to the surface
    /// @return true if the branch ends
    bool find(const State& a, const State& b, const Event* crossing, bool entered, BranchEnd& end);
    [[nodiscard]] std::vector<Event>& events() { return events_; }
    /// True if the last call of `find` could not locate one of the events to its tolerance. The
    /// event is then missing, or has the best position that was found.
    [[nodiscard]] bool lost() const { return lost_; }

    /// True if the branch closes between a and b: it crosses the plane normal to the tangent of
    /// `target` in the same direction, at the target itself.
    bool meets(const State& a, const State& b, const State& target);

private:
    /// Part of a step outside the vicinity of surfaces. `low` and `high` are measured along the
    /// tangent of the first point of the step.
    struct Part {
        const State* from;
        const State* to;
        double low = 0, high = 0;
    };
    /// Position in a step, with the number of multipliers outside the unit circle there.
    struct Counted {
        double sigma = 0;
        int outside = 0;
    };

    /// Interval of a step that holds an event. Offsets of its ends from the first point of the step
    /// are scaled.
    struct Bracket {
        double low, high;
        Vector offset_low, offset_high;
    };

    bool point_at(const State& a, const State& b, double sigma, double sigma_b, State& state);
    bool settle(const State& a, State& state);
    bool point_within(const State& a, const State& b, const Bracket& bracket, double sigma_b,
                      double& sigma);
    double test_value(const Test& test, const State& state, double scale_of_det);
    bool locate(const Test& test, const State& a, const State& b, double lo, double f_lo, double hi,
                double f_hi, Event& event);
    bool find_two_zeros(std::size_t test, const State& a, const State& b, double from, double to,
                        double& sigma, double& f);
    bool find_two_folds(const State& a, const State& b, double& sigma, double& t_p);
    bool find_two_extrema(const Test& test, const State& a, const State& b, double& sigma,
                          double& slope);
    void add(const Test& test, const State& a, const State& b, double lo, double f_lo, double hi,
             double f_hi);
    Part off_surfaces(const State& a, const State& b, double sigma_b);
    void find_in(const Part& part, const State& a, const State& b, const Event* crossing);
    void unite_folds();
    [[nodiscard]] bool verified(Event& event);
    void count_in(const Part& part, const State& a, const State& b);
    std::optional<ComplexVector> multipliers_at(const State& a, const State& b, double sigma);
    void locate_changes(const State& a, const State& b, Counted low, Counted high, int depth);
    bool locate_change(const State& a, const State& b, Counted low, Counted high, Event& event);
    [[nodiscard]] Test test_of(const ComplexVector& multipliers, const State& event_at);
    bool cut_at_bound(const State& a, const State& b, BranchEnd& end);
    bool cut_at_monitor(BranchEnd& end);

    Workspace& work_;
    std::vector<Test> tests_;
    std::vector<double> rates_; ///< rates of the tests over the previous step
    std::vector<Event> events_;
    bool lost_ = false, unsettled_ = false;
    State beside_[2]; ///< points near surfaces at which a step begins or ends
    State trial_;
    Vector cubic_;
};

} // namespace slideway::continuation
