#include "app/analyses/transient/transient.hpp"
#include "assembly/coupled_model.hpp"
#include "base/text.hpp"

#include <optional>

namespace slideway::app {

namespace {

constexpr double same_place = 1e-6; // relative to the size of the curves

// Size of the master curves of two contacts [m].
double size_of(const assembly::Sliding& a, const assembly::Sliding& b)
{
    const auto extent = [](const Matrix& X) -> double {
        return (X.colwise().maxCoeff() - X.colwise().minCoeff()).norm();
    };
    return extent(a.master_X) + extent(b.master_X);
}

// Position of row i of X, which is relative to the origin of the contact [m].
Eigen::Vector2d position(const assembly::Sliding& contact, const Matrix& X, Index i)
{
    return X.row(i).transpose() + contact.origin;
}

// True if both contacts have a slave node in common.
bool share_slave(const assembly::Sliding& a, const assembly::Sliding& b)
{
    if (a.slave_body != b.slave_body)
        return false;
    const double near = same_place * size_of(a, b);
    for (Index i = 0; i < a.n_slaves(); ++i)
        for (Index j = 0; j < b.n_slaves(); ++j)
            if ((position(a, a.slave_X, i) - position(b, b.slave_X, j)).norm() <= near)
                return true;
    return false;
}

// Common end of the master curves of two contacts, if they have one [m].
std::optional<Eigen::Vector2d> common_end(const assembly::Sliding& a, const assembly::Sliding& b)
{
    const double near = same_place * size_of(a, b);
    for (const Index i : {Index(0), a.n_segments()})
        for (const Index j : {Index(0), b.n_segments()}) {
            const Eigen::Vector2d end = position(a, a.master_X, i);
            if ((end - position(b, b.master_X, j)).norm() <= near)
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
