#include "contact/patch/turned_map.hpp"
#include "dynamics/events/contact_states.hpp"
#include "dynamics/events/switched_system.hpp"

#include <utility>

// Next states of contacts without sliding velocity and of patches at rest.

namespace slideway::dynamics {

// Rates of the accelerations of the contacts.
Vector SwitchedSystem::jerk(const std::vector<Index>& slow, const Vector& friction, const Vector& y,
                            double t) const
{
    Vector a = a_;
    for (std::size_t i = 0; i < slow.size(); ++i)
        a -= friction(static_cast<Index>(i)) * rows_.row(slow[i]).transpose();
    const Complex e = drive(t), e_rate = drive_rate(t);
    const Vector v = y.segment(m(), m());
    Vector rate = (s_.p * e_rate).real() - s_.modes.omega.cwiseAbs2().cwiseProduct(v);
    if (s_.modes.classical())
        rate -= s_.modes.c.cwiseProduct(a);
    else
        rate -= s_.modes.D * a;
    for (std::size_t j = 0; j < system_.joints.size(); ++j) {
        const ModalLaw& joint = system_.joints[j];
        const Vector r2 = joint.on.rows * a - s_.Omega * s_.Omega * (joint.on.follow * e).real();
        rate -=
            joint.on.rows.transpose() * (law_[j].df_dr * r_rate_[j] + law_[j].df_dv * r2).eval();
    }
    for (std::size_t p = 0; p < n_patches(); ++p)
        if (patches_[p].slides) {
            const JointOnModes& modes = system_.patches[p].on;
            const Vector3 r2 = modes.rows * a - s_.Omega * s_.Omega * (modes.follow * e).real();
            rate -= modes.rows.transpose() * contact::force_rate(patches_[p].friction,
                                                                 patches_[p].velocity, r2,
                                                                 map_rate(p, y, t));
        }
    return rows_ * rate - s_.Omega * s_.Omega * (follow_rows_ * e_rate).real();
}

// Next states of the contacts without sliding velocity, and of patches that rest; those held to a
// motion continue with it. Friction of these is the force that holds them: that of their velocities
// has lost its direction to round-off where they are slow, and the rate of it more.
NextMotions SwitchedSystem::next_of(const std::vector<Index>& slow,
                                    const std::vector<std::size_t>& held,
                                    const std::vector<bool>& reached, const Vector& y, double t)
{
    for (Index i = 0; i < k(); ++i)
        friction_(i) = state_[static_cast<std::size_t>(i)] * s_.limit(i);
    for (const Index i : slow)
        friction_(i) = 0;
    friction_load_ = s_.B.transpose() * friction_;
    applied(y, t);
    Vector b = rows_ * a_ - s_.Omega * s_.Omega * (follow_rows_ * drive(t)).real();
    Vector limit(rows_.rows());
    limit.head(k()) = s_.limit;
    for (std::size_t p = 0; p < n_patches(); ++p)
        limit.segment<3>(patch_row(p)) =
            system_.patches[p].law.limit() * Vector3(1, 1, system_.patches[p].law.kappa());
    const Vector scale = b.cwiseAbs() + G_.cwiseAbs() * limit;
    double rate = s_.Omega;
    if (rate == 0 && m() > 0)
        rate = s_.modes.omega.maxCoeff();
    if (held.empty()) {
        NextStates next;
        const std::vector<bool> at_limit(static_cast<std::size_t>(k()), false);
        next_states({s_, G_, slow, b, scale, rate, at_limit,
                     [&](const Vector& friction, Vector& rates) -> void {
                         rates = jerk(slow, friction, y, t);
                     }},
                    next);
        return {std::move(next.state), {}};
    }
    std::vector<Index> rows = slow;
    std::vector<const contact::PatchLaw*> laws;
    std::vector<double> turning;
    std::vector<bool> at_surface, to_motion;
    Vector jerks = Vector::Zero(rows_.rows()); // of these motions
    for (const std::size_t p : held) {
        laws.push_back(&system_.patches[p].law);
        turning.push_back(map_rate(p, y, t));
        at_surface.push_back(!reached.empty() && reached[p]);
        to_motion.push_back(patches_[p].imposed.has_value());
        if (patches_[p].imposed) {
            b.segment<3>(patch_row(p)) -= patches_[p].imposed->acceleration(t);
            jerks.segment<3>(patch_row(p)) = patches_[p].imposed->jerk(t);
        }
        for (Index i = 0; i < 3; ++i)
            rows.push_back(patch_row(p) + i);
    }
    const auto n = static_cast<Index>(rows.size());
    Matrix axes = Matrix::Identity(n, n); // of the maps
    const auto first = [&](std::size_t i) -> Index {
        return static_cast<Index>(slow.size() + 3 * i);
    };
    for (std::size_t i = 0; i < held.size(); ++i)
        axes.block<3, 3>(first(i), first(i)) = map_axes(held[i], y, t);
    const Matrix G = axes.transpose() * G_(rows, rows) * axes;
    const Vector on_axes = axes.transpose() * b(rows);
    const Vector size = on_axes.cwiseAbs() + G.cwiseAbs() * limit(rows);
    NextMotions next =
        next_motions({G, on_axes, size, s_.limit(slow), std::move(laws), std::move(turning),
                      std::move(at_surface), std::move(to_motion), rate,
                      [&](const Vector& forces, Vector& rates) -> void {
                          const Vector f = axes * forces;
                          rates = axes.transpose() * (jerk(rows, f, y, t) - jerks)(rows);
                      }});
    for (std::size_t i = 0; i < held.size(); ++i)
        next.patches[i].lead = axes.block<3, 3>(first(i), first(i)) * next.patches[i].lead;
    return next;
}

} // namespace slideway::dynamics
