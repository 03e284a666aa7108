#pragma once

#include <sys/types.h>

// slideway-gmsh as a server: it loads Gmsh's 92 shared objects once, nine tenths of a start, and a
// fork of it reads each file.

namespace slideway::fem {

/// Descriptor of the answer in the process that gives it.
constexpr int answer_descriptor = 3;

/// What comes over `control` when a request has been read.
struct ServedEnd {
    int error = 0;  ///< errno: there was no process to read it
    int status = 0; ///< of that process, as waitpid() gives it
};

/// Sends a file with a packed request, and where its answer goes, over the socket of a server. A
/// ServedEnd follows over `control`; where the other end of that is closed before, the reading
/// ends.
/// @return false, with errno: it was not sent; EPIPE: nobody serves there any more
[[nodiscard]] bool send_request(int socket, int control, int request, int answer);

/// Serves requests that come over standard input, several at once, until its other end is closed.
/// @param read  what slideway-gmsh does with the one on standard input, in a process of its own;
/// its
///              parent, and the status that it ends with
/// @return false: standard input is no such socket, or a system call failed
[[nodiscard]] bool serve_requests(int (*read)(pid_t parent));

} // namespace slideway::fem
