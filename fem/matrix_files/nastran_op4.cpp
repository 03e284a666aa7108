#include "fem/matrix_files/nastran_op4.hpp"

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "base/text.hpp"
#include "fem/matrix_files/matrix_text.hpp"
#include "fem/matrix_files/op4_content.hpp"
#include "fem/readers/mesh_text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <optional>
#include <type_traits>
#include <utility>

namespace slideway::fem {

namespace {

constexpr long long big_rows = 65536; ///< strings have two integers from this size on

std::uint32_t swapped(std::uint32_t x)
{
    return (x >> 24U) | ((x >> 8U) & 0xFF00U) | ((x << 8U) & 0xFF0000U) | (x << 24U);
}

std::uint64_t swapped(std::uint64_t x)
{
    return (static_cast<std::uint64_t>(swapped(static_cast<std::uint32_t>(x))) << 32U) |
           swapped(static_cast<std::uint32_t>(x >> 32U));
}

template <class T>
T number_in(const char* bytes, bool swap)
{
    using Word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    Word word = 0;
    std::memcpy(&word, bytes, sizeof(Word));
    return std::bit_cast<T>(swap ? swapped(word) : word);
}

// Words of a number with `header`; a complex one has two numbers.
long long words_of(const Op4Header& header, bool wide)
{
    return !wide && header.type % 2 == 0 ? 2 : 1;
}

// ---- binary

class BinaryOp4 {
public:
    BinaryOp4(const std::filesystem::path& file, Op4Use use)
        : file_(file.string()), stream_(open_input(file)), bytes_(std::filesystem::file_size(file)),
          content_(file_, bytes_, use, [this](const std::string& message) { refuse(message); })
    {
    }

    ImportedMatrices read()
    {
        std::array<char, 4> first{};
        stream_.read(first.data(), 4);
        stream_.seekg(0);
        const auto length = number_in<std::uint32_t>(first.data(), false);
        swap_ = length != 24 && length != 48;
        wide_ = (swap_ ? swapped(length) : length) == 48;
        while (at_ < bytes_)
            read_matrix();
        return content_.taken();
    }

private:
    [[noreturn]] void refuse(const std::string& message) const
    {
        throw InputError::in_file(
            file_, (name_.empty() ? "" : "matrix " + name_ + ", ") +
                       (column_ > 0 ? "column " + std::to_string(column_) + ", " : "") + "byte " +
                       std::to_string(record_at_) + ": " + message);
    }

    // Reads a record with its lengths before and after.
    void read_record()
    {
        record_at_ = at_;
        const std::size_t length = read_length();
        if (length > bytes_ - at_)
            refuse("the file ends within a record of " + std::to_string(length) + " bytes");
        record_.resize(length);
        stream_.read(record_.data(), static_cast<std::streamsize>(length));
        at_ += length;
        if (const std::size_t after = read_length(); after != length)
            refuse("a record of " + std::to_string(length) + " bytes, and " +
                   std::to_string(after) + " after it");
    }

    std::size_t read_length()
    {
        std::array<char, 4> bytes{};
        if (bytes_ - at_ < 4)
            refuse("the file ends within a record");
        stream_.read(bytes.data(), 4);
        at_ += 4;
        return number_in<std::uint32_t>(bytes.data(), swap_);
    }

    [[nodiscard]] std::size_t word() const { return wide_ ? 8 : 4; }

    [[nodiscard]] long long integer(std::size_t k) const
    {
        const char* const at = record_.data() + k * word();
        return wide_ ? number_in<std::int64_t>(at, swap_) : number_in<std::int32_t>(at, swap_);
    }

