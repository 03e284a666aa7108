#include "dynamics/frequency_response.hpp"

#include "assembly/configuration.hpp"
#include "dynamics/coupled_eigenproblem.hpp"
#include "dynamics/static_solution.hpp"
#include "fem/lumped.hpp"
#include "fem/rigid.hpp"
#include "support/beam_on_beam.hpp"

#include <catch2/catch.hpp>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/SparseLU>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

using namespace slideway;
using Catch::Contains;

namespace {

using Complex = std::complex<double>;
using ComplexVector = Eigen::VectorXcd;
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
        Eigen::SparseLU<ComplexSparse> lu(A);
        REQUIRE(lu.info() == Eigen::Success);
        ComplexVector b = ComplexVector::Zero(n + r);
        b.head(n) = f.cast<Complex>();
        ComplexVector x = lu.solve(b);
        // K of the reduced bodies spans ten orders of magnitude: residuals in long double.
        using Long = std::complex<long double>;
        const Eigen::SparseMatrix<Long> A_long = A.cast<Long>();
        const Eigen::Matrix<Long, Eigen::Dynamic, 1> b_long = b.cast<Long>();
        for (int k = 0; k < 4; ++k) {
            const Eigen::Matrix<Long, Eigen::Dynamic, 1> residual =
                b_long - A_long * x.cast<Long>();
            x += lu.solve(ComplexVector(residual.cast<Complex>()));
        }
        return x.head(n);
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

dynamics::Probe probe(const assembly::CoupledModel& model, std::size_t body,
                      const std::string& port, Index component)
{
    return {model.bodies[body].name + "." + port, body,
            fem::mean_row(fem::port(model.bodies[body], port), component)};
}

assembly::Sliding placed(const assembly::CoupledModel& model, double position)
{
    assembly::Sliding sliding = model.sliding[0];
    sliding.slave_X(0, 0) = position; // the lower beam begins at x = 0
    return sliding;
}

Complex value(const dynamics::FrequencyResponse& r, std::size_t output, std::size_t input, Index x,
              Index f)
{
    const dynamics::Response& response = r.response(output, input);
    return {response.real(x, f), response.imag(x, f)};
}

// The tip of the upper beam pushed in y; the tip of the lower one and that tip itself observed.
dynamics::FrequencyResponseOptions beams_options(const assembly::CoupledModel& model,
                                                 const std::vector<double>& positions,
                                                 const std::vector<double>& frequencies)
{
    dynamics::FrequencyResponseOptions options;
    options.positions = positions;
    options.frequencies_hz = frequencies;
    options.inputs = {probe(model, 1, "bottom_left", 1), probe(model, 0, "top_right", 0)};
    options.outputs = {probe(model, 0, "top_right", 1), probe(model, 1, "bottom_left", 0)};
    options.quantity = "displacement";
    return options;
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
        const test::BeamOnBeam beams = test::beam_on_beam({.mu = mu});
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

TEST_CASE("the frequency response solves the equations in the modes at every frequency",
          "[dynamics][frf]")
{
    // [s^2 + s c + omega^2, P^T; R, -Z] (q, w) = (Phi^T f, 0), dense.
    for (const double mu : {0.0, 0.1, 0.3})
        for (const dynamics::About about :
             {dynamics::About::undeformed, dynamics::About::deformed}) {
            const test::BeamOnBeam beams = test::beam_on_beam({.mu = mu});
            const dynamics::ModalModel modal = dynamics::modal_model(beams.model);
            const dynamics::StackedModes modes = dynamics::stacked_modes(modal);
            auto options = beams_options(beams.model, {0.0334721, 0.0915},
                                         {0, 5, 31.7, 146.1, 873.25, 3519, 6990, 10571, 19997});
            options.slide.about = about;
            const auto r = dynamics::frequency_response(beams.model, options);
            dynamics::Slide slide(beams.model, modal, {about});
            auto row = [&](const dynamics::Probe& probe) -> ComplexVector {
                const dynamics::ModalRows on =
                    modal.rows(probe.body, SparseMatrix(probe.row.transpose().sparseView(0, 0)));
                const Index first = on.component == 0 ? 0 : modal.components[0].n_modes();
                ComplexVector q = ComplexVector::Zero(modes.n());
                q.segment(first, on.rows.cols()) = on.rows.row(0).transpose().cast<Complex>();
                return q;
            };
            for (Index x = 0; x < r.position.size(); ++x) {
                const dynamics::LinearisedContacts at = slide.at(r.position(x));
                const Index m = modes.n(), k = at.n_rows();
                for (Index f = 0; f < r.frequency_hz.size(); ++f) {
                    const Complex s(0, 2 * std::numbers::pi * r.frequency_hz(f));
                    Eigen::MatrixXcd S = Eigen::MatrixXcd::Zero(m + k, m + k);
                    for (Index j = 0; j < m; ++j)
                        S(j, j) = s * s + s * modes.c(j) + modes.omega(j) * modes.omega(j);
                    S.topRightCorner(m, k) = at.P.transpose().cast<Complex>();
                    S.bottomLeftCorner(k, m) = at.R.cast<Complex>();
                    S.bottomRightCorner(k, k).diagonal() = -at.Z.cast<Complex>();
                    // Entries of about one: modes by the size of their diagonal.
                    Vector scale = Vector::Ones(m + k);
                    for (Index j = 0; j < m; ++j)
                        scale(j) = 1 / std::sqrt(std::abs(S(j, j)) + 1e4);
                    const Eigen::FullPivLU<Eigen::MatrixXcd> lu(scale.asDiagonal() * S *
                                                                scale.asDiagonal());
                    for (std::size_t i = 0; i < options.inputs.size(); ++i) {
                        ComplexVector b = ComplexVector::Zero(m + k);
                        b.head(m) = row(options.inputs[i]);
                        const ComplexVector u =
                            scale.asDiagonal() * lu.solve(ComplexVector(scale.asDiagonal() * b));
                        double error = 0, size = 0;
                        for (std::size_t o = 0; o < options.outputs.size(); ++o) {
                            const Complex exact =
                                (row(options.outputs[o]).transpose() * u.head(m)).value();
                            error = std::max(error, std::abs(value(r, o, i, x, f) - exact));
                            size = std::max(size, std::abs(exact));
                        }
                        CAPTURE(mu, r.position(x), r.frequency_hz(f), i);
                        CHECK(error < 1e-9 * size);
                    }
                }
            }
        }
}

TEST_CASE("about the deformed state the forces follow the motion", "[dynamics][frf]")
{
    // The stiffness of the following forces by central differences: 1e-9 of a small term.
    const double mu = 0.3;
    const test::BeamOnBeam beams = test::beam_on_beam({.mu = mu});
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
    const test::BeamOnBeam beams =
        test::beam_on_beam({.mu = 0.3, .upper = "none", .lower = "none"});
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

TEST_CASE("the reduction of the shipped beams keeps the response below 2 kHz", "[dynamics][frf]")
{
    const test::BeamOnBeam beams = test::beam_on_beam({.mu = 0.1}),
                           full = test::beam_on_beam({.mu = 0.1, .upper = "none", .lower = "none"});
    const std::vector<double> positions = {0.0334721, 0.061, 0.0915};
    std::vector<double> frequencies;
    for (int k = 0; k < 40; ++k)
        frequencies.push_back(25 + 50 * k);
    const auto reduced = dynamics::frequency_response(
        beams.model, beams_options(beams.model, positions, frequencies));
    const auto whole =
        dynamics::frequency_response(full.model, beams_options(full.model, positions, frequencies));
    std::vector<double> errors;
    for (Index x = 0; x < reduced.position.size(); ++x)
        for (Index f = 0; f < reduced.frequency_hz.size(); ++f)
            errors.push_back(std::abs(value(reduced, 0, 0, x, f) - value(whole, 0, 0, x, f)) /
                             std::abs(value(whole, 0, 0, x, f)));
    std::sort(errors.begin(), errors.end());
    CAPTURE(errors.back());
    CHECK(errors[errors.size() / 2] < 1e-6);
}

TEST_CASE("without friction input and output may change places, with friction not",
          "[dynamics][frf]")
{
    for (const double mu : {0.0, 0.3}) {
        const test::BeamOnBeam beams = test::beam_on_beam({.mu = mu});
        auto options = beams_options(beams.model, {0.0334721, 0.0915}, {100, 3519, 10571});
        options.inputs = options.outputs = {probe(beams.model, 1, "bottom_left", 1),
                                            probe(beams.model, 0, "top_right", 1)};
        const auto r = dynamics::frequency_response(beams.model, options);
        for (Index x = 0; x < 2; ++x)
            for (Index f = 0; f < 3; ++f) {
                const Complex H = value(r, 0, 1, x, f), back = value(r, 1, 0, x, f);
                CAPTURE(mu, x, f);
                if (mu == 0) // sums in another order
                    CHECK(std::abs(H - back) < 1e-11 * std::abs(H));
                else
                    CHECK(std::abs(H - back) > 1e-3 * std::abs(H));
            }
    }
}

TEST_CASE("velocity and acceleration are j Omega times displacement and velocity",
          "[dynamics][frf]")
{
    const test::BeamOnBeam beams = test::beam_on_beam({.mu = 0.1});
    auto options = beams_options(beams.model, {0.05}, {0, 100, 3519});
    const auto u = dynamics::frequency_response(beams.model, options);
    options.quantity = "velocity";
    const auto v = dynamics::frequency_response(beams.model, options);
    options.quantity = "acceleration";
    const auto a = dynamics::frequency_response(beams.model, options);
    for (Index f = 0; f < 3; ++f) {
        const Complex j_Omega(0, 2 * std::numbers::pi * u.frequency_hz(f));
        const double size = std::abs(value(u, 0, 0, 0, f)) * std::norm(j_Omega);
        CHECK(std::abs(value(v, 0, 0, 0, f) - j_Omega * value(u, 0, 0, 0, f)) <=
              1e-15 * size); // rounding of a product
        CHECK(std::abs(value(a, 0, 0, 0, f) - j_Omega * value(v, 0, 0, 0, f)) <= 1e-15 * size);
    }
}

TEST_CASE("the response at 0 Hz is the static displacement", "[dynamics][frf]")
{
    // Undeformed equilibrium: linear in the load, so a difference of two loads is a unit force.
    test::BeamOnBeam beams = test::beam_on_beam({.mu = 0.3, .s0 = 0.0501});
    const auto modal = dynamics::modal_model(beams.model);
    auto state = [&](double force) -> double {
        beams.model.loads[0].signal = assembly::Constant{force};
        const auto e =
            dynamics::sliding_equilibrium(beams.model, modal, {1}, dynamics::About::undeformed);
        return probe(beams.model, 0, "top_right", 1)
            .row.dot(modal.displacement(beams.model, 0, e.q[0], Vector::Zero(1)));
    };
    auto options = beams_options(beams.model, {}, {0});
    options.inputs = {{"upper.end", 1, beams.model.loads[0].row}};
    const auto r = dynamics::frequency_response(beams.model, options);
    CHECK(r.position(0) == Approx(0.0501).epsilon(1e-12));
    const double difference = state(-1) - state(-2);
    CHECK(r.response(0, 0).real(0, 0) ==
          Approx(difference).epsilon(1e-10)); // same modes, same sums
    CHECK(r.response(0, 0).imag(0, 0) == 0);
}

TEST_CASE("lightly damped beams resonate at their complex modes", "[dynamics][frf]")
{
    // Eigenvalues s of the saddle system in modes, damping 1e-3 and 1e-2 of the shipped: the peak
    // of a mode lies within its decay rate of Im s, and neighbours shift it by as much times their
    // distance.
    const test::BeamOnBeam beams = test::beam_on_beam({.mu = 0.1, .alpha = 2e-2, .beta = 3.6e-10});
    const auto modal = dynamics::modal_model(beams.model);
    dynamics::Slide slide(beams.model, modal, {});
    const double position = 0.0334721;
    const auto at = slide.at(position);
    // B_C q = 0 by a basis of the null space of R; forces P^T w do no work on that of P.
    const Index m = modal.n_modes();
    Vector omega2(m), c(m);
    omega2 << modal.components[0].omega.array().square(),
        modal.components[1].omega.array().square();
    c << modal.components[0].c, modal.components[1].c;
    const Matrix L_C = Matrix(at.R).fullPivLu().kernel(), L_E = Matrix(at.P).fullPivLu().kernel();
    const Matrix M = L_E.transpose() * L_C, K = L_E.transpose() * omega2.asDiagonal() * L_C;
    const Eigen::VectorXcd squares =
        Eigen::EigenSolver<Matrix>(M.lu().solve(K), false).eigenvalues();
    std::vector<double> natural;
    for (const Complex& square : squares)
        natural.push_back(std::sqrt(square).real() / (2 * std::numbers::pi));
    std::sort(natural.begin(), natural.end());
    for (std::size_t k = 0; k < 8; ++k) {
        std::vector<double> frequencies;
        const double f0 = natural[k], step = 1e-5 * f0;
        for (int i = -40; i <= 40; ++i)
            frequencies.push_back(f0 + i * step);
        const auto r = dynamics::frequency_response(
            beams.model, beams_options(beams.model, {position}, frequencies));
        std::vector<double> size;
        for (Index f = 0; f < 81; ++f)
            size.push_back(std::abs(value(r, 0, 0, 0, f)));
        const auto peak = std::max_element(size.begin(), size.end()) - size.begin();
        CAPTURE(k, f0, peak);
        // Half widths of 4 steps at 42 Hz (alpha) and of less than 2 at the others (beta).
        CHECK(std::abs(static_cast<double>(peak) - 40) <= 4);
        CHECK(size[static_cast<std::size_t>(peak)] > 1.5 * std::max(size.front(), size.back()));
    }
}

TEST_CASE("a dashpot that couples the modes acts as in the dense equations", "[dynamics][frf]")
{
    // Three masses; the dashpot from the first to ground makes the damping not classical.
    assembly::CoupledModel model;
    model.bodies.push_back(fem::lumped(
        "chain", fem::chain_network({"ground", "", {2, 1, 3}, {800, 500, 300}, {40, 0, 0}})));
    dynamics::FrequencyResponseOptions options;
    options.frequencies_hz = {0, 0.5, 2.1, 5, 40};
    options.inputs = {{"1", 0, Vector::Unit(3, 0)}, {"3", 0, Vector::Unit(3, 2)}};
    options.outputs = {{"2", 0, Vector::Unit(3, 1)}};
    options.quantity = "displacement";
    const auto r = dynamics::frequency_response(model, options);
    CHECK_FALSE(r.classical);
    CHECK(r.time.size() == 0);
    const Matrix M = model.bodies[0].M, C = model.bodies[0].C, K = model.bodies[0].K;
    for (Index f = 0; f < r.frequency_hz.size(); ++f) {
        const double w = 2 * std::numbers::pi * r.frequency_hz(f);
        const Eigen::MatrixXcd A = (K - w * w * M).cast<Complex>() + Complex(0, w) * C;
        const Eigen::MatrixXcd H = A.inverse();
        for (std::size_t i = 0; i < 2; ++i) { // 3 x 3, condition below 1e4
            const Complex exact = H(1, i == 0 ? 0 : 2);
            CHECK(std::abs(value(r, 0, i, 0, f) - exact) < 1e-11 * std::abs(exact));
        }
    }
}

TEST_CASE("damping that couples the modes of sliding beams acts as in the stacked equations",
          "[dynamics][frf]")
{
    // A dashpot between the free end of the lower beam and ground; more positions than modes would
    // need whole inverses, fewer take columns: both.
    test::BeamOnBeam beams = test::beam_on_beam({.mu = 0.3});
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

TEST_CASE("the numbers do not depend on threads or on the other positions", "[dynamics][frf]")
{
    const test::BeamOnBeam beams = test::beam_on_beam({.mu = 0.1});
    std::vector<double> positions, frequencies;
    for (int k = 0; k < 500; ++k)
        positions.push_back(0.011 + 1e-4 * k);
    for (int k = 0; k < 200; ++k)
        frequencies.push_back(97.0 * k);
    auto options = beams_options(beams.model, positions, frequencies);
    const auto one = dynamics::frequency_response(beams.model, options);
    options.threads = 3;
    const auto three = dynamics::frequency_response(beams.model, options);
    for (std::size_t k = 0; k < one.responses.size(); ++k) {
        CHECK(one.responses[k].real == three.responses[k].real);
        CHECK(one.responses[k].imag == three.responses[k].imag);
    }
    const auto alone = dynamics::frequency_response(
        beams.model, beams_options(beams.model, {positions[321]}, frequencies));
    for (Index f = 0; f < 200; ++f) // other blocks of the products: round-off of sums
        CHECK(std::abs(value(alone, 0, 0, 0, f) - value(one, 0, 0, 321, f)) <=
              1e-10 * std::abs(value(one, 0, 0, 321, f)));

    int asked = 0;
    const auto stopped = dynamics::frequency_response(
        beams.model, options, [&asked](double) -> bool { return ++asked < 2; });
    CHECK(stopped.interrupted);
    REQUIRE(stopped.position.size() > 0);
    REQUIRE(stopped.position.size() < 500);
    CHECK(stopped.response(0, 0).real == one.response(0, 0).real.topRows(stopped.position.size()));
}

TEST_CASE("two masses on a joint respond where one of them alone would resonate", "[dynamics][frf]")
{
    // Undamped; the joint (contact springs that stick, stiffness k along its normal) is no part of
    // the modes. At sqrt(k1 / m1) and, of the free mass, at 0 Hz the sums over modes are infinite,
    // the response is not.
    const double m1 = 2, k1 = 800, m2 = 3, k = 500;
    assembly::CoupledModel model;
    model.bodies.push_back(fem::lumped("one", fem::chain_network({"ground", "", {m1}, {k1}, {}})));
    model.bodies.push_back(
        fem::lumped("two", {.masses = {{"m", {{"x", m2}}}}, .springs = {}, .dashpots = {}}));
    Matrix normal(2, 1);
    normal << 0, 1;
    assembly::Joint joint{
        "pad", {}, {0, normal.sparseView()}, assembly::RowsOn{1, normal.sparseView()}, {}};
    joint.law = contact::ElasticCoulomb{.k_t = 100, .k_n = k, .friction = 0.5, .preload = 10};
    model.joints.push_back(joint);
    dynamics::FrequencyResponseOptions options;
    options.inputs = {{"two.m.x", 1, Vector::Ones(1)}};
    options.outputs = {{"one.m1.x", 0, Vector::Ones(1)}};
    options.quantity = "displacement";
    options.frequencies_hz = {0, std::sqrt(k1 / m1) / (2 * std::numbers::pi), 7.7};
    auto exact = [&](double f) -> double { // k / det
        const double w2 = std::pow(2 * std::numbers::pi * f, 2);
        return k / ((k1 + k - w2 * m1) * (k - w2 * m2) - k * k);
    };
    const auto r = dynamics::frequency_response(model, options);
    for (Index f = 0; f < 3; ++f) {
        CHECK(r.response(0, 0).real(0, f) == Approx(exact(r.frequency_hz(f))).epsilon(1e-12));
        CHECK(r.response(0, 0).imag(0, f) == 0);
    }
}

TEST_CASE("a block on two feet answers through friction as its balance says", "[dynamics][frf]")
{
    // A force f in y anywhere on the block takes f off the sum of the normal forces, whatever the
    // feet share; so x follows -mu f / (k - m Omega^2 + j Omega c), dragged along by the track.
    const double m = 3, k = 1200, c = 5, mu = 0.4, half_base = 0.25, height = 0.4;
    assembly::CoupledModel model;
    model.bodies.push_back(fem::rigid(
        "block", {.mass = m,
                  .inertia = 0.2,
                  .at = {0, height},
                  .points = {{"front", {half_base, -height}}, {"rear", {-half_base, -height}}}}));
    Matrix face(2, 2);
    face << -5, 0, 5, 0;
    model.bodies.push_back(fem::rigid(
        "track",
        {.mass = 1, .polylines = {{"face", face}}, .fixed = {"centre.y", "centre.rotation"}}));
    model.motions.push_back(
        assembly::make_motion("belt", 1, fem::port(model.bodies[1], "centre"), 0));
    model.motions[0].velocity = 0.5;
    auto row = [&](const std::string& port, Index component) -> dynamics::Probe {
        return {port, 0, fem::mean_row(fem::port(model.bodies[0], port), component)};
    };
    assembly::Joint spring{
        "spring", {}, {0, row("centre", 0).row.transpose().sparseView()}, {}, {}};
    spring.law = contact::Linear{{k}, {c}};
    model.joints.push_back(spring);
    model.loads.push_back({"press", {}, 0, row("centre", 1).row, assembly::Constant{-30}});
    for (const std::string foot : {"rear", "front"})
        model.sliding.push_back(assembly::make_sliding(
            foot, model.bodies, 0, fem::port(model.bodies[0], foot), 1,
            fem::port(model.bodies[1], "face"), contact::ConstantFriction{mu}));
    dynamics::FrequencyResponseOptions options;
    options.quantity = "displacement";
    options.frequencies_hz = {0, 1, std::sqrt(k / m) / (2 * std::numbers::pi), 50};
    options.inputs = {row("centre", 0), row("centre", 1), row("front", 1)};
    options.outputs = {row("centre", 0), row("rear", 1)};
    for (const dynamics::About about : {dynamics::About::undeformed, dynamics::About::deformed}) {
        options.slide.about = about;
        const auto r = dynamics::frequency_response(model, options);
        CHECK(r.n_rows == (about == dynamics::About::deformed ? 6 : 2));
        for (Index f = 0; f < 4; ++f) {
            const double w = 2 * std::numbers::pi * r.frequency_hz(f);
            const Complex H = 1.0 / Complex(k - m * w * w, w * c);
            CAPTURE(r.frequency_hz(f));
            // Sums of three modes; k - m Omega^2 loses digits at the resonance.
            CHECK(std::abs(value(r, 0, 0, 0, f) - H) < 1e-11 * std::abs(H));
            CHECK(std::abs(value(r, 0, 1, 0, f) + mu * H) < 1e-11 * std::abs(H));
            CHECK(std::abs(value(r, 0, 2, 0, f) + mu * H) < 1e-11 * std::abs(H));
            CHECK(std::abs(value(r, 1, 0, 0, f)) < 1e-11 * std::abs(H)); // the feet stay down
        }
    }
}

TEST_CASE("what a frequency response refuses", "[dynamics][frf]")
{
    const test::BeamOnBeam beams = test::beam_on_beam({.mu = 0.1});
    auto message = [](const assembly::CoupledModel& model,
                      const dynamics::FrequencyResponseOptions& options) -> std::string {
        try {
            (void)dynamics::frequency_response(model, options);
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    };
    const auto good = beams_options(beams.model, {0.05}, {100});
    CHECK(message(beams.model, good).empty());
    auto options = good;
    options.frequencies_hz = {};
    CHECK_THAT(message(beams.model, options), Contains("frequencies_hz = []"));
    options.frequencies_hz = {10, -1};
    CHECK_THAT(message(beams.model, options),
               Contains("frequencies_hz = -1; expected a number >= 0"));
    options = good;
    options.inputs.clear();
    CHECK_THAT(message(beams.model, options), Contains("inputs = []"));
    options = good;
    options.quantity = "jerk";
    CHECK_THAT(message(beams.model, options),
               Contains("allowed: displacement, velocity, acceleration"));
    options = good;
    options.positions = {0.05, 0.13};
    CHECK_THAT(
        message(beams.model, options),
        Contains("positions.to = 0.13; the master surface of contact rub reaches from 0 to 0.1 m"));
    options.positions = {};
    options.slide.t_start = 0.2;
    options.times = {0.1, 0.3};
    CHECK_THAT(message(beams.model, options),
               Contains("times.from = 0.1; the motions begin at t_start = 0.2 s"));
    options.times = {0.3, 5};
    CHECK_THAT(message(beams.model, options), Contains("times.to = 5") && Contains("at 0.1537 m"));
    options = good;
    options.outputs = {probe(beams.model, 1, "right", 0)};
    options.outputs[0].name = "upper.end.x";
    CHECK_THAT(message(beams.model, options),
               Contains("outputs = \"upper.end.x\"; a support or an imposed motion holds it"));

    test::BeamOnBeam still = test::beam_on_beam({.mu = 0});
    still.model.motions[0].velocity = 0;
    CHECK_THAT(message(still.model, good), Contains("position = 0.05; no motion slides the slave"));

    // Nothing holds a free mass at 0 Hz; a mass on a spring resonates.
    assembly::CoupledModel mass;
    mass.bodies.push_back(
        fem::lumped("m", {.masses = {{"m", {{"x", 2.0}}}}, .springs = {}, .dashpots = {}}));
    options = good;
    options.positions = {};
    options.inputs = options.outputs = {{"m.m.x", 0, Vector::Ones(1)}};
    options.frequencies_hz = {1, 0};
    CHECK_THAT(message(mass, options), Contains("at 0 Hz the response is infinite"));
    mass.bodies[0] = fem::lumped("m", fem::chain_network({"ground", "", {2}, {800}, {}}));
    options.frequencies_hz = {1, 20 / (2 * std::numbers::pi)};
    CHECK_THAT(message(mass, options), Contains("at 3.18") && Contains("the response is infinite"));
    options.positions = {0.1};
    CHECK_THAT(message(mass, options),
               Contains("position = 0.1; the model has no sliding contact"));

    CHECK_THROWS_WITH(dynamics::check_frequency_response(beams.model, good, 10),
                      Contains("the result would take") && Contains("take larger steps"));
}
