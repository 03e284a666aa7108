#pragma once

#include <algorithm>
#include <array>
#include <complex>
#include <vector>

namespace slideway {

/// Calls a routine of LAPACK, `routine(work, n_work)`, with a workspace of the size that it reports
/// for n_work = -1.
template <class Scalar, class Routine>
void with_workspace(const Routine& routine)
{
    Scalar wanted = 0;
    routine(&wanted, -1);
    const auto size = static_cast<std::size_t>(std::max(1.0, std::real(wanted)));
    std::array<Scalar, 1024> few; // avoids an allocation, a tenth of the time for few rows
    if (size <= few.size())
        return routine(few.data(), static_cast<int>(size));
    std::vector<Scalar> work(size);
    routine(work.data(), static_cast<int>(size));
}

} // namespace slideway
