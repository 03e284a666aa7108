#pragma once

#include <filesystem>
#include <string>

namespace slideway {

class InputError;

/// Memory that this process can still take without swapping [B]: MemAvailable of /proc/meminfo, or
/// less where a control group (container, batch job) or `ulimit -v` limits it. Infinity if none of
/// them can be read.
///
/// @param root  where /proc and /sys are found; other than "/" for tests
[[nodiscard]] double available_memory(const std::filesystem::path& root = "/");

/// What `ulimit -v` leaves of the address space [B]; without a bound infinity.
[[nodiscard]] double left_address_space(const std::filesystem::path& root = "/");

/// Refuses work before it begins: "WHAT would take about 12 GB; 3 GB are available. REMEDY".
/// @param what  the subject, with the key or the file that it is about
/// @throws InputError  bytes above `available`, or not a number
void require_memory(double bytes, const InputError& what, const std::string& remedy,
                    double available = available_memory());
void require_memory(double bytes, const std::string& what, const std::string& remedy,
                    double available = available_memory());

/// The same of work that may be little: up to 1 GB, of which any machine has some, it is not worth
/// a look at how much is available.
void require_memory_of_much(double bytes, const InputError& what, const std::string& remedy);

/// Refuses results that a run would keep in memory, above 4 GB whatever the machine has: "WHAT
/// would take 4.4 GB (limit 4 GB); REMEDY".
/// @throws InputError
void limit_results(double bytes, const std::string& what, const std::string& remedy);

} // namespace slideway
