#include "app/analyses/forced_response/curves.hpp"

namespace slideway::app {

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
}

} // namespace slideway::app
