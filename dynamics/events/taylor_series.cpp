#include "dynamics/events/taylor_series.hpp"

#include "base/error.hpp"
#include "base/lanes.hpp"
#include "base/text.hpp"
#include "contact/laws/law.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace slideway::dynamics {

namespace {

constexpr Index width = static_cast<Index>(lanes_width);

// The coefficients two orders below the last may shorten a step by this factor, if a symmetry of
// the motion makes the last ones vanish. For exponentials they do not shorten it.
constexpr double slack = 1.25;

// Largest relative error of reactions, because contact_states decides to that accuracy after an
// event. With tolerances of only 1e-3, one in forty motions of sticking contacts would have endless
// events.
constexpr double of_reactions = 1e-10;

// Smallest first radii of the polynomial of a function [m, or m in the unit of time], of a model
// that rests.
constexpr double shortest_radius = 1e-12;

Index up_to_lanes(Index n)
{
    return (n + width - 1) / width * width;
}

// Adds to `value` (2 order + width numbers) factor times k times coefficient k of the integral of
// a b' from the start. All coefficients of the product of the two series are used, because it
// decreases later than the series do.
SLIDEWAY_CLONES_4 void add_integral(const double* a, Index a_step, const double* b, Index b_step,
                                    double factor, double* value)
{
    constexpr Index order = TaylorSeries::order;
    std::array<double, 3 * order + 2 * width> rate{}; // coefficient 0 at `order`, zeros around
    for (Index l = 1; l <= order; ++l)
        rate[static_cast<std::size_t>(order + l)] = factor * static_cast<double>(l) * b[l * b_step];
    for (Index n = 0; n <= 2 * order; n += width) {
        Lanes sum = {};
        for (Index j = std::max<Index>(0, n - order); j <= std::min(order, n + width - 1); ++j)
            sum += a[j * a_step] * lanes(rate.data() + order + n - j);
        sum += lanes(value + n);
        std::memcpy(value + n, &sum, sizeof sum);
    }
}

SLIDEWAY_INLINE void store(double* value, const Lanes& x)
{
    std::memcpy(value, &x, sizeof x);
}

} // namespace

TaylorSeries::TaylorSeries(const SwitchedModel& model, const SwitchedPhases& phases, double unit,
                           bool works)
    : model_(model), phases_(phases), unit_(unit), works_(works)
{
    const JointedSystem& s = model.system;
    const Index m = s.n_modes();
    for (const ModalLaw& joint : s.joints) {
        first_row_.push_back(first_contact_);
        first_contact_ += joint.on.rows.rows();
    }
    first_contact_ = up_to_lanes(first_contact_);
    const Index rows = first_contact_ + up_to_lanes(s.n_contacts());

    stiffness_ = unit * unit * s.modes.omega.cwiseAbs2();
    damping_ = unit * s.modes.c;
    if (!s.modes.classical())
        coupled_damping_ = unit * s.modes.D;
    constant_ = unit * unit * s.p0;
    cosine_ = unit * unit * s.p.real();
    sine_ = -unit * unit * s.p.imag();
    B_ = Matrix::Zero(rows, m);
    ComplexVector follow = ComplexVector::Zero(rows);
    for (std::size_t j = 0; j < s.joints.size(); ++j) {
        const JointOnModes& modes = s.joints[j].on;
        B_.middleRows(first_row_[j], modes.rows.rows()) = modes.rows;
        follow.segment(first_row_[j], modes.rows.rows()) = modes.follow;
    }
    B_.middleRows(first_contact_, s.n_contacts()) = s.B;
    follow.segment(first_contact_, s.n_contacts()) = s.r;
    follow_cosine_ = follow.real();
    follow_sine_ = -follow.imag();
    follow_ = follow.cwiseAbs();
    moved_ = !follow_.isZero(0);
    row_norm_ = B_.rowwise().norm();
    pull_ = unit * unit * B_.transpose();
    B_lanes_.resize(width, m * rows / width);
    for (Index g = 0; g < rows / width; ++g)
        B_lanes_.middleCols(g * m, m) = B_.middleRows(g * width, width);

    load_ = a_ = Vector::Zero(m);
    q_ = damped_ = Matrix::Zero(m, order + 1);
    r_ = f_ = square_ = Matrix::Zero(rows, order + 1);
    e_ = Matrix::Zero(2, order + 2);
    work_ = Matrix::Zero(2 * order + width, 3);
    seen_ = Matrix::Zero(2, order + 1);
    f_constant_ = f_stiffness_ = f_damping_ = f_cubic_ = Vector::Zero(rows);
}

