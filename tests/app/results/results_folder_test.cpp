#include "app/results/results_folder.hpp"

#include "base/error.hpp"
#include "base/own_files.hpp"
#include "io/results_file.hpp"
#include "tests/io/scratch_folder.hpp"

#include <catch2/catch.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <functional>
#include <set>

using namespace slideway;
using Catch::Matchers::Contains;
using Names = std::set<std::string>;
namespace fs = std::filesystem;

namespace {

void write(const fs::path& file, const std::string& text)
{
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text;
}

constexpr const char* kept = ".slideway.kept/points.h5";

// All files below a folder, hidden ones too.
Names names(const fs::path& folder)
{
    Names all;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (!entry.is_directory())
            all.insert(fs::relative(entry.path(), folder));
    return all;
}

constexpr const char* result_names[] = {"results.h5", "summary.json", "transient.pvd",
                                        "fields/frame_0.vtu"};

void write_result(const fs::path& folder, const std::string& text)
{
    for (const char* name : result_names)
        write(folder / name, text);
}

// Writes files with the list by which they are known as files of a run.
void write_earlier(const fs::path& folder, const Names& more = {})
{
    write_result(folder, "old");
    Names all(std::begin(result_names), std::end(result_names));
    for (const std::string& name : more) {
        write(folder / name, "old");
        all.insert(name);
    }
    write_own_files(folder, all);
}

// Both essential files, as a reader finds them.
std::string read_result(const fs::path& folder)
{
    return io::file_text(io::result_file(folder, "results.h5")) +
           io::file_text(io::result_file(folder, "summary.json"));
}

} // namespace

TEST_CASE("a results folder is made with its parents and left empty by a run without results",
          "[app]")
{
    const io::ScratchFolder scratch;
    {
        const app::ResultsFolder folder(scratch / "results/x/y");
        write_result(folder.staging(), "half");
    }
    CHECK(fs::is_empty(scratch / "results/x/y"));
}

TEST_CASE("a results folder that cannot be written is an input error with the reason", "[app]")
{
    const io::ScratchFolder scratch;
    write(scratch / "file", "x");
    for (const std::string name : {"file", "file/below"}) {
        CAPTURE(name);
        const std::string path = (scratch / name).string();
        CHECK_THROWS_AS(app::ResultsFolder(path), InputError);
        CHECK_THROWS_WITH(app::ResultsFolder(path),
                          "output folder " + path + " cannot be written: Not a directory");
    }
}

TEST_CASE("new results replace all files of the old ones and no others", "[app]")
{
    const io::ScratchFolder scratch;
    const fs::path out = scratch / "out";
    write_earlier(out, {"shapes/a/phase_00.vtu", "mode.pvd", "basins.vti"});
    for (const char* old : {"figures/a.png", "figures/a.svg", "figures/a.csv", kept})
        write(out / old, "old");
    write_own_files(out / "figures", {"a.png", "a.svg", "a.csv"});
    const Names own = {"notes.txt",    "fields/notes.txt", "fields/own.vtu", "own.pvd",
                       "figures/a.py", "figures/b.png",    "shapes/b.dat"};
    for (const std::string& name : own)
        write(out / name, "own");
    {
        app::ResultsFolder folder(out);
        write_result(folder.staging(), "new");
        write(folder.staging() / "fields/frame_1.vtu", "new");
        CHECK(read_result(out) == "oldold");
        folder.replace();
    }
    Names expected = own;
    expected.insert({"results.h5", "summary.json", "transient.pvd", "fields/frame_0.vtu",
                     "fields/frame_1.vtu"});
    Names found = names(out);
    CHECK(found.erase(own_files_name) == 1);
    CHECK(found == expected);
    for (const std::string& name : found)
        CHECK(io::file_text(out / name) == (own.contains(name) ? "own" : "new"));
}

TEST_CASE("a folder that a living process writes into is refused, with its number", "[app]")
{
    const io::ScratchFolder scratch;
    const std::string path = (scratch / "out").string();
    {
        const app::ResultsFolder folder(path);
        CHECK_THROWS_AS(app::ResultsFolder(path), InputError);
        CHECK_THROWS_WITH(app::ResultsFolder(path),
                          "output folder " + path + ": process " + std::to_string(::getpid()) +
                              " writes into it; wait for its end, or give another --output");
    }
    CHECK_NOTHROW(app::ResultsFolder(path));
}

TEST_CASE("what a killed run leaves is no obstacle to the next, which removes it", "[app]")
{
    const io::ScratchFolder scratch;
    const fs::path out = scratch / "out";
    write_earlier(out);
    const pid_t child = ::fork();
    if (child == 0) {
        const app::ResultsFolder folder(out);
        write_result(folder.staging(), "half");
        write(out / kept, "kept");
        write(out / ".slideway.kept/.points.tmp1.h5", "half");
        ::raise(SIGKILL);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    REQUIRE(WIFSIGNALED(status));
    CHECK(read_result(out) == "oldold");
    {
        const app::ResultsFolder folder(out);
        CHECK(fs::is_empty(folder.staging()));
        CHECK(read_result(out) == "oldold");
    }
    CHECK(names(out) == Names{"results.h5", "summary.json", "transient.pvd", "fields/frame_0.vtu",
                              own_files_name, kept}); // from which a map resumes
}

TEST_CASE("killed at any step of the replacement, a run leaves old results or new ones", "[app]")
{
    // The steps of replace(), one by one, each of which may be the last.
    const fs::path whole = ".slideway.whole", begun = ".slideway.new";
    const auto move = [&](const fs::path& out, const char* name) {
        fs::create_directories((out / name).parent_path());
        fs::rename(out / whole / name, out / name);
    };
    const std::vector<std::pair<std::string, std::function<void(const fs::path& out)>>> steps = {
        {"old", [&](const fs::path& out) { write_result(out / begun, "new"); }},
        {"old", [&](const fs::path& out) { write(out / begun / ".old-stays", ""); }},
        {"new", [&](const fs::path& out) { fs::rename(out / begun, out / whole); }},
        {"new", [](const fs::path& out) { fs::remove(out / "summary.json"); }},
        {"new", [](const fs::path& out) { fs::remove(out / "transient.pvd"); }},
        {"new", [](const fs::path& out) { fs::remove(out / "fields/frame_0.vtu"); }},
        {"new",
         [&](const fs::path& out) {
             write_own_files(out, {std::begin(result_names), std::end(result_names)});
         }},
        {"new", [&](const fs::path& out) { fs::remove(out / whole / ".old-stays"); }},
        {"new", [&](const fs::path& out) { move(out, "fields/frame_0.vtu"); }},
        {"new", [&](const fs::path& out) { move(out, "results.h5"); }},
        {"new", [&](const fs::path& out) { move(out, "transient.pvd"); }},
        {"new", [&](const fs::path& out) { move(out, "summary.json"); }},
        {"new", [&](const fs::path& out) { fs::remove_all(out / whole); }},
    };
    for (std::size_t last = 0; last < steps.size(); ++last) {
        CAPTURE(last);
        const io::ScratchFolder scratch;
        write_earlier(scratch.path());
        for (std::size_t k = 0; k <= last; ++k)
            steps[k].second(scratch.path());
        const std::string found = steps[last].first;
        CHECK(read_result(scratch.path()) == found + found);
        {
            const app::ResultsFolder next(scratch.path());
        }
        Names left = names(scratch.path());
        CHECK(left.erase(own_files_name) == 1);
        CHECK(left == Names(std::begin(result_names), std::end(result_names)));
        for (const std::string& name : left)
            CHECK(io::file_text(scratch / name) == found);
    }
}
