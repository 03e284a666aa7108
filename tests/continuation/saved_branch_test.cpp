#include "problems.hpp"

#include "io/hdf5_file.hpp"

#include <catch2/catch.hpp>

#include <filesystem>

using namespace slideway;
using namespace slideway::continuation;

namespace {

Matrix matrix_of(const std::vector<double>& numbers, Index rows, Index cols)
{
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    return Eigen::Map<const RowMajor>(numbers.data(), rows, cols);
}

Vector vector_of(const std::vector<double>& numbers)
{
    return Eigen::Map<const Vector>(numbers.data(), static_cast<Index>(numbers.size()));
}

void save(const std::filesystem::path& file, const Branch& branch)
{
    io::Hdf5Writer out(file);
    out.write("x", branch.x, "-", "unknowns");
    out.write("p", branch.p, "-", "parameter");
    out.write("s", branch.s, "-", "arclength");
    out.write("tangent", branch.tangent, "-", "d(x, p)/ds");
    out.write("monitors", branch.monitors, "-", "monitors");
    out.write("monitor_names", branch.monitor_names, "names");
    out.write("orientation", branch.orientation, "orientation");
    out.write("kind", branch.kind, "kinds");
    out.write("monitor", branch.monitor, "monitor of a label");
    out.write("iterations", branch.iterations, "Newton iterations");
    out.write("stops", {static_cast<int>(branch.front.stop), static_cast<int>(branch.back.stop)},
              "why it ends");
    out.write("steps", Vector(Eigen::Vector2d(branch.front.step, branch.back.step)), "-", "steps");
    out.close();
}

Branch reload(const std::filesystem::path& file, Index n)
{
    const io::Hdf5Reader in(file);
    Branch branch;
    branch.p = vector_of(in.numbers("p"));
    const Index N = branch.p.size();
    branch.s = vector_of(in.numbers("s"));
    branch.x = matrix_of(in.numbers("x"), n, N);
    branch.tangent = matrix_of(in.numbers("tangent"), n + 1, N);
    branch.monitor_names = in.texts("monitor_names");
    branch.monitors =
        matrix_of(in.numbers("monitors"), static_cast<Index>(branch.monitor_names.size()), N);
    branch.orientation = in.integers("orientation");
    branch.kind = in.integers("kind");
    branch.monitor = in.integers("monitor");
    branch.iterations = in.integers("iterations");
    branch.front.stop = static_cast<Stop>(in.integers("stops")[0]);
    branch.back.stop = static_cast<Stop>(in.integers("stops")[1]);
    branch.front.step = in.numbers("steps")[0];
    branch.back.step = in.numbers("steps")[1];
    return branch;
}

} // namespace

TEST_CASE("A branch saved and reloaded goes on as if it had never left", "[continuation]")
{
    Problem problem = test::Duffing{}.problem();
    Monitor amplitude{"amplitude", [](const Solution& at) { return at.x.norm(); }};
    amplitude.maxima = true;
    problem.monitors = {amplitude};
    Options options;
    options.p_min = 0;
    options.p_max = 2.5;
    options.max_points = 60;
    const Branch first = trace(problem, {Vector::Zero(2), 0.5}, options);
    CHECK(first.back.stop == Stop::max_points);

    const auto file = std::filesystem::temp_directory_path() / "slideway_saved_branch.h5";
    save(file, first);
    const Branch reloaded = reload(file, 2);
    std::filesystem::remove(file);
    CHECK_NOTHROW(check(reloaded));
    CHECK(reloaded.x == first.x);

    options.max_points = 1000;
    for (End end : {End::back, End::front}) {
        const Branch direct = extend(problem, first, end, options);
        const Branch later = extend(problem, reloaded, end, options);
        CHECK(direct.n_points() > first.n_points() + 5);
        CHECK(later.x == direct.x);
        CHECK(later.p == direct.p);
        CHECK(later.s == direct.s);
        CHECK(later.kind == direct.kind);
        CHECK(later.monitors == direct.monitors);
        CHECK(later.back.stop == direct.back.stop);
    }
}
