#pragma once

#include "contact/laws/elastic_coulomb.hpp"
#include "contact/periodic/harmonics.hpp"

#include <limits>
#include <numbers>

namespace slideway::contact {

constexpr double period = 2 * std::numbers::pi; ///< period of theta

/// The cycle of states of an elastic-coulomb joint in periodic motion. Tangential force and limit
/// are a = k_t x and b = mu N; the bounds of the slider are u_0 = a - b and u_1 = -a - b. A stick
/// T = a + c slips forward where u_0 + c grows through zero and back where u_1 - c does; slip with
/// sense u_i lasts while u_i grows. So all events lie where u_i has a maximum, in one of its rises,
/// or where N changes its sign. Works in, and leaves its results in, a workspace: `rises`, and
/// `changes` of a cycle that slips or opens; one that is there already is taken.
///
/// Source: docs/theory/harmonic_friction.md, section 1.
class FrictionCycle {
public:
    FrictionCycle(const ElasticCoulomb& law, const double* R, HeldOnsets held,
                  HarmonicWorkspace& work);

    /// open, sticks: throughout; slips: in contact throughout; touching: it closes and opens.
    /// Without friction a closed contact that does not move "sticks".
    enum class Kind { open, sticks, slips, touching };
    [[nodiscard]] Kind march();

    /// Rise of a bound to its largest maximum; null if there is none.
    [[nodiscard]] const HarmonicWorkspace::Rise* highest(int side) const;
    [[nodiscard]] double largest(int side) const;
    /// The bound that comes nearer to the slider at 0.
    [[nodiscard]] int nearer() const { return largest(0) > largest(1) ? 0 : 1; }
    /// Whether, in a contact that sticks throughout, the largest maximum of a bound has pushed the
    /// slider away from 0; never without means.
    [[nodiscard]] bool pushes(int side) const;

private:
    using Rise = HarmonicWorkspace::Rise;
    using Change = HarmonicWorkspace::Change;

    const ElasticCoulomb& law_;
    HeldOnsets held_;
    HarmonicWorkspace& w_;
    bool known_ = false;
    bool one_set_of_extrema_ = false;
    bool frictionless_ = false; ///< slips all the time, at no force
    bool held_stuck_ = false, held_at_zero_ = false;
    FrictionState state_ = FrictionState::separation;
    double theta_ = 0, c_ = 0;
    double opening_ = std::numeric_limits<double>::infinity(); ///< where this contact opens
    const SignChange* at_opening_ = nullptr;
    int slip_side_ = 0;
    std::size_t slip_rise_ = 0;
    std::size_t next_[2] = {0, 0}; ///< first rise that is not over

    void find_rises();
    void hold();
    [[nodiscard]] bool is_there(const double* R);
    [[nodiscard]] Kind march_anew();
    [[nodiscard]] bool march_closed();
    void march_touching();
    void differentiate_sticks();
    template <class Values>
    void collect(std::vector<Rise>& rises, bool top_is_minimum, Values values) const;
    void turn(int side, std::size_t first, bool again);
    void pass(double theta);
    Change& change(FrictionState after);
    void end_slip(int side, const Rise& rise, double theta);
    void close(const SignChange& change);
    bool open();
    bool stick();
    [[nodiscard]] double normal_force() const; ///< at theta_ [N]
    bool slip();
};

} // namespace slideway::contact
