#include "app/case/named_results.hpp"

#include "base/override.hpp"
#include "io/results_file.hpp"

namespace slideway::app {

NamedResults named_results(const Case& c, const SourceLine& where, const std::string& results)
{
    // Names on the command line are relative to the working directory.
    if (is_override(where))
        return {io::earlier_results(results), "working directory"};
    return {io::earlier_results(c.file.parent_path() / results), "case file"};
}

} // namespace slideway::app
