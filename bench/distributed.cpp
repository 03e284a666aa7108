// Time of a reduction by several processes, compared with the embedded one: the sliding beam of the
// shipped cases on a fine mesh, 200 interface dofs, 20 modes.
// usage: mpirun -n N slideway_bench_distributed [refine [compare]]
//   refine:   22: 1e5 dofs, 70: 1e6
//   compare:  process 0 also reduces the body alone and prints the difference

#include "fem/plane_stress.hpp"
#include "fem/readers/mesh_reader.hpp"
#include "reduction/craig_bampton.hpp"
#include "reduction/distributed/module.hpp"
#include "reduction/distributed/reduce.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <utility>

namespace slideway {

namespace {

constexpr Index n_modes = 20;

class Clock {
public:
    double lap()
    {
        const auto before = std::exchange(since_, std::chrono::steady_clock::now());
        return std::chrono::duration<double>(since_ - before).count();
    }

private:
    std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
};

fem::Substructure beam(const fem::Mesh& mesh, const fem::Share& share)
{
    fem::PlaneStressOptions plane;
    plane.material = {2.38e9, 0.37, 1200};
    plane.thickness = 0.010;
    plane.fixed = {"clamp"};
    plane.share = share;
    return fem::plane_stress("lower", mesh, plane);
}

// Largest difference of entries, relative to the diagonal entries of row and column; the signs of
// modes are arbitrary.
double difference(const Matrix& A, const Matrix& B)
{
    const Vector scale = A.diagonal().cwiseSqrt().cwiseInverse();
    return (scale.asDiagonal() * (A.cwiseAbs() - B.cwiseAbs()) * scale.asDiagonal())
        .cwiseAbs()
        .maxCoeff();
}

void compare(const reduction::ReducedModel& a, const reduction::ReducedModel& b)
{
    const Index n_b = a.n_constraint;
    const Matrix M = a.substructure.M, K = a.substructure.K, M_b = b.substructure.M,
                 K_b = b.substructure.K;
    std::printf(
        "differences: M %.1e, K of the interface %.1e, of modes %.1e, all of K beside its "
        "largest entry %.1e, frequencies %.1e\n",
        difference(M, M_b), difference(K.topLeftCorner(n_b, n_b), K_b.topLeftCorner(n_b, n_b)),
        difference(K.bottomRightCorner(n_modes, n_modes), K_b.bottomRightCorner(n_modes, n_modes)),
        (K.cwiseAbs() - K_b.cwiseAbs()).cwiseAbs().maxCoeff() / K.cwiseAbs().maxCoeff(),
        (a.omega.array() / b.omega.array() - 1).abs().maxCoeff());
}

void run(double refine, bool with_embedded)
{
    const reduction::Processes& processes = reduction::processes();
    const bool first = processes.rank() == 0;
    Clock clock;
    const auto file =
        std::filesystem::path(SLIDEWAY_SOURCE_DIR) / "meshes/beam_on_beam/lower_fine.geo";
    const fem::Mesh mesh = fem::read_mesh(file, {{"refine", refine}});
    const double reading = clock.lap();
    const fem::Substructure own = beam(mesh, {processes.rank(), processes.size()});
    const auto interface = reduction::port_dofs(fem::port(own, "top"));
    const double assembling = clock.lap();
    const reduction::ReducedModel reduced =
        reduction::reduce_over(processes, "craig-bampton", own, interface, n_modes);
    if (first) {
        std::printf(
            "%d processes, %td -> %td dofs: mesh %.1f s, assembly %.1f s, reduction %.1f s\n",
            processes.size(), reduced.n_full, reduced.substructure.n(), reading, assembling,
            clock.lap());
        for (std::size_t k = 0; k < reduced.processes->peak.size(); ++k)
            std::printf("  process %zu: %.2f GB expected, peak %.2f GB\n", k,
                        reduced.processes->estimated[k] / 1e9, reduced.processes->peak[k] / 1e9);
        for (const reduction::BodyLoadError& load : reduced.truncation.body_load)
            std::printf("  static error of acceleration, %s: %.1e\n", load.motion.c_str(),
                        load.error);
    }
    if (!with_embedded || !first)
        return;
    const fem::Substructure whole = beam(mesh, {});
    clock.lap();
    const reduction::ReducedModel embedded = reduction::craig_bampton(whole, interface, n_modes);
    std::printf("embedded: %.1f s\n", clock.lap());
    compare(embedded, reduced);
}

} // namespace

} // namespace slideway

int main(int argc, char** argv)
try {
    slideway::run(argc > 1 ? std::stod(argv[1]) : 22, argc > 2);
} catch (const std::exception& error) {
    std::fprintf(stderr, "slideway_bench_distributed: %s\n", error.what());
    return 1;
}
