// In the place of slideway-gmsh: has forked_gmsh.cpp do its work, and ends as that ended.

#include "tests/fem/readers/gmsh_socket.hpp"

#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>

namespace {

constexpr std::array<int, 2> files{STDIN_FILENO, 3};

bool send_files(int server)
{
    char byte = 0;
    iovec data{&byte, 1};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof files)> control{};
    msghdr message{};
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    cmsghdr* sent = CMSG_FIRSTHDR(&message);
    sent->cmsg_level = SOL_SOCKET;
    sent->cmsg_type = SCM_RIGHTS;
    sent->cmsg_len = CMSG_LEN(sizeof files);
    std::memcpy(CMSG_DATA(sent), files.data(), sizeof files);
    return sendmsg(server, &message, 0) == 1;
}

// No fault of a mesh: the reader must not take it for one.
int fail(pid_t reader)
{
    kill(reader, SIGABRT);
    return 2;
}

} // namespace

// @param argv[1]  the process that started it
int main(int argc, char** argv)
{
    const pid_t reader = argc == 2 ? std::atoi(argv[1]) : 0;
    if (reader <= 0)
        return 2;
    const sockaddr_un address = slideway::test::gmsh_socket(reader);
    const int server = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    int status = 0;
    if (connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        !send_files(server))
        return fail(reader);
    for (const int file : files) // the answer ends when the process there ends
        close(file);
    if (recv(server, &status, sizeof status, 0) != sizeof status)
        return fail(reader);
    if (WIFSIGNALED(status)) {
        prctl(PR_SET_DUMPABLE, 0);
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status));
    }
    return WEXITSTATUS(status);
}
