#include "fem/matrix_files/abaqus_substructure.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "fem/matrix_files/matrix_text.hpp"
#include "fem/readers/fortran_number.hpp"
#include "fem/readers/mesh_text.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

namespace slideway::fem {

namespace {

// A file that is read line by line into the description of its element, then its matrices.
class Substructure {
public:
    explicit Substructure(const std::filesystem::path& file) : lines_(file)
    {
        imported_.format = "a substructure of Abaqus";
    }

    ImportedMatrices read()
    {
        while (again_ || lines_.next()) {
            again_ = false;
            const std::string line = upper(trimmed(lines_.text()));
            if (line.starts_with("**"))
                read_comment(line);
            else if (line.starts_with("*USER ELEMENT"))
                read_element(line);
            else if (line.starts_with("*MATRIX"))
                read_matrix(line);
            else if (line.starts_with("*"))
                lines_.refuse("keyword " + line.substr(0, 40) +
                              "; expected *USER ELEMENT and *MATRIX");
            else if (!line.empty())
                lines_.refuse("numbers before *MATRIX; expected *USER ELEMENT, its nodes and dofs");
        }
        if (imported_.matrices.empty())
            throw InputError::in_file(lines_.file(), "no *MATRIX");
        if (!recovery_.empty())
            add_recovery();
        return std::move(imported_);
    }

private:
    void read_comment(const std::string& line)
    {
        if (line.find("ELEMENT NUMBER") != std::string::npos)
            lines_.refuse("matrices of single elements (*ELEMENT MATRIX OUTPUT); expected those of "
                          "a model: write them with *MATRIX GENERATE and *MATRIX OUTPUT");
        if (line.find("LOAD CASE VECTOR") != std::string::npos) {
            const auto name = line.find("SLOAD CASE");
            imported_.loads.push_back({name == std::string::npos
                                           ? std::string("SLOAD CASE")
                                           : std::string(trimmed(line.substr(name))),
                                       {},
                                       {}});
            in_load_ = true;
        } else if (in_load_ && line.find("CLOAD") == std::string::npos)
            read_load(line);
        if (line.find("RECOVERY VECTOR") != std::string::npos)
            begin_recovery(line);
        else if (line.find_first_not_of("0123456789.+-EDed, \t*\r") != std::string::npos)
            in_recovery_ = false;
        else if (in_recovery_)
            read_recovery(line);
    }

    // "** position, dof, value": a force of the load case; another comment ends it.
    void read_load(std::string_view line)
    {
        std::vector<std::string_view> fields;
        split_numbers(line.substr(std::min(line.find_first_not_of('*'), line.size())), fields);
        in_load_ = fields.size() == 3 && fortran_number(fields[0]).has_value();
        if (!in_load_)
            return;
        const auto position = static_cast<std::size_t>(lines_.integer(
            fields[0], "position of a node", 1, static_cast<long long>(labels_.size())));
        const FileDof dof{labels_[position - 1],
                          static_cast<int>(lines_.integer(fields[1], "dof", 1, 999))};
        const double force = lines_.number(fields[2]);
        if (!known_.contains(dof))
            lines_.refuse("a force on " + dof_text(dof) + ", which the substructure lacks");
        if (force != 0)
            imported_.loads.back().forces.emplace_back(dof, force);
    }

    // "RECOVERY VECTOR CORRESPONDING TO RETAINED DOFS NUMBER 7"
    void begin_recovery(std::string_view line)
    {
        const std::string_view text = trimmed(line);
        const std::size_t blank = text.find_last_of(" \t");
        const auto column = lines_.integer(
            blank == std::string_view::npos ? text : text.substr(blank + 1),
            "number of a retained dof", 1, static_cast<long long>(imported_.dofs.size()));
        in_recovery_ = recovery_.try_emplace(column - 1).second;
        if (!in_recovery_)
            lines_.refuse("a second recovery vector of dof " + std::to_string(column));
        column_ = column - 1;
    }

    void read_recovery(std::string_view line)
    {
        std::vector<std::string_view> fields;
        split_numbers(line.substr(std::min(line.find_first_not_of('*'), line.size())), fields);
        for (const std::string_view field : fields)
            recovery_[column_].push_back(lines_.number(field));
    }

    // Adds the vectors as columns. The file does not name their rows.
    void add_recovery()
    {
        const std::size_t n_rows = recovery_.begin()->second.size();
        std::vector<Eigen::Triplet<double>> entries;
        for (const auto& [column, values] : recovery_) {
            if (values.size() != n_rows)
                lines_.refuse("the recovery vector of dof " + std::to_string(column + 1) + " has " +
                              std::to_string(values.size()) + " numbers, and that of dof " +
                              std::to_string(recovery_.begin()->first + 1) + " has " +
                              std::to_string(n_rows));
            for (std::size_t row = 0; row < n_rows; ++row)
                entries.emplace_back(static_cast<Index>(row), static_cast<Index>(column),
                                     values[row]);
        }
        SparseMatrix T(static_cast<Index>(n_rows), static_cast<Index>(imported_.dofs.size()));
        T.setFromTriplets(entries.begin(), entries.end());
        imported_.outputs.push_back(
            {"recovery vectors", FileQuantity::unknown, std::move(T), lines_.file()});
    }

    // Goes to the next line; false at the end or at a keyword, which read() then reads.
    bool next_line()
    {
        if (!lines_.next())
            return false;
        again_ = lines_.text().starts_with("*") && !lines_.text().starts_with("**");
        return !again_;
    }

