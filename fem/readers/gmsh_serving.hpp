#pragma once

#include <sys/types.h>

// slideway-gmsh as a server: it loads Gmsh's 92 shared objects once, nine tenths of a start, and a
// fork of it reads each file.

namespace slideway::fem {

/// What a request over the socket brings: it ends where the other end of `control` is closed, and
/// its status goes there, as waitpid() gives it.
struct ServedFiles {
    int control = -1, request = -1, answer = -1;
};

/// Descriptor of the answer in the process that gives it; the request is its standard input.
constexpr int answer_descriptor = 3;

/// Serves requests that come over standard input, several at once, until its other end is closed.
/// @param read  what slideway-gmsh does with one, in a process of its own; its parent, and the
/// status that it ends with
/// @return false: standard input is no such socket
[[nodiscard]] bool serve_requests(int (*read)(pid_t parent));

/// Sends one over the other end. @return false: nobody serves there any more
[[nodiscard]] bool send_request(int socket, const ServedFiles& files);

} // namespace slideway::fem
