#pragma once

#include "base/progress.hpp"
#include "continuation/branch.hpp"
#include "dynamics/events/derived_by.hpp"
#include "dynamics/modal/jointed_system.hpp"
#include "dynamics/orbits/keyed_system.hpp"
#include "dynamics/orbits/passage.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace slideway::dynamics {

/// Parameter of a branch of periodic motions.
struct OrbitParameter {
    enum class Kind {
        Omega,  ///< [rad/s]
        level,  ///< factor on the loads and motions at Omega
        number, ///< parameter of the law of a joint
        key,    ///< key of the case, evaluated by a SystemOfKeys
    };
    Kind kind = Kind::Omega;
    LawNumber number = {};
    double value = 0; ///< value of a key in the model
    double range = 0; ///< range of a key, > 0
};

/// A system over one of its parameters, or two.
class OrbitFamily {
public:
    /// @param keyed  the system at values of the parameters that are keys, in their order
    /// @throws InputError  as check_derivatives; no drive; laws that remember; the same parameter
    ///                     twice, or numbers of two laws
    OrbitFamily(JointedSystem system, OrbitParameter parameter,
                std::optional<OrbitParameter> second = {}, SystemOfKeys keyed = {});

    /// Sets what motions of many steps call: they throw Interrupted after an answer of false.
    /// Copies of the family keep it. Any thread may call it.
    void set_go_on(Progress go_on) { go_on_ = std::move(go_on); }
    [[nodiscard]] const Progress& go_on() const { return go_on_; }

    /// Current system in its current modes. States use other modes if a key is a parameter.
    [[nodiscard]] const JointedSystem& system() const { return system_; }
    /// Joints in the coordinates of states.
    [[nodiscard]] const std::vector<ModalLaw>& joints() const
    {
        return keyed() ? joints_ : system_.joints;
    }
    /// Outputs as they are now, on the coordinates of states: those given, or of a key as many of
    /// its system.
    [[nodiscard]] std::vector<ModalOutput> outputs(const std::vector<ModalOutput>& given) const;
    /// m: weights of the coordinates in the energy norm, omega or Omega of rigid modes.
    [[nodiscard]] Vector energy_weights() const;
    /// States at all columns, on the modes that the system has now; of z of a single motion.
    [[nodiscard]] Matrix on_modes(const MatrixIn& states) const;
    [[nodiscard]] Vector to_states(const VectorIn& on_modes) const;
    /// A motion from a state, from that phase of the drive on. By what it is derived follows from
    /// the parameters if it is derived at all. Rows of what is watched are on states.
    [[nodiscard]] Passage passage(const VectorIn& z, double phase, double duration,
                                  const PassageOptions& options) const;
    /// Derivative by parameter i of a function of the joints on states, which is linear in each
    /// number of their laws.
    [[nodiscard]] double
    derivative(std::size_t i,
               const std::function<double(const std::vector<ModalLaw>&)>& function) const;
    [[nodiscard]] const OrbitParameter& parameter() const { return parameters_.front(); }
    [[nodiscard]] const OrbitParameter& second() const { return parameters_.at(1); }
    [[nodiscard]] Index m() const { return system_.n_modes(); }
    [[nodiscard]] double value() const { return values_.front(); }
    [[nodiscard]] double second_value() const { return values_.at(1); }
    /// By the start and the parameters as they are.
    [[nodiscard]] DerivedBy derived_by() const;
    /// From those columns of a motion over an angle of the drive from t = 0: the derivative of its
    /// end, at its phase, by parameter i.
    [[nodiscard]] Vector by_parameter(const MatrixIn& in, const VectorIn& rate, double angle,
                                      std::size_t i = 0) const;
    /// Column of parameter i.
    [[nodiscard]] Index column(std::size_t i) const;

    /// False if the parameter is outside its bounds; refusal() says why.
    bool move_to(double p) { return move(0, p); }
    bool move_second_to(double q) { return move(1, q); }
    /// Why the value moved to last is none; "": it is one.
    [[nodiscard]] const std::string& refusal() const { return refusal_; }
    /// Whether a parameter is a key, so that states are not on the modes of system().
    [[nodiscard]] bool keyed() const { return base_ != nullptr; }

    /// Why a motion and its mirror, -x half a period of the drive later, differ; "": they do not.
    [[nodiscard]] std::string asymmetry() const;

    /// Motions in which joints alike move alike, as those of a smaller system: see SymmetricPart.
    struct Part;
    /// Empty if no joints are alike; over keys, at the values of the case and at those beside them.
    [[nodiscard]] std::optional<Part> part_alike() const;

private:
    [[nodiscard]] std::vector<std::size_t> numbered_joints() const;
    bool move(std::size_t i, double value);
    [[nodiscard]] std::vector<double> keys() const;
    bool take_keys();
    [[nodiscard]] KeyedSystem with_parameters(const KeyedSystem& system) const;
    [[nodiscard]] const KeyChange& change(std::size_t i) const;
    [[nodiscard]] KeyDifference difference(std::size_t i) const;

    JointedSystem system_;
    std::vector<OrbitParameter> parameters_;
    std::vector<double> values_;
    std::shared_ptr<const JointedSystem> unit_; ///< at level 1, where the level is a parameter
    Vector omega_;                              ///< m: of the coordinates of states
    // Data for keys.
    SystemOfKeys system_of_;
    std::shared_ptr<const KeyedSystem> base_;                         ///< null without keys
    std::vector<ModalLaw> joints_;                                    ///< on states
    mutable std::vector<std::shared_ptr<const KeyChange>> changes_{}; ///< by each parameter
    std::string refusal_;
    Progress go_on_;
    double Omega_ = 0; ///< [rad/s] of the drive, unless it is a parameter
};

struct OrbitFamily::Part {
    OrbitFamily family;
    Matrix Z;                 ///< q = Z y
    std::vector<int> weights; ///< number of joints that each joint of the part represents
};

/// Adds to the end of a branch that fails why there is no system, where that is so.
void describe_refusal(continuation::BranchEnd& end, const OrbitFamily& family);

} // namespace slideway::dynamics
