#include "dynamics/complex_modes.hpp"

#include "base/text.hpp"
#include "dynamics/characteristic_function.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

namespace slideway::dynamics {

namespace {

constexpr double two_pi = 2 * std::numbers::pi;

// Thrown inside this file: a mode came into the band that is not among those followed.
struct MoreModes {};

struct Solved {
    ComplexVector s; // K, in the order of the branches
    double largest_real = 0;
    bool dense = false;
    std::vector<double> normal_force;
};

// Solves one configuration after another and keeps the modes in order.
class LocusSolver {
public:
    LocusSolver(Slide& slide, const StackedModes& modes, const ComplexModesOptions& options,
                bool determinant)
        : slide_(slide), modes_(modes), band_end_(two_pi * options.band_high_hz),
          determinant_(determinant), about_(options.about)
    {
        if (determinant_)
            function_.emplace(modes);
    }

    /// First configuration; `extra` modes above the band are followed too.
    Solved first(double position, Index extra)
    {
        configure(position);
        const ComplexVector guess = frictionless_eigenvalues(modes_, contacts_);
        Index n = 0;
        while (n < guess.size() && std::abs(guess(n)) < 1.001 * band_end_)
            ++n;
        // Modes that do not oscillate here may do so elsewhere: their columns stand at zero.
        const Index K = std::min(n + extra, modes_.n() - contacts_.n_constraints);
        ComplexVector all = ComplexVector::Zero(K);
        all.head(std::min(K, guess.size())) = guess.head(std::min(K, guess.size()));
        return solve(all);
    }

    /// A configuration whose eigenvalues are about `guess`.
    Solved at(double position, const ComplexVector& guess)
    {
        configure(position);
        return solve(guess);
    }

    /// As above; modes that come close are told apart by their shapes at the `previous` position.
    Solved follow(double position, const ComplexVector& guess, const ComplexVector& previous)
    {
        const LinearisedContacts before = contacts_;
        Solved now = at(position, guess);
        for (Index a = 0; a < now.s.size(); ++a)
            for (Index b = a + 1; b < now.s.size(); ++b) {
                const double moved =
                    std::max(std::abs(now.s(a) - previous(a)), std::abs(now.s(b) - previous(b)));
                if (std::abs(now.s(a) - now.s(b)) < 2 * moved &&
                    swapped(before, previous, now.s, a, b))
                    std::swap(now.s(a), now.s(b));
            }
        return now;
    }

    [[nodiscard]] const LinearisedContacts& contacts() const { return contacts_; }

private:
    void configure(double position)
    {
        contacts_ = slide_.at(position);
        if (function_)
            function_->set(contacts_);
    }

    Solved solve(const ComplexVector& guess)
    {
        Solved result;
        if (about_ == About::deformed)
            for (const ContactPoint& point : contacts_.points)
                result.normal_force.push_back(point.closed ? point.lambda : 0);
        result.s = guess;
        const bool oscillating = guess.size() > 0 && guess.cwiseAbs().minCoeff() > 0;
        if (function_ && oscillating && function_->refine(result.s) && complete(result.s))
            return result;
        result.dense = true;
        match(dense_eigenvalues(modes_, contacts_), guess, result);
        return result;
    }

