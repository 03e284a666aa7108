#include "app/program/run.hpp"

#include "app/analyses/job.hpp"
#include "app/case/shipped.hpp"
#include "app/computation/checked_job.hpp"
#include "app/computation/computation.hpp"
#include "app/model/build_model.hpp"
#include "app/model/drawing.hpp"
#include "app/model/export_body.hpp"
#include "app/program/exit_status.hpp"
#include "app/program/interruption.hpp"
#include "app/results/results.hpp"
#include "app/results/results_folder.hpp"
#include "app/results/summary_file.hpp"
#include "base/blas_memory.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"
#include "base/threads.hpp"
#include "io/terminal_monitor.hpp"

#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <stdexcept>

namespace slideway::app {

namespace {

std::filesystem::path default_output(const std::string& case_name)
{
    std::filesystem::path name = case_name;
    if (name.is_absolute() || name.extension() == ".toml")
        name = name.stem();
    return std::filesystem::path("results") / name;
}

// Expected values that are not met. Empty optional if they were not checked, because the case was
// changed or interrupted.
std::optional<std::vector<std::string>> not_as_expected(const Case& c, const Summary& summary)
{
    if (!c.overrides.empty() || c.expected.empty() || summary.status == Status::interrupted)
        return std::nullopt;
    return unmet(c.expected, summary);
}

std::filesystem::path output_of(const RunOptions& options)
{
    return options.output.empty() ? default_output(options.case_name) : options.output;
}

// Prints the short summary on stdout, with the folder of results.
void print_summary(const Case& c, const std::string& name, const std::filesystem::path& folder,
                   const Summary& summary, const std::optional<std::vector<std::string>>& failed,
                   bool written)
{
    std::printf("%s: %s, %s, %.3g s of computing\n", name.c_str(),
                summary.status == Status::end
                    ? "done"
                    : ("stopped early (" + std::string(name_of(summary.status)) + ")").c_str(),
                summary.extent.c_str(), summary.wall_time);
    if (const auto& other = summary.other)
        std::printf("%s would take about %.2g s: %lld steps of %.3g s\n", other->scheme.c_str(),
                    other->time, other->steps, other->h);
    for (const std::string& line : summary.lines)
        std::printf("%s\n", line.c_str());
    for (const std::string& warning : summary.warnings)
        std::printf("warning: %s\n", warning.c_str());
    std::vector<std::string> checks = summary.checks;
    if (failed)
        checks.push_back(std::to_string(c.expected.size() - failed->size()) + " of " +
                         std::to_string(c.expected.size()) + " expected values of the case met");
    if (!checks.empty())
        std::printf("checks: %s\n", join(checks, "; ").c_str());
    if (failed)
        for (const std::string& line : *failed)
            std::printf("  not met: %s\n", line.c_str());
    if (!written) {
        std::printf("results in %s stay as they were: no new point\n", folder.string().c_str());
        std::fflush(stdout);
        return;
    }
    std::printf("results in %s: summary.json (key figures), results.h5 (arrays)",
                folder.string().c_str());
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".pvd") {
            std::printf(", *.pvd (ParaView)");
            break;
        }
    std::printf("\n");
    std::fflush(stdout);
}

std::optional<Computation> compute(const std::shared_ptr<const Job>& job, const RunOptions& options,
                                   const std::filesystem::path& folder, Ranks* ranks)
{
    const auto stopped = [ranks] {
        return interrupted() || (ranks != nullptr && ranks->stopped());
    };
    const auto monitor = std::make_shared<io::TerminalMonitor>(options.quiet, stopped);
    return compute(job, {folder, options.keep_every, threads(), ranks},
                   {monitor, stopped, [monitor] { return !monitor->has_progressed(); }});
}

// Writes results. The computation is done, so a failure is not the fault of the input.
Summary write(const Outcome& outcome, const std::filesystem::path& folder, const Case& c,
              const BuiltModel& built)
{
    try {
        return write_results(folder, c, built, outcome, [] { return !must_end(); });
    } catch (const std::exception& error) {
        throw std::runtime_error(std::string(error.what()) + "; earlier results stay as they were");
    }
}

// Hint after a run that computed no new point.
const char* const longer_text = "; this run computed no new point; give a longer --time-limit";

// Message of an interrupted run without partial results.
std::string interruption_text(const RunOptions& options)
{
    return time_is_up() ? "the time limit of " + options.time_limit +
                              " ended before anything was computed: expected a longer --time-limit"
                        : "interrupted before anything was computed";
}

} // namespace

