#include "fem/matrix_files/op4_content.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "fem/matrix_files/nastran_names.hpp"

#include <algorithm>

namespace slideway::fem {

namespace {

// Sizes beyond this must not be larger than the file, because rows of a body have entries.
constexpr long long small_size = 10'000'000;

} // namespace

Op4Content::Op4Content(std::string file, std::size_t bytes, Op4Use use,
                       std::function<void(const std::string& message)> refuse)
    : file_(std::move(file)), bytes_(bytes), use_(use), refuse_(std::move(refuse))
{
    imported_.format = "OP4 of Nastran";
}

void Op4Content::begin(const Op4Header& header)
{
    header_ = header;
    if (header.form < 1 || header.form > 15)
        refuse_("form " + std::to_string(header.form) + "; expected 1 to 15");
    if (header.type < 1 || header.type > 4)
        refuse_("type " + std::to_string(header.type) + "; expected 1 to 4");
    for (const auto& [n, what] : {std::pair{header.columns, "columns"}, {header.rows, "rows"}})
        if (n < 1 || (n > small_size && static_cast<std::size_t>(n) > bytes_) || n > 2'000'000'000)
            refuse_(std::to_string(n) + " " + what + "; expected 1 or more, in a file of " +
                    std::to_string(bytes_) + " bytes");
    const bool square = header.columns == header.rows || header.form == 3 || header.form == 8;
    const bool rectangular =
        header.form == 2 && (header.name.starts_with('P') || header.name == "MUG1");
    used_ = use_ == Op4Use::one ||
            (header.form == 2 ? rectangular : square && header.form != 4 && header.form != 5);
    if (!names_.insert(header.name).second) {
        used_ = false;
        imported_.notes.push_back("matrix " + header.name + " comes again; the first is read");
    }
    if (used_ && header.complex()) {
        if (use_ == Op4Use::one)
            refuse_("type " + std::to_string(header.type) +
                    ", a complex matrix; a real one is read here (type 1 or 2)");
        used_ = header.form != 2; // loads are real
    }
    if (!used_)
        skipped_.push_back(header.name);
    column_ = 0;
    const Index columns = header.form == 3 || header.form == 8 ? header.rows : header.columns;
    A_ = SparseMatrix(used_ ? header.rows : 0, used_ ? columns : 0);
    imaginary_ = SparseMatrix(A_.rows(), A_.cols());
    if (used_ && header.form == 8)
        A_.setIdentity();
}

void Op4Content::begin_column(long long column)
{
    if (column <= column_ || column > header_.columns)
        refuse_("column " + std::to_string(column) + " after column " + std::to_string(column_) +
                " of " + std::to_string(header_.columns));
    if (used_ && header_.form != 3 && header_.form != 8)
        for (long long j = column_; j < column; ++j) {
            A_.startVec(j);
            imaginary_.startVec(j);
        }
    column_ = column;
    row_ = 0;
}

void Op4Content::add(long long row, const std::vector<double>& numbers)
{
    const auto n = static_cast<long long>(header_.complex() ? numbers.size() / 2 : numbers.size());
    if (row < 1 || row > header_.rows || row + n - 1 > header_.rows)
        refuse_("row " + std::to_string(row < 1 || row > header_.rows ? row : row + n - 1) +
                " of " + std::to_string(header_.rows));
    if (row <= row_)
        refuse_("row " + std::to_string(row) + " after row " + std::to_string(row_));
    row_ = row + n - 1;
    if (!used_ || header_.form == 8)
        return;
    const auto set = [&](SparseMatrix& A, long long i, double value) {
        if (value == 0)
            return;
        if (header_.form == 3)
            A.coeffRef(i, i) = value;
        else
            A.insertBack(i, column_ - 1) = value;
    };
    for (long long i = 0; i < n; ++i) {
        const auto k = static_cast<std::size_t>(header_.complex() ? 2 * i : i);
        set(A_, row - 1 + i, numbers[k]);
        if (header_.complex())
            set(imaginary_, row - 1 + i, numbers[k + 1]);
    }
}

void Op4Content::end()
{
    if (!used_)
        return;
    for (SparseMatrix* A : {&A_, &imaginary_})
        if (header_.form == 3 || header_.form == 8)
            A->makeCompressed();
        else
            A->finalize();
    if (use_ == Op4Use::one) {
        imported_.outputs.push_back({header_.name, FileQuantity::unknown, {}, file_});
        imported_.outputs.back().A.swap(A_);
        return;
    }
    if (header_.form == 2 && header_.name.starts_with('P')) {
        add_loads();
        return;
    }
    const FileQuantity quantity =
        header_.form == 2 ? FileQuantity::unknown : nastran_quantity(header_.name);
    FileMatrix matrix{header_.name, quantity, {}, file_};
    matrix.A.swap(A_);
    (header_.form == 2 ? imported_.outputs : imported_.matrices).push_back(std::move(matrix));
    if (imaginary_.nonZeros() > 0) {
        FileMatrix& added = imported_.matrices.emplace_back();
        added.name = "the imaginary part of " + header_.name;
        added.A.swap(imaginary_);
        added.source = file_;
        added.imaginary_of = header_.name;
    }
}

// Rows of a load are those of the matrices, whose names are not known yet.
void Op4Content::add_loads()
{
    for (Index j = 0; j < A_.outerSize(); ++j) {
        FileLoad load;
        load.source = header_.name + ", column " + std::to_string(j + 1);
        for (SparseMatrix::InnerIterator it(A_, j); it; ++it)
            load.rows.emplace_back(it.row(), it.value());
        if (!load.rows.empty())
            imported_.loads.push_back(std::move(load));
    }
}

ImportedMatrices Op4Content::taken()
{
    if (use_ == Op4Use::one) {
        std::vector<std::string> names;
        for (const FileMatrix& matrix : imported_.outputs)
            names.push_back(matrix.name);
        if (names.size() != 1)
            throw InputError::in_file(file_, std::to_string(names.size()) + " matrices (" +
                                                 join(names) + "); expected one");
        return std::move(imported_);
    }
    std::vector<FileMatrix>& all = imported_.matrices;
    const bool larger = std::any_of(all.begin(), all.end(), [](const FileMatrix& matrix) -> bool {
        return matrix.A.rows() > 1;
    });
    if (larger) // matrices of 1 x 1 are absent
        std::erase_if(all, [](const FileMatrix& matrix) -> bool {
            return matrix.A.rows() == 1 && matrix.A.nonZeros() == 0;
        });
    if (all.empty())
        throw InputError::in_file(file_, "no square matrix; the file has " + join(skipped_));
    return std::move(imported_);
}

} // namespace slideway::fem
