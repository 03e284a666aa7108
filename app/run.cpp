#include "app/run.hpp"

#include "app/build_model.hpp"
#include "app/case.hpp"
#include "app/progress_printer.hpp"
#include "app/results.hpp"
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

SourceLine analysis_place(const Case& c)
{
    return c.analysis.transient.h > 0 ? c.analysis.where_h : c.analysis.where;
}

void print_quantities(const Summary& summary)
{
    for (const Quantity& q : summary.quantities) {
        std::string values;
        for (std::size_t k = 0; k < q.value.size() && k < 6; ++k)
            values += (k > 0 ? ", " : "") + number_text(q.value[k], 7);
        if (q.value.size() > 6)
            values += ", ... (" + std::to_string(q.value.size()) + ")";
        std::printf("  %-34s %s %s\n", q.name.c_str(), values.c_str(), q.unit.c_str());
    }
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
    if (!options.quiet)
        std::fputs(describe_model(c, built).c_str(), stderr);
    watch_interrupts();

    auto wall_time = [&start]() -> double {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    Summary summary;
    if (c.analysis.type == "modes") {
        const std::vector<dynamics::ModeSet> sets = located(
            c.analysis.where, "analysis",
            [&]() -> std::vector<dynamics::ModeSet> { return modes(built.model, modes_options(c)); });
        summary = summarise(sets);
        summary.wall_time = wall_time();
        write_results(folder, c, built, sets, summary);
    } else {
        const dynamics::TransientOptions& t = c.analysis.transient;
        dynamics::TransientResult result;
        {
            ProgressPrinter printer(options.quiet, "s of motion", t.t_end - t.t_start);
            result = located(analysis_place(c), "analysis", [&]() -> dynamics::TransientResult {
                return transient(built.model, t, built.probes, printer.callback());
            });
        }
        summary = summarise(built, result);
        summary.wall_time = wall_time();
        write_results(folder, c, built, result, summary);
    }

    std::printf("%s: status %s after %.3g s of computing\n", options.case_name.c_str(),
                summary.status.c_str(), summary.wall_time);
    for (const auto& [key, value] : summary.used)
        std::printf("  %-34s %s\n", key.c_str(), value.c_str());
    print_quantities(summary);
    if (options.overrides.empty() && !c.expected.empty()) {
        const std::vector<std::string> failed = unmet(c.expected, summary);
        std::printf("expected: %zu of %zu met\n", c.expected.size() - failed.size(), c.expected.size());
        for (const std::string& line : failed)
            std::printf("  %s\n", line.c_str());
    }
    std::printf("results: %s (summary.json, results.h5, *.pvd for ParaView)\n", folder.string().c_str());
    std::fflush(stdout);
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
        std::printf("analysis modes of %s: %d\n", c.analysis.modes.of.c_str(), c.analysis.modes.n_modes);
        return 0;
    }
    const dynamics::TransientOptions& t = c.analysis.transient;
    located(analysis_place(c), "analysis", [&] {
        const dynamics::TransientCheck check = check_transient(built.model, t);
        std::printf("analysis transient, %s: t = %s to %s s in %lld steps of %s s",
                    t.scheme.c_str(), number_text(t.t_start).c_str(), number_text(t.t_end).c_str(),
                    check.plan.n_steps, number_text(check.plan.h, 5).c_str());
        std::printf(" (stability limit of forward-increment %s s)\n",
                    number_text(check.plan.h_limit, 5).c_str());
        for (const assembly::Sliding& sliding : built.model.sliding)
            std::printf("start: contact %s with normal force %s N on segment %lld, alpha %s\n",
                        sliding.name.c_str(), number_text(check.equilibrium.lambda, 7).c_str(),
                        static_cast<long long>(check.equilibrium.contact.segment),
                        number_text(check.equilibrium.contact.projection.alpha, 6).c_str());
    });
    return 0;
}

} // namespace slideway::app
