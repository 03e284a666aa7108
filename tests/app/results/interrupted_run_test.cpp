#include "app/analyses/job.hpp"
#include "app/results/summary_file.hpp"
#include "base/interruptible.hpp"
#include "base/serial_record.hpp"
#include "support/impatient.hpp"
#include "tests/app/analyses/stopped_oscillator.hpp"
#include "tests/app/waiting.hpp"

#include <catch2/catch.hpp>

#include <chrono>
#include <csignal>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

// Runs that continue an interrupted one give the bytes of one that was never interrupted.
// Basins: tests/app/analyses/basins_test.cpp.

using namespace slideway;
using namespace slideway::test;

namespace {

// Between the folds of its bent resonance the oscillator has two stable motions.
const std::string shares =
    changed(model("basin_shares"),
            {"Omega = { from = 1.15, to = 1.35, n = 8 }", "[analysis] periods = 100\nsample = 3",
             "[analysis.plane] =", "[analysis.orbits.free] =",
             "+ [analysis.random]\nn = 12\ndisplacement = { \"oscillator.mass.x\" = { from = -2.0, "
             "to = 2.0 } }"});
const std::string motions =
    changed(model("long_motions"), {"periods = 150", "count_after =", "n = 5 -> n = 9"});
const std::string diagram = changed(
    model("bifurcation_diagram"), {"Omega = { from = 1.15, to = 1.35, n = 5 }", "discard = 60",
                                   "periods = 60", "[analysis.sections] =",
                                   "+ [analysis.sections]\nturning = { of = \"oscillator.mass.x\", "
                                   "quantity = \"velocity\", level = 0.0 }"});

// Two masses, one of them between stops.
const std::string free_motions = R"([[substructure]]
name    = "pair"
type    = "lumped"
masses  = { left = { x = 1.0 }, right = { x = 1.0 } }
springs = [
  { between = ["left", "ground"], stiffness = 1.0 },
  { between = ["left", "right"],  stiffness = 1.0 },
]

[[joint]]
name       = "stop"
law        = "gap"
between    = ["pair.right.x", "ground"]
stiffness  = 50.0
clearance  = 0.05
both_sides = true

[analysis]
type       = "backbone"
method     = "conservative"
monitor    = "pair.right.x"
modes      = [1]
max_curves = 1
energy     = { from = 1e-5, to = 1e-1 }
)";

/// Has stopped after so many questions, of work that shows its progress or not.
class Stopping : public Monitor {
public:
    explicit Stopping(int patience) : left_(patience) {}
    [[nodiscard]] bool stopped() const override { return --left_ <= 0; }

private:
    mutable int left_;
};

app::Summary run_into(const CaseFolder& folder, const app::Job& job, const std::string& name,
                      const Monitor& monitor)
{
    const app::BuiltModel built = app::build_model(job);
    std::filesystem::create_directories(folder / name);
    const app::Outcome outcome = app::run(job, built, monitor, folder / name);
    app::write_arrays(folder / name / "results.h5", job.c, outcome);
    return outcome.summary;
}

} // namespace

TEST_CASE("Interrupted shares, long motions and diagrams go on, to the same file", "[app]")
{
    for (const std::string& text : {shares, motions, diagram}) {
        CAPTURE(text);
        const CaseFolder folder(text);
        const app::Job job = app::read_job(folder / "case.toml");
        CHECK(run_into(folder, job, "whole", Monitor()).status == app::Status::end);
        int kept = 0; // runs that left something
        for (int patience = 10;; patience += 5) {
            REQUIRE(patience < 20000);
            try {
                const app::Summary part = run_into(folder, job, "parts", Impatient(patience));
                if (part.status == app::Status::end)
                    break;
                CHECK(part.status == app::Status::interrupted);
                CHECK_THAT(part.message, Contains("the same run into the same folder resumes"));
                ++kept;
            } catch (const Interrupted&) { // before anything was computed
            }
        }
        CHECK(kept > 1);
        CHECK(io::file_text(folder / "parts/results.h5") ==
              io::file_text(folder / "whole/results.h5"));
    }
}

