#include "dynamics/orbits/label_curves.hpp"

#include "base/dense_eigen.hpp"
#include "base/dense_solve.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "contact/laws/law_face.hpp"
#include "continuation/rescaled_trace.hpp"
#include "dynamics/orbits/orbit_tracer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <utility>

namespace slideway::dynamics {

using continuation::Branch;
using continuation::Equations;
using continuation::PointKind;
using continuation::Problem;
using continuation::Solution;

namespace {

// Step of central differences of the map, relative to the size of a state. The truncation error is
// 1e-10; a step ten times smaller leaves round-off.
constexpr double beside = 1e-5;
// Where the force jumps at a stop, the derivative of a motion does at grazing: maps are at most so
// far from it, a share of the distance of the nearest extremum, and a curve ends at a distance of
// so much of the scale of stops. Maps nearer than that are round-off.
constexpr double of_room = 0.1, grazes = 1e-6;
// A branch point at which a motion of an asymmetric branch is its own mirror, share of its size.
constexpr double own_mirror = 1e-6;

class LabelEquations {
public:
    LabelEquations(const OrbitFamily& family, const OrbitForm& form, OrbitLabel label,
                   double tolerance);

    [[nodiscard]] Index size() const { return 2 * family_.m(); } ///< size of a state
    [[nodiscard]] bool turns() const { return label_ == OrbitLabel::neimark_sacker; }
    [[nodiscard]] Index n() const { return size() + (turns() ? 2 : 1); }
    /// Unknowns of a state and both parameters; empty if there is no motion.
    [[nodiscard]] Vector start(const Vector& z, double p, double q);
    bool evaluate(const Vector& y, double q, Equations& out);
    /// Borders as they are best at the last point.
    void take_borders();
    [[nodiscard]] OrbitFamily& family() { return family_; }
    /// Whether a motion grazes a stop at which the force jumps, so that the label ends there.
    [[nodiscard]] bool ends(const Vector& y, double q);

private:
    struct Map {
        Vector F, by_p, by_q;
        Matrix M;
        Passage part;
    };
    bool map(const VectorIn& z, Map& out) const;
    [[nodiscard]] Complex mu(const Vector& y) const;
    [[nodiscard]] ComplexMatrix bordered(const Matrix& M, Complex mu) const;
    [[nodiscard]] Matrix scaled(const Matrix& M) const;
    bool add_singular(const Vector& y, Equations& out);
    bool add_grazing(Equations& out);
    void choose_borders(const Matrix& M, Complex mu);
    [[nodiscard]] const MotionExtremum* nearest() const;
    [[nodiscard]] double by_parameter(const MotionExtremum& extremum, std::size_t i) const;
    bool move(double p, double q);
    void watch();
    [[nodiscard]] double room() const;

