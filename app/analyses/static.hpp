#pragma once

#include "app/model/built_model.hpp"
#include "app/model/needs.hpp"
#include "app/model/outline.hpp"
#include "app/results/contact_nodes.hpp"
#include "app/results/results.hpp"
#include "base/measure.hpp"

#include <optional>
#include <string>
#include <vector>

namespace slideway::app {

/// Resultant of the forces of one support of a body.
struct StaticSupport {
    std::string name;        ///< entry of `fixed`
    double x = 0, y = 0;     ///< [N]
    std::optional<double> z; ///< [N]; empty in the plane
};

struct StaticBody {
    std::string name;
    Vector dofs;                 ///< dofs of the (reduced) body
    Matrix displacement, stress; ///< nodal values [m], [Pa]; empty without a mesh
    Matrix reaction; ///< forces of supports on the nodes of the mesh [N]; empty without supports
    std::vector<StaticSupport> supports;
    bool unbalanced = false; ///< true for a reduced body, whose supports have no forces here
    double largest = 0;      ///< largest displacement of nodes or ports [m]
    std::optional<double> von_mises; ///< largest stress [Pa]
    Outline outline;
    Matrix moved;      ///< displacement of the points of the outline, p x d [m]
    Vector components; ///< displacement of the components of ports [m or rad]
};
struct StaticContact {
    std::string name;
    std::vector<double> along, force, pressure; ///< per slave node [m], [N], [Pa]
    double thickness = 0;                       ///< thickness of the slave [m]
    ContactNodes nodes;
};
/// A displacement of a point, or the force that holds an imposed motion.
struct StaticValue {
    std::string name;
    Measure measure = Measure::displacement;
    double value = 0;
};
struct StaticResults {
    std::vector<StaticBody> bodies;
    std::vector<StaticContact> contacts;
    std::vector<StaticValue> points, motions;
};

struct Static {
    using Result = StaticResults;
    static constexpr std::string_view type = "static",
                                      about = "Displacements and stress under the constant loads "
                                              "and the imposed displacements.";
    static constexpr Takes takes[] = {{"", has_any<&contact::Law::is_linear>}};
    static constexpr bool leaves_out_harmonic_drives = true;
    static constexpr bool takes_rotation = true;
};

[[nodiscard]] std::string check(const Static& e, const Case& c, const BuiltModel& built,
                                const Monitor& monitor);
void arrays(io::Entries& a, StaticResults& r);
void quantities(io::Entries& q, StaticResults& r);
[[nodiscard]] Outcome run(const Static& e, const Case& c, const BuiltModel& built,
                          const Monitor& monitor);

} // namespace slideway::app
