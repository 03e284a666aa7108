#include "app/analyses/complex_modes.hpp"

#include "app/analyses/preload.hpp"
#include "app/case/located.hpp"
#include "app/results/animation.hpp"
#include "app/results/quantities.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"
#include "base/two_pi.hpp"
#include "io/entries.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

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
        if (slide.positions.step > 0)
            options.step = slide.positions.step;
        else
            options.positions = slide.positions.all;
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

// Ends and largest growth of the unstable zones: for arrays and quantities.
void zone_entries(io::Entries& a, const ModeLocus& locus)
{
    const auto entry = [&](double UnstableZone::*member, auto... texts) {
        a.derived(of_zones(locus, member), texts...);
    };
    const std::string any = "with unstable zones";
    entry(&UnstableZone::frequency_hz, "frequency", "Hz",
          "frequency at the largest growth, ascending; 0: a real eigenvalue", "z", any);
    entry(&UnstableZone::from, "from", "m", "position at which the growth begins", "z", any);
    entry(&UnstableZone::to, "to", "m", "position at which it ends", "z", any);
    entry(&UnstableZone::at, "at", "m", "position of the largest growth", "z", any);
    entry(&UnstableZone::growth_rate, "growth_rate", "1/s", "largest real part", "z", any);
    if (!a.describes() && !moves(locus))
        return;
    const std::string moving = any + ", if a body moves";
    entry(&UnstableZone::amplification, "amplification", "",
          "exp of the integral of the growth over the passage", "z", moving);
    entry(&UnstableZone::time_from, "time_from", "s",
          "time at which the motions enter the zone; before their start: as if they had always had "
          "their final speed",
          "z", moving);
    entry(&UnstableZone::time_to, "time_to", "s", "time at which they leave it", "z", moving);
}

// Real and imaginary parts as two columns.
Matrix parts(const ComplexVector& v)
{
    Matrix two(v.size(), 2);
    two << v.real(), v.imag();
    return two;
}

void shape_arrays(io::Entries& a, const std::vector<std::string>& bodies,
                  dynamics::ComplexShape& shape)
{
    a.array(shape.position, "position", "m", "position of the shape");
    a.derived(Vector(Eigen::Vector2d(shape.s.real(), shape.s.imag())), "eigenvalue", "1/s",
              "real and imaginary part", "2");
    a.derived(static_cast<int>(shape.branch), "branch", "", "column of the mode");
    a.each_name(bodies, "right", "B", "a body", [&](std::size_t b, const std::string& path) {
        a.derived([&] { return parts(shape.right[b]); }, path, "",
                  "real and imaginary part: displacements [kg^-1/2], rotations [kg^-1/2 rad/m], "
                  "coordinates of modes",
                  "dofs of the (reduced) body x 2");
    });
    a.each_name(bodies, "left", "B", "a body", [&](std::size_t b, const std::string& path) {
        a.derived([&] { return parts(shape.left[b]); }, path, "",
                  "left vector, in these units times s, so that l^T (2 s M + C) r = 1",
                  "dofs of the (reduced) body x 2");
    });
}

