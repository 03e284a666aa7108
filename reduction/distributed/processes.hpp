#pragma once

#include "base/symmetric_modes.hpp"
#include "base/types.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// Interfaces to MPI, PETSc, MUMPS and SLEPc for a reduction over several processes. A separate
/// module implements them and is loaded on demand (module.hpp). All calls are collective: every
/// process makes them in the same order.
namespace slideway::reduction {

/// Rows of a symmetric n x n matrix in one process. They follow the rows of the previous process.
struct MatrixRows {
    Index n = 0;
    std::vector<int> starts;  ///< size + 1: first index of each row in the other arrays
    std::vector<int> columns; ///< ascending in each row
    std::vector<double> values;
};

/// Function that replaces b by x = K^-1 b, or applies an inverse on a subspace. b has the rows of
/// this process.
using SolveInPlace = std::function<void(Eigen::Ref<Matrix> b)>;

/// A stiffness K with rows distributed over the processes. It is factorised once for many solutions
/// and for modes.
class SpreadSystem {
public:
    virtual ~SpreadSystem() = default;

    /// Memory of factorise() on this process according to the symbolic analysis [B].
    [[nodiscard]] virtual double factor_bytes() const = 0;
    /// Factorises K = L D L^T without pivoting (MUMPS). Returns false if K is
    /// not positive definite.
    /// @throws std::runtime_error  MUMPS failed (memory)
    [[nodiscard]] virtual bool factorise() = 0;
    virtual void solve_in_place(Eigen::Ref<Matrix> b) = 0;

    /// Computes the lowest modes phi = omega^2 K^-1 M phi that are orthogonal to `others`. The
    /// modes are M-normalised and have the rows of this process. The method is Krylov-Schur (SLEPc)
    /// with the inverse. If several modes have one frequency, it finds the one contained in the
    /// start vector, and others only through round-off.
    /// @param others  known modes, rows of this process
    /// @param inverse  solve_in_place, or an inverse with held combinations of rows; rows are
    ///                 those of M
    /// @param start    in the range of the inverse; rows of this process
    /// @param tolerance  residual of a mode; upper bound of the relative error of
    ///                   a squared frequency
    /// @param go_on    polled from time to time, with the same result on all processes
    /// @return empty if go_on returned false; no modes if the part of `start` orthogonal to
    ///         `others` vanishes
    /// @throws std::runtime_error  no convergence
    [[nodiscard]] virtual std::optional<SymmetricModes>
    lowest_modes(const MatrixRows& M, Index count, const MatrixIn& others,
                 const SolveInPlace& inverse, const Vector& start, double tolerance,
                 const std::function<bool()>& go_on) = 0;
};

/// Rows of a tall matrix that other processes own.
class RowExchange {
public:
    virtual ~RowExchange() = default;
    /// @param own  rows of this process
    /// @return the wanted rows in the requested order
    [[nodiscard]] virtual Matrix wanted(const MatrixIn& own) const = 0;
};

/// The processes of a run: those that mpirun started, or this one alone.
class Processes {
public:
    virtual ~Processes() = default;
    [[nodiscard]] virtual int rank() const = 0;
    [[nodiscard]] virtual int size() const = 0;
    /// Number of processes that share the memory of this machine.
    [[nodiscard]] virtual int size_here() const = 0;

    /// Computes sums over all processes, with the same bits on each.
    virtual void sum(double* values, Index n) const = 0;
    [[nodiscard]] virtual double sum_here(double value) const = 0; ///< over processes of this
                                                                   ///< machine
    [[nodiscard]] virtual double largest(double value) const = 0;
    /// Returns the value of every process, by rank.
    [[nodiscard]] virtual std::vector<double> all(double value) const = 0;
    /// Returns the text of the process `from`.
    [[nodiscard]] virtual std::string text_of(int from, const std::string& text) const = 0;

    /// Prepares an exchange of rows.
    /// @param first   first row of this process; its rows end where those of the next begin
    /// @param wanted  rows of any process, ascending
    [[nodiscard]] virtual std::unique_ptr<RowExchange>
    exchange(Index first, Index n_own, const std::vector<Index>& wanted) const = 0;

    /// Creates a distributed system.
    /// @throws std::runtime_error  more rows or entries than MUMPS and PETSc can count (2^31)
    [[nodiscard]] virtual std::unique_ptr<SpreadSystem> system(const MatrixRows& K) const = 0;

    /// Finalises the libraries of the module; no call may follow.
    virtual void finalise() = 0;
};

/// The only function of the module. It reports failures as std::runtime_error.
using ProcessesFunction = Processes& (*)();
inline constexpr const char* processes_function = "slideway_processes";

} // namespace slideway::reduction
