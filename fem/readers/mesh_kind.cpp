#include "fem/readers/mesh_kind.hpp"

#include "fem/readers/mesh_text.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>
#include <vector>

namespace slideway::fem {

namespace {

constexpr std::size_t head_size = 65536; // [B]

// Returns the nonblank lines in upper case, without blanks at their ends.
std::vector<std::string> head_of(const std::filesystem::path& file)
{
    std::string text(head_size, '\0');
    std::ifstream stream(file, std::ios::binary);
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        if (const auto line = trimmed(std::string_view(text).substr(begin, end - begin));
            !line.empty())
            lines.push_back(upper(line.substr(0, 200)));
        begin = end + 1;
    }
    return lines;
}

using Lines = std::vector<std::string>;

// True if a line begins with one of the words and no letter follows.
bool has_word(const Lines& lines, const std::vector<std::string>& words)
{
    return std::any_of(lines.begin(), lines.end(), [&words](const std::string& line) -> bool {
        return std::any_of(words.begin(), words.end(), [&line](const std::string& word) -> bool {
            if (!line.starts_with(word))
                return false;
            const char next = line.size() > word.size() ? line[word.size()] : ' ';
            return next == ' ' || next == ',' || next == '*' || next == '\t';
        });
    });
}

bool of_gmsh(const Lines& lines)
{
    return lines.front().starts_with("$MESHFORMAT") || lines.front().starts_with("$COMMENTS") ||
           lines.front().starts_with("$NOD") || lines.front().starts_with("$PHYSICALNAMES");
}

bool of_ls_dyna(const Lines& lines)
{
    return has_word(lines, {"*KEYWORD", "*ELEMENT_SHELL", "*ELEMENT_SOLID", "*SECTION_SHELL"});
}

bool of_abaqus(const Lines& lines)
{
    return !of_ls_dyna(lines) && has_word(lines, {"*HEADING", "*NODE", "*ELEMENT", "*PART", "*NSET",
                                                  "*ELSET", "*INCLUDE", "*SURFACE"});
}

bool of_nastran(const Lines& lines)
{
    return has_word(lines, {"BEGIN BULK", "CEND", "GRID", "CQUAD4", "CTRIA3", "CQUAD8", "CTRIA6",
                            "MAT1", "PSHELL", "ENDDATA"});
}

bool of_ideas(const Lines& lines)
{
    const auto number = [](const std::string& line) -> bool {
        return line.size() <= 6 && line.find_first_not_of("0123456789") == std::string::npos;
    };
    for (std::size_t k = 0; k + 1 < lines.size(); ++k)
        if (lines[k] == "-1" && number(lines[k + 1]))
            return true;
    return false;
}

bool of_ansys(const Lines& lines)
{
    return has_word(lines, {"/PREP7", "/BATCH", "/COM", "/NOPR", "NBLOCK", "EBLOCK"});
}

bool of_vtk(const Lines& lines)
{
    return lines.front().starts_with("# VTK DATAFILE") || lines.front().starts_with("<VTKFILE");
}

bool of_hdf5(const Lines& lines)
{
    return lines.front().starts_with("\x89HDF");
}

struct Kind {
    const char* name;
    std::vector<std::string> endings; // extensions of such files; empty if they cannot be read
    bool (*shows)(const Lines& lines);
};

const std::vector<Kind>& kinds()
{
    static const std::vector<Kind> all{
        {"a mesh of Gmsh", {".msh"}, of_gmsh},
        {"an HDF5 file, such as .med", {".med"}, of_hdf5},
        {"a VTK file", {}, of_vtk},
        {"an LS-DYNA deck", {}, of_ls_dyna},
        {"an Abaqus deck", {".inp"}, of_abaqus},
        {"an Ansys deck", {}, of_ansys},
        {"Nastran bulk data", {".bdf", ".nas", ".dat", ".fem"}, of_nastran},
        {"a universal file of I-deas", {".unv"}, of_ideas}};
    return all;
}

} // namespace

std::string other_kind(const std::filesystem::path& file, const std::string& ending)
{
    Lines lines = head_of(file);
    if (lines.empty())
        return "";
    if (ending == ".geo") // a script of Gmsh may contain any words, but begins with none of these
        lines.resize(1);
    for (const Kind& kind : kinds())
        if (std::find(kind.endings.begin(), kind.endings.end(), ending) != kind.endings.end() &&
            kind.shows(lines))
            return "";
    for (const Kind& kind : kinds())
        if (kind.shows(lines))
            return std::string("looks like ") + kind.name +
                   (kind.endings.empty()
                        ? ", which is not read; write the mesh as .msh, .inp, .bdf or .unv"
                        : "; name it " + kind.endings.front());
    return "";
}

} // namespace slideway::fem
