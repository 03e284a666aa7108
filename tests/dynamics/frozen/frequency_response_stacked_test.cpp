#include "dynamics/frozen/frequency_response.hpp"

#include "assembly/configuration.hpp"
#include "contact/laws/joint_laws.hpp"
#include "dynamics/sliding/static_solution.hpp"
#include "support/beam_on_beam.hpp"
#include "support/independent.hpp"
#include "tests/dynamics/frozen/beam_responses.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

using namespace slideway;
using namespace slideway::test;
using Catch::Contains;

namespace {

using ComplexSparse = Eigen::SparseMatrix<Complex>;

// Everything stacked in physical dofs, with the contact at one place: rows B_C, B_E made by hand
// from the positions, motions held by multipliers, and the stiffness of forces that follow by
// central differences.
struct Whole {
    std::vector<Index> offset;
    SparseMatrix M, C, K;
    Matrix constraints, forces; // rows of B_C and of what the multipliers push along, B_E
    Matrix K_follow;            // empty if undeformed

    Whole(const assembly::CoupledModel& model, const assembly::Sliding& sliding, double mu,
          const Vector& u = {}, double lambda = 0)
        : Whole(model)
    {
        Vector at = u.size() > 0 ? u : Vector::Zero(offset.back());
        const Index k = segment(sliding, at);
        constraints = with_row(constraints, row(sliding, k, at, 0));
        forces = with_row(forces, row(sliding, k, at, mu));
        if (u.size() == 0)
            return;
        // Second differences of positions enter at (step / 1 mm)^2 = 1e-10 of this small stiffness.
        K_follow = Matrix::Zero(offset.back(), offset.back());
        const double step = 1e-8;
        for (Index j = 0; j < offset.back(); ++j) {
            if (constraints.row(constraints.rows() - 1).cwiseAbs()(j) == 0 &&
                touched(sliding, k).cwiseAbs()(j) == 0)
                continue;
            Vector plus = at, minus = at;
            plus(j) += step;
            minus(j) -= step;
            K_follow.col(j) =
                lambda * (row(sliding, k, plus, mu) - row(sliding, k, minus, mu)) / (2 * step);
        }
    }

    explicit Whole(const assembly::CoupledModel& model)
    {
        offset = {0};
        for (const fem::Substructure& s : model.bodies)
            offset.push_back(offset.back() + s.n());
        std::vector<Eigen::Triplet<double>> m, c, k;
        auto stack = [&](std::vector<Eigen::Triplet<double>>& list, const SparseMatrix& A,
                         Index at) {
            for (Index j = 0; j < A.outerSize(); ++j)
                for (SparseMatrix::InnerIterator it(A, j); it; ++it)
                    list.emplace_back(at + it.row(), at + it.col(), it.value());
        };
        for (std::size_t b = 0; b < model.bodies.size(); ++b) {
            stack(m, model.bodies[b].M, offset[b]);
            stack(c, model.bodies[b].C, offset[b]);
            stack(k, model.bodies[b].K, offset[b]);
        }
        const Index n = offset.back();
        for (const auto& [matrix, list] : {std::pair{&M, &m}, {&C, &c}, {&K, &k}}) {
            matrix->resize(n, n);
            matrix->setFromTriplets(list->begin(), list->end());
        }
        constraints.resize(0, n);
        for (const assembly::Motion& motion : model.motions)
            for (Index i = 0; i < motion.on.rows.rows(); ++i) {
                Vector held = Vector::Zero(n);
                held.segment(offset[motion.on.body], motion.on.rows.cols()) =
                    Vector(motion.on.rows.row(i));
                constraints = with_row(constraints, held);
            }
        forces = constraints;
    }

