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
    text += "), condition of M " + number_text(r.condition_M, 3);
    const reduction::Truncation& lost = r.truncation;
    std::vector<std::string> errors;
    if (lost.interface_load)
        errors.push_back(number_text(*lost.interface_load, 2) + " for unit loads on the interface");
    for (const reduction::BodyLoadError& load : lost.body_load)
        errors.push_back(number_text(load.error, 2) + " of the energy under acceleration in " +
                         load.motion);
    if (!errors.empty())
        text += "\n  static error: " + join(errors);
    else if (!lost.undefined.empty())
        text += "\n  static error: not defined, " + lost.undefined;
    return text;
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
        for (const std::string& note : body.notes)
            text += "  note: " + note + "\n";
    }
    auto name = [&built](const assembly::RowsOn& rows) -> const std::string& {
        return built.model.bodies[rows.body].name;
    };
    auto counted = [](Index n, const std::string& what) -> std::string {
        return n == 1 ? "one " + what : std::to_string(n) + " " + what + "s";
    };
    for (const assembly::Bond& b : built.model.bonds)
        text += "bond " + b.name + ": " + name(b.first) + " and " + name(b.second) + ", " +
                counted(b.first.rows.rows(), "condition") + "\n";
    for (const assembly::Joint& j : built.model.joints)
        text += "joint " + j.name + ": " + std::string(contact::keyword(j.law)) + " between " +
                name(j.first) + " and " + (j.second ? name(*j.second) : "ground") + ", " +
                counted(j.n_rows(), "component") + "\n";
    for (const assembly::Sliding& s : built.model.sliding)
        text += "contact " + s.name + ": " + counted(s.n_slaves(), "slave node") + " of " +
                built.model.bodies[s.slave_body].name + " on " +
                counted(s.n_segments(), "segment") + " of " +
                built.model.bodies[s.master_body].name + ", friction " +
                contact::describe(s.friction) + "\n";
    // A forced response goes over many.
    const double Omega = built.model.Omega;
    const std::string frequency =
        Omega > 0 ? ", Omega = " + number_text(Omega) + " rad/s" : std::string();
    for (const assembly::Motion& m : built.model.motions) {
        text += "motion " + m.name + ": " + counted(m.on.rows.rows(), "dof") + " of " + name(m.on) +
                " at " + number_text(m.velocity) + " m/s after a ramp of " + number_text(m.ramp) +
                " s";
        if (m.harmonic)
            text += ", harmonic, " + number_text(m.harmonic->amplitude) + " m" + frequency;
        if (m.displacement != 0)
            text += ", displaced by " + number_text(m.displacement) + " m in statics";
        text += "\n";
    }
    for (const assembly::Load& l : built.model.loads) {
        text += "load " + l.name + " on " + built.model.bodies[l.body].name + ": ";
        if (const auto* constant = std::get_if<assembly::Constant>(&l.signal))
            text += number_text(constant->force) + " N\n";
        else if (const auto* harmonic = std::get_if<assembly::Harmonic>(&l.signal))
            text += "harmonic, " + number_text(harmonic->amplitude) + " N" + frequency + "\n";
        else if (const auto* noise = std::get_if<assembly::Noise>(&l.signal))
            text += "noise, " + number_text(noise->rms) + " N rms, " +
                    number_text(noise->band_low) + " to " + number_text(noise->band_high) +
                    " Hz, seed " + std::to_string(noise->seed) + "\n";
    }
    return text;
}

} // namespace slideway::app
