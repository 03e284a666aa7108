#include "contact/laws/iwan.hpp"

#include "contact/laws/elastic_coulomb.hpp"
#include "contact/laws/harmonic_force.hpp"
#include "contact/periodic/harmonic_moments.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slideway::contact {

namespace {

// Shares of stiffness and limit of the density over x = phi / phi_max, whose integrals are
// x^(chi + 1) and (chi + 1) / (chi + 2) x^(chi + 2) of those of the density.
std::vector<Iwan::Slider> sliders_of(const IwanParameters& p)
{
    const double a = p.chi + 1, moment = a / (p.chi + 2); // of the density, over phi_max
    const double stiffness = 1 + p.beta, force = moment + p.beta;
    const double growth = std::log1p(10.0 / p.n);
    std::vector<Iwan::Slider> list;
    double from = 0;
    for (int i = 1; i <= p.n; ++i) {
        const double to = i == p.n ? 1 : std::expm1(i * growth) / std::expm1(p.n * growth);
        list.push_back({(std::pow(to, a) - std::pow(from, a)) / stiffness,
                        moment * (std::pow(to, a + 1) - std::pow(from, a + 1)) / force});
        from = to;
    }
    if (p.beta > 0)
        list.push_back({p.beta / stiffness, p.beta / force});
    return list;
}

ElasticCoulomb element(const Iwan& law, std::size_t i)
{
    return ElasticCoulomb({.k_t = law.stiffness(i),
                           .friction = 1,
                           .preload = law.slip_limit(i),
                           .single = true,
                           .by_limit = true});
}

// Largest |r| that a motion can have.
double reach(const Harmonics& h, const VectorIn& R)
{
    double sum = h.means ? std::abs(R(0)) : 0;
    for (Index c = h.means ? 1 : 0; c < h.size(); c += 2)
        sum += std::hypot(R(c), R(c + 1));
    return sum;
}

void add(const HarmonicForce& part, HarmonicForce& sum)
{
    sum.F += part.F;
    sum.J += part.J;
    if (sum.H.size() > 0)
        sum.H += part.H;
    sum.dissipated += part.dissipated;
}

} // namespace

Iwan::Iwan(const IwanParameters& p) : IwanParameters(p), sliders_(sliders_of(p)) {}

LawDescription Iwan::description() const
{
    return {"iwan", "sliders side by side, which slip one after the other", Directions::one};
}

std::span<const LawParameter> Iwan::parameters() const
{
    static const LawParameter list[] = {
        law_parameter<Iwan>("k_t", &Iwan::k_t, Scaling{{0, 0}, {1, 1}}),
        law_parameter<Iwan>("limit", &Iwan::limit, Scaling{{1, 1}, {-1, -1}})};
    return list;
}

std::shared_ptr<Law> Iwan::copy() const
{
    return std::make_shared<Iwan>(*this);
}

std::optional<JointLaw> Iwan::times(double n) const
{
    Iwan all = *this;
    all.k_t *= n;
    all.limit *= n;
    return all;
}

Bound Iwan::bound(Index, double) const
{
    return {k_t, 0};
}

void Iwan::force(JointMemory& memory, const JointVector& r, const JointVector&,
                 ForceAndTangent& out) const
{
    out.clear(r.size());
    if (memory.size() != sliders_.size())
        memory.assign(sliders_.size(), 0);
    for (std::size_t i = 0; i < sliders_.size(); ++i) {
        const double k = stiffness(i), most = slip_limit(i), trial = k * (r(0) - memory[i]);
        if (std::abs(trial) <= most) {
            out.f(0) += trial;
            out.df_dr(0, 0) += k;
        } else {
            const double sense = trial > 0 ? 1 : -1;
            out.f(0) += sense * most;
            memory[i] = r(0) - sense * stretch(i);
        }
    }
}

std::string_view Iwan::phase_codes() const
{
    return "number of sliders that slip forward, or minus the number of those that slip back";
}

Iwan::Places Iwan::places(JointMemory& memory) const
{
    if (memory.size() != 2 * sliders_.size())
        memory.assign(2 * sliders_.size(), 0);
    return {memory.data(), memory.data() + sliders_.size()};
}

