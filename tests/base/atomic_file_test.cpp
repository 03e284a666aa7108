#include "base/atomic_file.hpp"

#include "base/error.hpp"
#include "tests/io/scratch_folder.hpp"

#include <catch2/catch.hpp>

using namespace slideway;
using Catch::Matchers::Contains;
using Names = std::vector<std::string>;

TEST_CASE("a text file is written whole, alone, and replaces an older one", "[base]")
{
    const io::ScratchFolder folder;
    write_text_atomically(folder / "a.json", "first");
    write_text_atomically(folder / "a.json", std::string("sec\0nd\n", 7));
    CHECK(io::file_text(folder / "a.json") == std::string("sec\0nd\n", 7));
    CHECK(folder.names() == Names{"a.json"});
}

TEST_CASE("a writer that throws leaves neither file nor temporary, and an older file as it was",
          "[base]")
{
    const io::ScratchFolder folder;
    const auto fail = [](const std::filesystem::path& temporary) {
        std::ofstream(temporary) << "half";
        throw std::runtime_error("diverged");
    };
    CHECK_THROWS_WITH(write_atomically(folder / "a.txt", fail), "diverged");
    CHECK(folder.names().empty());

    write_text_atomically(folder / "a.txt", "old");
    CHECK_THROWS(write_atomically(folder / "a.txt", fail));
    CHECK(io::file_text(folder / "a.txt") == "old");
    CHECK(folder.names() == Names{"a.txt"});
}

TEST_CASE("the temporary lies beside the file and has its extension", "[base]")
{
    const io::ScratchFolder folder;
    write_atomically(folder / "mode_1.5_Hz.vtu", [&](const std::filesystem::path& temporary) {
        CHECK(temporary.parent_path() == folder.path());
        CHECK(temporary.extension() == ".vtu");
        CHECK(temporary != folder / "mode_1.5_Hz.vtu");
        std::ofstream(temporary) << "x";
    });
    CHECK(folder.names() == Names{"mode_1.5_Hz.vtu"});
}

TEST_CASE("a writer that writes nothing, and a folder in the file's place, are reported", "[base]")
{
    const io::ScratchFolder folder;
    CHECK_THROWS_WITH(write_atomically(folder / "a.txt", [](const auto&) {}),
                      Contains("a.txt: cannot be written: No such file or directory"));
    std::filesystem::create_directory(folder / "taken");
    CHECK_THROWS_WITH(write_text_atomically(folder / "taken", "x"),
                      Contains("taken: cannot be written: Is a directory"));
    CHECK(folder.names() == Names{"taken"});
}

TEST_CASE("text into a folder that is not there is an input error naming the folder", "[base]")
{
    const io::ScratchFolder folder;
    const std::string missing = (folder / "no").string();
    CHECK_THROWS_AS(write_text_atomically(folder / "no/a.txt", "x"), InputError);
    CHECK_THROWS_WITH(write_text_atomically(folder / "no/a.txt", "x"),
                      "output folder " + missing + " cannot be written: No such file or directory");
}

TEST_CASE("a full disk is reported and leaves nothing", "[base]")
{
    // /dev/full takes the open and refuses every byte.
    const io::ScratchFolder folder;
    if (!std::filesystem::exists("/dev/full"))
        return;
    const std::filesystem::path temporary = AtomicFile(folder / "a.txt").temporary();
    std::filesystem::create_symlink("/dev/full", temporary);
    CHECK_THROWS_WITH(write_text_atomically(folder / "a.txt", "x"),
                      Contains("a.txt: cannot be written: No space left on device"));
    CHECK(folder.names().empty());
}
