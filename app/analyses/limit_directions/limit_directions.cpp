#include "app/analyses/limit_directions/limit_directions.hpp"

#include "app/analyses/limit_directions/direction_results.hpp"
#include "app/case/joint_entry.hpp"
#include "app/case/located.hpp"
#include "app/results/quantities.hpp"
#include "assembly/joint.hpp"
#include "base/dense_solve.hpp"
#include "base/text.hpp"
#include "contact/laws/law.hpp"
#include "contact/laws/patch.hpp"
#include "dynamics/modal/driven_modes.hpp"
#include "dynamics/modal/modal_model.hpp"

#include <algorithm>
#include <cmath>

namespace slideway::app {

using io::Range;

namespace {

// Input of the analysis: the patch on its body under its loads, and the effect of a unit of a load.
struct Question {
    dynamics::RestingPatch patch;
    std::string joint, load, load_unit;
    dynamics::Vector3 rate = dynamics::Vector3::Zero();
};

const assembly::Joint& the_patch(const Case& c, const BuiltModel& built)
{
    for (std::size_t k = 0; k < c.joints.size(); ++k) {
        const JointEntry& entry = c.joints[k];
        if (!built.model.joints[k].law->is_patch())
            throw InputError(entry.places.of("law"), "joint." + entry.name + ".law",
                             "\"" + entry.law + "\"",
                             "limit-directions takes one joint, of law patch");
        if (built.model.joints[k].law->patch()->is_point())
            throw InputError(entry.places.of("pressure"), "joint." + entry.name + ".pressure.shape",
                             "\"point\"",
                             "a point has no spin, and comes to rest along its load; "
                             "limit-directions takes a patch with an area");
        if (k > 0)
            throw InputError(entry.where, "joint." + entry.name +
                                              ": a second patch; limit-directions takes one");
    }
    if (c.joints.empty())
        throw InputError(c.analysis.where, "analysis", "\"limit-directions\"",
                         "no patch can rest; expected a joint of law patch");
    return built.model.joints.front();
}

void refuse_motion(const Case& c)
{
    for (const LoadEntry& load : c.loads)
        if (!load.force)
            throw InputError(load.where,
                             "load." + load.name + ": limit-directions takes constant forces");
    for (const MotionEntry& motion : c.motions)
        throw InputError(motion.where,
                         "motion." + motion.name + ": limit-directions takes no imposed motions");
}

// Beside friction loads of another size leave no digits, in one of the two.
void require_comparable(const dynamics::RestingPatch& patch, const dynamics::Vector3& load,
                        const Case& c, const std::string& prefix)
{
    constexpr double most = 1e9; // seven digits of the smaller one are left
    const double limit = patch.law.limit(),
                 size = std::max(
                     {std::abs(load(0)), std::abs(load(1)), std::abs(load(2)) / patch.law.kappa()});
    if (size != 0 && !(size <= most * limit && size * most >= limit))
        throw InputError(c.analysis.where,
                         "analysis" + prefix + ": loads of " + number_text(size, 3) +
                             " N with friction of at most " + number_text(limit, 3) +
                             " N; expected between 1e-9 and 1e9 of that");
}

// It scales latitudes, rates and eigenvalues and nothing else. Beyond these bounds latitudes of
// different directions are the same number.
void require_representable(double rho, double kappa, const LimitDirections& e, const Case& c)
{
    constexpr double most = 1e6; // a latitude beside a pole has 8 digits left
    if (rho <= most * kappa && rho * most >= kappa)
        return;
    throw InputError(c.analysis.places.of("rho"), "analysis.rho",
                     number_text(rho) + (e.rho ? "" : ", that of the series,"),
                     "expected " + number_text(kappa / most, 3) + " to " +
                         number_text(kappa * most, 3) +
                         " m, 1e-6 to 1e6 of kappa: it only scales latitudes and rates; give "
                         "\"kappa\"");
}

// Refuses a diagram whose loads differ by no more than round-off.
void require_range(const dynamics::RestingPatch& patch, const dynamics::Vector3& rate,
                   const LimitDirections& e, const Case& c)
{
    constexpr double least = 1e-9; // of friction, or of the loads themselves
    const double size =
        std::max({std::abs(rate(0)), std::abs(rate(1)), std::abs(rate(2)) / patch.law.kappa()});
    const double narrowest = least * std::max({patch.law.limit() / size, std::abs(e.diagram.from),
                                               std::abs(e.diagram.to)});
    if (!(e.diagram.to - e.diagram.from >= narrowest))
        throw InputError(c.analysis.places.of("diagram.to"), "analysis.diagram.to",
                         number_text(e.diagram.to, 17),
                         "expected at least from + " + number_text(narrowest, 3) +
                             ", 1e-9 of the friction and of the loads");
}

// Index of the load that the diagram goes over.
std::size_t load_of(const LimitDirections& e, const Case& c)
{
    std::vector<std::string> keys;
    for (std::size_t k = 0; k < c.loads.size(); ++k) {
        keys.push_back("load." + c.loads[k].name + ".force");
        if (keys.back() == e.diagram.key)
            return k;
    }
    throw InputError(c.analysis.places.of("diagram.key"), "analysis.diagram.key",
                     "\"" + e.diagram.key + "\"",
                     keys.empty() ? "the case has no load; expected one of a constant force"
                                  : "expected one of " + join(keys));
}

// M = (B M_modes^-1 B')^-1 with the rows B of the patch on mass-normalised modes, Qe = M B p.
Question question(const LimitDirections& e, const Case& c, const BuiltModel& built,
                  const Monitor& monitor)
{
    refuse_motion(c);
    const assembly::Joint& joint = the_patch(c, built);
    const contact::PatchLaw& law = *joint.law->patch();
    const std::shared_ptr<const dynamics::ModalModel> modal = modal_model(built, monitor);
    const dynamics::DrivenModes driven = dynamics::driven_modes(built.model, *modal);
    const Matrix B = dynamics::joint_on_modes(built.model, *modal, 0).rows;

    // Slip and spin of comparable size: rotations count in kappa.
    const dynamics::Vector3 scale(1, 1, law.kappa());
    const Matrix flexibility = scale.asDiagonal() * (B * B.transpose()) * scale.asDiagonal();
    const Cholesky factor(flexibility);
    constexpr double no_mass = 1e-24; // of a row that is held, of the largest: round-off
    if (!(flexibility.diagonal().minCoeff() > no_mass * flexibility.diagonal().maxCoeff()) ||
        !factor.positive_definite())
        throw InputError(c.joints[0].places.of("between"), "joint." + joint.name + ".between",
                         "[\"" + c.joints[0].between[0] + "\", \"" + c.joints[0].between[1] + "\"]",
                         "the patch cannot slip and spin; expected a port whose x, y and rotation "
                         "move a mass, without supports that hold them");
    // Far from the centre of mass slip and spin are almost one motion.
    const Vector unit = flexibility.diagonal().cwiseSqrt().cwiseInverse();
    constexpr double too_far = 1e-10; // six digits are left
    const Matrix correlation = unit.asDiagonal() * flexibility * unit.asDiagonal();
    if (!(SymmetricFactor(correlation).smallest_pivot() > too_far))
        throw InputError(
            c.joints[0].places.of("between"), "joint." + joint.name + ".between",
            "[\"" + c.joints[0].between[0] + "\", \"" + c.joints[0].between[1] + "\"]",
            "too far from the centre of mass; expected a port within about 1e5 radii of "
            "gyration");
    const dynamics::Matrix3 mass = scale.asDiagonal() *
                                   Matrix(factor.solve(Matrix(Matrix::Identity(3, 3)))) *
                                   scale.asDiagonal();

    Question q{{law, 0.5 * (mass + mass.transpose()), mass * (B * driven.p0),
                e.rho                                    ? law.length_of(*e.rho)
                : contact::takes(law.options().form).rho ? law.length()
                                                         : law.kappa()},
               joint.name};
    require_representable(q.patch.rho, law.kappa(), e, c);
    require_comparable(q.patch, q.patch.load, c, "");
    if (e.diagram.given) {
        const std::size_t k = load_of(e, c);
        q.load = c.loads[k].name;
        q.load_unit = unit_on("N", built.model.loads[k].measure);
        const dynamics::ModalLoad& load = modal->loads[k];
        const Index position = modal->first_modes()[load.component];
        q.rate = mass * (B.middleCols(position, load.p.size()) * load.p);
        if (!(scale.cwiseInverse().cwiseProduct(q.rate).norm() > 0))
            throw InputError(c.analysis.places.of("diagram.key"), "analysis.diagram.key",
                             "\"" + e.diagram.key + "\"", "this load does not act on the patch");
        require_range(q.patch, q.rate, e, c);
        require_comparable(q.patch,
                           std::max(std::abs(e.diagram.from), std::abs(e.diagram.to)) * q.rate, c,
                           ".diagram");
    }
    return q;
}

} // namespace

void fields(io::Fields& f, LimitDirections& e)
{
    contact::SpinLength rho;
    contact::spin_length_field(f,
                               "length that scales the spin axis of the sphere, 1e-6 to 1e6 of "
                               "kappa: latitudes, rates and eigenvalues, but no load of a diagram",
                               false, "that of a series, kappa of other laws", rho);
    if (f.has("rho"))
        e.rho = rho;
    f.table({"diagram", "", "the directions over a load, and where their set changes"},
            e.diagram.given, [&e](io::Fields& d) {
                d.text({"key", "", "\"load.NAME.force\"", true}, e.diagram.key);
                d.number({"from", "N, N m", "first load", true}, e.diagram.from);
                d.number({"to", "N, N m", "last load", true}, e.diagram.to);
                d.integer({.name = "n",
                           .help = "loads at which all directions are certified",
                           .range = Range::between(2, 10000),
                           .former = "points"},
                          e.diagram.points);
                if (d.has("from") && d.has("to") && !(e.diagram.to > e.diagram.from))
                    d.refuse("to", "expected a load larger than from");
            });
}

void refuse(const LimitDirections& /*e*/, const Case& c)
{
    for (const auto& [key, where] : c.output.places.keys)
        throw InputError(where, "output." + key +
                                    ": limit-directions records no motion; leave "
                                    "[output] out");
}

std::string check(const LimitDirections& e, const Case& c, const BuiltModel& built,
                  const Monitor& monitor)
{
    const Question q = located(c.analysis.places, "analysis",
                               [&]() -> Question { return question(e, c, built, monitor); });
    return check_text(e.type, settings(e, q.patch, q.joint));
}

Outcome run(const LimitDirections& e, const Case& c, const BuiltModel& built,
            const Monitor& monitor)
{
    const Question q = located(c.analysis.places, "analysis",
                               [&]() -> Question { return question(e, c, built, monitor); });
    DirectionResults r{q.patch, q.joint,     dynamics::limit_directions(q.patch),
                       q.load,  q.load_unit, std::nullopt};
    if (e.diagram.given) {
        dynamics::RestingPatch without = q.patch;
        without.load -= *c.loads[load_of(e, c)].force * q.rate;
        const Progress progress = monitor.part("loads", e.diagram.points);
        r.diagram = dynamics::direction_diagram(without,
                                                {.rate = q.rate,
                                                 .from = e.diagram.from,
                                                 .to = e.diagram.to,
                                                 .points = e.diagram.points},
                                                progress);
    }
    const auto results = std::make_shared<DirectionResults>(std::move(r));
    return {.summary = summarise(e, *results), .arrays = writer_of(results)};
}

} // namespace slideway::app
