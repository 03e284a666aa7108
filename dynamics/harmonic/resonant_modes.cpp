#include "dynamics/harmonic/resonant_modes.hpp"

#include "base/dense_solve.hpp"
#include "base/text.hpp"
#include "base/two_pi.hpp"
#include "contact/laws/polynomial.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

namespace slideway::dynamics {

namespace {

using contact::Dissipation;

constexpr double unseen = 1e-12;    // share of a mode in a row that is round-off
constexpr double same_omega = 1e-9; // relative distance of frequencies that count as equal
constexpr std::string_view mode_name = "mode at ";

bool moves(const ModalLaw& joint, Index row, Index mode)
{
    return std::abs(joint.on.rows(row, mode)) > unseen * joint.on.rows.row(row).norm();
}

bool is_damped(const StackedModes& modes, Index i)
{
    return modes.classical() ? modes.c(i) != 0 : !modes.D.col(i).isZero(0);
}

// Rows of the joints that dissipate in every motion, at least as `least` says.
Matrix dissipating_rows(const DrivenJoints& system, Dissipation least)
{
    Matrix rows(0, system.n_modes());
    for (const ModalLaw& joint : system.joints) {
        if (joint.law->dissipation() < least)
            continue;
        const Index n = rows.rows();
        rows.conservativeResize(n + joint.on.rows.rows(), Eigen::NoChange);
        rows.bottomRows(joint.on.rows.rows()) = joint.on.rows;
    }
    return rows;
}

// True if every combination of the undamped modes of this frequency moves one of the rows.
bool all_move(const Matrix& rows, const StackedModes& modes, double omega)
{
    std::vector<Index> equal;
    for (Index i = 0; i < modes.n(); ++i)
        if (!is_damped(modes, i) && std::abs(modes.omega(i) - omega) <= same_omega * omega)
            equal.push_back(i);
    if (rows.rows() < static_cast<Index>(equal.size()))
        return false;
    Matrix shares = rows(Eigen::all, equal);
    for (Index a = 0; a < rows.rows(); ++a)
        if (const double size = rows.row(a).norm(); size > 0)
            shares.row(a) /= size;
    const PivotedQr qr = pivoted_qr(std::move(shares));
    return qr.diagonal(static_cast<Index>(equal.size()) - 1) > same_omega;
}

bool is_bounded(const DrivenJoints& system, const UndampedResonance& resonance)
{
    const Dissipation least =
        resonance.harmonic == 1 ? Dissipation::unbounded_force : Dissipation::bounded_force;
    return all_move(dissipating_rows(system, least), system.modes,
                    system.modes.omega(resonance.mode));
}

double largest_share(const DrivenJoints& system, Index mode)
{
    double most = 0;
    for (const ModalLaw& joint : system.joints)
        most = std::max(most, joint.on.rows.col(mode).cwiseAbs().maxCoeff());
    return most;
}

void give_unknowns(DrivenJoints& system, Index mode)
{
    const double omega = system.modes.omega(mode), beta = largest_share(system, mode);
    if (system.modes.classical())
        system.modes.c(mode) += omega;
    else
        system.modes.D(mode, mode) += omega;
    ModalLaw law{std::string(mode_name) + number_text(omega / two_pi, 7) + " Hz",
                 contact::Polynomial({{0, 1, -omega / (beta * beta)}}),
                 {Matrix::Zero(1, system.n_modes()), ComplexVector::Zero(1)}};
    law.on.rows(0, mode) = beta;
    system.joints.push_back(std::move(law));
}

} // namespace

std::vector<UndampedResonance> undamped_resonances(const DrivenJoints& system, Index n_h,
                                                   double low, double high)
{
    std::vector<UndampedResonance> found;
    for (Index i = 0; i < system.n_modes(); ++i) {
        if (is_damped(system.modes, i))
            continue;
        bool joined = false;
        for (const ModalLaw& joint : system.joints)
            // A constant force drives no harmonic.
            for (Index a = 0; a < joint.on.rows.rows(); ++a)
                joined = joined || (!joint.law->is_constant(a) && moves(joint, a, i));
        for (Index k = 1; k <= n_h; ++k) {
            const double Omega = system.modes.omega(i) / static_cast<double>(k);
            const bool driven = k == 1 && system.p_at(Omega)(i) != Complex(0);
            if (Omega >= low && Omega <= high && (joined || driven))
                found.push_back({i, k});
        }
    }
    return found;
}

DrivenJoints without_bounded_resonances(DrivenJoints system, Index n_h, double low, double high)
{
    const std::vector<UndampedResonance> resonances = undamped_resonances(system, n_h, low, high);
    std::vector<Index> modes;
    for (const UndampedResonance& resonance : resonances)
        if (is_bounded(system, resonance))
            modes.push_back(resonance.mode);
    modes.erase(std::unique(modes.begin(), modes.end()), modes.end());
    for (const UndampedResonance& resonance : resonances) // one harmonic may be unbounded
        if (!is_bounded(system, resonance))
            std::erase(modes, resonance.mode);
    for (const Index mode : modes)
        give_unknowns(system, mode);
    return system;
}

bool is_mode_name(const std::string& joint)
{
    return joint.starts_with(mode_name);
}

} // namespace slideway::dynamics
