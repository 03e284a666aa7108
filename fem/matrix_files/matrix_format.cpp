#include "fem/matrix_files/matrix_format.hpp"

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "base/matrix_market.hpp"
#include "base/text.hpp"
#include "fem/matrix_files/abaqus_matrix_input.hpp"
#include "fem/matrix_files/abaqus_substructure.hpp"
#include "fem/matrix_files/calculix_matrices.hpp"
#include "fem/matrix_files/harwell_boeing.hpp"
#include "fem/matrix_files/matrix_text.hpp"
#include "fem/matrix_files/nastran_dmig.hpp"
#include "fem/matrix_files/nastran_op4.hpp"
#include "fem/readers/fortran_number.hpp"

#include <algorithm>
#include <initializer_list>
#include <sstream>
#include <string_view>

namespace slideway::fem {

namespace {

constexpr std::size_t head_bytes = 65536;
constexpr std::size_t head_lines = 200; // comments may fill many

FileHead head_of(const std::filesystem::path& file)
{
    std::ifstream stream = open_input(file);
    FileHead head;
    head.name = file.filename().string();
    head.bytes.resize(head_bytes);
    stream.read(head.bytes.data(), static_cast<std::streamsize>(head_bytes));
    head.bytes.resize(static_cast<std::size_t>(stream.gcount()));
    if (head.bytes.find('\0') != std::string::npos)
        return head;
    if (head.bytes.starts_with("\xEF\xBB\xBF")) // mark of UTF-8
        head.bytes.erase(0, 3);
    std::istringstream text(head.bytes);
    for (std::string line; head.lines.size() < head_lines && std::getline(text, line);) {
        line.erase(line.find_last_not_of(" \t\r") + 1);
        head.all_lines.push_back(line);
        if (!line.empty())
            head.lines.push_back(line);
    }
    return head;
}

bool is_matrix_market(const FileHead& head)
{
    return !head.lines.empty() && lower_case(head.lines.front()).starts_with("%%matrixmarket");
}

ImportedMatrices read_market(const std::filesystem::path& file)
{
    ImportedMatrices imported;
    imported.format = "Matrix Market";
    imported.matrices.push_back(
        {"", FileQuantity::unknown, read_matrix_market(file), file.string()});
    return imported;
}

bool is_substructure(const FileHead& head)
{
    return std::any_of(head.lines.begin(), head.lines.end(), [](const std::string& line) -> bool {
        const std::string upper = lower_case(line);
        return upper.starts_with("*user element") || upper.starts_with("*matrix") ||
               upper.starts_with("** element number") ||
               (upper.starts_with("**") && upper.find("substructure") != std::string::npos);
    });
}

bool is_op4(const FileHead& head)
{
    return is_binary_op4(head.bytes) || (!head.lines.empty() && is_op4_header(head.lines.front()));
}

// Cards of bulk data that stand before matrices, or DMIG itself.
bool is_bulk_data(const FileHead& head)
{
    return std::any_of(head.lines.begin(), head.lines.end(), [](const std::string& line) -> bool {
        const std::string lower = lower_case(line);
        for (const char* card :
             {"dmig", "grid", "begin", "extrn", "aset", "spoint", "qset", "cord", "sol", "cend"})
            if (lower.starts_with(card))
                return true;
        return false;
    });
}

// True if a line of a text file begins with DMIG.
bool has_dmig(const std::filesystem::path& file)
{
    std::ifstream stream = open_input(file);
    for (std::string line; std::getline(stream, line);)
        if (lower_case(line.substr(0, 4)) == "dmig")
            return true;
    return false;
}

// Fields of the first line that is no comment of Abaqus, if all are numbers; otherwise empty.
std::vector<std::string_view> first_numbers(const FileHead& head)
{
    std::vector<std::string_view> fields;
    for (const std::string& line : head.lines)
        if (!line.starts_with("**")) {
            split_numbers(line, fields);
            break;
        }
    if (!std::all_of(fields.begin(), fields.end(),
                     [](std::string_view field) { return fortran_number(field).has_value(); }))
        fields.clear();
    return fields;
}

bool is_matrix_input(const FileHead& head)
{
    return first_numbers(head).size() == 5;
}

bool is_coordinate(const FileHead& head)
{
    return first_numbers(head).size() == 3;
}

// A format that is known but not read, with the way out.
struct OtherFormat {
    const char* name;
    bool (*fits)(const FileHead& head);
    const char* instead;
};

constexpr const char* ansys_commands =
    "write the matrices in Ansys: /AUX2, then FILE,disc,FULL (or SUB), "
    "HBMAT,K,matrix,,ASCII,STIFF,NO,YES and HBMAT,M,matrix,,ASCII,MASS,NO,YES; give K, M and the "
    "mapping as dofs";
constexpr const char* nastran_commands =
    "write text or OP4 in Nastran: EXTSEOUT(STIFF,MASS,DAMP,EXTID=10,DMIGPCH), or MATOP4=30 with "
    "ASSIGN OUTPUT4='disc.op4',UNIT=30; in OptiStruct PARAM,EXTOUT,DMIGPCH";

bool has_ending(const FileHead& head, const char* ending)
{
    return lower_case(head.name).ends_with(ending);
}

bool any_line_starts(const FileHead& head, std::initializer_list<const char*> words)
{
    return std::any_of(head.lines.begin(), head.lines.end(), [&](const std::string& line) -> bool {
        return std::any_of(words.begin(), words.end(), [&line](const char* word) -> bool {
            return lower_case(line).starts_with(word);
        });
    });
}

bool is_binary(const FileHead& head)
{
    return head.bytes.find('\0') != std::string::npos;
}

const std::vector<OtherFormat>& other_formats()
{
    static const std::vector<OtherFormat> formats{
        {"a pointer of Git LFS",
         [](const FileHead& h) { return h.bytes.starts_with("version https://git-lfs"); },
         "fetch the file with git lfs pull"},
        {"a file of MATLAB",
         [](const FileHead& h) {
             return h.bytes.starts_with("MATLAB") || h.bytes.starts_with("\x89HDF");
         },
         "write a folder with `slideway convert FILE.mat FOLDER`, and give folder in place of "
         "file; a script reads it: model.matrices(NAME, file=\"FILE.mat\")"},
        {"a universal file", [](const FileHead& h) { return any_line_starts(h, {"    -1"}); },
         "it holds modes and responses, not matrices; sw.read_universal in Python reads them"},
        {"OP2 of Nastran",
         [](const FileHead& h) {
             return is_binary(h) && (h.bytes.find("NASTRAN FORT TAPE") != std::string::npos ||
                                     has_ending(h, ".op2"));
         },
         nastran_commands},
        {"a matrix file of OptiStruct",
         [](const FileHead& h) { return has_ending(h, ".full.mat"); }, nastran_commands},
        {"a database of Ansys (.cdb)",
         [](const FileHead& h) {
             return any_line_starts(h, {"/com,ansys", "/prep7", "nblock", "*set,_boxx"});
         },
         ansys_commands},
        {"a binary file of Ansys",
         [](const FileHead& h) {
             return is_binary(h) && (has_ending(h, ".full") || has_ending(h, ".sub") ||
                                     has_ending(h, ".emat") || has_ending(h, ".rst"));
         },
         ansys_commands},
        {"a binary file of Abaqus",
         [](const FileHead& h) {
             return is_binary(h) && (has_ending(h, ".sim") || has_ending(h, ".odb"));
         },
         "write text in Abaqus: *MATRIX GENERATE, STIFFNESS, MASS and *MATRIX OUTPUT, STIFFNESS, "
         "MASS, FORMAT=MATRIX INPUT in a step of its own"},
        {"a binary file", is_binary,
         "write text: *MATRIX OUTPUT in Abaqus, EXTSEOUT(DMIGPCH) in Nastran, HBMAT in Ansys"}};
    return formats;
}

} // namespace

const std::vector<MatrixFormat>& matrix_formats()
{
    static const std::vector<MatrixFormat> formats{
        {"Matrix Market", is_matrix_market, read_market},
        {"a substructure of Abaqus or CalculiX", is_substructure, read_abaqus_substructure},
        {"OP4 of Nastran", is_op4, read_op4},
        {"Harwell-Boeing", [](const FileHead& head) { return is_harwell_boeing(head.all_lines); },
         read_harwell_boeing},
        {"DMIG of Nastran or OptiStruct", is_bulk_data, read_dmig},
        {"MATRIX INPUT of Abaqus", is_matrix_input, read_abaqus_matrix_input},
        {"COORDINATE of Abaqus, or .sti and .mas of CalculiX", is_coordinate,
         read_calculix_or_coordinate}};
    return formats;
}

SparseMatrix read_rectangular(const std::filesystem::path& file)
{
    const FileHead head = head_of(file);
    if (is_matrix_market(head))
        return read_matrix_market(file);
    if (is_op4(head))
        return read_op4_matrix(file);
    throw InputError::in_file(file.string(), "not a matrix that is read; expected Matrix Market or "
                                             "OP4 of Nastran");
}

ImportedMatrices read_matrices(const std::filesystem::path& file)
{
    const FileHead head = head_of(file);
    for (const MatrixFormat& format : matrix_formats())
        if (format.fits(head)) {
            ImportedMatrices imported = format.read(file);
            imported.source = file.string();
            return imported;
        }
    if (head.bytes.find('\0') == std::string::npos && has_dmig(file)) { // behind long comments
        ImportedMatrices imported = read_dmig(file);
        imported.source = file.string();
        return imported;
    }
    std::vector<std::string> names;
    for (const MatrixFormat& format : matrix_formats())
        names.push_back(format.name);
    for (const OtherFormat& other : other_formats())
        if (other.fits(head))
            throw InputError::in_file(file.string(), std::string("looks like ") + other.name +
                                                         "; " + other.instead);
    throw InputError::in_file(file.string(), "not a file of matrices that is read; expected " +
                                                 listed(names, "or"));
}

} // namespace slideway::fem
