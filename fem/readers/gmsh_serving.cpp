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

using Files = std::array<int, 3>; // control, request, answer

// A byte with descriptors attached.
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

struct Received {
    ssize_t n = -1; ///< bytes; 0: the other end is closed
    Files files{-1, -1, -1};
};

Received receive(int socket)
{
    Received received;
    Message message;
    do {
        received.n = recvmsg(socket, &message.header, MSG_CMSG_CLOEXEC);
    } while (received.n < 0 && errno == EINTR);
    const cmsghdr* sent = received.n > 0 ? CMSG_FIRSTHDR(&message.header) : nullptr;
    if (sent != nullptr && sent->cmsg_type == SCM_RIGHTS &&
        sent->cmsg_len == CMSG_LEN(sizeof(Files)))
        std::memcpy(received.files.data(), CMSG_DATA(sent), sizeof(Files));
    else if (received.n > 0)
        received.n = -1;
    return received;
}

void send_end(int control, const ServedEnd& end)
{
    (void)send(control, &end, sizeof end, MSG_NOSIGNAL);
}

// Reads one file in a separate process, which has only the request and the answer open.
[[noreturn]] void read_one(const Files& files, pid_t parent, int (*read)(pid_t parent))
{
    const auto [control, request, answer] = files;
    sigset_t none;
    sigemptyset(&none);
    setpgid(0, 0); // a signal of the terminal to a background group affects only this process
    std::signal(SIGCHLD, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    // The request comes first, because it may have the number that the answer is to get.
    if (dup2(request, STDIN_FILENO) < 0 || dup2(answer, answer_descriptor) < 0)
        _exit(1);
    closefrom(answer_descriptor + 1);
    std::_Exit(read(parent));
}

// Starts the reader, ends it if the other side has stopped waiting, and reports how it ended.
void handle_request(const Files& files, int (*read)(pid_t parent))
{
    const auto [control, request, answer] = files;
    // The end of a reader interrupts only the wait for the other end of `control`.
    struct sigaction wakes {};
    wakes.sa_handler = [](int) {};
    sigset_t child, waiting;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, &waiting);
    sigdelset(&waiting, SIGCHLD);
    sigaction(SIGCHLD, &wakes, nullptr);

    const pid_t self = getpid(), reader = fork();
    if (reader < 0)
        return send_end(control, {errno, 0});
    if (reader == 0)
        read_one(files, self, read);
    close(request);
    close(answer);
    ServedEnd end;
    pid_t ended = 0;
    int options = WNOHANG;
    while ((ended = waitpid(reader, &end.status, options)) == 0 || (ended < 0 && errno == EINTR)) {
        pollfd closed{control, POLLIN, 0};
        if (options == WNOHANG &&
            ppoll(&closed, 1, nullptr, &waiting) > 0) { // nothing is sent over it
            kill(reader, SIGKILL);
            options = 0;
        }
    }
    end.error = ended < 0 ? errno : 0;
    send_end(control, end);
}

} // namespace

bool send_request(int socket, int control, int request, int answer)
{
    Message message;
    cmsghdr* sent = CMSG_FIRSTHDR(&message.header);
    sent->cmsg_level = SOL_SOCKET;
    sent->cmsg_type = SCM_RIGHTS;
    sent->cmsg_len = CMSG_LEN(sizeof(Files));
    const Files files{control, request, answer};
    std::memcpy(CMSG_DATA(sent), files.data(), sizeof files);
    ssize_t n = 0;
    do {
        n = sendmsg(socket, &message.header, MSG_NOSIGNAL);
    } while (n < 0 && errno == EINTR);
    return n == 1;
}

bool serve_requests(int (*read)(pid_t parent))
{
    std::signal(SIGCHLD, SIG_IGN); // processes for requests need no wait
    std::signal(SIGTTIN, SIG_IGN); // a read from a terminal fails
    if (chdir("/") != 0)           // the folder of the first mesh may be deleted
        return false;
    while (true) {
        const Received received = receive(STDIN_FILENO);
        if (received.n <= 0)
            return received.n == 0;
        const pid_t keeper = fork();
        if (keeper == 0) {
            close(STDIN_FILENO);
            handle_request(received.files, read);
            std::_Exit(0);
        }
        if (keeper < 0)
            send_end(received.files[0], {errno, 0});
        for (const int file : received.files)
            close(file);
    }
}

} // namespace slideway::fem
