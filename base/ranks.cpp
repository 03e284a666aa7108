#include "base/ranks.hpp"

namespace slideway {

namespace {
thread_local Ranks* of_thread = nullptr;
} // namespace

Ranks* ranks()
{
    return of_thread;
}

void set_ranks(Ranks* ranks)
{
    of_thread = ranks;
}

} // namespace slideway
