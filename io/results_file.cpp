#include "io/results_file.hpp"

#include <system_error>

namespace slideway::io {

namespace fs = std::filesystem;

fs::path result_file(const fs::path& folder, const std::string& name)
{
    std::error_code ignored;
    const fs::path moving = folder / whole_name / name;
    return fs::exists(moving, ignored) ? moving : folder / name;
}

std::optional<fs::path> earlier_results(const fs::path& given)
{
    std::error_code ignored;
    fs::path file = fs::is_directory(given, ignored) ? given / "results.h5" : given;
    file = result_file(file.parent_path(), file.filename());
    if (!fs::is_regular_file(file, ignored))
        return std::nullopt;
    return file;
}

} // namespace slideway::io
