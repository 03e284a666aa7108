#include "app/bodies/rigid.hpp"

namespace slideway::app {

using io::Range;

void fields(io::Fields& f, Rigid& e)
{
    double mass = 0, inertia = 0;
    f.number({"mass", "kg", "needed unless x and y are fixed; 0 where a motion holds them", false,
              Range::not_negative(), "none"},
             mass);
    f.number({"inertia", "kg m^2",
              "about the centre; needed unless rotation is fixed; 0 where a motion holds it", false,
              Range::not_negative(), "none"},
             inertia);
    if (f.has("mass"))
        e.options.mass = mass;
    if (f.has("inertia"))
        e.options.inertia = inertia;
    placement_fields(f, e.placement, "where the centre of mass lies", "");
    f.named_tables({"points", "", "named points, e.g. { foot = { at = [0.1, -0.2] } }"},
                   [&e](const std::string& name, io::Fields& p) {
                       std::array<double, 2>& values = e.options.points[name];
                       p.pair({"at", "m", "from the centre, before the body is turned", true},
                              values[0], values[1]);
                   });
    f.named_tables(
        {"polylines", "",
         "named curves, e.g. { track = { x = [0, 1], y = [0, 0] } }; the body lies on the right of "
         "the way from the first point to the last"},
        [&e](const std::string& name, io::Fields& p) {
            std::vector<double> x, y;
            p.numbers({"x", "m", "of the points, from the centre", true}, x);
            p.numbers({"y", "m", "as many", true}, y);
            if (p.has("x") && p.has("y") && (x.size() != y.size() || x.size() < 2))
                p.refuse("y", "expected as many numbers as x has (" + std::to_string(x.size()) +
                                  "), at least 2");
            Matrix& points = e.options.polylines[name];
            points.resize(static_cast<Index>(x.size()), 2);
            for (std::size_t i = 0; i < x.size() && i < y.size(); ++i)
                points.row(static_cast<Index>(i)) << x[i], y[i];
        });
    f.number({"thickness", "m", "out of the plane, for the area of polylines", false,
              Range::not_negative()},
             e.options.thickness);
}

Drawing draw(const Rigid& e, const BodySource& /*source*/, const Monitor& /*monitor*/)
{
    Drawing drawing;
    auto add = [&](const Eigen::Vector2d& offset) {
        drawing.box.extend(e.placement.position() + e.placement.turn() * fem::in_space(offset));
    };
    add({0, 0});
    for (const auto& [name, offset] : e.options.points)
        add({offset[0], offset[1]});
    for (const auto& [name, offsets] : e.options.polylines)
        for (Index i = 0; i < offsets.rows(); ++i)
            add(offsets.row(i).transpose());
    return drawing;
}

MadeBody make(const Rigid& e, const BodySource& source, Drawing /*drawing*/)
{
    fem::RigidOptions options = e.options;
    options.at = (e.placement.position() - source.origin).head<2>();
    options.angle = e.placement.angle();
    options.fixed = source.fixed;
    std::optional<fem::Inertia> inertia;
    if (options.mass)
        inertia = fem::Inertia{*options.mass, fem::in_space(options.at)};
    return {fem::rigid(source.name, options), inertia};
}

} // namespace slideway::app
