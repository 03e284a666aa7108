#include "app/results/quantities.hpp"

#include "app/case/joint_entry.hpp"
#include "app/model/describe.hpp"
#include "app/results/histories.hpp"
#include "assembly/joint.hpp"
#include "base/text.hpp"
#include "contact/laws/law.hpp"
#include "dynamics/sliding/sliding_equilibrium.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace slideway::app {

using dynamics::Extremes;

namespace {

class QuantityWriter final : public io::Entries {
public:
    explicit QuantityWriter(Summary& s) : Entries(Purpose::write, "."), s_(s) {}

private:
    void visit_attribute(const io::Entry& entry, std::string& text) override
    {
        std::vector<std::string> one = {text};
        visit(entry, &one, true);
    }
    void visit(const io::Entry& entry, Values values, bool single) override
    {
        Quantity quantity{full(entry.name), {}, entry.unit, {}, !single};
        std::visit([&](const auto* all) { fill(quantity, *all); }, values);
        const bool empty = quantity.value.empty() && quantity.texts.empty();
        if ((empty && (single || !entry.condition.empty())) ||
            (single && !empty && quantity.texts.empty() && !std::isfinite(quantity.value[0])))
            return;
        s_.quantities.push_back(std::move(quantity));
    }
    static void fill(Quantity& quantity, const std::vector<std::string>& texts)
    {
        quantity.texts = texts;
    }
    template <class T>
    static void fill(Quantity& quantity, const T& numbers)
    {
        quantity.value.assign(numbers.data(), numbers.data() + numbers.size());
    }

    Summary& s_;
};

} // namespace

void add_quantities(Summary& s, const io::Walk& walk)
{
    QuantityWriter writer(s);
    walk(writer);
}

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

void add_displacements(Summary& s, const dynamics::PointHistory& point)
{
    const std::string unit = unit_on("m", point.measure);
    add_range(s, point.name + ".displacement", extremes(point.u), unit);
    if (!point.u.empty())
        add(s, point.name + ".displacement.end", point.u.back(), unit);
}

void add_ranges(Summary& s, const dynamics::JointHistory& joint)
{
    add_range(s, joint.name + ".force", extremes(joint.force), unit_on("N", joint.measures));
    add_range(s, joint.name + ".displacement", extremes(joint.displacement),
              unit_on("m", joint.measures));
}

void add_patch_ranges(Summary& s, const dynamics::JointHistory& patch)
{
    for (const auto& array : joint_arrays())
        for (Index row = 0; row < patch.n_rows; ++row) {
            const std::vector<double>& all = patch.*array.values;
            Extremes range;
            for (auto k = static_cast<std::size_t>(row); k < all.size();
                 k += static_cast<std::size_t>(patch.n_rows))
                range.include(all[k]);
            add_range(s,
                      patch.name + "." + array.name + "." +
                          std::string(patch_components.at(static_cast<std::size_t>(row))),
                      range, unit_on(array.unit, measure_at(patch.measures, row)));
        }
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

std::optional<double> add_energies(Summary& s, const dynamics::History& history,
                                   const dynamics::Energy& end, bool joints, double round_off)
{
    add(s, "energy.stored", end.stored, "J");
    add(s, "energy.loads", end.loads, "J");
    add(s, "energy.drive", end.drive, "J");
    add(s, "energy.friction", end.friction, "J");
    if (end.impact != 0 || end.turning != 0) {
        add(s, "energy.impact", end.impact, "J");
        add(s, "energy.turning", end.turning, "J");
    }
    add(s, "energy.damping", end.damping, "J");
    if (joints)
        add(s, "energy.joints", end.joints, "J");
    constexpr double of_constant_energies = 1e-4;
    double scale = std::max({end.turned_over(), history.exchange.exchanged(),
                             of_constant_energies * history.exchange.largest()});
    for (const dynamics::Energy& energy : history.energy)
        scale = std::max(scale, energy.turned_over());
    const double residual = end.residual() / scale;
    if (!(scale > round_off) || !std::isfinite(residual))
        return std::nullopt;
    add(s, "energy.scale", scale, "J");
    add(s, "energy.residual", residual, "");
    s.checks.push_back("the energy account closes to " + number_text(std::abs(residual), 1) +
                       " of the energy exchanged");
    return residual;
}

void add_smoothing(Summary& s, const BuiltModel& built)
{
    for (const assembly::Joint& joint : built.model.joints) {
        const auto smoothing = joint.law->smoothing();
        if (!smoothing)
            continue;
        const std::string m = unit_on("m", joint.measures), N = unit_on("N", joint.measures);
        const double part = smoothing->radius / smoothing->clearance;
        const std::string prefix = joint.name + ".smoothing";
        add(s, prefix + ".radius", smoothing->radius, m);
        add(s, prefix + ".part_of_clearance", part, "");
        add(s, prefix + ".force_error", smoothing->largest_error, N);
        s.lines.push_back("joint " + joint.name +
                          ": the corners of its stops are smoothed; radius " + "of influence " +
                          number_text(smoothing->radius, 6) + " " + m +
                          (std::isfinite(part) ? ", " + number_text(part, 3) + " of the clearance"
                                               : std::string()) +
                          ", the force up to " + number_text(smoothing->largest_error, 6) + " " +
                          N + " too small");
    }
}

void add_places(Summary& s, const Case& c, const BuiltModel& built)
{
    for (std::size_t k = 0; k < built.model.joints.size(); ++k) {
        const assembly::Joint& joint = built.model.joints[k];
        if (const std::string place = describe_place(c.joints[k], joint); !place.empty())
            s.lines.push_back("joint " + joint.name + " " + place);
        if (const std::string why = describe_imbalance(c.joints[k], joint); !why.empty())
            s.warnings.push_back("joint " + joint.name + ": " + why);
    }
}

ContactNodes contact_nodes(const BuiltModel& built, const std::string& contact,
                           const std::vector<dynamics::ContactPoint>& points)
{
    ContactNodes nodes;
    for (const dynamics::ContactPoint& point : points) {
        if (built.model.sliding[point.contact].name != contact)
            continue;
        nodes.force.push_back(point.lambda);
        nodes.segment.push_back(static_cast<double>(point.segment));
        nodes.alpha.push_back(point.projection.alpha);
        nodes.closed.push_back(point.closed ? 1 : 0);
    }
    return nodes;
}

void node_quantities(io::Entries& q, const std::string& when, ContactNodes& nodes)
{
    const auto number_or_list = [&](std::vector<double>& values, const std::string& name,
                                    const std::string& meaning, const std::string& unit = "") {
        if (values.size() == 1)
            q.array(values[0], name + when, unit, meaning, "s");
        else
            q.array(values, name + when, unit, meaning, "s");
    };
    number_or_list(nodes.force, "normal_force", "normal force per slave node", "N");
    number_or_list(nodes.segment, "segment", "segment of the master per slave node, from 0");
    number_or_list(nodes.alpha, "alpha", "position on this segment, 0 to 1");
    if (!q.describes() && nodes.force.size() < 2)
        return;
    const std::string several = "with several slave nodes";
    q.derived(std::accumulate(nodes.force.begin(), nodes.force.end(), 0.0),
              "normal_force.total" + when, "N", "sum of the normal forces", "", several);
    q.array(nodes.closed, "closed" + when, "", "1: the node touches, 0: it is open", "s", several);
}

} // namespace slideway::app
