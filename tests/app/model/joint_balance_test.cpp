#include "app/case/joint_entry.hpp"
#include "app/model/joins.hpp"
#include "assembly/joint.hpp"
#include "contact/laws/joint_laws.hpp"
#include "contact/laws/law.hpp"
#include "contact/laws/own.hpp"
#include "fem/beam.hpp"
#include "fem/beam_mesh.hpp"
#include "fem/group_ports.hpp"
#include "fem/local_origin.hpp"
#include "fem/plane.hpp"
#include "fem/plane_stress.hpp"
#include "fem/rigid.hpp"
#include "tests/fem/rectangle_mesh.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <random>
#include <set>
#include <type_traits>
#include <variant>

// A rigid motion of the whole model gives no joint displacement, whatever the law: B R = 0. Its
// transpose is the balance of forces: any forces f of the joint, those of friction too, have
// neither a resultant nor a moment on both bodies together, R^T B^T f = 0. An energy of r is not
// changed by a rigid motion for the same reason.

using namespace slideway;

namespace {

constexpr double extent = 2; // of the model [m]

// Position of a model: turned by an angle about (0, 0), then moved.
struct Lie {
    double angle_deg = 0, x = 0, y = 0;

    [[nodiscard]] double angle() const { return angle_deg * std::numbers::pi / 180; }
    [[nodiscard]] Eigen::Vector2d of(double px, double py) const
    {
        const double c = std::cos(angle()), s = std::sin(angle());
        return {c * px - s * py + x, s * px + c * py + y};
    }
};

const std::vector<Lie> lies{{}, {37, 0, 0}, {37, 100, -60}, {-120, 0, 1000}};

fem::Substructure rigid_at(const std::string& name, const Lie& lie, double x, double y)
{
    return fem::rigid(name, {.mass = 2.0,
                             .inertia = 0.1,
                             .at = lie.of(x, y),
                             .angle = lie.angle() + 0.3,
                             .points = {{"p", {0.3, 0.2}}, {"q", {-0.1, 0.4}}}});
}

fem::Substructure beam_at(const std::string& name, const Lie& lie, double x, double y)
{
    fem::Mesh mesh = fem::beam_line({0.7, 4, {{"middle", 0.5}}});
    for (Index i = 0; i < mesh.X.rows(); ++i) {
        const double s = mesh.X(i, 0);
        mesh.X.row(i).head(2) = lie.of(x + 0.8 * s, y + 0.6 * s).transpose();
    }
    return fem::beam(
        name, mesh, {.material = {70e9, 0.3, 2700}, .section = fem::rectangle_section(0.02, 0.01)});
}

// A plate whose ports "right_rigid" and "right_mean" follow its right side.
fem::Substructure plate_at(const std::string& name, const Lie& lie, double x, double y)
{
    fem::Substructure plate = fem::plane_stress(
        name,
        fem::rectangle_mesh("quad4", 3, 2, 0.5, 0.3,
                            [&](double px, double py) { return lie.of(x + px, y + py); }),
        {.material = {70e9, 0.3, 2700}, .thickness = 0.01, .elements = {"qm6"}});
    fem::add_group_port(plate, {"right_rigid", "right", fem::GroupMotion::rigid});
    fem::add_group_port(plate, {"right_mean", "right", fem::GroupMotion::mean});
    return plate;
}

struct Model {
    Lie lie;
    std::vector<fem::Substructure> bodies;
    app::Case c;

