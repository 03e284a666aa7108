#include "app/results/signals.hpp"

#include "app/results/quantities.hpp"

#include "app/analyses/analysis.hpp"
#include "app/analyses/job.hpp"
#include "app/case/shipped.hpp"
#include "tests/app/app_test.hpp"
#include "tests/io/message_of.hpp"

using namespace slideway;
using namespace slideway::test;

namespace {

// 2 kg on 8e4 N/m: 200 rad/s, 31.83 Hz. Under 10 N from rest: u = F/k (1 - cos omega t), a = F/m
// cos omega t. The joints bear nothing (stop) or a millionth of the spring (tie).
const std::string oscillator = model("oscillator_signals");

constexpr double omega = 200, f = omega / (2 * std::numbers::pi), F = 10, m = 2, k = 8e4;

std::string oscillator_with(const std::string& from, const std::string& to)
{
    return replaced(oscillator, from, to);
}

std::vector<double> numbers(const std::filesystem::path& file, const std::string& name)
{
    return io::Hdf5Reader(file).numbers(name);
}

std::string word(const std::filesystem::path& file, const std::string& name)
{
    return io::Hdf5Reader(file).texts(name).at(0); // an array of one
}

std::vector<double> list(const Vector& values)
{
    return {values.begin(), values.end()};
}

dynamics::TransientOptions transient_of(const app::Job& job)
{
    const auto& transient = std::get<app::Transient>(*job.analysis);
    return app::options_of(transient, job.c, transient.options.t_start);
}

// A transient of a case whose signals are these.
struct Recorded {
    app::Case c;
    dynamics::TransientOptions options;
    app::BuiltModel built;
    dynamics::TransientResult result;
};

Recorded record(app::Job job)
{
    app::BuiltModel built = app::build_model(job);
    const dynamics::TransientOptions options = transient_of(job);
    dynamics::TransientResult result = dynamics::transient(built.model, options, built.probes);
    return {std::move(job.c), options, std::move(built), std::move(result)};
}

std::vector<app::Signal> signals_of(const app::Case& c, const Recorded& r)
{
    return app::signals(c, r.built, r.result.history, r.result.history_rate_hz);
}

app::SignalEntry spectrum_of(const std::string& of, const std::string& quantity)
{
    app::SignalEntry e;
    e.kind = app::SignalKind::spectrum;
    e.name = "x";
    e.of = of;
    e.quantity = quantity;
    e.shape = WindowShape::hann;
    return e;
}

} // namespace

TEST_CASE("signals of a free oscillation are its closed form", "[signals]")
{
    const RunCase run(oscillator);
    const Json summary = summary_of(run);
    auto quantity = [&summary](const std::string& name) -> double {
        INFO(name);
        return summary["quantities"].value(name);
    };
    // 1e-4: central differences at h = 1e-4 s move the frequency by (omega h)^2 / 24 = 2e-5 and the
    // amplitude of the second difference by (omega h)^2 / 12.
    CHECK(quantity("swing.peak.frequency") == Approx(f).epsilon(1e-4));
    CHECK(quantity("swing.peak.amplitude") == Approx(F / k).epsilon(1e-4));
    CHECK(quantity("whole.peak.frequency") == Approx(f).epsilon(1e-4));
    CHECK(quantity("whole.peak.amplitude") == Approx(F / m).epsilon(1e-4));
    // The nearest of lines 2 Hz apart; the Hann window loses at most 8 / (3 pi) half way.
    CHECK(quantity("overview.peak.frequency") == 32);
    CHECK(quantity("overview.peak.amplitude") < F / m);
    CHECK(quantity("overview.peak.amplitude") > 8 / (3 * std::numbers::pi) * F / m);
    // All that the tapers spread lies in the band but a per mille: 1.0498 a, base/spectral.hpp.
    CHECK(quantity("around.level.median") == Approx(1.0498 * F / m).epsilon(2e-3));
    CHECK(quantity("around.level.max_over_median") ==
          quantity("around.level.max") / quantity("around.level.median"));
    CHECK(quantity("around.level.max.time") >= 2);
    CHECK(quantity("around.level.max.time") < 3);
    CHECK(summary["quantities"]["swing.peak.amplitude"]["unit"].text() == "m");
    CHECK(summary["quantities"]["around.level.max"]["unit"].text() == "m/s^2");
    CHECK_THAT(run.out, Contains("\nswing: spectrum of oscillator.mass.x.displacement from 1.5 to "
                                 "3.5 s, peak 0.000125 m at 31.832 Hz\n"));
}

