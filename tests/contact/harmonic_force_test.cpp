#include "contact/harmonic_force.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <complex>
#include <map>
#include <numbers>
#include <random>

using namespace slideway;
using namespace slideway::contact;
using Catch::Contains;

namespace {

constexpr double pi = std::numbers::pi;
const Vector none;

HarmonicForce force_of(const JointLaw& law, const Harmonics& h, const Vector& R,
                       const Vector& lambda = none)
{
    HarmonicWorkspace work(h);
    HarmonicForce out;
    harmonic_force(law, R, lambda, work, out);
    return out;
}

HarmonicForce sampled(const JointLaw& law, const Harmonics& h, const Vector& R, Index samples)
{
    HarmonicForce out;
    sampled_force(law, h, R, samples, out);
    return out;
}

double largest(const Matrix& A)
{
    return A.size() > 0 ? A.cwiseAbs().maxCoeff() : 0;
}

struct Draw {
    Harmonics h;
    ElasticCoulomb law;
    Vector R, lambda;
};

// Motions of normally distributed harmonics that fall like 1/n, of laws whose contacts stick, slip
// and open in about equal measure.
class Draws {
public:
    explicit Draws(bool means) : means_(means) {}
    Draw next()
    {
        Draw d;
        d.h = {1 + count_++ % 4, means_};
        d.law = {.k_t = 0.5 + 4.5 * unit_(random_),
                 .k_n = 0.2 + 3 * unit_(random_),
                 .friction = 0.1 + 0.8 * unit_(random_),
                 .preload = 0.05 + 3.95 * unit_(random_)};
        const Index m = d.h.size();
        d.R.resize(2 * m);
        d.lambda.resize(2 * m);
        for (Index row = 0; row < 2; ++row) {
            Index i = row * m;
            if (means_)
                d.R(i++) = normal_(random_);
            for (Index k = 1; k <= d.h.n_h; ++k)
                for (int part = 0; part < 2; ++part)
                    d.R(i++) = normal_(random_) / static_cast<double>(k);
        }
        for (double& l : d.lambda)
            l = normal_(random_);
        return d;
    }

private:
    bool means_;
    Index count_ = 0;
    std::mt19937 random_{1};
    std::normal_distribution<double> normal_;
    std::uniform_real_distribution<double> unit_;
};

// Largest errors of J and H against central differences of F and J, of the best of three steps,
// relative to the largest entry.
struct Differences {
    double J = 1, H = 1;
};
Differences differences(const JointLaw& law, const Harmonics& h, const Vector& R,
                        const Vector& lambda)
{
    HarmonicWorkspace work(h);
    HarmonicForce at, ahead, behind;
    harmonic_force(law, R, lambda, work, at);
    const Index n = R.size();
    Differences best;
    const double size_J = largest(at.J), size_H = largest(at.H);
    for (const double step : {1e-5, 1e-6, 1e-7}) {
        Matrix J(n, n), H(n, n);
        for (Index j = 0; j < n; ++j) {
            Vector plus = R, minus = R;
            plus(j) += step;
            minus(j) -= step;
            const double width = plus(j) - minus(j);
            harmonic_force(law, plus, none, work, ahead);
            harmonic_force(law, minus, none, work, behind);
            J.col(j) = (ahead.F - behind.F) / width;
            H.col(j) = (ahead.J - behind.J).transpose() * lambda / width;
        }
        best.J = std::min(best.J, largest(J - at.J) / (size_J > 0 ? size_J : 1));
        best.H = std::min(best.H, largest(H - at.H) / (size_H > 0 ? size_H : 1));
    }
    return best;
}

std::string kind(FrictionState state)
{
    return state == FrictionState::slip_forward || state == FrictionState::slip_back
               ? "slip"
               : std::string(name(state));
}

std::string kind(const FrictionEvent& event)
{
    return kind(event.before) + " -> " + kind(event.after);
}

bool closes_sticking(const HarmonicForce& force)
{
    return std::any_of(
        force.events.begin(), force.events.end(),
        [](const FrictionEvent& e) -> bool { return kind(e) == "separation -> stick"; });
}

// The same motion seen a phase later.
Vector delayed(const Harmonics& h, const Vector& R, double phase)
{
    Vector out = R;
    const Index m = h.size();
    for (Index first = 0; first < R.size(); first += m)
        for (Index k = 1; k <= h.n_h; ++k) {
            const Index i = first + 2 * (k - 1) + (h.means ? 1 : 0);
            const double c = std::cos(static_cast<double>(k) * phase);
            const double s = std::sin(static_cast<double>(k) * phase);
            out(i) = c * R(i) - s * R(i + 1);
            out(i + 1) = s * R(i) + c * R(i + 1);
        }
    return out;
}

} // namespace

