#include "reduction/distributed/reduce.hpp"

#include "base/dense_eigen.hpp"
#include "base/error.hpp"
#include "base/interruptible.hpp"
#include "base/symmetric_modes.hpp"
#include "fem/group_ports.hpp"
#include "fem/plane_stress.hpp"
#include "fem/recovery.hpp"
#include "reduction/craig_bampton.hpp"
#include "reduction/distributed/module.hpp"
#include "reduction/guyan.hpp"
#include "reduction/hintz_herting.hpp"
#include "tests/fem/rectangle_mesh.hpp"
#include "tests/support/independent.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>

// The tests run in one process and in two processes started by mpirun; each runs all test cases in
// the same order. In one process the module runs without mpirun (MPI's "singleton").

using namespace slideway;
using Catch::Contains;

namespace {

using reduction::Interface;
using reduction::ReducedModel;

bool skipped()
{
    if (reduction::has_module())
        return false;
    std::puts("skipped: this build is without PETSc, SLEPc and MUMPS");
    return true;
}

fem::PlaneStressOptions options(const std::vector<std::string>& fixed, const fem::Share& share = {})
{
    fem::PlaneStressOptions plane{{70e9, 0.33, 2700}, 0.01};
    plane.fixed = fixed;
    plane.share = share;
    return plane;
}

fem::Substructure plate(const std::vector<std::string>& fixed, const fem::Share& share = {})
{
    fem::Substructure s = fem::plane_stress(
        "plate", fem::rectangle_mesh("quad4", 30, 6, 0.05, 0.01), options(fixed, share));
    fem::add_rayleigh(s, 20, 1e-7);
    return s;
}

fem::Share own_share()
{
    return {reduction::processes().rank(), reduction::processes().size()};
}

// Own columns of equal separate bodies, without ports and rigid motions.
fem::Substructure repeated(const fem::Substructure& one, int copies)
{
    const Index n = one.n();
    const auto repeat = [&](const SparseMatrix& A) -> SparseMatrix {
        std::vector<Eigen::Triplet<double>> entries;
        for (Index k = 0; k < copies; ++k)
            for (Index j = 0; j < n; ++j)
                for (SparseMatrix::InnerIterator it(A, j); it; ++it)
                    entries.emplace_back(k * n + it.row(), k * n + j, it.value());
        SparseMatrix all(copies * n, copies * n);
        all.setFromTriplets(entries.begin(), entries.end());
        return all;
    };
    fem::Substructure all;
    all.name = "plates";
    all.M = repeat(one.M);
    all.C = repeat(one.C);
    all.K = repeat(one.K);
    all.rigid = Matrix(all.n(), 0);
    fem::keep(all, own_share());
    return all;
}

// Aligns the signs of modes: columns of the second matrix get the signs of the first.
Matrix with_signs_of(const Matrix& A, Matrix B, Index n_constraint)
{
    for (Index k = n_constraint; k < B.cols(); ++k)
        if (A.row(0).dot(B.row(0)) != 0 && A(0, k) * B(0, k) < 0) {
            B.row(k) *= -1;
            B.col(k) *= -1;
        }
    return B;
}

// Difference relative to the diagonal of A, because its entries have different units.
double difference(const Matrix& A, const Matrix& B)
{
    const Vector scale = A.diagonal().cwiseSqrt().cwiseInverse();
    return (scale.asDiagonal() * (A - B) * scale.asDiagonal()).cwiseAbs().maxCoeff();
}

void check_equal(const ReducedModel& embedded, const ReducedModel& spread)
{
    const Index n_b = embedded.n_constraint;
    REQUIRE(spread.n_constraint == n_b);
    REQUIRE(spread.omega.size() == embedded.omega.size());
    CHECK(spread.n_full == embedded.n_full);
    // Both refine their modes with sums of twice the digits.
    for (Index j = 0; j < embedded.omega.size(); ++j)
        CHECK(spread.omega(j) == Approx(embedded.omega(j)).epsilon(1e-12));
    const fem::Substructure &a = embedded.substructure, &b = spread.substructure;
    const Matrix M = a.M;
    // The mass couples every mode to constraint modes, which determines its sign.
    CHECK(difference(M, with_signs_of(M, b.M, n_b)) < 1e-10);
    CHECK(difference(a.K, b.K) < 1e-10); // modes are not coupled
    CHECK(difference(a.C, with_signs_of(M, b.C, n_b)) < 1e-10);
    REQUIRE(a.ports.size() == b.ports.size());
    for (std::size_t k = 0; k < a.ports.size(); ++k) {
        const Matrix W = a.ports[k].W, W_spread = b.ports[k].W;
        CHECK((W.leftCols(n_b) - W_spread.leftCols(n_b)).cwiseAbs().maxCoeff() < 1e-10);
    }
    CHECK(a.rigid_names == b.rigid_names);
    CHECK(embedded.truncation.undefined == spread.truncation.undefined);
    REQUIRE(embedded.truncation.body_load.size() == spread.truncation.body_load.size());
    for (std::size_t k = 0; k < embedded.truncation.body_load.size(); ++k)
        CHECK(spread.truncation.body_load[k].error ==
              Approx(embedded.truncation.body_load[k].error).epsilon(1e-6));
}

void check_same_on_all(const ReducedModel& model)
{
    const auto& processes = reduction::processes();
    for (const double number :
         {Matrix(model.substructure.K).sum(), Matrix(model.substructure.M).sum(), model.omega.sum(),
          model.T->sum()}) {
        const std::vector<double> all = processes.all(number);
        CHECK(std::count(all.begin(), all.end(), all.front()) == processes.size());
    }
}

} // namespace