    // [dynamic stiffness, B_E^T; B_C, 0] (u, lambda) = (f, 0), refined once.
    [[nodiscard]] ComplexVector solve(double frequency_hz, const Vector& f) const
    {
        const double w = 2 * std::numbers::pi * frequency_hz;
        const Index n = offset.back(), r = constraints.rows();
        std::vector<Eigen::Triplet<Complex>> list;
        auto add = [&](const SparseMatrix& A, Complex factor) {
            for (Index j = 0; j < A.outerSize(); ++j)
                for (SparseMatrix::InnerIterator it(A, j); it; ++it)
                    list.emplace_back(it.row(), it.col(), factor * it.value());
        };
        add(M, -w * w);
        add(C, {0, w});
        add(K, 1);
        if (K_follow.size() > 0)
            add(K_follow.sparseView(0, 0), 1);
        const double scale = K.diagonal().maxCoeff(); // of the multipliers: equal orders of size
        for (Index i = 0; i < r; ++i)
            for (Index j = 0; j < n; ++j) {
                if (forces(i, j) != 0)
                    list.emplace_back(j, n + i, scale * forces(i, j));
                if (constraints(i, j) != 0)
                    list.emplace_back(n + i, j, scale * constraints(i, j));
            }
        ComplexSparse A(n + r, n + r);
        A.setFromTriplets(list.begin(), list.end());
        A.makeCompressed();
        ComplexVector b = ComplexVector::Zero(n + r);
        b.head(n) = f.cast<Complex>();
        // K of the reduced bodies spans ten orders of magnitude: residuals in long double.
        return independent::solve_refined(A, b).head(n);
    }

    [[nodiscard]] Vector stacked(const dynamics::Probe& probe) const
    {
        Vector row = Vector::Zero(offset.back());
        row.segment(offset[probe.body], probe.row.size()) = probe.row;
        return row;
    }

private:
    static Matrix with_row(const Matrix& A, const Vector& row)
    {
        Matrix B(A.rows() + 1, A.cols());
        B << A, row.transpose();
        return B;
    }

    [[nodiscard]] Eigen::Vector2d moved(const SparseMatrix& rows, const Matrix& X, Index node,
                                        std::size_t body, const Vector& u) const
    {
        const Vector part = u.segment(offset[body], rows.cols());
        return X.row(node).transpose() + Vector(rows.middleRows(2 * node, 2) * part);
    }

    // The segment above which the slave node stands.
    [[nodiscard]] Index segment(const assembly::Sliding& s, const Vector& u) const
    {
        const Eigen::Vector2d C = moved(s.slave_rows, s.slave_X, 0, s.slave_body, u);
        for (Index k = 0; k < s.n_segments(); ++k)
            if (C.x() < moved(s.master_rows, s.master_X, k + 1, s.master_body, u).x())
                return k;
        return -1;
    }

    // B_E of the slave node over segment k: forces -B_E^T lambda are lambda (n - mu t) on it.
    [[nodiscard]] Vector row(const assembly::Sliding& s, Index k, const Vector& u, double mu) const
    {
        const Eigen::Vector2d C = moved(s.slave_rows, s.slave_X, 0, s.slave_body, u),
                              T1 = moved(s.master_rows, s.master_X, k, s.master_body, u),
                              T2 = moved(s.master_rows, s.master_X, k + 1, s.master_body, u);
        const Eigen::Vector2d t = (T2 - T1).normalized(), n(-t.y(), t.x()), push = n - mu * t;
        const double alpha = t.dot(C - T1) / (T2 - T1).norm();
        contact::ContactRow entries{
            {(1 - alpha) * push.x(), (1 - alpha) * push.y(), alpha * push.x(), alpha * push.y()},
            {-push.x(), -push.y()}};
        const assembly::CoupledRow on = assembly::expand(s, 0, k, entries);
        Vector row = Vector::Zero(offset.back());
        row.segment(offset[s.master_body], on.master.size()) += on.master;
        row.segment(offset[s.slave_body], on.slave.size()) += on.slave;
        return row;
    }

