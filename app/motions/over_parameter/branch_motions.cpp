#include "app/motions/over_parameter/branch_motions.hpp"

#include "app/motions/over_parameter/parameter_family.hpp"
#include "app/motions/over_parameter/stored_orbits.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "dynamics/orbits/orbit_restart.hpp"
#include "dynamics/orbits/whole_orbit.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace slideway::app {

namespace {

// Value of the branch parameter in the case.
double own_value(const EarlierResults& results, const StoredOrbits& stored,
                 const StoredOrbitModel& model)
{
    std::optional<double> own = model.stored_value(stored.over);
    if (!own)
        own = number_given(results.c, stored.over);
    if (!own)
        results.refuse("has branches over " + stored.over +
                       ", which this case does not give; give its value");
    return *own;
}

// The results as they are taken up at one of their points.
class Taking {
public:
    Taking(const EarlierResults& results, const BranchMotionsEntry& e, const Case& c,
           const BuiltModel& built, const std::shared_ptr<const dynamics::ModalModel>& modal,
           const dynamics::JointedSystem& system)
        : results_(results), at_(e.at), stored_(stored_orbits(results))
    {
        name_point(results, e.branch, e.at.empty() ? "begin" : e.at, stored_);
        const StoredOrbitModel model = stored_model(built, *modal, system);
        bring_to(model, results, stored_);
        if (const std::vector<std::string> differs = differences(stored_.over, c, stored_, model);
            !differs.empty())
            results.refuse("has " + join(differs) + "; it must be the same");
        p_ = own_value(results, stored_, model);
        for (const dynamics::OrbitBranch& branch : stored_.restart.branches) {
            low_ = std::min(low_, branch.branch.p.minCoeff());
            high_ = std::max(high_, branch.branch.p.maxCoeff());
        }
        options_.from = std::min(low_, p_);
        options_.to = std::max(high_, p_);
        family_.emplace(
            parameter_family({stored_.over, options_.from, options_.to, p_},
                             {.forced = {"start", {}}, .observed = {"monitor", e.monitors}},
                             e.monitors, c, built, modal, system)
                .family);
    }

    BranchMotion at_point();
    std::vector<BranchMotion> all(const std::optional<int>& branch);

private:
    const dynamics::OrbitBranch& branch(std::size_t b) const { return stored_.restart.branches[b]; }
    void add(std::size_t branch, std::vector<BranchMotion>& out);
    void check_point(std::size_t b, Index k) const;
    BranchMotion found(std::size_t b, Index k, dynamics::PeriodicMotion motion) const;
    BranchMotion motion_at_point(std::size_t b, Index k);

    const EarlierResults& results_;
    std::string at_;
    StoredOrbits stored_;
    double p_ = 0;
    double low_ = std::numeric_limits<double>::infinity(), high_ = -low_; // of all branches
    dynamics::OrbitBranchOptions options_;
    std::optional<dynamics::OrbitFamily> family_;
};

// Newton's method would take motions of another system to those of this one.
void Taking::check_point(std::size_t b, Index k) const
{
    dynamics::OrbitRestart restart = stored_.restart;
    restart.from = dynamics::OrbitRestart::From::motion;
    restart.at = {b, k};
    restart.p = branch(b).branch.p(k);
    const double p = restart.p;
    if (const std::optional<double> off =
            checked(*family_, std::move(restart), {}, options_).correction())
        results_.refuse("its motion at " + stored_.text(p) + " of branch " + std::to_string(b + 1) +
                        " does not solve the equations of this case: off by " +
                        number_text(*off, 2) +
                        " of its size; expected results of the same model with the same joints, "
                        "loads and damping");
}

BranchMotion Taking::found(std::size_t b, Index k, dynamics::PeriodicMotion motion) const
{
    if (!motion.found)
        results_.refuse("Newton's method finds no motion at " + stored_.text(p_) + " from point " +
                        std::to_string(k) + " of branch " + std::to_string(b + 1) + ": " +
                        motion.message);
    return {b, std::move(motion)};
}

BranchMotion Taking::motion_at_point(std::size_t b, Index k)
{
    const dynamics::OrbitForm& form = branch(b).form;
    check_point(b, k);
    return found(b, k,
                 periodic_motion(*family_, branch(b).branch.x.col(k).head(2 * family_->m()), p_,
                                 form.periods, form.half, options_));
}

BranchMotion Taking::at_point()
{
    const auto [b, k] = stored_.restart.at;
    if (const double p = branch(b).branch.p(k); !same_number(p, p_))
        results_.refuse("at", "\"" + at_ + "\"",
                        "that motion lies at " + stored_.text(p) + ", this case at " +
                            stored_.text(p_));
    return motion_at_point(b, k);
}

void Taking::add(std::size_t b, std::vector<BranchMotion>& out)
{
    const Vector& p = branch(b).branch.p;
    for (Index k = 0; k < p.size(); ++k)
        if (same_number(p(k), p_)) {
            out.push_back(motion_at_point(b, k));
        } else if (k + 1 < p.size() && !same_number(p(k + 1), p_) &&
                   (p(k) < p_) != (p(k + 1) < p_)) {
            check_point(b, k);
            check_point(b, k + 1);
            out.push_back(found(b, k, motion_between(*family_, branch(b), k, p_, options_)));
        }
}

std::vector<BranchMotion> Taking::all(const std::optional<int>& branch)
{
    std::vector<BranchMotion> out;
    for (std::size_t b = 0; b < stored_.restart.branches.size(); ++b)
        if (!branch || b == static_cast<std::size_t>(*branch - 1))
            add(b, out);
    if (out.empty())
        results_.refuse(
            (branch ? "branch " + std::to_string(*branch) + " has" : "its branches have") +
            " no motion at " + stored_.text(p_) + ", as this case has it; all branches lie from " +
            stored_.text(low_) + " to " + stored_.text(high_));
    return out;
}

} // namespace

std::vector<BranchMotion> branch_motions(const EarlierResults& results, const BranchMotionsEntry& e,
                                         const Case& c, const BuiltModel& built,
                                         const std::shared_ptr<const dynamics::ModalModel>& modal,
                                         const dynamics::JointedSystem& system)
{
    try {
        Taking taking(results, e, c, built, modal, system);
        if (e.at.empty())
            return taking.all(e.branch);
        return {taking.at_point()};
    } catch (const InputError& error) {
        if (error.has_place())
            throw;
        results.refuse(error.text());
    }
}

} // namespace slideway::app
