#pragma once

#include "base/progress.hpp"
#include "dynamics/modal/modal_model.hpp"

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace slideway::assembly {
struct CoupledModel;
}

namespace slideway::dynamics {

/// Modal models of several models, such as the points of a map: those with equal sources have one,
/// made by the first that asks. For several threads at once; the numbers do not depend on them.
///
/// Holds half a gigabyte at most. What then has been asked for least goes first, of equals the
/// newest: of models that come again and again in the same order, as many as fit are found.
class SharedModes {
public:
    /// @throws as modal_model; the next that asks tries again
    [[nodiscard]] std::shared_ptr<const ModalModel> of(const assembly::CoupledModel& model,
                                                       const Progress& progress = {});
    /// Modal models held.
    [[nodiscard]] std::size_t size() const;

private:
    struct Entry;
    [[nodiscard]] std::shared_ptr<Entry> entry(const assembly::CoupledModel& model);

    mutable std::mutex mutex_;
    std::vector<std::shared_ptr<Entry>> entries_; ///< the newest last
};

/// Of `shared`, or made here if that is null. @throws as modal_model
[[nodiscard]] std::shared_ptr<const ModalModel>
modal_model(const assembly::CoupledModel& model, SharedModes* shared, const Progress& progress);

} // namespace slideway::dynamics
