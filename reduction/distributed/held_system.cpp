#include "reduction/distributed/held_system.hpp"

#include "base/elimination.hpp"
#include "base/held_stiffness.hpp"
#include "reduction/distributed/together.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <utility>

namespace slideway::reduction {

namespace {

// Up to this size the digits are won back that the factor of a fine mesh loses, as in one process.
constexpr Index careful = 20000;

std::vector<Index> merged(std::vector<Index> a, const std::vector<Index>& b)
{
    a.insert(a.end(), b.begin(), b.end());
    std::sort(a.begin(), a.end());
    return a;
}

// Own rows beside those left out, counted from the first own one.
std::vector<Index> own_beside(const std::vector<Index>& left_out, const fem::Share& share, Index n)
{
    std::vector<Index> rows;
    auto next = std::lower_bound(left_out.begin(), left_out.end(), share.first(n));
    for (Index dof = share.first(n); dof < share.end(n); ++dof) {
        if (next != left_out.end() && *next == dof)
            ++next;
        else
            rows.push_back(dof - share.first(n));
    }
    return rows;
}

// Own rows of A without rows and columns left out, by their new numbers.
MatrixRows rows_beside(const SparseMatrix& A, const std::vector<Index>& left_out,
                       const std::vector<Index>& rows, const fem::Share& share)
{
    const Index n = A.rows(), first = share.first(n);
    std::vector<int> number(static_cast<std::size_t>(n), 0);
    for (const Index dof : left_out)
        number[static_cast<std::size_t>(dof)] = -1;
    int next = 0;
    for (int& k : number)
        if (k == 0)
            k = next++;
    MatrixRows out;
    out.n = next;
    out.starts.push_back(0);
    for (const Index row : rows) { // a column is its row
        for (SparseMatrix::InnerIterator it(A, first + row); it; ++it)
            if (const int column = number[static_cast<std::size_t>(it.row())]; column >= 0) {
                out.columns.push_back(column);
                out.values.push_back(it.value());
            }
        out.starts.push_back(static_cast<int>(out.columns.size()));
    }
    return out;
}

Matrix taken(const MatrixIn& from, const std::vector<Index>& rows)
{
    Matrix some(static_cast<Index>(rows.size()), from.cols());
    for (Index j = 0; j < some.cols(); ++j)
        for (Index r = 0; r < some.rows(); ++r)
            some(r, j) = from(rows[static_cast<std::size_t>(r)], j);
    return some;
}

void put(const MatrixIn& some, const std::vector<Index>& rows, Eigen::Ref<Matrix> into)
{
    for (Index j = 0; j < some.cols(); ++j)
        for (Index r = 0; r < some.rows(); ++r)
            into(rows[static_cast<std::size_t>(r)], j) = some(r, j);
}

SparseMatrix without_columns(SparseMatrix A, const std::vector<Index>& left_out)
{
    A.prune([&](Index, Index column, double) -> bool {
        return !std::binary_search(left_out.begin(), left_out.end(), column);
    });
    return A;
}

// A number in (-1, 1) for each dof, the same with any number of processes (splitmix64).
// @param draw  from 0: of other numbers
Vector scattered(const fem::Share& share, Index n, Index draw = 0)
{
    Vector values(share.size(n));
    for (Index i = 0; i < values.size(); ++i) {
        std::uint64_t z =
            (static_cast<std::uint64_t>(draw * n + share.first(n) + i) + 1) * 0x9e3779b97f4a7c15;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        values(i) = std::ldexp(static_cast<double>((z ^ (z >> 31)) >> 11), -52) - 1;
    }
    return values;
}

// The lowest modes beside others, from a start, to a tolerance.
using Search = std::function<SymmetricModes(Index count, const MatrixIn& others,
                                            const Vector& start, double tolerance)>;

void add(SymmetricModes& modes, const SymmetricModes& others)
{
    const Index m = modes.omega.size(), more = others.omega.size();
    modes.omega.conservativeResize(m + more);
    modes.omega.tail(more) = others.omega;
    modes.Phi.conservativeResize(Eigen::NoChange, m + more);
    modes.Phi.rightCols(more) = others.Phi;
}

// The `count` lowest of the modes in ascending order.
SymmetricModes lowest_of(const SymmetricModes& modes, Index count)
{
    std::vector<Index> order(static_cast<std::size_t>(modes.omega.size()));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&modes](Index a, Index b) -> bool {
        return modes.omega(a) < modes.omega(b);
    });
    order.resize(static_cast<std::size_t>(count));
    return {modes.omega(order), modes.Phi(Eigen::all, order)};
}