void TaylorSeries::take_joint(std::size_t j)
{
    if (const contact::Law& law = model_.system.joints[j].law; law.is_state_function()) {
        for (Index i = 0; i < model_.system.joints[j].on.rows.rows(); ++i) {
            functions_.emplace_back(law, first_row_[j] + i);
            acting_.push_back(first_row_[j] + i);
        }
        return;
    }
    const contact::JointPiece& piece = phases_.pieces[j];
    const Index first = first_row_[j], n = piece.at.size();
    for (Index i = 0; i < n; ++i) {
        const Index row = first + i;
        f_constant_(row) = piece.constant(i);
        for (Index l = 0; l < n; ++l) {
            const double k = piece.stiffness(i, l), c = piece.damping(i, l) / unit_;
            f_constant_(row) -= k * piece.at(l);
            if (l == i) {
                f_stiffness_(row) = k;
                f_damping_(row) = c;
            } else if (k != 0 || c != 0) {
                couplings_.push_back({row, first + l, k, c});
            }
        }
        f_cubic_(row) = piece.cubic(i);
        cubic_ = cubic_ || piece.cubic(i) != 0;
        if (piece.constant(i) != 0 || piece.cubic(i) != 0 || !piece.stiffness.row(i).isZero(0) ||
            !piece.damping.row(i).isZero(0) ||
            std::any_of(piece.corners.begin(), piece.corners.end(),
                        [i](const contact::SmoothedCorner& c) { return c.row == i; }) ||
            std::any_of(piece.terms.begin(), piece.terms.end(),
                        [i](const contact::JointPiece::Term& t) { return t.row == i; }))
            acting_.push_back(row);
    }
    for (PolynomialSeries& polynomial : polynomials_of(piece, first))
        polynomials_.push_back(std::move(polynomial));
    for (const contact::SmoothedCorner& corner : piece.corners)
        corners_.emplace_back(corner, first + corner.row);
    int number = 0;
    for (const contact::JointPiece::Guard& guard : piece.guards) {
        Form form{guard.constant, guard.size, terms_.size()};
        for (Index i = 0; i < n; ++i)
            if (guard.by_r(i) != 0 || guard.by_v(i) != 0)
                terms_.push_back({first + i, guard.by_r(i), guard.by_v(i)});
        form.end = terms_.size();
        forms_.push_back(form);
        guards_.push_back({0, false, j, number++, guard.row});
    }
}

void TaylorSeries::take_contacts()
{
    const JointedSystem& s = model_.system;
    f_.bottomRows(f_.rows() - first_contact_).setZero();
    for (const Index i : phases_.held.rows())
        for (const int number : {0, 1}) {
            guards_.push_back({0, true, static_cast<std::size_t>(i), number, 0});
            forms_.push_back({s.limit_at_rest(i), s.limit_at_rest(i), 0, 0, first_contact_ + i,
                              number == 0 ? -1.0 : 1.0});
        }
    for (Index i = 0; i < s.n_contacts(); ++i) {
        const int side = phases_.contacts[static_cast<std::size_t>(i)];
        f_(first_contact_ + i, 0) = phases_.friction(i);
        if (side == 0)
            continue;
        guards_.push_back({0, true, static_cast<std::size_t>(i), 0, 0});
        forms_.push_back({0, 0, terms_.size(), terms_.size() + 1});
        terms_.push_back({first_contact_ + i, 0, static_cast<double>(side)});
    }
    held_.resize(static_cast<Index>(phases_.held.rows().size()));
}

