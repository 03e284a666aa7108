#include "fem/readers/gmsh_process.hpp"

#include "base/error.hpp"
#include "base/install_places.hpp"
#include "base/interruptible.hpp"
#include "base/memory.hpp"
#include "base/text.hpp"
#include "fem/readers/gmsh_serving.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <vector>

namespace slideway::fem {

namespace {

namespace fs = std::filesystem;

// ---- the program

fs::path program()
{
    const fs::path place = "lib/slideway/slideway-gmsh";
    if (fs::path file = installed(place); access(file.c_str(), X_OK) == 0)
        return file;
    std::vector<std::string> searched;
    for (const fs::path& prefix : install_prefixes())
        searched.push_back((prefix / place).string());
    throw InputError("the program slideway-gmsh, which reads meshes, is missing (package "
                     "slideway-gmsh); searched for " +
                     join(searched));
}

// Address space that `ulimit -v` allows this process and its children.
double address_space()
{
    rlimit space{};
    const bool bounded = getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY;
    return bounded ? static_cast<double>(space.rlim_cur) : std::numeric_limits<double>::infinity();
}

// Returns the memory limit of a mesh that is not trusted: half of the free memory, but enough to
// start, and at most the limit of `ulimit -v`.
// @param asked  replaces that half; 0: not given
// @return 0: no limit
double memory_limit(double asked)
{
    const double limit =
        std::min(asked > 0 ? asked : std::max(0.5 * available_memory(), 2e9), address_space());
    return std::isfinite(limit) ? limit : 0;
}

// ---- descriptors and the process

[[noreturn]] void system_failed(const char* what)
{
    throw std::system_error(errno, std::generic_category(), what);
}

class Descriptor {
public:
    /// Duplicates `file` with a number that no descriptor of the program uses.
    explicit Descriptor(int file) : file_(fcntl(file, F_DUPFD_CLOEXEC, 10))
    {
        ::close(file);
        if (file_ < 0)
            system_failed("descriptor for Gmsh");
    }
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    [[nodiscard]] int get() const { return file_; }
    void close()
    {
        if (file_ >= 0)
            ::close(file_);
        file_ = -1;
    }

private:
    int file_;
};

// Creates a sealed file in memory with the request, positioned at its start.
int request_file(const std::string& text)
{
    const int file = memfd_create("request", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0)
        system_failed("file in memory");
    if (write(file, text.data(), text.size()) != static_cast<ssize_t>(text.size()) ||
        lseek(file, 0, SEEK_SET) != 0 ||
        fcntl(file, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) != 0) {
        close(file);
        system_failed("file in memory");
    }
    return file;
}

// Returns the environment of the program: all of it if trusted, otherwise nothing of the user's.
std::vector<std::string> environment(bool trusted)
{
    std::vector<std::string> variables;
    for (char** variable = environ; *variable != nullptr; ++variable)
        if (trusted || std::strncmp(*variable, "LD_LIBRARY_PATH=", 16) == 0)
            variables.emplace_back(*variable);
    if (!trusted)
        variables.insert(variables.end(), {"LC_ALL=C", "OPENBLAS_NUM_THREADS=1", "HOME=/"});
    return variables;
}

std::vector<char*> pointers(std::vector<std::string>& texts)
{
    std::vector<char*> list;
    for (std::string& text : texts)
        list.push_back(text.data());
    list.push_back(nullptr);
    return list;
}

// Starts slideway-gmsh in its own process group. Ctrl-C reaches only this process, which then
// ends that group.
// @param answer   descriptor of the answer; -1: the program is a server
// @param trusted  the program gets the environment, and its output appears as messages
//                 of this process
pid_t start(std::vector<std::string> words, int input, int answer, bool trusted)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    if (answer >= 0)
        posix_spawn_file_actions_adddup2(&actions, answer, answer_descriptor);
    if (trusted && fcntl(STDERR_FILENO, F_GETFD) >= 0) { // output is no result
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    } else {
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    }
    posix_spawn_file_actions_addclosefrom_np(&actions, answer_descriptor + (answer >= 0 ? 1 : 0));

    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                              POSIX_SPAWN_SETPGROUP);

    std::vector<std::string> variables = environment(trusted);
    pid_t pid = -1;
    const int failed = posix_spawn(&pid, words[0].c_str(), &actions, &attributes,
                                   pointers(words).data(), pointers(variables).data());
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (failed != 0)
        throw std::system_error(failed, std::generic_category(), "cannot start " + words[0]);
    return pid;
}

