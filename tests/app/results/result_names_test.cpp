#include "app/maps/map_run.hpp"
#include "base/text.hpp"
#include "io/array_sink.hpp"
#include "tests/app/app_test.hpp"

#include <regex>
#include <set>

using namespace slideway;
using namespace slideway::test;

namespace {

// Symbols such as "K" that the notes of a page explain.
std::vector<std::string> symbols_of(const io::EntryDocs& docs)
{
    static const std::regex explained("^(\\w+) stands for");
    std::vector<std::string> symbols;
    for (const std::string& note : docs.notes)
        if (std::smatch match; std::regex_search(note, match, explained))
            symbols.push_back(match[1]);
    return symbols;
}

// Expression for the names that a documented name stands for.
std::regex expression_of(const std::string& name, const std::vector<std::string>& symbols,
                         char separator)
{
    std::string text, part;
    const auto end_part = [&] {
        const bool symbol = std::find(symbols.begin(), symbols.end(), part) != symbols.end();
        text += symbol ? (separator == '/' ? "[^/]+" : ".+") : part;
        part.clear();
    };
    for (const char c : name)
        if (c == separator) {
            end_part();
            text += separator == '/' ? "/" : "\\.";
        } else {
            part += c;
        }
    end_part();
    return std::regex(text);
}

// A documented unit may list alternatives, "m, m/s or none", or may depend on the case: "of Q".
bool is_unit_of(const std::string& unit, const io::Entry& entry)
{
    const std::string turned = unit_on(entry.unit, Measure::rotation);
    if (unit == entry.unit || unit == turned || unit == entry.unit + ", " + turned ||
        entry.unit.find('U') != std::string::npos || entry.unit.starts_with("of "))
        return true;
    static const std::regex separator(", | or ");
    const std::sregex_token_iterator first(entry.unit.begin(), entry.unit.end(), separator, -1);
    return std::any_of(first, std::sregex_token_iterator(),
                       [&](const auto& one) { return one == (unit.empty() ? "none" : unit); });
}

// Settings that `check` prints have the same names and values in the summary. What a run finds out
// before its first step is printed by `check` alone.
void check_settings(const std::string& check, const app::Settings& used)
{
    std::istringstream lines(check);
    std::string line;
    std::getline(lines, line);
    CHECK(line.starts_with("analysis "));
    int n = 0;
    while (std::getline(lines, line)) {
        CAPTURE(line);
        const std::size_t colon = line.find(": ");
        REQUIRE(colon != std::string::npos);
        const std::pair setting{line.substr(2, colon - 2), line.substr(colon + 2)};
        if (setting.first.starts_with("start of ") || setting.first.starts_with("orbits to be "))
            continue;
        CHECK(std::find(used.begin(), used.end(), setting) != used.end());
        ++n;
    }
    CHECK(n > 0);
}

// Name and unit of an array or a quantity.
using Named = std::pair<std::string, std::string>;

// Names that a page does not document with their unit.
std::vector<std::string> undocumented(const io::EntryDocs& docs, char separator,
                                      const std::vector<Named>& written)
{
    const std::vector<std::string> symbols = symbols_of(docs);
    std::vector<std::string> missing;
    std::set<std::string> taken; // documented names of one symbol
    for (const auto& [name, unit] : written) {
        // A documented name that is a symbol alone stands for one name, so others come first.
        const auto documented = [&](bool alone) {
            return std::any_of(docs.entries.begin(), docs.entries.end(), [&](const auto& doc) {
                const std::string& stated = doc.entry.name;
                return !doc.attribute &&
                       (std::find(symbols.begin(), symbols.end(), stated) != symbols.end()) ==
                           alone &&
                       is_unit_of(unit, doc.entry) &&
                       std::regex_match(name, expression_of(stated, symbols, separator)) &&
                       (!alone || taken.insert(stated).second);
            });
        };
        if (!documented(false) && !documented(true))
            missing.push_back(name + " [" + unit + "]");
    }
    return missing;
}

void check_documented(const app::ResultPage& page, const app::Outcome& outcome)
{
    if (outcome.complete)
        outcome.complete();
    io::ArraysInMemory memory;
    outcome.arrays(memory);
    std::vector<Named> arrays, quantities;
    for (const auto& [name, array] : memory.arrays())
        arrays.emplace_back(name, array.unit);
    for (const app::Quantity& quantity : outcome.summary.quantities)
        quantities.emplace_back(quantity.name, quantity.unit);
    const io::EntryDocs array_docs = page.arrays();
    CHECK(join(undocumented(array_docs, '/', arrays)) == "");
    CHECK(join(undocumented(page.quantities(), '.', quantities)) == "");
    CHECK(arrays.size() + quantities.size() > 0);
    for (const auto& [name, text] : memory.attributes()) {
        CAPTURE(name);
        CHECK(
            std::any_of(array_docs.entries.begin(), array_docs.entries.end(),
                        [&](const auto& doc) { return doc.attribute && doc.entry.name == name; }));
    }
}

app::ResultPage page_of(const std::string& type)
{
    for (const app::ResultPage& page : app::result_pages())
        if (page.type == type)
            return page;
    throw std::logic_error("no page " + type);
}

const std::string spring_map =
    "\n[map]\nx = { key = \"joint.spring.stiffness\", values = [1, 2] }\n";

} // namespace

