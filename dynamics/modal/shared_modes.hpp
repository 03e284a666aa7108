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

/// Cache of modal models, for example of the points of a map. Models with equal sources share one
/// entry, which the first request creates. May be used by several threads at once; results do not
/// depend on it.
///
/// The cache holds at most half a gigabyte. The entry with the fewest requests is removed first,
/// among equals the newest. If models are requested cyclically, as many as possible are then found.
class SharedModes {
public:
    /// Returns the modal model of a model.
    /// @throws as modal_model; the next request tries again
    [[nodiscard]] std::shared_ptr<const ModalModel> of(const assembly::CoupledModel& model,
                                                       const Progress& progress = {});
    /// Number of modal models in the cache.
    [[nodiscard]] std::size_t size() const;

private:
    struct Entry;
    [[nodiscard]] std::shared_ptr<Entry> entry(const assembly::CoupledModel& model);

    mutable std::mutex mutex_;
    std::vector<std::shared_ptr<Entry>> entries_; ///< ordered by age, newest last
};

/// Decision of an analysis on parts of bodies beside M and symmetric C and K.
enum class OtherParts { refused, taken };

/// Modal model from `shared`, or newly computed if `shared` is null.
/// @throws as modal_model; refuse_other_parts, or for OtherParts::taken refuse_without_mass
[[nodiscard]] std::shared_ptr<const ModalModel>
modal_model(const assembly::CoupledModel& model, SharedModes* shared, const Progress& progress,
            OtherParts other_parts = OtherParts::refused);

} // namespace slideway::dynamics
