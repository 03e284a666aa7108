#include "app/run.hpp"

#include "app/build_model.hpp"
#include "app/case.hpp"
#include "app/export_body.hpp"
#include "app/progress_printer.hpp"
#include "app/results.hpp"
#include "assembly/primal.hpp"
#include "base/text.hpp"
#include "io/atomic_file.hpp"

#include <chrono>
#include <cstdio>

namespace slideway::app {

namespace {

// Supports and motions do not act in the modes of free bodies.
BuiltModel build(const Case& c)
{
    if (c.analysis.type != "modes" || c.analysis.modes.of != "free")
        return build_model(c);
    Case free = c;
    for (SubstructureEntry& entry : free.substructures)
        entry.fixed.clear();
    BuiltModel built = build_model(free);
    built.model.motions.clear();
    return built;
}

dynamics::ModesOptions modes_options(const Case& c)
{
    dynamics::ModesOptions options = c.analysis.modes;
    if (options.of == "free")
        options.of = "bodies";
    return options;
}

std::filesystem::path default_output(const std::string& case_name)
{
    std::filesystem::path name = case_name;
    if (name.is_absolute() || name.extension() == ".toml")
        name = name.stem();
    return std::filesystem::path("results") / name;
}

// The few lines on stdout that say what happened and where to look.
void print_summary(const Case& c, const std::string& name, const std::filesystem::path& folder,
                   const Summary& summary)
{
    std::printf("%s: %s, %s, %.3g s of computing\n", name.c_str(),
                summary.status == "end" ? "done"
                                        : ("stopped early (" + summary.status + ")").c_str(),
                summary.extent.c_str(), summary.wall_time);
    for (const std::string& line : summary.lines)
        std::printf("%s\n", line.c_str());
    std::vector<std::string> checks = summary.checks, failed;
    if (c.overrides.empty() && !c.expected.empty()) {
        failed = unmet(c.expected, summary);
        checks.push_back(std::to_string(c.expected.size() - failed.size()) + " of " +
                         std::to_string(c.expected.size()) + " expected values of the case met");
    }
    if (!checks.empty())
        std::printf("checks: %s\n", join(checks, "; ").c_str());
    for (const std::string& line : failed)
        std::printf("  not met: %s\n", line.c_str());
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

} // namespace

int run_case(const RunOptions& options)
{
    const auto start = std::chrono::steady_clock::now();
    const Case c = read_case(find_case(options.case_name), options.overrides);
    const std::filesystem::path folder =
        options.output.empty() ? default_output(options.case_name) : options.output;
    io::prepare_output_folder(folder);
    const BuiltModel built = build(c);
    watch_interrupts();
    if (!options.quiet)
        std::fputs(describe_model(c, built).c_str(), stderr);

    for (std::size_t b = 0; b < c.substructures.size(); ++b)
        export_body(c.substructures[b], c, built.model.bodies[b]);

    auto wall_time = [&start]() -> double {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    Summary summary;
    if (c.analysis.type == "modes") {
        const std::vector<dynamics::ModeSet> sets =
            located(c.analysis.places, "analysis", [&]() -> std::vector<dynamics::ModeSet> {
                return modes(built.model, modes_options(c));
            });
        summary = summarise(sets);
        summary.wall_time = wall_time();
        write_results(folder, c, built, sets, summary);
    } else if (c.analysis.type == "static") {
        const dynamics::StaticResult result =
            located(c.analysis.places, "analysis", [&]() -> dynamics::StaticResult {
                return dynamics::static_solution(built.model);
            });
        summary = summarise(built, result);
        summary.wall_time = wall_time();
        write_results(folder, c, built, result, summary);
    } else {
        const dynamics::TransientOptions& t = c.analysis.transient;
        dynamics::TransientResult result;
        {
            ProgressPrinter printer(options.quiet, "s of motion", t.t_end - t.t_start);
            result = located(c.analysis.places, "analysis", [&]() -> dynamics::TransientResult {
                return transient(built.model, t, built.probes, printer.callback());
            });
        }
        summary = summarise(built, result);
        summary.wall_time = wall_time();
        write_results(folder, c, built, result, summary);
    }

    print_summary(c, options.case_name, folder, summary);
    if (!summary.message.empty())
        std::fprintf(stderr, "stopped early: %s\n", summary.message.c_str());
    return summary.status == "end" ? 0 : 1;
}

int check_case(const RunOptions& options)
{
    const Case c = read_case(find_case(options.case_name), options.overrides);
    const BuiltModel built = build(c);
    std::fputs(describe_model(c, built).c_str(), stdout);
    if (c.analysis.type == "modes") {
        if (c.analysis.modes.of == "coupled") // refuses what the analysis refuses
            (void)assembly::primal_model(built.model);
        std::printf("analysis modes of %s: %d\n", c.analysis.modes.of.c_str(),
                    c.analysis.modes.n_modes);
        return 0;
    }
    if (c.analysis.type == "static") {
        located(c.analysis.places, "analysis",
                [&] { (void)dynamics::static_solution(built.model); });
        std::printf("analysis static\n");
        return 0;
    }
    const dynamics::TransientOptions& t = c.analysis.transient;
    located(c.analysis.places, "analysis", [&] {
        const dynamics::TransientCheck check = check_transient(built.model, t);
        std::printf("analysis transient, %s: t = %s to %s s in %lld steps of %s s",
                    t.scheme.c_str(), number_text(t.t_start).c_str(), number_text(t.t_end).c_str(),
                    check.plan.n_steps, number_text(check.plan.h, 5).c_str());
        std::printf(" (stability limit of forward-increment %s s)\n",
                    number_text(check.plan.h_limit, 5).c_str());
        for (const dynamics::ContactPoint& point : check.equilibrium.points)
            std::printf(
                "start: %s with normal force %s N on segment %lld, alpha %s%s\n",
                assembly::slave_name(built.model.sliding[point.contact], point.slave).c_str(),
                number_text(point.lambda, 7).c_str(), static_cast<long long>(point.segment),
                number_text(point.projection.alpha, 6).c_str(), point.closed ? "" : ", open");
    });
    return 0;
}

} // namespace slideway::app
