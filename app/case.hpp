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
#include <vector>

/// The case file as structs. Each struct describes its keys once, in `fields`; reading, `slideway
/// keys` and docs/case_files.md come from that description. Defaults are those of the structs.
namespace slideway::app {

struct ReductionEntry {
    std::string method = "none"; ///< "craig-bampton", "hintz-herting", "none"
    int n_modes = 20;
    std::vector<std::string> boundary; ///< further ports or port components
};

struct PlacementEntry {
    double angle_deg = 0;
    std::string put;  ///< port (point) that comes to `at`; "": the origin of the mesh
    std::array<double, 2> at{0, 0};
};

struct SubstructureEntry {
    std::string name, type;
    SourceLine where;
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
    double friction = 0;
};

struct MotionEntry {
    std::string name, like, on;
    SourceLine where;
    double velocity = 0, ramp = 0.02;
};

struct LoadEntry {
    std::string name, like, on;
    SourceLine where;
    std::optional<double> force;
    assembly::Noise noise;
};

struct AnalysisEntry {
    std::string type; ///< "modes" or "transient"
    SourceLine where, where_h;
    dynamics::ModesOptions modes;
    dynamics::TransientOptions transient;
};

struct OutputEntry {
    SourceLine where;
    double history_rate_hz = 50e3;
    double fields_rate_hz = 0;
    std::optional<std::vector<std::string>> history; ///< ports' components and contacts
};

/// One line of [expected]: the quantity and what it must be.
struct Expectation {
    std::string quantity;
    SourceLine where;
    std::optional<std::string> text;
    std::vector<double> value;  ///< one number, or an array
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
