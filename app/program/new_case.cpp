#include "app/program/run.hpp"

#include "app/case/shipped.hpp"
#include "base/atomic_file.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

namespace slideway::app {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view placeholder = "NAME"; // stands for the name of the case in templates

struct NewFile {
    fs::path place;
    std::string text;
};

std::vector<std::string> kinds(const fs::path& templates)
{
    std::vector<std::string> names;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(templates, ignored))
        if (entry.path().extension() == ".toml")
            names.push_back(entry.path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
}

std::string text_for(const fs::path& file, const std::string& name)
{
    std::ostringstream content;
    content << std::ifstream(file).rdbuf();
    std::string text = content.str();
    for (std::size_t place = 0; (place = text.find(placeholder, place)) != std::string::npos;
         place += name.size())
        text.replace(place, placeholder.size(), name);
    return text;
}

// Returns the folder and the name of a case, without its extension.
fs::path checked_name(const std::string& name)
{
    fs::path path = name;
    if (path.extension() == ".toml")
        path.replace_extension();
    const std::string stem = path.filename().string();
    const auto suits = [](char c) -> bool {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '-';
    };
    if (stem.empty() || !std::all_of(stem.begin(), stem.end(), suits))
        throw InputError("slideway new: the name \"" + stem +
                         "\" does not suit; expected letters, digits, - and _");
    std::error_code ignored;
    if (path.has_parent_path() && !fs::is_directory(path.parent_path(), ignored))
        throw InputError("slideway new: the folder " + path.parent_path().string() +
                         " does not exist; make it first");
    return path;
}

} // namespace

int new_case(const std::string& kind, const std::string& name)
{
    const fs::path templates = shipped_folder("templates");
    const std::vector<std::string> allowed = kinds(templates);
    if (std::find(allowed.begin(), allowed.end(), kind) == allowed.end())
        throw InputError("slideway new " + (kind.empty() ? "KIND NAME" : kind) +
                         ": unknown kind of case" + name_hint(kind, allowed));
    if (name.empty())
        throw InputError("slideway new " + kind + " needs a name, for example slideway new " +
                         kind + " my_" + kind);
    const fs::path path = checked_name(name);
    std::vector<NewFile> files;
    for (const auto& entry : fs::directory_iterator(templates)) {
        const std::string file = entry.path().filename().string();
        const char next = file.size() > kind.size() ? file[kind.size()] : '\0';
        if (!file.starts_with(kind) || (next != '.' && next != '_'))
            continue;
        files.push_back({path.string() + file.substr(kind.size()),
                         text_for(entry.path(), path.filename().string())});
        if (is_taken(files.back().place))
            throw InputError(files.back().place.string() +
                             " exists already; new does not overwrite a file: choose another name");
    }
    std::sort(files.begin(), files.end(),
              [](const NewFile& a, const NewFile& b) { return a.place < b.place; });
    std::vector<std::string> written;
    for (const NewFile& file : files) {
        write_text_atomically(file.place, file.text);
        written.push_back(file.place.string());
    }
    const std::string own = path.string() + ".toml";
    std::printf("wrote %s\nnext: slideway check %s\n      slideway run %s --plot\n",
                join(written).c_str(), own.c_str(), own.c_str());
    return 0;
}

} // namespace slideway::app
