#pragma once

#include "continuation/state.hpp"

#include <vector>

namespace slideway::continuation {

/// Scaled arclength below which a label near a surface is that of the point on it. On several
/// surfaces at once, of equal parts or of a symmetric motion, round-off would separate points
/// that are closer.
constexpr double beside_surface = 1e-7, beside_several = 1e-5;

/// True if `state` is a labelled point on a surface.
[[nodiscard]] bool on_surface(const Workspace& work, const State& state);

/// True if a point on a surface lies ahead of `a` on its way, and not behind.
[[nodiscard]] bool lies_ahead(Workspace& work, const State& surface_point, const State& a);

/// Locates and passes the surfaces at which F is not smooth. On their near side, the smooth one, a
/// point lies beyond fewer surfaces. On the far side derivatives may grow like one over the square
/// root of the depth, so the branch turns at the surface within less than round-off. Every point on
/// a surface is therefore computed from the near side, and no difference extends across it.
class SurfacePass {
public:
    explicit SurfacePass(Workspace& work);

    /// Follows the branch from a point on the near side, forwards (+1) or backwards (-1) along its
    /// tangent, to the first surface. Returns false if there is none within `reach`.
    bool meet(const State& from, int sign, double reach, State& surface_point);

    /// State of the branch just after a point on a surface.
    struct Ahead {
        int beyond = 0;     ///< number of surfaces that the branch lies beyond just after it
        bool far = false;   ///< true on the far side
        bool sharp = false; ///< far, and the tangent turns immediately
    };
    [[nodiscard]] Ahead ahead(const State& surface_point);

    /// Finds a point b on the far side, beyond `beyond` surfaces and as close to them as it can be
    /// resolved. If several surfaces are met at once, it may lie beyond only some of them. Returns
    /// false if none is found.
    bool enter(const State& surface_point, int beyond, State& b);

    /// Finds the point on the surface, with the tangent of the near side. It starts from a point of
    /// the far side whose step `h` towards the surface fails because the branch reverses. Returns
    /// false if none is found within a few steps.
    bool leave(const State& a, double h, State& surface_point);

private:
    struct Known {
        Vector x;
        double p = 0, s = 0, room = 0;
    };
    bool on_plane(const State& from, const Known& before, const Known& last, bool two, double s,
                  Known& out);
    int beyond_at(const State& surface_point, double length);
    bool turned_tangent(const State& surface_point, const Matrix& near, double depth, Vector& t,
                        double& length);
    bool enter_to(const State& surface_point, int beyond, bool exactly, State& b);
    [[nodiscard]] Vector across(const State& a, double h);
    bool outside_of(const State& a, double off, const Vector& direction, State& out);

    Workspace& work_;
    State trial_;
};

} // namespace slideway::continuation
