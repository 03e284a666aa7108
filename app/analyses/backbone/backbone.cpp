#include "app/analyses/backbone/backbone.hpp"

#include "app/case/located.hpp"
#include "app/results/quantities.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"
#include "base/two_pi.hpp"
#include "dynamics/harmonic/stuck_modes.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace slideway::app {

namespace {

// Key that the case uses for the range of frequencies.
std::string key_of_range(const Case& c)
{
    return c.analysis.places.keys.contains("Omega") ? "Omega" : "frequency_hz";
}

// Whether the drive moves the first monitor while the joints are as at rest.
bool moves(const dynamics::HarmonicBalance& model, double Omega_low, double Omega_high)
{
    constexpr int frequencies = 8;
    constexpr double round_off = 1e-12; // of the sum over the modes, in parts of its bound
    const dynamics::ModalOutput& monitor = model.outputs().front();
    dynamics::HarmonicBalance::Evaluation evaluation(model);
    for (int k = 0; k < frequencies; ++k) {
        const double Omega = Omega_low + (k + 0.5) / frequencies * (Omega_high - Omega_low);
        model.evaluate(dynamics::stuck_motion(model, Omega, 1), Omega, 1, evaluation);
        const double bound =
            monitor.row.norm() * model.modal(evaluation, 1).norm() + std::abs(monitor.follow);
        if (dynamics::rms(model.harmonics(), model.output(evaluation, monitor)) > round_off * bound)
            return true;
    }
    return false;
}

void check_modes(const Backbone& e, const Case& c, const dynamics::HarmonicBalance& model)
{
    const auto refuse_mode = [&](double mode, const std::string& why) {
        throw InputError(c.analysis.places.of("modes"), "analysis.modes", number_text(mode), why);
    };
    if (e.modes.empty())
        return;
    const Vector omega = dynamics::stuck_frequencies(model, e.options.Omega_low);
    for (const double mode : e.modes) {
        const auto k = static_cast<Index>(mode) - 1;
        if (k >= omega.size())
            refuse_mode(mode, "with the joints as at rest there are modes 1 to " +
                                  std::to_string(omega.size()));
        if (omega(k) < e.options.Omega_low || omega(k) > e.options.Omega_high)
            refuse_mode(mode, "its frequency, " + number_text(omega(k) / two_pi, 8) +
                                  " Hz, lies outside " + key_of_range(c));
    }
}

HarmonicModel setup(const Backbone& e, const Case& c, const BuiltModel& built,
                    const Monitor& monitor)
{
    HarmonicModel model = harmonic_model(e, c, built, Backbone::type, monitor);
    if (model.balance.system().joints.empty())
        throw InputError(
            c.analysis.places.of("type"), "analysis.type", "\"backbone\"",
            "the model is linear, so its resonances do not depend on the level; "
            "forced-response takes it, and a backbone needs a joint with law = " +
                listed(quoted(contact::laws_with(&contact::Law::has_harmonic_force)), "or"));
    for (const double level : e.levels)
        dynamics::check_forced_response(model.balance, response_options(e, level));
    if (!moves(model.balance, e.options.Omega_low, e.options.Omega_high))
        throw InputError(c.analysis.places.of("monitor"), "analysis.monitor",
                         "\"" + e.monitors.front() + "\"",
                         "the drive does not move it: it has no resonance");
    check_modes(e, c, model.balance);
    if (e.over)
        (void)motions_of(e, model.balance);
    return model;
}

// Calls `work`. Errors of options get the line of their key.
template <class Work>
decltype(auto) located_options(const Case& c, Work&& work)
{
    try {
        return std::forward<Work>(work)();
    } catch (const InputError& error) {
        if (error.has_place())
            throw;
        const std::string key = error.key() == "frequency" ? key_of_range(c)
                                : error.key() == "mode"    ? "modes"
                                                           : error.key();
        throw error.placed(c.analysis.places.of(key), "analysis");
    }
}

// "first_slip_level_2.39602_211.625_Hz"
ResponseShape shape_of(const BuiltModel& built, const HarmonicModel& model,
                       const DrawnMotion& drawn)
{
    const Index n = model.balance.n();
    ResponseShape shape = response_shape(built, *model.modal, model.balance, drawn.x.head(n),
                                         drawn.x(n), drawn.extremum.level);
    std::string what = drawn.what;
    std::replace(what.begin(), what.end(), ' ', '_');
    shape.name.insert(0, what + "_");
    return shape;
}

[[noreturn]] void refuse_over(const OverEntry& over, const std::string& why)
{
    throw InputError("over.key", "\"" + over.key + "\"", why);
}

[[noreturn]] void refuse_joint(const std::string& joint, const std::string& why)
{
    throw InputError("over.joints", "\"" + joint + "\"", why);
}

std::vector<std::size_t> joints_of(const OverEntry& over, const dynamics::HarmonicBalance& model)
{
    const auto& joints = model.system().joints;
    std::vector<std::string> names, numbers;
    std::vector<std::size_t> having;
    for (std::size_t k = 0; k < joints.size(); ++k) {
        names.push_back(joints[k].name);
        for (const contact::LawParameter& p : joints[k].law->parameters()) {
            if (p.name == over.key)
                having.push_back(k);
            if (p.scaling && std::find(numbers.begin(), numbers.end(), p.name) == numbers.end())
                numbers.emplace_back(p.name);
        }
    }
    if (having.empty())
        refuse_over(over, "expected damping, or a key of the joints: " + join(numbers));
    if (over.joints.empty())
        return having;
    std::vector<std::size_t> named;
    for (const std::string& joint : over.joints) {
        const auto k =
            static_cast<std::size_t>(std::find(names.begin(), names.end(), joint) - names.begin());
        if (k == names.size())
            refuse_joint(joint, "no joint with a law of its own; there are " + join(names));
        if (std::find(having.begin(), having.end(), k) == having.end())
            refuse_joint(joint, "it has no " + over.key);
        if (std::find(named.begin(), named.end(), k) != named.end())
            refuse_joint(joint, "it is listed twice");
        named.push_back(k);
    }
    return named;
}

} // namespace

