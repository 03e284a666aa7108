#include "fem/matrix_files/harwell_boeing.hpp"

#include "base/text.hpp"
#include "fem/matrix_files/entry_list.hpp"
#include "fem/matrix_files/matrix_text.hpp"
#include "fem/readers/mesh_text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <string_view>

namespace slideway::fem {

namespace {

bool is_digit(char c)
{
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

// Numbers per line and their width, of "(10I8)" or "(1P,4D20.12)".
struct LineFormat {
    std::size_t per_line = 0, width = 0;
};

LineFormat line_format(std::string_view text)
{
    LineFormat format;
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
        const char letter = static_cast<char>(std::toupper(static_cast<unsigned char>(text[i])));
        if (std::string_view("IDEFG").find(letter) == std::string_view::npos ||
            !is_digit(text[i + 1]))
            continue;
        std::size_t end = i; // of the number of fields: "4D20.12", or "4(D20.12)"
        if (end > 1 && text[end - 1] == '(' && is_digit(text[end - 2]))
            --end;
        std::size_t begin = end;
        while (begin > 0 && is_digit(text[begin - 1]))
            --begin;
        for (std::size_t k = begin; k < end && k < begin + 6; ++k)
            format.per_line = 10 * format.per_line + static_cast<std::size_t>(text[k] - '0');
        if (begin == end)
            format.per_line = 1;
        for (std::size_t k = i + 1; k < text.size() && k < i + 6 && is_digit(text[k]); ++k)
            format.width = 10 * format.width + static_cast<std::size_t>(text[k] - '0');
        break;
    }
    return format;
}

bool is_type(std::string_view word)
{
    constexpr std::array<std::string_view, 3> letters{"RCPI", "SUHZR", "AE"};
    if (word.size() != 3)
        return false;
    for (std::size_t k = 0; k < 3; ++k)
        if (letters[k].find(static_cast<char>(std::toupper(static_cast<unsigned char>(word[k])))) ==
            std::string_view::npos)
            return false;
    return true;
}

class HarwellBoeing {
public:
    explicit HarwellBoeing(const std::filesystem::path& file)
        : lines_(file), bytes_(static_cast<long long>(std::filesystem::file_size(file)))
    {
    }

    ImportedMatrices read()
    {
        read_header();
        const std::vector<int> pointers = read_whole(n_ + 1, formats_[0], "pointer", entries_ + 1);
        check_pointers(pointers);
        const std::vector<int> rows = read_whole(entries_, formats_[1], "row", n_);
        std::vector<FileEntry> entries;
        entries.reserve(static_cast<std::size_t>(entries_));
        int column = 0;
        each_field(entries_, formats_[2], [&](long long k, std::string_view field) {
            while (k + 1 >= pointers[static_cast<std::size_t>(column) + 1])
                ++column;
            entries.push_back({rows[static_cast<std::size_t>(k)] - 1, column, lines_.place(),
                               lines_.number(field)});
        });
        ImportedMatrices imported;
        imported.format = "Harwell-Boeing";
        const auto name = [](Index row) -> std::string { return std::to_string(row + 1); };
        imported.matrices.push_back({"", FileQuantity::unknown,
                                     matrix_of(std::move(entries), n_, {lines_.lines(), name},
                                               symmetric_ ? Triangles::any : Triangles::all),
                                     lines_.file()});
        return imported;
    }

private:
    void next_line(const char* what)
    {
        if (!lines_.next())
            lines_.refuse(std::string("the file ends within its ") + what);
    }

    long long size(std::string_view text, const char* what, long long low)
    {
        return lines_.integer(text, what, low,
                              std::min<long long>(bytes_, std::numeric_limits<int>::max() - 1));
    }