TEST_CASE("the page of an analysis documents every name that its results have, and check prints "
          "the settings of its summary",
          "[app]")
{
    for (const std::string name :
         {"small_case", "oscillator_signals", "motion_regimes/two_masses_stick_slip",
          "contact_patch/stick_slip", "free_play/high_orbit", "forced_response",
          "harmonic_balance/duffing", "spring", "rubbing_block", "long_motions", "basins",
          "backbone", "free_between_stops", "basin_shares", "bifurcation_diagram"}) {
        CAPTURE(name);
        const CaseFolder folder(model(name));
        const app::Job job = app::read_job(folder / "case.toml");
        const app::BuiltModel built = app::build_model(job);
        const app::Outcome outcome = app::run(job, built);
        check_documented(page_of(job.c.analysis.type), outcome);
        check_settings(app::check(job, built), outcome.summary.used);
    }
}

TEST_CASE("the page of maps documents every name that a map has", "[app]")
{
    const std::string two = "y = { key = \"load.push.force\", values = [1, 2] }\n";
    for (const std::string& text :
         {model("spring") + spring_map, model("spring") + spring_map + two,
          model("rubbing_block") +
              "\n[map]\nx = { key = \"excitation.Omega\", values = [0.5, 0.6] }\n"
              "y = { key = \"joint.floor.limit\", values = [0.1, 1.6] }\nrefine = 1\n"
              "refine_on = \"floor.regime\"\n"}) {
        CAPTURE(text);
        const CaseFolder folder(text);
        const app::Job job = app::read_job(folder / "case.toml");
        check_documented(page_of("map"), app::run_map(job, 1, {}).outcome);
    }
}

TEST_CASE("a name that no page documents is found", "[app]")
{
    const app::ResultPage page = page_of("transient");
    CHECK(undocumented(
              page.arrays(), '/',
              {{"time", "s"}, {"points/a.b.x/velocity", "m/s"}, {"joints/turn/force", "N m"}})
              .empty());
    CHECK(undocumented(page.arrays(), '/',
                       {{"time", "h"}, {"points/a/b/velocity", "m/s"}, {"x", ""}}) ==
          std::vector<std::string>{"time [h]", "points/a/b/velocity [m/s]", "x []"});
    // P is the one name of the parameter.
    CHECK(undocumented(page_of("basin-shares").quantities(), '.',
                       {{"values", ""}, {"Omega", "rad/s"}, {"other", "rad/s"}}) ==
          std::vector<std::string>{"other [rad/s]"});
}
