#include "base/input_file.hpp"

#include "base/error.hpp"

#include <catch2/catch.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <string>

using namespace slideway;
namespace fs = std::filesystem;

TEST_CASE("an input file is a regular file, and nothing waits for what is none", "[base]")
{
    const fs::path folder =
        fs::temp_directory_path() / ("slideway_input_" + std::to_string(getpid()));
    fs::create_directories(folder);
    const std::string file = (folder / "a.csv").string(), pipe = (folder / "pipe").string();
    std::ofstream(file) << "1,2\n3,4\n";
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);

    std::ifstream stream = open_input(file, 8);
    std::string line;
    CHECK((std::getline(stream, line) && line == "1,2"));
    CHECK_THROWS_WITH(open_input(file, 7), file + ": 8e-06 MB; expected at most 7e-06 MB");
    CHECK_THROWS_WITH(open_input(pipe), pipe + ": a pipe or a device; expected a file");
    CHECK_THROWS_WITH(open_input("/dev/zero"), "/dev/zero: a pipe or a device; expected a file");
    CHECK_THROWS_WITH(open_input(folder), folder.string() + ": a folder; expected a file");
    const std::string none = (folder / "none").string(), longer = std::string(300, 'n');
    CHECK_THROWS_WITH(open_input(none), none + ": no such file, or it cannot be read");
    CHECK_THROWS_WITH(open_input(longer), longer + ": no such file, or it cannot be read");
    fs::remove_all(folder);
}