    explicit Model(const Lie& where) : lie(where)
    {
        bodies.push_back(rigid_at("a", lie, 0, 0));
        bodies.push_back(rigid_at("b", lie, 1, 0.4));
        bodies.push_back(beam_at("beam", lie, -0.5, 0.1));
        bodies.push_back(plate_at("plate", lie, 0.2, -0.9));
        bodies.push_back(plate_at("other", lie, -0.7, 0.5));
        for (fem::Substructure& body : bodies) {
            fem::turn_about(
                body, fem::in_space(lie.of(0, 0))); // like the bodies of a case: a point near all
            app::SubstructureEntry& entry = c.substructures.emplace_back();
            entry.name = body.name;
        }
    }
};

// A law with its default numbers: its rows are those of any numbers.
app::JointEntry entry_of(const contact::JointLaw& law, const std::vector<std::string>& between = {})
{
    app::JointEntry entry;
    entry.name = entry.law = std::string(law->keyword());
    if (law->is_patch())
        entry.complete = [law](const contact::PressureSource&) -> contact::JointLaw { return law; };
    entry.between = between;
    entry.chosen = law->is_linear() ? contact::Linear({1.0}, {1.0}) : law;
    return entry;
}

using Pairs = std::vector<std::vector<std::string>>;

// Pairs of ports that can carry their levers.
const Pairs whole = {{"a.centre", "b.centre"}, {"a.p", "b.q"},
                     {"a.p", "beam.end"},      {"plate.right_rigid", "b.p"},
                     {"beam.middle", "a.q"},   {"other.right_rigid", "plate.right_rigid"}};
const Pairs components = {{"a.p.x", "b.q.x"},
                          {"a.p.rotation", "b.q.rotation"},
                          {"plate.right_mean.x", "b.p.x"},
                          {"a.centre.y", "other.corner.y"},
                          {"beam.axis.y", "b.centre.y"},
                          {"plate.right.x", "beam.end.x"}};
const Pairs one_rotates = {{"plate.corner", "a.p"}, {"beam.end", "other.right_mean"}};

// Every pair that the directions of a law allow, with a normal where it needs one.
std::vector<app::JointEntry> with(const app::JointEntry& blank, const Pairs& pairs,
                                  const std::vector<std::optional<double>>& normals)
{
    std::vector<app::JointEntry> entries;
    for (const auto& pair : pairs)
        for (const std::optional<double>& normal : normals) {
            app::JointEntry entry = blank;
            entry.between = pair;
            entry.normal_deg = normal;
            entries.push_back(entry);
        }
    return entries;
}

std::vector<app::JointEntry> entries_of(const app::JointEntry& blank,
                                        contact::Directions directions)
{
    using contact::Directions;
    std::vector<app::JointEntry> entries;
    auto add = [&](const Pairs& pairs, const std::vector<std::optional<double>>& normals) {
        for (app::JointEntry& entry : with(blank, pairs, normals))
            entries.push_back(std::move(entry));
    };
    if (directions == Directions::components || directions == Directions::slip_and_spin)
        add(whole, {{}});
    if (directions == Directions::components || directions == Directions::one)
        add(components, {{}});
    if (directions == Directions::one || directions == Directions::tangent_and_normal) {
        add(whole, {0.0, 90.0, 23.0});
        add(one_rotates, {0.0, -71.0});
    }
    return entries;
}

std::vector<app::JointEntry> all_entries()
{
    std::vector<contact::JointLaw> laws = contact::all_laws();
    laws.push_back(contact::Own()); // law of a script
    std::vector<app::JointEntry> entries;
    for (const contact::JointLaw& law : laws)
        for (app::JointEntry& entry : entries_of(entry_of(law), law->directions()))
            entries.push_back(std::move(entry));
    return entries;
}

assembly::Joint joint_of(Model& model, const app::JointEntry& entry)
{
    model.c.joints = {entry};
    const app::Attachments at = app::attachments(model.c, {});
    return app::join_bodies(model.c, {}, at, model.bodies).joints.front();
}

// Joint displacements of a unit of each rigid motion of both bodies: rows x (x, y, rotation).
Matrix of_rigid_motions(const Model& model, const assembly::Joint& joint)
{
    Matrix r = joint.first.rows * model.bodies[joint.first.body].rigid;
    if (joint.second)
        r -= joint.second->rows * model.bodies[joint.second->body].rigid;
    return r;
}

// Coordinates are known to eps of the largest, and rows sum some of them. The rotation of a side
// divides displacements by its radius of gyration, 0.09 m.
double round_off(const Lie& lie)
{
    return 16 / 0.09 * std::numeric_limits<double>::epsilon() * (extent + std::hypot(lie.x, lie.y));
}

} // namespace

