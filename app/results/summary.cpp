#include "app/results/paraview.hpp"
#include "app/results/results.hpp"

#include "base/text.hpp"
#include "fem/recovery.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace slideway::app {

namespace {

using dynamics::Extremes;

void add(Summary& s, const std::string& name, double value, const std::string& unit)
{
    if (std::isfinite(value))
        s.quantities.push_back({name, {value}, unit});
}

void add_range(Summary& s, const std::string& name, const Extremes& range, const std::string& unit)
{
    add(s, name + ".min", range.min, unit);
    add(s, name + ".max", range.max, unit);
}

Extremes extremes(const std::vector<double>& values)
{
    Extremes range;
    for (const double value : values)
        range.include(value);
    return range;
}

double rms(const std::vector<double>& values)
{
    double sum = 0;
    for (const double value : values)
        sum += value * value;
    return values.empty() ? 0 : std::sqrt(sum / static_cast<double>(values.size()));
}

std::string quoted(const std::vector<std::string>& texts)
{
    return "\"" + join(texts, "\", \"") + "\"";
}

std::string wanted(const Expectation& e)
{
    if (!e.texts.empty())
        return quoted(e.texts);
    if (e.value.empty())
        return (e.min ? "at least " + number_text(*e.min) : "") + (e.min && e.max ? ", " : "") +
               (e.max ? "at most " + number_text(*e.max) : "");
    std::vector<std::string> values;
    for (const double value : e.value)
        values.push_back(number_text(value));
    return join(values) + (e.rtol > 0 ? ", relative to " + number_text(e.rtol) : "") +
           (e.atol > 0 ? ", to " + number_text(e.atol) : "");
}

bool meets(const Quantity& q, const Expectation& e)
{
    const std::vector<double>& value = q.value;
    if (!e.texts.empty() || !q.texts.empty())
        return q.texts == e.texts;
    if (e.value.empty())
        return value.size() == 1 && (!e.min || value[0] >= *e.min) &&
               (!e.max || value[0] <= *e.max);
    if (value.size() != e.value.size())
        return false;
    for (std::size_t k = 0; k < value.size(); ++k)
        if (!(std::abs(value[k] - e.value[k]) <= e.atol + e.rtol * std::abs(e.value[k])))
            return false;
    return true;
}

} // namespace

namespace {

// What happened in a transient, a sentence a line.
std::vector<std::string> tell(const dynamics::TransientResult& result)
{
    std::vector<std::string> lines;
    for (const dynamics::ContactHistory& contact : result.contacts) {
        const Extremes& force = contact.normal_force_range;
        const Extremes& slide = contact.sliding_velocity_range;
        if (force.min <= force.max)
            lines.push_back("contact " + contact.name + ": normal force " +
                            number_text(force.min, 3) + " to " + number_text(force.max, 3) + " N" +
                            (slide.min <= slide.max
                                 ? ", sliding velocity " + number_text(slide.min, 3) + " to " +
                                       number_text(slide.max, 3) + " m/s"
                                 : ""));
    }
    for (const dynamics::ProbeHistory& probe : result.probes) {
        const auto most =
            std::max_element(probe.a.begin(), probe.a.end(),
                             [](double a, double b) -> bool { return std::abs(a) < std::abs(b); });
        if (most != probe.a.end())
            lines.push_back(
                probe.name + ": acceleration " + number_text(rms(probe.a), 3) +
                " m/s^2 rms, at most " + number_text(std::abs(*most), 3) + " m/s^2 at t = " +
                number_text(result.time[static_cast<std::size_t>(most - probe.a.begin())], 4) +
                " s");
    }
    return lines;
}

// Force, segment and position of the slave nodes of a contact.
void add_points(Summary& s, const std::string& contact, const std::string& when,
                const BuiltModel& built, const std::vector<dynamics::ContactPoint>& points)
{
    Quantity force{contact + ".normal_force" + when, {}, "N"};
    Quantity segment{contact + ".segment" + when, {}, ""}, alpha{contact + ".alpha" + when, {}, ""};
    Quantity closed{contact + ".closed" + when, {}, ""};
    for (const dynamics::ContactPoint& point : points) {
        if (built.model.sliding[point.contact].name != contact)
            continue;
        force.value.push_back(point.lambda);
        segment.value.push_back(static_cast<double>(point.segment));
        alpha.value.push_back(point.projection.alpha);
        closed.value.push_back(point.closed ? 1 : 0);
    }
    s.quantities.push_back(force);
    s.quantities.push_back(segment);
    s.quantities.push_back(alpha);
    if (closed.value.size() > 1) {
        add(s, contact + ".normal_force.total" + when,
            std::accumulate(force.value.begin(), force.value.end(), 0.0), "N");
        s.quantities.push_back(closed);
    }
}

// Of the nodes of its mesh, of the points of its ports without one (rotations left out) [m].
double largest_displacement(const fem::Substructure& body, const Vector& u)
{
    if (body.recovery)
        return body.recovery->displacement(u).rowwise().norm().maxCoeff();
    double largest = 0;
    for (const fem::Port& port : body.ports) {
        const Vector y = port.W * u;
        for (Index node = 0; node < port.n_nodes(); ++node) {
            double square = 0;
            for (Index i = 0; i < port.n_components(); ++i)
                if (port.components[static_cast<std::size_t>(i)] != "rotation")
                    square += std::pow(y(node * port.n_components() + i), 2);
            largest = std::max(largest, std::sqrt(square));
        }
    }
    return largest;
}

} // namespace

