#include "base/input_file.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <system_error>

namespace slideway {

namespace fs = std::filesystem;

void require_regular_file(const fs::path& file, double most)
{
    std::error_code ignored;
    const fs::file_status status = fs::status(file, ignored);
    if (fs::exists(status) && !fs::is_regular_file(status))
        throw InputError::in_file(file.string(), fs::is_directory(status)
                                                     ? "a folder; expected a file"
                                                     : "a pipe or a device; expected a file");
    if (!fs::exists(status) || !std::ifstream(file))
        throw InputError::in_file(file.string(), "no such file, or it cannot be read");
    const auto size = static_cast<double>(fs::file_size(file, ignored));
    if (most > 0 && size > most)
        throw InputError::in_file(file.string(), number_text(size / 1e6, 3) +
                                                     " MB; expected at most " +
                                                     number_text(most / 1e6, 3) + " MB");
}

std::ifstream open_input(const fs::path& file, double most)
{
    require_regular_file(file, most);
    return std::ifstream(file, std::ios::binary);
}

} // namespace slideway
