#pragma once

#include "base/choice.hpp"
#include "base/text.hpp"
#include "contact/laws/law.hpp"
#include "contact/laws/piecewise_cubic.hpp"

#include <array>
#include <string>

namespace slideway::contact {

struct StateSamples;

/// Argument of a table of forces.
enum class TableArgument { displacement, velocity };

constexpr auto choices(TableArgument /*one of*/)
{
    using enum TableArgument;
    return std::to_array<Choice<TableArgument>>(
        {{displacement, "displacement"}, {velocity, "velocity"}});
}

/// Function between the points of a table.
enum class Interpolation { linear, pchip };

constexpr auto choices(Interpolation /*one of*/)
{
    using enum Interpolation;
    return std::to_array<Choice<Interpolation>>(
        {{linear, "linear", "straight lines; the kinks are events"},
         {pchip, "pchip",
          "monotone cubics, with a continuous slope; at the ends that of the last two points"}});
}

/// Force over displacement or velocity by points, on each row.
class ForceTable final : public Law {
public:
    ForceTable() = default; ///< no force, over displacement
    /// @param x, f  at least 2 points (pchip: 4), x increases [m or m/s, N]
    ForceTable(TableArgument argument, Interpolation interpolation, const std::vector<double>& x,
               const std::vector<double>& f);

    [[nodiscard]] LawDescription description() const override;
    [[nodiscard]] Bound bound(Index row, double reach) const override;
    void force(JointMemory& memory, const JointVector& r, const JointVector& v,
               ForceAndTangent& out) const override;
    [[nodiscard]] bool stiffens() const override { return true; }
    [[nodiscard]] bool is_odd() const override { return f_.is_odd(); }
    [[nodiscard]] bool is_smooth() const override { return interpolation_ == Interpolation::pchip; }
    [[nodiscard]] RowSlope slope(double r, double v) const override;
    [[nodiscard]] bool depends_on_velocity() const override
    {
        return argument_ == TableArgument::velocity;
    }
    [[nodiscard]] Dissipation dissipation() const override;
    [[nodiscard]] std::span<const double> knots() const override { return f_.knots(); }
    [[nodiscard]] bool has_phases() const override { return true; }
    [[nodiscard]] std::string_view phase_codes() const override;
    [[nodiscard]] JointPhases phases_at(const JointVector& r, const JointVector& v) const override;
    void piece(const JointPhases& phases, JointPiece& out) const override;
    void pass(JointPhases& phases, int guard, const JointVector& r,
              const JointVector& v) const override;
    /// True over displacement.
    [[nodiscard]] bool has_potential() const override { return !depends_on_velocity(); }
    [[nodiscard]] double potential(const JointVector& r) const override;
    [[nodiscard]] std::optional<JointLaw> times(double n) const override;

    [[nodiscard]] bool has_harmonic_force() const override { return true; }
    /// Exact: with straight lines, the sum of a line and of a stop at each kink; with cubics,
    /// integrals between the phases at which the motion passes a point.
    void harmonic_force(const VectorIn& R, const VectorIn& lambda, HeldOnsets held,
                        HarmonicWorkspace& work, HarmonicForce& out) const override;
    void sampled_force(const Harmonics& harmonics, const VectorIn& R, double Omega, Index samples,
                       HarmonicForce& out) const override;
    /// With straight lines. States are the numbers of the intervals.
    [[nodiscard]] bool has_tangent_cycle() const override;
    void read_cycle(const VectorIn& R, HarmonicWorkspace& work, HarmonicForce& force,
                    TangentCycle& out) const override;
    void tangent(const signed char* states, Index rows, StateTangent& out) const override;

private:
    void evaluate(bool second, StateSamples& samples) const;
    void add_lines(Index row, const VectorIn& argument, const VectorIn& lambda,
                   HarmonicWorkspace& work, HarmonicForce& out) const;
    void add_cubics(Index row, const VectorIn& R, const VectorIn& lambda, HarmonicWorkspace& work,
                    HarmonicForce& out) const;
    void add_velocity_lines(Index row, const VectorIn& R, const VectorIn& lambda,
                            HarmonicWorkspace& work, HarmonicForce& out) const;

    TableArgument argument_ = TableArgument::displacement;
    Interpolation interpolation_ = Interpolation::linear;
    PiecewiseCubic f_;
};

template <class F>
void fields(F& f, ForceTable& law)
{
    std::vector<double> displacement, velocity, force;
    auto argument = TableArgument::displacement;
    auto interpolation = Interpolation::linear;
    f.numbers(
        {"displacement", "m", "of the points, increasing; or velocity, or file", false, {}, "none"},
        displacement);
    f.numbers({"velocity", "m/s", "of the points, increasing", false, {}, "none"}, velocity);
    f.numbers({"force",
               "N",
               "at the points; beyond the first and the last it goes on in a line",
               false,
               {},
               "none"},
              force);
    std::vector<double> column;
    f.columns({.name = "file",
               .help = "file of two columns, displacement or velocity and force, in place of the "
                       "lists (CSV; lines that begin with # and a line of names are left out)",
               .default_text = "none",
               .file = true},
              column, force);
    f.choice({"over", "", "what the first column of the file is"}, argument);
    f.choice({"interpolation"}, interpolation);
    if (!f.has("law")) // keys are described
        return;
    const int given = f.has("displacement") + f.has("velocity") + f.has("file");
    if (given != 1)
        f.refuse(given == 0      ? "law"
                 : f.has("file") ? "file"
                                 : "velocity",
                 "expected one of the keys displacement, velocity and file");
    const std::string key = f.has("file")       ? "file"
                            : f.has("velocity") ? "velocity"
                                                : "displacement";
    if (f.has("file") == f.has("force"))
        f.refuse(f.has("file") ? "force" : key,
                 f.has("file") ? "the file holds the forces; leave it out" : "expected force, too");
    if (!f.has("file") && f.has("over"))
        f.refuse("over", "the name of the list says so; it belongs to file");
    if (f.has("velocity"))
        argument = TableArgument::velocity;
    const std::vector<double>& x = f.has("file")       ? column
                                   : f.has("velocity") ? velocity
                                                       : displacement;
    if (x.size() != force.size())
        f.refuse("force",
                 "expected as many numbers as " + key + " has (" + std::to_string(x.size()) + ")");
    const std::size_t fewest =
        interpolation == Interpolation::pchip ? PiecewiseCubic::fewest_monotone : 2;
    if (x.size() < fewest)
        f.refuse(key, "expected at least " + std::to_string(fewest) + " points" +
                          (fewest > 2 ? " for pchip" : ""));
    for (std::size_t k = 1; k < x.size(); ++k)
        if (!(x[k] > x[k - 1]))
            f.refuse(key, "expected numbers that increase; " + number_text(x[k]) + " follows " +
                              number_text(x[k - 1]));
    for (std::size_t k = 1; k < x.size(); ++k)
        if (!PiecewiseCubic::is_finite(x[k] - x[k - 1], force[k] - force[k - 1]))
            f.refuse(key, "expected points whose distances and slopes are finite; those from " +
                              number_text(x[k - 1]) + " to " + number_text(x[k]) + " are not");
    law = ForceTable(argument, interpolation, x, force);
}

} // namespace slideway::contact