Summary summarise(const BuiltModel& built, const dynamics::StaticResult& result)
{
    Summary s;
    s.extent = "static solution";
    s.used = {{"method", built.model.sliding.empty()
                             ? "sparse Cholesky"
                             : "modal flexibility; closed contacts by complementarity"}};
    for (const dynamics::Probe& probe : built.probes) {
        const double u = probe.row.dot(result.u[probe.body]);
        add(s, probe.name + ".displacement", u, "m");
        s.lines.push_back(probe.name + ": displacement " + number_text(u, 6) + " m");
    }
    for (std::size_t b = 0; b < built.model.bodies.size(); ++b) {
        const fem::Substructure& body = built.model.bodies[b];
        const double largest = largest_displacement(body, result.u[b]);
        add(s, body.name + ".displacement.max", largest, "m");
        s.lines.push_back("body " + body.name + ": largest displacement " +
                          number_text(largest, 6) + " m");
    }
    for (std::size_t k = 0; k < result.reactions.size(); ++k) {
        add(s, built.model.motions[k].name + ".force", result.reactions[k], "N");
        s.lines.push_back("motion " + built.model.motions[k].name + ": the body is held by " +
                          number_text(result.reactions[k], 6) + " N");
    }
    for (const assembly::Sliding& sliding : built.model.sliding)
        add_points(s, sliding.name, "", built, result.points);
    for (std::size_t b = 0; b < built.model.bodies.size(); ++b) {
        const fem::Substructure& body = built.model.bodies[b];
        if (!body.recovery)
            continue;
        const double mises = von_mises(body.recovery->stress(result.u[b])).maxCoeff();
        add(s, body.name + ".von_mises.max", mises, "Pa");
        s.lines.push_back("body " + body.name + ": largest von Mises stress " +
                          number_text(mises, 4) + " Pa");
    }
    return s;
}

