#include "app/analyses/job.hpp"
#include "app/case/shipped.hpp"
#include "app/results/summary_file.hpp"
#include "tests/app/analyses/stopped_oscillator.hpp"
#include "tests/app/app_test.hpp"

// Branches of periodic motions that are taken up again from the results of an earlier run. The
// mechanics: tests/dynamics/orbits/orbit_restart_test.cpp.

using namespace slideway;
using namespace slideway::test;

namespace {

// The shipped branch of two masses with free play.
const std::string b1 = "run free_play/b1 --quiet --set 'analysis.Omega.orbits=[]' ";

// Labels and where they are, branch by branch, except for the start and the bounds.
std::vector<std::pair<int, double>> labels_of(const io::Hdf5Reader& h5)
{
    std::vector<std::pair<int, double>> found;
    for (const std::string at : {"branches/0001/", "branches/0002/"}) {
        if (!h5.holds("branches") || !h5.holds(at + "label"))
            break;
        const std::vector<int> labels = h5.integers(at + "label");
        const std::vector<double> p = h5.numbers(at + "branch/p");
        for (std::size_t k = 0; k < p.size(); ++k)
            if (labels[k] > 1 && labels[k] < 7)
                found.emplace_back(labels[k], p[k]);
    }
    return found;
}

// To round-off of their equations.
void check_same_labels(const io::Hdf5Reader& a, const io::Hdf5Reader& b)
{
    const auto in_a = labels_of(a), in_b = labels_of(b);
    REQUIRE(in_a.size() == in_b.size());
    for (std::size_t k = 0; k < in_a.size(); ++k) {
        CHECK(in_a[k].first == in_b[k].first);
        CHECK(std::abs(in_a[k].second - in_b[k].second) <= 1e-10);
    }
}

// Results of another build of the program, whose second of two modes has the other sign.
class OtherSign : public io::ArraySink {
public:
    explicit OtherSign(io::ArraySink& to) : to_(to) {}
    void write(const std::string& name, const Vector& values, const std::string& unit,
               const std::string& meaning) override
    {
        to_.write(name, values, unit, meaning);
    }
    void write(const std::string& name, const Matrix& values, const std::string& unit,
               const std::string& meaning) override
    {
        Matrix turned = values;
        if (name == "model/shapes")
            turned.col(1) *= -1;
        if (name.starts_with("branches/") &&
            (name.ends_with("branch/x") || name.ends_with("branch/tangent")))
            for (const Index row : {1, 3}) // (q_1, q_2, q_1', q_2') of a motion of one node
                turned.row(row) *= -1;
        to_.write(name, turned, unit, meaning);
    }
    void write(const std::string& name, const std::vector<int>& values,
               const std::string& meaning) override
    {
        to_.write(name, values, meaning);
    }
    void write(const std::string& name, const std::vector<std::string>& values,
               const std::string& meaning) override
    {
        to_.write(name, values, meaning);
    }
    void attribute(const std::string& name, const std::string& text) override
    {
        to_.attribute(name, text);
    }

private:
    io::ArraySink& to_;
};

// Results with the first branch to 1.2.
const CaseFolder& folder_with_part()
{
    static const CaseFolder folder(stopped_oscillator);
    static const bool done = [] {
        const ProgramRun run =
            run_program(folder, b1 + "--set analysis.Omega.to=1.2 --output part");
        return run.exit_status == 0;
    }();
    REQUIRE(done);
    return folder;
}

} // namespace

TEST_CASE("A branch of periodic motions that continues from its results is that of one run",
          "[app]")
{
    const CaseFolder& folder = folder_with_part();
    run_ok(folder, b1 + "--output whole");
    const ProgramRun run = run_ok(folder, b1 + "--output rest --set analysis.restart.results=part");
    const io::Hdf5Reader part(folder / "part/results.h5"), rest(folder / "rest/results.h5"),
        whole(folder / "whole/results.h5");
    CHECK(labels_of(whole).size() == 9);
    check_same_labels(rest, whole);
    CHECK(rest.numbers("branches/0001/branch/p").back() == 2);
    // The states are those of the earlier run to the last bit, in front of the new ones; stored row
    // by row.
    const std::vector<double> old = part.numbers("branches/0001/branch/x"),
                              now = rest.numbers("branches/0001/branch/x");
    const std::size_t N = old.size() / 4, M = now.size() / 4;
    REQUIRE(M > N);
    for (std::size_t row = 0; row < 4; ++row)
        CHECK(std::equal(old.begin() + static_cast<long>(row * N),
                         old.begin() + static_cast<long>((row + 1) * N),
                         now.begin() + static_cast<long>(row * M)));
    CHECK(summary_of(folder, "rest")["used"]["restart"].text() == "from end of part");

    // Nothing is left to do, and nothing is written.
    const ProgramRun done = run_program(folder, b1 + "--set analysis.restart.results=rest");
    CHECK(done.exit_status == 2);
    CHECK_THAT(done.err, Contains("analysis.restart.at = \"end\"; the branch ends there at 2 rad/s "
                                  "and leads out of the range; widen the range"));
}