TEST_CASE("a rigid motion of the model moves no joint, and joint forces balance, of every law",
          "[app]")
{
    std::mt19937 random(7);
    std::uniform_real_distribution<double> number(-1, 1);
    const std::vector<app::JointEntry> entries = all_entries();
    std::set<std::string> laws;
    for (const Lie& lie : lies) {
        Model model(lie);
        for (const app::JointEntry& entry : entries) {
            const assembly::Joint joint = joint_of(model, entry);
            CAPTURE(entry.law, entry.between, lie.angle_deg, lie.x, lie.y);
            CHECK(joint.place.uncarried == 0);
            CHECK_FALSE(joint.place.crossed);
            const Matrix r = of_rigid_motions(model, joint);
            REQUIRE(r.cols() == 3);
            CHECK(r.cwiseAbs().maxCoeff() <= round_off(lie));
            // Force and moment of both bodies under forces of any state, [N, N, N m].
            const Vector f = Vector::NullaryExpr(r.rows(), [&](Index) { return number(random); });
            CHECK((r.transpose() * f).cwiseAbs().maxCoeff() <= 3 * round_off(lie));
            laws.insert(entry.law);
        }
    }
    CHECK(laws.size() == contact::all_laws().size() + 1);
}

TEST_CASE("a lever that no port carries is reported with its length", "[app]")
{
    for (const Lie& lie : lies) {
        Model model(lie);
        for (const std::vector<std::string>& pair :
             Pairs{{"plate.corner", "other.corner"}, {"plate.right_mean", "other.corner"}})
            for (const double normal : {0.0, 90.0, 23.0, 150.0}) {
                app::JointEntry entry = entry_of(contact::Gap(), pair);
                entry.normal_deg = normal;
                const assembly::Joint joint = joint_of(model, entry);
                CAPTURE(pair, normal, lie.x);
                // The moment that a unit force leaves is the reported offset.
                const double moment = of_rigid_motions(model, joint).cwiseAbs().maxCoeff();
                CHECK(moment > 0.01);
                CHECK(joint.place.uncarried == Approx(moment).margin(round_off(lie)));
            }
    }
}

TEST_CASE("a joint along the line of its ports needs no lever", "[app]")
{
    for (const Lie& lie : lies) {
        Model model(lie);
        const Eigen::Vector3d a = fem::port(model.bodies[3], "corner").X.row(0).transpose(),
                              b = fem::port(model.bodies[4], "corner").X.row(0).transpose();
        app::JointEntry entry = entry_of(contact::Gap(), {"plate.corner", "other.corner"});
        entry.normal_deg = std::atan2((b - a).y(), (b - a).x()) * 180 / std::numbers::pi;
        const assembly::Joint joint = joint_of(model, entry);
        CHECK(joint.place.uncarried == 0);
        CHECK_FALSE(joint.place.has_levers());
        CHECK(of_rigid_motions(model, joint).cwiseAbs().maxCoeff() <= round_off(lie));
        // Across it the whole distance is a lever.
        entry.normal_deg = *entry.normal_deg + 90;
        CHECK(joint_of(model, entry).place.uncarried == Approx((b - a).norm()));
    }
}

TEST_CASE("a joint acts at the place that is given", "[app]")
{
    for (const Lie& lie : lies) {
        Model model(lie);
        for (const auto& [px, py] : {std::pair{0.0, 0.0}, {5.0, -3.0}, {0.3, 0.2}}) {
            app::JointEntry entry = entry_of(contact::Linear(), {"a.p", "b.q"});
            const Eigen::Vector2d at = lie.of(px, py);
            entry.at = std::vector<double>{at.x(), at.y()};
            const assembly::Joint joint = joint_of(model, entry);
            // A turn of a alone about that place moves x and y of the joint by nothing.
            const Eigen::Vector2d from = at - lie.of(0, 0);
            const Vector turn = model.bodies[0].rigid * Eigen::Vector3d(from.y(), -from.x(), 1);
            const Vector r = joint.first.rows * turn;
            CHECK(r.head(2).cwiseAbs().maxCoeff() <= 10 * round_off(lie));
            CHECK(r(2) == Approx(1));
            CHECK(of_rigid_motions(model, joint).cwiseAbs().maxCoeff() <= 10 * round_off(lie));
            // This result also holds for a joint to ground.
            entry.between[1] = "ground";
            CHECK((joint_of(model, entry).first.rows * turn).head(2).cwiseAbs().maxCoeff() <=
                  10 * round_off(lie));
        }
    }
}

