#pragma once

#include "app/analyses/basins/basins.hpp"
#include "dynamics/modal/modal_model.hpp"
#include "io/array_sink.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace slideway::app {

/// An axis of the plane of starts.
struct PlaneAxis {
    std::string of; ///< "substructure.port.component"
    bool velocity = false;
    std::string unit;
    double from = 0, to = 0;
    int n = 2;

    [[nodiscard]] std::string name() const { return velocity ? "velocity of " + of : of; }
    [[nodiscard]] Vector values() const { return Vector::LinSpaced(n, from, to); }
};

/// What the basins are computed on.
struct BasinModel {
    std::shared_ptr<const dynamics::ModalModel> modal;
    dynamics::OrbitFamily family;
    studies::BasinOptions options;
    std::vector<dynamics::ModalOutput> watched; ///< the monitors
    std::vector<dynamics::ModalOutput> plane;   ///< of the axes
    std::vector<PlaneAxis> axes;                ///< two, the first of them fastest
    Matrix starts;                              ///< 2 m x starts: (q, q') at phase 0
    std::vector<dynamics::KnownOrbit> orbits;   ///< those given, and their mirrors
};

struct BasinResults {
    studies::Basins found;
    Matrix largest, least; ///< monitors x orbits: in the whole motion
};

[[nodiscard]] Summary summarise(const Basins& e, const BasinModel& model,
                                const BasinResults& results);
void write_basins(io::ArraySink& sink, const Basins& e, const BasinModel& model,
                  const BasinResults& results);
/// basins.vti, a picture element for each start.
void write_image(const std::filesystem::path& folder, const BasinModel& model,
                 const BasinResults& results);

} // namespace slideway::app