// A search from one start may miss modes of one frequency, as equal parts side by side have. Others
// begin beside the modes found, until the lowest that is left is not below them.
// @param n  how many modes there are
// @param start  draws one
SymmetricModes searched(Index count, Index n, const Search& lowest,
                        const std::function<Vector(Index draw)>& start)
{
    constexpr double exact = 1e-12;
    constexpr double rough = 1e-4;  // to see what is far above: it mostly is
    constexpr double beside = 1e-9; // one of the frequency of the last: as good as that
    const Index n_rows = start(0).size();
    SymmetricModes all = lowest(count, Matrix(n_rows, 0), start(0), exact), modes = all;
    for (Index draw = 1; all.omega.size() < n; ++draw) {
        const double last = modes.omega(count - 1);
        const SymmetricModes near = lowest(1, all.Phi, start(draw), rough);
        if (near.omega.size() == 0 || near.omega(0) > (1 + 10 * rough) * last)
            break;
        const SymmetricModes next = lowest(1, all.Phi, near.Phi.col(0), exact);
        if (next.omega.size() == 0 || next.omega(0) >= (1 - beside) * last)
            break;
        add(all, next);
        modes = lowest_of(all, count);
    }
    return modes;
}

} // namespace

HeldSystem::HeldSystem(const Processes& processes, const SpreadOverProcesses& spread,
                       const fem::Substructure& s, const Interface& interface)
    : processes_(processes), spread_(spread), s_(s), share_(spread.share()), interface_(interface)
{
    if (interface.means.rows() > 0)
        pivots_ = eliminate(without_columns(interface.means, interface.dofs)).eliminated;
    const std::vector<Index> held = merged(interface.dofs, pivots_);
    internal_ = own_beside(interface.dofs, share_, s.n());
    free_ = own_beside(held, share_, s.n());
    if (static_cast<Index>(held.size()) == s.n())
        return;
    system_ = processes.system(rows_beside(s.K, held, free_, share_));
    factor_bytes_ = system_->factor_bytes();
}

bool HeldSystem::factorise()
{
    if (system_ && (!system_->factorise() || !resists()))
        return false;
    return pivots_.empty() || add_border();
}

// The softest motion, after three steps towards it, judged as that of a factor in one process.
bool HeldSystem::resists() const
{
    const Vector diagonal = spread_.rows(s_.K.diagonal());
    Matrix x = scattered(share_, s_.n());
    for (int step = 0; step < 3; ++step) {
        if (step > 0)
            x = diagonal.cwiseProduct(x.col(0)).eval();
        solve_free(x);
        x /= processes_.largest(x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0);
        if (processes_.largest(x.allFinite() ? 0 : 1) != 0)
            return false;
    }
    return !spread_.resistance(s_.K, x.col(0)).is_none();
}

Matrix HeldSystem::stiffness_times(const Matrix& x) const
{
    return spread_.careful_product(s_.K, x);
}

// As HeldStiffness::add_border.
bool HeldSystem::add_border()
{
    const auto m = static_cast<Index>(pivots_.size());
    const Index first = share_.first(s_.n()), n_own = share_.size(s_.n());
    T_ = Matrix::Zero(n_own, m);
    for (Index k = 0; k < m; ++k)
        if (const Index pivot = pivots_[static_cast<std::size_t>(k)]; share_.holds(pivot, s_.n()))
            T_(pivot - first, k) = 1;
    for (int pass = 0; pass < 2; ++pass) { // the second wins back digits that the first loses
        Matrix force = stiffness_times(T_);
        solve_free(force);
        T_ -= force;
    }
    X_ = Matrix(interface_.means.middleCols(first, n_own)).transpose();
    solve_free(X_);
    const Matrix S = spread_.rows_of(pivots_, stiffness_times(T_));
    Vector diagonal(m);
    const Vector all = spread_.sum(s_.K.diagonal());
    for (Index k = 0; k < m; ++k)
        diagonal(k) = all(pivots_[static_cast<std::size_t>(k)]);
    border_ = inverse_border(S, spread_.times(interface_.means, T_),
                             spread_.times(interface_.means, X_), diagonal);
    return border_.size() > 0;
}

// K^-1 of what is neither interface nor pivot; zero there.
void HeldSystem::solve_free(Matrix& f) const
{
    Matrix some = taken(f, free_);
    if (system_)
        system_->solve_in_place(some);
    f.setZero();
    put(some, free_, f);
}

void HeldSystem::solve_in_place(Matrix& f, const Matrix& g) const
{
    if (pivots_.empty())
        return solve_free(f);
    const auto m = static_cast<Index>(pivots_.size());
    Matrix right(2 * m, f.cols());
    right.topRows(m) = spread_.inner(T_, f);
    solve_free(f);
    right.bottomRows(m) = g - spread_.times(interface_.means, f);
    const Matrix found = border_ * right; // u of the pivots, reactions of the means
    f.noalias() += T_ * found.topRows(m);
    f.noalias() += X_ * found.bottomRows(m);
}