    void read_matrix()
    {
        name_.clear();
        column_ = 0;
        read_record();
        if (record_.size() != 6 * word())
            refuse("a record of " + std::to_string(record_.size()) +
                   " bytes; expected the header of a matrix of " + std::to_string(6 * word()));
        name_ = std::string(trimmed(std::string_view(record_).substr(4 * word(), 2 * word())));
        std::replace_if(
            name_.begin(), name_.end(),
            [](unsigned char c) -> bool { return std::isprint(c) == 0; }, '?');
        Op4Header header{name_, integer(0), integer(1), integer(2), integer(3)};
        header.big = header.rows < 0 || header.rows >= big_rows;
        header.rows = std::abs(header.rows);
        content_.begin(header);
        for (;;) {
            read_record();
            if (record_.size() < 3 * word())
                refuse("a record of " + std::to_string(record_.size()) +
                       " bytes; expected a column");
            column_ = integer(0);
            if (column_ == header.columns + 1)
                break;
            read_column();
        }
        content_.end();
    }

    void read_column()
    {
        const Op4Header& header = content_.header();
        content_.begin_column(column_);
        const long long first = integer(1), words = integer(2);
        if (words < 0 || static_cast<std::size_t>(words) != record_.size() / word() - 3)
            refuse(std::to_string(words) + " words in a record of " +
                   std::to_string(record_.size()) + " bytes");
        if (first > 0) {
            add(first, 3, words);
            return;
        }
        const long long head = header.big ? 2 : 1;
        for (long long at = 0; at < words;) {
            if (words - at < head)
                refuse("ends within a string");
            const long long code = integer(static_cast<std::size_t>(3 + at));
            const long long n = (header.big ? code : code / big_rows) - 1;
            const long long row =
                header.big ? integer(static_cast<std::size_t>(4 + at)) : code % big_rows;
            at += head;
            if (n < 1 || n > words - at)
                refuse("a string of " + std::to_string(n) + " words; the column has " +
                       std::to_string(words - at));
            add(row, static_cast<std::size_t>(3 + at), n);
            at += n;
        }
    }

    // Adds `words` words from word `at` of the record on.
    void add(long long row, std::size_t at, long long words)
    {
        const Op4Header& header = content_.header();
        const long long per = words_of(header, wide_);
        if (words % (header.complex() ? 2 * per : per) != 0)
            refuse(std::to_string(words) + " words of numbers of " + std::to_string(per));
        const char* bytes = record_.data() + at * word();
        numbers_.clear();
        const bool single = !wide_ && header.type % 2 == 1;
        for (long long i = 0; i < words; i += per) {
            const double value = single ? static_cast<double>(number_in<float>(bytes, swap_))
                                        : number_in<double>(bytes, swap_);
            if (!std::isfinite(value))
                refuse("a number that is not finite");
            numbers_.push_back(value);
            bytes += static_cast<std::size_t>(per) * word();
        }
        content_.add(row, numbers_);
    }

