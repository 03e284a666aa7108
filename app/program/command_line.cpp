#include "app/program/command_line.hpp"

#include "app/analyses/keys.hpp"
#include "app/analyses/result_pages.hpp"
#include "app/case/shipped.hpp"
#include "app/case/version.hpp"
#include "app/maps/map_results.hpp"
#include "app/program/exit_status.hpp"
#include "app/program/interruption.hpp"
#include "app/program/run.hpp"
#include "base/blas_memory.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "base/threads.hpp"
#include "studies/launched_ranks.hpp"

#include <boost/program_options.hpp>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <optional>
#include <thread>

namespace {

namespace po = boost::program_options;
using slideway::InputError;

using slideway::app::exit_stopped, slideway::app::exit_wrong_input;

const char* const usage =
    R"(Usage: slideway COMMAND [options]

  run CASE        compute a case and write its results
  check CASE      read and validate only; print the model in words
  draw CASE       draw the model: bodies, supports, contacts, joints, loads
  new KIND NAME   write NAME.toml, a commented case that runs; KIND: beam, matrices, plate,
                  two-masses
  list            shipped cases
  keys [WORD]     keys of a case file, of a topic or by a part of their path: unit, range,
                  default, meaning
  results [TYPE]  quantities and arrays of the results of an analysis: unit, meaning, shape
  plot DIR ...    figures of results, or of several results figures that compare them;
                  its own options: slideway plot --help
  paper [ID[/FIGURE]]  figures of five papers with a verdict on each of their statements;
                  its own options: slideway paper --help
  convert IN ... OUT
                  matrices, modes or responses in another format; its own options:
                  slideway convert --help
  --version

CASE is a shipped name (slideway list) or the path of a .toml file.

)";

struct Command {
    std::string name;
    std::vector<std::string> options; // options that the command takes
    std::size_t most_words = 2;       // command and its argument
};

const std::vector<Command>& commands()
{
    static const std::vector<Command> list = {
        {"run",
         {"output", "set", "threads", "keep", "time-limit", "plot", "quiet", "trust-meshes",
          "export-anywhere"}},
        {"check", {"output", "set", "plot", "trust-meshes", "export-anywhere"}},
        {"draw", {"output", "set", "trust-meshes", "export-anywhere"}},
        {"new", {}, 3},
        {"list", {}, 1},
        {"keys", {"markdown"}},
        {"results", {"markdown"}},
        {"plot", {}, std::string::npos}, // these three read their own options
        {"convert", {}, std::string::npos},
        {"paper", {}, std::string::npos},
    };
    return list;
}

// True for the commands of the Python package.
bool is_in_package(const std::string& command)
{
    return command == "plot" || command == "convert" || command == "paper";
}

int run_in_package(const std::vector<std::string>& words)
{
    return words.front() == "paper" ? slideway::app::paper({words.begin() + 1, words.end()})
                                    : slideway::app::run_package(words);
}

const Command& command_named(const std::string& name)
{
    std::vector<std::string> names;
    for (const Command& command : commands()) {
        if (command.name == name)
            return command;
        names.push_back(command.name);
    }
    throw InputError("unknown command " + name + slideway::name_hint(name, names));
}

void refuse_others(const Command& command, const po::variables_map& given)
{
    for (const auto& [name, value] : given)
        if (name != "words" && std::find(command.options.begin(), command.options.end(), name) ==
                                   command.options.end()) {
            const std::string allowed =
                command.options.empty() ? ""
                                        : "; allowed: --" + slideway::join(command.options, ", --");
            throw InputError("slideway " + command.name + ": unexpected option --" + name +
                             allowed);
        }
}

po::options_description options()
{
    po::options_description options("Options");
    options.add_options()("output", po::value<std::string>(),
                          "run, check, draw: folder for the results; default results/CASE")(
        "set", po::value<std::vector<std::string>>()->composing(),
        "run, check, draw: KEY=VALUE overrides a key, e.g. contact.rub.friction=0.1 (repeatable)")(
        "threads", po::value<int>(),
        "run: points of a map, levels or frequencies computed at once; default: all processors for "
        "which ulimit -v leaves room; the numbers do not depend on it")(
        "keep", po::value<double>(),
        "run: seconds after which the points of a map are written again, "
        "beside the results, from which a killed run resumes; default 60")(
        "time-limit", po::value<std::string>(),
        "run: end before so many seconds, or [[days-]hours:]minutes:seconds, with everything kept, "
        "for the same command to continue")(
        "plot", "run: draw the figures of the results too; check: draw the model")(
        "quiet", "run: no progress on stderr")(
        "trust-meshes",
        "run, check, draw: meshes may start programs, write files and take any time and "
        "memory: for a .geo that you know")(
        "export-anywhere",
        "run, check, draw: `export` of a body may lead out of the folder of the case")(
        "markdown", "keys, results: print the pages docs/case_files.md and docs/results/TYPE.md")(
        "version", "print the version")("help", "print this help");
    return options;
}

// Number of processors for this process: its share if several processes run on the machine.
int processors(const slideway::studies::Launched* launched)
{
    const int may_use = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    return launched ? slideway::studies::threads_of(*launched, may_use,
                                                    static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)))
                    : may_use;
}

