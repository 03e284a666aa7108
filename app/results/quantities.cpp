#include "app/results/quantities.hpp"

#include "app/case/joint_entry.hpp"
#include "app/model/describe.hpp"
#include "assembly/joint.hpp"
#include "base/text.hpp"
#include "contact/laws/law.hpp"
#include "dynamics/sliding/sliding_equilibrium.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace slideway::app {

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

void number_or_list(io::Entries& q, const std::vector<double>& values, const std::string& name,
                    const std::string& unit, const std::string& meaning, const std::string& shape)
{
    if (values.size() == 1)
        q.derived(values[0], name, unit, meaning, shape);
    else
        q.derived(values, name, unit, meaning, shape);
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
    number_or_list(q, nodes.force, "normal_force" + when, "N", "normal force per slave node", "s");
    number_or_list(q, nodes.segment, "segment" + when, "",
                   "segment of the master per slave node, from 0", "s");
    number_or_list(q, nodes.alpha, "alpha" + when, "", "position on this segment, 0 to 1", "s");
    if (!q.describes() && nodes.force.size() < 2)
        return;
    const std::string several = "with several slave nodes";
    q.derived(std::accumulate(nodes.force.begin(), nodes.force.end(), 0.0),
              "normal_force.total" + when, "N", "sum of the normal forces", "", several);
    q.array(nodes.closed, "closed" + when, "", "1: the node touches, 0: it is open", "s", several);
}

} // namespace slideway::app
