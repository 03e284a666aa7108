#include "base/error.hpp"
#include "contact/laws/law.hpp"
#include "dynamics/modal/shared_modes.hpp"

#include "contact/laws/coulomb.hpp"
#include "contact/laws/linear.hpp"
#include "dynamics/sliding/static_solution.hpp"
#include "dynamics/sliding/transient.hpp"
#include "fem/lumped.hpp"
#include "support/beam_on_beam.hpp"

#include <catch2/catch.hpp>

#include <functional>
#include <set>
#include <thread>

using namespace slideway;
using assembly::CoupledModel;
using dynamics::ModalModel;
using dynamics::SharedModes;

namespace {

SparseMatrix row(Index n, Index dof, double value = 1)
{
    SparseMatrix rows(1, n);
    rows.insert(0, dof) = value;
    rows.makeCompressed();
    return rows;
}

fem::Substructure pair(double stiffness = 300)
{
    fem::LumpedOptions network;
    network.masses = {{"m1", {{"x", 2.0}}}, {"m2", {{"x", 1.0}}}};
    network.springs = {{"m1.x", "ground", stiffness}, {"m1.x", "m2.x", 500}};
    return fem::lumped("pair", network);
}

contact::Linear spring(double stiffness, double damping = 0)
{
    contact::Linear law;
    law.stiffness = {stiffness};
    law.damping = {damping};
    return law;
}

// Two pairs with a spring between them, a contact on the first, a load and a motion.
CoupledModel two_pairs(double stiffness = 100)
{
    CoupledModel model;
    model.bodies = {pair(), pair()};
    model.joints.push_back(
        {"spring", {}, {0, row(2, 1)}, assembly::RowsOn{1, row(2, 1)}, spring(stiffness)});
    model.joints.push_back({"wall", {}, {0, row(2, 0)}, {}, contact::Coulomb{3}});
    model.loads.push_back({"push", {}, 1, Vector::Unit(2, 0), assembly::Constant{2}});
    model.motions.push_back({.name = "drive", .on = {1, row(2, 1)}});
    return model;
}

// A joint whose parameters determine its stiffness.
struct Geared final : contact::Law {
    explicit Geared(double gear_ratio) : ratio(gear_ratio) {}

    double ratio; ///< gear ratio

    [[nodiscard]] contact::LawDescription description() const override
    {
        return {"geared", "spring behind a gear", contact::Directions::components};
    }
    [[nodiscard]] bool is_linear() const override { return true; }
    void force(contact::JointMemory& /*memory*/, const contact::JointVector& r,
               const contact::JointVector& /*v*/, contact::ForceAndTangent& out) const override
    {
        out.clear(r.size());
        out.df_dr.diagonal().setConstant(100 * ratio * ratio);
        out.f = out.df_dr * r;
    }
    [[nodiscard]] contact::Bound bound(Index /*row*/, double /*reach*/) const override
    {
        return {100 * ratio * ratio, 0};
    }
};

CoupledModel geared(double ratio)
{
    CoupledModel model = two_pairs();
    model.joints[0].law = Geared{ratio};
    return model;
}

} // namespace

TEST_CASE("models that differ in what is not in the modes have one modal model", "[dynamics]")
{
    const CoupledModel model = two_pairs();
    SharedModes shared;
    const std::shared_ptr<const ModalModel> modal = shared.of(model);
    const ModalModel alone = dynamics::modal_model(model);
    REQUIRE(modal->components.size() == alone.components.size());
    for (std::size_t c = 0; c < alone.components.size(); ++c) {
        CHECK(modal->components[c].omega == alone.components[c].omega);
        CHECK(modal->components[c].Phi == alone.components[c].Phi);
    }
    const std::vector<std::function<void(CoupledModel&)>> drives_and_limits = {
        [](CoupledModel& m) { m.joints[1].law = contact::Coulomb{7}; },
        [](CoupledModel& m) {
            m.loads[0].signal = assembly::Harmonic{5, 0.1};
        },
        [](CoupledModel& m) { m.motions[0].velocity = 0.3; },
        [](CoupledModel& m) { m.motions[0].displacement = 0.3; },
        [](CoupledModel& m) { m.Omega = 4; },
    };
    for (std::size_t k = 0; k < drives_and_limits.size(); ++k) {
        CAPTURE(k);
        CoupledModel other = two_pairs();
        drives_and_limits[k](other);
        CHECK(shared.of(other) == modal);
    }
    CHECK(shared.size() == 1);
}