TEST_CASE("signals in the file are those of the recorded arrays", "[signals]")
{
    const RunCase run(oscillator);
    const std::filesystem::path file = run / "out/results.h5";
    const std::vector<double> a = numbers(file, "points/oscillator.mass.x/acceleration"),
                              u = numbers(file, "points/oscillator.mass.x/displacement");
    REQUIRE(a.size() == 4001);

    const Spectrogram s =
        spectrogram(a, 1000, {.window = 500, .hop = 250, .shape = WindowShape::hann});
    const auto power = numbers(file, "signals/overview/power");
    CHECK(numbers(file, "signals/overview/frequency") == list(s.frequency));
    REQUIRE(power.size() == 15 * 251);
    CHECK(power[251 + 16] == s.power(1, 16)); // windows x lines
    CHECK(numbers(file, "signals/overview/time")[1] == Approx(0.5 + 0.5).epsilon(1e-14));
    CHECK(word(file, "signals/overview/of") == "oscillator.mass.x.acceleration");

    const Spectrum swing = spectrum(std::span(u).subspan(1000, 2000), 1000);
    CHECK(numbers(file, "signals/swing/frequency") == list(swing.frequency));
    CHECK(numbers(file, "signals/swing/amplitude") == list(swing.amplitude));
    CHECK(numbers(file, "signals/swing/from") == std::vector<double>{1.5});
    CHECK(numbers(file, "signals/swing/to") == std::vector<double>{3.5});
    CHECK(word(file, "signals/swing/of") == "oscillator.mass.x.displacement");
    // An interval that is not given is the whole record.
    CHECK(numbers(file, "signals/whole/amplitude") == list(spectrum(a, 1000).amplitude));
    CHECK(numbers(file, "signals/whole/from") == std::vector<double>{0.5});

    const BandLevel level = band_level(a, 1000, 20, 45, {.window = 500, .hop = 100});
    CHECK(numbers(file, "signals/around/level") == list(level.level)); // of all windows
    CHECK(numbers(file, "signals/around/time").size() == 36);
    CHECK(word(file, "signals/around/of") == "oscillator.mass.x.acceleration");
}

TEST_CASE("a signal is taken from any recorded array", "[signals]")
{
    SECTION("a point, a joint")
    {
        const CaseFolder folder(oscillator);
        Recorded r = record(app::read_job(folder / "case.toml", {"analysis.t_end=1"}));
        r.c.output.signals = {spectrum_of("oscillator.mass.x", "velocity"),
                              spectrum_of("stop", "displacement"), spectrum_of("stop", "")};
        const std::vector<app::Signal> s = signals_of(r.c, r);
        const double rate = r.result.history_rate_hz;
        CHECK(std::get<Spectrum>(s[0].content).amplitude ==
              spectrum(r.result.history.points[0].v, rate).amplitude);
        CHECK(s[0].unit == "m/s");
        CHECK(s[1].of == "stop.displacement");
        CHECK(std::get<Spectrum>(s[1].content).amplitude ==
              spectrum(r.result.history.joints[0].displacement, rate).amplitude);
        CHECK(s[2].of == "stop.force");
        CHECK(s[2].unit == "N");
    }
    SECTION("a contact with several slave nodes")
    {
        const app::Job job = app::read_job(app::find_case("substructures/elastic_pad"),
                                           {"analysis.t_end=0.002", "output.fields_rate_hz=0"});
        Recorded r = record(job);
        r.c.output.signals = {spectrum_of("lining", ""), spectrum_of("lining", "gap")};
        r.c.output.signals[0].slave = 3;
        CHECK_THROWS_WITH(app::check_signals(r.c, r.options, r.built),
                          Contains("output.spectrum.x: missing key slave; lining has 21 slave "
                                   "nodes, 0 to 20"));
        r.c.output.signals[1].slave = 21;
        CHECK_THROWS_WITH(app::check_signals(r.c, r.options, r.built),
                          Contains("output.spectrum.x.slave = 21; lining has 21 slave nodes"));
        r.c.output.signals[1].slave = 20;
        app::check_signals(r.c, r.options, r.built);
        const std::vector<app::Signal> s = signals_of(r.c, r);
        const dynamics::SlidingHistory& lining = r.result.history.sliding[0];
        std::vector<double> third, last;
        for (std::size_t n = 0; n < r.result.history.time.size(); ++n) {
            third.push_back(lining.normal_force[21 * n + 3]);
            last.push_back(lining.gap[21 * n + 20]);
        }
        const double rate = r.result.history_rate_hz;
        CHECK(s[0].of == "lining.normal_force.3");
        CHECK(std::get<Spectrum>(s[0].content).amplitude == spectrum(third, rate).amplitude);
        CHECK(std::get<Spectrum>(s[1].content).amplitude == spectrum(last, rate).amplitude);
    }
}