TEST_CASE("Interrupted periodic orbits go on by a restart, to the labels of one run", "[app]")
{
    const auto values = [](const app::Summary& of, const std::string& name) -> std::vector<double> {
        for (const app::Quantity& quantity : of.quantities)
            if (quantity.name == name)
                return quantity.value;
        return {};
    };
    // By the half period, by the whole period, and without damping.
    for (const auto& [text, settled] : std::vector<std::pair<std::string, int>>{
             {stopped_oscillator, 300},
             {stopped_oscillator + "half_period = false\n", 300},
             {replaced(replaced(stopped_oscillator, "damping = 0.1 }", "damping = 0.0 }"),
                       "from = 0.8, to = 2.0", "from = 0.3, to = 0.9") +
                  "settle = 0\n",
              0}}) {
        CAPTURE(text);
        const CaseFolder folder(text);
        const app::Job job = app::read_job(folder / "case.toml");
        const app::Summary whole = run_into(folder, job, "whole", Monitor());
        CHECK(whole.status == app::Status::end);
        int kept = 0;
        for (int patience = settled + 10; patience < settled + 120; patience += 30) {
            CAPTURE(patience);
            try {
                const app::Summary part = run_into(folder, job, "part", Impatient(patience));
                if (part.status == app::Status::end)
                    break;
                CHECK(part.status == app::Status::interrupted);
                ++kept;
            } catch (const Interrupted&) { // before there was a motion
                continue;
            }
            const CaseFolder again(text + "restart = { results = \"" + (folder / "part").string() +
                                   "\" }\n");
            const app::Summary rest =
                run_into(again, app::read_job(again / "case.toml"), "out", Monitor());
            CHECK(rest.status == app::Status::end);
            // Labels are located by their own equations, whatever the steps: to 1e-9.
            for (const std::string name : {"folds.Omega", "grazing.Omega", "branch_points.Omega"}) {
                const std::vector<double> found = values(rest, name),
                                          expected = values(whole, name);
                CAPTURE(name);
                REQUIRE(found.size() == expected.size());
                for (std::size_t i = 0; i < found.size(); ++i)
                    CHECK(found[i] == Approx(expected[i]).epsilon(1e-9));
            }
        }
        CHECK(kept > 0);
    }
}

TEST_CASE("A killed run leaves the earlier results, and the same run is then whole", "[app]")
{
    const std::string response =
        replaced(stopped_oscillator, "\"periodic-orbits\"", "\"forced-response\"");
    // Steps so short that a run takes a second; the earlier run has five points.
    const std::string slow = "run case.toml --quiet --set analysis.max_step=2e-4 "
                             "--set analysis.max_points=100000 --output ";
    for (const std::string& text : {stopped_oscillator, response}) {
        CAPTURE(text);
        const CaseFolder folder(text);
        REQUIRE(run_program(folder, slow + "whole").exit_status == 0);
        const std::string whole = io::file_text(folder / "whole/results.h5");
        (void)run_program(folder, replaced(slow, "100000", "5") + "out");
        const std::string before = io::file_text(folder / "out/results.h5");
        REQUIRE(before != whole);
        RunningProgram program(folder, slow + "out");
        REQUIRE(wait_for_computing(program, 0.1));
        program.send(SIGKILL);
        REQUIRE(program.wait() == -1);
        CHECK(io::file_text(folder / "out/results.h5") == before);
        REQUIRE(run_program(folder, slow + "out").exit_status == 0);
        CHECK(io::file_text(folder / "out/results.h5") == whole);
    }
}

