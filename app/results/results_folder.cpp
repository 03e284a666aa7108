#include "app/results/results_folder.hpp"

#include "app/results/owned_results.hpp"
#include "base/atomic_file.hpp"
#include "base/error.hpp"
#include "base/own_files.hpp"
#include "io/results_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <set>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace slideway::app {

namespace {

namespace fs = std::filesystem;
using io::whole_name;

// Inside the folder, so that renaming works: one file system. `whole` is the result from the moment
// at which it has this name; `old_stays` in it says that the old files have not been removed yet.
constexpr const char* lock_name = ".slideway.lock";
constexpr const char* new_name = ".slideway.new";
constexpr const char* kept_name = ".slideway.kept";
constexpr const char* old_stays = ".old-stays";

std::string reason(int error)
{
    return std::generic_category().message(error);
}

[[noreturn]] void refuse(const fs::path& folder, const std::error_code& error)
{
    const std::string text = "output folder " + (folder.empty() ? "." : folder.string()) +
                             " cannot be written: " + reason_not_written(error.value());
    if (error == std::errc::no_space_on_device || error.value() == EDQUOT ||
        error == std::errc::file_too_large)
        throw std::runtime_error(text); // the place is right
    throw InputError(text);
}

[[noreturn]] void fail(const fs::path& file, int error)
{
    throw std::runtime_error(file.string() + ": cannot be written: " + reason_not_written(error));
}

// To the disk, which may only now say that it is full.
void sync(const fs::path& path)
{
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    const bool synced = fd >= 0 && (::fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP);
    const int error = errno;
    if (fd >= 0)
        ::close(fd);
    if (!synced)
        fail(path, error);
}

std::vector<fs::path> files_below(const fs::path& folder)
{
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (!entry.is_directory())
            files.push_back(entry.path());
    return files;
}

// All that its file system has to write, at once: a file at a time would take milliseconds each,
// and there may be thousands of frames.
void sync_all(const fs::path& folder)
{
    const int fd = ::open(folder.c_str(), O_RDONLY | O_CLOEXEC);
    const bool synced = fd >= 0 && ::syncfs(fd) == 0;
    const int error = errno;
    if (fd >= 0)
        ::close(fd);
    if (!synced)
        fail(folder, error);
}

// All of an earlier result, and the folders of its frames and figures where nothing else is in
// them.
void remove_old(const fs::path& folder, const std::set<std::string>& owned)
{
    std::error_code ignored;
    std::set<fs::path> parents;
    for (const std::string& file : owned) {
        if (file == "results.h5") // the new one replaces it by its name
            continue;
        const fs::path path = folder / file;
        fs::remove(path, ignored);
        for (fs::path parent = path.parent_path(); parent != folder; parent = parent.parent_path())
            parents.insert(parent);
    }
    fs::remove(folder / "figures" / own_files_name, ignored);
    for (auto parent = parents.rbegin(); parent != parents.rend(); ++parent) // the deepest first
        fs::remove(*parent, ignored);                                        // if empty
}

// Ends a replacement, from wherever it has got to. Frames come before the .pvd that names them, and
// summary.json last.
void finish(const fs::path& folder)
{
    const fs::path whole = folder / whole_name;
    if (!fs::exists(whole))
        return;
    const std::set<std::string> owned = owned_results(folder);
    std::set<std::string> renewed;
    for (const fs::path& file : files_below(whole))
        if (file != whole / old_stays)
            renewed.insert(file.lexically_relative(whole).string());
    refuse_foreign(folder, owned, renewed);
    if (fs::exists(whole / old_stays)) {
        remove_old(folder, owned);
        write_own_files(folder, renewed);
        fs::remove(whole / old_stays);
    }
    auto move = [&](const fs::path& file) {
        const fs::path owned_file = folder / file.lexically_relative(whole);
        fs::create_directories(owned_file.parent_path());
        fs::rename(file, owned_file);
    };
    std::vector<fs::path> files = files_below(whole);
    std::stable_sort(files.begin(), files.end(), [&](const fs::path& a, const fs::path& b) -> bool {
        auto rank = [&](const fs::path& file) -> int {
            return file == whole / "summary.json" ? 2 : file.parent_path() == whole ? 1 : 0;
        };
        return rank(a) < rank(b);
    });
    for (const fs::path& file : files)
        move(file);
    fs::remove_all(folder / kept_name); // of an earlier run, or part of these results
    fs::remove_all(whole);
}

// Removes unfinished files of a killed run.
void remove_temporaries(const fs::path& folder)
{
    fs::remove_all(folder / new_name);
    if (!fs::is_directory(folder / kept_name))
        return;
    for (const fs::path& file : files_below(folder / kept_name))
        if (file != kept_points(folder))
            fs::remove(file);
}

// "process 1234", of what the process that holds a lock has written into it.
std::string holder(const fs::path& file)
{
    std::ifstream stream(file);
    std::string pid, host;
    stream >> pid >> host;
    std::string text(256, '\0');
    if (::gethostname(text.data(), text.size()) == 0)
        text.resize(text.find('\0') == std::string::npos ? text.size() : text.find('\0'));
    return (pid.empty() ? "another process" : "process " + pid) +
           (host.empty() || host == text ? "" : " on " + host);
}

std::string own_name()
{
    std::string host(256, '\0');
    if (::gethostname(host.data(), host.size()) != 0)
        host.clear();
    return std::to_string(::getpid()) + " " + host.c_str() + "\n";
}

} // namespace

