#include "contact/patch/loaded_points.hpp"

#include <cmath>

namespace slideway::contact {

PatchForce points_force(const std::vector<LoadedPoint>& points, const Vector2& slip, double spin)
{
    PatchForce out;
    double fx = 0, fy = 0, fz = 0, xx = 0, xy = 0, yy = 0, xz = 0, yz = 0, zz = 0;
    for (const LoadedPoint& point : points) {
        const double x = point.at(0), y = point.at(1), vx = slip(0) - spin * y,
                     vy = slip(1) + spin * x, v2 = vx * vx + vy * vy,
                     by = v2 > 0 ? 1 / std::sqrt(v2) : 0;
        const double ex = vx * by, ey = vy * by, arm = x * ey - y * ex;
        // Component across e, and its lever.
        const double nz = x * ex + y * ey, w = point.load * by;
        fx += point.load * ex;
        fy += point.load * ey;
        fz += point.load * arm;
        xx += w * ey * ey;
        xy -= w * ex * ey;
        yy += w * ex * ex;
        xz -= w * ey * nz;
        yz += w * ex * nz;
        zz += w * nz * nz;
    }
    out.force << fx, fy, fz;
    out.power = fx * slip(0) + fy * slip(1) + fz * spin;
    out.tangent << xx, xy, xz, xy, yy, yz, xz, yz, zz;
    return out;
}

} // namespace slideway::contact
