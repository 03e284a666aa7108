#include "fem/matrix_files/nastran_dmig.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "fem/matrix_files/dof_numbers.hpp"
#include "fem/matrix_files/entry_list.hpp"
#include "fem/matrix_files/external_superelement.hpp"
#include "fem/matrix_files/matrix_text.hpp"
#include "fem/matrix_files/nastran_names.hpp"
#include "fem/readers/bulk_data.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

namespace slideway::fem {

namespace {

constexpr std::size_t few_digits = 8; // numbers of 8 columns have fewer

// A matrix while it is read. The columns of a rectangular one have numbers and no dofs.
struct Dmig {
    std::string name;
    int form = 0; ///< IFO
    bool complex = false;
    MeshPlace header;
    std::vector<FileEntry> entries, imaginary;
    std::size_t digits = 0; ///< most digits of a number of 8 columns

    [[nodiscard]] bool rectangular() const { return form == 2 || form == 9; }
};

// Number of digits of a number before its exponent, without leading zeros.
std::size_t digits_of(std::string_view text)
{
    std::size_t n = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (std::string_view("eEdD").find(c) != std::string_view::npos ||
            (i > 0 && (c == '+' || c == '-')))
            break;
        if (c >= '1' && c <= '9')
            ++n;
        else if (c == '0' && n > 0)
            ++n;
    }
    return n;
}

class BulkData {
public:
    explicit BulkData(const std::filesystem::path& file) : lines_(file), cards_(lines_.lines()) {}

    ImportedMatrices read()
    {
        BulkLine line;
        std::string text; // with tabs expanded
        while (lines_.next()) {
            std::string_view plain = lines_.text();
            if (plain.starts_with("$TITLE") || plain.starts_with("$SUBTITLE"))
                end_card(); // a table of results follows
            if (plain.find('\t') != std::string_view::npos)
                plain = text = with_blanks(plain);
            if (!split(plain, line))
                continue;
            if (line.continues)
                read_continuation(line);
            else if (line.head == "DMIG")
                read_dmig_card(line);
            else
                begin_card(line);
        }
        end_card();
        return imported();
    }

private:
    // ---- cards of other kinds, which are complete when the next one begins

    void begin_card(const BulkLine& line)
    {
        end_card();
        if (line.head.starts_with("INCLUDE")) {
            include_bulk_data(lines_.lines());
            return;
        }
        refuse_replication(lines_.lines(), line);
        if (line.head.starts_with("BEGIN") && !begun_) {
            begun_ = true; // executive and case control stand before
            n_other_ = 0;
            other_.clear();
            more_ = false;
            return;
        }
        card_.name = line.head.substr(0, line.head.find(' '));
        card_.place = lines_.place();
        card_.append(line);
        open_ = true;
    }

    void end_card()
    {
        if (open_ && !cards_.read(card_))
            note_other(card_.name);
        card_.fields.clear();
        open_ = in_column_ = false;
    }

    void note_other(const std::string& name)
    {
        constexpr std::size_t most = 5;
        static const std::set<std::string> known{"BEGIN",  "ENDDATA", "SPOINT", "ASET",
                                                 "ASET1",  "QSET",    "QSET1",  "DTI",
                                                 "SEBULK", "SECONCT", "PARAM"};
        if (known.contains(name))
            return;
        ++n_other_;
        if (other_.size() < most)
            other_.insert(name);
        else
            more_ |= !other_.contains(name);
    }

    void read_continuation(const BulkLine& line)
    {
        if (open_)
            card_.append(line);
        else if (in_column_)
            for (std::size_t first = 0; first < line.count; first += 4)
                add(line, first);
    }

    // ---- DMIG, whose columns may have any number of lines

    void read_dmig_card(const BulkLine& line)
    {
        end_card();
        const std::string name = upper(line.field[0]);
        const auto found = number_.find(name);
        if (line.field[1] == "0") {
            read_header(line, name, found != number_.end());
            return;
        }
        if (found == number_.end())
            lines_.refuse(name + ": no header card (DMIG " + name +
                          " 0 ...) before its first column");
        current_ = found->second;
        column_ = matrices_[current_].rectangular()
                      ? static_cast<int>(lines_.integer(line.field[1], "column", 1, most_label)) - 1
                      : numbers_.of(dof(line, 1));
        in_column_ = true;
        if (line.count == 8)
            add(line, 4);
    }

    void read_header(const BulkLine& line, const std::string& name, bool known)
    {
        if (known)
            lines_.refuse(name + ": a second header card; the first is at " +
                          lines_.lines().text_of(matrices_[number_.at(name)].header));
        if (name.empty())
            lines_.refuse("DMIG without a name");
        const long long form = lines_.integer(line.field[2], "IFO", 1, 9);
        if (form != 1 && form != 2 && form != 6 && form != 9)
            lines_.refuse(name + ": IFO = " + std::to_string(form) + "; allowed: 1, 2, 6, 9");
        const long long type = lines_.integer(line.field[3], "TIN", 1, 4);
        number_[name] = matrices_.size();
        matrices_.push_back({name, static_cast<int>(form), type > 2, lines_.place(), {}, {}});
    }

