#include "dynamics/frozen/complex_modes.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/two_pi.hpp"
#include "dynamics/frozen/locus.hpp"
#include "dynamics/frozen/locus_refinement.hpp"
#include "dynamics/frozen/unstable_zones.hpp"
#include "dynamics/sliding/slide.hpp"

#include <algorithm>
#include <cmath>

namespace slideway::dynamics {

namespace {

void check(const ComplexModesOptions& options)
{
    if (!(options.band_high_hz > options.band_low_hz) || options.band_low_hz < 0)
        throw InputError("band_hz",
                         "[" + number_text(options.band_low_hz) + ", " +
                             number_text(options.band_high_hz) + "]",
                         "expected [low, high] with high > low >= 0");
    if (!(options.step > 0))
        throw InputError("step", number_text(options.step) + " m", "expected a number > 0");
    if (!(options.resolution > 0))
        throw InputError("resolution", number_text(options.resolution) + " m",
                         "expected a number > 0");
}

// Eigenvalues of a component without contact, those in the band and a little above it.
ComplexVector uncoupled(const reduction::ModalForm& form, const ComplexModesOptions& options)
{
    std::vector<Complex> s;
    for (Index j = 0; j < form.n_modes(); ++j) {
        const double half = form.c(j) / 2, square = form.omega(j) * form.omega(j) - half * half;
        if (square >= 0 && form.omega(j) < 1.3 * two_pi * options.band_high_hz)
            s.emplace_back(-half, std::sqrt(square));
    }
    return Eigen::Map<const ComplexVector>(s.data(), static_cast<Index>(s.size()));
}

// Requested friction coefficients; an empty optional means the laws of the contacts.
std::vector<std::optional<double>> coefficients_of(const ComplexModesOptions& options)
{
    std::vector<std::optional<double>> list(options.friction.begin(), options.friction.end());
    if (list.empty())
        list.emplace_back();
    return list;
}

// First and last position. Throws InputError for positions outside of the slide.
std::pair<double, double> range(Slide& slide, const ComplexModesOptions& options)
{
    const bool one = options.from == options.to;
    if (!slide.has_contact() && !options.friction.empty())
        throw InputError("friction", number_text(options.friction.front()),
                         "the model has no sliding contact");
    for (const double position : options.positions)
        slide.check(position, "positions");
    if (options.from)
        slide.check(*options.from, one ? "position" : "positions.from");
    if (options.to)
        slide.check(*options.to, one ? "position" : "positions.to");
    const double from = options.from.value_or(slide.start()), to = options.to.value_or(from);
    if (to < from)
        throw InputError("positions.to", number_text(to),
                         "expected at least from = " + number_text(from) + " m");
    for (const double x : options.shapes_at) {
        slide.check(x, "shapes_at");
        (void)slide.at(x);
    }
    return {from, to};
}

bool use_determinant(const StackedModes& modes, const LinearisedContacts& contacts,
                     EigenMethod method)
{
    if (contacts.n_constraints >= modes.n())
        throw InputError("the contacts and motions hold every motion of the bodies: there are no "
                         "modes");
    const bool applies = modes.classical() && contacts.n_rows() <= CharacteristicFunction::max_rows;
    if (method == EigenMethod::determinant && !applies)
        throw InputError("method", quoted_name(method),
                         "the model has " +
                             (modes.classical()
                                  ? std::to_string(contacts.n_rows()) + " contact rows (at most " +
                                        std::to_string(CharacteristicFunction::max_rows) + ")"
                                  : std::string("damping that couples its modes")) +
                             "; expected \"auto\" or \"dense\"");
    return applies && method != EigenMethod::dense;
}

// Positions of the grid: from, to, steps between them, and master nodes.
std::vector<double> grid(const Slide& slide, double from, double to,
                         const ComplexModesOptions& options)
{
    const double step = options.positions.empty() ? options.step : to - from;
    std::vector<double> corners = {from};
    for (const double node : slide.nodes())
        if (node > from + 1e-6 * step && node < to - 1e-6 * step)
            corners.push_back(node);
    if (to > from)
        corners.push_back(to);
    for (const double position : options.positions)
        if (std::none_of(corners.begin(), corners.end(), [&](double corner) -> bool {
                return std::abs(corner - position) <= 1e-9 * step;
            }))
            corners.push_back(position);
    std::sort(corners.begin(), corners.end());
    std::vector<double> positions = {from};
    for (std::size_t k = 0; k + 1 < corners.size(); ++k) {
        const double length = corners[k + 1] - corners[k];
        const int n = std::max(1, static_cast<int>(std::ceil(length / step - 1e-9)));
        for (int i = 1; i <= n; ++i)
            positions.push_back(corners[k] + length * i / n);
    }
    return positions;
}

// Follows the modes from position to position, then refines. Keeps partial results after an
// interruption.
// @return true if complete
bool follow(LocusSolver& solver, const std::vector<double>& positions,
            const ComplexModesOptions& options, Index extra, double done, double share,
            LocusPoints& points)
{
    try {
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const double x = positions[i];
            solver.set_fraction(done + share * static_cast<double>(i) /
                                           static_cast<double>(positions.size()));
            if (i == 0) {
                points.emplace(x, solver.first(x, extra));
                continue;
            }
            const auto last = std::prev(points.end());
            ComplexVector guess = last->second.s;
            if (i > 1) {
                const auto before = std::prev(last);
                guess += (x - last->first) / (last->first - before->first) *
                         (last->second.s - before->second.s);
            }
            points.emplace_hint(points.end(), x, solver.follow(x, guess, last->second.s));
        }
        refine(solver, options, points);
    } catch (const Interrupted&) {
        return false;
    }
    return true;
}

// Shape of the mode s at the current configuration of the slide.
ComplexShape shape_at(const assembly::CoupledModel& model, const ModalModel& modal,
                      const StackedModes& modes, const Slide& slide,
                      const LinearisedContacts& contacts, Complex s, Index branch)
{
    const ModeVectors v = mode_vectors(modes, contacts, s, branch);
    ComplexShape shape;
    shape.position = contacts.position;
    shape.branch = branch;
    shape.s = s;
    const std::vector<Index> first = modal.first_modes();
    const Vector x = slide.motion(contacts.position);
    for (std::size_t b = 0; b < model.bodies.size(); ++b) {
        const std::size_t c = modal.component_of[b];
        const Matrix Phi = modal.components[c].Phi.middleRows(modal.offset[b], model.bodies[b].n());
        shape.right.emplace_back(Phi * v.q_right.segment(first[c], Phi.cols()));
        shape.left.emplace_back(Phi * v.q_left.segment(first[c], Phi.cols()));
        shape.placed.push_back(modal.displacement(model, b, slide.static_q()[c], x));
    }
    return shape;
}

// Adds the shapes of the zones and the requested shapes.
void add_shapes(const assembly::CoupledModel& model, const ModalModel& modal,
                const StackedModes& modes, const ComplexModesOptions& options, Slide& slide,
                LocusSolver& solver, const LocusPoints& points, ModeLocus& locus)
{
    for (const UnstableZone& zone : locus.zones)
        if (zone.branch >= 0) {
            solver.poll();
            const LinearisedContacts contacts = slide.at(zone.at);
            locus.shapes.push_back(shape_at(model, modal, modes, slide, contacts,
                                            points.at(zone.at).s(zone.branch), zone.branch));
        }
    for (const double x : options.shapes_at) {
        auto near = points.lower_bound(x);
        if (near == points.end())
            --near;
        LocusPoint point = near->second;
        try {
            point = solver.at(x, near->second.s);
        } catch (const MoreModes&) {
            throw InputError("shapes_at", number_text(x),
                             "too far from the positions to know its modes");
        }
        for (Index k = 0; k < point.s.size(); ++k)
            if (in_band(options, point.s(k))) {
                solver.poll();
                locus.shapes.push_back(
                    shape_at(model, modal, modes, slide, solver.contacts(), point.s(k), k));
            }
    }
}

// Converts the points to arrays, with their largest growth.
ModeLocus tabulated(const LocusPoints& points, const ComplexModesOptions& options,
                    const Slide& slide)
{
    const auto n = static_cast<Index>(points.size());
    const LocusPoint& any = points.begin()->second;
    const Index K = any.s.size();
    ModeLocus locus;
    locus.position.resize(n);
    locus.largest_real.resize(n);
    locus.s.resize(n, K);
    if (slide.moves())
        locus.time.resize(n);
    if (!any.normal_force.empty())
        locus.normal_force.resize(n, static_cast<Index>(any.normal_force.size()));
    auto largest = [&locus](double growth, double position, double frequency) {
        if (!locus.largest || growth > locus.largest->growth_rate)
            locus.largest = {growth, position, frequency};
    };
    Index row = 0;
    for (const auto& [x, point] : points) {
        locus.position(row) = x;
        if (slide.moves())
            locus.time(row) = slide.time(x);
        locus.s.row(row) = point.s.transpose();
        locus.largest_real(row) = point.largest_real;
        for (std::size_t p = 0; p < point.normal_force.size(); ++p)
            locus.normal_force(row, static_cast<Index>(p)) = point.normal_force[p];
        locus.n_dense += point.dense ? 1 : 0;
        for (const Complex s : point.s)
            if (in_band(options, s))
                largest(s.real(), x, s.imag() / two_pi);
        if (point.largest_real > 0)
            largest(point.largest_real, x, 0);
        ++row;
    }
    return locus;
}

} // namespace

