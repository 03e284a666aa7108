#include "dynamics/frozen/receptances.hpp"

#include "base/dense_product.hpp"
#include "base/dense_solve.hpp"
#include "base/interruptible.hpp"
#include "base/parallel.hpp"
#include "dynamics/frozen/small_system.hpp"
#include "dynamics/modal/compliance.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <memory>
#include <mutex>
#include <numbers>
#include <utility>

namespace slideway::dynamics {

namespace {

constexpr Index block_frequencies = 64; // reciprocals of 245 modes take 250 kB
// Fraction of the stiffness below which a mode counts as resonant. Sums that include it would lose
// that many digits.
constexpr double resonant = 1e-5;
// Amplification at which a response counts as infinite. Round-off of an exact resonance reaches it,
// but no damping ratio above 1e-11.
constexpr double infinite = 1e11;

// A row on the modes of one component; empty if the position has fewer rows than others.
Eigen::RowVectorXd row_of(const ResponseModel& fixed, const LinearisedContacts& contacts,
                          ReceptanceKind::Row kind, Index i, std::size_t component)
{
    const Index first = fixed.first[component], n = fixed.first[component + 1] - first;
    const bool contact =
        kind == ReceptanceKind::R || kind == ReceptanceKind::P || kind == ReceptanceKind::P_rate;
    if (contact &&
        (i >= contacts.n_rows() || (kind == ReceptanceKind::P_rate && contacts.P_rate.rows() == 0)))
        return Eigen::RowVectorXd::Zero(n);
    switch (kind) {
    case ReceptanceKind::R:
        return contacts.R.row(i).segment(first, n);
    case ReceptanceKind::P:
        return contacts.P.row(i).segment(first, n);
    case ReceptanceKind::P_rate:
        return contacts.P_rate.row(i).segment(first, n);
    case ReceptanceKind::input:
        return fixed.inputs.row(i).segment(first, n);
    default:
        return fixed.outputs.row(i).segment(first, n);
    }
}

// Real and imaginary parts of A^-1 B.
struct Columns {
    Matrix re, im;
};

Columns columns(const ComplexMatrix& A, const Matrix& B)
{
    const Lu lu(A);
    const Index m = A.rows();
    if (B.cols() <= m) {
        const ComplexMatrix Y = lu.solve(B.cast<Complex>());
        return {Y.real(), Y.imag()};
    }
    const ComplexMatrix H = lu.inverse();
    const Matrix H_re = H.real(), H_im = H.imag();
    Columns Y{Matrix::Zero(m, B.cols()), Matrix::Zero(m, B.cols())};
    add_product(1, H_re, B, Y.re);
    add_product(1, H_im, B, Y.im);
    return Y;
}

// Solver of one thread: responses of a block of positions at successive blocks of frequencies.
class Solver {
public:
    Solver(const ResponseModel& fixed, const FrequencyResponseOptions& options,
           const ResponseBlock& block, FrequencyResponse& result, std::function<bool()> go_on)
        : fixed_(fixed), block_(block), result_(result), go_on_(std::move(go_on)),
          n_(block.n_positions()), n_in_(fixed.inputs.rows()), n_out_(fixed.outputs.rows()),
          power_(static_cast<int>(options.quantity)),
          motion_power_(power_ - static_cast<int>(options.motion_quantity)), direct_(options.direct)
    {
    }

    /// @return the first infinite response of the block, if any
    std::optional<InfiniteResponse> solve(Index first, Index n)
    {
        begin(first, n);
        for (std::size_t c = 0; c < block_.weights.size(); ++c) {
            poll();
            if (fixed_.modal.components[c].classical())
                add_classical(c);
            else
                add_coupled(c);
        }
        add_followers();
        std::optional<InfiniteResponse> worst;
        for (Index x = 0; x < n_; ++x) {
            std::optional<Index> bad;
            if (block_.n_rows == 1 && !block_.rates && plain_constraint(x)) {
                solve_constraint(x);
                for (Index f = 0; f < nf_; ++f)
                    if (!resonant_[static_cast<std::size_t>(f)].empty())
                        solve_general(x, f);
            } else {
                for (Index f = 0; f < nf_; ++f)
                    solve_general(x, f);
            }
            bad = store(x);
            if (bad && !worst)
                worst = InfiniteResponse{block_.first + x, first + *bad};
        }
        return worst;
    }

private:
    void poll() const
    {
        if (go_on_ && !go_on_())
            throw Interrupted();
    }

