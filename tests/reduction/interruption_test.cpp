#include "base/interruptible.hpp"
#include "base/sparse_cholesky.hpp"
#include "base/symmetric_modes.hpp"
#include "fem/beam.hpp"
#include "fem/beam_mesh.hpp"
#include "reduction/methods.hpp"
#include "reduction/modal_damping.hpp"
#include "reduction/modal_form.hpp"

#include <catch2/catch.hpp>

#include <atomic>

using namespace slideway;

namespace {

/// Cantilever of Euler-Bernoulli beam elements with two dofs per node.
fem::Substructure cantilever(int elements)
{
    fem::BeamOptions options;
    options.section = fem::rectangle_section(0.02, 0.01);
    options.material = {.young = 210e9, .density = 7800};
    options.fixed = {"start"};
    options.axial = false;
    fem::Substructure body = fem::beam("beam", fem::beam_line({1.0, elements, {}}), options);
    fem::add_rayleigh(body, 1, 1e-9);
    return body;
}

/// Progress that ends the computation at call number `last`.
struct Impatient {
    int last;
    int asked = 0;

    Progress progress()
    {
        return [this](double) -> bool { return ++asked < last; };
    }
};

} // namespace

TEST_CASE("a reduction ends at any question of its Progress", "[reduction]")
{
    const fem::Substructure beam = cantilever(400);
    const std::vector<Index> tip = {beam.n() - 2, beam.n() - 1};
    for (const reduction::Method& method : reduction::methods()) {
        CAPTURE(method.name);
        Impatient patient{1 << 30};
        const reduction::ReducedModel whole =
            method.reduce(beam, tip, 10, patient.progress()); // polling has no effect
        const reduction::ReducedModel alone = method.reduce(beam, tip, 10, {});
        CHECK(Matrix(whole.substructure.K) == Matrix(alone.substructure.K));
        CHECK(whole.omega == alone.omega);
        if (method.name == "none")
            continue;
        CHECK(patient.asked > 3);
        for (const int last : {1, 2, patient.asked / 2, patient.asked}) {
            CAPTURE(last);
            Impatient impatient{last};
            CHECK_THROWS_AS(method.reduce(beam, tip, 10, impatient.progress()), Interrupted);
            CHECK(impatient.asked == last); // no further call follows
        }
    }
}

TEST_CASE("factorisations, modes and modal forms end when their Progress asks for that",
          "[reduction]")
{
    // Long enough for a call every 20 ms.
    const fem::Substructure large = cantilever(100'000), dense = cantilever(350);
    Impatient first{1};
    CHECK_THROWS_AS(SparseCholesky(large.K, {}, first.progress()), Interrupted);
    first.asked = 0;
    CHECK_THROWS_AS(lowest_modes(large.K, large.M, 10, nullptr, first.progress()), Interrupted);
    first.asked = 0;
    CHECK_THROWS_AS(all_modes(Matrix(dense.K), Matrix(dense.M), first.progress()), Interrupted);
    first.asked = 0;
    CHECK_THROWS_AS(reduction::modal_form(dense, {}, first.progress()), Interrupted);
    first.asked = 0;
    fem::Substructure damped = dense;
    CHECK_THROWS_AS(reduction::add_modal_damping(damped, 0.01, first.progress()), Interrupted);
    CHECK(Matrix(damped.C) == Matrix(dense.C));
}

TEST_CASE("a factorisation that is watched gives the same numbers", "[reduction]")
{
    const fem::Substructure beam = cantilever(20'000); // 40 000 dofs: in a separate thread
    Impatient patient{1 << 30};
    const Vector f = Vector::Unit(beam.n(), beam.n() - 2);
    const SparseCholesky watched(beam.K, {}, patient.progress()), alone(beam.K);
    CHECK(watched.positive_definite());
    CHECK(watched.solve(f) == alone.solve(f));
}
