#include "base/band_noise.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <complex>
#include <numbers>
#include <random>
#include <stdexcept>

using namespace slideway;

namespace {

using std::numbers::pi;

std::vector<double> samples(const BandNoise& noise)
{
    std::vector<double> y;
    for (std::uint64_t i = 0; i < noise.period(); ++i)
        y.push_back(noise(static_cast<double>(i) / noise.sample_rate()));
    return y;
}

// Evaluates line k of the discrete Fourier transform by its definition.
std::complex<double> line(const std::vector<double>& y, std::size_t k)
{
    std::complex<double> sum = 0;
    for (std::size_t i = 0; i < y.size(); ++i) {
        const std::size_t turns = i * k % y.size();
        sum += y[i] * std::polar(1.0, -2 * pi * static_cast<double>(turns) /
                                          static_cast<double>(y.size()));
    }
    return sum;
}

} // namespace

TEST_CASE("The generator underneath is the one that the C++ standard fixes", "[base]")
{
    std::mt19937_64 random;
    random.discard(9999);
    CHECK(random() == 9981545732273789042ULL); // 10000th value, [rand.predef]
}

TEST_CASE("Anybody can reproduce the noise from its seed by the documented steps", "[base]")
{
    const double rms = 0.7, low = 300, high = 1000;
    const std::uint64_t seed = 12345;
    const BandNoise noise(rms, low, high, seed, 0.006);
    const std::size_t n = 64; // the power of two above 0.006 s x 10 kHz
    REQUIRE(noise.period() == n);
    REQUIRE(noise.sample_rate() == 10 * high);

    std::mt19937_64 random(seed);
    std::vector<double> white;
    while (white.size() < n) {
        const double u1 = std::ldexp(static_cast<double>(random() >> 11), -53);
        const double u2 = std::ldexp(static_cast<double>(random() >> 11), -53);
        const double r = std::sqrt(-2 * std::log(1 - u1));
        white.push_back(r * std::cos(2 * pi * u2));
        white.push_back(r * std::sin(2 * pi * u2));
    }
    // Lines 2..6 of spacing 156.25 Hz lie in the band. Sum of cosines, written out.
    std::vector<double> record(n, 0.0);
    for (std::size_t k = 1; k < n / 2; ++k) {
        const double f = static_cast<double>(k) * 10 * high / static_cast<double>(n);
        if (f < low || f > high)
            continue;
        const std::complex<double> c = line(white, k);
        for (std::size_t i = 0; i < n; ++i)
            record[i] += std::real(
                c * std::polar(1.0, 2 * pi * static_cast<double>(i * k) / static_cast<double>(n)));
    }
    double square = 0;
    for (const double y : record)
        square += y * y / static_cast<double>(n);
    for (std::size_t i = 0; i < n; ++i) {
        CAPTURE(i);
        // t rate differs from i by eps i, so the sample has an error of 1e-14 of
        // its neighbours' difference.
        CHECK(noise(static_cast<double>(i) / (10 * high)) ==
              Approx(rms * record[i] / std::sqrt(square)).margin(1e-12));
    }
}

TEST_CASE("Noise has its rms, no mean, and no power outside its band", "[base]")
{
    const double rms = 4e-4, low = 2e3, high = 5e3;
    const BandNoise noise(rms, low, high, 3, 0.08);
    const std::vector<double> y = samples(noise);
    const std::size_t n = y.size();
    REQUIRE(n == 4096);
    double mean = 0, square = 0;
    for (const double value : y) {
        mean += value / static_cast<double>(n);
        square += value * value / static_cast<double>(n);
    }
    CHECK(std::abs(mean) < 1e-13 * rms);                    // round-off of 4096 terms
    CHECK(std::sqrt(square) == Approx(rms).epsilon(1e-12)); // round-off
    double inside = 0;
    for (std::size_t k = 0; k <= n / 2; k += 3) {
        const double f = static_cast<double>(k) * noise.sample_rate() / static_cast<double>(n);
        const double amplitude = std::abs(line(y, k)) / static_cast<double>(n);
        if (f < low || f > high) {
            CAPTURE(k, f);
            CHECK(amplitude < 1e-12 * rms);
        } else {
            inside = std::max(inside, amplitude);
        }
    }
    CHECK(inside > 0.01 * rms);
}

TEST_CASE("Noise is Gaussian: its kurtosis is 3", "[base]")
{
    const BandNoise noise(1, 0, 20e3, 1, 1);
    double fourth = 0;
    for (const double y : samples(noise))
        fourth += std::pow(y, 4) / static_cast<double>(noise.period());
    // 262144 samples at 10 times the band: about 26e3 independent ones, with standard error sqrt(96
    // / 52e3) = 0.04; the margin is four of them.
    CHECK(fourth == Approx(3).margin(0.17));
}