void locus_arrays(io::Entries& a, const std::vector<std::string>& bodies, ModeLocus& locus)
{
    a.array(locus.position, "position", "m", "arc length of the slave along the master curve", "n");
    a.array(locus.time, "time", "s", "time at which the motions get there", "n", "if a body moves");
    a.derived([&] { return Matrix(locus.s.imag() / two_pi); }, "frequency", "Hz",
              "Im s / (2 pi); a column follows one mode", "n x K");
    a.derived([&] { return Matrix(locus.s.real()); }, "growth_rate", "1/s", "Re s", "n x K");
    a.derived(
        [&] {
            const Matrix size = locus.s.cwiseAbs();
            return Matrix((size.array() > 0).select(-locus.s.real().array() / size.array(), 0.0));
        },
        "damping_ratio", "", "-Re s / abs(s); 0 where it does not oscillate", "n x K");
    a.derived([&] { return locus.largest_real.maxCoeff() > 0 ? locus.largest_real : Vector(); },
              "divergence", "1/s", "largest real eigenvalue above zero, otherwise 0", "n",
              "if there is one");
    a.array(locus.normal_force, "normal_force", "N", "normal forces", "n x slave nodes",
            "about the deformed state");
    a.group("zones", [&] {
        zone_entries(a, locus);
        std::vector<int> branch;
        for (const UnstableZone& zone : locus.zones)
            branch.push_back(static_cast<int>(zone.branch));
        a.derived(branch, "branch", "", "column of the mode; -1: a real eigenvalue", "z",
                  "with unstable zones");
    });
    std::vector<std::string> numbers;
    for (std::size_t k = 0; k < locus.shapes.size(); ++k)
        numbers.push_back(std::to_string(k));
    a.each_member(
        locus.shapes, numbers, "shapes", "k",
        "the number of a shape, from 0; at the worst position of each zone and at `shapes_at`",
        [&](dynamics::ComplexShape& shape) { shape_arrays(a, bodies, shape); });
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

// The modes in the band at one position, ascending in frequency. Modes of one frequency, as in
// flutter without damping, begin with the one that grows most: round-off does not order them.
std::vector<Complex> modes_in_band(const ModeLocus& locus,
                                   const dynamics::ComplexModesOptions& options)
{
    std::vector<Complex> modes;
    if (locus.position.size() == 1)
        for (const Complex z : locus.s.row(0))
            if (dynamics::in_band(options, z))
                modes.push_back(z);
    constexpr double equal = 1e-9; // relative difference of frequencies
    std::sort(modes.begin(), modes.end(),
              [](Complex a, Complex b) -> bool { return a.imag() < b.imag(); });
    for (auto first = modes.begin(), next = first; first != modes.end(); first = next) {
        while (next != modes.end() && next->imag() <= first->imag() * (1 + equal))
            ++next;
        std::sort(first, next, [](Complex a, Complex b) -> bool { return a.real() > b.real(); });
    }
    return modes;
}

void locus_quantities(io::Entries& q, const ModeLocus& locus,
                      const dynamics::ComplexModesOptions& options)
{
    using Number = std::optional<double>;
    const ModeLocus::Largest largest = locus.largest.value_or(ModeLocus::Largest());
    const bool any = locus.largest.has_value();
    const std::string with = "with a mode in the band";
    q.derived(any ? Number(largest.growth_rate) : Number(), "growth_rate.max", "1/s",
              "largest real part of an eigenvalue; < 0: stable", "", with);
    q.derived(any ? Number(largest.at) : Number(), "growth_rate.max.position", "m", "its position",
              "", with);
    q.derived(any ? Number(largest.frequency_hz) : Number(), "growth_rate.max.frequency", "Hz",
              "its frequency", "", with);
    q.derived(static_cast<double>(locus.zones.size()), "zones.count", "",
              "number of unstable zones");
    q.group("zones", [&] { zone_entries(q, locus); });
    std::vector<double> frequency, growth, ratio;
    for (const Complex z : modes_in_band(locus, options)) {
        frequency.push_back(z.imag() / two_pi);
        growth.push_back(z.real());
        ratio.push_back(-z.real() / std::abs(z));
    }
    const std::string one = "at one position";
    q.derived(frequency, "modes.frequency", "Hz", "frequencies of all modes of the band, ascending",
              "k", one);
    q.derived(growth, "modes.growth_rate", "1/s", "their growth rates", "k", one);
    q.derived(ratio, "modes.damping_ratio", "", "their damping ratios", "k", one);
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

Index count_positions(const ComplexModesResult& r)
{
    Index n = 0;
    for (const ModeLocus& locus : r.loci)
        n += locus.position.size();
    return n;
}

Settings settings(const dynamics::ComplexModesOptions& options)
{
    Settings all = {
        {"about", options.about == dynamics::About::deformed ? "deformed" : "undeformed"},
        {"band",
         number_text(options.band_low_hz) + " to " + number_text(options.band_high_hz) + " Hz"}};
    if (options.from && options.to)
        all.emplace_back("positions", millimetres(*options.from) + " to " +
                                          millimetres(*options.to) + " mm, refined to " +
                                          millimetres(options.resolution) + " mm");
    return all;
}

Summary summarise(ComplexModesResults& results)
{
    const dynamics::ComplexModesOptions& options = results.options;
    const ComplexModesResult& r = results.found;
    Summary s;
    add_quantities(s, [&](io::Entries& q) { quantities(q, results); });
    if (!r.complete) {
        s.status = Status::interrupted;
        s.message = "interrupted; the positions that were computed are kept";
    }
    for (const ModeLocus& locus : r.loci) {
        if (!locus.complete) {
            s.lines.push_back(heading(locus) + ": interrupted at " +
                              millimetres(locus.position.maxCoeff()) + " mm");
            continue;
        }
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
        s.lines.push_back(heading(locus) + ": " + plural(locus.zones.size(), "unstable zone"));
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
    s.used = settings(options);
    s.used.emplace_back("damping", r.classical ? "classical" : "not classical: couples the modes");
    s.used.emplace_back("method", method_text(r.loci));
    const Index n = count_positions(r);
    s.extent = plural(n, "position");
    return s;
}

} // namespace

void fields(io::Fields& f, ComplexModes& e)
{
    dynamics::ComplexModesOptions& m = e.options;
    slide_fields(f, e.slide, false,
                 {.what = "position",
                  .to = "last",
                  .step = "from one to the next; master nodes are added, and steps refined"});
    values_field(f,
                 {"friction", "", "coefficients of all contacts, one after another", false,
                  Range::not_negative(), "the laws of the contacts"},
                 m.friction, {.what = "coefficient", .order = Order::any, .most = 1000});
    f.pair({"band_hz", "Hz", "[low, high]: modes of interest", false, Range::not_negative(),
            "[0, 20000]"},
           m.band_low_hz, m.band_high_hz);
    if (f.has("band_hz") && !(m.band_high_hz > m.band_low_hz))
        f.refuse("band_hz", "expected [low, high] with high > low");
    f.number({"resolution", "m", "within which ends of unstable zones are known", false,
              Range::positive()},
             m.resolution);
    values_field(f,
                 {"shapes_at", "m",
                  "positions with additional mode shapes, besides those of the zones", false,
                  Range::not_negative(), "none"},
                 m.shapes_at, {.what = "position", .order = Order::any, .most = 10000, .least = 0});
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
        dynamics::check_complex_modes(
            built.model, *modal_model(built, monitor, dynamics::OtherParts::taken), options);
    });
    return check_text(e.type, settings(options));
}