void TaylorSeries::take_phases()
{
    guards_.clear();
    forms_.clear();
    terms_.clear();
    couplings_.clear();
    corners_.clear();
    functions_.clear();
    polynomials_.clear();
    acting_.clear();
    cubic_ = false;
    load_ = constant_ - unit_ * unit_ * phases_.friction_load;
    take_contacts();
    for (std::size_t j = 0; j < first_row_.size(); ++j)
        take_joint(j);
}

// cos and sin of the drive: e^(k+1) = j Omega unit e^(k) / (k + 1).
void TaylorSeries::drive(double t)
{
    const Complex e = model_.drive(t);
    const double turn = model_.system.Omega * unit_;
    e_(0, 0) = e.real();
    e_(1, 0) = e.imag();
    for (int k = 0; k <= order; ++k) {
        e_(0, k + 1) = -turn / (k + 1) * e_(1, k);
        e_(1, k + 1) = turn / (k + 1) * e_(0, k);
    }
}

SLIDEWAY_INLINE void TaylorSeries::rows_at(int k)
{
    const double c = e_(0, k), s = e_(1, k);
    const double* q = q_.data() + k * m();
    const double* B = B_lanes_.data();
    double* r = r_.data() + k * r_.rows();
    for (Index row = 0; row < r_.rows(); row += width) {
        Lanes sum = lanes(follow_cosine_.data() + row) * c + lanes(follow_sine_.data() + row) * s;
        for (Index i = 0; i < m(); ++i, B += width)
            sum += lanes(B) * q[i];
        store(r + row, sum);
    }
}

// Forces of the joints; needs r up to k + 1.
SLIDEWAY_INLINE void TaylorSeries::forces_at(int k)
{
    const Index rows = r_.rows();
    const double* r = r_.data();
    for (Index row = 0; row < first_contact_; row += width) {
        Lanes f = lanes(f_stiffness_.data() + row) * lanes(r + k * rows + row) +
                  lanes(f_damping_.data() + row) * lanes(r + (k + 1) * rows + row) * (k + 1.0);
        if (k == 0)
            f += lanes(f_constant_.data() + row);
        if (cubic_) {
            Lanes square = {}, cube = {};
            for (int j = 0; j <= k; ++j)
                square += lanes(r + j * rows + row) * lanes(r + (k - j) * rows + row);
            store(square_.data() + k * rows + row, square);
            const double* s = square_.data();
            for (int j = 0; j <= k; ++j)
                cube += lanes(s + j * rows + row) * lanes(r + (k - j) * rows + row);
            f += lanes(f_cubic_.data() + row) * cube;
        }
        store(f_.data() + k * rows + row, f);
    }
    for (const Coupling& coupling : couplings_)
        f_(coupling.row, k) +=
            coupling.k * r_(coupling.col, k) + coupling.c * (k + 1) * r_(coupling.col, k + 1);
    for (CornerSeries& corner : corners_)
        f_(corner.row(), k) +=
            k == 0 ? corner.begin(r_(corner.row(), 0)) : corner.next(k, r_(corner.row(), k));
    for (PolynomialSeries& polynomial : polynomials_)
        f_(polynomial.row(), k) += force_of(polynomial, k);
    for (FunctionSeries& function : functions_)
        f_(function.row(), k) += force_of(function, k);
}

double TaylorSeries::force_of(PolynomialSeries& polynomial, int k) const
{
    const Index row = polynomial.row();
    return polynomial.next(k, r_(row, k), (k + 1) * r_(row, k + 1) / unit_);
}

