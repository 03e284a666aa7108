#include "app/analyses/modes.hpp"

#include "app/analyses/preload.hpp"
#include "app/case/located.hpp"
#include "app/results/paraview.hpp"
#include "app/results/quantities.hpp"
#include "base/text.hpp"
#include "fem/recovery.hpp"
#include "io/vtk_file.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace slideway::app {

namespace {

void frequencies(io::Entries& a, dynamics::ModeSet& set)
{
    a.array(set.frequency_hz, "frequency", "Hz",
            "undamped natural frequencies, ascending; 0 for rigid motions", "n");
    a.array(set.damped_frequency_hz, "damped_frequency", "Hz",
            "frequency of each mode with its damping; 0 where it does not oscillate (rigid, or "
            "overdamped: ratio of at least 1)",
            "n", "with damping");
    a.array(set.damping_ratio, "damping_ratio", "",
            "fraction of critical damping; 0 for rigid motions", "n", "with damping");
}

// One series per set: a step per mode, the time of a step is the number of its mode.
void write_shapes(const PictureFolder& folder, const Scene& scene, const dynamics::ModeSet& set)
{
    const std::filesystem::path shapes = std::filesystem::path("shapes") / set.name;
    std::filesystem::create_directories(folder / shapes);
    std::vector<std::pair<double, std::filesystem::path>> steps;
    for (Index mode = 0; mode < set.frequency_hz.size(); ++mode) {
        if (!folder.takes_next())
            continue;
        std::vector<Vector> u;
        for (const Matrix& shape : set.shapes)
            u.emplace_back(shape.col(mode));
        const Matrix displacement = scene.displacement(u);
        std::array<char, 64> name{};
        std::snprintf(name.data(), name.size(), "mode_%02d_%.6g_Hz.vtu", static_cast<int>(mode) + 1,
                      set.frequency_hz(mode));
        io::write_vtu(folder / shapes / name.data(),
                      scene.grid(displacement, scene.stress(u),
                                 scene.scale_to_be_seen(displacement.rowwise().norm().maxCoeff())));
        steps.emplace_back(static_cast<double>(mode + 1), shapes / name.data());
    }
    io::write_pvd(folder / (set.name + "_modes.pvd"), steps);
}

void write_pictures(const PictureFolder& folder, const BuiltModel& built,
                    const std::vector<dynamics::ModeSet>& sets)
{
    const Scene scene(built);
    if (scene.empty())
        return;
    for (const dynamics::ModeSet& set : sets)
        write_shapes(folder, scene, set);
}

std::string texts(const Vector& values)
{
    std::vector<std::string> all;
    for (const double value : values)
        all.push_back(number_text(value, 7));
    return join(all);
}

void summarise_damping(const dynamics::ModeSet& set, Summary& s)
{
    std::vector<std::string> damped, over;
    for (Index j = 0; j < set.damping_ratio.size(); ++j) {
        const bool overdamped = std::abs(set.damping_ratio(j)) >= 1;
        damped.push_back(overdamped ? "none" : number_text(set.damped_frequency_hz(j), 7));
        if (overdamped)
            over.push_back(std::to_string(j + 1));
    }
    s.lines.push_back(set.name + ", damped frequencies: " + join(damped) + " Hz");
    s.lines.push_back(set.name + ", damping ratios: " + texts(set.damping_ratio));
    if (!over.empty())
        s.lines.push_back(set.name + ": " + (over.size() == 1 ? "mode " : "modes ") + join(over) +
                          (over.size() == 1 ? " is" : " are") +
                          " overdamped (damping ratio of at least 1): no oscillation, no damped "
                          "frequency (0 in the results)");
}

// Lines about modes of equal frequency, whose single shapes are a choice.
void summarise_equal(const dynamics::ModeSet& set, Summary& s)
{
    for (const dynamics::EqualModes& group : set.equal) {
        const Index end = group.first + group.count, shown = set.frequency_hz.size();
        s.lines.push_back(
            set.name + ": modes " + std::to_string(group.first + 1) + " to " + std::to_string(end) +
            " have equal frequencies, so every combination of them is a mode; the shapes are one "
            "choice" +
            (end > shown ? "; n_modes = " + std::to_string(shown) + " leaves out " +
                               std::to_string(end - shown) + " of them"
                         : ""));
    }
}

// Orthonormal basis of the rigid motions of a body.
Matrix rigid_basis(const fem::Substructure& body)
{
    Matrix Q(body.n(), 0);
    for (Index k = 0; k < body.rigid.cols(); ++k) {
        Vector v = body.rigid.col(k);
        const double size = v.norm();
        for (int pass = 0; pass < 2; ++pass)
            v -= Q * (Q.transpose() * v);
        if (v.norm() > 1e-8 * size) {
            Q.conservativeResize(Eigen::NoChange, Q.cols() + 1);
            Q.rightCols<1>() = v.normalized();
        }
    }
    return Q;
}

// Warns of modes of a body of elements that have no stiffness and are no rigid motions.
void warn_of_mechanism(const dynamics::ModeSet& set, const BuiltModel& built, Summary& s)
{
    for (std::size_t b = 0; b < built.model.bodies.size(); ++b) {
        const fem::Substructure& body = built.model.bodies[b];
        if (set.name != body.name || built.bodies[b].reduced.method != "none" || !body.recovery ||
            !body.recovery->forces)
            continue;
        const Matrix Q = rigid_basis(body);
        Index count = 0;
        for (Index k = 0; k < set.frequency_hz.size() && set.frequency_hz(k) == 0; ++k) {
            const Vector u = set.shapes[b].col(k).normalized();
            count += (u - Q * (Q.transpose() * u)).norm() > 1e-4 ? 1 : 0;
        }
        if (count > 0)
            s.warnings.push_back(
                set.name + ": " +
                (count == 1 ? "1 mode at 0 Hz is no rigid motion"
                            : std::to_string(count) + " modes at 0 Hz are no rigid motions") +
                ": a part of the body moves without force. Meshes are not joined, or elements of "
                "reduced integration (hex20r) are too few");
    }
}

bool is_of(const dynamics::ModeSet& set, const std::string& body)
{
    return set.name == "coupled" || set.name == body;
}

// Computes the outlines of bodies, and their motions for the bodies of each set.
void add_outlines(ModesResult& r, const std::vector<fem::Substructure>& bodies)
{
    for (const fem::Substructure& body : bodies)
        r.outlines.push_back(outline_of(body));
    for (const dynamics::ModeSet& set : r.sets) {
        std::vector<OutlineMotion>& motions = r.motions.emplace_back(bodies.size());
        for (std::size_t b = 0; b < bodies.size(); ++b)
            if (is_of(set, bodies[b].name))
                motions[b] = motion_of(bodies[b], r.outlines[b], set.shapes[b]);
    }
}

Settings settings(const Modes& e)
{
    return {{"of", std::string(name_of(e.options.of))},
            {"n_modes", std::to_string(e.options.n_modes)},
            {"method", "shift-invert Lanczos, mass-normalised undamped shapes, friction excluded"}};
}

Summary summarise(const Modes& e, ModesResult& r, const BuiltModel& built)
{
    Summary s;
    add_quantities(s, [&](io::Entries& q) { quantities(q, r); });
    const std::vector<dynamics::ModeSet>& sets = r.sets;
    for (const dynamics::ModeSet& set : sets) {
        const bool damped = set.damping_ratio.size() > 0;
        s.lines.push_back(set.name + (damped ? ", undamped frequencies: " : ": ") +
                          texts(set.frequency_hz) + " Hz");
        if (damped)
            summarise_damping(set, s);
        summarise_equal(set, s);
        warn_of_mechanism(set, built, s);
    }
    s.extent = std::to_string(sets.size()) + (sets.size() == 1 ? " set" : " sets") + " of modes";
    const bool classical = std::all_of(sets.begin(), sets.end(),
                                       [](const dynamics::ModeSet& set) { return set.classical; });
    s.used = settings(e);
    s.used.emplace_back("damping",
                        classical ? "classical: ratios of the undamped modes"
                                  : "not classical: it couples the modes listed; ratio and damped "
                                    "frequency are those of the damped mode that has the largest "
                                    "share of its energy in the undamped one");
    return s;
}

} // namespace

