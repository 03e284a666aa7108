#pragma once

#include "app/case/case_reader.hpp"
#include "app/model/build_model.hpp"
#include "base/error.hpp"
#include "dynamics/modal/modal_model.hpp"
#include "dynamics/orbits/orbit_family.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace slideway::app {

/// A case at values of some of its keys, each as `--set KEY=VALUE` has it.
class KeyedModels {
public:
    /// @param needs  of the analysis, @param monitors  whose displacements are its outputs
    /// @param own    the model of the case itself, on whose modes states are given
    /// @throws InputError  at the table that names a key: one of no model, not there, no number
    KeyedModels(Needs needs, std::vector<std::string> monitors, const Case& c,
                const BuiltModel& own, std::shared_ptr<const dynamics::ModalModel> modal,
                std::vector<std::string> keys);

    struct Model {
        Case c;
        BuiltModel built;
        std::shared_ptr<const dynamics::ModalModel> modal;
    };
    /// @throws InputError  values that the reader refuses, or with which nothing can be built
    [[nodiscard]] Model model(const std::vector<double>& values) const;
    /// @throws InputError  also for a model of other modes or joints
    [[nodiscard]] std::shared_ptr<const dynamics::KeyedSystem>
    system(const std::vector<double>& values);

    /// Refuses a model of other modes or joints. One that cannot be built is left to the branch
    /// that gets there.
    void check(const std::vector<double>& values);

private:
    [[nodiscard]] Case at(const std::vector<double>& values) const;
    [[nodiscard]] dynamics::KeyedSystem system_of(const Model& model) const;
    [[nodiscard]] Matrix to_states(const Model& model) const;

    std::vector<std::string> monitors_;
    bool trust_meshes_;
    CaseTree tree_;
    std::vector<std::string> keys_;
    Needs needs_;
    bool new_bodies_ = false;
    Bodies bodies_; ///< bodies for all values, if no key belongs to a body
    std::shared_ptr<dynamics::SharedModes> modes_;
    std::shared_ptr<const dynamics::ModalModel> modal_; ///< modal model of the case itself, ...
    std::vector<std::shared_ptr<const Matrix>> T_;      ///< ... with the bases of its bodies
    std::size_t n_rows_ = 0;
    std::vector<std::pair<std::vector<double>, std::shared_ptr<const dynamics::KeyedSystem>>>
        known_; ///< the newest last
};

/// Kind of parameter that a key of the case represents: Omega, the level, a parameter of the law of
/// one joint, or any other key, for which models must be built again.
/// @param prefix  table of [analysis] that names the key
/// @throws InputError  see refuse_key, and refuse_value at both ends
[[nodiscard]] dynamics::OrbitParameter parameter_of(const std::string& prefix,
                                                    const std::string& key, double from, double to,
                                                    const Case& c,
                                                    const dynamics::JointedSystem& system);

/// Systems as a function of keys. @param models  null if no parameter is a key
[[nodiscard]] dynamics::SystemOfKeys systems_of(const std::shared_ptr<KeyedModels>& models);

/// Runs `work` for a key.
/// @param prefix  table that names the key, for messages
template <class Work>
void for_key(const std::string& prefix, const std::string& key, const Work& work)
{
    try {
        work();
    } catch (const InputError& error) {
        throw InputError(prefix + ".key", "\"" + key + "\"", error.text());
    }
}

/// The number that a case gives a key; none: it gives none.
[[nodiscard]] std::optional<double> number_given(const Case& c, const std::string& key);

/// Value of a key in the case. @param table  table of [analysis] that names the key
/// @throws InputError  the case does not define it
[[nodiscard]] double value_of_key(const Case& c, const std::string& table, const std::string& key);

/// @throws InputError  a value that the reader refuses
void refuse_value(const Case& c, const std::string& key, double value);

/// @throws InputError  a key of no model: of [analysis], [output], ...
void refuse_key(const Case& c, const std::string& table, const std::string& key);

} // namespace slideway::app
