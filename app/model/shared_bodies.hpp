#pragma once

#include "app/model/build_model.hpp"
#include "base/monitor.hpp"
#include "dynamics/modal/shared_modes.hpp"

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>

namespace slideway::app {

/// Bodies and modal models of several cases: the points of a map, what a script computes one after
/// the other. Bodies are made once for all cases with equal entries of [[substructure]], equal
/// interfaces of their reductions, and files that have not changed since (those that they include
/// are not looked at); modal models once for all that are equal (SharedModes). For several threads
/// at once; the numbers do not depend on it.
///
/// Holds the bodies that were asked for last: 16 models, and as many of them as fit into a
/// gigabyte.
class SharedBodies {
public:
    /// @throws as build_bodies
    [[nodiscard]] std::shared_ptr<const Bodies> of(const Case& c, const Needs& needs,
                                                   const Monitor& monitor = {});
    /// couple(c, needs, of(c, needs)), with shared modes. @throws as build_model
    [[nodiscard]] BuiltModel build(const Case& c, const Needs& needs, const Monitor& monitor = {});

    [[nodiscard]] const std::shared_ptr<dynamics::SharedModes>& modes() const { return modes_; }
    /// How often bodies were made.
    [[nodiscard]] std::size_t made() const;

private:
    struct Made;
    std::shared_ptr<const Bodies> known(const Made& source, const Case& c, const Needs& needs);

    mutable std::mutex mutex_; ///< held while bodies are made, too: others wait for them
    std::list<std::shared_ptr<const Made>> kept_; ///< asked for last first
    std::size_t made_ = 0;
    std::shared_ptr<dynamics::SharedModes> modes_ = std::make_shared<dynamics::SharedModes>();
};

} // namespace slideway::app
