#include "app/motions/start/start.hpp"

#include "app/motions/harmonic/harmonic_model.hpp"
#include "app/motions/harmonic/stored_curves.hpp"
#include "app/results/branch_file.hpp"
#include "app/results/modal_outputs.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "base/two_pi.hpp"
#include "contact/laws/joint_phases.hpp"
#include "dynamics/harmonic/periodic_state.hpp"
#include "dynamics/harmonic/resonant_modes.hpp"
#include "dynamics/modal/jointed_system.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace slideway::app {

namespace {

constexpr double same_time = 1e-12; // relative: round-off of texts
constexpr std::size_t most_reported = 40;

EarlierResults results_of(const StartEntry& e, const Case& c)
{
    return {c, e.table, e.results};
}

// Each with its value.
std::vector<std::pair<std::string, std::string>> keys_of_a_response(const StartEntry& e)
{
    const double Omega = e.Omega.value_or(0);
    return {{"level", number_text(e.level)},
            {"curve", std::to_string(e.curve)},
            {"at", "\"" + e.at + "\""},
            {"Omega", number_text(Omega)},
            {"frequency_hz", number_text(Omega / two_pi)}};
}

// The run with the one requested state.
KeptRun read_run(const StartEntry& e, const EarlierResults& results, const io::Hdf5Reader& h5)
{
    results.refuse_keys(keys_of_a_response(e), "a forced-response", "a transient");
    KeptRun run = read_kept_run(results, h5);
    std::vector<dynamics::KeptState> all = std::move(run.states);
    auto found = all.end() - 1;
    if (e.t)
        found = std::find_if(all.begin(), all.end(), [&](const dynamics::KeptState& s) -> bool {
            return std::abs(s.t - *e.t) <= same_time * std::max(std::abs(s.t), std::abs(*e.t));
        });
    if (found == all.end()) {
        std::vector<std::string> times;
        for (const dynamics::KeptState& state : all)
            times.push_back(number_text(state.t, 15));
        if (times.size() > most_reported)
            times.erase(times.begin() + most_reported, times.end() - 1);
        results.refuse("t", number_text(*e.t, 15),
                       "that run kept its state at t = " + join(times) +
                           " s, the last one its end; for other times give them to it as "
                           "analysis.keep_at");
    }
    run.states = {std::move(*found)};
    return run;
}

// The nearest point, if the curve passes the frequency once.
Index nearest_point(const EarlierResults& results, const std::string& group, double Omega,
                    const continuation::Branch& branch)
{
    std::vector<std::string> passed;
    Index nearest = 0;
    for (Index k = 0; k < branch.n_points(); ++k) {
        if (std::abs(branch.p(k) - Omega) < std::abs(branch.p(nearest) - Omega))
            nearest = k;
        if (k > 0 && (branch.p(k - 1) < Omega) != (branch.p(k) < Omega))
            passed.push_back("point " + std::to_string(k));
    }
    const double low = branch.p.minCoeff(), high = branch.p.maxCoeff();
    const bool in_hz = group == "frequency_hz";
    auto text = [&](double p) -> std::string {
        return number_text(in_hz ? p / two_pi : p, 8) + (in_hz ? " Hz" : " rad/s");
    };
    const std::string value = number_text(in_hz ? Omega / two_pi : Omega);
    if (Omega < low * (1 - same_time) || Omega > high * (1 + same_time))
        results.refuse(group, value, "the curve goes from " + text(low) + " to " + text(high));
    if (passed.size() > 1)
        results.refuse(group, value,
                       "the curve passes there " + std::to_string(passed.size()) +
                           " times; give at = \"" + passed.front() + "\" or another one of " +
                           join(passed));
    return nearest;
}

StoredMotion read_motion(const StartEntry& e, const EarlierResults& results,
                         const io::Hdf5Reader& h5)
{
    results.refuse_keys({{"t", number_text(e.t.value_or(0))}}, "a transient", "a forced-response");
    const ResponseSet set = read_responses(results, h5);
    const std::vector<ResponseCurve> found = curves_of_level(set.levels, e.level);
    if (found.empty())
        refuse_level(results, e.level, set.levels);
    check_curve(results, e.curve, e.level, found);
    const dynamics::ForcedResponse& stored = found[static_cast<std::size_t>(e.curve - 1)].response;
    const continuation::Branch& branch = stored.branch;
    const bool by_Omega = results.c.analysis.places.keys.contains(results.table + ".Omega");
    StoredMotion motion;
    motion.point =
        e.Omega ? nearest_point(results, by_Omega ? "Omega" : "frequency_hz", *e.Omega, branch)
                : point_of(results, e.at, branch);
    motion.R = branch.x.col(motion.point);
    motion.Omega = branch.p(motion.point);
    motion.level = stored.level;
    motion.n_h = set.n_h;
    motion.means = set.static_part == name_of(StaticPart::balanced);
    motion.joints = set.recorded.joints;
    // The motion of the joints determines that of the modes behind them.
    const auto modes = static_cast<Index>(std::erase_if(motion.joints, dynamics::is_mode_name));
    const Index size = 2 * motion.n_h + (motion.means ? 1 : 0);
    motion.R.conservativeResize(motion.R.size() - modes * size);
    return motion;
}

void refuse_unknown_parts(const EarlierResults& results, const StoredMotion& motion,
                          const dynamics::JointedSystem& system)
{
    check_joints(results, motion.joints, system.joints);
    if (system.n_contacts() > 0)
        results.refuse("holds motions without the dry contacts " + join(system.names) +
                       " of this case");
    for (const dynamics::ModalLaw& joint : system.joints) {
        const Vector still = Vector::Zero(joint.on.rows.rows());
        if (joint.law->has_phases() && !joint.law->phases_at(still, still).memory.empty())
            results.refuse("does not contain the position of the slider of joint \"" + joint.name +
                           "\" stands; start from a transient");
    }
    if (!motion.means && !system.p0.isZero(0))
        results.refuse("has static_part = \"excluded\", and this case has constant loads; expected "
                       "\"balanced\"");
}

dynamics::ModalState state_of(const EarlierResults& results, const StoredMotion& motion,
                              const dynamics::JointedSystem& system, double t)
{
    refuse_unknown_parts(results, motion, system);
    try {
        const dynamics::HarmonicBalance model(dynamics::DrivenJoints{system, system.joints},
                                              {motion.n_h, motion.means});
        if (motion.R.size() != model.n())
            throw InputError("the curve has " + std::to_string(motion.R.size()) +
                             " unknowns, this case has " + std::to_string(model.n()));
        dynamics::HarmonicBalance::Evaluation evaluation(model);
        (void)model.evaluate(motion.R, motion.Omega, motion.level, evaluation);
        dynamics::check_motion(model, evaluation, 0, "the motion there");
        return dynamics::periodic_state(model, evaluation, system.Omega * t);
    } catch (const InputError& error) {
        results.refuse(error.what());
    }
}

} // namespace

