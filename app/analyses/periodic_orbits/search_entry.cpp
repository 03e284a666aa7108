#include "app/analyses/periodic_orbits/search_entry.hpp"

namespace slideway::app {

using io::Range;

void fields(io::Fields& f, SearchEntry& search)
{
    f.numbers({"at", "", "values of the parameter, in the unit of its range and within it", true},
              search.at);
    if (f.has("at") && search.at.empty())
        f.refuse("at", "expected at least one value");
    fields(f, search.starts);
    f.integer({"settle", "", "periods of the drive that each start runs first", false,
               Range::between(0, 1000000)},
              search.settle);
    f.integer(
        {"longest", "", "periods after which a motion is to recur", false, Range::between(1, 1000)},
        search.longest);
    if (static_cast<double>(search.at.size()) * search.starts.n() > StartGrid::most)
        f.refuse("at", "that is more than 100000 starts at all values; expected fewer");
}

} // namespace slideway::app