JointPhases Iwan::phases_at(const JointVector& r, const JointVector&) const
{
    JointPhases phases{{0}, {}};
    const Places at = places(phases.memory);
    for (std::size_t i = 0; i < sliders_.size(); ++i)
        if (std::abs(r(0)) > stretch(i)) {
            at.state[i] = r(0) > 0 ? 1 : -1;
            phases.codes[0] += r(0) > 0 ? 1 : -1;
        }
    return phases;
}

Iwan::Ends Iwan::ends(const JointMemory& memory) const
{
    constexpr double far = std::numeric_limits<double>::infinity();
    Ends ends{-far, far, false};
    for (std::size_t i = 0; i < sliders_.size(); ++i)
        if (memory[sliders_.size() + i] == 0) {
            ends.back = std::max(ends.back, memory[i] - stretch(i));
            ends.forward = std::min(ends.forward, memory[i] + stretch(i));
            ends.any = true;
        }
    return ends;
}

void Iwan::piece(const JointPhases& phases, JointPiece& out) const
{
    double slides = 0;
    for (std::size_t i = 0; i < sliders_.size(); ++i) {
        const double z = phases.memory[i], state = phases.memory[sliders_.size() + i];
        if (state == 0) {
            out.stiffness(0, 0) += stiffness(i);
            out.constant(0) -= stiffness(i) * z;
        } else {
            out.constant(0) += state * slip_limit(i);
            slides = state;
        }
    }
    if (const Ends end = ends(phases.memory); end.any) {
        out.add_guard(0, end.forward, -1, 0);
        out.add_guard(0, -end.back, 1, 0);
    }
    if (slides != 0)
        out.add_guard(0, 0, 0, slides); // the motion turns
}

// Sliders that reach their limits together slip together: those that slipped when the motion
// turned last have equal limits on that side, to round-off.
void Iwan::pass(JointPhases& phases, int guard, const JointVector& r, const JointVector&) const
{
    constexpr double equal = 1e-12;
    const Places at = places(phases.memory);
    const Ends end = ends(phases.memory);
    if (end.any && guard < 2) {
        const double side = guard == 0 ? 1 : -1, limit_place = guard == 0 ? end.forward : end.back;
        for (std::size_t i = 0; i < sliders_.size(); ++i) {
            const double apart = at.z[i] + side * stretch(i) - limit_place;
            if (at.state[i] == 0 && std::abs(apart) <= equal * (std::abs(at.z[i]) + stretch(i)))
                at.state[i] = side;
        }
    } else {
        for (std::size_t i = 0; i < sliders_.size(); ++i)
            if (at.state[i] != 0) {
                at.z[i] = r(0) - at.state[i] * stretch(i);
                at.state[i] = 0;
            }
    }
    phases.codes[0] = 0;
    for (std::size_t i = 0; i < sliders_.size(); ++i)
        phases.codes[0] += static_cast<int>(at.state[i]);
}

void Iwan::harmonic_force(const VectorIn& R, const VectorIn& lambda, HeldOnsets,
                          HarmonicWorkspace& work, HarmonicForce& out) const
{
    const Harmonics& h = work.harmonics;
    if (!prepare(h, 1, R, lambda, out))
        return;
    const double most = reach(h, R);
    double stuck = 0;
    for (std::size_t i = 0; i < sliders_.size(); ++i) {
        if (most <= stretch(i)) {
            stuck += stiffness(i);
            continue;
        }
        element(*this, i).harmonic_force(R, lambda, {}, work, work.slider);
        add(work.slider, out);
    }
    out.F += stuck * R;
    out.J.diagonal().array() += stuck;
}

void Iwan::sampled_force(const Harmonics& h, const VectorIn& R, double Omega, Index samples,
                         HarmonicForce& out) const
{
    if (!prepare(h, 1, R, Vector(), out))
        return;
    HarmonicForce part;
    for (std::size_t i = 0; i < sliders_.size(); ++i) {
        element(*this, i).sampled_force(h, R, Omega, samples, part);
        add(part, out);
    }
}

std::vector<JointLaw> Iwan::parts() const
{
    std::vector<JointLaw> list;
    for (std::size_t i = 0; i < sliders_.size(); ++i)
        list.emplace_back(element(*this, i));
    return list;
}

} // namespace slideway::contact