TEST_CASE("Columns of a body that processes assemble are those of the whole one, to the last bit",
          "[distributed]")
{
    const fem::Substructure whole = plate({"left"});
    for (const int count : {2, 3, 7}) {
        SparseMatrix K(whole.n(), whole.n()), M = K;
        for (int index = 0; index < count; ++index) {
            const fem::Share share{index, count};
            const fem::Substructure part = plate({"left"}, share);
            K += part.K;
            M += part.M;
            fem::Substructure kept = whole;
            fem::keep(kept, share);
            CHECK(SparseMatrix(kept.K - part.K).norm() == 0);
            CHECK(kept.K.nonZeros() == part.K.nonZeros());
        }
        CHECK(SparseMatrix(whole.K - K).norm() == 0);
        CHECK(SparseMatrix(whole.M - M).norm() == 0);
    }
}

TEST_CASE("Craig-Bampton over processes is that of the embedded solver", "[distributed]")
{
    if (skipped())
        return;
    const fem::Substructure whole = plate({"left"}), own = plate({"left"}, own_share());
    const Interface tip = reduction::port_dofs(fem::port(whole, "right"));
    const ReducedModel embedded = reduction::craig_bampton(whole, tip, 6);
    const ReducedModel spread =
        reduction::reduce_over(reduction::processes(), "craig-bampton", own, tip, 6);
    check_equal(embedded, spread);
    check_same_on_all(spread);
    CHECK(spread.method == "craig-bampton");

    // Every rank has the rows of T for ports, here of the whole mesh.
    REQUIRE(spread.processes);
    CHECK(spread.processes->peak.size() == static_cast<std::size_t>(reduction::processes().size()));
    const SparseMatrix rows = fem::port(whole, "top").W;
    const Matrix of_embedded = reduction::in_basis(embedded, rows);
    const Matrix of_spread = reduction::in_basis(spread, rows);
    CHECK((of_embedded.leftCols(tip.size()) - of_spread.leftCols(tip.size())).norm() < 1e-10);
}

TEST_CASE("Static condensation of a free body over processes keeps its rigid motions",
          "[distributed]")
{
    if (skipped())
        return;
    const fem::Substructure whole = plate({}), own = plate({}, own_share());
    const Interface tip = reduction::port_dofs(fem::port(whole, "right"));
    const ReducedModel embedded = reduction::guyan(whole, tip);
    const ReducedModel spread =
        reduction::reduce_over(reduction::processes(), "guyan", own, tip, 0);
    check_equal(embedded, spread);
    CHECK(spread.substructure.rigid_names.size() == 3);
    CHECK((embedded.substructure.rigid - spread.substructure.rigid).norm() < 1e-10);
}

TEST_CASE("A port that follows a group in the mean is an interface of bodies over processes too",
          "[distributed]")
{
    if (skipped())
        return;
    auto with_port = [](fem::Substructure s) -> fem::Substructure {
        fem::add_group_port(s, {"tip", "right", fem::GroupMotion::rigid});
        return s;
    };
    const fem::Substructure whole = with_port(plate({})), own = with_port(plate({}, own_share()));
    reduction::InterfaceOf collected(whole.n());
    collected.add(fem::port(whole, "tip"));
    collected.add(fem::port(whole, "corner"));
    const Interface interface = collected.made();
    REQUIRE(interface.means.rows() == 3);
    check_equal(reduction::craig_bampton(whole, interface, 3),
                reduction::reduce_over(reduction::processes(), "craig-bampton", own, interface, 3));
}

