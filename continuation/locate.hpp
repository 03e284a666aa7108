#pragma once

#include "continuation/state.hpp"

#include <optional>
#include <vector>

namespace slideway::continuation {

/// A function of the point whose sign change along the branch is an event. A maximum is a change
/// from plus to minus.
struct Test {
    PointKind kind; ///< of the event: fold, branch_point, monitor_zero, monitor_maximum, bound
    int monitor = -1;
    double bound = 0; ///< value of p
};

/// Those that the options and monitors ask for; bounds apart.
[[nodiscard]] std::vector<Test> tests(const Problem& problem, const Options& options);

/// Zero where the point itself is the labelled one: it is not found again.
[[nodiscard]] double value(const Test& test, const State& at);

/// Whether values of a test on both sides are those of an event.
[[nodiscard]] bool changes(const Test& test, double from, double to);

struct Event {
    State at;
    double sigma = 0; ///< along the tangent of the step's first point
    Test test;
};

/// Labelled points of the branch between two of its points a and b, one step apart.
class Locator {
public:
    explicit Locator(Workspace& work);

    /// A branch point between a and b, where the determinant changes its sign: by its defining
    /// equations, which are regular there.
    bool crossing(const State& a, const State& b, Event& event);

    /// All events between a and b in their order, `crossing` (may be null) among them. One that
    /// ends the branch, a bound or a monitor that stops, drops what follows and says so in `end`.
    /// With multipliers each event is verified by its own, and their number outside the unit circle
    /// changes at events alone.
    /// @param entered  b lies just behind a surface: what changes between them belongs to that
    /// @return  whether the branch ends
    bool find(const State& a, const State& b, const Event* crossing, bool entered, BranchEnd& end);
    [[nodiscard]] std::vector<Event>& events() { return events_; }

    /// Whether the branch closes: it meets `target` between a and b, where it passes the plane
    /// across the target's tangent, in the same direction, and at the target itself.
    bool meets(const State& a, const State& b, const State& target);

private:
    /// The step without what lies at surfaces, along the tangent of its first point.
    struct Part {
        const State* from;
        const State* to;
        double low = 0, high = 0;
    };
    /// A place of the step with the number of multipliers outside the unit circle.
    struct Counted {
        double sigma = 0;
        int outside = 0;
    };

    bool point_at(const State& a, const State& b, double sigma, double sigma_b, State& at);
    double test_value(const Test& test, const State& at, double scale_of_det);
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
    std::vector<double> rates_; ///< of the tests over the step before
    std::vector<Event> events_;
    State beside_[2]; ///< points beside surfaces at which a step begins or ends
    State trial_;
    Vector cubic_;
};

} // namespace slideway::continuation
