#include "app/motions/over_parameter/stored_orbits.hpp"

#include "app/motions/over_parameter/keyed_models.hpp"
#include "app/results/branch_file.hpp"
#include "app/results/named_point.hpp"
#include "base/text.hpp"
#include "base/two_pi.hpp"
#include "contact/laws/law.hpp"
#include "io/entries.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace slideway::app {

using dynamics::OrbitBranch;
using dynamics::OrbitLabel;
using dynamics::OrbitRestart;

namespace {

constexpr double same_value = 1e-12; // relative: round-off of texts
constexpr int digits = 11;

// begin, the labelled points in the order along the branch, end.
std::vector<CurveLabel> labels_of(const OrbitBranch& branch)
{
    std::vector<CurveLabel> labels = {{"begin", 0}};
    for (const Choice<OrbitLabel>& label : choices(OrbitLabel())) {
        if (label.value == OrbitLabel::none || label.value == OrbitLabel::bound)
            continue;
        std::vector<Index> points;
        for (std::size_t k = 0; k < branch.labels.size(); ++k)
            if (branch.labels[k] == label.value)
                points.push_back(static_cast<Index>(k));
        add_numbered(labels, std::string(label.name), points);
    }
    labels.push_back({"end", branch.branch.n_points() - 1});
    return labels;
}

void model_arrays(io::Entries& a, StoredOrbitModel& model)
{
    arrays(a, model.modes);
    const std::string any = "with joints that have parameters";
    a.array(model.numbers, "numbers", "", "names of the parameters of all joints", "k", any);
    a.array(model.values, "values", "", "values of these parameters, each in its unit", "k", any);
}

void branch_arrays(io::Entries& a, OrbitBranch& b, const BranchMeaning& meaning)
{
    std::vector<int> parent = {static_cast<int>(b.parent) + 1, static_cast<int>(b.parent_point)};
    std::vector<int> labels;
    for (const OrbitLabel label : b.labels)
        labels.push_back(static_cast<int>(label));
    a.array(parent, "parent", "",
            "branch at which it was found, from 1, and its point, from 0; 0, -1: at the start",
            "2");
    a.array(b.form.periods, "period", "", "period, in periods of the drive");
    a.array(b.form.half, "half_period", "",
            "1: each motion equals its mirror image half a period later");
    a.array(labels, "label", "", numbered_names(OrbitLabel()), "N");
    a.array(b.notes, "notes", "", "other events there", "N");
    a.array(b.multiplicity, "multiplicity", "",
            "multipliers, pairs or extrema that a label has at once; 0: no label", "N",
            a.reads() ? "since they are counted" : "");
    a.group("branch", [&] { arrays(a, b.branch, meaning); });
    if (!a.reads())
        return;
    for (const int label : labels) {
        if (label < 0 || label > static_cast<int>(OrbitLabel::bound))
            throw std::invalid_argument("branches: there is no label " + std::to_string(label));
        b.labels.push_back(static_cast<OrbitLabel>(label));
    }
    if (b.multiplicity.empty()) // earlier versions did not count
        b.multiplicity.assign(labels.size(), 1);
    if (b.labels.empty() || b.labels.size() != b.notes.size() || parent.size() != 2 ||
        static_cast<Index>(b.labels.size()) != b.branch.n_points() ||
        b.multiplicity.size() != b.labels.size())
        throw std::invalid_argument("branches: arrays do not fit together");
    b.parent = parent[0] - 1;
    b.parent_point = parent[1];
}

void check_parents(const std::vector<OrbitBranch>& branches)
{
    for (const OrbitBranch& branch : branches)
        if (branch.parent >= static_cast<Index>(branches.size()) ||
            (branch.parent >= 0 &&
             (branch.parent_point < 0 ||
              branch.parent_point >=
                  branches[static_cast<std::size_t>(branch.parent)].branch.n_points())))
            throw std::invalid_argument("branches: no such parent");
}

} // namespace

bool same_number(double a, double b)
{
    return std::abs(a - b) <= same_value * std::max(std::abs(a), std::abs(b));
}

std::string result_name_of(const std::string& over)
{
    return over == "Omega" ? "the frequency" : over;
}

std::vector<std::string> differences(const std::string& over, const Case& c,
                                     const StoredOrbits& stored, const StoredOrbitModel& model)
{
    std::vector<std::string> words;
    bool compared = over == stored.over;
    const auto compare = [&](const std::string& key, std::optional<double> value) {
        compared = compared || key == stored.over;
        if (const double before = stored.value(key);
            over != key && !(value && same_number(before, *value)))
            words.push_back(key + " = " + number_text(before, digits) + " (this case: " +
                            (value ? number_text(*value, digits) : "does not give it") + ")");
    };
    compare("Omega", model.modes.Omega);
    compare("level", 1);
    for (std::size_t k = 0; k < model.numbers.size(); ++k)
        compare("joint." + model.numbers[k], model.values[k]);
    if (!compared) // any other key, over which the earlier branches go
        compare(stored.over, number_given(c, stored.over));
    return words;
}

