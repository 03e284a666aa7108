#include "studies/hand_out.hpp"

#include <numeric>

namespace slideway::studies {

// The stride is the golden section of n, so neighbours in the order are far apart in any
// part of it.
Order::Order(std::size_t n, bool scattered) : n_(std::max<std::size_t>(1, n))
{
    if (!scattered || n < 3)
        return;
    stride_ = static_cast<std::size_t>(0.6180339887498949 * static_cast<double>(n));
    while (std::gcd(stride_, n_) != 1)
        ++stride_;
}

} // namespace slideway::studies
