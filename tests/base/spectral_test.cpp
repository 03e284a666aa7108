#include "base/spectral.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <complex>
#include <numbers>
#include <random>
#include <vector>

using namespace slideway;
using Catch::Matchers::Contains;
using std::numbers::pi;

namespace {

constexpr double rate = 50e3;           // [Hz]
constexpr double line = rate / 1024;    // spacing of the lines of 1024 samples [Hz]
constexpr double tukey_sum = 1 - 0.125; // sum of w over n: two tapers of n/8 with mean 1/2
constexpr double tukey_square_sum = 1 - 0.25 * 5.0 / 8; // sum of w^2: tapers with mean 3/8

std::vector<double> sine(double amplitude, double f, Index n, double phase = 0.3)
{
    std::vector<double> x;
    for (Index k = 0; k < n; ++k)
        x.push_back(amplitude * std::cos(2 * pi * f * static_cast<double>(k) / rate + phase));
    return x;
}

std::vector<double> white_noise(double sigma, Index n)
{
    std::mt19937_64 random(5);
    std::normal_distribution<double> normal(0, sigma);
    std::vector<double> x;
    for (Index k = 0; k < n; ++k)
        x.push_back(normal(random));
    return x;
}

double median(const Vector& values)
{
    std::vector<double> sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    return sorted[sorted.size() / 2];
}

} // namespace

TEST_CASE("spectra are those of the definition, summed term by term", "[spectral]")
{
    // Windows are compared with their closed forms, the transform with its sum; n is even and odd,
    // and tapers do not end on samples.
    for (const Index n : {8, 15, 16, 21})
        for (const auto& [shape, name, about] : choices(WindowShape{})) {
            CAPTURE(n, name);
            const std::vector<double> x = white_noise(2, n);
            double mean = 0, sum = 0;
            for (const double value : x)
                mean += value / static_cast<double>(n);
            std::vector<double> w;
            for (Index k = 0; k < n; ++k) {
                const double position = static_cast<double>(k) / static_cast<double>(n);
                const double from_end = std::min(position, 1 - position);
                if (shape == WindowShape::hann)
                    w.push_back(std::pow(std::sin(pi * position), 2));
                else if (shape == WindowShape::tukey && from_end < 0.125)
                    w.push_back(std::pow(std::sin(pi * from_end / 0.25), 2));
                else
                    w.push_back(1);
                sum += w.back();
            }
            const Spectrum found = spectrum(x, rate, shape);
            const Spectrogram over = spectrogram(x, rate, {.window = n, .hop = 1, .shape = shape});
            REQUIRE(found.frequency.size() == n / 2 + 1);
            REQUIRE(over.power.rows() == 1);
            for (Index k = 0; k <= n / 2; ++k) {
                std::complex<double> X = 0;
                for (Index j = 0; j < n; ++j) {
                    const double angle = -2 * pi * static_cast<double>(j * k % n);
                    X += w[static_cast<std::size_t>(j)] * (x[static_cast<std::size_t>(j)] - mean) *
                         std::polar(1.0, angle / static_cast<double>(n));
                }
                const bool alone = k == 0 || 2 * k == n; // no partner at -k
                CHECK(found.frequency(k) == static_cast<double>(k) * rate / static_cast<double>(n));
                // The margin 1e-13 is the round-off of sums of up to 21 terms below 6.
                CHECK(found.amplitude(k) ==
                      Approx((alone ? 1 : 2) * std::abs(X) / sum).margin(1e-13));
                CHECK(over.power(0, k) ==
                      Approx((alone ? 1 : 2) * std::norm(X) / (sum * sum)).margin(1e-13));
            }
        }
}

TEST_CASE("a sine on a line reads its amplitude there with every window", "[spectral]")
{
    const double a = 2.5;
    const std::vector<double> x = sine(a, 72 * line, 20000);
    for (const auto& [shape, name, about] : choices(WindowShape{})) {
        CAPTURE(name);
        const Spectrogram s = spectrogram(x, rate, {.shape = shape});
        REQUIRE(s.frequency.size() == 513);
        REQUIRE(s.time.size() == (20000 - 1024) / 512 + 1);
        for (Index i = 0; i < s.time.size(); ++i)
            CHECK(s.power(i, 72) == Approx(a * a / 2).epsilon(1e-10)); // phase round-off, 7e3 turns
        const Spectrum whole = spectrum(std::span(x).first(10240), rate, shape);
        CHECK(whole.frequency(720) == Approx(72 * line).epsilon(1e-14));
        CHECK(whole.amplitude(720) == Approx(a).epsilon(1e-10));
        CHECK(whole.peak.amplitude == Approx(a).epsilon(1e-6));
        CHECK(whole.peak.frequency == Approx(72 * line).margin(1e-3 * rate / 10240));
    }
}