TEST_CASE("Hintz-Herting over processes is that of the embedded solver", "[distributed]")
{
    if (skipped())
        return;
    // The body is supported or free; rigid motions are skipped. The interface has dofs, a mean, or
    // lets the whole plate move.
    for (const std::vector<std::string>& fixed : {std::vector<std::string>{"left"}, {}}) {
        CAPTURE(fixed.size());
        const auto with_port = [](fem::Substructure s) -> fem::Substructure {
            fem::add_group_port(s, {"tip", "right", fem::GroupMotion::rigid});
            return s;
        };
        const fem::Substructure whole = with_port(plate(fixed)),
                                own = with_port(plate(fixed, own_share()));
        for (const std::string name : {"right", "tip"}) {
            CAPTURE(name);
            reduction::InterfaceOf collected(whole.n());
            collected.add(fem::port(whole, name));
            const Interface interface = collected.made();
            const ReducedModel embedded = reduction::hintz_herting(whole, interface, 5);
            const ReducedModel spread =
                reduction::reduce_over(reduction::processes(), "hintz-herting", own, interface, 5);
            REQUIRE(spread.omega.size() == embedded.omega.size());
            for (Index j = 0; j < embedded.omega.size(); ++j)
                CHECK(spread.omega(j) == Approx(embedded.omega(j)).epsilon(1e-12));
            CHECK(spread.modes == embedded.modes);
            // The bases of the remainders differ, so responses are compared.
            const double Omega = 1.1 * embedded.omega(0);
            const auto answer = [&](const ReducedModel& model) -> Matrix {
                const fem::Substructure& s = model.substructure;
                const Matrix W = fem::port(s, name).W;
                return W *
                       independent::solve(Matrix(s.K) - Omega * Omega * Matrix(s.M), W.transpose());
            };
            const Matrix a = answer(embedded), b = answer(spread);
            CHECK((a - b).cwiseAbs().maxCoeff() < 1e-9 * a.cwiseAbs().maxCoeff());
            check_same_on_all(spread);
        }
    }
}

TEST_CASE("Modes of one frequency are all found by processes", "[distributed]")
{
    if (skipped())
        return;
    // Equal separate plates, and one more that the interface holds.
    const fem::Substructure one = plate({"left"});
    const int copies = GENERATE(2, 5, 12);
    const Index count = 9;
    CAPTURE(copies);
    const fem::Substructure side_by_side = repeated(one, copies + 1);
    const Interface tip = reduction::port_dofs(fem::port(one, "right"));
    const ReducedModel spread =
        reduction::reduce_over(reduction::processes(), "craig-bampton", side_by_side, tip, count);
    const Vector of_one = lowest_modes(one.K, one.M, count).omega,
                 of_held = reduction::craig_bampton(one, tip, count).omega;
    std::vector<double> expected(of_held.begin(), of_held.end());
    for (int k = 0; k < copies; ++k)
        expected.insert(expected.end(), of_one.begin(), of_one.end());
    std::sort(expected.begin(), expected.end());
    for (Index j = 0; j < count; ++j) // refined with sums of twice the digits, like the single ones
        CHECK(spread.omega(j) == Approx(expected[static_cast<std::size_t>(j)]).epsilon(1e-11));
    const fem::Substructure& r = spread.substructure;
    const Matrix M = Matrix(r.M).bottomRightCorner(count, count);
    CHECK((M - Matrix::Identity(count, count)).cwiseAbs().maxCoeff() < 1e-10);
}

TEST_CASE("A mass matrix of low rank gives processes as many modes as it has rank", "[distributed]")
{
    if (skipped())
        return;
    // With masses at some dofs only, the modes are those of these dofs on their static stiffness.
    fem::Substructure s = plate({"left"});
    const Index points = GENERATE(2, 3, 4, 9), count = 3;
    CAPTURE(points);
    Matrix loads = Matrix::Zero(s.n(), points);
    s.M = SparseMatrix(s.n(), s.n());
    for (Index j = 0; j < points; ++j) {
        const Index dof = 100 + 31 * j;
        s.M.coeffRef(dof, dof) = 0.1 * static_cast<double>(j + 1);
        loads(dof, j) = std::sqrt(s.M.coeff(dof, dof));
    }
    s.rigid = Matrix(s.n(), 0);
    s.rigid_names.clear();
    const Interface held = {0, 1}; // the first rows and columns
    const Index n_i = s.n() - 2;
    const Matrix compliance =
        loads.bottomRows(n_i).transpose() *
        independent::solve(Matrix(s.K).bottomRightCorner(n_i, n_i), loads.bottomRows(n_i));
    const Vector exact = symmetric_eigenvalues(0.5 * (compliance + compliance.transpose()))
                             .reverse()
                             .cwiseInverse()
                             .cwiseSqrt();
    fem::keep(s, own_share());
    const auto reduced = [&]() -> ReducedModel {
        return reduction::reduce_over(reduction::processes(), "craig-bampton", s, held, count);
    };
    if (points < count) {
        CHECK_THROWS_WITH(reduced(), Contains("found 2 of 3 modes"));
        return;
    }
    const Vector omega = reduced().omega;
    for (Index j = 0; j < count; ++j) // a dense solution of a stiffness of condition 1e6
        CHECK(omega(j) == Approx(exact(j)).epsilon(1e-10));
}

