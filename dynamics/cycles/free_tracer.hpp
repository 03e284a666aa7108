#pragma once

#include "base/progress.hpp"
#include "continuation/rescaled_trace.hpp"
#include "dynamics/cycles/conservative_backbone.hpp"
#include "dynamics/cycles/free_equations.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace slideway::dynamics {

/// Curves of all parts of a system, those of a part in its own coordinates.
struct FoundCurves {
    ConservativeBackbones out;
    std::vector<std::size_t> part_of; ///< part of each curve
    bool cut = false;                 ///< true if there were more curves
};

class FreeHarmonics;

/// Follows the free motions of one part of a system, from small ones upward, and those that cross
/// them. Where equations no longer resolve the motions, a curve continues with others that do, from
/// the last point that they resolve. Branches in results hold states.
class FreeTracer {
public:
    /// Equations of motions near to a small one in a mode.
    using EquationsOf = std::function<std::shared_ptr<FreeEquations>(Index mode)>;

    /// @param part     number of the part
    /// @param numbers  number of each mode of the part among those of the whole
    FreeTracer(const ConservativeSystem& system, EquationsOf equations_of, std::size_t part,
               std::vector<Index> numbers, const FreeOptions& options, const Progress& progress,
               FoundCurves& found);
    /// Finds where the curve of a mode of the part begins.
    void find_start(Index mode);
    /// Follows that curve. @pre find_start has been called for all modes
    void follow_mode(Index mode);
    void follow_crossings();
    /// The largest equations in use so far; null: none.
    [[nodiscard]] std::shared_ptr<const FreeEquations> largest() const { return largest_; }

    /// Number of resonances between two points of curves.
    [[nodiscard]] int weak_resonances() const { return weak_resonances_; }
    /// Number of narrow internal resonances that curves have passed.
    [[nodiscard]] int passed_resonances() const { return passed_resonances_; }

private:
    /// Properties of a motion that do not depend on its phase and are equal for its mirrors in
    /// space and time.
    struct Signature {
        double p = 0, Omega = 0;
        Vector amplitudes;

        [[nodiscard]] bool operator==(const Signature& other) const;
    };
    /// Where a curve begins, in the unknowns of its equations.
    struct StartOf {
        std::shared_ptr<FreeEquations> equations;
        continuation::Start start;
    };
    /// A branch point that some curve has met.
    struct Junction {
        Signature motion;
        StartOf point; ///< start of the curve
        std::size_t curve = 0;
        Index at = 0;
        bool by_stability = false; ///< located by stability alone
        bool done = false;         ///< true if the crossing curve was already followed
    };
    /// A part of a curve, in the unknowns of its equations.
    struct Part {
        std::shared_ptr<FreeEquations> equations;
        continuation::Branch branch;
    };
    struct Traced {
        FreeCurve curve;
        bool gap = false; ///< the next part does not begin where the last one ends
        std::vector<Part> parts;
        std::vector<Junction> junctions;
    };
    /// Conditions that end a part of a curve.
    struct Look {
        bool ends_at_known = false;
        bool resonance_ends = false; ///< where the fundamental has less than half of the energy
        bool may_pass = false;       ///< a part ends at the first point of a resonance
        bool met = false;            ///< it does
        Index seen = 1, resolved = 0;
        Index in_resonance = 0; ///< points in a row
        Vector unresolved;      ///< the next motion, if the equations do not resolve it; else empty
    };

    bool full(); ///< no further curve
    void add_monitors();
    void use(std::shared_ptr<FreeEquations> equations);
    const FreeEquations::At& motion_at(const Vector& x, double p);
    [[nodiscard]] Signature signature(const Vector& x, double p);
    bool correct(Vector& x, double& p, const Vector& normal);
    bool correct(Vector& x, double p);
    [[nodiscard]] std::optional<Vector> point_at(const continuation::Branch& branch, double p);
    [[nodiscard]] bool mirrors(const Part& half, const Part& other);
    [[nodiscard]] continuation::Start carried(const FreeEquations& from,
                                              const continuation::Start& start);
    Part follow_part(const continuation::Start& start, int max_points, double first_step,
                     Look& look);
    /// @param so_far  parts before the start
    Traced follow(const StartOf& start, int max_points, bool ends_at_known, bool passes,
                  Traced so_far);
    Traced follow(const StartOf& start, int max_points, bool ends_at_known, bool passes);
    std::string refine(Part& part, const Vector& unresolved, StartOf& from);
    bool look_at(continuation::Branch& branch, Look& look);
    void append(Traced& out, Part part);

    [[nodiscard]] double share_of(Index mode, const VectorIn& state) const;
    [[nodiscard]] std::optional<StartOf> small_motion(Index mode);
    [[nodiscard]] std::vector<Index> equal_to(Index mode) const;
    [[nodiscard]] std::vector<Vector> straight_shapes(const std::vector<Index>& modes) const;
    [[nodiscard]] Vector straight_motion(const Vector& shape, double omega, double p) const;
    [[nodiscard]] bool is_straight(const Vector& shape, double omega, double p);
    [[nodiscard]] Part straight_part(const Vector& shape, double omega, double from, double to);
    void leave_straight(Vector& x, double p);
    [[nodiscard]] std::optional<StartOf> beyond_contact(const Vector& shape, double omega,
                                                        double contact);
    bool follow_straight(const Vector& shape, const std::vector<Index>& modes, std::size_t number);
    bool follow_equal_modes(Index mode);
    void follow_crossing(std::size_t crossing);
    void go_beyond_resonances(Index mode, std::vector<Part> parts);
    /// A point of a curve: number of its part, and of the point in it.
    struct Place {
        std::size_t part = 0;
        Index k = 0;
    };
    [[nodiscard]] std::optional<Place> last_of_fundamental(const std::vector<Part>& parts) const;
    [[nodiscard]] std::optional<StartOf> beyond_resonance(const std::vector<Part>& parts,
                                                          Place last, double p_most);
    [[nodiscard]] bool pass_resonance(const std::vector<Part>& before, Part& part, StartOf& from);
    [[nodiscard]] std::optional<StartOf> released(const FreeHarmonics& held, const Vector& x,
                                                  double p);
    [[nodiscard]] StartOf back_to_resonance(const StartOf& from, double p_least);
    void leave_out_narrow(Traced& traced) const;
    void add(Traced traced);
    [[nodiscard]] std::optional<StartOf> crossing_at(const Junction& junction,
                                                     std::shared_ptr<FreeEquations> equations,
                                                     std::string& why);
    [[nodiscard]] std::optional<StartOf> crossing_at(const Junction& junction, std::string& why);
    void label(Traced& out, const Part& part, Index first, Index skip);

    const ConservativeSystem& c_;
    EquationsOf equations_of_;
    std::size_t part_;
    std::vector<Index> numbers_;
    const FreeOptions& o_;
    const Progress& progress_;
    std::shared_ptr<FreeEquations> equations_;
    std::shared_ptr<const FreeEquations> largest_;
    continuation::Problem problem_;
    std::vector<std::optional<StartOf>> starts_; // of each mode
    double p_min_, p_max_;
    std::vector<Junction> crossings_;
    int weak_resonances_ = 0, passed_resonances_ = 0;
    FoundCurves& found_;
    ConservativeBackbones& out_;
};

} // namespace slideway::dynamics
