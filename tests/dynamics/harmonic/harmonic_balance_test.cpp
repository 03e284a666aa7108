#include "base/two_pi.hpp"
#include "dynamics/harmonic/harmonic_balance.hpp"

#include "contact/laws/joint_laws.hpp"
#include "support/harmonic_models.hpp"
#include "support/independent.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <random>
#include <thread>
#include <vector>

using namespace slideway;
using namespace slideway::dynamics;
using Catch::Contains;

namespace {

// Full-size form: coefficients of all dofs, dof by dof, in the order of contact::Harmonics.
struct FullSize {
    const test::HarmonicModel& model;
    contact::Harmonics h;

    [[nodiscard]] Index n() const { return model.M.rows(); }

    // M u'' + C u' + K u + B^T f(B u) - level load cos(Omega t), and its derivative by u.
    void evaluate(const Vector& U, double Omega, double level, Vector& F, Matrix& J) const
    {
        const Index size = h.size(), means = h.means ? 1 : 0;
        auto at = [&](Index dof, Index c) -> Index { return dof * size + c; };
        F.setZero(n() * size);
        J.setZero(n() * size, n() * size);
        auto couple = [&](const Matrix& A, double factor, Index to, Index from) {
            for (Index i = 0; i < n(); ++i)
                for (Index l = 0; l < n(); ++l)
                    J(at(i, to), at(l, from)) += factor * A(i, l);
        };
        if (h.means)
            couple(model.K, 1, 0, 0);
        for (Index k = 1; k <= h.n_h; ++k) {
            const double w = static_cast<double>(k) * Omega;
            const Index c = means + 2 * (k - 1), s = c + 1;
            for (const Index i : {c, s}) {
                couple(model.K, 1, i, i);
                couple(model.M, -w * w, i, i);
            }
            couple(model.C, w, c, s); // d/dt of s sin = w s cos
            couple(model.C, -w, s, c);
        }
        F = J * U;
        contact::HarmonicWorkspace work(h);
        contact::HarmonicForce force;
        Index row = 0;
        for (const ModalLaw& joint : model.system.joints) {
            const Index rows = joint.on.rows.rows();
            Vector R = Vector::Zero(rows * size);
            for (Index a = 0; a < rows; ++a)
                for (Index c = 0; c < size; ++c)
                    for (Index i = 0; i < n(); ++i)
                        R(a * size + c) += model.B(row + a, i) * U(at(i, c));
            contact::harmonic_force(joint.law, R, Vector(), work, force);
            Matrix T = Matrix::Zero(rows * size, n() * size);
            for (Index a = 0; a < rows; ++a)
                for (Index c = 0; c < size; ++c)
                    for (Index i = 0; i < n(); ++i)
                        T(a * size + c, at(i, c)) = model.B(row + a, i);
            F += T.transpose() * force.F;
            J += T.transpose() * force.J * T;
            row += rows;
        }
        for (Index i = 0; i < n(); ++i)
            F(at(i, means)) -= level * model.load(i);
    }
};

// The motion of the condensed problem at one frequency, from its stuck motion by Newton's method
// with halved steps.
HarmonicBalance::Evaluation condensed_motion(const HarmonicBalance& hb, double Omega, double level)
{
    HarmonicBalance::Evaluation at(hb);
    const continuation::Equations& eq = at.equations;
    Vector R = Vector::Zero(hb.n());
    hb.evaluate(R, Omega, level, at);
    for (int k = 0; k < 100; ++k) {
        const double norm = eq.F.norm();
        const Vector step = independent::solve(eq.F_x, -eq.F);
        double part = 1;
        for (int halvings = 0; halvings < 30; ++halvings, part /= 2) {
            hb.evaluate(R + part * step, Omega, level, at);
            if (eq.F.norm() < norm)
                break;
        }
        R += part * step;
        if (step.norm() < 1e-13 * R.norm())
            break;
    }
    hb.evaluate(R, Omega, level, at);
    REQUIRE(eq.F.norm() < 1e-10 * R.norm());
    return at;
}

// Largest relative difference of the monitor between both forms.
double difference(const test::HarmonicModel& model, const contact::Harmonics& h, double hz,
                  double level)
{
    const HarmonicBalance hb(model.system, h, model.outputs);
    const double Omega = two_pi * hz;
    const HarmonicBalance::Evaluation at = condensed_motion(hb, Omega, level);
    const FullSize full{model, h};
    const Index n = full.n(), size = h.size();
    // All dofs under the forces of the condensed form, then spoilt.
    Vector F;
    Matrix J;
    Vector U = Vector::Zero(n * size);
    Vector load = Vector::Zero(n * size);
    for (Index i = 0; i < n; ++i)
        load(i * size + (h.means ? 1 : 0)) = level * model.load(i);
    Index row = 0;
    for (std::size_t k = 0; k < at.forces.size(); ++k)
        for (Index a = 0; a < model.system.joints[k].on.rows.rows(); ++a, ++row)
            for (Index c = 0; c < size; ++c)
                for (Index i = 0; i < n; ++i)
                    load(i * size + c) -= model.B(row, i) * at.forces[k].F(a * size + c);
    test::HarmonicModel linear = model;
    linear.system.joints.clear();
    FullSize{linear, h}.evaluate(U, Omega, 0, F, J);
    U = independent::solve(J, load);
    std::mt19937 random(1);
    std::uniform_real_distribution<double> noise(-1e-3, 1e-3);
    for (double& u : U)
        u *= 1 + noise(random);
    for (int k = 0; k < 20; ++k) {
        full.evaluate(U, Omega, level, F, J);
        const Vector step = independent::solve(J, -F);
        U += step;
        if (step.norm() < 1e-12 * U.norm())
            break;
    }
    Vector Y = Vector::Zero(size), Y_condensed;
    for (Index i = 0; i < n; ++i)
        for (Index c = 0; c < size; ++c)
            Y(c) += model.monitor(i) * U(i * size + c);
    hb.output(at, 0, Y_condensed);
    CHECK((hb.output(at, model.outputs[0]) - Y_condensed).norm() < 1e-12 * Y.norm());
    return (Y - Y_condensed).norm() / Y.norm();
}

// Two springs and masses with every joint law, a load and a moving base; numbers of order one.
DrivenJoints random_system(bool classical)
{
    std::mt19937 random(3);
    std::normal_distribution<double> normal;
    const Index m = 4;
    DrivenJoints s;
    s.modes.omega = Vector::LinSpaced(m, 1, 3);
    s.modes.c = Vector::Constant(m, 0.1) + 0.1 * s.modes.omega;
    if (!classical) {
        Matrix A(m, m);
        for (double& a : A.reshaped())
            a = normal(random);
        s.modes.D = 0.05 * A * A.transpose();
        s.modes.D += s.modes.c.asDiagonal();
    }
    auto vector = [&](Index n) -> ComplexVector {
        ComplexVector v(n);
        for (Complex& c : v)
            c = {normal(random), normal(random)};
        return v;
    };
    s.p0 = vector(m).real();
    s.force = vector(m);
    s.inertia = 0.1 * vector(m);
    s.drag = 0.1 * vector(m);
    for (const contact::JointLaw& law :
         std::vector<contact::JointLaw>{contact::ElasticCoulomb({1, 0.7, 0.4, 1}),
                                        contact::Cubic{0.3}, contact::Gap({2, 0.3, true})}) {
        const Index rows = law->has_normal() ? 2 : 1;
        Matrix B(rows, m);
        for (double& b : B.reshaped())
            b = normal(random);
        s.joints.push_back({"joint", law, {B, 0.2 * vector(rows)}});
    }
    return s;
}

double largest(const Matrix& A)
{
    return A.cwiseAbs().maxCoeff();
}

} // namespace

