#include "contact/laws/state_harmonics.hpp"

#include "contact/periodic/harmonic_moments.hpp"

#include <boost/math/quadrature/gauss.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace slideway::contact {

namespace {

using std::numbers::pi;

// Sets a column of the waves to those at a phase.
void set_waves(HarmonicWorkspace& work, double theta, Index column, Matrix& waves)
{
    const auto count = static_cast<std::size_t>(2 * work.harmonics.n_h) + 1;
    double *cosines = work.cosines.data(), *sines = work.sines.data();
    multiples(theta, count, cosines, sines);
    waves(0, column) = 1;
    for (std::size_t k = 1; k < count; ++k) {
        waves(static_cast<Index>(2 * k) - 1, column) = cosines[k];
        waves(static_cast<Index>(2 * k), column) = sines[k];
    }
}

const Matrix& waves_of(HarmonicWorkspace& work, Index samples)
{
    Matrix& waves = work.waves[samples];
    if (waves.size() > 0)
        return waves;
    waves.resize(4 * work.harmonics.n_h + 1, samples);
    for (Index i = 0; i < samples; ++i)
        set_waves(work, 2 * pi * static_cast<double>(i) / static_cast<double>(samples), i, waves);
    return waves;
}

// Rows of the waves that are the basis.
auto basis_of(const Harmonics& h, const Matrix& waves)
{
    return waves.middleRows(h.means ? 0 : 1, h.size());
}

// Calls use(index of the cosine of k, k).
template <class Use>
void for_harmonics(const Harmonics& h, const Use& use)
{
    for (Index k = 1; k <= h.n_h; ++k)
        use(2 * (k - 1) + (h.means ? 1 : 0), static_cast<double>(k));
}

// Evaluates the force at the samples of the motion.
void sample(const StateRow& row, const Matrix& waves, const EvaluateStates& evaluate, bool second,
            HarmonicWorkspace& work)
{
    const Harmonics& h = work.harmonics;
    const Index m = h.size(), n = waves.cols();
    StateSamples& s = work.samples;
    if (s.r.size() != n)
        s.resize(n);
    const auto R = row.R.segment(row.row * m, m);
    s.r.noalias() = basis_of(h, waves).transpose() * R;
    if (row.of_velocity) {
        s.coefficients.setZero(m);
        for_harmonics(h, [&](Index c, double k) {
            s.coefficients(c) = k * R(c + 1);
            s.coefficients(c + 1) = -k * R(c);
        });
        s.by_theta.noalias() = basis_of(h, waves).transpose() * s.coefficients;
        s.v = row.Omega * s.by_theta;
    } else {
        s.v.setZero();
    }
    evaluate(second, s);
}

// Integrals of values at the samples times cos and sin of k theta, k = 0 .. 2 n_h.
void integrate(const Matrix& waves, const Vector& values, HarmonicWorkspace& work)
{
    const double step = 2 * pi / static_cast<double>(waves.cols());
    HarmonicWorkspace::Moments& moments = work.touching;
    Vector& integrals = work.samples.integrals;
    integrals.noalias() = waves * values;
    integrals *= step;
    moments.c[0] = integrals(0);
    for (std::size_t k = 1; k < moments.c.size(); ++k) {
        moments.c[k] = integrals(static_cast<Index>(2 * k) - 1);
        moments.s[k] = integrals(static_cast<Index>(2 * k));
    }
}

// Adds the products with the derivative of the basis by theta on their right.
void add_by_rate(const Harmonics& h, const Matrix& products, double factor, Eigen::Ref<Matrix> out)
{
    for_harmonics(h, [&](Index c, double k) {
        out.col(c) -= factor * k * products.col(c + 1);
        out.col(c + 1) += factor * k * products.col(c);
    });
}

// Sets work.products to the projected integrals of the values times two functions of the basis.
void products_of(const Matrix& waves, const Vector& values, HarmonicWorkspace& work)
{
    integrate(waves, values, work);
    work.products.setZero(work.harmonics.size(), work.harmonics.size());
    add_products(work.harmonics, work.touching, 1, work.products, 0, 0);
}

void add_force(const StateRow& row, const Matrix& waves, HarmonicWorkspace& work,
               HarmonicForce& out)
{
    const Harmonics& h = work.harmonics;
    const Index m = h.size(), first = row.row * m;
    const StateSamples& s = work.samples;
    const double step = 2 * pi / static_cast<double>(waves.cols());
    auto F = out.F.segment(first, m);
    F.noalias() = basis_of(h, waves) * s.f;
    for (Index i = 0; i < m; ++i)
        F(i) *= step * projection(h, i);
    auto J = out.J.block(first, first, m, m);
    integrate(waves, s.f_r, work);
    add_products(h, work.touching, 1, out.J, first, first);
    if (!row.of_velocity)
        return;
    out.dissipated += step * s.f.dot(s.by_theta);
    if (out.F_Omega.size() == 0)
        out.F_Omega.setZero(out.F.size());
    products_of(waves, s.f_v, work);
    add_by_rate(h, work.products, row.Omega, J);
    auto F_Omega = out.F_Omega.segment(first, m);
    for_harmonics(h, [&](Index c, double k) {
        F_Omega += (k * row.R(first + c + 1)) * work.products.col(c) -
                   (k * row.R(first + c)) * work.products.col(c + 1);
    });
}

// Second derivatives of lambda . F: integrals of the weights times products without projection.
void add_second(const StateRow& row, const Matrix& waves, HarmonicWorkspace& work,
                HarmonicForce& out)
{
    const Harmonics& h = work.harmonics;
    const Index m = h.size(), first = row.row * m;
    StateSamples& s = work.samples;
    const auto basis = basis_of(h, waves);
    s.coefficients.resize(m);
    for (Index i = 0; i < m; ++i)
        s.coefficients(i) = projection(h, i) * row.lambda(first + i);
    s.weights.noalias() = basis.transpose() * s.coefficients;
    const auto set_products = [&](const Vector& values) {
        s.weighted = s.weights.cwiseProduct(values);
        products_of(waves, s.weighted, work);
        for (Index i = 0; i < m; ++i)
            work.products.row(i) /= projection(h, i);
    };
    auto H = out.H.block(first, first, m, m);
    set_products(s.f_rr);
    H += work.products;
    if (!row.of_velocity)
        return;
    const double Omega = row.Omega, step = 2 * pi / static_cast<double>(waves.cols());
    if (out.H_Omega.size() == 0)
        out.H_Omega.setZero(out.F.size());
    work.mixed.setZero(m, m);
    set_products(s.f_rv);
    add_by_rate(h, work.products, Omega, work.mixed);
    H += work.mixed;
    H += work.mixed.transpose();
    work.squared.setZero(m, m);
    set_products(s.f_vv);
    add_by_rate(h, work.products, Omega, work.squared);
    work.squared.transposeInPlace();
    add_by_rate(h, work.squared, Omega, H);
    // Derivatives of the slopes by Omega: of those by r, and of those by v.
    auto H_Omega = out.H_Omega.segment(first, m);
    s.weighted = s.weights.cwiseProduct(s.f_rv).cwiseProduct(s.by_theta);
    s.coefficients.noalias() = basis * s.weighted;
    H_Omega += step * s.coefficients;
    s.weighted = s.weights.cwiseProduct(s.f_vv).cwiseProduct(s.by_theta);
    out.H_OmegaOmega += step * s.weighted.dot(s.by_theta);
    s.weighted = Omega * s.weighted + s.weights.cwiseProduct(s.f_v);
    s.coefficients.noalias() = basis * s.weighted;
    for_harmonics(h, [&](Index c, double k) {
        H_Omega(c) -= step * k * s.coefficients(c + 1);
        H_Omega(c + 1) += step * k * s.coefficients(c);
    });
}

void set(const TermValue& value, bool of_velocity, bool second, Index i, StateSamples& s)
{
    s.f(i) = value.f;
    s.f_r(i) = value.r;
    if (of_velocity)
        s.f_v(i) = value.v;
    if (!second)
        return;
    s.f_rr(i) = value.rr;
    s.f_rv(i) = value.rv;
    s.f_vv(i) = value.vv;
}

void add_rows(std::span<const PolynomialTerm> terms, const VectorIn& R, const VectorIn& lambda,
              double Omega, Index samples, HarmonicWorkspace& work, HarmonicForce& out)
{
    const bool of_velocity = depends_on_velocity(terms);
    const EvaluateStates evaluate = [&](bool second, StateSamples& s) {
        for (Index i = 0; i < s.r.size(); ++i)
            set(value_at(terms, s.r(i), of_velocity ? s.v(i) : 0), of_velocity, second, i, s);
    };
    for (Index row = 0; row < rows_of(work.harmonics, R); ++row)
        add_state_force({row, R, lambda, of_velocity, Omega}, samples, evaluate, work, out);
}

} // namespace