    // Not zero where a displacement moves the slave or the segment.
    [[nodiscard]] Vector touched(const assembly::Sliding& s, Index k) const
    {
        const assembly::CoupledRow on = assembly::expand(s, 0, k, {{1, 2, 3, 4}, {5, 6}});
        Vector row = Vector::Zero(offset.back());
        row.segment(offset[s.master_body], on.master.size()) += on.master;
        row.segment(offset[s.slave_body], on.slave.size()) += on.slave;
        return row;
    }
};

assembly::Sliding placed(const assembly::CoupledModel& model, double position)
{
    assembly::Sliding sliding = model.sliding[0];
    sliding.slave_X(0, 0) = position; // the lower beam begins at x = 0
    return sliding;
}

// Largest difference from the stacked solution, relative to the largest output of that input at
// that frequency and place (what cancels has no digits of its own).
double difference(const dynamics::FrequencyResponse& r,
                  const dynamics::FrequencyResponseOptions& options,
                  const std::vector<Whole>& whole)
{
    double largest = 0;
    for (Index x = 0; x < r.position.size(); ++x)
        for (Index f = 0; f < r.frequency_hz.size(); ++f)
            for (std::size_t i = 0; i < options.inputs.size(); ++i) {
                const Whole& w = whole[static_cast<std::size_t>(x)];
                const ComplexVector u = w.solve(r.frequency_hz(f), w.stacked(options.inputs[i]));
                double error = 0, scale = 0;
                for (std::size_t o = 0; o < options.outputs.size(); ++o) {
                    const Complex exact = w.stacked(options.outputs[o]).cast<Complex>().dot(u);
                    error = std::max(error, std::abs(value(r, o, i, x, f) - exact));
                    scale = std::max(scale, std::abs(exact));
                }
                CAPTURE(r.position(x), r.frequency_hz(f), i, scale);
                CHECK(error < 1e-3 * scale);
                largest = std::max(largest, error / scale);
            }
    return largest;
}

const std::vector<double> some_positions = {0.010, 0.0334721, 0.0500, 0.083237, 0.0915};
const std::vector<double> low = {0, 5, 31.7, 146.1}, high = {873.25, 3519, 6990, 10571, 19997};
// K in double is known to eps of its entries, 9e11 N/m: on the upper beam's free motion e it leaves
// e^T K e = 5e-6 N/m, 1e-7 of the 47 N/m of the lower beam; the modes hold that motion free.
constexpr double low_round_off = 2 * 7e-8;

} // namespace

TEST_CASE("the frequency response is that of the stacked bodies with B_C and B_E",
          "[dynamics][frf]")
{
    for (const double mu : {0.0, 0.1, 0.3}) {
        const BeamOnBeam beams = beam_on_beam({.mu = mu});
        std::vector<Whole> whole;
        for (const double position : some_positions)
            whole.emplace_back(beams.model, placed(beams.model, position), mu);
        for (const auto& [frequencies, tolerance] :
             {std::pair{low, low_round_off}, std::pair{high, 1e-9}}) {
            const auto options = beams_options(beams.model, some_positions, frequencies);
            const auto r = dynamics::frequency_response(beams.model, options);
            CAPTURE(mu, frequencies);
            CHECK(r.n_modes == 245);
            CHECK(difference(r, options, whole) < tolerance);
        }
    }
}

TEST_CASE("about the deformed state the forces follow the motion", "[dynamics][frf]")
{
    // The stiffness of the following forces by central differences: 1e-9 of a small term.
    const double mu = 0.3;
    const BeamOnBeam beams = beam_on_beam({.mu = mu});
    const auto modal = dynamics::modal_model(beams.model);
    const std::vector<double> positions = {0.0334721, 0.0742, 0.0915};
    std::vector<Whole> whole, rigid;
    for (const double position : positions) {
        assembly::CoupledModel shifted = beams.model;
        shifted.sliding[0] = placed(beams.model, position);
        shifted.sliding[0].gap_tolerance = 1;
        const auto state = dynamics::sliding_equilibrium(shifted, modal, {1});
        Vector u(beams.model.bodies[0].n() + beams.model.bodies[1].n());
        u << modal.displacement(beams.model, 0, state.q[0], Vector::Zero(1)),
            modal.displacement(beams.model, 1, state.q[1], Vector::Zero(1));
        whole.emplace_back(beams.model, shifted.sliding[0], mu, u, state.points[0].lambda);
        rigid.emplace_back(beams.model, shifted.sliding[0], mu);
    }
    for (const auto& [frequencies, tolerance] :
         {std::pair{low, low_round_off}, std::pair{high, 2e-9}}) {
        auto options = beams_options(beams.model, positions, frequencies);
        options.slide.about = dynamics::About::deformed;
        const auto r = dynamics::frequency_response(beams.model, options);
        CAPTURE(frequencies);
        CHECK(r.n_rows == 3); // contact, turn and sliding of the segment
        CHECK(difference(r, options, whole) < tolerance);
    }
    // The deflection matters: without it some response is off by more than a percent.
    auto options = beams_options(beams.model, {positions[2]}, {3519});
    options.slide.about = dynamics::About::deformed;
    const auto r = dynamics::frequency_response(beams.model, options);
    const ComplexVector u = rigid[2].solve(3519, rigid[2].stacked(options.inputs[0]));
    const Complex flat = rigid[2].stacked(options.outputs[0]).cast<Complex>().dot(u);
    CHECK(std::abs(value(r, 0, 0, 0, 0) - flat) > 0.01 * std::abs(flat));
}

