#pragma once

#include "dynamics/events/derived_by.hpp"
#include "dynamics/modal/driven_joints.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace slideway::dynamics {

/// What changes along a branch of periodic motions.
struct OrbitParameter {
    enum class Kind {
        Omega,  ///< [rad/s]
        level,  ///< factor on the loads and motions at Omega
        number, ///< of the law of a joint
    };
    Kind kind = Kind::Omega;
    LawNumber number = {};
};

/// A system over one of its parameters, or two.
class OrbitFamily {
public:
    /// @throws InputError  as check_derivatives; no drive; laws that remember; the same parameter
    ///                     twice, or numbers of two laws
    OrbitFamily(JointedSystem system, OrbitParameter parameter,
                std::optional<OrbitParameter> second = {});

    [[nodiscard]] const JointedSystem& system() const { return system_; } ///< as it is now
    [[nodiscard]] const OrbitParameter& parameter() const { return parameters_.front(); }
    [[nodiscard]] const OrbitParameter& second() const { return parameters_.at(1); }
    [[nodiscard]] Index m() const { return system_.n_modes(); }
    [[nodiscard]] double value() const { return values_.front(); }
    [[nodiscard]] double second_value() const { return values_.at(1); }
    /// By the start and the parameters.
    [[nodiscard]] DerivedBy derived_by() const;
    /// From those columns of a motion over an angle of the drive from t = 0: the derivative of its
    /// end, at its phase, by parameter i.
    [[nodiscard]] Vector by_parameter(const MatrixIn& by, const VectorIn& rate, double angle,
                                      std::size_t i = 0) const;
    /// Column of parameter i.
    [[nodiscard]] Index column(std::size_t i) const;

    /// False: the parameter is outside of what it may be.
    bool move_to(double p) { return move(0, p); }
    bool move_second_to(double q) { return move(1, q); }

    /// Why a motion and its mirror, -x half a period of the drive later, differ; "": they do not.
    [[nodiscard]] std::string asymmetry() const;

private:
    bool move(std::size_t i, double to);

    JointedSystem system_;
    std::vector<OrbitParameter> parameters_;
    std::vector<double> values_;
    std::shared_ptr<const JointedSystem> unit_; ///< at level 1, where the level is a parameter
};

/// The system with its drive ahead by an angle.
[[nodiscard]] JointedSystem turned(JointedSystem system, double angle);

} // namespace slideway::dynamics
