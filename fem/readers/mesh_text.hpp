#pragma once

#include "fem/readers/file_mesh.hpp"

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <limits>
#include <list>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Common functions of the readers of text formats.

namespace slideway::fem {

/// Largest label of a node or an element.
inline constexpr long long most_label = std::numeric_limits<int>::max();

/// A line of one of the files that were read.
struct MeshPlace {
    int file = 0, line = 0;
};

/// Lines of a file and of the files that it includes, one after the other.
class MeshLines {
public:
    /// @throws InputError  file not readable
    explicit MeshLines(const std::filesystem::path& file);

    /// Goes to the next line; false if there is none.
    bool next();
    /// Makes the next call of next() stay on this line.
    void back() { again_ = true; }
    /// Text of the line without its end.
    [[nodiscard]] const std::string& text() const { return text_; }

    /// Continues with the lines of `file`, which is relative to the file of this line, or otherwise
    /// to the first file.
    /// @throws InputError  not readable, or nested deeper than 20 files
    void include(const std::string& file);

    /// Returns one note per included file: "reads parts.inp too".
    [[nodiscard]] std::vector<std::string> include_notes() const;

    [[nodiscard]] MeshPlace place() const { return place_; }
    /// Returns "model.inp:12".
    [[nodiscard]] std::string text_of(MeshPlace place) const;
    /// @throws InputError  "model.inp:12: message"
    [[noreturn]] void refuse(const std::string& message) const { refuse(place_, message); }
    [[noreturn]] void refuse(MeshPlace place, const std::string& message) const;

private:
    struct Open {
        std::ifstream stream;
        MeshPlace place;
    };
    std::vector<std::filesystem::path> files_;
    std::list<Open> open_; // the innermost is the last
    MeshPlace place_;
    std::string text_;
    bool again_ = false;
};

/// Names that a reader skips, each with its first line and its count.
class Skipped {
public:
    void add(const std::string& name, MeshPlace place);
    /// Returns one note per name in the order of the files: "model.inp:12: *MATERIAL (3
    /// times); not read".
    [[nodiscard]] std::vector<std::string> notes(const MeshLines& lines) const;

private:
    std::vector<std::string> order_;
    std::map<std::string, std::pair<MeshPlace, int>> names_;
};

/// A material or a section in a file; the body does not use it.
struct MeshProperty {
    MeshPlace place;
    std::string name;
    std::vector<std::string> values; ///< "young 2.1e11"

    /// Adds a field of the file, unless it is blank.
    void add(const std::string& what, std::string_view text);
};
/// Returns "model.inp:12: 2 materials: STEEL (young 2.1e11); ALU; not read: " followed by
/// `instead`; the first four are listed. Returns "" without properties.
[[nodiscard]] std::string property_note(const MeshLines& lines,
                                        const std::vector<MeshProperty>& properties,
                                        const std::string& one, const std::string& many,
                                        const std::string& instead);

[[nodiscard]] std::string_view trimmed(std::string_view text);
[[nodiscard]] std::string upper(std::string_view text);
/// Splits a text at commas and trims the fields. A comma at the end does not begin another field.
/// Commas in double quotes do not count.
[[nodiscard]] std::vector<std::string> comma_fields(std::string_view text);
/// Splits a text into words between blanks.
[[nodiscard]] std::vector<std::string> blank_fields(std::string_view text);

/// Parses a whole number > 0; `what` names it in the message. @throws InputError at the line
[[nodiscard]] std::size_t whole_number(const MeshLines& lines, std::string_view text,
                                       const std::string& what);
/// Parses a number; exponents may be written with Fortran's D. @throws InputError at the line
[[nodiscard]] double real_number(const MeshLines& lines, std::string_view text,
                                 const std::string& what);

/// Sides of elements as pairs of corners, the smaller number first, with the number of elements
/// that share them.
using SideCount = std::map<std::pair<std::size_t, std::size_t>, int>;
[[nodiscard]] SideCount count_sides(const std::vector<FileElement>& elements);
[[nodiscard]] bool is_side(const SideCount& sides, std::size_t a, std::size_t b);

/// Adds a note: `count` rods or beams, the first at `place`, only serve as sides of groups.
void note_lines(const MeshLines& lines, MeshPlace place, std::size_t count, FileMesh& mesh);

/// Adds a note about nodes that no plane element uses and that are omitted.
void note_unused_nodes(FileMesh& mesh);

/// A group with the suffix that it gets if an earlier group has its name.
struct NamedGroup {
    FileGroup group;
    std::string ending; ///< "_nodes"
};
/// Adds groups with unique names. The earlier one keeps its name, and a note reports the change of
/// the other. Names that differ only in case are different.
void add_named(std::vector<NamedGroup> groups, FileMesh& mesh);

} // namespace slideway::fem
