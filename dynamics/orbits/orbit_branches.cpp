#include "dynamics/orbits/orbit_branches.hpp"

#include "base/dense_eigen.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "dynamics/orbits/orbit_tracer.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace slideway::dynamics {

namespace {

// Of the range of the parameter, and of the size of states: points of branches that are one.
// Branch points located by different equations differ by up to 1e-8.
constexpr double same = 1e-6;

// The real eigenvector of the eigenvalue nearest to -1.
Vector flip_direction(const Matrix& map)
{
    const GeneralEigen of = eigen(map);
    Index nearest = 0;
    for (Index i = 1; i < of.values.size(); ++i)
        if (std::abs(of.values(i) + 1.0) < std::abs(of.values(nearest) + 1.0))
            nearest = i;
    return of.vectors.col(nearest).real();
}

class Follower {
public:
    Follower(const OrbitFamily& family, const std::vector<ModalOutput>& outputs,
             const OrbitBranchOptions& options, const Progress& progress, OrbitBranches known = {})
        : family_(family), o_(options), tracers_(family, outputs, options, progress),
          out_(std::move(known))
    {
    }

    OrbitBranches follow(const PeriodicMotion& start, double p);
    OrbitBranches add(const std::optional<OrbitPoint>& at);
    [[nodiscard]] std::vector<OrbitPoint> missing();

private:
    void leave(std::size_t b, Index k);
    void keep(OrbitBranch branch, std::size_t parent, Index point);
    void tell_left_out();
    [[nodiscard]] bool followed(std::size_t b, Index k);

    const OrbitFamily& family_;
    const OrbitBranchOptions& o_;
    OrbitTracers tracers_;
    struct LeftOut {
        std::size_t branch = 0;
        Index point = 0;
        std::string why;
    };
    std::vector<LeftOut> left_out_;
    OrbitBranches out_;
};

// Whether a point is on two known branches: of another one that leads off there too.
bool Follower::followed(std::size_t b, Index k)
{
    const OrbitBranch& branch = out_.branches[b];
    const Vector x = branch.branch.x.col(k), tangent = branch.branch.tangent.col(k);
    const double p = branch.branch.p(k);
    OrbitEquations& equations = tracers_.of(branch.form).equations();
    const Index size = 2 * equations.m();
    std::vector<Vector> states = {x.head(size)};
    for (const continuation::Image& image : equations.images(x, p, tangent))
        states.emplace_back(image.x.head(size));
    const Vector weight = equations.family().energy_weights();
    const double scale = energy_size(weight, x);
    for (std::size_t other = 0; other < out_.branches.size(); ++other) {
        if (other == b)
            continue;
        const continuation::Branch& at = out_.branches[other].branch;
        for (Index i = 0; i < at.n_points(); ++i)
            if (leads_off(out_.branches[other], i, o_) &&
                std::abs(at.p(i) - p) <= same * std::abs(o_.to - o_.from))
                for (const Vector& z : states)
                    if (energy_size(weight, at.x.col(i).head(size) - z) <= same * scale)
                        return true;
    }
    return false;
}

void Follower::keep(OrbitBranch branch, std::size_t parent, Index point)
{
    out_.interrupted = continuation::interrupted(branch.branch);
    if (branch.branch.n_points() < 2) {
        left_out_.push_back({parent, point, branch.branch.back.message});
        return;
    }
    branch.parent = static_cast<Index>(parent);
    branch.parent_point = point;
    out_.branches.push_back(std::move(branch));
}

// Those that no branch has reached from elsewhere.
void Follower::tell_left_out()
{
    for (const LeftOut& at : left_out_) {
        const OrbitBranch& branch = out_.branches[at.branch];
        if (!followed(at.branch, at.point))
            out_.not_followed.push_back(
                std::string(name_of(branch.labels[static_cast<std::size_t>(at.point)])) + " at " +
                number_text(branch.branch.p(at.point), 11) + " of branch " +
                std::to_string(at.branch + 1) + ": " + at.why);
    }
}

void Follower::leave(std::size_t b, Index k)
{
    const OrbitBranch& from = out_.branches[b];
    const auto i = static_cast<std::size_t>(k);
    const Index size = 2 * family_.m();
    const double p = from.branch.p(k);
    const Vector x = from.branch.x.col(k), z = x.head(size);
    OrbitForm form = from.form;
    if (from.labels[i] == OrbitLabel::period_doubling || form.half) {
        const Vector v = flip_direction(tracers_.of(form).equations().at(x, p).map);
        if (form.half)
            form.half = false;
        else
            form.periods *= 2;
        form.nodes = form.periods;
        keep(tracers_.of(form).leaving(z, p, v), b, k);
        return;
    }
    // Motions of more symmetry, where this branch ends, or another branch of its form.
    const bool ends = k + 1 == from.branch.n_points() || k == 0;
    if (ends) {
        if (form.periods % 2 == 0) {
            form.periods /= 2;
            form.nodes = form.periods;
        } else {
            form.half = true;
        }
        OrbitTracer& tracer = tracers_.of(form);
        keep(tracer.both_ways(tracer.equations().nodes_of(z, p), p, orbit_flip), b, k);
        return;
    }
    keep(tracers_.of(form).crossing(from.branch, k), b, k);
}

OrbitBranches Follower::follow(const PeriodicMotion& start, double p)
{
    out_.branches.push_back(tracers_.of(start.form).both_ways(start.z, p));
    out_.interrupted = continuation::interrupted(out_.branches.back().branch);
    return add({});
}

OrbitBranches Follower::add(const std::optional<OrbitPoint>& at)
{
    if (at && !out_.interrupted)
        leave(at->branch, at->point);
    for (std::size_t b = 0; o_.branches && b < out_.branches.size(); ++b)
        for (Index k = 0; k < out_.branches[b].branch.n_points() && !out_.interrupted; ++k) {
            if (!leads_off(out_.branches[b], k, o_) || followed(b, k))
                continue;
            if (out_.branches.size() >= OrbitBranches::most) {
                out_.not_followed.push_back("there are " + std::to_string(OrbitBranches::most) +
                                            " branches already");
                b = out_.branches.size();
                break;
            }
            leave(b, k);
        }
    tell_left_out();
    out_.n_evaluations += tracers_.n_evaluations();
    return std::move(out_);
}

std::vector<OrbitPoint> Follower::missing()
{
    std::vector<OrbitPoint> out;
    for (std::size_t b = 0; b < out_.branches.size(); ++b)
        for (Index k = 0; k < out_.branches[b].branch.n_points(); ++k)
            if (leads_off(out_.branches[b], k, o_) && !followed(b, k))
                out.push_back({b, k});
    return out;
}

} // namespace