    void begin(Index first, Index n)
    {
        first_f_ = first;
        nf_ = n;
        const Index columns = static_cast<Index>(block_.kinds.size()) * n_;
        G_.setZero(2 * nf_, columns);
        H_.resize(2 * nf_, n_in_ * n_out_);
        resonant_.assign(static_cast<std::size_t>(nf_), {});
        bound_o_.setZero(nf_, n_out_);
        bound_i_.setZero(nf_, n_in_);
        const double floor = *std::min_element(fixed_.stiffness.begin(), fixed_.stiffness.end());
        for (Index f = 0; f < nf_; ++f) {
            const Vector weight =
                (fixed_.omega.array().square() + Omega(f) * Omega(f) + floor).inverse();
            bound_o_.row(f) = (fixed_.outputs.array().square().matrix() * weight).transpose();
            bound_i_.row(f) = (fixed_.inputs.array().square().matrix() * weight).transpose();
        }
    }

    [[nodiscard]] double Omega(Index f) const
    {
        return 2 * std::numbers::pi * result_.frequency_hz(first_f_ + f);
    }

    void add_classical(std::size_t c)
    {
        const reduction::ModalForm& form = fixed_.modal.components[c];
        const Index m = form.n_modes();
        E_.resize(2 * nf_, m);
        for (Index j = 0; j < m; ++j)
            for (Index f = 0; f < nf_; ++f) {
                const double w = Omega(f);
                const Complex Z = dynamic_stiffness(form.omega(j), form.c(j), w);
                const double re = Z.real(), im = Z.imag();
                if (std::max(std::abs(re), std::abs(im)) <
                    resonant * std::max(w * w, fixed_.stiffness[c])) {
                    resonant_[static_cast<std::size_t>(f)].push_back(
                        {fixed_.first[c] + j, {re, im}});
                    E_(f, j) = E_(nf_ + f, j) = 0;
                    continue;
                }
                const double d = 1 / (re * re + im * im);
                E_(f, j) = re * d;
                E_(nf_ + f, j) = -im * d;
            }
        const ResponseBlock::Weights& weights = block_.weights[c];
        // Neighbouring kinds share a product.
        for (std::size_t g = 0; g < weights.kind.size();) {
            std::size_t end = g + 1;
            while (end < weights.kind.size() && weights.kind[end] == weights.kind[end - 1] + 1)
                ++end;
            const Index columns = static_cast<Index>(end - g) * n_;
            add_product(1, E_, weights.products.middleCols(static_cast<Index>(g) * n_, columns),
                        G_.middleCols(weights.kind[g] * n_, columns));
            g = end;
        }
    }