Summary summarise(const BuiltModel& built, const dynamics::TransientResult& result)
{
    Summary s;
    s.status = dynamics::status_name(result.status);
    s.message = result.message;
    const bool central = result.scheme == dynamics::Scheme::forward_increment;
    s.used = {{"scheme", central ? "forward-increment" : "modal-propagator"},
              {"form", result.classical
                           ? "modal, classical damping"
                           : "modal; damping is not classical and couples the modes (first-order "
                             "form)"},
              {"modes", std::to_string(result.n_modes)},
              {"h", number_text(result.h, 10) + " s"},
              {"h_limit", number_text(result.h_limit, 10) + " s" +
                              (central ? "" : " (of forward-increment; none here)")},
              {"steps", std::to_string(result.n_steps)},
              {"start", result.start},
              {"history_rate", number_text(result.history_rate_hz, 10) + " Hz"}};
    add(s, "time.end", result.t_stop, "s");
    add(s, "steps", static_cast<double>(result.n_steps), "");
    add(s, "time_step", result.h, "s");
    add(s, "time_step.limit", result.h_limit, "s");

    for (const dynamics::ContactHistory& contact : result.contacts) {
        if (result.start == "sliding-equilibrium")
            add_points(s, contact.name, ".start", built, result.equilibrium.points);
        add_range(s, contact.name + ".normal_force", contact.normal_force_range, "N");
        add_range(s, contact.name + ".sliding_velocity", contact.sliding_velocity_range, "m/s");
        add_range(s, contact.name + ".slave_velocity_x", contact.slave_velocity_x_range, "m/s");
        if (!contact.contact_x.empty())
            s.quantities.push_back(
                {contact.name + ".contact_x.end",
                 {contact.contact_x.end() - contact.n_slaves, contact.contact_x.end()},
                 "m"});
    }
    for (const dynamics::JointHistory& joint : result.joints) {
        add_range(s, joint.name + ".force", extremes(joint.force), "N");
        add_range(s, joint.name + ".displacement", extremes(joint.displacement), "m");
    }
    for (const dynamics::ProbeHistory& probe : result.probes) {
        add_range(s, probe.name + ".displacement", extremes(probe.u), "m");
        if (!probe.u.empty())
            add(s, probe.name + ".displacement.end", probe.u.back(), "m");
        const Extremes a = extremes(probe.a);
        add(s, probe.name + ".acceleration.max_abs", std::max(a.max, -a.min), "m/s^2");
        add(s, probe.name + ".acceleration.rms", rms(probe.a), "m/s^2");
    }
    const dynamics::EnergyHistory& e = result.energy;
    double residual = std::numeric_limits<double>::quiet_NaN();
    if (!e.time.empty()) {
        add(s, "energy.stored", e.stored.back(), "J");
        add(s, "energy.loads", e.loads.back(), "J");
        add(s, "energy.drive", e.drive.back(), "J");
        add(s, "energy.friction", e.friction.back(), "J");
        add(s, "energy.damping", e.damping.back(), "J");
        if (!result.joints.empty())
            add(s, "energy.joints", e.joints.back(), "J");
        const double turnover = std::abs(e.loads.back()) + std::abs(e.drive.back()) +
                                std::abs(e.friction.back()) + std::abs(e.damping.back()) +
                                std::abs(e.stored.back()) + std::abs(e.joints.back());
        if (turnover > 0)
            residual = e.residual.back() / turnover;
        add(s, "energy.residual", residual, "");
    }
    for (const BuiltBody& body : built.bodies)
        if (body.reduced.omega.size() > 0)
            add(s, body.name + ".reduction.highest_frequency",
                body.reduced.omega(body.reduced.omega.size() - 1) / (2 * std::numbers::pi), "Hz");
    s.extent = std::to_string(result.n_steps) + " steps of " + number_text(result.h, 3) +
               " s to t = " + number_text(result.t_stop, 6) + " s";
    s.lines = tell(result);
    if (std::isfinite(residual))
        s.checks.push_back("the energy account closes to " + number_text(std::abs(residual), 1) +
                           " of the energy turned over");
    return s;
}

Summary summarise(const std::vector<dynamics::ModeSet>& sets)
{
    Summary s;
    for (const dynamics::ModeSet& set : sets) {
        s.quantities.push_back(
            {set.name + ".frequency", {set.frequency_hz.begin(), set.frequency_hz.end()}, "Hz"});
        if (set.damping_ratio.size() > 0)
            s.quantities.push_back({set.name + ".damping_ratio",
                                    {set.damping_ratio.begin(), set.damping_ratio.end()},
                                    ""});
        std::vector<std::string> values;
        for (const double f : set.frequency_hz)
            values.push_back(number_text(f, 7));
        s.lines.push_back(set.name + ": " + join(values) + " Hz");
    }
    s.extent = std::to_string(sets.size()) + (sets.size() == 1 ? " set" : " sets") + " of modes";
    const bool classical = std::all_of(sets.begin(), sets.end(),
                                       [](const dynamics::ModeSet& set) { return set.classical; });
    s.used = {
        {"method", "shift-invert Lanczos, mass-normalised undamped shapes, friction excluded"},
        {"damping", classical ? "classical: ratios of the undamped modes"
                              : "not classical: ratios from the first-order form of the "
                                "modes listed, in the order of |eigenvalue|"}};
    return s;
}

std::vector<std::string> unmet(const std::vector<Expectation>& expected, const Summary& summary)
{
    std::vector<std::string> lines;
    for (const Expectation& e : expected) {
        if (e.quantity == "status") {
            if (e.texts != std::vector{summary.status})
                lines.push_back("status = \"" + summary.status + "\"; expected " + wanted(e));
            continue;
        }
        std::vector<std::string> names;
        const Quantity* found = nullptr;
        for (const Quantity& q : summary.quantities) {
            names.push_back(q.name);
            if (q.name == e.quantity)
                found = &q;
        }
        if (!found) {
            lines.push_back("no quantity " + e.quantity + name_hint(e.quantity, names));
        } else if (!meets(*found, e)) {
            std::vector<std::string> values;
            for (const double value : found->value)
                values.push_back(number_text(value));
            const std::string value =
                found->texts.empty() ? join(values) + " " + found->unit : quoted(found->texts);
            lines.push_back(e.quantity + " = " + value + "; expected " + wanted(e));
        }
    }
    return lines;
}

} // namespace slideway::app