Job job_of(const RunOptions& options)
{
    take_blas_memory(threads());
    Job job = read_job(find_case(options.case_name), options.overrides);
    job.c.trust_meshes = options.trust_meshes;
    job.c.export_anywhere = options.export_anywhere;
    if (!options.silent) // other ranks write no files
        check_exports(job.c);
    return job;
}

int run_case(const RunOptions& options, Ranks* ranks, const std::function<void(const Job&)>& begins)
{
    const auto start = std::chrono::steady_clock::now();
    const auto job = std::make_shared<const Job>(job_of(options));
    const Case& c = job->c;
    const std::filesystem::path folder = output_of(options);
    if (options.plot && plot({"--ready"}) != 0)
        return exit_wrong_input; // plot has printed the reason
    ResultsFolder results(folder);
    watch_interrupts();
    if (begins)
        begins(*job);
    std::optional<Computation> finished = compute(job, options, folder, ranks);
    if (!finished) {
        std::fprintf(stderr, "stopped early: %s; %s stays as it was\n",
                     interruption_text(options).c_str(), folder.string().c_str());
        return exit_stopped;
    }
    Outcome& outcome = finished->outcome;
    Summary& summary = outcome.summary;
    if (summary.status == Status::interrupted && time_is_up())
        summary.message = "time limit of " + options.time_limit + ": " + summary.message +
                          (outcome.new_points ? "" : longer_text);
    summary.wall_time =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::error_code none_there;
    const bool own =
        !outcome.continues.empty() &&
        std::filesystem::equivalent(outcome.continues, folder / "results.h5", none_there);
    const bool written = !own || outcome.new_points;
    if (written) {
        summary = write(outcome, results.staging(), c, *finished->built);
        results.replace();
    }
    const auto failed = not_as_expected(c, summary);
    print_summary(c, options.case_name, folder, summary, failed, written);
    if (!summary.message.empty())
        std::fprintf(stderr, "stopped early: %s\n", summary.message.c_str());
    else if (summary.pictures_left_out > 0)
        std::fprintf(stderr, "stopped early: interrupted while pictures were written\n");
    const bool met = !failed || failed->empty();
    if (!met)
        std::fprintf(stderr, "not as expected: %zu of %zu values of the case\n", failed->size(),
                     c.expected.size());
    ignore_interrupts_no_more();
    const bool drawn =
        !written || !options.plot || interrupted() || plot({"--", folder.string()}) == 0;
    return summary.status == Status::end && summary.pictures_left_out == 0 && met && drawn
               ? 0
               : exit_stopped;
}

namespace {

// Returns the description of the model for a drawing.
std::string check(const RunOptions& options, const Monitor& monitor)
{
    const auto print = [&](const std::string& text) {
        if (!options.silent)
            std::fputs(text.c_str(), stdout);
    };
    const auto [job, built] = check_job(job_of(options), nullptr, monitor, print);
    return options.plot ? drawing_json(job.c, built) : "";
}

// Calls `describe` in a thread that may be abandoned, and draws what it returns.
int draw_described(const RunOptions& options,
                   const std::function<std::string(const Monitor&)>& describe)
{
    watch_interrupts();
    try {
        const auto monitor = std::make_shared<const io::TerminalMonitor>(true, interrupted);
        const auto drawing = std::make_shared<std::string>();
        if (done_or_left([describe, monitor, drawing] { *drawing = describe(*monitor); },
                         interrupted, [] { return true; })) {
            ignore_interrupts_no_more();
            std::fflush(stdout);
            return drawing->empty() ? 0 : draw_model(*drawing, output_of(options));
        }
    } catch (const Interrupted&) {
    }
    if (!options.silent)
        std::fprintf(stderr, "stopped early: interrupted\n");
    return exit_stopped;
}

} // namespace

int check_case(const RunOptions& options)
{
    if (options.plot && plot({"--ready"}) != 0)
        return exit_wrong_input; // plot has printed the reason
    return draw_described(options,
                          [options](const Monitor& monitor) { return check(options, monitor); });
}

int draw_case(const RunOptions& options)
{
    if (plot({"--ready"}) != 0)
        return exit_wrong_input;
    return draw_described(options, [options](const Monitor& monitor) -> std::string {
        const auto [job, built] = model_job(job_of(options), nullptr, monitor);
        return drawing_json(job.c, built);
    });
}

} // namespace slideway::app
