#include "tests/app/program.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

// A run replaces files of earlier runs and nothing else.

using namespace slideway;
using namespace slideway::test;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {

// Frames make it write .pvd and .vtu; the key `export` all files of an export.
std::string case_with_all_files()
{
    return small_case_with("name = \"lower\"\n", "name = \"lower\"\nexport = \"parts/lower\"\n");
}

void write(const fs::path& file, const std::string& text)
{
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text;
}

} // namespace

TEST_CASE("a run leaves files of others as they are, whichever of its own names they have", "[app]")
{
    const CaseFolder folder(case_with_all_files());
    const std::string run = "run case.toml --quiet --output out";
    for (const char* name :
         {"out/summary.json", "out/results.h5", "out/transient.pvd", "out/fields/frame_00000.vtu",
          "out/fields", "parts/lower/M.mtx", "parts/lower/C.mtx", "parts/lower/K.mtx",
          "parts/lower/rows.mtx", "parts/lower/rigid.mtx", "parts/lower/ports.csv",
          "parts/lower/edges.csv", "parts/lower/surfaces.csv", "parts/lower/body.csv"}) {
        CAPTURE(name);
        fs::remove_all(folder / "out");
        fs::remove_all(folder / "parts");
        write(folder / name, "of somebody else");
        const ProgramRun refused = run_program(folder, run);
        CHECK(refused.exit_status != 0);
        CHECK_THAT(refused.err, Contains("is not of an earlier "));
        CHECK(std::count(refused.err.begin(), refused.err.end(), '\n') == 1);
        CHECK(io::file_text(folder / name) == "of somebody else");

        // A link is not followed either.
        fs::remove(folder / name);
        write(folder / "elsewhere", "of somebody else");
        fs::create_symlink(folder / "elsewhere", folder / name);
        CHECK(run_program(folder, run).exit_status != 0);
        CHECK(io::file_text(folder / "elsewhere") == "of somebody else");
        CHECK(fs::is_symlink(folder / name));

        fs::remove(folder / name);
        CHECK(run_program(folder, run).exit_status == 0);
        CHECK(run_program(folder, run).exit_status == 0); // over its own files
    }
}

TEST_CASE("hidden names of a run are not followed as links", "[app]")
{
    const CaseFolder folder(case_with_all_files());
    for (const char* name : {".slideway.lock", ".slideway.new", ".slideway.kept", ".slideway.whole",
                             ".slideway.files"}) {
        CAPTURE(name);
        fs::remove_all(folder / "out");
        fs::create_directories(folder / "out");
        write(folder / "elsewhere/points.h5", "of somebody else");
        const bool is_file =
            std::string(name) == ".slideway.lock" || name == std::string(".slideway.files");
        fs::create_symlink(folder / (is_file ? "elsewhere/points.h5" : "elsewhere"),
                           folder / "out" / name);
        (void)run_program(folder, "run case.toml --quiet --output out");
        CHECK(io::file_text(folder / "elsewhere/points.h5") == "of somebody else");
        CHECK(std::distance(fs::directory_iterator(folder / "elsewhere"), {}) == 1);
    }
}

TEST_CASE("results and exports of versions that wrote no list are replaced", "[app]")
{
    const CaseFolder folder(case_with_all_files());
    const std::string run = "run case.toml --quiet --output out";
    CHECK(run_program(folder, run).exit_status == 0);
    fs::remove(folder / "out/.slideway.files");
    fs::remove(folder / "parts/lower/.slideway.files");
    write(folder / "out/basins.vti", "of an earlier analysis");
    CHECK(run_program(folder, run).exit_status == 0);
    CHECK_FALSE(fs::exists(folder / "out/basins.vti"));
}

TEST_CASE("an export leaves the folder of the case only where the user allows it", "[app]")
{
    const CaseFolder folder(small_case);
    fs::create_directories(folder / "mine/far");
    for (const char* name : {"case.toml", "lower.inp", "upper.inp"})
        fs::rename(folder / name, folder / "mine" / name);
    fs::create_directory_symlink(folder / "away", folder / "mine/link");
    fs::create_directories(folder / "away");
    const std::string absolute = (folder / "away/x").string();
    for (const std::string& path : {std::string("../away/x"), absolute, std::string("link/x"),
                                    std::string("far/../../away/x")}) {
        CAPTURE(path);
        const std::string run = "run mine/case.toml --quiet --output out "
                                "--set 'substructure.lower.export=\"" +
                                path + "\"'";
        const ProgramRun refused = run_program(folder, run);
        CHECK(refused.exit_status == 2);
        CHECK_THAT(refused.err, Contains("substructure.lower.export = \"" + path +
                                         "\"; leads out of the folder of the case, to ") &&
                                    Contains("or `slideway run --export-anywhere`"));
        CHECK(fs::is_empty(folder / "away"));
        CHECK(run_program(folder, run + " --export-anywhere").exit_status == 0);
        CHECK(fs::exists(folder / "away/x/body.csv"));
        fs::remove_all(folder / "away/x");
    }
    CHECK(run_program(folder, "run mine/case.toml --quiet --output out --set "
                              "'substructure.lower.export=\"far/../near\"'")
              .exit_status == 0);
    CHECK(fs::exists(folder / "mine/near/body.csv"));
}