void HeldSystem::solve_in_place(Matrix& f) const
{
    solve_in_place(f, Matrix::Zero(static_cast<Index>(pivots_.size()), f.cols()));
}

Matrix HeldSystem::constraint_modes(Index first, Index width) const
{
    const Index n_b = interface_.n_dofs(), n_means = interface_.means.rows();
    const Index start = share_.first(s_.n()), n_own = share_.size(s_.n());
    Matrix shapes = Matrix::Zero(n_own, width), units = Matrix::Zero(n_means, width);
    Matrix loads = Matrix::Zero(n_own, width);
    for (Index k = 0; k < width; ++k) {
        if (first + k >= n_b) {
            units(first + k - n_b, k) = 1;
            continue;
        }
        const Index dof = interface_.dofs[static_cast<std::size_t>(first + k)];
        if (share_.holds(dof, s_.n()))
            shapes(dof - start, k) = 1;
    }
    for (int pass = 0; pass < (s_.n() > careful ? 1 : 2); ++pass) {
        loads = pass == 0 ? spread_.product(s_.K, shapes) : stiffness_times(shapes);
        loads = -loads;
        const Matrix left =
            n_means > 0 ? Matrix(units - spread_.times(interface_.means, shapes)) : units;
        Matrix internal = taken(loads, internal_);
        loads.setZero();
        put(internal, internal_, loads);
        solve_in_place(loads, left);
        shapes += loads;
    }
    return shapes;
}

SymmetricModes HeldSystem::modes(Index count, const Progress& progress) const
{
    const Vector random = scattered(share_, s_.n());
    const SolveInPlace inverse = [&](Eigen::Ref<Matrix> b) {
        Matrix f = Matrix::Zero(share_.size(s_.n()), b.cols());
        put(b, internal_, f);
        solve_in_place(f);
        b = taken(f, internal_);
    };
    const auto start = [&](Index draw) -> Vector { // in the range of the inverse
        Matrix f = spread_.product(s_.M, scattered(share_, s_.n(), draw));
        solve_in_place(f);
        return taken(f, internal_).col(0);
    };
    const auto go_on = [&]() -> bool {
        const bool here = !progress || progress(0);
        return processes_.largest(here ? 0 : 1) == 0;
    };
    const MatrixRows mass = rows_beside(s_.M, interface_.dofs, internal_, share_);
    const Search lowest = [&](Index wanted, const MatrixIn& others, const Vector& from,
                              double tolerance) -> SymmetricModes {
        std::optional<SymmetricModes> found =
            system_->lowest_modes(mass, wanted, others, inverse, from, tolerance, go_on);
        if (!found)
            throw Interrupted();
        return *std::move(found);
    };
    const SymmetricModes found = searched(count, mass.n - interface_.means.rows(), lowest, start);
    SymmetricModes modes{found.omega, Matrix::Zero(share_.size(s_.n()), count)};
    put(found.Phi, internal_, modes.Phi);
    refine(modes);
    const Matrix product = spread_.inner(spread_.product(s_.M, random), modes.Phi);
    for (Index j = 0; j < count; ++j)
        if (product(0, j) < 0)
            modes.Phi.col(j) = -modes.Phi.col(j);
    return modes;
}

Index HeldSystem::vectors_of_modes(Index count)
{
    return std::max(2 * count, count + 15) + 4 * count; // SLEPc's basis; copies of the modes
}

// A step of inverse iteration whose residuals are sums of twice the digits, then the modes within
// the span: frequencies that do not depend on the round-off of a factor.
void HeldSystem::refine(SymmetricModes& modes) const
{
    const Matrix loads = spread_.product(s_.M, modes.Phi);
    Matrix X = loads;
    solve_in_place(X);
    for (int pass = 0; pass < 2; ++pass) {
        Matrix left = loads - stiffness_times(X);
        Matrix internal = taken(left, internal_);
        left.setZero();
        put(internal, internal_, left);
        solve_in_place(left);
        X += left;
    }
    const Vector scale = modes.omega.cwiseAbs2();
    X = X * scale.asDiagonal(); // near unit mass
    const auto symmetric = [](const Matrix& A) -> Matrix { return 0.5 * (A + A.transpose()); };
    const SymmetricModes within = all_modes(symmetric(spread_.inner(X, stiffness_times(X))),
                                            symmetric(spread_.inner(X, spread_.product(s_.M, X))));
    modes.omega = within.omega;
    modes.Phi = X * within.Phi;
}

} // namespace slideway::reduction
