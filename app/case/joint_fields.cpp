#include "app/case/case.hpp"
#include "app/case/given_law.hpp"
#include "app/case/joint_entry.hpp"
#include "contact/laws/joint_laws.hpp"

// Keys of joints: common keys, and the keys of each law.

namespace slideway::app {

namespace {

void normal_field(io::Fields& f, contact::Directions directions, std::optional<double>& normal_deg)
{
    if (directions == contact::Directions::components ||
        directions == contact::Directions::slip_and_spin)
        return;
    const bool both = directions == contact::Directions::tangent_and_normal;
    double angle = 0;
    f.number({"normal_deg",
              "deg",
              both ? "direction of the normal, from the first body into the second; required for "
                     "ports without a component"
                   : "direction to act in, from the first body into the second, for ports "
                     "with x and y",
              false,
              {},
              "none"},
             angle);
    if (f.has("normal_deg"))
        normal_deg = angle;
}

void place_field(io::Fields& f, contact::Directions directions,
                 std::optional<std::vector<double>>& value)
{
    if (directions == contact::Directions::slip_and_spin) {
        if (f.has("at"))
            f.refuse("at", "this law acts at its first port, about which its pressure is given; "
                           "leave it out (pressure.at moves the pressure)");
        return;
    }
    constexpr double farthest = 1e12; // [m] limit that avoids overflow of squared levers
    std::vector<double> coordinates;
    f.numbers({"at", "m",
               "place where the joint acts, [x, y] or [x, y, z] in global axes; the levers from "
               "its ports to it take part",
               false, io::Range::between(-farthest, farthest),
               "the midpoint of the ports, or the port that lacks the rotation for a lever"},
              coordinates);
    if (!f.has("at"))
        return;
    if (coordinates.size() != 2 && coordinates.size() != 3)
        f.refuse("at", "expected two or three coordinates [m]");
    value = coordinates;
}

void row_fields(io::Fields& f, const contact::Law& law, JointEntry& e)
{
    normal_field(f, law.directions(), e.normal_deg);
    place_field(f, law.directions(), e.at);
}

template <class L>
void law_fields(io::Fields& f, JointEntry& e)
{
    L law;
    if (e.law != law.keyword())
        return;
    row_fields(f, law, e);
    fields(f, law);
    if constexpr (requires { law.needs_surroundings(); })
        if (law.needs_surroundings()) {
            e.complete = [law](const contact::PressureSource& source) -> contact::JointLaw {
                return law.completed(source);
            };
            e.results = law.results();
        }
    if constexpr (requires { law_of(f, law); })
        e.chosen = law_of(f, law);
    else
        e.chosen = std::move(law);
}

template <class... L>
void law_fields(io::Fields& f, JointEntry& e, const std::variant<L...>*)
{
    (law_fields<L>(f, e), ...);
}

} // namespace

void fields(io::Fields& f, JointEntry& e)
{
    name_fields(f, e.name, e.like);
    std::string help;
    std::vector<std::string> names;
    for (const contact::Law& law : contact::all_laws()) {
        const auto [keyword, about, directions] = law.description();
        help += (names.empty() ? "" : "; ") + std::string(keyword) + ": " + std::string(about);
        names.emplace_back(keyword);
    }
    const auto given = std::dynamic_pointer_cast<const GivenLaw>(f.given("law", GivenLaw::name));
    const contact::Own own(given ? given->force() : nullptr);
    if (given)
        e.law = own.keyword();
    else
        f.choice({"law", "", help, true}, e.law, names);
    f.texts({"between", "",
             "two of \"substructure.port\" (one node), \"substructure.port.component\" (mean of "
             "the group) and, second, \"ground\"",
             true},
            e.between);
    if (f.has("between") && e.between.size() != 2)
        f.refuse("between", "expected two ports, or a port and \"ground\"");
    if (given) {
        row_fields(f, own, e);
        e.chosen = own;
    }
    law_fields(f, e, static_cast<const contact::JointLaws*>(nullptr));
}

} // namespace slideway::app