void refuse_nothing(const Backbone& e, const Case& c, bool interrupted,
                    const std::vector<std::string>& left_out)
{
    if (interrupted)
        throw Interrupted();
    throw InputError(c.analysis.places.of("method"), "analysis.method",
                     "\"" + methods_text(e) + "\"",
                     "there is nothing to follow; " + join(left_out, "; "));
}

BackboneMotions motions_of(const Backbone& e, const dynamics::HarmonicBalance& model)
{
    if (!e.over)
        return {dynamics::MotionFamily(model), 1};
    if (e.over->key == "damping") {
        if (model.system().modes.c.isZero(0))
            refuse_over(*e.over, "the bodies have no damping");
        return {{model, dynamics::all_damping(), e.levels.front()}, 1};
    }
    const std::vector<std::size_t> joints = joints_of(*e.over, model);
    const double value = model.system().joints[joints.front()].law->parameter(e.over->key);
    for (const std::size_t k : joints) {
        const dynamics::ModalLaw& joint = model.system().joints[k];
        if (joint.law->parameter(e.over->key) != value)
            refuse_over(*e.over, "it is " + number_text(value) + " of " +
                                     model.system().joints[joints.front()].name + ", but " +
                                     number_text(joint.law->parameter(e.over->key)) + " of " +
                                     joint.name + "; list only joints with equal values");
    }
    if (value == 0)
        refuse_over(*e.over, "it is zero now, and would be by any factor; give it a value");
    return {{model, dynamics::number_of(model, e.over->key, joints), e.levels.front()}, value};
}

Needs needs(const Backbone& e)
{
    return {.observed = {"monitor", e.monitors}};
}

void refuse(const Backbone& e, const Case& c)
{
    if (follows(e, BackboneMethod::conservative) && c.excitation.Omega > 0)
        throw InputError(c.excitation.where,
                         "excitation: free motions have no drive; leave [excitation] out");
    refuse_drives(e, c, Backbone::type);
}

std::string check(const Backbone& e, const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    if (follows(e, BackboneMethod::conservative))
        return check_free_motions(e, c, built, monitor);
    const HarmonicModel model = located(c.analysis.places, "analysis", [&]() -> HarmonicModel {
        return setup(e, c, built, monitor);
    });
    return check_text(e.type, settings(e, model.balance));
}

Outcome run(const Backbone& e, const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    if (follows(e, BackboneMethod::conservative))
        return run_free_motions(e, c, built, monitor);
    const auto model = std::make_shared<const HarmonicModel>(
        located(c.analysis.places, "analysis",
                [&]() -> HarmonicModel { return setup(e, c, built, monitor); }));
    const auto results = std::make_shared<BackboneResults>(
        located_options(c, [&]() -> BackboneResults { return compute(e, built, model, monitor); }));
    if (results->ridges.curves.empty() && results->phase.curves.empty() && results->modes.empty() &&
        results->linear_modes.empty())
        refuse_nothing(e, c, results->interrupted, results->left_out);
    return {.summary = summarise(*results),
            .arrays = writer_of(results),
            .pictures = [&built, model, results](const auto& folder) {
                const Scene scene(built);
                if (scene.empty())
                    return;
                for (const DrawnMotion& shape : results->shapes)
                    write_shape(folder, scene, shape_of(built, *model, shape));
                for (const ResponseCurve& curve : results->responses)
                    for (const ResponseShape& shape : curve.shapes)
                        write_shape(folder, scene, shape);
            }};
}

} // namespace slideway::app