TEST_CASE("Branches go on from results whose modes have other signs", "[app]")
{
    const CaseFolder& folder = folder_with_part();
    const app::Job job = app::read_job(app::find_case("free_play/b1"),
                                       {"analysis.Omega.to=1.2", "analysis.Omega.orbits=[]"});
    const app::BuiltModel built = app::build_model(job);
    app::Outcome outcome = app::run(job, built);
    outcome.arrays = [as_it_is = outcome.arrays](io::ArraySink& sink) {
        OtherSign turned(sink);
        as_it_is(turned);
    };
    app::write_arrays(folder / "turned.h5", job.c, outcome);
    const std::string x = "branches/0001/branch/x", to = b1 + "--set analysis.Omega.to=1.25 ";
    CHECK(io::Hdf5Reader(folder / "turned.h5").numbers(x) !=
          io::Hdf5Reader(folder / "part/results.h5").numbers(x));
    for (const std::string from : {"turned.h5", "part"}) {
        run_ok(folder, to + "--set analysis.restart.results=" + from + " --output from_" + from);
    }
    CHECK(io::Hdf5Reader(folder / "from_turned.h5/results.h5").numbers(x) ==
          io::Hdf5Reader(folder / "from_part/results.h5").numbers(x));
}

TEST_CASE("A branch of periodic motions continues within its own folder until it is whole", "[app]")
{
    const CaseFolder folder("");
    run_ok(folder, b1 + "--set analysis.Omega.to=1.2 --output whole");
    const std::string some =
        b1 + "--set analysis.Omega.to=1.2 --set analysis.max_points=80 --output own ";
    const ProgramRun part = run_program(folder, some);
    CHECK(part.exit_status == 1);
    CHECK_THAT(part.err, Contains("80 points, as requested"));
    const std::string again = some + "--set analysis.restart.results=own";
    CHECK(run_program(folder, again).exit_status == 1);
    run_ok(folder, again);
    check_same_labels(io::Hdf5Reader(folder / "own/results.h5"),
                      io::Hdf5Reader(folder / "whole/results.h5"));
}

TEST_CASE("At a branch point of earlier results the other branch is added to them", "[app]")
{
    const CaseFolder& folder = folder_with_part();
    const std::string to = b1 + "--set analysis.Omega.to=1.2 ",
                      at = "--set 'analysis.restart.at=\"Branch point 1\"' ";
    run_ok(folder, to + "--set analysis.branches=true --output all");
    run_ok(folder, to + at + "--set analysis.restart.results=part --output piece");
    const io::Hdf5Reader all(folder / "all/results.h5"), piece(folder / "piece/results.h5");
    CHECK(labels_of(all).size() == 8);
    check_same_labels(piece, all);
    CHECK(piece.integers("branches/0002/parent") == all.integers("branches/0002/parent"));
    CHECK(piece.numbers("branches/0002/branch/x") == all.numbers("branches/0002/branch/x"));
    const ProgramRun again =
        run_program(folder, to + at + "--set analysis.restart.results=piece --output new");
    CHECK(again.exit_status == 2);
    CHECK_THAT(again.err, Contains("analysis.restart.at = \"Branch point 1\"; the results hold the "
                                   "other branch there already"));

    // Where none is found, the results stay as they are.
    const std::string before = io::file_text(folder / "part/results.h5");
    const ProgramRun none = run_program(folder, to + at +
                                                    "--set analysis.restart.results=part "
                                                    "--set analysis.tolerance=1e-300 "
                                                    "--output part");
    CHECK(none.exit_status == 1);
    CHECK_THAT(none.err,
               Contains("no branch from Branch point 1: branch point at 0.87782490315 rad/s of "
                        "branch 1: no step from there succeeds"));
    CHECK(io::file_text(folder / "part/results.h5") == before);
}