    FileDof dof(const BulkLine& line, std::size_t first)
    {
        FileDof dof;
        dof.label = lines_.integer(line.field[first], "grid", 1, most_label);
        if (!line.field[first + 1].empty())
            dof.component =
                static_cast<int>(lines_.integer(line.field[first + 1], "component", 0, 6));
        return dof;
    }

    // Adds an entry of the current column: grid, component, value. Columns of loads take rows of
    // their own, because a load may act where no matrix has an entry.
    void add(const BulkLine& line, std::size_t first)
    {
        if (line.field[first].empty())
            return;
        Dmig& matrix = matrices_[current_];
        const FileDof named = dof(line, first);
        const int row = (matrix.rectangular() ? load_numbers_ : numbers_).of(named);
        matrix.entries.push_back(
            {row, column_, lines_.place(), lines_.number(line.field[first + 2])});
        if (matrix.complex && !line.field[first + 3].empty())
            matrix.imaginary.push_back(
                {row, column_, lines_.place(), lines_.number(line.field[first + 3])});
        if (line.count == 8 && line.in_columns)
            matrix.digits = std::max(matrix.digits, digits_of(line.field[first + 2]));
    }

    // ---- result

    // Loads are rectangular, P..., with a column for each case.
    void add_loads(const Dmig& matrix, ImportedMatrices& all) const
    {
        if (matrix.name.front() != 'P' || matrix.complex) {
            all.notes.push_back("matrix " + matrix.name + " is " +
                                (matrix.complex ? "complex" : "rectangular") + "; not read");
            return;
        }
        std::map<int, FileLoad> by_column;
        for (const FileEntry& e : matrix.entries)
            by_column[e.column].forces.emplace_back(
                load_numbers_.dofs()[static_cast<std::size_t>(e.row)], e.value);
        for (auto& [column, load] : by_column) {
            load.source = matrix.name + ", column " + std::to_string(column + 1);
            all.loads.push_back(std::move(load));
        }
    }

    void add_matrix(Dmig& matrix, const std::vector<int>& place, ImportedMatrices& all) const
    {
        for (std::vector<FileEntry>* entries : {&matrix.entries, &matrix.imaginary})
            for (FileEntry& e : *entries) {
                e.row = place[static_cast<std::size_t>(e.row)];
                e.column = place[static_cast<std::size_t>(e.column)];
            }
        const auto row_text = [&all](Index row) -> std::string {
            const FileDof& dof = all.dofs[static_cast<std::size_t>(row)];
            return std::to_string(dof.label) + ", " + std::to_string(dof.component);
        };
        if (matrix.digits > 0 && matrix.digits < few_digits)
            all.notes.push_back("matrix " + matrix.name + " has numbers of " +
                                std::to_string(matrix.digits) +
                                " digits (8 columns); wide fields (DMIG*) have more");
        const auto made = [&](std::vector<FileEntry>& entries) -> SparseMatrix {
            return matrix_of(std::move(entries), static_cast<Index>(all.dofs.size()),
                             {lines_.lines(), row_text, matrix.name},
                             matrix.form == 6 ? Triangles::one : Triangles::all);
        };
        all.matrices.push_back(
            {matrix.name, nastran_quantity(matrix.name), made(matrix.entries), lines_.file()});
        if (!matrix.imaginary.empty())
            all.matrices.push_back({"the imaginary part of " + matrix.name, FileQuantity::unknown,
                                    made(matrix.imaginary), lines_.file(), 0, matrix.name});
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
        for (Dmig& matrix : matrices_)
            if (matrix.rectangular())
                add_loads(matrix, all);
            else
                add_matrix(matrix, place, all);
        if (all.matrices.empty()) {
            all.dofs = cards_.dofs();
            all.output_rows = cards_.output_rows();
        }
        cards_.add_nodes(all, lines_.file());
        if (all.matrices.empty() && all.dofs.empty() && all.nodes.X.empty() && all.loads.empty())
            throw InputError::in_file(lines_.file(), "no square matrix (DMIG with IFO = 1 or 6)");
        if (!other_.empty())
            all.notes.push_back(plural(n_other_, "card") + " of other kinds; not read: " +
                                join(std::vector<std::string>(other_.begin(), other_.end())) +
                                (more_ ? ", ..." : ""));
        return all;
    }

    MatrixText lines_;
    SuperelementCards cards_;
    BulkCard card_;
    bool open_ = false;      // card_ is not complete
    bool in_column_ = false; // the last card is a column of a matrix
    bool begun_ = false;     // BEGIN was read
    DofNumbers numbers_, load_numbers_;
    std::vector<Dmig> matrices_;
    std::map<std::string, std::size_t> number_; // of each matrix
    std::set<std::string> other_;               // names of other cards, the first few
    std::size_t current_ = 0, n_other_ = 0;
    bool more_ = false;
    int column_ = 0;
};

} // namespace

ImportedMatrices read_dmig(const std::filesystem::path& file)
{
    return BulkData(file).read();
}

} // namespace slideway::fem