bool leads_off(const OrbitBranch& branch, Index k, const OrbitBranchOptions& o)
{
    const OrbitLabel label = branch.labels[static_cast<std::size_t>(k)];
    const double p = branch.branch.p(k);
    return p >= std::min(o.from, o.to) && p <= std::max(o.from, o.to) &&
           (label == OrbitLabel::branch_point ||
            (label == OrbitLabel::period_doubling && 2 * branch.form.periods <= o.max_periods));
}

OrbitBranches orbit_branches(const OrbitFamily& family, const PeriodicMotion& start, double p,
                             const std::vector<ModalOutput>& outputs, const OrbitBranchOptions& o,
                             const Progress& progress)
{
    check(o);
    return Follower(family, outputs, o, progress).follow(start, p);
}

std::vector<OrbitPoint> missing_branches(const OrbitFamily& family, const OrbitBranches& known,
                                         const OrbitBranchOptions& o)
{
    check(o);
    return Follower(family, {}, o, {}, known).missing();
}

OrbitBranches add_branches(const OrbitFamily& family, OrbitBranches known,
                           const std::optional<OrbitPoint>& at,
                           const std::vector<ModalOutput>& outputs, const OrbitBranchOptions& o,
                           const Progress& progress)
{
    check(o);
    return Follower(family, outputs, o, progress, std::move(known)).add(at);
}

SampledOrbit sampled(const OrbitFamily& given, const OrbitForm& form, const Vector& z, double p,
                     int samples_per_period)
{
    OrbitFamily family = given;
    family.move_to(p);
    constexpr double two_pi = 2 * std::numbers::pi;
    const Index n = static_cast<Index>(form.periods) * samples_per_period;
    SampledOrbit out{Vector::LinSpaced(n + 1, 0, two_pi * form.periods), Matrix(z.size(), n + 1)};
    out.z.col(0) = z;
    const PassageOptions options;
    for (Index k = 0; k < n; ++k)
        out.z.col(k + 1) =
            family
                .passage(out.z.col(k), out.phase(k),
                         two_pi / samples_per_period / family.system().Omega, options)
                .end;
    return out;
}

} // namespace slideway::dynamics
