#pragma once

#include "app/case/given_law.hpp"
#include "base/source_line.hpp"
#include "io/case_node.hpp"
#include "io/case_text.hpp"

#include <pybind11/pybind11.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace slideway::script {

/// A joint law of a script: a Python function, or a compiled function given by its address. Base
/// class of slideway.Law.
class ScriptLaw {
public:
    /// Returns the force [N] at r [m], v [m/s]; sets df to df/dr [N/m] and df/dv [N s/m].
    using Compiled = double (*)(double r, double v, const double* parameters, double* df);

    /// Statements of the script about the force.
    struct Statements {
        bool check_slopes = true;
        bool smooth = false; ///< a smooth force
        bool spring = false; ///< a smooth force of r alone
        bool odd = false;    ///< f(-r, -v) = -f(r, v)
    };

    /// @param function  Python function; None: use the compiled function at `address`
    /// @throws InputError  `address` is no executable address of this process
    ScriptLaw(pybind11::object function, std::uintptr_t address, std::vector<double> parameters,
              Statements statements, std::string name);

    [[nodiscard]] PyObject* function() const { return function_.ptr(); } ///< None if compiled
    [[nodiscard]] Compiled compiled() const { return compiled_; } ///< null for a Python function
    [[nodiscard]] const std::vector<double>& parameters() const { return parameters_; }
    [[nodiscard]] const Statements& statements() const { return statements_; }
    [[nodiscard]] std::string text() const { return "Law(" + name_ + ")"; }

private:
    pybind11::object function_;
    Compiled compiled_ = nullptr;
    std::vector<double> parameters_;
    Statements statements_;
    std::string name_;
};

/// A law of a script in one key of a case, during one computation. It measures the time of its
/// calls, and compares some of its slopes with differences of its force. If the law fails, the
/// computation stops.
class RunningLaw : public app::GivenLaw,
                   public contact::OwnForce,
                   public std::enable_shared_from_this<RunningLaw> {
public:
    /// @param law   a slideway.Law, whose lifetime is extended
    /// @param path  path of the key, for messages
    RunningLaw(const pybind11::object& law, SourceLine where, std::string path);
    /// Returns the law for another computation, with counters at zero.
    [[nodiscard]] std::shared_ptr<RunningLaw> fresh_copy() const;

    [[nodiscard]] std::string text() const override { return law_->text(); }
    [[nodiscard]] std::string record() const override { return io::in_quotes(text()); }
    [[nodiscard]] bool equals(const io::Given& other) const override;
    [[nodiscard]] double bytes() const override { return 0; }
    void write(std::ostream& stream) const override; ///< throws InputError
    [[noreturn]] void refuse_to_write() const;
    [[nodiscard]] std::shared_ptr<const contact::OwnForce> force() const override
    {
        return shared_from_this();
    }
    [[nodiscard]] const pybind11::object& object() const { return *kept_; } ///< the slideway.Law
    [[nodiscard]] const std::string& path() const { return path_; }

    [[nodiscard]] Value at(double r, double v) const override;
    void at(const double* r, const double* v, Index n, double* f, double* df_dr,
            double* df_dv) const override;

    [[nodiscard]] bool is_spring() const override { return law_->statements().spring; }
    [[nodiscard]] bool is_smooth() const override
    {
        return law_->statements().smooth || is_spring();
    }
    [[nodiscard]] bool is_odd() const override { return law_->statements().odd; }
    [[noreturn]] void refuse(double r, double v, const std::string& why) const override;

    /// Time of the calls in all threads [s]. Times of single calls are estimated from one call
    /// in 61.
    [[nodiscard]] double seconds() const { return 1e-9 * static_cast<double>(nanoseconds_.load()); }
    [[nodiscard]] bool failed() const;
    /// Raises the InputError of the failure, chained to the exception of the function. Needs the
    /// GIL.
    [[noreturn]] void raise() const;
    /// Makes all later calls throw Interrupted.
    void stop() const { stopped_ = true; }

private:
    struct State {
        double r, v;
    };
    [[nodiscard]] Value value(State state) const;
    [[nodiscard]] Value called(State state) const;
    void called(const double* r, const double* v, Index n, double* f, double* df_dr,
                double* df_dv) const;
    [[nodiscard]] Value timed_value(State state) const;
    void check_slopes(State state, const Value& there, bool arrays) const;
    void check_odd(State state, double f, bool arrays) const;
    [[nodiscard]] bool differences(const State* points, Index n, bool arrays, double* f) const;
    void throw_if_stopped() const;
    void refuse_nan(State state, const Value& there) const;
    [[noreturn]] void fail(State state, const std::string& how,
                           const pybind11::object& raised = {}) const;
    [[noreturn]] void fail_raised(State state) const; // needs the GIL and a Python error

    std::shared_ptr<const pybind11::object> kept_;
    const ScriptLaw* law_;
    SourceLine where_;
    std::string path_;

    mutable std::atomic<long long> nanoseconds_ = 0;
    mutable std::atomic<unsigned> n_checked_ = 0;
    mutable std::atomic<double> r_max_ = 0, v_max_ = 0; // largest |r|, |v| of the checked calls
    mutable std::atomic<bool> stopped_ = false;
    struct Failure {
        std::string message; // empty if the law has not failed
        std::shared_ptr<const pybind11::object> raised;
    };
    mutable std::mutex mutex_;
    mutable Failure failure_;
};

/// The laws of scripts in a case during one computation.
class RunningLaws {
public:
    /// Replaces the laws in the tree by copies for this computation.
    void take(io::CaseNode& tree);
    [[nodiscard]] bool empty() const { return laws_.empty(); }
    [[nodiscard]] double seconds() const;
    [[nodiscard]] bool failed() const;
    void raise() const; ///< raises the error of a law that failed, if any
    void stop() const;

private:
    std::vector<std::shared_ptr<RunningLaw>> laws_;
};

/// @throws InputError  the tree has a law of a script, which cannot be written to a file
void refuse_laws(const io::CaseNode& tree);

} // namespace slideway::script
