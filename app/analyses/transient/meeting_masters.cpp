#include "app/analyses/transient/transient.hpp"
#include "assembly/coupled_model.hpp"
#include "base/text.hpp"

#include <optional>

namespace slideway::app {

namespace {

// True if both contacts have a slave node in common.
bool share_slave(const assembly::Sliding& a, const assembly::Sliding& b)
{
    if (a.slave_body != b.slave_body)
        return false;
    for (Index i = 0; i < a.n_slaves(); ++i)
        for (Index j = 0; j < b.n_slaves(); ++j)
            if (a.slave_X.row(i) + a.origin.transpose() == b.slave_X.row(j) + b.origin.transpose())
                return true;
    return false;
}

// Common end of the master curves of two contacts, if they have one [m].
std::optional<Eigen::Vector2d> common_end(const assembly::Sliding& a, const assembly::Sliding& b)
{
    constexpr double same_place = 1e-6; // relative to the size of the curves
    const auto extent = [](const Matrix& X) -> double {
        return (X.colwise().maxCoeff() - X.colwise().minCoeff()).norm();
    };
    const double size = extent(a.master_X) + extent(b.master_X);
    for (const Index i : {Index(0), a.n_segments()})
        for (const Index j : {Index(0), b.n_segments()}) {
            const Eigen::Vector2d end = a.master_X.row(i).transpose() + a.origin,
                                  other = b.master_X.row(j).transpose() + b.origin;
            if ((end - other).norm() <= same_place * size)
                return end;
        }
    return {};
}

} // namespace

std::vector<std::string> notes(const Transient& e, const BuiltModel& built)
{
    std::vector<std::string> out;
    const std::vector<assembly::Sliding>& contacts = built.model.sliding;
    if (e.options.separation != dynamics::Separation::follow)
        return out;
    for (std::size_t i = 0; i < contacts.size(); ++i)
        for (std::size_t j = i + 1; j < contacts.size(); ++j) {
            const assembly::Sliding &a = contacts[i], &b = contacts[j];
            if (!share_slave(a, b))
                continue;
            if (const auto end = common_end(a, b))
                out.push_back("masters of contacts " + a.name + " and " + b.name +
                              " end at the same place, (" + number_text(end->x()) + ", " +
                              number_text(end->y()) +
                              ") m: a node that reaches this corner may leave both, or gain energy "
                              "by restitution; make one curve of both masters, or extend them "
                              "beyond the corner");
        }
    return out;
}

} // namespace slideway::app