void add_state_force(const StateRow& row, Index samples, const EvaluateStates& evaluate,
                     HarmonicWorkspace& work, HarmonicForce& out)
{
    const Matrix& waves = waves_of(work, samples);
    sample(row, waves, evaluate, row.lambda.size() > 0, work);
    add_force(row, waves, work, out);
    if (row.lambda.size() > 0)
        add_second(row, waves, work, out);
}

Index add_settled_force(const StateRow& row, Index most_samples, const EvaluateStates& evaluate,
                        HarmonicWorkspace& work, HarmonicForce& out)
{
    const Harmonics& h = work.harmonics;
    for (Index n = std::max<Index>(64, 16 * h.n_h);; n *= 2) {
        // The error of a smooth force is squared when the steps are halved: from 1e-8 to round-off.
        // That of a jump is about 10 / n^2, which is above 1e-10 for all n.
        const double settled = n > 8192 ? 1e-10 : 1e-8;
        const Matrix& waves = waves_of(work, n);
        sample(row, waves, evaluate, false, work);
        // The coefficients of alternating values are those of all samples less those of half.
        StateSamples& s = work.samples;
        s.coefficients.noalias() = basis_of(h, waves) * s.f;
        const double size = s.coefficients.norm();
        s.weighted = s.f;
        for (Index i = 1; i < n; i += 2)
            s.weighted(i) *= -1;
        s.coefficients.noalias() = basis_of(h, waves) * s.weighted;
        const double apart = s.coefficients.norm();
        if (apart <= settled * size) {
            if (row.lambda.size() > 0)
                evaluate(true, work.samples);
            add_force(row, waves, work, out);
            if (row.lambda.size() > 0)
                add_second(row, waves, work, out);
            return 0;
        }
        if (2 * n > most_samples)
            return n;
    }
}

