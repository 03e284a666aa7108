#pragma once

#include "base/progress.hpp"

#include <cstddef>
#include <mutex>
#include <vector>

namespace slideway::studies {

/// Total progress of many parts; any thread may report to it.
class PartsAccount {
public:
    PartsAccount(std::size_t n, const Progress& progress) : progress_(progress), done_(n, 0) {}

    bool of_part(std::size_t k, double fraction)
    {
        const std::lock_guard lock(mutex_);
        sum_ += fraction - done_[k];
        done_[k] = fraction;
        return asked();
    }
    bool goes_on()
    {
        const std::lock_guard lock(mutex_);
        return asked();
    }

private:
    bool asked()
    {
        go_on_ = (!progress_ || progress_(sum_ / static_cast<double>(done_.size()))) && go_on_;
        return go_on_;
    }

    const Progress& progress_;
    std::vector<double> done_;
    double sum_ = 0;
    bool go_on_ = true;
    std::mutex mutex_;
};

} // namespace slideway::studies
