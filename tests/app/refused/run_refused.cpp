// Runs the program with the wrong inputs that data files list, and compares its exit status and its
// message with those that the files expect. README.md describes the files.

#include "tests/app/change.hpp"
#include "tests/app/program.hpp"
#include "tests/support/source_dir.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <optional>
#include <stdexcept>

using namespace slideway::test;

namespace {

using Words = std::map<std::string, std::string>;

// A text or a list of texts of a table; empty if the key is not given.
std::vector<std::string> texts(const toml::table& table, const std::string& key)
{
    std::vector<std::string> all;
    const toml::node* node = table.get(key);
    if (const toml::array* list = node ? node->as_array() : nullptr)
        for (const toml::node& text : *list)
            all.push_back(text.value<std::string>().value());
    else if (node)
        all.push_back(node->value<std::string>().value());
    return all;
}

Words words(const toml::table& table, const std::string& key)
{
    Words all;
    if (const toml::table* inner = table.get_as<toml::table>(key))
        for (auto&& [name, text] : *inner)
            all[std::string(name.str())] = text.value<std::string>().value();
    return all;
}

// The text with a word in place of each {NAME}.
std::string filled(std::string text, const Words& words)
{
    for (const auto& [name, word] : words)
        for (std::size_t at = 0; (at = text.find("{" + name + "}", at)) != std::string::npos;)
            text.replace(at, name.size() + 2, word);
    return text;
}

// True if `text` is `pattern`, whose {*} stand for any text.
bool matches(const std::string& text, const std::string& pattern)
{
    const std::string any = "{*}";
    const std::size_t end = pattern.find(any);
    if (end == std::string::npos)
        return text == pattern;
    if (!text.starts_with(pattern.substr(0, end)))
        return false;
    const std::string rest = pattern.substr(end + any.size());
    for (std::size_t at = end; at <= text.size(); ++at)
        if (matches(text.substr(at), rest))
            return true;
    return false;
}

// Input of the program: the text of each file, and arguments behind the command.
struct Input {
    std::string change; ///< that made it, for reports
    Words files;
    std::string arguments;
    std::optional<int> line; ///< line of case.toml that was changed last
};

// @param change  a change of the case, of another file ("NAME: CHANGE"), or an argument
void add_change(const std::string& change, Input& input)
{
    const auto colon = change.find(": ");
    const std::string file = change.substr(0, colon);
    if (change.starts_with("--") || !input.files.contains("case.toml"))
        input.arguments += " " + change;
    else if (colon != std::string::npos && input.files.contains(file)) {
        input.files[file] =
            slideway::test::change(input.files[file], change.substr(colon + 2)).text;
        input.line = {};
    } else {
        const ChangedText next = slideway::test::change(input.files["case.toml"], change);
        input.files["case.toml"] = next.text;
        input.line = next.line;
    }
}

Input changed(Input input, const std::string& change)
{
    input.change = change;
    const std::string separator = " && ";
    for (std::size_t begin = 0, end = 0; end != std::string::npos && !change.empty();
         begin = end + separator.size()) {
        end = change.find(separator, begin);
        add_change(change.substr(begin, end - begin), input);
    }
    return input;
}

// The last --set KEY=VALUE of the arguments as messages repeat it.
std::string last_set(const Input& input)
{
    const auto last = input.arguments.rfind("--set ");
    std::string set = last == std::string::npos ? "" : input.arguments.substr(last);
    for (const char of_the_shell : {'\'', '\\'})
        set.erase(std::remove(set.begin(), set.end(), of_the_shell), set.end());
    return set;
}

// The line that is expected. @param expected  message, or the text of its line and the message
std::string expected_line(const Input& input, const toml::node& expected, Words words)
{
    words["set"] = last_set(input);
    std::optional<int> line = input.line;
    std::string message = expected.value_or(std::string());
    std::string begin = "";
    if (const toml::array* pair = expected.as_array()) {
        const std::string place = filled(pair->get(0)->value<std::string>().value(), words);
        line = {};
        if (place.empty())
            begin = "case.toml: ";
        else
            line = line_of(input.files.at("case.toml"), place);
        message = pair->get(1)->value<std::string>().value();
    }
    message = filled(message, words);
    const auto whole = {"--set ", "case.toml:", "slideway: ", "stopped early: "};
    if (line && std::none_of(whole.begin(), whole.end(),
                             [&](const char* head) { return message.starts_with(head); }))
        begin = "case.toml:" + std::to_string(*line) + ": ";
    return begin + message + "\n";
}

// Number of files of results in a folder and below.
std::ptrdiff_t n_results(const slideway::io::ScratchFolder& folder)
{
    namespace fs = std::filesystem;
    return std::count_if(fs::recursive_directory_iterator(folder.path()), {},
                         [](const fs::directory_entry& entry) -> bool {
                             return entry.path().filename() == "results.h5";
                         });
}

class Runner {
public:
    int n = 0, n_failed = 0;

