#pragma once

#include <sys/types.h>

// The server slideway-gmsh. It loads Gmsh's 92 shared objects once, which is nine tenths of a
// start, and forks a process for each file.

namespace slideway::fem {

/// Descriptor of the answer in the process that reads the file.
constexpr int answer_descriptor = 3;

/// Message over `control` when a request has been handled.
struct ServedEnd {
    int error = 0;  ///< errno if no process could be started to read it
    int status = 0; ///< status of that process, as given by waitpid()
};

/// Sends a file with a packed request, and the descriptor for its answer, over the socket of a
/// server. A ServedEnd follows over `control`. If the other end of `control` is closed earlier,
/// the reading ends.
/// @return false, with errno, if it was not sent; EPIPE: the server has ended
[[nodiscard]] bool send_request(int socket, int control, int request, int answer);

/// Serves requests that arrive over standard input, several at once, until its other end is closed.
/// @param read  reads the request on standard input in a process of its own; its argument is the
///              parent process, its result the exit status
/// @return false if standard input is not such a socket or a system call failed
[[nodiscard]] bool serve_requests(int (*read)(pid_t parent));

} // namespace slideway::fem