    // Receptances of a component with coupled damping, from a factorisation.
    void add_coupled(std::size_t c)
    {
        const reduction::ModalForm& form = fixed_.modal.components[c];
        const Index m = form.n_modes(), k = block_.n_rows,
                    per_position = (block_.rates ? 2 : 1) * k;
        const auto rhs = std::make_shared<Matrix>(m, n_ * per_position + n_in_);
        Matrix& B = *rhs;
        for (Index x = 0; x < n_; ++x) {
            const LinearisedContacts& contacts = block_.at[static_cast<std::size_t>(x)];
            for (Index i = 0; i < k; ++i) {
                B.col(x * per_position + i) =
                    row_of(fixed_, contacts, ReceptanceKind::P, i, c).transpose();
                if (block_.rates)
                    B.col(x * per_position + k + i) =
                        row_of(fixed_, contacts, ReceptanceKind::P_rate, i, c).transpose();
            }
        }
        for (Index i = 0; i < n_in_; ++i)
            B.col(n_ * per_position + i) = fixed_.inputs.row(i).segment(fixed_.first[c], m);
        // Coupling of each mode with the others.
        Vector coupling =
            form.D.cwiseAbs().colwise().sum().transpose() - form.D.diagonal().cwiseAbs();
        if (form.S.size() > 0)
            coupling += form.S.cwiseAbs().colwise().sum().transpose();
        for (Index f = 0; f < nf_; ++f) {
            poll();
            const double w = Omega(f);
            ComplexMatrix A = dynamic_stiffness(form.omega, form.D, w);
            if (form.S.size() > 0)
                A += form.S;
            std::vector<Index> free; // resonant, and not coupled by the damping
            for (Index j = 0; j < m; ++j) {
                const bool alone = (w == 0 && form.S.size() == 0) || coupling(j) == 0;
                if (alone && std::abs(A(j, j)) < resonant * std::max(w * w, fixed_.stiffness[c])) {
                    free.push_back(j);
                    resonant_[static_cast<std::size_t>(f)].push_back(
                        {fixed_.first[c] + j, A(j, j)});
                    A(j, j) = 1;
                }
            }
            constexpr Index quick = 300; // modes: a tenth of a second
            auto [re, im] =
                m <= quick
                    ? columns(A, B)
                    : interruptible([A = std::move(A), rhs] { return columns(A, *rhs); }, go_on_);
            for (const Index j : free) {
                re.row(j).setZero();
                im.row(j).setZero();
            }
            for (std::size_t g = 0; g < block_.kinds.size(); ++g) {
                const ReceptanceKind& kind = block_.kinds[g];
                for (Index x = 0; x < n_; ++x) {
                    const Index column = kind.b == ReceptanceKind::input
                                             ? n_ * per_position + kind.j
                                             : x * per_position +
                                                   (kind.b == ReceptanceKind::P_rate ? k : 0) +
                                                   kind.j;
                    const Eigen::RowVectorXd a =
                        row_of(fixed_, block_.at[static_cast<std::size_t>(x)], kind.a, kind.i, c);
                    G_(f, static_cast<Index>(g) * n_ + x) += a.dot(re.col(column));
                    G_(nf_ + f, static_cast<Index>(g) * n_ + x) += a.dot(im.col(column));
                }
            }
        }
    }

    // Adds the part of contact rows and outputs that follows imposed motions directly, as
    // receptances of their inputs.
    void add_followers()
    {
        for (const ResponseModel::Input& input : fixed_.of_result) {
            if (!input.motion)
                continue;
            for (Index x = 0; x < n_; ++x) {
                const LinearisedContacts& contacts = block_.at[static_cast<std::size_t>(x)];
                for (Index i = 0; i < contacts.n_rows(); ++i)
                    G_.col(Ri(i, input.follow) * n_ + x).head(nf_).array() +=
                        contacts.follow(i, static_cast<Index>(*input.motion));
                for (Index o = 0; o < n_out_; ++o)
                    G_.col(oi(o, input.follow) * n_ + x).head(nf_).array() += input.outputs(o);
            }
        }
    }

    [[nodiscard]] bool plain_constraint(Index x) const
    {
        const LinearisedContacts& contacts = block_.at[static_cast<std::size_t>(x)];
        return contacts.n_rows() == 1 && contacts.Z(0) == 0;
    }

    // Indices of the kinds in G_, in the order of kinds_of.
    [[nodiscard]] Index RP(Index i, Index j) const { return i * block_.n_rows + j; }
    [[nodiscard]] Index Ri(Index i, Index j) const
    {
        return block_.n_rows * block_.n_rows + i * n_in_ + j;
    }
    [[nodiscard]] Index oP(Index i, Index j) const
    {
        return block_.n_rows * (block_.n_rows + n_in_) + i * block_.n_rows + j;
    }
    [[nodiscard]] Index oi(Index i, Index j) const
    {
        return block_.n_rows * (block_.n_rows + n_in_ + n_out_) + i * n_in_ + j;
    }
    [[nodiscard]] Index RP_rate(Index i, Index j) const { return oi(n_out_, 0) + RP(i, j); }
    [[nodiscard]] Index oP_rate(Index i, Index j) const
    {
        return oi(n_out_, 0) + block_.n_rows * block_.n_rows + i * block_.n_rows + j;
    }

