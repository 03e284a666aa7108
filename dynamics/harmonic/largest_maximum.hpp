#pragma once

#include "dynamics/harmonic/ridges.hpp"

#include <optional>
#include <vector>

/// The largest of all maxima at a value of the parameter, and what becomes of it along the curves.
namespace slideway::dynamics {

/// Index of the largest maximum; points.size() if there is none.
[[nodiscard]] std::size_t largest_of(const std::vector<RidgePoint>& points);

/// Where another maximum becomes the largest.
struct LargestChange {
    double value = 0; ///< value of the parameter
    RidgePoint below, above;
};

/// Where the largest maximum per level is smallest. The system being one in which a factor on the
/// level and on all preloads is one on the motion, its maximum at a level with the preloads N0 is
/// that of level 1 with N0 / level, times the level: the best preload per level.
struct BestPreload {
    RidgePoint at;
    double level = 0;
};

/// Successive values of those that were listed.
struct ListedValues {
    double from = 0, to = 0;
    std::size_t n = 0;
};

class LargestMaximum {
public:
    /// @param found  along the parameter of `motions`; kept by reference
    LargestMaximum(MotionFamily& motions, const Ridges& found, const ExtremaOptions& options)
        : motions_(motions), found_(found), options_(options)
    {
    }

    /// At a listed value the listed one; elsewhere that of the curves, none where no curve has one.
    [[nodiscard]] std::optional<RidgePoint> at(double value, std::vector<std::string>& lost) const;

    /// Values listed, in ascending order, that have no maximum.
    [[nodiscard]] std::vector<ListedValues> missing() const;

    /// Values listed, in ascending order, whose largest maximum is on no curve.
    [[nodiscard]] std::vector<ListedValues> off_curves() const;

    /// Between successive values that were listed, ascending, if both maxima are on curves.
    [[nodiscard]] std::vector<LargestChange> changes() const;

    /// Over the level; none where the smallest one is at an end of the values listed, or a value
    /// between has no maximum.
    [[nodiscard]] std::optional<BestPreload> best_preload() const;

private:
    MotionFamily& motions_;
    const Ridges& found_;
    const ExtremaOptions& options_;

    struct Listed {
        double value = 0;
        std::optional<RidgePoint> largest;
    };
    /// The values listed, ascending.
    [[nodiscard]] std::vector<Listed> listed() const;
    /// Ranges of successive listed values that have a property.
    template <class Has>
    [[nodiscard]] std::vector<ListedValues> ranges(Has has) const;
    /// Whether both lie on a piece that does not turn back: one maximum then.
    [[nodiscard]] bool on_one_piece(const RidgePoint& a, const RidgePoint& b) const;
};

/// Whether a factor on level and preloads of all joints, constant loads aside, is one on the
/// motion: every joint with a law of its own has a preload, and no constant load acts.
[[nodiscard]] bool scales_with_preloads(const HarmonicBalance& model);

} // namespace slideway::dynamics