void fields(io::Fields& f, Modes& e)
{
    f.choice({"of"}, e.options.of);
    f.integer({"n_modes", "", "lowest modes", false, {.min = 1}}, e.options.n_modes);
}

Needs needs(const Modes& e)
{
    return {.free_bodies = e.options.of == dynamics::ModesOf::free};
}

std::string check(const Modes& e, const Case& c, const BuiltModel& built,
                  const Monitor& /*monitor*/)
{
    located(c.analysis.places, "analysis", [&] { dynamics::check_modes(built.model, e.options); });
    return check_text(e.type, settings(e));
}

std::vector<std::string> notes(const Modes& /*e*/, const BuiltModel& built)
{
    return preload_notes(built, StaticLoads::left_out);
}

void arrays(io::Entries& a, ModesResult& r)
{
    a.named(r.outlines, "bodies", "B", "a body", [&](Outline& outline) { arrays(a, outline); });
    const std::vector<std::string> bodies = io::names_of(r.outlines);
    a.named(r.sets, "modes", "S", "`coupled`, or a body", [&](dynamics::ModeSet& set) {
        const auto s = static_cast<std::size_t>(&set - r.sets.data());
        frequencies(a, set);
        a.each_name(bodies, "shape", "B", "a body", [&](std::size_t b, const std::string& name) {
            a.derived([&]() -> Matrix { return is_of(set, bodies[b]) ? set.shapes[b] : Matrix(); },
                      name, "",
                      "mass-normalised shapes; displacements [kg^-1/2], rotations [kg^-1/2 "
                      "rad/m], coordinates of modes",
                      "dofs of the (reduced) body x n", "for the bodies of the set");
        });
        a.each_name(bodies, "outline", "B", "a body", [&](std::size_t b, const std::string& name) {
            a.derived([&]() -> Matrix { return r.motions.at(s)[b].points; }, name, "",
                      "shapes at the points of the outline [kg^-1/2], x, y (and z) of each in turn",
                      "d p x n", "for the bodies of the set with positions");
        });
        a.each_name(
            bodies, "components", "B", "a body", [&](std::size_t b, const std::string& name) {
                a.derived([&]() -> Matrix { return r.motions.at(s)[b].components; }, name, "",
                          "shapes in the components of ports [kg^-1/2], rotations [kg^-1/2 rad/m]",
                          "c x n",
                          "for the bodies of the set with matrices, or without mesh and curves");
            });
    });
}

