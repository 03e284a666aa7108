// Time and memory to assemble solid bodies of 300,000 dofs and to compute their modes.
// usage: slideway_solids disc | block hex20 | tet10 [MODES [REFINE]]
//   disc:   r = 60 to 140 mm, 24 mm thick, held at r = 60 mm
//   block:  a cube with one held face
//   MODES:  number of modes; 0: only the assembly; default 20
//   REFINE: factor of the numbers of cells, default 1

#include "base/symmetric_modes.hpp"
#include "fem/solid.hpp"
#include "solid_mesh.hpp"

#include <chrono>
#include <cstdio>
#include <ctime>
#include <exception>
#include <fstream>
#include <numbers>
#include <stdexcept>
#include <string>

namespace slideway {

namespace {

double peak_gib()
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmHWM:"))
            return std::stod(line.substr(6)) / 1024 / 1024;
    return 0;
}

template <class Work>
auto timed(const char* name, const Work& work)
{
    const auto wall = std::chrono::steady_clock::now();
    const std::clock_t cpu = std::clock();
    auto result = work();
    std::printf("%-12s %8.2f s, %8.2f s of CPU, peak %.2f GiB\n", name,
                std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count(),
                static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC, peak_gib());
    std::fflush(stdout);
    return result;
}

fem::Mesh disc(const std::string& shape, double refine)
{
    const auto map = [](const fem::Unit& p) -> fem::Unit {
        const double r = .14 - .08 * p(1), angle = 2 * std::numbers::pi * p(0);
        return {r * std::cos(angle), r * std::sin(angle), .024 * (p(2) - .5)};
    };
    const auto cells = [refine](int n) -> int { return std::max(1, static_cast<int>(n * refine)); };
    fem::Mesh mesh = shape == "hex20"
                         ? fem::solid_mesh(shape, {cells(256), cells(17), cells(5)}, map, true)
                         : fem::solid_mesh(shape, {cells(162), cells(12), cells(6)}, map, true);
    fem::NodeGroup held{2, {}, {}};
    for (Index i = 0; i < mesh.X.rows(); ++i)
        if (mesh.X.row(i).head<2>().norm() < .06 + 1e-9)
            held.nodes.push_back(static_cast<int>(i));
    mesh.groups = {{"start", held}};
    return mesh;
}

fem::Mesh block(const std::string& shape, double refine)
{
    const auto cells = [refine](int n) -> int { return std::max(1, static_cast<int>(n * refine)); };
    const auto map = [](const fem::Unit& p) -> fem::Unit { return 0.1 * p; };
    return shape == "hex20" ? fem::solid_mesh(shape, {cells(28), cells(29), cells(29)}, map)
                            : fem::solid_mesh(shape, {cells(23), cells(23), cells(22)}, map);
}

void run(const std::string& body, const std::string& shape, Index n_modes, double refine)
{
    const fem::Mesh mesh = body == "disc" ? disc(shape, refine) : block(shape, refine);
    const fem::SolidOptions options{{210e9, 0.3, 7800}, {}, {"start"}, {}};
    std::printf("%s of %s\n", body.c_str(), shape.c_str());
    fem::Substructure s =
        timed("K and M", [&]() -> fem::Substructure { return fem::solid(body, mesh, options); });
    std::printf("%td dofs, %td entries in K\n", s.n(), s.K.nonZeros());
    if (n_modes == 0)
        return;
    const SymmetricModes modes =
        timed("modes", [&]() -> SymmetricModes { return lowest_modes(s.K, s.M, n_modes); });
    std::printf("first frequency %.9g Hz\n", modes.omega(0) / (2 * std::numbers::pi));
}

} // namespace

} // namespace slideway

int main(int argc, char** argv)
try {
    const std::string body = argc > 1 ? argv[1] : "", shape = argc > 2 ? argv[2] : "";
    if ((body != "disc" && body != "block") || (shape != "hex20" && shape != "tet10"))
        throw std::invalid_argument(
            "usage: slideway_solids disc|block hex20|tet10 [MODES [REFINE]]");
    slideway::run(body, shape, argc > 3 ? std::stol(argv[3]) : 20,
                  argc > 4 ? std::stod(argv[4]) : 1);
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