// A separate program for one trusted request. The destructor ends it and everything that it
// started, unless it has ended.
class Process {
public:
    Process(int request, int answer)
        : pid_(start({program().string(), std::to_string(getpid())}, request, answer, true))
    {
    }
    ~Process()
    {
        if (ended_)
            return;
        kill(-pid_, SIGKILL);
        while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
        }
    }
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    /// True if it ends within a moment.
    [[nodiscard]] bool ended()
    {
        const pid_t found = waitpid(pid_, &status_, WNOHANG);
        ended_ = found == pid_ || (found < 0 && errno == ECHILD);
        if (!ended_)
            poll(nullptr, 0, 2);
        return ended_;
    }
    /// Status as given by waitpid(); 0 if this process does not wait for its children.
    [[nodiscard]] int status() const { return status_; }

private:
    pid_t pid_;
    int status_ = 0;
    bool ended_ = false;
};

// Both ends of a pipe or a socket.
using Ends = std::pair<std::unique_ptr<Descriptor>, std::unique_ptr<Descriptor>>;

Ends ends_of(const std::array<int, 2>& files)
{
    std::unique_ptr<Descriptor> first;
    try {
        first = std::make_unique<Descriptor>(files[0]);
    } catch (...) {
        close(files[1]);
        throw;
    }
    return {std::move(first), std::make_unique<Descriptor>(files[1])};
}

Ends socket_pair() // keeps the bounds of messages
{
    std::array<int, 2> files{};
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, files.data()) != 0)
        system_failed("socket to Gmsh");
    return ends_of(files);
}

// Creates a pipe whose end in this process does not block. A writer could otherwise read data that
// this process is about to read.
Ends pipe_from_gmsh()
{
    std::array<int, 2> files{};
    if (pipe2(files.data(), O_CLOEXEC) != 0)
        system_failed("pipe to Gmsh");
    Ends ends = ends_of(files);
    if (fcntl(ends.first->get(), F_SETFL, O_NONBLOCK) != 0)
        system_failed("pipe to Gmsh");
    return ends;
}

[[noreturn]] void not_there()
{
    throw std::runtime_error(
        "slideway-gmsh, which reads meshes, could not be loaded or was ended by another process");
}

// The server for all other requests. The first request starts it, and it ends with this process.
// Processes that this one forks use it too.
class Server {
public:
    Server() = default;
    ~Server()
    {
        if (owner_ == getpid())
            end();
    }
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    void send(int control, int request, int answer)
    {
        const std::lock_guard lock(mutex_);
        if (socket_ && send_request(socket_->get(), control, request, answer))
            return;
        if (socket_ && errno != EPIPE)
            system_failed("request to slideway-gmsh");
        end(); // or it has ended already
        auto [mine, its] = socket_pair();
        owner_ = getpid();
        pid_ = start({program().string(), std::to_string(owner_), "serve"}, its->get(), -1, false);
        socket_ = std::move(mine);
        its->close();
        if (send_request(socket_->get(), control, request, answer))
            return;
        if (errno != EPIPE)
            system_failed("request to slideway-gmsh");
        not_there();
    }

private:
    void end()
    {
        if (!socket_)
            return;
        shutdown(socket_->get(), SHUT_WR); // for all processes that have the socket
        socket_.reset();
        for (int k = 0; k < 500 && waitpid(pid_, nullptr, WNOHANG) == 0; ++k)
            poll(nullptr, 0, 2);
    }

    std::mutex mutex_;
    std::unique_ptr<Descriptor> socket_;
    pid_t pid_ = -1, owner_ = -1;
};

Server& server()
{
    static Server one;
    return one;
}

// A request for the server; the destructor ends the process that reads it.
class Served {
public:
    Served(int request, int answer)
    {
        auto [mine, its] = socket_pair();
        control_ = std::move(mine);
        server().send(its->get(), request, answer);
    }
    ~Served()
    {
        if (ended_)
            return;
        shutdown(control_->get(), SHUT_WR);
        pollfd gone{control_->get(), POLLIN, 0}; // at once, unless Gmsh is still being loaded
        poll(&gone, 1, 300);
    }
    Served(const Served&) = delete;
    Served& operator=(const Served&) = delete;

    /// True if it ends within a moment.
    [[nodiscard]] bool ended()
    {
        pollfd ready{control_->get(), POLLIN, 0};
        if (poll(&ready, 1, 100) <= 0)
            return false;
        const ssize_t n = recv(control_->get(), &end_, sizeof end_, 0);
        if (n < 0 && errno == EINTR)
            return false;
        ended_ = true;
        if (n != sizeof end_)
            not_there();
        if (end_.error != 0)
            throw std::system_error(end_.error, std::generic_category(), "process for Gmsh");
        return true;
    }
    [[nodiscard]] int status() const { return end_.status; }

private:
    std::unique_ptr<Descriptor> control_;
    ServedEnd end_;
    bool ended_ = false;
};

