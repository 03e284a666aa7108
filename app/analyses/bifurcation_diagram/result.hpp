#pragma once

#include "app/motions/many_starts/motion_fields.hpp"
#include "app/motions/many_starts/motion_outcome.hpp"
#include "app/motions/over_parameter/over_parameter.hpp"
#include "studies/bifurcation_diagram.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace slideway::app {

struct BifurcationDiagram;
struct DiagramModel;

/// Key figures of a diagram.
struct DiagramNumbers {
    double motions = 0;
    OutcomeCounts outcomes;
    std::map<int, double> periods;   ///< number of motions on orbits of that period
    std::optional<double> irregular; ///< motions with an exponent above 0; with indicators
    struct Sweep {
        std::string name;
        double not_settled = 0;
        std::optional<std::vector<double>> changes; ///< changes of sweeps up and down
    };
    std::vector<Sweep> sweeps;
    struct Apart {
        std::vector<double> from, to;
    };
    std::optional<Apart> apart; ///< with sweeps up and down
};

/// All of a run.
struct DiagramResults {
    const BifurcationDiagram* e = nullptr;
    std::shared_ptr<const DiagramModel> model;
    OverParameter over;                         ///< parameter with its name and unit
    std::vector<std::string> monitors, watched; ///< names
    studies::BifurcationDiagram found;
    std::vector<std::vector<dynamics::LongMotion>> branches; ///< each point of each branch told
    DiagramNumbers numbers;
};
void arrays(io::Entries& a, DiagramResults& r);
void quantities(io::Entries& q, DiagramResults& r);

} // namespace slideway::app