    // Computes H = o H i - (o H P) (R H i) / (R H P) at all frequencies of the block.
    void solve_constraint(Index x)
    {
        const double* const z = G_.col(RP(0, 0) * n_ + x).data();
        for (Index o = 0; o < n_out_; ++o)
            for (Index i = 0; i < n_in_; ++i) {
                const double* const a = G_.col(oP(o, 0) * n_ + x).data();
                const double* const b = G_.col(Ri(0, i) * n_ + x).data();
                const double* const free = G_.col(oi(o, i) * n_ + x).data();
                double* const h = H_.col(o * n_in_ + i).data();
                for (Index f = 0; f < nf_; ++f) {
                    const Index g = nf_ + f;
                    const double re = a[f] * b[f] - a[g] * b[g], im = a[f] * b[g] + a[g] * b[f];
                    const double d = 1 / (z[f] * z[f] + z[g] * z[g]);
                    h[f] = free[f] - (re * z[f] + im * z[g]) * d;
                    h[g] = free[g] - (im * z[f] - re * z[g]) * d;
                }
            }
    }

    // The unknowns are the forces w of the rows and the amplitudes of resonant modes.
    void solve_general(Index x, Index f)
    {
        const LinearisedContacts& contacts = block_.at[static_cast<std::size_t>(x)];
        const auto& modes = resonant_[static_cast<std::size_t>(f)];
        const Index k = contacts.n_rows(), n = k + static_cast<Index>(modes.size());
        const double w = Omega(f);
        auto G = [&](Index kind) -> Complex {
            return {G_(f, kind * n_ + x), G_(nf_ + f, kind * n_ + x)};
        };
        auto with_rate = [&](Index kind, Index rate_kind) -> Complex {
            Complex value = G(kind);
            if (block_.rates)
                value += times({0, w}, G(rate_kind));
            return value;
        };
        auto P_s = [&](Index i, Index mode) -> Complex {
            return {contacts.P(i, mode),
                    contacts.P_rate.rows() > 0 ? w * contacts.P_rate(i, mode) : 0.0};
        };
        A_.assign(static_cast<std::size_t>(n * n), 0);
        b_.assign(static_cast<std::size_t>(n * n_in_), 0);
        auto A = [&](Index i, Index j) -> Complex& {
            return A_[static_cast<std::size_t>(i * n + j)];
        };
        for (Index i = 0; i < k; ++i) {
            for (Index j = 0; j < k; ++j)
                A(i, j) = with_rate(RP(i, j), RP_rate(i, j));
            A(i, i) += contacts.Z(i);
            for (Index j = 0; j < n_in_; ++j)
                b_[static_cast<std::size_t>(i * n_in_ + j)] = G(Ri(i, j));
        }
        for (Index s = k; s < n; ++s) {
            const auto& [mode, d] = modes[static_cast<std::size_t>(s - k)];
            A(s, s) = d;
            for (Index i = 0; i < k; ++i) {
                A(i, s) = -contacts.R(i, mode);
                A(s, i) = P_s(i, mode);
            }
            for (Index j = 0; j < n_in_; ++j)
                b_[static_cast<std::size_t>(s * n_in_ + j)] = fixed_.inputs(j, mode);
        }
        const bool regular = n == 0 || solve_in_place(A_, b_, n, n_in_);
        for (Index o = 0; o < n_out_; ++o)
            for (Index i = 0; i < n_in_; ++i) {
                Complex h = G(oi(o, i));
                for (Index j = 0; j < k; ++j)
                    h -= times(with_rate(oP(o, j), oP_rate(o, j)),
                               b_[static_cast<std::size_t>(j * n_in_ + i)]);
                for (Index s = k; s < n; ++s)
                    h += fixed_.outputs(o, modes[static_cast<std::size_t>(s - k)].first) *
                         b_[static_cast<std::size_t>(s * n_in_ + i)];
                H_(f, o * n_in_ + i) = regular ? h.real() : HUGE_VAL;
                H_(nf_ + f, o * n_in_ + i) = regular ? h.imag() : HUGE_VAL;
            }
    }