TEST_CASE("Derivatives of the friction element are the slopes of its forces in 2000 random cycles",
          "[contact]")
{
    Draws draws(false);
    std::map<std::string, int> seen;
    double shortest = 1;
    for (int n = 0; n < 2000; ++n) {
        const Draw d = draws.next();
        const HarmonicForce out = force_of(d.law, d.h, d.R, d.lambda);
        for (const FrictionEvent& event : out.events)
            ++seen[kind(event)];
        for (std::size_t i = 1; i < out.events.size(); ++i)
            shortest = std::min(shortest, out.events[i].phase - out.events[i - 1].phase);
        CAPTURE(n);
        const Differences error = differences(d.law, d.h, d.R, d.lambda);
        // Round-off and the third derivatives, which grow where a state is about to vanish: for J
        // the step that balances them leaves 1e-10 in the median and 5e-9 at worst.
        CHECK(error.J <= 1e-8);
        CHECK(error.H <= 1e-6);
        CHECK(largest(out.H - out.H.transpose()) <= 1e-13 * largest(out.H));
    }
    CHECK(seen.size() == 5);
    for (const auto& [transition, count] : seen) {
        CAPTURE(transition);
        CHECK(count >= 200);
    }
    CHECK(shortest < 1e-3); // states that a table of 256 samples would miss are among them
}

TEST_CASE("Derivatives of the friction element with mean values are the slopes of its forces",
          "[contact]")
{
    Draws draws(true);
    int stuck_and_moved = 0, apart = 0;
    for (int n = 0; n < 1000; ++n) {
        const Draw d = draws.next();
        const HarmonicForce out = force_of(d.law, d.h, d.R, d.lambda);
        CAPTURE(n);
        const Differences error = differences(d.law, d.h, d.R, d.lambda);
        CHECK(error.J <= 1e-8); // as without means
        CHECK(error.H <= 1e-6);
        if (out.events.empty() && out.states.front() == FrictionState::stick)
            stuck_and_moved += largest(out.H) > 0;
        if (out.events.empty() && out.states.front() == FrictionState::separation) {
            CHECK(largest(out.F) == 0);
            ++apart;
        }
    }
    CHECK(stuck_and_moved > 20); // the slider has been pushed to where the cycle just sticks
    CHECK(apart > 10);
}

TEST_CASE("Forces of the friction element are those of its law in time", "[contact]")
{
    for (const bool means : {false, true}) {
        Draws draws(means);
        std::vector<double> smooth, closing;
        for (int n = 0; n < (means ? 300 : 2000); ++n) {
            const Draw d = draws.next();
            const HarmonicForce out = force_of(d.law, d.h, d.R);
            const HarmonicForce in_time = sampled(d.law, d.h, d.R, 1 << 14);
            const double size = largest(out.F);
            const double error = largest(out.F - in_time.F) / (size > 0 ? size : 1);
            (closes_sticking(out) ? closing : smooth).push_back(error);
            CAPTURE(n, means);
            // The law in time sticks from the sample before a contact closes: an error of the
            // order of a step. All others go with the square of the step, 1.5e-7.
            CHECK(error <= (closes_sticking(out) ? 1e-3 : 1e-6));
            if (!closes_sticking(out)) // a step of the law in time
                CHECK(largest(out.J - in_time.J) <= 1e-2 * largest(out.J));
            // Friction takes energy from every cycle that slips.
            CHECK(out.dissipated >= -1e-14 * size * largest(d.R));
        }
        std::vector<double> all = smooth;
        all.insert(all.end(), closing.begin(), closing.end());
        std::nth_element(all.begin(), all.begin() + static_cast<long>(all.size() / 2), all.end());
        CHECK(all[all.size() / 2] <= 1e-7);
        CHECK(closing.size() > all.size() / 10);
    }
}

