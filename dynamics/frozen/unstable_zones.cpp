#include "dynamics/frozen/unstable_zones.hpp"

#include "base/two_pi.hpp"
#include "dynamics/sliding/slide.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace slideway::dynamics {

namespace {

double threshold(Complex s)
{
    return 1e-8 * std::abs(s);
}

// Collects the intervals of growth of one branch (or of the real eigenvalues, -1).
void collect(const LocusPoints& points, Index branch, const ComplexModesOptions& options,
             std::vector<UnstableZone>& zones, double speed)
{
    auto rate = [branch](const LocusPoint& p) -> double {
        return branch < 0 ? p.largest_real : p.s(branch).real();
    };
    auto growth = [&](const LocusPoint& p) -> double {
        return rate(p) - (branch < 0 ? 0 : threshold(p.s(branch)));
    };
    auto counts = [&](const LocusPoint& p) -> bool {
        return growth(p) > 0 && (branch < 0 || in_band(options, p.s(branch)));
    };
    std::optional<UnstableZone> open;
    double integral = 0;
    for (auto p = points.begin(); p != points.end(); ++p) {
        const bool grows = counts(p->second);
        if (grows && !open) {
            open.emplace();
            open->branch = branch;
            open->from = p->first;
            integral = 0;
            if (p != points.begin()) {
                const auto before = std::prev(p);
                const double g0 = std::min(growth(before->second), 0.0), g1 = growth(p->second);
                open->from = p->first - (p->first - before->first) * g1 / (g1 - g0);
                integral = g1 / 2 * (p->first - open->from);
            }
        } else if (grows) {
            const auto before = std::prev(p);
            integral +=
                (growth(before->second) + growth(p->second)) / 2 * (p->first - before->first);
        }
        if (grows && rate(p->second) > open->growth_rate) {
            open->growth_rate = rate(p->second);
            open->at = p->first;
            open->frequency_hz = branch < 0 ? 0 : p->second.s(branch).imag() / two_pi;
        }
        if (open && (!grows || std::next(p) == points.end())) {
            open->to = p->first;
            if (!grows) {
                const auto before = std::prev(p);
                const double g0 = growth(before->second), g1 = std::min(growth(p->second), 0.0);
                open->to = before->first + (p->first - before->first) * g0 / (g0 - g1);
                integral += g0 / 2 * (open->to - before->first);
            }
            open->amplification = speed > 0 ? std::exp(integral / speed) : 1;
            zones.push_back(*open);
            open.reset();
        }
    }
}

// Merges adjacent zones of equal frequency, in which the mode changed its branch.
std::vector<UnstableZone> merged(std::vector<UnstableZone> zones, double tolerance)
{
    std::sort(zones.begin(), zones.end(),
              [](const UnstableZone& a, const UnstableZone& b) -> bool { return a.from < b.from; });
    std::vector<UnstableZone> result;
    for (const UnstableZone& zone : zones) {
        const auto same =
            std::find_if(result.begin(), result.end(), [&](const UnstableZone& r) -> bool {
                return zone.from <= r.to + tolerance &&
                       std::abs(zone.frequency_hz - r.frequency_hz) <= 0.003 * r.frequency_hz;
            });
        if (same == result.end()) {
            result.push_back(zone);
            continue;
        }
        const double value = std::max(same->to, zone.to), from = same->from;
        const bool follows = zone.from >= same->to;
        const double amplification = follows ? same->amplification * zone.amplification
                                             : std::max(same->amplification, zone.amplification);
        if (zone.growth_rate > same->growth_rate)
            *same = zone;
        same->from = from;
        same->to = value;
        same->amplification = amplification;
    }
    std::sort(result.begin(), result.end(),
              [](const UnstableZone& a, const UnstableZone& b) -> bool {
                  const bool alike = std::abs(a.frequency_hz - b.frequency_hz) <
                                     0.02 * std::max(a.frequency_hz, b.frequency_hz);
                  return alike ? a.from < b.from : a.frequency_hz < b.frequency_hz;
              });
    return result;
}

} // namespace

std::vector<UnstableZone> unstable_zones(const LocusPoints& points,
                                         const ComplexModesOptions& options, const Slide& slide)
{
    std::vector<UnstableZone> zones;
    for (Index k = -1; k < points.begin()->second.s.size(); ++k)
        collect(points, k, options, zones, slide.speed());
    zones = merged(std::move(zones), options.resolution);
    if (slide.moves())
        for (UnstableZone& zone : zones) {
            const auto [enters, leaves] = std::minmax({slide.time(zone.from), slide.time(zone.to)});
            zone.time_from = enters;
            zone.time_to = leaves;
        }
    return zones;
}

} // namespace slideway::dynamics
