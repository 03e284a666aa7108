#include "app/analyses/forced_response/curves.hpp"

#include "base/two_pi.hpp"

namespace slideway::app {

namespace {

// The exact motions beside points of a curve.
void write_exact(io::ArraySink& sink, const std::string& group,
                 const studies::CurveStability& exact)
{
    const auto n = static_cast<Index>(exact.points.size());
    std::vector<int> point, outside;
    std::vector<double> hz, distance;
    Matrix real(exact.points.front().multipliers.size(), n), imag(real.rows(), n);
    for (Index i = 0; i < n; ++i) {
        const studies::StabilityPoint& stability_point = exact.points[static_cast<std::size_t>(i)];
        point.push_back(static_cast<int>(stability_point.point));
        hz.push_back(stability_point.Omega / two_pi);
        distance.push_back(stability_point.distance);
        outside.push_back(stability_point.n_outside);
        real.col(i) = stability_point.multipliers.real();
        imag.col(i) = stability_point.multipliers.imag();
    }
    sink.write(group + "point", point, "of the curve, from 0, beside which the motion was shot");
    sink.write(group + "frequency", hz, "Hz", "of the motion: near folds not that of the point");
    sink.write(group + "distance", distance, "",
               "of the Fourier series from it at phase 0, energy norm, relative to its size");
    sink.write(group + "outside", outside, "multipliers outside the unit circle");
    sink.write(group + "multipliers/real", real, "", "of the period x these points");
    sink.write(group + "multipliers/imag", imag, "", "likewise");
}

} // namespace

void write_curves(io::ArraySink& sink, const ForcedResponse& e, const ResponseCurves& curves)
{
    sink.attribute("static_part", std::string(name_of(e.static_part)));
    sink.attribute("monitor", e.monitors.front());
    sink.write("joints", curves.recorded.joints, "in the order of branch/x");
    sink.write("n_h", std::vector<int>{e.n_h}, "harmonics");
    sink.write("range", Vector(Eigen::Vector2d(e.options.Omega_from, e.options.Omega_to)), "rad/s",
               "Omega from where and to where the curves lead");
    sink.write("stuck_frequency", curves.stuck_hz, "Hz", name_of_stuck(curves.recorded));
    write_response_curves(sink, curves.recorded, curves.levels);
    for (std::size_t k = 0; k < curves.levels.size(); ++k)
        if (curves.stability[k].exact.known())
            write_exact(sink, group_of_curve(k) + "orbits/", curves.stability[k].exact);
}

} // namespace slideway::app