TEST_CASE("Sampled forces come nearer to the friction element with more samples", "[contact]")
{
    Draws draws(false);
    std::map<Index, double> smooth, closing;
    const std::vector<Index> samples{1 << 8, 1 << 10, 1 << 12, 1 << 14};
    for (int n = 0; n < 200; ++n) {
        const Draw d = draws.next();
        const HarmonicForce out = force_of(d.law, d.h, d.R);
        for (const Index s : samples)
            (closes_sticking(out) ? closing : smooth)[s] +=
                largest(sampled(d.law, d.h, d.R, s).F - out.F);
    }
    for (std::size_t i = 1; i < samples.size(); ++i) {
        CAPTURE(samples[i]);
        // Four times the samples: by the square 16, by the first power 4; means of 100 cycles.
        CHECK(smooth[samples[i - 1]] / smooth[samples[i]] > 12);
        CHECK(closing[samples[i - 1]] / closing[samples[i]] > 2.5);
    }
}

TEST_CASE("A joint under constant load dissipates the loop of a Jenkins element", "[contact]")
{
    // Amplitude A, limit T = mu N, k A > T: the loop has the area 4 T (A - T / k). From the turn at
    // +A it sticks to r = A - 2 T / k.
    const ElasticCoulomb law{.k_t = 3e6, .k_n = 0, .friction = 0.3, .preload = 40};
    const double T = 12, A_slip = T / law.k_t;
    for (const double ratio : {1 + 1e-10, 1 + 1e-4, 1.5, 10., 1e6}) {
        const double A = ratio * A_slip;
        for (const Index n_h : {1, 3, 5}) {
            const Harmonics h{n_h};
            for (Index k = 1; k <= std::min<Index>(n_h, 2); ++k) {
                Vector R = Vector::Zero(2 * h.size());
                R(2 * (k - 1)) = A;
                const HarmonicForce out = force_of(law, h, R);
                CAPTURE(ratio, n_h, k);
                const double loop = 4 * T * (A - A_slip);
                // k loops per cycle; the work is a difference of numbers of the size k A^2.
                CHECK(std::abs(out.dissipated - static_cast<double>(k) * loop) <=
                      1e-13 * T * A + 1e-15 * law.k_t * A * A);
                REQUIRE(out.events.size() == static_cast<std::size_t>(4 * k));
                CHECK(kind(out.events[0]) == "slip -> stick");
                CHECK(out.events[0].phase == 0);
                CHECK(out.events[1].after == FrictionState::slip_back);
                CHECK(out.states[1] == FrictionState::slip_back);
                // cos(k theta) = 1 - 2 T / (k A): an arc cosine at -1 loses half of the digits.
                const double exact = std::acos(1 - 2 / ratio) / static_cast<double>(k);
                CHECK(std::abs(out.events[1].phase - exact) <= (ratio < 1.001 ? 1e-7 : 1e-13));
            }
        }
    }
}

TEST_CASE("The first harmonic sticks up to the exact onset of slip", "[contact]")
{
    // Stuck iff |k_t X - mu k_n Y| + |k_t X + mu k_n Y| <= 2 mu N0, X and Y complex: the two bounds
    // of the slider just leave room for one point.
    std::mt19937 random(5);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> unit(0.1, 3);
    const Harmonics h{1};
    for (int n = 0; n < 500; ++n) {
        ElasticCoulomb law{.k_t = unit(random), .k_n = unit(random), .friction = unit(random)};
        Vector R(4);
        for (double& r : R)
            r = normal(random);
        const std::complex<double> x(law.k_t * R(0), -law.k_t * R(1));
        const std::complex<double> y(R(2), -R(3));
        const double mu_kn = law.friction * law.k_n;
        const double onset = (std::abs(x - mu_kn * y) + std::abs(x + mu_kn * y)) / 2 / law.friction;
        CAPTURE(n);
        for (const double beside : {1e-3, 1e-9, 1e-13}) { // the last a few hundred round-offs
            law.preload = onset * (1 + beside);
            const HarmonicForce stuck = force_of(law, h, R);
            CHECK(stuck.events.empty());
            CHECK(stuck.states == std::vector<FrictionState>{FrictionState::stick});
            CHECK(largest(stuck.F.head(2) - law.k_t * R.head(2)) == 0);
            CHECK(
                largest(stuck.J - Matrix(Vector(Eigen::Vector4d(law.k_t, law.k_t, law.k_n, law.k_n))
                                             .asDiagonal())) == 0);
            law.preload = onset * (1 - beside);
            const HarmonicForce slips = force_of(law, h, R);
            CHECK(slips.events.size() >= 3);
            // Beside the onset the force is still that of the spring.
            if (beside < 1e-8)
                CHECK(largest(slips.F.head(2) - law.k_t * R.head(2)) <=
                      1e-8 * law.k_t * largest(R));
        }
        HarmonicWorkspace work(h);
        SlipMargin margin;
        slip_margin(law, R, work, margin);
        // max a - b + max -a - b of the first harmonic.
        CHECK(std::abs(margin.value - 2 * law.friction * (onset - law.preload)) <=
              1e-14 * law.friction * onset * 8);
    }
}

