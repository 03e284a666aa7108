// Time of each part of a reduction of about a million dofs: the sliding beam of the shipped cases
// on a fine mesh, 200 interface dofs, 20 modes.
// usage: slideway_million craig-bampton | hintz-herting | parts | dump FOLDER [refine]
//   refine:      70: 1e6 dofs; 22: 1e5; 157: 5e6
//   a reduction: as the program does it, with its peak memory
//   parts:       a Craig-Bampton reduction step by step, and its memory beside the estimate
//   dump:        K_ii, M_ii in PETSc's binary format, and the time of their 20 lowest modes

#include "base/sparse.hpp"
#include "base/symmetric_modes.hpp"
#include "base/threads.hpp"
#include "fem/plane_stress.hpp"
#include "fem/readers/mesh_reader.hpp"
#include "reduction/constraint_modes.hpp"
#include "reduction/memory_estimate.hpp"
#include "reduction/methods.hpp"
#include "reduction/static_errors.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <exception>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

namespace slideway {

namespace {

constexpr Index n_modes = 20;

constexpr double gib = 1024.0 * 1024.0 * 1024.0;

// Resident memory of the process, current (VmRSS) or peak (VmHWM).
double resident_gib(const std::string& what)
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with(what + ":"))
            return std::stod(line.substr(what.size() + 1)) * 1024.0 / gib;
    return 0;
}

// Prints a line for each part with its wall time and the CPU time of all threads.
class Parts {
public:
    Parts() { std::printf("%-24s %8s %8s %12s\n", "", "wall [s]", "CPU [s]", "peak [GiB]"); }

    template <class Work>
    auto operator()(const char* name, Work&& work)
    {
        const auto wall = std::chrono::steady_clock::now();
        const std::clock_t cpu = std::clock();
        auto result = std::forward<Work>(work)();
        print(name, seconds_since(wall), seconds_since(cpu));
        return result;
    }
    ~Parts() { print("all", seconds_since(start_), seconds_since(start_cpu_)); }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::clock_t start_cpu_ = std::clock();

    static double seconds_since(std::chrono::steady_clock::time_point then)
    {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - then).count();
    }
    static double seconds_since(std::clock_t then)
    {
        return static_cast<double>(std::clock() - then) / CLOCKS_PER_SEC;
    }
    static void print(const char* name, double wall, double cpu)
    {
        std::printf("%-24s %8.2f %8.2f %12.2f\n", name, wall, cpu, resident_gib("VmHWM"));
        std::fflush(stdout);
    }
};

fem::Substructure fine_beam(Parts& time, double refine)
{
    const auto file =
        std::filesystem::path(SLIDEWAY_SOURCE_DIR) / "meshes/beam_on_beam/lower_fine.geo";
    const fem::Mesh mesh = time("mesh", [&]() -> fem::Mesh {
        return fem::read_mesh(file, {{"refine", refine}});
    });
    fem::PlaneStressOptions plane;
    plane.material = {2.38e9, 0.37, 1200};
    plane.thickness = 0.010;
    plane.fixed = {"clamp"};
    return time("assembly",
                [&]() -> fem::Substructure { return fem::plane_stress("lower", mesh, plane); });
}

void print_report(const reduction::ReducedModel& reduced)
{
    const reduction::Truncation& report = reduced.truncation;
    std::printf("%s: %td -> %td dofs, condition of M %.3g\n", reduced.method.c_str(),
                reduced.n_full, reduced.substructure.n(), reduced.condition_M);
    std::printf("highest mode kept %.6g Hz", report.highest_kept_hz);
    if (report.interface_load)
        std::printf("; static error of interface loads %.1e", *report.interface_load);
    for (const reduction::BodyLoadError& load : report.body_load)
        std::printf(", of acceleration, %s, %.1e", load.motion.c_str(), load.error);
    std::printf("\n");
}

void reduce(const std::string& name, double refine)
{
    Parts time;
    const fem::Substructure s = fine_beam(time, refine);
    const auto interface = reduction::port_dofs(fem::port(s, "top"));
    const auto reduced = time("reduction", [&]() -> reduction::ReducedModel {
        return reduction::method(name).reduce(s, interface, n_modes, {});
    });
    print_report(reduced);
}

