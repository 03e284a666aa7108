#include "base/matrix_market.hpp"

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "base/memory.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace slideway {

namespace {

// Lines of a file that contain numbers, split into words.
class Lines {
public:
    explicit Lines(const std::filesystem::path& file)
        : file_(file.string()), stream_(open_input(file))
    {
    }

    /// Reads the next line that is neither empty nor a comment; false at the end.
    bool next()
    {
        while (next_line())
            if (!words_.empty() && words_.front().front() != '%')
                return true;
        return false;
    }
    bool next_line()
    {
        if (!std::getline(stream_, line_))
            return false;
        if (++number_ == 1 && line_.starts_with("\xEF\xBB\xBF")) // mark of UTF-8
            line_.erase(0, 3);
        words_.clear();
        const char* const blanks = " \t\r";
        const std::string_view text = line_;
        for (auto start = text.find_first_not_of(blanks); start != std::string_view::npos;) {
            const auto end = std::min(text.find_first_of(blanks, start), text.size());
            words_.push_back(text.substr(start, end - start));
            start = text.find_first_not_of(blanks, end);
        }
        return true;
    }
    [[nodiscard]] const std::vector<std::string_view>& words() const { return words_; }
    [[nodiscard]] const std::string& file() const { return file_; }
    [[noreturn]] void refuse(const std::string& message) const
    {
        throw InputError({file_, number_}, message);
    }

    [[nodiscard]] Index integer(std::size_t word) const
    {
        const std::string_view text = words_[word];
        Index value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc{} || end != text.data() + text.size())
            refuse("\"" + std::string(text) + "\"; expected a whole number");
        return value;
    }
    [[nodiscard]] double number(std::size_t word) const
    {
        std::string text(words_[word]);
        if (text.front() == '+') // from_chars does not accept it
            text.erase(0, 1);
        for (const char letter : {'D', 'd', 'E'}) // D: double precision in Fortran
            std::replace(text.begin(), text.end(), letter, 'e');
        double value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        const bool whole = end == text.data() + text.size() && error != std::errc::invalid_argument;
        const bool range = error == std::errc::result_out_of_range;
        if (whole && range && text.find("e-") != std::string::npos)
            return 0; // too small for a double
        if (!whole || range || !std::isfinite(value))
            refuse("\"" + std::string(words_[word]) + "\"; expected a finite number");
        return value;
    }

private:
    std::string file_;
    std::ifstream stream_;
    std::string line_;
    std::vector<std::string_view> words_; // words of line_
    int number_ = 0;
};

struct Header {
    bool coordinate = false, symmetric = false;
};

bool is_number(std::string_view text)
{
    double value = 0;
    std::string plain(text.substr(text.starts_with('+') ? 1 : 0));
    std::replace_if(
        plain.begin(), plain.end(), [](char c) -> bool { return c == 'D' || c == 'd'; }, 'e');
    const auto [end, error] = std::from_chars(plain.data(), plain.data() + plain.size(), value);
    return error == std::errc{} && end == plain.data() + plain.size() && !plain.empty();
}

// Parses an index from 1; returns 0 if it is not one.
Index index_of(std::string_view text)
{
    Index value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() && value > 0 ? value : 0;
}

// Returns the header that would make a file of "row column value" a Matrix Market
// file; empty otherwise.
std::string missing_header(const std::string& file)
{
    Lines lines(file);
    Index n_rows = 0, n_columns = 0, n_entries = 0;
    bool above = false, below = false;
    while (lines.next()) {
        const auto& words = lines.words();
        const Index row = words.size() == 3 ? index_of(words[0]) : 0;
        const Index column = row > 0 ? index_of(words[1]) : 0;
        if (column == 0 || !is_number(words[2]))
            return "";
        n_rows = std::max(n_rows, row);
        n_columns = std::max(n_columns, column);
        above = above || row < column;
        below = below || row > column;
        ++n_entries;
    }
    if (n_entries == 0)
        return "";
    const Index n = std::max(n_rows, n_columns);
    return std::string("\"%%MatrixMarket matrix coordinate real ") +
           (above != below ? "symmetric" : "general") + "\" and \"" + std::to_string(n) + " " +
           std::to_string(n) + " " + std::to_string(n_entries) + "\"";
}

