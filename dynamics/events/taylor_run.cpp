#include "dynamics/events/taylor_run.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "dynamics/events/switched_run.hpp"
#include "dynamics/events/taylor_series.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace slideway::dynamics {

namespace {

constexpr double steps_a_period = 10; // at least
// Of the time of the run: a step so short is the end of it.
constexpr double vanished = 1e-14;
// Of the time of the fastest mode in 1 rad: the length from which the first step is sized.
constexpr double first_step = 0.1;
// Of the length that a step was sized from: a shorter one is sized again from itself.
constexpr double sized_well = 0.5;

class TaylorScheme : public SwitchedScheme {
public:
    TaylorScheme(SwitchedSystem& system, const RunTimes& times, double tolerance, bool works)
        : series_(system, 1 / times.fastest, works), tolerance_(tolerance),
          vanishing_(vanished * times.span),
          h_max_(std::min(times.period / steps_a_period, times.span)),
          h_(std::min(h_max_, first_step / times.fastest)),
          y_end_(Vector::Zero(2 * system.n_modes() + 3))
    {
    }

    void take_phases() override { series_.take_phases(); }
    std::optional<Step> step(const Vector& y, double t, double longest) override;
    void at(double tau, Vector& y) override { series_.at(tau, y); }
    [[nodiscard]] const Vector& end() const override { return y_end_; }
    [[nodiscard]] const std::vector<Guard>& guards() const override { return series_.guards(); }
    [[nodiscard]] const std::vector<bool>& hit() const override { return hit_; }
    [[nodiscard]] long long n_evaluations() const override { return n_evaluations_; }

private:
    TaylorSeries series_;
    double tolerance_, vanishing_, h_max_, h_;
    Vector y_end_;
    std::vector<GuardPolynomial> guards_;
    std::vector<bool> hit_;
    long long n_evaluations_ = 0;
};

std::optional<SwitchedScheme::Step> TaylorScheme::step(const Vector& y, double t, double longest)
{
    series_.expand(y, t);
    ++n_evaluations_;
    for (double sized = 0; sized == 0 || h_ < sized_well * sized;) {
        sized = h_;
        h_ = std::min(series_.reach(tolerance_, sized), h_max_);
        if (!(h_ > vanishing_))
            return std::nullopt;
    }
    const double h = std::min(h_, longest);
    series_.guards_over(h, guards_);
    const auto crossing = first_crossing(guards_, tolerance_);
    Step step{h, crossing.has_value()};
    if (crossing) {
        step.taken = crossing->x * h;
        take_part(guards_, *crossing, hit_);
    }
    series_.at(step.taken, y_end_);
    if (!y_end_.allFinite())
        return std::nullopt;
    return step;
}

} // namespace

void check_taylor(const JointedSystem& system, const TaylorOptions& options)
{
    if (!(options.tolerance >= 1e-16) || !(options.tolerance <= 1e-3))
        throw InputError("tolerance", number_text(options.tolerance), "allowed: 1e-16 to 0.001");
    if (options.run.tangent)
        throw std::invalid_argument("taylor: there is no tangent of a run by steps");
    check_switched_run(system, options.run);
    for (const ModalLaw& joint : system.joints)
        if (!contact::has_piece(joint.law))
            throw InputError("joint." + joint.name + ".law",
                             "\"" + std::string(contact::keyword(joint.law)) + "\"",
                             "expected a law that is a polynomial in each phase: " +
                                 listed(contact::laws_with(&contact::LawInfo::polynomial), "or"));
}

MotionRecord taylor(const JointedSystem& system, const TaylorOptions& options,
                    const Progress& progress)
{
    check_taylor(system, options);
    const auto make = [&](SwitchedSystem& switched,
                          const RunTimes& times) -> std::unique_ptr<SwitchedScheme> {
        return std::make_unique<TaylorScheme>(switched, times, options.tolerance,
                                              options.run.energies);
    };
    return switched_run(system, options.run, make, progress);
}

} // namespace slideway::dynamics
