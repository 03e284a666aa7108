#pragma once

#include "contact/laws/harmonic_force.hpp"
#include "contact/laws/joint_laws.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

/// Harmonic forces of joints, random cycles of the friction element, and derivatives to compare
/// with.
namespace slideway::test {

inline contact::HarmonicForce force_of(const contact::JointLaw& law, const contact::Harmonics& h,
                                       const Vector& R, const Vector& lambda = Vector())
{
    contact::HarmonicWorkspace work(h);
    contact::HarmonicForce out;
    harmonic_force(law, R, lambda, work, out);
    return out;
}

inline contact::HarmonicForce sampled(const contact::JointLaw& law, const contact::Harmonics& h,
                                      const Vector& R, Index samples)
{
    contact::HarmonicForce out;
    sampled_force(law, h, R, 0, samples, out);
    return out;
}

/// Returns the motion shifted by a phase.
inline Vector delayed(const contact::Harmonics& h, const Vector& R, double phase)
{
    Vector out = R;
    const Index m = h.size();
    for (Index first = 0; first < R.size(); first += m)
        for (Index k = 1; k <= h.n_h; ++k) {
            const Index i = first + 2 * (k - 1) + (h.means ? 1 : 0);
            const double c = std::cos(static_cast<double>(k) * phase);
            const double s = std::sin(static_cast<double>(k) * phase);
            out(i) = c * R(i) - s * R(i + 1);
            out(i + 1) = s * R(i) + c * R(i + 1);
        }
    return out;
}

inline double largest(const Matrix& A)
{
    return A.size() > 0 ? A.cwiseAbs().maxCoeff() : 0;
}

struct Draw {
    contact::Harmonics h;
    contact::ElasticCoulomb law;
    Vector R, lambda;
};

/// Motions of normally distributed harmonics that fall like 1/n, of laws whose contacts stick, slip
/// and open in about equal measure.
class Draws {
public:
    explicit Draws(bool means) : means_(means) {}
    Draw next()
    {
        Draw d;
        d.h = {1 + count_++ % 4, means_};
        d.law = contact::ElasticCoulomb({.k_t = 0.5 + 4.5 * unit_(random_),
                                         .k_n = 0.2 + 3 * unit_(random_),
                                         .friction = 0.1 + 0.8 * unit_(random_),
                                         .preload = 0.05 + 3.95 * unit_(random_)});
        const Index m = d.h.size();
        d.R.resize(2 * m);
        d.lambda.resize(2 * m);
        for (Index row = 0; row < 2; ++row) {
            Index i = row * m;
            if (means_)
                d.R(i++) = normal_(random_);
            for (Index k = 1; k <= d.h.n_h; ++k)
                for (int part = 0; part < 2; ++part)
                    d.R(i++) = normal_(random_) / static_cast<double>(k);
        }
        for (double& l : d.lambda)
            l = normal_(random_);
        return d;
    }

private:
    bool means_;
    Index count_ = 0;
    std::mt19937 random_{1};
    std::normal_distribution<double> normal_;
    std::uniform_real_distribution<double> unit_;
};

/// Largest errors of J and H against central differences of F and J, of the best of three steps,
/// relative to the largest entry.
struct Differences {
    double J = 1, H = 1;
};
inline Differences differences(const contact::JointLaw& law, const contact::Harmonics& h,
                               const Vector& R, const Vector& lambda, contact::HeldOnsets held = {})
{
    contact::HarmonicWorkspace work(h);
    contact::HarmonicForce at, ahead, behind;
    harmonic_force(law, R, lambda, held, work, at);
    const Index n = R.size();
    Differences best;
    const double size_J = largest(at.J), size_H = largest(at.H);
    for (const double step : {1e-5, 1e-6, 1e-7}) {
        Matrix J(n, n), H(n, n);
        for (Index j = 0; j < n; ++j) {
            Vector plus = R, minus = R;
            plus(j) += step;
            minus(j) -= step;
            const double width = plus(j) - minus(j);
            harmonic_force(law, plus, Vector(), held, work, ahead);
            harmonic_force(law, minus, Vector(), held, work, behind);
            J.col(j) = (ahead.F - behind.F) / width;
            H.col(j) = (ahead.J - behind.J).transpose() * lambda / width;
        }
        best.J = std::min(best.J, largest(J - at.J) / (size_J > 0 ? size_J : 1));
        best.H = std::min(best.H, largest(H - at.H) / (size_H > 0 ? size_H : 1));
    }
    return best;
}

/// The parameters by which its harmonic force has derivatives; they come before the others.
inline std::vector<contact::LawParameter> scaled(const contact::JointLaw& law)
{
    std::vector<contact::LawParameter> parameters;
    for (const contact::LawParameter& p : law->parameters())
        if (p.scaling)
            parameters.push_back(p);
    return parameters;
}

/// Columns: dF/d ln p of each of these.
inline Matrix derivatives_of(const contact::JointLaw& law, const contact::Harmonics& h,
                             const Vector& R, contact::HeldOnsets held = {})
{
    contact::HarmonicWorkspace work(h);
    contact::HarmonicForce at;
    harmonic_force(law, R, Vector(), held, work, at);
    const std::vector<contact::LawParameter> parameters = scaled(law);
    Matrix all(R.size(), static_cast<Index>(parameters.size()));
    Index column = 0;
    for (const contact::LawParameter& p : parameters)
        force_by_parameter(h, *p.scaling, R, at, all.col(column++));
    return all;
}

/// Largest error of the slopes of lambda . dF/d ln p along some direction, against central
/// differences, of the best of three steps, relative to the size of their terms.
inline double slope_error(const contact::JointLaw& law, const contact::Harmonics& h,
                          const Vector& R, const Vector& lambda, contact::HeldOnsets held = {})
{
    contact::HarmonicWorkspace work(h);
    contact::HarmonicForce at;
    harmonic_force(law, R, lambda, held, work, at);
    const std::vector<contact::LawParameter> parameters = scaled(law);
    Vector v(R.size()), slopes(static_cast<Index>(parameters.size()));
    for (Index i = 0; i < v.size(); ++i)
        v(i) = std::cos(1.0 + 2.0 * static_cast<double>(i));
    for (Index p = 0; p < slopes.size(); ++p)
        slopes(p) = slope_by_parameter(h, *parameters[static_cast<std::size_t>(p)].scaling, R, at.J,
                                       at.H, lambda, v);
    const double size = v.norm() * (lambda.norm() * largest(at.J) + R.norm() * largest(at.H));
    double error = 1e300;
    for (const double step : {1e-5, 1e-6, 1e-7}) {
        const Vector difference = (derivatives_of(law, h, R + step * v, held) -
                                   derivatives_of(law, h, R - step * v, held))
                                      .transpose() *
                                  lambda / (2 * step);
        error = std::min(error, largest(difference - slopes) / (size > 0 ? size : 1));
    }
    return error;
}

inline std::string kind(contact::FrictionState state)
{
    using enum contact::FrictionState;
    return state == stick ? "stick" : state == separation ? "separation" : "slip";
}

inline std::string kind(const contact::FrictionEvent& event)
{
    return kind(event.before) + " -> " + kind(event.after);
}

} // namespace slideway::test