// Returns the probable format of a file without the header and the remedy; empty if unknown.
std::string other_format(const std::string& file)
{
    std::string head(4096, '\0');
    std::ifstream stream(file, std::ios::binary);
    stream.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(stream.gcount()));
    const char* const convert = ": convert it, for example with scipy.io.mmwrite in Python";
    if (head.starts_with("MATLAB 5.0") || head.starts_with("\x89HDF"))
        return std::string("; looks like a .mat file or HDF5") + convert;
    if (head.find('\0') != std::string::npos)
        return std::string("; looks like a binary file, as OP2 and OP4 of Nastran are") + convert;

    Lines lines(file);
    std::vector<std::string_view> words;
    while (lines.next()) // comments of Nastran and Abaqus
        if (words = lines.words();
            !words.front().starts_with("$") && !words.front().starts_with("**"))
            break;
    if (words.empty())
        return "";
    const std::string first = lower_case(std::string(words.front()));
    if (first.starts_with("dmig"))
        return std::string("; looks like DMIG of Nastran") + convert;
    if (words.size() >= 4 && words.size() <= 6 && is_number(words[0]) && is_number(words[1]) &&
        is_number(words[2]) && !is_number(words[3]))
        return std::string("; looks like OP4 of Nastran") + convert;
    std::ptrdiff_t n_commas = 0;
    for (const std::string_view word : words)
        n_commas += std::count(word.begin(), word.end(), ',');
    if (first.starts_with("*matrix") || n_commas >= 4)
        return "; looks like MATRIX INPUT of Abaqus: write it with *MATRIX OUTPUT, "
               "FORMAT=COORDINATE, and put a header before it";
    if (const std::string header = missing_header(file); !header.empty())
        return "; looks like rows \"row column value\", as *MATRIX OUTPUT, FORMAT=COORDINATE of "
               "Abaqus writes them: put two lines before them, " +
               header;
    return "";
}

Header read_header(Lines& lines)
{
    std::vector<std::string> words;
    if (lines.next_line())
        for (const std::string_view word : lines.words())
            words.push_back(lower_case(std::string(word)));
    if (words.empty() || words.front() != "%%matrixmarket")
        throw InputError::in_file(
            lines.file(), "not a Matrix Market file (it does not start with %%MatrixMarket)" +
                              other_format(lines.file()));
    words.erase(words.begin());
    const bool known = words.size() == 4 && words[0] == "matrix" &&
                       (words[1] == "coordinate" || words[1] == "array") &&
                       (words[2] == "real" || words[2] == "integer") &&
                       (words[3] == "general" || words[3] == "symmetric");
    if (!known)
        lines.refuse("a Matrix Market \"" + join(words, " ") +
                     "\"; allowed: matrix, coordinate or array, real or integer, general or "
                     "symmetric");
    return {words[1] == "coordinate", words[3] == "symmetric"};
}

// Returns a symmetric matrix from entries on either side of the diagonal. A pair that is given on
// both sides counts once.
SparseMatrix symmetric_matrix(const std::string& file, Index n,
                              std::vector<Eigen::Triplet<double>>& entries)
{
    const auto above = std::partition(entries.begin(), entries.end(),
                                      [](const auto& e) { return e.row() >= e.col(); });
    SparseMatrix lower(n, n), upper(n, n);
    lower.setFromTriplets(entries.begin(), above);
    if (above == entries.end()) {
        entries.clear();
        return lower.selfadjointView<Eigen::Lower>();
    }
    upper.setFromTriplets(above, entries.end());
    SparseMatrix mirrored = upper.transpose();
    for (Index j = 0; j < n; ++j) {
        SparseMatrix::InnerIterator a(lower, j), b(mirrored, j);
        while (a && b) {
            if (a.row() == b.row() && a.value() != b.value())
                throw InputError::in_file(
                    file, "entry (" + std::to_string(a.row() + 1) + ", " + std::to_string(j + 1) +
                              ") = " + number_text(a.value(), 9) + ", but (" +
                              std::to_string(j + 1) + ", " + std::to_string(a.row() + 1) +
                              ") = " + number_text(b.value(), 9) + " in a symmetric matrix");
            if (a.row() == b.row())
                b.valueRef() = 0; // counts once
            const Index row = std::min(a.row(), b.row());
            if (a.row() == row)
                ++a;
            if (b && b.row() == row)
                ++b;
        }
    }
    lower += mirrored;
    return lower.selfadjointView<Eigen::Lower>();
}

} // namespace