std::vector<std::string> notes(const ComplexModes& e, const BuiltModel& built)
{
    std::vector<std::string> all =
        preload_notes(built, static_loads(built, e.slide.about, !e.options.friction.empty()));
    if (has_structural_damping(built))
        all.emplace_back("structural damping K + i H holds for eigenvalues s with Im s > 0, which "
                         "are listed");
    return all;
}

void arrays(io::Entries& a, ComplexModesResults& r)
{
    ComplexModesResult& found = r.found;
    a.note("n positions, refined at zones; K modes, those of the band and a few above it; z "
           "unstable zones.");
    a.attribute(r.about, "about", "`undeformed` or `deformed`");
    a.each_group(found.component, "uncoupled", "U",
                 "the bodies that bonds and linear joints connect", [&](std::size_t k) {
                     a.derived([&] { return Vector(found.uncoupled[k].imag() / two_pi); },
                               "frequency", "Hz", "frequencies without contact", "k");
                     a.derived([&] { return Vector(found.uncoupled[k].real()); }, "growth_rate",
                               "1/s", "growth rates without contact", "k");
                 });
    a.each_member(found.loci, r.groups, "complex_modes", "MU",
                  "the friction coefficient, for example `mu_0.3`, or `as_given`",
                  [&](ModeLocus& locus) { locus_arrays(a, r.bodies, locus); });
}

void quantities(io::Entries& q, ComplexModesResults& r)
{
    q.note("With a list `friction` each name of a coefficient begins with it, for example "
           "`mu_0.3.`. Only modes in `band_hz` count. z is the number of unstable zones.");
    double dense = 0;
    for (const ModeLocus& locus : r.found.loci) {
        dense += static_cast<double>(locus.n_dense);
        if (!locus.complete)
            continue;
        const auto members = [&] { locus_quantities(q, locus, r.options); };
        locus.friction ? q.group(group(locus), members) : members();
    }
    if (q.describes())
        locus_quantities(q, {}, {});
    q.derived(static_cast<double>(count_positions(r.found)), "positions", "",
              "computed positions of all coefficients");
    q.derived(dense, "positions.dense", "", "positions that needed the dense solve");
}

Outcome run(const ComplexModes& e, const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    const auto result = std::make_shared<ComplexModesResults>();
    result->options = options_of(e);
    result->about = name_of(e.slide.about);
    result->bodies = io::names_of(built.bodies);
    {
        const dynamics::ComplexModesOptions& options = result->options;
        const Progress progress =
            monitor.part("friction coefficients",
                         static_cast<double>(std::max<std::size_t>(1, options.friction.size())));
        result->found = located(c.analysis.places, "analysis", [&]() -> ComplexModesResult {
            return complex_modes(built.model,
                                 *modal_model(built, monitor, dynamics::OtherParts::taken), options,
                                 progress);
        });
    }
    if (result->found.loci.empty())
        throw Interrupted();
    for (const ModeLocus& locus : result->found.loci)
        result->groups.push_back(group(locus));
    return {.summary = summarise(*result),
            .arrays = writer_of(result),
            .pictures = [&built, result](const auto& folder) {
                write_pictures(folder, built, result->found);
            }};
}

} // namespace slideway::app
