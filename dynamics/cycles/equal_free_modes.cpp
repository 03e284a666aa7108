#include "base/dense_eigen.hpp"
#include "base/text.hpp"
#include "dynamics/cycles/free_tracer.hpp"
#include "dynamics/modal/equal_frequencies.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

// Curves of modes of equal frequency that several stops see. Below the first contact every
// combination of the modes is a motion, so the equations of a curve are singular there. Its points
// are known in closed form: straight lines from the equilibrium. Beyond the contact the
// combinations that touch one stop most, or that lie at right angles to these, are motions of their
// own.

namespace slideway::dynamics {

using continuation::PointKind;
using continuation::Solution;

namespace {

constexpr double parallel = 1e-9;   // sine of the angle between equal directions
constexpr double equal_size = 1e-6; // relative difference of sizes that are equal by symmetry
// Largest residual of a motion that no joint acts on.
constexpr double linear_residual = 1e-8; // more than differences of equal frequencies leave

} // namespace

// Modes of the part with the frequency of a mode, ascending.
std::vector<Index> FreeTracer::equal_to(Index mode) const
{
    for (const std::vector<Index>& group : equal_frequencies(c_.omega))
        if (std::find(group.begin(), group.end(), mode) != group.end())
            return group;
    return {mode};
}

Vector FreeTracer::straight_motion(const Vector& shape, double omega, double p) const
{
    Vector x(2 * c_.m() + 2);
    x << c_.rest, std::exp(p) * shape, omega, 0;
    return x;
}

// Whether no joint acts on the motion of a combination at an energy.
bool FreeTracer::is_straight(const Vector& shape, double omega, double p)
{
    const Vector x = straight_motion(shape, omega, p);
    continuation::Equations out{Vector(x.size()), Matrix(x.size(), x.size()), Vector(x.size())};
    equations_->take_phase(x);
    return equations_->evaluate(x, p, out) && out.F.lpNorm<Eigen::Infinity>() <= linear_residual &&
           equations_->at(x, p).grazing.beyond == 0;
}

// Combinations of modes of equal frequency that are followed if they are motions beyond the first
// contact: those that one stop sees most, largest first, of equal ones those first that the outputs
// see most. The second one of two modes may also lie at right angles to the first.
std::vector<Vector> FreeTracer::straight_shapes(const std::vector<Index>& modes) const
{
    Matrix E(c_.m(), static_cast<Index>(modes.size()));
    for (std::size_t k = 0; k < modes.size(); ++k)
        E.col(static_cast<Index>(k)) = c_.shapes.col(modes[k]);
    struct Seen {
        Vector direction; // in E
        double size = 0;
    };
    std::vector<Seen> all;
    for (const ModalLaw& joint : c_.system.joints)
        for (Index i = 0; i < joint.on.rows.rows(); ++i) {
            Vector seen = E.transpose() * joint.on.rows.row(i).transpose();
            const double size = seen.norm();
            if (size <= equal_size * joint.on.rows.row(i).norm())
                continue;
            Index largest = 0;
            seen.cwiseAbs().maxCoeff(&largest);
            seen /= seen(largest) < 0 ? -size : size;
            const bool known = std::any_of(all.begin(), all.end(), [&](const Seen& other) -> bool {
                return (other.direction - seen).norm() <= parallel ||
                       (other.direction + seen).norm() <= parallel;
            });
            if (!known)
                all.push_back({seen, size});
        }
    const auto larger = [](double a, double b) -> bool { return a > (1 + equal_size) * b; };
    std::stable_sort(all.begin(), all.end(), [&](const Seen& a, const Seen& b) -> bool {
        if (larger(a.size, b.size) || larger(b.size, a.size))
            return a.size > b.size;
        for (std::size_t i = 0; i < equations_->n_outputs(); ++i) {
            const Vector output = E.transpose() * equations_->output(i).row;
            const double for_a = std::abs(output.dot(a.direction)),
                         for_b = std::abs(output.dot(b.direction));
            if (larger(for_a, for_b) || larger(for_b, for_a))
                return for_a > for_b;
        }
        return false;
    });
    std::vector<Vector> shapes;
    for (const Seen& seen : all)
        shapes.push_back(E * seen.direction);
    if (modes.size() == 2 && !all.empty()) {
        const Vector& first = all.front().direction;
        shapes.insert(shapes.begin() + 1, E * Vector{{-first(1), first(0)}});
    }
    return shapes;
}

// The straight part of a curve between two energies, from the first one on.
FreeTracer::Part FreeTracer::straight_part(const Vector& shape, double omega, double from,
                                           double to)
{
    const double per_p = std::sqrt(2.0); // scaled arclength
    const Index n = 2 + static_cast<Index>((to - from) * per_p / o_.max_step);
    const auto n_monitors = static_cast<Index>(problem_.monitors.size());
    Part part{equations_, {}};
    continuation::Branch& branch = part.branch;
    for (const continuation::Monitor& monitor : problem_.monitors)
        branch.monitor_names.push_back(monitor.name);
    const Index size = 2 * c_.m() + 2;
    branch.x.resize(size, n);
    branch.tangent = Matrix::Zero(size + 1, n);
    branch.monitors.resize(n_monitors, n);
    branch.p = Vector::LinSpaced(n, from, to);
    branch.s = per_p * (branch.p.array() - from);
    const auto count = static_cast<std::size_t>(n);
    branch.kind.assign(count, static_cast<int>(PointKind::regular));
    branch.kind.front() = static_cast<int>(PointKind::start);
    branch.monitor.assign(count, -1);
    branch.iterations.assign(count, 0);
    branch.orientation.assign(count, 1);
    const Matrix F_x;
    const Vector F_p;
    for (Index k = 0; k < n; ++k) {
        const Vector x = straight_motion(shape, omega, branch.p(k));
        branch.x.col(k) = x;
        branch.tangent.col(k).segment(c_.m(), c_.m()) = x.segment(c_.m(), c_.m()) / per_p;
        branch.tangent(size, k) = 1 / per_p;
        const Vector tangent = branch.tangent.col(k);
        equations_->take_phase(x);
        const Solution solution{x, branch.p(k), F_x, F_p, tangent};
        for (Index i = 0; i < n_monitors; ++i)
            branch.monitors(i, k) = problem_.monitors[static_cast<std::size_t>(i)].value(solution);
    }
    branch.front = {continuation::Stop::start, 0, "the start", {}};
    return part;
}

// Steps of Newton's method without directions in which the equations are singular, as with Omega of
// the straight part. They change Omega, after which the equations are regular.
void FreeTracer::leave_straight(Vector& x, double p)
{
    constexpr double singular_share = 1e-7; // of the largest singular value
    continuation::Equations out{Vector(x.size()), Matrix(x.size(), x.size()), Vector(x.size())};
    equations_->take_phase(x);
    const Vector scale = equations_->scales(x, p).x;
    for (int k = 0; k < 3; ++k) {
        if (!equations_->evaluate(x, p, out))
            return;
        const Svd<double> J = svd(Matrix(out.F_x * scale.asDiagonal()), SingularVectors::thin);
        Vector along = J.U.transpose() * out.F;
        for (Index i = 0; i < along.size(); ++i)
            along(i) = J.values(i) > singular_share * J.values(0) ? along(i) / J.values(i) : 0;
        x -= scale.cwiseProduct(J.V * along);
    }
}

// The first motion beyond the contact at which the equations are regular enough for Newton's
// method.
std::optional<FreeTracer::StartOf> FreeTracer::beyond_contact(const Vector& shape, double omega,
                                                              double contact)
{
    constexpr double near = 0.05;
    for (const double beyond : {1e-3, 3e-3, 1e-2, 3e-2, 0.1}) {
        const double p = contact + beyond;
        const Vector guess = straight_motion(shape, omega, p);
        Vector x = guess;
        leave_straight(x, p);
        const continuation::Scales scales = equations_->scales(guess, p);
        if (x.allFinite() && correct(x, p) &&
            (x - guess).cwiseQuotient(scales.x).lpNorm<Eigen::Infinity>() <= near + beyond)
            return StartOf{equations_, continuation::start_of(x, p, 1)};
    }
    return std::nullopt;
}

// Follows the curve of a combination. @return false if there are no such motions beyond the contact
bool FreeTracer::follow_straight(const Vector& shape, const std::vector<Index>& modes,
                                 std::size_t number)
{
    const double omega = c_.omega(modes.front());
    double low = starts_[static_cast<std::size_t>(modes.front())]->start.p, end = p_max_;
    bool reaches_range = false;
    if (o_.over == FreeParameter::amplitude) {
        const ModalOutput& output = equations_->output(0);
        const double seen = std::abs(output.row.dot(shape));
        end = std::min(end, std::log(o_.to * omega / seen));
        low = std::min(low, std::log(o_.from * omega / seen));
        reaches_range = end < p_max_;
        if (!std::isfinite(end))
            return false;
    }
    for (int k = 0; k < 20 && !is_straight(shape, omega, low); ++k)
        low -= 1;
    if (!is_straight(shape, omega, low) || !(end > low))
        return false;
    double contact = low, high = end;
    if (is_straight(shape, omega, end))
        contact = end;
    while (high - contact > 1e-14 * std::max(1.0, std::abs(high))) {
        const double middle = (contact + high) / 2;
        if (middle <= contact || middle >= high)
            break;
        (is_straight(shape, omega, middle) ? contact : high) = middle;
    }
    std::optional<StartOf> beyond;
    if (contact < end) {
        beyond = beyond_contact(shape, omega, contact);
        if (!beyond)
            return false;
    }
    Traced traced;
    Part part = straight_part(shape, omega, low, contact);
    const Index last = part.branch.n_points() - 1;
    part.branch.kind.back() =
        static_cast<int>(beyond || reaches_range ? PointKind::monitor_zero : PointKind::bound);
    part.branch.monitor.back() = beyond ? free_grazing : reaches_range ? free_range : -1;
    part.branch.back = {reaches_range ? continuation::Stop::monitor : continuation::Stop::bound,
                        0,
                        "reached p = " + number_text(part.branch.p(last)),
                        {}};
    append(traced, std::move(part));
    if (beyond) {
        traced.gap = true;
        p_min_ = std::min(p_min_, low);
        traced = follow(*beyond, o_.max_points, false, true, std::move(traced));
    }
    traced.curve.mode = numbers_[static_cast<std::size_t>(modes[number])];
    add(std::move(traced));
    return true;
}

// Follows the curves of all modes that have the frequency of a mode, if all joints are stops that
// do not act on small motions. @return false if this does not apply
bool FreeTracer::follow_equal_modes(Index mode)
{
    const std::vector<Index> modes = equal_to(mode);
    const StartOf& start = *starts_[static_cast<std::size_t>(mode)];
    std::vector<bool> is_stop(c_.system.joints.size(), false);
    for (const DisplacementStop& stop : stops_of(c_.system.joints))
        is_stop[stop.joint] = true;
    if (modes.size() < 2 || std::find(is_stop.begin(), is_stop.end(), false) != is_stop.end())
        return false;
    use(start.equations);
    if (start.start.x.size() != 2 * c_.m() + 2 ||
        !is_straight(c_.shapes.col(mode), c_.omega(mode), start.start.p - 1))
        return false;
    if (mode != modes.front())
        return true; // followed together
    std::size_t found = 0;
    for (const Vector& shape : straight_shapes(modes)) {
        if (found == modes.size() || full())
            break;
        found += follow_straight(shape, modes, found) ? 1 : 0;
    }
    std::string text = std::to_string(modes.size()) +
                       " modes of equal frequency that several stops see: every combination is a "
                       "motion below the first contact. Followed are " +
                       std::to_string(found) +
                       ", those that one stop sees most or at right angles to them; motions of "
                       "other combinations, for example travelling waves, are not covered";
    out_.notes.push_back(std::move(text));
    return true;
}

} // namespace slideway::dynamics