TEST_CASE("Groups that processes recover have the displacement and stress of the embedded solver",
          "[distributed]")
{
    if (skipped())
        return;
    const auto& processes = reduction::processes();
    const fem::Substructure whole = plate({"left"}), own = plate({"left"}, own_share());
    const Interface tip = reduction::port_dofs(fem::port(whole, "right"));
    const ReducedModel embedded = reduction::craig_bampton(whole, tip, 6);
    // A curve along all shares, and nothing to recover except in the first process.
    const auto part =
        std::make_shared<const fem::RecoveryPart>(fem::part(*own.recovery, {"top", "right"}));
    const bool is_root = processes.rank() == 0;
    const ReducedModel spread =
        reduction::reduce_over(processes, "craig-bampton", own, tip, 6, {}, {part, is_root});
    CHECK((spread.substructure.recovery != nullptr) == is_root);
    if (!is_root)
        return;
    // The excitation is between the third and the fourth mode, so all of them take part,
    // with either sign.
    const double Omega = 0.5 * (embedded.omega(2) + embedded.omega(3));
    const auto answer = [&](const ReducedModel& model) -> Vector {
        const fem::Substructure& s = model.substructure;
        return independent::solve(Matrix(s.K) - Omega * Omega * Matrix(s.M),
                                  fem::mean_row(fem::port(s, "right"), 1));
    };
    const Vector q = answer(embedded), q_spread = answer(spread);
    const fem::Recovery &all = *embedded.substructure.recovery,
                        &some = *spread.substructure.recovery;
    const Matrix U = all.displacement(q), stress = all.stress(q);
    const Matrix U_some = some.displacement(q_spread), stress_some = some.stress(q_spread);
    CHECK(some.mesh.blocks[0].nodes.rows() == 30 + 6 - 1);
    REQUIRE(U_some.rows() == some.mesh.X.rows());
    for (Index i = 0; i < some.mesh.X.rows(); ++i) {
        Index index = 0;
        (all.mesh.X.rowwise() - some.mesh.X.row(i)).rowwise().norm().minCoeff(&index);
        // Reduced matrices are equal to 1e-10 (above); a resonance amplifies the difference by 10.
        CHECK((U_some.row(i) - U.row(index)).norm() < 1e-9 * U.cwiseAbs().maxCoeff());
        CHECK((stress_some.row(i) - stress.row(index)).norm() <
              1e-9 * stress.cwiseAbs().maxCoeff());
    }
}

TEST_CASE("What a reduction over processes cannot do is refused by all of them", "[distributed]")
{
    if (skipped())
        return;
    const auto& processes = reduction::processes();
    const fem::Substructure own = plate({}, own_share());
    CHECK_THROWS_WITH(reduction::reduce_over(processes, "modal-truncation", own, {0, 1}, 3),
                      Contains("method = \"modal-truncation\"") &&
                          Contains("offers craig-bampton, hintz-herting and guyan"));
    CHECK_THROWS_WITH(reduction::reduce_over(processes, "craig-bampton", own, {0, 1}, 9999),
                      Contains("n_modes = 9999") && Contains("fixed-interface modes"));
    CHECK_THROWS_WITH(reduction::reduce_over(processes, "craig-bampton", own, {0, 1}, 3),
                      Contains("can still move") && Contains("rotation"));
    // No recovery even in one process, which has the whole basis.
    CHECK_FALSE(reduction::reduce_over(processes, "guyan", plate({"left"}, own_share()), {100}, 0)
                    .substructure.recovery);
    // Free modes that the interface holds and no rigid motion of the whole moves.
    const fem::Substructure free = plate({});
    std::vector<Index> tips = reduction::port_dofs(fem::port(free, "right"));
    const std::size_t n_tip = tips.size();
    for (std::size_t k = 0; k < n_tip; ++k)
        tips.push_back(free.n() + tips[k]);
    CHECK_THROWS_WITH(
        reduction::reduce_over(processes, "hintz-herting", repeated(free, 2), tips, 3),
        Contains("in other ways than rigid motions") && Contains("craig-bampton"));
    if (processes.size() > 1) { // each process has another interface
        const Interface other = {0, 1, 10 + processes.rank(), 61};
        CHECK_THROWS_WITH(reduction::reduce_over(processes, "craig-bampton", own, other, 3),
                          Contains("differs between processes (0 and 1)"));
        int calls = 0; // one process is asked to stop
        CHECK_THROWS_AS(reduction::reduce_over(
                            processes, "craig-bampton", plate({"left"}, own_share()), {100, 101}, 3,
                            [&](double) -> bool { return processes.rank() != 1 || ++calls < 2; }),
                        Interrupted);
    }
}
