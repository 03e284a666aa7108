#include "dynamics/orbits/label_equations.hpp"

#include "base/dense_eigen.hpp"
#include "base/dense_solve.hpp"
#include "contact/laws/law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace slideway::dynamics {

using continuation::Equations;

namespace {

// Step of central differences of the map, relative to the size of a state. The truncation error is
// 1e-10; a step ten times smaller leaves round-off.
constexpr double beside = 1e-5;
// Where the force jumps at a stop, the derivative of a motion does at grazing: maps are at most so
// far from it, a share of the distance of the nearest extremum, and a curve ends at a distance of
// so much of the scale of stops. Maps nearer than that are round-off.
constexpr double of_room = 0.1, grazes = 1e-6;

} // namespace

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

// Angle of the drive over the map.
double LabelEquations::whole_angle() const
{
    return (form_.half ? 1 : 2) * std::numbers::pi * form_.periods;
}

bool LabelEquations::move_on(Vector& y, Vector& tangent, double q, double phase, double angle)
{
    const Index m = size();
    if (!move(y(m), q))
        return false;
    PassageOptions options;
    options.tolerance = options_.tolerance;
    options.by = options_.by;
    const Passage part = family_.passage(y.head(m), phase, angle / family_.system().Omega, options);
    if (!part.failure.empty())
        return false;
    y.head(m) = part.end;
    if (tangent.size() > 0)
        tangent.head(m) =
            (part.by.leftCols(m) * tangent.head(m) +
             tangent(m) * family_.by_parameter(part.by, part.rate, angle, 0) +
             tangent(tangent.size() - 1) * family_.by_parameter(part.by, part.rate, angle, 1))
                .eval();
    return true;
}

bool LabelEquations::to_own_phase(Vector& y, double q)
{
    Vector none;
    return form_.phase == 0 || move_on(y, none, q, 0, form_.phase);
}

bool LabelEquations::to_phase_0(Vector& y, Vector& tangent, double q)
{
    if (form_.phase == 0)
        return true;
    if (!move_on(y, tangent, q, form_.phase, whole_angle() - form_.phase))
        return false;
    if (form_.half)
        for (Vector* states : {&y, &tangent})
            states->head(size()) *= -1;
    return true;
}

bool LabelEquations::map(const VectorIn& z, Map& out) const
{
    const double angle = whole_angle();
    const double sign = form_.half ? -1 : 1;
    out.part = family_.passage(z, form_.phase, angle / family_.system().Omega, options_);
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
    const Svd<Complex> given_svd = svd(A, SingularVectors::full);
    b_ = given_svd.U.col(size() - 1);
    c_ = given_svd.V.col(size() - 1);
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
        const auto part = [&](Complex given_value) -> double {
            return imaginary ? given_value.imag() : given_value.real();
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
    const double Omega = family_.system().Omega, whole = whole_angle();
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
    const double given_value = extremum.by(family_.column(i)),
                 value = i == 0 ? family_.value() : family_.second_value();
    return (level ? given_value / value : given_value) -
           family_.derivative(i, [this](const std::vector<ModalLaw>& joints) -> double {
               return stops_of(joints)[stop_].level;
           });
}

} // namespace slideway::dynamics