// A motion goes about as far in a step as its velocity takes it, or as the row is from rest, or as
// constant loads move it; its velocity changes by about as much in a unit of time. The polynomial
// reaches several times farther, so that it does not limit the step of a law that is a polynomial.
double TaylorSeries::force_of(FunctionSeries& function, int k) const
{
    const Index row = function.row();
    const FunctionSeries::State state{r_(row, k), (k + 1) * r_(row, k + 1) / unit_};
    if (k > 0)
        return function.next(k, state);
    const double distance = std::max({std::abs(r_(row, 1)), std::abs(r_(row, 0)),
                                      row_norm_(row) * unit_ * unit_ * model_.steady_force}),
                 far = std::max(16 * distance, shortest_radius);
    const double f = function.begin(state, {far, far / unit_});
    if (std::isnan(f)) {
        const auto joint = std::upper_bound(first_row_.begin(), first_row_.end(), row) - 1;
        const ModalLaw& there =
            model_.system.joints[static_cast<std::size_t>(joint - first_row_.begin())];
        throw InputError(
            "joint." + there.name + ".law", "\"" + std::string(there.law->keyword()) + "\"",
            "its force is not smooth at r = " + number_text(state.r) + " m" +
                (function.depends_on_velocity() ? ", v = " + number_text(state.v) + " m/s" : "") +
                "; expected a force without kinks and noise, or law = \"gap\"");
    }
    return f;
}

// Q_{k+2} from forces of order k.
SLIDEWAY_INLINE void TaylorSeries::modes_at(int k)
{
    const Index n = m();
    const double c = e_(0, k), s = e_(1, k);
    const double *q = q_.data() + k * n, *v = q + n;
    double* a = a_.data();
    for (Index i = 0; i < n; ++i)
        a[i] = cosine_(i) * c + sine_(i) * s - stiffness_(i) * q[i];
    if (k == 0)
        for (Index i = 0; i < n; ++i)
            a[i] += load_(i);
    if (coupled_damping_.size() == 0)
        for (Index i = 0; i < n; ++i)
            a[i] -= damping_(i) * (k + 1) * v[i];
    else
        for (Index j = 0; j < n; ++j)
            for (Index i = 0; i < n; ++i)
                a[i] -= coupled_damping_(i, j) * (k + 1) * v[j];
    for (const Index row : acting_) {
        const double f = f_(row, k);
        const double* pull = pull_.data() + row * n;
        for (Index i = 0; i < n; ++i)
            a[i] -= pull[i] * f;
    }
    if (held_.size() > 0)
        hold(k);
    double* next = q_.data() + (k + 2) * n;
    for (Index i = 0; i < n; ++i)
        next[i] = a[i] / ((k + 1.0) * (k + 2.0));
}

// The reactions that leave contacts that stick no acceleration of order k.
void TaylorSeries::hold(int k)
{
    const std::vector<Index>& stick = phases_.held.rows();
    const double rate = (k + 1.0) * (k + 2.0);
    for (std::size_t n = 0; n < stick.size(); ++n) {
        const Index row = first_contact_ + stick[n];
        held_(static_cast<Index>(n)) =
            B_.row(row).dot(a_) +
            rate * (follow_cosine_(row) * e_(0, k + 2) + follow_sine_(row) * e_(1, k + 2));
    }
    phases_.held.solve_in_place(held_);
    for (std::size_t n = 0; n < stick.size(); ++n) {
        const Index row = first_contact_ + stick[n];
        const double reaction = held_(static_cast<Index>(n));
        a_.noalias() -= reaction * B_.row(row).transpose();
        f_(row, k) = reaction / (unit_ * unit_);
    }
}

