#include "dynamics/cycles/independent_parts.hpp"

#include "base/two_pi.hpp"
#include "contact/laws/joint_laws.hpp"
#include "dynamics/cycles/conservative_backbone.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace slideway;
using namespace slideway::dynamics;
using Catch::Matchers::Contains;

namespace {

struct Joint {
    contact::JointLaw law;
    Matrix row;
};

// Masses of 1 kg on springs, whose modes are given as columns on the masses.
JointedSystem masses(const Vector& omega, const Matrix& modes, const std::vector<Joint>& joints)
{
    const Index m = omega.size();
    JointedSystem s;
    s.modes.omega = omega;
    s.modes.c = Vector::Zero(m);
    s.p0 = Vector::Zero(m);
    s.force = s.inertia = s.drag = s.p = ComplexVector::Zero(m);
    s.B.resize(0, m);
    s.limit.resize(0);
    s.r.resize(0);
    for (const Joint& joint : joints)
        s.joints.push_back(
            {"joint", joint.law, {joint.row * modes, ComplexVector::Zero(joint.row.rows())}});
    return s;
}

Matrix turned(double angle)
{
    return Matrix{{std::cos(angle), -std::sin(angle)}, {std::sin(angle), std::cos(angle)}};
}

const Matrix between{{1, -1}}, first{{1, 0}}, second{{0, 1}};

FreeOptions up_to(double to)
{
    FreeOptions o;
    o.from = 1e-6;
    o.to = to;
    return o;
}

// Least energy of the motions of two masses with frequencies 1 and 1 + d rad/s and a one-sided stop
// of stiffness k between them, at which they touch it in opposite phase: a fold. The averaged
// equations hold for small d. With amplitudes A cos(theta) and A sin(theta), and r = A (cos + sin)
// between the masses, the mean of the stop's potential has the derivative U'(r), and
//   U'(r) = d A sin cos / (sin - cos).
double averaged_fold(double d, double k, double clearance)
{
    const auto energy = [&](double theta) -> double {
        const double s = std::sin(theta), c = std::cos(theta);
        double low = clearance / (s + c), high = 2 * clearance;
        for (int i = 0; i < 100; ++i) {
            const double A = (low + high) / 2, r = A * (s + c), t = std::acos(clearance / r);
            const double mean =
                k / two_pi * (r * (t + std::sin(t) * std::cos(t)) - 2 * clearance * std::sin(t));
            (mean < d * A * s * c / (s - c) ? low : high) = A;
        }
        return low * low / 2;
    };
    double least = energy(1);
    for (int i = 0; i <= 4000; ++i) // logarithmically from 1e-5 to 0.3 beyond 45 degrees
        least = std::min(least, energy(std::atan(1.0) + 1e-5 * std::pow(3e4, i / 4000.0)));
    return least;
}

} // namespace

TEST_CASE("joints decide which modes of one frequency are taken", "[orbits]")
{
    // A stop between two masses, of modes turned by any angle, and of frequencies equal except for
    // round-off: one in which both move against each other, which alone reaches the stop, and one
    // in which both move alike.
    constexpr double a = 0.05;
    for (const double angle : {0.0, 0.3, 2.0})
        for (const double apart : {0.0, 1e-12, -1e-10}) {
            const Matrix modes = turned(angle);
            const ConservativeSystem system = conservative_system(masses(
                Vector{{1, 1 + apart}}, modes, {{contact::Gap({10, a, false, 0}), between}}));
            const std::vector<ModalOutput> outputs = {{modes.row(0), 0, "x1"},
                                                      {modes.row(1), 0, "x2"}};
            const IndependentParts split = independent_parts(system, outputs);
            REQUIRE(split.parts.size() == 2);
            REQUIRE(split.notes.size() == 1);
            CHECK_THAT(split.notes.front(), Contains("1 that the joints see, and 1 that no joint"));
            const Vector against = modes * split.parts[0].Z.col(0),
                         alike = modes * split.parts[1].Z.col(0);
            CHECK(against(0) == Approx(-against(1)).epsilon(1e-14));
            CHECK(alike(0) == Approx(alike(1)).epsilon(1e-14));

            const ConservativeBackbones out = conservative_backbones(system, outputs, up_to(1e-2));
            CHECK(out.left_out.empty());
            REQUIRE(out.curves.size() == 2);
            int grazing = 0;
            for (const FreeCurve& curve : out.curves)
                for (std::size_t k = 0; k < curve.labels.size(); ++k) {
                    CHECK(curve.labels[k] != OrbitLabel::branch_point);
                    if (curve.labels[k] != OrbitLabel::grazing)
                        continue;
                    ++grazing;
                    const auto at = static_cast<Index>(k);
                    // Frequencies are those of the modes to the difference that counts as none.
                    CHECK(std::exp(2 * curve.branch.p(at)) / 2 == Approx(a * a / 4).epsilon(1e-8));
                    CHECK(curve.branch.x(4, at) == Approx(1).epsilon(1e-9));
                    // In the coordinates of the whole: the displacement of the stop is its
                    // clearance.
                    const Vector q = curve.branch.x.col(at).head(2),
                                 v = curve.branch.x.col(at).segment(2, 2);
                    CHECK(std::hypot((between * modes * q)(0), (between * modes * v)(0)) ==
                          Approx(a).epsilon(1e-8));
                }
            CHECK(grazing == 1);
        }
}

