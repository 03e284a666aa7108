#pragma once

#include "base/ranks.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

/// Start and end of the common work of ranks.
namespace slideway::studies {

/// Rank 0: announces the end of all work to the others and waits for their confirmation.
/// @return false if a rank has not answered within a generous time
[[nodiscard]] bool end_others(Ranks& ranks);
/// Other ranks: wait for this announcement and confirm it.
/// @param patience  [s]
/// @return false if it has not arrived
[[nodiscard]] bool await_end(Ranks& ranks, double patience);

/// Rank 0: returns the introductions of all ranks by rank, its own one at index 0.
[[nodiscard]] std::vector<std::string> gathered(Ranks& ranks, std::string own,
                                                const std::function<bool()>& go_on);
/// Other ranks: send this introduction and wait until rank 0 continues.
/// @return false at the end of all work
[[nodiscard]] bool introduce(Ranks& ranks, std::string own);
/// Rank 0: makes the others continue.
void welcome(Ranks& ranks);

/// Message that there are more ranks() than parts; "" if there are not.
[[nodiscard]] std::string more_ranks_text(std::size_t n, const std::string& parts);

} // namespace slideway::studies