    void read_header()
    {
        next_line("header");
        next_line("header");
        const std::vector<std::string> counts = blank_fields(lines_.text());
        const bool has_rhs =
            counts.size() > 4 && size(counts[4], "lines of right-hand sides", 0) > 0;
        next_line("header");
        const std::vector<std::string> words = blank_fields(lines_.text());
        if (words.size() < 4 || !is_type(words.front()))
            lines_.refuse("expected type, rows, columns and entries, such as RSA 90 90 1676 0");
        check_type(upper(words.front()));
        n_ = size(words[1], "rows", 1);
        if (size(words[2], "columns", 1) != n_)
            lines_.refuse(words[1] + " rows and " + words[2] +
                          " columns; expected a square matrix");
        entries_ = size(words[3], "entries", 0);
        next_line("header");
        const std::string_view text = lines_.text();
        const std::array<std::pair<std::size_t, std::size_t>, 3> at{{{0, 16}, {16, 16}, {32, 20}}};
        for (std::size_t k = 0; k < at.size(); ++k) {
            const std::string_view part =
                at[k].first < text.size() ? text.substr(at[k].first, at[k].second) : "";
            formats_[k] = line_format(part);
            if (formats_[k].per_line == 0 || formats_[k].width == 0)
                lines_.refuse("format \"" + std::string(trimmed(part)) +
                              "\"; expected one such as (10I8) or (1P,4D20.12)");
        }
        if (has_rhs)
            next_line("header");
    }

    void check_type(const std::string& type)
    {
        const auto refuse = [&](const char* reason) {
            lines_.refuse("type " + type + " " + reason +
                          "; expected a real assembled matrix, RSA or RUA");
        };
        if (type[0] == 'P')
            refuse("has no values, only the pattern of the matrix");
        if (type[2] == 'E')
            refuse("has matrices of elements that are not assembled");
        if (type[0] == 'C')
            refuse("is complex");
        if (type[1] != 'S' && type[1] != 'U')
            refuse(type[1] == 'Z'   ? "is skew-symmetric"
                   : type[1] == 'H' ? "is Hermitian"
                                    : "is rectangular");
        symmetric_ = type[1] == 'S';
    }

    // Calls work(k, field) for `n` fields, which begin on a new line.
    template <class Work>
    void each_field(long long n, const LineFormat& format, const Work& work)
    {
        for (long long k = 0; k < n;) {
            next_line("numbers");
            const std::string_view text = lines_.text();
            for (std::size_t i = 0; i < format.per_line && k < n; ++i, ++k) {
                const std::size_t begin = i * format.width;
                work(k, trimmed(begin < text.size() ? text.substr(begin, format.width)
                                                    : std::string_view()));
            }
        }
    }

    std::vector<int> read_whole(long long n, const LineFormat& format, const char* what,
                                long long most)
    {
        std::vector<int> numbers;
        numbers.reserve(static_cast<std::size_t>(n));
        each_field(n, format, [&](long long /*k*/, std::string_view field) {
            numbers.push_back(static_cast<int>(lines_.integer(field, what, 1, most)));
        });
        return numbers;
    }

    void check_pointers(const std::vector<int>& pointers) const
    {
        if (pointers.front() != 1 || pointers.back() != entries_ + 1 ||
            !std::is_sorted(pointers.begin(), pointers.end()))
            lines_.refuse("pointers from " + std::to_string(pointers.front()) + " to " +
                          std::to_string(pointers.back()) + "; expected them to ascend from 1 to " +
                          std::to_string(entries_ + 1));
    }

    MatrixText lines_;
    long long bytes_ = 0, n_ = 0, entries_ = 0;
    bool symmetric_ = true;
    std::array<LineFormat, 3> formats_{}; // of pointers, rows and values
};

} // namespace

bool is_harwell_boeing(const std::vector<std::string>& lines)
{
    if (lines.size() < 4)
        return false;
    const std::vector<std::string> words = blank_fields(lines[2]);
    return words.size() >= 4 && is_type(words.front()) && line_format(lines[3]).width > 0;
}

ImportedMatrices read_harwell_boeing(const std::filesystem::path& file)
{
    return HarwellBoeing(file).read();
}

} // namespace slideway::fem