TEST_CASE("whatever is in the modes makes another modal model", "[dynamics]")
{
    SharedModes shared;
    const std::shared_ptr<const ModalModel> modal = shared.of(two_pairs());
    const std::vector<std::function<void(CoupledModel&)>> changes = {
        [](CoupledModel& m) { m.bodies[1] = pair(300.0000000001); },
        [](CoupledModel& m) { m.bodies[0].M.coeffRef(1, 1) = 1.5; },
        [](CoupledModel& m) { fem::add_rayleigh(m.bodies[0], 0.1, 0); },
        [](CoupledModel& m) { m.bodies[1].mass_damping = 0.1; },
        [](CoupledModel& m) { m.bodies[1].rigid *= 2; },
        [](CoupledModel& m) { m.joints[0].law = spring(101); },
        [](CoupledModel& m) { m.joints[0].law = spring(100, 0.5); },
        [](CoupledModel& m) { m.joints[0].law = contact::Coulomb{3}; },
        [](CoupledModel& m) { m.joints[0].first.rows = row(2, 0); },
        [](CoupledModel& m) { m.joints[0].second.reset(); },
        [](CoupledModel& m) { m.joints[1].first.rows = row(2, 0, -1); },
        [](CoupledModel& m) { m.joints.pop_back(); },
        [](CoupledModel& m) { m.loads[0].row(1) = 0.5; },
        [](CoupledModel& m) { m.loads[0].row(1) = -0.0; },
        [](CoupledModel& m) { m.motions[0].on.rows = row(2, 0); },
        [](CoupledModel& m) { m.motions.clear(); },
        [](CoupledModel& m) {
            m.bonds.push_back({"tie", {}, {0, row(2, 0)}, {1, row(2, 0)}, {"x"}});
        },
    };
    std::set<std::shared_ptr<const ModalModel>> all = {modal};
    for (std::size_t k = 0; k < changes.size(); ++k) {
        CAPTURE(k);
        CoupledModel other = two_pairs();
        changes[k](other);
        CHECK(all.insert(shared.of(other)).second);
    }
    CHECK(shared.of(two_pairs()) == modal);
}

TEST_CASE("a law is in the modes by its stiffness, whatever its numbers are called", "[dynamics]")
{
    SharedModes shared;
    const auto one = shared.of(geared(1)), three = shared.of(geared(3));
    CHECK(one != three);
    CHECK(one->components[0].omega != three->components[0].omega);
    CHECK(shared.of(geared(-3)) == three); // the same stiffness
    CHECK(shared.of(two_pairs()) == one);
    CHECK(shared.size() == 2);
}

TEST_CASE("threads that ask at once get the modal model of the first", "[dynamics]")
{
    SharedModes shared;
    std::vector<std::shared_ptr<const ModalModel>> got(24);
    {
        std::vector<std::jthread> threads;
        for (std::size_t t = 0; t < 4; ++t)
            threads.emplace_back([&, t] {
                for (std::size_t k = t; k < got.size(); k += 4)
                    got[k] = shared.of(two_pairs(static_cast<double>(1 + k / 8)));
            });
    }
    CHECK(shared.size() == 3);
    for (std::size_t k = 0; k < got.size(); ++k)
        CHECK(got[k] == got[k / 8 * 8]);
}

TEST_CASE("of more models than are held, the most requested ones stay", "[dynamics]")
{
    SharedModes shared;
    const int n = 700; // of these small ones 638 are held
    std::vector<const ModalModel*> first;
    const auto often = shared.of(two_pairs(0.5));
    for (int k = 1; k <= n; ++k) {
        first.push_back(shared.of(two_pairs(k)).get());
        CHECK(shared.of(two_pairs(0.5)) == often);
    }
    const std::size_t held = shared.size();
    CHECK(held < 700);
    int found = 0;
    for (int k = 1; k <= n; ++k)
        found += shared.of(two_pairs(k)).get() == first[static_cast<std::size_t>(k - 1)] ? 1 : 0;
    CHECK(found > static_cast<int>(held) - 5);
    CHECK(shared.size() == held);
}

TEST_CASE("an error is that of each who asks", "[dynamics]")
{
    CoupledModel model = two_pairs();
    model.bodies[0].M.coeffRef(0, 0) = 0;
    SharedModes shared;
    CHECK_THROWS_AS(shared.of(model), InputError);
    CHECK_THROWS_AS(shared.of(model), InputError);
}

TEST_CASE("statics and transients with contacts take shared modes, and give the same numbers",
          "[dynamics]")
{
    test::BeamOnBeam beams = test::beam_on_beam({.upper_nx = 8, .lower_nx = 10});
    SharedModes shared;
    const dynamics::TransientOptions options{.t_end = 1e-4};
    for (const double mu : {0.3, 0.1}) {
        CAPTURE(mu);
        beams.model.sliding[0].friction = contact::ConstantFriction{mu};
        const auto statics = dynamics::static_solution(beams.model),
                   statics_shared = dynamics::static_solution(beams.model, {}, &shared);
        for (std::size_t b = 0; b < 2; ++b)
            CHECK(statics.u[b] == statics_shared.u[b]);
        const auto motion = dynamics::transient(beams.model, options),
                   motion_shared = dynamics::transient(beams.model, options, {}, {}, &shared);
        CHECK(motion.history.sliding[0].normal_force ==
              motion_shared.history.sliding[0].normal_force);
        CHECK_FALSE(motion.history.sliding[0].normal_force.empty());
        CHECK(shared.size() == 1);
    }
}
