#include "fem/readers/gmsh_serving.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

namespace slideway::fem {

namespace {

using Files = std::array<int, 3>;

// A byte, and descriptors beside it.
struct Message {
    Message()
    {
        header.msg_iov = &data;
        header.msg_iovlen = 1;
        header.msg_control = control.data();
        header.msg_controllen = control.size();
    }
    char byte = 0;
    iovec data{&byte, 1};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(Files))> control{};
    msghdr header{};
};

enum class Received { request, end, nothing };

Received receive(int socket, ServedFiles& files)
{
    Message message;
    ssize_t n = 0;
    do {
        n = recvmsg(socket, &message.header, MSG_CMSG_CLOEXEC);
    } while (n < 0 && errno == EINTR);
    if (n <= 0)
        return n == 0 ? Received::end : Received::nothing;
    const cmsghdr* sent = CMSG_FIRSTHDR(&message.header);
    if (sent == nullptr || sent->cmsg_type != SCM_RIGHTS ||
        sent->cmsg_len != CMSG_LEN(sizeof(Files)))
        return Received::nothing;
    Files found{};
    std::memcpy(found.data(), CMSG_DATA(sent), sizeof found);
    files = {found[0], found[1], found[2]};
    return Received::request;
}

// In a process of its own. @param alive  stays open as long as it
[[noreturn]] void read_one(const ServedFiles& files, int alive, int (*read)(pid_t parent),
                           pid_t parent)
{
    constexpr int alive_descriptor = answer_descriptor + 1;
    // Above all of these first: one may have the number that another is to get.
    const int request = fcntl(files.request, F_DUPFD, 10),
              answer = fcntl(files.answer, F_DUPFD, 10);
    const int kept = fcntl(alive, F_DUPFD, 10);
    if (request < 0 || answer < 0 || kept < 0 || dup2(request, STDIN_FILENO) < 0 ||
        dup2(answer, answer_descriptor) < 0 || dup2(kept, alive_descriptor) < 0)
        _exit(1);
    closefrom(alive_descriptor + 1);
    std::_Exit(read(parent));
}

// Has the request read, ends that if nobody waits any more, and tells how it ended.
void keep(const ServedFiles& files, int (*read)(pid_t parent))
{
    std::signal(SIGCHLD, SIG_DFL);
    std::array<int, 2> alive{};
    if (pipe2(alive.data(), O_CLOEXEC) != 0)
        return;
    const pid_t self = getpid(), reader = fork();
    if (reader < 0)
        return;
    if (reader == 0)
        read_one(files, alive[1], read, self);
    close(alive[1]);
    close(files.request);
    close(files.answer);
    std::array<pollfd, 2> either{{{alive[0], POLLIN, 0}, {files.control, POLLIN, 0}}};
    while (poll(either.data(), either.size(), -1) < 0) {
    }
    if (either[0].revents == 0) // the other end is closed: nothing more is sent over it
        kill(reader, SIGKILL);
    int status = 0;
    while (waitpid(reader, &status, 0) < 0 && errno == EINTR) {
    }
    (void)send(files.control, &status, sizeof status, MSG_NOSIGNAL);
}

} // namespace

bool serve_requests(int (*read)(pid_t parent))
{
    std::signal(SIGCHLD, SIG_IGN); // who keeps a request goes without a trace
    while (true) {
        ServedFiles files;
        const Received received = receive(STDIN_FILENO, files);
        if (received != Received::request)
            return received == Received::end;
        if (fork() == 0) {
            close(STDIN_FILENO);
            keep(files, read);
            std::_Exit(0);
        }
        for (const int file : {files.control, files.request, files.answer})
            close(file);
    }
}

bool send_request(int socket, const ServedFiles& files)
{
    Message message;
    cmsghdr* sent = CMSG_FIRSTHDR(&message.header);
    sent->cmsg_level = SOL_SOCKET;
    sent->cmsg_type = SCM_RIGHTS;
    sent->cmsg_len = CMSG_LEN(sizeof(Files));
    const Files list{files.control, files.request, files.answer};
    std::memcpy(CMSG_DATA(sent), list.data(), sizeof list);
    ssize_t n = 0;
    do {
        n = sendmsg(socket, &message.header, MSG_NOSIGNAL);
    } while (n < 0 && errno == EINTR);
    return n == 1;
}

} // namespace slideway::fem
