#pragma once

#include <algorithm>
#include <complex>
#include <vector>

namespace slideway {

/// Calls a routine of LAPACK, `routine(work, n_work)`, with the workspace that it asks for when
/// n_work is -1.
template <class Scalar, class Routine>
void with_workspace(const Routine& routine)
{
    Scalar wanted = 0;
    routine(&wanted, -1);
    std::vector<Scalar> work(static_cast<std::size_t>(std::max(1.0, std::real(wanted))));
    routine(work.data(), static_cast<int>(work.size()));
}

} // namespace slideway
