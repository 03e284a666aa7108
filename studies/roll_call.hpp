#pragma once

#include "base/ranks.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

/// How ranks come together before what they share, and part behind it.
namespace slideway::studies {

/// Rank 0: tells the others that all is over, and waits for them.
/// @return false: one has not answered within a time that all have
[[nodiscard]] bool end_others(Ranks& ranks);
/// The others: wait for that, and answer.
/// @param patience  [s]
/// @return false: it has not come
[[nodiscard]] bool await_end(Ranks& ranks, double patience);

/// Rank 0: what the others say of themselves, in their order; its own in the place of rank 0.
[[nodiscard]] std::vector<std::string> gathered(Ranks& ranks, std::string own,
                                                const std::function<bool()>& go_on);
/// The others: say that, and wait until rank 0 goes on. @return false: all is over
[[nodiscard]] bool introduce(Ranks& ranks, std::string own);
/// Rank 0: goes on.
void welcome(Ranks& ranks);

/// That ranks() are more than there are parts; "" if they are not.
[[nodiscard]] std::string more_ranks_text(std::size_t n, const std::string& parts);

} // namespace slideway::studies
