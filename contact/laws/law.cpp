#include "contact/laws/law.hpp"

#include "base/text.hpp"
#include "contact/laws/sampled_cycle.hpp"
#include "contact/periodic/harmonic_moments.hpp"

#include <algorithm>
#include <stdexcept>

namespace slideway::contact {

void Law::refuse(const char* what) const
{
    throw std::logic_error("law \"" + std::string(keyword()) + "\" " + what);
}

void Law::force(JointMemory&, const JointVector&, const JointVector&, ForceAndTangent&) const
{
    refuse("is not a function of the motion");
}

std::optional<JointLaw> Law::adapted(const std::vector<std::string>&) const
{
    return std::nullopt;
}

RowSlope Law::slope(double, double) const
{
    refuse("has no slope");
}

void Law::forces(const Matrix&, const Matrix&, RowForces&) const
{
    refuse("is no function of the state alone");
}

JointPhases Law::phases_at(const JointVector& r, const JointVector&) const
{
    if (!has_phases())
        refuse("has no phases");
    return {std::vector<int>(static_cast<std::size_t>(r.size()), 0), {}};
}

void Law::piece(const JointPhases&, JointPiece&) const
{
    refuse("has no phases");
}

void Law::pass(JointPhases&, int, const JointVector&, const JointVector&) const
{
    refuse("has a single phase");
}

double Law::potential(const JointVector&) const
{
    refuse("has no potential");
}

std::optional<JointLaw> Law::without_dashpot() const
{
    return std::nullopt;
}

std::optional<JointLaw> Law::times(double) const
{
    return std::nullopt;
}

void Law::harmonic_force(const VectorIn&, const VectorIn&, HeldOnsets, HarmonicWorkspace&,
                         HarmonicForce&) const
{
    refuse("has no harmonic force");
}

void Law::second_derivatives(const VectorIn& R, const VectorIn& lambda, HeldOnsets held,
                             HarmonicWorkspace& work, HarmonicForce& out) const
{
    harmonic_force(R, lambda, held, work, out);
}

void Law::sampled_force(const Harmonics& h, const VectorIn& R, double, Index samples,
                        HarmonicForce& out) const
{
    const Index m = h.size(), rows = rows_of(h, R);
    if (!prepare(h, rows, R, Vector(), out))
        return;
    const SampledCycle cycle(h, R, samples);
    JointMemory memory;
    ForceAndTangent tangent;
    JointVector r(rows);
    const JointVector v = JointVector::Zero(rows);
    Matrix f(rows, samples), df_dr(rows * rows, samples);
    for (Index i = 0; i < (memory.empty() ? 1 : 3) * samples; ++i) {
        r = cycle.motion.col(i % samples);
        force(memory, r, v, tangent);
        f.col(i % samples) = tangent.f;
        df_dr.col(i % samples) = tangent.df_dr.reshaped();
    }
    out.F.reshaped(m, rows) = cycle.projected * f.transpose();
    for (Index col = 0; col < rows; ++col)
        for (Index row = 0; row < rows; ++row)
            if (row == col || !df_dr.row(col * rows + row).isZero(0))
                cycle.add_slope(row, col, df_dr.row(col * rows + row), out);
}

void Law::slip_onsets(const VectorIn&, HeldOnsets, HarmonicWorkspace&, SlipOnsets& out) const
{
    out.list.clear();
}

void Law::read_cycle(const VectorIn&, HarmonicWorkspace&, HarmonicForce&, TangentCycle&) const
{
    refuse("has no tangent cycle");
}

void Law::tangent(const signed char*, Index, StateTangent&) const
{
    refuse("has no tangent cycle");
}

Index Law::parameter_index(std::string_view name) const
{
    std::vector<std::string> names;
    for (const LawParameter& parameter : parameters())
        names.emplace_back(parameter.name);
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
        throw std::invalid_argument("no parameter \"" + std::string(name) + "\" of law \"" +
                                    std::string(keyword()) + "\"; it has " +
                                    (names.empty() ? "none" : listed(names, "and")));
    return found - names.begin();
}

double Law::parameter(Index index) const
{
    return this->*parameters()[static_cast<std::size_t>(index)].value;
}

double Law::parameter(std::string_view name) const
{
    return parameter(parameter_index(name));
}

JointLaw Law::with(std::string_view name, double value) const
{
    const LawParameter& parameter = parameters()[static_cast<std::size_t>(parameter_index(name))];
    const std::shared_ptr<Law> law = copy();
    (*law).*parameter.value = value;
    return JointLaw(law);
}

std::shared_ptr<Law> Law::copy() const
{
    refuse("has no parameters");
}

} // namespace slideway::contact