std::vector<std::filesystem::path> input_files(const StartEntry& e, const Case& c)
{
    if (e.results.empty())
        return {};
    return {results_of(e, c).file()};
}

StartSource read_start(const StartEntry& e, const Case& c)
{
    StartSource source;
    if (e.results.empty())
        return source;
    const EarlierResults results = results_of(e, c);
    const std::filesystem::path file = results.file();
    try {
        const io::Hdf5Reader h5(file);
        const std::string analysis = h5.attribute("", "analysis");
        if (h5.holds_attribute("map"))
            results.refuse("holds results of a map; expected those of a single run");
        if (analysis == "transient")
            source.run = read_run(e, results, h5);
        else if (analysis == "forced-response")
            source.motion = read_motion(e, results, h5);
        else
            results.refuse("holds results of " + analysis +
                           "; expected those of transient or forced-response");
    } catch (const InputError&) {
        throw;
    } catch (const std::exception& error) { // arrays that are not there, or do not fit
        results.refuse(error.what());
    }
    return source;
}

double start_time(const StartSource& source, std::optional<double> asked, double Omega)
{
    if (asked || !source.run)
        return asked.value_or(0);
    const double t = source.run->states.front().t, before = source.run->modes.Omega;
    return Omega == before || !(Omega > 0) || !(before > 0) ? t : t * before / Omega;
}

dynamics::ModalState requested_state(const StartEntry& e, const BuiltModel& built,
                                     const dynamics::ModalModel& modal,
                                     const dynamics::DrivenModes& system, double t,
                                     std::size_t first)
{
    std::vector<dynamics::ModalOutput> rows = modal_outputs(built.model, modal, built.inputs);
    dynamics::GivenComponents displacement, velocity;
    auto row = rows.begin() + static_cast<std::ptrdiff_t>(first);
    for (const auto& [given, values] :
         {std::pair{&displacement, &e.displacement}, std::pair{&velocity, &e.velocity}})
        for (const auto& [name, value] : *values) {
            given->rows.push_back(std::move(*row++));
            given->values.push_back(value);
        }
    return dynamics::start_state(system, displacement, velocity, t, e.table);
}

Start start_on(const StartEntry& e, const StartSource& source, const Case& c,
               const BuiltModel& built, const dynamics::ModalModel& modal,
               const dynamics::JointedSystem& system, double t, std::size_t first)
{
    const EarlierResults results = results_of(e, c);
    if (source.motion) {
        const StoredMotion& motion = *source.motion;
        return {state_of(results, motion, system, t), std::nullopt,
                "point " + std::to_string(motion.point) + " of " + e.results + ", level " +
                    number_text(motion.level) + ", Omega = " + number_text(motion.Omega, 10) +
                    " rad/s"};
    }
    if (!source.run)
        return {requested_state(e, built, modal, system, t, first), std::nullopt, "given"};
    const Vector signs =
        signs_of_modes(results, source.run->modes, stored_modes(built, modal, system));
    const dynamics::KeptState& state = source.run->states.front();
    bool fits = state.q.size() == system.n_modes() && state.v.size() == system.n_modes() &&
                static_cast<Index>(state.phases.contacts.size()) == system.n_contacts() &&
                state.phases.held.size() == system.n_contacts();
    for (std::size_t j = 0; j < system.joints.size(); ++j)
        fits = fits && static_cast<Index>(state.phases.joints[j].codes.size()) ==
                           system.joints[j].on.rows.rows();
    if (!fits)
        results.refuse("states: arrays do not fit together");
    return {{signs.cwiseProduct(state.q), signs.cwiseProduct(state.v)},
            state.phases,
            "from " + e.results + " at t = " + number_text(state.t, 10) + " s"};
}

} // namespace slideway::app
