#include "base/rotation.hpp"

namespace slideway {

std::optional<Index> rotation_axis(std::string_view component)
{
    if (component == "rotation_x")
        return 0;
    if (component == "rotation_y")
        return 1;
    if (component == "rotation_z" || component == "rotation")
        return 2;
    return std::nullopt;
}

} // namespace slideway
