#pragma once

#include "base/types.hpp"
#include "fem/readers/mesh_text.hpp"

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <unordered_map>

// Coordinate systems of Nastran bulk data and the conversion of grid positions to the basic system.

namespace slideway::fem {

/// A grid as in its card.
struct NastranGrid {
    std::array<double, 3> x{}; ///< position in its system: (x, y, z), (r, theta, z) or
                               ///< (r, theta, phi), angles in degrees
    std::size_t system = 0;    ///< 0: basic
    MeshPlace place;
};

/// Systems CORD1R, CORD2R (rectangular), CORD1C, CORD2C (cylindrical), CORD1S and CORD2S
/// (spherical), each defined in terms of another one or of grids. With the origin A, a point B on
/// the z axis and a point C in the half plane of the x axis:
///
///   e_z = (B - A) / |B - A|,  e_y = e_z x (C - A) / |e_z x (C - A)|,  e_x = e_y x e_z
///   cylindrical: x_basic = A + e_x (r cos theta) + e_y (r sin theta) + e_z z
///   spherical:   x_basic = A + r (e_x sin theta cos phi + e_y sin theta sin phi + e_z cos theta)
///
/// Source: CORD1R to CORD2S of the quick reference guides of MSC and NX Nastran.
class NastranSystems {
public:
    explicit NastranSystems(const MeshLines& lines) : lines_(&lines) {}

    /// Adds a system by the points A, B, C in coordinates of system `reference`.
    void add(std::size_t number, const std::string& card, MeshPlace place, std::size_t reference,
             const std::array<std::array<double, 3>, 3>& points);
    /// Adds a system by three grids.
    void add(std::size_t number, const std::string& card, MeshPlace place,
             const std::array<std::size_t, 3>& grids);
    /// Adds a system that is not supported; only its use is refused.
    void add_unread(std::size_t number, const std::string& card, MeshPlace place);

    [[nodiscard]] bool empty() const { return systems_.empty(); }

    /// Returns the basic coordinates of every grid.
    /// @throws InputError  a system or grid that is not in the file, systems that depend on
    ///                     themselves or are nested deeper than 1000, points A, B, C on a line
    [[nodiscard]] std::unordered_map<std::size_t, std::array<double, 3>>
    basic(const std::unordered_map<std::size_t, NastranGrid>& grids);

    /// Returns the directions of the displacements of a grid, in columns: the axes of a rectangular
    /// system, (e_r, e_theta, e_z) of a cylindrical and (e_r, e_theta, e_phi) of a spherical one at
    /// the position of the grid. On the z axis of a cylindrical or spherical system they are the
    /// axes of its rectangular system.
    /// @param X     basic position of the grid
    /// @param user  text for messages, "node 7"
    /// @throws InputError  see basic(), at `place`
    [[nodiscard]] Eigen::Matrix3d
    displacement_axes(std::size_t number, const std::array<double, 3>& X, MeshPlace place,
                      const std::string& user,
                      const std::unordered_map<std::size_t, NastranGrid>& grids);

    /// True if the z axis of the system is that of the basic one, in either direction.
    /// @throws InputError  see basic()
    [[nodiscard]] bool along_z(std::size_t number,
                               const std::unordered_map<std::size_t, NastranGrid>& grids);

private:
    using Point = std::array<double, 3>;
    struct System {
        std::string card; ///< "CORD2C"
        MeshPlace place;
        enum class Kind { rectangular, cylindrical, spherical } kind = Kind::rectangular;
        bool of_grids = false, unread = false;
        std::size_t reference = 0;
        std::array<Point, 3> points{};
        std::array<std::size_t, 3> grids{};
        enum class State { open, at_work, known } state = State::open;
        Point origin{};              ///< basic
        std::array<Point, 3> axes{}; ///< e_x, e_y, e_z, basic
    };
    [[nodiscard]] static System system(const std::string& card, MeshPlace place);
    void insert(std::size_t number, System system);
    System& resolved(std::size_t number, MeshPlace place, const std::string& user,
                     const std::unordered_map<std::size_t, NastranGrid>& grids, int depth);
    void resolve(System& system, const std::string& name,
                 const std::unordered_map<std::size_t, NastranGrid>& grids, int depth);
    Point basic(const Point& x, std::size_t number, MeshPlace place, const std::string& user,
                const std::unordered_map<std::size_t, NastranGrid>& grids, int depth);

    const MeshLines* lines_;
    std::map<std::size_t, System> systems_;
};

} // namespace slideway::fem
