#include "base/blas_kernels.hpp"

#include "base/dense_product.hpp"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <string>

using namespace slideway;

namespace {

// Largest error of a product of 60 rows by the BLAS compared with plain loops, relative to
// the largest entry.
double error_of_product()
{
    const Matrix A = Matrix::Random(60, 50), B = Matrix::Random(50, 40);
    Matrix C = Matrix::Zero(60, 40), loops = C;
    add_product(1, A, B, C);
    for (Index i = 0; i < 60; ++i)
        for (Index j = 0; j < 40; ++j)
            for (Index k = 0; k < 50; ++k)
                loops(i, j) += A(i, k) * B(k, j);
    return (C - loops).cwiseAbs().maxCoeff() / loops.cwiseAbs().maxCoeff();
}

} // namespace

TEST_CASE("OpenBLAS takes the kernels of this processor in place of its oldest", "[base]")
{
    // Each of 50 terms is at most 1 and accurate to eps, so the sum is accurate to about 50 eps.
    constexpr double round_off = 1e-14;
    const std::string best = best_blas_kernels(), at_start = blas_kernels();
    const bool can = !at_start.empty() && !best.empty(); // requires OpenBLAS and AVX2
    CAPTURE(best, at_start);
    const char* const variable = "OPENBLAS_CORETYPE";
    const char* const chosen = std::getenv(variable);
    const std::string kept = chosen != nullptr ? chosen : "";
    // The program chose the kernels when it was loaded, unless the user did.
    CHECK((chosen != nullptr || !can || at_start != oldest_blas_kernels));

    unsetenv(variable);
    if (can) {
        CHECK(take_blas_kernels(oldest_blas_kernels));
        CHECK(blas_kernels() == oldest_blas_kernels);
    }
    CHECK(error_of_product() < round_off);
    setenv(variable, oldest_blas_kernels, 1);
    CHECK_FALSE(choose_blas_kernels()); // the user has chosen
    unsetenv(variable);
    CHECK(choose_blas_kernels() == can);
    CHECK(blas_kernels() == (can ? best : at_start));
    CHECK(error_of_product() < round_off);
    CHECK_FALSE(choose_blas_kernels()); // nothing better is available
    if (can)
        CHECK(take_blas_kernels(at_start));
    if (chosen != nullptr)
        setenv(variable, kept.c_str(), 1);
}