TEST_CASE("The margin to slip has its gradient, and the Jacobian that slip begins with",
          "[contact]")
{
    for (const bool means : {false, true}) {
        Draws draws(means);
        int compared = 0;
        for (int n = 0; n < 200; ++n) {
            Draw d = draws.next();
            HarmonicWorkspace work(d.h);
            SlipMargin margin, ahead, behind;
            const Index size = d.R.size(), m = d.h.size();
            // Preload that leaves a hair of slip: the margin falls by 2 mu per newton.
            slip_margin(d.law, d.R, work, margin);
            d.law.preload += margin.value / (2 * d.law.friction);
            d.law.preload *= 1 - 1e-13;
            slip_margin(d.law, d.R, work, margin);
            CHECK(std::abs(margin.value) <= 1e-11 * (1 + d.law.preload));
            for (Index j = 0; j < size; ++j) {
                Vector plus = d.R, minus = d.R;
                plus(j) += 1e-6;
                minus(j) -= 1e-6;
                slip_margin(d.law, plus, work, ahead);
                slip_margin(d.law, minus, work, behind);
                // A maximum moves with the square of the step, unless two are equally high.
                CHECK(std::abs((ahead.value - behind.value) / (plus(j) - minus(j)) -
                               margin.gradient(j)) <= 1e-7 * (1 + largest(margin.gradient)));
            }
            const HarmonicForce slips = force_of(d.law, d.h, d.R);
            if (slips.events.empty())
                continue;
            ++compared;
            CAPTURE(n, means);
            // J leaves this limit like the square root of the distance, 3e-7 times a slope.
            CHECK(largest(slips.J - margin.J_slip) <= 1e-4 * largest(margin.J_slip));
            CHECK(largest(margin.J_slip.topRows(m)) > 0);
        }
        CHECK(compared > 150);
    }
}

TEST_CASE("A cycle that sticks keeps its slider as near to rest as its limits allow", "[contact]")
{
    // x = x0 + A cos theta under constant load: |k (x - z)| <= T leaves z in [x0 + A - T/k,
    // x0 - A + T/k]; the nearest to 0 is where the slider stops that starts there.
    const Harmonics h{1, true};
    const ElasticCoulomb law{.k_t = 2e3, .k_n = 0, .friction = 0.5, .preload = 8};
    const double T = 4, A = 1e-3;
    for (const auto& [x0, z] :
         std::vector<std::pair<double, double>>{{0.0005, 0}, {0.004, 0.003}, {-0.004, -0.003}}) {
        Vector R(6);
        R << x0, A, 0, 0, 0, 0;
        const HarmonicForce out = force_of(law, h, R);
        CAPTURE(x0);
        REQUIRE(std::abs(x0 - z) + A <= T / law.k_t + 1e-15);
        CHECK(out.states == std::vector<FrictionState>{FrictionState::stick});
        CHECK(out.F(0) == Approx(law.k_t * (x0 - z)).epsilon(1e-14));
        CHECK(out.F(1) == Approx(law.k_t * A).epsilon(1e-14));
        CHECK(out.F(3) == 8);
        const HarmonicForce in_time = sampled(law, h, R, 64); // samples hit the extremes
        CHECK(largest(out.F - in_time.F) <= 1e-13 * T);
        CHECK(largest(out.J - in_time.J) <= 1e-13 * law.k_t);
    }
}

