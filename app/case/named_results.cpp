#include "app/case/named_results.hpp"

#include "base/override.hpp"
#include "io/results_file.hpp"

namespace slideway::app {

NamedResults named_results(const Case& c, const SourceLine& where, const std::string& results)
{
    // What is typed is meant from where it is typed.
    if (is_override(where))
        return {io::earlier_results(results), "working directory"};
    return {io::earlier_results(c.file.parent_path() / results), "case file"};
}

} // namespace slideway::app
