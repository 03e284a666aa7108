#include "app/analyses/input_files.hpp"

#include "app/analyses/forced_response_restart.hpp"

#include <algorithm>
#include <string>
#include <system_error>

namespace slideway::app {

std::vector<std::filesystem::path> input_files(const Case& c)
{
    std::vector<std::filesystem::path> files;
    const std::filesystem::path folder = c.file.parent_path();
    for (const SubstructureEntry& entry : c.substructures) {
        const MatricesEntry& m = entry.matrices;
        for (const std::string& name : {entry.mesh, m.M, m.C, m.K, m.dofs})
            if (!name.empty())
                files.push_back(folder / name);
        std::error_code refused_later;
        if (!m.folder.empty())
            for (const auto& file :
                 std::filesystem::directory_iterator(folder / m.folder, refused_later))
                files.push_back(file.path());
    }
    if (c.analysis.forced_response.restart.given)
        files.push_back(restart_file(c));
    std::sort(files.begin(), files.end());
    files.erase(std::unique(files.begin(), files.end()), files.end());
    return files;
}

} // namespace slideway::app
