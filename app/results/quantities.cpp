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

void number_or_list(io::Entries& q, const std::vector<double>& values, const std::string& name,
                    const std::string& unit, const std::string& meaning, const std::string& shape)
{
    if (values.size() == 1)
        q.derived(values[0], name, unit, meaning, shape);
    else
        q.derived(values, name, unit, meaning, shape);
}

void arrays(io::Entries& /*a*/, SmoothedJoints& /*r*/) {}

void quantities(io::Entries& q, SmoothedJoints& r)
{
    q.named(r.joints, "", "J", "a joint with `smoothing`", [&](SmoothedJoints::Joint& joint) {
        const contact::Smoothing& s = joint.smoothing;
        q.group("smoothing", [&] {
            q.derived(s.radius, "radius", unit_on("m", joint.measures), "radius of influence");
            q.derived(s.radius / s.clearance, "part_of_clearance", "",
                      "radius of influence relative to the clearance", "",
                      "with a clearance above 0");
            q.derived(s.largest_error, "force_error", unit_on("N", joint.measures),
                      "largest deficit of the force relative to a stop with corners");
        });
    });
}

void add_smoothing(Summary& s, const BuiltModel& built)
{
    SmoothedJoints smoothed;
    for (const assembly::Joint& joint : built.model.joints)
        if (const auto smoothing = joint.law->smoothing())
            smoothed.joints.push_back({joint.name, *smoothing, joint.measures});
    add_quantities(s, [&](io::Entries& q) { quantities(q, smoothed); });
    for (const SmoothedJoints::Joint& joint : smoothed.joints) {
        const double part = joint.smoothing.radius / joint.smoothing.clearance;
        s.lines.push_back("joint " + joint.name +
                          ": the corners of its stops are smoothed; radius of influence " +
                          number_text(joint.smoothing.radius, 6) + " " +
                          unit_on("m", joint.measures) +
                          (std::isfinite(part) ? ", " + number_text(part, 3) + " of the clearance"
                                               : std::string()) +
                          ", the force up to " + number_text(joint.smoothing.largest_error, 6) +
                          " " + unit_on("N", joint.measures) + " too small");
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
