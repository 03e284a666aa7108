#include "app/results/earlier_results.hpp"

#include "base/override.hpp"
#include "io/results_file.hpp"

#include <optional>

namespace slideway::app {

std::filesystem::path EarlierResults::file() const
{
    // What is typed is meant from where it is typed.
    const bool typed = is_override(c.analysis.places.of(table + ".results"));
    const std::optional<std::filesystem::path> file = io::earlier_results(
        typed ? std::filesystem::path(results) : c.file.parent_path() / results);
    if (!file)
        refuse(std::string("no such file; expected results.h5 of an earlier run, or its folder, "
                           "relative to the ") +
               (typed ? "working directory" : "case file"));
    return *file;
}

void EarlierResults::refuse(const std::string& key, const std::string& value,
                            const std::string& allowed) const
{
    throw InputError(c.analysis.places.of(table + "." + key), "analysis." + table + "." + key,
                     value, allowed);
}

void EarlierResults::refuse(const std::string& allowed) const
{
    refuse("results", "\"" + results + "\"", allowed);
}

void EarlierResults::refuse_keys(const std::vector<std::pair<std::string, std::string>>& keys,
                                 const std::string& of, const std::string& not_of) const
{
    for (const auto& [key, value] : keys)
        if (c.analysis.places.keys.contains(table + "." + key))
            refuse(key, value, "is for results of " + of + "; these are of " + not_of);
}

} // namespace slideway::app
