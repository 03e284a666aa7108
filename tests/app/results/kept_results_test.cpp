#include "app/maps/map_results.hpp"
#include "app/model/build_model.hpp"
#include "app/results/results_folder.hpp"
#include "app/results/summary_file.hpp"
#include "base/error.hpp"
#include "tests/app/app_test.hpp"
#include "tests/app/maps/map_cases.hpp"
#include "tests/io/full_disk.hpp"

#include <random>
#include <thread>

// Results stay, and say what was computed, whatever happens beside.

using namespace slideway;
using namespace slideway::test;
namespace fs = std::filesystem;

namespace {

// The mass of spring_case under a constant load, in time.
const std::string history_case = changed(
    spring_case, {"[[joint]] =", "[output] history_rate_hz = 1000.0",
                  "[analysis] type = \"transient\"\nscheme = \"runge-kutta\"\nt_end = 1.0"});

std::map<std::string, std::string> texts_below(const fs::path& folder)
{
    std::map<std::string, std::string> texts;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (!entry.is_directory())
            texts[entry.path().string()] = io::file_text(entry.path());
    return texts;
}

} // namespace

TEST_CASE("a disk that fills leaves the earlier results as they were", "[app]")
{
    const RunCase folder(history_case);
    const auto before = texts_below(folder / "out");
    const auto size = static_cast<rlim_t>(fs::file_size(folder / "out/results.h5"));
    // The lock, an array, the end of the arrays, the summary after arrays that fit.
    for (const rlim_t bytes : {rlim_t{0}, rlim_t{2000}, size / 2, size - 1}) {
        CAPTURE(bytes);
        ProgramRun run;
        {
            const FullDisk full(bytes);
            run = run_program(folder, "run case.toml --output out --set load.push.force=7 --quiet");
        }
        CHECK(run.exit_status == 1);
        if (bytes > 0) { // else the message did not fit either
            CHECK_THAT(run.err, Contains(": cannot be written: it is larger than files may be here "
                                         "(ulimit -f)"));
            CHECK_THAT(run.err, Contains("; earlier results stay as they were\n"));
            CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
        }
        CHECK(texts_below(folder / "out") == before);
    }
}

TEST_CASE("the text of the case in a summary is the one that was computed", "[app]")
{
    const std::string text =
        with_map(spring_case, "key = \"joint.spring.stiffness\", values = [100, 200]");
    const CaseFolder folder(text);
    const app::Job job = read(folder);
    const app::Case& c = job.c;
    const std::vector<std::string> source = app::source_of(job);
    // Edited while the case runs.
    std::ofstream(folder / "case.toml") << replaced(text, "force = 6.0", "force = 60.0");
    CHECK(app::source_of(job) == source);
    const app::Job point = app::MapCases(job.c).at({100, 0});
    CHECK(point.c.loads.at(0).force == 6.0);
    {
        io::Hdf5Writer h5(folder / "results.h5");
        h5.close();
    }
    app::write_summary(folder.path(), c, app::build_model(point), {});
    const Json summary(io::file_text(folder / "summary.json"));
    CHECK(summary["case"]["text"].text() == text);
    CHECK(summary["checksum"].text() == io::checksum_in(folder / "results.h5"));
}

TEST_CASE("a map does not go on with the points of another mesh", "[app]")
{
    const CaseFolder folder(
        with_map(small_case, "key = \"contact.rub.friction\", values = [0.1, 0.2]"));
    const app::Job job = read(folder);
    const std::vector<std::string> source = app::source_of(job);
    CHECK(app::source_of(job) == source);
    const std::string mesh = io::file_text(folder / "lower.inp");
    std::ofstream(folder / "lower.inp") << mesh << "\n";
    CHECK(app::source_of(job) != source);
    std::ofstream(folder / "lower.inp") << mesh;
    CHECK(app::source_of(job) == source);
}