void add_piecewise_force(const StateRow& row, std::vector<double>& breaks,
                         const EvaluateStates& evaluate, HarmonicWorkspace& work,
                         HarmonicForce& out)
{
    using Rule = boost::math::quadrature::gauss<double, 15>;
    // The force times two functions of the basis has harmonics up to 5 n_h. On a part of this
    // length the error of the rule is 1e-18 of it.
    const double longest = 12 / (5 * static_cast<double>(work.harmonics.n_h));
    const auto parts = [longest](double length) -> Index {
        return std::max<Index>(1, static_cast<Index>(std::ceil(length / longest)));
    };
    const Index points = 2 * static_cast<Index>(Rule::abscissa().size()) - 1;
    breaks.push_back(0);
    breaks.push_back(2 * pi);
    std::sort(breaks.begin(), breaks.end());
    Index n = 0;
    for (std::size_t k = 1; k < breaks.size(); ++k)
        n += points * parts(breaks[k] - breaks[k - 1]);
    constexpr Index of_parts = -1, of_shares = -2; // numbers of no samples
    Matrix& waves = work.waves[of_parts];
    waves.resize(4 * work.harmonics.n_h + 1, n);
    Matrix& shares = work.waves[of_shares]; // weights over those of equal steps
    shares.resize(n, 1);
    Index column = 0;
    for (std::size_t k = 1; k < breaks.size(); ++k) {
        const Index count = parts(breaks[k] - breaks[k - 1]);
        const double half = (breaks[k] - breaks[k - 1]) / static_cast<double>(2 * count);
        for (Index part = 0; part < count; ++part) {
            const double middle = breaks[k - 1] + static_cast<double>(2 * part + 1) * half;
            const auto add = [&](double place, double weight) {
                set_waves(work, middle + half * place, column, waves);
                shares(column++) = half * weight * static_cast<double>(n) / (2 * pi);
            };
            for (std::size_t i = 0; i < Rule::abscissa().size(); ++i) {
                add(Rule::abscissa()[i], Rule::weights()[i]);
                if (i > 0) // the first is the middle
                    add(-Rule::abscissa()[i], Rule::weights()[i]);
            }
        }
    }
    const bool second = row.lambda.size() > 0;
    const EvaluateStates weighted = [&](bool also_second, StateSamples& s) {
        evaluate(also_second, s);
        for (Vector* values : {&s.f, &s.f_r, &s.f_v})
            values->array() *= shares.col(0).array();
        for (Vector* values : {&s.f_rr, &s.f_rv, &s.f_vv})
            if (also_second)
                values->array() *= shares.col(0).array();
    };
    sample(row, waves, weighted, second, work);
    add_force(row, waves, work, out);
    if (second)
        add_second(row, waves, work, out);
}

void polynomial_force(std::span<const PolynomialTerm> terms, const VectorIn& R,
                      const VectorIn& lambda, HarmonicWorkspace& work, HarmonicForce& out)
{
    const Harmonics& h = work.harmonics;
    if (prepare(h, rows_of(h, R), R, lambda, out))
        add_rows(terms, R, lambda, work.Omega, (std::max(degree(terms), 1) + 1) * h.n_h + 1, work,
                 out);
}

void sampled_polynomial_force(std::span<const PolynomialTerm> terms, const Harmonics& h,
                              const VectorIn& R, double Omega, Index samples, HarmonicForce& out)
{
    HarmonicWorkspace work(h);
    if (prepare(h, rows_of(h, R), R, Vector(), out))
        add_rows(terms, R, Vector(), Omega, samples, work, out);
}

} // namespace slideway::contact
