#include "app/analyses.hpp"
#include "app/regime_limits.hpp"
#include "base/text.hpp"
#include "dynamics/regime_boundaries.hpp"
#include "io/hdf5_file.hpp"

#include <cstdio>

namespace slideway::app {

namespace {

using dynamics::RegimeBoundaries;
using dynamics::RegimeLimits;
using dynamics::RegimePeaks;

struct Regimes {
    std::string contact;
    double limit = 0, Omega = 0;
    Index n_modes = 0;
    RegimeBoundaries boundaries;
    RegimeLimits at;
    std::optional<RegimePeaks> peaks;
};

dynamics::CoulombSystem system_of(const BuiltModel& built)
{
    return dynamics::coulomb_system(built.model, dynamics::modal_model(built.model));
}

Regimes regimes(const Case& c, const BuiltModel& built)
{
    const dynamics::CoulombSystem system = system_of(built);
    RegimeBoundaries boundaries(system);
    Regimes r{system.names.front(), system.limit(0), system.Omega,
              system.n_modes(),     boundaries,      boundaries.at(system.Omega),
              std::nullopt};
    const RangeEntry& range = c.analysis.regimes.Omega_range;
    if (range.given)
        r.peaks = r.boundaries.peaks(range.from, range.to);
    return r;
}

std::string newtons(double force)
{
    return number_text(force, 6) + " N";
}

std::string list_text(const Vector& values)
{
    std::vector<std::string> words;
    for (const double value : values)
        words.push_back(number_text(value, 6));
    return words.empty() ? "none" : join(words) + " rad/s";
}

Summary summarise(const Case& c, const Regimes& r)
{
    Summary s;
    s.used = {{"method", "closed form of one contact (docs/theory/motion_regimes.md)"},
              {"damping", r.boundaries.damped() ? "in the closed form" : "none"},
              {"modes", std::to_string(r.n_modes)}};
    s.extent = "regimes of " + r.contact + " at Omega = " + number_text(r.Omega, 6) + " rad/s";
    auto add = [&s](const std::string& name, std::vector<double> value, const std::string& unit) {
        s.quantities.push_back({name, std::move(value), unit});
    };
    add("limit", {r.limit}, "N");
    const RegimeLimits& at = r.at;
    const bool continuous = wanted(c.analysis.regimes, "continuous"),
               no_motion = wanted(c.analysis.regimes, "no-motion");
    if (continuous) {
        add("at_key.continuous", {at.continuous}, "N");
        s.lines.push_back(r.contact + " slides without stops below " + newtons(at.continuous) +
                          (at.S ? " (S = " + number_text(*at.S, 6) + ")" : ""));
        if (at.resonance)
            s.lines.push_back("Omega is a free resonance without damping: below " +
                              newtons(at.continuous) + " the response grows without bound");
    }
    if (wanted(c.analysis.regimes, "continuous-unit-S"))
        add("at_key.continuous-unit-S", {at.continuous_unit_S}, "N");
    if (at.S && (continuous || wanted(c.analysis.regimes, "continuous-unit-S")))
        add("S", {*at.S}, "");
    if (no_motion) {
        if (at.no_motion)
            add("at_key.no-motion", {*at.no_motion}, "N");
        s.lines.push_back(at.no_motion
                              ? r.contact + " stays at rest from " + newtons(*at.no_motion) + " on"
                              : "no friction force holds " + r.contact +
                                    ": Omega is a frequency of the system with the contact locked");
    }
    if (continuous && no_motion) {
        const std::string regime = regime_name(at.regime(r.limit));
        s.quantities.push_back({"regime.by_boundaries", {}, "", {regime}});
        s.lines.push_back("limit " + newtons(r.limit) + ": " + regime);
    }
    if (!r.peaks)
        return s;
    if (r.peaks->damped) {
        s.lines.push_back("peaks are not listed: damping leaves none of them exact");
        return s;
    }
    auto add_list = [&add](const std::string& name, const Vector& value, const std::string& unit) {
        if (value.size() > 0)
            add(name, {value.begin(), value.end()}, unit);
    };
    if (no_motion) {
        add_list("no_motion.infinite_peaks", r.peaks->infinite, "rad/s");
        s.lines.push_back(
            "driven resonances with the contact locked, where no friction force holds it: " +
            list_text(r.peaks->infinite));
    }
    if (continuous) {
        add_list("continuous.finite_peaks.frequency", r.peaks->resonances, "rad/s");
        add_list("continuous.finite_peaks.value", r.peaks->finite, "N");
        s.lines.push_back("free resonances: " + list_text(r.peaks->resonances));
    }
    add_list("antiresonances", r.peaks->antiresonances, "rad/s");
    s.lines.push_back("antiresonances: " + list_text(r.peaks->antiresonances));
    return s;
}

void write_arrays(const std::filesystem::path& file, const Case& c, const Regimes& r)
{
    io::Hdf5Writer h5(file);
    h5.attribute("title", c.title);
    h5.attribute("analysis", "regimes");
    h5.attribute("contact", r.contact);
    const std::vector<double> Omegas = c.analysis.regimes.Omega_range.given
                                           ? c.analysis.regimes.Omega_range.values()
                                           : std::vector<double>{r.Omega};
    std::vector<double> Omega;
    std::vector<RegimeLimits> limits;
    for (const double value : Omegas) {
        const RegimeLimits at = r.boundaries.at(value);
        if (!at.no_motion || !at.S)
            continue; // without a finite value there
        Omega.push_back(value);
        limits.push_back(at);
    }
    h5.write("boundaries/Omega",
             Vector(Eigen::Map<const Vector>(Omega.data(), static_cast<Index>(Omega.size()))),
             "rad/s", "where each boundary is finite");
    write_limits(h5, c.analysis.regimes, limits);
    h5.write("boundaries/at/Omega", Vector(Vector::Constant(1, r.Omega)), "rad/s", "of the case");
    h5.write("boundaries/at/limit", Vector(Vector::Constant(1, r.limit)), "N", "of the joint");
    if (r.peaks && !r.peaks->damped) {
        h5.write("peaks/infinite", r.peaks->infinite, "rad/s", "no-motion without bound");
        h5.write("peaks/resonances", r.peaks->resonances, "rad/s", "free, seen by the contact");
        h5.write("peaks/finite", r.peaks->finite, "N", "continuous at the resonances");
        h5.write("peaks/antiresonances", r.peaks->antiresonances, "rad/s",
                 "the contact without friction stands still");
    }
    h5.close();
}

} // namespace

Outcome run_regimes(const Case& c, const BuiltModel& built, bool)
{
    auto r = located(c.analysis.places, "analysis", [&]() -> Regimes { return regimes(c, built); });
    Summary summary = summarise(c, r);
    return {std::move(summary), [&c, r = std::move(r)](const auto& folder) {
                write_arrays(folder / "results.h5", c, r);
            }};
}

void check_regimes(const Case& c, const BuiltModel& built)
{
    located(c.analysis.places, "analysis", [&] {
        const dynamics::CoulombSystem system = system_of(built);
        (void)RegimeBoundaries(system);
        std::printf("analysis regimes of %s, Omega = %s rad/s, limit %s N\n",
                    system.names.front().c_str(), number_text(system.Omega, 6).c_str(),
                    number_text(system.limit(0)).c_str());
    });
}

} // namespace slideway::app