SparseMatrix read_matrix_market(const std::filesystem::path& file)
{
    Lines lines(file);
    const Header header = read_header(lines);
    if (!lines.next())
        throw InputError(lines.file() + ": the line with the sizes is missing");
    if (lines.words().size() != (header.coordinate ? 3U : 2U))
        lines.refuse(header.coordinate ? "expected the sizes: rows columns entries"
                                       : "expected the sizes: rows columns");
    const Index rows = lines.integer(0), columns = lines.integer(1);
    if (std::min(rows, columns) < 0 || std::max(rows, columns) > std::numeric_limits<int>::max() ||
        (header.symmetric && rows != columns))
        lines.refuse("impossible sizes " + std::to_string(rows) + " x " + std::to_string(columns));

    constexpr Index small_size = 10'000'000; // larger matrices have entries in most rows
    if (header.coordinate && std::max(rows, columns) > std::max(small_size, lines.integer(2)))
        lines.refuse("impossible sizes " + std::to_string(rows) + " x " + std::to_string(columns) +
                     " with " + std::to_string(lines.integer(2)) + " entries");

    // Counts per row and column; entries, doubled where symmetric, and the sum of equal ones.
    const double stored = header.coordinate ? static_cast<double>(lines.integer(2)) : 0;
    require_memory(12 * static_cast<double>(rows + columns) + 2 * 40 * stored,
                   InputError::in_file(lines.file(), "a " + std::to_string(rows) + " x " +
                                                         std::to_string(columns) + " matrix"),
                   "Is the line with the sizes right?");

    std::vector<Eigen::Triplet<double>> entries;
    auto add = [&](Index i, Index j, double value) -> void { entries.emplace_back(i, j, value); };
    auto more = [&](Index given, Index expected) -> void {
        if (!lines.next())
            throw InputError(lines.file() + ": " + std::to_string(given) + " of " +
                             std::to_string(expected) + " entries; the file is incomplete");
    };
    if (header.coordinate) {
        const Index count = lines.integer(2);
        for (Index k = 0; k < count; ++k) {
            more(k, count);
            if (lines.words().size() != 3)
                lines.refuse("expected: row column value");
            const Index i = lines.integer(0), j = lines.integer(1);
            if (i < 1 || i > rows || j < 1 || j > columns)
                lines.refuse("entry (" + std::to_string(i) + ", " + std::to_string(j) +
                             ") is outside of the " + std::to_string(rows) + " x " +
                             std::to_string(columns) + " matrix");
            add(i - 1, j - 1, lines.number(2));
        }
    } else {
        const Index count = header.symmetric ? rows * (rows + 1) / 2 : rows * columns;
        Index k = 0;
        for (Index j = 0; j < columns; ++j)
            for (Index i = header.symmetric ? j : 0; i < rows; ++i) {
                more(k++, count);
                if (lines.words().size() != 1)
                    lines.refuse("expected one value");
                if (const double value = lines.number(0); value != 0)
                    add(i, j, value);
            }
    }
    if (lines.next())
        lines.refuse("more entries than the sizes state");
    if (header.symmetric)
        return symmetric_matrix(lines.file(), rows, entries);
    SparseMatrix A(rows, columns);
    A.setFromTriplets(entries.begin(), entries.end());
    return A;
}

void write_matrix_market(std::ostream& stream, const SparseMatrix& A)
{
    bool symmetric = A.rows() == A.cols();
    if (symmetric)
        symmetric = SparseMatrix(A - SparseMatrix(A.transpose())).norm() == 0;
    Index count = 0;
    for (Index j = 0; j < A.outerSize(); ++j)
        for (SparseMatrix::InnerIterator it(A, j); it; ++it)
            count += !symmetric || it.row() >= j ? 1 : 0;

    stream << "%%MatrixMarket matrix coordinate real " << (symmetric ? "symmetric" : "general")
           << "\n"
           << A.rows() << " " << A.cols() << " " << count << "\n";
    for (Index j = 0; j < A.outerSize(); ++j)
        for (SparseMatrix::InnerIterator it(A, j); it; ++it)
            if (!symmetric || it.row() >= j)
                stream << it.row() + 1 << " " << j + 1 << " " << number_text(it.value()) << "\n";
}

} // namespace slideway
