#include "app/results/branch_file.hpp"
#include "io/entries.hpp"
#include "tests/continuation/problems.hpp"
#include "tests/continuation/same_branch.hpp"
#include "tests/io/scratch_folder.hpp"

#include <catch2/catch.hpp>

#include <utility>

using namespace slideway;
using Catch::Matchers::Contains;
using continuation::Branch;

namespace {

// Two unknowns, three points, a failed end.
Branch failed_branch()
{
    Branch branch;
    branch.x = (Matrix(2, 3) << 1, 2, 3, 4, 5, 6).finished();
    branch.p = Eigen::Vector3d(0.1, 0.2, 0.3);
    branch.s = Eigen::Vector3d(0, 1, 2);
    branch.tangent = (Matrix(3, 3) << 1, 2, 3, 4, 5, 6, 7, 8, 9).finished();
    branch.orientation = {1, 1, -1};
    branch.kind = {1, 2, 0};
    branch.monitor = {-1, -1, -1};
    branch.iterations = {0, 3, 4};
    branch.monitors = (Matrix(1, 3) << 7, 8, 9).finished();
    branch.monitor_names = {"rms"};
    branch.front = {continuation::Stop::start, 0.01, "the start", {}};
    branch.back = {continuation::Stop::failed, 1e-6, "no step succeeds", {0.5, 0.4, 0.39}};
    return branch;
}

void write_branch(io::Hdf5Writer& h5, Branch branch)
{
    io::write_arrays(h5, [&](io::Entries& a) {
        a.group("curve", [&] {
            app::arrays(a, branch, {"m", "motion", "rad/s", "Omega", "the frequency"});
        });
    });
}

Branch read_branch(const io::Hdf5Reader& h5, const std::string& group)
{
    Branch branch;
    io::read_arrays(h5,
                    [&](io::Entries& a) { a.group(group, [&] { app::arrays(a, branch, {}); }); });
    return branch;
}

} // namespace

TEST_CASE("A branch read back is the one written, with the residuals of a failed end", "[app]")
{
    const io::ScratchFolder folder;
    const Branch branch = failed_branch();
    {
        io::Hdf5Writer h5(folder / "branch.h5");
        write_branch(h5, branch);
        h5.write("short/p", Vector(Vector::Zero(2)), "", "of another length");
        h5.close();
    }
    const io::Hdf5Reader h5(folder / "branch.h5");
    const Branch again = read_branch(h5, "curve");
    test::check_same_points(again, branch);
    CHECK(again.monitor_names == branch.monitor_names);
    CHECK(again.iterations == branch.iterations);
    for (const auto& [a, b] :
         {std::pair{&again.front, &branch.front}, {&again.back, &branch.back}}) {
        CHECK(a->stop == b->stop);
        CHECK(a->step == b->step);
        CHECK(a->message == b->message);
        CHECK(a->residual_norms == b->residual_norms);
    }
    CHECK_THROWS_WITH(read_branch(h5, "short"), Contains("cannot read short/s"));
}

TEST_CASE("A branch saved and reloaded continues as if it had never left", "[app]")
{
    continuation::Problem problem = test::Duffing{}.problem();
    continuation::Monitor amplitude{
        "amplitude", [](const continuation::Solution& at) -> double { return at.x.norm(); }};
    amplitude.maxima = true;
    problem.monitors = {amplitude};
    continuation::Options options;
    options.p_min = 0;
    options.p_max = 2.5;
    options.max_points = 60;
    const Branch first = continuation::trace(problem, {Vector::Zero(2), 0.5}, options);
    CHECK(first.back.stop == continuation::Stop::max_points);

    const io::ScratchFolder folder;
    {
        io::Hdf5Writer h5(folder / "branch.h5");
        write_branch(h5, first);
        h5.close();
    }
    const Branch reloaded = read_branch(io::Hdf5Reader(folder / "branch.h5"), "curve");
    CHECK_NOTHROW(check(reloaded));
    test::check_same_points(reloaded, first);

    options.max_points = 1000;
    for (const continuation::End end : {continuation::End::back, continuation::End::front}) {
        const Branch direct = extend(problem, first, end, options);
        const Branch later = extend(problem, reloaded, end, options);
        CHECK(direct.n_points() > first.n_points() + 5);
        test::check_same_points(later, direct);
        CHECK(later.back.stop == direct.back.stop);
    }
}
