#include "base/atomic_file.hpp"

#include "base/error.hpp"
#include "tests/io/full_disk.hpp"
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

TEST_CASE("a full disk is reported in words and leaves nothing", "[base]")
{
    // /dev/full can be opened but refuses every byte.
    const io::ScratchFolder folder;
    write_text_atomically(folder / "a.txt", "old");
    {
        const test::FullDisk full(3);
        CHECK_THROWS_WITH(
            write_text_atomically(folder / "a.txt", "longer"),
            Contains("a.txt: cannot be written: it is larger than files may be here (ulimit -f)"));
    }
    CHECK(io::file_text(folder / "a.txt") == "old");
    CHECK(folder.names() == Names{"a.txt"});
    CHECK(reason_not_written(ENOSPC) == "the disk is full");
    CHECK(reason_not_written(EDQUOT) == "the disk quota of the user is used up");
}

TEST_CASE("files of others under temporary names stay as they are", "[base]")
{
    // A symbolic link and a hard link to a file of somebody else, and a file without any link.
    for (const char* kind : {"symbolic link", "hard link", "file"}) {
        CAPTURE(kind);
        const io::ScratchFolder folder;
        const std::filesystem::path planted = AtomicFile(folder / "a.txt").temporary();
        std::ofstream(folder / "other") << "of somebody else";
        if (kind == std::string("symbolic link"))
            std::filesystem::create_symlink(folder / "other", planted);
        else if (kind == std::string("hard link"))
            std::filesystem::create_hard_link(folder / "other", planted);
        else
            std::filesystem::copy_file(folder / "other", planted);
        write_text_atomically(folder / "a.txt", "mine");
        CHECK(io::file_text(folder / "a.txt") == "mine");
        CHECK(io::file_text(folder / "other") == "of somebody else");
        CHECK(io::file_text(planted) == "of somebody else");
        CHECK(folder.names().size() == 3);
    }
}
