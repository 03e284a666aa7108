#include "contact/laws/harmonic_force.hpp"
#include "contact/laws/joint_laws.hpp"

#include <catch2/catch.hpp>

#include <cstddef>
#include <random>
#include <vector>

// Every way to the heap that vectors and matrices take passes here: operator new and Eigen call
// malloc and realloc, which the GNU C library lets a program replace.
namespace {
bool counting = false;
long long allocations = 0;
} // namespace

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_realloc(void*, std::size_t);

void* malloc(std::size_t size)
{
    allocations += counting;
    return __libc_malloc(size);
}
void* realloc(void* p, std::size_t size)
{
    allocations += counting;
    return __libc_realloc(p, size);
}
}

using namespace slideway;
using namespace slideway::contact;

TEST_CASE("The counter of allocations sees vectors and matrices", "[contact]")
{
    counting = true;
    {
        Matrix A = Matrix::Zero(30, 30);
        std::vector<double> v(100, A.sum());
        ::operator delete(::operator new(8)); // called by name: no compiler may leave it out
    }
    counting = false;
    CHECK(allocations == 3);
}

TEST_CASE("Harmonic forces allocate nothing after the first evaluation", "[contact]")
{
    std::mt19937 random(1);
    std::normal_distribution<double> normal;
    for (const JointLaw& law : std::vector<JointLaw>{
             ElasticCoulomb({.k_t = 2, .k_n = 1, .friction = 0.4, .preload = 0.8}),
             ElasticCoulomb({.k_t = 2, .k_n = 0, .friction = 0.4, .preload = 0.8}),
             Gap({.stiffness = 2, .clearance = 0.1, .both_sides = true}), Cubic{3}, Cubic{3, 2},
             SmoothedCoulomb({.limit = 1, .speed = 20})})
        for (const bool means : {false, true})
            for (const Index n_h : {1, 3, 30}) {
                const Harmonics h{n_h, means};
                HarmonicWorkspace work(h);
                HarmonicForce out;
                Vector R = Vector::Zero(2 * h.size());
                const Vector lambda = Vector::Ones(R.size());
                SlipOnsets onsets;
                Vector dF(R.size());
                const OnsetPlace held[] = {{OnsetKind::further_slip, 0, 1}};
                harmonic_force(law, R, lambda, work, out);
                slip_onsets(law, R, {}, work, onsets);
                for (int n = 0; n < 50; ++n) {
                    for (double& r : R)
                        r = normal(random);
                    allocations = 0;
                    counting = true;
                    harmonic_force(law, R, lambda, work, out);
                    harmonic_force(law, R, lambda, held, work, out);
                    slip_onsets(law, R, held, work, onsets);
                    for (const LawParameter& p : law->parameters())
                        if (p.scaling)
                            force_by_parameter(h, *p.scaling, R, out, dF);
                    counting = false;
                    CAPTURE(law->keyword(), means, n_h, n);
                    CHECK(allocations == 0);
                }
            }
}
