#pragma once

#include "contact/patch/tangent_bounds.hpp"

#include <functional>
#include <vector>

namespace slideway::contact {

/// The dissipation of any law in even spherical harmonics of degree 0 to L, (L+1)(L+2)/2 of them,
/// on the sphere (u_x, u_y, rho omega)/r: D = r^(1-L) P, P a homogeneous polynomial of degree L.
class SphericalLaw {
public:
    /// Projects D with Gauss points in latitude and equally spaced longitudes.
    /// @param dissipation  D at a point of the sphere
    /// @param degree  even degree L
    SphericalLaw(const std::function<double(const Vector3&)>& dissipation, int degree);

    /// D, its gradient and its second derivative at (u_x, u_y, rho omega), not 0.
    [[nodiscard]] PatchForce at(const Vector3& x) const;
    /// Encloses the second derivative on a box without the origin, from the one in its middle and a
    /// bound of the third derivative by Bernstein's inequality for each degree.
    [[nodiscard]] Interval33 bounds(const Interval3& box) const;
    /// True if D is proved convex on cells of the sphere by the same bound; false if undecided.
    [[nodiscard]] bool is_convex() const;

private:
    struct Term {
        int x, y, z; // powers
        double by;
    };
    int degree_;
    double steepest_; ///< bound of the third derivative on the unit sphere
    std::vector<Term> terms_;
};

} // namespace slideway::contact