TEST_CASE("A contact that is always open carries no force, one that only opens and closes no "
          "friction",
          "[contact]")
{
    const Harmonics h{2};
    Vector R(8);
    R << 1, 0.3, 0.2, 0, 0.5, 0.1, 0.05, 0.1;
    const HarmonicForce open = force_of(
        ElasticCoulomb{.k_t = 2, .k_n = 1, .friction = 0.3, .preload = -3}, h, R, Vector::Ones(8));
    CHECK(open.states == std::vector<FrictionState>{FrictionState::separation});
    CHECK(largest(open.F) + largest(open.J) + largest(open.H) == 0);

    // Normal motion alone: the tangential spring is stuck without force while there is contact.
    R.head(4).setZero();
    const ElasticCoulomb law{.k_t = 2, .k_n = 1, .friction = 0.3, .preload = 0.2};
    const HarmonicForce out = force_of(law, h, R, Vector::Ones(8));
    REQUIRE(out.events.size() == 2);
    CHECK(kind(out.events[0]) == "stick -> separation");
    CHECK(kind(out.events[1]) == "separation -> stick");
    CHECK(largest(out.F.head(4)) == 0);
    CHECK(out.dissipated == 0);
    const HarmonicForce in_time = sampled(law, h, R, 1 << 14);
    CHECK(largest(out.F - in_time.F) <= 1e-7 * largest(out.F)); // the square of a step
    CHECK(largest(out.J - in_time.J) <= 1e-3 * largest(out.J)); // a step
    CHECK(out.H.allFinite());

    // At rest nothing happens at all, and no entry is other than a number.
    const HarmonicForce rest = force_of(law, h, Vector::Zero(8), Vector::Ones(8));
    CHECK(rest.states == std::vector<FrictionState>{FrictionState::stick});
    CHECK(largest(rest.F) == 0);
    CHECK((rest.J.allFinite() && rest.H.allFinite()));
}

TEST_CASE("Without friction a contact slides at no force wherever it is closed", "[contact]")
{
    // Slip with the sense of x', whatever the normal force; and no stick, whose stiffness would be
    // that of nothing.
    Draws draws(false);
    int closed = 0, touching = 0;
    for (int n = 0; n < 300; ++n) {
        Draw d = draws.next();
        d.law.friction = 0;
        if (n % 3 == 0)
            d.law.k_n = 0;
        const Index m = d.h.size();
        const HarmonicForce out = force_of(d.law, d.h, d.R, d.lambda);
        CAPTURE(n);
        CHECK(largest(out.F.head(m)) == 0);
        CHECK(largest(out.J.topRows(m)) == 0);
        CHECK(out.dissipated == 0);
        CHECK(largest(out.F - sampled(d.law, d.h, d.R, 1 << 12).F) <= 1e-5); // the square of a step
        bool opens = false;
        for (int i = 0; i < 1000; ++i) {
            const double theta = 2 * pi * (i + 0.5) / 1000;
            double slope = 0, normal = d.law.preload;
            for (Index k = 1; k <= d.h.n_h; ++k) {
                const auto times = static_cast<double>(k);
                const double c = std::cos(times * theta), s = std::sin(times * theta);
                slope += times * (d.R(2 * k - 1) * c - d.R(2 * k - 2) * s);
                normal += d.law.k_n * (d.R(m + 2 * k - 2) * c + d.R(m + 2 * k - 1) * s);
            }
            FrictionState now = out.states.back(); // before the first event
            for (const FrictionEvent& event : out.events)
                if (event.phase <= theta)
                    now = event.after;
            const FrictionState expected = normal <= 0 ? FrictionState::separation
                                           : slope > 0 ? FrictionState::slip_forward
                                                       : FrictionState::slip_back;
            CHECK(now == expected);
            opens = opens || normal <= 0;
        }
        ++(opens ? touching : closed);
        // At rest too, and while it opens and closes without sliding.
        d.R.head(m).setZero();
        const HarmonicForce still = force_of(d.law, d.h, d.R);
        CHECK(largest(still.J.topRows(m)) == 0);
        for (const FrictionState state : still.states)
            CHECK(state != FrictionState::stick);
    }
    CHECK((closed > 50 && touching > 50));
}