TEST_CASE("The derivatives of harmonic balance are those of its residual and outputs", "[dynamics]")
{
    for (const bool classical : {true, false})
        for (const bool means : {false, true}) {
            CAPTURE(classical, means);
            const DrivenJoints system = random_system(classical);
            const ModalOutput output{Vector::LinSpaced(4, -1, 1), {0.3, -0.2}};
            const HarmonicBalance hb(system, {3, means}, {output});
            std::mt19937 random(7);
            std::normal_distribution<double> normal;
            Vector R(hb.n());
            for (double& r : R)
                r = normal(random);
            const double Omega = 1.3, level = 0.8;
            HarmonicBalance::Evaluation at(hb), moved(hb);
            const continuation::Equations& eq = at.equations;
            REQUIRE(hb.evaluate(R, Omega, level, at));
            Matrix Y_R;
            Vector Y_Omega, Y_low, Y_high;
            hb.output_derivatives(at, 0, Y_R, Y_Omega);
            // Central differences: truncation and round-off of 1e-9 of numbers of order 1, and
            // times the second derivatives of the laws, of order 10.
            const double d = 1e-6, tolerance = 1e-7;
            for (Index i = 0; i < hb.n(); ++i) {
                hb.evaluate(R + d * Vector::Unit(hb.n(), i), Omega, level, moved);
                const Vector high = moved.equations.F;
                hb.output(moved, 0, Y_high);
                hb.evaluate(R - d * Vector::Unit(hb.n(), i), Omega, level, moved);
                hb.output(moved, 0, Y_low);
                CHECK(largest((high - moved.equations.F) / (2 * d) - eq.F_x.col(i)) < tolerance);
                CHECK(largest((Y_high - Y_low) / (2 * d) - Y_R.col(i)) < tolerance);
            }
            hb.evaluate(R, Omega + d, level, moved);
            const Vector high = moved.equations.F;
            hb.output(moved, 0, Y_high);
            hb.evaluate(R, Omega - d, level, moved);
            hb.output(moved, 0, Y_low);
            CHECK(largest((high - moved.equations.F) / (2 * d) - eq.F_p) < tolerance);
            CHECK(largest((Y_high - Y_low) / (2 * d) - Y_Omega) < tolerance);
        }
}

