#include "app/bodies/lumped.hpp"

#include "base/error.hpp"

namespace slideway::app {

using io::Range;

void fields(io::Fields& f, Lumped& e)
{
    f.named_tables(
        {"masses", "kg", "points with a mass per component, e.g. { blade = { x = 0.1 } }"},
        [&e](const std::string& name, io::Fields& m) {
            fem::LumpedMass mass{name, {}};
            for (const std::string component : {"x", "y", "rotation"}) {
                double value = 0;
                m.number({component, component == "rotation" ? "kg m^2" : "kg",
                          "mass of this component; 0 is allowed where a motion holds it", false,
                          Range::not_negative(), "no such dof"},
                         value);
                if (m.has(component))
                    mass.components.emplace_back(component, value);
            }
            e.network.masses.push_back(mass);
        });
    auto links = [&f](const char* key, const char* value, const char* unit, const char* help,
                      std::vector<fem::LumpedLink>& list) {
        f.tables({key, "", help}, [&](io::Fields& l) {
            std::vector<std::string> between;
            fem::LumpedLink link;
            l.texts({"between", "", "two of \"mass.component\" and \"ground\"", true}, between);
            l.number({value, unit, "of the link", true, Range::not_negative()}, link.value);
            if (l.has("between") && between.size() != 2)
                l.refuse("between", "expected two names");
            if (between.size() == 2) {
                link.first = between[0];
                link.second = between[1];
            }
            list.push_back(link);
        });
    };
    links("springs", "stiffness", "N/m", "springs between dofs; N m/rad between rotations",
          e.network.springs);
    links("dashpots", "damping", "N s/m", "dashpots between dofs; N m s/rad between rotations",
          e.network.dashpots);
    bool chain = e.chain.has_value();
    fem::ChainOptions options;
    f.table(
        {"chain", "", "masses m1, m2, ... in a row, in place of masses and springs"}, chain,
        [&options](io::Fields& c) {
            c.text({"from", "", "\"ground\", or the name of a massless point"}, options.from);
            c.text({"to", "", "the same for the far end, with one more spring", false, {}, "free"},
                   options.to);
            c.numbers({"masses", "kg", "m1, m2, ...", true, Range::positive()}, options.masses);
            c.numbers({"springs", "N/m", "one per mass, and one more with `to`", true,
                       Range::not_negative()},
                      options.springs);
            c.numbers(
                {"dashpots", "N s/m", "beside the springs", false, Range::not_negative(), "none"},
                options.dashpots);
        });
    if (chain)
        e.chain = options;
}

MadeBody make(const Lumped& e, const BodySource& source, Drawing /*drawing*/)
{
    if (e.chain && !e.network.masses.empty())
        throw InputError("give either chain or masses, not both");
    fem::LumpedOptions network = e.chain ? fem::chain_network(*e.chain) : e.network;
    network.fixed = source.fixed;
    return {fem::lumped(source.name, network), fem::inertia(network)};
}

} // namespace slideway::app
