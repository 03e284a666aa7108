#include "reduction/reduced_model.hpp"

#include "base/rigid_motion.hpp"
#include "fem/lumped.hpp"
#include "fem/recovery.hpp"
#include "reduction/craig_bampton.hpp"
#include "reduction/hintz_herting.hpp"
#include "reduction/recovered_part.hpp"
#include "support/beam_on_beam.hpp"

#include <catch2/catch.hpp>

#include <limits>

using namespace slideway;

TEST_CASE("Ports of a reduced body see the displacement T q", "[reduction]")
{
    const test::BeamOnBeam beams = test::beam_on_beam({});
    const fem::Substructure full = test::upper_beam({});
    const reduction::ReducedModel& reduced = beams.upper;
    const Vector q = Vector::LinSpaced(reduced.substructure.n(), -1, 2);
    const Vector u = *reduced.T * q;
    REQUIRE(reduced.substructure.ports.size() == full.ports.size());
    for (const fem::Port& port : reduced.substructure.ports) {
        CAPTURE(port.name);
        const Vector y = port.W * q, y_full = fem::port(full, port.name).W * u;
        CHECK((y - y_full).norm() <= 1e-13 * y_full.norm()); // round-off of one product
        CHECK(port.X == fem::port(full, port.name).X);
    }
}

TEST_CASE("Displacement and stress are recovered from the reduced dofs", "[reduction]")
{
    const test::BeamOnBeam beams = test::beam_on_beam({});
    const fem::Substructure full = test::lower_beam({});
    const Vector q = Vector::LinSpaced(beams.lower.substructure.n(), 1e-6, -1e-6);
    const Vector u = *beams.lower.T * q;
    REQUIRE(beams.lower.substructure.recovery);
    const Matrix displacement = beams.lower.substructure.recovery->displacement(q);
    const Matrix stress = beams.lower.substructure.recovery->stress(q);
    CHECK(displacement.isApprox(full.recovery->displacement(u), 1e-13));
    CHECK(stress.isApprox(full.recovery->stress(u), 1e-11));
    CHECK(displacement.rows() == full.recovery->mesh.X.rows());
}

TEST_CASE("A part of a body is recovered from rows of the basis alone", "[reduction]")
{
    const fem::Substructure full = test::lower_beam({});
    const reduction::Interface tip = reduction::port_dofs(fem::port(full, "right"));
    const fem::RecoveryPart part = fem::part(*full.recovery, {"right"});
    for (const auto& whole : {reduction::craig_bampton(full, tip, 4), reduction::unreduced(full)}) {
        reduction::ReducedModel model = whole;
        reduction::keep_part(model, full, tip, part);
        const Index n = whole.substructure.n();
        const Vector q = Vector::LinSpaced(n, 1e-6, -1e-6);
        const fem::Recovery &all = *whole.substructure.recovery,
                            &some = *model.substructure.recovery;
        const Matrix U = all.displacement(q), stress = all.stress(q);
        const Matrix U_some = some.displacement(q), stress_some = some.stress(q);
        REQUIRE(U_some.rows() > 0);
        for (Index i = 0; i < U_some.rows(); ++i) {
            Index index = 0;
            (all.mesh.X.rowwise() - some.mesh.X.row(i)).rowwise().norm().minCoeff(&index);
            // The sums of one product have another order.
            CHECK((U_some.row(i) - U.row(index)).norm() < 1e-13 * U.cwiseAbs().maxCoeff());
            CHECK((stress_some.row(i) - stress.row(index)).norm() <
                  1e-11 * stress.cwiseAbs().maxCoeff());
        }
        // The rows for connections to other bodies are kept.
        const SparseMatrix rows = fem::port(full, "right").W;
        CHECK(Matrix(reduction::in_basis(model, rows)) == Matrix(reduction::in_basis(whole, rows)));
        if (model.T)
            CHECK(model.T->rows() == static_cast<Index>(model.T_rows.size()));
    }
}

TEST_CASE("A reduced free body keeps its rigid motions", "[reduction]")
{
    const fem::Substructure full = test::upper_beam({});
    const test::BeamOnBeam beams = test::beam_on_beam({});
    const fem::Substructure& reduced = beams.upper.substructure;
    REQUIRE(reduced.rigid_names == full.rigid_names);
    REQUIRE(reduced.rigid.cols() == 3);
    for (Index k = 0; k < 3; ++k) {
        CHECK((*beams.upper.T * reduced.rigid.col(k) - full.rigid.col(k)).norm() <
              1e-9 * full.rigid.col(k).norm());
        CHECK(rigid_motion(reduced.K, reduced.rigid.col(k))); // no elastic force
    }
    // The mass of a translation is the mass of the body.
    CHECK((reduced.rigid.col(0).transpose() * reduced.M * reduced.rigid.col(0))(0) ==
          Approx(2700 * 0.075 * 0.0015 * 0.010).epsilon(1e-10));
}

