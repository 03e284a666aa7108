#include "app/results/earlier_results.hpp"

#include "app/case/named_results.hpp"
#include "base/error.hpp"

namespace slideway::app {

std::filesystem::path EarlierResults::file() const
{
    const NamedResults named = named_results(c, c.analysis.places.of(table + ".results"), results);
    if (!named.file)
        refuse("no such file; expected results.h5 of an earlier run, or its folder, relative to "
               "the " +
               named.relative_to);
    return *named.file;
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
                                 const std::string& prefix, const std::string& not_of) const
{
    for (const auto& [key, value] : keys)
        if (c.analysis.places.keys.contains(table + "." + key))
            refuse(key, value, "is for results of " + prefix + "; these are of " + not_of);
}

} // namespace slideway::app
