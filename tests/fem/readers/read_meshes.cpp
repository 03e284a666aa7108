// Reads the meshes named on standard input, one per line, makes a body of each (curves, matrices,
// labelled nodes or a rectangular matrix if the name begins with curves, matrices, nodes or
// motions), and answers in one line each. It serves tools/fuzz_meshes.py, for which
// 10 000 starts of the program would take too long.
//
//   read 12 nodes | read 2 matrices | refused MESSAGE (wrong input) | failed MESSAGE | wrong WHAT
//   (NaN)

#include "base/error.hpp"
#include "fem/matrix_files/imported_matrices.hpp"
#include "fem/matrix_files/matrix_format.hpp"
#include "fem/plane_stress.hpp"
#include "fem/readers/labelled_nodes.hpp"
#include "fem/readers/line_reader.hpp"
#include "fem/readers/mesh_reader.hpp"

#include <cmath>
#include <exception>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

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

// Checks that a body can be made and contains only finite numbers.
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

std::string curves_of(const fem::Mesh& mesh)
{
    return mesh.X.allFinite() ? "read curves of " + std::to_string(mesh.X.rows()) + " nodes"
                              : "wrong curves with NaN";
}

// Checks that all numbers of a file of matrices are finite.
std::string matrices_of(fem::ImportedMatrices imported)
{
    bool good = true;
    if (!imported.matrices.empty()) {
        std::vector<fem::ImportedMatrices> parts;
        parts.push_back(std::move(imported));
        imported = fem::joined(std::move(parts));
        fem::turn_to_basic(imported);
    }
    for (const fem::FileMatrix& matrix : imported.matrices)
        good = good && finite(matrix.A) && matrix.A.rows() == matrix.A.cols();
    for (const fem::FileMatrix& output : imported.outputs)
        good = good && finite(output.A);
    return good ? "read " + std::to_string(imported.matrices.size()) + " matrices"
                : "wrong matrices with NaN";
}

// Checks that positions are finite, and that faces of surfaces have nodes.
std::string nodes_of(const fem::LabelledNodes& nodes)
{
    bool good = true;
    for (const auto& [label, X] : nodes.X)
        for (const double x : X)
            good = good && std::isfinite(x);
    std::size_t n_cells = 0, n_faces = 0;
    for (const auto& [shape, labels] : nodes.cells) {
        good = good && labels.size() % static_cast<std::size_t>(shape->n_nodes) == 0;
        n_cells += labels.size() / static_cast<std::size_t>(shape->n_nodes);
    }
    for (const auto& [name, faces] : nodes.surfaces)
        for (const fem::LabelledFace& face : faces) {
            good = good && face.size() >= 3;
            ++n_faces;
        }
    return good ? "read " + std::to_string(nodes.X.size()) + " nodes, " + std::to_string(n_cells) +
                      " cells and " + std::to_string(n_faces) + " faces"
                : "wrong nodes";
}

std::string motions_of(const SparseMatrix& T)
{
    return finite(T) ? "read a matrix of " + std::to_string(T.rows()) + " rows"
                     : "wrong matrix with NaN";
}

std::string answer(const std::filesystem::path& file, const fem::GmshOptions& options)
{
    try {
        if (file.stem().string().starts_with("curves"))
            return curves_of(fem::read_lines(file, {}, {}, options));
        if (file.stem().string().starts_with("matrices"))
            return matrices_of(fem::read_matrices(file));
        if (file.stem().string().starts_with("nodes"))
            return nodes_of(fem::read_labelled_nodes(file));
        if (file.stem().string().starts_with("motions"))
            return motions_of(fem::read_rectangular(file));
        return body_of(fem::read_mesh(file, {}, {}, options));
    } catch (const InputError& error) {
        return std::string("refused ") + error.what();
    } catch (const std::exception& error) {
        return std::string("failed ") + error.what();
    }
}

} // namespace

// @param argv[1]  time limit of Gmsh per mesh [s]
int main(int argc, char** argv)
{
    fem::GmshOptions options;
    if (argc > 1)
        options.time_limit = std::stod(argv[1]);
    for (std::string file; std::getline(std::cin, file);)
        std::cout << answer(file, options) << std::endl;
    return 0;
}
