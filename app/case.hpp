#pragma once

#include "base/error.hpp"
#include "dynamics/modes.hpp"
#include "dynamics/transient.hpp"
#include "fem/lumped.hpp"
#include "fem/plane_stress.hpp"
#include "io/fields.hpp"

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// The case file as structs. Each struct describes its keys once, in `fields`; reading, `slideway
/// keys` and docs/case_files.md come from that description. Defaults are those of the structs.
namespace slideway::app {

/// Where the keys of one table stand: "friction", "reduction.n_modes".
struct Places {
    SourceLine table;
    std::map<std::string, SourceLine> keys;

    /// Place of a key, or of the table if the file does not give it.
    [[nodiscard]] const SourceLine& of(const std::string& key) const
    {
        const auto found = keys.find(key);
        return found == keys.end() ? table : found->second;
    }
};

/// As slideway::located; a message that begins with an option, "h = 1e-7; ...", gets its line.
template <class Work>
decltype(auto) located(const Places& places, const std::string& table, Work&& work)
{
    try {
        return std::forward<Work>(work)();
    } catch (const InputError& error) {
        if (error.has_place())
            throw;
        const std::string message = error.what();
        throw with_place(places.of(message.substr(0, message.find(" = "))), table, message);
    }
}

/// Runs `work` for the sake of one value of a table: an InputError without a place then reads
/// "FILE:LINE: TABLE.KEY = "VALUE"; MESSAGE".
template <class Work>
decltype(auto) located(const Places& places, const std::string& table, const std::string& key,
                       const std::string& value, Work&& work)
{
    try {
        return std::forward<Work>(work)();
    } catch (const InputError& error) {
        if (error.has_place())
            throw;
        throw InputError(places.of(key), table + "." + key, "\"" + value + "\"", error.what());
    }
}

struct ReductionEntry {
    std::string method = "none"; ///< reduction::methods()
    int n_modes = 20;
    std::vector<std::string> boundary; ///< further ports or port components
};

struct PlacementEntry {
    double angle_deg = 0;
    std::string put; ///< port (point) that comes to `at`; "": the origin of the mesh
    std::array<double, 2> at{0, 0};
};

struct SubstructureEntry {
    std::string name, type;
    SourceLine where;
    Places places;
    std::string like;
    // plane-stress
    std::string mesh;
    std::map<std::string, double> mesh_parameters;
    fem::PlaneStressOptions plane_stress;
    PlacementEntry placement;
    // lumped
    fem::LumpedOptions network;
    std::optional<fem::ChainOptions> chain;
    // both
    std::vector<std::string> fixed;
    double alpha = 0, beta = 0;
    ReductionEntry reduction;
};

struct ContactEntry {
    std::string name, like, type = "sliding", slave, master;
    SourceLine where;
    Places places;
    double friction = 0;
};

struct MotionEntry {
    std::string name, like, on;
    SourceLine where;
    Places places;
    double velocity = 0, ramp = 0.02;
};

struct LoadEntry {
    std::string name, like, on;
    SourceLine where;
    Places places;
    std::optional<double> force;
    assembly::Noise noise;
};

struct AnalysisEntry {
    std::string type; ///< "modes" or "transient"
    SourceLine where;
    Places places;
    dynamics::ModesOptions modes;
    dynamics::TransientOptions transient;
};

struct OutputEntry {
    SourceLine where;
    Places places;
    double history_rate_hz = 50e3;
    double fields_rate_hz = 0;
    std::optional<std::vector<std::string>> history; ///< ports' components and contacts
};

/// One line of [expected]: the quantity and what it must be.
struct Expectation {
    std::string quantity;
    SourceLine where;
    std::optional<std::string> text;
    std::vector<double> value; ///< one number, or an array
    double rtol = 0, atol = 0;
    std::optional<double> min, max;
};

struct Case {
    std::filesystem::path file;
    std::string title;
    std::vector<std::string> overrides;
    std::vector<SubstructureEntry> substructures;
    std::vector<ContactEntry> contacts;
    std::vector<MotionEntry> motions;
    std::vector<LoadEntry> loads;
    AnalysisEntry analysis;
    OutputEntry output;
    std::vector<Expectation> expected;
};

void fields(io::Fields& f, SubstructureEntry& e);
void fields(io::Fields& f, ContactEntry& e);
void fields(io::Fields& f, MotionEntry& e);
void fields(io::Fields& f, LoadEntry& e);
void fields(io::Fields& f, AnalysisEntry& e);
void fields(io::Fields& f, OutputEntry& e);

/// Reads and checks a case file with `--set` overrides applied.
/// @throws InputError for everything a reader can know without building the model
[[nodiscard]] Case read_case(const std::filesystem::path& file,
                             const std::vector<std::string>& overrides = {});

} // namespace slideway::app
