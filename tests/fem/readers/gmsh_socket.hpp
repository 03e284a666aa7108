#pragma once

#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>
#include <string>

namespace slideway::test {

/// Address at which forked_gmsh.cpp serves the process `reader`: no file, it ends with the socket.
[[nodiscard]] inline sockaddr_un gmsh_socket(int reader)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string name = "slideway-gmsh of " + std::to_string(reader);
    std::copy(name.begin(), name.end(), address.sun_path + 1);
    return address;
}

} // namespace slideway::test
