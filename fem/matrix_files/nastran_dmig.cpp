#include "fem/matrix_files/nastran_dmig.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "fem/matrix_files/dof_numbers.hpp"
#include "fem/matrix_files/entry_list.hpp"
#include "fem/matrix_files/matrix_text.hpp"
#include "fem/readers/mesh_text.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>
#include <string_view>

namespace slideway::fem {

namespace {

constexpr long long most_label = std::numeric_limits<int>::max();

// Fields of a line: the head, then up to eight.
struct Fields {
    std::string head; ///< upper case, without the mark of 16 columns
    std::array<std::string_view, 8> field;
    std::size_t count = 8; ///< 4 with 16 columns per field
    bool continues = false;
};

// Splits a line into fields; false if it is blank or a comment. The fields are parts of `text`.
bool split(std::string_view text, Fields& fields)
{
    text = text.substr(0, text.find('$'));
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
    if (text.empty())
        return false;
    const auto comma = text.find(',');
    std::string_view head = trimmed(text.substr(0, std::min<std::size_t>(8, comma)));
    const bool large = head.starts_with('*') || head.ends_with('*');
    fields.continues = head.empty() || head.front() == '*' || head.front() == '+';
    if (head.ends_with('*'))
        head.remove_suffix(1);
    fields.head = fields.continues ? "" : upper(head);
    fields.count = large ? 4 : 8;
    fields.field.fill({});
    if (comma != std::string_view::npos) {
        std::size_t begin = comma + 1;
        for (std::size_t i = 0; i < fields.count && begin <= text.size(); ++i) {
            const auto end = std::min(text.find(',', begin), text.size());
            fields.field[i] = trimmed(text.substr(begin, end - begin));
            begin = end + 1;
        }
    } else {
        const std::size_t width = large ? 16 : 8;
        for (std::size_t i = 0; i < fields.count && 8 + i * width < text.size(); ++i)
            fields.field[i] = trimmed(text.substr(8 + i * width, width));
    }
    return true;
}

// A matrix while it is read.
struct Dmig {
    std::string name;
    int form = 0; ///< IFO
    int header_line = 0;
    std::vector<FileEntry> entries;
};

class BulkData {
public:
    explicit BulkData(const std::filesystem::path& file) : lines_(file) {}

    ImportedMatrices read()
    {
        Fields fields;
        std::string text; // with tabs expanded
        while (lines_.next()) {
            if (lines_.text().starts_with("$TITLE") || lines_.text().starts_with("$SUBTITLE"))
                card_ = Card::other; // a table of results follows
            std::string_view line = lines_.text();
            if (line.find('\t') != std::string_view::npos)
                line = text = expanded(line);
            if (!split(line, fields))
                continue;
            if (fields.continues)
                read_continuation(fields);
            else
                read_card(fields);
        }
        return imported();
    }

private:
    enum class Card { other, column, grid };

    static std::string expanded(std::string_view line)
    {
        std::string text;
        for (const char c : line)
            text.append(c == '\t' ? 8 - text.size() % 8 : 1, c == '\t' ? ' ' : c);
        return text;
    }

    void read_card(const Fields& fields)
    {
        card_ = Card::other;
        if (fields.head == "DMIG")
            read_dmig_card(fields);
        else if (fields.head == "GRID")
            read_grid(fields);
        else
            note_other(fields.head.substr(0, fields.head.find(' ')));
    }

    void note_other(const std::string& name)
    {
        constexpr std::size_t most = 5;
        if (name == "BEGIN" || name == "ENDDATA")
            return;
        ++n_other_;
        if (other_.size() < most)
            other_.insert(name);
        else
            more_ |= !other_.contains(name);
    }

    void read_continuation(const Fields& fields)
    {
        if (card_ == Card::column)
            for (std::size_t first = 0; first < fields.count; first += 4)
                add(fields, first);
        else if (card_ == Card::grid)
            read_grid_end(fields);
    }

    void read_dmig_card(const Fields& fields)
    {
        const std::string name = upper(fields.field[0]);
        const bool is_header = fields.field[1] == "0";
        const auto found = number_.find(name);
        if (is_header) {
            read_header(fields, name, found != number_.end());
            return;
        }
        if (found == number_.end())
            lines_.refuse(name + ": no header card (DMIG " + name +
                          " 0 ...) before its first column");
        current_ = found->second;
        if (matrices_[current_].form == 2 || matrices_[current_].form == 9)
            return; // loads
        column_ = numbers_.of(dof(fields, 1));
        card_ = Card::column;
        if (fields.count == 8)
            add(fields, 4);
    }

    void read_header(const Fields& fields, const std::string& name, bool known)
    {
        if (known)
            lines_.refuse(name + ": a second header card; the first is at line " +
                          std::to_string(matrices_[number_.at(name)].header_line));
        if (name.empty())
            lines_.refuse("DMIG without a name");
        const long long form = lines_.integer(fields.field[2], "IFO", 1, 9);
        if (form != 1 && form != 2 && form != 6 && form != 9)
            lines_.refuse(name + ": IFO = " + std::to_string(form) + "; allowed: 1, 2, 6, 9");
        const long long type = lines_.integer(fields.field[3], "TIN", 1, 4);
        if (type > 2 && (form == 1 || form == 6))
            lines_.refuse(name + ": TIN = " + std::to_string(type) +
                          ", a complex matrix; real ones are read (TIN = 1 or 2)");
        number_[name] = matrices_.size();
        matrices_.push_back({name, static_cast<int>(form), lines_.line(), {}});
    }

