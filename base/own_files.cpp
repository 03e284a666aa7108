#include "base/own_files.hpp"

#include "base/atomic_file.hpp"

#include <algorithm>
#include <fstream>
#include <system_error>

namespace slideway {

namespace fs = std::filesystem;

namespace {

// True if the path leads to a file in the folder or below it.
bool stays_inside(const fs::path& path)
{
    return !path.empty() && path.is_relative() && path.lexically_normal() == path &&
           std::none_of(path.begin(), path.end(), [](const fs::path& part) -> bool {
               return part == ".." || part == "." || part.empty();
           });
}

fs::path list_of(const fs::path& folder)
{
    return folder / own_files_name;
}

} // namespace

bool has_own_files(const fs::path& folder)
{
    std::error_code ignored;
    return fs::is_regular_file(fs::symlink_status(list_of(folder), ignored));
}

std::set<std::string> own_files(const fs::path& folder)
{
    std::set<std::string> files;
    if (!has_own_files(folder))
        return files;
    std::ifstream stream(list_of(folder));
    for (std::string line; std::getline(stream, line);)
        if (stays_inside(line))
            files.insert(line);
    return files;
}

void write_own_files(const fs::path& folder, const std::set<std::string>& files)
{
    std::string text;
    for (const std::string& file : files)
        text += file + "\n";
    write_text_atomically(list_of(folder), text);
}

} // namespace slideway