// ---- the answer

// Checks ten times a second whether to continue waiting.
class Deadline {
public:
    Deadline(const std::string& source, const GmshOptions& options)
        : source_(source), options_(options)
    {
    }
    /// @throws InputError  time is up. @throws Interrupted  the wait was cancelled
    void check() const
    {
        if (options_.progress && !options_.progress(0))
            throw Interrupted();
        const double elapsed =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
        if (!options_.trusted && elapsed > options_.time_limit)
            throw InputError(source_ + ": Gmsh did not end within " +
                             number_text(options_.time_limit) +
                             " s; mesh it with Gmsh beforehand and give the .msh, or lift the "
                             "limit with --trust-meshes");
    }

private:
    const std::string& source_;
    const GmshOptions& options_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// @param bytes  allowed memory; 0: no limit
std::string too_much_memory(double bytes)
{
    if (bytes == 0)
        return "Gmsh needs more memory than this machine, or ulimit -v, gives; mesh it coarser";
    return "Gmsh needs more than the " + number_text(bytes / 1e9, 3) +
           " GB of memory that it may take; mesh it coarser, or " +
           (bytes < address_space() ? "lift the limit with --trust-meshes" : "raise ulimit -v");
}

// Reads everything until the program closes its end.
// @param most  limit in bytes, if any
std::string received(int file, const std::string& source, const Deadline& deadline, double most)
{
    std::string text;
    std::vector<char> part(1 << 20);
    while (true) {
        deadline.check();
        pollfd ready{file, POLLIN, 0};
        if (poll(&ready, 1, 100) <= 0)
            continue;
        const ssize_t n = read(file, part.data(), part.size());
        if (n == 0)
            return text;
        if (n > 0)
            text.append(part.data(), static_cast<std::size_t>(n));
        else if (errno != EINTR && errno != EAGAIN)
            system_failed("answer of Gmsh");
        if (most > 0 && static_cast<double>(text.size()) > most)
            throw InputError::in_file(source, too_much_memory(most));
    }
}

struct Read {
    std::string text; ///< the answer
    int status = 0;   ///< status as given by waitpid()
};

// Makes a Process or a Served read the request.
template <class Reader>
Read read_by(int request, const std::string& source, const Deadline& deadline, double most)
{
    const auto [from, to] = pipe_from_gmsh();
    Reader reader(request, to->get());
    to->close();
    Read read{received(from->get(), source, deadline, most)};
    while (!reader.ended())
        deadline.check();
    read.status = reader.status();
    return read;
}

// Returns the reason for a missing answer.
std::string reason(int status, double memory)
{
    if (WIFEXITED(status))
        return "Gmsh ended with status " + std::to_string(WEXITSTATUS(status)) +
               " and without a mesh" +
               (WEXITSTATUS(status) == 0 ? "; does the file contain Exit?" : "");
    const int signal = WTERMSIG(status);
    if (signal == SIGSYS)
        return "Gmsh was to start another program; if this mesh is trusted: --trust-meshes";
    return "Gmsh ended by signal " + std::to_string(signal) + " (" + strsignal(signal) +
           "); the file is damaged, or needs more than Gmsh can do" +
           (memory > 0 ? " with " + number_text(memory / 1e9, 3) + " GB of memory" : "");
}

} // namespace

GmshAnswer run_gmsh(GmshRequest request, const std::string& source, const GmshOptions& options)
{
    request.trusted = options.trusted;
    request.memory = options.trusted ? 0 : memory_limit(options.memory);
    const Descriptor question(request_file(packed(request)));
    const Deadline deadline(source, options);
    const auto [text, status] =
        options.trusted ? read_by<Process>(question.get(), source, deadline, request.memory)
                        : read_by<Served>(question.get(), source, deadline, request.memory);
    if (text.empty())
        throw InputError::in_file(source, reason(status, request.memory));
    GmshAnswer answer;
    try {
        answer = unpacked_answer(text);
    } catch (const std::runtime_error& error) {
        throw InputError::in_file(
            source, (status != 0 ? reason(status, request.memory)
                                 : std::string("the answer of Gmsh is ") + error.what()));
    }
    if (answer.error == out_of_memory)
        throw InputError::in_file(source, too_much_memory(request.memory));
    if (!answer.error.empty())
        throw InputError::in_file(source, "Gmsh: " + answer.error);
    return answer;
}

} // namespace slideway::fem
