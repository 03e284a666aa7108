#include "reduction/memory_estimate.hpp"

#include "base/error.hpp"
#include "fem/plane_stress.hpp"
#include "reduction/constraint_modes.hpp"
#include "reduction/craig_bampton.hpp"
#include "reduction/guyan.hpp"
#include "reduction/hintz_herting.hpp"
#include "reduction/modal_truncation.hpp"
#include "support/beam_on_beam.hpp"

#include <catch2/catch.hpp>

using namespace slideway;
using Catch::Contains;

TEST_CASE("A reduction that does not fit is refused before its work, with a remedy", "[reduction]")
{
    const fem::Substructure s = test::lower_beam({});
    const auto top = reduction::port_dofs(fem::port(s, "top"));
    const double little = 1e5; // [B]
    for (const auto method : {reduction::craig_bampton, reduction::hintz_herting})
        CHECK_THROWS_WITH(method(s, top, 20, little, {}),
                          Contains("body lower (600 dofs, 200 interface dofs, 20 modes)") &&
                              Contains("GB are available") && Contains("boundary") &&
                              Contains("n_modes") && Contains("coarsen the mesh"));
    CHECK_THROWS_AS(reduction::craig_bampton(s, top, 20, little), InputError);
    CHECK_THROWS_WITH(reduction::guyan(s, top, little), Contains("200 interface dofs, 0 modes"));
    CHECK_THROWS_WITH(reduction::modal_truncation(s, top, 20, little),
                      Contains("0 interface dofs, 20 modes"));
    CHECK_NOTHROW(reduction::craig_bampton(s, top, 20, 100e6));
}

TEST_CASE("The estimate holds the basis, the factors and the dense reduced matrices", "[reduction]")
{
    const fem::Substructure s = test::lower_beam({});
    auto memory = [&s](const reduction::ReductionSize& size) -> double {
        return reduction::reduction_memory(s, size);
    };
    const double base = memory({200, 20, 0});
    CHECK(base > 8.0 * 600 * 220);
    CHECK(memory({200, 20, 5e6}) - base == Approx(5e6));
    // 100 more interface dofs need n x 100 more of T and 320^2 - 220^2 more of each reduced matrix.
    CHECK(memory({300, 20, 0}) - base > 8.0 * (600 * 100 + 3 * (320 * 320 - 220 * 220)));
}

TEST_CASE("The estimate before a plane body is built is near what its reduction takes",
          "[reduction]")
{
    for (const int n : {40, 100}) {
        fem::PlaneStressOptions plane;
        plane.material = {70e9, 0.33, 2700};
        plane.thickness = 0.01;
        plane.fixed = {"left"};
        const fem::Substructure s =
            fem::plane_stress("plate", test::rectangle_mesh(1, 0, 1, n, n), plane);
        const double reported = reduction::plane_reduction_memory(s.n(), 20);
        double takes = 0;
        (void)reduction::split_at_interface(s, {}, [&](double factor_bytes) -> void {
            takes = reduction::reduction_memory(s, {0, 20, factor_bytes});
        });
        INFO(n << ": " << reported << " B told, " << takes << " B");
        CHECK(reported == Approx(takes).epsilon(0.2)); // measured: 0.02 and 0.003
    }
}