StoredOrbitModel stored_model(const BuiltModel& built, const dynamics::ModalModel& modal,
                              const dynamics::JointedSystem& system)
{
    StoredOrbitModel model{stored_modes(built, modal, system), {}, {}};
    for (const dynamics::ModalLaw& joint : system.joints)
        for (const contact::LawParameter& number : joint.law->parameters()) {
            model.numbers.push_back(joint.name + "." + std::string(number.name));
            model.values.push_back(joint.law->parameter(number.name));
        }
    return model;
}

void arrays(io::Entries& a, StoredOrbits& stored, const BranchMeaning& meaning,
            const std::function<void(OrbitBranch&)>& more)
{
    a.attribute(stored.parameter, "parameter",
                "parameter of the branches: `Omega`, `frequency`, `level`, or the last word of a "
                "key");
    a.attribute(stored.over, "over", "name of the parameter in the case");
    a.array(stored.monitors, "monitors", "", "names of the monitors", "k");
    a.note("`analysis.restart` continues from `model` and `branches`.");
    a.group("model", [&] { model_arrays(a, stored.model); });
    a.numbered(stored.restart.branches, "branches", "B", "the number of a branch",
               [&](OrbitBranch& branch) {
                   branch_arrays(a, branch, meaning);
                   if (more)
                       more(branch);
               });
}

std::optional<double> StoredOrbitModel::stored_value(const std::string& key) const
{
    if (key == "Omega")
        return modes.Omega;
    for (std::size_t k = 0; k < numbers.size(); ++k)
        if (key == "joint." + numbers[k])
            return values[k];
    if (key == "level")
        return 1;
    return std::nullopt;
}

std::optional<double> StoredOrbits::stored_value(const std::string& key) const
{
    if (key == over)
        return restart.branches[restart.at.branch].branch.p(restart.at.point);
    return model.stored_value(key);
}

std::string StoredOrbits::text(double p) const
{
    return parameter == "frequency" ? number_text(p / two_pi, digits) + " Hz"
                                    : over + " " + number_text(p, digits);
}

double StoredOrbits::value(const std::string& key) const
{
    if (const auto value = stored_value(key))
        return *value;
    throw std::invalid_argument("the results do not contain " + key);
}

StoredOrbits stored_orbits(const EarlierResults& results)
{
    const std::filesystem::path file = results.file();
    StoredOrbits stored;
    OrbitRestart& restart = stored.restart;
    try {
        const io::Hdf5Reader h5(file);
        if (h5.holds_attribute("map"))
            results.refuse("holds results of a map; expected those of a single run");
        if (const std::string analysis = h5.attribute("", "analysis");
            analysis != StoredOrbits::analysis)
            results.refuse("holds results of " + analysis + ", not of periodic-orbits");
        io::read_arrays(h5, [&](io::Entries& a) { arrays(a, stored); });
        const Index m = stored.model.modes.omega.size();
        if (m == 0 || stored.model.numbers.size() != stored.model.values.size())
            throw std::invalid_argument("model: arrays do not fit together");
        if (restart.branches.empty())
            results.refuse("holds no branch (" + h5.attribute("", "status") + ": " +
                           h5.attribute("", "message") + "); leave " + results.table +
                           " out, or name results that hold one");
        for (OrbitBranch& branch : restart.branches)
            branch.form.nodes = static_cast<int>(branch.branch.x.rows() / (2 * m));
        check_parents(restart.branches);
    } catch (const InputError&) {
        throw;
    } catch (const std::exception& error) { // arrays that are not there, or do not fit
        results.refuse(error.what());
    }
    return stored;
}

void bring_to(const StoredOrbitModel& model, const EarlierResults& results, StoredOrbits& stored)
{
    const Vector signs = signs_of_modes(results, stored.model.modes, model.modes);
    if (stored.model.numbers != model.numbers)
        results.refuse("has the numbers of joints " + join(stored.model.numbers) + ", this case " +
                       join(model.numbers));
    for (OrbitBranch& branch : stored.restart.branches)
        for (Index k = 0; k < branch.branch.x.rows(); ++k) {
            const double sign = signs(k % signs.size());
            branch.branch.x.row(k) *= sign;
            branch.branch.tangent.row(k) *= sign;
        }
}

void name_point(const EarlierResults& results, std::optional<int> branch,
                const std::string& point_name, StoredOrbits& stored)
{
    OrbitRestart& restart = stored.restart;
    const int number = branch.value_or(1), n = static_cast<int>(restart.branches.size());
    if (number > n)
        results.refuse("branch", std::to_string(number),
                       "the results have " + std::to_string(n) +
                           (n == 1 ? " branch" : " branches"));
    restart.at.branch = static_cast<std::size_t>(number - 1);
    const OrbitBranch& orbit_branch = restart.branches[restart.at.branch];
    restart.at.point =
        point_of(results, point_name, labels_of(orbit_branch), orbit_branch.branch.n_points(),
                 [&](Index k) -> std::string { return stored.text(orbit_branch.branch.p(k)); });
}

} // namespace slideway::app