SLIDEWAY_CLONES_4 void TaylorSeries::expand(const Vector& y, double t)
{
    const Index n = m();
    drive(t);
    q_.col(0) = y.head(n);
    q_.col(1) = unit_ * y.segment(n, n);
    rows_at(0);
    for (int k = 0; k + 2 <= order; ++k) {
        rows_at(k + 1);
        forces_at(k);
        modes_at(k);
    }
    rows_at(order);
    q_size_ = q_.col(0).norm();
    v_size_ = q_.col(1).norm();
    force_size_ = unit_ * unit_ * model_.steady_force;
    force_size_ += stiffness_.cwiseProduct(q_.col(0)).norm();
    for (const Index row : acting_)
        force_size_ += unit_ * unit_ * row_norm_(row) * std::abs(f_(row, 0));
    if (works_) {
        work_.row(0) = y.tail(3).transpose();
        sum_works();
    }
}

// Adds the works of the drive, of the dampers and of the joints.
void TaylorSeries::sum_works()
{
    const double per_square = 1 / (unit_ * unit_);
    work_.bottomRows(work_.rows() - 1).setZero();
    // The drive sees the modes by its loads, and the forces of the rows that it moves.
    seen_.row(0).noalias() = per_square * cosine_.transpose() * q_;
    seen_.row(1).noalias() = per_square * sine_.transpose() * q_;
    for (const Index i : {0, 1})
        add_integral(e_.data() + i, 2, seen_.data() + i, 2, 1, work_.col(0).data());
    if (moved_) {
        seen_.row(0).noalias() = follow_cosine_.transpose() * f_;
        seen_.row(1).noalias() = follow_sine_.transpose() * f_;
        for (const Index i : {0, 1})
            add_integral(seen_.data() + i, 2, e_.data() + i, 2, 1, work_.col(0).data());
    }
    // c q' q', the first of them a series of its own.
    for (int k = 0; k < order; ++k)
        if (coupled_damping_.size() > 0)
            damped_.col(k).noalias() = (k + 1) * coupled_damping_ * q_.col(k + 1);
        else
            damped_.col(k) = (k + 1) * damping_.cwiseProduct(q_.col(k + 1));
    for (Index i = 0; i < m(); ++i)
        add_integral(damped_.data() + i, m(), q_.data() + i, m(), per_square, work_.col(1).data());
    for (const Index row : acting_)
        add_integral(f_.data() + row, f_.rows(), r_.data() + row, r_.rows(), 1,
                     work_.col(2).data());
    for (Index i = 0; i < 3; ++i)
        for (int k = 1; k <= 2 * order; ++k)
            work_(k, i) /= k;
}

double TaylorSeries::reach_of(const Shares& shares, double tolerance)
{
    double reach = std::numeric_limits<double>::infinity();
    for (int i = 0; i < static_cast<int>(shares.size()); ++i) {
        const int k = order - 3 + i, then = std::max(k, k + 2 * (k + 2 <= order));
        if (const double share = shares[static_cast<std::size_t>(i)]; share > 0)
            reach = std::min(reach, -std::log2(share) / k + std::log2(tolerance) / then +
                                        (then > k ? std::log2(slack) : 0));
    }
    return std::exp2(reach);
}

double TaylorSeries::reach(double tolerance, double h) const
{
    const double s = h / unit_;
    const double v_size = v_size_ + s * force_size_;
    const double q_size = q_size_ + s * v_size;
    Shares shares;
    for (int i = 0; i < static_cast<int>(shares.size()); ++i) {
        const int k = order - 3 + i;
        const double last = q_.col(k).norm();
        double share = last > 0 ? std::max(last / q_size, k * last / (s * v_size)) : last;
        if (held_.size() > 0 && last > 0) // reactions hold accelerations
            share = std::max(share, k * (k - 1) * last / (s * s * force_size_) * tolerance /
                                        std::min(tolerance, of_reactions));
        shares[static_cast<std::size_t>(i)] = share;
    }
    return reach_of(shares, tolerance) * unit_;
}

