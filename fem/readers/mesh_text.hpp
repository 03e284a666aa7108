#pragma once

#include "fem/readers/file_mesh.hpp"

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <list>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// What readers of text formats share.

namespace slideway::fem {

/// A line of one of the files that were read.
struct MeshPlace {
    int file = 0, line = 0;
};

/// The lines of a file and of those that it includes, one after the other.
class MeshLines {
public:
    /// @throws InputError  file not readable
    explicit MeshLines(const std::filesystem::path& file);

    /// Goes to the next line; false: there is none.
    bool next();
    /// The next next() stays on this line.
    void back() { again_ = true; }
    /// Without the end of the line.
    [[nodiscard]] const std::string& text() const { return text_; }

    /// Lines of `file` come next. Relative to the file of this line, else to the first file.
    /// @throws InputError  not readable, or nested deeper than 20 files
    void include(const std::string& file);

    /// One note per included file: "reads parts.inp too".
    [[nodiscard]] std::vector<std::string> include_notes() const;

    [[nodiscard]] MeshPlace place() const { return place_; }
    /// "model.inp:12"
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
    std::list<Open> open_; // the innermost last
    MeshPlace place_;
    std::string text_;
    bool again_ = false;
};

/// What a reader skips: by name, with the first line and how often.
class Skipped {
public:
    void add(const std::string& name, MeshPlace place);
    /// One note per name in the order of the files: "model.inp:12: *MATERIAL (3 times); not read".
    [[nodiscard]] std::vector<std::string> notes(const MeshLines& lines) const;

private:
    std::vector<std::string> order_;
    std::map<std::string, std::pair<MeshPlace, int>> names_;
};

/// A material or a section of a file, which a body does not take from it.
struct MeshProperty {
    MeshPlace place;
    std::string name;
    std::vector<std::string> values; ///< "young 2.1e11"

    /// Adds a field of the file; nothing if it is blank.
    void add(const std::string& what, std::string_view text);
};
/// "model.inp:12: 2 materials: STEEL (young 2.1e11); ALU; not read: " and `instead`; the first four
/// are listed. Empty without properties.
[[nodiscard]] std::string property_note(const MeshLines& lines,
                                        const std::vector<MeshProperty>& properties,
                                        const std::string& one, const std::string& many,
                                        const std::string& instead);

[[nodiscard]] std::string_view trimmed(std::string_view text);
[[nodiscard]] std::string upper(std::string_view text);
/// Fields between commas, trimmed; a comma at the end does not begin another. Commas in double
/// quotes do not count.
[[nodiscard]] std::vector<std::string> comma_fields(std::string_view text);
/// Words between blanks.
[[nodiscard]] std::vector<std::string> blank_fields(std::string_view text);

/// A whole number > 0. `what` names it in the message. @throws InputError at the line
[[nodiscard]] std::size_t whole_number(const MeshLines& lines, std::string_view text,
                                       const std::string& what);
/// A number; exponents also as Fortran's D. @throws InputError at the line
[[nodiscard]] double real_number(const MeshLines& lines, std::string_view text,
                                 const std::string& what);

/// Pairs of corners that are sides of elements, smaller number first, and how many elements share
/// them.
using SideCount = std::map<std::pair<std::size_t, std::size_t>, int>;
[[nodiscard]] SideCount count_sides(const std::vector<FileElement>& elements);
[[nodiscard]] bool is_side(const SideCount& sides, std::size_t a, std::size_t b);

/// Notes that `count` rods or beams, the first at `place`, are sides of groups and nothing else.
void note_lines(const MeshLines& lines, MeshPlace place, std::size_t count, FileMesh& mesh);

/// Notes the nodes that no plane element has: they are left out.
void note_unused_nodes(FileMesh& mesh);

/// A group with the ending it gets if its name is taken by an earlier one.
struct NamedGroup {
    FileGroup group;
    std::string ending; ///< "_nodes"
};
/// Groups with names of their own: the earlier one keeps it, a note tells the change. Names that
/// differ in case only are different.
void add_named(std::vector<NamedGroup> groups, FileMesh& mesh);

} // namespace slideway::fem
