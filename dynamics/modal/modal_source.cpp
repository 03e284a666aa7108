#include "dynamics/modal/modal_source.hpp"

#include "contact/laws/law.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace slideway::dynamics {

namespace {

// Members that modes depend on. Members that are cheap to compare come first.
template <class T>
auto members(T& x)
{
    using S = std::remove_const_t<T>;
    if constexpr (std::is_same_v<S, assembly::CoupledModel>)
        return std::tie(x.joints, x.loads, x.motions, x.bonds, x.sliding, x.bodies);
    else if constexpr (std::is_same_v<S, fem::Substructure>)
        return std::tie(x.name, x.mass_damping, x.M, x.C, x.K, x.C_skew, x.K_skew, x.H, x.rigid,
                        x.rigid_names);
    else if constexpr (std::is_same_v<S, assembly::RowsOn>)
        return std::tie(x.body, x.rows);
    else if constexpr (std::is_same_v<S, assembly::Bond>)
        return std::tie(x.name, x.where, x.first, x.second, x.labels);
    else if constexpr (std::is_same_v<S, assembly::Joint>)
        return std::tie(x.name, x.where, x.first, x.second, x.law);
    else if constexpr (std::is_same_v<S, assembly::Sliding>)
        return std::tie(x.slave_body, x.slave_rows, x.master_body, x.master_rows);
    else if constexpr (std::is_same_v<S, assembly::Load>)
        return std::tie(x.body, x.row);
    else if constexpr (std::is_same_v<S, assembly::Motion>)
        return std::tie(x.name, x.where, x.on);
}

template <class T>
constexpr bool has_members = !std::is_void_v<decltype(members(std::declval<T&>()))>;

// Calls f(member of a, member of b) for all members, until it returns false.
template <class A, class B, class F>
bool for_members(A& a, B& b, const F& f)
{
    return std::apply(
        [&](auto&... of_a) -> bool {
            return std::apply([&](auto&... of_b) -> bool { return (f(of_a, of_b) && ...); },
                              members(b));
        },
        members(a));
}

// Placeholder for the law of a joint that is not part of the modes.
struct OnlyRows final : contact::Law {
    [[nodiscard]] contact::LawDescription description() const override
    {
        return {"only-rows", "", contact::Directions::components};
    }
    [[nodiscard]] contact::Bound bound(Index /*row*/, double /*reach*/) const override
    {
        return {};
    }
};

struct Copy {
    template <class T>
    bool operator()(const T& from, T& to) const
    {
        if constexpr (has_members<T>)
            for_members(from, to, *this);
        else
            to = from;
        return true;
    }
    template <class T>
    bool operator()(const std::vector<T>& from, std::vector<T>& to) const
    {
        to.resize(from.size());
        for (std::size_t i = 0; i < from.size(); ++i)
            (*this)(from[i], to[i]);
        return true;
    }
    template <class T>
    bool operator()(const std::optional<T>& from, std::optional<T>& to) const
    {
        return !from || (*this)(*from, to.emplace());
    }
    bool operator()(const contact::JointLaw& from, contact::JointLaw& to) const
    {
        to = from->is_linear() ? from : OnlyRows();
        return true;
    }
};

// 0 and -0 are different, because results may differ.
bool same_numbers(const double* a, const double* b, Index n)
{
    return std::equal(a, a + n, b, [](double x, double y) -> bool {
        return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
    });
}

struct Same {
    template <class T>
    bool operator()(const T& a, const T& b) const
    {
        if constexpr (has_members<T>)
            return for_members(a, b, *this);
        else if constexpr (requires { a.rows(), a.data(); }) // dense matrices
            return a.rows() == b.rows() && a.cols() == b.cols() &&
                   same_numbers(a.data(), b.data(), a.size());
        else
            return a == b;
    }
    template <class T>
    bool operator()(const std::vector<T>& a, const std::vector<T>& b) const
    {
        return std::equal(a.begin(), a.end(), b.begin(), b.end(), *this);
    }
    template <class T>
    bool operator()(const std::optional<T>& a, const std::optional<T>& b) const
    {
        return a.has_value() == b.has_value() && (!a || (*this)(*a, *b));
    }
    bool operator()(const double& a, const double& b) const { return same_numbers(&a, &b, 1); }
    bool operator()(const SparseMatrix& a, const SparseMatrix& b) const
    {
        const Index n = a.nonZeros();
        return a.isCompressed() && b.isCompressed() && a.rows() == b.rows() &&
               a.cols() == b.cols() && n == b.nonZeros() &&
               std::equal(a.outerIndexPtr(), a.outerIndexPtr() + a.outerSize() + 1,
                          b.outerIndexPtr()) &&
               std::equal(a.innerIndexPtr(), a.innerIndexPtr() + n, b.innerIndexPtr()) &&
               same_numbers(a.valuePtr(), b.valuePtr(), n);
    }
    bool operator()(const assembly::Joint& a, const assembly::Joint& b) const
    {
        if (a.law->is_linear() != b.law->is_linear() || !for_members(a, b, *this))
            return false;
        if (!a.law->is_linear())
            return true;
        const contact::ForceAndTangent at_rest = tangent(a), other = tangent(b);
        return (*this)(at_rest.df_dr, other.df_dr) && (*this)(at_rest.df_dv, other.df_dv);
    }
    bool operator()(const contact::JointLaw& /*a*/, const contact::JointLaw& /*b*/) const
    {
        return true; // see Joint: it knows the rows
    }

    static contact::ForceAndTangent tangent(const assembly::Joint& joint)
    {
        const contact::JointVector rest = contact::JointVector::Zero(joint.n_rows());
        contact::JointMemory memory;
        contact::ForceAndTangent result;
        joint.law->force(memory, rest, rest, result);
        return result;
    }
};

} // namespace

ModalSource::ModalSource(const assembly::CoupledModel& model)
{
    Copy()(model, model_);
}

bool ModalSource::equals(const assembly::CoupledModel& model) const
{
    return Same()(model_, model);
}

} // namespace slideway::dynamics
