#include "app/analyses/complex_modes.hpp"

#include "app/analyses/preload.hpp"
#include "app/case/located.hpp"
#include "app/results/animation.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"
#include "base/two_pi.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace slideway::app {

namespace {

using dynamics::ComplexModesResult;
using dynamics::ModeLocus;
using dynamics::UnstableZone;
using io::Range;

dynamics::ComplexModesOptions options_of(const ComplexModes& e)
{
    dynamics::ComplexModesOptions options = e.options;
    const SlideEntry& slide = e.slide;
    options.about = slide.about;
    options.t_start = slide.t_start;
    if (slide.positions.given) {
        options.from = slide.positions.from;
        options.to = slide.positions.to;
        options.step = slide.positions.step;
    } else if (slide.position) {
        options.from = options.to = slide.position;
    }
    return options;
}

std::string group(const ModeLocus& locus)
{
    return locus.friction ? "mu_" + number_text(*locus.friction) : "as_given";
}

bool moves(const ModeLocus& locus)
{
    return locus.time.size() > 0;
}

std::string heading(const ModeLocus& locus)
{
    return locus.friction ? "friction " + number_text(*locus.friction) : "friction as given";
}

std::string millimetres(double x)
{
    return number_text(1e3 * x, 5);
}

Vector of_zones(const ModeLocus& locus, double UnstableZone::*member)
{
    Vector values(static_cast<Index>(locus.zones.size()));
    for (Index k = 0; k < values.size(); ++k)
        values(k) = locus.zones[static_cast<std::size_t>(k)].*member;
    return values;
}

struct ZoneColumn {
    const char* name;
    double UnstableZone::*member;
    const char *unit, *meaning;
    bool moving; // only if a motion gives it a meaning
};

constexpr ZoneColumn zone_columns[] = {
    {"frequency", &UnstableZone::frequency_hz, "Hz", "at the largest growth; 0: divergence", false},
    {"from", &UnstableZone::from, "m", "position at which the growth begins", false},
    {"to", &UnstableZone::to, "m", "position at which it ends", false},
    {"at", &UnstableZone::at, "m", "position of the largest growth", false},
    {"growth_rate", &UnstableZone::growth_rate, "1/s", "largest real part", false},
    {"amplification", &UnstableZone::amplification, "",
     "exp of the integral of the growth over the passage", true},
    {"time_from", &UnstableZone::time_from, "s", "when the motions get there", true},
    {"time_to", &UnstableZone::time_to, "s", "when they leave it", true},
};

void write_arrays(io::ArraySink& sink, const ComplexModes& e, const BuiltModel& built,
                  const ComplexModesResult& r)
{
    sink.attribute("about", std::string(name_of(e.slide.about)));
    for (std::size_t k = 0; k < r.uncoupled.size(); ++k) {
        const std::string component_group = "uncoupled/" + r.component[k] + "/";
        sink.write(component_group + "frequency", Vector(r.uncoupled[k].imag() / two_pi), "Hz",
                   "of the bodies without contact");
        sink.write(component_group + "growth_rate", Vector(r.uncoupled[k].real()), "1/s",
                   "real part");
    }
    for (const ModeLocus& locus : r.loci) {
        const std::string locus_group = "complex_modes/" + group(locus) + "/";
        sink.write(locus_group + "position", locus.position, "m",
                   "arc length of the slave along the master curve");
        if (locus.time.size() > 0)
            sink.write(locus_group + "time", locus.time, "s", "when the motions get there");
        const Matrix s_re = locus.s.real(), s_im = locus.s.imag();
        sink.write(locus_group + "frequency", Matrix(s_im / two_pi), "Hz",
                   "positions x modes; a column follows one mode");
        sink.write(locus_group + "growth_rate", s_re, "1/s", "real part; positions x modes");
        const Matrix size = locus.s.cwiseAbs();
        sink.write(locus_group + "damping_ratio",
                   Matrix((size.array() > 0).select(-s_re.array() / size.array(), 0.0)), "",
                   "-Re s / |s|; positions x modes");
        if (locus.largest_real.maxCoeff() > 0)
            sink.write(locus_group + "divergence", locus.largest_real, "1/s",
                       "largest real eigenvalue above zero, else 0");
        if (locus.normal_force.size() > 0)
            sink.write(locus_group + "normal_force", locus.normal_force, "N",
                       "positions x slave nodes");
        if (!locus.zones.empty()) {
            for (const ZoneColumn& column : zone_columns)
                if (moves(locus) || !column.moving)
                    sink.write(locus_group + "zones/" + column.name, of_zones(locus, column.member),
                               column.unit, column.meaning);
            std::vector<int> branch;
            for (const UnstableZone& zone : locus.zones)
                branch.push_back(static_cast<int>(zone.branch));
            sink.write(locus_group + "zones/branch", branch,
                       "column of the modes; -1: a real eigenvalue");
        }
        for (std::size_t k = 0; k < locus.shapes.size(); ++k) {
            const dynamics::ComplexShape& shape = locus.shapes[k];
            const std::string target = locus_group + "shapes/" + std::to_string(k) + "/";
            sink.write(target + "position", Vector(Vector::Constant(1, shape.position)), "m", "");
            sink.write(target + "eigenvalue",
                       Vector(Eigen::Vector2d(shape.s.real(), shape.s.imag())), "1/s",
                       "real and imaginary part");
            sink.write(target + "branch", std::vector<int>{static_cast<int>(shape.branch)},
                       "column of the modes");
            for (std::size_t b = 0; b < built.bodies.size(); ++b) {
                auto parts = [](const ComplexVector& v) -> Matrix {
                    Matrix two(v.size(), 2);
                    two << v.real(), v.imag();
                    return two;
                };
                sink.write(target + "right/" + built.bodies[b].name, parts(shape.right[b]), "",
                           "dofs of the (reduced) body x (real, imaginary): displacements "
                           "[kg^-1/2], rotations [kg^-1/2 rad/m], coordinates of modes");
                sink.write(target + "left/" + built.bodies[b].name, parts(shape.left[b]), "",
                           "likewise, times s; scaled so that l^T (2 s M + C) r = 1");
            }
        }
    }
}

void write_pictures(const PictureFolder& folder, const BuiltModel& built,
                    const ComplexModesResult& r)
{
    const Scene scene(built);
    if (scene.empty())
        return;
    for (const ModeLocus& locus : r.loci)
        for (const dynamics::ComplexShape& shape : locus.shapes) {
            Oscillation motion;
            motion.placed = shape.placed;
            Oscillation::Harmonic& swing = motion.harmonics.emplace_back();
            for (const ComplexVector& u : shape.right) {
                swing.real.emplace_back(u.real());
                swing.imaginary.emplace_back(u.imag());
            }
            const std::string stem = group(locus) + "_" + number_text(shape.s.imag() / two_pi, 6) +
                                     "_Hz_at_" + millimetres(shape.position) + "_mm_mode_" +
                                     std::to_string(shape.branch + 1);
            write_animation(folder, scene, std::filesystem::path("shapes") / stem, stem, motion);
        }
}

// The modes in the band at one position, ascending in frequency.
void add_modes(Summary& s, const std::string& name, const ModeLocus& locus,
               const dynamics::ComplexModesOptions& options)
{
    std::vector<Complex> modes;
    for (const Complex z : locus.s.row(0))
        if (dynamics::in_band(options, z))
            modes.push_back(z);
    if (modes.empty())
        return;
    std::sort(modes.begin(), modes.end(),
              [](Complex a, Complex b) -> bool { return a.imag() < b.imag(); });
    std::vector<double> frequency, growth, ratio;
    for (const Complex z : modes) {
        frequency.push_back(z.imag() / two_pi);
        growth.push_back(z.real());
        ratio.push_back(-z.real() / std::abs(z));
    }
    s.quantities.push_back(list(name + "modes.frequency", frequency, "Hz"));
    s.quantities.push_back(list(name + "modes.growth_rate", growth, "1/s"));
    s.quantities.push_back(list(name + "modes.damping_ratio", ratio, ""));
}

std::string method_text(const std::vector<ModeLocus>& loci)
{
    Index n_failed = 0;
    std::vector<std::string> dense;
    for (const ModeLocus& locus : loci)
        if (locus.determinant)
            n_failed += locus.n_dense;
        else
            dense.push_back(heading(locus));
    if (dense.size() == loci.size())
        return "dense nonsymmetric solve";
    return "zeros of the contact determinant over the modes of the uncoupled bodies, their number "
           "certified by the argument principle; dense solve at " +
           std::to_string(n_failed) + " positions where that failed" +
           (dense.empty() ? "" : "; dense nonsymmetric solve for " + join(dense));
}

Summary summarise(const dynamics::ComplexModesOptions& options, const ComplexModesResult& r)
{
    Summary s;
    if (!r.complete) {
        s.status = Status::interrupted;
        s.message = "interrupted; the positions that were computed are kept";
    }
    Index n_positions = 0, n_dense = 0;
    for (const ModeLocus& locus : r.loci) {
        n_positions += locus.position.size();
        n_dense += locus.n_dense;
        const std::string name = locus.friction ? group(locus) + "." : "";
        auto add = [&](const std::string& quantity, double value, const std::string& unit) {
            s.quantities.push_back({name + quantity, {value}, unit});
        };
        auto add_list = [&](const std::string& quantity, const auto& values,
                            const std::string& unit) {
            s.quantities.push_back(list(name + quantity, {values.begin(), values.end()}, unit));
        };
        if (!locus.complete) {
            s.lines.push_back(heading(locus) + ": interrupted at " +
                              millimetres(locus.position.maxCoeff()) + " mm");
            continue;
        }
        if (locus.largest) {
            add("growth_rate.max", locus.largest->growth_rate, "1/s");
            add("growth_rate.max.position", locus.largest->at, "m");
            add("growth_rate.max.frequency", locus.largest->frequency_hz, "Hz");
        }
        add("zones.count", static_cast<double>(locus.zones.size()), "");
        if (!locus.zones.empty())
            for (const ZoneColumn& column : zone_columns)
                if (moves(locus) || !column.moving)
                    add_list(std::string("zones.") + column.name, of_zones(locus, column.member),
                             column.unit);
        if (locus.position.size() == 1)
            add_modes(s, name, locus, options);
        if (!locus.largest) {
            s.lines.push_back(heading(locus) + ": no mode between " +
                              number_text(options.band_low_hz) + " and " +
                              number_text(options.band_high_hz) + " Hz");
            continue;
        }
        if (locus.zones.empty()) {
            s.lines.push_back(heading(locus) + ": stable; largest growth rate " +
                              number_text(locus.largest->growth_rate, 4) + " 1/s at " +
                              millimetres(locus.largest->at) + " mm, " +
                              number_text(locus.largest->frequency_hz, 6) + " Hz");
            continue;
        }
        s.lines.push_back(heading(locus) + ": " + std::to_string(locus.zones.size()) +
                          (locus.zones.size() == 1 ? " unstable zone" : " unstable zones"));
        for (const UnstableZone& zone : locus.zones) {
            const bool passage = moves(locus) && zone.to > zone.from;
            s.lines.push_back("  " + number_text(zone.frequency_hz, 6) + " Hz, " +
                              millimetres(zone.from) +
                              (passage ? " to " + millimetres(zone.to) : "") +
                              " mm, growth up to " + number_text(zone.growth_rate, 4) + " 1/s" +
                              (passage ? ", t = " + number_text(zone.time_from, 4) + " to " +
                                             number_text(zone.time_to, 4) + " s, amplitude x " +
                                             number_text(zone.amplification, 3)
                                       : ""));
        }
    }
    s.quantities.push_back({"positions", {static_cast<double>(n_positions)}, ""});
    s.quantities.push_back({"positions.dense", {static_cast<double>(n_dense)}, ""});
    s.used = {{"about", options.about == dynamics::About::deformed ? "deformed" : "undeformed"},
              {"damping", r.classical ? "classical" : "not classical: couples the modes"},
              {"method", method_text(r.loci)}};
    s.extent = std::to_string(n_positions) + (n_positions == 1 ? " position" : " positions");
    return s;
}

} // namespace

