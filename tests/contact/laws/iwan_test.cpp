#include "contact/laws/iwan.hpp"

#include "contact/laws/elastic_coulomb.hpp"
#include "contact/laws/harmonic_force.hpp"
#include "contact/laws/joint_phases.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

using namespace slideway;
using namespace slideway::contact;

namespace {

const IwanParameters segalman{.k_t = 2e6, .limit = 400, .chi = -0.4, .beta = 0.3, .n = 80};

HarmonicForce force_of(const JointLaw& law, const Harmonics& h, const Vector& R,
                       const Vector& lambda = Vector())
{
    HarmonicWorkspace work(h);
    HarmonicForce out;
    harmonic_force(law, R, lambda, work, out);
    return out;
}

// Dissipation per cycle of r = A cos theta.
double dissipated(const JointLaw& law, double A)
{
    Vector R = Vector::Zero(2);
    R(0) = A;
    return force_of(law, {1}, R).dissipated;
}

// Integrals of the density: phi_max and R of Segalman (2005) from k_t, limit, chi and beta.
struct Density {
    double phi_max, R;

    explicit Density(const IwanParameters& p)
    {
        const double moment = p.beta + (p.chi + 1) / (p.chi + 2);
        phi_max = p.limit * (1 + p.beta) / (p.k_t * moment);
        R = p.limit * (p.chi + 1) / (std::pow(phi_max, p.chi + 2) * moment);
    }
};

// Width of an interval of phi relative to its centre: intervals grow by 1 + 10 / n.
double width(int n)
{
    const double growth = 1 + 10.0 / n;
    return (growth - 1) / ((growth + 1) / 2);
}

double step_along(const Iwan& law, JointMemory& memory, double r)
{
    ForceAndTangent out;
    law.force(memory, JointVector::Constant(1, r), JointVector::Zero(1), out);
    return out.f(0);
}

} // namespace

TEST_CASE("The sliders of an Iwan element have its stiffness and its limit", "[contact]")
{
    for (const IwanParameters& p :
         {segalman, IwanParameters{3, 5, 0, 0, 1}, IwanParameters{3, 5, 0, 0, 50},
          IwanParameters{3, 5, 0.7, 2, 7}}) {
        const Iwan law(p);
        double stiffness = 0, limit = 0, before = 0;
        for (std::size_t i = 0; i < law.sliders().size(); ++i) {
            stiffness += law.stiffness(i);
            limit += law.slip_limit(i);
            CHECK(law.stretch(i) > before);
            before = law.stretch(i);
        }
        CHECK(stiffness == Approx(p.k_t).epsilon(1e-13));
        CHECK(limit == Approx(p.limit).epsilon(1e-13));
        CHECK(before <= Density(p).phi_max * (1 + 1e-12));
        if (p.beta > 0) // S at phi_max
            CHECK(before == Approx(Density(p).phi_max).epsilon(1e-12));
    }
}

TEST_CASE("First loading and Masing loops of an Iwan element follow its density", "[contact]")
{
    // Uniform density: F = k x - k x^2 / (2 phi_max). A loop between -A and A is twice the first
    // loading, enlarged by 2. An interval is the share `width` of its centre wide, so that the
    // force of its slider differs by at most k / phi_max (width x)^2 / 8.
    const IwanParameters p{.k_t = 10, .limit = 4, .n = 400};
    const Iwan law(p);
    const double phi_max = 2 * p.limit / p.k_t, A = 0.6 * phi_max;
    const auto first = [&](double x) -> double { return p.k_t * x * (1 - x / (2 * phi_max)); };
    const double most = p.k_t / phi_max * std::pow(width(p.n) * A, 2) / 8;
    JointMemory memory;
    const int steps = 50;
    for (int i = 1; i <= steps; ++i)
        CHECK(step_along(law, memory, A * i / steps) ==
              Approx(first(A * i / steps)).epsilon(0).margin(1.01 * most));
    for (int i = 1; i <= steps; ++i) {
        const double s = 2 * A * i / steps;
        CHECK(step_along(law, memory, A - s) ==
              Approx(first(A) - 2 * first(s / 2)).epsilon(0).margin(3.03 * most));
    }
}

TEST_CASE("In microslip an Iwan element dissipates with the power 3 + chi of the amplitude",
          "[contact]")
{
    // 4 R A^(chi + 3) / ((chi + 2) (chi + 3)) per cycle while A < phi_max. Each slider dissipates
    // 4 limit_i (A - phi_i). An interval behind A lacks its variance of phi, which adds the share
    // (chi + 2) width^2 / 12 at most, with its width relative to its centre; the interval of A
    // takes away (chi + 2) (chi + 3) width^2 / 8 at most.
    for (const double chi : {-0.6, -0.2, 0.0, 0.5}) {
        IwanParameters p = segalman;
        p.chi = chi;
        const Iwan law(p);
        const Density density(p);
        const double most = (chi + 2) * (chi + 3) * std::pow(width(p.n), 2) / 8;
        for (double share = 1e-2; share < 0.9; share *= 1.37) {
            const double A = share * density.phi_max;
            const double exact = 4 * density.R * std::pow(A, chi + 3) / ((chi + 2) * (chi + 3));
            const double missing = 1 - dissipated(law, A) / exact;
            CHECK(missing > -1.1 * (chi + 2) * std::pow(width(p.n), 2) / 12);
            CHECK(missing < 1.1 * most); // and terms of higher order
        }
        const double low = 1e-2 * density.phi_max, high = 0.5 * density.phi_max;
        const double slope =
            std::log(dissipated(law, high) / dissipated(law, low)) / std::log(high / low);
        CHECK(slope == Approx(3 + chi).epsilon(0).margin(1.1 * most / std::log(high / low)));
        // Macroslip: 4 limit A less what the springs store.
        const double far = 5 * density.phi_max;
        double sum = 0;
        for (std::size_t i = 0; i < law.sliders().size(); ++i)
            sum += 4 * law.slip_limit(i) * (far - law.stretch(i));
        CHECK(dissipated(law, far) == Approx(sum).epsilon(1e-12));
    }
}

