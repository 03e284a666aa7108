#include "base/memory.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <string>

namespace slideway {

namespace {

namespace fs = std::filesystem;

constexpr double unlimited = std::numeric_limits<double>::infinity();

// Reads the first number of a file; empty if there is none ("max").
std::optional<double> number_in(const fs::path& file)
{
    std::ifstream stream(file);
    double value = 0;
    if (stream >> value)
        return value;
    return std::nullopt;
}

// Reads the number after `key` in a file of "key value" or "key: value" lines.
std::optional<double> number_of(const fs::path& file, const std::string& key)
{
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) {
        std::istringstream words(line);
        std::string word;
        double value = 0;
        if (words >> word >> value && (word == key || word == key + ":"))
            return value;
    }
    return std::nullopt;
}

// Memory that a control group of either version leaves: its limit minus its usage. File pages that
// the kernel reclaims on demand do not count as usage.
double left_in(const fs::path& group, const char* limit_file, const char* usage_file,
               const char* reclaimable)
{
    const auto limit = number_in(group / limit_file), usage = number_in(group / usage_file);
    if (!limit || !usage)
        return unlimited;
    const double file_pages = number_of(group / "memory.stat", reclaimable).value_or(0);
    return std::max(0.0, *limit - *usage + std::min(file_pages, *usage));
}

std::string gigabytes(double bytes)
{
    return number_text(bytes / 1e9, 2) + " GB";
}

} // namespace

void require_memory(double bytes, const InputError& what, const std::string& remedy,
                    double available)
{
    if (!(bytes <= available))
        throw what.noted(" would take about " + gigabytes(bytes) + "; " + gigabytes(available) +
                         " are available. " + remedy);
}

void require_memory(double bytes, const std::string& what, const std::string& remedy,
                    double available)
{
    require_memory(bytes, InputError(what), remedy, available);
}

void require_memory_of_much(double bytes, const InputError& what, const std::string& remedy)
{
    constexpr double little = 1e9;
    if (!(bytes <= little))
        require_memory(bytes, what, remedy);
}

void limit_results(double bytes, const std::string& what, const std::string& remedy)
{
    constexpr double most = 4e9;
    if (!(bytes <= most))
        throw InputError(what + " would take " + number_text(bytes / 1e9, 3) + " GB (limit " +
                         number_text(most / 1e9) + " GB); " + remedy);
}

double left_address_space(const fs::path& root)
{
    const std::string key = "Max address space";
    std::ifstream limits(root / "proc/self/limits");
    for (std::string line; std::getline(limits, line);) {
        double limit = 0;
        if (line.starts_with(key) && std::istringstream(line.substr(key.size())) >> limit) {
            const double pages = number_in(root / "proc/self/statm").value_or(0);
            return std::max(0.0, limit - pages * static_cast<double>(sysconf(_SC_PAGESIZE)));
        }
    }
    return unlimited;
}

double available_memory(const fs::path& root)
{
    double available = left_address_space(root);
    if (const auto kilobytes = number_of(root / "proc/meminfo", "MemAvailable"))
        available = std::min(available, 1024 * *kilobytes);

    // Lines are "0::/path" (version 2) and "N:memory:/path" (version 1). Any level above may have a
    // limit. Inside a container the path may be that of the host; then the top level is the group.
    std::ifstream groups(root / "proc/self/cgroup");
    for (std::string line; std::getline(groups, line);) {
        const auto first = line.find(':'), second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos)
            continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        const bool version_2 = controllers.empty();
        if (!version_2 && controllers != "memory")
            continue;
        const fs::path top = root / (version_2 ? "sys/fs/cgroup" : "sys/fs/cgroup/memory");
        fs::path path = fs::path(line.substr(second + 1)).relative_path();
        while (true) {
            const fs::path group = path.empty() ? top : top / path;
            available =
                std::min(available,
                         version_2 ? left_in(group, "memory.max", "memory.current", "inactive_file")
                                   : left_in(group, "memory.limit_in_bytes",
                                             "memory.usage_in_bytes", "total_inactive_file"));
            if (path.empty())
                break;
            path = path.parent_path();
        }
    }
    return available;
}

} // namespace slideway