    OrbitFamily family_;
    OrbitForm form_;
    OrbitLabel label_;
    PassageOptions options_;
    Vector scale_; // of a state: 1 / omega, 1
    Map at_, beside_;
    ComplexVector b_, c_; // borders
    ComplexVector v_, w_; // of the last point
    // Grazing: the stop, and the phase of the drive at which it was last touched.
    std::vector<DisplacementStop> stops_;
    std::size_t stop_ = 0;
    double phase_ = 0;
};

LabelEquations::LabelEquations(const OrbitFamily& family, const OrbitForm& form, OrbitLabel label,
                               double tolerance)
    : family_(family), form_(form), label_(label)
{
    options_.tolerance = tolerance;
    options_.by = family_.derived_by();
    options_.derive_extrema = label == OrbitLabel::grazing;
    watch();
    scale_ = Vector::Ones(size());
    scale_.head(family_.m()) = family_.energy_weights().cwiseInverse();
}

bool LabelEquations::move(double p, double q)
{
    if (!family_.move_to(p) || !family_.move_second_to(q))
        return false;
    watch();
    return true;
}

// Stops at which something changes at grazing: all, or those at which the force jumps.
void LabelEquations::watch()
{
    const std::vector<ModalLaw>& joints = family_.joints();
    stops_ = stops_of(joints);
    options_.watched = watched_by(stops_, joints);
    if (label_ == OrbitLabel::grazing)
        return;
    std::erase_if(stops_, [&](const DisplacementStop& stop) -> bool {
        return !(joints[stop.joint].law->bound(stop.row, 0).damping > 0);
    });
    if (stops_.empty())
        options_.watched.clear();
}

// Distance of the nearest extremum of the last motion from a stop.
double LabelEquations::room() const
{
    double least = std::numeric_limits<double>::infinity();
    for (const DisplacementStop& stop : stops_)
        for (const MotionExtremum& extremum : at_.part.extrema)
            if (extremum.of == stop.of)
                least = std::min(least, std::abs(extremum.value - stop.level));
    return least;
}

bool LabelEquations::ends(const Vector& y, double q)
{
    if (label_ == OrbitLabel::grazing || !move(y(size()), q) || stops_.empty() ||
        !map(y.head(size()), at_))
        return false;
    double scale = 0;
    for (const DisplacementStop& stop : stops_)
        scale = std::max(scale, std::abs(stop.level));
    return room() <= grazes * scale;
}

bool LabelEquations::map(const VectorIn& z, Map& out) const
{
    const double angle = (form_.half ? 1 : 2) * std::numbers::pi * form_.periods;
    const double sign = form_.half ? -1 : 1;
    out.part = family_.passage(z, 0, angle / family_.system().Omega, options_);
    if (!out.part.failure.empty())
        return false;
    out.F = sign * out.part.end - z;
    out.M = sign * out.part.by.leftCols(size());
    out.by_p = sign * family_.by_parameter(out.part.by, out.part.rate, angle, 0);
    out.by_q = sign * family_.by_parameter(out.part.by, out.part.rate, angle, 1);
    return true;
}

Complex LabelEquations::mu(const Vector& y) const
{
    return turns() ? std::polar(1.0, y(n() - 1)) : label_ == OrbitLabel::fold ? 1.0 : -1.0;
}

Matrix LabelEquations::scaled(const Matrix& M) const
{
    return scale_.cwiseInverse().asDiagonal() * M * scale_.asDiagonal();
}

ComplexMatrix LabelEquations::bordered(const Matrix& M, Complex mu) const
{
    const Index m = size();
    ComplexMatrix A = ComplexMatrix::Zero(m + 1, m + 1);
    A.topLeftCorner(m, m) = scaled(M).cast<Complex>();
    A.topLeftCorner(m, m).diagonal().array() -= mu;
    A.col(m).head(m) = b_;
    A.row(m).head(m) = c_.adjoint();
    return A;
}

// Singular vectors of the smallest singular value.
void LabelEquations::choose_borders(const Matrix& M, Complex mu)
{
    ComplexMatrix A = scaled(M).cast<Complex>();
    A.diagonal().array() -= mu;
    const Svd<Complex> decomposition = svd(A, SingularVectors::full);
    b_ = decomposition.U.col(size() - 1);
    c_ = decomposition.V.col(size() - 1);
    if (!turns()) { // real ones, except for a factor
        Index largest = 0;
        c_.cwiseAbs().maxCoeff(&largest);
        c_ = (c_ / c_(largest)).real().normalized().cast<Complex>();
        b_.cwiseAbs().maxCoeff(&largest);
        b_ = (b_ / b_(largest)).real().normalized().cast<Complex>();
    }
}

void LabelEquations::take_borders()
{
    if (label_ == OrbitLabel::grazing || v_.size() == 0)
        return;
    c_ = v_.normalized();
    b_ = w_.conjugate().normalized();
}

Vector LabelEquations::start(const Vector& z, double p, double q)
{
    if (!move(p, q) || !map(z, at_))
        return {};
    Vector y(n());
    y.head(size()) = z;
    y(size()) = p;
    if (label_ == OrbitLabel::grazing) {
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < stops_.size(); ++i)
            for (const MotionExtremum& extremum : at_.part.extrema)
                if (extremum.of == stops_[i].of &&
                    std::abs(extremum.value - stops_[i].level) < least) {
                    least = std::abs(extremum.value - stops_[i].level);
                    stop_ = i;
                    phase_ = extremum.time * family_.system().Omega;
                }
        return y;
    }
    if (turns()) {
        const ComplexVector values = eigenvalues(at_.M);
        double least = std::numeric_limits<double>::infinity();
        for (const Complex& value : values)
            if (value.imag() > 0 && std::abs(std::abs(value) - 1) < least) {
                least = std::abs(std::abs(value) - 1);
                y(n() - 1) = std::arg(value);
            }
    }
    choose_borders(at_.M, mu(y));
    return y;
}

bool LabelEquations::evaluate(const Vector& y, double q, Equations& out)
{
    const Index m = size();
    if (!move(y(m), q) || !map(y.head(m), at_))
        return false;
    out.F_x.setZero();
    out.F_p.setZero();
    out.F.head(m) = at_.F;
    out.F_x.topLeftCorner(m, m) = at_.M;
    out.F_x.topLeftCorner(m, m).diagonal().array() -= 1;
    out.F_x.col(m).head(m) = at_.by_p;
    out.F_p.head(m) = at_.by_q;
    return label_ == OrbitLabel::grazing ? add_grazing(out) : add_singular(y, out);
}

// g and its gradient, in scaled states; of a complex g, its parts.
bool LabelEquations::add_singular(const Vector& y, Equations& out)
{
    const Index m = size();
    const Complex value = mu(y);
    const Lu<Complex> lu(bordered(at_.M, value));
    const ComplexVector right = lu.solve(ComplexVector::Unit(m + 1, m)),
                        left = lu.solve_transposed(ComplexVector::Unit(m + 1, m));
    if (!right.allFinite() || !left.allFinite())
        return false;
    v_ = right.head(m);
    w_ = left.head(m);
    const Complex g = right(m);
    ComplexVector values(m + 2); // state, p, q
    values.setZero();
    double length = beside * energy_size(scale_.head(family_.m()).cwiseInverse(), y.head(m));
    for (const DisplacementStop& stop : stops_) {
        const Vector& row = options_.watched[stop.of].row;
        length =
            std::min(length, of_room * room() / row.cwiseProduct(scale_.head(row.size())).norm());
    }
    for (const bool imaginary : {false, true}) {
        Vector part = v_.real();
        if (imaginary)
            part = v_.imag();
        if (!(part.norm() > 0))
            continue;
        const double e = length / part.norm();
        for (const int sign : {1, -1}) {
            const Vector z = y.head(m) + sign * e * scale_.cwiseProduct(part);
            if (!map(z, beside_))
                return false;
            const Complex factor =
                (imaginary ? Complex(0, 1) : Complex(1)) * (-static_cast<double>(sign) / (2 * e));
            // w . S^-1 (M, by_p, by_q), states unscaled.
            const ComplexVector w = w_.cwiseQuotient(scale_.cast<Complex>());
            values.head(m) += factor * (beside_.M.transpose() * w);
            values(m) += factor * (w.transpose() * beside_.by_p)(0);
            values(m + 1) += factor * (w.transpose() * beside_.by_q)(0);
        }
    }
    const Complex by_angle = Complex(0, 1) * value * (w_.transpose() * v_)(0);
    for (Index row = m; row < n(); ++row) {
        const bool imaginary = row > m;
        const auto part = [&](Complex test_value) -> double {
            return imaginary ? test_value.imag() : test_value.real();
        };
        out.F(row) = part(g);
        for (Index i = 0; i <= m; ++i)
            out.F_x(row, i) = part(values(i));
        if (turns())
            out.F_x(row, m + 1) = part(by_angle);
        out.F_p(row) = part(values(m + 1));
    }
    return true;
}

const MotionExtremum* LabelEquations::nearest() const
{
    const MotionExtremum* found = nullptr;
    double least = std::numeric_limits<double>::infinity();
    const double Omega = family_.system().Omega,
                 whole = (form_.half ? 1 : 2) * std::numbers::pi * form_.periods;
    for (const MotionExtremum& extremum : at_.part.extrema) {
        if (extremum.of != stops_[stop_].of)
            continue;
        const double apart = std::abs(extremum.time * Omega - phase_),
                     around = std::min(apart, std::abs(whole - apart));
        if (around < least) {
            least = around;
            found = &extremum;
        }
    }
    return found;
}

bool LabelEquations::add_grazing(Equations& out)
{
    const Index m = size();
    const MotionExtremum* extremum = nearest();
    if (!extremum)
        return false;
    phase_ = extremum->time * family_.system().Omega;
    out.F(m) = extremum->value - stops_[stop_].level;
    out.F_x.row(m).head(m) = extremum->by.head(m).transpose();
    out.F_x(m, m) = by_parameter(*extremum, 0);
    out.F_p(m) = by_parameter(*extremum, 1);
    return true;
}

// Derivative of an extremum beyond its stop by parameter i.
double LabelEquations::by_parameter(const MotionExtremum& extremum, std::size_t i) const
{
    const bool level =
        (i == 0 ? family_.parameter() : family_.second()).kind == OrbitParameter::Kind::level;
    const double test_value = extremum.by(family_.column(i)),
                 value = i == 0 ? family_.value() : family_.second_value();
    return (level ? test_value / value : test_value) -
           family_.derivative(i, [this](const std::vector<ModalLaw>& joints) -> double {
               return stops_of(joints)[stop_].level;
           });
}

// Scales as in OrbitScales. The first parameter is scaled by its value, an angle by 1 rad.
continuation::Scales scales_of(OrbitScales& states, const VectorIn& y, Index size, double q)
{
    const continuation::Scales state = states(y.head(size), q);
    continuation::Scales scales;
    scales.x = Vector::Ones(y.size());
    scales.x.head(size) = state.x;
    scales.x(size) = std::abs(y(size));
    scales.p = state.p;
    return scales;
}

// The form in which the label is regular, from phase 0 alone. Of motions that are their own mirror
// by the half period: both extrema of a pair graze at once, and branch points are regular there.
std::optional<OrbitForm> form_of(const OrbitFamily& family, const OrbitBranch& branch, Index k)
{
    OrbitForm form = branch.form;
    form.nodes = 1;
    const auto is_own_mirror = [&]() -> bool {
        if (form.half || form.periods % 2 == 0 || !family.asymmetry().empty())
            return form.half;
        OrbitEquations equations(family, form, {}, PassageOptions().tolerance);
        return equations.symmetry_index(branch.branch.x.col(k).head(2 * family.m()),
                                        branch.branch.p(k)) <= own_mirror;
    };
    switch (branch.labels.at(static_cast<std::size_t>(k))) {
    case OrbitLabel::fold:
    case OrbitLabel::grazing:
    case OrbitLabel::neimark_sacker:
        form.half = is_own_mirror();
        return form;
    case OrbitLabel::period_doubling:
        return form;
    case OrbitLabel::branch_point:
        form.half = is_own_mirror();
        return form.half ? std::optional(form) : std::nullopt;
    case OrbitLabel::none:
    case OrbitLabel::start:
    case OrbitLabel::bound:
    case OrbitLabel::frequency:
        break;
    }
    return std::nullopt;
}

Matrix on_states(const Matrix& Z)
{
    Matrix both = Matrix::Zero(2 * Z.rows(), 2 * Z.cols());
    both.topLeftCorner(Z.rows(), Z.cols()) = both.bottomRightCorner(Z.rows(), Z.cols()) = Z;
    return both;
}

// The label of a motion in which joints alike move alike, on the part of the system that such
// motions have: there it is not several labels at once. Empty for other motions.
std::optional<LabelCurve> curve_on_part(const OrbitFamily& family, const OrbitBranch& branch,
                                        Index k, const LabelCurveOptions& o,
                                        const Progress& progress)
{
    constexpr double same_states = 1e-8; // what Newton's method leaves of a symmetry
    const std::optional<OrbitFamily::Part> part = family.part_alike();
    if (!part)
        return std::nullopt;
    const Matrix both = on_states(part->Z);
    const Vector z = branch.branch.x.col(k).head(both.rows()), y = both.transpose() * z;
    if ((z - both * y).norm() > same_states * z.norm())
        return std::nullopt;
    OrbitBranch on_part;
    on_part.form = branch.form;
    on_part.labels = {branch.labels[static_cast<std::size_t>(k)]};
    on_part.branch.x = y;
    on_part.branch.p = branch.branch.p.segment(k, 1);
    LabelCurve out = label_curve(part->family, on_part, 0, o, progress);
    const auto whole = [&both](const Matrix& matrix) -> Matrix {
        const Index rest = matrix.rows() - both.cols();
        Matrix rows(both.rows() + rest, matrix.cols());
        rows << both * matrix.topRows(both.cols()), matrix.bottomRows(rest);
        return rows;
    };
    out.branch.x = whole(out.branch.x);
    out.branch.tangent = whole(out.branch.tangent);
    return out;
}

void check(const LabelCurveOptions& o)
{
    OrbitBranchOptions as;
    as.from = o.from;
    as.to = o.to;
    as.tolerance = o.tolerance;
    as.max_step = o.max_step;
    as.max_points = o.max_points;
    check(as);
}

} // namespace

