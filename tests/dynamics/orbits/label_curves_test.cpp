#include "dynamics/orbits/label_curves.hpp"
#include "support/free_play.hpp"

#include <catch2/catch.hpp>

#include <cmath>

using namespace slideway;
using namespace slideway::dynamics;

// Curves of labels over the clearance, of two masses with free play. Numbers: an independent
// program with exact events at clearance 0.06; other checks are those without reference.

namespace {

const OrbitParameter clearance{OrbitParameter::Kind::number, {3, "clearance"}},
    dashpot{OrbitParameter::Kind::number, {3, "damping"}};

// The symmetric branch from 0.7 to 2.0.
const OrbitBranch& branch()
{
    static const OrbitBranch branch = [] {
        const OrbitFamily family(test::free_play({.Omega = 0.7}), {});
        OrbitBranchOptions o;
        o.from = 0.7;
        o.to = 2.0;
        const PeriodicMotion start = periodic_motion(family, Vector::Zero(4), 0.7, 1);
        return orbit_branches(family, start, 0.7, {}, o).branches.front();
    }();
    return branch;
}

LabelCurve curve(Index k, double from, double to, const OrbitParameter& second = clearance)
{
    LabelCurveOptions o;
    o.from = from;
    o.to = to;
    LabelCurve out = label_curve({test::free_play({.Omega = 0.7}), {}, second}, branch(), k, o);
    REQUIRE(out.branch.n_points() > 1);
    return out;
}

std::vector<Index> labelled(OrbitLabel label)
{
    std::vector<Index> out;
    for (std::size_t k = 0; k < branch().labels.size(); ++k)
        if (branch().labels[k] == label)
            out.push_back(static_cast<Index>(k));
    return out;
}

} // namespace

TEST_CASE("labels over the clearance end where a run at another clearance has them", "[dynamics]")
{
    struct Row {
        OrbitLabel label;
        std::vector<double> at; ///< at clearance 0.06
    };
    const Row rows[] = {{OrbitLabel::grazing, {0.895332852, 1.041458054, 1.370579124}},
                        {OrbitLabel::fold, {1.089079968, 1.041457093}},
                        {OrbitLabel::neimark_sacker, {1.370771474}}};
    for (const Row& row : rows) {
        const std::vector<Index> from = labelled(row.label);
        REQUIRE(from.size() >= row.at.size());
        for (std::size_t i = 0; i < row.at.size(); ++i) {
            CAPTURE(name_of(row.label), i);
            const LabelCurve found = curve(from[i], 0.05, 0.06);
            const Index last = found.branch.n_points() - 1;
            CHECK(found.branch.p(last) == 0.06);
            CHECK(found.first(last) == Approx(row.at[i]).margin(2e-9));
        }
    }
}

TEST_CASE("labels over the dashpot of the stops end where runs with a dashpot have them",
          "[dynamics]")
{
    // An independent program with exact events and saltation, at 0.05 and 0.5. Grazing without
    // other contact does not hang on the dashpot.
    struct Row {
        OrbitLabel label;
        std::size_t which;
        double dashpot, at;
    };
    for (const Row& row : {Row{OrbitLabel::branch_point, 0, 0.05, 0.8783797806},
                           {OrbitLabel::branch_point, 1, 0.05, 0.8838677314},
                           {OrbitLabel::fold, 0, 0.05, 1.0916169300},
                           {OrbitLabel::fold, 1, 0.05, 1.0466335237},
                           {OrbitLabel::neimark_sacker, 0, 0.05, 1.3246840721},
                           {OrbitLabel::fold, 0, 0.5, 1.0841494073},
                           {OrbitLabel::neimark_sacker, 1, 0.5, 1.9000387357},
                           {OrbitLabel::grazing, 0, 0.5, 0.8595453660},
                           {OrbitLabel::grazing, 1, 0.5, 1.0466346411},
                           {OrbitLabel::grazing, 2, 0.5, 1.3246193936}}) {
        CAPTURE(name_of(row.label), row.which, row.dashpot);
        const LabelCurve found = curve(labelled(row.label).at(row.which), 0, row.dashpot, dashpot);
        const Index last = found.branch.n_points() - 1, end = found.branch.p(last) > 0 ? last : 0;
        CHECK(found.branch.p(end) == row.dashpot);
        CHECK(found.first(end) == Approx(row.at).margin(2e-9));
    }
}

