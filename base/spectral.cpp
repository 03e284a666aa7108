#include "base/spectral.hpp"

#include "base/golden_section.hpp"

#include <fftw3.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <stdexcept>

namespace slideway {

namespace {

using std::numbers::pi;

double line_frequency(Index k, double rate, Index n)
{
    return static_cast<double>(k) * rate / static_cast<double>(n);
}

// Window with cosine tapers over a length of `taper` at each end.
Vector tapered(Index n, double taper)
{
    Vector w = Vector::Ones(n);
    for (Index k = 0; k < n; ++k)
        if (const auto from_end = static_cast<double>(std::min(k, n - k)); from_end < taper)
            w(k) = 0.5 * (1 - std::cos(pi * from_end / taper));
    return w;
}

Vector window_function(WindowShape shape, Index n)
{
    switch (shape) {
    case WindowShape::tukey:
        return tapered(n, static_cast<double>(n) / 8);
    case WindowShape::hann:
        return tapered(n, static_cast<double>(n) / 2);
    case WindowShape::rectangular:
        break;
    }
    return Vector::Ones(n);
}

// One window of n samples with its plan and its buffers, reused for every window of a record.
class Transform {
public:
    Transform(Index n, double rate, WindowShape shape) : n_(n)
    {
        if (n < min_window)
            throw std::invalid_argument("a spectrum takes at least " + std::to_string(min_window) +
                                        " samples, not " + std::to_string(n));
        if (!(rate > 0))
            throw std::invalid_argument("sampling rate must be > 0");
        window_ = window_function(shape, n);
        sum_ = window_.sum();
        frequency_.resize(n_lines());
        for (Index k = 0; k < n_lines(); ++k)
            frequency_(k) = line_frequency(k, rate, n);
        samples_ = fftw_alloc_real(static_cast<std::size_t>(n));
        lines_ = fftw_alloc_complex(static_cast<std::size_t>(n_lines()));
        plan_ = fftw_plan_dft_r2c_1d(static_cast<int>(n), samples_, lines_,
                                     FFTW_ESTIMATE | FFTW_PRESERVE_INPUT);
    }
    ~Transform()
    {
        fftw_destroy_plan(plan_);
        fftw_free(lines_);
        fftw_free(samples_);
    }
    Transform(const Transform&) = delete;
    Transform& operator=(const Transform&) = delete;

    void operator()(std::span<const double> x)
    {
        const Eigen::Map<const Vector> values(x.data(), n_);
        Eigen::Map<Vector>(samples_, n_).array() =
            window_.array() * (values.array() - values.mean());
        fftw_execute(plan_);
    }

    [[nodiscard]] Index n_lines() const { return n_ / 2 + 1; }
    [[nodiscard]] const Vector& frequency() const { return frequency_; }

    [[nodiscard]] double power(Index k) const
    {
        const double square = lines_[k][0] * lines_[k][0] + lines_[k][1] * lines_[k][1];
        return (single(k) ? 1 : 2) * square / (sum_ * sum_);
    }
    [[nodiscard]] double amplitude(Index k) const
    {
        return (single(k) ? 1 : 2) * std::hypot(lines_[k][0], lines_[k][1]) / sum_;
    }

    /// Amplitude at any position between 0 and n/2 lines.
    [[nodiscard]] double amplitude_at(double place) const
    {
        const std::complex<double> turn =
            std::polar(1.0, -2 * pi * place / static_cast<double>(n_));
        std::complex<double> phase = 1, sum = 0;
        for (Index k = 0; k < n_; ++k) {
            sum += samples_[k] * phase;
            phase *= turn;
        }
        return 2 * std::abs(sum) / sum_;
    }

