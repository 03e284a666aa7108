#include "app/case/shipped.hpp"

#include "base/error.hpp"
#include "base/install_places.hpp"
#include "base/text.hpp"
#include "io/case_node.hpp"

#include <algorithm>
#include <cstdio>

namespace slideway::app {

namespace {

std::filesystem::path cases_folder()
{
    return shipped_folder("cases");
}

} // namespace

std::filesystem::path shipped_folder(const std::string& name)
{
    const std::filesystem::path folder = installed("share/slideway/" + name);
    std::error_code ignored; // a build folder has a link to the source tree
    return std::filesystem::is_symlink(folder, ignored)
               ? std::filesystem::canonical(folder, ignored)
               : folder;
}

std::vector<std::string> shipped_cases()
{
    std::vector<std::string> names;
    const std::filesystem::path folder = cases_folder();
    std::error_code error;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, error)) {
        const std::filesystem::path file = std::filesystem::relative(entry.path(), folder);
        if (file.extension() == ".toml" &&
            *file.begin() != "papers") // manifests of `slideway paper`
            names.push_back(std::filesystem::path(file).replace_extension().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::filesystem::path find_case(const std::string& name)
{
    std::error_code not_there; // for example if the name is too long
    if (std::filesystem::is_regular_file(name, not_there))
        return name;
    const std::filesystem::path shipped = cases_folder() / (name + ".toml");
    if (std::filesystem::is_regular_file(shipped, not_there))
        return shipped;
    const std::string near = nearest_name(name, shipped_cases());
    throw InputError(SourceLine{name.empty() ? "\"\"" : name, 0},
                     "neither a file nor a shipped case; " +
                         (near.empty() ? "" : "did you mean " + near + "? ") + "See slideway list");
}

std::string shipped_title(const std::string& name)
{
    const io::CaseNode root = io::parse_case_file(cases_folder() / (name + ".toml"));
    const io::CaseNode* title = root.find("title");
    const auto* text = title ? std::get_if<std::string>(&title->value) : nullptr;
    return text ? *text : "";
}

int list_cases()
{
    const std::vector<std::string> names = shipped_cases();
    std::size_t width = 0;
    for (const std::string& name : names)
        width = std::max(width, name.size());
    for (const std::string& name : names)
        std::printf("%-*s  %s\n", static_cast<int>(width), name.c_str(),
                    shipped_title(name).c_str());
    return 0;
}

} // namespace slideway::app