// Performs the steps of reduction/craig_bampton.cpp.
void parts(double refine)
{
    Parts time;
    const fem::Substructure s = fine_beam(time, refine);
    const auto interface = reduction::port_dofs(fem::port(s, "top"));
    const auto n_b = static_cast<Index>(interface.size());
    const double before = resident_gib("VmRSS");
    double estimate = 0;
    const auto split = time("factorisation", [&]() -> reduction::InterfaceSplit {
        return reduction::split_at_interface(s, interface, [&](double factor_bytes) -> void {
            estimate = reduction::reduction_memory(s, {n_b, n_modes, factor_bytes});
        });
    });
    SymmetricModes modes = time("eigen", [&]() -> SymmetricModes {
        return lowest_modes(split.K_ii, submatrix(s.M, split.i, split.i), n_modes, &*split.factor);
    });
    Matrix T = time("constraint modes",
                    [&]() -> Matrix { return reduction::constraint_basis(s, split, n_modes); });
    reduction::set_internal_rows(split, modes.Phi, T.rightCols(n_modes));
    modes.Phi.resize(0, 0);
    auto reduced = time("projection", [&]() -> reduction::ReducedModel {
        return reduction::reduce_to(s, std::move(T), n_b);
    });
    reduced.omega = modes.omega;
    reduced.truncation = time("truncation report", [&]() -> reduction::Truncation {
        return reduction::truncation(s, split, reduced, interface);
    });
    print_report(reduced);
    std::printf("memory of the reduction: %.3f GiB, estimated %.3f\n",
                resident_gib("VmHWM") - before, estimate / gib);
}

// File in PETSc's binary format: big-endian; the matrix is symmetric, so a column is its row.
class PetscFile {
public:
    explicit PetscFile(const std::filesystem::path& path) : file_(path, std::ios::binary) {}

    void write(const SparseMatrix& A)
    {
        put<std::int32_t>(1211216);
        put(static_cast<std::int32_t>(A.rows()));
        put(static_cast<std::int32_t>(A.cols()));
        put(static_cast<std::int32_t>(A.nonZeros()));
        for (Index j = 0; j < A.cols(); ++j)
            put(static_cast<std::int32_t>(A.outerIndexPtr()[j + 1] - A.outerIndexPtr()[j]));
        for (Index k = 0; k < A.nonZeros(); ++k)
            put(static_cast<std::int32_t>(A.innerIndexPtr()[k]));
        for (Index k = 0; k < A.nonZeros(); ++k)
            put(A.valuePtr()[k]);
    }

private:
    std::ofstream file_;

    template <class T>
    void put(T value)
    {
        auto bytes = std::bit_cast<std::array<char, sizeof(T)>>(value);
        static_assert(std::endian::native == std::endian::little);
        std::reverse(bytes.begin(), bytes.end());
        file_.write(bytes.data(), bytes.size());
    }
};

void dump(const std::filesystem::path& folder, double refine)
{
    Parts time;
    const fem::Substructure s = fine_beam(time, refine);
    const auto interface = reduction::port_dofs(fem::port(s, "top"));
    const std::vector<Index> inner = complement(s.n(), interface);
    const SparseMatrix K = submatrix(s.K, inner, inner), M = submatrix(s.M, inner, inner);
    PetscFile(folder / "K.petsc").write(K);
    PetscFile(folder / "M.petsc").write(M);
    const SymmetricModes modes =
        time("slideway", [&]() -> SymmetricModes { return lowest_modes(K, M, n_modes); });
    double residual = 0;
    for (Index j = 0; j < n_modes; ++j) {
        const Vector K_phi = K * modes.Phi.col(j);
        const Vector left = K_phi - std::pow(modes.omega(j), 2) * (M * modes.Phi.col(j));
        residual = std::max(residual, left.norm() / K_phi.norm());
    }
    const double hz = 1 / (2 * std::numbers::pi);
    std::printf("modes %.12g to %.12g Hz, residual %.1e\n", hz * modes.omega(0),
                hz * modes.omega(n_modes - 1), residual);
}

} // namespace

} // namespace slideway

int main(int argc, char** argv)
try {
    const std::vector<std::string> words(argv + 1, argv + argc);
    const std::size_t refine_at = !words.empty() && words[0] == "dump" ? 2 : 1;
    if (words.empty() || words.size() > refine_at + 1 || words.size() < refine_at) {
        std::fprintf(stderr, "usage: slideway_million REDUCTION | parts | dump FOLDER [refine]\n");
        return 2;
    }
    slideway::set_threads(slideway::blas_threads()); // OPENBLAS_NUM_THREADS
    slideway::set_blas_threads(1);                   // as in the program
    const double refine = words.size() > refine_at ? std::stod(words[refine_at]) : 70;
    if (words[0] == "parts")
        slideway::parts(refine);
    else if (words[0] == "dump")
        slideway::dump(words[1], refine);
    else
        slideway::reduce(words[0], refine);
} catch (const std::exception& error) {
    std::fprintf(stderr, "slideway_million: %s\n", error.what());
    return 1;
}
