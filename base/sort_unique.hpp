#pragma once

#include <algorithm>
#include <vector>

namespace slideway {

/// Sorts in ascending order and removes repeated values.
template <class T>
void sort_unique(std::vector<T>& list)
{
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

} // namespace slideway
