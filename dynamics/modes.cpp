#include "dynamics/modes.hpp"

#include "assembly/primal.hpp"
#include "base/symmetric_modes.hpp"

#include <numbers>
#include <stdexcept>

namespace slideway::dynamics {

std::vector<ModeSet> modes(const assembly::CoupledModel& model, const ModesOptions& options)
{
    if (options.n_modes < 1)
        throw InputError("n_modes = " + std::to_string(options.n_modes) + "; expected at least 1");
    if (options.of != "coupled" && options.of != "bodies")
        throw InputError("of = \"" + options.of + "\"; allowed: coupled, bodies");

    // Each body alone is a coupled model of one body without contacts.
    std::vector<std::pair<std::string, std::vector<std::size_t>>> sets;
    if (options.of == "coupled") {
        sets.push_back({"coupled", {}});
        for (std::size_t b = 0; b < model.bodies.size(); ++b)
            sets.back().second.push_back(b);
    } else {
        for (std::size_t b = 0; b < model.bodies.size(); ++b)
            sets.push_back({model.bodies[b].name, {b}});
    }

    std::vector<ModeSet> result;
    for (const auto& [name, bodies] : sets) {
        const bool coupled = options.of == "coupled";
        assembly::CoupledModel part;
        if (coupled) {
            part = model;
        } else {
            part.bodies.push_back(model.bodies[bodies.front()]);
            for (assembly::Motion motion : model.motions)
                if (motion.body == bodies.front()) {
                    motion.body = 0;
                    part.motions.push_back(motion);
                }
        }
        const assembly::PrimalModel primal = assembly::primal_model(part, coupled);
        SymmetricModes solution;
        try {
            solution = lowest_modes(primal.K, primal.M, options.n_modes);
        } catch (const std::domain_error& error) {
            throw InputError("modes of " + name + ": " + error.what());
        }

        ModeSet set;
        set.name = name;
        set.frequency_hz = solution.omega / (2 * std::numbers::pi);
        const Matrix u = primal.L * solution.Phi;
        for (std::size_t b = 0; b < model.bodies.size(); ++b)
            set.shapes.emplace_back(Matrix::Zero(model.bodies[b].n(), u.cols()));
        for (std::size_t k = 0; k < bodies.size(); ++k)
            set.shapes[bodies[k]] =
                u.middleRows(primal.offset[k], primal.offset[k + 1] - primal.offset[k]);
        result.push_back(std::move(set));
    }
    return result;
}

} // namespace slideway::dynamics
