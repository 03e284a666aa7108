#include "base/blas_kernels.hpp"

#include "base/threads.hpp"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <string>
#include <vector>

using namespace slideway;
using Catch::Matchers::VectorContains;

TEST_CASE("The BLAS has kernels of the instructions that this processor has", "[base]")
{
    // Names of OpenBLAS 0.3; on a processor that it does not know "Prescott", without AVX.
    REQUIRE(threads() == 1); // what computes asks so: the kernels are chosen where that is linked
    const std::string best = best_blas_kernels(), now = blas_kernels();
    if (best.empty() || now.empty() || std::getenv("OPENBLAS_CORETYPE") != nullptr) {
        SUCCEED("an old processor, another BLAS, or a choice of the user");
        return;
    }
    CAPTURE(best, now);
    CHECK_THAT(
        (std::vector<std::string>{"Haswell", "Zen", "SkylakeX", "Cooperlake", "Sapphirerapids"}),
        VectorContains(now));
    CHECK_FALSE(choose_blas_kernels());
    CHECK(blas_kernels() == now);
}