TEST_CASE("modes of close frequencies keep their folds and grazings", "[orbits]")
{
    // Two masses with frequencies 1 and 1 + d, a stop between them. Each mass alone grazes at
    // (a omega)^2 / 2. Beyond it the faster one passes its energy on until both move in opposite
    // phase: a fold close to a^2 / 4.
    constexpr double a = 0.05, k = 10;
    for (const double d : {1.2e-9, 2e-9, 4e-9, 7e-9, 1e-8, 3e-8, 1e-7, 1e-6}) {
        INFO("d = " << d);
        const ConservativeSystem system =
            conservative_system(masses(Vector{{1, 1 + d}}, Matrix::Identity(2, 2),
                                       {{contact::Gap({k, a, false, 0}), between}}));
        const std::vector<ModalOutput> outputs = {{Vector::Unit(2, 0), 0, "x1"},
                                                  {Vector::Unit(2, 1), 0, "x2"}};
        const IndependentParts split = independent_parts(system, outputs);
        CHECK(split.parts.size() == 1);
        CHECK(split.notes.empty());
        const ConservativeBackbones out = conservative_backbones(system, outputs, up_to(1e-2));
        CHECK(out.left_out.empty());
        REQUIRE(out.curves.size() == 2);
        for (const Index c : {0, 1}) {
            const FreeCurve& curve = out.curves[static_cast<std::size_t>(c)];
            std::vector<double> grazing, fold;
            for (std::size_t i = 0; i < curve.labels.size(); ++i) {
                const double energy = std::exp(2 * curve.branch.p(static_cast<Index>(i))) / 2;
                CHECK(curve.labels[i] != OrbitLabel::branch_point);
                if (curve.labels[i] == OrbitLabel::grazing) {
                    grazing.push_back(energy);
                    CHECK((curve.notes[i].find("the energy has an extremum") !=
                           std::string::npos) == (c == 1));
                } else if (curve.labels[i] == OrbitLabel::fold) {
                    fold.push_back(energy);
                }
            }
            REQUIRE(grazing.size() == 1);
            const double omega = c == 0 ? 1 : 1 + d;
            CHECK(grazing.front() == Approx(omega * omega * a * a / 2).epsilon(1e-12));
            REQUIRE(fold.size() == static_cast<std::size_t>(c));
            if (c == 1) // of order sqrt(d) above, to the next order
                CHECK(fold.front() - a * a / 4 ==
                      Approx(averaged_fold(d, k, a) - a * a / 4).epsilon(0.01));
        }
    }
}

TEST_CASE("modes of equal frequency that several stops see have curves of their own", "[orbits]")
{
    // Three masses in a ring, on springs of 1 N/m and 0.2 N/m between neighbours, with a stop each.
    // The motions about one mass are those of two masses, as the other two move alike.
    constexpr double a = 0.5, k = 5;
    const double omega = std::sqrt(1.6);
    FreeOptions o;
    o.from = 1e-4;
    o.to = 0.5;
    o.Omega = {1.268, 1.275};
    const Matrix two{{1 / std::sqrt(3), 2 / std::sqrt(6)}, {1 / std::sqrt(3), -1 / std::sqrt(6)}};
    const ConservativeSystem known_system = conservative_system(masses(
        Vector{{1, omega}}, two,
        {{contact::Gap({k, a, true, 0}), first}, {contact::Gap({2 * k, a, true, 0}), second}}));
    o.modes = {1};
    const ConservativeBackbones known =
        conservative_backbones(known_system, {{two.row(0), 0, "a"}}, o);
    // If one mass rests, the other two move in opposite phase, each against its stop.
    const ConservativeSystem single = conservative_system(
        masses(Vector{{omega}}, Matrix{{1}},
               {{contact::Gap({2 * k, a, true, 0}), Matrix{{1 / std::sqrt(2)}}}}));
    o.modes = {0};
    const ConservativeBackbones opposite =
        conservative_backbones(single, {{Vector::Ones(1), 0, "b - c"}}, o);
    o.modes = {1, 2};

    const auto energies = [](const FreeCurve& curve, OrbitLabel label) -> std::vector<double> {
        std::vector<double> list;
        for (std::size_t i = 1; i < curve.labels.size(); ++i)
            if (curve.labels[i] == label)
                list.push_back(std::exp(2 * curve.branch.p(static_cast<Index>(i))) / 2);
        return list;
    };
    Matrix pair(3, 2);
    pair << Vector{{2, -1, -1}} / std::sqrt(6), Vector{{0, 1, -1}} / std::sqrt(2);
    for (const double angle : {0.0, 0.4, 2.1})
        for (const Index shown : {0, 1, 2}) {
            CAPTURE(angle, shown);
            Matrix modes(3, 3);
            modes << Vector::Constant(3, 1 / std::sqrt(3)), pair * turned(angle);
            std::vector<Joint> joints;
            for (const Index mass : {2, 0, 1})
                joints.push_back(
                    {contact::Gap({k, a, true, 0}), Vector::Unit(3, mass).transpose()});
            const ConservativeSystem ring =
                conservative_system(masses(Vector{{1, omega, omega}}, modes, joints));
            const ConservativeBackbones out =
                conservative_backbones(ring, {{modes.row(shown), 0, "shown"}}, o);
            CHECK(out.left_out.empty());
            REQUIRE(out.curves.size() >= 2); // more cross them
            for (const std::size_t c : {std::size_t{0}, std::size_t{1}}) {
                CAPTURE(c);
                const FreeCurve& curve = out.curves[c];
                CHECK(curve.mode == static_cast<Index>(c) + 1);
                const FreeCurve& like = (c == 0 ? known : opposite).curves.front();
                CHECK(curve.branch.back.stop == continuation::Stop::bound);
                const std::vector<double> grazing = energies(curve, OrbitLabel::grazing);
                REQUIRE(!grazing.empty());
                CHECK(grazing.front() == Approx((c == 0 ? 1.2 : 1.6) * a * a).epsilon(1e-11));
                const std::vector<double> at = energies(curve, OrbitLabel::frequency),
                                          there = energies(like, OrbitLabel::frequency);
                REQUIRE(at.size() == 2);
                REQUIRE(there.size() == 2);
                for (const std::size_t i : {std::size_t{0}, std::size_t{1}})
                    CHECK(at[i] == Approx(there[i]).epsilon(1e-9));
            }
        }
}