TEST_CASE("Edge cases of the friction element give finite numbers", "[contact]")
{
    const Harmonics h{2};
    for (const double mu : {0., 0.4})
        for (const double k_t : {0., 2.})
            for (const double k_n : {0., 1.})
                for (const double preload : {-0.5, 0., 0.5, 1., 50.})
                    for (int motion = 0; motion < 6; ++motion) {
                        Vector R = Vector::Zero(8);
                        if (motion & 1)
                            R.head(4) << 1, 0, 0, 0;
                        if (motion & 2) // proportional, 1 N of touch with preload 1
                            R.tail(4) << 1, 0, 0, 0;
                        if (motion >= 4)
                            R.tail(4) << 0, 0.7, 0.3, 0;
                        const ElasticCoulomb law{k_t, k_n, mu, preload};
                        const HarmonicForce out = force_of(law, h, R, Vector::Ones(8));
                        CAPTURE(mu, k_t, k_n, preload, motion);
                        CHECK((out.F.allFinite() && out.J.allFinite() && out.H.allFinite()));
                        CHECK(out.states.size() == std::max<std::size_t>(1, out.events.size()));
                        const HarmonicForce in_time = sampled(law, h, R, 1 << 13);
                        CHECK(largest(out.F - in_time.F) <= 1e-3); // a step where contacts close
                    }
}

TEST_CASE("A load that just touches zero does not slip by round-off", "[contact]")
{
    // N = 2 (1 - sin theta) without tangential stiffness: both bounds of the slider meet at pi/2,
    // where they are zero but for the last bit.
    Vector R(6);
    R << 0, 1, 0, 1, 0, -1;
    const HarmonicForce out =
        force_of(ElasticCoulomb{.k_t = 0, .k_n = 2, .friction = 0.5, .preload = 0}, {1, true}, R);
    CHECK(out.states == std::vector<FrictionState>{FrictionState::stick});
    CHECK(out.events.empty());
    CHECK(largest(out.F.head(3)) == 0);
    CHECK(largest(out.F.tail(3) - 2 * R.tail(3)) == 0);
}

TEST_CASE("Motions with several equal extrema have the forces of the law in time", "[contact]")
{
    // Motions of two harmonics with coefficients -1, 0, 1: their extrema, roots and events lie on
    // samples and on one another.
    const Harmonics h{2};
    for (const double k_n : {0., 1.})
        for (const double preload : {0.5, 1., 2.})
            for (int n = 0; n < (k_n > 0 ? 729 : 81); ++n) {
                Vector R(8);
                for (int i = 0, digits = n; i < 8; ++i, digits /= 3)
                    R(i) = k_n > 0 || i < 4 ? digits % 3 - 1 : 0;
                const ElasticCoulomb law{.k_t = 1, .k_n = k_n, .friction = 0.5, .preload = preload};
                const HarmonicForce out = force_of(law, h, R);
                const HarmonicForce in_time = sampled(law, h, R, 1 << 10);
                CAPTURE(k_n, preload, R.transpose());
                // A step of 6e-3 where a contact closes and sticks, times slopes of order 1.
                CHECK(largest(out.F - in_time.F) <= 1e-2);
                CHECK(out.dissipated >= -1e-14);
                for (std::size_t i = 1; i < out.events.size(); ++i)
                    CHECK(out.events[i].phase >= out.events[i - 1].phase);
            }
}

TEST_CASE("The friction element does not know where a cycle begins, nor left from right",
          "[contact]")
{
    Draws draws(false);
    for (int n = 0; n < 300; ++n) {
        const Draw d = draws.next();
        const Index m = d.h.size();
        const HarmonicForce out = force_of(d.law, d.h, d.R);
        const double size = largest(out.F);
        CAPTURE(n);
        for (const double phase : {pi, 2 * pi / 64, 0.7, 5.}) {
            const HarmonicForce later = force_of(d.law, d.h, delayed(d.h, d.R, phase));
            REQUIRE(later.events.size() == out.events.size());
            // Round-off; near the vanishing of a state its square root.
            CHECK(largest(later.F - delayed(d.h, out.F, phase)) <= 1e-12 * size);
            CHECK(std::abs(later.dissipated - out.dissipated) <= 1e-12 * size);
        }
        Vector mirrored = d.R;
        mirrored.head(m) *= -1;
        const HarmonicForce other = force_of(d.law, d.h, mirrored);
        CHECK(largest(other.F.head(m) + out.F.head(m)) <= 1e-12 * size);
        CHECK(largest(other.F.tail(m) - out.F.tail(m)) <= 1e-12 * size);
    }
}

