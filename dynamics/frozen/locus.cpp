#include "dynamics/frozen/locus.hpp"

#include "dynamics/sliding/slide.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>
#include <utility>

namespace slideway::dynamics {

LocusSolver::LocusSolver(Slide& slide, const StackedModes& modes,
                         const ComplexModesOptions& options, bool determinant, Progress progress)
    : slide_(slide), modes_(modes), band_end_(2 * std::numbers::pi * options.band_high_hz),
      about_(options.about), progress_(std::move(progress))
{
    if (determinant)
        function_.emplace(modes);
}

LocusPoint LocusSolver::first(double position, Index extra)
{
    configure(position);
    const ComplexVector guess = frictionless_eigenvalues(modes_, contacts_);
    Index n = 0;
    while (n < guess.size() && std::abs(guess(n)) < 1.001 * band_end_)
        ++n;
    // Modes that do not oscillate here may oscillate elsewhere; their entries are zero.
    const Index K = std::min(n + extra, modes_.n() - contacts_.n_constraints);
    ComplexVector all = ComplexVector::Zero(K);
    all.head(std::min(K, guess.size())) = guess.head(std::min(K, guess.size()));
    return solve(all);
}

LocusPoint LocusSolver::at(double position, const ComplexVector& guess)
{
    configure(position);
    return solve(guess);
}

LocusPoint LocusSolver::follow(double position, const ComplexVector& guess,
                               const ComplexVector& previous)
{
    const LinearisedContacts before = contacts_;
    LocusPoint point = at(position, guess);
    for (Index a = 0; a < point.s.size(); ++a)
        for (Index b = a + 1; b < point.s.size(); ++b) {
            const double moved =
                std::max(std::abs(point.s(a) - previous(a)), std::abs(point.s(b) - previous(b)));
            if (std::abs(point.s(a) - point.s(b)) < 2 * moved &&
                swapped(before, previous, point.s, a, b))
                std::swap(point.s(a), point.s(b));
        }
    return point;
}

void LocusSolver::poll() const
{
    if (progress_ && !progress_(fraction_))
        throw Interrupted{};
}

void LocusSolver::configure(double position)
{
    poll();
    contacts_ = slide_.at(position);
    use_function_ = function_ && contacts_.n_rows() <= CharacteristicFunction::max_rows;
    if (use_function_)
        function_->set(contacts_);
}

LocusPoint LocusSolver::solve(const ComplexVector& guess)
{
    LocusPoint result;
    if (about_ == About::deformed)
        for (const ContactPoint& point : contacts_.points)
            result.normal_force.push_back(point.closed ? point.lambda : 0);
    result.s = guess;
    const bool oscillating = guess.size() > 0 && guess.cwiseAbs().minCoeff() > 0;
    if (use_function_ && oscillating && function_->refine(result.s) && complete(result.s))
        return result;
    result.dense = true;
    constexpr Index quick = 100; // modes: a tenth of a second
    match(modes_.n() <= quick || !progress_
              ? dense_eigenvalues(modes_, contacts_)
              : interruptible([modes = modes_, contacts = contacts_]()
                                  -> ComplexVector { return dense_eigenvalues(modes, contacts); },
                              [this] { return progress_(fraction_); }),
          guess, result);
    return result;
}

// True if these are all eigenvalues below a radius that encloses the band.
bool LocusSolver::complete(const ComplexVector& s)
{
    // These and their conjugates are all roots of the characteristic polynomial.
    if (s.size() == modes_.n() - contacts_.n_constraints)
        return true;
    std::vector<double> moduli;
    for (const Complex z : s)
        moduli.push_back(std::abs(z));
    const double last = *std::max_element(moduli.begin(), moduli.end());
    if (last < band_end_)
        throw MoreModes{};
    for (const double omega : modes_.omega)
        moduli.push_back(omega);
    moduli.push_back(band_end_);
    std::sort(moduli.begin(), moduli.end());
    // Widest gap between the end of the band and the last followed mode.
    std::vector<std::pair<double, double>> gaps; // ratio, radius
    for (std::size_t k = 0; k + 1 < moduli.size(); ++k)
        if (moduli[k] >= band_end_ && moduli[k + 1] <= last)
            gaps.emplace_back(moduli[k + 1] / moduli[k], std::sqrt(moduli[k] * moduli[k + 1]));
    std::sort(gaps.rbegin(), gaps.rend());
    for (std::size_t k = 0; k < std::min<std::size_t>(gaps.size(), 2); ++k)
        if (const std::optional<int> n = function_->count_inside(gaps[k].second)) {
            const auto inside = std::count_if(s.begin(), s.end(), [&](Complex z) -> bool {
                return std::abs(z) < gaps[k].second;
            });
            return *n == 2 * inside;
        }
    return false;
}

// Sorts the oscillating eigenvalues into the order of the guess.
void LocusSolver::match(const ComplexVector& all, const ComplexVector& guess,
                        LocusPoint& result) const
{
    std::vector<Complex> found;
    for (const Complex z : all) {
        if (z.imag() > 1e-7 * std::abs(z))
            found.push_back(z);
        else if (std::abs(z.imag()) <= 1e-7 * std::abs(z) && z.real() > 1e-6 * band_end_)
            result.largest_real = std::max(result.largest_real, z.real());
    }
    std::sort(found.begin(), found.end(),
              [](Complex a, Complex b) -> bool { return std::abs(a) < std::abs(b); });
    struct Pair {
        double distance;
        Index branch, found;
    };
    std::vector<Pair> pairs;
    const auto n_found =
        std::min<std::size_t>(found.size(), static_cast<std::size_t>(guess.size()) + 10);
    for (Index i = 0; i < guess.size(); ++i)
        for (std::size_t j = 0; j < n_found; ++j)
            pairs.push_back(
                {std::abs(guess(i) - found[j]) / std::abs(found[j]), i, static_cast<Index>(j)});
    std::sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) -> bool {
        return std::tie(a.distance, a.branch, a.found) < std::tie(b.distance, b.branch, b.found);
    });
    std::vector<bool> taken(found.size(), false),
        done(static_cast<std::size_t>(guess.size()), false);
    result.s = guess;
    for (const Pair& pair : pairs) {
        const auto i = static_cast<std::size_t>(pair.branch),
                   j = static_cast<std::size_t>(pair.found);
        if (done[i] || taken[j])
            continue;
        done[i] = taken[j] = true;
        result.s(pair.branch) = found[j];
    }
    for (std::size_t j = 0; j < found.size(); ++j)
        if (!taken[j] && std::abs(found[j]) < band_end_)
            throw MoreModes{};
    // A pair that became real leaves its branch, which then has frequency zero.
    for (Index i = 0; i < guess.size(); ++i)
        if (!done[static_cast<std::size_t>(i)])
            result.s(i) = Complex(0, 0);
}

// True if modes a and b of the new position continue b and a of the previous one.
bool LocusSolver::swapped(const LinearisedContacts& before, const ComplexVector& previous,
                          const ComplexVector& values, Index a, Index b)
{
    if (!use_function_ || previous(a) == previous(b))
        return false;
    using Shape = CharacteristicFunction::Shape;
    const Shape new_a = function_->shape(values(a)), new_b = function_->shape(values(b));
    function_->set(before);
    const Shape old_a = function_->shape(previous(a)), old_b = function_->shape(previous(b));
    function_->set(contacts_);
    auto overlap = [](const Shape& x, const Shape& y) -> double {
        return std::abs(x.left.cwiseProduct(y.right).sum());
    };
    return overlap(old_a, new_b) * overlap(old_b, new_a) >
           overlap(old_a, new_a) * overlap(old_b, new_b);
}

} // namespace slideway::dynamics
