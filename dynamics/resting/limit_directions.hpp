#pragma once

#include "base/choice.hpp"
#include "dynamics/resting/resting_patch.hpp"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace slideway::dynamics {

struct FrictionSample;

/// Type of a direction in the flow on the sphere. A focus needs a law without a potential. On a
/// circle of directions, the type states whether the flow approaches or leaves the circle.
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

/// A direction (u_x, u_y, rho omega) / r in which the patch can come to rest or leave rest:
/// M rdot w = Qe - grad D(w).
struct LimitDirection {
    Vector3 w;       ///< length 1
    double rdot = 0; ///< rate of the speed r [m/s^2]; < 0: the patch comes to rest
    /// Eigenvalues of the flow on the sphere with time dt = r dtau [m/s^2], by ascending real part.
    std::array<Complex, 2> eigenvalues;
    DirectionType type = DirectionType::degenerate;

    [[nodiscard]] bool attracting() const { return rdot < 0; }
    [[nodiscard]] double theta() const; ///< latitude [rad]
    [[nodiscard]] double phi() const;   ///< longitude from x [rad]
};

/// A circle of limit directions of an axisymmetric body without a force: all directions of a
/// latitude.
struct LimitCircle {
    double theta = 0;      ///< latitude [rad]; 0: the equator
    double rdot = 0;       ///< [m/s^2]
    double eigenvalue = 0; ///< eigenvalue along the meridians [m/s^2]
};

struct LimitDirections {
    std::vector<LimitDirection>
        directions;                   ///< sorted by longitude from slip along x, then latitude
    std::vector<LimitCircle> circles; ///< ascending latitude
    std::string doubt;                ///< "" if the set is certified to be complete
    [[nodiscard]] bool certified() const { return doubt.empty(); }
};

/// Finds all limit directions of a patch under any load. They are certified if the law has bounds
/// (docs/theory/patch_friction.md, section 4). For an axisymmetric law and body, they are the zeros
/// of one function on the great circle of the load, which is enclosed. Otherwise the sphere is
/// covered by cells that contain no direction or, by Krawczyk's test, exactly one. Round-off is not
/// enclosed. Laws without bounds are searched from a grid, and have a doubt.
class DirectionFinder {
public:
    /// @throws std::invalid_argument  a mass that is not positive definite
    explicit DirectionFinder(const RestingPatch& patch);
    /// Directions on the sphere with scale rho, which does not affect the search.
    /// @param load  Qe (N, N, N m), replaces the load of the patch
    [[nodiscard]] LimitDirections under(const Vector3& load) const;
    /// Directions on the sphere of the law, whose spin axis is scaled by the length of the law.
    [[nodiscard]] LimitDirections on_sphere_of_law(const Vector3& load) const;

private:
    RestingPatch patch_;
    std::shared_ptr<const std::vector<FrictionSample>>
        samples_; ///< samples for a law without bounds
};

/// Limit directions under the load of the patch.
/// @throws std::invalid_argument  a mass that is not positive definite
[[nodiscard]] LimitDirections limit_directions(const RestingPatch& patch);

} // namespace slideway::dynamics
