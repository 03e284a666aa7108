#include "app/analyses/job.hpp"
#include "app/results/summary_file.hpp"
#include "tests/app/app_test.hpp"

#include <variant>

using namespace slideway;
using namespace slideway::test;

namespace {

const std::string oscillator = R"(
[[substructure]]
name    = "body"
type    = "lumped"
masses  = { m = { x = 1.0 } }
springs = [{ between = ["m.x", "ground"], stiffness = 100.0 }]
damping = { alpha = 0.5, beta = 0.0 }

[[joint]]
name      = "stop"
law       = "gap"
between   = ["body.m.x", "ground"]
stiffness = 1000.0
clearance = 0.01

[[load]]
name  = "push"
on    = "body.m.x"
force = { amplitude = 2.0 }
)";

struct ToVector {
    std::vector<double> operator()(const Vector& v) const { return {v.begin(), v.end()}; }
    std::vector<double> operator()(const Matrix& m) const
    {
        const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows = m;
        return {rows.data(), rows.data() + rows.size()};
    }
    std::vector<double> operator()(const std::vector<int>& v) const { return {v.begin(), v.end()}; }
    std::vector<double> operator()(const std::vector<std::string>&) const { return {}; }
};

} // namespace

TEST_CASE("results in memory are those of the file, to the last bit", "[results]")
{
    for (const std::string analysis :
         {"[excitation]\nOmega = 8.0\n[analysis]\ntype = \"transient\"\nscheme = "
          "\"runge-kutta\"\ncycles = 3\n[output]\nhistory = [\"body.m.x\", \"stop\"]\n",
          "[analysis]\ntype = \"forced-response\"\nmonitor = \"body.m.x\"\n"
          "frequency_hz = { from = 1.0, to = 2.0 }\n"}) {
        CAPTURE(analysis);
        const CaseFolder folder(oscillator + analysis);
        const app::Job job = app::read_job(folder / "case.toml");
        const app::BuiltModel built = app::build_model(job);
        const app::Outcome outcome = app::run(job, built);
        REQUIRE(outcome.summary.status == studies::Status::end);
        io::ArraysInMemory memory;
        outcome.arrays(memory);
        app::write_arrays(folder / "results.h5", job.c, outcome);
        const io::Hdf5Reader file(folder / "results.h5");
        CHECK(file.attribute("", "analysis") == job.c.analysis.type);
        CHECK(memory.arrays().size() > 10);
        for (const auto& [name, array] : memory.arrays()) {
            CAPTURE(name);
            REQUIRE(file.holds(name));
            if (const auto* texts = std::get_if<std::vector<std::string>>(&array.values)) {
                CHECK(file.texts(name) == *texts);
                continue;
            }
            if (const auto* numbers = std::get_if<std::vector<int>>(&array.values))
                CHECK(file.integers(name) == *numbers);
            else
                CHECK(file.numbers(name) == std::visit(ToVector(), array.values));
            if (!array.unit.empty())
                CHECK(file.attribute(name, "unit") == array.unit);
        }
    }
}

TEST_CASE("an array in memory has a name of its own", "[results]")
{
    io::ArraysInMemory memory;
    memory.write("a/b", Vector(Vector::Ones(2)), "m", "of ones");
    CHECK(memory.arrays().at("a/b").meaning == "of ones");
    CHECK_THROWS_WITH(memory.write("a/b", std::vector<int>{1}, "again"),
                      "cannot keep a/b: the name is taken");
}
