#include "tests/support/toy_list.hpp"

#include "tests/support/source_dir.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

namespace slideway::test {

namespace fs = std::filesystem;

namespace {

std::vector<std::string> lines_of(const fs::path& file)
{
    std::ifstream in(file);
    REQUIRE(in);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    return lines;
}

} // namespace

void check_toy_list(const fs::path& list, const fs::path& copy, const std::string& toy)
{
    const fs::path sources = source_dir();
    const std::vector<std::string> before = lines_of(sources / list), after = lines_of(copy);
    // Two lines are new, the header and the list with another name; one line is removed.
    const auto new_lines = std::count_if(after.begin(), after.end(), [&](const auto& line) -> bool {
        return std::find(before.begin(), before.end(), line) == before.end();
    });
    CHECK(new_lines == 2);
    CHECK(after.size() == before.size() + 1);
    // No other file is replaced, neither in the folder of the copy nor by the files of the toy.
    const std::string text = copy.string();
    for (const auto& entry :
         fs::recursive_directory_iterator(text.substr(0, text.size() - list.string().size()))) {
        CAPTURE(entry.path());
        CHECK((entry.is_directory() || entry.path() == copy));
    }
    const fs::path own = sources / "tests" / toy;
    for (const auto& entry : fs::recursive_directory_iterator(own / *list.begin())) {
        CAPTURE(entry.path());
        CHECK(
            (entry.is_directory() || !fs::exists(sources / entry.path().lexically_relative(own))));
    }
}

} // namespace slideway::test
