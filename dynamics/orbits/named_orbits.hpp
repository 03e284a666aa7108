#pragma once

#include "dynamics/orbits/capture.hpp"
#include "dynamics/orbits/orbit_tracer.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace slideway::dynamics {

/// A periodic motion over the parameter: the part of its branch between places where that turns
/// back. It has one motion at each value, so that a name can go with it.
struct OrbitPiece {
    struct Point {
        Index k = 0;           ///< point of the branch
        bool mirrored = false; ///< behind the end of a closed one: the mirror of what stands there
    };
    enum class Why {
        range,    ///< it continues outside
        fold,     ///< the branch turns back
        symmetry, ///< it meets motions that are their own mirror, or of half its periods
        lost,     ///< it could not be followed further
    };
    struct End {
        double p = 0;
        Why why = Why::range;
        std::string message; ///< symmetry: the motion that it meets; lost: the reason
        bool stable = false; ///< that the motion is beside it
    };
    /// Where it gains or loses stability between its ends.
    struct Change {
        double p = 0;
        OrbitLabel label = OrbitLabel::none; ///< where a force jumps: grazing
        bool stable_above = false;
    };

    std::shared_ptr<const OrbitBranch> branch;
    std::vector<Point> points; ///< p ascending; two at one value where a closed branch begins
    End low, high;
    std::vector<Change> changes; ///< ascending
};
constexpr auto choices(OrbitPiece::Why /*one of*/)
{
    using enum OrbitPiece::Why;
    return std::to_array<Choice<OrbitPiece::Why>>(
        {{range, "range"}, {fold, "fold"}, {symmetry, "symmetry"}, {lost, "lost"}});
}
/// That part of a branch which passes its point k, in the direction of point k + 1 if it turns
/// back there.
/// @param mirrored_seam  the last point of a closed branch is the mirror of the first
[[nodiscard]] OrbitPiece piece_of(std::shared_ptr<const OrbitBranch> branch, Index k,
                                  bool mirrored_seam);

/// State of a named motion at a value of the parameter.
struct NamedState {
    enum class Kind {
        absent = 0,
        unstable = 1,
        stable = 2,
        lost = 3, ///< unknown, because its branch was not followed there
    };
    Kind kind = Kind::absent;
    KnownOrbit orbit; ///< orbit, if stable or unstable, in the coordinates of the family
};
constexpr auto choices(NamedState::Kind /*one of*/)
{
    using enum NamedState::Kind;
    return std::to_array<Choice<NamedState::Kind>>(
        {{absent, "absent"}, {unstable, "unstable"}, {stable, "stable"}, {lost, "lost"}});
}

/// Names that periodic motions keep over a parameter: their branches carry them, not distances.
class NamedOrbits {
public:
    struct Name {
        std::string name;
        std::size_t piece = 0;
        bool mirrored = false; ///< the mirror of the motions of the stretch
    };

    NamedOrbits(const OrbitFamily& family, const OrbitBranchOptions& options,
                const Progress& progress);
    NamedOrbits(const NamedOrbits&) = delete; // its tracers refer to it
    NamedOrbits& operator=(const NamedOrbits&) = delete;

    [[nodiscard]] const std::vector<Name>& names() const { return names_; }
    [[nodiscard]] const OrbitPiece& piece(std::size_t name) const
    {
        return pieces_[names_[name].piece];
    }
    [[nodiscard]] bool interrupted() const { return interrupted_; }
    /// The number of a motion that has a name.
    [[nodiscard]] std::optional<std::size_t> find(const PeriodicMotion& motion, double p);
    /// Follows a motion over the range of the options, unless its branch is known.
    /// @pre it has no name
    std::size_t add(const std::string& name, const PeriodicMotion& motion, double p);
    void rename(std::size_t name, std::string target) { names_[name].name = std::move(target); }
    /// Gives its mirror the name "mirror of ..." if that is another motion and has none.
    void add_mirror(std::size_t index);
    /// If a motion begins at a period doubling of a named one, the number of that.
    [[nodiscard]] std::optional<std::size_t> doubled(std::size_t name);
    /// The motions that have more symmetry, of which one end of a stretch is a branch point.
    [[nodiscard]] std::optional<std::size_t> met(const OrbitPiece& piece,
                                                 const OrbitPiece::End& end) const;

    [[nodiscard]] NamedState at(std::size_t name, double p);

private:
    struct Place {
        std::size_t piece = 0;
        bool mirrored = false;
    };
    [[nodiscard]] KnownOrbit known(const OrbitForm& form, const VectorIn& z, double p);
    [[nodiscard]] std::vector<Place> places(const PeriodicMotion& motion, double p);
    [[nodiscard]] std::optional<std::size_t> named(const Place& place) const;
    [[nodiscard]] static bool labelled(const OrbitPiece& piece, OrbitLabel label, double p);
    std::size_t piece_at(std::size_t branch, Index k);
    [[nodiscard]] std::optional<Vector> corrected(const OrbitBranch& branch, Index k, double share,
                                                  double p);

    OrbitFamily family_;
    OrbitBranchOptions o_;
    Progress progress_;
    std::vector<ModalOutput> outputs_; // none
    OrbitTracers tracers_;
    std::vector<std::shared_ptr<const OrbitBranch>> branches_;
    std::vector<bool> mirrored_seam_; ///< per seam
    std::vector<OrbitPiece> pieces_;
    std::vector<std::size_t> branch_of_; ///< branch of each segment
    std::vector<Name> names_;
    bool interrupted_ = false;
};

} // namespace slideway::dynamics
