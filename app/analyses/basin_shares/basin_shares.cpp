#include "app/analyses/basin_shares/basin_shares.hpp"

#include "app/analyses/basin_shares/share_results.hpp"
#include "app/case/located.hpp"
#include "app/motions/driven_joints.hpp"
#include "app/motions/start/phase_zero.hpp"
#include "app/results/interrupted_run.hpp"
#include "app/results/modal_outputs.hpp"
#include "app/results/quantities.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"
#include "studies/orbit_record.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

namespace slideway {

void each_member(auto& record, Either<studies::ValueOutcome> auto& outcome)
{
    record(outcome.label, outcome.found, outcome.sample, outcome.wrong, outcome.uncertain,
           outcome.periods, outcome.failures);
}

} // namespace slideway

namespace slideway::app {

namespace {

using Outcomes = std::vector<studies::ValueOutcome>;

// Outcomes of the first values, from an interrupted run of the same source; empty if there is none.
Outcomes read_outcomes(const OwnResults& own, const ShareModel& model, const Monitor& monitor)
{
    return read_kept<Outcomes>(own, monitor, [&](const Outcomes& all) -> std::string {
        require_fit(all.size() <= model.values.size() &&
                    std::all_of(all.begin(), all.end(), [&](const auto& outcome) {
                        return static_cast<Index>(outcome.label.size()) == model.at.cols();
                    }));
        return plural(all.size(), "value");
    });
}

std::vector<std::string> axis_names(const BasinShares& e)
{
    std::vector<std::string> names;
    for (const PlaneAxis& axis : axes_of(e.starts))
        names.push_back(axis.of);
    return names;
}

// Axes x starts: shares of the way from one end of each axis to the other.
Matrix shares_of_axes(const BasinShares& e, const std::vector<PlaneAxis>& axes)
{
    if (!e.random) {
        const Index nx = axes[0].n, ny = axes[1].n;
        Matrix shares(2, nx * ny);
        for (Index i = 0; i < shares.cols(); ++i)
            shares.col(i) << static_cast<double>(i % nx) / static_cast<double>(nx - 1),
                static_cast<double>(i / nx) / static_cast<double>(ny - 1);
        return shares;
    }
    // The 53 high bits: distributions of the library differ from one to the next.
    std::mt19937_64 bits(static_cast<std::uint64_t>(e.seed));
    Matrix shares(static_cast<Index>(axes.size()), e.n_random);
    for (double& share : shares.reshaped())
        share = std::ldexp(static_cast<double>(bits() >> 11), -53);
    return shares;
}

// The state of least energy is a linear function of what is given.
Matrix states_at(const BasinShares& e, const Matrix& shares, const BuiltModel& built,
                 const dynamics::ModalModel& modal, const dynamics::OrbitFamily& family)
{
    std::vector<StartEntry> corners;
    for (int k = -1; k < static_cast<int>(shares.rows()); ++k)
        corners.push_back(corner_of(e.starts, e.start, k));
    const std::vector<Vector> z = states_of(e.starts_key(), corners, built, modal, family);
    Matrix starts(z[0].size(), shares.cols());
    for (Index i = 0; i < shares.cols(); ++i) {
        Vector state = z[0];
        for (Index k = 0; k < shares.rows(); ++k)
            state += shares(k, i) * (z[static_cast<std::size_t>(k + 1)] - z[0]);
        starts.col(i) = state;
    }
    return starts;
}

// The model at a value of the parameter.
template <class Work>
auto on_model_at(const std::shared_ptr<KeyedModels>& models, double value, const BuiltModel& own,
                 const dynamics::ModalModel& modal, const Work& work)
{
    if (!models)
        return work(own, modal);
    const KeyedModels::Model model = models->model({value});
    return work(model.built, *model.modal);
}

// @param first  of the inputs of the model that its start gives
studies::NamedMotion named_motion(const SharedOrbitEntry& named, std::size_t first,
                                  const BasinShares& e, const Case& c, const BuiltModel& built,
                                  const ShareModel& model, const Monitor& monitor)
{
    dynamics::OrbitFamily family = model.family;
    if (!family.move_to(named.at))
        throw InputError("orbits." + named.name, "\"" + named.name + "\"",
                         "no model " + family.refusal());
    const Vector z =
        on_model_at(model.models, named.at, built, *model.modal, [&](const auto&... at) -> Vector {
            return state_at_phase_zero(named.start, c, at..., family, known_orbit_tolerance, first);
        });
    return {named.name, motion_of(named, family, z, named.at, e.options.branches, monitor),
            named.at};
}

ShareModel setup(const BasinShares& e, const Case& c, const BuiltModel& built,
                 const Monitor& monitor)
{
    refuse_laws(e.type, e.takes[0], c, built);
    std::shared_ptr<const dynamics::ModalModel> modal = modal_model(built, monitor);
    dynamics::JointedSystem system = driven_system(e, e.values.from, e.values.to, c, built, *modal);
    ParameterFamily over =
        parameter_family({e.over, e.values.from, e.values.to, e.values.from}, needs(e),
                         axis_names(e), c, built, modal, std::move(system));
    const std::shared_ptr<KeyedModels> models = over.models;
    ShareModel model{modal, models,   std::move(over.family), {}, axes_of(e.starts), {}, {}, {},
                     {},    e.options};
    model.family.set_go_on(monitor.until_stopped());
    check(model.options);
    model.values = e.values.all;
    std::sort(model.values.begin(), model.values.end());
    model.starts.axes = modal_outputs(built.model, *modal, built.outputs);
    for (std::size_t k = 0; k < model.axes.size(); ++k) {
        PlaneAxis& axis = model.axes[k];
        axis.unit = unit_on(axis.unit, model.starts.axes[k].measure);
        model.starts.velocity.push_back(axis.velocity);
    }
    const Matrix shares = shares_of_axes(e, model.axes);
    model.at.resize(shares.rows(), shares.cols());
    for (Index k = 0; k < shares.rows(); ++k) {
        const PlaneAxis& axis = model.axes[static_cast<std::size_t>(k)];
        model.at.row(k) = (1 - shares.row(k).array()) * axis.from + shares.row(k).array() * axis.to;
    }
    if (!e.random) {
        model.measure = plane_measure(model.axes);
        model.starts.scale = model.measure.scale;
        model.starts.plane = model.measure.scale.asDiagonal() * model.at;
    }
    model.starts.at = [&e, &built, modal, models, shares](const dynamics::OrbitFamily& family) {
        return on_model_at(models, family.value(), built, *modal, [&](const auto&... of) -> Matrix {
            return states_at(e, shares, of..., family);
        });
    };
    (void)model.starts.at(model.family); // refuses what cannot move as given
    return model;
}

void find_orbits(const BasinShares& e, const Case& c, const BuiltModel& built,
                 const Monitor& monitor, ShareModel& model)
{
    std::size_t first = forced_names(corner_of(e.starts, e.start)).size();
    for (const SharedOrbitEntry& orbit : e.orbits) {
        model.named.push_back(named_motion(orbit, first, e, c, built, model, monitor));
        first += forced_names(orbit.start).size();
    }
}

} // namespace

Needs needs(const BasinShares& e)
{
    return {.forced = forced_ports(e.starts, e.starts_key(), e.start, e.orbits),
            .observed = {e.starts_key(), axis_names(e)}};
}

std::vector<std::filesystem::path> input_files(const BasinShares& e, const Case& c)
{
    return input_files(e.orbits, c);
}

void refuse(const BasinShares& e, const Case& c)
{
    refuse_without_drive(e.type, c);
    refuse_frequency(e, c);
}

std::string check(const BasinShares& e, const Case& c, const BuiltModel& built,
                  const Monitor& monitor)
{
    const ShareModel model = located(c.analysis.places, "analysis",
                                     [&]() -> ShareModel { return setup(e, c, built, monitor); });
    return check_text(e.type, settings(e, model));
}

Outcome run(const BasinShares& e, const Case& c, const BuiltModel& built, const Monitor& monitor,
            const OwnResults& own)
{
    const auto model = located(c.analysis.places, "analysis", [&]() {
        auto out = std::make_shared<ShareModel>(setup(e, c, built, monitor));
        find_orbits(e, c, built, monitor, *out);
        return std::shared_ptr<const ShareModel>(std::move(out));
    });
    const std::vector<std::string> source =
        with_kernel(own.source, model->family, model->options.basins);
    Outcomes earlier = read_outcomes({own.file, source}, *model, monitor);
    const auto result = std::make_shared<ShareResults>();
    result->over = e;
    result->random = e.random;
    result->axes = model->axes;
    result->at = model->at;
    result->measure = model->measure;
    result->found = located(c.analysis.places, "analysis", [&]() -> studies::BasinShares {
        return basin_shares(
            model->family, model->values, model->starts, model->named, model->options,
            monitor.part("values", static_cast<double>(e.values.all.size())), std::move(earlier));
    });
    if (result->found.p.empty())
        throw Interrupted();
    return {.summary = summarise(e, *model, *result),
            .arrays = [result, source, write = writer_of(result)](io::ArraySink& sink) {
                write(sink);
                if (result->found.interrupted)
                    write_kept(sink, source, result->found.outcome);
            }};
}

} // namespace slideway::app
