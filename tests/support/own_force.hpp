#pragma once

#include "contact/laws/own.hpp"

#include <functional>
#include <memory>
#include <utility>

/// Laws of scripts that tests state.
namespace slideway::test {

/// Statements of a script about its force.
struct OwnStatements {
    bool smooth = false, spring = false, odd = false;
};

/// The law f(r, v).
inline contact::JointLaw own_law(std::function<contact::OwnForce::Value(double, double)> f,
                                 OwnStatements statements = {})
{
    class Function final : public contact::OwnForce {
    public:
        Function(std::function<Value(double, double)> f, OwnStatements statements)
            : f_(std::move(f)), statements_(statements)
        {
        }
        [[nodiscard]] Value at(double r, double v) const override { return f_(r, v); }
        void at(const double* r, const double* v, Index n, double* force, double* df_dr,
                double* df_dv) const override
        {
            for (Index i = 0; i < n; ++i) {
                const Value there = f_(r[i], v[i]);
                force[i] = there.f;
                df_dr[i] = there.df_dr;
                df_dv[i] = there.df_dv;
            }
        }
        [[nodiscard]] bool is_spring() const override { return statements_.spring; }
        [[nodiscard]] bool is_smooth() const override
        {
            return statements_.smooth || statements_.spring;
        }
        [[nodiscard]] bool is_odd() const override { return statements_.odd; }

    private:
        std::function<Value(double, double)> f_;
        OwnStatements statements_;
    };
    return contact::Own{std::make_shared<Function>(std::move(f), statements)};
}

} // namespace slideway::test
