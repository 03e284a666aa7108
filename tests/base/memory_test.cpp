#include "base/memory.hpp"

#include "base/error.hpp"

#include <catch2/catch.hpp>

#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

using namespace slideway;
using Catch::Matchers::Equals;
using Catch::Matchers::StartsWith;

namespace {

namespace fs = std::filesystem;

// A tree of files like those in /proc and /sys.
struct FakeSystem {
    fs::path root = fs::temp_directory_path() / ("slideway_memory_" + std::to_string(getpid()));

    FakeSystem() { fs::remove_all(root); }
    ~FakeSystem() { fs::remove_all(root); }
    FakeSystem(const FakeSystem&) = delete;
    FakeSystem& operator=(const FakeSystem&) = delete;

    void write(const std::string& file, const std::string& text) const
    {
        fs::create_directories((root / file).parent_path());
        std::ofstream(root / file) << text;
    }
};

} // namespace

TEST_CASE("The available memory is that of the machine without a control group", "[base]")
{
    const FakeSystem system;
    CHECK(std::isinf(available_memory(system.root)));
    system.write("proc/meminfo", "MemTotal: 2000 kB\nMemFree: 100 kB\nMemAvailable:    800 kB\n");
    CHECK(available_memory(system.root) == 800 * 1024);
}

TEST_CASE("A control group lowers the available memory", "[base]")
{
    const FakeSystem system;
    system.write("proc/meminfo", "MemAvailable: 8000 kB\n");
    system.write("proc/self/cgroup", "0::/job/step\n");
    system.write("sys/fs/cgroup/job/step/memory.max", "max\n"); // the level above has the limit
    system.write("sys/fs/cgroup/job/step/memory.current", "1000000\n");
    system.write("sys/fs/cgroup/job/memory.max", "3000000\n");
    system.write("sys/fs/cgroup/job/memory.current", "1000000\n");
    CHECK(available_memory(system.root) == 2000000);
    // The kernel reclaims file pages that are not in use.
    system.write("sys/fs/cgroup/job/memory.stat", "anon 700000\ninactive_file 300000\n");
    CHECK(available_memory(system.root) == 2300000);
    system.write("sys/fs/cgroup/job/memory.current", "9000000\n"); // above a reduced limit
    CHECK(available_memory(system.root) == 0);
}

TEST_CASE("Control groups of version 1 are read too", "[base]")
{
    const FakeSystem system;
    system.write("proc/meminfo", "MemAvailable: 8000 kB\n");
    system.write("proc/self/cgroup", "5:cpu,cpuacct:/x\n4:memory:/docker/abc\n0::/\n");
    // In a container the path of the host does not exist, but its group is the top level.
    system.write("sys/fs/cgroup/memory/memory.limit_in_bytes", "5000000\n");
    system.write("sys/fs/cgroup/memory/memory.usage_in_bytes", "2000000\n");
    CHECK(available_memory(system.root) == 3000000);
}

TEST_CASE("A limit of the address space lowers the available memory", "[base]")
{
    const FakeSystem system;
    system.write("proc/meminfo", "MemAvailable: 8000 kB\n");
    system.write("proc/self/limits", "Max file locks    unlimited    unlimited    locks\n"
                                     "Max address space 3000000      unlimited    bytes\n");
    system.write("proc/self/statm", "100 50 40 5 0 20 0\n"); // pages
    CHECK(available_memory(system.root) == 3000000.0 - 100.0 * double(sysconf(_SC_PAGESIZE)));
    system.write("proc/self/limits", "Max address space unlimited    unlimited    bytes\n");
    CHECK(available_memory(system.root) == 8000 * 1024);
}

TEST_CASE("Work that does not fit is refused with the estimate and the remedy", "[base]")
{
    CHECK_NOTHROW(require_memory(3e9, "a", "b", 3e9));
    CHECK_THROWS_WITH(require_memory(3.5e9, "the frames", "Lower fields_rate_hz", 3e9),
                      "the frames would take about 3.5 GB; 3 GB are available. Lower "
                      "fields_rate_hz");
    CHECK_THROWS_AS(require_memory(std::nan(""), "a", "b", 3e9), InputError);
}

TEST_CASE("This machine has memory left", "[base]")
{
    CHECK(available_memory() > 1e6);
}

TEST_CASE("results above 4 GB are refused whatever the machine has", "[base]")
{
    CHECK_NOTHROW(limit_results(4e9, "the results", "lower history_rate_hz"));
    CHECK_THROWS_WITH(limit_results(4.4e9, "the results", "lower history_rate_hz"),
                      Equals("the results would take 4.4 GB (limit 4 GB); lower history_rate_hz"));
    CHECK_THROWS_AS(limit_results(NAN, "the results", "lower history_rate_hz"), InputError);
}

TEST_CASE("up to 1 GB the memory of a machine is not looked at", "[base]")
{
    const InputError what("max_points", "10", "so many points");
    CHECK_NOTHROW(require_memory_of_much(1e9, what, "Give fewer"));
    CHECK_THROWS_WITH(require_memory_of_much(1e18, what, "Give fewer"),
                      StartsWith("max_points = 10; so many points would take about 1e+09 GB; "));
}