TEST_CASE("a sine between two lines reads the loss of its window", "[spectral]")
{
    // Transform of the window half a line away over its sum: Hann 8/(3 pi), rectangular 2/pi. The
    // line of the negative frequency, 1000 lines away, contributes 1e-3.
    const std::vector<double> x = sine(3, 500.5 * rate / 4096, 4096);
    for (const auto& [shape, loss] :
         {std::pair{WindowShape::hann, 8 / (3 * pi)}, {WindowShape::rectangular, 2 / pi}}) {
        const Spectrum s = spectrum(x, rate, shape);
        CHECK(s.amplitude(500) == Approx(3 * loss).epsilon(1e-3));
        CHECK(s.amplitude(501) == Approx(3 * loss).epsilon(1e-3));
    }
}

TEST_CASE("the peak finds a sine anywhere between lines", "[spectral]")
{
    for (const auto& [shape, name, about] : choices(WindowShape{}))
        for (double position = 300; position < 301; position += 0.05) {
            CAPTURE(name, position);
            const SpectralPeak found =
                spectrum(sine(7, position * rate / 4096, 4096), rate, shape).peak;
            // The negative frequency, 600 lines away, leaks 1 / (600 pi) of the amplitude with the
            // rectangular window and much less with tapers.
            CHECK(found.frequency / rate * 4096 == Approx(position).margin(1e-3));
            CHECK(found.amplitude == Approx(7).epsilon(1e-3));
        }
    const SpectralPeak none = spectrum(std::vector<double>(100, 4.0), rate).peak;
    CHECK(none.frequency == 0);
    CHECK(none.amplitude == 0);
}

TEST_CASE("the mean of each window is taken away", "[spectral]")
{
    const Spectrogram s = spectrogram(std::vector<double>(5000, 9.81), rate);
    CHECK(s.power.maxCoeff() < 1e-25); // square of the round-off of the mean, some 1e-14
    std::vector<double> x = sine(2, 100 * line, 4096);
    const Spectrum before = spectrum(x, rate);
    for (double& value : x)
        value += 1e3;
    const Spectrum after = spectrum(x, rate);
    CHECK((after.amplitude - before.amplitude).cwiseAbs().maxCoeff() < 1e-11); // eps 1e3 sqrt(n)
}

TEST_CASE("two tones stand side by side", "[spectral]")
{
    std::vector<double> x = sine(4, 3500, 50000);
    const std::vector<double> small = sine(0.02, 10500, 50000, 1);
    for (std::size_t k = 0; k < x.size(); ++k)
        x[k] += small[k];
    const Spectrum s = spectrum(x, rate); // one second: lines at whole Hz
    CHECK(s.amplitude(3500) == Approx(4).epsilon(1e-9));
    CHECK(s.amplitude(10500) == Approx(0.02).epsilon(1e-9));
    CHECK(s.amplitude(7000) < 1e-9);
    CHECK(s.peak.frequency == Approx(3500).margin(1e-5)); // 1e-6 lines, and the other tone
}

TEST_CASE("white noise keeps its mean square", "[spectral]")
{
    const double sigma = 3;
    const std::vector<double> x = white_noise(sigma, 150000);
    // The relation is exact, window by window, with the rectangular window (Parseval).
    const Spectrogram plain =
        spectrogram(x, rate, {.hop = 1024, .shape = WindowShape::rectangular});
    for (Index i = 0; i < plain.time.size(); ++i) {
        const Eigen::Map<const Vector> part(x.data() + i * 1024, 1024);
        const double mean_square = (part.array() - part.mean()).square().mean();
        CHECK(plain.power.row(i).sum() == Approx(mean_square).epsilon(1e-12));
    }
    // With tapers it holds on average: times n sum(w^2) / sum(w)^2. The margin of 2 % is five
    // deviations sqrt(2 / 150000) of the mean square, plus the mean that a window loses, 1/1024.
    const Spectrogram tapered = spectrogram(x, rate);
    CHECK(tapered.power.rowwise().sum().mean() ==
          Approx(sigma * sigma * tukey_square_sum / (tukey_sum * tukey_sum)).epsilon(0.02));
    // The spectrum is flat, so the lower half of the lines has half of it. The margin is 3 %, as
    // above for half of the values.
    CHECK(tapered.power.leftCols(257).sum() / tapered.power.sum() == Approx(0.5).epsilon(0.03));
}

TEST_CASE("the ridge of a sweep lies at its frequency at the centre of each window", "[spectral]")
{
    // Sweep f(t) = f0 + c t. A window is symmetric about its centre. The spectrum of a linear sweep
    // is therefore symmetric about the frequency there, with one maximum while the sweep covers
    // less than a line per window (here 0.61 lines). The highest line is then the nearest one, at
    // most half a line away; 1 % is for the negative frequencies.
    const double f0 = 2000, c = 1450; // [Hz], [Hz/s]
    std::vector<double> x;
    for (Index k = 0; k < 150000; ++k) {
        const double t = static_cast<double>(k) / rate;
        x.push_back(5 * std::sin(2 * pi * (f0 * t + 0.5 * c * t * t)));
    }
    const Spectrogram s = spectrogram(x, rate);
    REQUIRE(s.time.size() == 291);
    for (Index i = 0; i < s.time.size(); ++i) {
        Index ridge = 0;
        s.power.row(i).maxCoeff(&ridge);
        CHECK(std::abs(s.frequency(ridge) - (f0 + c * s.time(i))) < 0.505 * line);
    }
}