    /// True if line k has no partner at -k.
    [[nodiscard]] bool single(Index k) const { return k == 0 || 2 * k == n_; }

private:
    Index n_;
    Vector window_, frequency_;
    double sum_ = 0;
    double* samples_ = nullptr;
    fftw_complex* lines_ = nullptr;
    fftw_plan plan_ = nullptr;
};

// Calls `each(i)` after the transform of window i.
template <class Each>
void over_windows(std::span<const double> record, const SpectrogramOptions& options,
                  Transform& transform, Each&& each)
{
    const Index n = n_windows(static_cast<Index>(record.size()), options);
    for (Index i = 0; i < n; ++i) {
        transform(record.subspan(static_cast<std::size_t>(i * options.hop)));
        each(i);
    }
}

// Searches the peak between the neighbours of the highest line.
SpectralPeak peak_near(const Transform& transform, Index line, double spacing)
{
    constexpr double width = 1e-6; // [lines]
    if (transform.single(line))
        return {static_cast<double>(line) * spacing, transform.amplitude(line)};
    const auto centre = static_cast<double>(line);
    const Maximum peak = golden_section_maximum(
        [&](double place) { return transform.amplitude_at(place); }, centre - 1, centre + 1, width);
    return {peak.x * spacing, peak.value};
}

// First line above 0 Hz with f >= limit.
Index first_line(double rate, Index n, double limit)
{
    Index k = std::max<Index>(1, static_cast<Index>(limit / rate * static_cast<double>(n)));
    while (k > 1 && line_frequency(k - 1, rate, n) >= limit)
        --k;
    while (line_frequency(k, rate, n) < limit)
        ++k;
    return k;
}

} // namespace

Index n_windows(Index n_samples, const SpectrogramOptions& options)
{
    if (options.window < min_window || options.hop < 1)
        throw std::invalid_argument("a spectrogram takes windows of at least " +
                                    std::to_string(min_window) + " samples and a hop of 1");
    return n_samples < options.window ? 0 : (n_samples - options.window) / options.hop + 1;
}

Vector window_centres(Index n_samples, double rate, const SpectrogramOptions& options)
{
    Vector time(n_windows(n_samples, options));
    for (Index i = 0; i < time.size(); ++i)
        time(i) =
            (static_cast<double>(i * options.hop) + 0.5 * static_cast<double>(options.window)) /
            rate;
    return time;
}

SampleRange samples_between(double rate, double from, double to)
{
    auto first = [rate](double t) -> Index { // a time on a sample, up to round-off,
                                             // gives that sample
        return static_cast<Index>(std::ceil(t * rate - 1e-6));
    };
    return {first(from), first(to)};
}

Spectrogram spectrogram(std::span<const double> record, double rate,
                        const SpectrogramOptions& options)
{
    Transform transform(options.window, rate, options.shape);
    Spectrogram result;
    result.time = window_centres(static_cast<Index>(record.size()), rate, options);
    result.frequency = transform.frequency();
    result.power.resize(result.time.size(), transform.n_lines());
    over_windows(record, options, transform, [&](Index i) {
        for (Index k = 0; k < transform.n_lines(); ++k)
            result.power(i, k) = transform.power(k);
    });
    return result;
}

Spectrum spectrum(std::span<const double> record, double rate, WindowShape shape)
{
    Transform transform(static_cast<Index>(record.size()), rate, shape);
    transform(record);
    Spectrum result{transform.frequency(), Vector(transform.n_lines()), {}};
    for (Index k = 0; k < transform.n_lines(); ++k)
        result.amplitude(k) = transform.amplitude(k);
    Index highest = 0;
    if (result.amplitude.tail(transform.n_lines() - 1).maxCoeff(&highest) > 0)
        result.peak = peak_near(transform, highest + 1, rate / static_cast<double>(record.size()));
    return result;
}

Index lines_in_band(double rate, Index n, double low, double high)
{
    return std::max<Index>(0, first_line(rate, n, high) - first_line(rate, n, low));
}

BandLevel band_level(std::span<const double> record, double rate, double low, double high,
                     const SpectrogramOptions& options)
{
    if (!(low >= 0 && high > low && high <= rate / 2))
        throw std::invalid_argument("a band needs 0 <= low < high <= half the sampling rate");
    Transform transform(options.window, rate, options.shape);
    const Index begin = first_line(rate, options.window, low);
    const Index end = first_line(rate, options.window, high);
    BandLevel result;
    result.time = window_centres(static_cast<Index>(record.size()), rate, options);
    result.level.resize(result.time.size());
    over_windows(record, options, transform, [&](Index i) {
        double sum = 0;
        for (Index k = begin; k < end; ++k)
            sum += 2 * transform.power(k);
        result.level(i) = std::sqrt(sum);
    });
    return result;
}

} // namespace slideway