    std::string file_;
    std::ifstream stream_;
    std::size_t bytes_ = 0, at_ = 0, record_at_ = 0;
    bool swap_ = false, wide_ = false;
    std::string record_, name_;
    long long column_ = 0;
    std::vector<double> numbers_;
    Op4Content content_;
};

// ---- text

// Numbers per line and their width, of "1P,3E23.16".
struct NumberFormat {
    std::size_t per_line = 0, width = 0;
    bool wide_sizes = false; ///< sizes have 16 columns
};

std::optional<NumberFormat> number_format(std::string_view text)
{
    NumberFormat format;
    text = trimmed(text);
    if (text.ends_with("|I16")) {
        format.wide_sizes = true;
        text.remove_suffix(4);
    }
    text = trimmed(text.substr(text.starts_with('(') ? 1 : 0));
    if (const auto scale = text.find_first_not_of("0123456789");
        scale != std::string_view::npos && (text[scale] == 'P' || text[scale] == 'p'))
        text.remove_prefix(scale + 1); // a factor of printing, "1P"
    text = trimmed(text.substr(text.starts_with(',') ? 1 : 0));
    std::size_t i = 0;
    const auto digits = [&](std::size_t& value) {
        const std::size_t begin = i;
        for (; i < text.size() && i - begin < 4 &&
               std::isdigit(static_cast<unsigned char>(text[i])) != 0;
             ++i)
            value = 10 * value + static_cast<std::size_t>(text[i] - '0');
    };
    digits(format.per_line);
    if (i >= text.size() || std::string_view("EDedFG").find(text[i]) == std::string_view::npos)
        return std::nullopt;
    ++i;
    digits(format.width);
    if (format.per_line == 0 || format.width == 0 || i >= text.size() || text[i] != '.')
        return std::nullopt;
    return format;
}

// Returns a whole number of a field; empty if it is none.
std::optional<long long> whole(std::string_view text)
{
    text = trimmed(text);
    long long value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc{} && stop == end && !text.empty() ? std::optional(value)
                                                                : std::nullopt;
}

std::string_view columns(std::string_view text, std::size_t begin, std::size_t n)
{
    return begin < text.size() ? text.substr(begin, n) : std::string_view();
}

struct TextHeader {
    Op4Header header;
    NumberFormat format;
};

// Parses a header: two sizes of 8 or 16 columns, form and type of 8, name of 8, format.
std::optional<TextHeader> header_of(std::string_view line)
{
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r'))
        line.remove_suffix(1);
    const std::size_t width = line.ends_with("|I16") ? 16 : 8, after = 2 * width;
    const auto size = [&](std::size_t begin, std::size_t n) {
        return whole(columns(line, begin, n));
    };
    const auto n_columns = size(0, width), rows = size(width, width), form = size(after, 8),
               type = size(after + 8, 8);
    const auto format = number_format(columns(line, after + 24, std::string_view::npos));
    if (!n_columns || !rows || !form || !type || !format)
        return std::nullopt;
    TextHeader all;
    all.header = {std::string(trimmed(columns(line, after + 16, 8))), *n_columns, std::abs(*rows),
                  *form, *type};
    all.header.big = *rows < 0 || *rows >= big_rows;
    all.format = *format;
    return all;
}

class TextOp4 {
public:
    TextOp4(const std::filesystem::path& file, Op4Use use)
        : lines_(file), content_(lines_.file(), std::filesystem::file_size(file), use,
                                 [this](const std::string& message) { refuse(message); })
    {
    }

    ImportedMatrices read()
    {
        while (lines_.next())
            if (!trimmed(lines_.text()).empty())
                read_matrix();
        return content_.taken();
    }

private:
    [[noreturn]] void refuse(const std::string& message) const
    {
        lines_.refuse((name_.empty() ? "" : name_ + ": ") + message);
    }

    void next_line()
    {
        if (!lines_.next())
            refuse("the file ends within the matrix" +
                   (column_ > 0 ? ", in column " + std::to_string(column_) : ""));
    }

    void read_matrix()
    {
        const std::optional<TextHeader> found = header_of(lines_.text());
        if (!found)
            refuse("expected the header of a matrix: columns, rows, form, type, name and format, "
                   "such as 1P,3E23.16");
        format_ = found->format;
        name_ = found->header.name;
        column_ = 0;
        content_.begin(found->header);
        for (;;) {
            next_line();
            column_ = size(0);
            const long long first = size(1), words = size(2);
            if (column_ == found->header.columns + 1) {
                read_numbers(1);
                break;
            }
            content_.begin_column(column_);
            if (first > 0)
                read_rows(first, words);
            else
                read_strings(words);
        }
        content_.end();
        name_.clear();
    }

    // Size k of the line of a column, of 8 or 16 columns.
    [[nodiscard]] long long size(std::size_t k) const
    {
        const std::string_view text = lines_.text();
        const std::size_t width = format_.wide_sizes && trimmed_size(text) > 24 ? 16 : 8;
        const auto value = whole(columns(text, k * width, width));
        if (!value)
            refuse("expected the number, the first row and the size of a column");
        return *value;
    }

    static std::size_t trimmed_size(std::string_view text)
    {
        return text.find_last_not_of(" \t") + 1;
    }

