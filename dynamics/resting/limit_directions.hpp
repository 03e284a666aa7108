#pragma once

#include "base/choice.hpp"
#include "dynamics/resting/resting_patch.hpp"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace slideway::dynamics {

struct FrictionSample;

/// Of the flow of directions on their sphere; a focus needs a law without a potential. On a circle
/// of directions it goes towards the circle or away from it.
enum class DirectionType {
    stable_node,
    saddle,
    unstable_node,
    stable_focus,
    unstable_focus,
    stable_circle,
    unstable_circle,
    degenerate
};
constexpr auto choices(DirectionType /*one of*/)
{
    using enum DirectionType;
    return std::to_array<Choice<DirectionType>>({{stable_node, "stable node"},
                                                 {saddle, "saddle"},
                                                 {unstable_node, "unstable node"},
                                                 {stable_focus, "stable focus"},
                                                 {unstable_focus, "unstable focus"},
                                                 {stable_circle, "stable circle"},
                                                 {unstable_circle, "unstable circle"},
                                                 {degenerate, "degenerate"}});
}

/// A direction (u_x, u_y, rho omega) / r in which the patch can come to rest or leave it:
/// M rdot w = Qe - grad D(w).
struct LimitDirection {
    Vector3 w;       ///< length 1
    double rdot = 0; ///< rate of the speed r [m/s^2]; < 0: attracting, it comes to rest
    /// Of the flow on the sphere, time dt = r dtau [m/s^2], by ascending real part.
    std::array<Complex, 2> eigenvalues;
    DirectionType type = DirectionType::degenerate;

    [[nodiscard]] bool attracting() const { return rdot < 0; }
    [[nodiscard]] double theta() const; ///< latitude [rad]
    [[nodiscard]] double phi() const;   ///< longitude from x [rad]
};

/// Of an axisymmetric body without a force: all directions of a latitude.
struct LimitCircle {
    double theta = 0;      ///< latitude [rad]; 0: the equator
    double rdot = 0;       ///< [m/s^2]
    double eigenvalue = 0; ///< along the meridians [m/s^2]
};

struct LimitDirections {
    std::vector<LimitDirection> directions; ///< from slip along x, by longitude, then latitude
    std::vector<LimitCircle> circles;       ///< ascending latitude
    std::string doubt;                      ///< "" of a certified set: these, and no others
    [[nodiscard]] bool certified() const { return doubt.empty(); }
};

/// Finds all limit directions of a patch under any load. Where its law has bounds they are
/// certified (docs/theory/patch_friction.md, section 4): where law and body are axisymmetric, on
/// the great circle of the load by enclosures of the one function whose zeros they are; else on a
/// cover of the sphere by cells, each without a direction or, by Krawczyk's test, with exactly
/// one. Round-off is not enclosed. Laws without bounds are searched from a grid, and have a doubt.
class DirectionFinder {
public:
    /// @throws std::invalid_argument  a mass that is not positive definite
    explicit DirectionFinder(const RestingPatch& patch);
    /// Directions on the sphere of rho, which scales the numbers and has no part in the search.
    /// @param load  Qe (N, N, N m), in place of that of the patch
    [[nodiscard]] LimitDirections under(const Vector3& load) const;
    /// Directions on the sphere of the law, whose spin axis is scaled by its length.
    [[nodiscard]] LimitDirections on_sphere_of_law(const Vector3& load) const;

private:
    RestingPatch patch_;
    std::shared_ptr<const std::vector<FrictionSample>> samples_; ///< of a law without bounds
};

/// Those under the load of the patch.
/// @throws std::invalid_argument  a mass that is not positive definite
[[nodiscard]] LimitDirections limit_directions(const RestingPatch& patch);

} // namespace slideway::dynamics
