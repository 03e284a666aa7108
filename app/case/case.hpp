#pragma once

#include "app/case/body_entry.hpp"
#include "app/case/places.hpp"
#include "assembly/signals.hpp"
#include "base/choice.hpp"
#include "base/spectral.hpp"
#include "contact/laws/friction.hpp"
#include "io/case_node.hpp"
#include "io/fields.hpp"

#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// The case file as structs, without the keys of [analysis]. Each struct describes its keys once,
/// in `fields`; reading, `slideway keys` and docs/case_files.md come from that description.
/// Defaults are those of the structs.
namespace slideway::app {

struct JointEntry; // joint_entry.hpp, which is to be included where a case is made, copied or
                   // destroyed

struct ContactEntry {
    std::string name, like, type = "sliding", slave, master;
    SourceLine where;
    Places places;
    contact::Friction friction;
    double restitution = 0;
};

struct BondEntry {
    std::string name, like;
    SourceLine where;
    Places places;
    std::vector<std::string> between; ///< two ports
    double tolerance = 1e-3;
};

struct MotionEntry {
    std::string name, like, on;
    SourceLine where;
    Places places;
    double velocity = 0, ramp = 0.02;
    double displacement = 0;
    std::optional<assembly::Harmonic> harmonic;
    assembly::Turning turning = {};
};

struct LoadEntry {
    std::string name, like, on;
    SourceLine where;
    Places places;
    std::optional<double> force;
    std::optional<assembly::Harmonic> harmonic;
    std::optional<assembly::Raised> raised;
    assembly::Noise noise;
};

/// The one frequency of all harmonic loads and motions.
struct ExcitationEntry {
    SourceLine where;
    Places places;
    double Omega = 0; ///< [rad/s]; 0: not given
};

/// [analysis]; what else stands there is read by the analysis of that type.
struct AnalysisEntry {
    std::string type;
    SourceLine where;
    Places places;
};

/// What is made of a recorded history, each in tables [[output.NAME]].
enum class SignalKind { spectrogram, spectrum, band_level };
constexpr auto choices(SignalKind /*one of*/)
{
    using enum SignalKind;
    return std::to_array<Choice<SignalKind>>(
        {{spectrogram, "spectrogram", "power over time and frequency"},
         {spectrum, "spectrum", "amplitudes over an interval"},
         {band_level, "band_level", "level of a frequency band over time"}});
}

/// A signal of a recorded history.
struct SignalEntry {
    SignalKind kind = SignalKind::spectrogram;
    std::string name, of;
    std::string quantity; ///< "": what signals of a point, a contact or a joint are made of mostly
    int slave = -1;       ///< of a contact with several slave nodes; -1: not given
    int component = -1;   ///< of a joint with several components; -1: not given
    Places places;
    double window = 0.02048; ///< [s] of spectrogram and band_level
    double hop = 0;          ///< [s]; 0: half the window
    WindowShape shape = WindowShape::tukey;
    std::optional<double> from, to;     ///< [s]
    double band_low = 0, band_high = 0; ///< [Hz]

    [[nodiscard]] std::string table() const
    {
        return "output." + std::string(name_of(kind)) + "." + name;
    }
};

struct OutputEntry {
    bool given = false;
    SourceLine where;
    Places places;
    double history_rate_hz = 50e3;
    double fields_rate_hz = 0;
    std::optional<std::vector<std::string>> history; ///< ports' components and contacts
    std::vector<SignalEntry> signals;
};

/// One line of [expected]: the quantity and what it must be.
struct Expectation {
    std::string quantity;
    SourceLine where;
    std::vector<std::string> texts; ///< one, or an array; empty: numbers
    std::vector<double> value;      ///< one number, or an array
    double rtol = 0, atol = 0;
    std::optional<double> min, max;
};

/// One key of the case, and the values that a map gives it.
struct MapAxis {
    std::string key, label; ///< dotted path as --set takes it; its name in results
    std::vector<double> values;
    bool logarithmic = false; ///< spaced by equal ratios
};

struct MapEntry {
    SourceLine where;
    Places places;
    MapAxis x;
    std::optional<MapAxis> y; ///< every pair with x
    int refine = 0;           ///< rounds that halve cells where refine_on changes
    std::string refine_on;    ///< a quantity that is a text
};

struct Case {
    std::filesystem::path file;
    std::string text; ///< of the file as it was read; the file may change while the case runs
    std::shared_ptr<const io::CaseNode> tree; ///< that it was read from, overrides applied
    std::string title;
    std::vector<std::string> overrides;
    bool export_anywhere = false; ///< also out of the folder of the case: --export-anywhere
    bool trust_meshes = false;    ///< meshes may start programs and write files: --trust-meshes
    std::vector<SubstructureEntry> substructures;
    std::vector<BondEntry> bonds;
    std::vector<JointEntry> joints;
    std::vector<ContactEntry> contacts;
    std::vector<MotionEntry> motions;
    std::vector<LoadEntry> loads;
    ExcitationEntry excitation;
    AnalysisEntry analysis;
    OutputEntry output;
    std::optional<MapEntry> map;
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
void fields(io::Fields& f, ExcitationEntry& e);
void fields(io::Fields& f, SignalEntry& e);
void fields(io::Fields& f, OutputEntry& e);
void fields(io::Fields& f, MapEntry& e);

} // namespace slideway::app
