#pragma once

#include "app/body_entry.hpp"
#include "app/places.hpp"
#include "assembly/coupled_model.hpp"
#include "base/error.hpp"
#include "dynamics/modes.hpp"
#include "dynamics/transient.hpp"
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

struct ContactEntry {
    std::string name, like, type = "sliding", slave, master;
    SourceLine where;
    Places places;
    contact::Friction friction;
};

struct BondEntry {
    std::string name, like;
    SourceLine where;
    Places places;
    std::vector<std::string> between; ///< two ports
    double tolerance = 1e-3;
};

struct JointEntry {
    std::string name, like, law;
    SourceLine where;
    Places places;
    std::vector<std::string> between; ///< two ports or port components; the second may be "ground"
    std::optional<double> normal_deg;
    double stiffness = 0, damping = 0, rotational_stiffness = 0, rotational_damping = 0; // linear
    contact::ElasticCoulomb elastic_coulomb;
    contact::Gap gap;
    contact::Cubic cubic;
};

struct MotionEntry {
    std::string name, like, on;
    SourceLine where;
    Places places;
    double velocity = 0, ramp = 0.02;
    double displacement = 0;
};

struct LoadEntry {
    std::string name, like, on;
    SourceLine where;
    Places places;
    std::optional<double> force;
    assembly::Noise noise;
};

struct AnalysisEntry {
    std::string type; ///< "modes", "static" or "transient"
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
    std::vector<BondEntry> bonds;
    std::vector<JointEntry> joints;
    std::vector<ContactEntry> contacts;
    std::vector<MotionEntry> motions;
    std::vector<LoadEntry> loads;
    AnalysisEntry analysis;
    OutputEntry output;
    std::vector<Expectation> expected;
};

/// The keys that every entry has: name and like.
void name_fields(io::Fields& f, std::string& name, std::string& like);
void fields(io::Fields& f, SubstructureEntry& e);
void fields(io::Fields& f, BondEntry& e);
void fields(io::Fields& f, JointEntry& e);
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
