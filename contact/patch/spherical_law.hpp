#pragma once

#include "contact/patch/tangent_bounds.hpp"

#include <functional>
#include <vector>

namespace slideway::contact {

/// The dissipation of any law in even spherical harmonics of degree 0 to L, (L+1)(L+2)/2 of them,
/// on the sphere (u_x, u_y, rho omega)/r: D = r^(1-L) P, P a homogeneous polynomial of degree L.
class SphericalLaw {
public:
    /// The projection of D, by Gauss points in the latitude and equal longitudes.
    /// @param dissipation  D at a point of the sphere
    /// @param degree  L, even
    SphericalLaw(const std::function<double(const Vector3&)>& dissipation, int degree);

    /// D, its gradient and its second derivative at (u_x, u_y, rho omega), not 0.
    [[nodiscard]] PatchForce at(const Vector3& x) const;
    /// Holds the second derivative on a box without the origin: by the one in its middle, and a
    /// bound of the third from Bernstein's inequality for each degree.
    [[nodiscard]] Interval33 bounds(const Interval3& box) const;
    /// Whether D is, proved on cells of the sphere by the same bound; false where it cannot tell.
    [[nodiscard]] bool is_convex() const;

private:
    struct Term {
        int x, y, z; // powers
        double by;
    };
    int degree_;
    double steepest_; ///< of the second derivative on the unit sphere
    std::vector<Term> terms_;
};

} // namespace slideway::contact
