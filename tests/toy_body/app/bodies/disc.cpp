#include "app/bodies/disc.hpp"

#include "fem/lumped.hpp"

namespace slideway::app {

void fields(io::Fields& f, Disc& e)
{
    f.number({"mass", "kg", "of the plate", true, io::Range::positive()}, e.mass);
    f.number({"radius", "m", "of the plate", true, io::Range::positive()}, e.radius);
    f.number({"twist", "N m/rad", "stiffness of the shaft", true, io::Range::positive()}, e.twist);
}

MadeBody make(const Disc& e, const BodySource& source, Drawing /*drawing*/)
{
    fem::LumpedOptions network;
    network.masses = {{"rim", {{"rotation", e.mass * e.radius * e.radius / 2}}}};
    network.springs = {{"rim.rotation", "ground", e.twist}};
    network.fixed = source.fixed;
    return {fem::lumped(source.name, network), fem::inertia(network)};
}

} // namespace slideway::app