bool in_band(const ComplexModesOptions& options, Complex s)
{
    const double f = s.imag() / two_pi;
    return f > 0 && f >= options.band_low_hz && f <= options.band_high_hz;
}

void check_complex_modes(const assembly::CoupledModel& model, const ModalModel& modal,
                         const ComplexModesOptions& options)
{
    check(options);
    const StackedModes modes = stacked_modes(modal);
    for (const std::optional<double>& friction : coefficients_of(options)) {
        Slide slide(model, modal, {options.about, friction, options.t_start});
        const auto [from, to] = range(slide, options);
        for (const double end : {from, to})
            (void)use_determinant(modes, slide.at(end), options.method);
    }
}

ComplexModesResult complex_modes(const assembly::CoupledModel& model, const ModalModel& modal,
                                 const ComplexModesOptions& options, const Progress& progress)
{
    check(options);
    const StackedModes modes = stacked_modes(modal);
    ComplexModesResult result;
    result.about = options.about;
    result.classical = modes.classical();
    for (std::size_t c = 0; c < modal.components.size(); ++c) {
        result.component.push_back(modal.parts[c].name);
        result.uncoupled.push_back(uncoupled(modal.components[c], options));
    }

    const std::vector<std::optional<double>> coefficients = coefficients_of(options);
    const double share = 1 / static_cast<double>(coefficients.size());
    for (std::size_t f = 0; f < coefficients.size() && result.complete; ++f) {
        Slide slide(model, modal, {options.about, coefficients[f], options.t_start});
        const auto [from, to] = range(slide, options);
        const bool determinant = use_determinant(modes, slide.at(from), options.method);
        LocusSolver solver(slide, modes, options, determinant, progress);
        const std::vector<double> positions = grid(slide, from, to, options);

        LocusPoints points;
        for (Index extra = 3;; extra *= 2) {
            points.clear();
            try {
                result.complete = follow(solver, positions, options, extra,
                                         static_cast<double>(f) * share, share, points);
                break;
            } catch (const MoreModes&) {
                if (extra > modes.n())
                    throw std::runtime_error("complex modes: the number of modes in the band could "
                                             "not be settled; try method = \"dense\"");
            }
        }
        if (points.empty())
            break;

        ModeLocus locus = tabulated(points, options, slide);
        locus.friction = coefficients[f];
        locus.determinant = determinant;
        locus.complete = result.complete;
        if (result.complete) {
            locus.zones = unstable_zones(points, options, slide);
            try {
                add_shapes(model, modal, modes, options, slide, solver, points, locus);
            } catch (const Interrupted&) {
                locus.complete = result.complete = false;
            }
        }
        result.loci.push_back(std::move(locus));
    }
    return result;
}

} // namespace slideway::dynamics