TEST_CASE("States of the friction element follow one another around the cycle", "[contact]")
{
    for (const bool means : {false, true}) {
        Draws draws(means);
        for (int n = 0; n < 500; ++n) {
            const Draw d = draws.next();
            const HarmonicForce out = force_of(d.law, d.h, d.R);
            CAPTURE(n, means);
            for (std::size_t i = 0; i < out.events.size(); ++i) {
                const FrictionEvent& event = out.events[i];
                CHECK((event.phase >= 0 && event.phase < 2 * pi));
                CHECK(event.after == out.states[i]);
                CHECK(event.before == out.states[(i + out.events.size() - 1) % out.events.size()]);
                if (i > 0)
                    CHECK(event.phase >= out.events[i - 1].phase);
            }
        }
    }
}

TEST_CASE("Thirty harmonics: the friction element agrees with its law in time and with itself",
          "[contact]")
{
    std::mt19937 random(2);
    std::normal_distribution<double> normal;
    const ElasticCoulomb law{.k_t = 2, .k_n = 1, .friction = 0.4, .preload = 0.8};
    for (int n = 0; n < 5; ++n) {
        const Harmonics few{3}, many{30};
        Vector R(12), lambda(12), padded = Vector::Zero(120), full(120);
        for (Index i = 0; i < 12; ++i) {
            R(i) = normal(random);
            lambda(i) = normal(random);
        }
        Vector lambda_padded = Vector::Zero(120);
        for (Index row = 0; row < 2; ++row) {
            padded.segment(60 * row, 6) = R.segment(6 * row, 6);
            lambda_padded.segment(60 * row, 6) = lambda.segment(6 * row, 6);
        }
        const HarmonicForce a = force_of(law, few, R, lambda);
        const HarmonicForce b = force_of(law, many, padded, lambda_padded);
        CAPTURE(n);
        REQUIRE(a.events.size() == b.events.size());
        for (Index row = 0; row < 2; ++row) {
            CHECK(largest(a.F.segment(6 * row, 6) - b.F.segment(60 * row, 6)) <=
                  1e-13 * largest(a.F));
            for (Index col = 0; col < 2; ++col) {
                CHECK(largest(a.J.block(6 * row, 6 * col, 6, 6) -
                              b.J.block(60 * row, 60 * col, 6, 6)) <= 1e-12 * largest(a.J));
                CHECK(largest(a.H.block(6 * row, 6 * col, 6, 6) -
                              b.H.block(60 * row, 60 * col, 6, 6)) <= 1e-10 * largest(a.H));
            }
        }
        for (Index i = 0; i < 120; ++i)
            full(i) = normal(random) / static_cast<double>((i % 60) / 2 + 1);
        const HarmonicForce out = force_of(law, many, full);
        const HarmonicForce in_time = sampled(law, many, full, 1 << 14);
        CHECK(out.events.size() > 8);
        CHECK(largest(out.F - in_time.F) <= 1e-3 * largest(out.F)); // a step where contacts close
    }
}

TEST_CASE("A cubic spring answers a harmonic with 3/4 of it and 1/4 of the third", "[contact]")
{
    const Cubic law{5.0};
    for (const Index n_h : {1, 3, 4}) {
        const Harmonics h{n_h};
        Vector R = Vector::Zero(h.size());
        R(0) = 2; // cos^3 = 3/4 cos theta + 1/4 cos 3 theta
        const HarmonicForce out = force_of(law, h, R);
        Vector exact = Vector::Zero(h.size());
        exact(0) = 30;
        if (n_h >= 3)
            exact(4) = 10;
        CHECK(largest(out.F - exact) <= 30 * 1e-14);
    }
    std::mt19937 random(4);
    std::normal_distribution<double> normal;
    for (const bool means : {false, true})
        for (Index rows = 1; rows <= 3; ++rows)
            for (Index n_h = 1; n_h <= 3; ++n_h) {
                const Harmonics h{n_h, means};
                Vector R(rows * h.size()), lambda(R.size());
                for (Index i = 0; i < R.size(); ++i) {
                    R(i) = normal(random);
                    lambda(i) = normal(random);
                }
                const HarmonicForce out = force_of(law, h, R, lambda);
                const HarmonicForce in_time = sampled(law, h, R, 64);
                CHECK(largest(out.F - in_time.F) <= 1e-13 * largest(out.F)); // both exact
                CHECK(largest(out.J - in_time.J) <= 1e-13 * largest(out.J));
                const Differences error = differences(law, h, R, lambda);
                CHECK(error.J <= 1e-8); // round-off over the step
                CHECK(error.H <= 1e-8);
                CHECK(largest(out.H - out.H.transpose()) <= 1e-13 * largest(out.H));
            }
}