TEST_CASE("An interrupted backbone keeps the points of one run, a killed one earlier results",
          "[app]")
{
    // A backbone takes a second: the same run begins anew, and gives the file of one that was not
    // interrupted.
    const CaseFolder folder(free_motions);
    const app::Job job = app::read_job(folder / "case.toml");
    CHECK(run_into(folder, job, "whole", Monitor()).status == app::Status::end);
    const std::string energy = "free_motions/0001/energy", x = "free_motions/0001/branch/x";
    const io::Hdf5Reader whole(folder / "whole/results.h5");
    const std::vector<double> all = whole.numbers(energy), states = whole.numbers(x);
    int kept = 0;
    for (int patience = 2; patience < 2000; patience = 2 * patience + 1) {
        CAPTURE(patience);
        app::Summary part;
        try {
            part = run_into(folder, job, "parts", Stopping(patience));
        } catch (const Interrupted&) { // before anything was computed
            continue;
        }
        if (part.status == app::Status::end)
            break;
        CHECK(part.status == app::Status::interrupted);
        ++kept;
        const io::Hdf5Reader read(folder / "parts/results.h5");
        const std::vector<double> some = read.numbers(energy), its = read.numbers(x);
        // All of its points but the last, which ends the run, are those of the whole.
        const std::size_t n = some.size(), rows = its.size() / n;
        REQUIRE(n <= all.size());
        for (std::size_t k = 0; k + 1 < n; ++k) {
            CHECK(some[k] == all[k]);
            for (std::size_t i = 0; i < rows; ++i)
                CHECK(its[i * n + k] == states[i * all.size() + k]);
        }
    }
    CHECK(kept > 1);
    CHECK(run_into(folder, job, "parts", Monitor()).status == app::Status::end);
    CHECK(io::file_text(folder / "parts/results.h5") == io::file_text(folder / "whole/results.h5"));

    run_ok(folder, "run case.toml --quiet --output out --set analysis.max_points=5");
    const std::string before = io::file_text(folder / "out/results.h5");
    RunningProgram program(folder, "run case.toml --quiet --output out --keep 0");
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    program.send(SIGKILL);
    if (program.wait() == -1) // a busy machine may be late to kill it
        CHECK(io::file_text(folder / "out/results.h5") == before);
    run_ok(folder, "run case.toml --quiet --output out");
    CHECK(io::Hdf5Reader(folder / "out/results.h5").numbers(energy) == all);
}

TEST_CASE("Another case does not go on with what an interrupted one left", "[app]")
{
    const CaseFolder folder(motions);
    const app::Job job = app::read_job(folder / "case.toml");
    CHECK(run_into(folder, job, "out", Impatient(40)).status == app::Status::interrupted);
    CHECK(io::Hdf5Reader(folder / "out/results.h5").holds("resume"));
    const ProgramRun other =
        run_ok(folder, "run case.toml --output out --set analysis.periods=120");
    CHECK_THAT(other.err, Contains("new: the case, its overrides, a file that it names"));
}

TEST_CASE("A kept record is read as it was written, or refused", "[app]")
{
    RecordWriter writer;
    const Matrix table = Matrix::Random(2, 3);
    const std::vector<std::optional<Vector>> lists = {Vector::LinSpaced(3, 0, 1), std::nullopt};
    writer(7, table, std::string("a text"), lists, std::vector<bool>{true, false});
    const SerialRecord record = writer.take();
    const auto read = [&](const SerialRecord& from) {
        int n = 0;
        Matrix of_table;
        std::string text;
        std::vector<std::optional<Vector>> of_lists;
        std::vector<bool> flags;
        RecordReader reader(from);
        reader(n, of_table, text, of_lists, flags);
        reader.end();
        CHECK((n == 7 && of_table == table && text == "a text"));
        CHECK((of_lists.size() == 2 && *of_lists[0] == *lists[0] && !of_lists[1]));
        CHECK((flags == std::vector<bool>{true, false}));
    };
    read(record);
    for (std::size_t n = 0; n <= record.numbers.size() + 1; ++n) {
        SerialRecord damaged = record;
        damaged.numbers.resize(n);
        if (n != record.numbers.size())
            CHECK_THROWS_AS(read(damaged), std::invalid_argument);
    }
    SerialRecord damaged = record;
    damaged.numbers[1] = 1e300; // rows
    CHECK_THROWS_AS(read(damaged), std::invalid_argument);
    damaged = record;
    damaged.texts.clear();
    CHECK_THROWS_AS(read(damaged), std::invalid_argument);
}
