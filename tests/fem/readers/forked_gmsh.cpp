// slideway-gmsh started many times by forks of this process, for tools/fuzz_meshes.py: the loading
// of Gmsh's 92 shared objects, nine tenths of a start, is done once.
//
// Standard input is a socket that listens; gmsh_client.cpp, in the place of slideway-gmsh, connects
// and sends its standard input and descriptor 3. A process of its own then does what slideway-gmsh
// does with them, and the client gets its status, as waitpid() gives it. The process ends with the
// client.

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>

int slideway_gmsh(int argc, char** argv); // main() of fem/readers/gmsh_program.cpp

namespace {

constexpr int answer_descriptor = 3;

[[noreturn]] void start(std::array<int, 2> files, pid_t server)
{
    const int nowhere = open("/dev/null", O_WRONLY);
    if (dup2(files[0], STDIN_FILENO) < 0 || dup2(files[1], answer_descriptor) < 0 ||
        dup2(nowhere, STDOUT_FILENO) < 0 || dup2(nowhere, STDERR_FILENO) < 0 ||
        syscall(SYS_close_range, answer_descriptor + 1, ~0U, 0) != 0)
        kill(server, SIGKILL); // no fault of a mesh: the client tells it
    std::string name = "slideway-gmsh", parent = std::to_string(server);
    std::array<char*, 3> words{name.data(), parent.data(), nullptr};
    std::_Exit(slideway_gmsh(2, words.data()));
}

// The two descriptors that a client sends; {-1, -1}: none.
std::array<int, 2> received(int client)
{
    std::array<int, 2> files{-1, -1};
    char byte = 0;
    iovec data{&byte, 1};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof files)> control{};
    msghdr message{};
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    if (recvmsg(client, &message, 0) == 1)
        if (const cmsghdr* sent = CMSG_FIRSTHDR(&message);
            sent != nullptr && sent->cmsg_len == CMSG_LEN(sizeof files))
            std::memcpy(files.data(), CMSG_DATA(sent), sizeof files);
    return files;
}

// @return status of the process that served the client
int served(int client, pid_t process)
{
    const auto end = static_cast<int>(syscall(SYS_pidfd_open, process, 0));
    std::array<pollfd, 2> either{{{end, POLLIN, 0}, {client, POLLIN, 0}}};
    while (poll(either.data(), either.size(), -1) < 0) {
    }
    if (either[0].revents == 0) // the client is gone: it sends nothing more
        kill(process, SIGKILL);
    close(end);
    int status = 0;
    waitpid(process, &status, 0);
    return status;
}

} // namespace

int main()
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const pid_t self = getpid();
    while (true) {
        const int client = accept(STDIN_FILENO, nullptr, nullptr);
        if (client < 0)
            return 1;
        const std::array<int, 2> files = received(client);
        const pid_t process = files[0] < 0 ? -1 : fork();
        if (process == 0)
            start(files, self);
        for (const int file : files)
            close(file);
        if (process > 0) {
            const int status = served(client, process);
            (void)send(client, &status, sizeof status, MSG_NOSIGNAL);
        }
        close(client);
    }
}