void fields(io::Fields& f, ComplexModes& e)
{
    dynamics::ComplexModesOptions& m = e.options;
    slide_fields(
        f, e.slide, false,
        {.to = "last", .step = "from one to the next; master nodes are added, and steps refined"});
    f.numbers({"friction", "", "coefficients of all contacts, one after another", false,
               Range::not_negative(), "the laws of the contacts"},
              m.friction);
    if (f.has("friction") && m.friction.empty())
        f.refuse("friction", "expected at least one coefficient");
    for (std::size_t k = 1; k < m.friction.size(); ++k)
        if (std::count(m.friction.begin(), m.friction.end(), m.friction[k]) > 1)
            f.refuse("friction", "expected coefficients that differ");
    f.pair({"band_hz", "Hz", "[low, high]: modes of interest", false, Range::not_negative(),
            "[0, 20000]"},
           m.band_low_hz, m.band_high_hz);
    if (f.has("band_hz") && !(m.band_high_hz > m.band_low_hz))
        f.refuse("band_hz", "expected [low, high] with high > low");
    f.number({"resolution", "m", "within which ends of unstable zones are known", false,
              Range::positive()},
             m.resolution);
    f.numbers({"shapes_at", "m",
               "positions with additional mode shapes, besides those of the zones", false,
               Range::not_negative(), "none"},
              m.shapes_at);
    f.choice({"method", "",
              "determinant: few contacts, classical damping, certified; dense: nonsymmetric "
              "eigensolve; auto: the first where it applies"},
             m.method);
}

