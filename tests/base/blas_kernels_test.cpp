#include "base/blas_kernels.hpp"

#include "base/threads.hpp"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <string>

using namespace slideway;

TEST_CASE("The BLAS has kernels of the instructions that this processor has", "[base]")
{
    REQUIRE(threads() == 1); // what computes asks so: the kernels are chosen where that is linked
    const std::string best = best_blas_kernels(), now = blas_kernels();
    CAPTURE(best, now);
    if (best.empty() || now.empty() || std::getenv("OPENBLAS_CORETYPE") != nullptr)
        SUCCEED("an old processor, another BLAS, or a choice of the user");
    else
        CHECK(now != oldest_blas_kernels);
    CHECK_FALSE(choose_blas_kernels());
    CHECK(blas_kernels() == now);
}
