#include "app/model/describe.hpp"

#include "app/case/joint_entry.hpp"
#include "assembly/joint.hpp"
#include "base/factor_size.hpp"
#include "base/text.hpp"
#include "contact/laws/law.hpp"
#include "contact/patch/patch_law.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

namespace slideway::app {

namespace {

std::string counted(Index n, const std::string& what)
{
    return n == 1 ? "one " + what : std::to_string(n) + " " + what + "s";
}

std::string processes_text(const reduction::ProcessMemory& memory)
{
    const auto describe = [](const std::vector<double>& bytes) -> std::string {
        return number_text(*std::max_element(bytes.begin(), bytes.end()) / 1e9, 2) + " GB";
    };
    return (memory.peak.size() == 1 ? "one process"
                                    : std::to_string(memory.peak.size()) + " processes") +
           std::string(" with MUMPS and SLEPc: ") + describe(memory.estimated) + " estimated, " +
           describe(memory.peak) + " at the peak of the largest";
}

std::string reduction_line(const reduction::ReducedModel& r, Index n)
{
    if (r.method == "none")
        return "not reduced, " + counted(n, "dof");
    const auto n_modes = static_cast<Index>(r.omega.size());
    std::string text = r.method + ": " + std::to_string(r.n_full) + " -> " + counted(n, "dof") +
                       " (" + counted(r.n_constraint, "constraint mode");
    if (n_modes > 0)
        text += ", then " + counted(n_modes, r.modes + " mode") + " up to " +
                number_text(r.omega(n_modes - 1) / (2 * std::numbers::pi), 7) + " Hz";
    text += "), condition of M " + number_text(r.condition_M, 3);
    if (r.processes)
        text += "\n  reduced by " + processes_text(*r.processes);
    const reduction::Truncation& lost = r.truncation;
    std::vector<std::string> errors;
    if (lost.interface_load)
        errors.push_back(number_text(*lost.interface_load, 2) + " for unit loads on the interface");
    for (const reduction::BodyLoadError& load : lost.body_load)
        errors.push_back(number_text(load.error, 2) + " of the energy under acceleration in " +
                         load.motion);
    for (const reduction::LoadError& load : lost.loads)
        errors.push_back(number_text(load.error, 2) + " of the energy under " + load.load +
                         " with the interface held");
    if (!errors.empty())
        text += "\n  static error: " + join(errors);
    else if (!lost.undefined.empty())
        text += "\n  static error: not defined, " + lost.undefined;
    return text;
}

// Size of a body, which reveals a mesh in millimetres.
std::string size_line(const BuiltBody& body)
{
    std::vector<std::string> parts;
    const bool placed = !body.box.empty();
    if (placed && body.box.sizes().norm() > 0) { // not a single point
        const Eigen::Vector3d sizes = body.box.sizes();
        parts.push_back("size " + number_text(sizes.x(), 6) + " m x " + number_text(sizes.y(), 6) +
                        " m" + (sizes.z() > 0 ? " x " + number_text(sizes.z(), 6) + " m" : ""));
    }
    if (body.inertia)
        parts.push_back("mass " + number_text(body.inertia->mass, 6) + " kg");
    if (body.inertia && body.inertia->centre) {
        const double round_off = placed ? 1e-12 * body.box.sizes().norm() : 0;
        const Eigen::Vector3d centre = body.inertia->centre->unaryExpr(
            [=](double x) -> double { return std::abs(x) < round_off ? 0 : x; });
        parts.push_back("centre of mass " + fem::position_text(centre) + " m");
    }
    if (!body.units.empty())
        parts.push_back("from units " + body.units);
    return parts.empty() ? "" : "  " + join(parts) + "\n";
}

// Ports that exist, and the number of nodes that a case may name.
std::string ports_line(const BuiltBody& body)
{
    if (body.n_named_nodes == 0)
        return "  ports: " + join(body.ports) + "\n";
    const std::vector<std::string>& groups = body.named_groups;
    return "  ports: " + (body.ports.empty() ? "none named" : join(body.ports)) + "; " +
           (groups.empty() ? "" : "groups " + join(groups) + " and ") +
           counted(body.n_named_nodes, "node") + " to name\n";
}

// Axes of the pressure map of a patch, unless the map is isotropic.
std::string axes_text(const contact::PatchLaw& law, const SubstructureEntry& first)
{
    if (law.axisymmetric() || law.is_point())
        return "";
    if (!law.turns())
        return ", pressure on x and y of space";
    constexpr double deg = 180 / std::numbers::pi;
    return ", pressure on x and y of body " + first.name + ", turned by " +
           number_text(deg * placement_angle(first.kind), 12) + " deg";
}

} // namespace

std::string describe_body(const BuiltBody& body, Index n)
{
    std::string text = "body " + body.name + " (" + body.type;
    if (body.n_nodes > 0)
        text += ", " + std::to_string(body.n_nodes) + " nodes, " + std::to_string(body.n_elements) +
                " elements, " + std::to_string(body.n_fixed) + " dofs fixed";
    text += "): " + reduction_line(body.reduced, n) + "\n";
    text += size_line(body);
    text += ports_line(body);
    if (body.shown)
        text += "  displacement and stress of " + join(body.shown->groups) +
                " alone: " + counted(body.shown->n_elements, "element") + ", " +
                counted(body.shown->n_nodes, "node") + "\n";
    else if (body.distributed && body.n_nodes > 0)
        text += "  displacement and stress of its mesh: none (reduction.recover names groups)\n";
    for (const std::string& note : body.notes)
        text += "  note: " + note + "\n";
    return text;
}

std::string describe_place(const JointEntry& entry, const assembly::Joint& joint)
{
    const assembly::JointPlace& place = joint.place;
    if (!place.at || !(entry.at || place.has_levers()))
        return "";
    std::vector<std::string> levers;
    for (const std::size_t side : {0U, 1U})
        if (place.lever[side] > 0)
            levers.push_back(number_text(place.lever[side], 6) + " m to " + entry.between[side]);
    return "acts at " + fem::position_text(*place.at) + " m" +
           (levers.empty() ? "" : ", with levers of " + join(levers, " and "));
}

std::string describe_imbalance(const JointEntry& entry, const assembly::Joint& joint)
{
    const assembly::JointPlace& place = joint.place;
    const std::string both = join(entry.between, " and ");
    if (place.crossed)
        return both + " are components in different directions: the forces on the two bodies do "
                      "not balance. Give the same component on both sides";
    if (!(place.uncarried > 0))
        return "";
    const std::string offset = number_text(place.uncarried, 4) + " m";
    return both + " are " + offset +
           " apart across the direction of the joint, and no rotation of a port carries this "
           "lever: the forces on the two bodies leave a moment of " +
           offset +
           " times the force. Give ports with a rotation (ports = { NAME = { group = ..., motion = "
           "\"rigid\" } }), or ports on a line along the direction";
}

std::vector<std::string> body_notes(const BuiltModel& built)
{
    std::vector<std::string> order; // bodies of one mesh have equal notes, which are printed once
    std::map<std::string, std::vector<std::string>> bodies;
    for (const BuiltBody& body : built.bodies)
        for (const std::string& note : body.notes) {
            std::vector<std::string>& names = bodies[note];
            if (names.empty())
                order.push_back(note);
            if (names.empty() || names.back() != body.name)
                names.push_back(body.name);
        }
    std::vector<std::string> notes;
    for (const std::string& note : order) {
        std::vector<std::string> names = bodies.at(note);
        constexpr std::size_t most = 5;
        const bool one = names.size() == 1, more = names.size() > most;
        names.resize(std::min(names.size(), most));
        notes.push_back((one ? "body " : "bodies ") + join(names) + (more ? ", ..." : "") + ": " +
                        note);
    }
    return notes;
}

std::string describe_factors(const BuiltModel& built)
{
    constexpr Index large = 50'000; // dofs: below, a factorisation takes a second or two
    std::string text;
    for (std::size_t b = 0; b < built.bodies.size(); ++b) {
        const SparseMatrix& K = built.model.bodies[b].K;
        if (built.bodies[b].reduced.method != "none" || K.rows() < large)
            continue;
        const FactorSize size = factor_size(K);
        text += "factor of the stiffness of " + built.bodies[b].name + ": " +
                number_text(size.bytes / 1e9, 3) + " GB, " + number_text(size.operations, 2) +
                " operations\n";
    }
    return text;
}

std::string describe_model(const Case& c, const BuiltModel& built)
{
    std::string text = (c.title.empty() ? c.file.string() : c.title) + "\n";
    for (std::size_t b = 0; b < built.bodies.size(); ++b)
        text += describe_body(built.bodies[b], built.model.bodies[b].n());
    for (std::size_t k = 0; k < built.model.bonds.size(); ++k)
        text += "bond " + c.bonds[k].name + ": " + join(c.bonds[k].between, " and ") + ", " +
                counted(built.model.bonds[k].first.rows.rows(), "condition") + "\n";
    for (std::size_t k = 0; k < built.model.joints.size(); ++k) {
        const assembly::Joint& joint = built.model.joints[k];
        text += "joint " + joint.name + ": " + std::string(joint.law->keyword()) + " between " +
                join(c.joints[k].between, " and ") + ", " + counted(joint.n_rows(), "component");
        if (const auto smoothing = joint.law->smoothing())
            text += ", corners smoothed with " + number_text(smoothing->delta) + " " +
                    unit_on("1/m", joint.measures);
        if (joint.law->is_patch())
            text += axes_text(*joint.law->patch(), c.substructures[joint.first.body]);
        const std::string place = describe_place(c.joints[k], joint);
        text += (place.empty() ? "" : ", " + place) + "\n";
        if (const std::string reason = describe_imbalance(c.joints[k], joint); !reason.empty())
            text += "  warning: " + reason + "\n";
    }
    for (std::size_t k = 0; k < built.model.sliding.size(); ++k) {
        const assembly::Sliding& s = built.model.sliding[k];
        text += "contact " + s.name + ": " + counted(s.n_slaves(), "slave node") + " of " +
                c.contacts[k].slave + " on " + counted(s.n_segments(), "segment") + " of " +
                c.contacts[k].master + ", friction " + contact::describe(s.friction) + "\n";
    }
    // A forced response has many frequencies.
    const double Omega = built.model.Omega;
    const std::string frequency =
        Omega > 0 ? ", Omega = " + number_text(Omega) + " rad/s" : std::string();
    for (std::size_t k = 0; k < built.model.motions.size(); ++k) {
        const assembly::Motion& m = built.model.motions[k];
        const std::string unit = unit_on("m", m.measure);
        text += "motion " + m.name + " of " + c.motions[k].on + ": ";
        if (m.harmonic)
            text += "harmonic, " + number_text(m.harmonic->amplitude) + " " + unit + frequency;
        else if (const auto* v = std::get_if<assembly::HarmonicVelocity>(&m.turning))
            text += "harmonic velocity, " + number_text(v->amplitude) + " " + unit + "/s at " +
                    number_text(v->Omega / (2 * std::numbers::pi), 12) + " Hz after a ramp of " +
                    number_text(m.ramp) + " s";
        else if (const auto* changes =
                     std::get_if<std::vector<assembly::VelocityChange>>(&m.turning)) {
            for (const assembly::VelocityChange& change : *changes)
                text += (&change == changes->data() ? "" : ", ") + number_text(change.value) + " " +
                        unit + "/s from " + number_text(change.at + change.over) + " s";
            text += " after the start";
        } else
            text += number_text(m.velocity) + " " + unit + "/s after a ramp of " +
                    number_text(m.ramp) + " s";
        if (m.displacement != 0)
            text += ", displaced by " + number_text(m.displacement) + " " + unit + " in statics";
        text += ", " + counted(m.on.rows.rows(), "dof") + "\n";
    }
    for (std::size_t k = 0; k < built.model.loads.size(); ++k) {
        const assembly::Load& l = built.model.loads[k];
        const std::string unit = " " + unit_on(built.loads[k].unit, l.measure);
        text += k < c.loads.size() ? "load " + l.name + " on " + c.loads[k].on + ": "
                                   : l.name + ": centrifugal load, ";
        if (const auto* constant = std::get_if<assembly::Constant>(&l.signal))
            text += number_text(constant->force) + unit + "\n";
        else if (const auto* harmonic = std::get_if<assembly::Harmonic>(&l.signal))
            text += "harmonic, " + number_text(harmonic->amplitude) + unit + frequency + "\n";
        else if (const auto* raised = std::get_if<assembly::Raised>(&l.signal))
            text += number_text(raised->force) + unit + " after a ramp of " +
                    number_text(raised->ramp) + " s\n";
        else if (const auto* noise = std::get_if<assembly::Noise>(&l.signal))
            text += "noise, " + number_text(noise->rms) + unit + " rms, " +
                    number_text(noise->band_low) + " to " + number_text(noise->band_high) +
                    " Hz, seed " + std::to_string(noise->seed) + "\n";
    }
    return text;
}

} // namespace slideway::app