std::string check(const ComplexModes& e, const Case& c, const BuiltModel& built,
                  const Monitor& monitor)
{
    const dynamics::ComplexModesOptions options = options_of(e);
    located(c.analysis.places, "analysis", [&] {
        dynamics::check_complex_modes(built.model, *modal_model(built, monitor), options);
    });
    std::string text = "analysis complex-modes about the " + std::string(name_of(e.slide.about)) +
                       " state, " + number_text(options.band_low_hz) + " to " +
                       number_text(options.band_high_hz) + " Hz\n";
    if (options.from && options.to)
        text += "positions " + millimetres(*options.from) + " to " + millimetres(*options.to) +
                " mm, refined to " + millimetres(options.resolution) + " mm\n";
    return text;
}

std::vector<std::string> notes(const ComplexModes& e, const BuiltModel& built)
{
    return preload_notes(built, static_loads(built, e.slide.about, !e.options.friction.empty()));
}

Outcome run(const ComplexModes& e, const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    const dynamics::ComplexModesOptions options = options_of(e);
    const auto result = std::make_shared<ComplexModesResult>();
    {
        const Progress progress =
            monitor.part("friction coefficients",
                         static_cast<double>(std::max<std::size_t>(1, options.friction.size())));
        *result = located(c.analysis.places, "analysis", [&]() -> ComplexModesResult {
            return complex_modes(built.model, *modal_model(built, monitor), options, progress);
        });
    }
    if (result->loci.empty())
        throw Interrupted();
    return {.summary = summarise(options, *result),
            .arrays = [&e, &built,
                       result](io::ArraySink& sink) { write_arrays(sink, e, built, *result); },
            .pictures = [&built,
                         result](const auto& folder) { write_pictures(folder, built, *result); }};
}

} // namespace slideway::app
