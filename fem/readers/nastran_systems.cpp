#include "fem/readers/nastran_systems.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

namespace slideway::fem {

namespace {

using Point = std::array<double, 3>;

Point difference(const Point& a, const Point& b)
{
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

Point cross(const Point& a, const Point& b)
{
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

double norm(const Point& a)
{
    return std::hypot(a[0], a[1], a[2]);
}

Point unit(const Point& a)
{
    const double length = norm(a);
    return {a[0] / length, a[1] / length, a[2] / length};
}

// Cosine and sine of an angle in degrees; exact at multiples of 90.
std::array<double, 2> direction(double degrees)
{
    int quadrant = 0;
    const double rest = std::remquo(degrees, 90.0, &quadrant) * (std::numbers::pi / 180);
    const double c = std::cos(rest), s = std::sin(rest);
    switch (((quadrant % 4) + 4) % 4) {
    case 0:
        return {c, s};
    case 1:
        return {-s, c};
    case 2:
        return {-c, -s};
    default:
        return {s, -c};
    }
}

} // namespace

void NastranSystems::insert(std::size_t number, System system)
{
    const MeshPlace place = system.place;
    const std::string card = system.card;
    const auto [at, added] = systems_.try_emplace(number, std::move(system));
    if (!added)
        lines_->refuse(place, card + ": coordinate system " + std::to_string(number) +
                                  " is defined twice, first at " +
                                  lines_->text_of(at->second.place));
}

NastranSystems::System NastranSystems::system(const std::string& card, MeshPlace place)
{
    System system;
    system.card = card;
    system.place = place;
    system.kind = card.ends_with('C')   ? System::Kind::cylindrical
                  : card.ends_with('S') ? System::Kind::spherical
                                        : System::Kind::rectangular;
    return system;
}

void NastranSystems::add(std::size_t number, const std::string& card, MeshPlace place,
                         std::size_t reference, const std::array<std::array<double, 3>, 3>& points)
{
    System system = NastranSystems::system(card, place);
    system.reference = reference;
    system.points = points;
    insert(number, std::move(system));
}

void NastranSystems::add(std::size_t number, const std::string& card, MeshPlace place,
                         const std::array<std::size_t, 3>& grids)
{
    System system = NastranSystems::system(card, place);
    system.of_grids = true;
    system.grids = grids;
    insert(number, std::move(system));
}

void NastranSystems::add_unread(std::size_t number, const std::string& card, MeshPlace place)
{
    System system = NastranSystems::system(card, place);
    system.unread = true;
    insert(number, std::move(system));
}

NastranSystems::System&
NastranSystems::resolved(std::size_t number, MeshPlace place, const std::string& user,
                         const std::unordered_map<std::size_t, NastranGrid>& grids, int depth)
{
    const auto found = systems_.find(number);
    const std::string name = "coordinate system " + std::to_string(number);
    if (found == systems_.end()) {
        std::vector<std::string> known{"0"};
        for (const auto& [other, system] : systems_)
            if (known.size() < 6)
                known.push_back(std::to_string(other));
        lines_->refuse(place, user + " is in " + name + ", which is not in the file; it has " +
                                  join(known) + (systems_.size() > 5 ? ", ..." : ""));
    }
    System& system = found->second;
    if (system.unread)
        lines_->refuse(place, user + " is in " + name + " (" + system.card + " at " +
                                  lines_->text_of(system.place) +
                                  "), which is not read; allowed: 0, CORD1R, CORD2R, CORD1C, "
                                  "CORD2C, CORD1S, CORD2S");
    if (system.state == System::State::at_work)
        lines_->refuse(place, user + " is in " + name + ", which depends on itself");
    if (depth > 1000)
        lines_->refuse(place, name + " is defined by more than 1000 others; expected fewer");
    if (system.state == System::State::open) {
        system.state = System::State::at_work;
        resolve(system, system.card + " " + std::to_string(number), grids, depth);
        system.state = System::State::known;
    }
    return system;
}

void NastranSystems::resolve(System& system, const std::string& name,
                             const std::unordered_map<std::size_t, NastranGrid>& grids, int depth)
{
    std::array<Point, 3> points{};
    for (std::size_t i = 0; i < 3; ++i)
        if (system.of_grids) {
            const auto grid = grids.find(system.grids[i]);
            if (grid == grids.end())
                lines_->refuse(system.place, name + " names node " +
                                                 std::to_string(system.grids[i]) +
                                                 ", which is not in the file");
            points[i] = basic(grid->second.x, grid->second.system, grid->second.place,
                              "node " + std::to_string(system.grids[i]), grids, depth + 1);
        } else {
            points[i] =
                basic(system.points[i], system.reference, system.place, name, grids, depth + 1);
        }
    const Point z = difference(points[1], points[0]), a = difference(points[2], points[0]);
    const Point y = cross(z, a);
    if (!(norm(z) > 0) || !(norm(y) > 1e-10 * norm(z) * norm(a)))
        lines_->refuse(system.place, name + ": its three points lie on a line; expected an origin, "
                                            "a point on the z axis and one off it");
    system.origin = points[0];
    system.axes[2] = unit(z);
    system.axes[1] = unit(y);
    system.axes[0] = cross(system.axes[1], system.axes[2]);
}

NastranSystems::Point
NastranSystems::basic(const Point& x, std::size_t number, MeshPlace place, const std::string& user,
                      const std::unordered_map<std::size_t, NastranGrid>& grids, int depth)
{
    if (number == 0)
        return x;
    const System& system = resolved(number, place, user, grids, depth);
    Point local = x;
    if (system.kind == System::Kind::cylindrical) {
        const auto [c, s] = direction(x[1]);
        local = {x[0] * c, x[0] * s, x[2]};
    } else if (system.kind == System::Kind::spherical) {
        const auto [cos_theta, sin_theta] = direction(x[1]);
        const auto [cos_phi, sin_phi] = direction(x[2]);
        local = {x[0] * sin_theta * cos_phi, x[0] * sin_theta * sin_phi, x[0] * cos_theta};
    }
    Point result = system.origin;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k)
            result[k] += local[i] * system.axes[i][k];
    return result;
}

std::unordered_map<std::size_t, std::array<double, 3>>
NastranSystems::basic(const std::unordered_map<std::size_t, NastranGrid>& grids)
{
    std::vector<std::size_t> tags; // ordered, so that the first faulty one is reported
    tags.reserve(grids.size());
    for (const auto& [tag, grid] : grids)
        tags.push_back(tag);
    std::sort(tags.begin(), tags.end());
    std::unordered_map<std::size_t, std::array<double, 3>> all;
    for (const std::size_t tag : tags) {
        const NastranGrid& grid = grids.at(tag);
        all[tag] = basic(grid.x, grid.system, grid.place, "node " + std::to_string(tag), grids, 0);
    }
    return all;
}

Eigen::Matrix3d
NastranSystems::displacement_axes(std::size_t number, const std::array<double, 3>& X,
                                  MeshPlace place, const std::string& user,
                                  const std::unordered_map<std::size_t, NastranGrid>& grids)
{
    if (number == 0)
        return Eigen::Matrix3d::Identity();
    const System& system = resolved(number, place, user, grids, 0);
    Eigen::Matrix3d axes;
    for (Index k = 0; k < 3; ++k)
        axes.col(k) = Eigen::Vector3d(system.axes[static_cast<std::size_t>(k)].data());
    const Eigen::Vector3d x =
        axes.transpose() * (Eigen::Vector3d(X.data()) - Eigen::Vector3d(system.origin.data()));
    const double radius = std::hypot(x(0), x(1)), distance = x.norm();
    if (system.kind == System::Kind::rectangular || !(radius > 1e-12 * distance))
        return axes;
    const double c = x(0) / radius, s = x(1) / radius;
    Eigen::Matrix3d local;
    if (system.kind == System::Kind::cylindrical)
        local << c, -s, 0, s, c, 0, 0, 0, 1;
    else
        local << x(0) / distance, c * x(2) / distance, -s, //
            x(1) / distance, s * x(2) / distance, c,       //
            x(2) / distance, -radius / distance, 0;
    return axes * local;
}

bool NastranSystems::along_z(std::size_t number,
                             const std::unordered_map<std::size_t, NastranGrid>& grids)
{
    if (number == 0)
        return true;
    const auto found = systems_.find(number);
    if (found == systems_.end() || found->second.unread)
        return false;
    const Point& z = resolved(number, found->second.place, found->second.card, grids, 0).axes[2];
    return std::hypot(z[0], z[1]) < 1e-9;
}

} // namespace slideway::fem