ResultsFolder::ResultsFolder(fs::path folder) : folder_(std::move(folder))
{
    std::error_code error;
    fs::create_directories(folder_, error);
    if (error)
        refuse(folder_, error);
    lock();
    try {
        for (const char* own : {new_name, kept_name, whole_name})
            if (fs::is_symlink(folder_ / own))
                throw foreign(folder_, own);
        finish(folder_);
        refuse_foreign(folder_, owned_results(folder_), {"summary.json", "results.h5"});
        remove_temporaries(folder_);
        fs::create_directory(staging());
    } catch (const fs::filesystem_error& failure) {
        unlock();
        refuse(folder_, failure.code());
    } catch (...) {
        unlock();
        throw;
    }
}

ResultsFolder::~ResultsFolder()
{
    std::error_code ignored;
    fs::remove_all(staging(), ignored);
    unlock();
}

void ResultsFolder::unlock() const
{
    std::error_code ignored;
    fs::remove(folder_ / lock_name, ignored);
    ::close(lock_);
}

fs::path ResultsFolder::staging() const
{
    return folder_ / new_name;
}

// A lock of the system on an open file, and not the file itself, keeps others out. Whoever got the
// lock of a file that its former owner has removed meanwhile tries again.
void ResultsFolder::lock()
{
    const fs::path file = folder_ / lock_name;
    for (;;) {
        lock_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (lock_ < 0)
            refuse(folder_, {errno, std::generic_category()});
        if (::flock(lock_, LOCK_EX | LOCK_NB) != 0) {
            const int error = errno;
            ::close(lock_);
            if (error == EWOULDBLOCK)
                throw InputError("output folder " + folder_.string() + ": " + holder(file) +
                                 " writes into it; wait for its end, or give another --output");
            throw InputError("output folder " + folder_.string() +
                             " cannot be locked: " + reason(error));
        }
        struct stat held {};
        struct stat named {};
        if (::fstat(lock_, &held) == 0 && ::stat(file.c_str(), &named) == 0 &&
            held.st_ino == named.st_ino && held.st_dev == named.st_dev)
            break;
        ::close(lock_);
    }
    const std::string name = own_name();
    if (::ftruncate(lock_, 0) != 0 ||
        ::write(lock_, name.data(), name.size()) != static_cast<ssize_t>(name.size())) {
        const int error = errno;
        ::unlink(file.c_str());
        ::close(lock_);
        refuse(folder_, {error, std::generic_category()});
    }
}

void ResultsFolder::replace()
{
    try {
        if (!std::ofstream(staging() / old_stays))
            fail(staging() / old_stays, errno);
        sync_all(staging());
        fs::rename(staging(), folder_ / whole_name);
    } catch (const fs::filesystem_error& error) {
        fail(folder_, error.code().value());
    }
    try {
        sync(folder_);
        finish(folder_);
    } catch (const std::exception& error) {
        throw std::runtime_error(std::string(error.what()) + "; the results are whole, in " +
                                 (folder_ / whole_name).string() +
                                 ", and the next run into the folder puts them in their place");
    }
}

fs::path kept_points(const fs::path& folder)
{
    return folder / kept_name / "points.h5";
}

} // namespace slideway::app