TEST_CASE("with all modes kept the response is that of the whole finite-element bodies",
          "[dynamics][frf]")
{
    const BeamOnBeam beams = beam_on_beam({.mu = 0.3, .upper = "none", .lower = "none"});
    REQUIRE(beams.model.bodies[0].n() == 600);
    REQUIRE(beams.model.bodies[1].n() == 456);
    const std::vector<double> positions = {0.0334721, 0.0915};
    std::vector<Whole> whole;
    for (const double position : positions)
        whole.emplace_back(beams.model, placed(beams.model, position), 0.3);
    // At 5 Hz the round-off of K in double, as above, with 1.3 MHz and 45 Hz.
    for (const auto& [frequencies, tolerance] :
         {std::pair{std::vector<double>{5}, 5e-7},
          std::pair{std::vector<double>{873.25, 3519, 10571, 19997}, 1e-7}}) {
        const auto options = beams_options(beams.model, positions, frequencies);
        const auto r = dynamics::frequency_response(beams.model, options);
        CHECK(r.n_modes == 1053);
        CHECK(difference(r, options, whole) < tolerance);
    }
}

TEST_CASE("damping that couples the modes of sliding beams acts as in the stacked equations",
          "[dynamics][frf]")
{
    // A dashpot between the free end of the lower beam and ground; more positions than modes would
    // need whole inverses, fewer take columns: both.
    BeamOnBeam beams = beam_on_beam({.mu = 0.3});
    const dynamics::Probe end = probe(beams.model, 0, "top_right", 1);
    assembly::Joint dashpot{"dashpot", {}, {0, end.row.transpose().sparseView(0, 0)}, {}, {}};
    dashpot.law = contact::Linear{{0}, {2.0}};
    beams.model.joints.push_back(dashpot);
    assembly::CoupledModel damped = beams.model; // for the stacked equations: in C itself
    damped.bodies[0].C += SparseMatrix((2.0 * end.row * end.row.transpose()).sparseView(0, 0));
    const std::vector<double> positions = {0.0334721, 0.0915}, frequencies = {873.25, 10571};
    std::vector<Whole> whole;
    for (const double position : positions)
        whole.emplace_back(damped, placed(beams.model, position), 0.3);
    const auto options = beams_options(beams.model, positions, frequencies);
    const auto r = dynamics::frequency_response(beams.model, options);
    CHECK_FALSE(r.classical);
    CHECK(difference(r, options, whole) < 1e-9);

    auto many = options;
    many.positions.clear();
    for (int k = 0; k < 300; ++k)
        many.positions.push_back(0.012 + 1e-4 * k);
    many.positions.back() = positions[1];
    many.positions[7] = positions[0];
    const auto inverse = dynamics::frequency_response(beams.model, many);
    for (Index f = 0; f < 2; ++f) { // the same sums by another route: condition of A times eps
        CHECK(std::abs(value(inverse, 0, 0, 7, f) - value(r, 0, 0, 0, f)) <
              1e-9 * std::abs(value(r, 0, 0, 0, f)));
        CHECK(std::abs(value(inverse, 0, 0, 299, f) - value(r, 0, 0, 1, f)) <
              1e-9 * std::abs(value(r, 0, 0, 1, f)));
    }
}