    FileDof dof(const Fields& fields, std::size_t first)
    {
        FileDof dof;
        dof.label = lines_.integer(fields.field[first], "grid", 1, most_label);
        if (!fields.field[first + 1].empty())
            dof.component =
                static_cast<int>(lines_.integer(fields.field[first + 1], "component", 0, 6));
        return dof;
    }

    // Adds an entry of the current column: grid, component, value.
    void add(const Fields& fields, std::size_t first)
    {
        if (fields.field[first].empty())
            return;
        const int row = numbers_.of(dof(fields, first));
        matrices_[current_].entries.push_back(
            {row, column_, lines_.line(), lines_.number(fields.field[first + 2])});
    }

    void read_grid(const Fields& fields)
    {
        card_ = Card::grid;
        grid_ = static_cast<std::size_t>(lines_.integer(fields.field[0], "grid", 1, most_label));
        std::array<double, 3> x{};
        for (std::size_t c = 0; c < 3; ++c)
            if (2 + c < fields.count)
                x[c] = coordinate(fields.field[2 + c]);
        if (!nodes_.X.emplace(grid_, x).second)
            lines_.refuse("grid " + std::to_string(grid_) + " is defined twice");
        refuse_system(fields.field[1], "CP, of its position");
        if (fields.count == 8)
            refuse_system(fields.field[5], "CD, of its dofs");
    }

    // Reads the second line of GRID with 16 columns per field: x3, CD.
    void read_grid_end(const Fields& fields)
    {
        card_ = Card::other;
        if (fields.count != 4)
            return;
        nodes_.X.at(grid_)[2] = coordinate(fields.field[0]);
        refuse_system(fields.field[1], "CD, of its dofs");
    }

    [[nodiscard]] double coordinate(std::string_view text) const
    {
        return text.empty() ? 0 : lines_.number(text);
    }

    void refuse_system(std::string_view text, const char* what) const
    {
        if (text.find_first_not_of('0') != std::string_view::npos && text != "-1")
            lines_.refuse("grid " + std::to_string(grid_) + ": coordinate system " +
                          std::string(text) + " (" + what +
                          "); only the basic system is read: write positions and dofs in it");
    }

    ImportedMatrices imported()
    {
        ImportedMatrices all;
        all.format = "DMIG of Nastran";
        std::vector<FileEntry> none;
        all.dofs = sort_dofs(numbers_.dofs(), none);
        std::vector<int> place;
        for (const FileDof& dof : numbers_.dofs())
            place.push_back(static_cast<int>(
                std::lower_bound(all.dofs.begin(), all.dofs.end(), dof) - all.dofs.begin()));
        for (Dmig& matrix : matrices_) {
            if (matrix.form == 2 || matrix.form == 9) {
                all.notes.push_back("matrix " + matrix.name +
                                    " is rectangular, such as loads; not read");
                continue;
            }
            for (FileEntry& e : matrix.entries) {
                e.row = place[static_cast<std::size_t>(e.row)];
                e.column = place[static_cast<std::size_t>(e.column)];
            }
            const auto row_text = [&all](Index row) -> std::string {
                const FileDof& dof = all.dofs[static_cast<std::size_t>(row)];
                return std::to_string(dof.label) + ", " + std::to_string(dof.component);
            };
            all.matrices.push_back(
                {matrix.name, quantity(matrix.name),
                 matrix_of(std::move(matrix.entries), static_cast<Index>(all.dofs.size()),
                           {lines_.file(), row_text, matrix.name},
                           matrix.form == 6 ? Triangles::one : Triangles::all),
                 lines_.file()});
        }
        if (all.matrices.empty())
            throw InputError::in_file(lines_.file(), "no square matrix (DMIG with IFO = 1 or 6)");
        if (!other_.empty())
            all.notes.push_back(plural(n_other_, "card") + " of other kinds; not read: " +
                                join(std::vector<std::string>(other_.begin(), other_.end())) +
                                (more_ ? ", ..." : ""));
        nodes_.source = lines_.file();
        all.nodes = std::move(nodes_);
        return all;
    }

    // Quantity by the names that Nastran and OptiStruct use.
    static FileQuantity quantity(const std::string& name)
    {
        if (name.starts_with("K4"))
            return FileQuantity::structural;
        switch (name.front()) {
        case 'K':
            return FileQuantity::stiffness;
        case 'M':
            return FileQuantity::mass;
        case 'B':
            return FileQuantity::damping;
        default:
            return FileQuantity::unknown;
        }
    }

    MatrixText lines_;
    Card card_ = Card::other;
    DofNumbers numbers_;
    std::vector<Dmig> matrices_;
    std::map<std::string, std::size_t> number_; // of each matrix
    std::set<std::string> other_;               // names of other cards, the first few
    std::size_t current_ = 0, grid_ = 0, n_other_ = 0;
    bool more_ = false;
    int column_ = 0;
    LabelledNodes nodes_;
};

} // namespace

ImportedMatrices read_dmig(const std::filesystem::path& file)
{
    return BulkData(file).read();
}

} // namespace slideway::fem