TEST_CASE("The harmonic force of an Iwan element is what samples approach, with its derivatives",
          "[contact]")
{
    IwanParameters p = segalman;
    p.n = 12;
    const Iwan law(p);
    const double size = Density(p).phi_max;
    std::mt19937 random(4);
    std::normal_distribution<double> normal;
    for (const bool means : {false, true}) {
        const Harmonics h{3, means};
        const Index n = h.size();
        for (int draw = 0; draw < 5; ++draw) {
            Vector R(n), lambda(n);
            for (Index i = 0; i < n; ++i) {
                R(i) = 0.5 * size * normal(random) / (1.0 + static_cast<double>(i));
                lambda(i) = normal(random);
            }
            const HarmonicForce at = force_of(law, h, R, lambda);
            HarmonicForce sampled;
            sampled_force(law, h, R, 1, 20000, sampled);
            CHECK((sampled.F - at.F).norm() <= 1e-5 * at.F.norm());
            CHECK((sampled.J - at.J).norm() <= 1e-2 * at.J.norm());
            const double d = 1e-6 * size;
            Matrix J(n, n), H(n, n);
            for (Index j = 0; j < n; ++j) {
                const Vector step = d * Vector::Unit(n, j);
                const HarmonicForce up = force_of(law, h, R + step),
                                    down = force_of(law, h, R - step);
                J.col(j) = (up.F - down.F) / (2 * d);
                H.col(j) = (up.J - down.J).transpose() * lambda / (2 * d);
            }
            CHECK((J - at.J).norm() <= 1e-5 * J.norm());
            CHECK((H - at.H).norm() <= 1e-3 * H.norm());
        }
    }
}

TEST_CASE("Phases of an Iwan element move it as its force in small steps does", "[contact]")
{
    // A motion with inner loops; guards are passed where they reach zero.
    IwanParameters p = segalman;
    p.n = 10;
    const Iwan law(p);
    const double size = Density(p).phi_max;
    const auto place = [&](double t) -> double {
        return size * (0.9 * std::sin(t) + 0.45 * std::sin(3.7 * t));
    };
    const double h = 1e-4;
    JointMemory memory;
    JointPhases phases = law.phases_at(JointVector::Zero(1), JointVector::Zero(1));
    JointPiece piece;
    ForceAndTangent in;
    int events = 0;
    for (int i = 1; i < 120000; ++i) {
        const JointVector r = JointVector::Constant(1, place(h * i)),
                          v = JointVector::Constant(1, (place(h * i) - place(h * (i - 1))) / h);
        for (int passes = 0; passes < 40; ++passes) {
            piece_of(law, phases, piece);
            std::vector<JointGuard> guards;
            add_guards(piece, r, v, {r, v}, guards);
            const auto ended = std::find_if(guards.begin(), guards.end(), [](const JointGuard& g) {
                return g.value < -1e-14 * g.scale;
            });
            if (ended == guards.end())
                break;
            // A turn is between the last place and this one: the event uses the farther one.
            const JointVector at = ended - guards.begin() == 2 || guards.size() == 1
                                       ? JointVector::Constant(1, place(h * (i - 1)))
                                       : r;
            law.pass(phases, static_cast<int>(ended - guards.begin()), at, v);
            ++events;
        }
        force_in(piece, r, v, in);
        const double expected = step_along(law, memory, r(0));
        if (std::abs(in.f(0) - expected) > 1e-3 * p.limit)
            FAIL("step " << i << ": " << in.f(0) << ", expected " << expected);
    }
    CHECK(events > 50);
}

TEST_CASE("Harmonic forces of Jenkins and Iwan elements are those of another program", "[contact]")
{
    // TMDSimPy of github.com/tmd-lab/tmdsimpy, whose own tests use these numbers: first harmonic
    // under r = A cos theta, with 16384 steps (Jenkins), with 4000 equal intervals of phi and 4096
    // steps (Iwan). Their sums over steps leave 1e-5, ours of 1000 sliders 1e-4 of the dissipation.
    Vector R = Vector::Zero(2);
    R(0) = 5;
    const Vector jenkins =
        force_of(ElasticCoulomb(
                     {.k_t = 2, .friction = 1, .preload = 3, .single = true, .by_limit = true}),
                 {1}, R)
            .F;
    CHECK(jenkins(0) == Approx(2.52315786).epsilon(1e-6));
    CHECK(jenkins(1) == Approx(-2.67380308).epsilon(1e-6));
    const IwanParameters p{.k_t = 2, .limit = 3, .chi = -0.1, .beta = 0.1, .n = 1000};
    const double phi_max = Density(p).phi_max;
    CHECK(phi_max == Approx(2.876146788990826).epsilon(1e-14));
    struct Printed {
        double share, cosine, sine;
    };
    for (const Printed& printed : {Printed{0.1, 0.54040419, -0.01369151},
                                   {0.5, 2.1349453, -0.29140197},
                                   {1.2, 2.9725613, -1.5429118}}) {
        R(0) = printed.share * phi_max;
        const Vector F = force_of(Iwan(p), {1}, R).F;
        CHECK(F(0) == Approx(printed.cosine).epsilon(2e-5));
        CHECK(F(1) == Approx(printed.sine).epsilon(2e-4));
    }
}