TEST_CASE("Free play: harmonic forces are those of the law in time, derivatives their slopes",
          "[contact]")
{
    // One sided, r = A cos theta, A = 2 clearance: contact for |theta| < pi/3, and the first
    // harmonic is k A / pi (theta_c - sin theta_c cos theta_c).
    const Gap stop{.stiffness = 3, .clearance = 0.5};
    const double c = pi / 3;
    Vector one(2);
    one << 1, 0;
    CHECK(force_of(stop, {1}, one).F(0) ==
          Approx(3 / pi * (c - std::sin(c) * std::cos(c))).epsilon(1e-14));

    std::mt19937 random(6);
    std::normal_distribution<double> normal;
    int touching = 0;
    for (int n = 0; n < 600; ++n) {
        const Gap law{.stiffness = 3, .clearance = 0.1 * (1 + n % 13), .both_sides = n % 2 == 0};
        const Harmonics h{1 + n % 4, n % 3 == 0};
        const Index rows = 1 + n % 2;
        Vector R(rows * h.size()), lambda(R.size());
        for (Index i = 0; i < R.size(); ++i) {
            R(i) = normal(random) / static_cast<double>((i % h.size()) / 2 + 1);
            lambda(i) = normal(random);
        }
        const HarmonicForce out = force_of(law, h, R, lambda);
        const HarmonicForce in_time = sampled(law, h, R, 1 << 14);
        CAPTURE(n);
        CHECK(largest(out.F - in_time.F) <= 1e-6); // the square of a step
        CHECK(largest(out.J - in_time.J) <= 1e-2); // a step
        const Differences error = differences(law, h, R, lambda);
        CHECK(error.J <= 1e-8); // as the friction element
        CHECK(error.H <= 1e-6);
        touching += largest(out.H) > 0;
    }
    CHECK(touching > 400);
}

TEST_CASE("Harmonic forces refuse laws and sizes that they do not know", "[contact]")
{
    HarmonicWorkspace work({2, false});
    HarmonicForce out;
    const Vector R = Vector::Zero(8);
    CHECK(has_harmonic_force(ElasticCoulomb{}));
    CHECK(has_harmonic_force(Cubic{}));
    CHECK(has_harmonic_force(Gap{}));
    CHECK_FALSE(has_harmonic_force(Gap{.damping = 1}));
    CHECK_FALSE(has_harmonic_force(Coulomb{}));
    CHECK_FALSE(has_harmonic_force(Linear{}));
    CHECK_THROWS_WITH(harmonic_force(JointLaw(Coulomb{}), R, none, work, out),
                      Contains("\"coulomb\"") && Contains("elastic-coulomb"));
    CHECK_THROWS_WITH(harmonic_force(Gap{.stiffness = 1, .damping = 1}, R, none, work, out),
                      Contains("\"gap\" with damping"));
    CHECK_THROWS_WITH(sampled_force(Coulomb{}, {2}, R, 64, out), Contains("\"coulomb\""));
    CHECK_THROWS_WITH(sampled_force(Cubic{1}, {2}, R, 4, out), Contains("samples = 4"));
    CHECK_THROWS_WITH(harmonic_force(ElasticCoulomb{}, Vector::Zero(7), none, work, out),
                      Contains("7 coefficients; needs 8"));
    CHECK_THROWS_WITH(harmonic_force(ElasticCoulomb{}, R, Vector::Zero(3), work, out),
                      Contains("3 entries; needs 0 or 8"));
    CHECK_THROWS_WITH(HarmonicWorkspace({0, false}), Contains("n_h = 0"));
    Vector lost = R;
    lost(5) = std::nan("");
    for (const JointLaw& law :
         std::vector<JointLaw>{ElasticCoulomb{1, 1, 1, 1}, Gap{1}, Cubic{1}}) {
        harmonic_force(law, lost, none, work, out);
        CHECK(std::isnan(out.F(0))); // not a force that looks like one
    }
}
