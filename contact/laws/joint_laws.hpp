#pragma once

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <variant>
#include <vector>

/// Laws of joints: the force f(r, v) [N] that the first body puts on the second along each row of
/// r = (displacement of the first) - (displacement of the second), v = dr/dt.
///
/// Laws with a normal have two rows, r = (t . r, n . r): the normal n points from the first body
/// into the second, t is n turned by -90 degrees, and r_n > 0 presses the bodies together. The
/// others act along each of their rows alike.
namespace slideway::contact {

inline constexpr int max_joint_rows = 3;
using JointVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, max_joint_rows, 1>;
using JointMatrix =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, max_joint_rows, max_joint_rows>;

struct ForceAndTangent {
    JointVector f;            ///< [N]
    JointMatrix df_dr, df_dv; ///< [N/m], [N s/m]: with the memory as it is after the step
};

/// Spring and dashpot on each row: f_i = k_i r_i + c_i v_i. Part of the linear model.
struct Linear {
    std::vector<double> stiffness; ///< [N/m] or [N m/rad], per row
    std::vector<double> damping;   ///< [N s/m] or [N m s/rad], per row
};

/// Contact with springs in both directions and Coulomb friction: stick, slip, separation.
/// N = max(0, preload + k_n r_n); T = k_t (r_t - z), the slider z follows so that |T| <= mu N.
/// Source: Yang, Chu & Menq, J. Sound Vib. 211(3), 1998, doi:10.1006/jsvi.1997.1305.
struct ElasticCoulomb {
    double k_t = 0, k_n = 0; ///< [N/m]
    double friction = 0;
    double preload = 0; ///< normal force at r_n = 0 [N]; negative: a clearance of -preload / k_n
    struct Memory {
        double z = 0; ///< [m]
    };
};

/// Free play: no force while |r| < clearance (or r < clearance if one-sided), then a spring.
struct Gap {
    double stiffness = 0;    ///< [N/m]
    double clearance = 0;    ///< [m]
    bool both_sides = false; ///< also stops at r = -clearance
    double damping = 0;      ///< [N s/m] while in touch; the force never pulls
};

/// f = k3 r^3.
struct Cubic {
    double k3 = 0; ///< [N/m^3]
};

/// Rigid dry friction: |f| <= limit at rest, f = limit sgn(v) while it slides. Set-valued at rest,
/// so only analyses that know sticking take it.
struct Coulomb {
    double limit = 0; ///< [N]
};

/// Every law there is: the only list.
using JointLaw = std::variant<Linear, Coulomb, ElasticCoulomb, Gap, Cubic>;

/// What a law remembers between steps; laws without memory leave it alone.
using JointMemory = ElasticCoulomb::Memory;

/// Name in case files.
inline std::string_view keyword(const Linear&)
{
    return "linear";
}
inline std::string_view keyword(const Coulomb&)
{
    return "coulomb";
}
inline std::string_view keyword(const ElasticCoulomb&)
{
    return "elastic-coulomb";
}
inline std::string_view keyword(const Gap&)
{
    return "gap";
}
inline std::string_view keyword(const Cubic&)
{
    return "cubic";
}
inline std::string_view keyword(const JointLaw& law)
{
    return std::visit([](const auto& l) -> std::string_view { return keyword(l); }, law);
}

/// Whether the rows of a law are (t, n).
inline bool has_normal(const JointLaw& law)
{
    return std::holds_alternative<ElasticCoulomb>(law);
}

/// Force at (r, v); moves the memory. `out` is resized, never beyond max_joint_rows.
void force(const Linear& law, JointMemory& memory, const JointVector& r, const JointVector& v,
           ForceAndTangent& out);
void force(const ElasticCoulomb& law, JointMemory& memory, const JointVector& r,
           const JointVector& v, ForceAndTangent& out);
void force(const Gap& law, JointMemory& memory, const JointVector& r, const JointVector& v,
           ForceAndTangent& out);
void force(const Cubic& law, JointMemory& memory, const JointVector& r, const JointVector& v,
           ForceAndTangent& out);
/// @throws std::logic_error  a law without has_force
void force(const JointLaw& law, JointMemory& memory, const JointVector& r, const JointVector& v,
           ForceAndTangent& out);

/// Whether the force is a function of (r, v) and the memory.
inline bool has_force(const JointLaw& law)
{
    return !std::holds_alternative<Coulomb>(law);
}

/// Largest stiffness and damping that a row can show while |r| <= reach [N/m, N s/m].
struct Bound {
    double stiffness = 0, damping = 0;
};
[[nodiscard]] Bound bound(const JointLaw& law, Eigen::Index row, double reach);

} // namespace slideway::contact