TEST_CASE("a run that stopped early leaves out what its record does not serve", "[signals]")
{
    const CaseFolder folder(oscillator);
    const app::Job job = app::read_job(folder / "case.toml");
    const app::Case& c = job.c;
    app::Job cut = job;
    auto shorter = std::get<app::Transient>(*job.analysis);
    shorter.options.t_end = 0.9;
    cut.analysis = std::make_shared<const app::Analysis>(app::Analysis{shorter});
    const Recorded r = record(cut);                    // 401 samples
    app::check_signals(c, transient_of(job), r.built); // all is well before the run
    std::vector<app::Signal> s = signals_of(c, r);
    REQUIRE(s.size() == 4);
    app::Summary summary;
    app::summarise(s, summary);
    app::add_quantities(summary, [&](io::Entries& q) { app::signal_quantities(q, s); });
    CHECK(summary.lines[0] == "overview: spectrogram left out; window = 0.5; longer than the "
                              "record of 401 samples, 0.5 to 0.9 s");
    CHECK(summary.lines[1] ==
          "swing: spectrum left out; from = 1.5; outside the record, 0.5 to 0.9 s");
    CHECK_THAT(summary.lines[2], Contains("whole: spectrum of")); // what there is
    CHECK_THAT(summary.lines[3], Contains("around: band_level left out; window = 0.5"));
    for (const app::Quantity& q : summary.quantities)
        CHECK_THAT(q.name, Contains("whole."));
    // Nothing of them in the file.
    io::Hdf5Writer h5(folder / "x.h5");
    io::write_arrays(h5, [&](io::Entries& a) { app::signal_arrays(a, s); });
    h5.close();
    CHECK(numbers(folder / "x.h5", "signals/whole/amplitude").size() == 201);
    CHECK_FALSE(io::Hdf5Reader(folder / "x.h5").holds("signals/swing"));
}

TEST_CASE("a spectrogram that would fill the memory is refused", "[signals]")
{
    // 199001 windows of 501 lines.
    const CaseFolder folder(
        oscillator_with("window = 0.5\nshape", "window = 1\nhop = 0.001\nshape"));
    const std::string late = " --set analysis.t_end=1000.5";
    const ProgramRun run = run_program(folder, "run case.toml" + late);
    CHECK(run.exit_status == 2);
    CHECK(run.out == "");
    CHECK_THAT(run.err, Contains("output.spectrogram.overview.hop = 0.001; the spectrogram would "
                                 "take 4 GB; at most 1 GB: give a longer hop"));
    CHECK_FALSE(std::filesystem::exists(folder / "results/case/results.h5"));
    const CaseFolder coarse(oscillator_with("window = 0.5\nshape", "window = 1\nhop = 0.1\nshape"));
    run_ok(coarse, "check case.toml" + late);
}

TEST_CASE("a run that an override shortens leaves signals out", "[signals]")
{
    const CaseFolder folder(oscillator);
    const ProgramRun run =
        run_ok(folder, "run case.toml --output out --quiet --set analysis.t_end=0.9");
    CHECK_THAT(run.out, Contains("swing: spectrum left out; from = 1.5; outside the record, 0.5 "
                                 "to 0.9 s\n"));
    CHECK_THAT(run.out, Contains("whole: spectrum of"));
    // Other mistakes are refused all the same.
    CHECK_THAT(run_program(folder, "check case.toml --set analysis.t_end=0.9 --set "
                                   "output.band_level.around.band_hz=[45,501] --set "
                                   "output.band_level.around.window=0.1")
                   .err,
               Contains("above half the sampling rate"));
}

TEST_CASE("signals follow overrides by their names", "[signals]")
{
    const CaseFolder folder(oscillator);
    const app::Job job =
        app::read_job(folder / "case.toml", {"output.band_level.around.band_hz=[60, 70]",
                                             "output.spectrum.swing.from=2"});
    const app::Case& c = job.c;
    CHECK(c.output.signals[3].band_low == 60);
    CHECK(c.output.signals[1].from == 2);
    CHECK(c.output.signals[1].places.of("from").text() == "--set output.spectrum.swing.from=2");
}