TEST_CASE("Another seed gives another record and the same seed the same", "[base]")
{
    const BandNoise a(1, 0, 20e3, 1, 0.1), again(1, 0, 20e3, 1, 0.1), b(1, 0, 20e3, 2, 0.1);
    CHECK(samples(a) == samples(again));
    const std::vector<double> x = samples(a), y = samples(b);
    double product = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
        product += x[i] * y[i] / static_cast<double>(x.size());
    // Independent records of 32768 samples in a fifth of their bandwidth give 1 /
    // sqrt(6554) = 0.012.
    CHECK(std::abs(product) < 0.05);
}

TEST_CASE("A band of a single line is a sine, which interpolation follows to its order", "[base]")
{
    // 64 samples at 10 kHz: of the lines with a spacing of 156.25 Hz only number 6 is
    // in 900..1000 Hz.
    const double rms = 1 / std::sqrt(2);
    const BandNoise noise(rms, 900, 1000, 8, 0.006);
    const double omega = 2 * pi * 937.5;
    const double c = noise(0),
                 s = (noise(1e-4) - c * std::cos(omega * 1e-4)) / std::sin(omega * 1e-4);
    CHECK(std::hypot(c, s) == Approx(1).epsilon(1e-12)); // amplitude sqrt(2) rms
    double worst = 0;
    for (double t = 0; t < 0.02; t += 1.7e-6) // three periods of the record, which repeats
        worst =
            std::max(worst, std::abs(noise(t) - c * std::cos(omega * t) - s * std::sin(omega * t)));
    // The error of cubic Lagrange interpolation midway between samples is 9/16 / 4! (omega /
    // f_s)^4; the next order is below 10 %.
    const double bound = 9.0 / 16 / 24 * std::pow(omega / 1e4, 4);
    CHECK(worst < 1.0 * bound);
    CHECK(worst > 0.85 * bound);
}

TEST_CASE("Between samples the noise is the cubic through the nearest four", "[base]")
{
    const BandNoise noise(1, 0, 1000, 5, 0.001);
    const std::vector<double> y = samples(noise);
    const auto n = static_cast<int>(y.size());
    for (int i = 0; i < n; ++i) {
        for (const double s : {0.125, 0.5, 0.8125}) {
            // Neville's scheme on the samples i-1..i+2, which wrap around.
            double p[4];
            for (int j = 0; j < 4; ++j)
                p[j] = y[static_cast<std::size_t>((i + j - 1 + n) % n)];
            for (int width = 1; width < 4; ++width)
                for (int j = 0; j + width < 4; ++j)
                    p[j] = ((j + width - 1 - s) * p[j] + (s - (j - 1)) * p[j + 1]) / width;
            CAPTURE(i, s);
            CHECK(noise((i + s) / noise.sample_rate()) == Approx(p[0]).margin(1e-12)); // round-off
        }
    }
}

TEST_CASE("A record is long enough for the run it is made for", "[base]")
{
    for (const double duration : {1e-5, 0.0031, 0.1, 0.32768}) {
        const BandNoise noise(1, 0, 10e3, 1, duration);
        CAPTURE(duration);
        CHECK(static_cast<double>(noise.period()) > duration * noise.sample_rate());
    }
}

TEST_CASE("Noise without a band, a size or a duration is refused", "[base]")
{
    CHECK_THROWS_AS(BandNoise(1, 10, 10, 1, 1), std::invalid_argument);
    CHECK_THROWS_AS(BandNoise(1, -1, 10, 1, 1), std::invalid_argument);
    CHECK_THROWS_AS(BandNoise(-1, 0, 10, 1, 1), std::invalid_argument);
    CHECK_THROWS_AS(BandNoise(1, 0, 10, 1, 0), std::invalid_argument);
    CHECK_THROWS_WITH(BandNoise(1, 990, 1000, 1, 0.006), Catch::Contains("no spectral line"));
}

TEST_CASE("A run cut short sees the beginning of the noise of the whole run", "[base]")
{
    const double band = 20e3;
    const BandNoise whole(1, 0, band, 8, BandNoise::record_duration(band, 2.93));
    const BandNoise part(1, 0, band, 8, BandNoise::record_duration(band, 0.1));
    CHECK(part.period() == whole.period());
    CHECK(part.period() == std::uint64_t{1} << 20);
    for (const double t : {0.0, 0.0123456, 0.0999})
        CHECK(part(t) == whole(t));
}
