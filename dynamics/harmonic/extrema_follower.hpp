#pragma once

#include "base/text.hpp"
#include "base/two_pi.hpp"
#include "dynamics/harmonic/extrema.hpp"
#include "dynamics/harmonic/extremum_nodes.hpp"

#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace slideway::dynamics {

/// Returns a point of a branch of extrema.
[[nodiscard]] inline MotionAt point_of(const continuation::Branch& branch, Index k)
{
    return {branch.x.col(k), branch.p(k)};
}

/// Follows one curve of extrema from piece to piece (extrema_curve). Each object serves one thread.
class ExtremaFollower {
public:
    ExtremaFollower(MotionFamily& motions, const ExtremaOptions& options, const Progress& progress)
        : motions_(motions), model_(motions.model()), o_(options), progress_(progress),
          search_(motions, options.output, options.tolerance),
          nodes_(motions, options.output, search_), n_(model_.n())
    {
    }

    ExtremaCurve follow(const ExtremumStart& start, int direction);

private:
    static constexpr double log_change = 0.5;     ///< largest change of ln rms from point to point
    static constexpr double least_restart = 1e-6; ///< shortest distance in p to the next piece

    /// Start of a smooth piece: a point of it and a direction.
    struct Next {
        MotionAt at;
        int direction = 1;      ///< direction of p, if `along` is empty
        Vector along = {};      ///< direction of (x, p)
        bool continues = false; ///< the extremum at the end of the last piece leads there
    };

    MotionFamily& motions_;
    const HarmonicBalance& model_;
    const ExtremaOptions& o_;
    const Progress& progress_;
    ExtremumSearch search_;
    ExtremumNodes nodes_;
    Index n_;
    ExtremaCurve result_;
    bool at_bound_ = false; ///< the curve begins at an end of the range
    // End of the last smooth piece.
    std::optional<Node> node_;
    bool turned_ = false, turned_maximum_ = false; ///< it turned back; as a maximum
    double restart_step_ = 0; ///< distance in p of the last piece from the one before

    // Pieces and ends of the curve: extrema.cpp.
    std::optional<Next> behind_smooth(continuation::Branch branch, int direction);
    void add(continuation::Branch branch, std::optional<Kink> kink, std::string ends);
    void append(continuation::Branch& branch, const MotionAt& motion);
    void prepend(continuation::Branch& branch, const MotionAt& motion);
    void add_bounds(continuation::Problem& problem) const;
    [[nodiscard]] std::string end_of(const continuation::Branch& branch) const;
    bool leaves(double p);
    [[nodiscard]] bool outside(double p) const
    {
        return p <= std::log(o_.from) || p >= std::log(o_.to);
    }
    /// Scaled difference of two points.
    [[nodiscard]] Vector from_to(const MotionAt& a, const MotionAt& b);
    /// Position of a motion in messages: "level 4.2, 210.5 Hz".
    [[nodiscard]] std::string where(const MotionAt& motion) const
    {
        return motions_.value_text(std::exp(motion.p)) + ", " +
               number_text(motion.x(n_) / two_pi, 8) + " Hz";
    }

    // Smooth pieces and the nodes at which they end: extrema_smooth_pieces.cpp.
    continuation::Branch smooth(const Next& from);
    continuation::Problem smooth_problem();
    bool look(continuation::Branch& branch, Index& seen);
    bool may_end_at(const Node& node, const continuation::Branch& branch, Index k,
                    const Vector& way);
    std::optional<Node> node_between(const MotionAt& a, const MotionAt& b);
    std::optional<Node> node_ahead(const continuation::Branch& branch,
                                   const std::vector<OnsetPassed>& onsets, double reach, bool any);

    // Kink pieces from node to node: extrema_kink_pieces.cpp.
    std::optional<Next> pass(const Node& node);
    std::optional<Next> along_kinks(continuation::Start start, Kink kink);
    continuation::Branch kink_branch(KinkEquations& equations, const continuation::Start& start);
    bool zero_between(KinkEquations& equations, continuation::Branch& branch, Index k);
    bool closes();

    // Continuation beyond points with unbounded second derivatives: extrema_rejoining.cpp.
    /// Position on a smooth piece of the curve.
    struct Place {
        std::size_t piece;
        Index before; ///< index of the point before this position
        int way;      ///< direction of p there
    };
    std::optional<Next> restart(const continuation::Branch& branch, int direction);
    [[nodiscard]] std::vector<double> restart_distances(const continuation::Branch& branch) const;
    std::optional<Place> passed(const MotionAt& motion);
    void close_at(const Place& place);
};

} // namespace slideway::dynamics
