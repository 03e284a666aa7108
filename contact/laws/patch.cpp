#include "contact/laws/patch.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>

namespace slideway::contact {

LawDescription Patch::description() const
{
    return {"patch", "friction of a contact area, slip and spin at once",
            Directions::slip_and_spin};
}

Bound Patch::bound(Index, double) const
{
    return {};
}

Patch Patch::completed(const PressureSource& source) const
{
    const double angle = options.frame == MapFrame::first_body ? source.angle : 0;
    if (angle == 0 && external.empty())
        return *this;
    Patch whole;
    whole.options = options;
    if (angle != 0)
        whole.options.map = turned(options.map, angle);
    for (const MapEntry& entry : external) {
        ExternalPressure pressure = entry.shape == MapShape::surface
                                        ? source.surface()
                                        : source.contact(entry.results, entry.contact);
        if (!pressure.source.empty())
            whole.options.sources.push_back(pressure.source);
        whole.options.map.push_back(part_of(entry, std::move(pressure), angle));
    }
    whole.law = PatchLaw(whole.options);
    return whole;
}

std::vector<std::string> Patch::results() const
{
    std::vector<std::string> names;
    for (const MapEntry& entry : external)
        if (entry.shape == MapShape::contact)
            names.push_back(entry.results);
    return names;
}

PressurePart part_of(const MapEntry& e, ExternalPressure pressure, double angle)
{
    // A surface stands on the axes of its port already. Slopes over it, the axis of a contact and
    // the place of its origin are given on those of the frame.
    const bool placed = e.shape == MapShape::surface;
    const double c = std::cos(angle), s = std::sin(angle);
    const auto on_port = [c, s](const Vector2& x) -> Vector2 {
        return {c * x(0) - s * x(1), s * x(0) + c * x(1)};
    };
    const Vector2 skew = on_port(e.skew);
    for (TrianglePressure::Vertex& vertex : pressure.vertices) {
        if (!placed && angle != 0)
            vertex.at = on_port(vertex.at);
        vertex.pressure *= 1 + skew.dot(vertex.at);
        if (vertex.pressure < 0)
            throw InputError("pressure.skew",
                             "[" + number_text(e.skew(0)) + ", " + number_text(e.skew(1)) + "]",
                             "the pressure is negative at (" + number_text(vertex.at(0), 6) + ", " +
                                 number_text(vertex.at(1), 6) + ") m from the port");
    }
    try {
        return {TrianglePressure(std::move(pressure.vertices), std::move(pressure.triangles)),
                e.normal_force > 0 ? e.normal_force : pressure.normal_force, on_port(e.at)};
    } catch (const InputError& error) { // "triangle 3" is none of the case file
        throw InputError("pressure.shape", quoted_name(e.shape), error.text());
    }
}

PressurePart part_of(const MapEntry& e)
{
    PressurePart part{DiscPart{}, e.normal_force, e.at};
    switch (e.shape) {
    case MapShape::uniform:
        part.pressure = DiscPart{PressureShape::uniform, e.radius};
        break;
    case MapShape::hertz:
        part.pressure = DiscPart{PressureShape::hertz, e.radius};
        break;
    case MapShape::flat_punch:
        part.pressure = DiscPart{PressureShape::flat_punch, e.radius};
        break;
    case MapShape::power:
        part.pressure = DiscPart{PowerPressure(e.nu), e.radius};
        break;
    case MapShape::point:
        part.pressure = PointPressure{{{Vector2::Zero(), 1}}};
        break;
    case MapShape::table: {
        const RadialPressure table(e.radii, e.pressures);
        part.pressure = DiscPart{table, table.radius()};
        break;
    }
    case MapShape::ellipse:
        part.pressure = EllipsePressure(e.half_axes(0), e.half_axes(1), e.skew);
        break;
    case MapShape::triangles: {
        if (e.triangles.empty() || e.triangles.size() % 3 != 0)
            throw InputError("triangles", std::to_string(e.triangles.size()) + " numbers",
                             "expected three for each triangle");
        std::vector<TrianglePressure::Corners> corners;
        for (std::size_t k = 0; k < e.triangles.size(); ++k) {
            const double number = e.triangles[k];
            if (std::floor(number) != number || !(number <= static_cast<double>(e.vertices.size())))
                throw InputError("triangles", number_text(number),
                                 "expected numbers of vertices, 1 to " +
                                     std::to_string(e.vertices.size()));
            if (k % 3 == 0)
                corners.emplace_back();
            corners.back()[k % 3] = static_cast<std::size_t>(number) - 1;
        }
        part.pressure = TrianglePressure(e.vertices, std::move(corners));
        break;
    }
    case MapShape::surface:
    case MapShape::contact:
        throw std::logic_error("an external pressure needs its source");
    }
    return part;
}

} // namespace slideway::contact
