#pragma once

#include "base/symmetric_modes.hpp"
#include "base/types.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// What a reduction over several processes takes of MPI, PETSc, MUMPS and SLEPc. Those stand behind
/// these interfaces in a module of their own, loaded where it is asked for (module.hpp). All calls
/// are collective: every process makes them, in the same order.
namespace slideway::reduction {

/// Rows of a symmetric n x n matrix, those of one process; they follow those of the process before.
struct MatrixRows {
    Index n = 0;
    std::vector<int> starts;  ///< size + 1: where rows begin in the other two
    std::vector<int> columns; ///< ascending in each row
    std::vector<double> values;
};

/// x = K^-1 b in place, or an inverse on a subspace; rows of this process.
using SolveInPlace = std::function<void(Eigen::Ref<Matrix> b)>;

/// A stiffness K with rows spread over the processes, factorised once for many solutions and for
/// modes.
class SpreadSystem {
public:
    virtual ~SpreadSystem() = default;

    /// Memory that factorise() will take on this process, by the symbolic analysis [B].
    [[nodiscard]] virtual double factor_bytes() const = 0;
    /// K = L D L^T without pivoting (MUMPS). False if K is not positive definite.
    /// @throws std::runtime_error  MUMPS gave up (memory)
    [[nodiscard]] virtual bool factorise() = 0;
    virtual void solve_in_place(Eigen::Ref<Matrix> b) = 0;

    /// The lowest modes phi = omega^2 K^-1 M phi beside others, M-normalised, rows of this process:
    /// Krylov-Schur (SLEPc) upon the inverse. Of modes of one frequency it finds the one that the
    /// start holds, and others by round-off.
    /// @param others  modes that are known, rows of this process; those found are orthogonal to
    /// them
    /// @param inverse  solve_in_place, or an inverse of more rows in which combinations of them are
    ///                 held: those of M
    /// @param start    in the range of the inverse; rows of this process
    /// @param tolerance  of the residual of a mode; of a square of a frequency at most, relative
    /// @param go_on    asked now and then, with the same answer on all processes
    /// @return none where go_on said no; no modes where the others leave nothing of the start
    /// @throws std::runtime_error  it did not converge
    [[nodiscard]] virtual std::optional<SymmetricModes>
    lowest_modes(const MatrixRows& M, Index count, const MatrixIn& others,
                 const SolveInPlace& inverse, const Vector& start, double tolerance,
                 const std::function<bool()>& go_on) = 0;
};

/// Rows of a tall matrix that other processes have.
class RowExchange {
public:
    virtual ~RowExchange() = default;
    /// @param own  rows of this process
    /// @return the wanted rows, in the order in which they were asked for
    [[nodiscard]] virtual Matrix wanted(const MatrixIn& own) const = 0;
};

/// The processes that work together: those that mpirun began, or this one alone.
class Processes {
public:
    virtual ~Processes() = default;
    [[nodiscard]] virtual int rank() const = 0;
    [[nodiscard]] virtual int size() const = 0;
    /// How many of them share the memory of this machine.
    [[nodiscard]] virtual int size_here() const = 0;

    /// Sums over all processes, the same to the last bit on each.
    virtual void sum(double* values, Index n) const = 0;
    [[nodiscard]] virtual double sum_here(double value) const = 0; ///< of this machine
    [[nodiscard]] virtual double largest(double value) const = 0;
    /// A value of every process, by rank.
    [[nodiscard]] virtual std::vector<double> all(double value) const = 0;
    /// The text of the process `from`.
    [[nodiscard]] virtual std::string text_of(int from, const std::string& text) const = 0;

    /// @param first   row that this process begins with; its rows end where those of the next begin
    /// @param wanted  rows of any process, ascending
    [[nodiscard]] virtual std::unique_ptr<RowExchange>
    exchange(Index first, Index n_own, const std::vector<Index>& wanted) const = 0;

    /// @throws std::runtime_error  more rows or entries than MUMPS and PETSc can count (2^31)
    [[nodiscard]] virtual std::unique_ptr<SpreadSystem> system(const MatrixRows& K) const = 0;

    /// Ends what the module began; no call after it.
    virtual void finalise() = 0;
};

/// The one function of the module. What fails it throws as std::runtime_error.
using ProcessesFunction = Processes& (*)();
inline constexpr const char* processes_function = "slideway_processes";

} // namespace slideway::reduction