TEST_CASE("a killed map continues with the points that it kept, to the last digit", "[app]")
{
    using namespace std::chrono_literals;
    const CaseFolder folder(with_map(replaced(small_case, "t_end = 0.002", "t_end = 0.02"),
                                     "key = \"contact.rub.friction\", from = 0, to = 0.3, n = 40"));
    run_ok(folder, "run case.toml --output whole --quiet");
    run_ok(folder, "run case.toml --output out --quiet --set map.x.n=2");
    const auto before = texts_below(folder / "out");
    RunningProgram program(folder, "run case.toml --output out --keep 0 --quiet");
    while (!fs::exists(app::kept_points(folder / "out")) && !program.ended())
        std::this_thread::sleep_for(1ms);
    std::string pid = io::file_text(folder / "out/.slideway.lock");
    pid.resize(std::min(pid.find(' '), pid.size()));
    const io::ScratchFolder beside;
    const ProgramRun second =
        run_program(beside, "run '" + (folder / "case.toml").string() + "' --output '" +
                                (folder / "out").string() + "' --quiet");
    if (!program.ended()) { // else a busy machine was late
        CHECK(second.exit_status == 2);
        CHECK(second.err == "output folder " + (folder / "out").string() + ": process " + pid +
                                " writes into it; wait for its end, or give another --output\n");
    }
    program.send(SIGKILL);
    const bool killed = program.wait() == -1; // the second time too
    for (const auto& [file, text] : before)
        CHECK((!killed || io::file_text(file) == text));
    const ProgramRun rest = run_ok(folder, "run case.toml --output out");
    if (killed)
        CHECK_THAT(rest.err,
                   Contains("continues with ") && Contains(" points of an interrupted map"));
    check_same_map(folder / "out/results.h5", folder / "whole/results.h5");
    CHECK(summary_of(folder)["quantities"] == summary_of(folder, "whole")["quantities"]);
    for (const auto& entry : fs::directory_iterator(folder / "out"))
        if (entry.path().filename() != ".slideway.files") // the list of results, which stays
            CHECK_FALSE(entry.path().filename().string().starts_with("."));
}

TEST_CASE("damaged points of an interrupted map are refused, in one line", "[app]")
{
    const CaseFolder folder(
        with_map(spring_case, "key = \"joint.spring.stiffness\", from = 0, to = 900, n = 4"));
    const app::Job job = read(folder);
    const app::Case& c = job.c;
    const std::vector<std::string> source = app::source_of(job);
    app::MapResults part{app::map_grid(*c.map), std::vector<studies::PointResult>(4)};
    part.results[0] = {
        studies::Status::end, "", {{"u", {0.02}, "m"}, {"regime", {}, "", {"stick"}}}};
    fs::create_directories(folder / "out");
    const fs::path file = folder / "out/results.h5";
    write(file, c, source, app::summarise_map(c, part), part);
    REQUIRE(app::read_map(file, source).results.size() == 4);
    const std::string sound = io::file_text(file);
    std::mt19937 random(16);
    const auto flip = [&] {
        const std::size_t bit = random() % (8 * sound.size());
        std::string spoilt = sound;
        spoilt[bit / 8] = static_cast<char>(spoilt[bit / 8] ^ (1 << bit % 8));
        std::ofstream(file, std::ios::binary) << spoilt;
    };
    for (int k = 0; k < 395; ++k) {
        flip();
        CHECK_THROWS_AS(app::read_map(file, source), InputError);
    }
    const ProgramRun run = run_program(folder, "run case.toml --output out --quiet");
    CHECK(run.exit_status == 2);
    CHECK(run.err == "out/results.h5: cannot be read: damaged, its checksum does not hold; remove "
                     "it to start again, or give another --output\n");
    std::ofstream(file, std::ios::binary) << sound;
    run_ok(folder, "run case.toml --output out --quiet");
}

TEST_CASE("a damaged curve is not gone on with", "[app]")
{
    const CaseFolder folder("");
    const std::string run_duffing = "run harmonic_balance/duffing --quiet ";
    run_ok(folder, run_duffing + "--output old --set analysis.Omega.to=1.0 "
                                 "--set analysis.stability=false");
    const fs::path file = folder / "old/results.h5";
    const std::string sound = io::file_text(file);
    std::mt19937 random(16);
    for (int k = 0; k < 395; ++k) {
        const std::size_t bit = random() % (8 * sound.size());
        std::string spoilt = sound;
        spoilt[bit / 8] = static_cast<char>(spoilt[bit / 8] ^ (1 << bit % 8));
        std::ofstream(file, std::ios::binary) << spoilt;
        CHECK_THROWS_WITH(io::Hdf5Reader(file), Contains("damaged"));
    }
    const ProgramRun run =
        run_program(folder, run_duffing + "--output new --set analysis.restart.results=old");
    CHECK(run.exit_status == 2);
    CHECK_THAT(run.err, Contains("analysis.restart.results = \"old\"; old/results.h5: cannot be "
                                 "read: damaged, its checksum does not hold\n"));
    CHECK_FALSE(fs::exists(folder / "new/results.h5"));
}
