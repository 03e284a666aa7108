#pragma once

#include "base/types.hpp"
#include "contact/laws/directions.hpp"

#include <cassert>
#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Laws of joints as models hold them, never which law it is. Each law is a struct of its own in
/// contact/laws/NAME.hpp; joint_laws.hpp is the list of them, law_face.hpp what they may be asked.
namespace slideway::contact {

struct LawInfo;
class LawFace;

/// Largest stiffness and damping that a row can show while |r| <= reach [N/m, N s/m].
struct Bound {
    double stiffness = 0, damping = 0;
};

// clang-format off
/// What every law has: its name in case files, a line about it, the rows that it acts on, the
/// largest tangents of a row. Its numbers are its members; `fields(F&, L&)` beside it describes the
/// keys of a case file that give them, F being io::Fields.
template <class L>
concept Law = requires(const L& law, Index row, double reach) {
    { L::keyword } -> std::convertible_to<std::string_view>;
    { L::about } -> std::convertible_to<std::string_view>;
    { L::directions } -> std::convertible_to<Directions>;
    { law.bound(row, reach) } -> std::same_as<Bound>;
};
// clang-format on

/// A law of a joint, any that satisfies the concept Law. A value: copies share the law, which does
/// not change.
class JointLaw {
public:
    JointLaw() = default; ///< none; a law is to be assigned
    template <Law L>
    JointLaw(L law); ///< a law is a JointLaw; made once, in the source of the law (law_of.hpp)

    [[nodiscard]] const LawFace* operator->() const
    {
        assert(face_);
        return face_.get();
    }
    [[nodiscard]] const LawInfo& info() const;
    /// The law on the rows of these components, which may decide some of its numbers.
    [[nodiscard]] JointLaw on(const std::vector<std::string>& components) const;

    /// The law without its dashpot; nothing: it has none.
    [[nodiscard]] std::optional<JointLaw> without_dashpot() const;

    /// Place of a parameter in info().parameters.
    /// @throws std::invalid_argument  the law has none of that name
    [[nodiscard]] Index parameter_index(std::string_view name) const;
    [[nodiscard]] double parameter(std::string_view name) const;
    /// The law with another value of a parameter.
    [[nodiscard]] JointLaw with(std::string_view parameter, double value) const;

private:
    std::shared_ptr<const LawFace> face_;
};

/// Name in case files.
[[nodiscard]] std::string_view keyword(const JointLaw& law);
[[nodiscard]] bool is_linear(const JointLaw& law);
[[nodiscard]] bool is_dry(const JointLaw& law);
/// Friction force of a dry law [N].
/// @throws std::logic_error  a law that is not dry
[[nodiscard]] double dry_limit(const JointLaw& law);
[[nodiscard]] bool is_set_valued_at_rest(const JointLaw& law);
/// Neither part of the linear model nor set-valued at rest.
[[nodiscard]] bool is_nonlinear(const JointLaw& law);
/// Whether the rows of a law are (t, n).
[[nodiscard]] bool has_normal(const JointLaw& law);
/// Whether the force is a function of (r, v) and the memory.
[[nodiscard]] bool has_force(const JointLaw& law);
[[nodiscard]] Bound bound(const JointLaw& law, Index row, double reach);

} // namespace slideway::contact