TEST_CASE("Evaluations of one harmonic balance do not know of each other", "[dynamics]")
{
    for (const bool classical : {true, false}) {
        CAPTURE(classical);
        const ModalOutput output{Vector::LinSpaced(4, -1, 1), {0.3, -0.2}};
        const HarmonicBalance hb(random_system(classical), {3, true}, {output});
        const Vector R = Vector::LinSpaced(hb.n(), -1, 1);
        auto numbers_of = [&](const HarmonicBalance::Evaluation& at) -> std::vector<Vector> {
            Vector Y;
            hb.output(at, 0, Y);
            return {at.equations.F, at.equations.F_x.reshaped(), at.equations.F_p, Y,
                    hb.output(at, output)};
        };
        auto alone = [&](int k) -> std::vector<Vector> {
            HarmonicBalance::Evaluation at(hb);
            hb.evaluate(k * R, 1.3 + k, 0.8, at);
            CHECK(at.holds(k * R, 1.3 + k, 0.8));
            CHECK_FALSE(at.holds(k * R, 1.3 + k, 0.9));
            return numbers_of(at);
        };
        // Others between evaluation and outputs, and several threads at once.
        HarmonicBalance::Evaluation first(hb), second(hb);
        hb.evaluate(R, 2.3, 0.8, first);
        hb.evaluate(2 * R, 3.3, 0.8, second);
        CHECK(numbers_of(first) == alone(1));
        CHECK(numbers_of(second) == alone(2));
        std::vector<std::vector<Vector>> found(4);
        {
            std::vector<std::jthread> threads;
            for (std::vector<Vector>& of_thread : found)
                threads.emplace_back([&] {
                    HarmonicBalance::Evaluation at(hb);
                    for (int i = 0; i < 100; ++i)
                        hb.evaluate((i % 2 + 1) * R, 2.3 + i % 2, 0.8, at);
                    of_thread = numbers_of(at);
                });
        }
        for (const std::vector<Vector>& of_thread : found)
            CHECK(of_thread == alone(2));
    }
}

