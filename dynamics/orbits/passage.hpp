#pragma once

#include "base/progress.hpp"
#include "dynamics/events/derived_by.hpp"
#include "dynamics/modal/history.hpp"
#include "dynamics/modal/outputs.hpp"

#include <string>
#include <vector>

namespace slideway::dynamics {

/// An extremum of a displacement along a motion.
struct MotionExtremum {
    std::size_t of = 0; ///< index of the watched quantity
    double time = 0;    ///< [s]
    double value = 0;   ///< [m]
    bool maximum = false;
    Vector by; ///< derivatives of the value, if requested; its time does not enter
};

/// Range of a watched quantity over a motion [m].
struct MotionRange {
    double least = 0, most = 0;
    [[nodiscard]] double amplitude() const { return (most - least) / 2; }
};
/// Returns the range of the extrema of a watched quantity.
/// @param of     index of the watched quantity
/// @param value  value at any time, which is the range of a quantity without extrema: it does not
///               move
[[nodiscard]] MotionRange range_of(const std::vector<MotionExtremum>& extrema, std::size_t of,
                                   double value);

/// A motion from t = 0 on, with the derivatives of where it leads.
struct Passage {
    std::string failure;                 ///< why it stopped before its end; "": it did not
    Vector end;                          ///< 2 m: (q, q')
    Vector rate;                         ///< 2 m: of the end
    Matrix by;                           ///< 2 m x columns of DerivedBy
    std::vector<MotionExtremum> extrema; ///< in the order of time
    std::vector<int> first_sign, sign; ///< signs of the rates of watched quantities, first and last
    std::vector<JointEvent> events;
};

/// Options of a passage by Taylor steps.
struct PassageOptions {
    double tolerance = 1e-13; ///< relative tolerance of a step
    DerivedBy by;
    std::vector<ModalOutput> watched;
    bool derive_extrema = false;
    /// Changes of the watched outputs for each change of `by`, if extrema are derived.
    std::vector<std::vector<ModalOutput>> watched_changes = {};
};

/// Computes a passage.
/// @param z      start (q, q'), 2 m entries
/// @param go_on  see MotionSteps::take
/// @throws Interrupted
[[nodiscard]] Passage passage(const JointedSystem& system, const Vector& z, double duration,
                              const PassageOptions& options, const Progress& go_on = {});

} // namespace slideway::dynamics
