#include "fem/matrix_files/ansys_rows.hpp"

#include "base/error.hpp"
#include "base/matrix_market.hpp"
#include "base/text.hpp"
#include "fem/matrix_files/matrix_text.hpp"
#include "fem/readers/mesh_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string_view>

namespace slideway::fem {

namespace {

// Component of a label, from 1; 0: none.
int component_of(const std::string& label)
{
    static constexpr std::array<std::string_view, 6> labels{"UX",   "UY",   "UZ",
                                                            "ROTX", "ROTY", "ROTZ"};
    const auto* const found = std::find(labels.begin(), labels.end(), upper(label));
    return found == labels.end() ? 0 : static_cast<int>(found - labels.begin()) + 1;
}

bool is_row(const std::vector<std::string>& words)
{
    return words.size() == 3 && component_of(words[2]) > 0 &&
           words[0].find_first_not_of("0123456789") == std::string::npos;
}

std::vector<FileDof> read_mapping(const std::filesystem::path& file, Index n)
{
    MatrixText lines(file);
    std::vector<FileDof> rows(static_cast<std::size_t>(n));
    std::set<FileDof> known;
    long long last = 0;
    while (lines.next()) {
        const std::vector<std::string> words = blank_fields(lines.text());
        if (words.empty() || (last == 0 && !is_row(words)))
            continue;
        if (!is_row(words))
            lines.refuse("expected equation, node and a label of UX, UY, UZ, ROTX, ROTY, ROTZ; "
                         "name the rows in a table of dofs otherwise");
        const long long row = lines.integer(words[0], "equation", 1, n);
        FileDof& dof = rows[static_cast<std::size_t>(row - 1)];
        if (dof.label != 0)
            lines.refuse("equation " + words[0] + " comes twice");
        dof = {lines.integer(words[1], "node", 1, most_label), component_of(words[2])};
        if (!known.insert(dof).second)
            lines.refuse(dof_text(dof) + " comes twice");
        last = std::max(last, row);
    }
    for (long long row = 0; row < n; ++row) {
        FileDof& dof = rows[static_cast<std::size_t>(row)];
        if (dof.label == 0 && row < last)
            throw InputError::in_file(lines.file(),
                                      "no line for equation " + std::to_string(row + 1));
        if (dof.label == 0)
            dof = {last - row - 1, 1}; // a coordinate of a mode
    }
    return rows;
}

std::vector<FileDof> read_back(const std::filesystem::path& file, Index n)
{
    const SparseMatrix read = read_matrix_market(file);
    const Index m = read.rows();
    if (read.cols() != 1 || m == 0)
        throw InputError::in_file(file.string(), std::to_string(m) + " x " +
                                                     std::to_string(read.cols()) +
                                                     "; expected a column, the node of each group "
                                                     "of rows");
    const Vector nodes = Matrix(read).col(0);
    if (n % m != 0 || n / m > 6)
        throw InputError::in_file(
            file.string(),
            std::to_string(n) + " rows for " + std::to_string(m) +
                " nodes; expected 1 to 6 rows for each. Held or coupled dofs have no "
                "rows: write HBMAT with its mapping, or remove the supports");
    std::vector<FileDof> rows;
    std::set<long long> known;
    for (Index i = 0; i < m; ++i) {
        const double label = nodes(i);
        if (!(label >= 1 && label <= static_cast<double>(most_label)) ||
            label != std::floor(label) || !known.insert(static_cast<long long>(label)).second)
            throw InputError::in_file(file.string(), "node " + number_text(label, 12) + " in row " +
                                                         std::to_string(i + 1) +
                                                         "; expected labels of nodes, each once");
        for (int component = 1; component <= static_cast<int>(n / m); ++component)
            rows.push_back({static_cast<long long>(label), component});
    }
    return rows;
}

} // namespace

std::optional<std::vector<FileDof>> read_ansys_rows(const std::filesystem::path& file, Index n)
{
    MatrixText lines(file);
    constexpr int head = 20;
    for (int k = 0; k < head && lines.next(); ++k) {
        if (k == 0 && upper(lines.text()).starts_with("%%MATRIXMARKET"))
            return read_back(file, n);
        if (is_row(blank_fields(lines.text())))
            return read_mapping(file, n);
    }
    return std::nullopt;
}

} // namespace slideway::fem