namespace {

Eigen::Matrix3d crossing(const Eigen::Vector3d& a) // a x
{
    return (Eigen::Matrix3d() << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0).finished();
}

// A rigid body in space, as matrices from a file give it: dofs of its centre, a port at a point.
fem::Substructure spatial(const std::string& name, const Eigen::Vector3d& centre,
                          const Eigen::Vector3d& point, bool rotates)
{
    fem::Substructure body;
    body.name = name;
    body.M = Matrix(Matrix::Identity(6, 6)).sparseView();
    body.C = body.K = SparseMatrix(6, 6);
    Matrix W = Matrix::Identity(6, 6);
    W.topRightCorner(3, 3) = -crossing(point - centre);
    fem::Port port{"p", {"x", "y", "z", "rotation_x", "rotation_y", "rotation_z"}, {}, {}, {}, {}};
    if (!rotates) {
        port.components.resize(3);
        W.conservativeResize(3, 6);
    }
    port.W = W.sparseView();
    port.X = point.transpose();
    port.share = Vector::Ones(1);
    body.ports = {port};
    body.rigid = Matrix::Identity(6, 6);
    body.rigid.topRightCorner(3, 3) = -crossing(centre);
    body.rigid_names = {"translation in x", "translation in y", "translation in z",
                        "rotation about x", "rotation about y", "rotation about z"};
    return body;
}

} // namespace

TEST_CASE("levers in space are those of all three axes", "[app]")
{
    const Eigen::Vector3d P(0.3, -0.2, 0.7), Q(0.9, 0.4, -0.5);
    for (const bool second_rotates : {true, false}) {
        Model model({});
        model.bodies = {spatial("a", {0.1, 0.2, 0.3}, P, true),
                        spatial("b", {1, 1, -1}, Q, second_rotates)};
        model.c.substructures.resize(2);
        model.c.substructures[1].name = "b";
        Pairs pairs{{"a.p.x", "b.p.x"}, {"a.p.y", "b.p.y"}, {"a.p.z", "b.p.z"}};
        if (second_rotates)
            pairs.push_back({"a.p", "b.p"});
        for (const auto& pair : pairs) {
            const assembly::Joint joint = joint_of(model, entry_of(contact::Linear(), pair));
            CAPTURE(pair, second_rotates);
            CHECK(joint.place.uncarried == 0);
            const Matrix r = of_rigid_motions(model, joint);
            REQUIRE(r.cols() == 6);
            CHECK(r.cwiseAbs().maxCoeff() < 1e-15);
            // Midway, or at the port that has no rotation.
            const Eigen::Vector3d at = second_rotates ? Eigen::Vector3d((P + Q) / 2) : Q;
            CHECK((*joint.place.at - at).norm() < 1e-15);
        }
        // The height of a place has to be given where ports have one.
        app::JointEntry entry = entry_of(contact::Linear(), {"a.p.x", "b.p.x"});
        entry.at = std::vector<double>{0.9, 0.4};
        CHECK_THROWS_WITH(joint_of(model, entry), Catch::Contains("expected three coordinates"));
        entry.at = std::vector<double>{0.9, 0.4, -0.5};
        CHECK(joint_of(model, entry).place.lever[1] == 0);
    }
}

TEST_CASE("components in different directions are reported as out of balance", "[app]")
{
    Model model({});
    CHECK(joint_of(model, entry_of(contact::Gap(), {"a.p.x", "b.q.y"})).place.crossed);
    CHECK_FALSE(joint_of(model, entry_of(contact::Gap(), {"a.p.x", "ground"})).place.crossed);
}
