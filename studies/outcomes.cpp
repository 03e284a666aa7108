#include "studies/outcomes.hpp"

namespace slideway::studies {

Outcomes open_outcomes(Index n_states, std::size_t n)
{
    return {std::vector<int>(n, not_run), std::vector<int>(n, -1), std::vector<int>(n, 0),
            Matrix::Zero(n_states, static_cast<Index>(n))};
}

void replace(Outcomes& into, const std::vector<std::size_t>& which, const Outcomes& from)
{
    for (std::size_t i = 0; i < which.size(); ++i) {
        into.label[which[i]] = from.label[i];
        into.since[which[i]] = from.since[i];
        into.taken[which[i]] = from.taken[i];
        if (into.end.rows() > 0)
            into.end.col(static_cast<Index>(which[i])) = from.end.col(static_cast<Index>(i));
    }
}

std::vector<std::size_t> labelled(const Outcomes& outcomes, int label)
{
    std::vector<std::size_t> which;
    for (std::size_t i = 0; i < outcomes.label.size(); ++i)
        if (outcomes.label[i] == label)
            which.push_back(i);
    return which;
}

} // namespace slideway::studies
