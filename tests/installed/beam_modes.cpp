// Natural frequencies of a clamped steel beam, beside those of the theory of Euler and Bernoulli.
#include <slideway/assembly/coupled_model.hpp>
#include <slideway/assembly/joint.hpp>
#include <slideway/dynamics/modal/modes.hpp>
#include <slideway/fem/beam.hpp>
#include <slideway/fem/beam_mesh.hpp>

#include <cmath>
#include <cstdio>
#include <numbers>

using namespace slideway;

int main()
{
    const double length = 1, young = 210e9, density = 7800;
    const fem::Mesh mesh = fem::beam_line({.length = length, .elements = 20});
    const fem::BeamSection section = fem::rectangle_section(0.02, 0.01);
    assembly::CoupledModel model;
    model.bodies.push_back(fem::beam("beam", mesh,
                                     {.material = {.young = young, .density = density},
                                      .section = section,
                                      .fixed = {"start"}}));
    const Vector computed = dynamics::modes(model, {.n_modes = 3}).front().frequency_hz;
    const double roots[] = {1.8751040687, 4.6940911330, 7.8547574382}; // of cos(x) cosh(x) = -1
    for (int k = 0; k < 3; ++k)
        std::printf("%.6f Hz, theory %.6f Hz\n", computed(k),
                    std::pow(roots[k] / length, 2) / (2 * std::numbers::pi) *
                        std::sqrt(young * section.second_moment / (density * section.area)));
}