double TaylorSeries::reach_of_corners(double tolerance, double h) const
{
    double s = h / unit_;
    for (const CornerSeries& corner : corners_)
        s = std::min(s, corner.reach(r_.row(corner.row()), tolerance, s));
    Eigen::Matrix<double, 1, order + 1> v = Eigen::Matrix<double, 1, order + 1>::Zero();
    for (const FunctionSeries& function : functions_) {
        const auto r = r_.row(function.row());
        for (int k = 0; k < order && function.depends_on_velocity(); ++k)
            v(k) = (k + 1) * r(k + 1) / unit_;
        s = std::min(s, function.reach(r, v, tolerance, s));
    }
    return has_corners() ? s * unit_ : h;
}

void TaylorSeries::at(double tau, Vector& y) const
{
    const Index n = m();
    const double s = tau / unit_;
    double *q = y.data(), *v = q + n;
    for (Index i = 0; i < n; ++i) {
        double value = 0, rate = 0;
        for (int k = order; k >= 0; --k) {
            rate = rate * s + value;
            value = value * s + q_(i, k);
        }
        q[i] = value;
        v[i] = rate / unit_;
    }
    for (Index i = 0; works_ && i < 3; ++i) {
        double value = 0;
        for (int k = 2 * order; k >= 0; --k)
            value = value * s + work_(k, i);
        y(2 * n + i) = value;
    }
}

void TaylorSeries::displacement(const Vector& row, Complex follow, double tau,
                                StepPolynomial& out) const
{
    const double s = tau / unit_;
    double power = 1;
    for (Index k = 0; k <= order; ++k, power *= s)
        out[static_cast<std::size_t>(k)] =
            power * (row.dot(q_.col(k)) + follow.real() * e_(0, k) - follow.imag() * e_(1, k));
}

// Over a step of s units: a rate that is round-off of the forces is none beside it.
double TaylorSeries::scale_of(const Form& form, double s) const
{
    const JointedSystem& system = model_.system;
    if (form.reaction >= 0) {
        const double force =
            unit_ * unit_ * model_.steady_force + stiffness_.cwiseProduct(q_.col(0)).norm();
        return form.size + force / (unit_ * unit_ * row_norm_(form.reaction));
    }
    const double v_size = v_size_ + s * force_size_, q_size = q_size_ + s * v_size;
    double scale = form.size;
    for (std::size_t i = form.first; i < form.end; ++i) {
        const Term& term = terms_[i];
        const double norm = row_norm_(term.row), follow = follow_(term.row);
        scale += std::abs(term.r) * (norm * q_size + follow) +
                 std::abs(term.v) * (norm * v_size / unit_ + system.Omega * follow);
    }
    return scale;
}

void TaylorSeries::guards_over(double h, double tolerance, std::vector<GuardPolynomial>& out) const
{
    out.resize(forms_.size());
    const double s = h / unit_;
    for (std::size_t g = 0; g < forms_.size(); ++g) {
        const Form& form = forms_[g];
        StepPolynomial& p = out[g].p;
        p.fill(0);
        if (form.reaction >= 0)
            for (int k = 0; k + 2 <= order; ++k)
                p[static_cast<std::size_t>(k)] = form.side * f_(form.reaction, k);
        for (std::size_t i = form.first; i < form.end; ++i) {
            const Term& term = terms_[i];
            const double rate = term.v / unit_;
            for (int k = 0; k <= order; ++k)
                p[static_cast<std::size_t>(k)] +=
                    term.r * r_(term.row, k) +
                    (k < order ? rate * (k + 1) * r_(term.row, k + 1) : 0);
        }
        p[0] += form.constant;
        double power = s;
        for (std::size_t k = 1; k < p.size(); ++k, power *= s)
            p[k] *= power;
        out[g].scale = scale_of(form, s);
        out[g].error = guards_[g].contact ? std::min(tolerance, of_reactions) : 0;
    }
}

} // namespace slideway::dynamics
