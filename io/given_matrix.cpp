#include "io/given_matrix.hpp"

#include "base/matrix_market.hpp"
#include "io/checksum.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace slideway::io {

namespace {

std::span<const double> values(const SparseMatrix& A)
{
    return {A.valuePtr(), static_cast<std::size_t>(A.nonZeros())};
}
std::span<const int> rows(const SparseMatrix& A)
{
    return {A.innerIndexPtr(), static_cast<std::size_t>(A.nonZeros())};
}
std::span<const int> beginnings(const SparseMatrix& A)
{
    return {A.outerIndexPtr(), static_cast<std::size_t>(A.outerSize()) + 1};
}

template <class T>
void add(Checksum& sum, std::span<const T> numbers)
{
    sum.add(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
}

} // namespace

GivenMatrix::GivenMatrix(SparseMatrix matrix)
{
    matrix.makeCompressed();
    Checksum sum;
    add(sum, beginnings(matrix));
    add(sum, rows(matrix));
    add(sum, values(matrix));
    checksum_ = sum.text();
    matrix_ = std::make_shared<const SparseMatrix>(std::move(matrix));
}

std::string GivenMatrix::text() const
{
    return std::to_string(matrix_->rows()) + " x " + std::to_string(matrix_->cols()) + " matrix";
}

bool GivenMatrix::equals(const Given& other) const
{
    const auto* with = dynamic_cast<const GivenMatrix*>(&other);
    if (with == nullptr || checksum_ != with->checksum_)
        return false;
    const SparseMatrix &A = *matrix_, &B = *with->matrix_;
    return &A == &B ||
           (A.rows() == B.rows() && std::ranges::equal(beginnings(A), beginnings(B)) &&
            std::ranges::equal(rows(A), rows(B)) && std::ranges::equal(values(A), values(B)));
}

double GivenMatrix::bytes() const
{
    return 12.0 * static_cast<double>(matrix_->nonZeros()) +
           4.0 * static_cast<double>(matrix_->cols());
}

void GivenMatrix::write(std::ostream& stream) const
{
    write_matrix_market(stream, *matrix_);
}

} // namespace slideway::io
