#include "dynamics/orbits/isolation.hpp"

#include "base/dense_eigen.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace slideway::dynamics {

namespace {

// Distance from +1 within which multipliers of a motion are counted. Motions of a sheet have the
// defective multiplier 1 twice, so its error is the square root of that of the map.
constexpr double near_one = 0.1;
// Ratio of the smallest to the largest singular value below which motions are examined. Thousands
// of contacts with stops 1e6 times as stiff as the structure leave 1e-5 of a zero.
constexpr double nearly_singular = 1e-3;
// Distances of the examined motions, as shares of the size of the motion. Stiff contacts bend a
// sheet, and the first distance at which it is found counts.
constexpr double distances[] = {1e-2, 1e-3, 1e-4};
// Directions of the examined motions in the plane of the two smallest singular values. If curves
// cross at a point, most of these motions leave residuals of the square of the distance.
constexpr double directions[][2] = {{1, 0},      {-1, 0},     {0.7, 0.7},
                                    {0.7, -0.7}, {-0.7, 0.7}, {-0.7, -0.7}};
constexpr double of_square = 0.1; // largest residual of a sheet, as a share of that square
// Phases of the drive [rad] behind that of the equations. A sheet is hardly bent at a phase without
// contact.
constexpr double phases[] = {0, 1, 2, 3};
// Share of the largest singular value below which the equations determine nothing.
constexpr double undetermined = 1e-8;
// Largest ratio of residuals that count as equal.
constexpr double as_small = 10;
constexpr int most_steps = 6; // of Newton's method, which converges quadratically

// Equations in y: states relative to the size of the motion, the parameter relative to its value.
class RelativeEquations {
public:
    RelativeEquations(OrbitEquations& equations, const Vector& x, double p)
        : equations_(equations), weight_(equations.family().energy_weights()),
          size_(energy_size(weight_, x)), unit_(x.size() + 1)
    {
        const Index n = x.size(), m = weight_.size();
        for (Index k = 0; k < n; k += 2 * m) {
            unit_.segment(k, m) = size_ * weight_.cwiseInverse();
            unit_.segment(k + m, m).setConstant(size_);
        }
        unit_(n) = p != 0 ? std::abs(p) : 1;
        at_ = {Vector::Zero(n), Matrix::Zero(n, n), Vector::Zero(n)};
        y_.resize(n + 1);
        y_ << x, p;
        y_.array() /= unit_.array();
    }

    [[nodiscard]] const Vector& y() const { return y_; }
    [[nodiscard]] bool evaluate(const Vector& y)
    {
        const Index n = unit_.size() - 1;
        return size_ > 0 &&
               equations_.evaluate(unit_.head(n).cwiseProduct(y.head(n)), unit_(n) * y(n), at_);
    }
    [[nodiscard]] double residual() const { return energy_size(weight_, at_.F) / size_; }
    [[nodiscard]] Vector F() const { return at_.F.cwiseQuotient(unit_.head(at_.F.size())); }
    [[nodiscard]] Matrix derivative() const
    {
        const Index n = at_.F.size();
        Matrix J(n, n + 1);
        J << at_.F_x, at_.F_p;
        return unit_.head(n).cwiseInverse().asDiagonal() * J * unit_.asDiagonal();
    }

private:
    OrbitEquations& equations_;
    Vector weight_;
    double size_;
    Vector unit_, y_;
    continuation::Equations at_;
};

// True if Newton's method finds a solution near y in the space `across`, with steps of at most
// `reach`.
bool solves_near(RelativeEquations& equations, Vector y, const Matrix& across, double enough,
                 double reach)
{
    for (int k = 0; k < most_steps; ++k) {
        if (!equations.evaluate(y))
            return false;
        if (equations.residual() <= enough)
            return true;
        const Svd<double> given =
            svd(Matrix(equations.derivative() * across), SingularVectors::thin);
        Vector along = given.U.transpose() * equations.F();
        for (Index i = 0; i < along.size(); ++i)
            along(i) =
                given.values(i) > undetermined * given.values(0) ? along(i) / given.values(i) : 0;
        const Vector step = across * (given.V * along);
        if (!(step.norm() <= reach))
            return false;
        y -= step;
    }
    return false;
}

// True if solutions lie around a motion, on all sides in a plane.
bool is_in_sheet(RelativeEquations& equations, double tolerance)
{
    const Vector& y = equations.y();
    const Index n = y.size() - 1;
    if (n < 2 || !equations.evaluate(y))
        return false;
    const double enough = std::max(tolerance, as_small * equations.residual());
    const Svd<double> all = svd(equations.derivative(), SingularVectors::full);
    if (all.values(n - 1) > nearly_singular * all.values(0))
        return false;
    const Matrix across = all.V.leftCols(n - 1);
    return std::any_of(std::begin(distances), std::end(distances), [&](double distance) -> bool {
        return enough <= of_square * distance * distance &&
               std::all_of(std::begin(directions), std::end(directions), [&](const auto& way) {
                   const Vector from =
                       y + distance * (way[0] * all.V.col(n - 1) + way[1] * all.V.col(n));
                   return solves_near(equations, from, across, enough, distance / 2);
               });
    });
}

} // namespace

std::string not_isolated(double tolerance)
{
    return "the motion is not isolated: all motions beside it repeat themselves to the tolerance "
           "of " +
           number_text(tolerance, 2) +
           ", as free motions without damping that are much faster than the drive, or in a ratio "
           "of "
           "small numbers to it; add damping, or begin with another start or parameter";
}

bool is_isolated(OrbitEquations& equations, const Vector& x, double p, double tolerance,
                 double step_tolerance)
{
    const ComplexVector& multipliers = equations.at(x, p).stability.multipliers;
    if (std::count_if(multipliers.begin(), multipliers.end(),
                      [](const Complex& value) { return std::abs(value - 1.0) <= near_one; }) < 2)
        return true;
    for (const double phase : phases) {
        OrbitForm form = equations.form();
        Vector moved = x, none;
        if (!equations.move_on(moved, none, p, form.phase, phase))
            continue;
        form.phase += phase;
        OrbitEquations later(equations.family(), form, {}, step_tolerance);
        RelativeEquations relative(later, moved, p);
        if (is_in_sheet(relative, tolerance))
            return false;
    }
    return true;
}

} // namespace slideway::dynamics