po::variables_map parsed(int argc, char** argv)
{
    po::options_description all = options();
    all.add_options()("words", po::value<std::vector<std::string>>(), "");
    po::positional_options_description positional;
    positional.add("words", -1);
    po::variables_map given;
    try {
        po::store(po::command_line_parser(argc, argv).options(all).positional(positional).run(),
                  given);
        po::notify(given);
    } catch (const po::error& error) {
        throw InputError(std::string("command line: ") + error.what() + "; see slideway --help");
    }
    return given;
}

// Refuses too many arguments, and a command without the case that it takes.
void check_arguments(const Command& command, const std::vector<std::string>& words)
{
    const bool takes_case =
        command.name == "run" || command.name == "check" || command.name == "draw";
    if (takes_case && words.size() < 2)
        throw InputError("slideway " + command.name +
                         " needs a case: a shipped name (slideway list) or a file");
    if (words.size() > command.most_words)
        throw InputError("slideway " + command.name + ": unexpected argument " +
                         words[command.most_words]);
}

// Sets the threads of this process.
// @param launched  data of a parallel launch; null: a single process
void set_threads(const po::variables_map& given, const slideway::studies::Launched* launched)
{
    const bool own = given.count("threads") > 0;
    const int threads = own ? given["threads"].as<int>()
                            : std::min(processors(launched), slideway::most_blas_threads());
    if (threads < 1)
        throw InputError("--threads = " + std::to_string(threads) + "; expected at least 1");
    slideway::set_threads(threads);
    slideway::set_blas_threads(1); // more threads would change the last digits
    slideway::end_blas_threads();
}

// Returns the options of a run, and starts the clock of its time limit.
slideway::app::RunOptions run_options(const std::string& case_name, const po::variables_map& given,
                                      const slideway::studies::Launched* launched)
{
    slideway::app::RunOptions run;
    run.case_name = case_name;
    if (given.count("output") > 0)
        run.output = given["output"].as<std::string>();
    if (given.count("output") > 0 && run.output.empty())
        throw InputError("--output = \"\"; expected a folder");
    if (given.count("set") > 0)
        run.overrides = given["set"].as<std::vector<std::string>>();
    if (given.count("keep") > 0)
        run.keep_every = given["keep"].as<double>();
    if (!(run.keep_every >= 0))
        throw InputError("--keep = " + slideway::number_text(run.keep_every) +
                         "; expected a number of seconds, at least 0");
    if (given.count("time-limit") > 0) {
        run.time_limit = given["time-limit"].as<std::string>();
        const double limit = slideway::app::time_limit_of(run.time_limit);
        if (!launched || launched->rank == 0) // rank 0 stops the others
            slideway::app::limit_time(limit);
    }
    run.plot = given.count("plot") > 0;
    run.quiet = given.count("quiet") > 0;
    run.trust_meshes = given.count("trust-meshes") > 0;
    run.export_anywhere = given.count("export-anywhere") > 0;
    run.silent = launched && launched->rank > 0;
    return run;
}

// @param launched  data of a parallel launch; null: a single process
int run(int argc, char** argv, const slideway::studies::Launched* launched)
{
    if (argc > 1 && is_in_package(argv[1]))
        return run_in_package({argv + 1, argv + argc});
    const po::variables_map given = parsed(argc, argv);
    std::vector<std::string> words;
    if (given.count("words") > 0)
        words = given["words"].as<std::vector<std::string>>();
    if (given.count("version") > 0) {
        std::printf("slideway %s\n", slideway::app::version);
        return 0;
    }
    if (given.count("help") > 0 || words.empty()) {
        std::cout << usage << options();
        return given.count("help") > 0 ? 0 : exit_wrong_input;
    }
    const Command& command = command_named(words[0]);
    refuse_others(command, given);
    check_arguments(command, words);
    set_threads(given, launched);
    const std::string argument = words.size() > 1 ? words[1] : "";
    const slideway::app::RunOptions run = run_options(argument, given, launched);
    if (run.silent && command.name != "run" && command.name != "check")
        return 0; // one rank prints it
    if (is_in_package(command.name))
        return run_in_package(words);
    if (command.name == "run")
        return launched ? slideway::app::run_in_parallel(run, slideway::studies::join(*launched))
                        : slideway::app::run_case(run);
    if (command.name == "check")
        return slideway::app::check_case(run);
    if (command.name == "draw")
        return slideway::app::draw_case(run);
    if (command.name == "new")
        return slideway::app::new_case(argument, words.size() > 2 ? words[2] : "");
    if (command.name == "list")
        return slideway::app::list_cases();
    const bool markdown = given.count("markdown") > 0;
    if (command.name == "keys")
        return slideway::app::print_keys(argument, markdown);
    return slideway::app::print_results(slideway::app::result_pages(), argument, markdown);
}

} // namespace

int slideway::app::command_line(int argc, char** argv)
{
    const std::optional<studies::Launched> launched = studies::launched();
    const bool speaks = !launched || launched->rank == 0;
    const int status =
        exit_status([&] { return ::run(argc, argv, launched ? &*launched : nullptr); },
                    [&](const std::string& line) {
                        if (speaks)
                            std::fprintf(stderr, "%s\n", line.c_str());
                    });
    if (interrupted())
        leave(status);          // threads may still be in calls that cannot be interrupted
    return speaks ? status : 0; // a launcher ends all processes if one has failed
}
