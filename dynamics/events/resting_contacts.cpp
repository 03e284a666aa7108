#include "dynamics/events/resting_contacts.hpp"

#include "base/dense_solve.hpp"
#include "contact/bounded_forces.hpp"
#include "contact/patch/patch_rest.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

namespace slideway::dynamics {

namespace {

using contact::Matrix3;

constexpr double infinity = std::numeric_limits<double>::infinity();
// Tolerances as in contact_states: zero acceleration, reaction at the surface of its set, zero rate
// of an acceleration.
constexpr double no_acceleration = 1e-10, at_surface = 1e-10, no_rate = 1e-10;
// Convergence of sweeps over contacts, relative to the accelerations that forces cause. Weakly
// coupled contacts converge fast.
constexpr double found = 1e-14;
constexpr int most_sweeps = 100000;
// Before these many sweeps, and each time twice as many, what moves by then is tried as what will.
constexpr int first_trial = 16;
// Last step of Newton's method in a trial, relative to the accelerations that forces cause; and the
// largest number of steps.
constexpr double solved = 1e-13;
constexpr int most_newton_steps = 50;

bool accelerates(const RestingContacts& c, const Vector& a, std::size_t patch)
{
    const Index r = c.first_row(patch);
    return (a.segment<3>(r).cwiseAbs().array() > no_acceleration * c.scale.segment<3>(r).array())
        .any();
}

// All at once, if what accelerates at x does and nothing else: with the rows that rest eliminated a
// of the patches is the least of (a - b)' G^-1 (a - b) / 2 + sum D(a), by Newton's method from x.
// None: something else does.
std::optional<contact::BoundedForces> forces_together(const RestingContacts& c,
                                                      const contact::BoundedForces& x)
{
    const Index n = c.b.size();
    contact::BoundedForces all{Vector::Zero(n), Vector::Zero(n)};
    std::vector<Index> rests, slides, of_patches;
    std::vector<const contact::PatchLaw*> laws;
    for (Index i = 0; i < c.n_dry(); ++i) {
        const bool moves = std::abs(x.a(i)) > no_acceleration * c.scale(i);
        (moves ? slides : rests).push_back(i);
        if (moves)
            all.f(i) = std::copysign(c.limit(i), x.a(i));
    }
    for (std::size_t p = 0; p < c.patches.size(); ++p) {
        const bool moves = !c.held[p] && accelerates(c, x.a, p);
        for (Index i = 0; i < 3; ++i)
            (moves ? of_patches : rests).push_back(c.first_row(p) + i);
        if (moves)
            laws.push_back(c.patches[p]);
    }
    const Vector b = c.b - c.G * all.f; // with the rows that slide
    const Lu<double> resting(c.G(rests, rests));
    if (!laws.empty()) {
        const Matrix to_rest = resting.solve(Matrix(c.G(rests, of_patches)));
        const Matrix mass =
            Lu<double>(c.G(of_patches, of_patches) - to_rest.transpose() * c.G(rests, of_patches))
                .inverse();
        const Vector held = mass * (b(of_patches) - to_rest.transpose() * b(rests)),
                     scale = c.scale(of_patches);
        Vector a = x.a(of_patches), f(a.size()), change;
        int steps = 0;
        do {
            Matrix stiff = mass;
            for (std::size_t i = 0; i < laws.size(); ++i) {
                const auto index = 3 * static_cast<Index>(i);
                const contact::PatchForce friction =
                    laws[i]->force(a.segment<2>(index), a(index + 2));
                f.segment<3>(index) = friction.force;
                stiff.block<3, 3>(index, index) += friction.tangent;
            }
            change = Lu<double>(stiff).solve(Vector(mass * a + f - held));
            a -= change;
            if (!change.allFinite() || ++steps > most_newton_steps)
                return std::nullopt;
        } while ((change.cwiseAbs().array() > solved * scale.array()).any());
        all.a(of_patches) = a;
        all.f(of_patches) = f;
    }
    all.f(rests) = resting.solve(Vector(b(rests) - c.G(rests, of_patches) * all.f(of_patches)));
    all.a(slides) = (c.b - c.G * all.f)(slides);
    for (Index i = 0; i < c.n_dry(); ++i) {
        const double slack = at_surface * std::max(c.limit(i), c.scale(i) / c.G(i, i));
        if (std::abs(all.f(i)) > c.limit(i) + slack || all.a(i) * x.a(i) < 0)
            return std::nullopt;
    }
    for (std::size_t p = 0; p < c.patches.size(); ++p)
        if (!c.held[p] &&
            contact::gauge(*c.patches[p], all.f.segment<3>(c.first_row(p))).value > 1 + at_surface)
            return std::nullopt;
    return all;
}

// Forces and accelerations of all, contact after contact.
contact::BoundedForces forces_at_rest(const RestingContacts& c)
{
    const Index n = c.b.size();
    contact::BoundedForces x{Vector::Zero(n), c.b};
    std::vector<Matrix3> mass;
    for (std::size_t p = 0; p < c.patches.size(); ++p)
        mass.emplace_back(Lu<double>(c.G.block<3, 3>(c.first_row(p), c.first_row(p))).inverse());
    Vector step(n);
    int trial = first_trial;
    for (int sweep = 0; sweep < most_sweeps; ++sweep) {
        if (sweep == trial) {
            trial *= 2;
            if (auto all = forces_together(c, x))
                return *all;
        }
        const Vector before = x.f;
        for (Index i = 0; i < c.n_dry(); ++i) {
            const double own = c.b(i) - c.G.row(i).dot(x.f) + c.G(i, i) * x.f(i);
            x.f(i) = std::clamp(own / c.G(i, i), -c.limit(i), c.limit(i));
            x.a(i) = std::abs(x.f(i)) < c.limit(i) ? 0 : own - c.G(i, i) * x.f(i);
        }
        for (std::size_t p = 0; p < c.patches.size(); ++p) {
            const Index r = c.first_row(p);
            const Vector3 f = x.f.segment<3>(r);
            const Vector3 own =
                c.b.segment<3>(r) - c.G.middleRows<3>(r) * x.f + c.G.block<3, 3>(r, r) * f;
            const Vector3 held = mass[p] * own;
            const Vector3 a = c.held[p]
                                  ? Vector3(Vector3::Zero())
                                  : contact::acceleration_from_rest(*c.patches[p], mass[p], held);
            x.a.segment<3>(r) = a;
            x.f.segment<3>(r) = held - mass[p] * a;
        }
        step = c.G.cwiseAbs() * (x.f - before).cwiseAbs();
        if ((step.array() <= found * c.scale.array()).all())
            return x;
    }
    throw std::runtime_error("the accelerations of the contacts were not found");
}

// Columns of velocities: the first is w, the others are across it in lengths of the law.
Matrix3 along_normal(const contact::PatchLaw& law, const Vector3& w)
{
    const Vector3 scale(1, 1, law.length());
    const Vector3 scaled = w.cwiseProduct(scale);
    Matrix3 S;
    S.col(0) = scaled;
    S.rightCols<2>() = null_space(scaled.transpose());
    return scale.cwiseInverse().asDiagonal() * S;
}

} // namespace

NextMotions next_motions(const RestingContacts& c)
{
    const Index n = c.b.size();
    const contact::BoundedForces x = forces_at_rest(c);
    NextMotions next{std::vector<int>(static_cast<std::size_t>(c.n_dry()), 0),
                     std::vector<Departure>(c.patches.size())};
    // Rows whose force may change at all, in coordinates xi of their velocities, v = S xi.
    Matrix S = Matrix::Identity(n, n);
    std::vector<Index> open, at_limit;
    Vector low = Vector::Constant(n, -infinity), high = Vector::Constant(n, infinity);
    for (Index i = 0; i < c.n_dry(); ++i) {
        if (std::abs(x.a(i)) > no_acceleration * c.scale(i)) {
            next.dry[static_cast<std::size_t>(i)] = x.a(i) > 0 ? 1 : -1;
            continue;
        }
        open.push_back(i);
        const double slack = at_surface * std::max(c.limit(i), c.scale(i) / c.G(i, i));
        if (c.limit(i) - std::abs(x.f(i)) > slack)
            continue;
        (x.f(i) > 0 ? high : low)(i) = 0;
        if (c.limit(i) == 0)
            low(i) = high(i) = 0;
        at_limit.push_back(i);
    }
    for (std::size_t p = 0; p < c.patches.size(); ++p) {
        const Index r = c.first_row(p);
        if (accelerates(c, x.a, p)) {
            next.patches[p] = {1, x.a.segment<3>(r)};
            continue;
        }
        for (Index i = 0; i < 3; ++i)
            open.push_back(r + i);
        if (c.held[p])
            continue;
        const contact::PatchGauge patch_gauge = contact::gauge(*c.patches[p], x.f.segment<3>(r));
        if (!c.reached[p] && !(patch_gauge.value > 1 - at_surface))
            continue;
        S.block<3, 3>(r, r) = along_normal(*c.patches[p], patch_gauge.normal);
        // w . f may grow as fast as the set turns towards f.
        high(r) =
            c.turning[p] * (patch_gauge.normal(1) * x.f(r) - patch_gauge.normal(0) * x.f(r + 1));
        at_limit.push_back(r);
    }
    if (at_limit.empty())
        return next;
    Vector rates;
    c.jerk(x.f, rates);
    const Matrix matrix = Lu<double>(S).inverse();
    const Matrix G = matrix * c.G * matrix.transpose();
    const contact::BoundedForces y = contact::bounded_forces(
        G(open, open), Vector((matrix * rates)(open)), Vector(low(open)), Vector(high(open)));
    const Vector scale = matrix.cwiseAbs() * c.scale;
    for (const Index i : at_limit) {
        const auto k = std::find(open.begin(), open.end(), i) - open.begin();
        const double rate = y.a(k);
        if (!(std::abs(rate) > no_rate * c.rate * scale(i)))
            continue;
        if (i < c.n_dry())
            next.dry[static_cast<std::size_t>(i)] = rate > 0 ? 1 : -1;
        else
            next.patches[static_cast<std::size_t>((i - c.n_dry()) / 3)] = {
                2, rate / 2 * S.block<3, 1>(i, i)};
    }
    return next;
}

} // namespace slideway::dynamics
