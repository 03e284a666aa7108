#pragma once

#include "dynamics/harmonic/harmonic_balance.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace slideway::dynamics {

/// A factor p on some numbers of a model at once. Derivatives are by ln p.
struct PeakParameter {
    struct Number {
        std::size_t joint = 0;
        Index parameter = 0; ///< index in info().parameters of its law
    };
    std::string name; ///< for users: "level", "damping", "preload"
    bool level = false;
    bool damping = false; ///< all linear damping
    std::vector<Number> numbers;
};

[[nodiscard]] PeakParameter the_level();
[[nodiscard]] PeakParameter all_damping();

/// A number of some joints, or of all that have it.
/// @throws std::invalid_argument  no joint has it
[[nodiscard]] PeakParameter number_of(const HarmonicBalance& model, std::string_view name);
[[nodiscard]] PeakParameter number_of(const HarmonicBalance& model, std::string_view name,
                                      std::span<const std::size_t> joints);

/// A motion of a family.
struct MotionAt {
    Vector x;     ///< n + 1: r, Omega
    double p = 0; ///< ln of the parameter
};

/// The motions of a balance over p = ln of a parameter: its numbers times e^p. For one thread.
class MotionFamily {
public:
    /// Over the level.
    explicit MotionFamily(const HarmonicBalance& model) : MotionFamily(model, the_level(), 1) {}
    /// @param level  at p = 0
    MotionFamily(const HarmonicBalance& model, PeakParameter parameter, double level);

    /// With the numbers of the last p.
    [[nodiscard]] const HarmonicBalance& model() const { return model_; }
    [[nodiscard]] const PeakParameter& parameter() const { return parameter_; }
    [[nodiscard]] double level(double p) const;

    /// F of a motion; false where it is not defined.
    bool evaluate(const VectorIn& R, double Omega, double p,
                  HarmonicBalance::Evaluation& evaluation);
    /// Whether it is of this motion.
    [[nodiscard]] bool holds(const HarmonicBalance::Evaluation& evaluation, const VectorIn& R,
                             double Omega, double p);
    /// F of a motion that was evaluated, with its derivatives by (r, Omega) and p: the first n
    /// equations of larger ones. The rest of F_p is 0.
    void take(HarmonicBalance::Evaluation& evaluation, continuation::Equations& out);

    /// Whether balances differ in more than the level.
    [[nodiscard]] bool changes_model() const
    {
        return parameter_.damping || !parameter_.numbers.empty();
    }
    /// A balance of its own with the numbers of p; its level is `level(p)`.
    [[nodiscard]] HarmonicBalance balance(double p) const;

    // For users: "level 4.2", "preload times 0.5"; "the lowest level".
    [[nodiscard]] std::string value_text(double value) const;
    [[nodiscard]] std::string lowest() const { return "the lowest " + parameter_.name; }
    [[nodiscard]] std::string highest() const { return "the highest " + parameter_.name; }

private:
    HarmonicBalance model_;
    PeakParameter parameter_;
    double level_, p_ = 0;
    std::vector<double> numbers_; ///< at p = 0
    Vector f_, F_, Y_;

    void move(double p);
    [[nodiscard]] contact::JointLaw law(std::size_t number, double p) const;
    [[nodiscard]] DampingChange damping(double p) const;
};

/// The parameter of a law that a number names.
[[nodiscard]] const contact::LawParameter& law_parameter(const HarmonicBalance& model,
                                                         const PeakParameter::Number& number);

} // namespace slideway::dynamics