    void read_element(const std::string& line)
    {
        if (!imported_.dofs.empty())
            lines_.refuse("a second *USER ELEMENT; expected one substructure in a file");
        if (line.find("UNSYMM") != std::string::npos)
            lines_.refuse("*USER ELEMENT, UNSYMM; unsymmetric substructures are not read");
        read_nodes();
        std::vector<std::string_view> fields;
        std::size_t from = 0;
        std::vector<int> dofs;
        bool first = true;
        do { // the line after the nodes, unless it is a keyword
            if (again_)
                break;
            split_numbers(lines_.text(), fields);
            if (fields.empty() || lines_.text().starts_with("**"))
                continue;
            std::size_t to = 0;
            if (!first) {
                to = static_cast<std::size_t>(lines_.integer(
                         fields.front(), "position of a node", static_cast<long long>(from) + 2,
                         static_cast<long long>(labels_.size()))) -
                     1;
                add_dofs(from, to, dofs);
            }
            dofs.clear();
            for (std::size_t k = first ? 0 : 1; k < fields.size(); ++k)
                dofs.push_back(static_cast<int>(lines_.integer(fields[k], "dof", 1, 999)));
            from = to;
            first = false;
        } while (next_line());
        if (first)
            lines_.refuse("*USER ELEMENT without dofs; expected lines such as \"1, 2, 3\" for the "
                          "first node and those after it");
        add_dofs(from, labels_.size(), dofs);
    }

    // Reads the comments with the labels of the nodes and stops at the line after them.
    void read_nodes()
    {
        bool in_list = false;
        std::vector<std::string_view> fields;
        while (next_line()) {
            if (!lines_.text().starts_with("**"))
                break;
            const std::string_view text = trimmed(lines_.text().substr(2));
            if (upper(text) == "ELEMENT NODES") {
                in_list = true;
                continue;
            }
            if (text.find_first_not_of("0123456789-, \t") != std::string_view::npos)
                read_comment(upper(text));
            else if (in_list) {
                split_numbers(text, fields);
                for (const std::string_view field : fields)
                    labels_.push_back(lines_.integer(field, "node", -most_label, most_label));
            }
        }
        if (labels_.empty())
            lines_.refuse("no list of nodes; expected comments \"** ELEMENT NODES\" and "
                          "\"** 111, 112, ...\" after *USER ELEMENT");
    }

    void add_dofs(std::size_t from, std::size_t to, const std::vector<int>& dofs)
    {
        for (std::size_t node = from; node < to; ++node)
            for (const int dof : dofs) {
                const FileDof named{labels_[node], dof};
                if (named.label > 0 && dof > 6)
                    lines_.refuse("dof " + std::to_string(dof) + " of node " +
                                  std::to_string(named.label) + "; expected 1 to 6");
                if (!known_.insert(named).second)
                    lines_.refuse(dof_text(named) + " comes twice");
                imported_.dofs.push_back(named);
            }
    }

    void read_matrix(const std::string& line)
    {
        const std::size_t n = imported_.dofs.size(), expected = n * (n + 1) / 2;
        const auto equals = line.find('=');
        const std::string type(trimmed(equals == std::string::npos
                                           ? std::string_view()
                                           : std::string_view(line).substr(equals + 1)));
        FileMatrix matrix{type, quantity(type), {}, lines_.file()};
        if (n == 0)
            lines_.refuse("*MATRIX before *USER ELEMENT");
        std::vector<double> values;
        std::vector<std::string_view> fields;
        const MeshPlace begin = lines_.place();
        while (next_line()) {
            if (lines_.text().starts_with("**")) {
                read_comment(upper(lines_.text()));
                continue;
            }
            split_numbers(lines_.text(), fields);
            for (const std::string_view field : fields)
                values.push_back(lines_.number(field));
        }
        if (values.size() != expected)
            lines_.refuse(begin, type + ": " + std::to_string(values.size()) + " numbers; " +
                                     std::to_string(expected) + " expected for " +
                                     std::to_string(n) + " dofs");
        Matrix A(static_cast<Index>(n), static_cast<Index>(n));
        auto value = values.begin();
        for (Index i = 0; i < A.rows(); ++i)
            for (Index j = 0; j <= i; ++j)
                A(i, j) = A(j, i) = *value++;
        matrix.A = A.sparseView(0, 0);
        imported_.matrices.push_back(std::move(matrix));
    }

    [[nodiscard]] FileQuantity quantity(const std::string& type) const
    {
        for (const auto& [name, quantity] : {std::pair{"STIFFNESS", FileQuantity::stiffness},
                                             {"MASS", FileQuantity::mass},
                                             {"VISCOUS DAMPING", FileQuantity::damping},
                                             {"STRUCTURAL DAMPING", FileQuantity::structural}}) {
            if (type != name)
                continue;
            for (const FileMatrix& matrix : imported_.matrices)
                if (matrix.quantity == quantity)
                    lines_.refuse("a second matrix of type " + type);
            return quantity;
        }
        lines_.refuse("*MATRIX, TYPE=" + type +
                      "; allowed: STIFFNESS, MASS, VISCOUS DAMPING, STRUCTURAL DAMPING");
    }

    MatrixText lines_;
    bool again_ = false; // the current line is a keyword that read() has not read
    std::vector<long long> labels_;
    std::set<FileDof> known_;
    bool in_load_ = false; // the comments that follow are forces of the last load
    std::map<long long, std::vector<double>> recovery_; // vectors by retained dof, from 0
    bool in_recovery_ = false;
    long long column_ = 0; // of the vector that is read
    ImportedMatrices imported_;
};

} // namespace

ImportedMatrices read_abaqus_substructure(const std::filesystem::path& file)
{
    return Substructure(file).read();
}

} // namespace slideway::fem
