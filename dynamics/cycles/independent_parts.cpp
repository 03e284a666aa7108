#include "dynamics/cycles/independent_parts.hpp"

#include "base/dense_eigen.hpp"
#include "base/text.hpp"
#include "base/two_pi.hpp"
#include "dynamics/modal/equal_frequencies.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

namespace slideway::dynamics {

namespace {

// Share of a row that it has in a direction that it does not see: round-off of the modes.
constexpr double not_seen = 1e-10;

using Group = std::vector<Index>; // modes of one frequency

// Rows of a joint, each of length one.
Matrix unit_rows(const ModalLaw& joint)
{
    Matrix rows = joint.on.rows;
    for (Index i = 0; i < rows.rows(); ++i)
        if (const double norm = rows.row(i).norm(); norm > 0)
            rows.row(i) /= norm;
    return rows;
}

Matrix columns_of(const Matrix& rows, const Group& group)
{
    Matrix out(rows.rows(), static_cast<Index>(group.size()));
    for (std::size_t k = 0; k < group.size(); ++k)
        out.col(static_cast<Index>(k)) = rows.col(group[k]);
    return out;
}

// Sets of joints that some frequency couples.
std::vector<std::vector<std::size_t>> coupled_sets(const std::vector<Matrix>& rows,
                                                   const std::vector<Group>& groups)
{
    std::vector<std::size_t> set(rows.size());
    std::iota(set.begin(), set.end(), std::size_t{0});
    for (const Group& group : groups)
        for (std::size_t i = 0; i < rows.size(); ++i)
            for (std::size_t j = i + 1; j < rows.size(); ++j) {
                if (set[i] == set[j])
                    continue;
                const Matrix product =
                    columns_of(rows[i], group) * columns_of(rows[j], group).transpose();
                // The smaller one of two parts of rows counts: both may be small in one group.
                if (product.cwiseAbs().maxCoeff() > not_seen)
                    std::replace(set.begin(), set.end(), set[j], set[i]);
            }
    std::vector<std::vector<std::size_t>> sets;
    for (std::size_t i = 0; i < set.size(); ++i) {
        std::vector<std::size_t> members;
        for (std::size_t j = i; j < set.size(); ++j)
            if (set[j] == set[i])
                members.push_back(j);
        if (members.front() == i &&
            std::find(set.begin(), set.begin() + static_cast<std::ptrdiff_t>(i), set[i]) ==
                set.begin() + static_cast<std::ptrdiff_t>(i))
            sets.push_back(members);
    }
    return sets;
}

// Directions by rows: those that they see, one column each, then the rest.
struct Directions {
    Matrix seen, rest;
};
Directions directions_by(const Matrix& rows, Index size)
{
    if (rows.rows() == 0)
        return {Matrix(size, 0), Matrix::Identity(size, size)};
    Svd<double> decomposition = svd(rows, SingularVectors::full);
    Index rank = 0;
    while (rank < decomposition.values.size() && decomposition.values(rank) > not_seen)
        ++rank;
    for (Index k = 0; k < decomposition.V.cols(); ++k) {
        Index largest = 0;
        decomposition.V.col(k).cwiseAbs().maxCoeff(&largest);
        if (decomposition.V(largest, k) < 0)
            decomposition.V.col(k) = -decomposition.V.col(k);
    }
    return {decomposition.V.leftCols(rank), decomposition.V.rightCols(size - rank)};
}

Matrix stacked(const std::vector<Matrix>& rows, const std::vector<std::size_t>& joints,
               const Group& group)
{
    Index n = 0;
    for (const std::size_t j : joints)
        n += rows[j].rows();
    Matrix out(n, static_cast<Index>(group.size()));
    n = 0;
    for (const std::size_t j : joints) {
        out.middleRows(n, rows[j].rows()) = columns_of(rows[j], group);
        n += rows[j].rows();
    }
    return out;
}

IndependentPart part_of(const ConservativeSystem& whole, const std::vector<std::size_t>& joints,
                        const std::vector<Vector>& directions)
{
    const JointedSystem& s = whole.system;
    Matrix Z(s.n_modes(), static_cast<Index>(directions.size()));
    for (Index k = 0; k < Z.cols(); ++k)
        Z.col(k) = directions[static_cast<std::size_t>(k)];
    JointedSystem part;
    part.modes.omega = (Z.cwiseAbs2().transpose() * s.modes.omega.cwiseAbs2()).cwiseSqrt();
    part.modes.c = Vector::Zero(Z.cols());
    part.p0 = Z.transpose() * s.p0;
    part.p = part.force = part.inertia = part.drag = ComplexVector::Zero(Z.cols());
    part.B.resize(0, Z.cols());
    part.limit.resize(0);
    part.r.resize(0);
    for (const std::size_t j : joints) {
        part.joints.push_back(s.joints[j]);
        part.joints.back().on.rows = s.joints[j].on.rows * Z;
    }
    return {conservative_system(std::move(part)), std::move(Z)};
}

// Message about modes of equal frequency, with the differences that were neglected.
std::string equal_text(const Vector& omega, const Group& group, Index held, Index others)
{
    const double low = omega(group.front()), high = omega(group.back());
    std::string text = std::to_string(group.size()) + " modes of equal frequency (" +
                       number_text(low / two_pi, 9) +
                       " Hz): every combination of them is a mode; taken are " +
                       std::to_string(held) + " that the joints see, and " +
                       std::to_string(others) + " that no joint sees";
    constexpr double round_off = 1e-13;
    if (high / low - 1 > round_off)
        text += "; their relative difference of " + number_text(high / low - 1, 2) +
                " is neglected (up to " +
                number_text(unresolved_difference(high, omega.maxCoeff()), 2) +
                " is not resolved), so folds and branch points that depend on it are not covered";
    return text;
}

} // namespace

IndependentParts independent_parts(const ConservativeSystem& whole,
                                   const std::vector<ModalOutput>& outputs)
{
    const JointedSystem& s = whole.system;
    const Index m = whole.m();
    std::vector<Matrix> rows;
    for (const ModalLaw& joint : s.joints)
        rows.push_back(unit_rows(joint));
    Matrix seen_outputs(static_cast<Index>(outputs.size()), m);
    for (std::size_t k = 0; k < outputs.size(); ++k)
        seen_outputs.row(static_cast<Index>(k)) = outputs[k].row.normalized().transpose();
    const std::vector<Group> groups = equal_frequencies(s.modes.omega);
    const auto sets = coupled_sets(rows, groups);
    std::vector<std::size_t> all(rows.size());
    std::iota(all.begin(), all.end(), std::size_t{0});

    const auto embedded = [m](const Group& group, const VectorIn& direction) -> Vector {
        Vector out = Vector::Zero(m);
        for (std::size_t k = 0; k < group.size(); ++k)
            out(group[k]) = direction(static_cast<Index>(k));
        return out;
    };
    IndependentParts out;
    std::vector<std::vector<Vector>> directions(sets.size()); // of each set
    std::vector<Vector> free;                                 // that no joint sees
    for (const Group& group : groups) {
        const auto size = static_cast<Index>(group.size());
        Index held = 0;
        for (std::size_t k = 0; k < sets.size(); ++k) {
            const Matrix seen = directions_by(stacked(rows, sets[k], group), size).seen;
            for (Index i = 0; i < seen.cols(); ++i)
                directions[k].push_back(embedded(group, seen.col(i)));
            held += seen.cols();
        }
        const Matrix rest = directions_by(stacked(rows, all, group), size).rest;
        const Directions order = directions_by(columns_of(seen_outputs, group) * rest, rest.cols());
        Matrix reported(size, rest.cols());
        reported << rest * order.seen, rest * order.rest;
        for (Index i = 0; i < reported.cols(); ++i)
            free.push_back(embedded(group, reported.col(i)));
        if (size > 1)
            out.notes.push_back(equal_text(s.modes.omega, group, held, reported.cols()));
    }
    if (sets.size() == 1 && free.empty() && out.notes.empty()) {
        out.parts.push_back({whole, Matrix::Identity(m, m)});
    } else {
        for (std::size_t k = 0; k < sets.size(); ++k)
            if (!directions[k].empty())
                out.parts.push_back(part_of(whole, sets[k], directions[k]));
        for (const Vector& direction : free)
            out.parts.push_back(part_of(whole, {}, {direction}));
    }
    std::vector<std::tuple<double, std::size_t, Index>> order;
    for (std::size_t k = 0; k < out.parts.size(); ++k)
        for (Index mode = 0; mode < out.parts[k].system.m(); ++mode)
            order.emplace_back(out.parts[k].system.omega(mode), k, mode);
    std::sort(order.begin(), order.end());
    for (const auto& [omega, part, mode] : order)
        out.modes.emplace_back(part, mode);
    return out;
}

} // namespace slideway::dynamics
