#include "app/results.hpp"

#include "base/text.hpp"

#include <numbers>

namespace slideway::app {

namespace {

std::string reduction_line(const reduction::ReducedModel& r, Index n)
{
    if (r.method == "none")
        return "not reduced, " + std::to_string(n) + " dofs";
    const auto n_modes = static_cast<Index>(r.omega.size());
    std::string text = r.method + ": " + std::to_string(r.n_full) + " -> " + std::to_string(n) +
                       " dofs (" + std::to_string(r.n_constraint) + " constraint modes, then " +
                       std::to_string(n_modes) + " " + r.modes + " modes";
    if (n_modes > 0)
        text += " up to " + number_text(r.omega(n_modes - 1) / (2 * std::numbers::pi), 7) + " Hz";
    return text + "), condition of M " + number_text(r.condition_M, 3);
}

} // namespace

std::string describe_model(const Case& c, const BuiltModel& built)
{
    std::string text = (c.title.empty() ? c.file.string() : c.title) + "\n";
    for (std::size_t b = 0; b < built.bodies.size(); ++b) {
        const BuiltBody& body = built.bodies[b];
        text += "body " + body.name + " (" + body.type;
        if (body.n_nodes > 0)
            text += ", " + std::to_string(body.n_nodes) + " nodes, " +
                    std::to_string(body.n_elements) + " elements, " + std::to_string(body.n_fixed) +
                    " dofs fixed";
        text += "): " + reduction_line(body.reduced, built.model.bodies[b].n()) + "\n";
        text += "  ports: " + join(body.ports) + "\n";
    }
    for (const assembly::Sliding& s : built.model.sliding)
        text += "contact " + s.name + ": one slave node of " +
                built.model.bodies[s.slave_body].name + " on " + std::to_string(s.n_segments()) +
                " segments of " + built.model.bodies[s.master_body].name + ", friction " +
                number_text(s.mu) + "\n";
    for (const assembly::Motion& m : built.model.motions)
        text += "motion " + m.name + ": " + std::to_string(m.dofs.size()) + " dofs of " +
                built.model.bodies[m.body].name + " at " + number_text(m.velocity) +
                " m/s after a ramp of " + number_text(m.ramp) + " s\n";
    for (const assembly::Load& l : built.model.loads) {
        text += "load " + l.name + " on " + built.model.bodies[l.body].name + ": ";
        if (const auto* constant = std::get_if<assembly::Constant>(&l.signal))
            text += number_text(constant->force) + " N\n";
        else if (const auto* noise = std::get_if<assembly::Noise>(&l.signal))
            text += "noise, " + number_text(noise->rms) + " N rms, " +
                    number_text(noise->band_low) + " to " + number_text(noise->band_high) +
                    " Hz, seed " + std::to_string(noise->seed) + "\n";
    }
    return text;
}

} // namespace slideway::app