    // Receptance of output o under row i of the inputs; marks what is infinite.
    [[nodiscard]] Complex receptance(Index o, Index i, Index f, std::optional<Index>& bad) const
    {
        const double re = H_(f, o * n_in_ + i), im = H_(nf_ + f, o * n_in_ + i);
        const double bound = infinite * infinite * bound_o_(f, o) * bound_i_(f, i);
        if (!(re * re + im * im <= bound) && (!bad || f < *bad))
            bad = f;
        return {re, im};
    }
    // Response of a follower, which has no row to compare with.
    [[nodiscard]] Complex follower(Index o, Index i, Index f, std::optional<Index>& bad) const
    {
        const Complex h(H_(f, o * n_in_ + i), H_(nf_ + f, o * n_in_ + i));
        if (!(std::isfinite(h.real()) && std::isfinite(h.imag())) && (!bad || f < *bad))
            bad = f;
        return h;
    }

    // (j Omega)^n z, n = -2 .. 2
    static Complex derivative(Complex z, double w, int n)
    {
        for (; n > 0; --n)
            z = {-w * z.imag(), w * z.real()};
        for (; n < 0; ++n)
            z = {z.imag() / w, -z.real() / w};
        return z;
    }

    // Stores the result times (j Omega)^power. @return the first frequency with an infinite
    // response
    std::optional<Index> store(Index x)
    {
        std::optional<Index> bad;
        const auto n = static_cast<Index>(fixed_.of_result.size());
        for (Index o = 0; o < n_out_; ++o)
            for (Index k = 0; k < n; ++k) {
                const ResponseModel::Input& input = fixed_.of_result[static_cast<std::size_t>(k)];
                Response& response = result_.responses[static_cast<std::size_t>(o * n + k)];
                for (Index f = 0; f < nf_; ++f) {
                    const double w = Omega(f);
                    Complex h = receptance(o, input.row, f, bad);
                    if (input.motion) {
                        h *= w * w;
                        if (input.drag >= 0)
                            h -= Complex(0, w) * receptance(o, input.drag, f, bad);
                        h += follower(o, input.follow, f, bad);
                    } else
                        for (const DirectResponse& direct : direct_)
                            if (direct.output == static_cast<std::size_t>(o) &&
                                direct.input == static_cast<std::size_t>(k))
                                h += direct.flexibility /
                                     Complex(1, w * direct.stiffness_damping + direct.loss_factor);
                    h = derivative(h, w, input.motion ? motion_power_ : power_);
                    response.real(block_.first + x, first_f_ + f) = h.real();
                    response.imag(block_.first + x, first_f_ + f) = h.imag();
                }
            }
        return bad;
    }

