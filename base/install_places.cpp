#include "base/install_places.hpp"

#include <dlfcn.h>

#include <string>
#include <system_error>

namespace slideway {

namespace fs = std::filesystem;

namespace {

// Folder of the file that contains this code.
fs::path own_folder()
{
    std::error_code ignored;
    Dl_info info{};
    if (dladdr(reinterpret_cast<const void*>(&own_folder), &info) != 0 && info.dli_fname)
        if (const fs::path file = info.dli_fname;
            file.filename().string().find(".so") != std::string::npos)
            return fs::absolute(file, ignored).parent_path();
    return fs::read_symlink("/proc/self/exe", ignored).parent_path(); // a program has no .so
}

} // namespace

std::vector<fs::path> install_prefixes()
{
    std::vector<fs::path> prefixes;
    for (fs::path folder = own_folder(); folder.has_relative_path(); folder = folder.parent_path())
        prefixes.push_back(folder.parent_path());
    return prefixes;
}

fs::path installed(const fs::path& place)
{
    std::error_code ignored;
    for (const fs::path& prefix : install_prefixes())
        if (fs::path there = prefix / place; fs::exists(there, ignored))
            return there;
    return {};
}

} // namespace slideway