TEST_CASE("a neglected difference of frequencies is stated", "[orbits]")
{
    const auto notes = [](const Vector& omega) -> std::vector<std::string> {
        Matrix rows = Matrix::Zero(1, omega.size());
        rows(0) = 1;
        rows(1) = -1;
        return independent_parts(
                   conservative_system(masses(omega, Matrix::Identity(omega.size(), omega.size()),
                                              {{contact::Gap({10, 0.05, false, 0}), rows}})),
                   {})
            .notes;
    };
    REQUIRE(notes(Vector{{1, 1 + 1e-10}}).size() == 1);
    CHECK_THAT(notes(Vector{{1, 1 + 1e-10}}).front(),
               Contains("relative difference of 1e-10 is neglected (up to 1e-09 is not resolved)"));
    CHECK(notes(Vector{{1, 1}}).front().find("neglected") == std::string::npos);
    CHECK(notes(Vector{{1, 1 + 4e-9}}).empty());
    // Beside a mode of 1e4 rad/s, rounding the stiffness moves slow frequencies by 2.2e-8.
    REQUIRE(notes(Vector{{1, 1 + 4e-9, 1e4}}).size() == 1);
    CHECK_THAT(notes(Vector{{1, 1 + 4e-9, 1e4}}).front(),
               Contains("difference of 4e-09 is neglected (up to 2.2e-08 is not resolved)"));
    CHECK(notes(Vector{{1, 1 + 4e-8, 1e4}}).empty());
}

TEST_CASE("what no joint couples moves by itself", "[orbits]")
{
    // Two masses, each with a cubic spring of its own: two oscillators of Duffing, whatever the
    // modes of the frequency that they share.
    const Matrix modes = turned(0.7);
    const ConservativeSystem system = conservative_system(
        masses(Vector{{2, 2}}, modes, {{contact::Cubic{3}, first}, {contact::Cubic{5}, second}}));
    const IndependentParts split = independent_parts(system, {});
    REQUIRE(split.parts.size() == 2);
    for (const Index k : {0, 1}) {
        const auto& part = split.parts[static_cast<std::size_t>(k)];
        REQUIRE(part.system.m() == 1);
        CHECK(part.system.system.joints.front().law->parameter("k3") == (k == 0 ? 3 : 5));
        const Vector x = modes * part.Z.col(0);
        CHECK(std::abs(x(k)) == Approx(1).epsilon(1e-14));
        CHECK(std::abs(x(1 - k)) < 1e-14);
    }
    // A spring between them that is cubic too couples both.
    const ConservativeSystem coupled = conservative_system(masses(
        Vector{{2, 2}}, modes,
        {{contact::Cubic{3}, first}, {contact::Cubic{3}, second}, {contact::Cubic{1}, between}}));
    const IndependentParts one = independent_parts(coupled, {});
    REQUIRE(one.parts.size() == 1);
    CHECK(one.notes.size() == 1);
    const Matrix x = modes * one.parts.front().Z;
    CHECK(x.col(0).cwiseAbs().isApprox(Vector::Constant(2, std::sqrt(0.5)), 1e-14));
}

TEST_CASE("a system in one part keeps its coordinates", "[orbits]")
{
    const Matrix modes = turned(0.7);
    const ConservativeSystem system =
        conservative_system(masses(Vector{{1, 1 + 1e-6}}, modes, {{contact::Cubic{3}, first}}));
    const IndependentParts split = independent_parts(system, {});
    REQUIRE(split.parts.size() == 1);
    CHECK(split.notes.empty());
    CHECK(split.parts.front().Z.isIdentity(0));
}
