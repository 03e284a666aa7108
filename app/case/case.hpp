#pragma once

#include "app/case/body_entry.hpp"
#include "app/case/places.hpp"
#include "assembly/signals.hpp"
#include "base/choice.hpp"
#include "base/spectral.hpp"
#include "contact/laws/friction.hpp"
#include "io/case_node.hpp"
#include "io/fields.hpp"
#include "io/reader.hpp"

#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// The case file as structs, without the keys of [analysis]. Each struct describes its keys once,
/// in `fields`. The reader, `slideway keys` and docs/case_files.md use that description. Defaults
/// are the initialisers of the structs.
namespace slideway::app {

struct JointEntry; // code that makes, copies or destroys a case includes joint_entry.hpp

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
    std::optional<double> pressure;   ///< [Pa] on a surface, which `on` names without a component
    std::vector<double> acceleration; ///< [m/s^2] of a body, which `on` names; 2 or 3 numbers
    std::optional<assembly::Harmonic> harmonic;
    std::optional<assembly::Raised> raised;
    assembly::Noise noise;
};

/// Steady rotation of the whole model about an axis.
struct RotationEntry {
    SourceLine where;
    Places places;
    std::array<double, 3> axis{0, 0, 1}, point{0, 0, 0}; ///< point in [m]
    double omega = 0;                                    ///< [rad/s]; 0: not given
};

/// The common frequency of all harmonic loads and motions.
struct ExcitationEntry {
    SourceLine where;
    Places places;
    double Omega = 0; ///< [rad/s]; 0: not given
};

/// The type of [analysis]. The analysis of that type reads its other keys.
struct AnalysisEntry {
    std::string type;
    SourceLine where;
    Places places;
};

/// Kind of signal that is computed from a history, in tables [[output.NAME]].
enum class SignalKind { spectrogram, spectrum, band_level };
constexpr auto choices(SignalKind /*one of*/)
{
    using enum SignalKind;
    return std::to_array<Choice<SignalKind>>(
        {{spectrogram, "spectrogram", "power over time and frequency"},
         {spectrum, "spectrum", "amplitudes over an interval"},
         {band_level, "band_level", "level of a frequency band over time"}});
}

/// A signal that is computed from a recorded history.
struct SignalEntry {
    SignalKind kind = SignalKind::spectrogram;
    std::string name, of;
    std::string quantity; ///< recorded quantity; "": default for a point, a contact or a joint
    int slave = -1;       ///< slave node of a contact with several; -1: not given
    int component = -1;   ///< component of a joint with several; -1: not given
    Places places;
    double window = 0.02048; ///< window of spectrogram and band_level [s]
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

/// One line of [expected]: a quantity and its expected value.
struct Expectation {
    std::string quantity;
    SourceLine where;
    std::vector<std::string> texts; ///< one text, or an array; empty for numbers
    std::vector<double> value;      ///< one number, or an array
    double rtol = 0, atol = 0;
    std::optional<double> min, max;
};

/// A key of the case with its values in a map.
struct MapAxis {
    std::string key, label; ///< dotted path as in --set; name in results
    std::vector<double> values;
    bool logarithmic = false; ///< true: equal ratios between values
};

struct MapEntry {
    SourceLine where;
    Places places;
    MapAxis x;
    std::optional<MapAxis> y; ///< second key; all pairs with x are computed
    int refine = 0;           ///< number of refinements of the cells in which refine_on changes
    std::string refine_on;    ///< name of a text quantity
};

struct Case {
    std::filesystem::path file;
    std::string text; ///< text of the file when it was read; the file may change during a run
    std::shared_ptr<const io::CaseNode> tree; ///< tree of the file with overrides applied
    std::string title;
    std::vector<std::string> overrides;
    bool export_anywhere =
        false; ///< allow exports outside of the folder of the case (--export-anywhere)
    bool trust_meshes = false; ///< allow meshes to start programs and write files (--trust-meshes)
    std::vector<SubstructureEntry> substructures;
    std::vector<BondEntry> bonds;
    std::vector<JointEntry> joints;
    std::vector<ContactEntry> contacts;
    std::vector<MotionEntry> motions;
    std::vector<LoadEntry> loads;
    ExcitationEntry excitation;
    RotationEntry rotation;
    AnalysisEntry analysis;
    OutputEntry output;
    std::optional<MapEntry> map;
    std::vector<Expectation> expected;
    std::vector<io::FormerKey> former_keys; ///< keys that are given under their former names
};

/// Keys of every entry: name and like.
void name_fields(io::Fields& f, std::string& name, std::string& like);
void fields(io::Fields& f, SubstructureEntry& e);
void fields(io::Fields& f, BondEntry& e);
void fields(io::Fields& f, JointEntry& e);
void fields(io::Fields& f, ContactEntry& e);
void fields(io::Fields& f, MotionEntry& e);
void fields(io::Fields& f, LoadEntry& e);
void fields(io::Fields& f, ExcitationEntry& e);
void fields(io::Fields& f, RotationEntry& e);
void fields(io::Fields& f, SignalEntry& e);
void fields(io::Fields& f, OutputEntry& e);
void fields(io::Fields& f, MapEntry& e);

} // namespace slideway::app
