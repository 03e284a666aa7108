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

/// A joint law as a script states it, the base of slideway.Law: a function of Python, or a compiled
/// one by its address.
class ScriptLaw {
public:
    /// Gives the force [N] at r [m], v [m/s]; sets df to df/dr [N/m] and df/dv [N s/m].
    using Compiled = double (*)(double r, double v, const double* parameters, double* df);

    /// @param function  of Python; None: the code at `address`
    /// @throws InputError  no code of this process lies there
    ScriptLaw(pybind11::object function, std::uintptr_t address, std::vector<double> parameters,
              bool check_slopes, std::string name);

    [[nodiscard]] PyObject* function() const { return function_.ptr(); } ///< unless compiled
    [[nodiscard]] Compiled compiled() const { return compiled_; }        ///< null: of Python
    [[nodiscard]] const std::vector<double>& parameters() const { return parameters_; }
    [[nodiscard]] bool checks_slopes() const { return check_slopes_; }
    [[nodiscard]] std::string text() const { return "Law(" + name_ + ")"; }

private:
    pybind11::object function_;
    Compiled compiled_ = nullptr;
    std::vector<double> parameters_;
    bool check_slopes_;
    std::string name_;
};

/// A law of a script where it stands in a case, and in one computation: counts its time, compares
/// its slopes with differences of its force now and then, and ends a computation in which it fails.
class RunningLaw : public app::GivenLaw,
                   public contact::OwnForce,
                   public std::enable_shared_from_this<RunningLaw> {
public:
    /// @param law   a slideway.Law, kept as long as this lives
    /// @param path  of the key, for messages
    RunningLaw(const pybind11::object& law, SourceLine where, std::string path);
    /// The same law in another computation.
    [[nodiscard]] std::shared_ptr<RunningLaw> anew() const;

    [[nodiscard]] std::string text() const override { return law_->text(); }
    [[nodiscard]] std::string record() const override { return io::in_quotes(text()); }
    [[nodiscard]] bool equals(const io::Given& other) const override;
    [[nodiscard]] double bytes() const override { return 0; }
    void write(std::ostream& stream) const override; ///< refused
    [[noreturn]] void refuse_to_write() const;
    [[nodiscard]] std::shared_ptr<const contact::OwnForce> force() const override
    {
        return shared_from_this();
    }
    [[nodiscard]] const pybind11::object& object() const { return *kept_; } ///< the slideway.Law

    [[nodiscard]] Value at(double r, double v) const override;
    void at(const double* r, const double* v, Index n, double* f, double* df_dr,
            double* df_dv) const override;

    /// What it took in all threads [s]: of single calls estimated from one in 61.
    [[nodiscard]] double seconds() const { return 1e-9 * static_cast<double>(nanoseconds_.load()); }
    [[nodiscard]] bool failed() const;
    /// Raises what it failed with, an InputError, from what the function raised. With the GIL.
    [[noreturn]] void raise() const;
    /// Calls from now on throw Interrupted.
    void stop() const { stopped_ = true; }

private:
    struct State {
        double r, v;
    };
    [[nodiscard]] Value value(State at) const;
    [[nodiscard]] Value called(State at) const;
    void called(const double* r, const double* v, Index n, double* f, double* df_dr,
                double* df_dv) const;
    [[nodiscard]] Value watched(State at) const;
    void look_at_slopes(State at, const Value& there, bool arrays) const;
    [[nodiscard]] bool differences(const State* points, Index n, bool arrays, double* f) const;
    void ask() const;
    void refuse_nan(State at, const Value& there) const;
    [[noreturn]] void fail(State at, const std::string& how,
                           const pybind11::object& raised = {}) const;
    [[noreturn]] void fail_raised(State at) const; // with the GIL and an error of Python

    std::shared_ptr<const pybind11::object> kept_;
    const ScriptLaw* law_;
    SourceLine where_;
    std::string path_;

    mutable std::atomic<long long> nanoseconds_ = 0;
    mutable std::atomic<unsigned> looks_ = 0;
    mutable std::atomic<double> far_ = 0, fast_ = 0; // the largest |r|, |v| looked at
    mutable std::atomic<bool> stopped_ = false;
    struct Failure {
        std::string message; // "": none
        std::shared_ptr<const pybind11::object> raised;
    };
    mutable std::mutex mutex_;
    mutable Failure failure_;
};

/// The laws of scripts in a case, each as it is in one computation.
class RunningLaws {
public:
    /// Takes their places in the tree.
    void take(io::CaseNode& tree);
    [[nodiscard]] bool empty() const { return laws_.empty(); }
    [[nodiscard]] double seconds() const;
    [[nodiscard]] bool failed() const;
    void raise() const; ///< if one failed
    void stop() const;

private:
    std::vector<std::shared_ptr<RunningLaw>> laws_;
};

/// @throws InputError  there is one in the tree, which no file can hold
void refuse_laws(const io::CaseNode& tree);

} // namespace slideway::script
