#pragma once

#include "base/error.hpp"
#include "base/interruptible.hpp"
#include "reduction/distributed/processes.hpp"

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>

namespace slideway::reduction {

/// Runs work that may fail in one process only. It then fails in all processes, with the message of
/// the first one. The work makes no collective calls.
template <class Work>
void run_with_shared_failure(const Processes& processes, Work&& work)
{
    std::exception_ptr mine;
    std::string message;
    double failed = 0;
    try {
        std::forward<Work>(work)();
    } catch (const Interrupted& error) {
        mine = std::current_exception();
        failed = 3;
    } catch (const InputError& error) {
        mine = std::current_exception();
        message = error.what();
        failed = 2;
    } catch (const std::exception& error) {
        mine = std::current_exception();
        message = error.what();
        failed = 1;
    }
    const std::vector<double> all = processes.all(failed);
    const auto first =
        std::find_if(all.begin(), all.end(), [](double f) -> bool { return f != 0; });
    if (first == all.end())
        return;
    const auto failed_rank = static_cast<int>(first - all.begin());
    message = processes.text_of(failed_rank, message);
    if (failed_rank == processes.rank())
        std::rethrow_exception(mine);
    if (*first == 3)
        throw Interrupted();
    if (*first == 2)
        throw InputError(message);
    throw std::runtime_error(message);
}

/// Polls the Progress of every process. @throws Interrupted  if one of them returns false
inline void ask_all(const Processes& processes, const Progress& progress)
{
    run_with_shared_failure(processes, [&progress] { ask(progress); });
}

} // namespace slideway::reduction
