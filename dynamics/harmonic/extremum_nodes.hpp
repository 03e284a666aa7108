#pragma once

#include "dynamics/harmonic/extremum_search.hpp"

#include <optional>
#include <vector>

/// Where pieces of a curve of extrema meet.
namespace slideway::dynamics {

/// A point of a kink where the slope of the response on one side of it vanishes: a smooth extremum
/// of that side begins there.
struct Node {
    MotionAt at;
    Kink kink;             ///< with the places of its onsets there
    bool slip = false;     ///< the side: beyond the onset
    Vector along;          ///< n + 2: tangent of the kink, d(x, p)/ds ...
    int kink_way = 0;      ///< ... and where along it the kink is an extremum
    double slope_rate = 0; ///< derivative of the slope of that side along the kink, by s
    /// Direction of p in which the smooth extremum begins: higher (1) or lower (-1) values.
    int smooth_way = 0;
};

/// Finds nodes, corners and what begins there. For one thread.
class ExtremumNodes {
public:
    ExtremumNodes(MotionFamily& motions, std::size_t output, ExtremumSearch& search)
        : motions_(motions), output_(output), search_(search), n_(motions.model().n())
    {
    }

    /// The node of a side of a kink near a motion, by secants along the kink.
    /// @param reach  how far along the kink to look, scaled
    [[nodiscard]] std::optional<Node> node_near(const MotionAt& guess, const Kink& kink, bool slip,
                                                double reach);

    /// The smooth extremum close to a node.
    [[nodiscard]] std::optional<MotionAt> leave(const Node& node);

    /// False if the smooth extremum close to a node is of the other kind: a curve of maxima does
    /// not lead to a node of minima, unless a fold lies between.
    [[nodiscard]] bool may_begin(const Node& node, bool maximum);

    /// A point of a kink close to a corner, where the onset of another slip meets that of the kink.
    struct Branching {
        MotionAt at;
        Kink kink;
    };
    /// Where an extremum continues from a corner.
    /// @param along  d(x, p)/ds of the kink that led there
    [[nodiscard]] std::optional<Branching> turn(const MotionAt& corner, const Kink& kink,
                                                const Vector& along);

private:
    /// Direction in which motions lie beside a kink: that of p where the kink turns back over p, or
    /// nearly so, and otherwise that of the frequency.
    enum class Across { frequency, parameter };

    /// A motion on one side of a kink, of the same p or of the same frequency.
    struct Side {
        MotionAt on, off; ///< the kink; beside it
        double slope;     ///< slope of the response there
        int way;          ///< direction of frequency or p, away from the kink
    };

    MotionFamily& motions_;
    std::size_t output_;
    ExtremumSearch& search_;
    Index n_;

    [[nodiscard]] std::optional<Side> beside(const MotionAt& guess, const Kink& kink, bool slip,
                                             double least, Across across);
    [[nodiscard]] std::optional<MotionAt> leave(const Node& node, Across across);
    [[nodiscard]] bool turns_at(const Node& node);
};

} // namespace slideway::dynamics