    void read_rows(long long first, long long n)
    {
        const Op4Header& header = content_.header();
        const long long per_row = header.complex() ? 2 : 1;
        if (n < 0 || n > per_row * header.rows || n % per_row != 0)
            refuse(std::to_string(n) + " numbers in a column of " + std::to_string(header.rows) +
                   " rows");
        const long long last = first > header.rows ? first : first + n / per_row - 1;
        if (last > header.rows)
            refuse("row " + std::to_string(last) + " of " + std::to_string(header.rows));
        read_numbers(n);
        content_.add(first, numbers_);
    }

    void read_strings(long long words)
    {
        const Op4Header& header = content_.header();
        const long long per = words_of(header, false), head = header.big ? 2 : 1;
        for (long long at = 0; at < words;) {
            next_line();
            long long code = 0, row = 0;
            if (header.big) {
                const std::size_t width =
                    format_.wide_sizes && trimmed_size(lines_.text()) > 16 ? 16 : 8;
                const auto first = whole(columns(lines_.text(), 0, width)),
                           second = whole(columns(lines_.text(), width, 16));
                if (!first || !second)
                    refuse("expected the size and the first row of a string");
                code = *first;
                row = *second;
            } else {
                const auto first = whole(lines_.text());
                if (!first)
                    refuse("expected the code of a string, 65536 (words + 1) + row");
                code = *first / big_rows;
                row = *first % big_rows;
            }
            const long long n = code - 1;
            at += head;
            if (n < 1 || n > words - at || n % per != 0)
                refuse("a string of " + std::to_string(n) + " words; the column has " +
                       std::to_string(words - at));
            read_rows(row, n / per);
            at += n;
        }
    }

    void read_numbers(long long n)
    {
        numbers_.clear();
        while (static_cast<long long>(numbers_.size()) < n) {
            next_line();
            const std::string_view text = lines_.text();
            for (std::size_t k = 0;
                 k < format_.per_line && static_cast<long long>(numbers_.size()) < n; ++k)
                numbers_.push_back(
                    lines_.number(trimmed(columns(text, k * format_.width, format_.width))));
        }
    }

    MatrixText lines_;
    NumberFormat format_;
    std::string name_;
    long long column_ = 0;
    std::vector<double> numbers_;
    Op4Content content_;
};

} // namespace

bool is_binary_op4(const std::string& bytes)
{
    if (bytes.size() < 20)
        return false;
    const auto length = number_in<std::uint32_t>(bytes.data(), false);
    for (const bool swap : {false, true})
        for (const std::uint32_t header : {24U, 48U}) {
            if ((swap ? swapped(length) : length) != header)
                continue;
            const std::size_t word = header / 6;
            if (bytes.size() < 4 + 4 * word)
                return false;
            const auto integer = [&](std::size_t k) -> std::int64_t {
                const char* const at = bytes.data() + 4 + k * word;
                return word == 8 ? number_in<std::int64_t>(at, swap)
                                 : number_in<std::int32_t>(at, swap);
            };
            return integer(2) >= 1 && integer(2) <= 15 && integer(3) >= 1 && integer(3) <= 4;
        }
    return false;
}

bool is_op4_header(const std::string& line)
{
    return header_of(line).has_value();
}

namespace {

ImportedMatrices read(const std::filesystem::path& file, Op4Use use)
{
    std::ifstream stream = open_input(file);
    std::string bytes(4096, '\0');
    stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(stream.gcount()));
    return is_binary_op4(bytes) ? BinaryOp4(file, use).read() : TextOp4(file, use).read();
}

} // namespace

ImportedMatrices read_op4(const std::filesystem::path& file)
{
    return read(file, Op4Use::body);
}

SparseMatrix read_op4_matrix(const std::filesystem::path& file)
{
    return std::move(read(file, Op4Use::one).outputs.front().A);
}

} // namespace slideway::fem
