#include "dynamics/frozen/locus_refinement.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <optional>

namespace slideway::dynamics {

namespace {

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
    Refinement(LocusSolver& solver, const ComplexModesOptions& options, LocusPoints& points)
        : solver_(solver), options_(options), points_(points)
    {
    }

    void hidden_zones()
    {
        // Between neighbours two modes may lock in and separate again. Their mean and the square of
        // their difference are smooth there, and reveal it.
        std::vector<double> left;
        for (const auto& [x, solved] : points_)
            left.push_back(x);
        left.pop_back();
        while (!left.empty()) {
            const auto a = points_.find(left.back());
            left.pop_back();
            const auto b = std::next(a);
            if (b->first - a->first <= options_.resolution / 4)
                continue;
            const std::optional<double> value = suspect(a, b);
            if (!value || !(*value > a->first && *value < b->first))
                continue;
            const double from = a->first;
            insert(*value, a, b);
            left.push_back(from);
            left.push_back(*value);
        }
    }

    void ends()
    {
        for (auto a = points_.begin(); std::next(a) != points_.end();) {
            const auto b = std::next(a);
            const double middle = (a->first + b->first) / 2;
            if (b->first - a->first > options_.resolution / 10 && middle > a->first &&
                middle < b->first && changes_sign(a->second, b->second)) {
                insert(middle, a, b);
                continue; // continue with the left half
            }
            a = b;
        }
    }

    void peaks()
    {
        const Index K = points_.begin()->second.s.size();
        for (Index k = 0; k < K; ++k) {
            std::vector<double> summits;
            for (auto b = points_.begin(); b != points_.end(); ++b)
                if (b != points_.begin() && std::next(b) != points_.end() &&
                    in_band(options_, b->second.s(k)) && b->second.s(k).real() > 0 &&
                    b->second.s(k).real() >= std::prev(b)->second.s(k).real() &&
                    b->second.s(k).real() > std::next(b)->second.s(k).real())
                    summits.push_back(b->first);
            for (const double summit : summits)
                climb(k, summit);
        }
    }

    void inside()
    {
        // Growth starts like a square root at the ends of a zone, so points are spaced like a
        // cosine.
        constexpr int n = 16;
        const Index K = points_.begin()->second.s.size();
        for (Index k = 0; k < K; ++k) {
            std::vector<double> wanted;
            std::optional<double> begin;
            for (auto p = points_.begin(); p != points_.end(); ++p) {
                const bool zone = grows(p->second.s(k)) && in_band(options_, p->second.s(k));
                if (zone && !begin)
                    begin = p->first;
                const bool last = std::next(p) == points_.end();
                if (!begin || (zone && !last))
                    continue;
                const double end = zone ? p->first : std::prev(p)->first;
                for (int i = 1; i < n; ++i)
                    wanted.push_back(*begin +
                                     (end - *begin) * (1 - std::cos(std::numbers::pi * i / n)) / 2);
                begin.reset();
            }
            for (const double x : wanted) {
                const auto b = points_.lower_bound(x);
                if (b == points_.begin() || b == points_.end() || b->first == x)
                    continue;
                const auto a = std::prev(b);
                if (b->first - a->first > options_.resolution / 10)
                    insert(x, a, b);
            }
        }
    }

private:
    using At = LocusPoints::iterator;

    At insert(double x, At a, At b)
    {
        const double along = (x - a->first) / (b->first - a->first);
        const ComplexVector guess = (1 - along) * a->second.s + along * b->second.s;
        return points_.emplace(x, solver_.at(x, guess)).first;
    }

    [[nodiscard]] bool changes_sign(const LocusPoint& a, const LocusPoint& b) const
    {
        if ((a.largest_real > 0) != (b.largest_real > 0))
            return true;
        for (Index k = 0; k < a.s.size(); ++k)
            if (grows(a.s(k)) != grows(b.s(k)) &&
                (in_band(options_, a.s(k)) || in_band(options_, b.s(k))))
                return true;
        return false;
    }

    [[nodiscard]] static bool grows(Complex s) { return s.real() > 1e-8 * std::abs(s); }

    // Position between two neighbours where a growing mode is expected that neither of them shows.
    [[nodiscard]] std::optional<double> suspect(At a, At b) const
    {
        std::vector<At> neighbours = {a, b};
        if (a != points_.begin())
            neighbours.insert(neighbours.begin(), std::prev(a));
        if (std::next(b) != points_.end())
            neighbours.push_back(std::next(b));
        if (neighbours.size() < 3)
            return std::nullopt;
        std::vector<double> xs;
        for (const At& p : neighbours)
            xs.push_back(p->first);
        const ComplexVector &sa = a->second.s, &sb = b->second.s;
        double worst = 0;
        std::optional<double> where;
        for (Index i = 0; i < sa.size(); ++i)
            for (Index j = i + 1; j < sa.size(); ++j) {
                if (!in_band(options_, sa(i)) && !in_band(options_, sa(j)))
                    continue;
                const double apart = std::min(std::abs(sa(i) - sa(j)), std::abs(sb(i) - sb(j)));
                if (apart > 0.05 * std::abs(sa(i)))
                    continue;
                const double seen =
                    std::max({sa(i).real(), sa(j).real(), sb(i).real(), sb(j).real()});
                if (seen > 0)
                    continue;
                std::vector<Complex> mean, square;
                for (const At& p : neighbours) {
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

    // Finds the largest growth of a mode by parabolic and golden-section steps.
    void climb(Index k, double summit)
    {
        for (int step = 0; step < 12; ++step) {
            const auto b = points_.find(summit);
            if (b == points_.begin() || std::next(b) == points_.end())
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
                std::abs(x - x1) < 1e-6 * (x2 - x0))
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
    LocusPoints& points_;
};

} // namespace

void refine(LocusSolver& solver, const ComplexModesOptions& options, LocusPoints& points)
{
    if (points.size() < 2)
        return;
    Refinement refinement(solver, options, points);
    refinement.hidden_zones();
    refinement.ends();
    refinement.peaks();
    refinement.inside();
}

} // namespace slideway::dynamics
