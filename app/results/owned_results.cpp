#include "app/results/owned_results.hpp"

#include "base/atomic_file.hpp"
#include "base/own_files.hpp"

#include <algorithm>
#include <fstream>
#include <system_error>
#include <vector>

namespace slideway::app {

namespace {

namespace fs = std::filesystem;

std::string beginning_of(const fs::path& file)
{
    std::string text(4096, '\0');
    std::error_code ignored;
    if (!fs::is_regular_file(fs::symlink_status(file, ignored)))
        return "";
    std::ifstream stream(file, std::ios::binary);
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    return text;
}

// Results of versions that wrote no list of their files.
bool are_of_earlier_version(const fs::path& folder)
{
    if (is_taken(folder / "summary.json")) {
        const std::string text = beginning_of(folder / "summary.json");
        return text.starts_with("{\n  \"title\": ") &&
               text.find("\n  \"version\": \"") != std::string::npos &&
               text.find("\n  \"status\": \"") != std::string::npos;
    }
    return beginning_of(folder / "results.h5").starts_with("Slideway results\n");
}

bool has_ending(const fs::path& file, const std::vector<std::string>& endings)
{
    return std::find(endings.begin(), endings.end(), file.extension()) != endings.end();
}

void add_files(std::set<std::string>& files, const fs::path& folder, const fs::path& below,
               const std::vector<std::string>& endings, bool deep)
{
    std::error_code none_there;
    if (fs::is_symlink(folder / below, none_there))
        return;
    for (const auto& entry : fs::directory_iterator(folder / below, none_there)) {
        const fs::path name = below / entry.path().filename();
        if (entry.is_directory(none_there) && !entry.is_symlink(none_there)) {
            if (deep)
                add_files(files, folder, name, endings, deep);
        } else if (has_ending(name, endings)) {
            files.insert(name.string());
        }
    }
}

const std::vector<std::string> figure_endings = {".png", ".svg", ".pdf", ".csv"};

bool is_wear(const fs::path& file)
{
    return file.string().starts_with("wear_") && has_ending(file, {".vtu"});
}

// A list cannot name files that no run writes.
bool may_be_result(const fs::path& file)
{
    const fs::path top = *file.begin();
    if (top == file)
        return file == "summary.json" || file == "results.h5" ||
               has_ending(file, {".pvd", ".vti"}) || is_wear(file);
    return (top == "fields" || top == "shapes") && has_ending(file, {".vtu"});
}

// A list may not lead through a link.
bool is_behind_link(const fs::path& folder, const fs::path& file)
{
    std::error_code ignored;
    fs::path parent = folder;
    for (const fs::path& part : file.parent_path())
        if (fs::is_symlink(parent /= part, ignored))
            return true;
    return false;
}

} // namespace

std::set<std::string> owned_results(const fs::path& folder)
{
    std::set<std::string> files;
    const fs::path figures = folder / "figures";
    std::error_code ignored;
    if (!fs::is_symlink(figures, ignored))
        for (const std::string& name : own_files(figures))
            if (fs::path(name).filename() == name && has_ending(name, figure_endings))
                files.insert("figures/" + name);
    if (has_own_files(folder)) {
        for (const std::string& name : own_files(folder))
            if (may_be_result(name) && !is_behind_link(folder, name))
                files.insert(name);
        return files;
    }
    if (!are_of_earlier_version(folder))
        return files;
    for (const char* name : {"summary.json", "results.h5", "basins.vti"})
        if (is_taken(folder / name))
            files.insert(name);
    add_files(files, folder, "", {".pvd"}, false);
    add_files(files, folder, "fields", {".vtu"}, true);
    add_files(files, folder, "shapes", {".vtu"}, true);
    if (!has_own_files(figures))
        add_files(files, folder, "figures", figure_endings, false);
    return files;
}

InputError foreign(const fs::path& folder, const std::string& file)
{
    return InputError("output folder " + folder.string() + ": " + file +
                      " was not written by Slideway and would be replaced; move it away, "
                      "or give another --output");
}

void refuse_foreign(const fs::path& folder, const std::set<std::string>& owned,
                    const std::set<std::string>& files)
{
    for (const std::string& file : files) {
        std::error_code ignored;
        fs::path parent;
        for (const fs::path& part : fs::path(file).parent_path()) {
            parent /= part;
            const fs::file_status status = fs::symlink_status(folder / parent, ignored);
            if (fs::exists(status) && !fs::is_directory(status))
                throw foreign(folder, parent.string());
        }
        if (is_taken(folder / file) && !owned.contains(file))
            throw foreign(folder, file);
    }
}

} // namespace slideway::app
