#include "fem/matrix_files/matrix_format.hpp"

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "base/matrix_market.hpp"
#include "base/text.hpp"
#include "fem/matrix_files/abaqus_matrix_input.hpp"
#include "fem/matrix_files/abaqus_substructure.hpp"
#include "fem/matrix_files/calculix_matrices.hpp"
#include "fem/matrix_files/matrix_text.hpp"
#include "fem/matrix_files/nastran_dmig.hpp"

#include <algorithm>
#include <sstream>
#include <string_view>

namespace slideway::fem {

namespace {

constexpr std::size_t head_bytes = 8192;
constexpr std::size_t head_lines = 20;

FileHead head_of(const std::filesystem::path& file)
{
    std::ifstream stream = open_input(file);
    FileHead head;
    head.bytes.resize(head_bytes);
    stream.read(head.bytes.data(), static_cast<std::streamsize>(head_bytes));
    head.bytes.resize(static_cast<std::size_t>(stream.gcount()));
    if (head.bytes.find('\0') != std::string::npos)
        return head;
    std::istringstream text(head.bytes);
    for (std::string line; head.lines.size() < head_lines && std::getline(text, line);) {
        line.erase(line.find_last_not_of(" \t\r") + 1);
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
         "write its matrices with scipy.io.mmwrite in Python, or pass them to model.matrices"},
        {"a universal file",
         [](const FileHead& h) { return !h.lines.empty() && h.lines.front() == "    -1"; },
         "it holds modes and responses, not matrices"},
        {"a binary file, as OP2 and OP4 of Nastran or .full of Ansys are",
         [](const FileHead& h) { return h.bytes.find('\0') != std::string::npos; },
         "write text: *SMAT and *EXPORT, K, MMF in Ansys, *MATRIX OUTPUT in Abaqus"}};
    return formats;
}

} // namespace

const std::vector<MatrixFormat>& matrix_formats()
{
    static const std::vector<MatrixFormat> formats{
        {"Matrix Market", is_matrix_market, read_market},
        {"a substructure of Abaqus or CalculiX", is_substructure, read_abaqus_substructure},
        {"DMIG of Nastran or OptiStruct", is_bulk_data, read_dmig},
        {"MATRIX INPUT of Abaqus", is_matrix_input, read_abaqus_matrix_input},
        {"COORDINATE of Abaqus, or .sti and .mas of CalculiX", is_coordinate,
         read_calculix_or_coordinate}};
    return formats;
}

ImportedMatrices read_matrices(const std::filesystem::path& file)
{
    const FileHead head = head_of(file);
    for (const MatrixFormat& format : matrix_formats())
        if (format.fits(head))
            return format.read(file);
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
