#pragma once

#include "assembly/coupled_model.hpp"
#include "assembly/joint.hpp"
#include "dynamics/sliding/integrator.hpp"
#include "fem/rigid.hpp"

#include <string>
#include <vector>

// A rigid body on a rigid track, whose contact is followed.

namespace slideway::test {

constexpr dynamics::Scheme both_schemes[] = {dynamics::Scheme::forward_increment,
                                             dynamics::Scheme::modal_propagator};

inline Matrix line(double x0, double x1, double y)
{
    return (Matrix(2, 2) << x0, y, x1, y).finished();
}

/// "block" on a "track" that reaches far to both sides at height y; loads (fx, fy) on its centre.
inline assembly::CoupledModel on_track(const fem::RigidOptions& body,
                                       const contact::Friction& friction, double fx, double fy,
                                       const std::vector<std::string>& feet = {"centre"},
                                       double y = 0)
{
    assembly::CoupledModel model;
    model.bodies.push_back(fem::rigid("block", body));
    model.bodies.push_back(
        fem::rigid("track", {.polylines = {{"face", line(-50, 50, y)}}, .fixed = {"centre"}}));
    const fem::Port& centre = fem::port(model.bodies[0], "centre");
    model.loads.push_back({"x", {}, 0, fem::mean_row(centre, 0), assembly::Constant{fx}});
    model.loads.push_back({"y", {}, 0, fem::mean_row(centre, 1), assembly::Constant{fy}});
    for (const std::string& foot : feet)
        model.sliding.push_back(
            assembly::make_sliding(foot, model.bodies, 0, fem::port(model.bodies[0], foot), 1,
                                   fem::port(model.bodies[1], "face"), friction));
    return model;
}

/// A spring between the ground and the x of its centre.
inline assembly::Joint spring(const assembly::CoupledModel& model, const contact::JointLaw& law)
{
    return {"spring",
            {},
            {0, fem::component_rows(fem::port(model.bodies[0], "centre"), 0)},
            std::nullopt,
            law};
}

/// The undeformed state at rest.
inline dynamics::SlidingEquilibrium at_rest(const assembly::CoupledModel& model,
                                            const dynamics::ModalModel& modal, bool open = false)
{
    dynamics::SlidingEquilibrium start;
    for (const auto& form : modal.components)
        start.q.push_back(Vector::Zero(form.n_modes()));
    start.points = dynamics::undeformed_points(model, open);
    return start;
}

inline dynamics::Integrator::Settings following(const assembly::CoupledModel& model,
                                                dynamics::Scheme scheme, double h)
{
    return {.scheme = scheme,
            .h = h,
            .direction = std::vector<double>(model.sliding.size(), 0.0),
            .follow_separation = true,
            .follow_sticking = true};
}

/// A component of the centre of the block, on the modes of its component of the model.
struct OfCentre {
    std::size_t component = 0;
    Vector row;

    OfCentre(const assembly::CoupledModel& model, const dynamics::ModalModel& modal, Index of)
    {
        const auto rows =
            modal.rows(0, fem::component_rows(fem::port(model.bodies[0], "centre"), of));
        component = rows.component;
        row = rows.rows.row(0).transpose();
    }
    /// @pre settled
    [[nodiscard]] double displacement(const dynamics::Integrator& s) const
    {
        return row.dot(s.displacement(component));
    }
    [[nodiscard]] double increment(const dynamics::Integrator& s) const
    {
        return row.dot(s.increment(component));
    }
    /// Gives the start this displacement or velocity, of all states that of least energy.
    void give(std::vector<Vector>& values, double value) const
    {
        values[component] += value / row.squaredNorm() * row;
    }
};

} // namespace slideway::test
