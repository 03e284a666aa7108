#include "dynamics/integrator.hpp"
#include "support/beam_on_beam.hpp"

#include <catch2/catch.hpp>

#include <cerrno>
#include <cstddef>
#include <new>
#include <vector>

// Every way to the heap of this program passes here: operator new and Eigen call malloc and its
// kin, which the GNU C library lets a program replace.
namespace {
bool counting = false;
long long allocations = 0;

void count()
{
    if (counting)
        ++allocations;
}
} // namespace

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

void* malloc(std::size_t size)
{
    count();
    return __libc_malloc(size);
}
void* calloc(std::size_t n, std::size_t size)
{
    count();
    return __libc_calloc(n, size);
}
void* realloc(void* p, std::size_t size)
{
    count();
    return __libc_realloc(p, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size)
{
    count();
    return __libc_memalign(alignment, size);
}
void* memalign(std::size_t alignment, std::size_t size)
{
    count();
    return __libc_memalign(alignment, size);
}
int posix_memalign(void** p, std::size_t alignment, std::size_t size)
{
    count();
    *p = __libc_memalign(alignment, size);
    return *p ? 0 : ENOMEM;
}
}

using namespace slideway;

TEST_CASE("The counter of allocations sees vectors, matrices and strings", "[dynamics]")
{
    counting = true;
    allocations = 0;
    {
        Matrix A = Matrix::Zero(30, 30);
        std::vector<double> v(100, A.sum());
        ::operator delete(::operator new(8)); // called by name: no compiler may leave it out
    }
    counting = false;
    CHECK(allocations == 3);
}

TEST_CASE("A time step allocates nothing, also on the ramp, in noise and across nodes",
          "[dynamics]")
{
    for (const auto scheme :
         {dynamics::Scheme::forward_increment, dynamics::Scheme::modal_propagator}) {
        // The contact begins 0.6 micrometres before a node; half of the steps lie on the ramp.
        test::BeamOnBeam beams = test::beam_on_beam({.noise_rms = 4e-4, .s0 = 0.0100295});
        beams.model.motions.front().ramp = 1e-3;
        const auto modal = dynamics::modal_model(beams.model);
        const auto start = dynamics::sliding_equilibrium(beams.model, modal, {1});
        dynamics::Integrator integrator(beams.model, modal,
                                        {.scheme = scheme,
                                         .h = 5e-8,
                                         .direction = {1},
                                         .duration = 2e-3,
                                         .settling = 1e-3,
                                         .ramp = 1e-3},
                                        start);
        const Index segment = integrator.point(0).segment;

        counting = true;
        allocations = 0;
        dynamics::StepEvent event = dynamics::StepEvent::none;
        for (int n = 0; n < 40000 && event == dynamics::StepEvent::none; ++n)
            event = integrator.step();
        counting = false;

        CHECK(allocations == 0);
        CHECK(event == dynamics::StepEvent::none);
        CHECK(integrator.n_steps() == 40000);
        CHECK(integrator.point(0).segment == segment + 1);
    }
}