    void run(const toml::table& group)
    {
        Words let = words(group, "let");
        let["source"] = source_dir();
        Input right;
        for (const auto& [name, text] : words(group, "files"))
            right.files[name] = with_body(filled(text, let));
        for (const std::string& text : texts(group, "case"))
            right.files["case.toml"] =
                text.find('\n') == std::string::npos ? model(text) : with_body(text);
        for (const std::string& change : texts(group, "change"))
            right = changed(right, filled(change, let));
        right.line = {};
        const CaseFolder folder("");
        write(folder, right);
        for (const std::string& command : texts(group, "first"))
            accept(folder, right, filled(command, let));
        std::vector<std::string> commands = texts(group, "command");
        if (commands.empty())
            commands = {"check case.toml"};
        if (right.files.contains("case.toml") && group["right"].value_or(true))
            accept(folder, right, "check case.toml");
        for (const std::string& change : texts(group, "accepted"))
            accept(folder, changed(right, filled(change, let)), filled(commands.front(), let));
        const int status = group["status"].value_or(2);
        for (auto&& [change, expected] : *group.get_as<toml::table>("refused")) {
            const Input wrong = changed(right, filled(std::string(change.str()), let));
            for (const std::string& command : commands)
                refuse(folder, wrong, filled(command, let), status,
                       expected_line(wrong, expected, let));
        }
    }

private:
    static void write(const CaseFolder& folder, const Input& input)
    {
        for (const auto& [name, text] : input.files) {
            std::filesystem::create_directories((folder / name).parent_path());
            std::ofstream(folder / name) << text;
        }
    }

    void accept(const CaseFolder& folder, const Input& input, const std::string& command)
    {
        write(folder, input);
        const ProgramRun run = run_program(folder, command + input.arguments);
        if (run.exit_status != 0)
            report(input, command, run, "exit status 0\n");
    }

    void refuse(const CaseFolder& folder, const Input& input, const std::string& command,
                int status, const std::string& line)
    {
        write(folder, input);
        const auto before = n_results(folder);
        const ProgramRun run = run_program(folder, command + input.arguments);
        ++n;
        const bool silent = command.empty() || command.find("--quiet") != std::string::npos;
        if (run.exit_status != status || !matches(run.err, line))
            report(input, command, run, "exit status " + std::to_string(status) + ", " + line);
        else if (status == 2 && n_results(folder) != before)
            report(input, command, run, "no results\n");
        else if (status == 2 && silent && !run.out.empty())
            report(input, command, run, "no output\n");
    }

    void report(const Input& input, const std::string& command, const ProgramRun& run,
                const std::string& expected)
    {
        ++n_failed;
        std::cout << "slideway " << command << " with: " << input.change
                  << "\n  found:    exit status " << run.exit_status << ", " << run.err
                  << "  expected: " << expected;
    }
};

} // namespace

int main(int n_arguments, char** arguments)
{
    Runner runner;
    for (int k = 1; k < n_arguments; ++k)
        try {
            const toml::table file = toml::parse_file(arguments[k]);
            for (const toml::node& group : *file.get_as<toml::array>("group"))
                runner.run(*group.as_table());
        } catch (const std::exception& error) {
            std::cout << arguments[k] << ": " << error.what() << "\n";
            return 1;
        }
    std::cout << runner.n << " refusals, " << runner.n_failed << " not as expected\n";
    return runner.n_failed == 0 && runner.n > 0 ? 0 : 1;
}
