#include "app/case/case.hpp"
#include "app/case/given_law.hpp"
#include "app/case/joint_entry.hpp"
#include "contact/laws/joint_laws.hpp"
#include "contact/laws/law_info.hpp"

// Keys of joints: common keys, and the keys of each law.

namespace slideway::app {

namespace {

void normal_field(io::Fields& f, contact::Directions directions, std::optional<double>& normal_deg)
{
    if (directions == contact::Directions::components ||
        directions == contact::Directions::slip_and_spin)
        return;
    const bool required = directions == contact::Directions::tangent_and_normal;
    double angle = 0;
    f.number({"normal_deg",
              "deg",
              required ? "direction of the normal, from the first body into the second"
                       : "direction to act in, from the first body into the second, for ports "
                         "with x and y",
              required,
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

template <class Law>
void law_fields(io::Fields& f, JointEntry& e)
{
    if (e.law != Law::keyword)
        return;
    normal_field(f, Law::directions, e.normal_deg);
    place_field(f, Law::directions, e.at);
    Law law;
    fields(f, law);
    if constexpr (requires { law.borrows(); })
        if (law.borrows()) {
            e.with = [law](const contact::Lender& lender) -> contact::JointLaw {
                return law.with(lender);
            };
            e.results = law.results();
        }
    if constexpr (requires { law_of(f, law); })
        e.chosen = law_of(f, law);
    else
        e.chosen = std::move(law);
}

template <class... Law>
void law_fields(io::Fields& f, JointEntry& e, const std::variant<Law...>*)
{
    (law_fields<Law>(f, e), ...);
}

} // namespace

void fields(io::Fields& f, JointEntry& e)
{
    name_fields(f, e.name, e.like);
    std::string help;
    std::vector<std::string> names;
    for (const contact::LawInfo& law : contact::all_laws()) {
        help +=
            (names.empty() ? "" : "; ") + std::string(law.keyword) + ": " + std::string(law.about);
        names.emplace_back(law.keyword);
    }
    const auto given = std::dynamic_pointer_cast<const GivenLaw>(f.given("law", GivenLaw::name));
    if (given)
        e.law = contact::Own::keyword;
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
        normal_field(f, contact::Own::directions, e.normal_deg);
        place_field(f, contact::Own::directions, e.at);
        e.chosen = contact::Own{given->force()};
    }
    law_fields(f, e, static_cast<const contact::JointLaws*>(nullptr));
}

} // namespace slideway::app
