// Reads meshes, bodies and curves from the files named on standard input, one line each, and
// answers in one line each: for tools/fuzz_meshes.py, to which 10 000 starts of the program are too
// many.
//
//   read 12 nodes | curves of 5 nodes | refused MESSAGE | failed MESSAGE | wrong WHAT

#include "base/error.hpp"
#include "fem/line_reader.hpp"
#include "fem/mesh_reader.hpp"
#include "fem/plane_stress.hpp"

#include <cmath>
#include <exception>
#include <iostream>
#include <string>

namespace {

using namespace slideway;

bool finite(const SparseMatrix& A)
{
    for (Index k = 0; k < A.outerSize(); ++k)
        for (SparseMatrix::InnerIterator entry(A, k); entry; ++entry)
            if (!std::isfinite(entry.value()))
                return false;
    return true;
}

// Whether a body can be made, and of numbers only.
std::string body_of(const fem::Mesh& mesh)
{
    fem::PlaneStressOptions options;
    options.material = {2.1e11, 0.3, 7800};
    options.thickness = 0.01;
    const fem::Substructure body = fem::plane_stress("body", mesh, options);
    bool good = mesh.X.allFinite() && finite(body.M) && finite(body.K) && body.rigid.allFinite();
    for (const fem::Port& port : body.ports)
        good = good && finite(port.W) && port.X.allFinite() && port.share.allFinite();
    return good ? "read " + std::to_string(mesh.X.rows()) + " nodes" : "wrong a body with NaN";
}

std::string answer(const std::filesystem::path& file, double time_limit)
{
    fem::GmshOptions options;
    options.time_limit = time_limit;
    try {
        const fem::Mesh mesh = fem::read_mesh(file, {}, options);
        return body_of(mesh);
    } catch (const InputError& error) {
        return std::string("refused ") + error.what();
    } catch (const std::exception& error) {
        return std::string("failed ") + error.what();
    }
}

std::string curves(const std::filesystem::path& file, double time_limit)
{
    fem::GmshOptions options;
    options.time_limit = time_limit;
    try {
        const fem::Mesh mesh = fem::read_lines(file, {}, options);
        return mesh.X.allFinite() ? "curves of " + std::to_string(mesh.X.rows()) + " nodes"
                                  : "wrong curves with NaN";
    } catch (const InputError& error) {
        return std::string("refused ") + error.what();
    } catch (const std::exception& error) {
        return std::string("failed ") + error.what();
    }
}

} // namespace

// @param argv[1]  seconds that Gmsh may take per mesh; argv[2], if given: "curves"
int main(int argc, char** argv)
{
    const double time_limit = argc > 1 ? std::stod(argv[1]) : 600;
    const bool lines = argc > 2;
    for (std::string file; std::getline(std::cin, file);)
        std::cout << (lines ? curves(file, time_limit) : answer(file, time_limit)) << std::endl;
    return 0;
}
