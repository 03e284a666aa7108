#include "dynamics/events/taylor_columns.hpp"

#include "base/error.hpp"
#include "base/lanes.hpp"
#include "dynamics/events/system_change.hpp"
#include "dynamics/modal/alike_joints.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

namespace slideway::dynamics {

namespace {

constexpr Index width = static_cast<Index>(lanes_width);

SLIDEWAY_INLINE void add(double* value, const Lanes& x)
{
    const Lanes sum = lanes(value) + x;
    std::memcpy(value, &sum, sizeof sum);
}

// Pieces, and the numbers of their corners, are linear in each number of their law: a difference of
// any width is their derivative.
contact::JointPiece piece_change(const contact::JointLaw& up, const contact::JointLaw& down,
                                 double over, const contact::JointPhases& phases)
{
    contact::JointPiece high, low;
    contact::piece_of(up, phases, high);
    contact::piece_of(down, phases, low);
    // constant - stiffness at, as one: both may hold the number.
    contact::JointPiece change = high;
    change.constant =
        (high.constant - high.stiffness * high.at - low.constant + low.stiffness * low.at) / over;
    change.at.setZero();
    change.cubic = (high.cubic - low.cubic) / over;
    change.stiffness = (high.stiffness - low.stiffness) / over;
    change.damping = (high.damping - low.damping) / over;
    for (contact::JointPiece::Term& term : change.terms)
        term.of.value /= over;
    for (contact::JointPiece::Term term : low.terms) {
        term.of.value /= -over;
        change.terms.push_back(term);
    }
    for (std::size_t g = 0; g < change.guards.size(); ++g)
        change.guards[g].constant = (high.guards[g].constant - low.guards[g].constant) / over;
    for (std::size_t c = 0; c < change.corners.size(); ++c) {
        const contact::SmoothedCorner &more = high.corners[c], &less = low.corners[c];
        change.corners[c] = {more.row, (more.at - less.at) / over,
                             (more.stiffness - less.stiffness) / over,
                             (more.rate - less.rate) / over};
    }
    return change;
}

// Laws with more and with less of a number, and the difference of these numbers.
TaylorColumns::LawChange law_change(const contact::JointLaw& law, const std::string& number)
{
    // A law that is no polynomial may be any function of its number.
    const double part = law->is_state_function() ? 1e-4 : 0.5;
    const double value = law->parameter(number), step = value != 0 ? part * value : 1;
    return {law->with(number, value + step), law->with(number, value != 0 ? value - step : 0),
            value != 0 ? 2 * step : step};
}

} // namespace

void check_derivatives(const JointedSystem& system, const DerivedBy& derivatives)
{
    if (system.n_contacts() > 0)
        throw InputError("joint." + system.names.front() +
                         ": rigid dry friction has no derivatives here");
    for (const ModalLaw& joint : system.joints) {
        const Vector zero = Vector::Zero(joint.on.rows.rows());
        if (!joint.law->phases_at(zero, zero).memory.empty())
            throw InputError("joint." + joint.name + ".law",
                             "\"" + std::string(joint.law->keyword()) + "\"",
                             "there are no derivatives of a law with memory");
    }
    if (derivatives.number) {
        if (derivatives.number->joint >= system.joints.size())
            throw std::invalid_argument("check_derivatives: no such joint");
        (void)system.joints[derivatives.number->joint].law->parameter(derivatives.number->name);
    }
    for (const auto& change : derivatives.changes)
        if (change->stiffness.rows() != system.n_modes() ||
            change->joints.size() != system.joints.size())
            throw std::invalid_argument("check_derivatives: a change of another system");
}

TaylorColumns::TaylorColumns(const TaylorSeries& series, const DerivedBy& derivatives)
    : series_(series), by_number_(derivatives.number)
{
    const JointedSystem& s = series.model_.system;
    n_ = derivatives.start ? 2 * m() : derivatives.direction ? 1 : 0;
    if (derivatives.Omega)
        Omega_ = n_++;
    if (derivatives.level)
        level_ = n_++;
    if (derivatives.number)
        number_ = n_++;
    if (derivatives.damping)
        xi_ = n_++;
    held_ = derivatives.changes;
    for (const auto& change : held_)
        changes_.push_back(change_of(*change, n_++));
    width_ = (n_ + width - 1) / width * width;
    load_rate_ = 2 * s.Omega * s.inertia - Complex(0, 1) * s.drag;
    follow_ = ComplexVector::Zero(series.first_contact_);
    for (std::size_t j = 0; j < s.joints.size(); ++j)
        follow_.segment(series.first_row_[j], s.joints[j].on.follow.size()) = s.joints[j].on.follow;
    state_ = Matrix::Zero(2 * m(), n_);
    if (derivatives.start)
        state_.leftCols(2 * m()).setIdentity();
    constexpr Index orders = TaylorSeries::order + 1;
    q_ = Vector::Zero(orders * m() * width_);
    r_ = Vector::Zero(orders * series.first_contact_ * width_);
    f_ = Vector::Zero(series.first_contact_ * width_);
    e_.resize(orders);
    de_.resize(orders);
    dg_ = Vector::Zero(n_);
    square_ = Matrix::Zero(series.first_contact_, orders);
    q_end_ = Vector::Zero(m());
}

TaylorColumns::Change TaylorColumns::change_of(const SystemChange& change, Index column) const
{
    const double unit = series_.unit_, square = unit * unit;
    const Index rows = series_.first_contact_;
    Change out{change,
               column,
               Matrix::Zero(rows, m()),
               Matrix::Zero(m(), rows),
               ComplexVector::Zero(rows),
               square * change.stiffness,
               unit * change.damping,
               square * change.p0,
               square * change.p,
               std::vector<PieceChange>(change.joints.size())};
    for (std::size_t j = 0; j < change.joints.size(); ++j) {
        const SystemChange::OnJoint& joint = change.joints[j];
        const Index first = series_.first_row_[j], n = joint.rows.rows();
        out.rows.middleRows(first, n) = joint.rows;
        out.pull.middleCols(first, n) = square * joint.pull;
        out.follow.segment(first, n) = joint.follow;
    }
    return out;
}

void TaylorColumns::take_phases()
{
    pulling_ = series_.acting_;
    const std::vector<ModalLaw>& joints = series_.model_.system.joints;
    const auto pulls = [&](std::size_t j) {
        const Index first = series_.first_row_[j];
        for (Index row = first; row < first + joints[j].on.rows.rows(); ++row)
            if (std::find(pulling_.begin(), pulling_.end(), row) == pulling_.end())
                pulling_.push_back(row);
    };
    if (by_number_) {
        pulls(by_number_->joint);
        const LawChange change = law_change(joints[by_number_->joint].law, by_number_->name);
        number_piece_ = piece_change(change, by_number_->joint);
    }
    for (Change& change : changes_)
        for (std::size_t j = 0; j < joints.size(); ++j) {
            pulls(j);
            const SystemChange::OnJoint& joint = change.of.joints[j];
            change.pieces[j] = piece_change({joint.high, joint.low, change.of.width}, j);
        }
}

TaylorColumns::PieceChange TaylorColumns::piece_change(const LawChange& change,
                                                       std::size_t joint) const
{
    const Index first = series_.first_row_[joint],
                rows = series_.model_.system.joints[joint].on.rows.rows();
    PieceChange out{{}, {}, {}, change};
    out.piece.clear(rows);
    if (!change.high->is_state_function()) {
        out.piece = dynamics::piece_change(change.high, change.low, change.width,
                                           series_.phases_.joints[joint]);
        out.polynomials = polynomials_of(out.piece, first);
        return out;
    }
    if (change.high->is_of_script() || alike(change.high, change.low, rows))
        return out; // no key changes it
    for (Index row = first; row < first + rows; ++row)
        out.functions.push_back(
            {FunctionSeries(out.law.high, row), FunctionSeries(out.law.low, row)});
    return out;
}

void TaylorColumns::pass(const std::vector<bool>& hit, double t)
{
    for (std::size_t g = 0; g < hit.size(); ++g) {
        if (!hit[g])
            continue;
        const Guard& guard = series_.guards_[g];
        const TaylorSeries::Form& form = series_.forms_[g];
        const Index first = series_.first_row_[guard.index];
        double beta = 0;
        for (std::size_t i = form.first; i < form.end; ++i) {
            const TaylorSeries::Term& term = series_.terms_[i];
            const Index row = term.row - first;
            const double change = series_.phases_.pieces[guard.index].damping(row, row) -
                                  series_.f_damping_(term.row) * series_.unit_;
            if (term.v != 0) {
                beta = 0; // the guard is the force: it ends at zero
                break;
            }
            beta += change / term.r;
        }
        if (beta == 0)
            continue;
        dg_.setZero();
        for (std::size_t i = form.first; i < form.end; ++i) {
            const TaylorSeries::Term& term = series_.terms_[i];
            dg_ += term.r * (series_.B_.row(term.row) * state_.topRows(m())).transpose();
            if (Omega_ >= 0)
                dg_(Omega_) +=
                    term.r * (follow_(term.row) * Complex(0, t) * series_.model_.drive(t)).real();
            if (level_ >= 0)
                dg_(level_) += term.r * (follow_(term.row) * series_.model_.drive(t)).real();
        }
        const auto number = static_cast<std::size_t>(guard.number);
        if (by_number_ && by_number_->joint == guard.index)
            dg_(number_) += number_piece_.piece.guards[number].constant;
        for (const Change& change : changes_) {
            double& dg = dg_(change.column);
            dg += change.pieces[guard.index].piece.guards[number].constant;
            for (std::size_t i = form.first; i < form.end; ++i) {
                const TaylorSeries::Term& term = series_.terms_[i];
                dg += term.r * (change.rows.row(term.row).dot(q_end_) +
                                (change.follow(term.row) * series_.model_.drive(t)).real());
            }
        }
        for (std::size_t i = form.first; i < form.end; ++i)
            state_.bottomRows(m()).noalias() -=
                beta * series_.B_.row(series_.terms_[i].row).transpose() * dg_.transpose();
    }
}

// The drive e^{j Omega t}, and j t times it, by which it changes with Omega.
void TaylorColumns::vary_drive(double t)
{
    for (std::size_t k = 0; k < e_.size(); ++k) {
        e_[k] = Complex(series_.e_(0, static_cast<Index>(k)), series_.e_(1, static_cast<Index>(k)));
        de_[k] = Complex(0, 1) * (t * e_[k] + (k > 0 ? series_.unit_ * e_[k - 1] : 0.0));
    }
}

SLIDEWAY_INLINE void TaylorColumns::rows_at(int k)
{
    const double* dq = q(k);
    for (Index row = 0; row < series_.first_contact_; ++row) {
        double* dr = r(k) + row * width_;
        for (Index c = 0; c < width_; c += width) {
            Lanes sum = {};
            for (Index i = 0; i < m(); ++i)
                sum += lanes(dq + i * width_ + c) * series_.B_(row, i);
            std::memcpy(dr + c, &sum, sizeof sum);
        }
        if (Omega_ >= 0)
            dr[Omega_] += (follow_(row) * de_[static_cast<std::size_t>(k)]).real();
        if (level_ >= 0)
            dr[level_] += (follow_(row) * e_[static_cast<std::size_t>(k)]).real();
    }
    for (const Change& change : changes_)
        vary_rows(k, change);
}

void TaylorColumns::vary_rows(int k, const Change& change)
{
    for (Index row = 0; row < series_.first_contact_; ++row)
        r(k)[row * width_ + change.column] +=
            change.rows.row(row).dot(series_.q_.col(k)) +
            (change.follow(row) * e_[static_cast<std::size_t>(k)]).real();
}

void TaylorColumns::vary_law(int k, std::size_t joint, PieceChange& law, Index column)
{
    const contact::JointPiece& change = law.piece;
    const Index first = series_.first_row_[joint];
    for (Index i = 0; i < change.at.size(); ++i) {
        const auto r = series_.r_.row(first + i);
        double df = k == 0 ? change.constant(i) : 0;
        df += change.stiffness(i, i) * r(k) +
              change.damping(i, i) / series_.unit_ * (k + 1) * r(k + 1);
        if (change.cubic(i) != 0) {
            auto square = square_.row(first + i);
            square(k) = 0;
            for (int j = 0; j <= k; ++j)
                square(k) += r(j) * r(k - j);
            for (int j = 0; j <= k; ++j)
                df += change.cubic(i) * square(j) * r(k - j);
        }
        f_((first + i) * width_ + column) += df;
    }
    auto position = change.corners.begin();
    for (const CornerSeries& corner : series_.corners_)
        if (corner.row() >= first && corner.row() < first + change.at.size())
            f_(corner.row() * width_ + column) += corner.change(k, *position++);
    for (PolynomialSeries& polynomial : law.polynomials)
        f_(polynomial.row() * width_ + column) += series_.force_of(polynomial, k);
    for (auto& [high, low] : law.functions)
        f_(high.row() * width_ + column) +=
            (series_.force_of(high, k) - series_.force_of(low, k)) / law.law.width;
}

template <class Series>
SLIDEWAY_INLINE void TaylorColumns::add_slopes(int k, const std::vector<Series>& list)
{
    for (const Series& series : list)
        for (Index c = 0; c < width_; c += width) {
            const Index column_index = series.row() * width_ + c;
            Lanes sum = {};
            for (int j = 0; j <= k; ++j)
                sum += series.by_r(k - j) * lanes(r(j) + column_index);
            for (int j = 0; j <= k && series.depends_on_velocity(); ++j)
                sum +=
                    series.by_v(k - j) * (j + 1) / series_.unit_ * lanes(r(j + 1) + column_index);
            add(f_.data() + column_index, sum);
        }
}

SLIDEWAY_INLINE void TaylorColumns::forces_at(int k)
{
    f_.setZero();
    for (const Index row : series_.acting_) {
        double* df = f_.data() + row * width_;
        const double stiffness = series_.f_stiffness_(row),
                     damping = (k + 1) * series_.f_damping_(row), cubic = 3 * series_.f_cubic_(row);
        for (Index c = 0; c < width_; c += width) {
            const Index position = row * width_ + c;
            Lanes sum = stiffness * lanes(r(k) + position) + damping * lanes(r(k + 1) + position);
            if (cubic != 0)
                for (int j = 0; j <= k; ++j)
                    sum += cubic * series_.square_(row, k - j) * lanes(r(j) + position);
            std::memcpy(df + c, &sum, sizeof sum);
        }
    }
    for (const TaylorSeries::Coupling& coupling : series_.couplings_)
        for (Index c = 0; c < width_; c += width)
            add(f_.data() + coupling.row * width_ + c,
                coupling.k * lanes(r(k) + coupling.col * width_ + c) +
                    coupling.c * (k + 1) * lanes(r(k + 1) + coupling.col * width_ + c));
    for (const CornerSeries& corner : series_.corners_)
        for (Index c = 0; c < width_; c += width) {
            const Index column_index = corner.row() * width_ + c;
            Lanes sum = {};
            for (int j = 0; j <= k; ++j)
                sum += corner.slope(k - j) * lanes(r(j) + column_index);
            add(f_.data() + column_index, sum);
        }
    add_slopes(k, series_.polynomials_);
    add_slopes(k, series_.functions_);
    if (by_number_)
        vary_law(k, by_number_->joint, number_piece_, number_);
    for (Change& change : changes_)
        for (std::size_t j = 0; j < change.pieces.size(); ++j)
            vary_law(k, j, change.pieces[j], change.column);
}

// Adds the effect of a change on the accelerations, besides its effect on the forces.
void TaylorColumns::vary_modes(int k, const Change& change)
{
    const auto index = static_cast<std::size_t>(k);
    Vector a = (change.p * e_[index]).real() - change.stiffness * series_.q_.col(k) -
               (k + 1.0) * change.damping * series_.q_.col(k + 1);
    if (k == 0)
        a += change.p0;
    for (const Index row : series_.acting_)
        a -= series_.f_(row, k) * change.pull.col(row);
    for (Index i = 0; i < m(); ++i)
        q(k + 2)[i * width_ + change.column] += a(i) / ((k + 1.0) * (k + 2.0));
}

SLIDEWAY_INLINE void TaylorColumns::modes_at(int k)
{
    const Index n = m();
    const bool coupled = series_.coupled_damping_.size() > 0;
    const double *dq = q(k), *dv = q(k + 1);
    double* next = q(k + 2);
    const double rate = k + 1.0, over = 1 / ((k + 1.0) * (k + 2.0));
    for (Index i = 0; i < n; ++i) {
        for (Index c = 0; c < width_; c += width) {
            Lanes a = -series_.stiffness_(i) * lanes(dq + i * width_ + c);
            if (coupled)
                for (Index j = 0; j < n; ++j)
                    a -= rate * series_.coupled_damping_(i, j) * lanes(dv + j * width_ + c);
            else
                a -= rate * series_.damping_(i) * lanes(dv + i * width_ + c);
            for (const Index row : pulling_)
                a -= series_.pull_(i, row) * lanes(f_.data() + row * width_ + c);
            a *= over;
            std::memcpy(next + i * width_ + c, &a, sizeof a);
        }
        const auto index = static_cast<std::size_t>(k);
        const Complex p(series_.cosine_(i), -series_.sine_(i));
        if (Omega_ >= 0)
            next[i * width_ + Omega_] +=
                over *
                (series_.unit_ * series_.unit_ * load_rate_(i) * e_[index] + p * de_[index]).real();
        if (level_ >= 0)
            next[i * width_ + level_] += over * (p * e_[index]).real();
        if (xi_ >= 0)
            next[i * width_ + xi_] -= over * rate * series_.unit_ * series_.q_(i, k + 1);
    }
    for (const Change& change : changes_)
        vary_modes(k, change);
}

SLIDEWAY_CLONES_4 void TaylorColumns::expand(double t)
{
    const Index n = m();
    if (Omega_ >= 0 || level_ >= 0 || !changes_.empty())
        vary_drive(t);
    for (Index i = 0; i < n; ++i)
        for (Index c = 0; c < n_; ++c) {
            q(0)[i * width_ + c] = state_(i, c);
            q(1)[i * width_ + c] = series_.unit_ * state_(n + i, c);
        }
    rows_at(0);
    for (int k = 0; k + 2 <= TaylorSeries::order; ++k) {
        rows_at(k + 1);
        forces_at(k);
        modes_at(k);
    }
}

double TaylorColumns::reach(double tolerance, double h) const
{
    constexpr int last = TaylorSeries::order;
    const double s = h / series_.unit_;
    TaylorSeries::Shares shares = {};
    for (Index c = 0; c < n_; ++c) {
        // Sizes over the step: a column may begin with nothing.
        double q_size = 0, v_size = 0, power = 1;
        std::array<double, last + 1> size{};
        for (int k = 0; k <= last; ++k, power *= s) {
            double& of_k = size[static_cast<std::size_t>(k)];
            for (Index i = 0; i < m(); ++i)
                of_k += std::abs(q_((k * m() + i) * width_ + c));
            q_size += power * of_k;
            v_size += k * power * of_k; // times s
        }
        for (std::size_t i = 0; i < shares.size(); ++i) {
            const std::size_t k = size.size() - shares.size() + i;
            if (size[k] > 0)
                shares[i] = std::max(
                    {shares[i], size[k] / q_size, static_cast<double>(k) * size[k] / v_size});
        }
    }
    return TaylorSeries::reach_of(shares, tolerance) * series_.unit_;
}

Matrix TaylorColumns::at(double tau) const
{
    const Index n = m();
    const double s = tau / series_.unit_;
    Matrix columns(2 * n, n_);
    for (Index i = 0; i < n; ++i)
        for (Index c = 0; c < n_; ++c) {
            double value = 0, rate = 0;
            for (int k = TaylorSeries::order; k >= 0; --k) {
                rate = rate * s + value;
                value = value * s + q_((k * n + i) * width_ + c);
            }
            columns(i, c) = value;
            columns(n + i, c) = rate / series_.unit_;
        }
    return columns;
}

void TaylorColumns::advance(double tau)
{
    state_ = at(tau);
    if (changes_.empty())
        return;
    const double s = tau / series_.unit_;
    q_end_.setZero();
    for (int k = TaylorSeries::order; k >= 0; --k)
        q_end_ = s * q_end_ + series_.q_.col(k);
}

} // namespace slideway::dynamics
