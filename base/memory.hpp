#pragma once

#include <filesystem>
#include <string>

namespace slideway {

class InputError;

/// Returns the memory that this process can still take without swapping [B]: MemAvailable of
/// /proc/meminfo, or less if a control group (container, batch job) or `ulimit -v` limits it. The
/// result is infinite if none of them can be read.
///
/// @param root  where /proc and /sys are found; other than "/" for tests
[[nodiscard]] double available_memory(const std::filesystem::path& root = "/");

/// Returns the address space that `ulimit -v` leaves [B]; infinite without a limit.
[[nodiscard]] double left_address_space(const std::filesystem::path& root = "/");

/// Refuses work before it begins: "WHAT would take about 12 GB; 3 GB are available. REMEDY".
/// @param what  the subject, with the key or the file that it concerns
/// @throws InputError  bytes above `available`, or not a number
void require_memory(double bytes, const InputError& what, const std::string& remedy,
                    double available = available_memory());
void require_memory(double bytes, const std::string& what, const std::string& remedy,
                    double available = available_memory());

/// Refuses work that would take more than is available, but checks only above 1 GB, which
/// every machine has.
void require_memory_of_much(double bytes, const InputError& what, const std::string& remedy);

/// Refuses results above 4 GB that a run would hold in memory, whatever the machine has: "WHAT
/// would take 4.4 GB (limit 4 GB); REMEDY".
/// @throws InputError
void limit_results(double bytes, const std::string& what, const std::string& remedy);

} // namespace slideway