TEST_CASE("Damping that happens not to couple the modes gives the same as classical damping",
          "[dynamics]")
{
    const DrivenJoints system = random_system(true);
    DrivenJoints coupled = system;
    coupled.modes.D = system.modes.c.asDiagonal();
    const ModalOutput output{Vector::LinSpaced(4, -1, 1), {0.3, -0.2}};
    const HarmonicBalance one(system, {3, true}, {output}), other(coupled, {3, true}, {output});
    const Vector R = Vector::LinSpaced(one.n(), -1, 1);
    HarmonicBalance::Evaluation at_one(one), at_other(other);
    REQUIRE(one.evaluate(R, 1.3, 0.8, at_one));
    REQUIRE(other.evaluate(R, 1.3, 0.8, at_other));
    const continuation::Equations &a = at_one.equations, &b = at_other.equations;
    CHECK(largest(a.F - b.F) < 1e-13);
    CHECK(largest(a.F_x - b.F_x) < 1e-13);
    CHECK(largest(a.F_p - b.F_p) < 1e-13);
    CHECK(largest(one.output(at_one, output) - other.output(at_other, output)) < 1e-13);
}

TEST_CASE("A fine mesh does not couple the modes of a body with proportional damping", "[dynamics]")
{
    // Round-off of K grows with the fourth power of the number of elements.
    for (const int elements : {20, 2000}) {
        CAPTURE(elements);
        const test::HarmonicModel beam = test::beam_with_pad(elements, 20);
        const HarmonicBalance model(beam.system, {3, false}, beam.outputs);
        CHECK(model.form() == HarmonicBalance::Form::modes);
    }
}

TEST_CASE("Condensed and full-size harmonic balance are the same motion", "[dynamics]")
{
    const test::HarmonicModel blades = test::blade_damper_blade(1.5e-5),
                              beam = test::beam_with_pad();
    for (const bool means : {false, true})
        for (const Index n_h : {1, 3}) {
            CAPTURE(means, n_h);
            for (const double level : {1.2, 20.0, 50.0})
                CHECK(difference(blades, {n_h, means}, 198.3, level) < 1e-10);
            // The beam's K has a condition number of 1e7: round-off of its LU alone is 1e-9.
            for (const double level : {0.03, 1.0})
                CHECK(difference(beam, {n_h, means}, 560, level) < 1e-8);
            CHECK(difference(beam, {n_h, means}, 209.2, 20) < 1e-8);
        }
}

TEST_CASE("Harmonic balance says what it does not take", "[dynamics]")
{
    DrivenJoints system = random_system(true);
    system.joints.push_back({"wall", contact::Gap({1, 0, false, 0.1}), system.joints[1].on});
    CHECK_THROWS_WITH(HarmonicBalance(system, {1, false}),
                      Contains("joint.wall") &&
                          Contains("cubic, polynomial, table and gap without damping"));
    system.joints.clear();
    CHECK_THROWS_AS(HarmonicBalance(system, {1, false}), std::invalid_argument);
    system = random_system(true);
    system.modes.omega(0) = 0;
    CHECK_THROWS_WITH(HarmonicBalance(system, {1, true}), Contains("static_part"));
    CHECK_NOTHROW(HarmonicBalance(system, {1, false}));
    system.force.setZero();
    system.inertia.setZero();
    system.drag.setZero();
    for (ModalLaw& joint : system.joints)
        joint.on.follow.setZero();
    CHECK_THROWS_WITH(HarmonicBalance(system, {1, false}), Contains("has no drive"));
}