void quantities(io::Entries& q, ModesResult& r)
{
    q.note("An overdamped mode does not oscillate. The summary names it. `used.damping` states "
           "whether the damping is classical. If it couples modes, ratio and damped frequency are "
           "those of the damped mode that has the largest share of its energy in the undamped "
           "one.");
    q.note(
        "Modes of equal frequency (to 1e-9) are named in the summary, because every combination "
        "of them is a mode. If their damping differs (and frequencies are equal to 1e-12), those "
        "combinations are taken that it leaves uncoupled, the least damped first. Otherwise the "
        "shapes are one choice of many. If `n_modes` leaves out some modes of a frequency, the "
        "summary states how many.");
    q.named(r.sets, "", "S", "`coupled`, or a body",
            [&](dynamics::ModeSet& set) { frequencies(q, set); });
}

Outcome run(const Modes& e, const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    const auto result = std::make_shared<ModesResult>();
    result->sets = located(c.analysis.places, "analysis", [&]() -> std::vector<dynamics::ModeSet> {
        return modes(built.model, e.options, monitor.until_stopped());
    });
    return {.summary = summarise(e, *result, built),
            .arrays = writer_of(result),
            .pictures = [&built, result](
                            const auto& folder) { write_pictures(folder, built, result->sets); },
            .complete = [&built, result] { add_outlines(*result, built.model.bodies); }};
}

} // namespace slideway::app
