#pragma once

#include <algorithm>
#include <iterator>
#include <vector>

namespace slideway {

/// Returns the entries of a list that a predicate accepts, in their order.
template <class T, class Predicate>
[[nodiscard]] std::vector<T> selected(const std::vector<T>& all, const Predicate& accepts)
{
    std::vector<T> some;
    std::copy_if(all.begin(), all.end(), std::back_inserter(some), accepts);
    return some;
}

} // namespace slideway