TEST_CASE("both branch points meet and vanish at a clearance", "[dynamics]")
{
    // Between 0.05 and 0.06, as the reference has none at 0.06; each curve leads to the other.
    const std::vector<Index> points = labelled(OrbitLabel::branch_point);
    REQUIRE(points.size() == 2);
    for (const std::size_t i : {0U, 1U}) {
        const LabelCurve found = curve(points[i], 0.05, 0.06);
        const Index last = found.branch.n_points() - 1;
        CHECK(found.first(last) == Approx(branch().branch.p(points[1 - i])).margin(2e-9));
        const auto folds = continuation::points_of(found.branch, continuation::PointKind::fold);
        REQUIRE(folds.size() == 1);
        CHECK(found.branch.p(folds[0]) == Approx(0.0500912924).margin(1e-9));
        CHECK(found.first(folds[0]) == Approx(0.8814367550).margin(1e-7));
    }
}

TEST_CASE("a curve that leads on to another label has it among its points", "[dynamics]")
{
    const std::vector<Index> points = labelled(OrbitLabel::branch_point);
    REQUIRE(points.size() == 2);
    const LabelCurve found = curve(points[0], 0.045, 0.06);
    const std::vector<Index> own =
        continuation::points_of(found.branch, continuation::PointKind::monitor_zero);
    REQUIRE(own.size() == 1);
    CHECK(found.branch.p(own[0]) == Approx(0.05).epsilon(1e-12));
    CHECK(found.first(own[0]) == Approx(branch().branch.p(points[1])).margin(2e-9));
}

TEST_CASE("grazing over the clearance is the largest displacement without a gap", "[dynamics]")
{
    const OrbitFamily free(test::free_play({.Omega = 0.7, .clearance = 1e3}), {});
    const std::vector<ModalOutput> first = {{test::free_play_modes().row(0).transpose()}};
    for (const Index k : labelled(OrbitLabel::grazing)) {
        const LabelCurve found = curve(k, 0.045, 0.06);
        for (Index i = 0; i < found.branch.n_points(); i += 5) {
            const Vector z = found.branch.x.col(i).head(4);
            const PeriodicMotion motion = periodic_motion(free, z, found.first(i), 1, true);
            REQUIRE(motion.found);
            OrbitEquations equations(free, motion.form, first, 1e-13);
            const auto& at = equations.at(motion.z, found.first(i));
            CHECK(equations.range(at, 0).most == Approx(found.branch.p(i)).margin(1e-9));
        }
    }
}

// Ninety runs: as many as ten points of each of nine curves ask for.
TEST_CASE("points of label curves are labels of runs over the frequency alone", "[dynamics]")
{
    for (Index k = 0; k < branch().branch.n_points(); ++k) {
        const OrbitLabel label = branch().labels[static_cast<std::size_t>(k)];
        if (!has_curve({test::free_play({}), {}}, branch(), k))
            continue;
        const LabelCurve found = curve(k, 0.0499, 0.0505);
        const Index n = found.branch.n_points();
        for (int i = 0; i < 10; ++i) {
            const Index at = (2 * i + 1) * n / 20;
            const double Omega = found.first(at), a = found.branch.p(at);
            const OrbitFamily family(test::free_play({.Omega = Omega, .clearance = a}), {});
            OrbitBranchOptions o;
            o.from = Omega - 4e-4;
            o.to = Omega + 4e-4;
            o.max_step = 0.1;
            const double beside = label == OrbitLabel::fold ? 0 : 2e-4;
            const PeriodicMotion start =
                periodic_motion(family, found.branch.x.col(at).head(4), Omega + beside, 1, true);
            CAPTURE(name_of(label), i, a, Omega, start.message);
            // At a fold itself Newton's method in the state alone is singular.
            if (!start.found)
                continue;
            const OrbitBranch run =
                orbit_branches(family, start, Omega + beside, {}, o).branches.front();
            double least = 1;
            for (std::size_t j = 0; j < run.labels.size(); ++j)
                if (run.labels[j] == label)
                    least = std::min(least, std::abs(run.branch.p(static_cast<Index>(j)) - Omega));
            // Where both branch points meet their test function touches zero: round-off of it
            // moves them by its root.
            CHECK(least < (label == OrbitLabel::branch_point ? 1e-8 : 2e-9));
        }
    }
}