    const ResponseModel& fixed_;
    const ResponseBlock& block_;
    FrequencyResponse& result_;
    std::function<bool()> go_on_;
    Index n_, n_in_, n_out_;
    int power_, motion_power_; // derivatives of outputs under forces, under motions
    const std::vector<DirectResponse>& direct_;
    Index first_f_ = 0, nf_ = 0;
    Matrix G_, H_, E_; // real parts of the frequencies above imaginary parts
    Matrix bound_o_, bound_i_;
    std::vector<std::vector<std::pair<Index, Complex>>> resonant_; // per frequency: mode, divisor
    std::vector<Complex> A_, b_;
};

} // namespace

std::vector<ReceptanceKind> kinds_of(Index n_rows, Index n_in, Index n_out, bool rates)
{
    std::vector<ReceptanceKind> kinds;
    auto add = [&](ReceptanceKind::Row a, Index n_a, ReceptanceKind::Row b, Index n_b) {
        for (Index i = 0; i < n_a; ++i)
            for (Index j = 0; j < n_b; ++j)
                kinds.push_back({a, b, i, j});
    };
    add(ReceptanceKind::R, n_rows, ReceptanceKind::P, n_rows);
    add(ReceptanceKind::R, n_rows, ReceptanceKind::input, n_in);
    add(ReceptanceKind::output, n_out, ReceptanceKind::P, n_rows);
    add(ReceptanceKind::output, n_out, ReceptanceKind::input, n_in);
    if (rates) {
        add(ReceptanceKind::R, n_rows, ReceptanceKind::P_rate, n_rows);
        add(ReceptanceKind::output, n_out, ReceptanceKind::P_rate, n_rows);
    }
    return kinds;
}

void prepare(const ResponseModel& fixed, ResponseBlock& block)
{
    block.kinds = kinds_of(block.n_rows, fixed.inputs.rows(), fixed.outputs.rows(), block.rates);
    block.weights.assign(fixed.modal.components.size(), {});
    const Index n = block.n_positions();
    for (std::size_t c = 0; c < block.weights.size(); ++c) {
        ResponseBlock::Weights& weights = block.weights[c];
        if (!fixed.modal.components[c].classical())
            continue;
        const Index m = fixed.first[c + 1] - fixed.first[c];
        std::vector<Matrix> groups;
        for (std::size_t k = 0; k < block.kinds.size(); ++k) {
            const ReceptanceKind& kind = block.kinds[k];
            Matrix group(m, n);
            for (Index x = 0; x < n; ++x) {
                const LinearisedContacts& contacts = block.at[static_cast<std::size_t>(x)];
                group.col(x) = row_of(fixed, contacts, kind.a, kind.i, c)
                                   .cwiseProduct(row_of(fixed, contacts, kind.b, kind.j, c))
                                   .transpose();
            }
            if (group.isZero(0))
                continue;
            weights.kind.push_back(static_cast<Index>(k));
            groups.push_back(std::move(group));
        }
        weights.products.resize(m, static_cast<Index>(groups.size()) * n);
        for (std::size_t g = 0; g < groups.size(); ++g)
            weights.products.middleCols(static_cast<Index>(g) * n, n) = groups[g];
    }
}

namespace {

// Completed blocks of frequencies. Calls the progress function from one thread at a time.
class Blocks {
public:
    Blocks(Index n, const Progress& progress)
        : progress_(progress), done_(static_cast<std::size_t>(n), 0)
    {
    }

    /// @return number of blocks before the first missing one
    Index done(Index k)
    {
        const std::lock_guard lock(mutex_);
        done_[static_cast<std::size_t>(k)] = 1;
        while (front_ < n() && done_[static_cast<std::size_t>(front_)] != 0)
            ++front_;
        return front_;
    }
    bool go_on()
    {
        const std::lock_guard lock(mutex_);
        stopped_ = stopped_ || !progress_(static_cast<double>(front_) / static_cast<double>(n()));
        return !stopped_;
    }

private:
    [[nodiscard]] Index n() const { return static_cast<Index>(done_.size()); }

    const Progress& progress_;
    std::vector<char> done_;
    Index front_ = 0;
    bool stopped_ = false;
    std::mutex mutex_;
};

} // namespace

// Solves all frequencies of a block of positions.
std::optional<InfiniteResponse> solve(const ResponseModel& fixed,
                                      const FrequencyResponseOptions& options,
                                      const ResponseBlock& block, FrequencyResponse& result,
                                      const Progress& progress, Index& n_done)
{
    const Index n_f = result.frequency_hz.size(),
                n_blocks = (n_f + block_frequencies - 1) / block_frequencies;
    std::optional<InfiniteResponse> worst;
    n_done = 0;
    std::mutex mutex;
    Blocks blocks(n_blocks, progress);
    auto make = [&](const std::stop_token& stop) -> Worker {
        std::function<bool()> go_on;
        if (progress)
            go_on = [&blocks, stop] { return !stop.stop_requested() && blocks.go_on(); };
        auto solver = std::make_shared<Solver>(fixed, options, block, result, std::move(go_on));
        return [&, solver = std::move(solver)](std::size_t number) -> void {
            const auto k = static_cast<Index>(number);
            const Index first = k * block_frequencies;
            const auto bad = solver->solve(first, std::min(block_frequencies, n_f - first));
            const std::lock_guard lock(mutex);
            n_done = std::min(n_f, blocks.done(k) * block_frequencies);
            if (bad && (!worst || std::pair(bad->position, bad->frequency) <
                                      std::pair(worst->position, worst->frequency)))
                worst = bad;
        };
    };
    parallel_for(static_cast<std::size_t>(n_blocks), options.threads, make);
    return worst;
}

} // namespace slideway::dynamics
