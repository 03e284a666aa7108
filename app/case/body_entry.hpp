#pragma once

#include "app/bodies/body_kind.hpp"
#include "app/case/places.hpp"
#include "base/choice.hpp"
#include "fem/group_ports.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

/// [[substructure]] as structs: the common keys of bodies, and the kind of body. See case.hpp.
namespace slideway::app {

/// Solver that factorises matrices and computes modes in a reduction.
enum class Solver { automatic, embedded, distributed };
constexpr auto choices(Solver /*one of*/)
{
    using enum Solver;
    return std::to_array<Choice<Solver>>(
        {{automatic, "automatic",
          "distributed where several processes were started, one of them would not have the memory "
          "and the method is among those that distributed offers; embedded else"},
         {embedded, "embedded", "each process by itself, in its threads"},
         {distributed, "distributed",
          "all processes of mpirun together (MUMPS, SLEPc), or this one alone; craig-bampton, "
          "hintz-herting and guyan"}});
}

struct ReductionEntry {
    std::string method = "none"; ///< name in reduction::methods()
    int n_modes = 20;
    Solver solver = Solver::automatic;
    std::vector<std::string> boundary; ///< further ports or port components of the interface
    std::vector<std::string>
        recover; ///< groups of the mesh that are recovered; {}: default of the solver
};

struct SubstructureEntry {
    std::string name, like;
    SourceLine where;
    Places places;
    BodyKind kind;
    std::vector<std::string> fixed;
    std::vector<fem::GroupPort> ports;
    double alpha = 0, beta = 0;
    double loss_factor = 0;              ///< K (1 + i loss_factor) in the frequency domain
    std::optional<double> viscous_at_hz; ///< frequency at which structural damping becomes viscous
    std::optional<double> damping_ratio; ///< damping ratio of all modes of the reduced body
    std::vector<double> damping_ratios;  ///< damping ratios of its lowest modes
    ReductionEntry reduction;
    std::string export_folder; ///< "": none; relative to the case file
};

} // namespace slideway::app