TEST_CASE("windows stand a hop apart, from the first sample on", "[spectral]")
{
    const std::vector<double> x = sine(1, 1000, 1000);
    const Spectrogram s = spectrogram(x, rate, {.window = 100, .hop = 30});
    REQUIRE(s.time.size() == 31); // (1000 - 100) / 30 + 1
    CHECK(s.time(0) == Approx(50 / rate).epsilon(1e-14));
    CHECK(s.time(30) == Approx(950 / rate).epsilon(1e-14));
    CHECK(n_windows(99, {.window = 100}) == 0);
    CHECK(n_windows(100, {.window = 100}) == 1);
    CHECK(n_windows(101, {.window = 100, .hop = 1}) == 2);
    // Each window uses only its own samples.
    const Spectrogram one = spectrogram(std::span(x).subspan(60, 100), rate, {.window = 100});
    CHECK((s.power.row(2) - one.power.row(0)).cwiseAbs().maxCoeff() == 0);
    CHECK(spectrogram(std::span(x).first(50), rate, {.window = 100}).power.rows() == 0);
}

TEST_CASE("an interval holds the samples from its beginning to before its end", "[spectral]")
{
    CHECK(samples_between(1000, 0, 0.1).begin == 0);
    CHECK(samples_between(1000, 0, 0.1).size() == 100);
    CHECK(samples_between(1000, 0.0105, 0.1).begin == 11);
    // 2.7 - 0.2 is not exactly 2.5; a time close to a sample denotes that sample.
    const SampleRange range = samples_between(50e3, 2.7 - 0.2, 2.8 - 0.2);
    CHECK(range.begin == 125000);
    CHECK(range.end == 130000);
}

TEST_CASE("the level of a band holds its tones and no others", "[spectral]")
{
    const std::vector<double> x = sine(2.5, 72 * line, 20000); // 3515.6 Hz
    // A band of one line contains the lines from low to below high.
    const BandLevel alone = band_level(x, rate, 72 * line, 73 * line);
    REQUIRE(alone.level.size() == (20000 - 1024) / 512 + 1);
    CHECK(alone.time == spectrogram(x, rate).time);
    for (const double level : alone.level)
        CHECK(level == Approx(2.5).epsilon(1e-9));
    CHECK(lines_in_band(rate, 1024, 72 * line, 73 * line) == 1);
    CHECK(lines_in_band(rate, 1024, 72.1 * line, 72.9 * line) == 0);
    CHECK(lines_in_band(rate, 1024, 0, rate / 2) == 511); // neither 0 Hz nor half the rate
    // The band of all lines includes what the tapers spread. The margin 1e-4 is for the two lines
    // that no band contains.
    const BandLevel all = band_level(x, rate, 0, rate / 2);
    for (const double level : all.level)
        CHECK(level == Approx(2.5 * std::sqrt(tukey_square_sum) / tukey_sum).epsilon(1e-4));
    CHECK(std::sqrt(tukey_square_sum) / tukey_sum == Approx(1.0498).epsilon(1e-4));
    // In a distant band, side lobes of the tapers decrease with the third power of the distance.
    CHECK(band_level(x, rate, 10200, 10900).level.maxCoeff() < 1e-3 * 2.5);
    CHECK(band_level(x, rate, 73.5 * line, 90 * line).level.maxCoeff() < 0.2 * 2.5);
}

TEST_CASE("a burst shows in the windows that hold it", "[spectral]")
{
    std::vector<double> x = sine(4, 72 * line, 50000); // one second
    for (std::size_t k = 0; k < x.size(); ++k)
        if (k < 20000 || k > 25000)
            x[k] *= 0.01;
    const BandLevel b = band_level(x, rate, 3300, 3800);
    Index index = 0;
    CHECK(b.level.maxCoeff(&index) / median(b.level) ==
          Approx(100).epsilon(0.01)); // as the amplitude
    CHECK(b.time(index) > 0.39);
    CHECK(b.time(index) < 0.51);
    for (Index i = 0; i < b.time.size(); ++i) // windows are 0.0205 s long
        if (b.time(i) < 0.4 - 0.0103 || b.time(i) > 0.5 + 0.0103)
            CHECK(b.level(i) == Approx(0.04 * 1.0498).epsilon(2e-3)); // with some leakage
}

TEST_CASE("spectra refuse what they cannot do", "[spectral]")
{
    const std::vector<double> x(100, 1.0);
    CHECK_THROWS_WITH(spectrum(std::span(x).first(7), rate), Contains("at least 8 samples, not 7"));
    CHECK_THROWS_WITH(spectrogram(x, rate, {.window = 7}), Contains("at least 8 samples"));
    CHECK_THROWS_WITH(spectrogram(x, rate, {.window = 8, .hop = 0}), Contains("a hop of 1"));
    CHECK_THROWS_WITH(spectrogram(x, 0), Contains("sampling rate must be > 0"));
    for (const auto& [low, high] : {std::pair{-1.0, 10.0}, {10.0, 10.0}, {10.0, 25001.0}})
        CHECK_THROWS_WITH(band_level(x, rate, low, high), Contains("0 <= low < high <= half"));
}
