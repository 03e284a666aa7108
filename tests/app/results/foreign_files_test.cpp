#include "tests/app/app_test.hpp"
#include "tests/io/full_disk.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

// A run replaces files of earlier runs and nothing else.

using namespace slideway;
using namespace slideway::test;
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
        CHECK_THAT(refused.err, Contains("was not written by "));
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
        run_ok(folder, run);
        run_ok(folder, run); // over its own files
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
    run_ok(folder, run);
    fs::remove(folder / "out/.slideway.files");
    fs::remove(folder / "parts/lower/.slideway.files");
    write(folder / "out/basins.vti", "of an earlier analysis");
    run_ok(folder, run);
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
        run_ok(folder, run + " --export-anywhere");
        CHECK(fs::exists(folder / "away/x/body.csv"));
        fs::remove_all(folder / "away/x");
    }
    run_ok(folder, "run mine/case.toml --quiet --output out --set "
                   "'substructure.lower.export=\"far/../near\"'");
    CHECK(fs::exists(folder / "mine/near/body.csv"));
}

TEST_CASE("a picture of basins replaces no file of somebody else", "[app]")
{
    const CaseFolder folder(model("basins"));
    const std::string run = "run case.toml --quiet --output out";
    write(folder / "out/basins.vti", "of somebody else");
    const ProgramRun refused = run_program(folder, run);
    CHECK(refused.exit_status != 0);
    CHECK_THAT(refused.err, Contains("basins.vti was not written by Slideway"));
    CHECK(io::file_text(folder / "out/basins.vti") == "of somebody else");
    fs::remove_all(folder / "out");
    run_ok(folder, run);
    CHECK(fs::exists(folder / "out/basins.vti"));
    run_ok(folder, run); // over its own
}

TEST_CASE("a picture of wear replaces that of an earlier run and no file of somebody else", "[app]")
{
    const io::ScratchFolder folder;
    const std::string run = "run contact_patch/three_feet_thrown --quiet --output out --set "
                            "analysis.wear_cells=20";
    run_ok(folder, run);
    CHECK(fs::exists(folder / "out/wear_floor.vtu"));
    run_ok(folder, run);
    fs::remove_all(folder / "out");
    write(folder / "out/wear_floor.vtu", "of somebody else");
    const ProgramRun refused = run_program(folder, run);
    CHECK(refused.exit_status != 0);
    CHECK_THAT(refused.err, Contains("wear_floor.vtu was not written by Slideway"));
    CHECK(io::file_text(folder / "out/wear_floor.vtu") == "of somebody else");
}

TEST_CASE("a forged list of own files leads a run to no file of somebody else", "[app]")
{
    const CaseFolder folder(case_with_all_files());
    const std::string run = "run case.toml --quiet --output out";
    const std::vector<std::string> others = {
        "keep.txt",           "out/notes.txt",    "out/data.csv",       "out/fields/mesh.geo",
        "out/deep/frame.vtu", "out/thesis.pdf",   "parts/secret.mtx",   "parts/lower/notes.txt",
        "elsewhere/a.vtu",    "out/figures/a.py", "out/shapes/notes.md"};
    for (const std::string& name : others)
        write(folder / name, "of somebody else");
    fs::create_directory_symlink(folder / "elsewhere", folder / "out/shapes/link");
    std::string list = "../keep.txt\n" + (folder / "keep.txt").string() +
                       "\n./../keep.txt\nfields/../../keep.txt\nshapes/link/a.vtu\n";
    for (const std::string& name : others)
        list += name.substr(name.find('/') + 1) + "\n";
    write(folder / "out/.slideway.files", list);
    write(folder / "out/figures/.slideway.files", list + "a.py\n../notes.txt\n");
    write(folder / "parts/lower/.slideway.files", list + "../secret.mtx\n");
    run_ok(folder, run);
    run_ok(folder, run);
    for (const std::string& name : others) {
        CAPTURE(name);
        CHECK(io::file_text(folder / name) == "of somebody else");
    }
}

TEST_CASE("links under the temporary names of an export and of results are not followed", "[app]")
{
    // The names hold the number of the process: a link for each number that the next process may
    // have.
    const CaseFolder folder(case_with_all_files());
    const std::string run = "run case.toml --quiet --output out";
    fs::create_directories(folder / "parts/lower");
    write(folder / "elsewhere", "of somebody else");
    const int next = ::getpid() + 1;
    for (const bool hard : {false, true})
        for (int pid = next; pid < next + 400; ++pid)
            for (const char* name : {"K", "body"}) {
                const fs::path link = folder / "parts/lower" /
                                      ("." + std::string(name) + ".tmp" + std::to_string(pid) +
                                       (name == std::string("K") ? ".mtx" : ".csv"));
                fs::remove(link);
                if (hard)
                    fs::create_hard_link(folder / "elsewhere", link);
                else
                    fs::create_symlink(folder / "elsewhere", link);
            }
    run_ok(folder, run);
    CHECK(io::file_text(folder / "elsewhere") == "of somebody else");
    CHECK(fs::exists(folder / "parts/lower/body.csv"));
}

TEST_CASE("a full disk is one line in our own words for every file of a run", "[app]")
{
    // Files may have so many bytes that the first that is too large is results.h5, a file of an
    // export, or a picture.
    const CaseFolder folder(case_with_all_files());
    const std::string run = "run case.toml --quiet --output out --set load.pressing.force=-0.07";
    run_ok(folder, "run case.toml --quiet --output out");
    const std::string before = io::file_text(folder / "out/results.h5");
    for (const int bytes : {20, 200, 1000, 3000, 6000, 10000, 30000}) {
        CAPTURE(bytes);
        ProgramRun left;
        {
            const FullDisk full(static_cast<rlim_t>(bytes));
            left = run_program(folder, run);
        }
        CAPTURE(left.err);
        if (left.exit_status == 0)
            continue;
        if (bytes > 400) { // else the message does not fit either
            CHECK(std::count(left.err.begin(), left.err.end(), '\n') == 1);
            CHECK_THAT(left.err,
                       Contains("cannot be written: it is larger than files may be here"));
        }
        CHECK(io::file_text(folder / "out/results.h5") == before);
        CHECK_FALSE(fs::exists(folder / "out/.slideway.new"));
    }
}

TEST_CASE("a small disk that fills is named", "[app]")
{
    // A file system of 32 kB in a mount name space of its own; only the superuser may make one.
    const CaseFolder folder(small_case);
    fs::create_directories(folder / "disk");
    const std::string command =
        "cd '" + folder.path().string() +
        "' && unshare -m sh -c 'mount -t tmpfs -o size=32k none disk || exit 99; " +
        program_path() +
        " run case.toml --quiet --output disk/out 2> err.txt > out.txt; status=$?; "
        "ls -A disk/out > left.txt; exit $status' 2> /dev/null";
    const int status = std::system(command.c_str());
    if (!WIFEXITED(status) || WEXITSTATUS(status) == 99 || !fs::exists(folder / "left.txt")) {
        WARN("no name space of mounts here");
        return;
    }
    const std::string err = io::file_text(folder / "err.txt");
    CHECK(WEXITSTATUS(status) == 1);
    CHECK_THAT(err, Contains("cannot be written: the disk is full"));
    CHECK(std::count(err.begin(), err.end(), '\n') == 1);
    CHECK(io::file_text(folder / "left.txt").empty()); // nothing half written
}
