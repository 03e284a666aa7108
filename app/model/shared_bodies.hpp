#pragma once

#include "app/model/build_model.hpp"
#include "base/monitor.hpp"
#include "dynamics/modal/shared_modes.hpp"

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>

namespace slideway::app {

/// Cache of bodies and modal models of several cases, such as the points of a map or the analyses
/// of a script. Bodies are made once for all cases with equal entries of [[substructure]], equal
/// interfaces of their reductions and unchanged files (files that these include are not checked).
/// Equal modal models are made once (SharedModes). May be used by several threads at once; results
/// do not depend on it.
///
/// The cache holds the most recently used bodies: at most 16 models, and at most a gigabyte.
class SharedBodies {
public:
    /// Returns the bodies of a case, from the cache or newly built. @throws as build_bodies
    [[nodiscard]] std::shared_ptr<const Bodies> of(const Case& c, const Needs& needs,
                                                   const Monitor& monitor = {});
    /// Returns couple(c, needs, of(c, needs)) with shared modes. @throws as build_model
    [[nodiscard]] BuiltModel build(const Case& c, const Needs& needs, const Monitor& monitor = {});

    [[nodiscard]] const std::shared_ptr<dynamics::SharedModes>& modes() const { return modes_; }
    /// Number of times that bodies were built.
    [[nodiscard]] std::size_t made() const;

private:
    struct Made;
    std::shared_ptr<const Bodies> known(const Made& source, const Case& c, const Needs& needs);

    mutable std::mutex mutex_; ///< also held while bodies are built, so that others wait for them
    std::list<std::shared_ptr<const Made>> kept_; ///< most recently used first
    std::size_t made_ = 0;
    std::shared_ptr<dynamics::SharedModes> modes_ = std::make_shared<dynamics::SharedModes>();
};

} // namespace slideway::app