TEST_CASE("A basis without a rigid motion drops it", "[reduction]")
{
    const fem::Substructure full = test::upper_beam({});
    const Matrix only_x = full.rigid.col(0);
    const fem::Substructure sled = reduction::project(full, only_x);
    REQUIRE(sled.rigid.cols() == 1);
    CHECK(sled.rigid_names == std::vector<std::string>{full.rigid_names[0]});
    CHECK(sled.rigid(0, 0) == Approx(1).epsilon(1e-13));

    // The rigid motions of the clamped beam exclude the clamp, which T cannot represent.
    const test::BeamOnBeam beams = test::beam_on_beam({});
    CHECK(beams.lower.substructure.rigid.cols() == 0);
}

TEST_CASE("A port component moves its own dofs", "[reduction]")
{
    const fem::Substructure s =
        fem::lumped("pad", {{{"disc", {{"y", 5}}}, {"pad", {{"x", 1}, {"y", 1}}}}, {}, {}, {}});
    CHECK(reduction::port_dofs(fem::port(s, "pad")) == std::vector<Index>{1, 2});
    CHECK(reduction::port_dofs(fem::port(s, "pad"), 1) == std::vector<Index>{2});
    CHECK(reduction::port_dofs(fem::port(s, "disc")) == std::vector<Index>{0});
}

TEST_CASE("The condition of a mass matrix is infinite if it is singular", "[reduction]")
{
    Matrix M = Eigen::Vector3d(1, 4, 8).asDiagonal();
    CHECK(reduction::condition(M) == Approx(8).epsilon(1e-14));
    M(1, 1) = -1;
    CHECK(reduction::condition(M) == std::numeric_limits<double>::infinity());
}

TEST_CASE("A reduced body is damped by its own mass and stiffness", "[reduction]")
{
    const double alpha = 20, beta = 3.6e-8;
    const fem::Substructure rayleigh = test::upper_beam({.alpha = alpha, .beta = beta});
    CHECK(fem::other_damping(rayleigh).nonZeros() == 0);
    const auto reduce = [](const fem::Substructure& s) {
        return reduction::craig_bampton(s, reduction::port_dofs(s.ports.front(), -1), 5);
    };
    const fem::Substructure r = reduce(rayleigh).substructure;
    CHECK(r.mass_damping == alpha);
    CHECK(r.stiffness_damping == beta);
    CHECK(Matrix(r.C) == alpha * Matrix(r.M) + beta * Matrix(r.K)); // exactly equal

    // Damping that is not proportional is projected: a dashpot at a dof, as large as the
    // other damping there.
    fem::Substructure with_dashpot = rayleigh;
    const double c = rayleigh.C.coeff(3, 3);
    with_dashpot.C.coeffRef(3, 3) += c;
    const reduction::ReducedModel both = reduce(with_dashpot);
    const Matrix& T = *both.T;
    const Matrix expected = Matrix(r.C) + c * T.row(3).transpose() * T.row(3);
    // Round-off of K_r: eps of its largest entry.
    CHECK((Matrix(both.substructure.C) - expected).cwiseAbs().maxCoeff() <
          1e-12 * expected.cwiseAbs().maxCoeff());
    CHECK(fem::other_damping(with_dashpot).nonZeros() == 1);
}

TEST_CASE("A body may stay unreduced", "[reduction]")
{
    const fem::Substructure s = test::lower_beam({});
    const reduction::ReducedModel same = reduction::unreduced(s);
    CHECK(same.method == "none");
    CHECK(same.n_full == s.n());
    CHECK(same.substructure.n() == s.n());
}

TEST_CASE("A port too large for the reduced body keeps its mean", "[reduction]")
{
    // 120000 masses with a port over all of them, in a dense basis of 100 columns.
    const Index n = 120000, r = 100;
    fem::Substructure s;
    s.name = "long";
    s.M.resize(n, n);
    s.M.setIdentity();
    s.K = s.C = s.M;
    fem::Port all{"all", {"x"}, s.M, Matrix::Zero(n, 3), Vector::Constant(n, 1.0 / n), {}};
    all.X.col(0) = Vector::LinSpaced(n, 0, 1);
    SparseMatrix last(1, n);
    last.insert(0, n - 1) = 1;
    s.ports = {all, {"last", {"x"}, last, Matrix::Zero(1, 3), Vector::Ones(1), {}}};
    s.rigid.resize(n, 0);
    Matrix T = Matrix::Constant(n, r, 1e-3);
    T.topRows(r).diagonal().setOnes();

    const fem::Substructure reduced = reduction::project(s, T);
    const fem::Port& mean = fem::port(reduced, "all");
    REQUIRE(mean.n_nodes() == 1);
    CHECK(mean.X(0, 0) == Approx(0.5).epsilon(1e-12));
    CHECK(fem::mean_row(mean, 0).isApprox(T.transpose() * fem::mean_row(all, 0), 1e-12));
    CHECK(fem::port(reduced, "last").W.nonZeros() == r);
}