TEST_CASE("A labelled motion of earlier results begins a branch over another parameter", "[app]")
{
    // Oscillator between stops: grazing over Omega is also grazing over the clearance (the
    // amplitude without contact) and over the level.
    const CaseFolder folder(stopped_oscillator);
    run_ok(folder, "run case.toml --quiet --output old");
    struct Over {
        std::vector<double> grazing;
        std::string reported;
    };
    const auto over = [&](const std::string& key, const std::string& keys) -> Over {
        const RunCase run(replaced(
            stopped_oscillator, "Omega   = { from = 0.8, to = 2.0 }",
            "over = { key = \"" + key + "\", from = 0.5, to = 1.5 }\nrestart = { results = \"" +
                (folder / "old").string() + "\", at = \"grazing 1\" }" + keys));
        return {run.quantities["grazing." + key.substr(key.rfind('.') + 1)]["value"].numbers(),
                run.out};
    };
    for (const std::string key : {"level", "joint.stops.clearance"}) {
        CAPTURE(key);
        const Over same = over(key, ""); // the frequency is that of the motion
        REQUIRE(same.grazing.size() == 1);
        CHECK(same.grazing[0] == Approx(1).epsilon(1e-9));
        CHECK_THAT(same.reported, !Contains("another system"));
    }
    // Another one is meant: Newton's method decides, and the summary says so.
    const double Omega = 0.9;
    const Over run = over("joint.stops.clearance", "\n[excitation]\nOmega = 0.9");
    REQUIRE(run.grazing.size() == 1);
    CHECK(run.grazing[0] == Approx(0.2 / std::hypot(1 - Omega * Omega, 0.1 * Omega)).epsilon(1e-9));
    CHECK_THAT(run.reported,
               Contains("restarted from another system, with Omega = 0.906489") &&
                   Contains(" (this case: 0.9): Newton's method corrected its motion, "
                            "which is off by "));
}

TEST_CASE("The key over which earlier branches went is reported where a case has another value",
          "[app]")
{
    const std::string mass = "substructure.oscillator.masses.mass.x",
                      range = "Omega   = { from = 0.8, to = 2.0 }";
    const CaseFolder folder(
        replaced(stopped_oscillator, range,
                 "over = { key = \"" + mass +
                     "\", from = 0.9, to = 1.05, at = 0.9 }\n[excitation]\nOmega = 0.9"));
    run_ok(folder, "run case.toml --quiet --output old");
    const CaseFolder over_Omega(stopped_oscillator);
    const ProgramRun run =
        run_ok(over_Omega, "run case.toml --output out --set 'analysis.restart={results=\"" +
                               (folder / "old").string() + "\",at=\"grazing 1\"}'");
    // (1 - sqrt(0.04 - 0.0081)) / 0.81 is beside: the mass at which motions graze at 0.9 rad/s.
    CHECK_THAT(run.out, Contains("restarted from another system, with " + mass + " = 1.01406") &&
                            Contains(" (this case: 1): Newton's method corrected its motion"));
}

TEST_CASE("Branches of a search go on as others do", "[app]")
{
    const std::string range = "Omega   = { from = 0.8, to = 2.0 }",
                      narrow = "Omega = { from = 0.85, to = 1.0 }";
    const CaseFolder folder(replaced(
        stopped_oscillator, range,
        narrow + "\nsearch = { at = [0.9, 0.95], displacement = { \"oscillator.mass.x\" = { from = "
                 "0.0, to = 0.5, n = 2 } } }"));
    run_ok(folder, "run case.toml --quiet --output found");
    // Repeats the case after its search is complete.
    run_ok(folder, "run case.toml --quiet --output out --set analysis.Omega.from=0.8 "
                   "--set analysis.Omega.to=2.0 --set analysis.restart.results=found");
    const RunCase run(stopped_oscillator);
    check_same_labels(io::Hdf5Reader(folder / "out/results.h5"),
                      io::Hdf5Reader(run / "out/results.h5"));
    CHECK(labels_of(io::Hdf5Reader(folder / "out/results.h5")).size() >= 2);
}