bool has_curve(const OrbitFamily& family, const OrbitBranch& branch, Index k)
{
    return form_of(family, branch, k).has_value();
}

LabelCurve label_curve(const OrbitFamily& family, const OrbitBranch& branch, Index k,
                       const LabelCurveOptions& o, const Progress& progress)
{
    check(o);
    const std::optional<OrbitForm> form = form_of(family, branch, k);
    if (!form)
        throw std::invalid_argument("label_curve: a label without a curve");
    if (std::optional<LabelCurve> on_part = curve_on_part(family, branch, k, o, progress))
        return std::move(*on_part);
    LabelCurve out;
    out.label = branch.labels[static_cast<std::size_t>(k)];
    out.form = *form;
    LabelEquations equations(family, *form, out.label, o.step_tolerance);
    const Index size = equations.size();
    const double q = family.second_value();
    if (q < std::min(o.from, o.to) || q > std::max(o.from, o.to))
        throw InputError("range", number_text(q), "the second parameter begins outside of it");
    const Vector y = equations.start(branch.branch.x.col(k).head(size), branch.branch.p(k), q);
    if (y.size() == 0) {
        out.branch.back = {continuation::Stop::failed, 0, "the motion breaks off", {}};
        return out;
    }
    Problem problem;
    problem.evaluate = [&equations](const Vector& x, double p, Equations& label_equations) -> bool {
        return equations.evaluate(x, p, label_equations);
    };
    continuation::Monitor& own = problem.monitors.emplace_back();
    own.name = "second parameter of the system";
    own.zeros = true;
    own.value = [q](const Solution& solution) -> double { return solution.p - q; };
    if (equations.turns()) { // ends where the pair becomes real
        continuation::Monitor& angle = problem.monitors.emplace_back();
        angle.name = "sine of the angle";
        angle.stop = true;
        angle.value = [size](const Solution& curve_solution) -> double {
            return std::sin(curve_solution.x(size + 1));
        };
    }
    continuation::Options options;
    options.p_min = std::min(o.from, o.to);
    options.p_max = std::max(o.from, o.to);
    options.newton.residual_tol = o.tolerance;
    options.max_step = o.max_step;
    options.first_step = o.max_step / 4;
    options.min_step = std::min(1e-9, o.max_step / 4);
    options.max_points = o.max_points;
    options.branch_points = false;
    OrbitScales states{family.energy_weights(), 1, options.p_max - options.p_min};
    continuation::RescaledTrace along{
        problem, options,
        [states, size](const VectorIn& x, double p) mutable -> continuation::Scales {
            return scales_of(states, x, size, p);
        },
        progress,
        [&equations](Branch& so_far) -> bool {
            describe_refusal(so_far.back, equations.family());
            equations.take_borders();
            const Index last = so_far.n_points() - 1;
            if (continuation::interrupted(so_far) ||
                !equations.ends(so_far.x.col(last), so_far.p(last)))
                return true;
            so_far.back.stop = continuation::Stop::monitor;
            so_far.back.message = "meets grazing, where the force jumps: beyond, there is no such "
                                  "label but at the grazing";
            return false;
        }};
    along.options.scales = along.scales_at(y, q);
    const Vector both = Vector::Unit(y.size() + 1, size) + Vector::Unit(y.size() + 1, y.size());
    out.tolerance = along.options.newton.residual_tol =
        tolerance_over_keys(equations.family(), problem, y, q, both, along.options);
    out.branch = along.begin(continuation::start_of(y, q, -1));
    if (!out.branch.closed() && !continuation::interrupted(out.branch) &&
        out.branch.n_points() > 0) {
        out.branch = continuation::reversed(std::move(out.branch));
        (void)equations.start(out.branch.x.col(out.branch.n_points() - 1).head(size),
                              out.branch.x(size, out.branch.n_points() - 1), q);
        along.take_up(out.branch);
    }
    return out;
}

} // namespace slideway::dynamics