    // Whether these are all eigenvalues below some radius that encloses the band.
    bool complete(const ComplexVector& s)
    {
        std::vector<double> moduli;
        for (const Complex z : s)
            moduli.push_back(std::abs(z));
        const double last = *std::max_element(moduli.begin(), moduli.end());
        if (last < band_end_ && s.size() < modes_.n() - contacts_.n_constraints)
            throw MoreModes{};
        for (const double omega : modes_.omega)
            moduli.push_back(omega);
        moduli.push_back(band_end_);
        std::sort(moduli.begin(), moduli.end());
        // The widest gap between the end of the band and the last mode followed.
        std::vector<std::pair<double, double>> gaps; // ratio, radius
        for (std::size_t k = 0; k + 1 < moduli.size(); ++k)
            if (moduli[k] >= band_end_ && moduli[k + 1] <= last)
                gaps.emplace_back(moduli[k + 1] / moduli[k], std::sqrt(moduli[k] * moduli[k + 1]));
        if (last < band_end_) // these are all there are
            gaps.emplace_back(2, 2 * modes_.omega.maxCoeff() + 2 * band_end_);
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

    // Brings the oscillating ones among all eigenvalues into the order of the guess.
    void match(const ComplexVector& all, const ComplexVector& guess, Solved& result) const
    {
        std::vector<Complex> found;
        for (const Complex z : all) {
            if (z.imag() > 1e-7 * std::abs(z))
                found.push_back(z);
            else if (std::abs(z.imag()) <= 1e-7 * std::abs(z) && z.real() > 1e-6 * scale())
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
            return std::tie(a.distance, a.branch, a.found) <
                   std::tie(b.distance, b.branch, b.found);
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
        // A pair that became real leaves its branch: it stands still at frequency zero.
        for (Index i = 0; i < guess.size(); ++i)
            if (!done[static_cast<std::size_t>(i)])
                result.s(i) = Complex(0, 0);
    }

    [[nodiscard]] double scale() const { return band_end_; }

    // Whether modes a and b of the new position go on b and a of the one before.
    bool swapped(const LinearisedContacts& before, const ComplexVector& previous,
                 const ComplexVector& now, Index a, Index b)
    {
        if (!function_ || previous(a) == previous(b))
            return false;
        using Shape = CharacteristicFunction::Shape;
        const Shape new_a = function_->shape(now(a)), new_b = function_->shape(now(b));
        function_->set(before);
        const Shape old_a = function_->shape(previous(a)), old_b = function_->shape(previous(b));
        function_->set(contacts_);
        auto overlap = [](const Shape& x, const Shape& y) -> double {
            return std::abs(x.left.cwiseProduct(y.right).sum());
        };
        return overlap(old_a, new_b) * overlap(old_b, new_a) >
               overlap(old_a, new_a) * overlap(old_b, new_b);
    }

    Slide& slide_;
    const StackedModes& modes_;
    double band_end_;
    bool determinant_;
    About about_;
    std::optional<CharacteristicFunction> function_;
    LinearisedContacts contacts_;
};

using Track = std::map<double, Solved>; // by position

// Positions of the grid: from, to, steps between, and the master nodes on the way.
std::vector<double> grid(const Slide& slide, double from, double to, double step)
{
    std::vector<double> corners = {from};
    for (const double node : slide.nodes())
        if (node > from + 1e-6 * step && node < to - 1e-6 * step)
            corners.push_back(node);
    if (to > from)
        corners.push_back(to);
    std::vector<double> positions = {from};
    for (std::size_t k = 0; k + 1 < corners.size(); ++k) {
        const double length = corners[k + 1] - corners[k];
        const int n = std::max(1, static_cast<int>(std::ceil(length / step - 1e-9)));
        for (int i = 1; i <= n; ++i)
            positions.push_back(corners[k] + length * i / n);
    }
    return positions;
}

// Value at x of the polynomial through the points.
Complex lagrange(const std::vector<double>& xs, const std::vector<Complex>& ys, double x)
{
    Complex sum = 0;
    for (std::size_t i = 0; i < xs.size(); ++i) {
        double weight = 1;
        for (std::size_t j = 0; j < xs.size(); ++j)
            if (j != i)
                weight *= (x - xs[j]) / (xs[i] - xs[j]);
        sum += weight * ys[i];
    }
    return sum;
}

class Refinement {
public:
    Refinement(LocusSolver& solver, const ComplexModesOptions& options, Track& track)
        : solver_(solver), options_(options), track_(track)
    {
    }

    void hidden_zones()
    {
        // Between neighbours a pair of modes may lock in and part again. Their mean and the square
        // of their difference are smooth there, so they tell.
        std::vector<double> left;
        for (const auto& [x, solved] : track_)
            left.push_back(x);
        left.pop_back();
        while (!left.empty()) {
            const auto a = track_.find(left.back());
            left.pop_back();
            const auto b = std::next(a);
            if (b->first - a->first <= options_.resolution / 4)
                continue;
            const std::optional<double> at = suspect(a, b);
            if (!at)
                continue;
            const double from = a->first;
            insert(*at, a, b);
            left.push_back(from);
            left.push_back(*at);
        }
    }

    void ends()
    {
        for (auto a = track_.begin(); std::next(a) != track_.end();) {
            const auto b = std::next(a);
            if (b->first - a->first > options_.resolution / 10 &&
                changes_sign(a->second, b->second)) {
                insert((a->first + b->first) / 2, a, b);
                continue; // the left half again
            }
            a = b;
        }
    }

    void peaks()
    {
        const Index K = track_.begin()->second.s.size();
        for (Index k = 0; k < K; ++k) {
            std::vector<double> summits;
            for (auto b = track_.begin(); b != track_.end(); ++b)
                if (b != track_.begin() && std::next(b) != track_.end() &&
                    in_band(b->second.s(k)) && b->second.s(k).real() > 0 &&
                    b->second.s(k).real() >= std::prev(b)->second.s(k).real() &&
                    b->second.s(k).real() > std::next(b)->second.s(k).real())
                    summits.push_back(b->first);
            for (const double summit : summits)
                climb(k, summit);
        }
    }

    [[nodiscard]] bool in_band(Complex s) const
    {
        const double f = s.imag() / two_pi;
        return f >= options_.band_low_hz && f <= options_.band_high_hz && f > 0;
    }

private:
    using At = Track::iterator;

    At insert(double x, At a, At b)
    {
        const double along = (x - a->first) / (b->first - a->first);
        const ComplexVector guess = (1 - along) * a->second.s + along * b->second.s;
        return track_.emplace(x, solver_.at(x, guess)).first;
    }

    [[nodiscard]] bool changes_sign(const Solved& a, const Solved& b) const
    {
        if ((a.largest_real > 0) != (b.largest_real > 0))
            return true;
        for (Index k = 0; k < a.s.size(); ++k)
            if (grows(a.s(k)) != grows(b.s(k)) && (in_band(a.s(k)) || in_band(b.s(k))))
                return true;
        return false;
    }

    [[nodiscard]] static bool grows(Complex s) { return s.real() > 1e-8 * std::abs(s); }

    // Where between two neighbours a growing mode is to be expected that neither of them shows.
    [[nodiscard]] std::optional<double> suspect(At a, At b) const
    {
        std::vector<At> at = {a, b};
        if (a != track_.begin())
            at.insert(at.begin(), std::prev(a));
        if (std::next(b) != track_.end())
            at.push_back(std::next(b));
        if (at.size() < 3)
            return std::nullopt;
        std::vector<double> xs;
        for (const At& p : at)
            xs.push_back(p->first);
        const ComplexVector &sa = a->second.s, &sb = b->second.s;
        double worst = 0;
        std::optional<double> where;
        for (Index i = 0; i < sa.size(); ++i)
            for (Index j = i + 1; j < sa.size(); ++j) {
                if (!in_band(sa(i)) && !in_band(sa(j)))
                    continue;
                const double apart = std::min(std::abs(sa(i) - sa(j)), std::abs(sb(i) - sb(j)));
                if (apart > 0.05 * std::abs(sa(i)))
                    continue;
                const double seen =
                    std::max({sa(i).real(), sa(j).real(), sb(i).real(), sb(j).real()});
                if (seen > 0)
                    continue;
                std::vector<Complex> mean, square;
                for (const At& p : at) {
                    const Complex half = (p->second.s(i) - p->second.s(j)) / 2.0;
                    mean.push_back((p->second.s(i) + p->second.s(j)) / 2.0);
                    square.push_back(half * half);
                }
                for (int k = 1; k < 8; ++k) {
                    const double x = a->first + (b->first - a->first) * k / 8;
                    const double growth = lagrange(xs, mean, x).real() +
                                          std::abs(std::sqrt(lagrange(xs, square, x)).real());
                    const double margin = 0.25 * std::abs(seen);
                    if (growth > -margin && growth > seen + margin && growth - seen > worst) {
                        worst = growth - seen;
                        where = x;
                    }
                }
            }
        return where;
    }

    // Golden steps of a parabola towards the largest growth of a mode.
    void climb(Index k, double summit)
    {
        for (int step = 0; step < 12; ++step) {
            const auto b = track_.find(summit);
            if (b == track_.begin() || std::next(b) == track_.end())
                return;
            const auto a = std::prev(b), c = std::next(b);
            const double x0 = a->first, x1 = b->first, x2 = c->first;
            const double y0 = a->second.s(k).real(), y1 = b->second.s(k).real(),
                         y2 = c->second.s(k).real();
            if (x2 - x0 < options_.resolution / 50)
                return;
            const double p = (x1 - x0) * (y1 - y2), q = (x1 - x2) * (y1 - y0);
            const double bottom = p - q;
            double x = bottom != 0 ? x1 - ((x1 - x0) * p - (x1 - x2) * q) / (2 * bottom) : x1;
            const double least = 0.05 * (x2 - x0);
            if (!(x > x0 + 1e-3 * (x2 - x0) && x < x2 - 1e-3 * (x2 - x0)) ||
                std::abs(x - x1) < 1e-9)
                x = x2 - x1 > x1 - x0 ? x1 + least : x1 - least;
            const bool right = x > x1;
            const auto inserted = right ? insert(x, b, c) : insert(x, a, b);
            const double y = inserted->second.s(k).real();
            if (y > y1)
                summit = x;
            if (std::abs(y - y1) < 1e-4 * std::abs(y1) && std::abs(x - x1) < options_.resolution)
                return;
        }
    }

    LocusSolver& solver_;
    const ComplexModesOptions& options_;
    Track& track_;
};

double threshold(Complex s)
{
    return 1e-8 * std::abs(s);
}

// Stretches of growth of one branch (or of the real eigenvalues, -1).
void collect(const Track& track, Index branch, const Refinement& refinement,
             std::vector<UnstableZone>& zones, double speed)
{
    auto growth = [branch](const Solved& p) -> double {
        return branch < 0 ? p.largest_real : p.s(branch).real() - threshold(p.s(branch));
    };
    auto counts = [&](const Solved& p) -> bool {
        return growth(p) > 0 && (branch < 0 || refinement.in_band(p.s(branch)));
    };
    std::optional<UnstableZone> open;
    double integral = 0;
    for (auto p = track.begin(); p != track.end(); ++p) {
        const bool grows = counts(p->second);
        if (grows && !open) {
            open.emplace();
            open->branch = branch;
            open->from = p->first;
            integral = 0;
            if (p != track.begin()) {
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
        if (grows && growth(p->second) > open->growth_rate) {
            open->growth_rate = growth(p->second);
            open->at = p->first;
            open->frequency_hz = branch < 0 ? 0 : p->second.s(branch).imag() / two_pi;
        }
        if (open && (!grows || std::next(p) == track.end())) {
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

// Zones that touch and have the same frequency are one: the mode changed its branch inside.
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
        const double to = std::max(same->to, zone.to), from = same->from;
        const bool follows = zone.from >= same->to;
        const double amplification = follows ? same->amplification * zone.amplification
                                             : std::max(same->amplification, zone.amplification);
        if (zone.growth_rate > same->growth_rate)
            *same = zone;
        same->from = from;
        same->to = to;
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

// The mode s of the configuration that the slide was asked for last.
ComplexShape shape_at(const assembly::CoupledModel& model, const ModalModel& modal,
                      const StackedModes& modes, const Slide& slide,
                      const LinearisedContacts& contacts, Complex s, Index branch)
{
    const ModeVectors v = mode_vectors(modes, contacts, s);
    ComplexShape shape;
    shape.position = contacts.position;
    shape.branch = branch;
    shape.s = s;
    std::vector<Index> first = {0};
    for (const reduction::ModalForm& form : modal.components)
        first.push_back(first.back() + form.n_modes());
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

} // namespace

ComplexModesResult complex_modes(const assembly::CoupledModel& model,
                                 const ComplexModesOptions& options, const Progress& progress)
{
    if (!(options.band_high_hz > options.band_low_hz) || options.band_low_hz < 0)
        throw InputError("band_hz = [" + number_text(options.band_low_hz) + ", " +
                         number_text(options.band_high_hz) +
                         "]; expected [low, high] with high > low >= 0");
    if (!(options.step > 0))
        throw InputError("step = " + number_text(options.step) + " m; expected a number > 0");
    if (!(options.resolution > 0))
        throw InputError("resolution = " + number_text(options.resolution) +
                         " m; expected a number > 0");

    const ModalModel modal = modal_model(model);
    const StackedModes modes = stacked_modes(modal);
    ComplexModesResult result;
    result.about = options.about;
    result.classical = modes.classical();
    for (std::size_t c = 0; c < modal.components.size(); ++c) {
        const reduction::ModalForm& form = modal.components[c];
        result.component.push_back(modal.parts[c].name);
        std::vector<Complex> eigenvalues;
        for (Index j = 0; j < form.n_modes(); ++j) {
            const double half = form.c(j) / 2, square = form.omega(j) * form.omega(j) - half * half;
            if (square >= 0 && form.omega(j) < 1.3 * two_pi * options.band_high_hz)
                eigenvalues.emplace_back(-half, std::sqrt(square));
        }
        result.uncoupled.emplace_back(Eigen::Map<const ComplexVector>(
            eigenvalues.data(), static_cast<Index>(eigenvalues.size())));
    }

    std::vector<std::optional<double>> coefficients(options.friction.begin(),
                                                    options.friction.end());
    if (coefficients.empty())
        coefficients.emplace_back();
    for (std::size_t f = 0; f < coefficients.size() && result.complete; ++f) {
        Slide slide(model, modal, {options.about, coefficients[f], options.t_start});
        const double from = options.from.value_or(slide.start()), to = options.to.value_or(from);
        if (to < from)
            throw InputError("positions = [" + number_text(from) + ", " + number_text(to) +
                             "]; expected from <= to");
        std::vector<double> asked = options.shapes_at;
        asked.insert(asked.end(), {from, to});
        for (const double x : asked)
            if (slide.has_contact())
                slide.check(x);
        result.moves = slide.moves();
        const LinearisedContacts probe = slide.at(from);
        result.determinant = options.method != "dense" && modes.classical() &&
                             probe.n_rows() <= CharacteristicFunction::max_rows &&
                             probe.n_constraints < modes.n();
        if (options.method == "determinant" && !result.determinant)
            throw InputError("method = \"determinant\"; the model has " +
                             (modes.classical()
                                  ? std::to_string(probe.n_rows()) + " contact rows (at most " +
                                        std::to_string(CharacteristicFunction::max_rows) + ")"
                                  : std::string("damping that couples its modes")) +
                             "; expected \"auto\" or \"dense\"");

        const std::vector<double> positions = grid(slide, from, to, options.step);
        LocusSolver solver(slide, modes, options, result.determinant);
        Track track;
        for (Index extra = 3;; extra *= 2) {
            track.clear();
            try {
                for (std::size_t i = 0; i < positions.size(); ++i) {
                    const double x = positions[i];
                    if (progress && i % 16 == 0 &&
                        !progress((static_cast<double>(f) +
                                   static_cast<double>(i) / static_cast<double>(positions.size())) /
                                  static_cast<double>(coefficients.size()))) {
                        result.complete = false;
                        break;
                    }
                    if (i == 0) {
                        track.emplace(x, solver.first(x, extra));
                        continue;
                    }
                    const auto last = std::prev(track.end());
                    ComplexVector guess = last->second.s;
                    if (i > 1) {
                        const auto before = std::prev(last);
                        guess += (x - last->first) / (last->first - before->first) *
                                 (last->second.s - before->second.s);
                    }
                    track.emplace_hint(track.end(), x, solver.follow(x, guess, last->second.s));
                }
                Refinement refinement(solver, options, track);
                if (result.complete && track.size() > 1) {
                    refinement.hidden_zones();
                    refinement.ends();
                    refinement.peaks();
                }
                break;
            } catch (const MoreModes&) {
                if (extra > modes.n())
                    throw std::runtime_error("complex modes: the number of modes in the band could "
                                             "not be settled; try method = \"dense\"");
            }
        }

        ModeLocus locus;
        locus.friction = coefficients[f];
        const auto n = static_cast<Index>(track.size());
        if (n == 0)
            break;
        const Index K = track.begin()->second.s.size();
        locus.position.resize(n);
        locus.largest_real.resize(n);
        locus.s.resize(n, K);
        if (slide.moves())
            locus.time.resize(n);
        locus.normal_force.resize(n, static_cast<Index>(track.begin()->second.normal_force.size()));
        if (locus.normal_force.cols() == 0)
            locus.normal_force.resize(0, 0);
        const Refinement refinement(solver, options, track);
        Index row = 0;
        locus.growth_rate = -std::numeric_limits<double>::infinity();
        for (const auto& [x, solved] : track) {
            locus.position(row) = x;
            if (slide.moves())
                locus.time(row) = slide.time(x);
            locus.s.row(row) = solved.s.transpose();
            locus.largest_real(row) = solved.largest_real;
            for (std::size_t p = 0; p < solved.normal_force.size(); ++p)
                locus.normal_force(row, static_cast<Index>(p)) = solved.normal_force[p];
            locus.n_dense += solved.dense ? 1 : 0;
            for (Index k = 0; k < K; ++k)
                if (refinement.in_band(solved.s(k)) && solved.s(k).real() > locus.growth_rate) {
                    locus.growth_rate = solved.s(k).real();
                    locus.growth_at = x;
                    locus.growth_frequency_hz = solved.s(k).imag() / two_pi;
                }
            if (solved.largest_real > std::max(locus.growth_rate, 0.0)) {
                locus.growth_rate = solved.largest_real;
                locus.growth_at = x;
                locus.growth_frequency_hz = 0;
            }
            ++row;
        }
        if (!std::isfinite(locus.growth_rate))
            locus.growth_rate = 0;

        std::vector<UnstableZone> zones;
        for (Index k = -1; k < K; ++k)
            collect(track, k, refinement, zones, slide.speed());
        locus.zones = merged(std::move(zones), options.resolution);
        for (UnstableZone& zone : locus.zones) {
            if (slide.moves()) {
                zone.time_from = slide.time(zone.from);
                zone.time_to = slide.time(zone.to);
            }
            if (zone.branch < 0)
                continue;
            const LinearisedContacts contacts = slide.at(zone.at);
            locus.shapes.push_back(shape_at(model, modal, modes, slide, contacts,
                                            track.at(zone.at).s(zone.branch), zone.branch));
        }
        for (const double x : options.shapes_at) {
            auto near = track.lower_bound(x);
            if (near == track.end())
                --near;
            const Solved solved = solver.at(x, near->second.s);
            for (Index k = 0; k < K; ++k)
                if (refinement.in_band(solved.s(k)))
                    locus.shapes.push_back(
                        shape_at(model, modal, modes, slide, solver.contacts(), solved.s(k), k));
        }
        result.loci.push_back(std::move(locus));
    }
    return result;
}

} // namespace slideway::dynamics
