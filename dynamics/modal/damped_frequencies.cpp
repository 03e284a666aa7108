#include "dynamics/modal/damped_frequencies.hpp"

#include "base/dense_eigen.hpp"
#include "base/interruptible.hpp"
#include "reduction/modal_form.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace slideway::dynamics {

namespace {

using std::numbers::pi;

// Two eigenvalues of one damped mode, and the undamped modes that take part in it.
struct DampedMode {
    Complex s, other;
    Vector shares; // m, sum 1
};

// Energy of each mode in an eigenvector z = (omega q, q').
Vector shares_of(const ComplexMatrix& vectors, Index column)
{
    const Index m = vectors.rows() / 2;
    const Vector energy =
        vectors.col(column).head(m).cwiseAbs2() + vectors.col(column).tail(m).cwiseAbs2();
    return energy / energy.sum();
}

// Real eigenvalues in pairs, those with the largest common shares first.
void add_overdamped(const GeneralEigen& roots, const std::vector<Index>& real,
                    std::vector<DampedMode>& modes)
{
    struct Pair {
        double common;
        std::size_t a, b;
    };
    std::vector<Vector> shares;
    for (const Index i : real)
        shares.push_back(shares_of(roots.vectors, i));
    std::vector<Pair> pairs;
    for (std::size_t a = 0; a < real.size(); ++a)
        for (std::size_t b = a + 1; b < real.size(); ++b)
            pairs.push_back({shares[a].cwiseMin(shares[b]).sum(), a, b});
    std::stable_sort(pairs.begin(), pairs.end(),
                     [](const Pair& x, const Pair& y) { return x.common > y.common; });
    std::vector<bool> taken(real.size(), false);
    for (const Pair& pair : pairs) {
        if (taken[pair.a] || taken[pair.b])
            continue;
        taken[pair.a] = taken[pair.b] = true;
        modes.push_back({roots.values(real[pair.a]), roots.values(real[pair.b]),
                         (shares[pair.a] + shares[pair.b]) / 2});
    }
}

std::vector<DampedMode> damped_modes(const reduction::ModalForm& form, const Progress& progress)
{
    const Index m = form.n_modes();
    // Balanced first-order form, z = (omega q, q').
    Matrix A = Matrix::Zero(2 * m, 2 * m);
    A.topRightCorner(m, m).diagonal() = form.omega;
    A.bottomLeftCorner(m, m).diagonal() = -form.omega;
    A.bottomRightCorner(m, m) = -form.D;
    const GeneralEigen roots =
        interruptible([A = std::move(A)] { return eigen(A); }, if_long(2 * m, progress));
    std::vector<DampedMode> modes;
    std::vector<Index> real;
    for (Index i = 0; i < 2 * m; ++i) {
        const Complex s = roots.values(i);
        if (s.imag() > 0)
            modes.push_back({s, std::conj(s), shares_of(roots.vectors, i)});
        else if (s.imag() == 0)
            real.push_back(i);
    }
    add_overdamped(roots, real, modes);
    return modes;
}

// The damped mode of each undamped one.
std::vector<std::size_t> assigned(const std::vector<DampedMode>& damped)
{
    struct Share {
        double share;
        std::size_t damped;
        Index undamped;
    };
    std::vector<Share> all;
    for (std::size_t d = 0; d < damped.size(); ++d)
        for (Index j = 0; j < damped[d].shares.size(); ++j)
            all.push_back({damped[d].shares(j), d, j});
    std::stable_sort(all.begin(), all.end(),
                     [](const Share& a, const Share& b) { return a.share > b.share; });
    std::vector<bool> used(damped.size(), false);
    std::vector<std::size_t> numbers(damped.size(), damped.size());
    for (const Share& s : all)
        if (std::size_t& position = numbers[static_cast<std::size_t>(s.undamped)];
            position == damped.size() && !used[s.damped]) {
            position = s.damped;
            used[s.damped] = true;
        }
    return numbers;
}

} // namespace

DampedFrequencies damped_frequencies(const reduction::ModalForm& form, const Progress& progress)
{
    const Index m = form.n_modes();
    DampedFrequencies result{Vector::Zero(m), Vector::Zero(m)};
    if (form.classical()) {
        for (Index j = 0; j < m; ++j)
            if (form.omega(j) > 0) {
                const double ratio = form.c(j) / (2 * form.omega(j));
                result.ratio(j) = ratio;
                result.frequency_hz(j) =
                    form.omega(j) / (2 * pi) * std::sqrt(std::max(0.0, (1 - ratio) * (1 + ratio)));
            }
        return result;
    }
    const std::vector<DampedMode> damped = damped_modes(form, progress);
    const std::vector<std::size_t> numbers = assigned(damped);
    for (Index j = 0; j < m; ++j) {
        const DampedMode& mode = damped[numbers[static_cast<std::size_t>(j)]];
        const double product = (mode.s * mode.other).real();
        if (!(form.omega(j) > 0) || !(product > 0))
            continue;
        result.ratio(j) = -(mode.s + mode.other).real() / (2 * std::sqrt(product));
        result.frequency_hz(j) = mode.s.imag() / (2 * pi);
    }
    return result;
}

} // namespace slideway::dynamics
