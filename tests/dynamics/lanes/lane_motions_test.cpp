// Motions side by side against single ones: the same equations, steps of another order, events
// found in another way.

#include "contact/laws/joint_laws.hpp"
#include "dynamics/lanes/lane_run.hpp"
#include "dynamics/orbits/passage.hpp"
#include "support/free_play.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>
#include <vector>

namespace slideway::dynamics {

namespace {

/// Kernels of this processor; there are others, without any.
std::vector<const LaneKernel*> kernels()
{
    std::vector<const LaneKernel*> all;
    for (const LaneKernel* kernel : {lane_kernel_avx2(), lane_kernel_avx512()})
        if (kernel)
            all.push_back(kernel);
    return all;
}

/// Where the motions from these starts are after that many periods; an empty state where one broke
/// off.
std::vector<Vector> after(const JointedSystem& system, const LaneKernel& kernel,
                          const std::vector<Vector>& starts, int periods, double tolerance,
                          std::string* why = nullptr)
{
    std::vector<Vector> ends(starts.size());
    std::size_t next = 0;
    lane_motions(system, tolerance, kernel,
                 {[&](std::size_t, Vector& z) -> Index {
                      if (next == starts.size())
                          return -1;
                      z = starts[next];
                      return static_cast<Index>(next++);
                  },
                  [&](std::size_t, Index i, int period, const Vector& z) -> bool {
                      ends[static_cast<std::size_t>(i)] = z;
                      return period < periods;
                  },
                  [&](std::size_t, Index i, const std::string& message) -> void {
                      ends[static_cast<std::size_t>(i)].resize(0);
                      if (why)
                          *why = message;
                  }});
    return ends;
}

Vector single(const JointedSystem& system, const Vector& z, int periods, double tolerance)
{
    return passage(system, z, periods * 2 * std::numbers::pi / system.Omega,
                   {.tolerance = tolerance})
        .end;
}

std::vector<Vector> some_starts(Index m, int n)
{
    std::vector<Vector> starts;
    for (int k = 0; k < n; ++k) {
        Vector z(2 * m);
        for (Index i = 0; i < 2 * m; ++i)
            z(i) = 0.2 * std::sin(1.7 * k + 2.3 * static_cast<double>(i) + 0.4);
        starts.push_back(z);
    }
    return starts;
}

void add(JointedSystem& system, const char* name, const contact::JointLaw& law,
         const Eigen::RowVectorXd& row, Complex follow = 0)
{
    system.joints.push_back({name, law, {row, ComplexVector::Constant(1, follow)}});
}

/// Systems of all kinds that lanes take: more modes and rows than `small` too.
std::vector<std::pair<std::string, JointedSystem>> systems()
{
    std::vector<std::pair<std::string, JointedSystem>> all;
    all.emplace_back("two masses between stops", test::free_play({}));
    JointedSystem twice = test::free_play({});
    add(twice, "a stop behind another", contact::Gap({20, 0.06, true, 0}),
        Eigen::RowVector2d(1, 0) * test::free_play_modes());
    all.emplace_back("one stop behind another", twice);
    all.emplace_back("stops with dashpots, whose force jumps and whose guard has a rate",
                     test::free_play({.dashpot = 0.5}));
    JointedSystem moved = test::free_play({});
    moved.joints.pop_back();
    add(moved, "stop that the drive moves, on one side", contact::Gap({10, 0.05, false, 0.2}),
        Eigen::RowVector2d(1, 0) * test::free_play_modes(), Complex(0.03, -0.02));
    all.emplace_back("a stop that the drive moves", moved);
    JointedSystem coupled = test::free_play({});
    coupled.modes.c.resize(0);
    coupled.modes.D = (Matrix(2, 2) << 0.03, 0.01, 0.01, 0.05).finished();
    coupled.p0 = Eigen::Vector2d(0.01, -0.02);
    all.emplace_back("damping that couples modes, and a constant load", coupled);
    all.emplace_back("smoothed corners", test::free_play({.smoothing = 1500}));
    // Some starts are more than 350 / smoothing from the corner: nothing may overflow there.
    all.emplace_back("sharp corners", test::free_play({.smoothing = 2e4}));
    JointedSystem larger;
    larger.modes.omega = Eigen::Vector3d(1, 1.7, 3.1);
    larger.modes.c = Eigen::Vector3d(0.05, 0.06, 0.08);
    larger.p0 = Vector::Zero(3);
    larger.force = Eigen::Vector3d(0.1, 0.05, -0.08).cast<Complex>();
    larger.inertia = larger.drag = ComplexVector::Zero(3);
    larger.Omega = 1.3;
    larger.p = larger.p_at(larger.Omega);
    larger.B.resize(0, 3);
    larger.limit.resize(0);
    larger.r.resize(0);
    add(larger, "a", contact::Cubic{0.4}, Eigen::RowVector3d(1, 0.3, 0));
    add(larger, "b", contact::Gap({4, 0.05, true, 0}), Eigen::RowVector3d(0.8, -0.3, 0.4));
    add(larger, "c", contact::Gap({3, 0.02, false, 0.1}), Eigen::RowVector3d(-0.2, 0.9, 0.1));
    add(larger, "d", contact::Cubic{0.2}, Eigen::RowVector3d(0, 0.3, 1));
    add(larger, "e", contact::Gap({2, 0.1, true, 0}), Eigen::RowVector3d(0.5, 0.5, -0.5));
    all.emplace_back("three modes, three stops", larger);
    return all;
}

double distance(const Vector& a, const Vector& b)
{
    return a.size() == b.size() ? (a - b).cwiseAbs().maxCoeff() : INFINITY;
}

} // namespace

// 21 starts through eight lanes: each lane takes several, and they end in the middle of each
// other's steps.
TEST_CASE("Motions in lanes are those of single Taylor steps", "[lanes]")
{
    for (const auto& [name, system] : systems()) {
        const std::vector<Vector> starts = some_starts(system.n_modes(), 21);
        std::vector<Vector> singles;
        for (const Vector& z : starts)
            singles.push_back(single(system, z, 8, 1e-14));
        for (const LaneKernel* kernel : kernels()) {
            INFO(name << ", " << kernel->name);
            const std::vector<Vector> ends = after(system, *kernel, starts, 8, 1e-13);
            for (std::size_t i = 0; i < starts.size(); ++i) {
                INFO("start " << i);
                // Eight periods magnify what steps of 1e-13 leave, at most some thousand times.
                CHECK(distance(ends[i], singles[i]) < 1e-9);
            }
        }
    }
}

TEST_CASE("What steps in lanes leave falls with their tolerance", "[lanes]")
{
    const JointedSystem system = test::free_play({});
    const std::vector<Vector> starts = some_starts(2, 8);
    for (const LaneKernel* kernel : kernels()) {
        std::vector<double> errors;
        for (const double tolerance : {1e-5, 1e-7, 1e-9}) {
            const std::vector<Vector> ends = after(system, *kernel, starts, 3, tolerance);
            errors.push_back(0);
            for (std::size_t i = 0; i < starts.size(); ++i)
                errors.back() =
                    std::max(errors.back(), distance(ends[i], single(system, starts[i], 3, 1e-15)));
        }
        // A hundredth of the tolerance leaves about a hundredth.
        CHECK(errors[1] < errors[0] / 20);
        CHECK(errors[2] < errors[1] / 20);
        CHECK(errors[2] < 1e-7);
    }
}

TEST_CASE("A motion in lanes does not depend on what runs beside it", "[lanes]")
{
    const JointedSystem system = test::free_play({.smoothing = GENERATE(0.0, 1500.0)});
    std::vector<Vector> starts = some_starts(2, 13);
    for (const LaneKernel* kernel : kernels()) {
        const std::vector<Vector> ends = after(system, *kernel, starts, 20, 1e-10);
        for (std::size_t i = 0; i < starts.size(); i += 4)
            CHECK(after(system, *kernel, {starts[i]}, 20, 1e-10)[0] == ends[i]); // to the bit
        const std::vector<Vector> back =
            after(system, *kernel, {starts.rbegin(), starts.rend()}, 20, 1e-10);
        for (std::size_t i = 0; i < starts.size(); ++i)
            CHECK(back[starts.size() - 1 - i] == ends[i]);
    }
}

TEST_CASE("A motion in lanes that grows without bound breaks off alone", "[lanes]")
{
    JointedSystem system = test::free_play({});
    system.joints[0].law = contact::Cubic{-5.0}; // beyond x1 = 0.5 it pushes away
    std::vector<Vector> starts = some_starts(2, 9);
    for (Vector& z : starts)
        z *= 0.2;
    const std::vector<Vector> alone = starts;
    starts.insert(starts.begin() + 4, test::free_play_state(3, 0, 0, 0));
    for (const LaneKernel* kernel : kernels()) {
        std::string why;
        std::vector<Vector> ends = after(system, *kernel, starts, 10, 1e-10, &why);
        CHECK(ends[4].size() == 0);
        CHECK_THAT(why, Catch::Matchers::Contains("grows without bound"));
        // This holds beyond the range of numbers too.
        std::vector<Vector> beyond = starts;
        beyond[4] = test::free_play_state(1e200, 0, 0, 0);
        CHECK(after(system, *kernel, beyond, 10, 1e-10)[4].size() == 0);
        ends.erase(ends.begin() + 4);
        CHECK(ends == after(system, *kernel, alone, 10, 1e-10));
    }
}

TEST_CASE("Lanes refuse what their steps do not take", "[lanes]")
{
    CHECK(lanes_refuse(test::free_play({})).empty());
    JointedSystem rubs = test::free_play({});
    add(rubs, "pad", contact::ElasticCoulomb{}, Eigen::RowVector2d(1, 0));
    CHECK_THAT(lanes_refuse(rubs), Catch::Matchers::Contains("pad"));
    JointedSystem idle = test::free_play({});
    idle.Omega = 0;
    CHECK_THAT(lanes_refuse(idle), Catch::Matchers::Contains("drive"));
}

} // namespace slideway::dynamics
