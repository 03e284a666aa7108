#pragma once

#include "base/types.hpp"
#include "io/given.hpp"

namespace slideway::io {

/// A matrix of a script. Its file has Matrix Market format, with all digits of the numbers.
class GivenMatrix final : public Given {
public:
    static constexpr const char* name = "matrix";

    explicit GivenMatrix(SparseMatrix matrix);

    [[nodiscard]] const std::shared_ptr<const SparseMatrix>& matrix() const { return matrix_; }

    [[nodiscard]] std::string kind() const override { return name; }
    [[nodiscard]] std::string text() const override;
    [[nodiscard]] std::string record() const override { return record_of(text(), checksum_); }
    [[nodiscard]] bool equals(const Given& other) const override;
    [[nodiscard]] double bytes() const override;
    [[nodiscard]] std::string ending() const override { return ".mtx"; }
    void write(std::ostream& stream) const override;

private:
    std::shared_ptr<const SparseMatrix> matrix_; ///< in compressed storage
    std::string checksum_;
};

} // namespace slideway::io
